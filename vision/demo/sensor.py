"""From light to a camera's picture: white balance, lens, tone, noise, JPEG."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import cv2
import numpy as np
from attrs import define, field

from vision.demo.conditions import Conditions
from vision.demo.paint import kelvin

Box = tuple[slice, slice]
SHARP_PX = 1.2


class Sensor:
    """Develops linear pictures of one camera; noise is new in every picture, all else stays."""

    def __init__(self, conditions: Conditions, picture: tuple[int, int]) -> None:
        self.c = conditions
        w, h = picture
        rng = np.random.default_rng([conditions.seed, 41])
        lamps = sum(lamp.share * kelvin(lamp.kelvin) for lamp in conditions.lamps) + conditions.ambient * kelvin(
            conditions.ambient_kelvin
        )
        self.balance = (1.0 / np.asarray(lamps)) ** conditions.white_balance * np.exp(rng.normal(0, 0.02, 3))
        y, x = np.mgrid[0:h:8, 0:w:8].astype(np.float32)
        r2 = ((x - w / 2) ** 2 + (y - h / 2) ** 2) / (w * w + h * h) * 4
        fall = (1 - conditions.vignette * r2 * 0.75).astype(np.float32)
        gains = self.balance[::-1] * 2.0**conditions.exposure  # pictures are RGB inside, BGR outside
        self.gain = cv2.resize(fall, (w, h), interpolation=cv2.INTER_LINEAR)[..., None] * gains.astype(np.float32)
        self.lut = self._tone()
        self.noise = self._noise(np.random.default_rng([conditions.seed, 42]), w + 48, h + 48)

    def _tone(self) -> np.ndarray:
        """Linear 0..1 in 4096 steps to 0..255 float: sRGB, a soft shoulder, contrast."""
        x = np.linspace(0, 1.6, 4096)
        x = np.where(x > 0.8, 0.8 + 0.2 * (1 - np.exp(-(x - 0.8) / 0.2 * 0.9)) / (1 - np.exp(-3.6)), x)
        s = np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-9) ** (1 / 2.4) - 0.055)
        bent = s * s * (3 - 2 * s)
        return np.asarray(255 * np.clip(s + self.c.contrast * (bent - s), 0, 1), np.float32)

    def _noise(self, rng: np.random.Generator, w: int, h: int) -> np.ndarray:
        """Noise of spread 1 as int8 times 24: a grain of luminance, a coarser one of colour."""
        k = self.c.chroma_noise
        luma = rng.standard_normal((h, w, 1), np.float32)
        luma = cv2.GaussianBlur(luma, (0, 0), 0.55)
        colour = rng.standard_normal((h // 2 + 1, w // 2 + 1, 3), np.float32)
        colour = cv2.resize(colour, (w, h), interpolation=cv2.INTER_LINEAR)
        noise = luma[..., None] / luma.std() + colour * (k / colour.std())
        return np.asarray(noise / noise.std(), np.float32)

    @property
    def reach(self) -> int:
        """How far (px) a point of the light shows in a developed picture."""
        return round(4 * self.c.blur_px) + round(4 * SHARP_PX) + 2

    def develop(self, light: np.ndarray, box: Box = np.s_[:, :]) -> tuple[np.ndarray, np.ndarray]:
        """Linear RGB picture to (clean BGR 0..255 float32, spread of the noise (h, w, 3)); ``box``: what is of it."""
        image = cv2.cvtColor(light[box], cv2.COLOR_RGB2BGR)
        cv2.multiply(image, self.gain[box], image)
        if self.c.saturation != 1.0:
            k = self.c.saturation
            m = np.array([0.0722, 0.7152, 0.2126]) * (1 - k)
            image = cv2.transform(image, (np.eye(3) * k + np.tile(m, (3, 1))).astype(np.float32))
        image = cv2.GaussianBlur(image, (0, 0), self.c.blur_px)
        np.clip(image, 0, 1.599, out=image)
        image *= 4096 / 1.6
        clean = self.lut.take(image.astype(np.uint16))
        if self.c.sharpen > 0.05:
            soft = cv2.GaussianBlur(clean, (0, 0), SHARP_PX)
            clean = cv2.addWeighted(clean, 1 + self.c.sharpen, soft, -self.c.sharpen, 0)
        spread = (self.c.noise * (1.35 - 0.7 / 255 * cv2.cvtColor(clean, cv2.COLOR_BGR2GRAY))).astype(np.float32)
        return clean, cv2.cvtColor(spread, cv2.COLOR_GRAY2BGR)

    def shoot(self, clean: np.ndarray, spread: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """One exposure: BGR uint8."""
        h, w = clean.shape[:2]
        y, x = int(rng.integers(0, 48)), int(rng.integers(0, 48))
        grain = self.noise[y : y + h, x : x + w]
        if rng.random() < 0.5:
            grain = cv2.flip(grain, int(rng.integers(-1, 2)))
        frame = cv2.multiply(grain, spread)
        cv2.add(frame, clean, frame)
        # rounding and clipping in one pass; a little flicker of the exposure as a real lamp has
        shot = cv2.convertScaleAbs(np.maximum(frame, 0, out=frame), alpha=1.0 + float(rng.normal(0, 0.0015)))
        ok, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, self.c.jpeg])
        if not ok:
            raise RuntimeError("JPEG encoder refused the picture")
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


@define(eq=False, slots=False)
class Developed:
    """A scene as a sensor shows it, and a copy of it over which hands come and go."""

    sensor: Sensor
    light: np.ndarray  # linear RGB, without a hand
    _box: Box | None = field(init=False, default=None)  # where the copy differs

    @cached_property
    def bare(self) -> tuple[np.ndarray, np.ndarray]:
        return self.sensor.develop(self.light)

    @cached_property
    def _copies(self) -> tuple[np.ndarray, ...]:
        return self.light.copy(), *(x.copy() for x in self.bare)

    def under(self, hand: Callable[[np.ndarray], tuple[np.ndarray, Box]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Clean picture, spread of its noise and mask under a hand; ``hand`` draws into a linear picture, in a box."""
        light, clean, spread = self._copies
        if self._box is not None:
            for copy, old in zip(self._copies, (self.light, *self.bare), strict=True):
                copy[self._box] = old[self._box]
        mask, touched = hand(light)
        reach, size = self.sensor.reach, light.shape[:2]
        self._box = shown = grown(touched, reach, size)
        wide = grown(shown, reach, size)
        rows, cols = (slice(s.start - w.start, s.stop - w.start) for s, w in zip(shown, wide, strict=True))
        for copy, part in zip((clean, spread), self.sensor.develop(light, wide), strict=True):
            copy[shown] = part[rows, cols]
        return clean, spread, mask


def grown(box: Box, by: int, size: tuple[int, ...]) -> Box:
    """A box that is larger on all sides, within a picture of ``size``."""
    rows, cols = (slice(max(0, s.start - by), min(n, s.stop + by)) for s, n in zip(box, size, strict=True))
    return rows, cols
