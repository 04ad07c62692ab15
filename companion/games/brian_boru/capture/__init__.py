"""Brian Boru's board: a few touched towns place the others, wrong ones are dragged; areas and tracks by their ends."""

from __future__ import annotations

import math
from typing import Any

from companion import i18n
from companion.capture import frame
from companion.capture.draft import Drawn, Op, Point, Row, Spot, plain_spot, written
from companion.capture.geometry import around, box, clipped, fitted
from companion.capture.plans import Plan, owned
from companion.capture.stage import Change, Count, Dot, Patch, Pick, Plain, Scene, Stage
from companion.engine.boards import house_board
from companion.engine.words import N_
from companion.games.brian_boru.capture import sketch
from companion.table.speaker import Speaker

HIT_MM = 16.0
FEW = 4  # towns that may place all others
SLIGHT_MM = 15.0  # no area is so small: a finger that slid has touched
REGIONS = ("N", "U", "B", "S", "D", "C", "L", "M")
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

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        left = [n for n in sketch.SIX if n not in d.spots]
        dots = tuple(Dot(d.spots[n].at, "ring", d.spots[n].ink, n) for n in sketch.SIX if n in d.spots)
        if not left:
            return Stage(self.id, 0, 0, _(N_("Six towns are there.")), dots=dots, ready=True)
        n = len(sketch.SIX) - len(left)
        return Stage(
            self.id, 0, 0, _(N_("Touch {town}: {n} of {of} at most.")).format(town=town_name(left[0]), n=n + 1, of=6),
            dots=dots, found=i18n.capital(town_name(left[0])), fact=_(N_("Four to six towns place all others.")),
            missing=i18n.ngettext("{n} town to go", "up to {n} towns to go", len(left)).format(n=len(left)),
            picks=(Pick(f"sketch:{left[0]}", _(N_("Where it lies on the sketch"))),),
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        d = s.drawn
        left = [n for n in sketch.SIX if n not in d.spots]
        twice = next((n for n in sketch.SIX if n in d.spots and math.dist(d.spots[n].at, at) < HIT_MM), "")
        if twice:
            return Change(
                said=_(N_("This is {town} already: touch {other}.")).format(
                    town=town_name(twice), other=town_name(left[0]) if left else ""
                )
            )
        if not left:
            return Change()
        colour = sketch.colours()[left[0]]
        place = s.eyes.snap(at, tuple(d.spots[n].at for n in sketch.SIX if n in d.spots))
        return Change((plain_spot(Spot(left[0], "town", place, (), colour, True, tags=frozenset({"fixed"}))),))

    def full(self, s: Scene) -> bool:
        known = {n: s.drawn.spots[n].at for n in sketch.SIX if n in s.drawn.spots}
        if len(known) < FEW or len(known) == len(sketch.SIX):
            return len(known) == len(sketch.SIX)
        found = s.eyes.towns({n: p for n, (_c, p) in sketch.towns().items()}, sketch.colours(), known)
        return all(seen for _at, seen in found["places"].values())


class Towns(Plain):
    """All towns, placed by the six; a wrong one is dragged to its circle, and the others follow."""

    id = "towns"

    def begin(self, s: Scene) -> tuple[Op, ...]:
        return self._place(s, s.drawn)

    def _place(self, s: Scene, d: Drawn, moved: str = "") -> tuple[Op, ...]:
        """Places for all towns that nobody touched and no circle holds yet. ``moved``: the one that was just put:
        whatever lay on its circle is looked for anew, all else that was seen stays."""
        at_hand = d.spots[moved].at if moved in d.spots else None
        known = {
            n: x.at for n, x in d.spots.items() if x.kind == "town"
            and ("fixed" in x.tags or (moved and x.sure and (at_hand is None or math.dist(x.at, at_hand) > 6)))
        }  # fmt: skip
        places = {n: p for n, (_c, p) in sketch.towns().items()}
        found = s.eyes.towns(places, sketch.colours(), known)
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
        near = min(s.drawn.of("town"), key=lambda x: math.dist(x.at, at), default=None)
        if near is None or math.dist(near.at, at) > HIT_MM:
            return Change(said=_(N_("No town lies there.")))
        return Change(chosen={"town": near.id})

    def drag(self, s: Scene, start: Point, end: Point) -> Change:
        near = min(s.drawn.of("town"), key=lambda x: math.dist(x.at, start), default=None)
        if near is None or math.dist(near.at, start) > HIT_MM:
            return Change(said=_(N_("No town lies there.")))
        return self._put(s, near.id, end)

    def _put(self, s: Scene, name: str, at: Point) -> Change:
        d = s.drawn
        place = s.eyes.snap(at, tuple(x.at for x in d.of("town") if "fixed" in x.tags))
        other = next(
            (x for x in d.of("town") if x.id != name and "fixed" in x.tags and math.dist(x.at, place) < 6), None
        )
        if other is not None:
            return Change(chosen={}, said=_(N_("There lies {town} already.")).format(town=town_name(other.id)))
        spot = Spot(name, "town", place, (), sketch.colours()[name], True, tags=frozenset({"fixed"}))
        after = _with(d, spot)
        return Change((plain_spot(spot), *self._place(s, after, name)), chosen={})


def _with(d: Drawn, spot: Spot) -> Drawn:
    from companion.capture.draft import apply

    return apply(d, plain_spot(spot))


class Ends(Plain):
    """Areas and tracks by their ends: two opposite corners, or the first and the last space. Any may be left out."""

    id = "ends"

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        now = self._now(s)
        first = _read(s.chosen.get("first", ""))
        sentence = _(SENTENCES[now]) if now else _(N_("Everything beside the map is there."))
        picks = []
        for name in OPTIONAL:
            there = _there(d, name)
            picks.append(Pick(name, _(TITLES[name]), _(N_("there")) if there else "", chosen=name == now))
        patches = tuple(Patch(x.polygon, "", x.at) for x in d.spots.values() if x.kind != "town" and x.polygon)
        row = d.rows.get("marriage", Row())
        dots = tuple(Dot(c.at, "place") for c in row.cells) + ((Dot(first, "place", lit=True),) if first else ())
        counts = (Count("columns", _(N_("Columns")), str(max(1, row.count))),) if row.cells else ()
        return Stage(
            self.id, 0, 0, sentence, patches=patches, dots=dots, picks=tuple(picks), counts=counts,
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
    rows = math.ceil(STEPS / columns)
    cells = []
    wide = abs(last[0] - first[0]) / max(1, columns - 1) if columns > 1 else 24.0
    tall = abs(last[1] - first[1]) / max(1, rows - 1)
    side = max(12.0, min(wide, tall) * 0.9) if columns > 1 else max(12.0, 0.9 * tall)
    for i in range(STEPS):
        r, k = divmod(i, columns)
        t = r / max(1, rows - 1)
        u = k / max(1, columns - 1) if columns > 1 else t
        u = u if r % 2 == 0 or columns == 1 else 1 - u
        left, right = first[0], last[0]
        if columns == 2 and rows % 2 == 0:  # to and fro ends above its start
            left, right = min(first[0], last[0]), max(first[0], last[0])
        at = (left + (right - left) * u, first[1] + (last[1] - first[1]) * t)
        cells.append(plain_spot(Spot(f"marriage_{i}", "space", at)))
    touched = written((first, last))
    return {
        "do": "row",
        "id": "marriage",
        "touched": touched,
        "cells": cells,
        "side_mm": round(side, 1),
        "count": columns,
    }


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
    pairs = (
        towns
        if len(towns) >= 4
        else [((x, y), (x / w * size_mm[0], y / h * size_mm[1])) for x in (0, w) for y in (0, h)]
    )
    radius = drawn.rows.get("radius", Row()).side_mm or 10.0
    for raw in doc["spaces"]:
        spot = drawn.spots.get(raw["id"])
        if spot is not None and (spot.sure or "fixed" in spot.tags):
            _put(raw, spot, size_mm, radius)
        else:
            _blind(
                raw, [fitted(pairs, _xy(p)) for p in raw.get("polygon", ())], fitted(pairs, _xy(raw["centre"])), size_mm
            )
    tracks = []
    for raw in doc["tracks"]:
        row = drawn.rows.get(raw["id"])
        if row is not None and row.cells:
            side = round(row.side_mm, 1)
            tracks.append(
                raw | {"centres": [[round(c.at[0], 1), round(c.at[1], 1)] for c in row.cells], "box": [side, side]}
            )
    doc["tracks"] = tracks
    return doc


def _xy(value: Any) -> Point:
    return (float(value[0]), float(value[1]))


def _put(raw: dict[str, Any], spot: Spot, size_mm: Point, radius: float) -> None:
    for key in ("box", "disc", "polygon"):
        raw.pop(key, None)
    raw["centre"] = [round(spot.at[0], 1), round(spot.at[1], 1)]
    if spot.polygon:
        raw["polygon"] = written(clipped(spot.polygon, size_mm))
    else:
        raw["disc"] = round(2.1 * radius, 1)
    if spot.name:
        raw["name"] = spot.name


def _blind(raw: dict[str, Any], polygon: list[Point], centre: Point, size_mm: Point) -> None:
    """Drawn about where it should be, and looked at by nobody."""
    for key in ("box", "disc", "polygon"):
        raw.pop(key, None)
    x, y = clipped([centre], size_mm)[0]
    raw |= {"look": "none", "centre": [round(x, 1), round(y, 1)]}
    if polygon:
        raw["polygon"] = written(clipped(polygon, size_mm))
