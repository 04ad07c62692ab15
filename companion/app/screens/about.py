"""About: what is known from public sources, what this project designed itself, and whose work is used."""

from __future__ import annotations

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv
from companion.app.setup_views import AboutView
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets.basic import Words
from companion.app.widgets.part import Part, look, shown
from companion.i18n import _

load_kv(__file__)

SHARE, KIND = 0.36, 170.0  # of a row's width for what it is about; for the kind of its source


class SourceRow(Part):
    """``show((what, house or known, sentence))``."""

    def room(self, w: float) -> float:
        """Its height in this width."""
        what = measure.height(look(), self.value[0], w * SHARE - 40, "fact_bold") + 12
        return max(76.0, measure.height(look(), self.value[2], self.told_w(w), "log") + 24, what)

    @staticmethod
    def told_w(w: float) -> float:
        """Width of what is said in a row ``w`` wide."""
        return w * (1 - SHARE) - KIND - 44

    def draw(self, pen: Pen) -> None:
        what, kind, sentence = self.value
        words = {"house": _("designed here"), "known": _("public source"), "licence": ""}
        art.card(pen, 0, 0, self.w, self.h, "surface")
        pen.text(what, 24, 0, self.w * SHARE - 40, "fact_bold", h=self.h, valign="middle")
        x = self.w * SHARE
        ink = "warn" if kind == "house" else "dim"
        pen.text(words.get(kind, kind), x, 0, KIND, "log", ink, h=self.h, valign="middle", lines=2)
        pen.text(sentence, x + KIND + 24, 4, self.told_w(self.w), "log", h=self.h - 8, valign="middle")


class AboutScreen(Screen):
    """``show(AboutView)``."""

    def dressed(self) -> None:
        self.ids.title.show((_("About"), ""))

    def render(self) -> None:
        view: AboutView = self.value
        self.ids.title.show((_("About"), view.version))
        notice = _(
            "Boards and cards marked as designed here are this project's own; "
            "they replace nothing that the publisher printed."
        )
        room = self.dw - 40
        for _attempt in range(2):
            sources = shown(SourceRow, (*view.data, *((a, "licence", b) for a, b in view.licences)))
            heights = [measure.height(look(), notice, room, "reason") + 8, *(row.room(room) for row in sources)]
            self.ids.lines.rows([Words(text=notice, role="reason"), *sources], heights, 12)
            if len(self.ids.lines.pages()) == 1:
                break
            room = self.dw - 40 - 88
