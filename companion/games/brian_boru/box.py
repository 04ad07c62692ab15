"""The box of Brian Boru as its data file tells it: cards, marriage track, region table, prices; and its checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, frozen

from companion.engine.game import ConfigError, ConfigFault
from companion.engine.types import facts
from companion.engine.yamlfile import DataError, Document

COLOURS = ("red", "blue", "yellow")
WHITE = "white"
REGIONS = ("N", "U", "B", "S", "D", "C", "L", "M")
ICONS = ("T", "K", "P", "E", "m", "v", "c", "X", "A")
REWARD_ICONS = ("K", "A")
ANY_TOWN = "town"
PRINCESS = "princess"
SPACES = 10  # of the marriage track
ORIGINS = ("known", "S1", "S2", "house", "own")
STOCK = ("disc", "monastery", "coin", "viking_control", "raider", "renown")
K_DATA = "K-DATA"
LINES = ("primary", "secondary1", "secondary2")  # of an action card, from top to bottom
TOLD = "told"  # key of lines that the owner has confirmed or corrected

Icons = tuple[str, ...]
Program = tuple[tuple[str, int], ...]
Path = tuple[str | int, ...]
Fault = tuple[Path, str, Any]


@frozen
class ActionCard:
    """One of the 25 cards: its value and colour, and the icons of its actions from left to right."""

    no: int
    colour: str
    primary: Icons
    secondary1: Icons
    secondary2: Icons
    doubt: tuple[str, ...] = ()  # of these lines nobody has said yet that they stand so on the card

    def icons(self, action: str) -> Icons:
        return self.primary if action == "primary" else self.secondary1 if action == "secondary1" else self.secondary2


@frozen
class Bride:
    """A marriage card and its reward: points, renown, a free town of one region."""

    id: str
    name: str
    vp: int = 0
    renown: int = 0
    town: str = ""


@define(eq=False, frozen=True)
class Box:
    """All that the data file says, checked."""

    actions: tuple[ActionCard, ...]  # by number, the 1 first
    brides: Mapping[str, Bride]
    princess_names: Mapping[str, str]
    spurned_vp: int
    fleets: tuple[int, ...]
    track: tuple[tuple[str, ...], ...]  # icons of each space; ANY_TOWN alone
    region_vp: tuple[int, ...]
    coins: int
    renown: int
    vp: int
    extra: int
    expansion: int
    debt_vp: int
    stock: Mapping[str, int]


class _Checks:
    """Walks the mapping and collects every fault."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.faults: list[Fault] = []

    def bad(self, path: Path, expected: str, found: Any = "") -> None:
        self.faults.append((path, expected, found))

    def get(self, path: Path, kind: type, default: Any) -> Any:
        at: Any = self.data
        for key in path:
            known = at.get(key) if isinstance(at, Mapping) else None
            if isinstance(at, list | tuple) and isinstance(key, int):
                known = at[key]
            if known is None:
                if default is ...:
                    self.bad(path, f"a value ({_words(kind)})")
                return _empty(kind) if default is ... else default
            at = known
        same = isinstance(at, list | tuple) if kind is list else isinstance(at, Mapping) if kind is dict else None
        if same is False or (same is None and type(at) is not kind):
            self.bad(path, _words(kind), at)
            return _empty(kind) if default is ... else default
        return at

    def count(self, path: Path, default: Any = ...) -> int:
        n = self.get(path, int, default)
        if n < 0:
            self.bad(path, "0 or more", n)
        return int(n)

    def icons(self, path: Path, allowed: tuple[str, ...], default: Any = ...) -> Icons:
        words = tuple(str(self.get(path, str, default)).split())
        for w in words:
            if w not in allowed:
                self.bad(path, "icons of " + " ".join(allowed), w)
        return tuple(w for w in words if w in allowed)

    def origin(self, path: Path) -> None:
        """Every table says where it comes from, in one word or for each of its parts."""
        found = _at(self.data, path)
        words = found.values() if isinstance(found, Mapping) else (found,)
        if found is None or any(w not in ORIGINS for w in words):
            self.bad(path, "an origin: " + ", ".join(ORIGINS), found)


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def _words(kind: type) -> str:
    return {int: "a whole number", str: "a text", list: "a list", dict: "a mapping"}.get(kind, kind.__name__)


def _empty(kind: type) -> Any:
    return kind()


def _actions(c: _Checks) -> Iterator[ActionCard]:
    cards = c.get(("action_cards", "cards"), list, ...)
    if len(cards) != 25:
        c.bad(("action_cards", "cards"), "25 cards", len(cards))
    for i in range(len(cards)):
        at: Path = ("action_cards", "cards", i)
        no = c.count((*at, "card"))
        if no != i + 1:
            c.bad((*at, "card"), f"the number {i + 1}: cards stand in order", no)
        colour = c.get((*at, "colour"), str, ...)
        if colour not in (*COLOURS, WHITE):
            c.bad((*at, "colour"), "red, blue, yellow or white", colour)
        primary = c.icons((*at, "primary"), ICONS)
        first, second = (c.icons((*at, k), ICONS[1:]) for k in ("secondary1", "secondary2"))
        if primary[:1] != ("T",) or "T" in primary[1:]:
            c.bad((*at, "primary"), "T once, as the first icon", " ".join(primary))
        if not first:
            c.bad((*at, "secondary1"), "at least one icon")
        if "origin" in cards[i] and cards[i]["origin"] not in ORIGINS:
            c.bad((*at, "origin"), "an origin: " + ", ".join(ORIGINS), cards[i]["origin"])
        yield ActionCard(no, colour, primary, first, second, tuple(_doubt(c.data, cards[i], primary)))


def _doubt(data: Any, card: Any, primary: Icons) -> Iterator[str]:
    """Lines with a single source: all of such a card, and a first action whose order matters and is not sure."""
    told = card.get(TOLD, ())
    loose = _at(data, ("action_cards", "origin", "order")) == "S1" and "K" in primary and {"m", "v", "c"} & {*primary}
    for line in LINES:
        if line not in told and (card.get("origin") == "S1" or (line == "primary" and loose)):
            yield line


def overlaid(data: Any, own: Any) -> Any:
    """The data file with what the owner says of single cards: ``cards: [{id: "5", primary: "T v v"}]``."""
    mine = own.get("cards") if isinstance(own, Mapping) else None
    if not mine or not isinstance(data, Mapping):
        return data
    lines = {str(c["id"]): {k: v for k, v in c.items() if k in LINES} for c in mine if isinstance(c, Mapping)}
    part = data.get("action_cards", {})
    cards = [
        {**c, **lines[str(c["card"])], TOLD: tuple(lines[str(c["card"])])} if str(c.get("card")) in lines else c
        for c in part.get("cards", ())
    ]
    return {**data, "action_cards": {**part, "cards": cards}}


def _brides(c: _Checks) -> Iterator[Bride]:
    cards = c.get(("marriage_cards", "cards"), list, ...)
    if len(cards) != 7:
        c.bad(("marriage_cards", "cards"), "7 cards beside the princess", len(cards))
    seen = {PRINCESS}
    for i in range(len(cards)):
        at: Path = ("marriage_cards", "cards", i)
        ident, name = c.get((*at, "id"), str, ...), c.get((*at, "name"), str, ...)
        if ident in seen:
            c.bad((*at, "id"), "an id used once", ident)
        seen.add(ident)
        town = c.get((*at, "town"), str, "")
        if town not in ("", *REGIONS):
            c.bad((*at, "town"), "a region: " + " ".join(REGIONS), town)
        yield Bride(ident, name, c.count((*at, "vp"), 0), c.count((*at, "renown"), 0), town)


def _track(c: _Checks) -> Iterator[tuple[str, ...]]:
    at: Path = ("marriage_track", "rewards")
    rewards = c.get(at, list, ...)
    if len(rewards) != SPACES:
        c.bad(at, f"{SPACES} rewards, one for each space", len(rewards))
    for i, reward in enumerate(rewards):
        yield (ANY_TOWN,) if reward == ANY_TOWN else c.icons((*at, i), REWARD_ICONS)
    if rewards and rewards[0]:
        c.bad((*at, 0), "nothing on the first space", rewards[0])


def _box(data: Any) -> tuple[Box | None, list[Fault]]:
    c = _Checks(data)
    if not isinstance(data, Mapping):
        return None, [((), "a mapping with action_cards, marriage_cards and so on", data)]
    for part in ("action_cards", "marriage_cards", "princess", "viking_cards", "marriage_track", "region_table",
                 "start", "prices", "box"):  # fmt: skip
        c.origin((part, "origin"))
    actions, brides = tuple(_actions(c)), tuple(_brides(c))
    fleets = c.get(("viking_cards", "strengths"), list, ...)
    if len(fleets) != 7:
        c.bad(("viking_cards", "strengths"), "7 numbers", len(fleets))
    for i in range(len(fleets)):
        c.count(("viking_cards", "strengths", i))
    table = c.get(("region_table", "vp"), list, ...)
    if len(table) != len(REGIONS) + 1:
        c.bad(("region_table", "vp"), f"{len(REGIONS) + 1} numbers, for none to {len(REGIONS)} regions", len(table))
    for i in range(len(table)):
        c.count(("region_table", "vp", i))
    box = Box(
        actions=actions,
        brides={b.id: b for b in brides},
        princess_names={k: c.get(("princess", k), str, ...) for k in ("de", "en")},
        spurned_vp=c.count(("princess", "spurned_vp")),
        fleets=tuple(fleets),
        track=tuple(_track(c)),
        region_vp=tuple(table),
        coins=c.count(("start", "coins")),
        renown=c.count(("start", "renown")),
        vp=c.count(("start", "vp")),
        extra=max(1, c.count(("prices", "extra"))),
        expansion=c.count(("prices", "expansion")),
        debt_vp=c.count(("prices", "debt_vp")),
        stock={k: c.count(("box", k)) for k in STOCK},
    )
    return box, c.faults


def read(doc: Document) -> Box:
    """The box of a data file; raises DataError with file, line and key of everything that is wrong."""
    box, faults = _box(doc.data)
    if faults or box is None:
        raise DataError([doc.fault(path, expected, found) for path, expected, found in faults])
    return box


def _strange(data: Any, own: Any) -> Iterator[tuple[Path, str, Any]]:
    """What an owner's file says of cards or lines that there are not."""
    there = {str(c.get("card")) for c in _at(data, ("action_cards", "cards")) or () if isinstance(c, Mapping)}
    mine = own.get("cards") if isinstance(own, Mapping) else None
    for c in mine or ():
        if str(c["id"]) not in there:
            yield (c["id"],), "one of " + ", ".join(sorted(there, key=lambda n: (len(n), n))), c["id"]
        for line in c.keys() - {*LINES, "id"}:
            yield (c["id"],), "one of " + ", ".join(LINES), line


def _by_number(data: Any, path: Path) -> str:
    """Where a value stands, for people: an action card by its number."""
    if path[:2] == ("action_cards", "cards") and len(path) > 2:
        path = (_at(data, path[:2])[path[2]].get("card", path[2]), *path[3:])
    return ".".join(map(str, ("cards", *path)))


def box_of(data: Mapping[str, Any]) -> Box:
    """The box of one table, from data already read; raises ConfigError."""
    told = overlaid(data.get("cards"), data.get("own"))
    box, faults = _box(told)
    faults += _strange(told, data.get("own"))
    if faults or box is None:
        known = [(_by_number(told, path), expected, str(found)) for path, expected, found in faults]
        raise ConfigError(*(ConfigFault(K_DATA, facts(key=k, expected=e, found=f)) for k, e, f in known))
    return box
