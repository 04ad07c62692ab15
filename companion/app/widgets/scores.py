"""The scores: one row a player, in seat order; two columns from six players on."""

from __future__ import annotations

import re
import time
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import NumericProperty

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.taps import Tap
from companion.app.theme import COUNT_S, FLOOR, ROLES
from companion.app.viewmodel import ScoreRow
from companion.app.widgets.part import Part, Target, look, post

MOST_COLUMNS = 4
PARTS = re.compile(r"[ -]")  # between the words of a name
SLIM = 200.0  # a row so narrow has smaller figures, so that its name can be read
WIDE = 700.0  # scores so wide and low go side by side
FULL_ROW = 111.0  # a row that shows all that it has to say
LEAST_ROW = 48.0  # a row that a finger can hit; lower rows go side by side


class ScoreRowPart(Target):
    """``show(ScoreRow)``; the numeral counts up when it grows."""

    shown = NumericProperty(0)
    narrow = False
    slim = False  # a small badge at the edge: a name beside it has no room else
    bare = False  # the name alone: not every row beside it has room for a second line
    left_out = 0  # last parts of the second line that not every row beside it has room for

    def __init__(self, **kwargs: Any) -> None:
        self._tick = Clock.create_trigger(self.tick, 1.0)
        super().__init__(**kwargs)

    def show(self, value: ScoreRow) -> None:
        old: ScoreRow | None = self.value
        Animation.cancel_all(self, "shown")
        super().show(value)
        self._tick()
        if value.numeral.lstrip("-").isdigit():
            total = int(value.numeral)
            if (
                old is not None
                and look().motion
                and old.badge == value.badge
                and old.numeral.lstrip("-").isdigit()
                and old.numeral != value.numeral
            ):
                self.shown = int(old.numeral)
                Animation(shown=total, duration=COUNT_S).start(self)
            else:
                self.shown = total

    def second(self) -> str:
        """The second line; where a clock is wanted, the seat's time stands first in it."""
        row: ScoreRow = self.value
        if not look().clock or row.spent is None:
            return row.second
        return " · ".join(t for t in (clock_of(row.spent, time.monotonic()), row.second) if t)

    def told(self) -> str:
        """The second line as far as every row has room for it."""
        text = self.second()
        for _ in range(self.left_out):
            text = measure.without_last(text) or text
        return text

    def too_much(self) -> int:
        """How many last parts of the second line this row has no room for."""
        now, (left, end), lost = look(), self.span(), 0
        room, role = end - left, "small" if self.narrow else "log"
        if not self.narrow and not self.stack():
            room -= measure.wide(now, self.value.name, "name") + 20
        text, kept = self.second(), measure.shortened(now, self.second(), room, role)
        while text != kept:
            text, lost = measure.without_last(text), lost + 1
        return lost

    def stack(self) -> float:
        """How large name and second line are below each other, of their size; 0 where they stand side by side.

        Larger type gives way before the second line does, down to what it would be without.
        """
        now = look()
        factor = min(1.0, (self.h - 4) / (now.line("name") + now.line("log")))
        return factor if factor * now.text >= 0.999 else 0.0

    def span(self) -> tuple[float, float]:
        """Where words begin and end, between badge and numeral."""
        size = self.badge_size()
        room = measure.wide(look(), self.numeral(), "score", grow=False) * self.figures() / 100
        if self.slim:
            return 8 + size + 6.0, self.w - 12 - room - 6
        left = 12 + size + 10.0 if self.narrow else 20 + size + 16.0
        return left, self.w - 20 - room - (8 if self.narrow else 16)

    def badge_size(self) -> float:
        if self.slim:
            return 36.0
        return 64.0 if self.h >= 84 and not self.narrow else 44.0

    def cramped(self) -> bool:
        """Whether the name of a narrow row cannot be read."""
        left, end = self.span()
        return self.narrow and measure.least(look(), self.value.name, "fact_bold") > end - left

    def named(self, room: float) -> str:
        """The name, of several words those that can be read in so much room."""
        text = str(self.value.name)
        while measure.least(look(), text, "fact_bold") > room and len(words := PARTS.split(text)) > 1:
            text = text.removesuffix(words[-1])[:-1]
        return text

    def tick(self, *_: Any) -> None:
        """Each second while the seat thinks and its clock is shown."""
        row: ScoreRow = self.value
        if look().clock and row.spent is not None and row.spent[1] is not None and self.parent is not None:
            self.redraw()
            self._tick()

    def on_shown(self, *_: Any) -> None:
        self.redraw()

    def numeral(self) -> str:
        row: ScoreRow = self.value
        return str(round(self.shown)) if row.numeral.lstrip("-").isdigit() else row.numeral

    def figures(self) -> float:
        """Size of the numeral."""
        if self.narrow:
            return min(64.0 if self.w > SLIM else 38.0, self.h)
        tall = self.h * (1.12 if self.h >= 84 else 0.9)
        return min(max(96.0, 100 * look().text), tall, 128.0)

    def roomy(self) -> bool:
        """Whether a narrow row has room for its second line below its name."""
        now = look()
        room = self.w - 94 - measure.wide(now, self.numeral(), "score", grow=False) * self.figures() / 100
        least = measure.wide(now, measure.shortened(now, self.second(), room, "small"), "small") / now.text
        return now.line("fact_bold") + now.line("small") <= self.h - 4 and least <= room

    def draw(self, pen: Pen) -> None:
        row: ScoreRow = self.value
        if row.active:
            art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "raised", edge="text")
        else:
            art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "surface")
        size = self.badge_size()
        slim = self.slim
        art.badge(pen, row.badge, (8 if slim else 12 if self.narrow else 20) + size / 2, self.h / 2, size)
        figures, text, right = self.figures(), self.numeral(), self.w - (12 if slim else 20)
        room = measure.wide(pen.look, text, "score", grow=False) * figures / 100
        pen.text(
            text,
            right - room - 4,
            0,
            room + 6,
            "score",
            h=self.h,
            align="right",
            valign="middle",
            grow=False,
            size=figures,
            tight=True,
            lines=1,
        )
        left, end = self.span()
        if self.narrow:
            self.small(pen, row, left, end)
        elif self.second() and not self.stack():
            self.one_line(pen, row, left, end, pen.look.line("name"))
        else:
            self.two_lines(pen, row, left, end)

    def two_lines(self, pen: Pen, row: ScoreRow, left: float, end: float) -> None:
        """The second line below the name; a name alone stands in the middle."""
        told, factor = self.told(), self.stack() or 1.0
        name_h, second_h = pen.look.line("name") * factor, pen.look.line("log") * factor if told else 0.0
        top = (self.h - name_h - second_h) / 2
        extra = self.extra(pen, row, end, top, name_h)
        size = ROLES["name"][0] * factor
        pen.text(row.name, left, top, extra - left - 12, "name", h=name_h, lines=1, size=size)
        if told:
            size = ROLES["log"][0] * factor
            pen.text(told, left, top + name_h, end - left, "log", "dim", h=second_h, lines=1, size=size)

    def small(self, pen: Pen, row: ScoreRow, left: float, end: float) -> None:
        """Columns of rows: smaller type, the second line below when there is room to read it in all of them."""
        told = self.told()
        first, second = pen.look.line("fact_bold"), 0.0 if self.bare else pen.look.line("small")
        top = (self.h - first - second) / 2
        name = self.named(end - left)
        pen.text(name, left, top, end - left, "fact_bold", h=first, valign="middle", lines=1)
        if second:
            pen.text(told, left, top + first, end - left, "small", "dim", h=second, lines=1)

    def extra(self, pen: Pen, row: ScoreRow, end: float, top: float, h: float) -> float:
        """ "jetzt +2" right of the name; returns where the name must end."""
        if not row.extra:
            return end
        wide = measure.wide(pen.look, row.extra, "fact_bold") + 2
        if end - wide < 220:
            return end
        pen.text(row.extra, end - wide, top + 3, wide, "fact_bold", h=h, valign="middle", lines=1)
        return end - wide - 8

    def one_line(self, pen: Pen, row: ScoreRow, left: float, end: float, name_h: float) -> None:
        """Second line beside the name when the row is low."""
        high = min(name_h, self.h - 8)  # of a low row there is less than a line between its edges
        top = (self.h - high) / 2
        name = measure.wide(pen.look, row.name, "name") * high / name_h
        told = self.told() if look().clock else row.extra or self.told()
        room = end - left - name - 20
        wide = measure.wide(pen.look, told, "log")
        if wide * FLOOR / (24 * pen.look.text) <= room:
            wide = min(wide, room)
            pen.text(
                told,
                end - wide - 2,
                top + (2 if high == name_h else 0),
                wide + 3,
                "log",
                "text" if row.extra else "dim",
                h=high,
                valign="middle",
                lines=1,
            )
            end -= wide + 12
        pen.text(row.name, left, top, end - left, "name", h=high, valign="middle", lines=1)

    def touched(self, touch: Any) -> None:
        post(Tap("score", self.value.badge.letter))


def clock_of(spent: tuple[float, float | None], now: float) -> str:
    """Minutes and seconds: "4:07"."""
    seconds = int(spent[0] + (now - spent[1] if spent[1] is not None else 0.0))
    return f"{seconds // 60}:{seconds % 60:02d}"


class Scores(Part):
    """``show(rows)``; 2-5 players in one column, 6-10 in two."""

    def show(self, value: tuple[ScoreRow, ...]) -> None:
        rows = list(self.children)[::-1]
        if len(rows) != len(value):
            self.clear_widgets()
            rows = [ScoreRowPart() for _ in value]
            for row in rows:
                self.add_widget(row)
        self.value = value
        for row, new in zip(rows, value, strict=True):
            row.show(new)
        self.arrange()

    def on_box(self, *args: Any) -> None:
        super().on_box(*args)
        self.arrange()

    def arrange(self) -> None:
        rows = list(self.children)[::-1]
        if not rows:
            return
        x, y, w, h = self.box
        wide_and_low = w > WIDE and h < len(rows) * 88 and len(rows) > 2
        columns = 2 if len(rows) > 5 or wide_and_low else 1
        while columns < MOST_COLUMNS and -(-len(rows) // columns) * LEAST_ROW - 8 > h:  # gaps belong to the rows
            columns += 1
        per = -(-len(rows) // columns)
        gap = 12 if h > 300 else 8
        most = max(FULL_ROW, min((h - gap * 3) / 4, 140)) if columns == 1 else 140  # few rows are not blown up
        high = min((h - gap * (per - 1)) / per, most)
        wide = (w - gap * (columns - 1)) / columns
        for k, row in enumerate(rows):
            row.narrow, row.hit, row.slim = columns > 1, [0, gap / 2, 0, gap / 2], wide <= SLIM
            row.box = [x + (k // per) * (wide + gap), y + (k % per) * (high + gap), wide, high]
        if not rows[0].slim and any(row.cramped() for row in rows):
            for row in rows:
                row.slim = True
                row.redraw()
        alike = not all(row.roomy() for row in rows), max(row.too_much() for row in rows)
        for row in rows:
            if (row.bare, row.left_out) != alike:
                row.bare, row.left_out = alike
                row.redraw()
