"""The lines of the score sheet of Brian Boru."""

from __future__ import annotations

from companion.engine.types import ScoreLine
from companion.engine.words import N_, Say, count, say
from companion.games.brian_boru.words.names import region

LINES = {
    "start": N_("at the start"),
    "marriage": N_("by marriages"),
    "spurned": N_("for spurning the princess"),
    "spoils1": N_("by great spoils"),
    "spoils2": N_("by small spoils"),
    "church": N_("from the church"),
    "paid": N_("paid instead of coins"),
    "by hand": N_("set by hand"),
    "track": N_("on the score track"),
    "coins": N_("for most coins"),
    "marker": N_("for the town marker"),
    "renown": N_("for renown"),
}


def score_line(line: ScoreLine) -> Say:
    f = dict(line.facts)
    if line.label == "claim":
        return say(N_("for {region}"), region=region(f["region"]))
    if line.label == "half":
        return say(N_("half value of {region}"), region=region(f["region"]))
    if line.label == "regions":
        return count(f["n"], N_("for one region"), N_("for {n} regions"))
    return say(LINES[line.label])
