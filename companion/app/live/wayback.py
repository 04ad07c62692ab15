"""The way back to agreement in single moves, and the part of a board that shows something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Mapping, Sequence
from math import hypot
from typing import Any, NamedTuple

from companion import i18n
from companion.app.viewmodel import Drawing
from companion.engine.types import Rolled, Shown, Shuffled
from companion.engine.words import N_
from companion.table.layout import DIE
from companion.table.sight import Palette
from companion.table.snapshot import LogEntry, Snapshot

AROUND = 0.14  # of a board's size in a picture: room around it
LONGEST_UNDO = 15  # letters that the button has room for
ACT, LOTS = N_("the last act"), N_("the lots")
KINDS: dict[type, str] = {Rolled: N_("the last throw"), Shown: N_("the last card"), Shuffled: N_("the shuffling")}


def undone(told: str, log: Sequence[LogEntry], faces: Container[str] = ()) -> str:
    """What is taken back: in its own words where the button has room for them all, else by its kind; a throw shows
    ``faces`` of a die, else lots were drawn."""
    first = told.split(";")[0]
    if 0 < len(first) <= LONGEST_UNDO:
        return first
    act = next((e.acts[-1] for e in reversed(log) if e.acts), None)
    if isinstance(act, Rolled) and not all(f in faces for f in act.faces):
        return i18n.gettext(LOTS)
    return i18n.gettext(KINDS.get(type(act), ACT))


def window_around(drawing: Drawing, points: list[tuple[float, float]]) -> tuple[float, float, float, float] | None:
    """The part of a board that holds some points with room around, in a candidate card's proportions."""
    if not points:
        return None
    w, h = drawing.size_mm
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    width = max(max(xs) - min(xs) + 40, (max(ys) - min(ys) + 24) * 468 / 236, 0.45 * w)
    width = min(width, w)
    height = min(width * 236 / 468, h)
    x0 = min(max(0.0, cx - width / 2), w - width)
    y0 = min(max(0.0, cy - height / 2), h - height)
    return (x0, y0, x0 + width, y0 + height)


def window_of(places: Collection[tuple[float, float]]) -> tuple[float, float, float, float]:
    """The part of a picture that holds these places with room around for supplies; all of it where there are none."""
    if not places:
        return (0.0, 0.0, 1.0, 1.0)
    (x0, x1), (y0, y1) = ((min(c), max(c)) for c in zip(*places, strict=True))
    x, y = AROUND * (x1 - x0), AROUND * (y1 - y0)
    ends = (x0 - x, y0 - y, x1 + x, y1 + y)
    left, top, right, low = (round(min(1.0, max(0.0, e)), 2) for e in ends)
    return (left, top, right, low) if left < right and top < low else (0.0, 0.0, 1.0, 1.0)


class Back(NamedTuple):
    """``n`` pieces of a kind and a side ("" for nobody's) to be laid elsewhere; "" is off the board. Where both places
    are the same they lie there otherwise than they should, as a token on its wrong face."""

    side: str
    kind: str
    source: str
    target: str
    n: int


def way_back(snap: Snapshot, palette: Palette) -> list[Back]:
    """Moves that mend the table. Surplus pieces fill gaps first."""
    surplus: dict[tuple[str, str], list[list[Any]]] = {}
    lacking: dict[tuple[str, str], list[list[Any]]] = {}
    moves: list[Back] = []
    for t in snap.todo:
        if t.echo:
            continue
        wanted = palette.counts(t.expected)
        shown = Counter({p: n for p, n in t.seen.items() if p.partition(":")[0] != DIE})
        more, missing = owned(shown - wanted, palette), owned(wanted - shown, palette)
        for key in {*more, *missing}:
            turned, off = min(more[key], missing[key]), more[key] - missing[key]
            if turned:
                moves.append(Back(*key, t.space, t.space, turned))
            if off:
                (surplus if off > 0 else lacking).setdefault(key, []).append([t.space, abs(off)])
    for key in {*surplus, *lacking}:
        give, take = surplus.get(key, []), lacking.get(key, [])
        while give or take:
            source = give[0][0] if give else ""
            target = take[0][0] if take else ""
            n = min(x[0][1] for x in (give, take) if x)
            moves.append(Back(*key, source, target, n))
            for queue in (give, take):
                if queue:
                    queue[0][1] -= n
                    if queue[0][1] == 0:
                        queue.pop(0)
    return sorted(moves)


def owned(pieces: Mapping[str, int], palette: Palette) -> Counter[tuple[str, str]]:
    """Pieces by side and kind, from the camera's names for them."""
    found = Counter[tuple[str, str]]()
    for piece, n in pieces.items():
        kind, side = palette.owned(piece)
        found[side, kind] += n
    return found


NEAR_MM = 40.0  # targets nearer than this are looked at closely
CLOSE_MM = (52.0, 85.0)  # half of what is shown then, as high and wide as a sketch


def closeup(drawing: Drawing, space: str, targets: Mapping[str, str]) -> tuple[float, float, float, float] | None:
    """The surroundings of a small space, when another target lies so near that a finger could mean it."""
    at = {s.id: s.points[0] for s in drawing.shapes if s.form == "disc"}
    if space not in at:
        return None
    x, y = at[space]
    near = [t for t in targets if t != space and t in at and hypot(at[t][0] - x, at[t][1] - y) < NEAR_MM]
    w, h = drawing.size_mm
    if not near:
        return None
    dx, dy = CLOSE_MM
    x, y = min(max(x, dx), w - dx), min(max(y, dy), h - dy)
    return (x - dx, y - dy, x + dx, y + dy)
