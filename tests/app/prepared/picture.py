"""A made-up camera picture of the house board, for fixtures and screenshots: a flat board on wood, cubes on it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from companion.app.viewmodel import Point
from tests.app.prepared.board import COUNTIES, hibernia_drawing

SIZE = (960, 720)
CORNERS_STEPS: tuple[Point, ...] = (
    (118, 262),
    (652, 217),
    (738, 610),
    (105, 667),
)  # in a picture of 746 x 560 at (20, 136)
CUBES = {"A": (235, 90, 40), "B": (48, 84, 170), "C": (34, 100, 62), "D": (92, 44, 128)}
PRINT = {"blue": (140, 168, 196), "green": (150, 178, 140), "red": (206, 142, 128), "yellow": (220, 202, 140)}


def to_picture(corners: tuple[Point, ...]) -> Any:
    """Homography from board mm to picture 0..1, from the picture's four corners of the board (0..1)."""
    w, h = hibernia_drawing().size_mm
    rows, right = [], []
    for (x, y), (u, v) in zip(((0, 0), (w, 0), (w, h), (0, h)), corners, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return np.append(np.linalg.solve(np.array(rows, float), np.array(right, float)), 1).reshape(3, 3)


def at(h: Any, p: Point) -> Point:
    """A board point in the picture."""
    x, y, z = h @ np.array([p[0], p[1], 1.0])
    return float(x / z), float(y / z)


STEPS: tuple[Point, ...] = tuple(((x - 20) / 746, (y - 136) / 560) for x, y in CORNERS_STEPS)
CAPTURE: tuple[Point, ...] = ((0.143, 0.143), (0.897, 0.208), (0.942, 0.982), (0.018, 0.894))
PLACING: tuple[Point, ...] = ((0.092, 0.281), (0.749, 0.064), (0.94, 0.736), (0.155, 1.06))


@cache
def picture(corners: tuple[Point, ...], cubes: bool = True, wood: tuple[int, int, int] = (74, 54, 40)) -> Any:
    """BGR, uint8, 720 x 960 x 3."""
    from PIL import Image, ImageDraw

    w, h = SIZE[0] * 2, SIZE[1] * 2
    hom = to_picture(corners)
    rng = np.random.default_rng(7)
    grain = np.repeat(rng.normal(0, 1, (h // 8, 1)), 8, axis=0) * 5 + rng.normal(0, 1.5, (h, w))
    shade = np.linspace(1.1, 0.85, w)[None, :]
    table = np.clip((np.array(wood)[None, None, :] + grain[..., None]) * shade[..., None], 0, 255).astype(np.uint8)
    image = Image.fromarray(table)
    pen = ImageDraw.Draw(image)

    def ring(points: Any) -> list[Point]:
        return [(u * w, v * h) for u, v in (at(hom, p) for p in points)]

    drawing = hibernia_drawing()
    bw, bh = drawing.size_mm
    pen.polygon(ring([(-3, 2), (bw + 3, 2), (bw + 4, bh + 5), (-2, bh + 5)]), fill=(30, 22, 18))
    pen.polygon(ring([(0, 0), (bw, 0), (bw, bh), (0, bh)]), fill=(214, 216, 206))
    for s in drawing.shapes:
        fill = PRINT.get(s.ink, (196, 186, 160))
        pen.polygon(ring(s.points), fill=fill, outline=(70, 66, 60), width=4)
    if cubes:
        for s in drawing.shapes:
            text = COUNTIES.get(s.id, "")
            for k in range(int(text[1:]) if text else 0):
                _cube(pen, hom, (s.points[0] if not s.label_at else s.label_at), k, CUBES[text[0]], w, h)
    small = np.asarray(image.resize(SIZE, Image.Resampling.LANCZOS))
    return np.ascontiguousarray(small[..., ::-1])


def _cube(pen: Any, hom: Any, c: Point, k: int, colour: tuple[int, int, int], w: int, h: int) -> None:
    """A cube of 10 mm as top and two sides."""
    x, y = c[0] + 13 * k - 4, c[1] + 3 * k
    base = [at(hom, p) for p in ((x - 5, y - 5), (x + 5, y - 5), (x + 5, y + 5), (x - 5, y + 5))]
    foot = [(u * w, v * h) for u, v in base]
    rise = 0.75 * abs(foot[3][1] - foot[0][1])
    top = [(u, v - rise) for u, v in foot]
    shadow = [(u + rise * 0.6, v + rise * 0.35) for u, v in foot]
    pen.polygon(shadow, fill=(60, 60, 60))
    dark = tuple(int(v * 0.62) for v in colour)
    mid = tuple(int(v * 0.8) for v in colour)
    pen.polygon([top[3], top[2], foot[2], foot[3]], fill=mid)
    pen.polygon([top[2], top[1], foot[1], foot[2]], fill=dark)
    pen.polygon(top, fill=colour)
