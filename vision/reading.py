"""Reading a picture: against the agreed table where there is one, else all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

import cv2
import numpy as np
from attrs import define, evolve, field
from numpy.typing import NDArray

from vision import counting
from vision.background import Backdrop
from vision.camera import View
from vision.counting import Box, Extra, Found
from vision.evidence import weigh
from vision.flanks import Flanks, sides_of, top_of
from vision.layout import COUNTED_PX, LEAST_PX, Place, counted, piece_px
from vision.learning import area_mask
from vision.memory import CHANGED_MM2, KEPT_SHARE, Agreed, Memory, hue_off
from vision.observation import Reading, lead
from vision.rectify import Mask, belongs, clear, wider
from vision.sight import Flat, Patch, Sight
from vision.solids import Body
from vision.tallies import DIM_MM2, Tally, number_odds, relit, tallied

REACH_MM = 2.5  # what lies so near to a change is read anew, or as near as a piece may reach
FADED, FADED_TOO = 0.06, 0.025  # log light by which a top's hue may drift; if its sides look different as well
SIDES_SHARE, BARE_SHARE = 0.4, 0.7  # of a piece's sides that look different now; of those that look like print
PRINT_LIKE, UNLIKE = 0.15, 0.6  # log light by which print may miss what it was, and what was never seen its guess
A_FEW = 0.05  # share of the raster that pieces change at most, with their shadows; a lamp changes more
STOOD_MM = 2.0  # by so much a piece may seem to have moved that is found once more
TOP_SHARE = 0.1  # of a top that may look different while the piece still stands
WHOLE = 0.995  # share of a place that must be seen to count what lies there together
VAGUE = 0.5  # what is seen of a colour that was never made out here
SURE_UNCHANGED = 9.0  # nats for a place whose pixels have not changed
CERTAIN = 4.5  # nats; what leads by less is read once more by what all areas have in common
WIDE_MM2 = 40_000.0  # of an area; a larger one takes too long to be read by what all have in common
MANY = 8  # changed areas: fewer have too little in common, and an act, which changes no more, is shown the sooner
LITTLE = 0.005  # share of a piece in a place that counts for nothing
T = TypeVar("T")
Shares = dict[str, float]  # place id -> share of a piece that counts there
Counts = Mapping[str, tuple[float, ...]]  # piece id -> log likelihoods of 0, 1, 2 ...


@define(eq=False)
class Scan:
    """Everything found in one picture: pieces, what might be there as well, and ghosts of the memory that left."""

    found: list[tuple[Found, Shares]] = field(factory=list)
    extras: list[tuple[Extra, Shares]] = field(factory=list)
    gone: list[tuple[Found, Shares]] = field(factory=list)
    changed: Mask | None = None
    where: Mask | None = None  # 255 where pieces were looked for
    large: frozenset[str] = frozenset()  # places in which too much lies to be looked through
    counts: dict[str, Counts] = field(factory=dict)  # of places that were read by themselves
    tallies: Mapping[str, Tally] = field(factory=dict)  # of those that were read together: small cubes, and unsure ones


def scan(
    sight: Sight, memory: Memory | None, flat: Flat, hidden: Mask | None, places: Collection[str] | None = None
) -> Scan:
    """Find the pieces of a picture; with a ``memory`` only where something has changed."""
    asked = [p for p in sight.areas if places is None or p.id in places]
    small = {p.id for p in asked if crowded(sight, p, flat.view)}
    result = _scan(sight, memory, flat, hidden, places, small)
    known = memory is not None and result.changed is not None
    stirred = [p for p in asked if not (memory is not None and known and _same(sight, memory, p.id, result))]
    result.large &= {p.id for p in stirred}
    for p in stirred:
        if p.id not in small | result.large and counted(sight.layout, p, flat.view.px_per_mm(*p.centre)):
            result.counts[p.id] = _counts(sight, memory, p.id, result)
    told = memory is not None or sight.background.known.any()  # of a print never seen all is in doubt
    doubted = set(result.large) if told else set()
    if told and len(stirred) >= MANY:
        doubted |= {k for k, c in result.counts.items() if lead(c.values()) < CERTAIN}
    wide = {p.id for p in stirred if cv2.contourArea(np.array(p.polygon, np.float32)) > WIDE_MM2}
    again = [p for p in stirred if p.id in (small | doubted) - wide]
    result.large |= small & wide
    if known:
        again += [p for p in asked if p.id in small and p not in again and relit(sight, flat, p) > DIM_MM2]
    if again:
        kept = [] if memory is None else [Agreed(f.body, f.owner) for f, _ in result.found if f.kept]
        result.tallies = tallied(sight, flat, result.where, again, kept)
        for name in small & result.tallies.keys():
            result.found += [(Found(b, 0.0), belongs(sight.areas, b.x, b.y)) for b in result.tallies[name].bodies]
    return result


def pooled(one: Counts, other: Counts) -> Counts:
    """What two readings of a place say together: the mean of their log likelihoods, for both saw the same pixels."""
    out = {}
    for k, row in one.items():
        both = np.mean([row, other.get(k, row)], axis=0)
        out[k] = tuple(np.round(np.maximum(both - both.max(), counting.LEAST), 3).tolist())
    return out


def crowded(sight: Sight, place: Place, view: View) -> bool:
    """Whether a place's cubes show so small that they are read by what they have in common."""
    width = piece_px(sight.layout, place, view.px_per_mm(*place.centre))
    return LEAST_PX <= width < COUNTED_PX


def _scan(
    sight: Sight, memory: Memory | None, flat: Flat, hidden: Mask | None, places: Collection[str] | None,
    small: Collection[str],
) -> Scan:  # fmt: skip
    """What is found by known paints, outside of ``small`` places."""
    kept: list[Found] = []
    changed: Mask | None = None
    flanks = False  # of a pale piece on pale print only the sides may have changed
    if memory is not None and not memory.stale(flat):
        changed = memory.changed(flat)
        clear(changed, hidden)
        flanks = cv2.countNonZero(changed) < A_FEW * changed.size
        widest = max((s.length for s in sight.solids), default=0.0) if flanks else 0.0
        where = wider(changed, 2 * max(REACH_MM, widest) * sight.raster.scale)
        outlines = [(a, *sight.silhouette(flat.view, a.body)) for a in memory.bodies]
        shares = [_share(changed, (box, mask)) or 0.0 for _, box, mask in outlines]
        stirred = [a.body for a, share in zip(memory.bodies, shares, strict=True) if share]
        still = [a.body for a, share in zip(memory.bodies, shares, strict=True) if not share]
        bare = Flanks(sight, flat, still, stirred).bare()
        for (a, box, mask), share in zip(outlines, shares, strict=True):
            pale = share > 0 and (_gone_pale(sight, memory, flat, a.body, changed) or a.body in bare)
            if not pale and (share < KEPT_SHARE or _top_stays(sight, flat, a.body, changed)):
                kept.append(Found(a.body, 0.0, kept=True, owner=a.owner))
            if pale or share >= KEPT_SHARE:
                where[box] |= mask
            else:
                where[box][(mask > 0) & (changed[box] == 0)] = 0
        sight.mark(where, 0, flat.view, (f.body for f in kept), top_only=True)
        if places is not None:
            where[area_mask(sight, places, 3.0) == 0] = 0
    else:
        ids = {p.id for p in sight.areas}
        where = area_mask(sight, ids if places is None else ids & set(places), 3.0)
        if memory is not None:  # the camera has moved: sides and shadows show elsewhere, but tops look as they did
            differs = memory.changed(flat)
            for a in memory.bodies:
                share_now = _share(differs, top_of(sight, flat, a.body))
                if share_now is not None and share_now < KEPT_SHARE:
                    kept.append(Found(a.body, 0.0, kept=True, owner=a.owner))
                    sight.mark(where, 0, flat.view, [a.body])
    clear(where, hidden)
    found: list[Found] = list(kept)
    extras: list[Extra] = []
    large: list[Box] = []
    alone = where.copy()
    if small:
        alone[area_mask(sight, {p.id for p in sight.areas} - set(small), 3.0) == 0] = 0
    if alone.any() and sight.solids:
        solids = list(range(len(sight.shapes)))
        evidence = sight.evidence(flat, alone, wary=memory is not None)
        found, extras, large = counting.find(sight, evidence, alone, flat.view, kept, solids, flanks)
        unnamed = frozenset(range(len(sight.solids), len(sight.shapes)))
        found = _standing(sight, flat, found, unnamed)
        for f in found:
            odd = min((v for k, v in f.swaps.items() if k in unnamed), default=1e9)
            if not f.kept and (f.body.solid in unnamed or odd < 200):
                f.likeness, f.unnamed = sight.likeness(flat, f.body), unnamed
        extras = [e for e in extras if e.body.solid not in unnamed]
    stood = [] if memory is None else memory.bodies
    owners = [f.owner or _stood(f.body, stood) for f in found]
    return Scan(
        [
            (f, {owner: 1.0} if owner else belongs(sight.areas, f.body.x, f.body.y))
            for f, owner in zip(found, owners, strict=True)
        ],
        [(e, belongs(sight.areas, e.body.x, e.body.y)) for e in extras],
        _gone(sight, memory, flat, changed),
        changed,
        where,
        frozenset(p.id for p in sight.areas if any(_meet(sight.masks[p.id][0], box) for box in large)),
    )


def _stood(body: Body, agreed: Collection[Agreed]) -> str:
    """Where a piece was agreed to lie that is found once more on its spot, for something beside it has changed."""
    near = (a for a in agreed if a.body.solid == body.solid)
    return next((a.owner for a in near if np.hypot(a.body.x - body.x, a.body.y - body.y) < STOOD_MM), "")


def _share(changed: Mask, patch: Patch) -> float | None:
    """How much of a patch looks different; None where it has no pixel."""
    box, mask = patch
    inside = mask > 0
    return float((changed[box][inside] > 0).mean()) if inside.any() else None


def _top_stays(sight: Sight, flat: Flat, body: Body, changed: Mask) -> bool:
    """Whether only the sides of a piece look different."""
    share = _share(changed, top_of(sight, flat, body))
    return share is not None and share < TOP_SHARE


def _gone_pale(sight: Sight, memory: Memory, flat: Flat, body: Body, changed: Mask) -> bool:
    """Whether a piece has left though its top looks nearly as it did: pale on pale.

    A piece that stands shows its sides: where they look like the print now, it is gone. Else little is enough where
    the top has the hue of the print, or may be print and the sides look different as well: what comes to stand before
    a piece hides its sides.
    """
    box, sides = sides_of(sight, flat, body)
    other = (sides > 0) & (changed[box] > 0)
    otherwise = other.sum() > SIDES_SHARE * max(1, int((sides > 0).sum()))
    if otherwise and _like_print(flat, box, other) > BARE_SHARE:
        return True
    box, top = top_of(sight, flat, body)
    off = memory.drift(flat, box, top)
    if not FADED_TOO < off <= FADED:
        return off > FADED
    bare = (top > 0) & (flat.known[box] > 0.5)
    if bare.sum() > 0.5 * (top > 0).sum() and hue_off(flat.even[box][bare] - flat.back.log[box][bare]) < off / 2:
        return True
    unlike = np.abs(flat.even[box][top > 0] - flat.back.log[box][top > 0]).max(axis=1)
    return bool(otherwise) and float(np.median(unlike)) < UNLIKE


def _is_print(sight: Sight, flat: Flat, body: Body) -> bool:
    """Whether nothing stands where a piece was found: its sides look like the print as well as its top.

    Print that was learned in a coloured shadow may look like anything, and pale paints like bare print.
    """
    return all(
        mask.any() and _like_print(flat, box, mask > 0) > BARE_SHARE
        for box, mask in (sides_of(sight, flat, body), top_of(sight, flat, body))
    )


def _standing(sight: Sight, flat: Flat, found: list[Found], unnamed: frozenset[int]) -> list[Found]:
    """What was found, without bare print that looks like a pale piece."""
    fresh = [f for f in found if not f.kept]
    bare = Flanks(sight, flat, [f.body for f in found if f.kept], [f.body for f in fresh]).bare()
    bare |= {f.body for f in fresh if f.body.solid not in unnamed and _is_print(sight, flat, f.body)}
    return [f for f in found if f.kept or f.body not in bare]


def _like_print(flat: Flat, box: tuple[slice, slice], inside: NDArray[np.bool_]) -> float:
    """Share of these pixels of a box that look like the print there, or like the print around if that is not sure."""
    even, back = flat.even[box][inside], flat.back
    like = _near(even - back.log[box][inside]) & (flat.known[box][inside] > 0.5)
    if back.near is not None and back.stray is not None:
        like |= _near(even - back.near[box][inside]) & (back.stray[box][inside] > 0)
    return float(like.mean())


def _near(off: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(np.abs(off).max(axis=1) < PRINT_LIKE)


def _gone(sight: Sight, memory: Memory | None, flat: Flat, changed: Mask | None) -> list[tuple[Found, Shares]]:
    """Ghosts that have left: pieces in the agreed picture, seen against what lies bare now."""
    if memory is None or changed is None or not memory.ghosts:
        return []
    places = {p for p, _ in memory.ghosts if area_changed(sight, p, changed)}
    if not places:
        return []
    where = wider(changed, 3 * sight.raster.scale) & area_mask(sight, places)
    sight.mark(where, 0, flat.view, (a.body for a in memory.bodies), 0.5)  # what was known to lie there is no ghost
    spread = flat.spread
    back = Backdrop(flat.even, spread.bright, spread.hue, *(np.zeros(flat.shown.shape, np.bool_),) * 3)
    still = np.zeros_like(flat.even)
    evidence = weigh(memory.even, back, still, sight.white_over, sight.tables, sight.raster, where, shade=sight.shade)
    solids = sorted({sight.names.index(k) for p, k in memory.ghosts if p in places})
    found, _, _ = counting.find(sight, evidence, where, flat.view, [], solids)
    return [(f, belongs(sight.areas, f.body.x, f.body.y)) for f in found]


def readings(
    sight: Sight, memory: Memory | None, result: Scan, seen: Mapping[str, float], places: Collection[str] | None = None
) -> dict[str, Reading]:
    """What each area holds, as log likelihoods."""
    out = {}
    guessed = frozenset(s.piece for s in sight.solids if not sight.paints[sight.colours[s.colour]].pieces)
    for p in sight.areas:
        if places is not None and p.id not in places:
            continue
        tally, counts = result.tallies.get(p.id), result.counts.get(p.id)
        alone = counts is not None
        if tally is not None and not tally.large:
            ghosts = {} if memory is None else {k: n for (at, k), n in memory.ghosts.items() if at == p.id}
            told = number_odds(sight, p, tally, ghosts)
            counts = told if counts is None else pooled(counts, told)
        elif counts is None and memory is not None and result.changed is not None:
            counts = agreed_counts(sight, memory, p.id)
        elif counts is None:
            counts = {s.piece: counting.flat() for s in sight.solids if sight.most(p, s)}
        large = p.id in result.large if tally is None else tally.large and not alone
        share = 0.0 if large else seen[p.id]
        together = _together(memory, p.id, result) if alone and share >= WHOLE else ()
        out[p.id] = evolve(reading(p.id, counts, share), guessed=guessed, together=together)
    return out


def agreed_counts(sight: Sight, memory: Memory, place: str) -> dict[str, tuple[float, ...]]:
    """Likelihoods of a place that looks as agreed."""
    told = memory.contents.get(place, {})
    pieces = [s.piece for s in sight.solids if sight.most(sight.place[place], s)]
    return {k: counting.known(told.get(k, 0), SURE_UNCHANGED) for k in pieces}


def reading(place: str, counts: Mapping[str, tuple[float, ...]], seen: float) -> Reading:
    """One place's reading, the flatter the less of it was seen."""
    if seen < 0.5:
        return Reading(place, seen, {k: counting.flat() for k in counts})
    return Reading(place, seen, {k: counting.mixed(v, seen) for k, v in counts.items()})


def visible(sight: Sight, view: View, hidden: Mask | None) -> Shares:
    """Share of each place that can be seen: within the picture, large enough to be counted, and not covered."""
    seen = sight.in_picture(view)
    for p in sight.areas:
        if not counted(sight.layout, p, view.px_per_mm(*p.centre)) and not crowded(sight, p, view):
            seen[p.id] = 0.0
    if hidden is not None:
        for name, (box, mask) in sight.masks.items():
            inside = mask > 0
            seen[name] *= 1 - float((hidden[box][inside] > 0).mean()) if inside.any() else 1.0
    return seen


def _meet(a: Box, b: Box) -> bool:
    return all(s.start < t.stop and t.start < s.stop for s, t in zip(a, b, strict=True))


def area_changed(sight: Sight, place: str, changed: Mask) -> bool:
    """True if enough of an area looks different."""
    box, mask = sight.masks[place]
    return cv2.countNonZero(cv2.bitwise_and(changed[box], mask)) > CHANGED_MM2 * sight.raster.scale**2


def _same(sight: Sight, memory: Memory, place: str, result: Scan) -> bool:
    """True if nothing in a place has changed: no pixels, none of its pieces gone, none come over the border."""
    assert result.changed is not None
    if area_changed(sight, place, result.changed):
        return False
    kept = {f.body for f, _ in result.found if f.kept}
    if any(a.owner == place and a.body not in kept for a in memory.bodies):
        return False
    return not any(not f.kept and s.get(place, 0) > 0.02 for f, s in result.found)


def _together(memory: Memory | None, place: str, result: Scan) -> tuple[float, ...]:
    """Log likelihoods of how many pieces there are in a place; () where some lie that no pixel shows."""
    if memory is not None and any(name == place for name, _ in memory.ghosts):
        return ()
    return counting.together_odds(_lie(result.found, place), _lie(result.extras, place))


def _lie(parts: Iterable[tuple[T, Shares]], place: str) -> list[tuple[T, float]]:
    """What lies in a place, with its shares there."""
    return [(part, shares[place]) for part, shares in parts if shares.get(place, 0) > LITTLE]


def _counts(sight: Sight, memory: Memory | None, place: str, result: Scan) -> dict[str, tuple[float, ...]]:
    here, more, gone = _lie(result.found, place), _lie(result.extras, place), _lie(result.gone, place)
    out = {}
    for i, solid in enumerate(sight.solids):
        most = sight.most(sight.place[place], solid)
        if most:
            ghosts = memory.ghosts.get((place, solid.piece), 0) if memory else 0
            out[solid.piece] = counting.number_odds(i, here, more, most, ghosts, gone)
            if sight.colours[solid.colour] in sight.unseen:  # it was not made out where it was known to lie
                out[solid.piece] = counting.mixed(out[solid.piece], VAGUE)
    return out
