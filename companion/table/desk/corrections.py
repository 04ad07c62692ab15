"""The desk's ways back: taking back, redoing, overruling, setting by hand, correcting."""

from __future__ import annotations

from typing import Any

from companion.engine.types import Input, Ruling
from companion.table.candidates import search
from companion.table.desk.core import Core, Questions
from companion.table.desk.judge import Judge
from companion.table.messages import Amend, Correct, Overrule, Redo, Undo
from companion.table.snapshot import OTHER_READING


class Corrections:
    def __init__(self, core: Core, questions: Questions, judge: Judge) -> None:
        self.core, self.questions, self.judge = core, questions, judge

    def undo(self, message: Undo) -> None:
        self.take_back(message.keep, message.consent)

    def take_back(self, keep: int | None, consent: bool) -> None:
        """Retract chains; where the pieces still lie as they were read, the other readings of them are offered."""
        core = self.core
        chains = core.session.chains()
        kept = len(chains) - 1 if keep is None else keep
        gone = chains[kept:] if 0 <= kept < len(chains) else []
        result = core.session.retract(keep, consent=consent)
        if isinstance(result, Ruling):
            core.refuse(result)
            return
        core.settle()
        self.questions.close()
        core.throws.forget()
        misread = [c for c in gone if c[0].source == "camera"]
        core.count(corrected=len(misread))
        self.judge.taken_back(tuple(s.act for c in gone for s in c if s.act))
        if misread and len(gone) == 1 and not self.judge.lies_as_it_should():
            self._offer_readings(tuple(s.act for s in gone[0] if s.act))

    def _offer_readings(self, taken: tuple[Input, ...]) -> None:
        """If the pieces were right and the reading was not: the other readings of the same table, as far as they
        explain more of it than that nothing has happened."""
        core = self.core
        if core.sight is None:
            return
        lead = core.sight.spaces("lead")
        found = search(core.session.game, core.session.state, core.sight, lead, core.margins.depth, 0.0)
        most = min(core.sight.total(core.table(), lead), 3 * core.margins.fits)
        others = [c.acts for c in found if c.acts != taken and c.misfit < most]
        if others:
            self.questions.ask(OTHER_READING, tuple(others[:3]))

    def redo(self, _: Redo) -> None:
        result = self.core.session.redo()
        if isinstance(result, Ruling):
            self.core.refuse(result)
        else:
            self.judge.released()

    def overrule(self, message: Overrule) -> None:
        core = self.core
        act = message.act or (core.refusal[1] if core.refusal else None)
        if act is not None:
            self.forced(core.session.overrule(act, message.reason, consent=True), act)

    def amend(self, message: Amend) -> None:
        self.forced(self.core.session.amend(message.patch, message.reason, consent=True), None)

    def correct(self, m: Correct) -> None:
        result = self.core.session.correct(m.chain, m.acts, m.reason, consent=m.consent, cut=m.cut)
        if not isinstance(result, Ruling):
            self.core.count(corrected=1)
        self.forced(result, m.acts[0] if m.acts else None)

    def forced(self, result: Any, act: Input | None) -> None:
        """Take in what a correction led to, or why it cannot be."""
        if isinstance(result, Ruling):
            self.core.refuse(result, act)
            return
        self.core.settle()
        self.questions.close()
        self.core.throws.acted()
        self.judge.released()
