"""Discs, control tokens and the marker on printed towns, on pictures whose paint and light are drawn anew."""

from __future__ import annotations

import pytest

from companion.demo.player import demo_camera
from companion.engine.boards import house_board
from companion.games import game
from companion.table.layout import covered_of, layout_of, piece_id
from tests.bench.readbench import STEADY
from tests.vision.settled import settled
from vision.forms import Form, Shape, shape_of
from vision.observation import Reading
from vision.reader import Reader
from vision.spots import Spots
from vision.towers import Guess

BOARD = house_board("brian_boru")
LAYOUT = layout_of(BOARD)
START = {"C1": {"disc:blue": 1}, "L3": {"disc:orange": 1}, "N7": {"disc:white": 1}}
TABLES = (
    START,
    START | {"M5": {"town_marker": 1}, "S3": {"disc:blue": 1}},  # a blue disc on a blue town
    START | {"M5": {"disc:orange": 1}, "S3": {"disc:blue": 1}, "C1": {"disc:blue": 1, "viking_control": 1}},
    START | {"M5": {"disc:orange": 1}, "L3": {"disc:orange": 1, "monastery": 1}, "U1": {"disc:white": 1}},
)


def fits(reading: Reading, contents: dict[str, int]) -> float:
    """Nats by which a reading speaks against contents."""
    return -dict(reading.stacks)[tuple(contents)]


@pytest.mark.parametrize("seed", [31, pytest.param(32, marks=pytest.mark.proof)])
def test_what_changes_is_read_and_the_rest_stays(seed: int) -> None:
    camera = demo_camera(BOARD, [(t, str(i)) for i, t in enumerate(TABLES)], seed=seed, pace=STEADY)
    layout = layout_of(BOARD, (), covered_of(game("brian_boru"), BOARD))
    reader, looked = Reader(layout), 0
    towns = [s.id for s in BOARD.spaces if s.kind == "town"]
    for number, seen in settled(camera, reader, TABLES[0]):
        for town in towns:
            now, before = TABLES[number].get(town, {}), TABLES[number - 1].get(town, {})
            assert fits(seen.readings[town], now) < 3, (number, town)
            if [p for p in now if p != "monastery"] != [p for p in before if p != "monastery"]:
                assert fits(seen.readings[town], before) > 5, (number, town)
                looked += 1
        reader.confirm(TABLES[number])
    assert looked >= 5


def test_what_looks_like_nothing_known_is_a_token_never_seen_if_it_has_its_form() -> None:
    """It may look like anything: the town is not called empty. In another form it says nothing of what lies there."""
    layout = layout_of(BOARD, (), covered_of(game("brian_boru"), BOARD))
    reader = Reader(layout)
    spots = Spots(layout)
    spot = next(s for s in spots.spots if s.place.id == "M5")
    flat = next(shape_of(p) for p in spot.pieces if p.id == "town_marker")
    stone = next(shape_of(p) for p in layout.pieces if p.id == "monastery")

    def odds(shape: Shape) -> dict[str, float]:
        return spots._odds(spot, [Guess(len(spots.keys), Form(shape, 0, spot.base), 0, 0, 400.0)], reader.sight)

    token, other = odds(flat), odds(stone)
    assert max(token, key=lambda k: token[k]) == "town_marker"
    assert token[""] < -5
    assert -2.01 <= sorted(token.values())[-2] < 0, "never certain"
    assert other[""] == max(other.values())


@pytest.mark.proof
def test_nothing_is_learned_from_a_table_that_is_not_laid_yet() -> None:
    """The discs are told before they lie there: the reader waits for them, and guesses at no town meanwhile."""
    camera = demo_camera(BOARD, [({}, "0"), (START, "1")], seed=33, pace=STEADY)
    layout = layout_of(BOARD, (), covered_of(game("brian_boru"), BOARD))
    reader, said = Reader(layout), {}
    while (got := camera.read()) is not None:
        frame, t = got
        seen, number = reader.look(frame, t), camera.note
        if seen.settled and number not in said:
            assert not any(r.stacks for r in seen.readings.values())
            said[number] = reader.learn(frame, START).refusal
    assert said["0"] is not None
    assert said["0"].reason == "unlaid"
    assert said["1"] is None


def test_regions_are_no_places_and_pieces_of_nobody_have_one_paint() -> None:
    assert not [p for p in LAYOUT.places if p.id.startswith("region_")]
    neutral = {p.id: p.colour for p in LAYOUT.pieces if ":" not in p.id}
    assert neutral["viking_control"] == "brown"
    assert len([p for p in LAYOUT.pieces if p.id.startswith("disc:")]) == len(BOARD.colours)
    assert piece_id("monastery", "") in neutral


def test_a_game_says_what_its_eyes_are_asked_about() -> None:
    asked = covered_of(game("brian_boru"), BOARD)
    assert asked is not None
    kinds = {BOARD.space[s].kind for s in asked}
    assert kinds == {"town", "battle", "church", "claim_slot", "marriage_space", "score_space"}
    assert not [s.id for s in BOARD.spaces if s.kind in kinds and s.id not in asked]
    assert covered_of(game("hibernia"), house_board("hibernia")) is None
