"""A game's own panel: rows in acting order with card chips, and the choice under the hand."""

from __future__ import annotations

from typing import Any

from companion.app.paint import art
from companion.app.paint.pen import Pen
from companion.app.taps import Tap
from companion.app.viewmodel import Panel, PanelRow
from companion.app.widgets.basic import ChoiceRow, PushButton
from companion.app.widgets.part import Part, look

PANELS: dict[str, type] = {}  # game id -> its own widget with show(Panel); others get PanelPart


def panel_for(game: str) -> Part:
    """The panel widget of a game."""
    return PANELS.get(game, PanelPart)()


class PanelPart(Part):
    """``show(Panel)``."""

    tap_kind = "panel"

    def show(self, value: Panel | None) -> None:
        if value == self.value:
            return
        super().show(value)
        self.lay()

    def on_box(self, *args: Any) -> None:
        super().on_box(*args)
        self.lay()

    def title_h(self) -> float:
        return look().line("log") + 3 if self.value and self.value.title else 0.0

    def choice_h(self) -> float:
        return 76.0 if self.value and self.value.choices else 0.0

    def lay(self) -> None:
        self.clear_widgets()
        panel: Panel | None = self.value
        if panel is None or not panel.choices or self.w <= 0:
            return
        x, y, w, h = self.box
        n = len(panel.choices)
        stack = w < 260 or (n > 2 and not panel.rows)
        columns = 1 if stack else min(n, 3)
        rows = -(-n // columns)
        wide = (w - 12 * (columns - 1)) / columns
        top = y + h - rows * 76 - (rows - 1) * 12
        for k, choice in enumerate(panel.choices):
            kind = ChoiceRow if choice.figure or choice.badge else PushButton
            box = [x + (k % columns) * (wide + 12), top + (k // columns) * 88, wide, 76]
            button = kind(box=box)
            if kind is ChoiceRow:
                button.figure, button.badge = choice.figure, choice.badge
            button.offer(choice.text, Tap(self.tap_kind, choice.key), choice.second)
            self.add_widget(button)
        self.redraw()

    def draw(self, pen: Pen) -> None:
        panel: Panel | None = self.value
        if panel is None:
            return
        top = self.title_h()
        pen.text(panel.title, 4, 0, self.w - 4, "log", "dim", h=top or None, lines=1)
        bottom = min((c.box[1] for c in self.children), default=self.box[1] + self.h + 10) - self.box[1] - 10
        if not panel.rows:
            return
        high = min(84.0, (bottom - top - 8 * (len(panel.rows) - 1)) / len(panel.rows))
        for k, row in enumerate(panel.rows):
            self.row(pen, row, top + k * (high + 8), high)

    def row(self, pen: Pen, row: PanelRow, y: float, h: float) -> None:
        art.card(pen, 0, y, self.w, h, "raised" if row.active else "surface", 16, edge="text" if row.active else None)
        x = 14.0
        if row.badge:
            art.badge(pen, row.badge, x + 23, y + h / 2, 46 if h > 60 else 34)
            x += 62
        if row.chip:
            k = min(1.0, (h - (14 if h > 60 else 6)) / 66)
            art.chip(pen, *row.chip, x, y + (h - 66 * k) / 2, 104 * k, 66 * k)
            x += 104 * k + 16
        elif row.mark:
            art.mark(pen, row.mark, x + 14, y + h / 2, 28)
            x += 44
        room = self.w - x - 8
        first, second = pen.look.line("button"), pen.look.line("log") if row.second else 0.0
        if first + second > h:
            first, second = (h * 0.55, h * 0.45) if first + second <= h * 1.3 else (h, 0.0)
        top = y + (h - first - second) / 2
        pen.text(row.title, x, top, room, "button", h=first, valign="middle", lines=1)
        if second:
            role, ink = ("log_bold", "text") if row.active or row.strong else ("log", "dim")
            pen.text(row.second, x, top + first, room, role, ink, h=second, valign="middle", lines=1)
