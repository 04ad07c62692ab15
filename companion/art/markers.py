"""Loose marker cards for a board one already owns: laid around or on it, they tell the camera where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.art.aruco import fiducial
from companion.art.marks import Mark, Shape, Text, polygon, square
from companion.art.pdf import INK, PAPERS, new_canvas, page, ruler
from companion.i18n import gettext as _

LOOSE_IDS = (20, 21, 22, 23, 24, 25, 26, 27)  # printed boards use the low numbers
CARD_MM = 30.0
COLUMNS = 4
PITCH_MM = (44.0, 52.0)


def card_marks(number: int, x: float, y: float, side_mm: float) -> tuple[Mark, ...]:
    """One card with its middle at (x, y): the marker, a cut line, an arrow to its upper edge and its number."""
    top = y - side_mm / 2 - 2.2
    arrow = polygon([(x, top - 2.4), (x + 1.6, top), (x - 1.6, top)])
    return (
        *fiducial(number, (x, y), side_mm),
        Shape((square((x, y), side_mm),), stroke=(190, 190, 190), width_mm=0.12),
        Shape((arrow,), fill=INK),
        Text((x, y + side_mm / 2 + 3.2), str(number), 3.4, "sans-bold", INK),
    )


def print_markers(
    out: Path | str, ids: Sequence[int] = LOOSE_IDS, side_mm: float = CARD_MM, paper: str = "A4"
) -> None:
    """Writes one page of marker cards of ``side_mm`` (white rim included), as many as ``ids``; 16 at most."""
    if not ids or len(ids) > 4 * COLUMNS:
        raise ValueError(f"1 to {4 * COLUMNS} markers fit on a page, not {len(ids)}")
    size = PAPERS[paper]
    canvas = new_canvas(out, _("Marker cards"))
    drawn = page(canvas, size)
    left = (size[0] - (COLUMNS - 1) * PITCH_MM[0]) / 2
    marks: list[Mark] = [
        Text((left - side_mm / 2, 20.0), _("Marker cards"), 6.5, "serif-bold", INK, align="start"),
    ]
    lines = (
        _("Cut along the thin lines; keep the white rim, it belongs to the marker."),
        _("Lay at least four near the corners of your board, flat, the arrow towards its upper edge."),
        _("Do not move them during a game. Print at 100 %: the ruler must measure 100 mm."),
    )
    for i, text in enumerate(lines):
        marks.append(Text((left - side_mm / 2, 28.5 + 5.2 * i), text, 3.4, "serif", INK, align="start"))
    for i, number in enumerate(ids):
        x, y = left + (i % COLUMNS) * PITCH_MM[0], 68.0 + (i // COLUMNS) * PITCH_MM[1]
        marks += card_marks(number, x, y, side_mm)
    marks += ruler((left - side_mm / 2, size[1] - 18.0))
    drawn.paint(marks)
    canvas.showPage()
    canvas.save()
