"""The board's place from its fiducials: few ids at known places, so geometry guards what a short code cannot.

A weak code (4x4 bits, cheapest and best when small or blurred) is safe here because no bit is ever corrected, only the
layout's ids count, and all corners must fit one homography. Where few are seen the whole pattern of each is
aligned with the picture (Lucas-Kanade on a rendered template, Gauss-Newton over the pinhole camera): four corners a
marker leave the far side of the board loose. The pose tells how far it may be off.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import cv2
import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from vision.camera import FOCAL_PRIOR, FOCAL_SPREAD, Array, Refusal, View, apply, board_grid, fit_view, sane
from vision.layout import Layout, Marks
from vision.light import linear

ALIGNED_PX = 0.075  # at 1920 px: standard deviation of a corner where whole patterns were aligned
WORST_PX = 2.0  # at 1920 px: a pose that may be farther off at a place that is read is none
DOUBT = 2.0  # standard deviations that a pose from few markers may be off at a place that is read
TOLD = 0.63  # mean error of a board by what is expected of it: 46 pictures of the sample and 106 with fewer marks
LOOSE = "loose"  # the source of such a pose
TOLERANCE_PX = 3.0  # at 1920 px; the most that a corner may miss the common homography
Gray = NDArray[np.uint8]
ROUNDS = 20  # Levenberg-Marquardt steps at most
STILL = 1e-5  # share of the cost; a smaller gain ends them
HUBER = 0.35  # of a marker's contrast; larger residuals count linearly
POOR = 0.02  # mean cost of a point, in squares of the contrast; more is no marker
TEMPLATE_PX = 12  # of a rendered cell
BLUR_PX = 0.7  # standard deviation of what lens and sensor blur
SIGMA2 = 6 * 0.05**2  # variance of a residual by contrast; neighbours are not independent: six count as one
CORNER_PX = 0.11  # standard deviation of a refined corner, at least
PAPER_PX = 0.06  # at 1920 px: what lens and paper bend, in no model here


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


def detector(dictionary: str, windows: tuple[int, int, int], least: float) -> cv2.aruco.ArucoDetector:
    """Finds markers of one code; no bit is ever corrected, for a wrong marker is worse than none.

    ``windows``: px of the thresholds that are tried, the least, the most, the step; ``least``: perimeter of a marker by
    the longer side of the picture.
    """
    p = cv2.aruco.DetectorParameters()
    p.errorCorrectionRate = 0.0
    p.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    p.adaptiveThreshWinSizeMin, p.adaptiveThreshWinSizeMax, p.adaptiveThreshWinSizeStep = windows
    p.minMarkerPerimeterRate = least
    p.perspectiveRemovePixelPerCell = 6
    return cv2.aruco.ArucoDetector(_dictionary(dictionary), p)


class MarkFinder:
    """Finds the layout's fiducials in a grey picture and the pose they agree on."""

    def __init__(self, layout: Layout) -> None:
        if layout.marks is None:
            raise ValueError("the layout has no fiducials")
        self.layout = layout
        self.marks = layout.marks
        self._detector = detector(self.marks.dictionary, (5, 29, 12), 0.02)  # corners are refined at full size below
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


# ---------------------------------------------------------------- few fiducials: whole patterns are aligned
@lru_cache(maxsize=64)
def _pattern(dictionary: str, ident: int, border: int) -> NDArray[np.float32]:
    """A marker with its white rim, 0..1, ``TEMPLATE_PX`` px a cell."""
    book = _dictionary(dictionary)
    cells = book.markerSize + 2
    inner = cv2.aruco.generateImageMarker(book, ident, cells * TEMPLATE_PX)
    rim = border * TEMPLATE_PX
    wide = cv2.copyMakeBorder(inner, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255)
    return np.asarray(wide, np.float32) / np.float32(255)


def _samples(marks: Marks, ident: int, px_per_mm: float) -> tuple[Array, Array]:
    """Points (N, 2) mm about a pixel apart over a marker's paper, and its blurred pattern there (N,)."""
    picture = _pattern(marks.dictionary, ident, marks.border_cells)
    scale = picture.shape[0] / marks.side_mm  # template px per mm
    soft = cv2.GaussianBlur(picture, (0, 0), BLUR_PX / px_per_mm * scale, borderType=cv2.BORDER_REPLICATE)
    n = int(np.clip(round(marks.side_mm * px_per_mm), 12, 80))
    inset = 0.06 * marks.side_mm  # the paper's own edge is no part of the pattern
    at = np.linspace(inset, marks.side_mm - inset, n)
    x, y = np.meshgrid(at, at)
    left, top = ((a * scale - 0.5).astype(np.float32) for a in (x, y))
    value = cv2.remap(soft, left, top, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).ravel().astype(np.float64)
    cx, cy = marks.centres[ident]
    half = marks.side_mm / 2
    return np.column_stack([x.ravel() - half + cx, y.ravel() - half + cy]), value


def align(gray: Gray, view: View, marks: Marks, focal_px: float | None = None) -> View | None:
    """The pose of ``view`` refined on the whole pattern of its markers; None where that does not converge."""
    light = linear(gray)
    gx, gy = (cv2.Sobel(light, cv2.CV_32F, dx, 1 - dx, ksize=3, scale=1 / 8) for dx in (1, 0))
    grown = [_samples(marks, i, view.px_per_mm(*marks.centres[i])) for i in view.marks]
    mm = np.vstack([g[0] for g in grown])
    pattern = np.concatenate([g[1] for g in grown])
    own = np.repeat(np.arange(len(grown)), [len(g[1]) for g in grown])
    obj = np.column_stack([mm, np.zeros(len(mm))])
    centre = float(view.k[0, 2]), float(view.k[1, 2])
    state = np.concatenate([cv2.Rodrigues(view.r)[0].ravel(), view.t, [np.log(view.k[0, 0])]])
    nominal = np.log(FOCAL_PRIOR * max(view.size))
    stiff = 1e12 if focal_px is not None else 1 / FOCAL_SPREAD**2
    h, w = light.shape

    def weigh(state: Array) -> tuple[float, Array, Array]:
        """Cost, normal matrix and right side of the step at a pose."""
        px, jac = _project(obj, state, centre)
        inside = (px[:, 0] > 1) & (px[:, 0] < w - 2) & (px[:, 1] > 1) & (px[:, 1] < h - 2)
        x, y = px[:, 0].astype(np.float32)[None], px[:, 1].astype(np.float32)[None]
        seen, dx, dy = (cv2.remap(a, x, y, cv2.INTER_LINEAR)[0].astype(np.float64) for a in (light, gx, gy))
        rest, step = np.zeros(len(px)), dx[:, None] * jac[0::2] + dy[:, None] * jac[1::2]
        for m in range(len(grown)):
            mine = np.flatnonzero((own == m) & inside)
            if len(mine) < 100:
                continue
            basis, much = np.column_stack([np.ones(len(mine)), pattern[mine]]), np.ones((len(mine), 1))
            for _ in range(2):
                fit = np.linalg.lstsq(basis * much, seen[mine] * much[:, 0], rcond=None)[0]
                level = 1.0 / max(0.01, abs(float(fit[1])))  # markers in the shade count as much as lit ones
                rest[mine] = (seen[mine] - basis @ fit) * level
                much = np.sqrt(1 / np.maximum(1.0, np.abs(rest[mine]) / HUBER))[:, None]
            step[mine] *= level
        weight = inside / np.maximum(1.0, np.abs(rest) / HUBER)  # a finger on a marker
        cost = float(np.minimum(rest**2 / 2, HUBER * np.abs(rest) - HUBER**2 / 2)[inside].sum()) / SIGMA2
        off = state[6] - nominal
        normal = (step * weight[:, None]).T @ step / SIGMA2
        right = -(step * weight[:, None]).T @ rest / SIGMA2
        if focal_px is None:
            right[6] -= off * stiff
            cost += 0.5 * off**2 * stiff
        normal[6, 6] += stiff
        return cost, normal, right

    damp = 1e-7
    cost, normal, right = weigh(state)
    for _ in range(ROUNDS):
        move = np.linalg.solve(normal + damp * np.diag(np.diag(normal)), right)
        trial = state + move
        again = weigh(trial)
        if again[0] < cost:
            gained = cost - again[0]
            state, (cost, normal, right), damp = trial, again, damp / 5
            if gained < STILL * cost:
                break
        else:
            damp *= 20
    rvec, t, f = state[:3], state[3:6], float(np.exp(state[6]))
    rest_share = cost * SIGMA2 / len(mm)
    if rest_share > POOR:
        return None
    k = np.array([[f, 0, centre[0]], [0, f, centre[1]], [0, 0, 1.0]])
    r = np.asarray(cv2.Rodrigues(rvec)[0], np.float64)
    h0 = k @ np.column_stack([r[:, 0], r[:, 1], t])
    moved = np.linalg.norm(apply(h0, mm) - apply(view.h0, mm), axis=1)
    if not np.isfinite(h0).all() or moved.max() > 3.0 * max(1.0, max(view.size) / 1920):
        return None
    return evolve(view, h0=h0, k=k, r=r, t=t)


def _project(obj: Array, state: Array, centre: tuple[float, float]) -> tuple[Array, Array]:
    """Points (N, 3) -> px (N, 2) and the Jacobian (2N, 7) by ``state``: turn (3), place (3), log focal length."""
    f = float(np.exp(state[6]))
    k = np.array([[f, 0, centre[0]], [0, f, centre[1]], [0, 0, 1.0]])
    px, jac = cv2.projectPoints(np.ascontiguousarray(obj), state[:3], state[3:6], k, None)
    return px.reshape(-1, 2), np.column_stack([jac[:, :6], f * (jac[:, 6] + jac[:, 7])])


def expected_error(view: View, marks_mm: Array, corner_px: float, at_mm: Array, fixed_focal: bool = False) -> Array:
    """Expected pose error (N,) px at board points (N, 2) mm, by what the geometry of the markers allows.

    ``marks_mm`` (M, 2): the points that were measured; ``corner_px``: standard deviation of each of them.
    """
    centre = float(view.k[0, 2]), float(view.k[1, 2])
    state = np.concatenate([cv2.Rodrigues(view.r)[0].ravel(), view.t, [np.log(view.k[0, 0])]])
    _, jac = _project(np.column_stack([marks_mm, np.zeros(len(marks_mm))]), state, centre)
    normal = jac.T @ jac / corner_px**2
    normal[6, 6] += 1e12 if fixed_focal else 1 / FOCAL_SPREAD**2
    covariance = np.linalg.inv(normal + 1e-9 * np.diag(np.diag(normal)))
    _, there = _project(np.column_stack([at_mm, np.zeros(len(at_mm))]), state, centre)
    variance = np.einsum("ni,ij,nj->n", there, covariance, there).reshape(-1, 2).sum(axis=1)
    paper = PAPER_PX * max(view.size) / 1920
    return np.asarray(np.sqrt(variance + paper**2))
