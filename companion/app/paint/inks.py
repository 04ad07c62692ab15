"""What was drawn of a board is kept part by part: a touch changes few of its spaces, and only those are drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from attrs import define, field
from kivy.graphics import InstructionGroup

from companion.app.drawing import Box
from companion.app.paint.pen import Pen


@define
class Inks:
    """``made``: by part, what it was drawn from, its instructions, and the boxes that they take."""

    made: dict[Hashable, tuple[Any, InstructionGroup, tuple[Box, ...]]] = field(factory=dict)
    _at: Any = None

    def begin(self, at: Any) -> None:
        """``at``: what every part depends on; where it is another, all is drawn anew."""
        if at != self._at:
            self._at, self.made = at, {}

    def draw(self, pen: Pen, part: Hashable, of: Any, draw: Callable[[], None], taken: list[Box]) -> None:
        """Adds the part to the pen's group; ``draw`` draws it with this pen where ``of`` has changed."""
        known = self.made.get(part)
        if known is None or known[0] != of:
            outer, before = pen.group, len(taken)
            pen.group = InstructionGroup()
            try:
                draw()
                known = (of, pen.group, tuple(taken[before:]))
            finally:
                pen.group = outer
            self.made[part] = known
        else:
            taken += known[2]
        pen.group.add(known[1])
