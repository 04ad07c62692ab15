"""The state of Löwenherz as a plain mapping; ``reading`` turns one back into a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.balance import MOST, STOCK, Balance
from companion.engine.masks import bits
from companion.engine.types import letter
from companion.games.loewenherz.state import SETUP, TALLY, State

KEYS = (
    "phase", "round", "layout", "colours", "first", "opener", "castles", "knights", "borders", "fences", "alliances",
    "power", "tally", "silver", "ducats", "hands", "piles", "discard", "unshuffled", "decks", "drawn", "card", "laid",
    "turn", "played", "action", "bidders", "bids", "duel", "right", "cut", "looking", "spent", "winners",
)  # fmt: skip


def seat_name(seat: int) -> str:
    return "" if seat < 0 else letter(seat)


def position(s: State) -> dict[str, Any]:
    world, seats = s.world, range(s.world.players)
    squares, names = world.squares, world.names
    return {
        "phase": s.phase,
        "round": s.round,
        "layout": list(s.layout),
        "colours": {names[i]: c for i, c in enumerate(s.colours) if c},
        "first": seat_name(s.first),
        "opener": seat_name(s.opener),
        "castles": {squares[q]: names[side] for q, side in s.keeps},
        "knights": {names[i]: [squares[q] for q in bits(m)] for i, m in enumerate(s.knights)},
        "borders": list(world.edge_ids(s.walls)),
        "alliances": [
            {"regions": [squares[s.keeps[a][0]], squares[s.keeps[b][0]]], "edge": world.edges[e] if e >= 0 else ""}
            for a, b, e in s.alliances
        ],
        "power": {letter(p): s.power[p] for p in seats},
        "tally": {letter(p): dict(zip(TALLY[:-1], s.tally[p][:-1], strict=True)) for p in seats},
        "silver": [{letter(p): points[p] for p in seats} for points in s.silver],
        "ducats": {letter(p): s.ducats[p] for p in seats},
        "hands": {letter(p): list(s.hands[p]) for p in seats},
        "piles": [list(p) for p in s.piles],
        "discard": list(s.discard),
        "unshuffled": list(s.unshuffled),
        "decks": {name: list(deck) for name, deck in zip(world.stacks, s.decks, strict=True)},
        "drawn": list(s.drawn),
        "card": s.card,
        "laid": {letter(p): list(s.laid[p]) for p in seats},
        "turn": seat_name(s.turn),
        "played": list(s.played),
        "action": s.step,
        "bidders": [letter(p) for p in s.bidders],
        "bids": {
            letter(p): {"ducats": b[0], "treasures": list(b[1])}
            for p, b in zip(s.bidders, s.bids, strict=True)
            if b is not None
        },
        "duel": s.duel,
        "right": {
            "units": s.units,
            "squares": s.squares,
            "region": squares[s.keeps[s.grown][0]] if s.grown >= 0 else "",
            "expand": s.may_expand,
        },
        "cut": {names[side]: list(world.square_ids(mask)) for side, mask in s.cut},
        "looking": s.looking,
        "spent": [letter(p) for p in seats if s.spent >> p & 1],
        "winners": [letter(p) for p in s.winners],
    }


CASTLES = {2: "LH-14.4", 3: "LH-14.2", 4: "LH-1.3"}  # how many castles each colour sets, by number of players


def balances(s: State) -> Iterator[Balance]:
    """Castles of each colour, knights and borders beside what the box holds, politics cards in all."""
    world, tables = s.world, s.world.tables
    players = world.players
    for side, knights in enumerate(s.knights):
        yield Balance("LH-1.17", "knight", world.names[side], tables.box["knights"], knights.bit_count(), MOST)
    yield Balance("LH-R14", "border", "", tables.box["borders"], s.walls.bit_count(), STOCK)
    if s.phase in SETUP:
        return
    for side in range(world.sides):
        wanted = tables.own[players] if side < players else tables.neutral[players] * players
        stand = sum(owner == side for _, owner in s.keeps)
        yield Balance(CASTLES[players], "castle", world.names[side], wanted, stand)
    cards = sum(map(len, (*s.hands, *s.piles))) + len(s.discard)
    yield Balance("LH-R40", "politics", "", len(world.politics_box), cards)
