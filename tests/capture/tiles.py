"""A board of loose parts drawn from a seed: only the pattern of its squares is the box's, nothing is house art."""

from __future__ import annotations

import random
from functools import cache

import cv2
import numpy as np

from companion.games.loewenherz.capture import PLACES, part_squares
from vision.demo.conditions import draw_conditions
from vision.demo.table import DemoTable

CELL, FRAME, PX = 20.0, 26.0, 3.0  # mm of a square, mm of frame around all, px a mm
Lie = tuple[str, int]


@cache
def looks(seed: int) -> dict[str, np.ndarray]:
    """Each part upright, as this box has it printed (RGB)."""
    rng = np.random.default_rng([seed, 7])
    hues = {"farm": (225, 205, 140), "forest": (70, 110, 70), "mountain": (150, 140, 135), "town": (190, 90, 70)}
    tone = {k: np.clip(np.array(v) + rng.normal(0, 16, 3), 30, 240) for k, v in hues.items()}
    side = round(CELL * PX)
    out = {}
    for part, squares in part_squares().items():
        art = np.zeros((5 * side, 5 * side, 3), np.float32)
        for i, kind in enumerate(squares):
            y, x = divmod(i, 5)
            cell = np.full((side, side, 3), tone[kind], np.float32)
            for _ in range({"farm": 5, "forest": 14, "mountain": 7, "town": 9}[kind]):
                at = tuple(int(v) for v in rng.uniform(6, side - 6, 2))
                shade = tuple(float(v) for v in tone[kind] * rng.uniform(0.6, 0.9))
                if kind in ("forest", "farm"):
                    cv2.circle(cell, at, int(rng.integers(2, 6)), shade, -1, cv2.LINE_AA)
                elif kind == "mountain":
                    tip = np.array([at, (at[0] + 7, at[1] + 11), (at[0] - 7, at[1] + 11)], np.int32)
                    cv2.fillPoly(cell, [tip], shade, cv2.LINE_AA)
                else:
                    cv2.rectangle(cell, at, (at[0] + 7, at[1] + 9), shade, -1)
            cv2.rectangle(cell, (0, 0), (side - 1, side - 1), tuple(float(v) for v in tone["farm"] * 0.55), 1)
            art[y * side : (y + 1) * side, x * side : (x + 1) * side] = cell
        grain = cv2.GaussianBlur(rng.normal(0, 30, art.shape[:2]).astype(np.float32), (0, 0), 3)
        out[part] = np.clip(art + grain[..., None], 0, 255).astype(np.uint8)
    return out


def any_lie(seed: int) -> tuple[Lie, ...]:
    rng = random.Random(seed)
    names = list(part_squares())
    rng.shuffle(names)
    return tuple((n, rng.randrange(4)) for n in names)


def board_art(seed: int, lies: tuple[Lie, ...]) -> tuple[np.ndarray, tuple[float, float]]:
    """The board with its frame (RGB) and its size in mm."""
    side, rim = round(5 * CELL * PX), round(FRAME * PX)
    rng = np.random.default_rng([seed, 8])
    art = np.full((2 * side + 2 * rim, 3 * side + 2 * rim, 3), rng.uniform(60, 120, 3), np.uint8)
    assert len(lies) == len(PLACES)
    for i, (part, turn) in enumerate(lies):
        r, c = divmod(i, 3)
        y, x = rim + r * side, rim + c * side
        art[y : y + side, x : x + side] = np.rot90(looks(seed)[part], -turn)
    return art, (art.shape[1] / PX, art.shape[0] / PX)


def tiled_table(seed: int, lies: tuple[Lie, ...], shot: int = 0) -> DemoTable:
    """The board on a table under a camera."""
    art, size = board_art(seed, lies)
    drawn = draw_conditions(40 + seed + 100 * shot, mode=("overcast", "lamp")[shot % 2], tilt_deg=16.0 + 6 * shot)
    return DemoTable(art, size, drawn, picture=(1280, 720))


def field(size_mm: tuple[float, float]) -> list[tuple[float, float]]:
    """Corners of the field of squares in mm of the sheet, clockwise from the top left."""
    (w, h), f = size_mm, FRAME
    return [(f, f), (w - f, f), (w - f, h - f), (f, h - f)]
