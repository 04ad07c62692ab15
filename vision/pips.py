"""Pips: the upper face of a die cut out upright and matched with the six patterns, dark on light or light on dark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import View
from vision.solids import Body, square

SIZE = 32  # px of a face
INSET = 0.92  # share of the edge that is cut out
LAYOUTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
SHARP, VAGUE = 45.0, 14.0  # nats per unit of correlation, of a face that looks like pips and of one that hardly does
CLEAR = 0.75  # correlation of a face that was cut out well
SLACK = 0.01
SHIFTS = (-0.12, -0.06, 0.0, 0.06, 0.12)  # shares of a face by which a die's place may be off
TURNS = (-12, -6, 0, 6, 12)  # degrees


@lru_cache(maxsize=4)
def _patterns(size: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Values and unit-norm patterns (n, size * size), for pip circles near and far from the middle, in two turns."""
    values, out = [], []
    grid = (np.arange(size) + 0.5) / size * 2 - 1
    x, y = np.meshgrid(grid, grid)
    for value, spots in LAYOUTS.items():
        for apart in (0.46, 0.54, 0.62):
            for radius in (0.15, 0.2, 0.25):
                for turn in (0, 1) if value in (2, 3, 6) else (0,):
                    p = np.zeros((size, size), np.float32)
                    for a, b in spots:
                        a, b = (a, b) if not turn else (-b, a)
                        d = np.hypot(x - a * apart, y - b * apart)
                        p = np.maximum(p, np.clip((radius - d) * size / 4 + 0.5, 0, 1).astype(np.float32))
                    p -= p.mean()
                    values.append(value)
                    out.append((p / np.linalg.norm(p)).ravel())
    return np.array(values), np.asarray(out, np.float32)


def face(frame: NDArray[np.uint8], view: View, die: Body, edge: float) -> NDArray[np.uint8]:
    """The upper face (SIZE x SIZE, BGR), cut out along the die's edges at its height."""
    q = square(die.x, die.y, die.yaw, edge * INSET)
    corners = view.project(np.column_stack([q, np.full(4, edge)])).astype(np.float32)
    target = np.array([(SIZE, SIZE), (0, SIZE), (0, 0), (SIZE, 0)], np.float32) - 0.5
    m = cv2.getPerspectiveTransform(corners, target)
    return np.asarray(cv2.warpPerspective(frame, m, (SIZE, SIZE), flags=cv2.INTER_LINEAR), np.uint8)


@lru_cache(maxsize=4)
def _trials(
    size: int, turns: tuple[float, ...], shifts: tuple[float, ...]
) -> tuple[tuple[NDArray[np.float32], NDArray[np.float32]], NDArray[np.float32]]:
    """Where each trial, a turn and two shifts, takes its pixels from (x and y, trials below each other), and how much
    each pixel of a face counts (flat)."""
    mid, grid = (size - 1) / 2, np.arange(size, dtype=np.float64)
    x, y = np.meshgrid(grid, grid)
    xs, ys = [], []
    for degrees in turns:
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        for dx in shifts:
            for dy in shifts:
                u, v = x - mid - dx * size, y - mid - dy * size
                xs.append(c * u - s * v + mid)
                ys.append(s * u + c * v + mid)
    hann = np.hanning(size + 2)[1:-1]
    window = np.asarray(np.outer(hann, hann).ravel() ** 0.15, np.float32)
    return (np.vstack(xs).astype(np.float32), np.vstack(ys).astype(np.float32)), window


def scores(
    picture: NDArray[np.uint8], turns: Sequence[float] = TURNS, shifts: Sequence[float] = SHIFTS
) -> dict[int, float]:
    """Best correlation of each value with an upright face (BGR), over small shifts, turns and both signs."""
    size = picture.shape[0]
    values, patterns = _patterns(size)
    best = dict.fromkeys(LAYOUTS, -1.0)
    channels = [picture[..., c].astype(np.float32) for c in range(3)]
    # Coloured pips show best in one channel: the one with most contrast counts.
    channel = max(channels, key=lambda c: float(c[size // 8 : -size // 8, size // 8 : -size // 8].std()))
    maps, window = _trials(size, tuple(turns), tuple(shifts))
    turned = cv2.remap(channel, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(-1, size * size)
    trials = (turned - np.median(turned, axis=1, keepdims=True)) * window
    trials -= trials.mean(axis=1, keepdims=True)
    norms = np.linalg.norm(trials, axis=1, keepdims=True)
    r = np.abs(patterns @ (trials / np.maximum(norms, 1e-3)).T).max(axis=1)
    return {value: max(best[value], float(r[values == value].max())) for value in LAYOUTS}


def values(frame: NDArray[np.uint8], view: View, die: Body, edge: float) -> tuple[tuple[str, float], ...]:
    """Log likelihood of each value (best = 0); flat when nothing looks like pips."""
    return odds(scores(face(frame, view, die, edge)))


def odds(best: Mapping[int, float]) -> tuple[tuple[str, float], ...]:
    """The same from the best correlation of each value."""
    top = max(best.values())
    if top < 0.45:
        return tuple((str(v), 0.0) for v in LAYOUTS)
    p = np.exp((SHARP if top >= CLEAR else VAGUE) * (np.array([best[v] for v in LAYOUTS]) - top))
    p = (1 - SLACK) * p / p.sum() + SLACK / 6
    log = np.log(p / p.max())
    return tuple((str(v), round(float(x), 3)) for v, x in zip(LAYOUTS, log, strict=True))
