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
def _trials(turning: bool) -> Floats:
    """Steps (N, 3) of x, y and turn to try, none first."""
    steps = [(p, q, t) for p in (0, -1, 1) for q in (0, -1, 1) for t in ((0, -1, 1) if turning else (0,))]
    return np.array(steps, np.float64)


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
            hull = None
            if abs(self.lean[0]) + abs(self.lean[1]) > 1e-3:
                around = cv2.convexHull(np.vstack([q + top, q + base]).astype(np.float32)).reshape(-1, 2)
                hull = self.px(around.astype(np.float64))
            drawn = self._drawn[b] = (hull, self.px(q + top))
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
        s, t = self.solids[a.solid], self.solids[b.solid]
        if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 > (s.reach + t.reach) ** 2:
            return 0.0
        p = outline(s, a.x, a.y, a.yaw).astype(np.float32)
        return float(cv2.intersectConvexConvex(p, outline(t, b.x, b.y, b.yaw).astype(np.float32))[0])

    def crowding(self, bodies: Sequence[Body]) -> float:
        """Penalty for footprints that share more than slack."""
        total = 0.0
        for i, a in enumerate(bodies):
            for b in bodies[i + 1 :]:
                total += max(0.0, self.shared_area(a, b) - OVERLAP_MM2)
        return 2 * MOST * total

    def _leaves(self, b: Body) -> float:
        """Area (mm²) of a body that lies outside the crop, where no pixel could speak against it."""
        h, w = self.top.shape[1:]
        solid = self.solids[b.solid]
        near = min(b.x - self.x0, self.x0 + w / self.scale - b.x, b.y - self.y0, self.y0 + h / self.scale - b.y)
        return float(max(0.0, 0.5 - near / solid.length) * solid.area)

    # --- moving one body ----------------------------------------------------------------------------------------

    @cached_property
    def _soft(self) -> NDArray[np.float32]:
        """Evidence per mm² (2, colours, h, w), blurred to the spacing of the samples, with a rim no body may enter."""
        n = max(1, round(self.scale)) | 1
        both = np.stack([self.top, self.side]) * np.float32(self.scale**2)
        for m in both.reshape(-1, *self.top.shape[1:]):
            cv2.blur(m, (n, n), dst=m, borderType=cv2.BORDER_REPLICATE)
        both[..., 0, :] = both[..., -1, :] = both[..., :, 0] = both[..., :, -1] = -MOST
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
        top = self._soft[0, solid.colour, y0:y1, x0:x1]
        side = self._soft[1, solid.colour, y0:y1, x0:x1]
        if others:
            labels = self._drawn_on(np.zeros((h, w), np.uint8), others)[y0:y1, x0:x1]
            flat = self._soft.transpose(1, 0, 2, 3)[:, ::-1, y0:y1, x0:x1].reshape(-1, *labels.shape)  # side, top, ...
            now = np.take_along_axis(flat, np.maximum(labels.astype(np.int64) - 1, 0)[None], axis=0)[0]
            now[labels == 0] = 0
            top = np.where((labels > 0) & (labels % 2 == 0), -2 * MOST, top - now)
            side = np.where(labels > 0, 0, side)
        tops, sides = np.ravel(top), np.ravel(side)
        window = (x0, x1, y0, y1)
        (u, v), _ = samples(solid)
        share = solid.area / len(u)
        sweep = base_at - top_at
        length = float(np.hypot(*sweep))
        steps = max(1, int(np.ceil(length / (0.7 * solid.width)))) if length > 0.3 else 0
        best, best_score = b, -np.inf
        for mm, rad in rounds:
            d = _trials(bool(solid.period)) * (mm, mm, rad)
            for _ in range(3):
                x, y, yaw = best.x + d[:, 0], best.y + d[:, 1], best.yaw + d[:, 2]
                cs, sn = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
                px, py = x[:, None] + cs * u - sn * v, y[:, None] + sn * u + cs * v
                score = self._sum(tops, px + top_at[0], py + top_at[1], window) * share
                for j in range(1, steps + 1):
                    s = sweep * j / steps
                    # Points of the swept body that the top does not hide.
                    bu, bv = u + cs * s[0] + sn * s[1], v - sn * s[0] + cs * s[1]
                    if solid.shape == "round":
                        bare = bu * bu + bv * bv > solid.length**2 / 4
                    else:
                        bare = (np.abs(bu) > solid.length / 2) | (np.abs(bv) > solid.width / 2)
                    at = top_at + s
                    score = score + self._sum(sides, px + at[0], py + at[1], window, bare) * (share / steps)
                if self.rims is not None:
                    score = score + self._edges(solid, x, y, yaw)
                k = int(np.argmax(score))
                if score[k] <= best_score + 1e-3:
                    break
                turn = float(yaw[k] % solid.period) if solid.period else 0.0
                best, best_score = Body(b.solid, float(x[k]), float(y[k]), turn), float(score[k])
                if k == 0:
                    break
        return best

    def _edges(self, solid: Solid, x: Floats, y: Floats, yaw: Floats) -> Floats:
        """What the outlines of tops say, a value a trial."""
        assert self.rims is not None
        _, (u, v) = samples(solid)
        cs, sn = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
        top, _ = self.shifts(solid)
        h, w = self.rims.shape
        px, py = x[:, None] + cs * u - sn * v + top[0], y[:, None] + sn * u + cs * v + top[1]
        return self._sum(self.rims.ravel(), px, py, (0, w, 0, h)) * (girth(solid) / len(u))

    def _sum(
        self,
        values: NDArray[np.float32],
        x: Floats,
        y: Floats,
        window: tuple[int, int, int, int],
        bare: NDArray[np.bool_] | None = None,
    ) -> Floats:
        """Sum of a window's values at points in mm, a row a trial."""
        x0, x1, y0, y1 = window
        col = ((x - self.x0) * self.scale).astype(np.intp)
        row = ((y - self.y0) * self.scale).astype(np.intp)
        for at, low, high in ((col, x0, x1 - 1), (row, y0, y1 - 1)):  # np.clip takes as long again
            np.maximum(at, low, out=at)
            np.minimum(at, high, out=at)
            at -= low
        row *= x1 - x0
        row += col
        got = values.take(row)
        return np.asarray((got if bare is None else got * bare).sum(axis=1), np.float64)

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
