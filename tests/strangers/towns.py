"""A stranger board of 53 towns in eight regions, with roads, a marriage track, side areas and a score track."""

from __future__ import annotations

import math

import cv2
import numpy as np
from attrs import frozen

from tests.strangers import Link, Stranger, StrangerSpace
from tests.strangers.ink import Print, word
from tests.strangers.land import SCALE, clouds, settle
from tests.strangers.sketch import SketchTown, sketch_towns

STEPS = 10  # spaces of the marriage track


@frozen(eq=False)
class _Plan:
    """Everything in mm before it is printed."""

    size: tuple[float, float]
    at: dict[str, np.ndarray]
    radius: float
    labels: np.ndarray  # regions at SCALE px/mm, 1.. in the order of ``regions``
    regions: tuple[str, ...]
    fields: tuple[StrangerSpace, ...]
    areas: tuple[StrangerSpace, ...]


def _circle(at: np.ndarray, r: float, n: int = 28) -> np.ndarray:
    a = np.linspace(0, 2 * math.pi, n, endpoint=False)
    return np.column_stack([at[0] + r * np.cos(a), at[1] + r * np.sin(a)])


def _apart(at: np.ndarray, least: float) -> np.ndarray:
    """Pushes places that are closer than ``least`` mm away from each other."""
    for _ in range(400):
        d = at[:, None] - at[None]
        far = np.hypot(d[..., 0], d[..., 1]) + np.eye(len(at)) * 1e6
        short = np.clip(least - far, 0, None)
        if short.max() < 0.01:
            break
        at = at + 0.5 * (d / far[..., None] * short[..., None]).sum(1)
    return at


def _box_space(ident: str, kind: str, x: float, y: float, w: float, h: float) -> StrangerSpace:
    return StrangerSpace(
        ident, kind, np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]), (x + w / 2, y + h / 2)
    )


def _plan(rng: np.random.Generator, towns: tuple[SketchTown, ...]) -> _Plan:
    radius = rng.uniform(9.0, 11.5)  # printed rings; the discs on them have 16 to 18 mm
    scale = rng.uniform(5.4, 6.3)
    stretch = rng.uniform(1.0, 1.35)
    at = np.array([t.at for t in towns]) - (28, 8)
    at = at * (scale * stretch, scale) + rng.normal(0, 3.0, (len(towns), 2))
    if rng.random() < 0.3:
        turn = math.radians(rng.uniform(-12, 12))
        at = at @ np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    at = _apart(at, 2 * radius + 3.5)
    rim = rng.uniform(17, 20) if rng.random() < 0.6 else 0.0  # score track around the sheet, or none
    side = rng.uniform(95, 125)
    right = rng.random() < 0.5
    edge = rim + radius + 16
    at = at - at.min(0) + (edge + (0 if right else side), edge)
    width = float(round(at[:, 0].max() + edge + (side if right else 0)))
    height = float(round(at[:, 1].max() + edge))
    places = dict(zip((t.id for t in towns), at, strict=True))
    off = (0 if right else side) + rim + 5, rim + 5, width - rim - 5 - (side if right else 0), height - rim - 5
    labels, regions = _regions(rng, towns, places, (width, height), off)
    x = width - rim - side + 6 if right else rim + 6
    areas, fields = _side(rng, x, rim + 8, side - 14, height - 2 * rim - 16)
    if rim:
        fields += _score(rng, (width, height), rim)
    return _Plan((width, height), places, radius, labels, regions, tuple(fields), tuple(areas))


def _regions(
    rng: np.random.Generator,
    towns: tuple[SketchTown, ...],
    at: dict[str, np.ndarray],
    size: tuple[float, float],
    room: tuple[float, ...],
) -> tuple[np.ndarray, tuple[str, ...]]:
    """The eight regions: each point belongs to its nearest town, borders wind, the coast keeps its distance."""
    names = tuple(dict.fromkeys(t.region for t in towns))
    h, w = round(size[1] * SCALE), round(size[0] * SCALE)
    gy, gx = np.mgrid[0:h, 0:w].astype(np.float32)
    gx += clouds(rng, (h, w), 50.0, 2) * 5
    gy += clouds(rng, (h, w), 50.0, 2) * 5
    best = np.full((h, w), np.inf, np.float32)
    labels = np.zeros((h, w), np.uint8)
    for t in towns:
        d = np.hypot(gx - at[t.id][0] * SCALE, gy - at[t.id][1] * SCALE)
        closer = d < best
        best[closer] = d[closer]
        labels[closer] = names.index(t.region) + 1
    mask = cv2.morphologyEx((best < 30 * SCALE).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((61, 61), np.uint8))
    mask = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 10) > 0.45
    x0, y0, x1, y1 = (round(v * SCALE) for v in room)
    inside = np.zeros_like(mask)
    inside[y0:y1, x0:x1] = True
    return settle(labels, mask & inside, len(names)).labels, names


def _side(
    rng: np.random.Generator, x: float, y: float, w: float, h: float
) -> tuple[list[StrangerSpace], list[StrangerSpace]]:
    """Battle and church area, eight claim slots and the marriage track, one below the other in any order."""
    areas: list[StrangerSpace] = []
    steps: list[StrangerSpace] = []
    parts = ["battle", "church", "claims", "marriage"]
    rng.shuffle(parts)
    share = {"battle": 0.2, "church": 0.2, "claims": 0.22, "marriage": 0.34}
    for part in parts:
        high = h * share[part]
        if part in ("battle", "church"):
            areas.append(_box_space(part, "area", x, y, w, high))
        elif part == "claims":
            for i in range(8):
                cw, ch = w / 4, high / 2
                areas.append(
                    _box_space(f"claim{i}", "area", x + (i % 4) * cw + 2, y + (i // 4) * ch + 2, cw - 4, ch - 4)
                )
        else:  # upwards, in two rows to and fro or one column
            cw, ch = w / 2, high / 5
            for i in range(STEPS):
                row, k = divmod(i, 2)
                k = k if row % 2 == 0 else 1 - k
                steps.append(
                    _box_space(f"m{i}", "field", x + k * cw + 1, y + high - (row + 1) * ch + 1, cw - 2, ch - 2)
                )
        y += high + h * 0.01
    return areas, steps


def _score(rng: np.random.Generator, size: tuple[float, float], rim: float) -> list[StrangerSpace]:
    """A ring of numbered fields along the rim."""
    w, h = size
    inset = 3 + rim / 2 - 2
    nx, ny = round((w - 6) / rim), round((h - 6) / rim)
    xs, ys = np.linspace(inset, w - inset, nx), np.linspace(inset, h - inset, ny)
    ring = [(v, inset) for v in xs] + [(w - inset, v) for v in ys[1:]]
    ring += [(v, h - inset) for v in xs[-2::-1]] + [(inset, v) for v in ys[-2:0:-1]]
    a = min(xs[1] - xs[0], ys[1] - ys[0]) - 1.5
    start = int(rng.integers(len(ring)))
    ring = ring[start:] + ring[:start]
    return [_box_space(f"s{i}", "field", px - a / 2, py - a / 2, a, a) for i, (px, py) in enumerate(ring)]


def draw_towns(seed: int, px_per_mm: float = 4.0) -> Stranger:
    """The stranger board of a seed. Ids of towns are those of the catalogue; ``track`` is the marriage track."""
    rng = np.random.default_rng([seed, 401])
    towns = sketch_towns()
    plan = _plan(rng, towns)
    links: set[Link] = {(min(t.id, r), max(t.id, r)) for t in towns for r in t.roads}
    spaces = [
        StrangerSpace(
            t.id,
            "town",
            _circle(plan.at[t.id], plan.radius),
            (float(plan.at[t.id][0]), float(plan.at[t.id][1])),
            t.colour,
            t.region,
        )
        for t in towns
    ]
    art = _print(rng, plan, px_per_mm, towns, links)
    track = tuple(f.id for f in plan.fields if f.id.startswith("m"))
    return Stranger(
        seed,
        "brian_boru",
        art,
        plan.size,
        (*spaces, *plan.areas, *plan.fields),
        frozenset(links),
        track,
        ("",) * len(track),
        False,
    )


def _bow(rng: np.random.Generator, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A road: a slightly bent line."""
    n = np.array([-(b - a)[1], (b - a)[0]])
    m = (a + b) / 2 + n * rng.normal(0, 0.08)
    t = np.linspace(0, 1, 16)[:, None]
    return (1 - t) ** 2 * a + 2 * t * (1 - t) * m + t**2 * b


def _print(
    rng: np.random.Generator, plan: _Plan, scale: float, towns: tuple[SketchTown, ...], links: set[Link]
) -> np.ndarray:
    sheet = Print(rng, plan.size, scale)
    sheet.frame()
    big = cv2.resize(plan.labels, (sheet.shape[1], sheet.shape[0]), interpolation=cv2.INTER_NEAREST)
    base = np.array(sheet.ground)
    for i in range(1, len(plan.regions) + 1):
        tone = np.clip(base * rng.uniform(0.75, 1.3) + rng.normal(0, 14, 3), 30, 235)
        sheet.paint_mask((big == i).astype(np.uint8) * 255, tuple(tone.tolist()), "wash")
    edge = np.zeros(sheet.shape, np.uint8)
    edge[:, 1:] |= (big[:, 1:] != big[:, :-1]).astype(np.uint8) * 255
    edge[1:] |= (big[1:] != big[:-1]).astype(np.uint8) * 255
    wide = max(1, round(sheet.line_mm * scale))
    sheet.blend(cv2.GaussianBlur(cv2.dilate(edge, np.ones((wide, wide), np.uint8)), (0, 0), 0.7), sheet.line, 0.8)
    roads = [_bow(rng, plan.at[a], plan.at[b]) for a, b in sorted(links)]
    width = rng.uniform(1.6, 3.2)
    if rng.random() < 0.6:
        sheet.lines(roads, sheet.line, width, closed=False)
    light = tuple(np.clip(base * 1.5, 150, 248).tolist())
    sheet.lines(roads, light, width * 0.55, closed=False)
    style = int(rng.integers(3))
    for t in towns:
        at, colour = plan.at[t.id], sheet.paints[t.colour]
        sheet.disc(at, plan.radius, sheet.line)
        sheet.disc(at, plan.radius - 0.7, colour)
        if style == 0:  # a ring of colour around a pale middle
            sheet.disc(at, plan.radius * 0.62, light)
        elif style == 1:
            sheet.disc(at, plan.radius * 0.78, sheet.line, 0.5)
        if rng.random() < 0.9:
            name = word(rng)
            sheet.text((at[0], at[1] + plan.radius + 2.4), name, 2.2)
    for s in (*plan.areas, *plan.fields):
        tone = np.clip(base * (0.85 if s.kind == "area" else 1.2), 25, 240)
        sheet.area(s.polygon, tuple(tone.tolist()), "flat", min(sheet.line_mm, 0.9))
        if s.kind == "field":
            number = s.id[1:]
            if s.id.startswith("m") or int(number) % 5 == 0:
                sheet.text(s.centre, number, 3.2)
        elif s.id in ("battle", "church"):
            sheet.text((s.centre[0], float(s.polygon[0][1]) + 5), word(rng), 4.5)
    return sheet.finish()
