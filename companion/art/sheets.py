"""Lists and forms on A4 or A3 pages: a title, sentences, tables that may run over to the next page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.art.fonts import text_width
from companion.art.marks import Mark, Point, Rgb, Shape, Text, box, segment
from companion.art.pdf import INK, PAPERS, new_canvas, page, ruler
from companion.engine.game import Grid, Paper

EDGE_MM = 15.0
RULER_UP_MM = 8.0  # above the page's lower edge
ROW_MM, HEAD_MM = 7.0, 6.0
TEXT_MM, SMALL_MM = 3.6, 3.0
GREY: Rgb = (170, 170, 170)

Told = Callable[[Any], str]


def print_papers(papers: Sequence[Paper], told: Told, out: Path | str, paper: str = "A4") -> int:
    """Write the papers as a PDF; ``told`` puts a value into words. Answers with the number of pages."""
    size = PAPERS[paper]
    canvas = new_canvas(out, told(papers[0].title) if papers else "")
    count = 0
    for one in papers:
        for marks in paper_pages(one, told, size):
            page(canvas, size).paint([*marks, *ruler((EDGE_MM, size[1] - RULER_UP_MM))])
            canvas.showPage()
            count += 1
    canvas.save()
    return count


def paper_pages(paper: Paper, told: Told, size: Point) -> list[list[Mark]]:
    """The marks of every page that a paper takes."""
    low, wide = size[1] - EDGE_MM, size[0] - 2 * EDGE_MM
    marks: list[Mark] = [Text((EDGE_MM, EDGE_MM + 4), told(paper.title), 7.0, "serif-bold", INK, align="start")]
    pages, y = [marks], EDGE_MM + 14
    for line in paper.lines:
        for part in _wrapped(told(line), wide):
            marks.append(Text((EDGE_MM, y), part, TEXT_MM, "serif", INK, align="start"))
            y += 5.4
    y += 4
    for grid in paper.grids:
        rows = list(grid.rows)
        while True:
            fit = int((low - y - HEAD_MM) // ROW_MM)
            if fit < min(3, len(rows)):
                marks = []
                pages.append(marks)
                y = EDGE_MM + 4
                continue
            now, rows = rows[:fit], rows[fit:]
            marks += _table(grid, now, told, (EDGE_MM, y), wide)
            y += HEAD_MM + ROW_MM * len(now) + 8
            if not rows:
                break
    return pages


def _table(grid: Grid, rows: Sequence[Sequence[Any]], told: Told, at: Point, wide: float) -> list[Mark]:
    x0, y0 = at
    xs = [x0]
    for w in grid.widths:
        xs.append(xs[-1] + w * wide)
    high = HEAD_MM + ROW_MM * len(rows)
    lines = [segment((x, y0 + HEAD_MM), (x, y0 + high)) for x in xs]
    levels = [y0 + HEAD_MM + ROW_MM * i for i in range(len(rows) + 1)]
    lines += [segment((x0, y), (xs[-1], y)) for y in levels]
    marks: list[Mark] = [Shape((box(x0, y0, xs[-1] - x0, HEAD_MM),), fill=(232, 230, 224))]
    marks.append(Shape(tuple(lines), stroke=GREY, width_mm=0.2))
    for i, head in enumerate(grid.heads):
        marks.append(_cell(told(head), xs[i], xs[i + 1], y0 + HEAD_MM / 2, SMALL_MM, "sans-bold"))
    for r, row in enumerate(rows):
        y = y0 + HEAD_MM + ROW_MM * (r + 0.5)
        for i, value in enumerate(row):
            text = str(int(value)) if isinstance(value, int) else told(value)
            if text:
                marks.append(_cell(text, xs[i], xs[i + 1], y, TEXT_MM, "sans"))
    return marks


def _cell(text: str, left: float, right: float, y: float, size: float, face: str) -> Text:
    """A text in its column, smaller where it is too long."""
    room = right - left - 2.0
    return Text((left + 1.0, y), text, min(size, size * room / max(room, text_width(text, size, face))), face, INK,
                align="start")  # fmt: skip


def _wrapped(text: str, wide: float) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        if line and text_width(f"{line} {word}", TEXT_MM, "serif") > wide:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]
