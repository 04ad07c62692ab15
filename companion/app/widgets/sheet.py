"""Sheets over the stage: a question with drawn candidates, choices or a number; the reasons of a score."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from kivy.animation import Animation
from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.properties import NumericProperty

from companion.app.drawing import widened
from companion.app.paint import art, measure
from companion.app.paint.board import paint_board
from companion.app.paint.pen import Pen
from companion.app.paint.stamps import canvas
from companion.app.taps import Tap
from companion.app.theme import SCRIM_ALPHA, SHEET_S
from companion.app.viewmodel import BoardView, Candidate, Question, Reasons
from companion.app.widgets.basic import ChoiceRow, PushButton, Tile, Words, button_width
from companion.app.widgets.keys import TextLine
from companion.app.widgets.pages import TURN_W, Pages
from companion.app.widgets.part import Part, Target, look, post
from companion.app.widgets.stepper import Stepper
from companion.i18n import _

WHEN_W, POINTS_W = 130.0, 100.0  # columns beside a reason
BESIDE = (0.42, 0.3, 0.0)  # shares of a card's width that a drawing beside its words may have
FACTS = 3  # lines of a candidate's fact: two acts at once are long in large letters


class CandidateCard(Target):
    """``show(Candidate)``: drawing, name, one fact."""

    question = ""

    def __init__(self, **kwargs: Any) -> None:
        self._drawn: tuple[Any, ...] = ()
        self._picture: Any = None
        super().__init__(**kwargs)

    def draw(self, pen: Pen) -> None:
        c: Candidate = self.value
        art.card(pen, 0, 0, self.w, self.h, "pressed" if self.pressed else "raised")
        name, fact = pen.look.line("name"), pen.look.line("fact")
        names = min(2, measure.lines(pen.look, c.title, self.w - 40, "name"))
        facts = min(FACTS, measure.lines(pen.look, c.fact, self.w - 40, "fact"))
        words = names * name + facts * fact + 18
        y = 14.0
        board = c.board
        if board is not None and self.h < words + 130:
            self.beside(pen, c, board)
            return
        if board is not None:
            high = min(236.0 + max(0.0, self.h - 358), self.h - words - 26)
            self.board(pen, board, self.w - 28, high)
            y = 14 + high + 12
        else:
            y = max(14.0, (self.h - words) / 2)
        pen.text(c.title, 20, y, self.w - 40, "name", h=names * name, lines=2)
        pen.text(
            c.fact,
            20,
            y + names * name,
            self.w - 40,
            "fact",
            "dim",
            h=min(facts * fact, self.h - y - names * name - 6),
            lines=FACTS,
        )

    def beside(self, pen: Pen, c: Candidate, board: BoardView) -> None:
        """Little height: the drawing left of the words, the narrower the more room they need to be read."""
        high, titles, facts = self.h - 28, (c.title, "name"), (c.fact, "fact")
        for share in BESIDE:
            wide = self.w * share
            x, w = (wide + 30, self.w - wide - 44) if wide else (20, self.w - 40)
            title, fact = (measure.least_height(pen.look, text, w, role) for text, role in (titles, facts))
            if title + fact <= high:
                break
        if wide:
            self.board(pen, board, wide, high)
        upper = title + (high - title - fact) * 0.6 if title + fact <= high else high * 0.6
        pen.text(c.title, x, 14, w, "name", h=upper, lines=2)
        pen.text(c.fact, x, 14 + upper, w, "fact", "dim", h=high - upper, lines=FACTS)

    def board(self, pen: Pen, board: BoardView, w: float, high: float) -> None:
        """The drawing at the top left, nothing of its part of the board cut off."""
        if board.window is not None:
            board = evolve(board, window=widened(board.window, board.drawing.size_mm, w / high))
        size = (max(1, round(w * pen.scale)), max(1, round(high * pen.scale)))
        key = (board, size, pen.look)
        if key != self._drawn:
            self._picture = canvas(size, pen.scale, pen.look, lambda p: paint_board(p, board, w, high, below="raised"))
            self._drawn = key
        pen.image(self._picture.texture, 14, 14, w, high)

    def touched(self, touch: Any) -> None:
        post(Tap("choose", (self.question, self.value.key)))


class Sheet(Part):
    """Scrim and card; covers prompt, stage and scores, never the top or bottom row."""

    rise = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            PushMatrix()
            self._shift = Translate(0, 0, 0)
        self.canvas.before.remove(self._ink)
        self.canvas.before.add(self._ink)
        with self.canvas.after:
            PopMatrix()

    def on_rise(self, *_: Any) -> None:
        self._shift.y = self.rise

    def open(self) -> None:
        """Come up in 180 ms, or at once when motion is off."""
        if look().motion:
            self.opacity, self.rise = 0, -24 * look().u
            Animation(opacity=1, rise=0, duration=SHEET_S, t="out_quad").start(self)

    @staticmethod
    def room() -> tuple[float, float, float, float]:
        """x, y, w, h of the card in design units."""
        now = look()
        wide = min(1080.0, now.dw - 40)
        return (now.dw - wide) / 2, 84, wide, now.dh - 190

    def draw(self, pen: Pen) -> None:
        pen.rect(0, 0, self.w, self.h, "scrim", SCRIM_ALPHA)
        x, y, w, h = self.room()
        ox, oy = self.box[0], self.box[1]
        art.card(pen, x - ox, y - oy, w, h, "surface", 24, edge="line", width=2)

    def on_touch_down(self, touch: Any) -> bool:
        return bool(super().on_touch_down(touch) or self.collide_point(*touch.pos))


def over_stage() -> list[float]:
    """The box between top and bottom row, over the full width."""
    now = look()
    return [0, 60, now.dw, now.dh - 60 - 96]


class QuestionSheet(Sheet):
    """``show(Question)``."""

    def __init__(self, **kwargs: Any) -> None:
        self.count: Stepper | None = None
        self.line: TextLine | None = None
        super().__init__(**kwargs)

    def show(self, value: Question) -> None:
        if value == self.value:
            return
        super().show(value)
        self.clear_widgets()
        x, y, w, h = self.room()
        head = self.head(value, x, y, w)
        foot = self.foot(value, x, y, w, h)
        top, bottom = y + head + 12, y + h - foot
        if value.candidates:
            self.candidates(value, x + 36, top, w - 72, bottom - top)
        elif value.choices:
            self.choices(value, x + 36, top, w - 72, bottom - top)
        elif value.number:
            self.number(value, x + 36, top, w - 72, bottom - top)

    def head(self, q: Question, x: float, y: float, w: float) -> float:
        now = look()
        left = 128 if q.badge else 36
        title = measure.lines(now, q.title, w - left - 36, "turn") * now.line("turn")
        self.add_widget(Words(box=[x + left, y + 24, w - left - 36, title], text=q.title, role="turn"))
        tall = 24 + title
        if q.why:
            why = measure.height(now, q.why, w - left - 36, "fact")
            self.add_widget(Words(box=[x + left, y + tall, w - left - 36, why], text=q.why, role="fact", colour="dim"))
            tall += why
        return max(tall, 108)

    def foot(self, q: Question, x: float, y: float, w: float, h: float) -> float:
        """The buttons below; returns how much room they take."""
        buttons = []
        if q.other:
            buttons.append((_("Something else"), Tap("other", q.key)))
        if q.later:
            buttons.append((_("Ask later"), Tap("later", q.key)))
        left, top = x + 36, y + h - 24 - 76
        if q.text:
            self.line = TextLine(box=[left, top, w - 72, 76])
            self.line.hint = q.hint or _("In your own words")
            self.add_widget(self.line)
            top -= 88
        for text, tap in buttons:
            wide = max(340.0, button_width(text)) if q.candidates else button_width(text, low=260)
            button = PushButton(box=[left, top, wide, 76])
            button.offer(text, tap)
            self.add_widget(button)
            left += wide + 16
        room = x + w - 36 - left
        if q.hint and not q.text and room > 160:
            self.add_widget(
                Words(box=[left + 8, top, room - 8, 76], text=q.hint, role="log", colour="dim", valign="middle")
            )
        if not buttons:
            return y + h - top + (16 if q.text else -60)
        return y + h - top + 20

    def candidates(self, q: Question, x: float, y: float, w: float, h: float) -> None:
        n = len(q.candidates)
        if not any(c.board for c in q.candidates):
            h = min(h, 220.0 * (n if look().tall else 1))
        across, down = (1, n) if look().tall else (n, 1)
        wide, h = (w - 16 * (across - 1)) / across, (h - 16 * (down - 1)) / down
        for k, candidate in enumerate(q.candidates):
            card = CandidateCard(box=[x + k % across * (wide + 16), y + k // across * (h + 16), wide, h])
            card.question = q.key
            card.show(candidate)
            self.add_widget(card)

    def choices(self, q: Question, x: float, y: float, w: float, h: float) -> None:
        tiles = all(c.figure is not None and c.figure.form in ("die", "sign", "disc") for c in q.choices)
        n = len(q.choices)
        words = look().line("button") + look().line("small") + 8
        below = look().tall and n and (h + 12) / n - 12 >= words  # an upright window has the height for one column
        columns = min(n, 6) if tiles else 2 if (n > 3 or q.text) and not below else 1
        rows = -(-n // columns)
        high = min(260.0 if tiles else max(92.0, words), (h - 12 * (rows - 1)) / rows)
        wide = (w - 12 * (columns - 1)) / columns
        for k, choice in enumerate(q.choices):
            part = (Tile if tiles else ChoiceRow)(
                box=[x + (k % columns) * (wide + 12), y + (k // columns) * (high + 12), wide, high]
            )
            part.figure = choice.figure
            if not tiles:
                part.badge = choice.badge
            part.offer(choice.text, self.answer(q, choice.key), choice.second)
            self.add_widget(part)

    def answer(self, q: Question, key: str) -> Any:
        if not q.text:
            return Tap("choose", (q.key, key))
        return lambda: post(Tap("choose", (q.key, key, self.line.text if self.line else "")))

    def number(self, q: Question, x: float, y: float, w: float, h: float) -> None:
        assert q.number is not None
        low = h < 190  # no room for two rows: number and button side by side
        self.count = Stepper(box=[x, y + 8, 316 if low else w, 76 if low else 164])
        self.count.limits(q.number.low, q.number.high, q.number.value)
        self.add_widget(self.count)
        enter = PushButton(box=[x + 340, y + 8, w - 340, 76] if low else [x, y + h - 84, 460, 84], primary=True)
        unit = q.number.unit

        def label(n: int) -> None:
            enter.offer(f"{n} {unit}".strip(), Tap("number", (q.key, n)))

        self.count.changed = label
        label(q.number.value)
        self.add_widget(enter)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        q: Question = self.value
        x, y, _w, _h = self.room()
        if q.badge:
            art.badge(pen, q.badge, x + 72 - self.box[0], y + 66 - self.box[1], 72)


class ReasonsSheet(Sheet):
    """``show(Reasons)``: each point with its reason."""

    def show(self, value: Reasons) -> None:
        if value == self.value:
            return
        super().show(value)
        self.clear_widgets()
        x, y, w, h = self.room()
        self.add_widget(Words(box=[x + 128, y + 28, w - 164, 72], text=value.title, role="turn", valign="middle"))
        pages = Pages(box=[x + 36, y + 120, w - 72, h - 120 - 112])
        room = w - 72 - TURN_W - 12 - WHEN_W - POINTS_W
        two = [measure.lines(look(), line[1], room, "fact") > 1 for line in value.lines]
        pages.rows([ReasonLine(line) for line in value.lines], [(48 + 32 * t) * look().text for t in two])
        self.add_widget(pages)
        close = PushButton(box=[x + 36, y + h - 100, button_width(_("Back to the table"), low=300), 76])
        close.offer(_("Back to the table"), Tap("close"))
        self.add_widget(close)

    def draw(self, pen: Pen) -> None:
        super().draw(pen)
        x, y, _w, _h = self.room()
        art.badge(pen, self.value.badge, x + 72 - self.box[0], y + 64 - self.box[1], 72)


class ReasonLine(Part):
    """Round, reason, points."""

    def __init__(self, value: tuple[str, str, str]) -> None:
        super().__init__()
        self.value = value

    def draw(self, pen: Pen) -> None:
        round_, reason, points = self.value
        pen.text(round_, 0, 0, WHEN_W - 10, "fact", "dim", h=self.h, valign="middle", lines=1)
        left, right = (WHEN_W, POINTS_W) if round_ or points else (0.0, 0.0)  # that nothing was scored has no columns
        pen.text(reason, left, 0, self.w - left - right, "fact", h=self.h, valign="middle", lines=2)
        x, w = self.w - POINTS_W, POINTS_W - 6
        pen.text(points, x, 0, w, "fact_bold", h=self.h, align="right", valign="middle", lines=1)
        pen.rect(0, self.h - 1, self.w, 1, "line")
