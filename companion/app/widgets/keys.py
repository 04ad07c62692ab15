"""A line of text and the keys to write it: the tablet on the table has no keyboard, but one may be plugged in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.window import Window
from kivy.properties import StringProperty

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.widgets.basic import PushButton
from companion.app.widgets.part import Part, Target, look
from companion.i18n import _, language

ROWS = {"de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß-'"), "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm-'")}
ADDRESS = ("1234567890.", "qwertyuiop:", "asdfghjkl/-", "zxcvbnm_~@?")  # one page: digits, letters, what addresses have
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
        pen.text(shown, 20, 0, self.w - 40, role, ink, h=self.h, valign="middle", lines=2)

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
        self.upper = not text and not address
        self.done: Callable[[str], None] = lambda text: None
        now = look()
        super().__init__(box=[0, 0, now.dw, now.dh])
        self.lay()
        Window.bind(on_textinput=self.typed, on_key_down=self.key)

    def lay(self) -> None:
        self.clear_widgets()
        if self.address:
            self.lay_address()
            return
        now = look()
        rows = ROWS[language()]
        side = (now.dw - 40 - 10 * 12) / 11
        top = now.dh - 4 * 88 - 12
        for r, row in enumerate(rows):
            left = 20 + (11 - len(row)) * (side + 12) / 2
            if r == 2:
                left = 20 + side / 2 + 6 if len(row) < 10 else 20
            for k, letter in enumerate(row):
                shown = letter.upper() if self.upper and letter != "ß" else letter
                key = PushButton(box=[left + k * (side + 12), top + r * 88, side, 76])
                key.offer(shown, lambda s=shown: self.add(s))
                self.add_widget(key)
        last = top + 3 * 88
        third = top + 2 * 88
        erase = PushButton(box=[now.dw - 20 - side, third, side, 76], icon="left")
        erase.tap = self.erase
        shift = PushButton(box=[20, last, 2 * side + 12, 76], chosen=self.upper)
        shift.offer(_("Capitals"), self.shift)
        blank = PushButton(box=[20 + 2 * side + 24, last, 5 * side + 48, 76])
        blank.offer(_("Space"), lambda: self.add(" "))
        done = PushButton(box=[20 + 7 * (side + 12), last, now.dw - 40 - 7 * (side + 12), 76], primary=True)
        done.offer(_("Use this text"), self.close)
        for key in (erase, shift, blank, done):
            self.add_widget(key)

    def lay_address(self) -> None:
        now = look()
        side = (now.dw - 40 - 10 * 12) / 11
        top = now.dh - 5 * 88 - 12
        for r, row in enumerate(ADDRESS):
            for k, letter in enumerate(row):
                key = PushButton(box=[20 + k * (side + 12), top + r * 88, side, 76])
                key.offer(letter, lambda s=letter: self.add(s))
                self.add_widget(key)
        last = top + 4 * 88
        erase = PushButton(box=[20, last, 2 * side + 12, 76], icon="left")
        erase.tap = self.erase
        done = PushButton(box=[20 + 7 * (side + 12), last, now.dw - 40 - 7 * (side + 12), 76], primary=True)
        done.offer(_("Use this text"), self.close)
        for key in (erase, done):
            self.add_widget(key)

    def add(self, letter: str) -> None:
        if len(self.text) < self.longest:
            self.text += letter
        if self.upper and letter != " ":
            self.upper = False
            self.lay()
        self.redraw()

    def erase(self) -> None:
        self.text = self.text[:-1]
        if not self.text and not self.upper and not self.address:
            self.upper = True
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
        top = self.h - (5 if self.address else 4) * 88 - 12 - 24 - 96
        art.card(pen, 20, top, self.w - 40, 96, "surface", edge="text")
        pen.text(self.text, 44, top, self.w - 100, "name", h=96, valign="middle", lines=1)
        wide = min(self.w - 100, measure.wide(pen.look, self.text, "name"))
        pen.rect(46 + wide, top + 24, 3, 48, "text")
