"""The evening's part for games where the camera only checks: pieces follow what cards and hands have told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.demo.truth import Turn
from companion.engine.codec import text
from companion.table.messages import Answer, Contents
from companion.table.verdicts import Unchanged

if TYPE_CHECKING:
    from companion.engine.session import Session
    from companion.table.desk import Desk


class Mirrors:
    """Lays out what was told and waits until the referee sees it lie there."""

    __slots__ = ()
    if TYPE_CHECKING:
        session: Session[Any]
        desk: Desk
        runtime: Any
        events: dict[int, Any]
        patience_s: float
        _questions: int
        _wrong: int
        _traced: int
        _late: int
        _stuck: list[str]

        def _same(self, state: Any) -> bool: ...
        def _shown(self, contents: Contents) -> Contents: ...
        def _tell(self, message: Any) -> Any: ...
        def _for(self, seconds: float) -> Iterator[None]: ...

    @property
    def mirrors(self) -> bool:
        """Whether all that the camera is asked about follows what is told."""
        covered, space = self.desk.covered, self.session.config.board.space
        return covered is not None and all(space[s].role == "echo" for s in covered)

    def follow(self, turn: Turn) -> Iterator[Any]:
        """Pictures until the referee sees the table that this act leaves; what it asks is denied."""
        if not self._same(turn.state):
            self._wrong += 1
            self._stuck.append(f"journal and truth differ: {text(turn.act)}")
            self.session.amend(self.session.game.position(turn.state), "the truth", consent=True)
        self._traced += 1
        if self._traced in self.events:
            yield self.events[self._traced]
        yield self._shown(turn.contents), text(turn.act)
        for _ in self._for(self.patience_s):
            question = self.runtime.latest.question
            if question is not None:
                self._questions += 1
                self._stuck.append(f"asked {question.kind}: {text(turn.act)}")
                self._tell(Answer(question.key, -1))
            if isinstance(self.runtime.latest.verdict, Unchanged):
                return
            yield None
        self._late += 1
        differs = ", ".join(f"{t.space} shows {dict(t.seen)}" for t in self.runtime.latest.todo[:4])
        self._stuck.append(f"not seen: {differs}: {text(turn.act)}")
