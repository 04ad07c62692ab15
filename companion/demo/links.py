"""A virtual die and a virtual reader of cards behind byte links."""

from __future__ import annotations

from typing import Any

from companion.demo.die import DemoDie
from companion.demo.tagreader import DemoReader, demo_tag
from companion.engine.session import Session
from companion.table.cards import deck, tagged_card
from companion.table.desk.cards import COPY
from companion.table.runtime import Link, die_links


class DemoLinks:
    """``tags``: cards are shown to a reader on a "pty" or a "socket", or bear "stickers"; ``die``: one is thrown.

    ``tag_of``: card -> its tag.
    """

    def __init__(self, session: Session[Any], tags: str, die: bool) -> None:
        board = session.config.board
        self._known = session.game.cards
        cards = deck(session.game, session.start) if tags else ()
        self.tag_of = {c: demo_tag(n) for n, c in enumerate(cards)}
        self.tags = {t: tagged_card(session.game.id, c) for c, t in self.tag_of.items()} or None
        self.reader = DemoReader(pty=tags == "pty") if tags in ("pty", "socket") else None
        faces = next((k.faces for k in board.pieces if k.shape == "die"), None)
        self.die = DemoDie(faces, pty=False, tcp=0) if die and faces is not None else None
        self.links: tuple[Link, ...] = () if self.reader is None else (Link("cards", self.reader.url),)
        if self.die is not None:
            self.links += die_links(board, (self.die.url,))
        self._used: dict[str, int] = {}  # cards that were shown -> when last

    def card_of(self, state: Any, act: Any) -> str | None:
        """The card that tells this act, if cards are read; of equal ones the card that was shown longest ago."""
        equal: dict[str, list[str]] = {}
        for c in self.tag_of:
            equal.setdefault(c.partition(COPY)[0], []).append(c)
        for cards in equal.values():
            if self._known is not None and act in self._known.acts(state, cards[0]):
                card = min(cards, key=lambda c: self._used.get(c, -1))
                self._used[card] = 1 + max(self._used.values(), default=0)
                return card
        return None

    def close(self) -> None:
        for device in (self.die, self.reader):
            if device is not None:
                device.close()
