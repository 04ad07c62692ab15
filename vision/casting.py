"""Shadows that pieces cast: a lamp throws all of a table to one side, and what lies there is no dark piece."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.background import DARKER, HUES
from vision.camera import Array
from vision.crops import Crop, Shadows
from vision.rectify import Image, Mask
from vision.solids import Body, outline
from vision.stage import Stage

Light = tuple[float, float]  # mm to the side per mm of height
STEEP = (0.25, 0.4, 0.6, 0.8, 1.1, 1.5, 2.0)
LIGHTS = np.array([(s * np.cos(a), s * np.sin(a)) for s in STEEP for a in np.arange(24) * (np.pi / 12)])
SPREADS = (0.0, 1 / 1500, 1 / 800, 1 / 500)  # 1 / mm: how near a lamp is
UNSHADED = -0.6  # what a lit pixel counts where a shadow should lie, against a dark one
CLEARLY = 25.0  # mm² of shadow more than of light, to believe in a lamp; twice of a second one
OVERLAP_MM2, CROWDED = 5.0, 4.0  # footprints may seem to share so much; nats mm² per mm² beyond
DEEP = 0.2  # log light; lesser shadows tell no hue
LEAST = 200  # pixels that tell how shadows look
ODD = 0.45  # hue by depth of what is no shadow
PRIOR, PRIOR_STRAY = 300.0, 0.12
HUE = (-0.13, 0.05)  # by depth; lamps and skies leave no other


@define(eq=False, slots=False)
class Cast(Stage):
    """A stage whose bodies cast shadows: ``shadow`` (h, w) says (nats mm²) what a cast shadow explains."""

    lights: tuple[Light, ...] = ()
    shadow: NDArray[np.float32] | None = None
    kept: tuple[Body, ...] = ()  # known ones, which cast shadows too

    def _rows(self) -> NDArray[np.float32]:
        rows = super()._rows()
        return rows if self.shadow is None else np.vstack([rows, self.shadow.reshape(1, -1)])

    def ground(self, bodies: Sequence[Body]) -> Mask:
        out = np.zeros(self.top.shape[1:], np.uint8)
        if self.shadow is not None:
            for light in self.lights:
                for b in (*self.kept, *bodies):
                    cv2.fillConvexPoly(out, self.fallen(b, light), 2 * len(self.top) + 1, cv2.LINE_8, 4)
        return out

    def fallen(self, b: Body, light: Light) -> NDArray[np.int32]:
        """The outline of a shadow on the print, in sixteenths of a px."""
        if (b, light) not in self._fallen:
            self._fallen[b, light] = self.falling(b, np.array([light]))[0]
        return self._fallen[b, light]

    def falling(self, b: Body, lights: Array) -> list[NDArray[np.int32]]:
        """The outlines of the shadows of each of some lights (N, 2)."""
        solid = self.solids[b.solid]
        foot = outline(solid, b.x, b.y, b.yaw) + self.shifts(solid)[1]
        ends = np.stack([np.zeros_like(lights), lights * solid.height], axis=1)
        both = self.px((ends[:, :, None] + foot).reshape(len(lights), -1, 2))
        return [cv2.convexHull(corners)[:, 0] for corners in both]

    @cached_property
    def _fallen(self) -> dict[tuple[Body, Light], NDArray[np.int32]]:
        """Shadows that were drawn before: the same bodies are tried in many sets."""
        return {}

    def crowding(self, bodies: Sequence[Body]) -> float:
        return CROWDED * self.overlap(bodies, OVERLAP_MM2)

    def covered(self, bodies: Sequence[Body]) -> NDArray[np.bool_]:
        """Where these bodies show, and a px around them."""
        out = np.zeros(self.top.shape[1:], np.uint8)
        for b in bodies:
            for hull in self._outlines(b):
                if hull is not None:
                    cv2.fillConvexPoly(out, hull, 1, cv2.LINE_8, 4)
        return np.asarray(cv2.dilate(out, np.ones((3, 3), np.uint8)) > 0)


@define(eq=False)
class Scene:
    """An area, its stage and the bodies found there; ``lights`` and ``umbra`` (3,): of the shadows they cast."""

    crop: Crop
    stage: Cast
    paints: list[Array]
    bodies: list[Body]
    lights: tuple[Light, ...] = ()
    umbra: Array | None = None

    def clear(self, shadows: Shadows) -> list[Body]:
        """Bodies that can't be mistaken for shadows."""
        like, _ = shadows.like(self.crop.diff)
        out = []
        for b in self.bodies:
            mask = np.zeros(like.shape, np.uint8)
            cv2.fillConvexPoly(mask, self.stage._outlines(b)[1], 1, cv2.LINE_8, 4)
            if mask.any() and like[mask > 0].mean() < 0.5:
                out.append(b)
        return out


def shadows_of(scenes: Sequence[Scene]) -> Shadows:
    """How shadows look in a picture, by what shows beside the bodies."""
    parts = [s.crop.diff[s.crop.inside & s.crop.sure & ~s.stage.covered(s.bodies)] for s in scenes]
    diff = np.vstack(parts) if parts else np.zeros((0, 3))
    deep, plain = -(diff @ DARKER), Shadows()
    dark = deep / np.sqrt(3) > DEEP
    hue = (diff[dark] @ HUES.T) / deep[dark][:, None]
    hue = hue[np.linalg.norm(hue, axis=1) < ODD]
    if len(hue) < LEAST:
        return plain
    mean = np.median(hue, axis=0)
    for _ in range(3):
        near = np.abs(hue - mean).max(axis=1) < 0.25
        mean = np.median(hue[near], axis=0) if near.sum() > 50 else mean
    stray = 1.48 * np.median(np.abs(hue - mean), axis=0)
    n = len(hue)
    stray = np.sqrt((n * stray**2 + PRIOR * PRIOR_STRAY**2) / (n + PRIOR))
    return Shadows(np.clip(mean, *HUE), np.clip(stray + 0.015, 0.04, 0.2))


def throw(scenes: Sequence[Scene], shadows: Shadows, bodies: Sequence[Sequence[Body]]) -> None:
    """Find one or two lamps by the shadows of these bodies; tell every scene its lights and how deep shadows are."""
    if not scenes:
        return
    bodies = [[*s.stage.kept, *own] for s, own in zip(scenes, bodies, strict=True)]
    middles = np.array([np.mean(s.crop.place.polygon, axis=0) for s in scenes]).reshape(-1, 2)
    about = middles - middles.mean(axis=0)
    done = [np.zeros(s.crop.inside.shape, np.uint8) for s in scenes]
    views = [_dark(s, shadows, own) for s, own in zip(scenes, bodies, strict=True)]
    for turn in (1, 2):
        votes = [_votes(s, own, w * (d == 0)) for s, own, (w, _), d in zip(scenes, bodies, views, done, strict=True)]
        best, chosen = 0.0, np.zeros((len(scenes), 2))
        for start in LIGHTS:
            for spread in SPREADS:
                lights = start + spread * about
                nearest = ((lights[:, None] - LIGHTS) ** 2).sum(axis=2).argmin(axis=1)
                total = float(sum(v[i] for v, i in zip(votes, nearest, strict=True)))
                if total > best:
                    best, chosen = total, lights
        if best < CLEARLY * turn:
            break
        for s, own, v, light, d in zip(scenes, bodies, votes, chosen, done, strict=True):
            near = np.flatnonzero(np.hypot(*(LIGHTS - light).T) < 0.3 + 0.15 * np.hypot(*light))
            if len(near) and v[near].max() > 5:
                light = LIGHTS[near[v[near].argmax()]]
            s.lights = (*s.lights, (float(light[0]), float(light[1])))
            for b in own:
                cv2.fillConvexPoly(d, s.stage.fallen(b, s.lights[-1]), 1, cv2.LINE_8, 4)
    fell = [s.crop.diff[(d > 0) & dark].astype(np.float64) for s, (_, dark), d in zip(scenes, views, done, strict=True)]
    every = np.vstack(fell) if fell else np.zeros((0, 3))
    for s, own_diff in zip(scenes, fell, strict=True):
        diff = own_diff if len(own_diff) > 40 else every
        if len(diff) > 40 and s.lights:
            deep = -(diff @ DARKER)
            s.umbra = np.median(diff[deep >= np.median(deep)], axis=0)


def _dark(s: Scene, shadows: Shadows, bodies: Sequence[Body]) -> tuple[Image, NDArray[np.bool_]]:
    """What each pixel (h, w) counts (mm²) for a shadow that should lie there; which ones are dark."""
    like, _ = shadows.like(s.crop.diff)
    free = s.crop.inside & ~s.stage.covered(bodies)
    weight = np.where(like, 1.0, UNSHADED) * (free & s.crop.sure) / s.crop.scale**2
    return np.asarray(weight, np.float32), like & free


def _votes(s: Scene, bodies: Sequence[Body], weight: Image) -> Array:
    """What each of the lights (N,) would explain; half the resolution tells it."""
    out = np.zeros(len(LIGHTS))
    if not bodies:
        return out
    size = (max(1, weight.shape[1] // 2), max(1, weight.shape[0] // 2))
    small = cv2.resize(weight, size, interpolation=cv2.INTER_AREA) * np.float32(weight.size / (size[0] * size[1]))
    mask = np.zeros(small.shape, np.uint8)
    for i, fallen in enumerate(zip(*(s.stage.falling(b, LIGHTS) for b in bodies), strict=True)):
        mask[:] = 0
        for outline_ in fallen:
            cv2.fillConvexPoly(mask, outline_ // 2, 1, cv2.LINE_8, 4)
        out[i] = float(cv2.mean(small, mask)[0] * cv2.countNonZero(mask))
    return out
