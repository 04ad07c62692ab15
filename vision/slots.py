"""Slots: spots with a stack of discs, read in one picture from the shape that a stack would have there.

The print's inks and the paints are known by their words at first and learned from the picture itself. A stack is
judged from near to far: what a nearer stack covers says nothing about the places behind it.
"""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.camera import Array, View
from vision.layout import Layout, Piece, Place
from vision.observation import Reading, Stack
from vision.paints import WORDS
from vision.rectify import Mask

FLOOR = 0.012  # of white: stray light, so that dark paints keep their hue
SPREAD = np.array([0.55, 0.28, 0.28])  # of a word's colour: lightness, red-green, blue-green (log)
LEARNED = np.array([0.40, 0.17, 0.17])  # of a colour learned from the picture
FAR = 3.3  # standard deviations beyond which a pixel is none of the known colours
INNER = 0.72  # of a disc's radius: the part of its top that is looked at
NATS = 9.0  # for a top that is all paint against one that is all print
CAP = 12.0
HIGHEST = 2  # discs in a stack that can be told apart


@define(eq=False)
class _Classes:
    """Colours a pixel may have: the inks of the print first, then the paints of the pieces."""

    words: list[str]
    inks: int
    mean: Array  # (n, 3)

    def label(self, features: Array, spread: Array) -> NDArray[np.int16]:
        """The nearest class of every pixel (N, 3), -1 for none."""
        d = ((features[:, None, :] - self.mean[None]) / spread) ** 2
        q = d.sum(axis=2)
        best = q.argmin(axis=1).astype(np.int16)
        best[q.min(axis=1) > FAR**2] = -1
        return np.asarray(best)


def _features(rgb: Array) -> Array:
    """Log colour (..., 3 linear rgb, 1 = white) as lightness, red-green and blue-green."""
    log = np.log(np.maximum(rgb, 0.0) + FLOOR)
    g = log[..., 1]
    return np.stack([log.mean(axis=-1), log[..., 0] - g, log[..., 2] - g], axis=-1)


def _word(word: str) -> Array:
    rgb = WORDS.get(word.lower(), (128, 128, 128))
    return _features((np.array(rgb, np.float64) / 255) ** 2.2)


def read_slots(
    frame: NDArray[np.uint8], view: View, layout: Layout, places: Collection[str] | None = None
) -> dict[str, Reading]:
    """Readings of all slots (or of ``places``): stacks of up to two discs with their log-likelihoods."""
    slots = [p for p in layout.places if p.look == "slot" and (places is None or p.id in places)]
    discs = [p for p in layout.pieces if p.shape in ("disc", "cylinder")]
    slots = [p for p in slots if any(p.takes(d) for d in discs)]
    if not slots or not discs:
        return {}
    crop, shift = _crop(frame, view, layout)
    features = _lit(crop)
    classes = _learn(features[_ground(features.shape[:2], slots, view, shift) > 0], slots, discs)
    label = classes.label(features.reshape(-1, 3), LEARNED).reshape(features.shape[:2])
    eye = view.eye
    near = sorted(slots, key=lambda p: float(np.hypot(p.centre[0] - eye[0], p.centre[1] - eye[1])))
    fitting = {p.id: [d for d in discs if p.takes(d)] for p in slots}
    hulls: dict[str, Mask] = {}  # of stacks that were found
    out: dict[str, Reading] = {}
    unsure: list[Place] = []
    claimed = np.zeros(label.shape, np.uint8)
    for slot in near:
        out[slot.id], clear = _judge(slot, fitting[slot.id], view, label, claimed, classes, shift)
        hull = _stack_mask(slot, out[slot.id], discs, view, shift, claimed.shape)
        if hull is not None:
            hulls[slot.id] = hull
            claimed |= hull
            if not clear:
                unsure.append(slot)
    for slot in unsure:  # its own side is hidden: what stacks behind it explain is not counted for it
        taken = np.zeros(label.shape, np.uint8)
        for other, hull in hulls.items():
            if other != slot.id:
                taken |= hull
        out[slot.id], _ = _judge(slot, fitting[slot.id], view, label, taken, classes, shift)
        if not max(out[slot.id].stacks, key=lambda x: x[1])[0]:
            del hulls[slot.id]
    return out


def _stack_mask(
    slot: Place, judged: Reading, discs: list[Piece], view: View, shift: Array, size: tuple[int, ...]
) -> Mask | None:
    """The outline of the stack that was found, a little wider; None for an empty slot or one that was not seen."""
    top = max(judged.stacks, key=lambda x: x[1])[0] if judged.stacks else ()
    if not top or judged.seen < 0.35:
        return None
    piece = next(d for d in discs if d.id == top[0])
    out = np.zeros(size, np.uint8)
    cv2.fillConvexPoly(out, _hull(view, slot, piece, len(top), 1.06, shift), 255)
    return out


def _crop(frame: NDArray[np.uint8], view: View, layout: Layout) -> tuple[NDArray[np.uint8], Array]:
    """The part of the picture that holds the slots, and where it begins (px)."""
    pts = [p for place in layout.places if place.look == "slot" for p in place.polygon]
    px = view.project([(x, y, z) for x, y in pts for z in (0.0, 30.0)])
    h, w = frame.shape[:2]
    x0, y0 = np.clip(px.min(axis=0) - 12, 0, (w - 2, h - 2)).astype(int)
    x1, y1 = np.clip(px.max(axis=0) + 12, (x0 + 2, y0 + 2), (w, h)).astype(int)
    return np.ascontiguousarray(frame[y0:y1, x0:x1]), np.array([x0, y0], np.float64)


def _lit(crop: NDArray[np.uint8]) -> Array:
    """Features of a crop in its own light: the brightest print is taken for white."""
    soft = cv2.GaussianBlur(crop, (0, 0), 1.0)
    lin = (soft[..., ::-1].astype(np.float64) / 255) ** 2.2
    white = np.percentile(lin.reshape(-1, 3).max(axis=1), 99.0)
    return _features(lin / max(white, 0.02))


def _ground(size: tuple[int, ...], slots: list[Place], view: View, shift: Array) -> Mask:
    """255 where slots lie: colours are learned from nothing else."""
    out = np.zeros(size, np.uint8)
    for slot in slots:
        outline = view.project([(x, y, 0.0) for x, y in slot.polygon]) - shift
        cv2.fillConvexPoly(out, np.round(outline).astype(np.int32), 255)
    return out


def _learn(features: Array, slots: list[Place], discs: list[Piece]) -> _Classes:
    """Colours by their words, moved to where this picture has them (a few rounds of nearest-colour means)."""
    inks = list(dict.fromkeys(p.ink for p in slots if p.ink))
    words = [*inks, *dict.fromkeys(d.colour for d in discs)]
    prior = np.array([_word(w) for w in words])
    classes = _Classes(words, len(inks), prior.copy())
    flat = features[::5]
    spread = SPREAD
    for _ in range(4):
        label = classes.label(flat, spread)
        for i in range(len(words)):
            mine = flat[label == i]
            if len(mine) >= 60:
                classes.mean[i] = 0.9 * np.median(mine, axis=0) + 0.1 * prior[i]
        spread = (spread + LEARNED) / 2
    return classes


def _circle(view: View, x: float, y: float, z: float, radius: float, shift: Array) -> Array:
    t = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    points = np.column_stack([x + radius * np.cos(t), y + radius * np.sin(t), np.full(28, z)])
    return np.asarray(view.project(points) - shift)


def _hull(view: View, slot: Place, piece: Piece, n: int, share: float, shift: Array) -> NDArray[np.int32]:
    """The outline of a stack of ``n`` discs."""
    radius = share * piece.size_mm[0] / 2
    both = [_circle(view, *slot.centre, z, radius, shift) for z in (0.0, n * piece.height_mm)]
    return np.asarray(cv2.convexHull(np.vstack(both).astype(np.float32)).reshape(-1, 2).round(), np.int32)


def _inside(shape: tuple[int, int], outline: Array | NDArray[np.int32]) -> Mask:
    out = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(out, np.round(outline).astype(np.int32), 255)
    return out


def _judge(
    slot: Place,
    discs: list[Piece],
    view: View,
    label: NDArray[np.int16],
    claimed: Mask,
    classes: _Classes,
    shift: Array,
) -> tuple[Reading, bool]:
    """One slot: the likelihood of nothing, and of one and two discs of each colour; whether its own side was seen."""
    size = (label.shape[0], label.shape[1])
    piece = discs[0]
    radius = INNER * piece.size_mm[0] / 2
    first = _inside(size, _circle(view, *slot.centre, piece.height_mm, radius, shift))
    second = _inside(size, _circle(view, *slot.centre, 2 * piece.height_mm, radius, shift))
    free = claimed == 0
    stands = _inside(size, _hull(view, slot, piece, 1, INNER, shift))
    one, above = (first > 0) & free, (second > 0) & (first == 0) & free
    front = (stands > 0) & (first == 0) & free  # the side towards the camera: a piece behind does not reach there
    whole = max(1, int((first > 0).sum()))
    seen = float(one.sum()) / whole
    if seen < 0.15:
        return Reading(slot.id, 0.0, {}, tuple((s, 0.0) for s in _stacks(discs))), False
    here = label[one]
    print_share = float((np.isin(here, range(classes.inks))).mean())
    scores: dict[Stack, float] = {(): 0.0}
    weight = NATS * min(1.0, seen / 0.6)
    clear = bool(front.sum() > 0.15 * whole)
    for d in discs:
        k = classes.words.index(d.colour)
        top = float((here == k).mean())
        side = float((label[front] == k).mean()) if clear else top
        base = weight * (0.9 * top + 0.7 * side - print_share - 0.45)
        more = float((label[above] == k).mean()) if above.sum() > 20 else 0.5
        scores[(d.id,)] = base
        scores[(d.id, d.id)] = base + weight * (more - 0.55)
    best = max(scores.values())
    stacks = tuple((s, float(max(-CAP, v - best))) for s, v in scores.items())
    return Reading(slot.id, min(1.0, seen), {}, stacks), clear


def _stacks(discs: list[Piece]) -> list[Stack]:
    return [(), *((d.id,) * n for d in discs for n in range(1, HIGHEST + 1))]
