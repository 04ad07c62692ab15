"""Signs, marks and badge outlines as plain geometry: polygons and strokes in a box of 24 x 24, y down. No kivy.

A figure is a tuple of parts: ("fill", points), ("cut", points) drawn in the colour below, ("stroke", points, width,
closed), ("disc", centre, radius), ("cutdisc", centre, radius).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import cache

Point = tuple[float, float]
Part = tuple[object, ...]
_TOKEN = re.compile(r"[MLCQZ]|-?\d+(?:\.\d+)?")


def flatten(path: str, steps: int = 10) -> list[list[Point]]:
    """Outlines of a path of absolute M, L, C, Q, Z commands."""
    tokens = _TOKEN.findall(path)
    outlines: list[list[Point]] = []
    points: list[Point] = []
    i, command = 0, ""

    def take() -> Point:
        nonlocal i
        i += 2
        return (float(tokens[i - 2]), float(tokens[i - 1]))

    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
            if command == "Z":
                outlines.append(points)
                points = []
                continue
        if command == "M":
            if points:
                outlines.append(points)
            points = [take()]
            command = "L"
        elif command == "L":
            points.append(take())
        elif command == "Q":
            p, c, e = points[-1], take(), take()
            for k in range(1, steps + 1):
                t = k / steps
                a, b, d = (1 - t) ** 2, 2 * t * (1 - t), t * t
                points.append((a * p[0] + b * c[0] + d * e[0], a * p[1] + b * c[1] + d * e[1]))
        else:
            p, c, f, e = points[-1], take(), take(), take()
            for k in range(1, steps + 1):
                t = k / steps
                w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                x, y = (w[0] * p[j] + w[1] * c[j] + w[2] * f[j] + w[3] * e[j] for j in (0, 1))
                points.append((x, y))
    if points:
        outlines.append(points)
    return outlines


def regular(n: int, r: float, turn: float = -90, centre: Point = (12, 12)) -> list[Point]:
    """A regular polygon; ``turn`` is the angle of its first corner, degrees."""
    return [
        (
            centre[0] + r * math.cos(math.radians(turn + 360 * k / n)),
            centre[1] + r * math.sin(math.radians(turn + 360 * k / n)),
        )
        for k in range(n)
    ]


def arc(centre: Point, r: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Points of an arc, degrees clockwise from the right (y down)."""
    return [
        (
            centre[0] + r * math.cos(math.radians(start + (end - start) * k / steps)),
            centre[1] + r * math.sin(math.radians(start + (end - start) * k / steps)),
        )
        for k in range(steps + 1)
    ]


def _rays(n: int, inner: float, outer: float, width: float) -> list[Part]:
    rays: list[Part] = []
    for k in range(n):
        a = 2 * math.pi * k / n - math.pi / 2
        c, s = math.cos(a), math.sin(a)
        rays.append(("stroke", [(12 + inner * c, 12 + inner * s), (12 + outer * c, 12 + outer * s)], width, False))
    return rays


def _star(n: int, outer: float, inner: float) -> list[Point]:
    return [p for pair in zip(regular(n, outer), regular(n, inner, -90 + 180 / n), strict=True) for p in pair]


def _wave(y: float) -> list[Point]:
    return flatten(f"M2.5 {y + 1.6} C5 {y - 3.4} 8.5 {y - 3.4} 12 {y} C15.5 {y + 3.4} 19 {y + 3.4} 21.5 {y - 1.6}")[0]


def _fill(path: str) -> list[Part]:
    return [("fill", p) for p in flatten(path)]


def _stroke(path: str, width: float, closed: bool = False) -> list[Part]:
    return [("stroke", p, width, closed) for p in flatten(path)]


@cache
def sign(name: str) -> tuple[Part, ...]:
    """A land's sign, a suit or a small mark by name; KeyError when there is none."""
    return tuple(_SIGNS[name]())


_SIGNS: dict[str, Callable[[], Sequence[Part]]] = {
    "waves": lambda: [("stroke", _wave(7.2), 2.4, False), ("stroke", _wave(16.8), 2.4, False)],
    "leaf": lambda: [
        *_fill(
            "M20.6 3.2 C14 2.6 6.4 4.4 5 11 C4.5 13.6 5 15.6 6 17.2 C8.4 18.9 12 19 15 17 C20 13.6 21 8.6 20.6 3.2 Z"
        ),
        *_stroke("M3.6 20.6 L9.4 14.6", 2.2),
    ],
    "flame": lambda: _fill(
        "M11.4 1.6 C12 6 8.6 8.6 6.6 11.6 C4.6 14.8 5 18.4 7.4 20.6 C10 22.8 14 22.8 16.6 20.6 "
        "C19.2 18.2 19.4 14.6 17.6 11.4 C16 8.4 12.6 5.6 11.4 1.6 Z"
    ),
    "sun": lambda: [("disc", (12, 12), 4.7), *_rays(8, 7.6, 10.9, 2.2)],
    "star": lambda: _rays(8, 2.0, 10.6, 2.6),
    "crown": lambda: _fill("M2.4 19.5 L2.4 7.2 L7.4 11.6 L12 4.4 L16.6 11.6 L21.6 7.2 L21.6 19.5 Z"),
    "swords": lambda: [
        *_stroke("M4.5 3.2 L17.6 17.4", 2.2),
        *_stroke("M19.5 3.2 L6.4 17.4", 2.2),
        *_stroke("M3.2 13.8 L9.2 19.8", 2.0),
        *_stroke("M20.8 13.8 L14.8 19.8", 2.0),
        *_stroke("M6.2 17 L2.8 20.6", 2.0),
        *_stroke("M17.8 17 L21.2 20.6", 2.0),
    ],
    "cross": lambda: _fill(
        "M9.6 2.5 L14.4 2.5 L14.4 8 L20 8 L20 12.8 L14.4 12.8 L14.4 21.5 L9.6 21.5 L9.6 12.8 L4 12.8 L4 8 L9.6 8 Z"
    ),
    "heart": lambda: _fill(
        "M12 21 C3.6 15 1.8 10.6 3 7.2 C4.6 3 10 3.2 12 7.2 C14 3.2 19.4 3 21 7.2 C22.2 10.6 20.4 15 12 21 Z"
    ),
    "tower": lambda: _fill("M4 20 L4 5 L8 5 L8 9 L10 9 L10 5 L14 5 L14 9 L16 9 L16 5 L20 5 L20 20 Z"),
    "sword": lambda: [*_stroke("M12 1.5 L12 22.5", 2.0), *_stroke("M6.4 16.4 L17.6 16.4", 2.0)],
    "arrows": lambda: [*_stroke("M6 6 L18 18", 2.2), *_stroke("M18 6 L6 18", 2.2)],
    "house": lambda: _fill("M12 3 L21 10.5 L21 21 L3 21 L3 10.5 Z"),
    "peak": lambda: _fill("M1.5 20.5 L9 6 L13 13 L15.5 9.5 L22.5 20.5 Z"),
    "mug": lambda: [
        *_fill("M4 7 L15.5 7 L15.5 21.5 L4 21.5 Z"), *_stroke("M15.5 10 L20 10 L20 17.5 L15.5 17.5", 2.2),
        ("disc", (5.6, 6), 3.0), ("disc", (9.8, 4.8), 3.4), ("disc", (14, 6), 3.0),
    ],
    "coin": lambda: [("stroke", arc((12, 12), 8.8, 0, 360), 2.6, True), ("disc", (12, 12), 4.4)],
    "barrel": lambda: [
        *_stroke("M6.5 3 L17.5 3 C21 8 21 16 17.5 21 L6.5 21 C3 16 3 8 6.5 3 Z", 2.2, True),
        *_stroke("M4.8 8.8 L19.2 8.8", 2.0), *_stroke("M4.8 15.2 L19.2 15.2", 2.0),
    ],
    "chest": lambda: [
        *_stroke("M3 11 C3 6 6 4.5 9 4.5 L15 4.5 C18 4.5 21 6 21 11 L21 20 L3 20 Z", 2.2, True),
        *_stroke("M3 11.5 L21 11.5", 2.0), ("disc", (12, 13.8), 2.3),
    ],
    "ship": lambda: [
        *_fill("M1.5 13.6 C5 16.4 8 16.4 12 16.4 C16 16.4 19 16.4 22.5 13.6 C22 19 18.5 21.6 12 21.6 "
               "C5.5 21.6 2 19 1.5 13.6 Z"),
        *_fill("M6 3 C10 2 14 2 18 3 C19 7 18.8 10.4 17.6 14 L6.4 14 C5.2 10.4 5 7 6 3 Z"),
    ],
    "cards": lambda: [
        *_stroke("M9 3 L20 3 L20 17 L9 17 Z", 2.2, True), *_stroke("M5.5 7 L4 7 L4 21 L15 21 L15 20", 2.2),
    ],
    "helmet": lambda: [
        *_fill("M5 20.5 L5 13.4 C5 8 8 6 12 6 C16 6 19 8 19 13.4 L19 20.5 L14.6 20.5 L14.6 15 L9.4 15 L9.4 20.5 Z"),
        *_stroke("M5.6 10.6 C3 9.6 2 6.6 2.6 2.6", 2.6), *_stroke("M18.4 10.6 C21 9.6 22 6.6 21.4 2.6", 2.6),
    ],
    "shield": lambda: [
        ("stroke", arc((12, 12), 9.4, 0, 360), 2.4, True), ("disc", (12, 12), 3.6),
        *_stroke("M12 3 L12 21", 1.8), *_stroke("M3 12 L21 12", 1.8),
    ],
    "axe": lambda: [
        *_stroke("M5.6 21.6 L14.4 4", 2.6),
        *_fill("M12.2 3 C17.6 1 22.4 5 21.6 12 C18 10 15.6 10 12.8 11.4 L10.2 6.6 Z"),
    ],
    "scroll": lambda: [
        *_stroke("M6 3.6 L18 3.6 L18 20.4 L6 20.4 Z", 2.2, True), *_stroke("M9.4 9 L14.6 9", 2.0),
        *_stroke("M9.4 14 L14.6 14", 2.0),
    ],
    "skull": lambda: [
        ("stroke", arc((12, 10), 7.6, 0, 360), 2.4, True), ("disc", (9, 10), 2.0), ("disc", (15, 10), 2.0),
        *_stroke("M8.6 17 L8.6 21.4 L15.4 21.4 L15.4 17", 2.2), *_stroke("M12 18 L12 21", 1.8),
    ],
    "bolt": lambda: _fill("M14 1.5 L4.5 13.5 L11 13.5 L9 22.5 L19.5 9.5 L12.5 9.5 Z"),
    "flag": lambda: [*_stroke("M5.4 2.4 L5.4 22", 2.4), *_fill("M6.6 3.4 L20.4 3.4 L16.4 8 L20.4 12.6 L6.6 12.6 Z")],
    "hall": lambda: _fill(
        "M12 2.5 L22.5 11.4 L20 11.4 L20 21 L14.6 21 L14.6 15 L9.4 15 L9.4 21 L4 21 L4 11.4 L1.5 11.4 Z"
    ),
    "undo": lambda: [
        *_stroke("M8.6 6.6 C14.4 5.6 19.6 8.8 19.6 14 C19.6 18.4 16.4 21 12.6 21", 2.3),
        *_fill("M9.9 1.6 L10.9 11 L3.0 7.6 Z"),
    ],
    "redo": lambda: [
        *_stroke("M15.4 6.6 C9.6 5.6 4.4 8.8 4.4 14 C4.4 18.4 7.6 21 11.4 21", 2.3),
        *_fill("M14.1 1.6 L13.1 11 L21.0 7.6 Z"),
    ],
    "turn": lambda: [
        ("stroke", arc((12, 12), 8.6, 200, 340), 2.2, False), ("stroke", arc((12, 12), 8.6, 20, 160), 2.2, False),
        *_fill("M22.6 4.2 L22.4 12 L16.2 8.6 Z"), *_fill("M1.4 19.8 L1.6 12 L7.8 15.4 Z"),
    ],
    "menu": lambda: [*_stroke("M2 5 L22 5", 2.6), *_stroke("M2 12 L22 12", 2.6), *_stroke("M2 19 L22 19", 2.6)],
    "check": lambda: _stroke("M5.2 12.6 L10 17.2 L18.8 7.4", 3.2),
    "plus": lambda: [*_stroke("M12 4.5 L12 19.5", 2.8), *_stroke("M4.5 12 L19.5 12", 2.8)],
    "minus": lambda: _stroke("M4.5 12 L19.5 12", 2.8),
    "up": lambda: _stroke("M4 15.5 L12 7.5 L20 15.5", 2.8),
    "down": lambda: _stroke("M4 8.5 L12 16.5 L20 8.5", 2.8),
    "right": lambda: _stroke("M8.5 4 L16.5 12 L8.5 20", 2.8),
    "left": lambda: _stroke("M15.5 4 L7.5 12 L15.5 20", 2.8),
}  # fmt: skip


@cache
def outline(shape: str) -> tuple[Point, ...]:
    """A badge's outline in the 24 x 24 box."""
    return tuple(_SHAPES[shape]())


# letter: middle of the letter and its size in the same box
LETTER_AT: dict[str, tuple[float, float, float]] = {
    "triangle": (12, 14.5, 9.6), "diamond": (12, 12, 11.0), "hexagon": (12, 12, 11.6), "disc": (12, 12, 11.6),
    "square": (12, 12, 12.4), "pentagon": (12, 12.6, 11.0), "cross": (12, 12, 9.4), "half": (12, 13.6, 10.4),
    "star": (12, 12.6, 8.4), "ring": (12, 12, 9.6),
}  # fmt: skip

_SHAPES: dict[str, Callable[[], Sequence[Point]]] = {
    "triangle": lambda: [(12, 1.0), (23.2, 20.6), (0.8, 20.6)],
    "diamond": lambda: [(12, 0), (24, 12), (12, 24), (0, 12)],
    "hexagon": lambda: regular(6, 12.1, 0),
    "disc": lambda: regular(48, 10.8),
    "square": lambda: [(1.9, 1.9), (22.1, 1.9), (22.1, 22.1), (1.9, 22.1)],
    "pentagon": lambda: regular(5, 12.2, -90, (12, 12.8)),
    "cross": lambda: flatten("M7 1 L17 1 L17 7 L23 7 L23 17 L17 17 L17 23 L7 23 L7 17 L1 17 L1 7 L7 7 Z")[0],
    "half": lambda: [*arc((12, 19.2), 11.8, 180, 360, 32)],
    "star": lambda: _star(5, 13.2, 7.2),
    "ring": lambda: regular(48, 11.4),
}  # fmt: skip
