"""Paints in this light beside how they were learned: each is shifted by something that all its pieces share.

Lamps of another colour, a bent curve and clipped channels move each paint by another amount, which no change of light
over the print tells. The shifts are told by the tops of the bodies that stand there, whose paints are found along with
them: expectation maximisation over a mixture of Student densities (IRLS weights), with a normal prior on each shift.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.camera import Array
from vision.paints import GREY

SHIFT = 0.035 * np.eye(3) + 0.09 * GREY  # variance (log light) of a paint's shift from one picture to another
STRAY = 0.008 * np.eye(3) + 0.02 * GREY  # variance of tops of one paint in one picture
TAIL = 4.0  # degrees of freedom: gloss and gleams stray far
ANYTHING = -5.0  # log density of a top in no paint that is known
SAME = 0.25  # log light; a paint that is shifted by less is looked for where it was
ROUNDS = 6
SEVERAL = 1.5  # bodies that must agree on a shift where a top may be in a paint that was never seen
AGREED = 0.45  # mean weight of a paint's tops about its shifted mean; where they stray more it is no shift
WEAKEST = 0.1  # share of a body by which a paint must be likelier than others to be moved by it


def shifts(tops: Array, paints: Mapping[str, Array], words: Sequence[tuple[Array, Array]] = ()) -> dict[str, Array]:
    """Shift (3,) of each paint by the tops (N, 3) that show; ``paints``: their learned means.

    ``words``: mean (3,) and covariance (3, 3) of paints that were never seen; they are not moved, but explain tops.
    """
    names = list(paints)
    if not names or not len(tops):
        return {}
    means = np.stack([paints[k] for k in names])
    moved, cov = means.copy(), np.repeat((SHIFT + STRAY)[None], len(names), axis=0)
    other = np.full(len(tops), ANYTHING)
    for mean, spread in words:
        other = np.maximum(other, _student(_miss(tops, mean, spread + STRAY), spread + STRAY))
    hold, stray = np.linalg.inv(SHIFT), np.linalg.inv(STRAY)
    for _ in range(ROUNDS):
        like = np.stack([_student(_miss(tops, m, c), c) for m, c in zip(moved, cov, strict=True)], axis=1)
        like = np.column_stack([like, other])
        share = np.exp(like - like.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        share[share < WEAKEST] = 0
        for k in range(len(names)):
            weight = share[:, k] * (TAIL + 3) / (TAIL + _miss(tops, moved[k], STRAY))
            if words and share[:, k].sum() < SEVERAL:
                weight = np.zeros(len(tops))
            known = np.linalg.inv(hold + weight.sum() * stray)
            moved[k] = means[k] + known @ stray @ (weight @ (tops - means[k]))
            cov[k] = STRAY + known
    out = {}
    for k, name in enumerate(names):
        agree = share[:, k] @ (1 / (1 + _miss(tops, moved[k], STRAY) / TAIL))
        out[name] = moved[k] - means[k] if agree >= AGREED * share[:, k].sum() else np.zeros(3)
    return out


def far(shift: Array) -> bool:
    """Whether a paint that is shifted so (3,) must be looked for anew."""
    return float(np.abs(shift).max()) > SAME


def _miss(tops: Array, mean: Array, cov: Array) -> Array:
    d = tops - mean
    return np.asarray(np.einsum("ni,ij,nj->n", d, np.linalg.inv(cov), d))


def _student(q: Array, cov: Array) -> Array:
    """Log density of a three-dimensional Student distribution by squared deviations, up to a constant near 0."""
    return np.asarray(-0.5 * (TAIL + 3) * np.log1p(q / TAIL) - 0.5 * np.linalg.slogdet(cov)[1] - 2.3)
