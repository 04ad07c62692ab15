"""A score board of a box nobody has seen: numbered spaces in rows to and fro, with a start space before the first."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tests.strangers import Stranger, StrangerSpace
from tests.strangers.ink import Print, word

LAST = 60
DARK = 115.0  # a ground that wants light letters
Point = tuple[float, float]


def draw_score(seed: int, px_per_mm: float = 4.0, turns: tuple[int, ...] = (30,)) -> Stranger:
    """The score board of a seed. ``turns``: the last space of each row but the bottom one; colours mean nothing."""
    rng = np.random.default_rng([seed, 601])
    wide, tall = rng.uniform(14.5, 19.0), rng.uniform(15.0, 22.0)
    at, size = _places(rng, (wide, tall), turns)
    sheet = Print(rng, size, px_per_mm)
    if np.mean(sheet.ground) < DARK:  # numbers are printed to be read
        sheet.letters = (226.0, 220.0, 205.0)
    sheet.frame()
    _title(sheet, rng, at, size)
    spaces = []
    round_ones, every = rng.random() < 0.3, int(rng.choice([1, 1, 2, 5]))
    tones = [np.clip(np.array(sheet.ground) * rng.uniform(0.8, 1.25) + rng.normal(0, 10, 3), 30, 240) for _ in range(2)]
    for n, (x, y) in enumerate(at):
        w, h = (0.97 * wide, 0.97 * tall) if n else (1.25 * wide, 1.15 * tall)
        line = _outline((x, y), w, h, round_ones and n > 0)
        sheet.area(line, tuple(tones[n % 2].tolist()), None, min(sheet.line_mm, 0.8))
        if n and n % every == 0:
            sheet.text((x, y), str(n), rng.uniform(3.4, 4.2))
        spaces.append(StrangerSpace(f"s{n}", "field", line, (x, y)))
    track = tuple(s.id for s in spaces)
    return Stranger(
        seed, "vikings_gone_wild", sheet.finish(), size, tuple(spaces), frozenset(), track, ("",) * len(track), False
    )


def _places(rng: np.random.Generator, cell: Point, turns: tuple[int, ...]) -> tuple[list[Point], Point]:
    """Middles of the start space and of 1 to 60, and the sheet's size."""
    wide, tall = cell
    left, top = rng.uniform(10, 22), rng.uniform(9, 30)
    row_gap = tall * rng.uniform(1.02, 1.3)
    ends = [0, *turns, LAST]
    most = max(b - a for a, b in pairwise(ends))
    first = left + 1.45 * wide + rng.uniform(0, 6)  # space 1: the start space lies before it, a little apart
    at: list[Point] = [(left + 0.65 * wide, top + tall / 2)]
    for row, (a, b) in enumerate(pairwise(ends)):
        for n in range(a + 1, b + 1):
            k = n - a - 1 if row % 2 == 0 else most - (n - a)
            at.append((first + (k + 0.5) * wide, top + row * row_gap + tall / 2))
    down = top + (len(ends) - 2) * row_gap + tall + rng.uniform(12, 60)
    return at, (round(first + most * wide + rng.uniform(9, 20)), round(down))


def _outline(at: Point, w: float, h: float, rounded: bool) -> np.ndarray:
    if rounded:
        turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        return np.column_stack([at[0] + w / 2 * np.cos(turn), at[1] + h / 2 * np.sin(turn)])
    return np.array(at) + np.array([(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)])


def _title(sheet: Print, rng: np.random.Generator, at: list[Point], size: Point) -> None:
    """Lettering and ornaments in what is left below and above the rows."""
    low = max(y for _x, y in at) + 16
    for _ in range(int(rng.integers(14, 30))):
        x, y = rng.uniform(6, size[0] - 6), rng.uniform(2, 6) if rng.random() < 0.4 else rng.uniform(low, size[1] - 3)
        if y < size[1] - 2:
            sheet.disc((x, min(y, size[1] - 3)), rng.uniform(0.6, 2.2), sheet.letters, rng.choice([0.0, 0.4]))
    for k in range(3):
        if low + 4 < size[1]:
            sheet.text((size[0] * (k + 0.5) / 3, min(low + 3, size[1] - 5)), word(rng), 4.0)
