"""Games where the camera only checks: pieces follow what cards and hands have told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.demo.truth import Turn
from companion.engine.codec import text
from companion.table.messages import Answer
from companion.table.verdicts import Unchanged

if TYPE_CHECKING:
    from tests.bench.evening import Evening


class Mirrors:
    """Lays out what was told and waits until the referee sees it lie there. ``late``: what it did not see."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.late = 0

    @property
    def all(self) -> bool:
        """Whether all that the camera is asked about follows what is told."""
        covered, space = self.evening.desk.covered, self.evening.session.config.board.space
        return covered is not None and all(space[s].role == "echo" for s in covered)

    def follow(self, turn: Turn) -> Iterator[Any]:
        """Pictures until the referee sees the table that this act leaves; what it asks is denied."""
        evening = self.evening
        if not evening.same(turn.state):
            evening.went_wrong(f"journal and truth differ: {text(turn.act)}", turn.state)
        yield from evening.next_act()
        yield evening.shown(turn.contents), text(turn.act)
        for _ in evening.wait(evening.patience_s):
            question = evening.runtime.latest.question
            if question is not None:
                evening.asked(f"asked {question.kind}: {text(turn.act)}")
                evening.tell(Answer(question.key, -1))
            if isinstance(evening.runtime.latest.verdict, Unchanged):
                return
            yield None
        self.late += 1
        differs = ", ".join(f"{t.space} shows {dict(t.seen)}" for t in evening.runtime.latest.todo[:4])
        evening.notes.append(f"not seen: {differs}: {text(turn.act)}")
