"""What Walisk prints: boards that spare the fiducials, a list to collect, players' sheets, the evening's records."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from companion import i18n
from companion.art.pdf import OVERLAP_MM, page_sheets, print_board
from companion.art.sheets import print_papers
from companion.games.walisk.game import GAME
from companion.games.walisk.papers import records, to_collect
from companion.games.walisk.records import record
from companion.games.walisk.world import build
from companion.table.printing import Nothing, print_what
from companion.table.speaker import Speaker
from tests.games.walisk.tables import SMALL, board, state, table

BOTH = pytest.mark.parametrize("name", ["house", "small"])


@BOTH
@pytest.mark.parametrize("paper", ["A3", "A4"])
def test_every_fiducial_and_patch_lies_whole_on_one_sheet(name: str, paper: str) -> None:
    b = board(name)
    marks = b.fiducials
    assert marks is not None
    squares = [(c, marks.side_mm / 2) for c in marks.centres.values()] + [(p.centre, p.side_mm / 2) for p in b.patches]
    sheets = page_sheets(b, paper)
    for (x, y), half in squares:
        whole = [
            s for s in sheets
            if s.left <= x - half and x + half <= s.right - s.tab_mm[0]
            and s.top <= y - half and y + half <= s.bottom - s.tab_mm[1]
        ]  # fmt: skip
        assert len(whole) == 1, (x, y)
    assert not any(abs(x - cut) < half for (x, _), half in squares for cut in b.cuts_mm)


@BOTH
@pytest.mark.parametrize("paper", ["A3", "A4"])
def test_sheets_overlap_and_cover_the_map(name: str, paper: str) -> None:
    sheets = page_sheets(board(name), paper)
    for row in {s.top for s in sheets}:
        for left, right in pairwise(sorted((s for s in sheets if s.top == row), key=lambda s: s.left)):
            assert left.right == right.left + OVERLAP_MM
    own = sum((s.right - s.left - s.tab_mm[0]) * (s.bottom - s.top - s.tab_mm[1]) for s in sheets)
    assert own == pytest.approx(board(name).size_mm[0] * board(name).size_mm[1])


@BOTH
def test_a_copy_shop_prints_the_map_on_one_page(name: str, tmp_path: Path) -> None:
    (sheet,) = print_board(board(name), tmp_path / "one.pdf", "one")
    width, height = board(name).size_mm
    assert (sheet.right - sheet.left, sheet.bottom - sheet.top) == (width, height)
    assert sheet.size_mm == (width + 30, height + 30)
    assert (tmp_path / "one.pdf").stat().st_size > 20_000


@pytest.mark.parametrize(("players", "on"), [(2, "small"), (4, "small"), (4, "house"), (10, "house")])
def test_what_to_collect_is_enough_for_the_set_up(players: int, on: str) -> None:
    world = build(table(players, on))
    need = {kind: n for kind, n, _ in to_collect(world)}
    men, ships, houses = world.box.start
    assert need["man"] >= 3 * men
    assert need["ship"] >= 3 * ships
    assert need["house"] >= players * houses
    assert need["rukr"] > (world.settle.bit_count() - players) * 4 / 3  # what the set-up throws on average
    assert need["die"] >= world.home.bit_count() + 10


def texts(file: Path) -> str:
    return subprocess.run(["pdftotext", "-layout", str(file), "-"], capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs pdftotext")
def test_records_name_every_field_that_the_file_has(tmp_path: Path) -> None:
    i18n.use("en")
    s = state({**SMALL, "silver": {"A": 7, "B": 12}, "rukr": {"KL": 3}, "round": 4, "phase": "fight", "due": ["A"]})
    speaker = Speaker("walisk", s.world.config.board, ())
    assert print_papers((records(s),), speaker.field, tmp_path / "r.pdf") == 1
    told = texts(tmp_path / "r.pdf")
    for f, owner, *numbers in record(s).fields:
        shown = [n for n in numbers if n]
        assert re.search(rf"{speaker.place(f)}\s+{owner}\s*" + r"\s+".join(map(str, shown)), told), f
    assert re.search(r"A\s+7\s", told)
    assert "Autumn of year 1" in told


@pytest.mark.parametrize("lang", ["en", "de"])
def test_papers_of_all_parts_in_both_languages(tmp_path: Path, lang: str) -> None:
    i18n.use(lang)
    for part in ("list", "players"):
        print_what("walisk", tmp_path / f"{part}.pdf", "A4", "small", part, 3, None)
        assert (tmp_path / f"{part}.pdf").stat().st_size > 3000
    i18n.use("en")


def test_what_cannot_be_printed_is_said(tmp_path: Path) -> None:
    for what, part, told in (
        ("chess", "board", "There is no game 'chess'"),
        ("hibernia", "list", "hibernia prints no 'list'. What it prints: board."),
        ("walisk", "cards", "walisk prints no 'cards'. What it prints: board, list, players, records."),
        ("walisk", "records", "name it with --journal"),
    ):
        with pytest.raises(Nothing, match=re.escape(told)):
            print_what(what, tmp_path / "x.pdf", "A4", "house", part, None, None)
    assert GAME.info.printables == ("list", "players", "records")
