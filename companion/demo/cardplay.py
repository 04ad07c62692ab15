"""The evening's part for cards with a tag or a sticker: which card tells an act, and showing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.demo.links import DemoLinks
from companion.demo.stickers import CardCamera
from companion.demo.truth import Turn
from companion.table.desk.cards import COPY
from companion.table.messages import CardShown

if TYPE_CHECKING:
    from companion.engine.session import Session


class CardPlay:
    """Lays cards on the reader or before the camera until the referee has heard of them."""

    __slots__ = ()
    if TYPE_CHECKING:
        session: Session[Any]
        patience_s: float
        _card_camera: CardCamera | None
        _links: DemoLinks
        _cards: int
        _used: dict[str, int]

        def _same(self, state: Any) -> bool: ...
        def _answer(self, turns: list[Turn]) -> bool: ...
        def _for(self, seconds: float) -> Iterator[None]: ...

    def _card_of(self, state: Any, act: Any) -> str | None:
        """The card that tells this act, if cards are read."""
        known = self.session.game.cards
        if known is None or not self._links.tag_of:
            return None
        equal: dict[str, list[str]] = {}
        for c in self._links.tag_of:
            equal.setdefault(c.partition(COPY)[0], []).append(c)
        for cards in equal.values():  # of equal ones the card that was shown longest ago
            if act in known.acts(state, cards[0]):
                return min(cards, key=lambda c: self._used.get(c, -1))
        return None

    def _lay(self, card: str, want: Turn) -> Iterator[Any]:
        """Lay a card with its sticker before the camera until the desk has it; then take it away."""
        assert self._card_camera is not None
        self._card_camera.card = list(self._links.tag_of).index(card)
        self._cards += 1
        for _ in self._for(self.patience_s):
            yield None
            if self._same(want.state) or self._answer([want]):
                break
        self._card_camera.card = None
        yield None

    def _show(self, card: str, want: Turn) -> bool:
        """Lay the card on the reader and listen until the desk has it."""
        assert self._links.reader is not None
        self._links.reader.lay(self._links.tag_of[card])
        self._cards += 1
        return self._links.listen(CardShown) and (self._same(want.state) or self._answer([want]))
