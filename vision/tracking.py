"""Keeps the board's place from picture to picture: cheap optical flow against a key picture, markers now and then.

A still camera gives the very same pose again and again (no jitter); a bump is noticed within a picture and mended.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import cv2
import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from vision.camera import Array, Refusal, View, apply, board_grid, fit_board, sane
from vision.layout import Layout
from vision.observation import MIRRORED
from vision.pose import LOOSE, TOLD, MarkFinder, view_from_corners
from vision.reference import LEAST_NCC, Print, ReferencePose

Gray = NDArray[np.uint8]
STEADY_PX = 1.0  # at 1920 px; flow below this is no movement
JUMP_PX = 4.0
REDETECT_S = 1.0
MIRROR_S = 3.0  # a board that is not found is looked for in a mirrored picture so often
LOST_S = 1.5  # without any evidence for this long the board counts as lost
AVERAGE = 5  # pictures whose marker corners are averaged


@frozen(eq=False)
class Track:
    """``state``: steady | moved (realigning, or just found) | lost."""

    state: str
    view: View | None
    refusal: Refusal | None = None


class _Gray:
    """A picture in grey, made only when somebody needs it: most frames do not."""

    def __init__(self, frame: NDArray[np.uint8]) -> None:
        self._frame = frame
        self.size = (frame.shape[1], frame.shape[0])

    @cached_property
    def whole(self) -> Gray:
        return np.asarray(cv2.cvtColor(self._frame, cv2.COLOR_BGR2GRAY), np.uint8)


class Tracker:
    """Follows one board. ``view`` is the present pose; ``version`` grows whenever it changes."""

    def __init__(self, layout: Layout, reference: ReferencePose | None = None) -> None:
        self.layout = layout
        self._finder = MarkFinder(layout) if layout.marks else None
        self.reference = reference
        self.print: Print | None = reference.print if reference else None
        self.view: View | None = None
        self.version = 0
        self.focal_px: float | None = None
        self._key: Gray | None = None
        self._points: NDArray[np.float32] = np.zeros((0, 1, 2), np.float32)
        self._checked = -1e9
        self._sure = -1e9  # when the pose was last supported
        self._corners: list[dict[int, Array]] = []
        self._loose = False  # whether the print was seen under few markers
        self._refused: Refusal | None = None  # why the board was not found when it was looked for last
        self._turned = -1e9  # when a mirrored picture was thought of last

    def touch(self, corners_px: object, size: tuple[int, int]) -> View | Refusal:
        """Take the pose from four touched corners: top left, top right, bottom right, bottom left of the sheet."""
        view = view_from_corners(self.layout, corners_px, size, self.focal_px)
        if isinstance(view, View):
            self._take(view)
        return view

    def find(self, gray: Gray) -> View | Refusal:
        """The pose in one picture, by markers, else by the reference picture; refined by the known print."""
        found: View | Refusal = Refusal("no_marks")
        if self._finder is not None:
            found = self._refined(gray, self._finder.find(gray, self.focal_px, loose=self.print is not None))
        if isinstance(found, Refusal) and self.reference is not None:
            found = self.reference.find(gray, self.focal_px)
        return found

    def why(self, gray: Gray, refused: Refusal) -> Refusal:
        """Why the board is not found here: it may be that the picture is mirrored, as camera programs do for faces."""
        turned = self.find(np.ascontiguousarray(gray[:, ::-1]))
        return Refusal(MIRRORED) if isinstance(turned, View) else refused

    def _refined(self, gray: Gray, found: View | Refusal) -> View | Refusal:
        """Few markers leave the far corner loose; the print, where it is known, ties it down."""
        if isinstance(found, Refusal) or len(found.marks) >= 4 or self.print is None:
            return found
        kept = Refusal("few_marks", found.marks) if found.source == LOOSE else found
        better = self.print.refine(gray, found.h0)
        if better is None or better[2] > 1.2 or self.print.likeness(gray, better[0]) < LEAST_NCC:
            return kept
        error, size = TOLD * better[2], self.layout.size_mm
        return fit_board(better[0], size, found.size, "marks", error, self.focal_px, found.marks) or kept

    def _take(self, view: View) -> None:
        self.view = view
        self.version += 1

    def adopt(self, gray: Gray, found: View) -> None:
        """Take a pose found in one picture outside the running loop, unless it is the one we have."""
        unit = max(found.size) / 1920
        if self.view is None or self.view.size != found.size or self._apart(found) > STEADY_PX * unit:
            self._take(found)
            self._key = None
        self._remember(gray, found)

    def _remember(self, gray: Gray, found: View) -> None:
        """Keep the print to refine later poses by; one seen under a loose pose gives way to one under a firm one."""
        firm = len(found.marks) >= 4
        if len(found.marks) >= 2 and (self.print is None or (firm and self._loose)):
            self.print, self._loose = Print.from_view(gray, found, self.layout.size_mm), not firm

    def update(self, frame: NDArray[np.uint8], half: Gray, t: float) -> Track:
        """One picture further. ``frame``: BGR; ``half``: the same picture in grey at half size (area averaged)."""
        gray = _Gray(frame)
        if self.view is None or self._key is None or self._key.shape != half.shape:
            return self._acquire(gray, half, t)
        unit = max(self.view.size) / 1920
        shift, share, flow = self._flow(half)
        if share < 0.3:  # covered by a hand, or far away from where it was
            if t - self._checked < REDETECT_S / 2 and t - self._sure < LOST_S:
                return Track("steady", self.view)
            found = self._check(gray, t)
            if isinstance(found, View):
                if self._apart(found) > JUMP_PX * unit:
                    self._settle_on(found, half, t)
                    return Track("moved", self.view)
                self._sure = t
                return Track("steady", self.view)
            if t - self._sure > LOST_S:
                self.view = None
                return Track("lost", None, found)
            return Track("steady", self.view)
        self._sure = t
        if shift > STEADY_PX * unit:
            return self._realign(gray, half, t, flow)
        if t - self._checked >= REDETECT_S:
            found = self._check(gray, t)
            sure = JUMP_PX if self._finder is not None else 1.5 * STEADY_PX
            if isinstance(found, View) and self._apart(found) > sure * unit and self._trusted(found):
                self._settle_on(found, half, t)
                return Track("moved", self.view)
        return Track("steady", self.view)

    def _acquire(self, gray: _Gray, half: Gray, t: float) -> Track:
        if self.view is not None and self._key is None:  # touched corners, no picture yet
            self._keep(half, t)
            return Track("moved", self.view)
        if t - self._checked < 0.3:
            return Track("lost", None, self._refused)
        self._checked = t
        found = self.find(gray.whole)
        if isinstance(found, Refusal):
            if t - self._turned >= MIRROR_S:
                self._turned, self._refused = t, self.why(gray.whole, found)
            elif self._refused is None or self._refused.reason != MIRRORED:
                self._refused = found
            return Track("lost", None, self._refused)
        self._refused = None
        self._settle_on(found, half, t)
        self._remember(gray.whole, found)
        return Track("moved", found)

    def _settle_on(self, view: View, half: Gray, t: float) -> None:
        self._take(view)
        self._corners = []
        self._keep(half, t)

    def _keep(self, half: Gray, t: float) -> None:
        """Make this the key picture, with corners spread over the board."""
        assert self.view is not None
        self._key = half.copy()
        self._sure = self._checked = t
        w, h = self.layout.size_mm
        outline = (apply(self.view.h0, [(0, 0), (w, 0), (w, h), (0, h)]) + 0.5) / 2 - 0.5
        mask = np.zeros(half.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(np.clip(outline, -4000, 8000)).astype(np.int32), 255)
        points = cv2.goodFeaturesToTrack(half, 400, 0.02, 8, mask=mask)
        if points is None:
            self._points = np.zeros((0, 1, 2), np.float32)
            return
        # The strongest of each cell of a 9 x 7 grid, so that no text block outvotes the rest of the board.
        cell: dict[tuple[int, int], NDArray[np.float32]] = {}
        lo, hi = outline.min(axis=0), outline.max(axis=0)
        for p in points.reshape(-1, 2):
            c, r = ((p - lo) / (hi - lo + 1e-6) * (9, 7)).astype(int)
            cell.setdefault((int(c), int(r)), p)
        self._points = np.array(list(cell.values()), np.float32).reshape(-1, 1, 2)

    def _flow(self, half: Gray) -> tuple[float, float, tuple[Array, Array]]:
        """Median shift (full px), share of points that agree forth and back, and the pairs (key, now) in full px."""
        empty = (np.zeros((0, 2)), np.zeros((0, 2)))
        if len(self._points) < 8 or self._key is None:
            return 0.0, 0.0, empty
        now, ok = _followed(self._key, half, self._points)
        back, ok2 = _followed(half, self._key, now)
        good = (ok.ravel() > 0) & (ok2.ravel() > 0)
        good &= np.linalg.norm((back - self._points).reshape(-1, 2), axis=1) < 0.4
        if good.sum() < 6:
            return 0.0, 0.0, empty
        a = (self._points.reshape(-1, 2)[good].astype(np.float64) + 0.5) * 2 - 0.5
        b = (now.reshape(-1, 2)[good].astype(np.float64) + 0.5) * 2 - 0.5
        step = b - a
        mid = np.median(step, axis=0)
        near = np.linalg.norm(step - mid, axis=1) < max(3.0, 0.5 * float(np.linalg.norm(mid)))
        # A turn or a zoom moves the points apart, its median may be nil: the size of the steps counts too.
        shift = max(float(np.linalg.norm(mid)), float(np.median(np.linalg.norm(step, axis=1))) * 0.7)
        return shift, float(near.sum() / len(self._points)), (a, b)

    def _trusted(self, found: View) -> bool:
        return len(found.marks) >= 3 or self._finder is None

    def _realign(self, gray: _Gray, half: Gray, t: float, flow: tuple[Array, Array]) -> Track:
        assert self.view is not None
        pushed = None
        if self._finder is None:
            pushed = self._pushed(flow)
            found = self._by_print(gray.whole, (pushed or self.view).h0)
            if isinstance(found, Refusal) and self.reference is not None:
                found = self.reference.find(gray.whole, self.focal_px)
        else:
            found = self._check(gray, t)
        if isinstance(found, View) and self._apart(found) < 0.6 * STEADY_PX * max(found.size) / 1920:
            return Track("steady", self.view)  # neither print nor markers moved: something on the board did
        new = found if isinstance(found, View) else pushed or self._pushed(flow)
        if new is not None:
            self._settle_on(new, half, t)
        return Track("moved", self.view)

    def _pushed(self, flow: tuple[Array, Array]) -> View | None:
        """The pose after a push, from optical flow alone: good enough to look closer from there."""
        if len(flow[0]) < 12 or self.view is None:
            return None
        h, inside = cv2.findHomography(flow[0], flow[1], cv2.USAC_MAGSAC, 1.5)
        if h is None or inside is None or inside.sum() < 10:
            return None
        was, focal = self.view, float(self.view.k[0, 0])
        return fit_board(h @ was.h0, self.layout.size_mm, was.size, "tracked", was.error_px + 0.5, focal, was.marks)

    def _by_print(self, gray: Gray, h0: Array) -> View | Refusal:
        """A pose near ``h0`` drawn to the print that is known of this board."""
        if self.print is None:
            return Refusal("no_match", (0,))
        better = self.print.refine(gray, h0)
        if better is None or better[2] > 1.5 * max(1.0, gray.shape[1] / 1920):
            return Refusal("no_match", (better[1] if better else 0,))
        size = (gray.shape[1], gray.shape[0])
        wrong = sane(better[0], self.layout.size_mm, size)
        if wrong or self.print.likeness(gray, better[0]) < LEAST_NCC:
            return Refusal(wrong or "texture", (better[1],))
        focal = self.focal_px or (float(self.view.k[0, 0]) if self.view is not None else None)
        view = fit_board(better[0], self.layout.size_mm, size, "reference", better[2], focal)
        return view or Refusal("shape", (better[1],))

    def _apart(self, other: View) -> float:
        """How far two poses differ: mean over the board in px."""
        assert self.view is not None
        grid = board_grid(self.layout.size_mm)
        return float(np.mean(np.linalg.norm(apply(self.view.h0, grid) - apply(other.h0, grid), axis=1)))

    def _check(self, gray: _Gray, t: float) -> View | Refusal:
        """Look for the markers again; corners of still pictures are averaged before the pose is solved."""
        self._checked = t
        if self._finder is None:
            return self._by_print(gray.whole, self.view.h0) if self.view is not None else Refusal("no_marks")
        seen = self._finder.detect(gray.whole)
        size = gray.size
        found = self._finder.fit(seen, size, self.focal_px, gray.whole, loose=self.print is not None)
        found = self._refined(gray.whole, found)
        if isinstance(found, Refusal):
            return found
        unit = max(size) / 1920
        if self.view is not None and self._apart(found) < STEADY_PX * unit and len(self._corners) < AVERAGE:
            self._corners.append({i: seen[i] for i in found.marks})
            if len(self._corners) == AVERAGE:
                mean = {
                    i: np.mean([c[i] for c in self._corners if i in c], axis=0)
                    for i in set().union(*self._corners)
                    if sum(i in c for c in self._corners) > AVERAGE // 2
                }
                calm = self._finder.fit(mean, size, self.focal_px)
                if isinstance(calm, View) and len(calm.marks) >= 4 and self._apart(calm) > 0.15 * unit:
                    self._take(evolve(calm, source="marks"))
        return found


def _followed(before: Gray, after: Gray, points: NDArray[np.float32]) -> tuple[Any, Any]:
    """Where points (N, 1, 2) px of one picture are in another one (Lucas-Kanade), and which were found."""
    moved, found, _ = cv2.calcOpticalFlowPyrLK(
        before, after, points, None, winSize=(13, 13), maxLevel=2, criteria=(3, 12, 0.03)
    )  # fmt: skip
    return moved, found
