"""How large the pieces of a box are: measured from those that lie on a print that is known, in the board's mm.

A size is right where the pieces, laid in it, explain most of what covers the print: one that is too small leaves paint
over, one that is too large covers print that shows. Only sizes on which several pieces agree are told.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from attrs import evolve, frozen

from vision.layout import Layout, Piece, Place, kind_of
from vision.scoring import MOST
from vision.sight import Flat, Sight, solid_of
from vision.solids import Body, Solid
from vision.stage import Stage

MEASURED = ("cube", "disc", "cylinder")
COARSE = tuple(1.14**i for i in range(-3, 7))  # shares of the known size that are tried
FINE = tuple(1 + 0.02 * i for i in range(-6, 7))
TALL = (0.6, 1.0, 1.6)  # of a round piece's known height
PLACES, CROWD = 8, 4  # places a kind is measured at; pieces in one of them, at most
LEAST_PX = 9.0  # a piece narrower than this in the picture is not measured
SPEAKS = 0.35  # of what its pixels could say for it, or a piece was not made out
EDGE_PX = 0.8  # of a picture: pixels at an edge mix paint and print, and pass for print
STRAY, ERROR = 0.12, 0.04  # of the size: by how much pieces may differ, and what is told may be off
ENOUGH = 3  # places


@frozen
class Measure:
    """``mm``: a disc's diameter, a cube's edge. ``strays``: by what share it differs from place to place."""

    mm: float
    strays: float
    pieces: int
    places: int
    looked_at: int

    @property
    def sure(self) -> bool:
        """Whether the places agree well enough."""
        if self.places < max(ENOUGH, self.looked_at / 2):
            return False
        return self.strays <= STRAY and 1.25 * self.strays <= ERROR * self.places**0.5


def measure(
    sight: Sight, flat: Flat, contents: Mapping[str, Mapping[str, int]], but: Collection[str] = ()
) -> dict[str, Measure]:
    """Kind -> size of its pieces, as far as they lie so that it can be told. ``but``: kinds that are known well."""
    layout = sight.layout
    known = {p.id: p for p in layout.pieces}
    kinds: dict[str, list[Place]] = {}
    for place in layout.places:
        lying = {known[k].id: n for k, n in contents.get(place.id, {}).items() if n and k in known}
        here = {kind_of(k) for k in lying}
        if len(here) != 1 or here & set(but) or not 0 < sum(lying.values()) <= (1 if place.look == "slot" else CROWD):
            continue
        piece = known[next(iter(lying))]
        if piece.shape in MEASURED and place.look in ("area", "slot") and _near(flat, place, piece):
            kinds.setdefault(here.pop(), []).append(place)
    out = {}
    for kind, places in kinds.items():
        found: list[tuple[float, int]] = []
        looked_at = places[:PLACES]
        for place in looked_at:
            pieces = {known[k]: n for k, n in contents[place.id].items() if n and k in known}
            share = _share(sight, flat, place, pieces)
            if share is not None:
                mm = share * next(iter(pieces)).size_mm[0] + EDGE_PX / flat.view.px_per_mm(*place.centre)
                found.append((mm, sum(pieces.values())))
        if found:
            out[kind] = _together(found, len(looked_at))
    return out


def sized(layout: Layout, sizes: Mapping[str, float]) -> Layout:
    """The layout with pieces of these sizes (mm); a cube's height follows its edge."""
    return evolve(layout, pieces=tuple(_sized(p, sizes.get(kind_of(p.id), 0.0)) for p in layout.pieces))


def _sized(piece: Piece, mm: float) -> Piece:
    if not mm or piece.shape not in MEASURED:
        return piece
    k = mm / piece.size_mm[0]
    high = piece.height_mm * (k if piece.shape == "cube" else 1.0)
    return evolve(piece, size_mm=(round(mm, 1), round(piece.size_mm[1] * k, 1)), height_mm=round(high, 1))


def _near(flat: Flat, place: Place, piece: Piece) -> bool:
    return min(piece.size_mm) * flat.view.px_per_mm(*place.centre) >= LEAST_PX


def _together(found: Sequence[tuple[float, int]], looked_at: int) -> Measure:
    """``found``: the size in mm by each place that told it, and how many pieces lay there."""
    sizes = np.array([mm for mm, _ in found])
    middle = float(np.median(sizes))
    strays = float(np.median(np.abs(sizes - middle))) / middle * 1.48
    return Measure(round(middle, 1), round(strays, 3), sum(n for _, n in found), len(found), looked_at)


def _share(sight: Sight, flat: Flat, place: Place, lying: Mapping[Piece, int]) -> float | None:
    """By how much the pieces of one place are larger than what is known of them; None where it cannot be told."""
    want = dict(enumerate(lying.values()))
    solids = [solid_of(p, sight.colours) for p in lying]
    widest = max(s.reach for s in solids) * 2 * COARSE[-1]
    box = sight.raster.box(place.polygon, widest + sight.reach(flat.view, max(solids, key=lambda s: s.height)))
    where = np.zeros(flat.shown.shape, np.uint8)
    where[box] = 255
    evidence = sight.evidence(flat, where)
    inside = sight.raster.mask(place.polygon)[box]
    first = sight.stage(evidence, box, flat.view)

    def staged(k: float, tall: float) -> Stage:
        return Stage(
            first.top, first.side, first.x0, first.y0, first.scale, [_grown(s, k, tall) for s in solids],
            first.lean, first.z0, None, first.dim,
        )  # fmt: skip

    talls = TALL if solids[0].shape == "round" else (1.0,)
    best: tuple[float, float, list[Body]] | None = None
    for k in COARSE:
        bodies, score = staged(k, 1.0).exactly(want, (), inside)
        if best is None or score > best[0]:
            best = (score, k, bodies)
    assert best is not None
    _, rough, bodies = best
    if rough in (COARSE[0], COARSE[-1]) or len(bodies) != sum(want.values()):
        return None
    tall = max(talls, key=lambda t: staged(rough, t).refine(bodies)[1])
    tried = [(rough * f, staged(rough * f, tall).refine(bodies)[1]) for f in FINE]
    at = int(np.argmax([s for _, s in tried]))
    area = sum(_grown(solids[b.solid], tried[at][0], 1.0).area for b in bodies)
    if tried[at][1] < SPEAKS * MOST * area:
        return None
    return _peak(tried, at)


def _grown(solid: Solid, k: float, tall: float) -> Solid:
    high = solid.height * (k if solid.shape == "square" else tall)
    return evolve(solid, length=solid.length * k, width=solid.width * k, height=high)


def _peak(tried: Sequence[tuple[float, float]], at: int) -> float:
    """Where a parabola through the best and its neighbours has its top."""
    if not 0 < at < len(tried) - 1:
        return tried[at][0]
    (a, u), (b, v), (c, w) = tried[at - 1 : at + 2]
    bend = u - 2 * v + w
    return b if bend >= 0 else b + 0.25 * (c - a) * (u - w) / bend
