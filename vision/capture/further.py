"""Further lands of a map: where the print is as it is in lands that were touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from attrs import evolve

from vision.camera import Array
from vision.capture.areas import LARGEST, TOUCH_MM, Areas, Mask, Outline, fill_small
from vision.capture.flat import Point

NECK_MM = 2.0  # half of an opening between two patches that is shut
NOTCH_MM = 4.0  # half of the height of a large name
LETTERS_MM2 = 120.0  # holes in a patch up to so large
DEEP_MM, SMALL_MM2 = 7.5, 500.0  # a land has room for a disc of this radius, and is as large
STRAIGHT, SPACE_MM2 = 0.9, 1600.0  # of the rectangle around it: what fills more, and is smaller, is a track's space
ONE_PRINT = 5.0  # tones nearer than this are one print
COLOURED = 12.0  # distance from grey, of a tone that has a hue
TURN, PALER = 0.96, 3.0  # one hue in another light: cosine, times as far from grey
NOISE, SHADE = 4.0, 14.0  # brightness: so much darker, brighter may the paler one be


def further(areas: Areas, lands: Sequence[tuple[Point, Sequence[Point]]], most: int) -> list[tuple[Point, Outline]]:
    """Lands that are printed as touched ones are, the largest first, ``most`` at most: their middles, their outlines.

    ``lands``: where each was touched, and its outline (mm). What goes around another land is
    none, nor is a small rectangle.
    """
    flat = areas.flat
    taken = np.zeros(flat.bgr.shape[:2], np.uint8)
    for _at, polygon in lands:
        if polygon:
            taken |= flat.mask(polygon)
    places = [at for at, _polygon in lands]
    masks = (m for m in _masks(areas, places) if not _around(areas, m, places))
    patches = sorted((p for m in masks for p in _patches(areas, m, taken)), reverse=True)
    found: list[tuple[Point, Outline]] = []
    for _area, at in patches:
        if len(found) == most:
            break
        x, y = np.round(flat.px(at)[0]).astype(int)
        if taken[y, x]:
            continue
        outline = _filled(areas, areas.outline(at, places))
        ring: Array = np.asarray(outline.polygon).astype(np.float32)
        if len(ring) > 2 and _land(areas, ring) and not any(_in(ring, p) for p in places) and _in(ring, at):
            found.append((at, outline))
            places.append(at)
            taken |= flat.mask(outline.polygon)
    return found


def _filled(areas: Areas, found: Outline) -> Outline:
    """Without the notch that a name leaves which lies across a border: nobody touched it there."""
    if not found.polygon:
        return found
    k = areas.flat.brush(NOTCH_MM)
    mask = np.asarray(cv2.morphologyEx(areas.flat.mask(found.polygon), cv2.MORPH_CLOSE, k), np.uint8)
    return evolve(found, polygon=areas.polygon(mask))


def _in(ring: Array, p: Point) -> bool:
    return cv2.pointPolygonTest(ring, (float(p[0]), float(p[1])), False) >= 0


def _land(areas: Areas, ring: Array) -> bool:
    """Whether an outline (mm) may be a land's: neither a space of a track nor what lies around all lands."""
    _middle, (w, h), _turn = cv2.minAreaRect(ring)
    area = cv2.contourArea(ring)
    wide, high = areas.flat.size_mm
    space = area > STRAIGHT * w * h and area < SPACE_MM2
    return bool(SMALL_MM2 < area < LARGEST * wide * high and not space)


def _masks(areas: Areas, touched: Sequence[Point]) -> Iterator[Mask]:
    """Where the print is as around each touch, then as it may be in another light."""
    prints: list[Array] = []
    for at in touched:
        tone = areas.flat.tone(*at, TOUCH_MM)
        if all(np.linalg.norm(tone - p) > ONE_PRINT for p in prints):
            prints.append(tone)
            yield areas.alike(at, tone)
    for tone in areas.palette:
        if any(_lit(tone, p) for p in prints) and all(np.linalg.norm(tone - p) > ONE_PRINT for p in prints):
            yield areas.within(tone, areas.reach(tone))


def _around(areas: Areas, alike: Mask, places: Sequence[Point]) -> bool:
    """Whether a patch of a mask goes around several lands: it is the sea."""
    lines, _ = cv2.findContours(alike, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    px = areas.flat.px(places)
    return any(sum(_in(line, p) for p in px) > 1 for line in lines)


def _lit(one: Array, other: Array) -> bool:
    """Whether two tones may be one print in two lights: of one hue, and the paler one is no darker, as haze has it."""
    pale, vivid = sorted((one, other), key=lambda t: float(np.linalg.norm(t[1:])))
    a, b = (float(np.linalg.norm(t[1:])) for t in (pale, vivid))
    one_hue = a > COLOURED and b < PALER * a and float(pale[1:] @ vivid[1:]) > TURN * a * b
    return one_hue and -NOISE < pale[0] - vivid[0] < SHADE


def _patches(areas: Areas, alike: Mask, taken: Mask) -> Iterator[tuple[float, Point]]:
    """Area (mm2) and deepest place of each patch of a mask that is wide enough for a land."""
    flat = areas.flat
    hold = fill_small(cv2.morphologyEx(alike, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), flat.scale, LETTERS_MM2)
    hold[taken > 0] = 0
    deep = cv2.distanceTransform(cv2.copyMakeBorder(hold, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)[1:-1, 1:-1]
    _n, labels, stats, _middles = cv2.connectedComponentsWithStats((deep > NECK_MM * flat.scale).astype(np.uint8))
    for i, (x, y, w, h, area) in enumerate(stats.tolist()):
        own = np.where(labels[y : y + h, x : x + w] == i, deep[y : y + h, x : x + w], 0)
        if not i or own.max() < DEEP_MM * flat.scale:
            continue
        lines, _ = cv2.findContours((own > 0).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        if _land(areas, flat.mm(lines[0]).astype(np.float32)):
            v, u = np.unravel_index(int(np.argmax(own)), own.shape)
            px, py = flat.mm((u + x, v + y))[0]
            yield area / flat.scale**2, (round(float(px), 1), round(float(py), 1))
