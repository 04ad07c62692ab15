"""The box of Brian Boru as its data file tells it: cards, marriage track, region table, prices; and its checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Annotated, Any

from attrs import define, evolve, frozen

from companion.engine.checked import As, Count, Faults, Text, fitting, one_of
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
LINES = PRIMARY, FIRST, SECOND = "primary", "secondary1", "secondary2"  # of an action card, from top to bottom
TOLD = "told"  # key of lines that the owner has confirmed or corrected

PARTS = (
    "action_cards", "marriage_cards", "princess", "viking_cards", "marriage_track", "region_table", "start", "prices",
    "box",
)  # fmt: skip

Icons = tuple[str, ...]
Program = tuple[tuple[str, int], ...]


def _icons(allowed: tuple[str, ...], *alone: str) -> As:
    """Icons in one text, from left to right; a word that stands for all of them may stand alone."""

    def read(value: Any) -> Icons:
        words = tuple(fitting(value, isinstance(value, str)).split())
        return fitting(words, value in alone or set(words) <= {*allowed})

    return As("icons of " + " ".join((*allowed, *alone)), read, allowed[0])


def _origins(value: Any) -> Any:
    words = value.values() if isinstance(value, dict) else (value,)
    return fitting(value, all(w in ORIGINS for w in words))


AN_ORIGIN = "an origin: " + ", ".join(ORIGINS)
Origin = Annotated[str, one_of(ORIGINS, AN_ORIGIN)]
Origins = Annotated[Any, As(AN_ORIGIN, _origins, ORIGINS[0])]  # in one word or for each part of a table


@frozen
class ActionCard:
    """One of the 25 cards: its number and colour, and the icons of its actions from left to right."""

    card: Count
    colour: Annotated[str, one_of((*COLOURS, WHITE), "red, blue, yellow or white")]
    primary: Annotated[Icons, _icons(ICONS)]
    secondary1: Annotated[Icons, _icons(ICONS[1:])]
    secondary2: Annotated[Icons, _icons(ICONS[1:])]
    origin: Origin | None = None
    told: tuple[str, ...] = ()  # lines that the owner has confirmed or corrected
    doubt: tuple[str, ...] = ()  # of these lines nobody has said yet that they stand so on the card

    @property
    def no(self) -> int:
        return self.card

    def icons(self, action: str) -> Icons:
        return self.primary if action == PRIMARY else self.secondary1 if action == FIRST else self.secondary2


def runs(icons: Iterable[str]) -> list[tuple[str, int]]:
    """Equal icons in a row, with their number."""
    return [(icon, len(list(same))) for icon, same in groupby(icons)]


@frozen
class Bride:
    """A marriage card and its reward: points, renown, a free town of one region."""

    id: Text
    name: Text
    vp: Count = 0
    renown: Count = 0
    town: Annotated[str, one_of(("", *REGIONS), "a region: " + " ".join(REGIONS))] = ""


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


def _actions(r: Faults) -> Iterator[ActionCard]:
    cards: tuple[ActionCard, ...] = r.read(tuple[ActionCard, ...], "action_cards", "cards")
    if len(cards) != 25:
        r.bad(("action_cards", "cards"), "25 cards", len(cards))
    ordered = r.at(("action_cards", "origin", "order")) != "S1"
    for i, c in enumerate(cards):
        at = ("action_cards", "cards", i)
        if c.no != i + 1:
            r.bad((*at, "card"), f"the number {i + 1}: cards stand in order", c.no)
        if c.primary[:1] != ("T",) or "T" in c.primary[1:]:
            r.bad((*at, "primary"), "T once, as the first icon", " ".join(c.primary))
        if not c.secondary1:
            r.bad((*at, "secondary1"), "at least one icon")
        yield evolve(c, doubt=tuple(_doubt(c, ordered)))


def _doubt(card: ActionCard, ordered: bool) -> Iterator[str]:
    """Lines with a single source: all of such a card, and a first action whose order matters and is not sure."""
    loose = not ordered and "K" in card.primary and {"m", "v", "c"} & {*card.primary}
    for line in LINES:
        if line not in card.told and (card.origin == "S1" or (line == PRIMARY and loose)):
            yield line


def overlaid(data: Any, own: Any) -> Any:
    """The data file with what the owner says of single cards: ``cards: [{id: "5", primary: "T v v"}]``."""
    mine = own.get("cards") if isinstance(own, Mapping) else None
    if not mine or not isinstance(data, Mapping):
        return data
    lines = {str(c["id"]): {k: v for k, v in c.items() if k in LINES} for c in mine if isinstance(c, Mapping)}
    part = data.get("action_cards", {})
    cards = [
        {**c, **lines[str(c["card"])], TOLD: [*lines[str(c["card"])]]} if str(c.get("card")) in lines else c
        for c in part.get("cards", ())
    ]
    return {**data, "action_cards": {**part, "cards": cards}}


def _listed(r: Faults, kind: Any, n: int, expected: str, *path: str) -> Any:
    """A list of so many values."""
    values = r.read(tuple[kind, ...], *path)
    if len(values) != n:
        r.bad(path, expected, len(values))
    return values


def read(doc: Document) -> Box:
    """The box of a data file; raises DataError with file, line and key of everything that is wrong."""
    r = Faults(doc)
    for part in PARTS:
        r.read(Origins, part, "origin")
    actions = tuple(_actions(r))
    brides: tuple[Bride, ...] = _listed(r, Bride, 7, "7 cards beside the princess", "marriage_cards", "cards")
    r.once([b.id for b in brides], "marriage_cards", "cards")
    for i in (i for i, b in enumerate(brides) if b.id == PRINCESS):
        r.bad(("marriage_cards", "cards", i, "id"), "an id used once", PRINCESS)
    reward = Annotated[Icons, _icons(REWARD_ICONS, ANY_TOWN)]
    track = _listed(r, reward, SPACES, f"{SPACES} rewards, one for each space", "marriage_track", "rewards")
    if track and track[0]:
        r.bad(("marriage_track", "rewards", 0), "nothing on the first space", " ".join(track[0]))
    regions = len(REGIONS)
    vp = f"{regions + 1} numbers, for none to {regions} regions"
    box = Box(
        actions=actions,
        brides={b.id: b for b in brides},
        princess_names={k: r.read(Text, "princess", k) for k in ("de", "en")},
        spurned_vp=r.read(Count, "princess", "spurned_vp"),
        fleets=_listed(r, Count, 7, "7 numbers", "viking_cards", "strengths"),
        track=track,
        region_vp=_listed(r, Count, regions + 1, vp, "region_table", "vp"),
        coins=r.read(Count, "start", "coins"),
        renown=r.read(Count, "start", "renown"),
        vp=r.read(Count, "start", "vp"),
        extra=max(1, r.read(Count, "prices", "extra")),
        expansion=r.read(Count, "prices", "expansion"),
        debt_vp=r.read(Count, "prices", "debt_vp"),
        stock={k: r.read(Count, "box", k) for k in STOCK},
    )
    r.done()
    return box


def _strange(data: Any, own: Any) -> Iterator[tuple[str, str, str]]:
    """What an owner's file says of cards or lines that there are not."""
    cards = data.get("action_cards", {}).get("cards") if isinstance(data, Mapping) else None
    there = {str(c.get("card")) for c in cards or () if isinstance(c, Mapping)}
    mine = own.get("cards") if isinstance(own, Mapping) else None
    for c in mine or ():
        if str(c["id"]) not in there:
            yield c["id"], "one of " + ", ".join(sorted(there, key=lambda n: (len(n), n))), c["id"]
        for line in c.keys() - {*LINES, "id"}:
            yield c["id"], "one of " + ", ".join(LINES), line


def _by_number(data: Any, key: str) -> str:
    """Where a value stands, for people: an action card by its number."""
    path = key.split(".")
    if path[:2] == ["action_cards", "cards"] and len(path) > 2:
        card = data["action_cards"]["cards"][int(path[2])]
        path = [str(card.get("card", path[2])) if isinstance(card, Mapping) else path[2], *path[3:]]
    return ".".join(path)


def box_of(data: Mapping[str, Any]) -> Box:
    """The box of one table, from data already read; raises ConfigError."""
    told = overlaid(data.get("cards"), data.get("own"))
    faults = list(_strange(told, data.get("own")))
    try:
        box = read(Document.of(told, "cards"))
    except DataError as e:
        faults = [*((_by_number(told, f.key), f.expected, f.found) for f in e.faults), *faults]
    if faults:
        known = [(f"cards.{key}".rstrip("."), expected, str(found)) for key, expected, found in faults]
        raise ConfigError(*(ConfigFault(K_DATA, facts(key=k, expected=e, found=f)) for k, e, f in known))
    return box
