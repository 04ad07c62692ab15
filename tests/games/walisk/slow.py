"""Movement on the small map, enumerated slowly from the map's own words: no masks, no stations, nothing of the engine.

A state is a phase, men ashore by (field, points used), and fleets by (field, water, points used) as (ships, men).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.walisk.maps import MapDraft

Ashore = dict[tuple[str, int], int]
Fleets = dict[tuple[str, str, int], tuple[int, int]]


class Slow:
    """``own``: districts of the seat; ``let``: districts whose owner lets it through."""

    def __init__(self, draft: MapDraft, own: set[str], let: set[str]) -> None:
        self.draft, self.own, self.let = draft, own, let
        self.kind = {f.id: f.kind for f in draft.fields}
        self.near = {f.id: set(f.links) for f in draft.fields}

    # ------------------------------------------------------------ the map
    def steep(self, a: str, b: str) -> bool:
        return (a, b) in self.draft.steep or (b, a) in self.draft.steep

    def flat(self, land: str) -> set[str]:
        return {s for s in self.near[land] if self.kind[s] == "sea" and not self.steep(land, s)}

    def rivers(self, f: str) -> set[str]:
        return {r.id for r in self.draft.rivers if any(f in seg for seg in r.segments)}

    def lakes(self, f: str) -> set[str]:
        return {k.id for k in self.draft.lakes if f in k.shore}

    def same(self, f: str, one: str, two: str) -> bool:
        """Whether two waters of a district are one place: a flat mouth, a river's end at a lake (R34)."""
        if one == two:
            return True
        for a, b in ((one, two), (two, one)):
            for r in self.draft.rivers:
                if r.id != b:
                    continue
                if a == "coast" and r.mouth and f in r.segments[0] and r.mouth in self.flat(f):
                    return True
                if a == r.mouth_lake and f in r.segments[0]:
                    return True
                if a == r.source_lake and f in r.segments[-1]:
                    return True
        return False

    def waters(self, f: str) -> list[set[str]]:
        """The places where a ship can lie in a field, each with the names of its waters."""
        if self.kind[f] == "sea":
            return [{"sea"}]
        if self.kind[f] == "home":
            return []
        names = ({"coast"} if self.flat(f) else set()) | self.rivers(f) | self.lakes(f)
        places: list[set[str]] = []
        for name in sorted(names):
            joined = [p for p in places if any(self.same(f, name, other) for other in p)]
            rest = [p for p in places if p not in joined]
            places = [*rest, set().union({name}, *joined)]
        return places

    def place(self, f: str, name: str) -> frozenset[str]:
        return next((frozenset(p) for p in self.waters(f) if name in p), frozenset())

    def named(self, f: str, place: frozenset[str]) -> str:
        """As texts write it: nothing where there is one place only, else the coast, the river, the lake."""
        if len(self.waters(f)) == 1:
            return ""
        order = ["coast", *(r.id for r in self.draft.rivers), *(k.id for k in self.draft.lakes)]
        return min(place, key=order.index)

    # ------------------------------------------------------------ steps
    def walk_cost(self, f: str, to: str, ship: bool) -> int:
        """Points for a step on foot, 99 if there is none."""
        if to not in self.near[f] or self.kind[f] == "sea" or self.kind[to] in ("sea", "home"):
            return 99
        river = any(set(seg) == {f, to} for r in self.draft.rivers for seg in r.segments)
        if to in self.own and (f in self.own or not river):
            return 1
        if river and not ship:
            return 99
        return 2

    def sail_steps(self, f: str, place: frozenset[str]) -> dict[tuple[str, frozenset[str]], tuple[int, bool]]:
        """Where a ship gets in one step: points, and whether it may go on afterwards."""
        out: dict[tuple[str, frozenset[str]], tuple[int, bool]] = {}

        def add(to: str, name: str, cost: int, goes_on: bool) -> None:
            key = (to, self.place(to, name))
            if key[1] and key != (f, place):
                known = out.get(key)
                out[key] = (cost, goes_on or bool(known and known[1]))

        mine = self.own | self.let
        if self.kind[f] == "sea":
            for to in self.near[f]:
                if self.kind[to] == "sea":
                    add(to, "sea", 1, True)
                elif self.kind[to] != "home" and f in self.flat(to):
                    add(to, "coast", 2, True)
            for r in self.draft.rivers:
                for bank in r.segments[0] if r.mouth == f else ():
                    add(bank, r.id, 2, bank in mine)
            return out
        if "coast" in place:
            for sea in self.flat(f):
                add(sea, "sea", 1, True)
                for to in self.near[f] & self.near[sea]:
                    if self.kind[to] not in ("sea", "home") and sea in self.flat(to):
                        add(to, "coast", 2, True)
        for r in self.draft.rivers:
            if r.id not in place:
                continue
            if r.mouth and f in r.segments[0]:
                add(r.mouth, "sea", 1, True)
            for i, seg in enumerate(r.segments):
                if f in seg:
                    for other in {b for s in r.segments[max(0, i - 1) : i + 2] for b in s} - {f}:
                        if other in mine or f in mine:
                            add(other, r.id, 2, other in mine)
        for lake in self.draft.lakes:
            if lake.id in place:
                for to in set(lake.shore) - {f}:
                    add(to, lake.id, 2, True)
        for tow in self.draft.tows:
            if tow.district == f and f in mine:
                for a, b in (tow.rivers, tow.rivers[::-1]):
                    if a in place:
                        add(f, b, 4, True)
        return out

    # ------------------------------------------------------------ acts
    def acts(self, phase: str, ashore: Ashore, fleets: Fleets) -> Iterator[tuple[Any, ...]]:
        """Every single act, numbers told apart, with the state after it."""
        if phase == "men":
            for (f, spent), n in ashore.items():
                ship = any(g == f for g, _, _ in fleets)
                for to in self.near[f]:
                    cost = self.walk_cost(f, to, ship)
                    if spent + cost <= 2:
                        for k in range(1, n + 1):
                            after = dict(ashore)
                            _take(after, (f, spent), k)
                            after[to, spent + cost] = after.get((to, spent + cost), 0) + k
                            yield ("walk", f, to, k, spent), ("men", after, fleets)
        for (f, name, spent), (ships, men) in fleets.items():
            bound = spent > 0 or self.kind[f] == "sea"
            crew = men + (0 if bound else sum(n for (g, _), n in ashore.items() if g == f))
            for (to, place), (cost, goes_on) in self.sail_steps(f, self.place(f, name)).items():
                if spent + cost > 4:
                    continue
                for k in range(1, ships + 1):
                    for m in range(min(crew, 2 * k) + 1):
                        if bound and crew - m > 2 * (ships - k):
                            continue
                        yield self._sail(
                            ashore, fleets, (f, name, spent), to, place, k, m, cost if goes_on else 4 - spent
                        )

    def _sail(
        self, ashore: Ashore, fleets: Fleets, key: tuple[str, str, int], to: str, place: frozenset[str], k: int, m: int,
        cost: int,
    ) -> tuple[Any, ...]:  # fmt: skip
        f, name, spent = key
        left, men = dict(ashore), m
        after = dict(fleets)
        ships, aboard = after[key]
        took = min(aboard, men)
        after[key] = (ships - k, aboard - took)
        men -= took
        for s in (0, 1, 2):
            n = min(men, left.get((f, s), 0))
            if n:
                _take(left, (f, s), n)
                men -= n
        if after[key] == (0, 0):
            del after[key]
        new = (to, min(place), spent + cost)
        old = after.get(new, (0, 0))
        after[new] = (old[0] + k, old[1] + m)
        act = ("sail", f, to, k, m, self.named(f, self.place(f, name)), self.named(to, place), spent)
        return act, ("ships", left, after)

    def count(self, phase: str, ashore: Ashore, fleets: Fleets, depth: int) -> int:
        """How many lines of so many acts there are."""
        if depth == 0:
            return 1
        return sum(self.count(*after, depth - 1) for _, after in self.acts(phase, ashore, fleets))


def _take(held: Ashore, key: tuple[str, int], n: int) -> None:
    held[key] -= n
    if not held[key]:
        del held[key]
