"""Entry by hand, for any game: the kinds of input that are owed, and their fields from what is legal."""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom
from typing import Any

import attrs
from attrs import define, field

from companion import i18n
from companion.app.entry.named import Named
from companion.app.live.facts import on_turn
from companion.app.live.openly import foreseen, openly, secretly
from companion.app.live.table import TablePainter
from companion.app.live.weighing import balance, enough, limits, selected
from companion.app.side_views import Field, HandView
from companion.app.viewmodel import BoardView, Choice
from companion.engine.legal import Between, Pool, Some, Weighed, open_fields
from companion.engine.record import Prospect
from companion.engine.types import (
    Choose,
    Input,
    May,
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
from companion.engine.words import N_
from companion.table.dice import BATCH

BY_HAND, BY_APP = "hand", "app"
PAD = "dice"  # the field of a throw with many dice
WAY = "way"  # the field of an act that is listed whole
WAYS = 12  # of one act, that are listed whole


@define
class HandEntry:
    """What has been entered so far. ``act`` is the input once it is complete."""

    painter: TablePainter
    kind: str = ""
    values: dict[str, Any] = field(factory=dict)
    preset: bool = True  # whether a number starts at its lowest
    named: Named = field(init=False)
    _listed: tuple[Any, list[Input]] | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.named = Named(self.painter)

    # ------------------------------------------------------------ what fingers say
    def choose_kind(self, kind: str) -> None:
        self.kind, self.values = kind, {}

    def set(self, name: str, value: Any) -> None:
        """Setting a field forgets those after it: what they may be has changed."""
        names = [f.id for f in self.fields()]
        later = names[names.index(name) + 1 :] if name in names else []
        self.values = {k: v for k, v in self.values.items() if k not in later}
        self.values[name] = value

    # ------------------------------------------------------------ what is owed
    @property
    def session(self) -> Any:
        return self.painter.session

    def entries(self) -> list[Input]:
        """Legal inputs of all who are asked now, as all may know them; sealed ones are told behind the curtain."""
        if self._listed is None or self._listed[0] is not self.session.state:
            self._listed = (self.session.state, self._list())
        return self._listed[1]

    def _list(self) -> list[Input]:
        out: list[Input] = []
        hidden = {what for p in secretly(self.session) for what in p.what}
        for p in self.session.pending():
            if isinstance(p, Choose | May):
                seats: tuple[int | None, ...] = (None,) if isinstance(p, Choose) and p.joint else p.seats
                for seat in seats:
                    out += [e for e in openly(self.session, seat) if answers(p, e) and word(type(e)) not in hidden]
        return out

    def kinds(self) -> tuple[Choice, ...]:
        names = dict.fromkeys(word(type(e)) for e in self.entries())
        owed = {Roll: "rolled", Show: "shown", Shuffle: "shuffled"}
        names = {**{owed[type(p)]: None for p in self.session.pending() if type(p) in owed}, **names}
        return tuple(Choice(n, self.named.kind(n)) for n in names)

    def owed(self, kind: type[Any]) -> Any:
        """The first duty of a kind, if there is one."""
        return next((p for p in self.session.pending() if isinstance(p, kind)), None)

    def roll(self) -> Roll | None:
        found: Roll | None = self.owed(Roll)
        return found

    # ------------------------------------------------------------ fields
    def _chosen(self) -> list[Input]:
        """Legal inputs of the kind that was chosen."""
        return [e for e in self.entries() if word(type(e)) == self.kind]

    def fields(self) -> tuple[Field, ...]:
        if self.kind in CHANCE_FIELDS:
            return CHANCE_FIELDS[self.kind](self)
        left = self._chosen()
        out: list[Field] = []
        if not left:
            return ()
        if ways := self.ways():
            return (self._whole(ways),)
        declared = type(left[0]).__annotations__  # as written: attrs may have resolved its types by now
        for a in attrs.fields(type(left[0])):
            if a.name == "seat" and (len({e.seat for e in left}) == 1 or any(e.seat is None for e in left)):
                continue
            found = self._field(a.name, left, a.name == "seat" or declared.get(a.name) == "Seat")
            if found is None:
                continue
            out.append(found)
            if a.name not in self.values:
                break
            left = [e for e in left if self._matches(e, a.name)]
            if not left:
                break
        return tuple(out)

    def ways(self) -> list[Input]:
        """While something is sealed nobody fills in fields for long: a right's few ways are listed whole."""
        left = self._chosen()
        few = len(left) <= WAYS and not any(map(open_fields, left))
        return left if few and secretly(self.session) else []

    def _whole(self, ways: list[Input]) -> Field:
        told = [foreseen(self.session, e) for e in ways]
        options = [(str(i), self.told(t)) for i, t in enumerate(told) if not isinstance(t, Ruling)]
        return Field(WAY, "choice", self.named.kind(self.kind), tuple(Choice(k, text) for k, text in options))

    def told(self, prospect: Prospect[Any]) -> str:
        """What an act would cause, as everybody may know it."""
        speaker = self.painter.speaker
        return i18n.run_on([t for e in prospect.events if e.audience is None and (t := speaker.event(e))])

    def sentence(self, prospect: Prospect[Any]) -> str:
        """The same as a sentence, "" where nobody may know any of it."""
        told = self.told(prospect)
        return f"{told}." if told else ""

    def _dice(self) -> tuple[Field, ...]:
        roll = self.roll()
        if roll is None:
            return ()
        first = roll.slots[0].faces
        alike = not roll.distinct and all(d.faces == first for d in roll.slots)
        if alike and (len(roll.slots) > 1 or all(f.isdigit() for f in first)):
            return (self._pad(roll),)
        out = []
        taken: list[str] = []
        for i, die in enumerate(roll.slots):
            name = f"die{i}"
            faces = [f for f in die.faces if not roll.distinct or f not in taken]
            options = tuple(self.named.die_face(die, f) for f in faces)
            out.append(Field(name, "choice", i18n.capital(self.named.purpose(die)), options))
            if name not in self.values:
                break
            taken.append(self.values[name])
        return tuple(out)

    def _pad(self, roll: Roll) -> Field:
        """Many dice with the same faces: tapped one after the other, told which comes next; a long sweep in batches."""
        batch = roll.slots[:BATCH]
        tapped = len(self.values.get(PAD, ()))
        total = max(len(roll.slots), dict(roll.facts).get("n", 0))
        die = batch[min(tapped, len(batch) - 1)]
        label = i18n.capital(self.named.purpose(die))
        if total > len(batch):
            now = total - len(roll.slots) + min(tapped + 1, len(batch))
            label = i18n.gettext(N_("{what} (die {n} of {total})")).format(what=label, n=now, total=total)
        return Field(PAD, "dice", label, tuple(self.named.die_face(die, f) for f in batch[0].faces), total=len(batch))

    @property
    def thrown(self) -> bool:
        """Whether the last die of a batch was tapped: nothing is left to ask."""
        return self.kind == "rolled" and PAD in self.values and self.act() is not None

    def _dice_board(self) -> BoardView | None:
        """Where the dice of a batch belong, numbered in their order; those that are tapped are no longer marked."""
        roll = self.roll()
        if self.kind != "rolled" or roll is None or not any(d.space for d in roll.slots[:BATCH]):
            return None
        tags: dict[str, str] = {}
        for i, die in enumerate(roll.slots[:BATCH]):
            if die.space and i >= len(self.values.get(PAD, ())):
                tags.setdefault(die.space, str(i + 1))
        return self.painter.offered(self.session.game.tabletop(self.session.state), set(tags), tags)

    def _card(self) -> tuple[Field, ...]:
        owed = self.owed(Show)
        if owed is None:
            return ()
        if not owed.pool:
            return (Field("card", "text", self.named.aim(owed.what)),)
        return (Field("card", "choice", self.named.aim(owed.what), tuple(self.named.space(c) for c in owed.pool)),)

    def _pile(self) -> tuple[Field, ...]:
        owed = self.owed(Shuffle)
        if owed is None:
            return ()
        how = [Choice(BY_HAND, i18n.gettext(N_("at the table")))]
        if owed.cards:
            how.append(Choice(BY_APP, i18n.gettext(N_("by the app, unseen"))))
        return (Field("how", "choice", self.named.aim(owed.pile), tuple(how)),)

    def _chance(self) -> Input | None:
        """What was entered of a throw, a card or a shuffled pile."""
        names = [f.id for f in self.fields()]
        if not names or any(n not in self.values for n in names):
            return None
        if self.kind == "rolled":
            roll = self.roll()
            if roll is None:
                return None
            if names == [PAD]:
                faces = tuple(self.values[PAD])
                return Rolled(None, faces) if len(faces) == min(BATCH, len(roll.slots)) else None
            if len(names) < len(roll.slots):
                return None
            return Rolled(None, tuple(self.values[n] for n in names))
        if self.kind == "shown":
            return Shown(self.owed(Show).by, str(self.values["card"]))
        owed = self.owed(Shuffle)
        order = list(owed.cards) if self.values["how"] == BY_APP else []
        SystemRandom().shuffle(order)
        return Shuffled(None, owed.pile, tuple(order))

    def _field(self, name: str, left: list[Input], seats: bool = False) -> Field | None:
        values = list(dict.fromkeys(getattr(e, name) for e in left))
        label = self.named.field(name)
        known = self.session.config.board.space
        if all(v == () for v in values):
            self.values.setdefault(name, ())
            return None
        first = next(v for v in values if v != ())
        if isinstance(first, Some):
            options = tuple(self.named.space(k) for k, _ in first.of)
            return Field(name, "counts", label, options, total=first.n, limits={str(k): n for k, n in first.of})
        if isinstance(first, Pool):
            limits = dict.fromkeys(map(str, first.of), 1)
            options = tuple(self.named.space(k) for k in first.of)
            return Field(name, "counts", label, options, first.low, first.high, first.high, limits)
        if isinstance(first, Between):
            if self.preset:
                self.values.setdefault(name, first.low)  # what is shown counts
            return Field(name, "number", label, low=first.low, high=first.high)
        if isinstance(first, Weighed):
            return self._weighed(name, label, [v for v in values if isinstance(v, Weighed)])
        if len(values) == 1:
            self.values.setdefault(name, values[0])
            if not isinstance(first, str | tuple) or (isinstance(first, str) and first not in known):
                return None
        if isinstance(first, tuple):
            return Field(name, "choice", label, tuple(Choice(str(v), self.named.told(v)) for v in values))
        if isinstance(first, str) and first in known:
            return Field(name, "space", label, tuple(self.named.space(v) for v in values))
        if seats:
            return Field(name, "choice", label, tuple(self.named.seat(v) for v in values))
        return Field(name, "choice", label, tuple(Choice(str(v), self.named.told(v)) for v in values))

    def _weighed(self, name: str, label: str, open_to: list[Weighed]) -> Field:
        """Numbers of items that must weigh enough; the game's words say what so far, and what is needed."""
        most = limits(open_to)
        told = self.painter.speaker.words.weights.get(name)
        if told is not None:
            n, need = balance(open_to, self.values.get(name) or ())
            label = f"{label}: {self.painter.speaker._(told).format(n=n, need=need)}"
        return Field(name, "counts", label, tuple(self.named.space(k) for k in most), limits=most)

    def _matches(self, entry: Input, name: str) -> bool:
        has, want = getattr(entry, name), self.values[name]
        if isinstance(has, Some):
            return sum(dict(want).values()) == has.n if isinstance(want, Mapping | tuple) else False
        if isinstance(has, Between):
            return isinstance(want, int) and has.low <= want <= has.high
        if isinstance(has, Pool):
            return True
        if isinstance(has, Weighed):
            return bool(enough(has, want))
        return bool(has == want or str(has) == str(want))

    # ------------------------------------------------------------ the input
    def act(self) -> Input | None:
        """The input that was entered, if every field has its value."""
        if self.kind in CHANCE_FIELDS:
            return self._chance()
        left = self._chosen()
        names = [f.id for f in self.fields()]
        if not left or any(n not in self.values for n in names):
            return None
        if names == [WAY]:
            return left[int(self.values[WAY])]
        for a in attrs.fields(type(left[0])):
            if a.name in self.values:
                left = [e for e in left if self._matches(e, a.name)]
        if not left:
            return None
        entry = left[0]
        changed: dict[str, Any] = {}
        for name in names:
            has, want = getattr(entry, name), self.values[name]
            if isinstance(has, Some):
                chosen = dict(want)
                changed[name] = tuple((k, chosen[str(k)]) for k, _ in has.of if chosen.get(str(k)))
            elif isinstance(has, Pool):
                chosen = dict(want)
                changed[name] = tuple(k for k in has.of if chosen.get(str(k)))
            elif isinstance(has, Weighed):
                changed[name] = selected(has, want)
            elif isinstance(has, Between):
                changed[name] = int(want)
        return attrs.evolve(entry, **changed) if changed else entry

    def view(self) -> HandView:
        speaker, fields = self.painter.speaker, self.fields()
        act = self.act()
        preview, ruling, enter, ready = "", "", "", False
        if self.kind == "rolled" and act is None:
            preview = speaker.pending((roll,)) if (roll := self.roll()) else ""
        if act is not None:
            prospect = foreseen(self.session, act)
            if isinstance(prospect, Ruling):
                ruling = speaker.heard(prospect)
            else:
                preview, ready = self.painter.face.advice(self.session, speaker, act) or self.sentence(prospect), True
                enter = i18n.gettext(N_("Enter it"))
        elif self.kind != "rolled":
            places = [self.values[f.id] for f in fields if f.kind == "space" and f.id in self.values]
            preview = self.painter.face.place(self.session, speaker, places[-1]) if places else ""
        snap_board = self._dice_board()
        options = {o.key for f in fields if f.kind in ("space", "counts") for o in f.options}
        if options & set(self.session.config.board.space):  # cards that are counted lie nowhere on it
            snap_board = self.painter.offered(self.session.game.tabletop(self.session.state), options)
        badge = self.painter.badge(act.seat if act is not None and act.seat is not None else on_turn(self.session))
        title = self.named.kind(self.kind) if self.kind else i18n.gettext(N_("What happened?"))
        return HandView(
            title, badge, self.kinds(), self.kind, fields, dict(self.values), snap_board, preview, ruling, enter, ready
        )


CHANCE_FIELDS = {"rolled": HandEntry._dice, "shown": HandEntry._card, "shuffled": HandEntry._pile}
