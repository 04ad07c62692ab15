"""Stickers that the camera sees, reported like tags: a card is shown when its sticker was found twice in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.session import Session
from companion.table.cards import deck, tagged_card
from companion.table.messages import CardShown
from hardware.presence import Laid, Presence, PresenceRule, TagKey
from vision.stickers import StickerFinder

RULE = PresenceRule("poll", confirm=2, window=2.0, misses=4)


class StickerEye:
    """The deck of one game, its cards by the number on their sticker."""

    def __init__(
        self, game: str, cards: Sequence[str], region: tuple[float, float, float, float] | None = None
    ) -> None:
        self.game, self.cards = game, tuple(cards)
        self._finder = StickerFinder(len(self.cards), region)
        self._presence = Presence(RULE)

    def look(self, frame: Any, at: float) -> list[CardShown]:
        """Cards that came to lie in sight with this picture; ``at`` in s."""
        keys = [TagKey("camera", "sticker", f"{s.number:08X}") for s in self._finder.find(frame)]
        return [
            CardShown(tagged_card(self.game, self.cards[int(c.key.tag, 16)]), "camera", "")
            for c in self._presence.look(keys, at)
            if isinstance(c, Laid)
        ]


def stickers_of(session: Session[Any]) -> StickerEye | None:
    """An eye for this game's cards; None for a game without any."""
    cards = deck(session.game, session.start)
    return StickerEye(session.game.id, cards) if cards else None
