"""What is wrong with a table or its map, or only unlike Waligoi: a sentence for each check MV1 to MV12."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.types import Facts
from companion.engine.words import N_, Figure, Say, Where, first_known

# Several sentences for one check: the first whose fields are all known is told.
FINDINGS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("MV1", "WA-1.3"): (N_("{field} names {other} as a neighbour, but not the other way round, or there is no such "
                           "field."),
                        N_("Two fields of the map have the same id: {field}."),),
    ("MV1", "WA-4.11"): (N_("{other} names {field}, and there is no such place for a river or lake."),),
    ("MV2", "WA-1.3"): (N_("The map falls apart: no border leads to {fields}."),),
    ("MV3", "WA-1.3"): (N_("The map has {settle} districts, {home} homes of the Rukr, {void} void districts and {sea} "
                           "sea fields; Waligoi has {settle_2}, {home_2}, {void_2} and {sea_2}."),),
    ("MV4", "WA-1.4"): (N_("{field} has a travel sign: they lie on sea fields and void districts only."),
                        N_("The map has {found} travel signs; Waligoi has {expected}."),),
    ("MV4", "WA-0.2"): (N_("The map has no travel sign: choose forays instead of voyages."),),
    ("MV5", "WA-R22"): (N_("Victory at {victory} districts is too early: it takes more than half of {settle}."),
                        N_("Victory at {victory} districts cannot be reached: the map has {most}."),),
    ("MV6", "WA-4.15"): (N_("{field} and {other} have no coast between them that could be steep."),),
    ("MV6", "WA-R36"): (N_("The shores of {field} do not name each of its sea fields once."),),
    ("MV6", "WA-4.17"): (N_("A river runs between {field} and {other}, but they are no neighbours."),),
    ("MV7", "WA-R33"): (N_("The river {river} jumps from {field} to {other}: its stretches do not meet."),),
    ("MV8", "WA-R34"): (N_("The river {river} ends in {field}, which does not lie at {other}."),),
    ("MV9", "WA-4.17"): (N_("{found} rivers end in {field}; on Waligoi it is one at most."),),
    ("MV10", "WA-4.17"): (N_("{found} rivers of the map have no way to the sea; on Waligoi it is one."),),
    ("MV10", "WA-1.7"): (N_("The map has {found} tow places; Waligoi has one."),),
    ("MV10", "WA-4.19"): (N_("The tow place {field} does not lie on the river {other}."),),
    ("MV11", "WA-1.6"): (N_("{field} is a home of the Rukr: it can have no tribe, travel sign, river or lake."),),
    ("MV12", "WA-2.6"): (N_("The map has no room for {players} players on land: of {found} districts that can be "
                            "starts, only {fit} lie far enough apart."),
                         N_("The map has no room for {players} players on land: only {found} districts can be "
                            "starts."),),
    ("", "WA-2.18"): (N_("Victory at {victory} districts cannot be reached: the map has {most}."),),
    ("", "WA-2.13"): (N_("The turn order names every player once: the numbers from 0 to {last}."),),
}  # fmt: skip
PLACES = ("field", "other")
KINDS = ("settle", "home", "void", "sea")


def map_line(rule: str, known: Facts) -> Say | None:
    """The sentence of a finding by its rule and facts, ``check`` among them; None for what is no finding."""
    told: dict[str, Any] = {}
    for name, value in known:
        if isinstance(value, int):
            told[name] = Figure(value)
        elif name in PLACES and value:
            told[name] = Where(value)
        elif name == "fields":
            told[name] = tuple(Where(v) for v in value)
        elif name in ("found", "expected"):
            told |= {k + "_2" * (name == "expected"): Figure(n) for k, n in zip(KINDS, value, strict=True)}
        else:
            told[name] = value
    check = told.pop("check", "")
    return first_known(FINDINGS.get((check, rule), ()), told)
