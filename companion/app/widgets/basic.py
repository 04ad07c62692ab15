"""Words, cards and buttons."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.taps import Tap
from companion.app.viewmodel import Badge, Figure
from companion.app.widgets.part import Part, Target, look, post
from companion.i18n import _


class Words(Part):
    """A text in a type role. ``value`` is the text."""

    text = StringProperty("")
    role = StringProperty("fact")
    colour = StringProperty("text")
    align = StringProperty("left")
    valign = StringProperty("top")
    lines = NumericProperty(99)

    def on_text(self, *_: Any) -> None:
        self.redraw()

    def on_colour(self, *_: Any) -> None:
        self.redraw()

    def draw(self, pen: Pen) -> None:
        pen.text(
            self.text,
            0,
            0,
            self.w,
            self.role,
            self.colour,
            h=self.h,
            align=self.align,
            valign=self.valign,
            lines=int(self.lines),
        )


class Card(Part):
    """A flat card, nothing else."""

    fill = StringProperty("surface")
    edge = StringProperty("")
    radius = NumericProperty(18)

    def draw(self, pen: Pen) -> None:
        art.card(pen, 0, 0, self.w, self.h, self.fill or None, self.radius, self.edge or None)


class PushButton(Target):
    """A button names its outcome. ``primary``: the one filled button of a screen; ``outlined``: one of a choice."""

    text = StringProperty("")
    second = StringProperty("")
    icon = StringProperty("")
    primary = BooleanProperty(False)
    outlined = BooleanProperty(False)
    chosen = BooleanProperty(False)
    tap = ObjectProperty(None, allownone=True)
    align = StringProperty("centre")
    fill = StringProperty("raised")

    def offer(self, text: str, tap: Any = None, second: str = "", enabled: bool = True, why: str = "") -> None:
        """Set what it says and posts; ``tap`` is a Tap or something to call. ``why``: what it says while it is off."""
        self.why = why or _("That cannot be done now.")
        new = (text, second, tap, enabled)
        if new == (self.text, self.second, self.tap, self.enabled):
            return
        self.text, self.second, self.tap, self.enabled = new
        self.redraw()

    def on_primary(self, *_: Any) -> None:
        self.redraw()

    def on_chosen(self, *_: Any) -> None:
        self.redraw()

    def ink(self) -> str:
        if not self.enabled:
            return "quiet"
        return "on_primary" if self.primary else "text"

    def draw(self, pen: Pen) -> None:
        self.draw_ground(pen)
        if self.icon:
            art.sign(pen, self.icon, self.w / 2, self.h / 2, min(32, self.h * 0.5), self.ink())
        else:
            pad = 20 if self.align == "left" else 10
            self.draw_words(pen, pad, self.w - 2 * pad)

    def draw_ground(self, pen: Pen) -> None:
        if not self.enabled:
            art.card(pen, 0, 0, self.w, self.h, "surface")
        elif self.primary:
            art.card(pen, 0, 0, self.w, self.h, "primary_pressed" if self.pressed else "primary")
        elif self.outlined and not self.chosen:
            art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "ground", edge="line", width=2)
        else:
            art.card(
                pen, 0, 0, self.w, self.h, "pressed" if self.pressed else self.fill,
                edge="text" if self.chosen and not self.outlined else "line" if self.outlined else None,
                width=3 if not self.outlined else 2,
            )  # fmt: skip

    def draw_words(self, pen: Pen, x: float, w: float) -> None:
        role = "button_big" if self.primary else "button"
        dim = self.ink() if self.primary or not self.enabled else "dim"
        high, wide = pen.look.line(role) + pen.look.line("small"), measure.wide(pen.look, self.second, "small")
        large = pen.look.text  # large type shrinks to the plain size before what is said below gives way
        least = measure.least(pen.look, self.text, role)  # a name that is longer needs both lines
        if not self.second or high > (self.h - 2) * 1.1 * large or wide > (w + 2) * large or least > w + 2:
            pen.text(self.text, x, 0, w, role, self.ink(), h=self.h, align=self.align, valign="middle", lines=2)
            return
        top = (self.h - pen.look.line(role) - pen.look.line("small") + 4 * pen.look.text) / 2
        if top < 0:
            top, room = 1, self.h - 2
            pen.text(self.text, x, top, w, role, self.ink(), h=room * 0.54, align=self.align, valign="middle", lines=1)
            pen.text(
                self.second,
                x,
                top + room * 0.54,
                w,
                "small",
                dim,
                h=room * 0.46,
                align=self.align,
                valign="middle",
                lines=1,
            )
            return
        pen.text(self.text, x, top, w, role, self.ink(), h=pen.look.line(role), align=self.align, lines=1)
        below = top + pen.look.line(role) - 4 * pen.look.text
        pen.text(self.second, x, below, w, "small", dim, h=pen.look.line("small"), align=self.align, lines=1)

    def touched(self, touch: Any) -> None:
        if isinstance(self.tap, Tap):
            post(self.tap)
        elif self.tap is not None:
            self.tap()


class Undo(PushButton):
    """Arrow, word and what it undoes; always bottom left, disabled rather than gone."""

    align = StringProperty("left")

    def offer(self, text: str, tap: Any = None, second: str = "", enabled: bool = True, why: str = "") -> None:
        super().offer(text, tap, second, enabled, why or _("There is nothing to take back."))

    def draw(self, pen: Pen) -> None:
        self.draw_ground(pen)
        art.sign(pen, self.icon or "undo", 44, self.h / 2 + 1, 44, self.ink())
        self.draw_words(pen, 82, self.w - 92)


class ChoiceRow(PushButton):
    """A choice with a figure, badge or ring at its left."""

    figure = ObjectProperty(None, allownone=True)
    badge = ObjectProperty(None, allownone=True)
    ring = BooleanProperty(False)
    align = StringProperty("left")

    def draw(self, pen: Pen) -> None:
        self.draw_ground(pen)
        x = 20.0
        if isinstance(self.figure, Figure):
            art.figure(pen, self.figure, x, self.h / 2 - 24, 48)
            x += 64
        elif isinstance(self.badge, Badge):
            art.badge(pen, self.badge, x + 22, self.h / 2, 44)
            x += 60
        elif self.ring:
            art.mark(pen, "chosen" if self.chosen else "later", x + 18, self.h / 2, 36)
            x += 52
        self.draw_words(pen, x, self.w - x - 14)


class Tile(PushButton):
    """A choice with a large figure above its word (dice faces, lands)."""

    figure = ObjectProperty(None, allownone=True)

    def draw(self, pen: Pen) -> None:
        self.draw_ground(pen)
        size = min(112, self.w - 40, self.h - 80)
        line = pen.look.line("button")
        top = max(14, (self.h - size - line - 14) / 2)
        if isinstance(self.figure, Figure):
            art.figure(pen, self.figure, (self.w - size) / 2, top, size)
        pen.text(
            self.text,
            8,
            top + size + 10,
            self.w - 16,
            "button",
            self.ink(),
            h=self.h - top - size - 18,
            align="centre",
            lines=2,
        )


def button_width(text: str, second: str = "", low: float = 152, pad: float = 48) -> float:
    """A button's width for its words."""
    now = look()
    return max(low, measure.wide(now, text, "button") + pad, measure.wide(now, second, "small") + pad * 0.7)
