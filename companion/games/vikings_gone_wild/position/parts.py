"""Reads the parts of a position and keeps what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, TypeVar

from companion.engine.game import PositionFault
from companion.engine.slotted import changed
from companion.engine.types import LETTERS
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.position import (
    BUILDING_KEYS,
    PLAYER_KEYS,
    TALLY_KEYS,
    TURN_KEYS,
)
from companion.games.vikings_gone_wild.rules.targets import DRACO, SLOTS
from companion.games.vikings_gone_wild.state import (
    EACH,
    FRAMES,
    NOBODY,
    NOTHING,
    PART,
    RUN,
    SPOILS,
    STOW,
    Building,
    Cards,
    Fighter,
    Frame,
    Mission,
    Offer,
    Pile,
    Player,
    Strike,
    Tally,
    Turn,
    fresh_player,
    in_order,
)
from companion.games.vikings_gone_wild.world import SOURCES, World
from companion.games.vikings_gone_wild.zones import settled

T = TypeVar("T")


class Placer:
    """Reads the parts of a position and keeps what is wrong with them."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.faults: list[PositionFault] = []

    def bad(self, key: str, expected: str, found: object = "") -> None:
        self.faults.append(PositionFault(key, expected, "" if found == "" else repr(found)))

    def mapping(self, value: Any, key: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self.bad(key, "a mapping", value)
            return {}
        for name in value:
            if keys and name not in keys:
                self.bad(f"{key}.{name}".strip("."), "one of " + ", ".join(keys))
        return value

    def number(self, value: Any, key: str, least: int = 0, most: int | None = None) -> int:
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and value >= least
            and (most is None or value <= most)
        ):
            return value
        self.bad(key, f"a whole number, {least} or more" if most is None else f"a number from {least} to {most}", value)
        return max(least, 0)

    def flag(self, value: Any, key: str) -> bool:
        if isinstance(value, bool):
            return value
        self.bad(key, "true or false", value)
        return False

    def text(self, value: Any, key: str, allowed: tuple[str, ...] = ()) -> str:
        if isinstance(value, str) and (not allowed or value in allowed):
            return value
        self.bad(key, "one of " + ", ".join(allowed) if allowed else "a text", value)
        return allowed[0] if allowed else ""

    def seat(self, value: Any, key: str, *, nobody: bool = False) -> int:
        if nobody and value == "-":
            return NOBODY
        if isinstance(value, str) and len(value) == 1 and value in LETTERS[: self.world.players]:
            return LETTERS.index(value)
        self.bad(key, "a seat of " + " ".join(LETTERS[: self.world.players]), value)
        return 0

    def list(self, value: Any, key: str, read: Callable[[Any, str], T]) -> tuple[T, ...]:
        if isinstance(value, list | tuple):
            return tuple(read(x, f"{key}.{i}") for i, x in enumerate(value))
        self.bad(key, "a list", value)
        return ()

    def seats(self, value: Any, key: str) -> tuple[int, ...]:
        return self.list(value, key, self.seat)

    def card(self, value: Any, key: str) -> int:
        if isinstance(value, str) and value in self.world.index:
            return self.world.index[value]
        self.bad(key, "the id of a card", value)
        return 0

    def cards(self, value: Any, key: str) -> Cards:
        return tuple(sorted(self.list(value, key, self.card)))

    def order(self, value: Any, key: str) -> Cards:
        return self.list(value, key, self.card)

    def pile(self, value: Any, key: str) -> Pile:
        return self.list(value, key, self._layer)

    def _layer(self, value: Any, key: str) -> tuple[int, Cards]:
        if isinstance(value, str):
            return (1, (self.card(value, key),))
        at = self.mapping(value, key, ("n", "of"))
        cards = self.cards(at.get("of", []), f"{key}.of")
        n = self.number(at.get("n", len(cards)), f"{key}.n", 1)
        if n > len(cards):
            self.bad(f"{key}.n", f"at most {len(cards)}", n)
        return (n, cards)

    # ------------------------------------------------------------ players
    def tally(self, value: Any, key: str) -> Tally:
        at = self.mapping(value, key, TALLY_KEYS)
        read: dict[str, Any] = {}
        for name, x in at.items():
            if name in ("bought", "successes"):
                read[name] = self.order(x, f"{key}.{name}")
            elif name == "favours":
                read[name] = self.cards(x, f"{key}.{name}")
            elif name in TALLY_KEYS:
                read[name] = self.number(x, f"{key}.{name}")
        return changed(NOTHING, **read)

    def mission(self, value: Any, key: str) -> Mission:
        if isinstance(value, Mapping):
            at = self.mapping(value, key, ("card", "since"))
            return Mission(self.card(at.get("card"), f"{key}.card"), self.tally(at.get("since", {}), f"{key}.since"))
        return Mission(self.card(value, key))

    def building(self, name: str, value: Any, key: str) -> Building:
        at = self.mapping(value if value is not None else {}, key, BUILDING_KEYS)
        world = self.world
        if name == "townhall":
            level = self.number(at.get("level", 1), f"{key}.level", 1)
            if level > 3:
                self.bad(f"{key}.level", "1, 2 or 3", level)
            card, no = world.hall[min(level, 3)], 0
        else:
            found = world.spaces.get(f"A_{name}")
            if found is None:
                self.bad(key, "a building with its number, as brewery_1")
                found = (0, world.hall[1], 0)
            _, card, no = found
        foes = sum(1 << i for i in set(self.seats(at.get("attacked_by", []), f"{key}.attacked_by")))
        beer, gold, guard = (self.number(at.get(k, 0), f"{key}.{k}") for k in ("beer", "gold", "guard"))
        c = world.cards[card]
        for kind, n in ((v.BEER, beer), (v.GOLD, gold)):
            if n and no and kind not in (c.produces, c.holds):
                self.bad(f"{key}.{kind}", "no such tokens on this building", n)
            if n > c.room and c.holds == kind:
                self.bad(f"{key}.{kind}", f"at most {c.room}", n)
        return Building(
            card,
            no,
            self.flag(at.get("ready", True), f"{key}.ready"),
            self.flag(at.get("damage", False), f"{key}.damage"),
            beer,
            gold,
            self.cards(at.get("cards", []), f"{key}.cards"),
            guard,
            foes,
        )

    def player(self, value: Any, key: str) -> Player:
        """Cards of hand and deck that are not told are the start deck, unseen, where none of them is."""
        at = self.mapping(value if value is not None else {}, key, PLAYER_KEYS)
        base = fresh_player(self.world)
        get = at.get
        raw = self.mapping(get("village", {}), f"{key}.village", ())
        village = {name: self.building(name, b, f"{key}.village.{name}") for name, b in raw.items()}
        hall = village.pop("townhall", base.village[0])
        known = bool(at.keys() & {"hand", "deck", "unseen", "blind"})
        gains = self.mapping(get("gains", {}), f"{key}.gains", SOURCES)
        scores = tuple(self.number(gains.get(k, 0), f"{key}.gains.{k}") for k in SOURCES)
        p = changed(
            base,
            vp=self.number(get("vp", sum(scores)), f"{key}.vp"),
            gains=scores,
            hand=self.cards(get("hand", []), f"{key}.hand"),
            blind=self.number(get("blind", 0), f"{key}.blind"),
            pool=self.cards(get("unseen", []), f"{key}.unseen") if known else base.pool,
            top=self.order(get("deck", []), f"{key}.deck"),
            play=self.cards(get("play", []), f"{key}.play"),
            discard=self.cards(get("discard", []), f"{key}.discard"),
            village=(hall, *sorted(village.values(), key=attrgetter("card", "no"))),
            missions=in_order(self.list(get("missions", []), f"{key}.missions", self.mission)),
            done=self.cards(get("done", []), f"{key}.done"),
            claimed=self.flag(get("claimed", False), f"{key}.claimed"),
            swapped=self.flag(get("swapped", False), f"{key}.swapped"),
            returned=self.flag(get("returned", False), f"{key}.returned"),
            attacked=self.flag(get("attacked", False), f"{key}.attacked"),
            damaged=self.flag(get("damaged", any(b.hurt for b in (hall, *village.values()))), f"{key}.damaged"),
            tally=self.tally(get("tally", {}), f"{key}.tally"),
            hold=self.number(get("hold", 0), f"{key}.hold"),
            forgo=self.number(get("forgo", 0), f"{key}.forgo"),
        )
        reached = sum(p.vp >= t for t in (5, 12, 20))
        p = changed(p, granted=self.number(get("favours_granted", reached), f"{key}.favours_granted"))
        if p.blind > len(p.pool):
            self.bad(f"{key}.blind", f"at most the {len(p.pool)} cards unseen", p.blind)
            p = changed(p, blind=len(p.pool))
        return settled(p)

    # ------------------------------------------------------------ things begun
    def fighter(self, value: Any, key: str) -> Fighter:
        if not isinstance(value, list | tuple) or len(value) < 2:
            self.bad(key, "a list of card, strength and items carried", value)
            return Fighter(0, 0)
        loads = tuple(self.card(x, key) for x in value[2:])
        return Fighter(self.card(value[0], key), self.number(value[1], key), loads)

    def strike(self, value: Any, key: str) -> Strike:
        at = self.mapping(value, key, ("target", "seat", "fighters", "boosts", "gone"))
        target = self.text(at.get("target"), f"{key}.target", (*self.world.spaces, *SLOTS, DRACO))
        return Strike(
            target,
            self.seat(at.get("seat", "-"), f"{key}.seat", nobody=True),
            self.list(at.get("fighters", []), f"{key}.fighters", self.fighter),
            self.cards(at.get("boosts", []), f"{key}.boosts"),
            self.list(at.get("gone", []), f"{key}.gone", self.fighter),
        )

    def program(self, value: Any, key: str) -> str:
        if value in self.world.programs:
            return str(value)
        self.bad(key, "the key of a card's steps, as scroll:play", value)
        return next(iter(self.world.programs))

    def frame(self, value: Any, key: str) -> Frame:
        at = self.mapping(value, key, ("kind", "key", "at", "seat", "who", "left", "shuffled"))
        kind = self.text(at.get("kind"), f"{key}.kind", FRAMES)
        name = at.get("key", "")
        if kind in (RUN, PART, EACH):
            name = self.program(name, f"{key}.key")
        elif kind == STOW:
            name = self.text(name, f"{key}.key", ("any", *v.KINDS))
        elif kind == SPOILS:
            name = self.text(name, f"{key}.key", tuple(self.world.spaces))
        steps = len(self.world.programs[name]) if kind in (RUN, PART, EACH) else 0
        return Frame(
            kind,
            str(name),
            self.number(at.get("at", 0), f"{key}.at", most=max(0, steps - 1) if steps else None),
            self.seat(at.get("seat"), f"{key}.seat"),
            self.number(at.get("who", -1), f"{key}.who", -1),
            self.number(at.get("left", -1), f"{key}.left", -1),
            self.number(at.get("shuffled", 0), f"{key}.shuffled"),
        )

    def offer(self, value: Any, key: str) -> Offer:
        if not isinstance(value, list | tuple) or len(value) != 4:
            self.bad(key, "a list of key, part, seat and opponent", value)
            return Offer(next(iter(self.world.programs)), 0, 0, NOBODY)
        seat = self.seat(value[2], key)
        program = self.program(value[0], key)
        part = self.number(value[1], key, most=len(self.world.programs[program]) - 1)
        return Offer(program, part, seat, self.number(value[3], key, -1))

    def discount(self, value: Any, key: str) -> tuple[str, int]:
        if not isinstance(value, list | tuple) or len(value) != 2:
            self.bad(key, "a list of key and step", value)
            return (next(iter(self.world.programs)), 0)
        return (self.program(value[0], key), self.number(value[1], key))

    def turn(self, value: Any, key: str) -> Turn:
        at = self.mapping(value, key, TURN_KEYS)
        return Turn(
            beer=self.number(at.get("beer", 0), f"{key}.beer"),
            gold=self.number(at.get("gold", 0), f"{key}.gold"),
            victim=self.seat(at.get("victim", "-"), f"{key}.victim", nobody=True),
            exception=self.flag(at.get("exception", False), f"{key}.exception"),
            sole=self.text(at.get("sole", ""), f"{key}.sole"),
            hits=self.number(at.get("hits", 0), f"{key}.hits"),
            draco=self.flag(at.get("draco", False), f"{key}.draco"),
            offers=tuple(sorted(self.list(at.get("offers", []), f"{key}.offers", self.offer))),
            discounts=tuple(sorted(self.list(at.get("discounts", []), f"{key}.discounts", self.discount))),
            together=self.flag(at.get("together", False), f"{key}.together"),
            window=self.number(at.get("window", 0), f"{key}.window", most=2),
            strikes=self.list(at.get("strikes", []), f"{key}.strikes", self.strike),
            closing=self.number(at.get("closing", 0), f"{key}.closing", most=2),
        )

    def final(self, value: Any, key: str) -> tuple[int, tuple[int, ...]]:
        if not isinstance(value, list | tuple) or len(value) != 2:
            self.bad(key, "a list of bonus card and seats", value)
            return (0, ())
        return (self.card(value[0], key), self.seats(value[1], key))
