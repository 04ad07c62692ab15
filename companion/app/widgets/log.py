"""The log strip (newest first; a tap opens the history) and the snack that may lie over it for six seconds."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.taps import Tap
from companion.app.theme import SNACK_S
from companion.app.viewmodel import LogLine, Snack
from companion.app.widgets.basic import PushButton, button_width
from companion.app.widgets.part import Part, Target, post

WRAPPED = 0.87  # of two lines is filled where words may not be parted


class LogStrip(Target):
    """``show(lines)``: the newest one or two."""

    def draw(self, pen: Pen) -> None:
        lines: tuple[LogLine, ...] = self.value or ()
        if not lines:
            return  # nothing has happened: no empty box
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "surface")
        step = pen.look.line("log")
        many = min(len(lines), max(1, int(self.h * 1.03 / step)), 2)
        if many == 2 and measure.wide(pen.look, lines[1].text, "log") > self.w - 64:
            many = 1
        if measure.wide(pen.look, lines[0].text, "log") > self.w - 64:
            self.draw_long(pen, lines[0])  # a long one has the strip to itself
            return
        top = max(0.0, (self.h - many * step) / 2)
        for k, line in enumerate(lines[:many]):
            y = top + k * min(step, self.h / many)
            if line.badge:
                art.badge(pen, line.badge, 30, y + step / 2, 24, rim_width=1.5)
            pen.text(
                line.text,
                52,
                y,
                self.w - 64,
                "log",
                "dim" if k else "text",
                h=min(step, self.h / many),
                valign="middle",
                lines=1,
            )

    def draw_long(self, pen: Pen, line: LogLine) -> None:
        """A line that takes two; of an enumeration that takes more the last parts are left to the history."""
        left = 52.0 if line.badge else 20.0
        kept = measure.shortened(pen.look, line.text, 2 * WRAPPED * (self.w - left - 12), "log")
        text = kept if kept == line.text else f"{kept} …"
        if line.badge:
            art.badge(pen, line.badge, 30, self.h / 2, 24, rim_width=1.5)
        pen.text(text, left, 2, self.w - left - 12, "log", h=self.h - 4, valign="middle", lines=2)

    def reaches(self, x: float, y: float) -> bool:
        return bool(self.value) and super().reaches(x, y)

    def touched(self, touch: Any) -> None:
        post(Tap("go", "history"))


class SnackPart(Part):
    """``show(Snack | None)``: mark, sentence, one button; it goes by itself."""

    def __init__(self, **kwargs: Any) -> None:
        self._gone = Clock.create_trigger(self._hide, SNACK_S)
        self._past: Any = None
        super().__init__(**kwargs)
        self.opacity = 0

    def show(self, value: Snack | None) -> None:
        if value == self.value:
            return
        super().show(value)
        self._gone.cancel()
        self.clear_widgets()
        if value is None:
            self.opacity = 0
            return
        self.opacity = 1
        self._gone()
        if value.choice:
            w = button_width(value.choice.text, low=120, pad=36)
            x, y, full, h = self.box
            button = PushButton(box=[x + full - w - 8, y + 8, w, h - 16])
            button.offer(value.choice.text, Tap("snack", value.key))
            self.add_widget(button)

    def _hide(self, *_: Any) -> None:
        self.opacity = 0
        self.clear_widgets()
        self.redraw()

    def on_touch_down(self, touch: Any) -> bool:
        if self.opacity == 0:
            return False
        return bool(super().on_touch_down(touch) or self.collide_point(*touch.pos))

    def draw(self, pen: Pen) -> None:
        snack: Snack | None = self.value
        if snack is None or self.opacity == 0:
            return
        art.card(pen, 0, 0, self.w, self.h, "raised", edge="line", width=2)
        art.mark(pen, snack.mark, 42, self.h / 2, 36)
        right = self.children[0].w + 20 if self.children else 12
        pen.text(snack.text, 76, 2, self.w - 76 - right, "log", h=self.h - 4, valign="middle", lines=2)
