"""Steps for maps of coloured lands: touch the middle of each, put colours and links right."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import count, islice
from typing import Any

from attrs import evolve

from companion import i18n
from companion.capture import compass, naming
from companion.capture.draft import Drawn, Op, Point, Spot, pair, plain_spot
from companion.capture.geometry import area, inside
from companion.capture.stage import DOUBT_MM, Change, Dot, Name, Patch, Pick, Plain, Scene, Stage, Stroke, Tally
from companion.engine.words import N_

INKS = ("blue", "green", "red", "yellow")
INK_WORDS = {"blue": N_("Blue"), "green": N_("Green"), "red": N_("Red"), "yellow": N_("Yellow")}
LANDS = {
    "blue": N_("blue county {where}"), "green": N_("green county {where}"), "red": N_("red county {where}"),
    "yellow": N_("yellow county {where}"), "": N_("county {where}"),
}  # fmt: skip
TOUCHED_MM = 9.0  # nearer to a county's sign than this means the county itself
OTHER_PRINT, LEAST_MM2 = 14.0, 250.0  # tones so far apart, and so much of it, are another land
GROWN = "grown"  # tag of a land whose outline has grown over its border lines


def _(text: str) -> str:
    return i18n.gettext(text)


def colour(ink: str) -> str:
    """ "blue", in the middle of a sentence."""
    return _(INK_WORDS[ink]).lower() if ink in INK_WORDS else ink


def tallied(inks: Sequence[str]) -> str:
    """ "12 blue, 11 green, ..." """
    counts = [(sum(i == ink for i in inks), ink) for ink in INKS]
    return ", ".join(f"{n} {colour(ink)}" for n, ink in counts if n)


def land_name(d: Drawn, name: str) -> str:
    """ "blue county in the east": colour and direction, alone of its kind; its own name when it has one."""
    spot = d.spots[name]
    if spot.name:
        return spot.name
    return _(LANDS.get(spot.ink, LANDS[""])).format(where=compass.word(wheres(d).get(name, compass.CENTRE)))


def wheres(d: Drawn, kind: str = "county") -> dict[str, str]:
    """The direction of every land, unique among lands of its colour while they are few."""
    everything = {s.id: s.at for s in d.of(kind)}
    out: dict[str, str] = {}
    for ink in {s.ink for s in d.of(kind)}:
        same = {s.id: s.at for s in d.of(kind) if s.ink == ink}
        out |= compass.directions(same, everything)
    return out


def patches(d: Drawn, kind: str = "county", pending: str = "") -> tuple[Patch, ...]:
    return tuple(Patch(s.polygon, s.ink, s.at, s.id == pending) for s in d.of(kind))


def touched(d: Drawn, at: Point, kind: str = "county") -> str:
    """The land under a touch: the one whose sign is next, else the one whose outline holds it; "" for none."""
    spots = d.of(kind)
    near = min(spots, key=lambda s: math.dist(s.at, at), default=None)
    if near is not None and math.dist(near.at, at) <= TOUCHED_MM:
        return near.id
    held = [s for s in spots if s.polygon and inside(s.polygon, at)]
    if held:
        return min(held, key=lambda s: math.dist(s.at, at)).id
    return near.id if near is not None and not near.polygon and math.dist(near.at, at) < 2 * TOUCHED_MM else ""


def judged(s: Scene, spots: Mapping[str, Spot]) -> dict[str, str]:
    """Inks of all lands together, those people named kept."""
    tones = {k: v.tone for k, v in spots.items() if v.tone}
    given = {k: v.ink for k, v in spots.items() if v.given}
    return {k: word for k, (word, _sure) in s.eyes.inks(tones, INKS, given).items()} if tones else {}


def _another(spot: Spot, land: Mapping[str, Any]) -> bool:
    """Whether a touch inside an outline means a land of its own there: another print, which the outline goes around."""
    if not spot.tone or not land["polygon"] or inside(land["polygon"], spot.at):
        return False
    return area(land["polygon"]) >= LEAST_MM2 and math.dist(spot.tone, land["tone"]) > OTHER_PRINT


class Counties(Plain):
    """Touch a county of each colour and let the others be found, or touch the middle of each; touch one again to change
    its colour or outline."""

    id = "counties"
    kind = "county"

    def __init__(self, of: int = 20, each: int = 5) -> None:
        self.of, self.each = of, each

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        spots, chosen = d.of(self.kind), s.chosen.get("spot", "")
        n, left = len(spots), self.of - len(spots)
        sheet = s.picture == (0, 0)
        sentence = N_("Let the others be found, or touch the middle of each county: {n} of {of} are there.")
        if sheet:
            sentence = N_("Touch the middle of each county: {n} of {of} are there.")
        elif len({x.ink for x in spots}) < len(INKS):
            sentence = N_("Touch one county of each colour first: {n} of {of} are there.")
        sentence = _(sentence).format(n=n, of=self.of)
        found = fact = ""
        picks: tuple[Pick, ...] = ()
        name: Name | None = None
        if s.chosen.get("draw"):
            sentence = _(N_("Draw its outline with the finger, or touch its corners one after the other."))
            picks = (Pick("drawn", _(N_("The outline is done"))),)
        elif s.chosen.get("more"):
            sentence = _(N_("Touch the part of the county that lies outside its outline."))
            picks = self._drawing()
        elif chosen in d.spots:
            sentence = _(N_("What is wrong with this county?"))
            picks, name = self._picks(s, d.spots[chosen]), naming.asked(d.spots[chosen])
        elif left <= 0:
            sentence = _(N_("All counties are there. Touch one whose colour or outline is wrong."))
        last = chosen or (spots[-1].id if spots else "")
        if last in d.spots:
            found, fact = i18n.capital(land_name(d, last)), self._fact(d, d.spots[last])
        tallies = tuple(Tally(ink, _(INK_WORDS[ink]), sum(x.ink == ink for x in spots), self.each) for ink in INKS)
        missing = i18n.ngettext("{n} county to go", "{n} counties to go", left).format(n=left) if left > 0 else ""
        dots = tuple(Dot(p, "place") for p in _line(s.chosen.get("line", "")))
        if sheet and not picks:  # an empty sheet: the colour is chosen before the touch
            brush = s.chosen.get("brush", INKS[0])
            picks = tuple(Pick(f"brush:{i}", _(INK_WORDS[i]), ink=i, chosen=i == brush) for i in INKS)
        elif left > 0 and n and not picks:
            picks = (Pick("enough", _(N_("There are no more")), _(N_("the board has {n}")).format(n=n)),)
            if not sheet:
                picks = (Pick("further", _(N_("Find the others")), _(N_("those printed alike"))), *picks)
        return Stage(
            self.id, 0, 0, sentence, patches=patches(d, self.kind, chosen), dots=dots, tallies=tallies, picks=picks,
            name=name, found=found, fact=fact, focus=d.spots[last].at if last in d.spots else None, missing=missing,
            ready=left <= 0,
        )  # fmt: skip

    def _picks(self, s: Scene, spot: Spot) -> tuple[Pick, ...]:
        more = (Pick("more", _(N_("It goes on elsewhere")), _(N_("touch what else is its own"))),)
        inks = tuple(Pick(f"ink:{i}", _(INK_WORDS[i]), ink=i, chosen=spot.ink == i) for i in INKS)
        draw, shut = self._drawing()
        return (
            *inks,
            *(more if spot.polygon and s.picture != (0, 0) else ()),
            draw,
            Pick("drop", _(N_("Not a county")), _(N_("take it away"))),
            shut,
        )

    def _drawing(self) -> tuple[Pick, ...]:
        return (Pick("draw", _(N_("Another outline")), _(N_("draw it"))), Pick("shut", _(N_("It is right"))))

    def _fact(self, d: Drawn, spot: Spot) -> str:
        if not spot.polygon:
            return _(N_("No border found: its place is learned in play."))
        n = sum(spot.id in p for p in d.links())
        if not spot.sure:
            return _(N_("Border unsure: look at it."))
        return i18n.ngettext("Border found, {n} neighbour", "Border found, {n} neighbours", n).format(n=n)

    def tap(self, s: Scene, at: Point) -> Change:
        d = s.drawn
        if s.chosen.get("draw"):
            line = (*_line(s.chosen.get("line", "")), at)
            return Change(chosen={**s.chosen, "line": ";".join(f"{x:.1f},{y:.1f}" for x, y in line)})
        if s.chosen.get("more"):
            return self._joined(s, d.spots.get(s.chosen.get("spot", "")), at)
        name = touched(d, at, self.kind)
        there = Change(chosen={"spot": name}, said=_(N_("This county is there already.")))
        if name and math.dist(d.spots[name].at, at) <= TOUCHED_MM:
            return there
        known = d.of(self.kind)
        land = s.eyes.land(at, tuple(k.at for k in known))
        if name and not _another(d.spots[name], land):
            return there
        (name,) = _fresh(d, self.kind)
        brush = s.chosen.get("brush", INKS[0]) if s.picture == (0, 0) else ""
        spot = Spot(
            name, self.kind, at, tuple(land["polygon"]), brush, bool(brush), tuple(land["tone"]), bool(land["sure"])
        )
        if spot.polygon and not inside(spot.polygon, at):
            spot = Spot(name, self.kind, at, tone=spot.tone, sure=False)
        return Change(self._with(s, [spot]), chosen={k: v for k, v in s.chosen.items() if k == "brush"})

    def _with(self, s: Scene, new: Sequence[Spot]) -> tuple[Op, ...]:
        """New counties; colours and borders of all are judged anew."""
        spots = {k.id: k for k in (*s.drawn.of(self.kind), *new)}
        inks = judged(s, spots)
        colours: tuple[Op, ...] = ({"do": "inks", "of": inks},) if inks else ()
        return (*(plain_spot(k) for k in new), *colours, borders_op(s, spots))

    def _further(self, s: Scene) -> Change:
        """All counties that are printed as the touched ones; each is put right as any other."""
        known = s.drawn.of(self.kind)
        seen = s.eyes.further(tuple((k.at, k.polygon) for k in known), self.of - len(known))
        if not seen:
            return Change(said=_(N_("No further county is seen: touch the middle of each.")))
        names = _fresh(s.drawn, self.kind, len(seen))
        new = [
            Spot(name, self.kind, at, tuple(land["polygon"]), tone=tuple(land["tone"]), sure=bool(land["sure"]))
            for name, (at, land) in zip(names, seen, strict=True)
        ]
        said = i18n.ngettext(
            "{n} more county was found: touch what is missing, and what is none.",
            "{n} more counties were found: touch what is missing, and what is none.", len(new),
        )  # fmt: skip
        return Change(self._with(s, new), chosen={}, said=said.format(n=i18n.number_word(len(new))))

    def trace(self, s: Scene, way: tuple[Point, ...]) -> Change:
        """An outline drawn in one go; a finger that only slid has touched where it ends."""
        spot = s.drawn.spots.get(s.chosen.get("spot", ""))
        if spot is None or not s.chosen.get("draw") or area(way) < LEAST_MM2:
            return self.tap(s, way[-1])
        return self._outlined(s, spot, way)

    def choose(self, s: Scene, key: str) -> Change:
        spot = s.drawn.spots.get(s.chosen.get("spot", ""))
        if key.startswith("brush:"):
            return Change(chosen={"brush": key[6:]})
        if key == "enough":
            return Change(({"do": "done", "step": self.id},), chosen={})
        if key == "further":
            return self._further(s)
        if spot is None:
            return Change(chosen={})
        if key.startswith("ink:"):
            spots = {k.id: k for k in s.drawn.of(self.kind)}
            spots[spot.id] = Spot(spot.id, spot.kind, spot.at, ink=key[4:], given=True, tone=spot.tone)
            ops: list[Op] = [{"do": "ink", "id": spot.id, "ink": key[4:]}]
            inks = judged(s, spots)
            return Change((*ops, *([{"do": "inks", "of": inks}] if inks else [])), chosen={})
        if key == "drop":
            return Change(({"do": "drop", "id": spot.id},), chosen={})
        if key in ("draw", "more"):
            return Change(chosen={"spot": spot.id, key: "1"})
        if key == "drawn":
            return self._drawn(s, spot)
        return Change(chosen={})

    def name(self, s: Scene, text: str) -> Change:
        return naming.named(s.drawn, s.drawn.spots.get(s.chosen.get("spot", "")), text)

    def _drawn(self, s: Scene, spot: Spot) -> Change:
        line = _line(s.chosen.get("line", ""))
        if len(line) < 3:
            return Change(said=_(N_("An outline needs three corners or more.")))
        return self._outlined(s, spot, line)

    def _outlined(self, s: Scene, spot: Spot, line: tuple[Point, ...]) -> Change:
        new = evolve(spot, polygon=line, sure=True, tags=spot.tags - {GROWN})
        spots = {k.id: k for k in s.drawn.of(self.kind)} | {spot.id: new}
        return Change((plain_spot(new), borders_op(s, spots)), chosen={})

    def _joined(self, s: Scene, spot: Spot | None, at: Point) -> Change:
        """The part under a touch becomes the county's own; what is in another county stays there."""
        if spot is None:
            return Change(chosen={})
        others = [k for k in s.drawn.of(self.kind) if k.id != spot.id]
        part = s.eyes.land(at, tuple(k.at for k in others))
        ring = tuple(part["polygon"])
        strange = spot.tone and math.dist(spot.tone, part["tone"] or spot.tone) > OTHER_PRINT
        elsewhere = any(inside(ring, k.at) or (strange and inside(k.polygon, at)) for k in others)
        whole = s.eyes.joined(spot.polygon, ring) if ring and not elsewhere else ()
        if not inside(whole, at):
            return Change(said=_(N_("No outline is seen there: touch elsewhere in it, or draw another outline.")))
        new = evolve(spot, polygon=whole, sure=True, tags=spot.tags - {GROWN})
        spots = {k.id: k for k in others} | {spot.id: new}
        return Change((plain_spot(new), borders_op(s, spots)), chosen={})


def borders_op(s: Scene, spots: Mapping[str, Spot]) -> Op:
    polygons = {k: v.polygon for k, v in spots.items() if v.polygon}
    found = s.eyes.borders(polygons, {k: v.at for k, v in spots.items()})
    return {"do": "borders", "of": [[a, b, round(mm, 1)] for (a, b), mm in sorted(found.items())]}


def _line(text: str) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, _c, y in (p.partition(",") for p in text.split(";") if p))


def _fresh(d: Drawn, kind: str, n: int = 1) -> list[str]:
    """So many names that no place bears yet."""
    free = (name for i in count(1) if (name := f"{kind}_{i}") not in d.spots)
    return list(islice(free, n))


class Links(Plain):
    """Proposed links between neighbours; touching two counties makes or cuts one."""

    id = "links"
    kind = "county"
    sentence = N_("Do the neighbours fit? Touch two counties to link or to part them.")
    nobody = N_("No county lies there.")

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        first = s.chosen.get("from", "")
        strokes = tuple(
            Stroke((d.spots[a].at, d.spots[b].at), "doubt" if self._unsure(d, (a, b)) else "link")
            for a, b in sorted(d.links(DOUBT_MM[1]))
        )
        n = len(strokes)
        open_ = {p for p, mm in d.offered.items() if DOUBT_MM[0] <= mm < DOUBT_MM[1]} - d.linked - d.parted
        asked = tuple(Stroke((d.spots[a].at, d.spots[b].at), "asked") for a, b in sorted(open_)
                      if a in d.spots and b in d.spots)  # fmt: skip
        doubt = sum(x.look == "doubt" for x in strokes)
        sentence = _(self.sentence)
        if first in d.spots:
            sentence = _(N_("{county}: touch the other one.")).format(county=i18n.capital(land_name(d, first)))
        fact = i18n.ngettext("{n} link", "{n} links", n).format(n=n)
        if asked:
            fact += ", " + i18n.ngettext("{n} pair asked", "{n} pairs asked", len(asked)).format(n=len(asked))
        if doubt:
            fact += ", " + i18n.ngettext("{n} of them unsure", "{n} of them unsure", doubt).format(n=doubt)
        dots = tuple(Dot(x.at, "place", x.ink, lit=x.id == first) for x in d.of(self.kind))
        return Stage(
            self.id, 0, 0, sentence, patches=patches(d, self.kind, first), strokes=(*strokes, *asked), dots=dots,
            found=_(N_("Links are rules: a move needs a neighbour.")), fact=fact,
            focus=d.spots[first].at if first in d.spots else None, ready=True,
        )  # fmt: skip

    def _unsure(self, d: Drawn, p: tuple[str, str]) -> bool:
        mm = d.offered.get(p, 0.0)
        return p not in d.linked and mm < DOUBT_MM[2]

    def tap(self, s: Scene, at: Point) -> Change:
        d = s.drawn
        name, first = touched(d, at, self.kind), s.chosen.get("from", "")
        if not name:
            return Change(chosen={}, said=_(self.nobody))
        if not first or first not in d.spots:
            return Change(chosen={"from": name})
        if name == first:
            return Change(chosen={})
        on = pair(first, name) not in d.links(DOUBT_MM[1])
        return Change(({"do": "link", "a": first, "b": name, "on": on},), chosen={})

    def drag(self, s: Scene, start: Point, end: Point) -> Change:
        """Drawing a line from one county to another is the same in one go."""
        a, b = touched(s.drawn, start, self.kind), touched(s.drawn, end, self.kind)
        if not a or not b or a == b:
            return self.tap(s, end)
        on = pair(a, b) not in s.drawn.links(DOUBT_MM[1])
        return Change(({"do": "link", "a": a, "b": b, "on": on},), chosen={})


class Chosen(Plain):
    """So many counties get a tag; touching one again takes it away."""

    kind = "county"

    def __init__(self, tag: str, of: int, sentence: str, mark: str) -> None:
        self.id = self.tag = tag
        self.of, self.sentence, self.mark = of, sentence, mark

    def stage(self, s: Scene) -> Stage:
        d = s.drawn
        have = [x for x in d.of(self.kind) if self.tag in x.tags]
        left = self.of - len(have)
        sentence = _(self.sentence).format(n=len(have), of=self.of)
        missing = i18n.ngettext("{n} county to go", "{n} counties to go", left).format(n=left) if left > 0 else ""
        if left < 0:
            missing = i18n.ngettext("{n} county too many", "{n} counties too many", -left).format(n=-left)
        last = have[-1] if have else None
        return Stage(
            self.id, 0, 0, sentence, patches=patches(d, self.kind), dots=tuple(Dot(x.at, self.mark) for x in have),
            found=i18n.capital(land_name(d, last.id)) if last else "", missing=missing, ready=left == 0,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        name = touched(s.drawn, at, self.kind)
        if not name:
            return Change(said=_(N_("No county lies there.")))
        on = self.tag not in s.drawn.spots[name].tags
        return Change(({"do": "tag", "id": name, "tag": self.tag, "on": on},))

    def full(self, s: Scene) -> bool:
        return sum(self.tag in x.tags for x in s.drawn.of(self.kind)) == self.of
