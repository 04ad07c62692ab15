"""Signs of lands, suits and places, drawn around the origin in a circle of radius 1 (half height 1)."""

from __future__ import annotations

import math

from companion.art.marks import Curve, Point, Rgb, Shape, ellipse, placed, polygon, polyline, segment, smooth


def waves(paint: Rgb) -> tuple[Shape, ...]:
    """Two waves."""
    curves = []
    for y in (-0.34, 0.34):
        curves.append(
            Curve(
                (-1.0, y + 0.12),
                (
                    ((-0.8, y - 0.34), (-0.5, y - 0.34), (-0.28, y - 0.02)),
                    ((-0.06, y + 0.28), (0.14, y + 0.28), (0.32, y - 0.02)),
                    ((0.5, y - 0.32), (0.8, y - 0.3), (1.0, y + 0.1)),
                ),
                closed=False,
            )
        )
    return (Shape(tuple(curves), stroke=paint, width_mm=0.25),)


def leaf(paint: Rgb) -> tuple[Shape, ...]:
    """A leaf on its stalk."""
    blade = Curve(
        (0.85, -0.92), (((0.95, 0.25), (0.45, 0.85), (-0.5, 0.66)), ((-0.95, -0.15), (-0.35, -0.95), (0.85, -0.92)))
    )
    stalk = polyline([(-0.95, 1.0), (-0.46, 0.46)])
    return (Shape((blade,), fill=paint), Shape((stalk,), stroke=paint, width_mm=0.22))


def flame(paint: Rgb) -> tuple[Shape, ...]:
    """A flame."""
    return (
        Shape(
            (
                Curve(
                    (0.08, -1.05),
                    (
                        ((0.12, -0.45), (0.8, -0.2), (0.78, 0.4)),
                        ((0.76, 0.85), (0.4, 1.05), (0.0, 1.05)),
                        ((-0.42, 1.05), (-0.78, 0.82), (-0.78, 0.36)),
                        ((-0.78, 0.02), (-0.6, -0.2), (-0.46, -0.42)),
                        ((-0.4, -0.22), (-0.34, -0.12), (-0.2, -0.02)),
                        ((-0.26, -0.42), (-0.16, -0.8), (0.08, -1.05)),
                    ),
                ),
            ),
            fill=paint,
        ),
    )


def sun(paint: Rgb) -> tuple[Shape, ...]:
    """A sun with eight rays."""
    rays = [
        segment((0.66 * math.cos(a), 0.66 * math.sin(a)), (1.02 * math.cos(a), 1.02 * math.sin(a)))
        for a in (i * math.pi / 4 for i in range(8))
    ]
    return (Shape((ellipse((0, 0), 0.46),), fill=paint), Shape(tuple(rays), stroke=paint, width_mm=0.2))


def crown(paint: Rgb) -> tuple[Shape, ...]:
    points: list[Point] = [
        (-0.95, -0.45),
        (-0.5, 0.05),
        (0, -0.85),
        (0.5, 0.05),
        (0.95, -0.45),
        (0.75, 0.75),
        (-0.75, 0.75),
    ]
    return (Shape((polygon(points),), fill=paint),)


def cross(paint: Rgb) -> tuple[Shape, ...]:
    a, b = 0.24, 0.95
    points: list[Point] = [(-a, -b), (a, -b), (a, -a - 0.1), (b * 0.75, -a - 0.1), (b * 0.75, a - 0.1), (a, a - 0.1)]
    points += [(a, b), (-a, b), (-a, a - 0.1), (-b * 0.75, a - 0.1), (-b * 0.75, -a - 0.1), (-a, -a - 0.1)]
    return (Shape((polygon(points),), fill=paint),)


def heart(paint: Rgb) -> tuple[Shape, ...]:
    half = (((-1.3, 0.1), (-1.05, -0.95), (-0.5, -0.85)), ((-0.2, -0.8), (0.0, -0.55), (0.0, -0.4)))
    other = (((0.0, -0.55), (0.2, -0.8), (0.5, -0.85)), ((1.05, -0.95), (1.3, 0.1), (0.0, 0.95)))
    return (Shape((Curve((0.0, 0.95), half + other),), fill=paint),)


def swords(paint: Rgb) -> tuple[Shape, ...]:
    """Two swords crossed."""
    return tuple(placed(s, (0, 0), 1.0, angle) for angle in (45.0, -45.0) for s in sword(paint))


def sword(paint: Rgb) -> tuple[Shape, ...]:
    """A sword, point down."""
    blade = polygon([(-0.1, -0.42), (0.1, -0.42), (0.08, 0.8), (0.0, 1.0), (-0.08, 0.8)])
    guard = segment((-0.42, -0.46), (0.42, -0.46))
    grip = segment((0, -0.5), (0, -0.86))
    return (
        Shape((blade,), fill=paint),
        Shape((guard, grip), stroke=paint, width_mm=0.14),
        Shape((ellipse((0, -0.92), 0.12),), fill=paint),
    )


def fortress(paint: Rgb, ground: Rgb) -> tuple[Shape, ...]:
    """A ring fort with two towers and a gate."""
    wall: list[Point] = [
        (-1.0, 0.8),
        (-1.0, -0.7),
        (-0.72, -0.7),
        (-0.72, -0.42),
        (-0.5, -0.42),
        (-0.5, -0.7),
        (-0.22, -0.7),
    ]
    wall += [
        (-0.22, -0.1),
        (0.22, -0.1),
        (0.22, -0.7),
        (0.5, -0.7),
        (0.5, -0.42),
        (0.72, -0.42),
        (0.72, -0.7),
        (1.0, -0.7),
    ]
    wall += [(1.0, 0.8)]
    gate = Curve((-0.24, 0.82), (((-0.24, 0.45),), ((-0.24, 0.12), (0.24, 0.12), (0.24, 0.45)), ((0.24, 0.82),)))
    return (Shape((polygon(wall),), fill=paint), Shape((gate,), fill=ground))


def dot(paint: Rgb) -> tuple[Shape, ...]:
    return (Shape((ellipse((0, 0), 0.5),), fill=paint),)


def tree(paint: Rgb) -> tuple[Shape, ...]:
    """A fir."""
    crown_: list[Point] = [
        (0, -1.05),
        (0.5, -0.3),
        (0.24, -0.3),
        (0.72, 0.45),
        (-0.72, 0.45),
        (-0.24, -0.3),
        (-0.5, -0.3),
    ]
    return (Shape((polygon(crown_),), fill=paint), Shape((segment((0, 0.45), (0, 1.0)),), stroke=paint, width_mm=0.26))


def peaks(paint: Rgb) -> tuple[Shape, ...]:
    """Two mountains, the right side of the high one in shade."""
    return (
        Shape(
            (polyline([(-1.0, 0.75), (-0.25, -0.85), (0.2, 0.1), (0.45, -0.3), (1.0, 0.75)]),),
            stroke=paint,
            width_mm=0.2,
        ),
        Shape((polygon([(-0.25, -0.85), (0.2, 0.1), (0.02, 0.55), (-0.1, -0.05)]),), fill=paint),
    )


def houses(paint: Rgb) -> tuple[Shape, ...]:
    """Two gables and a tower."""
    left: list[Point] = [(-1.0, 0.85), (-1.0, 0.05), (-0.62, -0.4), (-0.24, 0.05), (-0.24, 0.85)]
    right: list[Point] = [(0.3, 0.85), (0.3, 0.15), (0.65, -0.25), (1.0, 0.15), (1.0, 0.85)]
    tower: list[Point] = [(-0.24, 0.85), (-0.24, -0.5), (0.03, -1.05), (0.3, -0.5), (0.3, 0.85)]
    return (Shape((polygon(left), polygon(right), polygon(tower)), fill=paint),)


def furrows(paint: Rgb) -> tuple[Shape, ...]:
    """Three short furrows of a field."""
    lines = tuple(segment((-0.8 + k * 0.25, y), (0.8 + k * 0.25 - 0.4, y)) for k, y in ((0, -0.5), (1, 0.0), (0, 0.5)))
    return (Shape(lines, stroke=paint, width_mm=0.18),)


def ship(paint: Rgb) -> tuple[Shape, ...]:
    """A small ship under sail."""
    hull = Curve((-0.95, 0.3), (((-0.6, 1.0), (0.6, 1.0), (0.95, 0.3)),))
    sail = Curve(
        (-0.55, -0.9),
        (((-0.1, -0.7), (0.3, -0.7), (0.6, -0.9)), ((0.75, -0.4),), ((0.4, 0.05), (-0.2, 0.05), (-0.5, 0.0))),
    )
    return (Shape((hull, sail), fill=paint), Shape((segment((0, -1.0), (0, 0.35)),), stroke=paint, width_mm=0.14))


def triskele(paint: Rgb, width: float = 0.09) -> tuple[Shape, ...]:
    """Three spirals that turn out of one middle."""
    curves = []
    for arm in range(3):
        base = arm * 2 * math.pi / 3 - math.pi / 2
        cx, cy = 0.52 * math.cos(base), 0.52 * math.sin(base)
        points = []
        for i in range(44):
            t = i / 43
            angle = base + math.pi + t * 4.2 * math.pi
            r = 0.52 * (1 - t) + 0.06 * t
            points.append((cx + r * math.cos(angle), cy + r * math.sin(angle)))
        curves.append(smooth(points, closed=False))
    return (Shape(tuple(curves), stroke=paint, width_mm=width),)


def rose(dark: Rgb, pale: Rgb) -> tuple[Shape, ...]:
    """A wind rose of eight points, north up, half of each point pale."""
    shapes = [Shape((ellipse((0, 0), 0.62), ellipse((0, 0), 0.55)), stroke=dark, width_mm=0.022)]
    for length, width, turn in ((0.6, 0.13, 45), (1.0, 0.16, 0)):
        for quarter in range(4):
            for side, paint in ((-1, pale), (1, dark)):
                w = width * side
                point = Shape((polygon([(0, 0), (w, -abs(w)), (0, -length)]),), fill=paint, stroke=dark, width_mm=0.022)
                shapes.append(placed(point, (0, 0), 1.0, quarter * 90 + turn))
    return tuple(shapes)


def arrow(paint: Rgb, length: float = 1.0, width: float = 0.2) -> tuple[Shape, ...]:
    """An arrow from the origin upwards."""
    half, neck = width / 2, -length / 2
    right: list[Point] = [(0, -length), (width * 1.3, neck), (half, neck), (half, 0)]
    return (Shape((polygon([(-half, 0), (-half, neck), (-width * 1.3, neck), *right]),), fill=paint),)
