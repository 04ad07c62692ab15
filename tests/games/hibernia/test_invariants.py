"""What holds after every act of any game: soldiers are conserved, masks are right, the advance is the greatest."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import PositionError
from companion.engine.masks import bits
from companion.engine.types import Choose, Over
from companion.games.hibernia.game import GAME
from companion.games.hibernia.rules.advance import advance
from companion.games.hibernia.rules.guards import protected, strength
from companion.games.hibernia.state import State
from companion.games.hibernia.world import COLOURS
from tests.conformance import walk
from tests.games.hibernia.tables import START4, board, play, sit, soldiers, sound, state, table

MIXES: list[dict[str, Any]] = [
    {},
    {"advanced": True},
    {"advanced": True, "soldiers_per_player": 14, "pair_rule": "outcome"},
    {"roll_first": False, "extra_action": "optional"},
    {"extra_round_players": "tied", "shared_win_after": 1, "joker_face": "white", "hints": True},
]


def games(players: int, options: dict[str, Any], seeds: range) -> list[State]:
    config = table(players, **options)
    return [s for seed in seeds for s, _ in walk(GAME, config, random.Random(seed).randrange)]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("options", MIXES, ids=lambda o: " ".join(o) or "standard")
def test_after_every_act_a_county_holds_one_colour_and_masks_are_right(players: int, options: dict[str, Any]) -> None:
    whole = options.get("soldiers_per_player", 16)
    for s in games(players, options, range(3)):
        sound(s)
        held = soldiers(s)
        neutrals = held.pop("neutral")
        assert neutrals == (5 if players == 3 and s.phase != "fortress" else 0)
        assert set(held.values()) == {whole}
        assert all(s.own[p] for p in range(players)) or s.phase == "fortress"


def test_the_advance_is_the_greatest_that_counties_and_joker_pay_for() -> None:
    for s in games(4, {"advanced": True}, range(2)):
        for p in range(4):
            mine = {c: (s.world.colour_mask[c] & s.own[p]).bit_count() for c in COLOURS}
            for jokers in (0, 1):
                walked = advance(s, p, bool(jokers))
                best = 0
                for k in range(1, 25):
                    ahead = [s.world.track[(s.total[p] + i) % 48] for i in range(1, k + 1)]
                    if sum(max(0, ahead.count(c) - mine[c]) for c in COLOURS) <= jokers:
                        best = k
                assert len(walked) == best
                assert sum(t.paid == "joker" for t in walked) <= jokers
                assert all(t.ink == s.world.track[t.space] for t in walked)


def test_a_county_is_protected_exactly_if_its_owner_would_keep_no_pair() -> None:
    for s in games(4, {}, range(2)):
        for c, owner in enumerate(s.owner):
            if owner >= 0:
                rest = set(bits(s.own[owner])) - {c}
                pair = any(s.world.links[a] >> b & 1 for a in rest for b in rest)
                assert bool(protected(s, c)) == (not pair)


def test_the_number_of_soldiers_is_the_number_of_own_neighbours() -> None:
    near = {s.id: s.neighbours for s in board().spaces if s.kind == "county"}
    for s in games(3, {}, range(1)):
        for c, name in enumerate(s.world.ids):
            for p in range(3):
                assert strength(s, p, c) == sum(s.owner[s.world.index[n]] == p for n in near[name])


def test_totals_are_the_sum_of_the_reasons_and_the_marker_lies_there() -> None:
    for s in games(4, {}, range(2)):
        for row in GAME.score(s).rows:
            assert row.total == sum(line.points for line in row.lines) == s.total[row.seat]
            lying = [t.side for t in GAME.tabletop(s)[f"track_{row.total % 48}"]]
            assert "ABCD"[row.seat] in lying


def test_the_tabletop_shows_every_soldier_that_is_not_in_a_supply() -> None:
    for s in games(3, {}, range(2)):
        lying = [t.side for tokens in GAME.tabletop(s).values() for t in tokens]
        for p in range(3):
            assert lying.count("ABC"[p]) == s.world.soldiers - s.supply[p]
        assert lying.count("neutral") + s.removed == (5 if s.phase != "fortress" else 0)


def test_every_game_ends_with_a_winner_of_the_highest_total() -> None:
    for players in (3, 4):
        for seed in range(8):
            session = sit(None, players)
            assert sum(1 for _ in play(session, seed)) > 60
            s = session.state
            assert isinstance(GAME.pending(s)[0], Over)
            assert [i for i, t in enumerate(s.total) if t == max(s.total)] == list(s.winners)
            assert max(s.total) >= 48


# ---------------------------------------------------------------- positions
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.sampled_from(["", "A", "D", "Z", "die", "act", "red", "ulaid"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["A", "B", "E", "ulaid", "seat", "round", "neutral", "blue"]), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*GAME.position(state(START4)), "weather"]), JUNK, max_size=4))
@settings(max_examples=300, deadline=None)
def test_any_position_is_read_or_refused_with_its_faults_and_what_is_read_can_be_played(doc: dict[str, Any]) -> None:
    config = table()
    try:
        s = GAME.from_position(config, doc)
    except PositionError as e:
        refused = e.faults
    else:
        refused = ()
    assert all(f.key.split(".")[0] in doc or f.key in ("die", "owed", "winners", "turn") for f in refused)
    if refused:
        return
    assert GAME.from_position(config, GAME.position(s)) == s
    sound(s)
    owed = GAME.pending(s)
    assert owed
    if isinstance(owed[0], Choose):
        assert next(GAME.options_of(s, owed[0].seats[0]), None) is not None
    GAME.view(s, None)
    GAME.score(s)


def test_every_fault_of_a_position_is_listed_at_once() -> None:
    doc = {
        "counties": {"atlantis": {"A": 1}, "ulaid": {"A": 1, "B": 1}, "mide": {"E": 2}},
        "supply": {"A": -1}, "round": "two", "weather": "wet", "owed": ["luck"], "phase": "act",
    }  # fmt: skip
    with pytest.raises(PositionError) as refused:
        GAME.from_position(table(), doc)
    keys = {f.key for f in refused.value.faults}
    assert keys >= {
        "counties.atlantis",
        "counties.ulaid",
        "counties.mide",
        "supply.A",
        "round",
        "weather",
        "owed",
        "die",
    }
