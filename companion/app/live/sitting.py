"""One game at one table, running: desk, camera and ears on their threads, and the views they lead to."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from companion import i18n
from companion.app.drawing import drawing_of
from companion.app.live import measures
from companion.app.live.owntable import LOOK_S as PLACES_S
from companion.app.live.owntable import OwnEye, OwnTable
from companion.app.live.table import TablePainter
from companion.engine.session import Session
from companion.table.desk import Desk, DeviceChanged, Message, Patience
from companion.table.deskthread import DeskThread, EarThread, EyeThread
from companion.table.ears import Ears
from companion.table.eye import Eye
from companion.table.faults import NOT_COUNTED, NOT_LAID
from companion.table.layout import covered_of, laid, seen_layout
from companion.table.sight import Palette
from companion.table.snapshot import Device, Snapshot
from companion.table.speaker import Speaker
from companion.table.stickers import stickers_of
from companion.table.watch import alike_of, enough_colours, neutral_in, palette_on
from vision.observation import SMALL, UNLAID

Told = Callable[[Snapshot], None]
PREVIEW = (640, 360)
CARDS_S = 1.0  # marker cards beside an own board are looked at so often


class Sitting:
    """``told`` gets every snapshot, ``pictured`` small pictures (BGR uint8) for the screen; both on other threads."""

    def __init__(
        self,
        session: Session[Any],
        told: Told,
        pictured: Callable[[Any], None],
        *,
        cameras: Sequence[Any] = (),
        dice: Sequence[str] = (),
        own: OwnTable | None = None,
        cards: str = "",
        tags: Mapping[str, str] | None = None,
    ) -> None:
        board = session.config.board
        self.session, self.own = session, own
        rules, seats = session.game, session.config.players
        self.palette: Palette = palette_on(session.people, board, seats, alike_of(rules), neutral_in(rules))
        self.painter = TablePainter(
            session, self.palette, Speaker(session.game.id, board, session.people), self._devices(board)
        )
        if own is not None:
            self.painter.drawing = drawing_of(own.drawn(board))
            board = own.begin(board)
        self._told, self._pictured = told, pictured
        self._homography: Any = None
        self._small = False  # pieces show too small to be counted, here or there
        self._one = False  # of several cameras one did not open
        self.hint, self._hinted, self._waited = "", False, False  # a sentence to be said once
        self._size = (1, 1)
        self._shown = 0.0
        self._expecting = True
        self._placed = self._carded = -1e9
        self._colours: list[str] = []
        self.taken: Callable[[Message], bool] = lambda _: False  # whether somebody took it before the desk
        self.eye: Eye | None = None
        self._eye_thread: EyeThread | None = None
        self._ear_thread: EarThread | None = None
        self.desk = Desk(
            session,
            board,
            self.palette,
            agreed=self._agreed,
            patience=Patience(looks=2),
            covered=covered_of(session.game, board),
        )
        self.thread = DeskThread(self.desk, self._snapshot)
        self.latest: Snapshot = self.desk.snapshot()
        self.lock = threading.Lock()
        self._cameras = tuple(cameras) if enough_colours(self.palette, self.session.config.board) else ()
        self._dice = tuple(dice)
        self._cards, self._tags = cards, {} if tags is None else tags

    @staticmethod
    def _devices(board: Any) -> tuple[str, ...]:
        die = any(k.shape == "die" for k in board.pieces)
        return ("camera", "die") if die else ("camera", "cards")

    # ------------------------------------------------------------ life
    def start(self) -> None:
        """Start the threads; what cannot be opened turns its lamp grey, and play goes on by hand."""
        self.thread.start()
        if self._cameras:
            self._open_camera()
        if self._dice or self._cards:
            self._open_ears()

    def _open_camera(self) -> None:
        from vision.readers import reader_of
        from vision.together import joined

        board = self.session.config.board
        colours = [c for c in board.colours if c in self.palette.colours.values()]
        self._colours = colours
        sources = self._open_sources()
        if not sources:
            return
        layout = seen_layout(self.session.game, board, self.palette)
        if self.own is not None and self.own.learning is not None:
            own = self.own
            eye = OwnEye(sources[0], lambda: own.reader(colours, alike_of(self.session.game)), self._settled)
            eye.kept, eye.measured = own.keep_paints, self._measured
            self.eye = eye
        else:
            self.eye = Eye(*joined(sources, lambda: reader_of(layout)))
        self.eye.stickers = stickers_of(self.session)
        self._expect()
        self._eye_thread = EyeThread(self.eye, self._looked, self._picture)
        self._eye_thread.start()

    def _open_sources(self) -> list[Any]:
        """The cameras that open; a board of one's own is looked at through the first one alone."""
        from vision.frames import SourceError, open_source

        found, faults = [], []
        for camera in self._cameras if self.own is None else self._cameras[:1]:
            try:
                found.append(open_source(camera) if isinstance(camera, str) else camera)
            except SourceError as e:
                faults.append(e.fault)
        self._one = bool(found and faults)
        if faults and not found:
            self.post(DeviceChanged(Device("camera", "bad", faults[0].code, dict(faults[0].facts))))
        return found

    def _open_ears(self) -> None:
        ears = Ears(self._tags)
        faces = next((k.faces for k in self.session.config.board.pieces if k.shape == "die"), ())
        for name, url in (*(("die", url) for url in self._dice), *((("cards", self._cards),) if self._cards else ())):
            try:
                ears.listen(url, faces if name == "die" else (), name)
            except ValueError as e:
                self.post(DeviceChanged(Device(name, "bad", "address", {"fault": str(e)})))
        self._ear_thread = EarThread(ears, self.post)
        self._ear_thread.start()

    def close(self) -> None:
        """End the threads; the journal is closed last."""
        for thread in (self._eye_thread, self._ear_thread, self.thread):
            if thread is not None:
                thread.close()
        self.session.close()

    @property
    def hears_cards(self) -> bool:
        return bool(self._cards)

    def post(self, message: Message) -> None:
        if isinstance(message, DeviceChanged) and message.device == Device("camera", "ok", "sees"):
            if self._one:
                message = DeviceChanged(Device("camera", "warn", "one"))
            elif self._small:
                message = DeviceChanged(Device("camera", "ok", "small"))
        if not self.taken(message):
            self.thread.post(message)

    # ------------------------------------------------------------ what comes back
    def _snapshot(self, snapshot: Snapshot) -> None:
        with self.lock:
            self.latest = snapshot
        self._expect()
        self._told(snapshot)

    def _expect(self) -> None:
        """Once the set-up is done the camera is calibrated on it."""
        if self.eye is None or not self._expecting or not laid(self.session.game, self.session.state):
            return
        self._expecting = False
        table = self.session.game.tabletop(self.session.state)
        self.eye.expect({k: dict(self.palette.counts(v)) for k, v in table.items()})

    def _agreed(self, contents: Mapping[str, Mapping[str, int]]) -> None:
        if self.eye is not None:
            self.eye.agree(contents)

    def _looked(self, message: Message) -> None:
        observation = getattr(message, "observation", None)
        if observation is not None and observation.pose is not None:
            self._homography = np.array(observation.pose.homography).reshape(3, 3)
            small = SMALL in observation.notes
            if observation.settled and small != self._small:
                self._small = small
                if small and not self._hinted:
                    self._hinted, self.hint = True, i18n.gettext(NOT_COUNTED)
                self.post(DeviceChanged(Device("camera", "ok", "sees")))
            if UNLAID in observation.notes and not self._waited:
                self._waited, self.hint = True, i18n.gettext(NOT_LAID)
                self._told(self.latest)
        asking = self.own is not None and self.own.ask is not None
        if observation is None or (observation.settled and not asking):
            self.post(message)

    def _settled(self, frame: Any, seen: Any) -> bool:
        """On an own board: is there a piece where no place is known? Then nobody reads anything into it yet."""
        assert self.own is not None
        now = time.monotonic()
        if seen.pose is not None and now - self._carded >= CARDS_S:
            self._carded = now
            if self.own.watch_cards(frame, np.array(seen.pose.homography).reshape(3, 3)):
                self._told(self.latest)
        if self.own.learning is None or not self.own.learning.open:
            return True
        if seen.pose is None or "covered" in seen.notes or now - self._placed < PLACES_S:
            return False
        self._placed = now
        before = self.own.ask
        lying = self.session.game.tabletop(self.latest.state)
        wanted = [name for name in self.own.learning.bare if lying.get(name)]
        self.own.look(frame, np.array(seen.pose.homography).reshape(3, 3), wanted)
        if self.own.ask != before:
            self._told(self.latest)
        return self.own.calm

    def _measured(self, reader: Any, lying: int) -> None:
        """The pieces of the box may be of another size than the data says: the camera reads them by their own."""
        own, colours, before = self.own, self._colours, self.own.sizes() if self.own is not None else {}
        if own is None:
            return
        if own.measure(reader, lying) and isinstance(self.eye, OwnEye):
            self.eye.rebuild(lambda: own.reader(colours, alike_of(self.session.game)))
        now = own.sizes()
        if now != before:
            self.hint = measures.line(now, before, self.session.config.board) or self.hint
        if now != before or own.unsure:
            self._told(self.latest)

    def place(self, space: str) -> None:
        """What lies where no place is known lies on this space; "" for none of them."""
        if self.own is None:
            return
        board = self.own.answer(space)
        if board is not None:
            own, colours = self.own, self._colours
            self.desk.board = board
            if isinstance(self.eye, OwnEye):
                self.eye.rebuild(lambda: own.reader(colours, alike_of(self.session.game)))
        self._told(self.latest)

    def _picture(self, frame: Any) -> None:
        """At most ten small pictures a second reach the screen."""
        now = time.monotonic()
        if frame is None or now - self._shown < 0.1:
            return
        self._shown = now
        self._size = (frame.shape[1], frame.shape[0])
        step = max(1, round(frame.shape[1] / PREVIEW[0]))
        self._pictured(np.ascontiguousarray(frame[::step, ::step]))

    def ghosts(self) -> dict[str, tuple[float, float]]:
        """Where every space lies in the picture, 0 to 1; empty before the board was found."""
        if self._homography is None:
            return {}
        out = {}
        for s in self.session.config.board.spaces:
            x, y, w = self._homography @ np.array([*s.centre, 1.0])
            out[s.id] = (float(x / w / self._size[0]), float(y / w / self._size[1]))
        return out
