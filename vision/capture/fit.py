"""A board whose places are known, found in a picture of another table: corners turned and moved until print fits.

No picture of the board is needed, only where its places lie in millimetres: their outlines must fall on edges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.camera import Array, apply
from vision.capture.edges import drawn, lab_of
from vision.capture.flat import tones_of
from vision.capture.pictures import lies

Point = tuple[float, float]
WIDTH = 960  # px
STEP_MM = 2.5  # along an outline
BLURS = ((7.0, 12.0), (3.5, 5.0), (1.8, 2.0), (1.0, 0.8))  # px of blur, first step in px
TRIED = 4  # turned quads that are looked at closely
LOOSE_PX, AS_WELL = 40.0, 0.97
NEAR = 0.9  # of the widths in which edges are looked for near proposed corners


@frozen
class Fit:
    """``corners`` px clockwise from the board's own top left; ``gain``: how much stronger edges are under the outlines
    than all over the board."""

    corners: tuple[Point, ...]
    gain: float


def fit_corners(
    frame: NDArray[np.uint8],
    quads: Sequence[Sequence[Point]],
    size_mm: Point,
    outlines: Sequence[Sequence[Point]],
    tones: Sequence[tuple[Point, Sequence[float]]] = (),
    move: bool = True,
    turns: Sequence[int] = (0, 1, 2, 3),
) -> Fit:
    """The best of some quads, each in four turns; ``move``: its corners are drawn to where all outlines fall on edges.

    ``tones``: what the print is like at some places (``flat.tones_of``), in any light.
    """
    shrink = min(1.0, WIDTH / frame.shape[1])
    small = np.asarray(cv2.resize(frame, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    points = _along(outlines)
    steep = _steep(small)
    wide, near, sharp = (np.asarray(cv2.GaussianBlur(steep, (0, 0), BLURS[i][0]), np.float32) for i in (0, 1, -1))
    starts = [np.roll((np.asarray(q, np.float64) + 0.5) * shrink - 0.5, -n, axis=0) for q in quads for n in turns]
    ranked = sorted(
        starts, key=lambda q: -_tone_fit(small, q, size_mm, tones) - _gain(wide, q, size_mm, points)
    )[: TRIED if move else 1]  # fmt: skip
    best: tuple[float, Array] | None = None
    for quad in ranked:
        moved = _moved(steep, quad, size_mm, points) if move else quad
        gain = _gain(sharp, moved, size_mm, points)
        if best is None or gain > best[0]:
            best = (gain, moved)
    assert best is not None
    gain, found = best
    if move:
        found = _at_edges(small, found, ranked, lambda q: _gain(near, q, size_mm, points))
    px = (found + 0.5) / shrink - 0.5
    return Fit(tuple((float(x), float(y)) for x, y in px), float(gain))


def _at_edges(small: NDArray[np.uint8], moved: Array, starts: Sequence[Array], gain: Callable[[Array], float]) -> Array:
    """Corners far from any print that is known are loose: the sheet's own edges hold them where those fit as well."""
    near = [q for q in starts if np.linalg.norm(q - moved, axis=1).max() < LOOSE_PX]
    held = max((*near, drawn(lab_of(small), moved, NEAR).corners), key=gain)
    return held if gain(held) >= AS_WELL * gain(moved) else moved


def _steep(small: NDArray[np.uint8]) -> NDArray[np.float32]:
    soft = cv2.GaussianBlur(small, (0, 0), 0.8).astype(np.float32)
    parts = [cv2.magnitude(cv2.Scharr(c, cv2.CV_32F, 1, 0), cv2.Scharr(c, cv2.CV_32F, 0, 1)) for c in cv2.split(soft)]
    top = np.max(parts, axis=0)
    return np.asarray(np.minimum(top, np.percentile(top, 97)), np.float32)


def _along(outlines: Sequence[Sequence[Point]]) -> Array:
    out = []
    for line in outlines:
        ring = np.asarray(line, np.float64)
        for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            n = max(1, round(float(np.linalg.norm(b - a)) / STEP_MM))
            out.append(a + (b - a) * np.linspace(0, 1, n, endpoint=False)[:, None])
    return np.vstack(out) if out else np.zeros((0, 2))


def _gain(soft: NDArray[np.float32], quad: Array, size_mm: Point, points: Array) -> float:
    """Mean edge under the outlines by the mean edge of the whole board."""
    h = lies([(float(x), float(y)) for x, y in quad], size_mm)
    at = apply(h, points).astype(np.float32)
    on = cv2.remap(soft, at[:, :1].copy(), at[:, 1:].copy(), cv2.INTER_LINEAR, borderValue=0)
    grid = np.array(list(product(np.linspace(0.02, 0.98, 40) * size_mm[0], np.linspace(0.02, 0.98, 40) * size_mm[1])))
    all_ = apply(h, grid).astype(np.float32)
    whole = cv2.remap(soft, all_[:, :1].copy(), all_[:, 1:].copy(), cv2.INTER_LINEAR, borderValue=0)
    return float(on.mean() / (whole.mean() + 1e-6))


def _moved(steep: NDArray[np.float32], quad: Array, size_mm: Point, points: Array) -> Array:
    """Corners moved together and one by one, blur and steps ever finer."""
    now = quad.copy()
    all_corners = np.ones((4, 1))
    modes: list[Array] = [all_corners * d for d in ((1.0, 0.0), (0.0, 1.0))]
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        for d in ((1.0, 0.0), (0.0, 1.0)):
            side = np.zeros((4, 2))
            side[[a, b]] = d
            modes.append(side)
    for i in range(4):
        for d in ((1.0, 0.0), (0.0, 1.0)):
            one = np.zeros((4, 2))
            one[i] = d
            modes.append(one)
    for blur, first in BLURS:
        soft = np.asarray(cv2.GaussianBlur(steep, (0, 0), blur), np.float32)
        best, step = _gain(soft, now, size_mm, points), first
        while step > 0.3 * first:
            better = False
            for mode in modes:
                for sign in (1.0, -1.0):
                    trial = now + sign * step * mode
                    value = _gain(soft, trial, size_mm, points)
                    if value > best + 1e-4:
                        now, best, better = trial, value, True
            if not better:
                step /= 2
    return now


def _tone_fit(
    small: NDArray[np.uint8], quad: Array, size_mm: Point, tones: Sequence[tuple[Point, Sequence[float]]]
) -> float:
    """How well differences of print at known places come again, about -1 to 1; 0 where nothing is known."""
    if len(tones) < 4:
        return 0.0
    h = lies([(float(x), float(y)) for x, y in quad], size_mm)
    seen = tones_of(np.asarray(cv2.GaussianBlur(small, (0, 0), 2.5), np.uint8))
    at = np.round(apply(h, [p for p, _t in tones])).astype(int)
    at = np.clip(at, (0, 0), (small.shape[1] - 1, small.shape[0] - 1))
    a = seen[at[:, 1], at[:, 0], 1:].astype(np.float64)
    b = np.array([t[1:] for _p, t in tones], np.float64)
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    return float(2.0 * (a * b).sum() / (np.sqrt((a * a).sum() * (b * b).sum()) + 1e-6))
