"""Tables of Vikings Gone Wild for the tests: configurations, positions, dealers, and what must hold at any time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from companion.engine.boards import Board, house_board
from companion.engine.dealing import deal
from companion.engine.game import Config, configure
from companion.engine.legal import Pick
from companion.engine.scenario import load_data
from companion.engine.session import Session
from companion.engine.types import Event, Input, Pending, Ruling, Shuffle, Shuffled
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.zones import owned, pile_cards, size
from tests.conformance import next_act

Dealer = Callable[[Pending, Pick], Input]
OWED = tuple(f"odin_{i}" for i in range(1, 6))


@cache
def board() -> Board:
    return house_board("vikings_gone_wild")


@cache
def box() -> Mapping[str, Any]:
    return load_data(GAME, board())


@cache
def _table(players: int, options: tuple[tuple[str, Any], ...]) -> Config:
    return configure(GAME, players, board(), dict(options), box())


def table(players: int = 3, **options: Any) -> Config:
    return _table(players, tuple(sorted(options.items())))


def own_table(own: Mapping[str, Any], players: int = 3, **options: Any) -> Config:
    """A table with an owner's values laid over the card file."""
    return configure(GAME, players, board(), options, {**box(), "own": own})


def state(doc: Mapping[str, Any], players: int = 3, **options: Any) -> State:
    return GAME.from_position(table(players, **options), doc)


def sit(doc: Mapping[str, Any] | None = None, players: int = 3, **options: Any) -> Session[State]:
    """A session that starts from a position, or from the set-up."""
    config = table(players, **options)
    return Session(GAME, config, start=None if doc is None else GAME.from_position(config, doc))


def by_hand(owed: Pending, pick: Pick) -> Input:
    """Piles are shuffled at the table, so that nobody knows their order."""
    return Shuffled(None, owed.pile) if isinstance(owed, Shuffle) else deal(owed, pick)


def either(owed: Pending, pick: Pick) -> Input:
    """Some piles are shuffled by the app, some by hand."""
    return (by_hand if pick(2) else deal)(owed, pick)


def done(s: State, act: Input) -> tuple[State, tuple[Event, ...]]:
    """The state after an act that must be legal, and what it caused."""
    decision = GAME.decide(s, act)
    assert not isinstance(decision, Ruling), (act, decision)
    for e in decision:
        s = GAME.evolve(s, e)
    return s, decision


def random_play(
    config: Config, seed: int, dealer: Dealer = deal, most: int = 10_000
) -> Iterator[tuple[State, Input, tuple[Event, ...]]]:
    """States with the act chosen in each and what it caused, to the end of the game."""
    pick = random.Random(seed).randrange
    s = GAME.setup(config)
    for _ in range(most):
        act = next_act(GAME, s, pick, dealer)
        if act is None:
            return
        after, events = done(s, act)
        yield s, act, events
        s = after


# ---------------------------------------------------------------- what must hold at any time
def in_the_box(s: State) -> Counter[int]:
    """How many cards of each kind lie anywhere, as far as the referee knows; favours and bonuses apart."""
    lie: Counter[int] = Counter(s.box)
    for p in s.players:
        lie.update(owned(p))
        lie.update(b.card for b in p.village[1:])
        lie.update(m.card for m in p.missions)
        lie.update(p.done)
    lie.update(c for c in s.row if c >= 0)
    lie.update(s.odin_out)
    for pile in (s.odin, s.missions):
        lie.update(pile_cards(pile))
    for card, n in zip(s.world.supply, s.supply, strict=True):
        lie[card] += n
    return lie


def sound(s: State) -> None:
    """Cards add up deck by deck, nothing is negative, limits hold, and points have their reasons."""
    world = s.world
    if s.unshuffled and s.phase == "setup":
        return
    lie = in_the_box(s)
    for i, c in enumerate(world.cards):
        if c.deck in ("unit", "defence", "building", "odin", "mission", "start"):
            printed = c.count // 4 * world.players if c.deck == "start" else c.count
            assert lie[i] == printed, (c.id, lie[i], printed)
    favours = size(s.favours) + len(s.favour_open) + (s.revealed >= 0)
    favours += sum(world.cards[c].deck == "favour" for p in s.players for c in owned(p))
    favours += sum(world.cards[c].deck == "favour" for c in s.box)
    assert favours == 3 * world.players
    limits(s)


def limits(s: State) -> None:
    """Nothing is negative or too much, whatever the table has overruled."""
    world = s.world
    for p in s.players:
        assert p.blind == 0 or p.blind < len(p.pool)
        assert p.vp == sum(p.gains) + sum(world.cards[c].vp // len(m) for c, m in s.finals[:4] if _seat(s, p) in m)
        assert len(p.missions) <= 2
        names = Counter(b.card for b in p.village[1:])
        assert max(names.values(), default=0) <= 3
        for b in p.village:
            card = world.cards[b.card]
            assert min(b.beer, b.gold) >= 0
            assert not card.produces or b.beer + b.gold <= 1
            assert not card.holds or b.beer + b.gold <= card.room
            assert b.ready or card.deck == "townhall" or b.beer + b.gold == 0
    now = s.now
    assert min(now.beer, now.gold) >= 0
    assert list(s.players[0].hand) == sorted(s.players[0].hand)


def _seat(s: State, p: Any) -> int:
    return next(i for i, q in enumerate(s.players) if q is p)
