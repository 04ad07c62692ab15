"""Behind the curtain: what only one seat may see and choose, on the one tablet. Any game, plain values.

A seat's hand-over begins where the table owes something sealed (``Choose.sealed``), or where the game's ``handed``
names a duty that must be answered unseen. What is held out to all meanwhile comes from the game's ``veiled`` state.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from attrs import define, evolve, field

from companion import i18n
from companion.app.entry.numbers import TENS, ordered, part_choices
from companion.app.live.hand import CHANCE_FIELDS, HandEntry
from companion.app.live.openly import MOST, against, secretly
from companion.app.side_views import Field
from companion.app.viewmodel import Choice, Curtain, Panel, PanelRow, Waiting
from companion.engine.session import Session
from companion.engine.types import Choose, Input, Ruling, answers, duty
from companion.engine.words import N_

KIND, PICK, ENTER, AGAIN, WITH = "kind", "pick", "enter", "again", "with"
WAYS = 15  # ways to add cards that are keys, each of which seals: all sets of four
OPEN = 30  # numbers on the page at once: five columns of six, each key as large as a finger


@define
class SeatEntry(HandEntry):
    """Entry for one seat alone, from what it may know."""

    seat: int = 0
    preset: bool = False  # what is sealed is always touched

    def entries(self) -> list[Input]:
        out: list[Input] = []
        for p in secretly(self.session):
            if self.seat in p.seats:
                out += [e for e in self.session.legal(self.seat).first(MOST) if answers(p, e)]
        return out


@define
class HandOver:
    """The tablet goes round: who holds it, whether it is uncovered, what was touched so far."""

    entry: SeatEntry
    open: bool = False
    turn: int = 0
    ten: int | None = None  # which ten of a long range of numbers is open
    _owed: Any = None  # the duty this round is about
    _asked: set[int] = field(factory=set)  # seats that were asked in it

    @property
    def session(self) -> Session[Any]:
        found: Session[Any] = self.entry.session
        return found

    # ------------------------------------------------------------ whose turn it is
    def waiting(self) -> tuple[int, ...]:
        """Seats that have something to choose unseen."""
        seats = [s for p in secretly(self.session) for s in p.seats]
        return tuple(dict.fromkeys(seats))

    def seat(self) -> int | None:
        """Whose hand-over it is; a new one begins covered and empty."""
        waiting = self.waiting()
        if not waiting:
            self.close()
            return None
        found = waiting[0]
        if found != self.entry.seat or not self.turn:
            self.begin(found)
        return found

    def begin(self, seat: int) -> None:
        self.open = False
        self.turn += 1
        self.entry.seat, self.ten = seat, None
        self.entry.choose_kind("")

    def close(self) -> None:
        if self.open or self.entry.kind:
            self.begin(self.entry.seat)

    # ------------------------------------------------------------ taps
    def touch(self, key: str) -> tuple[Input, ...]:
        """A key behind the curtain; returns what is to be sent."""
        what, _, rest = key.partition(":")
        if not self.open:
            return ()
        if what == KIND:
            self.entry.choose_kind(rest)
        elif rest.startswith(TENS):
            self.ten = int(rest.removeprefix(TENS))
        elif what == AGAIN:
            self.entry.choose_kind("" if len(self.kinds()) > 1 else self.entry.kind)
        elif what == PICK:
            self._pick(rest)
        elif what == WITH and (f := self.field()) is not None and rest in {k.key for k, _ in self._ways(f)}:
            self.entry.set(f.id, {k.key: value for k, value in self._ways(f)}[rest])
            return self._sealed()
        elif what == ENTER:
            return self._sealed()
        return ()

    def _sealed(self) -> tuple[Input, ...]:
        """The whole act, once; covered again."""
        act = self._whole()
        if act is None:
            return ()
        self.begin(self.entry.seat)
        return (act,)

    def shown(self, tagged: str) -> None:
        """A card shown to the reader is touched: it is the key that bears its name, or the end of it."""
        card = tagged.partition(":")[2]
        now = self.field()
        if self.open and now is not None:
            key = next((o.key for o in options(now) if card == o.key or card.endswith(f"_{o.key}")), None)
            chosen = dict(self.entry.values.get(now.id) or {}) if now.kind == "counts" else {}
            if key is not None and not chosen.get(key):
                self._pick(key)

    def _pick(self, key: str) -> None:
        """One touch a card or number; touched again it is put back."""
        field_now = self.field()
        if field_now is None:
            return
        if field_now.kind == "number":
            self._digit(field_now, key)
            return
        if field_now.kind != "counts":
            self.entry.set(field_now.id, key)
            return
        counts = dict(self.entry.values.get(field_now.id) or {})
        n = counts.get(key, 0)
        full = sum(counts.values()) >= field_now.total
        most = field_now.limits.get(key, 1)
        counts[key] = n + 1 if n < most and not full else 0
        self.entry.set(field_now.id, counts)

    def _digit(self, number: Field, key: str) -> None:
        self.entry.set(number.id, min(number.high, max(number.low, int(key))))

    # ------------------------------------------------------------ what is shown
    def kinds(self) -> tuple[Choice, ...]:
        return self.entry.kinds()

    def field(self) -> Field | None:
        """The field that is touched now: the first without a value, else the last."""
        self._settle_kind()
        fields = self.entry.fields()
        return next((f for f in fields if not self._filled(f)), fields[-1] if fields else None)

    def _settle_kind(self) -> None:
        kinds = self.kinds()
        if not self.entry.kind and len(kinds) == 1:
            self.entry.choose_kind(kinds[0].key)

    def _filled(self, f: Field) -> bool:
        value = self.entry.values.get(f.id)
        if f.kind != "counts":
            return value is not None
        return sum(dict(value or {}).values()) >= (f.low if f.high else f.total)

    def secret(self) -> Panel:
        """Cards to touch, what was touched, and the way on."""
        speaker, face = self.entry.painter.speaker, self.entry.painter.face
        rows = face.secret(self.session, speaker, self.entry.seat)
        self._settle_kind()
        if not self.entry.kind:
            choices = tuple(Choice(f"{KIND}:{k.key}", k.text, k.second) for k in self.kinds())
            return Panel(i18n.gettext(N_("What do you choose?")), rows, choices)
        f = self.field()
        if f is None:
            return Panel(i18n.gettext(N_("Your choice")), rows, self._enter())
        if ways := self._ways(f):
            keys = tuple(evolve(k, key=f"{WITH}:{k.key}") for k, _ in ways)
            told = i18n.gettext(N_("What goes along? One touch seals it."))
            return Panel(told, (*rows, *self._chosen()), self._enter(), keys)
        pad = tuple(self._key(f, o) for o in options(f, self.ten))
        if f.kind == "number":
            pad = (*pad, *part_choices(range(f.low, f.high + 1), self.ten, f"{PICK}:", OPEN))
        return Panel(self._title(f), (*rows, *self._ruling()), self._enter(), pad)

    def _ways(self, f: Field) -> list[tuple[Choice, Any]]:
        """Cards that may go along with a number: each set as a key with its value; none where sets are many."""
        fields = self.entry.fields()
        if len(fields) < 2 or f.id != fields[-1].id or fields[0].kind != "number" or self.entry.values.get(f.id):
            return []
        found: list[tuple[Choice, Any]] = []
        if f.kind == "choice":
            found = [(Choice(o.key, o.text or i18n.gettext(N_("Nothing"))), o.key) for o in f.options]
        elif f.kind == "counts" and f.high:
            sets = [s for n in range(max(1, f.low), f.high + 1) for s in combinations(f.options, n)]
            found = [
                (Choice("+".join(keys := [c.key for c in s]), " + ".join(c.text for c in s)), dict.fromkeys(keys, 1))
                for s in sets[: WAYS + 1]
            ]
        if len(found) > WAYS:
            return []
        return [(evolve(k, enabled=not (why := self._against(f, v)), why=why), v) for k, v in found]

    def _against(self, f: Field, value: Any) -> str:
        """What speaks against the act with this value, "" for nothing."""
        before = dict(self.entry.values)
        self.entry.values[f.id] = value
        act = self.entry.act()
        self.entry.values = before
        return self._why(act)

    def _why(self, act: Input | None) -> str:
        """Why an act cannot be sealed, "" where it can."""
        if act is None:
            return i18n.gettext(N_("Something is still to be chosen."))
        return against(self.session, self.entry.painter.speaker, act)

    def _chosen(self) -> tuple[PanelRow, ...]:
        """Numbers that were touched, where their keys are no longer seen."""
        told = [(f.label, self.entry.values[f.id]) for f in self.entry.fields() if f.kind == "number"]
        return tuple(PanelRow(str(n), label, active=True) for label, n in told)

    def _title(self, f: Field) -> str:
        if f.kind == "counts" and f.total and not (f.high and f.low == 0):  # what may stay empty is named
            n = sum(dict(self.entry.values.get(f.id) or {}).values())
            return i18n.gettext(N_("{n} of {total} chosen")).format(n=n, total=f.total)
        return f.label

    def _key(self, f: Field, o: Choice) -> Choice:
        value = self.entry.values.get(f.id)
        chosen = bool(dict(value).get(o.key)) if f.kind == "counts" and value else str(value) == o.key
        chip = self.entry.painter.face.chip(self.session, self.entry.kind, f.id, o.key)
        return Choice(f"{PICK}:{o.key}", o.text, o.second, o.figure, o.badge, chip, chosen=chosen)

    def _ruling(self) -> tuple[PanelRow, ...]:
        act = self._whole()
        prospect = self.session.check(act) if act is not None else None
        if not isinstance(prospect, Ruling):
            return ()
        return (PanelRow(self.entry.painter.speaker.ruling(prospect), mark="bad"),)

    def _whole(self) -> Input | None:
        """The act, once every field has its value."""
        if self.entry.kind in CHANCE_FIELDS or not all(self._filled(f) for f in self.entry.fields()):
            return None
        for f in self.entry.fields():
            if f.kind == "counts":
                self.entry.values.setdefault(f.id, {})
        return self.entry.act()

    def _enter(self) -> tuple[Choice, ...]:
        touched = bool(self.entry.values) or len(self.kinds()) > 1
        again = Choice(AGAIN, i18n.gettext(N_("Choose anew")), enabled=touched)
        why = self._why(self._whole())
        return (again, Choice(ENTER, i18n.gettext(N_("Seal it")), enabled=not why, why=why))

    def view(self) -> Curtain | None:
        """The curtain, if somebody is to choose unseen; its secret only while it is uncovered."""
        seat = self.seat()
        if seat is None:
            return None
        painter = self.entry.painter
        name = painter.speaker.name(seat)
        owed = next((p for p in secretly(self.session) if seat in p.seats), None)
        if owed is None:  # the desk has gone on meanwhile
            return None
        text = f"{painter.speaker.pending([owed])} " + i18n.gettext(N_("The others look away for a moment."))
        badge = painter.badge(seat)
        assert badge is not None
        asks = N_("{name}, what do you choose?") if self.open else N_("Hand the tablet to {name}.")
        return Curtain(
            badge,
            i18n.gettext(asks).format(name=name),
            text,
            tuple(self._waiting(seat, s) for s in self._round(owed)),
            self.secret() if self.open else None,
            i18n.gettext(N_("What is hidden appears in no log and on no picture.")),
            turn=self.turn,
        )

    def _round(self, owed: Choose) -> Iterable[int]:
        """All who are asked this time, those who have chosen included."""
        if duty(owed) != self._owed:
            self._owed, self._asked = duty(owed), set()
        self._asked |= set(owed.seats)
        return sorted(self._asked)

    def _waiting(self, now: int, seat: int) -> Waiting:
        badge = self.entry.painter.badge(seat)
        assert badge is not None
        state = "now" if seat == now else "waits" if seat in self.waiting() else "chosen"
        return Waiting(badge, self.entry.painter.speaker.name(seat), state)


def options(f: Field, ten: int | None = None) -> tuple[Choice, ...]:
    """A field as keys to touch; of a long range of numbers as many as a whole page has room for."""
    if f.kind == "number":
        return tuple(Choice(str(n), str(n)) for n in ordered(range(f.low, f.high + 1), f.low, ten, OPEN))
    return f.options
