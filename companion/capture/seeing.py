"""What a picture of the board proposes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from companion.capture.draft import Point
from companion.capture.eyes import Eyes, Pairs, Polygon, Tones, guessed
from companion.capture.stage import DOUBT_MM
from vision.camera import apply
from vision.capture.areas import Areas, Outline, grown
from vision.capture.cells import Cell, Track
from vision.capture.circles import Circles, Placed, place_by_sketch
from vision.capture.flat import FlatPicture
from vision.capture.further import further
from vision.capture.inks import Inks, fit_inks
from vision.capture.links import common_borders
from vision.capture.parts import Lie, lies_of, parts_seen, square_looks, turn_of
from vision.capture.signature import Signature

WIDER = ((4.5, DOUBT_MM[1]), (6.0, DOUBT_MM[0]))  # half a gap in mm, and as how many mm of border it counts
LONG_MM = 9.0
SURE_INK = 0.25  # by so much the nearest ink must lead the next
AHEAD = 0.15  # by so much, a tone, the words of all inks must fit better than in another order


class PictureEyes(Eyes):
    """``frame``: BGR picture, ``homography``: board mm -> px of it."""

    def __init__(
        self, frame: Any, homography: Any, size_mm: Point, known: Mapping[str, Signature] | None = None
    ) -> None:
        self.frame, self.homography, self.known = frame, homography, dict(known or {})
        self.flat = FlatPicture.of(frame, homography, size_mm)
        self.areas = Areas(self.flat)
        self._tracks: tuple[Any, Track] | None = None
        self._circles: tuple[Any, Circles] | None = None

    def land(self, at: Point, others: Polygon, whole: bool = True) -> Mapping[str, Any]:
        return _land(self.areas.outline(at, others, whole))

    def further(
        self, lands: tuple[tuple[Point, Polygon], ...], most: int
    ) -> tuple[tuple[Point, Mapping[str, Any]], ...]:
        return tuple((at, _land(found)) for at, found in further(self.areas, lands, most))

    def joined(self, one: Polygon, other: Polygon) -> Polygon:
        return self.areas.joined(one, other)

    def inks(self, tones: Tones, words: tuple[str, ...], given: Mapping[str, str]) -> Mapping[str, tuple[str, bool]]:
        names = list(tones)
        known = {i: given[n] for i, n in enumerate(names) if n in given}
        inks = fit_inks([tones[n] for n in names], words, known)
        told = {n: inks.word(tones[n]) for n in names}
        return {n: (given.get(n) or word, lead > SURE_INK and inks.ahead > AHEAD) for n, (word, lead) in told.items()}

    def borders(self, polygons: Mapping[str, Polygon], centres: Mapping[str, Point]) -> Pairs:
        found: Pairs = common_borders(self.flat, polygons)
        for wide, told in WIDER:  # over a river or a strait: asked, however long
            for p, mm in common_borders(self.flat, polygons, wide).items():
                if found.get(p, 0.0) < told and mm >= LONG_MM:
                    found = {**found, p: told}
        bare = {k: p for k, p in centres.items() if not polygons.get(k)}
        return {**found, **guessed(centres, bare)} if bare else found

    def grown(self, polygons: Mapping[str, Polygon], firm: frozenset[str] = frozenset()) -> Mapping[str, Polygon]:
        names = sorted(polygons, key=lambda n: n in firm)  # who comes first keeps what two claim
        lines = grown(self.flat, [polygons[n] for n in names], firm=len(firm))
        return dict(zip(names, lines, strict=True))

    def space(self, at: Point, inks: Tones, taken: tuple[Polygon, ...]) -> Mapping[str, Any]:
        known, track = self._track(inks, taken)
        return _told(track.space(at), known)

    def leg(self, a: Point, b: Point, inks: Tones, taken: tuple[Polygon, ...], count: int = -1) -> Mapping[str, Any]:
        known, track = self._track(inks, taken)
        found = track.leg(a, b, None if count < 0 else count)
        return {"cells": [_told(c, known) for c in found.cells], "side_mm": found.side_mm}

    def _track(self, inks: Tones, taken: tuple[Polygon, ...]) -> tuple[Inks, Track]:
        known = Inks({w: np.asarray(t) for w, t in inks.items()})
        key = (tuple(sorted(inks.items())), taken)
        if self._tracks is None or self._tracks[0] != key:
            mask = np.zeros(self.flat.bgr.shape[:2], np.uint8)
            for polygon in taken:
                mask |= self.flat.mask(polygon)
            self._tracks = (key, Track(self.flat, known, mask))
        return known, self._tracks[1]

    def _all_circles(self, near: tuple[Point, ...]) -> Circles:
        key = tuple((round(x), round(y)) for x, y in near[:6])
        if self._circles is None or (self._circles[0] != key and len(key) <= 6 and len(self._circles[0]) < 6):
            self._circles = (key, Circles(self.flat, near[:6]))
        return self._circles[1]

    def towns(
        self, sketch: Mapping[str, Point], words: Mapping[str, str], anchors: Mapping[str, Point]
    ) -> Mapping[str, Any]:
        """With the circles of the size by which most towns are seen, the likeliest size first."""
        circles = self._all_circles(tuple(anchors.values()))
        best, most = circles, -1
        found: Mapping[str, Placed] = {}
        for radius in circles.radii:
            sized = circles if radius == circles.radius_mm else circles.sized(radius)
            placed = self._placed(sized, sketch, words, anchors)
            seen = sum(p.seen for p in placed.values())
            if seen > most:
                best, most, found = sized, seen, placed
            if most == len(sketch):
                break
        return {"places": {n: (p.at, p.seen) for n, p in found.items()}, "radius_mm": best.radius_mm}

    def _placed(
        self, circles: Circles, sketch: Mapping[str, Point], words: Mapping[str, str], anchors: Mapping[str, Point]
    ) -> Mapping[str, Placed]:
        tones = [circles.circle(at).tone for at in anchors.values()]
        inks = fit_inks(tones, tuple(sorted(set(words.values()))), {i: words[n] for i, n in enumerate(anchors)})
        return place_by_sketch(circles, sketch, words, anchors, inks)

    def parts(self, squares: Mapping[str, tuple[str, ...]], side: int) -> tuple[tuple[str, int, bool], ...]:
        """By the parts' own pictures as far as they are known; all else by the pattern of their squares."""
        across, down = self._grid(squares, side)
        found = lies_of(square_looks(self.flat, across * side, down * side), squares, side)
        lies = [(x.part, x.turn, x.sure) for x in found]
        w, h = self.flat.size_mm
        for name, ring in parts_seen(self.frame, self.known, w / across).items():
            mm = apply(np.linalg.inv(self.homography), ring)
            x, y = mm.mean(axis=0)
            place = int(y // (h / down)) * across + int(x // (w / across))
            if 0 <= place < len(lies):
                turn = int(np.argmin(np.linalg.norm(_box(place, across, w / across, h / down) - mm[0], axis=1)))
                lies[place] = (name, turn, True)
        return _once(lies, list(squares))

    def _grid(self, squares: Mapping[str, tuple[str, ...]], side: int) -> tuple[int, int]:
        """Places across and down: as the board's shape has them."""
        w, h = self.flat.size_mm
        pairs = [(n, len(squares) // n) for n in range(1, len(squares) + 1) if len(squares) % n == 0]
        return min(pairs, key=lambda p: abs(math.log(w / h * p[1] / p[0])))

    def turn(
        self, squares: Mapping[str, tuple[str, ...]], side: int, place: int, part: str,
        lies: tuple[tuple[str, int], ...],
    ) -> int:  # fmt: skip
        across, down = self._grid(squares, side)
        looks = square_looks(self.flat, across * side, down * side)
        return turn_of(looks, place, part, [Lie(p, q, True) for p, q in lies], squares, side)

    def snap(self, at: Point, near: tuple[Point, ...]) -> Point:
        circles = self._all_circles((*near, at) if len(near) < 6 else near)
        x, y = circles.snap(at)
        return (round(float(x), 1), round(float(y), 1))


def _land(found: Outline) -> Mapping[str, Any]:
    return {"polygon": found.polygon, "tone": found.tone, "sure": found.sure}


def _told(c: Cell, known: Inks) -> Mapping[str, Any]:
    word, lead = known.word(c.tone) if known.tones else ("", 0.0)
    seen = c.seen and lead > SURE_INK
    return {"at": c.at, "tone": c.tone, "ink": word, "seen": seen, "parted": c.seen, "polygon": c.polygon}


def _box(place: int, across: int, w: float, h: float) -> Any:
    """Corners of a place, clockwise from its top left."""
    r, c = divmod(place, across)
    return np.array([(c * w, r * h), ((c + 1) * w, r * h), ((c + 1) * w, (r + 1) * h), (c * w, (r + 1) * h)])


def _once(lies: list[tuple[str, int, bool]], names: list[str]) -> tuple[tuple[str, int, bool], ...]:
    """Each part at one place: a second guess at a part that is sure elsewhere gives way."""
    sure = {p for p, _q, known in lies if known}
    out: list[tuple[str, int, bool]] = []
    for part, turn, known in lies:
        taken = {p for p, _q, _k in out} | (set() if known else sure)
        fits = part not in taken
        out.append((part, turn, known) if fits else ("", 0, False))
    left = [n for n in names if n not in {p for p, _q, _k in out}]
    return tuple((p or left.pop(0), q, k) for p, q, k in out)
