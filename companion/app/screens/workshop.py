"""The workshop: four parts to choose from, a row of buttons for each thing, and what a device says beside them."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, NumericProperty

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv
from companion.app.setup_views import WorkRow, WorkshopView
from companion.app.taps import Tap
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets import picture as _picture  # noqa: F401
from companion.app.widgets.basic import PushButton, button_width
from companion.app.widgets.pages import TURN_W
from companion.app.widgets.part import Laid, Part, look, shown
from companion.app.widgets.rows import CheckRow
from companion.i18n import _

load_kv(__file__)
BUTTON, GAP = 76.0, 12.0


class WorkPart(Laid):
    """``show(WorkRow)``: what it is at the left, its buttons at the right, in lines where they are many."""

    def lines(self, w: float) -> list[list[tuple[Any, float]]]:
        """Buttons with their widths, as they fit beside or under the words."""
        room, out, used = w - 40, [[]], 0.0  # type: ignore[var-annotated]
        for choice in self.value.choices:
            wide = min(room, button_width(choice.text, low=120))
            if out[-1] and used + wide > room:
                out.append([])
                used = 0.0
            out[-1].append((choice, wide))
            used += wide + GAP
        return out

    def beside(self, w: float) -> bool:
        """Whether the buttons stand beside the words."""
        lines = self.lines(w)
        words = max(measure.wide(look(), t, r) for t, r in ((self.value.title, "step"), (self.value.second, "log")))
        return len(lines) == 1 and words + 100 + sum(b + GAP for _c, b in lines[0]) < w

    def height_for(self, w: float) -> float:
        words = look().line("step") + look().line("log") * self.second_lines(w) + 24
        if self.beside(w):
            return max(words, BUTTON + 24)
        return words + len(self.lines(w)) * (BUTTON + GAP) + 4

    def second_lines(self, w: float) -> int:
        return max(1, measure.lines(look(), self.value.second, w - 100, "log"))

    def fill(self) -> None:
        x, y, w, h = self.box
        lines, beside = self.lines(w), self.beside(w)
        top = y + (h - BUTTON) / 2 if beside else y + h - len(lines) * (BUTTON + GAP) - 4
        for line in lines:
            left = x + w - 20 - sum(b + GAP for _c, b in line) + GAP if beside else x + 20
            for choice, wide in line:
                button = PushButton(box=[left, top, wide, BUTTON], chosen=choice.chosen)
                button.offer(choice.text, Tap("work", choice.key))
                self.add_widget(button)
                left += wide + GAP
            top += BUTTON + GAP

    def draw(self, pen: Pen) -> None:
        row: WorkRow = self.value
        art.card(pen, 0, 0, self.w, self.h, "surface")
        first, second = pen.look.line("step"), pen.look.line("log") * self.second_lines(self.w)
        top = (self.h - first - second) / 2 if self.beside(self.w) else 12.0
        left = 24.0
        if row.mark:
            art.mark(pen, row.mark, 40, top + first / 2, 32)
            left = 72.0
        pen.text(row.title, left, top, self.w - left - 24, "step", h=first, valign="middle", lines=1)
        pen.text(row.second, left, top + first, self.w - left - 24, "log", "dim", h=second, valign="middle")


class LinePart(Part):
    """``show(str)``: a line that a device said."""

    def draw(self, pen: Pen) -> None:
        pen.text(self.value, 8, 0, self.w - 16, "fact", h=self.h, valign="middle")


class WorkshopScreen(Screen):
    """``show(WorkshopView)``."""

    rows_w = NumericProperty(1240)
    rows_h = NumericProperty(468)
    picture_box = ListProperty([0, 0, 0, 0])
    beside_box = ListProperty([0, 0, 0, 0])

    def dressed(self) -> None:
        self.ids.title.show((_("Workshop"), ""))
        self.tabs: list[PushButton] = []

    def render(self) -> None:
        view: WorkshopView = self.value
        self.ids.sentence.text = view.sentence
        for tab in self.tabs:
            self.remove_widget(tab)
        wide = (self.dw - 40 - GAP * (len(view.tabs) - 1)) / max(1, len(view.tabs))
        self.tabs = []
        for k, choice in enumerate(view.tabs):
            tab = PushButton(box=[20 + k * (wide + GAP), 136, wide, BUTTON], chosen=choice.chosen)
            tab.offer(choice.text, Tap("work", choice.key))
            self.tabs.append(tab)
            self.add_widget(tab)
        aside = bool(view.lines or view.checks)
        self.rows_w = self.dw - 40 if not aside or self.tall else (self.dw - 56) * 0.58
        self.rows_h = (self.dh - 332) * 0.45 if aside and self.tall else self.dh - 332
        x, w, y = self.rows_w + 36, self.dw - self.rows_w - 56, 228.0
        if self.tall:
            x, w, y = 20.0, self.rows_w, 244 + self.rows_h
        room = self.dh - 104 - y
        most = min(room * 0.6, room - self.first_checks(view, w))
        high = min(w * 0.5625, most) if view.checks else 0.0
        self.picture_box = [x, y, w, high] if view.checks else [0, 0, 0, 0]
        self.ids.picture.why = _("The camera's picture is only looked at here.")
        top = y + high + (GAP if high else 0)
        self.beside_box = [x, top, w, self.dh - 104 - top] if aside else [0, 0, 0, 0]
        rows = shown(WorkPart, view.rows)
        heights = [r.height_for(self.rows_w) for r in rows]
        if sum(heights) + GAP * (len(rows) - 1) > self.rows_h:
            heights = [r.height_for(self.rows_w - 88) for r in rows]
        self.ids.rows.rows(rows, heights, GAP)
        self.beside(view, w)

    @staticmethod
    def first_checks(view: WorkshopView, w: float) -> float:
        """The room that two checks need: a picture leaves it to them."""
        return float(sum(CheckRow.height_for(check.second, w - TURN_W - 12) + GAP for check in view.checks[:2]))

    def beside(self, view: WorkshopView, w: float) -> None:
        checks = shown(CheckRow, ((check, check.state != "ok") for check in view.checks))
        parts: list[Part] = [*checks, *shown(LinePart, view.lines)]
        line = look().line("fact")
        narrow = w - TURN_W - 12
        heights = [CheckRow.height_for(check.second, narrow) for check in view.checks]
        heights += [line * max(1, measure.lines(look(), text, narrow - 16, "fact")) + 8 for text in view.lines]
        self.ids.beside.rows(parts, heights, 8)

    def frame(self, picture: Any) -> None:
        view: WorkshopView | None = self.value
        if view is not None and view.checks:
            self.ids.picture.frame(picture)
