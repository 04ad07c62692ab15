"""Marks to paper at true size, on one sheet or on several that meet at the board's cuts, each with a ruler to check."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from attrs import frozen
from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from companion.art.board import board_marks, title_of
from companion.art.fonts import cap_height, font_file, text_width
from companion.art.marks import Curve, Group, Mark, Point, Rgb, Shape, Text, box, segment
from companion.engine.boards import Board
from companion.i18n import gettext as _

PAPERS = {"A3": (297.0, 420.0), "A4": (210.0, 297.0), "Letter": (215.9, 279.4), "Tabloid": (279.4, 431.8)}
SIDE_MM = 5.0  # what home printers leave white: left, right and above
FOOT_MM = 13.0  # room for the ruler below
OVERLAP_MM = 8.0  # strip of a sheet that goes under the next one
RULER_MM = 100.0
ROUND_MM = 15.0  # white around a board on a page of its own
ONE = "one"  # the paper of a board on a page of its own
INK: Rgb = (60, 60, 60)
FORM = "board"
rl_config.useA85 = 0  # streams stay bytes: files are a fifth smaller, and base 85 is slow in plain Python


class PaperError(ValueError):
    """The board cannot be spread over this paper; ``facts`` holds the board's size in mm and the paper."""

    def __init__(self, board: Board, paper: str) -> None:
        width, height = board.size_mm
        self.facts = {"width_mm": width, "height_mm": height, "paper": paper}
        super().__init__(f"{width:.0f} x {height:.0f} mm cannot be spread over {paper}")


@frozen
class Sheet:
    """One page: a part of the board; its last ``tab_mm`` (right, bottom) only go under the next sheets."""

    left: float
    top: float
    right: float
    bottom: float
    tab_mm: Point
    size_mm: Point  # of the page
    origin: Point  # where the part's upper left corner lies on the page, from the page's upper left


def _cuts(
    length: float, room: float, wished: Sequence[float], taken: Sequence[tuple[float, float]]
) -> list[float] | None:
    """Where to cut a side of the board so that every part, with its tab, finds ``room``; with both ends, or None.

    The board's own cuts come first; else equal parts, moved off the stretches ``taken`` by fiducials and patches.
    """

    def fit(cuts: Sequence[float]) -> bool:
        widths = [b - a + OVERLAP_MM for a, b in pairwise(cuts)]
        widths[-1] -= OVERLAP_MM
        return max(widths) <= room + 1e-6

    if fit((0.0, length)):
        return [0.0, length]
    own = [_spared(w, taken) for w in wished]
    if own and fit((0.0, *own, length)):
        return [0.0, *own, length]
    for parts in range(2, 12):
        cuts = [0.0]
        for i in range(1, parts):
            target = length * i / parts
            free = [t for t in _around(target, length / parts / 2) if not any(a < t < b for a, b in taken)]
            cuts += free[:1]
        if len(cuts) == parts and fit((*cuts, length)):
            return [*cuts, length]
    return None


def _spared(cut: float, taken: Sequence[tuple[float, float]]) -> float:
    """The cut, moved to the next whole millimetre that goes through no fiducial or patch."""
    if not any(a < cut < b for a, b in taken):
        return cut
    return next((t for t in _around(cut, 40.0) if not any(a < t < b for a, b in taken)), cut)


def _around(target: float, reach: float) -> list[float]:
    """Whole millimetres near ``target``, the nearest first."""
    first = round(target)
    steps = [float(first + s * d) for d in range(math.ceil(reach)) for s in ((1, -1) if d else (1,))]
    return [t for t in steps if abs(t - target) <= reach]


def page_sheets(board: Board, paper: str) -> tuple[Sheet, ...]:
    """How the board is spread over pages, upright or across, as few as possible; raises PaperError."""
    if paper == ONE:
        return (_one(board),)
    squares = [(p.centre, p.side_mm / 2 + 1) for p in board.patches]
    if board.fiducials:
        squares += [(c, board.fiducials.side_mm / 2 + 1) for c in board.fiducials.centres.values()]
    width, height = board.size_mm
    found: list[tuple[Sheet, ...]] = []
    short, long = PAPERS[paper]
    for page_w, page_h in ((short, long), (long, short)):
        xs = _cuts(width, page_w - 2 * SIDE_MM, board.cuts_mm, [(c[0] - r, c[0] + r) for c, r in squares])
        ys = _cuts(height, page_h - SIDE_MM - FOOT_MM, (), [(c[1] - r, c[1] + r) for c, r in squares])
        if xs is None or ys is None:
            continue
        sheets = []
        for top, low in pairwise(ys):
            for left, end in pairwise(xs):
                tab = (OVERLAP_MM if end < width else 0.0, OVERLAP_MM if low < height else 0.0)
                need = (end - left + tab[0], low - top + tab[1])
                above = max(SIDE_MM, min((page_h - need[1]) / 2, page_h - need[1] - FOOT_MM))
                origin = ((page_w - need[0]) / 2, above)
                sheets.append(Sheet(left, top, end + tab[0], low + tab[1], tab, (page_w, page_h), origin))
        found.append(tuple(sheets))
    if not found:
        raise PaperError(board, paper)
    return min(found, key=len)


def _one(board: Board) -> Sheet:
    """A single page as large as the board needs: for a copy shop."""
    width, height = board.size_mm
    page_mm = (width + 2 * ROUND_MM, height + 2 * ROUND_MM)
    return Sheet(0.0, 0.0, width, height, (0.0, 0.0), page_mm, (ROUND_MM, ROUND_MM))


class _Page:
    """Draws marks on the current page; ``origin`` is the drawing's zero, mm from the page's upper left."""

    def __init__(self, canvas: Canvas, size_mm: Point, origin: Point) -> None:
        self.canvas = canvas
        self.size_mm = size_mm
        self.origin = origin

    def at(self, p: Point) -> Point:
        return ((self.origin[0] + p[0]) * mm, (self.size_mm[1] - self.origin[1] - p[1]) * mm)

    def told(self, p: Point) -> str:
        x, y = self.at(p)
        return f"{x:.3f} {y:.3f}"

    def path(self, curves: Sequence[Curve]) -> PDFPathObject:
        """Written out here: reportlab weighs the digits of each number, which takes longer than all the drawing."""
        code = []
        for c in curves:
            code.append(f"{self.told(c.start)} m")
            for step in c.steps:
                code.append(f"{' '.join(map(self.told, step))} {'l' if len(step) == 1 else 'c'}")
            if c.closed:
                code.append("h")
        return PDFPathObject(code)

    def paint(self, marks: Sequence[Mark]) -> None:
        for mark in marks:
            if isinstance(mark, Shape):
                self.shape(mark)
            elif isinstance(mark, Text):
                self.text(mark)
            else:
                self.group(mark)

    def shape(self, mark: Shape) -> None:
        c = self.canvas
        stroke = mark.stroke is not None and mark.width_mm > 0
        if mark.fill is not None:
            c.setFillColorRGB(*(v / 255 for v in mark.fill))
        if stroke and mark.stroke is not None:
            c.setStrokeColorRGB(*(v / 255 for v in mark.stroke))
            c.setLineWidth(mark.width_mm * mm)
        if not stroke and mark.fill is None:
            return
        c.drawPath(self.path(mark.curves), fill=int(mark.fill is not None), stroke=int(stroke))

    def group(self, mark: Group) -> None:
        self.canvas.saveState()
        self.canvas.clipPath(self.path((mark.clip,)), stroke=0, fill=0)
        self.paint(mark.marks)
        self.canvas.restoreState()

    def text(self, mark: Text) -> None:
        c = self.canvas
        name, size = _face(mark.font), mark.size_mm * mm
        track = mark.tracking_mm * mm
        width = pdfmetrics.stringWidth(mark.text, name, size) + track * max(0, len(mark.text) - 1)
        shift = {"start": 0.0, "middle": -width / 2, "end": -width}[mark.align]
        c.saveState()
        c.translate(*self.at(mark.at))
        c.rotate(-mark.angle)
        c.setFillColorRGB(*(v / 255 for v in mark.colour))
        line = c.beginText(shift, -cap_height(mark.font) * size / 2)
        line.setFont(name, size)
        line.setCharSpace(track)
        line.textOut(mark.text)
        c.drawText(line)
        c.restoreState()


def _face(face: str) -> str:
    name = f"art-{face}"
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(name, str(font_file(face))))
    return name


def new_canvas(out: Path | str, title: str) -> Canvas:
    """A PDF whose bytes depend on the drawing alone, so that printing twice gives the same file."""
    canvas = Canvas(str(out), pageCompression=1, invariant=1)
    canvas.setTitle(title)
    canvas.setViewerPreference("PrintScaling", "None")  # else viewers shrink it, and nothing has its size any more
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    return canvas


def page(canvas: Canvas, size_mm: Point, origin: Point = (0.0, 0.0)) -> _Page:
    """Sets up the current page; the caller paints and then calls ``canvas.showPage()``."""
    canvas.setPageSize((size_mm[0] * mm, size_mm[1] * mm))
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    return _Page(canvas, size_mm, origin)


def ruler(at: Point, length: float = RULER_MM) -> tuple[Mark, ...]:
    """A ruler of ``length`` mm lying to the right of ``at``: hold yours against it."""
    x, y = at
    lines = [segment((x, y), (x + length, y))]
    for i in range(round(length) + 1):
        lines.append(segment((x + i, y), (x + i, y - (3.2 if i % 10 == 0 else 2.2 if i % 5 == 0 else 1.4))))
    marks: list[Mark] = [Shape(tuple(lines), stroke=INK, width_mm=0.12)]
    for i in range(0, round(length) + 1, 10):
        marks.append(Text((x + i, y + 2.0), str(i), 2.4, "sans", INK))
    marks.append(Text((x + length + 4.5, y + 2.0), "mm", 2.4, "sans", INK, align="start"))
    return tuple(marks)


def crop_marks(
    left: float, top: float, right: float, bottom: float, outer_right: float, outer_bottom: float
) -> tuple[Mark, ...]:
    """Hairlines that show the part's four edges, drawn outside all that is printed: cut along them."""
    lines = []
    for x in (left, right):
        lines += [segment((x, top - 1.5), (x, top - 4.5)), segment((x, outer_bottom + 1.5), (x, outer_bottom + 4.0))]
    for y in (top, bottom):
        lines += [segment((left - 1.5, y), (left - 4.5, y)), segment((outer_right + 1.5, y), (outer_right + 4.5, y))]
    return (Shape(tuple(lines), stroke=INK, width_mm=0.1),)


def _margin_marks(board: Board, sheet: Sheet, number: int, count: int) -> list[Mark]:
    """Everything around the board on a page, in the board frame."""
    end, low = sheet.right - sheet.tab_mm[0], sheet.bottom - sheet.tab_mm[1]
    marks: list[Mark] = [*crop_marks(sheet.left, sheet.top, end, low, sheet.right, sheet.bottom)]
    if sheet.tab_mm[0]:
        hint = _("The next sheet is glued over this strip, up to the marks")
        marks.append(Text((end - 3.0, sheet.top - 3.2), hint, 2.4, "sans", INK, align="end"))
    name = f"{title_of(board)} \u00b7 {board.id}"
    if count > 1:
        name += " \u00b7 " + _("sheet {number} of {count}").format(number=number, count=count)
    line = _("Print at 100 %, do not fit to the page: {mm} mm on the ruler must be {mm} mm.").format(mm=round(RULER_MM))
    y = sheet.bottom + 7.4
    marks += ruler((sheet.left + 2.0, y))
    x = sheet.left + RULER_MM + 12
    room = sheet.right - x
    long = max(text_width(line, 2.6, "sans"), text_width(name, 2.8, "serif-bold"))
    shrink = min(1.0, room / long)
    if shrink > 0.7:
        marks.append(Text((x, y - 2.4), name, 2.8 * shrink, "serif-bold", INK, align="start"))
        marks.append(Text((x, y + 1.2), line, 2.6 * shrink, "sans", INK, align="start"))
    else:  # a narrow page has no room for a long line beside its ruler
        size = 2.6 * min(1.0, room / text_width(name, 2.6, "serif-bold"))
        marks.append(Text((x, y - 1.0), name, size, "serif-bold", INK, align="start"))
        marks.append(Text((sheet.left + 2.0, y + 5.0), line, 2.4, "sans", INK, align="start"))
    return marks


def print_board(board: Board, out: Path | str, paper: str = "A3") -> tuple[Sheet, ...]:
    """Writes the board as a PDF at true size; answers with its pages, row by row.

    ``paper``: one of PAPERS, or ONE page of the board's size. What does not fit is cut at ``board.cuts_mm``,
    else into equal parts that spare the fiducials. Raises PaperError when even that is impossible.
    """
    if paper not in (*PAPERS, ONE):
        raise ValueError(f"paper {paper!r}: one of {', '.join((*PAPERS, ONE))}")
    sheets = page_sheets(board, paper)
    marks = board_marks(board)
    canvas = new_canvas(out, title_of(board))
    width, height = board.size_mm
    if len(sheets) > 1:  # the drawing is kept once and shown through a window on every page
        canvas.beginForm(FORM, 0, 0, width * mm, height * mm)
        page(canvas, board.size_mm).paint(marks)
        canvas.endForm()
    for number, sheet in enumerate(sheets, 1):
        drawn = page(canvas, sheet.size_mm, (sheet.origin[0] - sheet.left, sheet.origin[1] - sheet.top))
        part = box(sheet.left, sheet.top, sheet.right - sheet.left, sheet.bottom - sheet.top)
        if len(sheets) > 1:
            canvas.saveState()
            canvas.clipPath(drawn.path((part,)), stroke=0, fill=0)
            canvas.translate(*drawn.at((0.0, height)))
            canvas.doForm(FORM)
            canvas.restoreState()
        else:
            drawn.group(Group(part, marks))
        drawn.paint(_margin_marks(board, sheet, number, len(sheets)))
        canvas.showPage()
    canvas.save()
    return sheets
