"""Dice in a tray: the body found as a square of the die's size that is not the table, then its upper face.

A colour die is told by the middle colour of its top against the face names' paints; black, purple and dark blue come
out as probabilities. Pips are matched with the six patterns, dark on light or light on dark, on the upright face.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import View
from vision.layout import Layout, Place
from vision.light import log_light
from vision.observation import DieReading
from vision.paints import BETWEEN, CELLS, LOW, OUTLIER, STEP, Paint, PaintTables, first_guess
from vision.rectify import Image, Raster, brightest, fill
from vision.scoring import MOST
from vision.sight import Flat, Sight
from vision.solids import Body, Solid, square
from vision.stage import Stage

SCALE = 2.0  # px per mm
COARSE = 3  # grid cells of colour per bin of the table's histogram
LEAST_SHARE = 0.45  # of the most that a die's top could say
LEAST = -12.0
BODY = -3.5  # log density of any colour that a die may have
SLACK = 0.02  # chance that a face is none of what its paint says: glare, a cocked die
Colours = NDArray[np.float32]
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
PIPS_SLACK = 0.01
SHIFTS = (-0.12, -0.06, 0.0, 0.06, 0.12)  # shares of a face by which a die's place may be off
TURNS = (-12, -6, 0, 6, 12)  # degrees


class DiceReader:
    """Reads the trays of one layout; learns what the tables under them look like."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.trays = tuple(p for p in layout.places if p.look == "tray")
        self.paints: dict[str, Paint] = {}
        self._tables: PaintTables | None = None
        self._camera: NDArray[np.float64] | None = None
        self._table_colours: dict[str, NDArray[np.float32]] = {}
        self._seen: dict[str, list[tuple[Body, NDArray[np.float64]]]] = {}

    def light(self, camera: NDArray[np.float64]) -> None:
        """Start from what the face names mean in this camera's colours (3x4)."""
        if self._camera is camera:
            return
        self._camera = camera
        for name in self.layout.die_faces:
            paint = self.paints.get(name)
            if paint is None or paint.pieces == 0:
                self.paints[name] = first_guess(name, camera)
        self._tables = None

    def confirm(self, faces: Mapping[str, str]) -> None:
        """The single die in each of these trays shows this face: its paint is learned."""
        for place, name in faces.items():
            seen = self._seen.get(place, [])
            if len(seen) == 1 and name in self.paints:
                self.paints[name] = self.paints[name].learn([seen[0][1]])
                self._tables = None

    def read(self, frame: NDArray[np.uint8], flat: Flat, sight: Sight) -> tuple[DieReading, ...]:
        """All dice that lie in the trays of a picture."""
        out: list[DieReading] = []
        for tray in self.trays:
            out += self._read(frame, flat, sight, tray)
        return tuple(out)

    def _read(self, frame: NDArray[np.uint8], flat: Flat, sight: Sight, tray: Place) -> list[DieReading]:
        assert sight.white is not None
        edge, height = self.layout.die_mm, self.layout.die_mm
        (x0, y0, x1, y1), margin = tray.bounds, 0.75 * edge
        raster = Raster.over(x0 - margin, y0 - margin, x1 + margin, y1 + margin, SCALE)
        picture = raster.draw(frame, flat.view, height)
        inside = brightest(picture) > 0
        if inside.mean() < 0.5:
            return []
        change = np.median(flat.ratio.reshape(-1, 3)[::97], axis=0)
        colour = np.asarray(log_light(picture) - change - sight.white.over(raster), np.float32)
        lean = flat.view.lean(*tray.centre)
        stage = self._stage(colour, inside, raster, lean, tray.id)
        most = max(tray.holds.values(), default=2)
        cubes, _ = stage.cover([0], most=most + 2)
        seen = []
        for c in cubes:
            others = [o for o in cubes if o is not c]
            worth = stage.score(cubes) - stage.score(others)
            if worth < LEAST_SHARE * MOST * edge**2 or not _inside(tray, c):
                continue
            seen.append((c, _top(colour, raster, c, edge, (-lean[0] * height, -lean[1] * height))))
        self._seen[tray.id] = seen
        self._learn_table(colour, inside, raster, tray.id)
        return [DieReading(tray.id, self._faces(frame, flat.view, c, p), (c.x, c.y)) for c, p in seen[:most]]

    def _faces(
        self, frame: NDArray[np.uint8], view: View, die: Body, pixels: NDArray[np.float64]
    ) -> tuple[tuple[str, float], ...]:
        if not self.layout.die_faces:
            return values(frame, view, die, self.layout.die_mm)
        middle = np.median(pixels, axis=0)
        logs = []
        for name in self.layout.die_faces:
            paint = self.paints[name]
            cov = paint.spread + 2 * BETWEEN
            d = middle - paint.mean
            logs.append(-0.5 * d @ np.linalg.inv(cov) @ d - 0.5 * np.log(np.linalg.det(cov)))
        p = np.exp(np.array(logs) - max(logs))
        p = (1 - SLACK) * p / p.sum() + SLACK / len(p)
        log = np.maximum(np.log(p / p.max()), LEAST)
        return tuple((n, round(float(v), 3)) for n, v in zip(self.layout.die_faces, log, strict=True))

    # --- table and body ----------------------------------------------------------------------------------------

    def _stage(
        self, colour: Colours, inside: NDArray[np.bool_], raster: Raster, lean: tuple[float, float], tray: str
    ) -> Stage:
        table = self._table_log(colour, inside, tray)
        body: NDArray[np.float32] = np.full(table.shape, BODY, np.float32)
        if self._tables is None and self.layout.die_faces:
            self._tables = PaintTables(tuple(self.paints[n] for n in self.layout.die_faces))
        if self._tables is not None:
            cell = PaintTables.index(colour)
            body = np.maximum(body, self._tables.faces.max(axis=1)[cell] - 1)
        # Whatever the table is not: rims, pips and gloss belong to the body as well as the faces' paints.
        top = np.clip(body - table, -MOST, MOST)[None] * np.float32(1 / SCALE**2)
        side = top.copy()
        outside = ~inside
        top[:, outside] = side[:, outside] = -MOST / SCALE**2
        die = Solid("die", 0, "square", self.layout.die_mm, self.layout.die_mm, self.layout.die_mm)
        top, side = (np.ascontiguousarray(a, np.float32) for a in (top, side))
        return Stage(top, side, raster.x0, raster.y0, SCALE, [die], lean, die.height)

    def _bins(self, colour: Colours) -> NDArray[np.int32]:
        n = CELLS // COARSE + 1
        q = np.clip((colour - LOW) * (1 / (STEP * COARSE)), 0, n - 1).astype(np.int32)
        return np.asarray((q[..., 0] * n + q[..., 1]) * n + q[..., 2])

    def _histogram(self, colour: Colours, inside: NDArray[np.bool_]) -> Image:
        n = CELLS // COARSE + 1
        h: Image = np.bincount(self._bins(colour[inside]), minlength=n**3).astype(np.float32).reshape(n, n, n)
        for axis in range(3):
            h = np.asarray((np.roll(h, 1, axis) + 2 * h + np.roll(h, -1, axis)) / 4, np.float32)
        return np.asarray(h / max(1.0, float(h.sum())), np.float32)

    def _table_log(self, colour: Colours, inside: NDArray[np.bool_], tray: str) -> Image:
        """Log density of a pixel being table, from the colours that fill most of the tray, also in shadow."""
        now = self._histogram(colour, inside)
        past = self._table_colours.get(tray)
        if past is None:
            # A die is a small part of the tray; its colours must not count as table.
            past = np.maximum(now - 0.004, 0)
            past = past / max(1e-6, float(past.sum()))
        volume = (STEP * COARSE) ** 3
        log = np.log(past / volume + np.exp(OUTLIER))
        direct = log.ravel()[self._bins(colour)]
        shadow = np.maximum(
            log.ravel()[self._bins(colour + np.float32(0.4))], log.ravel()[self._bins(colour + np.float32(0.9))]
        )
        return np.asarray(np.maximum(direct, shadow - 2.5), np.float32)

    def _learn_table(self, colour: Colours, inside: NDArray[np.bool_], raster: Raster, tray: str) -> None:
        free = inside.copy()
        for c, _ in self._seen[tray]:
            rows, cols = np.ogrid[: colour.shape[0], : colour.shape[1]]
            dx, dy = cols / SCALE + raster.x0 - c.x, rows / SCALE + raster.y0 - c.y
            free &= dx * dx + dy * dy > (1.6 * self.layout.die_mm) ** 2
        if free.sum() < 0.2 * inside.sum():
            return
        now = self._histogram(colour, free)
        past = self._table_colours.get(tray)
        self._table_colours[tray] = now if past is None else np.asarray(0.8 * past + 0.2 * now, np.float32)


def _top(colour: Colours, raster: Raster, die: Body, edge: float, foot: tuple[float, float]) -> NDArray[np.float64]:
    """Colours (N, 3) of the middle of the upper face, where along the way to the foot it looks most even.

    A tray may lie lower than the sheet, so the body's outline is known better than the height of its top.
    """
    length = float(np.hypot(*foot))
    way = np.array(foot) / length if length > 1 else np.zeros(2)
    best: tuple[float, NDArray[np.float64]] | None = None
    for step in (0.0, -2.0, 2.0, -4.0, 4.0) if length > 1 else (0.0,):
        x, y = np.array([die.x, die.y]) + way * step
        q = raster.px(square(float(x), float(y), die.yaw, 0.55 * edge))
        mask = np.zeros(colour.shape[:2], np.uint8)
        fill(mask, q)
        pixels = colour[mask > 0].astype(np.float64)
        if len(pixels) < 9:
            continue
        uneven = float(np.abs(pixels - np.median(pixels, axis=0)).mean()) + 0.01 * abs(step)
        if best is None or uneven < best[0]:
            best = (uneven, pixels)
    return best[1] if best else np.zeros((1, 3))


def _inside(tray: Place, die: Body) -> bool:
    polygon = np.asarray(tray.polygon, np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(polygon, (float(die.x), float(die.y)), False) >= 0


# ---------------------------------------------------------------- pips
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
    p = (1 - PIPS_SLACK) * p / p.sum() + PIPS_SLACK / 6
    log = np.log(p / p.max())
    return tuple((str(v), round(float(x), 3)) for v, x in zip(LAYOUTS, log, strict=True))
