"""The numbers of the box: known values with their origin, and faults that name file, line and key."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.boards import ROOT
from companion.engine.codec import Codec
from companion.engine.scenario import load_data
from companion.engine.session import merge
from companion.engine.types import CHANCE
from companion.engine.yamlfile import DataError, Document
from companion.games.walisk import box
from companion.games.walisk.game import GAME
from tests.games.walisk.tables import SMALL, board, table

FILE = ROOT / "walisk" / "box.yaml"


def test_the_numbers_of_the_rules() -> None:
    found = box.shipped()
    assert found.prices == (1, 3, 5)
    assert [found.settlement(n) for n in range(6)] == [0, 1, 3, 6, 10, 15]
    assert (found.start, found.invader, found.tribe) == ((4, 1, 2), (4, 2, 4), 10)
    assert (found.man_bp, found.ship_bp, found.capacity) == (2, 4, 2)
    shipped = Document.read(FILE).data
    assert {v["origin"] for name in box.SHAPE for v in shipped[name].values()} == {"known"}


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"prices": {"man": {"value": "one", "origin": "known"}}}, "prices.man.value"),
    ({"prices": {"man": {"value": 0, "origin": "known"}}}, "prices.man.value"),
    ({"prices": {"man": {"value": 1, "origin": "guessed"}}}, "prices.man.origin"),
    ({"prices": {"horse": {"value": 1, "origin": "known"}}}, "prices.horse"),
    ({"income": {"houses": {"value": [1, 2], "origin": "known"}}}, "income.houses"),
    ({"weather": {}}, "weather"),
    ({"game": "hibernia"}, "game"),
]


@pytest.mark.parametrize(("patch", "key"), BROKEN)
def test_a_fault_names_its_key(patch: dict[str, Any], key: str) -> None:
    doc = Document.of(merge(Document.read(FILE).data, patch), "my.yaml")
    with pytest.raises(DataError) as refused:
        box.read(doc)
    assert key in [f.key for f in refused.value.faults]


def test_a_fault_names_its_line() -> None:
    text = FILE.read_text(encoding="utf-8").replace("ship: {value: 3,", "ship: {value: many,")
    with pytest.raises(DataError) as refused:
        box.read(Document(text, "box.yaml"))
    (fault,) = refused.value.faults
    assert (fault.file, fault.key) == ("box.yaml", "prices.ship.value")
    assert text.splitlines()[fault.line - 1].strip().startswith("ship:")


def test_a_table_may_set_its_own_prices() -> None:
    data = load_data(GAME, board())
    mine = merge(data, {"box": merge(data["box"], {"prices": {"man": {"value": 2, "origin": "house"}}})})
    config = table(2, data=mine)
    s = GAME.from_position(config, {**SMALL, "phase": "muster", "round": 5, "silver": {"A": 4}})
    codec = Codec((*GAME.inputs, *CHANCE), GAME.events)
    decision = GAME.decide(s, codec.parse("A buy kind=man n=2"))
    assert isinstance(decision, tuple)
    for event in decision:
        s = GAME.evolve(s, event)
    assert s.silver[0] == 0


def test_the_shipped_numbers_and_a_copy_of_them_make_the_same_world_twice() -> None:
    data = load_data(GAME, board())
    one, two = GAME.setup(table(2, data=data)), GAME.setup(table(2, data=data))
    assert one.world is two.world
