"""A stranger map of 20 counties in four colours with its shield and score track."""

from __future__ import annotations

import itertools
import math

import cv2
import numpy as np

from tests.strangers import Stranger, StrangerSpace
from tests.strangers.ink import Print, word
from tests.strangers.land import SCALE, Lands, NoLuck, Pair, divide, four_colours, land_mask
from tests.strangers.track import Fields, colour_row, lay_fields

COLOURS = ("blue", "green", "red", "yellow")
COUNTIES = 20
LEAST_INSIDE_MM = 10.5  # radius of the largest circle in a county: a few cubes shall fit


def near_of(lands: Lands) -> dict[int, set[int]]:
    near: dict[int, set[int]] = {i: set() for i in range(1, lands.count + 1)}
    for a, b in lands.links:
        near[a].add(b)
        near[b].add(a)
    return near


def far(near: dict[int, set[int]], start: int) -> dict[int, int]:
    """Steps from one county to all others."""
    steps = {start: 0}
    row = [start]
    while row:
        row = [b for a in row for b in near[a] if b not in steps and not steps.update({b: steps[a] + 1})]
    return steps


def special(lands: Lands, colours: list[str], centres: dict[int, tuple[float, float]]) -> tuple[list[int], list[int]]:
    """Four central counties of four colours near the middle, and four fortresses of four colours far apart."""
    near = near_of(lands)
    mx, my = (float(np.mean([c[i] for c in centres.values()])) for i in (0, 1))
    order = sorted(centres, key=lambda i: math.dist(centres[i], (mx, my)))[:9]
    fours = [q for q in itertools.combinations(order, 4) if len({colours[i - 1] for i in q}) == 4]
    if not fours:
        raise NoLuck("no four colours in the middle")

    def tight(q: tuple[int, ...]) -> tuple[int, float]:
        joined = sum(b in near[a] for a, b in itertools.combinations(q, 2))
        return (-joined, sum(math.dist(centres[i], (mx, my)) for i in q))

    central = min(fours, key=tight)
    if -tight(central)[0] < 4:
        raise NoLuck("the middle falls apart")
    rest = [i for i in centres if i not in central]
    forts: list[int] = [max(rest, key=lambda i: math.dist(centres[i], (mx, my)))]
    while len(forts) < 4:
        used = {colours[i - 1] for i in forts}
        open_ = [i for i in rest if colours[i - 1] not in used and all(i not in near[f] for f in forts)]
        if not open_:
            raise NoLuck("no place for a fortress")
        forts.append(
            max(
                open_,
                key=lambda i: min(far(near, f).get(i, 0) + 0.01 * math.dist(centres[i], centres[f]) for f in forts),
            )
        )
    return list(central), forts


def _shield(rng: np.random.Generator, room: tuple[float, float, float, float]) -> np.ndarray:
    """A shield in a corner of the map's room."""
    x, y, w, h = room
    sw, sh = rng.uniform(58, 70), rng.uniform(58, 72)
    left, top = (x + 4, x + w - sw - 4)[int(rng.integers(2))], (y + 4, y + h - sh - 4)[int(rng.integers(2))]
    kind = int(rng.integers(3))
    if kind == 0:
        shape = [(0, 0), (1, 0), (1, 0.55), (0.82, 0.82), (0.5, 1), (0.18, 0.82), (0, 0.55)]
    elif kind == 1:
        shape = [
            (0.5 + 0.5 * math.cos(a), 0.5 + 0.5 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 28, endpoint=False)
        ]
    else:
        shape = [(0.12, 0), (0.88, 0), (1, 0.12), (1, 0.7), (0.5, 1), (0, 0.7), (0, 0.12)]
    return np.array([(left + u * sw, top + v * sh) for u, v in shape])


def _try(
    seed: int, attempt: int
) -> tuple[np.random.Generator, tuple[float, float], Fields, np.ndarray, Lands, list[str]]:
    rng = np.random.default_rng([seed, 301, attempt])
    w, h = rng.uniform(440, 590), rng.uniform(330, 430)
    if rng.random() < 0.15:
        w, h = h * 1.05, w * 0.95
    size = (float(round(w)), float(round(h)))
    fields = lay_fields(rng, size, int(rng.integers(40, 57)), 17.0)
    x, y, rw, rh = fields.room
    if rw < 200 or rh < 190:
        raise NoLuck("no room for the map")
    shield = _shield(rng, fields.room)
    room = np.zeros((round(size[1] * SCALE), round(size[0] * SCALE)), np.uint8)
    room[round(y * SCALE) : round((y + rh) * SCALE), round(x * SCALE) : round((x + rw) * SCALE)] = 1
    blocked, own = np.zeros_like(room), np.zeros_like(room)
    cv2.fillPoly(own, [np.round(shield * SCALE).astype(np.int32)], 1)
    cv2.fillPoly(blocked, [np.round(p * SCALE).astype(np.int32) for p in fields.polygons], 1)
    if (cv2.dilate(own, np.ones((9, 9), np.uint8)) & blocked).any():
        raise NoLuck("the shield lies on the track")
    blocked |= own
    room[cv2.dilate(blocked, np.ones((21, 21), np.uint8)) > 0] = 0
    lands = divide(rng, land_mask(rng, room > 0), COUNTIES, rng.uniform(0.6, 1.5))
    for i in range(1, COUNTIES + 1):
        inner = cv2.distanceTransform(np.pad((lands.labels == i).astype(np.uint8), 1), cv2.DIST_L2, 5).max() / SCALE
        if inner < LEAST_INSIDE_MM:
            raise NoLuck(f"county {i} is too narrow")
    if len(far(near_of(lands), 1)) < COUNTIES:
        raise NoLuck("the land falls apart")
    return rng, size, fields, shield, lands, four_colours(rng, lands, COLOURS, COUNTIES // 4)


def draw_map(seed: int, px_per_mm: float = 4.0) -> Stranger:
    """The stranger of a seed; draws until a map is playable."""
    for attempt in range(60):
        try:
            rng, size, fields, shield, lands, colours = _try(seed, attempt)
            centres = {i: lands.centre(i) for i in range(1, COUNTIES + 1)}
            central, forts = special(lands, colours, centres)
        except NoLuck:
            continue
        break
    else:
        raise RuntimeError(f"no stranger map for seed {seed}")
    names = {i: f"c{i:02d}" for i in centres}
    extra = [(a, b) for a, b in itertools.combinations(sorted(central), 2) if (a, b) not in lands.links]
    links = frozenset(tuple(sorted((names[a], names[b]))) for a, b in [*lands.links, *extra])
    spaces = [
        StrangerSpace(
            names[i],
            "county",
            lands.polygon(i),
            centres[i],
            colours[i - 1],
            "",
            fortress=i in forts,
            central=i in central,
        )
        for i in centres
    ]
    row = colour_row(rng, len(fields.polygons), COLOURS)
    for i, polygon in enumerate(fields.polygons):
        middle = (float(polygon[:, 0].mean()), float(polygon[:, 1].mean()))
        spaces.append(StrangerSpace(f"f{i:02d}", "field", polygon, middle, row[i]))
    spaces.append(StrangerSpace("shield", "shield", shield, (float(shield[:, 0].mean()), float(shield[:, 1].mean()))))
    art = _print(rng, size, px_per_mm, lands, spaces, extra, centres)
    track = tuple(f"f{i:02d}" for i in range(len(row)))
    return Stranger(seed, "hibernia", art, size, tuple(spaces), links, track, row, fields.loop)


def _print(
    rng: np.random.Generator,
    size: tuple[float, float],
    scale: float,
    lands: Lands,
    spaces: list[StrangerSpace],
    arrows: list[Pair],
    centres: dict[int, tuple[float, float]],
) -> np.ndarray:
    sheet = Print(rng, size, scale)
    sheet.frame()
    big = cv2.resize(lands.labels, (sheet.shape[1], sheet.shape[0]), interpolation=cv2.INTER_NEAREST)
    land = (big > 0).astype(np.uint8) * 255
    if rng.random() < 0.6:  # a glow or lines along the coast
        out = cv2.distanceTransform(255 - land, cv2.DIST_L2, 5) / scale
        if rng.random() < 0.5:
            glow = np.exp(-out / rng.uniform(2, 6)) * (land == 0)
            sheet.blend((glow * 255).astype(np.uint8), sheet.line if rng.random() < 0.5 else (250, 248, 240), 0.5)
        else:
            ring = ((out % rng.uniform(2.0, 3.5)) < 0.4) & (out < rng.uniform(5, 12)) & (land == 0)
            sheet.blend((ring * 255).astype(np.uint8), sheet.line, 0.5)
    for s in spaces:
        if s.kind == "county":
            mask = (big == int(s.id[1:])).astype(np.uint8) * 255
            sheet.paint_mask(cv2.GaussianBlur(mask, (0, 0), 0.8), sheet.paints[s.colour])
    edge = np.zeros(sheet.shape, np.uint8)
    edge[:, 1:] |= (big[:, 1:] != big[:, :-1]).astype(np.uint8) * 255
    edge[1:] |= (big[1:] != big[:-1]).astype(np.uint8) * 255
    wide = max(1, round(sheet.line_mm * scale))
    edge = cv2.dilate(edge, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    sheet.blend(cv2.GaussianBlur(edge, (0, 0), 0.7), sheet.line)
    letters = rng.uniform(2.2, 4.2)
    for s in spaces:
        if s.kind != "county":
            continue
        if rng.random() < 0.35:  # hills or trees
            for _ in range(int(rng.integers(2, 6))):
                x, y = s.centre[0] + rng.normal(0, 7), s.centre[1] + rng.normal(0, 7)
                k = rng.uniform(1.5, 3.0)
                sheet.lines(
                    [np.array([(x - k, y + k / 2), (x, y - k), (x + k, y + k / 2)])], sheet.line, 0.4, closed=False
                )
        sheet.text((s.centre[0], s.centre[1] + rng.uniform(-4, 4)), word(rng), letters, rng.normal(0, 8))
        if s.fortress:
            sheet.fortress((s.centre[0], s.centre[1] - 7), rng.uniform(2.6, 4.2))
    for a, b in arrows:
        p, q = np.array(centres[a]), np.array(centres[b])
        d = (q - p) / np.hypot(*(q - p))
        m, n = (p + q) / 2, np.array([-d[1], d[0]])
        for e, sign in ((m + d * 7, 1), (m - d * 7, -1)):
            head = np.array([e - d * sign * 3 + n * 2, e, e - d * sign * 3 - n * 2])
            sheet.lines([np.array([m, e]), head], sheet.letters, 0.9, closed=False)
    style = rng.choice(["flat", sheet.fill_style])
    numbered = rng.random() < 0.5
    for s in spaces:
        if s.kind == "field":
            sheet.area(s.polygon, sheet.paints[s.colour], str(style), min(1.0, sheet.line_mm))
            if numbered and int(s.id[1:]) % 5 == 0:
                sheet.text(s.centre, s.id[1:], 2.6)
        elif s.kind == "shield":
            tone = tuple(np.clip(np.array(sheet.ground) * rng.uniform(0.75, 1.25), 20, 245).tolist())
            sheet.area(s.polygon, tone, "wash", rng.uniform(0.8, 2.0))
    start = next(s for s in spaces if s.kind == "field")
    sheet.lines(
        [np.array([(start.centre[0], start.centre[1] - 6), (start.centre[0], start.centre[1] + 6)])], sheet.letters, 1.1
    )
    x, y = start.centre
    sheet.lines([np.array([(x - 3, y - 3), (x + 3, y - 3)])], sheet.letters, 1.1)
    _fill_sea(sheet, rng, land, spaces)
    return sheet.finish()


def _fill_sea(sheet: Print, rng: np.random.Generator, land: np.ndarray, spaces: list[StrangerSpace]) -> None:
    """A title and a rose wherever the sea is wide enough."""
    taken = land.copy()
    for s in spaces:
        if s.kind != "county":
            cv2.fillPoly(taken, [sheet.px(s.polygon)], 255, cv2.LINE_8, 4)
    for kind in ("rose", "title", "rose"):
        room = (
            cv2.distanceTransform(255 - np.pad(taken, 1, constant_values=255), cv2.DIST_L2, 3)[1:-1, 1:-1] / sheet.scale
        )
        y, x = np.unravel_index(int(np.argmax(room)), room.shape)
        radius = float(room[y, x])
        at = ((float(x) + 0.5) / sheet.scale, (float(y) + 0.5) / sheet.scale)
        if radius < 9:
            return
        if kind == "title":
            name = word(rng).upper()
            sheet.text(at, name, min(9.0, 1.9 * radius / len(name)), rng.normal(0, 5))
        else:
            sheet.rose(at, min(22.0, radius * 0.8))
        cv2.circle(taken, (int(x), int(y)), int(radius * sheet.scale), 255, -1)
