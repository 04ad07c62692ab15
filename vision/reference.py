"""The board's place without fiducials: natural features of a reference picture, accepted only after several tests.

A matcher always returns its best guess; so a pose needs enough inliers, a plausible shape, and print that looks the
same where it ought to (SIFT with ratio test, MAGSAC homography, normalised correlation of tiles).
"""

from __future__ import annotations

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.camera import Array, Refusal, View, apply, fit_board, sane
from vision.layout import Layout

Gray = NDArray[np.uint8]
LEAST_INLIERS = 40
HINT = 10  # so many features may agree by chance; from as few on it is worth looking closer
CLOSER, RIM = 2.0, 0.12  # so much finer than the picture; this share of the board around it
LEAST_NCC = 0.5
TILE_MM = 24.0
WIDTH = 1280  # px; searched no larger than this
CELL_PX, EACH = 54, 30  # of a picture: so many features of a cell at most


def raster_homography(px_per_mm: float, x0: float = 0.0, y0: float = 0.0) -> Array:
    """mm -> px of a raster whose pixel (0, 0) is centred half a pixel inside (x0, y0)."""
    s = px_per_mm
    return np.array([[s, 0, -0.5 - s * x0], [0, s, -0.5 - s * y0], [0, 0, 1.0]])


def flatten(gray: Gray, h0: Array, board_mm: tuple[float, float], px_per_mm: float) -> Gray:
    """The print as a flat picture, ``px_per_mm`` fine."""
    size = (round(board_mm[0] * px_per_mm), round(board_mm[1] * px_per_mm))
    m = h0 @ np.linalg.inv(raster_homography(px_per_mm))
    return np.asarray(cv2.warpPerspective(gray, m, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP), np.uint8)


def features(gray: Gray, cell_px: int = CELL_PX, each: int = EACH) -> tuple[Array, NDArray[np.float32]]:
    """Places (N, 2) px of SIFT features with their words (N, 128), the strongest of each cell.

    Were the strongest of the whole picture taken, a chequered cloth would leave none for a board of soft colours.
    """
    found, words = cv2.SIFT.create().detectAndCompute(gray, None)
    if words is None:
        return np.zeros((0, 2)), np.zeros((0, 128), np.float32)
    at = np.array([p.pt for p in found])
    column, row = (at // cell_px).astype(int).T
    number = row * gray.shape[1] + column
    order = np.lexsort((-np.array([p.response for p in found]), number))
    rank = np.arange(len(order)) - np.searchsorted(number[order], number[order])  # 0 for the strongest of its cell
    keep = order[rank < each]
    return at[keep], np.asarray(words[keep], np.float32)


def tile_likeness(a: Gray, b: Gray, tile: int) -> NDArray[np.float64]:
    """Normalised correlation of the tiles of two flat pictures that have texture in the first; empty if none has."""
    out = []
    rows, cols = a.shape[0] // tile, a.shape[1] // tile
    for r in range(rows):
        for c in range(cols):
            s = np.s_[r * tile : (r + 1) * tile, c * tile : (c + 1) * tile]
            p, q = a[s].astype(np.float64), b[s].astype(np.float64)
            dp, dq = p - p.mean(), q - q.mean()
            if dp.std() < 5:
                continue
            out.append(float((dp * dq).mean() / (dp.std() * dq.std() + 1.0)))
    return np.asarray(out)


class Print:
    """What the print looks like, as a flat grey picture: refines a rough pose (few markers, SIFT, touched corners)."""

    PX_PER_MM = 1.5

    def __init__(self, flat: Gray, board_mm: tuple[float, float]) -> None:
        self.flat = flat
        self.board_mm = board_mm
        points = cv2.goodFeaturesToTrack(flat, 500, 0.01, 6)
        self._points = np.zeros((0, 2)) if points is None else points.reshape(-1, 2).astype(np.float64)

    @classmethod
    def from_view(cls, gray: Gray, view: View, board_mm: tuple[float, float]) -> Print:
        scale = min(cls.PX_PER_MM, 900 / max(board_mm))
        return cls(flatten(gray, view.h0, board_mm, scale), board_mm)

    def _scale(self) -> float:
        return float(self.flat.shape[1] / self.board_mm[0])

    def _flat(self, gray: Gray, h0: Array) -> Gray:
        """A picture flattened to the very size of the print's, whatever is rounded."""
        h, w = self.flat.shape
        m = h0 @ np.linalg.inv(raster_homography(self._scale()))
        return np.asarray(cv2.warpPerspective(gray, m, (w, h), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP), np.uint8)

    def likeness(self, gray: Gray, h0: Array) -> float:
        """Median correlation of textured tiles under this pose; -1 if there is too little texture."""
        other = self._flat(gray, h0)
        tiles = tile_likeness(self.flat, other, max(8, round(TILE_MM * self._scale())))
        return float(np.median(tiles)) if len(tiles) >= 6 else -1.0

    def refine(self, gray: Gray, h0: Array) -> tuple[Array, int, float] | None:
        """A better homography near ``h0``: features of the print followed into a flattened picture.

        Gives homography, number of features and their root mean square error in px.
        """
        if len(self._points) < 20:
            return None
        now = self._flat(gray, h0)
        start = self._points.astype(np.float32).reshape(-1, 1, 2)
        moved, ok, _ = cv2.calcOpticalFlowPyrLK(self.flat, now, start, None, winSize=(21, 21), maxLevel=2)
        back, ok2, _ = cv2.calcOpticalFlowPyrLK(now, self.flat, moved, None, winSize=(21, 21), maxLevel=2)
        good = (ok.ravel() > 0) & (ok2.ravel() > 0) & (np.linalg.norm((back - start).reshape(-1, 2), axis=1) < 0.5)
        if good.sum() < 20:
            return None
        raster = raster_homography(self._scale())
        mm = apply(np.linalg.inv(raster), self._points[good])
        px = apply(h0 @ np.linalg.inv(raster), moved.reshape(-1, 2)[good])
        better, inside = cv2.findHomography(mm, px, cv2.USAC_MAGSAC, 1.5, maxIters=3000, confidence=0.999)
        if better is None:
            return None
        keep = inside.ravel() > 0
        if keep.sum() < 20:
            return None
        better, _ = cv2.findHomography(mm[keep], px[keep], 0)
        rms = float(np.sqrt(np.mean(np.sum((apply(better, mm[keep]) - px[keep]) ** 2, axis=1))))
        return better, int(keep.sum()), rms


class ReferencePose:
    """Finds the board by a reference picture: a scan, or a photograph whose homography mm -> px is known."""

    FEATURES = 3000

    def __init__(self, layout: Layout, picture: Gray, homography: Array) -> None:
        self.layout = layout
        w, h = layout.size_mm
        scale = min(2.0, 1000 / w)
        flat = flatten(picture, homography, (w, h), scale)
        self._flat, self._scale = flat, scale
        self._mm, self._words = _of_flat(flat, scale, self.FEATURES)
        self.print = Print(flatten(picture, homography, (w, h), min(Print.PX_PER_MM, 900 / w)), (w, h))

    def find(self, gray: Gray, focal_px: float | None = None) -> View | Refusal:
        """Pose in a grey picture (about half a second), or why this does not look like the board.

        A board that fills little of the picture is looked at twice: where few features agree, closer.
        """
        size = (gray.shape[1], gray.shape[0])
        shrink = min(1.0, WIDTH / max(size))
        small = cv2.resize(gray, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else gray
        points, words = features(small)
        fit = _agreed(self._mm, self._words, (points + 0.5) / shrink - 0.5, words, 3.0 / shrink)
        if HINT <= fit.count < LEAST_INLIERS and not sane(fit.h0, self.layout.size_mm, size):
            fit = self._closer(gray, fit.h0)
        if fit.count < LEAST_INLIERS:
            return Refusal("no_match", (fit.count,))
        h0, error = fit.h0, fit.error_px
        wrong = sane(h0, self.layout.size_mm, size)
        if wrong:
            return Refusal(wrong, (fit.count,))
        refined = self.print.refine(gray, h0)
        if refined is not None and not sane(refined[0], self.layout.size_mm, size):
            h0, error = refined[0], refined[2]
        if self.print.likeness(gray, h0) < LEAST_NCC:
            return Refusal("texture", (fit.count,))
        view = fit_board(h0, self.layout.size_mm, size, "reference", error, focal_px)
        return view or Refusal("shape", (fit.count,))

    def _closer(self, gray: Gray, h0: Array) -> Fit:
        """A second look at what may be the board: enlarged and flat, against the print as coarse as it shows there."""
        w, h = self.layout.size_mm
        seen = _px_per_mm(h0, (w, h))
        scale = min(self._scale, CLOSER * seen)
        coarse = cv2.resize(self._flat, (round(w * seen), round(h * seen)), interpolation=cv2.INTER_AREA)
        known = np.asarray(cv2.resize(coarse, (round(w * scale), round(h * scale))), np.uint8)
        mm, words = _of_flat(known, scale, self.FEATURES)
        rim = RIM * max(w, h)
        raster = np.linalg.inv(raster_homography(scale, -rim, -rim))
        room = (round((w + 2 * rim) * scale), round((h + 2 * rim) * scale))
        near = cv2.warpPerspective(gray, h0 @ raster, room, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        points, found = features(np.asarray(near, np.uint8))
        return _agreed(mm, words, apply(h0 @ raster, points), found, 3.0)


@frozen(eq=False)
class Fit:
    """A homography mm -> px, how many features agree on it, and their root mean square error."""

    h0: Array
    count: int
    error_px: float = float("nan")


def _of_flat(flat: Gray, scale: float, most: int) -> tuple[Array, NDArray[np.float32]]:
    """Places in mm and words of a flat print's features."""
    points, words = cv2.SIFT.create(most).detectAndCompute(flat, None)
    if words is None:
        return np.zeros((0, 2)), np.zeros((0, 128), np.float32)
    return apply(np.linalg.inv(raster_homography(scale)), [p.pt for p in points]), np.asarray(words, np.float32)


def _agreed(mm: Array, known: NDArray[np.float32], px: Array, words: NDArray[np.float32], reach_px: float) -> Fit:
    """What most features that look alike agree on."""
    none = Fit(np.eye(3), 0)
    if len(known) < HINT or len(words) < HINT:
        return none
    found = cv2.BFMatcher(cv2.NORM_L2).knnMatch(words, known, k=2)
    pairs = [m[0] for m in found if len(m) == 2 and m[0].distance < 0.8 * m[1].distance]
    if len(pairs) < HINT:
        return Fit(np.eye(3), len(pairs))
    here, there = px[[m.queryIdx for m in pairs]], mm[[m.trainIdx for m in pairs]]
    h0, inside = cv2.findHomography(there, here, cv2.USAC_MAGSAC, reach_px, maxIters=5000, confidence=0.999)
    if h0 is None or inside is None or not inside.any():
        return none
    keep = inside.ravel() > 0
    error = float(np.sqrt(np.mean(np.sum((apply(h0, there[keep]) - here[keep]) ** 2, axis=1))))
    return Fit(h0, int(keep.sum()), error)


def _px_per_mm(h0: Array, board_mm: tuple[float, float]) -> float:
    """Scale in the middle of the board."""
    w, h = board_mm
    ring = apply(h0, [(0, 0), (w, 0), (w, h), (0, h)]).astype(np.float32)
    return float(np.sqrt(cv2.contourArea(ring) / (w * h)))
