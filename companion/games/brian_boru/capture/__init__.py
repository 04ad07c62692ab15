"""Brian Boru's board: a few touched towns place the others, wrong ones are dragged; areas and tracks by their ends."""

from __future__ import annotations

import math
from typing import Any

from companion import i18n
from companion.capture import frame
from companion.capture.draft import Drawn, Op, Point, Row, Spot, apply, plain_spot, written
from companion.capture.geometry import around, box, clipped, fitted
from companion.capture.plans import Plan, owned
from companion.capture.stage import Change, Count, Dot, Patch, Pick, Plain, Scene, Stage
from companion.engine.boards import house_board
from companion.engine.words import N_
from companion.games.brian_boru.box import REGIONS
from companion.games.brian_boru.capture import sketch
from companion.table.speaker import Speaker

SIX = sketch.SIX
FIXED = "fixed"  # tag of what a person has put where it is
HIT_MM = 16.0
SAME_MM = 6.0  # nearer than that, two places are one circle
FEW = 4  # towns that may place all others
SLIGHT_MM = 15.0  # no area is so small: a finger that slid has touched

STEPS = 10  # spaces of the marriage track
OPTIONAL = ("battle_area", "church_area", "claims", "marriage")


def _(text: str) -> str:
    return i18n.gettext(text)


def town_name(name: str) -> str:
    """ "the red town in the north of Northern Uí Néill": never a bare id."""
    return Speaker("brian_boru", house_board("brian_boru"), ()).place(name)


class Six(Plain):
    """Towns that place the others, asked one after the other and lit on the sketch: six, or fewer where each of the
    others was seen on a circle of its colour by then."""

    id = "six"

    def _told(self, d: Drawn) -> tuple[list[Spot], list[str]]:
        """Those that were touched, and the names of the others."""
        return [d.spots[n] for n in SIX if n in d.spots], [n for n in SIX if n not in d.spots]

    def stage(self, s: Scene) -> Stage:
        there, left = self._told(s.drawn)
        dots = tuple(Dot(x.at, "ring", x.ink, x.id) for x in there)
        if not left:
            return Stage(self.id, 0, 0, _(N_("Six towns are there.")), dots=dots, ready=True)
        n, of = len(there) + 1, len(SIX)
        return Stage(
            self.id, 0, 0, _(N_("Touch {town}: {n} of {of} at most.")).format(town=town_name(left[0]), n=n, of=of),
            dots=dots, found=i18n.capital(town_name(left[0])), fact=_(N_("Four to six towns place all others.")),
            missing=i18n.ngettext("{n} town to go", "up to {n} towns to go", len(left)).format(n=len(left)),
            picks=(Pick(f"sketch:{left[0]}", _(N_("Where it lies on the sketch"))),),
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        there, left = self._told(s.drawn)
        twice = next((x for x in there if math.dist(x.at, at) < HIT_MM), None)
        if twice is not None:
            other = town_name(left[0]) if left else ""
            told = _(N_("This is {town} already: touch {other}."))
            return Change(said=told.format(town=town_name(twice.id), other=other))
        if not left:
            return Change()
        return Change((plain_spot(_fixed(left[0], s.eyes.snap(at, tuple(x.at for x in there)))),))

    def full(self, s: Scene) -> bool:
        there, left = self._told(s.drawn)
        if len(there) < FEW or not left:
            return not left
        found = s.eyes.towns(sketch.places(), sketch.colours(), {x.id: x.at for x in there})
        return all(seen for _at, seen in found["places"].values())


def _fixed(name: str, at: Point) -> Spot:
    """A town that a person has put there."""
    return Spot(name, "town", at, (), sketch.colours()[name], True, tags=frozenset({FIXED}))


class Towns(Plain):
    """All towns, placed by the six; a wrong one is dragged to its circle, and the others follow."""

    id = "towns"

    def begin(self, s: Scene) -> tuple[Op, ...]:
        return self._place(s, s.drawn)

    def _place(self, s: Scene, d: Drawn, moved: str = "") -> tuple[Op, ...]:
        """Places for all towns that nobody touched and no circle holds yet. ``moved``: the one that was just put:
        whatever lay on its circle is looked for anew, all else that was seen stays."""
        known = {
            x.id: x.at for x in d.of("town")
            if FIXED in x.tags or (moved and x.sure and math.dist(x.at, d.spots[moved].at) > SAME_MM)
        }  # fmt: skip
        found = s.eyes.towns(sketch.places(), sketch.colours(), known)
        ops: list[Op] = []
        for n, (at, seen) in found["places"].items():
            if n in known:
                continue
            spot = Spot(n, "town", (float(at[0]), float(at[1])), (), sketch.colours()[n], True, sure=bool(seen))
            if d.spots.get(n) != spot:
                ops.append(plain_spot(spot))
        radius = float(found["radius_mm"])
        ops.append({"do": "row", "id": "radius", "side_mm": round(radius, 1)})
        return tuple(ops)

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        towns = d.of("town")
        unsure = [x for x in towns if not x.sure]
        chosen = s.chosen.get("town", "")
        sentence = _(N_("Do all towns lie on their circles? Drag those that do not."))
        if chosen in d.spots:
            sentence = _(N_("Touch the circle of {town}.")).format(town=town_name(chosen))
        elif unsure:
            sentence = i18n.ngettext(
                "{n} town was not found: drag it to its circle.",
                "{n} towns were not found: drag them to their circles.",
                len(unsure),
            ).format(n=i18n.number_word(len(unsure)))  # fmt: skip
        dots = tuple(Dot(x.at, "ring" if x.sure else "warn", x.ink, x.id, lit=x.id == chosen) for x in towns)
        told = chosen or (unsure[0].id if unsure else "")
        return Stage(
            self.id, 0, 0, sentence, dots=dots, found=i18n.capital(town_name(told)) if told else "",
            fact=_(N_("{n} of {of} towns lie on circles of their colour.")).format(
                n=len(towns) - len(unsure), of=len(towns)
            ),
            focus=d.spots[told].at if told else None, ready=True,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        """First the town, then its circle; dragging does both in one go."""
        chosen = s.chosen.get("town", "")
        if chosen in s.drawn.spots:
            return self._put(s, chosen, at)
        near = self._near(s, at)
        return Change(chosen={"town": near}) if near else Change(said=_(N_("No town lies there.")))

    def drag(self, s: Scene, start: Point, end: Point) -> Change:
        near = self._near(s, start)
        return self._put(s, near, end) if near else Change(said=_(N_("No town lies there.")))

    def _near(self, s: Scene, at: Point) -> str:
        """The town that a finger there is on, "" for none."""
        near = min(s.drawn.of("town"), key=lambda x: math.dist(x.at, at), default=None)
        return "" if near is None or math.dist(near.at, at) > HIT_MM else near.id

    def _put(self, s: Scene, name: str, at: Point) -> Change:
        fixed = [x for x in s.drawn.of("town") if FIXED in x.tags]
        place = s.eyes.snap(at, tuple(x.at for x in fixed))
        other = next((x for x in fixed if x.id != name and math.dist(x.at, place) < SAME_MM), None)
        if other is not None:
            return Change(chosen={}, said=_(N_("There lies {town} already.")).format(town=town_name(other.id)))
        op = plain_spot(_fixed(name, place))
        return Change((op, *self._place(s, apply(s.drawn, op), name)), chosen={})


class Ends(Plain):
    """Areas and tracks by their ends: two opposite corners, or the first and the last space. Any may be left out."""

    id = "ends"

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        now = self._now(s)
        first = _read(s.chosen.get("first", ""))
        sentence = _(SENTENCES[now]) if now else _(N_("Everything beside the map is there."))
        picks = tuple(
            Pick(name, _(TITLES[name]), _(N_("there")) if _there(d, name) else "", chosen=name == now)
            for name in OPTIONAL
        )
        patches = tuple(Patch(x.polygon, "", x.at) for x in d.spots.values() if x.kind != "town" and x.polygon)
        row = d.rows.get("marriage", Row())
        dots = tuple(Dot(c.at, "place") for c in row.cells) + ((Dot(first, "place", lit=True),) if first else ())
        counts = (Count("columns", _(N_("Columns")), str(max(1, row.count))),) if row.cells else ()
        return Stage(
            self.id, 0, 0, sentence, patches=patches, dots=dots, picks=picks, counts=counts,
            fact=_(N_("What is left out is asked in play.")), ready=True,
        )  # fmt: skip

    def _now(self, s: Scene) -> str:
        wanted = s.chosen.get("part", "")
        return wanted or next((n for n in OPTIONAL if not _there(s.drawn, n)), "")

    def tap(self, s: Scene, at: Point) -> Change:
        now, first = self._now(s), _read(s.chosen.get("first", ""))
        if not now:
            return Change()
        if first is None:
            return Change(chosen={**s.chosen, "part": now, "first": f"{at[0]:.1f},{at[1]:.1f}"})
        return Change(self._made(s, now, first, at), chosen={})

    def drag(self, s: Scene, start: Point, end: Point) -> Change:
        now = self._now(s)
        if math.dist(start, end) <= SLIGHT_MM:
            return self.tap(s, end)
        return Change(self._made(s, now, start, end), chosen={}) if now else Change()

    def _made(self, s: Scene, name: str, a: Point, b: Point) -> tuple[Op, ...]:
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        if name == "marriage":
            return (_ladder(a, b, 1),)
        if name == "claims":
            x0, x1 = sorted((a[0], b[0]))
            y0, y1 = sorted((a[1], b[1]))
            columns, rows = (4, 2) if x1 - x0 >= y1 - y0 else (2, 4)
            w, h = (x1 - x0) / columns, (y1 - y0) / rows
            out = []
            for i, letter in enumerate(REGIONS):
                at = (x0 + (i % columns + 0.5) * w, y0 + (i // columns + 0.5) * h)
                out.append(plain_spot(Spot(f"claim_{letter}", "claim_slot", at, around(at, 0.86 * w, 0.86 * h))))
            return tuple(out)
        return (plain_spot(Spot(name, name.removesuffix("_area"), middle, box(a, b))),)

    def choose(self, s: Scene, key: str) -> Change:
        return Change(chosen={"part": key})

    def count(self, s: Scene, key: str, by: int) -> Change:
        row = s.drawn.rows.get("marriage", Row())
        columns = min(3, max(1, max(1, row.count) + by))
        return Change((_ladder(row.touched[0], row.touched[1], columns),)) if len(row.touched) == 2 else Change()


def _ladder(first: Point, last: Point, columns: int) -> Op:
    """Ten spaces from the middle of the first to the middle of the last, in columns to and fro."""
    steps = math.ceil(STEPS / columns) - 1  # from row to row
    wide, tall = last[0] - first[0], last[1] - first[1]
    apart = abs(wide) / (columns - 1) if columns > 1 else math.inf
    side = max(12.0, 0.9 * min(apart, abs(tall) / steps))
    cells = []
    for i in range(STEPS):
        row, column = divmod(i, columns)
        down = row / steps
        across = down if columns == 1 else column / (columns - 1)
        if columns > 1 and row % 2:
            across = 1 - across
        cells.append(plain_spot(Spot(f"marriage_{i}", "space", (first[0] + wide * across, first[1] + tall * down))))
    touched = written((first, last))
    return {
        "do": "row", "id": "marriage", "touched": touched, "cells": cells, "side_mm": round(side, 1), "count": columns,
    }  # fmt: skip


def _there(d: Drawn, name: str) -> bool:
    if name == "claims":
        return any(x.kind == "claim_slot" for x in d.spots.values())
    return name in d.spots or bool(d.rows.get(name, Row()).cells)


def _read(text: str) -> Point | None:
    x, comma, y = text.partition(",")
    return (float(x), float(y)) if comma else None


TITLES = {
    "battle_area": N_("Battle area"), "church_area": N_("Church area"), "claims": N_("Claim tokens"),
    "marriage": N_("Marriage track"),
}  # fmt: skip
SENTENCES = {
    "battle_area": N_("Touch two opposite corners of the battle area."),
    "church_area": N_("Touch two opposite corners of the church area."),
    "claims": N_("Touch two opposite corners around all eight claim tokens."),
    "marriage": N_("Touch the first space of the marriage track, then the last one."),
}


def plan() -> Plan:
    steps: tuple[Any, ...] = (frame.Corners(), frame.Size(), Six(), Towns(), Ends())
    return Plan("brian_boru", steps, document, lambda d: "", minutes=4, piece_mm=16.0)


def document(drawn: Drawn, size_mm: Point, ident: str) -> dict[str, Any]:
    """The house board's rules with the owner's places; what is not captured is not looked at."""
    house = house_board("brian_boru")
    doc = owned(house, drawn, size_mm, ident)
    towns = [(house.space[x.id].centre, x.at) for x in drawn.of("town") if x.id in house.space]
    w, h = house.size_mm
    corners = [((x, y), (x / w * size_mm[0], y / h * size_mm[1])) for x in (0, w) for y in (0, h)]
    pairs = towns if len(towns) >= FEW else corners
    radius = drawn.rows.get("radius", Row()).side_mm or 10.0
    for raw in doc["spaces"]:
        spot = drawn.spots.get(raw["id"])
        if spot is not None and (spot.sure or FIXED in spot.tags):
            place = _seen(spot, size_mm, radius)
        else:
            place = _blind(pairs, raw, size_mm)
        for key in ("box", "disc", "polygon"):
            raw.pop(key, None)
        raw |= place
    doc["tracks"] = [
        raw | {"centres": written(c.at for c in row.cells), "box": [round(row.side_mm, 1)] * 2}
        for raw in doc["tracks"]
        if (row := drawn.rows.get(raw["id"], Row())).cells
    ]
    return doc


def _seen(spot: Spot, size_mm: Point, radius: float) -> dict[str, Any]:
    """The place of a space that was captured."""
    centre, name = written([spot.at])[0], {"name": spot.name} if spot.name else {}
    if spot.polygon:
        return {"centre": centre, "polygon": written(clipped(spot.polygon, size_mm)), **name}
    return {"centre": centre, "disc": round(2.1 * radius, 1), **name}


def _blind(pairs: list[tuple[Point, Point]], raw: dict[str, Any], size_mm: Point) -> dict[str, Any]:
    """A space drawn about where it should be, and looked at by nobody."""
    centre, *outline = (fitted(pairs, (float(x), float(y))) for x, y in (raw["centre"], *raw.get("polygon", ())))
    place = {"look": "none", "centre": written(clipped([centre], size_mm))[0]}
    return {**place, "polygon": written(clipped(outline, size_mm))} if outline else place
