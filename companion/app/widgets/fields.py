"""Fields of a by-hand entry, made from their description: a space, numbers on spaces, a number, a choice, dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve
from kivy.properties import ObjectProperty

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.side_views import Field
from companion.app.taps import Tap
from companion.app.viewmodel import Figure
from companion.app.widgets.basic import ChoiceRow, PushButton
from companion.app.widgets.keys import TextLine
from companion.app.widgets.part import Laid, look, post
from companion.app.widgets.stepper import Stepper, bounds
from companion.i18n import _

FEW = 5  # counts that are all shown beside a board, below each other
WIDE = 1000.0  # design units in which two counts go side by side


class FieldPart(Laid):
    """One field with its label. ``on_board``: the board beside it can be tapped instead of a list."""

    def __init__(self, field: Field, value: Any, on_board: bool, **kwargs: Any) -> None:
        self.field = field
        self.current = value
        self.on_board = on_board
        super().__init__(**kwargs)

    # -- room

    def height_for(self, w: float) -> float:
        """How high it wants to be in this width."""
        head = look().line("log") + 8
        f = self.field
        if f.kind == "space":
            return 56 * look().text if self.on_board else head + self.grid(w)
        if f.kind == "counts":
            return head + 72 * max(1, -(-len(self.shown()) // self.side_by_side(w)))
        if f.kind == "choice":
            return head + self.grid(w)
        if f.kind == "dice":
            return head + 64 * self.lines(w) + 12 + 104
        return head + 76

    def parted(self, w: float, h: float) -> list[FieldPart]:
        """The field; where it is higher than a page, some of its options on each."""
        n = len(self.field.options)
        if self.height_for(w) <= h or self.field.kind not in ("choice", "space", "counts") or self.on_board:
            return [self]
        per, row = (self.side_by_side(w), 72) if self.field.kind == "counts" else (self.columns(w), 88)
        each = max(1, int((h - look().line("log") - 8 + 12) // row)) * per
        parts = [evolve(self.field, options=self.field.options[k : k + each]) for k in range(0, n, each)]
        return [FieldPart(f, self.current, self.on_board) for f in parts]

    def columns(self, w: float) -> int:
        if not self.field.options:
            return 1
        widest = (
            max(measure.wide(look(), o.text, "button") + (64 if o.figure or o.badge else 0) for o in self.field.options)
            + 48
        )
        return max(1, min(4, len(self.field.options), int((w + 12) / (widest + 12))))

    def grid(self, w: float) -> float:
        return 88.0 * -(-len(self.field.options) // self.columns(w)) - 12

    def shown(self) -> list[Any]:
        """Spaces of a counts field: all when they are few, else those that have something."""
        if len(self.field.options) <= FEW or not self.on_board:
            return list(self.field.options)
        return [o for o in self.field.options if self.counts().get(o.key)]

    def side_by_side(self, w: float) -> int:
        """Counts in a row: many of them take two where there is room."""
        return 2 if w >= WIDE and len(self.shown()) > FEW else 1

    def spots(self, w: float) -> Iterator[tuple[Any, float, float, float]]:
        """Each count that is shown, how far from the left and from the top of all, and its width."""
        per = self.side_by_side(w)
        wide = (w - 40 * (per - 1)) / per
        for k, option in enumerate(self.shown()):
            yield option, (k % per) * (wide + 40), 72.0 * (k // per), wide

    def counts(self) -> Mapping[str, int]:
        return self.current if isinstance(self.current, Mapping) else {}

    # -- parts

    def fill(self) -> None:
        x, y, w, _h = self.box
        y += look().line("log") + 8
        kind = self.field.kind
        if kind == "choice" or (kind == "space" and not self.on_board):
            self.choices(x, y, w)
        elif kind == "counts":
            self.steppers(x, y, w)
        elif kind == "dice":
            self.pad(x, y + 64 * self.lines(w) + 12, w)
        elif kind == "number":
            number = Stepper(box=[x, y, w, 76])
            number.limits(self.field.low, self.field.high, int(self.current or self.field.low))
            number.changed = self.say
            self.add_widget(number)
        elif kind == "text":
            line = TextLine(box=[x, y, w, 76], text=str(self.current or ""))
            line.changed = self.say
            self.add_widget(line)

    def choices(self, x: float, y: float, w: float) -> None:
        columns = self.columns(w)
        wide = (w - 12 * (columns - 1)) / columns
        for k, option in enumerate(self.field.options):
            kind = ChoiceRow if option.figure or option.badge else PushButton
            part = kind(
                box=[x + (k % columns) * (wide + 12), y + (k // columns) * 88, wide, 76],
                chosen=option.key == self.current,
            )
            if kind is ChoiceRow:
                part.figure, part.badge = option.figure, option.badge
            part.offer(option.text, Tap("hand_value", (self.field.id, option.key)), option.second)
            self.add_widget(part)

    def steppers(self, x: float, y: float, w: float) -> None:
        counts = self.counts()
        left = self.field.total - sum(counts.values())
        for option, along, down, wide in self.spots(w):
            now = counts.get(option.key, 0)
            most = self.field.limits.get(option.key, self.field.high or 99)
            for icon, n, off in (("minus", now - 1, 244), ("plus", now + 1, 76)):
                button = PushButton(box=[x + along + wide - off, y + down, 76, 60], icon=icon)
                button.enabled = 0 <= n <= most and (n < now or left > 0 or not self.field.total)
                button.why = (
                    bounds(0, most) if not 0 <= n <= most
                    else _("All {n} are given: take one away elsewhere first.").format(n=self.field.total)
                )  # fmt: skip
                button.tap = Tap("hand_value", (self.field.id, {**counts, option.key: n})) if button.enabled else None
                self.add_widget(button)

    def lines(self, w: float) -> int:
        """Rows that the dice of a throw take, at 60 each."""
        return -(-self.field.total // max(1, int(w // 60)))

    def tapped(self) -> tuple[str, ...]:
        return tuple(self.current or ())

    def pad(self, x: float, y: float, w: float) -> None:
        """A button a face, and one that takes the last die back."""
        faces, dice = self.field.options, self.tapped()
        wide = (w - 12 * len(faces)) / (len(faces) + 1)
        for k, option in enumerate(faces):
            button = DieButton(box=[x + k * (wide + 12), y, wide, 104])
            button.figure = option.figure
            button.offer(option.text, Tap("hand_value", (self.field.id, (*dice, option.key))))
            self.add_widget(button)
        back = PushButton(box=[x + len(faces) * (wide + 12), y, wide, 104], icon="undo")
        back.enabled = bool(dice)
        back.why = _("No die has been entered yet.")
        back.tap = Tap("hand_value", (self.field.id, dice[:-1])) if dice else None
        self.add_widget(back)

    def say(self, value: Any) -> None:
        post(Tap("hand_value", (self.field.id, value)))

    def board_tapped(self, space: str) -> bool:
        """A space was tapped on the drawing; True when this field wanted it."""
        keys = {o.key for o in self.field.options}
        if space not in keys:
            return False
        if self.field.kind == "space":
            self.say(space)
            return True
        if self.field.kind == "counts":
            counts = dict(self.counts())
            most = self.field.limits.get(space, self.field.high or 99)
            left = self.field.total - sum(counts.values())
            now = counts.get(space, 0)
            counts[space] = now + 1 if now < most and (left > 0 or not self.field.total) else 0
            self.say(counts)
            return True
        return False

    def draw(self, pen: Pen) -> None:
        f = self.field
        label = f.label
        if f.kind == "counts" and f.total:
            label = _("{label}: {n} of {total}").format(label=f.label, n=sum(self.counts().values()), total=f.total)
        names = {o.key: o.text for o in f.options}
        if f.kind == "space" and self.on_board:
            left = max(150.0, measure.wide(pen.look, label, "log") + 16)
            text = names.get(str(self.current), "")
            shown, role, ink = (text, "name", "text") if text else (_("Touch it on the board"), "button", "dim")
            pen.text(label, 0, 0, left, "log", "dim", h=self.h, valign="middle", lines=1)
            pen.text(shown, left, 0, self.w - left, role, ink, h=self.h, valign="middle", lines=1)
            return
        head = pen.look.line("log")
        pen.text(label, 0, 0, self.w, "log", "dim", h=head, lines=1)
        if f.kind == "dice":
            self.draw_dice(pen, head + 8)
        if f.kind != "counts":
            return
        top = head + 8
        for option, x, y, w in self.spots(self.w):
            pen.text(option.text, x, top + y, w - 260, "button", h=60, valign="middle", lines=1)
            n = str(self.counts().get(option.key, 0))
            pen.text(n, x + w - 168, top + y, 92, "total", h=60, align="centre", valign="middle", lines=1)
        if not self.shown():
            hint = _("Touch the spaces on the board")
            pen.text(hint, 0, top, self.w, "button", "dim", h=60, valign="middle", lines=2)

    def draw_dice(self, pen: Pen, y: float) -> None:
        """The dice of a throw in their order: what was tapped, the next one outlined, the rest empty."""
        figures = {o.key: o.figure for o in self.field.options}
        dice, row = self.tapped(), max(1, int(self.w // 60))
        for i in range(self.field.total):
            x, top = 60.0 * (i % row), y + 64 * (i // row)
            figure = figures.get(dice[i]) if i < len(dice) else None
            if figure is not None:
                art.figure(pen, figure, x, top, 52)
            else:
                edge = "text" if i == len(dice) else "line"
                art.card(pen, x, top, 52, 52, "ground", 10, edge=edge, width=4 if i == len(dice) else 2)


class DieButton(PushButton):
    """A face of a die as a button."""

    figure = ObjectProperty(None, allownone=True)

    def draw(self, pen: Pen) -> None:
        self.draw_ground(pen)
        if isinstance(self.figure, Figure):
            size = min(64.0, self.w - 8, self.h - 8)
            art.figure(pen, self.figure, (self.w - size) / 2, (self.h - size) / 2, size)
        else:
            self.draw_words(pen, 8, self.w - 16)
