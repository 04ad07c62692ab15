"""Results: what is shared of a finished game, and what many say about the people who played."""

from __future__ import annotations

import csv
import io
import random
from datetime import datetime, timedelta
from typing import Any

import pytest

from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.journal import MemoryStore
from companion.engine.scenario import load_data
from companion.engine.session import Accepted, Person, Session
from companion.games import game
from companion.table.results import Result, Standing, bg_stats, played, result_of, table, tallies
from companion.table.saved import is_over
from tests.conformance import next_act
from tests.outside.evenings import play_in

START = datetime.fromisoformat("2026-05-01T19:30:00+02:00")


@pytest.fixture(scope="module")
def finished() -> Session[Any]:
    """A random game of Hibernia, played to its end."""
    found, board = game("hibernia"), house_board("hibernia")
    ticks = iter(range(10_000_000))
    session = Session(
        found, configure(found, 3, board, None, load_data(found, board)), store=MemoryStore(),
        clock=lambda: (START + timedelta(seconds=60 * next(ticks))).isoformat(),
        people=[Person("Änne", "white"), Person("=Ben", "purple"), Person("Clara", "orange")],
    )  # fmt: skip
    rng = random.Random(4)
    while not is_over(session):
        assert isinstance(session.submit([next_act(found, session.state, rng.randrange)], "tap"), Accepted)
    return session


def times(n: int) -> list[str]:
    return [(START + timedelta(minutes=k)).isoformat() for k in range(n)]


def test_a_running_game_has_no_result(finished: Session[Any]) -> None:
    found, board = game("hibernia"), house_board("hibernia")
    fresh = Session(found, configure(found, 3, board, None, load_data(found, board)), store=MemoryStore(), clock=str)
    assert result_of(fresh, "x", ()) is None


def test_the_result_adds_up_and_names_the_winner(finished: Session[Any]) -> None:
    result = result_of(finished, "hibernia-1", times(90))
    assert result is not None
    sheet = {r.seat: r for r in finished.game.score(finished.state).rows}
    assert {r.name: r.total for r in result.rows} == {
        p.name: sheet[k].total for k, p in enumerate(finished.people)
    }
    assert all(sum(n for _, n in r.points) == r.total for r in result.rows)
    assert result.minutes == 89
    assert sum(r.began for r in result.rows) == 1
    best = max(r.total for r in result.rows)
    assert all(r.total == best for r in result.rows if r.name in result.winners)


def test_bg_stats_gets_date_starter_and_winner(finished: Session[Any]) -> None:
    result = result_of(finished, "hibernia-1", times(3))
    assert result is not None
    play = play_in(bg_stats(result, "Hibernia", START + timedelta(days=9)))
    assert play["playDate"] == "2026-05-01 17:30:00"
    assert play["game"]["name"] == "Hibernia"
    assert [p["winner"] for p in play["players"]] == [r.rank == 1 for r in result.rows]
    assert sum(p["startPlayer"] for p in play["players"]) == 1
    assert {p["score"] for p in play["players"]} == {str(r.total) for r in result.rows}


@pytest.mark.parametrize("german", [True, False])
def test_the_table_opens_in_both_worlds(finished: Session[Any], german: bool) -> None:
    result = result_of(finished, "hibernia-1", times(3))
    assert result is not None
    text = table(result, ("Platz", "Name", "Summe"), {}, german)
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text[1:]), delimiter=";" if german else ","))
    assert rows[0][:3] == ["Platz", "Name", "Summe"]
    assert len({len(r) for r in rows}) == 1
    assert {r[1] for r in rows[1:]} == {"Änne", "'=Ben", "Clara"}  # a name is no formula
    assert all(sum(map(int, r[3:])) == int(r[2]) for r in rows[1:])


def test_pauses_and_a_wrong_clock_are_no_playing_time() -> None:
    at = [START, START + timedelta(minutes=10), START + timedelta(hours=20), START + timedelta(hours=20, minutes=5)]
    assert played(at) == 15
    assert played([START, START - timedelta(hours=3), START - timedelta(hours=3) + timedelta(minutes=2)]) == 2
    assert played([]) == 0


def test_a_clock_that_was_never_set_gives_no_date_but_that_of_sharing(finished: Session[Any]) -> None:
    result = result_of(finished, "x", ["1970-01-01T00:00:10+00:00", "nonsense"])
    assert result is not None
    assert result.started is None
    assert play_in(bg_stats(result, "Hibernia", START))["playDate"] == "2026-05-01 17:30:00"


def one(game_id: str, *rows: tuple[str, int, int]) -> Result:
    return Result("x", game_id, START, 60, tuple(Standing(k, n, t, r) for k, (n, t, r) in enumerate(rows)))


def test_many_evenings_say_who_wins_what() -> None:
    evenings = [
        one("hibernia", ("Anna", 51, 1), ("Ben", 49, 2)),
        one("walisk", ("Ben", 12, 1), ("Anna", 12, 1), ("Clara", 3, 3)),
        one("hibernia", ("Ben ", 48, 1), ("Anna", 40, 2)),
    ]
    anna, ben, clara = tallies(evenings)
    assert (ben.name, ben.played, ben.won, ben.streak) == ("Ben", 3, 2, 2)
    assert (anna.name, anna.played, anna.won, anna.streak) == ("Anna", 3, 2, 0)
    assert anna.games == {"hibernia": (2, 1), "walisk": (1, 1)}
    assert anna.best == {"hibernia": 51, "walisk": 12}
    assert anna.mean["hibernia"] == 45.5
    assert (clara.played, clara.won, clara.share) == (1, 0, 0.0)
    assert ben.minutes == 180
