"""A new game: how many, who, which colours, who starts, which options, which devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import NumericProperty, StringProperty

from companion import i18n
from companion.app import draft as wish
from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.screens.base import Screen, load_kv
from companion.app.setup_views import Draft, NewGameView, OptionView
from companion.app.taps import Tap
from companion.app.theme import PIECES
from companion.app.viewmodel import Badge
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets.basic import PushButton, Words
from companion.app.widgets.keys import Keys, TextLine
from companion.app.widgets.part import Laid, Part, Target, look
from companion.app.widgets.stepper import Stepper  # noqa: F401
from companion.engine.types import LETTERS
from companion.i18n import _

load_kv(__file__)
LONGEST_NAME = 16  # letters; longer ones have no room beside a score
FAULTS: dict[str, Callable[[], str]] = {
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


class PlayerRow(Laid):
    """One seat: colour, name, and up to the seat before."""

    def __init__(self, screen: NewGameScreen, seat: int, **kwargs: Any) -> None:
        self.screen = screen
        self.seat = seat
        super().__init__(**kwargs)

    def fill(self) -> None:
        x, y, w, h = self.box
        screen, seat = self.screen, self.seat
        player = screen.draft.players[seat]
        words = {c.key: c.text for c in screen.value.colours}
        wide = 210.0 if look().text == 1 else 240.0
        colour = ColourButton(box=[x, y, wide, h])
        colour.value = (Badge(LETTERS[seat], player.colour), words.get(player.colour, player.colour))
        colour.do = lambda: screen.change(wish.recolour(screen.draft, screen.value, seat))
        name = TextLine(box=[x + wide + 12, y, w - wide - 100, h], text=player.name)
        name.longest = LONGEST_NAME
        name.changed = lambda text: screen.change(wish.rename(screen.draft, seat, text))
        up = PushButton(box=[x + w - 76, y, 76, h], icon="up")
        up.tap = lambda: screen.change(wish.move_up(screen.draft, seat))
        for part in (colour, name, up):
            self.add_widget(part)


class OptionRow(Target):
    """An option: title, value, and in a line what it is about; a tap takes the next value or opens the keys.

    ``value``: the option, and what is set.
    """

    do: Callable[[], None]

    @staticmethod
    def height_for(option: OptionView, w: float) -> float:
        """As high as its longest value needs, so that no touch moves the rows."""
        now = look()
        room = w - 84
        high = now.line("fact_bold") * min(3, measure.lines(now, option.title, room, "fact_bold"))
        longest = max((measure.lines(now, v.text, room, "log") for v in option.values), default=1)
        high += now.line("log") * min(3, longest)
        if option.explain:
            high += now.line("small") * measure.lines(now, option.explain, room, "small")
        return max(76.0, high + 16)

    def draw(self, pen: Pen) -> None:
        option: OptionView = self.value[0]
        now: str = self.value[1]
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "surface")
        middle = self.h / 2
        text = next((v.text for v in option.values if v.key == now), now)
        room = self.w - 84
        changed = now != option.default
        if changed:
            art.mark(pen, "chosen", self.w - 34, middle, 28)
        else:
            art.sign(pen, "right", self.w - 32, middle, 22, "dim")
        parts = [(option.title, "fact_bold", "text"), (text, "log", "text" if changed else "dim")]
        if option.explain:
            parts.append((option.explain, "small", "dim"))
        rows = [measure.lines(pen.look, t, room, role) for t, role, _ink in parts]
        rows = [n if role == "small" else min(3, n) for n, (_t, role, _ink) in zip(rows, parts, strict=True)]
        highs = [n * pen.look.line(role) for n, (_t, role, _ink) in zip(rows, parts, strict=True)]
        y = max(4.0, middle - sum(highs) / 2)
        for (told, role, ink), lines, high in zip(parts, rows, highs, strict=True):
            pen.text(told, 20, y, room, role, ink, h=high + 2, valign="middle", lines=lines)
            y += high

    def touched(self, touch: Any) -> None:
        self.do()


class GroupRow(Target):
    """A section of the rulebook: a touch opens it and shuts the one that was open.

    ``value``: its name, how many of its options differ from the rulebook, and whether it is open; then it ``leads``.
    """

    leads = False
    do: Callable[[], None]

    @staticmethod
    def height_for(name: str, w: float) -> float:
        return max(64.0, measure.height(look(), name, w - 150, "fact_bold") + 16)

    def draw(self, pen: Pen) -> None:
        name, differing, opened = self.value
        fill = "pressed" if self.pressed else "raised"
        art.card(pen, 0, 0, self.w, self.h, fill, edge="text" if opened else None)
        pen.text(name, 20, 0, self.w - 150, "fact_bold", h=self.h, valign="middle")
        if differing:
            art.mark(pen, "chosen", self.w - 104, self.h / 2, 28)
            pen.text(str(differing), self.w - 84, 0, 34, "fact_bold", h=self.h, valign="middle", lines=1)
        art.sign(pen, "down" if opened else "right", self.w - 32, self.h / 2, 22, "dim")

    def touched(self, touch: Any) -> None:
        self.do()


class RulebookRow(Target):
    """``value``: titles of options that differ from the rulebook; a touch takes them all back to it."""

    do: Callable[[], None]

    @staticmethod
    def height_for(titles: tuple[str, ...], w: float) -> float:
        lines = measure.lines(look(), ", ".join(titles), w - 100, "log")
        return 28.0 + look().line("fact_bold") + look().line("log") * min(4, max(1, lines))

    def draw(self, pen: Pen) -> None:
        titles: tuple[str, ...] = self.value
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "raised", edge=None if titles else "text")
        art.mark(pen, "later" if titles else "chosen", 38, self.h / 2, 34)
        first = pen.look.line("fact_bold")
        told = _("Otherwise: {titles}").format(titles=", ".join(titles)) if titles else _("nothing is played otherwise")
        pen.text(_("As in the rulebook"), 76, 14, self.w - 96, "fact_bold", h=first, lines=1)
        pen.text(told, 76, 14 + first, self.w - 96, "log", "dim", h=self.h - first - 20, lines=4)

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
    """``show(NewGameView)``; the wish itself is kept by the shell, so that a new text size does not lose it.

    ``opened``: the section of the rules whose options take the place of everything else.
    """

    wants_shell = True
    two_rows = True
    left_w = NumericProperty(600)
    players_h = NumericProperty(472)
    side_x = NumericProperty(652)
    side_y = NumericProperty(68)
    options_x = NumericProperty(652)
    options_y = NumericProperty(220)
    opened = StringProperty("")
    told_h = NumericProperty(0)  # room for what kept the table from being set up

    def __init__(self, shell: Any, **kwargs: Any) -> None:
        self.shell = shell
        self.starters: list[PushButton] = []
        self.refused: Draft | None = None  # what the view's fault was said of
        super().__init__(**kwargs)

    @property
    def draft(self) -> Draft:
        found: Draft = self.shell.draft
        return found

    def dressed(self) -> None:
        self.left_w = self.dw - 40 if self.tall else 600 + (self.dw - 1280) / 2
        self.side_x = 20 if self.tall else self.left_w + 52
        self.ids.who.text = _("Who is playing?")
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
        found = wish.faults(self.draft)
        self.foot = 192 if self.tall and found else 104
        self.players_h = min(4, len(rows)) * 88 - 12 if self.tall else self.dh - 328 - self.told_h
        self.side_y = 224 + self.low + self.players_h + 12 if self.tall else 68
        self.ids.players.rows([] if self.opened else rows, 76, 12)
        self.ids.starts.text = _("Who starts?") if view.starter else ""
        self.starting()
        if self.opened:
            self.ids.back.offer(_("Back"), lambda: self.open(""), _("to the players"))
        else:
            self.ids.back.offer(_("Back"), Tap("back"), _("to the choice"))
        self.choices(view)
        self.ids.fault.text = FAULTS[found[0]]() if found else ""
        self.ids.go.offer(
            _("Set up the table"), Tap("set_up", self.draft) if not found else None, enabled=not found,
            why=self.ids.fault.text,
        )  # fmt: skip

    def starting(self) -> None:
        """The lot, or one of the players; nothing where the game's own dice say it."""
        for part in self.starters:
            self.remove_widget(part)
        self.starters, self.options_x = [], self.side_x
        if self.opened:
            self.options_x, self.options_y = 20, 68 + self.low
            return
        if not self.value.starter:
            self.options_y = self.side_y + 4
            return
        x0, room = self.side_x, self.dw - self.side_x - 20
        lot = max(150.0, measure.wide(look(), _("By lot"), "button") + 44)
        x, y = x0, self.side_y + 64
        button = PushButton(box=[x, y, lot, 76], chosen=self.draft.first is None)
        button.offer(_("By lot"), lambda: self.change(wish.with_first(self.draft, None)))
        self.starters.append(button)
        x += lot + 12
        for seat, player in enumerate(self.draft.players):
            if x + 76 > x0 + room + 1:
                x, y = x0, y + 88
            pick = StarterButton(box=[x, y, 76, 76], chosen=self.draft.first == seat)
            pick.value = Badge(LETTERS[seat], player.colour)
            pick.offer(player.name, lambda s=seat: self.change(wish.with_first(self.draft, s)))
            self.starters.append(pick)
            x += 88
        for part in self.starters:
            self.add_widget(part)
        self.options_y = y + 92

    def choices(self, view: NewGameView) -> None:
        """What is left as it is until somebody touches it; of an open section its options, two side by side."""
        columns = 2 if self.opened and not self.tall else 1
        room = (self.ids.options.w - 88 - 12 * (columns - 1)) / columns
        parts: list[Part] = []
        heights: list[float] = []
        group, differing = "", wish.differing(self.draft, view)
        for option in view.options:
            if self.opened and option.group != self.opened:
                continue
            if option.group and not group and not self.opened:
                self.rulebook(view, parts, heights, room)
            if option.group != group:
                group = option.group
                section = GroupRow()
                section.leads = group == self.opened
                section.value = (group, sum(o.group == group for o in differing), section.leads)
                section.do = lambda g=group: self.open(g)
                parts.append(section)
                heights.append(GroupRow.height_for(group, room))
            if option.group and option.group != self.opened:
                continue
            row = OptionRow()
            row.value = (option, wish.set_now(self.draft, view, option))
            row.do = lambda o=option: self.next_value(o)
            parts.append(row)
            heights.append(OptionRow.height_for(option, room))
        for lamp in () if self.opened else view.devices:
            toggle = DeviceToggle()
            toggle.value = (lamp, lamp.device in self.draft.devices)
            toggle.do = lambda d=lamp.device: self.change(wish.with_device(self.draft, d))
            parts.append(toggle)
            heights.append(76.0 if look().text == 1 else 92.0)
        self.ids.options.rows(parts, heights, 12, columns)

    def open(self, group: str) -> None:
        """Show the options of a section in place of the players; shut it if it was open already."""
        before, self.opened = self.opened, "" if self.opened == group else group
        self.fill()
        pages = self.ids.options
        was = [k for k, p in enumerate(pages.parts) if isinstance(p, GroupRow) and p.value[0] == before]
        pages.go(was[0] if was and not self.opened else 0)

    def rulebook(self, view: NewGameView, parts: list[Part], heights: list[float], room: float) -> None:
        """First of the rules: all as printed, or what is played otherwise."""
        first = RulebookRow()
        first.value = tuple(o.title for o in wish.differing(self.draft, view))
        first.enabled, first.why = bool(first.value), i18n.capital(_("nothing is played otherwise"))
        first.do = lambda: self.change(wish.as_in_the_rulebook(self.draft, view))
        parts.append(first)
        heights.append(RulebookRow.height_for(first.value, room))

    def next_value(self, option: OptionView) -> None:
        if option.values:
            self.change(wish.with_option(self.draft, self.value, option.id))
            return
        keys = Keys(wish.set_now(self.draft, self.value, option), 40, True)
        keys.done = lambda text: self.change(wish.with_value(self.draft, self.value, option.id, text or option.default))
        self.shell.add_widget(keys)


class StarterButton(PushButton):
    """A player as start player: the badge alone."""

    def draw(self, pen: Pen) -> None:
        self.draw_ground(pen)
        art.badge(pen, self.value, self.w / 2, self.h / 2, 46)


__all__ = ["PIECES", "NewGameScreen", "Words"]
