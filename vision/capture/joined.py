"""Lands of more than one patch of print: cut in two by a river, or known by a band of colour along their border."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.camera import Array
from vision.capture.flat import FlatPicture, Point

if TYPE_CHECKING:
    from vision.capture.areas import Mask

RIVER_MM = 6.5  # the widest river or row of hills whose other bank is the same land
BANK_MM = 11.0  # shorter banks are corners where two lands meet
PART_MM2 = 60.0
BAND_MM = 9.0  # the widest band of colour
BAND_SHARE = 0.6  # of what lies right around a patch: as much of one print is a band
LINE_SHARE = 0.45  # the same a little farther out, where a border line has ended
BEYOND = 0.35  # of what lies behind it: as much of that print is no band but the sea
APART = 12.0  # tones of a band and of what it goes around


def banks(flat: FlatPicture, mask: Mask, alike: Mask, others: Sequence[Point], most_mm2: float) -> Mask | None:
    """``mask`` with the parts of ``alike`` on the other bank of what cuts a land, or None where there are none.

    ``others``: places known to lie in other lands; ``most_mm2``: no land is larger.
    """
    scale = flat.scale
    ring = cv2.dilate(mask, flat.brush(RIVER_MM))
    rest = cv2.bitwise_and(alike, cv2.bitwise_not(cv2.dilate(mask, flat.brush(0.6))))
    rest = cv2.morphologyEx(rest, cv2.MORPH_OPEN, flat.brush(1.0))
    _n, labels, stats, _ = cv2.connectedComponentsWithStats(rest, connectivity=4)
    near = np.bincount(labels[ring > 0], minlength=len(stats)).astype(float)
    taken = {_label(flat, labels, o) for o in others}
    whole = float(cv2.countNonZero(mask))
    out = mask.copy()
    for i in range(1, len(stats)):
        area = float(stats[i, cv2.CC_STAT_AREA])
        bank = near[i] / scale**2 / (RIVER_MM / 2)
        if i in taken or area < PART_MM2 * scale**2 or bank < BANK_MM or (whole + area) / scale**2 > most_mm2:
            continue
        whole += area
        out[labels == i] = 255
    if whole == float(cv2.countNonZero(mask)):
        return None
    closed = cv2.morphologyEx(out, cv2.MORPH_CLOSE, flat.brush(RIVER_MM / 2))
    return np.asarray(closed, np.uint8)


def band(flat: FlatPicture, mask: Mask, tone: Array) -> tuple[Mask, Array] | None:
    """A patch with the band of another colour that goes around it, and the tone of the band; None without one."""
    scale = flat.scale
    away = cv2.distanceTransform(cv2.bitwise_not(mask), cv2.DIST_L2, 5) / scale
    ring = flat.sharp[(away > 1.3) & (away < 3.6)]
    if len(ring) < 50:
        return None
    middle = np.median(ring, axis=0)
    for _round in range(3):  # most of what is alike, whatever crosses it
        near = ring[np.linalg.norm(ring - middle, axis=1) < 2 * APART]
        middle = np.median(near, axis=0) if len(near) > 20 else middle
    own = np.linalg.norm(flat.sharp - middle.astype(np.float32), axis=2) < 1.6 * APART
    near, far = (own[(away > a) & (away < b)].mean() for a, b in ((1.3, 3.2), (2.5, 3.6)))
    if np.linalg.norm(middle - tone) < APART or near < BAND_SHARE or far < LINE_SHARE:
        return None
    if np.linalg.norm(middle[1:]) < np.linalg.norm(tone[1:]):  # the colour lies inside: a pale line goes around it
        return None
    behind = own[(away > BAND_MM) & (away < BAND_MM + 4.0)]
    if len(behind) and behind.mean() > BEYOND:
        return None
    out = np.where((mask > 0) | (own & (away < BAND_MM)), 255, 0).astype(np.uint8)
    out = cv2.morphologyEx(out, cv2.MORPH_CLOSE, flat.brush(1.2))
    out = cv2.morphologyEx(out, cv2.MORPH_OPEN, flat.brush(1.0))
    return np.asarray(out, np.uint8), np.asarray(middle, np.float64)


def _label(flat: FlatPicture, labels: np.ndarray, p: Point) -> int:
    x, y = np.round(flat.px(p)[0]).astype(int)
    inside = 0 <= y < labels.shape[0] and 0 <= x < labels.shape[1]
    return int(labels[y, x]) if inside else 0
