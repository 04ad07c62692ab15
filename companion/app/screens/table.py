"""The table: one frame for all games, with the question sheet and the reasons of a score over it."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty

from companion.app.screens.base import Screen, load_kv
from companion.app.taps import Tap
from companion.app.viewmodel import TableView
from companion.app.widgets import board as _board  # noqa: F401 - names for kv
from companion.app.widgets import log as _log  # noqa: F401
from companion.app.widgets import rulecard as _rulecard  # noqa: F401
from companion.app.widgets import scores as _scores  # noqa: F401
from companion.app.widgets import strip as _strip  # noqa: F401
from companion.app.widgets.basic import button_width
from companion.app.widgets.panel import least_height, lowest_height, panel_for
from companion.app.widgets.part import look, post
from companion.app.widgets.prompt import PromptPart, prompt_height
from companion.app.widgets.sheet import QuestionSheet, ReasonsSheet, over_stage
from companion.i18n import _

load_kv(__file__)
Box = list[float]
NONE: Box = [0, 0, 0, 0]
ROW = 48.0  # a row of the scores below a panel
LEAST = 34.0  # the lowest row of scores that can be read
NAMED = 170.0  # a row so wide has room for a name


class TableScreen(Screen):
    """``show(TableView)``."""

    two_rows = True
    prompt_h = NumericProperty(140)
    hand_w = NumericProperty(152)
    refusing = BooleanProperty(False)
    redoing = BooleanProperty(False)  # something was taken back that can be done again
    log_x = NumericProperty(308)
    log_w = NumericProperty(600)
    board_box = ListProperty(NONE)
    side_box = ListProperty(NONE)
    strip_box = ListProperty(NONE)
    where_box = ListProperty(NONE)
    whole_box = ListProperty(NONE)
    anyway_box = ListProperty(NONE)

    def dressed(self) -> None:
        self.panel: Any = None
        self.sheet: Any = None
        self.hand_w = button_width(_("By hand"), pad=24)
        self.ids.hand.offer(_("By hand"), Tap("go", "hand"))
        self.ids.turn.offer("", turned)

    def render(self) -> None:
        view: TableView = self.value
        self.head(view.title, view.round, view.lamps)
        self.refusing = view.refusal is not None
        self.redoing = view.redo is not None and not self.refusing
        self.log_x = 20 if self.tall else 396 if self.redoing else 308
        self.log_w = self.dw - 40 if self.tall else self.dw - 216 - self.hand_w - self.log_x
        self.ids.redo.offer("", Tap("redo"))
        self.prompt_h = prompt_height(look(), view.prompt, self.dw - 40)
        self.ids.prompt.show(view.prompt)
        self.arrange(view)
        if not self.refusing:
            self.ids.scores.show(view.scores)
        self.ids.rule.show(view.refusal)
        if view.back is not None:
            self.ids.undo.offer(_("Back"), Tap(view.back[0]), view.back[1])
        else:
            self.ids.undo.offer(
                _("Undo"), Tap("undo") if view.undo is not None else None, view.undo or "", view.undo is not None
            )
        self.ids.log.show(view.log)
        self.ids.snack.show(view.snack)
        self.ids.hand.opacity = 1 if view.by_hand else 0
        if view.refusal:
            self.refused(view)
        else:
            self.where_box = self.whole_box = self.anyway_box = NONE
        self.over(view)

    # -- places

    def arrange(self, view: TableView) -> None:
        """Board, panel and scores: width left over goes half to the stage, half to the scores, height to the stage."""
        top = 64 + self.low + self.prompt_h + 12
        whole, side = self.split(top, self.share(view, self.dh - self.foot - top) if self.tall else 0.5)
        side = self.lay_strip(view, side)
        board, panel, self.side_box = self.stage(view, whole, side)
        if self.side_box[3] < LEAST:
            self.side_box = NONE  # better no scores than such as nobody can read
        self.board_box = board
        self.ids.board.show(view.board)
        if view.panel is None or panel is None:
            if self.panel is not None:
                self.remove_widget(self.panel)
                self.panel = None
            return
        if self.panel is None:
            self.panel = panel_for(view.game)
            self.add_widget(self.panel, index=len(self.children))
        self.panel.box = panel
        self.panel.show(view.panel)

    def share(self, view: TableView, high: float) -> float:
        """How much of the height the stage takes where the scores lie below it: what its drawing fills, if there is
        room for keys, panel and scores."""
        strip = view.strip if view.strip is not None and not self.refusing else None
        wide = self.dw - 40
        need = self.ids.strip.height_for(strip, wide) + 12 if strip is not None else 0.0
        if view.stage == "plan" and view.panel is not None and not self.refusing:
            need += least_height(view.panel, wide) + 12
        fills = high * 0.6
        if view.board is not None and view.stage in ("board", "plan"):
            w, h = view.board.drawing.size_mm
            fills = wide * h / w
        stage = min(fills, high * 0.6) if self.refusing else 0.0
        for low in scores_heights(len(view.scores)) if not stage else ():
            stage = min(fills, high - 16 - need - low)
            if stage >= high * 0.45:
                break
        return max(0.25, stage / (high - 16))

    def lay_strip(self, view: TableView, side: Box) -> Box:
        """The keys at the lower end of the side; returns what is left of it above them."""
        x, top, wide, high = side
        strip = view.strip if view.strip is not None and not self.refusing else None
        need = self.ids.strip.height_for(strip, wide) if strip is not None else 0.0
        self.strip_box = [x, top + high - need, wide, need] if need else NONE
        self.ids.strip.show(strip)
        return [x, top, wide, high - need - 12] if need else side

    def stage(self, view: TableView, whole: Box, side: Box) -> tuple[Box, Box | None, Box]:
        """Boxes of board, panel and scores for each kind of stage."""
        x, top, wide, high = whole
        if view.stage == "panel" or view.board is None:
            return NONE, whole, side
        if view.stage == "board" or view.panel is None:
            return whole, None, side
        if view.stage == "plan":
            if self.refusing:
                return whole, None, side  # why not matters more than what else could be done
            for least, low in self.above_scores(view, side):
                room = side[3] - low - 12
                if least <= room:
                    return whole, [side[0], side[1], side[2], room], [side[0], side[1] + side[3] - low, side[2], low]
            if view.board.zooms or not (view.panel.pad or view.panel.choices):
                return whole, None, side  # rows alone say less than a board that can be read
        board = min(high, wide - 200) if view.stage == "square" else 292 + (wide - 680) / 2
        if view.stage == "plan":
            low = least_height(view.panel, wide)
            w, h = view.board.drawing.size_mm
            if min(wide, (high - low - 12) * w / h) > board:  # larger above the panel than beside it
                return [x, top, wide, high - low - 12], [x, top + high - low, wide, low], side
        return [x, top, board, high], [x + board + 14, top, wide - board - 14, high], side

    def above_scores(self, view: TableView, side: Box) -> list[tuple[float, float]]:
        """What a panel above the scores may need, and what is left for them then: the roomiest first."""
        assert view.panel is not None
        n, wide = len(view.scores), side[2]
        least, lowest = least_height(view.panel, wide), lowest_height(view.panel, wide)
        if self.tall:
            roomy, tight = scores_heights(n)
            return [(least, max(tight, min(roomy, side[3] - 12 - least)))]
        rows = [-(-n // 2)] if view.strip is not None else [max(n, 4), -(-n // 2)]
        rows += [1] if n * NAMED <= wide else []  # all of them side by side
        needs = (least, lowest) if view.board is not None and not view.board.zooms else (least,)
        return [(need, k * (ROW + 8) - 8) for need in needs for k in rows]

    # -- refusal

    def refused(self, view: TableView) -> None:
        """The way out of a refusal, in the place of the log."""
        r = view.refusal
        assert r is not None
        x, end, y = 308.0, self.dw - 200, self.mid_y
        if self.tall:
            x, end = 20.0, self.dw - 20
        words = [(r.where, ""), (_("Full rule"), ""), (_("It stands anyway") if r.overrule else "", _("with a reason"))]
        wides = [button_width(a, b, pad=40) if a else 0.0 for a, b in words]
        shown = sum(1 for w in wides if w)
        spare = (end - x - sum(wides) - 16 * (shown - 1)) / max(1, shown)
        boxes = []
        for w in wides:
            boxes.append([x, y, w + spare, 76] if w else NONE)
            x += w + spare + 16 if w else 0
        self.where_box, self.whole_box, self.anyway_box = boxes
        self.ids.where.offer(r.where, Tap("where"))
        self.ids.whole.offer(_("Full rule"), Tap("rule", r.rule))
        self.ids.anyway.offer(_("It stands anyway"), Tap("ask_reason", "overrule"), _("with a reason"))

    # -- sheets

    def over(self, view: TableView) -> None:
        """The sheet that the view asks for: a question before reasons."""
        value = view.question or view.reasons
        kind = QuestionSheet if view.question else ReasonsSheet
        if value is None or (self.sheet is not None and not isinstance(self.sheet, kind)):
            if self.sheet is not None:
                self.remove_widget(self.sheet)
            self.sheet = None
        if value is None:
            return
        if self.sheet is None:
            self.sheet = kind(box=over_stage())
            self.sheet.show(value)
            self.add_widget(self.sheet)
            self.sheet.open()
        else:
            self.sheet.show(value)


def scores_heights(n: int) -> tuple[float, float]:
    """What the scores of n players like to have below a stage, in two columns, and the least they can do with."""
    return 88.0 * -(-n // 2), (ROW + 8) * -(-n // 4)


def turned() -> None:
    """Half a turn of the screen, for whoever sits opposite; it stays so."""
    post(Tap("setting", ("turned", "180" if look().turned == 0 else "0")))


__all__ = ["PromptPart", "TableScreen"]
