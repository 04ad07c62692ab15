"""Every game by hand on the live table page: a thumb enters the acts, and its touches are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from companion.engine.session import Accepted, Session
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.scenes import to_table
from tests.app.thumb import Thumb

Begin = Callable[[str], Finger]


@pytest.fixture
def begin(stage: Any, tmp_path: Path) -> Iterator[Begin]:
    made: list[Finger] = []

    def at_table(game: str) -> Finger:
        finger = Finger(stage, tmp_path, "en")
        made.append(finger)
        to_table(finger, game)
        return finger

    yield at_table
    for finger in made:
        finger.close()


def most(thumb: Thumb, *kinds: str) -> int:
    return max(n for kind, _, n in thumb.acts if not kinds or kind in kinds)


def test_a_turn_of_hibernia_takes_a_touch_a_decision(begin: Begin) -> None:
    thumb = Thumb(begin("hibernia"), PEOPLE["hibernia"](3))
    thumb.go(9)
    assert [n for _, _, n in thumb.acts] == [1] * 9  # die, die action, extra action
    assert thumb.forms >= 3 * 9


def test_castle_and_knight_are_two_touches(begin: Begin) -> None:
    """A castle may have any number of free squares beside it."""
    thumb = Thumb(begin("loewenherz"), PEOPLE["loewenherz"](3))
    thumb.go(12)
    assert {(kind, n) for kind, _, n in thumb.acts} == {("Settle", 2)}
    assert thumb.session.state.phase != "settle"


def test_an_act_of_brian_boru_takes_three_touches_at_most(begin: Begin) -> None:
    thumb = Thumb(begin("brian_boru"), PEOPLE["brian_boru"](3))
    thumb.go(24)
    assert most(thumb) <= 3
    assert median(n for _, _, n in thumb.acts) == 1


def test_cards_of_vikings_are_a_touch_each(begin: Begin) -> None:
    thumb = Thumb(begin("vikings_gone_wild"), PEOPLE["vikings_gone_wild"](4))
    thumb.go(12)
    assert most(thumb, "Play", "EndTurn") <= 2


def test_a_winter_of_walisk_is_one_list_and_the_journal_is_that_of_single_acts(begin: Begin) -> None:
    thumb = Thumb(begin("walisk"), PEOPLE["walisk"](3))
    thumb.go(2000, until=lambda s: s.round > 1)
    musters = [n for kind, _, n in thumb.acts if kind == "Buy"]
    assert len(musters) == 3
    assert max(musters) <= 12
    assert most(thumb, "Rolled") == 1  # the app throws a sweep when it is asked to
    assert {s.source for s in thumb.session.past if type(s.act).__name__ == "Rolled"} >= {"app"}
    session = thumb.session
    single: Session[Any] = Session(session.game, session.config)
    for step in session.past:
        assert isinstance(single.submit((step.act,), step.source), Accepted)
    assert [s.events for s in single.past] == [s.events for s in session.past]
    assert single.state == session.state
