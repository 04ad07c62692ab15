"""A second hand for boards of 53 towns: vignettes, bare rims, halos or double rings on parchment, dark or plain sheets.

Shares the sketch of where towns lie with the first hand, and nothing of how they are bent, drawn or adorned.
"""

from __future__ import annotations

import numpy as np
from PIL import Image

from tests.strangers import Stranger, StrangerSpace
from tests.strangers.folio import Pen, Rgb, finish, jitter, noise, tower
from tests.strangers.sketch import SketchTown, sketch_towns

LOOKS = ("vignette", "rim", "halo", "double", "dark")
PAINTS: dict[str, Rgb] = {"blue": (58, 104, 168), "red": (176, 54, 46), "yellow": (222, 180, 62)}
GROUNDS: dict[str, Rgb] = {
    "vignette": (226, 212, 178), "rim": (206, 220, 204), "halo": (176, 190, 196), "double": (240, 238, 230),
    "dark": (44, 50, 56),
}  # fmt: skip
FONT = "SourceSerif4_400Regular.ttf"


def _ring(at: np.ndarray, r: float, n: int = 40) -> np.ndarray:
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return np.column_stack([at[0] + r * np.cos(a), at[1] + r * np.sin(a)])


def _bent(rng: np.random.Generator, at: np.ndarray, by: float) -> np.ndarray:
    """Places on a sheet that was drawn by eye: a slow wave moves neighbours alike."""
    out = at.copy()
    for k in (1.0, 2.0):
        for axis in (0, 1):
            turn, shift = rng.uniform(0, 6.3), rng.uniform(0, 6.3)
            along = at @ np.array([np.cos(turn), np.sin(turn)]) / 400.0
            out[:, axis] += by / k * np.sin(2 * np.pi * k * along + shift)
    return out


def _places(rng: np.random.Generator, towns: tuple[SketchTown, ...], radius: float) -> np.ndarray:
    at = (np.array([t.at for t in towns]) - (50, 48)) * np.array([rng.uniform(6.2, 7.8), rng.uniform(5.2, 6.0)])
    at = _bent(rng, at, rng.uniform(4.0, 9.0)) + rng.normal(0, 1.6, at.shape)
    for _n in range(500):
        d = at[:, None] - at[None]
        far = np.hypot(d[..., 0], d[..., 1]) + np.eye(len(at)) * 1e6
        short = np.clip(2 * radius + 4.0 - far, 0, None)
        if short.max() < 0.01:
            break
        at = at + 0.5 * (d / far[..., None] * short[..., None]).sum(axis=1)
    return at


def _box(ident: str, kind: str, x: float, y: float, w: float, h: float) -> StrangerSpace:
    ring = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    return StrangerSpace(ident, kind, ring, (x + w / 2, y + h / 2))


def _town(pen: Pen, at: np.ndarray, r: float, paint: Rgb, look: str, ink: Rgb) -> None:
    if look == "vignette":  # houses under a coloured rim
        pen.fill(_ring(at, r), paint)
        pen.fill(_ring(at, r - 2.2), (240, 232, 210))
        for dx in (-2.6, 1.6):
            x, y = at + np.array([dx, 0.8])
            house = [(x - 1.8, y + 2), (x - 1.8, y - 1), (x, y - 3), (x + 1.8, y - 1), (x + 1.8, y + 2)]
            pen.fill(np.array(house), ink)
        pen.line(_ring(at, r), ink, 0.5, closed=True)
    elif look == "rim":
        pen.fill(_ring(at, r), (246, 244, 236))
        pen.line(_ring(at, r - 1.2), paint, 2.4, closed=True)
    elif look == "halo":
        for k in range(4):
            pale = tuple(int(c + (235 - c) * (0.7 - 0.15 * k)) for c in paint)
            pen.fill(_ring(at, r + 1.6 - 0.5 * k), (pale[0], pale[1], pale[2]))
        pen.fill(_ring(at, r), paint)
    elif look == "double":
        pen.fill(_ring(at, r), ink)
        pen.fill(_ring(at, r - 0.8), (250, 248, 240))
        pen.fill(_ring(at, r - 2.0), paint)
        pen.line(_ring(at, r - 3.6), (250, 248, 240), 0.6, closed=True)
    else:
        pen.fill(_ring(at, r), (214, 200, 160))
        pen.fill(_ring(at, r - 0.9), paint)


def draw_chart(seed: int, px_per_mm: float = 4.0) -> Stranger:
    """Ids of towns are those of the catalogue; ``track`` is the marriage track."""
    rng = np.random.default_rng([seed, 905])
    look = LOOKS[seed % len(LOOKS)]
    towns = sketch_towns()
    radius, side = float(rng.uniform(8.5, 11.0)), float(rng.uniform(80, 105))
    at = _places(rng, towns, radius)
    edge = radius + float(rng.uniform(14, 26))
    at = at - at.min(axis=0) + (edge, edge)
    w, h = (float(round(v)) for v in (at[:, 0].max() + edge + side, at[:, 1].max() + edge))
    pen = Pen((w, h), px_per_mm, jitter(rng, GROUNDS[look], 6))
    rough = noise(rng, (pen.image.height, pen.image.width), 50.0)[..., None] * rng.uniform(4, 14)
    pen.image.paste(_rough(pen, rough))
    ink: Rgb = (208, 198, 160) if look == "dark" else (44, 38, 32)
    paints = {k: jitter(rng, v, 10) for k, v in PAINTS.items()}
    _land(pen, rng, at, edge, look)
    name = {t.id: i for i, t in enumerate(towns)}
    for t in towns:
        for other in t.roads:
            a, b = at[name[t.id]], at[name[other]]
            n = np.array([-(b - a)[1], (b - a)[0]]) * float(rng.normal(0, 0.1))
            u = np.linspace(0, 1, 12)[:, None]
            pen.line(a + (b - a) * u + n * np.sin(np.pi * u), (150, 120, 84), 1.4)
    for t in towns:
        _town(pen, at[name[t.id]], radius, paints[t.colour], look, ink)
        x, y = at[name[t.id]]
        pen.text((x, y - radius - 2.2), t.id[0] + str(rng.choice(["ath", "inis", "loch", "rath"])), 2.6, ink, FONT)
    spaces = [
        StrangerSpace(t.id, "town", _ring(p, radius), (float(p[0]), float(p[1])), t.colour, t.region)
        for t, p in zip(towns, at, strict=True)
    ]
    x0 = w - side + 6
    spaces += [_box("battle", "area", x0, 12, side - 16, 0.2 * h), _box("church", "area", x0, 0.25 * h, side - 16, 60)]
    step = min(16.0, 0.05 * h)
    steps = [_box(f"m{i}", "field", x0 + 10, h - 20 - (i + 1) * step, 24, step - 1) for i in range(10)]
    for s in (*spaces[len(towns) :], *steps):
        pen.line(s.polygon, ink, 0.8, closed=True)
    pen.line(_ring(np.array([x0 + 55, h - 45]), 12), ink, 0.7, closed=True)  # a rose: a circle that is no town
    links = frozenset((min(t.id, r), max(t.id, r)) for t in towns for r in t.roads)
    track = tuple(s.id for s in steps)
    art = finish(pen, rng)
    return Stranger(seed, "brian_boru", art, (w, h), (*spaces, *steps), links, track, ("",) * 10, False)


def _rough(pen: Pen, by: np.ndarray) -> Image.Image:
    return Image.fromarray(np.clip(np.asarray(pen.image, np.float32) + by, 0, 255).astype(np.uint8))


def _land(pen: Pen, rng: np.random.Generator, at: np.ndarray, edge: float, look: str) -> None:
    """A coast around all towns, lakes, woods of round trees, and hills."""
    middle = at.mean(axis=0)
    turn = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    ray = np.column_stack([np.cos(turn), np.sin(turn)])
    reach = np.array([max(float(((at - middle) @ d).max()), 60.0) for d in ray]) + 0.6 * edge
    shore = middle + ray * np.convolve(np.r_[reach[-3:], reach, reach[:3]], np.ones(7) / 7, "valid")[:, None]
    pen.fill(shore, jitter(rng, (74, 82, 70) if look == "dark" else (222, 216, 186), 8))
    pen.line(shore, (110, 140, 160), 1.0, closed=True)
    for _n in range(14):
        x, y = middle + rng.normal(0, 0.3, 2) * np.ptp(at, axis=0)
        if float(np.hypot(*(at - (x, y)).T).min()) < 17:
            continue
        kind = int(rng.integers(3))
        if kind == 0:
            r = rng.uniform(5, 9)
            pen.fill(_ring(np.array([x, y]), float(r)), (116, 164, 196))
        elif kind == 1:
            for _k in range(6):
                p = np.array([x, y]) + rng.normal(0, 4, 2)
                pen.fill(_ring(p, 1.8), (86, 120, 74))
        else:
            tower(pen, (float(x), float(y)), (120, 110, 100))
