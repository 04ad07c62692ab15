"""Rows of lists: steps back to agreement, camera checks, tallies of a capture."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.paint.stamps import stamp
from companion.app.setup_views import Check
from companion.app.theme import SANS_700, Look
from companion.app.viewmodel import Step
from companion.app.widgets.part import Part, look
from companion.capture.stage import Tally


class StepRow(Part):
    """``show(Step)``: number where the picture has it, badge, piece, way; done: tick, dim; reminder: dashed ring."""

    def draw(self, pen: Pen) -> None:
        s: Step = self.value
        todo = s.state == "todo"
        art.card(pen, 0, 0, self.w, self.h, "raised" if todo else "surface")
        middle = self.h / 2
        if todo and s.number:
            tex = stamp(("numbered",), 46, 46, pen.look, lambda p: p.disc(23, 23, 23, "text"), pen.scale)
            pen.image(tex, 20, middle - 23, 46, 46)
            pen.text(
                str(s.number),
                20,
                middle - 23,
                46,
                "tag",
                "ground",
                h=46,
                align="centre",
                valign="middle",
                grow=False,
                size=30,
                face=SANS_700,
                tight=True,
            )
        elif not todo:
            art.mark(pen, "ok" if s.state == "done" else "off", 42, middle, 42)
        x = words_at(s)
        w = self.w - x - 16
        lines = step_lines(pen.look, s, self.w)
        first = pen.look.line("step") * lines
        role = "way" if todo else "fact"
        ways = min(2, measure.lines(pen.look, s.way, w, role))
        second = ways * pen.look.line(role)
        if first + second > self.h - 6:
            k = (self.h - 6) / (first + second)
            first, second = first * k, second * k
        spare = max(0.0, self.h - first - second)  # most of it above and below
        gap = min(18.0 if todo else 8.0, spare / 4) if s.way else 0.0  # words alone stand in the middle
        top = (self.h - first - second - gap) / 2
        left = x
        if s.badge:
            art.badge(pen, s.badge, x + 23, top + first / 2, min(40.0, first))
            left += 58
        ink = "text" if todo else "dim"
        pen.text(s.piece, left, top, self.w - left - 16, "step", ink, h=first, valign="middle", lines=lines)
        pen.text(s.way, x, top + first + gap, w, role, "text" if todo else "dim", h=second + 1, lines=2)


def words_at(s: Step) -> float:
    """Where the words of a step begin: right of its number or mark, where it has one."""
    return 84.0 if s.number or s.state != "todo" else 24.0


def step_lines(look: Look, s: Step, wide: float) -> int:
    """Lines that the piece of a step takes in a row ``wide`` design units wide."""
    return max(1, measure.lines(look, s.piece, wide - words_at(s) - (58 if s.badge else 0) - 16, "step"))


def step_heights(
    look: Look, steps: Sequence[Step], room: float, gap: float = 12, wide: float = 10_000.0
) -> list[float]:
    """Heights of step rows in a column: what their words need, and what is left over, most of it to what is to do."""
    lows = []
    for s in steps:
        ways = min(2, max(1, measure.lines(look, s.way, wide - words_at(s) - 16, "way")))
        lows.append(max(96.0, look.line("step") * step_lines(look, s, wide) + look.line("way") * ways + 14))
    n = len(steps)
    spare = room - sum(lows) - gap * (n - 1)
    if spare <= 0 or not n:
        return lows
    todo = sum(1 for s in steps if s.state == "todo")
    more = min(46.0, spare / max(1, todo))
    rest = min(32.0, (spare - more * todo) / max(1, n - todo))
    return [low + (more if s.state == "todo" else rest) for low, s in zip(lows, steps, strict=True)]


class CheckRow(Part):
    """``show((Check, framed))``: the failing one is framed amber."""

    @staticmethod
    def height_for(second: str, wide: float) -> float:
        """How high it is when all that it says is written out."""
        lines = measure.lines(look(), second, wide - 102, "log")
        return max(96.0, look().line("step") + look().line("log") * lines + 16)

    def draw(self, pen: Pen) -> None:
        check, framed = self.value
        c: Check = check
        art.card(pen, 0, 0, self.w, self.h, "raised" if framed else "surface", edge="warn" if framed else None)
        art.mark(pen, c.state, 44, self.h / 2, 44)
        x, w = 86.0, self.w - 86 - 16
        first, second = pen.look.line("step"), pen.look.line("log")
        lines, room = measure.lines(pen.look, c.second, w, "log"), self.h - 8
        if first + second * lines > room:
            small = measure.least_lines(pen.look, c.second, w, "log") or 1
            lines = min(lines, max(1, int((room - first) / second), small))
            k = min(1.0, room / (first + second * lines))
            first, second = first * k, second * k
        top = (self.h - first - second * lines) / 2
        pen.text(c.title, x, top, w, "step", h=first, valign="middle", lines=1)
        pen.text(c.second, x, top + first, w, "log", "warn" if framed else "dim", h=second * lines + 1, lines=lines)


class TallyRow(Part):
    """``show(Tally)``: sign, word, one disc a space, figures."""

    def draw(self, pen: Pen) -> None:
        t: Tally = self.value
        art.card(pen, 0, 0, self.w, self.h, "surface", 14)
        art.land(pen, t.ink, 16, self.h / 2 - 20, 40)
        pen.text(t.word, 70, 0, 130, "step", h=self.h, valign="middle", lines=1)
        figures = f"{t.found}/{t.of}"
        wide = measure.wide(pen.look, figures, "step") + 4
        if t.of <= 8:
            step = min(36.0, (self.w - 200 - wide) / max(1, t.of))
            for k in range(t.of):
                self.spot(pen, 188 + step * k, k < t.found, f"{t.ink}_sign")
        pen.text(figures, self.w - wide - 16, 0, wide, "step", h=self.h, align="right", valign="middle", lines=1)

    def spot(self, pen: Pen, cx: float, full: bool, colour: str) -> None:
        def paint(p: Pen) -> None:
            if full:
                p.disc(15, 15, 13.5, colour)
            else:
                p.disc(15, 15, 13.5, "quiet")
                p.disc(15, 15, 10.5, "surface")

        tex = stamp(("spot", full, colour), 30, 30, pen.look, paint, pen.scale)
        pen.image(tex, cx - 15, self.h / 2 - 15, 30, 30)
