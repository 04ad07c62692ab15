"""What is wrong with a map of Hibernia or with a set-up, in one sentence each."""

from __future__ import annotations

from typing import Any

from companion.engine.types import Facts
from companion.engine.words import N_, Figure, Say, Term, Where, say

FACES = {
    "blue": N_("blue"),
    "green": N_("green"),
    "red": N_("red"),
    "yellow": N_("yellow"),
    "black": N_("black"),
    "purple": N_("purple"),
    "white": N_("white"),
}


def map_line(rule: str, known: Facts) -> Say | None:
    """Why a table cannot be set up like this: the map, or too few soldiers for what lies at the start."""
    f = dict(known)
    if rule in ("HI-R3", "HI-9.7"):
        if "given" in f:
            return say(N_("The shield needs a number for each of {players} players; given: {given}."),
                       players=f["players"], given=Figure(f["given"]))  # fmt: skip
        needed, soldiers = Figure(f["needed"]), Figure(f["soldiers"])
        return say(N_("A player would need {needed} soldiers at the start and has {soldiers}: put fewer on the "
                      "shield, or take more."), needed=needed, soldiers=soldiers)  # fmt: skip
    text = MAP.get(str(f.get("code")))
    if text is None:
        return None
    told: dict[str, Any] = {k: v for k, v in f.items() if k in ("count", "space", "usual", "few")}
    told |= {k: Where(f[k]) for k in ("county", "other") if k in f}
    told |= {k: Term(FACES.get(f[k], f[k])) for k in ("colour", "rare") if k in f}
    told |= {"counties": tuple(Where(c) for c in f["counties"])} if "counties" in f else {}
    return say(text, **told)


MAP = {  # what can be wrong with a map, or unlike the printed one
    "bad_link": N_("A link of {county} leads nowhere."),
    "central_count": N_("{count} counties are central; there must be four."),
    "central_link": N_("{county} and {other} must be neighbours: both are central."),
    "not_connected": N_("Not every county can be reached from the others: {counties}."),
    "fortress_count": N_("There are {count} fortresses; there must be four."),
    "fortress_colour": N_("Two fortresses are {colour}: {county} and {other}."),
    "fortress_link": N_("Two fortresses are neighbours: {county} and {other}."),
    "county_count": N_("There are {count} counties; the board has twenty."),
    "colour_count": N_("{count} counties are {colour}; there must be five."),
    "no_near_pair": N_("No two counties that are {colour} lie near each other."),
    "county_colour": N_("{county} has none of the four colours."),
    "equal_neighbours": N_("Neighbours of one colour: {county} and {other}."),
    "start_not_yellow": N_("The track must start on yellow, with the sword."),
    "track_colour": N_("Space {space} of the track has none of the four colours."),
    "track_lacks": N_("No space of the track is {colour}."),
    "track_short": N_("The track has only {count} spaces."),
    "track_count": N_("The track has {count} spaces; {usual} is usual."),
    "track_uneven": N_("The track has {count} spaces that are {colour} and {few} that are {rare}."),
    "one_sided": N_("The link between {county} and {other} goes one way only."),
}
