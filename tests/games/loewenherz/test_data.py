"""Board, cards and tables: what the box holds, and every fault named by file, line and key."""

from __future__ import annotations

import copy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.art.board import board_marks
from companion.engine.boards import ROOT, board_from_mapping, house_board, parse_board
from companion.engine.game import ConfigError, PositionError, configure
from companion.engine.scenario import load_data
from companion.engine.yamlfile import DataError, Document
from companion.games.loewenherz.box import read_cards, read_tables
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.world import World, build, turned
from companion.table.speaker import Speaker
from tests.games.loewenherz.tables import board, given, small, small_board, table

FOLDER = ROOT / "loewenherz"


def changed(file: str, old: str, new: str) -> Document:
    text = (FOLDER / file).read_text(encoding="utf-8")
    assert old in text
    return Document(text.replace(old, new, 1), file)


def world(players: int = 4, **options: Any) -> World:
    return build(table(players, **options))


# ---------------------------------------------------------------- the board
def test_squares_edges_and_terrain_of_the_house_board() -> None:
    kinds = {k: [s for s in board().spaces if s.kind == k] for k in ("square", "edge", "place", "field")}
    assert {k: len(v) for k, v in kinds.items()} == {"square": 150, "edge": 275, "place": 6, "field": 5}
    inks = [s.ink for s in kinds["square"]]
    assert {t: inks.count(t) for t in set(inks)} == {"farm": 66, "forest": 51, "mountain": 23, "town": 10}
    assert {s.look for s in kinds["edge"]} == {"edge"}


def test_places_are_called_by_where_they_lie_now() -> None:
    """Nothing is printed on loose parts; where a board has none, squares are printed with their names."""
    told = Speaker("loewenherz", board(), [], "en")
    assert [told.place(s) for s in ("s0_0", "v0_0", "h14_8", "place_2")] == [
        "A1", "A1/B1", "O9/O10", "place at the top middle",
    ]  # fmt: skip
    assert not any(s.name for s in board().spaces)
    assert small_board(["..", ".."]).space["s1_1"].name == "B2"


def test_every_part_in_every_turn_is_another_one() -> None:
    """LH-1.2: terrain alone tells part and turn."""
    grids = {turned(rows, q) for rows in world().parts.values() for q in range(4)}
    assert len(grids) == 24
    for rows in world().parts.values():
        assert turned(rows, 4) == rows
        assert turned(turned(rows, 1), 3) == rows


def test_the_sheet_can_be_printed_and_cut_between_the_parts() -> None:
    """Fiducials lie whole on the frame, cuts run between parts, strips fit on A4, and the drawing is made."""
    b = board()
    assert b.fiducials is not None
    assert (b.fiducials.dictionary, b.fiducials.side_mm) == ("DICT_4X4_50", 30)
    for x, y in b.fiducials.centres.values():
        assert x <= 21 or x >= b.size_mm[0] - 21
        assert 15 <= y <= b.size_mm[1] - 15
    edges = [0.0, *b.cuts_mm, b.size_mm[0]]
    assert max(right - left for left, right in pairwise(edges)) <= 190
    assert b.size_mm[1] <= 287
    for cut in b.cuts_mm:
        assert {s.tags["part"] for s in b.spaces if s.kind == "square" and s.centre[0] < cut} in (
            {"A", "D"}, {"A", "B", "D", "E"},
        )  # fmt: skip
    assert len(board_marks(b)) > 300


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"inks": ["....", "....", "..X."]}, "grids.0.inks.2"),
        ({"inks": ["....", "....", "..."]}, "grids.0.inks.2"),
        ({"inks": ["....", "...."]}, "grids.0.inks"),
        ({"parts": {"side": 3, "ids": ["A"]}}, "grids.0.parts"),
        ({"colums": 4}, "grids.0.colums"),
        ({"corner": [1]}, "grids.0.corner"),
        ({"edge": {"size_mm": [1, 2], "holds": {"wall": 1}}}, "grids.0"),
        ({"edge": {"size_mm": [1, 2], "prefix": ["v"]}}, "grids.0.edge.prefix"),
        ({"edge": {"size_mm": [1, 2], "colour": "red"}}, "grids.0.edge.colour"),
        ({"square": "s"}, "grids.0.square"),
        ({"columns": 10**30}, "grids.0.columns"),
    ],
)
def test_faults_of_a_grid_name_their_key(change: dict[str, Any], where: str) -> None:
    doc = copy.deepcopy(dict(small_board(["....", "....", "...."]).doc))
    doc["grids"][0].update(change)
    with pytest.raises(DataError) as e:
        parse_board(Document(yaml.safe_dump(doc), "mine.yaml"))
    assert where in [f.key for f in e.value.faults]
    assert all(f.file == "mine.yaml" and f.line for f in e.value.faults)


def test_an_id_is_used_once_on_a_board_with_a_grid() -> None:
    doc = copy.deepcopy(dict(small_board(["..", ".."]).doc))
    doc["spaces"] = [{"id": "s0_0", "kind": "field", "look": "none"}]
    with pytest.raises(DataError, match="ids used once"):
        board_from_mapping(doc, "mine.yaml")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"letters": {".": "farm", "F": "lake"}, "inks": [".F..", "....", "...."]}, "lake"),
        ({"edge": None}, "edges"),
        ({"square": {"kind": "field", "prefix": "s"}}, "grid"),
        ({"parts": {"side": 1, "ids": [*"ABCDEFGHIJKK"]}}, "parts"),
    ],
)
def test_a_board_that_cannot_be_played_says_why(change: dict[str, Any], problem: str) -> None:
    doc = copy.deepcopy(dict(small_board(["....", "....", "...."]).doc))
    doc["grids"][0].update({k: v for k, v in change.items() if v is not None})
    for key in [k for k, v in change.items() if v is None]:
        del doc["grids"][0][key]
    with pytest.raises(ConfigError) as e:
        GAME.setup(configure(GAME, 2, board_from_mapping(doc, "mine.yaml")))
    assert problem in str(e.value)


# ---------------------------------------------------------------- cards
def test_the_cards_of_the_box() -> None:
    """LH-1.8, LH-1.14: 31 action cards in five stacks, 13 politics cards; as many P actions as politics cards."""
    cards = read_cards(Document.read(FOLDER / "cards.yaml"))
    assert [sum(c.stack == s for c in cards.action) for s in "ABCDE"] == [6, 7, 7, 7, 4]
    kinds = [c.kind for c in cards.action]
    assert (kinds.count("action"), kinds.count("silver"), kinds.count("king")) == (27, 3, 1)
    assert sum(a.kind == "P" for c in cards.action for a in c.actions) == 13
    assert len(world().politics_box) == 13
    assert world(4, setup="basic").stacks == ("B", "C", "D", "E")


def test_money_and_overviews_of_the_box() -> None:
    """LH-1.12, LH-1.13, LH-1.16, LH-1.11: 52 money cards, 12 ducats to start with, an overview each, 100 borders."""
    doc = Document.read(FOLDER / "tables.yaml")
    tables = read_tables(doc)
    split = doc.data["money_cards"]["split"]["cards"]
    assert sum(split.values()) == 52
    assert sum(k * n for k, n in doc.data["start_money"]["cards"].items()) == tables.start_money == 12
    assert tables.box["overview_cards"] == tables.box["power_markers"] == 4
    assert tables.box["borders"] == 100
    assert tables.founding == ((4, 3), (10, 5), (20, 7), (30, 9), (0, 12))


def test_every_value_tells_where_it_comes_from() -> None:
    def marked(value: Any) -> int:
        if isinstance(value, dict):
            return int(value.get("origin") in ("known", "S1", "house")) + sum(map(marked, value.values()))
        return sum(map(marked, value)) if isinstance(value, list) else 0

    assert marked(Document.read(FOLDER / "cards.yaml").data) == 5 + 31 + 9 + 2
    assert marked(Document.read(FOLDER / "tables.yaml").data) >= 20


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("{id: a2, stack: A", "{id: a1, stack: A", "action_cards.1.id"),
        ("actions: [D4, G2, K1]", "actions: [D4, G2, K3]", "action_cards.0.actions.2"),
        ("actions: [D4, G2, K1]", "actions: [D4, G2]", "action_cards.0.actions"),
        ("{id: a2, stack: A", "{id: a2, stack: X", "action_cards.1.stack"),
        ("special: king", "special: silver", "action_cards"),
        ("{stack: A, cards: 6", "{stack: A, cards: 7", "action_cards"),
        ("kind: fief, value: 3", "kind: fief", "politics_cards.2.value"),
        ("sizes: [6, 7]", "sizes: [6, 6]", "politics_piles.sizes"),
        ("numbers: [1, 2, 3]", "numbers: [1, 2]", "decision_cards.numbers"),
        ("origin: S1", "origin: rumour", "action_cards.0.origin"),
        ("game: loewenherz", "game: hibernia", "game"),
        ("schema: 1", "schema: 2", "schema"),
    ],
)
def test_faults_of_the_cards_name_file_line_and_key(old: str, new: str, where: str) -> None:
    with pytest.raises(DataError) as e:
        read_cards(changed("cards.yaml", old, new))
    assert where in [f.key for f in e.value.faults]
    assert all(f.file == "cards.yaml" and f.line > 0 for f in e.value.faults)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("{squares: 10, points: 5}", "{squares: 3, points: 5}", "founding.rows.1.squares"),
        ("    - {points: 12}", "    - {squares: 40, points: 12}", "founding.rows.4.squares"),
        ("forest_knight: {value: 5", "forest_knight: {value: five", "costs.forest_knight.value"),
        ("{1: 20, 2: 16, 3: 16}", "{1: 20, 2: 16, 3: 15}", "money_cards.split.cards"),
        ("cards: {1: 2, 2: 2, 3: 2}", "cards: twelve", "start_money.cards"),
        ("{players: 4, own: 3, neutral: 0", "{players: 3, own: 3, neutral: 0", "castles_each"),
        ("[gold, purple, rose, gray]", "[gold, gold, rose, gray]", "colours.names"),
        ("columns: [0, 2]", "columns: [0]", "basic_start.0.region.columns"),
        ("knights: {value: 12, origin: known}", "knights: {value: 12}", "box.knights.origin"),
    ],
)
def test_faults_of_the_tables_name_file_line_and_key(old: str, new: str, where: str) -> None:
    with pytest.raises(DataError) as e:
        read_tables(changed("tables.yaml", old, new))
    assert where in [f.key for f in e.value.faults]
    assert all(f.file == "tables.yaml" for f in e.value.faults)


def test_data_of_a_table_is_checked_before_it_is_played() -> None:
    data = copy.deepcopy(load_data(GAME, board()))
    data["cards"]["action_cards"][0]["actions"] = ["D4"]
    with pytest.raises(ConfigError, match=r"LH-3\.2"):
        GAME.setup(table(4, data))


def test_a_corrected_card_is_played_as_it_says() -> None:
    """An owner ticks the list against the box; what is corrected there counts."""
    data = copy.deepcopy(load_data(GAME, board()))
    data["cards"]["action_cards"][1]["actions"] = ["D9", "G1", "K2"]
    s = given(table(4, data), card="a2", action=3, laid={"A": [3]}, castles={"s0_1": "A", "s9_0": "B"})
    assert s.units == 2


def test_basic_start_stands_on_fit_ground() -> None:
    """LH-15.1: all pairs on farmland side by side, eight squares between castles of a colour, six squares fenced."""
    land = world(4).land(world(4).printed)
    wide = world(4).grid.columns
    for start in world(4).tables.basic:
        homes = []
        for pair in start.pairs:
            for c, r in (pair.castle, pair.knight):
                assert land.farm >> r * wide + c & 1
            assert sum(abs(a - b) for a, b in zip(pair.castle, pair.knight, strict=True)) == 1
            homes.append(pair.castle)
        apart = [sum(abs(a - b) for a, b in zip(x, y, strict=True)) for x in homes for y in homes if x != y]
        assert min(apart) >= 8
        (left, right), (top, bottom) = start.region.columns, start.region.rows
        assert (right - left + 1) * (bottom - top + 1) == 6


# ---------------------------------------------------------------- positions
def test_a_position_lists_every_fault_at_once() -> None:
    bad = {
        "phase": "lunch", "turn": "Q", "castles": {"s99_9": "A", "s0_0": "X"}, "knights": {"A": ["s0_0", "s1_0", 5]},
        "borders": ["v0_0", "v14_0"], "fences": [{"rect": [0, 20, 0, 1]}, 7], "power": {"A": "many"},
        "tally": {"A": {"luck": 3}}, "hands": {"A": ["joker"]}, "piles": [[]], "drawn": ["a1", "a1"], "card": "b7",
        "laid": {"A": [4]}, "action": 2, "played": ["spell"], "alliances": [{"regions": ["s0_0"]}],
        "colours": {"A": "pink"}, "layout": ["A0"], "decks": {"Z": []}, "right": {"luck": 1, "region": "s5_5"},
        "looking": 4, "bidders": ["Z"], "bids": {"B": 3}, "cut": {"A": ["nowhere"]}, "ducats": {"A": -1},
        "weather": "fine", "silver": [{"A": "x"}], "spent": ["A"],
    }  # fmt: skip
    with pytest.raises(PositionError) as e:
        given(table(4), **bad)
    keys = {f.key.split(".")[0] for f in e.value.faults}
    assert set(bad) <= keys
    for f in e.value.faults:
        assert f.expected


def test_too_many_pieces_are_a_fault() -> None:
    with pytest.raises(PositionError, match="12 knights at most"):
        given(table(4), knights={"A": [f"s{i}_0" for i in range(13)]}, castles={"s0_9": "A"})
    with pytest.raises(PositionError, match="4 castles"):
        given(table(4), castles={f"s{i}_0": "A" for i in range(5)})


def test_a_board_without_parts_needs_no_laying() -> None:
    s = GAME.setup(small(["......", "......"]))
    assert s.layout == ()
    assert s.land.farm.bit_count() == 12


def test_markers_stand_on_a_track_where_the_board_has_one() -> None:
    """LH-1.10: on the lion at first; a track with an end stops them there, the app counts on."""
    doc = copy.deepcopy(dict(board().doc))
    doc["pieces"].append({"kind": "marker", "shape": "disc", "size_mm": 8, "height_mm": 4})
    doc["tracks"] = [
        {
            "id": "power", "role": "echo", "holds": {"marker": 4}, "box": [6, 6], "inks": [],
            "centres": [[40 + 8 * i, 5] for i in range(10)],
        }
    ]  # fmt: skip
    config = configure(GAME, 4, board_from_mapping(doc, "tracked.yaml"))
    s = GAME.from_position(config, {"castles": {"s0_1": "A"}, "power": {"A": 3, "B": 25}})
    top = GAME.tabletop(s)
    assert [t.side for t in top["power_3"]] == ["A"]
    assert [t.side for t in top["power_9"]] == ["B"]
    assert [t.side for t in top["power_0"]] == ["C", "D"]


def test_the_house_files_are_the_ones_that_the_game_names() -> None:
    assert {p.name for p in Path(FOLDER).glob("*.yaml")} == {"house.yaml", *GAME.info.data_files.values()}
    assert house_board("loewenherz").source == "house"
