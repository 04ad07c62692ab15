"""How a stranger's board is printed: colours, fills, lines, letters, ornament and paper, all drawn from its seed."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Sequence

import cv2
import numpy as np

from tests.strangers.land import SCALE, clouds

HUES = {"blue": (198, 232), "green": (88, 150), "red": (345, 375), "yellow": (40, 54), "white": (30, 60)}
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)
SYLLABLES = ("ar", "dun", "mor", "vel", "kis", "tan", "ol", "fer", "gal", "ne", "ri", "ba", "lo", "sha", "wen", "th")
Colour = tuple[float, float, float]


def word(rng: np.random.Generator) -> str:
    """A name that no board has."""
    return "".join(SYLLABLES[int(i)] for i in rng.integers(0, len(SYLLABLES), int(rng.integers(2, 4)))).capitalize()


def _hsv(h: float, s: float, v: float) -> Colour:
    r, g, b = colorsys.hsv_to_rgb((h % 360) / 360, min(1.0, max(0.0, s)), min(1.0, max(0.0, v)))
    return (255 * r, 255 * g, 255 * b)


class Print:
    """A sheet being printed. ``art``: RGB float32, ``scale`` px/mm."""

    def __init__(self, rng: np.random.Generator, size_mm: tuple[float, float], scale: float) -> None:
        self.rng, self.size_mm, self.scale = rng, size_mm, scale
        self.shape = (round(size_mm[1] * scale), round(size_mm[0] * scale))
        self.art = np.empty((*self.shape, 3), np.float32)
        self.vivid = rng.uniform(0.28, 0.72)
        self.bright = rng.uniform(0.62, 0.92)
        dark = rng.random() < 0.35
        ground = _hsv(
            rng.uniform(0, 360), rng.uniform(0.05, 0.4), rng.uniform(0.22, 0.45) if dark else rng.uniform(0.66, 0.9)
        )
        self.ground: Colour = ground
        self.line: Colour = _hsv(rng.uniform(0, 60), rng.uniform(0, 0.5), rng.uniform(0.05, 0.25))
        if rng.random() < 0.2:
            self.line = _hsv(45, 0.2, rng.uniform(0.88, 0.98))
        self.letters: Colour = self.line if rng.random() < 0.7 else _hsv(rng.uniform(0, 40), 0.7, 0.3)
        self.line_mm = rng.uniform(0.35, 1.7)
        self.font = FONTS[int(rng.integers(len(FONTS)))]
        self.fill_style = ("flat", "wash", "hatch", "dots")[int(rng.integers(4))]
        self.paints = {c: self._paint(lo, hi) for c, (lo, hi) in HUES.items()}
        self.paints["white"] = _hsv(40, 0.06, rng.uniform(0.86, 0.96))
        self.art[:] = ground
        self.art *= 1 + 0.05 * clouds(rng, self.shape, 90 * scale / SCALE, 4)[..., None]

    def _paint(self, lo: float, hi: float) -> Colour:
        rng = self.rng
        return _hsv(rng.uniform(lo, hi), self.vivid * rng.uniform(0.85, 1.2), self.bright * rng.uniform(0.88, 1.08))

    def px(self, points: Sequence[Sequence[float]] | np.ndarray, origin: tuple[int, int] = (0, 0)) -> np.ndarray:
        """mm to OpenCV's fixed-point pixels (4 bits), of a part of the sheet that begins at ``origin`` px."""
        px = np.asarray(points, float) * self.scale - 0.5 - np.array(origin)
        return np.round(px * 16).astype(np.int32).reshape(-1, 1, 2)

    def part(self, points: Sequence[Sequence[float]] | np.ndarray, around_mm: float) -> tuple[slice, slice]:
        """The part of the sheet that holds some places, and ``around_mm`` more: rows, columns."""
        p = np.asarray(points, float).reshape(-1, 2)
        lo = np.floor((p.min(0) - around_mm) * self.scale).astype(int) - 2
        hi = np.ceil((p.max(0) + around_mm) * self.scale).astype(int) + 3
        h, w = self.shape
        x0, y0 = min(max(0, int(lo[0])), w - 1), min(max(0, int(lo[1])), h - 1)
        return (slice(y0, max(y0 + 1, min(h, int(hi[1])))), slice(x0, max(x0 + 1, min(w, int(hi[0])))))

    def paint_mask(self, mask: np.ndarray, colour: Colour, style: str | None = None) -> None:
        """Fills a mask (uint8 0..255, art size) with a colour in the print's own manner."""
        ys, xs = np.nonzero(mask.any(1))[0], np.nonzero(mask.any(0))[0]
        if len(ys):
            part = (slice(ys[0], ys[-1] + 1), slice(xs[0], xs[-1] + 1))
            self._fill(part, mask[part], colour, style or self.fill_style)

    def _fill(self, part: tuple[slice, slice], m: np.ndarray, colour: Colour, style: str) -> None:
        rng = self.rng
        fill = np.empty((*m.shape, 3), np.float32)
        fill[:] = colour
        if style == "wash":
            inner = (
                cv2.distanceTransform((np.pad(m, 1) > 127).astype(np.uint8), cv2.DIST_L2, 3)[1:-1, 1:-1] / self.scale
            )
            fill *= (0.78 + 0.22 * np.clip(inner / 5.0, 0, 1))[..., None]
            fill *= 1 + 0.06 * clouds(rng, m.shape, max(20, 24 * self.scale), 3)[..., None]
        elif style in ("hatch", "dots"):
            gy, gx = np.mgrid[0 : m.shape[0], 0 : m.shape[1]].astype(np.float32)
            pitch = rng.uniform(1.6, 3.6) * self.scale
            a = rng.uniform(0, math.pi)
            u, v = gx * math.cos(a) + gy * math.sin(a), gy * math.cos(a) - gx * math.sin(a)
            if style == "hatch":
                tone = (np.abs((u / pitch) % 1 - 0.5) > 0.32).astype(np.float32)
            else:
                tone = (((u / pitch) % 1 - 0.5) ** 2 + ((v / pitch) % 1 - 0.5) ** 2 < 0.055).astype(np.float32)
            fill *= (1 - rng.uniform(0.1, 0.24) * cv2.GaussianBlur(tone, (0, 0), 0.7))[..., None]
        alpha = (m.astype(np.float32) / 255)[..., None]
        self.art[part] += (fill - self.art[part]) * alpha

    def area(self, polygon: np.ndarray, colour: Colour, style: str | None = None, line_mm: float | None = None) -> None:
        """A filled outline with its border line."""
        part = self.part(polygon, 1.0)
        mask = self._blank(part)
        cv2.fillPoly(mask, [self.px(polygon, (part[1].start, part[0].start))], 255, cv2.LINE_AA, 4)
        self._fill(part, mask, colour, style or self.fill_style)
        self.lines([polygon], self.line, self.line_mm if line_mm is None else line_mm)

    def lines(self, paths: Sequence[np.ndarray], colour: Colour, width_mm: float, closed: bool = True) -> None:
        if width_mm <= 0 or not paths:
            return
        part = self.part(np.vstack(paths), width_mm + 1)
        mask = self._blank(part)
        px = [self.px(p, (part[1].start, part[0].start)) for p in paths]
        cv2.polylines(mask, px, closed, 255, max(1, round(width_mm * self.scale)), cv2.LINE_AA, 4)
        self._blend(part, mask, colour, 1.0)

    def blend(self, mask: np.ndarray, colour: Colour, strength: float = 1.0) -> None:
        """A colour through a mask (uint8 0..255) of the whole sheet."""
        self._blend((slice(None), slice(None)), mask, colour, strength)

    def _blank(self, part: tuple[slice, slice]) -> np.ndarray:
        return np.zeros((part[0].stop - part[0].start, part[1].stop - part[1].start), np.uint8)

    def _blend(self, part: tuple[slice, slice], mask: np.ndarray, colour: Colour, strength: float) -> None:
        alpha = (mask.astype(np.float32) * (strength / 255))[..., None]
        self.art[part] += (np.array(colour, np.float32) - self.art[part]) * alpha

    def disc(self, at: Sequence[float], radius_mm: float, colour: Colour, ring: float = 0.0) -> None:
        part = self.part([at], radius_mm + ring)
        mask = self._blank(part)
        centre = tuple(int(v) for v in self.px([at], (part[1].start, part[0].start)).ravel())
        thick = max(1, round(ring * self.scale)) if ring else -1
        cv2.circle(mask, centre, round(radius_mm * self.scale * 16), 255, thick, cv2.LINE_AA, 4)
        self._blend(part, mask, colour, 1.0)

    def text(self, at: Sequence[float], text: str, height_mm: float, turn_deg: float = 0.0) -> None:
        """Letters centred on a place, turned a little if wanted."""
        k = height_mm * self.scale / 22.0
        thick = max(1, round(k * 1.6))
        (w, h), _ = cv2.getTextSize(text, self.font, k, thick)
        half = int(max(w, h) * 0.75) + 6
        stamp = np.zeros((2 * half, 2 * half), np.uint8)
        cv2.putText(stamp, text, (half - w // 2, half + h // 2), self.font, k, 255, thick, cv2.LINE_AA)
        if turn_deg:
            turn = cv2.getRotationMatrix2D((half, half), turn_deg, 1.0)
            stamp = cv2.warpAffine(stamp, turn, stamp.shape[::-1])
        x, y = round(at[0] * self.scale) - half, round(at[1] * self.scale) - half
        x0, y0 = max(0, x), max(0, y)
        x1, y1 = min(self.shape[1], x + 2 * half), min(self.shape[0], y + 2 * half)
        if x1 <= x0 or y1 <= y0:
            return
        self._blend((slice(y0, y1), slice(x0, x1)), stamp[y0 - y : y1 - y, x0 - x : x1 - x], self.letters, 0.9)

    def fortress(self, at: Sequence[float], size_mm: float) -> None:
        """A tower, a ring or a tent, as this print likes it."""
        x, y = at
        kind = int(np.random.default_rng(round(self.line_mm * 1e6)).integers(3))
        s = size_mm
        if kind == 0:
            tower = [(-s, s), (-s, -s), (-s / 2, -s), (-s / 2, -s / 3), (s / 2, -s / 3), (s / 2, -s), (s, -s), (s, s)]
            self.area(np.add(tower, (x, y)), self.letters, "flat", 0)
        elif kind == 1:
            self.disc(at, s, self.letters, s * 0.4)
            self.disc(at, s * 0.35, self.letters)
        else:
            self.area(np.add([(0, -s * 1.2), (s, s), (-s, s)], (x, y)), self.letters, "flat", 0)

    def frame(self) -> None:
        """A border around the sheet, sometimes with a row of ornaments."""
        rng = self.rng
        w, h = self.size_mm
        style = int(rng.integers(4))
        for inset in ((), (2.5,), (2.0, 4.0), (3.0,))[style]:
            box = np.array([(inset, inset), (w - inset, inset), (w - inset, h - inset), (inset, h - inset)])
            self.lines([box], self.line, rng.uniform(0.4, 1.4))

    def rose(self, at: Sequence[float], radius: float) -> None:
        rng = self.rng
        for _ in range(int(rng.integers(2, 5))):
            self.disc(at, radius * rng.uniform(0.35, 1.0), self.line, rng.uniform(0.3, 0.9))
        n = int(rng.choice([4, 6, 8, 12]))
        rays = [
            np.array([at, (at[0] + radius * math.cos(a), at[1] + radius * math.sin(a))])
            for a in (2 * math.pi * i / n for i in range(n))
        ]
        self.lines(rays, self.line, 0.5, closed=False)

    def finish(self) -> np.ndarray:
        """Paper: fibres, stains, folds, edges that are worn; RGB uint8."""
        rng, (h, w) = self.rng, self.shape
        art = self.art
        art *= (
            1
            + (0.015 * clouds(rng, self.shape, 3.0, 1) + 0.02 * clouds(rng, self.shape, 120 * self.scale / 4, 2))[
                ..., None
            ]
        )
        across, down = int(rng.integers(0, 3)), int(rng.integers(0, 2))
        for i in range(across):
            x = round(w * (i + 1) / (across + 1))
            art[:, x - 1 : x + 2] *= rng.uniform(0.84, 1.12)
        for i in range(down):
            y = round(h * (i + 1) / (down + 1))
            art[y - 1 : y + 2] *= rng.uniform(0.84, 1.12)
        art += rng.normal(0, 2.0, (h, w, 1)).astype(np.float32)
        return np.clip(art, 4, 250).astype(np.uint8)
