"""Reads the parts of a position and keeps what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, TypeVar

from companion.engine.positions import PositionReader
from companion.engine.slotted import changed
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.position import (
    BUILDING_KEYS,
    KEYS,
    PLAYER_KEYS,
    TALLY_KEYS,
    TURN_KEYS,
)
from companion.games.vikings_gone_wild.rules.targets import DRACO, SLOTS
from companion.games.vikings_gone_wild.state import (
    NOBODY,
    NOTHING,
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


class Placer(PositionReader):
    """Reads the parts of a position and keeps what is wrong with them."""

    def __init__(self, world: World, doc: Mapping[str, Any]) -> None:
        super().__init__(doc, world.players, KEYS)
        self.world = world

    def text(self, key: str, value: Any) -> str:
        if not isinstance(value, str):
            self.bad(key, "a text", value)
        return str(value)

    def card(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.index, "the id of a card")

    def cards(self, key: str, value: Any) -> Cards:
        return tuple(sorted(self.listed(key, value, self.card)))

    def order(self, key: str, value: Any) -> Cards:
        return self.listed(key, value, self.card)

    def pile(self, key: str, value: Any) -> Pile:
        return self.listed(key, value, self._layer)

    def _layer(self, key: str, value: Any) -> tuple[int, Cards]:
        if isinstance(value, str):
            return (1, (self.card(key, value),))
        at = self.mapping(key, value, ("n", "of"))
        cards = self.cards(f"{key}.of", at.get("of", []))
        n = self.number(f"{key}.n", at.get("n", len(cards)), 1)
        if n > len(cards):
            self.bad(f"{key}.n", f"at most {len(cards)}", n)
        return (n, cards)

    # ------------------------------------------------------------ players
    def tally(self, key: str, value: Any) -> Tally:
        at = self.mapping(key, value, TALLY_KEYS)
        read: dict[str, Any] = {}
        for name, x in at.items():
            if name in ("bought", "successes"):
                read[name] = self.order(f"{key}.{name}", x)
            elif name == "favours":
                read[name] = self.cards(f"{key}.{name}", x)
            elif name in TALLY_KEYS:
                read[name] = self.number(f"{key}.{name}", x)
        return changed(NOTHING, **read)

    def mission(self, key: str, value: Any) -> Mission:
        if isinstance(value, Mapping):
            at = self.mapping(key, value, ("card", "since"))
            return Mission(self.card(f"{key}.card", at.get("card")), self.tally(f"{key}.since", at.get("since", {})))
        return Mission(self.card(key, value))

    def building(self, name: str, key: str, value: Any) -> Building:
        at = self.mapping(key, value if value is not None else {}, BUILDING_KEYS)
        world = self.world
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
        foes = sum(1 << i for i in set(self.listed(f"{key}.attacked_by", at.get("attacked_by", []), self.seat)))
        beer, gold, guard = (self.number(f"{key}.{k}", at.get(k, 0)) for k in ("beer", "gold", "guard"))
        c = world.cards[card]
        for kind, n in ((v.BEER, beer), (v.GOLD, gold)):
            if n and no and kind not in (c.produces, c.holds):
                self.bad(f"{key}.{kind}", "no such tokens on this building", n)
            if n > c.room and c.holds == kind:
                self.bad(f"{key}.{kind}", f"at most {c.room}", n)
        return Building(
            card,
            no,
            self.flag(f"{key}.ready", at.get("ready", True)),
            self.flag(f"{key}.damage", at.get("damage", False)),
            beer,
            gold,
            self.cards(f"{key}.cards", at.get("cards", [])),
            guard,
            foes,
        )

    def player(self, key: str, value: Any) -> Player:
        """Cards of hand and deck that are not told are the start deck, unseen, where none of them is."""
        at = self.mapping(key, value if value is not None else {}, PLAYER_KEYS)
        base = fresh_player(self.world)
        get = at.get
        raw = self.mapping(f"{key}.village", get("village", {}), ())
        village = {name: self.building(name, f"{key}.village.{name}", b) for name, b in raw.items()}
        hall = village.pop("townhall", base.village[0])
        known = bool(at.keys() & {"hand", "deck", "unseen", "blind"})
        gains = self.mapping(f"{key}.gains", get("gains", {}), SOURCES)
        scores = tuple(self.number(f"{key}.gains.{k}", gains.get(k, 0)) for k in SOURCES)
        p = changed(
            base,
            vp=self.number(f"{key}.vp", get("vp", sum(scores))),
            gains=scores,
            hand=self.cards(f"{key}.hand", get("hand", [])),
            blind=self.number(f"{key}.blind", get("blind", 0)),
            pool=self.cards(f"{key}.unseen", get("unseen", [])) if known else base.pool,
            top=self.order(f"{key}.deck", get("deck", [])),
            play=self.cards(f"{key}.play", get("play", [])),
            discard=self.cards(f"{key}.discard", get("discard", [])),
            village=(hall, *sorted(village.values(), key=attrgetter("card", "no"))),
            missions=in_order(self.listed(f"{key}.missions", get("missions", []), self.mission)),
            done=self.cards(f"{key}.done", get("done", [])),
            claimed=self.flag(f"{key}.claimed", get("claimed", False)),
            swapped=self.flag(f"{key}.swapped", get("swapped", False)),
            returned=self.flag(f"{key}.returned", get("returned", False)),
            attacked=self.flag(f"{key}.attacked", get("attacked", False)),
            damaged=self.flag(f"{key}.damaged", get("damaged", any(b.hurt for b in (hall, *village.values())))),
            tally=self.tally(f"{key}.tally", get("tally", {})),
            hold=self.number(f"{key}.hold", get("hold", 0)),
            forgo=self.number(f"{key}.forgo", get("forgo", 0)),
        )
        reached = sum(p.vp >= t for t in (5, 12, 20))
        p = changed(p, granted=self.number(f"{key}.favours_granted", get("favours_granted", reached)))
        if p.blind > len(p.pool):
            self.bad(f"{key}.blind", f"at most the {len(p.pool)} cards unseen", p.blind)
            p = changed(p, blind=len(p.pool))
        return settled(p)

    # ------------------------------------------------------------ things begun
    def fighter(self, key: str, value: Any) -> Fighter:
        if not isinstance(value, list | tuple) or len(value) < 2:
            self.bad(key, "a list of card, strength and items carried", value)
            return Fighter(0, 0)
        loads = tuple(self.card(key, x) for x in value[2:])
        return Fighter(self.card(key, value[0]), self.number(key, value[1]), loads)

    def strike(self, key: str, value: Any) -> Strike:
        at = self.mapping(key, value, ("target", "seat", "fighters", "boosts", "gone"))
        target = self.word(f"{key}.target", at.get("target"), (*self.world.spaces, *SLOTS, DRACO))
        return Strike(
            target,
            self.seat(f"{key}.seat", at.get("seat", "-"), nobody="-"),
            self.listed(f"{key}.fighters", at.get("fighters", []), self.fighter),
            self.cards(f"{key}.boosts", at.get("boosts", [])),
            self.listed(f"{key}.gone", at.get("gone", []), self.fighter),
        )

    def program(self, key: str, value: Any) -> str:
        if value in self.world.programs:
            return str(value)
        self.bad(key, "the key of a card's steps, as scroll:play", value)
        return next(iter(self.world.programs))

    def frame(self, key: str, value: Any) -> Frame:
        at = self.mapping(key, value, ("kind", "key", "at", "seat", "who", "left", "shuffled"))
        kind = self.word(f"{key}.kind", at.get("kind"), Frame.FRAMES)
        name = at.get("key", "")
        if kind in (Frame.RUN, Frame.PART, Frame.EACH):
            name = self.program(f"{key}.key", name)
        elif kind == Frame.STOW:
            name = self.word(f"{key}.key", name, ("any", *v.KINDS))
        elif kind == Frame.SPOILS:
            name = self.word(f"{key}.key", name, tuple(self.world.spaces))
        steps = len(self.world.programs[name]) if kind in (Frame.RUN, Frame.PART, Frame.EACH) else 0
        return Frame(
            kind,
            str(name),
            self.number(f"{key}.at", at.get("at", 0), most=max(0, steps - 1) if steps else None),
            self.seat(f"{key}.seat", at.get("seat")),
            self.number(f"{key}.who", at.get("who", -1), -1),
            self.number(f"{key}.left", at.get("left", -1), -1),
            self.number(f"{key}.shuffled", at.get("shuffled", 0)),
        )

    def offer(self, key: str, value: Any) -> Offer:
        if not isinstance(value, list | tuple) or len(value) != 4:
            self.bad(key, "a list of key, part, seat and opponent", value)
            return Offer(next(iter(self.world.programs)), 0, 0, NOBODY)
        seat = self.seat(key, value[2])
        program = self.program(key, value[0])
        part = self.number(key, value[1], most=len(self.world.programs[program]) - 1)
        return Offer(program, part, seat, self.number(key, value[3], -1))

    def discount(self, key: str, value: Any) -> tuple[str, int]:
        if not isinstance(value, list | tuple) or len(value) != 2:
            self.bad(key, "a list of key and step", value)
            return (next(iter(self.world.programs)), 0)
        return (self.program(key, value[0]), self.number(key, value[1]))

    def turn(self, key: str, value: Any) -> Turn:
        at = self.mapping(key, value, TURN_KEYS)
        return Turn(
            beer=self.number(f"{key}.beer", at.get("beer", 0)),
            gold=self.number(f"{key}.gold", at.get("gold", 0)),
            victim=self.seat(f"{key}.victim", at.get("victim", "-"), nobody="-"),
            exception=self.flag(f"{key}.exception", at.get("exception", False)),
            sole=self.text(f"{key}.sole", at.get("sole", "")),
            hits=self.number(f"{key}.hits", at.get("hits", 0)),
            draco=self.flag(f"{key}.draco", at.get("draco", False)),
            offers=tuple(sorted(self.listed(f"{key}.offers", at.get("offers", []), self.offer))),
            discounts=tuple(sorted(self.listed(f"{key}.discounts", at.get("discounts", []), self.discount))),
            together=self.flag(f"{key}.together", at.get("together", False)),
            window=self.number(f"{key}.window", at.get("window", 0), most=2),
            strikes=self.listed(f"{key}.strikes", at.get("strikes", []), self.strike),
            closing=self.number(f"{key}.closing", at.get("closing", 0), most=2),
        )

    def final(self, key: str, value: Any) -> tuple[int, tuple[int, ...]]:
        if not isinstance(value, list | tuple) or len(value) != 2:
            self.bad(key, "a list of bonus card and seats", value)
            return (0, ())
        return (self.card(key, value[0]), self.listed(key, value[1], self.seat))
