"""Dice at the desk: throws are collected, roll by roll, and disputes are put to the players."""

from __future__ import annotations

from companion.engine.session import Accepted
from companion.engine.types import MALFORMED, Input, Rolled, Ruling, facts
from companion.table.desk.core import Core, Questions
from companion.table.desk.corrections import Corrections
from companion.table.desk.judge import Judge
from companion.table.dice import Disagreement, Throw, owed_roll
from companion.table.messages import Correct, Heard
from companion.table.snapshot import DICE_DIFFER, DIE_FACE
from vision.observation import DieReading


class DiceInput:
    def __init__(self, core: Core, questions: Questions, judge: Judge, corrections: Corrections) -> None:
        self.core, self.questions, self.judge, self.corrections = core, questions, judge, corrections
        self._dispute: Disagreement | None = None

    def heard(self, message: Heard) -> None:
        self.hear(Throw(message.face, "die", self.core.now, message.mark))

    def hear(self, throw: Throw) -> None:
        roll = owed_roll(self.core.session.pending())
        self.core.throws.many = roll is not None and len(roll.slots) > 1
        known = {f for d in roll.slots for f in d.faces} if roll else None
        if known is not None and throw.face not in known:
            self.core.refuse(Ruling(MALFORMED, "K-DIE", facts(face=throw.face), waivable=False))
            return
        differ = self.core.throws.hear(throw)
        if isinstance(differ, Disagreement):
            self._dispute = differ
            options = ((Rolled(None, (differ.first.face,)),), (Rolled(None, (differ.second.face,)),))
            self.questions.ask(DICE_DIFFER, options, faces=(differ.first.face, differ.second.face))

    def look(self, dice: tuple[DieReading, ...]) -> None:
        """New throws in view; when more dice moved than are owed, people say which throw it was."""
        roll = owed_roll(self.core.session.pending())
        owed = len(roll.slots) - len(self.core.throws.waiting) if roll is not None else 0
        thrown = self.core.throws.look(dice, self.core.now, max(0, owed))
        if thrown is None:
            self.core.refuse(Ruling(MALFORMED, "K-DICE", facts(n=owed), waivable=False))
            return
        for throw in thrown:
            self.hear(throw)

    def settle_dispute(self, face: str) -> None:
        """A throw that was read twice: it waits still, or its roll is in force and is put right."""
        dispute, self._dispute = self._dispute, None
        if dispute is None or self.core.throws.settle(dispute, face) or face == dispute.first.face:
            return
        chains = self.core.session.chains()
        rolls = [i for i, chain in enumerate(chains) if any(isinstance(s.act, Rolled) for s in chain)]
        if rolls:
            acts = tuple(_mended(s.act, dispute.first.face, face) for s in chains[rolls[-1]] if s.act)
            self.corrections.correct(Correct(rolls[-1], acts, "the die was read again", consent=True))

    def settle(self) -> None:
        """Answer the roll that is owed with what was thrown."""
        roll = owed_roll(self.core.session.pending())
        if roll is None or roll.distinct or self.questions.asks(DICE_DIFFER):
            return
        self.core.throws.many = len(roll.slots) > 1
        used = self.core.throws.answer(roll)
        if used is None:
            return
        result = self.core.submit([Rolled(None, tuple(t.face for t in used))], used[0].source)
        if isinstance(result, Accepted):
            self.core.count(heard=1)
            self.questions.close(DIE_FACE)
            if not self.core.quiet:
                self.judge.judge()
        else:
            self.core.refuse(result)


def _mended(act: Input, was: str, face: str) -> Input:
    return Rolled(act.seat, tuple(face if f == was else f for f in act.faces)) if isinstance(act, Rolled) else act
