"""Capturing a real board: touch the middle of each space; the magnifier shows it away from the finger."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty

from companion.app.paint import measure
from companion.app.screens.base import Screen, load_kv
from companion.app.setup_views import CaptureView
from companion.app.taps import Tap
from companion.app.widgets import captured as _captured  # noqa: F401 - names for kv
from companion.app.widgets import pages as _pages  # noqa: F401
from companion.app.widgets import picture as _picture  # noqa: F401
from companion.app.widgets.capturing import CountRow, NoteRow, PickRow
from companion.app.widgets.keys import TextLine
from companion.app.widgets.pages import TURN_W
from companion.app.widgets.part import Part, look, post, shown
from companion.app.widgets.rows import TallyRow
from companion.capture.naming import LONGEST
from companion.capture.stage import Name
from companion.i18n import _

load_kv(__file__)


class CaptureScreen(Screen):
    """``show(CaptureView)``."""

    two_rows = True
    picture_y = NumericProperty(128)
    picture_w = NumericProperty(758)
    picture_h = NumericProperty(568)
    side_x = NumericProperty(802)
    side_y = NumericProperty(128)
    loupe_h = NumericProperty(224)
    ready = BooleanProperty(False)
    line: TextLine | None = None
    newest: Any = None  # the view that came last, though it may be equal to the one before

    def dressed(self) -> None:
        self.ids.regions.picture = self.ids.loupe.picture = self.ids.trail.picture = self.ids.picture
        self.ids.picture.enabled = True
        self.ids.picture.tap_kind = "capture_tap"
        self.ids.picture.moved = self.follow
        self.ids.picture.dragged = self.drag
        self.ids.later.offer(_("Go on later"), Tap("capture_later"))

    def show(self, value: Any) -> None:
        if value is not self.newest:  # what the finger did is answered
            self.newest = value
            self.ids.trail.show(())
        super().show(value)

    def follow(self, at: tuple[float, float]) -> None:
        """The finger lies on the picture: what is under it, and the way it went, until the touch is answered."""
        self.ids.loupe.show(at)
        self.ids.trail.show((*self.ids.picture.way, at))

    def render(self) -> None:
        view: CaptureView = self.value
        self.head(view.title, view.step, view.lamps)
        self.ids.sentence.text = view.sentence
        lines = min(2, measure.lines(look(), view.sentence, self.dw - 40, "title"))
        self.picture_y = 70 + self.low + lines * look().line("title") + 10
        self.picture_h = self.dh - self.foot - self.picture_y
        self.picture_w = min(self.picture_h * 4 / 3, self.dw - 64 - 440)
        self.side_x, self.side_y = self.picture_w + 44, self.picture_y
        if self.tall:
            self.picture_w = self.dw - 40
            self.picture_h = min(self.picture_w * 3 / 4, self.picture_h * 0.6)
            self.side_x, self.side_y = 20, self.picture_y + self.picture_h + 16
        rows, highs = self.beside(view)
        room = self.dh - self.foot - self.side_y
        self.loupe_h = max(150.0, min(224.0, room - sum(highs) - 8 * len(highs) - 44))
        self.ids.picture.look_at(view.window)
        self.ids.regions.show(view)
        self.ids.loupe.show(view.finger)
        self.ids.found.text = view.found
        empty = not (view.found or view.fact or view.name or view.finger)
        hint = _("The magnifier shows here what lies under the finger.") if empty else ""
        self.ids.fact.text = view.fact if view.name is None and not empty else hint
        self.called(view.name)
        self.ids.tallies.rows(rows, highs, 8)
        self.ids.play.offer(_("Play already"), Tap("capture_play"), enabled=not view.play, why=view.play)
        self.ids.undo.offer(
            _("Undo"), Tap("undo") if view.undo is not None else None, view.undo or "", view.undo is not None
        )
        self.ready = view.ready
        self.ids.next.offer(_("Next"), Tap("capture_next") if view.ready else None, view.missing, view.ready)

    def called(self, name: Name | None) -> None:
        """The line on which a place's name is typed stands under what was found."""
        if self.line is not None:
            self.remove_widget(self.line)
            self.line = None
        if name is None:
            return
        left = self.side_x + self.loupe_h + 40
        top = self.side_y + 34 + self.loupe_h * 0.55
        line = self.line = TextLine(box=[left, top, self.dw - left - 32, self.loupe_h * 0.45 - 8], text=name.text)
        line.hint, line.longest = name.hint, LONGEST
        line.changed = lambda text: post(Tap("capture_name", text))
        self.add_widget(line)

    def beside(self, view: CaptureView) -> tuple[list[Part], list[float]]:
        """Rows beside the picture: what can be chosen or counted, else findings, else the tallies."""
        wide = self.dw - self.side_x - 20
        rows: list[Part] = []
        highs: list[float] = []
        for count in shown(CountRow, view.counts):
            rows.append(count)
            highs.append(72.0)
        for note in shown(NoteRow, view.notes):
            rows.append(note)
            highs.append(note.tall(wide - TURN_W - 12))
        noted = {f"step:{note.step}" for note in view.notes}
        for pick in shown(PickRow, (p for p in view.picks if p.key not in noted)):
            rows.append(pick)
            highs.append(64.0)
        few = len(view.picks) <= 1 and not view.notes
        for tally in shown(TallyRow, view.tallies if few else ()):
            rows.append(tally)
            highs.append(66.0)
        return rows, highs

    def drag(self, way: tuple[tuple[float, float], ...]) -> None:
        view: CaptureView = self.value
        post(Tap("capture_drag", way) if view.drag else Tap("capture_tap", way[-1]))

    def frame(self, picture: Any) -> None:
        self.ids.picture.frame(picture)
        self.ids.loupe.redraw()
