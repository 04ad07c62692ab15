"""One picture without a set-up: words alone are never certain; with a picture of the empty board bare places are."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.demo.player import demo_camera
from companion.engine.boards import house_board
from companion.games import game
from companion.table.layout import covered_of, layout_of
from tests.bench.lightbench import BOARD, COLOURS, STEADY, SURE, TOWNS, Frame, table, tops
from vision.observation import Reading
from vision.reader import Reader


def shot(contents: dict[str, dict[str, int]]) -> Frame:
    camera = demo_camera(BOARD, [(contents, "0")], seed=71, pace=STEADY)
    got = [camera.read() for _ in range(3)][-1]
    assert got is not None
    return got[0]


def said(reading: Reading) -> tuple[str, bool]:
    """The likeliest top of a town, and whether it is certain."""
    ranked = tops(reading)
    return ranked[0][0], reading.seen >= 0.35 and ranked[0][1] - ranked[1][1] >= SURE


def test_words_are_unsure_and_a_reference_makes_what_is_empty_certain() -> None:
    layout = layout_of(BOARD, COLOURS, covered_of(game("brian_boru"), BOARD))
    empty, laid = shot({}), shot(table(0))
    alone = Reader(layout).read(empty, TOWNS).readings
    assert not [t for t in TOWNS if said(alone[t])[1] and said(alone[t])[0]]
    reader = Reader(layout)
    assert reader.blank(empty) is None
    bare = reader.read(empty, TOWNS).readings
    assert [t for t in TOWNS if said(bare[t]) == ("", True)] == TOWNS
    held = reader.read(laid, TOWNS).readings
    wrong = [t for t in TOWNS if said(held[t])[1] and said(held[t])[0] != next(iter(table(0).get(t, {})), "")]
    assert not wrong
    guessed = [t for t in table(0) if said(held[t])[0] == next(iter(table(0)[t]))]
    assert len(guessed) >= 0.8 * len(table(0)), "a word is a good guess"
    assert not [t for t in table(0) if said(held[t])[1]], "but never more"


def test_pips_are_no_names_of_colours() -> None:
    assert layout_of(house_board("walisk")).die_faces == ()
    assert "red" in layout_of(house_board("hibernia")).die_faces


@pytest.mark.parametrize("given", [("--corners", "1,2 3,4"), ("--dice", "16,x"), ("--dice", "0.1")])
def test_options_that_are_none_are_told_in_one_sentence(tmp_path: Path, given: tuple[str, str]) -> None:
    picture = tmp_path / "a.png"
    cv2.imwrite(str(picture), shot({}))
    board = str(Path(__file__).resolve().parents[2] / "boards" / "hibernia" / "house.yaml")
    got = CliRunner().invoke(main, ["read", "--board", board, str(picture), *given])
    assert got.exit_code != 0
    assert given[0] in got.output
    assert "Traceback" not in got.output


@pytest.mark.parametrize("fault", ["no file", "no picture", "something else", "another board", "no board"])
def test_what_cannot_be_read_is_told_in_one_sentence(tmp_path: Path, fault: str) -> None:
    picture = tmp_path / "a.png"
    board = Path(__file__).resolve().parents[2] / "boards" / "hibernia" / "house.yaml"
    if fault == "no picture":
        picture.write_text("hello", encoding="utf-8")
    elif fault == "something else":
        rough = np.random.default_rng(1).integers(0, 255, (90, 160, 3)).astype(np.uint8)
        cv2.imwrite(str(picture), cv2.resize(rough, (1280, 720), interpolation=cv2.INTER_CUBIC))
    elif fault == "another board":
        cv2.imwrite(str(picture), cv2.resize(shot({}), (960, 540), interpolation=cv2.INTER_AREA))
    elif fault == "no board":
        board = tmp_path / "none.yaml"
    got = CliRunner().invoke(main, ["read", "--board", str(board), str(picture)])
    assert got.exit_code == 1
    assert len(got.output.strip().splitlines()) == 1
    assert (board.name if fault == "no board" else picture.name) in got.output


@pytest.mark.parametrize("shape", ["scan", pytest.param("corners", marks=pytest.mark.proof)])
def test_a_board_is_read_without_its_markers(tmp_path: Path, shape: str) -> None:
    """By a scan of the sheet, or by its corners in the picture."""
    board = Path(__file__).resolve().parents[2] / "boards" / "hibernia" / "house.yaml"
    plain = tmp_path / "plain.yaml"
    lines = board.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("fiducials:"))
    end = next(i for i in range(start + 1, len(lines)) if lines[i] and not lines[i][0].isspace())
    plain.write_text("\n".join(lines[:start] + lines[end:]), encoding="utf-8")
    layout = layout_of(house_board("hibernia"))
    camera = demo_camera(house_board("hibernia"), [({}, "0")], seed=72, pace=STEADY)
    got = [camera.read() for _ in range(3)][-1]
    assert got is not None
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), got[0])
    reader = Reader(layout)
    seen = reader.read(got[0], [])
    assert seen.pose is not None
    h = np.array(seen.pose.homography).reshape(3, 3)
    w, d = layout.size_mm
    corners = cv2.perspectiveTransform(np.array([[[0, 0], [w, 0], [w, d], [0, d]]], np.float64), h)[0]
    asked = ["read", "--board", str(plain), str(picture)]
    if shape == "corners":
        asked += ["--corners", " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)]
    else:
        scale = 3.0
        to_scan = np.diag([scale, scale, 1.0]) @ np.linalg.inv(h)
        flat = cv2.warpPerspective(got[0], to_scan, (round(w * scale), round(d * scale)))
        cv2.imwrite(str(tmp_path / "scan.png"), flat)
        asked += ["--reference", str(tmp_path / "scan.png")]
    said_of = CliRunner().invoke(main, asked)
    assert said_of.exit_code == 0, said_of.output
    assert "pose within" in said_of.output
    assert not [line for line in said_of.output.splitlines() if " x " in line and "unsure" not in line]
