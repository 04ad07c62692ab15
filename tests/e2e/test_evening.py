"""Evenings at the demo table: pictures and serial bytes in, a journal out, compared with the game that was played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import i18n
from companion.cli import main
from companion.demo.pace import QUICK
from companion.demo.player import palette_for
from companion.demo.terminal import closing_line, play_demo
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.session import Session
from companion.games import game
from tests.bench.evening import Evening
from vision.demo.camera import Event


def evening(seed: int, players: int, acts: int, **more: object) -> Evening:
    found, board = game("hibernia"), house_board("hibernia")
    session = Session(found, configure(found, players, board))
    options = {"pace": QUICK}
    return Evening(
        session, seed, palette_for(players, board.colours), picture=(1280, 720), most=acts, options=options, **more
    )  # type: ignore[arg-type]


def test_what_was_played_is_in_the_journal() -> None:
    """A few turns of four players, the table bumped and the lamp changed between them."""
    played = evening(4, 4, 4, events={2: Event("bump", (4.0, -3.0, 1.5)), 3: Event("light", (7.0,))})
    report = played.run()
    assert report.wrong == 0, report.stuck
    assert report.traced == 4
    assert report.questions <= 1, report.stuck
    assert report.tally.seen >= 3
    assert played.session.verify() == []


def test_a_demo_whose_camera_only_follows_ends_after_as_many_acts(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_demo("vikings_gone_wild", 4, 3, 1.0, True, None, True, most=6) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["finished"], told["faults"]) == (False, [])
    assert 6 <= told["acts"] < 12


def test_the_demo_plays_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Two acts before the camera, thrown and read, and the line that ends it in both languages."""
    i18n.use("en")
    assert play_demo("hibernia", 4, 3, 1.0, True, None, True, most=2) == 0
    told = json.loads(capsys.readouterr().out)
    assert {k: told[k] for k in ("traced", "wrong", "faults")} == {"traced": 2, "wrong": 0, "faults": []}
    assert told["told"] == 0
    english = closing_line(told)
    i18n.use("de")
    german = closing_line(told)
    i18n.use("en")
    assert f"seen on the table: {2 + told['followed']}" in english
    assert f"am Tisch gesehen: {2 + told['followed']}" in german


def test_without_the_die_the_table_is_asked() -> None:
    """The die is cut off: the colour is asked once the act lies there, and the game goes on."""
    report = evening(5, 3, 2, die=False).run()
    assert report.wrong == 0, report.stuck
    assert report.tally.heard == 0
    assert any("die_face" in s or "told by hand" in s for s in report.stuck), report.stuck


@pytest.mark.proof
@pytest.mark.parametrize(("seed", "players"), [(1, 4), (2, 4), (3, 3)])
def test_whole_games(seed: int, players: int) -> None:
    """A complete game in 1920 x 1080, with a moved camera, hands in a third of the pictures and other light."""
    found, board = game("hibernia"), house_board("hibernia")
    session = Session(found, configure(found, players, board))
    events = {15: Event("bump", (6.0, 4.0, 2.0)), 25: Event("camera", (20.0, 30.0, 4.0)), 40: Event("light", (9.0,))}
    report = Evening(session, seed, palette_for(players, board.colours), events=events, options={"pace": QUICK}).run()
    print(json.dumps({"seed": seed, "acts": report.traced, "questions": report.questions, "taps": report.taps,
                      "wrong": report.wrong, "seconds": round(report.seconds)}))  # fmt: skip
    assert report.finished
    assert report.wrong == 0, report.stuck
    assert report.questions <= report.traced / 10, report.stuck


def test_demo_command_saves_a_game_that_verifies(tmp_path: Path) -> None:
    """The first line of a saved game is on the disk before anything happens; replaying an empty one is no error."""
    folder = tmp_path / "game"
    found, board = game("hibernia"), house_board("hibernia")
    from companion.table import saved

    session = saved.create(folder, found, configure(found, 3, board), [], lambda: "2026-01-01T20:00:00+01:00")
    for line in ("- rolled faces=tir_chonaill,brega,iarchonnacht", "- rolled faces=B", "- rolled faces=black"):
        session.submit([session.codec.parse(line)], "tap")
    result = CliRunner().invoke(main, ["replay", str(folder), "--verify"])
    assert result.exit_code == 0, result.output
    assert "3 inputs decided again" in result.output
