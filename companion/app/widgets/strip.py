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
        return self.needs(strip, wide, self.key(strip, wide))

    def needs(self, strip: Strip, wide: float, key: float) -> float:
        """With keys so high."""
        foot = max(1, len(self.feet(strip.foot))) * (FOOT + GAP)  # kept free: what ends a step lies nowhere else
        rows = self.rows(strip.keys, wide, self.dense(strip, wide))
        return self.head(strip) + len(rows) * (key + GAP) + foot - GAP

    def key(self, strip: Strip, wide: float) -> float:
        """Height of a key: many rows leave room for names and scores above them."""
        return KEY if self.needs(strip, wide, KEY) <= FULL else LOW_KEY

    def dense(self, strip: Strip, wide: float) -> bool:
        """Whether low keys alone do not leave that room: more of them stand side by side."""
        rows = len(self.rows(strip.keys, wide)) * (LOW_KEY + GAP)
        return self.head(strip) + rows + max(1, len(self.feet(strip.foot))) * (FOOT + GAP) - GAP > FULL

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
        longest = max(TARGET, *(measure.least(look(), k.text, "button") + 2 * PAD for k in keys))
        most = PER_WIDE_ROW if wide > WIDE else PER_FULL_ROW if dense else PER_ROW
        return min(most, int((wide + GAP) / (longest + GAP)))

    def rows(self, keys: tuple[Choice, ...], wide: float, dense: bool = False) -> list[list[Choice]]:
        """Keys row by row: many short ones side by side, in rows of one length, two long ones."""
        rows: list[list[Choice]] = []
        for short, group in groupby(keys, key=self.short):
            alike = list(group)
            per = -(-len(alike) // -(-len(alike) // self.most(alike, wide, dense))) if short else 2
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
        top, many, rows = y + self.head(strip), 0, self.rows(strip.keys, w, self.dense(strip, w))
        high = self.key(strip, w)
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
