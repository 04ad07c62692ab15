"""Saved games: go on with one, or forget it (asked twice, since that cannot be undone)."""

from __future__ import annotations

from typing import Any

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv
from companion.app.setup_views import ResumeView, SavedGame
from companion.app.taps import Tap
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets.basic import PushButton, button_width
from companion.app.widgets.pages import TURN_W
from companion.app.widgets.part import Laid, look, post, shown
from companion.i18n import _

load_kv(__file__)

LEAST_WORDS = 300.0  # a column of words so narrow says too little beside the totals


class SavedRow(Laid):
    """``show(SavedGame)``."""

    sure = False

    def offered(self, sure: bool) -> list[tuple[str, Any, float]]:
        """The buttons from the right with what they send and how wide they are."""
        saved: SavedGame = self.value
        text = _("Delete for good") if sure else _("Delete")
        found: list[tuple[str, Any, float]] = [(text, self.forget, button_width(text, low=160))]
        if saved.line >= 0:
            on = _("Play on from line {n}").format(n=saved.line) if saved.line > 0 else _("Play on")
            found.insert(0, (on, Tap("rescue" if saved.line else "continue", saved.id), button_width(on, low=200)))
        return found

    def end(self, w: float, sure: bool) -> float:
        """Where the words of a row end that is ``w`` wide."""
        return w if look().tall else w - 20 - sum(wide + 12 for _label, _tap, wide in self.offered(sure))

    def fill(self) -> None:
        x, y, w, h = self.box
        right = x + w - 20
        top = y + h - 88 if look().tall else y + (h - 76) / 2
        for label, tap, wide in self.offered(self.sure):
            button = PushButton(box=[right - wide, top, wide, 76])
            button.offer(label, tap)
            self.add_widget(button)
            right -= wide + 12
        self.redraw()

    def forget(self) -> None:
        if self.sure:
            post(Tap("forget", self.value.id))
        self.sure = True
        self.lay()

    def draw(self, pen: Pen) -> None:
        saved: SavedGame = self.value
        art.card(pen, 0, 0, self.w, self.h, "surface")
        first, end = pen.look.line("step"), self.end(self.w, self.sure) - 16
        high = self.h - 88 if pen.look.tall else self.h  # the buttons stand below the words where it is narrow
        totals = self.totals_w()
        title, room = named(saved), end - 24 - totals
        if measure.least(pen.look, title, "step") > room or self.second(room) > high - first - 8 or room < LEAST_WORDS:
            totals, room = 0.0, end - 24.0  # words go before totals
        second = self.second(room)
        top = (high - first - second) / 2
        pen.text(title, 24, top, room, "step", h=first, valign="middle", lines=1)
        pen.text(saved.state, 24, top + first, room, "log", "dim", h=second)
        x = end - totals
        for badge, total in saved.scores if totals else ():
            art.badge(pen, badge, x + 17, high / 2, 34)
            pen.text(total, x + 42, 0, 60, "fact_bold", h=high, valign="middle", lines=1)
            x += 104

    def second(self, room: float) -> float:
        """Height of the words below the title."""
        return measure.height(look(), self.value.state, room, "log")

    def tall(self, w: float) -> float:
        """How high this row must be for its words, ``w`` wide: also once it asks whether one is sure."""
        if look().tall:
            return look().line("step") + self.second(w - 48) + 112
        words, beside = self.second(self.end(w, sure=True) - 40), self.end(w, sure=False) - 40 - self.totals_w()
        words = max(words, self.second(beside)) if beside >= LEAST_WORDS else words
        return max(104.0, look().line("step") + words + 16)

    def totals_w(self) -> float:
        """Width of everybody's totals, 0 where the text is too large for them."""
        return 104.0 * len(self.value.scores) if look().text == 1 else 0.0


def named(saved: SavedGame) -> str:
    """Which game it is, and when it was played."""
    return " · ".join(t for t in (saved.game or saved.title, saved.when) if t)


class ResumeScreen(Screen):
    """``show(ResumeView)``."""

    def dressed(self) -> None:
        self.ids.title.show((_("Saved games"), ""))

    def render(self) -> None:
        view: ResumeView = self.value
        self.ids.sentence.text = (
            _("Which game do you want to go on with?") if view.games else _("No game is saved yet.")
        )
        rows = shown(SavedRow, view.games)
        room = self.ids.games.w - TURN_W - 12
        self.ids.games.rows(rows, [row.tall(room) for row in rows], 12)
