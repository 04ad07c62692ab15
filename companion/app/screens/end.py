"""The end: who won and why, the reckoning, the curve."""

from __future__ import annotations

from kivy.properties import ListProperty, NumericProperty

from companion.app.paint import measure
from companion.app.screens.base import Screen, load_kv
from companion.app.side_views import EndView
from companion.app.taps import Tap
from companion.app.viewmodel import Prompt
from companion.app.widgets import prompt as _prompt  # noqa: F401 - names for kv
from companion.app.widgets.curve import TURN_W
from companion.app.widgets.part import look, post
from companion.app.widgets.postcard import postcard
from companion.i18n import _

load_kv(__file__)

LEAST, MOST = 0.45, 0.6  # of an upright window for the reckoning


class EndScreen(Screen):
    """``show(EndView)``."""

    two_rows = True
    prompt_h = NumericProperty(120)
    left_box = ListProperty([0, 0, 0, 0])
    right_box = ListProperty([0, 0, 0, 0])

    def dressed(self) -> None:
        self.ids.replay.offer(_("Replay it"), Tap("replay"))
        self.ids.share.offer(_("Share the result"), lambda: post(Tap("share", postcard(self.value))))
        self.ids.again.offer(_("Another game"), Tap("again"))

    def render(self) -> None:
        view: EndView = self.value
        self.head(view.title, view.round, view.lamps)
        lines = measure.lines(look(), view.sentence, self.dw - 40 - 164, "turn")
        self.prompt_h = max(120, min(3, lines) * look().line("turn") + 20)
        self.ids.prompt.show(Prompt(view.sentence, view.badge))
        y, wide = 80 + self.low + self.prompt_h, 640 + (self.dw - 1280) / 2
        high = self.dh - self.foot - y
        self.left_box, self.right_box = [20, y, wide, high], [36 + wide, y, self.dw - 56 - wide, high]
        if self.tall:
            needs = self.ids.reckoning.needs(look(), view, self.dw - 40)
            self.left_box, self.right_box = self.split(y, min(MOST, max(LEAST, needs / (high - 16))))
        self.ids.reckoning.show(view)
        self.ids.curve.show(view)
        self.turned(self.ids.curve.final)
        self.ids.undo.offer(
            _("Undo"), Tap("undo") if view.undo is not None else None, view.undo or "", view.undo is not None
        )

    def turned(self, final: bool) -> None:
        """The curve, or the board at the end; the button shows the other one."""
        curve, shown = self.ids.curve, self.value.board is not None
        curve.final = final and shown
        curve.redraw()
        x, y, w, _h = curve.box
        self.ids.turn.box = [x + w - TURN_W - 12, y + 8, TURN_W, 56] if shown else [0, 0, 0, 0]
        self.ids.turn.offer(_("Curve") if curve.final else _("Board"), lambda: self.turned(not curve.final))
