"""The reader: pictures in, observations out. Calibrated by tables whose contents are known, it reads what changes.

    reader = Reader(layout)
    reader.learn(frame, contents)        # the set-up position
    observation = reader.look(frame, t)  # every picture
    reader.confirm(contents)             # what the last settled look was agreed to show

Contents are plain values: place id -> {piece id: number}; places that are left out are taken as empty.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

import numpy as np
from attrs import define, field

from vision import learning
from vision.calibration import Scores
from vision.camera import Refusal, View
from vision.dice import DiceReader
from vision.layout import Layout, counted
from vision.looking import BoardReader, Frame, Learned, Look
from vision.mapdice import MapDice
from vision.memory import Agreed, Memory, share_out
from vision.observation import DOUBTFUL, SMALL, UNLAID, Contents, DieReading, Reading, never_sure
from vision.paints import apart
from vision.reading import Scan, agreed_counts, reading, readings, scan, visible
from vision.rectify import Mask, clear
from vision.reference import ReferencePose
from vision.sight import FINEST, Flat, Sight
from vision.slots import read_slots
from vision.solids import Body, Solid
from vision.spotprint import SHADY, adopt_prints, plain, unlaid, veil
from vision.spots import Spots
from vision.tallies import Tally, by_number, surely_bare

CLOSE_SIGMA = 4.0
SOME, MOST = 6, 0.8  # of so many pieces this share does not show: they are not laid yet
FINER = 1.15  # a raster is made anew for pictures so much finer


def _unlaid(placed: learning.Placed, want: Mapping[tuple[str, str], int]) -> bool:
    """Whether next to nothing of what should lie in areas is there."""
    n = sum(want.values())
    return n >= SOME and sum(placed.ghosts.values()) > MOST * n


@define(eq=False)
class _Scanned(Look):
    """A look at pieces in areas, and what was found of them."""

    scan: Scan = field(factory=Scan)


class Reader(BoardReader[_Scanned]):
    """Reads boards of pieces in heaps, on spots and in areas."""

    def __init__(self, layout: Layout, reference: ReferencePose | None = None) -> None:
        super().__init__(layout, reference)
        self._dice = DiceReader(layout)
        self._lying = MapDice(layout)
        self._spots: Spots | None = None  # once a table was learned, if it has any
        self._spotted = bool(Spots(layout).places)
        self._single = False  # one picture is read for itself
        self._memory: Memory | None = None
        self._shown: _Scanned | None = None  # the last that was read, by whatever way

    def blank(self, frame: Frame) -> Refusal | None:
        view = self._pose(frame)
        if isinstance(view, Refusal):
            return view
        self.sight = Sight(self.layout)
        self._spots = Spots(self.layout) if self._spotted else None
        self.sight.light(frame, view)
        self._dice.light(self.sight.camera)
        r = self.sight.raster
        self.sight.see_print(frame, view, np.ones((r.height, r.width), np.float32))
        self._memory = self._last = None
        self._fresh = True
        return None

    def learn(self, frame: Frame, contents: Contents) -> Learned:
        found = self._pose(frame)
        if isinstance(found, Refusal):
            return Learned({}, refusal=found)
        closer = self.stills.closer(frame, found)
        if closer is None:
            return Learned({}, refusal=Refusal(UNLAID))  # the still that was wanted did not come out
        frame, view = closer
        self._refine(view)
        sight = self.sight
        sight.light(frame, view)
        self._dice.light(sight.camera)
        spots = Spots(self.layout)
        want = learning.wanted(sight, contents)
        fresh = not sight.background.known.any()
        found_now = self._set_out(frame, view, spots, want, contents, fresh)
        if found_now is None:
            if fresh:
                sight.background.forget()  # hands lay the pieces now: what was seen of the print may be in their shadow
            return Learned({}, refusal=Refusal(UNLAID))
        flat, placed, used = found_now
        self._spots = spots if self._spotted else None
        flat = self._bare(frame, flat, placed, contents)
        flat, placed, used = self._looked_again(frame, flat, placed, used, contents)
        if placed.ghosts and (missing := surely_bare(sight, flat, placed.ghosts, placed.bodies)):
            contents = {p: {} if p in missing else c for p, c in contents.items()}  # it does not lie as it was told
            placed = placed.without(missing)
            flat = self._bare(frame, flat, placed, contents)
        laid = {sight.colours[s.colour] for s in sight.solids if any(k == s.piece for _, k in want)}
        sight.unseen = frozenset(laid - used.keys()) if self._night else frozenset()
        adopt_prints(spots.spots, sight)
        flat = sight.flat(frame, view, self.stills.version)
        spots.learn(flat, sight, contents)
        self._agree_first(frame, flat, placed, contents)
        pairs = combinations(sorted(sight.colours), 2)
        close = [(a, b, round(apart(sight.paints[a], sight.paints[b]), 1)) for a, b in pairs]
        return Learned(used, tuple(c for c in close if c[2] < CLOSE_SIGMA), tuple(sorted(placed.vague)))

    @property
    def _night(self) -> bool:
        """Whether the print is a dark one."""
        return self.sight.white is not None and self.sight.white.dark

    def _set_out(
        self,
        frame: Frame,
        view: View,
        spots: Spots,
        want: Mapping[tuple[str, str], int],
        contents: Contents,
        fresh: bool,
    ) -> tuple[Flat, learning.Placed, Mapping[str, int]] | None:
        """The picture, where pieces lie in areas, and how many taught each paint; ``fresh``: the first time of all.
        None where what should lie there does not lie there yet."""
        sight = self.sight
        busy = learning.area_mask(sight, {p for p, _ in want}, 3.0)
        self._lying.look(frame, view, sight)
        cover = self._lying.cover(sight, view)
        if fresh:
            under = veil(spots.spots, sight, view, contents)
            sight.see_print(frame, view, np.where((busy | cover) > 0, 0.0, SHADY[under]).astype(np.float32))
        busy[cover > 0] = 0
        flat = sight.flat(frame, view, self.stills.version)
        if spots.spots and unlaid(spots.spots, flat, sight, contents):
            return None
        placed, used = learning.first_found(sight, flat, want, busy, fresh=fresh)
        if fresh and placed.ghosts:
            placed = learning.looked_closer(sight, frame, view, placed, want, busy)
            used = learning.teach(sight, placed.bodies, flat, afresh=True)
        return None if not self._night and _unlaid(placed, want) else (flat, placed, used)

    def _looked_again(
        self, frame: Frame, flat: Flat, placed: learning.Placed, used: Mapping[str, int], contents: Contents
    ) -> tuple[Flat, learning.Placed, Mapping[str, int]]:
        """Pieces that did not show are looked for by their paints, by their form, and once more by the paints that
        those have taught."""
        flat, placed = self._by_paint(frame, flat, placed, contents)
        more = by_number(self.sight, flat, placed.ghosts, placed.bodies) if placed.ghosts else []
        if more:
            placed = placed.with_more(self.sight, more)
            used = learning.teach(self.sight, placed.bodies, flat, afresh=True)
            flat = self._bare(frame, flat, placed, contents)
            flat, placed = self._by_paint(frame, flat, placed, contents)
        return flat, placed, used

    def _by_paint(
        self, frame: Frame, flat: Flat, placed: learning.Placed, contents: Contents
    ) -> tuple[Flat, learning.Placed]:
        """Pieces that did not show, looked for by their paints."""
        if not placed.ghosts:
            return flat, placed
        more = learning.lay_ghosts(self.sight, flat, placed.ghosts, placed.bodies, None).bodies
        placed = placed.with_more(self.sight, more)
        return self._bare(frame, flat, placed, contents), placed

    def _agree_first(self, frame: Frame, flat: Flat, placed: learning.Placed, contents: Contents) -> None:
        """The set-up that was learned is what was agreed last."""
        memory = self._memory = Memory.of(self.sight.raster, flat, None)
        memory.contents = {p: dict(c) for p, c in contents.items()}
        memory.bodies, memory.ghosts = placed.bodies, placed.ghosts
        self._lying.agree()
        look = _Scanned(frame, flat, None, {})
        look.readings = self._agreed(look)
        self._last = look
        self._fresh = True

    def _refine(self, view: View) -> None:
        """Before anything is known: a finer raster where the picture is much finer than the usual one."""
        shares = self.sight.in_picture(view)
        scales = [view.px_per_mm(*p.centre) for p in self.sight.areas if shares[p.id] > 0.5]
        fine = min(FINEST, float(np.median(scales)) if scales else 0.0)
        if fine > FINER * self.sight.raster.scale and not self.sight.background.known.any():
            paints = self.sight.paints
            self.sight = Sight(self.layout, fine)
            self.sight.paints.update(paints)

    def _bare(self, frame: Frame, flat: Flat, placed: learning.Placed, contents: Contents) -> Flat:
        """Learn the print around known pieces; the same picture in terms of what is known then."""
        veiled = learning.unclear(self.sight, flat, placed.ghosts, None) | self._lying.cover(self.sight, flat.view)
        if self._spots is not None:
            veiled |= veil(self._spots.spots, self.sight, flat.view, contents)
        learning.learn_print(self.sight, frame, flat.view, [a.body for a in placed.bodies], veiled, rate=0.0)
        return self.sight.flat(frame, flat.view, self.stills.version)

    def confirm(self, contents: Contents, dice: Mapping[str, str] | None = None) -> None:
        """``dice``: tray -> face that its die was agreed to show."""
        if dice:
            self._dice.confirm(dice)
        look, sight = self._last, self.sight
        if look is None:
            return
        want = learning.wanted(sight, contents)
        flat, hidden = look.flat, look.hidden
        cover = self._lying.cover(sight, flat.view)
        if self._memory is None:
            self._memory = Memory.of(sight.raster, flat, hidden)
        memory = self._memory
        doubtful = {p for p, c in contents.items() if DOUBTFUL in c}
        found = [(f.body, s) for f, s in look.scan.found] or [(a.body, {a.owner: 1.0}) for a in memory.bodies]
        owners, missing = share_out(found, [s.piece for s in sight.shapes], want)
        agreed = [Agreed(c, o) for (c, _), o in zip(found, owners, strict=True) if o]
        ghosts = {k: min(n, memory.ghosts[k]) for k, n in missing.items() if k in memory.ghosts}
        missing = {k: n - ghosts.get(k, 0) for k, n in missing.items() if n > ghosts.get(k, 0)}
        if missing:
            where = learning.area_mask(sight, {p for p, _ in missing})
            where[cover > 0] = 0
            clear(where, hidden)
            placed = learning.place_known(sight, sight.evidence(flat, where), missing, flat, agreed)
            agreed += placed.bodies
            for key, n in placed.ghosts.items():
                ghosts[key] = ghosts.get(key, 0) + n
        if ghosts:
            found_again = learning.lay_ghosts(sight, flat, ghosts, agreed, hidden)
            agreed += found_again.bodies
            ghosts = found_again.ghosts
        fresh = {f.body for f, _ in look.scan.found if not f.kept}
        learning.teach(sight, [a for a in agreed if a.body in fresh], flat, afresh=False)
        where = np.full(flat.shown.shape, 255, np.uint8)
        clear(where, None if look.relit else hidden)  # nobody moved what lies under a glare: so it looks from now on
        where[learning.area_mask(sight, doubtful) > 0] = 0
        memory.update(flat, where)
        memory.contents = {p: dict(c) for p, c in contents.items()} | {
            p: c for p, c in memory.contents.items() if p in doubtful
        }
        memory.bodies = agreed + [a for a in memory.bodies if a.owner in doubtful]
        memory.ghosts = ghosts | {k: n for k, n in memory.ghosts.items() if k[0] in doubtful}
        self._lying.agree(doubtful)
        veiled = learning.unclear(sight, flat, ghosts, hidden) | learning.area_mask(sight, doubtful) | cover
        if self._spots is not None:
            veiled |= veil(self._spots.spots, sight, flat.view, contents)
        learning.learn_shade(sight, flat, [a.body for a in agreed], veiled)
        learning.learn_print(sight, look.frame, flat.view, [a.body for a in agreed], veiled, rate=0.1)
        if self._spots is not None:
            self._spots.confirm(flat, sight, hidden, contents)
        look.readings = self._agreed(look) | {p: r for p, r in look.readings.items() if p in doubtful}
        self._reading += 1
        look.scan = Scan()

    def bodies(self) -> list[tuple[Solid, Body]]:
        """The pieces in areas that the last reading believes in, or that were agreed since."""
        if self._shown is not None and self._shown.scan.found:
            bodies = [f.body for f, _ in self._shown.scan.found]
        else:
            bodies = [a.body for a in self._memory.bodies] if self._memory else []
        return [(self.sight.shapes[b.solid], b) for b in bodies]

    def scores(self) -> Iterator[tuple[str, str, Scores]]:
        """(place, look, scores) of the spots of the last reading, from which their likelihoods are made."""
        return iter(()) if self._spots is None else self._spots.told(self.sight)

    def tallies(self) -> Mapping[str, Tally]:
        """What the last reading found in places that were read together, from which their likelihoods are made."""
        return {} if self._shown is None else self._shown.scan.tallies

    # --- reading -----------------------------------------------------------------------------------------------

    def _coarse(self, view: View) -> bool:
        """Whether some place in view shows its pieces too small to be counted."""
        shares = self.sight.in_picture(view)
        near = [p for p in self.sight.areas if shares[p.id] > 0.5]
        return not all(counted(self.layout, p, view.px_per_mm(*p.centre)) for p in near)

    def _alone(self, frame: Frame, view: View, places: Collection[str] | None) -> _Scanned:
        self.stills.plain()
        memory, self._memory, self._single = self._memory, None, True
        lying = self._lying.seen
        try:
            return self._read(frame, view, None, places)
        finally:
            self._memory, self._single, self._lying.seen = memory, False, lying

    def _read(self, frame: Frame, view: View, hidden: Mask | None, places: Collection[str] | None = None) -> _Scanned:
        sight = self.sight
        flat = sight.flat(frame, view, self.stills.version, hidden)
        veiled = self._veiled(frame, flat, hidden, places)  # a cube may stand behind a die
        result = scan(sight, self._memory, flat, veiled, places) if sight.areas else Scan()
        got = readings(sight, self._memory, result, visible(sight, view, veiled), places)
        known = self._memory is not None or (self._single and sight.background.known.any())
        if known and self._spots is not None:
            got |= self._spots.read(flat, sight, hidden, plain(self._spots.places, sight.raster, hidden), places)
        elif self._single or not self._spotted:  # spots of a game are not guessed at before a table was learned
            got |= read_slots(frame, view, self.layout, places)
        if self._single:
            got = {k: self._humble(r) for k, r in got.items()}
        got |= self._lying.told(got)
        dice: tuple[DieReading, ...] = ()
        if places is None or any(p.id in places for p in self._dice.trays):
            self._dice.light(sight.camera)
            dice = self._dice.read(frame, flat, sight)
        notes = () if self._single or not self._coarse(view) else (SMALL,)
        self._shown = _Scanned(frame, flat, hidden, got, dice, notes=notes, scan=result)
        return self._shown

    def _humble(self, reading: Reading) -> Reading:
        """One picture by itself: where print and paint are words only there is a best guess, and nothing certain."""
        if not self.sight.background.known.any():
            return never_sure(reading)
        if not reading.counts:
            return reading
        paints = {p.id: self.sight.paints[p.colour] for p in self.layout.pieces if p.id in reading.counts}
        words = frozenset(k for k, p in paints.items() if not p.pieces and int(np.argmax(reading.counts[k])))
        return never_sure(reading, words) if words else reading

    def _veiled(
        self, frame: Frame, flat: Flat, hidden: Mask | None, places: Collection[str] | None = None
    ) -> Mask | None:
        """What hides the print and the pieces: hands, and the dice that lie among them."""
        if not self._lying.places:
            return hidden
        changed = None if self._memory is None else self._memory.changed(flat)
        self._lying.look(frame, flat.view, self.sight, changed, hidden, places)
        cover = self._lying.cover(self.sight, flat.view)
        return cover if hidden is None else hidden | cover

    def _agreed(self, look: _Scanned) -> dict[str, Reading]:
        """Readings of a look that shows what was agreed."""
        assert self._memory is not None
        seen = visible(self.sight, look.flat.view, look.hidden)
        memory = self._memory
        out = {p.id: reading(p.id, agreed_counts(self.sight, memory, p.id), seen[p.id]) for p in self.sight.areas}
        out |= self._lying.told(out)
        if self._spots is not None:
            shares = plain(self._spots.places, self.sight.raster, look.hidden)
            out |= self._spots.read(look.flat, self.sight, look.hidden, shares)
        return out
