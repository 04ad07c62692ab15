"""Hand-over: a large surface in one player's colour; only that player may press it."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.taps import Tap
from companion.app.theme import CURTAIN_S, badge_colours
from companion.app.viewmodel import Curtain
from companion.app.widgets.panel import PanelPart
from companion.app.widgets.part import Part, Target, look, post
from companion.i18n import _

HOLD_S = 0.4  # held so long it stays open


class HoldButton(Target):
    """In the seat's colour; reveals while it is held."""

    def draw(self, pen: Pen) -> None:
        badge, text = self.value
        fill, ink = badge_colours(badge.letter, badge.colour)
        art.card(pen, 0, 0, self.w, self.h, fill, 24, edge="text" if self.pressed else None, width=4)
        pen.text(text, 16, 0, self.w - 32, "hold", ink, h=self.h, align="centre", valign="middle", lines=2)

    def on_press(self, touch: Any) -> None:
        self.parent.pressed()

    def on_release(self, touch: Any) -> None:
        if self.parent is not None:
            self.parent.released()


class CurtainPart(Part):
    """``show(Curtain)``; covers after 20 s and on losing focus."""

    def __init__(self, **kwargs: Any) -> None:
        self.open = False
        self.secret = PanelPart()
        self.hold = HoldButton()
        self._timeout = Clock.create_trigger(self.cover, CURTAIN_S)
        self._held = Clock.create_trigger(self.reveal, HOLD_S)
        super().__init__(**kwargs)
        Window.bind(focus=self.focus)

    def focus(self, _window: Any, focused: bool) -> None:
        if not focused:
            self.cover()

    def show(self, value: Curtain) -> None:
        if self.value is not None and (value.badge, value.turn) != (self.value.badge, self.value.turn):
            self.open = False
            self._timeout.cancel()
        elif self.open and self.value is not None and value.secret != self.value.secret:
            self._timeout.cancel()
            self._timeout()  # somebody is choosing
        super().show(value)
        self.lay()

    def lay(self) -> None:
        c: Curtain | None = self.value
        self.clear_widgets()
        if c is None:
            return
        x, y, w, h = self.box
        hold = _("Cover again") if self.open else _("Hold to look")
        self.hold.value = (c.badge, hold)
        self.hold.box = [x + 60, y + h - 320, w - 120, 120] if look().tall else [x + 480, y + 324, w - 540, 120]
        self.hold.redraw()
        self.add_widget(self.hold)
        if self.open and c.secret:
            self.secret.show(c.secret)
            self.secret.box = [x + 48, y + 336, w - 96, h - 676] if look().tall else [x + 48, y + 28, 408, h - 56]
            self.add_widget(self.secret)

    def pressed(self) -> None:
        """After a moment, so that no stray finger opens it."""
        if self.open:
            self.cover()
        else:
            self._held()

    def reveal(self, *_: Any) -> None:
        c: Curtain = self.value
        self.open = True
        self._timeout()
        post(Tap("reveal", c.badge.letter))
        self.lay()
        self.redraw()

    def released(self) -> None:
        self._held.cancel()

    def cover(self, *_: Any) -> None:
        self._timeout.cancel()
        self._held.cancel()
        if self.open:
            self.open = False
            post(Tap("cover", self.value.badge.letter))
            self.lay()
            self.redraw()

    def close(self) -> None:
        """Leaves the screen: covered and deaf."""
        self.cover()
        Window.unbind(focus=self.focus)

    def draw(self, pen: Pen) -> None:
        c: Curtain | None = self.value
        if c is None:
            return
        art.card(pen, 0, 0, self.w, self.h, "surface", 24)
        fill, _ink = badge_colours(c.badge.letter, c.badge.colour)
        art.left_edge(pen, self.h, fill, 20, 24)
        upright = pen.look.tall
        if not (self.open and c.secret):
            x, y = (self.w / 2, self.h / 2 + 20) if upright else (255, 283)
            art.badge(pen, c.badge, x, y, 320)
        x, w = (60.0, self.w - 120) if upright else (480.0, self.w - 540)
        below = self.h - 186 if upright else 458.0
        title = min(measure.height(pen.look, c.sentence, w + 40, "curtain"), 150)
        text = min(measure.height(pen.look, c.text, w, "why"), 150)
        top = max(24.0, min(150 - title, 324 - 36 - text - 20 - title))  # words that take more lines begin higher
        pen.text(c.sentence, x, top, w + 40, "curtain", h=title, lines=3)
        pen.text(c.text, x, top + title + 20, w, "why", "dim", h=324 - top - title - 32, lines=3)
        if self.open:
            told, high = _("It covers itself after a while."), 36 * pen.look.text
            pen.text(told, x, below, w, "fact", "dim", h=high, align="centre", lines=1)
        self.waiting(pen, c, x, w, below + 72)

    def waiting(self, pen: Pen, c: Curtain, x: float, w: float, y: float) -> None:
        """Who has chosen, never what."""
        n = len(c.players)
        if not n:
            return
        columns = min(n, 5) if n <= 5 else 5
        wide = (w + 12) / max(columns, 4)
        words = {"chosen": _("chosen"), "now": _("now"), "waits": _("waits")}
        for k, p in enumerate(c.players):
            left, top = x + (k % columns) * wide, y + (k // columns) * 50 - (20 if n > 5 else 0)
            size = 44 if n <= 5 else 34
            art.badge(pen, p.badge, left + 22, top + 30, size)
            ink = "dim" if p.state == "waits" else "text"
            pen.text(p.name, left + 54, top, wide - 58, "fact_bold", ink, h=32, valign="middle", lines=1)
            if n > 5:
                continue
            second = left + 54
            if p.state == "chosen":
                art.mark(pen, "ok", second + 9, top + 47, 18)
                second += 24
            pen.text(
                words[p.state],
                second,
                top + 32,
                wide - (second - left) - 4,
                "small",
                "dim",
                h=30,
                valign="middle",
                lines=1,
            )
