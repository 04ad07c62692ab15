"""Loose marker cards beside a board: the picture whose corners people touched ties them to it, wherever they lie."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import cv2
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.camera import Array, Refusal, View, apply, board_grid, fit_view, sane
from vision.layout import Layout
from vision.reference import Gray, ReferencePose

DICTIONARY, FIRST, LAST = "DICT_4X4_50", 20, 27  # printed boards use the low numbers
PUSHED_MM = 3.0  # farther off than this a card was moved
LEAST = 3  # cards that must agree to say where the board lies
AGREED_MM, CLEAR = 1.2, 2.5  # by how little they may differ; by how much another reading must be worse
Cards = Mapping[int, Array]


def loose_cards(gray: Gray) -> dict[int, Array]:
    """Number -> corners (4, 2) px of every loose card in a grey picture; one that shows twice is left out."""
    p = cv2.aruco.DetectorParameters()
    p.errorCorrectionRate = 0.0  # no bit is ever corrected
    p.adaptiveThreshWinSizeMin, p.adaptiveThreshWinSizeMax, p.adaptiveThreshWinSizeStep = 5, 29, 12
    p.minMarkerPerimeterRate = 0.02
    p.perspectiveRemovePixelPerCell = 6
    p.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    codes = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    quads, ids, _ = cv2.aruco.ArucoDetector(codes, p).detectMarkers(gray)
    found: dict[int, list[Array]] = {}
    for quad, ident in zip(quads, [] if ids is None else ids.ravel(), strict=False):
        if FIRST <= int(ident) <= LAST:
            found.setdefault(int(ident), []).append(quad.reshape(4, 2).astype(np.float64))
    return {n: c[0] for n, c in sorted(found.items()) if len(c) == 1}


@frozen(eq=False)
class Tied:
    """Cards in board mm, as they lay when the corners were touched."""

    mm: Cards

    @classmethod
    def in_picture(cls, gray: Gray, homography: Array) -> Tied:
        """``homography``: mm -> px of a picture whose corners are known."""
        back = np.linalg.inv(homography)
        return cls({n: apply(back, c) for n, c in loose_cards(gray).items()})

    def pushed(self, seen: Cards, homography: Array) -> tuple[int, ...]:
        """Cards that lie elsewhere than they did, by a pose that is known."""
        return tuple(n for n in sorted(seen) if n in self.mm and self._off(seen, (n,), homography) > PUSHED_MM)

    def pose(self, seen: Cards) -> Array | None:
        """mm -> px by the cards that agree; None where fewer than three do, or others agree as well on something else.

        Two cards alone would bend to any push: a free homography follows them.
        """
        known = [n for n in seen if n in self.mm]
        groups: dict[tuple[int, ...], float] = {}
        for start in combinations(known, LEAST):
            h = _fit(self.mm, seen, start)
            if h is None or self._off(seen, start, h) > AGREED_MM:
                continue
            group = tuple(n for n in known if self._off(seen, (n,), h) <= PUSHED_MM)
            whole = _fit(self.mm, seen, group)
            if whole is not None and set(start) <= set(group):
                groups[group] = self._off(seen, group, whole)
        if not groups:
            return None
        most = max(len(g) for g in groups)
        best, *rivals = sorted((g for g in groups if len(g) == most), key=lambda g: groups[g])
        if any(groups[r] < CLEAR * groups[best] for r in rivals):
            return None
        return _fit(self.mm, seen, best)

    def _off(self, seen: Cards, names: tuple[int, ...], h: Array) -> float:
        """Mean distance in mm of some cards from where they lay."""
        back = np.linalg.inv(h)
        return float(np.mean([np.linalg.norm(apply(back, seen[n]) - self.mm[n], axis=1) for n in names]))


def _fit(mm: Cards, px: Cards, names: tuple[int, ...]) -> Array | None:
    h, _ = cv2.findHomography(np.vstack([mm[n] for n in names]), np.vstack([px[n] for n in names]), 0)
    return None if h is None else np.asarray(h, np.float64)


class TiedPose(ReferencePose):
    """Finds the board by its print, and by cards beside it where the print is too plain or hidden."""

    def __init__(self, layout: Layout, picture: NDArray[np.uint8], homography: Array) -> None:
        super().__init__(layout, picture, homography)
        self.tied = Tied.in_picture(picture, homography)

    def find(self, gray: Gray, focal_px: float | None = None) -> View | Refusal:
        found = super().find(gray, focal_px)
        if isinstance(found, View) or len(self.tied.mm) < LEAST:
            return found
        h = self.tied.pose(loose_cards(gray))
        size = (gray.shape[1], gray.shape[0])
        if h is None or sane(h, self.layout.size_mm, size):
            return found
        grid = board_grid(self.layout.size_mm)
        view = fit_view(h, grid, apply(h, grid), size, source="reference", error_px=1.0, focal_px=focal_px)
        return view or found
