"""Listening to one device and looking through one camera from the workshop: threads at the edge, each guarded."""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.capture import checks_of
from companion.app.live.lookout import Lookout
from companion.engine.words import N_
from companion.table.ears import pairing
from companion.table.faults import camera_line, value_line
from companion.table.lampwords import LINE_CODES
from companion.table.worker import Worker
from hardware.attach import reader_for
from hardware.readings import DieRolled, DieState, Hello, Reading, Rejected, State, Status, TagGone, TagSeen, UnknownTag
from hardware.reasons import say
from vision.capture.placement import Placement
from vision.frames import SourceFault

KEPT = 10  # lines that are shown


class Listening:
    """What a device says, a line each; ``told`` after every one, on its own thread."""

    def __init__(self, url: str, told: Callable[[], None]) -> None:
        self._told = told
        self._lines: deque[str] = deque(maxlen=KEPT)
        self._out: queue.Queue[Any] = queue.Queue()
        self._began = 0.0
        self._reader: Any = None
        try:
            self._reader = reader_for(pairing(url), self._out)
        except ValueError as e:
            self._lines.append(value_line(e))
        self._worker = Worker("listening", self._step, self._failed)

    def start(self) -> None:
        if self._reader is not None:
            self._began = time.monotonic()
            self._reader.start()
            self._worker.start()

    def close(self) -> None:
        self._worker.end()
        if self._reader is not None:
            self._reader.stop()

    def lines(self) -> tuple[str, ...]:
        """The newest first."""
        return tuple(reversed(self._lines)) or (i18n.gettext(N_("Nothing has been heard yet.")),)

    def _step(self) -> bool:
        try:
            reading = self._out.get(timeout=0.1)
        except queue.Empty:
            return True
        self._say(heard(reading))
        return True

    def _failed(self) -> None:
        self._say(i18n.gettext(LINE_CODES["failed"]))

    def _say(self, line: str) -> None:
        if line:
            self._lines.append(f"{time.monotonic() - self._began:.0f} s: {line}")
        if not self._worker.stopped.is_set():
            self._told()


def heard(reading: Reading) -> str:
    """What a device said, in a sentence; "" for what is only a sign of life."""
    match reading:
        case DieRolled(state=DieState.OK):
            return i18n.gettext(N_("The die shows {face}.")).format(face=reading.face)
        case DieRolled():
            return i18n.gettext(N_("The die does not lie still yet."))
        case TagSeen():
            return i18n.gettext(N_("Card: {card}.")).format(card=reading.card)
        case UnknownTag():
            return i18n.gettext(N_("A tag that no card has: {tag}.")).format(tag=reading.tag)
        case TagGone():
            return i18n.gettext(N_("The tag was taken away."))
        case Hello():
            return i18n.gettext(N_("{device} is there.")).format(device=reading.device)
        case Rejected():
            return str(say(reading.reason, i18n.language()))
        case Status(state=State.LIVE):
            return i18n.gettext(N_("ready"))
        case Status():
            return str(say(reading.reason, i18n.language())).removeprefix(f"{reading.source}: ")
    return ""


class CameraCheck:
    """The live picture of a camera and the four checks of its placement."""

    def __init__(self, address: str, told: Callable[[], None], pictured: Callable[[Any], None]) -> None:
        self._told = told
        self._placed: Placement | None = None
        self._fault: SourceFault | None = None
        self._lookout = Lookout(address, self._seen, pictured, self._failed)

    def start(self) -> None:
        self._lookout.start()

    def close(self) -> None:
        self._lookout.close()

    def checks(self) -> tuple[v.Check, ...]:
        if self._fault is not None:
            return (v.Check("warn", i18n.gettext(N_("Camera")), camera_line(self._fault)),)
        return checks_of(self._placed, "webcam")[0]

    def _seen(self, placed: Placement, _corners: Any) -> None:
        self._placed, self._fault = placed, None
        self._told()

    def _failed(self, fault: SourceFault) -> None:
        self._fault = fault
        self._told()
