"""Cards with a tag or a sticker at the demo table: which card tells an act, and showing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.demo.truth import Turn
from companion.table.messages import CardShown
from tests.bench.stickers import CardCamera

if TYPE_CHECKING:
    from tests.bench.evening import Evening


class CardPlay:
    """Lays cards on the reader or before the camera until the referee has heard of them. ``shown``: how many."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self.links = evening, evening.links
        self.camera: CardCamera | None = None  # where cards bear stickers
        self.shown = 0

    def show(self, card: str, want: Turn) -> Iterator[Any]:
        """Show a card in the way of this table until the desk has it."""
        if self.camera is not None:
            yield from self._lay(self.camera, card, want)
        elif self.links.reader is not None:
            self.links.reader.lay(self.links.tag_of[card])
            self.shown += 1
            if self.links.listen(CardShown):
                yield from self._answer(want)

    def _answer(self, want: Turn) -> Iterator[Any]:
        """What is asked about the card is read, and answered."""
        for _ in self.evening.wait(self.evening.patience_s):
            if self.evening.same(want.state) or self.evening.runtime.latest.question is None:
                return
            if self.evening.answer([want]):
                return
            yield None

    def _lay(self, camera: CardCamera, card: str, want: Turn) -> Iterator[Any]:
        """Lay a card with its sticker before the camera; then take it away."""
        camera.card = list(self.links.tag_of).index(card)
        self.shown += 1
        for _ in self.evening.wait(self.evening.patience_s):
            yield None
            if self.evening.same(want.state) or self.evening.answer([want]):
                break
        camera.card = None
        yield None
