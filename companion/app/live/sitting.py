"""One game at one table, running: desk, camera and ears on their threads, and the views they lead to."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

from companion import i18n
from companion.app.drawing import drawing_of
from companion.app.live import measures
from companion.app.live.owntable import LOOK_S as PLACES_S
from companion.app.live.owntable import OwnEye, OwnTable
from companion.app.live.table import TablePainter
from companion.engine.session import Session
from companion.engine.words import N_
from companion.table.cameras import open_some
from companion.table.desk import Answer, BoardGrown, DeviceChanged, Message, Overrule, Redo, Tapped, Undo
from companion.table.faults import NOT_DONE, NOT_LAID
from companion.table.palettes import alike_of, enough_colours, palette_at
from companion.table.runtime import TableRuntime, die_links
from companion.table.sight import Palette
from companion.table.snapshot import Device, Snapshot
from companion.table.speaker import Speaker
from vision.observation import Observation

Told = Callable[[Snapshot], None]
PREVIEW = (640, 360)
ENTERED, BACK = N_("The act is being entered."), N_("The act is being taken back.")
WORK: dict[type, str] = {Tapped: ENTERED, Answer: ENTERED, Overrule: ENTERED, Redo: ENTERED, Undo: BACK}
CARDS_S = 1.0  # marker cards beside an own board are looked at so often


class Sitting:
    """A running table and what the screen shows of it.

    ``told`` gets every snapshot, ``pictured`` small pictures (BGR uint8) for the screen; both on other threads.
    """

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
        self.shown = session.still()  # the game as the latest snapshot tells it; the desk goes on with its own
        self.palette: Palette = palette_at(session)
        self.painter = TablePainter(
            self.shown, self.palette, Speaker(session.game.id, board, session.people), self._devices(board)
        )
        if own is not None:
            self.painter.drawing = drawing_of(own.drawn(board))
            board = own.begin(board)
        self._told, self._pictured = told, pictured
        self._homography: Any = None
        self.hint = ""  # a sentence to be said once
        self._size = (1, 1)
        self._shown = 0.0
        self._placed = self._carded = -1e9
        self._colours = [c for c in session.config.board.colours if c in self.palette.colours.values()]
        self._cards = cards
        sources, faults = self._open(cameras if enough_colours(self.palette, session.config.board) else ())
        self.runtime = TableRuntime(
            session,
            sources,
            die_links(session.config.board, dice, (cards,)),
            told=self._snapshot,
            pictured=self._picture,
            hinted=self._hinted,
            board=board,
            palette=self.palette,
            tags=tags,
            eye=self._own_eye if own is not None and own.learning is not None else None,
        )
        self.runtime.partial = bool(sources and faults)
        self.runtime.reads = lambda: self.own is None or self.own.ask is None
        self.eye = self.runtime.eye
        for _, fault in faults[:1] if not sources else ():
            self.post(DeviceChanged(Device("camera", "bad", fault.code, dict(fault.facts))))

    @staticmethod
    def _devices(board: Any) -> tuple[str, ...]:
        die = any(k.shape == "die" for k in board.pieces)
        return ("camera", "die") if die else ("camera", "cards")

    # ------------------------------------------------------------ life
    def start(self) -> None:
        """Start the threads; what cannot be opened turns its lamp grey, and play goes on by hand."""
        self.runtime.start()

    def _open(self, cameras: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The cameras that open; a board of one's own is looked at through the first one alone."""
        used = cameras if self.own is None else cameras[:1]
        opened, faults = open_some([c for c in used if isinstance(c, str)])
        return [*opened, *(c for c in used if not isinstance(c, str))], faults

    def _own_eye(self, sources: Sequence[Any]) -> OwnEye:
        own, colours = self.own, self._colours
        assert own is not None
        eye = OwnEye(sources[0], lambda: own.reader(colours, alike_of(self.session.game)), self._settled)
        eye.kept, eye.measured = own.keep_paints, self._measured
        return eye

    def close(self) -> None:
        """End the threads; the journal is closed last."""
        self.runtime.close()
        self.session.close()

    @property
    def latest(self) -> Snapshot:
        return self.runtime.latest

    @property
    def taken(self) -> Callable[[Message], bool]:
        """Whether somebody took a message before the desk."""
        return self.runtime.taken

    @taken.setter
    def taken(self, taken: Callable[[Message], bool]) -> None:
        self.runtime.taken = taken

    def say_working(self, working: Callable[[str], AbstractContextManager[None]]) -> None:
        """Have it said when the desk takes long over what a finger said: until then the page is that of before."""

        def begun(message: Message) -> AbstractContextManager[None]:
            text = WORK.get(type(message))
            return nullcontext() if text is None else working(i18n.gettext(text))

        self.runtime.working = begun

    @property
    def hears_cards(self) -> bool:
        return bool(self._cards)

    def post(self, message: Message) -> None:
        self.runtime.post(message)

    # ------------------------------------------------------------ what comes back
    def _snapshot(self, snapshot: Snapshot) -> None:
        """On the desk's thread, as nothing is submitted meanwhile."""
        self.shown = self.session.still()
        self._told(snapshot)

    def _hinted(self, message: str) -> None:
        self.hint = i18n.gettext(message)
        if message in (NOT_LAID, NOT_DONE):
            self._told(self.latest)

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
            self.post(BoardGrown(board))
            if isinstance(self.eye, OwnEye):
                self.eye.rebuild(lambda: own.reader(colours, alike_of(self.session.game)))
        self._told(self.latest)

    def _picture(self, frame: Any, seen: Observation) -> None:
        """At most ten small pictures a second reach the screen."""
        if seen.pose is not None:
            self._homography = np.array(seen.pose.homography).reshape(3, 3)
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
