"""What has come to lie on a board where no place is known: patches that differ from the picture of the empty board."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.capture.flat import FlatPicture, Point, rounded, tones_of

LEAST_MM2 = 30.0
MOST_MM2 = 4000.0


@frozen
class Change:
    """A patch that differs: its middle, its hull in mm, and its area."""

    at: Point
    hull: tuple[Point, ...]
    area_mm2: float


def changes(
    empty: FlatPicture, now: FlatPicture, known: Sequence[Sequence[Point]], margin_mm: float = 6.0
) -> list[Change]:
    """Patches of ``now`` unlike ``empty`` outside the known polygons (grown by ``margin_mm``), largest first."""
    a, b = tones_of(_soft(empty)), tones_of(_soft(now))
    diff = b - a
    # Other light changes large parts alike: what the wide surroundings differ by is light.
    wide = cv2.medianBlur(np.clip(diff * 4 + 128, 0, 255).astype(np.uint8), 1)
    wide = cv2.blur(wide, (2 * round(30 * empty.scale) + 1,) * 2).astype(np.float32)
    rest = np.linalg.norm(diff - (wide - 128) / 4, axis=2)
    mask = (rest > 11.0).astype(np.uint8) * 255
    grow = 2 * round(margin_mm * empty.scale) + 1
    for polygon in known:
        inside = empty.mask(polygon)
        mask[cv2.dilate(inside, np.ones((grow, grow), np.uint8)) > 0] = 0
    rim = round(4 * empty.scale)
    mask[:rim] = mask[-rim:] = 0
    mask[:, :rim] = mask[:, -rim:] = 0
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, empty.brush(1.2))
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    out = []
    for line in found:
        area = cv2.contourArea(line) / empty.scale**2
        if LEAST_MM2 <= area <= MOST_MM2:
            hull = empty.mm(cv2.convexHull(line).reshape(-1, 2))
            middle = empty.mm(line.reshape(-1, 2)).mean(axis=0)
            out.append(
                Change((float(middle[0]), float(middle[1])), tuple((float(x), float(y)) for x, y in hull), float(area))
            )
    return sorted(out, key=lambda c: -c.area_mm2)


def place_around(
    hulls: Sequence[Sequence[Point]], others: Sequence[Sequence[Point]], flat: FlatPicture, reach_mm: float = 13.0
) -> tuple[Point, ...]:
    """A place learned from what lay there: everything within ``reach_mm`` that is in no other place."""
    mask = np.zeros(flat.bgr.shape[:2], np.uint8)
    for hull in hulls:
        mask |= flat.mask(hull)
    mask = np.asarray(cv2.dilate(mask, flat.brush(reach_mm)), np.uint8)
    for polygon in others:
        mask[flat.mask(polygon) > 0] = 0
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not found:
        return ()
    line = cv2.approxPolyDP(max(found, key=cv2.contourArea), flat.scale, True).reshape(-1, 2)
    return rounded(np.clip(flat.mm(line), (0, 0), flat.size_mm))


def _soft(flat: FlatPicture) -> NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(flat.bgr, (0, 0), 0.6 * flat.scale), np.uint8)
