"""What the capture proposes, by kind: how much of it is right, and how much was said surely and is wrong.

Measured on maps of both hands at the moment each proposal is shown, before anybody puts one right.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from attrs import define, field, frozen

from companion.capture.geometry import inside
from companion.capture.stage import DOUBT_MM
from companion.capture.workshop import Workshop
from tests.owners.person import NEAR_PX, Person, Spot
from vision.camera import apply

KINDS = ("corner", "outline", "colour", "link", "shield", "space", "town")
AIMS = {"hibernia": 60, "brian_boru": 16}
TOWN_MM = 4.5  # nearer than this to its printed middle a town is right
LIKE = 0.8  # intersection over union of an outline that is right
Seen = tuple[bool, bool]  # right, said for sure


@define
class Judge(Person):
    """A person who keeps count of the proposals. ``shop``: what they are taken from."""

    shop: Workshop = field(kw_only=True)
    seen: dict[str, list[Seen]] = field(factory=lambda: {k: [] for k in KINDS}, kw_only=True)

    def do_corners(self) -> None:
        w, h = self.truth.size_mm
        shown = self.hands.stage().dots
        size = self.truth.picture
        for p in ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h)):
            x, y = self._px(p)
            if len(shown) == 4:
                off = min(math.dist((x, y), (d.at[0] * size[0], d.at[1] * size[1])) for d in shown)
                self.seen["corner"].append((off < NEAR_PX, not self.shop.drawn.unsure))
        super().do_corners()

    def _own(self, spot: Spot) -> Any:
        """What was captured for a county: its middle lies there."""
        ring, at = [self._mm(p) for p in spot.polygon], self._mm(spot.at)
        return min(self.shop.drawn.of("county"), key=lambda s: (not inside(ring, s.at), math.dist(s.at, at)))

    def _mm(self, p: tuple[float, float]) -> tuple[float, float]:
        m = self.shop.homography()
        x, y = apply(np.linalg.inv(m), [self._px(p)])[0]
        return (float(x), float(y))

    def _like(self, shown: Sequence[tuple[float, float]], true: Spot) -> float:
        """How alike two outlines are, both in mm of the captured board."""
        back = self.shop.homography()
        w, h = self.truth.picture
        ring = [(float(x) / w, float(y) / h) for x, y in apply(back, shown)] if len(shown) > 2 else []
        return self._likeness(ring, true.polygon)

    def _put_right(self) -> None:
        for spot in self.truth.of("county"):
            own = self._own(spot)
            if own.polygon:
                self.seen["outline"].append((self._like(own.polygon, spot) >= LIKE, own.sure))
            self.seen["colour"].append((own.ink == spot.ink, own.sure))
        super()._put_right()

    def do_links(self) -> None:
        name = {self._own(s).id: s.id for s in self.truth.of("county")}
        central = {s.id for s in self.truth.of("county") if s.central}
        d = self.shop.drawn
        shown = {tuple(sorted((name[a], name[b]))): mm for (a, b), mm in d.offered.items() if a in name and b in name}
        for pair in {p for p, mm in shown.items() if mm >= DOUBT_MM[1]} | set(self.truth.links):
            if not central.issuperset(pair):
                mm = shown.get(pair, 0.0)
                said = mm >= DOUBT_MM[1]
                sure = mm >= DOUBT_MM[2] or mm < DOUBT_MM[0]
                self.seen["link"].append((said == (pair in self.truth.links), sure))
        super().do_links()

    def do_track(self) -> None:
        self._first = True
        super().do_track()

    _first: bool = field(init=False, default=False)

    def _wrong_space(self, fields: Sequence[Spot]) -> bool:
        if self._first:
            self._first = False
            rings = [[self._mm(p) for p in f.polygon] for f in fields]
            used: set[int] = set()
            for c in self.shop.drawn.rows["track"].cells:
                i = next((k for k, r in enumerate(rings) if inside(r, c.at)), -1)
                right = i >= 0 and i not in used and fields[i].ink == c.ink
                used.add(i)
                self.seen["space"].append((right, c.sure))
        return super()._wrong_space(fields)

    def do_shield(self) -> None:
        spot = self.truth.of("shield")[0]
        land = self.shop.eyes().land(self._mm(spot.at), tuple(s.at for s in self.shop.drawn.of("county")), False)
        holds = any(inside(land["polygon"], s.at) for s in self.shop.drawn.of("county"))
        if land["polygon"] and not holds:
            self.seen["shield"].append((self._like(land["polygon"], spot) >= 0.75, bool(land["sure"])))
        super().do_shield()

    def do_towns(self) -> None:
        for s in self.shop.drawn.of("town"):
            if "fixed" not in s.tags:
                self.seen["town"].append((self._town_off(s) < TOWN_MM, s.sure))
        super().do_towns()

    def _town_off(self, own: Any) -> float:
        return math.dist(own.at, self._mm(next(s.at for s in self.truth.of("town") if s.id == own.id)))


@frozen
class Owner:
    """One owner: touches by step, proposals by kind, whether the board is on the shelf as it is printed, and whether
    the last check called it complete."""

    seed: int
    spent: Mapping[str, int]
    seen: Mapping[str, Sequence[Seen]]
    right: bool
    complete: bool
    notes: Sequence[str] = ()  # what was put right

    @property
    def touches(self) -> int:
        return sum(self.spent.values())


def owner_of(board: Any, picture: Any, truth: Any, seed: int) -> Owner:
    """``picture``: BGR of the board on its table; ``truth``: what a person sees there."""
    shop = Workshop(board.game)
    shop.take_picture(picture)
    rng = random.Random(seed)
    judge = Judge(truth, shop, lambda: rng.uniform(-1, 1), shop=shop)
    if board.game == "brian_boru":
        judge.run()
        towns = shop.drawn.of("town")
        complete = shop.finished and len(towns) == len(truth.of("town")) and all(s.sure for s in towns)
        right = shop.finished and all(judge._town_off(s) < TOWN_MM for s in towns)
        return Owner(seed, judge.spent, judge.seen, right, complete, judge.notes)
    judge.run("check")
    stage = shop.stage()
    complete = stage.ready and all(n.state == "ok" for n in stage.notes)
    right = stage.step == "check" and as_printed(judge, board)
    judge.run()
    return Owner(seed, judge.spent, judge.seen, right, complete, judge.notes)


def as_printed(judge: Judge, board: Any) -> bool:
    """Every space of the track in its place and colour, every county's colour and mark, every link."""
    cells = judge.shop.drawn.rows["track"].cells
    fields = judge.truth.track
    held = len(cells) == len(fields) and all(
        inside([judge._mm(p) for p in f.polygon], c.at) and c.ink == f.ink for c, f in zip(cells, fields, strict=True)
    )
    name = {judge._own(s).id: s for s in judge.truth.of("county")}
    spots = judge.shop.drawn.of("county")
    if not held or len(name) != len(spots):
        return False
    marks = all(
        s.ink == name[s.id].ink and ("fortress" in s.tags) == name[s.id].fortress
        and ("central" in s.tags) == name[s.id].central for s in spots
    )  # fmt: skip
    document = judge.shop.document()
    near = {s["id"]: s["neighbours"] for s in document["spaces"] if s["kind"] == "county"}
    links = {tuple(sorted((name[a].id, name[b].id))) for a, row in near.items() for b in row}
    return marks and links == set(judge.truth.links)


def owner(game: str, hand: str, seed: int) -> Owner:
    """An owner of one game's board by the ``first`` or the ``second`` hand, through that hand's camera."""
    from tests.owners.bench import placed, truth_of
    from tests.strangers.lens import shoot

    board = printed(game, hand, seed)
    if hand == "first":
        _conditions, table = placed(board, seed)
        return owner_of(board, table.shoot(), truth_of(board, table.truth().homography), seed)
    shot = shoot(board.art, board.size_mm, seed)
    return owner_of(board, shot.picture, truth_of(board, shot.go), seed)


def printed(game: str, hand: str, seed: int) -> Any:
    """A board of one game as the ``first`` or the ``second`` hand draws it."""
    from tests.strangers import stranger_board
    from tests.strangers.chart import draw_chart
    from tests.strangers.folio import draw_folio

    if hand == "first":
        return stranger_board(game, seed, 4.0)
    return draw_folio(seed) if game == "hibernia" else draw_chart(seed)


def both_hands(quick: bool) -> dict[tuple[str, str], list[Owner]]:
    """Owners by game and by the hand that drew their boards."""
    out: dict[tuple[str, str], list[Owner]] = {}
    for game, hand in ((g, h) for g in AIMS for h in ("first", "second")):
        for seed in range(1, 2 if quick else 11):
            found = owner(game, hand, seed)
            say(f"{game}, {hand} hand, {described(found)}")
            out.setdefault((game, hand), []).append(found)
    return out


def say(text: str) -> None:
    """A line for whoever waits for the numbers."""
    print(text, file=sys.stderr, flush=True)


def described(o: Owner) -> str:
    """One owner in a line."""
    kinds = ", ".join(_counted(k, v) for k, v in o.seen.items() if v)
    state = ("" if o.right else "not ") + "as printed" + (", called complete" if o.complete else "")
    return f"board {o.seed}: {o.touches} touches, {state}; right at once, and sure: {kinds}"


def _counted(kind: str, seen: Sequence[Seen]) -> str:
    wrong = sum(s and not r for r, s in seen)
    told = f"{kind} {sum(r for r, _s in seen)} of {len(seen)}, {sum(s for _r, s in seen)}"
    return f"{told} ({wrong} wrong)" if wrong else told


def told(owners: Mapping[tuple[str, str], Sequence[Owner]]) -> dict[str, Any]:
    """Metrics: touches, boards as printed, boards wrongly called complete, proposals by kind."""
    out: dict[str, Any] = {}
    for (game, hand), all_of in owners.items():
        start, n = f"capture.{game}.{hand}", len(all_of)
        touches = sorted(o.touches for o in all_of)
        out[f"{start}.touches"] = _metric(touches[n // 2], "touches", AIMS[game])
        out[f"{start}.touches.most"] = _metric(touches[-1], "touches", AIMS[game])
        if game == "hibernia":
            out[f"{start}.track.most"] = _metric(max(o.spent.get("track", 0) for o in all_of), "touches", 15)
        out[f"{start}.as_printed"] = _metric(sum(o.right for o in all_of), "boards", n)
        out[f"{start}.complete_but_wrong"] = _metric(sum(o.complete and not o.right for o in all_of), "boards", None)
        for kind in KINDS:
            seen = [s for o in all_of for s in o.seen[kind]]
            if seen:
                out[f"{start}.{kind}.right"] = _metric(sum(r for r, _s in seen), "proposals", len(seen))
                out[f"{start}.{kind}.sure"] = _metric(sum(s for _r, s in seen), "proposals", len(seen))
                out[f"{start}.{kind}.sure_wrong"] = _metric(sum(s and not r for r, s in seen), "proposals", None)
    return out


def _metric(value: float, unit: str, aim: float | None) -> dict[str, Any]:
    return {"value": value, "unit": unit, "baseline": aim, "ratio": value / aim if aim else None}
