"""A virtual die and a virtual reader of cards behind byte links, and what came over them."""

from __future__ import annotations

import time
from typing import Any

from companion.demo.die import DemoDie
from companion.demo.tagreader import DemoReader, demo_tag
from companion.engine.session import Session
from companion.table.cards import deck, tagged_card
from companion.table.messages import Message
from companion.table.runtime import Link, TableRuntime, die_links

LIVE_S = HEARS_S = 5.0


class DemoLinks:
    """``tags``: cards are shown to a reader on a "pty" or a "socket", or bear "stickers"; ``die``: one is thrown.

    ``tag_of``: card -> its tag.
    """

    def __init__(self, session: Session[Any], tags: str, die: bool) -> None:
        board = session.config.board
        cards = deck(session.game, session.start) if tags else ()
        self.tag_of = {c: demo_tag(n) for n, c in enumerate(cards)}
        self.tags = {t: tagged_card(session.game.id, c) for c, t in self.tag_of.items()} or None
        self.reader = DemoReader(pty=tags == "pty") if tags in ("pty", "socket") else None
        faces = next((k.faces for k in board.pieces if k.shape == "die"), None)
        self.die = DemoDie(faces, pty=False, tcp=0) if die and faces is not None else None
        self.links: tuple[Link, ...] = () if self.reader is None else (Link("cards", self.reader.url),)
        if self.die is not None:
            self.links += die_links(board, (self.die.url,))
        self._heard: list[Message] = []

    def join(self, runtime: TableRuntime) -> None:
        """Note what passes on its way to the desk, and wait until every device has spoken."""
        self.runtime = runtime
        runtime.taken = self._passing
        runtime.open_links()
        if runtime.ears is not None:
            runtime.ears.wait_live(LIVE_S)

    def _passing(self, message: Message) -> bool:
        self._heard.append(message)
        return False

    def listen(self, kind: type[Message]) -> bool:
        """Let the table listen until such a message came; False when none does."""
        until = time.monotonic() + HEARS_S
        self._heard.clear()
        while time.monotonic() < until:
            self.runtime.listen(wait=0.05)
            if any(isinstance(m, kind) for m in self._heard):
                return True
        return False

    def close(self) -> None:
        for device in (self.die, self.reader):
            if device is not None:
                device.close()
