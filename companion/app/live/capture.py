"""Placing the camera and capturing the owner's board: between the screens' taps and the workshop."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion import i18n
from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.live.lookout import Lookout
from companion.app.live.photographs import photographs
from companion.app.viewmodel import Choice, Lamp
from companion.capture.shelf import SUFFIX, Shelf, ShelfError, game_of
from companion.capture.stage import Stage
from companion.capture.workshop import Workshop
from companion.engine.words import N_
from companion.engine.yamlfile import DataError
from companion.table.faults import NOT_DONE, camera_line, error_lines
from hardware.filing.folders import own_home
from vision.capture.placement import Placement
from vision.frames import SourceFault
from vision.layout import COUNTED_PX

log = logging.getLogger(__name__)
MOST_FILES = 3
SHEET, SHEET_MM = "sheet", (500.0, 350.0)
FRAME, RIM = ("corners", "size"), 0.03  # steps that show the whole picture; what is shown around the board after them
SOURCES = ("webcam", "phone", "photo")
TOO_SMALL = {
    "": N_("A piece is only {n} pixels wide there, too small to be read: bring the camera {cm} cm nearer."),
    "photo": N_("A piece is only {n} pixels wide there, too small to be read: take the photograph {cm} cm nearer."),
}  # fmt: skip
LOOKING = N_("The picture is being looked at.")
CORNERS = (N_("top left"), N_("top right"), N_("bottom right"), N_("bottom left"))


def _(text: str) -> str:
    return i18n.gettext(text)


class Capturing:
    """One board being captured. ``inbox``: where its pages go, and what is said while it looks; ``done`` gets the
    board's id when it can be played on; on the worker's thread.

    Touches are answered one after the other on a thread of their own, so that the screen never waits.
    """

    def __init__(
        self,
        shelf: Shelf,
        game: str,
        ident: str,
        inbox: Inbox,
        lamps: Callable[[], tuple[Lamp, ...]],
        done: Callable[[str], None],
        later: Callable[[], None],
        imports: tuple[Path, ...] = (),
    ) -> None:
        self.shelf, self.game = shelf, game
        self.shop: Workshop = shelf.workshop(game, ident)
        self._inbox, self._lamps = inbox, lamps
        self._done, self._later = done, later
        self._imports = imports
        self.source, self.address = "webcam", ""
        self.lookout: Lookout | None = None
        self.placed: Placement | None = None
        self.corners: tuple[Any, ...] = ()
        self.fault = self.blind = ""  # blind: why the camera showed nothing last
        self.photos: tuple[v.Photograph, ...] = ()
        self.taken = False  # the picture is taken: the capture screen is open
        self._queue: queue.Queue[tuple[Callable[..., None], tuple[Any, ...]] | None] = queue.Queue()
        self._idle = threading.Event()
        self._idle.set()
        self._thread = threading.Thread(target=self._work, name="capture", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------ the worker
    def post(self, act: Callable[..., None], *args: Any) -> None:
        self._idle.clear()
        self._queue.put((act, args))

    def _work(self) -> None:
        while (item := self._queue.get()) is not None:
            act, args = item
            try:
                with self._inbox.work(_(LOOKING)):
                    act(*args)
            except (ShelfError, DataError, OSError, ValueError) as e:
                self.fault = "\n".join(error_lines(e))
                self.show()
            except Exception:  # the thread must live: the touch is told to be lost, and the next one counts
                log.exception("%s failed", act)
                self.fault = i18n.gettext(NOT_DONE)
                self.show()
            if self._queue.empty():
                self._idle.set()

    @property
    def idle(self) -> bool:
        return self._idle.is_set() and self._queue.empty()

    def close(self) -> None:
        self._queue.put(None)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=10.0)
        self._look_away()

    def _look_away(self) -> None:
        lookout, self.lookout = self.lookout, None
        if lookout is not None:
            lookout.close()

    # ------------------------------------------------------------ placing the camera
    def place(self, address: str) -> None:
        """Open the camera at an address ("" for none yet) and show where the board lies."""
        self._look_away()
        self.address, self.fault, self.placed, self.corners = address, "", None, ()
        self.taken = False
        if address:
            longest = max(self.shop.size_mm) if self.shop.drawn.size_mm[0] else 500.0
            self.lookout = Lookout(
                address, self._seen, self._inbox.picture, self._failed, longest_mm=longest,
                piece_mm=self.shop.plan.piece_mm,
            )
            self.lookout.start()
        self.show()

    def _seen(self, placed: Placement, corners: tuple[Any, ...]) -> None:
        self.placed, self.corners = placed, corners
        self.fault = "" if self.fault == self.blind else self.fault
        if not self.taken:
            self._inbox.put(self.camera_view())

    def _failed(self, fault: SourceFault) -> None:
        self.fault = self.blind = camera_line(fault)
        self._inbox.put(self.camera_view())

    def choose_source(self, source: str, webcam: str) -> None:
        self.source = source if source in SOURCES else "webcam"
        if self.source == "webcam":
            self.place(webcam or "0")
        else:
            self._look_away()
            self.address, self.fault, self.placed, self.corners = "", "", None, ()
            if self.source == "photo":
                self.photos = photographs(self.shelf.root.parent)
            self.show()

    def corner(self, number: int, at: tuple[float, float]) -> None:
        if self.lookout is not None:
            self.lookout.touched[number] = at

    def keep(self) -> None:
        """The camera stays like this: the picture is the board's reference from now on."""
        frame = self.lookout.frame if self.lookout is not None else None
        if frame is None:
            return
        touched = dict(self.lookout.touched) if self.lookout is not None else {}
        self.taken = True
        self._look_away()
        self.shop.take_picture(frame)
        if len(touched) == 4:
            h, w = frame.shape[:2]
            self.shop.put_corners([(touched[i][0] * w, touched[i][1] * h) for i in range(4)])
        self._inbox.put(self.capture_view())
        self._inbox.picture(self.shop.picture)
        self._inbox.put(v.Show("capture"))

    def take_in(self, key: str) -> None:
        """A board from a file: only its corners are missing. Or an empty sheet, where there is no picture at all."""
        if key == SHEET:
            self.sheet()
            return
        file = next((f for f in self._imports if f.name == key), None)
        if file is None:
            return
        ident = self.shelf.take_in(file)
        old, self.shop = self.shop, self.shelf.workshop(self.game, ident)
        if old.draft.touches == 0:
            self.shelf.forget(old.ident)
        self.show()

    def sheet(self) -> None:
        """Without a picture: the map is drawn on an empty sheet, or gone on with there."""
        self._look_away()
        self.taken = True
        if not self.shop.on_sheet:
            self.shop.empty_sheet(SHEET_MM)
        self._inbox.put(self.capture_view())
        self._inbox.picture(self.shop.blank())
        self._inbox.put(v.Show("capture"))

    def camera_view(self) -> v.CameraView:
        checks, sentence = checks_of(self.placed, self.source)
        lamps = tuple(
            Lamp(x.device, x.word, "ok" if self.placed else "warn" if self.address else "off", _lamp(self.placed))
            if x.device == "camera" else x
            for x in self._lamps()
        )  # fmt: skip
        photos = self.photos if self.source == "photo" and self.lookout is None else ()
        if photos:
            sentence = _(N_("Which photograph shows the board?"))
        h, w = self.lookout.frame.shape[:2] if self.lookout is not None and self.lookout.frame is not None else (1, 1)
        corners = tuple(None if c is None else (round(c[0] / w, 4), round(c[1] / h, 4)) for c in self.corners)
        ready = self.placed is not None and self.placed.steady and not self.fault  # lamps are advice: corners come next
        typed = self.source != "webcam"
        ask = ""
        if self.source == "phone":
            ask = _(N_("Address of the phone's camera, such as http://192.168.1.20:8080/video"))
        elif self.source == "photo":
            ask = _(N_("Folder and name of the photograph"))
        more = tuple(Choice(f.name, _(N_("Board from a file")), f.name.removesuffix(SUFFIX)) for f in self._imports[:1])
        if self.shop.plan.logic:
            more += (Choice(SHEET, _(N_("Draw on an empty sheet")), _(N_("without a picture"))),)
        imported = bool(self.shop.drawn.spots) and not self.shop.drawn.corners
        return v.CameraView(
            _(N_("Place the camera")), _(N_("Step 1 of 3")), lamps, self.fault or sentence, checks, corners,
            self.source, _(N_("to the choice")), ready, self.address if typed else None, ask, () if imported else more,
            photos,
        )  # fmt: skip

    # ------------------------------------------------------------ capturing
    def tap(self, at: tuple[float, float]) -> None:
        self.shop.tap(at)
        self.show()

    def drag(self, *way: tuple[float, float]) -> None:
        self.shop.drag(*way)
        self.show()

    def choose(self, key: str) -> None:
        self.shop.choose(key)
        self.show()

    def count(self, key: str, by: int) -> None:
        self.shop.count(key, by)
        self.show()

    def name(self, text: str) -> None:
        self.shop.name(text)
        self.show()

    def undo(self) -> None:
        self.shop.undo()
        self.show()

    def next(self) -> None:
        self.shop.next()
        if self.shop.finished:
            self._finish()
        else:
            self.show()

    def play(self) -> None:
        """Play with what is there; a sentence says what is missing when it cannot be."""
        missing = self.shop.plan.playable(self.shop.drawn)
        if len(self.shop.drawn.corners) < 4:
            missing = _(N_("The four corners are needed first."))
        if missing:
            self.shop.said = missing
            self.show()
        else:
            self._finish()

    def _finish(self) -> None:
        owned = self.shelf.keep(self.shop)
        self._done(owned.id)

    def later(self) -> None:
        self._later()

    def show(self) -> None:
        self._inbox.put(self.capture_view() if self.taken else self.camera_view())

    def reworded(self) -> None:
        """The language is another one: what was said of the last touch is over."""
        self.shop.said = self.fault = ""
        self.show()

    def capture_view(self) -> v.CaptureView:
        return view_of(self.shop.stage(), self.shop, self._lamps(), self.fault)


def checks_of(p: Placement | None, source: str) -> tuple[tuple[v.Check, ...], str]:
    """Four checks of a camera's placement, and the sentence about the first that fails."""
    titles = (_(N_("Whole board")), _(N_("Near enough")), _(N_("Light")), _(N_("Steady")))
    if p is None:
        off = tuple(v.Check("off", t, _(N_("not checked yet"))) for t in titles)
        return off, _(N_("Lay the empty board under the camera."))
    whole = v.Check("ok", titles[0], _(N_("all corners in view")))
    sentence = _(N_("Everything is in plain view."))
    if not p.whole:
        if len(p.missing) < 4:
            corner = _(CORNERS[p.missing[0]])
            sentence = _(N_("The corner {corner} is not in view yet.")).format(corner=corner)
            whole = v.Check("warn", titles[0], _(N_("raise it by {n} cm")).format(n=max(1, p.cm)))
        else:
            sentence = _(N_("No board is seen: touch its four corners, or move it clear of other things."))
            whole = v.Check("warn", titles[0], _(N_("touch the four corners")))
    near = v.Check("ok", titles[1], _(N_("A piece: {n} pixels")).format(n=round(p.piece_px)))
    if p.whole and not p.near:
        near = v.Check("warn", titles[1], _(N_("{n} cm nearer")).format(n=max(1, -p.cm)))
        sentence = _(N_("The smallest piece is hard to see from there."))
        if p.piece_px < COUNTED_PX:
            sentence = _(TOO_SMALL["photo" if source == "photo" else ""])
            sentence = sentence.format(n=round(p.piece_px), cm=max(1, -p.cm))
    light = v.Check("ok", titles[2], _(N_("no glare on the board")))
    if not p.light:
        if p.glare_at is not None and p.level > 60:
            light = v.Check("warn", titles[2], _(N_("turn the lamp aside")))
            sentence = _(N_("A lamp is mirrored on the board."))
        else:
            light = v.Check("warn", titles[2], _(N_("more light")))
            sentence = _(N_("It is too dark to tell colours."))
    n = max(1, min(99, round(p.still_s)))
    told = i18n.ngettext("still for {n} second", "still for {n} seconds", n).format(n=n)
    steady = v.Check("ok", titles[3], told)
    if not p.steady:
        steady = v.Check("warn", titles[3], _(N_("wait, or fix it better")))
    return (whole, near, light, steady), sentence


def _lamp(placed: Placement | None) -> str:
    if placed is None:
        return _(N_("looks for the board"))
    return _(N_("sees the board")) if placed.whole else _(N_("corner missing"))


def view_of(s: Stage, shop: Workshop, lamps: tuple[Lamp, ...], fault: str = "") -> v.CaptureView:
    """A step of the workshop as the screen shows it."""
    known = tuple(
        Lamp(x.device, x.word, "ok", _(N_("sees the board")))
        if x.device == "camera" and shop.picture is not None
        else x
        for x in lamps
    )
    return v.CaptureView(
        _(N_("Capture the board")),
        _(N_("Step {n} of {of}")).format(n=s.number, of=s.of),
        known,
        fault or s.sentence,
        s.patches,
        s.tallies,
        s.focus,
        s.found,
        s.fact,
        shop.undoable(),
        s.missing,
        s.ready,
        dots=s.dots,
        strokes=s.strokes,
        picks=s.picks,
        counts=s.counts,
        notes=s.notes,
        name=s.name,
        play=s.play,
        window=near(shop),
        drag=s.step in ("corners", "links", "towns", "shield", "ends", "score") or "draw" in shop.chosen,
    )


def near(shop: Workshop) -> tuple[float, float, float, float]:
    """The part of the picture where the board lies; all of it until its corners are told."""
    d, (w, h) = shop.drawn, shop.size
    if shop.picture is None or shop.plan.loose or len(d.corners) < 4 or shop.step.id in FRAME:
        return (0.0, 0.0, 1.0, 1.0)
    xs, ys = [p[0] / w for p in d.corners], [p[1] / h for p in d.corners]
    x, y = RIM * (max(xs) - min(xs)), RIM * (max(ys) - min(ys))
    ends = (min(xs) - x, min(ys) - y, max(xs) + x, max(ys) + y)
    x0, y0, x1, y1 = (round(min(1.0, max(0.0, e)), 4) for e in ends)
    return x0, y0, x1, y1


def board_files(home: Path, game: str) -> tuple[Path, ...]:
    """Board files of others where people put them: the program's folder, its ``import``, downloads."""
    found: list[Path] = []
    for folder in (home / "import", home, own_home() / "Downloads"):
        if folder.is_dir():
            files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda f: -f.stat().st_mtime)
            found += [f for f in files if game_of(f) == game][:MOST_FILES]
    return tuple(found[:MOST_FILES])
