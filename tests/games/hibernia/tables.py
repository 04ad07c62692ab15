"""Tables of Hibernia for the tests: configurations, positions of the catalogue, and what must hold at any time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from companion.engine.boards import Board, board_from_mapping, house_board
from companion.engine.game import Config, configure
from companion.engine.scenario import merge
from companion.engine.session import Session
from companion.engine.types import Input, letter
from companion.games.hibernia.game import GAME
from companion.games.hibernia.state import State
from tests.conformance import next_act

START4: dict[str, Any] = {
    "counties": {"tir_chonaill": {"A": 1}, "brega": {"B": 1}, "deisi": {"C": 1}, "iarchonnacht": {"D": 1}},
    "supply": {"A": 11, "B": 12, "C": 13, "D": 14},
    "shield": {"A": 3, "B": 2, "C": 1, "D": 0},
}
START3: dict[str, Any] = {
    "counties": {
        "tir_chonaill": {"A": 1}, "brega": {"B": 1}, "iarchonnacht": {"C": 1}, "deisi": {"neutral": 1},
        "ulaid": {"neutral": 1}, "breifne": {"neutral": 1}, "laigin": {"neutral": 1}, "tuadmumu": {"neutral": 1},
    },
    "supply": {"A": 11, "B": 12, "C": 13},
    "shield": {"A": 3, "B": 2, "C": 1},
}  # fmt: skip

# The counties of the first example of the rule sheet, with a centre that makes the map playable.
MINI = [
    ("j1", "green", "x", {"fortress": "one"}),
    ("j2", "red", "x", {}),
    ("j3", "green", "x", {}),
    ("x", "blue", "j1 j2 j3 y c1", {"fortress": "two"}),
    ("y", "yellow", "x", {"fortress": "three"}),
    ("z1", "green", "z2 c2", {}),
    ("z2", "blue", "z1", {}),
    ("c1", "red", "x c2 c3 c4", {"central": True, "fortress": "four"}),
    ("c2", "blue", "z1 c1 c3 c4", {"central": True}),
    ("c3", "green", "c1 c2 c4", {"central": True}),
    ("c4", "yellow", "c1 c2 c3", {"central": True}),
]


@cache
def board() -> Board:
    return house_board("hibernia")


@cache
def mini_board() -> Board:
    spaces: list[dict[str, Any]] = [{"id": "shield", "kind": "shield", "look": "none"}]
    for name, ink, near, tags in MINI:
        spaces.append(
            {"id": name, "kind": "county", "look": "none", "ink": ink, "neighbours": near.split(), "tags": tags}
        )
    return board_from_mapping(merge(board().doc, {"id": "mini", "spaces": spaces}), "mini.yaml")


def table(players: int = 4, on: Board | None = None, **options: Any) -> Config:
    return configure(GAME, players, on or board(), options)


def state(doc: Mapping[str, Any], players: int = 4, on: Board | None = None, **options: Any) -> State:
    return GAME.from_position(table(players, on, **options), doc)


def sit(doc: Mapping[str, Any] | None = None, players: int = 4, **options: Any) -> Session[State]:
    """A session that starts from a position, or from the set-up."""
    config = table(players, **options)
    return Session(GAME, config, start=None if doc is None else GAME.from_position(config, doc))


def play(session: Session[State], seed: int, most: int = 10_000) -> Iterator[Input]:
    """Random legal play to the end of the game, or for ``most`` inputs."""
    pick = random.Random(seed).randrange
    for _ in range(most):
        act = next_act(GAME, session.state, pick)
        if act is None:
            return
        session.submit([act], "tap")
        yield act


# ---------------------------------------------------------------- what must hold at any time
def soldiers(s: State) -> dict[str, int]:
    """All soldiers of each side, its marker included; those out of the game count for the neutral colour."""
    held = {letter(p): 1 + s.supply[p] + s.shield[p] for p in range(s.world.players)}
    held["neutral"] = s.removed
    for side, n in zip(s.owner, s.heap, strict=True):
        if side >= 0:
            held["neutral" if side == s.world.players else letter(side)] += n
    return held


def masks_anew(s: State) -> tuple[int, ...]:
    """Which counties each side owns, from the soldiers that stand there."""
    return tuple(
        sum(1 << i for i, (side, n) in enumerate(zip(s.owner, s.heap, strict=True)) if side == who and n > 0)
        for who in range(s.world.players + 1)
    )


def sound(s: State) -> None:
    """Derived masks are right, nothing is negative, and a county has an owner exactly if soldiers stand there."""
    assert s.own == masks_anew(s)
    assert min((*s.heap, *s.supply, *s.shield, *s.total, s.removed)) >= 0
    assert all((side >= 0) == (n > 0) for side, n in zip(s.owner, s.heap, strict=True))
