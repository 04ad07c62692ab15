"""Spots: printed places where pieces stand in towers, lie as tokens or side by side, read together in one picture.

A place is compared with its own print, so a blue disc on a blue spot is a change too. Tokens with two faces and flat
pieces beside a spot are read along with the rest, each in its own way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, product

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from vision.calibration import SLOTS, Calibration, Scores, one_of_each
from vision.camera import Array
from vision.evidence import EXPLAINED, said
from vision.flatpieces import Besides, Faces, Lens
from vision.forms import Form, Plan, shape_of
from vision.layout import Layout, Piece, Place
from vision.memory import LastSeen
from vision.observation import Contents, Reading, Stack, stack_of
from vision.palette import Palette
from vision.rectify import Mask, clear
from vision.sight import Flat, Sight
from vision.spotprint import differs, middle
from vision.towers import Field, Guess, Spot, box_of

STANDING = ("disc", "cylinder", "cube", "token", "card")
UNDER = 0.5  # nats against a colour that shows nowhere in a heap where others do
SOME, MUCH = 0.18, 250.0  # share of a place that nothing explains: noise; mm² beyond it of which nothing can be said
NEVER = -1e4  # nats mm², of what was not even tried
RIM_MM = 1.6  # of a top that is not learned from: pixels at an edge mix two colours
SHOWN = 0.4  # share of a top's area that its paint must explain (nats mm² by MOST) to be learned from
CLAIMED = 0.12  # of a tower's pixels: if another tower explains more of them it is looked for anew
Found = list[list[Guess]]  # of each body that stands on a spot its rivals, best first


@define(eq=False)
class Spots:
    """All such places of a layout in one scene. ``learn`` once, ``confirm`` when agreed, ``read`` each settled look."""

    layout: Layout
    slots: list[Place] = field(init=False)
    spots: list[Spot] = field(init=False)
    pieces: dict[str, Piece] = field(init=False)
    palette: Palette = field(init=False)
    faces: Faces = field(init=False)
    besides: Besides = field(init=False)
    _paints: dict[str, NDArray[np.int64]] = field(init=False)  # of each spot: the paint of nothing (-1) and its pieces
    _stacks: dict[str, tuple[tuple[Stack, str, bool], ...]] = field(init=False)
    _contents: dict[str, dict[str, int]] = field(factory=dict)
    _left: dict[str, float] = field(factory=dict)  # mm² of each place that nothing explained
    found: dict[str, Found] = field(factory=dict)  # towers of the last look
    _seen: LastSeen = field(factory=LastSeen)
    _bare: dict[object, dict[str, float]] = field(factory=dict)  # log-likelihoods where nothing shows
    _tops: dict[tuple[str, int], Array] = field(factory=dict)  # of bodies (place, number), see ``Scores.tops``
    _plans: dict[tuple[tuple[str, ...], int], Plan] = field(factory=dict)
    calibration: Calibration = SLOTS

    def __attrs_post_init__(self) -> None:
        self.slots = [p for p in self.layout.places if p.look == "slot" and len(p.holds) > 1]
        heaps = [p for p in self.layout.places if p.look == "heap"]
        self.pieces = {p.id: p for p in self.layout.pieces}
        held = {p.id: [k for k in self._fitting(p) if not k.beside] for p in (*self.slots, *heaps)}
        self.spots = [Spot(p, held[p.id]) for p in (*self.slots, *heaps) if held[p.id]]
        keys = dict.fromkeys(Palette.key(k) for ks in held.values() for k in ks)
        self.palette = Palette(self.pieces, tuple(keys))
        self._paints = {s.place.id: np.array([-1, *(self.palette.index(p) for p in s.pieces)]) for s in self.spots}
        self._stacks = {p.id: tuple(self._stacked(p)) for p in self.slots}
        self.faces = Faces(self.layout)
        self.besides = Besides(self.layout, self.slots)

    @property
    def keys(self) -> tuple[str, ...]:
        return self.palette.keys

    @property
    def places(self) -> list[Place]:
        """Everything that is read here."""
        return [*(s.place for s in self.spots), *self.faces.places]

    def _fitting(self, place: Place) -> list[Piece]:
        return [p for p in self.layout.pieces if p.kind in place.holds]

    # ------------------------------------------------------------ looking
    def field(
        self,
        flat: Flat,
        sight: Sight,
        hidden: Mask | None,
        only: Collection[str] | None = None,
        among: Collection[str] | None = None,
    ) -> Field:
        """The evidence around all spots or ``among`` these; around ``only`` these to learn from: a top in a gleam
        teaches nothing."""
        r = sight.raster
        # Tops that lie on and beside each other in a field would be taken for one in a gleam.
        masks = {gleams: np.zeros((r.height, r.width), np.bool_) for gleams in (False, True)}
        for spot in self.spots:
            if all(names is None or spot.place.id in names for names in (only, among)):
                masks[only is None and spot.place.look == "slot"][box_of(spot, r, flat.view, sight.height)] = True
        masks[True] &= ~masks[False]
        shown = flat.shown & (flat.glare == 0)
        clear(shown, hidden)
        by = [(self.palette.tables(sight, gleams), where & shown) for gleams, where in masks.items() if where.any()]
        by = by or [(self.palette.tables(sight, False), masks[False])]
        found = said(flat.even, flat.back, sight.white_over, by, r, sight.shade)
        found.rows[~shown] = EXPLAINED  # what hides a place speaks neither for a piece nor for print
        return Field(found, flat.view, sight.height)

    def plan(self, spot: Spot) -> Plan:
        """The forms to be tried in each paint; in the last, which has no name, all of them."""
        key = (tuple(p.id for p in spot.pieces), spot.below)
        if key not in self._plans:
            forms: dict[Form, set[int]] = {}
            for i, key_ in enumerate(self.keys):
                mine = [p for p in spot.pieces if Palette.key(p) == key_]
                if not mine:
                    continue
                others = [p for p in self.layout.pieces if not p.beside and not p.face and Palette.key(p) == key_]
                for s in dict.fromkeys(shape_of(p) for p in (*mine, *others) if p.shape in STANDING):
                    for n in range(spot.below + 1):
                        forms.setdefault(Form(s, n, spot.base), set()).add(i)
            may = np.zeros((len(self.keys) + 1, len(forms)), np.bool_)
            for j, (form, paints) in enumerate(forms.items()):
                may[sorted(paints), j] = True
                may[-1, j] = not form.below
            discs = np.asarray(may[:, [f.top == spot.base for f in forms]].any(axis=1))
            discs[-1] = False
            self._plans[key] = Plan(tuple(forms), may, discs)
        return self._plans[key]

    def only(self, spot: Spot, piece: Piece, below: int) -> Plan:
        """A plan for what is told to stand there."""
        may = np.zeros((len(self.keys) + 1, 1), np.bool_)
        may[self.keys.index(Palette.key(piece))] = True
        return Plan((Form(shape_of(piece), below, spot.base),), may, may[:, 0])

    def find(self, field_: Field, spots: Sequence[Spot], kept: Mapping[str, Found] | None = None) -> dict[str, Found]:
        """Towers of all spots: for each body that stands there its rivals, best first; the last is what is left.

        ``kept``: what stands on some of them is known already.
        """
        kept = kept or {}
        cost = self.calibration.cost
        for spot in spots:
            for guesses in kept.get(spot.place.id, ()):
                if guesses and guesses[0].score >= cost:
                    field_.explain(spot, guesses[0])
        first = {}
        for spot in spots:
            if spot.place.id not in kept and field_.stirred(spot):
                found = field_.search(spot, self.plan(spot))
                if found:
                    first[spot.place.id] = found
        out: dict[str, Found] = {s.place.id: list(kept.get(s.place.id, ())) for s in spots}
        waiting = sorted((s for s in spots if s.place.id in first), key=lambda s: -first[s.place.id][0].score)
        for spot in waiting:
            name = spot.place.id
            guesses, plan = first[name], self.plan(spot)
            for _ in range(3 if spot.place.look == "heap" else 1):
                if guesses and guesses[0].score > 0 and field_.open(spot, guesses[0]) < 1 - CLAIMED:
                    guesses = field_.search(spot, plan)
                out[name].append(guesses)
                if not guesses or guesses[0].score < cost:
                    break
                field_.explain(spot, guesses[0])
                if spot.place.look == "heap":
                    guesses = field_.search(spot, plan) if field_.stirred(spot) else []
            else:
                if spot.place.look == "heap":
                    out[name].append([])
        self._left |= {s.place.id: field_.unexplained(s) for s in spots if s.place.id not in kept}
        return out

    # ------------------------------------------------------------ learning
    def learn(self, flat: Flat, sight: Sight, contents: Contents) -> None:
        """A table whose contents are known: paints from what stands there, in two rounds."""
        told = {s.place.id: t for s in self.spots if (t := self._told(s, contents))}
        lens = Lens(flat, sight)
        before = {k: sight.paints[k] for k in self.keys if k in sight.paints}
        rough: dict[str, list[Array]] = {}
        for spot in (s for s in self.spots if s.place.id in told):
            piece, below = told[spot.place.id]
            pixels = lens.at(middle(spot, piece, below))
            if pixels is not None:
                rough.setdefault(Palette.key(piece), []).append(pixels)
        self.palette.teach(sight, rough, before)
        for _ in range(2):
            self.palette.teach(sight, rough | self._samples(told, flat, sight, None), before)
        self._contents = {k: dict(v) for k, v in contents.items()}
        self.faces.learn(lens, contents)
        self.besides.agree(lens, sight, contents)

    def _told(self, spot: Spot, contents: Contents) -> tuple[Piece, int] | None:
        """The top piece that is told to stand on a spot and how many are below; None where it is not plain."""
        stack = [p for p in stack_of(contents.get(spot.place.id, {})) if p in self.pieces and not self.pieces[p].beside]
        if not stack or (spot.place.look == "heap" and len(stack) > 1):
            return None
        return self.pieces[stack[-1]], min(len(stack) - 1, spot.below)

    def _samples(
        self, told: Mapping[str, tuple[Piece, int]], flat: Flat, sight: Sight, hidden: Mask | None,
        lens: Lens | None = None,
    ) -> dict[str, list[Array]]:  # fmt: skip
        """Pixels of tops that are told to stand on spots, by paint. With a ``lens`` a paint that was never seen is
        taken from where its piece should stand, if that is not found but the print does not show there."""
        out: dict[str, list[Array]] = {}
        field_ = self.field(flat, sight, hidden, told.keys())
        for spot in (s for s in self.spots if s.place.id in told):
            piece, below = told[spot.place.id]
            key = Palette.key(piece)
            guesses = field_.search(spot, self.only(spot, piece, below))
            if guesses and guesses[0].score > SHOWN * shape_of(piece).area:
                pixels = self._pixels(field_, spot, guesses[0], flat, sight)
                if len(pixels) >= 6:
                    out.setdefault(key, []).append(pixels)
            elif lens is not None and not self.palette.seen(key, sight):
                points = lens.at(middle(spot, piece, below))
                if points is not None and differs(points, spot, flat, sight):
                    out.setdefault(key, []).append(points)
        return out

    def _pixels(self, field_: Field, spot: Spot, guess: Guess, flat: Flat, sight: Sight) -> Array:
        r, c = field_.lit_top(spot, guess, RIM_MM)
        ok = flat.lit[r, c]
        return np.asarray((flat.even[r, c] - sight.white_over[r, c])[ok], np.float64)

    def confirm(self, flat: Flat, sight: Sight, hidden: Mask | None, contents: Contents) -> None:
        """The picture was agreed to show this: what is new on a spot teaches its paint."""
        lens = Lens(flat, sight)
        new = {s.place.id for s in self.spots if self._contents.get(s.place.id, {}) != contents.get(s.place.id, {})}
        told = {s.place.id: t for s in self.spots if s.place.id in new and (t := self._told(s, contents))}
        samples = self._samples(told, flat, sight, hidden, lens) if told else {}
        self.palette.confirm(sight, samples)
        self._contents = {k: dict(v) for k, v in contents.items()}
        self.faces.confirm(lens, contents)
        self.besides.agree(lens, sight, contents)

    # ------------------------------------------------------------ reading
    def read(
        self,
        flat: Flat,
        sight: Sight,
        hidden: Mask | None,
        shares: Mapping[str, float],
        places: Collection[str] | None = None,
    ) -> dict[str, Reading]:
        """What stands on every spot with its log-likelihoods. ``shares``: how much of each was in plain view."""
        lens = Lens(flat, sight)
        out = self.faces.read(lens, shares, places)
        seen = sight.in_picture(flat.view)
        asked = [s for s in self.spots if places is None or s.place.id in places]
        plain = {s.place.id: 1 - float((flat.glare[sight.raster.box(s.place.polygon)] > 0).mean()) for s in asked}
        share = {k: min(shares.get(k, 1.0), seen[k]) * x for k, x in plain.items()}
        shown = [s for s in asked if share[s.place.id] >= 0.5]
        found = self.found = self._found(flat, sight, hidden, shown)
        rows = {s.place.id: self._odds(s, found[s.place.id][0] if found[s.place.id] else (), sight) for s in shown}
        slots = {s.id for s in self.slots}
        stirred = {k for k, row in rows.items() if k in self._contents and k in slots and self._stirred(k, row)}
        beside = self.besides.read(lens, sight, stirred)
        for spot in asked:
            name = spot.place.id
            if spot.place.look == "heap":
                out[name] = self._heap(spot, found.get(name), sight, share[name])
            else:
                out[name] = self._slot(spot, rows.get(name), share[name], beside.get(name, (0.0, 0.0)))
        return out

    def _found(self, flat: Flat, sight: Sight, hidden: Mask | None, shown: Sequence[Spot]) -> dict[str, Found]:
        """Towers of these spots. What looks as it did when it was read is not read again."""
        clear = flat.shown & (flat.glare == 0) & (True if hidden is None else hidden == 0)
        tables = [self.palette.tables(sight, gleams) for gleams in (False, True)]
        boxes = {s.place.id: box_of(s, sight.raster, flat.view, sight.height) for s in shown}
        same = self._seen.same(flat, tables, boxes, clear)
        kept = {k: self.found[k] for k in same if k in self.found}
        field_ = self.field(flat, sight, hidden, among=boxes.keys() - kept.keys())
        found = self.find(field_, shown, kept)
        if moved := self.palette.follow(self._explained(field_, shown, found, flat, sight), sight):
            # Where no such paint was a rival nothing is looked for anew.
            kept = {k: f for k, f in found.items() if f and all(g.paint not in moved for gs in f for g in gs)}
            field_ = self.field(flat, sight, hidden, among=boxes.keys() - kept.keys())
            found, same = self.find(field_, shown, kept), []
            self._explained(field_, shown, found, flat, sight)
            tables = [self.palette.tables(sight, gleams) for gleams in (False, True)]
        self._seen.remember(flat, tables, {k: b for k, b in boxes.items() if k not in same}, clear)
        return found

    def _explained(
        self, field_: Field, spots: Sequence[Spot], found: Mapping[str, Found], flat: Flat, sight: Sight
    ) -> Mapping[str, Array]:
        """Tell the paints of all tops that show; shifts (log light) of paints in this light."""
        tops: dict[tuple[str, int], Array] = {}
        for spot in spots:
            for n, guesses in enumerate(found[spot.place.id]):
                if guesses and guesses[0].score > SHOWN * guesses[0].form.top.area:
                    pixels = self._pixels(field_, spot, guesses[0], flat, sight)
                    if len(pixels) >= 6:
                        tops[spot.place.id, n] = np.median(pixels, axis=0)
        likes, shifts = self.palette.explain(list(tops.values()), sight)
        self._tops = dict(zip(tops, likes, strict=True))
        return shifts

    def scores(self, spot: Spot, guesses: Sequence[Guess], sight: Sight, body: int = 0) -> Scores:
        """What the hypotheses of a spot's ``body`` come to for nothing and each of its pieces."""
        names, paints = spot.names, self._paints[spot.place.id]
        exact, other, stranger = np.full(len(names), NEVER), np.full(len(names), NEVER), NEVER
        unseen = frozenset(np.flatnonzero(np.isin(paints, self.palette.words(sight))).tolist())
        for g in guesses:
            if g.paint == len(self.keys):
                unknown = [i for i in unseen if spot.tops[i - 1] == g.form.top]
                for i in unknown:  # it may look like anything: by its form it is no stranger
                    exact[i] = max(exact[i], g.score - self.calibration.stranger / self.calibration.slope)
                stranger = stranger if unknown else max(stranger, g.score)
                continue
            mine = np.flatnonzero(paints == g.paint).tolist()
            own = [i for i in mine if spot.tops[i - 1] == g.form.top]
            for i in own or mine:
                found = exact if own else other
                found[i] = max(found[i], g.score)
        top = self._tops.get((spot.place.id, body), np.full(len(self.keys) + 1, np.nan))
        return Scores(names, exact, other, stranger, self._odd(spot), unseen, paints, top)

    def _odd(self, spot: Spot) -> float:
        """How much shows on a spot that nothing explains, 0..1."""
        return min(max((self._left.get(spot.place.id, 0.0) - SOME * spot.area) / MUCH, 0.0), 1.0)

    def told(self, sight: Sight) -> Iterator[tuple[str, str, Scores]]:
        """(place, look, scores of its first body) of all places that the last look read."""
        for spot in self.spots:
            if (found := self.found.get(spot.place.id)) is not None:
                yield spot.place.id, spot.place.look, self.scores(spot, found[0] if found else (), sight)

    def _odds(self, spot: Spot, guesses: Sequence[Guess], sight: Sight, body: int = 0) -> dict[str, float]:
        """Calibrated log-likelihoods of what is on top by the scores of all hypotheses; the best is 0."""
        key = None if guesses or self._odd(spot) else (spot.names, self.palette.words(sight))
        if key in self._bare:
            return self._bare[key]
        s = self.scores(spot, guesses, sight, body)
        p = self.calibration.posterior(s)
        row = self._humble(spot, dict(zip(s.names, np.log(p / p.max()).tolist(), strict=True)), sight)
        if key is not None:
            self._bare[key] = row
        return row

    def _humble(self, spot: Spot, row: dict[str, float], sight: Sight) -> dict[str, float]:
        """What was never seen may be the best guess, never certain."""
        best = max(row, key=row.__getitem__)
        if not best or self.palette.seen(paint := Palette.key(self.pieces[best]), sight):
            return row
        # Not what lay there before: its look is known, and it is not that.
        before = self._top(stack_of(self._contents.get(spot.place.id, {})))
        others = [k for k in row if k not in ("", best, before) and Palette.key(self.pieces[k]) != paint]
        rival = max(others or [k for k in row if k != best], key=row.__getitem__)
        return row | {rival: max(row[rival], -self.calibration.unseen)}

    def _stirred(self, name: str, row: Mapping[str, float]) -> bool:
        """Whether a spot looks more like anything else than what was agreed."""
        return row.get(self._top(stack_of(self._contents[name])), 0.0) < -1e-9

    def _slot(self, spot: Spot, row: Mapping[str, float] | None, share: float, odds: tuple[float, float]) -> Reading:
        stacks = self._stacks[spot.place.id]
        if row is None:
            return Reading(spot.place.id, 0.0, {}, tuple((stack, 0.0) for stack, *_ in stacks))
        found = tuple((stack, row[top] + odds[flanked]) for stack, top, flanked in stacks)
        return Reading(spot.place.id, share, {}, found)

    def _heap(self, spot: Spot, found: Sequence[Sequence[Guess]] | None, sight: Sight, share: float) -> Reading:
        """Log-likelihoods of none and one of every piece of a field."""
        if found is None:
            return Reading(spot.place.id, 0.0, {p.id: (0.0, 0.0) for p in spot.pieces})
        rows = [self._odds(spot, guesses, sight, n) for n, guesses in enumerate(found or [()])]
        return Reading(spot.place.id, share, one_of_each(spot.names[1:], rows, UNDER))

    def _top(self, stack: Stack) -> str:
        """What is seen of a stack: the uppermost piece; flat pieces beside it are not looked at."""
        shown = [p for p in stack if p in self.pieces and not self.pieces[p].beside]
        return shown[-1] if shown else ""

    def _stacked(self, slot: Place) -> Iterator[tuple[Stack, str, bool]]:
        """What may lie on a spot, what is seen of it, and whether something lies beside: at most one piece of each
        kind, in the order of the layout."""
        kinds: dict[str, list[str]] = {}
        for p in self._fitting(slot):
            kinds.setdefault(p.kind, []).append(p.id)
        for n in range(len(kinds) + 1):
            for chosen in combinations(kinds.values(), n):
                for stack in product(*chosen):
                    yield stack, self._top(stack), any(self.pieces[p].beside for p in stack)
