"""The owner's shelf: boards, colours of pieces and card values in the user's folder; they outlive every update.

``shelf/boards/<id>/`` holds ``board.json``, ``reference.json``, ``reference.jpg`` and ``draft.jsonl``;
``shelf/colours.json`` and ``shelf/values.json`` what else the box taught. A board travels as one small file without its
picture: whoever owns the same box touches four corners.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from companion.capture.draft import WRONG, Draft, DraftError, plain_drawn
from companion.capture.planned import plan_of
from companion.capture.workshop import DRAFT, PARTS, PICTURE, PRINT, Workshop
from companion.engine.boards import Board, board_from_mapping
from companion.engine.words import N_
from hardware.filing.reading import read_json
from hardware.filing.whole import write_json
from vision.capture.pictures import read_reference
from vision.capture.signature import plain, signature, signature_of

BOARD, REFERENCE, PAINTS, SIZES = "board.json", "reference.json", "colours.json", "sizes.json"
EXPORT, VERSION = "table-companion-board", 1
SUFFIX = ".board.json"
LEAST_MM, MOST_MM = 3.0, 60.0  # of a piece
MOST_BYTES = 8 << 20  # of a board file
UNREADABLE = N_("{file}: this cannot be read.")
NO_PLACE = N_("{file}: this does not say where a board lies in its picture.")
NO_BOARD = N_("{file}: this holds no board that can be played on.")
BEGUN = 2  # touches from which a board is gone on with: one is its picture


class ShelfError(DraftError):
    """A file or folder that is no board of this program."""


@frozen
class Owned:
    """A board on the shelf. ``ready``: it has its picture and corners, the camera can find it."""

    id: str
    game: str
    title: str
    folder: Path
    size_mm: tuple[float, float]
    ready: bool
    finished: bool
    playable: bool  # the rules can be played on it, finished or not
    changed: float


@frozen
class Reference:
    """How a board is found again: a picture of it and where its corners are there (px), its size in mm."""

    picture: Path
    corners: tuple[tuple[float, float], ...]
    size_mm: tuple[float, float]


def read(path: Path) -> Any:
    """JSON, or None when there is no such file; ShelfError when it cannot be read."""
    try:
        return read_json(path)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as e:
        raise ShelfError(UNREADABLE, file=path) from e


def mapping(path: Path) -> dict[str, Any]:
    """The same where a mapping is expected; {} for none, or for one that is damaged: it is only known better then."""
    try:
        data = read(path)
    except ShelfError:
        return {}
    return dict(data) if isinstance(data, dict) else {}


def plausible(data: Any) -> dict[str, dict[str, float]]:
    """Sizes of pieces from a file, whoever wrote it: what can be none is left out."""
    out = {}
    for kind, known in data.items() if isinstance(data, dict) else ():
        mm, pieces = (known.get("mm"), known.get("pieces")) if isinstance(known, dict) else (None, None)
        if isinstance(mm, int | float) and isinstance(pieces, int | float) and LEAST_MM <= mm <= MOST_MM:
            out[str(kind)] = {"mm": float(mm), "pieces": int(pieces)}
    return out


def reference_in(folder: Path) -> Reference | None:
    """The reference that lies in a folder (of the shelf or of a saved game), if it is whole."""
    data = read(folder / REFERENCE)
    if not isinstance(data, dict) or not (folder / PICTURE).exists():
        return None
    try:
        corners = tuple((float(x), float(y)) for x, y in data["corners"])
        w, h = (float(v) for v in data["size_mm"])
    except (KeyError, TypeError, ValueError) as e:
        raise ShelfError(NO_PLACE, file=folder / REFERENCE) from e
    return Reference(folder / PICTURE, corners, (w, h)) if len(corners) == 4 else None


def game_of(file: Path) -> str:
    """The game a board file is for, "" for what is no board file."""
    try:
        data = read(file)
    except ShelfError:
        return ""
    return str(data.get("game", "")) if isinstance(data, dict) and data.get("format") == EXPORT else ""


def _travelled(path: Path) -> dict[str, Any]:
    """A board file from anybody, tried out in memory before anything of it is kept; raises ShelfError."""
    try:
        data = read_json(path, MOST_BYTES)
    except (OSError, ValueError) as e:
        raise ShelfError(UNREADABLE, file=path) from e
    if not isinstance(data, dict) or data.get("format") != EXPORT:
        raise ShelfError(N_("{file}: this is no board file of this program."), file=path)
    if data.get("version") != VERSION:
        raise ShelfError(N_("{file}: a newer version of this program wrote this."), file=path)
    doc, game = data.get("board"), data.get("game")
    if not isinstance(doc, dict):
        raise ShelfError(NO_BOARD, file=path)
    try:
        plan_of(str(game))
    except KeyError as e:
        raise ShelfError(N_("{file}: this is of a game that this program does not know."), file=path) from e
    try:
        if doc.get("game") != game:
            raise ValueError(f"the board is of {doc.get('game')!r}, the file of {game!r}")
        board_from_mapping({**doc, "id": "own"}, str(path))
        shop = Workshop(str(game))
        shop.draft.touch(*data.get("draft", ()), {"do": "done", "step": "size"})
        shop.plan.playable(shop.drawn)
        shop.stage()
        for part in dict(data.get("parts") or {}).values():
            signature(part)
        dict(data.get("values") or {})
    except (DraftError, *WRONG) as e:
        raise ShelfError(NO_BOARD, file=path) from e
    try:
        signature(data.get("print", {}))
    except WRONG:
        data["print"] = None  # an older file: the board is found by its places
    return data


class Shelf:
    """``home``: the folder of this program's user."""

    def __init__(self, home: Path) -> None:
        self.root = home / "shelf"

    # ------------------------------------------------------------ boards
    def boards(self, game: str = "") -> list[Owned]:
        """Boards (of one game), the latest first; what cannot be read is left out."""
        found = [x for x in self._all().values() if isinstance(x, Owned) and game in ("", x.game)]
        return sorted(found, key=lambda o: o.changed, reverse=True)

    def unreadable(self) -> tuple[Path, ...]:
        """Folders of boards that cannot be read."""
        return tuple(folder for folder, x in self._all().items() if isinstance(x, Exception))

    def _all(self) -> dict[Path, Owned | Exception | None]:
        found: dict[Path, Owned | Exception | None] = {}
        for folder in sorted((self.root / "boards").glob("*")):
            try:
                found[folder] = self._owned(folder)
            except (OSError, *WRONG) as e:  # one bad file never keeps the others from being played
                found[folder] = e
        return found

    def _owned(self, folder: Path) -> Owned | None:
        doc = read(folder / BOARD)
        file = folder / DRAFT
        if not isinstance(doc, dict) or "game" not in doc:
            return None
        draft = Draft(file) if file.exists() else None
        try:
            plan = plan_of(str(doc["game"]))
        except KeyError:
            return None
        finished = draft is None or {s.id for s in plan.steps} <= draft.drawn.done
        playable = draft is None or not plan.playable(draft.drawn)
        w, h = doc.get("size_mm", (0, 0))
        return Owned(
            folder.name, plan.game, str(doc.get("title", "")) or folder.name, folder, (w, h),
            reference_in(folder) is not None, finished, playable, (folder / BOARD).stat().st_mtime,
        )  # fmt: skip

    def board(self, ident: str) -> Board:
        """Raises ShelfError or DataError."""
        doc = read(self._folder(ident) / BOARD)
        if not isinstance(doc, dict):
            raise ShelfError(N_("There is no board '{board}' on the shelf."), board=ident)
        return board_from_mapping(doc, ident)

    def reference(self, ident: str) -> Reference | None:
        return reference_in(self._folder(ident))

    def _folder(self, ident: str) -> Path:
        if not ident or "/" in ident or ident.startswith("."):
            raise ShelfError(N_("'{board}' is no name of a board."), board=ident)
        return self.root / "boards" / ident

    def fresh(self, game: str) -> str:
        """A name nobody uses yet. What somebody only began, and was stopped at, makes room."""
        n = 1
        while (folder := self._folder(f"own-{game}-{n}")).exists() and not self._only_begun(folder):
            n += 1
        shutil.rmtree(folder, ignore_errors=True)
        return folder.name

    @staticmethod
    def _only_begun(folder: Path) -> bool:
        if (folder / BOARD).exists():
            return False
        try:
            return not (folder / DRAFT).exists() or Draft(folder / DRAFT).touches < BEGUN
        except DraftError:
            return False

    def workshop(self, game: str, ident: str = "") -> Workshop:
        """Begin a board, or go on with one; what was captured before is there again."""
        name = ident or self.fresh(game)
        return Workshop(game, self._folder(name), ident=name)

    def unfinished(self, game: str) -> str:
        """The latest draft that is not on the shelf as a board yet or not captured in full; "" for none."""
        drafts = []
        for file in (self.root / "boards").glob(f"*/{DRAFT}"):
            try:
                draft = Draft(file)
            except (DraftError, OSError):
                continue
            if draft.game != game or draft.touches < BEGUN:
                continue
            if not {s.id for s in plan_of(game).steps} <= draft.drawn.done:
                drafts.append((file.stat().st_mtime, file.parent.name))
        return max(drafts)[1] if drafts else ""

    def keep(self, shop: Workshop) -> Owned:
        """Put a board on the shelf as far as it is captured; raises DataError where it is no board."""
        folder = self._folder(shop.ident)
        shop.board()
        write_json(folder / BOARD, shop.document())
        if len(shop.drawn.corners) == 4 and shop.picture is not None:
            write_json(folder / REFERENCE, dict(shop.reference()))
        pictures = shop.part_pictures()
        if pictures:
            write_json(folder / PARTS, pictures, indent=None)
        owned = self._owned(folder)
        assert owned is not None
        return owned

    def keep_board(self, ident: str, doc: Mapping[str, Any]) -> None:
        """A board changed in play: a place was learned, a name was typed."""
        board_from_mapping(doc, ident)
        write_json(self._folder(ident) / BOARD, dict(doc))

    def forget(self, ident: str) -> None:
        shutil.rmtree(self._folder(ident), ignore_errors=True)

    # ------------------------------------------------------------ colours and values
    def paints(self, game: str) -> dict[str, Any]:
        """Colours of this box's pieces as the camera saw them last: word -> plain paint."""
        known = mapping(self.root / PAINTS).get(game, {})
        return dict(known) if isinstance(known, dict) else {}

    def keep_paints(self, game: str, paints: Mapping[str, Any]) -> None:
        write_json(self.root / PAINTS, {**mapping(self.root / PAINTS), game: {**self.paints(game), **paints}})

    def sizes(self, game: str) -> dict[str, dict[str, float]]:
        """Sizes of this box's pieces as they were measured: kind -> mm and number of pieces."""
        return plausible(mapping(self.root / SIZES).get(game))

    def keep_sizes(self, game: str, sizes: Mapping[str, Any]) -> None:
        write_json(self.root / SIZES, {**mapping(self.root / SIZES), game: {**self.sizes(game), **sizes}})

    # ------------------------------------------------------------ to and from others
    def export(self, ident: str, path: Path) -> Path:
        """One small file without the picture; ``path`` may be a folder."""
        folder = self._folder(ident)
        doc = read(folder / BOARD)
        if not isinstance(doc, dict):
            raise ShelfError(N_("There is no board '{board}' on the shelf."), board=ident)
        file = path / f"{ident}{SUFFIX}" if path.is_dir() else path
        ops = plain_drawn(Draft(folder / DRAFT).drawn, corners=False) if (folder / DRAFT).exists() else []
        values = mapping(self.root / "values.json")
        game = str(doc["game"])
        write_json(
            file,
            {
                "format": EXPORT, "version": VERSION, "game": game, "board": doc, "draft": ops,
                "colours": sorted(self.paints(game)) or list(doc.get("colours", ())), "values": values.get(game, {}),
                "print": self._print(folder), "parts": read(folder / PARTS) or {}, "sizes": self.sizes(game),
            },
            indent=None,
            private=False,
        )  # fmt: skip
        return file

    def _print(self, folder: Path) -> Mapping[str, Any]:
        """By what another owner's camera knows the same print again; {} for a board without a picture."""
        reference = reference_in(folder)
        picture = read_reference(reference.picture) if reference is not None else None
        if reference is None or picture is None:
            known = read(folder / PRINT)
            return dict(known) if isinstance(known, dict) else {}
        return plain(signature_of(picture, reference.corners, reference.size_mm))

    def take_in(self, path: Path) -> str:
        """Put a file from somebody else on the shelf; its id. Four corners on one's own picture make it playable."""
        data = _travelled(path)
        doc, game = data["board"], str(data["game"])
        ident = self.fresh(game)
        folder = self._folder(ident)
        try:
            draft = Draft(folder / DRAFT, game)
            draft.touch(*data.get("draft", ()), {"do": "done", "step": "size"})
            write_json(folder / BOARD, {**doc, "id": ident})
            if data.get("print"):
                write_json(folder / PRINT, data["print"])
            if data.get("parts"):
                write_json(folder / PARTS, data["parts"], indent=None)
        except BaseException:
            self.forget(ident)
            raise
        if told := plausible(data.get("sizes")):  # one's own measure goes before another's
            self.keep_sizes(game, {**told, **self.sizes(game)})
        if wished := data.get("values"):
            values = mapping(self.root / "values.json")
            mine = values[game] if isinstance(values.get(game), dict) else {}
            write_json(self.root / "values.json", {**values, game: {**wished, **mine}})
        return ident

    def copy_into(self, ident: str, game_folder: Path) -> None:
        """What a saved game needs of a board beside the board file itself: its picture, corners and colours."""
        folder = self._folder(ident)
        game_folder.mkdir(parents=True, exist_ok=True)
        for name in (PICTURE, REFERENCE):
            if (folder / name).exists():
                shutil.copy2(folder / name, game_folder / name)
        doc = mapping(folder / BOARD)
        paints = self.paints(str(doc.get("game", "")))
        if paints:
            write_json(game_folder / PAINTS, paints)
        sizes = self.sizes(str(doc.get("game", "")))
        if sizes:
            write_json(game_folder / SIZES, sizes)
