"""The keys of a position of Löwenherz: how each value is written, and read back with every fault named."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.engine.plain import (
    NUMBER,
    SEAT_MASK,
    SEATS,
    Plain,
    as_it_is,
    by_place,
    by_seat,
    key,
    listed,
    masked,
    named,
    number,
    or_none,
    record,
    seat_or,
    word,
)
from companion.engine.positions import PositionReader
from companion.games.loewenherz.state import PHASES, POLITICS_PILE, TALLY, UNKNOWN, State
from companion.games.loewenherz.world import World

NO_POINTS = (0,) * (len(TALLY) - 1)


class Reader(PositionReader):
    """One position being read."""

    world: World

    def side(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.side_index, f"a side of {' '.join(self.world.names)}")

    def square(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.square_index, "a square of the board")

    def edge(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.edge_index, "an edge between two squares")

    def colour(self, key: str, value: Any) -> str:
        return self.word(key, value, self.world.tables.colours)

    # ------------------------------------------------------------ the board
    def castles(self, key: str, value: Any) -> tuple[tuple[int, int], ...]:
        """Square and side, by square."""
        found = ((f"{key}.{name}", name, side) for name, side in self.mapping(key, value).items())
        return tuple(sorted((self.square(at, name), self.side(at, side)) for at, name, side in found))

    def fence(self, key: str, value: Any) -> int:
        """All borders round a rectangle or a set of squares, as a mask; edges under ``except`` stay open."""
        grid = self.world.grid
        if not isinstance(value, Mapping) or value.keys() - {"rect", "squares", "except"}:
            self.bad(key, "rect: [column, column, row, row] or squares, and except", value)
            return 0
        area: int = SQUARES.read(self, f"{key}.squares", value.get("squares"))
        if "rect" in value:
            ends = self.listed(f"{key}.rect", value["rect"], self.number)
            if len(ends) != 4 or ends[1] >= grid.columns or ends[3] >= grid.rows:
                self.bad(f"{key}.rect", "first and last column, first and last row", value["rect"])
                return 0
            area |= grid.rectangle((ends[0], ends[1]), (ends[2], ends[3]))
        return grid.rim(area) & ~int(EDGES.read(self, f"{key}.except", value.get("except")))

    # ------------------------------------------------------------ cards
    def cards(self, key: str, value: Any, known: tuple[str, ...]) -> tuple[str, ...]:
        return self.listed(key, value, lambda at, c: self.word(at, c, known))

    def politics(self, key: str, value: Any) -> tuple[str, ...]:
        return tuple(sorted(self.cards(key, value, (*dict.fromkeys(self.world.politics_box), UNKNOWN))))

    def piles(self, key: str, value: Any) -> tuple[tuple[str, ...], ...]:
        known = (*dict.fromkeys(self.world.politics_box), UNKNOWN) if self.world.app_politics else (UNKNOWN,)
        found = self.listed(key, value, lambda at, pile: tuple(sorted(self.cards(at, pile, known))))
        if len(found) not in (0, 2):
            self.bad(key, "two piles", len(found))
        return found

    def decks(self, key: str, value: Any) -> dict[str, tuple[str, ...]]:
        """By the name of the stack."""
        stacks = self.world.stack_cards
        found = self.mapping(key, value, self.world.stacks)
        return {k: self.cards(f"{key}.{k}", found[k], cards) for k, cards in stacks.items() if k in found}

    def decision(self, key: str, value: Any) -> tuple[int, ...]:
        found = tuple(sorted(self.listed(key, value, partial(self.number, least=1))))
        if any(n > 3 for n in found) or len(set(found)) != len(found):
            self.bad(key, "different numbers from 1 to 3", value)
        return found


def _castles(world: World, keeps: tuple[tuple[int, int], ...]) -> dict[str, str]:
    return {world.squares[q]: world.names[side] for q, side in keeps}


def _decks(world: World, decks: tuple[tuple[str, ...], ...]) -> dict[str, list[str]]:
    return {name: list(deck) for name, deck in zip(world.stacks, decks, strict=True)}


def _cut(reader: Reader, key: str, value: Any) -> tuple[tuple[int, int], ...]:
    """Sides and masks of squares."""
    found = ((f"{key}.{name}", name, squares) for name, squares in reader.mapping(key, value).items())
    return tuple(sorted((reader.side(at, name), SQUARES.read(reader, at, squares)) for at, name, squares in found))


SIDE = Plain(lambda world, side: world.names[side], Reader.side)
SQUARE = Plain(lambda world, square: world.squares[square], Reader.square)
EDGE = Plain(lambda world, edge: world.edges[edge], Reader.edge)
SQUARES, EDGES = masked(SQUARE), masked(EDGE)
SQUARE_OR_NONE, EDGE_OR_NONE = or_none(SQUARE), or_none(EDGE)
ANYBODY = Plain(seat_or("").write, lambda reader, key, value: reader.seat(key, value or "", ""))
TEXT = Plain(as_it_is, lambda _reader, _key, value: str(value))
HAND = Plain(lambda _world, cards: list(cards), Reader.politics)
CARD = Plain(as_it_is, lambda reader, key, value: reader.word(key, value, tuple(reader.world.card)))
PLAYED = Plain(as_it_is, lambda reader, key, value: reader.word(key, value, reader.world.politics_box))
PILE = Plain(as_it_is, lambda reader, key, value: reader.word(key, value, (*reader.world.stacks, POLITICS_PILE)))
POINTS = named(TALLY[:-1], number(None))  # the last one, by hand, is reckoned
EXPLAINED = Plain(lambda world, points: POINTS.write(world, points[:-1]), POINTS.read)
by_side = partial(by_place, SIDE, lambda world: int(world.sides))

STATE = record(
    State,
    key("phase", word(*PHASES)),
    key("round", number(1)),
    key("layout", listed(TEXT)),
    key("colours", by_side(Plain(as_it_is, Reader.colour), "")),
    key("first", ANYBODY),
    key("opener", ANYBODY),
    key("castles", Plain(_castles, Reader.castles), "keeps"),
    key("knights", Plain(by_side(SQUARES, 0, every=True).write, by_side(listed(SQUARE), ()).read)),
    key("borders", EDGES, "walls"),
    key("power", by_seat(number(None), 0, every=True)),
    key("tally", by_seat(EXPLAINED, NO_POINTS, every=True)),
    key("silver", listed(by_seat(NUMBER, 0, every=True))),
    key("ducats", by_seat(NUMBER, lambda world: world.tables.start_money, every=True)),
    key("hands", by_seat(HAND, (), every=True)),
    key("piles", Plain(lambda _world, piles: [list(p) for p in piles], Reader.piles)),
    key("discard", HAND),
    key("unshuffled", listed(PILE)),
    key("decks", Plain(_decks, Reader.decks)),
    key("drawn", listed(CARD)),
    key("card", Plain(as_it_is, lambda reader, key, value: CARD.read(reader, key, value) if value else "")),
    key("laid", by_seat(Plain(lambda _world, numbers: list(numbers), Reader.decision), (), every=True)),
    key("turn", ANYBODY),
    key("played", listed(PLAYED)),
    key("action", NUMBER, "step"),
    key("bidders", SEATS),
    key("duel", NUMBER),
    key("cut", Plain(lambda world, cut: {world.names[side]: SQUARES.write(world, mask) for side, mask in cut}, _cut)),
    key("looking", NUMBER),
    key("spent", SEAT_MASK),
    key("winners", SEATS),
)
