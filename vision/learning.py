"""Learning from tables whose contents are known: where the pieces lie, what their paints look like, and the print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

import cv2
import numpy as np
from attrs import define, evolve
from numpy.typing import NDArray

from vision import counting
from vision.background import OPEN
from vision.camera import View
from vision.evidence import Evidence, outlines, pieces_mask
from vision.flanks import Flanks
from vision.memory import Agreed
from vision.paints import first_guess
from vision.rectify import Image, Mask, clear, wider
from vision.scoring import MOST
from vision.sight import Flat, Sight
from vision.solids import Body
from vision.stage import Stage

Wanted = Mapping[tuple[str, str], int]  # (place, piece id) -> number
Edges = dict[str, tuple[Image, Image]]  # place id -> what ``outlines`` says of it
WEAK = 0.3  # a piece that explains less than this share of what it could is not sure to lie just there
OWN = 0.7  # ... unless its own pixels speak for it by this share
CAST_MM = 20.0  # print nearer to a piece than this may lie in its cast shadow
BESIDE_MM = 2.0  # nearer than this a piece's own pixels may show
PLAIN_VIEW_MM = 5.0  # nearer than this it lies in shadow more often than not
CLEAR = 0.5  # ... than this share, and it is still not sure that a missing one lies just there
DOUBTED = 128
UNLIKE = -6.0  # log density; what is less like a paint is no piece of it
RIM_MM = 1.0  # pixels at an edge mix two colours
RIM_SHARE = 0.16  # of a top's width: the rim that may show something else
BETWEEN_MM = 1.5  # around a piece that was found roughly no print is taken
BRIGHTER = (0.4, 0.8, 1.2, 1.6, 2.0, 2.4)  # log light; how much brighter than those parts white may be
CLOSER = 2  # looks at a crowded first picture
EVEN_PIECES = 8  # of a paint; later ones change it less


@define(eq=False)
class Placed:
    """Known pieces found on a picture. ``ghosts``: (place, piece id) -> number that no pixel shows for sure."""

    bodies: list[Agreed]
    ghosts: dict[tuple[str, str], int]

    def haunt(self, place: str, piece: str, n: int = 1) -> None:
        self.ghosts[(place, piece)] = self.ghosts.get((place, piece), 0) + n

    def with_more(self, sight: Sight, found: Collection[Agreed]) -> Placed:
        """The same where some of the ghosts were found."""
        left = Counter(self.ghosts)
        left.subtract((a.owner, sight.names[a.body.solid]) for a in found)
        return Placed([*self.bodies, *found], dict(+left))

    def without(self, places: Collection[str]) -> Placed:
        """The same with no ghosts in places where nothing lies."""
        return Placed(self.bodies, {k: n for k, n in self.ghosts.items() if k[0] not in places})

    @property
    def vague(self) -> set[str]:
        """Places some of whose pieces were not found for sure."""
        return {p for p, _ in self.ghosts}


def wanted(sight: Sight, contents: Mapping[str, Mapping[str, int]]) -> dict[tuple[str, str], int]:
    """The pieces that lie in areas by these contents, as far as they are solids."""
    names = set(sight.names)
    areas = {p.id for p in sight.areas}
    return {(p, k): n for p, c in contents.items() if p in areas for k, n in c.items() if k in names and n > 0}


def area_mask(sight: Sight, places: Collection[str], grow_mm: float = 2.0) -> Mask:
    """255 in these areas and a rim around them."""
    r = sight.raster
    out = np.zeros((r.height, r.width), np.uint8)
    for p in places:
        if p in sight.masks:
            box, mask = sight.masks[p]
            out[box] |= mask
        else:
            out |= r.mask(sight.place[p].polygon)
    n = round(grow_mm * r.scale)
    if n and places:
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * n + 1, 2 * n + 1))
        out = np.asarray(cv2.dilate(out, disc), np.uint8)
    return out


def unclear(sight: Sight, flat: Flat, ghosts: Collection[tuple[str, str]], hidden: Mask | None) -> Mask:
    """255 where the print can't be learned: under what is ``hidden``, and where a ghost (place, piece id) may lie, for
    all that its paint tells. ``DOUBTED`` in the rest of its place: what is learned there gives way to a better view."""
    out = np.zeros(flat.shown.shape, np.uint8) if hidden is None else hidden.copy()
    for place, piece in sorted(ghosts):
        box, mask = sight.masks[place]
        paint = sight.solids[sight.names.index(piece)].colour
        seen = sight.colour(flat, box)
        cell = sight.tables.index(seen)
        paint_lp = np.maximum(sight.tables.top[paint][cell], sight.tables.side[paint][cell])
        like = (paint_lp > UNLIKE) & (paint_lp > _usual(seen, mask > 0))
        near = wider(like.astype(np.uint8) & (mask > 0), 2 * RIM_MM * sight.raster.scale)
        out[box][near > 0] = 255
        out[box][(mask > 0) & (out[box] == 0)] = DOUBTED
    return out


def _usual(seen: NDArray[np.float32], inside: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Log density (h, w) of what is most usual ``inside``: its print, where pieces cover less than half."""
    middle = np.median(seen[inside], axis=0)
    diff = seen - middle
    grey = diff.mean(axis=2)
    hue = np.linalg.norm(diff - grey[..., None], axis=2)
    sb = np.sqrt(3) * (0.05 + 1.5 * float(np.median(np.abs(grey[inside]))))
    sh = 0.03 + float(np.median(hue[inside]))
    return np.asarray(-1.5 * np.log(2 * np.pi) - np.log(sb * sh * sh) - 1.5 * (grey / sb) ** 2 - 0.5 * (hue / sh) ** 2)


def place_known(
    sight: Sight,
    evidence: Evidence,
    want: Wanted,
    flat: Flat,
    others: list[Agreed],
    *,
    edges: Edges | None = None,
    weak: float = WEAK,
) -> Placed:
    """Where the agreed pieces lie, place by place.

    ``edges``: of the places of this picture, filled in here, where nothing is known yet of the print under the pieces.
    A piece that explains less than ``weak`` of its pixels becomes a ghost: believed to be there, but not just there.
    """
    names = sight.names
    out = Placed([], {})
    widest = max((k.length for k in sight.solids), default=8.0)
    for place in sorted({k[0] for k in want}):
        polygon = sight.place[place].polygon
        box = sight.raster.box(polygon, widest)
        rims = smooth = None
        if edges is not None:
            if place not in edges:
                edges[place] = outlines(flat.log[box], sight.raster.mask(polygon, 2.0)[box], sight.raster.scale)
            rims, smooth = edges[place]
        stage = sight.stage(evidence, box, flat.view, rims)
        if smooth is not None:
            stage.top += smooth
        need = {names.index(k): n for (p, k), n in want.items() if p == place}
        near = [a.body for a in others + out.bodies if counting.within(stage, a.body)]
        inside = sight.raster.mask(polygon)[box] * flat.shown[box]
        bodies, score = stage.exactly(need, near, inside, sides=edges is None)
        if edges is None:
            bodies, score = _rearranged(stage, bodies, score, len(near), inside)
        placed = bodies[len(near) :]
        stand = [a.body for a in others + out.bodies] if edges is None else []
        bare = Flanks(sight, flat, stand, placed).bare()
        for b in placed:
            whole = MOST * sight.solids[b.solid].area
            worth = score - stage.score([o for o in bodies if o is not b])
            # Edges tell where it lies only if colours do not speak against it: it is no print, of whatever paint.
            other = evolve(b, solid=_unnamed(sight, b.solid))
            shown = max(stage.shown([o if c is b else c for c in bodies], bodies.index(b)) for o in (b, other))
            alone = max(float(stage.value(stage.labels([o])).sum()) for o in (b, other))
            least = WEAK / 2 if weak == WEAK and alone > OWN * whole else weak  # neighbours would take over its pixels
            if worth < least * whole or shown < weak / 2 * whole or b in bare:
                out.haunt(place, names[b.solid])
            else:
                out.bodies.append(Agreed(b, place))
        for k, n in need.items():
            short = n - sum(b.solid == k for b in placed)
            if short > 0:
                out.haunt(place, names[k], short)
    return out


def lay_ghosts(sight: Sight, flat: Flat, ghosts: Wanted, bodies: list[Agreed], hidden: Mask | None) -> Placed:
    """Where the ghosts lie by what has been learned of the print since; those that still do not show stay ghosts."""
    places = {p for p, _ in ghosts}
    where = area_mask(sight, places)
    clear(where, hidden)
    # The tops only: what stands before a piece hides its sides.
    sight.mark(where, 0, flat.view, (a.body for a in bodies), top_only=True)
    return place_known(sight, sight.evidence(flat, where), ghosts, flat, bodies, weak=CLEAR)


def _rearranged(stage: Stage, bodies: list[Body], score: float, fixed: int, inside: Mask) -> tuple[list[Body], float]:
    """The same pieces, those that explain little laid elsewhere where they explain more."""
    for _ in range(2):
        gained = False
        for i in range(fixed, len(bodies)):
            rest = bodies[:i] + bodies[i + 1 :]
            if score - stage.score(rest) >= WEAK * MOST * stage.solids[bodies[i].solid].area:
                continue
            for _, body in stage.propose(rest, [bodies[i].solid], inside)[:1]:
                trial, s = stage.refine([*rest, body], range(fixed, len(bodies)))
                if s > score + 1.0:
                    bodies, score, gained = trial, s, True
        if not gained:
            break
    return bodies, score


def _unnamed(sight: Sight, solid: int) -> int:
    """The solid of the same shape that has no name."""
    return len(sight.solids) + sight.nameless.index(sight.unnamed(sight.solids[solid]))


def teach(sight: Sight, bodies: list[Agreed], flat: Flat, *, afresh: bool) -> dict[str, int]:
    """Learn paints from the tops of known pieces; gives the number of pieces used per colour."""
    by_colour: dict[str, list[NDArray[np.float64]]] = {}
    spots: list[tuple[str, tuple[float, float], NDArray[np.float64]]] = []
    for a in bodies:
        solid = sight.shapes[a.body.solid]
        box, mask = sight.silhouette(flat.view, a.body, -RIM_SHARE * solid.width, top_only=True)
        if not mask.size:
            continue
        inside = (mask > 0) & flat.lit[box]
        if inside.sum() < 0.4 * (mask > 0).sum():  # clipped colours teach nothing
            continue
        colour = sight.colours[solid.colour]
        pixels = sight.colour(flat, box)[inside].astype(np.float64)
        by_colour.setdefault(colour, []).append(pixels)
        spots.append((colour, (a.body.x, a.body.y), np.median(pixels, axis=0)))
    for colour, samples in by_colour.items():
        paint = first_guess(colour, sight.camera) if afresh else sight.paints[colour]
        sight.teach(paint.learn(samples, 1.0 if afresh or paint.pieces < EVEN_PIECES else 0.4))
    sight.unseen -= by_colour.keys()
    if not afresh:
        known = [s for s in spots if sight.paints[s[0]].pieces >= 3]
        sight.bend_light([at for _, at, _ in known], [c - sight.paints[k].mean for k, _, c in known])
    return {c: len(s) for c, s in by_colour.items()}


def first_found(sight: Sight, flat: Flat, want: Wanted, busy: Mask, *, fresh: bool) -> tuple[Placed, dict[str, int]]:
    """Where known pieces lie in a first picture, and how many of each colour taught their paint.

    White is only guessed from the print where nothing white is known: on a print that is dark all over so dark that
    no paint looks like its word. Then the pieces tell what white is: the least light under which most of them show.
    """
    best, used = _found(sight, flat, want, busy, fresh)
    guess = sight.white
    if guess is None or not guess.dark:
        return best, used
    for step in BRIGHTER:
        if not best.ghosts or float(guess.grid.mean()) + step > 0:
            break
        white, paints = sight.white or guess, tuple(sight.paints.values())
        sight.lit(guess.brighter(step))
        again, taught = _found(sight, flat, want, busy, fresh)
        if sum(again.ghosts.values()) < sum(best.ghosts.values()):
            best, used = again, taught
            continue
        sight.lit(white)
        for paint in paints:
            sight.teach(paint)
    return best, used


def _found(sight: Sight, flat: Flat, want: Wanted, busy: Mask, fresh: bool) -> tuple[Placed, dict[str, int]]:
    used: dict[str, int] = {}
    edges: Edges | None = {} if fresh else None
    for _ in range(2):
        placed = place_known(sight, sight.evidence(flat, busy), want, flat, [], edges=edges)
        used = teach(sight, placed.bodies, flat, afresh=True)
    return place_known(sight, sight.evidence(flat, busy), want, flat, [], edges=edges), used


def looked_closer(
    sight: Sight, frame: NDArray[np.uint8], view: View, placed: Placed, want: Wanted, busy: Mask
) -> Placed:
    """The same pieces, told by their colours against the print that shows between them; for crowded first pictures.

    The print is taken for this look only: where pieces were found roughly it is not to be trusted for longer.
    """
    ground = sight.background
    kept = ground.log.copy(), ground.known.copy()
    best = placed
    for _ in range(CLOSER):
        flat = sight.flat(frame, view, -1)
        bare = pieces_mask(sight.evidence(flat, busy))
        sight.mark(bare, 255, view, (b.body for b in best.bodies), BETWEEN_MM)
        bare = wider(bare, 2 * BETWEEN_MM * sight.raster.scale)
        sight.see_print(frame, view, np.where(bare > 0, 0.0, 0.9).astype(np.float32), 0.0)
        flat = sight.flat(frame, view, -1)
        again = place_known(sight, sight.evidence(flat, busy), want, flat, [])
        ground.log[:], ground.known[:] = kept
        ground.version += 1
        if sum(again.ghosts.values()) >= sum(best.ghosts.values()):
            break
        best = again
        teach(sight, best.bodies, flat, afresh=True)
        if not best.ghosts:
            break
    return best


def learn_print(
    sight: Sight, frame: NDArray[np.uint8], view: View, bodies: list[Body], hidden: Mask | None, rate: float
) -> None:
    """Learn the print in plain view; near pieces it may lie in shadow, under ``hidden`` (255) nothing is learned."""
    r = sight.raster
    quality = np.ones((r.height, r.width), np.float32)
    for grow, value in ((CAST_MM, 0.85), (PLAIN_VIEW_MM, 0.6), (0.8, 0.0)):
        for b in bodies:
            box, mask = sight.silhouette(view, b, grow)
            part = quality[box]
            part[mask > 0] = np.minimum(part[mask > 0], value)
    if hidden is not None:
        quality[hidden == DOUBTED] = np.minimum(quality[hidden == DOUBTED], 0.6)
        quality[hidden > DOUBTED] = 0
    sight.see_print(frame, view, quality, rate)


def learn_shade(sight: Sight, flat: Flat, bodies: list[Body], hidden: Mask | None) -> None:
    """Learn what shadows look like from print near pieces that was once seen in plain view."""
    near = np.zeros(flat.shown.shape, np.uint8)
    sight.mark(near, 255, flat.view, bodies, CAST_MM)
    sight.mark(near, 0, flat.view, bodies, BESIDE_MM)
    clear(near, hidden)
    inside = (near > 0) & (flat.known >= OPEN) & flat.lit
    sight.shade = sight.shade.learn(flat.even[inside] - flat.back.log[inside])
