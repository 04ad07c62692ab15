"""What is known of spots beside what stands on them: their print, where it can't be learned, where it says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from vision.camera import Array, View
from vision.flatpieces import Lens
from vision.forms import shape_of
from vision.layout import Piece, Place
from vision.observation import Contents
from vision.rectify import Mask, Raster, fill
from vision.sight import Flat, Sight
from vision.towers import Spot

CAST_MM = 8.0  # print nearer to a tower may lie in its shadow
UNLAID_SHARE = 0.34  # of the spots that should hold something
SEEN = np.array([0.15, 0.1])  # brightness and hue (log light) by which what is laid looks unlike bare print, at least
STRANGE = 0.2  # log light by which a top must differ from the print to teach a paint that was never seen
SHADY = np.ones(256, np.float32)  # quality of print by what veils it
SHADY[128], SHADY[255] = 0.6, 0.0



def adopt_prints(spots: Sequence[Spot], sight: Sight) -> None:
    """A print that was always hidden is like those of its ink, for now."""
    ground, r = sight.background, sight.raster
    for spot in spots:
        box = r.box(spot.place.polygon)
        if float((ground.known[box] < 0.5).mean()) < 0.3:
            continue
        like = []
        for other in spots:
            at = r.box(other.place.polygon)
            same = other.place.ink == spot.place.ink and other.place.look == spot.place.look
            shape = (min(a.stop - a.start for a in x) for x in (at, box))
            if same and other is not spot and len(set(shape)) == 1 and float(ground.known[at].min()) > 0.5:
                like.append(ground.log[at])
        like = [x for x in like if x.shape == ground.log[box].shape]
        if like:
            ground.log[box] = np.median(np.stack(like), axis=0)
            ground.known[box] = np.maximum(ground.known[box], 0.6)
    ground.version += 1


def unlaid(spots: Sequence[Spot], flat: Flat, sight: Sight, contents: Contents) -> bool:
    """Whether too many spots that should hold something look bare, as others of their ink do: not laid yet."""
    lens = Lens(flat, sight)
    seen: dict[str, Array] = {}
    for spot in spots:
        points = lens.at(middle(spot, spot.pieces[0], 0))
        if points is not None:
            seen[spot.place.id] = np.median(points, axis=0)
    bare = asked = 0
    for spot in spots:
        name = spot.place.id
        if name not in seen or not any(contents.get(name, {}).values()):
            continue
        like = [
            seen[o.place.id]
            for o in spots
            if o.place.ink == spot.place.ink and o.place.look == spot.place.look and o.place.id in seen
            and not any(contents.get(o.place.id, {}).values())
        ]  # fmt: skip
        if len(like) < 3:
            continue
        usual = np.median(like, axis=0)
        stray = np.median([_apart(x - usual) for x in like], axis=0)
        asked += 1
        bare += bool((_apart(seen[name] - usual) < np.maximum(SEEN, 2 * stray)).all())
    return bare > UNLAID_SHARE * asked


def _apart(off: Array) -> Array:
    """How much of a difference (3,) in log light is brightness, which light changes as well, and how much is hue."""
    return np.array([np.abs(off.mean()), np.abs(off - off.mean()).max()])


def differs(points: Array, spot: Spot, flat: Flat, sight: Sight) -> bool:
    """Whether colours (N, 3) on the middle of a spot are not those of its print."""
    at = sight.raster.px([spot.place.centre])[0].round().astype(int)
    box = np.s_[at[1] - 2 : at[1] + 3, at[0] - 2 : at[0] + 3]
    bare = (flat.back.log[box] - sight.white_over[box]).reshape(-1, 3)
    return not len(bare) or bool(np.abs(np.median(points, axis=0) - np.median(bare, axis=0)).max() > STRANGE)


def veil(spots: Sequence[Spot], sight: Sight, view: View, contents: Contents) -> Mask:
    """Where print can't be learned by these contents: 255 under what stands on spots, 128 in its shadow perhaps."""
    r = sight.raster
    out = np.zeros((r.height, r.width), np.uint8)
    near = np.zeros_like(out)
    for spot in spots:
        if not any(contents.get(spot.place.id, {}).values()):
            continue
        lx, ly = view.lean(*spot.place.centre)
        p = np.asarray(spot.place.polygon, np.float64)
        lean = np.array([lx, ly])
        hull = np.vstack([p + lean * (z - sight.height) for z in (0.0, spot.tall)])
        around = cv2.convexHull(hull.astype(np.float32)).reshape(-1, 2)
        middle, size = around.mean(axis=0), float(np.ptp(around, axis=0).min())
        for mask, grow in ((out, 1.5), (near, CAST_MM)):
            wide = middle + (around - middle) * (1 + 2 * grow / size)
            fill(mask, r.px(wide))
    out[(near > 0) & (out == 0)] = 128
    return out


def middle(spot: Spot, piece: Piece, below: int) -> Array:
    """Points (N, 3) mm on the middle of a top that stands where it should."""
    shape = shape_of(piece)
    r = (0.45 if shape.kind == "flat" else 0.3) * min(shape.length, shape.width)
    g = np.linspace(-r, r, 7)
    x, y = (v.ravel() for v in np.meshgrid(g, g))
    z = below * spot.base.height + shape.height
    return np.column_stack([x + spot.place.centre[0], y + spot.place.centre[1], np.full(x.size, z)])


def plain(places: Iterable[Place], raster: Raster, hidden: Mask | None) -> dict[str, float]:
    """Share of each place that nothing covers; nothing is said where nothing hides anything."""
    if hidden is None:
        return {}
    out = {}
    for place in places:
        part = hidden[raster.box(place.polygon, 0.0)]
        out[place.id] = 1.0 - float((part > 0).mean()) if part.size else 1.0
    return out
