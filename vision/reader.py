"""The reader: pictures in, observations out. Calibrated by tables whose contents are known, it reads what changes.

    reader = Reader(layout)
    reader.learn(frame, contents)        # the set-up position
    observation = reader.look(frame, t)  # every picture
    reader.confirm(contents)             # what the last settled look was agreed to show

Contents are plain values: place id -> {piece id: number}; places that are left out are taken as empty.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations

import cv2
import numpy as np
from attrs import define, frozen
from numpy.typing import NDArray

from vision import counting
from vision.camera import Refusal, View
from vision.counting import Extra, Found
from vision.cubes import Cube, square
from vision.dice import DiceReader
from vision.evidence import Evidence, outlines
from vision.layout import Layout
from vision.memory import CHANGED_MM2, KEPT_SHARE, Agreed, Memory, share_out, silhouette
from vision.observation import DieReading, Observation, Reading
from vision.paints import apart, first_guess
from vision.pose import pose_value
from vision.rectify import Mask, belongs
from vision.reference import ReferencePose
from vision.settle import Settle, small_of
from vision.sight import Flat, Sight
from vision.tracking import Tracker

Frame = NDArray[np.uint8]
Contents = Mapping[str, Mapping[str, int]]
SURE_UNCHANGED = 9.0  # nats for a place whose pixels have not changed
PLAIN_VIEW_MM = 5.0  # print nearer to a piece than this may lie in its shadow
CLOSE_SIGMA = 4.0


@frozen
class Learned:
    """What a known position taught: pieces used per colour, colours too close to tell apart, or why it failed."""

    pieces: Mapping[str, int]
    close: tuple[tuple[str, str, float], ...] = ()
    refusal: Refusal | None = None


@define(eq=False)
class _Look:
    """One settled picture and everything read from it."""

    frame: Frame
    flat: Flat
    hidden: Mask | None
    found: list[tuple[Found, dict[str, float]]]
    readings: dict[str, Reading]
    dice: tuple[DieReading, ...]
    version: int


class Reader:
    """Reads one board through one camera."""

    def __init__(self, layout: Layout, reference: ReferencePose | None = None) -> None:
        self.layout = layout
        self.sight = Sight(layout)
        self.tracker = Tracker(layout, reference)
        self._settle = Settle(layout)
        self._dice = DiceReader(layout)
        self._aimed = -1
        self._memory: Memory | None = None
        self._last: _Look | None = None
        self._fresh = True  # the table may have changed since it was last read
        self._seq = 0
        self._names = [p.id for p in self.sight.cubes]

    # --- calibration -------------------------------------------------------------------------------------------

    def _pose(self, frame: Frame) -> View | Refusal:
        gray = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
        view = self.tracker.view
        if view is not None and view.size == (frame.shape[1], frame.shape[0]):
            found = self.tracker.find(gray)
            if isinstance(found, View):
                self.tracker.adopt(gray, found)
                return self.tracker.view or found
            return view if view.source == "corners" else found
        found = self.tracker.find(gray)
        if isinstance(found, View):
            self.tracker.adopt(gray, found)
        return found

    def blank(self, frame: Frame) -> Refusal | None:
        """Learn the print from a picture of the empty board; None if it worked."""
        view = self._pose(frame)
        if isinstance(view, Refusal):
            return view
        self.sight = Sight(self.layout)
        self.sight.light(frame, view)
        r = self.sight.raster
        self.sight.see_print(frame, view, np.ones((r.height, r.width), np.float32))
        self._memory = self._last = None
        self._fresh = True
        return None

    def learn(self, frame: Frame, contents: Contents) -> Learned:
        """Calibrate on a position whose contents are known, e.g. the set-up of this very game."""
        view = self._pose(frame)
        if isinstance(view, Refusal):
            return Learned({}, refusal=view)
        sight = self.sight
        sight.light(frame, view)
        r = sight.raster
        want = self._wanted(contents)
        busy = np.zeros((r.height, r.width), np.uint8)
        for place in {k[0] for k in want}:
            busy |= r.mask(sight.place[place].polygon, 3.0)
        if not sight.background.known.any():
            sight.see_print(frame, view, (busy == 0).astype(np.float32))
        flat = sight.flat(frame, view, self.tracker.version)
        cubes: list[Agreed] = []
        used: dict[str, int] = {}
        for turn in range(2):
            evidence = sight.evidence(flat, busy)
            cubes = self._place_known(evidence, want, flat, [])[0]
            used = self._teach(cubes, flat, afresh=True)
            if turn == 0:
                self._learn_print(frame, view, [a.cube for a in cubes], None, rate=0.0)
                flat = sight.flat(frame, view, self.tracker.version)
        evidence = sight.evidence(flat, busy)
        cubes, ghosts = self._place_known(evidence, want, flat, [])
        self._memory = Memory.of(r, flat, None)
        self._memory.contents = {p: dict(c) for p, c in contents.items()}
        self._memory.cubes, self._memory.ghosts = cubes, ghosts
        readings = self._agreed_readings(sight.in_picture(view), None)
        self._last = _Look(frame, flat, None, [], readings, (), self.tracker.version)
        self._fresh = True
        pairs = combinations(sorted({p.colour for p in sight.cubes}), 2)
        close = [(a, b, round(apart(sight.paints[a], sight.paints[b]), 1)) for a, b in pairs]
        return Learned(used, tuple(c for c in close if c[2] < CLOSE_SIGMA))

    def confirm(self, contents: Contents, dice: Mapping[str, str] | None = None) -> None:
        """The last settled look showed this: later looks are read against it, paints and print learn from it.

        ``dice``: tray -> face that its die was agreed to show.
        """
        if dice:
            self._dice.confirm(dice)
        look, sight = self._last, self.sight
        if look is None:
            return
        want = self._wanted(contents)
        flat, view = look.flat, look.flat.view
        if self._memory is None:
            self._memory = Memory.of(sight.raster, flat, look.hidden)
            before: dict[tuple[str, str], int] = {}
        else:
            before = dict(self._memory.ghosts)
        memory = self._memory
        names = self._names
        # Places that were hidden keep their cubes as agreed before.
        found = [(f.cube, {f.owner: 1.0} if f.owner else shares) for f, shares in look.found]
        if not look.found and memory.cubes:
            found = [(a.cube, {a.owner: 1.0}) for a in memory.cubes]
        owners, missing = share_out(found, names, want)
        agreed = [Agreed(c, o) for (c, _), o in zip(found, owners, strict=True) if o]
        ghosts: dict[tuple[str, str], int] = {}
        for key, n in list(missing.items()):
            kept = min(n, before.get(key, 0))
            if kept:
                ghosts[key] = kept
                missing[key] -= kept
        missing = {k: n for k, n in missing.items() if n > 0}
        if missing:
            where = np.zeros((sight.raster.height, sight.raster.width), np.uint8)
            for place, _ in missing:
                where |= sight.raster.mask(sight.place[place].polygon, 3.0)
            if look.hidden is not None:
                where[look.hidden > 0] = 0
            more, unseen = self._place_known(sight.evidence(flat, where), missing, flat, agreed)
            agreed += more
            for key, n in unseen.items():
                ghosts[key] = ghosts.get(key, 0) + n
        new = {f.cube for f, _ in look.found if not f.kept}
        self._teach([a for a in agreed if a.cube in new], flat, afresh=False)
        where = np.full((sight.raster.height, sight.raster.width), 255, np.uint8)
        if look.hidden is not None:
            where[look.hidden > 0] = 0
        memory.update(flat, where)
        memory.contents = {p: dict(c) for p, c in contents.items()}
        memory.cubes, memory.ghosts = agreed, ghosts
        self._learn_print(look.frame, view, [a.cube for a in agreed], look.hidden, rate=0.1)
        look.readings = self._agreed_readings(sight.in_picture(view), look.hidden)
        look.found = []

    # --- reading -----------------------------------------------------------------------------------------------

    def look(self, frame: Frame, t: float) -> Observation:
        """One picture of a running camera: cheap while things move, a reading once they are still."""
        self._seq += 1
        half = cv2.resize(frame, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        half_gray = np.asarray(cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), np.uint8)
        track = self.tracker.update(frame, half_gray, t)
        if track.view is None:
            self._fresh = True
            note = (track.refusal.reason,) if track.refusal else ()
            return Observation(t, self._seq, False, "lost", notes=note)
        small = small_of(np.asarray(half, np.uint8))
        if self._aimed != self.tracker.version:
            self._aimed = self.tracker.version
            self._settle.aim(track.view, (small.shape[1], small.shape[0]))
        pose = pose_value(track.view, self.layout)
        if track.state == "moved":
            self._settle.restart(t)
            self._fresh = True
            self._settle.update(small, t)
            return Observation(t, self._seq, False, "moved", pose)
        still = self._settle.update(small, t)
        if not still.settled:
            self._fresh = True
            return Observation(t, self._seq, False, still.state, pose)
        if self._fresh or self._last is None:
            hidden = self._hidden(still.cover, track.view)
            self._last = self._read(frame, track.view, hidden)
            self._fresh = False
            if still.cover is None:
                self._settle.accept()
        notes = ("covered",) if still.cover is not None else ()
        return Observation(t, self._seq, True, "still", pose, dict(self._last.readings), self._last.dice, notes)

    def read(self, frame: Frame, places: Collection[str] | None = None) -> Observation:
        """Everything (or some places) in one picture, without regard to time or to what was agreed."""
        self._seq += 1
        view = self._pose(frame)
        if isinstance(view, Refusal):
            return Observation(0.0, self._seq, False, "lost", notes=(view.reason,))
        memory, self._memory = self._memory, None
        try:
            look = self._read(frame, view, None, places)
        finally:
            self._memory = memory
        return Observation(0.0, self._seq, True, "still", pose_value(view, self.layout), look.readings, look.dice)

    def _read(self, frame: Frame, view: View, hidden: Mask | None, places: Collection[str] | None = None) -> _Look:
        sight = self.sight
        flat = sight.flat(frame, view, self.tracker.version)
        memory = self._memory
        r = sight.raster
        kept: list[Found] = []
        changed: Mask | None = None
        if memory is not None and not memory.stale(flat):
            changed = memory.changed(flat)
            if hidden is not None:
                changed[hidden > 0] = 0
            grow = max(3, round(5 * r.scale) | 1)
            where = np.asarray(cv2.dilate(changed, np.ones((grow, grow), np.uint8)), np.uint8)
            for a in memory.cubes:
                box, mask = silhouette(r, a.cube, sight.edge, self._foot(view, a.cube))
                inside = mask > 0
                share = float((changed[box][inside] > 0).mean()) if inside.any() else 0.0
                if share < KEPT_SHARE:
                    kept.append(Found(a.cube, 0.0, kept=True, owner=a.owner))
                    where[box][inside] = 0
                else:
                    where[box] |= mask
        else:
            where = np.zeros((r.height, r.width), np.uint8)
            for p in sight.areas:
                if places is None or p.id in places:
                    where |= r.mask(p.polygon, 3.0)
        if hidden is not None:
            where[hidden > 0] = 0
        found: list[Found] = list(kept)
        extras: list[Extra] = []
        if where.any() and sight.cubes:
            evidence = sight.evidence(flat, where)
            paints = list(range(len(sight.cubes)))
            found, extras = counting.find(evidence, where, view, sight.edge, sight.height, kept, paints)
        shared = [(f, {f.owner: 1.0} if f.owner else belongs(sight.areas, f.cube.x, f.cube.y)) for f in found]
        more = [(e, belongs(sight.areas, e.cube.x, e.cube.y)) for e in extras]
        readings = {}
        seen = self._seen(view, hidden)
        for p in sight.areas:
            if places is not None and p.id not in places:
                continue
            if changed is not None and memory is not None and self._same(p.id, changed, shared):
                counts = {
                    c.id: counting.known(memory.contents.get(p.id, {}).get(c.id, 0), SURE_UNCHANGED)
                    for c in sight.cubes
                    if sight.fits(p, c)
                }
            else:
                counts = self._counts(p.id, shared, more)
            readings[p.id] = self._reading(p.id, counts, seen[p.id])
        dice: tuple[DieReading, ...] = ()
        if places is None or any(p.id in places for p in self._dice.trays):
            self._dice.light(sight.camera)
            dice = self._dice.read(frame, flat, sight)
        return _Look(frame, flat, hidden, shared, readings, dice, self.tracker.version)

    def _same(self, place: str, changed: Mask, shared: list[tuple[Found, dict[str, float]]]) -> bool:
        """True if nothing in a place has changed."""
        box, mask = self.sight.masks[place]
        area = cv2.countNonZero(cv2.bitwise_and(changed[box], mask)) / self.sight.raster.scale**2
        if area > CHANGED_MM2:
            return False
        memory = self._memory
        assert memory is not None
        gone = {a.cube for a in memory.cubes if a.owner == place} - {f.cube for f, _ in shared if f.kept}
        return not gone and not any(not f.kept and s.get(place, 0) > 0.02 for f, s in shared)

    def _counts(
        self, place: str, shared: list[tuple[Found, dict[str, float]]], extras: list[tuple[Extra, dict[str, float]]]
    ) -> dict[str, tuple[float, ...]]:
        sight = self.sight
        here = [(f, s[place]) for f, s in shared if s.get(place, 0) > 0.005]
        more = [(e, s[place]) for e, s in extras if s.get(place, 0) > 0.005]
        out = {}
        for i, piece in enumerate(sight.cubes):
            most = sight.fits(sight.place[place], piece)
            if most:
                ghosts = self._memory.ghosts.get((place, piece.id), 0) if self._memory else 0
                out[piece.id] = counting.number_odds(i, here, more, most, ghosts)
        return out

    def _reading(self, place: str, counts: Mapping[str, tuple[float, ...]], seen: float) -> Reading:
        if seen < 0.5:
            return Reading(place, seen, {k: counting.flat() for k in counts})
        return Reading(place, seen, {k: counting.mixed(v, seen) for k, v in counts.items()})

    def _agreed_readings(self, in_picture: Mapping[str, float], hidden: Mask | None) -> dict[str, Reading]:
        memory, sight = self._memory, self.sight
        assert memory is not None
        seen = self._seen_from(in_picture, hidden)
        out = {}
        for p in sight.areas:
            counts = {
                c.id: counting.known(memory.contents.get(p.id, {}).get(c.id, 0), SURE_UNCHANGED)
                for c in sight.cubes
                if sight.fits(p, c)
            }
            out[p.id] = self._reading(p.id, counts, seen[p.id])
        return out

    # --- parts -------------------------------------------------------------------------------------------------

    def _foot(self, view: View, cube: Cube) -> tuple[float, float]:
        lx, ly = view.lean(cube.x, cube.y)
        return (-lx * self.sight.height, -ly * self.sight.height)

    def _seen(self, view: View, hidden: Mask | None) -> dict[str, float]:
        return self._seen_from(self.sight.in_picture(view), hidden)

    def _seen_from(self, in_picture: Mapping[str, float], hidden: Mask | None) -> dict[str, float]:
        seen = dict(in_picture)
        if hidden is not None:
            for p, (box, mask) in self.sight.masks.items():
                inside = mask > 0
                seen[p] *= 1 - float((hidden[box][inside] > 0).mean()) if inside.any() else 1.0
        return seen

    def _hidden(self, cover: NDArray[np.uint8] | None, view: View) -> Mask | None:
        """The cover on the small picture, drawn onto the raster of tops."""
        if cover is None:
            return None
        s = cover.shape[1] / view.size[0]
        shrink = np.array([[s, 0, (s - 1) / 2], [0, s, (s - 1) / 2], [0, 0, 1.0]])
        m = shrink @ view.plane(self.sight.height) @ self.sight.raster.inverse
        size = (self.sight.raster.width, self.sight.raster.height)
        return np.asarray(cv2.warpPerspective(cover, m, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP), np.uint8)

    def _wanted(self, contents: Contents) -> dict[tuple[str, str], int]:
        names = set(self._names)
        areas = {p.id for p in self.sight.areas}
        return {(p, k): n for p, c in contents.items() if p in areas for k, n in c.items() if k in names and n > 0}

    def _place_known(
        self, evidence: Evidence, want: Mapping[tuple[str, str], int], flat: Flat, others: list[Agreed]
    ) -> tuple[list[Agreed], dict[tuple[str, str], int]]:
        """Where the agreed pieces lie, place by place; those that no pixel shows come back as ghosts."""
        sight, view = self.sight, flat.view
        out: list[Agreed] = []
        ghosts: dict[tuple[str, str], int] = {}
        for place in sorted({k[0] for k in want}):
            box = sight.raster.box(sight.place[place].polygon, sight.edge)
            rims = None
            if not others:  # nothing is known of the print yet
                grown = sight.raster.mask(sight.place[place].polygon, 2.0)[box]
                rims, smooth = outlines(flat.log[box], grown, sight.raster.scale)
            stage = counting.stage_of(evidence, box, sight.edge, sight.height, view, rims)
            if rims is not None:
                stage.top += smooth
            need = {self._names.index(k): n for (p, k), n in want.items() if p == place}
            near = [a.cube for a in others + out if counting.within(stage, a.cube)]
            inside = sight.raster.mask(sight.place[place].polygon)[box]
            cubes, _ = stage.exactly(need, near, inside)
            placed = cubes[len(near) :]
            for c in placed:
                rest = [o for o in cubes if o is not c]
                if stage.score(cubes) - stage.score(rest) < 0 and others:
                    key = (place, self._names[c.paint])
                    ghosts[key] = ghosts.get(key, 0) + 1
                else:
                    out.append(Agreed(c, place))
            for k, n in need.items():
                short = n - sum(c.paint == k for c in placed)
                if short > 0:
                    ghosts[(place, self._names[k])] = ghosts.get((place, self._names[k]), 0) + short
        return out, ghosts

    def _teach(self, cubes: list[Agreed], flat: Flat, *, afresh: bool) -> dict[str, int]:
        """Learn paints from tops of known cubes; numbers of pieces used per colour."""
        sight, r = self.sight, self.sight.raster
        by_colour: dict[str, list[NDArray[np.float64]]] = {}
        for a in cubes:
            q = r.px(square(a.cube.x, a.cube.y, a.cube.yaw, 0.68 * sight.edge))
            box = r.box(r.mm(q), 0.5)
            mask = np.zeros((box[0].stop - box[0].start, box[1].stop - box[1].start), np.uint8)
            if not mask.size:
                continue
            cv2.fillConvexPoly(mask, np.round((q - (box[1].start, box[0].start)) * 16).astype(np.int32), 255, 8, 4)
            inside = (mask > 0) & flat.lit[box]
            if inside.sum() >= 0.4 * (mask > 0).sum():
                colour = sight.cubes[a.cube.paint].colour
                by_colour.setdefault(colour, []).append(flat.colour[box][inside].astype(np.float64))
        for colour, samples in by_colour.items():
            paint = first_guess(colour, sight.camera) if afresh else sight.paints[colour]
            sight.teach(paint.learn(samples, 1.0 if afresh or paint.pieces < 8 else 0.4))
        return {c: len(s) for c, s in by_colour.items()}

    def _learn_print(self, frame: Frame, view: View, cubes: list[Cube], hidden: Mask | None, rate: float) -> None:
        """The print in plain view teaches the background; near pieces it may lie in shadow."""
        r = self.sight.raster
        quality = np.ones((r.height, r.width), np.float32)
        for grow, value in ((PLAIN_VIEW_MM, 0.6), (0.8, 0.0)):
            for c in cubes:
                box, mask = silhouette(r, c, self.sight.edge, self._foot(view, c), grow)
                part = quality[box]
                part[mask > 0] = np.minimum(part[mask > 0], value)
        if hidden is not None:
            quality[hidden > 0] = 0
        self.sight.see_print(frame, view, quality, rate)
