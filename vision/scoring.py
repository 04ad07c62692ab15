"""What sets of solids explain of a crop of the evidence: every pixel speaks, and single bodies are nudged.

Everything is seen on one plane, ``z0`` above the print: a point at height z over (x, y) shows at (x, y) + lean *
(z - z0). A solid shows its lit top and, towards the camera's foot, the sides between top and base. Tops of equal height
never hide one another, however the pieces touch: that is why they can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from attrs import define
from numpy.typing import NDArray

from vision.solids import Body, Floats, Solid, girth, outline, samples

MOST = 4.0  # nats; no pixel may say more
OVERLAP_MM2 = 1.5  # footprints may seem to share this much: rounded edges, pose
BODY_COST = 12.0  # nats mm²; a further piece has to explain more than noise does
APART = 255  # label of one body's faces
PATIENCE = 16e6  # pixels looked at, over and over: more would take many seconds
COARSE = ((1.4, 0.2), (0.6, 0.1))  # steps of search in mm and radians
FINE = ((1.0, 0.15), (0.4, 0.07), (0.2, 0.03))


@lru_cache(maxsize=2)
def _trials(turning: bool) -> tuple[Floats, Floats]:
    """Steps (2, N) of x and y, and of turns (M,), to try; none first."""
    steps = np.array([(p, q) for p in (0, -1, 1) for q in (0, -1, 1)], np.float64).T
    return steps, np.array([0.0, -1.0, 1.0] if turning else [0.0])


@define(eq=False, slots=False)
class Scoring:
    """What sets of bodies explain of a crop of the evidence; ``x0``, ``y0``: mm of its corner.

    ``top`` and ``side``: (colours, h, w) in nats mm² per px against bare print. ``lean``: mm of shift per mm of height.
    ``rims``: nats mm² per mm of a top's outline, where edges tell more than colours. ``dim``: pixels darker than print.
    """

    top: NDArray[np.float32]
    side: NDArray[np.float32]
    x0: float
    y0: float
    scale: float
    solids: Sequence[Solid]
    lean: tuple[float, float]
    z0: float
    rims: NDArray[np.float32] | None = None
    dim: NDArray[np.bool_] | None = None
    budget: float = np.inf  # pixels that may be looked at, over and over
    spent: int = 0

    @property
    def tired(self) -> bool:
        """Whether so much was looked at that finding all would take too long."""
        return self.spent > self.budget

    # --- what a set of bodies says ------------------------------------------------------------------------------

    @cached_property
    def _values(self) -> NDArray[np.float32]:
        return self._rows().ravel()

    def _rows(self) -> NDArray[np.float32]:
        """What each label says, a row of pixels each. Row 0: print; 1 + 2c: side of colour c; 2 + 2c: its top."""
        n, h, w = self.top.shape
        v = np.zeros((2 * n + 1, h * w), np.float32)
        v[1::2] = self.side.reshape(n, -1)
        v[2::2] = self.top.reshape(n, -1)
        return v

    def ground(self, bodies: Sequence[Body]) -> NDArray[np.uint8]:
        """Labels of the print, as bodies leave it."""
        return np.zeros(self.top.shape[1:], np.uint8)

    @cached_property
    def _columns(self) -> NDArray[np.intp]:
        return np.arange(self.top.shape[1] * self.top.shape[2])

    @cached_property
    def _drawn(self) -> dict[Body, tuple[NDArray[np.int32] | None, NDArray[np.int32]]]:
        """Outlines that were drawn before: the same bodies are tried in many sets."""
        return {}

    def shifts(self, solid: Solid) -> tuple[Floats, Floats]:
        """Where top and base show beside the middle of the base, mm."""
        lean = np.array(self.lean)
        return lean * (solid.height - self.z0), -lean * self.z0

    def px(self, points: Floats) -> NDArray[np.int32]:
        """mm -> px in sixteenths, for drawing."""
        return np.round(((points - (self.x0, self.y0)) * self.scale - 0.5) * 16).astype(np.int32)

    def labels(self, bodies: Sequence[Body], apart: int = -1) -> NDArray[np.uint8]:
        """Which face of which colour each pixel shows; those of the body ``apart`` are ``APART``."""
        return self._drawn_on(self.ground(bodies), bodies, apart)

    def _drawn_on(self, out: NDArray[np.uint8], bodies: Sequence[Body], apart: int = -1) -> NDArray[np.uint8]:
        lx, ly = self.lean
        for i in sorted(range(len(bodies)), key=lambda i: -(bodies[i].x * lx + bodies[i].y * ly)):
            b = bodies[i]  # far ones first: nearer ones hide them
            solid = self.solids[b.solid]
            side, lit = (APART, APART) if i == apart else (1 + 2 * solid.colour, 2 + 2 * solid.colour)
            hull, face = self._outlines(b)
            if hull is not None:
                cv2.fillConvexPoly(out, hull, side, cv2.LINE_8, 4)
            cv2.fillConvexPoly(out, face, lit, cv2.LINE_8, 4)
        return out

    def _outlines(self, b: Body) -> tuple[NDArray[np.int32] | None, NDArray[np.int32]]:
        """Corners of all that shows of a body, where its sides do, and of its top, in sixteenths of a px."""
        drawn = self._drawn.get(b)
        if drawn is None:
            top, base = self.shifts(self.solids[b.solid])
            q = outline(self.solids[b.solid], b.x, b.y, b.yaw)
            both = self.px(np.concatenate([q + top, q + base]))
            leans = abs(self.lean[0]) + abs(self.lean[1]) > 1e-3
            drawn = self._drawn[b] = (cv2.convexHull(both)[:, 0] if leans else None, both[: len(q)])
        return drawn

    def value(self, labels: NDArray[np.uint8]) -> NDArray[np.float32]:
        """What each pixel gains by its label, against being print."""
        self.spent += labels.size
        at = labels.ravel().astype(np.intp)
        at *= len(self._columns)
        at += self._columns
        return np.asarray(self._values.take(at))

    @cached_property
    def _scored(self) -> dict[tuple[Body, ...], float]:
        """Sets that were scored before: many ways of mending come back to the same."""
        return {}

    @cached_property
    def _nudged(self) -> dict[tuple[Any, ...], Body]:
        """Where bodies have gone before, by what they were, their neighbours and the steps."""
        return {}

    def score(self, bodies: Sequence[Body]) -> float:
        """Log likelihood ratio (nats mm²) of these bodies against bare print."""
        if not bodies:
            return 0.0
        known = tuple(bodies)
        if known not in self._scored:
            self._scored[known] = self._score(bodies)
        return self._scored[known]

    def _score(self, bodies: Sequence[Body]) -> float:
        total = float(self.value(self.labels(bodies)).sum()) - self.crowding(bodies)
        total -= sum(BODY_COST + self.solids[b.solid].cost for b in bodies)
        total -= MOST * sum(self._leaves(b) for b in bodies)
        if self.rims is not None:
            for b in bodies:
                total += float(
                    self._edges(self.solids[b.solid], np.array([b.x]), np.array([b.y]), np.array([b.yaw]))[0]
                )
        return total

    def shown(self, bodies: Sequence[Body], i: int) -> float:
        """What the pixels say (nats mm²) that show body ``i`` among these, against being print."""
        faces = self.labels(bodies)
        own = self.labels(bodies, apart=i) == APART
        return float(self.value(faces)[own.ravel()].sum())

    def shared_area(self, a: Body, b: Body) -> float:
        """Area in mm² that two footprints share."""
        p, q = (outline(self.solids[o.solid], o.x, o.y, o.yaw).astype(np.float32) for o in (a, b))
        return float(cv2.intersectConvexConvex(p, q)[0])

    def crowding(self, bodies: Sequence[Body]) -> float:
        """Penalty for footprints that share more than slack."""
        return 2 * MOST * self.overlap(bodies, OVERLAP_MM2)

    def overlap(self, bodies: Sequence[Body], slack: float) -> float:
        """Area in mm² that footprints share, beyond ``slack`` of each two."""
        total = 0.0
        at = [(b.x, b.y, self.solids[b.solid].reach) for b in bodies]
        for i, (x, y, reach) in enumerate(at):
            for j in range(i + 1, len(at)):
                x2, y2, reach2 = at[j]
                if (x - x2) ** 2 + (y - y2) ** 2 < (reach + reach2) ** 2:
                    total += max(0.0, self.shared_area(bodies[i], bodies[j]) - slack)
        return total

    def _leaves(self, b: Body) -> float:
        """Area (mm²) of a body that lies outside the crop, where no pixel could speak against it."""
        h, w = self.top.shape[1:]
        solid = self.solids[b.solid]
        near = min(b.x - self.x0, self.x0 + w / self.scale - b.x, b.y - self.y0, self.y0 + h / self.scale - b.y)
        return float(max(0.0, 0.5 - near / solid.length) * solid.area)

    # --- moving one body ----------------------------------------------------------------------------------------

    @cached_property
    def _soft(self) -> NDArray[np.float32]:
        """What each label says per mm² (labels, h, w), blurred to the spacing of the samples, with a rim no body may
        enter."""
        n = max(1, round(self.scale)) | 1
        both = np.zeros((2 * len(self.top) + 1, *self.top.shape[1:]), np.float32)
        both[1::2], both[2::2] = self.side, self.top
        both *= np.float32(self.scale**2)
        for m in both[1:]:
            cv2.blur(m, (n, n), dst=m, borderType=cv2.BORDER_REPLICATE)
            m[0] = m[-1] = m[:, 0] = m[:, -1] = -MOST
        return both

    def nudge(self, bodies: Sequence[Body], i: int, rounds: Sequence[tuple[float, float]] = FINE) -> Body:
        """Body ``i`` shifted and turned to where it explains most, the others staying; many trials at once.

        Trials are judged by samples a millimetre apart; ``rounds``: steps in mm and radians, coarse to fine.
        """
        b = bodies[i]
        top_at, base_at = self.shifts(self.solids[b.solid])
        span = self.solids[b.solid].reach + float(np.hypot(*(top_at - base_at))) + 4
        others = [o for j, o in enumerate(bodies) if j != i and max(abs(o.x - b.x), abs(o.y - b.y)) < 2.2 * span]
        key = (b, *others, *rounds)
        if key not in self._nudged:
            self._nudged[key] = self._nudge(b, others, span, rounds)
        return self._nudged[key]

    def _nudge(self, b: Body, others: Sequence[Body], span: float, rounds: Sequence[tuple[float, float]]) -> Body:
        """Body ``b`` where it explains most beside these ``others``; ``span``: how far (mm) pixels speak for it."""
        solid = self.solids[b.solid]
        top_at, base_at = self.shifts(solid)
        h, w = self.top.shape[1:]
        cx, cy = (b.x - self.x0) * self.scale, (b.y - self.y0) * self.scale
        r = span * self.scale
        x0, x1 = int(np.clip(cx - r, 0, w - 2)), int(np.clip(cx + r, 2, w))
        y0, y1 = int(np.clip(cy - r, 0, h - 2)), int(np.clip(cy + r, 2, h))
        soft = self._soft[:, y0:y1, x0:x1]
        side, top = soft[1 + 2 * solid.colour], soft[2 + 2 * solid.colour]
        if others:
            labels = self._drawn_on(np.zeros((h, w), np.uint8), others)[y0:y1, x0:x1]
            now = np.take_along_axis(soft, labels[None].astype(np.intp), axis=0)[0]
            top = np.where((labels > 0) & (labels % 2 == 0), -2 * MOST, top - now)
            side = np.where(labels > 0, 0, side)
        (u, v), _ = samples(solid)
        sweep = base_at - top_at
        length = float(np.hypot(*sweep))
        steps = max(1, int(np.ceil(length / (0.7 * solid.width)))) if length > 0.3 else 0
        # Levels of samples: the top, and the swept body's sides below it; numbers in px from the window's corner.
        sunk = sweep * np.arange(steps + 1)[:, None] / max(1, steps)
        corner = np.array([x0, y0]) + np.array([self.x0, self.y0]) * self.scale
        last = np.array([x1 - x0 - 1, y1 - y0 - 1], np.int32)[:, None, None, None, None]
        says = np.concatenate([np.ravel(top), *[np.ravel(side)] * min(1, steps)])
        first = np.array([0, *[top.size] * steps], np.int32)[:, None, None, None]
        share = np.array([1.0, *[1 / max(1, steps)] * steps], np.float32)[:, None, None] * (solid.area / len(u))
        best, best_score = b, -np.inf
        for mm, rad in rounds:
            shifts, turns = _trials(bool(solid.period))
            steps_px = shifts[:, None] * (mm * self.scale)
            turned = None
            for _ in range(3):
                if turned != best.yaw:
                    turned = best.yaw
                    yaw = best.yaw + turns * rad
                    cs, sn = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
                    own = np.array([cs * u - sn * v, sn * u + cs * v], np.float32)[:, None, None] * self.scale
                    weight = self._bare_sides(solid, u, v, cs, sn, sunk) * share
                at = (top_at + sunk + (best.x, best.y)) * self.scale - corner
                places = np.asarray(steps_px + at.T[..., None], np.float32)  # (2, levels, shifts)
                px = (places[..., None, None] + own).astype(np.int32)
                np.maximum(px, 0, out=px)  # np.clip takes as long again
                np.minimum(px, last, out=px)
                col, row = px
                row *= x1 - x0
                row += col
                row += first
                score = np.einsum("lstn,ltn->st", says.take(row, mode="clip"), weight)
                if self.rims is not None:
                    x, y = (
                        (of + step * mm).repeat(len(yaw)) for of, step in zip((best.x, best.y), shifts, strict=True)
                    )
                    score = score + self._edges(solid, x, y, np.tile(yaw, shifts.shape[1])).reshape(score.shape)
                k, t = divmod(int(score.argmax()), len(yaw))
                if score[k, t] <= best_score + 1e-3:
                    break
                turn = float(yaw[t] % solid.period) if solid.period else 0.0
                best_score = float(score[k, t])
                best = Body(b.solid, float(best.x + shifts[0, k] * mm), float(best.y + shifts[1, k] * mm), turn)
                if not (k or t):
                    break
        return best

    @staticmethod
    def _bare_sides(solid: Solid, u: Floats, v: Floats, cs: Floats, sn: Floats, sunk: Floats) -> NDArray[np.float32]:
        """1 for points (levels, turns, N) of a body ``sunk`` (levels, 2; mm) that its top, the first, does not hide."""
        x, y = sunk.T[..., None, None]
        bu, bv = u + cs * x + sn * y, v - sn * x + cs * y
        if solid.shape == "round":
            bare = bu * bu + bv * bv > solid.length**2 / 4
        else:
            bare = (np.abs(bu) > solid.length / 2) | (np.abs(bv) > solid.width / 2)
        bare[0] = True
        return np.asarray(bare, np.float32)

    def _edges(self, solid: Solid, x: Floats, y: Floats, yaw: Floats) -> Floats:
        """What the outlines of tops say, a value a trial."""
        assert self.rims is not None
        _, (u, v) = samples(solid)
        cs, sn = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
        top, _ = self.shifts(solid)
        h, w = self.rims.shape
        px, py = x[:, None] + cs * u - sn * v + top[0], y[:, None] + sn * u + cs * v + top[1]
        col = np.clip(((px - self.x0) * self.scale).astype(np.intp), 0, w - 1)
        row = np.clip(((py - self.y0) * self.scale).astype(np.intp), 0, h - 1)
        return np.asarray(self.rims[row, col].sum(axis=1) * (girth(solid) / len(u)), np.float64)

    def refine(
        self, bodies: Sequence[Body], movable: Sequence[int] | None = None, fine: bool = True
    ) -> tuple[list[Body], float]:
        """Nudge bodies one after another while the score grows."""
        bodies = list(bodies)
        best = self.score(bodies)
        which = range(len(bodies)) if movable is None else movable
        for turn in range(3 if len(which) > 1 else 1):
            gained = False
            for i in which:
                old = bodies[i]
                bodies[i] = self.nudge(bodies, i, FINE if fine or turn else COARSE)
                if bodies[i] == old:
                    continue
                s = self.score(bodies)
                gained |= s > best + 1.0
                if s > best:
                    best = s
                else:
                    bodies[i] = old
            if not gained:
                break
        return bodies, best
