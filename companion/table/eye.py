"""The camera's side of the table: a source of pictures, a reader, and what the desk lets the reader learn."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Protocol

from attrs import evolve

from companion.table.messages import CardShown
from companion.table.stickers import StickerEye
from vision.observation import UNLAID, Observation, Reading

AGAIN_S = 2.0  # until the pieces are laid, calibration is tried so often
SEEN = 0.35  # a place seen less than this says nothing
Contents = Mapping[str, Mapping[str, int]]


class Reads(Protocol):
    """What the table needs of a reader (``vision.reader.Reader`` is one)."""

    def learn(self, frame: Any, contents: Contents) -> Any: ...
    def look(self, frame: Any, t: float) -> Observation: ...
    def confirm(self, contents: Contents) -> None: ...


class Pictures(Protocol):
    """What the table needs of a source of pictures (``vision.frames.FrameSource`` is one)."""

    @property
    def ended(self) -> bool: ...
    def read(self) -> tuple[Any, float] | None: ...
    def close(self) -> None: ...


class Eye:
    """Looks, one picture at a time. ``expect`` and ``agree`` may come from another thread; they wait for the next look.

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
        self._lock = threading.Lock()
        self._expected: Contents | None = None
        self._agreed: tuple[Contents, Observation | None] | None = None
        self._last: Observation | None = None

    def expect(self, contents: Contents) -> None:
        """The table lies like this: calibrate on it as soon as the view is still and the pieces lie there."""
        with self._lock:
            self._expected, self._tried = contents, None

    def agree(self, contents: Contents) -> None:
        """The last settled look showed this; the reader may learn from it, unless the next one shows something else."""
        with self._lock:
            self._agreed = (contents, self._last)

    @property
    def ended(self) -> bool:
        return self.source.ended

    def look(self) -> Observation | None:
        """The next observation; None when there is no picture just now."""
        with self._lock:
            agreed, self._agreed = self._agreed, None
        if agreed is not None and self.learned is not None and alike(agreed[1], self._last):
            self.reader.confirm(agreed[0])
        got = self.source.read()
        if got is None:
            return None
        self.frame, at = got
        self._at = at
        seen = self.reader.look(self.frame, at)
        waited = self._tried is None or at - self._tried >= AGAIN_S
        if self._expected is not None and waited and seen.settled and "covered" not in seen.notes:
            seen = self._calibrate(seen, at)
        if self._expected is not None and self.learned is None and seen.settled:
            notes = (*seen.notes, UNLAID) if self._unlaid else seen.notes
            seen = evolve(seen, settled=False, state="settling", notes=notes)  # what nobody has shown it cannot be read
        self._last = seen
        return seen

    def cards(self) -> list[CardShown]:
        """Cards whose sticker came into sight with the last picture."""
        return self.stickers.look(self.frame, self._at) if self.stickers is not None else []

    def _calibrate(self, seen: Observation, at: float) -> Observation:
        with self._lock:
            expected, self._expected = self._expected, None
        if expected is None:
            return seen
        self._tried = at
        learned = self.reader.learn(self.frame, expected)
        refusal = getattr(learned, "refusal", None)
        self._unlaid = refusal is not None and refusal.reason == UNLAID
        if refusal is not None:
            with self._lock:
                self._expected = self._expected or expected
            return seen
        self.learned = learned
        return self.reader.look(self.frame, at)


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
