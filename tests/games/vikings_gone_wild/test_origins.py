"""Which unconfirmed values an act relies on: asked when first needed, and never about what is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.codec import Codec
from companion.engine.types import CHANCE
from companion.games.vikings_gone_wild.box import SURE
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.origins import (
    PLAYED,
    confirmed,
    relies_on,
    relies_on_at_the_end,
    unconfirmed,
)
from companion.games.vikings_gone_wild.words import VALUE_QUESTIONS, question_line

from .tables import own_table, state

CODEC = Codec((*GAME.inputs, *CHANCE), GAME.events)
GIVEN: dict[str, Any] = {
    "row": ["scroll", "crystal", "undead_gold", "sword", "assassin"],
    "odin": ["beer_mugs"],
    "now": {"beer": 9, "gold": 9},
    "players": {
        "A": {"hand": ["pigator", "elf_archer", "sword", "scroll", "beer_card"], "missions": ["worker", "bier"]},
        "B": {"hand": ["cannon"], "village": {"tavern_1": {}, "gold_factory_1": {}}},
        "C": {},
    },
}


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("A play card=beer_card", []),
        ("A play card=scroll", ["scroll abilities house"]),
        ("A buy card=elf_archer", []),
        ("A buy card=cannon", ["cannon cost house"]),
        ("A build building=beer_depot", ["beer_depot cost figure"]),
        ("A build building=gold_factory", ["gold_factory cost web"]),
        ("A upgrade", []),
        ("A attack target=B_townhall attackers=elf_archer:2", ["townhall_1 damage_bonus figure"]),
        ("A attack target=draco attackers=pigator:1", ["pigator strength house", "draco defence web"]),
        ("A attack target=odin_3 attackers=elf_archer:1", ["undead_gold defence figure"]),
        (
            "A attack target=B_tavern_1 attackers=elf_archer:1 carried=sword:elf_archer:1",
            ["sword abilities house", "tavern defence house", "tavern damage_bonus house"],
        ),
        ("B defend card=cannon target=B_townhall", []),
        ("B defend card=hero_trap target=B_townhall", ["hero_trap abilities house"]),
        ("A claim mission=worker", ["worker goal web", "worker vp web"]),
        ("A end_turn", []),
        ("B pass", []),
    ],
)
def test_an_act_relies_on_values(line: str, values: list[str]) -> None:
    found = relies_on(state(GIVEN), CODEC.parse(line))
    assert [f"{v.card} {v.field} {v.origin}" for v in found] == values


def test_what_is_asked_does_not_depend_on_hands() -> None:
    act = CODEC.parse("A attack target=B_tavern_1 attackers=pigator:1")
    bare = {**GIVEN, "players": {**GIVEN["players"], "A": {"hand": []}, "B": {"hand": [], "village": {"tavern_1": {}}}}}
    assert relies_on(state(GIVEN), act) == relies_on(state(bare), act)


def test_a_value_that_the_owner_confirmed_is_not_asked_again() -> None:
    act = CODEC.parse("A buy card=cannon")
    asked = relies_on(state(GIVEN), act)
    assert asked[0].value == {"gold": 2}
    config = own_table(confirmed(asked))
    assert relies_on(GAME.from_position(config, GIVEN), act) == ()


def test_the_next_level_s_price_is_asked_for_the_second_upgrade() -> None:
    doc = {**GIVEN, "players": {**GIVEN["players"], "A": {"hand": [], "village": {"townhall": {"level": 2}}}}}
    found = relies_on(state(doc), CODEC.parse("A upgrade"))
    assert [(v.card, v.field) for v in found] == [("townhall_2", "upgrade"), ("townhall_3", "built")]


def test_bonus_cards_are_asked_about_at_the_end() -> None:
    assert {v.card for v in relies_on_at_the_end(state(GIVEN))} == {"beer_tycoon", "builder", "conqueror", "defender"}


def test_all_that_is_unconfirmed_can_be_listed_and_asked() -> None:
    world = state(GIVEN).world
    found = unconfirmed(world)
    assert len(found) > 60
    assert all(v.origin not in SURE and v.field in PLAYED and v.value is not None for v in found)
    assert {v.field for v in found} <= set(VALUE_QUESTIONS)
    assert question_line("pigator", "strength").msgid == "How strong is this card: {card}?"
    assert unconfirmed(GAME.setup(own_table(confirmed(found))).world) == ()
