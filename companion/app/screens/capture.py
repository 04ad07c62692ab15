"""Capturing a real board: touch the middle of each space; the magnifier shows it away from the finger."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty

from companion.app.paint import measure
from companion.app.screens.base import Screen, load_kv, menu_button
from companion.app.setup_views import CaptureView
from companion.app.taps import Tap
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets import picture as _picture  # noqa: F401
from companion.app.widgets.part import look
from companion.app.widgets.rows import TallyRow
from companion.i18n import _

load_kv(__file__)


class CaptureScreen(Screen):
    """``show(CaptureView)``."""

    picture_y = NumericProperty(128)
    picture_w = NumericProperty(758)
    loupe_h = NumericProperty(224)
    ready = BooleanProperty(False)

    def dressed(self) -> None:
        menu_button(self.ids.menu)
        self.ids.regions.picture = self.ids.loupe.picture = self.ids.picture
        self.ids.picture.enabled = True
        self.ids.picture.tap_kind = "capture_tap"
        self.ids.picture.moved = self.ids.loupe.show
        self.ids.later.offer(_("Go on later"), Tap("capture_later"))
        self.ids.play.offer(_("Play already"), Tap("capture_play"))

    def render(self) -> None:
        view: CaptureView = self.value
        self.head(view.title, view.step, view.lamps)
        self.ids.sentence.text = view.sentence
        lines = min(2, measure.lines(look(), view.sentence, self.dw - 40, "title"))
        self.picture_y = 70 + lines * look().line("title") + 10
        self.picture_w = min((self.dh - 104 - self.picture_y) * 4 / 3, self.dw - 64 - 440)
        low = 66.0
        n = len(view.tallies)
        room = self.dh - 104 - self.picture_y
        self.loupe_h = max(150.0, min(224.0, room - n * (low + 8) - 44))
        self.ids.regions.show(view)
        self.ids.loupe.show(view.finger)
        self.ids.found.text = view.found
        self.ids.fact.text = view.fact
        rows = []
        for tally in view.tallies:
            part = TallyRow()
            part.show(tally)
            rows.append(part)
        self.ids.tallies.rows(rows, low, 8)
        self.ids.undo.offer(
            _("Undo"), Tap("undo") if view.undo is not None else None, view.undo or "", view.undo is not None
        )
        self.ready = view.ready
        self.ids.next.offer(_("Next"), Tap("capture_next") if view.ready else None, view.missing, view.ready)

    def frame(self, picture: Any) -> None:
        self.ids.picture.frame(picture)
        self.ids.loupe.redraw()
