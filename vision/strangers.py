"""A piece whose paint nobody has shown yet: whatever has changed and is no shadow.

Shadows darken all channels, none very much, and keep the hue that the other lamps give them (``vision.shade``).
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Image, Raster
from vision.shade import DEEPEST, PLAIN, Shade
from vision.upright import Floats, grown

LIGHTER, DARKER, HUE = 0.5, 1.3, 0.5  # log light, and its spread over the channels, that make a stranger
STRANGE = 3.0  # nats for it
STRAYS = 2.0  # standard deviations by which a shadow's hue strays
CAST_MM, BESIDE_MM = 20.0, 2.0  # print so near to a piece may lie in its shadow; nearer its own pixels may show
SURE = 3.0  # nats a pixel of a piece that cannot be a shadow


def novelty(change: Image, shade: Shade = PLAIN) -> Image:
    """Nats a pixel (h, w) for some paint or other, from ``change`` (h, w, 3): log BGR since the agreed picture."""
    turn, lean, stray = shade.frame
    deep, one, two = cv2.split(cv2.transform(change, turn.astype(np.float32)))
    far = np.clip(deep, 0.0, DEEPEST)
    one -= np.float32(lean[0]) * far
    two -= np.float32(lean[1]) * far
    off = cv2.magnitude(one, two)
    may = far * np.float32(STRAYS * np.sqrt(stray.max())) if shade is not PLAIN else 0.0
    left = cv2.merge([one, two]) * (np.maximum(off - may, 0.0) / np.maximum(off, 1e-6))[..., None]
    hue = cv2.transform(left.astype(np.float32), np.ascontiguousarray(turn[1:].T, np.float32))
    lighter, darker = change.max(axis=2), -change.max(axis=2)
    strange = np.maximum(np.maximum(lighter / LIGHTER, darker / DARKER), (hue.max(axis=2) - hue.min(axis=2)) / HUE)
    return np.asarray(np.clip(6.0 * strange - 2.6, -4.0, STRANGE), np.float32)


def shadowed(
    raster: Raster, casting: Iterable[Floats], standing: Iterable[Floats], shown: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Where (h, w) the shadows of pieces lie: near ``casting``, on nothing that is ``standing`` (outlines in mm)."""
    near = np.zeros(shown.shape, np.uint8)
    for outlines, grow, value in ((casting, CAST_MM, 255), (standing, BESIDE_MM, 0)):
        for outline in outlines:
            px = np.round(raster.px(grown(outline, grow)) * 16).astype(np.int32)
            cv2.fillConvexPoly(near, px, value, cv2.LINE_8, 4)
    return np.asarray((near > 0) & shown)
