"""Looking at one board through one camera: every picture is watched, and read once the table lies still.

What is read is the stream's picture, or a sharper still: a device that streams small pictures may take single ones in
its largest size. They are asked for only where pieces show too small in the stream.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import Generic, TypeVar

import cv2
import numpy as np
from attrs import define, evolve, frozen
from numpy.typing import NDArray

from vision.camera import Refusal, View, scaling
from vision.devices import LARGER
from vision.layout import Layout, counted
from vision.observation import Contents, DieReading, Observation, Reading
from vision.rectify import Mask, brightest
from vision.reference import ReferencePose
from vision.settle import Watcher
from vision.sight import Flat, Sight
from vision.tracking import Tracker

Frame = NDArray[np.uint8]
Take = Callable[[], Frame | None]
PATIENCE = 3  # stills that fail one after the other before the stream is read instead
WIDTH = 480  # px; stream and still are compared so small
DIFFERS, HAND_MM2 = 22, 500.0  # grey levels; what differs on so much of the board is a hand


class Stills:
    """What is read once a table lies still: the stream's picture, or a still where the stream shows too little.

    ``take``: how to get one; None where the source has none. The pose in stills is found anew whenever the stream's
    has changed, else it stays the same, as that of the stream does.
    """

    def __init__(self, layout: Layout, tracker: Tracker) -> None:
        self.layout, self.tracker = layout, tracker
        self.take: Take | None = None
        self.version = 0  # of the pose in what was read last
        self._view: tuple[int, View] | None = None
        self._missed = 0

    def plain(self) -> int:
        """The version of the pose in the stream's pictures."""
        self.version = 2 * self.tracker.version
        return self.version

    def closer(self, frame: Frame, view: View) -> tuple[Frame, View] | None:
        """A picture to read and its pose; None if a still was wanted and did not come out: then nothing is read yet."""
        self.plain()
        if self.take is None or all(counted(self.layout, p, view.px_per_mm(*p.centre)) for p in self.layout.places):
            return frame, view
        still = self.take()
        if still is not None and still.shape[1] < LARGER * frame.shape[1]:
            self.take = None  # no sharper than what we have
            return frame, view
        seen = self._pose(still, view) if still is not None else None
        if still is None or seen is None or not alike(frame, view, still, seen, self.layout.size_mm):
            self._missed += 1
            self._view = None
            if self._missed < PATIENCE:
                return None
            self.take = None
            return frame, view
        self._missed = 0
        self.version += 1
        return still, seen

    def _pose(self, still: Frame, view: View) -> View | None:
        version, size = self.tracker.version, (still.shape[1], still.shape[0])
        if self._view is not None and self._view[0] == version and self._view[1].size == size:
            return self._view[1]
        found = self.tracker.find(np.asarray(cv2.cvtColor(still, cv2.COLOR_BGR2GRAY), np.uint8))
        if not isinstance(found, View):
            s = size[0] / view.size[0]
            if abs(view.size[1] * s - size[1]) > 2:  # another part of the sensor: no telling what it shows
                return None
            found = scaled(view, s, size)
        self._view = (version, found)
        return found


def scaled(view: View, scale: float, size: tuple[int, int]) -> View:
    """The same camera with pictures ``scale`` times as wide."""
    m = scaling(scale)
    return evolve(view, h0=m @ view.h0, k=m @ view.k, size=size, error_px=view.error_px * scale)


def alike(frame: Frame, view: View, still: Frame, seen: View, board_mm: tuple[float, float]) -> bool:
    """Whether a still shows the board as the stream did: no hand has come over it in between."""
    s = WIDTH / frame.shape[1]
    size = (WIDTH, max(1, round(frame.shape[0] * s)))
    small = scaling(s)
    over = small @ view.h0 @ np.linalg.inv(seen.h0)
    a = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    shrink = max(1, round(still.shape[1] / frame.shape[1]))
    smooth = cv2.blur(still, (shrink * 4, shrink * 4))
    b = cv2.warpPerspective(smooth, over, size, flags=cv2.INTER_LINEAR)
    w, h = board_mm
    corners = (small @ view.h0 @ np.array([[0, w, w, 0], [0, 0, h, h], [1, 1, 1, 1.0]])).T
    board = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(board, np.round(np.clip(corners[:, :2] / corners[:, 2:], -2000, 4000)).astype(np.int32), 255)
    board[brightest(b) == 0] = 0  # where the still does not reach
    inside = board > 0
    if not inside.any():
        return False
    a, b = cv2.blur(a, (5, 5)).astype(np.float32), cv2.blur(b, (5, 5)).astype(np.float32)
    gain = np.median((a[inside] + 4) / (b[inside] + 4), axis=0)
    differs = (np.abs(a - b * gain).max(axis=2) > DIFFERS) & inside
    scale = s * view.px_per_mm(w / 2, h / 2)
    return bool(cv2.countNonZero(cv2.erode(differs.astype(np.uint8), np.ones((3, 3), np.uint8))) < HAND_MM2 * scale**2)


# ---------------------------------------------------------------- what every reader is
@frozen
class Learned:
    """What a known position taught: pieces used per colour, colours too close to tell apart, or why it failed.

    ``unsure``: places some of whose pieces could not be made out against their print.
    """

    pieces: Mapping[str, int]
    close: tuple[tuple[str, str, float], ...] = ()
    unsure: tuple[str, ...] = ()
    refusal: Refusal | None = None


@define(eq=False)
class Look:
    """One settled picture and what was read from it."""

    frame: Frame
    flat: Flat
    hidden: Mask | None  # 255 where something covers the board
    readings: dict[str, Reading]
    dice: tuple[DieReading, ...] = ()
    relit: bool = False  # what hides the board is a lamp's glare
    notes: tuple[str, ...] = ()


L = TypeVar("L", bound=Look)


class BoardReader(ABC, Generic[L]):
    """Reads one board through one camera."""

    holds_pose = False  # whether a pose that was found holds where the board is not found again

    def __init__(self, layout: Layout, reference: ReferencePose | None = None) -> None:
        self.layout = layout
        self.sight = Sight(layout)
        self.tracker = Tracker(layout, reference)
        self.stills = Stills(layout, self.tracker)
        self._watcher = Watcher(layout, self.tracker)
        self._last: L | None = None
        self._fresh = True  # the table may have changed since it was last read
        self._read_at = 0.0
        self._reading = 0  # how often readings were made, or put right by what was agreed
        self._seq = 0

    @abstractmethod
    def blank(self, frame: Frame) -> Refusal | None:
        """Learn the print from a picture of the empty board; None if it worked."""

    @abstractmethod
    def learn(self, frame: Frame, contents: Contents) -> Learned:
        """Calibrate on a table whose contents are known, e.g. the set-up of this very game."""

    @abstractmethod
    def confirm(self, contents: Contents) -> None:
        """The last settled look showed this: later looks are read against it, paints and print learn from it.

        Places that hold something ``DOUBTFUL`` are not learned: they are still held against what was before.
        """

    @abstractmethod
    def _read(self, frame: Frame, view: View, hidden: Mask | None) -> L:
        """A settled picture against what was agreed."""

    @abstractmethod
    def _alone(self, frame: Frame, view: View, places: Collection[str] | None) -> L:
        """One picture by itself."""

    def _pose(self, frame: Frame) -> View | Refusal:
        gray = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
        view = self.tracker.view
        found = self.tracker.find(gray)
        if isinstance(found, View):
            self.tracker.adopt(gray, found)
            return self.tracker.view or found
        if view is None:
            return self.tracker.why(gray, found)
        touched = view.source == "corners" and view.size == (frame.shape[1], frame.shape[0])
        return view if self.holds_pose or touched else found

    def watch(self, frame: Frame, t: float) -> Observation:
        """One picture that is not read, whatever lies there: where the board is, and whether it lies still."""
        self._seq += 1
        return self._watcher.watch(frame, t).observation(t, self._seq)

    def again(self) -> None:
        """Read the next still picture, though nothing has moved since the last reading."""
        self._fresh = True

    def look(self, frame: Frame, t: float) -> Observation:
        """One picture of a running camera: cheap while things move, a reading once they are still."""
        self._seq += 1
        glance = self._watcher.glance(frame, t)
        if not glance.settled or glance.view is None:
            self._fresh = True
            return glance.observation(t, self._seq)
        look = self._last
        if self._fresh or glance.anew or look is None:
            closer = self.stills.closer(frame, glance.view)
            if closer is None:
                return evolve(glance, state="settling").observation(t, self._seq)
            look = self._last = self._read(*closer, self.sight.hidden(glance.cover, glance.view))
            look.relit = glance.relit
            self._fresh, self._read_at = False, t
            self._reading += 1
            self._watcher.accept(glance)
        readings, notes = dict(look.readings), (*glance.notes, *look.notes)
        read = (self._read_at, self._reading)
        return Observation(t, self._seq, True, "still", glance.pose, readings, look.dice, notes, *read)

    def read(self, frame: Frame, places: Collection[str] | None = None) -> Observation:
        """Everything (or some places) in one picture, without regard to time or to what was agreed."""
        self._seq += 1
        view = self._pose(frame)
        if isinstance(view, Refusal):
            return Observation(0.0, self._seq, False, "lost", notes=(view.reason,))
        look = self._alone(frame, view, places)
        return Observation(0.0, self._seq, True, "still", view.pose(self.layout.size_mm), look.readings, look.dice)
