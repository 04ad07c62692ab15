"""A plain reader, only to be compared with: pieces by nearest HSV colour and blob size, no learning, no heights."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import View
from vision.layout import Layout
from vision.light import log_light, smooth_ratio
from vision.paints import WORDS
from vision.rectify import Raster

Contents = Mapping[str, Mapping[str, int]]
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


class PlainTowns:
    """Discs on towns by a plain method: light divided out, nearest of print and paints, overlap with a disc's outline.

    Paints are the middles of the discs of one known picture. No towers, no curve, nothing learned later.
    """

    SPREAD = 0.35  # log light
    SHADE, GREY = 1.0, 0.1  # log light by which a paint may be brighter or darker, and how much of it counts
    FILLED, OTHER = 0.5, 0.3  # share of a disc in its paint, and in the next likely, to be sure

    def __init__(self, layout: Layout, frame: NDArray[np.uint8], view: View, contents: Contents) -> None:
        self.layout = layout
        self.piece = next(p for p in layout.pieces if p.shape == "disc")
        self.raster = Raster.of_sheet(layout, 1.6)
        self.slots = [p for p in layout.places if p.look == "slot" and self.piece.id.partition(":")[0] in p.holds]
        self.print = self._log(frame, view)
        self.bare = np.ones(self.print.shape[:2], np.bool_)
        self.hidden = {k for k, c in contents.items() if any(c.values())}
        samples: dict[str, list[NDArray[np.float32]]] = {}
        discs = {p.id for p in layout.pieces if p.shape == "disc"}
        for place in layout.places:
            for piece in contents.get(place.id, {}):
                if piece in discs and place.look in ("slot", "heap"):
                    x, y = self.raster.px([place.centre])[0].round().astype(int)
                    samples.setdefault(piece, []).append(self.print[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3))
                self.bare[self.raster.mask(place.polygon, 4.0) > 0] = False
        self.paints = {k: np.median(np.vstack(v), axis=0) for k, v in samples.items()}

    def _log(self, frame: NDArray[np.uint8], view: View) -> NDArray[np.float32]:
        return log_light(self.raster.draw(frame, view, self.piece.height_mm))

    def _strange(self, off: NDArray[np.float32]) -> NDArray[np.float32]:
        """How little colours (h, w, 3) that stray so far (log light) look like a paint: brightness counts for less."""
        grey = np.clip(off.mean(axis=2, keepdims=True), -self.SHADE, self.SHADE)
        return np.asarray(np.abs(off - grey).max(axis=2) + self.GREY * np.abs(grey[..., 0]), np.float32)

    def read(self, frame: NDArray[np.uint8], view: View) -> dict[str, str | None]:
        """Town -> piece on it, "" for none, None where it is not sure. Towns whose print was hidden are left out."""
        log = self._log(frame, view)
        even = log - smooth_ratio(log - self.print, self.bare, round(84 * self.raster.scale))
        names = list(self.paints)
        far = [np.abs(even - self.print).max(axis=2), *(self._strange(even - self.paints[n]) for n in names)]
        label = np.argmin(far, axis=0)
        label[np.min(far, axis=0) > self.SPREAD] = -1
        radius = self.piece.size_mm[0] / 2 * self.raster.scale
        disc = (np.hypot(*np.mgrid[-radius : radius + 1, -radius : radius + 1]) <= radius).astype(np.float32)
        disc /= disc.sum()
        out: dict[str, str | None] = {}
        for slot in self.slots:
            box = self.raster.box(slot.polygon, 4.0)
            if slot.id in self.hidden:
                out[slot.id] = None
                continue
            part = label[box]
            alike = [(part == i + 1).astype(np.float32) for i in range(len(names))]
            shares = [float(cv2.filter2D(a, -1, disc).max()) for a in alike]
            order = np.argsort(shares)[::-1]
            if shares[order[0]] < self.OTHER:
                bare = float(cv2.filter2D((part == 0).astype(np.float32), -1, disc)[tuple(n // 2 for n in part.shape)])
                out[slot.id] = "" if bare > self.FILLED else None
            elif shares[order[0]] > self.FILLED and shares[order[1]] < self.OTHER:
                out[slot.id] = names[order[0]]
            else:
                out[slot.id] = None
        return out
