"""The part of an owner's board file that every game's has: the house board's rules without the house's print."""

from __future__ import annotations

import copy
from typing import Any

from companion.capture.draft import Drawn, Point
from companion.engine.boards import Board

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
