"""The owner's shelf: boards, colours and values outlive the program, travel without their picture, stay with games."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.capture.shelf import SUFFIX, Shelf, ShelfError, reference_in
from companion.capture.workshop import Workshop


def kept(own: Any, tmp_path: Path) -> tuple[Shelf, str]:
    shop, _person, _table = own
    shelf = Shelf(tmp_path)
    ident = shelf.fresh("hibernia")
    shutil.copytree(shop.folder, shelf.root / "boards" / ident)
    shelf.keep(shelf.workshop("hibernia", ident))
    return shelf, ident


def test_a_board_is_there_again(own: Any, tmp_path: Path) -> None:
    shelf, ident = kept(own, tmp_path)
    (listed,) = Shelf(tmp_path).boards("hibernia")
    assert (listed.id, listed.ready, listed.finished, listed.playable) == (ident, True, True, True)
    assert Shelf(tmp_path).boards("walisk") == []
    assert shelf.board(ident).digest == own[0].board().digest or shelf.board(ident).id == ident
    reference = shelf.reference(ident)
    assert reference is not None
    assert np.allclose(reference.corners, own[0].drawn.corners)
    assert shelf.fresh("hibernia") != ident
    assert shelf.unfinished("hibernia") == ""


def test_half_a_board_is_gone_on_with(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shop = shelf.workshop("hibernia")
    shop.picture = np.zeros((1080, 1920, 3), np.uint8)
    for at in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9)):
        shop.tap(at)
    assert shelf.boards() == []
    assert shelf.unfinished("hibernia") == shop.ident
    again = shelf.workshop("hibernia", shop.ident)
    assert again.drawn == shop.drawn


def test_export_is_small_and_without_the_picture(own: Any, tmp_path: Path) -> None:
    """Somebody else loads it, touches four corners on a picture of the own table, and has the same board."""
    shelf, ident = kept(own, tmp_path / "mine")
    shelf.keep_paints("hibernia", {"white": {"mean": [-0.1, -0.1, -0.1]}})
    file = shelf.export(ident, tmp_path)
    assert file.name.endswith(SUFFIX)
    assert file.stat().st_size < 120_000
    assert b"reference" not in file.read_bytes()
    theirs = Shelf(tmp_path / "theirs")
    other = theirs.take_in(file)
    (listed,) = theirs.boards()
    assert not listed.ready
    shop = theirs.workshop("hibernia", other)
    shop.take_picture(own[2].shoot())
    assert shop.step.id == "corners"
    assert np.abs(np.array(shop.drawn.corners) - own[0].drawn.corners).max() < 4.0  # known by its print
    for x, y in own[0].drawn.corners:
        shop.tap((x / 1920, y / 1080))
    shop.next()
    assert shop.finished
    theirs.keep(shop)
    mine, copy = shelf.board(ident), theirs.board(other)
    assert [s.neighbours for s in mine.spaces] == [s.neighbours for s in copy.spaces]
    assert [s.polygon for s in mine.spaces] == [s.polygon for s in copy.spaces]
    assert theirs.boards()[0].ready


def test_what_is_no_board_is_refused_in_a_sentence(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for text in ("", "[1]", json.dumps({"format": "x"}), json.dumps({"format": "table-companion-board", "version": 9})):
        file = tmp_path / f"bad{SUFFIX}"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(ShelfError, match="bad"):
            shelf.take_in(file)
    for name in ("../x", "", ".hidden"):
        with pytest.raises(ShelfError):
            shelf.board(name)
    with pytest.raises(ShelfError, match="no board"):
        shelf.export("own-hibernia-9", tmp_path)


def test_a_saved_game_carries_its_board(own: Any, tmp_path: Path) -> None:
    shelf, ident = kept(own, tmp_path)
    shelf.keep_paints("hibernia", {"white": {"mean": [-0.1, -0.2, -0.3], "pieces": 4}})
    game = tmp_path / "games" / "one"
    shelf.copy_into(ident, game)
    shelf.forget(ident)
    found = reference_in(game)
    assert found is not None
    assert found.size_mm == own[0].size_mm
    assert json.loads((game / "colours.json").read_text())["white"]["pieces"] == 4
    assert shelf.paints("hibernia")["white"]["mean"][1] == -0.2


def test_a_reference_that_is_broken_is_no_reference(tmp_path: Path) -> None:
    assert reference_in(tmp_path) is None
    (tmp_path / "reference.jpg").write_bytes(b"x")
    (tmp_path / "reference.json").write_text('{"corners": [[1, 2]]}')
    with pytest.raises(ShelfError):
        reference_in(tmp_path)


def test_corners_put_right_later_take_everything_along(own: Any) -> None:
    shop = Workshop("hibernia", own[0].folder)
    before = {s.id: s.at for s in shop.drawn.of("county")}
    h = shop.homography()
    shop.draft.touch({"do": "reopen", "steps": ["corners"]})
    x, y = shop.drawn.corners[0]
    shop.tap(((x + 6) / 1920, (y + 4) / 1080))
    after = {s.id: s.at for s in shop.drawn.of("county")}
    new = shop.homography()
    for name, at in before.items():
        a, b = h @ [*at, 1.0], new @ [*after[name], 1.0]
        assert np.allclose(a[:2] / a[2], b[:2] / b[2], atol=0.2)  # the same spot of the picture
    shop.undo()
    assert {s.id: s.at for s in shop.drawn.of("county")} == before
    shop.next()
