"""Which printed colours carry which word. Hues shift with every lamp, so all touched places are judged together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

import numpy as np
from attrs import frozen

from vision.camera import Array
from vision.capture.flat import tones_of

# Typical prints of a word, sRGB; only their directions from grey matter.
PRINTS: Mapping[str, tuple[int, int, int]] = {
    "blue": (86, 134, 196), "green": (112, 172, 92), "red": (204, 84, 84), "yellow": (212, 180, 84),
    "white": (232, 230, 226), "black": (48, 48, 50), "grey": (140, 140, 140), "brown": (134, 96, 64),
    "orange": (222, 138, 62), "purple": (132, 96, 160), "pink": (222, 150, 178),
}  # fmt: skip
TOGETHER = 10.0  # tones nearer than this may be one ink
Tone = Sequence[float]


def typical(word: str) -> Array:
    """Hue part (2,) of the tone of a word's typical print."""
    rgb = PRINTS.get(word, (140, 140, 140))
    pixel = np.array([[[rgb[2], rgb[1], rgb[0]]]], np.uint8)
    return np.asarray(tones_of(pixel)[0, 0, 1:], np.float64)


@frozen(eq=False)
class Inks:
    """Word -> tone (3,) of the prints seen so far. ``ahead``: by how much, a tone, these words fit better than the same
    ones in another order (0 to 2); 0 while one of them was not seen."""

    tones: Mapping[str, Array]
    ahead: float = 0.0

    def word(self, tone: Tone) -> tuple[str, float]:
        """The nearest word and by how much it leads the next, 0 (a toss-up) to 1."""
        far = sorted((float(np.linalg.norm(np.asarray(tone)[1:] - t[1:])), w) for w, t in self.tones.items())
        if len(far) == 1:
            return far[0][1], 1.0
        return far[0][1], (far[1][0] - far[0][0]) / (far[1][0] + far[0][0] + 1e-6)


def fit_inks(tones: Sequence[Tone], words: Sequence[str], known: Mapping[int, str] | None = None) -> Inks:
    """Words for groups of like tones. ``known``: number of a tone -> the word a person gave it."""
    given = dict(known or {})
    t = np.asarray(tones, np.float64).reshape(-1, 3)
    groups = sorted(_groups(t), key=len, reverse=True)[: len(words)]  # what is left over is odd light
    centres = [np.median(t[g], axis=0) for g in groups]
    fits: list[tuple[float, tuple[str, ...]]] = []
    middle = _middle(centres, words)
    for names in permutations(words, len(groups)):
        cost = 0.0
        for name, centre, group in zip(names, centres, groups, strict=True):
            want = typical(name) - np.mean([typical(w) for w in words], axis=0)
            cost += _turn(centre[1:] - middle, want) * len(group)
            cost += 6.0 * sum(given.get(i, name) != name for i in group)
        fits.append((cost, names))
    fits.sort(key=lambda f: f[0])
    ahead = (fits[1][0] - fits[0][0]) / len(t) if len(words) == len(groups) > 1 else 0.0
    out = dict(zip(fits[0][1], centres, strict=True))
    for word in words:  # words that nobody has shown yet stand where this light would put them
        if word not in out:
            shift = typical(word) - np.mean([typical(w) for w in words], axis=0)
            out[word] = np.r_[np.mean([c[0] for c in centres]), middle + 0.6 * shift]
    return Inks(out, ahead)


def _groups(t: Array) -> list[list[int]]:
    """Tones grouped by hue, nearest first, until all groups lie apart."""
    groups = [[i] for i in range(len(t))]

    def far(a: list[int], b: list[int]) -> float:
        return float(np.linalg.norm(t[a, 1:].mean(axis=0) - t[b, 1:].mean(axis=0)))

    while len(groups) > 1:
        d, i, j = min((far(groups[i], groups[j]), i, j) for i in range(len(groups)) for j in range(i))
        if d > TOGETHER:
            break
        groups[j] += groups.pop(i)
    return groups


def _middle(centres: list[Array], words: Sequence[str]) -> Array:
    """Where grey would lie in this light: all inks together, or as a neutral lamp has it while few are known."""
    neutral = np.mean([typical(w) for w in words], axis=0)
    if len(centres) < len(words):
        share = max(0.0, (len(centres) - 1) / len(words))
        return np.asarray(share * np.mean([c[1:] for c in centres], axis=0) + (1 - share) * neutral)
    return np.asarray(np.mean([c[1:] for c in centres], axis=0))


def _turn(a: Array, b: Array) -> float:
    """0 for one direction, 2 for opposite ones."""
    n = np.linalg.norm(a) * np.linalg.norm(b)
    return float(1 - a @ b / n) if n > 1e-6 else 1.0
