"""How long each seat has thought, for a table that wants to know. Counted while a game is open; nothing is kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from attrs import define, evolve, field

from companion.app.viewmodel import ScoreRow
from companion.engine.types import Seat, letter


@define
class TurnClock:
    """``turn`` is told at each look at the table who is asked; None: nobody, or all at once."""

    now: Callable[[], float] = time.monotonic
    seat: Seat | None = None
    since: float = 0.0
    spent: dict[Seat, float] = field(factory=dict)

    def turn(self, seat: Seat | None) -> None:
        if seat == self.seat:
            return
        now = self.now()
        if self.seat is not None:
            self.spent[self.seat] = self.spent.get(self.seat, 0.0) + now - self.since
        self.seat, self.since = seat, now

    def of(self, seat: Seat) -> tuple[float, float | None]:
        """Seconds so far, and since when it counts on, None while others think."""
        return (self.spent.get(seat, 0.0), self.since if seat == self.seat else None)

    def beside(self, rows: Sequence[ScoreRow]) -> tuple[ScoreRow, ...]:
        """Score rows with the time of their seat."""
        seats = {letter(s): s for s in (*self.spent, *([self.seat] if self.seat is not None else []))}
        return tuple(evolve(r, spent=self.of(seats[r.badge.letter])) if r.badge.letter in seats else r for r in rows)
