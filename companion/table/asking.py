"""Putting a question to the table: what the parts of a desk ask it to do."""

from __future__ import annotations

from abc import ABC, abstractmethod

from companion.engine.types import Input, Ruling
from companion.table.verdicts import Todo


class Asks(ABC):
    """A part of the desk that asks."""

    @abstractmethod
    def _ask(
        self,
        kind: str,
        options: tuple[tuple[Input, ...], ...],
        keep: int = 0,
        faces: tuple[str, ...] = (),
        ruling: Ruling | None = None,
        todo: tuple[Todo, ...] = (),
    ) -> None:
        """Put a question to the table."""
