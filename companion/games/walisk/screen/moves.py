"""Walisk's movement by touch: a stack from here to there over as many steps as the rules allow.

A touch on an own stack takes all of it, a long touch takes one; the next touch says where to. A touch on another field
first gathers: every stack touched then goes there. Walk or sail follows from what is touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from companion import i18n
from companion.app.entry.numbers import NUMBER, TENS, number_keys
from companion.app.entry.strip import Acts, Key, Keys
from companion.app.viewmodel import Choice
from companion.engine.types import Input, Ruling, word
from companion.engine.words import N_, Where
from companion.games.walisk.inputs import Sail, Voyage, Walk
from companion.games.walisk.prospects import Foray, chance_of, of_entry
from companion.games.walisk.routes import Reach, Route, Stack, fleets_in, march, men_in, part_of, reach, sources
from companion.games.walisk.state import Phase, State
from companion.games.walisk.words.names import water_line
from companion.games.walisk.words.panel import percent

WAY, ALL, ON_FOOT, BY_SHIP = "way:", "gather", "foot", "ship"


@define
class Marching:
    """``start``: the field whose stack is taken, ``n``: how many of it (None: all); ``goal``: where others gather."""

    painter: Any
    start: str = ""
    n: int | None = None
    ships: bool | None = None  # None: what the goal asks for
    goal: str = ""
    open: tuple[Route, ...] = ()  # ways that differ: the table says which
    ten: int | None = None  # which ten of many numbers is open
    again: bool = False  # the stack was moved from already: a touch on another one takes that
    _reach: tuple[Any, dict[Stack, Reach]] = field(init=False, default=(None, {}))

    @property
    def s(self) -> State:
        found: State = self.painter.session.state
        return found

    @property
    def seat(self) -> int:
        return self.s.due[0]

    def on(self) -> bool:
        """Whether movement is what is owed."""
        s = self.s
        return s.phase in (Phase.MEN, Phase.SHIPS) and bool(s.due) and not s.bouts

    def fresh(self, mine: bool) -> None:
        """After an act the same stack may go on (``mine``: it was entered here); after anything else nothing is."""
        keep = mine and self.start and self.on() and bool(self.stacks(self.start))
        self.goal, self.open = "", ()
        if keep:
            self.again = True
            most = max(self._size(x) for x in self.stacks(self.start))
            self.n = min(self.n, most) if self.n is not None else None
        else:
            self.forget()

    def forget(self) -> None:
        self.start, self.n, self.ships, self.goal, self.open, self.again = "", None, None, "", (), False
        self.ten = None

    # ------------------------------------------------------------ stacks
    def stacks(self, f: str) -> tuple[Stack, ...]:
        """What can move out of a field: men first, as the rules have it."""
        s, seat = self.s, self.seat
        men = men_in(s, seat, f) if s.phase == Phase.MEN else ()
        found = (*men, *fleets_in(s, seat, f))
        if self.ships is not None:
            found = tuple(x for x in found if bool(x.ships) == self.ships)
        return tuple(x for x in found if self.reached(x))

    def reached(self, stack: Stack) -> Reach:
        if self._reach[0] is not self.s:
            self._reach = (self.s, {})
        known = self._reach[1]
        if stack not in known:
            known[stack] = reach(self.s, stack)
        return known[stack]

    @staticmethod
    def _size(stack: Stack) -> int:
        return stack.ships or stack.men

    def taken(self) -> tuple[Stack, ...]:
        """The stacks that are meant, each with as many as were asked for; one number takes from the first that has."""
        found = self.stacks(self.start)
        if self.n is None:
            return found
        n = self.n
        return tuple(part_of(self.s, x, min(n, self._size(x))) for x in found if self._size(x) >= n) or found[:1]

    # ------------------------------------------------------------ touches
    def space(self, f: str, one: bool) -> Acts | None:
        """What a touch enters; None: nothing here can be meant by it."""
        if self.goal:
            return self._gather(f)
        if self.start and f != self.start and not (self.again and self.stacks(f)):
            there = self.go(f)
            if there is not None:
                return there
        if f == self.start and not one:
            self.forget()
            return ()
        kept, self.ships = self.ships, None
        if self.stacks(f):
            self.start, self.n, self.open, self.again = f, 1 if one else None, (), False
            return ()
        self.ships = kept
        if not self.start and sources(self.s, self.seat, f) and self.s.phase == Phase.MEN:
            self.goal = f
            return ()
        return None

    def go(self, to: str) -> Acts | None:
        """The way to a field, or the ways among which the table chooses; None: there is none."""
        routes = [r for stack in self.taken() for r in self.reached(stack).get(to, ())]
        if not routes:
            return None
        walks = [r for r in routes if not r.stack.ships]
        sails = [r for r in routes if r.stack.ships]
        if walks and sails:
            own = self.s.owner[self.s.world.index[to]] == self.seat
            self.open = tuple(walks[:1] + sails[:1]) if not own else ()
            if own:
                routes = walks  # home on foot: nobody takes a ship there
        elif len(routes) > 1 and len({r.differs for r in routes}) > 1:
            self.open = tuple(routes)
        if self.open:
            return ()
        stacks = self.taken()
        if walks and not sails and self.n is None and len(stacks) > 1:
            return march(self.s, tuple(x for x in stacks if not x.ships), to) or routes[0].acts
        return routes[0].acts

    def _gather(self, f: str) -> Acts | None:
        """One more stack goes where others go."""
        if f == self.goal:
            self.forget()
            return ()
        stack = sources(self.s, self.seat, self.goal).get(f)
        if stack is None:
            return None
        goal, acts = self.goal, march(self.s, (stack,), self.goal)
        self.forget()
        self.goal = goal
        return acts

    def carry(self, start: str, end: str) -> Acts | None:
        self.forget()
        if not self.stacks(start):
            return None
        self.start = start
        return self.go(end)

    def refused(self, f: str) -> Acts:
        """The step that the touch would have been, so that the desk says why not."""
        world = self.s.world
        if not self.start or f not in world.index:
            return ()
        for stack in self.taken():
            act: Input = Walk(stack.seat, stack.field, f, max(1, stack.men), stack.spent)
            if stack.ships:
                goal = world.stations[world.index[f]]
                water = world.water(goal[0]) if goal else ""
                act = Sail(stack.seat, stack.field, f, stack.ships, stack.men, stack.water, water, stack.spent)
            if isinstance(self.painter.session.check(act), Ruling):
                return (act,)
        return ()

    # ------------------------------------------------------------ what is shown
    def chosen(self) -> tuple[str, ...]:
        return tuple(x for x in (self.start, self.goal) if x)

    def targets(self) -> Mapping[str, str] | None:
        """Where the stack can go; where stacks can come from, with their number; what can move at all."""
        if self.goal:
            return {f: str(x.men) for f, x in sources(self.s, self.seat, self.goal).items()}
        if self.start:
            return {f: self._tag(f, r[0]) for x in reversed(self.taken()) for f, r in self.reached(x).items()}
        return {f: "" for f in self.s.world.ids if f in self.loose() and self.stacks(f)}

    def _tag(self, to: str, route: Route) -> str:
        """How likely the fight is won that the way leads into."""
        s = route.acts[-1]
        f = self.s.world.index[to]
        fight = of_entry(self.s, f, self.seat, s.men + (s.ships if isinstance(s, Sail) else 0))
        return "" if fight is None or isinstance(fight, Foray) else f"{percent(chance_of(fight))} %"

    def loose(self) -> frozenset[str]:
        s = self.s
        here = s.here[self.seat] if s.due else 0
        return frozenset(name for i, name in enumerate(s.world.ids) if here >> i & 1)

    def keys(self, ends: tuple[Key, ...]) -> Keys:
        field_of = self.painter.speaker.field
        if self.open:
            told = {r.differs: self._way(r) for r in self.open}
            keys = tuple(Key(Choice(f"{WAY}{i}", t[0], t[1]), r.acts)
                         for i, (r, t) in enumerate(zip(self.open, told.values(), strict=False)))  # fmt: skip
            return Keys(i18n.gettext(N_("Which way?")), keys, ends)
        if self.goal:
            found = sources(self.s, self.seat, self.goal)
            acts = march(self.s, tuple(found.values()), self.goal)
            n = sum(x.men for x in found.values())
            all_of = Key(Choice(ALL, i18n.gettext(N_("All of them")), self.men(n)), acts)
            return Keys(i18n.gettext(N_("To {place}")).format(place=field_of(Where(self.goal))), (all_of,), ends)
        if self.start:
            return Keys(self._title(), tuple(self._numbers()), ends)
        return Keys("", (), ends)

    def _title(self) -> str:
        """What is taken, and from where."""
        told = []
        stacks = self.taken()
        men = sum(x.men for x in stacks if not x.ships)
        ships = sum(x.ships for x in stacks if x.ships)
        if men:
            told.append(self.men(men))
        if ships:
            told.append(self._ships(ships))
        place = self.painter.speaker.field(Where(self.start))
        return i18n.gettext(N_("{place}: {what}")).format(place=place, what=", ".join(told))

    def _numbers(self) -> list[Key]:
        stacks = self.stacks(self.start)
        if not stacks:
            return []
        keys: list[Key] = []
        afloat = any(x.ships for x in stacks)
        on_foot = any(not x.ships for x in stacks)
        most = max(self._size(x) for x in stacks)
        total = sum(self._size(x) for x in stacks if bool(x.ships) == bool(stacks[0].ships))
        if most > 1 or total > 1:
            keys += number_keys(dict.fromkeys(range(1, most + 1), ()), most, self.n or most, self.ten)
        if afloat and (on_foot or self.ships is not None):
            now = self.ships
            keys.insert(0, Key(Choice(BY_SHIP, i18n.gettext(N_("Ships")), chosen=now is True)))
            keys.insert(0, Key(Choice(ON_FOOT, i18n.gettext(N_("Men")), chosen=now is False)))
        return [*self._voyages(), *keys]

    def _voyages(self) -> list[Key]:
        """Units that may leave the board from here."""
        out = []
        for e in self.painter.session.legal(self.seat):
            if isinstance(e, Voyage) and e.field == self.start and isinstance(e.men, int):
                told = f"{self._ships(e.ships)}, {self.men(e.men)}"
                out.append(Key(Choice(f"voyage:{e.ships}:{e.men}", self.painter.kind(word(Voyage)), told), (e,)))
        return out[-1:]

    def touch(self, key: str) -> Acts | None:
        if key.startswith(NUMBER):
            self.n, self.again = int(key.removeprefix(NUMBER)), False
            most = max((self._size(x) for x in self.stacks(self.start)), default=0)
            self.n = None if self.n == most else self.n
            return ()
        if key.startswith(TENS):
            self.ten = int(key.removeprefix(TENS))
            return ()
        if key in (ON_FOOT, BY_SHIP):
            self.ships, self.n = key == BY_SHIP, None
            return ()
        return None

    def men(self, n: int) -> str:
        return i18n.ngettext("{n} man", "{n} men", n).format(n=n)

    def _ships(self, n: int) -> str:
        return i18n.ngettext("{n} ship", "{n} ships", n).format(n=n)

    def _way(self, r: Route) -> tuple[str, str]:
        """A way by what sets it apart: on foot or by ship, its water, where a retreat would lead, what it causes."""
        _, speaker = i18n.gettext, self.painter.speaker
        name = _(N_("By ship")) if r.stack.ships else _(N_("On foot"))
        told: list[str] = []
        water = water_line(r.stack.water, self.s.world.config.board) if r.stack.water else None
        if water is not None:
            told.append(speaker.tell(water))
        if r.back:
            told.append(_(N_("from {place}")).format(place=speaker.field(Where(r.back))))
        told += [t for e in r.causes if e.audience is None and (t := speaker.event(e))]
        return name, ", ".join(told)
