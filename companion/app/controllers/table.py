"""The table: its newest view, its sounds, and the taps that every game has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from attrs import evolve

from companion import i18n
from companion.app import setup_views as v
from companion.app.controllers.context import Context, Play
from companion.app.live import closing
from companion.app.live.facts import on_turn
from companion.app.viewmodel import Snack, TableView
from companion.engine.types import Over
from companion.engine.words import N_
from companion.table.desk import Amend, Answer, Dismiss, Overrule, PlayOn, Redo, Undo
from companion.table.snapshot import Snapshot

DEMO = N_("Demo table")


class Overlay(Protocol):
    """Something that asks a question of its own over the table."""

    def over(self, play: Play, view: TableView) -> TableView:
        """The view with its question, or as it was."""

    def answered(self, play: Play, key: str, answer: tuple[Any, ...]) -> bool:
        """Whether the answer ("" for something else) was to its question; then it is dealt with."""


class Table:
    """``overlays``: questions over the table, the one that lies below first."""

    def __init__(self, ctx: Context, overlays: Sequence[Overlay]) -> None:
        self.ctx, self.overlays = ctx, overlays

    # ------------------------------------------------------------ what is shown
    def told(self, play: Play, snapshot: Snapshot) -> None:
        """A new snapshot while the game is on."""
        self.sound(play, snapshot)
        if play.playing:
            if play.sitting.hint:
                play.snack, play.sitting.hint = Snack("hint", "warn", play.sitting.hint), ""
            self.show()

    def sound(self, play: Play, new: Snapshot) -> None:
        old, play.before = play.before, new
        name = heard(old, new) if old is not None else ""
        if name:
            self.ctx.inbox.put(v.Sound(name))

    def view(self, play: Play) -> TableView:
        s = play.sitting
        if s.painter.closer_at != play.at:  # what was to be touched there is past
            s.painter.window = None
        panel = play.pad.panel() if play.pad is not None else None
        view = s.painter.view(
            s.latest, ghosts=s.ghosts(), snack=play.snack, reasons=play.reasons, curtain=play.handover.view(),
            panel=panel, onward=s.latest.refusal is not None and play.finger.onward(),
        )  # fmt: skip
        play.clock.turn(on_turn(s.painter.session) if play.playing else None)
        view = evolve(view, scores=play.clock.beside(view.scores))
        if play.demo is not None:
            view = evolve(view, title=f"{view.title}, {i18n.gettext(DEMO)}")
        if view.curtain is not None:  # a right that nobody has to wait with
            view = evolve(view, by_hand=bool(play.hand.kinds()))
        for overlay in self.overlays:
            view = overlay.over(play, view)
        return play.finger.dress(self.with_way_back(play, view))

    def with_way_back(self, play: Play, view: TableView) -> TableView:
        """Bottom left leads back, and takes back nothing, where a touch has entered nothing yet."""
        if view.refusal is not None and not view.refusal.way_back:
            return evolve(view, back=("where", i18n.gettext(N_("to the table"))))
        if play.sitting.painter.window is None or view.refusal is not None:
            return view
        told = Snack("hint", "ok", i18n.gettext(N_("Touch it once more, exactly where it is.")))
        return evolve(view, back=("whole", i18n.gettext(N_("to the whole board"))), snack=view.snack or told)

    def show(self) -> None:
        with self.ctx.views:
            play = self.ctx.play  # the table may be left meanwhile
            if play is None:
                return
            self.ctx.inbox.put(self.view(play))
            latest = play.sitting.latest
            if isinstance(latest.pending[0], Over):
                self.ctx.inbox.put(closing.end_view(play.sitting, self.ctx.lamps()))
                if play.ended != latest.at:
                    play.ended = latest.at
                    self.ctx.show("end")
            elif play.ended >= 0:  # the end was taken back: the game goes on
                play.ended = -1
                self.ctx.show("table")

    def show_all(self) -> None:
        """Everything that is told of the game, anew: it was opened, or the language is another one."""
        with self.ctx.views:
            play = self.ctx.play
            if play is None:
                return
            play.sitting.painter.speaker.language = None
            self.show()
            self.ctx.inbox.put(play.hand.view())
            self.ctx.inbox.put(closing.history_view(play.sitting, play.jump))
            self.ctx.inbox.put(closing.rule_view(play.session, self.ctx.rule))

    def tell(self, text: str) -> None:
        """A sentence over the table's log."""
        if self.ctx.play is not None:
            self.ctx.play.snack = Snack("fault", "bad", text)
            self.show()

    # ------------------------------------------------------------ taps
    def undo(self, _: Any) -> None:
        self._send(Undo(consent=True))

    def redo(self, _: Any) -> None:
        self._send(Redo())

    def score(self, letter: str) -> None:
        if self.ctx.play is not None:
            self.ctx.play.reasons = ord(letter) - 65
            self.show()

    def close(self, _: Any) -> None:
        if self.ctx.play is not None:
            self.ctx.play.reasons = None
            self.show()

    def choose(self, answer: tuple[Any, ...]) -> None:
        play = self.ctx.play
        if play is None:
            return
        if not self.answered(play, answer):
            play.send(Answer(answer[0], int(answer[1])))

    def answered(self, play: Play, answer: tuple[Any, ...]) -> bool:
        """Whether a question over the table took the answer."""
        found = any(o.answered(play, str(answer[0]), answer) for o in self.overlays)
        if found:
            self.show()
        return found

    def later(self, key: str) -> None:
        self._send(Answer(key, -1))

    def where(self, _: Any) -> None:
        self._send(Dismiss())

    def overrule(self, reason: str) -> None:
        self._send(Overrule(str(reason)))

    def table_right(self, reason: str) -> None:
        """The table is right: the spaces that differ are taken over as they were seen."""
        play = self.ctx.play
        if play is None:
            return
        patch = closing.patch_from_table(play.sitting)
        if patch:
            play.send(Amend(patch, str(reason)))
        else:
            self.tell(i18n.gettext(N_("What lies there cannot be taken over: enter it by hand.")))

    def play_on(self, _: Any) -> None:
        self._send(PlayOn())

    def snack(self, _: Any) -> None:
        if self.ctx.play is not None:
            self.ctx.play.snack = None
            self.show()

    def _send(self, message: Any) -> None:
        if self.ctx.play is not None:
            self.ctx.play.send(message)


def heard(old: Snapshot, new: Snapshot) -> str:
    """The sound that a change of the table makes, "" for none."""
    if new.out_of_step and not old.out_of_step:
        return "out_of_step"
    if old.out_of_step and not new.out_of_step:
        return "solved"
    if new.question is not None and (old.question is None or old.question.key != new.question.key):
        return "question"
    if new.refusal is not None and new.refusal != old.refusal:
        return "refusal"
    if any(d.state == "bad" and d not in old.devices for d in new.devices):
        return "lost"
    return "end" if isinstance(new.pending[0], Over) and not isinstance(old.pending[0], Over) else ""
