"""A game's own panel: rows in acting order with card chips, and the choice under the hand."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from companion.app.paint import art, cards, measure
from companion.app.paint.pen import Pen
from companion.app.taps import Tap
from companion.app.theme import FLOOR, ROLES
from companion.app.viewmodel import Choice, Panel, PanelRow
from companion.app.widgets.basic import ChoiceRow, PushButton
from companion.app.widgets.cardkey import LEAST, LINE, CardKey, least, short
from companion.app.widgets.pages import TURN_W, Pages
from companion.app.widgets.part import Laid, Part, look

PANELS: dict[str, type[Part]] = {}  # game id -> its own widget with show(Panel); others get PanelPart


def panel_for(game: str) -> Part:
    """The panel widget of a game."""
    return PANELS.get(game, PanelPart)()


MANY = 12  # keys side by side
GAP, MOST = 8.0, 120.0  # between keys, and the height of a key at most
LONG = 24  # letters of a name that wants a line of its own, at the plain size of text
CARDS_TITLE = 128.0  # what stands before pictures
BETWEEN = 14.0  # between two texts in one line: a 6 close to "4 more" would read as "64 more"
BESIDE = 0.42  # of the width for a picture whose meaning stands beside it
ROW, LEAST_ROW, CARDS_ROW = 84.0, 58.0, 88.0  # a row of the panel; beside a pad it may shrink, but for pictures


def least_height(panel: Panel, wide: float) -> float:
    """What a panel needs so that each row says at least what it is, and each key takes a finger."""
    title = title_height(panel, wide)
    line = LEAST_ROW if panel.pad else look().line("button") + 4
    rows = len(panel.rows) * (line + 8) - 8 if panel.rows else 0.0
    pad = -(-len(panel.pad) // 3) * (LEAST + 8) + 4 if panel.pad else 0.0
    keys = choice_rows(panel, wide) * 88 - 2 if panel.choices else 0
    return float(title + rows + pad + keys)


def lowest_height(panel: Panel, wide: float) -> float:
    """The same where all of it is set as small as can still be read, a row in one line."""
    spare = least_height(panel, wide) - least_height(evolve(panel, title="", rows=()), wide)
    lines = measure.least_lines(look(), panel.title.partition(" · ")[0], wide - 4, "log") if panel.title else 0
    title = lines * LINE + 3 if lines else 0.0
    rows = (LOWEST_ROW + 8) * len(panel.rows) - 8 if panel.rows else 0.0
    return least_height(panel, wide) - spare + min(spare, title + rows)


def title_height(panel: Panel, wide: float) -> float:
    """What the words above the rows need."""
    return measure.height(look(), panel.title, wide - 4, "log") + 3 if panel.title else 0.0


Grid = tuple[float, list[float], int]  # width of a key, heights of the rows, keys side by side


def grid_of(keys: tuple[Choice, ...], w: float, room: float) -> Grid | None:
    """Keys in rows, as square as all of them can be read, long names rather below each other; None: no room."""
    pictured, chips = any(k.card for k in keys), any(k.chip for k in keys)
    words = not chips and (pictured or (len(keys) > 8 and any(len(k.text) > 4 for k in keys)))
    long = not pictured and not chips and any(len(k.text) * look().text > LONG for k in keys)
    found: list[tuple[float, Grid]] = []
    for n in range(1, min(len(keys), 3 if words else MANY) + 1):
        down = -(-len(keys) // n)
        wide = min((w - GAP * (n - 1)) / n, 420.0 if words or long else 200.0)
        if wide < LEAST:
            break
        needs = [least(look(), k, wide) for k in keys]
        rows = [max(needs[i : i + n]) for i in range(0, len(keys), n)]
        spare = room - GAP * (down - 1) - sum(rows)
        if not all(needs) or spare < 0:
            continue
        each = min((room - GAP * (down - 1)) / down, MOST)
        highs = [each] * down if each >= max(rows) else [min(h + spare / down, MOST) for h in rows]
        found.append((-float(n) if long else min(wide * 0.8, *highs), (wide, highs, n)))
    return max(found, key=lambda f: f[0])[1] if found else None


def choice_columns(panel: Panel, wide: float) -> int:
    n = len(panel.choices)
    return 1 if wide < 260 or (n > 2 and not panel.rows and not panel.pad) else min(n, 3)


def choice_rows(panel: Panel, wide: float) -> int:
    """Rows of keys at the foot."""
    return -(-len(panel.choices) // choice_columns(panel, wide)) if panel.choices else 0


LOWEST_ROW, TWO_LINES = 26.0, 54.0  # a row so low has its words in one line, or two, that can just be read


def below(highs: list[float]) -> float:
    """What rows so high take above a pad, with the gap below them."""
    return sum(h + 8 for h in highs) + 4 if highs else 0.0


class PanelPart(Laid):
    """``show(Panel)``."""

    tap_kind = "panel"

    def __init__(self, **kwargs: Any) -> None:
        self.title = ("", 0.0)  # what stands above the rows, and its height
        self.rows_high = list[float]()  # heights of the rows above a pad; none where it needs their room
        self.pages, self.names = Pages(), tuple[str, ...]()  # of keys for which there is no room at once
        super().__init__(**kwargs)

    def titles(self, panel: Panel) -> tuple[tuple[str, float], ...]:
        """What may stand above the rows, and how high, the largest first; what follows the dot of a title may go."""
        short = panel.title.partition(" · ")[0]
        lines = measure.least_lines(look(), short, self.w - 4, "log")
        low = lines * LINE + 3 if lines else title_height(evolve(panel, title=short), self.w)
        found = tuple((t, title_height(evolve(panel, title=t), self.w)) for t in (panel.title, short))
        return (*found, (short, low if short else 0.0))

    def fill(self) -> None:
        panel: Panel | None = self.value
        if panel is None:
            return
        bottom = self.lay_choices(panel) if panel.choices else self.box[1] + self.h
        top = self.box[1]
        if panel.pad:
            end = bottom - (12 if panel.choices else 0)
            wished, low = ([high(r) for r in panel.rows] for high in (self.row_h, self.least_row))
            ways = [(t, rows) for rows in (wished, low, []) for t in self.titles(panel)]
            fits = (w for w in ways if grid_of(panel.pad, self.w, end - top - w[0][1] - below(w[1])) is not None)
            self.title, self.rows_high = next(fits, ways[-1])
            self.lay_pad(panel.pad, top + self.title[1] + below(self.rows_high), end)
        else:
            least = sum(self.least_row(r) + 8 for r in panel.rows) + 2
            lowest = (LOWEST_ROW + 8) * len(panel.rows) + 2
            room = [(t, bottom - top - t[1]) for t in self.titles(panel)]
            roomy = [t for t, high in room if high >= least] + [t for t, high in room[::-1] if high >= lowest]
            self.title = next(iter(roomy), room[-1][0])
        self.redraw()

    def row_h(self, row: PanelRow) -> float:
        """Height of a row above a pad."""
        lines = self.lines(row)
        more = look().line("button") + 6 + lines * look().line("small") if lines > 1 else LEAST_ROW
        return max(CARDS_ROW, self.beside_h(row)) if row.cards else more

    def beside_h(self, row: PanelRow) -> float:
        """Height of the words beside pictures."""
        room = (self.w - 24 - (62 if row.badge else 0) - (self.cards_title() + 12 if row.title else 0)) * (1 - BESIDE)
        return measure.height(look(), row.second, room - 12, "small") + 14 if row.second else 0.0

    def least_row(self, row: PanelRow) -> float:
        """Height in which all that a row says can be read."""
        lines = self.lines(row)
        if row.cards or row.chip or row.badge:
            return self.row_h(row)
        return LOWEST_ROW + 4 + self.least_lines(row) * LINE if lines > 1 else TWO_LINES if row.second else LOWEST_ROW

    def lay_pad(self, keys: tuple[Choice, ...], top: float, bottom: float) -> None:
        """Keys in a grid; page by page where not all of them could be read and touched."""
        x, _y, w, _h = self.box
        parts = [self.key(choice) for choice in keys]
        words = [k for k in keys if not k.chip and not k.card]
        for part in parts:
            part.bold = all(short(k.text, k.second) for k in words)  # one of them alone would look as if it meant more
        grid = grid_of(keys, w, bottom - top)
        if grid is None:
            self.turned(keys, parts, [x, top, w, bottom - top])
            return
        wide, highs, columns = grid
        for k, part in enumerate(parts):
            row = k // columns
            part.box = [x + (k % columns) * (wide + GAP), top + sum(highs[:row]) + GAP * row, wide, highs[row]]
            self.add_widget(part)

    def key(self, choice: Choice) -> CardKey:
        key = CardKey(chosen=choice.chosen)
        key.chip, key.card = choice.chip, choice.card
        key.offer(choice.text, Tap(self.tap_kind, choice.key), choice.second, choice.enabled, choice.why)
        return key

    def turned(self, keys: tuple[Choice, ...], parts: list[CardKey], box: list[float]) -> None:
        """The page of keys that was open, while they are the same keys."""
        names = tuple(k.key for k in keys)
        if names != self.names:
            self.pages, self.names = Pages(), names
        wide = box[2] - TURN_W - 12
        ways = []
        for n in (3, 2, 1):
            own = (wide - 12 * (n - 1)) / n
            needs = [least(look(), k, own) for k in keys]
            if all(needs) or n == 1:
                high = max(max(needs), LEAST)
                ways.append((-(-len(keys) // (n * max(1, int((box[3] + GAP) // (high + GAP))))), high, n))
        _count, high, columns = min(ways)
        down = max(1, int((box[3] + GAP) // (high + GAP)))
        self.pages.box = box
        self.pages.rows(list(parts), min((box[3] - GAP * (down - 1)) / down, MOST), GAP, columns)
        self.add_widget(self.pages)

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
        title, top = self.title
        pen.text(title, 4, 0, self.w - 4, "log", "dim", h=top or None)
        bottom = min((c.box[1] for c in self.children), default=self.box[1] + self.h + 10) - self.box[1] - 10
        room = bottom - top - 8 * (len(panel.rows) - 1)
        highs = self.rows_high if panel.pad else self.highs(panel.rows, room)
        for row, tall in zip(panel.rows, highs, strict=bool(highs)):
            self.row(pen, row, top, tall)
            top += tall + 8

    def highs(self, rows: tuple[PanelRow, ...], room: float) -> list[float]:
        """Heights of rows without a pad below them; those that say much are higher where there is room."""
        each = min(ROW, room / max(1, len(rows)))
        wished = [max(each, self.beside_h(r) if r.cards else self.row_h(r) if self.lines(r) > 1 else 0.0) for r in rows]
        if sum(wished) <= room + 0.5:
            return wished
        low = [self.least_row(r) for r in rows]
        spare = (room - sum(low)) / len(rows)
        return [h + spare for h in low] if spare >= 0 else [each] * len(rows)

    def second_room(self, row: PanelRow) -> float:
        """Width for the second words of a row without a picture."""
        return self.w - 22 - (62 if row.badge else 0) - (120 if row.chip else 44 if row.mark else 0)

    def lines(self, row: PanelRow) -> int:
        """Lines that the second words of a row without a picture take, where one of them cannot be read."""
        room, role = self.second_room(row), "log_bold" if row.active or row.strong else "log"
        if row.cards or not row.second or measure.least(look(), row.second, role) <= room:
            return 1
        return int(measure.lines(look(), row.second, room, "small"))

    def least_lines(self, row: PanelRow) -> int:
        """The same in the smallest type."""
        return measure.least_lines(look(), row.second, self.second_room(row), "small") or self.lines(row)

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
        several = (lines := self.lines(row)) > 1
        if several and h >= first + lines * pen.look.line("small") + 6:
            second = lines * pen.look.line("small")
        elif several and h >= self.least_row(row) - 0.5:
            lines = self.least_lines(row)
            full = lines * pen.look.line("small")
            second = max(lines * LINE, full * h / (first + full))
            first = h - second - 2
        wide = measure.wide(pen.look, row.title, "button") + 4
        told = measure.wide(pen.look, row.second, "log") * FLOOR / (24 * pen.look.text) + BETWEEN
        beside = bool(row.second) and wide * FLOOR / (28 * pen.look.text) + told < room
        if first + second > h:
            low = 1.12 if beside or row.chip else 1.3
            plain = wide + told * 24 * pen.look.text / FLOOR
            crowded = plain * h > room * (first + second)  # one line would be smaller than two
            both = first + second <= h * low or (h >= TWO_LINES and (bool(row.chip) or not beside or crowded))
            first, second = (h * 0.55, h * 0.45) if both and second else (h, 0.0)
        top = y + (h - first - second) / 2
        if beside and not second and not row.chip:  # a low row: both in one line
            wide, inset = min(wide, room - told), min(4.0, max(0.0, (h - LOWEST_ROW) / 2))
            y, h = y + inset, h - 2 * inset
            pen.text(row.title, x, y, wide, "button", h=h, valign="middle", lines=1)
            side = "left" if row.title.isdigit() else "right"  # a number stands before its word
            at = x + wide + BETWEEN - 4
            pen.text(row.second, at, y, x + room - at, "log", "dim", h=h, align=side, valign="middle", lines=1)
            return
        if not second and wide > room and h >= 58:
            pen.text(row.title, x, y + 3, room, "button", h=h - 6, valign="middle", lines=2)
            return
        pen.text(row.title, x, top, room, "button", h=first, valign="middle", lines=1)
        if second:
            role, ink = ("log_bold", "text") if row.active or row.strong else ("log", "dim")
            role = "small" if several else role
            pen.text(row.second, x, top + first, room, role, ink, h=second, valign="middle", lines=lines)
