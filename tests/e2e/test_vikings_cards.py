"""Vikings Gone Wild with a card reader at the tablet: fighters are marked, the rest is entered, values still asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.engine.types import Ruling
from companion.games.vikings_gone_wild import inputs as acts
from companion.table.messages import CardShown
from companion.table.snapshot import CARD_DOUBT, WHICH_CARD
from tests.e2e.keys import foot_of
from tests.e2e.test_live import Screen
from tests.e2e.vikings import begin
from tests.owners.tablet import caught_up


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    i18n.use("en")
    monkeypatch.setattr("companion.app.controllers.guide.SystemRandom", lambda: random.Random(5))
    made = Screen(tmp_path)
    begin(made, 3)
    yield made
    made.backend.close()


def show(screen: Screen, card: str) -> Any:
    """A card is laid on the reader; the desk has judged it when this returns."""
    sitting = screen.backend.sitting
    assert sitting is not None
    before = sitting.latest
    message = CardShown(f"vikings_gone_wild:{card}")
    taken: list[bool] = []
    sitting.taken, asks = (lambda m: taken.append(asks(m)) or taken[-1]), sitting.taken
    sitting.post(message)
    sitting.taken = asks
    if not taken[0]:
        screen.until(lambda: sitting.latest is not before)
    screen.backend.table.show()
    screen.take()
    return sitting.latest


def asked(screen: Screen) -> bool:
    return any(c.key == "value:right" for c in foot_of(screen.table))


def past(screen: Screen) -> list[Any]:
    assert screen.backend.sitting is not None
    return [s.act for s in screen.backend.sitting.session.past]


def test_a_resource_card_is_played_once_each_and_equal_ones_follow(screen: Screen) -> None:
    for card in ("beer_card#3", "beer_card#3", "beer_card#9"):
        show(screen, card)
    assert [a for a in past(screen) if isinstance(a, acts.Play)] == [acts.Play(0, "beer_card")] * 2
    assert screen.backend.sitting.latest.refusal is None


def test_a_card_that_was_wrong_is_taken_back_with_one_touch_and_may_be_shown_again(screen: Screen) -> None:
    session = screen.backend.sitting.session
    before = session.state
    show(screen, "beer_card#3")
    assert session.state.now.beer == 1
    taps = screen.taps
    screen.tap("undo")
    screen.until(lambda: session.state == before)
    assert screen.taps == taps + 1
    show(screen, "beer_card#3")
    assert session.state.now.beer == 1


def test_a_card_touched_wrongly_is_taken_back_in_place(screen: Screen) -> None:
    session = screen.backend.sitting.session
    before, panel = session.state, screen.table.panel
    screen.tap("panel", "A play card=gold_card")
    screen.until(lambda: session.state.now.gold == 1)
    screen.tap("undo")
    screen.until(lambda: session.state == before)
    screen.backend.table.show()
    screen.take()
    assert screen.table.panel == panel, "the same keys stand there again"


def test_a_fighter_is_marked_and_the_touched_target_is_attacked(screen: Screen) -> None:
    taps = screen.taps
    for card in ("viking_warrior#1", "viking_warrior#1", "viking_warrior#2"):
        show(screen, card)
    chosen = [c for c in screen.table.panel.pad if c.chosen]
    assert [(c.key, c.chosen) for c in chosen] == [("card:viking_warrior", True)]
    assert screen.backend.ctx.play.pad.picked == ["viking_warrior"] * 2
    assert screen.taps == taps
    off = [c for c in screen.table.panel.pad if not c.enabled]
    assert all("(VG-" in c.why for c in off), "whoever touches it is told by which rule"
    assert off
    screen.tap("panel", "target:draco")
    if asked(screen):
        screen.tap("panel", "value:right")
    screen.until(lambda: any(isinstance(a, acts.Attack) for a in past(screen)))
    assert acts.Attack(0, "draco", (("viking_warrior", 2),)) in past(screen)


def test_a_price_that_nobody_confirmed_is_asked_when_the_card_is_shown(screen: Screen) -> None:
    for n in range(1, 4):
        show(screen, f"beer_card#{n}")
    length = screen.backend.sitting.session.length
    show(screen, "gold_factory#1")
    assert screen.backend.sitting.session.length == length, "held back until it is answered"
    assert asked(screen)
    screen.tap("panel", "value:right")
    screen.until(lambda: isinstance(past(screen)[-1], acts.Build))
    show(screen, "gold_factory#1")
    assert sum(isinstance(a, acts.Build) for a in past(screen)) == 1


def test_a_card_that_nobody_can_have_is_questioned(screen: Screen) -> None:
    length = screen.backend.sitting.session.length
    state = screen.backend.sitting.session.state
    rows = {state.world.ids[c] for c in state.row}
    card = next(c for c in ("treasure_chest", "time_manipulation", "resurrection") if c not in rows)
    latest = show(screen, card)
    assert latest.question is not None
    assert latest.question.kind == CARD_DOUBT
    assert screen.backend.sitting.session.length == length
    key = latest.question.key
    screen.tap("other", key)
    screen.until(lambda: screen.backend.sitting.latest.question is None)
    assert screen.backend.sitting.session.length == length


def test_a_card_with_two_meanings_is_asked(screen: Screen) -> None:
    session = screen.backend.sitting.session
    session.amend({"players": {"A": {"unseen": ["money_theft", *["beer_card"] * 9]}}}, "told", consent=True)
    latest = show(screen, "money_theft#1")
    assert latest.question is not None
    assert latest.question.kind == WHICH_CARD
    assert [o[0].target for o in latest.question.options] == [1, 2]


def marked(screen: Screen, fighters: int, first: int = 1) -> None:
    for n in range(first, first + fighters):
        show(screen, f"viking_warrior#{n}")


def aimed(screen: Screen) -> list[str]:
    return [a.target for a in past(screen) if isinstance(a, acts.Attack)]


def laid(screen: Screen, **doc: Any) -> None:
    """The table as it is told now; the screen has seen it when this returns."""
    screen.until(lambda: caught_up(screen.backend))  # nobody else is at the journal
    told = screen.backend.sitting.session.amend(doc, "told", consent=True)
    assert not isinstance(told, Ruling), told
    show(screen, "no_card")


def seated(screen: Screen) -> None:
    """Anna's turn with many warriors; Ben and Clara have two breweries each and no card to defend with."""
    bare = {"hand": [], "blind": 0, "unseen": [], "deck": []}
    built = {**bare, "village": {"townhall": {"level": 1}, "brewery_1": {}, "brewery_2": {}}}
    laid(screen, players={"A": {**bare, "hand": ["viking_warrior"] * 6}, "B": built, "C": built})


def confirm(screen: Screen) -> None:
    while asked(screen):
        screen.tap("panel", "value:right")


def villages(screen: Screen) -> set[str]:
    """Whose buildings can be touched as targets."""
    assert screen.table.panel is not None
    keys = [c.key for c in screen.table.panel.pad]
    return {k.removeprefix("target:")[0] for k in keys if k.startswith("target:") and "_brewery" in k}


def test_one_village_at_a_time_can_be_attacked(screen: Screen) -> None:
    """Two of them together had keys too small to read."""
    seated(screen)
    marked(screen, 1)
    assert villages(screen) == {"B"}
    screen.tap("panel", "page")
    assert villages(screen) == {"C"}
    assert screen.table.panel is not None
    assert "Clara" in screen.table.panel.title


def test_a_building_card_that_could_be_several_is_touched_once_and_known_from_then_on(screen: Screen) -> None:
    seated(screen)
    marked(screen, 1)
    show(screen, "brewery#4")
    assert aimed(screen) == [], "two of Ben's and two of Clara's could be meant"
    screen.tap("panel", "target:C_brewery_2")
    confirm(screen)
    screen.until(lambda: aimed(screen) == ["C_brewery_2"])
    marked(screen, 1, first=2)
    assert screen.backend.ctx.play.pad.marked.places.lies == {"brewery#4": "C_brewery_2"}
    show(screen, "brewery#4")
    confirm(screen)
    assert aimed(screen) == ["C_brewery_2"], "it is damaged, and no other is meant by this card"
    show(screen, "brewery#7")
    confirm(screen)
    screen.until(lambda: aimed(screen) == ["C_brewery_2", "C_brewery_1"])


def test_a_building_that_was_built_by_its_card_is_attacked_by_its_card(screen: Screen) -> None:
    seated(screen)
    laid(screen, turn="B", now={"gold": 9})
    show(screen, "brewery#9")
    confirm(screen)
    screen.until(lambda: isinstance(past(screen)[-1], acts.Build) and caught_up(screen.backend))
    show(screen, "no_card")
    assert screen.backend.ctx.play.pad.marked.places.lies == {"brewery#9": "B_brewery_3"}
    laid(screen, turn="A", players={"B": {"village": {"brewery_3": {"ready": True}}}})
    marked(screen, 1)
    show(screen, "brewery#9")
    confirm(screen)
    screen.until(lambda: aimed(screen) == ["B_brewery_3"])
