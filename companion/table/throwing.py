"""The desk's ear for dice: throws are collected, roll by roll, and disputes are put to the players."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from attrs import evolve

from companion.engine.session import Accepted, Session
from companion.engine.types import MALFORMED, Input, Rolled, Ruling, facts
from companion.table.asking import Asks
from companion.table.dice import DiceDesk, Disagreement, Throw, owed_roll
from companion.table.messages import Correct, Heard
from companion.table.sight import Sight
from companion.table.snapshot import DICE_DIFFER, DIE_FACE, Question, Tally
from companion.table.verdicts import Lagging, Unchanged, Verdict
from vision.observation import DieReading


class Throwing(Asks):
    """What the desk keeps for dice, and the messages that tell of them."""

    session: Session[Any]
    _dice: DiceDesk
    _dispute: Disagreement | None
    _sight: Sight | None
    _verdict: Verdict | None
    _question: Question | None
    _refusal: tuple[Ruling, Input | None] | None
    _tally: Tally
    _now: float

    @abstractmethod
    def _submit(self, acts: Sequence[Input], source: str, at: int | None = None) -> Accepted[Any] | Ruling:
        """Submit a chain."""

    @abstractmethod
    def _judge(self) -> None:
        """Judge the last look."""

    @abstractmethod
    def _on_correct(self, m: Correct) -> None:
        """Put a recorded chain right."""

    def _on_heard(self, message: Heard) -> None:
        self._hear(Throw(message.face, "die", self._now, message.mark))

    def _hear(self, throw: Throw) -> None:
        roll = owed_roll(self.session.pending())
        self._dice.many = roll is not None and len(roll.slots) > 1
        known = {f for d in roll.slots for f in d.faces} if roll else None
        if known is not None and throw.face not in known:
            self._refusal = (Ruling(MALFORMED, "K-DIE", facts(face=throw.face), waivable=False), None)
            return
        differ = self._dice.hear(throw)
        if isinstance(differ, Disagreement):
            self._dispute = differ
            options = ((Rolled(None, (differ.first.face,)),), (Rolled(None, (differ.second.face,)),))
            self._ask(DICE_DIFFER, options, faces=(differ.first.face, differ.second.face))

    def _look_at_dice(self, dice: tuple[DieReading, ...]) -> None:
        """New throws in view; when more dice moved than are owed, people say which throw it was."""
        roll = owed_roll(self.session.pending())
        owed = len(roll.slots) - len(self._dice.waiting) if roll is not None else 0
        thrown = self._dice.look(dice, self._now, max(0, owed))
        if thrown is None:
            self._refusal = (Ruling(MALFORMED, "K-DICE", facts(n=owed), waivable=False), None)
            return
        for throw in thrown:
            self._hear(throw)

    def _settle_dispute(self, face: str) -> None:
        """A throw that was read twice: it waits still, or its roll is in force and is put right."""
        dispute, self._dispute = self._dispute, None
        if dispute is None or self._dice.settle(dispute, face) or face == dispute.first.face:
            return
        chains = self.session.chains()
        rolls = [i for i, chain in enumerate(chains) if any(isinstance(s.act, Rolled) for s in chain)]
        if rolls:
            acts = tuple(_mended(s.act, dispute.first.face, face) for s in chains[rolls[-1]] if s.act)
            self._on_correct(Correct(rolls[-1], acts, "the die was read again", consent=True))

    def _settle_dice(self) -> None:
        """Answer the roll that is owed with what was thrown."""
        roll = owed_roll(self.session.pending())
        if roll is None or roll.distinct or (self._question is not None and self._question.kind == DICE_DIFFER):
            return
        self._dice.many = len(roll.slots) > 1
        used = self._dice.answer(roll)
        if used is None:
            return
        result = self._submit([Rolled(None, tuple(t.face for t in used))], used[0].source)
        if isinstance(result, Accepted):
            self._tally = evolve(self._tally, heard=self._tally.heard + 1)
            if self._question is not None and self._question.kind == DIE_FACE:
                self._question = None
            if self._sight is not None and not isinstance(self._verdict, Unchanged | Lagging | None):
                self._judge()
        else:
            self._refusal = (result, None)


def _mended(act: Input, was: str, face: str) -> Input:
    return Rolled(act.seat, tuple(face if f == was else f for f in act.faces)) if isinstance(act, Rolled) else act
