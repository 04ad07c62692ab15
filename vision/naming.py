"""Which colour the paints of a table's areas are: held against what was learned, all areas together.

Pieces of a set differ from those that taught a colour, and lamps add gloss to all tops of one place; so each colour's
paint is fitted anew to a picture, and each area to its gloss.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from attrs import define, evolve

from vision.camera import Array
from vision.paints import GREY, first_guess
from vision.sight import Sight

LEARNED = 0.02 * np.eye(3) + 0.06 * GREY  # how far pieces stray from those that taught their colour
WORD = 0.05 * np.eye(3) + 0.14 * GREY  # how far they do from a word
MIRRORED = 0.02  # light by white that one top mirrors and the other does not
SHINE = 0.03  # light by white on every top, beside its word's
PLACE = 0.012 * np.eye(3) + 0.03 * GREY  # from area to area
GLOSSES = (0.0, 0.05, 0.12, 0.25, 0.5)  # light by white that all tops of an area mirror
GLOSSY, GLOSSIER = 0.5, 1.5  # nats against any gloss, and for each step of it
NO_OTHER = 2.0  # nats against a colour's word where it was learned
TURNS = 6
SHARE = 0.7  # of what a paint in one area tells: its light is its own
Known = tuple[Array, Array]  # mean (3,) and covariance (3, 3)


@define(eq=False, slots=False)
class Names:
    """What is known of each colour: as learned, and by its word in this light."""

    learned: list[Known]
    words: list[Known]

    @classmethod
    def of(cls, sight: Sight) -> Names:
        guesses = {c: first_guess(c, sight.camera) for c in sight.colours}
        offs = [sight.paints[c].mean - _glossy(g.mean, SHINE) for c, g in guesses.items() if sight.paints[c].pieces]
        # What all learned colours are off by is the light's, and the unseen ones share it.
        off = np.median(offs, axis=0) * len(offs) / (len(offs) + 1) if offs else np.zeros(3)
        learned, words = [], []
        for colour, guess in guesses.items():
            paint = sight.paints[colour]
            word = evolve(guess, mean=_glossy(guess.mean, SHINE) + off)
            words.append((word.mean, 0.3 * guess.spread + WORD + word.mirror(MIRRORED)))
            own = (paint.mean, paint.spread + LEARNED + paint.mirror(MIRRORED))
            learned.append(own if paint.pieces else words[-1])
        return cls(learned, words)

    def likeliest(self, paint: Array, colours: Sequence[int]) -> int:
        """The colour of a paint that is seen by itself."""
        rows = [self.odds(self.taught, paint, g, colours) - (2.0 if g else 0.0) for g in (0.0, 0.12, 0.4)]
        return colours[int(np.max(rows, axis=0).argmax())]

    def odds(self, now: Bells, paint: Array, gloss: float, colours: Sequence[int]) -> Array:
        """Log likelihood (N,) of a paint being each of some colours, as they are known ``now`` or by their words."""
        return np.maximum(now.log(paint, gloss), self._worded.log(paint, gloss) - NO_OTHER)[list(colours)]

    @cached_property
    def _worded(self) -> Bells:
        return Bells.of(self.words)

    @cached_property
    def taught(self) -> Bells:
        """The colours as learned."""
        return Bells.of(self.learned)


@define(eq=False)
class Bells:
    """Normal densities of colours: ``light`` (N, 3) of their means, inverse covariances (N, 3, 3), and their logs."""

    light: Array
    inverse: Array
    log_scale: Array

    @classmethod
    def of(cls, known: Sequence[Known]) -> Bells:
        cov = PLACE + np.array([v for _, v in known]).reshape(-1, 3, 3)
        light = np.exp(np.array([m for m, _ in known]).reshape(-1, 3))
        return cls(light, np.linalg.inv(cov), -0.5 * np.linalg.slogdet(cov)[1])

    def log(self, paint: Array, gloss: float) -> Array:
        """Log density (N,) of a paint whose top mirrors ``gloss`` by white."""
        d = paint - np.log(self.light + gloss)
        return np.asarray(self.log_scale - 0.5 * np.einsum("ni,nij,nj->n", d, self.inverse, d))


def named(
    names: Names, areas: Sequence[Sequence[tuple[Array, int]]], held: Sequence[Sequence[int]]
) -> list[list[dict[int, float]]]:
    """For each paint of each area the log odds of its colours (best 0).

    ``areas``: paints and how many pieces show each; ``held``: colours that may lie in each area.
    """
    now = list(names.learned)
    out: list[list[dict[int, float]]] = []
    for _ in range(TURNS):
        weight = [np.linalg.inv(v) for _, v in names.learned]
        total = [w @ m for w, (m, _) in zip(weight, names.learned, strict=True)]
        out, bells = [], Bells.of(now)
        for paints, colours in zip(areas, held, strict=True):
            best, gloss, rows = -np.inf, 0.0, np.zeros((0, len(colours)))
            for step, g in enumerate(GLOSSES):
                trial = np.array([names.odds(bells, p, g, colours) for p, _ in paints]).reshape(-1, len(colours))
                score = float((trial.max(axis=1) * [min(n, 2) for _, n in paints]).sum()) if len(paints) else 0.0
                score -= GLOSSIER * step + (GLOSSY if step else 0.0)
                if score > best:
                    best, gloss, rows = score, g, trial
            out.append([dict(zip(colours, (r - r.max()).tolist(), strict=True)) for r in rows])
            for (paint, n), row in zip(paints, out[-1], strict=True):
                plain = np.log(np.maximum(np.exp(paint) - gloss, 0.01))
                share = SHARE * min(n, 3) / 3 * (0.2 if gloss > 0.1 else 1.0)
                some = sum(np.exp(v) for v in row.values())
                for c, v in row.items():
                    w = share * np.exp(v) / some * np.linalg.inv(PLACE)
                    weight[c], total[c] = weight[c] + w, total[c] + w @ plain
        now = [(np.linalg.solve(w, t), np.linalg.inv(w)) for w, t in zip(weight, total, strict=True)]
    return out


def _glossy(mean: Array, light: float) -> Array:
    return np.asarray(np.log(np.exp(mean) + light))
