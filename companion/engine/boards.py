"""Boards read from ``boards/<game>/<board>.yaml``: geometry and ids, data only, and everything is checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from attrs import frozen

from companion.engine.boardreader import Reader
from companion.engine.checked import As, fitting
from companion.engine.grids import grid_spaces
from companion.engine.spaces import (
    A_POINT,
    Board,
    Fiducials,
    Patch,
    PieceKind,
    Point,
    Space,
    Track,
    Word,
    canonical,
    middle,
    number,
    rectangle,
)
from companion.engine.yamlfile import DataError, Document, read_once

_INSTALLED = Path(__file__).resolve().parents[1] / "boards"  # where a wheel brings them
ROOT = _INSTALLED if _INSTALLED.is_dir() else _INSTALLED.parents[1] / "boards"
SOURCES = ("known", "house", "own")
LOOKS = ("area", "slot", "heap", "edge", "tray", "none")
ROLES = ("lead", "echo")
BOARD_KEYS = (
    "schema", "game", "id", "title", "source", "size_mm", "cuts_mm", "fiducials", "patches", "pieces", "colours",
    "tracks", "ink_letters", "data", "spaces", "grids",
)  # fmt: skip
SPACE_KEYS = (
    "id", "kind", "look", "role", "centre", "polygon", "disc", "box", "holds", "name", "ink", "neighbours", "tags",
)  # fmt: skip
TRACK_KEYS = ("id", "role", "look", "loop", "inks", "holds", "rim", "centres", "box")
Cut = Annotated[float, As("a place in mm from the left", lambda v: float(fitting(v, number(v))), 0)]


def _spaces(r: Reader, doc: Any) -> list[Space]:
    spaces: list[Space] = []
    for i, raw in enumerate(r.get(doc, (), "spaces", list) or []):
        path: tuple[str | int, ...] = ("spaces", i)
        if not r.keys(raw, path, SPACE_KEYS):
            continue
        polygon: tuple[Point, ...] = ()
        if "polygon" in raw:
            polygon = r.points(raw["polygon"], (*path, "polygon"))
        centre = r.point(raw["centre"], (*path, "centre")) if "centre" in raw else middle(polygon) if polygon else None
        look = r.word(raw, path, "look", LOOKS, "area")
        if "disc" in raw and centre and number(raw["disc"]):
            polygon = rectangle(centre, raw["disc"], raw["disc"])
        if "box" in raw and centre:
            w, h = r.point(raw["box"], (*path, "box"))
            polygon = rectangle(centre, w, h)
        if not polygon and look != "none":
            r.bad(path, "a polygon, or a centre with disc or box")
        spaces.append(
            Space(
                id=str(r.get(raw, path, "id", (str, int)) or ""),
                kind=r.get(raw, path, "kind", str) or "",
                look=look,
                role=r.word(raw, path, "role", ROLES, "lead"),
                centre=centre or (0.0, 0.0),
                polygon=polygon,
                holds=r.counts(raw, path, {}),
                name=r.get(raw, path, "name", str, ""),
                ink=r.get(raw, path, "ink", str, ""),
                neighbours=tuple(str(n) for n in r.get(raw, path, "neighbours", list, [])),
                tags=r.get(raw, path, "tags", dict, {}),
            )
        )
    return spaces


def _track(
    r: Reader, raw: Any, path: tuple[str | int, ...], size: Point, letters: Mapping[str, str]
) -> tuple[Track, list[Space]]:
    """A track along the rim of the sheet, or with a centre (and size) for every space."""
    if not r.keys(raw, path, TRACK_KEYS):
        return Track("track", (), (), False), []
    ident = r.get(raw, path, "id", str) or "track"
    inks = [c for c in (r.get(raw, path, "inks", (str, list)) or "") if c != " "]
    holds = r.counts(raw, path, {})
    role = r.word(raw, path, "role", ROLES, "echo")
    look = r.word(raw, path, "look", ("area", "heap"), "area")
    unknown = [c for c in inks if c not in letters and c not in letters.values()]
    if unknown:
        r.bad((*path, "inks"), "letters of " + " ".join(letters), unknown[0])
    words = tuple(letters.get(c, c) for c in inks)
    cells: list[tuple[Point, ...]] = []
    if "rim" in raw:
        rim = raw["rim"] if r.keys(raw["rim"], (*path, "rim"), ("columns", "rows", "margin_mm")) else {}
        cols, rows = (r.cells(rim, (*path, "rim"), k) for k in ("columns", "rows"))
        margin = r.get(rim, (*path, "rim"), "margin_mm", (int, float)) or 1
        w, h = (size[0] - 2 * margin) / cols, (size[1] - 2 * margin) / rows
        ring = [(c, 0) for c in range(cols)] + [(cols - 1, y) for y in range(1, rows)]
        ring += [(c, rows - 1) for c in range(cols - 2, -1, -1)] + [(0, y) for y in range(rows - 2, 0, -1)]
        cells = [rectangle((margin + (c + 0.5) * w, margin + (y + 0.5) * h), w, h) for c, y in ring]
        if len(cells) != len(inks):
            r.bad((*path, "inks"), f"{len(cells)} colours, one for each rim cell", len(inks))
    else:
        centres = r.get(raw, path, "centres", list) or []
        box = r.point(raw.get("box", [20, 20]), (*path, "box"))
        cells = [rectangle(r.point(p, (*path, "centres", i)), *box) for i, p in enumerate(centres)]
        if inks and len(cells) != len(inks):
            r.bad((*path, "centres"), f"{len(inks)} centres, one for each colour", len(cells))
    spaces = [
        Space(f"{ident}_{i}", f"{ident}_space", look, role, middle(p), p, holds, ink=words[i] if i < len(words) else "")
        for i, p in enumerate(cells)
    ]
    return Track(ident, tuple(s.id for s in spaces), words, r.get(raw, path, "loop", bool, False)), spaces


@frozen
class _Marks:
    dictionary: str
    side_mm: float
    centres: Mapping[str, Annotated[Point, A_POINT]]
    border_cells: int = 1


def _fiducials(r: Reader) -> Fiducials | None:
    marks: _Marks | None = r.read(_Marks, "fiducials", default=None)
    if marks is None:
        return None
    for key in marks.centres:
        if not key.isdecimal():
            r.bad(("fiducials", "centres", key), "a marker number", key)
    centres = {int(key): at for key, at in marks.centres.items() if key.isdecimal()}
    return Fiducials(marks.dictionary, marks.side_mm, marks.border_cells, centres)


def _inside(polygon: tuple[Point, ...], size: Point, slack: float = 0.5) -> bool:
    return all(-slack <= x <= size[0] + slack and -slack <= y <= size[1] + slack for x, y in polygon)


def _relations(r: Reader, spaces: list[Space], size: Point, kinds: set[str]) -> None:
    ids = [s.id for s in spaces]
    known = set(ids)
    for i, s in enumerate(spaces):
        path: tuple[str | int, ...] = ("spaces", i)
        if ids.index(s.id) != i:
            r.bad((*path, "id"), "an id used once", s.id)
        if s.look not in ("tray", "none") and not _inside(s.polygon, size):
            r.bad((*path, "polygon"), "points inside the sheet", s.id)
        for kind in s.holds:
            if kind not in kinds:
                r.bad((*path, "holds", kind), "a kind listed under pieces", kind)
        for other in s.neighbours:
            if other not in known or other == s.id:
                r.bad((*path, "neighbours"), "ids of other spaces", other)
            elif s.id not in spaces[ids.index(other)].neighbours:
                r.bad((*path, "neighbours"), f"a link that {other} has as well", other)


INK_LETTERS = {"B": "blue", "G": "green", "R": "red", "Y": "yellow"}


def parse_board(doc: Document) -> Board:
    """Check a parsed board file; DataError lists every fault with file, line and key."""
    r = Reader(doc)
    raw = doc.data
    r.keys(raw, (), BOARD_KEYS)
    if r.get(raw, (), "schema", int) not in (None, 1):
        r.bad(("schema",), "1", raw["schema"])
    size = r.point(raw.get("size_mm"), ("size_mm",))
    spaces = _spaces(r, raw)
    listed = len(spaces)
    letters = {str(k): str(v) for k, v in r.get(raw, (), "ink_letters", dict, INK_LETTERS).items()}
    tracks = []
    for i, item in enumerate(r.get(raw, (), "tracks", list, [])):
        track, cells = _track(r, item, ("tracks", i), size, letters)
        tracks.append(track)
        spaces += cells
    pieces: tuple[PieceKind, ...] = r.read(tuple[PieceKind, ...], "pieces", default=())
    kinds = {p.kind for p in pieces}
    _relations(r, spaces[:listed], size, kinds)
    spaces += grid_spaces(r, {s.id for s in spaces}, kinds)
    board = Board(
        id=r.get(raw, (), "id", str) or "",
        game=r.get(raw, (), "game", str) or "",
        source=r.word(raw, (), "source", SOURCES),
        size_mm=size,
        spaces=tuple(spaces),
        tracks=tuple(tracks),
        pieces=pieces,
        colours=r.read(tuple[Word, ...], "colours", default=()),
        fiducials=_fiducials(r),
        patches=r.read(tuple[Patch, ...], "patches", default=()),
        cuts_mm=r.read(tuple[Cut, ...], "cuts_mm", default=()),
        data=_data(r, raw),
        doc=raw,
    )
    r.done()
    return board


def load_board(path: Path) -> Board:
    """Read and check a board file; raises DataError with every fault in it."""
    return parse_board(Document.read(path))


def board_from_mapping(doc: Mapping[str, Any], name: str) -> Board:
    """The board that a journal kept a copy of."""
    return parse_board(Document.of(doc, name))


_ELSEWHERE: dict[str, Path] = {}


def _data(r: Reader, raw: Any) -> dict[str, Any]:
    """What a game keeps with its board; the circle in its middle, where it has one, is drawn for every game."""
    data: dict[str, Any] = r.get(raw, (), "data", dict, {})
    if "central_point" in data:
        r.point(data["central_point"], ("data", "central_point"))
    r.get(data, ("data",), "central_radius_mm", (int, float), 0)
    return data


def keep_data(game: str, folder: Path) -> None:
    """Let a game that does not ship with the project have its boards and data files in a folder of its own."""
    _ELSEWHERE[game] = folder


def data_folder(game: str) -> Path:
    """Where a game's boards and data files lie."""
    return _ELSEWHERE.get(game, ROOT / game)


def house_board(game: str, name: str = "house") -> Board:
    """A board that ships with the game."""
    return read_once(load_board, data_folder(game) / f"{name}.yaml")


__all__ = [
    "LOOKS",
    "ROLES",
    "ROOT",
    "SOURCES",
    "Board",
    "DataError",
    "Fiducials",
    "Patch",
    "PieceKind",
    "Point",
    "Space",
    "Track",
    "board_from_mapping",
    "canonical",
    "data_folder",
    "house_board",
    "keep_data",
    "load_board",
    "parse_board",
]
