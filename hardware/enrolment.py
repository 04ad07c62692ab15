"""Giving tags to cards: the deck is laid on the reader card by card, with no tap in between.

Pure: an ``Enrolment`` is a value, each tag gives a new one and an outcome. The result is a mapping tag -> card, which
the decoders look up; it is kept in a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import evolve, field, frozen

from hardware import files
from hardware.presence import tag_fault
from hardware.readings import Reading, TagSeen, UnknownTag
from hardware.reasons import Reason

VERSION = 1
_TOO_CLOSE = 0.3  # s; two new tags within this lay there together, and nobody knows which came first


@frozen
class Given:
    """``tag`` now belongs to ``card``; ``left`` cards are still to come."""

    card: str
    tag: str
    left: int


@frozen
class Double:
    """This tag has a card of the same deck already: shown twice, or two cards bear one tag."""

    card: str
    tag: str

    @property
    def reason(self) -> Reason:
        """What to tell the person."""
        return Reason("enrol-double", {"card": self.card, "tag": self.tag})


@frozen
class Foreign:
    """This tag belongs to something else that was enrolled before, and is not taken away from it."""

    card: str
    tag: str

    @property
    def reason(self) -> Reason:
        """What to tell the person."""
        return Reason("enrol-foreign", {"card": self.card, "tag": self.tag})


@frozen
class Together:
    """Two new tags came at once: neither is given, the cards are to be shown one by one."""

    tags: tuple[str, str]
    card: str  # the one that is to be shown again

    @property
    def reason(self) -> Reason:
        """What to tell the person."""
        return Reason("enrol-together", {"tags": ", ".join(self.tags), "card": self.card})


@frozen
class Unfit:
    """No tag that can be used, or no card is waiting for it."""

    reason: Reason


Outcome = Given | Double | Foreign | Together | Unfit


@frozen
class Enrolment:
    """The cards that wait for a tag, and those that have one.

    ``waiting``: card ids in the order in which they will be shown; ``given``: (tag, card) in the order they came;
    ``others``: tag -> card of what was enrolled before and stays.
    """

    waiting: tuple[str, ...]
    given: tuple[tuple[str, str], ...] = ()
    others: Mapping[str, str] = field(factory=dict)
    last_at: float = float("-inf")  # s, of the last tag that was given

    @property
    def next(self) -> str | None:
        """The card to be shown now; None if all have their tag."""
        return self.waiting[0] if self.waiting else None

    @property
    def enrolled(self) -> dict[str, str]:
        """Tag -> card of all, those enrolled before included."""
        return {**self.others, **dict(self.given)}

    def show(self, tag: str, at: float) -> tuple[Enrolment, Outcome]:
        """Take a tag that was laid down at ``at`` (s)."""
        tag = tag.upper()
        fault = tag_fault(tag, "")
        if fault:
            return self, Unfit(fault)
        mine = dict(self.given)
        if tag in mine:
            return self, Double(mine[tag], tag)
        if tag in self.others:
            return self, Foreign(self.others[tag], tag)
        if self.given and 0 <= at - self.last_at < _TOO_CLOSE:
            (before, card), mended = self.given[-1], self.take_back()
            return evolve(mended, last_at=at), Together((before, tag), card)
        if not self.waiting:
            return self, Unfit(Reason("enrol-complete", {"tag": tag}))
        card, *rest = self.waiting
        now = evolve(self, waiting=tuple(rest), given=(*self.given, (tag, card)), last_at=at)
        return now, Given(card, tag, len(rest))

    def take(self, reading: Reading) -> tuple[Enrolment, Outcome | None]:
        """Take a reading from a line; only tags laid down mean anything here."""
        if isinstance(reading, TagSeen | UnknownTag) and not reading.again:
            return self.show(reading.tag, reading.at)
        return self, None

    def skip(self) -> Enrolment:
        """Leave the card in front for last, as its tag is not at hand."""
        return evolve(self, waiting=(*self.waiting[1:], *self.waiting[:1]))

    def take_back(self) -> Enrolment:
        """Take the last tag back from its card."""
        if not self.given:
            return self
        *rest, (_, card) = self.given
        return evolve(self, waiting=(card, *self.waiting), given=tuple(rest), last_at=float("-inf"))


def begin(cards: Iterable[str], enrolled: Mapping[str, str] | None = None, *, anew: bool = False) -> Enrolment:
    """Return an enrolment of ``cards``, in their order; cards that have a tag keep it unless ``anew``.

    Raises ValueError if a card is named twice.
    """
    cards = tuple(cards)
    twice = sorted({card for card in cards if cards.count(card) > 1})
    if twice:
        raise ValueError(f"cards: expected each once, found twice: {', '.join(twice)}")
    known = dict(enrolled or {})
    mine = {} if anew else {tag: card for tag, card in known.items() if card in cards}
    others = {tag: card for tag, card in known.items() if card not in cards}
    return Enrolment(tuple(card for card in cards if card not in mine.values()), tuple(mine.items()), others)


def load_enrolled(path: Path | str) -> dict[str, str]:
    """Read tag -> card from a YAML or JSON file; raises BadFile, which lists every fault with line and key."""
    root = files.load(path)
    top = root.fields(("version", "cards"), needed=("version", "cards"))
    if "version" in top:
        top["version"].version(VERSION)
    enrolled: dict[str, str] = {}
    for card, entry in top["cards"].entries() if "cards" in top else ():
        tag = entry.text().upper()
        if tag_fault(tag, ""):
            entry.fault("a tag id of 4 to 12 bytes in hex, not all zeros")
        elif tag in enrolled:
            entry.fault("a tag of its own", f"the tag of {enrolled[tag]}")
        enrolled[tag] = card
    root.done()
    return enrolled


def save_enrolled(path: Path | str, enrolled: Mapping[str, str]) -> None:
    """Write tag -> card to a file, by card; raises OSError, or ValueError if a card has two tags."""
    by_card = {card: tag for tag, card in enrolled.items()}
    if len(by_card) < len(enrolled):
        raise ValueError("cards: expected one tag for each card")
    files.save(path, {"version": VERSION, "cards": by_card})
