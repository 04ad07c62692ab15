"""What the reader knows of this very scene: print, light and paints; and a picture seen in their terms."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.background import Backdrop, Background, backdrop, fill_unknown
from vision.camera import Array, View, apply
from vision.evidence import TILE_MM, Evidence, light_ratio, weigh
from vision.layout import Layout, Piece, Place
from vision.light import CLIPPED, WhiteField, camera_colours, log_light, smooth_ratio, white_field
from vision.paints import Paint, PaintTables, first_guess
from vision.pixels import brightest
from vision.rectify import Image, Mask, Raster

FINEST = 2.5  # px per mm; finer brings nothing but work
WIDEST = 960  # px


def kind_of(piece: str) -> str:
    """``soldier`` of ``soldier:white``."""
    return piece.split(":", 1)[0]


@define(eq=False, slots=False)
class Flat:
    """A picture on the plane of the cubes' tops: ``even`` is log BGR with light changes taken out.

    ``lit``: False where a channel is clipped or the camera sees nothing; ``shown``: False only in the latter case.
    """

    view: View
    log: Image
    back: Backdrop
    known: Image
    ratio: Image
    even: Image
    lit: NDArray[np.bool_]
    shown: NDArray[np.bool_]
    scale: float

    @cached_property
    def spread(self) -> Backdrop:
        """How far each pixel may stray in another picture of the same table."""
        return backdrop(self.log, np.ones(self.log.shape[:2], np.float32), self.scale)


class Sight:
    """Knowledge of one scene, grown by blank, learned and confirmed pictures."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.cubes: tuple[Piece, ...] = tuple(p for p in layout.pieces if p.shape == "cube")
        self.edge = self.cubes[0].size_mm[0] if self.cubes else 8.0
        self.height = self.cubes[0].height_mm if self.cubes else 8.0
        self.areas: tuple[Place, ...] = tuple(p for p in layout.places if p.look == "area")
        self.place = {p.id: p for p in layout.places}
        self.raster = Raster.of_sheet(layout, min(FINEST, WIDEST / (max(layout.size_mm) + 8)))
        self.background = Background(self.raster)
        self.white: WhiteField | None = None
        self.camera: Array = np.eye(3, 4)
        self.paints: dict[str, Paint] = {}
        self._tables: PaintTables | None = None
        self._back: tuple[tuple[int, int], Image, Image] | None = None
        self._drop: Backdrop | None = None

    @cached_property
    def masks(self) -> dict[str, tuple[tuple[slice, slice], Mask]]:
        """Each area's box in the raster and its mask in that box."""
        out = {}
        for p in self.areas:
            box = self.raster.box(p.polygon, 1.0)
            out[p.id] = (box, np.ascontiguousarray(self.raster.mask(p.polygon)[box]))
        return out

    @cached_property
    def _regions(self) -> list[tuple[tuple[slice, slice], Mask]]:
        """All areas, and the rest of the sheet: print looks alike within each of them."""
        rest = np.full((self.raster.height, self.raster.width), 255, np.uint8)
        for box, mask in self.masks.values():
            rest[box][mask > 0] = 0
        return [*self.masks.values(), (np.s_[0 : self.raster.height, 0 : self.raster.width], rest)]

    @cached_property
    def white_over(self) -> Image:
        assert self.white is not None
        return self.white.over(self.raster)

    def light(self, frame: NDArray[np.uint8], view: View) -> None:
        """Take white level and colour rendering from this picture; paints known by their word only start from them."""
        self.white = white_field(frame, view, self.layout)
        self.__dict__.pop("white_over", None)
        self.camera = camera_colours(frame, view, self.layout, self.white)
        for colour in {p.colour for p in self.layout.pieces}:
            paint = self.paints.get(colour)
            if paint is None or paint.pieces == 0:
                self.paints[colour] = first_guess(colour, self.camera)
        self._tables = None

    def teach(self, paint: Paint) -> None:
        """Replace what is known of a paint."""
        self.paints[paint.colour] = paint
        self._tables = None

    @property
    def tables(self) -> PaintTables:
        if self._tables is None:
            self._tables = PaintTables(tuple(self.paints[p.colour] for p in self.cubes))
        return self._tables

    def see_print(self, frame: NDArray[np.uint8], view: View, quality: Image, rate: float = 0.2) -> None:
        """Learn the print; ``quality`` on the plane of the tops: 0 hidden, 1 in plain view."""
        m = self.raster.between(view, 0.0, self.height)
        size = (self.raster.width, self.raster.height)
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        on_print = cv2.warpPerspective(quality, m, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        picture = self.raster.draw(frame, view, 0.0)
        on_print[brightest(picture) == 0] = 0
        log = log_light(picture)
        if self.background.known.any():
            base = self.background
            usable = (base.known > 0.5) & (on_print > 0.5)
            if usable.mean() > 0.02:  # keep the print in the light it was learned in
                log = log - smooth_ratio(log - base.log, usable, max(8, round(TILE_MM * self.raster.scale)))
        self.background.learn(log, np.asarray(on_print, np.float32), rate)
        self._drop = None

    def foot(self, view: View, x: float, y: float) -> tuple[float, float]:
        """How far (mm) a cube's base seems shifted from its top in the plane of the tops."""
        lx, ly = view.lean(x, y)
        return (-lx * self.height, -ly * self.height)

    def flat(self, frame: NDArray[np.uint8], view: View, version: int) -> Flat:
        """A picture in these terms. ``version``: of the pose, so that unchanged poses cost nothing."""
        if self.white is None:
            self.light(frame, view)
        picture = self.raster.draw(frame, view, self.height)
        log = log_light(picture)
        key = (version, self.background.version)
        if self._back is None or self._back[0] != key:
            base, known = self.background.on_plane(view, self.height)
            self._back = (key, base, known)
            self._drop = None
        _, base, known = self._back
        if self._drop is None:
            filled, guess, borrowed = fill_unknown(base, known, log, self._regions, self.raster.scale)
            back = backdrop(filled, known, self.raster.scale, guess)
            self._drop = None if borrowed else back
        else:
            back = self._drop
        light = brightest(picture)
        shown = light > 0
        lit = (light < CLIPPED) & shown
        usable = (known > 0.5) & lit
        if usable.mean() > 0.05:
            ratio = light_ratio(log, back, usable, self.raster.scale)
        else:
            ratio = np.zeros_like(log)
        return Flat(view, log, back, known, ratio, log - ratio, lit, shown, self.raster.scale)

    def evidence(self, flat: Flat, where: Mask | None = None, wary: bool = False) -> Evidence:
        """What the pixels of a picture say, inside ``where`` only."""
        where = np.full(flat.shown.shape, 255, np.uint8) if where is None else where
        where = where * flat.shown
        return weigh(flat.log, flat.back, flat.ratio, self.white_over, self.tables, self.raster, where, wary)

    def colour(self, flat: Flat, box: tuple[slice, slice]) -> Image:
        """Log BGR by white in a box of the raster."""
        return np.asarray(flat.even[box] - self.white_over[box], np.float32)

    def bend_light(self, at: list[tuple[float, float]], miss: list[Array]) -> None:
        """Known pieces looked brighter or darker by ``miss`` (log BGR) than their paint: the light was not quite so."""
        if self.white is not None and len(at) >= 3:
            self.white = self.white.bent(at, miss)
            self.__dict__.pop("white_over", None)

    def in_picture(self, view: View) -> dict[str, float]:
        """Share of each place that lies within the picture."""
        w, h = view.size
        out = {}
        for p in self.layout.places:
            xs, ys = [q[0] for q in p.polygon], [q[1] for q in p.polygon]
            gx, gy = np.meshgrid(np.linspace(min(xs), max(xs), 7), np.linspace(min(ys), max(ys), 7))
            px = apply(view.h0, np.column_stack([gx.ravel(), gy.ravel()]))
            ok = (px[:, 0] > 1) & (px[:, 0] < w - 2) & (px[:, 1] > 1) & (px[:, 1] < h - 2)
            out[p.id] = float(ok.mean())
        return out

    def fits(self, place: Place, piece: Piece) -> int:
        """The most of one piece that may lie in a place; 0 if its kind may not."""
        if not place.holds:
            return 16
        return place.holds.get(kind_of(piece.id), 0)
