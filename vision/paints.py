"""Paints of the pieces as this camera shows them in this light: learned from known pieces, never from thresholds.

Colours are log BGR by white (``light``). Each paint has one shade for lit tops and a row of darker ones for sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

import numpy as np
from attrs import define, evolve, field
from numpy.typing import NDArray

from vision.camera import Array
from vision.light import FLOOR, log_of

# Rough sRGB of colour words, only a first guess until pieces of this very set have been seen.
WORDS: Mapping[str, tuple[int, int, int]] = {
    "white": (228, 224, 214), "black": (34, 33, 33), "grey": (128, 128, 126), "gray": (128, 128, 126),
    "red": (182, 34, 36), "blue": (28, 76, 158), "green": (34, 120, 66), "yellow": (234, 192, 40),
    "purple": (98, 52, 132), "violet": (98, 52, 132), "orange": (228, 108, 30), "brown": (106, 66, 42),
    "pink": (222, 124, 152), "cyan": (62, 158, 188), "ivory": (226, 214, 180), "natural": (206, 168, 118),
    "gold": (206, 160, 56), "rose": (214, 112, 140),
    "beige": (206, 172, 126), "beige_wood": (206, 172, 126), "wood": (200, 160, 112),
}  # fmt: skip

STEP = 0.12
LOW, HIGH = -5.3, 0.9
CELLS = int(round((HIGH - LOW) / STEP))
OUTLIER = -6.5  # log density of a colour that is neither print nor paint
SIDES = ((1.15, 0.12), (0.8, 0.28), (0.55, 0.3), (0.33, 0.2), (0.17, 0.1))  # share of the top's light, weight
GLEAM = 0.02  # light by white, one standard deviation
GLEAMS = ((0.07, 0.1), (0.15, 0.06), (0.3, 0.04), (0.55, 0.02))  # light by white that tops mirror, weight
MATT = ((0.5, 0.06), (0.8, 0.04))  # share that tops which were learned may have mirrored, weight
MOST_GLEAM = 0.3  # light by white
GREY = np.full((3, 3), 1 / 3)  # projector onto brightness

BETWEEN = 0.004 * np.eye(3) + 0.025 * GREY  # variance from piece to piece and place to place
WITHIN = 0.004 * np.eye(3) + 0.004 * GREY  # variance of one piece's pixels
GLOSS = 0.03 * np.eye(3) + 0.10 * GREY  # what highlights and odd light add for a few
GLEAMING = 0.012 * np.eye(3) + 0.04 * GREY  # between one of the gleams and the next, and the lamp's own hue
PRIOR = 0.045 * np.eye(3) + 0.10 * GREY  # how far a paint may be from its word


@define(eq=False, frozen=True)
class Paint:
    """One paint: ``mean`` (3,) and ``cov`` (3, 3) of its lit tops; ``pieces`` seen so far (0: only a word)."""

    colour: str
    mean: Array
    spread: Array  # covariance of the mean itself
    within: Array  # covariance of pixels about their piece's mean
    pieces: float = 0.0

    @property
    def cov(self) -> Array:
        return np.asarray(self.spread + BETWEEN + self.within)

    def mirror(self, light: float) -> Array:
        """Covariance of what ``light`` by white, mirrored or not, does to a top: much where its paint is dark."""
        dark = np.minimum(light / np.exp(self.mean), 0.6)
        return np.asarray(0.9 * np.outer(dark, dark) + 0.1 * np.diag(dark**2) + 0.005 * np.eye(3))

    def gleaming(self, light: float) -> Array:
        """Mean of tops (3,) that mirror ``light`` by white besides: much where the paint is dark."""
        return np.asarray(np.log(np.exp(self.mean) + light))

    def matt(self, share: float) -> Array:
        """Mean of tops (3,) if those that were learned mirrored a lamp: this ``share`` of their weakest channel."""
        seen = np.exp(self.mean)
        return np.asarray(np.log(seen - share * min(float(seen.min()), MOST_GLEAM)))

    def learn(self, samples: Iterable[Array], weight: float = 1.0) -> Paint:
        """Take in the pixels (N, 3) of known pieces' tops, one array a piece; robust against a few wrong ones."""
        mean, spread, within, n = self.mean, self.spread, self.within, self.pieces
        for pixels in samples:
            if len(pixels) < 6:
                continue
            centre = np.median(pixels, axis=0)
            noise = BETWEEN / weight
            gain = spread @ np.linalg.inv(spread + noise)
            mean = mean + gain @ (centre - mean)
            # Never certain: light and paint drift, so the newest pieces keep counting.
            spread = (np.eye(3) - gain) @ spread + 2e-4 * np.eye(3)
            dev = pixels - centre
            dev = dev[np.abs(dev).max(axis=1) < 0.6]
            if len(dev) >= 6:
                share = min(0.5, weight / (n + 1))
                within = within * (1 - share) + (dev.T @ dev / len(dev) + 0.002 * np.eye(3)) * share
            n += weight
        return evolve(self, mean=mean, spread=(spread + spread.T) / 2, within=(within + within.T) / 2, pieces=n)


def first_guess(colour: str, camera: Array) -> Paint:
    """A paint known by its word alone; ``camera``: how this camera shows colours (3x4). Unknown words know nothing."""
    rgb = WORDS.get(colour.lower())
    if rgb is None:
        return Paint(colour, np.full(3, -1.5), 1.2 * np.eye(3), WITHIN)
    seen = np.clip(camera @ np.append(log_of(rgb), 1.0), 0.0, 1.2)
    # Gloss and stray light add a little to all colours, which is much for dark ones.
    dark = np.minimum(GLEAM / (seen + FLOOR), 0.6)
    return Paint(colour, np.log(seen + FLOOR), PRIOR + 0.7 * np.outer(dark, dark) + 0.3 * np.diag(dark**2), WITHIN)


def shade(mean: Array, light: float) -> Array:
    """The same paint in ``light`` times as much light."""
    lin = np.maximum(np.exp(mean) - FLOOR, 0.0005)
    return np.asarray(np.log(lin * light + FLOOR))


def apart(a: Paint, b: Paint) -> float:
    """How many standard deviations two paints' tops lie apart; below 4 they will be confused."""
    d = a.mean - b.mean
    return float(np.sqrt(d @ np.linalg.inv((a.cov + b.cov) / 2) @ d))


@define(eq=False, slots=False)
class PaintTables:
    """Log densities of every paint, top and side, on a grid of colours: a pixel's likelihoods are one look-up."""

    paints: tuple[Paint, ...]
    mirrored: float = 0.0  # light by white that tops may mirror more or less of than those that were learned
    gleams: bool = False  # whether tops may mirror a lamp more than those that were learned
    top: list[NDArray[np.float32]] = field(init=False)  # (cells,) of each paint
    side: list[NDArray[np.float32]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        known = ((p.mean.tobytes(), p.spread.tobytes(), p.within.tobytes()) for p in self.paints)
        faces = [_faces(*k, self.mirrored, self.gleams) for k in known]
        self.top, self.side = [top for top, _ in faces], [side for _, side in faces]

    @cached_property
    def faces(self) -> NDArray[np.float32]:
        """(cells, 2 paints): tops, then sides, of a colour in one place."""
        return np.ascontiguousarray(np.vstack([*self.top, *self.side]).T)

    @cached_property
    def peaks(self) -> NDArray[np.float32]:
        """(paints,): log density of the likeliest top of each."""
        return np.array([top.max() for top in self.top])

    def textured(self, i: int, pixels: Array) -> None:
        """Paint ``i`` is a print of many colours: its density is that of ``pixels`` (N, 3) it showed, blurred."""
        grid = np.bincount(self.index(pixels.astype(np.float32)), minlength=CELLS**3).astype(np.float32)
        grid = grid.reshape(CELLS, CELLS, CELLS)
        for axis in range(3):
            for _ in range(2):
                ahead, back = np.roll(grid, 1, axis), np.roll(grid, -1, axis)
                grid = np.asarray(0.25 * ahead + 0.5 * grid + 0.25 * back, np.float32)
        density = grid.ravel() / (max(1, len(pixels)) * STEP**3)
        self.top[i] = np.log(0.9 * density + 0.1 * np.exp(self.top[i]) + np.exp(OUTLIER))
        self.side[i] = self.top[i]
        for known in ("faces", "peaks"):
            self.__dict__.pop(known, None)

    @staticmethod
    def index(colours: NDArray[np.float32]) -> NDArray[np.int32]:
        """Grid cell of each colour (..., 3) -> (...)."""
        q = np.clip((colours - LOW) * (1 / STEP), 0, CELLS - 1).astype(np.int32)
        return np.asarray((q[..., 0] * CELLS + q[..., 1]) * CELLS + q[..., 2])


_AXIS = LOW + (np.arange(CELLS) + 0.5) * STEP


@lru_cache(maxsize=64)
def _faces(
    mean: bytes, spread: bytes, within: bytes, mirrored: float, gleams: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Tables of a paint's tops and sides; kept, for most paints stay as they are from look to look."""
    paint = Paint("", np.frombuffer(mean), np.frombuffer(spread).reshape(3, 3), np.frombuffer(within).reshape(3, 3))
    cov = paint.cov
    parts = [(paint.mean, cov, 0.8), (paint.mean + 0.1, cov + GLOSS, 0.2)]
    if mirrored:
        parts.append((paint.mean, cov + paint.mirror(mirrored), 0.3))
    if gleams:
        parts += [(paint.gleaming(g), cov + GLEAMING, w) for g, w in GLEAMS]
        parts += [(paint.matt(g), cov + GLEAMING, w) for g, w in MATT]
    loose = cov + 0.010 * np.eye(3) + 0.02 * GREY  # sides catch their neighbours' colours
    return _table(parts), _table([(shade(paint.mean, s), loose, w) for s, w in SIDES])


def _table(parts: list[tuple[Array, Array, float]]) -> NDArray[np.float32]:
    """Mixture log density on the grid of colours, never below the outlier's."""
    total = np.full((CELLS, CELLS, CELLS), np.exp(OUTLIER), np.float32)
    for mean, cov, weight in parts:
        # Only cells near the paint matter; the rest keeps the outlier's density.
        reach = 4.0 * np.sqrt(np.diag(cov))
        lo = np.clip(((mean - reach - LOW) / STEP).astype(int), 0, CELLS - 1)
        hi = np.clip(((mean + reach - LOW) / STEP).astype(int) + 1, 1, CELLS)
        axes = [(_AXIS[a:z] - m).astype(np.float32) for a, z, m in zip(lo, hi, mean, strict=True)]
        root = np.linalg.cholesky(np.linalg.inv(cov)).astype(np.float32)
        q = np.zeros([len(a) for a in axes], np.float32)
        for j in range(3):
            b, g, r = (a * w for a, w in zip(axes, root[:, j], strict=True))
            q += (b[:, None, None] + g[None, :, None] + r) ** 2
        scale = weight / np.sqrt((2 * np.pi) ** 3 * np.linalg.det(cov))
        total[lo[0] : hi[0], lo[1] : hi[1], lo[2] : hi[2]] += np.float32(scale) * np.exp(np.float32(-0.5) * q)
    return np.log(total).ravel()
