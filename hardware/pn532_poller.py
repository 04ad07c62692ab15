"""The host's side of a PN532: wakes the chip, configures it and asks again and again which tags are there.

Pure: bytes and monotonic time in, looks out, and the bytes to be written. Source: NXP UM0701-02 chapters 6 and 7.
After a wake the first command must be SAMConfiguration. The retry limit must be set, else a look at an empty field
may wait for ever. An ACK is due within 15 ms; 100 ms are given, since USB adapters hold bytes back for 16 ms and more.
"""

from __future__ import annotations

from attrs import frozen

from hardware import pn532
from hardware.lines import Junk


@frozen
class PollPace:
    """Times in s, counts without unit."""

    between: float = 0.08  # from one reply to the next look
    ack_within: float = 0.1
    reply_within: float = 0.5
    tries: int = 3  # of one command before the chip is woken anew
    rest: float = 0.5  # before it is woken anew


@frozen
class Look:
    """One look at the field: all tags in it, perhaps none."""

    tags: tuple[pn532.Target, ...]


@frozen
class Version:
    """Which chip answered, e.g. IC 32h and firmware 1.6."""

    chip: int
    firmware: str


@frozen
class Silent:
    """The chip did not answer ``command`` although it was asked ``tries`` times."""

    command: int
    tries: int


@frozen
class Garbled:
    """A reply that cannot be read, or a refused command."""

    command: int
    payload: bytes


Event = Look | Version | Silent | Garbled | Junk

_LIST = pn532.command(pn532.LIST_PASSIVE, 2, 0)
_SETUP = (
    pn532.command(pn532.SAM_CONFIGURATION, 1, 0x14, 1),  # normal mode
    pn532.command(pn532.RF_CONFIGURATION, 5, 0xFF, 1, 1),  # item 5: at most one retry of a passive activation
    pn532.command(pn532.GET_FIRMWARE),
)


class Poller:
    """Asks one PN532 in turn. Call ``tick`` at least every 50 ms and write what ``take_out`` returns."""

    def __init__(self, pace: PollPace | None = None) -> None:
        self._pace = pace or PollPace()
        self._framer = pn532.HsuFramer()
        self._out = bytearray()
        self._step = -1  # index in _SETUP; past its end: looking
        self._tries = 0
        self._due = float("-inf")
        self._waiting_for = ""  # "" (rest) | ack | reply
        self.heard: float | None = None  # s, when the chip last answered

    def take_out(self) -> bytes:
        """Return the bytes to be written now, once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def feed(self, data: bytes, at: float) -> list[Event]:
        """Take bytes that arrived at ``at`` (s); return what they tell."""
        events: list[Event] = []
        for frame in self._framer.feed(data, at):
            self._take(frame, at, events)
        return events

    def tick(self, at: float) -> list[Event]:
        """Send what is due; give up a command that is not answered."""
        events: list[Event] = []
        for frame in self._framer.tick(at):
            self._take(frame, at, events)
        if at < self._due:
            return events
        if self._waiting_for == "ack":
            self._again(at, events)
        elif self._waiting_for == "reply":
            self._restart(at, events)
        else:
            self._advance(at)
        return events

    @property
    def _command(self) -> bytes:
        return _SETUP[self._step] if self._step < len(_SETUP) else _LIST

    @property
    def _code(self) -> int:
        return self._command[6]

    def _take(self, frame: pn532.Frame, at: float, events: list[Event]) -> None:
        if isinstance(frame, Junk):
            events.append(frame)
            return
        if not self._waiting_for:
            return  # late answer to a command given up
        if isinstance(frame, pn532.Ack):
            if self._waiting_for == "ack":
                self._waiting_for, self._due = "reply", at + self._pace.reply_within
        elif isinstance(frame, pn532.Nack):
            self._again(at, events)
        elif isinstance(frame, pn532.ChipError):
            events.append(Garbled(self._code, b""))
            self._again(at, events)
        elif frame.command == self._code:
            self._answered(frame, at, events)  # also without ACK: that one may have been lost

    def _answered(self, reply: pn532.Reply, at: float, events: list[Event]) -> None:
        self.heard = at
        if reply.command == pn532.LIST_PASSIVE:
            tags = pn532.targets(reply.payload)
            events.append(Garbled(reply.command, reply.payload) if tags is None else Look(tags))
        elif reply.command == pn532.GET_FIRMWARE:
            if len(reply.payload) >= 3:
                chip, version, revision = reply.payload[:3]
                events.append(Version(chip, f"{version}.{revision}"))
            else:
                events.append(Garbled(reply.command, reply.payload))
        looking = self._step >= len(_SETUP)
        self._waiting_for, self._tries = "", 0
        self._due = at + self._pace.between if looking else at
        if not looking:
            self._advance(at)

    def _again(self, at: float, events: list[Event]) -> None:
        if self._tries < self._pace.tries:
            self._send(at)
        else:
            self._restart(at, events)

    def _restart(self, at: float, events: list[Event]) -> None:
        events.append(Silent(self._code, self._tries))
        self._out += pn532.ACK_BYTES  # cancels what the chip may still be doing
        self._step, self._waiting_for, self._tries = -1, "", 0
        self._due = at + self._pace.rest  # a command right behind that ACK may be ignored

    def _advance(self, at: float) -> None:
        self._step = min(self._step + 1, len(_SETUP))
        if self._step == 0:
            self._out += pn532.WAKE
        self._tries = 0
        self._send(at)

    def _send(self, at: float) -> None:
        if self._tries and self._step == 0:
            self._out += pn532.WAKE  # it may have slept through the first one
        self._tries += 1
        self._out += self._command
        self._waiting_for, self._due = "ack", at + self._pace.ack_within
