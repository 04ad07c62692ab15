"""Rows beside the picture of a board that is captured: choices, numbers, findings."""

from __future__ import annotations

from typing import Any

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.setup_views import Check
from companion.app.taps import Tap
from companion.app.widgets.basic import PushButton
from companion.app.widgets.part import Laid, look, post
from companion.app.widgets.rows import CheckRow
from companion.capture.stage import Count, Note, Pick

SIDE, WIDE, GAP = 60.0, 74.0, 8.0  # buttons with one digit, with two, between them


class PickRow(PushButton):
    """``show(Pick)``: a colour's sign where it has one, two lines of words; posts ``capture_choose``."""

    def show(self, value: Pick) -> None:
        super().show(value)
        self.align = "left"
        self.chosen = value.chosen
        self.offer(value.text, Tap("capture_choose", value.key), value.second)

    def draw(self, pen: Pen) -> None:
        self.draw_ground(pen)
        pick: Pick = self.value
        x = 20.0
        if pick.ink:
            art.land(pen, pick.ink, 16, self.h / 2 - 20, 40)
            x = 70.0
        self.draw_words(pen, x, self.w - x - 12)


class CountRow(Laid):
    """``show(Count)``: what is counted, its value, and buttons that post ``capture_count``."""

    def fill(self) -> None:
        count: Count | None = self.value
        if count is None:
            return
        x, y, w, h = self.box
        side = min(SIDE, h - 8)
        left = x + w - self.taken() - 4
        for step in count.steps:
            wide = _wide(step)
            button = PushButton(box=[left, y + (h - side) / 2, wide, side])
            button.offer(f"{step:+d}".replace("-", "−"), Tap("capture_count", (count.key, step)))
            self.add_widget(button)
            left += wide + GAP

    def taken(self) -> float:
        """Room that the buttons take."""
        return sum(_wide(step) + GAP for step in self.value.steps)

    def draw(self, pen: Pen) -> None:
        count: Count | None = self.value
        if count is None:
            return
        art.card(pen, 0, 0, self.w, self.h, "surface", 14)
        room = self.w - self.taken() - 26
        first, second = pen.look.line("log"), pen.look.line("step")
        k = min(1.0, (self.h - 4) / (first + second))
        top = (self.h - (first + second) * k) / 2
        pen.text(count.text, 16, top, room, "log", "dim", h=first * k, lines=1)
        pen.text(count.value, 16, top + first * k, room, "step", h=second * k, lines=1)


def _wide(step: int) -> float:
    return WIDE if abs(step) > 9 else SIDE


class NoteRow(CheckRow):
    """``show(Note)``: a finding; touching it leads to the step where it is put right."""

    step = ""

    def show(self, value: Note) -> None:
        self.step = value.step
        super().show((Check(value.state, value.text, value.second), value.state == "bad"))

    def draw(self, pen: Pen) -> None:
        check, framed = self.value
        art.card(pen, 0, 0, self.w, self.h, "raised" if framed else "surface", edge="warn" if framed else None)
        art.mark(pen, check.state, 36, self.h / 2, 36)
        x, w = 68.0, self.w - 80
        line = pen.look.line("log")
        lines = measure.lines(pen.look, check.title, w, "log")
        more = measure.lines(pen.look, check.second, w, "log")
        top = max(2.0, (self.h - line * (lines + more)) / 2)
        pen.text(check.title, x, top, w, "log", h=line * lines + 1, lines=lines)
        if more:
            pen.text(check.second, x, top + line * lines, w, "log", "dim", h=line * more + 1, lines=more)

    def tall(self, w: float) -> float:
        """How high this row wants to be."""
        check, _framed = self.value
        now = look()
        lines = measure.lines(now, check.title, w - 80, "log") + measure.lines(now, check.second, w - 80, "log")
        return max(66.0, now.line("log") * lines + 14)

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if self.step and self.collide_point(*touch.pos):
            post(Tap("capture_choose", f"step:{self.step}"))
            return True
        return False
