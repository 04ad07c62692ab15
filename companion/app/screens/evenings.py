"""Evenings: who won what, and the finished games to look at again."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty

from companion.app.paint import art
from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv
from companion.app.side_views import EveningRow, EveningsView, PersonRow
from companion.app.taps import Tap
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets.part import Part, Target, look, post, shown
from companion.i18n import _

load_kv(__file__)
HIGH = 96.0


class PersonPart(Part):
    """``show(PersonRow)``: name, wins, the game it goes best in; a bar for the share of wins."""

    def draw(self, pen: Pen) -> None:
        row: PersonRow = self.value
        art.card(pen, 0, 0, self.w, self.h, "surface")
        first, second = pen.look.line("step"), pen.look.line("small")
        top = (self.h - first - second - 10) / 2
        pen.text(row.name, 20, top, self.w * 0.5, "step", h=first, valign="middle", lines=1)
        half = self.w * 0.5
        pen.text(row.won, half, top, half - 20, "fact_bold", h=first, align="right", valign="middle", lines=1)
        pen.text(row.line, 20, top + first, self.w - 40, "small", "dim", h=second, valign="middle", lines=1)
        pen.rect(20, self.h - 12, self.w - 40, 4, "line")
        if row.share:
            pen.rect(20, self.h - 12, (self.w - 40) * row.share / 100, 4, "ok")


class EveningPart(Target):
    """``show(EveningRow)``: a touch looks at the game again."""

    def draw(self, pen: Pen) -> None:
        row: EveningRow = self.value
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "raised")
        first, second = pen.look.line("fact_bold"), pen.look.line("small")
        top = (self.h - first - second) / 2
        pen.text(row.title, 20, top, self.w - 40, "fact_bold", h=first, valign="middle", lines=1)
        pen.text(row.line, 20, top + first, self.w - 40, "small", "dim", h=second, valign="middle", lines=1)

    def touched(self, touch: Any) -> None:
        post(Tap("replay", self.value.id))


class EveningsScreen(Screen):
    """``show(EveningsView)``."""

    half_w = NumericProperty(612)
    half_h = NumericProperty(560)

    def dressed(self) -> None:
        self.half_w = self.dw - 40 if self.tall else self.dw / 2 - 28
        self.half_h = (self.dh - 256) / 2 if self.tall else self.dh - 240

    def render(self) -> None:
        view: EveningsView = self.value
        self.ids.title.show((_("Evenings"), ""))
        self.ids.sentence.text = view.sentence
        high = HIGH * max(1.0, look().text)
        for name, kind, rows in (("people", PersonPart, view.people), ("games", EveningPart, view.games)):
            self.ids[name].rows(shown(kind, rows), high, 12)
