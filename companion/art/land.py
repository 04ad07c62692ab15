"""Lands: areas that meet along bent borders, each with its fill, coloured edge, fine pattern, name and sign."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Sequence

from companion.art.fonts import text_width
from companion.art.ground import LandRoom
from companion.art.marks import (
    Curve,
    Group,
    Mark,
    Point,
    Rgb,
    Shape,
    Text,
    ellipse,
    mixed,
    placed,
    polygon,
    rounded,
    segment,
    smooth,
)
from companion.art.signs import fortress
from companion.art.style import BORDER_MM, COAST_MM, NAME_MM, SIGN_FROM_BORDER_MM, SIGN_MM, Land, Palette
from companion.engine.boards import Space

SWING_MM = 0.75
Edge = tuple[Point, Point]


def _noise(key: str) -> float:
    """-1 .. 1, the same on every machine."""
    return zlib.crc32(key.encode()) / 0x7FFFFFFF - 1.0


def bent_edge(a: Point, b: Point, swing_mm: float = SWING_MM) -> list[Point]:
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


def outline(points: Sequence[Point], swing_mm: float = SWING_MM) -> Curve:
    """The bent outline of a polygon; straight without swing."""
    if swing_mm <= 0:
        return polygon(points)
    steps: list[tuple[Point, ...]] = []
    for i, a in enumerate(points):
        steps += smooth(bent_edge(a, points[(i + 1) % len(points)], swing_mm), closed=False).steps
    return Curve(points[0], tuple(steps))


def edges(spaces: Iterable[Space], palette: Palette) -> tuple[list[Edge], list[Edge], list[Edge]]:
    """Edges between two lands, edges of the coast (water or nothing beyond), edges between two waters."""
    seen: dict[Edge, list[bool]] = {}
    for s in spaces:
        for i, a in enumerate(s.polygon):
            b = s.polygon[(i + 1) % len(s.polygon)]
            seen.setdefault((a, b) if a < b else (b, a), []).append(land_of(s, palette).water)
    inner = [k for k, wet in seen.items() if wet == [False, False]]
    water = [k for k, wet in seen.items() if all(wet)]
    return inner, [k for k in seen if k not in set(inner) and k not in set(water)], water


def land_of(space: Space, palette: Palette) -> Land:
    return palette.lands.get(space.ink) or palette.lands.get(space.id) or palette.plain


def waterlines(curves: Sequence[Curve], palette: Palette) -> list[Mark]:
    """Lines that follow the coast at growing distances, fading: the engraver's sea."""
    marks: list[Mark] = []
    for distance, fade in ((5.4, 0.62), (3.6, 0.42), (2.1, 0.2), (0.9, 0.0)):
        line = mixed(palette.sea_line, palette.sea, fade)
        marks.append(Shape(tuple(curves), stroke=line, width_mm=2 * distance + 0.36))
        marks.append(Shape(tuple(curves), stroke=palette.sea, width_mm=2 * distance))
    return marks


def _name_block(space: Space, room: LandRoom, palette: Palette, fill: Rgb, note: str) -> list[Mark]:
    """The name near the centre with a small line below: the fortress, under its sign, or a note."""
    paint = palette.letters
    fort = str(space.tags.get("fortress", "") or "")
    below = fort or note
    words = space.name.split(" ")
    layouts = [[space.name] if space.name else []]
    if len(words) > 1:
        layouts.append([words[0], " ".join(words[1:])])
    for size in (NAME_MM, NAME_MM * 0.88, NAME_MM * 0.76):
        for lines in layouts:
            lead, small = size * 1.12, size * (0.62 if fort else 0.8)
            width = max((text_width(t, size, "serif-bold", 0.12) for t in lines), default=0.0)
            height = lead * (len(lines) - 1) + size * 0.8 if lines else 0.0
            if below:
                width, height = max(width, text_width(below, small, "serif", 0.06)), height + small * 1.25
            if fort:
                width, height = max(width, 6.6), height + 5.6
            at = room.middle(width + 0.8, height, 1.2)
            if at is None:
                continue
            x, top = at[0], at[1] - height / 2
            marks: list[Mark] = []
            if fort:
                marks += [placed(s, (x, top + 2.3), 2.5) for s in fortress(paint, fill)]
                top += 5.6
            for i, text in enumerate(lines):
                marks.append(Text((x, top + size * 0.4 + lead * i), text, size, "serif-bold", paint, tracking_mm=0.12))
            if below:
                y = top + (size * 0.8 + lead * (len(lines) - 1) if lines else 0.0) + small * 0.85
                marks.append(Text((x, y), below, small, "serif", paint, tracking_mm=0.06))
            return marks
    return []


def land_marks(
    space: Space,
    palette: Palette,
    keep_free: Sequence[tuple[Point, float]] = (),
    swing_mm: float = SWING_MM,
    note: str = "",
) -> list[Mark]:
    """One land without its border. ``keep_free``: (point, radius mm) without letters; ``note``: line below the name."""
    land = land_of(space, palette)
    curve = outline(space.polygon, swing_mm)
    room = LandRoom(space.polygon, space.centre)
    for (x, y), r in keep_free:
        room.boxes.append((x, y, r, r))
    letters = _name_block(space, room, palette, land.fill, note) if space.name or note else []
    inside: list[Mark] = []
    for width, share in ((6.0, 0.32), (3.6, 0.62), (1.9, 1.0)):  # nested strokes: a wash that fades inwards
        inside.append(Shape((curve,), stroke=mixed(land.fill, land.band, share), width_mm=width))
    top: list[Mark] = []
    if land.sign and (at := room.rim(SIGN_MM, SIGN_FROM_BORDER_MM) or room.rim(SIGN_MM * 0.8, 4.0)):
        top += [placed(s, at, SIGN_MM) for s in land.sign(land.sign_paint)]
    if land.sown:
        for at in room.sown(land.pitch_mm, max(1.5, land.sown_mm + 0.5)):
            inside += [placed(s, at, land.sown_mm) for s in land.sown(land.seed)]
    return [Shape((curve,), fill=land.fill), Group(curve, tuple(inside)), *top, *letters]


def borders(spaces: Sequence[Space], palette: Palette, swing_mm: float = SWING_MM) -> list[Mark]:
    """Lines between lands, and the stronger coast over them."""

    def line(pairs: Sequence[Edge], paint: Rgb, width_mm: float) -> Shape:
        if swing_mm <= 0:
            return Shape(tuple(segment(a, b) for a, b in pairs), stroke=paint, width_mm=width_mm)
        bent = tuple(smooth(bent_edge(a, b, swing_mm), closed=False) for a, b in pairs)
        return Shape(bent, stroke=paint, width_mm=width_mm)

    inner, coast, water = edges(spaces, palette)
    pale = mixed(palette.sea_line, palette.line, 0.25)
    return [line(water, pale, 0.35), line(inner, palette.line, BORDER_MM), line(coast, palette.line, COAST_MM)]


def roads(spaces: Sequence[Space], palette: Palette) -> list[Mark]:
    """Lines between neighbouring slots: pale with dark edges."""
    at = {s.id: s.centre for s in spaces}
    pairs = [(s.centre, at[n]) for s in spaces for n in s.neighbours if n in at and s.id < n]
    lines = tuple(segment(a, b) for a, b in pairs)
    if not lines:
        return []
    return [Shape(lines, stroke=palette.line, width_mm=2.4), Shape(lines, stroke=palette.paper, width_mm=1.4)]


def slot_marks(space: Space, palette: Palette, is_round: bool, label: str = "") -> list[Mark]:
    """A spot for one piece or a stack: a ring, or a box, in its colour, with its sign or a label."""
    land = land_of(space, palette)
    xs, ys = [p[0] for p in space.polygon], [p[1] for p in space.polygon]
    x, y, w, h = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def outer(inset: float) -> Curve:
        if is_round:
            return ellipse(space.centre, w / 2 - inset, h / 2 - inset)
        return rounded(x + inset, y + inset, w - 2 * inset, h - 2 * inset, max(0.4, 2.0 - inset / 2))

    marks: list[Mark] = [
        Shape((outer(0.3),), fill=land.fill, stroke=palette.line, width_mm=0.6),
        Shape((outer(1.4),), stroke=land.sign_paint if space.ink else land.band, width_mm=0.5),
    ]
    if land.sign:
        marks += [placed(s, space.centre, min(w, h) * 0.2) for s in land.sign(land.sign_paint)]
    if label:
        marks.append(Text(space.centre, label, min(9.0, h * 0.36), "serif-bold", land.sign_paint))
    if space.name:
        marks.append(Text((space.centre[0], max(ys) + 2.2), space.name, 2.8, "serif", palette.letters))
    return marks
