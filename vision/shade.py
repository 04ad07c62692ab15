"""The colours of this scene's shadows: each lamp leaves its own, and print in one of them must not pass for a piece."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.camera import Array

GREY = np.full(3, 1 / np.sqrt(3))  # unit vector of brightness in log BGR
HUES = np.array([[1.0, -1.0, 0.0], [1.0, 1.0, -2.0]]) / np.sqrt([[2.0], [6.0]])
TURN = 0.12  # standard deviation of a shadow's hue by its depth, before one was seen
PRIOR = 40.0  # square depths that this is worth
DEEP = 0.25  # log light along grey; lesser shadows tell little of their hue
DEEPEST = 3.0
ODD = 0.8  # hue by depth beyond this is no shadow
FADE = 0.8  # share that older shadows keep when new ones are seen
MOST = 4000  # pixels a picture


@define(eq=False, frozen=True)
class Shade:
    """Hue (two values) by depth of shadows: sums over pixels of depth², depth x hue (2,) and hue x hue (2, 2)."""

    depth2: float = PRIOR
    lean: Array = np.zeros(2)
    spread: Array = np.eye(2) * (PRIOR * TURN**2)

    def learn(self, diff: NDArray[np.float32], noise: float = 0.05) -> Shade:
        """Take in pixels (N, 3) that lie in shadows: log light now less that of the print in plain view."""
        diff = diff[:: max(1, len(diff) // MOST)]
        depth = -(diff @ GREY)
        hue = diff @ HUES.T
        shadow = (depth > DEEP) & (depth < DEEPEST) & (np.abs(hue).max(axis=1) < ODD * depth)
        if not shadow.any():
            return self
        depth, hue = depth[shadow].astype(np.float64), hue[shadow].astype(np.float64)
        keep = min(1.0, PRIOR / self.depth2 + FADE)
        seen = hue.T @ hue - len(hue) * noise**2 * np.eye(2)
        return Shade(
            keep * self.depth2 + float(depth @ depth), keep * self.lean + depth @ hue, keep * self.spread + seen
        )

    @cached_property
    def frame(self) -> tuple[Array, Array, Array]:
        """Rows that turn log BGR into depth and two hues that stray independently (3, 3); their mean and variance by
        depth, (2,) each."""
        mean = self.lean / self.depth2
        values, axes = np.linalg.eigh(self.spread / self.depth2 - np.outer(mean, mean))
        return np.vstack([-GREY, axes.T @ HUES]), axes.T @ mean, np.maximum(values, (TURN / 3) ** 2)


PLAIN = Shade()
