"""A board on paper has its true size: read back from the PDF itself."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.art.markers import LOOSE_IDS, print_markers
from companion.art.pdf import OVERLAP_MM, PaperError, page_sheets, print_board
from companion.art.raster import board_image
from companion.engine.boards import Board, board_from_mapping, house_board

POINTS_PER_MM = 72 / 25.4


@pytest.fixture(scope="module")
def board() -> Board:
    return house_board("hibernia")


def pages(file: Path) -> list[tuple[tuple[float, float], str]]:
    """Size in mm and drawing commands of every page; a form that a page shows is written out, moved to its place."""
    data = file.read_bytes()
    boxes = [tuple(map(float, m)) for m in re.findall(rb"/MediaBox \[ ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) \]", data)]
    forms, texts = [], []
    for start in re.finditer(rb">>\s*stream\r?\n", data):
        head = data[data.rfind(b" obj", 0, start.start()) : start.start()]
        body = data[start.end() : data.index(b"endstream", start.end())]
        if b"/FlateDecode" in head and b"/Length1" not in head:
            text = zlib.decompressobj().decompress(body).decode("latin-1")  # not the line break after it
            (forms if b"/Form" in head else texts).append(text)
    texts = [t for t in texts if re.search(r" [ml]\b", t)]
    assert len(boxes) == len(texts)
    out = []
    for box, text in zip(boxes, texts, strict=True):
        shown = re.search(r"1 0 0 1 ([-\d.]+) ([-\d.]+) cm\s*/\S+ Do", text)
        if shown:
            dx, dy = float(shown[1]), float(shown[2])
            text += re.sub(
                r"([-\d.]+) ([-\d.]+) ([ml])\b",
                lambda m, dx=dx, dy=dy: f"{float(m[1]) + dx:.5f} {float(m[2]) + dy:.5f} {m[3]}",
                forms[0],
            )
        out.append(((box[2] / POINTS_PER_MM, box[3] / POINTS_PER_MM), text))
    return out


def corners(text: str, height_mm: float) -> np.ndarray:
    """Every point a path goes through, mm from the page's upper left."""
    found = re.findall(r"([-\d.]+) ([-\d.]+) [ml]\b", text)
    points = np.array(found, float) / POINTS_PER_MM
    points[:, 1] = height_mm - points[:, 1]
    return points


def has(points: np.ndarray, x: float, y: float) -> bool:
    return bool((np.hypot(points[:, 0] - x, points[:, 1] - y) < 0.01).any())


@pytest.fixture(scope="module")
def a3(board: Board, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("paper") / "a3.pdf"
    print_board(board, file, "A3")
    return file


def test_a3_holds_the_whole_board_at_true_size(board: Board, a3: Path) -> None:
    ((size, text),) = pages(a3)
    assert size == pytest.approx((420.0, 297.0), abs=0.01)
    points = corners(text, size[1])
    left, top = (420 - 364) / 2, (297 - 257) / 2
    for cx, cy in board.fiducials.centres.values():
        for dx, dy in ((-15, -15), (15, -15), (15, 15), (-15, 15)):
            assert has(points, left + cx + dx, top + cy + dy)
    assert has(points, left, top)
    assert has(points, left + 364, top + 257)


def test_the_ruler_measures_100_mm(a3: Path) -> None:
    _, text = pages(a3)[0]
    lines = np.array(re.findall(r"([-\d.]+) ([-\d.]+) m ([-\d.]+) ([-\d.]+) l", text), float) / POINTS_PER_MM
    lengths = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    level = np.abs(lines[:, 1] - lines[:, 3]) < 0.01
    low = lines[:, 1] < 20  # below the board: nothing else is level and that long there
    assert np.isclose(lengths[level & low], 100.0, atol=0.01).sum() == 1


def test_two_a4_sheets_meet_at_the_cut(board: Board, tmp_path: Path) -> None:
    sheets = print_board(board, tmp_path / "a4.pdf", "A4")
    (size1, text1), (size2, text2) = pages(tmp_path / "a4.pdf")
    assert size1 == size2 == pytest.approx((210.0, 297.0), abs=0.01)
    assert (sheets[0].right, sheets[1].left) == (182 + OVERLAP_MM, 182)
    left1, left2, top = (210 - 182 - OVERLAP_MM) / 2, (210 - 182) / 2, (297 - 257) / 2
    p1, p2 = corners(text1, 297), corners(text2, 297)
    for n, (cx, cy) in board.fiducials.centres.items():
        on_first = cx < 182
        points, x = (p1, left1 + cx) if on_first else (p2, left2 + cx - 182)
        assert has(points, x - 15, top + cy - 15), f"marker {n}"
    # crop marks stand at the cut on both sheets
    assert has(p1, left1 + 182, top - 1.5)
    assert has(p2, left2, top - 1.5)


def test_printing_twice_gives_the_same_bytes(board: Board, a3: Path, tmp_path: Path) -> None:
    print_board(board, tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == a3.read_bytes()


def test_a_large_board_is_spread_over_sheets_that_spare_the_fiducials(board: Board) -> None:
    big = board_from_mapping({**board.doc, "size_mm": [700, 500], "cuts_mm": []}, "big.yaml")
    sheets = page_sheets(big, "A3")
    assert len(sheets) == 4
    half = board.fiducials.side_mm / 2
    for s in sheets:
        assert s.right - s.left <= s.size_mm[0] - 10
        assert s.bottom - s.top <= s.size_mm[1] - 18
        for cx, cy in big.fiducials.centres.values():
            assert not cx - half < s.right - s.tab_mm[0] < cx + half
            assert not cy - half < s.bottom - s.tab_mm[1] < cy + half
    area = sum((s.right - s.left - s.tab_mm[0]) * (s.bottom - s.top - s.tab_mm[1]) for s in sheets)
    assert area == pytest.approx(700 * 500)


def test_a_board_that_cannot_be_cut_is_refused_with_its_size(board: Board, tmp_path: Path) -> None:
    """Fiducials side by side leave no place for a cut."""
    row = {n: [16 + 30 * n, 40] for n in range(16)}
    doc = {**board.doc, "size_mm": [500, 257], "cuts_mm": [], "fiducials": {**board.doc["fiducials"], "centres": row}}
    with pytest.raises(PaperError) as caught:
        print_board(board_from_mapping(doc, "x.yaml"), tmp_path / "x.pdf")
    assert caught.value.facts == {"width_mm": 500, "height_mm": 257, "paper": "A3"}


def test_an_unknown_paper_is_refused(board: Board, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="A3, A4"):
        print_board(board, tmp_path / "x.pdf", "A5")


def test_marker_cards_are_30_mm_and_differ_from_the_boards(board: Board, tmp_path: Path) -> None:
    print_markers(tmp_path / "m.pdf")
    ((size, text),) = pages(tmp_path / "m.pdf")
    assert size == pytest.approx((210.0, 297.0), abs=0.01)
    assert not set(LOOSE_IDS) & set(board.fiducials.centres)
    points = corners(text, 297)
    assert (
        sum(has(points, x + 30, y) and has(points, x + 30, y + 30) and has(points, x, y + 30) for x, y in points) >= 8
    )
    with pytest.raises(ValueError, match="16"):
        print_markers(tmp_path / "m.pdf", range(20))


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs pdftoppm")
def test_paper_and_pixels_show_the_same_board(board: Board, a3: Path, tmp_path: Path) -> None:
    subprocess.run(
        ["pdftoppm", "-r", str(2 * 25.4), "-png", "-singlefile", str(a3), str(tmp_path / "page")],
        check=True,
    )
    page = np.asarray(Image.open(tmp_path / "page.png").convert("RGB")).astype(int)
    art = board_image(board, 2).astype(int)
    part = page[40 : 40 + art.shape[0], 56 : 56 + art.shape[1]]
    assert np.abs(part - art).mean() < 6
