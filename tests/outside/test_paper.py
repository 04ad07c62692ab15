"""Paper as people have it: A3, A4, Letter and Tabloid, never scaled by the viewer, a ruler on each sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.games import GAMES

SIZES = {"A3": (297.0, 420.0), "A4": (210.0, 297.0), "Letter": (215.9, 279.4), "Tabloid": (279.4, 431.8)}
MM = 72 / 25.4


def pages(file: Path) -> list[tuple[float, float]]:
    """Sizes of a PDF's pages in mm."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", file.read_bytes())
    return [(float(w) / MM, float(h) / MM) for w, h in boxes]


@pytest.mark.parametrize(
    ("game", "paper"),
    [*(("hibernia", p) for p in SIZES), *((g, "Letter") for g in GAMES if g not in ("hibernia", "walisk"))],
)
def test_a_board_comes_on_every_paper_unscaled(tmp_path: Path, game: str, paper: str) -> None:
    out = tmp_path / "Brett ä.pdf"
    told = CliRunner().invoke(main, ["print", game, "--paper", paper, "--out", str(out)])
    assert told.exit_code == 0, told.output
    assert b"/PrintScaling /None" in out.read_bytes()
    found = pages(out)
    assert found
    for w, h in found:
        assert sorted((w, h)) == pytest.approx(sorted(SIZES[paper]), abs=0.2)


@pytest.mark.parametrize("words", [
    ["print", "markers", "--paper", "Letter"], ["print", "markers", "--paper", "A4"],
    ["stickers", "brian_boru", "--paper", "Letter"], ["stickers", "vikings_gone_wild", "--paper", "Letter"],
    ["print", "walisk", "--part", "list", "--paper", "Letter"],
])  # fmt: skip
def test_loose_sheets_come_on_their_paper_unscaled(tmp_path: Path, words: list[str]) -> None:
    out = tmp_path / "x.pdf"
    told = CliRunner().invoke(main, [*words, "--out", str(out)])
    assert told.exit_code == 0, told.output
    assert b"/PrintScaling /None" in out.read_bytes()
    for w, h in pages(out):
        assert sorted((w, h)) == pytest.approx(sorted(SIZES[words[-1]]), abs=0.2)


def test_every_sheet_bears_a_ruler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Counted where rulers are drawn: one for each page of every kind of paper."""
    from companion.art import markers, pdf, sheets, stickers

    drawn: list[int] = []
    true = pdf.ruler
    for module in (pdf, markers, sheets, stickers):
        monkeypatch.setattr(module, "ruler", lambda *a, **k: (drawn.append(1), true(*a, **k))[1])
    for words in (["print", "hibernia", "--paper", "A4"], ["print", "walisk", "--part", "players"],
                  ["print", "walisk", "--part", "list"], ["stickers", "brian_boru"], ["print", "markers"]):  # fmt: skip
        drawn.clear()
        out = tmp_path / "x.pdf"
        told = CliRunner().invoke(main, [*words, "--out", str(out)])
        assert told.exit_code == 0, told.output
        assert len(drawn) == len(pages(out)) > 0, words
