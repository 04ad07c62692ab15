"""The table under the board, and things lying on it: procedural, in mm, no outside pictures."""

from __future__ import annotations

import cv2
import numpy as np

from vision.demo.paint import linear_image

PX_PER_MM = 0.9
GROUND_MM = (1700, 1500)  # width, height of the table that is drawn


def _clouds(rng: np.random.Generator, size: tuple[int, int], cell: tuple[float, float], octaves: int = 3) -> np.ndarray:
    """Soft noise around 0 with a spread of about 1; ``cell`` is the size of the largest blots in px."""
    w, h = size
    out = np.zeros((h, w), np.float32)
    weight = 1.0
    for _ in range(octaves):
        small = rng.normal(0, 1, (max(2, int(h / cell[1]) + 2), max(2, int(w / cell[0]) + 2))).astype(np.float32)
        out += weight * cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)
        cell = (max(1.0, cell[0] / 2.3), max(1.0, cell[1] / 2.3))
        weight *= 0.55
    return out


WOODS = {"oak": (176, 134, 88), "walnut": (98, 66, 46), "pine": (208, 170, 118)}


def table_surface(kind: str, rng: np.random.Generator) -> np.ndarray:
    """Linear RGB float32 picture of the table."""
    w, h = round(GROUND_MM[0] * PX_PER_MM), round(GROUND_MM[1] * PX_PER_MM)
    if kind in WOODS:
        base = np.array(WOODS[kind], np.float32) * rng.uniform(0.85, 1.12)
        grain = _clouds(rng, (w, h), (240, 5)) * 5.5 + _clouds(rng, (w, h), (600, 60)) * 7
        plank = round(rng.uniform(80, 180) * PX_PER_MM)
        for i, y in enumerate(range(0, h, plank)):
            grain[y : y + plank] = np.roll(grain[y : y + plank], int(rng.integers(w)), axis=1) + rng.normal(0, 7)
            if i:
                grain[y : y + 2] -= 26
        image = base + grain[..., None] * np.array([1.0, 0.86, 0.7], np.float32)
        if rng.random() < 0.5:
            image = np.ascontiguousarray(np.transpose(image, (1, 0, 2)))
            image = cv2.resize(image, (w, h))
    elif kind == "laminate":
        base = np.array([(214, 212, 206), (70, 72, 76), (150, 140, 128)][int(rng.integers(3))], np.float32)
        image = base + (_clouds(rng, (w, h), (3, 3), 2) * 5)[..., None]
    else:
        tones = [(58, 84, 66), (120, 46, 44), (52, 62, 92), (188, 178, 158), (92, 90, 88)]
        base = np.array(tones[int(rng.integers(len(tones)))], np.float32)
        weave = _clouds(rng, (w, h), (2.2, 2.2), 1) * 7 + _clouds(rng, (w, h), (90, 90)) * 4
        image = base + weave[..., None]
        if kind == "check":
            pitch = round(rng.uniform(16, 34) * PX_PER_MM)
            gy, gx = np.mgrid[0:h, 0:w]
            board = ((gx // pitch) + (gy // pitch)) % 2
            image = np.where(board[..., None] == 1, image, 205 + weave[..., None])
    return linear_image(np.clip(image, 3, 250).astype(np.uint8))


def tray_mark(ground: np.ndarray, to_px: np.ndarray, polygon: np.ndarray, rng: np.random.Generator) -> None:
    """A dice tray on the table: felt with a dark rim. ``to_px``: mm to pixels of ``ground``."""
    px = cv2.perspectiveTransform(polygon.reshape(-1, 1, 2).astype(np.float64), to_px)
    felts = [(0.035, 0.05, 0.04), (0.07, 0.02, 0.025), (0.03, 0.035, 0.06), (0.12, 0.1, 0.075)]
    felt = np.array(felts[int(rng.integers(len(felts)))]) * rng.uniform(0.8, 1.5)
    corners = np.round(px * 16).astype(np.int32)
    x, y, w, h = cv2.boundingRect(np.round(px).astype(np.int32))
    cv2.fillPoly(ground, [corners], tuple(felt.tolist()), shift=4)
    noise = rng.normal(1, 0.07, (h, w, 1)).astype(np.float32)
    part = ground[max(0, y) : y + h, max(0, x) : x + w]
    part *= noise[: part.shape[0], : part.shape[1]]
    cv2.polylines(ground, [corners], True, tuple((felt * 0.35).tolist()), 4, shift=4)
