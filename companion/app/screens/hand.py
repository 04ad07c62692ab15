"""By hand: choose what happened, then fill in its fields; spaces are tapped on the drawing. Serves every game."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, NumericProperty

from companion.app.screens.base import Screen, load_kv
from companion.app.side_views import HandView
from companion.app.taps import Tap
from companion.app.viewmodel import Prompt
from companion.app.widgets import pages as _pages  # noqa: F401 - names for kv
from companion.app.widgets.basic import ChoiceRow
from companion.app.widgets.board import BoardPart
from companion.app.widgets.fields import FieldPart
from companion.app.widgets.part import look
from companion.app.widgets.prompt import prompt_height
from companion.i18n import _


class HandBoard(BoardPart):
    """The drawing; a tapped space goes to the first field that wants it."""

    def picked(self, space: str) -> None:
        self.tapped(space)

    def tapped(self, space: str) -> None:
        for field in self.parent.parts:
            if isinstance(field, FieldPart) and field.board_tapped(space):
                return


load_kv(__file__)


class HandScreen(Screen):
    """``show(HandView)``."""

    prompt_h = NumericProperty(140)
    board_box = ListProperty([0, 0, 0, 0])
    fields_box = ListProperty([0, 0, 0, 0])
    ready = BooleanProperty(False)

    def dressed(self) -> None:
        self.parts: list[FieldPart | ChoiceRow] = []

    def sentence(self, view: HandView) -> Prompt:
        if view.ruling:
            return Prompt(view.ruling, view.badge, "refusal")
        return Prompt(view.preview or _("What happened at the table?"), view.badge)

    def render(self) -> None:
        view: HandView = self.value
        self.ids.title.show((view.title, _("by hand")))
        told = self.sentence(view)
        self.prompt_h = prompt_height(look(), told, self.dw - 40)
        self.ids.prompt.show(told)
        y = 64 + self.prompt_h + 12
        if view.board is not None and view.chosen:
            self.board_box, self.fields_box = self.split(y)
        else:
            self.board_box = [0, 0, 0, 0]
            self.fields_box = [20, y, self.dw - 40, self.dh - self.foot - y]
        self.ids.board.show(view.board)
        room = self.fields_box[2]
        if view.chosen:
            self.fields(view, room)
        else:
            self.kinds(view, room)
        self.ids.back.offer(
            _("Back"), Tap("hand_kind", "") if view.chosen and len(view.kinds) > 1 else Tap("back"),
            _("to the list") if view.chosen and len(view.kinds) > 1 else _("to the table"),
        )  # fmt: skip
        self.ready = view.ready
        open_, what, why = self.lacks(view)
        self.ids.enter.offer(
            view.enter or open_, Tap("hand_enter") if view.ready else None, what, enabled=view.ready, why=why
        )

    def lacks(self, view: HandView) -> tuple[str, str, str]:
        """Why it cannot be entered yet: two lines of the key, and the sentence where it is touched all the same."""
        if view.ready:
            return "", "", ""
        if not view.chosen:
            return _("First choose what happened"), "", _("First choose what happened")
        if view.ruling:
            return _("It cannot be entered like this"), "", view.ruling
        if not view.fields:
            return _("Something is still missing"), "", _("That cannot be done now.")
        what = view.fields[-1].label  # each field is asked once those before it are filled in
        return _("Something is still missing"), what, _("“{what}” is still open: fill it in first.").format(what=what)

    def kinds(self, view: HandView, room: float) -> None:
        """The list of what can be entered."""
        self.parts = []
        for kind in view.kinds:
            row = ChoiceRow()
            row.figure, row.badge = kind.figure, kind.badge
            row.offer(kind.text, Tap("hand_kind", kind.key), kind.second)
            self.parts.append(row)
        self.ids.fields.rows(self.parts, 92, 12)

    def fields(self, view: HandView, room: float) -> None:
        """The fields of the chosen kind, with the values that the backend keeps."""
        drawn = {s.id for s in view.board.drawing.shapes} if view.board is not None else set()
        high = self.fields_box[3]
        parts = [FieldPart(f, view.values.get(f.id), any(o.key in drawn for o in f.options)) for f in view.fields]
        if sum(f.height_for(room) for f in parts) + 16 * (len(parts) - 1) > high:
            room -= 88
        self.parts = [part for f in parts for part in f.parted(room, high)]
        heights = [f.height_for(room) for f in self.parts]
        self.ids.fields.rows(self.parts, heights, 16)
