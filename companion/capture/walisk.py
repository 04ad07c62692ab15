"""A map of one's own for Walisk: fields of four kinds, links, tribes, travel signs, steep coasts, rivers, tow places.

All of it is logic, so it can be drawn on an empty sheet as well. Lakes are not captured: they stay out of the map file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from companion import i18n
from companion.capture import frame, lands
from companion.capture.draft import Drawn, Point, Row, Spot, pair, plain_spot
from companion.capture.geometry import area, clipped, inside
from companion.capture.lands import DOUBT_MM, patches, touched
from companion.capture.plans import Plan
from companion.capture.stage import Change, Dot, Note, Pick, Plain, Scene, Stage, Stroke
from companion.engine.boards import house_board
from companion.engine.words import N_
from companion.engine.yamlfile import Document
from companion.games.walisk import box, checks, maps

KIND = "field"
KINDS = {"settle": N_("District"), "home": N_("Rukr home"), "void": N_("Void district"), "sea": N_("Sea field")}
SHORT = {
    "settle": N_("District {n}"), "home": N_("Home {n}"), "void": N_("Void district {n}"), "sea": N_("Sea field {n}"),
}  # fmt: skip
INK = {"atlier": "green", "gauten": "red", "heden": "brown", "bognaren": "blue", "": "yellow"}
TRIBES = {
    "atlier": N_("Green: Atlier"), "gauten": N_("Red: Gauten"), "heden": N_("Brown: Heden"),
    "bognaren": N_("Blue: Bognaren"), "": N_("Yellow: no tribe"),
}  # fmt: skip
MARK = {"sea": "place", "home": "tower", "void": "warn"}  # on the picture; districts have their colour's sign
PLAYERS, DISTANCE = 2, 2  # what a map must have room for at least
LEAST = 4


def _(text: str) -> str:
    return i18n.gettext(text)


def kind_of(s: Spot) -> str:
    return next((t[5:] for t in s.tags if t.startswith("kind:")), "settle")


def tribe_of(s: Spot) -> str:
    return next((t[6:] for t in s.tags if t.startswith("tribe:")), "")


def _inked(s: Spot) -> Spot:
    """The spot in the colour that shows its kind and tribe."""
    kind = kind_of(s)
    ink = {"sea": "sea", "home": "grey", "void": "grey"}.get(kind, INK[tribe_of(s)])
    return evolve(s, ink=ink, given=True)


def _tagged(s: Spot, group: str, value: str) -> Spot:
    tags = {t for t in s.tags if not t.startswith(group + ":")}
    return _inked(evolve(s, tags=frozenset(tags | ({f"{group}:{value}"} if value else set()))))


def _chain(d: Drawn, name: str) -> tuple[tuple[str, str], ...]:
    """Banks of a river's segments."""
    out = []
    for c in d.rows.get(name, Row()).cells:
        a, _bar, b = c.id.partition("|")
        out.append((a, b))
    return tuple(out)


def rivers(d: Drawn) -> tuple[str, ...]:
    return tuple(sorted(n for n in d.rows if n.startswith("river_") and d.rows[n].cells))


def _brushes(now: str, words: Mapping[str, str], inks: Mapping[str, str]) -> tuple[Pick, ...]:
    return tuple(Pick(f"brush:{k}", _(t), ink=inks.get(k, ""), chosen=k == now) for k, t in words.items())


class Fields(Plain):
    """The kind is chosen first, then the middle of each field of that kind is touched."""

    id = "fields"

    def stage(self, s: Scene) -> Stage:
        d, brush = s.drawn, s.chosen.get("brush", "settle")
        n = len(d.of(KIND))
        picks = (
            *_brushes(brush, KINDS, {"settle": "yellow"}),
            Pick("brush:drop", _(N_("Take a field away")), chosen=brush == "drop"),
        )
        counts = {k: sum(kind_of(x) == k for x in d.of(KIND)) for k in KINDS}
        counted = ", ".join(f"{_(KINDS[k])} {count}" for k, count in counts.items() if count)
        last = d.of(KIND)[-1] if n else None
        return Stage(
            self.id, 0, 0, _(N_("Choose a kind, then touch the middle of every field of that kind.")),
            patches=patches(d, KIND), dots=tuple(Dot(x.at, MARK[kind_of(x)]) for x in d.of(KIND) if kind_of(x) in MARK),
            picks=picks,
            found=last.name if last else "", fact=counted, focus=last.at if last else None,
            missing=_(N_("four fields or more")) if n < LEAST else "", ready=n >= LEAST,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        d, brush = s.drawn, s.chosen.get("brush", "settle")
        known = touched(d, at, KIND)
        if brush == "drop":
            return Change(({"do": "drop", "id": known},)) if known else Change(said=_(N_("No field lies there.")))
        if known and kind_of(d.spots[known]) == brush:
            return Change(said=_(N_("This field is there already.")))
        if known:
            return Change((plain_spot(_tagged(evolve(d.spots[known], name=_named(d, brush)), "kind", brush)),))
        others = tuple(x.at for x in d.of(KIND))
        land = s.eyes.land(at, others)
        line = tuple(land["polygon"])
        line = line if len(line) > 2 and inside(line, at) else ()
        n = 1 + max((int(x.id[1:]) for x in d.of(KIND)), default=0)
        spot = Spot(f"f{n}", KIND, at, line, tone=tuple(land["tone"]), sure=bool(land["sure"]), name=_named(d, brush))
        spot = _tagged(spot, "kind", brush)
        spots = {x.id: x for x in d.of(KIND)} | {spot.id: spot}
        return Change((plain_spot(spot), lands.borders_op(s, spots)))

    def choose(self, s: Scene, key: str) -> Change:
        return Change(chosen={"brush": key.removeprefix("brush:")})


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


class Signs(Plain):
    """Tribes and travel signs: what is chosen goes onto every field that is touched."""

    id = "signs"

    def stage(self, s: Scene) -> Stage:
        d, brush = s.drawn, s.chosen.get("brush", "travel")
        inks = {k: i for k, i in INK.items() if i not in ("brown",)}
        picks = (
            *_brushes(brush, {f"tribe:{k}": t for k, t in TRIBES.items()}, {f"tribe:{k}": i for k, i in inks.items()}),
            Pick("brush:travel", _(N_("Travel sign")), chosen=brush == "travel"),
        )
        signs = [x for x in d.of(KIND) if "travel" in x.tags]
        return Stage(
            self.id, 0, 0, _(N_("Choose a tribe or the travel sign, then touch its fields.")), patches=patches(d, KIND),
            dots=tuple(Dot(x.at, "star") for x in signs), picks=picks,
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
        if kind_of(spot) != "settle":
            return Change(said=_(N_("Only districts that can be settled belong to a tribe.")))
        return Change((plain_spot(_tagged(spot, "tribe", brush.removeprefix("tribe:"))),))

    def choose(self, s: Scene, key: str) -> Change:
        return Change(chosen={"brush": key.removeprefix("brush:")})


class Waters(Plain):
    """Steep coasts, rivers from mouth to source, tow places; all by touching one field after the other."""

    id = "waters"
    words: Mapping[str, str] = {
        "steep": N_("Steep coast"), "river": N_("River goes on"), "fresh": N_("New river"), "tow": N_("Tow place"),
    }  # fmt: skip
    todo: Mapping[str, str] = {
        "steep": N_("Touch a district and its sea field where the coast is steep."),
        "river": N_("From mouth to source: touch both banks of each part; one twice where the river runs inside."),
        "fresh": N_("From mouth to source: touch both banks of each part; one twice where the river runs inside."),
        "tow": N_("Touch the district where ships change between two rivers."),
    }  # fmt: skip

    def stage(self, s: Scene) -> Stage:
        d, brush, first = s.drawn, s.chosen.get("brush", "steep"), s.chosen.get("from", "")
        at = {x.id: x.at for x in d.of(KIND)}
        strokes = [Stroke((at[x.id], at[o]), "doubt") for x in d.of(KIND) for o in _steep(x) if o in at]
        for name in rivers(d):
            line = tuple(_middle(at, a, b) for a, b in _chain(d, name) if a in at and b in at)
            strokes.append(Stroke(line, "path"))
        sentence = _(self.todo[brush])
        if first in d.spots:
            sentence = _(N_("{county}: touch the other one.")).format(county=d.spots[first].name)
        n = len(rivers(d))
        return Stage(
            self.id, 0, 0, sentence, patches=patches(d, KIND, first), strokes=tuple(strokes),
            dots=tuple(Dot(x.at, "start") for x in d.of(KIND) if "tow" in x.tags),
            picks=_brushes(brush, self.words, {}),
            fact=i18n.ngettext("{n} river", "{n} rivers", n).format(n=n), ready=True,
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        d, brush, first = s.drawn, s.chosen.get("brush", "steep"), s.chosen.get("from", "")
        name = touched(d, at, KIND)
        if not name:
            return Change(chosen={"brush": brush}, said=_(N_("No field lies there.")))
        if brush == "tow":
            on = "tow" not in d.spots[name].tags
            return Change(({"do": "tag", "id": name, "tag": "tow", "on": on},))
        if not first:
            return Change(chosen={"brush": brush, "from": name})
        if brush == "steep":
            return self._coast(d, first, name)
        return self._flow(d, first, name, fresh=brush == "fresh")

    def _coast(self, d: Drawn, first: str, name: str) -> Change:
        back = {"brush": "steep"}
        land, sea = sorted((first, name), key=lambda n: kind_of(d.spots[n]) == "sea")
        if kind_of(d.spots[sea]) != "sea" or kind_of(d.spots[land]) == "sea" or pair(land, sea) not in _links(d):
            return Change(chosen=back, said=_(N_("A coast lies between a district and a sea field beside it.")))
        on = sea not in _steep(d.spots[land])
        return Change(({"do": "tag", "id": land, "tag": f"steep:{sea}", "on": on},), chosen=back)

    def _flow(self, d: Drawn, first: str, name: str, *, fresh: bool) -> Change:
        back = {"brush": "river"}
        if "sea" in (kind_of(d.spots[first]), kind_of(d.spots[name])):
            return Change(chosen=back, said=_(N_("Rivers run between districts.")))
        if first != name and pair(first, name) not in _links(d):
            return Change(chosen=back, said=_(N_("These two are no neighbours: link them first.")))
        known = rivers(d)
        river = known[-1] if known and not fresh else f"river_{len(known) + 1}"
        cells = [plain_spot(c) for c in d.rows.get(river, Row()).cells]
        at = {x.id: x.at for x in d.of(KIND)}
        cells.append(plain_spot(Spot(f"{first}|{name}", "bank", _middle(at, first, name))))
        return Change(({"do": "row", "id": river, "touched": [], "cells": cells},), chosen=back)

    def choose(self, s: Scene, key: str) -> Change:
        return Change(chosen={"brush": key.removeprefix("brush:")})


def _steep(s: Spot) -> tuple[str, ...]:
    return tuple(sorted(t[6:] for t in s.tags if t.startswith("steep:")))


def _middle(at: Mapping[str, Point], a: str, b: str) -> Point:
    return ((at[a][0] + at[b][0]) / 2, (at[a][1] + at[b][1]) / 2)


def _links(d: Drawn) -> frozenset[tuple[str, str]]:
    return d.links(DOUBT_MM[1])


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
    return Plan("walisk", steps, document, playable, minutes=20, logic=True)


HOLDS = {
    "settle": {"man": 16, "ship": 8, "rukr": 16, "house": 5, "die": 2}, "home": {"rukr": 24, "die": 1},
    "void": {"die": 1}, "sea": {"man": 16, "ship": 8, "die": 1},
}  # fmt: skip


def document(drawn: Drawn, size_mm: Point, ident: str) -> dict[str, Any]:
    """A map file as Walisk reads it."""
    house = house_board("walisk", "small").doc
    fields = drawn.of(KIND)
    near: dict[str, set[str]] = {x.id: set() for x in fields}
    for a, b in _links(drawn):
        if a in near and b in near:
            near[a].add(b)
            near[b].add(a)
    steep = [[x.id, sea] for x in fields for sea in _steep(x) if sea in near]
    streams = [_river(drawn, n, near) for n in rivers(drawn)]
    tow = [_tow(x.id, streams) for x in fields if "tow" in x.tags]
    data: dict[str, Any] = {
        "own_colours": dict(house["data"].get("own_colours", {})), "steep": steep, "rivers": streams,
        "tow": [t for t in tow if t], "waligoi": False,
    }  # fmt: skip
    return {
        "schema": 1, "game": "walisk", "id": ident, "source": "own", "size_mm": [round(v, 1) for v in size_mm],
        "pieces": [dict(p) for p in house["pieces"]], "colours": list(drawn.colours or house["colours"]), "data": data,
        "spaces": [_field(x, sorted(near[x.id]), size_mm) for x in fields],
    }  # fmt: skip


def _river(d: Drawn, name: str, near: Mapping[str, set[str]]) -> dict[str, Any]:
    """Segments from the mouth on; the mouth is the sea field that touches all banks of the first one."""
    segments = [sorted({a, b}) for a, b in _chain(d, name) if a in near and b in near]
    seas = set.intersection(*(near[b] for b in segments[0])) if segments else set()
    mouth = sorted(n for n in seas if kind_of(d.spots[n]) == "sea")
    out: dict[str, Any] = {"id": name, "name": _(N_("River {n}")).format(n=name[6:]), "segments": segments}
    return {**out, "mouth": mouth[0]} if mouth else out


def _tow(district: str, streams: list[dict[str, Any]]) -> dict[str, Any]:
    """A tow place between the first two rivers that have this district for a bank."""
    there = [r["id"] for r in streams if any(district in seg for seg in r["segments"])]
    return {"district": district, "rivers": there[:2], "cost": 4} if len(there) > 1 else {}


def _field(s: Spot, near: list[str], size_mm: Point) -> dict[str, Any]:
    kind, tribe = kind_of(s), tribe_of(s)
    tags: dict[str, Any] = {"tribe": tribe} if tribe else {}
    if "travel" in s.tags:
        tags["travel"] = True
    out: dict[str, Any] = {
        "id": s.id, "kind": kind, "name": s.name, "ink": s.ink, "centre": [round(v, 1) for v in s.at],
        "holds": HOLDS[kind], "neighbours": near,
    }  # fmt: skip
    if tags:
        out["tags"] = tags
    ring = clipped(s.polygon, size_mm) if len(s.polygon) > 2 else ()
    if not ring or area(ring) < 1.0:
        turn = [math.pi * k / 3 for k in range(6)]
        ring = clipped([(s.at[0] + 16 * math.cos(a), s.at[1] + 16 * math.sin(a)) for a in turn], size_mm)
    return {**out, "polygon": [[round(x, 1), round(y, 1)] for x, y in ring]}


__all__ = ["document", "findings", "plan", "playable"]
