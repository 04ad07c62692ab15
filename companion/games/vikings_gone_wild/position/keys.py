"""The keys of a position of Vikings Gone Wild: how each value is written, and read back with every fault named."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from companion.engine.plain import (
    FLAG,
    NUMBER,
    SEAT,
    SEAT_MASK,
    SEATS,
    Plain,
    as_it_is,
    by_seat,
    key,
    listed,
    named,
    number,
    or_none,
    record,
    row,
    seat_or,
    word,
)
from companion.engine.positions import PositionReader
from companion.engine.slotted import changed
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.rules.targets import DRACO, SLOTS
from companion.games.vikings_gone_wild.state import (
    NOBODY,
    NOTHING,
    PHASES,
    Building,
    Cards,
    Fighter,
    Frame,
    Mission,
    Offer,
    Player,
    State,
    Strike,
    Turn,
    fresh_player,
)
from companion.games.vikings_gone_wild.world import SOURCES, THRESHOLDS, World
from companion.games.vikings_gone_wild.zones import settled

PROGRAMMED = (Frame.RUN, Frame.PART, Frame.EACH)


class Reader(PositionReader):
    """One position being read."""

    world: World

    def text(self, key: str, value: Any) -> str:
        if not isinstance(value, str):
            self.bad(key, "a text", value)
        return str(value)

    def card(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.index, "the id of a card")

    def layer(self, key: str, value: Any) -> tuple[int, Cards]:
        if isinstance(value, str):
            return (1, (self.card(key, value),))
        at = self.mapping(key, value, ("n", "of"))
        cards: Cards = CARDS.read(self, f"{key}.of", at.get("of", []))
        n = self.number(f"{key}.n", at.get("n", len(cards)), 1)
        if n > len(cards):
            self.bad(f"{key}.n", f"at most {len(cards)}", n)
        return (n, cards)

    def mission(self, key: str, value: Any) -> Mission:
        return TOLD_MISSION.read(self, key, value) if isinstance(value, Mapping) else Mission(self.card(key, value))

    def program(self, key: str, value: Any) -> str:
        if value in self.world.programs:
            return str(value)
        self.bad(key, "the key of a card's steps, as scroll:play", value)
        return next(iter(self.world.programs))

    def fighter(self, key: str, value: Any) -> Fighter:
        if not isinstance(value, list | tuple) or len(value) < 2:
            self.bad(key, "a list of card, strength and items carried", value)
            return Fighter(0, 0)
        card, strength, *loads = value
        return Fighter(self.card(key, card), self.number(key, strength), tuple(self.card(key, x) for x in loads))

    def target(self, key: str, value: Any) -> str:
        return self.word(key, value, (*self.world.spaces, *SLOTS, DRACO))

    def supply(self, key: str, value: Any) -> tuple[int, ...]:
        """Piles that are left out are full."""
        world, kinds = self.world, names(self.world, self.world.supply)
        at = self.mapping(key, value, kinds)
        full = (world.cards[c].count for c in world.supply)
        return tuple(self.number(f"{key}.{k}", at[k]) if k in at else n for k, n in zip(kinds, full, strict=True))

    # ------------------------------------------------------------ villages
    def village(self, key: str, value: Any) -> tuple[Building, ...]:
        """The town hall first, which is the plain one where it is left out."""
        found = {name: self.building(name, f"{key}.{name}", b) for name, b in self.mapping(key, value).items()}
        hall = found.pop("townhall", fresh_player(self.world).village[0])
        return (hall, *sorted(found.values(), key=attrgetter("card", "no")))

    def building(self, name: str, key: str, value: Any) -> Building:
        world = self.world
        at = self.mapping(key, value, ("level", *BUILDING.names))
        if name == "townhall":
            level = self.number(f"{key}.level", at.get("level", 1), 1)
            if level > 3:
                self.bad(f"{key}.level", "1, 2 or 3", level)
            card, no = world.hall[min(level, 3)], 0
        else:
            found = world.spaces.get(f"A_{name}")
            if found is None:
                self.bad(key, "a building with its number, as brewery_1")
                found = (0, world.hall[1], 0)
            _, card, no = found
        b = Building(card, no, **BUILDING.told(self, key, at))
        c = world.cards[card]
        for kind, n in ((v.BEER, b.beer), (v.GOLD, b.gold)):
            if n and no and kind not in (c.produces, c.holds):
                self.bad(f"{key}.{kind}", "no such tokens on this building", n)
            if n > c.room and c.holds == kind:
                self.bad(f"{key}.{kind}", f"at most {c.room}", n)
        return b

    # ------------------------------------------------------------ players
    def players(self, key: str, value: Any) -> tuple[Player, ...]:
        at = self.mapping(key, value, self.seats)
        return tuple(self.player(f"{key}.{seat}", at.get(seat)) for seat in self.seats)

    def player(self, key: str, value: Any) -> Player:
        """Cards of hand and deck that are not told are the start deck, unseen, where none of them is."""
        at = self.mapping(key, value, PLAYER.names)
        told = PLAYER.told(self, key, at)
        p = PLAYER.laid(fresh_player(self.world), told)
        if at.keys() & {"hand", "deck", "blind"} and "unseen" not in at:
            p = changed(p, pool=())
        if "vp" not in told:
            p = changed(p, vp=sum(p.gains))
        if "damaged" not in told:
            p = changed(p, damaged=any(b.hurt for b in p.village))
        if "granted" not in told:
            p = changed(p, granted=sum(p.vp >= t for t in THRESHOLDS))
        if p.blind > len(p.pool):
            self.bad(f"{key}.blind", f"at most the {len(p.pool)} cards unseen", p.blind)
            p = changed(p, blind=len(p.pool))
        return settled(p)


def _sound_frame(reader: Reader, key: str, f: Frame) -> Frame:
    """What a frame is about, by its kind."""
    name = f.key
    if f.kind in PROGRAMMED:
        name = reader.program(f"{key}.key", name)
        reader.number(f"{key}.at", f.at, most=len(reader.world.programs[name]) - 1)
    elif f.kind == Frame.STOW:
        name = reader.word(f"{key}.key", name, ("any", *v.KINDS))
    elif f.kind == Frame.SPOILS:
        name = reader.word(f"{key}.key", name, tuple(reader.world.spaces))
    return changed(f, key=name)


def _sound_offer(reader: Reader, key: str, value: Any) -> Offer:
    offer: Offer = PART.read(reader, key, value)
    reader.number(key, offer.part, most=len(reader.world.programs[offer.key]) - 1)
    return offer


# ---------------------------------------------------------------- what is written
def names(world: World, cards: tuple[int, ...]) -> list[str]:
    return [world.ids[c] for c in cards]


def building_name(world: World, b: Building) -> str:
    return "townhall" if b.no == 0 else f"{world.ids[b.card]}_{b.no}"


def _layer(world: World, layer: tuple[int, Cards]) -> Any:
    """A known card by its name, cards that are shuffled as {n, of}."""
    n, cards = layer
    return world.ids[cards[0]] if n == len(cards) == 1 else {"n": n, "of": names(world, cards)}


def _mission(world: World, m: Mission) -> Any:
    return world.ids[m.card] if m.since == NOTHING else TOLD_MISSION.write(world, m)


def _village(world: World, village: tuple[Building, ...]) -> dict[str, Any]:
    def told(b: Building) -> dict[str, Any]:
        level = {"level": world.cards[b.card].level} if b.no == 0 else {}
        return {**level, **BUILDING.write(world, b)}

    return {building_name(world, b): told(b) for b in village}


def _supply(world: World, supply: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(names(world, world.supply), supply, strict=True))


def _fighter(world: World, f: Fighter) -> list[Any]:
    return [world.ids[f.card], f.strength, *names(world, f.loads)]


# ---------------------------------------------------------------- kinds
CARD = Plain(lambda world, card: world.ids[card], Reader.card)
CARDS, ORDER = listed(CARD, sorted), listed(CARD)
CARD_OR_NONE = or_none(CARD)
PILE = listed(Plain(_layer, Reader.layer))
TEXT = Plain(as_it_is, Reader.text)
PILE_NAME = Plain(as_it_is, lambda reader, key, value: reader.word(key, value, tuple(reader.world.piles)))
PROGRAM = Plain(as_it_is, Reader.program)
ANYBODY = seat_or("-")
FIGHTERS = listed(Plain(_fighter, Reader.fighter))
PART = row("a list of key, part, seat and opponent", PROGRAM, NUMBER, SEAT, number(NOBODY), made=Offer)

TALLY = record(
    lambda **told: changed(NOTHING, **told),
    key("bought", ORDER, usual=(), unless=()),
    *(key(name, NUMBER, usual=0, unless=0) for name in ("beer", "gold")),
    key("successes", ORDER, usual=(), unless=()),
    *(key(name, NUMBER, usual=0, unless=0)
      for name in ("units", "heroes", "undead", "plundered", "repelled", "complete")),
    key("favours", CARDS, usual=(), unless=()),
)  # fmt: skip
TOLD_MISSION = record(Mission, key("card", CARD), key("since", TALLY, usual=NOTHING))
BUILDING = record(
    Building,
    key("ready", FLAG, unless=True), key("damage", FLAG, "hurt", unless=False), key("beer", NUMBER, unless=0),
    key("gold", NUMBER, unless=0), key("guard", NUMBER, unless=0), key("cards", CARDS, "guards", unless=()),
    key("attacked_by", SEAT_MASK, "foes", unless=0),
)  # fmt: skip
PLAYER = record(
    Player,
    key("vp", NUMBER),
    key("gains", named(SOURCES)),
    key("favours_granted", NUMBER, "granted"),
    key("hand", CARDS),
    key("blind", NUMBER),
    key("unseen", CARDS, "pool"),
    key("deck", ORDER, "top"),
    key("play", CARDS),
    key("discard", CARDS),
    key("village", Plain(_village, Reader.village)),
    key("missions", listed(Plain(_mission, Reader.mission), sorted)),
    key("done", CARDS),
    *(key(name, FLAG) for name in ("claimed", "swapped", "returned", "attacked", "damaged")),
    key("tally", TALLY),
    key("hold", NUMBER),
    key("forgo", NUMBER),
)
STRIKE = record(
    Strike, key("target", Plain(as_it_is, Reader.target)), key("seat", ANYBODY, usual=NOBODY),
    key("fighters", FIGHTERS, usual=()), key("boosts", CARDS, usual=()), key("gone", FIGHTERS, usual=()),
)  # fmt: skip
FRAME = record(
    Frame, key("kind", word(*Frame.FRAMES)), key("key", TEXT, usual=""), key("at", NUMBER, usual=0), key("seat", SEAT),
    key("who", number(NOBODY), usual=NOBODY), key("left", number(-1), "n", usual=-1),
    key("shuffled", NUMBER, "memo", usual=0), check=_sound_frame,
)  # fmt: skip
TURN = record(
    Turn,
    key("beer", NUMBER, usual=0),
    key("gold", NUMBER, usual=0),
    key("victim", ANYBODY, usual=NOBODY),
    key("exception", FLAG, usual=False),
    key("sole", TEXT, usual=""),
    key("hits", NUMBER, usual=0),
    key("draco", FLAG, usual=False),
    key("offers", listed(Plain(PART.write, _sound_offer), sorted), usual=()),
    key("discounts", listed(row("a list of key and step", PROGRAM, NUMBER), sorted), usual=()),
    key("together", FLAG, usual=False),
    key("window", number(most=2), usual=0),
    key("strikes", listed(STRIKE), usual=()),
    key("closing", number(most=2), usual=0),
)
FINAL = row("a list of bonus card and seats", CARD, listed(SEAT))
STATE = record(
    State,
    key("phase", word(*PHASES)),
    key("round", NUMBER),
    key("starter", SEAT),
    key("turn", ANYBODY),
    key("players", Plain(by_seat(PLAYER, None).write, Reader.players)),
    key("row", listed(CARD_OR_NONE)),
    key("odin", PILE),
    key("odin_discard", CARDS, "odin_out"),
    key("favours", PILE),
    key("favour_open", CARDS),
    key("revealed", CARD_OR_NONE),
    key("due", listed(SEAT)),
    key("missions", PILE),
    key("bonuses", CARDS),
    key("spare_bonuses", PILE, "spare"),
    key("supply", Plain(_supply, Reader.supply)),
    key("box", CARDS),
    key("unshuffled", listed(PILE_NAME)),
    key("now", TURN),
    key("stack", listed(FRAME)),
    key("passed", SEAT_MASK),
    key("last", FLAG),
    key("tied", SEATS),
    key("finals", listed(FINAL)),
    key("winners", SEATS),
)
