"""Light on the table: lamps with colour, fall-off and soft shadows, and the mirror spots of a glossy print."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from attrs import frozen

from vision.demo.conditions import Conditions, Lamp
from vision.demo.paint import kelvin
from vision.demo.shapes import LaidPiece
from vision.demo.view import View

HALF = 2  # light and shadow are kept at half size: both are soft


@frozen(eq=False)
class Illumination:
    """Lamps over one view. Every field is linear RGB, 1 = a white sheet in the middle of the board."""

    lamps: tuple[Lamp, ...]
    places: np.ndarray  # (n, 3) mm
    fields: tuple[np.ndarray, ...]  # one per lamp, half size
    ambient: np.ndarray  # half size

    @property
    def open(self) -> np.ndarray:
        """Light where nothing throws a shadow, half size."""
        return sum(self.fields, self.ambient)

    def on(self, piece: LaidPiece, i: int) -> np.ndarray:
        """Unit vector from a piece to lamp ``i``, z up."""
        d = self.places[i] - np.array([piece.x, piece.y, piece.z])
        return np.asarray(d / np.linalg.norm(d))


def illuminate(view: View, conditions: Conditions, middle: tuple[float, float]) -> Illumination:
    """Evaluates the lamps on a coarse grid of the picture and enlarges."""
    w, h = view.picture[0] // HALF, view.picture[1] // HALF
    gw, gh = 48, 27
    gx, gy = np.meshgrid((np.arange(gw) + 0.5) * view.picture[0] / gw, (np.arange(gh) + 0.5) * view.picture[1] / gh)
    grid = np.column_stack([gx.ravel(), gy.ravel(), np.ones(gx.size)]) @ np.linalg.inv(view.table_homography).T
    ground = grid[:, :2] / np.where(np.abs(grid[:, 2:]) < 1e-9, 1e-9, grid[:, 2:])
    places = np.array([[middle[0] + lamp.at[0], middle[1] + lamp.at[1], lamp.at[2]] for lamp in conditions.lamps])
    fields = []
    for lamp, place in zip(conditions.lamps, places, strict=True):
        d = np.linalg.norm(np.column_stack([place[:2] - ground, np.full(len(ground), place[2])]), axis=1)
        d0 = np.linalg.norm(place - np.array([*middle, 0]))
        fall = np.clip((d0 / d) ** 3, 0.05, 3.0) * lamp.share
        coarse = (fall[:, None] * kelvin(lamp.kelvin)).astype(np.float32).reshape(gh, gw, 3)
        fields.append(cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC))
    ambient = np.empty((h, w, 3), np.float32)
    ambient[:] = conditions.ambient * kelvin(conditions.ambient_kelvin)
    return Illumination(conditions.lamps, places, tuple(fields), ambient)


def _hull(points: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.convexHull(points.astype(np.float32)).reshape(-1, 2))


def shadow_masks(view: View, light: Illumination, pieces: Sequence[LaidPiece]) -> tuple[list[np.ndarray], np.ndarray]:
    """For each lamp the share of its light that is kept off (0..1, half size), and the darkness close around pieces."""
    w, h = view.picture[0] // HALF, view.picture[1] // HALF
    scale = view.px_per_mm(_middle(view)) / HALF
    masks = []
    for i, lamp in enumerate(light.lamps):
        mask = np.zeros((h, w), np.uint8)
        for p in pieces:
            base = p.outline()
            to = light.places[i]
            rise = p.z + p.height_mm
            away = (base - to[:2]) * (rise / max(1.0, to[2] - rise)) + base
            low = (base - to[:2]) * (p.z / max(1.0, to[2] - p.z)) + base
            _fill(mask, view, _hull(np.vstack([low, away])), not p.loose)
        masks.append(cv2.GaussianBlur(mask, (0, 0), max(0.5, lamp.soft * scale * 0.42)))
    close = np.zeros((h, w), np.uint8)
    for p in pieces:
        if p.z < 1:
            _fill(close, view, p.outline(0.5), not p.loose)
    near = cv2.GaussianBlur(close, (0, 0), max(0.6, 1.1 * scale))
    return masks, near


def _middle(view: View) -> tuple[float, float]:
    w, h = view.picture
    p = np.linalg.inv(view.homography) @ np.array([w / 2, h / 2, 1.0])
    return (float(p[0] / p[2]), float(p[1] / p[2]))


def _fill(mask: np.ndarray, view: View, corners: np.ndarray, on_sheet: bool) -> None:
    px = view.project(np.column_stack([corners, np.zeros(len(corners))]), on_sheet) / HALF - 0.25
    if np.abs(px).max() < 20000:
        cv2.fillConvexPoly(mask, np.round(px * 16).astype(np.int32), 255, cv2.LINE_AA, 4)


def lit_ground(light: Illumination, masks: Sequence[np.ndarray], near: np.ndarray) -> np.ndarray:
    """Light that reaches the ground, half size, linear RGB."""
    out: np.ndarray = light.ambient * cv2.cvtColor(1.0 - near.astype(np.float32) * (0.45 / 255), cv2.COLOR_GRAY2RGB)
    for field, mask in zip(light.fields, masks, strict=True):
        out += field * cv2.cvtColor(1.0 - mask.astype(np.float32) * (0.97 / 255), cv2.COLOR_GRAY2RGB)
    return out


def mirror_spots(view: View, light: Illumination, gloss: float) -> np.ndarray | None:
    """Light of the lamps mirrored by the sheet (half size, linear RGB), or None for a matt one."""
    if gloss < 0.08:
        return None
    w, h = view.picture[0] // HALF, view.picture[1] // HALF
    out = np.zeros((h, w, 3), np.float32)
    eye = view.eye
    inverse = np.linalg.inv(view.table_homography)
    gw, gh = 96, 54
    gx, gy = np.meshgrid((np.arange(gw) + 0.5) * view.picture[0] / gw, (np.arange(gh) + 0.5) * view.picture[1] / gh)
    g = np.column_stack([gx.ravel(), gy.ravel(), np.ones(gx.size)]) @ inverse.T
    g = g[:, :2] / g[:, 2:]
    ground = np.column_stack([g, np.zeros(len(g))])
    to_eye = eye - ground
    to_eye /= np.linalg.norm(to_eye, axis=1, keepdims=True)
    for lamp, place in zip(light.lamps, light.places, strict=True):
        to_lamp = place - ground
        to_lamp /= np.linalg.norm(to_lamp, axis=1, keepdims=True)
        half = to_eye + to_lamp
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        power = 900 if lamp.soft < 2.5 else 160
        spot = gloss**1.5 * lamp.share * (2.4 if lamp.soft < 2.5 else 0.9) * half[:, 2] ** power
        coarse = (spot[:, None] * kelvin(lamp.kelvin)).astype(np.float32).reshape(gh, gw, 3)
        out += cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)
    return np.maximum(out, 0)
