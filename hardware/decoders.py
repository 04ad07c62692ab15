"""From frames to readings: one decoder for each kind of line, except ``$BG`` (see linedecoder).

A decoder belongs to one connection. It is pure: bytes and monotonic time in, readings and bytes to write out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

from hardware import em4100, pn532
from hardware.dice import Die, Rolls, could_be_face, letters, read_face, unworded, whole
from hardware.labels import announces, keyed, read_alone, read_bare, unstamped
from hardware.labels import read_uid as read_uid
from hardware.lines import Junk, Line, LineSplitter
from hardware.presence import Change, Laid, Once, Presence, PresenceRule, TagKey, tag_fault
from hardware.readings import DieRolled, DieState, Hello, Noise, Reading, Rejected, Stamp, TagGone, TagSeen, UnknownTag
from hardware.reasons import Reason

_SAMPLE = 32  # bytes of noise shown
_EVERY = 1.0  # s between two readings about the same trouble


class Decoder(Protocol):
    """What a reader thread needs to know about the kind of device at the other end."""

    beats: bool  # it speaks at least every few seconds, so silence means that it is stuck

    @property
    def heard(self) -> float | None:
        """When the last good frame came, in s; None if none did."""

    @property
    def lying(self) -> frozenset[TagKey]:
        """The tags that lie on its readers now."""

    def start(self, at: float) -> None:
        """The connection is open since ``at`` (s)."""

    def feed(self, data: bytes, at: float) -> list[Reading]:
        """Take bytes that were read at ``at`` (s)."""

    def tick(self, at: float) -> list[Reading]:
        """Let time pass without bytes."""

    def take_out(self) -> bytes:
        """Return the bytes to write now, once."""

    def probe(self) -> bytes:
        """Return the bytes that make the device speak; b"" if nothing does."""


class NoiseGate:
    """Sums up noise, so that a port at the wrong speed gives one reading a second and not a thousand."""

    def __init__(self, stamp: Stamp) -> None:
        self._stamp = stamp
        self._count = 0
        self._first = Junk(b"", "bytes")
        self._last = float("-inf")

    def add(self, junk: Junk) -> None:
        """Take junk that a framer has found."""
        if not self._count:
            self._first = junk
        self._count += len(junk.data)

    def take(self, at: float) -> list[Reading]:
        """Return what is due."""
        if not self._count or at - self._last < _EVERY:
            return []
        count, self._count, self._last = self._count, 0, at
        sample = self._first.data[:_SAMPLE]
        odd = self._first.why in ("bytes", "checksum") or _garbage(sample)
        return [Noise(**self._stamp.on(at), count=count, why=self._first.why, sample=sample, odd=odd)]


def _garbage(sample: bytes) -> bool:
    """Whether bytes are no text: what a line at the wrong speed sounds like."""
    plain = sum(0x20 <= b < 0x7F or b in b"\t\r\n" for b in sample)
    return plain < 0.8 * len(sample)


class Tags:
    """Turns tags laid down and taken away into readings, with the cards they belong to.

    ``enrolled`` (tag -> card) is looked up each time, so a mapping that grows while cards are enrolled may be given.
    """

    def __init__(self, stamp: Stamp, rule: PresenceRule, enrolled: Mapping[str, str]) -> None:
        self.presence = Presence(rule)
        self._stamp = stamp
        self._enrolled = enrolled
        self._cards: dict[TagKey, str | None] = {}
        self._refused: dict[str, float] = {}

    def fault(self, key: TagKey, at: float) -> list[Reading] | None:
        """Return None if the id may be a tag's; else what there is to say about it, once a second."""
        reason = tag_fault(key.tag, key.family)
        if reason is None:
            return None
        last = self._refused.get(reason.code, float("-inf"))
        if at - last < _EVERY:
            return []
        self._refused[reason.code] = at
        return [Rejected(**self._stamp.on(at), reason=reason)]

    def read(self, key: TagKey, at: float, *, checked: bool = True) -> list[Reading]:
        """Take one read of a tag. ``checked``: its frame bore a check that fits."""
        fault = self.fault(key, at)
        if fault is not None:
            return fault
        return self.tell(self.presence.read(key, at, sure=checked and key.tag in self._enrolled), at)

    def tell(self, changes: Iterable[Change], at: float) -> list[Reading]:
        """Return the readings that changes give."""
        out: list[Reading] = []
        for change in changes:
            common = self._stamp.on(at)
            reader, family, tag = change.key.reader, change.key.family, change.key.tag
            if isinstance(change, Laid):
                card = self._cards[change.key] = self._enrolled.get(tag)
                if card is None:
                    out.append(UnknownTag(**common, reader=reader, family=family, tag=tag))
                else:
                    out.append(TagSeen(**common, reader=reader, family=family, tag=tag, card=card))
            elif isinstance(change, Once):
                out.append(Rejected(**common, reason=Reason("tag-once", {"tag": tag})))
            else:
                card = self._cards.pop(change.key, None)
                out.append(TagGone(**common, reader=reader, family=family, tag=tag, card=card))
        return out


class _Listener:
    """A decoder that only listens and whose device has no heartbeat."""

    beats = False

    def __init__(self, stamp: Stamp) -> None:
        self.heard: float | None = None
        self._stamp = stamp
        self._noise = NoiseGate(stamp)

    @property
    def lying(self) -> frozenset[TagKey]:
        return frozenset()

    def start(self, at: float) -> None:
        return None

    def take_out(self) -> bytes:
        return b""

    def probe(self) -> bytes:
        return b""

    def _hear(self, data: bytes) -> None:
        """Bytes that are no text are noise at once: a line of them may never end."""
        if data and _garbage(data):
            self._noise.add(Junk(data, "bytes"))


class EmDecoder(_Listener):
    """A 125 kHz reader that sends EM4100 frames, in any of the four shapes."""

    def __init__(self, stamp: Stamp, rule: PresenceRule, enrolled: Mapping[str, str]) -> None:
        super().__init__(stamp)
        self._framer = em4100.EmFramer()
        self._tags = Tags(stamp, rule, enrolled)

    @property
    def lying(self) -> frozenset[TagKey]:
        return self._tags.presence.lying

    def feed(self, data: bytes, at: float) -> list[Reading]:
        out = self._take(self._framer.feed(data, at), at)
        return out + self._noise.take(at)

    def tick(self, at: float) -> list[Reading]:
        out = self._take(self._framer.tick(at), at)
        out += self._tags.tell(self._tags.presence.tick(at), at)
        return out + self._noise.take(at)

    def _take(self, found: Iterable[em4100.EmFrame | Junk], at: float) -> list[Reading]:
        out: list[Reading] = []
        for frame in found:
            if isinstance(frame, Junk):
                self._noise.add(frame)
            else:
                self.heard = at
                out += self._tags.read(TagKey("r0", "em", frame.tag), at, checked=frame.checked)
        return out


class Pn532Decoder:
    """A PN532 on its UART: asked again and again, so its answers are its heartbeat."""

    beats = True

    def __init__(self, stamp: Stamp, rule: PresenceRule, enrolled: Mapping[str, str]) -> None:
        self._stamp = stamp
        self._noise = NoiseGate(stamp)
        self._tags = Tags(stamp, rule, enrolled)
        self._poller = pn532.Poller()

    @property
    def heard(self) -> float | None:
        return self._poller.heard

    @property
    def lying(self) -> frozenset[TagKey]:
        return self._tags.presence.lying

    def start(self, at: float) -> None:
        return None

    def feed(self, data: bytes, at: float) -> list[Reading]:
        return self._take(self._poller.feed(data, at), at)

    def tick(self, at: float) -> list[Reading]:
        return self._take(self._poller.tick(at), at)

    def take_out(self) -> bytes:
        return self._poller.take_out()

    def probe(self) -> bytes:
        return b""  # it is being asked all the time

    def _take(self, events: Iterable[pn532.Event], at: float) -> list[Reading]:
        out: list[Reading] = []
        for event in events:
            if isinstance(event, Junk):
                self._noise.add(event)
            elif isinstance(event, pn532.Look):
                out += self._look(event, at)
            elif isinstance(event, pn532.Version):
                chip = "PN532" if event.chip == 0x32 else f"chip {event.chip:02X}"
                out.append(Hello(**self._stamp.on(at), device=chip, firmware=event.firmware, caps=("tag",)))
            elif isinstance(event, pn532.Silent):
                silent = Reason("chip-silent", {"command": f"{event.command:02X}", "tries": event.tries})
                out.append(Rejected(**self._stamp.on(at), reason=silent))
            else:
                facts = {"command": f"{event.command:02X}", "bytes": event.payload[:_SAMPLE].hex(" ")}
                out.append(Rejected(**self._stamp.on(at), reason=Reason("chip-garbled", facts)))
        return out + self._noise.take(at)

    def _look(self, look: pn532.Look, at: float) -> list[Reading]:
        out: list[Reading] = []
        keys = []
        for target in look.tags:
            key = TagKey("r0", "mf", target.uid)
            fault = self._tags.fault(key, at)
            if fault is None:
                keys.append(key)
            else:
                out += fault
        return out + self._tags.tell(self._tags.presence.look(keys, at), at)


class PlainDecoder(_Listener):
    """A home-made die that prints the face: ``6``, ``You rolled a 6`` or, if its faces have names, ``RED``.

    Such a line has no check, so this kind is never chosen by itself. What comes within ``deaf`` s after opening is the
    board's boot noise or a line cut by it, and is left out.
    """

    def __init__(self, stamp: Stamp, die: Die, deaf: float = 0.0) -> None:
        super().__init__(stamp)
        self._die = die
        self._deaf = deaf
        self._ears = float("-inf")
        self._rolls = Rolls()
        self._lines = LineSplitter(cap=64, idle=0.25)

    def start(self, at: float) -> None:
        self._ears = at + self._deaf

    def feed(self, data: bytes, at: float) -> list[Reading]:
        data = data.translate(FRAMES)
        self._hear(data)
        return self._take(self._lines.feed(data, at), at)

    def tick(self, at: float) -> list[Reading]:
        return self._take(self._lines.tick(at), at)

    def _take(self, lines: Iterable[Line], at: float) -> list[Reading]:
        out: list[Reading] = []
        for line in lines:
            text = unworded(unstamped(letters(line.text)), self._die.faces)
            if not text:
                continue
            half = line.half and not whole(self._die, text)
            if line.cut or half or at < self._ears or not could_be_face(self._die, text):
                self._noise.add(Junk(line.text, "half" if line.half else "long" if line.cut else "text"))
                continue
            face = read_face(self._die, text)
            if isinstance(face, Reason):
                out.append(Rejected(**self._stamp.on(at), reason=face))
                continue
            self.heard = at
            roll = self._rolls.number(self._die.id, DieState.OK, text) or 0
            out.append(
                DieRolled(
                    **self._stamp.on(at),
                    die=self._die.id,
                    state=DieState.OK,
                    sides=self._die.sides,
                    value=face.value,
                    face=face.name,
                    roll=roll,
                )
            )
        return out + self._noise.take(at)


FRAMES = bytes.maketrans(b"\0\2\3", b"\n\n\n")  # what some put around a line in place of its end


class TextDecoder(_Listener):
    """A board whose sketch prints ``Card UID: 92 25 6F EB`` and the like, on one line or on two."""

    AHEAD_S = 1.0  # within which the line below a label comes
    ENDS = True  # only a line that came to its end counts, or a whole id after which nothing came

    def __init__(self, stamp: Stamp, rule: PresenceRule, enrolled: Mapping[str, str]) -> None:
        super().__init__(stamp)
        self._lines = LineSplitter(cap=128, idle=1.0)
        self._tags = Tags(stamp, rule, enrolled)
        self._ahead = float("-inf")  # when a label came whose id is to follow

    @property
    def lying(self) -> frozenset[TagKey]:
        return self._tags.presence.lying

    def feed(self, data: bytes, at: float) -> list[Reading]:
        data = data.translate(FRAMES)
        self._hear(data)
        return self._take(self._lines.feed(data, at), at)

    def tick(self, at: float) -> list[Reading]:
        out = self._take(self._lines.tick(at), at)
        return out + self._tags.tell(self._tags.presence.tick(at), at)

    def _take(self, lines: Iterable[Line], at: float) -> list[Reading]:
        out: list[Reading] = []
        for line in lines:
            text = line.text.decode("ascii", "replace")
            found = self._id(text, at)
            if line.half and self.ENDS and not (isinstance(found, tuple) and _only_digits(text).endswith(found[1])):
                found = None
            if found is None:
                self._noise.add(Junk(line.text, "half" if line.half else "text"))
            elif isinstance(found, Reason):
                out.append(Rejected(**self._stamp.on(at), reason=found))
            else:
                self.heard = at
                reader, tag = found
                out += self._tags.read(TagKey(reader, "em" if len(tag) == 10 else "mf", tag), at)
        return out + self._noise.take(at)

    def _id(self, text: str, at: float) -> tuple[str, str] | Reason | None:
        """Reader and tag of a line; an id may stand on the line below its label."""
        text = unstamped(text)
        found = read_uid(text)
        if found is None:
            below = at - self._ahead <= self.AHEAD_S
            bare = read_bare(text) if below else read_alone(text)
            found = ("r0", bare) if bare else None
        self._ahead = at if announces(text) else float("-inf") if found is not None else self._ahead
        return found


def _only_digits(text: str) -> str:
    return re.sub("[^0-9A-F]", "", text.upper())


class KeysDecoder(TextDecoder):
    """A USB reader that types: ten decimal digits, or the bytes in hex, and Enter (a few leave it out)."""

    ENDS = False

    def _id(self, text: str, at: float) -> tuple[str, str] | Reason | None:
        tag = keyed(text)
        return ("r0", tag) if tag else None
