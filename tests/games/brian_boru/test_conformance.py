"""Random games at all tables: what the kernel asks of every node, and what a table keeps in balance."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine.types import Event, Input
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.score import final_totals
from companion.games.brian_boru.state import Phase, State
from tests.conformance import check_node

from .slow import claim_votes, region_points, town_owner
from .tables import MIXES, PLAYERS, done, picker, random_play, table

CASES = [(p, mix, seed) for p in PLAYERS for seed, mix in enumerate(MIXES)]


@pytest.mark.parametrize(("players", "mix", "seed"), CASES)
def test_every_node_keeps_the_promises(players: int, mix: dict[str, object], seed: int) -> None:
    config, pick = table(players, **mix), picker(seed + 100)
    for n, (s, act) in enumerate(random_play(config, seed)):
        if n % 7 == seed % 7:
            check_node(GAME, config, s, act, pick)


def balance(s: State, acts: list[tuple[Event, ...]]) -> None:
    """Coins, points, renown, raiders and discs as a clerk would keep them who only hears the events."""
    world, p = s.world, s.world.players
    coins, points, renown = Counter[int](), Counter[int](), Counter[int]()
    raiders, discs, church = Counter[int](), Counter[int](), Counter[int]()
    area = 0
    for e in (e for events in acts for e in events):
        if isinstance(e, ev.CoinsTaken):
            coins[e.seat] += e.n
        elif isinstance(e, ev.Paid):
            coins[e.seat] -= e.coins
            points[e.seat] -= e.points
        elif isinstance(e, ev.Bought):
            coins[e.seat] -= 2 * e.n
            raiders[e.seat] += e.n * (e.kind == "v")
            area -= e.n * (e.kind == "v")
            church[e.seat] += e.n * (e.kind == "c")
        elif isinstance(e, ev.Expanded):
            coins[e.seat] -= 5
            discs[e.seat] += 1
        elif isinstance(e, ev.Rewarded):
            coins[e.seat] += e.coins
            renown[e.seat] += e.renown
        elif isinstance(e, ev.Wedded):
            points[e.seat] += e.points
            renown[e.seat] += e.renown
        elif isinstance(e, ev.Allied):
            points[e.seat] += e.points
        elif isinstance(e, ev.GreatSpoils):
            points[e.seat] += e.points
            renown[e.seat] += 1
            raiders[e.seat] = 0
        elif isinstance(e, ev.SmallSpoils):
            for seat in e.seats:
                points[seat] += 1
                raiders[seat] -= 1
        elif isinstance(e, ev.ChurchFavoured):
            for seat in e.seats:
                points[seat] += 1
                church[seat] -= 1
        elif isinstance(e, ev.ChurchBlessed):
            church[e.seat] = 0
        elif isinstance(e, ev.MonasteryBuilt):
            church[e.seat] -= e.discs
        elif isinstance(e, ev.RenownTaken):
            renown[e.seat] += e.n
        elif isinstance(e, ev.RaidersTaken):
            raiders[e.seat] += e.n
            area -= e.n
        elif isinstance(e, ev.DiscsSent):
            church[e.seat] += e.n
        elif isinstance(e, ev.FleetSighted):
            area += e.strength
        elif isinstance(e, ev.AreaCleared):
            area = 0
        elif isinstance(e, ev.Settled | ev.TownGained) or (isinstance(e, ev.TownTaken) and e.disc):
            discs[e.seat] += 1
    assert s.coins == tuple(3 + coins[i] for i in range(p))
    assert s.renown == tuple(1 + renown[i] for i in range(p))
    assert s.vp == tuple(10 + points[i] for i in range(p)) == tuple(10 + sum(t) for t in s.tally)
    assert s.raiders == tuple(raiders[i] for i in range(p))
    assert s.church == tuple(church[i] for i in range(p))
    assert s.area == area
    assert tuple(m.bit_count() for m in s.discs) == tuple(discs[i] for i in range(p))
    assert sum(s.discs) == sum({1 << i for m in s.discs for i in range(len(world.ids)) if m >> i & 1})


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", [11, 12])
def test_pieces_and_money_balance(players: int, seed: int) -> None:
    config = table(players, track_hands="on" if seed % 2 else "off")
    heard: list[tuple[Event, ...]] = []
    after = GAME.setup(config)
    for s, act in random_play(config, seed):
        before_towns = town_owner(s)
        after, events = done(s, act)
        heard.append(events)
        balance(after, heard)
        _cards_once(after)
        now = town_owner(after)
        assert all(now[t] == who for t, who in before_towns.items() if who)  # BB-1.2: discs never move
        assert not s.monasteries & ~after.monasteries  # BB-1.4
        _votes(after, events)
    assert after.phase == Phase.OVER
    assert final_totals(after) == tuple(region_points(after, seat) for seat in range(players))


def _cards_once(s: State) -> None:
    """BB-5.1: hands, trick, discard pile and what is unseen make 25 cards; no named card lies twice."""
    if s.phase not in ("lead", "play", "act"):
        return
    named = [c for z in s.hands for c in z.known.cards]
    in_trick = [c for _, c in s.trick if c not in s.discard]
    unseen = 25 - len(s.discard) - len(in_trick) - len(named)
    hidden = 25 - s.world.players * s.world.deal
    assert unseen == sum(z.counted.n for z in s.hands) + hidden
    assert not set(s.discard) & set(in_trick)


def _votes(s: State, events: tuple[Event, ...]) -> None:
    for e in events:
        if isinstance(e, ev.ClaimsAwarded):
            for row in e.rows:
                assert (row.weights, row.vikings) == claim_votes(s, row.region)


def test_the_same_seed_plays_the_same_game() -> None:
    def play() -> list[Input]:
        return [act for _, act in random_play(table(4), 5)]

    assert play() == play()
