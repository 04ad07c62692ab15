"""From ``$BG`` frames to readings: message numbers, dice, tags, heartbeats. See docs/line-protocol.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from hardware import bg
from hardware.decoders import NoiseGate, Tags
from hardware.dice import MOST_SIDES, Die, Face, Rolls, read_face
from hardware.lines import Junk
from hardware.presence import PresenceRule, TagKey
from hardware.readings import DieRolled, DieState, Gap, Heartbeat, Hello, Reading, Rejected, Stamp
from hardware.reasons import Reason

_NUMBER = re.compile(r"[0-9]{1,10}")
_ASK_EVERY = 1.0  # s between two probes
_INTRODUCTIONS = 3  # probes for the first HEL; a device that knows no HEL is left in peace then


class Sequence:
    """Checks the message numbers 0..255 of one connection."""

    def __init__(self) -> None:
        self._due: int | None = None
        self._last: tuple[str, ...] = ()

    def take(self, frame: bg.BgFrame) -> tuple[bool, int, bool]:
        """Return whether the message is new, how many are missing before it, and whether it only repeats the last.

        A HEL with number 0 opens a new count. A number equal to the last is not new.
        """
        now = (frame.name, frame.proto, *frame.fields)
        if frame.seq is None:
            return True, 0, False
        missing = 0
        if self._due is not None and not (frame.name == bg.HEL and frame.seq == 0):
            missing = (frame.seq - self._due) & 0xFF
            if missing == 0xFF and frame.name != bg.HEL:
                return False, 0, now == self._last
            if missing == 0xFF:
                missing = 0
        self._due, self._last = (frame.seq + 1) & 0xFF, now
        return True, missing, False

    def restarted(self, frame: bg.BgFrame) -> bool:
        """Return whether this HEL says that the device started anew while we listened (ask before ``take``)."""
        return frame.seq == 0 and self._due not in (None, 0)


class LineDecoder:
    """A device that speaks the ``$BG`` protocol or its JSON alias; ``device``: the only name it may bear, if any."""

    beats = True

    def __init__(self, stamp: Stamp, dice: Mapping[str, Die], enrolled: Mapping[str, str], device: str = "") -> None:
        self.heard: float | None = None
        self._stamp = stamp
        self._dice = dice
        self._device = device
        self._framer = bg.BgFramer()
        self._sequence = Sequence()
        self._noise = NoiseGate(stamp)
        self._tags = Tags(stamp, PresenceRule("told"), enrolled)
        self._rolls = Rolls()
        self._out = b""
        self._asked = float("-inf")
        self._introductions = _INTRODUCTIONS
        self._meanings: dict[str, Callable[..., list[Reading]]] = {
            bg.HEL: self._hello,
            bg.HB: self._heartbeat,
            bg.TAG: self._tag,
            bg.DIE: self._die,
        }

    @property
    def lying(self) -> frozenset[TagKey]:
        return self._tags.presence.lying

    def start(self, at: float) -> None:
        return None

    def take_out(self) -> bytes:
        out, self._out = self._out, b""
        return out

    def probe(self) -> bytes:
        return bg.PROBE

    def feed(self, data: bytes, at: float) -> list[Reading]:
        return self._take(self._framer.feed(data, at), at)

    def tick(self, at: float) -> list[Reading]:
        return self._take(self._framer.tick(at), at)

    def _take(self, found: Iterable[bg.BgFrame | Junk], at: float) -> list[Reading]:
        out: list[Reading] = []
        for frame in found:
            if isinstance(frame, Junk):
                self._noise.add(frame)
            else:
                self.heard = at
                out += self._message(frame, at)
        return out + self._noise.take(at)

    def _ask(self, at: float) -> bool:
        """Ask what lies there now, at most once a second; return whether it was asked."""
        if at - self._asked < _ASK_EVERY:
            return False
        self._asked = at
        self._out = bg.PROBE
        return True

    def _rejected(self, at: float, code: str, **facts: object) -> list[Reading]:
        return [Rejected(**self._stamp.on(at), reason=Reason(code, facts))]

    def _message(self, frame: bg.BgFrame, at: float) -> list[Reading]:
        if frame.proto != str(bg.PROTO):
            return self._rejected(at, "protocol-version", version=frame.proto[:8], known=bg.PROTO)
        restart = frame.name == bg.HEL and self._sequence.restarted(frame)
        new, missing, repeated = self._sequence.take(frame)
        if not new:
            return [] if repeated else self._rejected(at, "number-twice", message=frame.name, number=frame.seq)
        out: list[Reading] = []
        if missing:
            out.append(Gap(**self._stamp.on(at), missing=missing))
            self._ask(at)
        if frame.name == bg.HEL:
            self._introductions = 0
        elif self._introductions and self._ask(at):  # its first lines are lost when a port is opened
            self._introductions -= 1
        meaning = self._meanings.get(frame.name)
        if meaning is None:
            return out + self._rejected(at, "message-unknown", message=frame.name)
        needed, optional = bg.FIELDS[frame.name]
        if not len(needed) <= len(frame.fields) <= len(needed) + len(optional):
            counts = {"expected": len(needed), "found": len(frame.fields)}
            return out + self._rejected(at, "message-fields", message=frame.name, **counts)
        fields = (*frame.fields, *[""] * (len(needed) + len(optional) - len(frame.fields)))
        if frame.name == bg.HEL and restart:
            self._rolls.forget()
            return out + self._hello(at, *fields, restart=True)
        return out + meaning(at, *fields)

    def _hello(self, at: float, device: str, firmware: str, caps: str, *, restart: bool = False) -> list[Reading]:
        self._tags.presence.doubt()  # it tells now what lies there, up to the next heartbeat
        named = tuple(cap for cap in caps.split("+") if cap)
        out: list[Reading] = [
            Hello(**self._stamp.on(at), device=device, firmware=firmware, caps=named, restart=restart)
        ]
        if self._device and device != self._device:
            out += self._rejected(at, "device-other", device=device, expected=self._device)
        return out

    def _heartbeat(self, at: float, up: str) -> list[Reading]:
        if not _NUMBER.fullmatch(up):
            return self._rejected(at, "heartbeat-malformed", text=up[:32])
        out: list[Reading] = [Heartbeat(**self._stamp.on(at), uptime=int(up) / 1000)]
        return out + self._tags.tell(self._tags.presence.settle(), at)

    def _tag(self, at: float, reader: str, state: str, family: str, tag: str) -> list[Reading]:
        if state.upper() not in ("IN", "OUT"):
            return self._rejected(at, "tag-state", state=state[:16], reader=reader)
        key = TagKey(reader, family, tag.upper())
        fault = self._tags.fault(key, at)
        if fault is not None:
            return fault
        return self._tags.tell(self._tags.presence.told(key, state.upper() == "IN", at), at)

    def _die(self, at: float, name: str, state: str, sides: str, value: str, roll: str) -> list[Reading]:
        if state.upper() not in DieState.__members__:
            return self._rejected(at, "die-state", die=name, state=state[:16])
        if not _NUMBER.fullmatch(sides) or not 2 <= int(sides) <= MOST_SIDES:
            return self._rejected(at, "die-sides", die=name, sides=sides[:16])
        if roll and not _NUMBER.fullmatch(roll):
            return self._rejected(at, "die-roll-number", die=name, roll=roll[:16])
        die = self._dice.get(name) or Die(name, int(sides))
        if die.sides != int(sides):  # a wrong shell or a wrong setting: its numbers mean something else
            return self._rejected(at, "die-sides-differ", die=name, sides=int(sides), expected=die.sides)
        what = DieState(state.upper())
        face: Face | None = None
        if what is DieState.OK:
            told = read_face(die, value)
            if isinstance(told, Reason):
                return [Rejected(**self._stamp.on(at), reason=told)]
            face = told
        number = self._rolls.number(name, what, value, int(roll) if roll else None)
        if number is None:
            return []
        return [
            DieRolled(
                **self._stamp.on(at),
                die=name,
                state=what,
                sides=die.sides,
                value=face.value if face else None,
                face=face.name if face else None,
                roll=number,
            )
        ]
