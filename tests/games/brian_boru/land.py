"""The land as public sources agree on it, and what a captured board tells differently.

A board of one's own may differ and still be played on: what is found here are warnings, not faults.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from attrs import frozen

from companion.engine.checked import Count, Faults, Some, one_of
from companion.engine.spaces import Board
from companion.engine.yamlfile import Document
from companion.games.brian_boru.box import COLOURS, REGIONS, Origin


@frozen
class Town:
    colour: Annotated[str, one_of(COLOURS, "a colour: " + ", ".join(COLOURS))]
    origin: Origin
    roads: tuple[str, ...] = ()
    where: str = ""


@frozen
class Region:
    name: str
    threshold: Some
    value: Some
    towns: Mapping[str, Count]
    origin: Origin


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
    r = Faults(doc)
    regions: dict[str, Region] = {letter: r.read(Region, "regions", letter) for letter in REGIONS}
    towns: Mapping[str, Town] = r.read(Mapping[str, Town], "towns")
    for name, town in towns.items():
        if name[:1] not in REGIONS:
            r.bad(("towns", name), "a town named by its region and a number", name)
        for other in town.roads:
            if other not in towns or name not in towns[other].roads:
                r.bad(("towns", name, "roads"), f"a road that {other} has as well", other)
    for letter, region in regions.items():
        counted = {c: sum(t.colour == c for n, t in towns.items() if n[:1] == letter) for c in COLOURS}
        if region.towns != counted:
            r.bad(("regions", letter, "towns"), f"the towns listed below: {counted}", region.towns)
    r.done()
    return Land(regions, towns)


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
