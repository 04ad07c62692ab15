"""A reader for a board that is known by a picture of it: print learned from that picture, paints kept from before."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import cv2
import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from vision.camera import Array, Refusal, apply
from vision.capture.beside import TiedPose
from vision.capture.sizes import Measure, measure
from vision.gridreader import GridReader
from vision.layout import Layout
from vision.looking import Learned
from vision.observation import Contents
from vision.paints import WITHIN, Paint
from vision.reader import Reader
from vision.rectify import Image
from vision.reference import ReferencePose

Frame = NDArray[np.uint8]
FADE = 0.012 * np.eye(3) + 0.02 * np.full((3, 3), 1 / 3)  # paints as another evening's light may show them
STRONGEST, WEAKEST = 1.3, 0.28  # difference in log light from which a thing is as sure as can be; a thing at all
ALIKE = 0.45  # pieces of one colour differ by less
KEPT = 3.0  # pieces that an old knowledge counts for


def plain_paint(paint: Paint) -> dict[str, Any]:
    """A paint as plain data, for the owner's shelf."""
    return {
        "mean": [round(float(v), 4) for v in paint.mean],
        "within": [[round(float(v), 5) for v in row] for row in paint.within],
        "pieces": round(float(paint.pieces), 1),
    }


def paint_of(colour: str, data: Mapping[str, Any]) -> Paint:
    """A paint from the shelf; raises ValueError for what is none."""
    try:
        mean = np.asarray(data["mean"], np.float64)
        within = np.asarray(data.get("within", WITHIN), np.float64)
        pieces = float(data.get("pieces", KEPT))
    except (KeyError, TypeError) as e:
        raise ValueError(f"no paint: {data!r}") from e
    if mean.shape != (3,) or within.shape != (3, 3) or not np.isfinite(mean).all():
        raise ValueError(f"no paint: {data!r}")
    return Paint(colour, mean, 0.006 * np.eye(3), within, pieces)


def _learn_empty(reader: Reader | GridReader, picture: Frame, homography: Array) -> Refusal | None:
    """The print from the kept picture."""
    w, h = reader.layout.size_mm
    corners = apply(homography, [(0, 0), (w, 0), (w, h), (0, h)])
    view = reader.tracker.touch(corners, (picture.shape[1], picture.shape[0]))
    if isinstance(view, Refusal):
        return view
    refusal = reader.blank(picture)
    reader.tracker.view = None  # the camera may stand elsewhere by now
    return refusal


def _faded(paint: Paint) -> Paint:
    return evolve(paint, spread=paint.spread + FADE, pieces=min(KEPT, paint.pieces))


class KnownGrid(GridReader):
    """A reader of single figures and bars for a board that is known by a picture of it; as ``KnownReader``."""

    def __init__(self, layout: Layout, picture: Frame, homography: Array) -> None:
        gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        super().__init__(layout, TiedPose(layout, gray, homography))
        self.refusal: Refusal | None = _learn_empty(self, picture, homography)

    def know(self, paints: Mapping[str, Paint]) -> None:
        """Paints seen before: a start that is better than their words."""
        for colour, paint in paints.items():
            if colour in self.sight.paints:
                self.sight.teach(_faded(paint))

    def sizes(self, but: Collection[str] = ()) -> dict[str, Measure]:
        """Nothing: figures are no plain solids, and bars lie across the edges."""
        return {}

    def learned_paints(self) -> dict[str, Paint]:
        """All paints that were learned from figures."""
        return {c: p for c, p in self.sight.paints.items() if p.pieces > 0}

    def inherit(self, old: KnownGrid) -> None:
        """What a reader of the same board has learned so far."""
        self.know(old.learned_paints())


class KnownReader(Reader):
    """``picture`` (BGR) shows the empty board, ``homography`` mm -> px of it."""

    def __init__(self, layout: Layout, picture: Frame, homography: Array, reference: ReferencePose | None = None):
        gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        super().__init__(layout, reference or TiedPose(layout, gray, homography))
        self._paints: dict[str, Paint] = {}
        self._empty: tuple[Image, Image] | None = None  # the print of the kept picture
        self.refusal: Refusal | None = _learn_empty(self, picture, homography)

    def know(self, paints: Mapping[str, Paint]) -> None:
        """Paints seen before: a start that is better than their words."""
        for colour, paint in paints.items():
            if colour in {p.colour for p in self.layout.pieces}:
                self._paints[colour] = _faded(paint)
        self._recall()

    def inherit(self, old: KnownReader) -> None:
        """What a reader of the same board has learned so far."""
        self.know(old.learned_paints())

    def blank(self, frame: Frame) -> Refusal | None:
        """As every reader; the print is kept, whatever comes to lie there before the next picture."""
        refusal = super().blank(frame)
        if refusal is None:
            self._empty = self.sight.background.log.copy(), self.sight.background.known.copy()
        return refusal

    def _recall(self) -> None:
        for paint in self._paints.values():
            self.sight.teach(paint)

    def sizes(self, but: Collection[str] = ()) -> dict[str, Measure]:
        """How large the pieces are that were learned or agreed last. ``but``: kinds that nobody asks for."""
        look, memory = self._last, self._memory
        if look is None or memory is None or self._empty is None:
            return {}
        now = self.sight.background.log.copy(), self.sight.background.known.copy()
        try:  # what was learned since took the rim of larger pieces for print
            self._print_is(*self._empty)
            return measure(self.sight, self.sight.flat(look.frame, look.flat.view, -1), memory.contents, but)
        finally:
            self._print_is(*now)

    def _print_is(self, log: Image, known: Image) -> None:
        ground = self.sight.background
        ground.log[:], ground.known[:] = log, known
        ground.version += 1

    def learned_paints(self) -> dict[str, Paint]:
        """All paints that were learned from pieces."""
        return {c: p for c, p in self.sight.paints.items() if p.pieces > 0}

    def learn(self, frame: Frame, contents: Contents) -> Learned:
        """As every reader; but what lies on known print is seen at once, whatever its colour is called."""
        before = self.learned_paints()
        for paint in self._seen_on_print(frame, contents).values():
            before[paint.colour] = paint
            self.sight.teach(paint)
        done = super().learn(frame, contents)
        for colour, paint in before.items():
            if not done.pieces.get(colour):
                self.sight.teach(paint)  # clipped or hidden just now: better than its word alone
        return done

    def _seen_on_print(self, frame: Frame, contents: Contents) -> dict[str, Paint]:
        """Paints of pieces that lie alone with their kind: whatever covers the known print there."""
        view = self._pose(frame)
        if isinstance(view, Refusal) or not self.sight.background.known.any():
            return {}
        sight, samples = self.sight, dict[str, list[Array]]()
        if sight.white is None:
            sight.light(frame, view)
        flat = sight.flat(frame, view, self.stills.plain())
        diff = flat.even - flat.back.log
        edge = min((min(p.size_mm) for p in self.layout.pieces), default=8.0)
        for place, lying in contents.items():
            colours = {p.colour for p in self.layout.pieces if lying.get(p.id)}
            if len(colours) != 1 or place not in sight.place or sight.place[place].look != "area":
                continue
            box = sight.raster.box(sight.place[place].polygon)
            inside = (sight.raster.mask(sight.place[place].polygon)[box] > 0) & flat.shown[box]
            pixels = flat.even[box] - sight.white_over[box]
            found = _tops(diff[box], pixels, inside, edge * sight.raster.scale, sum(lying.values()))
            samples.setdefault(colours.pop(), []).extend(found)
        out = {}
        for colour, tops in samples.items():
            if tops:
                middles = np.array([np.median(t, axis=0) for t in tops])
                near = np.linalg.norm(middles[:, None] - middles[None], axis=2) < ALIKE
                own = middles[near[int(np.argmax(near.sum(axis=1)))]]
                out[colour] = Paint(colour, own.mean(axis=0), 0.02 * np.eye(3), WITHIN, float(len(own)))
        return out


def _tops(diff: Image, pixels: Image, inside: NDArray[np.bool_], edge_px: float, count: int) -> list[Array]:
    """Pixels (N, 3) of the tops of what covers the print: the ``count`` spots of a piece's size that differ most."""
    strength = np.minimum(np.abs(diff).max(axis=2), STRONGEST).astype(np.float32)
    strength[~inside] = 0.0
    k = max(3, round(0.7 * edge_px) | 1)
    mean = cv2.boxFilter(strength, -1, (k, k))
    out = []
    for _ in range(count):
        y, x = (int(v) for v in np.unravel_index(int(np.argmax(mean)), mean.shape))
        if mean[y, x] < WEAKEST:
            break
        r = max(1, k // 3)
        own = pixels[max(0, y - r) : y + r + 1, max(0, x - r) : x + r + 1].reshape(-1, 3).astype(np.float64)
        middle = np.median(own, axis=0)
        near = own[np.abs(own - middle).max(axis=1) < 0.3]
        if len(near) >= 6:
            out.append(near)
        cv2.circle(mean, (int(x), int(y)), round(0.95 * edge_px), 0.0, -1)
    return out
