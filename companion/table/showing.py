"""The desk's ear for cards: a card shown to a reader, or whose sticker was seen, answers what the table owes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from companion.engine.session import Accepted, Session
from companion.engine.types import CHANCE, DOUBTFUL, ILLEGAL, Facts, Input, Ruling, facts
from companion.table.asking import Asks
from companion.table.cards import judged, meanings
from companion.table.messages import CardShown, Overrule, StrangeTag
from companion.table.snapshot import CARD_DOUBT, WHICH_CARD, Question, Tally
from companion.table.verdicts import Lagging, Unchanged, Verdict

RECENT = 60  # steps within which a card lying on the reader is no news
COPY = "#"  # in the name of a card: one of several equal ones, told apart by its tag


@frozen
class Taken:
    """What a shown card was taken for: the act, its line in the journal, and the round it was played in."""

    act: Input
    line: int
    round: Any


class Showing(Asks):
    """What the desk keeps for cards, and the messages that tell of them."""

    session: Session[Any]
    _sight: Any
    _verdict: Verdict | None
    _question: Question | None
    _refusal: tuple[Ruling, Input | None] | None
    _tally: Tally
    _cards: dict[str, Taken]

    @abstractmethod
    def _submit(self, acts: Sequence[Input], source: str, at: int | None = None) -> Accepted[Any] | Ruling:
        """Submit a chain."""

    @abstractmethod
    def _judge(self) -> None:
        """Judge the last look."""

    @abstractmethod
    def _on_overrule(self, message: Overrule) -> None:
        """An act stands although it was refused."""

    def _on_strangetag(self, message: StrangeTag) -> None:
        self._refuse("K-TAG", facts(tag=message.tag))

    def _on_cardshown(self, message: CardShown) -> None:
        game, _, card = message.card.partition(":")
        if game != self.session.game.id:
            self._refuse("K-CARD-GAME", facts(game=game))
            return
        if COPY in card and self._used_up(card):
            return
        legal, refused = judged(self.session, meanings(self.session, card))
        if len(legal) == 1:
            self._play_card(card, legal[0])
        elif legal:
            self._ask(WHICH_CARD, tuple((a,) for a in legal[:3]))
        elif self._lies_there(card):
            return
        elif not refused:
            self._refuse("K-CARD-NOW", ())
        elif refused[0][1].kind == DOUBTFUL:
            self._ask(CARD_DOUBT, ((refused[0][0],),), ruling=refused[0][1])
        else:
            self._refusal = (refused[0][1], refused[0][0])

    def _refuse(self, rule: str, known: Facts) -> None:
        self._refusal = (Ruling(ILLEGAL, rule, known, waivable=False), None)

    def _play_card(self, card: str, act: Input) -> None:
        result = self._submit([act], "tag")
        if not isinstance(result, Accepted):
            self._refusal = (result, act)
            return
        self._cards[card] = Taken(act, self.session.past[-1].line, self._round())
        self._tally = evolve(self._tally, heard=self._tally.heard + 1)
        if self._question is not None and self._question.kind in (CARD_DOUBT, WHICH_CARD):
            self._question = None
        if self._sight is not None and not isinstance(self._verdict, Unchanged | Lagging | None):
            self._judge()

    def _lies_there(self, card: str) -> bool:
        """Whether this card was played lately and is only read again, lying there or on its way to the discards."""
        taken = self._cards.get(card)
        return taken is not None and any(s.act == taken.act for s in self.session.past[-RECENT:])

    def _used_up(self, card: str) -> bool:
        """Whether this very card was played in this round and the act stands: equal cards may follow, it may not."""
        taken = self._cards.get(card)
        if taken is None or taken.round != self._round() or isinstance(taken.act, CHANCE):
            return False
        return any(s.line == taken.line and s.act == taken.act for s in self.session.past[-RECENT:])

    def _round(self) -> Any:
        return getattr(self.session.state, "round", None)

    def _answer_card(self, question: Question, option: int) -> None:
        """The table says whether a card that cannot be was really played."""
        self._question = None
        if option >= 0:
            self._on_overrule(Overrule("the card was shown", question.options[option][0]))
