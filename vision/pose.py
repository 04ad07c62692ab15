"""The board's place from its fiducials: few ids at known places, so geometry guards what a short code cannot.

A weak code (4x4 bits, cheapest and best when small or blurred) is safe here because no bit is ever corrected, only the
layout's ids count, and all corners must fit one homography.
"""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from vision.camera import Array, Refusal, View, apply, board_grid, fit_view, sane
from vision.layout import Layout, Marks
from vision.markfit import CORNER_PX, align, expected_error
from vision.observation import Pose

ALIGNED_PX = 0.075  # at 1920 px: standard deviation of a corner where whole patterns were aligned
WORST_PX = 2.0  # at 1920 px: a pose that may be farther off at a place that is read is none
DOUBT = 2.0  # standard deviations that a pose from few markers may be off at a place that is read
TOLD = 0.63  # mean error of a board by what is expected of it: 46 pictures of the sample and 106 with fewer marks
LOOSE = "loose"  # the source of such a pose
TOLERANCE_PX = 3.0  # at 1920 px; the most that a corner may miss the common homography
Gray = NDArray[np.uint8]


def mark_corners(marks: Marks, ident: int) -> Array:
    """The black square's corners (4, 2) in board mm: top left, top right, bottom right, bottom left."""
    cells = _dictionary(marks.dictionary).markerSize + 2
    half = marks.side_mm * cells / (cells + 2 * marks.border_cells) / 2
    x, y = marks.centres[ident]
    return np.array([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])


def _dictionary(name: str) -> cv2.aruco.Dictionary:
    number = getattr(cv2.aruco, name, None)
    if number is None:
        raise ValueError(f"no ArUco dictionary called {name}")
    return cv2.aruco.getPredefinedDictionary(number)


class MarkFinder:
    """Finds the layout's fiducials in a grey picture and the pose they agree on."""

    def __init__(self, layout: Layout) -> None:
        if layout.marks is None:
            raise ValueError("the layout has no fiducials")
        self.layout = layout
        self.marks = layout.marks
        p = cv2.aruco.DetectorParameters()
        p.errorCorrectionRate = 0.0
        p.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE  # refined at full size below
        p.adaptiveThreshWinSizeMin = 5
        p.adaptiveThreshWinSizeMax = 29
        p.adaptiveThreshWinSizeStep = 12
        p.minMarkerPerimeterRate = 0.02
        p.perspectiveRemovePixelPerCell = 6
        self._detector = cv2.aruco.ArucoDetector(_dictionary(self.marks.dictionary), p)
        self._corners = {i: mark_corners(self.marks, i) for i in self.marks.centres}

    def detect(self, gray: Gray, *, whole: bool = False) -> dict[int, Array]:
        """Known ids -> corners (4, 2) px, searched at half size (``whole``: full size), refined at full size."""
        small = gray if whole else cv2.resize(gray, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        found, ids, _ = self._detector.detectMarkers(small)
        scale = 1 if whole else 2
        out: dict[int, Array] = {}
        for quad, ident in zip(found, [] if ids is None else ids.ravel(), strict=False):
            if int(ident) not in self._corners:
                continue
            c = (quad.reshape(4, 2).astype(np.float64) + 0.5) * scale - 0.5
            side = float(np.mean(np.linalg.norm(c - np.roll(c, 1, axis=0), axis=1)))
            out.setdefault(int(ident), self._refine(gray, c, side))
        return out

    def _refine(self, gray: Gray, corners: Array, side_px: float) -> Array:
        """Sub-pixel corners; the window stays within one cell, or it would see the neighbouring bits' corners."""
        cells = _dictionary(self.marks.dictionary).markerSize + 2
        win = int(np.clip(0.45 * side_px / cells, 2, 7))
        c = np.ascontiguousarray(corners, np.float32).reshape(-1, 1, 2)
        stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
        done = cv2.cornerSubPix(gray, c.copy(), (win, win), (-1, -1), stop).reshape(4, 2)
        moved = np.linalg.norm(done - corners, axis=1)
        keep = moved > max(3.0, 0.7 * side_px / cells)  # ran away to another corner
        done[keep] = corners[keep]
        return np.asarray(done, np.float64)

    def fit(
        self,
        seen: dict[int, Array],
        size: tuple[int, int],
        focal_px: float | None = None,
        gray: Gray | None = None,
        loose: bool = False,
    ) -> View | Refusal:
        """The pose that most markers agree on; at least two must. ``gray``: the picture, to align few markers by.

        ``loose``: one that may be too far off is no refusal, its source is ``LOOSE``: the print shall tie it down.
        """
        ids = tuple(sorted(seen))
        if not ids:
            return Refusal("no_marks")
        if len(ids) < 2:
            return Refusal("few_marks", ids)
        tolerance = TOLERANCE_PX * max(size) / 1920
        group = self._consensus(seen, ids, tolerance)
        if len(group) < 2:
            return Refusal("disagree", ids)
        px = np.vstack([seen[i] for i in group])
        mm, h0 = self._bleed(group, px)
        if h0 is None:
            return Refusal("disagree", ids)
        miss = np.linalg.norm(apply(h0, mm) - px, axis=1)
        if miss.max() > tolerance * 1.5:
            return Refusal("disagree", ids, float(miss.max()))
        wrong = sane(h0, self.layout.size_mm, size)
        if wrong:
            return Refusal(wrong, ids)
        error = float(np.sqrt(np.mean(miss**2)))
        view = fit_view(h0, mm, px, size, source="marks", marks=group, error_px=error, focal_px=focal_px)
        if view is None:
            return Refusal("shape", ids)
        corner = max(CORNER_PX * max(size) / 1920, error)
        if len(group) < 4:
            # Few markers pin a free homography badly far from them; the pinhole camera has fewer freedoms.
            view = evolve(view, h0=view.k @ np.column_stack([view.r[:, 0], view.r[:, 1], view.t]))
            aligned = None if gray is None else align(gray, view, self.marks, focal_px)
            if aligned is not None:
                view, corner = aligned, ALIGNED_PX * max(size) / 1920
        return self._told(view, mm, corner, focal_px is not None, loose)

    def _told(self, view: View, mm: Array, corner_px: float, known: bool, loose: bool) -> View | Refusal:
        """The view with the error that its markers' places allow; refused where a place that is read is too far off."""
        grid = board_grid(self.layout.size_mm)
        error = TOLD * float(np.sqrt(np.mean(expected_error(view, mm, corner_px, grid, known) ** 2)))
        read = np.array([p.centre for p in self.layout.places if p.look != "tray"] or [(0.0, 0.0)])
        px = apply(view.h0, read)
        read = read[((px >= 0) & (px < view.size)).all(axis=1)]
        worst = float(expected_error(view, mm, corner_px, read, known).max()) if len(read) else 0.0
        if DOUBT * worst <= WORST_PX * max(1.0, max(view.size) / 1920):
            return evolve(view, error_px=error)
        return evolve(view, error_px=error, source=LOOSE) if loose else Refusal("few_marks", view.marks, worst)

    def _bleed(self, group: tuple[int, ...], px: Array) -> tuple[Array, Array | None]:
        """Corners in mm and their homography, the black squares being as small or large as blur and exposure show them.

        White bleeds into black (or the other way), which moves all corners of a marker inwards by the same share.
        """

        def trial(grow: float) -> tuple[float, Array, Array | None]:
            corners = [self._corners[n] for n in group]
            mm = np.vstack([c.mean(axis=0) + (c - c.mean(axis=0)) * (1 + grow) for c in corners])
            h, _ = cv2.findHomography(mm, px, 0)
            return (np.inf if h is None else float(np.sum((apply(h, mm) - px) ** 2))), mm, h

        step = 0.03
        costs = [trial(g)[0] for g in (-step, 0.0, step)]
        bend = costs[0] - 2 * costs[1] + costs[2]
        grow = 0.5 * step * (costs[0] - costs[2]) / bend if np.isfinite(bend) and bend > 1e-9 else 0.0
        _, mm, h0 = trial(float(np.clip(grow, -0.08, 0.08)))
        return mm, h0

    def _consensus(self, seen: dict[int, Array], ids: tuple[int, ...], tolerance: float) -> tuple[int, ...]:
        """The largest set of markers whose corners fit one homography."""
        best: tuple[int, ...] = ()
        best_error = np.inf
        starts = [ids, *combinations(ids, 2)] if len(ids) > 2 else [ids]
        for start in starts:
            group = start
            for _ in range(2):
                mm = np.vstack([self._corners[i] for i in group])
                h0, _mask = cv2.findHomography(mm, np.vstack([seen[i] for i in group]), 0)
                if h0 is None:
                    group = ()
                    break
                # Two markers extrapolate: their error grows towards the far ones, so the test widens first.
                slack = tolerance * (3 if len(group) == 2 and len(ids) > 2 else 1)
                misses = {i: float(np.linalg.norm(apply(h0, self._corners[i]) - seen[i], axis=1).max()) for i in ids}
                group = tuple(i for i in ids if misses[i] <= slack)
                if len(group) < 2:
                    break
            if len(group) < 2:
                continue
            error = max(misses[i] for i in group)
            if (len(group), -error) > (len(best), -best_error):
                best, best_error = group, error
            if len(best) == len(ids):
                break
        return best

    def find(self, gray: Gray, focal_px: float | None = None, loose: bool = False) -> View | Refusal:
        """Pose in one grey picture; searched at full size unless half size shows all markers: its corners win."""
        size = (gray.shape[1], gray.shape[0])
        seen = self.detect(gray)
        if len(seen) < len(self._corners):
            seen = seen | self.detect(gray, whole=True)
        return self.fit(seen, size, focal_px, gray, loose)


def pose_value(view: View, layout: Layout) -> Pose:
    """The pose as the plain value that an Observation carries."""
    w, h = layout.size_mm
    flat = view.h0 / view.h0[2, 2]
    return Pose(tuple(float(v) for v in flat.ravel()), view.error_px, view.tilt_deg, view.px_per_mm(w / 2, h / 2))


def view_from_corners(
    layout: Layout, corners_px: object, size: tuple[int, int], focal_px: float | None = None
) -> View | Refusal:
    """Pose from the sheet's four corners as touched on the picture: top left, top right, bottom right, bottom left."""
    w, h = layout.size_mm
    mm = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
    px = np.asarray(corners_px, np.float64).reshape(-1, 2)
    if px.shape != (4, 2) or not np.all(np.isfinite(px)):
        return Refusal("corners")
    h0 = np.asarray(cv2.getPerspectiveTransform(mm.astype(np.float32), px.astype(np.float32)), np.float64)
    wrong = sane(h0, layout.size_mm, size)
    if wrong:
        return Refusal(wrong)
    view = fit_view(h0, mm, px, size, source="corners", focal_px=focal_px)
    return view if view else Refusal("shape")
