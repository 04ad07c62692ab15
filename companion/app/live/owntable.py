"""A sitting on the owner's board: found by its picture, its colours kept, places learned while it is played."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.capture import shelf as shelves
from companion.capture.learning import Learning, Unplaced, drawn
from companion.capture.shelf import PAINTS, SIZES, Reference, Shelf, ShelfError, reference_in
from companion.engine.boards import Board
from companion.table.eye import Contents, Eye, Pictures
from companion.table.layout import layout_of
from hardware.filing.reading import read_bytes
from hardware.filing.whole import write_json

PLACES = "places.json"
SHELF = "shelf.txt"  # in a saved game: the board of the shelf that it was started on
TRIES = (3, 6, 12, 24)  # pieces on the table at which their sizes are measured, until they are sure
PLENTY = 6  # pieces of a kind that were measured: its size is not asked for again
OTHER = 0.04  # of a size: a reader that goes by one so much off is made anew
LOOKS = 2  # a pushed card is seen so often before it is said
LOOK_S = 0.7  # places are looked for so often


class OwnTable:
    """What lies beside a saved game on an own board. ``learning`` is None until the camera is opened."""

    def __init__(self, folder: Path, shelf: Shelf, reference: Reference) -> None:
        self.folder, self.shelf, self.reference = folder, shelf, reference
        self.ident = shelf_id(folder)
        self.learning: Learning | None = None
        self.ask: Unplaced | None = None
        self.learned = 0  # learning taps
        self.unsure: frozenset[str] = frozenset()  # kinds whose size could not be told: the data's stays
        self._measured = 0  # pieces that lay there when sizes were measured last
        self._picture: Any = None
        self._tied: Any = None  # loose cards beside the board
        self._moved: dict[int, int] = {}  # card -> looks in which it lay elsewhere
        self.pushed: tuple[int, ...] = ()

    @classmethod
    def beside(cls, folder: Path, shelf: Shelf) -> OwnTable | None:
        try:
            reference = reference_in(folder)
        except ShelfError:
            return None
        return cls(folder, shelf, reference) if reference is not None else None

    # ------------------------------------------------------------ what is read
    def _places(self) -> Mapping[str, Any]:
        return dict(shelves.read(self.folder / PLACES) or {})

    def begin(self, board: Board) -> Board:
        """The board as the camera reads it: with the places learned so far."""
        from vision.capture.beside import Tied
        from vision.capture.pictures import gray_of, lies, read_reference

        self._picture = read_reference(self.reference.picture)
        if self._picture is None:
            return board
        self.homography = lies(self.reference.corners, self.reference.size_mm)
        self._tied = Tied.in_picture(gray_of(self._picture), self.homography)
        self.learning = Learning(board, self._picture, self.homography, self._places())
        return self.learning.board

    def drawn(self, board: Board) -> Board:
        return drawn(board)

    def reader(self, colours: Sequence[str], alike: Mapping[str, str] | None = None) -> Any:
        """A reader that knows this board by its picture and the box's colours; takes seconds."""
        from vision.capture.known import KnownGrid, KnownReader, paint_of
        from vision.capture.sizes import sized

        assert self.learning is not None
        sizes = {kind: float(known["mm"]) for kind, known in self.sizes().items()}
        layout = sized(layout_of(self.learning.board, colours, None, alike), sizes)
        kind = KnownGrid if any(p.look == "edge" for p in layout.places) else KnownReader
        reader = kind(layout, self._picture, self.homography)
        kept = shelves.read(self.folder / PAINTS) or {}
        paints = {}
        for colour, data in kept.items():
            try:
                paints[colour] = paint_of(colour, data)
            except ValueError:
                continue
        reader.know(paints)
        return reader

    def keep_paints(self, reader: Any) -> None:
        from vision.capture.known import plain_paint

        paints = {c: plain_paint(p) for c, p in reader.learned_paints().items()}
        if paints:
            write_json(self.folder / PAINTS, {**(shelves.read(self.folder / PAINTS) or {}), **paints})
            game = self.learning.board.game if self.learning is not None else ""
            self.shelf.keep_paints(game, paints)

    # ------------------------------------------------------------ sizes of this box's pieces
    def sizes(self) -> dict[str, dict[str, float]]:
        """Kind -> its size in mm (a disc's diameter, a cube's edge) and the number of pieces that were measured."""
        try:
            return shelves.plausible(shelves.read(self.folder / SIZES))
        except ShelfError:
            return {}  # the usual sizes then

    def measure(self, reader: Any, lying: int) -> bool:
        """Measure what lies there, as soon as enough does. ``lying``: pieces on the board. Whether the reader goes by
        a size that is another one by now."""
        enough = max((n for n in TRIES if n <= lying), default=0)
        if enough <= self._measured or self.learning is None:
            return False
        self._measured = enough
        known = self.sizes()
        found = reader.sizes([k for k, x in known.items() if x.get("pieces", 0) >= PLENTY])
        sure = {k: {"mm": m.mm, "pieces": m.pieces} for k, m in found.items() if m.sure}
        sure = {k: x for k, x in sure.items() if x["pieces"] > known.get(k, {}).get("pieces", 0)}
        self.unsure = frozenset(found) - frozenset(known) - frozenset(sure)
        if not sure:
            return False
        write_json(self.folder / SIZES, {**known, **sure})
        self.shelf.keep_sizes(self.learning.board.game, sure)
        used = {p.id.partition(":")[0]: p.size_mm[0] for p in reader.layout.pieces}
        return any(abs(x["mm"] / used[k] - 1) > OTHER for k, x in sure.items() if k in used)

    # ------------------------------------------------------------ learning places
    def look(self, frame: Any, homography: Any, wanted: Sequence[str] = ()) -> bool:
        """Whether somebody must be asked where a piece lies; the question stays until it is answered or gone.

        ``wanted``: spaces that should hold a piece by now.
        """
        if self.learning is None or not self.learning.open:
            return False
        self.ask = self.learning.look(frame, homography, wanted)
        return self.ask is not None

    def watch_cards(self, frame: Any, homography: Any) -> bool:
        """Whether a marker card was pushed, or laid back, since the last look; it must be seen there twice."""
        if self._tied is None or not self._tied.mm:
            return False
        from vision.capture.beside import loose_cards
        from vision.capture.pictures import gray_of

        seen = loose_cards(gray_of(frame))
        off = self._tied.pushed(seen, homography)
        self._moved = {n: self._moved.get(n, 0) + 1 for n in off} | {
            n: k for n, k in self._moved.items() if n not in seen
        }
        before, self.pushed = self.pushed, tuple(sorted(n for n, k in self._moved.items() if k >= LOOKS))
        return self.pushed != before

    @property
    def calm(self) -> bool:
        """Whether the last look found everything on places that are known."""
        return self.learning is None or self.learning.calm

    def answer(self, name: str) -> Board | None:
        """The patch lies on this space ("" for none of them); the board as it is read from now on."""
        ask, self.ask = self.ask, None
        if ask is None or self.learning is None:
            return None
        if not name:
            self.learning.ignore(ask)
            return None
        self.learned += 1
        board = self.learning.learn(ask, name)
        write_json(self.folder / PLACES, self.learning.plain())
        self._to_shelf(name)
        return board

    def _to_shelf(self, name: str) -> None:
        """What one game has learned the next one knows."""
        if not self.ident or self.learning is None or name not in self.learning.outlines:
            return
        try:
            from companion.capture.learning import with_place

            known = self.shelf.board(self.ident)
            self.shelf.keep_board(self.ident, with_place(known, name, self.learning.outlines[name]).doc)
        except (ShelfError, ValueError, OSError):
            return  # the board was taken off the shelf; this game goes on with what it knows


class OwnEye(Eye):
    """An eye whose reader is made on its own thread, and made anew when the board has grown.

    ``make`` gives a reader; ``settled`` is told of every settled picture and says whether all that lies there lies on
    known places: only such a picture may be learned from again, or a piece on a new place would pass for its print.
    """

    def __init__(self, source: Pictures, make: Callable[[], Any], settled: Callable[[Any, Any], bool]) -> None:
        super().__init__(source, _Nobody())
        self._make: Callable[[], Any] | None = make
        self._told = settled
        self._settled: Any = None
        self._swap = threading.Lock()
        self.agreed: tuple[Any, Contents] | None = None
        self.kept: Callable[[Any], None] = lambda reader: None
        self.measured: Callable[[Any, int], None] = lambda reader, lying: None
        self._kept: Any = None
        self._spots: tuple[str, ...] = ()  # of the reader's board
        self._unread = False  # the reader is new and has learned from no picture yet

    def rebuild(self, make: Callable[[], Any]) -> None:
        with self._swap:
            self._make = make

    def agree(self, contents: Contents) -> None:
        super().agree(contents)
        if self._settled is not None:
            self.agreed = (self._settled, contents)
        if self._unread and self._covers(contents):
            self.expect(contents)

    def _covers(self, contents: Contents) -> bool:
        """Whether something is said of every spot: what nobody speaks of would pass for empty."""
        return all(spot in contents for spot in self._spots)

    def look(self) -> Any:
        with self._swap:
            make, self._make = self._make, None
        if make is not None:
            self._renew(make)
        before, told = self.learned, self._agreed or ((self._expected, None) if self._expected else None)
        seen = super().look()
        self._unread = self._unread and self.learned is before
        if seen is not None and seen.settled:
            self._settled = self.frame if self._told(self.frame, seen) else None
        if self.learned is not None and self.learned is not self._kept:
            self._kept = self.learned
            self.kept(self.reader)
        if told is not None and self.learned is not None and self._agreed is None and self._expected is None:
            self.agreed = self.agreed or (self.frame, told[0])
            self.measured(self.reader, sum(sum(lying.values()) for lying in told[0].values()))
        return seen

    def _renew(self, make: Callable[[], Any]) -> None:
        """A reader of the grown board knows what the last one knew; it learns from the last picture that was calm, or
        from the next one that is agreed: an old one shows nothing of what lies on the new place."""
        old, fresh = self.reader, make()
        if not isinstance(old, _Nobody):
            fresh.inherit(old)
            if not self._learns(fresh):
                self._unread = True
                with self._lock:
                    self._expected = None
        self.reader = fresh
        self._spots = tuple(p.id for p in fresh.layout.places if p.look == "slot")

    def _learns(self, fresh: Any) -> bool:
        if self.agreed is None or self.learned is None:
            return False
        learned = fresh.learn(*self.agreed)
        fresh.tracker.view = None  # that picture is over
        if getattr(learned, "refusal", None) is not None:
            return False
        self.learned = self._kept = learned
        return True


class _Nobody:
    """Reads nothing: stands in until the reader is made."""

    def learn(self, frame: Any, contents: Contents) -> Any:
        raise RuntimeError("no reader yet")

    def watch(self, frame: Any, t: float) -> Any:
        raise RuntimeError("no reader yet")

    def look(self, frame: Any, t: float) -> Any:
        raise RuntimeError("no reader yet")

    def again(self) -> None:
        """Nothing was looked at yet."""

    def confirm(self, contents: Contents) -> None:
        raise RuntimeError("no reader yet")


def shelf_id(folder: Path) -> str:
    """The board of the shelf that a saved game was started on, "" for none."""
    file = folder / SHELF
    try:
        found = read_bytes(file, 200).decode("utf-8").strip()
    except (OSError, ValueError):
        return ""
    return "" if re.search(r"[/\\:\0]|^\.*$", found) else found
