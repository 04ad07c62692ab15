"""``companion capture``: the same from photographs, without a screen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from companion.cli import main


def run(home: Path, *words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["capture", *words, "--home", str(home)])
    assert done.exit_code == code, done.output
    return done.output


def test_a_board_from_a_photograph_and_its_way_to_others(own: Any, tmp_path: Path) -> None:
    """Touches from a file: corners, size and two towns; listed, exported, imported, forgotten."""
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    picture = own[0].folder / "reference.jpg"
    told = run(mine, "photo", "brian_boru", str(picture))
    assert "Step 1 of 5 (corners)" in told
    touches = tmp_path / "touches.txt"
    corners = "\n".join(f"tap {x:.0f} {y:.0f}" for x, y in own[0].drawn.corners)
    touches.write_text(f"# the board\n{corners}\nnext\ncount width 1\nnext\ntap 700 400\ntap 700 401\n")
    told = run(mine, "photo", "brian_boru", "--board", "own-brian_boru-1", "--touches", str(touches))
    assert f"{touches}:10: This is" in told  # touched twice
    assert "Step 3 of 5 (six)" in told
    assert "On the shelf as own-brian_boru-1." in told
    (listed,) = json.loads(run(mine, "list", "--json"))
    assert (listed["game"], listed["ready"], listed["finished"]) == ("brian_boru", True, False)
    assert "kB" in CliRunner().invoke(
        main, ["capture", "export", "own-brian_boru-1", str(tmp_path), "--home", str(mine)]
    ).output  # fmt: skip
    run(theirs, "import", str(tmp_path / "own-brian_boru-1.board.json"))
    assert "needs its four corners" in run(theirs, "list")
    assert "is forgotten" in run(theirs, "forget", "own-brian_boru-1")
    assert run(theirs, "list").startswith("No board")


def test_what_goes_wrong_is_one_sentence(tmp_path: Path) -> None:
    assert "no board to capture" in run(tmp_path, "photo", "chess", code=1)
    touches = tmp_path / "touches.txt"
    touches.write_text("tap here\n")
    assert ":1: expected tap" in run(tmp_path, "photo", "hibernia", "--touches", str(touches), code=1)
    bad = tmp_path / "bad.board.json"
    bad.write_text("{}")
    assert "is no board file" in run(tmp_path, "import", str(bad), code=1)
    assert "There is no board" in run(tmp_path, "forget", "own-hibernia-7", code=1)
    text = tmp_path / "text.jpg"
    text.write_text("no picture")
    assert "Traceback" not in run(tmp_path, "photo", "hibernia", str(text), code=1)
