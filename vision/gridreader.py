"""A reader for boards of places with one figure each and bars on the edges between; and which reader reads which board.

It learns the bare print from a table whose contents are known, best an empty one, and paints from figures that people
and rules agree on. After that it looks anew only where the picture has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import cv2
import numpy as np
from attrs import define, evolve, field
from numpy.typing import NDArray

from vision import upright
from vision.background import OPEN, PLAIN
from vision.camera import Refusal, View
from vision.evidence import weigh
from vision.layout import Layout, Piece, Place
from vision.looking import BoardReader, Frame, Learned, Look
from vision.observation import DOUBTFUL, Contents, Reading
from vision.paints import WITHIN, Paint, PaintTables
from vision.reader import Reader
from vision.rectify import Image, Mask, brightest, clear
from vision.reference import ReferencePose
from vision.sight import Flat
from vision.upright import SURE, Solid, Standing, Table

CHANGED = 0.22  # log light by which a pixel must differ from the agreed picture
CHANGED_MM2 = 5.0
SAME = 0.2  # of what shows of a piece: as long as less of it has changed, it still stands as agreed
ANY = Paint("", np.full(3, -1.5), 1.2 * np.eye(3), WITHIN)  # some paint or other
WHOLE = 0.9  # of a bar must be in view to teach its paint
INNER = 0.6  # of a figure's base: pixels that teach its paint


@define(eq=False)
class _Stood(Look):
    """A look at figures and bars, and what stands where."""

    found: dict[str, Standing] = field(factory=dict)


class GridReader(BoardReader[_Stood]):
    """Reads boards of places with one figure each, and bars between."""

    holds_pose = True

    def __init__(self, layout: Layout, reference: ReferencePose | None = None) -> None:
        super().__init__(layout, reference)
        self.sight.height = 0.0  # everything is read on the plane of the print
        self.places: dict[str, Place] = {p.id: p for p in layout.places if p.look in ("area", "edge")}
        self.paints = tuple(dict.fromkeys(p.colour for p in layout.pieces))
        self._figures = frozenset(self.paints.index(p.colour) for p in layout.pieces if p.shape != "bar")
        self.solids = {p.id: tuple(self._solid(k) for k in layout.pieces if p.takes(k)) for p in self.places.values()}
        self._agreed: dict[str, str] | None = None  # place -> piece
        self._standing: dict[str, Standing] = {}
        self._even: NDArray[np.float32] | None = None  # the picture that was agreed

    def _solid(self, piece: Piece) -> Solid:
        bar, cube = piece.shape == "bar", piece.shape == "cube"
        paint = self.paints.index(piece.colour)
        return Solid(piece.id, paint, piece.size_mm, piece.height_mm, not (bar or cube), piece.turn_deg != 0, cube)

    # ------------------------------------------------------------ calibration
    def blank(self, frame: Frame) -> Refusal | None:
        return self.learn(frame, {}).refusal

    def learn(self, frame: Frame, contents: Contents) -> Learned:
        view = self._pose(frame)
        if isinstance(view, Refusal):
            return Learned({}, refusal=view)
        sight = self.sight
        sight.light(frame, view)
        if not sight.background.known.any():
            sight.see_print(frame, view, self._bare(view, contents))
        flat = sight.flat(frame, view, self.stills.plain())
        wanted = {p: next((k for k, n in c.items() if n), "") for p, c in contents.items()}
        before = self._last or _Stood(frame, flat, None, {})
        self._last = evolve(before, frame=frame, flat=flat, found={})
        self._stand(wanted, flat, bars=True)
        used: dict[str, int] = {}
        for piece in wanted.values():
            if piece:
                used[piece] = used.get(piece, 0) + 1
        return Learned(used)

    def confirm(self, contents: Contents) -> None:
        if self._last is None:
            return
        doubtful = frozenset(p for p, c in contents.items() if DOUBTFUL in c)
        wanted = {p: next((k for k, n in c.items() if n), "") for p, c in contents.items() if p not in doubtful}
        self._stand(wanted, self._last.flat, doubtful=doubtful)

    def _stand(
        self, wanted: Mapping[str, str], flat: Flat, bars: bool = False, doubtful: frozenset[str] = frozenset()
    ) -> None:
        """Take what is agreed for what stands there; figures that are new teach their paint, ``bars`` when shown."""
        assert self._last is not None
        seen = self._last.found
        table: Table | None = None
        taught: list[Standing] = []
        new: dict[str, list[NDArray[np.float64]]] = {}
        for place, solids in self.solids.items():
            piece = wanted.get(place, "")
            old = self._standing.get(place)
            if place in doubtful:
                continue
            if not piece:
                self._standing.pop(place, None)
                continue
            if old is not None and old.solid.piece == piece:
                continue
            at = seen.get(place)
            if at is None or at.solid.piece != piece:
                mine = [s for s in solids if s.piece == piece]
                if not mine:
                    continue
                table = table or self._table(flat, [p for p in self.solids if wanted.get(p)])
                at = max(upright.best(table, self.places[place], mine), key=lambda s: s.total)
            self._standing[place] = at
            taught.append(at)
            if at.gain > 0 and (not at.solid.bar or (bars and at.shown > WHOLE)):
                new.setdefault(self.paints[at.solid.paint], []).append(self._pixels(flat, at))
        for colour, samples in new.items():
            self.sight.teach(self.sight.paints[colour].learn(samples))
        self._cast(flat, self._last.hidden, taught, self._standing.values())
        before = {p: k for p, k in (self._agreed or {}).items() if p in doubtful}
        self._agreed = before | {p: k for p, k in wanted.items() if k and p in self.places}
        even = flat.even.copy()
        if self._even is not None and self._even.shape == even.shape:
            for p in doubtful & self.places.keys():
                box = self.sight.raster.box(self.places[p].polygon, 2.0)
                even[box] = self._even[box]
        self._even = even

    def _cast(self, flat: Flat, hidden: Mask | None, casting: Iterable[Standing], standing: Iterable[Standing]) -> None:
        """Learn what shadows look like from print near figures."""
        lying, there = ([s.patch(flat.view) for s in some if s.gain > 0] for some in (casting, standing))
        shown = (flat.known >= OPEN) & flat.lit
        clear(shown, hidden)
        inside = upright.shadowed(self.sight.raster, lying, there, shown)
        self.sight.shade = self.sight.shade.learn(flat.even[inside] - flat.back.log[inside])

    def _pixels(self, flat: Flat, at: Standing) -> NDArray[np.float64]:
        """Colours of the middle of a figure's top."""
        outline = upright.top(flat.view, at.solid, at.x, at.y, at.yaw)
        outline = outline.mean(axis=0) + (outline - outline.mean(axis=0)) * INNER
        box, mask = self.sight.raster.cut(outline)
        return np.asarray(self.sight.colour(flat, box)[mask > 0], np.float64)

    def _bare(self, view: View, contents: Contents) -> NDArray[np.float32]:
        """1 where the print lies bare, 0 where something that is known hides it."""
        r = self.sight.raster
        out = np.ones((r.height, r.width), np.float32)
        for place, pieces in contents.items():
            if place in self.places and any(pieces.values()):
                for solid in self.solids[place]:
                    x, y = self.places[place].centre
                    out[r.mask(upright.patch(view, solid, x, y, 0.0), 8.0) > 0] = 0.0
        return out

    # ------------------------------------------------------------ reading
    def _alone(self, frame: Frame, view: View, places: Collection[str] | None) -> _Stood:
        self.stills.plain()
        look = self._last = self._read(frame, view, None)
        return evolve(look, readings={p: r for p, r in look.readings.items() if places is None or p in places})

    def _read(self, frame: Frame, view: View, hidden: Mask | None) -> _Stood:
        flat = self.sight.flat(frame, view, self.stills.version)
        seen = self.sight.in_picture(view)
        if hidden is not None:
            for p, place in self.places.items():
                box = self.sight.raster.box(place.polygon)
                seen[p] *= 1.0 - float((hidden[box] > 0).mean())
        differs = self._differs(flat, hidden)
        busy = self._busy(differs)
        if differs is not None:
            busy = [p for p in busy if not self._same(p, differs, flat.view)]
        found = {p: s for p, s in self._standing.items() if p not in busy}
        stands, ranked = self._explain(flat, busy, found.values(), differs)
        sure_ones = [s for s in stands.values() if s.gain > SURE and not s.solid.bar]
        if self._vague() and sure_ones and self._even is not None and self.sight.shade is PLAIN:
            self._cast(flat, hidden, sure_ones, sure_ones)  # the first shadows of this light
            stands, ranked = self._explain(flat, busy, found.values(), differs)
        found |= stands
        readings: dict[str, Reading] = {}
        vague = self._vague()
        for p, solids in self.solids.items():
            if p in busy:
                readings[p] = upright.reading(p, seen[p], ranked[p], vague)
            else:
                agreed = (self._agreed or {}).get(p, "")
                readings[p] = upright.sure(p, (agreed,) if agreed else (), [s.piece for s in solids])
        return _Stood(frame, flat, hidden, readings, found=found)

    def _explain(
        self, flat: Flat, busy: list[str], kept: Iterable[Standing], differs: Mask | None
    ) -> tuple[dict[str, Standing], dict[str, list[Standing]]]:
        """What stands on ``busy`` places, and how well all that might."""
        if not busy:
            return {}, {}
        table = self._table(flat, busy)
        if differs is not None:
            self._old_print(table, differs)
        for at in kept:
            table.claim(at)
        return upright.explain(table, self.places, {p: self.solids[p] for p in busy})

    def _differs(self, flat: Flat, hidden: Mask | None) -> Mask | None:
        """1 where the picture differs from the agreed one; None before there is one."""
        if self._even is None or self._even.shape != flat.even.shape:
            return None
        differs = (brightest(np.abs(flat.even - self._even)) > CHANGED).astype(np.uint8)
        differs = np.asarray(cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        clear(differs, hidden)
        return differs

    def _busy(self, differs: Mask | None) -> list[str]:
        """Places that look different from the agreed picture; all of them before there is one."""
        if differs is None:
            return list(self.places)
        r = self.sight.raster
        least = CHANGED_MM2 * r.scale**2
        return [p for p, place in self.places.items() if differs[r.box(place.polygon, 2.0)].sum() > least]

    def _same(self, place: str, differs: Mask, view: View) -> bool:
        """Whether a piece that was agreed looks as it did, whatever has changed around it."""
        at = self._standing.get(place)
        if at is None:
            return False
        box, mask = self.sight.raster.cut(at.patch(view))
        return float(differs[box][mask > 0].sum()) < SAME * float((mask > 0).sum())

    def _strangers(self, table: Table, flat: Flat, agreed: Image) -> None:
        """A figure whose paint nobody has shown is whatever has changed since the agreed picture, if no shadow.

        ``agreed``: that picture (h, w, 3) of the whole raster, in log light, evened. Where the print is known it must
        be unlike that as well: else a figure has left, or its shadow.
        """
        vague, box = self._vague(), self.sight.raster.window(table.raster)
        even = flat.even[box]
        novel = upright.novelty(even - agreed[box], self.sight.shade)
        bare = upright.novelty(even - flat.back.log[box], self.sight.shade)
        np.minimum(novel, bare, out=novel, where=flat.known[box] >= OPEN)
        known = [i for i in range(len(self.paints)) if i not in vague and i in self._figures]
        if known:
            told = table.paint[known].max(axis=0)
            novel = np.where(told > 1.0, np.minimum(novel, told - 1.2), novel)
        for i in vague:
            np.maximum(table.paint[i], novel, out=table.paint[i])

    def _vague(self) -> frozenset[int]:
        return frozenset(i for i in self._figures if not self.sight.paints[self.paints[i]].pieces)

    def _old_print(self, table: Table, differs: Mask) -> None:
        """What is black and was black before is no new bar."""
        old = cv2.dilate(differs[self.sight.raster.window(table.raster)], np.ones((3, 3), np.uint8)) == 0
        for at in self._standing.values():
            if at.solid.bar:
                box, mask = table.raster.cut(at.patch(table.view))
                old[box][mask > 0] = False
        for i in range(len(self.paints)):
            if i not in self._figures:
                np.minimum(table.paint[i], 0.0, out=table.paint[i], where=old)

    def _table(self, flat: Flat, places: Collection[str]) -> Table:
        """Evidence around these places."""
        sight = self.sight
        if self._stale():
            self._tables = PaintTables((*(sight.paints[c] for c in self.paints), ANY))
        there = [self.places[p] for p in places]
        margin = upright.reach(flat.view, there, {s for p in places for s in self.solids[p]})
        where = np.zeros(flat.shown.shape, np.uint8)
        for place in there:
            where[sight.raster.box(place.polygon, margin)] = 255
        raster = sight.raster.part(sight.raster.box([c for p in there for c in p.polygon], margin))
        box = sight.raster.window(raster)
        scene = flat.log[box], flat.back.crop(box), flat.ratio[box], sight.white_over[box]
        e = weigh(*scene, self._tables, raster, where[box], shade=sight.shade)
        e = e.crop(np.s_[0 : raster.height, 0 : raster.width])
        nats = np.maximum(e.top, e.side) * np.float32(raster.scale**2)
        for i in self._vague():  # never seen: anything that is not print may be it
            np.maximum(nats[i], 0.5 * nats[-1] - 0.4, out=nats[i])
        table = Table(flat.view, raster, nats, np.zeros(nats.shape[1:], np.uint8))
        if self._even is not None and self._vague() and self._even.shape == flat.even.shape:
            self._strangers(table, flat, self._even)
        return table

    _tables: PaintTables
    _known: tuple[object, ...] = ()

    def _stale(self) -> bool:
        """Whether paints were learned since the tables were made."""
        now = tuple(self.sight.paints[c] for c in self.paints)
        changed = now != self._known
        self._known = now
        return changed


def reader_of(layout: Layout, reference: ReferencePose | None = None) -> Reader | GridReader:
    """The reader of pieces in heaps, or that of single figures with bars between their places."""
    kind = GridReader if any(p.look == "edge" for p in layout.places) else Reader
    return kind(layout, reference)
