"""Board files: loading checks everything, and each fault names file, line and key."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.engine.boards import ROOT, board_from_mapping, canonical, house_board, load_board, parse_board
from companion.engine.yamlfile import DataError, Document

SOUND = """schema: 1
game: hibernia
id: two
source: own
size_mm: [200, 100]
cuts_mm: [100]
fiducials: {dictionary: DICT_4X4_50, side_mm: 30, border_cells: 1, centres: {0: [20, 20], 11: [180, 80]}}
patches:
- {centre: [20, 80], side_mm: 12, rgb: [96, 96, 96]}
pieces:
- {kind: soldier, shape: cube, size_mm: 8, height_mm: 8}
- {kind: ship, shape: token, size_mm: [20, 8], height_mm: 3}
- {kind: die, shape: die, size_mm: 16, height_mm: 16, faces: [red, blue]}
colours: [white, black]
tracks:
- {id: track, role: echo, loop: true, holds: {soldier: 1}, inks: "YRGB", box: [20, 20],
   centres: [[50, 10], [70, 10], [90, 10], [110, 10]]}
spaces:
- {id: mide, kind: county, look: area, name: Mide, ink: red, centre: [50, 50], holds: {soldier: 5},
   neighbours: [brega], tags: {fortress: Temair}, polygon: [[30, 30], [70, 30], [70, 70], [30, 70]]}
- {id: brega, kind: county, look: area, centre: [120, 50], neighbours: [mide], disc: 40}
- {id: shield, kind: shield, look: slot, role: lead, centre: [170, 40], box: [20, 30]}
- {id: sea, kind: sea, look: none}
"""


def board_with(old: str, new: str) -> Any:
    assert old in SOUND
    return parse_board(Document(SOUND.replace(old, new, 1), "two.yaml"))


def faults(old: str, new: str) -> list[str]:
    with pytest.raises(DataError) as refused:
        board_with(old, new)
    return [str(f) for f in refused.value.faults]


def test_a_sound_board_is_read() -> None:
    board = board_with("id: two", "id: two")
    assert (board.id, board.game, board.source, board.size_mm) == ("two", "hibernia", "own", (200.0, 100.0))
    assert [s.id for s in board.spaces] == [
        "mide",
        "brega",
        "shield",
        "sea",
        "track_0",
        "track_1",
        "track_2",
        "track_3",
    ]
    assert board.space["mide"].tags == {"fortress": "Temair"}
    assert board.space["brega"].polygon == ((100, 30), (140, 30), (140, 70), (100, 70))
    assert board.space["shield"].polygon == ((160, 25), (180, 25), (180, 55), (160, 55))
    assert board.tracks[0].inks == ("yellow", "red", "green", "blue")
    assert board.space["track_1"].role == "echo"
    assert board.pieces[1].size_mm == (20.0, 8.0)
    assert board.fiducials is not None
    assert board.fiducials.centres == {0: (20.0, 20.0), 11: (180.0, 80.0)}
    assert (board.cuts_mm, board.colours) == ((100.0,), ("white", "black"))


BAD = [
    ("schema: 1", "schema: 2", "1: schema: expected 1, found 2"),
    ("schema: 1\n", "", "1: expected the key 'schema'"),
    ("source: own", "source: found", "4: source: expected one of known, house, own, found found"),
    ("size_mm: [200, 100]", "size_mm: 200", "5: size_mm: expected a point [x, y] in mm, found 200"),
    ("cuts_mm: [100]", "cuts_mm: [half]", "6: cuts_mm.0: expected a place in mm from the left, found half"),
    ("cuts_mm:", "cutz_mm:", "6: cutz_mm: expected one of colours, cuts_mm, data"),
    ("{0: [20, 20]", "{zero: [20, 20]", "7: fiducials.centres.zero: expected a marker number, found zero"),
    ("{0: [20, 20]", "{0: 20", "7: fiducials.centres.0: expected a point [x, y] in mm, found 20"),
    ("border_cells", "border", "7: fiducials.border: expected one of border_cells, centres"),
    ("{centre: [20, 80], side_mm: 12, rgb: [96, 96, 96]}", "grey", "9: patches.0: expected a mapping"),
    ("[96, 96, 96]", "[96, 96, 960]", "9: patches.0.rgb: expected three numbers from 0 to 255"),
    ("shape: cube", "shape: ball", "11: pieces.0.shape: expected one of cube, disc"),
    ("size_mm: 8, height_mm: 8", "size_mm: big, height_mm: 8", "11: pieces.0.size_mm: expected a point"),
    ("kind: ship, shape: token", "kind: ship, sails: 3, shape: token", "12: pieces.1.sails: expected one of"),
    ("- {kind: die", "- die\n- {kind: die", "13: pieces.2: expected a mapping, found die"),
    ("colours: [white, black]", "colours: white", "14: colours: expected a list, found white"),
    ('"YRGB"', '"YRGP"', "16: tracks.0.inks: expected letters of B G R Y, found P"),
    ('"YRGB"', '"YRG"', "17: tracks.0.centres: expected 3 centres, one for each colour, found 4"),
    ("centres: [[50, 10], [70, 10], [90, 10], [110, 10]]", "rim: {columns: 4, rows: 3, margin_mm: 5}",
     "16: tracks.0.inks: expected 10 colours, one for each rim cell, found 4"),
    ("centres: [[50, 10], [70, 10], [90, 10], [110, 10]]", "rim: 5", "17: tracks.0.rim: expected a mapping"),
    ("loop: true", "loop: yes please", "16: tracks.0.loop: expected true or false, found yes please"),
    ("{id: track, role: echo", "{id: track, speed: 3, role: echo", "16: tracks.0.speed: expected one of box,"),
    ("id: brega", "id: mide", "21: spaces.1.id: expected an id used once, found mide"),
    ("id: brega, ", "", "21: spaces.1: expected the key 'id'"),
    ("kind: county, look: area, centre", "look: area, centre", "21: spaces.1: expected the key 'kind'"),
    ("neighbours: [mide]", "neighbours: []", "20: spaces.0.neighbours: expected a link that brega has as well"),
    ("neighbours: [mide]", "neighbours: [mide, man]", "21: spaces.1.neighbours: expected ids of other spaces"),
    ("neighbours: [mide]", "neighbours: [mide, brega]", "21: spaces.1.neighbours: expected ids of other spaces"),
    ("[30, 30], [70, 30]", "[30, 30], [270, 30]", "20: spaces.0.polygon: expected points inside the sheet"),
    ("polygon: [[30, 30], [70, 30], [70, 70], [30, 70]]", "polygon: [[30, 30], [70, 30]]",
     "20: spaces.0.polygon: expected at least three points"),
    ("[70, 70], [30, 70]]", "[70, seventy], [30, 70]]", "20: spaces.0.polygon.2: expected a point"),
    (", disc: 40", "", "21: spaces.1: expected a polygon, or a centre with disc or box"),
    ("look: slot", "look: hole", "22: spaces.2.look: expected one of area, slot, heap, edge, tray"),
    ("role: lead", "role: main", "22: spaces.2.role: expected one of lead, echo, found main"),
    ("holds: {soldier: 5}", "holds: {knight: 5}", "19: spaces.0.holds.knight: expected a kind listed"),
    ("holds: {soldier: 5}", "holds: {soldier: none}", "19: spaces.0.holds.soldier: expected a number of pieces"),
    ("ink: red", "colour: red", "19: spaces.0.colour: expected one of box, centre, disc"),
    ("- {id: sea, kind: sea, look: none}", "- sea", "23: spaces.3: expected a mapping, found sea"),
    ("id: two", "id: two\nid: three", "4: expected key 'id' once, it is given twice"),
    ("name: Mide", "name: Mide, name: Brega", "19: expected key 'name' once, it is given twice"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), BAD, ids=[f"{i} {b[1][:30]}" for i, b in enumerate(BAD)])
def test_a_bad_board_names_file_line_and_key(old: str, new: str, said: str) -> None:
    found = faults(old, new)
    assert any(f.startswith(f"two.yaml:{said}") for f in found), found


def test_a_board_that_is_no_mapping() -> None:
    with pytest.raises(DataError, match=r"x\.yaml:1: expected a mapping"):
        parse_board(Document("- just a list", "x.yaml"))


def test_all_faults_come_at_once() -> None:
    text = SOUND.replace("source: own", "source: found").replace("role: lead", "role: main").replace("[mide]", "[man]")
    with pytest.raises(DataError) as refused:
        parse_board(Document(text, "two.yaml"))
    assert sorted(f.line for f in refused.value.faults) == [4, 20, 21, 22]


def test_a_missing_file_and_one_in_another_encoding(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"gone\.yaml: expected a readable file"):
        load_board(tmp_path / "gone.yaml")
    (tmp_path / "latin.yaml").write_bytes(SOUND.replace("Mide", "Míde").encode("latin-1"))
    with pytest.raises(DataError, match="expected UTF-8 text"):
        load_board(tmp_path / "latin.yaml")


# ---------------------------------------------------------------- copies and digests
def test_a_copy_in_json_is_the_same_board() -> None:
    for path in sorted(ROOT.glob("*/*.yaml")):
        if "spaces" not in path.read_text(encoding="utf-8"):
            continue  # cards and tables
        board = load_board(path)
        again = board_from_mapping(json.loads(json.dumps(board.doc, ensure_ascii=False)), "copy")
        assert again.digest == board.digest
        assert [s.id for s in again.spaces] == [s.id for s in board.spaces]
        assert again.fiducials == board.fiducials


def test_names_in_any_script_survive_a_copy() -> None:
    board = board_with("name: Mide", 'name: "Míde 🏰 “x”"')
    again = board_from_mapping(json.loads(json.dumps(board.doc)), "copy")
    assert again.space["mide"].name == "Míde 🏰 “x”"
    assert again.digest == board.digest


def test_the_digest_follows_the_content_not_its_order() -> None:
    board = board_with("id: two", "id: two")
    turned = dict(reversed(list(board.doc.items())))
    assert board_from_mapping(turned, "turned").digest == board.digest
    assert board_with("size_mm: [200, 100]", "size_mm: [200, 101]").digest != board.digest
    assert canonical({"b": 1, "a": "é"}) == '{"a":"é","b":1}'.encode()


# ---------------------------------------------------------------- no board breaks the reader
JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    1e9,
    "",
    "junk",
    [],
    ["a"],
    [1, 2],
    [[1, 2]],
    {},
    {"a": 1},
    {0: "x"},
    float("nan"),
]


def spots(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    if isinstance(node, dict):
        for k, v in node.items():
            found += spots(v, (*path, k))
    elif isinstance(node, list):
        for i, v in enumerate(node):
            found += spots(v, (*path, i))
    return found


def twisted(doc: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    out = copy.deepcopy(doc)
    at = out
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return out


def test_a_board_with_anything_anywhere_is_read_or_refused_with_faults() -> None:
    doc = yaml.safe_load(SOUND)
    rng = random.Random(1)
    refused = 0
    for path in spots(doc):
        for value in rng.sample(JUNK, 6):
            try:
                parse_board(Document.of(twisted(doc, path, value), "junk.yaml"))
            except DataError as e:
                refused += bool(e.faults)
    assert refused > 300


def test_the_house_boards_are_found_by_name() -> None:
    assert house_board("hibernia").id == "hibernia_house_1"
    with pytest.raises(DataError, match="expected a readable file"):
        house_board("hibernia", "moon")
