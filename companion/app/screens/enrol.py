"""Cards and tags: the card that is to be laid on the reader, and which cards have their tag. No tap between two."""

from __future__ import annotations

from kivy.properties import NumericProperty

from companion.app.paint import measure
from companion.app.screens.base import Screen, load_kv
from companion.app.side_views import EnrolView
from companion.app.viewmodel import Panel
from companion.app.widgets.panel import PanelPart
from companion.app.widgets.part import look
from companion.i18n import _

load_kv(__file__)


class EnrolPart(PanelPart):
    """The cards as keys: a touch has one come next."""

    tap_kind = "enrol"


class EnrolScreen(Screen):
    """``show(EnrolView)``."""

    top = NumericProperty(180)

    def dressed(self) -> None:
        self.panel = EnrolPart()
        self.add_widget(self.panel)

    def render(self) -> None:
        view: EnrolView = self.value
        self.head(view.title, _("Cards and tags"), view.lamps)
        self.ids.sentence.text = view.sentence
        lines = min(2, measure.lines(look(), view.sentence, self.dw - 40, "title"))
        y = 66 + self.low + lines * look().line("title")
        self.ids.last.box = [20, y, self.dw - 40, look().line("fact") + 4]
        self.ids.last.text = view.last
        self.ids.last.colour = "text" if view.good else "warn"
        y += look().line("fact") + 12
        self.panel.box = [20, y, self.dw - 40, self.dh - 100 - y]
        self.panel.show(Panel("", (), view.choices, view.cards))
