"""Set-up guide: what goes where, ticked off by the camera as it is laid."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, NumericProperty

from companion.app.paint import measure
from companion.app.screens.base import Screen, load_kv
from companion.app.setup_views import GuideView
from companion.app.taps import Tap
from companion.app.widgets import board as _board  # noqa: F401 - names for kv
from companion.app.widgets import pages as _pages  # noqa: F401
from companion.app.widgets.basic import ChoiceRow
from companion.app.widgets.pages import TURN_W
from companion.app.widgets.part import look, shown
from companion.app.widgets.rows import StepRow, step_heights
from companion.i18n import _

load_kv(__file__)


class GuideScreen(Screen):
    """``show(GuideView)``."""

    two_rows = True
    stage_y = NumericProperty(132)
    stage_w = NumericProperty(680)
    stage_h = NumericProperty(564)
    steps_box = ListProperty([0, 0, 0, 0])
    ready = BooleanProperty(False)
    start_box = ListProperty([0, 0, 0, 0])
    lot_box = ListProperty([0, 0, 0, 0])
    own_box = ListProperty([0, 0, 0, 0])

    def dressed(self) -> None:
        self.keys: list[ChoiceRow] = []

    def render(self) -> None:
        view: GuideView = self.value
        self.head(view.title, view.step, view.lamps)
        self.ids.sentence.text = view.sentence
        lines = min(2, measure.lines(look(), view.sentence, self.dw - 40, "title"))
        self.stage_y = 70 + self.low + lines * look().line("title") + 12
        self.arrange(view)
        self.ids.board.show(view.board)
        steps = self.ids.steps
        high = step_heights(look(), view.steps, steps.h, wide=steps.w - TURN_W - 12)
        steps.rows(shown(StepRow, view.steps), high, 12)
        self.ids.back.offer(_("Back"), Tap("back"), view.back)
        y, x = self.mid_y, 20.0 if self.tall else 308.0
        self.start_box = [self.dw - 476, self.dh - 88, 364, 76] if view.start else [0, 0, 0, 0]
        room = self.dw - 40 if self.tall else self.dw - (476 if view.start else 112) - 16 - x
        many = len(view.choices) + 1 if view.choices else 2 if view.lot else 1
        wide = (room - 16 * (many - 1)) / many
        own = [x + (wide + 16) * (many - 1), y, wide, 76]
        self.offer(view, x, y, wide)
        self.lot_box = [x, y, wide, 76] if view.lot else [0, 0, 0, 0]
        self.ids.lot.offer(view.lot, Tap("guide_lot"))
        self.own_box = own if view.own else [0, 0, 0, 0]
        self.ids.own.offer(view.own, Tap("guide_shuffled") if view.shuffles else Tap("go", "hand"))
        self.ready = view.ready
        self.ids.start.opacity = 1 if view.start else 0
        self.ids.start.offer(
            view.start, Tap("guide_start") if view.ready else None, enabled=view.ready, why=view.sentence
        )

    def offer(self, view: GuideView, x: float, y: float, wide: float) -> None:
        """Keys of what is to be chosen, beside the way to enter it by hand."""
        for key in self.keys:
            self.remove_widget(key)
        self.keys = [ChoiceRow(box=[x + k * (wide + 16), y, wide, 76]) for k in range(len(view.choices))]
        for key, choice in zip(self.keys, view.choices, strict=True):
            key.badge = choice.badge
            key.offer(choice.text, Tap("guide_pick", choice.key))
            self.add_widget(key)

    def arrange(self, view: GuideView) -> None:
        """The drawing and its steps share the room; either has all of it alone."""
        board, steps = self.split(self.stage_y)
        if not view.steps:
            board = [20, self.stage_y, self.dw - 40, self.dh - self.foot - self.stage_y]
        if not view.board:
            board = [20, self.stage_y, 0, 0]
            steps = [20, self.stage_y, self.dw - 40, self.dh - self.foot - self.stage_y]
        self.stage_w, self.stage_h, self.steps_box = board[2], board[3], steps
