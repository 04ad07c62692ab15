"""One figure at most on a place, and bars on the edges between: a picture explained by solids standing on the print.

Everything happens on the plane of the print. A solid hides a patch of it: its base and, away from the camera, what its
height covers. Solids that explain most come first, and what one has explained says nothing for another, so figures that
hide half a bar, bars that touch, and shadows beside both are told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import cv2
import numpy as np
from attrs import define, evolve, frozen
from numpy.typing import NDArray

from vision.background import DEEPEST, PLAIN, Shade
from vision.camera import View
from vision.layout import Place
from vision.observation import Reading, Stack
from vision.rectify import Image, Raster, fill

Floats = NDArray[np.float64]
NATS = 7.0  # for a patch that is all paint against print, by its mean evidence
LEAST_FIGURE, LEAST_BAR = 1.8, 1.2  # mean evidence (nats a pixel, 4 at most) below which nothing is believed to stand
SHOWN, CLEAR = 0.15, 0.6  # shares of a figure that must be in view to say anything, and to say all
SLIVER_MM2, ENOUGH_MM2 = 4.0, 14.0  # the same for bars, which often peep out from behind a figure
CAP = 14.0
FEW = 0.35  # of a figure's base: less paint than that about a place, and nothing is tried there
UNSURE = 2.5  # nats between figures whose paints nobody has shown yet
SLIP_MM, SLIP_DEG, MOST_SLIP_DEG = 3.0, 8.0, 10.0  # how far bars lie off their edge
RARE = 3.0  # nats against a bar across its edge of which next to nothing shows: a sliver cannot tell
STEPS_MM = (1.5, 1.0, 0.7)  # by which a good stand is brought nearer to the picture
RIM_MM = 1.4  # about a solid that is mixed of its colour and what lies beside it
ROAM_MM = 6.0  # how far figures stand off the middle of their place
LIGHTER, DARKER, HUE = 0.5, 1.3, 0.5  # log light, and its spread over the channels, that make a stranger
STRANGE = 3.0  # nats for it
STRAYS = 2.0  # standard deviations by which a shadow's hue strays
CAST_MM, BESIDE_MM = 20.0, 2.0  # print so near to a piece may lie in its shadow; nearer its own pixels may show
SURE = 3.0  # nats a pixel of a piece that cannot be a shadow


@frozen
class Solid:
    """A piece that may stand on a place: ``paint`` is its row in the evidence; a bar has a length and a width in mm."""

    piece: str
    paint: int
    size_mm: tuple[float, float]
    height_mm: float
    round: bool = True
    across: bool = False  # a bar lying across its edge
    corners: bool = False  # a figure that stands on a square base, turned anyhow

    @property
    def bar(self) -> bool:
        return not (self.round or self.corners)

    @property
    def least(self) -> float:
        return LEAST_BAR if self.bar else LEAST_FIGURE

    @property
    def few(self) -> float:
        """mm² of its paint about a place below which it is not even tried there."""
        return SLIVER_MM2 if self.bar else FEW * self.size_mm[0] * self.size_mm[1]


@frozen
class Standing:
    """A solid at a place: where its base stands and its turn in degrees, and how much of the picture it explains."""

    place: str
    solid: Solid
    x: float
    y: float
    yaw: float
    gain: float = 0.0  # nats a pixel, over what is not hidden
    total: float = 0.0
    shown: float = 1.0  # share of it that nothing else hides
    area: float = 99.0  # mm² of it that nothing else hides

    @property
    def trust(self) -> float:
        """From 0 to 1: how much of it is there to be judged by."""
        if not self.solid.bar:
            return min(1.0, self.shown / CLEAR) if self.shown >= SHOWN else 0.0
        return min(1.0, self.area / ENOUGH_MM2) if self.area >= SLIVER_MM2 else 0.0

    def patch(self, view: View) -> Floats:
        """What it hides of the print."""
        return patch(view, self.solid, self.x, self.y, self.yaw)

    @property
    def believed(self) -> bool:
        return self.gain >= self.solid.least and self.trust > 0.0


def base(solid: Solid, x: float, y: float, yaw: float) -> Floats:
    """Corners of the base in mm."""
    if solid.round:
        t = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        return np.column_stack([x + solid.size_mm[0] / 2 * np.cos(t), y + solid.size_mm[0] / 2 * np.sin(t)])
    u, v = solid.size_mm[0] / 2, solid.size_mm[1] / 2
    c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    return np.array([(x + c * a - s * b, y + s * a + c * b) for a, b in ((-u, -v), (u, -v), (u, v), (-u, v))])


def patch(view: View, solid: Solid, x: float, y: float, yaw: float) -> Floats:
    """What a solid hides of the print, as a convex outline in mm."""
    both = np.vstack([base(solid, x, y, yaw), top(view, solid, x, y, yaw)])
    return np.asarray(cv2.convexHull(both.astype(np.float32)).reshape(-1, 2), np.float64)


def top(view: View, solid: Solid, x: float, y: float, yaw: float) -> Floats:
    """Where the top of a solid shows on the print."""
    ex, ey, ez = view.eye
    foot = base(solid, x, y, yaw)
    return np.asarray(np.array([ex, ey]) + (foot - (ex, ey)) * (ez / max(ez - solid.height_mm, 1.0)))


def grown(outline: Floats, by_mm: float) -> Floats:
    """A convex outline (N, 2) in mm whose corners are moved away from its middle."""
    away = outline - outline.mean(axis=0)
    return np.asarray(outline + by_mm * away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1.0))


def reach(view: View, places: Iterable[Place], solids: Iterable[Solid]) -> float:
    """How far (mm) from the polygon of a place anything that stands there may show: poses, size and height."""
    solids = tuple(solids)
    size = max((float(np.hypot(*s.size_mm)) / 2 for s in solids), default=0.0)
    height = max((s.height_mm for s in solids), default=0.0)
    lean = max((float(np.hypot(*view.lean(*p.centre))) for p in places), default=0.0)
    return ROAM_MM + sum(STEPS_MM) + size + 1.2 * height * lean


@define(eq=False)
class Table:
    """Evidence of one picture: ``paint`` (paints, h, w) nats a pixel for each paint against the print, from -4 to 4."""

    view: View
    raster: Raster
    paint: NDArray[np.float32]
    claimed: NDArray[np.uint8]

    def weigh(self, solid: Solid, x: float, y: float, yaw: float) -> tuple[float, float, float, float]:
        """Mean evidence where a solid would show, its sum in mm², and the share and mm² that nothing else explains."""
        box, mask = self.raster.cut(patch(self.view, solid, x, y, yaw))
        free = (mask > 0) & (self.claimed[box] == 0)
        n, whole = int(free.sum()), int((mask > 0).sum())
        per = self.raster.scale**2
        if not n or n < (SLIVER_MM2 * per if solid.bar else SHOWN * whole):
            return -4.0, 0.0, 0.0, 0.0
        total = float(self.paint[solid.paint][box][free].sum())
        return total / n, total / per, n / whole, n / per

    def stand(self, place: Place, solid: Solid, x: float, y: float, yaw: float) -> Standing:
        return Standing(place.id, solid, x, y, yaw, *self.weigh(solid, x, y, yaw))

    def claim(self, at: Standing) -> None:
        """What a solid explains is no evidence for another; a rim of it is left to neither."""
        box, mask = self.raster.cut(grown(at.patch(self.view), RIM_MM))
        self.claimed[box] |= mask


def level(place: Place) -> bool:
    """Whether an edge runs from left to right."""
    x0, y0, x1, y1 = place.bounds
    return x1 - x0 >= y1 - y0


def poses(place: Place, solid: Solid) -> Iterator[tuple[float, float, float]]:
    """Where a solid may stand on a place."""
    x, y = place.centre
    if not solid.bar:
        for dx in (-ROAM_MM, -ROAM_MM / 2, 0.0, ROAM_MM / 2, ROAM_MM):
            for dy in (-ROAM_MM, -ROAM_MM / 2, 0.0, ROAM_MM / 2, ROAM_MM):
                yield x + dx, y + dy, 0.0
        return
    yaw = 0.0 if level(place) != solid.across else 90.0
    for turn in (0.0, -SLIP_DEG, SLIP_DEG):
        for off in (0.0, -SLIP_MM / 2, SLIP_MM / 2, -SLIP_MM, SLIP_MM):
            for along in (0.0, -SLIP_MM * 0.7, SLIP_MM * 0.7):
                dx, dy = (along, off) if yaw == 0.0 else (off, along)
                yield x + dx, y + dy, yaw + turn


def best(table: Table, place: Place, solids: Iterable[Solid]) -> list[Standing]:
    """The best stand of each solid on a place, whatever it is worth; next to nothing where its paint hardly shows."""
    out = []
    box = table.raster.box(place.polygon, 4.0)
    free = table.claimed[box] == 0
    for solid in solids:
        shows = float(((table.paint[solid.paint][box] > 1.0) & free).sum()) / table.raster.scale**2
        if shows < solid.few:
            out.append(_hardly(table, place, solid))
            continue
        found = max((table.stand(place, solid, *pose) for pose in poses(place, solid)), key=_fit)
        out.append(_closer(table, place, found) if found.gain > 0 else found)
    return out


def _hardly(table: Table, place: Place, solid: Solid) -> Standing:
    """A stand of a solid whose paint does not show: as far as the place is in view, nothing of the kind is there."""
    yaw = 0.0 if solid.round or level(place) != solid.across else 90.0
    at = table.stand(place, solid, *place.centre, yaw)
    return evolve(at, gain=min(at.gain, -1.0))


def _fit(s: Standing) -> float:
    """What the best of several stands has most of."""
    return s.gain * s.trust if s.gain > 0 else s.gain


def _closer(table: Table, place: Place, at: Standing) -> Standing:
    """The same stand brought nearer to the picture, step by step."""
    turns = (-45.0, -22.5, 22.5) if at.solid.corners else ()
    at = max((at, *(table.stand(place, at.solid, at.x, at.y, at.yaw + t) for t in turns)), key=_fit)
    straight = 0.0 if level(place) != at.solid.across else 90.0
    for step in STEPS_MM:
        around = [(step, 0.0, 0.0), (-step, 0.0, 0.0), (0.0, step, 0.0), (0.0, -step, 0.0)]
        if not at.solid.round:
            around += [(0.0, 0.0, 4 * step), (0.0, 0.0, -4 * step)]
        tries = [(at.x + x, at.y + y, at.yaw + t) for x, y, t in around]
        if at.solid.bar:
            tries = [t for t in tries if _on_edge(place, *t, straight)]
        at = max((at, *(table.stand(place, at.solid, *t) for t in tries)), key=_fit)
    return at


def _on_edge(place: Place, x: float, y: float, yaw: float, straight: float) -> bool:
    """Whether a bar may lie like this and still belong to its edge."""
    off = max(abs(x - place.centre[0]), abs(y - place.centre[1]))
    return off <= SLIP_MM and abs(yaw - straight) <= MOST_SLIP_DEG


def explain(
    table: Table, places: Mapping[str, Place], solids: Mapping[str, tuple[Solid, ...]]
) -> tuple[dict[str, Standing], dict[str, list[Standing]]]:
    """What stands where, and for every place the best stand of each solid as the others leave it.

    ``solids``: place -> what may stand there; only these places are looked at. Claims of what is known already are on
    the table before.
    """
    ranked = {p: best(table, places[p], kinds) for p, kinds in solids.items()}
    found: dict[str, Standing] = {}
    left = set(ranked)
    while left:
        first = max((s for p in left for s in ranked[p]), key=_rank)
        if not first.believed:
            break
        found[first.place] = first
        left.discard(first.place)
        table.claim(first)
        for p in left:
            if _near(places[p], places[first.place]):
                ranked[p] = best(table, places[p], solids[p])
    return found, ranked


def _rank(s: Standing) -> float:
    return s.total if s.believed else -99.0


def _near(a: Place, b: Place, reach: float = 48.0) -> bool:
    return abs(a.centre[0] - b.centre[0]) < reach and abs(a.centre[1] - b.centre[1]) < reach


def reading(place: str, seen: float, stands: Iterable[Standing], vague: frozenset[int] = frozenset()) -> Reading:
    """Log-likelihoods of nothing and of each solid, from the mean evidence where it would show; flat when hidden.

    ``vague``: paints that were never seen; such figures are told from the print, but hardly from each other.
    """
    stands = tuple(stands)
    scores: dict[Stack, float] = {(): 0.0}
    for s in stands:
        stack = (s.solid.piece,)
        nats = NATS * s.trust * (s.gain - s.solid.least) - (RARE * (1.0 - s.shown) if s.solid.across else 0.0)
        scores[stack] = max(scores.get(stack, -CAP), nats)
    most = max(scores.values())
    unknown = {(s.solid.piece,) for s in stands if s.solid.paint in vague}
    likeliest = max((scores[k] for k in unknown), default=-CAP)
    scores |= {k: max(scores[k], likeliest - UNSURE) for k in unknown}
    share = 1.0 if seen >= 0.5 else 0.0
    return Reading(place, seen, {}, tuple((k, float(max(-CAP, v - most)) * share) for k, v in scores.items()))


def sure(place: str, stack: Stack, pieces: Iterable[str], nats: float = 9.0) -> Reading:
    """A place that looks as it was agreed."""
    stacks = [(), *((p,) for p in dict.fromkeys(pieces))]
    return Reading(place, 1.0, {}, tuple((s, 0.0 if s == stack else -nats) for s in stacks))


# ---------------------------------------------------------------- figures whose paint nobody has shown yet
def novelty(change: Image, shade: Shade = PLAIN) -> Image:
    """Nats a pixel (h, w) for some paint or other, from ``change`` (h, w, 3): log BGR since the agreed picture."""
    turn, lean, stray = shade.frame
    deep, one, two = cv2.split(cv2.transform(change, turn.astype(np.float32)))
    far = np.clip(deep, 0.0, DEEPEST)
    one -= np.float32(lean[0]) * far
    two -= np.float32(lean[1]) * far
    off = cv2.magnitude(one, two)
    may = far * np.float32(STRAYS * np.sqrt(stray.max())) if shade is not PLAIN else 0.0
    left = cv2.merge([one, two]) * (np.maximum(off - may, 0.0) / np.maximum(off, 1e-6))[..., None]
    hue = cv2.transform(left.astype(np.float32), np.ascontiguousarray(turn[1:].T, np.float32))
    lighter, darker = change.max(axis=2), -change.max(axis=2)
    strange = np.maximum(np.maximum(lighter / LIGHTER, darker / DARKER), (hue.max(axis=2) - hue.min(axis=2)) / HUE)
    return np.asarray(np.clip(6.0 * strange - 2.6, -4.0, STRANGE), np.float32)


def shadowed(
    raster: Raster, casting: Iterable[Floats], standing: Iterable[Floats], shown: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Where (h, w) the shadows of pieces lie: near ``casting``, on nothing that is ``standing`` (outlines in mm)."""
    near = np.zeros(shown.shape, np.uint8)
    for outlines, grow, value in ((casting, CAST_MM, 255), (standing, BESIDE_MM, 0)):
        for outline in outlines:
            fill(near, raster.px(grown(outline, grow)), value)
    return np.asarray((near > 0) & shown)
