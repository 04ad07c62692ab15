"""Out of step: ghosts on the live picture show where pieces belong, steps say it in words."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, NumericProperty

from companion.app.paint import measure
from companion.app.screens.base import Screen, load_kv
from companion.app.taps import Tap
from companion.app.viewmodel import TableView
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets import picture as _picture  # noqa: F401
from companion.app.widgets.pages import TURN_W
from companion.app.widgets.part import look, shown
from companion.app.widgets.rows import StepRow, step_heights
from companion.i18n import _

load_kv(__file__)


class StepsScreen(Screen):
    """``show(TableView)`` while ``out_of_step`` is set."""

    two_rows = True
    picture_y = NumericProperty(136)
    picture_w = NumericProperty(746)
    picture_h = NumericProperty(560)
    beside = ListProperty([0, 0, 0, 0])

    def dressed(self) -> None:
        self.ids.ghosts.picture = self.ids.picture
        self.ids.ghosts.breathe()
        self.ids.right.offer(
            _("The table is right"), Tap("ask_reason", "table_right"), _("take it over, with a reason")
        )
        self.ids.play.offer(_("Later, play on"), Tap("play_on"))

    def render(self) -> None:
        view: TableView = self.value
        out = view.out_of_step
        assert out is not None
        self.head(view.title, view.round, view.lamps)
        lines = min(2, measure.lines(look(), out.sentence, self.dw - 40, "turn"))
        self.picture_y = 66 + self.low + lines * look().line("turn") + 14
        self.ids.picture.look_at(out.window)
        self.fit()
        self.ids.sentence.text = out.sentence
        self.ids.undo.offer(
            _("Undo"), Tap("undo") if view.undo is not None else None, view.undo or "", view.undo is not None
        )
        self.ids.ghosts.show(out.ghosts)
        steps = self.ids.steps
        high = step_heights(look(), out.steps, steps.h, wide=steps.w - TURN_W - 12)
        steps.rows(shown(StepRow, out.steps), high, 12)

    def fit(self) -> None:
        """The picture is as wide as its height allows, but the list keeps 440, or a third of the height below it."""
        high, y = self.dh - self.foot - self.picture_y, self.picture_y
        if self.tall:
            self.picture_w = self.dw - 40
            self.picture_h = min(self.picture_w / self.ids.picture.seen, high * 0.66)
            self.beside = [20, y + self.picture_h + 16, self.dw - 40, high - self.picture_h - 16]
            return
        self.picture_w, self.picture_h = min(high * self.ids.picture.seen, self.dw - 20 - 44 - 440), high
        self.beside = [self.picture_w + 44, y, self.dw - self.picture_w - 64, high]

    def frame(self, picture: Any) -> None:
        before = self.ids.picture.aspect
        self.ids.picture.frame(picture)
        if self.ids.picture.aspect != before:
            self.fit()
            self.ids.ghosts.redraw()

    def leave(self) -> None:
        from kivy.animation import Animation

        Animation.cancel_all(self.ids.ghosts)
