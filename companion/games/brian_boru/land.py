"""The land as public sources agree on it, and what a captured board tells differently.

A board of one's own may differ and still be played on: what is found here are warnings, not faults.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from companion.engine.spaces import Board
from companion.engine.yamlfile import DataError, Document, Fault
from companion.games.brian_boru.box import COLOURS, ORIGINS, REGIONS


@frozen
class Town:
    colour: str
    roads: tuple[str, ...]
    where: str


@frozen
class Region:
    name: str
    threshold: int
    value: int


@frozen
class Land:
    regions: Mapping[str, Region]
    towns: Mapping[str, Town]


@frozen
class LandNote:
    """One difference between a board and the known land; ``space`` as the board names it."""

    space: str
    what: str  # missing | unknown | colour | region | roads | threshold | value
    expected: str
    found: str


def read(doc: Document) -> Land:
    """The land of a data file; raises DataError with file, line and key."""
    data = doc.data if isinstance(doc.data, Mapping) else {}
    faults: list[Fault] = []

    def bad(path: tuple[str | int, ...], expected: str, found: object = "") -> None:
        faults.append(doc.fault(path, expected, found))

    regions: dict[str, Region] = {}
    for letter in REGIONS:
        raw = _mapping(data.get("regions")).get(letter)
        if not isinstance(raw, Mapping):
            bad(("regions", letter), "a region with name, threshold, value, towns and origin", raw)
            continue
        for key in ("threshold", "value"):
            if not _number(raw.get(key)):
                bad(("regions", letter, key), "a whole number, 1 or more", raw.get(key))
        if raw.get("origin") not in ORIGINS:
            bad(("regions", letter, "origin"), "an origin: " + ", ".join(ORIGINS), raw.get("origin"))
        regions[letter] = Region(str(raw.get("name", letter)), _int(raw.get("threshold")), _int(raw.get("value")))
    towns = _mapping(data.get("towns"))
    for name, raw in towns.items():
        if not isinstance(raw, Mapping) or str(name)[:1] not in REGIONS:
            bad(("towns", name), "a town named by its region and a number", raw)
            continue
        if raw.get("colour") not in COLOURS:
            bad(("towns", name, "colour"), "a colour: " + ", ".join(COLOURS), raw.get("colour"))
        if raw.get("origin") not in ORIGINS:
            bad(("towns", name, "origin"), "an origin: " + ", ".join(ORIGINS), raw.get("origin"))
        for other in raw.get("roads") or ():
            if name not in (_mapping(towns.get(other)).get("roads") or ()):
                bad(("towns", name, "roads"), f"a road that {other} has as well", other)
    for letter, raw in _mapping(data.get("regions")).items():
        counted = {c: sum(t.get("colour") == c for n, t in towns.items() if str(n)[:1] == letter) for c in COLOURS}
        if isinstance(raw, Mapping) and raw.get("towns") != counted:
            bad(("regions", letter, "towns"), f"the towns listed below: {counted}", raw.get("towns"))
    if faults:
        raise DataError(faults)
    known = {str(n): Town(t["colour"], tuple(t.get("roads") or ()), str(t.get("where", ""))) for n, t in towns.items()}
    return Land(regions, known)


def _mapping(value: Any) -> Mapping[Any, Any]:
    return value if isinstance(value, Mapping) else {}


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _int(value: Any) -> int:
    return value if isinstance(value, int) else 0


def check(board: Board, land: Land) -> Iterator[LandNote]:
    """Where a board tells another colour, region, road, threshold or value, or other towns at all."""
    spaces = {s.id: s for s in board.spaces if s.kind == "town"}
    for name, town in land.towns.items():
        space = spaces.get(name)
        if space is None:
            yield LandNote(name, "missing", "a town", "none")
            continue
        if space.ink != town.colour:
            yield LandNote(name, "colour", town.colour, space.ink)
        if space.tags.get("region") != name[0]:
            yield LandNote(name, "region", name[0], str(space.tags.get("region")))
        if sorted(space.neighbours) != sorted(town.roads):
            yield LandNote(name, "roads", " ".join(sorted(town.roads)), " ".join(sorted(space.neighbours)))
    for name in spaces.keys() - land.towns.keys():
        yield LandNote(name, "unknown", "no such town", name)
    for space in board.spaces:
        region = land.regions.get(str(space.tags.get("region"))) if space.kind == "region" else None
        if region is not None:
            for what, expected in (("threshold", region.threshold), ("value", region.value)):
                if space.tags.get(what) != expected:
                    yield LandNote(space.id, what, str(expected), str(space.tags.get(what)))
