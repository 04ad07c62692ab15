"""Where a result was written, and what each file is for."""

from __future__ import annotations

from companion.app.paint import art
from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv
from companion.app.side_views import SharedView
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets.part import Part, look, shown
from companion.i18n import _

load_kv(__file__)


class FileRow(Part):
    """``show((file name, what it is for))``."""

    def draw(self, pen: Pen) -> None:
        name, what = self.value
        art.card(pen, 0, 0, self.w, self.h, "surface")
        art.mark(pen, "ok", 44, self.h / 2, 36)
        first, second = pen.look.line("step"), pen.look.line("log")
        top = (self.h - first - second) / 2
        pen.text(name, 84, top, self.w - 104, "step", h=first, valign="middle", lines=1)
        pen.text(what, 84, top + first, self.w - 104, "log", "dim", h=second, valign="middle", lines=1)


class SharedScreen(Screen):
    """``show(SharedView)``."""

    def render(self) -> None:
        view: SharedView = self.value
        self.ids.title.show((_("The result"), ""))
        self.ids.sentence.text = view.sentence
        self.ids.folder.text = view.folder
        self.ids.files.rows(shown(FileRow, view.files), 96 * max(1.0, look().text), 12)
