"""Somebody at the tablet who knows the board that lies there: touches it, looks at what is proposed, puts it right.

For measuring and for tests only. It sees screens and answers with touches; it is told the truth about the board as a
person who looks at it would know it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol

from attrs import define, field, frozen

from companion.capture.corners import clockwise
from companion.capture.geometry import inside
from companion.capture.stage import Stage

Point = tuple[float, float]
NEAR_PX = 7.0  # corners farther off than this are put right
ASTRAY = 2  # rings beside the track from which the last touch is undone rather than each ring put right
BESIDE = 0.01  # of the picture: so near to its middle a touch means a county, wherever its border lies
CORNERS = 24  # of an outline, that a finger follows
HAND_MM = 2.0  # how far from where it should a finger comes down
CORNER_PX = 1.5  # the same for a corner, with the magnifier; px of the picture


@frozen
class Spot:
    """A printed place as people see it: in board mm."""

    id: str
    kind: str
    at: Point
    polygon: tuple[Point, ...] = ()
    ink: str = ""
    fortress: bool = False
    central: bool = False


@frozen
class Truth:
    """What lies on the table. ``to_picture``: board mm -> 0 to 1 of the picture that is shown."""

    size_mm: Point
    spots: tuple[Spot, ...]
    links: frozenset[tuple[str, str]]
    track: tuple[Spot, ...]
    to_picture: Callable[[Point], Point]
    picture: tuple[int, int]
    seed: int = 0

    def of(self, kind: str) -> list[Spot]:
        return [s for s in self.spots if s.kind == kind]


class Hands(Protocol):
    """The screen: each call is one touch."""

    def stage(self) -> Stage: ...
    def tap(self, at: Point) -> None: ...
    def drag(self, *way: Point) -> None: ...
    def choose(self, key: str) -> None: ...
    def count(self, key: str, by: int) -> None: ...
    def next(self) -> None: ...
    def undo(self) -> None: ...


@define
class Person:
    """``shake``: a number from -1 to 1 each time it is asked. ``spent``: touches by step."""

    truth: Truth
    hands: Hands
    shake: Callable[[], float]
    spent: dict[str, int] = field(factory=dict)
    notes: list[str] = field(factory=list)
    leave_bare: frozenset[str] = frozenset()
    _step: str = field(init=False, default="")

    # ------------------------------------------------------------ touching
    def _count(self) -> None:
        self.spent[self._step] = self.spent.get(self._step, 0) + 1

    def _where(self, mm: Point, steady: bool = False) -> Point:
        spread = 0.0 if steady else HAND_MM
        x, y = self.truth.to_picture((mm[0] + spread * self.shake(), mm[1] + spread * self.shake()))
        return (min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0))

    def tap(self, mm: Point) -> None:
        self._count()
        self.hands.tap(self._where(mm))

    def drag(self, *way: Point) -> None:
        self._count()
        self.hands.drag(*(self._where(p) for p in way))

    def choose(self, key: str) -> None:
        self._count()
        self.hands.choose(key)

    def count(self, key: str, by: int) -> None:
        self._count()
        self.hands.count(key, by)

    def next(self) -> None:
        self._count()
        self.hands.next()

    def run(self, last: str = "", most: int = 400) -> None:
        """Step after step until the last one is left; ``last``: the step to stop before."""
        for _n in range(60):
            stage = self.hands.stage()
            if stage.step == last or not stage.step or sum(self.spent.values()) > most:
                return
            self._step = stage.step
            before = (stage.step, sum(self.spent.values()))
            self.run_step(stage.step)
            after = self.hands.stage()
            if (after.step, sum(self.spent.values())) == before:
                return
            if after.step == stage.step and stage.number == stage.of:
                return

    def run_step(self, step: str) -> None:
        """What a careful person does on one page of the capture."""
        self._step = step
        getattr(self, "do_" + step)()

    # ------------------------------------------------------------ frame
    def do_corners(self) -> None:
        w, h = self.truth.picture
        bw, bh = self.truth.size_mm
        true = clockwise([self._px(p) for p in ((0.0, 0.0), (bw, 0.0), (bw, bh), (0.0, bh))])
        shown = [(d.at[0] * w, d.at[1] * h) for d in self.hands.stage().dots]
        for _round in range(2):
            for p in true:
                if len(shown) < 4 or min(math.dist(p, q) for q in shown) > NEAR_PX:
                    self._count()
                    self.hands.tap(((p[0] + CORNER_PX * self.shake()) / w, (p[1] + CORNER_PX * self.shake()) / h))
                    if len(shown) == 4:
                        shown = [(d.at[0] * w, d.at[1] * h) for d in self.hands.stage().dots]
            shown = [(d.at[0] * w, d.at[1] * h) for d in self.hands.stage().dots]
        self.next()

    def _px(self, mm: Point) -> Point:
        x, y = self.truth.to_picture(mm)
        return (x * self.truth.picture[0], y * self.truth.picture[1])

    def _mm_px(self, at: Point) -> float:
        """How many px a mm is there, the shorter way."""
        here = self._px(at)
        return min(math.dist(here, self._px(p)) for p in ((at[0] + 1, at[1]), (at[0], at[1] + 1)))

    def do_size(self) -> None:
        self.measure()
        self.next()

    def measure(self) -> None:
        """The board's edges as a ruler tells them."""
        w, h = self.truth.size_mm
        ring = self.hands.stage().dots
        p = [(d.at[0] * self.truth.picture[0], d.at[1] * self.truth.picture[1]) for d in ring]
        corners = [self._px(c) for c in ((0.0, 0.0), (w, 0.0), (w, h), (0.0, h))]
        i = min(range(4), key=lambda k: math.dist(corners[k], p[0]))
        upper, side = (w, h) if i % 2 == 0 else (h, w)
        for key, true in (("width", upper), ("height", side)):
            for _n in range(12):
                shown = next(c for c in self.hands.stage().counts if c.key == key)
                off = round(true / 10) - int(shown.value.split()[0])
                if not off:
                    break
                self.count(key, (5 if abs(off) > 2 else 1) * (1 if off > 0 else -1))

    # ------------------------------------------------------------ lands
    def do_counties(self) -> None:
        """One of each colour; the others are found, and looked over."""
        counties = self.truth.of("county")
        first = {s.ink: s for s in reversed(counties)}
        for spot in first.values():
            self.tap(spot.at)
        if any(p.key == "further" for p in self.hands.stage().picks):
            self.choose("further")
            self._take_away()
        shown = self._shown()
        for spot in counties:
            if spot.id not in shown and spot not in first.values():
                self.tap(spot.at)
        self._put_right()
        self.next()

    def _take_away(self) -> None:
        """Found outlines that are no county, or a county that is there already."""
        for _round in range(20):
            right = [p.at for p in self._shown().values()]
            none = next((p for p in self.hands.stage().patches if p.at not in right), None)
            if none is None:
                return
            self.notes.append("no county")
            self._again(none)
            self.choose("drop")

    def _again(self, patch: Any) -> None:
        """A touch on the sign of a county that is shown."""
        self._count()
        self.hands.tap(patch.at)

    def _county_at(self, at: Point) -> Spot | None:
        """The county that is printed at a place of the picture."""
        counties = self.truth.of("county")
        held = next((s for s in counties if inside([self._where(p, True) for p in s.polygon], at)), None)
        return held or next((s for s in counties if math.dist(self._where(s.at, True), at) < BESIDE), None)

    def _shown(self) -> dict[str, Any]:
        """Which shown patch stands for which true county."""
        out: dict[str, Any] = {}
        for patch in self.hands.stage().patches:
            spot = self._county_at(patch.at)
            if spot is not None:
                out.setdefault(spot.id, patch)
        return out

    def _put_right(self) -> None:
        """Colours and outlines as the person sees them; what is missing is touched again."""
        shown = self._shown()
        for _round in range(3):
            wrong = [s for s in self.truth.of("county") if s.id not in shown]
            if not wrong:
                break
            for spot in wrong:
                self.tap(spot.at)
            shown = self._shown()
        for spot in self.truth.of("county"):
            patch = shown.get(spot.id)
            if patch is not None and patch.ink != spot.ink:
                self._again(patch)
                self.choose(f"ink:{spot.ink}")
                self.notes.append(f"colour of {spot.id}")
                shown = self._shown()
        for spot in self.truth.of("county"):
            patch = shown.get(spot.id)
            if patch is None or spot.id in self.leave_bare:
                continue
            for _round in range(2):  # a part that is missing is touched; what is wrong elsewhere is drawn anew
                rest = self._missing(patch.polygon, spot)
                if rest is None or self._likeness(patch.polygon, spot.polygon) >= 0.8:
                    break
                self.notes.append(f"part of {spot.id}")
                self._again(patch)
                self.choose("more")
                self._count()
                self.hands.tap(rest)
                before, patch = patch, self._shown().get(spot.id, patch)
                if patch.polygon == before.polygon:
                    break  # nothing is seen there, as was said: it is drawn instead
            if self._likeness(patch.polygon, spot.polygon) < 0.8:
                self.notes.append(f"outline of {spot.id}")
                if not any(p.key == "draw" for p in self.hands.stage().picks):
                    self._again(patch)
                self.choose("draw")
                ring = simplified(spot.polygon, CORNERS)
                self.drag(*ring, ring[0])

    def _likeness(self, shown: Sequence[Point], true: Sequence[Point]) -> float:
        """Intersection over union, on a grid."""
        if len(shown) < 3:
            return 0.0
        ring = [self._where(p, True) for p in true]
        xs, ys = [p[0] for p in (*shown, *ring)], [p[1] for p in (*shown, *ring)]
        both = either = 0
        for i in range(24):
            for j in range(24):
                p = (min(xs) + (i + 0.5) * (max(xs) - min(xs)) / 24, min(ys) + (j + 0.5) * (max(ys) - min(ys)) / 24)
                a, b = inside(shown, p), inside(ring, p)
                both += a and b
                either += a or b
        return both / max(1, either)

    def _missing(self, shown: Sequence[Point], spot: Spot) -> Point | None:
        """The middle of what an outline lacks, where nearly all that it has is right; else None."""
        if len(shown) < 3:
            return None
        ring = [self._where(p, True) for p in spot.polygon]
        xs, ys = [p[0] for p in (*shown, *ring)], [p[1] for p in (*shown, *ring)]
        grid = [
            (min(xs) + (i + 0.5) * (max(xs) - min(xs)) / 32, min(ys) + (j + 0.5) * (max(ys) - min(ys)) / 32)
            for i in range(32) for j in range(32)
        ]  # fmt: skip
        held = [p for p in grid if inside(shown, p)]
        lacks = [p for p in grid if inside(ring, p) and not inside(shown, p)]
        if not lacks or sum(inside(ring, p) for p in held) < 0.85 * len(held):
            return None
        rest = [p for p in grid if not (inside(ring, p) and not inside(shown, p))]
        return max(lacks, key=lambda p: min(math.dist(p, q) for q in rest))

    def do_links(self) -> None:
        spots = {s.id: s for s in self.truth.of("county")}
        ends = [[self._county_at(p) for p in k.points] for k in self.hands.stage().strokes if k.look != "asked"]
        shown = {tuple(sorted((a.id, b.id))) for a, b in ends if a is not None and b is not None}
        central = [s.id for s in spots.values() if s.central]
        signs = self._shown()
        for a, b in sorted(shown ^ set(self.truth.links)):
            if a in central and b in central:
                continue  # the central four are linked by themselves
            self.notes.append(f"link {a} {b}")
            self._count()
            self.hands.drag(*(signs[n].at if n in signs else self._where(spots[n].at) for n in (a, b)))
        self.next()

    def do_central(self) -> None:
        for spot in self.truth.of("county"):
            if spot.central:
                self._mark(spot)

    def do_fortress(self) -> None:
        for spot in self.truth.of("county"):
            if spot.fortress:
                self._mark(spot)

    def _mark(self, spot: Spot) -> None:
        """A touch on a county: on its sign, where one is shown."""
        sign = self._shown().get(spot.id)
        self._count()
        self.hands.tap(sign.at if sign is not None else self._where(spot.at))

    def do_shield(self) -> None:
        spot = self.truth.of("shield")[0]
        self.tap(spot.at)
        shown = next((p for p in self.hands.stage().patches if p.pending), None)
        if shown is None or self._likeness(shown.polygon, spot.polygon) < 0.75:
            self.notes.append("outline of the shield")
            xs, ys = [p[0] for p in spot.polygon], [p[1] for p in spot.polygon]
            if not any(p.key == "two" for p in self.hands.stage().picks) and not shown:
                pass  # the screen asks for two corners already
            else:
                self.choose("two")
            self.tap((min(xs) + 3, min(ys) + 3))
            self.tap((max(xs) - 3, max(ys) - 3))
        self.next()

    def do_track(self) -> None:
        fields = list(self.truth.track)
        last = -1
        for i in waypoints([f.at for f in fields]):
            self._on_to(fields, last, i)
            last = i
        if not fields[0].polygon:
            self._counted(fields)  # an empty sheet: spaces lie evenly, and bear no colour
        for _round in range(60):
            if not self._wrong_space(fields):
                break
        self._colours(fields)
        self.next()

    def _on_to(self, fields: Sequence[Spot], last: int, i: int) -> None:
        """The next corner of the track; where the way there was seen wrongly, one in the middle before it."""
        known = len(self.hands.stage().dots)
        self.tap(fields[i].at)
        if last < 0 or not fields[0].polygon:
            return
        rings = [[self._where(p, True) for p in f.polygon] for f in fields[last + 1 : i + 1]]
        new = [d.at for d in self.hands.stage().dots[known:]]
        wrong = sum(all(not inside(r, p) for r in rings) for p in new)
        if i - last > 2 and wrong > ASTRAY:
            self.notes.append(f"way to {fields[i].id}")
            self._count()
            self.hands.undo()
            middle = (last + i) // 2
            self._on_to(fields, last, middle)
            self._on_to(fields, middle, i)

    def _wrong_space(self, fields: Sequence[Spot]) -> bool:
        """Touches on rings too many, or one on the first space without a ring; False where all are right."""
        dots = [d.at for d in self.hands.stage().dots]
        rings = [[self._where(p, True) for p in f.polygon] for f in fields]
        own = [[p for p in dots if inside(r, p)] for r in rings]
        if not fields[0].polygon:
            return False
        extra = [p for p in dots if all(not inside(r, p) for r in rings)]
        for f, held in zip(fields, own, strict=True):
            extra += sorted(held, key=lambda p: math.dist(p, self._where(f.at, True)))[1:]
        if extra:
            self.notes.append(f"{len(extra)} rings too many")
            self.choose("brush:none")
            for p in extra:
                self._count()
                self.hands.tap(p)
            self.choose("brush:none")
            return True
        bare = next((f for f, held in zip(fields, own, strict=True) if not held), None)
        if bare is None:
            return False
        self.notes.append(f"no ring on {bare.id}")
        self.tap(bare.at)
        return True

    def _counted(self, fields: Sequence[Spot]) -> None:
        for _k in range(12):
            n = len(self.hands.stage().dots)
            if n == len(fields) or not n:
                break
            steps = next(c.steps for c in self.hands.stage().counts if c.key == "count")
            self.count("count", min(steps, key=lambda by: abs(len(fields) - n - by)))

    def _colours(self, fields: Sequence[Spot]) -> None:
        """One touch on a space changes its colour; those that are wrong after it are painted."""

        def wrong() -> list[Spot]:
            out = []
            for dot in self.hands.stage().dots:
                own = min(fields, key=lambda f: math.dist(self._where(f.at, True), dot.at))
                if own.ink != dot.ink:
                    out.append(own)
            return out

        first = wrong()
        if len(first) <= 12:
            for cell in first:
                self.notes.append(f"colour of {cell.id}")
                self.tap(cell.at)
        left: dict[str, list[Spot]] = {}
        for cell in wrong():
            left.setdefault(cell.ink, []).append(cell)
        for ink, cells in left.items():
            self.choose(f"brush:{ink}")
            for cell in cells:
                self.notes.append(f"colour of {cell.id} painted")
                self.tap(cell.at)

    def do_check(self) -> None:
        stage = self.hands.stage()
        if stage.ready:
            self.next()
        else:
            self.notes.append("stuck: " + "; ".join(n.text for n in stage.notes if n.state == "bad"))

    # ------------------------------------------------------------ towns
    def do_six(self) -> None:
        """The town that is asked for, as the sketch shows it."""
        towns = {s.id: s for s in self.truth.of("town")}
        for _k in range(8):
            stage = self.hands.stage()
            asked = next((p.key[7:] for p in stage.picks if p.key.startswith("sketch:")), "")
            if stage.step != "six" or not asked:
                return
            self.tap(towns[asked].at)

    def do_towns(self) -> None:
        towns = {s.id: s for s in self.truth.of("town")}
        for _k in range(60):
            shown = {d.label: d.at for d in self.hands.stage().dots}
            size = self.truth.picture
            off = {
                n: math.dist(self._px(t.at), (shown[n][0] * size[0], shown[n][1] * size[1])) / self._mm_px(t.at)
                for n, t in towns.items()
                if n in shown
            }
            worst = max(off, key=lambda n: off[n], default="")
            if not worst or off[worst] < 4.0:
                break
            self.notes.append(f"town {worst}")
            circle = self._where(towns[worst].at)
            self._count()
            self.hands.drag(shown[worst], circle)
            if any(d.lit for d in self.hands.stage().dots):  # too short a way for a drag: the town waits for its circle
                self._count()
                self.hands.tap(circle)
        self.next()

    def do_ends(self) -> None:
        self.next()

    # ------------------------------------------------------------ a score track
    def do_score(self) -> None:
        """The number that is asked for; where the printed track turns elsewhere, that number is told first."""
        fields = self.truth.track
        turns = [i for i in waypoints([f.at for f in fields]) if i]
        for _k in range(30):
            stage = self.hands.stage()
            if stage.ready:
                break
            number = next((int(c.value) for c in stage.counts if c.key == "number"), 0)
            last = max((int(d.label) for d in stage.dots if d.label), default=-1)
            wanted = 0 if last < 0 else 1 if last == 0 else next(i for i in turns if i > last)
            while number != wanted:
                step = (10 if wanted > number else -10) if abs(wanted - number) > 5 else (1 if wanted > number else -1)
                self.count("number", step)
                number += step
            self.tap(fields[number].at)
        self.next()


def simplified(polygon: Sequence[Point], most: int) -> list[Point]:
    """The corners that matter most (what somebody would touch)."""
    points = list(polygon)
    while len(points) > most:

        def worth(i: int) -> float:
            a, b, c = points[i - 1], points[i], points[(i + 1) % len(points)]
            return abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

        points.pop(min(range(len(points)), key=worth))
    return points


def waypoints(line: Sequence[Point]) -> list[int]:
    """What a person touches of a track: its start, its corners, its end; in a bow a few places more."""
    way = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(line)]
    out, bend = [0], 0.0
    for i in range(1, len(line) - 1):
        turn = (way[i] - way[i - 1] + math.pi) % (2 * math.pi) - math.pi
        bend += turn
        if abs(turn) > 0.6 or abs(bend) > 1.2:
            out.append(i)
            bend = 0.0
    return [*out, len(line) - 1]


def told(spent: Mapping[str, int]) -> str:
    """ "counties 21, links 3, ..." the dearest step first."""
    return ", ".join(f"{k} {n}" for k, n in sorted(spent.items(), key=lambda kv: -kv[1]))
