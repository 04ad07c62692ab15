"""The desk's ways back: taking back, redoing, overruling, setting by hand, correcting."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from attrs import evolve

from companion.engine.session import Session
from companion.engine.types import Input, Ruling
from companion.table.candidates import search
from companion.table.dice import DiceDesk
from companion.table.messages import Amend, Correct, Overrule, Redo, Undo
from companion.table.reconcile import Margins
from companion.table.sight import Sight
from companion.table.snapshot import OTHER_READING, Question, Tally


class Mending(ABC):
    """What the desk keeps for its ways back, and the messages that lead there."""

    session: Session[Any]
    margins: Margins
    _dice: DiceDesk
    _sight: Sight | None
    _question: Question | None
    _refusal: tuple[Ruling, Input | None] | None
    _out: bool
    _hold: bool
    _tally: Tally
    _asked: int

    @abstractmethod
    def _judge_again(self) -> None:
        """Judge the last look once more."""

    def _on_undo(self, message: Undo) -> None:
        self._take_back(message.keep, message.consent)

    def _take_back(self, keep: int | None, consent: bool) -> None:
        chains = self.session.chains()
        kept = len(chains) - 1 if keep is None else keep
        gone = chains[kept:] if 0 <= kept < len(chains) else []
        result = self.session.retract(keep, consent=consent)
        if isinstance(result, Ruling):
            self._refusal = (result, None)
            return
        self._refusal, self._question, self._out = None, None, False
        self._dice.forget()
        misread = [c for c in gone if c[0].source == "camera"]
        self._tally = evolve(self._tally, corrected=self._tally.corrected + len(misread))
        self._hold = self._sight is not None
        if misread and len(gone) == 1:
            self._offer_readings(tuple(s.act for s in gone[0] if s.act))

    def _offer_readings(self, taken: tuple[Input, ...]) -> None:
        """If the pieces were right and the reading was not: the other readings of the same table."""
        if self._sight is None:
            return
        lead = self._sight.spaces("lead")
        found = search(self.session.game, self.session.state, self._sight, lead, self.margins.depth, 0.0)
        others = [c.acts for c in found if c.acts != taken and c.misfit <= 3 * self.margins.fits]
        if others:
            self._asked += 1
            self._question = Question(f"q{self._asked}", OTHER_READING, taken[0].seat, tuple(others[:3]))

    def _on_redo(self, _: Redo) -> None:
        result = self.session.redo()
        if isinstance(result, Ruling):
            self._refusal = (result, None)
        else:
            self._judge_again()

    def _on_overrule(self, message: Overrule) -> None:
        act = message.act or (self._refusal[1] if self._refusal else None)
        if act is None:
            return
        result = self.session.overrule(act, message.reason, consent=True)
        self._after_force(result, act)

    def _on_amend(self, message: Amend) -> None:
        self._after_force(self.session.amend(message.patch, message.reason, consent=True), None)

    def _on_correct(self, m: Correct) -> None:
        result = self.session.correct(m.chain, m.acts, m.reason, consent=m.consent, cut=m.cut)
        if not isinstance(result, Ruling):
            self._tally = evolve(self._tally, corrected=self._tally.corrected + 1)
        self._after_force(result, m.acts[0] if m.acts else None)

    def _after_force(self, result: Any, act: Input | None) -> None:
        if isinstance(result, Ruling):
            self._refusal = (result, act)
            return
        self._refusal, self._question, self._out, self._hold = None, None, False, False
        self._dice.acted()
        self._judge_again()
