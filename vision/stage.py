"""Finding the solids of a crop: they are proposed where they would explain most, placed, and mended move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

import cv2
import numpy as np
from attrs import define, evolve
from numpy.typing import NDArray

from vision.scoring import MOST, Scoring
from vision.solids import Body, Solid, beside, kernel

WORTH = 0.1  # share of what it could explain by which a proposal may be tried


@define(eq=False, slots=False)
class Stage(Scoring):
    """A crop of the evidence in which solids are placed."""

    def propose(
        self,
        bodies: Sequence[Body],
        solids: Sequence[int],
        where: NDArray[np.uint8] | None = None,
        turns: int = 6,
        sides: bool = False,
        worth: float = -np.inf,
        taken: float = 1.5,
    ) -> list[tuple[float, Body]]:
        """The best place for a further body of each solid: (gain of its top alone, body), best first.

        ``where``: 255 where its middle may lie. ``sides``: what its sides show counts as well, roughly. ``worth``:
        share of what it could explain below which a solid may be left out. ``taken``: how much a pixel of another top
        speaks against it, of the most that one may say; 0 for a place that neighbours must make room for first.
        """
        labels = self.labels(bodies)
        current = self.value(labels).reshape(labels.shape)
        tops = (labels > 0) & (labels % 2 == 0)
        h, w = labels.shape
        half = max(1, round(self.scale / 1.3))
        size = (max(2, w // half), max(2, h // half))
        fx, fy = w / size[0], h / size[1]
        scale = round(2 * self.scale / (fx + fy), 4)
        rims = None if self.rims is None else cv2.resize(self.rims, size, interpolation=cv2.INTER_AREA)
        out = []
        small: dict[int, NDArray[np.float32]] = {}
        for k in solids:
            solid = self.solids[k]
            if solid.colour not in small:
                gain = self.top[solid.colour] - current
                gain[tops] = -taken * MOST / self.scale**2
                small[solid.colour] = cv2.resize(gain, size, interpolation=cv2.INTER_AREA)
            gain = small[solid.colour]
            if sides:
                gain = gain + self._flank(solid, labels, size, scale)
            hoped = _hope(gain, solid, scale) * fx * fy if rims is None else np.inf
            if not hoped or hoped < worth * MOST * solid.area:
                continue
            shift, _ = self.shifts(solid)
            allowed = None
            if where is not None:
                move = np.array([[1, 0, shift[0] * scale], [0, 1, shift[1] * scale]], np.float32)
                allowed = cv2.warpAffine(cv2.resize(where, size, interpolation=cv2.INTER_NEAREST), move, size)
            best: tuple[float, float, float, float] | None = None
            answers = self._answers(k, gain, scale, turns if solid.period else 1, taken)
            for i, answer in enumerate(answers):
                yaw = i * solid.period / turns
                r = answer * np.float32(fx * fy)
                if rims is not None:
                    ring = kernel(solid, scale, yaw, True)
                    r = r + cv2.filter2D(rims, -1, ring, borderType=cv2.BORDER_CONSTANT) / np.float32(scale)
                if allowed is not None:
                    r[allowed == 0] = -1e6
                at = int(r.argmax())
                if best is None or r.flat[at] > best[0]:
                    row, col = divmod(at, size[0])
                    best = (float(r.flat[at]), (col + 0.5) * fx, (row + 0.5) * fy, yaw)
            if best is not None:
                x, y = best[1] / self.scale + self.x0 - shift[0], best[2] / self.scale + self.y0 - shift[1]
                out.append((best[0], Body(k, float(x), float(y), best[3])))
        return sorted(out, key=lambda p: -p[0])

    @cached_property
    def _asked(self) -> dict[tuple[int, int, float], tuple[NDArray[np.float32], list[NDArray[np.float32]]]]:
        """Gains that were asked about before, by solid, turns and what is ``taken``, and what tops would gain there."""
        return {}

    def _answers(
        self, solid: int, gain: NDArray[np.float32], scale: float, turns: int, taken: float
    ) -> list[NDArray[np.float32]]:
        """What a top in each of some turns would gain around each pixel: only what changed is summed anew."""
        shape = self.solids[solid]
        kernels = [kernel(shape, scale, i * shape.period / turns, False) for i in range(turns)]
        known = self._asked.get((solid, turns, taken))
        if known is None:
            out = [cv2.filter2D(gain, -1, k, borderType=cv2.BORDER_CONSTANT) for k in kernels]
        else:
            old, out = known
            x, y, w, h = cv2.boundingRect((gain != old).view(np.uint8))
            n = kernels[0].shape[0] // 2 + 1
            rows, cols = slice(max(0, y - n), y + h + n), slice(max(0, x - n), x + w + n)
            wide = np.s_[max(0, y - 2 * n) : y + h + 2 * n, max(0, x - 2 * n) : x + w + 2 * n]
            inner = np.s_[rows.start - wide[0].start :, cols.start - wide[1].start :]
            for answer, k in zip(out, kernels, strict=True) if w else ():
                part = answer[rows, cols]
                new = cv2.filter2D(np.ascontiguousarray(gain[wide]), -1, k, borderType=cv2.BORDER_CONSTANT)[inner]
                part[:] = new[: part.shape[0], : part.shape[1]]
        self._asked[solid, turns, taken] = (gain, out)
        return out

    def _flank(
        self, solid: Solid, labels: NDArray[np.uint8], size: tuple[int, int], scale: float
    ) -> NDArray[np.float32]:
        """What each pixel of a base may gain as a side where nothing hides it, drawn where the top shows."""
        top, base = self.shifts(solid)
        gain = np.where(self._bare(labels), np.maximum(self.side[solid.colour], 0), np.float32(0))
        small = cv2.resize(gain, size, interpolation=cv2.INTER_AREA)
        dx, dy = (base - top) * scale
        moved = cv2.warpAffine(small, np.array([[1, 0, -dx], [0, 1, -dy]], np.float32), size)
        return np.asarray(moved, np.float32)

    def _bare(self, labels: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Where no body shows, nor print that is as bright as it was: sides of pale pieces are darker."""
        return np.asarray(labels == 0 if self.dim is None else (labels == 0) & self.dim)

    def _sweep(self, solid: Solid) -> float:
        """How far (mm) a solid's base shows beside its top."""
        top, base = self.shifts(solid)
        return float(np.hypot(*(top - base)))

    def _flanked(self, bodies: Sequence[Body], solids: Sequence[int]) -> list[int]:
        """Solids whose sides would explain much that no body explains: pale on pale only those show.

        What has no name is left out: sides of any paint would explain every shadow.
        """
        bare = self._bare(self.labels(bodies))
        out = []
        for k in solids:
            solid = self.solids[k]
            area = min(self._sweep(solid), solid.width) * solid.length
            if area > 0.2 * solid.area and solid.colour < len(self.side) - 1:
                shown = float(np.maximum(self.side[solid.colour][bare], 0).sum())
                if shown > 0.4 * MOST * area:
                    out.append(k)
        return out

    def cover(
        self,
        solids: Sequence[int],
        start: Sequence[Body] = (),
        fixed: int = 0,
        most: int = 60,
        flanks: bool = False,
    ) -> tuple[list[Body], float]:
        """Add bodies while they explain pixels, then mend. The first ``fixed`` of ``start`` keep their places.

        ``flanks``: bodies of which no more than the sides show are proposed as well.
        """
        bodies = list(start)
        score = self.score(bodies)
        while len(bodies) < most and not self.tired:
            grown = self._grown(bodies, score, self.propose(bodies, solids, worth=WORTH)[:2])
            if grown is None and flanks and (flanked := self._flanked(bodies, solids)):
                grown = self._grown(bodies, score, self.propose(bodies, flanked, sides=True))
            if grown is None:
                break
            bodies, score = grown
        bodies, score = self.refine(bodies, range(fixed, len(bodies)))
        for _ in range(3 if not self.tired else 0):
            better = self._mend(bodies, score, solids, fixed)
            if better is None:
                break
            bodies, score = better
        return bodies, score

    def _grown(
        self, bodies: list[Body], score: float, offers: Sequence[tuple[float, Body]]
    ) -> tuple[list[Body], float] | None:
        """The bodies with the best of these offers, where it explains more than it costs."""
        grown = None
        for gain, body in offers:
            if gain < WORTH * MOST * self.solids[body.solid].area:
                break
            trial, s = self.refine([*bodies, body], [len(bodies)], fine=False)
            if s > score and (grown is None or s > grown[1]):
                grown = (trial, s)
        return grown

    def _mend(
        self, bodies: list[Body], score: float, solids: Sequence[int], fixed: int
    ) -> tuple[list[Body], float] | None:
        """Another set that explains more: one body less, one more, or one of another kind."""
        for i in range(fixed, len(bodies)):
            for k in solids:
                if k != bodies[i].solid:
                    trial = [*bodies]
                    trial[i] = evolve(bodies[i], solid=k)
                    if self.score(trial) > score + 1.0:
                        return self.refine(trial, [i])
            fewer = bodies[:i] + bodies[i + 1 :]
            s = self.score(fewer)
            if s > score:
                return fewer, s
        offers = (b for g, b in self.propose(bodies, solids)[:2] if g >= -0.25 * MOST * self.solids[b.solid].area)
        for body in chain(offers, self._squeezed(bodies, solids, fixed)):
            reach = 2.2 * self.solids[body.solid].length
            near = [j for j in beside(bodies, body, reach) if j >= fixed]
            trial, s = self.refine([*bodies, body], [len(bodies), *near])
            if s > score + 1.0:
                return trial, s
        return None

    def _squeezed(self, bodies: list[Body], solids: Sequence[int], fixed: int) -> Iterator[Body]:
        """A body that shows where others must make room for it first: one may lie half on two tops, as like the two."""
        for gain, body in self.propose(bodies, solids, taken=0.0)[:1]:
            near = beside(bodies, body, self.solids[body.solid].length) if gain > 0 else []
            yield from (evolve(body, solid=k) for k in dict.fromkeys(bodies[j].solid for j in near if j >= fixed))

    def exactly(
        self,
        want: dict[int, int],
        start: Sequence[Body] = (),
        where: NDArray[np.uint8] | None = None,
        sides: bool = False,
    ) -> tuple[list[Body], float]:
        """The best set with just these numbers of each solid besides those of ``start``, which keep their places.

        ``where``: 255 where new ones may have their middle; ``sides``: proposed by their sides as well.
        """
        left = dict(want)
        bodies: list[Body] = list(start)
        while any(n > 0 for n in left.values()):
            offers = self.propose(bodies, [k for k, n in left.items() if n > 0], where, sides=sides)
            if not offers:
                break
            bodies, _ = self.refine([*bodies, offers[0][1]], [len(bodies)], fine=False)
            left[offers[0][1].solid] -= 1
        return self.refine(bodies, range(len(start), len(bodies)))


def _hope(gain: NDArray[np.float32], solid: Solid, scale: float) -> float:
    """More than a solid could explain of a gain (h, w) wherever it lay, however it were turned."""
    wide = int(np.ceil(2 * solid.reach * scale)) + 2
    return float(cv2.boxFilter(np.maximum(gain, 0), -1, (wide, wide), normalize=False).max())
