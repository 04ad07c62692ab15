"""What the reader knows of this very scene: print, light and paints; and a picture seen in their terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import cv2
import numpy as np
from attrs import define, evolve
from numpy.typing import NDArray

from vision.background import PLAIN, Around, Backdrop, Background, backdrop, fill_unknown, noise
from vision.camera import Array, View, apply, scaling
from vision.evidence import TILE_MM, Evidence, light_ratio, weigh
from vision.layout import Layout, Piece, Place, kind_of
from vision.light import CLIPPED, WhiteField, camera_colours, smooth_ratio, white_field
from vision.paints import Paint, PaintTables, first_guess
from vision.photometry import Levels, veil_of
from vision.rectify import Image, Mask, Raster, brightest
from vision.solids import Body, Solid, outline
from vision.stage import Stage

SHAPES = {"cube": "square", "disc": "round", "cylinder": "round", "bar": "bar"}  # of pieces that are solids
ANY = 16  # pieces of a kind where no number is given
Patch = tuple[tuple[slice, slice], Mask]
UNNAMED = 160.0  # nats mm²: a piece without a paint we know is rarer than any other
OUTLINES = 4000  # that are remembered
BENDERS = 6  # known pieces that may correct the light, at least
GRID = 7  # points along a place's side that are asked whether they lie in the picture
DARKEST = 4  # levels below tell nothing of a curve
NOISY = 0.02  # log light; less than that is no more noise than usual
FINEST = 2.5  # px per mm; finer brings nothing but work
WIDEST = 960  # px
WIDEST_COUNTED = 1400  # px, of boards whose pieces are counted


def solid_of(piece: Piece, colours: tuple[str, ...]) -> Solid:
    """The solid that stands for a piece."""
    length, width = piece.size_mm
    shape = SHAPES[piece.shape]
    if shape == "square" and abs(length - width) > 0.5:
        shape = "bar"
    return Solid(piece.id, colours.index(piece.colour), shape, length, width, piece.height_mm)


@define(eq=False, slots=False)
class Flat:
    """A picture on the plane of the cubes' tops: ``even`` is log BGR with light changes taken out.

    ``lit``: False where a channel is clipped or the camera sees nothing; ``shown``: False only in the latter case;
    ``glare``: 255 where a lamp washes out what lies there.
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
    glare: Mask

    @cached_property
    def spread(self) -> Backdrop:
        """How far each pixel may stray in another picture of the same table."""
        return backdrop(self.log, np.ones(self.log.shape[:2], np.float32), self.scale)


class Sight:
    """Knowledge of one scene, grown by blank, learned and confirmed pictures."""

    def __init__(self, layout: Layout, scale: float = 0.0) -> None:
        """``scale``: of the raster, px per mm; 0: what is usual for boards of this size."""
        self.layout = layout
        self.areas: tuple[Place, ...] = tuple(p for p in layout.places if p.look == "area")
        self.colours: tuple[str, ...] = tuple(dict.fromkeys(p.colour for p in layout.pieces if p.shape in SHAPES))
        solid = [p for p in layout.pieces if p.shape in SHAPES and any(a.takes(p) for a in self.areas)]
        self.solids: tuple[Solid, ...] = tuple(solid_of(p, self.colours) for p in solid)
        self.names: tuple[str, ...] = tuple(s.piece for s in self.solids)
        # What lies there and has no paint we know: the same shapes in a colour without a name, after all others.
        shapes = dict.fromkeys(self.unnamed(s) for s in self.solids)
        self.nameless: tuple[Solid, ...] = tuple(shapes)
        heights = sorted(s.height for s in self.solids) or sorted(p.height_mm for p in layout.pieces) or [8.0]
        self.height = heights[(len(heights) - 1) // 2]  # of the plane on which pictures are compared
        self.place = {p.id: p for p in layout.places}
        widest = WIDEST_COUNTED if self.solids else WIDEST
        self.raster = Raster.of_sheet(layout, scale or min(FINEST, widest / (max(layout.size_mm) + 8)))
        self.background = Background(self.raster)
        self.white: WhiteField | None = None
        self.camera: Array = np.eye(3, 4)
        self.paints: dict[str, Paint] = {}
        self.unseen: frozenset[str] = frozenset()  # colours that were laid and not made out against the print
        self.shade = PLAIN
        self._looking, self._learning = Levels(), Levels()  # on the planes of the tops and of the print
        self._tables: PaintTables | None = None
        self._back: tuple[tuple[int, int], Image, Image] | None = None
        self._drop: Backdrop | None = None
        self._around: dict[int, tuple[Mask, Around]] = {}
        self._outlined: tuple[View | None, dict[tuple[Body, float, bool], Patch]] = (None, {})

    @property
    def shapes(self) -> tuple[Solid, ...]:
        """All solids: those with a name, then those without."""
        return self.solids + self.nameless

    @cached_property
    def masks(self) -> dict[str, tuple[tuple[slice, slice], Mask]]:
        """Each area's box in the raster and its mask in that box."""
        out = {}
        for p in self.areas:
            box = self.raster.box(p.polygon, 1.0)
            out[p.id] = (box, np.ascontiguousarray(self.raster.mask(p.polygon)[box]))
        return out

    @cached_property
    def _labels(self) -> NDArray[np.uint16]:
        """Which area each pixel of the print belongs to, from 1; 0 is the rest of the sheet."""
        out = np.zeros((self.raster.height, self.raster.width), np.uint16)
        for n, (box, mask) in enumerate(self.masks.values(), 1):
            out[box][mask > 0] = n
        return out

    def _regions(self, view: View) -> list[tuple[tuple[slice, slice], Mask]]:
        """All areas, and the rest of the sheet, as their print shows on the plane of the tops: it looks alike within
        each of them."""
        r = self.raster
        m, flags = r.between(view, self.height, 0.0), cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        labels = cv2.warpPerspective(self._labels, m, (r.width, r.height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        boxes = [r.box(p.polygon, 1.0 + self.height * float(np.hypot(*view.lean(*p.centre)))) for p in self.areas]
        out = [(box, (labels[box] == n).view(np.uint8)) for n, box in enumerate(boxes, 1)]
        return [*out, (np.s_[0 : r.height, 0 : r.width], (labels == 0).view(np.uint8))]

    @cached_property
    def white_over(self) -> Image:
        assert self.white is not None
        return self.white.over(self.raster)

    @cached_property
    def _held(self) -> dict[str, frozenset[int]]:
        """Which solids may lie in each area; empty where all areas hold the same."""
        held = {p.id: frozenset(i for i, s in enumerate(self.solids) if self.most(p, s)) for p in self.areas}
        return held if len(set(held.values())) > 1 else {}

    def unnamed(self, solid: Solid) -> Solid:
        """The same shape in a colour without a name."""
        return evolve(solid, piece="", colour=len(self.colours), cost=UNNAMED)

    def fitting(self, box: tuple[slice, slice], solids: Sequence[int]) -> list[int]:
        """Those of some solids that may lie in an area which a box of the raster reaches; nameless ones like these."""
        if not self._held:
            return list(solids)
        rows, cols = box
        here: set[int] = set()
        for name, held in self._held.items():
            (r, c), _ = self.masks[name]
            if r.start < rows.stop and rows.start < r.stop and c.start < cols.stop and cols.start < c.stop:
                here |= held
        shapes = {self.unnamed(self.solids[i]) for i in here}
        here |= {i for i, s in enumerate(self.shapes) if s in shapes}
        return [i for i in solids if i in here]

    def light(self, frame: NDArray[np.uint8], view: View) -> None:
        """Take white level and colour rendering from this picture; paints known by their word only start from them."""
        self.lit(white := white_field(frame, view, self.layout))
        self.camera = camera_colours(frame, view, self.layout, white)
        for colour in dict.fromkeys((*self.colours, *(p.colour for p in self.layout.pieces))):
            paint = self.paints.get(colour)
            if paint is None or paint.pieces == 0:
                self.paints[colour] = first_guess(colour, self.camera)
        self._tables = None

    def lit(self, white: WhiteField) -> None:
        """Replace what is known of white."""
        self.white = white
        self.__dict__.pop("white_over", None)

    def teach(self, paint: Paint) -> None:
        """Replace what is known of a paint."""
        self.paints[paint.colour] = paint
        self._tables = None

    @property
    def tables(self) -> PaintTables:
        if self._tables is None:
            self._tables = PaintTables(tuple(self.paints[c] for c in self.colours))
        return self._tables

    def see_print(self, frame: NDArray[np.uint8], view: View, quality: Image, rate: float = 0.2) -> None:
        """Learn the print; ``quality`` on the plane of the tops: 0 hidden, 1 in plain view."""
        m = self.raster.between(view, 0.0, self.height)
        size = (self.raster.width, self.raster.height)
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        on_print = cv2.warpPerspective(quality, m, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        picture = self.raster.draw(frame, view, 0.0)
        on_print[brightest(picture) == 0] = 0
        base = self.background
        usable = (base.known > 0.5) & (on_print > 0.5)
        log = self._learning.curve(picture, base.log, usable).log(picture)
        if base.known.any():
            usable = (base.known > 0.5) & (on_print > 0.5)
            if usable.mean() > 0.02:  # keep the print in the light it was learned in
                log = log - smooth_ratio(log - base.log, usable, max(8, round(TILE_MM * self.raster.scale)))
        self.background.learn(log, np.asarray(on_print, np.float32), rate)
        self._drop = None

    def silhouette(self, view: View, body: Body, grow_mm: float = 0.0, top_only: bool = False) -> Patch:
        """A body's outline on the raster: its box there and 255 inside; nobody may write on it."""
        if self._outlined[0] is not view or len(self._outlined[1]) > OUTLINES:
            self._outlined = (view, {})
        known, key = self._outlined[1], (body, grow_mm, top_only)
        if key not in known:
            known[key] = self._silhouette(view, body, grow_mm, top_only)
        return known[key]

    def _silhouette(self, view: View, body: Body, grow_mm: float, top_only: bool) -> Patch:
        solid = self.shapes[body.solid]
        lean = np.array(view.lean(body.x, body.y))
        q = outline(solid, body.x, body.y, body.yaw, grow_mm)
        shown = q + lean * (solid.height - self.height)
        if not top_only:
            shown = np.vstack([shown, q - lean * self.height])
        hull = cv2.convexHull(shown.astype(np.float32)).reshape(-1, 2)
        box, out = self.raster.cut(hull, 1.0)
        out.setflags(write=False)
        return box, out

    def mark(
        self, out: Mask, value: int, view: View, bodies: Iterable[Body], grow_mm: float = 0.0, top_only: bool = False
    ) -> None:
        """Set ``value`` on a mask of the raster wherever one of these bodies shows."""
        for body in bodies:
            box, mask = self.silhouette(view, body, grow_mm, top_only)
            out[box][mask > 0] = value

    def reach(self, view: View, solid: Solid) -> float:
        """How far (mm) the sides of a solid stand out from its top at most, somewhere on the sheet."""
        w, h = self.layout.size_mm
        return solid.height * max(float(np.hypot(*view.lean(x, y))) for x in (0.0, w) for y in (0.0, h))

    def stage(self, evidence: Evidence, box: tuple[slice, slice], view: View, rims: Image | None = None) -> Stage:
        """A crop of the evidence as a stage for solids; ``rims``: outlines in that crop, if they shall count."""
        r, (rows, cols) = self.raster, box
        x0, y0 = r.x0 + cols.start / r.scale, r.y0 + rows.start / r.scale
        middle = r.x0 + (cols.start + cols.stop) / 2 / r.scale, r.y0 + (rows.start + rows.stop) / 2 / r.scale
        e = evidence.crop(box)
        return Stage(e.top, e.side, x0, y0, r.scale, self.shapes, view.lean(*middle), self.height, rims, e.dim)

    def flat(self, frame: NDArray[np.uint8], view: View, version: int, hidden: Mask | None = None) -> Flat:
        """A picture in these terms. ``version``: of the pose, so that unchanged poses cost nothing.

        ``hidden``: 255 where something covers the table; it tells nothing of the camera's levels.
        """
        if self.white is None:
            self.light(frame, view)
        picture = self.raster.draw(frame, view, self.height)
        key = (version, self.background.version)
        if self._back is None or self._back[0] != key:
            base, known = self.background.on_plane(view, self.height)
            self._back = (key, base, known)
            self._drop = None
        _, base, known = self._back
        light = brightest(picture)
        plain = (known > 0.5) & (light < CLIPPED) & (light > DARKEST)
        curve = self._looking.curve(picture, base, plain if hidden is None else plain & (hidden == 0))
        log = curve.log(picture)
        if self._drop is None:
            guess = fill_unknown(base, known, log, self._regions(view), self.raster.scale, self._around)
            back = backdrop(guess.log, known, self.raster.scale, guess)
            self._drop = None if guess.borrowed.any() else back
        else:
            back = self._drop
        shown = light > 0
        lit = (light < CLIPPED) & shown
        usable = (known > 0.5) & lit
        bare = usable if hidden is None else usable & (hidden == 0)
        veil = veil_of(log, back.log, bare, shown & ~lit, self.raster.scale)
        glare = np.zeros(shown.shape, np.uint8) if veil is None else veil.lost
        if veil is not None:
            log, bared = veil.lift(log, back.log)
            back = evolve(back, log=bared).noisier(veil.over(shown.shape))
        if usable.mean() > 0.05:
            ratio, strays = light_ratio(log, back, usable, self.raster.scale)
        else:
            ratio, strays = np.zeros_like(log), None
        if strays is not None:
            back = back.noisier(strays - np.minimum(strays, back.bright))
        grain = curve.grain(back.log + ratio)
        if grain is not None:
            back = back.noisier(grain)
        even = log - ratio
        if grain is None and (more := noise(even - back.log, back, usable)) > NOISY:
            back = back.noisier(more)
        return Flat(view, log, back, known, ratio, even, lit, shown, self.raster.scale, glare)

    def evidence(self, flat: Flat, where: Mask | None = None, wary: bool = False) -> Evidence:
        """What the pixels of a picture say, inside ``where`` only."""
        where = np.full(flat.shown.shape, 255, np.uint8) if where is None else where
        where = where * flat.shown
        scene = (self.white_over, self.tables, self.raster)
        return weigh(flat.log, flat.back, flat.ratio, *scene, where, wary, self.shade)

    def colour(self, flat: Flat, box: tuple[slice, slice]) -> Image:
        """Log BGR by white in a box of the raster."""
        return np.asarray(flat.even[box] - self.white_over[box], np.float32)

    def likeness(self, flat: Flat, body: Body) -> dict[int, float]:
        """Which named solids of its shape a piece of no known paint may be, by the colour of its top: shares."""
        shape = self.shapes[body.solid]
        box, mask = self.silhouette(flat.view, body, -0.15 * shape.width, top_only=True)
        if not cv2.countNonZero(mask):
            return {}
        middle = np.median(self.colour(flat, box)[mask > 0], axis=0)
        out = {}
        for i, s in enumerate(self.solids):
            if self.unnamed(s) == shape:
                paint = self.paints[self.colours[s.colour]]
                d = middle - paint.mean
                off = float(d @ np.linalg.inv(4 * paint.cov + 0.1 * np.eye(3)) @ d)
                out[i] = float(np.exp(-0.5 * min(off, 40.0))) + 0.02
        total = sum(out.values())
        return {i: v / total for i, v in out.items()}

    def bend_light(self, at: list[tuple[float, float]], miss: list[Array]) -> None:
        """Known pieces looked brighter or darker by ``miss`` (log BGR) than their paint: the light was not quite so."""
        if self.white is not None and len(at) >= BENDERS:
            self.lit(self.white.bent(at, miss))

    def hidden(self, cover: NDArray[np.uint8] | None, view: View) -> Mask | None:
        """A cover on the small picture, drawn onto the raster."""
        if cover is None:
            return None
        m = scaling(cover.shape[1] / view.size[0]) @ view.plane(self.height) @ self.raster.inverse
        size = (self.raster.width, self.raster.height)
        return np.asarray(cv2.warpPerspective(cover, m, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP), np.uint8)

    def in_picture(self, view: View) -> dict[str, float]:
        """Share of each place that lies within the picture."""
        w, h = view.size
        px = apply(view.h0, self._within)
        ok = (px[:, 0] > 1) & (px[:, 0] < w - 2) & (px[:, 1] > 1) & (px[:, 1] < h - 2)
        shares = ok.reshape(-1, GRID * GRID).mean(axis=1).tolist()
        return {p.id: share for p, share in zip(self.layout.places, shares, strict=True)}

    @cached_property
    def _within(self) -> Array:
        """Points (N, 2) in mm, a square grid over each place."""
        grids = []
        for p in self.layout.places:
            x0, y0, x1, y1 = p.bounds
            gx, gy = np.meshgrid(np.linspace(x0, x1, GRID), np.linspace(y0, y1, GRID))
            grids.append(np.column_stack([gx.ravel(), gy.ravel()]))
        return np.vstack(grids) if grids else np.zeros((0, 2))

    def most(self, place: Place, solid: Solid) -> int:
        """The most of one piece that may lie in a place; 0 if its kind may not."""
        return place.holds.get(kind_of(solid.piece), 0) if place.holds else ANY
