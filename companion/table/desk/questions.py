"""The one question that is open at the table, and what was answered with "something else"."""

from __future__ import annotations

from typing import Any

from companion.engine.types import Input, Ruling
from companion.table.desk.core import Core
from companion.table.snapshot import Question
from companion.table.verdicts import Todo


class Questions:
    def __init__(self, core: Core) -> None:
        self.core = core
        self.open: Question | None = None
        self.declined: set[Any] = set()  # what people answered with "something else", see ``Judge.proposed``
        self._asked = 0

    def ask(
        self,
        kind: str,
        options: tuple[tuple[Input, ...], ...],
        keep: int = 0,
        faces: tuple[str, ...] = (),
        ruling: Ruling | None = None,
        todo: tuple[Todo, ...] = (),
    ) -> str:
        """Put a question to the table, unless it is open already; its key."""
        if self.open is not None and self.open.kind == kind and self.open.options == options:
            return self.open.key
        self._asked += 1
        seat = next((a.seat for o in options for a in o if a.seat is not None), None)
        self.open = Question(f"q{self._asked}", kind, seat, options, faces, keep, ruling, todo)
        self.core.count(questions=1)
        return self.open.key

    def close(self, *kinds: str) -> None:
        """Nobody needs to answer any longer; of some ``kinds`` only, if any are named."""
        if self.open is not None and (not kinds or self.open.kind in kinds):
            self.open = None

    def asks(self, *kinds: str) -> bool:
        """Whether a question of one of these kinds is open."""
        return self.open is not None and self.open.kind in kinds
