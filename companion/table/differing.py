"""The desk's doubts about mirrors: pieces that follow what is told, and for a while lie otherwise.

Such a difference is never an act. A game may say in ``instead`` what the last act may have been instead (the same
purchase, paid with other tokens), and in ``patch`` how the table is taken as it lies: both are asked, about the
difference alone.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from itertools import islice
from typing import Any

from companion.engine.boards import Board
from companion.engine.game import after
from companion.engine.session import Session
from companion.engine.types import Input, Tabletop
from companion.table.asking import Asks
from companion.table.marks import explain
from companion.table.messages import Amend, Patience
from companion.table.reconcile import Margins
from companion.table.sight import Palette, Sight
from companion.table.snapshot import INSTEAD, LIES_SO, Question
from companion.table.verdicts import Todo

MOST = 200  # acts that are tried in place of the last one
EASILY = 3.0  # nats by which a count must lead to be asked about


class Differing(Asks):
    """What the desk keeps for differences, and what is asked about them."""

    session: Session[Any]
    board: Board
    palette: Palette
    patience: Patience
    margins: Margins
    _sight: Sight | None
    _question: Question | None
    _differs: tuple[Any, float]  # what differs, and since when
    _let_be: Any  # what differs and is to be put right

    @abstractmethod
    def _on_amend(self, message: Amend) -> None:
        """Set the table by hand."""

    @abstractmethod
    def _after_force(self, result: Any, act: Input | None) -> None:
        """Take in what a correction led to."""

    def _wonder(self, todo: Sequence[Todo]) -> None:
        """Mirrors that lie otherwise: after a while the table is asked what that means."""
        sight, game = self._sight, self.session.game
        asking = self._question is not None and self._question.kind in (INSTEAD, LIES_SO)
        if sight is None or game.table.instead is None:
            return
        wrong = tuple(t for t in todo if t.echo and sight.sure(t.space, EASILY) and self._patch((t,)))
        key = (self.session.length, frozenset((t.space, tuple(sorted(t.seen.items()))) for t in wrong))
        if not wrong or key != self._differs[0]:
            self._differs = (key, sight.observation.at)
            if asking:
                self._question = None
            return
        stood = sight.observation.at - self._differs[1]
        if self._question is not None or key == self._let_be or stood < self.patience.differs_s:
            return
        others = self._instead(wrong, sight)
        if others:
            self._ask(INSTEAD, tuple((a,) for a in others[:3]), todo=wrong)
        else:
            self._ask(LIES_SO, (), todo=wrong)

    def _instead(self, wrong: tuple[Todo, ...], sight: Sight) -> list[Input]:
        """Acts in place of the last one that leave the table as it lies."""
        game, chains = self.session.game, self.session.chains()
        instead = game.table.instead
        if instead is None or not chains or chains[-1][0].act is None:
            return []
        before = chains[-2][-1].state if len(chains) > 1 else self.session.start
        last = chains[-1][0].act
        later = [x.act for x in chains[-1][1:] if x.act is not None]
        found = []
        for act in islice(instead(before, last), MOST):
            state = after(game, before, (act, *later))
            if state is None:
                continue
            table: Tabletop = game.tabletop(state)
            lies = all(sight.plain(s, table.get(s, ())) <= self.margins.space for s in sight.spaces("echo"))
            if lies and explain(sight, table, wrong):
                found.append(act)
        return found

    def _patch(self, wrong: Sequence[Todo]) -> Any:
        """The keys of the position that make it look like the table."""
        side_of = {colour: side for side, colour in self.palette.colours.items()}
        seen = {t.space: {side_of.get(p.partition(":")[2], p): n for p, n in t.seen.items()} for t in wrong}
        return self.session.game.table.patch(self.session.state, seen)

    def _answer_difference(self, question: Question, option: int) -> None:
        """It was another act, it lies so indeed, or all stands as it was told."""
        self._question = None
        if option < 0:
            self._let_be = self._differs[0]
        elif question.kind == LIES_SO:
            self._on_amend(Amend(self._patch(question.todo), "the table lies so"))
        else:
            chain = len(self.session.chains()) - 1
            later = [x.act for x in self.session.chains()[-1][1:] if x.act is not None]
            acts = (*question.options[option], *later)
            self._after_force(self.session.correct(chain, acts, "seen on the table"), acts[0])
