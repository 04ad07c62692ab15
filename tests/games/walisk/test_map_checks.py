"""Maps with defects: every check of the catalogue finds its own, and names the rule it serves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import evolve

from companion.engine.boards import board_from_mapping
from companion.engine.game import ConfigError
from companion.engine.session import merge
from companion.engine.yamlfile import DataError, Document
from companion.games.walisk import maps
from companion.games.walisk.box import shipped
from companion.games.walisk.checks import ERROR, WARNING, MapNote, check, start_districts
from companion.games.walisk.game import GAME
from companion.games.walisk.maps import Lake, MapDraft, River, Tow, draft_of
from companion.games.walisk.world import build
from tests.games.walisk.tables import board, drawn, table

SMALL = draft_of(board())
LARGE = draft_of(board("house"))


def changed(name: str, draft: MapDraft = SMALL, **change: Any) -> MapDraft:
    """The map with one field changed."""
    return evolve(draft, fields=tuple(evolve(f, **change) if f.id == name else f for f in draft.fields))


def signless() -> MapDraft:
    return evolve(SMALL, fields=tuple(evolve(f, travel=False) for f in SMALL.fields))


def rivers(*segments: tuple[str, ...], **more: str) -> MapDraft:
    return evolve(SMALL, rivers=(*SMALL.rivers, River("F9", "Test", segments, **more)))


DEFECTS: tuple[tuple[str, str, str, Callable[[], MapDraft]], ...] = (
    ("MV1", ERROR, "an id twice", lambda: evolve(SMALL, fields=(*SMALL.fields, SMALL.fields[0]))),
    ("MV1", ERROR, "an unknown neighbour", lambda: changed("KA", links=("XX",))),
    ("MV1", ERROR, "a border known on one side only", lambda: changed("KA", links=("UR", "IS", "UL", "HY", "LA"))),
    ("MV1", ERROR, "a lake at a sea field", lambda: evolve(SMALL, lakes=(Lake("L9", ("S1",)),))),
    ("MV1", ERROR, "a river with an unknown bank", lambda: rivers(("XX",))),
    ("MV1", ERROR, "a river from an unknown lake", lambda: rivers(("KA",), source_lake="L9")),
    ("MV2", ERROR, "a map in two parts", lambda: evolve(SMALL, fields=(*SMALL.fields, maps.Field("Z", "settle", ())))),
    ("MV3", ERROR, "Waligoi with a district too few", lambda: evolve(LARGE, waligoi=True, fields=LARGE.fields[:-1])),
    ("MV3", WARNING, "another map with other counts", lambda: SMALL),
    ("MV4", ERROR, "Waligoi with a travel sign too few", lambda: changed("S2", LARGE, travel=False)),
    ("MV4", WARNING, "no travel sign at all", lambda: signless()),
    ("MV4", ERROR, "a travel sign in a district", lambda: changed("LA", travel=True)),
    ("MV5", ERROR, "victory with half of the districts", lambda: evolve(SMALL, victory=10)),
    ("MV5", ERROR, "victory with more districts than there are", lambda: evolve(SMALL, victory=21)),
    ("MV6", ERROR, "a steep border on land", lambda: evolve(SMALL, steep=frozenset({("KA", "UL")}))),
    ("MV6", ERROR, "shores that leave a sea field out", lambda: evolve(SMALL, shores={"LA": (("S2",), ("S4",))})),
    ("MV6", ERROR, "a river along no border", lambda: rivers(("KA", "LA"))),
    ("MV7", ERROR, "segments without a common bank", lambda: rivers(("KA", "UL"), ("VI", "GR"))),
    ("MV7", ERROR, "segments whose districts do not touch", lambda: rivers(("KA", "UL"), ("KA", "IS"))),
    ("MV8", ERROR, "a mouth away from its sea", lambda: rivers(("KA", "UL"), mouth="S1")),
    ("MV8", ERROR, "a source away from its lake", lambda: rivers(("KA", "UL"), source_lake="L1")),
    ("MV9", WARNING, "two mouths in one district", lambda: rivers(("FL", "LA"), mouth="S2")),
    ("MV10", WARNING, "all rivers reach the sea", lambda: evolve(SMALL, rivers=SMALL.rivers[:2], tows=())),
    ("MV10", WARNING, "no tow place", lambda: evolve(SMALL, tows=())),
    ("MV10", ERROR, "a tow place away from its rivers", lambda: evolve(SMALL, tows=(Tow("LA", ("F2", "F3"), 4),))),
    ("MV11", ERROR, "a home with a tribe", lambda: changed("UR", tribe="heden")),
    ("MV11", ERROR, "a home on a river", lambda: rivers(("UR", "KA"))),
    ("MV12", ERROR, "no room for five", lambda: SMALL),
)  # fmt: skip


def found(draft: MapDraft, players: int = 4) -> list[MapNote]:
    return check(draft, shipped().counts, players, 2)


def findings() -> Iterator[MapNote]:
    for name, _, _, draft in DEFECTS:
        yield from found(draft(), 5 if name == "MV12" else 4)


@pytest.mark.parametrize(("name", "level", "what", "draft"), DEFECTS, ids=lambda v: v if isinstance(v, str) else "")
def test_defect(name: str, level: str, what: str, draft: Callable[[], MapDraft]) -> None:
    notes = found(draft(), 5 if name == "MV12" else 4)
    assert (name, level) in {(n.check, n.level) for n in notes}, what


def test_the_house_maps_are_without_errors() -> None:
    assert found(LARGE, 10) == []
    assert {(n.check, n.level) for n in found(SMALL)} == {("MV3", WARNING), ("MV4", WARNING)}
    assert set(start_districts(SMALL, False)) == {"NE", "SV", "HA", "FL", "LA", "SA"}
    assert len(start_districts(LARGE, False)) == 33


def test_the_large_map_has_room_for_fifteen_and_for_eighteen_at_best() -> None:
    assert found(LARGE, 15) == []
    assert found(LARGE, 18) == []
    assert [n.check for n in found(LARGE, 19)] == ["MV12"]


def test_four_starts_fit_on_the_small_map_but_not_after_three_bad_ones() -> None:
    assert not [n for n in found(SMALL, 4) if n.level == ERROR]


def test_a_map_with_errors_cannot_be_played() -> None:
    with pytest.raises(ConfigError) as refused:
        GAME.setup(table(2, drawn(victory=5)))
    assert [f.rule for f in refused.value.faults] == ["WA-R22"]
    assert dict(refused.value.faults[0].facts)["check"] == "MV5"


# ---------------------------------------------------------------- files
FAULTY = [
    ({"rivers": [{"id": "F1", "segments": [["HA", "FL", "OS"]]}]}, "data.rivers.0.segments.0", "a list of 1 to 2 ids"),
    ({"rivers": [{"id": "F1", "segments": []}]}, "data.rivers.0.segments", "at least one segment"),
    ({"steep": [["SV"]]}, "data.steep.0", "a list of 2 ids"),
    ({"victory": "many"}, "data.victory", "a whole number"),
    ({"waligoi": 1}, "data.waligoi", "true or false"),
    ({"shores": {"LA": [["S2"]]}}, "data.shores.LA", "two or more lists"),
    ({"lakes": [{"id": "L1", "shore": []}]}, "data.lakes.0.shore", "a list of"),
    ({"unheard": 1}, "data.unheard", "one of"),
]


@pytest.mark.parametrize(("data", "key", "expected"), FAULTY)
def test_a_faulty_board_file_names_key_and_expectation(data: dict[str, Any], key: str, expected: str) -> None:
    doc = Document.of(merge(board().doc, {"data": data}), "my.yaml")
    with pytest.raises(DataError) as refused:
        maps.read(doc)
    assert [(f.file, f.key, f.expected.startswith(expected)) for f in refused.value.faults] == [("my.yaml", key, True)]


def test_a_fault_in_a_file_names_its_line() -> None:
    text = "id: x\ndata:\n  victory: many\nspaces:\n  - {id: A, kind: hill, look: area}\n"
    with pytest.raises(DataError) as refused:
        maps.read(Document(text, "my.yaml"))
    assert [(f.line, f.key) for f in refused.value.faults] == [(5, "spaces.0.kind"), (3, "data.victory")]


def test_an_owners_board_with_letters_for_ids_is_a_map_like_any_other() -> None:
    own = board_from_mapping(merge(board().doc, {"id": "mine", "source": "own"}), "mine.yaml")
    assert build(table(2, own)).ids == build(table(2)).ids


# ---------------------------------------------------------------- water
def water(name: str, body: str, on: Any = None) -> int:
    return build(table(2, on or "small")).waters[name, body]


def test_mouths_and_the_ends_of_lakes_are_one_with_their_river() -> None:
    assert water("FL", "F1") == water("FL", "coast")
    assert water("SA", "F2") == water("SA", "coast")
    assert ("BR", "coast") not in build(table(2)).waters  # steep all along
    assert water("IS", "F3") == water("IS", "L1")
    assert water("BI", "F1") != water("BI", "F3")


def test_an_isthmus_splits_a_coast() -> None:
    split = drawn(shores={"LA": [["S2", "S4"], ["S9", "S10"]]})
    world = build(table(2, split))
    one, two = world.waters["LA", "coast"], world.waters["LA", "coast2"]
    assert one != two
    seas = [{world.ids[world.station_field[t.to]] for t in world.steps[st]} for st in (one, two)]
    assert seas[0] >= {"S2", "S4"}
    assert seas[1] == {"S9", "S10"}


def test_a_river_inside_a_district_has_one_bank() -> None:
    world = build(
        table(
            2,
            drawn(
                rivers=[
                    *board().data["rivers"],
                    {"id": "F9", "name": "Inner", "mouth": "S9", "segments": [["LA"], ["LA", "FL"]]},
                ]
            ),
        )
    )
    assert world.waters["LA", "F9"] == world.waters["LA", "coast"]
    assert world.waters["FL", "F9"] != world.waters["FL", "coast"]
