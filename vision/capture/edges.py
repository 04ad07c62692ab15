"""The sides of a board in a picture: lines of changing colour near a rough quadrilateral, bowed a little by the lens.

A plank's seam, a stripe and a shadow on the table run on where the board ends; its own edge stops at the corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.camera import Array

FLOAT = NDArray[np.float32]
Reach = tuple[float, float, float]
PAST = 0.13  # of a side's length: so far past its corners it is looked at too
ACROSS = 2  # px on each side of a line between which a colour changes
LEAST, STRONG = 4.0, 0.45  # a change in Lab steps at least; of the strongest one across the same place
ALONG = 0.6  # of the best line's share of a side: as much makes another one an edge
FAINT = 8.0  # Lab steps; a faint edge is one as well that keeps its colours along the side
IN, OUT, FARTHEST = 15.0, 9.0, 23.0  # px of a picture 640 wide: so far in and out an edge is looked for, a faint one
HELD = (5.0, 6.0, 6.0), (5.0, 2.0, 2.0)  # ... of a board that lies right but for its margin, at first and then
CLOTH, SOME = 0.45, 0.45  # so much of its strength past both corners: a line of the cloth; of a side beside a cloth
RUNS_ON, ANY = 0.2, 0.6  # of its strength, past both corners: such a line belongs to the table
STEEP = 0.8  # of the strongest change; what is stronger is an edge of the board all the same
CLEAR, STEP = 0.95, 12.0  # share of each side and its change in Lab steps, at least, of a board that is sure
THICK, BACK = 8.0, 0.33  # px, a printed line at most; so much of its change is left beyond both of its flanks
SQUARES = 0.95, 0.53  # a line with more of a side, on less of which it changes the same way, lies between squares
LEAST_SHARE = 0.35  # of a side that a line must have
APART = 4.0  # px between lines that are told apart


@frozen(eq=False)
class Line:
    """A line along a side. ``bow``: offset outwards (px) over 0 to 1 of the side, highest power first."""

    bow: Array
    share: float  # of the side where the colour changes across it
    change: Array  # (3,) Lab steps from inside to outside, as most of the side has it
    steady: float  # share of the side where it changes the same way
    runs_on: float  # how much as strong it is past its corners, the less of both, 0 to 1

    @property
    def at(self) -> float:
        return float(np.polyval(self.bow, 0.5))

    @property
    def step(self) -> float:
        """How much the colour changes, in Lab steps."""
        return float(np.linalg.norm(self.change))


@frozen(eq=False)
class Sides:
    """``corners``: (4, 2) px where the chosen lines cross; ``lines``: one a side, None where there was none;
    ``doubt``: whether a side was drawn out to an edge that is much weaker than one inside it, or may be a line that is
    printed inside the edge."""

    corners: Array
    lines: tuple[Line | None, ...]
    doubt: bool

    @property
    def held(self) -> float:
        """How much of all its sides is an edge, 0 to 1."""
        return float(np.prod([k.share if k is not None else 0.3 for k in self.lines]))

    @property
    def clear(self) -> bool:
        """Whether every side is an edge all along that changes its colour the same way: so only a board's own are."""
        return not self.doubt and all(
            k is not None and min(k.share, k.steady) >= CLEAR and k.step >= STEP for k in self.lines
        )


def lab_of(frame: NDArray[np.uint8], blur: float = 1.2) -> FLOAT:
    """A BGR picture in Lab, as floats, a little softened."""
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(frame.astype(np.float32) / 255, (0, 0), blur), cv2.COLOR_BGR2Lab))


def sides_of(quad: Array) -> Iterator[tuple[Array, Array, Array]]:
    """Both ends of each side (px) and the direction outwards, of length 1."""
    middle = quad.mean(axis=0)
    for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        d = (b - a) / (np.linalg.norm(b - a) + 1e-9)
        n = np.array([d[1], -d[0]])
        yield a, b, -n if n @ (middle - a) > 0 else n


def drawn(lab: FLOAT, quad: Array, px: float, held: bool = False) -> Sides:
    """The quadrilateral drawn to the edges near its sides. ``px``: a pixel of a picture 640 wide in this one.

    It is done twice: what runs on past the corners is known once the corners are. ``held``: it lies right but for a few
    pixels, and lines beside it are those of a pattern under the board.
    """
    first, then = HELD if held else ((IN, OUT, FARTHEST),) * 2
    once = _drawn(lab, quad, px, ANY, first, held)
    return _drawn(lab, once.corners, px, RUNS_ON, then, held)


def _drawn(lab: FLOAT, quad: Array, px: float, runs_on: float, reach: Reach, held: bool) -> Sides:
    found: list[tuple[Array, Array, Array, Line | None]] = []
    doubt = False
    for a, b, n in sides_of(quad):
        lines = lines_along(lab, a, b, n, px, reach)
        chosen, weak = (_outermost(lines), False) if held else _chosen(lines, px, runs_on)
        doubt |= weak or (chosen is not None and _printed(chosen, lines))
        found.append((a, b, n, chosen))
    out = quad.copy()
    for i in range(4):
        one, two = found[i - 1], found[i]
        if one[3] is None or two[3] is None:
            continue
        corner = quad[i]
        for _ in range(3):  # tangents where the corner was thought to be cross nearer to it
            crossed = _crossed(_tangent(*one[:3], one[3].bow, corner), _tangent(*two[:3], two[3].bow, corner))
            if crossed is None:
                break
            corner = crossed
        if np.linalg.norm(corner - quad[i]) < 2.0 * FARTHEST * px:
            out[i] = corner
    return Sides(out, tuple(f[3] for f in found), doubt)


def _outermost(lines: list[Line]) -> Line | None:
    """The outermost line on a patterned cloth, whose own lines run on, or change to and fro along rows of squares: what
    is pale on both sides hides half of a board's edge."""
    own = [k for k in lines if k.runs_on < CLOTH and not (k.share > SQUARES[0] and k.steady < SQUARES[1])]
    good = [k for k in own if k.share >= SOME] or own
    return max(good, key=lambda k: k.at) if good else None


def _chosen(lines: list[Line], px: float, runs_on: float) -> tuple[Line | None, bool]:
    """The board's edge among the lines of a side, and whether it is a faint one outside a strong one."""
    near = [k for k in lines if k.at <= OUT * px]
    if not near:
        return None, False
    steep = STEEP * max(k.step for k in near)
    own = [k for k in near if k.runs_on < runs_on or (k.step > steep and k.runs_on < ANY)] or near
    best = max(k.share for k in own)
    edge = max((k for k in own if k.share >= ALONG * best), key=lambda k: k.at)
    faint = [k for k in lines if k.at > edge.at + APART and k.runs_on < RUNS_ON]
    out = [k for k in faint if k.step > FAINT and min(k.share, k.steady) > ALONG]
    return (max(out, key=lambda k: k.step), True) if out else (edge, False)


def _printed(edge: Line, lines: list[Line]) -> bool:
    """Whether a side may be the outer flank of a printed line: the colour that changes there changes back beside it."""
    return any(
        0 < edge.at - k.at < THICK and k.steady >= CLEAR
        and np.linalg.norm(edge.change + k.change) < BACK * min(edge.step, k.step) for k in lines
    )  # fmt: skip


def lines_along(
    lab: FLOAT, a: Array, b: Array, n: Array, px: float, reach: Reach = (IN, OUT, FARTHEST)
) -> list[Line]:
    """All lines near a side, the ones with the largest share of it first. ``reach``: how far in, out, farthest out."""
    t = np.linspace(-PAST, 1 + PAST, 96)
    on = (t > 0.03) & (t < 0.97)
    offs = np.arange(-round(reach[0] * px), reach[2] * px + 1.0, 1.0)
    p = a + (b - a) * t[:, None, None] + offs[None, :, None] * n
    x, y = p.astype(np.float32).transpose(2, 0, 1)
    strip = cv2.remap(lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    change = np.zeros_like(strip)
    change[:, ACROSS:-ACROSS] = strip[:, 2 * ACROSS :] - strip[:, : -2 * ACROSS]
    size = np.linalg.norm(change, axis=2)
    peak = (size >= np.roll(size, 1, axis=1)) & (size >= np.roll(size, -1, axis=1))
    size = size * peak
    least = np.maximum(LEAST, STRONG * size[:, offs <= reach[1] * px].max(axis=1, keepdims=True))
    clear = cv2.dilate((np.minimum(1.0, size / least) ** 2).astype(np.float32), np.ones((1, 3), np.uint8))
    out: list[Line] = []
    votes, bows = _votes(clear[on], t[on], len(offs), reach[1] * px)
    ends = bows @ np.array([[0, 0, 1], [0.25, 0.5, 1], [1, 1, 1]]).T  # where each one lies at its ends and its middle
    for _n in range(6):
        i = int(np.argmax(votes))
        if votes[i] < LEAST_SHARE:
            break
        line = _line(change, size, clear, t, on, offs, bows[i])
        for known in (ends[i], np.polyval(line.bow, [0, 0.5, 1]) - offs[0]):
            off = ends - known
            votes[(off.min(axis=1) < APART) & (off.max(axis=1) > -APART)] = 0.0  # what crosses it is a shadow of it
        out.append(line)
    return out


def _votes(clear: FLOAT, t: Array, width: int, reach: float) -> tuple[Array, Array]:
    """How much of the side lies on each of many bowed lines, and their bows in places of the strip."""
    starts = np.arange(0, width, 2.0)
    lean, bend = np.arange(-reach, reach + 1, 3.0), np.arange(-12.0, 12.1, 4.0)
    bows = np.array([(-4 * c, d + 4 * c, s) for s, d, c in product(starts, lean, bend)])
    at = bows @ np.stack([t**2, t, np.ones_like(t)])
    inside = (at >= 0) & (at <= width - 1)
    idx = np.clip(np.round(at), 0, width - 1).astype(np.intp)
    votes = np.where(inside, clear[np.arange(len(t)), idx], 0.0).mean(axis=1)
    return votes, bows


def _line(change: FLOAT, size: FLOAT, clear: FLOAT, t: Array, on: NDArray[np.bool_], offs: Array, rough: Array) -> Line:
    """A voted line, drawn to the peaks of change near it."""
    width, bow = len(offs), rough
    for reach in (3, 2):
        idx = np.clip(np.round(np.polyval(bow, t))[:, None] + np.arange(-reach, reach + 1), 0, width - 1)
        idx = idx.astype(np.intp)
        some = np.take_along_axis(size * (clear > 0.5), idx, axis=1)
        best = np.take_along_axis(idx, np.argmax(some, axis=1)[:, None], axis=1)[:, 0]
        seen = on & (some.max(axis=1) > 0)
        if seen.sum() < 12:
            break
        bow = _through(t[seen], best[seen].astype(np.float64))
    idx = np.clip(np.round(np.polyval(bow, t)), 0, width - 1).astype(np.intp)
    rows = np.arange(len(t))
    share = float(clear[rows, idx][on].mean())
    steps = change[rows, idx]
    usual: Array = np.median(steps[on], axis=0).astype(np.float64)
    steady = float(((steps[on] @ usual) > 0.5 * float(usual @ usual)).mean())
    here = cv2.dilate(size, np.ones((1, 3), np.uint8))[rows, idx]
    much = max(LEAST, 0.5 * float(np.median(here[on])))
    past = [float(np.minimum(1.0, here[s] / much).mean()) for s in (t < -0.03, t > 1.03)]
    return Line(bow + np.array([0, 0, offs[0]]), share, usual, steady, min(past))


def _through(t: Array, off: Array) -> Array:
    """A parabola (highest power first) through most offsets (px) along a side."""
    keep = np.ones(len(t), bool)
    bow = np.zeros(3)
    for limit in (3.0, 1.6, 1.2):
        some = np.polyfit(t[keep], off[keep], 2 if keep.sum() >= 24 else 1)
        bow = np.concatenate([np.zeros(3 - len(some)), some])
        near = np.abs(np.polyval(bow, t) - off) < limit
        if near.sum() < 10:
            break
        keep = near
    return bow


def _tangent(a: Array, b: Array, n: Array, bow: Array, near: Array) -> Array:
    """The line (homogeneous, through px) that touches a bowed side beside a point."""
    t = float((near - a) @ (b - a) / ((b - a) @ (b - a)))
    p = a + (b - a) * t + n * np.polyval(bow, t)
    q = p + (b - a) + n * np.polyval(np.polyder(bow), t)
    return np.cross([*p, 1.0], [*q, 1.0])


def _crossed(one: Array, two: Array) -> Array | None:
    p = np.cross(one, two)
    return None if abs(p[2]) < 1e-9 else np.asarray(p[:2] / p[2])
