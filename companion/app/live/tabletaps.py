"""What fingers say at the table, and what the desk says back: the backend's part while a game is played."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion import i18n
from companion.app import setup_views as v
from companion.app.backend import Inbox
from companion.app.live import closing
from companion.app.live.curtain import HandOver
from companion.app.live.facts import Pad
from companion.app.live.hand import HandEntry
from companion.app.live.sitting import Sitting
from companion.app.live.wayback import closeup
from companion.app.viewmodel import Lamp, Snack, TableView
from companion.engine.types import Over, Roll
from companion.engine.words import N_
from companion.table.desk import Amend, Answer, Dismiss, Overrule, Redo, Tapped, Undo
from companion.table.snapshot import Snapshot


class TableTaps(ABC):
    """Taps on the table, by hand, in the history and at the end. ``LiveBackend`` adds everything before a game."""

    home: Path
    game: str
    inbox: Inbox
    sitting: Sitting | None
    hand: HandEntry | None
    handover: HandOver | None
    pad: Pad | None
    reasons: int | None
    snack: Snack | None
    _playing: bool
    _sure: bool = False  # the space that is touched was chosen under the loupe
    _end_shown: int
    _jump: int | None
    _rule: str
    _before: Snapshot | None
    _following: int | None  # where the game stood when a throw was tapped in
    _quick: bool = False  # the act was begun on the drawing, and is entered with its last field
    _views: threading.RLock

    @abstractmethod
    def on_go(self, place: str) -> None:
        """Open a place."""

    @abstractmethod
    def lamps_now(self) -> tuple[Lamp, ...]:
        """The lamps of the sitting, or of the start screen."""

    @abstractmethod
    def _tell(self, text: str) -> None:
        """A sentence that belongs to no place of its own."""

    @abstractmethod
    def _recut(self, data: Mapping[str, Any]) -> None:
        """Go on from here with other box data."""

    @abstractmethod
    def _guide(self) -> None:
        """Show the set-up guide anew."""

    # ------------------------------------------------------------ the table
    def _told(self, snapshot: Snapshot) -> None:
        """A new snapshot, on the desk's thread."""
        with self._views:
            if self.sitting is None:
                return
            self._sound(snapshot)
            self._before = snapshot
            if self._playing:
                if self.sitting.hint:
                    self.snack, self.sitting.hint = Snack("hint", "warn", self.sitting.hint), ""
                self.show_table()
                self._follow(snapshot)
            else:
                self._guide()

    def _sound(self, new: Snapshot) -> None:
        old = self._before
        if old is None:
            return
        name = ""
        if new.out_of_step and not old.out_of_step:
            name = "out_of_step"
        elif old.out_of_step and not new.out_of_step:
            name = "solved"
        elif new.question is not None and (old.question is None or old.question.key != new.question.key):
            name = "question"
        elif new.refusal is not None and new.refusal != old.refusal:
            name = "refusal"
        elif any(d.state == "bad" and d not in old.devices for d in new.devices):
            name = "lost"
        elif isinstance(new.pending[0], Over) and not isinstance(old.pending[0], Over):
            name = "end"
        if name:
            self.inbox.put(v.Sound(name))

    def table_view(self, s: Sitting) -> TableView:
        curtain = self.handover.view() if self.handover is not None else None
        panel = self.pad.panel() if self.pad is not None else None
        return s.painter.view(
            s.latest, ghosts=s.ghosts(), snack=self.snack, reasons=self.reasons, curtain=curtain, panel=panel
        )

    def show_table(self) -> None:
        with self._views:
            sitting = self.sitting  # the table may be left meanwhile
            if sitting is None:
                return
            self.inbox.put(self.table_view(sitting))
            at = sitting.latest.at
            if isinstance(sitting.latest.pending[0], Over):
                self.inbox.put(closing.end_view(sitting, self.lamps_now()))
                if self._end_shown != at:
                    self._end_shown = at
                    self.inbox.put(v.Show("end"))

    def _show_all(self) -> None:
        assert self.sitting is not None
        s = self.sitting
        s.painter.speaker.language = None
        self.show_table()
        if self.hand is not None:
            self.inbox.put(self.hand.view())
        self.inbox.put(closing.history_view(s, self._jump))
        self.inbox.put(closing.rule_view(s.session, self._rule))

    def _send(self, message: Any) -> None:
        self.snack = self.reasons = None
        if self.sitting is not None:
            self.sitting.post(message)

    def on_undo(self, _: Any) -> None:
        self._send(Undo(consent=True))

    def on_redo(self, _: Any) -> None:
        self._send(Redo())

    def on_picked(self, space: str) -> None:
        """A space chosen under the loupe: no closer look is needed."""
        self._sure = True
        try:
            self.on_space(space)
        finally:
            self._sure = False

    def on_space(self, space: str) -> None:
        """A space tapped on the drawing: begin entering an act there."""
        if self.hand is None or self.sitting is None:
            return
        painter = self.sitting.painter
        if painter.face.at(painter.session, space):
            self._touch_space(space)
            return
        if painter.window is not None:
            painter.window = None
            self.show_table()
            return
        for kind in self.hand.kinds():
            self.hand.choose_kind(kind.key)
            for f in self.hand.fields():
                if f.kind == "space" and any(o.key == space for o in f.options):
                    self.hand.set(f.id, space)
                    self._quick = kind.key in painter.face.quick
                    self.inbox.put(self.hand.view())
                    self.inbox.put(v.Show("hand"))
                    return
        self.hand.choose_kind("")
        told = self.sitting.painter.face.place(self.sitting.session, self.sitting.painter.speaker, space)
        if told:
            self._tell(told)

    def _touch_space(self, space: str) -> None:
        """Enter what touching it means; where a finger could mean a neighbour as well, look closer first."""
        assert self.sitting is not None
        painter = self.sitting.painter
        closer = closeup(painter.drawing, space, painter.face.targets(painter.session))
        if painter.window is None and closer is not None and not self._sure:
            painter.window = closer
            self.show_table()
            return
        painter.window, painter.side = None, ""
        self._send(Tapped(painter.face.at(painter.session, space), self.sitting.latest.at))

    def on_score(self, letter: str) -> None:
        self.reasons = ord(letter) - 65
        self.show_table()

    def on_close(self, _: Any) -> None:
        self.reasons = None
        self.show_table()

    def on_choose(self, answer: tuple[Any, ...]) -> None:
        self._send(Answer(answer[0], int(answer[1])))

    def on_other(self, key: str) -> None:
        self._send(Answer(key, -1))
        self.on_go("hand")
        self.inbox.put(v.Show("hand"))

    def on_later(self, key: str) -> None:
        self._send(Answer(key, -1))

    def on_where(self, _: Any) -> None:
        self._send(Dismiss())

    def on_overrule(self, reason: str) -> None:
        self._send(Overrule(str(reason)))

    def on_table_right(self, reason: str) -> None:
        """The table is right: the spaces that differ are taken over as they were seen."""
        if self.sitting is None:
            return
        patch = closing.patch_from_table(self.sitting)
        if patch:
            self._send(Amend(patch, str(reason)))
        else:
            self._tell(i18n.gettext(N_("What lies there cannot be taken over: enter it by hand.")))

    def on_play_on(self, _: Any) -> None:
        self._send(Dismiss())
        if self.sitting is not None:
            self.sitting.desk.play_on()
            self.show_table()

    def on_snack(self, _: Any) -> None:
        self.snack = None
        self.show_table()

    def on_rule(self, rule: str) -> None:
        self._rule = rule
        session = self.sitting.session if self.sitting is not None else None
        self.inbox.put(closing.rule_view(session, rule, self.game))

    def on_jump_ask(self, line: int) -> None:
        self._jump = line
        if self.sitting is not None:
            self.inbox.put(closing.history_view(self.sitting, line))

    def on_jump(self, line: int) -> None:
        if self.sitting is None:
            return
        chains = self.sitting.session.chains()
        keep = next((i + 1 for i, c in enumerate(chains) if c[0].line == line), None)
        self._jump = None
        if keep is not None and keep < len(chains):
            self._send(Undo(keep, consent=True))

    def on_share(self, _: Any) -> None:
        if self.sitting is not None:
            path = closing.export(self.sitting, self.home / "results")
            self._tell(i18n.gettext(N_("Saved as {file}.")).format(file=path.name))

    def on_replay(self, _: Any) -> None:
        self.inbox.put(v.Show("history"))

    # ------------------------------------------------------------ the curtain, and panels of the game
    def on_reveal(self, _: Any) -> None:
        """The curtain is held: what lies behind it is sent now, and not before."""
        if self.handover is not None:
            self.handover.open = True
            self.show_table()

    def on_cover(self, _: Any) -> None:
        if self.handover is not None:
            self.handover.open = False
            self.show_table()

    def on_panel(self, key: str) -> None:
        if self.handover is None or self.sitting is None:
            return
        if self.handover.seat() is not None:
            acts = self.handover.touch(key)
            if acts:
                self._send(Tapped(acts, self.sitting.latest.at))
            self.show_table()
            return
        painter = self.sitting.painter
        if key.startswith("side:"):
            painter.side = key.partition(":")[2]
            self.show_table()
            return
        chosen = self.pad.touch(key) if self.pad is not None else painter.face.acts(painter.session, key)
        if chosen:
            painter.side, painter.window = "", None
            self._send(Tapped(chosen, self.sitting.latest.at))
        data = None if self.pad is None else self.pad.corrected()
        if data is not None:
            self._recut(data)
        self.show_table()

    # ------------------------------------------------------------ by hand
    def on_hand_kind(self, kind: str) -> None:
        self._quick = False
        if self.hand is not None:
            self.hand.choose_kind(kind)
            self.inbox.put(self.hand.view())

    def on_hand_value(self, value: tuple[str, Any]) -> None:
        if self.hand is not None:
            self.hand.set(*value)
            self.inbox.put(self.hand.view())
            if (self.hand.thrown or (self._quick and self.hand.act() is not None)) and self.sitting is not None:
                self._quick = False
                self._following = self.sitting.latest.at
                self.on_hand_enter(None)

    def _follow(self, snapshot: Snapshot) -> None:
        """After a throw on the pad: the next one at once, or back to the table."""
        if self._following is None or (snapshot.at == self._following and snapshot.refusal is None):
            return
        if self.hand is not None and isinstance(snapshot.pending[0], Roll) and snapshot.refusal is None:
            self.hand.choose_kind("rolled")
            self.inbox.put(self.hand.view())
        else:
            self.inbox.put(v.Show("table"))
        self._following = None

    def on_hand_enter(self, _: Any) -> None:
        if self.hand is None or self.sitting is None:
            return
        act = self.hand.act()
        if act is not None:
            self._send(Tapped((act,), self.sitting.latest.at))
            self.hand.choose_kind("")
