"""What a shown card says: from the card's id to the act that the table owes. Pure.

A card is known by its game and its id there (``GAME:action_14``). A game may declare its ``Cards``:
which of them can bear a tag or sticker, and what one of them would mean now; without that the duty is asked whether it
can be answered with a card of that name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from companion.engine.game import Game
from companion.engine.session import Session
from companion.engine.types import Choose, Input, Ruling, Show, Shown, answers

MOST = 400  # entries looked at


def tagged_card(game: str, card: str) -> str:
    """How a card is written beside its tag."""
    return f"{game}:{card}"


def deck(game: Game[Any], state: Any) -> tuple[str, ...]:
    """The cards of a game that may bear a tag or sticker, in the order in which they are printed."""
    return game.cards.deck(state) if game.cards else ()


def tagged(game: Game[Any], state: Any) -> tuple[str, ...]:
    """The cards of a game and the markers that may bear a tag beside them, in the order in which they are enrolled."""
    return (*game.cards.deck(state), *game.cards.markers(state)) if game.cards else ()


def meanings(session: Session[Any], card: str) -> tuple[Input, ...]:
    """What a card may mean now, legal or not; () when no card is owed."""
    cards = session.game.cards
    if cards is not None:
        return cards.acts(session.state, card)
    return tuple(dict.fromkeys(_named(session, card)))


def _named(session: Session[Any], card: str) -> Iterator[Input]:
    """Duties that a card of this name answers: shown as it is, or named in a field of a legal entry."""
    for p in session.pending():
        if isinstance(p, Show) and (not p.pool or card in p.pool):
            yield Shown(p.by, card)
        elif isinstance(p, Choose):
            for seat in p.seats:
                entries = [e for e in session.legal(seat).first(MOST) if answers(p, e)]
                yield from (e for e in entries if any(str(v) == card for v in _fields(e)))


def _fields(entry: Input) -> list[Any]:
    return [getattr(entry, a.name) for a in attrs.fields(type(entry)) if a.name != "seat"]


def judged(session: Session[Any], acts: tuple[Input, ...]) -> tuple[list[Input], list[tuple[Input, Ruling]]]:
    """Acts that are legal now, and those that are refused with why."""
    legal: list[Input] = []
    refused: list[tuple[Input, Ruling]] = []
    for act in acts:
        prospect = session.check(act)
        if isinstance(prospect, Ruling):
            refused.append((act, prospect))
        else:
            legal.append(act)
    return legal, refused
