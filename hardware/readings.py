"""What a serial line told us, as plain values.

Every reading names its source, the generation of the connection it came by and the monotonic time (s) when its last
byte was read. A reading of an older generation than the newest ``Status`` of the same source is to be dropped.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypedDict

from attrs import frozen

from hardware.reasons import Reason


class DieState(StrEnum):
    """ROLL: in motion; OK: lies flat; COCKED: lies aslant, counts for nothing; LIFT: taken up."""

    ROLL = "ROLL"
    OK = "OK"
    COCKED = "COCKED"
    LIFT = "LIFT"


class State(StrEnum):
    """Where a reader's connection stands."""

    ABSENT = "absent"  # no such port or host; looked for again and again
    OPENING = "opening"
    SETTLING = "settling"  # open; the board boots, or has not spoken yet
    LIVE = "live"
    STALE = "stale"  # open but silent: nobody may trust the last reading
    LOST = "lost"  # unplugged, refused or given up; waits before the next attempt
    STOPPED = "stopped"


class Lamp(StrEnum):
    """What a lamp on the screen shows."""

    LIVE = "live"
    STALE = "stale"
    LOST = "lost"
    ABSENT = "absent"


@frozen(kw_only=True)
class Reading:
    """What all readings have in common. ``at``: s, monotonic."""

    source: str
    generation: int
    at: float


@frozen(kw_only=True)
class DieRolled(Reading):
    """A die moved or lies still. Only ``OK`` carries a result.

    ``value``: number of the face, from 1; ``face``: its name, the number as text if the die has no names. ``roll``
    tells two rolls with the same face apart: it changes with every throw.
    """

    die: str
    state: DieState
    sides: int
    value: int | None = None
    face: str | None = None
    roll: int = 0


@frozen(kw_only=True)
class TagSeen(Reading):
    """An enrolled tag was laid down: one reading a visit. ``again``: it lay there before the line was lost."""

    reader: str
    family: str  # em (125 kHz) | mf (13.56 MHz, ISO 14443 type A)
    tag: str  # id in upper-case hex, all bytes
    card: str
    again: bool = False


@frozen(kw_only=True)
class UnknownTag(Reading):
    """A tag was laid down that belongs to no card. It must not act; enrolment takes it."""

    reader: str
    family: str
    tag: str
    again: bool = False


@frozen(kw_only=True)
class TagGone(Reading):
    """A tag was taken away. ``card`` is None for an unknown tag. Readers that send once never say so."""

    reader: str
    family: str
    tag: str
    card: str | None = None


@frozen(kw_only=True)
class Hello(Reading):
    """A device named itself. ``restart``: it started anew while we listened, so events may be lost."""

    device: str
    firmware: str
    caps: tuple[str, ...] = ()
    restart: bool = False


@frozen(kw_only=True)
class Heartbeat(Reading):
    """A device lives. ``uptime``: s since its start."""

    uptime: float


@frozen(kw_only=True)
class Gap(Reading):
    """Messages are missing between the last and this one: a roll or a tag may be lost."""

    missing: int


@frozen(kw_only=True)
class Noise(Reading):
    """Bytes that mean nothing here. At most one a second; ``count``: bytes since the last one.

    ``odd``: nothing of this kind sends such bytes, so device or speed is wrong; a banner or a boot log is not odd.
    """

    count: int
    why: str
    sample: bytes
    odd: bool = False


@frozen(kw_only=True)
class Rejected(Reading):
    """A message that was understood but cannot be true or may not act. Nothing is guessed from it."""

    reason: Reason


@frozen(kw_only=True)
class Status(Reading):
    """The connection changed. ``reason`` says why; its facts fill the sentence."""

    state: State
    lamp: Lamp
    reason: Reason


class Common(TypedDict):
    """The fields that every reading carries."""

    source: str
    generation: int
    at: float


@frozen
class Stamp:
    """Source and generation of a connection, put on each of its readings."""

    source: str
    generation: int

    def on(self, at: float) -> Common:
        """Return the fields that every reading carries."""
        return {"source": self.source, "generation": self.generation, "at": at}
