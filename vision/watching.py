"""What every reader does with every picture before it reads: find the board, and say whether the table lies still."""

from __future__ import annotations

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.camera import View
from vision.layout import Layout
from vision.observation import Observation, Pose
from vision.pixels import brightest
from vision.pose import pose_value
from vision.settle import MOTION_LEVELS, Settle, Small, small_of
from vision.tracking import Track, Tracker

TRACK_S = 5.0  # a board in a picture that does not change is looked for again after so long


@frozen(eq=False)
class Glance:
    """One picture, not read yet. ``state`` as in ``Observation``; ``view`` is None where no board was found.

    ``cover``: what hides the board, on a small picture; ``relit``: it is most likely a lamp's glare; ``anew``: what
    was read last is to be read again, as what hid it is no hand.
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
        pose = pose_value(track.view, self.layout)
        if track.state == "moved":
            self._settle.restart(t)
            self._settle.update(small, t)
            return Glance("moved", False, track.view, pose)
        still = self._settle.update(small, t)
        if not still.settled:
            return Glance(still.state, False, track.view, pose)
        notes = ("covered",) if still.cover is not None else ()
        return Glance("still", True, track.view, pose, still.cover, still.relit, still.anew, notes)

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
