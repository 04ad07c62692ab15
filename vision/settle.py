"""When to read: the board is found in every picture, and read only after it has been still, never under a hand.

Works on small pictures (480 px wide), so that every frame can be judged in a few milliseconds.
"""

from __future__ import annotations

import cv2
import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from vision.camera import View, apply
from vision.layout import Layout
from vision.observation import Observation, Pose
from vision.rectify import brightest, wider
from vision.tracking import Track, Tracker

WIDTH = 480
STILL_S = 0.35  # without motion for this long
HAND_S = 3.0  # what covers the board without moving for this long is no hand: it is looked at anew
MOTION_LEVELS = 9  # grey levels of 255
COVER_LEVELS = 22
ARM_MM = 25.0  # what reaches in over the edge is at least so wide there, and nowhere much thinner
SHINE_LEVELS = 6
SHOWS = 0.5  # correlation of detail from which it is the same print
WINDOWS_MM = (6.0, 14.0)  # in which detail is compared, one standard deviation
DETAIL_NOISE = 0.02  # log light
COVER_MM2 = 800.0
HOLE_MM2 = 2500.0  # within a cover: what an arm surrounds in the picture lies behind it
COVER_TRAY_MM2 = 4000.0
KNOWN = 0.9  # share of a cover that lay there before as a thing
GLOBAL = 0.35  # share of the board that no hand changes at once
DARK_LEVEL = 10.0

Small = NDArray[np.uint8]
TRACK_S = 5.0  # a board in a picture that does not change is looked for again after so long


@frozen(eq=False)
class Glance:
    """One picture, not read yet. ``state`` as in ``Observation``; ``settled``: still for long enough to be read.

    ``view``: None where no board was found, or was not looked for; ``cover``: 255 where something that reaches over the
    edge covers the board, on the small picture; ``relit``: the light has changed since the last reading, so that the
    cover is most likely a lamp's glare; ``anew``: what passed for a hand has not moved for seconds and is none: the
    board is to be read as it lies now.
    """

    state: str
    settled: bool = False
    view: View | None = None
    pose: Pose | None = None
    cover: Small | None = None
    relit: bool = False
    anew: bool = False
    notes: tuple[str, ...] = ()

    def observation(self, t: float, seq: int) -> Observation:
        """What is told of a picture that is not read; of a still one too."""
        return Observation(t, seq, False, self.state, self.pose, notes=self.notes)


def small_of(half: NDArray[np.uint8]) -> Small:
    """The small picture (BGR) from one at half size."""
    h, w = half.shape[:2]
    return np.asarray(cv2.resize(half, (WIDTH, max(1, round(h * WIDTH / w))), interpolation=cv2.INTER_AREA), np.uint8)


class Settle:
    """Follows small pictures of one camera and says when the table is still."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._region: Small | None = None
        self._edge: Small | None = None
        self._sheet: Small = np.zeros((1, 1), np.uint8)
        self._scale = 1.0
        self._area = 1
        self._some = np.zeros(0, np.int64)
        self._last: Small | None = None
        self._older: tuple[float, Small] | None = None
        self._calm: Small | None = None
        self._thing: Small | None = None  # what covers the board and is no hand
        self._moved_at = -1e9
        self._light_at = -1e9
        self._calm_at = -1e9
        self._first: float | None = None
        self._at = 0.0

    def aim(self, view: View, size: tuple[int, int]) -> None:
        """Take the region to watch (board and trays) from a pose; ``size``: width and height of the small picture."""
        shrink = size[0] / view.size[0]
        w, h = self.layout.size_mm
        m = 6.0
        shapes = [[(-m, -m), (w + m, -m), (w + m, h + m), (-m, h + m)]]
        shapes += [list(p.polygon) for p in self.layout.places if p.look == "tray"]
        region = np.zeros((size[1], size[0]), np.uint8)
        for i, shape in enumerate(shapes):
            px = (apply(view.h0, shape) + 0.5) * shrink - 0.5
            cv2.fillPoly(region, [np.round(np.clip(px, -2000, 4000)).astype(np.int32)], 255)
            if i == 0:
                self._sheet = region.copy()
        inner = cv2.erode(region, np.ones((5, 5), np.uint8), borderValue=0)
        self._region, self._edge = region, np.asarray(cv2.subtract(region, inner), np.uint8)
        self._area = cv2.countNonZero(region)
        self._some = np.flatnonzero(region)[::17]  # enough pixels for a median
        self._scale = view.px_per_mm(w / 2, h / 2) * shrink

    def restart(self, t: float) -> None:
        """Forget what was calm, e.g. after the camera or the board moved."""
        self._last = self._older = self._calm = self._thing = None
        self._moved_at = t

    def accept(self) -> None:
        """The last picture was read: compare covers with it from now on."""
        if self._last is not None:
            self._calm, self._calm_at = self._last, self._at

    def update(self, small: Small, t: float) -> Glance:
        """One picture further."""
        self._at = t
        if self._region is None or self._region.shape != small.shape[:2]:
            return Glance("settling")
        area = max(1, self._area)
        if float(np.median(small.reshape(-1, 3)[self._some].max(axis=1))) < DARK_LEVEL:
            self._moved_at = t
            self._last = small
            return Glance("dark")
        if self._first is None:
            self._first = t
            self._moved_at = max(self._moved_at, t)
        moving = 0
        if self._last is not None and self._last.shape == small.shape:
            moving = self._changed(small, self._last, MOTION_LEVELS)
            if self._older is not None and t - self._older[0] >= 0.2:
                moving = max(moving, self._changed(small, self._older[1], MOTION_LEVELS))
        if self._older is None or t - self._older[0] >= 0.25:
            self._older = (t, small)
        self._last = small
        piece = max(4.0, 30.0 * self._scale**2)  # half a small piece
        if moving > GLOBAL * area:
            self._light_at = t
        if moving > piece:
            self._moved_at = t
        cover = self._cover(small)
        since = t - self._moved_at
        if cover is not None:
            relit = self._light_at > self._calm_at and self._shines(small, cover)
            if since < (STILL_S if relit or self._lies_there(cover) else HAND_S):
                return Glance("hand", cover=cover)
            if since >= HAND_S and not self._solid(small, cover):
                self.accept()
                return Glance("still", True, anew=True)
            if since >= HAND_S:
                self._thing = cover
            return Glance("still", True, cover=cover, relit=relit)
        if since >= STILL_S:
            self._thing = None
        if since <= 0:
            return Glance("light" if self._light_at == t else "motion")
        if since < STILL_S:
            return Glance("settling")
        return Glance("still", True)

    def _changed(self, a: Small, b: Small, levels: int) -> int:
        """Number of pixels of the region that differ."""
        assert self._region is not None
        diff = cv2.blur(cv2.absdiff(a, b), (3, 3))
        strong = cv2.threshold(brightest(diff), levels, 255, cv2.THRESH_BINARY)[1]
        return int(cv2.countNonZero(cv2.bitwise_and(strong, self._region)))

    def _shines(self, small: Small, cover: Small) -> bool:
        """Whether what covers the board is light so strong that no print shows through it."""
        assert self._calm is not None
        inside = cover > 0
        now, then = brightest(small), brightest(self._calm)
        return bool((now[inside].astype(np.float32) > then[inside].astype(np.float32) + SHINE_LEVELS).mean() > 0.8)

    def _lies_there(self, cover: Small) -> bool:
        """Whether this cover was found to be a thing before: nobody waits for it to go again."""
        if self._thing is None or self._thing.shape != cover.shape:
            return False
        both = cv2.countNonZero(cv2.bitwise_and(cover, self._thing))
        return both > KNOWN * cv2.countNonZero(cover)

    def _solid(self, small: Small, cover: Small) -> bool:
        """Whether a cover is as wide as an arm, and not pieces side by side."""
        differs = cv2.bitwise_and(self._differs(small), cover)
        n = max(3, round(ARM_MM * self._scale) | 1)
        wide = cv2.morphologyEx(differs, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (n, n)))
        return cv2.countNonZero(wide) > 0.5 * COVER_MM2 * self._scale**2

    def _differs(self, small: Small) -> Small:
        """255 where the region looks otherwise than when it was calm, the light apart."""
        assert self._calm is not None
        assert self._region is not None
        now = small.reshape(-1, 3)[self._some].astype(np.float32)
        then = self._calm.reshape(-1, 3)[self._some].astype(np.float32)
        gain = np.median((now + 4) / (then + 4), axis=0)
        even = cv2.transform(self._calm, np.diag(gain))
        diff = brightest(cv2.blur(cv2.absdiff(small, even), (3, 3)))
        mask = cv2.threshold(diff, COVER_LEVELS, 255, cv2.THRESH_BINARY)[1]
        return np.asarray(cv2.bitwise_and(mask, self._region), np.uint8)

    def _cover(self, small: Small) -> Small | None:
        """What has come over the board since it was last read: large and reaching in from the edge."""
        if self._calm is None or self._calm.shape != small.shape or self._region is None or self._edge is None:
            return None
        mask = self._differs(small)
        if cv2.countNonZero(mask) < 0.5 * COVER_MM2 * self._scale**2:
            return None
        mask[print_shows(brightest(small), brightest(self._calm), self._scale)] = 0
        n = max(3, round(6 * self._scale) | 1)
        mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((n, n), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(mask, np.uint8))
        out = np.zeros_like(mask)
        for i in range(1, count):
            if stats[i, cv2.CC_STAT_AREA] < COVER_MM2 * self._scale**2:
                continue
            blob = labels == i
            # A die that rolled from here to there leaves two large marks and a long shadow in its tray.
            on_sheet = int((self._sheet[blob] > 0).sum())
            if on_sheet / COVER_MM2 + (blob.sum() - on_sheet) / COVER_TRAY_MM2 < self._scale**2:
                continue
            # The border is two pixels wide; pieces that change near it touch it with less than an arm does.
            if cv2.countNonZero(self._edge[blob]) > 2 * ARM_MM * self._scale:
                out[blob] = 255
        if not out.any():
            return None
        rims, tree = cv2.findContours(out, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        for rim, node in zip(rims, tree[0], strict=True):
            if node[3] >= 0 and cv2.contourArea(rim) < HOLE_MM2 * self._scale**2:
                cv2.drawContours(out, [rim], -1, 255, cv2.FILLED)
        return wider(out, 8 * self._scale)


def print_shows(now: NDArray[np.uint8], then: NDArray[np.uint8], scale: float) -> NDArray[np.bool_]:
    """Where (h, w) the same print is seen in two grey pictures: normalised correlation of log detail in a window.

    Shadows, lamps, exposure and gamma keep it; what covers the print does not. Where the print has too little detail
    a wider window decides; ``scale`` in px per mm.
    """
    a, b = _detail(then), _detail(now)
    out = np.zeros(now.shape, np.bool_)
    open_ = np.ones(now.shape, np.bool_)
    for window_mm in WINDOWS_MM:
        sigma = max(1.5, window_mm * scale)
        aa, bb, ab = (cv2.GaussianBlur(x, (0, 0), sigma) for x in (a * a, b * b, a * b))
        noise = np.float32(DETAIL_NOISE**2)
        alike = ab > SHOWS * np.sqrt((aa + noise) * (bb + noise))
        told = aa > 4 * noise
        out |= open_ & told & alike
        open_ &= ~told
    return out


def _detail(gray: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Log light less that of its surroundings: what is printed there, whatever the light."""
    log = np.log(gray.astype(np.float32) + 8)
    return np.asarray(log - cv2.blur(log, (7, 7)), np.float32)


# ---------------------------------------------------------------- every picture before it is read
class Watcher:
    """Follows the pictures of one camera: cheap while things move."""

    def __init__(self, layout: Layout, tracker: Tracker) -> None:
        self.layout, self.tracker = layout, tracker
        self._settle = Settle(layout)
        self._aimed = -1
        self._steady: tuple[float, Small, View] | None = None  # s, picture and view that were found to be steady

    def glance(self, frame: NDArray[np.uint8], t: float) -> Glance:
        """One picture further; ``t`` in s."""
        half = cv2.resize(frame, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        gray = np.asarray(cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), np.uint8)
        small = small_of(np.asarray(half, np.uint8))
        if self._as_before(small, t):
            track = Track("steady", self.tracker.view)
        else:
            track = self.tracker.update(frame, gray, t)
            steady = track.state == "steady" and track.view is not None
            self._steady = (t, small, track.view) if steady and track.view is not None else None
        if track.view is None:
            return Glance("lost", notes=(track.refusal.reason,) if track.refusal else ())
        if self._aimed != self.tracker.version:
            self._aimed = self.tracker.version
            self._settle.aim(track.view, (small.shape[1], small.shape[0]))
        pose = track.view.pose(self.layout.size_mm)
        if track.state == "moved":
            self._settle.restart(t)
            self._settle.update(small, t)
            return Glance("moved", False, track.view, pose)
        glance = self._settle.update(small, t)
        notes = ("covered",) if glance.settled and glance.cover is not None else ()
        return evolve(glance, view=track.view, pose=pose, notes=notes)

    def _as_before(self, small: Small, t: float) -> bool:
        """Whether nothing anywhere in the picture looks otherwise than when the board was last found where it was."""
        if self._steady is None or self._aimed != self.tracker.version:
            return False
        since, then, view = self._steady
        if view is not self.tracker.view or t - since > TRACK_S or then.shape != small.shape:
            return False
        return not (brightest(cv2.blur(cv2.absdiff(small, then), (3, 3))) > MOTION_LEVELS).any()

    def watch(self, frame: NDArray[np.uint8], t: float) -> Glance:
        """One picture further while nothing is to be read: each still one is what hands are told against."""
        glance = self.glance(frame, t)
        if glance.settled:
            self._settle.accept()
        return glance

    def accept(self, glance: Glance) -> None:
        """The picture was read: covers are told against it from now on, unless something hides it that will leave."""
        if glance.cover is None or glance.relit:
            self._settle.accept()
