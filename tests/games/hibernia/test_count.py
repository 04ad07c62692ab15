"""Every legal act and where it leads, counted against a second, slow reading of the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.codec import Codec, text
from companion.engine.legal import Legal, completions
from companion.engine.types import CHANCE, Choose, Rolled, Ruling
from companion.games.hibernia.game import GAME
from companion.games.hibernia.state import Phase, State
from tests.conformance import walk
from tests.games.hibernia.slow import SlowTable
from tests.games.hibernia.tables import START3, START4, mini_board, state, table

CODEC = Codec((*GAME.inputs, *CHANCE), GAME.events)
UNTOLD = ("steps", "turns")  # kept for the score sheet alone

MINI: dict[str, Any] = {
    "counties": {
        "j1": {"A": 2}, "j2": {"A": 1}, "j3": {"A": 1}, "x": {"B": 2}, "z1": {"B": 1}, "z2": {"B": 1},
        "c1": {"C": 2}, "c3": {"neutral": 1},
    },
    "supply": {"A": 2, "B": 5, "C": 1},
    "shield": {"A": 0, "B": 3, "C": 1},
}  # fmt: skip
SHORT: dict[str, Any] = {
    "counties": {
        "osraige": {"B": 3}, "eile": {"B": 2}, "desmumu": {"B": 2}, "caisel": {"B": 2}, "mide": {"A": 2},
        "breifne": {"A": 1}, "ui_maine": {"C": 2}, "cairbre": {"C": 1}, "laigin": {"D": 1}, "brega": {"D": 3},
    },
    "supply": {"A": 4, "B": 1, "C": 0, "D": 2}, "shield": {"A": 2, "B": 5, "C": 7, "D": 1}, "turn": "B", "round": 6,
}  # fmt: skip
LAST: dict[str, Any] = {**SHORT, "total": {"A": 47, "B": 45, "C": 40, "D": 44}, "starter": "C", "turn": "B"}


def legal_texts(s: State) -> Iterator[str]:
    for owed in GAME.pending(s):
        if isinstance(owed, Choose):
            for entry in Legal(GAME, s, owed.seats[0]):
                yield from (text(act) for act in completions(entry))
        else:
            for face in s.world.die_faces if s.phase != Phase.OVER else ():
                yield text(Rolled(None, (face,)))


def known(s: State) -> dict[str, Any]:
    return {k: v for k, v in GAME.position(s).items() if k not in UNTOLD}


def count(s: State, slow: SlowTable, doc: dict[str, Any], depth: int) -> int:
    """Leaves below a position; at each node both readings must list the same acts and give the same positions."""
    assert known(s) == {k: doc[k] for k in known(s)}
    if depth == 0 or s.phase == Phase.OVER:
        return 1
    listed = sorted(legal_texts(s))
    assert listed == sorted(slow.acts(doc))
    leaves = 0
    for line in listed:
        after = s
        decision = GAME.decide(s, CODEC.parse(line))
        assert not isinstance(decision, Ruling), line
        for event in decision:
            after = GAME.evolve(after, event)
        leaves += count(after, slow, slow.after(doc, line), depth - 1)
    return leaves


@pytest.mark.parametrize(
    ("given", "players", "options", "depth", "leaves"),
    [
        (START4, 4, {}, 5, 5080),
        (START3, 3, {}, 4, 860),
        (SHORT, 4, {}, 3, 3127),
        ({**SHORT, "die": "black"}, 4, {}, 2, 1430),
        ({**SHORT, "die": "purple"}, 4, {"pair_rule": "outcome"}, 1, 28),
        ({**LAST, "die": "purple"}, 4, {}, 2, 27),  # the last turn of the last round: nothing follows
        ({**SHORT, "round": 1, "die": "black"}, 4, {"advanced": True}, 1, 56),
    ],
)  # fmt: skip
def test_the_house_map(given: dict[str, Any], players: int, options: dict[str, Any], depth: int, leaves: int) -> None:
    s = state(given, players, **options)
    slow = SlowTable(s.world.config.board, players, **options)
    assert count(s, slow, GAME.position(s), depth) == leaves


@pytest.mark.parametrize(("turn", "depth", "leaves"), [("A", 5, 1212), ("B", 4, 1067), ("C", 5, 2362)])
def test_the_mini_map(turn: str, depth: int, leaves: int) -> None:
    s = state({**MINI, "turn": turn}, 3, mini_board())
    assert count(s, SlowTable(mini_board(), 3), GAME.position(s), depth) == leaves


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("options", [{}, {"pair_rule": "outcome"}, {"advanced": True}], ids=str)
def test_a_whole_random_game_agrees_at_every_node(players: int, options: dict[str, Any]) -> None:
    config = table(players, **options)
    slow = SlowTable(config.board, players, **options)
    for s, act in walk(GAME, config, random.Random(players).randrange):
        if s.phase in ("fortress", "start"):
            continue
        doc = GAME.position(s)
        listed = sorted(legal_texts(s))
        assert listed == sorted(slow.acts(doc))
        after = s
        for event in GAME.decide(s, act):
            after = GAME.evolve(after, event)
        assert known(after) == {k: v for k, v in slow.after(doc, text(act)).items() if k not in UNTOLD}
