"""Cards at the desk: a card shown to a reader, or whose sticker was seen, answers what the table owes."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from companion.engine.session import Accepted
from companion.engine.types import CHANCE, DOUBTFUL, ILLEGAL, Facts, Input, Ruling, facts
from companion.table.cards import judged, meanings
from companion.table.desk.core import Core, Questions
from companion.table.desk.corrections import Corrections
from companion.table.desk.judge import Judge
from companion.table.messages import CardShown, Overrule, StrangeTag
from companion.table.snapshot import CARD_DOUBT, WHICH_CARD, Question

RECENT = 60  # steps within which a card lying on the reader is no news
COPY = "#"  # in the name of a card: one of several equal ones, told apart by its tag


@frozen
class Taken:
    """What a shown card was taken for: the act, its line in the journal, and the round it was played in."""

    act: Input
    line: int
    round: Any


class CardInput:
    def __init__(self, core: Core, questions: Questions, judge: Judge, corrections: Corrections) -> None:
        self.core, self.questions, self.judge, self.corrections = core, questions, judge, corrections
        self._cards: dict[str, Taken] = {}  # what each shown card was taken for

    def strange(self, message: StrangeTag) -> None:
        self._refuse("K-TAG", facts(tag=message.tag))

    def shown(self, message: CardShown) -> None:
        game, _, card = message.card.partition(":")
        if game != self.core.session.game.id:
            self._refuse("K-CARD-GAME", facts(game=game))
            return
        if COPY in card and self._used_up(card):
            return
        legal, refused = judged(self.core.session, meanings(self.core.session, card))
        if len(legal) == 1:
            self._play_card(card, legal[0])
        elif legal:
            self.questions.ask(WHICH_CARD, tuple((a,) for a in legal[:3]))
        elif self._lies_there(card):
            return
        elif not refused:
            self._refuse("K-CARD-NOW", ())
        elif refused[0][1].kind == DOUBTFUL:
            self.questions.ask(CARD_DOUBT, ((refused[0][0],),), ruling=refused[0][1])
        else:
            self.core.refuse(refused[0][1], refused[0][0])

    def _refuse(self, rule: str, known: Facts) -> None:
        self.core.refuse(Ruling(ILLEGAL, rule, known, waivable=False))

    def _play_card(self, card: str, act: Input) -> None:
        result = self.core.submit([act], "tag")
        if not isinstance(result, Accepted):
            self.core.refuse(result, act)
            return
        self._cards[card] = Taken(act, self.core.session.past[-1].line, self._round())
        self.core.count(heard=1)
        self.questions.close(CARD_DOUBT, WHICH_CARD)
        if not self.core.quiet:
            self.judge.judge()

    def _lies_there(self, card: str) -> bool:
        """Whether this card was played lately and is only read again, lying there or on its way to the discards."""
        taken = self._cards.get(card)
        return taken is not None and any(s.act == taken.act for s in self.core.session.past[-RECENT:])

    def _used_up(self, card: str) -> bool:
        """Whether this very card was played in this round and the act stands: equal cards may follow, it may not."""
        taken = self._cards.get(card)
        if taken is None or taken.round != self._round() or isinstance(taken.act, CHANCE):
            return False
        return any(s.line == taken.line and s.act == taken.act for s in self.core.session.past[-RECENT:])

    def _round(self) -> Any:
        return getattr(self.core.session.state, "round", None)

    def answer(self, question: Question, option: int) -> None:
        """The table says whether a card that cannot be was really played."""
        if option >= 0:
            self.corrections.overrule(Overrule("the card was shown", question.options[option][0]))
