"""The start: go on with a game, or choose game and board. Bottom left stays empty: only undo or back lies there."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.app.paint import art, measure
from companion.app.paint.board import paint_board
from companion.app.paint.pen import Pen
from companion.app.paint.stamps import canvas, stamp
from companion.app.screens.base import Screen, load_kv
from companion.app.setup_views import GameCard, Plan, SavedGame, StartView
from companion.app.taps import Tap
from companion.app.theme import FLOOR, ROLES
from companion.app.viewmodel import BoardView
from companion.app.widgets.basic import PushButton, button_width
from companion.app.widgets.gameart import paint
from companion.app.widgets.part import Laid, Target, look, post
from companion.i18n import _

BESIDE = 196.0  # where words begin right of a drawing


class ResumeCard(Laid):
    """``show(SavedGame | None)``: drawing where there is room, whose turn, scores, one button."""

    def __init__(self, **kwargs: Any) -> None:
        self._drawn: Any = None
        self._picture: Any = None
        super().__init__(**kwargs)

    def fill(self) -> None:
        saved: SavedGame | None = self.value
        if saved is None:
            return
        x, y, w, _h = self.box
        wide = button_width(_("Play on"), low=236)
        button = PushButton(box=[x + w - wide - 20, y + 26, wide, 76])
        button.offer(_("Play on"), Tap("continue", saved.id))
        self.add_widget(button)

    def draw(self, pen: Pen) -> None:
        saved: SavedGame | None = self.value
        if saved is None:
            return
        art.card(pen, 0, 0, self.w, self.h, "surface")
        x, end = 24.0, self.w - (self.children[0].w + 40 if self.children else 20)
        if saved.board is not None and measure.least(pen.look, saved.title, "title") <= end - BESIDE:
            self.board(pen, saved.board)
            x = BESIDE
        title = min(48.0, pen.look.line("title"))
        top = 14.0 if pen.look.text == 1 else 6.0
        pen.text(saved.title, x, top, end - x, "title", h=max(title, 50), valign="middle", lines=1)
        y, high = self.h - 62.0, 46.0
        step = max(104.0, 60 + measure.wide(pen.look, "000", "step"))
        scores = step * len(saved.scores)  # every player is there; the sentence has what room is left
        for told in (saved.state, saved.brief):
            whole = measure.wide(pen.look, told, "fact")
            state = min(whole, max(0.0, end - x - scores - 20))
            if told and state >= whole * FLOOR / (ROLES["fact"][0] * pen.look.text):
                pen.text(told, x, y, state + 4, "fact", "dim", h=high, valign="middle", lines=1)
                x += state + 20
                break
        step = min(step, (end - x) / max(1, len(saved.scores)))
        for badge, total in saved.scores:
            art.badge(pen, badge, x + 17, y + high / 2, 34)
            pen.text(total, x + 42, y, step - 46, "step", h=high, valign="middle", lines=1)
            x += step

    def board(self, pen: Pen, board: BoardView) -> None:
        size = (max(1, round(152 * pen.scale)), max(1, round(108 * pen.scale)))
        key = (board, size, pen.look)
        if key != self._drawn:
            self._picture = canvas(
                size, pen.scale, pen.look, lambda p: paint_board(p, board, 152, 108, below="surface")
            )  # fmt: skip
            self._drawn = key
        pen.image(self._picture.texture, 21, 10, 152, 108)


class GameTile(Target):
    """``show((GameCard, chosen))``."""

    @property
    def chosen(self) -> bool:
        """Whether a touch would choose what is chosen already."""
        return bool(self.value and self.value[1])

    def draw(self, pen: Pen) -> None:
        card: GameCard = self.value[0]
        chosen = self.chosen
        fill = "pressed" if self.pressed else "raised" if chosen else "surface"
        art.card(pen, 0, 0, self.w, self.h, fill, edge="text" if chosen else None)
        first, second = pen.look.line("button"), pen.look.line("small")
        words = first + second + 14
        room = self.h - words - 12
        k = max(0.3, min(1.6, room / 136, (self.w - 20) / 190))
        tex = stamp(("game", card.id), 200 * k, 136 * k, pen.look, lambda p: paint(_scaled(p, k), card.id), pen.scale)
        top = 6 + max(0.0, (room - 136 * k) / 2)
        pen.image(tex, (self.w - 200 * k) / 2, top, 200 * k, 136 * k)
        y = self.h - words - 2
        pen.text(card.title, 8, y, self.w - 16, "button", h=first, align="centre", valign="middle", lines=1)
        pen.text(card.players, 8, y + first, self.w - 16, "small", "dim", h=second, align="centre", lines=1)

    def touched(self, touch: Any) -> None:
        post(Tap("game", self.value[0].id))


def _scaled(pen: Pen, k: float) -> Pen:
    return Pen(pen.group, pen.left, pen.top, pen.scale * k, pen.look)


class PlanTile(Target):
    """``show((Plan, chosen))``: which board lies on the table, with honest minutes."""

    @property
    def chosen(self) -> bool:
        """Whether a touch would choose what is chosen already."""
        return bool(self.value[1])

    def draw(self, pen: Pen) -> None:
        plan: Plan = self.value[0]
        chosen = self.chosen
        fill = "pressed" if self.pressed else "raised" if chosen else "surface"
        art.card(pen, 0, 0, self.w, self.h, fill, edge="text" if chosen else None)
        art.mark(pen, "chosen" if chosen else "later", 40, self.h / 2, 34)
        first, second = pen.look.line("step"), pen.look.line("log")
        k = min(1.0, (self.h - 8) / (first + second))
        top = (self.h - (first + second) * k) / 2
        pen.text(plan.title, 76, top, self.w - 90, "step", h=first * k, valign="middle", lines=1)
        pen.text(plan.second, 76, top + first * k, self.w - 90, "log", "dim", h=second * k, valign="middle", lines=1)

    def touched(self, touch: Any) -> None:
        post(Tap("plan", self.value[0].id))


load_kv(__file__)


class StartScreen(Screen):
    """``show(StartView)``."""

    two_rows = True

    resuming = BooleanProperty(False)
    games_y = NumericProperty(290)
    plans_y = NumericProperty(580)
    ask_h = NumericProperty(56)
    plan_h = NumericProperty(40)
    ask_game = StringProperty("")
    ask_plan = StringProperty("")

    def dressed(self) -> None:
        self.games: list[GameTile] = []
        self.plans: list[PlanTile] = []
        self.ask_game = _("What are you playing today?")
        self.ask_plan = _("Which board lies on the table?")
        self.ids.demo.offer(_("Demo table"), None)
        self.ids.workshop.offer(_("Workshop"), Tap("go", "workshop"))

    def render(self) -> None:
        view: StartView = self.value
        self.head(view.greeting, "", view.lamps)
        self.resuming = view.resume is not None
        self.ids.resume.show(view.resume)
        self.ids.demo.offer(_("Demo table"), Tap("demo", view.game))
        card = next((g for g in view.games if g.id == view.game), view.games[0])
        self.ids.begin.offer(card.begin, Tap("begin", (view.game, view.plan)), enabled=card.ready)
        self.arrange(view)

    def arrange(self, view: StartView) -> None:
        now = look()
        self.ask_h = min(56 * now.text, 82)
        self.plan_h = min(40 * now.text, 52)
        plan = 112.0 if now.text == 1 else 120.0
        down = len(view.plans) if self.tall else 1
        self.plans_y = self.dh - self.foot - 4 - plan * down - 12 * (down - 1)
        top = 222 + self.low if self.resuming else 72 + self.low
        self.games_y = top + self.ask_h + 12
        high = self.plans_y - 12 - self.plan_h - 8 - self.games_y
        self.row(self.games, GameTile, [(g, g.id == view.game) for g in view.games], self.games_y, high, 3)
        plans = [(p, p.id == view.plan) for p in view.plans]
        self.row(self.plans, PlanTile, plans, self.plans_y, plan * down + 12 * (down - 1), 1)

    def row(self, parts: list[Any], kind: type, values: list[Any], y: float, h: float, most: int) -> None:
        """Tiles side by side over the whole width; ``most`` of them in a row where the window stands upright."""
        if len(parts) != len(values):
            for part in parts:
                self.remove_widget(part)
            parts[:] = [kind() for _value in values]
            for part in parts:
                self.add_widget(part)
        columns = max(1, min(most, len(values)) if self.tall else len(values))
        down = -(-len(values) // columns)
        wide = (self.dw - 40 - 16 * (columns - 1)) / columns
        wide, high = wide if self.tall else min(440.0, wide), (h - 12 * (down - 1)) / max(1, down)
        for k, (part, value) in enumerate(zip(parts, values, strict=True)):
            part.show(value)
            part.box = [20 + k % columns * (wide + 16), y + k // columns * (high + 12), wide, high]
