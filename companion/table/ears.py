"""Dice and card readers on serial lines, as messages for the desk; lines have their threads in ``hardware``."""

from __future__ import annotations

import queue
import time
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define

from companion.table.messages import CardShown, DeviceChanged, Heard, Message, StrangeTag
from companion.table.snapshot import Device
from companion.table.worker import Worker
from hardware.attach import reader_for
from hardware.dice import Die
from hardware.pairing import Paired, parse_address
from hardware.readings import DieRolled, DieState, Lamp, Reading, Rejected, State, Status, TagSeen, UnknownTag

TOLD = (  # what a device says that cannot be used: nothing comes of it, so its lamp says why
    "device-other", "protocol-version", "die-sides", "die-sides-differ", "die-state", "tag-random", "tag-malformed",
    "tag-state", "uid-not-hex", "chip-garbled", "message-fields", "message-unknown",
)  # fmt: skip
AT_ONCE, PAUSE_S = 300, 0.2  # throws in a row, several times what a tower of many dice gives, and the pause after them
LAMPS = {Lamp.LIVE: "ok", Lamp.STALE: "warn", Lamp.LOST: "bad", Lamp.ABSENT: "off"}


@define
class Pace:
    """How much is heard of a device: some dice at once, but no stream that no hand could throw."""

    left: int = AT_ONCE
    last: float = 0.0  # s

    def take(self, at: float) -> bool:
        """Whether what is said at ``at`` (s) is a throw; after a stream nothing is until it has paused."""
        self.left = AT_ONCE if at - self.last >= PAUSE_S else self.left - 1
        self.last = at
        return self.left > 0


class Ears:
    """Listens to any number of devices. ``messages`` holds what the desk is to be told, in order."""

    def __init__(self, enrolled: Mapping[str, str] | None = None) -> None:
        self.messages: queue.Queue[Message] = queue.Queue()
        self.enrolled = {} if enrolled is None else enrolled
        self.live: set[str] = set()
        self._readings: queue.Queue[Reading] = queue.Queue()
        self._readers: list[Any] = []
        self._generation: dict[str, int] = {}
        self._paces: dict[str, Pace] = {}
        self._lamps: dict[str, DeviceChanged] = {}  # what each device's lamp shows when nothing special is said
        self._special: set[str] = set()  # devices of which something special is said
        self._source = ""  # of the reading that is taken just now
        self._worker = Worker("ears", self._step, self._failed)
        self._worker.start()

    def listen(self, where: str | Paired, faces: Sequence[str] = (), name: str = "die") -> None:
        """Listen to a port, URL or paired device; ``faces`` name the sides of its die in the order 1, 2, 3 ..."""
        paired = where if isinstance(where, Paired) else pairing(where, faces, name)
        reader = reader_for(paired, self._readings, self.enrolled)
        self._readers.append(reader)
        reader.start()

    def wait_live(self, seconds: float) -> bool:
        """Wait until every device has spoken; False when one has not."""
        until = time.monotonic() + seconds
        while len(self.live) < len(self._readers) and time.monotonic() < until:
            time.sleep(0.01)
        return len(self.live) >= len(self._readers)

    def close(self) -> None:
        self._worker.end()
        for reader in self._readers:
            reader.stop()

    def _step(self) -> bool:
        try:
            reading = self._readings.get(timeout=0.1)
        except queue.Empty:
            return True
        self._source = reading.source
        message = self._message(reading)
        if message is None:
            return True
        if not isinstance(message, DeviceChanged) and self._source in self._special:
            self._special.discard(self._source)
            self.messages.put(self._lamps[self._source])
        self.messages.put(message)
        return True

    def _failed(self) -> None:
        """What was heard could not be understood for a fault of this program; what comes next is."""
        self.messages.put(self._special_of("warn", "failed"))

    def _special_of(self, state: str, code: str, facts: Mapping[str, Any] | None = None) -> DeviceChanged:
        """Something that the lamp of the device shows until it is heard again."""
        name = self._source
        self._lamps.setdefault(name, DeviceChanged(Device(name, "ok", "live")))
        self._special.add(name)
        return DeviceChanged(Device(name, state, code, dict(facts or {})))

    def _message(self, reading: Reading) -> Message | None:
        newest = self._generation.get(reading.source, -1)
        if reading.generation < newest:
            return None  # of a connection that is gone
        self._generation[reading.source] = reading.generation
        if isinstance(reading, Status):
            (self.live.add if reading.state is State.LIVE else self.live.discard)(reading.source)
            reason = reading.reason
            shown = DeviceChanged(Device(reading.source, LAMPS[reading.lamp], str(reason.code), dict(reason.facts)))
            self._lamps[reading.source] = shown
            if reading.state is State.LIVE and reading.source in self._special:
                return None  # that it is there is not all there is to say
            self._special.discard(reading.source)
            return shown
        if isinstance(reading, DieRolled) and reading.state is DieState.OK and reading.face is not None:
            if not self._paces.setdefault(reading.source, Pace()).take(reading.at):
                return None if reading.source in self._special else self._special_of("warn", "noise")
            return Heard(reading.face, f"{reading.die}.{reading.generation}.{reading.roll}")
        if isinstance(reading, Rejected) and reading.reason.code == "tag-once":
            return self._special_of("ok", "tag-once", reading.reason.facts)
        if isinstance(reading, Rejected):
            facts = dict(reading.reason.facts)
            if "face" in facts or "value" in facts:
                return Heard(str(facts.get("face", facts.get("value"))), "")
            if reading.reason.code in TOLD:
                return self._special_of("warn", reading.reason.code, facts)
        if isinstance(reading, TagSeen) and not reading.again:
            return CardShown(reading.card, reading.reader, reading.tag)
        if isinstance(reading, UnknownTag) and not reading.again:
            return StrangeTag(reading.tag)
        return None


def pairing(where: str, faces: Sequence[str] = (), name: str = "die") -> Paired:
    """A device as it is given on the command line: a path or URL, its kind in front if it is no ``$BG`` line.

    Sides that are numbers need no names.
    """
    names = () if all(f.isdigit() for f in faces) else tuple(faces)
    dice = (Die("d1", len(faces) or 6, names),)
    return parse_address(where, name, dice)
