"""The end: the reckoning as a table, and the totals after each round as curves."""

from __future__ import annotations

from typing import Any

from companion.app.paint import art, measure
from companion.app.paint.board import paint_board
from companion.app.paint.pen import Pen
from companion.app.paint.stamps import canvas
from companion.app.side_views import EndView
from companion.app.theme import FLOOR, INK_SIGN, ROLES, Look, badge_colours
from companion.app.viewmodel import Badge, Figure
from companion.app.widgets.part import Part
from companion.i18n import _

TURN_W = 150.0  # the button that shows the other picture
MARK = 22.0  # the badge on a line
HEAD, LOW_ROW = 66.0, 46.0  # the head of the reckoning; the least height of its rows
APART = 14.0  # between two numbers of a row
SIGN = 34.0  # a sign of the legend with the gap to its word


class Reckoning(Part):
    """``show(EndView)``: rank, parts by colour, total, and why it ended this way."""

    def draw(self, pen: Pen) -> None:
        view: EndView | None = self.value
        if view is None:
            return
        art.card(pen, 0, 0, self.w, self.h, "surface")
        head = HEAD if view.columns else 12.0
        n = max(1, len(view.rows))
        reason, k = self.below(pen.look, view, self.h - head - LOW_ROW * n)
        signs, key = self.legend(pen.look, view, self.w, k), self.legend_height(pen.look, view, self.w, k)
        foot = (reason + 34 if reason else 10) + key
        high = min(74.0, (self.h - head - foot) / n)
        total_w = (
            max((measure.wide(pen.look, r.total, "total") for r in view.rows), default=60) * min(1.0, high / 60) + 8
        )
        name_w = min(210.0, max((measure.wide(pen.look, r.name, "row") for r in view.rows), default=100) + 12)
        left = 116 + name_w
        boxes, size = self.columns(pen.look, view, left, self.w - 44 - total_w)
        for (x, wide), figure in zip(boxes, view.columns, strict=False):
            art.figure(pen, figure, x + wide / 2 - 20, 18, 40)
        for at, row in enumerate(view.rows):
            y = head + at * high
            if row.rank.startswith("1"):
                art.card(pen, 10, y + 2, self.w - 20, high - 4, "raised", 16)
            pen.text(row.rank, 18, y, 52, "value", "dim", h=high, valign="middle", lines=1)
            art.badge(pen, row.badge, 82, y + high / 2, min(44, high - 12))
            pen.text(row.name, 116, y, name_w, "row", h=high, valign="middle", lines=1)
            for (x, wide), part in zip(boxes, row.parts, strict=False):
                pen.text(
                    part, x, y, wide, "value", "dim", h=high, align="centre", valign="middle", lines=1, size=size
                )
            pen.text(
                row.total,
                self.w - 20 - total_w,
                y + 4,
                total_w,
                "total",
                h=high - 8,
                align="right",
                valign="middle",
                lines=1,
                tight=True,
            )
        line, size = pen.look.line("log") * k, ROLES["log"][0] * k
        for x, y, figure, word in signs:
            top = self.h - foot + 6 + y
            art.figure(pen, figure, x, top, line)
            x += SIGN * pen.look.text * k
            pen.text(word, x, top, self.w - x, "log", "dim", h=line, lines=1, size=size)
        if reason:
            pen.rect(22, self.h - foot + key + 6, self.w - 44, 2, "line")
            pen.text(view.reason, 24, self.h - reason - 12, self.w - 48, "reason", h=reason)

    def below(self, look: Look, view: EndView, room: float) -> tuple[float, float]:
        """The height of why it ended, and how large what the signs mean is set, 0 for what has no room: both are set
        smaller before one gives way, and the first matters more."""
        full = measure.height(look, view.reason, self.w - 48, "reason") if view.reason else 0.0
        lines = measure.least_lines(look, view.reason, self.w - 48, "reason") if view.reason else 0
        least = 1.04 * lines * look.line("reason") * min(1.0, FLOOR / (ROLES["reason"][0] * look.text)) or full
        scales = [1.0, min(1.0, FLOOR / (ROLES["log"][0] * look.text)), 0.0]
        for k in scales if full else ():
            left = room - 34 - self.legend_height(look, view, self.w, k)
            if left >= least:
                return min(full, left), k
        return 0.0, next((k for k in scales if room - 10 >= self.legend_height(look, view, self.w, k)), 0.0)

    @staticmethod
    def columns(look: Look, view: EndView, left: float, right: float) -> tuple[list[tuple[float, float]], float]:
        """Where each column of parts begins and how wide it is, and the size of its numbers: they never touch."""
        n = max((len(r.parts) for r in view.rows), default=0)
        parts = [[r.parts[c] for r in view.rows if len(r.parts) > c] for c in range(n)]
        needs = [max(30.0, *(measure.wide(look, p, "value") + 2 for p in column)) for column in parts]
        room = right - left - APART * n
        shrunk = min(1.0, room / max(1.0, sum(needs)))
        spare = max(0.0, room - sum(needs)) / max(1, n) + APART
        boxes, x = [], left
        for need in needs:
            boxes.append((x + spare / 2, need * shrunk))
            x += need * shrunk + spare
        return boxes, ROLES["value"][0] * shrunk

    def needs(self, look: Look, view: EndView, wide: float) -> float:
        """How high it must be to say all that it has to say."""
        reason = measure.height(look, view.reason, wide - 48, "reason") + 34 if view.reason else 10.0
        key = self.legend_height(look, view, wide)
        return (HEAD if view.columns else 12.0) + LOW_ROW * len(view.rows) + reason + key + 2

    def legend_height(self, look: Look, view: EndView, wide: float, k: float = 1.0) -> float:
        signs = self.legend(look, view, wide, k)
        return signs[-1][1] + look.line("log") * k + 12 if signs else 0.0

    @staticmethod
    def legend(look: Look, view: EndView, wide: float, k: float = 1.0) -> list[tuple[float, float, Figure, str]]:
        """Where each sign of the head stands once more with its word: left, how far down, sign and word. ``k``: how
        large it is set, 0 for not at all."""
        x, y = 24.0, 0.0
        out: list[tuple[float, float, Figure, str]] = []
        for figure, word in zip(view.columns, view.legend, strict=False) if k else ():
            room = (SIGN * look.text + measure.wide(look, word, "log")) * k * measure.CLOSE + 4
            if out and x + room > wide - 20:
                x, y = 24.0, y + look.line("log") * k + 4
            out.append((x, y, figure, word))
            x += room + 20
        return out


class CurvePart(Part):
    """``show(EndView)``: a line a player, badge and total at its end, the goal dashed; or the board (``final``)."""

    def __init__(self, **kwargs: Any) -> None:
        self.final = False
        self._drawn: Any = None
        self._picture: Any = None
        super().__init__(**kwargs)

    def draw(self, pen: Pen) -> None:
        view: EndView | None = self.value
        if view is None:
            return
        art.card(pen, 0, 0, self.w, self.h, "surface")
        title = pen.look.line("step")
        told = _("The board at the end") if self.final else view.axis.title
        pen.text(told, 24, 16, self.w - 48 - (TURN_W if view.board else 0), "step", h=title, lines=1)
        if self.final:
            self.laid(pen, view)
            return
        if max((len(c.values) for c in view.curves), default=0) < 2:
            return
        small = pen.look.line("small")
        below = self.notes_height(pen, view)
        left, top, right, bottom = 64.0, 16 + title + 24 + small / 2, self.w - 104.0, self.h - 24 - small - below
        rounds = max(len(c.values) for c in view.curves) - 1
        highest = max(max(c.values) for c in view.curves)
        step = _nice(max(highest, view.goal or 0))
        if view.goal and view.goal % 4 == 0:
            step = view.goal // 4
        most = max(highest, view.goal or 0)

        def at(r: float, v: float) -> tuple[float, float]:
            return left + (right - left) * r / max(1, rounds), bottom - (bottom - top) * v / max(1, most)

        size = (max(1, round((self.w - 40) * pen.scale)), max(1, round((self.h - 90) * pen.scale)))
        marks = range(0, int(most) + 1, step)
        named = [*marks] if view.goal is None or view.goal in marks else [
            *(v for v in marks if abs(at(0, v)[1] - at(0, view.goal)[1]) >= small), int(view.goal)
        ]  # fmt: skip
        key = (view, size, pen.look)
        if key != self._drawn:
            self._picture = canvas(size, pen.scale, pen.look, lambda p: self.curves(p, view, at, marks, left, right))
            self._drawn = key
        pen.image(self._picture.texture, 20, 70, self.w - 40, self.h - 90)
        for v in named:
            pen.text(
                str(v),
                0,
                at(0, v)[1] - small / 2,
                left - 12,
                "small",
                "dim",
                h=small,
                align="right",
                valign="middle",
                lines=1,
            )
        room, per = (right - left) / (measure.wide(pen.look, "000", "small") + 8), view.axis.per
        every = next((n for n in (1, 2, 5, 10, 20, 50) if rounds / n / per <= room), 100)
        if view.axis.unit:
            pen.text(view.axis.unit, 0, bottom + 8, left - 12, "small", "dim", h=small, align="right", valign="middle")
        for r in range(1, rounds + 1, every * per):
            x, told = at(r, 0)[0], str((r - 1) // per + 1)
            pen.text(told, x - 30, bottom + 8, 60, "small", "dim", h=small, align="centre", valign="middle", lines=1)
        for badge, x, y in self.marked(view, at):
            art.badge(pen, badge, x, y, MARK, rim_width=1.5)
        self.ends(pen, view, at, rounds, top)
        self.notes(pen, view, self.h - below - 4)

    def curves(self, pen: Pen, view: EndView, at: Any, marks: Any, left: float, right: float) -> None:
        """Grid, goal and lines (inside a canvas that starts at 20, 70)."""
        pen.rect(-30, -80, self.w + 60, self.h + 160, "surface")
        pen.origin = (-20, -70)
        for v in marks:
            y = at(0, v)[1]
            if v == view.goal:
                pen.dashes([(left, y), (right, y)], 2.4, "text", on=9, off=7)
            else:
                pen.line([(left, y), (right, y)], 2, "line", cap="none")
        if view.goal is not None and view.goal not in marks:
            y = at(0, view.goal)[1]
            pen.dashes([(left, y), (right, y)], 2.4, "text", on=9, off=7)
        for c in sorted(view.curves, key=lambda c: c.winner):
            colour = badge_colours(c.badge.letter, c.badge.colour)[0]
            line = [at(r, v) for r, v in enumerate(c.values)]
            if pen.look.light:
                pen.line(line, 8.5 if c.winner else 6.5, "text")
            pen.line(line, 6 if c.winner else 4, colour)

    @staticmethod
    def marked(view: EndView, at: Any) -> list[tuple[Badge, float, float]]:
        """A badge on each line, each a little farther on: nobody has to tell lines by their colour."""
        n = len(view.curves)
        found = []
        for k, c in enumerate(view.curves):
            r = (len(c.values) - 1) * (k + 1) // (n + 1)
            found.append((c.badge, *at(r, c.values[r])))
        return found

    def laid(self, pen: Pen, view: EndView) -> None:
        """The board as it lies at the end."""
        w, h = self.w - 40, self.h - 96
        size = (max(1, round(w * pen.scale)), max(1, round(h * pen.scale)))
        key = (view.board, size, pen.look)
        if key != self._drawn and view.board is not None:
            board = view.board
            self._picture = canvas(size, pen.scale, pen.look, lambda p: paint_board(p, board, w, h, below="surface"))
            self._drawn = key
        pen.image(self._picture.texture, 20, 80, w, h)

    def ends(self, pen: Pen, view: EndView, at: Any, rounds: int, top: float) -> None:
        """Badge and total at each line's end, moved apart."""
        high = max(36.0, pen.look.line("fact_bold") * 0.9)
        order = sorted(view.curves, key=lambda c: -c.values[-1])
        places, y = [], top - 30
        for c in order:
            y = max(at(len(c.values) - 1, c.values[-1])[1], y + high)
            places.append(y)
        y = at(0, 0)[1] + high / 2
        for k in range(len(places) - 1, -1, -1):  # those that would leave the card move up
            y = places[k] = min(places[k], y)
            y -= high
        for c, y in zip(order, places, strict=True):
            art.badge(pen, c.badge, self.w - 80, y, 32)
            total = str(c.values[-1])
            pen.text(total, self.w - 60, y - high / 2, 52, "fact_bold", h=high, valign="middle", lines=1)

    @staticmethod
    def turns(pen: Pen, view: EndView) -> tuple[tuple[str, str], ...]:
        """What turned the game, as many as there is room for."""
        return tuple(view.notes[: 3 if pen.look.text == 1 else 2 if pen.look.text < 1.5 else 1])

    def notes_height(self, pen: Pen, view: EndView) -> float:
        n = len(self.turns(pen, view))
        return n * pen.look.line("log") + 8 if n else 0.0

    def notes(self, pen: Pen, view: EndView, y: float) -> None:
        """What turned the game, below the curves: nothing lies over a line."""
        notes = self.turns(pen, view)
        step = pen.look.line("log")
        numbers = max((measure.wide(pen.look, n[0], "log_bold") for n in notes), default=0.0)
        x = 24.0
        for number, text in notes:
            pen.text(number, x, y, numbers + 2, "log_bold", "dim", h=step, valign="middle", lines=1)
            pen.text(text, x + numbers + 14, y, self.w - x - numbers - 34, "log", h=step, valign="middle", lines=1)
            y += step


def _nice(most: int) -> int:
    """A step of the grid: about four lines."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100):
        if most / step <= 5:
            return step
    return 200


__all__ = ["INK_SIGN", "CurvePart", "Reckoning"]
