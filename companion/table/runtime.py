"""One game at one table, running: pictures and bytes in, one desk, snapshots out.

The only wiring there is: the app, ``companion watch``, the demo table, the bench and every proof run it. What is not a
real camera or device stands in for a source of pictures or behind a byte link, nowhere else.

    runtime = TableRuntime(session, sources, links, policy, told=...)
    runtime.start()   # on threads of its own, for a screen
    runtime.step()    # or one picture at a time, on the caller's thread and by the caller's clock
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

from attrs import frozen

from companion.engine.boards import Board
from companion.engine.session import Session
from companion.table.clock import Clock
from companion.table.desk import Desk, DeviceChanged, Look, Message
from companion.table.desk.core import Policy
from companion.table.ears import Ears
from companion.table.eye import CameraLamp, Eye, Pictures, stickers_of
from companion.table.faults import NOT_COUNTED, NOT_DONE, NOT_LAID
from companion.table.layout import covered_of, seen_layout
from companion.table.messages import Follow
from companion.table.palettes import palette_at
from companion.table.saved import looks_on
from companion.table.sight import Palette
from companion.table.snapshot import Device, Snapshot
from companion.table.worker import Worker
from vision.gridreader import reader_of
from vision.observation import SMALL, UNLAID, Observation
from vision.together import joined

FOLLOW_S = 0.4  # so often a game that another window plays is looked at
IDLE_S = 0.02  # between two asks for a picture where there was none


class DeskThread:
    """Takes messages from one queue, in order; of waiting pictures only the newest counts, bytes are never dropped.

    ``failed`` is called when one of them could not be handled; the next one is.
    """

    def __init__(self, handle: Callable[[Message], None], failed: Callable[[], None] = lambda: None) -> None:
        self._handle = handle
        self._queue: queue.Queue[Message | None] = queue.Queue()
        self._look: Look | None = None
        self._lock = threading.Lock()
        self._worker = Worker("desk", self._step, failed)

    def start(self) -> None:
        self._worker.start()

    def post(self, message: Message) -> None:
        if isinstance(message, Look):
            with self._lock:
                waiting, self._look = self._look, message
            if waiting is not None:
                return  # its place in the queue is taken by the newer picture
        self._queue.put(message)

    def close(self) -> None:
        self._queue.put(None)
        self._worker.close()

    def _step(self) -> bool:
        message = self._queue.get()
        if message is None:
            return False
        if isinstance(message, Look):
            with self._lock:
                message, self._look = self._look or message, None
        self._handle(message)
        return True


def ear_worker(ears: Ears, heard: Callable[[Message], None]) -> Worker:
    """Passes on what dice and readers say."""

    def step() -> bool:
        with suppress(queue.Empty):
            heard(ears.messages.get(timeout=0.1))
        return True

    return Worker("ears-out", step)


@frozen
class Link:
    """A byte link: a die, or a reader of cards. ``where``: port, URL or paired device as on the command line."""

    name: str
    where: str
    faces: tuple[str, ...] = ()


def die_links(board: Board, dice: Sequence[str], cards: Sequence[str] = (), name: str = "die") -> tuple[Link, ...]:
    """Links to the dice and card readers of a table; a die of this game has its faces."""
    faces = next((k.faces for k in board.pieces if k.shape == "die"), ())
    return (*(Link(name, url, faces) for url in dice), *(Link("cards", url) for url in cards if url))


def usual_eye(session: Session[Any], board: Board, palette: Palette) -> Callable[[Sequence[Any]], Eye]:
    """An eye over all cameras with a reader that knows this table's board."""
    layout = seen_layout(session.game, board, palette)
    return lambda sources: Eye(*joined(sources, lambda: reader_of(layout)))


class TableRuntime:
    """``told`` gets every new snapshot, ``pictured`` every picture (BGR uint8) with its observation, ``hinted`` a
    sentence that is said once (a message to be translated); with ``start`` all of them on other threads.

    ``eye`` makes another eye than the usual one over these sources. ``taken``: whether somebody took a message before
    the desk. ``reads``: whether a settled look may be judged just now. ``working``: entered while the desk works on a
    message, until what came of it is told.
    """

    def __init__(
        self,
        session: Session[Any],
        sources: Sequence[Pictures] = (),
        links: Sequence[Link] = (),
        policy: Policy = Policy(),  # noqa: B008 - frozen
        *,
        told: Callable[[Snapshot], None] = lambda _: None,
        pictured: Callable[[Any, Observation], None] = lambda _p, _o: None,
        hinted: Callable[[str], None] = lambda _: None,
        board: Board | None = None,
        palette: Palette | None = None,
        tags: Mapping[str, str] | None = None,
        clock: Clock = time.monotonic,
        eye: Callable[[Sequence[Pictures]], Eye] | None = None,
    ) -> None:
        self.session, self.clock = session, clock
        self.board = board or session.config.board
        self.palette = palette_at(session) if palette is None else palette
        self.told, self.pictured, self.hinted = told, pictured, hinted
        self.taken: Callable[[Message], bool] = lambda _: False
        self.reads: Callable[[], bool] = lambda: True
        self.working: Callable[[Message], AbstractContextManager[None]] = lambda _: nullcontext()
        self.partial = False  # of several cameras one did not open
        self.eye: Eye | None = None
        self.ears: Ears | None = None
        self._links, self._tags = tuple(links), tags
        self._hints: set[str] = set()
        self._small = False  # pieces show too small to be counted, here or there
        self._expecting = True
        self._workers: list[Worker] = []
        self._desk_thread: DeskThread | None = None
        if sources:
            make = eye if eye is not None else usual_eye(session, self.board, self.palette)
            self.eye = make(sources)
            self.eye.stickers = stickers_of(session)
            self._lamp = CameraLamp(self.eye, lambda device: self.post(DeviceChanged(device)))
        self.desk = Desk(
            session,
            self.board,
            self.palette,
            policy=policy,
            agreed=self.eye.agree if self.eye is not None else lambda _: None,
            again=self.eye.again if self.eye is not None else lambda: None,
            covered=covered_of(session.game, self.board),
        )
        self.latest: Snapshot = self.desk.snapshot()
        self.lock = threading.Lock()

    # ------------------------------------------------------------ life
    def start(self) -> None:
        """Run on threads of their own; what cannot be opened turns its lamp, and play goes on by hand."""
        self._desk_thread = DeskThread(self._handle, self._desk_failed)
        self._desk_thread.start()
        self.open_links()
        self._publish(self.latest)
        if self.eye is not None:
            self._workers.append(Worker("eye", self._watch_on, self._eye_failed))
        if self.ears is not None:
            self._workers.append(ear_worker(self.ears, self.post))
        if looks_on(self.session):
            self._workers.append(Worker("looking on", self._follow))
        for worker in self._workers:
            worker.start()

    def open_links(self) -> None:
        """Listen to the byte links; an address that is none turns the lamp of its device."""
        if not self._links or self.ears is not None:
            return
        self.ears = Ears(self._tags)
        for link in self._links:
            try:
                self.ears.listen(link.where, link.faces, link.name)
            except ValueError as e:
                self.post(DeviceChanged(Device(link.name, "bad", "address", {"fault": str(e)})))

    def close(self) -> None:
        """End all threads, then let go of cameras and devices; the session stays open."""
        for worker in self._workers:
            worker.close()
        if self._desk_thread is not None:
            self._desk_thread.close()
        if self.ears is not None:
            self.ears.close()
        if self.eye is not None:
            self.eye.source.close()

    @property
    def ended(self) -> bool:
        """Whether there will be no more pictures."""
        return self.eye is None or self.eye.ended

    # ------------------------------------------------------------ one picture, whatever bytes
    def step(self) -> bool:
        """Whatever was heard, then one picture; False when there was none just now."""
        self.open_links()
        self.listen()
        return self.look()

    def look(self) -> bool:
        """One picture further; False when there was none just now."""
        if self.eye is None:
            return False
        seen = self.eye.look()
        self._lamp.look(seen, self.clock())
        if seen is None:
            return False
        self.observed(seen)
        self.pictured(self.eye.frame, seen)
        for shown in self.eye.cards():
            self.post(shown)
        return True

    def listen(self, wait: float = 0.0) -> int:
        """Take what dice and readers said, and say how much; ``wait``: s of the machine's clock until the first."""
        n = 0
        while self.ears is not None:
            try:
                message = self.ears.messages.get(timeout=wait) if wait and not n else self.ears.messages.get_nowait()
            except queue.Empty:
                break
            self.post(message)
            n += 1
        return n

    def observed(self, seen: Observation) -> None:
        """A look, and what it is said of it once."""
        if seen.pose is not None:
            small = SMALL in seen.notes
            if small:
                self._hint(NOT_COUNTED)
            if seen.settled and small != self._small:
                self._small = small
                self.post(DeviceChanged(Device("camera", "ok", "sees")))
            if UNLAID in seen.notes:
                self._hint(NOT_LAID)
        if not seen.settled or self.reads():
            self.post(Look(seen))

    def post(self, message: Message) -> None:
        """Tell the desk; at once where there is no thread for it."""
        if isinstance(message, DeviceChanged) and (message.device.name, message.device.state) == ("camera", "ok"):
            if self.partial:
                message = DeviceChanged(Device("camera", "warn", "one"))
            elif self._small:
                message = DeviceChanged(Device("camera", "ok", "small"))
        if self.taken(message):
            return
        if self._desk_thread is not None:
            self._desk_thread.post(message)
        else:
            self._handle(message)

    # ------------------------------------------------------------ what comes back
    def _handle(self, message: Message) -> None:
        with self.working(message):
            snapshot = self.desk.handle(message, self.clock())
            if snapshot is not self.latest:
                self._publish(snapshot)

    def _publish(self, snapshot: Snapshot) -> None:
        with self.lock:
            self.latest = snapshot
        self.expect()
        self.told(snapshot)

    def expect(self) -> None:
        """Calibrate the camera on the set-up once that is done; nothing before, and nothing twice."""
        if self.eye is None or not self._expecting or not self.session.game.table.learnable(self.session.state):
            return
        self._expecting = False
        table = self.session.game.tabletop(self.session.state)
        self.eye.expect({k: dict(self.palette.counts(v)) for k, v in table.items()})

    def _hint(self, message: str) -> None:
        if message not in self._hints:
            self._hints.add(message)
            self.hinted(message)

    def _watch_on(self) -> bool:
        assert self.eye is not None
        if not self.look():
            if self.eye.ended:
                return False
            time.sleep(IDLE_S)
        return True

    def _follow(self) -> bool:
        time.sleep(FOLLOW_S)
        self.post(Follow())
        return True

    def _desk_failed(self) -> None:
        self.hinted(NOT_DONE)

    def _eye_failed(self) -> None:
        self._lamp.failed()
