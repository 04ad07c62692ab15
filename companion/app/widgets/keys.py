"""A line of text and the keys to write it: the tablet on the table has no keyboard, but one may be plugged in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.window import Window
from kivy.properties import StringProperty

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.paint.text import SOFT
from companion.app.theme import FLOOR, ROLES, Look
from companion.app.widgets.basic import PushButton
from companion.app.widgets.part import Part, Target, look, tell
from companion.i18n import _, language

ROWS = {"de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß-'"), "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm-'")}
# Digits and signs of addresses and file names, and letters with accents that the languages' own rows lack.
SIGNS = ("1234567890.", ":/-_~@?=&%+", "#,;!()[]$*'")
ACCENTS = ("áàâãåæçéèêë", "íìîïñóòôõøú", "ùûýœðþšžłāō")
UMLAUTS = {"en": "äöüß", "de": "žłāō"}
LONGEST = 40


class TextLine(Target):
    """Shows a text; a tap opens the keys over the screen. ``changed(text)`` is called when they close."""

    text = StringProperty("")
    hint = ""
    longest = LONGEST
    address = False  # digits and signs instead of capitals

    def __init__(self, **kwargs: Any) -> None:
        self.changed: Callable[[str], None] = lambda text: None
        super().__init__(**kwargs)

    def on_text(self, *_: Any) -> None:
        self.redraw()

    def draw(self, pen: Pen) -> None:
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "ground", edge="line", width=2)
        shown, ink = (self.text, "text") if self.text else (self.hint, "dim")
        role = "log" if self.address else "button"
        shown = self.readable(pen.look, shown, role)
        pen.text(shown, 20, 0, self.w - 40, role, ink, h=self.h, valign="middle", lines=2)

    def readable(self, now: Look, shown: str, role: str) -> str:
        """As much of the end of a text as can be read in the line; a word too long for it is parted."""
        least = FLOOR / (ROLES[role][0] * now.text)
        room = (self.w - 40) / least
        if any(measure.wide(now, word, role) > room for word in shown.split(" ")):
            shown = SOFT.join(shown)  # whatever was typed
        most = int((self.h + 1) / (now.line(role) * least))
        while len(shown) > most and measure.lines(now, shown, room, role) > most:
            shown = shown.removeprefix(SOFT)[1:]
        return shown

    def touched(self, touch: Any) -> None:
        keys = Keys(self.text, self.longest, self.address)
        keys.done = self.written
        root = self.get_root_window().children[0]
        root.add_widget(keys)

    def written(self, text: str) -> None:
        self.text = text
        self.changed(text)


class Keys(Part):
    """The keys, over the lower half of the window."""

    def __init__(self, text: str, longest: int, address: bool = False) -> None:
        self.text = text
        self.longest = longest
        self.address = address
        self.upper = not address  # what is written takes the place of what stands there
        self.page = "signs" if address and not text else "letters"
        self.fresh = bool(text) and not address  # the first letter takes the place of what stands there
        self.done: Callable[[str], None] = lambda text: None
        now = look()
        super().__init__(box=[0, 0, now.dw, now.dh])
        self.lay()
        Window.bind(on_textinput=self.typed, on_key_down=self.key)

    def rows(self) -> tuple[str, ...]:
        """The keys of the page that is open; capitals where they are wished."""
        if self.page == "signs":
            return SIGNS
        found = ROWS[language()] if self.page == "letters" else (*ACCENTS[:2], ACCENTS[2][:7] + UMLAUTS[language()])
        return tuple(row.upper().replace("SS", "ß") for row in found) if self.upper else found

    def lay(self) -> None:
        self.clear_widgets()
        now = look()
        side = (now.dw - 40 - 10 * 12) / 11
        top = now.dh - 4 * 88 - 12
        for r, row in enumerate(self.rows()):
            left = 20 + (11 - len(row)) * (side + 12) / 2 if r != 2 or len(row) > 10 else 20.0
            for k, letter in enumerate(row):
                key = PushButton(box=[left + k * (side + 12), top + r * 88, side, 76])
                key.offer(letter, lambda s=letter: self.add(s))
                self.add_widget(key)
        last = top + 3 * 88
        self.tools(side, last)

    def tools(self, side: float, y: float) -> None:
        """The last row: capitals, pages, space, erase, done."""
        x = 20.0
        turn = {"letters": "signs", "signs": "accents", "accents": "letters"}[self.page]
        names = {"letters": _("Letters"), "signs": "123 =&%", "accents": "áéñ"}
        offers: tuple[tuple[str, Callable[[], None]], ...] = (
            (_("Capitals"), self.shift), (names[turn], lambda: self.turn(turn)), (_("Space"), lambda: self.add(" ")),
            ("", self.erase), (_("Use this text"), self.close),
        )  # fmt: skip
        for k, (text, act) in enumerate(offers):
            last = k == len(offers) - 1
            wide = max(2 * side + 12, measure.least(look(), text, "button") + 24) if text else side
            wide = look().dw - 20 - x if last else wide
            key = PushButton(box=[x, y, wide, 76], primary=last, chosen=k == 0 and self.upper)
            if text:
                key.offer(text, act)
            else:
                key.icon, key.tap = "left", act
            self.add_widget(key)
            x += wide + 12

    def turn(self, page: str) -> None:
        self.page = page
        self.lay()

    def add(self, letter: str) -> None:
        if self.fresh:
            self.text, self.fresh = "", False
        if len(self.text) < self.longest:
            self.text += letter
        else:
            tell(_("No more letters fit here."))
        if self.upper and letter != " ":
            self.upper = False
            self.lay()
        self.redraw()

    def erase(self) -> None:
        self.fresh = False
        self.text = self.text[:-1]
        upper = not self.text and not self.address
        if upper is not self.upper:
            self.upper = upper
            self.lay()
        self.redraw()

    def shift(self) -> None:
        self.upper = not self.upper
        self.lay()

    def typed(self, _window: Any, text: str) -> bool:
        self.add(text)
        return True

    def key(self, _window: Any, code: int, *_rest: Any) -> bool:
        if code == 8:
            self.erase()
        elif code in (13, 271, 27):
            self.close()
        else:
            return False
        return True

    def close(self) -> None:
        Window.unbind(on_textinput=self.typed, on_key_down=self.key)
        if self.parent:
            self.parent.remove_widget(self)
        self.done(self.text.strip())

    def on_touch_down(self, touch: Any) -> bool:
        super().on_touch_down(touch)
        return True

    def draw(self, pen: Pen) -> None:
        pen.rect(0, 0, self.w, self.h, "ground", 0.92)
        top = self.h - 4 * 88 - 12 - 24 - 96
        art.card(pen, 20, top, self.w - 40, 96, "surface", edge="text")
        shown, wide = self.text, measure.wide(pen.look, self.text, "name")
        while wide > self.w - 100:  # the end is what is written on
            shown = shown[1:]
            wide = measure.wide(pen.look, shown, "name")
        if self.fresh:
            pen.rect(40, top + 18, wide + 8, 60, "pressed")
        pen.text(shown, 44, top, self.w - 80, "name", h=96, valign="middle", lines=1)
        pen.rect(46 + wide, top + 24, 3, 48, "text")
