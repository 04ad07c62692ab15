"""The outline of a printed land around a touched point: pixels of the same print, up to its border line.

Touched points compete: what two of them could claim is parted along the print's edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np
from attrs import define, evolve, frozen
from numpy.typing import NDArray

from vision.camera import Array
from vision.capture import joined
from vision.capture.flat import FlatPicture, Image, Point, rounded

Mask = NDArray[np.uint8]
LARGEST = 0.22  # of the sheet: no land is larger, whatever flows together is a leak
SMALLEST_MM2 = 150.0
TINY_MM2 = 600.0  # of a smaller land a name of 30 by 4 mm may hide a fifth
ROUNDS = 4
FOLLOW_MM = 9.0
COAST_MM = 3.0  # what lies so near outside an outline, and in no other, still belongs to it
ASIDE, ASIDE_MM = 6, 7.0  # so many places so far around a touch that tells little
TOUCH_MM = 9.0  # the tone is taken from a disc of this radius
AREA_SHARE = 0.08  # of the sheet: no area beside the lands is larger
LINE_MM = 0.8  # half of a printed line
LINES = (4.0, 2.5, 1.7, 1.2)  # times the print's own grain: a line around an area
OPEN, OPEN_SHARE = 3.5, 0.08  # tone per mm: weaker is no border; so much of an outline without one is no land's
SHADE, SHADED, HAZED = 14.0, 9.0, 24.0  # light of one print from place to place; its hue in shade, in glare
SMALL_MM2, SWALLOWED = 1500.0, 2.5  # a smaller land may be a hill in one that is so many times as large
PARTS_MM = (1.5, 3.0, 5.0, 8.0)  # half of what lies between two parts of a land that people join
NECKS_MM = (0.8, 1.4, 2.0, 2.8, 3.8)  # gaps in a border line that are shut, from narrow to wide


@frozen
class Outline:
    """A land as proposed. ``polygon`` in mm, empty when nothing could be told; ``tone``: tone of its print;
    ``sure``: False where it was hard to tell from its surroundings."""

    polygon: tuple[Point, ...]
    tone: tuple[float, float, float]
    sure: bool = True


@define(eq=False, slots=False)
class Areas:
    """Outlines on one board."""

    flat: FlatPicture

    @cached_property
    def palette(self) -> Array:
        """The tones this print is made of, (n, 3)."""
        seen = self.flat.tones[::4, ::4].reshape(-1, 3)
        stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 25, 0.3)
        cv2.setRNGSeed(7)
        _, _, centres = cv2.kmeans(np.ascontiguousarray(seen), 12, None, stop, 2, cv2.KMEANS_PP_CENTERS)
        return np.asarray(centres, np.float64)

    @cached_property
    def edge(self) -> NDArray[np.float32]:
        """How strongly the print changes, in units of tone per mm, lines included."""
        sharp = self.flat.sharp
        dx = cv2.Scharr(sharp, cv2.CV_32F, 1, 0) / 32
        dy = cv2.Scharr(sharp, cv2.CV_32F, 0, 1) / 32
        return np.asarray(np.sqrt((dx**2 + dy**2).sum(axis=2)) * self.flat.scale, np.float32)

    @cached_property
    def steep(self) -> NDArray[np.float32]:
        """How strongly the calm print changes, in units of tone per mm: between two prints, not along letters."""
        calm = cv2.GaussianBlur(self.flat.tones, (0, 0), 0.5 * self.flat.scale)
        dx, dy = cv2.Scharr(calm, cv2.CV_32F, 1, 0) / 32, cv2.Scharr(calm, cv2.CV_32F, 0, 1) / 32
        return np.asarray(np.sqrt((dx**2 + dy**2).sum(axis=2)) * self.flat.scale, np.float32)

    def open(self, mask: Mask) -> float:
        """The share of a mask's border along which the print does not change: light fell off there, no land ends."""
        near = cv2.dilate(self.steep, self.flat.brush(2.0))
        found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        line = max(found, key=cv2.contourArea).reshape(-1, 2)
        return float((near[line[:, 1], line[:, 0]] < OPEN).mean())

    def reach(self, tone: Array) -> float:
        """How far a pixel may differ from a tone and still be of the same print."""
        far = np.linalg.norm(self.palette - tone, axis=1)
        other = far[far > 9.0]
        return float(np.clip(0.5 * other.min(), 5.5, 15.0)) if len(other) else 15.0

    def outline(self, at: Point, others: Sequence[Point] = (), whole: bool = True) -> Outline:
        """The land around a touched point; ``others``: points known to lie in other lands; ``whole``: with what lies on
        the other bank of a river.

        A point on a river, a hill or a letter tells little: what lies around it is asked then.
        """
        first = self._outline(at, others, whole)
        if not whole and self._sea(first, others):
            return self._ringed(at, others) or first
        if not whole:
            return evolve(first, polygon=self._over_line(first.polygon))
        ring = np.array(first.polygon, np.float32)
        inside = len(ring) > 2 and cv2.pointPolygonTest(ring, (float(at[0]), float(at[1])), False) >= 0
        if inside and cv2.contourArea(ring) > SMALL_MM2:
            return first
        best, count = first, 0
        turns = np.linspace(0, 2 * np.pi, ASIDE, endpoint=False)
        found = [self._outline((at[0] + ASIDE_MM * np.cos(a), at[1] + ASIDE_MM * np.sin(a)), others, whole)
                 for a in turns]  # fmt: skip
        found = [o for o in found if len(o.polygon) > 2]
        if inside:  # what a small one lies in has another print
            found = [o for o in found if np.linalg.norm(np.subtract(o.tone, first.tone)) > 9.0]
        for o in found:
            ring = np.array(o.polygon, np.float32)
            if cv2.pointPolygonTest(ring, (float(at[0]), float(at[1])), True) < -ASIDE_MM:
                continue
            like = sum(bool(np.linalg.norm(np.subtract(o.tone, u.tone)) < 9.0) for u in found)
            if like > count:
                best, count = o, like
        if not count or (inside and not self._swallows(best.polygon, first.polygon)):
            return first
        mask = self.flat.mask(best.polygon)
        cx, cy = np.round(self.flat.px(at)[0]).astype(int)
        cv2.circle(mask, (int(cx), int(cy)), round(ASIDE_MM * self.flat.scale), 255, -1)
        return Outline(self.polygon(fill_small(mask, self.flat.scale, 60.0)), best.tone, False)

    def joined(self, one: Sequence[Point], other: Sequence[Point]) -> tuple[Point, ...]:
        """One outline around two parts, what lies between them with it; () where they lie too far apart."""
        both = self.flat.mask(one) | self.flat.mask(other)
        away = cv2.distanceTransform(cv2.bitwise_not(both), cv2.DIST_L2, 5)
        for mm in PARTS_MM:
            r = mm * self.flat.scale
            deep = cv2.distanceTransform((away <= r).astype(np.uint8), cv2.DIST_L2, 5)
            whole = np.where((deep > r) | (both > 0), 255, 0).astype(np.uint8)
            if cv2.connectedComponents(whole)[0] == 2:
                return self.polygon(whole)
        return ()

    def _outline(self, at: Point, others: Sequence[Point], whole: bool) -> Outline:
        tone = self.flat.tone(*at, TOUCH_MM)
        alike = self.alike(at, tone)
        best, sure = self._grow(alike, at, others)
        for _ in range(ROUNDS):  # light that falls off, glare, a wash: the tone is followed from place to place
            if best is None:
                break
            more, well = self._grow(self._near(best, tone), at, others)
            if more is None or not self._fine(more) or not 1.02 < self._area(more) / self._area(best) < 1.9:
                break
            best, sure = more, sure and well
        if best is None or self._area(best) < SMALLEST_MM2 / 2:
            return Outline((), _three(tone), False)
        inside = [o for o in others if self._holds(best, o)]
        if inside:
            best = self._share(best, at, inside)
            if not cv2.countNonZero(best):  # the place of one of the others
                return Outline((), _three(tone), False)
        most = LARGEST * self.flat.size_mm[0] * self.flat.size_mm[1]
        both = joined.banks(self.flat, best, alike, others, most) if whole and self._fine(best) else None
        if both is not None:
            best, sure = both, False
        ringed = joined.band(self.flat, best, tone) if whole else None
        if ringed is not None:
            best, tone = ringed
        elif self.open(best) > OPEN_SHARE:
            best, sure = self._basin(best, at, others)
        clear = self._fine(best) and (not whole or self._area(best) > TINY_MM2)
        return Outline(self.polygon(best), _three(tone), sure and clear)

    def _over_line(self, polygon: Sequence[Point]) -> tuple[Point, ...]:
        """An outline up to the middle of the line that is printed around it."""
        return self.polygon(np.asarray(cv2.dilate(self.flat.mask(polygon), self.flat.brush(LINE_MM)), np.uint8))

    def _sea(self, found: Outline, others: Sequence[Point]) -> bool:
        """Whether an outline is what lies around all else rather than one area."""
        mask = self.flat.mask(found.polygon) if found.polygon else None
        large = mask is not None and self._area(mask) > AREA_SHARE * self.flat.size_mm[0] * self.flat.size_mm[1]
        return mask is None or large or any(self._holds(mask, o) for o in others)

    def _ringed(self, at: Point, others: Sequence[Point]) -> Outline | None:
        """An area on the same ground as all around it, told by the closed line that is printed around it."""
        k = self.flat.brush(0.5)
        noise = float(np.percentile(self._around(self.edge, at), 95))
        for times in LINES:  # a bold line first: letters and ornaments are drawn more finely
            free = np.where(cv2.dilate((self.edge > times * noise).astype(np.uint8), k) > 0, 0, 255).astype(np.uint8)
            part, _well = self._grow(free, at, others)
            if part is None or self._area(part) < SMALLEST_MM2:
                continue
            whole = np.asarray(cv2.dilate(part, k, iterations=2), np.uint8)
            found = Outline(self.polygon(whole), _three(self.flat.tone(*at)), False)
            if not self._sea(found, others):
                return found
        return None

    def _around(self, image: NDArray[np.float32], at: Point) -> NDArray[np.float32]:
        """An image within some millimetres of a place."""
        x, y = np.clip(np.round(self.flat.px(at)[0]).astype(int), 0, (image.shape[1] - 1, image.shape[0] - 1))
        r = round(TOUCH_MM * self.flat.scale)
        return image[max(0, y - r) : y + r + 1, max(0, x - r) : x + r + 1]

    def _basin(self, mask: Mask, at: Point, others: Sequence[Point]) -> tuple[Mask, bool]:
        """A land whose light falls off: all around the touch up to where the print changes at once; else the mask."""
        free = np.where((self.steep < OPEN) | (mask > 0), 255, 0).astype(np.uint8)
        whole, well = self._grow(free, at, others)
        if whole is None or not self._fine(whole) or any(self._holds(whole, o) for o in others):
            return mask, False
        more = self.flat.tones[(whole > 0) & (mask == 0)]
        if len(more) and not _faded(np.median(more, axis=0) - np.median(self.flat.tones[mask > 0], axis=0)):
            return mask, False
        whole = cv2.dilate(whole, self.flat.brush(1.0)) | mask  # the change itself is as wide
        whole = np.asarray(whole, np.uint8)
        return (whole, well) if self.open(whole) <= OPEN_SHARE else (mask, False)

    def _swallows(self, large: Sequence[Point], small: Sequence[Point]) -> bool:
        """Whether a small outline lies in one that is several times as large."""
        a, b = (self.flat.mask(p) for p in (large, small))
        both = cv2.countNonZero(cv2.bitwise_and(a, b))
        return both > 0.7 * cv2.countNonZero(b) and self._area(a) > SWALLOWED * self._area(b)

    def _fine(self, mask: Mask) -> bool:
        return self._area(mask) <= LARGEST * self.flat.size_mm[0] * self.flat.size_mm[1]

    def _grow(self, alike: Mask, at: Point, others: Sequence[Point]) -> tuple[Mask | None, bool]:
        """What hangs together around a point, through openings as wide as need be, and whether that was easy."""
        best: Mask | None = None
        for n, neck in enumerate(NECKS_MM):
            part = self._part(alike, at, neck)
            if part is None or (best is not None and self._area(part) < SMALLEST_MM2):
                return best, False
            best = part
            if self._fine(part) and not any(self._holds(part, o) for o in others):
                return best, n < 3
        return best, False

    def alike(self, at: Point, tone: Array) -> Mask:
        """255 where the print is as around a touched point, and no line; hatched print has two tones."""
        reach = self.reach(tone)
        pixels = self.flat.disc(*at, TOUCH_MM)
        rest = pixels[np.linalg.norm(pixels - tone, axis=1) > reach]
        mask = self.within(tone, reach)
        if len(rest) / len(pixels) > 0.3:
            second = np.median(rest, axis=0)
            if np.linalg.norm(rest - second, axis=1).mean() < reach:
                mask |= self.within(second, self.reach(second))
        return mask

    def within(self, tone: Array | Image, reach: float) -> Mask:
        t = np.asarray(tone, np.float32)
        d, s = squares(self.flat.tones - t), squares(self.flat.sharp - t)
        return np.asarray(((d < reach**2) & (s < (1.6 * reach + 4.0) ** 2)).astype(np.uint8) * 255)

    def _near(self, part: Mask, tone: Array) -> Mask:
        """Where the print is as it is in the nearby part of a land."""
        small = cv2.resize(part, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        colours = cv2.resize(self.flat.tones, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_AREA)
        sigma = FOLLOW_MM * self.flat.scale / 4
        weight = cv2.GaussianBlur(small, (0, 0), sigma)
        field = cv2.GaussianBlur(colours * small[..., None], (0, 0), sigma) / (weight[..., None] + 1e-4)
        size = (part.shape[1], part.shape[0])
        far = cv2.resize(weight, size, interpolation=cv2.INTER_LINEAR) < 0.02
        drift = np.sqrt(squares(field[..., 1:] - tone[1:].astype(np.float32)))
        far |= cv2.resize(drift, size, interpolation=cv2.INTER_LINEAR) > 2.2 * self.reach(tone)
        out = self.within(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR), 0.8 * self.reach(tone))
        out[far] = 0
        return np.asarray(out | part)

    def _part(self, alike: Mask, at: Point, neck_mm: float) -> Mask | None:
        """The connected part of a mask around a point once necks narrower than twice ``neck_mm`` are cut."""
        k = self.flat.brush(neck_mm)
        hold = cv2.morphologyEx(alike, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        hold = fill_small(hold, self.flat.scale, 60.0)
        thin = cv2.erode(hold, k)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(thin)
        if count < 2:
            return None
        cx, cy = self.flat.px(at)[0]
        h, w = labels.shape
        reach = round(5 * self.flat.scale)
        y0, y1 = max(0, int(cy) - reach), min(h, int(cy) + reach + 1)
        x0, x1 = max(0, int(cx) - reach), min(w, int(cx) + reach + 1)
        near, number = np.unique(labels[y0:y1, x0:x1], return_counts=True)
        known = [(int(n), int(i)) for i, n in zip(near, number, strict=True) if i]
        if not known:
            return None
        label = max(known)[1]
        grown = cv2.dilate((labels == label).astype(np.uint8) * 255, k)
        return np.asarray(fill_small(grown & hold, self.flat.scale, 400.0), np.uint8)

    def _share(self, mask: Mask, at: Point, others: Sequence[Point]) -> Mask:
        """The part of a mask that belongs to ``at`` when others lie in it too: flooded along the print's edges."""
        marks = np.zeros(mask.shape, np.int32)
        marks[mask == 0] = len(others) + 2
        r = max(2, round(3 * self.flat.scale))
        for i, p in enumerate((at, *others)):
            c = self.flat.px(p)[0]
            cv2.circle(marks, (round(c[0]), round(c[1])), r, i + 1, -1)
        picture = np.clip(self.edge * 4, 0, 255).astype(np.uint8)
        cv2.watershed(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), marks)
        return np.asarray((marks == 1).astype(np.uint8) * 255, np.uint8)

    def _area(self, mask: Mask) -> float:
        return float(cv2.countNonZero(mask)) / self.flat.scale**2

    def _holds(self, mask: Mask, p: Point) -> bool:
        x, y = np.round(self.flat.px(p)[0]).astype(int)
        return bool(0 <= y < mask.shape[0] and 0 <= x < mask.shape[1] and mask[y, x])

    def polygon(self, mask: Mask, detail_mm: float = 0.5) -> tuple[Point, ...]:
        """The outer border of a mask's largest part, smoothed, in mm."""
        k = max(3, round(1.2 * self.flat.scale) | 1)
        calm = cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (k, k)))
        found, _ = cv2.findContours(calm, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        if not found:
            return ()
        line = cv2.approxPolyDP(max(found, key=cv2.contourArea), detail_mm * self.flat.scale, True).reshape(-1, 2)
        if len(line) < 3:
            return ()
        return rounded(np.clip(self.flat.mm(line), (0, 0), self.flat.size_mm))


def _faded(off: Array) -> bool:
    """Whether a difference of tones may be one of light: shade keeps the hue, the haze of a lamp makes it paler."""
    hue = float(np.linalg.norm(off[1:]))
    return bool(abs(off[0]) < SHADE and hue < (HAZED if off[0] > 0 else SHADED))


def squares(diff: Image) -> Image:
    """Squared lengths of an image of differences."""
    return np.asarray(np.einsum("yxc,yxc->yx", diff, diff))


def grown(
    flat: FlatPicture, polygons: Sequence[Sequence[Point]], reach_mm: float = COAST_MM, firm: int = 0
) -> list[tuple[Point, ...]]:
    """Outlines grown over their border lines, up to the middle between two of them: no place is in two.

    ``firm``: so many of the last ones do not grow; they only give up what lies in an earlier one.
    """
    free = np.ones(flat.bgr.shape[:2], np.uint8)
    labels = np.zeros(free.shape, np.int32)
    for i, polygon in enumerate(polygons):
        if polygon:
            inside = (flat.mask(polygon) > 0) & (labels == 0)
            labels[inside] = i + 1
    free[labels > 0] = 0
    distance, nearest = cv2.distanceTransformWithLabels(free, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    of = np.zeros(int(nearest.max()) + 1, np.int32)
    of[nearest[labels > 0]] = labels[labels > 0]
    wide = np.where(distance <= reach_mm * flat.scale, of[nearest], 0)
    grows = len(polygons) - firm
    wide = np.where((wide > grows) & (labels == 0), 0, wide)
    areas = Areas(flat)
    return [
        areas.polygon(np.asarray((wide == i + 1).astype(np.uint8) * 255)) if polygon else ()
        for i, polygon in enumerate(polygons)
    ]


def fill_small(mask: Mask, scale: float, largest_mm2: float) -> Mask:
    """A mask whose holes up to a size are filled: letters, towers, hills."""
    holes = cv2.bitwise_not(mask)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(holes, connectivity=4)
    small = stats[:, cv2.CC_STAT_AREA] <= largest_mm2 * scale**2
    small[0] = False
    out = mask.copy()
    out[small[labels]] = 255
    return np.asarray(out, np.uint8)


def _three(tone: Array) -> tuple[float, float, float]:
    return (round(float(tone[0]), 2), round(float(tone[1]), 2), round(float(tone[2]), 2))
