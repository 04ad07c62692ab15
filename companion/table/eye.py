"""The camera's side of the table: a source of pictures, a reader, and what the desk lets the reader learn."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from attrs import evolve

from companion.engine.session import Session
from companion.table.cards import deck, tagged_card
from companion.table.messages import CardShown
from companion.table.snapshot import Device
from hardware.presence import Laid, Presence, PresenceRule, TagKey
from vision.observation import MIRRORED, UNLAID, Observation, Reading
from vision.stickers import StickerFinder

RULE = PresenceRule("poll", confirm=2, window=2.0, misses=4)
AGAIN_S = 2.0  # until the pieces are laid, calibration is tried so often
CLEAR_S = 3.0  # nothing was over the board for so long before it is learned from
SILENT_S = 2.0  # without a picture for so long the camera is said to be silent
SEEN = 0.35  # a place seen less than this says nothing
BLIND = ("lost", "moved", "light", "dark")
Contents = Mapping[str, Mapping[str, int]]


class StickerEye:
    """The deck of one game, its cards by the number on their sticker."""

    def __init__(self, game: str, cards: Sequence[str]) -> None:
        self.game, self.cards = game, tuple(cards)
        self._finder = StickerFinder(len(self.cards))
        self._presence = Presence(RULE)

    def look(self, frame: Any, at: float) -> list[CardShown]:
        """Cards that came to lie in sight with this picture; ``at`` in s."""
        keys = [TagKey("camera", "sticker", f"{n:08X}") for n in self._finder.find(frame)]
        return [
            CardShown(tagged_card(self.game, self.cards[int(c.key.tag, 16)]), "camera", "")
            for c in self._presence.look(keys, at)
            if isinstance(c, Laid)
        ]


def stickers_of(session: Session[Any]) -> StickerEye | None:
    """An eye for this game's cards; None for a game without any."""
    cards = deck(session.game, session.start)
    return StickerEye(session.game.id, cards) if cards else None


class Reads(Protocol):
    """What the table needs of a reader (``vision.reader.Reader`` is one)."""

    def learn(self, frame: Any, contents: Contents) -> Any: ...
    def watch(self, frame: Any, t: float) -> Observation: ...
    def look(self, frame: Any, t: float) -> Observation: ...
    def again(self) -> None: ...
    def confirm(self, contents: Contents) -> None: ...


class Pictures(Protocol):
    """What the table needs of a source of pictures (``vision.frames.FrameSource`` is one)."""

    @property
    def ended(self) -> bool: ...
    def read(self) -> tuple[Any, float] | None: ...
    def close(self) -> None: ...


class Eye:
    """Looks, one picture at a time. ``expect``, ``agree`` and ``again`` may come from another thread; they wait for
    the next look.

    Nothing is read before something was learned: until then looks only say whether the table lies still.
    ``learned`` is what calibration said last, None before.
    """

    def __init__(self, source: Pictures, reader: Reads) -> None:
        self.source, self.reader = source, reader
        self.frame: Any = None
        self.learned: Any = None
        self.stickers: StickerEye | None = None  # for games whose cards may bear them
        self._at = 0.0
        self._tried: float | None = None  # when calibration was tried last
        self._unlaid = False  # and whether the pieces did not lie there yet
        self._covered_at = -1e9
        self._lock = threading.Lock()
        self._expected: Contents | None = None
        self._agreed: tuple[Contents, Observation | None] | None = None
        self._confirmed: tuple[Contents, float] | None = None
        self._again = False
        self._last: Observation | None = None

    def expect(self, contents: Contents) -> None:
        """The table lies like this: calibrate on it as soon as the view is still and the pieces lie there."""
        with self._lock:
            self._expected, self._tried = contents, None

    def agree(self, contents: Contents) -> None:
        """The last settled look showed this; the reader may learn from it, unless the next one shows something else."""
        with self._lock:
            self._agreed = (contents, self._last)

    def again(self) -> None:
        """One picture is not enough: read another one, though nothing moved."""
        with self._lock:
            self._again = True

    @property
    def ended(self) -> bool:
        return self.source.ended

    @property
    def at(self) -> float:
        """s, when the last picture was taken."""
        return self._at

    def look(self) -> Observation | None:
        """The next observation; None when there is no picture just now."""
        self._confirm()
        got = self.source.read()
        if got is None:
            return None
        self.frame, at = got
        self._at = at
        if self.learned is None:
            seen = self._wait(self.reader.watch(self.frame, at), at)
        else:
            seen = self._look(at)
        self._last = seen
        return seen

    def _look(self, at: float) -> Observation:
        with self._lock:
            again, self._again = self._again, False
        if again:
            self.reader.again()
        seen = self.reader.look(self.frame, at)
        if self._expected is not None and seen.settled and "covered" not in seen.notes and self._due(at):
            seen = self._calibrate(at) or seen
        return seen

    def _wait(self, seen: Observation, at: float) -> Observation:
        """A picture before anything was learned: it is learned from where the pieces lie still and in full view."""
        if "covered" in seen.notes:
            self._covered_at = at
        if seen.state != "still":
            self._tried = None  # something moved: the pieces may lie there by now
        still = seen.state == "still" and at - self._covered_at >= CLEAR_S
        if self._expected is not None and still and self._due(at):
            learned = self._calibrate(at)
            if learned is not None:
                return learned
        notes = (*seen.notes, UNLAID) if self._unlaid and self._expected is not None else seen.notes
        return evolve(seen, settled=False, notes=notes) if seen.settled or notes else seen

    def _due(self, at: float) -> bool:
        return self._tried is None or at - self._tried >= AGAIN_S

    def _confirm(self) -> None:
        """Let the reader learn what was agreed of its last reading, once."""
        with self._lock:
            agreed, self._agreed = self._agreed, None
        if agreed is None or self.learned is None or not alike(agreed[1], self._last):
            return
        last = self._last
        read_at = -1.0 if last is None else last.at if last.read_at is None else last.read_at
        if self._confirmed != (agreed[0], read_at):
            self._confirmed = (agreed[0], read_at)
            self.reader.confirm(agreed[0])

    def cards(self) -> list[CardShown]:
        """Cards whose sticker came into sight with the last picture."""
        return self.stickers.look(self.frame, self._at) if self.stickers is not None else []

    def _calibrate(self, at: float) -> Observation | None:
        """Learn from the picture what is expected to lie there; None where it does not."""
        with self._lock:
            expected, self._expected = self._expected, None
        if expected is None:
            return None
        self._tried = at
        learned = self.reader.learn(self.frame, expected)
        refusal = getattr(learned, "refusal", None)
        self._unlaid = refusal is not None and refusal.reason == UNLAID
        if refusal is not None:
            with self._lock:
                self._expected = self._expected or expected
            return None
        self.learned = learned
        self._confirmed = None
        return self.reader.look(self.frame, at)


class CameraLamp:
    """Tells of the camera's state only what is new: a hand over the board is no news."""

    def __init__(self, eye: Eye, told: Callable[[Device], None]) -> None:
        self._eye, self._told = eye, told
        self._last = Device("camera", "", "")
        self._silent: float | None = None  # since when there was no picture

    def look(self, observation: Observation | None, now: float) -> None:
        """After every look; ``now`` in s."""
        if observation is not None:
            self._silent = None
            if getattr(self._eye.source, "partial", False):
                self._tell("warn", "one")
            elif getattr(self._eye.source, "frozen", False):
                self._tell("warn", "frozen")
            else:
                blind = observation.state in BLIND
                code = MIRRORED if MIRRORED in observation.notes else observation.state
                seeing = "waits" if self._eye.learned is None else "sees"  # nothing is read before a set-up is learned
                self._tell("warn" if blind else "ok", code if blind else seeing)
            return
        fault = getattr(self._eye.source, "fault", None)
        self._silent = now if self._silent is None else self._silent
        if self._eye.ended:
            self._tell("bad", "ended")
        elif fault is not None or now - self._silent > SILENT_S:
            self._tell("bad", getattr(fault, "code", "silent"), getattr(fault, "facts", {}))

    def failed(self) -> None:
        """A look ended in a fault of this program; the next one tells how it goes on."""
        self._tell("bad", "failed")

    def _tell(self, state: str, code: str, facts: Mapping[str, Any] | None = None) -> None:
        device = Device("camera", state, code, dict(facts or {}))
        if device != self._last:
            self._last = device
            self._told(device)


def alike(a: Observation | None, b: Observation | None) -> bool:
    """Whether two looks read the same numbers wherever both saw a place well: nobody moved a piece between them."""
    if a is b or a is None or b is None:
        return True
    for name, one in a.readings.items():
        two = b.readings.get(name)
        if two is not None and min(one.seen, two.seen) > SEEN and _best(one) != _best(two):
            return False
    return True


def _best(reading: Reading) -> tuple[Any, ...]:
    if reading.stacks:
        return tuple(max(reading.stacks, key=lambda s: s[1])[0])
    return tuple((p, max(range(len(x)), key=x.__getitem__)) for p, x in sorted(reading.counts.items()) if x)
