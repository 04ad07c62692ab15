"""How often numbers of small cubes are right: logistic curves, fitted by ``tools/fit_counts.py``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from attrs import frozen

from vision.camera import Array

FILE = Path(__file__).with_name("counts.json")
GUESS, MOST = 0.55, 0.9995  # probabilities of a best guess, whatever speaks against it, and the most of any


@frozen
class Counts:
    """Weights of what speaks for numbers: of ``found`` pieces, of ``absent`` kinds, of a ``whole`` place."""

    found: tuple[float, ...]
    absent: tuple[float, ...]
    whole: tuple[float, ...] = ()

    def right(self, found: bool, features: Array) -> float:
        """Probability that a number is right."""
        return _curve(self.found if found else self.absent, features)

    def all_right(self, features: Array) -> float:
        """Probability that all numbers of a place are right."""
        return _curve(self.whole, features)


def _curve(weights: Sequence[float], features: Array) -> float:
    return float(np.clip(1 / (1 + np.exp(-features @ np.array(weights))), GUESS, MOST))


def load() -> Counts:
    """As they were fitted last."""
    told = json.loads(FILE.read_text(encoding="utf-8"))
    return Counts(*(tuple(told[k]) for k in ("found", "absent", "whole")))


COUNTS = load()
