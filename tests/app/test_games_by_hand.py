"""Every game by hand on the live table page: a thumb enters the acts, and its touches are counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from companion.engine.types import Over
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.steps import to_table
from tests.app.thumb import Thumb, singly
from tests.app.touchbench import A_YEAR, GAMES, YEARS, counted, play

Begin = Callable[..., Finger]
GOALS: dict[str, dict[str, float]] = {
    "hibernia": {"turn": 4}, "brian_boru": {"act_most": 3}, "loewenherz": {"act_most": 3},
    "vikings_gone_wild": {"beyond_cards_and_choices_most": 1}, "walisk": {"year_most": 350, "muster_most": 12},
}  # fmt: skip


@pytest.fixture
def begin(stage: Any, tmp_path: Path) -> Iterator[Begin]:
    made: list[Finger] = []

    def at_table(game: str, players: int = 0) -> Finger:
        finger = Finger(stage, tmp_path, "en")
        made.append(finger)
        to_table(finger, game, players)
        return finger

    yield at_table
    for finger in made:
        finger.close()


def most(thumb: Thumb, *kinds: str) -> int:
    return max(a.touches for a in thumb.acts if not kinds or a.kind in kinds)


def same_journal(thumb: Thumb) -> None:
    """Acts entered together are the acts entered one by one: the same inputs, sources and events."""
    session, single = thumb.session, singly(thumb.session)
    assert [(s.act, s.source, s.events) for s in single.past] == [(s.act, s.source, s.events) for s in session.past]
    assert single.state == session.state


def test_a_turn_of_hibernia_takes_a_touch_a_decision(begin: Begin) -> None:
    thumb = Thumb(begin("hibernia"), PEOPLE["hibernia"](3))
    thumb.go(9)
    assert [a.touches for a in thumb.acts] == [1] * 9  # die, die action, extra action
    assert thumb.forms >= 3 * 9


def test_castle_and_knight_are_two_touches(begin: Begin) -> None:
    """A castle may have any number of free squares beside it; a decision is a touch, and so is what a card says."""
    thumb = Thumb(begin("loewenherz"), PEOPLE["loewenherz"](3))
    thumb.wishes.append(act := thumb.wish())
    for title in ("touch the next place", None):  # touched again, the castle is put back
        thumb.board(act.castle)
        assert thumb.view.strip.title.endswith(title) if title else thumb.view.strip is None
    thumb.go(12)
    assert {(a.kind, a.touches) for a in thumb.acts} == {("Settle", 2)}
    assert thumb.session.state.phase != "settle"
    thumb.go(8)
    assert most(thumb, "LayDecision") == 1


def test_an_act_of_brian_boru_takes_three_touches_at_most(begin: Begin) -> None:
    thumb = Thumb(begin("brian_boru"), PEOPLE["brian_boru"](3))
    thumb.go(24)
    assert most(thumb) <= 3
    assert median(a.touches for a in thumb.acts) == 1


def test_cards_of_vikings_are_a_touch_each(begin: Begin) -> None:
    thumb = Thumb(begin("vikings_gone_wild"), PEOPLE["vikings_gone_wild"](4))
    thumb.go(12)
    assert most(thumb, "Play", "EndTurn") <= 2


def test_a_winter_of_walisk_is_one_list_and_the_journal_is_that_of_single_acts(begin: Begin) -> None:
    thumb = Thumb(begin("walisk"), PEOPLE["walisk"](3))
    thumb.go(2000, until=lambda s: s.round > 1)
    musters = [a.touches for a in thumb.acts if a.kind == "Buy"]
    assert len(musters) == 3
    assert max(musters) <= 12
    assert most(thumb, "Rolled") == 1  # the app throws a sweep when it is asked to
    assert {s.source for s in thumb.session.past if type(s.act).__name__ == "Rolled"} >= {"app"}
    same_journal(thumb)


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_stays_below_its_touches(begin: Begin, game: str) -> None:
    """To its end on the live pages, or Walisk's last year: the goals hold, no act takes more than five touches,
    the journal is that of single acts."""
    thumb = play(lambda: begin(game, GAMES[game]), game, quick=False)
    numbers = {name.removeprefix(f"touches.{game}."): value for name, (value, _, _) in counted(game, thumb).items()}
    rounds = getattr(thumb.session.state, "round", None)
    told: dict[str, Any] = {"inputs": thumb.session.length, "rounds": rounds, **numbers}
    told |= {"a plain form": thumb.forms, "aside": thumb.aside}  # aside: what a box is asked once in its life
    print(json.dumps({"test": f"touches of a whole game of {game}", **told}))
    over = isinstance(thumb.session.pending()[0], Over)
    assert over or (game == "walisk" and rounds == YEARS * A_YEAR + 1)
    same_journal(thumb)
    assert thumb.session.verify() == []
    assert not thumb.unfit, "what has no touches of its own"
    assert numbers["act_most"] <= 5
    for name, most_of in GOALS[game].items():
        assert numbers[name] <= most_of, name
