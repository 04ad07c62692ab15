"""Entry by hand of what must weigh enough: attackers, what is stored, what is discarded."""

from __future__ import annotations

from typing import Any

from companion import i18n
from companion.app.live.hand import HandEntry
from companion.app.live.table import TablePainter
from companion.app.side_views import Field
from companion.engine.session import Accepted, Person, Session
from companion.games.vikings_gone_wild.inputs import Attack, Drop, Store
from companion.table.palettes import palette_of
from companion.table.speaker import Speaker
from tests.games.vikings_gone_wild.tables import sit

PEOPLE = (Person("Anna", "red"), Person("Ben", "blue"), Person("Clara", "green"))


def entry_of(session: Session[Any]) -> HandEntry:
    i18n.use("en")
    board = session.config.board
    speaker = Speaker("vikings_gone_wild", board, PEOPLE)
    return HandEntry(TablePainter(session, palette_of(PEOPLE, board.colours), speaker))


def player(**known: Any) -> dict[str, Any]:
    return {"hand": [], "unseen": [], "deck": [], **known}


def field_named(entry: HandEntry, name: str) -> Field:
    return next(f for f in entry.fields() if f.id == name)


def table_at(phase: str, **anna: Any) -> Session[Any]:
    others = {"B": player(village={"townhall": {"level": 1}, "beer_depot_1": {}}), "C": player()}
    doc = {"phase": phase, "round": 1, "starter": "A", "turn": "A", "players": {"A": player(**anna), **others}}
    return sit(doc)


def test_attackers_are_counted_until_they_are_strong_enough() -> None:
    session = table_at("turn", hand=["viking_warrior", "viking_warrior", "elf_archer"])
    entry = entry_of(session)
    entry.choose_kind("attack")
    entry.set("target", "B_beer_depot_1")
    attackers = field_named(entry, "attackers")
    assert (attackers.kind, attackers.limits) == ("counts", {"viking_warrior": 2, "elf_archer": 1})
    assert [o.text for o in attackers.options] == ["Elf Archer", "Viking Warrior"]
    assert attackers.label == "Attackers: strength 0, needed 3"
    entry.set("attackers", {"viking_warrior": 2})
    assert field_named(entry, "attackers").label == "Attackers: strength 2, needed 3"
    assert (entry.act(), entry.view().ready) == (None, False)
    entry.set("attackers", {"viking_warrior": 1, "elf_archer": 1})
    act = entry.act()
    assert act == Attack(0, "B_beer_depot_1", (("elf_archer", 1), ("viking_warrior", 1)))
    assert entry.view().ready
    assert isinstance(session.submit((act,), "tap"), Accepted)


def test_a_helper_is_chosen_after_the_attackers_it_makes_strong_enough() -> None:
    entry = entry_of(table_at("turn", hand=["viking_warrior", "sword"]))
    entry.choose_kind("attack")
    entry.set("target", "B_beer_depot_1")
    entry.set("attackers", {"viking_warrior": 1})
    carried = field_named(entry, "carried")
    assert [o.text for o in carried.options] == ["Sword, Viking Warrior, 1"]
    entry.set("carried", carried.options[0].key)
    assert entry.act() == Attack(0, "B_beer_depot_1", (("viking_warrior", 1),), (("sword", "viking_warrior", 1),))


def test_what_is_stored_is_laid_out_in_the_depots() -> None:
    village = {
        "townhall": {"level": 1},
        "beer_depot_1": {"beer": 2},
        "beer_depot_2": {"beer": 3},
        "brewery_1": {"beer": 1},
    }
    entry = entry_of(table_at("store", village=village))
    entry.choose_kind("store")
    assert [o.text for o in field_named(entry, "depots").options] == [
        "Beer Container 1 of Anna",
        "Beer Container 2 of Anna",
    ]
    entry.set("depots", {"A_beer_depot_1": 4, "A_beer_depot_2": 3})
    assert entry.act() is None, "there are six in all"
    entry.set("depots", {"A_beer_depot_1": 4, "A_beer_depot_2": 2})
    assert entry.act() == Store(0, "beer", (("A_beer_depot_1", 4), ("A_beer_depot_2", 2)))


def test_a_hand_is_discarded_but_for_what_is_held() -> None:
    village = {"townhall": {"level": 1}, "drakkar_1": {}}
    entry = entry_of(table_at("discard", village=village, hand=["beer_card", "beer_card", "gold_card"]))
    entry.choose_kind("drop")
    assert field_named(entry, "cards").label == "Cards: 0, at least 2"
    entry.set("cards", {"beer_card": 1})
    assert entry.act() is None
    entry.set("cards", {"beer_card": 1, "gold_card": 1})
    assert entry.act() == Drop(0, (("beer_card", 1), ("gold_card", 1)))
