"""Keys of Löwenherz at one sitting: an action card that nobody has confirmed, decisions with what goes along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve

from companion import i18n
from companion.app.live.openly import openly
from companion.app.live.values import CardShelf
from companion.app.viewmodel import Choice, Panel
from companion.engine.session import Session
from companion.engine.types import Choose, Input
from companion.games.loewenherz import inputs as acts
from companion.games.loewenherz.screen.cards import CardQuestion
from companion.games.loewenherz.state import Phase
from companion.games.loewenherz.words.names import CARDS

ALONG = "along"


class Keys:
    """The panel's keys at one sitting: a card nobody has confirmed comes first, then the side people want to see.

    ``along``: politics cards touched so far, which are played with the decision that is touched next.
    """

    def __init__(self, painter: Any, shelf: CardShelf | None = None) -> None:
        self.painter, self.speaker, self.face = painter, painter.speaker, painter.face
        self.cards = CardQuestion(painter, shelf)
        self.side = ""
        self.along: tuple[str, ...] = ()
        self._at = -1

    @property
    def session(self) -> Session[Any]:
        found: Session[Any] = self.painter.session
        return found

    def panel(self) -> Panel | None:
        self._fresh()
        told = self.face.panel(self.session, self.speaker, self.side) if self.side else self.deciding()
        return self.cards.panel() or told

    def deciding(self) -> Panel | None:
        """The card's actions with the politics cards that may go along, as all may know; None where none may."""
        cards = dict.fromkeys(card for along in self.politics() for card in along)
        if not cards:
            return None
        panel: Panel = self.face.panel(self.session, self.speaker)
        pad = []
        for card in cards:
            n = self.along.count(card)
            told = i18n.capital(self.speaker._(CARDS[card]))
            pad.append(Choice(f"{ALONG}:{card}", told, str(n) if n > 1 else "", chosen=n > 0))
        return evolve(panel, pad=tuple(pad))

    def politics(self) -> tuple[tuple[str, ...], ...]:
        """Politics cards that may be played along, as they may be combined."""
        if self.session.state.phase != Phase.DECIDE:
            return ()
        laid = [act.politics for act in legal(self.session) if isinstance(act, acts.LayDecision)]
        return tuple(dict.fromkeys(laid))

    def take(self, card: str) -> tuple[str, ...]:
        """One more of a card; where that is too much it is put back, or lies alone."""
        more = (*self.along, card)
        if any(p[: len(more)] == more for p in self.politics()):
            return more
        return tuple(c for c in self.along if c != card) if card in self.along else (card,)

    def touch(self, key: str) -> tuple[Input, ...]:
        self._fresh()
        if self.cards.touch(key):
            return ()
        what, _, rest = key.partition(":")
        if what == ALONG:
            self.along = self.take(rest)
            return ()
        self.side = rest if what == "side" else ""
        sends = self.face.acts(self.session, key)
        return tuple(evolve(a, politics=self.along) if isinstance(a, acts.LayDecision) else a for a in sends)

    def _fresh(self) -> None:
        """Touches belong to the moment they were made in."""
        if self._at != self.session.length:
            self._at, self.along = self.session.length, ()

    def corrected(self) -> Mapping[str, Any] | None:
        return self.cards.corrected()


def legal(session: Session[Any]) -> Iterable[Input]:
    """What the seat may do that is asked openly."""
    owed = session.pending()[0]
    if not isinstance(owed, Choose) or owed.joint or owed.sealed:
        return ()
    return openly(session, owed.seats[0])
