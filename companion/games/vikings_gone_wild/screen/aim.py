"""What may be attacked: one opponent's village a page, what belongs to nobody on each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from companion import i18n
from companion.app.viewmodel import Choice
from companion.engine.types import Ruling
from companion.games.vikings_gone_wild.rules.targets import open_targets, target_at, target_card
from companion.games.vikings_gone_wild.screen import pictures
from companion.games.vikings_gone_wild.screen.fight import attack_from
from companion.games.vikings_gone_wild.screen.page import Offer
from companion.games.vikings_gone_wild.screen.shown import TARGET
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.view import veiled
from companion.games.vikings_gone_wild.words.names import card as card_term
from companion.games.vikings_gone_wild.words.pad import KEYS, attack_line


@frozen
class Aim:
    """``picked``: the attackers; ``page``: how often a page was turned."""

    painter: Any
    picked: Sequence[str]
    page: int

    @property
    def state(self) -> State:
        found: State = veiled(self.painter.session.state)
        return found

    def rivals(self) -> tuple[int, ...]:
        """Opponents in whose villages something may be attacked."""
        s = self.state
        return tuple(sorted({o for t, _ in open_targets(s, s.turn) if (o := target_at(s, t).owner) >= 0}))

    def at(self, ahead: int = 0) -> int | None:
        """Whose village lies open, or comes ``ahead`` pages later; None: nobody's."""
        rivals = self.rivals()
        return rivals[(self.page + ahead) % len(rivals)] if rivals else None

    def title(self) -> str:
        """Whose village it is."""
        at, speaker = self.at(), self.painter.speaker
        return "" if at is None else speaker._(KEYS["village"]).format(name=speaker.name(at))

    def onward(self) -> Choice | None:
        """The key to the next opponent, where there are several."""
        at, speaker = self.at(1), self.painter.speaker
        several = at is not None and len(self.rivals()) > 1
        return Choice("page", speaker._(KEYS["page"]), speaker.name(at)) if several else None

    def keys(self, every: bool = False) -> Iterator[Offer]:
        """Each target with strength against defence and the points of a success; ``every``: those of all pages."""
        s, speaker, game, at = self.state, self.painter.speaker, self.painter.session.game, self.at()
        for target, _ in open_targets(s, s.turn):
            if not every and target_at(s, target).owner not in (-1, at):
                continue
            act = attack_from(s, target, self.picked)
            line = str(speaker.tell(attack_line(s, target, act)))
            card = s.world.cards[target_card(s, target)]
            told = i18n.capital(speaker.field(card_term(s.world.ids[target_card(s, target)])))
            found = game.decide(s, act) if act is not None else ()
            why = speaker.ruled(found) if isinstance(found, Ruling) else "" if act else speaker._(KEYS["no_unit"])
            sends = (act,) if act is not None and not why else ()
            choice = Choice(TARGET + target, told, line, card=pictures.of(card), enabled=not why, why=why)
            yield Offer(choice, sends)
