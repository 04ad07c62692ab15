"""A game's own panel: rows in acting order with card chips, and the choice under the hand."""

from __future__ import annotations

from attrs import evolve

from companion.app.paint import art, cards, measure
from companion.app.paint.pen import Pen
from companion.app.taps import Tap
from companion.app.theme import FLOOR, ROLES
from companion.app.viewmodel import Card, Choice, Panel, PanelRow
from companion.app.widgets.basic import ChoiceRow, PushButton
from companion.app.widgets.part import Laid, Part, look

PANELS: dict[str, type[Part]] = {}  # game id -> its own widget with show(Panel); others get PanelPart


def panel_for(game: str) -> Part:
    """The panel widget of a game."""
    return PANELS.get(game, PanelPart)()


LEAST_KEY, LEAST_PICTURE = 48.0, 58.0  # heights of a key, and of one with the picture of a card
LONG = 24  # letters of a name that wants a line of its own, at the plain size of text
CARDS_TITLE = 128.0  # what stands before pictures
BESIDE = 0.46  # of the width for a picture whose meaning stands beside it
ROW, LEAST_ROW, CARDS_ROW = 84.0, 58.0, 88.0  # a row of the panel; beside a pad it may shrink, but for pictures


def least_height(panel: Panel, wide: float) -> float:
    """What a panel needs so that each row says at least what it is, and each key takes a finger."""
    title = title_height(panel, wide)
    line = LEAST_ROW if panel.pad else look().line("button") + 4
    rows = len(panel.rows) * (line + 8) - 8 if panel.rows else 0.0
    pad = -(-len(panel.pad) // 3) * (LEAST_KEY + 8) + 4 if panel.pad else 0.0
    keys = choice_rows(panel, wide) * 88 - 2 if panel.choices else 0
    return float(title + rows + pad + keys)


def title_height(panel: Panel, wide: float) -> float:
    """What the words above the rows need."""
    return measure.height(look(), panel.title, wide - 4, "log") + 3 if panel.title else 0.0


def least_key(keys: tuple[Choice, ...], wide: float) -> float:
    """The height in which keys so wide say all of their words in type that can still be read."""
    longest = max(measure.wide(look(), k.text, "small") for k in keys) / look().text
    return max(LEAST_KEY, -(-longest // (0.9 * (wide - 12))) * ROLES["small"][1] + 6)


def pad_needs(keys: tuple[Choice, ...], wide: float) -> float:
    """The height in which all keys of a pad can be read, or touched where they are pictures."""
    if len(keys) <= 8 and any(k.chip for k in keys):
        return LEAST_KEY + 8
    named = [k for k in keys if k.text and not k.chip]
    longest = max((measure.least(look(), k.text, "log") for k in named), default=0.0)
    columns = 3 if longest <= (wide - 16) / 3 - 10 or len(keys) < 3 else 2
    own = (wide - 8 * (columns - 1)) / columns
    second = ROLES["small"][1] if any(k.second for k in keys) else 0.0
    return -(-len(keys) // columns) * (max(least_key(keys, own), LEAST_KEY if not second else 28 + second) + 8)


def named(keys: tuple[Choice, ...], wide: float, high: float) -> bool:
    """Whether names among pictures can be read on keys so large: few cards have none, and their names are long."""
    names = tuple(k for k in keys if k.text and not k.chip) if any(k.chip for k in keys) else ()
    words = {word for k in names for word in k.text.split()}
    fits = all(measure.least(look(), word, "small") <= wide - 8 for word in words)
    return fits and (not names or least_key(names, wide) <= high)


def choice_columns(panel: Panel, wide: float) -> int:
    n = len(panel.choices)
    return 1 if wide < 260 or (n > 2 and not panel.rows and not panel.pad) else min(n, 3)


def choice_rows(panel: Panel, wide: float) -> int:
    """Rows of keys at the foot."""
    return -(-len(panel.choices) // choice_columns(panel, wide)) if panel.choices else 0


LOWEST_ROW = 26.0  # a row so low has its words in one line that can just be read


class CardKey(PushButton):
    """A card or number to touch."""

    chip: tuple[str, str, str] | None = None
    card: Card | None = None

    def draw(self, pen: Pen) -> None:
        self.draw_ground(pen)
        if self.card is not None:
            self.draw_card(pen, self.card)
            return
        if self.chip is None:
            self.draw_name(pen)
            return
        k = min((self.w - 8) / 104, (self.h - 8) / 66, 1.3)
        art.chip(pen, *self.chip, (self.w - 104 * k) / 2, (self.h - 66 * k) / 2, 104 * k, 66 * k)

    def draw_card(self, pen: Pen, card: Card) -> None:
        """Its picture above or beside the words; below the first line where that needs all of the width."""
        tall = self.h >= 112
        size = 36.0 if tall else min(38.0, self.h - 20)
        plate = size + 12
        least = measure.least(pen.look, self.text, "log")
        if tall:
            self.plate(pen, card, (self.w - plate) / 2, 6, size)
            self.draw_lines(pen, 4, plate + 8, self.w - 8, "centre")
        elif least <= self.w - plate - 16:
            self.plate(pen, card, 6, (self.h - plate) / 2, size)
            self.draw_lines(pen, plate + 12, 2, self.w - plate - 16, "left")
        elif least > self.w - 10 and not self.second:  # a name on two lines says more than a picture
            self.draw_lines(pen, 1, -2, self.w - 2, "centre")
        else:
            small = self.h * 0.4 - 12
            self.plate(pen, card, 6, self.h * 0.55, small)
            self.draw_lines(pen, 6, 2, self.w - 10, "left", small + 18, apart=True)

    def plate(self, pen: Pen, card: Card, x: float, y: float, size: float) -> None:
        art.card(pen, x, y, size + 12, size + 12, card.ink, 8)
        art.sign(pen, card.sign, x + 6 + size / 2, y + 6 + size / 2, size, f"{card.ink}_sign")

    def draw_lines(
        self, pen: Pen, x: float, y: float, w: float, align: str, indent: float = 0.0, apart: bool = False
    ) -> None:
        """The name, and what is said below it; ``apart``: something lies there even where nothing is said."""
        high, low = self.h - y - 2, bool(self.second) or apart
        first = high * 0.54 if low else high
        pen.text(
            self.text, x, y, w, "log", self.ink(), h=first, align=align, valign="middle", lines=1 if low else 2
        )  # fmt: skip
        if self.second:
            dim = "dim" if self.enabled else self.ink()
            told = measure.shortened(pen.look, self.second, w - indent, "small")
            pen.text(
                told, x + indent, y + first, w - indent, "small", dim, h=high - first, align=align,
                valign="middle", lines=1,
            )  # fmt: skip

    def draw_name(self, pen: Pen) -> None:
        """Names may be long and keys flat: smaller than on other buttons, with what is said below it."""
        if len(self.text) < 12 and self.h > 60:
            self.draw_words(pen, 4, self.w - 8)
            return
        if not self.second:
            role = "button" if len(self.text) < 4 else "small"
            pen.text(
                self.text, 3, 2, self.w - 6, role, self.ink(), h=self.h - 4, align="centre", valign="middle", lines=3
            )
            return
        first = self.h * 0.56
        dim = "dim" if self.enabled else self.ink()
        pen.text(self.text, 4, 2, self.w - 8, "log", self.ink(), h=first - 2, align="centre", valign="middle", lines=1)
        pen.text(
            self.second, 4, first, self.w - 8, "small", dim, h=self.h - first - 2, align="centre", valign="middle",
            lines=1,
        )  # fmt: skip


class PanelPart(Laid):
    """``show(Panel)``."""

    tap_kind = "panel"
    rows_shown = True  # False: the pad needs their room

    def title(self) -> str:
        """All of it, or what stands before its dot where rows below it would be too low to be read."""
        panel: Panel = self.value
        if not panel.rows or panel.pad:
            return panel.title
        keys = choice_rows(panel, self.w) * 88 if panel.choices else 0
        room = self.h - title_height(panel, self.w) - keys - 8 * (len(panel.rows) - 1)
        return panel.title if room >= LOWEST_ROW * len(panel.rows) else panel.title.partition(" · ")[0]

    def title_h(self) -> float:
        return title_height(evolve(self.value, title=self.title()), self.w) if self.value else 0.0

    def lay(self) -> None:
        self.clear_widgets()
        panel: Panel | None = self.value
        if panel is None or self.w <= 0:
            return
        bottom = self.lay_choices(panel) if panel.choices else self.box[1] + self.h
        self.rows_shown = True
        if panel.pad:
            top, end = self.box[1] + self.title_h(), bottom - (12 if panel.choices else 0)
            self.rows_shown = end - top - self.rows_h(panel) >= pad_needs(panel.pad, self.w)
            self.lay_pad(panel.pad, top + (self.rows_h(panel) if self.rows_shown else 0), end)
        self.redraw()

    def rows_h(self, panel: Panel) -> float:
        """Height of the rows above a pad, with the gap below them."""
        return sum(self.row_h(r) + 8 for r in panel.rows) + 4 if panel.rows else 0.0

    def row_h(self, row: PanelRow) -> float:
        """Height of a row above a pad."""
        lines = self.lines(row)
        more = look().line("button") + 6 + lines * look().line("small") if lines > 1 else LEAST_ROW
        return CARDS_ROW if row.cards else more

    def lay_pad(self, keys: tuple[Choice, ...], top: float, bottom: float) -> None:
        """Keys in rows as square as they fit."""
        x, _y, w, _h = self.box
        room, gap = bottom - top, 8.0
        pictured = any(k.card for k in keys)
        words = not any(k.chip for k in keys) and (pictured or (len(keys) > 8 and any(len(k.text) > 4 for k in keys)))
        long = not pictured and not any(k.chip for k in keys) and any(len(k.text) * look().text > LONG for k in keys)

        def size(n: int) -> float:
            down = -(-len(keys) // n)
            return float(min((w - gap * (n - 1)) / n * 0.8, (room - gap * (down - 1)) / down))

        def read(n: int) -> bool:
            down = -(-len(keys) // n)
            return named(keys, (w - gap * (n - 1)) / n, min((room - gap * (down - 1)) / down, 120.0))

        columns = 3 if words else max(range(1, len(keys) + 1), key=lambda n: (read(n), size(n)))
        if long and (room - gap * (len(keys) - 1)) / len(keys) >= least_key(keys, min(w, 420.0)):
            columns, words = 1, True
        elif long or (pictured and self.wide_names(keys, (w - 2 * gap) / 3, room)):
            columns, long = 2, True
        down = -(-len(keys) // columns)
        wide = min((w - gap * (columns - 1)) / columns, 420.0 if long else 240.0 if words else 200.0)
        highs = [min((room - gap * (down - 1)) / down, 120.0)] * down
        if long and not pictured:  # rows that say more are higher
            least = [least_key(keys[k : k + columns], wide) for k in range(0, len(keys), columns)]
            spare = (room - gap * (down - 1) - sum(least)) / down
            highs = [min(h + spare, 120.0) for h in least] if spare >= 0 else highs
        for k, choice in enumerate(keys):
            row = k // columns
            at = [x + (k % columns) * (wide + gap), top + sum(highs[:row]) + gap * row, wide, highs[row]]
            key = CardKey(box=at, chosen=choice.chosen)
            key.chip, key.card = choice.chip, choice.card
            key.offer(choice.text, Tap(self.tap_kind, choice.key), choice.second, choice.enabled, choice.why)
            self.add_widget(key)

    @staticmethod
    def wide_names(keys: tuple[Choice, ...], wide: float, room: float) -> bool:
        """Whether a name is too wide for a key of three in a row, and two in a row have the height they need."""
        longest = max(measure.least(look(), k.text, "log") for k in keys)
        return longest > wide - 10 and room >= -(-len(keys) // 2) * (LEAST_PICTURE + 8) - 8

    def lay_choices(self, panel: Panel) -> float:
        """The choices at the foot; returns where they begin."""
        x, y, w, h = self.box
        columns, rows = choice_columns(panel, w), choice_rows(panel, w)
        wide = (w - 12 * (columns - 1)) / columns
        top = y + h - rows * 76 - (rows - 1) * 12
        for k, choice in enumerate(panel.choices):
            kind = ChoiceRow if choice.figure or choice.badge else PushButton
            box = [x + (k % columns) * (wide + 12), top + (k // columns) * 88, wide, 76]
            button = kind(box=box)
            if kind is ChoiceRow:
                button.figure, button.badge = choice.figure, choice.badge
            button.offer(choice.text, Tap(self.tap_kind, choice.key), choice.second, choice.enabled, choice.why)
            self.add_widget(button)
        return float(top)

    def draw(self, pen: Pen) -> None:
        panel: Panel | None = self.value
        if panel is None:
            return
        top = self.title_h()
        pen.text(self.title(), 4, 0, self.w - 4, "log", "dim", h=top or None)
        bottom = min((c.box[1] for c in self.children), default=self.box[1] + self.h + 10) - self.box[1] - 10
        if not panel.rows or not self.rows_shown:
            return
        room = bottom - top - 8 * (len(panel.rows) - 1)
        highs = [self.row_h(r) for r in panel.rows] if panel.pad else self.highs(panel.rows, room)
        for row, tall in zip(panel.rows, highs, strict=True):
            self.row(pen, row, top, tall)
            top += tall + 8

    def highs(self, rows: tuple[PanelRow, ...], room: float) -> list[float]:
        """Heights of rows without a pad below them; those that say much are higher where there is room."""
        each = min(ROW, room / len(rows))
        wished = [max(each, self.row_h(r)) if self.lines(r) > 1 else each for r in rows]
        return wished if sum(wished) <= room + 0.5 else [each] * len(rows)

    def lines(self, row: PanelRow) -> int:
        """Lines that the second words of a row without a picture take, where one of them cannot be read."""
        room = self.w - 22 - (62 if row.badge else 0) - (120 if row.chip else 44 if row.mark else 0)
        if row.cards or not row.second or measure.least(look(), row.second, "log") <= room:
            return 1
        return int(measure.lines(look(), row.second, room, "small"))

    def cards_title(self) -> float:
        """Width of what stands before pictures, alike in all rows."""
        words = [w for r in self.value.rows if r.cards for w in r.title.split()]
        return max([CARDS_TITLE, *(measure.least(look(), w, "small") + 2 for w in words)])

    def bar(self, pen: Pen, shares: tuple[float, float, float], y: float) -> None:
        """A likelihood as a bar: won filled, nobody hatched thin, lost empty."""
        won, nobody, _lost = shares
        wide = self.w - 28
        art.card(pen, 14, y, wide, 8, "ground", 4, edge="line", width=1)
        if won * wide > 2:
            art.card(pen, 14, y, max(8.0, won * wide), 8, "ok", 4)
        if nobody * wide > 2:
            pen.rect(14 + won * wide, y + 2, nobody * wide, 4, "quiet")

    def row(self, pen: Pen, row: PanelRow, y: float, h: float) -> None:
        art.card(pen, 0, y, self.w, h, "raised" if row.active else "surface", 16, edge="text" if row.active else None)
        if row.bar is not None:
            self.bar(pen, row.bar, y + h - 12)
            h -= 12
        x = 14.0
        if row.badge:
            art.badge(pen, row.badge, x + 23, y + h / 2, 46 if h > 60 else min(34, h - 2))
            x += 62
        if row.cards:
            if row.title:
                wide, lines = self.cards_title(), 2 if h - 8 >= 2 * ROLES["small"][1] else 1
                pen.text(row.title, x, y + 4, wide, "small", "dim", h=h - 8, valign="middle", lines=lines)
                x += wide + 12
            room = self.w - x - 10
            wide = room * BESIDE if row.second else room
            cards.row(pen, row.cards, x, y + 6, wide, h - 12)
            pen.text(row.second, x + wide + 12, y, room - wide - 12, "small", h=h, valign="middle", lines=3)
            return
        if row.chip:
            k = min(1.0, (h - (14 if h > 60 else 6)) / 66)
            art.chip(pen, *row.chip, x, y + (h - 66 * k) / 2, 104 * k, 66 * k)
            x += 104 * k + 16
        elif row.mark:
            art.mark(pen, row.mark, x + 14, y + h / 2, 28)
            x += 44
        room = self.w - x - 8
        first, second = pen.look.line("button"), pen.look.line("log") if row.second else 0.0
        if (lines := self.lines(row)) > 1 and h >= first + lines * pen.look.line("small") + 6:
            second = lines * pen.look.line("small")
        wide = measure.wide(pen.look, row.title, "button") + 4
        told = measure.wide(pen.look, row.second, "log") * FLOOR / (24 * pen.look.text) + 6
        beside = bool(row.second) and wide * FLOOR / (28 * pen.look.text) + told < room
        if first + second > h:
            low = 1.12 if beside or row.chip else 1.3
            first, second = (h * 0.55, h * 0.45) if first + second <= h * low else (h, 0.0)
        top = y + (h - first - second) / 2
        if beside and not second and not row.chip:  # a low row: both in one line
            wide = min(wide, room - told)
            pen.text(row.title, x, y, wide, "button", h=h, valign="middle", lines=1)
            side = "left" if row.title.isdigit() else "right"  # a number stands before its word
            at = x + wide + (8 if side == "left" else 0)
            pen.text(row.second, at, y, x + room - at, "log", "dim", h=h, align=side, valign="middle", lines=1)
            return
        if not second and wide > room and h >= 58:
            pen.text(row.title, x, y + 3, room, "button", h=h - 6, valign="middle", lines=2)
            return
        pen.text(row.title, x, top, room, "button", h=first, valign="middle", lines=1)
        if second:
            role, ink = ("log_bold", "text") if row.active or row.strong else ("log", "dim")
            role = role if lines == 1 else "small"
            pen.text(row.second, x, top + first, room, role, ink, h=second, valign="middle", lines=lines)
