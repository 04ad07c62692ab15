"""A board file told to the camera: places and pieces, without anything a rule knows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Protocol

from attrs import evolve

from companion.engine.boards import Board, PieceKind
from companion.engine.game import Game
from companion.engine.tablespec import Sensor
from vision.layout import Layout, Marks, Patch, Piece, Place

DIE = "die"


class Palette(Protocol):
    """Which colours the pieces have (``companion.table.sight.Palette``)."""

    @property
    def colours(self) -> Mapping[str, str]: ...
    @property
    def alike(self) -> Mapping[str, str]: ...


def piece_id(kind: str, colour: str = "", turn: str = "") -> str:
    """How the camera names a piece: by its colour (``soldier:white``), or by how it lies (``border:across``)."""
    return ":".join(x for x in (kind, colour or turn) if x)


def layout_of(
    board: Board,
    colours: Sequence[str] = (),
    only: Collection[str] | None = None,
    alike: Mapping[str, str] | None = None,
) -> Layout:
    """What the camera is told: spaces it can look at (``only`` these), pieces in the colours of this game.

    ``alike``: kinds that it cannot or need not tell apart -> the kind under which it knows them; such a piece comes
    once for each of their shapes. "": it reads none of them.
    """
    inks = tuple(colours) or board.colours
    names = alike or {}
    looked_at = [s for s in board.spaces if s.look != "none" and not (s.role == "echo" and not s.holds)]
    looked_at = [s for s in looked_at if only is None or s.id in only or s.look == "tray"]
    places = tuple(Place(s.id, s.look, s.polygon, s.centre, _holds(s.holds, names), s.ink) for s in looked_at)
    kinds = [k for k in board.pieces if k.shape != DIE and names.get(k.kind, k.kind)]
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
        die_faces=_colours(die),
        die_mm=die.size_mm[0] if die else 16.0,
    )


def seen_layout(game: Game[Any], board: Board, palette: Palette) -> Layout:
    """What the camera is told of a game at this table."""
    return layout_for(board, palette, covered_of(game, board))


def layout_for(board: Board, palette: Palette, only: Collection[str] | None = None) -> Layout:
    """What the camera is told of a table: where kinds have colours of their own, each colour is one kind of piece.

    Such pieces are all laid as cubes of the smallest kind: it is the paint that tells them apart.
    """
    kinds_of = {k.kind for k in board.pieces}
    own = {k: c for k, c in palette.colours.items() if k in kinds_of or ":" in k}
    if not own:
        return layout_of(board, [c for c in board.colours if c in palette.colours.values()], only, palette.alike)
    base = layout_of(board, (), only)
    first = next(k for k in board.pieces if k.shape == "cube")
    kinds = {k: k.rpartition(":")[2] for k in own}
    sides = {k: first.kind for k in palette.colours if k not in own and k != "neutral"}
    pieces = tuple(
        Piece(piece_id(kind, palette.colours[k]), first.shape, palette.colours[k], first.size_mm, first.height_mm)
        for k, kind in {**sides, **kinds}.items()
    )
    known = {p.id.partition(":")[0] for p in pieces}
    places = tuple(
        p if p.look == "tray" else evolve(p, holds={k: n for k, n in p.holds.items() if k in known or k == DIE})
        for p in base.places
    )
    return evolve(base, pieces=pieces, places=places)


def _colours(die: PieceKind | None) -> tuple[str, ...]:
    """The colours of a die's faces; none of one with pips."""
    return () if die is None or all(f.isdigit() for f in die.faces) else die.faces


def _holds(holds: Mapping[str, int], names: Mapping[str, str]) -> dict[str, int]:
    return {name: n for kind, n in holds.items() if (name := names.get(kind, kind))}


def _pieces(kind: PieceKind, name: str, colours: Sequence[str]) -> Iterator[Piece]:
    """A kind in each colour; one that belongs to nobody in its own, once for each way it may lie."""
    size, height, beside = kind.size_mm, kind.height_mm, kind.beside
    if not kind.colour:
        for colour in colours:
            yield Piece(piece_id(name, colour), kind.shape, colour, size, height, beside)
        return
    for side in kind.faces:
        yield Piece(piece_id(name, "", side), kind.shape, kind.colour, size, height, beside, face=side)
    for turn in ("", *kind.turns) if not kind.faces else ():
        yield Piece(piece_id(name, "", turn), kind.shape, kind.colour, size, height, beside, 90.0 if turn else 0.0)


def covered_of(game: Game[Any], board: Board) -> frozenset[str] | None:
    """Spaces the camera is asked about: of the kinds for which it answers; None: all it can see."""
    spec = game.table
    return None if spec.reads_all else frozenset(s.id for s in board.spaces if spec.sensor(s.kind) is Sensor.CAMERA)
