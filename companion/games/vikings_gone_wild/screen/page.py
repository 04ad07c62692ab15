"""What lies on the page of keys: the hand, what can be paid for, or both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from companion.app.viewmodel import Choice, Panel
from companion.engine.types import Input
from companion.games.vikings_gone_wild.words.pad import KEYS
from companion.games.vikings_gone_wild.words.village import OPEN

HAND, BUY, BOTH = "hand", "buy", "both"
NEXT = "page"  # the key that turns pages
VILLAGES = "villages"  # what is looked at first, before the cards that lie open
PAGE = 15  # keys of a page: five rows of three, which can be read from a metre
SHOWN = 24  # cards one of which has come to light: eight rows, as nothing else is there to be read


@frozen
class Offer:
    """A key with what it sends at once; a key that sends nothing is remembered."""

    choice: Choice
    sends: tuple[Input, ...] = ()


def side(hand: int, paid: int, buys: bool) -> str:
    """Hand and purchases together where there is room, else what people chose (``buys``: what is paid for)."""
    if not paid:
        return HAND
    if hand + paid <= PAGE:
        return BOTH
    return BUY if buys or not hand else HAND


def paged(offers: Sequence[Offer], at: int, turn: str, most: int = PAGE) -> Iterator[Offer]:
    """So many keys as there is room for; the last one, called ``turn``, opens the next page."""
    if len(offers) <= most:
        yield from offers
        return
    pages = -(-len(offers) // (most - 1))
    start = at % pages * (most - 1)
    yield from offers[start : start + most - 1]
    yield Offer(Choice(NEXT, turn, str(len(offers))))


def onward(at: str) -> str:
    """What is looked at after the villages, or after cards of a kind."""
    pages = (VILLAGES, *OPEN)
    return pages[(pages.index(at) + 1) % len(pages)]


def looking(painter: Any, at: str, back: str) -> Panel:
    """Villages or cards that lie open, instead of the keys; ``back``: the key that leaves it."""
    speaker, face, after = painter.speaker, painter.face, onward(at)
    if at == VILLAGES:
        title, rows = "", face.villages(painter.session, painter)
    else:
        title, rows = speaker._(OPEN[at]), face.open_cards(painter.session, painter, at)
    ahead = speaker._(KEYS["look"] if after == VILLAGES else OPEN[after])
    return Panel(title, rows, (Choice(back, speaker._(KEYS["back"])), Choice(NEXT, ahead)))
