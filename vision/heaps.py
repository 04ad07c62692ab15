"""Heaps: small fields where one piece of each colour may lie, side by side or on each other in any order.

What can be seen of a heap are its tops. A colour that shows lies there; one that does not may lie under another, so
little is said about it while anything shows, and much once nothing does. A top high above one field and a low one
on the next may show at the same place in the picture: it belongs to the field where it fits best.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np
from attrs import define, field, frozen

from vision.camera import Array, View
from vision.layout import Layout, Piece, Place
from vision.observation import Reading
from vision.sight import Sight
from vision.tops import NATS, Lens, grid, mispaint, misprint, span, spread, windows

RADIUS = 0.62  # of a piece's: the part of its top that is looked at
TOWERS = 4  # pieces on each other at most that are looked for
SHOWS = 3.0  # nats above which a colour is taken to show
UNDER = 0.5  # nats against a colour that shows nowhere in a heap where others do
CAP = 12.0
SAME = 0.6  # of a piece's width in the picture: tops of a colour nearer than this are one
KEEP = 0.7  # of what is known of a print when it is seen again

Contents = Mapping[str, Mapping[str, int]]


@define(eq=False)
class _Field:
    """A field's points by level, relative weights of its windows, and its pieces."""

    place: Place
    levels: list[Array]  # of points (N, 3), one for each height a top may have
    weights: Array  # (windows, N)
    pieces: list[Piece]
    middles: Array = field(factory=lambda: np.zeros((0, 2)))  # of windows (N, 2), mm

    def seen(self, lens: Lens) -> list[Array]:
        """Colours at each level that lies within the picture."""
        return [x for points in self.levels if (x := lens.at(points)) is not None]


@frozen(eq=False)
class _Tops:
    """Tops that may show in a field. ``nats``: piece id -> how well (N,); ``px`` (N, 2): where; ``apart``: px."""

    nats: Mapping[str, Array]
    px: Array
    apart: float


@define(eq=False)
class Heaps:
    """All heaps of a layout in one scene."""

    layout: Layout
    fields: list[_Field] = field(init=False)
    _bare: dict[str, list[Array]] = field(factory=dict)
    _lying: dict[str, int] = field(factory=dict)  # pieces agreed to lie there: a tower grows by one at a time

    def __attrs_post_init__(self) -> None:
        self.fields = [f for p in self.layout.places if p.look == "heap" if (f := self._field(p)).pieces]

    @property
    def places(self) -> list[Place]:
        return [f.place for f in self.fields]

    def _field(self, place: Place) -> _Field:
        pieces = [p for p in self.layout.pieces if p.id.partition(":")[0] in place.holds]
        if not pieces:
            return _Field(place, [], np.zeros((0, 0)), [])
        size, tall = pieces[0].size_mm[0], pieces[0].height_mm
        width, height = span(place.polygon)
        radius = RADIUS * size / 2
        room_x, room_y = max(0.0, (width - size) / 2), max(0.0, (height - size) / 2)
        points = grid(2 * (room_x + radius), 2 * (room_y + radius))
        centres = [(x, y) for x in spread(room_x, 3.0) for y in spread(room_y, 3.0)]
        levels = [
            np.column_stack([points + place.centre, np.full(len(points), (n + 0.8) * tall)])
            for n in range(min(TOWERS, len(pieces)))
        ]
        return _Field(place, levels, windows(points, centres, radius), pieces, np.array(centres) + place.centre)

    def _seen(self, lens: Lens) -> dict[str, list[Array]]:
        out = {}
        for f in self.fields:
            levels = [lens.at(points) for points in f.levels]
            if levels[0] is not None:
                out[f.place.id] = [x for x in levels if x is not None]
        return out

    # ------------------------------------------------------------ learning
    def learn(self, lens: Lens, contents: Contents) -> None:
        """Prints from empty fields; those under pieces are like their neighbours', for now."""
        seen = self._seen(lens)
        self._count(contents)
        self._bare = {k: x for k, x in seen.items() if not any(contents.get(k, {}).values())}
        for f in self.fields:
            name = f.place.id
            if name not in seen or name in self._bare:
                continue
            like = [self._bare[o.place.id] for o in self.fields
                    if o.place.id in self._bare and o.weights.shape == f.weights.shape]  # fmt: skip
            if like:
                depth = min(len(x) for x in [*like, seen[name]])
                self._bare[name] = [np.median(np.stack([x[i] for x in like]), axis=0) for i in range(depth)]

    def confirm(self, lens: Lens, gain: Array, sight: Sight, contents: Contents) -> None:
        """Empty fields are seen anew, unless they look like anything else by now."""
        self._count(contents)
        for f in self.fields:
            name = f.place.id
            if any(contents.get(name, {}).values()) or name not in self._bare:
                continue
            levels = f.seen(lens)
            if not levels or any(v > 0 for v in self._shown(f, [x - gain for x in levels], sight).values()):
                continue
            self._bare[name] = [
                KEEP * b + (1 - KEEP) * (x - gain) for b, x in zip(self._bare[name], levels, strict=False)
            ]

    def _count(self, contents: Contents) -> None:
        self._lying = {f.place.id: sum(contents.get(f.place.id, {}).values()) for f in self.fields}

    # ------------------------------------------------------------ reading
    def read(
        self, lens: Lens, gain: Array, sight: Sight, shares: Mapping[str, float], places: Collection[str] | None
    ) -> dict[str, Reading]:
        out = {}
        tops = {}
        for f in self.fields:
            name = f.place.id
            levels = [x - gain for x in f.seen(lens)]
            share = shares.get(name, 1.0) if levels and name in self._bare else 0.0
            if share >= 0.5:
                tops[name] = self._tops(f, levels, sight, lens.view)
            elif places is None or name in places:
                out[name] = Reading(name, 0.0, {p.id: (0.0, 0.0) for p in f.pieces})
        best = _best(tops)
        for f in self.fields:
            name = f.place.id
            if name in tops and (places is None or name in places):
                shown = {p.id: _clipped(_own(p.id, tops[name], best.get(p.id, ()))) for p in f.pieces}
                out[name] = Reading(name, shares.get(name, 1.0), {p.id: _odds(p.id, shown) for p in f.pieces})
        return out

    def _shown(self, f: _Field, levels: list[Array], sight: Sight) -> dict[str, float]:
        """For each piece: nats by which it explains some part of the field better than all else does."""
        fits = np.vstack(self._fits(f, levels, sight))
        return {p.id: _clipped(float(fits[:, i].max())) for i, p in enumerate(f.pieces)}

    def _fits(self, f: _Field, levels: list[Array], sight: Sight) -> list[Array]:
        """For each level (windows, pieces): nats by which a piece explains a window better than all else does."""
        out = []
        highest = self._lying.get(f.place.id, 0) + 1
        for seen, bare in list(zip(levels, self._bare[f.place.id], strict=False))[:highest]:
            costs = np.column_stack([misprint(seen, bare), *(mispaint(seen, sight.paints[p.colour]) for p in f.pieces)])
            fits = -NATS * (f.weights @ costs)  # (windows, print and pieces)
            best = np.sort(fits, axis=1)[:, -2:]
            out.append(fits[:, 1:] - np.where(fits[:, 1:] == best[:, 1:], best[:, :1], best[:, 1:]))
        return out

    def _tops(self, f: _Field, levels: list[Array], sight: Sight, view: View) -> _Tops:
        """Where each piece may show in the picture, and how well it would fit there."""
        fits = self._fits(f, levels, sight)
        at = [np.column_stack([f.middles, np.full(len(f.middles), f.levels[n][0, 2])]) for n in range(len(fits))]
        aside = view.project(at[0][:1] + (f.pieces[0].size_mm[0], 0.0, 0.0)) - view.project(at[0][:1])
        nats = np.vstack(fits)
        shown = {p.id: nats[:, i] for i, p in enumerate(f.pieces)}
        return _Tops(shown, view.project(np.vstack(at)), SAME * float(np.hypot(*aside[0])))


def _best(tops: Mapping[str, _Tops]) -> dict[str, list[tuple[float, Array]]]:
    """For each piece the tops that show, the best of each field: nats and place (2,) in the picture."""
    out: dict[str, list[tuple[float, Array]]] = {}
    for x in tops.values():
        for piece, nats in x.nats.items():
            at = int(nats.argmax())
            if nats[at] > SHOWS:
                out.setdefault(piece, []).append((float(nats[at]), x.px[at]))
    return out


def _own(piece: str, mine: _Tops, best: Iterable[tuple[float, Array]]) -> float:
    """Nats by which a piece shows in a field, what shows better in another one left out."""
    nats = mine.nats[piece]
    most = float(nats.max())
    kept = np.ones(len(nats), np.bool_)
    for theirs, px in best if most > -CAP else ():
        if theirs > most:
            kept &= np.hypot(*(mine.px - px).T) > mine.apart
    return float(nats[kept].max()) if kept.any() else -CAP


def _clipped(nats: float) -> float:
    return float(np.clip(nats, -CAP, CAP))


def _odds(piece: str, shown: Mapping[str, float]) -> tuple[float, float]:
    """Log-likelihoods of none and one of a piece."""
    nats = shown[piece]
    if nats > 0:
        return (-nats, 0.0)
    covered = any(v > SHOWS for k, v in shown.items() if k != piece)
    return (0.0, max(nats, -UNDER) if covered else nats)
