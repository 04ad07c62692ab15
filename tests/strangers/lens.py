"""Another camera than the demo's: a lens that bends, a steep tilt, one lamp with its mirror image, a fold, noise.

Light falls off, paper is bent along its fold, and JPEG is harsh. What it knows of a board is its art alone.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from attrs import frozen

Point = tuple[float, float]
PICTURE = (1920, 1080)


@frozen(eq=False)
class Shot:
    """``picture``: BGR; ``go``: board mm (N, 2) -> px of it (N, 2), with all that the lens does."""

    picture: np.ndarray
    go: Callable[[np.ndarray], np.ndarray]
    tilt_deg: float

    def share(self, p: Point) -> Point:
        """Board mm -> 0 to 1 of the picture."""
        x, y = self.go(np.array([p]))[0]
        return (float(x) / PICTURE[0], float(y) / PICTURE[1])


def _bend(px: np.ndarray, k: float) -> np.ndarray:
    """What a lens does to places in px: barrel (k < 0) or cushion."""
    c, f = np.array(PICTURE) / 2, PICTURE[0] / 2
    d = (px - c) / f
    return np.asarray(c + f * d * (1 + k * (d**2).sum(axis=-1, keepdims=True)))


def shoot(art: np.ndarray, size_mm: Point, seed: int, cloth: str = "") -> Shot:
    """``art``: RGB of the whole board; ``cloth``: gingham or stripes under it, "" for a table as it comes.

    A careful owner's picture: all of the board is in it, and it is not dark.
    """
    rng = np.random.default_rng([seed, 4242])
    w, h = size_mm
    tilt, turn = np.radians(rng.uniform(12, 24)), np.radians(rng.uniform(-7, 7))
    k = float(rng.uniform(-0.035, 0.012))
    ct, st, cr, sr = np.cos(tilt), np.sin(tilt), np.cos(turn), np.sin(turn)
    spin = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, ct, -st], [0, st, ct]])
    f, far = PICTURE[0] * float(rng.uniform(0.75, 1.1)), 400.0
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], float)

    def flat(mm: np.ndarray, away: float) -> np.ndarray:
        p = np.column_stack([mm - [w / 2, h / 2], np.zeros(len(mm))]) @ (lean @ spin).T
        z = away + p[:, 2:]
        return np.asarray(p[:, :2] / z * f + np.array(PICTURE) / 2)

    inside = np.array([[0.03, 0.03], [0.97, 0.97]]) * PICTURE
    while True:
        px = _bend(flat(corners, far), k)
        if (px > inside[0]).all() and (px < inside[1]).all():
            break
        far *= 1.03

    def go(mm: np.ndarray) -> np.ndarray:
        return _bend(flat(np.asarray(mm, float), far), k)

    # The picture by asking of every pixel which place of the board it shows.
    grid = np.stack(np.meshgrid(np.arange(PICTURE[0]), np.arange(PICTURE[1])), -1).reshape(-1, 2).astype(float)
    straight = grid.copy()
    for _n in range(6):
        straight += grid - _bend(straight, k)
    m, _ = cv2.findHomography(flat(corners, far), corners)
    mm = cv2.perspectiveTransform(straight[None], m)[0].reshape(PICTURE[1], PICTURE[0], 2)
    on = (mm[..., 0] >= 0) & (mm[..., 0] < w) & (mm[..., 1] >= 0) & (mm[..., 1] < h)
    scale = art.shape[1] / w
    soft = cv2.GaussianBlur(art, (0, 0), 0.45 * scale * w / (0.6 * PICTURE[0]) + 0.4)
    seen = cv2.remap(soft, (mm[..., 0] * scale).astype(np.float32), (mm[..., 1] * scale).astype(np.float32),
                     cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)  # fmt: skip
    table = _cloth(rng, (PICTURE[1], PICTURE[0]), mm)
    if cloth:
        table = _woven(np.random.default_rng([seed, 4243]), cloth, mm)
    edge = cv2.GaussianBlur(on.astype(np.float32), (0, 0), 0.8)[..., None]
    shade = cv2.GaussianBlur(on.astype(np.float32), (0, 0), 9.0)[..., None]
    linear = (seen / 255) ** 2.2 * edge + (table / 255) ** 2.2 * (1 - edge) * (1 - 0.35 * shade)
    linear *= _lamp(rng, mm, size_mm)[..., None]
    fold = mm[..., int(rng.integers(2))] - float(rng.uniform(0.45, 0.55)) * size_mm[0 if w > h else 1]
    crease = np.exp(-((fold / 0.9) ** 2)) * 0.25 + np.tanh(fold / 4.0) * 0.02
    linear *= (1 - crease * on)[..., None]
    at = rng.uniform(0.15, 0.85, 2) * size_mm
    d = (mm - at) / (np.array([70.0, 45.0]) * rng.uniform(0.7, 1.3))
    linear += (float(rng.uniform(0.03, 0.12)) * np.exp(-(d**2).sum(axis=-1)))[..., None]
    linear *= np.array([rng.uniform(0.94, 1.08), 1.0, rng.uniform(0.90, 1.06)])
    linear += rng.normal(0, 0.006, linear.shape) + rng.normal(0, 0.012, linear.shape) * np.sqrt(np.clip(linear, 0, 1))
    picture = np.clip(linear, 0, 1) ** (1 / 2.2) * 255
    picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.5, 0.9))).astype(np.uint8)[..., ::-1]
    _, code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(78, 93))])
    return Shot(np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR)), go, float(np.degrees(tilt)))


def _cloth(rng: np.random.Generator, shape: tuple[int, int], mm: np.ndarray) -> np.ndarray:
    """A table of boards, or a woven cloth."""
    base = np.array([(128, 92, 62), (72, 58, 50), (152, 150, 146), (58, 74, 66)][int(rng.integers(4))], np.float32)
    small = rng.normal(0, 1, (shape[0] // 6, shape[1] // 90)).astype(np.float32)
    grain = cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC) * 7
    plank = np.where((mm[..., 1] % 140) < 1.5, -22.0, 0.0)
    return np.asarray(np.clip(base + (grain + plank)[..., None], 4, 250), np.float32)


def _woven(rng: np.random.Generator, cloth: str, mm: np.ndarray) -> np.ndarray:
    """A cloth of two threads, laid askew under the board: stripes one way, or both ways as gingham."""
    pale, dyed = np.array((226, 222, 210), np.float32), np.array(
        [(150, 44, 48), (44, 76, 140), (60, 104, 66), (90, 88, 92)][int(rng.integers(4))], np.float32)  # fmt: skip
    turn, pitch = np.radians(rng.uniform(-9, 9)), float(rng.uniform(14, 36))
    u = mm[..., 0] * np.cos(turn) + mm[..., 1] * np.sin(turn)
    v = mm[..., 1] * np.cos(turn) - mm[..., 0] * np.sin(turn)
    warp, weft = ((w / pitch) % 1 < 0.5 for w in ((u, v) if rng.random() < 0.5 else (v, u)))
    share = warp.astype(np.float32) if cloth == "stripes" else (warp.astype(np.float32) + weft) / 2
    thread = rng.normal(0, 4, mm.shape[:2]).astype(np.float32)[..., None]
    return np.asarray(np.clip(pale + (dyed - pale) * share[..., None] + thread, 4, 250), np.float32)


def _lamp(rng: np.random.Generator, mm: np.ndarray, size_mm: Point) -> np.ndarray:
    """How much light falls on every place, about 1."""
    at = np.array(size_mm) * rng.uniform(-0.3, 1.3, 2)
    high = float(rng.uniform(600, 1100))
    d2 = ((mm - at) ** 2).sum(axis=-1)
    light = (high**2 / (d2 + high**2)) ** 1.5
    middle = (high**2 / (((np.array(size_mm) / 2 - at) ** 2).sum() + high**2)) ** 1.5
    return np.asarray(float(rng.uniform(0.75, 1.0)) * (0.25 + 0.75 * light / middle))
