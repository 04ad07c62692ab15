"""Areas of small cubes, all of one picture together: what lies there, of which colours, and how sure each number is.

Geometry first: even patches unlike print are paints without a name, cubes of these are placed with the shadows they
cast, and only then are paints named, all areas of the table together: a colour's paint is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from attrs import define, evolve, field

from vision.camera import Array
from vision.casting import Cast, Scene, shadows_of, throw
from vision.counting import LEAST, spread
from vision.crops import CAP, FAINT, STIRRED, Crop, Shadows, alike, sized
from vision.layout import Place
from vision.memory import Agreed
from vision.naming import Names, named
from vision.observation import MOST_COUNT
from vision.odds import COUNTS
from vision.rectify import Mask, belongs
from vision.scoring import PATIENCE
from vision.sight import Flat, Sight
from vision.solids import Body, Solid, beside

COST, SHADOWY = 0.1, 0.35  # share of a top's most that a body must explain beyond noise, and one like a shadow
TURNS = 6  # of a cube that are tried for one more
SOME = 0.2  # share of a top's most that must show of a learned paint
OFFERS = 5  # places that are tried for one more body
LEAST_GAIN = -0.3  # share of what a top could explain by which a place may be tried: its sides count as well
FRAIL = 0.75  # share of a top's most; what loses more when it is taken away is not moved
APART = 0.55  # of its width: where the halves of a body lie that was two
SPLIT = 0.5  # share of a top's most by which two may explain less before they are nudged
ROUNDS, MOST = 2, 40
SAID = 3.0  # nats mm² by which a change must pay
RELIT, DIM_MM2 = 0.8, 100.0  # log light; so much of a place in another light may hide pieces
NAMED = 1.0  # nats by which a paint's name must lead where the number of its pieces is known
PLACED = 0.1  # share of a top's most that one of them must explain, or it may lie elsewhere
SURELY = 8.0  # nats of a name, beyond which more say no more
PLAIN = 8.0  # nats a pixel by which a top is plain to see
STANDS_OUT = 0.25  # share of that, by which all pixels of a piece differ from print, in whatever light
LITTLE = 0.4  # share of a top's area that may do so where nothing lies
HAUNTED = 0.7  # chance that pieces which never showed are still there, where something has changed
FAR = 0.5  # how much rarer each further piece is where a number is wrong


@define(eq=False)
class Tally:
    """One area: ``bodies`` (solids are the sight's), their ``loss`` each; ``gain``: of one more of each solid, at most.

    ``naming``: nats by which each body's colour leads; ``kept``: how many of each solid are known to lie there;
    ``large``: too much shows here to be looked through; ``left``: mm² that nothing explains.
    """

    place: str
    bodies: list[Body] = field(factory=list)
    loss: list[float] = field(factory=list)
    naming: list[dict[int, float]] = field(factory=list)
    near: list[int] = field(factory=list)  # how many others touch each
    gain: dict[int, float] = field(factory=dict)
    kept: dict[int, int] = field(factory=dict)
    large: bool = False
    left: float = 0.0


def tallied(
    sight: Sight, flat: Flat, where: Mask | None, places: Sequence[Place], kept: Sequence[Agreed] = (),
    doubting: bool = True,
) -> dict[str, Tally]:  # fmt: skip
    """What lies in these areas of one picture, looked for in ``where`` beside what is known to lie there.

    ``doubting``: it may be none, and what lies on print that was never seen may be print.
    """
    held = np.zeros(flat.shown.shape, np.uint8)
    sight.mark(held, 255, flat.view, [a.body for a in kept])
    out = {p.id: Tally(p.id) for p in places}
    solids = {p.id: {s.colour: i for i, s in enumerate(sight.solids) if sight.most(p, s)} for p in places}
    names = Names.of(sight)
    scenes, plain = [], Shadows()
    for place in places:
        for a in kept:
            if a.owner == place.id:
                out[place.id].kept[a.body.solid] = out[place.id].kept.get(a.body.solid, 0) + 1
        crop = Crop.of(sight, flat, place, where, held, doubting) if solids[place.id] else None
        out[place.id].left = relit(sight, flat, place)
        paints = [] if crop is None else _paints(sight, crop, solids[place.id], STIRRED if doubting else FAINT)
        if crop is not None and paints:
            near = [a.body for a in kept if _meet(sight.silhouette(flat.view, a.body)[0], crop.box)]
            scene = Scene(crop, _stage(sight, flat, crop, paints, plain, names, solids[place.id], near), paints, [])
            scene.bodies = _cover(scene.stage, [])
            scenes.append(scene)
    shadows = shadows_of(scenes)
    throw(scenes, shadows, [s.clear(shadows) for s in scenes])
    for s in scenes:
        start = s.clear(shadows)
        s.stage = _stage(sight, flat, s.crop, s.paints, shadows, names, solids[s.crop.place.id], (), s)
        s.bodies = _mended(s.stage, _cover(s.stage, start)) if s.paints else []
        out[s.crop.place.id].large = s.stage.tired or len(s.bodies) >= MOST
    tops = [_tops(sight, flat, s, solids[s.crop.place.id]) for s in scenes]
    shown = [[(c, len(own)) for c, own in t] for t in tops]
    told = named(names, shown, [list(solids[s.crop.place.id]) for s in scenes])
    for s, top, rows in zip(scenes, tops, told, strict=True):
        _tell(out[s.crop.place.id], s, top, rows, solids[s.crop.place.id])
    return out


def by_number(sight: Sight, flat: Flat, ghosts: Mapping[tuple[str, str], int], kept: Sequence[Agreed]) -> list[Agreed]:
    """Pieces that are known to lie in places, ``ghosts`` by (place, piece id), though none was seen where its paint was
    looked for: solids of one paint without a name, no more than should be there, and no other would pass for them.
    """
    places = [p for p in sight.areas if any(place == p.id for place, _ in ghosts)]
    out = []
    for place, tally in tallied(sight, flat, None, places, kept, doubting=False).items():
        for i, solid in enumerate(sight.solids):
            own = [j for j, b in enumerate(tally.bodies) if b.solid == i]
            if own and len(own) <= ghosts.get((place, solid.piece), 0) and _lead(tally, i, own) >= NAMED:
                out += [Agreed(tally.bodies[j], place) for j in own if tally.loss[j] > PLACED]
    return out


def surely_bare(sight: Sight, flat: Flat, ghosts: Mapping[tuple[str, str], int], kept: Sequence[Agreed]) -> set[str]:
    """Places in which pieces were told to lie, ``ghosts`` by (place, piece id), and in which surely nothing does.

    All of the place is in view, nothing of it looks unlike print, and each piece is of a paint that was seen elsewhere
    and would be plain to see here.
    """
    held = np.zeros(flat.shown.shape, np.uint8)
    sight.mark(held, 255, flat.view, [a.body for a in kept])
    owners = {a.owner for a in kept}
    out = set()
    for place in sight.areas:
        told = [sight.solids[sight.names.index(k)] for p, k in ghosts if p == place.id]
        paints = [sight.paints[sight.colours[s.colour]] for s in told]
        if not told or place.id in owners or not all(p.pieces for p in paints):
            continue
        crop = Crop.of(sight, flat, place, None, held, doubting=False)
        if crop is None or not crop.whole(sight):
            continue
        contrast = min(crop.contrast(p.mean) for p in paints)
        shown = float((crop.lit[crop.inside] > STANDS_OUT * contrast).sum()) / crop.scale**2
        if contrast > PLAIN and shown < LITTLE * min(s.area for s in told):
            out.add(place.id)
    return out


def number_odds(
    sight: Sight, place: Place, tally: Tally, ghosts: Mapping[str, int] | None = None
) -> dict[str, tuple[float, ...]]:
    """Log likelihood of 0, 1, 2 ... pieces of each kind in a place (best 0), calibrated by ``tools/fit_counts.py``.

    What is wrong in a place is most likely the number that is least sure: it bears what speaks against all of them.
    A number leads the next by the odds that it is right: 3 nats are 95 of 100, however many numbers share the rest.
    ``ghosts``: agreed pieces that no pixel showed; whether they are still there is anybody's guess.
    """
    held = [i for i, s in enumerate(sight.solids) if sight.most(place, s)]
    rights = {i: COUNTS.right(*features(tally, i)) for i in held}
    if rights:
        weakest = min(rights, key=rights.__getitem__)
        rights[weakest] = min(rights[weakest], COUNTS.all_right(whole(tally, list(rights.values()))))
    out = {}
    for i, right in rights.items():
        piece, number = sight.solids[i].piece, tally.kept.get(i, 0)
        for b in tally.bodies:
            if b.solid == i:
                share = belongs((place,), b.x, b.y).get(place.id, 0.0)
                number += share > 0.5
                right *= max(share, 1 - share)
        if ghosts and ghosts.get(piece):
            number += ghosts[piece]
            right = min(right, HAUNTED)
        number = min(number, MOST_COUNT)
        rest = spread(number, FAR)
        log = np.log(np.maximum(min(1 - right, right) * rest / rest.max(), 1e-30))
        log[number] = np.log(right)
        out[piece] = tuple(np.round(np.maximum(log - log.max(), LEAST), 3).tolist())
    return out


def _paints(sight: Sight, crop: Crop, held: Mapping[int, int], least: float) -> list[Array]:
    """Colours (3,) that may lie in a place: what shows there, and what was learned and may show in part."""
    found = crop.paints(least)
    ground = crop.ground(Shadows())
    for c, solid in held.items():
        paint = sight.paints[sight.colours[c]]
        if paint.pieces and len(alike([*found, paint.mean])) > len(found):
            top, _ = crop.says(ground, [paint.mean])
            if float(np.maximum(top[0], 0).sum()) > SOME * CAP * sight.solids[solid].area:
                found.append(paint.mean)
    return found


def relit(sight: Sight, flat: Flat, place: Place) -> float:
    """How much (mm²) of a place is in a light so much darker or brighter than the board that pieces may pass for it."""
    box, mask = sight.masks[place.id]
    off = np.abs(flat.ratio[box] - np.median(flat.ratio[::16, ::16].reshape(-1, 3), axis=0)).max(axis=2)
    return float(((off > RELIT) & (mask > 0)).sum()) / sight.raster.scale**2


def whole(tally: Tally, rights: Sequence[float]) -> Array:
    """What speaks for all numbers of a place together (N,)."""
    p = np.array(rights)
    least, both = float(p.min()), float(np.clip(p.prod(), 1e-4, 1 - 1e-4))
    touching = sum(n > 0 for n in tally.near)
    return np.array([
        1.0, np.log(least / (1 - least)), np.log(both / (1 - both)), np.log1p(tally.left), touching,
    ])  # fmt: skip


def features(tally: Tally, solid: int) -> tuple[bool, Array]:
    """Whether pieces of a solid were found in a tally, and what speaks for their number (N,)."""
    own = [i for i, b in enumerate(tally.bodies) if b.solid == solid]
    rivals = [-r[solid] for r in tally.naming if solid in r]
    crowd = len(tally.bodies)
    if not own:
        away = min(min(rivals, default=SURELY), SURELY)
        return False, np.array([1.0, away, np.log1p(tally.left), crowd])
    loss = min(min(tally.loss[i] for i in own), 1.0)
    gain = max(tally.gain.get(solid, -1.0), -1.0)
    touching = sum(tally.near[i] > 0 for i in own)
    lead = _lead(tally, solid, own)
    return True, np.array([1.0, loss, gain, lead, np.log1p(tally.left), len(own), touching, crowd])


def _lead(tally: Tally, solid: int, own: Sequence[int]) -> float:
    """Nats by which the names of a solid's ``own`` bodies lead, and by which all others are told from it, the least."""
    leads = [min((-v for k, v in tally.naming[i].items() if k != solid), default=SURELY) for i in own]
    other = [-r[solid] for i, r in enumerate(tally.naming) if i not in own and solid in r]
    return min(min(leads + other), SURELY)


def _stage(
    sight: Sight, flat: Flat, crop: Crop, paints: Sequence[Array], shadows: Shadows, names: Names,
    held: Mapping[int, int], kept: Sequence[Body] = (), scene: Scene | None = None,
) -> Cast:  # fmt: skip
    ground = crop.ground(shadows)
    top, side = crop.says(ground, paints)
    shadow = None if scene is None or scene.umbra is None else crop.cast(ground, scene.umbra)
    h, w = ground.shape
    middle = crop.corner[0] + w / 2 / crop.scale, crop.corner[1] + h / 2 / crop.scale
    shapes = [sight.solids[held[names.likeliest(p, list(held))]] for p in paints]
    costs = [SHADOWY if crop.shadowy(p, shadows) else COST for p in paints]
    own: list[Solid] = [sized(s, i, costs[i] * CAP * s.area) for i, s in enumerate(shapes)]
    lights = scene.lights if scene is not None and shadow is not None else ()
    stand = tuple(evolve(b, solid=len(own) + b.solid) for b in kept) if scene is None else scene.stage.kept
    return Cast(
        top, side, crop.corner[0], crop.corner[1], crop.scale, [*own, *sight.shapes], flat.view.lean(*middle),
        sight.height, lights=lights, shadow=shadow, kept=stand, budget=PATIENCE,
    )  # fmt: skip


def _grown(stage: Cast, bodies: list[Body], score: float, push: bool = False) -> tuple[list[Body], float] | None:
    """One body more; ``push``: its neighbours make room for it."""
    for gain, body in stage.propose(bodies, range(len(stage.top)), turns=TURNS, worth=0.05)[:OFFERS]:
        solid = stage.solids[body.solid]
        if gain < LEAST_GAIN * CAP * solid.area:
            break
        near = beside(bodies, body, 2.2 * solid.length) if push else []
        trial, s = stage.refine([*bodies, body], [len(bodies), *near], fine=push)
        if s > score + SAID:
            return trial, s
    return None


def _cover(stage: Cast, start: Sequence[Body]) -> list[Body]:
    """Bodies that explain pixels, the most telling first."""
    bodies = list(start)
    score = stage.score(bodies)
    while len(bodies) < MOST and not stage.tired and (grown := _grown(stage, bodies, score)) is not None:
        bodies, score = grown
    return stage.refine(bodies)[0]


def _mended(stage: Cast, bodies: list[Body]) -> list[Body]:
    """A better set near by: one body less, laid elsewhere, or two in the place of one."""
    score = stage.score(bodies)
    for _ in range(ROUNDS):
        before = score
        i = 0
        while i < len(bodies) and not stage.tired:
            rest = bodies[:i] + bodies[i + 1 :]
            s = stage.score(rest)
            solid = stage.solids[bodies[i].solid]
            if s >= score:
                bodies, score = rest, s
                continue
            if score - s < FRAIL * CAP * solid.area:
                near = beside(rest, bodies[i], 2 * solid.length)
                trial, t = stage.refine(rest, near, fine=False)
                while (grown := _grown(stage, trial, t)) is not None and len(trial) < MOST:
                    trial, t = grown
                if t > score + SAID:
                    bodies, score = stage.refine(trial)
            i += 1
        for i in range(len(bodies) if not stage.tired else 0):
            two = _halves(stage, bodies, i, score)
            if two is not None:
                bodies, score = two
        while len(bodies) < MOST and not stage.tired and (grown := _grown(stage, bodies, score, True)) is not None:
            bodies, score = grown
        if score <= before + SAID:
            break
    return bodies


def _halves(stage: Cast, bodies: list[Body], i: int, score: float) -> tuple[list[Body], float] | None:
    """Two bodies in the place of one, if they explain more."""
    b, solid = bodies[i], stage.solids[bodies[i].solid]
    best, chosen = -np.inf, bodies
    for turn in np.arange(6) * (np.pi / 6):
        dx, dy = APART * solid.length * np.cos(turn), APART * solid.length * np.sin(turn)
        pair = [Body(b.solid, b.x + k * dx, b.y + k * dy, b.yaw) for k in (-1, 1)]
        trial = [*bodies[:i], *bodies[i + 1 :], *pair]
        s = stage.score(trial)
        if s > best:
            best, chosen = s, trial
    if best < score - SPLIT * CAP * solid.area:
        return None
    near = beside(chosen[:-2], b, 2.2 * solid.length)
    trial, s = stage.refine(chosen, [len(chosen) - 2, len(chosen) - 1, *near], fine=False)
    return stage.refine(trial) if s > score + SAID else None


def _meet(a: tuple[slice, slice], b: tuple[slice, slice]) -> bool:
    return all(s.start < t.stop and t.start < s.stop for s, t in zip(a, b, strict=True))


def _tops(sight: Sight, flat: Flat, scene: Scene, held: Mapping[int, int]) -> list[tuple[Array, list[int]]]:
    """The colours (3,) of tops, and which bodies show each."""
    shown, which = [], []
    some = next(iter(held.values()))
    for i, b in enumerate(scene.bodies):
        width = scene.stage.solids[b.solid].width
        box, mask = sight.silhouette(flat.view, Body(some, b.x, b.y, b.yaw), -0.18 * width, top_only=True)
        if mask.any():
            shown.append(np.median(sight.colour(flat, box)[mask > 0].astype(np.float64), axis=0))
            which.append(i)
    return [
        (np.asarray(np.median([shown[i] for i in group], axis=0)), [which[i] for i in group]) for group in alike(shown)
    ]


def _tell(
    tally: Tally, scene: Scene, tops: Sequence[tuple[Array, list[int]]], rows: Sequence[Mapping[int, float]],
    held: Mapping[int, int],
) -> None:  # fmt: skip
    stage, bodies = scene.stage, scene.bodies
    score = stage.score(bodies)
    colours: dict[int, dict[int, float]] = {}
    for (_, own), row in zip(tops, rows, strict=True):
        colours.update((i, dict(row)) for i in own)
    likeliest = {b.solid: max(colours[i], key=colours[i].__getitem__) for i, b in enumerate(bodies) if i in colours}
    for i, b in enumerate(bodies):
        if i not in colours:
            continue
        rest = bodies[:i] + bodies[i + 1 :]
        near = beside(rest, b, 1.3 * stage.solids[b.solid].length)
        loss = score - stage.score(rest)
        if near and loss < CAP * stage.solids[b.solid].area:
            loss = min(loss, score - stage.refine(rest, near, fine=False)[1])
        best = max(colours[i], key=colours[i].__getitem__)
        tally.bodies.append(Body(held[best], b.x, b.y, b.yaw))
        tally.loss.append(max(0.0, loss) / (CAP * stage.solids[b.solid].area))
        tally.naming.append({held[c]: v for c, v in colours[i].items()})
        tally.near.append(len(near))
    for _, body in stage.propose(bodies, range(len(stage.top)), turns=TURNS, worth=0.05)[:3]:
        if body.solid in likeliest:
            trial, s = stage.refine([*bodies, body], [len(bodies)], fine=False)
            colour = held[likeliest[body.solid]]
            gain = (s - score) / (CAP * stage.solids[body.solid].area)
            tally.gain[colour] = max(tally.gain.get(colour, -9.0), gain)
    shown = (stage.labels(bodies) > 0) | ~scene.crop.inside
    tally.left += float((~shown & (scene.crop.lit > CAP)).sum()) / scene.crop.scale**2
