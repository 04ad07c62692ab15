"""A game looked at again: forward, back, to a round, on the drawing. Plain values, no kivy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion import i18n
from companion.app.live.table import TablePainter
from companion.app.side_views import ReplayView
from companion.engine.session import Session
from companion.engine.words import N_
from companion.games import game
from companion.table import saved
from companion.table.palettes import palette_at
from companion.table.snapshot import Snapshot, Tally, log_of
from companion.table.speaker import Speaker


class Replay:
    """A copy of a game for reading. ``at``: how many of its chains are shown as played, 0 is the set-up."""

    def __init__(self, session: Session[Any]) -> None:
        self.session = session
        self._chains = session.chains()
        speaker = Speaker(session.game.id, session.config.board, session.people)
        self.painter = TablePainter(session, palette_at(session), speaker)
        self.at = len(self._chains)
        self._rounds = self._begun()

    @classmethod
    def of(cls, folder: Path) -> Replay:
        """A saved game; raises JournalError for a damaged one."""
        return cls(saved.look_at(folder, game))

    @property
    def last(self) -> int:
        return len(self._chains)

    def _begun(self) -> tuple[int, ...]:
        """Where each round begins: positions after whose chain the title's round is another one."""
        found, before = [0], ""
        for at in range(1, self.last + 1):
            self._turn(at)
            now = self.painter.face.round(self.session, self.painter.speaker)
            if now != before and before:
                found.append(at)
            before = now
        self._turn(self.last)
        return tuple(found)

    def _turn(self, at: int) -> None:
        self.at = min(max(0, at), self.last)
        self.session.past = [s for chain in self._chains[: self.at] for s in chain]

    def go(self, where: str) -> None:
        """``first``, ``last``, ``back``, ``on``, ``round_back``, ``round_on``, or a position as a number."""
        before = [r for r in self._rounds if r < self.at]
        after = [r for r in self._rounds if r > self.at]
        target = {
            "first": 0,
            "last": self.last,
            "back": self.at - 1,
            "on": self.at + 1,
            "round_back": before[-1] if before else 0,
            "round_on": after[0] if after else self.last,
        }
        self._turn(target[where] if where in target else int(where))

    def view(self) -> ReplayView:
        painter, speaker = self.painter, self.painter.speaker
        snap = self._snapshot()
        lines = painter.log(snap, 1)
        sentence = lines[0].text + "." if lines else i18n.gettext(N_("The set-up."))
        counted = i18n.gettext(N_("Act {n} of {all}")).format(n=self.at, all=self.last)
        session = self.session
        board = painter.board(snap) if painter.face.stage(session) != "panel" else None
        return ReplayView(
            speaker._(speaker.words.title), painter.face.round(session, speaker), sentence,
            lines[0].badge if lines else None, board, painter.scores(snap), self.at, self.last, counted,
            self._rounds, None if board else painter.face.lies(session, painter),
        )  # fmt: skip

    def _snapshot(self) -> Snapshot:
        s = self.session
        return Snapshot(
            self.at, s.state, tuple(s.people), s.pending(), s.game.score(s.state), log_of(self._chains[: self.at]),
            None, (), None, None, False, (), (), False, False, False, Tally(), (),
        )  # fmt: skip


def secret(session: Session[Any]) -> bool:
    """Whether looking back would show what has gone from view: in a running game with facts that fade."""
    secrets = session.game.secrets
    return secrets is not None and not secrets.recalled and not saved.is_over(session)
