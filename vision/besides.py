"""Flat pieces beside what else lies on a spot: looked for all around it, against how its rim looked when agreed."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from vision.camera import Array, View
from vision.layout import Layout, Piece, Place
from vision.sight import Sight
from vision.tops import NATS, Lens, mispaint, misprint

Shown = NDArray[np.bool_]
ANGLES = 32
INNER, OUTER = 10.5, 16.5  # mm from the middle of a spot
STEPS = 5
WIDE = 2  # steps of the angle to either side that such a piece covers for sure
QUIET = 3.0  # nats that a rim may look like one without anything being there
MOST = 9.0
SHADE = 34.0  # mm to which what comes to lie on a spot may throw a shade: rims there look new
NEAR = 14.0  # mm within which two spots may see the same piece
COVERS = 40.0  # mm within which bodies on other spots may hide a part of a rim
UP = np.linspace(0.0, 1.0, 5)[:, None, None]  # shares of its height at which a body may hide what is behind it
ENOUGH = 0.5  # share of its points that must show for a piece to be told
CLEAR = 1.0  # nats by which one of them must see it better


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
        turns, radii = np.arange(ANGLES) * (2 * np.pi / ANGLES), np.linspace(INNER, OUTER, STEPS)
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
        found = {k: self._arrival(k, seen, shown[k], sight) for k, seen in rims.items()}
        told = {k for k in rims if contents.get(k, {}).get(self.piece.id)}
        anew = self._near(self._changed(rims, contents))
        samples = []
        for name in told - self._lying.keys():
            nats, at, where = found[name]
            if nats > QUIET:
                part = _window(at)
                samples.append(rims[name].reshape(ANGLES, STEPS, 3)[part][shown[name][part]])
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
        return any(math.dist(where, o) < NEAR for o in self._lying.values())

    def _near(self, names: Collection[str]) -> set[str]:
        """These spots and all on which they may throw a shade."""
        at = [self._centre[k] for k in names]
        return {k for k, centre in self._centre.items() if any(math.dist(centre, o) < SHADE for o in at)}

    def read(
        self, lens: Lens, sight: Sight, stirred: Collection[str] = ()
    ) -> dict[str, tuple[float, float]]:
        """For each spot: log-likelihoods of nothing and of the piece beside it. ``stirred``: spots that look different.

        A piece between two spots counts for the one it fits better; where that is not clear it says nothing. Nor does
        a rim in what may be a shade, or while the paint is a mere word and the board shows no known colours: such a
        piece must be told once. It may lie where bodies on the spots hide it, anywhere about its own alike.
        """
        if self.piece is None:
            return {}
        rims = self._rims(lens)
        shown = self._shown(lens.view, [k for k in rims if k not in self._lying])
        found = {k: self._arrival(k, rims[k], shown[k], sight) for k in shown}
        out: dict[str, tuple[float, float]] = dict.fromkeys(self._lying, (-MOST, 0.0))  # such pieces stay
        trusted = bool(self.layout.patches) or sight.paints[self.piece.colour].pieces > 0
        shaded = self._near(stirred)
        for name, (nats, _, where) in found.items():
            rivals = [n for k, (n, _, w) in found.items() if k != name and n > QUIET and math.dist(where, w) < NEAR]
            if nats <= QUIET:
                blind = 1.0 - float(_told(shown[name]).mean())  # turns at which it would be hidden
                out[name] = (0.0, max(-MOST, nats - QUIET, math.log(max(blind, math.exp(-MOST)))))
            elif not trusted or name in shaded or any(n > nats - CLEAR for n in rivals):
                out[name] = (0.0, 0.0)
            else:
                out[name] = (-min(MOST, nats - QUIET), 0.0)
        return out

    def _rims(self, lens: Lens) -> dict[str, Array]:
        return {k: x for k, points in self._points.items() if (x := lens.at(points)) is not None}

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
        return shown.reshape(ANGLES, STEPS)

    def _arrival(self, name: str, seen: Array, shown: Shown, sight: Sight) -> tuple[float, int, tuple[float, float]]:
        """Nats by which the piece explains some part of a rim better than the rim as it was; its turn and place."""
        assert self.piece is not None
        x, y = self._centre[name]
        if name not in self._rim or not _told(shown).any():
            return 0.0, 0, (x, y)
        gain = misprint(seen, self._rim[name]) - mispaint(seen, sight.paints[self.piece.colour])
        by_turn = np.where(shown, gain.reshape(ANGLES, STEPS), 0.0).mean(axis=1)
        parts = np.where(_told(shown), NATS * by_turn[WINDOWS].mean(axis=1), -np.inf)
        best = int(np.argmax(parts))
        r, a = (INNER + OUTER) / 2, best * 2 * math.pi / ANGLES
        return float(parts[best]), best, (x + r * math.cos(a), y + r * math.sin(a))


def _told(shown: Shown) -> Shown:
    """Turns (ANGLES,) at which enough of such a piece would show."""
    return np.asarray(shown.mean(axis=1)[WINDOWS].mean(axis=1) >= ENOUGH)


def _window(at: int) -> list[int]:
    return [(at + k) % ANGLES for k in range(-WIDE, WIDE + 1)]


WINDOWS = np.array([_window(i) for i in range(ANGLES)])  # (ANGLES, 2 WIDE + 1)
