"""A board file told to the camera: places and pieces, without anything a rule knows."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.boards import Board, PieceKind
from vision.layout import Layout, Marks, Patch, Piece, Place

DIE = "die"


def piece_id(kind: str, colour: str) -> str:
    """How the camera names a piece of a colour, e.g. ``soldier:white``."""
    return f"{kind}:{colour}"


def layout_of(board: Board, colours: Sequence[str] = ()) -> Layout:
    """What the camera is told: spaces it can look at, pieces in the colours of this game (default: the board's)."""
    inks = tuple(colours) or board.colours
    places = tuple(
        Place(s.id, s.look, s.polygon, s.centre, dict(s.holds), s.ink) for s in board.spaces if s.look != "none"
    )
    pieces = tuple(_piece(k, c) for k in board.pieces if k.shape != DIE for c in inks)
    die = next((k for k in board.pieces if k.shape == DIE), None)
    marks = board.fiducials
    return Layout(
        id=board.id,
        size_mm=board.size_mm,
        places=places,
        pieces=pieces,
        marks=Marks(marks.dictionary, marks.side_mm, marks.border_cells, dict(marks.centres)) if marks else None,
        patches=tuple(Patch(p.centre, p.side_mm, p.rgb) for p in board.patches),
        die_faces=die.faces if die else (),
        die_mm=die.size_mm[0] if die else 16.0,
    )


def _piece(kind: PieceKind, colour: str) -> Piece:
    return Piece(piece_id(kind.kind, colour), kind.shape, colour, kind.size_mm, kind.height_mm)
