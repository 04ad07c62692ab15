"""Score tracks of boards nobody knows: fields in a ring, an oval, rows to and fro, or a winding band."""

from __future__ import annotations

import math

import numpy as np
from attrs import frozen

Box = tuple[float, float, float, float]  # x, y, width, height in mm
LAYOUTS = ("ring", "oval", "rows", "columns", "wave")


@frozen(eq=False)
class Fields:
    """Outlines (mm) in the track's order, and the box that is left for the map."""

    polygons: tuple[np.ndarray, ...]
    room: Box
    loop: bool
    layout: str


def _shape(kind: str, x: float, y: float, w: float, h: float, turn: float) -> np.ndarray:
    if kind == "square":
        corners = [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]
    else:
        n = 6 if kind == "hexagon" else 24
        corners = [(w / 2 * math.cos(2 * math.pi * i / n), h / 2 * math.sin(2 * math.pi * i / n)) for i in range(n)]
    c, s = math.cos(turn), math.sin(turn)
    return np.array([(x + c * u - s * v, y + s * u + c * v) for u, v in corners])


def _along(path: np.ndarray, count: int, closed: bool) -> list[tuple[float, float, float]]:
    """``count`` places at equal distances along a polyline: x, y, direction."""
    pts = np.vstack([path, path[:1]]) if closed else path
    lengths = np.r_[0, np.cumsum(np.hypot(*np.diff(pts, axis=0).T))]
    at = np.arange(count) / (count if closed else count - 1) * lengths[-1]
    x, y = np.interp(at, lengths, pts[:, 0]), np.interp(at, lengths, pts[:, 1])
    k = np.clip(np.searchsorted(lengths, at, "right") - 1, 0, len(pts) - 2)
    d = np.diff(pts, axis=0)[k]
    return [(float(a), float(b), math.atan2(v, u)) for a, b, (u, v) in zip(x, y, d, strict=True)]


def lay_fields(rng: np.random.Generator, size: tuple[float, float], count: int, least: float = 15.5) -> Fields:
    """A track of ``count`` fields, at least ``least`` mm wide, on a sheet of ``size`` mm."""
    w, h = size
    layout = LAYOUTS[int(rng.integers(len(LAYOUTS)))]
    kind = ("square", "square", "circle", "hexagon")[int(rng.integers(4))]
    pad = rng.uniform(6, 11)
    places: list[tuple[float, float, float]]
    if layout in ("ring", "oval"):
        if layout == "ring":
            inset = pad + least * 0.65
            path = np.array([(inset, inset), (w - inset, inset), (w - inset, h - inset), (inset, h - inset)])
            path = np.roll(path, int(rng.integers(4)), axis=0)
        else:
            a = np.linspace(0, 2 * math.pi, 240, endpoint=False) + rng.uniform(0, 6.3)
            p = rng.uniform(0.55, 0.8)  # between an ellipse (1) and a box (0)
            inset = pad + least * 0.65
            path = np.column_stack(
                [
                    w / 2 + (w / 2 - inset) * np.sign(np.cos(a)) * np.abs(np.cos(a)) ** p,
                    h / 2 + (h / 2 - inset) * np.sign(np.sin(a)) * np.abs(np.sin(a)) ** p,
                ]
            )
        if rng.random() < 0.4:
            path = path[::-1]
        places = _along(path, count, True)
        ends = np.roll(np.array(places), -1, axis=0)[:, :2] - np.array(places)[:, :2]
        step = float(np.hypot(*ends.T).min())
        cell = min(step * 0.94, least * 1.35)
        places = [(x, y, t if layout == "oval" or kind != "square" else 0.0) for x, y, t in places]
        depth = inset + cell / 2 + 4
        room = (depth, depth, w - 2 * depth, h - 2 * depth)
        return Fields(tuple(_shape(kind, x, y, cell, cell, t) for x, y, t in places), room, True, layout)
    rows = int(rng.integers(2, 4))
    upright = layout == "columns"
    length, across = (h, w) if upright else (w, h)
    per = math.ceil(count / rows)
    cell = min(19.0, (length - 2 * pad) / per * 0.95)
    step = (length - 2 * pad) / per
    far_side = rng.random() < 0.5
    sway = cell * 0.55 if layout == "wave" else 0.0
    band = rows * cell * 1.06 + 2 * sway
    places = []
    for i in range(count):
        row, k = divmod(i, per)
        k = k if row % 2 == 0 else per - 1 - k
        a = pad + (k + 0.5) * step
        b = pad + sway + (row + 0.5) * cell * 1.06 + sway * math.sin(a / length * 4 * math.pi)
        b = across - b if far_side else b
        places.append((b, a, 0.0) if upright else (a, b, 0.0))
    taken = pad + band + 4
    rest = across - taken - pad
    start = pad if far_side else taken
    room = (start, pad, rest, h - 2 * pad) if upright else (pad, start, w - 2 * pad, rest)
    return Fields(tuple(_shape(kind, x, y, cell, cell, t) for x, y, t in places), room, False, layout)


def colour_row(rng: np.random.Generator, count: int, colours: tuple[str, ...]) -> tuple[str, ...]:
    """Colours of the fields: never three alike in a row, each about equally often; the first has the last colour."""
    row = [colours[-1]]
    pool: list[str] = []
    while len(row) < count:
        if not pool:
            pool = list(colours) * 2
            rng.shuffle(pool)
        pick = next((c for c in pool if row[-2:] != [c, c]), pool[0])
        pool.remove(pick)
        row.append(str(pick))
    return tuple(row)
