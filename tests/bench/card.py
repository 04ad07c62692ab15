"""A flat card laid into a picture of the demo table: in perspective, in the light that falls there, as soft as it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def lay_card(
    frame: NDArray[np.uint8],
    homography: NDArray[np.float64],
    face: NDArray[np.uint8],
    size_mm: tuple[float, float],
    at: tuple[float, float, float],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """``homography``: board mm -> px; ``face``: RGB; ``at``: middle of the card in mm and its turn in degrees."""
    x, y, turn = at
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    half = np.array(size_mm) / 2
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half @ np.array([[c, s], [-s, c]]) + (x, y)
    px = cv2.perspectiveTransform(corners[None].astype(np.float64), homography)[0]
    h, w = face.shape[:2]
    to_px = cv2.getPerspectiveTransform(np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32), px.astype(np.float32))
    size = (frame.shape[1], frame.shape[0])
    smooth = cv2.GaussianBlur(face, (0, 0), 1.6)  # the face is finer than the picture
    card = cv2.warpPerspective(smooth[..., ::-1], to_px, size, flags=cv2.INTER_AREA)
    cover = cv2.warpPerspective(np.full((h, w), 255, np.uint8), to_px, size, flags=cv2.INTER_LINEAR)
    inside = cover > 127
    if not inside.any():
        return frame
    light = np.percentile(frame[inside].astype(np.float32), 80, axis=0) / 235.0
    lit = card.astype(np.float32) * np.clip(light, 0.15, 1.1) + 6.0
    lit += rng.normal(0, 2.5, card.shape)
    share = (cv2.GaussianBlur(cover, (0, 0), 0.8).astype(np.float32) / 255)[..., None]
    mixed = frame * (1 - share) + np.clip(cv2.GaussianBlur(lit, (0, 0), 0.7), 0, 255) * share
    return np.asarray(np.clip(mixed, 0, 255), np.uint8)
