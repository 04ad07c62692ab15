"""From pixels to numbers: pieces found in groups that touch, and how sure each number is.

A piece that could be left out, be of another kind, or lie across a border is a coin with known odds; the numbers of a
place are the sums of such coins, mixed with a small chance that the whole fit is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from vision.camera import View
from vision.evidence import Evidence, pieces_mask
from vision.observation import MOST_COUNT
from vision.rectify import Mask
from vision.scoring import MOST, PATIENCE
from vision.sight import Sight
from vision.solids import Body, beside
from vision.stage import Stage

SURE = 0.035  # nats of belief per nats mm² of evidence: neighbouring pixels err together
FAIL = 0.0015  # chance that a lone cube or an empty place is misread altogether
FAIL_TOUCHING = 0.006  # more of it for each cube that touches another
NAMED = 0.6  # chance that what has no known paint is one of our pieces all the same
FAIL_GHOSTS = 0.3  # a changed place with pieces that no pixel showed
LOST = 0.8  # how many pieces that no pixel shows have come or gone is anybody's guess
UNDER, OVER = 0.62, 0.25  # share of failures that are one too few, one too many
EDGE = 0.9  # lengths of a piece from the edge of a crop within which pieces of another blob may show in part
LEAST = -12.0  # nats; no number is ruled out further than this
Box = tuple[slice, slice]


@define(eq=False)
class Found:
    """A piece in the picture: ``loss`` of evidence (nats mm²) without it, ``swaps``: loss as another solid.

    ``kept``: it was there before and its pixels are unchanged; ``touching``: how many others touch it.
    """

    body: Body
    loss: float
    swaps: Mapping[int, float] = field(factory=dict)
    likeness: Mapping[int, float] = field(factory=dict)  # what it may be if its paint is none we know
    unnamed: frozenset[int] = frozenset()  # solids without a name
    kept: bool = False
    touching: int = 0
    owner: str = ""  # the place it was agreed to lie in


@define(eq=False)
class Extra:
    """A piece that might be there as well: ``gain`` of evidence (nats mm², below nought) if it were."""

    body: Body
    gain: float


def groups(
    sight: Sight, evidence: Evidence, where: Mask, kept: Sequence[Body], solids: Sequence[int], view: View
) -> list[tuple[Box, Box]]:
    """Boxes around the blobs of pieces inside ``where``, wide enough that a piece of the blob cannot leave; and close
    around them, where the pieces stand."""
    mask = pieces_mask(evidence)
    mask[where == 0] = 0
    r = evidence.raster
    for b in kept:  # what is explained already needs no box of its own, but ties its neighbours together
        box, inside = sight.silhouette(view, b, top_only=True)
        mask[box][inside > 0] = 128
    smallest = min(sight.shapes[k].area for k in solids)
    margin = round(max(EDGE * sight.shapes[k].length + sight.reach(view, sight.shapes[k]) for k in solids) * r.scale)
    near = max(3, round(1.5 * r.scale) | 1)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(mask, np.ones((near, near), np.uint8)))
    boxes = []
    for i in range(1, count):
        x, y, w, h = (int(v) for v in stats[i, :4])
        inner = mask[y : y + h, x : x + w][labels[y : y + h, x : x + w] == i]
        if (inner == 255).sum() < 0.12 * smallest * r.scale**2:
            continue
        rows = slice(max(0, y - margin), min(r.height, y + h + margin))
        wide = (rows, slice(max(0, x - margin), min(r.width, x + w + margin)))
        boxes.append((wide, (slice(y, y + h), slice(x, x + w))))
    return boxes


def find(
    sight: Sight,
    evidence: Evidence,
    where: Mask,
    view: View,
    kept: Sequence[Found],
    solids: Sequence[int],
    flanks: bool = False,
) -> tuple[list[Found], list[Extra], list[Box]]:
    """All pieces inside ``where`` (255), with the odds of each; ``kept`` ones stay as they are.

    Boxes come last in which so much lies that finding it would take too long: nothing is said of them.
    ``flanks``: pieces whose sides alone show are looked for as well; for little that has changed, else shadows do.
    """
    found = list(kept)
    extras: list[Extra] = []
    large: list[Box] = []
    if not solids:
        return found, extras, large
    done: list[Body] = [f.body for f in kept]
    blobs = groups(sight, evidence, where, done, solids, view)
    patience = PATIENCE
    blobs.sort(key=lambda b: -(b[0][0].stop - b[0][0].start) * (b[0][1].stop - b[0][1].start))
    boxes = [box for box, _ in blobs]
    for n, (box, close) in enumerate(blobs, 1):
        stage = sight.stage(evidence, box, view)
        likely = plausible(stage, sight.fitting(close, solids))  # what only fits next door is no rival here
        inside = [b for b in done if within(stage, b)]
        stage.budget = min(patience, PATIENCE / 2)
        bodies, score = stage.cover(likely, inside, len(inside), flanks=flanks)
        if stage.tired:
            patience -= stage.spent
            large.append(box)
            continue
        fresh, more = _odds(stage, bodies, score, len(inside), likely)
        patience -= stage.spent
        fresh = [f for f in fresh if not _cut(sight, f.body, box, boxes[n:])]
        found += fresh
        extras += [e for e in more if not _cut(sight, e.body, box, boxes[n:])]
        done += [f.body for f in fresh]
    return found, extras, large


def plausible(stage: Stage, solids: Sequence[int]) -> list[int]:
    """Solids whose colour shows on as many pixels of a crop as a quarter of a top, or next best on as many."""
    shown = [float(np.maximum(t, 0).sum()) / MOST for t in stage.top]
    return [k for k in solids if shown[stage.solids[k].colour] > 0.06 * stage.solids[k].area]


def within(stage: Stage, body: Body) -> bool:
    """True if a body shows in the crop."""
    h, w = stage.top.shape[1:]
    x, y = (body.x - stage.x0) * stage.scale, (body.y - stage.y0) * stage.scale
    solid = stage.solids[body.solid]
    slack = (solid.reach + solid.height * float(np.hypot(*stage.lean))) * stage.scale
    return bool(-slack < x < w + slack and -slack < y < h + slack)


def _cut(sight: Sight, body: Body, box: Box, later: Sequence[Box]) -> bool:
    """Whether a body lies on the edge of its box, where half of a piece may show, and well within one still to come."""
    least = EDGE * sight.shapes[body.solid].length
    return _inset(sight, body, box) < least and any(_inset(sight, body, b) >= least for b in later)


def _inset(sight: Sight, body: Body, box: Box) -> float:
    """How far (mm) the middle of a body lies within a box; below nought outside."""
    r, (rows, cols) = sight.raster, box
    x, y = (body.x - r.x0) * r.scale, (body.y - r.y0) * r.scale
    return float(min(x - cols.start, cols.stop - x, y - rows.start, rows.stop - y)) / r.scale


def _odds(
    stage: Stage, bodies: list[Body], score: float, fixed: int, solids: Sequence[int]
) -> tuple[list[Found], list[Extra]]:
    """What each body is worth, and what one more would cost."""
    out = []
    for i in range(fixed, len(bodies)):
        b = bodies[i]
        solid = stage.solids[b.solid]
        near = [j for j in beside(bodies, b, 1.25 * solid.length) if j != i]
        rest = bodies[:i] + bodies[i + 1 :]
        loss = score - stage.score(rest)
        movable = [j - (j > i) for j in near if j >= fixed]
        if movable and loss < 1.2 * MOST * solid.area:
            # Its neighbours may take over its pixels.
            loss = min(loss, score - stage.refine(rest, movable, fine=False)[1])
        swaps = {}
        for k in solids:
            if k != b.solid:
                trial = [*bodies]
                trial[i] = Body(k, b.x, b.y, b.yaw)
                if stage.solids[k].colour == solid.colour:  # another shape wants a place of its own
                    trial, s = stage.refine(trial, [i], fine=False)
                    swaps[k] = max(0.0, score - s)
                else:
                    swaps[k] = score - stage.score(trial)
        out.append(Found(b, max(loss, 0.0), swaps, touching=len(near)))
    extras = []
    for gain, body in stage.propose(bodies, solids):
        solid = stage.solids[body.solid]
        if gain < -1.5 * MOST * solid.area:
            continue
        near = [j for j in beside(bodies, body, 1.8 * solid.length) if j >= fixed]
        trial, s = stage.refine([*bodies, body], [len(bodies), *near], fine=False)
        extras.append(Extra(trial[len(bodies)], min(s - score, 0.0)))
    return out, extras


def together_odds(found: Sequence[tuple[Found, float]], extras: Sequence[tuple[Extra, float]]) -> tuple[float, ...]:
    """Log likelihood of 0, 1, 2 ... pieces of whatever kind in one place (best = 0); () where they are too many, or of
    a paint that nobody knows.

    ``found`` and ``extras`` come with their share in this place.
    """
    if len(found) >= MOST_COUNT or any(f.unnamed for f, _ in found):
        return ()
    counts = np.zeros(MOST_COUNT + 1)
    counts[0] = 1.0
    for f, share in found:
        counts = _coin(counts, share if f.kept else share * _there(f))
    for e, share in extras:
        odds_of_it = np.exp(SURE * e.gain)
        counts = _coin(counts, share * odds_of_it / (1 + odds_of_it))
    fresh = [f for f, _ in found if not f.kept]
    fail = min(0.2, FAIL + FAIL_TOUCHING * sum(f.touching > 0 for f in fresh))
    counts = (1 - fail) * counts / counts.sum() + fail * spread(int(counts.argmax()), 0.5)
    log = np.log(np.maximum(counts, 1e-30))
    return tuple(np.round(np.maximum(log - log.max(), LEAST), 3).tolist())


def _there(f: Found) -> float:
    """That a piece is there, of whatever kind."""
    odds = 1.0 + sum(float(np.exp(-SURE * max(v, 0.0))) for v in f.swaps.values())
    return odds / (odds + float(np.exp(-SURE * f.loss)))


def _coin(counts: NDArray[np.float64], p: float) -> NDArray[np.float64]:
    out = counts * (1 - p)
    out[1:] += counts[:-1] * p
    out[-1] += counts[-1] * p
    return out


def _coins(
    counts: NDArray[np.float64], found: Sequence[tuple[Found, float]], solid: int, named: float
) -> NDArray[np.float64]:
    """What is known of a number with these pieces: those of a paint nobody knows are all ours, or none is."""
    for f, share in found:
        counts = _coin(counts, share * _chance(f, solid, named))
    return counts


def _chance(f: Found, solid: int, named: float = NAMED) -> float:
    """That a piece is there and of this kind; ``named``: chance that a paint nobody knows is one of ours."""
    odds = {k: float(np.exp(-SURE * max(v, 0.0))) for k, v in f.swaps.items()} | {f.body.solid: 1.0}
    total = sum(odds.values()) + float(np.exp(-SURE * f.loss))
    unnamed = sum(v for k, v in odds.items() if k in f.unnamed)
    return (odds.get(solid, 0.0) + named * unnamed * f.likeness.get(solid, 0.0)) / total


def number_odds(
    solid: int,
    found: Sequence[tuple[Found, float]],
    extras: Sequence[tuple[Extra, float]],
    most: int,
    base: int = 0,
    gone: Sequence[tuple[Found, float]] = (),
) -> tuple[float, ...]:
    """Log likelihood of 0, 1, 2 ... pieces of one kind in one place (best = 0).

    ``found`` and ``extras`` come with their share in this place; ``most``: how many may lie here; ``base``: pieces that
    are agreed to lie here although no pixel shows them, of which ``gone`` have left.
    """
    size = MOST_COUNT + 1
    counts = np.zeros(size)
    counts[min(base, size - 1)] = 1.0
    touching = 0
    changed = False
    for f, share in gone:
        p = share * _chance(f, solid)
        counts[:-1] = counts[:-1] * (1 - p) + counts[1:] * p
        counts[-1] *= 1 - p
    for f, share in found:
        if f.kept and f.body.solid == solid:
            counts = _coin(counts, share)
        elif not f.kept and f.body.solid == solid:
            changed = True
            touching += f.touching > 0
    fresh = [(f, share) for f, share in found if not f.kept]
    counts = NAMED * _coins(counts, fresh, solid, 1.0) + (1 - NAMED) * _coins(counts, fresh, solid, 0.0)
    for e, share in extras:
        if e.body.solid == solid:
            odds_of_it = np.exp(SURE * e.gain)
            counts = _coin(counts, share * odds_of_it / (1 + odds_of_it))
    fail = min(0.2, FAIL + FAIL_TOUCHING * touching if changed else FAIL)
    if base:  # nobody has seen just where those are
        fail = FAIL_GHOSTS
    wrong = spread(int(counts.argmax()), LOST if base else 0.5)
    counts = (1 - fail) * counts / counts.sum() + fail * wrong
    log = np.log(np.maximum(counts, 1e-30))
    if most < MOST_COUNT:
        log[most + 1 :] += -4.0
    log = np.maximum(log - log.max(), LEAST)
    return tuple(np.round(log, 3).tolist())


@lru_cache(maxsize=64)
def spread(best: int, far: float) -> NDArray[np.float64]:
    """How likely each number is where a fit failed whose best was this one."""
    out = np.zeros(MOST_COUNT + 1)
    for n in range(len(out)):
        step = n - best
        if step == 1:
            out[n] = UNDER
        elif step == -1:
            out[n] = OVER
        elif step:
            out[n] = 0.12 * far ** abs(step)
    return np.asarray(out / out.sum())


def flat(most: int = MOST_COUNT) -> tuple[float, ...]:
    """Nothing is known: every number is as likely as any other."""
    return (0.0,) * (MOST_COUNT + 1)


@lru_cache(maxsize=64)
def known(count: int, sure: float) -> tuple[float, ...]:
    """A number that was agreed and whose pixels have not changed: ``sure`` nats above its neighbours. The highest that
    is counted stands for more as well."""
    count = min(count, MOST_COUNT)
    log = [max(LEAST, -sure - 1.5 * (abs(n - count) - 1)) if n != count else 0.0 for n in range(MOST_COUNT + 1)]
    return tuple(log)


def mixed(log: tuple[float, ...], seen: float) -> tuple[float, ...]:
    """Weaken a reading of a place that was seen in part only."""
    if seen >= 0.995:
        return log
    p = np.exp(np.asarray(log))
    p = p / p.sum() * seen + (1 - seen) / len(log)
    out = np.log(p)
    return tuple(np.round(out - out.max(), 3).tolist())
