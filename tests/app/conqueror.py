"""A player of Walisk who wants the title: one army, the target it is strong enough for, and the reserves behind it."""

from __future__ import annotations

import math
from typing import Any

from attrs import evolve

from companion.engine.legal import Between
from companion.engine.masks import bits
from companion.engine.types import Input
from companion.games.walisk import inputs as acts
from companion.games.walisk.demo import Warrior
from companion.games.walisk.state import MAN, State, count_of, units_of

MARGIN = 1.5  # how many roots of the enemy's number an army wants to be stronger by
CALM = 24  # rounds after which people wait less
HASTE = 0.03  # of the margin, a round


class Conqueror(Warrior):
    """Attacks with all that is free, where the odds are clearly with it; what is not needed at home follows."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._ways: tuple[Any, dict[int, int]] = (None, {})

    def wanted_at(self, s: State, seat: int, to: int) -> int:
        """Men that are enough to take a district from who holds it."""
        need, houses = self.strength(s, seat, to), s.houses[to]
        if not need:
            return houses + 2 if houses else 1
        if s.rukr[to] == need:
            return need + 1 + houses
        margin = max(0.0, MARGIN - max(0, s.round - CALM) * HASTE)
        return need + max(1, math.ceil(margin * math.sqrt(need))) + houses

    def targets(self, s: State, seat: int, f: int) -> list[int]:
        w = s.world
        return [g for g in w.links[f] if w.settle >> g & 1 and s.owner[g] != seat and not w.void >> g & 1]

    def way(self, s: State, seat: int) -> dict[int, int]:
        """Steps over own land to the district from which the easiest target can be attacked."""
        key = (s.round, seat, s.own[seat])
        if self._ways[0] == key:
            return self._ways[1]
        w, best = s.world, (math.inf, -1)
        for f in bits(s.own[seat]):
            here = units_of(s, f, seat)
            near = here + sum(count_of(s, h, seat, MAN) for h in w.links[f] if s.owner[h] == seat)
            for g in self.targets(s, seat, f):
                best = min(best, (self.wanted_at(s, seat, g) - near - 2 * (s.houses[g] > 0), f))
        found = {best[1]: 0} if best[1] >= 0 else {}
        ring = list(found)
        while ring:
            after = []
            for f in ring:
                for g in w.links[f]:
                    if s.owner[g] == seat and g not in found:
                        found[g] = found[f] + 1
                        after.append(g)
            ring = after
        self._ways = (key, found)
        return found

    def walk(self, s: State, seat: int, e: acts.Walk) -> tuple[float, int]:
        w = s.world
        f, to = w.index[e.field], w.index[e.to]
        capital, open_to = s.capital[seat] == f, e.men
        most: int = open_to.high if isinstance(open_to, Between) else open_to
        free = min(most, count_of(s, f, seat, MAN) - (2 if capital else 0))
        if free < 1 or w.void >> to & 1 or self.strength(s, seat, f):
            return 0, 0
        if s.houses[f] and s.owner[f] not in (-1, seat):
            return 0, 0  # a siege is not left
        need = self.strength(s, seat, to)
        if s.owner[to] == seat:
            return (6, free) if need else self.follow(s, seat, f, to, free)
        mine, wanted = units_of(s, to, seat), self.wanted_at(s, seat, to)
        if not need and not s.houses[to]:
            return (0, 0) if mine else (10.0 + self.r.random(), 1)
        if mine >= wanted or free + mine < wanted:
            return 0, 0
        if not need:
            return 14.0, free
        if s.rukr[to] == need:
            return 8.0 - need * 0.2 + self.r.random(), min(free, wanted + 2 - mine)
        return 5.0 - need * 0.2 + self.r.random(), free

    def follow(self, s: State, seat: int, f: int, to: int, free: int) -> tuple[float, int]:
        """Men go to the army; the capital keeps as many as could come."""
        way = self.way(s, seat)
        if way.get(to, 99) >= way.get(f, 99):
            return 0, 0
        if s.capital[seat] == f:
            free -= max((self.strength(s, seat, g) for g in s.world.links[f]), default=0)
        return (1.0, free) if free > 0 else (0, 0)

    def place(self, s: State, seat: int, places: list[acts.Place]) -> Input:
        w, way = s.world, self.way(s, seat)

        def worth(e: acts.Place) -> float:
            f = w.index[e.field]
            if e.kind == "house":
                return 10.0 * (s.capital[seat] == f) + s.houses[f]
            alone = 50.0 if s.capital[seat] == f and units_of(s, f, seat) < 3 else 0.0
            return alone - way.get(f, 60) + 0.5 * self.r.random()

        best = max(places, key=worth)
        n: Any = best.n
        return evolve(best, n=max(1, (n.high + 1) // 2)) if isinstance(n, Between) else best
