"""Flat pieces, told by colours at sampled points: tokens with two faces, and what lies beside other pieces on a spot.

A token on a slot of its own lies face down, face up or is gone, told from rings about its middle, however it is turned;
faces and print that were never seen are known by not being what was. What lies beside is looked for all around its
spot, against how its rim looked when agreed.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from vision.camera import Array, View, apply
from vision.layout import Layout, Piece, Place
from vision.observation import Contents, Reading, Stack, stack_of
from vision.paints import GLOSS, GREY, Paint
from vision.sight import Flat, Sight

RINGS = (0.08, 0.22, 0.36, 0.5, 0.64)  # of half a token's width
ANGLES = 24
STRAY = 0.010 * np.eye(3) + 0.05 * GREY  # of a ring's colour in another picture
OTHER = 0.10 * np.eye(3) + 0.10 * GREY  # of a face as other slots show it, and of print guessed from beside the token
NEW = 0.45  # of what speaks against a look that fits not at all, for one that was never seen
KEEP = 0.6

NATS = 16.0  # for points that look nothing like it
FAR = 12.0  # squared deviations at which a pixel is something else
PRINT = 0.012 * np.eye(3) + 0.10 * GREY  # how far print may stray: shadows darken, hue stays
VAGUE = 0.4
GLEAM = 0.1  # log light
RARE = 2.0  # squared deviations that a top in a gleam is rarer than one that looks like its paint
Shown = NDArray[np.bool_]
TURNS = 32
NEAREST, FARTHEST = 10.5, 16.5  # mm from the middle of a spot
STEPS = 5
WIDE = 2  # steps of the angle to either side that such a piece covers for sure
QUIET = 3.0  # nats that a rim may look like one without anything being there
CERTAIN = 9.0
SHADE = 34.0  # mm to which what comes to lie on a spot may throw a shade: rims there look new
SAME_MM = 14.0  # mm within which two spots may see the same piece
COVERS = 40.0  # mm within which bodies on other spots may hide a part of a rim
UP = np.linspace(0.0, 1.0, 5)[:, None, None]  # shares of its height at which a body may hide what is behind it
ENOUGH = 0.5  # share of its points that must show for a piece to be told
CLEARER = 1.0  # nats by which one of them must see it better


# ---------------------------------------------------------------- colours at sampled points
class Lens:
    """One picture's colours in the light that was learned: log BGR by white at points in space."""

    def __init__(self, flat: Flat, sight: Sight) -> None:
        assert sight.white is not None
        self.view, self.white = flat.view, sight.white
        self.flat, self._raster = flat, sight.raster
        self._plane = np.linalg.inv(flat.view.plane(sight.height))

    def at(self, points: Array) -> Array | None:
        """Colours (N, 3) at points (N, 3) mm; None where some lie outside the picture."""
        (inside,), (colours,) = self.each(points[None])
        return colours if inside else None

    def each(self, points: Array) -> tuple[NDArray[np.bool_], Array]:
        """Which groups of points (K, N, 3) mm lie in the picture, and their colours (K, N, 3)."""
        px = np.round(self._raster.px(apply(self._plane, self.view.project(points.reshape(-1, 3))))).astype(int)
        col, row = px.T.reshape(2, *points.shape[:2])
        h, w = self.flat.shown.shape
        inside = (col >= 0) & (row >= 0) & (col < w) & (row < h)
        col, row = np.clip(col, 0, w - 1), np.clip(row, 0, h - 1)
        inside &= self.flat.shown[row, col]
        return inside.all(axis=1), self.flat.even[row, col].astype(np.float64) - self.white.at(points[..., :2])


def misprint(seen: Array, bare: Array) -> Array:
    """How little each point (..., 3) looks like its print: 0 just like it, 1 nothing like it."""
    return _strange(seen - bare, PRINT)


def mispaint(seen: Array, paint: Paint) -> Array:
    """The same for a paint; a mere word fits everything a little, and is believed less for it."""
    plain = _strange(seen - paint.mean, paint.cov)
    return np.asarray(np.minimum(plain, RARE / FAR + _strange(seen - paint.mean - GLEAM, paint.cov + GLOSS)))


def _strange(d: Array, cov: Array) -> Array:
    vague = max(0.0, float(np.linalg.slogdet(cov)[1] - np.linalg.slogdet(PRINT)[1]))
    q = ((d @ np.linalg.inv(cov)) * d).sum(axis=-1) + VAGUE * vague
    return np.asarray(np.minimum(1.0, q / FAR))


# ---------------------------------------------------------------- tokens with two faces
@define(eq=False)
class Faces:
    """All slots of a layout that hold tokens with faces and nothing else."""

    layout: Layout
    places: list[Place] = field(init=False)
    _own: dict[tuple[str, Stack], Array] = field(factory=dict)  # slot and content -> rings
    _beside: dict[str, Array] = field(factory=dict)  # slot -> colour of its print beside the token

    def __attrs_post_init__(self) -> None:
        self.places = [p for p in self.layout.places if p.look == "slot" and self._tokens(p)]

    def _tokens(self, place: Place) -> list[Piece]:
        found = [p for p in self.layout.pieces if p.kind in place.holds]
        return found if len(place.holds) == 1 and all(p.face for p in found) else []

    def _rings(self, lens: Lens, place: Place) -> Array | None:
        """The middle colour of each ring (rings, 3)."""
        token = self._tokens(place)[0]
        turns = np.arange(ANGLES) * (2 * np.pi / ANGLES)
        around = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(ANGLES)])
        radii = np.array(RINGS)[:, None, None] * min(token.size_mm) / 2
        inside, seen = lens.each(radii * around + (*place.centre, token.height_mm))
        return np.median(seen, axis=1) if inside.all() else None

    def _rim(self, lens: Lens, place: Place) -> Array | None:
        """The colour of the print along a slot's border."""
        x0, y0, x1, y1 = place.bounds
        w, h = x1 - x0, y1 - y0
        t = np.linspace(-0.46, 0.46, 12)
        at = [(x * w, y * h) for x in t for y in (-0.46, 0.46)] + [(x * w, y * h) for y in t for x in (-0.46, 0.46)]
        points = np.array([(place.centre[0] + x, place.centre[1] + y, 0.0) for x, y in at])
        seen = lens.at(points)
        return None if seen is None else np.median(seen, axis=0)

    def learn(self, lens: Lens, contents: Contents) -> None:
        self._own.clear()
        for p in self.places:
            rings, rim = self._rings(lens, p), self._rim(lens, p)
            if rings is not None and rim is not None:
                self._own[p.id, stack_of(contents.get(p.id, {}))] = rings
                self._beside[p.id] = rim

    def confirm(self, lens: Lens, contents: Contents) -> None:
        """What was agreed is seen anew, unless something else explains it better."""
        for p in self.places:
            rings = self._rings(lens, p)
            if rings is None:
                continue
            told = stack_of(contents.get(p.id, {}))
            judged = self._judge(p, rings)
            if judged.get(told, -NATS) < max(judged.values()):
                continue
            old = self._own.get((p.id, told), rings)
            self._own[p.id, told] = KEEP * old + (1 - KEEP) * rings

    def read(self, lens: Lens, shares: Mapping[str, float], places: Collection[str] | None) -> dict[str, Reading]:
        out = {}
        for p in self.places:
            if places is not None and p.id not in places:
                continue
            rings = self._rings(lens, p)
            share = 0.0 if rings is None else shares.get(p.id, 1.0)
            if rings is None or share < 0.5:
                out[p.id] = Reading(p.id, 0.0, {}, tuple((s, 0.0) for s in self._stacks(p)))
                continue
            judged = self._judge(p, rings)
            best = max(judged.values())
            out[p.id] = Reading(p.id, share, {}, tuple((s, v - best) for s, v in judged.items()))
        return out

    def _stacks(self, place: Place) -> list[Stack]:
        return [(), *((t.id,) for t in self._tokens(place))]

    def _judge(self, place: Place, rings: Array) -> dict[Stack, float]:
        """Log-likelihood of each content: by its own look, by that of other slots, or as something new."""
        out: dict[Stack, float] = {}
        for stack in self._stacks(place):
            own = self._own.get((place.id, stack))
            like = [x for (k, s), x in self._own.items() if s == stack and k != place.id]
            if own is not None:
                out[stack] = _fit(rings - own, STRAY)
            elif stack and like:
                out[stack] = max(_fit(rings - x, OTHER) for x in like)
            elif not stack and place.id in self._beside:
                out[stack] = max(_fit(rings - self._beside[place.id], OTHER), -NATS * 1.2 * NEW)
            else:
                out[stack] = -NATS * NEW
        return out


def _fit(d: Array, cov: Array) -> float:
    q = np.einsum("ni,ij,nj->n", d, np.linalg.inv(cov), d)
    return float(-NATS * np.minimum(1.0, q / FAR).mean())


# ---------------------------------------------------------------- beside what else lies on a spot
@define(eq=False)
class Besides:
    """Spots of a layout that may have a flat piece beside them."""

    layout: Layout
    slots: list[Place]
    piece: Piece | None = field(init=False)
    _rim: dict[str, Array] = field(factory=dict)  # as it looked when it was last agreed
    _lying: dict[str, tuple[float, float]] = field(factory=dict)  # spots that have one, and about where
    _on: dict[str, dict[str, int]] = field(factory=dict)  # what else was last agreed to lie on each spot
    _view: View | None = None  # from where it was reckoned what shows of each rim, with what lies there
    _free: dict[str, Shown] = field(factory=dict)
    _centre: dict[str, tuple[float, float]] = field(init=False)
    _points: dict[str, Array] = field(init=False)  # (N, 3) mm, all around each spot where one may lie

    def __attrs_post_init__(self) -> None:
        self._centre = {s.id: s.centre for s in self.slots}
        self.piece = piece = next((p for p in self.layout.pieces if p.beside), None)
        turns, radii = np.arange(TURNS) * (2 * np.pi / TURNS), np.linspace(NEAREST, FARTHEST, STEPS)
        rim = np.array([(r * np.cos(a), r * np.sin(a), 0.0) for a in turns for r in radii])
        held = [s for s in self.slots if piece is not None and piece.id in s.holds]
        up = 0.0 if piece is None else 0.8 * piece.height_mm
        self._points = {s.id: rim + np.array((*s.centre, up)) for s in held}

    def agree(self, lens: Lens, sight: Sight, contents: Mapping[str, Mapping[str, int]]) -> None:
        """The table lies like this; a rim that shows something else by now is left as it was.

        Where something was laid or taken, the rims around it are seen anew: nothing is built in the same moment.
        """
        if self.piece is None:
            return
        rims = self._rims(lens)
        shown = self._shown(lens.view, rims)
        found = self._arrivals(rims, shown, sight)
        told = {k for k in rims if contents.get(k, {}).get(self.piece.id)}
        anew = self._near(self._changed(rims, contents))
        samples = []
        for name in told - self._lying.keys():
            nats, at, where = found[name]
            if nats > QUIET:
                part = _around(at)
                samples.append(rims[name].reshape(TURNS, STEPS, 3)[part][shown[name][part]])
            self._lying[name] = where
        for name in self._lying.keys() - told:
            del self._lying[name]
        for name, seen in rims.items():
            nats, _, where = found[name]
            if name in told | anew or nats <= QUIET or self._lies_at(where):
                self._rim[name] = seen
        if samples:
            sight.teach(sight.paints[self.piece.colour].learn(samples))

    def _changed(self, rims: Collection[str], contents: Mapping[str, Mapping[str, int]]) -> set[str]:
        """Spots on which something else lies than when they were last agreed."""
        assert self.piece is not None
        on = {k: {p: n for p, n in contents.get(k, {}).items() if n and p != self.piece.id} for k in rims}
        before = {k: self._on.get(k, x) for k, x in on.items()}
        if any(on[k] != self._on.get(k) for k in on):
            self._free = {}
        self._on.update(on)
        return {k for k in on if on[k] != before[k]}

    def _lies_at(self, where: tuple[float, float]) -> bool:
        return any(math.dist(where, o) < SAME_MM for o in self._lying.values())

    def _near(self, names: Collection[str]) -> set[str]:
        """These spots and all on which they may throw a shade."""
        at = [self._centre[k] for k in names]
        return {k for k, centre in self._centre.items() if any(math.dist(centre, o) < SHADE for o in at)}

    def read(self, lens: Lens, sight: Sight, stirred: Collection[str] = ()) -> dict[str, tuple[float, float]]:
        """For each spot: log-likelihoods of nothing and of the piece beside it. ``stirred``: spots that look different.

        A piece between two spots counts for the one it fits better; where that is not clear it says nothing. Nor does
        a rim in what may be a shade, or while the paint is a mere word and the board shows no known colours: such a
        piece must be told once. It may lie where bodies on the spots hide it, anywhere about its own alike.
        """
        if self.piece is None:
            return {}
        rims = self._rims(lens)
        rims = {k: seen for k, seen in rims.items() if k not in self._lying}
        shown = self._shown(lens.view, rims)
        found = self._arrivals(rims, shown, sight)
        loud = {k: at for k, at in found.items() if at[0] > QUIET}
        out: dict[str, tuple[float, float]] = dict.fromkeys(self._lying, (-CERTAIN, 0.0))  # such pieces stay
        trusted = bool(self.layout.patches) or sight.paints[self.piece.colour].pieces > 0
        shaded = self._near(stirred)
        for name, (nats, _, where) in found.items():
            rivals = [n for k, (n, _, w) in loud.items() if k != name and math.dist(where, w) < SAME_MM]
            if nats <= QUIET:
                blind = 1.0 - float(_enough(shown[name]).mean())  # turns at which it would be hidden
                out[name] = (0.0, max(-CERTAIN, nats - QUIET, math.log(max(blind, math.exp(-CERTAIN)))))
            elif not trusted or name in shaded or any(n > nats - CLEARER for n in rivals):
                out[name] = (0.0, 0.0)
            else:
                out[name] = (-min(CERTAIN, nats - QUIET), 0.0)
        return out

    def _rims(self, lens: Lens) -> dict[str, Array]:
        if not self._points:
            return {}
        inside, seen = lens.each(np.stack(list(self._points.values())))
        return {k: x for k, x, shows in zip(self._points, seen, inside, strict=True) if shows}

    def _shown(self, view: View, names: Collection[str]) -> dict[str, Shown]:
        """What shows of each of these rims; it is kept while the camera and what was agreed stay as they are."""
        if self._view is not view:
            self._view, self._free = view, {}
        for name in names:
            if name not in self._free:
                self._free[name] = self._shows(view, name)
        return {k: self._free[k] for k in names}

    def _shows(self, view: View, name: str) -> Shown:
        """Which points (ANGLES, STEPS) of a rim no body hides that was agreed to stand on a spot."""
        points = self._points[name]
        shown = np.ones(len(points), np.bool_)
        to_eye = (view.eye[:2] - points[:, :2]) / (view.eye[2] - points[:, 2:])
        for spot, on in self._on.items():
            at = np.array(self._centre[spot])
            pieces = [p for p in self.layout.pieces if p.id in on]
            if not pieces or math.dist(at, self._centre[name]) > COVERS:
                continue
            radius, up = min(p.size_mm[0] for p in pieces) / 2, sum(p.height_mm * on[p.id] for p in pieces)
            rays = points[:, :2] + UP * (up - points[:, 2:]) * to_eye  # (UP, N, 2) mm, up to the top of the body
            shown &= np.linalg.norm(rays - at, axis=2).min(axis=0) > radius
        return shown.reshape(TURNS, STEPS)

    def _arrivals(
        self, rims: Mapping[str, Array], shown: Mapping[str, Shown], sight: Sight
    ) -> dict[str, tuple[float, int, tuple[float, float]]]:
        """Nats by which the piece explains some part of each rim better than the rim as it was; its turn and place."""
        assert self.piece is not None
        out = {k: (0.0, 0, self._centre[k]) for k in rims}
        names = [k for k in rims if k in self._rim]
        if not names:
            return out
        seen, was = (np.stack([of[k] for k in names]) for of in (rims, self._rim))
        free = np.stack([shown[k] for k in names])
        gain = misprint(seen, was) - mispaint(seen, sight.paints[self.piece.colour])
        by_turn = np.where(free, gain.reshape(free.shape), 0.0).mean(axis=2)
        parts = np.where(_enough(free), NATS * by_turn[:, WINDOWS].mean(axis=2), -np.inf)
        r = (NEAREST + FARTHEST) / 2
        for name, best, most in zip(names, parts.argmax(axis=1).tolist(), parts.max(axis=1).tolist(), strict=True):
            (x, y), a = self._centre[name], best * 2 * math.pi / TURNS
            if most > -np.inf:
                out[name] = (most, best, (x + r * math.cos(a), y + r * math.sin(a)))
        return out


def _enough(shown: Shown) -> Shown:
    """Turns (..., TURNS) at which enough of such a piece would show."""
    return np.asarray(shown.mean(axis=-1)[..., WINDOWS].mean(axis=-1) >= ENOUGH)


def _around(at: int) -> list[int]:
    return [(at + k) % TURNS for k in range(-WIDE, WIDE + 1)]


WINDOWS = np.array([_around(i) for i in range(TURNS)])  # (ANGLES, 2 WIDE + 1)
