"""Tokens with two faces on slots of their own: face down, face up, or gone, told from rings about their middle.

How a token lies turned does not matter. Faces and print that were never seen are known by not being what was.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from attrs import define, field

from vision.camera import Array
from vision.layout import Layout, Piece, Place
from vision.observation import Reading, Stack
from vision.paints import GREY
from vision.tops import FAR, NATS, Lens, span

RINGS = (0.08, 0.22, 0.36, 0.5, 0.64)  # of half a token's width
ANGLES = 24
STRAY = 0.010 * np.eye(3) + 0.05 * GREY  # of a ring's colour in another picture
OTHER = 0.10 * np.eye(3) + 0.10 * GREY  # of a face as other slots show it, and of print guessed from beside the token
NEW = 0.45  # of what speaks against a look that fits not at all, for one that was never seen
KEEP = 0.6

Contents = Mapping[str, Mapping[str, int]]


@define(eq=False)
class Faces:
    """All slots of a layout that hold tokens with faces and nothing else."""

    layout: Layout
    places: list[Place] = field(init=False)
    _own: dict[tuple[str, Stack], Array] = field(factory=dict)  # slot and content -> rings
    _beside: dict[str, Array] = field(factory=dict)  # slot -> colour of its print beside the token

    def __attrs_post_init__(self) -> None:
        self.places = [p for p in self.layout.places if p.look == "slot" and self._tokens(p)]

    def _tokens(self, place: Place) -> list[Piece]:
        found = [p for p in self.layout.pieces if p.id.partition(":")[0] in place.holds]
        return found if len(place.holds) == 1 and all(p.face for p in found) else []

    def _rings(self, lens: Lens, place: Place) -> Array | None:
        """The middle colour of each ring (rings, 3)."""
        token = self._tokens(place)[0]
        turns = np.arange(ANGLES) * (2 * np.pi / ANGLES)
        out = []
        for share in RINGS:
            r = share * min(token.size_mm) / 2
            x, y = place.centre[0] + r * np.cos(turns), place.centre[1] + r * np.sin(turns)
            seen = lens.at(np.column_stack([x, y, np.full(ANGLES, token.height_mm)]))
            if seen is None:
                return None
            out.append(np.median(seen, axis=0))
        return np.array(out)

    def _rim(self, lens: Lens, place: Place) -> Array | None:
        """The colour of the print along a slot's border."""
        w, h = span(place.polygon)
        t = np.linspace(-0.46, 0.46, 12)
        at = [(x * w, y * h) for x in t for y in (-0.46, 0.46)] + [(x * w, y * h) for y in t for x in (-0.46, 0.46)]
        points = np.array([(place.centre[0] + x, place.centre[1] + y, 0.0) for x, y in at])
        seen = lens.at(points)
        return None if seen is None else np.median(seen, axis=0)

    def learn(self, lens: Lens, contents: Contents) -> None:
        self._own.clear()
        for p in self.places:
            rings, rim = self._rings(lens, p), self._rim(lens, p)
            if rings is not None and rim is not None:
                self._own[p.id, _told(contents, p)] = rings
                self._beside[p.id] = rim

    def confirm(self, lens: Lens, contents: Contents) -> None:
        """What was agreed is seen anew, unless something else explains it better."""
        for p in self.places:
            rings = self._rings(lens, p)
            if rings is None:
                continue
            told = _told(contents, p)
            judged = self._judge(p, rings)
            if judged.get(told, -NATS) < max(judged.values()):
                continue
            old = self._own.get((p.id, told), rings)
            self._own[p.id, told] = KEEP * old + (1 - KEEP) * rings

    def read(
        self, lens: Lens, shares: Mapping[str, float], places: Collection[str] | None
    ) -> dict[str, Reading]:
        out = {}
        for p in self.places:
            if places is not None and p.id not in places:
                continue
            rings = self._rings(lens, p)
            share = 0.0 if rings is None else shares.get(p.id, 1.0)
            if rings is None or share < 0.5:
                out[p.id] = Reading(p.id, 0.0, {}, tuple((s, 0.0) for s in self._stacks(p)))
                continue
            judged = self._judge(p, rings)
            best = max(judged.values())
            out[p.id] = Reading(p.id, share, {}, tuple((s, v - best) for s, v in judged.items()))
        return out

    def _stacks(self, place: Place) -> list[Stack]:
        return [(), *((t.id,) for t in self._tokens(place))]

    def _judge(self, place: Place, rings: Array) -> dict[Stack, float]:
        """Log-likelihood of each content: by its own look, by that of other slots, or as something new."""
        out: dict[Stack, float] = {}
        for stack in self._stacks(place):
            own = self._own.get((place.id, stack))
            like = [x for (k, s), x in self._own.items() if s == stack and k != place.id]
            if own is not None:
                out[stack] = _fit(rings - own, STRAY)
            elif stack and like:
                out[stack] = max(_fit(rings - x, OTHER) for x in like)
            elif not stack and place.id in self._beside:
                out[stack] = max(_fit(rings - self._beside[place.id], OTHER), -NATS * 1.2 * NEW)
            else:
                out[stack] = -NATS * NEW
        return out


def _fit(d: Array, cov: Array) -> float:
    q = np.einsum("ni,ij,nj->n", d, np.linalg.inv(cov), d)
    return float(-NATS * np.minimum(1.0, q / FAR).mean())


def _told(contents: Contents, place: Place) -> Stack:
    return tuple(p for p, n in contents.get(place.id, {}).items() for _ in range(n))
