"""Square board parts that nobody has seen before: each kind of land in a look of its own, drawn anew for each seed.

What lies on which square is told by the caller; how it looks is the stranger's. A part keeps its picture wherever it
is laid.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from attrs import frozen

from tests.strangers.ink import Colour, Print

Looks = Mapping[str, tuple[Colour, Colour, str]]  # of each land: ground, ink, figure

SCALE = 4.0  # px/mm
LETTERS = ".FMS"


@frozen(eq=False)
class StrangerTiles:
    """A box of parts: ``pictures`` upright, RGB; ``cell_mm`` a square, ``frame_mm`` the rim on each side (x, y)."""

    seed: int
    pictures: Mapping[str, np.ndarray]
    cell_mm: float
    frame_mm: tuple[float, float]
    size_mm: tuple[float, float]
    sheet: np.ndarray

    def laid(self, lies: Sequence[tuple[str, int]], columns: int = 3) -> np.ndarray:
        """The board as its parts lie, row by row, each turned clockwise by some quarters."""
        art = self.sheet.copy()
        x0, y0 = (round(v * SCALE) for v in self.frame_mm)
        for i, (name, turn) in enumerate(lies):
            picture = np.rot90(self.pictures[name], -turn)
            n = picture.shape[0]
            r, c = divmod(i, columns)
            art[y0 + r * n : y0 + (r + 1) * n, x0 + c * n : x0 + (c + 1) * n] = picture
        return art


def stranger_tiles(seed: int, lands: Mapping[str, Sequence[str]], rows: int = 2, columns: int = 3) -> StrangerTiles:
    """A box of parts; ``lands``: part -> rows of letters."""
    rng = np.random.default_rng([seed, 1201])
    side = len(next(iter(lands.values())))
    cell = float(rng.integers(48, 57)) / 2
    frame = (float(rng.integers(14, 30)), float(rng.integers(8, 22)))
    size = (2 * frame[0] + columns * side * cell, 2 * frame[1] + rows * side * cell)
    looks = _looks(rng)
    line = float(rng.uniform(0.3, 1.1))
    pictures = {name: _part(seed, i, grid, cell, looks, line) for i, (name, grid) in enumerate(lands.items())}
    return StrangerTiles(seed, pictures, cell, frame, size, _frame(seed, size, frame))


def _looks(rng: np.random.Generator) -> dict[str, tuple[Colour, Colour, str]]:
    """Ground, ink and figure of each land: hues apart from each other, as an artist would have it."""
    turn, gap = rng.uniform(0, 360), rng.uniform(65, 100)
    figures = list(rng.permutation(["strokes", "crowns", "peaks", "roofs", "rings", "specks"]))
    out: dict[str, tuple[Colour, Colour, str]] = {}
    for i, letter in enumerate(LETTERS):
        value = rng.uniform(120, 215)
        hue, chroma = turn + i * gap + rng.uniform(-12, 12), rng.uniform(14, 34)
        angle = math.radians(hue)
        lab = np.array([[[value, 128 + chroma * math.cos(angle), 128 + chroma * math.sin(angle)]]])
        ground = cv2.cvtColor(lab.astype(np.uint8), cv2.COLOR_Lab2RGB)[0, 0].astype(float)
        ink = ground * rng.uniform(0.45, 0.75)
        out[letter] = (tuple(ground), tuple(ink), str(figures[i]))
    return out


def _part(seed: int, number: int, grid: Sequence[str], cell: float, looks: Looks, line: float) -> np.ndarray:
    rng = np.random.default_rng([seed, 1301, number])
    side = len(grid)
    sheet = Print(rng, (side * cell, side * cell), SCALE)
    n = round(cell * SCALE)
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            ground, ink, figure = looks[letter]
            mask = np.zeros(sheet.shape, np.uint8)
            mask[r * n : (r + 1) * n, c * n : (c + 1) * n] = 255
            sheet.paint_mask(mask, tuple(v * rng.uniform(0.93, 1.07) for v in ground), "wash")
            _figures(sheet.art, (c * n, r * n, n), figure, ink, rng)
    grey = tuple(0.4 * v for v in looks["."][0])
    for k in range(side + 1):
        at = min(round(k * n), sheet.shape[0] - 1)
        cv2.line(sheet.art, (at, 0), (at, sheet.shape[0] - 1), grey, max(1, round(line * SCALE / 2)), cv2.LINE_AA)
        cv2.line(sheet.art, (0, at), (sheet.shape[1] - 1, at), grey, max(1, round(line * SCALE / 2)), cv2.LINE_AA)
    return np.clip(sheet.art, 0, 255).astype(np.uint8)


def _figures(art: np.ndarray, box: tuple[int, int, int], figure: str, ink: Colour, rng: np.random.Generator) -> None:
    x, y, n = box
    for _ in range(int(rng.integers(4, 9))):
        size = n * rng.uniform(0.1, 0.2)
        u, v = x + rng.uniform(size, n - size), y + rng.uniform(size, n - size)
        _figure(art, figure, (u, v), size, ink, rng)


def _figure(
    art: np.ndarray, figure: str, at: tuple[float, float], size: float, ink: Colour, rng: np.random.Generator
) -> None:
    u, v = at
    spot = (round(u), round(v))
    if figure == "crowns":
        cv2.circle(art, spot, round(size * 0.8), ink, -1, cv2.LINE_AA)
    elif figure == "rings":
        cv2.circle(art, spot, round(size * 0.8), ink, 2, cv2.LINE_AA)
    elif figure == "specks":
        cv2.circle(art, spot, max(1, round(size * 0.25)), ink, -1, cv2.LINE_AA)
    elif figure == "strokes":
        w = rng.uniform(-0.2, 0.2) * size
        cv2.line(art, (round(u - size), round(v - w)), (round(u + size), round(v + w)), ink, 2, cv2.LINE_AA)
    else:
        tip = np.array([(u - size, v + size * 0.7), (u, v - size), (u + size, v + size * 0.7)])
        if figure == "roofs":
            tip = np.vstack([tip, [(u + size, v + 1.4 * size), (u - size, v + 1.4 * size)]])
        points = np.round(tip).astype(np.int32).reshape(-1, 1, 2)
        if figure == "peaks":
            cv2.polylines(art, [points], False, ink, 2, cv2.LINE_AA)
        else:
            cv2.fillPoly(art, [points], ink, cv2.LINE_AA)


def _frame(seed: int, size: tuple[float, float], frame: tuple[float, float]) -> np.ndarray:
    """The rim: paper of its own, a line, and ornaments that the camera may hold on to."""
    rng = np.random.default_rng([seed, 1401])
    sheet = Print(rng, size, SCALE)
    h, w = sheet.shape
    for _ in range(90):
        side = int(rng.integers(4))
        x = rng.uniform(0.2, 0.8) * frame[0] if side < 2 else rng.uniform(0, size[0])
        y = rng.uniform(0, size[1]) if side < 2 else rng.uniform(0.2, 0.8) * frame[1]
        x, y = (size[0] - x if side == 1 else x), (size[1] - y if side == 3 else y)
        kind = ("rings", "crowns", "roofs", "strokes")[int(rng.integers(4))]
        _figure(sheet.art, kind, (x * SCALE, y * SCALE), rng.uniform(4, 12), sheet.line, rng)
    cv2.rectangle(sheet.art, (2, 2), (w - 3, h - 3), sheet.line, 3)
    return np.clip(sheet.art, 0, 255).astype(np.uint8)
