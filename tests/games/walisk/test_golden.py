"""Whole games of purposeful players: the goldens replay, and full games come to a winner."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.journal import MemoryStore, parse
from companion.engine.session import Accepted, Session
from companion.engine.types import Over
from companion.engine.yamlfile import Document
from companion.games.walisk.game import GAME
from tests.games.walisk import invariants
from tests.games.walisk.goldens import GOLDEN, replay
from tests.games.walisk.players import Warrior, play
from tests.games.walisk.tables import table

FILES = sorted(GOLDEN.glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_golden_replays(path: Path) -> None:
    doc = Document.read(path).data
    assert replay(doc) == {k: doc[k] for k in ("totals", "winners", "events")}


def test_there_is_a_golden_for_every_number_of_players() -> None:
    assert [Document.read(p).data["players"] for p in FILES] == list(GAME.players)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 3), (3, 4), (4, 5)])
def test_a_full_game_on_the_small_map_has_a_winner(players: int, seed: int) -> None:
    s, told = play(table(players), seed)
    over = GAME.pending(s)[0]
    assert isinstance(over, Over)
    assert len(over.winners) == 1
    winner = over.winners[0]
    assert s.own[winner].bit_count() >= 11
    assert s.hold[winner] == 3
    assert len(told) < 3000
    invariants.check(s)


@pytest.mark.parametrize(("players", "goal"), [(6, 14), (10, 12)])
def test_a_short_game_on_the_large_map_has_a_winner(players: int, goal: int) -> None:
    s, _ = play(table(players, "house", victory_number=goal), players)
    assert isinstance(GAME.pending(s)[0], Over)
    assert len(s.winners) == 1
    invariants.check(s)


@pytest.mark.proof
@pytest.mark.parametrize(("players", "seed"), [(6, 1), (6, 0), (10, 0)])
def test_a_full_game_on_the_large_map_makes_a_khan(players: int, seed: int) -> None:
    """53 districts, held for two more rounds; some 5,000 to 31,000 inputs, the longest once equal armies are weary."""
    s, told = play(table(players, "house"), seed, most=60_000)
    assert isinstance(GAME.pending(s)[0], Over)
    assert s.own[s.winners[0]].bit_count() >= 53
    assert len(told) > 3000
    invariants.check(s)


def campaign(inputs: int) -> tuple[Session[object], MemoryStore]:
    store = MemoryStore()
    session = Session(GAME, table(10, "house", victory="endless"), store=store)
    player = Warrior(4)
    while session.length <= inputs:
        act = player.act(session.state)
        assert act is not None
        assert isinstance(session.submit([act], "tap"), Accepted)
    return session, store  # type: ignore[return-value]


@pytest.mark.parametrize("inputs", [800, pytest.param(4000, marks=pytest.mark.proof)])
def test_a_campaign_opens_again(inputs: int) -> None:
    """Ten players on 158 fields: opening folds the events."""
    session, store = campaign(inputs)
    opened = parse(b"".join(line + b"\n" for line in store.lines))
    again = Session.reopen(
        GAME, session.config, opened.header, opened.lines, opened.last_hash, MemoryStore(), lambda: ""
    )  # fmt: skip
    assert again.state == session.state
