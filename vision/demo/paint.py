"""Colours of the demo table: sRGB and linear light, paints of pieces that differ a little with every seed."""

from __future__ import annotations

import colorsys
import math

import numpy as np

# sRGB 0-255 of dry paint on wood; labels only, nobody shall rely on them.
PALETTE: dict[str, tuple[int, int, int]] = {
    "white": (229, 223, 209),
    "black": (35, 34, 35),
    "red": (178, 42, 38),
    "orange": (222, 116, 36),
    "yellow": (228, 186, 48),
    "green": (38, 116, 66),
    "blue": (38, 84, 158),
    "purple": (104, 62, 138),
    "brown": (106, 68, 44),
    "grey": (132, 132, 130),
    "pink": (214, 124, 150),
    "gold": (201, 152, 48),
    "rose": (205, 92, 112),
    "gray": (138, 140, 144),
    "cyan": (70, 156, 184),
    "ivory": (228, 217, 186),
    "natural": (202, 166, 118),
}
FALLBACK = (150, 140, 128)


def to_linear(srgb: np.ndarray) -> np.ndarray:
    """sRGB 0-1 to linear light 0-1, float32."""
    s = np.asarray(srgb, np.float32)
    return np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4).astype(np.float32)


LINEAR_OF_BYTE = to_linear(np.arange(256) / 255.0)


def linear_image(rgb8: np.ndarray) -> np.ndarray:
    """A uint8 picture as linear float32."""
    return np.asarray(LINEAR_OF_BYTE[rgb8])


def kelvin(temperature_k: float) -> np.ndarray:
    """Approximate linear RGB of a lamp's colour, scaled to luminance 1."""
    t = temperature_k / 100.0
    r = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    g = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    b = 255.0 if t >= 66 else (1.0 if t <= 19 else 138.52 * math.log(t - 10) - 305.04)
    c = (np.clip(np.array([r, g, b]), 1, 255) / 255) ** 2.2
    return np.asarray(c / (c @ np.array([0.2126, 0.7152, 0.0722])), np.float32)


class Paints:
    """One box of pieces: a label becomes the same paint in all pictures of a seed, single pieces differ slightly."""

    def __init__(self, seed: int, spread: float = 1.0) -> None:
        self.seed = seed
        self.spread = spread
        self._known: dict[str, np.ndarray] = {}

    def base(self, label: str) -> np.ndarray:
        """Linear RGB of a label's paint."""
        if label not in self._known:
            rng = np.random.default_rng([self.seed, 71, *label.encode()])
            h, s, v = colorsys.rgb_to_hsv(*(c / 255 for c in PALETTE.get(label, FALLBACK)))
            k = self.spread
            rgb = colorsys.hsv_to_rgb(
                (h + rng.normal(0, 0.011) * k) % 1,
                float(np.clip(s * (1 + rng.normal(0, 0.09) * k), 0, 1)),
                float(np.clip(v * (1 + rng.normal(0, 0.09) * k), 0.08, 0.95)),
            )
            self._known[label] = to_linear(np.array(rgb) * 0.97 + 0.015)
        return self._known[label]

    def of(self, label: str, key: int) -> np.ndarray:
        """Linear RGB of one piece; ``key`` names the piece for as long as it lies on the table."""
        rng = np.random.default_rng([self.seed, 72, key & 0xFFFFFFFF])
        return np.clip(self.base(label) * (1 + rng.normal(0, 0.035) * self.spread), 0.004, 0.92).astype(np.float32)
