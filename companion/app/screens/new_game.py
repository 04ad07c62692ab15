"""A new game: how many, who, which colours, who starts, which options, which devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import NumericProperty

from companion.app import draft as wish
from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv, menu_button
from companion.app.setup_views import Draft, NewGameView, OptionView
from companion.app.taps import Tap
from companion.app.theme import PIECES
from companion.app.viewmodel import Badge
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets.basic import PushButton, Words
from companion.app.widgets.keys import TextLine
from companion.app.widgets.part import Part, Target, look
from companion.app.widgets.stepper import Stepper  # noqa: F401
from companion.i18n import _

load_kv(__file__)
FAULTS = {
    "names": lambda: _("Two people have the same name."),
    "colours": lambda: _("Two people have the same colour."),
}


class ColourButton(Target):
    """A seat's badge in its colour; a tap takes the next colour."""

    do: Callable[[], None]

    def draw(self, pen: Pen) -> None:
        badge, word = self.value
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "raised")
        art.badge(pen, badge, 42, self.h / 2, 52)
        pen.text(word, 78, 0, self.w - 86, "log", h=self.h, valign="middle", lines=1)

    def touched(self, touch: Any) -> None:
        self.do()


class PlayerRow(Part):
    """One seat: colour, name, and up to the seat before."""

    def __init__(self, screen: NewGameScreen, seat: int, **kwargs: Any) -> None:
        self.screen = screen
        self.seat = seat
        super().__init__(**kwargs)

    def on_box(self, *args: Any) -> None:
        super().on_box(*args)
        self.lay()

    def lay(self) -> None:
        self.clear_widgets()
        x, y, w, h = self.box
        if w <= 0:
            return
        screen, seat = self.screen, self.seat
        player = screen.draft.players[seat]
        words = {c.key: c.text for c in screen.value.colours}
        wide = 210.0 if look().text == 1 else 240.0
        colour = ColourButton(box=[x, y, wide, h])
        colour.value = (Badge(wish.LETTERS[seat], player.colour), words.get(player.colour, player.colour))
        colour.do = lambda: screen.change(wish.recolour(screen.draft, screen.value, seat))
        name = TextLine(box=[x + wide + 12, y, w - wide - 100, h], text=player.name)
        name.changed = lambda text: screen.change(wish.rename(screen.draft, seat, text))
        up = PushButton(box=[x + w - 76, y, 76, h], icon="up")
        up.tap = lambda: screen.change(wish.move_up(screen.draft, seat))
        for part in (colour, name, up):
            self.add_widget(part)


class OptionRow(Target):
    """An option: title and value; a tap takes the next value. Its rule stands small beside it."""

    do: Callable[[], None]

    def draw(self, pen: Pen) -> None:
        option: OptionView = self.value[0]
        now: str = self.value[1]
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "surface")
        text = next((v.text for v in option.values if v.key == now), now)
        lines = min(2, measure.lines(pen.look, option.title, self.w - 84, "fact_bold"))
        first = lines * pen.look.line("fact_bold")
        second = pen.look.line("log") * min(2, measure.lines(pen.look, text, self.w - 84, "log"))
        k = min(1.0, (self.h - 8) / (first + second))
        top = (self.h - (first + second) * k) / 2
        changed = now != option.default
        if changed:
            art.mark(pen, "chosen", self.w - 34, self.h / 2, 28)
        else:
            art.sign(pen, "right", self.w - 32, self.h / 2, 22, "dim")
        end = self.w - 64
        pen.text(option.title, 20, top, end - 20, "fact_bold", h=first * k + 2, valign="middle", lines=lines)
        y, high = top + first * k, second * k
        value = measure.wide(pen.look, text, "log") + 2
        pen.text(
            text, 20, y, min(value, end - 20), "log", "text" if changed else "dim", h=high, valign="middle", lines=2
        )
        rule = measure.wide(pen.look, option.rule, "small") + 2
        if 20 + value + 24 + rule <= end:
            pen.text(
                option.rule, end - rule, y, rule, "small", "quiet", h=high, align="right", valign="middle", lines=1
            )

    def touched(self, touch: Any) -> None:
        self.do()


class DeviceToggle(Target):
    """Use a device or leave it."""

    do: Callable[[], None]

    def draw(self, pen: Pen) -> None:
        lamp, used = self.value
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "surface")
        art.mark(pen, "chosen" if used else "later", 38, self.h / 2, 34)
        pen.text(lamp.word, 70, 0, 150, "fact_bold", h=self.h, valign="middle", lines=1)
        state = lamp.text if used else _("not used")
        pen.text(state, 226, 0, self.w - 240, "log", "dim", h=self.h, valign="middle", lines=1)

    def touched(self, touch: Any) -> None:
        self.do()


class NewGameScreen(Screen):
    """``show(NewGameView)``; the wish itself is kept by the shell, so that a new text size does not lose it."""

    wants_shell = True
    left_w = NumericProperty(600)
    options_y = NumericProperty(220)
    told_h = NumericProperty(0)  # room for what kept the table from being set up

    def __init__(self, shell: Any, **kwargs: Any) -> None:
        self.shell = shell
        self.starters: list[PushButton] = []
        self.refused: Draft | None = None  # what the view's fault was said of
        super().__init__(**kwargs)

    @property
    def draft(self) -> Draft:
        return self.shell.draft

    def dressed(self) -> None:
        self.left_w = 600 + (self.dw - 1280) / 2
        menu_button(self.ids.menu)
        self.ids.who.text = _("Who is playing?")
        self.ids.starts.text = _("Who starts?")
        self.ids.back.offer(_("Back"), Tap("back"), _("to the choice"))
        self.ids.count.changed = lambda n: self.change(wish.with_count(self.draft, self.value, n))

    def render(self) -> None:
        view: NewGameView = self.value
        if self.shell.draft is None or self.shell.draft.game != view.game or self.shell.draft.plan != view.plan:
            self.shell.draft = wish.fresh(view)
        self.refused = self.shell.draft if view.fault else None
        self.head(view.title, _("New game"), view.devices)
        self.fill()

    def change(self, draft: Draft) -> None:
        self.shell.draft = draft
        self.fill()

    def fill(self) -> None:
        view: NewGameView = self.value
        fault = view.fault if self.draft == self.refused else ""  # silent once the wish is another
        lines = min(4, measure.lines(look(), fault, self.dw - 40, "log")) if fault else 0
        self.told_h = lines * look().line("log") + 8 * bool(lines)
        self.ids.told.text = fault
        self.ids.count.limits(view.low, view.high, len(self.draft.players))
        rows = [PlayerRow(self, k) for k in range(len(self.draft.players))]
        self.ids.players.rows(rows, 76, 12)
        self.starting()
        self.choices(view)
        found = wish.faults(self.draft)
        self.ids.fault.text = FAULTS[found[0]]() if found else ""
        self.ids.go.offer(
            _("Set up the table"), Tap("set_up", self.draft) if not found else None, enabled=not found,
            why=self.ids.fault.text,
        )  # fmt: skip

    def starting(self) -> None:
        """The lot, or one of the players."""
        for part in self.starters:
            self.remove_widget(part)
        self.starters = []
        x0, room = self.left_w + 52, self.dw - self.left_w - 72
        lot = max(150.0, measure.wide(look(), _("The lot"), "button") + 44)
        x, y = x0, 132.0
        button = PushButton(box=[x, y, lot, 76], chosen=self.draft.first is None)
        button.offer(_("The lot"), lambda: self.change(wish.with_first(self.draft, None)))
        self.starters.append(button)
        x += lot + 12
        for seat, player in enumerate(self.draft.players):
            if x + 76 > x0 + room + 1:
                x, y = x0, y + 88
            pick = StarterButton(box=[x, y, 76, 76], chosen=self.draft.first == seat)
            pick.value = Badge(wish.LETTERS[seat], player.colour)
            pick.offer(player.name, lambda s=seat: self.change(wish.with_first(self.draft, s)))
            self.starters.append(pick)
            x += 88
        for part in self.starters:
            self.add_widget(part)
        self.options_y = y + 92

    def choices(self, view: NewGameView) -> None:
        parts: list[Part] = []
        for option in view.options:
            row = OptionRow()
            row.value = (option, self.draft.options.get(option.id, option.default))
            row.do = lambda o=option.id: self.change(wish.with_option(self.draft, view, o))
            parts.append(row)
        for lamp in view.devices:
            toggle = DeviceToggle()
            toggle.value = (lamp, lamp.device in self.draft.devices)
            toggle.do = lambda d=lamp.device: self.change(wish.with_device(self.draft, d))
            parts.append(toggle)
        low = 76.0 if look().text == 1 else 92.0
        room = self.ids.options.w - 88 - 84
        more = look().line("fact_bold")
        heights = [low + more * (measure.lines(look(), o.title, room, "fact_bold") > 1) for o in view.options]
        line = look().line("log")
        for k, o in enumerate(view.options):  # as high as its longest value needs, so that no touch moves the rows
            heights[k] += line * (max(measure.lines(look(), v.text, room, "log") for v in o.values) > 1)
        self.ids.options.rows(parts, [*heights, *(low for _lamp in view.devices)], 12)


class StarterButton(PushButton):
    """A player as start player: the badge alone."""

    def draw(self, pen: Pen) -> None:
        self.draw_ground(pen)
        art.badge(pen, self.value, self.w / 2, self.h / 2, 46)


__all__ = ["PIECES", "NewGameScreen", "Words"]
