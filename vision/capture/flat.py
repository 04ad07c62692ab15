"""The board's print as a flat picture in millimetres, smoothed for measuring colours, and colours as plain values."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.camera import Array, apply
from vision.reference import raster_homography

Image = NDArray[np.float32]
Point = tuple[float, float]
FINEST = 2.0  # px per mm
WIDEST = 1100  # px
HUE, LIGHTNESS = 58.0, 17.0  # how much the logarithms of channel ratios and of brightness count
VIVID = 1.5
FLOOR = 10.0  # 8-bit steps added before logarithms: dark pixels have no hue to speak of


@define(eq=False, slots=False)
class FlatPicture:
    """``bgr``: the print seen from above, ``scale`` px per mm; pixel (0, 0) is centred half a pixel inside."""

    bgr: NDArray[np.uint8]
    scale: float
    size_mm: tuple[float, float]

    @classmethod
    def of(cls, frame: NDArray[np.uint8], homography: Array, size_mm: tuple[float, float]) -> FlatPicture:
        """``homography``: board mm -> px of the picture."""
        scale = min(FINEST, WIDEST / max(size_mm))
        size = (max(8, round(size_mm[0] * scale)), max(8, round(size_mm[1] * scale)))
        m = homography @ np.linalg.inv(raster_homography(scale))
        flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        flat = cv2.warpPerspective(frame, m, size, flags=flags | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
        return cls(np.asarray(flat, np.uint8), scale, size_mm)

    def px(self, points: object) -> Array:
        """mm (N, 2) -> px."""
        return np.asarray(points, np.float64).reshape(-1, 2) * self.scale - 0.5

    def mm(self, points: object) -> Array:
        """px (N, 2) -> mm."""
        return (np.asarray(points, np.float64).reshape(-1, 2) + 0.5) / self.scale

    def mask(self, polygon: object) -> NDArray[np.uint8]:
        """255 inside a polygon in mm."""
        out = np.zeros(self.bgr.shape[:2], np.uint8)
        cv2.fillPoly(out, [np.round(self.px(polygon) * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        return out

    def brush(self, mm: float) -> NDArray[np.uint8]:
        """A disc of this radius, one pixel at least, to widen and thin masks with."""
        r = max(1, round(mm * self.scale))
        return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1)), np.uint8)

    @cached_property
    def calm(self) -> NDArray[np.uint8]:
        """Without hatching, letters and thin lines: medians about 3 mm wide."""
        k = max(3, round(1.6 * self.scale) | 1)
        once = cv2.medianBlur(self.bgr, min(k, 5) if k > 5 else k)
        return np.asarray(cv2.medianBlur(once, max(3, round(2.4 * self.scale) | 1)), np.uint8)

    @cached_property
    def tones(self) -> Image:
        """Tone of every pixel of the calm picture: distances are differences of print, hardly of light."""
        return tones_of(self.calm)

    @cached_property
    def sharp(self) -> Image:
        """The same of the picture as it is, barely smoothed: lines are still there."""
        return tones_of(np.asarray(cv2.GaussianBlur(self.bgr, (0, 0), 0.35 * self.scale), np.uint8))

    def tone(self, x: float, y: float, radius_mm: float = 4.0) -> Array:
        """The tone around a point: what most of a disc shows, whatever is printed in its middle."""
        pixels = self.disc(x, y, radius_mm)
        middle = np.median(pixels, axis=0)
        for within in (18.0, 10.0, 6.0):
            near = pixels[np.linalg.norm(pixels - middle, axis=1) < within]
            if len(near) < 0.25 * len(pixels):
                break
            middle = np.median(near, axis=0)
        return np.asarray(middle, np.float64)

    def disc(self, x: float, y: float, radius_mm: float) -> Array:
        """Tones (N, 3) of all pixels in a disc; at least one pixel."""
        cx, cy = self.px((x, y))[0]
        r = max(1.0, radius_mm * self.scale)
        h, w = self.tones.shape[:2]
        x0, x1 = int(np.clip(cx - r, 0, w - 1)), int(np.clip(cx + r + 1, 1, w))
        y0, y1 = int(np.clip(cy - r, 0, h - 1)), int(np.clip(cy + r + 1, 1, h))
        gy, gx = np.mgrid[y0:y1, x0:x1]
        inside = (gx - cx) ** 2 + (gy - cy) ** 2 <= r * r
        if not inside.any():
            inside[:] = True
        return np.asarray(self.tones[y0:y1, x0:x1][inside], np.float64)


def tones_of(bgr: NDArray[np.uint8]) -> Image:
    """BGR -> (brightness, blue by green, red by green) as weighted logarithms."""
    log = np.log(bgr.astype(np.float32) + FLOOR)
    out = np.empty_like(log)
    out[..., 0] = LIGHTNESS * (0.2 * log[..., 0] + 0.5 * log[..., 1] + 0.3 * log[..., 2])
    out[..., 1] = HUE / VIVID * np.arcsinh(VIVID * (log[..., 0] - log[..., 1]))  # vivid prints vary more
    out[..., 2] = HUE / VIVID * np.arcsinh(VIVID * (log[..., 2] - log[..., 1]))
    return np.asarray(out)


def rounded(points: object) -> tuple[Point, ...]:
    """Places (N, 2) as plain values, to a tenth of a millimetre."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in np.asarray(points))


def on_board(homography: Array, point: Point) -> Point:
    """A place in the picture (px) -> board mm."""
    x, y = apply(np.linalg.inv(homography), point)[0]
    return (float(x), float(y))
