"""A map of one's own for Walisk as data: what touches have told, and the map file that comes of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from companion import i18n
from companion.capture.draft import Drawn, Point, Row, Spot, written
from companion.capture.geometry import area, clipped
from companion.capture.stage import DOUBT_MM
from companion.engine.boards import house_board
from companion.engine.words import N_

KIND = "field"
SEA = "sea"


def _(text: str) -> str:
    return i18n.gettext(text)


def tagged(s: Spot, group: str) -> tuple[str, ...]:
    """What its tags of a group name: its kind, its tribe, sea fields with a steep coast, or of its second coast."""
    return tuple(sorted(t.removeprefix(group + ":") for t in s.tags if t.startswith(group + ":")))


def kind_of(s: Spot) -> str:
    return next(iter(tagged(s, "kind")), "settle")


def tribe_of(s: Spot) -> str:
    return next(iter(tagged(s, "tribe")), "")


def chain(d: Drawn, name: str) -> tuple[tuple[str, str], ...]:
    """Banks of a river's segments."""
    out = []
    for c in d.rows.get(name, Row()).cells:
        a, _bar, b = c.id.partition("|")
        out.append((a, b))
    return tuple(out)


def rivers(d: Drawn) -> tuple[str, ...]:
    return _numbered(d, "river_")


def lakes(d: Drawn) -> dict[str, tuple[str, ...]]:
    """Inland lakes and their shores."""
    return {n: tuple(c.id for c in d.rows[n].cells) for n in _numbered(d, "lake_")}


def _numbered(d: Drawn, what: str) -> tuple[str, ...]:
    return tuple(
        sorted((n for n in d.rows if n.startswith(what) and d.rows[n].cells), key=lambda n: int(n[len(what) :]))
    )


def rim(d: Drawn) -> frozenset[str]:
    """Sea fields that seem to lie at the edge: on one side of them there is no other field."""
    spots = d.of(KIND)
    found = set()
    for s in spots:
        ways = [(o.at[0] - s.at[0], o.at[1] - s.at[1]) for o in spots if o.id != s.id]
        sides = ({"right", "left"}, {"down", "up"})
        taken = {("right" if x > 0 else "left") if abs(x) >= abs(y) else ("down" if y > 0 else "up") for x, y in ways}
        if kind_of(s) == SEA and set().union(*sides) - taken:
            found.add(s.id)
    return frozenset(found)


def middle(at: Mapping[str, Point], a: str, b: str) -> Point:
    return ((at[a][0] + at[b][0]) / 2, (at[a][1] + at[b][1]) / 2)


def links(d: Drawn) -> frozenset[tuple[str, str]]:
    return d.links(DOUBT_MM[1])


HOLDS = {
    "settle": {"man": 16, "ship": 8, "rukr": 16, "house": 5, "die": 2}, "home": {"rukr": 24, "die": 1},
    "void": {"die": 1}, "sea": {"man": 16, "ship": 8, "die": 1},
}  # fmt: skip


def document(drawn: Drawn, size_mm: Point, ident: str) -> dict[str, Any]:
    """A map file as Walisk reads it."""
    house = house_board("walisk", "small").doc
    fields = drawn.of(KIND)
    near: dict[str, set[str]] = {x.id: set() for x in fields}
    for a, b in links(drawn):
        if a in near and b in near:
            near[a].add(b)
            near[b].add(a)
    steep = [[x.id, sea] for x in fields for sea in tagged(x, "steep") if sea in near]
    inland = {n: [f for f in shore if f in near] for n, shore in lakes(drawn).items()}
    streams = [_river(drawn, n, near, inland) for n in rivers(drawn)]
    tow = [_tow(x.id, streams) for x in fields if "tow" in x.tags]
    data: dict[str, Any] = {
        "own_colours": dict(house["data"].get("own_colours", {})), "steep": steep, "rivers": streams,
        "tow": [t for t in tow if t], "waligoi": False,
    }  # fmt: skip
    if inland:
        data["lakes"] = [
            {"id": n, "name": _(N_("Lake {n}")).format(n=n[5:]), "shore": shore} for n, shore in inland.items() if shore
        ]
    shores = {x.id: two for x in fields if (two := _coasts(drawn, x, near[x.id]))}
    if shores:
        data["shores"] = shores
    return {
        "schema": 1, "game": "walisk", "id": ident, "source": "own", "size_mm": [round(v, 1) for v in size_mm],
        "pieces": [dict(p) for p in house["pieces"]], "colours": list(drawn.colours or house["colours"]), "data": data,
        "spaces": [_field(x, sorted(near[x.id]), size_mm) for x in fields],
    }  # fmt: skip


def _river(d: Drawn, name: str, near: Mapping[str, set[str]], inland: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    """Segments from the mouth on; the mouth is the sea field that touches all banks of the first one. An end between
    two shores of one lake is in that lake."""
    segments = [sorted({a, b}) for a, b in chain(d, name) if a in near and b in near]
    seas = set.intersection(*(near[b] for b in segments[0])) if segments else set()
    mouth = sorted(n for n in seas if kind_of(d.spots[n]) == SEA)
    out: dict[str, Any] = {"id": name, "name": _(N_("River {n}")).format(n=name[6:]), "segments": segments}
    if mouth:
        out["mouth"] = mouth[0]
    elif segments and (lake := _between(segments[0], inland)):
        out["mouth_lake"] = lake
    if segments and (lake := _between(segments[-1], inland)) and lake != out.get("mouth_lake"):
        out["source_lake"] = lake
    return out


def _between(segment: list[str], inland: Mapping[str, Iterable[str]]) -> str:
    return next((n for n, shore in inland.items() if set(segment) <= set(shore)), "")


def _coasts(d: Drawn, s: Spot, near: set[str]) -> list[list[str]]:
    """Two coasts of a district, where somebody said so; [] for one."""
    seas = sorted(n for n in near if kind_of(d.spots[n]) == SEA)
    second = [n for n in tagged(s, "coast") if n in seas]
    first = [n for n in seas if n not in second]
    return [first, second] if first and second else []


def _tow(district: str, streams: list[dict[str, Any]]) -> dict[str, Any]:
    """A tow place between the first two rivers that have this district for a bank."""
    there = [r["id"] for r in streams if any(district in seg for seg in r["segments"])]
    return {"district": district, "rivers": there[:2], "cost": 4} if len(there) > 1 else {}


def _field(s: Spot, near: list[str], size_mm: Point) -> dict[str, Any]:
    kind, tribe = kind_of(s), tribe_of(s)
    tags: dict[str, Any] = {"tribe": tribe} if tribe else {}
    for tag in ("travel", "rim"):
        if tag in s.tags:
            tags[tag] = True
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
    return {**out, "polygon": written(ring)}
