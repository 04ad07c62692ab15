"""Flat pieces beside what else lies on a spot: looked for all around it, against how its rim looked when agreed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from attrs import define, field

from vision.camera import Array
from vision.layout import Layout, Piece, Place
from vision.sight import Sight
from vision.tops import NATS, Lens, mispaint, misprint

ANGLES = 32
INNER, OUTER = 10.5, 16.5  # mm from the middle of a spot
STEPS = 5
WIDE = 2  # steps of the angle to either side that such a piece covers for sure
QUIET = 3.0  # nats that a rim may look like one without anything being there
MOST = 9.0


@define(eq=False)
class Besides:
    """Spots of a layout that may have a flat piece beside them."""

    layout: Layout
    slots: list[Place]
    piece: Piece | None = field(init=False)
    _rim: dict[str, Array] = field(factory=dict)  # as it looked when it was last agreed
    _there: dict[str, bool] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.piece = next((p for p in self.layout.pieces if p.beside), None)

    def _points(self, slot: Place) -> Array:
        assert self.piece is not None
        turns, radii = np.arange(ANGLES) * (2 * np.pi / ANGLES), np.linspace(INNER, OUTER, STEPS)
        xy = [(slot.centre[0] + r * np.cos(a), slot.centre[1] + r * np.sin(a)) for a in turns for r in radii]
        return np.array([(x, y, 0.8 * self.piece.height_mm) for x, y in xy])

    def agree(self, lens: Lens, gain: Array, sight: Sight, contents: Mapping[str, Mapping[str, int]]) -> None:
        """The table lies like this; a rim that shows something else by now is left as it was."""
        if self.piece is None:
            return
        samples = []
        for slot in self.slots:
            seen = lens.at(self._points(slot))
            if seen is None:
                continue
            seen = seen - gain
            there = bool(contents.get(slot.id, {}).get(self.piece.id))
            nats, at = self._arrival(slot, seen, sight)
            if not there and nats > QUIET:
                continue
            if there and not self._there.get(slot.id, False) and nats > QUIET:
                samples.append(seen.reshape(ANGLES, STEPS, 3)[_window(at)].reshape(-1, 3))
            self._rim[slot.id], self._there[slot.id] = seen, there
        if samples:
            sight.teach(sight.paints[self.piece.colour].learn(samples))

    def judge(self, lens: Lens, gain: Array, sight: Sight, slot: Place) -> tuple[float, float]:
        """Log-likelihoods of nothing and of the piece beside a spot."""
        if self.piece is None or self.piece.id not in slot.holds or slot.id not in self._rim:
            return 0.0, -MOST
        if self._there.get(slot.id, False):  # such pieces stay
            return -MOST, 0.0
        seen = lens.at(self._points(slot))
        if seen is None:
            return 0.0, 0.0
        nats, _ = self._arrival(slot, seen - gain, sight)
        return (-min(MOST, nats - QUIET), 0.0) if nats > QUIET else (0.0, max(-MOST, nats - QUIET))

    def _arrival(self, slot: Place, seen: Array, sight: Sight) -> tuple[float, int]:
        """Nats by which the piece explains some part of the rim better than the rim as it was; and where."""
        assert self.piece is not None
        if slot.id not in self._rim:
            return 0.0, 0
        gain = misprint(seen, self._rim[slot.id]) - mispaint(seen, sight.paints[self.piece.colour])
        by_turn = gain.reshape(ANGLES, STEPS).mean(axis=1)
        parts = [NATS * float(by_turn[_window(i)].mean()) for i in range(ANGLES)]
        best = int(np.argmax(parts))
        return parts[best], best


def _window(at: int) -> list[int]:
    return [(at + k) % ANGLES for k in range(-WIDE, WIDE + 1)]
