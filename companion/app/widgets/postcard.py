"""The result as one picture: who won and why, the reckoning, the curve and the board, as the end page shows them."""

from __future__ import annotations

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.paint.stamps import canvas
from companion.app.side_views import EndView, Postcard
from companion.app.theme import Look
from companion.app.widgets.curve import CurvePart, Reckoning
from companion.app.widgets.part import Part, look

WIDE, EDGE, GAP = 760.0, 20.0, 16.0  # design units
PX = 1080  # px of its width, as messengers show it
CURVE, LONGEST = 440.0, 720.0  # height of the curve; the most of the board
ROOMY = 16.0  # how much higher a row is than it must be


def postcard(view: EndView) -> Postcard:
    """Painted with the window's graphics, so on the window's own thread."""
    now = Look(theme=look().theme)
    wide, y = WIDE - 2 * EDGE, 76.0
    sentence = measure.height(now, view.sentence, wide - 120, "title")
    parts: list[tuple[Part, float, float]] = []
    top = y + max(92.0, sentence) + GAP
    for part, high in _parts(now, view, wide):
        part.value, part.box = view, [0, 0, wide, high]
        parts.append((part, top, high))
        top += high + GAP

    def paint(pen: Pen) -> None:
        pen.rect(0, 0, WIDE, top, "ground")
        pen.text(f"{view.title}", EDGE, 16, wide, "step", "dim", h=48, lines=1)
        if view.badge is not None:
            art.badge(pen, view.badge, EDGE + 46, y + 46, 92)
        left = 120.0 if view.badge is not None else 0.0
        pen.text(view.sentence, EDGE + left, y, wide - left, "title", h=max(92.0, sentence), valign="middle")
        for part, at, _high in parts:
            pen.origin = (EDGE, at)
            part.draw(pen)
        pen.origin = (0.0, 0.0)

    scale = PX / WIDE / 2  # a canvas is drawn at twice its size
    size = (PX // 2, round(top * scale))
    painted = canvas(size, scale, now, paint)
    return Postcard((size[0] * 2, size[1] * 2), bytes(painted.pixels))


def _parts(now: Look, view: EndView, wide: float) -> list[tuple[Part, float]]:
    """What stands below each other, with its height."""
    reckoning = Reckoning()
    found: list[tuple[Part, float]] = [(reckoning, reckoning.needs(now, view, wide) + ROOMY * len(view.rows))]
    if max((len(c.values) for c in view.curves), default=0) > 1:
        found.append((CurvePart(), CURVE))
    if view.board is not None:
        x0, y0, x1, y1 = view.board.window or (0.0, 0.0, *view.board.drawing.size_mm)
        board = CurvePart()
        board.final = True
        found.append((board, min(LONGEST, (wide - 40) * (y1 - y0) / (x1 - x0)) + 96))
    return found
