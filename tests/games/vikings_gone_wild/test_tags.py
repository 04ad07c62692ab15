"""What a card says when a reader shows it: one meaning, several, or none; never by what only a hand knows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.art.stickers import WORDS
from companion.engine.codec import text
from companion.engine.session import Accepted
from companion.engine.types import DOUBTFUL
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.inputs import Attack, Build, Upgrade
from companion.games.vikings_gone_wild.table import CARDS
from companion.games.vikings_gone_wild.tags import name_of

from .tables import sit, state, table

ROW = ["scroll", "sword", "undead_gold", "beer_mugs", "assassin"]


def given(hand: list[str], **more: Any) -> dict[str, Any]:
    mine = {"hand": hand, "unseen": [], "deck": [], "village": {"townhall": {"level": 1}, "brewery_1": {"beer": 1}}}
    return {"phase": "turn", "round": 1, "turn": "A", "row": ROW, "players": {"A": mine, "B": {}, "C": {}}, **more}


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("beer_card", ["A play card=beer_card"]),
        ("money_theft", ["A play card=money_theft target=1", "A play card=money_theft target=2"]),
        ("cannon", ["A buy card=cannon"]),
        ("brewery", ["A build building=brewery"]),
        ("scroll", ["A play card=scroll", "A buy card=scroll slot=odin_1"]),
        ("beer_card#7", ["A play card=beer_card"]),
        ("viking_warrior", []),
        ("elf_archer#2", ["A buy card=elf_archer beer=A_brewery_1:1"]),
        ("townhall_2#1", ["A upgrade"]),
        ("no_card", []),
    ],
)
def test_a_shown_card_means_what_is_possible_now(card: str, told: list[str]) -> None:
    s = state(given(["beer_card", "money_theft", "scroll", "viking_warrior"], now={"beer": 2, "gold": 3}))
    assert [text(a) for a in CARDS.acts(s, card)] == told


def test_a_card_turned_up_answers_what_is_owed_first() -> None:
    doc = given(["beer_card"], row=["", "sword", "undead_gold", "beer_mugs", "assassin"])
    s = state({**doc, "odin": [{"n": 2, "of": ["scroll", "crystal"]}]})
    assert [text(a) for a in CARDS.acts(s, "scroll")] == ["- shown card=scroll"]


def test_tokens_that_would_be_lost_pay_first() -> None:
    village = {"townhall": {"level": 1}, "beer_depot_1": {"beer": 3}, "brewery_1": {"beer": 1}}
    doc = given([], now={"beer": 0, "gold": 0})
    doc["players"]["A"]["village"] = village
    s = state(doc)
    assert [text(a) for a in CARDS.acts(s, "gold_depot")] == [
        "A build building=gold_depot beer=A_beer_depot_1:1,A_brewery_1:1"
    ]


def test_what_a_card_means_does_not_tell_a_hand() -> None:
    """Hand and deck are known together only: both tables take the card in the same way."""
    tables = []
    for hand, deck in ((["scroll"], ["crystal"]), (["crystal"], ["scroll"])):
        doc = given(hand)
        doc["players"]["A"] |= {"deck": deck}
        tables.append(state(doc))
    for card in ("scroll", "crystal", "beer_card"):
        assert CARDS.acts(tables[0], card) == CARDS.acts(tables[1], card)


@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("crystal", "VG-4.5"),  # not in hand or deck: questioned
        ("thor", "VG-7.5"),
        ("sword", "VG-4.4"),  # too expensive
        ("tavern", "VG-4.4"),
        ("townhall_3", "VG-4.4"),
        ("worship", "VG-11.1"),
    ],
)
def test_a_card_that_cannot_be_comes_with_the_rule_against_it(card: str, rule: str) -> None:
    s = state(given(["beer_card"], now={"beer": 1, "gold": 0}))
    (act,) = CARDS.acts(s, card)
    assert getattr(GAME.decide(s, act), "rule", "") == rule


def test_a_defence_card_that_nobody_can_have_is_questioned() -> None:
    doc = given(["viking_warrior"])
    doc["players"]["B"] = {
        "hand": ["gold_card"],
        "unseen": [],
        "deck": [],
        "village": {"townhall": {"level": 1}, "brewery_1": {}},
    }
    t = sit(doc)
    t.submit((Attack(0, "B_brewery_1", (("viking_warrior", 1),)),), "tap")
    (act,) = CARDS.acts(t.state, "cannon")
    assert text(act) == "B defend card=cannon target=B_brewery_1"
    assert getattr(GAME.decide(t.state, act), "kind", "") == DOUBTFUL


def test_every_card_of_the_box_may_bear_a_tag_of_its_own() -> None:
    s = GAME.setup(table(4))
    deck = CARDS.deck(s)
    assert len(set(deck)) == len(deck) == 216 <= len(WORDS)
    assert Counter(map(name_of, deck)) == {c.id: c.count for c in s.world.cards if c.deck != "board"}


def test_a_marker_says_no_defence_while_an_attack_is_answered_and_raises_the_hall() -> None:
    s = GAME.setup(table(4))
    assert len(set(CARDS.markers(s)) - set(CARDS.deck(s))) == 20
    bare: dict[str, Any] = {"hand": [], "unseen": [], "deck": []}
    ben = {**bare, "hand": ["gold_card"], "village": {"townhall": {}, "brewery_1": {}}}
    t = sit(
        {"phase": "turn", "round": 1, "turn": "A", "players": {"A": {**bare, "hand": ["viking_warrior"]}, "B": ben}}
    )
    assert CARDS.acts(t.state, "marker#4") == (), "nothing can be paid"
    assert isinstance(t.submit((Attack(0, "B_brewery_1", (("viking_warrior", 1),)),), "tap"), Accepted)
    assert [text(a) for a in CARDS.acts(t.state, "marker#4")] == ["B pass"]
    rich = {**bare, "village": {"townhall": {"gold": 9}}}
    s = sit({"phase": "turn", "round": 1, "turn": "A", "players": {"A": rich, "B": bare}}).state
    many = [e for e in GAME.options_of(s, 0) if isinstance(e, Build | Upgrade)]
    assert len(many) > 3
    assert CARDS.acts(s, "marker#4") == (), "a card or a touch tells which"
    few = {**bare, "village": {"townhall": {"gold": 2}}}
    s = sit({"phase": "turn", "round": 1, "turn": "A", "players": {"A": few, "B": bare}}).state
    told = CARDS.acts(s, "marker#4")
    assert 0 < len(told) <= 3
    assert {type(a) for a in told} <= {Build, Upgrade}
