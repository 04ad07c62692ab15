"""Hand-over of the tablet: nothing is shown until the right player holds the button."""

from __future__ import annotations

from kivy.properties import NumericProperty

from companion.app.paint import measure
from companion.app.screens.base import Screen, load_kv
from companion.app.taps import Tap
from companion.app.viewmodel import TableView
from companion.app.widgets import curtain as _curtain  # noqa: F401 - names for kv
from companion.app.widgets.basic import button_width
from companion.app.widgets.part import look
from companion.i18n import _

load_kv(__file__)


class CurtainScreen(Screen):
    """``show(TableView)`` while ``curtain`` is set."""

    hand_w = NumericProperty(0)
    note_h = NumericProperty(0)  # of a line of its own for what stands between the buttons elsewhere

    def dressed(self) -> None:
        self.ids.hand.offer(_("By hand"), Tap("go", "hand"))

    def render(self) -> None:
        view: TableView = self.value
        assert view.curtain is not None
        self.head(view.title, view.round, view.lamps)
        self.ids.curtain.show(view.curtain)
        refused = view.refusal is not None  # a right used meanwhile, as everybody may hear it
        self.ids.footer.text = view.prompt.sentence if refused else view.curtain.footer
        self.ids.footer.colour = "text" if refused else "dim"
        lines = measure.lines(look(), self.ids.footer.text, self.dw - 40, "log")
        self.note_h = look().line("log") * min(3, lines) if self.tall else 0
        self.hand_w = button_width(_("By hand"), pad=24) if view.by_hand else 0
        self.ids.undo.offer(
            _("Undo"), Tap("undo") if view.undo is not None else None, view.undo or "", view.undo is not None
        )

    def leave(self) -> None:
        self.ids.curtain.close()
