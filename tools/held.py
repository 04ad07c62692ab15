"""How far stated probabilities hold, and curves that are fitted to what was right: for the other tools here."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def reliability(
    stated: Sequence[float], right: Sequence[bool], bins: Sequence[float]
) -> list[tuple[int, float, float]]:
    """For each bin of stated probability: how many, stated on average, right in fact."""
    p, ok = np.asarray(stated), np.asarray(right, np.float64)
    at = np.searchsorted(bins, p)
    return [
        (int(m.sum()), float(p[m].mean()), float(ok[m].mean())) for b in range(len(bins) + 1) if (m := at == b).any()
    ]


def brier(rows: Sequence[tuple[Array, int]]) -> float:
    """Mean squared error of whole distributions (N,) against the truth's index, 0 best, 2 worst."""
    return float(np.mean([((p - np.eye(len(p))[t]) ** 2).sum() for p, t in rows]))


def logistic(rows: Sequence[tuple[Array, bool]], ridge: float = 1.0) -> tuple[float, ...]:
    """Weights of a logistic curve (Newton's steps); the first feature is 1 and is not held back."""
    x, y = np.array([f for f, _ in rows]), np.array([r for _, r in rows], np.float64)
    w, hold = np.zeros(x.shape[1]), np.diag([1e-3, *[ridge] * (x.shape[1] - 1)])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        w = w + np.linalg.solve((x.T * (p * (1 - p))) @ x + hold, x.T @ (y - p) - hold @ w)
    return tuple(np.round(w, 4).tolist())
