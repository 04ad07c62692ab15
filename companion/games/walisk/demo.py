"""Players of Walisk's demo table: takes what lies open, besieges what is undefended, buys houses, then men."""

from __future__ import annotations

import random
from typing import Any

from attrs import evolve

from companion.demo.player import Players
from companion.engine.dealing import deal
from companion.engine.legal import Between, Some, complete
from companion.engine.masks import bits
from companion.engine.types import Input, Over, Roll, answers
from companion.games.walisk import inputs as acts
from companion.games.walisk.accord import enemies
from companion.games.walisk.game import GAME
from companion.games.walisk.state import MAN, State, count_of, units_of

ROUNDS = 4  # a year
WEARY = 160  # rounds of war after which equal armies wait for each other no longer: else some games never end


class Warrior:
    """Chooses among the legal inputs of a seat; the same seed plays the same game."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self._fronts: tuple[Any, dict[int, int]] = (None, {})

    def pick(self, n: int) -> int:
        return self.r.randrange(n)

    # ------------------------------------------------------------ the board
    def distance(self, s: State, seat: int) -> dict[int, int]:
        """Steps on foot from each district to the nearest one that is not the seat's own."""
        if self._fronts[0] == (seat, s.own[seat]):
            return self._fronts[1]
        w = s.world
        found = {f: 0 for f in bits(w.settle & ~s.own[seat])}
        ring = list(found)
        while ring:
            nxt = []
            for f in ring:
                for g in w.links[f]:
                    if g not in found and w.settle >> g & 1:
                        found[g] = found[f] + 1
                        nxt.append(g)
            ring = nxt
        self._fronts = ((seat, s.own[seat]), found)
        return found

    def strength(self, s: State, seat: int, f: int) -> int:
        return sum(units_of(s, f, p) for p in enemies(s, seat, f))

    def walk(self, s: State, seat: int, e: acts.Walk) -> tuple[float, int]:
        w = s.world
        f, to = w.index[e.field], w.index[e.to]
        open_to: Any = e.men
        most: int = open_to.high if isinstance(open_to, Between) else open_to
        foes = self.strength(s, seat, f)
        if foes or (s.houses[f] and s.owner[f] not in (-1, seat)):
            return 0, 0  # a battle or a siege is not left
        keep = 2 if s.capital[seat] == f else 0
        free = min(most, count_of(s, f, seat, MAN) - keep)
        if free < 1:
            return 0, 0
        if s.owner[to] == seat:
            here, there = self.distance(s, seat).get(f, 9), self.distance(s, seat).get(to, 9)
            need = self.strength(s, seat, to)
            if need:
                return 6, free
            return (1.0, free) if there < here and here > 1 else (0, 0)
        need, houses = self.strength(s, seat, to), s.houses[to]
        mine = units_of(s, to, seat)
        if w.void >> to & 1:
            return 0, 0
        if not need and not houses:
            return (0, 0) if mine else (10.0 + self.r.random(), 1)
        if houses and not need:
            wanted = houses + 2
            return (14.0, free) if free + mine >= wanted and mine < wanted else (0, 0)
        rukr = s.rukr[to] == need
        wanted = need + 1 if rukr else (2 if s.round <= WEARY else 1) * need + houses
        if mine >= wanted or free + mine < wanted:
            return 0, 0
        return (8.0 if rukr else 5.0) - need * 0.2 + self.r.random(), min(free, wanted + 2 - mine)

    # ------------------------------------------------------------ choosing
    def act(self, s: State) -> Input | None:
        """One answer to what is owed first; None when the game is over."""
        owed = GAME.pending(s)
        first = owed[0]
        if isinstance(first, Over):
            return None
        if isinstance(first, Roll):
            return deal(first, self.pick)
        seat = first.seats[self.pick(len(first.seats))]  # type: ignore[attr-defined]
        entries = [e for e in GAME.options_of(s, seat) if answers(first, e)]
        kinds = {type(e) for e in entries}
        if acts.Buy in kinds or acts.Place in kinds:
            return self.muster(s, seat, entries)
        if acts.Walk in kinds or acts.Sail in kinds or acts.Voyage in kinds:
            return self.move(s, seat, entries)
        if acts.Start in kinds:
            return entries[self.pick(len(entries))]
        if acts.Lose in kinds:
            return self.lose(entries[0])
        if acts.Flee in kinds or acts.Retreat in kinds or acts.Stay in kinds:
            return self.stay(s, seat, entries)
        fights = [e for e in entries if not isinstance(e, acts.Done) and self.wanted(s, seat, e)]
        if fights:
            chosen = fights[self.pick(len(fights))]
            if isinstance(chosen, acts.Storm) and isinstance(chosen.units, Between):
                return evolve(chosen, units=chosen.units.high)
            return complete(chosen, self.pick)
        done = [e for e in entries if isinstance(e, acts.Done)]
        return done[0] if done else complete(entries[self.pick(len(entries))], self.pick)

    def wanted(self, s: State, seat: int, e: Input) -> bool:
        if isinstance(e, acts.Attack):
            f = s.world.index[e.field]
            if s.world.sea >> f & 1:
                return False
            if s.world.opt["raids"] == "foray":  # a district without owner is fought for as well
                return True
            return s.world.side_of(e.against) in enemies(s, seat, f)
        return True

    def lose(self, e: Input) -> Input:
        """Men before ships, unmarked before marked."""
        assert isinstance(e, acts.Lose)
        open_field: Any = e.lost
        assert isinstance(open_field, Some)
        left, out = open_field.n, []
        for name, most in sorted(open_field.of, key=lambda kn: (kn[0].startswith("ship"), "*" in kn[0])):
            n = min(left, most)
            if n:
                out.append((name, n))
            left -= n
        return evolve(e, lost=tuple(out))

    def stay(self, s: State, seat: int, entries: list[Input]) -> Input:
        f = s.world.index[entries[0].field]  # type: ignore[attr-defined]
        foes = self.strength(s, seat, f)
        weak = foes > 2 * units_of(s, f, seat) and s.capital[seat] != f
        leave = [e for e in entries if not isinstance(e, acts.Stay)]
        stay = [e for e in entries if isinstance(e, acts.Stay)]
        if (weak or not stay) and leave:
            return leave[self.pick(len(leave))]
        return stay[0]

    def muster(self, s: State, seat: int, entries: list[Input]) -> Input:
        places = [e for e in entries if isinstance(e, acts.Place)]
        if places:
            return self.place(s, seat, places)
        goods = s.goods[seat]
        buys = {e.kind: e for e in entries if isinstance(e, acts.Buy)}
        if "house" in buys and not goods[2] and self.house_room(s, seat):
            return evolve(buys["house"], n=1)
        if "man" in buys:
            n: Any = buys["man"].n
            return evolve(buys["man"], n=n.high if isinstance(n, Between) else n)
        return next(e for e in entries if isinstance(e, acts.Done))

    def house_room(self, s: State, seat: int) -> bool:
        w = s.world
        for f in bits(s.own[seat] & ~s.grown):
            most = w.box.most_capital if s.capital[seat] == f else w.box.most
            if s.houses[f] and s.houses[f] < most:
                return True
            if not s.houses[f] and not w.near[f] & s.built and len(bits(s.own[seat] & s.built)) < 4:
                return True
        return False

    def place(self, s: State, seat: int, places: list[acts.Place]) -> Input:
        w = s.world
        near = self.distance(s, seat)

        def worth(e: acts.Place) -> float:
            f = w.index[e.field]
            if e.kind == "house":
                return 10.0 * (s.capital[seat] == f) + s.houses[f]
            threat = sum(self.strength(s, seat, g) for g in w.links[f])
            alone = 5.0 if s.capital[seat] == f and units_of(s, f, seat) < 3 else 0.0
            return alone - near.get(f, 9) + 0.1 * min(threat, 9) + self.r.random()

        best = max(places, key=worth)
        n: Any = best.n
        if isinstance(n, Between):
            best = evolve(best, n=max(1, (n.high + 1) // 2))
        return best

    def move(self, s: State, seat: int, entries: list[Input]) -> Input:
        best, score, men = None, 0.0, 0
        for e in entries:
            if isinstance(e, acts.Walk):
                worth, n = self.walk(s, seat, e)
                if worth > score and n:
                    best, score, men = e, worth, n
        if best is not None:
            return evolve(best, men=men)
        return next(e for e in entries if isinstance(e, acts.Done))


def _year_over(s: State) -> bool:
    return s.round > ROUNDS


PLAYERS = Players(Warrior, (acts.Walk, acts.Sail, acts.Place), _year_over)
