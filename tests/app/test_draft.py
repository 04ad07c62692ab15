"""A new game as wished: names, colours, seats, lot, options."""

from __future__ import annotations

from attrs import evolve

from companion.app import draft as d
from companion.app.live.setup import new_game_view
from companion.app.setup_views import Draft
from companion.app.viewmodel import Lamp

LAMPS = tuple(Lamp(d, d, "ok", "") for d in ("camera", "die"))
VIEW = new_game_view("hibernia", "box", LAMPS, ("Anna", "Ben", "Clara", "David"))
COLOURS = [c.key for c in VIEW.colours]


def fresh() -> Draft:
    return d.fresh(VIEW)


def test_a_fresh_wish_has_three_seats_and_the_names_used_last() -> None:
    assert [p.name for p in fresh().players] == ["Anna", "Ben", "Clara"]
    assert [p.colour for p in fresh().players] == COLOURS[:3]
    assert fresh().first is None
    (soldiers,) = (o for o in VIEW.options if o.id == "soldiers_per_player")
    assert d.set_now(fresh(), VIEW, soldiers) == "16"
    assert d.differing(fresh(), VIEW) == ()


def test_a_fourth_player_gets_what_is_free_and_a_fifth_is_refused() -> None:
    four = d.with_count(fresh(), VIEW, 4)
    assert (four.players[3].name, four.players[3].colour) == ("David", COLOURS[3])
    nobody = d.with_count(fresh(), evolve(VIEW, names=("Anna", "Ben", "Clara")), 4)
    assert nobody.players[3].name == "D", "as the badge of the seat says"
    assert len(d.with_count(four, VIEW, 5).players) == 4
    assert len(d.with_count(four, VIEW, 2).players) == 3


def test_a_start_player_who_leaves_is_drawn_by_lot_again() -> None:
    four = d.with_first(d.with_count(fresh(), VIEW, 4), 3)
    assert d.with_count(four, VIEW, 3).first is None


def test_taking_a_colour_gives_ones_own_in_return() -> None:
    after = d.recolour(fresh(), VIEW, 0)
    assert [p.colour for p in after.players] == [COLOURS[1], COLOURS[0], COLOURS[2]]


def test_moving_up_keeps_the_start_player_the_same_person() -> None:
    draft = d.with_first(fresh(), 2)
    moved = d.move_up(draft, 2)
    assert [p.name for p in moved.players] == ["Anna", "Clara", "Ben"]
    assert moved.players[moved.first or 0].name == "Clara"
    around = d.move_up(draft, 0)
    assert [p.name for p in around.players] == ["Ben", "Clara", "Anna"]
    assert around.players[around.first or 0].name == "Clara"


def test_an_empty_name_keeps_the_old_one_and_two_equal_ones_are_a_fault() -> None:
    assert d.rename(fresh(), 1, "  ").players[1].name == "Ben"
    same = d.rename(fresh(), 1, " Anna ")
    assert d.faults(same) == ["names"]
    assert d.faults(fresh()) == []


def test_an_option_goes_round() -> None:
    once = d.with_option(fresh(), VIEW, "soldiers_per_player")
    assert once.options["soldiers_per_player"] == "14"
    assert d.with_option(once, VIEW, "soldiers_per_player").options["soldiers_per_player"] == "16"


def test_a_device_is_used_or_left() -> None:
    assert fresh().devices == ("camera", "die")
    assert d.with_device(fresh(), "die").devices == ("camera",)
    assert d.with_device(d.with_device(fresh(), "die"), "die").devices == ("camera", "die")
