"""A second hand: boards with oblong and uneven tracks, lands in bands, hatching, texture, rivers and mountains.

Shares nothing with the first hand but the rules of what a board must have. Truth comes from the same shapes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from attrs import frozen
from PIL import Image, ImageDraw, ImageFont

from tests.strangers import Stranger, StrangerSpace
from tests.strangers.land import SCALE, Lands, NoLuck, four_colours, settle
from tests.strangers.map import COLOURS, COUNTIES, LEAST_INSIDE_MM, far, near_of, special
from tests.strangers.track import colour_row

Rgb = tuple[int, int, int]
Box = tuple[float, float, float, float]
LOOKS = ("lavish", "dark", "minimal", "bands", "hatched", "near")
TRACKS = ("ring", "rows", "ell", "rounded")
FONTS = Path(__file__).resolve().parents[2] / "companion" / "app" / "fonts"
PAINTS: dict[str, dict[str, Rgb]] = {
    "lavish": {"blue": (92, 128, 170), "green": (118, 148, 84), "red": (178, 92, 76), "yellow": (214, 178, 92)},
    "dark": {"blue": (34, 62, 118), "green": (32, 86, 52), "red": (122, 34, 38), "yellow": (142, 110, 30)},
    "minimal": {"blue": (178, 206, 232), "green": (190, 222, 178), "red": (238, 186, 180), "yellow": (246, 228, 164)},
    "bands": {"blue": (52, 98, 176), "green": (58, 136, 66), "red": (190, 46, 44), "yellow": (226, 184, 44)},
    "hatched": {"blue": (40, 80, 170), "green": (30, 124, 60), "red": (190, 40, 40), "yellow": (214, 160, 0)},
    "near": {"blue": (70, 128, 160), "green": (86, 146, 122), "red": (196, 98, 70), "yellow": (214, 160, 84)},
}
GROUNDS: dict[str, Rgb] = {
    "lavish": (150, 178, 186), "dark": (26, 28, 38), "minimal": (250, 250, 247), "bands": (196, 208, 206),
    "hatched": (236, 232, 220), "near": (208, 214, 214),
}  # fmt: skip


@frozen(eq=False)
class Cells:
    """A printed track: outlines in order, pictures between them, the room that is left for the map."""

    polygons: tuple[np.ndarray, ...]
    pictures: tuple[np.ndarray, ...]
    room: Box
    loop: bool


# ---------------------------------------------------------------- the track
def _quad(p: np.ndarray, u: np.ndarray, a: float, b: float, depth: float) -> np.ndarray:
    n = np.array([-u[1], u[0]])
    return np.array([p + u * a - n * depth / 2, p + u * b - n * depth / 2, p + u * b + n * depth / 2,
                     p + u * a + n * depth / 2])  # fmt: skip


def _leg(
    rng: np.random.Generator, p: np.ndarray, q: np.ndarray, count: int, depth: float, gap: float, picture: float
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """``count`` cells of uneven length from p to q; ``picture``: mm left free somewhere between two of them."""
    whole = float(np.hypot(*(q - p)))
    u = (q - p) / whole
    parts = rng.uniform(0.75, 1.35, count)
    parts *= (whole - picture) / parts.sum()
    at, where = 0.0, int(rng.integers(1, max(2, count - 1))) if picture else -1
    cells, pictures = [], []
    for i, length in enumerate(parts):
        if i == where:
            pictures.append(_quad(p, u, at + 1.0, at + picture - 1.0, depth * 0.95))
            at += picture
        cells.append(_quad(p, u, at + gap / 2, at + length - gap / 2, depth))
        at += float(length)
    return cells, pictures


def _pie(corner: np.ndarray, inner: np.ndarray, depth: float) -> np.ndarray:
    """A quarter disc in a box's corner; ``inner``: where its two straight sides meet."""
    d = np.sign(corner - inner)
    turn = np.linspace(0, np.pi / 2, 9)
    return np.vstack(
        [inner, np.column_stack([inner[0] + d[0] * depth * np.cos(turn), inner[1] + d[1] * depth * np.sin(turn)])]
    )


def lay_cells(rng: np.random.Generator, size: tuple[float, float], layout: str, count: int) -> Cells:
    w, h = size
    depth, edge = float(rng.uniform(15.0, 21.0)), float(rng.uniform(4.0, 9.0))
    gap = float(rng.choice([0.0, 0.0, 0.8, 1.6]))
    picture = float(rng.choice([0.0, 26.0, 34.0]))
    lo, x1, y1 = edge + depth / 2, w - edge - depth / 2, h - edge - depth / 2
    pts = [np.array(p) for p in ((lo, lo), (x1, lo), (x1, y1), (lo, y1))]
    polygons: list[np.ndarray] = []
    pictures: list[np.ndarray] = []
    if layout in ("ring", "rounded"):
        pts = list(np.roll(np.array(pts), int(rng.integers(4)), axis=0))
        lengths = [float(np.hypot(*(pts[(i + 1) % 4] - pts[i]))) - depth for i in range(4)]
        share = [max(3, round((count - 4) * v / sum(lengths))) for v in lengths]
        share[int(np.argmax(share))] += count - 4 - sum(share)
        for i in range(4):
            p, q = pts[i], pts[(i + 1) % 4]
            u = (q - p) / np.hypot(*(q - p))
            box = np.array([p + depth / 2 * np.array(s) for s in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            middle = np.array([w / 2, h / 2])
            if layout == "rounded":
                inner = p + depth / 2 * np.sign(middle - p)
                box = _pie(p - depth / 2 * np.sign(middle - p), inner, depth)
            polygons.append(box)
            cells, more = _leg(rng, p + u * depth / 2, q - u * depth / 2, share[i], depth, gap, picture * (i % 2))
            polygons += cells
            pictures += more
        inset = edge + depth + 4
        return Cells(tuple(polygons), tuple(pictures), (inset, inset, w - 2 * inset, h - 2 * inset), True)
    if layout == "rows":
        half = count // 2
        space = float(rng.uniform(1.5, 5.0))
        a = _leg(rng, np.array([edge, y1]), np.array([w - edge, y1]), half, depth, gap, picture)
        up = y1 - depth - space
        b = _leg(rng, np.array([w - edge, up]), np.array([edge, up]), count - half, depth, gap, 0.0)
        top = up - depth / 2 - 4
        return Cells((*a[0], *b[0]), (*a[1], *b[1]), (edge, edge, w - 2 * edge, top - edge), False)
    tall = max(5, round((count - 1) * (h - depth) / (w + h - 2 * depth)))
    corner = np.array([lo, y1])
    a = _leg(rng, np.array([lo, edge]), corner - np.array([0, depth / 2]), tall, depth, gap, picture)
    box = np.array([corner + depth / 2 * np.array(s) for s in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    b = _leg(rng, corner + np.array([depth / 2, 0]), np.array([w - edge, y1]), count - 1 - tall, depth, gap, 0.0)
    left = edge + depth + 4
    return Cells((*a[0], box, *b[0]), (*a[1], *b[1]), (left, edge, w - left - edge, h - depth - 2 * edge - 4), False)


# ---------------------------------------------------------------- the lands
def noise(rng: np.random.Generator, shape: tuple[int, int], cell: float) -> np.ndarray:
    """Smooth noise, about -1 to 1."""
    small = rng.uniform(-1, 1, (int(shape[0] / cell) + 4, int(shape[1] / cell) + 4)).astype(np.float32)
    big = cv2.resize(small, None, fx=cell, fy=cell, interpolation=cv2.INTER_CUBIC)
    y, x = int(cell), int(cell)
    return np.asarray(big[y : y + shape[0], x : x + shape[1]], np.float32)


def flood(rng: np.random.Generator, mask: np.ndarray, count: int) -> Lands:
    """Lands that grow from scattered places over hilly ground until they meet."""
    ys, xs = np.nonzero(mask)
    sites: list[tuple[int, int]] = []
    least = 0.78 * np.sqrt(len(xs) / count)
    for _n in range(6000):
        k = int(rng.integers(len(xs)))
        if all((xs[k] - x) ** 2 + (ys[k] - y) ** 2 > least**2 for x, y in sites):
            sites.append((int(xs[k]), int(ys[k])))
        if len(sites) == count:
            break
    else:
        raise NoLuck("no room for the sites")
    ground = 120 + 70 * noise(rng, mask.shape, 26.0) + 40 * noise(rng, mask.shape, 9.0)
    spots = np.ones(mask.shape, np.uint8)
    spots[[y for _x, y in sites], [x for x, _y in sites]] = 0
    dist = cv2.distanceTransform(spots, cv2.DIST_L2, 5)
    ground = np.clip(0.35 * ground + 1.2 * dist, 0, 255).astype(np.uint8)
    marks = np.zeros(mask.shape, np.int32)
    marks[~mask] = count + 1
    for i, (x, y) in enumerate(sites):
        cv2.circle(marks, (x, y), 6, i + 1, -1)
    cv2.watershed(cv2.cvtColor(ground, cv2.COLOR_GRAY2BGR), marks)
    labels = np.where((marks > 0) & (marks <= count), marks, 0).astype(np.uint8)
    return settle(labels, mask, count)


def coast(rng: np.random.Generator, room: np.ndarray) -> np.ndarray:
    """An island whose radius wanders around the room's middle."""
    ys, xs = np.nonzero(room)
    cx, cy, rx, ry = xs.mean(), ys.mean(), np.ptp(xs) / 2, np.ptp(ys) / 2
    turn = np.linspace(0, 2 * np.pi, 240, endpoint=False)
    r = np.full(240, 0.93)
    for k in range(2, 9):
        r += rng.normal(0, 0.05 / np.sqrt(k)) * np.cos(k * turn + rng.uniform(0, 6.3))
    box = 1.0 / np.maximum(np.abs(np.cos(turn)), np.abs(np.sin(turn))) ** 0.55
    ring = np.column_stack([cx + rx * r * box * np.cos(turn), cy + ry * r * box * np.sin(turn)])
    out = np.zeros(room.shape, np.uint8)
    cv2.fillPoly(out, [ring.astype(np.int32)], 1)
    inner = cv2.erode(room.astype(np.uint8), np.ones((13, 13), np.uint8))
    return np.asarray((out & inner) > 0)


def clear_borders(lands: Lands) -> None:
    """No pair of which nobody could say whether it touches. Raises NoLuck."""
    if any(2.5 < mm < 6.8 for mm in lands.borders.values()):
        raise NoLuck("a border that is neither one nor none")


@frozen(eq=False)
class Plan:
    """What a hand has decided before it draws. ``shield`` lies in the sea."""

    size: tuple[float, float]
    cells: Cells
    shield: np.ndarray
    lands: Lands
    colours: list[str]
    central: list[int]
    forts: list[int]
    row: tuple[str, ...]


def plan_map(
    seed: int, hand: int, count: int, lay: Callable[..., Cells], layout: str,
    divide: Callable[..., Lands], shield_of: Callable[..., np.ndarray],
) -> tuple[np.random.Generator, Plan]:  # fmt: skip
    """Draws until a map is playable."""
    for attempt in range(400):
        rng = np.random.default_rng([seed, hand, attempt])
        size = (float(round(rng.uniform(540, 640))), float(round(rng.uniform(400, 470))))
        try:
            cells = lay(rng, size, layout, count)
            x, y, w, h = cells.room
            if w < 230 or h < 210:
                raise NoLuck("no room")
            shield = shield_of(rng, cells.room)
            room = np.zeros((round(size[1] * SCALE), round(size[0] * SCALE)), np.uint8)
            room[round(y * SCALE) : round((y + h) * SCALE), round(x * SCALE) : round((x + w) * SCALE)] = 1
            taken = np.zeros_like(room)
            cv2.fillPoly(taken, [np.round(shield * SCALE).astype(np.int32)], 1)
            room[cv2.dilate(taken, np.ones((25, 25), np.uint8)) > 0] = 0
            mask = coast(rng, room > 0)
            n, parts, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
            mask = parts == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
            lands = divide(rng, mask, COUNTIES)
            for i in range(1, COUNTIES + 1):
                inner = cv2.distanceTransform(np.pad((lands.labels == i).astype(np.uint8), 1), cv2.DIST_L2, 5).max()
                if inner / SCALE < LEAST_INSIDE_MM:
                    raise NoLuck("too narrow")
            clear_borders(lands)
            centres = {i: lands.centre(i) for i in range(1, COUNTIES + 1)}
            rings = {i: lands.polygon(i).astype(np.float32) for i in centres}
            if any(cv2.pointPolygonTest(rings[i], centres[k], False) > 0 for i in rings for k in centres if k != i):
                raise NoLuck("one goes around another")
            if len(far(near_of(lands), 1)) < COUNTIES:
                raise NoLuck("falls apart")
            colours = four_colours(rng, lands, COLOURS, COUNTIES // 4)
            central, forts = special(lands, colours, centres)
        except NoLuck:
            continue
        return rng, Plan(size, cells, shield, lands, colours, central, forts, colour_row(rng, count, COLOURS))
    raise RuntimeError(f"no board for seed {seed}")


def told(seed: int, plan: Plan, art: np.ndarray) -> Stranger:
    """The board with its truth."""
    lands = plan.lands
    names = {i: f"c{i:02d}" for i in range(1, COUNTIES + 1)}
    extra = [p for p in itertools.combinations(sorted(plan.central), 2) if p not in lands.links]
    links = frozenset(tuple(sorted((names[a], names[b]))) for a, b in [*lands.links, *extra])
    spaces = [
        StrangerSpace(names[i], "county", lands.polygon(i), lands.centre(i), plan.colours[i - 1], "",
                      fortress=i in plan.forts, central=i in plan.central)
        for i in names
    ]  # fmt: skip
    for i, polygon in enumerate(plan.cells.polygons):
        spaces.append(StrangerSpace(f"f{i:02d}", "field", polygon, middle_of(polygon), plan.row[i]))
    spaces.append(StrangerSpace("shield", "shield", plan.shield, middle_of(plan.shield)))
    track = tuple(f"f{i:02d}" for i in range(len(plan.row)))
    return Stranger(seed, "hibernia", art, plan.size, tuple(spaces), links, track, plan.row, plan.cells.loop)


def middle_of(polygon: np.ndarray) -> tuple[float, float]:
    """The centre of a polygon's area."""
    m = cv2.moments(polygon.astype(np.float32))
    return (float(m["m10"] / m["m00"]), float(m["m01"] / m["m00"]))


def crest(rng: np.random.Generator, room: Box) -> np.ndarray:
    """A shield in a corner of the room, a bare box or a crest."""
    x, y, w, h = room
    sw, sh = rng.uniform(48, 64), rng.uniform(54, 66)
    left, top = (x + 2, x + w - sw - 2)[int(rng.integers(2))], (y + 2, y + h - sh - 2)[int(rng.integers(2))]
    shape = [(0, 0), (0.5, 0.06), (1, 0), (0.97, 0.6), (0.5, 1), (0.03, 0.6)]
    if rng.random() < 0.4:
        shape = [(0, 0), (1, 0), (1, 1), (0, 1)]
    return np.array([(left + u * sw, top + v * sh) for u, v in shape])


# ---------------------------------------------------------------- the print
class Pen:
    """Draws in mm on a sheet of RGB."""

    def __init__(self, size: tuple[float, float], scale: float, ground: Rgb) -> None:
        self.scale = scale
        self.image = Image.new("RGB", (round(size[0] * scale), round(size[1] * scale)), ground)
        self.draw = ImageDraw.Draw(self.image)

    def px(self, points: np.ndarray) -> list[tuple[float, float]]:
        return [(float(x * self.scale), float(y * self.scale)) for x, y in points]

    def fill(self, polygon: np.ndarray, colour: Rgb) -> None:
        self.draw.polygon(self.px(polygon), fill=colour)

    def line(self, points: np.ndarray, colour: Rgb, mm: float, closed: bool = False) -> None:
        row = self.px(points)
        self.draw.line(
            row + (row[:1] if closed else []), fill=colour, width=max(1, round(mm * self.scale)), joint="curve"
        )

    def text(self, at: tuple[float, float], words: str, mm: float, colour: Rgb, font: str) -> None:
        face = ImageFont.truetype(str(FONTS / font), max(8, round(mm * self.scale)))
        self.draw.text((at[0] * self.scale, at[1] * self.scale), words, fill=colour, font=face, anchor="mm")

    def paste(self, mask: np.ndarray, colour: Rgb, strength: float = 1.0) -> None:
        """``mask``: bool or 0 to 1, as large as the sheet."""
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        if not len(rows):
            return
        x0, y0, x1, y1 = int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
        base = np.asarray(self.image.crop((x0, y0, x1, y1)), np.float32)
        m = (np.asarray(mask[y0:y1, x0:x1], np.float32) * strength)[..., None]
        new = (base * (1 - m) + np.array(colour, np.float32) * m).astype(np.uint8)
        self.image.paste(Image.fromarray(new), (x0, y0))


def jitter(rng: np.random.Generator, colour: Rgb, by: float = 10.0) -> Rgb:
    r, g, b = (int(np.clip(c + rng.uniform(-by, by), 0, 255)) for c in colour)
    return (r, g, b)


def _names(rng: np.random.Generator) -> str:
    parts = ("Ar", "Bel", "Cor", "Dun", "Eir", "Fen", "Gal", "Kil", "Lor", "Mor", "Ros", "Sli", "Tyr", "Ul")
    ends = ("agh", "mere", "don", "more", "ney", "ford", "wick", "ster", "row", "lin")
    return str(rng.choice(parts)) + str(rng.choice(ends))


def _peaks(pen: Pen, rng: np.random.Generator, at: np.ndarray, dark: bool) -> None:
    for _n in range(int(rng.integers(4, 8))):
        x, y = at + rng.normal(0, 7, 2) * [1.6, 0.6]
        k = rng.uniform(3.0, 5.0)
        pen.fill(np.array([(x - k, y + k), (x, y - k), (x + k, y + k)]), (90, 84, 78) if dark else (150, 138, 122))
        pen.fill(np.array([(x, y - k), (x + k, y + k), (x + 0.1 * k, y + k)]), (58, 54, 52) if dark else (110, 98, 86))
        pen.fill(np.array([(x - 0.25 * k, y - 0.5 * k), (x, y - k), (x + 0.25 * k, y - 0.5 * k)]), (240, 240, 240))


def draw_folio(seed: int, px_per_mm: float = 4.0) -> Stranger:
    look, layout = LOOKS[seed % len(LOOKS)], TRACKS[(seed // 2 + seed) % len(TRACKS)]
    rng, plan = plan_map(seed, 77, 48, lay_cells, layout, flood, crest)
    pen = Pen(plan.size, px_per_mm, jitter(rng, GROUNDS[look], 6))
    paints = {k: jitter(rng, v, 7) for k, v in PAINTS[look].items()}
    dark = look == "dark"
    ink: Rgb = (206, 196, 160) if dark else (40, 34, 30)
    lands = plan.lands
    w, h = pen.image.size
    big = cv2.resize(lands.labels, (w, h), interpolation=cv2.INTER_NEAREST)
    land = big > 0
    for i in range(1, COUNTIES + 1):
        mask = (big == i).astype(np.uint8)
        paint = paints[plan.colours[i - 1]]
        if look == "bands":
            depth = cv2.distanceTransform(np.pad(mask, 1), cv2.DIST_L2, 5)[1:-1, 1:-1] / px_per_mm
            pen.paste(mask > 0, (232, 220, 190))
            pen.paste((depth > 0.6) & (depth < 5.0), paint)
        elif look == "hatched":
            yy, xx = np.mgrid[0:h, 0:w]
            lean = {"blue": xx + yy, "green": xx - yy, "red": xx + 2 * yy, "yellow": 2 * xx - yy}[plan.colours[i - 1]]
            pen.paste(mask > 0, (248, 244, 232))
            pen.paste((mask > 0) & ((lean / px_per_mm) % 3.0 < 1.5), paint)
        else:
            pen.paste(mask > 0, paint)
    if look in ("lavish", "near"):
        rough = noise(rng, (h, w), 40.0) * 9 + noise(rng, (h, w), 9.0) * 7
        pen.image.paste(
            Image.fromarray(np.clip(np.asarray(pen.image, np.float32) + rough[..., None], 0, 255).astype(np.uint8))
        )
    edge = np.zeros((h, w), np.uint8)
    edge[:, 1:] |= (big[:, 1:] != big[:, :-1]).astype(np.uint8)
    edge[1:] |= (big[1:] != big[:-1]).astype(np.uint8)
    border = {"minimal": 0.0, "near": 0.9, "bands": 0.7, "hatched": 0.8, "dark": 0.6, "lavish": 1.1}[look]
    if border:
        k = max(1, round(border * px_per_mm))
        edge = cv2.dilate(edge, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k)))
        if look == "near":  # stretches without a line
            edge = edge * (noise(rng, (h, w), 60.0) > -0.25)
        pen.paste(edge > 0, (60, 48, 36) if look == "lavish" else ink, 0.85)
    _landmarks(pen, rng, plan, look, land)
    font = str(rng.choice(["SourceSerif4_600SemiBold.ttf", "IBMPlexSans_500Medium.ttf", "SourceSerif4_400Regular.ttf"]))
    for i in range(1, COUNTIES + 1):
        x, y = lands.centre(i)
        spread = 9.0 if look in ("lavish", "near") else 4.0  # names that run over the border
        pen.text((x + rng.uniform(-spread, spread), y + rng.uniform(-spread, spread)), _names(rng).upper(),
                 float(rng.uniform(4.4, 7.5)), ink, font)  # fmt: skip
        if i in plan.forts:
            tower(pen, (x, y - 8), ink)
    _cells(pen, rng, plan, paints, ink, font, look)
    pen.line(plan.shield, ink, 1.2, closed=True)
    return told(seed, plan, finish(pen, rng))


def tower(pen: Pen, at: tuple[float, float], ink: Rgb) -> None:
    x, y = at
    pen.fill(np.array([(x - 3, y + 4), (x - 3, y - 3), (x - 1.5, y - 3), (x - 1.5, y - 1.6), (x + 1.5, y - 1.6),
                       (x + 1.5, y - 3), (x + 3, y - 3), (x + 3, y + 4)]), ink)  # fmt: skip


def _landmarks(pen: Pen, rng: np.random.Generator, plan: Plan, look: str, land: np.ndarray) -> None:
    """Rivers across lands, rows of mountains, lakes and small isles, as far as a look has them."""
    lands = plan.lands
    everyone = list(range(1, COUNTIES + 1))
    if look in ("lavish", "near", "bands"):
        for i in rng.choice(everyone, 3, replace=False):
            ring = lands.polygon(int(i))
            a, b = ring[int(rng.integers(len(ring)))], np.array(lands.centre(int(i)))
            far_end = min(ring, key=lambda p: abs(float((p - b) @ (a - b)) + float(np.hypot(*(a - b)) ** 2)))
            t = np.linspace(0, 1, 14)[:, None]
            line = a + (b - a) * t
            line = np.vstack([line, b + (np.array(far_end) - b) * t]) + rng.normal(0, 0.5, (28, 2))
            wide = float(rng.uniform(1.4, 3.0))
            pen.line(line, (60, 96, 140), wide + 0.8)
            pen.line(line, (112, 166, 208), wide)
    if look in ("lavish", "dark", "bands"):
        for i in rng.choice(everyone, 3, replace=False):
            _peaks(pen, rng, np.array(lands.centre(int(i))) + rng.normal(0, 4, 2), look == "dark")
    if look in ("near", "lavish", "hatched"):
        for i in rng.choice(everyone, 2, replace=False):
            x, y = np.array(lands.centre(int(i))) + rng.normal(0, 4, 2)
            t = np.linspace(0, 2 * np.pi, 24)
            pen.fill(np.column_stack([x + 6 * np.cos(t), y + 3.6 * np.sin(t)]), (104, 156, 200))
    room = cv2.distanceTransform(np.pad((~land).astype(np.uint8), 1), cv2.DIST_L2, 3)[1:-1, 1:-1] / pen.scale
    x0, y0, w, h = (v * pen.scale for v in plan.cells.room)
    for _n in range(3):
        x, y = rng.uniform(x0, x0 + w), rng.uniform(y0, y0 + h)
        yy, xx = min(int(y), land.shape[0] - 1), min(int(x), land.shape[1] - 1)
        clear = cv2.pointPolygonTest(plan.shield.astype(np.float32), (x / pen.scale, y / pen.scale), True) < -10
        if room[yy, xx] > 9 and clear:
            t = np.linspace(0, 2 * np.pi, 12)
            r = rng.uniform(2.5, 4.5, 12)
            pen.fill(np.column_stack([x / pen.scale + r * np.cos(t), y / pen.scale + r * np.sin(t)]), (176, 160, 120))


def _cells(
    pen: Pen, rng: np.random.Generator, plan: Plan, paints: dict[str, Rgb], ink: Rgb, font: str, look: str
) -> None:
    numbered, line = rng.random() < 0.5, float(rng.uniform(0.4, 1.1))
    for i, polygon in enumerate(plan.cells.polygons):
        pen.fill(polygon, jitter(rng, paints[plan.row[i]], 3))
        pen.line(polygon, ink, line, closed=True)
        x, y = middle_of(polygon)
        if numbered:
            pen.text((x, y), str(i), 4.2, ink, font)
        if i == 0:
            pen.line(np.array([(x, y - 5), (x, y + 5)]), ink, 1.3)
            pen.line(np.array([(x - 2.6, y - 2.5), (x + 2.6, y - 2.5)]), ink, 1.3)
    for polygon in plan.cells.pictures:
        pen.fill(polygon, (198, 186, 160) if look != "dark" else (70, 64, 58))
        pen.line(polygon, ink, 0.6, closed=True)
        x, y = middle_of(polygon)
        tower(pen, (x, y), ink)
        pen.fill(np.array([(x + 5, y + 4), (x + 9, y - 4), (x + 12, y + 4)]), (120, 140, 90))


def finish(pen: Pen, rng: np.random.Generator) -> np.ndarray:
    """The sheet with the grain of its paper."""
    art = np.asarray(pen.image, np.float32)
    grain = rng.normal(0, 1.5, art.shape[:2]).astype(np.float32)
    return np.clip(art + cv2.GaussianBlur(grain, (0, 0), 1.2)[..., None] * 2, 0, 255).astype(np.uint8)
