"""The house sheet of Vikings Gone Wild: its places are those of the game, and it can be printed."""

from __future__ import annotations

import pytest

from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.view import track_space

from .tables import board, state, table

FULL = {"beer": 4, "damage": True, "cards": ["cannon"]}


def test_the_places_are_those_that_the_game_declares() -> None:
    assert set(GAME.tabletop(GAME.setup(table(4)))) == {s.id for s in board().spaces}
    for players in (2, 3):
        assert set(GAME.tabletop(GAME.setup(table(players)))) < {s.id for s in board().spaces}


def test_pieces_on_the_table_are_of_kinds_that_the_sheet_knows_and_takes() -> None:
    s = state(
        {
            "players": {
                "A": {"village": {"beer_depot_1": FULL, "brewery_1": {"beer": 1}}, "missions": ["worker", "bier"]},
                "B": {"village": {"townhall": {"ready": False, "gold": 2, "damage": True}}, "done": ["worship"]},
                "C": {"vp": 12},
            }
        }
    )  # fmt: skip
    kinds = {p.kind: p for p in board().pieces}
    for name, lie in GAME.tabletop(s).items():
        for token in lie:
            assert token.kind in kinds
            assert token.kind in board().space[name].holds
            assert not kinds[token.kind].faces or token.turn in kinds[token.kind].faces


def test_the_track_has_a_start_space_and_sixty_more() -> None:
    assert [t.id for t in board().tracks] == ["vp"]
    assert len(board().tracks[0].spaces) == 61


@pytest.mark.parametrize(
    ("vp", "space"), [(0, "vp_0"), (1, "vp_1"), (60, "vp_60"), (61, "vp_1"), (120, "vp_60"), (121, "vp_1")]
)
def test_a_marker_runs_on(vp: int, space: str) -> None:
    """VG-R38."""
    assert track_space(vp) == space


def test_a_village_has_room_for_three_of_every_building() -> None:
    for side in "ABCD":
        for building in ("brewery", "gold_factory", "drakkar", "beer_depot", "gold_depot", "tavern"):
            assert all(f"{side}_{building}_{n}" in board().space for n in (1, 2, 3))
    assert len({s.id for s in board().spaces if s.kind == "pile"}) == 12


def test_six_fiducials_of_30_mm_lie_clear_of_everything() -> None:
    marks = board().fiducials
    assert marks is not None
    assert (marks.dictionary, marks.side_mm, len(marks.centres)) == ("DICT_4X4_50", 30, 6)
    for x, y in marks.centres.values():
        for s in board().spaces:
            xs, ys = [p[0] for p in s.polygon], [p[1] for p in s.polygon]
            apart = max(xs) <= x - 15 or min(xs) >= x + 15 or max(ys) <= y - 15 or min(ys) >= y + 15
            assert apart, s.id
        assert all(not cut - 15 < x < cut + 15 for cut in board().cuts_mm)
