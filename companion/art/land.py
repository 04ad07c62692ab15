"""Lands: areas that meet along bent borders, each with its fill, coloured edge, fine pattern, name and sign."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Sequence

from companion.art.fonts import text_width
from companion.art.ground import LandRoom
from companion.art.marks import Curve, Group, Mark, Point, Rgb, Shape, Text, ellipse, mixed, placed, segment, smooth
from companion.art.signs import fortress
from companion.art.style import BORDER_MM, COAST_MM, NAME_MM, SIGN_FROM_BORDER_MM, SIGN_MM, Land, Palette
from companion.engine.boards import Space


def _noise(key: str) -> float:
    """-1 .. 1, the same on every machine."""
    return zlib.crc32(key.encode()) / 0x7FFFFFFF - 1.0


def bent_edge(a: Point, b: Point, swing_mm: float = 0.75) -> list[Point]:
    """Points of a slightly bent line from a to b; from b to a it is the same line, so neighbours meet."""
    if b < a:
        return bent_edge(b, a, swing_mm)[::-1]
    length = math.dist(a, b)
    n = max(2, round(length / 4.5))
    nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
    points = [a]
    for i in range(1, n):
        t = i / n
        key = f"{a[0]:.1f},{a[1]:.1f},{b[0]:.1f},{b[1]:.1f},{i}"
        off = swing_mm * _noise(key) * min(1.0, length / 14.0)
        points.append((a[0] + (b[0] - a[0]) * t + nx * off, a[1] + (b[1] - a[1]) * t + ny * off))
    return [*points, b]


def outline(points: Sequence[Point]) -> Curve:
    """The bent outline of a polygon."""
    steps: list[tuple[Point, ...]] = []
    for i, a in enumerate(points):
        steps += smooth(bent_edge(a, points[(i + 1) % len(points)]), closed=False).steps
    return Curve(points[0], tuple(steps))


def edges(spaces: Iterable[Space]) -> tuple[list[tuple[Point, Point]], list[tuple[Point, Point]]]:
    """Edges that two lands share, and edges of the coast."""
    seen: dict[tuple[Point, Point], int] = {}
    for s in spaces:
        for i, a in enumerate(s.polygon):
            b = s.polygon[(i + 1) % len(s.polygon)]
            key = (a, b) if a < b else (b, a)
            seen[key] = seen.get(key, 0) + 1
    return [k for k, n in seen.items() if n > 1], [k for k, n in seen.items() if n == 1]


def land_of(space: Space, palette: Palette) -> Land:
    return palette.lands.get(space.ink, palette.plain)


def waterlines(curves: Sequence[Curve], palette: Palette) -> list[Mark]:
    """Lines that follow the coast at growing distances, fading: the engraver's sea."""
    marks: list[Mark] = []
    for distance, fade in ((5.4, 0.62), (3.6, 0.42), (2.1, 0.2), (0.9, 0.0)):
        line = mixed(palette.sea_line, palette.sea, fade)
        marks.append(Shape(tuple(curves), stroke=line, width_mm=2 * distance + 0.36))
        marks.append(Shape(tuple(curves), stroke=palette.sea, width_mm=2 * distance))
    return marks


def _name_block(space: Space, room: LandRoom, palette: Palette, fill: Rgb) -> list[Mark]:
    """The name, and for a fortress its sign above and its name below, set near the centre."""
    paint = palette.letters
    fort = str(space.tags.get("fortress", "") or "")
    words = space.name.split(" ")
    layouts = [[space.name]]
    if len(words) > 1:
        layouts.append([words[0], " ".join(words[1:])])
    for size in (NAME_MM, NAME_MM * 0.88, NAME_MM * 0.76):
        for lines in layouts:
            lead = size * 1.12
            width = max(text_width(t, size, "serif-bold", 0.12) for t in lines)
            small = size * 0.62
            height = lead * (len(lines) - 1) + size * 0.8
            if fort:
                width = max(width, text_width(fort, small, "serif", 0.06), 6.6)
                height += 5.6 + small * 1.25
            at = room.middle(width + 0.8, height, 1.2)
            if at is None:
                continue
            x, y = at
            top = y - height / 2
            marks: list[Mark] = []
            if fort:
                marks += [placed(s, (x, top + 2.3), 2.5) for s in fortress(paint, fill)]
                top += 5.6
            for i, text in enumerate(lines):
                marks.append(Text((x, top + size * 0.4 + lead * i), text, size, "serif-bold", paint, tracking_mm=0.12))
            if fort:
                y = top + size * 0.8 + lead * (len(lines) - 1) + small * 0.85
                marks.append(Text((x, y), fort, small, "serif", paint, tracking_mm=0.06))
            return marks
    return []


def land_marks(space: Space, palette: Palette, keep_free: Sequence[tuple[Point, float]] = ()) -> list[Mark]:
    """One land without its border. ``keep_free``: (point, radius mm) where nothing is written."""
    land = land_of(space, palette)
    curve = outline(space.polygon)
    room = LandRoom(space.polygon, space.centre)
    for (x, y), r in keep_free:
        room.boxes.append((x, y, r, r))
    letters = _name_block(space, room, palette, land.fill) if space.name else []
    inside: list[Mark] = []
    for width, share in ((6.0, 0.32), (3.6, 0.62), (1.9, 1.0)):  # nested strokes: a wash that fades inwards
        inside.append(Shape((curve,), stroke=mixed(land.fill, land.band, share), width_mm=width))
    top: list[Mark] = []
    if space.ink and (at := room.rim(SIGN_MM, SIGN_FROM_BORDER_MM) or room.rim(SIGN_MM * 0.8, 4.0)):
        top += [placed(s, at, SIGN_MM) for s in land.sign(land.sign_paint)]
    for at in room.sown(5.6, 1.5):
        inside += [placed(s, at, 0.8) for s in land.sign(land.seed)]
    return [Shape((curve,), fill=land.fill), Group(curve, tuple(inside)), *top, *letters]


def borders(spaces: Sequence[Space], palette: Palette) -> list[Mark]:
    """Lines between lands, and the stronger coast over them."""
    shared, coast = edges(spaces)

    def curves(pairs: list[tuple[Point, Point]]) -> tuple[Curve, ...]:
        return tuple(smooth(bent_edge(a, b), closed=False) for a, b in pairs)

    return [
        Shape(curves(shared), stroke=palette.line, width_mm=BORDER_MM),
        Shape(curves(coast), stroke=palette.line, width_mm=COAST_MM),
    ]


def roads(spaces: Sequence[Space], palette: Palette) -> list[Mark]:
    """Lines between neighbouring slots: pale with dark edges."""
    at = {s.id: s.centre for s in spaces}
    pairs = [(s.centre, at[n]) for s in spaces for n in s.neighbours if n in at and s.id < n]
    lines = tuple(segment(a, b) for a, b in pairs)
    if not lines:
        return []
    return [Shape(lines, stroke=palette.line, width_mm=2.0), Shape(lines, stroke=palette.paper, width_mm=1.2)]


def slot_marks(space: Space, palette: Palette) -> list[Mark]:
    """A round spot for one piece or a stack: a coloured ring with its sign."""
    land = land_of(space, palette)
    xs, ys = [p[0] for p in space.polygon], [p[1] for p in space.polygon]
    rx, ry = (max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2
    marks: list[Mark] = [
        Shape((ellipse(space.centre, rx, ry),), fill=land.fill, stroke=palette.line, width_mm=0.6),
        Shape((ellipse(space.centre, rx - 1.1, ry - 1.1),), stroke=land.sign_paint, width_mm=0.5),
    ]
    if space.ink:
        marks += [placed(s, space.centre, min(rx, ry) * 0.4) for s in land.sign(land.sign_paint)]
    if space.name:
        marks.append(Text((space.centre[0], max(ys) + 2.2), space.name, 2.8, "serif", palette.letters))
    return marks
