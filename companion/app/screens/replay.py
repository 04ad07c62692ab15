"""A game looked at again: its drawing, its scores, and steps to an act or a round."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty

from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv
from companion.app.side_views import ReplayView
from companion.app.taps import Tap
from companion.app.viewmodel import Prompt
from companion.app.widgets import board as _board  # noqa: F401 - names for kv
from companion.app.widgets import panel as _panel  # noqa: F401
from companion.app.widgets import prompt as _prompt  # noqa: F401
from companion.app.widgets import scores as _scores  # noqa: F401
from companion.app.widgets.part import Target, post
from companion.i18n import _

load_kv(__file__)


class TimeBar(Target):
    """``show(ReplayView)``: how far the game has come, rounds as marks; a touch goes there."""

    def draw(self, pen: Pen) -> None:
        view: ReplayView | None = self.value
        if view is None:
            return
        middle = self.h / 2
        pen.rect(0, middle - 4, self.w, 8, "line")
        share = view.at / view.last if view.last else 0.0
        pen.rect(0, middle - 4, self.w * share, 8, "text")
        for at in view.rounds:
            if view.last and 0 < at < view.last:
                pen.rect(self.w * at / view.last - 1, middle - 14, 2, 28, "dim")
        pen.disc(self.w * share, middle, 14, "text")

    def touched(self, touch: Any) -> None:
        view: ReplayView = self.value
        share = (touch.x - self.x) / max(1.0, self.width)
        post(Tap("replay_to", str(round(min(1.0, max(0.0, share)) * view.last))))


class ReplayScreen(Screen):
    """``show(ReplayView)``."""

    two_rows = True
    stage_y = NumericProperty(196)
    stage_w = NumericProperty(680)
    stage_h = NumericProperty(436)
    scores_box = ListProperty([0, 0, 0, 0])
    cards = BooleanProperty(False)  # cards alone lie there, no board

    def dressed(self) -> None:
        self.stage_y = 252 if self.tall else 196
        (_x, _y, self.stage_w, high), beside = self.split(self.stage_y, 0.6)
        if self.tall:
            self.stage_h, self.scores_box = high, [*beside[:3], beside[3] - 64]
        else:
            self.stage_h, self.scores_box = high - 64, [*beside[:3], high - 64]

    def render(self) -> None:
        view: ReplayView = self.value
        self.ids.title.show((view.title, view.round))
        self.ids.prompt.show(Prompt(view.sentence, view.badge, "ok", None, view.counted))
        self.cards = view.panel is not None
        self.ids.board.show(view.board)
        self.ids.panel.show(view.panel)
        self.ids.scores.show(view.scores)
        self.ids.bar.show(view)
        first, last = _("The game begins here."), _("The game ends here.")
        for name, text, off, why in (
            ("round_back", _("Round back"), view.at == 0, first),
            ("back_one", _("Act back"), view.at == 0, first),
            ("on", _("Act on"), view.at == view.last, last),
            ("round_on", _("Round on"), view.at == view.last, last),
        ):
            tap = Tap("replay_to", "back" if name == "back_one" else name)
            self.ids[name].offer(text, tap, enabled=not off, why=why)
