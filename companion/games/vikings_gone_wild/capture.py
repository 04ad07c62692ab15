"""The score board of Vikings Gone Wild: its track by the numbers where it turns; all else stays by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from companion import i18n
from companion.capture import frame
from companion.capture.draft import Drawn, Point, Spot, plain_spot
from companion.capture.geometry import clipped
from companion.capture.plans import Plan, owned
from companion.capture.stage import Change, Count, Dot, Pick, Plain, Scene, Stage, Stroke
from companion.engine.boards import house_board
from companion.engine.words import N_

CORNER = "vp_corner"  # kind of a touched number; its id is that of its space
MARKER = "small_marker"
LAST = 60  # the start space, then 1 to 60
ASKED = (0, 1, 30, 31, LAST)  # where the printed track begins, turns and ends
TWICE_MM, HIT_MM = 5.0, 25.0
WIDEST_MM = 26.0
STRIP = 14.0  # such a board may be long and narrow


def _(text: str) -> str:
    return i18n.gettext(text)


class Score(Plain):
    """Number after number is touched: the start, where the track turns, its end. Spaces between lie evenly."""

    id = "score"

    def stage(self, s: Scene) -> Stage:
        there, now = corners(s.drawn), _asked(s)
        line = spaces(s.drawn)
        dots = tuple(Dot(p, "place") for n, p in enumerate(line) if n not in there)
        dots += tuple(Dot(p, "start" if n == 0 else "corner", label=str(n), lit=True) for n, p in there.items())
        if now is None:
            sentence = _(N_("Do all spaces lie right? Touch a number that does not, where it is printed."))
        elif now == 0:
            sentence = _(N_("Touch the start space of the track."))
        else:
            sentence = _(N_("Touch space {n} of the track.")).format(n=now)
        counts: tuple[Count, ...] = ()
        picks: tuple[Pick, ...] = ()
        if now:
            counts = (Count("number", _(N_("Number")), str(now), (-10, -1, 1, 10)),)
        elif now is None:
            picks = (Pick("more", _(N_("It turns once more")), _(N_("touch one number more"))),)
        fact = _(N_("{n} spaces")).format(n=len(line)) if line else ""
        if counts:
            fact = _(N_("It turns elsewhere? Set that number."))
        left = sum(n not in there for n in (0, LAST))
        missing = i18n.ngettext("{n} end to go", "{n} ends to go", left).format(n=left) if left else ""
        return Stage(
            self.id, 0, 0, sentence, dots=dots, strokes=(Stroke(line, "path"),) if line else (), picks=picks,
            counts=counts, fact=fact,
            focus=there[max(there)] if there else None, missing=missing, ready=not left and now is None,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        now, there = _asked(s), corners(s.drawn)
        if now is None:
            near = min(there, key=lambda n: math.dist(there[n], at))
            if math.dist(there[near], at) > HIT_MM:
                return Change(said=_(N_("None of the touched numbers lies there.")))
            return _put(near, at)
        twice = next((n for n, p in there.items() if n != now and math.dist(p, at) < TWICE_MM), None)
        if twice is not None:
            text = _(N_("Space {other} lies there already: touch space {n}."))
            return Change(chosen=s.chosen, said=text.format(other=twice, n=now))
        return _put(now, at)

    def drag(self, s: Scene, start: Point, end: Point) -> Change:
        there = corners(s.drawn)
        near = min(there, key=lambda n: math.dist(there[n], start), default=None)
        if near is None or math.dist(there[near], start) > HIT_MM:
            return self.tap(s, end)
        return _put(near, end)

    def choose(self, s: Scene, key: str) -> Change:
        """One number more: in the middle of the longest way between two of them."""
        if key != "more":
            return Change()
        known = sorted(corners(s.drawn))
        a, b = max(pairwise(known), key=lambda p: p[1] - p[0])
        return Change(chosen={"number": str((a + b) // 2)})

    def count(self, s: Scene, key: str, by: int) -> Change:
        now = _asked(s)
        return Change(chosen={"number": str(min(LAST, max(1, now + by)))}) if now else Change()


def corners(d: Drawn) -> dict[int, Point]:
    """Touched numbers and where they lie, in their order."""
    return dict(sorted((int(x.id.removeprefix("vp_")), x.at) for x in d.of(CORNER)))


def _asked(s: Scene) -> int | None:
    """The number that is touched next, None when the track is whole. After a turn elsewhere, the space behind it."""
    if s.chosen.get("number"):
        return int(s.chosen["number"])
    there = list(corners(s.drawn))
    if 0 in there and LAST in there:
        return None
    if 0 not in there:
        return 0
    last = there[-1]
    if last not in ASKED and last - 1 not in there:
        return last + 1
    return next(n for n in (*ASKED, LAST) if n > last)


def _put(n: int, at: Point) -> Change:
    return Change((plain_spot(Spot(f"vp_{n}", CORNER, at)),), chosen={})


def spaces(d: Drawn) -> tuple[Point, ...]:
    """Middles of all spaces, the start first; () until both ends were touched."""
    known = corners(d)
    if 0 not in known or LAST not in known:
        return ()
    out: list[Point] = []
    numbers = list(known)
    for a, b in pairwise(numbers):
        (x0, y0), (x1, y1) = known[a], known[b]
        out += [(x0 + (x1 - x0) * k / (b - a), y0 + (y1 - y0) * k / (b - a)) for k in range(b - a)]
    return (*out, known[LAST])


def box_of(line: tuple[Point, ...]) -> Point:
    """Width and height of a space: as much as its neighbours beside and below leave it."""
    wide = tall = WIDEST_MM
    for i, (x, y) in enumerate(line):
        for u, v in line[i + 1 :]:
            across, down = abs(u - x), abs(v - y)
            if across >= 2 * down:
                wide = min(wide, across)
            elif down >= 2 * across:
                tall = min(tall, down)
    return (max(6.0, 0.94 * wide), max(6.0, 0.94 * tall))


def plan() -> Plan:
    touch = N_("Touch the four corners of the score board, in any order.")
    steps: tuple[Any, ...] = (frame.Corners(touch, longest=STRIP), frame.Size(), Score())
    return Plan("vikings_gone_wild", steps, document, playable, minutes=2, piece_mm=7.0, longest=STRIP)


def playable(d: Drawn) -> str:
    return "" if spaces(d) else _(N_("Touch both ends of the track first."))


def document(drawn: Drawn, size_mm: Point, ident: str) -> dict[str, Any]:
    """The table sheet's rules with the owner's track; villages and cards have no place here, people tell of them."""
    house = house_board("vikings_gone_wild")
    doc = owned(house, drawn, size_mm, ident)
    kx, ky = size_mm[0] / house.size_mm[0], size_mm[1] / house.size_mm[1]
    doc["spaces"] = [_untold(raw, kx, ky) for raw in doc["spaces"]]
    doc["pieces"] = [p for p in doc["pieces"] if p["kind"] == MARKER]
    line = spaces(drawn)
    if line:
        wide, tall = box_of(line)
        middles = [[round(x, 1), round(y, 1)] for x, y in clipped(line, size_mm)]
        doc["tracks"] = [doc["tracks"][0] | {"centres": middles, "box": [round(wide, 1), round(tall, 1)]}]
    else:
        doc["tracks"] = []
    return doc


def _untold(raw: Mapping[str, Any], kx: float, ky: float) -> dict[str, Any]:
    """A place that is on nobody's board: the rules know it, no camera looks for it."""
    out = {k: v for k, v in raw.items() if k not in ("box", "disc", "polygon", "holds")}
    x, y = raw["centre"]
    return out | {"look": "none", "role": "echo", "centre": [round(x * kx, 1), round(y * ky, 1)]}
