"""Dice and card readers on serial lines, as messages for the desk. One queue; threads stay in ``hardware``."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from companion.table.messages import CardShown, DeviceChanged, Heard, Message, StrangeTag
from companion.table.snapshot import Device
from hardware.attach import reader_for
from hardware.dice import Die
from hardware.pairing import Paired, parse_address
from hardware.readings import DieRolled, DieState, Lamp, Reading, Rejected, State, Status, TagSeen, UnknownTag

LAMPS = {Lamp.LIVE: "ok", Lamp.STALE: "warn", Lamp.LOST: "bad", Lamp.ABSENT: "off"}


class Ears:
    """Listens to any number of devices. ``messages`` holds what the desk is to be told, in order."""

    def __init__(self, enrolled: Mapping[str, str] | None = None) -> None:
        self.messages: queue.Queue[Message] = queue.Queue()
        self.enrolled = {} if enrolled is None else enrolled
        self.live: set[str] = set()
        self._readings: queue.Queue[Reading] = queue.Queue()
        self._readers: list[Any] = []
        self._generation: dict[str, int] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ears", daemon=True)
        self._thread.start()

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
        self._stop.set()
        for reader in self._readers:
            reader.stop()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                reading = self._readings.get(timeout=0.1)
            except queue.Empty:
                continue
            message = self._message(reading)
            if message is not None:
                self.messages.put(message)

    def _message(self, reading: Reading) -> Message | None:
        newest = self._generation.get(reading.source, -1)
        if reading.generation < newest:
            return None  # of a connection that is gone
        self._generation[reading.source] = reading.generation
        if isinstance(reading, Status):
            (self.live.add if reading.state is State.LIVE else self.live.discard)(reading.source)
            reason = reading.reason
            return DeviceChanged(Device(reading.source, LAMPS[reading.lamp], str(reason.code), dict(reason.facts)))
        if isinstance(reading, DieRolled) and reading.state is DieState.OK and reading.face is not None:
            return Heard(reading.face, f"{reading.die}.{reading.generation}.{reading.roll}")
        if isinstance(reading, Rejected) and reading.reason.code == "tag-once":
            return DeviceChanged(Device(reading.source, "ok", "tag-once", dict(reading.reason.facts)))
        if isinstance(reading, Rejected):
            facts = dict(reading.reason.facts)
            if "face" in facts or "value" in facts:
                return Heard(str(facts.get("face", facts.get("value"))), "")
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
