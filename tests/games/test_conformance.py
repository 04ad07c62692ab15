"""What every registered game promises to the kernel, walked through with seeds, player counts and options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.engine.boards import house_board
from companion.engine.codec import text
from companion.engine.game import Config, ConfigError, Game, PositionError, configure
from companion.engine.journal import MemoryStore
from companion.engine.legal import Legal
from companion.engine.scenario import load_data
from companion.engine.session import Accepted, Session
from companion.engine.types import Over
from companion.engine.yamlfile import Document
from companion.games import GAMES, game
from companion.table import saved
from companion.table.faults import phrase
from tests.conformance import Breach, check_node, known, next_act, walk
from tests.games import golden
from tests.games.machine import as_bytes, reopened, same

CHECKED = 80  # nodes of a walk that are looked at closely; the rest is played
SHORT = 24  # between proofs: tables of a game, nodes of each that are looked at, a twentieth of the inputs of a walk


def mixes(found: Game[Any]) -> list[dict[str, Any]]:
    """No option, each value of each option alone, and two mixes."""
    alone = [{o.name: v} for o in found.options for v in o.values if v != o.default]
    rng = random.Random(found.id)
    return [{}, *alone, *({o.name: rng.choice(o.values) for o in found.options if o.values} for _ in range(2))]


def tables() -> Iterator[tuple[str, int, dict[str, Any]]]:
    for name in GAMES:
        found = game(name)
        for i, mix in enumerate(mixes(found)):
            counts = found.players if not i else (found.players[i % len(found.players)],)
            for players in counts:
                yield name, players, mix


def setting(name: str, players: int, mix: dict[str, Any]) -> Config | None:
    found, board = game(name), house_board(name)
    config = configure(found, players, board, mix, load_data(found, board))
    try:
        found.setup(config)
    except ConfigError:
        return None  # some options do not go together, or not with every number of players
    return config


def some(of: list[tuple[str, int, dict[str, Any]]]) -> list[tuple[str, int, dict[str, Any]]]:
    """Of a game with more tables than are walked each time: every so manieth, first and last among them."""
    out = []
    for name in GAMES:
        all_of = [t for t in of if t[0] == name]
        step = max(1.0, (len(all_of) - 1) / (SHORT - 1))
        out += [all_of[round(i * step)] for i in range(min(SHORT, len(all_of)))]
    return out


TABLES = list(tables())
over_tables = pytest.mark.parametrize(
    ("name", "players", "mix"), some(TABLES), ids=lambda v: v if isinstance(v, str) else str(v)
)
over_all = pytest.mark.parametrize(
    ("name", "players", "mix"), TABLES, ids=lambda v: v if isinstance(v, str) else str(v)
)


@over_tables
def test_a_walk_keeps_every_promise_at_every_node(name: str, players: int, mix: dict[str, Any]) -> None:
    walked(name, players, mix, most=20 * SHORT, nodes=SHORT)


@pytest.mark.proof
@over_all
def test_a_long_walk_keeps_every_promise_at_every_node(name: str, players: int, mix: dict[str, Any]) -> None:
    walked(name, players, mix, most=5000, nodes=CHECKED)


def walked(name: str, players: int, mix: dict[str, Any], most: int, nodes: int) -> None:
    config = setting(name, players, mix)
    if config is None:
        return
    found, rng = game(name), random.Random(f"{name} {players} {mix}")
    looked = 0
    for s, act in walk(found, config, rng.randrange, most=most):
        if looked < 6 or (rng.random() < 0.3 and looked < nodes):
            check_node(found, config, s, act, rng.randrange)
            looked += 1
    assert looked >= 6


WRONG: tuple[Any, ...] = (-1, ["x"], {"Z": 1}, None, [])


def spoiled(doc: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A position with one value of it, or one value within a mapping or list of it, of another kind."""
    for key, value in doc.items():
        yield from ({**doc, key: wrong} for wrong in WRONG)
        if isinstance(value, dict):
            yield from ({**doc, key: {**value, name: wrong}} for name in list(value)[:2] for wrong in WRONG)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield from ({**doc, key: [{**value[0], name: wrong}]} for name in value[0] for wrong in WRONG)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_position_is_refused_with_its_faults(name: str) -> None:
    """A stranger's save or a slip of the hand is told, it never ends the program."""
    found, config = game(name), setting(name, 3, {})
    assert config is not None
    told, english = 0, set[str]()
    for i, (s, _act) in enumerate(walk(found, config, random.Random(3).randrange, most=91)):
        for doc in spoiled(found.position(s)) if i in (0, 90) else ():
            try:
                read = found.from_position(config, doc)
            except PositionError as e:
                told += len(e.faults) > 0
                english |= {f.expected for f in e.faults if phrase(f.expected, lang="de") == f.expected}
            else:
                assert found.pending(read)
    assert told > 100
    assert not english


@pytest.mark.parametrize("name", GAMES)
def test_each_number_of_players_comes_to_an_end_the_same_way_twice(name: str) -> None:
    found = game(name)
    for players in found.players:
        config = setting(name, players, {})
        assert config is not None
        first = [(text(act), hash(known(s))) for s, act in walk(found, config, random.Random(players).randrange)]
        again = [(text(act), hash(known(s))) for s, act in walk(found, config, random.Random(players).randrange)]
        assert first == again
        assert len(first) < 5000


@pytest.mark.parametrize("name", GAMES)
def test_the_journal_of_a_game_opens_verifies_and_tells_the_same(name: str, tmp_path: Path) -> None:
    found = game(name)
    config = setting(name, max(found.players), {})
    assert config is not None
    store, rng = MemoryStore(), random.Random(5)
    session = Session(found, config, store=store)
    twin = saved.create(tmp_path / "game", found, config, (), lambda: "")
    for _ in range(150):
        act = next_act(found, session.state, rng.randrange)
        if act is None:
            break
        assert isinstance(session.submit([act], "tap"), Accepted)
        twin.submit([act], "tap")
    same(reopened(session, store), session)
    assert session.verify() == []
    twin.close()
    again = saved.open_game(tmp_path / "game", game, lambda: "")
    assert found.position(again.state) == found.position(session.state)
    assert again.last_hash == session.last_hash
    assert (tmp_path / "game" / saved.JOURNAL).read_bytes() == as_bytes(store)
    assert saved.look_at(tmp_path / "game", game).verify() == []


@pytest.mark.parametrize("path", [p for name in GAMES for p in golden.goldens(name)], ids=lambda p: p.stem)
def test_a_golden_game_replays_to_its_totals(path: Path) -> None:
    doc = Document.read(path).data
    came = golden.outcome(golden.replay(doc))
    assert (dict(came.totals), list(came.winners)) == (doc["totals"], doc["winners"])
    assert came.events == doc["events"]
    assert came.over


# ---------------------------------------------------------------- the checks check
class Lying:
    """Hibernia with one lie told about it."""

    def __init__(self, **lies: Any) -> None:
        self._true, self._lies = game("hibernia"), lies

    def __getattr__(self, name: str) -> Any:
        return self._lies.get(name, getattr(self._true, name))


def first_node(config: Config) -> tuple[Any, Any]:
    return next((s, a) for s, a in walk(game("hibernia"), config, random.Random(1).randrange) if s.phase == "act")


def look_and_go_on(liar: Any, config: Config, s: Any, act: Any) -> None:
    check_node(liar, config, s, act, random.Random(1).randrange)
    next_act(liar, s, random.Random(1).randrange)


@pytest.mark.parametrize(
    "lies",
    [
        {"options_of": lambda s, seat: iter(())},  # accepts what it does not list
        {"position": lambda s: {"phase": s.phase}},  # a position that forgets
        {"decide": lambda s, act, waived=frozenset(): ()},  # causes nothing
        {"tabletop": lambda s: {"ulaid": ["soldier"]}},  # no tuple
        {"view": lambda s, seat: {"own": object()}},  # no plain value
        {"pending": lambda s: ()},  # owes nothing and is not over
    ],
    ids=lambda lies: next(iter(lies)),
)
def test_a_game_that_breaks_a_promise_is_found_out(lies: dict[str, Any]) -> None:
    config = setting("hibernia", 4, {})
    assert config is not None
    s, act = first_node(config)
    liar: Any = Lying(**lies)
    with pytest.raises((Breach, TypeError)):
        look_and_go_on(liar, config, s, act)


def test_legal_acts_are_counted_listed_and_asked_for() -> None:
    config = setting("hibernia", 4, {})
    assert config is not None
    s, act = first_node(config)
    legal = Legal(game("hibernia"), s, act.seat)
    assert act in legal
    assert (len(legal), len(legal.first(2)), bool(legal)) == (len(list(legal)), 2, True)
    assert act not in Legal(game("hibernia"), s, None)
    assert not Legal(game("hibernia"), s, (act.seat + 1) % 4)
    assert not any(isinstance(p, Over) for p in game("hibernia").pending(s))
