"""What a card of Vikings Gone Wild says when a reader or sticker shows it, and how a purchase is paid by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from companion.engine.legal import Some, Weighed
from companion.engine.types import Choose, Input, May, Show, Shown, answers
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.rules.listing import options_of
from companion.games.vikings_gone_wild.rules.paying import first_of
from companion.games.vikings_gone_wild.rules.strength import attackers
from companion.games.vikings_gone_wild.rules.targets import DRACO, SLOTS
from companion.games.vikings_gone_wild.state import Phase, State
from companion.games.vikings_gone_wild.zones import holds

DECKS = ("start", "unit", "defence", "building", "townhall", "odin", "favour", "mission", "bonus")
MARKER, MARKERS = "marker", 20  # two-sided: construction and damage
COPY = "#"  # between the name of a card and the number of this one among equals
MOST_ASKED = 3
NAMED = {
    acts.Play: "card", acts.Defend: "card", acts.Buy: "card", acts.Build: "building", acts.Take: "favour",
    acts.Claim: "mission", acts.Pick: "what",
}  # fmt: skip


def deck(s: State) -> tuple[str, ...]:
    """Every card of the box by itself, equal ones numbered: ``scroll#3``. Each may bear a tag or sticker."""
    return tuple(
        c.id if c.count == 1 else f"{c.id}{COPY}{n}"
        for name in DECKS
        for c in s.world.cards
        if c.deck == name
        for n in range(1, c.count + 1)
    )


def markers() -> tuple[str, ...]:
    """The two-sided markers of the box. They may bear tags, but no stickers: one seen by chance must say nothing."""
    return tuple(f"{MARKER}{COPY}{n}" for n in range(1, MARKERS + 1))


def name_of(card: str) -> str:
    """The name of a card whose number may stand behind it."""
    return card.partition(COPY)[0]


def card_acts(s: State, card: str, owed: tuple[Any, ...]) -> tuple[Input, ...]:
    """What a shown card may mean now, legal or not; ``s`` as everybody may know it.

    A card that may take part in an attack has no meaning of its own: who attacks what no card can say, so it is left to
    a touch. Several meanings (bought or played, on whom) are returned as they are and asked by the desk. A card that
    nobody can have comes as the act it would be, so that it is questioned.
    """
    name = name_of(card)
    if name == MARKER:
        return _marked(s, owed[0])
    found = tuple(dict.fromkeys(_meanings(s, name, owed)))
    return found or tuple(_attempts(s, name, owed[0]))


def _marked(s: State, owed: Any) -> tuple[Input, ...]:
    """What a marker on the reader says: no defence (VG-7.10), or what is built or raised now (VG-5.4, VG-6.2).

    It does not tell which of many buildings; those are told by their card or by a touch.
    """
    if not isinstance(owed, Choose) or s.phase != Phase.TURN or s.stack or s.due:
        return ()
    seat = owed.seats[0]
    if s.now.window == 1:
        return (acts.Pass(seat),)
    begun = [e for e in options_of(s, seat) if isinstance(e, acts.Build | acts.Upgrade)]
    return tuple(settled(e, s) for e in begun) if len(begun) <= MOST_ASKED else ()


def _meanings(s: State, card: str, owed: tuple[Any, ...]) -> Iterator[Input]:
    first = owed[0]
    if isinstance(first, Show):
        yield Shown(first.by, card)
        return
    for p in owed:
        if not isinstance(p, Choose | May):
            continue
        for seat in p.seats:
            entries = [e for e in options_of(s, seat) if answers(p, e)]
            if card not in attackers(entries):
                yield from (settled(e, s) for e in entries if _names(s, e, card))


def _names(s: State, entry: Input, card: str) -> bool:
    """Whether a legal entry is about this card; the hall that is laid on the other is an upgrade."""
    if isinstance(entry, acts.Upgrade) and entry.seat is not None:
        hall = s.players[entry.seat].village[0].card
        return card == s.world.ids[s.world.hall[min(3, s.world.cards[hall].level + 1)]]
    name = NAMED.get(type(entry))
    if isinstance(entry, acts.Pick) and not entry.zone:
        return False  # a kind, a space or a number
    return name is not None and getattr(entry, name) == card


def _attempts(s: State, card: str, owed: Any) -> Iterator[Input]:
    """The act that somebody seems to try with a card that fits no legal one."""
    world, number = s.world, s.world.index.get(card, -1)
    if number < 0 or not isinstance(owed, Choose) or s.phase != Phase.TURN or s.stack or s.due:
        return
    seat, kind = owed.seats[0], world.cards[number]
    if s.now.window == 1:
        if world.defends[number]:
            yield from (acts.Defend(seat, card, k.target) for k in s.now.strikes[:1])
    elif kind.deck == "building":
        yield acts.Build(seat, card)
    elif kind.deck == "townhall":
        yield acts.Upgrade(seat)
    elif kind.deck == "mission":
        yield acts.Claim(seat, card)
    elif number in s.row:
        yield acts.Buy(seat, card, SLOTS[s.row.index(number)])
    elif world.fighter[number] and holds(s.players[seat], number):
        return
    elif kind.deck in ("unit", "defence"):
        yield acts.Buy(seat, card)
    elif world.playable[number]:
        others = [i for i in world.seats if i != seat]
        yield acts.Play(seat, card, others[0] if world.targeted[number] else None)
    elif world.fighter[number]:
        yield acts.Attack(seat, DRACO, ((card, 1),))


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
    outside_first = sorted(open_to.of, key=lambda item: bool(world.cards[world.spaces[item[0]][1]].holds))
    return first_of(tuple(outside_first), open_to.n)
