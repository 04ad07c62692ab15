"""A hand with its arm reaching over the board: fingers, palm and sleeve as soft tubes, higher than the pieces."""

from __future__ import annotations

import math
from itertools import pairwise

import cv2
import numpy as np
from attrs import frozen

from vision.demo.paint import to_linear
from vision.demo.sensor import Box, grown
from vision.demo.view import Point, View

SKINS = ((232, 190, 160), (222, 170, 136), (198, 144, 108), (150, 102, 72), (104, 68, 48), (72, 48, 36))
SLEEVES = ((52, 60, 84), (180, 60, 54), (70, 70, 72), (214, 210, 200), (52, 96, 72), (122, 90, 140))
HALF = 2
SOFT = 16  # px of half size around a hand that its shading is made from


@frozen
class HandPose:
    """A hand whose finger tips are at ``tip`` (mm), its arm coming from ``source`` (mm, far outside the sheet)."""

    tip: Point
    source: Point
    look: int = 0  # seed of skin, sleeve, posture
    height_mm: float = 0.0  # added to all heights


def _tubes(
    pose: HandPose,
) -> tuple[list[tuple[np.ndarray, np.ndarray, float, float]], list[tuple[np.ndarray, np.ndarray, float, float]]]:
    """Skin and sleeve as (start, end, radius, radius) with places in mm."""
    rng = np.random.default_rng([pose.look, 31])
    u = np.array(pose.tip) - np.array(pose.source)
    u = u / (np.hypot(*u) or 1.0)
    v = np.array([-u[1], u[0]]) * (1 if rng.random() < 0.5 else -1)  # a right or a left hand
    size = rng.uniform(0.85, 1.12)
    lift = pose.height_mm

    def at(along: float, across: float, z: float) -> np.ndarray:
        p = np.array(pose.tip) + (u * along + v * across) * size
        return np.array([p[0], p[1], z + lift])

    curl = rng.uniform(0.0, 1.0)
    skin = []
    for across, reach, r in (
        (-8, 0, 7.6),
        (8, -4 - 26 * curl, 8.0),
        (23, -12 - 28 * curl, 7.6),
        (37, -26 - 22 * curl, 6.8),
    ):
        knuckle = at(-88, across * 1.05, 52)
        bend = at(-44 + reach * 0.4, across, 44)
        tip = at(reach, across * 0.85, 18 if reach > -8 else 26)
        skin += [(knuckle, bend, 9.5 * size, 8.4 * size), (bend, tip, 8.4 * size, r * size)]
        skin.append((at(-165, across * 0.55, 64), knuckle, 15 * size, 11 * size))
    skin += [
        (at(-118, -38, 50), at(-70, -44, 38), 13 * size, 10 * size),
        (at(-70, -44, 38), at(-16, -16, 18), 10 * size, 7.8 * size),
    ]
    skin.append((at(-150, -10, 60), at(-118, -34, 52), 18 * size, 14 * size))
    wrist = rng.uniform(185, 290)
    skin.append((at(-wrist - 20, 6, 78), at(-150, 8, 64), 27 * size, 26 * size))
    sleeve = [(at(-wrist - 700, 30, 170), at(-wrist, 6, 84), 62 * size, 40 * size)]
    return skin, sleeve


def _stamp(mask: np.ndarray, view: View, tubes: list[tuple[np.ndarray, np.ndarray, float, float]]) -> None:
    f = float(view.K[0, 0])
    for a, b, ra, rb in tubes:
        steps = 6
        ring: list[tuple[np.ndarray, float]] = []
        for i in range(steps + 1):
            p = a + (b - a) * i / steps
            cam = np.array([p[0], p[1], -p[2]]) @ view.R.T + view.t
            if cam[2] < 60:
                continue
            px = (cam @ view.K.T)[:2] / cam[2] / HALF
            ring.append((px, (ra + (rb - ra) * i / steps) * f / cam[2] / HALF))
        for (p, r), (q, s) in pairwise(ring):
            if max(np.abs(p).max(), np.abs(q).max()) > 9000:
                continue
            d = q - p
            n = np.hypot(*d)
            if n > 1e-6:
                side = np.array([-d[1], d[0]]) / n
                quad = np.array([p + side * r, q + side * s, q - side * s, p - side * r])
                cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        for p, r in ring:
            if np.abs(p).max() < 9000 and r < 2000:
                cv2.circle(mask, np.round(p * 16).astype(int).tolist(), round(r * 16), 255, -1, cv2.LINE_AA, 4)


def _shaded(
    mask: np.ndarray, part: Box, paint: np.ndarray, rng: np.random.Generator, lean: tuple[float, float]
) -> np.ndarray:
    """Linear reflectance of a rounded body with this outline, half size, in a part of the picture."""
    inside = cv2.distanceTransform((mask[part] > 127).astype(np.uint8), cv2.DIST_L2, 3)
    body = cv2.GaussianBlur(np.sqrt(inside), (0, 0), 3.0)
    gx = cv2.Sobel(body, cv2.CV_32F, 1, 0, ksize=3)
    gy = cv2.Sobel(body, cv2.CV_32F, 0, 1, ksize=3)
    shade = np.clip(0.86 + 0.16 * np.minimum(body, 6) / 6 + 0.22 * (gx * lean[0] + gy * lean[1]), 0.35, 1.25)
    blot = cv2.resize(
        rng.normal(1, 0.035, (30, 40)).astype(np.float32), (mask.shape[1], mask.shape[0]), interpolation=cv2.INTER_CUBIC
    )
    return np.asarray(cv2.multiply(cv2.cvtColor(shade * blot[part], cv2.COLOR_GRAY2RGB), (*paint.tolist(), 0.0)))


def draw_hand(image: np.ndarray, view: View, pose: HandPose, light: np.ndarray) -> tuple[np.ndarray, Box]:
    """Draws hand and shadow into a lit linear picture; ``light``: half-size light. Returns the mask, full size, and
    the box that was drawn in."""
    rng = np.random.default_rng([pose.look, 32])
    h, w = image.shape[:2]
    skin_tubes, sleeve_tubes = _tubes(pose)
    skin = np.zeros((h // HALF, w // HALF), np.uint8)
    sleeve = np.zeros_like(skin)
    _stamp(skin, view, skin_tubes)
    _stamp(sleeve, view, sleeve_tubes)
    skin[sleeve > 127] = 0
    both = cv2.max(skin, sleeve)
    if not both.any():
        return np.zeros((h, w), bool), np.s_[0:0, 0:0]
    scale = view.px_per_mm(pose.tip) / HALF
    lean_to = rng.uniform(0, 2 * math.pi)
    shift = np.array([math.cos(lean_to), math.sin(lean_to)]) * rng.uniform(8, 30) * scale
    move = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    shadow = cv2.warpAffine(both, move, (both.shape[1], both.shape[0]))
    shadow = cv2.resize(shadow, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.8, rng.uniform(5, 14) * scale / 4))
    shadow = cv2.resize(shadow, (w, h), interpolation=cv2.INTER_LINEAR)
    dark = box_of(shadow)
    image[dark] *= (1.0 - shadow[dark].astype(np.float32) * (rng.uniform(0.35, 0.7) / 255))[..., None]
    lean = (-math.cos(lean_to), -math.sin(lean_to))
    part = grown(box_of(both), SOFT, both.shape)  # at half size
    body = _shaded(skin, part, to_linear(np.array(SKINS[int(rng.integers(len(SKINS)))]) / 255.0), rng, lean)
    cloth = _shaded(sleeve, part, to_linear(np.array(SLEEVES[int(rng.integers(len(SLEEVES)))]) / 255.0), rng, lean)
    paint = np.where(sleeve[part][..., None] > 127, cloth, body) * (light[part] + 0.02)
    paint = cv2.resize(paint, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_LINEAR)
    alpha = cv2.resize(both, (w, h), interpolation=cv2.INTER_LINEAR)
    rows, columns = (slice(s.start * HALF, min(s.stop * HALF, n)) for s, n in zip(part, (h, w), strict=True))
    under = image[rows, columns]
    a = (alpha[rows, columns].astype(np.float32) / 255)[..., None]
    under += (paint[: under.shape[0], : under.shape[1]] - under) * a
    return np.asarray(alpha > 127), box_of(cv2.max(alpha, shadow))


def box_of(mask: np.ndarray) -> Box:
    """Rows and columns of what is set in a mask (uint8)."""
    x, y, w, h = cv2.boundingRect(mask)
    return np.s_[y : y + h, x : x + w]
