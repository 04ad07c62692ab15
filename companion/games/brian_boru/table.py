"""What camera, cards and people tell in Brian Boru, and what somebody seems to have tried on the board."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.tablespec import Cards, Difference, Explainer, Secrets, Sensor, TableSpec
from companion.engine.types import LETTERS, Input, Token
from companion.games.brian_boru import explain, tags, view
from companion.games.brian_boru.inputs import Act, Build, Expand, GiveUp, Liberate, NameTown, Occupy, Settle
from companion.games.brian_boru.state import Phase, State


def attempts(s: State, seen: Difference) -> Iterator[Input]:
    """Acts, legal or not, that would put or take these pieces on towns; the rule that forbids them explains it."""
    for town, there in seen.after.items():
        if town not in s.world.index:
            continue
        for piece in sorted({*there, *seen.before[town]}):
            gained = there.get(piece, 0) - seen.before[town][piece]
            token = seen.sides.get(piece) or Token(piece.partition(":")[0])
            if gained > 0:
                yield from _put(s, town, token)
            elif gained < 0 and token.kind == "viking_control" and s.stack:
                yield Liberate(s.stack[0][1], town)


def _put(s: State, town: str, token: Token) -> Iterator[Input]:
    top = s.stack[0] if s.stack else ("", -1, -1)
    if token.kind == "town_marker" and s.phase == Phase.LEAD:
        yield NameTown(s.turn, town)
    elif token.kind == "monastery" and top[0] == "build":
        yield Build(top[1], town)
    elif token.kind == "viking_control" and top[0] == "lose":
        yield GiveUp(top[2], town)
    elif token.kind == "disc" and token.side and token.side in LETTERS:
        seat = LETTERS.index(token.side)
        if s.phase == Phase.HOME:
            yield Settle(seat, town)
        elif top[0] == "town":
            yield Occupy(seat, town)
        elif s.phase == Phase.ACT and s.active >= 0 and town == s.world.ids[s.active] and top[0] != "E":
            yield Act(seat, "primary")
        elif s.phase == Phase.ACT:
            yield Expand(seat, town)


# Tokens above the board, coins and what lies before people are told.
LOOKED_AT = ("town", "battle", "church", "claim_slot", "marriage_space", "space", "score_space")
TABLE = TableSpec(
    reads=dict.fromkeys(LOOKED_AT, Sensor.CAMERA),
    others=Sensor.PEOPLE,
    follows=True,  # cards and choices are told, then the pieces follow
    neutral=(),  # every disc is a player's
    laid=lambda s: s.round > 0,  # the first discs lie: their colours can be learned (BB-2.8)
    evidence=explain.evidence,
    attempts=attempts,
    explainer=Explainer(explain.explains),
)
CARDS = Cards(tags.deck, tags.card_acts)
SECRETS = Secrets(view.veiled, view.faded)
