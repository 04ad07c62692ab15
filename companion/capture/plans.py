"""A plan: which steps a board takes, how its board file is made, and what is asked when it is chosen."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Protocol

from attrs import frozen

from companion.capture.corners import LONGEST
from companion.capture.draft import Drawn, Point
from companion.capture.stage import Step
from companion.engine.boards import Board


class MakesBoard(Protocol):
    """A board file from what is captured, finished or not."""

    def __call__(self, drawn: Drawn, size_mm: Point, ident: str) -> dict[str, Any]: ...


@frozen
class Plan:
    """``playable``: "" or why the rules cannot be played on this draft yet. ``minutes``: honest, for the first time.

    ``logic``: True where the map's links and track are rules that must be captured before any game, even without a
    camera. ``steps`` are asked in their order. ``loose``: parts lie anew in each game, so each takes a picture; they
    are known by their own ones. ``rim``: so much of the width around the four corners belongs to the board file too.
    ``box``: whether there is a printed board in a box. ``longest``: how long a board's longest side may look beside its
    shortest.
    """

    game: str
    steps: tuple[Step, ...]
    document: MakesBoard
    playable: Callable[[Drawn], str]
    minutes: int
    piece_mm: float = 8.0
    logic: bool = False
    loose: bool = False
    rim: float = 0.0
    box: bool = True
    longest: float = LONGEST


PRINTED = ("fiducials", "patches", "cuts_mm", "title")  # what lies on the house board alone


def owned(house: Board, drawn: Drawn, size_mm: Point, ident: str) -> dict[str, Any]:
    """A document to be changed further: the rules of ``house`` on a board of this size, in the owner's colours."""
    doc: dict[str, Any] = copy.deepcopy(dict(house.doc))
    for key in PRINTED:
        doc.pop(key, None)
    doc |= {"id": ident, "source": "own", "size_mm": [round(v, 1) for v in size_mm]}
    if drawn.colours:
        doc["colours"] = list(drawn.colours)
    return doc
