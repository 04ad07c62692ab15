"""The host's side of a PN532: wakes the chip, configures it and asks again and again which tags are there.

Pure: bytes and monotonic time in, looks out, and the bytes to be written. Source: NXP UM0701-02 chapters 6 and 7.
After a wake the first command must be SAMConfiguration. The retry limit must be set, else a look at an empty field
may wait for ever. An ACK is due within 15 ms; 100 ms are given, since USB adapters hold bytes back for 16 ms and more.

Frames over its high-speed UART (HSU, 115200 8N1): ``00 00 FF LEN LCS TFI data DCS 00``; LEN + LCS and the sum TFI..DCS
are 0 modulo 256; pre- and postamble may be any number of zeros. Long frames: ``00 00 FF FF FF LENM LENL LCS``. Source:
NXP 141520.
"""

from __future__ import annotations

from attrs import frozen

from hardware.lines import Junk

HOST, CHIP, ERROR = 0xD4, 0xD5, 0x7F
LONGEST = 265  # bytes from TFI to the last data byte
ACK_BYTES = bytes.fromhex("0000FF00FF00")
WAKE = b"\x55\x55" + bytes(14)

SAM_CONFIGURATION, GET_FIRMWARE, RF_CONFIGURATION, LIST_PASSIVE = 0x14, 0x02, 0x32, 0x4A

_DEADLINE = 0.1  # s for the rest of a frame; the longest takes 24 ms
_JUNK_RUN = 64


@frozen
class Ack:
    """The chip took the command."""


@frozen
class Nack:
    """The chip asks for its last reply to be sent again, or saw a damaged frame."""


@frozen
class ChipError:
    """The chip refused the command as malformed (error frame 7Fh)."""


@frozen
class Reply:
    """An answer. ``command`` is the command it answers, ``payload`` what stands behind it."""

    command: int
    payload: bytes


@frozen
class Target:
    """A 13.56 MHz type A tag in the field. ``uid``: upper-case hex, 4, 7 or 10 bytes."""

    uid: str
    sens: int
    sel: int


Frame = Ack | Nack | ChipError | Reply | Junk


def command(code: int, *data: int) -> bytes:
    """Return the frame that sends a command to the chip."""
    inner = bytes([HOST, code, *data])
    return b"\x00\x00\xff" + bytes([len(inner), -len(inner) & 0xFF]) + inner + bytes([-sum(inner) & 0xFF, 0])


def targets(payload: bytes) -> tuple[Target, ...] | None:
    """Return the tags that a reply to InListPassiveTarget (106 kbps, type A) lists; None if it is malformed."""
    if not payload or payload[0] > 2:
        return None
    found = []
    at = 1
    for _ in range(payload[0]):
        head = payload[at : at + 5]
        if len(head) < 5:
            return None
        _, sens_high, sens_low, sel, length = head
        uid = payload[at + 5 : at + 5 + length]
        if length not in (4, 7, 10) or len(uid) < length:
            return None
        at += 5 + length
        if sel & 0x20 and at < len(payload):  # ISO 14443-4: an ATS follows; its first byte is its own length
            at += max(1, payload[at])
            if at > len(payload):
                return None
        found.append(Target(uid.hex().upper(), sens_high << 8 | sens_low, sel))
    return tuple(found)


class HsuFramer:
    """Finds the chip's frames by their lengths, also several in one read; never raises, whatever comes."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._junk = bytearray()
        self._last = float("-inf")

    def feed(self, data: bytes, at: float) -> list[Frame]:
        """Take bytes that arrived at ``at`` (s); return frames and junk in their order."""
        out = self.tick(at)
        if data:
            self._last = at
        for byte in data:
            self._held.append(byte)
            self._scan(out)
        return out

    def tick(self, at: float) -> list[Frame]:
        """After 0.1 s of silence give up a frame that is not complete, and look for another one inside it."""
        out: list[Frame] = []
        if at - self._last > _DEADLINE:
            while self._held:
                self._drop(out)
                self._scan(out)
            self._tell_junk(out)
        return out

    def _scan(self, out: list[Frame]) -> None:
        while self._held:
            found = _match(self._held)
            if found is None:
                return
            frame, length = found
            if frame is None:
                self._drop(out)
            else:
                self._tell_junk(out)
                out.append(frame)
                del self._held[:length]

    def _drop(self, out: list[Frame]) -> None:
        byte = self._held.pop(0)
        if byte or self._junk:  # zeros before a frame are its preamble
            self._junk.append(byte)
        if len(self._junk) >= _JUNK_RUN:
            self._tell_junk(out)

    def _tell_junk(self, out: list[Frame]) -> None:
        junk = bytes(self._junk).rstrip(b"\0")
        if junk:
            out.append(Junk(junk, "bytes"))
        self._junk.clear()


_NO_FRAME = (None, 0)


def _match(held: bytearray) -> tuple[Frame | None, int] | None:
    """Return the frame at the start of ``held`` and its length, (None, 0) if there is none, None if it may come."""
    if held[0] != 0x00 or (len(held) > 1 and held[1] != 0xFF):
        return _NO_FRAME
    if len(held) < 4:
        return None
    kind = bytes(held[2:4])
    if kind == b"\x00\xff":
        return Ack(), 4
    if kind == b"\xff\x00":
        return Nack(), 4
    length, start = held[2], 4
    if kind == b"\xff\xff":
        if len(held) < 7:
            return None
        length, start = held[4] << 8 | held[5], 7
        if sum(held[4:7]) & 0xFF:
            return _NO_FRAME
    elif sum(held[2:4]) & 0xFF:
        return _NO_FRAME
    if not 1 <= length <= LONGEST:
        return _NO_FRAME
    if len(held) > start and held[start] not in (CHIP, ERROR):
        return _NO_FRAME
    end = start + length + 1
    if len(held) < end:
        return None
    if sum(held[start:end]) & 0xFF:
        return _NO_FRAME
    inner = held[start : end - 1]
    if inner[0] == ERROR:
        return ChipError(), end
    if length < 2:
        return _NO_FRAME
    return Reply(inner[1] - 1 & 0xFF, bytes(inner[2:])), end


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

    tags: tuple[Target, ...]


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

_LIST = command(LIST_PASSIVE, 2, 0)
_SETUP = (
    command(SAM_CONFIGURATION, 1, 0x14, 1),  # normal mode
    command(RF_CONFIGURATION, 5, 0xFF, 1, 1),  # item 5: at most one retry of a passive activation
    command(GET_FIRMWARE),
)


class Poller:
    """Asks one PN532 in turn. Call ``tick`` at least every 50 ms and write what ``take_out`` returns."""

    def __init__(self, pace: PollPace | None = None) -> None:
        self._pace = pace or PollPace()
        self._framer = HsuFramer()
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

    def _take(self, frame: Frame, at: float, events: list[Event]) -> None:
        if isinstance(frame, Junk):
            events.append(frame)
            return
        if not self._waiting_for:
            return  # late answer to a command given up
        if isinstance(frame, Ack):
            if self._waiting_for == "ack":
                self._waiting_for, self._due = "reply", at + self._pace.reply_within
        elif isinstance(frame, Nack):
            self._again(at, events)
        elif isinstance(frame, ChipError):
            events.append(Garbled(self._code, b""))
            self._again(at, events)
        elif frame.command == self._code:
            self._answered(frame, at, events)  # also without ACK: that one may have been lost

    def _answered(self, reply: Reply, at: float, events: list[Event]) -> None:
        self.heard = at
        if reply.command == LIST_PASSIVE:
            tags = targets(reply.payload)
            events.append(Garbled(reply.command, reply.payload) if tags is None else Look(tags))
        elif reply.command == GET_FIRMWARE:
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
        self._out += ACK_BYTES  # cancels what the chip may still be doing
        self._step, self._waiting_for, self._tries = -1, "", 0
        self._due = at + self._pace.rest  # a command right behind that ACK may be ignored

    def _advance(self, at: float) -> None:
        self._step = min(self._step + 1, len(_SETUP))
        if self._step == 0:
            self._out += WAKE
        self._tries = 0
        self._send(at)

    def _send(self, at: float) -> None:
        if self._tries and self._step == 0:
            self._out += WAKE  # it may have slept through the first one
        self._tries += 1
        self._out += self._command
        self._waiting_for, self._due = "ack", at + self._pace.ack_within
