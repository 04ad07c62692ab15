"""Where a track that is laid straight is parted into spaces: the strongest changes of its print right across it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from attrs import frozen

from vision.camera import Array

STEP_MM = 0.4  # along the way
SHORTEST_MM = 6.0
LONGEST, LONG = 1.3, 1.9  # times the typical length: longer pieces may be two spaces, are two spaces
WHOLE, PAIR, ALIKE = 1.25, 1.45, 8.0  # times the typical length: two of one print are one space, may be one; tones
UNEVEN = 1.9  # times the typical length: so long may one space be where others are short
CLEAR = 3.0  # times the strength of noise: beyond doubt
REACHING = 0.6  # of a border's strength is found at the track's rims too; letters end before them
FAINT, FAINTEST = 1.6, 1.15  # times the strength of noise: a border in a piece that may be two spaces, that is
SWORD_MM = 4.6  # so near to a touch there is no border, but a sword, or a letter
LEAST = 4.5  # a weaker change of tone is never a border
APART = 0.3  # by so much the logarithms of faint borders lead those of noise


@frozen(eq=False)
class Strip:
    """A leg laid straight: its way (n, 2) in mm every ``STEP_MM``, how much the print changes right across it (n,),
    at its rims (n,), tones (n, ACROSS, 3), half its depth in mm."""

    way: Array
    change: Array
    rim: Array
    tones: Array
    half_mm: float

    @property
    def length(self) -> float:
        return STEP_MM * (len(self.way) - 1)


def peaks(strip: Strip) -> tuple[dict[int, float], float, float]:
    """Places where the print changes right across the way, with how strongly; from what strength on it is a border,
    and how strong letters and noise are. Noise makes one group of changes, borders between two colours another."""
    change, k = strip.change, max(1, round(SHORTEST_MM / 2 / STEP_MM))
    most = cv2.dilate(change.reshape(-1, 1), np.ones((2 * k + 1, 1))).ravel()
    tops = {i: float(change[i]) for i in range(1, len(change) - 1) if change[i] >= most[i] and change[i] > 0}
    logs = np.log(np.array(sorted(tops.values())) + 0.3)
    if len(logs) < 3:
        return tops, float(np.exp(logs).mean() if len(logs) else 0.0) * 0.7, 0.0
    splits = [(logs[:i].var() * i + logs[i:].var() * (len(logs) - i), i) for i in range(1, len(logs))]
    at = min(splits)[1]
    noise = float(np.median(logs[:at]))
    # Borders between two of one colour are faint: a group of their own above the noise, if there is one.
    least = max(noise + np.log(FAINT), np.log(LEAST))
    steps = [(float(logs[i] - logs[i - 1]), i) for i in range(max(1, at // 2), at) if logs[i] > least]
    if steps and max(steps)[0] > APART:
        at = max(steps)[1]
    return tops, float(np.exp((logs[at - 1] + logs[at]) / 2)), float(np.exp(noise))


def cuts_of(strip: Strip) -> tuple[list[int], list[bool]]:
    """Indices of the borders along a strip, and whether each is beyond doubt: the strongest first, none of them nearer
    to a stronger one than a space is long; a faint one, as between two of one colour, only in a piece too long for
    one space."""
    tops, limit, noise = peaks(strip)
    firm = sorted(i for i, v in tops.items() if v >= limit)
    gaps = [STEP_MM * (j - i) for i, j in pairwise(firm) if STEP_MM * (j - i) > SHORTEST_MM]
    typical = float(np.percentile(gaps, 45)) if gaps else max(12.0, 2 * strip.half_mm)
    kept: list[int] = []
    for i in sorted(firm, key=lambda i: -tops[i]):
        if all(abs(i - j) >= max(0.3 * typical, SHORTEST_MM * 0.6) / STEP_MM for j in kept):
            kept.append(i)
    for i in sorted(set(tops) - set(firm), key=lambda i: -tops[i]):
        before = max((j for j in kept if j < i), default=0)
        after = min((j for j in kept if j > i), default=len(strip.way))
        whole, least = STEP_MM * (after - before), STEP_MM * min(i - before, after - i)
        strong = tops[i] > (FAINT if whole < LONG * typical else FAINTEST) * noise
        if strong and least > 0.45 * typical and whole > LONGEST * typical:
            kept.append(i)
    ends = SWORD_MM / STEP_MM
    kept = sorted(i for i in kept if ends < i < len(strip.way) - ends)
    return kept, [tops[i] >= max(LEAST, min(limit, CLEAR * noise)) for i in kept]


def whole(strip: Strip, cuts: Sequence[int], firm: Sequence[bool]) -> tuple[list[int], list[bool]]:
    """Without the borders inside a space: where both sides are of one print and together hardly longer than one."""
    kept = list(range(len(cuts)))
    typical = float(np.median(np.diff(cuts))) if len(cuts) > 3 else 0.0
    for k in range(1, len(cuts) - 1):
        a, b = cuts[kept[kept.index(k) - 1]], cuts[kept[kept.index(k) + 1]]
        one, two = tone_of(strip.tones[a : cuts[k]]), tone_of(strip.tones[cuts[k] : b])
        if b - a < WHOLE * typical and np.linalg.norm(one - two) < ALIKE:
            kept.remove(k)
    return [cuts[k] for k in kept], [firm[k] for k in kept]


def halves(strip: Strip, cuts: Sequence[int], tones: Sequence[Array]) -> list[bool]:
    """Which pieces between the borders may be half of a space: with one beside them, of the same print, they are short
    together, or no longer than a long space and parted by what ends before the track's rims, as a letter does."""
    typical = float(np.median(np.diff(cuts))) if len(cuts) > 1 else 0.0
    out = [False] * len(tones)
    for k in range(1, len(tones)):
        together = cuts[k + 1] - cuts[k - 1]
        letter = strip.rim[cuts[k]] < max(LEAST, REACHING * strip.change[cuts[k]])
        if np.linalg.norm(tones[k - 1] - tones[k]) < ALIKE and together < (UNEVEN if letter else PAIR) * typical:
            out[k - 1] = out[k] = True
    return out


def counted(
    strip: Strip, cuts: list[int], firm: list[bool], count: int
) -> tuple[list[int], list[bool]]:
    """Borders for so many spaces: the likeliest further ones, else the longest pieces halved; the faintest leave."""
    strength = peaks(strip)[0]
    at = dict(zip(cuts, firm, strict=True))
    while len(at) > count + 1 and at:
        inner = sorted(at)[1:-1] or sorted(at)
        at.pop(min(inner, key=lambda i: strength.get(i, 0.0)))
    while len(at) < count + 1:
        ring = sorted({0, len(strip.way) - 1} | set(at))
        i, j = max(pairwise(ring), key=lambda p: p[1] - p[0])
        inside = [k for k in strength if i + 0.25 * (j - i) < k < j - 0.25 * (j - i)]
        at[max(inside, key=lambda k: strength[k]) if inside else (i + j) // 2] = False
    order = sorted(at)
    return order, [at[i] for i in order]


def tone_of(tones: Array) -> Array:
    """What most of a piece shows, whatever is printed in its middle."""
    n = len(tones)
    inner = tones[n // 6 : n - n // 6].reshape(-1, 3)
    middle = np.median(inner, axis=0)
    near = inner[np.linalg.norm(inner - middle, axis=1) < 12.0]
    return np.asarray(np.median(near, axis=0) if len(near) > 5 else middle)
