"""What people at a table feel of it, counted while an evening is played: waits, alarms, reminders, slips answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, field

from companion.table.clock import WorkClock
from companion.table.snapshot import Snapshot


@define
class Felt:
    """``shown_s``: s from the last hand's leaving to its act, or the question about it, on the screen; with the time
    that reading takes."""

    clock: WorkClock
    tabletop: Callable[[Any], Any]  # of a state: an act that leaves no trace is on no screen
    shown_s: list[float] = field(factory=list)
    false_alarms: int = 0  # objections and ways back while nothing was wrong
    reminders: int = 0
    slips: dict[str, Counter[str]] = field(factory=dict)  # kind -> how it went
    slipping: bool = False  # something is wrong on the table just now
    alarms: list[str] = field(factory=list)
    _last: Snapshot | None = field(init=False, default=None)
    _counted: float = field(init=False, default=-1.0)  # the hand whose act was shown last

    def told(self, snapshot: Snapshot, gone_at: float, hand: float) -> None:
        """A new snapshot on the screen; ``gone_at``: s, when the last hand left, and which one that was."""
        last, self._last = self._last, snapshot
        if last is None:
            return
        read = snapshot.at > last.at and snapshot.log and snapshot.log[-1].source == "camera"
        read = read and self.tabletop(snapshot.state) != self.tabletop(last.state)
        asked = snapshot.question is not None and last.question is None and not self.slipping
        if (read or asked) and hand != self._counted:
            self._counted = hand
            self.shown_s.append(max(0.0, self.clock() - gone_at))
        alarm = (snapshot.out_of_step and not last.out_of_step) or (
            snapshot.refusal is not None and last.refusal is None
        )
        if alarm and not self.slipping:
            self.false_alarms += 1
            differs = [(t.space, dict(t.seen)) for t in snapshot.todo[:4]]
            self.alarms.append(f"{type(snapshot.verdict).__name__} {snapshot.refusal} {differs}")
        self.reminders += _echoes(snapshot) and not _echoes(last)

    def slipped(self, kind: str, outcome: str) -> None:
        self.slips.setdefault(kind, Counter())[outcome] += 1

    def quantile(self, share: float) -> float:
        """Of ``shown_s``; 0 where no act was read."""
        ordered: Sequence[float] = sorted(self.shown_s)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def numbers(self) -> Mapping[str, Any]:
        """For a line of JSON."""
        return {
            "false alarms": self.false_alarms, "reminders": self.reminders,
            "shown p50 s": round(self.quantile(0.5), 2), "shown p95 s": round(self.quantile(0.95), 2),
            "slips": {k: dict(c) for k, c in sorted(self.slips.items())},
        }  # fmt: skip


def _echoes(snapshot: Snapshot) -> bool:
    return not snapshot.out_of_step and any(t.echo for t in snapshot.todo)
