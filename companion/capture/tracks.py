"""Steps for what lies beside the lands: a shield or another area, and a track along its corners."""

from __future__ import annotations

import math
from collections.abc import Mapping

from companion import i18n
from companion.capture.draft import Drawn, Op, Point, Row, Spot, plain_spot
from companion.capture.geometry import area, box
from companion.capture.lands import INK_WORDS, INKS, colour, patches
from companion.capture.stage import Change, Count, Dot, Patch, Pick, Plain, Scene, Stage, Stroke
from companion.engine.words import N_

SMALLEST_MM2 = 250.0


def _(text: str) -> str:
    return i18n.gettext(text)


class Area(Plain):
    """One area: touch its middle, the outline is proposed; or touch two opposite corners of it."""

    def __init__(self, name: str, sentence: str, kind: str = "") -> None:
        self.id = self.name = name
        self.kind, self.sentence = kind or name, sentence

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        spot = d.spots.get(self.name)
        first = _point(s.chosen.get("first", ""))
        picks: tuple[Pick, ...] = ()
        sentence, fact = _(self.sentence), ""
        if s.chosen.get("two"):
            sentence = _(N_("Touch two opposite corners of it."))
        elif spot is not None:
            sentence = _(N_("Is the outline right? Otherwise touch its middle again."))
            picks = (Pick("two", _(N_("Two corners instead")), _(N_("a box between them"))),)
            fact = "" if spot.sure else _(N_("Border unsure: look at it."))
        shown = (*patches(d), *((Patch(spot.polygon, "", spot.at, True),) if spot is not None else ()))
        dots = (Dot(first, "place", lit=True),) if first else ()
        return Stage(
            self.id, 0, 0, sentence, patches=shown, dots=dots, picks=picks, fact=fact,
            focus=spot.at if spot else first, missing="" if spot else _(N_("one touch")), ready=spot is not None,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        if s.chosen.get("two"):
            first = _point(s.chosen.get("first", ""))
            if first is None:
                return Change(chosen={"two": "1", "first": f"{at[0]:.1f},{at[1]:.1f}"})
            middle = ((first[0] + at[0]) / 2, (first[1] + at[1]) / 2)
            return Change((plain_spot(Spot(self.name, self.kind, middle, box(first, at))),), chosen={})
        land = s.eyes.land(at, tuple(x.at for x in s.drawn.spots.values() if x.kind != self.kind))
        polygon = tuple(land["polygon"])
        if not polygon or area(polygon) < SMALLEST_MM2:
            return Change(
                chosen={"two": "1"}, said=_(N_("No outline is seen there: touch two opposite corners of it instead."))
            )
        spot = Spot(self.name, self.kind, at, polygon, tone=tuple(land["tone"]), sure=bool(land["sure"]))
        return Change((plain_spot(spot),), chosen={})

    def drag(self, s: Scene, start: Point, end: Point) -> Change:
        if math.dist(start, end) < 15:
            return self.tap(s, end)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        return Change((plain_spot(Spot(self.name, self.kind, middle, box(start, end))),), chosen={})

    def choose(self, s: Scene, key: str) -> Change:
        return Change(chosen={"two": "1"} if key == "two" else {})


def _point(text: str) -> Point | None:
    x, comma, y = text.partition(",")
    return (float(x), float(y)) if comma else None


class Track(Plain):
    """Touch the first space, every corner in the order of play, and the last space; the spaces between are found."""

    id = "track"

    def __init__(self, low: int = 16, high: int = 120) -> None:
        self.low, self.high = low, high

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        row = d.rows.get(self.id, Row())
        n = len(row.cells)
        if not row.touched:
            sentence = _(N_("Touch the start space, then every corner of the track, then its last space."))
        elif n < 2:
            sentence = _(N_("Go on to the next corner of the track, in the order of play."))
        else:
            sentence = _(N_("{n} spaces so far: go on to the next corner, or count them and compare.")).format(n=n)
        brush = s.chosen.get("brush", "")
        picks: tuple[Pick, ...] = ()
        counts: tuple[Count, ...] = ()
        if n > 1:
            picks = tuple(Pick(f"brush:{i}", _(INK_WORDS[i]), ink=i, chosen=brush == i) for i in INKS)
            steps = (-10, -1, 1, 10) if s.picture == (0, 0) else (-1, 1)
            counts = (Count("count", _(N_("Spaces")), str(n), steps),)
        if brush:
            sentence = _(N_("Touch every space of the track that is {colour}.")).format(colour=colour(brush))
        dots = tuple(Dot(c.at, "start" if i == 0 else "place", c.ink) for i, c in enumerate(row.cells))
        if not row.cells:
            dots = tuple(Dot(p, "place", lit=True) for p in row.touched)
        strokes = (Stroke(tuple(c.at for c in row.cells), "path"),) if n > 1 else ()
        return Stage(
            self.id, 0, 0, sentence, dots=dots, strokes=strokes, picks=picks, counts=counts,
            found=_(N_("Start: {colour}")).format(colour=_(INK_WORDS.get(row.cells[0].ink, ""))) if n else "",
            fact=colours_told(row), focus=row.touched[-1] if row.touched else None,
            missing=_(N_("start and corners")) if n < self.low else "", ready=n >= self.low,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        row = s.drawn.rows.get(self.id, Row())
        brush = s.chosen.get("brush", "")
        if brush:
            i = min(range(len(row.cells)), key=lambda k: math.dist(row.cells[k].at, at), default=-1)
            if i < 0 or math.dist(row.cells[i].at, at) > max(8.0, 0.8 * row.side_mm):
                return Change(said=_(N_("No space of the track lies there.")))
            return Change(({"do": "cell", "row": self.id, "i": i, "ink": brush},))
        if row.touched and math.dist(row.touched[-1], at) < 6:
            return Change(said=_(N_("This place was touched twice.")))
        return Change((self._row(s, (*row.touched, at), 0),))

    def _row(self, s: Scene, touches: tuple[Point, ...], count: int) -> Op:
        old = s.drawn.rows.get(self.id, Row())
        if len(touches) < 2:
            return {"do": "row", "id": self.id, "touched": [list(p) for p in touches], "cells": []}
        d = s.drawn
        taken = tuple(x.polygon for x in d.spots.values() if x.polygon)
        found = s.eyes.row(touches, ink_tones(d), taken, count)
        given = [c for c in old.cells if c.given]
        side = float(found["side_mm"]) or 18.0
        cells = []
        for i, c in enumerate(found["cells"]):
            at: Point = (float(c["at"][0]), float(c["at"][1]))
            spot = Spot(f"{self.id}_{i}", "space", at, (), str(c["ink"]), tone=tuple(c["tone"]), sure=bool(c["seen"]))
            same = next((g for g in given if math.dist(g.at, at) < 0.4 * side), None)
            cells.append(plain_spot(Spot(spot.id, "space", at, (), same.ink, True) if same else spot))
        return {
            "do": "row", "id": self.id, "touched": [[round(x, 1), round(y, 1)] for x, y in touches], "cells": cells,
            "side_mm": round(side, 1), "count": count,
        }  # fmt: skip

    def choose(self, s: Scene, key: str) -> Change:
        brush = key.removeprefix("brush:")
        return Change(chosen={} if s.chosen.get("brush") == brush else {"brush": brush})

    def count(self, s: Scene, key: str, by: int) -> Change:
        row = s.drawn.rows.get(self.id, Row())
        wanted = min(self.high, max(2, len(row.cells) + by))
        if len(row.touched) < 2 or wanted == len(row.cells):
            return Change()
        return Change((self._row(s, row.touched, wanted),))


def ink_tones(d: Drawn, kind: str = "county") -> Mapping[str, tuple[float, ...]]:
    """The tone of each ink as the lands show it: the middle one of its lands."""
    out: dict[str, tuple[float, ...]] = {}
    for ink in INKS:
        tones = [x.tone for x in d.of(kind) if x.ink == ink and x.tone]
        if tones:
            out[ink] = tuple(sorted(t[i] for t in tones)[len(tones) // 2] for i in range(3))
    return out


def colours_told(row: Row) -> str:
    """ "12 blue, 11 green, ..." """
    if not row.cells:
        return ""
    counts = [(sum(c.ink == i for c in row.cells), i) for i in INKS]
    return ", ".join(f"{n} {colour(i)}" for n, i in counts if n)
