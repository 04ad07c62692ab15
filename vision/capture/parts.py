"""Which part of a board lies where and how turned: by the pattern of its printed squares, or by its own picture.

Nothing is known of the print but that squares of one kind look alike all over the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.camera import Array
from vision.capture.flat import FlatPicture
from vision.capture.signature import Signature, corners_in, look_at, signature_of

Point = tuple[float, float]
INNER = 0.62  # of a square that is looked at: borders are drawn along its edges
ROUNDS = 6
CLEAR = 0.25  # by how much a lie must be better than the next one, a square
UNLIKE = 1.8  # what a square's kind may leave unexplained of its four features, on average; one is worth 1


@frozen
class Lie:
    """``turn``: quarters clockwise; ``sure``: it explains the squares, and no other lie does nearly as well."""

    part: str
    turn: int
    sure: bool


def square_looks(flat: FlatPicture, columns: int, rows: int) -> Array:
    """What each square looks like (rows, columns, 4): colour, and how uneven it is."""
    lab = cv2.cvtColor(flat.bgr, cv2.COLOR_BGR2Lab).astype(np.float64)
    w, h = flat.size_mm
    out = np.zeros((rows, columns, 4))
    for r in range(rows):
        for c in range(columns):
            x0, x1 = ((c + (1 - INNER) / 2) * w / columns, (c + (1 + INNER) / 2) * w / columns)
            y0, y1 = ((r + (1 - INNER) / 2) * h / rows, (r + (1 + INNER) / 2) * h / rows)
            s = flat.scale
            own = lab[int(y0 * s) : int(y1 * s) + 1, int(x0 * s) : int(x1 * s) + 1].reshape(-1, 3)
            out[r, c, :3] = own.mean(axis=0) * (0.5, 1.0, 1.0)  # light falls unevenly
            out[r, c, 3] = own[:, 0].std()
    return out


def turned(rows: Sequence[int], quarters: int, side: int) -> tuple[int, ...]:
    """A square pattern, row by row, after quarter turns clockwise."""
    now = tuple(rows)
    for _ in range(quarters % 4):
        now = tuple(now[(side - 1 - c) * side + r] for r in range(side) for c in range(side))
    return now


def lies_of(looks: Array, parts: Mapping[str, Sequence[str]], side: int) -> list[Lie]:
    """The lie of all places, left to right and top to bottom, each part once.

    ``parts``: kinds of the squares of each part, upright, row by row. Every lie of every place is tried as the first
    guess of what the kinds look like; the whole that leaves least unexplained stands.
    """
    kinds = sorted({k for p in parts.values() for k in p})
    names = list(parts)
    pattern = np.array(
        [[turned([kinds.index(k) for k in parts[n]], q, side) for q in range(4)] for n in names]
    )  # (parts, 4, squares)
    down, across = looks.shape[0] // side, looks.shape[1] // side
    places = [
        looks[r * side : (r + 1) * side, c * side : (c + 1) * side].reshape(side * side, -1)
        for r in range(down)
        for c in range(across)
    ]
    every = np.vstack(places)
    scale = every.std(axis=0) + 1e-6
    seen = np.stack(places) / scale  # (places, squares, features)
    orders = np.array(list(permutations(range(len(names)), len(places))))
    best: tuple[float, Array, Array] | None = None
    for p in range(len(places)):
        for n in range(len(names)):
            for q in range(4):
                means = _means(seen[p], pattern[n, q], len(kinds))
                for _ in range(ROUNDS):
                    costs = _costs(seen, pattern, means)  # (places, parts, 4)
                    least = costs.min(axis=2)
                    order = orders[int(np.argmin(least[np.arange(len(places)), orders].sum(axis=1)))]
                    quarters = costs[np.arange(len(places)), order].argmin(axis=1)
                    total = float(costs[np.arange(len(places)), order, quarters].sum())
                    labels = pattern[order, quarters]
                    fresh = _means(seen.reshape(-1, seen.shape[2]), labels.reshape(-1), len(kinds))
                    if np.allclose(fresh, means):
                        break
                    means = fresh
                if best is None or total < best[0]:
                    best = (total, np.column_stack([order, quarters]), costs)
    assert best is not None
    _total, found, costs = best
    out = []
    for place, (n, q) in enumerate(found):
        mine = costs[place, n, q]
        rest = np.delete(costs[place].ravel(), 4 * n + q)
        clear = rest.min() - mine > CLEAR * side * side and mine < UNLIKE * side * side
        out.append(Lie(names[n], int(q), bool(clear)))
    return out


def turn_of(
    looks: Array, place: int, name: str, lies: Sequence[Lie], parts: Mapping[str, Sequence[str]], side: int
) -> int:
    """The turn in which one part fits best at a place, the others lying as they are told."""
    kinds = sorted({k for p in parts.values() for k in p})
    across = looks.shape[1] // side
    scale = looks.reshape(-1, looks.shape[2]).std(axis=0) + 1e-6

    def squares(i: int) -> Array:
        r, c = divmod(i, across)
        own = looks[r * side : (r + 1) * side, c * side : (c + 1) * side].reshape(side * side, -1)
        return np.asarray(own / scale)

    others = [i for i in range(len(lies)) if i != place]
    labels = [turned([kinds.index(k) for k in parts[lies[i].part]], lies[i].turn, side) for i in others]
    means = _means(np.vstack([squares(i) for i in others]), np.concatenate(labels), len(kinds))
    trials = np.array([[turned([kinds.index(k) for k in parts[name]], q, side) for q in range(4)]])
    return int(_costs(squares(place)[None], trials, means)[0, 0].argmin())


def _means(seen: Array, labels: NDArray[np.int64] | Sequence[int], kinds: int) -> Array:
    labels = np.asarray(labels)
    middle = seen.mean(axis=0)
    return np.array([seen[labels == k].mean(axis=0) if (labels == k).any() else middle for k in range(kinds)])


def _costs(seen: Array, pattern: NDArray[np.int64], means: Array) -> Array:
    """What each lie leaves unexplained at each place: (places, parts, 4)."""
    off = np.minimum(((seen[:, :, None, :] - means[None, None]) ** 2).sum(axis=3), 9.0)  # (places, squares, kinds)
    number = np.arange(seen.shape[1])
    return np.asarray(off[:, number, pattern].sum(axis=3))


# ---------------------------------------------------------------- by their own pictures
def part_signatures(
    picture: NDArray[np.uint8], corners: Mapping[str, Sequence[Point]], side_mm: float
) -> dict[str, Signature]:
    """Each part's own picture. ``corners``: px, clockwise from the part's own top left when it is upright."""
    return {name: signature_of(picture, ring, (side_mm, side_mm)) for name, ring in corners.items()}


def parts_seen(
    picture: NDArray[np.uint8], known: Mapping[str, Signature], side_mm: float
) -> dict[str, tuple[Point, ...]]:
    """Where parts that are known lie in a picture: their corners in px, clockwise from their own top left."""
    if not known:
        return {}
    look = look_at(picture)
    found = {name: corners_in(s, look, (side_mm, side_mm)) for name, s in known.items()}
    return {name: ring for name, ring in found.items() if ring}


def field_corners(rings: Mapping[str, Sequence[Point]]) -> tuple[Point, ...]:
    """The four corners of the field that parts fill together, clockwise as seen; () when they fill none."""
    points = np.array([p for ring in rings.values() for p in ring], np.float32).reshape(-1, 2)
    if len(points) < 8:
        return ()
    hull = cv2.convexHull(points)
    for share in (0.01, 0.02, 0.03, 0.05):
        quad = cv2.approxPolyDP(hull, share * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if len(quad) == 4:
            from vision.capture.corners import clockwise

            return tuple((float(x), float(y)) for x, y in clockwise(quad))
    return ()
