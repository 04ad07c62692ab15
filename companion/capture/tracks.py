"""Steps for what lies beside the lands: a shield or another area, and a track along its corners."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from companion import i18n
from companion.capture import spaces
from companion.capture.draft import Drawn, Op, Point, Row, Spot, plain_spot, written
from companion.capture.geometry import area, around, box, inside
from companion.capture.lands import INK_WORDS, INKS, colour, patches, tallied
from companion.capture.stage import Change, Count, Dot, Patch, Pick, Plain, Scene, Stage, Stroke
from companion.engine.words import N_

SMALLEST_MM2 = 250.0
OTHER_PRINT = 14.0  # tones of the track are farther than this from those of the lands: another print
SAME_MM = 5.0  # two spaces of a track lie farther apart
ASTRAY = 3  # spaces between two touched ones that are unsure: more likely the way is wrong than each of them
FIXED = "touched"  # tag of a space that was touched on the way
PARTED = "parted"  # tag of a space with borders that were seen, in no colour of the lands


def _(text: str) -> str:
    return i18n.gettext(text)


class Area(Plain):
    """One area: touch its middle, the outline is proposed; or touch two opposite corners of it."""

    def __init__(self, name: str, sentence: str, kind: str = "") -> None:
        self.id = name
        self.kind, self.sentence = kind or name, sentence

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        spot = d.spots.get(self.id)
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
            return Change((plain_spot(Spot(self.id, self.kind, middle, box(first, at))),), chosen={})
        land = s.eyes.land(at, tuple(x.at for x in s.drawn.spots.values() if x.kind != self.kind), False)
        polygon = tuple(land["polygon"])
        others = [x for x in s.drawn.spots.values() if x.kind != self.kind]
        holds = any(inside(polygon, x.at) for x in others)  # the sea around the lands, say
        if not polygon or holds or area(polygon) < SMALLEST_MM2:
            return Change(
                chosen={"two": "1"}, said=_(N_("No outline is seen there: touch two opposite corners of it instead."))
            )
        spot = Spot(self.id, self.kind, at, polygon, tone=tuple(land["tone"]), sure=bool(land["sure"]))
        return Change((plain_spot(spot),), chosen={})

    def drag(self, s: Scene, start: Point, end: Point) -> Change:
        if math.dist(start, end) < 15:
            return self.tap(s, end)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        return Change((plain_spot(Spot(self.id, self.kind, middle, box(start, end))),), chosen={})

    def choose(self, s: Scene, key: str) -> Change:
        return Change(chosen={"two": "1"} if key == "two" else {})


def _point(text: str) -> Point | None:
    x, comma, y = text.partition(",")
    return (float(x), float(y)) if comma else None


class Track(Plain):
    """Touch the first space, every corner in the order of play, and the last space; the spaces between are found.

    What lies between two touched spaces is found once and stays; a touch beside the middle of a space puts one right:
    it parts a space in two, joins two, or adds one that was left out. ``usual``: so many the known tracks have.
    """

    id = "track"

    def __init__(self, low: int = 16, high: int = 120, usual: int = 48) -> None:
        self.low, self.high, self.usual = low, high, usual

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        row = d.rows.get(self.id, Row())
        n = len(row.cells)
        sheet = s.picture == (0, 0)
        if not row.touched:
            sentence = _(N_("Touch the start space, then every corner of the track, then its last space."))
        elif n < 2:
            sentence = _(N_("Go on to the next corner of the track, in the order of play."))
        elif sheet:
            sentence = _(N_("{n} spaces so far: go on to the next corner, or count them and compare.")).format(n=n)
        else:
            sentence = _(N_("{n} spaces so far: on to the next corner, or touch the middle of a wrong space."))
            sentence = sentence.format(n=n)
            if _astray(row):
                sentence = _(
                    N_("Several spaces are unsure: take the last touch back, and touch a space half way first.")
                )
        brush = s.chosen.get("brush", "")
        picks: tuple[Pick, ...] = ()
        counts: tuple[Count, ...] = ()
        if n > 1:
            picks = tuple(Pick(f"brush:{i}", _(INK_WORDS[i]), ink=i, chosen=brush == i) for i in INKS)
            picks += (Pick("brush:none", _(N_("No space")), _(N_("touch what is none")), chosen=brush == "none"),)
            steps = (-10, -1, 1, 10) if sheet else (-1, 1)
            counts = (Count("count", _(N_("Spaces")) if sheet else _(N_("Spaces up to here")), str(n), steps),)
        if brush == "none":
            sentence = _(N_("Touch every ring that is no space of the track."))
        elif brush:
            sentence = _(N_("Touch every space of the track that is {colour}.")).format(colour=colour(brush))
        dots = tuple(Dot(c.at, _mark(i, c), c.ink, str(i) if i % 5 == 0 else "") for i, c in enumerate(row.cells))
        if not row.cells:
            dots = tuple(Dot(p, "place", lit=True) for p in row.touched)
        strokes = (Stroke(tuple(c.at for c in row.cells), "path"),) if n > 1 else ()
        return Stage(
            self.id, 0, 0, sentence, patches=_shown(row), dots=dots, strokes=strokes, picks=picks, counts=counts,
            found=_(N_("Start: {colour}")).format(colour=_(INK_WORDS.get(row.cells[0].ink, ""))) if n else "",
            fact=tallied([c.ink for c in row.cells]), focus=row.touched[-1] if row.touched else None,
            missing=_(N_("start and corners")) if n < self.low else "", ready=n >= self.low,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        row = s.drawn.rows.get(self.id, Row())
        brush = s.chosen.get("brush", "")
        if brush:
            return self._painted(row, at, brush)
        if s.picture == (0, 0):
            if row.touched and math.dist(row.touched[-1], at) < 6:
                return Change(said=_(N_("This place was touched twice.")))
            return Change((self._even((*row.touched, at), 0, row),))
        if not row.touched:
            return Change((self._row((at,), (), row.side_mm),))
        if len(row.cells) > 1:
            hit = spaces.hit(row.cells, at, row.side_mm)
            if hit is not None:
                return self._put(s, row, hit, at)
        elif math.dist(row.touched[-1], at) < 6:
            return Change(said=_(N_("This place was touched twice.")))
        return Change((self._on(s, row, at),))

    def _painted(self, row: Row, at: Point, brush: str) -> Change:
        i = spaces.nearest(row.cells, at)
        if i < 0 or not spaces.on(row.cells[i], at, max(8.0, 0.8 * row.side_mm)):
            return Change(said=_(N_("No space of the track lies there.")))
        if brush == "none":
            return Change((self._row(row.touched, spaces.without(row.cells, i), row.side_mm),))
        return Change(({"do": "cell", "row": self.id, "i": i, "ink": brush},))

    def _put(self, s: Scene, row: Row, hit: spaces.Hit, at: Point) -> Change:
        """A touch on a track that is shown: the space under it is put right, and no other."""
        if hit.what == "colour":
            cell = row.cells[hit.i]
            order = likeliest(cell.tone, ink_tones(s.drawn))
            ink = order[(order.index(cell.ink) + 1) % len(order)] if cell.ink in order else order[0]
            said = _(N_("Another colour: {colour}.")).format(colour=colour(ink))
            return Change(({"do": "cell", "row": self.id, "i": hit.i, "ink": ink},), said=said)
        told = s.eyes.space(at, ink_tones(s.drawn), _taken(s.drawn))
        new = _cell(told, at, "")
        cells, said = spaces.changed(row.cells, hit, new)
        if hit.what == "part":  # the other half as the print shows it
            other = hit.i + 1 if hit.before else hit.i
            there = _cell(s.eyes.space(cells[other].at, ink_tones(s.drawn), _taken(s.drawn)), cells[other].at, "")
            cells = (*cells[:other], evolve(cells[other], ink=there.ink, tone=there.tone), *cells[other + 1 :])
        return Change((self._row(row.touched, cells, row.side_mm),), said=_(said))

    def _on(self, s: Scene, row: Row, at: Point, count: int = -1) -> Op:
        """The spaces up to a touched one, behind all that is there."""
        d, inks = s.drawn, ink_tones(s.drawn)
        taken = _taken(d)
        cells = row.cells or (_cell(s.eyes.space(row.touched[0], inks, taken), row.touched[0], FIXED),)
        end = _cell(s.eyes.space(at, inks, taken), at, FIXED)
        leg = s.eyes.leg(cells[-1].at, end.at, inks, taken, count)
        between = tuple(_cell(c, c["at"], "") for c in leg["cells"])
        cells, between, ends = _coloured(s, (cells, between, (end,)))
        cells, between = _once(cells, between)
        sides = [v for v in (row.side_mm, float(leg["side_mm"])) if v > 0]
        return self._row((*row.touched, at), (*cells, *between, *ends), min(sides, default=18.0))

    def _row(self, touched: tuple[Point, ...], cells: tuple[Spot, ...], side: float, count: int = 0) -> Op:
        named = [evolve(c, id=f"{self.id}_{i}") for i, c in enumerate(cells)]
        return {
            "do": "row", "id": self.id, "touched": written(touched),
            "cells": [plain_spot(c) for c in named], "side_mm": round(side, 1), "count": count,
        }  # fmt: skip

    def _even(self, touched: tuple[Point, ...], count: int, row: Row) -> Op:
        """Without a picture: so many spaces evenly along the touched places; colours that were told stay in place."""
        if len(touched) < 2:
            return self._row(touched, (), 0.0)
        places, side = spaces.evenly(touched, count or len(touched))
        given = [c for c in row.cells if c.given]
        cells = []
        for i, at in enumerate(places):
            same = next((g for g in given if math.dist(g.at, at) < 0.4 * side), None)
            ink = same.ink if same else INKS[-1] if i == 0 else ""
            cells.append(Spot("", "space", at, (), ink, same is not None))
        return self._row(touched, tuple(cells), side, count)

    def choose(self, s: Scene, key: str) -> Change:
        brush = key.removeprefix("brush:")
        return Change(chosen={} if s.chosen.get("brush") == brush else {"brush": brush})

    def count(self, s: Scene, key: str, by: int) -> Change:
        """So many spaces: on a sheet all over the track, else behind the last touched space but one."""
        row = s.drawn.rows.get(self.id, Row())
        wanted = min(self.high, max(2, len(row.cells) + by))
        if len(row.touched) < 2 or wanted == len(row.cells):
            return Change()
        if s.picture == (0, 0):
            return Change((self._even(row.touched, wanted, row),))
        fixed = [i for i, c in enumerate(row.cells) if FIXED in c.tags]
        last = fixed[-2] if len(fixed) > 1 else 0
        between = max(0, len(row.cells) - last - 2 + by)
        before = Row(row.touched[:-1], row.cells[: last + 1], row.side_mm)
        return Change((self._on(s, before, row.touched[-1], between),))


def _astray(row: Row) -> bool:
    """Whether the way to the space touched last may be another one than the track's."""
    ends = [i for i, c in enumerate(row.cells) if FIXED in c.tags]
    return len(ends) > 1 and sum(not c.sure for c in row.cells[ends[-2] + 1 : ends[-1]]) >= ASTRAY


def _once(old: tuple[Spot, ...], new: tuple[Spot, ...]) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
    """Spaces that lie in one place belong to two rows: neither is sure."""
    def doubted(cells: tuple[Spot, ...], others: tuple[Spot, ...]) -> tuple[Spot, ...]:
        near = [any(math.dist(c.at, o.at) < SAME_MM for o in others) for c in cells]
        pairs = zip(cells, near, strict=True)
        return tuple(evolve(c, sure=False, tags=c.tags - {PARTED}) if n else c for c, n in pairs)

    return doubted(old, new), doubted(new, old)


def _coloured(s: Scene, parts: Sequence[tuple[Spot, ...]]) -> list[tuple[Spot, ...]]:
    """Where the track is printed in other tones than the lands, its own ones are judged together: the start is yellow.

    Colours of earlier parts stay once somebody gave them. A space whose borders were seen is sure once its colour is.
    """
    inks = ink_tones(s.drawn)
    everyone = [c for part in parts for c in part]
    off = sorted(min((math.dist(c.tone, t) for t in inks.values()), default=99.0) for c in everyone if c.tone)
    if not off or (len(inks) == len(INKS) and off[len(off) // 2] < OTHER_PRINT):
        return list(parts)
    tones = {str(i): c.tone for i, c in enumerate(everyone) if c.tone}
    given = {str(i): c.ink for i, c in enumerate(everyone) if c.given}
    found = s.eyes.inks(tones, INKS, {"0": INKS[-1], **given})

    def judged(c: Spot, i: int) -> Spot:
        ink, clear = found.get(str(i), (c.ink, False))
        parted = c.sure or PARTED in c.tags
        return c if c.given else evolve(c, ink=ink, sure=parted and (clear or (c.sure and ink == c.ink)))

    out, n = [], 0
    for part in parts:
        out.append(tuple(judged(c, n + k) for k, c in enumerate(part)))
        n += len(part)
    return out


def _mark(i: int, c: Spot) -> str:
    return "start" if i == 0 else "place" if c.sure else "warn"


def _shown(row: Row) -> tuple[Patch, ...]:
    """The spaces in their colours, as they lie."""
    side = max(6.0, row.side_mm)
    return tuple(Patch(c.polygon or around(c.at, side, side), c.ink, c.at) for c in row.cells)


def _taken(d: Drawn) -> tuple[tuple[Point, ...], ...]:
    return tuple(x.polygon for x in d.spots.values() if x.polygon)


def _cell(told: Mapping[str, Any], at: Point, tag: str) -> Spot:
    """A space as it was seen; a touched one lies where its print has its middle."""
    x, y = told["at"]
    tags = {tag} - {""} | ({PARTED} if told["parted"] and not told["seen"] else set())
    return Spot(
        "", "space", (round(float(x), 1), round(float(y), 1)), tuple(told["polygon"]), str(told["ink"]),
        tone=tuple(told["tone"]), sure=bool(told["seen"]), tags=frozenset(tags),
    )  # fmt: skip


def likeliest(tone: tuple[float, ...], tones: Mapping[str, tuple[float, ...]]) -> list[str]:
    """All inks, the likeliest for a tone first."""
    if not tone:
        return list(INKS)
    return sorted(INKS, key=lambda i: math.dist(tone[1:], tones[i][1:]) if i in tones else 1e6)


def ink_tones(d: Drawn, kind: str = "county") -> Mapping[str, tuple[float, ...]]:
    """The tone of each ink as the lands show it: the middle one of its lands."""
    out: dict[str, tuple[float, ...]] = {}
    for ink in INKS:
        tones = [x.tone for x in d.of(kind) if x.ink == ink and x.tone]
        if tones:
            out[ink] = tuple(sorted(t[i] for t in tones)[len(tones) // 2] for i in range(3))
    return out
