"""What differs from table to table: camera, lamps, wood, paint and sensor, all drawn from one seed."""

from __future__ import annotations

from typing import Any

import numpy as np
from attrs import evolve, frozen

LIGHTS = ("lamp", "window", "mixed", "overcast", "bulb")
SURFACES = ("oak", "walnut", "pine", "laminate", "cloth", "check")


@frozen
class Lamp:
    """A light: place in mm from the sheet's middle (z up), colour, share of all light, softness of its shadows."""

    at: tuple[float, float, float]
    kelvin: float
    share: float
    soft: float  # penumbra in mm for an edge 10 mm high


@frozen
class Conditions:
    """One table on one evening; every value may be given by hand through ``draw_conditions(seed, name=value)``."""

    seed: int
    tilt_deg: float
    azimuth_deg: float
    roll_deg: float
    hfov_deg: float
    margin: float
    mode: str
    lamps: tuple[Lamp, ...]
    ambient: float
    ambient_kelvin: float
    gloss: float  # 0 matt .. 1 strong mirror spots
    surface: str
    exposure: float  # stops
    white_balance: float  # how much of the lamps' colour the camera takes out, 0..1
    contrast: float
    saturation: float
    vignette: float
    blur_px: float
    sharpen: float
    noise: float  # 8-bit steps, standard deviation in mid grey
    chroma_noise: float
    jpeg: int
    clutter: int  # things beside the board
    paint_seed: int
    paint_spread: float


Range = tuple[float, float]
# Colour of what is not a lamp's light (K); of each lamp: distance and height (mm), colour (K), share, softness.
LAMPS: dict[str, tuple[float, tuple[tuple[Range, Range, Range, Range, Range], ...]]] = {
    "lamp": (3000.0, (((150, 600), (550, 1000), (2600, 3400), (0.55, 0.75), (0.8, 2.2)),)),
    "bulb": (2800.0, (((100, 500), (900, 1500), (2500, 3000), (0.6, 0.82), (0.3, 0.8)),)),
    "window": (5600.0, (((1100, 1900), (700, 1200), (5200, 7500), (0.5, 0.7), (3.0, 6.0)),)),
    "mixed": (4200.0, (
        ((200, 700), (600, 1100), (2600, 3300), (0.3, 0.45), (0.8, 2.0)),
        ((1100, 1800), (700, 1100), (5500, 7500), (0.25, 0.4), (3.0, 6.0)),
    )),
    "overcast": (6200.0, (((300, 900), (1500, 2200), (5800, 7000), (0.2, 0.35), (6.0, 10.0)),)),
}  # fmt: skip


def _lamps(rng: np.random.Generator, mode: str) -> tuple[tuple[Lamp, ...], float]:
    """Lamps, and the colour of all other light."""

    def lamp(distance: Range, height: Range, kelvin: Range, share: Range, soft: Range) -> Lamp:
        some, how = rng.uniform(*share), rng.uniform(*soft)
        a, d = rng.uniform(0, 2 * np.pi), rng.uniform(*distance)
        return Lamp((d * np.cos(a), d * np.sin(a), rng.uniform(*height)), rng.uniform(*kelvin), some, how)

    kelvin, lamps = LAMPS[mode]
    return tuple(lamp(*one) for one in lamps), kelvin


def draw_conditions(seed: int, **fixed: Any) -> Conditions:
    """The conditions of a seed; keywords replace single values. A given ``mode`` draws fitting lamps."""
    rng = np.random.default_rng([seed, 11])
    mode = str(fixed.get("mode", LIGHTS[int(rng.integers(len(LIGHTS)))]))
    lamps, ambient_kelvin = _lamps(np.random.default_rng([seed, 12, LIGHTS.index(mode)]), mode)
    azimuth = rng.normal(0, 14)
    odd = rng.random()
    if odd < 0.08:
        azimuth += 180  # the tablet stands on the other side
    elif odd < 0.14:
        azimuth = rng.uniform(-75, 75)
    drawn = Conditions(
        seed=seed,
        tilt_deg=float(rng.uniform(0, 40)),
        azimuth_deg=float(azimuth),
        roll_deg=float(rng.normal(0, 2.5)),
        hfov_deg=float(rng.uniform(56, 72)),
        margin=float(rng.uniform(0.01, 0.07)),
        mode=mode,
        lamps=lamps,
        ambient=float(1 - sum(lamp.share for lamp in lamps)),
        ambient_kelvin=float(ambient_kelvin * rng.uniform(0.9, 1.15)),
        gloss=float(rng.beta(1.3, 3.0)),
        surface=SURFACES[int(rng.integers(len(SURFACES)))],
        exposure=float(rng.normal(0.0, 0.22)),
        white_balance=float(rng.uniform(0.6, 1.0)),
        contrast=float(rng.uniform(0.0, 0.5)),
        saturation=float(rng.uniform(0.85, 1.2)),
        vignette=float(rng.uniform(0.05, 0.4)),
        blur_px=float(rng.uniform(0.5, 1.15)),
        sharpen=float(rng.uniform(0.0, 0.6)),
        noise=float(rng.uniform(1.2, 4.5)),
        chroma_noise=float(rng.uniform(0.4, 1.0)),
        jpeg=int(rng.integers(72, 95)),
        clutter=int(rng.integers(0, 7)),
        paint_seed=seed,
        paint_spread=1.0,
    )
    fixed.pop("mode", None)
    return evolve(drawn, **fixed) if fixed else drawn
