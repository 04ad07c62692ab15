"""What lies on the page of keys: the hand, what can be paid for, or both."""

from __future__ import annotations

from attrs import frozen

from companion.app.viewmodel import Choice
from companion.engine.types import Input

HAND, BUY, BOTH = "hand", "buy", "both"
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
