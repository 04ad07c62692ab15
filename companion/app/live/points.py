"""Where points came from: the events by which a total changed, and what turned a game. Plain values, no kivy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from companion import i18n
from companion.app.viewmodel import Badge, Reasons
from companion.engine.session import Session
from companion.engine.types import letter
from companion.engine.words import N_
from companion.table.snapshot import Snapshot
from companion.table.speaker import Speaker
from companion.table.tell import shown

MOST_TURNS = 3


@frozen
class Gain:
    """Points of one seat by one event. ``round``: as the game counts them, 0 where it counts none."""

    round: int
    points: int
    told: str


@define
class Ledger:
    """Gains of every seat, read on as a game goes on and anew where acts were taken back."""

    session: Session[Any]
    speaker: Speaker
    _read: list[Any] = field(factory=list)
    _totals: dict[int, int] = field(factory=dict)
    _gains: dict[int, list[Gain]] = field(factory=dict)
    _language: str = ""

    def of(self, seat: int) -> tuple[Gain, ...]:
        """Oldest first."""
        past, n = self.session.past, len(self._read)
        if n > len(past) or (n and past[n - 1] is not self._read[-1]) or self._language != i18n.language() or not n:
            self._read, self._gains, self._language = [], {}, i18n.language()
            self._totals = self._score(self.session.start)
        for step in past[len(self._read) :]:
            before = self._read[-1].state if self._read else self.session.start
            now = self._score(step.state)
            if now != self._totals:
                self._follow(before, step)
            self._totals = now
            self._read.append(step)
        return tuple(self._gains.get(seat, ()))

    def reasons(self, painter: Any, snap: Snapshot, seat: int) -> Reasons:
        """The sources of a total, what would count beside it at the end, then the acts that brought it, newest first.

        ``painter`` is the table's: its badges and its game's face.
        """
        row = next(r for r in snap.score.rows if r.seat == seat)
        title = i18n.gettext(N_("{name}: {total}")).format(name=self.speaker.name(seat), total=row.total)
        lines = [("", self.speaker.score(line), str(line.points)) for line in row.lines]
        lines += painter.face.projected(self.session, self.speaker, seat)
        for g in reversed(self.of(seat)):
            when = painter.face.when(self.speaker, g.round, brief=True) if g.round else ""
            lines.append((when, i18n.capital(g.told), f"{g.points:+d}"))
        badge = painter.badge(seat) or Badge(letter(seat))
        return Reasons(badge, title, tuple(lines) or (("", i18n.gettext(N_("Nothing scored yet.")), ""),))

    def _score(self, state: Any) -> dict[int, int]:
        return {r.seat: r.total for r in self.session.game.score(state).rows}

    def _follow(self, state: Any, step: Any) -> None:
        """Event by event: the act's first sentence, and that of the event that counts where it has one of its own."""
        game, first, told, totals = self.session.game, "", "", dict(self._totals)
        for event in step.events:
            state = game.evolve(state, event)
            seen = shown(self.session, event)
            told = (self.speaker.event(seen) if seen is not None else None) or told
            first = first or told
            now = self._score(state)
            for seat, total in now.items():
                if total != totals[seat]:
                    why = told if told == first else f"{first}; {told}"
                    gain = Gain(getattr(state, "round", 0), total - totals[seat], why)
                    self._gains.setdefault(seat, []).append(gain)
            totals = now


def turning_points(curves: Sequence[Sequence[int]], names: Mapping[int, str]) -> tuple[tuple[int, str], ...]:
    """(round, what happened): who went ahead or drew level last, the greatest gain, and what the last round brought.

    ``curves``: totals of each seat after each round, the start first.
    """
    rounds = min((len(c) for c in curves), default=0)
    if rounds < 3 or len(curves) < 2:
        return ()
    found: dict[int, str] = {}
    last = rounds - 1
    gains = sorted(((c[last] - c[last - 1], -seat) for seat, c in enumerate(curves)), reverse=True)[:2]
    if gains[0][0] > 0:
        found[last] = ", ".join(f"{names[-seat]} {n:+d}" for n, seat in gains if n > 0)
    for r in range(last - 1, 0, -1):
        if told := _lead(curves, r, names):
            found[r] = told
            break
    most, seat, r = max((c[r] - c[r - 1], -s, r) for s, c in enumerate(curves) for r in range(1, last))
    if most > 0 and r not in found:
        found[r] = f"{names[-seat]} {most:+d}"
    return tuple((r, found[r]) for r in sorted(found)[:MOST_TURNS])


def _lead(curves: Sequence[Sequence[int]], r: int, names: Mapping[int, str]) -> str:
    """Who leads after round ``r`` and did not before, "" for nobody."""
    before, now = _leaders(curves, r - 1), _leaders(curves, r)
    new = [s for s in now if s not in before]
    if not new:
        return ""
    if len(now) == 1:
        return i18n.gettext(N_("{name} goes ahead")).format(name=names[new[0]])
    other = next(s for s in now if s != new[0])
    return i18n.gettext(N_("{a} draws level with {b}")).format(a=names[new[0]], b=names[other])


def _leaders(curves: Sequence[Sequence[int]], r: int) -> list[int]:
    top = max(c[r] for c in curves)
    return [s for s, c in enumerate(curves) if c[r] == top]
