"""A plain reader, only to be compared with: pieces by nearest HSV colour and blob size, no learning, no heights."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import View
from vision.layout import Layout
from vision.paints import WORDS

SCALE = 2.5  # px per mm of the rectified board


def read_plain(frame: NDArray[np.uint8], view: View, layout: Layout) -> Mapping[str, Mapping[str, int]]:
    """Counts per area: pixels nearest to each paint's HSV colour and far from the place's median, by piece area.

    Slots: HoughCircles of the known radius, coloured by the nearest HSV colour.
    """
    w, h = layout.size_mm
    to_px = np.diag([SCALE, SCALE, 1.0])
    flat = cv2.warpPerspective(frame, to_px @ np.linalg.inv(view.h0), (round(w * SCALE), round(h * SCALE)))
    hsv = cv2.cvtColor(flat, cv2.COLOR_BGR2HSV).astype(np.float32)
    paints = {p.id: _hsv(p.colour) for p in layout.pieces}
    names = list(paints)
    out: dict[str, dict[str, int]] = {}
    for place in layout.places:
        if place.look == "area":
            out[place.id] = _area(hsv, place.polygon, layout, paints, names)
    out.update(_slots(flat, hsv, layout, paints, names))
    return out


def _hsv(colour: str) -> NDArray[np.float32]:
    rgb = np.array(WORDS.get(colour, (128, 128, 128)), np.uint8)
    return np.asarray(cv2.cvtColor(rgb[::-1].reshape(1, 1, 3), cv2.COLOR_BGR2HSV)[0, 0].astype(np.float32))


def _distance(hsv: NDArray[np.float32], colour: NDArray[np.float32]) -> NDArray[np.float32]:
    hue = np.abs(hsv[..., 0] - colour[0])
    hue = np.minimum(hue, 180 - hue) / 90 * np.minimum(hsv[..., 1], colour[1]) / 255
    return np.asarray(np.sqrt(4 * hue**2 + ((hsv[..., 1:] - colour[1:]) / 255 * (0.7, 1.0)).__pow__(2).sum(axis=-1)))


def _area(
    hsv: NDArray[np.float32],
    polygon: tuple[tuple[float, float], ...],
    layout: Layout,
    paints: Mapping[str, NDArray[np.float32]],
    names: list[str],
) -> dict[str, int]:
    mask = np.zeros(hsv.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(polygon) * SCALE).astype(np.int32)], 255)
    inside = mask > 0
    if not inside.any():
        return {}
    ground = np.median(hsv[inside], axis=0)
    pixels = hsv[inside]
    d = np.stack([_distance(pixels, paints[n]) for n in names], axis=1)
    piece = (d.min(axis=1) < 0.3) & (d.min(axis=1) < _distance(pixels, ground))
    nearest = d.argmin(axis=1)
    size = (layout.pieces[0].size_mm[0] * SCALE) ** 2
    counts = {}
    for i, name in enumerate(names):
        n = round(float((piece & (nearest == i)).sum()) / size)
        if n:
            counts[name] = n
    return counts


def _slots(
    flat: NDArray[np.uint8],
    hsv: NDArray[np.float32],
    layout: Layout,
    paints: Mapping[str, NDArray[np.float32]],
    names: list[str],
) -> dict[str, dict[str, int]]:
    slots = [p for p in layout.places if p.look == "slot"]
    if not slots or not layout.pieces:
        return {}
    r = layout.pieces[0].size_mm[0] / 2 * SCALE
    grey = cv2.medianBlur(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), 5)
    found = cv2.HoughCircles(grey, cv2.HOUGH_GRADIENT, 1.2, 1.4 * r, None, 100, 28, round(0.8 * r), round(1.25 * r))
    out: dict[str, dict[str, int]] = {p.id: {} for p in slots}
    for x, y, _ in found[0] if found is not None else ():
        slot = min(slots, key=lambda p: (p.centre[0] * SCALE - x) ** 2 + (p.centre[1] * SCALE - y) ** 2)
        if (slot.centre[0] * SCALE - x) ** 2 + (slot.centre[1] * SCALE - y) ** 2 > (1.3 * r) ** 2:
            continue
        x0, y0 = int(x), int(y)
        colour = np.median(hsv[max(0, y0 - 4) : y0 + 5, max(0, x0 - 4) : x0 + 5].reshape(-1, 3), axis=0)
        distances = [float(_distance(colour[None], paints[n])[0]) for n in names]
        out[slot.id] = {names[int(np.argmin(distances))]: 1}
    return out
