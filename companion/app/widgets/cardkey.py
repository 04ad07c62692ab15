"""A card, a name or a number to touch, and how large such keys must be for all of their words to be read."""

from __future__ import annotations

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.theme import Look
from companion.app.viewmodel import Card, Choice
from companion.app.widgets.basic import PushButton

LEAST, LINE = 48.0, 28.5  # heights of a key, and of a line in the smallest type
SECOND = 25.0  # of what is said below a name
TALL = 112.0  # a key so high has its picture above the words
SIDES, PLATE = 8.0, 66.0  # of the width: left free beside words, and taken by a picture
MOST_LINES = 3  # of a name
SHORT = 12  # letters


def least(look: Look, key: Choice, wide: float) -> float:
    """The height in which a key so wide says all of its words in type that can be read; 0 where none is enough."""
    if key.chip:
        return LEAST
    rooms = (wide - PLATE, wide - SIDES) if key.card else (wide - SIDES,)
    found = [high for room in rooms if (high := _high(look, key.text, key.second, room))]
    return min(found, default=0.0)


def _high(look: Look, text: str, second: str, room: float) -> float:
    """The height of words in a room; 0 where one of them is too long for it, or they are too many."""
    lines = measure.least_lines(look, text, room, "log")
    told = measure.shortened(look, second, room, "small")
    if not 0 < lines <= MOST_LINES or (told and measure.least_lines(look, told, room, "small") != 1):
        return 0.0
    return max(LEAST, lines * LINE + (SECOND if second else 2.0) - (5.0 if lines == 1 else 0.0))


def short(text: str, second: str) -> bool:
    """Whether words are few enough to be set as those of a button."""
    return not second and len(text) < SHORT


class CardKey(PushButton):
    """``show`` nothing: its words come by ``offer``, the picture is set."""

    chip: tuple[str, str, str] | None = None
    card: Card | None = None
    bold = True  # short words alone are set as those of a button; not where others beside them cannot be

    def draw(self, pen: Pen) -> None:
        self.draw_ground(pen)
        if self.chip is not None:
            k = min((self.w - 8) / 104, (self.h - 8) / 66, 1.3)
            art.chip(pen, *self.chip, (self.w - 104 * k) / 2, (self.h - 66 * k) / 2, 104 * k, 66 * k)
        elif self.card is not None:
            self.draw_card(pen, self.card)
        elif self.bold and short(self.text, self.second) and self.h > 60:
            self.draw_words(pen, 4, self.w - SIDES)
        elif not self.second and len(self.text) < 4:
            pen.text(
                self.text, 3, 2, self.w - 6, "button", self.ink(), h=self.h - 4, align="centre", valign="middle",
                lines=1,
            )  # fmt: skip
        else:
            self.draw_lines(pen, 4, 1, self.w - SIDES, "centre")

    def draw_card(self, pen: Pen, card: Card) -> None:
        """Its picture above or beside the words, or below the first line; none where the words need all of the key."""
        size = (32.0 if self.second else 36.0) if self.h >= TALL else min(38.0, self.h - 20)
        plate = size + 12
        beside = _high(pen.look, self.text, self.second, self.w - PLATE)
        alone = _high(pen.look, self.text, self.second, self.w - SIDES)
        if self.h >= TALL and 0 < alone <= self.h - plate - 8:
            said = measure.height(pen.look, self.text, self.w - SIDES, "log")
            said += pen.look.line("small") if self.second else 0.0
            top = max(4.0, (self.h - plate - 4 - said) / 2)  # picture and words as one in the middle
            self.plate(pen, card, (self.w - plate) / 2, top, size)
            self.draw_lines(pen, 4, top + plate + 4, self.w - SIDES, "centre", end=self.h - top)
        elif 0 < beside <= self.h:
            self.plate(pen, card, 6, (self.h - plate) / 2, size)
            self.draw_lines(pen, plate + 12, 1, self.w - plate - 16, "left")
        elif self.second and measure.least_lines(pen.look, self.text, self.w - 14, "log") == 1:
            small = self.h * 0.4 - 12
            self.plate(pen, card, 8, self.h * 0.55, small)
            self.draw_lines(pen, 10, 1, self.w - 14, "left", small + 14)
        else:
            self.draw_lines(pen, 4, 1, self.w - SIDES, "centre")

    def plate(self, pen: Pen, card: Card, x: float, y: float, size: float) -> None:
        art.card(pen, x, y, size + 12, size + 12, card.ink, 8)
        art.sign(pen, card.sign, x + 6 + size / 2, y + 6 + size / 2, size, f"{card.ink}_sign")

    def draw_lines(
        self, pen: Pen, x: float, y: float, w: float, align: str, indent: float = 0.0, end: float = 0.0
    ) -> None:
        """The name, and what is said below it, of which the last parts give way where they cannot be read; both as
        one in the middle of the room, which goes to ``end``, the lower edge if it is 0."""
        high = (end or self.h - 1) - y
        said = measure.height(pen.look, self.text, w, "log") + pen.look.line("small")
        if self.second and not indent and said < high:
            y, high = y + (high - said) / 2, said
        first = min(high * 0.54, high - SECOND + 2) if self.second else high
        lines = MOST_LINES  # alone it takes as many as make it largest
        if self.second or indent:
            lines = min(MOST_LINES, max(1, measure.least_lines(pen.look, self.text, w, "log")))
        if self.second and lines > 1:
            first = high - SECOND + 1
        pen.text(self.text, x, y, w, "log", self.ink(), h=first, align=align, valign="middle", lines=lines)
        if self.second:
            dim = "dim" if self.enabled else self.ink()
            told = measure.shortened(pen.look, self.second, w - indent, "small")
            pen.text(
                told, x + indent, y + first, w - indent, "small", dim, h=high - first, align=align, valign="middle",
                lines=1,
            )  # fmt: skip
