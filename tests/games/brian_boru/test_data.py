"""Board, land and cards: what ships is right, and every fault names file, line and key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.boards import ROOT, board_from_mapping
from companion.engine.game import ConfigError, configure
from companion.engine.session import merge
from companion.engine.yamlfile import DataError, Document
from companion.games.brian_boru import box as cards
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.state import fresh
from companion.games.brian_boru.world import build, program
from companion.table.speaker import Speaker
from tests.games.brian_boru import land

from .slow import SUITS
from .tables import board, data, table

CARDS, LAND = ROOT / "brian_boru" / "cards.yaml", ROOT / "brian_boru" / "land.yaml"


def test_the_house_board_is_the_known_land() -> None:
    assert list(land.check(board(), land.read(Document.read(LAND)))) == []


def test_the_shape_of_the_land() -> None:
    """53 towns, 36 roads, 19 pieces of road; two rings; six towns without a road; seven roads over a border."""
    known = land.read(Document.read(LAND)).towns
    roads = {frozenset((a, b)) for a, t in known.items() for b in t.roads}
    assert (len(known), len(roads)) == (53, 36)
    assert {t for t in known if not known[t].roads} == {"B3", "D1", "C8", "C9", "M7", "M10"}
    crossing = {r for r in roads if len({t[0] for t in r}) == 2}
    wanted = ("N4 U5", "N6 B1", "N7 B2", "B4 C1", "C7 M1", "L2 D2", "L4 D3")
    assert crossing == {frozenset(pair.split()) for pair in wanted}
    left, parts = set(known), []
    while left:
        part, todo = set(), [left.pop()]
        while todo:
            at = todo.pop()
            part.add(at)
            todo += [n for n in known[at].roads if n not in part]
        left -= part
        parts.append(part)
    joined = [p for p in parts if len(p) > 1]
    assert len(joined) + 6 == 19
    rings = sum(sum(len(known[t].roads) for t in p) // 2 - len(p) + 1 for p in joined)
    assert rings == 2
    assert sum(s.tags["value"] for s in board().spaces if s.kind == "region") == 40


def test_towns_are_far_enough_apart_for_discs() -> None:
    """Towns are 22 mm wide, no two overlap, none lies under a fiducial, none is cut where two sheets meet."""
    towns = [s for s in board().spaces if s.kind == "town"]
    marks = board().fiducials
    assert marks is not None
    assert (marks.dictionary, marks.side_mm) == ("DICT_4X4_50", 30)
    for i, a in enumerate(towns):
        width = a.polygon[1][0] - a.polygon[0][0]
        assert width >= 20
        assert abs(a.centre[0] - board().cuts_mm[0]) > width / 2
        for b in towns[:i]:
            gap = ((a.centre[0] - b.centre[0]) ** 2 + (a.centre[1] - b.centre[1]) ** 2) ** 0.5
            assert gap >= width + 2, (a.id, b.id)
        for x, y in marks.centres.values():
            assert max(abs(a.centre[0] - x), abs(a.centre[1] - y)) > marks.side_mm / 2 + width / 2


def test_the_cards_are_those_of_the_box() -> None:
    box = cards.read(Document.read(CARDS))
    assert [c.no for c in box.actions] == list(range(1, 26))
    assert {c.no: c.colour for c in box.actions} == SUITS
    assert (box.coins, box.renown, box.vp, box.extra, box.expansion, box.debt_vp) == (3, 1, 10, 2, 5, 2)
    assert len(box.brides) == 7
    assert box.region_vp == (0, 0, 0, 1, 1, 3, 5, 7, 10)
    assert sorted(box.fleets) == [9, 10, 11, 12, 12, 13, 14]
    assert [" ".join(r) for r in box.track] == ["", "", "K", "K", "K", "K K", "K K", "A", "town", ""]


def test_programs_of_icons() -> None:
    assert program(("T", "m", "m", "K"), False) == (("T", 1), ("m", 2), ("+m", 0), ("K", 1))
    assert program(("T", "m", "m", "K"), True) == (("T", 1), ("m", 2), ("+m", 0), ("K", 1), ("+m", 0))
    assert program(("v", "v"), True) == (("v", 2), ("+v", 0))
    assert program(("m", "K", "m"), False) == (("m", 1), ("K", 1), ("m", 1), ("+m", 0))


def lines_of(e: DataError) -> list[str]:
    return [str(f) for f in e.faults]


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "expected"),
    [
        ('primary: "T v v K"', 'primary: "v T v K"', 11, "action_cards.cards.1.primary", "T once, as the first icon"),
        ("red, primary: \"T v v K\"", "pink, primary: \"T v v K\"", 11, "action_cards.cards.1.colour", "red, blue"),
        ("{card: 3, colour", "{card: 4, colour", 12, "action_cards.cards.2.card", "the number 3"),
        ("vp: 2, town: L", "vp: 2, town: X", 38, "marriage_cards.cards.0.town", "a region"),
        ("strengths: [9, 10", "strengths: [ten, 10", 48, "viking_cards.strengths.0", "a whole number"),
        ("origin: {numbers: known", "origin: {numbers: rumour", 8, "action_cards.origin", "an origin"),
        ('"K K E", secondary2: "v v", o', '"", secondary2: "v v", o', 14, "action_cards.cards.4.secondary1", "at "),
    ],
)  # fmt: skip
def test_faults_of_the_cards_name_line_and_key(old: str, new: str, line: int, key: str, expected: str) -> None:
    text = CARDS.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(DataError) as e:
        cards.read(Document(text.replace(old, new), "cards.yaml"))
    assert any(f.startswith(f"cards.yaml:{line}: {key}: expected {expected}") for f in lines_of(e.value)), lines_of(
        e.value
    )


def test_faults_of_the_land_name_line_and_key() -> None:
    text = (
        LAND.read_text(encoding="utf-8")
        .replace("roads: [N2], where", "roads: [N5], where")
        .replace("colour: blue, roads: [N1", "colour: green, roads: [N1")
    )
    with pytest.raises(DataError) as e:
        land.read(Document(text, "land.yaml"))
    found = lines_of(e.value)
    assert any("towns.N1.roads: expected a road that N5 has as well" in f for f in found)
    assert any("towns.N2.colour: expected a colour" in f for f in found)
    assert any("regions.N.towns" in f for f in found)
    with pytest.raises(DataError):
        land.read(Document("regions: none", "land.yaml"))


def changed(change: Callable[[dict[str, Any]], None]) -> Any:
    doc = merge(dict(board().doc), {})
    spaces = [dict(s) for s in doc["spaces"]]
    by_id = {s["id"]: s for s in spaces}
    change(by_id)
    return board_from_mapping({**doc, "spaces": spaces}, "changed")


def test_a_captured_board_that_differs_is_told() -> None:
    def other(spaces: dict[str, Any]) -> None:
        spaces["N1"]["ink"] = "blue"
        spaces["region_M"]["tags"] = {"region": "M", "threshold": 6, "value": 7}
        spaces["M7"]["tags"] = {"region": "L"}

    found = {(n.space, n.what) for n in land.check(changed(other), land.read(Document.read(LAND)))}
    assert found == {("N1", "colour"), ("region_M", "threshold"), ("M7", "region")}


def test_a_board_that_cannot_be_played_is_refused() -> None:
    def broken(spaces: dict[str, Any]) -> None:
        spaces["N1"]["ink"] = "green"
        spaces["M7"]["tags"] = {"region": "Q"}
        spaces["region_U"]["tags"] = {"region": "U", "threshold": 0, "value": 4}

    with pytest.raises(ConfigError) as e:
        build(configure(GAME, 3, changed(broken), {}, data()))
    told = {Speaker("brian_boru", board(), (), "de").refused(f.rule, f.facts) for f in e.value.faults}
    assert told == {
        "N1: erwartet: eine Farbe: red, blue, yellow, gefunden: green",
        "M7: erwartet: ein Gebiet des Spielplans, gefunden: Q",
        "region_U.threshold: erwartet: eine ganze Zahl, 1 oder mehr, gefunden: 0",
    }


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Four players need a region each for their first discs: this board has only three."),
        ("de", "Für die ersten Scheiben braucht man bei vier Personen je ein Gebiet: Dieser Plan hat nur drei."),
    ],
)
def test_a_board_with_fewer_regions_than_players_says_so(language: str, line: str) -> None:
    kept = ("U", "M", "L")
    doc = dict(board().doc)
    doc["spaces"] = [s for s in doc["spaces"] if s.get("tags", {}).get("region", "U") in kept]
    gone = {s.id for s in board().spaces} - {s["id"] for s in doc["spaces"]}
    doc["spaces"] = [{**s, "neighbours": [n for n in s.get("neighbours", ()) if n not in gone]} for s in doc["spaces"]]
    with pytest.raises(ConfigError) as e:
        build(configure(GAME, 4, board_from_mapping(doc, "small"), {}, data()))
    assert [Speaker("brian_boru", board(), (), language).refused(f.rule, f.facts) for f in e.value.faults] == [line]


def test_cards_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(ConfigError) as e:
        build(configure(GAME, 3, board(), {}, {}))
    assert e.value.faults[0].rule == "K-DATA"
    short = {"cards": {**data()["cards"], "viking_cards": {"origin": "S1", "strengths": [9]}}}
    with pytest.raises(ConfigError) as e:
        build(configure(GAME, 3, board(), {}, short))
    assert dict(e.value.faults[0].facts)["key"] == "cards.viking_cards.strengths"


def test_a_world_is_built_once_for_a_table() -> None:
    config = table(3)
    assert build(config) is build(config)
    assert fresh(build(config)) == GAME.setup(config)


def test_the_files_say_where_they_come_from() -> None:
    for path in (CARDS, LAND, ROOT / "brian_boru" / "house.yaml"):
        assert "origin" in Path(path).read_text(encoding="utf-8")
