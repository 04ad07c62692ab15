"""Cards and tables of the box as the rules use them; every value is checked on loading."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from companion.engine.boards import ROOT
from companion.engine.yamlfile import DataError, Document, Fault

Path = tuple[str | int, ...]

FILES = {"cards": "cards.yaml", "tables": "tables.yaml"}
ORIGINS = ("known", "S1", "house")
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


@frozen
class ActionCard:
    """A card of the action pile (LH-3.2)."""

    id: str
    stack: str
    kind: str  # action | silver | king
    actions: tuple[Action, ...] = ()


@frozen
class PoliticsCard:
    id: str
    kind: str  # alliance | renegade | treasure | fief
    value: int
    count: int


@frozen
class Cards:
    """All cards of the box."""

    stacks: tuple[str, ...]
    action: tuple[ActionCard, ...]
    politics: tuple[PoliticsCard, ...]
    pile_sizes: tuple[int, ...]
    numbers: tuple[int, ...]


@frozen
class StartPair:
    castle: tuple[int, int]
    knight: tuple[int, int]


@frozen
class BasicStart:
    """The set-up of one colour in the basic layout (LH-15.1)."""

    colour: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    pairs: tuple[StartPair, ...]


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


class _Reader:
    """Reads a data file and collects every fault instead of stopping at the first."""

    def __init__(self, doc: Document) -> None:
        self.doc = doc
        self.faults: list[Fault] = []
        if not isinstance(doc.data, dict):
            raise DataError([doc.fault((), "a mapping", doc.data)])
        if doc.data.get("schema") != 1:
            self.bad(("schema",), "1", doc.data.get("schema"))
        if doc.data.get("game") != "loewenherz":
            self.bad(("game",), "loewenherz", doc.data.get("game"))

    def bad(self, path: Path, expected: str, found: object = "") -> None:
        self.faults.append(self.doc.fault(path, expected, found))

    def at(self, path: Path) -> Any:
        value: Any = self.doc.data
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def number(self, path: Path, low: int = 0, default: int = 0) -> int:
        value = self.at(path)
        if isinstance(value, int) and not isinstance(value, bool) and value >= low:
            return value
        self.bad(path, f"a whole number, {low} or more", value)
        return default

    def word(self, path: Path, allowed: tuple[str, ...] = ()) -> str:
        value = self.at(path)
        if isinstance(value, str) and value and (not allowed or value in allowed):
            return value
        self.bad(path, "one of " + ", ".join(allowed) if allowed else "a text", value)
        return allowed[0] if allowed else ""

    def origin(self, path: Path) -> None:
        self.word((*path, "origin"), ORIGINS)

    def items(self, *path: str | int) -> Iterator[Path]:
        value = self.at(path)
        if not isinstance(value, list) or not value:
            self.bad(path, "a list", value)
            return
        yield from ((*path, i) for i in range(len(value)))

    def numbers(self, path: Path) -> tuple[int, ...]:
        value = self.at(path)
        if not isinstance(value, list) or not value:
            self.bad(path, "a list of whole numbers", value)
            return ()
        return tuple(self.number((*path, i)) for i in range(len(value)))

    def pair(self, path: Path) -> tuple[int, int]:
        found = self.numbers(path)
        if len(found) != 2:
            self.bad(path, "two whole numbers", self.at(path))
            return (0, 0)
        return (found[0], found[1])

    def money(self, path: Path) -> Mapping[int, int]:
        """Money cards: value -> how many. Keys are texts when they come from a journal."""
        value = self.at(path)
        if isinstance(value, dict) and all(str(k).isdigit() and isinstance(v, int) for k, v in value.items()):
            return {int(k): int(v) for k, v in value.items()}
        self.bad(path, "a mapping of card values to numbers of cards", value)
        return {}

    def done(self) -> None:
        if self.faults:
            raise DataError(self.faults)


def read_cards(doc: Document) -> Cards:
    """Check a card file; DataError lists every fault with file, line and key."""
    r = _Reader(doc)
    stacks: dict[str, int] = {}
    for path in r.items("stacks"):
        r.origin(path)
        stacks[r.word((*path, "stack"))] = r.number((*path, "cards"), 1)
    action = tuple(_action_card(r, path, tuple(stacks)) for path in r.items("action_cards"))
    for name, n in stacks.items():
        found = sum(c.stack == name for c in action)
        if found != n:
            r.bad(("action_cards",), f"{n} cards of stack {name}", found)
    kings = [c.stack for c in action if c.kind == KING]
    if kings != list(stacks)[-1:]:
        r.bad(("action_cards",), "one card 'king', in the last stack", kings)
    _unique(r, "action_cards", [c.id for c in action])
    politics = tuple(_politics_card(r, path) for path in r.items("politics_cards"))
    _unique(r, "politics_cards", [c.id for c in politics])
    r.origin(("politics_piles",))
    sizes = r.numbers(("politics_piles", "sizes"))
    if len(sizes) != 2 or sum(sizes) != sum(c.count for c in politics):
        r.bad(("politics_piles", "sizes"), "two piles that hold all politics cards", list(sizes))
    r.origin(("decision_cards",))
    numbers = r.numbers(("decision_cards", "numbers"))
    if numbers != (1, 2, 3):
        r.bad(("decision_cards", "numbers"), "1, 2, 3", list(numbers))
    r.done()
    return Cards(tuple(stacks), action, politics, sizes, numbers)


def _unique(r: _Reader, key: str, ids: list[str]) -> None:
    for i, name in enumerate(ids):
        if ids.index(name) != i:
            r.bad((key, i, "id"), "an id used once", name)


def _action_card(r: _Reader, path: Path, stacks: tuple[str, ...]) -> ActionCard:
    r.origin(path)
    name, stack = r.word((*path, "id")), r.word((*path, "stack"), stacks or ("A",))
    special = r.at((*path, "special"))
    if special is not None:
        return ActionCard(name, stack, r.word((*path, "special"), (SILVER, KING)))
    actions = tuple(_action(r, step) for step in r.items(*path, "actions"))
    if len(actions) != 3:
        r.bad((*path, "actions"), "three actions", r.at((*path, "actions")))
    return ActionCard(name, stack, ACTION, actions)


def _action(r: _Reader, path: Path) -> Action:
    word = r.at(path)
    if isinstance(word, str) and word:
        kind, n = word[0], word[1:]
        if word == POLITICS:
            return Action(POLITICS, 1)
        if kind in (DUCATS, BORDERS) and n.isdigit() and int(n) > 0:
            return Action(kind, int(n))
        if word in ("K1", "K2"):
            return Action(KNIGHT, int(n))
    r.bad(path, "Dn, Gn, K1, K2 or P", word)
    return Action(POLITICS, 1)


def _politics_card(r: _Reader, path: Path) -> PoliticsCard:
    r.origin(path)
    kind = r.word((*path, "kind"), (ALLIANCE, RENEGADE, TREASURE, FIEF))
    value = r.number((*path, "value"), 1) if kind in (TREASURE, FIEF) else 0
    return PoliticsCard(r.word((*path, "id")), kind, value, r.number((*path, "count"), 1, 1))


BOX = ("castles", "knights", "borders", "power_markers", "overview_cards", "first_player_castles")


def read_tables(doc: Document) -> Tables:
    """Check a file of tables; DataError lists every fault with file, line and key."""
    r = _Reader(doc)
    founding = _founding(r)
    value = {}
    for key in ("forest_knight", "renegade_forest", "alliance_end"):
        r.origin(("costs", key))
        value[key] = r.number(("costs", key, "value"))
    box = {}
    for key in BOX:
        r.origin(("box", key))
        box[key] = r.number(("box", key, "value"), 1)
    marked: tuple[Path, ...] = (("town",), ("supply_warning",), ("start_money",), ("money_cards", "total"))
    for path in (*marked, ("money_cards", "split")):
        r.origin(path)
    start, split = r.money(("start_money", "cards")), r.money(("money_cards", "split", "cards"))
    total = r.number(("money_cards", "total", "value"), 1)
    if sum(split.values()) != total:
        r.bad(("money_cards", "split", "cards"), f"{total} cards in all", sum(split.values()))
    own, neutral = {}, {}
    for path in r.items("castles_each"):
        r.origin(path)
        n = r.number((*path, "players"), 2, 2)
        own[n], neutral[n] = r.number((*path, "own"), 1, 1), r.number((*path, "neutral"))
    if sorted(own) != [2, 3, 4]:
        r.bad(("castles_each",), "one entry each for 2, 3 and 4 players", sorted(own))
    r.origin(("colours",))
    colours = tuple(r.word(path) for path in r.items("colours", "names"))
    if len(set(colours)) != 4:
        r.bad(("colours", "names"), "four different colours", list(colours))
    basic = tuple(_basic(r, path, colours) for path in r.items("basic_start"))
    points, warning = r.number(("town", "points")), r.number(("supply_warning", "value"))
    r.done()
    money = sum(k * n for k, n in start.items())
    return Tables(
        founding=founding, town=points, box=box, supply_warning=warning, start_money=money, own=own, neutral=neutral,
        colours=colours, basic=basic, **value,
    )  # fmt: skip


def _founding(r: _Reader) -> tuple[tuple[int, int], ...]:
    r.origin(("founding",))
    rows: list[tuple[int, int]] = []
    paths = list(r.items("founding", "rows"))
    for path in paths:
        last = path == paths[-1]
        if last and r.at((*path, "squares")) is not None:
            r.bad((*path, "squares"), "no limit in the last row", r.at((*path, "squares")))
        limit = 0 if last else r.number((*path, "squares"), 1 + (rows[-1][0] if rows else 0))
        rows.append((limit, r.number((*path, "points"))))
    return tuple(rows)


def _basic(r: _Reader, path: Path, colours: tuple[str, ...]) -> BasicStart:
    r.origin(path)
    pairs = tuple(
        StartPair(r.pair((*p, "castle")), r.pair((*p, "knight"))) for p in r.items(*path, "pairs")
    )  # fmt: skip
    columns, rows = r.pair((*path, "region", "columns")), r.pair((*path, "region", "rows"))
    return BasicStart(r.word((*path, "colour"), colours or ("gold",)), columns, rows, pairs)


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


def overlaid(cards: Any, own: Any) -> Any:
    """The card file with what the owner says of single cards: ``cards: [{id: a1, actions: [D4, G2, K1]}]``."""
    mine = own.get("cards") if isinstance(own, Mapping) else None
    if not mine or not isinstance(cards, Mapping):
        return cards
    told = {str(c["id"]): c["actions"] for c in mine if isinstance(c, Mapping) and "id" in c and "actions" in c}
    shipped = cards.get("action_cards", ())
    lines = [{**c, "actions": told[c["id"]]} if c.get("id") in told and "special" not in c else c for c in shipped]
    return {**cards, "action_cards": lines}
