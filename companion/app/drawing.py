"""A board's file as a drawing: outlines, and where pieces, signs and tags stand. Pure geometry in mm, no kivy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

from companion.app.viewmodel import Drawing, Point, Shape
from companion.engine.boards import Board, Space
from companion.engine.grids import square_name

NEAR_MM = 14.0  # farther from a tag it makes no difference what lies there
SIGN_CLEAR_MM = 5.6  # a sign's middle from the border
STEP_MM = 2.0
MOST_STEPS = 200  # across a polygon: more tell nothing, and those of a board without measure have no end
RIM = (0.84, 0.72)  # from the middle of a square of the rim to its number beside it, its letter above it, in squares
DRAWN = ("area", "slot", "edge")


def drawing_of(board: Board) -> Drawing:
    """The drawing of a board; trays and spaces that no camera covers are left out."""
    track_ids = {i for t in board.tracks for i in t.spaces}
    starts = {t.spaces[0] for t in board.tracks if t.loop and t.spaces}
    discs = {
        str(raw["id"]): float(raw["disc"])
        for raw in board.doc.get("spaces", ())
        if isinstance(raw, dict) and "disc" in raw
    }
    shapes = [_shape(s, track_ids, starts, discs.get(s.id)) for s in board.spaces if s.look in DRAWN]
    at = {s.id: s.centre for s in board.spaces if s.id in discs}
    links = tuple((at[s.id], at[n]) for s in board.spaces for n in s.neighbours if s.id in at and n in at and s.id < n)
    central = board.data.get("central_point") if isinstance(board.data, dict) else None
    radius = board.data.get("central_radius_mm", 6.0) if central else 0.0
    return Drawing(
        size_mm=(float(board.size_mm[0]), float(board.size_mm[1])),
        shapes=tuple(shapes),
        links=links,
        centre=(float(central[0]), float(central[1])) if central else None,
        centre_radius=float(radius),
        unit_mm=piece_unit(shapes),
        names=tuple(_rim(board)),
    )


def _rim(board: Board) -> Iterator[tuple[str, Point]]:
    """A letter above each column of squares, a number left of each row."""
    for s in board.spaces:
        if s.kind != "square" or "at" not in s.tags:
            continue
        (column, row), (x, y) = s.tags["at"], s.centre
        side = max(p[0] for p in s.polygon) - min(p[0] for p in s.polygon)
        if row == 0:
            yield square_name(column, 0)[:-1], (x, y - side * RIM[1])
        if column == 0:
            yield str(row + 1), (x - side * RIM[0], y)


def _shape(space: Space, track_ids: set[str], starts: set[str], disc: float | None) -> Shape:
    mark = "sword" if space.id in starts else "tower" if "fortress" in space.tags else ""
    if disc is not None:
        return Shape(
            space.id, "disc", (space.centre,), space.ink, space.kind, disc / 2, mark, space.centre, space.centre
        )
    kind = "track" if space.id in track_ids else space.kind
    return Shape(space.id, "polygon", space.polygon, space.ink, kind, 0.0, mark, space.centre, space.centre)


def area(polygon: Sequence[Point]) -> float:
    """Area of a polygon, without sign."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True))) / 2


def piece_unit(shapes: Sequence[Shape]) -> float:
    """A fortieth of the width a piece may have: three fifths of a small space's side."""
    areas = sorted(area(s.points) for s in shapes if s.form == "polygon" and s.kind not in ("track", "shield", "edge"))
    return 0.6 * areas[len(areas) // 10] ** 0.5 / 40 if areas else 1.0


def segment_distance(p: Point, a: Point, b: Point) -> float:
    """Distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    l2 = dx * dx + dy * dy
    t = 0.0 if l2 == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / l2))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def border_distance(p: Point, polygon: Sequence[Point]) -> float:
    """Distance of a point from a polygon's border."""
    return min(segment_distance(p, a, b) for a, b in zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def inside(p: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon (even-odd)."""
    hit = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > p[1]) != (by > p[1]) and p[0] < (bx - ax) * (p[1] - ay) / (by - ay) + ax:
            hit = not hit
    return hit


@cache
def free_points(polygon: tuple[Point, ...], clear: float = SIGN_CLEAR_MM) -> tuple[tuple[Point, float], ...]:
    """Grid points of a polygon at least ``clear`` mm from its border (fewer when it is narrow), with that distance."""
    xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
    found = []
    step = max(STEP_MM, (max(xs) - min(xs)) / MOST_STEPS, (max(ys) - min(ys)) / MOST_STEPS)
    y = min(ys)
    while y <= max(ys):
        x = min(xs)
        while x <= max(xs):
            if inside((x, y), polygon):
                found.append(((x, y), border_distance((x, y), polygon)))
            x += step
        y += step
    roomy = tuple(f for f in found if f[1] >= clear)
    return roomy or tuple(sorted(found, key=lambda f: -f[1])[:6])


Box = tuple[float, float, float, float]  # x0, y0, x1, y1


def box_distance(p: Point, box: Box) -> float:
    """Distance of a point from a box, 0 inside."""
    dx = max(box[0] - p[0], 0.0, p[0] - box[2])
    dy = max(box[1] - p[1], 0.0, p[1] - box[3])
    return float((dx * dx + dy * dy) ** 0.5)


def way_out(p: Point, to: Point, box: Box) -> float:
    """How far a way from ``p`` goes before it leaves the box that ``p`` lies in; 0 where it does not lie in it."""
    if box_distance(p, box) > 0:
        return 0.0
    (dx, dy), far = (to[0] - p[0], to[1] - p[1]), math.dist(p, to)
    x, y = box[2] if dx > 0 else box[0], box[3] if dy > 0 else box[1]
    return far * min((x - p[0]) / dx if dx else math.inf, (y - p[1]) / dy if dy else math.inf) if far else 0.0


@cache
def sign_point(polygon: tuple[Point, ...], taken: tuple[Box, ...], clear: float = SIGN_CLEAR_MM) -> tuple[Point, float]:
    """The free point farthest from all boxes already taken, and that distance; ties go to the roomier point."""

    def room(found: tuple[Point, float]) -> float:
        point, border = found
        return min((box_distance(point, b) for b in taken), default=20.0) + 0.15 * border

    best = max(free_points(polygon, clear), key=room)
    return best[0], min((box_distance(best[0], b) for b in taken), default=99.0)


def along(polygon: Sequence[Point], step: float = 4.0) -> list[Point]:
    """Points on a polygon's border, about ``step`` mm apart."""
    out: list[Point] = []
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        n = max(1, int(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / step))
        out += [(ax + (bx - ax) * k / n, ay + (by - ay) * k / n) for k in range(n)]
    return out


def tag_point(polygon: Sequence[Point], taken: Sequence[Box], middle: Point, size: Point, board: Point) -> Point:
    """Where a target's tag sits: on the outline, clear of all boxes, rather outwards, inside the board."""
    w, h = size
    xs, ys, far = [p[0] for p in polygon], [p[1] for p in polygon], NEAR_MM + max(w, h)
    left, top, right, low = min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far
    taken = [b for b in taken if b[0] < right and b[2] > left and b[1] < low and b[3] > top]  # others change nothing

    def worth(p: Point) -> float:
        if not (w / 2 + 1 < p[0] < board[0] - w / 2 - 1 and h / 2 + 1 < p[1] < board[1] - h / 2 - 1):
            return -999.0
        me = (p[0] - w / 2, p[1] - h / 2, p[0] + w / 2, p[1] + h / 2)
        overlap = sum(_overlap(me, b) for b in taken)
        outwards = math.hypot(p[0] - middle[0], p[1] - middle[1])
        near = min((box_distance(p, b) for b in taken), default=20.0)
        return -3.0 * overlap + 0.25 * outwards + min(near, NEAR_MM)

    return max(along(polygon), key=worth)


def _overlap(a: Box, b: Box) -> float:
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    return w * h if w > 0 and h > 0 else 0.0


def widened(window: Box, board: Point, aspect: float) -> Box:
    """A part of a board in a wider box: as high as before, and as wide as the box shows of it without cutting it."""
    x0, y0, x1, y1 = window
    wide = max(x1 - x0, min(board[0], (y1 - y0) * aspect))
    left = min(max(0.0, (x0 + x1 - wide) / 2), max(0.0, board[0] - wide))
    return (left, y0, left + wide, y1) if wide > x1 - x0 else window


def space_at(drawing: Drawing, p: Point, reach: float = 0.0) -> str:
    """The space under a point, or the nearest one within ``reach`` mm, or "".

    Regions lie under the towns: they are meant only where no other space is near.
    """
    return _nearest(drawing, p, reach, False) or _nearest(drawing, p, reach, True)


def _nearest(drawing: Drawing, p: Point, reach: float, regions: bool) -> str:
    best, found = reach, ""
    for s in drawing.shapes:
        if (s.kind == "region") != regions:
            continue
        if s.form == "disc":
            c = s.points[0]
            d = max(0.0, ((p[0] - c[0]) ** 2 + (p[1] - c[1]) ** 2) ** 0.5 - s.radius)
        else:
            d = 0.0 if inside(p, s.points) else border_distance(p, s.points)
        if d == 0.0:
            return s.id
        if d < best:
            best, found = d, s.id
    return found


def inset(ring: Sequence[Point], d: float) -> list[Point]:
    """The outline moved inwards by about ``d``."""
    n = len(ring)
    area = sum(ring[i][0] * ring[(i + 1) % n][1] - ring[(i + 1) % n][0] * ring[i][1] for i in range(n))
    turn = 1.0 if area > 0 else -1.0
    out = []
    for i in range(n):
        (ax, ay), (bx, by), (cx, cy) = ring[i - 1], ring[i], ring[(i + 1) % n]
        l1, l2 = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0, ((cx - bx) ** 2 + (cy - by) ** 2) ** 0.5 or 1.0
        nx = -(by - ay) / l1 - (cy - by) / l2
        ny = (bx - ax) / l1 + (cx - bx) / l2
        l = (nx * nx + ny * ny) ** 0.5 or 1.0
        out.append((bx + turn * d * nx / l, by + turn * d * ny / l))
    return out


def stripe(polygon: Sequence[Point], c: float, across: Point = (1.0, 1.0)) -> list[tuple[Point, Point]]:
    """The pieces of a line inside a polygon: of all points whose way along ``across`` is ``c`` (x + y = c)."""
    u, v = across
    hits = []
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        sa, sb = u * ax + v * ay - c, u * bx + v * by - c
        if (sa > 0) != (sb > 0):
            t = sa / (sa - sb)
            hits.append((ax + (bx - ax) * t, ay + (by - ay) * t))
    hits.sort()
    return list(zip(hits[::2], hits[1::2], strict=False))
