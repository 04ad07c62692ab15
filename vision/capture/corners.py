"""Where a board lies in a picture of which nothing is known: its four corners, as a proposal that people put right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.camera import Array
from vision.capture.cloth import Mask, filling, held, lumps, off_pattern, tones_of
from vision.capture.edges import FLOAT, Sides, drawn, lab_of, sides_of

Gray = NDArray[np.uint8]
Calm = tuple[Mask, Array]  # what speaks for a board on a patterned cloth, and a quadrilateral
WIDTH = 640  # px; searched no larger than this
LEAST_SHARE = 0.012  # of the picture
FAR_SHARE, FAR = 0.08, 0.7  # what a board that fills less of it is worth: a camera stands nearer
STRIP_PX, UNLIKE = (3.0, 6.0, 9.0), 25.0  # beside an edge of the small picture; Lab steps
AROUND = 0.9  # of the best one's score: so much is enough for the edge around it; a frame is printed inside a board
INSIDE_PX = 4.0  # of the small picture: so far a frame may stick out of the edge around it
RIM_PX = 6.0  # of the small picture: what comes nearer to its rim may be the rim
FRAME = 0.6  # of a board's area, at least: what fills less of it is no frame
SURE, RIVAL = 0.5, 0.85  # a sure one's least score; another board's share of it that leaves doubt
LUMPS_PX = (9, 25)  # of the small picture
FILLED = 0.8  # of all that speaks for a board on such a cloth
TRIED, ALIKE_PX = 6, 4.0  # quads that are looked at closely on such a cloth; closer ones are one
EDGED = 0.6  # of a side there: so much of an edge is enough
OUTSIDE = 0.65  # what a board is worth that is not wholly in the picture: the camera is placed so that it is


@frozen
class Quad:
    """Four corners in px of the picture, clockwise as seen, the one nearest to the top left first.

    ``score``: 0 to 1, how much of its sides is an edge of the picture. ``sure``: it is a good one, and nothing else in
    the picture is nearly as good; a line inside it, as a printed frame is, does not count.
    """

    corners: tuple[tuple[float, float], ...]
    score: float
    sure: bool = False


def clockwise(points: object) -> Array:
    """Four points in any order -> (4, 2) clockwise as seen (y down), the one nearest to the top left first."""
    p = np.asarray(points, np.float64).reshape(-1, 2)
    middle = p.mean(axis=0)
    p = p[np.argsort(np.arctan2(p[:, 1] - middle[1], p[:, 0] - middle[0]))]
    return np.asarray(np.roll(p, -int(np.argmin(p.sum(axis=1))), axis=0))


def propose_corners(frame: NDArray[np.uint8]) -> Quad | None:
    """The likeliest board in a picture (BGR)."""
    found = propose_quads(frame, 1)
    return found[0] if found else None


def propose_quads(frame: NDArray[np.uint8], most: int) -> list[Quad]:
    """What may be the board in a picture (BGR), the likeliest first, none twice."""
    shrink = min(1.0, WIDTH / frame.shape[1])
    small = cv2.resize(frame, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    small = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), np.uint8)
    edges = np.asarray(cv2.dilate(_edges(small), np.ones((3, 3), np.uint8)), np.float32)  # a pixel beside counts too
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), np.float32)
    calm = _off_pattern(lab)
    ranked: list[tuple[float, Array]] = []
    looked_at: set[bytes] = set()
    for quad in map(clockwise, _candidates(small, lab, calm)):
        if quad.tobytes() in looked_at or not _plausible(quad, small.shape):
            continue
        looked_at.add(quad.tobytes())
        area = cv2.contourArea(quad.astype(np.float32)) / (small.shape[0] * small.shape[1])
        score = _along(edges, quad) * (0.55 + min(area, 0.45)) * (0.4 + 0.6 * _apart(lab, quad))
        score *= (1.0 if _whole(quad, small.shape) else OUTSIDE) * (1.0 if area > FAR_SHARE else FAR)
        score *= max((held(m, quad) for m, _q in calm), default=1.0) ** 2
        ranked.append((score, quad))
    ranked.sort(key=lambda r: -r[0])
    ranked = _outermost_first(ranked, small.shape)
    fine = lab_of(frame)
    kept: list[Quad] = []
    for score, quad in ranked:
        rough = (quad + 0.5) / shrink - 0.5
        if len(kept) == most:
            break
        if any(np.linalg.norm(rough - np.array(k.corners), axis=1).max() < 12 / shrink for k in kept):
            continue
        sides = _drawn_on(fine, calm, shrink) if calm and not kept else drawn(fine, rough, 1.0 / shrink)
        sure = not kept and score >= SURE and sides.clear and not _rivalled(ranked)
        kept.append(Quad(tuple((float(x), float(y)) for x, y in sides.corners), min(1.0, float(score)), sure))
    return kept


def _outermost_first(ranked: list[tuple[float, Array]], shape: Sequence[int]) -> list[tuple[float, Array]]:
    """The likeliest first, but what lies around it and is nearly as good before it; the picture's rim is no edge."""

    def whole(quad: Array) -> bool:
        return _whole(quad + RIM_PX, shape) and _whole(quad - RIM_PX, shape)

    best = 0
    for i, (score, quad) in enumerate(ranked):
        if score < AROUND * ranked[0][0]:
            break
        if i and whole(quad) and _framed(ranked[best][1], quad):
            best = i
    return [*ranked[best : best + 1], *ranked[:best], *ranked[best + 1 :]]


def _rivalled(ranked: list[tuple[float, Array]]) -> bool:
    """Whether something that lies neither in the first one nor around it is nearly as good."""
    score, first = ranked[0]
    return any(s >= RIVAL * score and not _framed(q, first) and not _framed(first, q) for s, q in ranked[1:])


def _framed(inner: Array, outer: Array) -> bool:
    """Whether the inner one may be a frame printed on the outer one."""
    share = cv2.contourArea(inner.astype(np.float32)) / max(1.0, cv2.contourArea(outer.astype(np.float32)))
    return share > FRAME and _within(inner, outer)


def _within(inner: Array, outer: Array) -> bool:
    ring = outer.astype(np.float32)
    return all(cv2.pointPolygonTest(ring, (float(x), float(y)), True) >= -INSIDE_PX for x, y in inner)


def _edges(small: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Edge strength of the strongest channel, 0 to 1."""
    channels = cv2.split(small)
    steep = [cv2.magnitude(cv2.Scharr(c, cv2.CV_32F, 1, 0), cv2.Scharr(c, cv2.CV_32F, 0, 1)) for c in channels]
    top = np.stack(steep).max(axis=0)
    return np.asarray(np.clip(top / max(1.0, float(np.percentile(top, 96))), 0, 1), np.float32)


def _candidates(
    small: NDArray[np.uint8], lab: NDArray[np.float32], calm: Sequence[Calm]
) -> Iterator[Array]:
    """Quadrilaterals around whatever differs from the table, and around closed edges."""
    yield from (q for _m, q in calm)
    far = np.min([np.linalg.norm(lab - t, axis=2) for t in tones_of(lab, 3)], axis=0)
    for limit in (12.0, 20.0, 30.0):
        mask = (far > limit).astype(np.uint8)
        for k in (9, 21):
            closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((k, k), np.uint8))
            yield from _quads(cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)))
    gray = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    for low, high in ((20, 60), (40, 120), (80, 200)):
        lines = cv2.dilate(cv2.Canny(gray, low, high), np.ones((3, 3), np.uint8))
        yield from _quads(lines)
    yield from _by_lines(gray)


def _off_pattern(lab: NDArray[np.float32]) -> list[Calm]:
    """On a chequered or striped cloth: what speaks for a board, and the quadrilateral that holds the most of it."""
    out = []
    for says in off_pattern(lab):
        for size in LUMPS_PX:
            quads = [clockwise(filling(says, clockwise(q))) for q in _quads(lumps(says, size))]
            good = [q for q in quads if held(says, q) > FILLED and _plausible(q, lab.shape)]
            out += [(says, q) for q in good if cv2.contourArea(q.astype(np.float32)) > FAR_SHARE * says.size]
    return out


def _drawn_on(fine: FLOAT, calm: Sequence[Calm], shrink: float) -> Sides:
    """On a patterned cloth: the best of the quads that hold the most, each drawn to the edges near it."""
    tried: list[Calm] = []
    for says, quad in sorted(calm, key=lambda c: -held(c[0], clockwise(c[1]))):
        if len(tried) < TRIED and all(np.abs(quad - q).max() > ALIKE_PX for _s, q in tried):
            tried.append((says, quad))
    found = []
    for _says, quad in tried:
        sides = drawn(fine, (clockwise(quad) + 0.5) / shrink - 0.5, 1.0 / shrink, held=True)
        ring = clockwise((sides.corners + 0.5) * shrink - 0.5)
        over = float(np.mean([held(says, ring) for says, _q in tried]))
        lines = [min(1.0, line.share / EDGED) if line is not None else 0.0 for line in sides.lines]
        found.append((over * float(np.prod([0.9 + 0.1 * share for share in lines])), sides))
    return max(found, key=lambda f: f[0])[1]


def _quads(mask: NDArray[np.uint8]) -> Iterator[Array]:
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for line in sorted(found, key=cv2.contourArea, reverse=True)[:3]:
        hull = cv2.convexHull(line)
        length = cv2.arcLength(hull, True)
        for share in (0.015, 0.025, 0.04, 0.06):
            quad = cv2.approxPolyDP(hull, share * length, True).reshape(-1, 2)
            if len(quad) == 4:
                yield quad.astype(np.float64)
                break
            if 4 < len(quad) <= 7:  # a hand's breadth cut off or added: the best four of them
                yield max(
                    (quad[list(c)].astype(np.float64) for c in combinations(range(len(quad)), 4)),
                    key=lambda q: float(cv2.contourArea(q.astype(np.float32))),
                )


def _by_lines(gray: Gray) -> Iterator[Array]:
    """Quadrilaterals between long straight edges."""
    edges = cv2.Canny(gray, 40, 120)
    lines = cv2.HoughLinesP(edges, 1, np.pi / 360, 60, minLineLength=gray.shape[0] // 4, maxLineGap=12)
    if lines is None:
        return
    longest = sorted(lines.reshape(-1, 4).astype(np.float64), key=lambda v: -np.hypot(v[2] - v[0], v[3] - v[1]))[:14]
    angle = [np.arctan2(v[3] - v[1], v[2] - v[0]) % np.pi for v in longest]
    flat = [v for v, a in zip(longest, angle, strict=True) if min(a, np.pi - a) < np.pi / 4]
    steep = [v for v, a in zip(longest, angle, strict=True) if min(a, np.pi - a) >= np.pi / 4]
    meet = [[_cross(p, q) for q in steep] for p in flat]
    for one, two in combinations(meet, 2):
        for c, d in combinations(range(len(steep)), 2):
            points = [one[c], one[d], two[c], two[d]]
            if all(p is not None for p in points):
                yield clockwise(points)


def _cross(a: Array, b: Array) -> tuple[float, float] | None:
    one, two = np.cross([*a[:2], 1], [*a[2:], 1]), np.cross([*b[:2], 1], [*b[2:], 1])
    p = np.cross(one, two)
    return None if abs(p[2]) < 1e-9 else (float(p[0] / p[2]), float(p[1] / p[2]))


def _plausible(quad: Array, shape: Sequence[int]) -> bool:
    h, w = shape[:2]
    if quad.min() < -0.15 * w or quad[:, 0].max() > 1.15 * w or quad[:, 1].max() > 1.15 * h:
        return False
    area = cv2.contourArea(quad.astype(np.float32))
    if not LEAST_SHARE < area / (h * w) < 0.97 or not cv2.isContourConvex(quad.astype(np.float32)):
        return False
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return bool(sides.min() > 0.2 * sides.max())


def _whole(quad: Array, shape: Sequence[int]) -> bool:
    h, w = shape[:2]
    return bool(quad.min() >= 0 and quad[:, 0].max() <= w - 1 and quad[:, 1].max() <= h - 1)


def _apart(lab: NDArray[np.float32], quad: Array) -> float:
    """How unlike the colours on both sides of the edges are, 0 to 1: a board differs from what it lies on."""
    h, w = lab.shape[:2]
    out = []
    for a, b, n in sides_of(quad):
        line = a + (b - a) * np.linspace(0.04, 0.96, 60)[:, None]
        strips = []
        for sign in (1, -1):
            p = np.round(np.vstack([line + sign * k * n for k in STRIP_PX])).astype(int)
            ok = (p[:, 0] >= 0) & (p[:, 0] < w) & (p[:, 1] >= 0) & (p[:, 1] < h)
            strips.append(lab[p[ok, 1], p[ok, 0]])
        if min(len(s) for s in strips) < 40:
            out.append(0.5)
            continue
        one, two = map(_spread, strips)
        out.append(min(1.0, float(np.abs(one - two).mean(axis=0).sum()) / UNLIKE))
    return 0.5 * float(np.mean(out)) + 0.5 * min(out)


def _spread(strip: Array) -> Array:
    """What a twentieth of a strip's pixels (n, 3) lies below in each channel, what two twentieths, ...: (19, 3)."""
    at = np.linspace(0.05, 0.95, 19) * (len(strip) - 1)
    low = at.astype(np.intp)
    strip = np.sort(strip, axis=0)
    return np.asarray(strip[low] + (strip[low + 1] - strip[low]) * (at - low)[:, None])


def _along(edges: NDArray[np.float32], quad: Array) -> float:
    """How strong the edge under the sides is, the weakest side counting most."""
    h, w = edges.shape
    out = []
    for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        t = np.linspace(0.04, 0.96, 60)[:, None]
        p = np.round(a + (b - a) * t).astype(int)
        ok = (p[:, 0] >= 0) & (p[:, 0] < w) & (p[:, 1] >= 0) & (p[:, 1] < h)
        out.append(float(edges[p[ok, 1], p[ok, 0]].mean()) if ok.sum() > 15 else 0.3)
    return 0.5 * float(np.mean(out)) + 0.5 * min(out)
