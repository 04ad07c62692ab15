"""What never changes in one game of Vikings Gone Wild: cards, their programs, options and limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

from attrs import define

from companion.engine.game import Config, ConfigError, ConfigFault, Option, chosen
from companion.engine.memo import made_once, results
from companion.engine.slotted import laid_out
from companion.engine.types import facts, letter
from companion.engine.yamlfile import DataError
from companion.games.vikings_gone_wild.box import Card, by_name, cards_from, overlay
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.box.vocabulary import Step
from companion.games.vikings_gone_wild.last import Last

THRESHOLDS = (5, 12, 20)  # VG-17.1
TOKENS = 25  # of each kind in the box
ROW, OPEN_FAVOURS, BONUSES, HAND, MISSIONS = 5, 2, 4, 5, 2
SAME_NAME = 3  # VG-5.3
CAP = 13  # VG-R11
SOURCES = ("attack", "damage", "repelled", "complete", "undead", "depots", "hall", "missions", "effects", "manual")
TRACK = 60
T = TypeVar("T")

OPTIONS = (
    Option("first_game", False, (False, True), "VG-1.14"),
    Option("long_game", False, (False, True), "VG-15.3"),
    Option("exception_targets", "unattacked", ("unattacked", "undamaged"), "VG-R48"),
    Option("exception_count", "any", ("any", "one"), "VG-R48"),
    Option("exception_if_unattackable", False, (False, True), "VG-R4"),
    Option("complete_defence_scope", "attacker", ("attacker", "round"), "VG-R6"),
    Option("allow_weak_attacks", False, (False, True), "VG-R8"),
    Option("attack_vp_cap", "none", ("none", "13"), "VG-R11"),
    Option("hero_may_carry", False, (False, True), "VG-R14"),
    Option("overflow_storable", True, (True, False), "VG-R15"),
    Option("favour_take_open", False, (False, True), "VG-R20"),
    Option("tokens_limited", False, (False, True), "VG-R37"),
)


def program_key(card: str, occasion: str) -> str:
    return f"{card}:{occasion}"


def inner_key(key: str, at: int, part: int) -> str:
    """The key of a list of steps inside step ``at`` of a program."""
    return f"{key}.{at}.{part}"


def each(tell: Callable[[Card], T]) -> cached_property[tuple[T, ...]]:
    """Of a world: what is told of each of its cards, by number."""
    return cached_property(lambda world: tuple(tell(c) for c in world.cards))


@define(eq=False, frozen=True, slots=False)
class World:
    """Cards by number, in the order of their ids, and everything that is counted from them. Compared by identity."""

    config: Config
    cards: tuple[Card, ...]
    players: int
    first_bonuses: tuple[int, ...]

    memo = results()
    any_exception_target = chosen("exception_targets", "undamaged")
    one_exception_target = chosen("exception_count", "one")
    unattackable_counts = chosen("exception_if_unattackable")
    defence_of_round = chosen("complete_defence_scope", "round")
    weak_attacks = chosen("allow_weak_attacks")
    capped = chosen("attack_vp_cap", "13")
    hero_may_carry = chosen("hero_may_carry")
    overflow_storable = chosen("overflow_storable")
    take_open = chosen("favour_take_open")
    tokens_limited = chosen("tokens_limited")
    long_game = chosen("long_game")

    @cached_property
    def last(self) -> Last:
        return Last(self.players)

    @cached_property
    def limit(self) -> int:
        """Points that bring the last round (VG-15.1 to VG-15.3)."""
        return 40 if self.players == 2 or self.long_game else 30

    def attack_vp(self, hits: int) -> int:
        """Points for so many successful attacks of one turn (VG-7.12, VG-R11)."""
        vp = max(0, 2 * hits - 1)
        return min(vp, CAP) if self.capped else vp

    # ------------------------------------------------------------ cards
    ids = each(lambda c: c.id)
    unit = each(lambda c: v.UNIT in c.tags)
    hero = each(lambda c: v.HERO in c.tags)
    fighter = each(lambda c: v.UNIT in c.tags or v.HERO in c.tags)
    undead = each(lambda c: "undead" in c.tags)
    carried = each(lambda c: "carried" in c.tags)
    fixed = each(lambda c: isinstance(c.strength, int))  # the strength is printed rather than counted
    playable = each(lambda c: bool(c.of(v.PLAY)))  # it does something when it is played in one's own turn
    defends = each(lambda c: bool(c.of(v.DEFEND)))
    simple_gain = each(lambda c: _simple(c))  # the one plain gain of a resource card, so that it needs no program

    @cached_property
    def index(self) -> Mapping[str, int]:
        return {c.id: i for i, c in enumerate(self.cards)}

    def pile(self, deck: str) -> tuple[int, ...]:
        """All cards of a deck by number, each as often as it is in the box."""
        return self.decks.get(deck, ())

    @cached_property
    def decks(self) -> Mapping[str, tuple[int, ...]]:
        every = [(c.deck, i) for i, c in enumerate(self.cards) for _ in range(c.count)]
        return {deck: tuple([i for d, i in every if d == deck]) for deck, _ in every}

    @cached_property
    def start_deck(self) -> tuple[int, ...]:
        """One player's start deck (VG-1.7)."""
        return tuple(i for i, c in enumerate(self.cards) if c.deck == "start" for _ in range(c.count // 4))

    @cached_property
    def piles(self) -> Mapping[str, tuple[int, ...]]:
        """All cards of the piles that are shuffled in the set-up; favours are those of so many players (VG-R32)."""
        missions, favours = self.pile("mission"), self.pile("favour")
        return {
            "missions_1": tuple(c for c in missions if self.cards[c].vp == 1),
            "missions_2": tuple(c for c in missions if self.cards[c].vp != 1),
            **{f"deck_{letter(seat)}": self.start_deck for seat in self.seats},
            "odin": self.pile("odin"),
            "favours": tuple(c for c in favours if self.cards[c].min_players <= self.players),
            "bonuses": self.pile("bonus"),
        }

    @cached_property
    def supply(self) -> tuple[int, ...]:
        """Kinds of the supply piles (VG-1.8)."""
        return tuple(i for i, c in enumerate(self.cards) if c.deck in ("unit", "defence", "building"))

    @cached_property
    def pile_of(self) -> Mapping[int, int]:
        """Card number -> number of its supply pile."""
        return {c: i for i, c in enumerate(self.supply)}

    @cached_property
    def hall(self) -> tuple[int, ...]:
        """Town hall cards by level; number 0 repeats level 1."""
        by_level = {c.level: i for i, c in enumerate(self.cards) if c.deck == "townhall"}
        return (by_level[1], by_level[1], by_level[2], by_level[3])

    @cached_property
    def gratis(self) -> bool:
        """Whether something costs nothing."""
        return any(c.sold and c.beer + c.gold == 0 for c in self.cards) or any(c.upgrade == (0, 0) for c in self.cards)

    @cached_property
    def boosts(self) -> tuple[tuple[v.Boost, ...], ...]:
        """Boosts that a card gives to the attack it joins."""
        return tuple(
            tuple(s for a in c.abilities if a.when == v.ATTACK for s in a.steps if isinstance(s, v.Boost))
            for c in self.cards
        )

    @cached_property
    def improvement(self) -> tuple[bool, ...]:
        """Cards without strength that join an attack beside its units, uncarried."""
        return tuple(
            bool(b) and not f and not k for b, f, k in zip(self.boosts, self.fighter, self.carried, strict=True)
        )

    @cached_property
    def programs(self) -> Mapping[str, tuple[Step, ...]]:
        """All lists of steps by key: ``alviss:play``, ``hero_trap:defend.0.1``, ``townhall_3:built``."""
        found: dict[str, tuple[Step, ...]] = {}
        for c in self.cards:
            lists = [*((a.when, a.steps) for a in c.abilities), ("built", c.built), ("reward", c.reward)]
            for occasion, steps in lists:
                if steps:
                    found.update(_programs(program_key(c.id, occasion), steps))
        return found

    @cached_property
    def plus(self) -> frozenset[str]:
        """Programs whose parts come in any order (VG-18.3)."""
        return frozenset(
            program_key(c.id, a.when) for c in self.cards for a in c.abilities if a.order == v.PLUS and len(a.steps) > 1
        )

    @cached_property
    def card_of(self) -> Mapping[str, int]:
        """The card that a program belongs to."""
        return {key: self.index[key.partition(":")[0]] for key in self.programs}

    @cached_property
    def name_of(self) -> Mapping[str, str]:
        """The name of that card."""
        return {key: self.ids[card] for key, card in self.card_of.items()}

    @cached_property
    def occasions(self) -> Mapping[str, tuple[str, ...]]:
        """For each occasion and card the program that does more than boost, or ""."""
        return {
            when: tuple(
                next(
                    (
                        program_key(c.id, when)
                        for a in c.abilities
                        if a.when == when and any(not isinstance(x, v.Boost) for x in a.steps)
                    ),
                    "",
                )
                for c in self.cards
            )
            for when in v.WHEN
        }

    @cached_property
    def joins(self) -> tuple[bool, ...]:
        """Cards with an attack that is one of several parts of playing them."""
        return tuple(
            program_key(c.id, v.PLAY) in self.plus
            and any(isinstance(x, v.Join) for x in self.programs[program_key(c.id, v.PLAY)])
            for c in self.cards
        )

    @cached_property
    def targeted(self) -> tuple[bool, ...]:
        """Cards for which an opponent is named."""
        return tuple(
            any(v.names_target(s) for a in c.abilities if a.when == v.PLAY for s in v.all_steps(a.steps))
            for c in self.cards
        )

    @cached_property
    def spaces(self) -> Mapping[str, tuple[int, int, int]]:
        """Building spaces: id -> seat, card, number; the town hall has the number 0."""
        out = {}
        for seat in range(self.players):
            out[f"{letter(seat)}_townhall"] = (seat, self.hall[1], 0)
            for c in self.supply:
                if self.cards[c].deck == "building":
                    for no in range(1, SAME_NAME + 1):
                        out[f"{letter(seat)}_{self.cards[c].id}_{no}"] = (seat, c, no)
        return out

    @cached_property
    def names(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """Building spaces by seat, card and number: the other way round."""
        out = [[[""] * (SAME_NAME + 1) for _ in self.cards] for _ in range(self.players)]
        for name, (seat, card, no) in self.spaces.items():
            out[seat][card][no] = name
            if no == 0:
                for hall in self.hall:
                    out[seat][hall][0] = name
        return tuple(tuple(tuple(nos) for nos in row) for row in out)

    @cached_property
    def missions_need(self) -> bool:
        """Whether a mission counts cards, so that it may be met by anything that moves one."""
        return any("cards" in _counters(c.goal) for c in self.cards if c.goal is not None)

    @cached_property
    def seats(self) -> range:
        return range(self.players)

    @cached_property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple((first + i) % self.players for i in self.seats) for first in self.seats)

    def order(self, first: int) -> tuple[int, ...]:
        """Seats clockwise from one."""
        return self.orders[first]


def _counters(p: v.Pred) -> set[str]:
    own = {n.counter for n in (p.left, p.right) if isinstance(n, v.Count)}
    return own.union(*(_counters(q) for q in p.of))


def _programs(key: str, steps: tuple[Step, ...]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    yield key, steps
    for at, step in enumerate(steps):
        for part, inner in enumerate(v.nested(step)):
            yield from _programs(inner_key(key, at, part), inner)


def _simple(c: Card) -> v.Gain | None:
    steps = [a.steps for a in c.abilities if a.when == v.PLAY]
    if len(steps) != 1 or len(steps[0]) != 1:
        return None
    step = steps[0][0]
    return step if isinstance(step, v.Gain) and not step.storable and step.any == 0 else None


kept_cards = made_once(cards_from)  # the cards of a file, checked once as long as the same data is used


@made_once
def build(config: Config) -> World:
    """The world of one table; raises ConfigError when its cards cannot be used."""
    return laid_out(_build(config))


def _build(config: Config) -> World:
    data = config.data.get("cards")
    if data is None:
        raise ConfigError(ConfigFault("VG-1.8", facts(problems=("no card file was given",))))
    own = config.data.get("own")
    told = data if own is None else overlay(data, own)
    try:
        file = kept_cards(data) if own is None else cards_from(told)
    except DataError as e:
        raise ConfigError(ConfigFault("VG-1.8", facts(problems=tuple(str(by_name(f, told)) for f in e.faults)))) from e
    index = {c.id: i for i, c in enumerate(file.cards)}
    first = tuple(index[x] for x in file.first_game) if config.option("first_game") else ()
    return World(config, file.cards, config.players, first)
