"""The card file: what the box holds, and what is said about a file that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.engine.boards import ROOT
from companion.engine.game import ConfigError
from companion.engine.yamlfile import DataError, Document
from companion.games.vikings_gone_wild.box import ORIGINS, cards_from, load_cards, overlay
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.rules.paying import price
from companion.games.vikings_gone_wild.rules.strength import strength_of

from .tables import box, own_table

FILE = ROOT / "vikings_gone_wild" / "cards.yaml"
DATA: Mapping[str, Any] = Document.read(FILE).data

FILED = cards_from(DATA).cards


def test_the_box_holds_216_cards_and_draco() -> None:
    cards = load_cards(FILE).cards
    assert sum(c.count for c in cards if c.deck != "board") == 216
    assert {c.id for c in cards if c.deck == "board"} == {"draco"}


def test_every_value_has_an_origin_that_is_one() -> None:
    for card in DATA["cards"]:
        assert set(card.get("origin", {}).values()) <= set(ORIGINS)
        assert set(card.get("origin", {})) <= set(card), card["id"]


@pytest.mark.parametrize(
    ("card", "field", "value", "source"),
    [
        ("elf_archer", "beer", 3, "known"),
        ("elf_archer", "strength", 2, "known"),
        ("pigator", "gold", 3, "known"),
        ("pigator", "strength", 5, "house"),
        ("cannon", "guard", 2, "known"),
        ("beer_depot", "defence", 3, "figure"),
        ("beer_depot", "room", 4, "known"),
        ("gold_factory", "beer", 3, "web"),
        ("townhall_1", "limit", 3, "known"),
        ("townhall_2", "upgrade", (0, 5), "house"),
        ("townhall_3", "defence", 8, "house"),
    ],
)
def test_values_of_the_catalogue(card: str, field: str, value: Any, source: str) -> None:
    found = next(c for c in load_cards(FILE).cards if c.id == card)
    assert getattr(found, field) == value
    told = {"beer": "cost", "gold": "cost", "room": "holds"}.get(field, field)
    assert found.source(told) == source


def broken(card: str, **changes: Any) -> dict[str, Any]:
    """The card file with one card changed."""
    cards = [{**c, **changes} if c["id"] == card else c for c in DATA["cards"]]
    return {**DATA, "cards": cards}


def does(when: str, *steps: Any) -> list[dict[str, Any]]:
    return [{"when": when, "steps": list(steps)}]


def at_least(n: int, counter: str, **args: Any) -> dict[str, Any]:
    return {"ge": [{"count": counter, **({"args": args} if args else {})}, n]}


HAND_UNITS = at_least(1, "cards", zone="hand", filter={"tag": "unit"})
FAULTS: list[tuple[str, dict[str, Any], str, str]] = [
    ("elf_archer", {"count": 7}, "cards", "18 cards in the deck unit"),
    ("elf_archer", {"strength": "two"}, "strength", "a whole number, 0 or more"),
    ("elf_archer", {"cost": {"wood": 1}}, "cost.wood", "one of beer, gold"),
    ("elf_archer", {"colour": "red"}, "colour", "one of id, name"),
    ("elf_archer", {"tags": ["dragon"]}, "tags.0", "one of unit, hero"),
    ("undead_gold", {"cost": {"gold": 1}}, "cost", "null: this card is never sold"),
    ("beer_depot", {"damage_bonus": [{"plunder": "gold"}]}, "damage_bonus.0.plunder", "the kind that this card holds"),
    ("brewery", {"damage_bonus": [{"plunder": "beer"}]}, "damage_bonus.0.plunder", "the kind that this card holds"),
    ("scroll", {"abilities": does("play", {"fly": 2})}, "abilities.0.steps.0", "one step of attack"),
    ("scroll", {"abilities": does("play", {"guard": 2})}, "abilities.0.steps", "in a defend ability"),
    ("scroll", {"abilities": does("play", "attack")}, "abilities.0.steps", "on a unit or hero"),
    ("shaman", {"abilities": does("play", {"boost": {"n": 1, "to": "all"}})}, "abilities.0", "of an attack ability"),
    ("sword", {"abilities": []}, "abilities", "a boost on a carried card"),
    ("cannon", {"abilities": does("defend", {"guard": 1})}, "guard", "either guard or a defend ability"),
    ("scroll", {"abilities": does("defend", {"peek": {}})}, "abilities.0.steps", "one opponent in a play ability"),
    ("scroll", {"abilities": does("attack", {"pay": {"cost": {}}})}, "abilities.0.steps", "pay and discount"),
    ("scroll", {"abilities": does("play", {"choose": {"k": 3, "of": [[], []]}})}, "choose.k", "at most the 2"),
    ("worker", {"goal": at_least(1, "dragons")}, "goal.ge.0.count", "one of buildings"),
    ("worker", {"goal": HAND_UNITS}, "goal.ge.0.args.filter", "hands are hidden"),
    ("worker", {"goal": at_least(1, "buildings", id="castle")}, "goal.ge.0.args.id", "the id of a card"),
    ("worker", {"goal": {"ge": [1]}}, "goal.ge", "two numbers to compare"),
    ("worker", {"goal": {"ge": [1, 1], "le": [1, 1]}}, "goal", "one condition"),
    ("townhall_2", {"level": 4}, "level", "1, 2 or 3"),
    ("townhall_2", {"upgrade": None}, "upgrade", "a price on levels 1 and 2"),
    ("beer_card", {"count": 25}, "cards", "40 cards in the deck start"),
    ("builder", {"id": "miner"}, "id", "an id used once"),
    ("builder", {"rule": "meets"}, "", "the key 'goal' on a bonus card"),
]


@pytest.mark.parametrize(("card", "changes", "key", "expected"), FAULTS)
def test_a_fault_is_named_with_its_key(card: str, changes: dict[str, Any], key: str, expected: str) -> None:
    with pytest.raises(DataError) as caught:
        cards_from(broken(card, **changes))
    assert any(key in f.key and expected in f.expected for f in caught.value.faults), caught.value


def test_a_fault_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text(
        FILE.read_text(encoding="utf-8").replace("tags: [unit], cost: {beer: 3}", "tags: [unit], cost: {beer: many}")
    )
    with pytest.raises(DataError) as caught:
        load_cards(file)
    fault = caught.value.faults[0]
    line = next(i for i, text in enumerate(file.read_text().splitlines(), 1) if "beer: many" in text)
    assert (fault.file, fault.line) == (str(file), line)
    assert fault.key.endswith("cost.beer")


def test_all_faults_are_told_at_once() -> None:
    data = broken("elf_archer", strength=-1, cost={"beer": -2})
    with pytest.raises(DataError) as caught:
        cards_from({**data, "first_game": ["builder"]})
    assert len(caught.value.faults) == 3


def test_a_needed_key_is_asked_for() -> None:
    cards = [{k: v for k, v in c.items() if not (c["id"] == "tavern" and k == "defence")} for c in DATA["cards"]]
    with pytest.raises(DataError, match="the key 'defence' on a building card"):
        cards_from({**DATA, "cards": cards})


def test_an_owner_s_file_lies_over_it_field_by_field(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("cards:\n- {id: pigator, strength: 6}\n")
    pigator = next(c for c in load_cards(FILE, own).cards if c.id == "pigator")
    assert (pigator.strength, pigator.beer, pigator.source("strength"), pigator.source("cost")) == (
        6,
        4,
        "user",
        "known",
    )


def test_every_number_and_price_of_every_card_can_be_corrected_and_counts() -> None:
    """One owner's file that corrects all of them: prices, strengths, defences, guards and points follow."""
    cards, own = {c["id"]: c for c in DATA["cards"]}, []
    for name, c in cards.items():
        new: dict[str, Any] = {"id": name}
        new |= {k: c[k] + 2 for k in ("strength", "guard", "defence", "vp") if isinstance(c.get(k), int)}
        if c.get("cost"):
            new["cost"] = {"beer": c["cost"].get("beer", 0) + 1, "gold": c["cost"].get("gold", 0) + 2}
        own += [new] if len(new) > 1 and c["deck"] != "mission" else []  # their points sort them into piles
    s = GAME.from_position(own_table({"cards": own}), {"phase": "turn", "turn": "A", "players": {"A": {}, "B": {}}})
    checked = 0
    for new in own:
        n = s.world.index[new["id"]]
        for field, value in new.items():
            told = {
                "cost": lambda n=n: {"beer": price(s, n)[0], "gold": price(s, n)[1]},
                "strength": lambda n=n: strength_of(s, 0, n),
                "guard": lambda n=n: s.world.programs[f"{s.world.ids[n]}:defend"][0].n,
                "defence": lambda n=n: s.world.cards[n].defence,
                "vp": lambda n=n: s.world.cards[n].vp,
            }.get(field)
            if told is not None:
                assert told() == value, (new["id"], field)
                assert s.world.cards[n].source(field) == "user"
                checked += 1
    assert checked > 60


def test_an_owner_s_card_of_his_own() -> None:
    own = {
        "cards": [
            {"id": "scroll", "count": 3},
            {
                "id": "troll",
                "name": {"de": "Troll", "en": "Troll"},
                "deck": "odin",
                "count": 1,
                "tags": ["unit"],
                "cost": {"beer": 2},
                "strength": 3,
            },
        ]
    }
    cards = cards_from(overlay(DATA, own)).cards
    assert [c.id for c in cards] == sorted(c.id for c in cards)
    s = GAME.from_position(own_table(own), {"players": {"A": {"hand": ["troll"]}, "B": {"hand": []}}})
    assert any(getattr(e, "attackers", None) for e in GAME.options_of(s, 0))


def test_a_table_without_cards_or_with_wrong_ones_is_no_table() -> None:
    with pytest.raises(ConfigError):
        GAME.setup(own_table({"cards": [{"id": "elf_archer", "count": 1}]}))
    config = own_table({})
    object.__setattr__(config, "data", {})
    with pytest.raises(ConfigError):
        GAME.setup(config)
    assert box()["cards"]["schema"] == 1


def test_any_field_of_a_card_can_be_corrected() -> None:
    """For every field that some card bears: a file of the owner's with another value of it counts, and says so."""
    seen, changed_fields = set(), set()
    for c in DATA["cards"]:
        for field in c.keys() - {"id", "origin", "deck", *changed_fields}:
            seen.add(field)
            others = [d[field] for d in DATA["cards"] if d["deck"] == c["deck"] and d.get(field, c[field]) != c[field]]
            more = [c[field] + 1] if isinstance(c[field], int) else [[{"vp": 9}]]
            for value in (*others, *more):
                try:
                    cards = cards_from(overlay(DATA, {"cards": [{"id": c["id"], field: value}]})).cards
                except DataError:
                    continue  # against another field of this card, or the counts of the box
                was, now = (next(x for x in some if x.id == c["id"]) for some in (FILED, cards))
                if was != now and now.source(field) == "user":
                    changed_fields.add(field)
                    break
    assert seen - changed_fields <= {"count", "level", "holds", "rule"}, "these are corrected together with others"
    assert changed_fields >= {"abilities", "built", "reward", "goal", "damage_bonus", "cost", "strength", "tags"}
