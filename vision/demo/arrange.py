"""Cubes as people put them down: anywhere in a land, at any angle, often touching; what did not move stays."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from attrs import evolve

from vision.demo.shapes import LaidPiece
from vision.layout import Layout, Piece, Place

Contents = Mapping[str, Mapping[str, int]]  # place id -> piece id -> number; in a slot from bottom to top
TOUCH_MM = 0.05  # pieces touch, they never overlap


def border_distance(polygon: Sequence[tuple[float, float]], x: float, y: float) -> float:
    """Distance to the polygon's border in mm, negative outside."""
    best, inside = math.inf, False
    n = len(polygon)
    for i in range(n):
        (x0, y0), (x1, y1) = polygon[i], polygon[(i + 1) % n]
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
        dx, dy = x1 - x0, y1 - y0
        t = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / ((dx * dx + dy * dy) or 1.0)))
        best = min(best, math.hypot(x - x0 - t * dx, y - y0 - t * dy))
    return best if inside else -best


def gap(a: LaidPiece, b: LaidPiece) -> float:
    """A lower bound of the free space between two bases in mm: negative when they overlap (separating axes)."""
    far = math.hypot(a.x - b.x, a.y - b.y) - (math.hypot(*a.size_mm) + math.hypot(*b.size_mm)) / 2
    if far > 2:
        return far
    if a.round and b.round:
        return math.hypot(a.x - b.x, a.y - b.y) - (a.size_mm[0] + b.size_mm[0]) / 2
    p, q = a.outline(), b.outline()
    axes = []
    for shape in (a, b):
        if not shape.round:
            t = math.radians(shape.yaw)
            axes += [(math.cos(t), -math.sin(t)), (math.sin(t), math.cos(t))]
    if a.round or b.round:
        d = (a.x - b.x, a.y - b.y)
        n = math.hypot(*d) or 1.0
        axes.append((d[0] / n, d[1] / n))
    best = -math.inf
    for ax in axes:
        u, v = p @ ax, q @ ax
        best = max(best, float(max(v.min() - u.max(), u.min() - v.max())))
    return best


class Arrangement:
    """Where every piece of a table lies. ``update`` moves only what the contents change.

    ``margin``: least distance in mm between a base's middle and its place's border; ``touching``: how often a piece is
    pushed against another of its place; ``keep_out``: circles (x, y, radius) where no base's middle may lie.
    """

    def __init__(
        self,
        layout: Layout,
        seed: int = 0,
        *,
        margin: float = 4.6,
        touching: float = 0.55,
        keep_out: Sequence[tuple[float, float, float]] = (),
    ) -> None:
        self.layout = layout
        self.rng = np.random.default_rng([seed, 61])
        self.margin, self.touching, self.keep_out = margin, touching, tuple(keep_out)
        self.places = {p.id: p for p in layout.places}
        self.kinds = {p.id: p for p in layout.pieces}
        self.edged = any(p.look == "edge" for p in layout.places)
        self.lying: dict[str, list[LaidPiece]] = {}
        self._key = 0

    @property
    def pieces(self) -> tuple[LaidPiece, ...]:
        return tuple(p for lying in self.lying.values() for p in lying)

    def update(self, contents: Contents) -> tuple[LaidPiece, ...]:
        """Lays the table anew. Raises KeyError for unknown places or pieces, ValueError where too many are to lie."""
        for place in list(self.lying):
            self._take(place, contents.get(place, {}))
        for place, wanted in contents.items():
            at = self.places[place]
            if at.look in ("slot", "edge"):
                self._stack(at, wanted)
            elif at.look == "heap":
                self._heap(at, wanted)
            elif at.look == "tray":
                self._throw(at, wanted)
            else:
                self._spread(at, wanted)
        return self.pieces

    def changed(self, contents: Contents) -> list[str]:
        """Places whose contents differ from what lies there."""
        names = {*contents, *(k for k, v in self.lying.items() if v)}
        return sorted(p for p in names if self.count(p) != {k: n for k, n in contents.get(p, {}).items() if n})

    def count(self, place: str) -> dict[str, int]:
        out: dict[str, int] = {}
        for p in self.lying.get(place, []):
            out[p.id] = out.get(p.id, 0) + 1
        return out

    # -- taking away

    def _take(self, place: str, wanted: Mapping[str, int]) -> None:
        lying = self.lying[place]
        for ident in dict.fromkeys(p.id for p in lying):
            mine = [p for p in lying if p.id == ident]
            for _ in range(len(mine) - wanted.get(ident, 0)):
                gone = mine.pop(int(self.rng.integers(len(mine))))
                lying.remove(gone)

    # -- putting down

    def _new(self, ident: str, place: Place, x: float, y: float, yaw: float) -> LaidPiece:
        self._key += 1
        if ident.startswith("die:"):
            faces, edge = self.layout.die_faces, self.layout.die_mm
            word = ident.split(":", 1)[1]
            up = faces.index(word) + 1 if word in faces else int(word)
            colour = "ivory"
            return LaidPiece(
                ident,
                "die",
                colour,
                x,
                y,
                (edge, edge),
                edge,
                yaw=yaw,
                key=self._key,
                place=place.id,
                faces=faces,
                up=up,
                loose=place.look == "tray",
            )
        kind: Piece = self.kinds[ident]
        return LaidPiece(
            ident, kind.shape, kind.colour, x, y, kind.size_mm, kind.height_mm, yaw=yaw, key=self._key, place=place.id,
            face=kind.face,
        )  # fmt: skip

    def _others(self, near: LaidPiece) -> list[LaidPiece]:
        reach = 60.0
        near_by = [p for p in self.pieces if abs(p.x - near.x) < reach and abs(p.y - near.y) < reach]
        return [p for p in near_by if p.shape != "card"]

    def _allowed(self, place: Place, x: float, y: float, margin: float) -> bool:
        if border_distance(place.polygon, x, y) < margin:
            return False
        return all(math.hypot(x - cx, y - cy) >= r for cx, cy, r in self.keep_out)

    def _fits(self, place: Place, piece: LaidPiece, others: Sequence[LaidPiece], margin: float) -> bool:
        return self._allowed(place, piece.x, piece.y, margin) and all(gap(piece, o) >= TOUCH_MM for o in others)

    def _spread(self, place: Place, wanted: Mapping[str, int]) -> None:
        """Pieces side by side; cards of the place lie below them in its middle, one on the other."""
        lying = self.lying.setdefault(place.id, [])
        have = self.count(place.id)
        fresh = [i for i, n in wanted.items() for _ in range(n - have.get(i, 0))]
        cards = [i for i in fresh if self.kinds.get(i) is not None and self.kinds[i].shape == "card"]
        for ident in cards:
            self._lay_card(place, ident, lying)
        fresh = [i for i in fresh if i not in cards]
        ground = sum(p.height_mm for p in lying if p.shape == "card")
        for n, ident in enumerate(fresh):
            piece = self._find(place, ident, [p for p in lying if p.shape != "card"])
            if piece is None:
                below = [p for p in lying if p.shape == "card"]
                self._pack(place, [p.id for p in lying if p.shape != "card"] + fresh[n:])
                self.lying[place.id] = [*below, *(evolve(p, z=ground) for p in self.lying[place.id])]
                return
            lying.append(evolve(piece, z=ground) if ground else piece)

    def _lay_card(self, place: Place, ident: str, lying: list[LaidPiece]) -> None:
        below = [p for p in lying if p.shape == "card"]
        dx, dy = self.rng.normal(0, 0.6, 2)
        card = self._new(ident, place, place.centre[0] + dx, place.centre[1] + dy, float(self.rng.normal(0, 1.5)))
        lying.insert(len(below), evolve(card, z=sum(p.height_mm for p in below)))

    def _find(self, place: Place, ident: str, lying: Sequence[LaidPiece], tries: int = 60) -> LaidPiece | None:
        xs, ys = [p[0] for p in place.polygon], [p[1] for p in place.polygon]
        probe = self._new(ident, place, place.centre[0], place.centre[1], 0.0)
        box = (min(xs), max(xs), min(ys), max(ys))
        near = [p for p in self.pieces if box[0] - 40 < p.x < box[1] + 40 and box[2] - 40 < p.y < box[3] + 40]
        near = [p for p in near if p.shape != "card"]
        margin = max(self.margin, 0.8 * probe.size_mm[0]) if probe.shape == "die" else self.margin
        if self.edged:  # bars lie on the border
            margin = max(margin, 0.68 * probe.size_mm[0])
        for _ in range(tries):
            yaw = float(self.rng.uniform(0, 90 if probe.shape in ("cube", "die") else 360))
            if lying and self.rng.random() < self.touching:
                piece = self._against(probe, lying[int(self.rng.integers(len(lying)))], yaw)
            else:
                piece = evolve(
                    probe, x=float(self.rng.uniform(box[0], box[1])), y=float(self.rng.uniform(box[2], box[3])), yaw=yaw
                )
            if self._fits(place, piece, near, margin):
                return piece
        return None

    def _against(self, probe: LaidPiece, other: LaidPiece, yaw: float) -> LaidPiece:
        """Pushed against another piece: face on face with a shift, or at any angle until it touches."""
        if not other.round and not probe.round and self.rng.random() < 0.5:
            yaw = other.yaw + float(self.rng.normal(0, 0.6) if self.rng.random() < 0.3 else 0.0)
        angle = float(self.rng.uniform(0, 2 * math.pi))
        if not other.round and abs(yaw - other.yaw) < 2:
            t = math.radians(other.yaw)
            side = int(self.rng.integers(4)) * math.pi / 2
            slide = float(self.rng.normal(0, 0.25)) * other.size_mm[0]
            ux, uy = math.cos(t + side), -math.sin(t + side)
            sx, sy = other.x - uy * slide, other.y + ux * slide
        else:
            ux, uy, sx, sy = math.cos(angle), math.sin(angle), other.x, other.y
        lo, hi = 0.0, (math.hypot(*probe.size_mm) + math.hypot(*other.size_mm)) / 2 + 2
        for _ in range(14):
            d = (lo + hi) / 2
            lo, hi = (
                (lo, d) if gap(evolve(probe, x=sx + ux * d, y=sy + uy * d, yaw=yaw), other) >= TOUCH_MM else (d, hi)
            )
        return evolve(probe, x=sx + ux * hi, y=sy + uy * hi, yaw=yaw)

    def _pack(self, place: Place, idents: Sequence[str]) -> None:
        """Everything of one place anew in close rows, as players do when it gets narrow; least margins if need be."""
        others = [p for p in self.pieces if p.place != place.id and p.shape != "card"]
        size = max(max(self._new(i, place, 0, 0, 0).size_mm) for i in dict.fromkeys(idents)) + 0.25
        xs, ys = [p[0] for p in place.polygon], [p[1] for p in place.polygon]
        cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        reach = math.hypot(max(xs) - min(xs), max(ys) - min(ys)) / 2 + size
        for margin in (self.margin, 4.0, 2.5, 0.5):
            for attempt in range(24):
                loose = max(0.0, 1.6 - 0.1 * attempt)  # first with some air between, then closer and closer
                pitch = size + loose
                turn = (
                    float(self.rng.uniform(-45, 45)) if margin > 3 else float(self.rng.choice([0.0, 0.0, 30.0, 45.0]))
                )
                c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
                ox, oy = self.rng.uniform(0, pitch, 2)
                spots = []
                steps = np.arange(-reach, reach, pitch)
                for v in steps + oy:
                    for u in steps + ox:
                        x, y = cx + c * u + s * v, cy - s * u + c * v
                        if self._allowed(place, x, y, margin):
                            spots.append((x, y))
                if len(spots) < len(idents):
                    continue
                self.rng.shuffle(spots)
                laid: list[LaidPiece] = []
                for x, y in spots:
                    dx, dy = self.rng.uniform(-loose / 2.4, loose / 2.4, 2)
                    if not self._allowed(place, x + dx, y + dy, margin):
                        dx = dy = 0.0
                    piece = self._new(idents[len(laid)], place, x + dx, y + dy, turn)
                    if all(gap(piece, o) >= TOUCH_MM for o in others if abs(o.x - x) < 40 and abs(o.y - y) < 40):
                        laid.append(piece)
                    if len(laid) == len(idents):
                        self.lying[place.id] = laid
                        return
        raise ValueError(f"{len(idents)} pieces do not fit into {place.id}")

    def _stack(self, place: Place, wanted: Mapping[str, int]) -> None:
        """A slot's stack or an edge's bar; what lies there already keeps its spot."""
        column = [i for i, n in wanted.items() for _ in range(n)]
        old = self.lying.get(place.id, [])
        if [p.id for p in old] == column:
            return
        laid: list[LaidPiece] = []
        z = 0.0
        yaw = self._edge_yaw(place) if place.look == "edge" else 0.0
        for i, ident in enumerate(column):
            if i < len(old) and old[i].id == ident and abs(old[i].z - z) < 0.01:
                piece = old[i]
            elif place.look == "edge":
                dx, dy = np.clip(self.rng.normal(0, 1.2, 2), -3, 3)
                turn = yaw + self.kinds[ident].turn_deg + float(np.clip(self.rng.normal(0, 4), -10, 10))
                piece = self._new(ident, place, place.centre[0] + float(dx), place.centre[1] + float(dy), turn)
            else:
                dx, dy = self.rng.normal(0, 0.8, 2)
                turn = float(self.rng.uniform(0, 360))
                piece = evolve(self._new(ident, place, place.centre[0] + dx, place.centre[1] + dy, turn), z=z)
                if self.kinds[ident].beside:
                    piece = self._beside(piece, place)
            laid.append(piece)
            z += 0.0 if self.kinds[ident].beside else piece.height_mm
        self.lying[place.id] = laid

    def _heap(self, place: Place, wanted: Mapping[str, int]) -> None:
        """Anywhere in a small field; on what lies there where there is no room left. What lay underneath drops."""
        lying = self.lying.setdefault(place.id, [])
        settled: list[LaidPiece] = []
        for p in sorted(lying, key=lambda p: p.z):
            z = max((o.z + o.height_mm for o in settled if gap(p, o) < -1), default=0.0)
            settled.append(p if abs(p.z - z) < 0.01 else evolve(p, z=z))
        lying[:] = settled
        have = self.count(place.id)
        xs, ys = [p[0] for p in place.polygon], [p[1] for p in place.polygon]
        for ident in [i for i, n in wanted.items() for _ in range(n - have.get(i, 0))]:
            kind = self.kinds[ident]
            room = [max(0.0, (max(v) - min(v) - kind.size_mm[0]) / 2) for v in (xs, ys)]
            for _ in range(12):
                dx, dy = (float(self.rng.uniform(-r, r)) + float(self.rng.normal(0, 0.5)) for r in room)
                piece = self._new(ident, place, place.centre[0] + dx, place.centre[1] + dy, 0.0)
                if all(gap(piece, o) >= TOUCH_MM for o in self._others(piece)):
                    break
            else:
                if lying:
                    base = lying[int(self.rng.integers(len(lying)))]
                    tower = [o for o in lying if math.hypot(o.x - base.x, o.y - base.y) < 2]
                    top = max(o.z + o.height_mm for o in tower)
                    dx, dy = self.rng.normal(0, 0.4, 2)
                    piece = evolve(piece, x=base.x + float(dx), y=base.y + float(dy), z=top)
            lying.append(piece)

    def _beside(self, piece: LaidPiece, place: Place) -> LaidPiece:
        """At the rim of its slot, on any side, clear of what lies on the slot."""
        around = float(self.rng.uniform(0, 2 * math.pi))
        reach = 8.5 + min(piece.size_mm) / 2
        x, y = place.centre[0] + reach * math.cos(around), place.centre[1] + reach * math.sin(around)
        return evolve(piece, x=x, y=y, z=0.0, yaw=90.0 - math.degrees(around))

    def _edge_yaw(self, place: Place) -> float:
        xs, ys = [p[0] for p in place.polygon], [p[1] for p in place.polygon]
        return 0.0 if max(xs) - min(xs) >= max(ys) - min(ys) else 90.0

    def _throw(self, place: Place, wanted: Mapping[str, int]) -> None:
        """Dice fall anew whenever another face is up."""
        if self.count(place.id) != {k: n for k, n in wanted.items() if n}:
            self.lying[place.id] = []
        self._spread(place, wanted)
