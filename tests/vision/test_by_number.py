"""Pieces of a paint that was never made out, found by their form where their number is known."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.demo.player import demo_camera
from companion.engine.boards import house_board
from companion.table.layout import layout_of
from tests.bench import sample
from tests.bench.readbench import STEADY, _tables
from tests.bench.samplebench import learned
from tests.vision.settled import settled
from vision.learning import Placed
from vision.memory import Agreed
from vision.odds import COUNTS
from vision.paints import first_guess
from vision.reader import Reader
from vision.solids import Body
from vision.tallies import Tally, by_number, features, number_odds

BOARD = house_board("hibernia")
NEAR_MM = 3.0


@pytest.fixture(scope="module")
def reader() -> Reader:
    """One that knows a table of the demo, which it sees."""
    tables = _tables(21, 1)
    camera = demo_camera(BOARD, [(tables[0], "0"), (tables[0], "1")], seed=21, pace=STEADY)
    out = Reader(layout_of(BOARD))
    next(settled(camera, out, tables[0]), None)
    return out


def test_cubes_are_found_without_their_paint_and_never_more_than_are_told(reader: Reader) -> None:
    sight, memory, look = reader.sight, reader._memory, reader._last
    assert memory is not None
    assert look is not None
    flat = look.flat
    by_piece: dict[tuple[str, str], list[Body]] = {}
    for a in memory.bodies:
        by_piece.setdefault((a.owner, sight.names[a.body.solid]), []).append(a.body)
    found = wrong = told = 0
    for (place, piece), bodies in list(by_piece.items())[:8]:
        colour = sight.colours[sight.shapes[bodies[0].solid].colour]
        known = sight.paints[colour]
        sight.teach(first_guess(colour, sight.camera))
        others = [a for a in memory.bodies if a.body not in bodies]
        got = by_number(sight, flat, {(place, piece): len(bodies)}, others)
        fewer = by_number(sight, flat, {(place, piece): len(bodies) - 1}, others)
        sight.teach(known)
        told += len(bodies)
        for a in got:
            assert (a.owner, sight.names[a.body.solid]) == (place, piece)
            near = min(np.hypot(a.body.x - b.x, a.body.y - b.y) for b in bodies)
            found, wrong = found + (near < NEAR_MM), wrong + (near >= NEAR_MM)
        assert len(fewer) < len(bodies)
    assert told >= 8
    assert wrong == 0
    assert found >= told / 2


def test_a_number_leads_the_next_by_the_odds_that_it_is_right(reader: Reader) -> None:
    sight = reader.sight
    place = sight.areas[0]
    solid = next(i for i, s in enumerate(sight.solids) if sight.most(place, s))
    body = Body(solid, *place.centre)
    one = {"bodies": [body], "loss": [0.9], "naming": [{solid: 0.0}], "near": [0]}
    for tally in (Tally(place.id), Tally(place.id, **one), Tally(place.id, left=60.0, **one)):
        rows = number_odds(sight, place, tally)
        least = 1.0
        for i, s in enumerate(sight.solids):
            if not sight.most(place, s):
                continue
            best, second = sorted(rows[s.piece], reverse=True)[:2]
            right = COUNTS.right(*features(tally, i))
            lead = np.log(right / (1 - right))
            assert rows[s.piece].index(best) == (i == solid and bool(tally.bodies))
            assert best - second <= lead + 1e-3  # the least sure of them bears what speaks against all
            least = min(least, abs(best - second - lead))
        assert least < 2e-3


def test_what_was_found_is_a_ghost_no_longer(reader: Reader) -> None:
    names = reader.sight.names
    placed = Placed([], {("A", names[0]): 2, ("B", names[1]): 1})
    more = placed.with_more(reader.sight, [Agreed(Body(0, 1.0, 2.0), "A"), Agreed(Body(1, 3.0, 4.0), "B")])
    assert more.ghosts == {("A", names[0]): 1}
    assert [a.owner for a in more.bodies] == ["A", "B"]
    assert placed.ghosts == {("A", names[0]): 2, ("B", names[1]): 1}


@pytest.mark.shared
@pytest.mark.skipif(not sample.there(), reason="the sample lies beside the project only where it was put")
@pytest.mark.parametrize("seed", ["0001", pytest.param("0019", marks=pytest.mark.proof)])
def test_white_cubes_on_cream_teach_white(seed: str) -> None:
    """No print of theirs was ever seen bare, and their word's white is not that of this lamp."""
    table = next(t for t in sample.tables() if t.seed == seed)
    reader = sample.reader(table.truth, sample.layout(table.truth))
    assert learned(reader, table, np.asarray(cv2.imread(str(table.set_up)), np.uint8))
    assert reader.sight.paints["white"].pieces == 3
    assert reader._memory is not None
    assert not reader._memory.ghosts
    true = [(p["x_mm"], p["y_mm"]) for p in sample.truth_of(table.set_up)["pieces"] if p["colour"] == "white"]
    white = [a.body for a in reader._memory.bodies if reader.sight.shapes[a.body.solid].piece == "cube_white"]
    assert len(white) == 3
    for b in white:
        assert min(np.hypot(b.x - x, b.y - y) for x, y in true) < NEAR_MM
