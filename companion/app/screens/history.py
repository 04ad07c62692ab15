"""History: every act, newest first; a tap chooses where to go back to, the button says what that takes back."""

from __future__ import annotations

from attrs import evolve
from kivy.properties import BooleanProperty

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv
from companion.app.side_views import HistoryView
from companion.app.taps import Tap
from companion.app.viewmodel import LogLine
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets.pages import TURN_W
from companion.app.widgets.part import Target, look, post, shown
from companion.i18n import _, ngettext

load_kv(__file__)


class HistoryRow(Target):
    """``show((LogLine, chosen, now))``."""

    def draw(self, pen: Pen) -> None:
        line, chosen, now = self.value
        fill = "pressed" if self.pressed else "raised" if chosen else "surface"
        art.card(pen, 0, 0, self.w, self.h, fill, edge="text" if chosen else None)
        if line.badge:
            art.badge(pen, line.badge, 44, self.h / 2, 44)
        right = 20.0
        if line.round:
            text = _("Round {n}").format(n=line.round)
            pen.text(text, self.w - 180, 0, 160, "log", "dim", h=self.h, align="right", valign="middle", lines=1)
            right = 190.0
        if now:
            art.mark(pen, "ok", self.w - right - 22, self.h / 2, 28)
            right += 50
        pen.text(line.text, 84, 2, self.w - 84 - right, "fact", h=self.h - 4, valign="middle")

    def fit(self, w: float, most: float) -> None:
        """Tell so many events of a long chain as a row ``most`` high has room for, and how many follow."""
        line, chosen, now = self.value
        parts = line.text.split("; ")
        kept = len(parts)
        while kept > 1 and self.tall(w) > most:
            kept -= 1
            rest = ngettext("and {n} more", "and {n} more", len(parts) - kept).format(n=len(parts) - kept)
            self.value = (evolve(line, text="; ".join([*parts[:kept], rest])), chosen, now)

    def tall(self, w: float) -> float:
        """How high this row must be for its words."""
        line, _chosen, now = self.value
        room = w - 84 - (190 if line.round else 20) - (50 if now else 0)
        return max(72.0, measure.height(look(), line.text, room, "fact") + 16)

    @property
    def chosen(self) -> bool:
        """Whether it is the act to go back to: touched again it stays so."""
        return bool(self.value[1])

    def touched(self, touch: object) -> None:
        line: LogLine = self.value[0]
        post(Tap("jump_ask", line.line))


class HistoryScreen(Screen):
    """``show(HistoryView)``."""

    two_rows = True
    chosen = BooleanProperty(False)

    def dressed(self) -> None:
        self.ids.back.offer(_("Back"), Tap("back"), _("to the table"))

    def render(self) -> None:
        view: HistoryView = self.value
        self.ids.title.show((view.title, _("History")))
        nothing = "" if view.lines else _("Nothing has happened yet.")
        self.ids.sentence.text = nothing or _("Touch an act to go back to it.")
        chosen = view.jump.line if view.jump is not None else None
        rows = shown(HistoryRow, ((line, line.line == chosen, line.line == view.now) for line in view.lines))
        room = self.ids.lines.w - TURN_W - 12
        for row in rows:
            row.fit(room, self.ids.lines.h / 2)
        self.ids.lines.rows(rows, [row.tall(room) for row in rows], 12)
        self.chosen = view.jump is not None
        self.ids.lost.text = view.lost if view.jump else ""
        self.ids.jump.offer(
            _("Go back to here"), Tap("jump", view.jump.line) if view.jump else None, enabled=self.chosen,
            why=nothing or _("Touch an act in the list first."),
        )
