"""Printed circles of one size: each is found once, whatever the width of its rim."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.capture.circles import Circles
from vision.capture.flat import FlatPicture

SIZE, PX, RADIUS = (520, 420), 2, 8.5  # mm, px a mm, mm
PLACES = [(30.0 + 40 * i + 9 * (j % 2), 30.0 + 60 * j) for i in range(12) for j in range(7)]


@pytest.mark.parametrize("rim_mm", [0.8, 2.5])
def test_every_circle_is_found_once(rim_mm: float) -> None:
    rng = np.random.default_rng(4)
    img = np.full((SIZE[1] * PX, SIZE[0] * PX, 3), (52, 62, 58), np.uint8)
    for x, y in PLACES:
        at, r = (round(x * PX), round(y * PX)), round(RADIUS * PX)
        cv2.circle(img, at, r, (205, 215, 222), -1, cv2.LINE_AA)
        cv2.circle(img, at, r - round(rim_mm * PX), (46, 54, 176), -1, cv2.LINE_AA)
    noisy = cv2.GaussianBlur(img, (0, 0), 1.0) + rng.normal(0, 2.0, img.shape)
    flat = FlatPicture(np.asarray(np.clip(noisy, 0, 255), np.uint8), PX, SIZE)
    circles = Circles(flat, PLACES[:4])
    for radius in circles.radii:
        found = np.array([c.at for c in circles.sized(radius).found])
        near = [(np.hypot(*(found - p).T) < 2.0).sum() for p in PLACES]
        assert near == [1] * len(PLACES), radius
