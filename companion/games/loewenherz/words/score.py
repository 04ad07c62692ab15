"""Lines of the score sheet of Löwenherz."""

from __future__ import annotations

from companion.engine.types import ScoreLine
from companion.engine.words import N_, Figure, Say, say

LINES = {
    "founding_squares": N_("{n} for squares of regions founded"),
    "founding_towns": N_("{n} for towns of regions founded"),
    "expansion_squares": N_("{n} for squares taken"),
    "expansion_towns": N_("{n} for towns taken"),
    "lost_squares": N_("{n} for squares lost"),
    "lost_towns": N_("{n} for towns lost"),
    "zone_squares": N_("{n} for zones cut off"),
    "zone_towns": N_("{n} for towns in zones cut off"),
    "silver": N_("{n} by a silver find"),
    "start": N_("{n} for the start region"),
    "floor": N_("{n} since the marker stopped on the lion"),
    "mountains": N_("{n} for mountains at the end"),
    "fiefs": N_("{n} by fiefs"),
    "by_hand": N_("{n} set by hand"),
}


def score_line(line: ScoreLine) -> Say:
    return say(LINES[line.label], n=Figure(line.points))
