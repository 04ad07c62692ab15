"""How a game is played, card by card, each with its picture; what a card says of the board, beside the table's own."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from kivy.properties import NumericProperty

from companion.app.paint import art
from companion.app.paint.pen import Pen
from companion.app.paint.stamps import stamp
from companion.app.screens.base import Screen, load_kv
from companion.app.side_views import LessonView
from companion.app.taps import Tap
from companion.app.viewmodel import BoardView, SpaceView, TableView
from companion.app.widgets import board as _board  # noqa: F401 - names for kv
from companion.app.widgets.gameart import paint_strokes
from companion.app.widgets.part import Part
from companion.i18n import _


class GamePicture(Part):
    """``show(strokes)``: a picture in a box of 200 x 136, as large as it goes; () for none."""

    def draw(self, pen: Pen) -> None:
        if not self.value:
            return
        art.card(pen, 0, 0, self.w, self.h, "surface")
        k = min(self.w / 200, self.h / 136) * 0.9
        small = lambda p: paint_strokes(Pen(p.group, p.left, p.top, p.scale * k, p.look), self.value)  # noqa: E731
        tex = stamp(("lesson", str(self.value)), 200 * k, 136 * k, pen.look, small, pen.scale)
        pen.image(tex, (self.w - 200 * k) / 2, (self.h - 136 * k) / 2, 200 * k, 136 * k)


load_kv(__file__)


class HowtoScreen(Screen):
    """``show(LessonView)``."""

    wants_shell = True
    stage_w = NumericProperty(680)
    stage_h = NumericProperty(624)
    side_x = NumericProperty(716)
    side_y = NumericProperty(72)

    def __init__(self, shell: Any, **kwargs: Any) -> None:
        self.shell = shell
        super().__init__(**kwargs)

    def dressed(self) -> None:
        (_x, _y, self.stage_w, self.stage_h), (self.side_x, self.side_y, _w, _h) = self.split(72)

    def show(self, value: LessonView) -> None:
        super().show(value)
        table: TableView | None = self.shell.views.get(TableView) if value.live and value.lit else None
        board = table.board if table is not None else None
        self.ids.board.show(lit(board, value.lit) if board is not None else None)
        self.ids.picture.show(() if board is not None else value.picture)

    def render(self) -> None:
        view: LessonView = self.value
        self.ids.title.show((view.title, _("How to play")))
        self.ids.number.text = _("Card {n} of {all}").format(n=view.at + 1, all=view.last + 1)
        self.ids.name.text, self.ids.text.text = view.name, view.text
        first, last = _("This is the first card."), _("This is the last card.")
        self.ids.before.offer(_("Card before"), Tap("lesson", view.at - 1), enabled=view.at > 0, why=first)
        self.ids.next.offer(_("Next card"), Tap("lesson", view.at + 1), enabled=view.at < view.last, why=last)


def lit(board: BoardView, kind: str) -> BoardView:
    """The drawing with the spaces of a kind lit, and nothing that could be touched."""
    of = {s.id: s for s in board.spaces}
    spaces = (
        evolve(of.get(x.id, SpaceView(x.id)), lit=bool(kind) and x.kind == kind, target=None)
        for x in board.drawing.shapes
    )
    return evolve(board, spaces=tuple(s for s in spaces if s != SpaceView(s.id)), zooms=False)
