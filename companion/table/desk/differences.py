"""The desk's doubts about mirrors: pieces that follow what is told, and for a while lie otherwise.

Such a difference is never an act. A game may say in ``instead`` what the last act may have been instead (the same
purchase, paid with other tokens), and in ``patch`` how the table is taken as it lies: both are asked, about the
difference alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from companion.engine.game import after
from companion.engine.types import Input, Tabletop
from companion.table.desk.core import Core, Questions
from companion.table.marks import explain
from companion.table.messages import Amend, Correct
from companion.table.sight import Sight
from companion.table.snapshot import INSTEAD, LIES_SO, Question
from companion.table.verdicts import Todo

MOST = 200  # acts that are tried in place of the last one
EASILY = 3.0  # nats by which a count must lead to be asked about


class Differences:
    def __init__(self, core: Core, questions: Questions) -> None:
        self.core, self.questions = core, questions
        self._differs: tuple[Any, float] = (None, 0.0)  # what differs, and since when
        self._let_be: Any = None  # what differs and is to be put right

    def wonder(self, todo: Sequence[Todo]) -> None:
        """Mirrors that lie otherwise: after a while the table is asked what that means."""
        sight, game = self.core.sight, self.core.session.game
        asking = self.questions.asks(INSTEAD, LIES_SO)
        if sight is None or game.table.instead is None:
            return
        wrong = tuple(t for t in todo if t.echo and sight.sure(t.space, EASILY) and self._patch((t,)))
        key = (self.core.session.length, frozenset((t.space, tuple(sorted(t.seen.items()))) for t in wrong))
        if not wrong or key != self._differs[0]:
            self._differs = (key, self.core.seen_at)
            if asking:
                self.questions.close()
            return
        stood = self.core.seen_at - self._differs[1]
        if self.questions.open is not None or key == self._let_be or stood < self.core.policy.differs_s:
            return
        others = self._instead(wrong, sight)
        if others:
            self.questions.ask(INSTEAD, tuple((a,) for a in others[:3]), todo=wrong)
        else:
            self.questions.ask(LIES_SO, (), todo=wrong)

    def _instead(self, wrong: tuple[Todo, ...], sight: Sight) -> list[Input]:
        """Acts in place of the last one that leave the table as it lies."""
        session = self.core.session
        game, chains, instead = session.game, session.chains(), session.game.table.instead
        if instead is None or not chains or chains[-1][0].act is None:
            return []
        before = chains[-2][-1].state if len(chains) > 1 else self.core.session.start
        last = chains[-1][0].act
        later = [x.act for x in chains[-1][1:] if x.act is not None]
        found = []
        for act in islice(instead(before, last), MOST):
            state = after(game, before, (act, *later))
            if state is None:
                continue
            table: Tabletop = game.tabletop(state)
            lies = all(sight.plain(s, table.get(s, ())) <= self.core.margins.space for s in sight.spaces("echo"))
            if lies and explain(sight, table, wrong):
                found.append(act)
        return found

    def _patch(self, wrong: Sequence[Todo]) -> Any:
        """The keys of the position that make it look like the table."""
        side_of = {colour: side for side, colour in self.core.palette.colours.items()}
        seen = {t.space: {side_of.get(p.partition(":")[2], p): n for p, n in t.seen.items()} for t in wrong}
        return self.core.session.game.table.patch(self.core.session.state, seen)

    def answer(self, question: Question, option: int) -> Amend | Correct | None:
        """It was another act, it lies so indeed, or all stands as it was told: what is to be put right for that."""
        if option < 0:
            self._let_be = self._differs[0]
            return None
        if question.kind == LIES_SO:
            return Amend(self._patch(question.todo), "the table lies so")
        chains = self.core.session.chains()
        later = [x.act for x in chains[-1][1:] if x.act is not None]
        acts = (*question.options[option], *later)
        return Correct(len(chains) - 1, acts, "seen on the table", consent=True)  # the table was asked
