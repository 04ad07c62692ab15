"""Walisk: a sea of hexes, rivers on borders, lakes where shores meet, steep coasts, travel signs, the tow place."""

from __future__ import annotations

import math
from collections.abc import Iterable

from attrs import evolve

from companion.art import signs
from companion.art.land import bent_edge
from companion.art.marks import Curve, Mark, Point, Rgb, Shape, ellipse, hex_rgb, placed, segment, smooth
from companion.art.style import HOUSE, LANDS, Palette, Style, land
from companion.engine.boards import Board, Space

RIVER: Rgb = hex_rgb("#4F86AC")
BANK: Rgb = hex_rgb("#2C536E")


def palette(board: Board) -> Palette:
    more = {
        "brown": land("#DCC7AC", "#CEB494", "#BFA482", "#6B4A26", signs.crown),
        "grey": land("#CFCFCB", "#BDBDB8", "#ACACA6", "#4A4A48", None, signs.peaks),
    }
    return evolve(HOUSE, lands={**LANDS, **more})


def common(a: Space, b: Space) -> list[tuple[Point, Point]]:
    """Edges that two spaces share."""

    def sides(s: Space) -> set[tuple[Point, Point]]:
        ends = zip(s.polygon, (*s.polygon[1:], s.polygon[0]), strict=True)
        return {(p, q) if p < q else (q, p) for p, q in ends}

    return sorted(sides(a) & sides(b))


def _borders(board: Board, pairs: Iterable[Iterable[str]]) -> list[tuple[Point, Point]]:
    return [edge for a, b in pairs if {a, b} <= board.space.keys() for edge in common(board.space[a], board.space[b])]


def _corner(board: Board, ids: Iterable[str]) -> Point | None:
    """Where three districts meet."""
    shores = [set(board.space[i].polygon) for i in ids if i in board.space]
    shared = set.intersection(*shores) if shores else set()
    return min(shared) if shared else None


def over_lands(board: Board, palette: Palette) -> list[Mark]:
    marks: list[Mark] = []
    rivers = [r for r in board.data.get("rivers", []) if isinstance(r, dict)]
    lines: list[Curve] = []
    for river in rivers:
        two = [s for s in river.get("segments", []) if len(s) == 2]
        lines += [smooth(bent_edge(a, b), closed=False) for a, b in _borders(board, two)]
    for width, paint in ((2.9, BANK), (2.0, RIVER)):
        marks.append(Shape(tuple(lines), stroke=paint, width_mm=width))
    for lake in board.data.get("lakes", []):
        at = _corner(board, lake.get("shore", []))
        if at:
            marks.append(Shape((ellipse(at, 6.4, 5.0),), fill=RIVER, stroke=BANK, width_mm=0.5))
            marks += [placed(s, at, 2.6) for s in signs.waves(palette.paper)]
    steep = _borders(board, board.data.get("steep", []))
    if steep:
        marks.append(
            Shape(tuple(smooth(bent_edge(a, b), closed=False) for a, b in steep), stroke=palette.line, width_mm=2.2)
        )
        marks.append(Shape(tuple(_teeth(board, a, b) for a, b in steep), stroke=palette.line, width_mm=0.6))
    return marks


def _teeth(board: Board, a: Point, b: Point) -> Curve:
    """A zigzag along a steep coast, to both sides: rock."""
    n = 9
    nx, ny = -(b[1] - a[1]) / math.dist(a, b), (b[0] - a[0]) / math.dist(a, b)
    points = []
    for i in range(n + 1):
        t, off = i / n, (2.0 if i % 2 else -2.0) if 0 < i < n else 0.0
        points.append((a[0] + (b[0] - a[0]) * t + nx * off, a[1] + (b[1] - a[1]) * t + ny * off))
    return Curve(points[0], tuple((p,) for p in points[1:]), closed=False)


def note(board: Board, space: Space) -> str:
    """The field's number, by which the app names it."""
    return space.id


def extra(board: Board, palette: Palette) -> list[Mark]:
    marks: list[Mark] = []
    for s in board.spaces:
        if s.tags.get("travel") and s.polygon:
            x, y = s.centre
            top = y - 0.25 * (max(p[1] for p in s.polygon) - min(p[1] for p in s.polygon))
            marks += [placed(shape, (x, top), 4.0) for shape in signs.ship(BANK)]
    tow = board.data.get("tow")
    if isinstance(tow, dict) and tow.get("district") in board.space:
        x, y = board.space[tow["district"]].centre
        line = segment((x - 5, y + 6.5), (x + 5, y + 6.5))
        marks.append(Shape((line,), stroke=BANK, width_mm=0.8))
        marks += [placed(shape, (x, y + 6.5), 2.6) for shape in signs.ship(BANK)]
    return marks


STYLE = Style(palette=palette, over_lands=over_lands, note=note, extra=extra)
