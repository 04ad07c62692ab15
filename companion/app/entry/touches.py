"""Spaces touched one after the other, for any game: every touch narrows what can be meant until one act is left.

A touch that no act allows is sent all the same: the desk refuses it with its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, zip_longest
from typing import Any, ClassVar

import attrs
from attrs import define, field

from companion import i18n
from companion.app.entry.numbers import TENS, number_keys
from companion.app.entry.strip import Acts, Key, Keys, Throw
from companion.app.viewmodel import Choice
from companion.engine.codec import text
from companion.engine.legal import Between, Pool, Some, complete, completions, open_fields
from companion.engine.session import APP_DICE
from companion.engine.types import (
    MALFORMED,
    Choose,
    Input,
    Roll,
    Rolled,
    Ruling,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    answers,
    word,
)
from companion.engine.words import N_, Where
from companion.table.dice import BATCH

FEW = ((22, 8), (44, 6), (50, 4), (1000, 3))  # ways that are keys at once, by the letters of the longest; else a page
MANY = 64  # ways that are looked at
MOST_CARDS = 12  # cards that are offered as keys
PLAIN = 12  # acts without a place that stand as keys before anything is touched
END = ("done", "stay", "end_turn", "declared", "pass", "no_deal", "rest", "proceed", "stuck", "decline", "confirm")
DIE, APP, APP_ON, BACK_DIE, ACT, NONE, OPEN = "die:", "app", "app_on", "die_back", "enter:", "none", "enter:open:"
ONWARD = "enter:onward"


@define
class Touches:
    """``painter``: session, speaker and badges of the table. ``listed``: legal entries of all who are asked."""

    painter: Any
    listed: Callable[[], list[Input]]
    goes_on: ClassVar[bool] = False  # whether throws follow one another
    touched: list[str] = field(factory=list)
    opened: Input | None = None  # an act without a place whose number is asked for
    faces: list[str] = field(factory=list)  # of dice that are tapped one after the other
    ten: int | None = None  # which ten of a long range of numbers is open
    turned: int = 0  # how often the page of a long list of ways was turned
    _at: int = -1

    # ------------------------------------------------------------ what is known
    @property
    def session(self) -> Any:
        return self.painter.session

    def fresh(self) -> None:
        """Touches belong to the moment they were made in."""
        if self._at != self.session.length:
            self._at = self.session.length
            self.forget()

    def forget(self) -> None:
        self.touched, self.faces, self.opened, self.ten, self.turned = [], [], None, None, 0

    @property
    def busy(self) -> bool:
        """Whether something is half entered."""
        return bool(self.touched) or self.opened is not None

    def entries(self) -> list[Input]:
        """What answers a duty; rights that need no turn are entered in the form."""
        duties = [p for p in self.session.pending() if isinstance(p, Choose)]
        return [e for e in self.listed() if any(answers(p, e) for p in duties)]

    def places(self, entry: Input) -> list[str]:
        """The spaces that an entry names, in the order in which they are touched."""
        known = self.session.config.board.space
        values = [getattr(entry, a.name) for a in attrs.fields(type(entry)) if a.name != "seat"]
        return [v for v in values if isinstance(v, str) and v in known]

    def left(self, touched: list[str] | None = None) -> list[Input]:
        """Entries that name the touched spaces first; none where nothing was touched."""
        touched = self.touched if touched is None else touched
        if not touched:
            return []
        return self.preferred([e for e in self.entries() if self.places(e)[: len(touched)] == touched])

    def preferred(self, found: list[Input]) -> list[Input]:
        """Of entries that differ in nothing one touches, those that are due first; games may know better."""
        by = {getattr(e, "by", "") for e in found}
        return [e for e in found if e.by == "die"] if by == {"die", "extra"} else found  # type: ignore[attr-defined]

    # ------------------------------------------------------------ touches
    def space(self, space: str, one: bool = False) -> Acts | Throw:
        """A space is touched (``one``: for long); returns what is to be entered."""
        self.fresh()
        self.turned = 0
        if self.touched and self.touched[-1] == space:
            self.touched.pop()
            return ()
        for touched in ([*self.touched, space], [space]):
            found = self.left(touched)
            if found:
                self.touched = touched
                return self.meant()
        refused = self.refused(space)
        self.touched = []
        return refused

    def carry(self, start: str, end: str) -> Acts | Throw:
        """A piece is dragged from one space to another."""
        self.fresh()
        self.forget()
        return self.space(start) or self.space(end)

    def meant(self) -> Acts:
        """The act that the touches so far say, if nothing about it is open."""
        found = self.left()
        if len(found) == 1 and len(self.places(found[0])) == len(self.touched):
            ways = list(islice(completions(found[0]), 2))
            if len(ways) == 1:
                return (ways[0],)
        return ()

    def refused(self, space: str) -> Acts:
        """The act that the touch would have been, for the desk to say why not."""
        kinds: dict[str, Input] = {}
        for e in self.left() or self.entries():
            if self.places(e):
                kinds.setdefault(word(type(e)), e)
        for entry in kinds.values():
            act = self._moved(entry, space)
            ruling = self.session.check(act)
            if isinstance(ruling, Ruling) and ruling.kind != MALFORMED:
                return (act,)
        return ()

    def _moved(self, entry: Input, space: str) -> Input:
        """The same act at another space: the first that was not touched yet."""
        known, n = self.session.config.board.space, len(self.touched) if self.left() else 0
        whole = complete(entry, lambda _n: 0)
        for a in attrs.fields(type(entry)):
            value = getattr(whole, a.name)
            if a.name != "seat" and isinstance(value, str) and value in known:
                if not n:
                    changed: dict[str, Any] = {a.name: space}
                    return attrs.evolve(whole, **changed)
                n -= 1
        return whole

    # ------------------------------------------------------------ what is shown
    def chosen(self) -> tuple[str, ...]:
        self.fresh()
        return tuple(self.touched)

    def targets(self) -> Mapping[str, str] | None:
        """Where a touch may go on, with its tag; None: as the game marks them when nothing is touched."""
        n = len(self.touched)
        found = self.left()
        return {p[n]: "" for e in found if len(p := self.places(e)) > n} if found else None

    def loose(self) -> frozenset[str]:
        """Spaces whose pieces may be dragged; elsewhere a finger that slides looks closer."""
        return frozenset()

    # ------------------------------------------------------------ keys
    def keys(self) -> Keys:
        self.fresh()
        owed = self.session.pending()[0]
        if isinstance(owed, Roll):
            return self.dice(owed)
        if isinstance(owed, Shuffle):
            return self.pile(owed)
        if isinstance(owed, Show):
            return self.cards(owed)
        if self.opened is not None:
            return Keys(self.whose(self.opened), tuple(self.numbers(self.opened)), (self.back(),))
        found = self.left()
        if found:
            return self.ways(found)
        return Keys("", (*self.plain(), *self.asking()), tuple(self.ends()))

    def pile(self, owed: Shuffle) -> Keys:
        """A pile is shuffled at the table, or by the app where it may know the cards."""
        hand = Key(Choice("shuffled", i18n.gettext(N_("Shuffled"))), (Shuffled(None, owed.pile),))
        app = Key(Choice(APP, i18n.gettext(N_("The app shuffles")), i18n.gettext(N_("unseen"))), Throw())
        return Keys("", (), (hand, app) if owed.cards else (hand,))

    def cards(self, owed: Show) -> Keys:
        """A card that came to light, where few are possible."""
        pool = tuple(dict.fromkeys(owed.pool))
        if len(pool) > MOST_CARDS:
            return Keys()
        keys = []
        for c in pool:
            told = self.painter.lot(c) or self.painter.told(c)
            keys.append(Key(Choice(f"shown:{c}", i18n.capital(told)), (Shown(owed.by, c),)))
        return Keys("", tuple(keys))

    def touch(self, key: str) -> Acts | Throw:
        """A key; what it enters, or nothing where it is remembered."""
        self.fresh()
        if key.startswith(DIE):
            return self._die(key.removeprefix(DIE))
        if key == BACK_DIE:
            self.faces = self.faces[:-1]
            return ()
        if key.startswith(OPEN):
            self.opened = self.asked()[int(key.removeprefix(OPEN))]
            return ()
        if key == NONE:
            self.forget()
            return ()
        if key.startswith(TENS):
            self.ten = int(key.removeprefix(TENS))
            return ()
        if key == ONWARD:
            self.turned += 1
            return ()
        found = self.keys().find(key)
        return () if found is None else found.sends

    def ends(self) -> Iterator[Key]:
        """What ends a step: at the foot, where it always lies."""
        last = [e for e in self._bare() if word(type(e)) in END]
        several = len({e.seat for e in last}) > 1
        yield from (self.act_key(e, named=several) for e in last)

    def plain(self) -> Iterator[Key]:
        """What needs no place and ends nothing, in the order of the table's declaration; few of it."""
        first = [e for e in self._bare() if word(type(e)) not in END]
        if len(first) > PLAIN:
            return
        kinds = [word(type(e)) for e in first]
        several = len({e.seat for e in first}) > 1
        for e, kind in zip(first, kinds, strict=True):
            told = self.painter.speaker.act(e) if kinds.count(kind) > 1 else ""
            yield self.act_key(e, named=several and not told, told=told)

    def _bare(self) -> list[Input]:
        plain = [e for e in self.entries() if not self.places(e) and not open_fields(e)]
        return [e for e in plain if all(v is None or not isinstance(v, tuple) or not v for v in self._values(e))]

    def _values(self, e: Input) -> list[Any]:
        return [getattr(e, a.name) for a in attrs.fields(type(e)) if a.name != "seat"]

    def ways(self, found: list[Input]) -> Keys:
        """What is left once places are touched: a number, a few ways, or the next place."""
        done = [e for e in found if len(self.places(e)) == len(self.touched)]
        title = self.painter.speaker.field(Where(self.touched[-1]))
        keys: list[Key] = []
        if len(done) == 1 and len(opened := open_fields(done[0])) == 1:
            if isinstance(opened[0][1], Between):
                keys = self.numbers(done[0])
            elif isinstance(opened[0][1], Some):
                keys = self.splits(done[0])
        if not keys:
            acts = [a for e in done for a in (islice(completions(e), MANY) if chosen_from(e) else (e,))]
            whole = by_turns([a for a in acts if not open_fields(a)])
            keys = [self.act_key(a, told=self.painter.speaker.act(a)) for a in whole]
        if not keys:
            title = i18n.gettext(N_("{place}: touch the next place")).format(place=title)
        return self.paged(title, keys, (self.back(),))

    def paged(self, title: str, keys: Iterable[Key], foot: tuple[Key, ...]) -> Keys:
        """Few keys as they are; of many the page that is open, and at the foot the key that turns it."""
        told = tuple(keys)
        pages: list[list[Key]] = [[]]
        for key in told:
            longest = max(len(k.choice.text) for k in (*pages[-1], key))
            if len(pages[-1]) >= next(n for letters, n in FEW if longest <= letters):
                pages.append([])
            pages[-1].append(key)
        if len(pages) < 2 or all(k.choice.text.rstrip("…").isdigit() for k in told):
            return Keys(title, told, foot)
        at = self.turned % len(pages)
        onward = Key(Choice(ONWARD, i18n.gettext(N_("More ways")), f"{at + 1}/{len(pages)}"))
        return Keys(title, tuple(pages[at]), (*foot, onward))

    def back(self) -> Key:
        return Key(Choice(NONE, i18n.gettext(N_("Not this"))))

    def numbers(self, entry: Input) -> list[Key]:
        """The act with each legal number."""
        ((name, value),) = open_fields(entry)
        acts = {n: (attrs.evolve(entry, **{name: n}),) for n in range(value.low, value.high + 1)}
        return number_keys(acts, self.likely(entry, value), ten=self.ten)

    def asking(self) -> Iterator[Key]:
        """Acts without a place whose number is asked for next: whose they are is said."""
        for i, e in enumerate(self.asked()):
            yield Key(Choice(f"{OPEN}{i}", self.painter.kind(word(type(e))), self.whose(e)))

    def asked(self) -> list[Input]:
        """Acts without a place that lack a number alone."""
        found = [e for e in self.entries() if not self.places(e) and len(open_fields(e)) == 1]
        found = [e for e in found if isinstance(open_fields(e)[0][1], Between)]
        found = [e for e in found if not any(v and isinstance(v, tuple | bool) for v in self._values(e))]
        return found if len(found) <= PLAIN else []

    def whose(self, entry: Input) -> str:
        """What an act says beside its number."""
        told = [v for v in self._values(entry) if isinstance(v, str) and v]
        return ", ".join(self.painter.face_of(v).text if len(v) == 1 else self.painter.told(v) for v in told)

    def splits(self, entry: Input) -> list[Key]:
        """Few ways to choose among equal things, as they are counted."""
        ways = islice(completions(entry), MANY)
        return [self.act_key(e, told=self.counted(e)) for e in ways]

    def counted(self, act: Input) -> str:
        told = [v for v in self._values(act) if isinstance(v, tuple) and v and isinstance(v[0], tuple)]
        field_of = self.painter.speaker.field
        known = self.session.config.board.space
        return ", ".join(
            f"{n} {field_of(Where(k)) if k in known else self.painter.told(k)}" for v in told for k, n in v
        )

    def likely(self, entry: Input, value: Between) -> int:
        """The number that is set before anybody touches it."""
        return value.high

    def act_key(self, act: Input, named: bool = False, told: str = "") -> Key:
        speaker = self.painter.speaker
        name = told or self.painter.kind(word(type(act)))
        second = speaker.name(act.seat) if named and act.seat is not None else ""
        return Key(Choice(ACT + text(act), i18n.capital(name), second), (act,))

    # ------------------------------------------------------------ dice
    def dice(self, roll: Roll) -> Keys:
        """The die field is the pad: a key a face, and the app where it is asked to throw."""
        slots = roll.slots[:BATCH]
        die = slots[min(len(self.faces), len(slots) - 1)]
        taken = set(self.faces) if roll.distinct else set()
        told = (self.painter.die_face(die, f) for f in die.faces if f not in taken)
        faces = tuple(Key(attrs.evolve(choice, key=DIE + choice.key)) for choice in told)
        title = i18n.capital(self.painter.purpose(die))
        total = max(len(roll.slots), dict(roll.facts).get("n", 0))
        foot = []
        if self.faces:
            foot.append(Key(Choice(BACK_DIE, i18n.gettext(N_("Take the die back")))))
        if self.app_throws():
            foot.append(Key(Choice(APP, i18n.gettext(N_("The app throws")), i18n.ngettext(
                "{n} die", "{n} dice", len(roll.slots)).format(n=len(roll.slots))), Throw()))  # fmt: skip
            if self.goes_on:
                foot.append(Key(Choice(APP_ON, i18n.gettext(N_("The app throws it all")), i18n.gettext(
                    N_("until somebody has to choose"))), Throw(on=True)))  # fmt: skip
        return Keys(title, faces, tuple(foot), tuple(self.faces), total)

    def app_throws(self) -> bool:
        """Never where the table has agreed to throw everything itself."""
        return bool(self.session.config.options.get(APP_DICE, True))

    def _die(self, face: str) -> Acts:
        """One die more; the last one of a batch enters the throw."""
        owed = self.session.pending()[0]
        if not isinstance(owed, Roll):
            return ()
        self.faces.append(face)
        if len(self.faces) < min(BATCH, len(owed.slots)):
            return ()
        faces, self.faces = tuple(self.faces), []
        return (Rolled(None, faces),)


def chosen_from(entry: Input) -> bool:
    """Whether all that is open about an entry is which of few cards go with it."""
    opened = [v for _, v in open_fields(entry)]
    return bool(opened) and all(isinstance(v, Pool) for v in opened)


def by_turns(acts: list[Input]) -> list[Input]:
    """Every kind of act before the second way of any: many ways to pay for one leave no other out."""
    kinds: dict[type, list[Input]] = {}
    for act in acts:
        kinds.setdefault(type(act), []).append(act)
    return [a for turn in zip_longest(*kinds.values()) for a in turn if a is not None]
