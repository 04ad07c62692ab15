"""What lies on the page of keys: the hand, what can be paid for, or both."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from attrs import frozen

from companion.app.viewmodel import Choice, Panel
from companion.engine.types import Input
from companion.engine.words import N_
from companion.games.vikings_gone_wild.words.pad import KEYS
from companion.games.vikings_gone_wild.words.village import OPEN

HAND, BUY, BOTH = "hand", "buy", "both"
NEXT = "page"  # the key to the next of what lies open
OURS = N_("(house values)")
READ = 3  # cards of a page that says what they do
PAGE = 15  # keys of hand and purchases together: five rows of three, which can be read from a metre


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


def looking(painter: Any, turned: int, back: str, ours: Collection[str] = ()) -> Panel:
    """Villages, then the cards that lie open and what they do, instead of the keys; ``back`` leaves it.

    ``ours``: cards whose values are not from the box.
    """
    speaker, face, session = painter.speaker, painter.face, painter.session
    pages = [(speaker._(KEYS["look"]), face.villages(session, painter))]
    for kind, word in OPEN.items():
        rows = face.open_cards(session, painter, kind, ours)
        pages += [(speaker._(word), rows[k : k + READ]) for k in range(0, len(rows), READ)]
    (title, rows), (after, _) = (pages[(turned + n) % len(pages)] for n in (0, 1))
    if any(r.second.endswith(speaker._(OURS)) for r in rows):
        title = speaker._(N_("{title} · house values are ours")).format(title=title)
    return Panel(title, rows, (Choice(back, speaker._(KEYS["back"])), Choice(NEXT, after)))
