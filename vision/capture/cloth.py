"""A chequered or striped cloth under a board: where it does not lie, as masks and the quadrilaterals that fill them.

A cloth is woven of two threads, so whatever its light its colours lie on lines between few tones, and no window of it
holds one tone alone. The board is where colours are others, and where windows are calm.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Array

Mask = NDArray[np.uint8]
Lab = NDArray[np.float32]
TONES = 4  # of the picture's rim
WEIGHT = np.array([0.5, 1.0, 1.0], np.float32)  # of lightness, which a lamp changes from place to place, and of hue
OTHER, RARE = 8.0, 97.0  # Lab steps off the lines between tones, at least; more than so many % of the rim are
DENSE = 0.4  # of a window: so much of another colour is on the board
WINDOWS_PX, PATTERN = (9, 15, 25, 37), 24.0  # of the small picture; the tones of a pattern in them, Lab steps
CALM = (0.5, 0.75)  # of those: a window that holds less lies wholly on the board
RIM_SHARE = 0.12  # of the rim without the pattern, at most: else it is no pattern of all of the table


def rim_of(shape: tuple[int, ...]) -> int:
    """How wide the rim of the small picture is that shows the table, in px."""
    return max(4, shape[0] // 24)


def tones_of(lab: Lab, many: int) -> Lab:
    """The usual colours (many, 3) of a picture's rim."""
    rim = rim_of(lab.shape)
    border = np.concatenate([x.reshape(-1, 3) for x in (lab[:rim], lab[-rim:], lab[:, :rim], lab[:, -rim:])])
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 15, 0.5)
    cv2.setRNGSeed(5)
    _, _, tones = cv2.kmeans(np.ascontiguousarray(border), many, None, stop, 2, cv2.KMEANS_PP_CENTERS)
    return np.asarray(tones, np.float32)


def off_lines(lab: Lab, tones: Lab) -> Lab:
    """How far each pixel's colour lies off all lines between two tones."""
    x, t = lab * WEIGHT, tones * WEIGHT
    out = np.full(lab.shape[:2], np.inf, np.float32)
    for a, b in combinations(t, 2):
        d = b - a
        share = np.clip((x - a) @ d / max(float(d @ d), 1e-6), 0, 1)
        out = np.minimum(out, np.linalg.norm(x - a - share[..., None] * d, axis=2))
    return out


def off_pattern(lab: Lab) -> Iterator[Mask]:
    """What speaks for something on a patterned cloth (1) or for the cloth itself (0), pixel by pixel, for several
    windows; nothing on a plain table.

    A window in which no two tones are as different as those of the cloth lies wholly on the board.
    """
    rim = rim_of(lab.shape)
    on = np.ones(lab.shape[:2], bool)
    on[rim:-rim, rim:-rim] = False
    other: Mask | None = None
    for size in WINDOWS_PX:
        k = np.ones((size, size), np.uint8)
        wide = np.linalg.norm([cv2.dilate(c, k) - cv2.erode(c, k) for c in cv2.split(lab)], axis=0)
        usual = float(np.percentile(wide[on], 15))  # the cloth shows it nearly everywhere
        if usual <= PATTERN:
            continue
        if other is None:
            off = off_lines(lab, tones_of(lab, TONES))
            other = (off > max(OTHER, float(np.percentile(off[on], RARE)))).astype(np.uint8)
        for share in CALM:
            calm = cv2.morphologyEx((wide < share * usual).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
            says = other | np.asarray(cv2.dilate(calm, k), np.uint8)
            if says[on].mean() < RIM_SHARE:
                yield says


def lumps(says: Mask, size: int) -> Mask:
    """The largest lump (1) of what speaks for something, whatever is smaller than ``size`` px left out and filled."""
    dense = (cv2.boxFilter(np.asarray(says - DENSE, np.float32), -1, (size, size)) > 0).astype(np.uint8)
    k = np.ones((size, size), np.uint8)
    filled = cv2.morphologyEx(cv2.morphologyEx(dense, cv2.MORPH_CLOSE, k), cv2.MORPH_OPEN, k)
    found, _ = cv2.findContours(filled, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    whole = np.zeros(says.shape, np.uint8)
    if found:
        cv2.drawContours(whole, [max(found, key=cv2.contourArea)], -1, 1, -1)
    return whole


def within(says: Mask, quad: Array) -> float:
    """Pixels of a quadrilateral, its corners in order, that speak for something, less those of the cloth."""
    inside = cv2.fillConvexPoly(np.zeros(says.shape, np.uint8), np.round(quad).astype(np.int32), 1)
    return cv2.countNonZero(cv2.bitwise_and(says, inside)) - DENSE * cv2.countNonZero(inside)


def held(says: Mask, quad: Array) -> float:
    """How much of all that speaks for something a quadrilateral holds; at most 1."""
    return within(says, quad) / max(1.0, (1 - DENSE) * cv2.countNonZero(says))


def filling(says: Mask, quad: Array) -> Array:
    """A quadrilateral whose corners are moved one by one until it holds the most."""
    now, best = quad.copy(), within(says, quad)
    for step in (16.0, 8.0, 4.0, 2.0, 1.0):
        for i, j, way in product(range(4), range(2), (step, -step)):
            trial = now.copy()
            trial[i, j] += way
            more = within(says, trial)
            if more > best:
                now, best = trial, more
    return now
