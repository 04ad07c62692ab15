"""Cards and tables of the box as the rules use them; every value is checked on loading."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from attrs import frozen

from companion.engine.boards import ROOT
from companion.engine.checked import As, Count, Faults, Origin, Some, Sourced, Text, fitting, whole
from companion.engine.yamlfile import Document

FILES = {"cards": "cards.yaml", "tables": "tables.yaml"}
DUCATS, BORDERS, KNIGHT, POLITICS = "D", "G", "K", "P"
ACTION, SILVER, KING = "action", "silver", "king"
ALLIANCE, RENEGADE, TREASURE, FIEF = "alliance", "renegade", "treasure", "fief"


@frozen(cache_hash=True)
class Action:
    """One line of an action card: ducats, borders, knights or a politics card, and how many."""

    kind: str  # D | G | K | P
    n: int

    def __str__(self) -> str:
        return self.kind if self.kind == POLITICS else f"{self.kind}{self.n}"


def _action(word: Any) -> Action:
    made = Action(POLITICS, 1) if word == POLITICS else Action(word[:1], int(word[1:]))
    return fitting(made, str(made) == word and made.n > 0 and (made.kind in "DGP" or word in ("K1", "K2")))


def _pair(value: Any) -> tuple[int, int]:
    column, row = map(whole().read, fitting(value, isinstance(value, list)))
    return (column, row)


def _money(value: Any) -> Mapping[int, int]:
    """Keys are texts when they come from a journal."""
    return {int(str(k)): whole().read(n) for k, n in fitting(value, isinstance(value, dict)).items()}


Pair = Annotated[tuple[int, int], As("two whole numbers, 0 or more", _pair, [0, 0])]
Money = Annotated[Mapping[int, int], As("a mapping of card values to numbers of cards", _money, {})]


@frozen
class ActionCard:
    """A card of the action pile (LH-3.2): three actions, or something special."""

    id: Text
    stack: Text
    origin: Origin
    special: Literal["silver", "king"] | None = None
    actions: tuple[Annotated[Action, As("Dn, Gn, K1, K2 or P", _action, POLITICS)], ...] = ()

    @property
    def kind(self) -> str:  # action | silver | king
        return self.special or ACTION


@frozen
class PoliticsCard:
    id: Text
    kind: Literal["alliance", "renegade", "treasure", "fief"]
    count: Some
    origin: Origin
    value: Count = 0  # of treasures and fiefs


@frozen
class Stack:
    stack: Text
    cards: Some
    origin: Origin


@frozen
class Cards:
    """All cards of the box."""

    stacks: tuple[str, ...]
    action: tuple[ActionCard, ...]
    politics: tuple[PoliticsCard, ...]
    pile_sizes: tuple[int, ...]


@frozen
class StartPair:
    castle: Pair
    knight: Pair


@frozen
class Region:
    columns: Pair
    rows: Pair


@frozen
class BasicStart:
    """The set-up of one colour in the basic layout (LH-15.1)."""

    colour: Text
    region: Region
    pairs: tuple[StartPair, ...]
    origin: Origin


@frozen
class Founding:
    """Points for a region of up to so many squares; the last row has no limit."""

    points: Count
    squares: Some | None = None


@frozen
class CastlesEach:
    """Castles set by each player, of the own and of the neutral colour."""

    players: Some
    own: Some
    neutral: Count
    origin: Origin


@frozen
class Tables:
    """Numbers of the rules and of the box."""

    founding: tuple[tuple[int, int], ...]  # (up to so many squares, points); the last one has no limit: 0
    town: int
    forest_knight: int
    renegade_forest: int
    alliance_end: int
    box: Mapping[str, int]
    supply_warning: int
    start_money: int
    own: Mapping[int, int]  # castles set by each player, by number of players
    neutral: Mapping[int, int]
    colours: tuple[str, ...]
    basic: tuple[BasicStart, ...]


def _file(doc: Document, *marked: str) -> Faults:
    r = Faults(doc)
    r.read(Literal[1], "schema")
    r.read(Literal["loewenherz"], "game")
    for path in marked:
        r.read(Origin, *path.split("."), "origin")
    return r


def read_cards(doc: Document) -> Cards:
    """Check a card file; DataError lists every fault with file, line and key."""
    r = _file(doc, "politics_piles", "decision_cards")
    stacks: dict[str, int] = {s.stack: s.cards for s in r.read(tuple[Stack, ...], "stacks")}
    action: tuple[ActionCard, ...] = r.read(tuple[ActionCard, ...], "action_cards")
    politics: tuple[PoliticsCard, ...] = r.read(tuple[PoliticsCard, ...], "politics_cards")
    for i, card in enumerate(action):
        if card.stack not in stacks:
            r.bad(("action_cards", i, "stack"), "one of " + ", ".join(stacks), card.stack)
        if len(card.actions) != (0 if card.special else 3):
            r.bad(("action_cards", i, "actions"), "three actions, none on a special card", len(card.actions))
    for name, n in stacks.items():
        found = sum(c.stack == name for c in action)
        if found != n:
            r.bad(("action_cards",), f"{n} cards of stack {name}", found)
    kings = [c.stack for c in action if c.kind == KING]
    if kings != list(stacks)[-1:]:
        r.bad(("action_cards",), "one card 'king', in the last stack", kings)
    for i, c in enumerate(politics):
        if (c.value > 0) != (c.kind in (TREASURE, FIEF)):
            r.bad(("politics_cards", i, "value"), "a value on treasures and fiefs, and on no other card", c.value)
    r.once([c.id for c in action], "action_cards")
    r.once([c.id for c in politics], "politics_cards")
    sizes = r.read(tuple[Count, ...], "politics_piles", "sizes")
    if len(sizes) != 2 or sum(sizes) != sum(c.count for c in politics):
        r.bad(("politics_piles", "sizes"), "two piles that hold all politics cards", list(sizes))
    numbers = r.read(tuple[Count, ...], "decision_cards", "numbers")
    if numbers != (1, 2, 3):
        r.bad(("decision_cards", "numbers"), "1, 2, 3", list(numbers))
    r.done()
    return Cards(tuple(stacks), action, politics, sizes)


BOX = ("castles", "knights", "borders", "power_markers", "overview_cards", "first_player_castles")


def read_tables(doc: Document) -> Tables:
    """Check a file of tables; DataError lists every fault with file, line and key."""
    r = _file(doc, "founding", "town", "start_money", "money_cards.split", "colours")
    rows: tuple[Founding, ...] = r.read(tuple[Founding, ...], "founding", "rows")
    limits = [row.squares for row in rows]
    for i, limit in enumerate(limits):
        at, least = ("founding", "rows", i, "squares"), max((n or 0 for n in limits[:i]), default=0) + 1
        if i == len(limits) - 1 and limit is not None:
            r.bad(at, "no limit in the last row", limit)
        elif i < len(limits) - 1 and (limit is None or limit < least):
            r.bad(at, whole(least).expected, limit)
    start, split = r.read(Money, "start_money", "cards"), r.read(Money, "money_cards", "split", "cards")
    total = r.read(Sourced[Some], "money_cards", "total").value
    if sum(split.values()) != total:
        r.bad(("money_cards", "split", "cards"), f"{total} cards in all", sum(split.values()))
    castles: tuple[CastlesEach, ...] = r.read(tuple[CastlesEach, ...], "castles_each")
    if sorted(c.players for c in castles) != [2, 3, 4]:
        r.bad(("castles_each",), "one entry each for 2, 3 and 4 players", sorted(c.players for c in castles))
    colours = r.read(tuple[Text, ...], "colours", "names")
    if len(set(colours)) != 4:
        r.bad(("colours", "names"), "four different colours", list(colours))
    basic: tuple[BasicStart, ...] = r.read(tuple[BasicStart, ...], "basic_start")
    for i, b in enumerate(basic):
        if b.colour not in colours:
            r.bad(("basic_start", i, "colour"), "one of " + ", ".join(colours), b.colour)
    costs = ("forest_knight", "renegade_forest", "alliance_end")
    tables = Tables(
        founding=tuple((row.squares or 0, row.points) for row in rows),
        town=r.read(Count, "town", "points"),
        box={key: r.read(Sourced[Some], "box", key).value for key in BOX},
        supply_warning=r.read(Sourced[Count], "supply_warning").value,
        start_money=sum(k * n for k, n in start.items()),
        own={c.players: c.own for c in castles},
        neutral={c.players: c.neutral for c in castles},
        colours=colours,
        basic=basic,
        **{key: r.read(Sourced[Count], "costs", key).value for key in costs},
    )
    r.done()
    return tables


# ---------------------------------------------------------------- from a configuration
@lru_cache(maxsize=16)
def _cards(text: str) -> Cards:
    return read_cards(Document(text, FILES["cards"]))


@lru_cache(maxsize=16)
def _tables(text: str) -> Tables:
    return read_tables(Document(text, FILES["tables"]))


@lru_cache(maxsize=16)
def _shipped(file: str) -> Any:
    return Document.read(ROOT / "loewenherz" / file).data


def box_data(data: Mapping[str, Any]) -> tuple[Cards, Tables]:
    """Cards and tables of a configuration; what it lacks comes from the shipped files. Raises DataError."""

    def load(name: str) -> Any:
        return data.get(name) or _shipped(FILES[name])

    def plain(doc: Any) -> str:
        return json.dumps(doc, sort_keys=True)

    return _cards(plain(overlaid(load("cards"), data.get("own")))), _tables(plain(load("tables")))


def _said(own: Any) -> Any:
    """What an owner's file says of single cards."""
    return (own.get("cards") if isinstance(own, Mapping) else None) or ()


def strange(cards: Cards, own: Any) -> Iterator[tuple[str, str, str]]:
    """What an owner's file says of cards or lines that there are not: where, what there is, what it says."""
    there = [c.id for c in cards.action if not c.special]
    for c in _said(own):
        if str(c["id"]) not in there:
            yield f"cards.{c['id']}", "one of " + ", ".join(there), str(c["id"])
        for key in sorted(c.keys() - {"id", "actions"}):
            yield f"cards.{c['id']}", "one of the keys id, actions", str(key)


def overlaid(cards: Any, own: Any) -> Any:
    """The card file with what the owner says of single cards: ``cards: [{id: a1, actions: [D4, G2, K1]}]``."""
    if not _said(own) or not isinstance(cards, Mapping):
        return cards
    told = {str(c["id"]): c["actions"] for c in _said(own) if isinstance(c, Mapping) and "id" in c and "actions" in c}
    shipped = cards.get("action_cards", ())
    lines = [{**c, "actions": told[c["id"]]} if c.get("id") in told and "special" not in c else c for c in shipped]
    return {**cards, "action_cards": lines}
