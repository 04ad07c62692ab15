"""Vikings Gone Wild by taps alone, counted: with the bought box and no device it is less work than pencil and paper."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.app.side_views import EndView
from companion.games import game
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.origins import unconfirmed
from companion.table import saved
from tests.e2e.test_live import Screen
from tests.e2e.vikings import People, begin


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    i18n.use("en")
    monkeypatch.setattr("companion.app.controllers.guide.SystemRandom", lambda: random.Random(5))
    made = Screen(tmp_path)
    yield made
    made.backend.close()


def test_the_first_turn_begins_after_a_few_touches(screen: Screen) -> None:
    begin(screen, 3)
    assert screen.taps <= 8
    guide = screen.views[v.GuideView]
    steps = {step.way: step.piece for step in guide.steps}
    assert len(steps) == 6
    assert steps["in Odin's Path, from the stack on"].count(",") == 3, "four and the last"
    assert set(steps) >= {"missions of Anna", "missions of Ben", "missions of Clara"}
    assert screen.table.prompt.sentence == "Anna plays cards, buys, builds or attacks."
    assert screen.backend.sitting is not None
    s = screen.backend.sitting.session.state
    assert (s.phase, s.turn, -1 in s.row, len(s.bonuses)) == ("turn", 0, False, 4)


def test_the_guide_offers_to_draw(screen: Screen) -> None:
    people = tuple(v.Player(n, c) for n, c in (("Anna", "red"), ("Ben", "blue")))
    screen.tap("begin", ("vikings_gone_wild", "none"))
    screen.tap("set_up", v.Draft("vikings_gone_wild", "none", people, None, {}, ()))
    assert screen.views[v.GuideView].lot == "The app shuffles"


def test_rounds_of_four_by_taps_with_every_touch_counted(screen: Screen) -> None:
    begin(screen, 4)
    people = People(screen, random.Random(1))
    people.play(most=260)
    world = people.state.world
    assert 0 < people.asked <= len(unconfirmed(world)), "a value of a card is asked once, with one touch"
    assert len(people.turns) >= 12
    assert {type(a) for t in people.turns for a in t.acts} >= {acts.Play, acts.Buy, acts.Attack, acts.EndTurn}
    assert not [(t.touches, t.due, t.acts) for t in people.turns if t.touches > t.due + 3]


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_by_taps_with_every_touch_counted(screen: Screen, players: int, seed: int) -> None:
    """No turn takes more touches than its cards and choices and three; the journal verifies."""
    begin(screen, players)
    people = People(screen, random.Random(f"{players} {seed}"))
    people.play()
    end: EndView = screen.views[EndView]
    assert end.rows[0].rank == "1"
    assert sum(int(p) for p in end.rows[0].parts) == int(end.rows[0].total)
    assert len(people.turns) >= 4 * players
    over = [(t.touches, t.due, t.acts) for t in people.turns if t.touches > t.due + 3]
    told = {"players": players, "seed": seed, "turns": len(people.turns), "rounds": people.state.round,
            "touches": sum(t.touches for t in people.turns), "due": sum(t.due for t in people.turns),
            "most beyond": max(t.touches - t.due for t in people.turns), "asked": people.asked}  # fmt: skip
    print(json.dumps(told))
    assert not over
    screen.backend.close()
    (listed,) = saved.listing(screen.backend.ctx.games)
    assert saved.look_at(listed.folder, game).verify() == []
