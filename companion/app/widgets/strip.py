"""The keys under the scores: what can be done now, a number or a face in one touch, and what ends a step below them."""

from __future__ import annotations

from itertools import groupby

from companion.app.paint import art, measure
from companion.app.paint.pen import Pen
from companion.app.taps import Tap
from companion.app.theme import TARGET
from companion.app.viewmodel import Choice, Figure, Strip
from companion.app.widgets.basic import PushButton
from companion.app.widgets.fields import DieButton
from companion.app.widgets.part import Laid, look
from companion.table.dice import BATCH

KEY, FOOT, GAP, DIE = 60.0, 76.0, 8.0, 34.0
LOW_KEY, FULL = 48.0, 360.0  # a strip that would be higher than that has lower keys
ENTER = "enter:"  # keys of acts that no panel has
PER_ROW, PER_WIDE_ROW, PER_FULL_ROW = 8, 12, 10  # short keys side by side; in a strip that would be too high
WIDE = 700.0
PAD = 10.0  # beside the words of a key


class StripPart(Laid):
    """``show(Strip)``; ``height_for`` says how much room it takes."""

    def height_for(self, strip: Strip, wide: float) -> float:
        high, rows = self.layout(strip, wide)
        return self.needs(strip, rows, high)

    def needs(self, strip: Strip, rows: list[list[Choice]], high: float) -> float:
        """With these rows of keys so high."""
        foot = max(1, len(self.feet(strip.foot))) * (FOOT + GAP)  # kept free: what ends a step lies nowhere else
        return self.head(strip) + len(rows) * (high + GAP) + foot - GAP

    def layout(self, strip: Strip, wide: float) -> tuple[float, list[list[Choice]]]:
        """Height of a key and the keys row by row: many rows leave room for names and scores above them.

        First keys are lower, then long ones share a row though they can hardly be read, then more stand side by side.
        """
        for alone, dense in ((True, False), (False, False), (False, True)):
            for high in (KEY, LOW_KEY):
                rows = self.rows(strip.keys, wide, dense, high if alone else 0.0)
                if self.needs(strip, rows, high) <= FULL:
                    return high, rows
        return high, rows

    @staticmethod
    def head(strip: Strip) -> float:
        """Height of the title and of the dice beside it."""
        n = max(len(strip.dice), min(strip.owed, BATCH))
        dice = (DIE + GAP) * -(-n // 12) if strip.dice or strip.owed > 1 else 0.0
        return (look().line("log") + 4 if strip.title else 0.0) + dice

    @staticmethod
    def short(key: Choice) -> bool:
        return key.text.rstrip("…").isdigit() or key.figure is not None

    @staticmethod
    def most(keys: list[Choice], wide: float, dense: bool = False) -> int:
        """Short keys side by side in this width, each of which can be read and hit."""
        longest = max([TARGET, *(measure.least(look(), k.text, "button") + 2 * PAD for k in keys if k.figure is None)])
        most = PER_WIDE_ROW if wide > WIDE else PER_FULL_ROW if dense else PER_ROW
        return min(most, int((wide + GAP) / (longest + GAP)))

    @staticmethod
    def long(key: Choice, wide: float, high: float) -> bool:
        """Whether its words cannot be read in a key so wide and high."""
        wide -= 2 * PAD
        if measure.least(look(), key.text, "button") <= wide:
            return False
        return high < KEY or not 0 < measure.least_lines(look(), key.text, wide, "button") < 3

    def rows(self, keys: tuple[Choice, ...], wide: float, dense: bool, high: float) -> list[list[Choice]]:
        """Keys row by row: many short ones side by side, in rows of one length, two others; where they are ``high``,
        one that cannot be read so has a row of its own."""
        rows: list[list[Choice]] = []
        half = (wide - GAP) / 2
        kind = lambda k: "short" if self.short(k) else "long" if high and self.long(k, half, high) else ""  # noqa: E731
        for which, group in groupby(keys, key=kind):
            alike = list(group)
            per = 1 if which else 2
            if which == "short":
                per = -(-len(alike) // -(-len(alike) // self.most(alike, wide, dense)))
            rows += [alike[i : i + per] for i in range(0, len(alike), per)]
        return rows

    @staticmethod
    def feet(foot: tuple[Choice, ...]) -> list[list[Choice]]:
        """Rows of three at most; the last row is always full width at the same place."""
        per = 3 if len(foot) in (3, 5, 6) else 2
        return [list(foot[i : i + per]) for i in range(0, len(foot), per)]

    def fill(self) -> None:
        strip: Strip | None = self.value
        x, y, w, h = self.box
        if strip is None or h <= 0:
            return
        bottom = y + h
        for row in reversed(self.feet(strip.foot)):
            self._row(strip, row, x, bottom - FOOT, w, FOOT, len(row))
            bottom -= FOOT + GAP
        top, many, (high, rows) = y + self.head(strip), 0, self.layout(strip, w)
        for row in rows:
            least = 4 if self.short(row[0]) and row[0].figure is None else 1
            many = max(len(row), least, many if least > 1 else 0)  # of short keys the first row is the longest
            self._row(strip, row, x, top, w, high, many)
            top += high + GAP

    def _row(self, strip: Strip, row: list[Choice], x: float, y: float, w: float, h: float, many: int) -> None:
        wide = (w - GAP * (many - 1)) / many
        for k, key in enumerate(row):
            kind = DieButton if key.figure is not None else PushButton
            part = kind(box=[x + k * (wide + GAP), y, wide, h], chosen=key.chosen)
            if key.figure is not None:
                part.figure = key.figure
            own = key.key.startswith(ENTER)
            part.offer(key.text, Tap("key" if own else strip.tap, key.key), key.second, key.enabled, key.why)
            self.add_widget(part)

    def draw(self, pen: Pen) -> None:
        strip: Strip | None = self.value
        if strip is None or self.h <= 0:
            return
        line = pen.look.line("log")
        top = 0.0
        if strip.title:
            pen.text(strip.title, 4, 0, self.w - 4, "log", "dim", h=line, lines=1)
            top = line + 4
        total = max(len(strip.dice), min(strip.owed, BATCH))
        if not strip.dice and strip.owed <= 1:
            return
        for i in range(total):
            at = (4 + (DIE + GAP) * (i % 12), top + (DIE + GAP) * (i // 12))
            if i < len(strip.dice):
                art.figure(pen, Figure("die", strip.dice[i]), *at, DIE)
            else:
                art.card(pen, *at, DIE, DIE, "ground", 8, edge="text" if i == len(strip.dice) else "line", width=2)
