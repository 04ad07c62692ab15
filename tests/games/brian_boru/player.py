"""A simple purposeful player: takes what brings points soon, so that whole games have something to score."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.dealing import deal
from companion.engine.game import Config
from companion.engine.legal import Between, Pick, complete
from companion.engine.types import Choose, Input, May, Over, Roll, Show, Shuffle
from companion.games.brian_boru import inputs as acts
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.rules.trick import card_of
from companion.games.brian_boru.score import total_of, weights
from companion.games.brian_boru.state import State, controlled, resting

from .tables import done


def greedy_play(config: Config, pick: Pick, most: int = 3000) -> Iterator[tuple[State, Input]]:
    """A whole game in which every seat plays greedily; ``pick`` deals and breaks ties."""
    s = GAME.setup(config)
    for _ in range(most):
        act = greedy(s, pick)
        if act is None:
            return
        yield s, act
        s, _ = done(s, act)


def greedy(s: State, pick: Pick) -> Input | None:
    owed = GAME.pending(s)[0]
    if isinstance(owed, Over):
        return None
    if isinstance(owed, Roll | Show | Shuffle):
        return deal(owed, pick)
    assert isinstance(owed, Choose | May)
    seat = None if isinstance(owed, Choose) and owed.joint else owed.seats[pick(len(owed.seats))]
    entries = list(GAME.options_of(s, seat))
    best, chosen = -1e9, entries[0]
    for entry in entries:
        worth = value(s, entry) + pick(100) / 1000
        if worth > best:
            best, chosen = worth, entry
    return _completed(s, chosen, pick)


def _completed(s: State, entry: Input, pick: Pick) -> Input:
    """Open numbers: all raiders and discs that can be bought, steps as long as they change the resting place."""
    if isinstance(entry, acts.Buy) and isinstance(entry.n, Between) and entry.seat is not None:
        kind, most = s.stack[0][0], entry.n.high
        if kind == "+m":
            rest = [resting(s.track, entry.seat, s.track[entry.seat] + n) for n in range(most + 1)]
            most = rest.index(max(rest))
        return acts.Buy(entry.seat, most)
    return complete(entry, pick)


def value(s: State, act: Input) -> float:
    seat = act.seat
    if seat is None:
        return 0.0
    if isinstance(act, acts.NameTown | acts.Settle | acts.Expand | acts.Occupy | acts.Build):
        return town_value(s, seat, act.town) + (1.0 if isinstance(act, acts.Expand) else 0.0)
    if isinstance(act, acts.GiveUp):
        loser = s.stack[0][1]
        worth = town_value(s, loser, act.town)
        return worth if loser != seat else -worth
    if isinstance(act, acts.Play):
        return card_value(s, act.card)
    if isinstance(act, acts.Act):
        return action_value(s, seat, act.action)
    if isinstance(act, acts.Ally):
        after, _ = done(s, act)
        return float(total_of(after, seat))
    return -5.0 if isinstance(act, acts.Stuck) else 0.0


def town_value(s: State, seat: int, town: str) -> float:
    """Where a town tips or strengthens a majority, and where it opens a region."""
    i = s.world.index[town]
    r = s.world.region_of[i]
    by_seat, vikings = weights(s, r)
    lead = by_seat[seat] + 1 - max((*(w for p, w in enumerate(by_seat) if p != seat), vikings))
    fresh = not controlled(s, seat) & s.world.region_mask[r]
    return s.world.value[r] / 3 + (2 if lead > 0 else 0) + 1.5 * fresh + s.world.roads[i].bit_count() / 4


def card_value(s: State, card: int) -> float:
    """High fitting cards early in the trick, low ones when somebody else has it."""
    colour = s.world.colour[s.active]
    fits = s.world.suit[card] in (colour, "white")
    top = max((c for _, c in s.trick if s.world.suit[c] in (colour, "white")), default=0)
    dear = s.world.box.actions[card - 1].primary.count("P") * (1 if s.coins[s.turn] else 3)
    return card / 5 - dear if fits and card > top else -card / 10


def action_value(s: State, seat: int, action: str) -> float:
    worth = {"K": 1.0, "m": 1.3, "v": 1.4 if s.area else 0.0, "c": 1.2, "X": 1.0 if s.vikings else 0.0, "P": -1.0}
    icons = s.world.box.actions[card_of(s, seat) - 1].icons(action)
    near = s.coins[seat] + icons.count("K") >= s.world.box.expansion
    return sum(worth.get(i, 0.0) for i in icons) + (2.0 if "E" in icons and near else 0.0)
