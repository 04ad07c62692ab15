"""Which square part of a board lies where and how it is turned: by its own picture, or by the lands printed on it.

A part is known by a picture of it lying upright, or by the kinds of land of its squares. What is read is a proposal:
a place that looks like none of the parts, or like several, is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.camera import Array

Frame = NDArray[np.uint8]
Floats = NDArray[np.float64]
PX = 120  # a part's picture
SHIFT_PX = 6  # by which two pictures of a part may be off
LIKE, LEAD = 0.4, 0.1  # correlation, and its lead over any other part or turn, from which a part is known
SURE_NATS = 6.0  # lead of the likeliest lie by lands
ROUNDS = 6
SOFT = 0.02  # least variance of a square's look beside its land's


@frozen(eq=False)
class Part:
    """A part as it lies upright (turn 0); ``picture`` is BGR, ``PX`` square."""

    name: str
    picture: Frame


@frozen
class PartReading:
    """``part`` lies there, turned clockwise by ``turn`` quarters; "" where nobody can tell. ``sure``: 0 to 1."""

    place: str
    part: str
    turn: int
    sure: float

    @property
    def known(self) -> bool:
        return bool(self.part) and self.sure > 0.0


Quad = Sequence[tuple[float, float]]


def cut(picture: Frame, homography: Array, corners_mm: Quad) -> Frame:
    """The picture (BGR) of a square place as seen from above; its corners clockwise from the top left, in mm."""
    at = np.asarray(corners_mm, np.float64) @ homography[:, :2].T + homography[:, 2]
    px = (at[:, :2] / at[:, 2:3]).astype(np.float32)
    flat = np.array([(0, 0), (PX, 0), (PX, PX), (0, PX)], np.float32) - 0.5
    m = cv2.getPerspectiveTransform(px, flat)
    return np.asarray(cv2.warpPerspective(picture, m, (PX, PX), flags=cv2.INTER_AREA), np.uint8)


def upright(picture: Frame, turn: int) -> Frame:
    """A part's picture turned back."""
    return np.ascontiguousarray(np.rot90(picture, turn))


# ---------------------------------------------------------------- by their own pictures
def recognise(places: Mapping[str, Frame], parts: Sequence[Part]) -> dict[str, PartReading]:
    """What lies on each place, each part once at most; ``places``: name -> picture as ``cut`` gives it."""
    if not parts or not places:
        return {p: PartReading(p, "", 0, 0.0) for p in places}
    known = [[_normal(np.rot90(part.picture, -q)) for q in range(4)] for part in parts]
    seen = [_normal(picture) for picture in places.values()]
    likeness = np.array([[[_likeness(own, k) for k in turns] for turns in known] for own in seen])
    chosen = _each_once(likeness.max(axis=2))
    out = {}
    for i, place in enumerate(places):
        out[place] = _reading(place, likeness[i], chosen[i], [p.name for p in parts], LIKE, LEAD)
    return out


def _reading(place: str, values: Floats, part: int, names: Sequence[str], least: float, lead: float) -> PartReading:
    if part < 0:
        return PartReading(place, "", 0, 0.0)
    turn = int(values[part].argmax())
    best = float(values[part, turn])
    others = values.copy()
    others[part, turn] = -np.inf
    ahead = best - float(others.max())
    if best < least or ahead < lead:
        return PartReading(place, "", 0, 0.0)
    return PartReading(place, names[part], turn, min(1.0, ahead / (3 * lead)))


def _normal(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Colours without the light that falls on them: each channel against its surroundings."""
    lab = np.asarray(cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_BGR2Lab), np.float32)
    fine = cv2.GaussianBlur(lab, (0, 0), PX / 60)
    rest = np.asarray(fine - cv2.GaussianBlur(lab, (0, 0), PX / 5), np.float32)
    return np.asarray(rest / np.maximum(rest.std(axis=(0, 1)), (4.0, 2.5, 2.5)), np.float32)


def _likeness(seen: NDArray[np.float32], known: NDArray[np.float32]) -> float:
    """Correlation of the middle of a known picture with the best place for it in what was seen."""
    middle = np.ascontiguousarray(known[SHIFT_PX:-SHIFT_PX, SHIFT_PX:-SHIFT_PX])
    return float(cv2.matchTemplate(seen, middle, cv2.TM_CCOEFF_NORMED).max())


def _each_once(worth: Floats) -> list[int]:
    """The part of each place, none twice, so that all together are worth most; -1 where there are too few."""
    rows, columns = worth.shape
    slots = [*range(columns), *[-1] * max(0, rows - columns)]
    return list(max(permutations(slots, rows), key=lambda p: sum(worth[i, j] for i, j in enumerate(p) if j >= 0)))


# ---------------------------------------------------------------- by their lands
def by_lands(places: Mapping[str, Frame], lands: Mapping[str, Sequence[str]]) -> dict[str, PartReading]:
    """The same, of parts nobody has shown yet: ``lands``: part -> its rows of letters, one for the land of a square.

    Nothing is known of how a land looks; squares of one land look more alike than others.
    """
    names = list(lands)
    letters = sorted({c for rows in lands.values() for row in rows for c in row})
    grids = np.array([[letters.index(c) for c in row] for rows in lands.values() for row in rows])
    side = len(next(iter(lands.values())))
    grids = grids.reshape(len(names), side, side)
    turned = np.array([[np.rot90(g, -q).ravel() for q in range(4)] for g in grids])  # part, turn, square
    looks = np.array([_looks(picture, side) for picture in places.values()])  # place, square, feature
    looks = (looks - looks.mean(axis=(0, 1))) / (looks.std(axis=(0, 1)) + 1e-6)
    nats = np.array([[[_alone(look, t, len(letters)) for t in turns] for turns in turned] for look in looks])
    chosen = _each_once(nats.max(axis=2))
    for _ in range(ROUNDS):
        lie = [turned[j, int(nats[i, j].argmax())] if j >= 0 else None for i, j in enumerate(chosen)]
        models = _models(looks, lie, len(letters))
        per = np.stack([_density(looks, *m) for m in models], axis=-1)  # place, square, land
        nats = np.array([[[_sum(own, t) for t in turns] for turns in turned] for own in per])
        chosen = _each_once(nats.max(axis=2))
    return {place: _reading(place, nats[i], chosen[i], names, -np.inf, SURE_NATS) for i, place in enumerate(places)}


def _looks(picture: Frame, side: int) -> Floats:
    """Colour and roughness of each square: (side², 5)."""
    lab = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2Lab), np.float64)
    gray = lab[..., 0]
    steep = np.abs(gray - cv2.GaussianBlur(gray, (0, 0), 2.0))
    n, rim = PX // side, max(2, PX // side // 6)
    out = []
    for r in range(side):
        for c in range(side):
            box = np.s_[r * n + rim : (r + 1) * n - rim, c * n + rim : (c + 1) * n - rim]
            colour = np.median(lab[box].reshape(-1, 3), axis=0)
            out.append([*colour, np.log1p(steep[box].mean()), np.log1p(lab[box][..., 1:].std())])
    return np.array(out)


def _alone(look: Floats, lie: NDArray[np.int64], lands: int) -> float:
    """How well the lands of one lie part the squares of one place: nats of explained variance."""
    left = np.zeros(look.shape[1])
    for k in range(lands):
        own = look[lie == k]
        if len(own):
            left += ((own - own.mean(axis=0)) ** 2).sum(axis=0)
    return float(-0.5 * len(look) * np.log(left / len(look) + SOFT).sum())


def _models(looks: Floats, lies: Sequence[NDArray[np.int64] | None], lands: int) -> list[tuple[Floats, Floats]]:
    """Middle and variance of each land's look, from all places as they are believed to lie."""
    out = []
    for k in range(lands):
        own = [look[lie == k] for look, lie in zip(looks, lies, strict=True) if lie is not None]
        every = np.vstack(own) if own else looks[0]
        if len(every) < 2:
            every = looks.reshape(-1, looks.shape[2])
        out.append((every.mean(axis=0), every.var(axis=0) + SOFT))
    return out


def _density(looks: Floats, mean: Floats, var: Floats) -> Floats:
    """Log density, with broad shoulders: a square may be odd."""
    q = ((looks - mean) ** 2 / var).sum(axis=-1)
    return np.asarray(-2.0 * np.log1p(q / 4.0) - 0.25 * np.log(var).sum())


def _sum(own: Floats, lie: NDArray[np.int64]) -> float:
    return float(own[np.arange(len(lie)), lie].sum())
