"""The evening's slips: made, left until the app has said something, and put right. Nothing of them may be entered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import TYPE_CHECKING, Any

from companion.demo.truth import Turn, in_view
from companion.table.desk import Answer
from tests.bench.slips import KINDS, MARKER, WRONG, Slips

if TYPE_CHECKING:
    from tests.bench.evening import Evening

READS_S = 1.5  # until people have read what the app says
SAYS_S = 10.0  # so long people wait for its word


class SlipPlay:
    """Slips of one evening, each kind in turn."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.slips = Slips(evening.session, evening.real_palette(), evening.seed)
        self.kinds = cycle(KINDS)

    def due(self, share: float) -> bool:
        return self.slips.due(share)

    def play(self, before: Any, turn: Turn) -> Iterator[Any]:
        """Something slips, the app says so or asks, and it is put right: nothing of it may be entered."""
        kind = next(self.kinds)
        table = self.slips.table(kind, before, turn, self.evening.looked())
        if table is None:
            return
        if kind == MARKER:
            yield self.evening.shown(table), kind
            yield from self.evening.watch([turn])
            yield from self.evening.think()
            self.evening.felt.slipped(kind, "read" if self.evening.same(turn.state) else "not read")
            return
        self.evening.felt.slipping, outcome = True, "not a word"
        yield self.evening.shown(table), kind
        for _ in self.evening.wait(SAYS_S):
            shown = self.evening.runtime.latest
            if not self.evening.same(before):
                outcome = "entered"
            elif shown.question is not None:
                outcome = "asked"
            elif shown.refusal is not None or (shown.out_of_step and shown.todo):
                outcome = "named"
            if outcome != "not a word":
                break
            yield None
        yield from self.evening.wait(READS_S)
        if self.evening.runtime.latest.question is not None:
            self.evening.tell(Answer(self.evening.runtime.latest.question.key, -1))
        if outcome == "entered":
            self.evening.went_wrong(f"{kind} was entered: {self.evening.session.past[-1].act}", before)
        if kind != WRONG:
            lay = in_view(self.evening.session.game, self.evening.session.config, before)
            yield self.evening.shown({k: dict(self.slips.real.counts(v)) for k, v in lay.items()}), "put back"
            for _ in self.evening.wait(SAYS_S):
                if self.evening.desk.core.quiet and not self.evening.runtime.latest.out_of_step:
                    break
                yield None
            else:
                outcome += ", not settled"
            self.evening.felt.slipping = False
        self.evening.felt.slipped(kind, outcome)
