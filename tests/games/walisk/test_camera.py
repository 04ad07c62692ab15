"""Walisk before the camera: each kind a cube in its own colour; rendered pictures of the small map, nothing wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.demo.pace import HUMAN
from companion.demo.terminal import play_demo
from companion.engine.game import after
from companion.engine.session import Session
from companion.engine.types import Token
from companion.games.walisk import inputs as acts
from companion.games.walisk.game import GAME
from companion.table.candidates import traced_acts
from companion.table.layout import layout_for
from companion.table.palettes import enough_colours, palette_on
from tests.bench.campaign import NUMBERS, Campaign
from tests.games.walisk.players import Warrior
from tests.games.walisk.tables import table


def play(players: int, seed: int, most: int, board: str = "small", **more: Any) -> Campaign:
    game = Campaign(Session(GAME, table(players, board)), seed, most, **more)
    game.run()
    numbers = {k: getattr(game, k) for k in NUMBERS} | dict(game.felt.numbers())
    print(json.dumps(numbers), *game.notes, sep="\n")
    return game


def test_every_kind_has_a_colour_of_its_own_while_there_are_any() -> None:
    board = table(4, "small").board
    palette = palette_on((), board, 4)
    assert len(set(palette.colours.values())) == len(palette.colours) == 4 + 2 + 4
    layout = layout_for(board, palette)
    assert sorted(p.id.partition(":")[0] for p in layout.pieces) == ["house", *["man"] * 4, "rukr", *["ship"] * 4]
    assert len({p.colour for p in layout.pieces}) == len(layout.pieces)
    assert layout.die_faces == ()  # pips
    crowded = palette_on((), board, 8)
    assert {"rukr", "house"} <= crowded.colours.keys()
    assert len(set(crowded.colours.values())) == len(crowded.colours)


def test_where_colours_run_out_ships_are_counted_with_men_and_beyond_that_nothing_is_read() -> None:
    board = table(4, "small").board
    many = palette_on((), board, 14)
    assert enough_colours(many, board)
    assert many.alike == {"ship": "man"}
    ship, man = Token("ship", "A"), Token("man", "A")
    assert many.counts((ship, man)) == {f"man:{many.colours['A']}": 2}
    assert many.counts((ship,)).keys() <= {p.id for p in layout_for(board, many).pieces}
    assert not enough_colours(palette_on((), board, 15), board)


def test_marks_and_kinds_are_counted_by_colour() -> None:
    palette = palette_on((), table(2, "small").board, 2)
    mine = (Token("die", "A"), Token("man", "A"), Token("man", "A"), Token("ship", "A"))
    tokens = (*mine, Token("rukr"), Token("house"))
    colour = palette.colours
    assert palette.counts(tokens) == {
        f"man:{colour['A']}": 2, f"ship:{colour['A:ship']}": 1, f"rukr:{colour['rukr']}": 1,
        f"house:{colour['house']}": 1,
    }  # fmt: skip


def test_talks_are_no_candidates_for_the_eye() -> None:
    s = after_setup()
    kinds = {type(act) for act in traced_acts(GAME, s)}
    assert kinds <= {acts.Walk, acts.Sail, acts.Voyage, acts.Return, acts.Retreat, acts.Lose, acts.Flee, acts.Place}
    assert acts.Walk in kinds


def after_setup() -> Any:
    player, s = Warrior(17), GAME.setup(table(2, "small"))
    while not (s.due and any(isinstance(e, acts.Walk) for e in GAME.options_of(s, s.due[0]))):
        act = player.act(s)
        assert act is not None
        s = after(GAME, s, (act,))
    return s


@pytest.mark.proof
def test_the_demo_table_plays_walisk_and_reads_pieces_added_to_a_full_district(
    capsys: pytest.CaptureFixture[str]
) -> None:
    """Two men join four, two houses and a ship: read or asked about, never overlooked; the journal verifies."""
    assert play_demo("walisk", 17, 2, 1.0, True, None, True, most=1) == 0
    told = json.loads(capsys.readouterr().out)
    assert {k: told[k] for k in ("traced", "told", "wrong", "faults")} == {
        "traced": 1, "told": 0, "wrong": 0, "faults": []
    }  # fmt: skip
    assert told["acts"] > 5
    assert len(told["score"]) >= 2


def test_the_demo_table_has_room_for_four() -> None:
    result = CliRunner().invoke(main, ["demo", "walisk", "--players", "9"])
    assert result.exit_code == 1
    assert "Traceback" not in result.output


@pytest.mark.proof
def test_a_year_of_four_players_on_the_small_map() -> None:
    game = play(4, 5, 1000, picture=(1920, 1080), until=lambda s: s.round > 4, pace=HUMAN)
    assert game.read + game.tables >= 30
    assert game.wrong == 0, game.notes
    assert game.questions + game.told <= game.acts / 20, game.notes


@pytest.mark.proof
def test_a_winter_with_its_sweep_on_the_large_map() -> None:
    game = play(4, 6, 1000, "house", picture=(2560, 1440), until=lambda s: s.phase == "muster", pace=HUMAN)
    assert game.tables >= 1
    assert game.wrong == 0, game.notes
    assert game.questions <= max(1, game.acts / 20), game.notes
