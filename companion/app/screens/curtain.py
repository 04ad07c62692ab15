"""Hand-over of the tablet: nothing is shown until the right player holds the button."""

from __future__ import annotations

from companion.app.screens.base import Screen, load_kv, menu_button
from companion.app.taps import Tap
from companion.app.viewmodel import TableView
from companion.app.widgets import curtain as _curtain  # noqa: F401 - names for kv
from companion.i18n import _

load_kv(__file__)


class CurtainScreen(Screen):
    """``show(TableView)`` while ``curtain`` is set."""

    def dressed(self) -> None:
        menu_button(self.ids.menu)

    def render(self) -> None:
        view: TableView = self.value
        assert view.curtain is not None
        self.head(view.title, view.round, view.lamps)
        self.ids.curtain.show(view.curtain)
        self.ids.footer.text = view.curtain.footer
        self.ids.undo.offer(
            _("Undo"), Tap("undo") if view.undo is not None else None, view.undo or "", view.undo is not None
        )

    def leave(self) -> None:
        self.ids.curtain.close()
