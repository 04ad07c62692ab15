"""The cards of the box: what each one is, read from a card file and checked as a whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

from attrs import define, evolve, frozen

from companion.engine.checked import Path
from companion.engine.yamlfile import Document, Fault
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.box.reading import DECKS, TAGS, Reader
from companion.games.vikings_gone_wild.box.vocabulary import Ability, Num, Pred, Step

ORIGINS = ("known", "figure", "web", "house", "user")
SURE = ("known", "user")
DECK_SUMS = {
    "start": 40, "unit": 18, "defence": 14, "building": 52, "townhall": 12, "odin": 40, "favour": 12, "mission": 20,
    "bonus": 8,
}  # fmt: skip
ID = re.compile(r"[a-z][a-z0-9_]*\Z")


@frozen
class DamageBonus:
    """One symbol below a defence value: vp, favour, or the kind of token that is plundered."""

    what: str
    n: int


@define(eq=False, frozen=True)
class Card:
    """One kind of card; a field that its deck does not need keeps its default. Compared by identity."""

    id: str
    name: str
    name_de: str
    deck: str
    count: int
    tags: tuple[str, ...] = ()
    sold: bool = False
    beer: int = 0
    gold: int = 0
    min_players: int = 2
    origin: tuple[tuple[str, str], ...] = ()
    text: str = ""
    strength: Num | None = None
    guard: Num | None = None
    defence: int = 0
    damage_bonus: tuple[DamageBonus, ...] = ()
    produces: str = ""
    holds: str = ""
    room: int = 0
    full_vp: int = 0
    draw_bonus: int = 0
    keep_bonus: int = 0
    level: int = 0
    limit: int | None = None
    upgrade: tuple[int, int] | None = None
    built: tuple[Step, ...] = ()
    reward: tuple[Step, ...] = ()
    vp: int = 0
    kind: str = ""
    goal: Pred | None = None
    rule: str = ""
    value: Num = 0
    least: int = 0
    abilities: tuple[Ability, ...] = ()

    def of(self, when: str) -> tuple[int, ...]:
        """Numbers of the abilities for one occasion."""
        return tuple(i for i, a in enumerate(self.abilities) if a.when == when)

    def source(self, field: str) -> str:
        """Where a value comes from."""
        return dict(self.origin).get(field, "house")


@define(eq=False, frozen=True)
class CardFile:
    """All cards in the order of their ids, and the bonus cards of a first game."""

    cards: tuple[Card, ...]
    first_game: tuple[str, ...]


NEEDS: Mapping[str, tuple[str, ...]] = {
    "unit": ("cost", "strength"),
    "defence": ("cost",),
    "building": ("cost", "defence"),
    "townhall": ("level", "limit", "defence"),
    "mission": ("vp", "kind", "goal"),
    "bonus": ("vp", "rule"),
    "board": ("defence", "reward"),
}
FIELDS = (
    "id", "name", "deck", "count", "tags", "cost", "min_players", "origin", "text", "strength", "guard", "defence",
    "damage_bonus", "produces", "holds", "full_vp", "draw_bonus", "keep_bonus", "level", "limit", "upgrade", "built",
    "reward", "vp", "kind", "goal", "rule", "value", "min", "abilities",
)  # fmt: skip


def load_cards(path: FilePath, own: FilePath | None = None) -> CardFile:
    """Read a card file, and the owner's values over it; DataError names every fault with file, line and key."""
    doc = Document.read(path)
    if own is None:
        return cards_from(doc.data, doc)
    return cards_from(overlay(doc.data, Document.read(own).data), Document.of({}, str(own)))


def by_name(fault: Fault, data: Any) -> Fault:
    """A fault that calls its card by its id and not by its place in the list."""
    first, *rest = fault.key.split(".")
    if first != "cards" or not rest or not rest[0].isdigit():
        return fault
    return evolve(fault, key=".".join(["cards", str(data["cards"][int(rest[0])].get("id")), *rest[1:]]))


def overlay(data: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The owner's values laid over a card file, card by card and field by field; their origin becomes `user`."""
    mine = {c["id"]: c for c in own.get("cards", []) if isinstance(c, Mapping) and "id" in c}
    cards = []
    for card in data.get("cards", []):
        over = mine.pop(card.get("id"), None)
        if over is not None:
            origin = {**card.get("origin", {}), **{k: "user" for k in over if k not in ("id", "origin")}}
            card = {**card, **over, "origin": {**origin, **over.get("origin", {})}}
        cards.append(card)
    return {**data, **{k: v for k, v in own.items() if k != "cards"}, "cards": [*cards, *mine.values()]}


def cards_from(data: Any, doc: Document | None = None) -> CardFile:
    """Check plain data and make cards of it; raises DataError with everything that is wrong."""
    r = Reader(doc or Document.of({}, "cards.yaml"))
    top = r.mapping(data, (), ("schema", "game", "first_game", "cards"))
    if top.get("schema") != 1:
        r.bad(("schema",), "1", top.get("schema"))
    raws = r.items(top.get("cards"), ("cards",))
    cards = [_card(r, raw, ("cards", i)) for i, raw in enumerate(raws)]
    known = {c.id: c for c in cards}
    for i, c in enumerate(cards):
        if known[c.id] is not c:
            r.bad(("cards", i, "id"), "an id used once", c.id)
    for path, name in r.ids:
        if name not in known:
            r.bad(path, "the id of a card", name)
    first = tuple(r.text(x, ("first_game", i)) for i, x in enumerate(r.items(top.get("first_game"), ("first_game",))))
    if len(set(first)) != 4 or any(known[x].deck != "bonus" for x in first if x in known) or set(first) - set(known):
        r.bad(("first_game",), "four different end bonus cards", list(first))
    _sums(r, cards)
    r.done()
    return CardFile(tuple(sorted(cards, key=lambda c: c.id)), first)


def _card(r: Reader, raw: Any, path: Path) -> Card:
    at = r.mapping(raw, path, FIELDS)
    ident = r.text(at.get("id"), (*path, "id"))
    if not ID.match(ident):
        r.bad((*path, "id"), "an id of small letters, digits and _", ident)
    deck = r.word(at.get("deck"), (*path, "deck"), DECKS)
    name = r.mapping(at.get("name"), (*path, "name"), ("de", "en"))
    tags = tuple(
        r.word(t, (*path, "tags", i), TAGS) for i, t in enumerate(r.items(at.get("tags", []), (*path, "tags")))
    )
    for key in _needs(deck, tags, at):
        if key not in at:
            r.bad(path, f"the key {key!r} on a {deck} card", ident)
    cost = at.get("cost")
    beer, gold = (0, 0) if cost is None else r.price(cost, (*path, "cost"))
    if cost is not None and (deck in ("start", "townhall", "favour", "mission", "bonus", "board") or "undead" in tags):
        r.bad((*path, "cost"), "null: this card is never sold", cost)
    holds, room = r.kind_number(at.get("holds"), (*path, "holds"))
    produces, _ = r.kind_number(at.get("produces"), (*path, "produces"))
    abilities = _abilities(r, at, path, tags)
    card = Card(
        id=ident,
        name=r.text(name.get("en"), (*path, "name", "en")),
        name_de=r.text(name.get("de"), (*path, "name", "de")),
        deck=deck,
        count=r.whole(at.get("count"), (*path, "count"), 1),
        tags=tags,
        sold=cost is not None,
        beer=beer,
        gold=gold,
        min_players=r.whole(at.get("min_players", 2), (*path, "min_players"), 2),
        origin=_origin(r, at, path),
        text=r.text(at.get("text", ""), (*path, "text")),
        strength=r.num(at["strength"], (*path, "strength")) if "strength" in at else None,
        guard=r.num(at["guard"], (*path, "guard")) if "guard" in at else None,
        defence=r.whole(at.get("defence", 0), (*path, "defence")),
        damage_bonus=_bonuses(r, at.get("damage_bonus", []), (*path, "damage_bonus"), holds),
        produces=produces,
        holds=holds,
        room=room,
        full_vp=r.whole(at.get("full_vp", 0), (*path, "full_vp")),
        draw_bonus=r.whole(at.get("draw_bonus", 0), (*path, "draw_bonus")),
        keep_bonus=r.whole(at.get("keep_bonus", 0), (*path, "keep_bonus")),
        level=r.whole(at.get("level", 0), (*path, "level")),
        limit=None if at.get("limit") is None else r.whole(at["limit"], (*path, "limit")),
        upgrade=None if at.get("upgrade") is None else r.price(at["upgrade"], (*path, "upgrade")),
        built=r.steps(at.get("built", []), (*path, "built")),
        reward=r.steps(at.get("reward", []), (*path, "reward")),
        vp=r.whole(at.get("vp", 0), (*path, "vp")),
        kind=r.word(at["kind"], (*path, "kind"), ("state", "event")) if "kind" in at else "",
        goal=r.pred(at["goal"], (*path, "goal")) if "goal" in at else None,
        rule=r.word(at["rule"], (*path, "rule"), ("most", "meets")) if "rule" in at else "",
        value=r.num(at.get("value", 0), (*path, "value")),
        least=r.whole(at.get("min", 0), (*path, "min")),
        abilities=abilities,
    )
    _in_place(r, card, path)
    return card


def _needs(deck: str, tags: tuple[str, ...], at: Mapping[str, Any]) -> tuple[str, ...]:
    more = ("strength",) if v.UNIT in tags or v.HERO in tags else ()
    if "undead" in tags:
        return (*more, "defence", "reward")
    if deck == "defence" and "guard" not in at and "abilities" not in at:
        return ("guard",)
    if deck == "odin":
        return (*more, "cost")
    if deck == "bonus":
        return (*NEEDS[deck], "goal" if at.get("rule") == "meets" else "value")
    return (*more, *NEEDS.get(deck, ()))


def _origin(r: Reader, at: Mapping[str, Any], path: Path) -> tuple[tuple[str, str], ...]:
    raw = r.mapping(at.get("origin", {}), (*path, "origin"), FIELDS)
    return tuple(sorted((k, r.word(o, (*path, "origin", k), ORIGINS)) for k, o in raw.items()))


def _bonuses(r: Reader, value: Any, path: Path, holds: str) -> tuple[DamageBonus, ...]:
    out = []
    for i, raw in enumerate(r.items(value, path)):
        at = r.mapping(raw, (*path, i), ("vp", "plunder", "favour"))
        if len(at) != 1:
            r.bad((*path, i), "one of vp, plunder, favour", raw)
        elif "plunder" in at:
            kind = r.word(at["plunder"], (*path, i, "plunder"), v.KINDS)
            if kind != holds:
                r.bad((*path, i, "plunder"), f"the kind that this card holds ({holds or 'none'})", kind)
            out.append(DamageBonus(kind, 1))
        else:
            what = next(iter(at))
            out.append(DamageBonus(what, r.whole(at[what], (*path, i, what), 1)))
    return tuple(out)


def _abilities(r: Reader, at: Mapping[str, Any], path: Path, tags: tuple[str, ...]) -> tuple[Ability, ...]:
    out = []
    for i, raw in enumerate(r.items(at.get("abilities", []), (*path, "abilities"))):
        where = (*path, "abilities", i)
        m = r.mapping(raw, where, ("when", "order", "steps"))
        when = r.word(m.get("when"), (*where, "when"), v.WHEN)
        order = r.word(m.get("order", v.PRINTED), (*where, "order"), (v.PLUS, v.PRINTED))
        steps = r.steps(m.get("steps"), (*where, "steps"))
        _steps_fit(r, when, steps, (*where, "steps"), tags)
        out.append(Ability(when, order, steps))
    if "guard" in at:
        if any(a.when == v.DEFEND for a in out):
            r.bad((*path, "guard"), "either guard or a defend ability", at["guard"])
        out.append(Ability(v.DEFEND, v.PRINTED, (v.Guard(r.num(at["guard"], (*path, "guard"))),)))
    if len({a.when for a in out}) != len(out):
        r.bad((*path, "abilities"), "one ability for each occasion")
    return tuple(out)


def _steps_fit(r: Reader, when: str, steps: tuple[Step, ...], path: Path, tags: tuple[str, ...]) -> None:
    """Steps that make sense on one occasion only stand there."""
    fighter = v.UNIT in tags or v.HERO in tags
    top = {id(s) for s in steps}
    for s in v.all_steps(steps):
        if isinstance(s, v.Boost) and (when != v.ATTACK or id(s) not in top):
            r.bad(path, "boost directly among the steps of an attack ability")
        if isinstance(s, v.Guard | v.Cancel) and when != v.DEFEND:
            r.bad(path, "guard and cancel in a defend ability only")
        if isinstance(s, v.Join) and (when != v.PLAY or not fighter or id(s) not in top):
            r.bad(path, "attack directly among the steps of a play ability, on a unit or hero")
        if isinstance(s, v.Pay | v.Discount) and when != v.PLAY:
            r.bad(path, "pay and discount in a play ability only")
        if v.names_target(s) and when != v.PLAY:
            r.bad(path, "steps about one opponent in a play ability only")


def _in_place(r: Reader, c: Card, path: Path) -> None:
    """Fields that only make sense together."""
    if c.deck == "townhall" and c.level not in (1, 2, 3):
        r.bad((*path, "level"), "1, 2 or 3", c.level)
    if c.deck == "townhall" and (c.upgrade is None) != (c.level == 3):
        r.bad((*path, "upgrade"), "a price on levels 1 and 2", c.upgrade)
    if "carried" in c.tags and not any(isinstance(s, v.Boost) for a in c.abilities for s in a.steps):
        r.bad((*path, "abilities"), "a boost on a carried card")
    if any(v.all_steps(x) and any(v.names_target(s) for s in v.all_steps(x)) for x in (c.built, c.reward)):
        r.bad(path, "no step about one opponent in a reward")


def _sums(r: Reader, cards: list[Card]) -> None:
    """The counts of the box (list of components)."""
    for deck, total in DECK_SUMS.items():
        found = sum(c.count for c in cards if c.deck == deck)
        if found != total:
            r.bad(("cards",), f"{total} cards in the deck {deck}", found)
    ones = sum(c.count for c in cards if c.deck == "mission" and c.vp == 1)
    if ones < 8:
        r.bad(("cards",), "at least 8 missions for 1 VP", ones)
    plain = sum(c.count for c in cards if c.deck == "favour" and c.min_players < 3)
    if plain < 6:
        r.bad(("cards",), "at least 6 favours without (3+)", plain)
    levels = sorted((c.level, c.count) for c in cards if c.deck == "townhall")
    if levels != [(1, 4), (2, 4), (3, 4)]:
        r.bad(("cards",), "one town hall card of each level, four times", levels)
    if any(c.count % 4 for c in cards if c.deck == "start"):
        r.bad(("cards",), "start cards that can be dealt to four decks")
    if not any(c.deck == "board" and c.id == "draco" for c in cards):
        r.bad(("cards",), "the printed target draco")
