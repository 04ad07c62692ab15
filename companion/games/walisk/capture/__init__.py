"""A map of one's own for Walisk: fields, links, tribes, signs, the rim, coasts, rivers, lakes, tow places.

All of it is logic, so it can be drawn on an empty sheet as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from companion import i18n
from companion.capture import frame, lands, naming
from companion.capture.draft import Drawn, Op, Point, Row, Spot, pair, plain_spot
from companion.capture.geometry import inside
from companion.capture.lands import patches, touched
from companion.capture.plans import Plan
from companion.capture.stage import Change, Dot, Note, Pick, Plain, Scene, Stage, Stroke
from companion.engine.words import N_
from companion.engine.yamlfile import Document
from companion.games.walisk import box, checks, maps
from companion.games.walisk.capture.map import (
    KIND,
    chain,
    document,
    kind_of,
    lakes,
    links,
    middle,
    rim,
    rivers,
    tagged,
    tribe_of,
)

KINDS = {"settle": N_("District"), "home": N_("Rukr home"), "void": N_("Void district"), "sea": N_("Sea field")}
SHORT = {
    "settle": N_("District {n}"), "home": N_("Home {n}"), "void": N_("Void district {n}"), "sea": N_("Sea field {n}"),
}  # fmt: skip
INK = {"atlier": "green", "gauten": "red", "heden": "brown", "bognaren": "blue", "": "yellow"}
TRIBES = {
    "atlier": N_("Green: Atlier"), "gauten": N_("Red: Gauten"), "heden": N_("Brown: Heden"),
    "bognaren": N_("Blue: Bognaren"), "": N_("Yellow: no tribe"),
}  # fmt: skip
INKS = {"settle": "yellow"}
MARK = {"sea": "place", "home": "tower", "void": "warn"}  # on the picture; districts have their colour's sign
PLAYERS, DISTANCE = 2, 2  # what a map must have room for at least
LEAST = 4


def _(text: str) -> str:
    return i18n.gettext(text)


def _inked(s: Spot) -> Spot:
    """The spot in the colour that shows its kind and tribe."""
    kind = kind_of(s)
    ink = {"sea": "sea", "home": "grey", "void": "grey"}.get(kind, INK[tribe_of(s)])
    return evolve(s, ink=ink, given=True)


def _tagged(s: Spot, group: str, value: str) -> Spot:
    tags = {t for t in s.tags if not t.startswith(group + ":")}
    return _inked(evolve(s, tags=frozenset(tags | ({f"{group}:{value}"} if value else set()))))


def _brushes(now: str, words: Mapping[str, str], inks: Mapping[str, str]) -> tuple[Pick, ...]:
    return tuple(Pick(f"brush:{k}", _(t), ink=inks.get(k, ""), chosen=k == now) for k, t in words.items())


class Painting(Plain):
    """What is chosen as a brush goes onto the fields that are touched."""

    def choose(self, s: Scene, key: str) -> Change:
        return Change(chosen={"brush": key.removeprefix("brush:")})


class Fields(Painting):
    """The kind is chosen first, then the middle of each field of that kind is touched."""

    id = "fields"

    def stage(self, s: Scene) -> Stage:
        d, brush = s.drawn, s.chosen.get("brush", "settle")
        n = len(d.of(KIND))
        counts = {k: sum(kind_of(x) == k for x in d.of(KIND)) for k in KINDS}
        brushes = _brushes(brush, KINDS, INKS)
        picks = (
            *(evolve(p, second=str(n or "")) for p, n in zip(brushes, counts.values(), strict=True)),
            Pick("brush:drop", _(N_("Take a field away")), chosen=brush == "drop"),
        )
        last = _lit(s)
        return Stage(
            self.id, 0, 0, _(N_("Choose a kind, then touch the middle of every field of that kind.")),
            patches=patches(d, KIND), dots=tuple(Dot(x.at, MARK[kind_of(x)]) for x in d.of(KIND) if kind_of(x) in MARK),
            picks=picks, name=naming.asked(last),
            found=last.name if last else "", focus=last.at if last else None,
            missing=_(N_("four fields or more")) if n < LEAST else "", ready=n >= LEAST,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        d, brush = s.drawn, s.chosen.get("brush", "settle")
        known = touched(d, at, KIND)
        if brush == "drop":
            return Change(({"do": "drop", "id": known},)) if known else Change(said=_(N_("No field lies there.")))
        if known and kind_of(d.spots[known]) == brush:
            return Change(chosen={"brush": brush, "spot": known}, said=_(N_("This field is there already.")))
        if known:
            spot = d.spots[known]
            name = spot.name if naming.CALLED in spot.tags else _named(d, brush)
            return Change((plain_spot(_tagged(evolve(spot, name=name), "kind", brush)),))
        others = tuple(x.at for x in d.of(KIND))
        land = s.eyes.land(at, others)
        line = tuple(land["polygon"])
        line = line if len(line) > 2 and inside(line, at) else ()
        n = 1 + max((int(x.id[1:]) for x in d.of(KIND)), default=0)
        spot = Spot(f"f{n}", KIND, at, line, tone=tuple(land["tone"]), sure=bool(land["sure"]), name=_named(d, brush))
        spot = _tagged(spot, "kind", brush)
        spots = {x.id: x for x in d.of(KIND)} | {spot.id: spot}
        return Change((plain_spot(spot), lands.borders_op(s, spots)), chosen={"brush": brush})

    def name(self, s: Scene, text: str) -> Change:
        spot = _lit(s)
        return naming.named(s.drawn, spot, text, _named(s.drawn, kind_of(spot)) if spot else "")


def _lit(s: Scene) -> Spot | None:
    """The field that was touched again, else the one touched last."""
    fields = s.drawn.of(KIND)
    return s.drawn.spots.get(s.chosen.get("spot", "")) or (fields[-1] if fields else None)


def _named(d: Drawn, kind: str) -> str:
    taken = {x.name for x in d.of(KIND)}
    n = 1
    while (name := _(SHORT[kind]).format(n=n)) in taken:
        n += 1
    return name


class FieldLinks(lands.Links):
    kind = KIND
    sentence = N_("Do the neighbours fit? Touch two fields to link or to part them.")
    nobody = N_("No field lies there.")


class Signs(Painting):
    """Tribes, travel signs, and sea fields at the rim: what is chosen goes onto every field that is touched."""

    id = "signs"

    def begin(self, s: Scene) -> tuple[Op, ...]:
        """The rim is proposed once: sea fields with nothing beyond them."""
        if any("rim" in x.tags for x in s.drawn.of(KIND)):
            return ()
        return tuple({"do": "tag", "id": n, "tag": "rim", "on": True} for n in sorted(rim(s.drawn)))

    def stage(self, s: Scene) -> Stage:
        d, brush = s.drawn, s.chosen.get("brush", "travel")
        inks = {k: i for k, i in INK.items() if i not in ("brown",)}
        picks = (
            *_brushes(brush, {f"tribe:{k}": t for k, t in TRIBES.items()}, {f"tribe:{k}": i for k, i in inks.items()}),
            Pick("brush:travel", _(N_("Travel sign")), chosen=brush == "travel"),
            Pick("brush:rim", _(N_("Sea at the rim")), _(N_("invaders come from there")), chosen=brush == "rim"),
        )
        signs = [x for x in d.of(KIND) if "travel" in x.tags]
        marked = [x for x in d.of(KIND) if "rim" in x.tags] if brush == "rim" else signs
        sentence = _(N_("Choose a tribe or the travel sign, then touch its fields."))
        if brush == "rim":
            sentence = _(N_("Do the marked sea fields lie at the rim of the map? Touch those that are wrong."))
        return Stage(
            self.id, 0, 0, sentence, patches=patches(d, KIND), picks=picks,
            dots=tuple(Dot(x.at, "star") for x in marked),
            fact=i18n.ngettext("{n} travel sign", "{n} travel signs", len(signs)).format(n=len(signs)), ready=True,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        d, brush = s.drawn, s.chosen.get("brush", "travel")
        name = touched(d, at, KIND)
        if not name:
            return Change(said=_(N_("No field lies there.")))
        spot = d.spots[name]
        if brush == "travel":
            if kind_of(spot) not in ("sea", "void"):
                return Change(said=_(N_("Travel signs lie on sea fields and void districts only.")))
            return Change(({"do": "tag", "id": name, "tag": "travel", "on": "travel" not in spot.tags},))
        if brush == "rim":
            if kind_of(spot) != "sea":
                return Change(said=_(N_("Only sea fields lie at the rim.")))
            return Change(({"do": "tag", "id": name, "tag": "rim", "on": "rim" not in spot.tags},))
        if kind_of(spot) != "settle":
            return Change(said=_(N_("Only districts that can be settled belong to a tribe.")))
        return Change((plain_spot(_tagged(spot, "tribe", brush.removeprefix("tribe:"))),))

class Waters(Painting):
    """Coasts, rivers from mouth to source, lakes, tow places; all by touching one field after the other."""

    id = "waters"
    words: Mapping[str, str] = {
        "steep": N_("Steep coast"), "river": N_("River goes on"), "fresh": N_("New river"), "lake": N_("Lake"),
        "pool": N_("New lake"), "tow": N_("Tow place"), "coast": N_("Second coast"),
    }  # fmt: skip
    todo: Mapping[str, str] = {
        "steep": N_("Touch a district and its sea field where the coast is steep."),
        "river": N_("From mouth to source: touch both banks of each part; one twice where the river runs inside."),
        "fresh": N_("From mouth to source: touch both banks of each part; one twice where the river runs inside."),
        "lake": N_("Touch every district on the shore of the lake; again to take it off."),
        "pool": N_("Touch every district on the shore of the lake; again to take it off."),
        "tow": N_("Touch the district where ships change between two rivers."),
        "coast": N_("Where land parts a district's seas: touch it, then a sea field of its second coast."),
    }  # fmt: skip

    def stage(self, s: Scene) -> Stage:
        d, brush, first = s.drawn, s.chosen.get("brush", "steep"), s.chosen.get("from", "")
        at = {x.id: x.at for x in d.of(KIND)}
        strokes = [Stroke((at[x.id], at[o]), "doubt") for x in d.of(KIND) for o in tagged(x, "steep") if o in at]
        strokes += [Stroke((at[x.id], at[o])) for x in d.of(KIND) for o in tagged(x, "coast") if o in at]
        for name in rivers(d):
            strokes.append(Stroke(tuple(middle(at, a, b) for a, b in chain(d, name) if a in at and b in at), "path"))
        for shore in lakes(d).values():
            ring = tuple(at[n] for n in shore if n in at)
            strokes.append(Stroke((*ring, *ring[:1]), "path"))
        sentence = _(self.todo[brush])
        if first in d.spots:
            sentence = _(N_("{county}: touch the other one.")).format(county=d.spots[first].name)
        n, pools = len(rivers(d)), len(lakes(d))
        told = [i18n.ngettext("{n} river", "{n} rivers", n).format(n=n)]
        told += [i18n.ngettext("{n} lake", "{n} lakes", pools).format(n=pools)] if pools else []
        return Stage(
            self.id, 0, 0, sentence, patches=patches(d, KIND, first), strokes=tuple(strokes),
            dots=tuple(Dot(x.at, "start") for x in d.of(KIND) if "tow" in x.tags),
            picks=_brushes(brush, self.words, {}), fact=", ".join(told), ready=True,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        d, brush, first = s.drawn, s.chosen.get("brush", "steep"), s.chosen.get("from", "")
        name = touched(d, at, KIND)
        if not name:
            return Change(chosen={"brush": brush}, said=_(N_("No field lies there.")))
        if brush == "tow":
            on = "tow" not in d.spots[name].tags
            return Change(({"do": "tag", "id": name, "tag": "tow", "on": on},))
        if brush in ("lake", "pool"):
            return self._shore(d, name, fresh=brush == "pool")
        if not first:
            return Change(chosen={"brush": brush, "from": name})
        if brush in ("steep", "coast"):
            return self._coast(d, first, name, brush)
        return self._flow(d, first, name, fresh=brush == "fresh")

    def _coast(self, d: Drawn, first: str, name: str, brush: str) -> Change:
        back = {"brush": brush}
        land, sea = sorted((first, name), key=lambda n: kind_of(d.spots[n]) == "sea")
        if kind_of(d.spots[sea]) != "sea" or kind_of(d.spots[land]) == "sea" or pair(land, sea) not in links(d):
            return Change(chosen=back, said=_(N_("A coast lies between a district and a sea field beside it.")))
        tag = f"{brush}:{sea}"
        return Change(({"do": "tag", "id": land, "tag": tag, "on": tag not in d.spots[land].tags},), chosen=back)

    def _shore(self, d: Drawn, name: str, *, fresh: bool) -> Change:
        if kind_of(d.spots[name]) in ("sea", "home"):
            return Change(said=_(N_("Lakes lie between districts, and never at a home of the Rukr.")))
        known = list(lakes(d))
        numbers = [int(n[5:]) for n in known]
        lake = known[-1] if known and not fresh else f"lake_{max(numbers, default=0) + 1}"
        shore = [plain_spot(c) for c in d.rows.get(lake, Row()).cells if c.id != name]
        if len(shore) == len(d.rows.get(lake, Row()).cells):
            shore.append(plain_spot(Spot(name, "shore", d.spots[name].at)))
        return Change(({"do": "row", "id": lake, "touched": [], "cells": shore},), chosen={"brush": "lake"})

    def _flow(self, d: Drawn, first: str, name: str, *, fresh: bool) -> Change:
        back = {"brush": "river"}
        if "sea" in (kind_of(d.spots[first]), kind_of(d.spots[name])):
            return Change(chosen=back, said=_(N_("Rivers run between districts.")))
        if first != name and pair(first, name) not in links(d):
            return Change(chosen=back, said=_(N_("These two are no neighbours: link them first.")))
        known = rivers(d)
        river = known[-1] if known and not fresh else f"river_{len(known) + 1}"
        cells = [plain_spot(c) for c in d.rows.get(river, Row()).cells]
        at = {x.id: x.at for x in d.of(KIND)}
        cells.append(plain_spot(Spot(f"{first}|{name}", "bank", middle(at, first, name))))
        return Change(({"do": "row", "id": river, "touched": [], "cells": cells},), chosen=back)

class Check(Plain):
    """What the rules ask of a map (MV1 to MV12), in words; a finding leads back to its step."""

    id = "check"

    def stage(self, s: Scene) -> Stage:
        notes = findings(s.drawn)
        bad = sum(n.state == "bad" for n in notes)
        sentence = _(N_("The map is complete."))
        if bad:
            sentence = i18n.ngettext(
                "One thing must be put right before you play.", "{n} things must be put right before you play.", bad
            ).format(n=i18n.number_word(bad))
        elif notes:
            sentence = _(N_("This is unusual: is it so on your board?"))
        picks = tuple(Pick(f"step:{n.step}", n.text, n.second) for n in notes)
        return Stage(self.id, 0, 0, sentence, patches=patches(s.drawn, KIND), notes=notes, picks=picks, ready=not bad)

    def choose(self, s: Scene, key: str) -> Change:
        step = key.removeprefix("step:")
        also = ("links",) if step == "fields" else ()
        return Change(({"do": "reopen", "steps": [step, *also, self.id]},), chosen={})


TEXTS: Mapping[str, tuple[str, str]] = {
    "MV1": (N_("A link or a bank does not fit: {places}."), "links"),
    "MV2": (N_("Not every field can be reached: {places}."), "links"),
    "MV3": (N_("The numbers of fields are not those of Waligoi."), "fields"),
    "MV4": (N_("The travel signs are not those of Waligoi."), "signs"),
    "MV6": (N_("A steep coast or a river lies where none can be: {places}."), "waters"),
    "MV7": (N_("A river jumps: {places}."), "waters"),
    "MV8": (N_("A river's mouth touches no sea: {places}."), "waters"),
    "MV9": (N_("Two rivers end at one bank: {places}."), "waters"),
    "MV10": (N_("Rivers without sea, or tow places, are not as on Waligoi."), "waters"),
    "MV11": (N_("A home has a sign, a tribe or water: {places}."), "signs"),
    "MV12": (N_("Two players do not find room to begin: more districts with a coast are needed."), "fields"),
}  # fmt: skip


def findings(d: Drawn) -> tuple[Note, ...]:
    """All findings in words, those that stop the game first."""
    doc = document(d, (500.0, 350.0), "own")
    draft = maps.read(Document.of(doc, "own"))
    counts = box.shipped().counts
    told: dict[str, Note] = {}
    for note in checks.check(draft, counts, PLAYERS, DISTANCE):
        facts = dict(note.facts)
        names = [facts.get("field", ""), facts.get("other", ""), *facts.get("fields", ())]
        places = ", ".join(d.spots[n].name for n in names if n in d.spots)
        text, step = TEXTS.get(note.check, TEXTS["MV1"])
        state = "bad" if note.level == checks.ERROR else "warn"
        if note.check not in told or state == "bad":
            told[note.check] = Note(state, _(text).format(places=places), "", step)
    return tuple(sorted(told.values(), key=lambda n: n.state != "bad"))


def playable(d: Drawn) -> str:
    if len(d.of(KIND)) < LEAST:
        return _(N_("Touch the fields of the map first."))
    return next((n.text for n in findings(d) if n.state == "bad"), "")


def plan() -> Plan:
    steps: tuple[Any, ...] = (
        frame.Corners(), frame.Size(), Fields(), FieldLinks(), Signs(), Waters(), Check(),
    )  # fmt: skip
    return Plan("walisk", steps, document, playable, minutes=20, logic=True, box=False)
