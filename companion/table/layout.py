"""A board file told to the camera: places and pieces, without anything a rule knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.engine.boards import Board, PieceKind
from vision.layout import Layout, Marks, Patch, Piece, Place

DIE = "die"


def piece_id(kind: str, colour: str = "", turn: str = "") -> str:
    """How the camera names a piece: by its colour (``soldier:white``), or by how it lies (``border:across``)."""
    return ":".join(x for x in (kind, colour or turn) if x)


def layout_of(board: Board, colours: Sequence[str] = (), alike: Mapping[str, str] | None = None) -> Layout:
    """What the camera is told: spaces it can look at, pieces in the colours of this game (default: the board's).

    ``alike``: kinds that it cannot or need not tell apart -> the kind under which it knows them; such a piece comes
    once for each of their shapes.
    """
    inks = tuple(colours) or board.colours
    names = alike or {}
    places = tuple(
        Place(s.id, s.look, s.polygon, s.centre, _holds(s.holds, names), s.ink)
        for s in board.spaces
        if s.look != "none"
    )
    kinds = [k for k in board.pieces if k.shape != DIE]
    pieces = tuple(piece for kind in kinds for piece in _pieces(kind, names.get(kind.kind, kind.kind), inks))
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


def _holds(holds: Mapping[str, int], names: Mapping[str, str]) -> dict[str, int]:
    return {names.get(kind, kind): n for kind, n in holds.items()}


def _pieces(kind: PieceKind, name: str, colours: Sequence[str]) -> Iterator[Piece]:
    """A kind in each colour; one that belongs to nobody in its own, once for each way it may lie."""
    if not kind.colour:
        for colour in colours:
            yield Piece(piece_id(name, colour), kind.shape, colour, kind.size_mm, kind.height_mm)
        return
    for turn in ("", *kind.turns):
        turned = 90.0 if turn else 0.0
        yield Piece(piece_id(name, "", turn), kind.shape, kind.colour, kind.size_mm, kind.height_mm, turned)
