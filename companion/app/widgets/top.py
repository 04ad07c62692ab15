"""The top row: what is played on the left, the devices' lamps on the right."""

from __future__ import annotations

from typing import Any

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.taps import Tap
from companion.app.viewmodel import Lamp
from companion.app.widgets.part import Part, Target, look, post, shown

STATE_INK = {"ok": "dim", "warn": "warn", "bad": "bad", "off": "dim"}
QUIET = {"off": 0, "ok": 1}  # whose words give way first


class TitleLine(Part):
    """``show((title, second))``: serif title, the round or step beside it."""

    def draw(self, pen: Pen) -> None:
        title, second = self.value or ("", "")
        wide = measure.wide(pen.look, title, "place")
        room = self.w
        pen.text(title, 0, 0, room, "place", h=self.h, valign="middle", lines=1)
        if second and room - wide - 16 > 40:
            pen.text(second, wide + 16, 2, room - wide - 16, "fact", "dim", h=self.h - 2, valign="middle", lines=1)


class LampPart(Target):
    """One device. The hit area reaches 64 high."""

    short = False
    hit = [0, 12, 0, 8]

    def words(self) -> tuple[str, str]:
        lamp: Lamp = self.value
        return lamp.word, "" if self.short else lamp.text

    def wide(self) -> float:
        word, text = self.words()
        now = look()
        w = 48 + measure.wide(now, word, "log_bold") + 20
        return w + (7 + measure.wide(now, text, "log") if text else 0)

    def draw(self, pen: Pen) -> None:
        lamp: Lamp = self.value
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "surface", self.h / 2)
        art.mark(pen, lamp.state, 26, self.h / 2, 24)
        word, text = self.words()
        x = 48.0
        wide = measure.wide(pen.look, word, "log_bold")
        pen.text(
            word,
            x,
            0,
            wide + 2,
            "log_bold",
            "dim" if lamp.state == "off" else "text",
            h=self.h,
            valign="middle",
            lines=1,
        )
        if text:
            x += wide + 7
            pen.text(text, x, 0, self.w - x - 10, "log", STATE_INK[lamp.state], h=self.h, valign="middle", lines=1)

    def touched(self, touch: Any) -> None:
        post(Tap("lamp", self.value.device))


class Lamps(Part):
    """``show_beside(lamps, title, round)``: pills from the right; words give way one by one when the
    title leaves no room."""

    def __init__(self, **kwargs: Any) -> None:
        self.title_end = 300.0
        super().__init__(**kwargs)

    def show_beside(self, lamps: tuple[Lamp, ...], title: str, second: str) -> None:
        now = look()
        self.title_end = 20 + measure.wide(now, title, "place")
        if second:
            self.title_end += 16 + measure.wide(now, second, "fact")
        self.show((lamps, self.title_end))

    def show(self, value: Any) -> None:
        if value == self.value:
            return
        super().show(value)
        lamps = value[0]
        self.clear_widgets()
        parts = shown(LampPart, lamps)
        for part in (None, *sorted(parts, key=lambda p: (QUIET.get(p.value.state, len(QUIET)), -parts.index(p)))):
            if part is not None:
                part.short = True
            total = sum(p.wide() for p in parts) + 12 * (len(parts) - 1)
            if self.box[0] + self.w - total >= self.title_end + 8:
                break
        x = self.box[0] + self.w
        for part in reversed(parts):
            w = part.wide()
            x -= w
            part.box = [x, self.box[1], w, self.h]
            x -= 12
            self.add_widget(part)
