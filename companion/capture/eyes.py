"""What a picture of the board can propose; without one, on an empty sheet, people say everything."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from companion.capture.draft import Point, pair
from companion.capture.geometry import fitted

Polygon = tuple[Point, ...]
Pairs = Mapping[tuple[str, str], float]
Tones = Mapping[str, tuple[float, ...]]
GUESSED_MM = 7.0  # a link that nobody saw


class Eyes:
    """Proposals, all in board mm. Without a picture, as here, only neighbours are guessed from how near two places
    lie."""

    def land(self, at: Point, others: Polygon, whole: bool = True) -> Mapping[str, Any]:
        """``polygon``, ``tone``, ``sure`` of the land around a point; ``whole``: with its other bank, its band."""
        return {"polygon": (), "tone": (), "sure": False}

    def further(
        self, lands: tuple[tuple[Point, Polygon], ...], most: int
    ) -> tuple[tuple[Point, Mapping[str, Any]], ...]:
        """Lands printed as the known ones are (where touched, outline): their middles, and each as ``land`` has it."""
        return ()

    def joined(self, one: Polygon, other: Polygon) -> Polygon:
        """One outline around two parts of a land; () where they lie too far apart."""
        return ()

    def inks(self, tones: Tones, words: tuple[str, ...], given: Mapping[str, str]) -> Mapping[str, tuple[str, bool]]:
        """A word for every tone, all judged together, and whether it is sure."""
        return {}

    def borders(self, polygons: Mapping[str, Polygon], centres: Mapping[str, Point]) -> Pairs:
        """mm of common border of each pair; from centres alone no more than a guess."""
        return guessed(centres, centres)

    def grown(self, polygons: Mapping[str, Polygon], firm: frozenset[str] = frozenset()) -> Mapping[str, Polygon]:
        """Outlines grown over their border lines; ``firm``: those that have grown before, and give way to others."""
        return {}

    def space(self, at: Point, inks: Tones, taken: tuple[Polygon, ...]) -> Mapping[str, Any]:
        """``at``, ``tone``, ``ink``, ``seen``, ``polygon`` of the space of a track under a touch; ``parted``: whether
        its borders were seen, whatever its colour."""
        return {"at": at, "tone": (), "ink": "", "seen": True, "parted": True, "polygon": ()}

    def leg(self, a: Point, b: Point, inks: Tones, taken: tuple[Polygon, ...], count: int = -1) -> Mapping[str, Any]:
        """``cells`` between two touched spaces of a track, and ``side_mm``; ``count``: so many, -1 for as printed."""
        n, cells = max(0, count), []
        for i in range(1, n + 1):
            t = i / (n + 1)
            at = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            cells.append({"at": at, "tone": (), "ink": "", "seen": False, "parted": False, "polygon": ()})
        return {"cells": cells, "side_mm": min(24.0, 0.9 * math.dist(a, b) / (n + 1))}

    def towns(
        self, sketch: Mapping[str, Point], words: Mapping[str, str], anchors: Mapping[str, Point]
    ) -> Mapping[str, Any]:
        """``places``: id -> (at, seen); ``radius_mm``."""
        pairs = [(sketch[n], p) for n, p in anchors.items()]
        places = {n: (anchors.get(n) or fitted(pairs, p), n in anchors) for n, p in sketch.items()}
        return {"places": places, "radius_mm": 10.0}

    def parts(self, squares: Mapping[str, tuple[str, ...]], side: int) -> tuple[tuple[str, int, bool], ...]:
        """Part, quarters clockwise and whether it is sure, for each place of the board; () when nothing is seen."""
        return ()

    def turn(
        self, squares: Mapping[str, tuple[str, ...]], side: int, place: int, part: str,
        lies: tuple[tuple[str, int], ...],
    ) -> int:  # fmt: skip
        """How one part is turned that lies at a place, the others lying as told."""
        return 0

    def snap(self, at: Point, near: tuple[Point, ...]) -> Point:
        """The middle of the printed circle under a touch; ``near``: other touched circles."""
        return at


def guessed(centres: Mapping[str, Point], of: Mapping[str, Point]) -> dict[tuple[str, str], float]:
    """Pairs with nobody between them (no third centre in the circle over both), for places without an outline."""
    out = {}
    for a in of:
        for b in centres:
            if a == b:
                continue
            (ax, ay), (bx, by) = centres[a], centres[b]
            middle, reach = ((ax + bx) / 2, (ay + by) / 2), math.dist(centres[a], centres[b]) / 2
            if all(math.dist(middle, centres[c]) >= 0.94 * reach for c in centres if c not in (a, b)):
                out[pair(a, b)] = GUESSED_MM
    return out
