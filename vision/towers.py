"""Towers: what stands on a printed place, told by the rendered shape that explains its pixels best.

Every hypothesis is a piece of some shape and paint on so many discs, somewhere on its place. Rendered, it shows a lit
top and the sides of each level; its score is the sum of the pixels' log-likelihood ratios against bare print. Places
are read together: what stands on one explains no pixel of the next.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from attrs import define, evolve, field, frozen
from numpy.typing import NDArray

from vision.camera import View
from vision.evidence import EXPLAINED, Said
from vision.forms import TURNS, Form, Offsets, Plan, Shape, render, shape_of, toll
from vision.layout import Piece, Place
from vision.rectify import Raster

BELOW = 2  # discs under a top that are looked for
OFF_MM = 6.0  # from the middle of a slot: a piece may stand so far off
KEPT = 6  # hypotheses a place that are looked at closely
SOME_MM2 = 10.0  # pixels that no print explains: less is nothing
RARE = 1.5  # nats a pixel against a thing of no known paint
CELL_MM = 1.9  # at first so much is looked at as one
LEANS = 0.04  # mm of shift per mm of height that are told apart
FARTHEST = 200.0  # nats mm² behind the best; farther ones are not looked at closely
BEHIND = 500.0  # ... nor named at all
LIVELY = 0.5  # nats by which a paint must speak for so many pixels as the smallest top has, to be tried


@frozen(eq=False)
class Guess:
    """A hypothesis at its best place: paint (index), form, middle of the base in raster px, score (nats mm²).

    ``under``: paints of the discs below, bottom first.
    """

    paint: int
    form: Form
    row: int
    col: int
    score: float
    under: tuple[int, ...] = ()


@define(eq=False)
class Spot:
    """One place where towers stand: what may be on top, and where the base may be."""

    place: Place
    pieces: list[Piece]
    names: tuple[str, ...] = field(init=False)  # of nothing, "", and of the pieces
    tops: list[Shape] = field(init=False)  # of the pieces
    base: Shape = field(init=False)
    below: int = field(init=False)
    room: tuple[float, float] = field(init=False)  # mm from the middle, half widths
    tall: float = field(init=False)
    least: float = field(init=False)  # mm², of the smallest top
    wide: float = field(init=False)
    area: float = field(init=False)  # of the place, mm²

    def __attrs_post_init__(self) -> None:
        self.names = ("", *(p.id for p in self.pieces))
        self.tops = [shape_of(p) for p in self.pieces]
        discs = [s for s in self.tops if s.kind == "round"] or self.tops
        self.base = max(discs, key=lambda s: (s.height, s.length))
        kinds = {p.kind for p in self.pieces}
        most = sum(n for k, n in self.place.holds.items() if k in kinds)
        if self.place.look == "heap":
            most = max(most, len(self.pieces))
        self.below = min(BELOW, max(0, most - 1))
        (x0, y0, x1, y1), size = self.place.bounds, self.base.length
        if self.place.look == "heap":
            self.room = (max(2.0, (x1 - x0 - size) / 2 + 1.0), max(2.0, (y1 - y0 - size) / 2 + 1.0))
        else:
            self.room = (OFF_MM, OFF_MM)
        self.tall = self.below * self.base.height + max(s.height for s in self.tops)
        self.least = min(s.area for s in self.tops)
        self.wide = max(s.reach for s in self.tops)
        self.area = float(cv2.contourArea(np.asarray(self.place.polygon, np.float32)))

    def middles(self, scale: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows and columns (N,) where a base may have its middle, from that of the place, at a scale; row by row."""
        return _middles(self.room, scale, self.place.look == "heap")


@lru_cache(maxsize=64)
def _middles(room: tuple[float, float], scale: float, corners: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """See ``Spot.middles``; ``corners``: whether those of the room belong to it."""
    ry, rx = (max(1, int(np.ceil(room[i] * scale))) for i in (1, 0))
    gy, gx = (g.ravel() for g in np.mgrid[-ry : ry + 1, -rx : rx + 1])
    inside = corners | (np.hypot(gx / rx, gy / ry) <= 1.05)
    return gy[inside], gx[inside]


class Field:
    """The evidence over one raster: which pixels are still to be explained, and scores of forms there."""

    def __init__(self, said: Said, view: View, z0: float) -> None:
        self.raster: Raster = said.raster
        self.rows, self.says = said.rows, said.says  # pixels that were explained point to nought
        self.paints = len(self.says) // 2
        self.view, self.z0 = view, z0
        per = 1 / self.raster.scale**2
        self.says[self.paints - 1] -= RARE * per  # a thing of no known paint is rarer than any piece
        self.says[-1] -= RARE * per
        self.says[:, EXPLAINED] = 0.0
        self.busy = (self.says[: self.paints].max(axis=0) > 0.5 * per)[self.rows]
        self.cell = max(1, round(CELL_MM * self.raster.scale))

    def lean(self, spot: Spot) -> tuple[float, float]:
        return leaning(self.view, spot)

    def box(self, spot: Spot) -> tuple[slice, slice]:
        """The part of the raster that what stands on a place may show in."""
        return box_of(spot, self.raster, self.view, self.z0)

    def stirred(self, spot: Spot) -> bool:
        """Whether enough pixels of a place are not plainly print."""
        box = self.box(spot)
        return bool(np.count_nonzero(self.busy[box]) > SOME_MM2 * self.raster.scale**2)

    def unexplained(self, spot: Spot) -> float:
        """How much of a place (mm²) is not plainly print and belongs to nothing that was found."""
        return float(np.count_nonzero(self.busy[self.raster.box(spot.place.polygon)])) / self.raster.scale**2

    def search(self, spot: Spot, plan: Plan) -> list[Guess]:
        """The best middle of forms in paints, best first; those that are far behind are left out."""
        lean, scale, f = self.lean(spot), self.raster.scale, self.cell
        s = plan.stencil(lean, self.z0, scale, f)
        middle = self.raster.px([spot.place.centre])[0].round().astype(int)[::-1]
        gy, gx = spot.middles(scale / f)
        low = s.used.min(axis=0) + np.array([gy[0], gx.min()])
        size = s.used.max(axis=0) + np.array([gy[-1], gx.max()]) - low + 1
        crop = self._crop(middle + low * f - f // 2, size * f)
        seen = self.says.take(crop.ravel(), axis=1)
        gain = np.maximum(seen[: self.paints], 0).sum(axis=1)
        live = np.flatnonzero(plan.may.any(axis=1) & (gain > LIVELY * spot.least))
        n, m = len(live), len(gy)
        if not n:
            return []
        seen = seen[np.concatenate([live, live + self.paints])]
        parts = seen.reshape(2 * n, size[0], f, size[1] * f)
        rows = sum((parts[:, :, i] for i in range(1, f)), parts[:, :, 0]).reshape(2 * n, -1, f)
        cells = sum((rows[..., i] for i in range(1, f)), rows[..., 0])
        at = (gy - low[0]) * size[1] + gx - low[1]
        windows = cells.take(at[:, None] + (s.used[:, 0] * size[1] + s.used[:, 1]), axis=1)
        level = windows[:n].reshape(n * m, -1) @ s.top + windows[n:].reshape(n * m, -1) @ s.side
        level = level.reshape(n, m, -1)
        total = level[:, :, plan.last] + plan.start
        discs = np.flatnonzero(plan.discs[live])
        if len(discs):
            total += level[discs].max(axis=0) @ plan.under
        else:
            total[:, :, plan.under.any(axis=0)] = -1e6
        best = total.max(axis=1)  # (paints, turned)
        peak = np.maximum.reduceat(best, plan.first, axis=1)
        peak[~plan.may[live]] = -1e6
        found: list[Guess] = []
        ends = [*plan.first[1:].tolist(), len(plan.turned)]
        for i, j in np.argwhere(peak > max(peak.max() - BEHIND, -1e5)).tolist():
            t = int(plan.first[j]) + int(best[i, plan.first[j] : ends[j]].argmax())
            p = int(total[i, :, t].argmax())
            below = np.flatnonzero(plan.under[:, t])
            under = tuple(live[discs[level[discs, p][:, below].argmax(axis=0)]].tolist()) if len(below) else ()
            row, col = int(middle[0] + gy[p] * f), int(middle[1] + gx[p] * f)
            found.append(Guess(int(live[i]), plan.turned[t], row, col, float(peak[i, j]), under))
        found.sort(key=lambda g: -g.score)
        return self._closer(found, lean)

    def _closer(self, found: list[Guess], lean: tuple[float, float]) -> list[Guess]:
        """The best of these placed to the pixel, and turned as they fit best."""
        shift = self.cell // 2 or 1
        dy, dx = (g.ravel() for g in np.mgrid[-shift : shift + 1, -shift : shift + 1])
        for n, g in enumerate(found[:KEPT]):
            if g.score < found[0].score - FARTHEST:
                break
            if g.paint != found[0].paint:
                continue
            step = np.pi / 4 / TURNS
            turns = (0.0,) if g.form.top.kind == "round" else (-step, 0.0, step)
            best, score = g, -np.inf
            for turn in turns:
                form = evolve(g.form, yaw=g.form.yaw + turn) if turn else g.form
                row = self._score(g, form, dy, dx, lean)
                i = int(row.argmax())
                if row[i] > score:
                    score = float(row[i])
                    best = Guess(g.paint, form, int(g.row + dy[i]), int(g.col + dx[i]), score, g.under)
            found[n] = best
        return sorted(found, key=lambda g: -g.score)

    def _score(
        self, guess: Guess, form: Form, dy: NDArray[np.int64], dx: NDArray[np.int64], lean: tuple[float, float]
    ) -> NDArray[np.float32]:
        """Scores (N,) of a form with its middle so many pixels beside that of a guess."""
        offsets, faces = render(form, lean, self.z0, self.raster.scale)
        reach = int(np.abs(offsets).max()) + int(dy.max())
        wide = 2 * reach + 1
        crop = self._crop(np.array([guess.row, guess.col]) - reach, np.array([wide, wide]))
        rows = crop.take((offsets + reach) @ (wide, 1) + (dy * wide + dx)[:, None])
        channels = np.array([c for k in (*guess.under, guess.paint) for c in (k, k + self.paints)])
        says = self.says.ravel().take(rows + (channels * self.says.shape[1])[faces])
        return np.asarray(says.sum(axis=1) + np.float32(toll(form)))

    def _crop(self, corner: NDArray[np.int64], size: NDArray[np.int64]) -> NDArray[np.int32]:
        """Which row of what was said each pixel of a box is; outside the raster nothing can lie."""
        h, w = self.rows.shape
        (r, c), (n, m) = corner.tolist(), size.tolist()
        if r >= 0 and c >= 0 and r + n <= h and c + m <= w:
            return self.rows[r : r + n, c : c + m]
        out = np.zeros((n, m), np.int32)
        r1, r2, c1, c2 = max(r, 0), min(r + n, h), max(c, 0), min(c + m, w)
        if r1 < r2 and c1 < c2:
            out[r1 - r : r2 - r, c1 - c : c2 - c] = self.rows[r1:r2, c1:c2]
        return out

    def explain(self, spot: Spot, guess: Guess) -> None:
        """What this tower shows is explained."""
        r, c = self.silhouette(spot, guess)
        self.rows[r, c] = EXPLAINED
        self.busy[r, c] = False

    def open(self, spot: Spot, guess: Guess) -> float:
        """Share of a tower's pixels that nothing explains yet."""
        r, c = self.silhouette(spot, guess)
        return float((self.rows[r, c] != EXPLAINED).mean()) if len(r) else 1.0

    def silhouette(self, spot: Spot, guess: Guess) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows and columns of the raster that a guess shows in."""
        return self._inside(guess, render(guess.form, self.lean(spot), self.z0, self.raster.scale)[0])

    def lit_top(self, spot: Spot, guess: Guess, inset: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The middle of its top, a rim of ``inset`` mm left out."""
        s = guess.form.top
        inner = evolve(s, length=max(2.0, s.length - 2 * inset), width=max(2.0, s.width - 2 * inset))
        form = evolve(guess.form, top=inner)
        offsets, faces = render(form, self.lean(spot), self.z0, self.raster.scale)
        return self._inside(guess, offsets[faces == 2 * form.below])

    def _inside(self, guess: Guess, offsets: Offsets) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        h, w = self.rows.shape
        r, c = guess.row + offsets[:, 0], guess.col + offsets[:, 1]
        ok = (r >= 0) & (r < h) & (c >= 0) & (c < w)
        return r[ok], c[ok]


@lru_cache(maxsize=1024)
def leaning(view: View, spot: Spot) -> tuple[float, float]:
    """mm of shift per mm of height over a spot, as far as it is told apart."""
    lx, ly = view.lean(*spot.place.centre)
    return round(lx / LEANS) * LEANS, round(ly / LEANS) * LEANS


@lru_cache(maxsize=1024)
def box_of(spot: Spot, raster: Raster, view: View, z0: float) -> tuple[slice, slice]:
    """The part of a raster at height ``z0`` that what stands on a place may show in."""
    lx, ly = leaning(view, spot)
    z = max(z0, abs(spot.tall - z0))
    reach_x = spot.room[0] + spot.wide + z * abs(lx) + 2
    reach_y = spot.room[1] + spot.wide + z * abs(ly) + 2
    x, y = spot.place.centre
    return raster.box([(x + a * reach_x, y + b * reach_y) for a in (-1, 1) for b in (-1, 1)])
