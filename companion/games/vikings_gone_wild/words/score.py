"""What the reckoning of Vikings Gone Wild says."""

from __future__ import annotations

from companion.engine.types import ScoreLine
from companion.engine.words import N_, Figure, Say, Who, count, say
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.words.names import card

LINES = {
    "attack": (N_("{n} point for successful attacks"), N_("{n} points for successful attacks")),
    "damage": (N_("{n} point as damage bonus"), N_("{n} points as damage bonus")),
    "repelled": (N_("{n} point for repelled units and heroes"), N_("{n} points for repelled units and heroes")),
    "complete": (N_("{n} point for complete defence"), N_("{n} points for complete defence")),
    "undead": (N_("{n} point for undead"), N_("{n} points for undead")),
    "depots": (N_("{n} point for full depots"), N_("{n} points for full depots")),
    "hall": (N_("{n} point for the town hall"), N_("{n} points for the town hall")),
    "missions": (N_("{n} point for a mission"), N_("{n} points for missions")),
    "effects": (N_("{n} point by effects of cards"), N_("{n} points by effects of cards")),
    "manual": (N_("{n} point entered by you"), N_("{n} points entered by you")),
}


def score_line(line: ScoreLine) -> Say:
    named = dict(line.facts).get("card")
    n = Figure(line.points)
    if named is not None and line.label == "bonus":
        return count(n, N_("{n} point, bonus card {card}"), N_("{n} points, bonus card {card}"), card=card(named))
    if named is not None:
        return count(n, N_("{n} point, mission {card}"), N_("{n} points, mission {card}"), card=card(named))
    one, many = LINES[line.label]
    return count(n, one, many)


def tie_line(s: State, seat: int) -> Say:
    """What broke the tie: the spare bonus card that was turned up last."""
    decided = card(s.world.ids[s.finals[-1][0]])
    return say(N_("Of those who are tied {seat} alone meets the bonus card {card}."), seat=Who(seat), card=decided)
