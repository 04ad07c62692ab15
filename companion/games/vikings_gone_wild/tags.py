"""What a card of Vikings Gone Wild says when a reader or sticker shows it, and how a purchase is paid by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from companion.engine.legal import Some, Weighed
from companion.engine.types import Choose, Input, Show, Shown, answers
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.rules.listing import options_of
from companion.games.vikings_gone_wild.state import State

DECKS = ("start", "unit", "defence", "building", "odin", "favour", "mission", "bonus")
NAMED = {
    acts.Play: "card", acts.Defend: "card", acts.Buy: "card", acts.Build: "building", acts.Take: "favour",
    acts.Claim: "mission", acts.Pick: "what",
}  # fmt: skip


def deck(s: State) -> tuple[str, ...]:
    """Cards that may bear a tag or sticker, kind by kind."""
    return tuple(c.id for name in DECKS for c in s.world.cards if c.deck == name)


def card_acts(s: State, card: str, owed: tuple[Any, ...]) -> tuple[Input, ...]:
    """What a shown card may mean now.

    A unit or hero may be bought or may attack: who attacks what no card can say, so it is left to a touch. Several
    meanings (bought or played, on whom) are returned as they are and asked by the desk.
    """
    return tuple(dict.fromkeys(_meanings(s, card, owed)))


def _meanings(s: State, card: str, owed: tuple[Any, ...]) -> Iterator[Input]:
    first = owed[0]
    if isinstance(first, Show):
        yield Shown(first.by, card)
        return
    number = s.world.index.get(card, -1)
    for p in owed:
        if not isinstance(p, Choose):
            continue
        for seat in p.seats:
            for e in options_of(s, seat):
                name = NAMED.get(type(e))
                if name is None or getattr(e, name) != card or not answers(p, e):
                    continue
                if isinstance(e, acts.Buy) and s.world.fighter[number]:
                    continue
                yield settled(e, s)


def settled(entry: Input, s: State) -> Input:
    """An entry with its tokens chosen: those first that would be lost at the round's end."""
    values: dict[str, Any] = {}
    for a in attrs.fields(type(entry)):
        value = getattr(entry, a.name)
        if isinstance(value, Some):
            values[a.name] = payment(value, s)
        elif isinstance(value, Weighed):
            values[a.name] = value.such
    return attrs.evolve(entry, **values) if values else entry


def payment(open_to: Some, s: State) -> acts.Counts:
    """Sites and the hall before depots."""
    world = s.world

    def stored(item: tuple[str, int]) -> bool:
        return bool(world.cards[world.spaces[item[0]][1]].holds)

    left, paid = open_to.n, []
    for space, n in sorted(open_to.of, key=stored):
        k = min(n, left)
        left -= k
        if k:
            paid.append((space, k))
    return tuple(paid)
