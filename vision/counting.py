"""From pixels to numbers: cubes found in groups of touching pieces, and how sure each number is.

A cube that could be left out, be of another paint, or lie across a border is a coin with known odds; the numbers of a
place are the sums of such coins, mixed with a small chance that the whole fit is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from vision.camera import View
from vision.cubes import Cube, Stage, square
from vision.evidence import MOST, Evidence, pieces_mask
from vision.rectify import Mask

SURE = 0.035  # nats of belief per nats mm² of evidence: neighbouring pixels err together
FAIL = 0.0015  # chance that a lone cube or an empty place is misread altogether
FAIL_TOUCHING = 0.006  # more of it for each cube that touches another
FAIL_GHOSTS = 0.3  # a changed place with pieces that no pixel showed
UNDER, OVER = 0.62, 0.25  # share of failures that are one too few, one too many
LEAST = -12.0  # nats; no number is ruled out further than this
MOST_COUNT = 16


@define(eq=False)
class Found:
    """A cube in the picture: ``loss`` of evidence (nats mm²) without it, ``swaps``: loss as another paint.

    ``kept``: it was there before and its pixels are unchanged; ``touching``: how many others touch it.
    """

    cube: Cube
    loss: float
    swaps: Mapping[int, float] = field(factory=dict)
    kept: bool = False
    touching: int = 0
    owner: str = ""  # the place it was agreed to lie in


@define(eq=False)
class Extra:
    """A cube that might be there as well: ``gain`` of evidence (nats mm², below nought) if it were."""

    cube: Cube
    gain: float


def stage_of(
    evidence: Evidence,
    box: tuple[slice, slice],
    edge: float,
    height: float,
    view: View,
    rims: NDArray[np.float32] | None = None,
) -> Stage:
    """A crop of the evidence as a stage for cubes; ``rims``: outlines in that crop, if they shall count."""
    r = evidence.raster
    rows, cols = box
    x0, y0 = r.x0 + cols.start / r.scale, r.y0 + rows.start / r.scale
    mx, my = r.x0 + (cols.start + cols.stop) / 2 / r.scale, r.y0 + (rows.start + rows.stop) / 2 / r.scale
    lx, ly = view.lean(mx, my)
    top = np.ascontiguousarray(evidence.top[:, rows, cols])
    side = np.ascontiguousarray(evidence.side[:, rows, cols])
    return Stage(top, side, x0, y0, r.scale, edge, (-lx * height, -ly * height), rims)


def groups(evidence: Evidence, where: Mask, kept: Sequence[Cube], edge: float) -> list[tuple[slice, slice]]:
    """Boxes around the blobs of pieces inside ``where``, wide enough that a cube of the blob cannot leave."""
    mask = pieces_mask(evidence)
    mask[where == 0] = 0
    r = evidence.raster
    for c in kept:  # what is explained already needs no box of its own, but ties its neighbours together
        q = r.px(square(c.x, c.y, c.yaw, edge))
        cv2.fillConvexPoly(mask, np.round(q * 16).astype(np.int32), 128, cv2.LINE_8, 4)
    near = max(3, round(1.5 * r.scale) | 1)
    joined = cv2.dilate(mask, np.ones((near, near), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    boxes = []
    margin = round(0.9 * edge * r.scale)
    for i in range(1, count):
        x, y, w, h = (int(v) for v in stats[i, :4])
        inner = mask[y : y + h, x : x + w][labels[y : y + h, x : x + w] == i]
        if (inner == 255).sum() < 0.12 * edge * edge * r.scale**2:
            continue
        boxes.append(
            (
                slice(max(0, y - margin), min(r.height, y + h + margin)),
                slice(max(0, x - margin), min(r.width, x + w + margin)),
            )
        )
    return boxes


def find(
    evidence: Evidence, where: Mask, view: View, edge: float, height: float, kept: Sequence[Found], paints: list[int]
) -> tuple[list[Found], list[Extra]]:
    """All cubes inside ``where`` (255), with the odds of each; ``kept`` ones stay as they are."""
    found = list(kept)
    extras: list[Extra] = []
    done: list[Cube] = [f.cube for f in kept]
    boxes = groups(evidence, where, done, edge)
    boxes.sort(key=lambda b: -(b[0].stop - b[0].start) * (b[1].stop - b[1].start))
    for box in boxes:
        stage = stage_of(evidence, box, edge, height, view)
        inside = [c for c in done if within(stage, c)]
        cubes, score = stage.cover(paints, inside, len(inside))
        fresh, more = _odds(stage, cubes, score, len(inside), paints)
        found += fresh
        extras += more
        done += [f.cube for f in fresh]
    return found, extras


def within(stage: Stage, cube: Cube) -> bool:
    h, w = stage.top.shape[1:]
    x, y = (cube.x - stage.x0) * stage.scale, (cube.y - stage.y0) * stage.scale
    slack = 0.75 * stage.edge * stage.scale
    return -slack < x < w + slack and -slack < y < h + slack


def _odds(
    stage: Stage, cubes: list[Cube], score: float, fixed: int, paints: list[int]
) -> tuple[list[Found], list[Extra]]:
    """What each cube is worth, and what one more would cost."""
    out = []
    reach = (1.25 * stage.edge) ** 2
    for i in range(fixed, len(cubes)):
        c = cubes[i]
        near = [j for j, o in enumerate(cubes) if j != i and (o.x - c.x) ** 2 + (o.y - c.y) ** 2 < reach]
        rest = cubes[:i] + cubes[i + 1 :]
        loss = score - stage.score(rest)
        movable = [j - (j > i) for j in near if j >= fixed]
        if movable and loss < 1.2 * MOST * stage.edge**2:
            # Its neighbours may take over its pixels.
            loss = min(loss, score - stage.refine(rest, movable, fine=False)[1])
        swaps = {}
        for k in paints:
            if k != c.paint:
                trial = [*cubes]
                trial[i] = Cube(k, c.x, c.y, c.yaw)
                swaps[k] = score - stage.score(trial)
        out.append(Found(c, max(loss, 0.0), swaps, touching=len(near)))
    extras = []
    for gain, cube in stage.propose(cubes, paints):
        if gain < -1.5 * MOST * stage.edge**2:
            continue
        near = [j for j, c in enumerate(cubes) if j >= fixed and (c.x - cube.x) ** 2 + (c.y - cube.y) ** 2 < 2 * reach]
        trial, s = stage.refine([*cubes, cube], [len(cubes), *near], fine=False)
        extras.append(Extra(trial[len(cubes)], min(s - score, 0.0)))
    return out, extras


def _coin(counts: NDArray[np.float64], p: float) -> NDArray[np.float64]:
    out = counts * (1 - p)
    out[1:] += counts[:-1] * p
    out[-1] += counts[-1] * p
    return out


def number_odds(
    paint: int,
    found: Sequence[tuple[Found, float]],
    extras: Sequence[tuple[Extra, float]],
    most: int,
    base: int = 0,
    gone: Sequence[tuple[Found, float]] = (),
) -> tuple[float, ...]:
    """Log likelihood of 0, 1, 2 ... pieces of a paint in one place (best = 0).

    ``found`` and ``extras`` come with their share in this place; ``most``: how many may lie here; ``base``: pieces that
    are agreed to lie here although no pixel shows them, of which ``gone`` have left.
    """
    size = MOST_COUNT + 1
    counts = np.zeros(size)
    counts[min(base, size - 1)] = 1.0
    touching = 0
    changed = False
    for f, share in gone:
        odds = {k: np.exp(-SURE * max(v, 0.0)) for k, v in f.swaps.items()}
        total = 1.0 + np.exp(-SURE * f.loss) + sum(odds.values())
        p = share * (1.0 if f.cube.paint == paint else odds.get(paint, 0.0)) / total
        counts[:-1] = counts[:-1] * (1 - p) + counts[1:] * p
        counts[-1] *= 1 - p
    for f, share in found:
        if f.kept:
            if f.cube.paint == paint:
                counts = _coin(counts, share)
            continue
        odds = {k: np.exp(-SURE * max(v, 0.0)) for k, v in f.swaps.items()}
        gone = np.exp(-SURE * f.loss)
        total = 1.0 + gone + sum(odds.values())
        mine = (1.0 if f.cube.paint == paint else odds.get(paint, 0.0)) / total
        counts = _coin(counts, share * mine)
        if f.cube.paint == paint:
            changed = True
            touching += f.touching > 0
    for e, share in extras:
        if e.cube.paint == paint:
            odds_of_it = np.exp(SURE * e.gain)
            counts = _coin(counts, share * odds_of_it / (1 + odds_of_it))
    fail = min(0.2, FAIL + FAIL_TOUCHING * touching if changed else FAIL)
    if base:  # nobody has seen just where those are
        fail = FAIL_GHOSTS
    best = int(counts.argmax())
    spread = np.zeros(size)
    for n in range(size):
        step = n - best
        if step == 1:
            spread[n] = UNDER
        elif step == -1:
            spread[n] = OVER
        elif step:
            spread[n] = 0.12 * (0.5 ** abs(step))
    counts = (1 - fail) * counts / counts.sum() + fail * spread / spread.sum()
    log = np.log(np.maximum(counts, 1e-30))
    if most < MOST_COUNT:
        log[most + 1 :] += -4.0
    log = np.maximum(log - log.max(), LEAST)
    return tuple(float(round(v, 3)) for v in log)


def flat(most: int = MOST_COUNT) -> tuple[float, ...]:
    """Nothing is known: every number is as likely as any other."""
    return (0.0,) * (MOST_COUNT + 1)


def known(count: int, sure: float) -> tuple[float, ...]:
    """A number that was agreed and whose pixels have not changed: ``sure`` nats above its neighbours."""
    log = [max(LEAST, -sure - 1.5 * (abs(n - count) - 1)) if n != count else 0.0 for n in range(MOST_COUNT + 1)]
    return tuple(log)


def mixed(log: tuple[float, ...], seen: float) -> tuple[float, ...]:
    """Weaken a reading of a place that was seen in part only."""
    if seen >= 0.995:
        return log
    p = np.exp(np.asarray(log))
    p = p / p.sum() * seen + (1 - seen) / len(log)
    out = np.log(p)
    return tuple(float(round(v, 3)) for v in out - out.max())
