"""A board known without its picture: a few hundred features of its print, as they travel in a board's file.

A feature is a place in mm and what edges are like around it, in sixteen steps: enough to find the same print under
another camera, far too little to print from.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.camera import Array, apply, sane
from vision.capture.pictures import lies
from vision.reference import WIDTH, features, flatten, raster_homography

MOST, CELLS = 480, 12  # features in all; the longer side has so many cells that share them
LENGTH, STEP = 128, 11.0  # numbers of a word; one of the sixteen steps of each
LEAST, CLEAR = 24, 0.85  # features that must agree; the best word by the second best
TENTHS = 10.0
Point = tuple[float, float]


@frozen(eq=False)
class Signature:
    """``mm``: places (N, 2); ``words``: (N, 128)."""

    mm: Array
    words: NDArray[np.float32]


def signature_of(picture: NDArray[np.uint8], corners: Sequence[Point], size_mm: Point) -> Signature:
    """The features of a board in a picture (BGR), spread all over it."""
    scale = min(2.0, 1000 / max(size_mm))
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    flat = flatten(gray, lies(corners, size_mm), size_mm, scale)
    cell = max(flat.shape) // CELLS
    cells = (-(-flat.shape[0] // cell)) * (-(-flat.shape[1] // cell))
    px, words = features(flat, cell, max(1, MOST // cells))
    return Signature(apply(np.linalg.inv(raster_homography(scale)), px), words)


def plain(s: Signature) -> dict[str, Any]:
    """A signature as plain data for a file."""
    steps = np.clip(np.round(s.words / STEP), 0, 15).astype(np.uint8)
    packed = (steps[:, ::2] << 4) | steps[:, 1::2]
    places = np.clip(np.round(s.mm * TENTHS), 0, 65535).astype("<u2")
    return {
        "n": len(s.mm),
        "places": base64.b64encode(places.tobytes()).decode(),
        "words": base64.b64encode(packed.tobytes()).decode(),
    }


def signature(data: Mapping[str, Any]) -> Signature:
    """Plain data read again; raises ValueError for what is none."""
    try:
        n = int(data["n"])
        places = np.frombuffer(base64.b64decode(data["places"], validate=True), "<u2").reshape(n, 2)
        packed = np.frombuffer(base64.b64decode(data["words"], validate=True), np.uint8).reshape(n, LENGTH // 2)
    except (KeyError, TypeError, ValueError) as e:
        raise ValueError("no signature of a board") from e
    steps = np.empty((n, LENGTH), np.float32)
    steps[:, ::2], steps[:, 1::2] = packed >> 4, packed & 15
    return Signature(places / TENTHS, steps * np.float32(STEP))


@frozen(eq=False)
class Look:
    """All features of a picture, to be asked for several boards: places in px, words, shrink, size (w, h)."""

    at: Array
    words: NDArray[np.float32]
    shrink: float
    size: tuple[int, int]


def look_at(picture: NDArray[np.uint8]) -> Look:
    """The features of a whole picture (BGR)."""
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    shrink = min(1.0, WIDTH / max(gray.shape))
    small = cv2.resize(gray, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else gray
    at, words = features(np.asarray(small, np.uint8))
    return Look(at, words, shrink, (gray.shape[1], gray.shape[0]))


def corners_by(s: Signature, picture: NDArray[np.uint8], size_mm: Point) -> tuple[Point, ...]:
    """Where the corners of that board lie in a picture (px, clockwise from its own top left); () for another board."""
    return corners_in(s, look_at(picture), size_mm)


def corners_in(s: Signature, look: Look, size_mm: Point) -> tuple[Point, ...]:
    """The same in a picture that was looked at already."""
    if len(look.at) < LEAST or len(s.mm) < LEAST:
        return ()
    # The few words of the file ask the many of the picture: two pictures of one print agree both ways.
    there = cv2.BFMatcher(cv2.NORM_L2).knnMatch(s.words, look.words, k=2)
    back = {m.queryIdx: m.trainIdx for m in cv2.BFMatcher(cv2.NORM_L2).match(look.words, s.words)}
    pairs = [m[0] for m in there if len(m) == 2 and m[0].distance < CLEAR * m[1].distance]
    pairs = [m for m in pairs if back.get(m.trainIdx) == m.queryIdx]
    if len(pairs) < LEAST:
        return ()
    px = (look.at[[m.trainIdx for m in pairs]] + 0.5) / look.shrink - 0.5
    mm = s.mm[[m.queryIdx for m in pairs]]
    h, inside = cv2.findHomography(mm, px, cv2.USAC_MAGSAC, 2.5 / look.shrink, maxIters=5000, confidence=0.999)
    if h is None or int(inside.sum()) < LEAST or sane(h, size_mm, look.size):
        return ()
    w, tall = size_mm
    ring = apply(h, [(0, 0), (w, 0), (w, tall), (0, tall)])
    return tuple((float(x), float(y)) for x, y in ring)
