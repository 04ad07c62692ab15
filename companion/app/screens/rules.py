"""The full text of a rule, with its number; the other sections beside it."""

from __future__ import annotations

from kivy.properties import NumericProperty

from companion.app.paint import measure
from companion.app.screens.base import Screen, load_kv
from companion.app.side_views import RuleView
from companion.app.taps import Tap
from companion.app.widgets import keys as _keys  # noqa: F401 - names for kv
from companion.app.widgets import pages as _pages  # noqa: F401
from companion.app.widgets.basic import PushButton, Words
from companion.app.widgets.pages import TURN_W
from companion.app.widgets.part import look, post
from companion.i18n import _

load_kv(__file__)


class RulesScreen(Screen):
    """``show(RuleView)``."""

    list_w = NumericProperty(400)
    list_h = NumericProperty(540)
    side_x = NumericProperty(436)
    side_y = NumericProperty(72)

    def dressed(self) -> None:
        self.list_h = self.dh - 260
        if self.tall:
            self.list_w, self.list_h, self.side_x = self.dw - 40, (self.dh - 260) * 0.35, 20
            self.side_y = 172 + self.list_h
        self.ids.search.hint = _("Search the rules")
        self.ids.search.changed = lambda text: post(Tap("rule_search", text))

    def render(self) -> None:
        view: RuleView = self.value
        self.ids.title.show((view.game, _("Rules")) if view.game else (_("Rules"), view.section))
        self.ids.section.text = f"{view.number} · {view.title}" if view.number else view.title
        self.ids.source.text = view.source
        self.ids.search.text = view.query
        buttons = []
        for other in view.others:
            button = PushButton(align="left", chosen=other.key == view.number, fill="surface")
            button.offer(other.text, Tap("rule", other.key), other.second)
            buttons.append(button)
        if view.query and not buttons:
            buttons = [Words(text=_("No rule holds these words."), role="log", colour="dim")]
        self.ids.others.rows(buttons, 76 if look().text == 1 else 92, 12)
        room = self.ids.text.w
        self.paragraphs(view, room)
        if len(self.ids.text.pages()) > 1:
            self.paragraphs(view, room - TURN_W - 12)
        self.ids.text.first = 0
        self.ids.text.lay()

    def paragraphs(self, view: RuleView, room: float) -> None:
        parts, heights = [], []
        for text in view.text:
            parts.append(Words(text=text, role="rule"))
            heights.append(measure.height(look(), text, room, "rule"))
        self.ids.text.rows(parts, heights, 18)
