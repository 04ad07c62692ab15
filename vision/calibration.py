"""What scores mean: the numbers that turn explained pixels into log-likelihoods that hold as often as they say.

They are fitted by ``tools/fit_reader.py`` from readings whose truth is known, and kept in ``calibration.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from vision.camera import Array

FILE = Path(__file__).with_name("calibration.json")


@frozen(eq=False)
class Scores:
    """What the hypotheses of one place come to, for nothing (first, not looked at) and each of its pieces.

    ``exact``, ``other`` (N,): best scores of pieces in a shape of their own and of their paint in another shape;
    ``stranger``: of a thing of no known paint; ``left``: 0..1, how much shows that nothing explains; ``unseen``: pieces
    whose paint is a word; ``paints`` (N,): the paint of each; ``tops`` (paints + 1,): log density of the top in each
    paint, the last in none that is known; nan where it says nothing.
    """

    names: tuple[str, ...]
    exact: Array
    other: Array
    stranger: float
    left: float
    unseen: frozenset[int]
    paints: NDArray[np.int64]
    tops: Array


@frozen
class Calibration:
    """Of one sensor. Scores are nats mm² against bare print; the posterior is a softmax of ``slope`` times score."""

    slope: float  # nats per nat mm²: neighbouring pixels are not independent
    shape: float  # share of it that counts between shapes of one paint
    occupied: float  # nats that a piece must explain before it is as likely as none
    stranger: float  # nats against a thing of no known paint
    foreign: float  # nats against a shape that no piece of this place has
    slip: float  # share of readings that are wrong whatever the pixels say
    odd: float  # the most that is left open where something shows that nothing explains
    unseen: float  # nats by which a paint that was never seen may lead at most
    cost: float  # nats mm² from which a body takes its pixels from its neighbours

    def posterior(self, scores: Scores) -> Array:
        """Probabilities (N,) of nothing (first) and of each piece.

        A shadow makes a disc of a dark cube, so what tells shapes of one paint apart counts for less; paints are told
        apart by the top alone, where it shows, for what its pixels have in common is no evidence of each.
        """
        s = scores
        log = np.maximum(self.slope * s.exact, self.slope * s.other - self.foreign) - self.occupied
        log[0] = 0.0
        stranger = self.slope * s.stranger - self.occupied - self.stranger
        best = {int(k): float(log[s.paints == k].max()) for k in np.unique(s.paints[1:])}
        told = np.isfinite(s.tops)
        some = max([stranger, *(v for k, v in best.items() if told[k])])  # something is there, whatever its paint
        like = s.tops - s.tops[told].max(initial=-np.inf)
        for k, most in best.items():
            same = s.paints == k
            log[same] = (some + like[k] if told[k] else most) + self.shape * (log[same] - most)
        told[list(best)] = False
        if told.any():  # a paint that nothing here has, or none that is known
            stranger = max(stranger, some + float(np.log(np.exp(like[told]).sum())))
        total = np.append(log, stranger)
        p = np.exp(total - total.max())
        p /= p.sum()
        if not p[:-1].argmax() and s.left > 0:
            left = min(s.left, self.odd)
            p = np.append(p[:-1] * (1 - left), p[-1] + left * p[:-1].sum())
        return np.asarray(p[:-1] * (1 - self.slip) + (p[-1] * (1 - self.slip) + self.slip) / len(log))


def load(name: str) -> Calibration:
    """A sensor's numbers as they were fitted last."""
    return Calibration(**json.loads(FILE.read_text(encoding="utf-8"))[name])


def one_of_each(
    names: Sequence[str], rows: Sequence[Mapping[str, float]], under: float
) -> dict[str, tuple[float, float]]:
    """Log-likelihoods of none and one of every piece of a field by those of its bodies ("" for no body at all).

    ``under``: nats against a piece that shows nowhere where others do.
    """
    shows = dict.fromkeys(names, 0.0)
    bodies = 0
    for row in rows:
        p = np.exp(np.array(list(row.values())))
        p /= p.sum()
        for k, v in zip(row, p.tolist(), strict=True):
            if k:
                shows[k] = max(shows[k], v)  # there is one of it at most, whatever several bodies look like
        bodies += max(row, key=row.__getitem__) != ""
    out = {}
    for k, v in shows.items():
        v = min(max(v, 1e-6), 1 - 1e-6)
        none, one = float(np.log(1 - v)), float(np.log(v))
        if bodies and one < none:  # it may lie under what shows
            one = max(one, none - under)
        best = max(none, one)
        out[k] = (none - best, one - best)
    return out


SLOTS = load("towers")
