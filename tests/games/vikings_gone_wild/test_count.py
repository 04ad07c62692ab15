"""Legal inputs are counted like perft numbers, and compared with a slow enumeration that shares nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.engine.codec import Codec, text
from companion.engine.legal import completions
from companion.engine.types import CHANCE, Choose
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.state import State

from .player import purposeful
from .slow import Slow
from .tables import box, done, own_table, state, table

CODEC = Codec((*GAME.inputs, *CHANCE), GAME.events)

PLAIN: dict[str, Any] = {
    "row": ["scroll", "crystal", "undead_gold", "sword", "assassin"],
    "odin": ["beer_mugs", "scroll", "shaman"],
    "missions": ["bier"],
}
FIGHT: dict[str, Any] = {
    **PLAIN,
    "players": {
        "A": {"hand": ["viking_warrior", "viking_warrior", "sword", "beer_card"], "missions": ["worker", "brewer"]},
        "B": {"hand": ["cannon"], "village": {"brewery_1": {}, "tavern_1": {}}},
        "C": {"hand": [], "village": {"gold_factory_1": {"ready": False}, "drakkar_1": {"damage": True}}},
    },
}
HEROES: dict[str, Any] = {
    **PLAIN,
    "players": {
        "A": {
            "hand": ["dvergar", "shaman", "shaman", "odins_boost", "mjoellnir", "sword"],
            "village": {"brewery_1": {}},
        },
        "B": {"hand": ["cannon", "chicken_tower"], "village": {"townhall": {"level": 3}, "drakkar_1": {}}},
        "C": {"hand": [], "attacked": True},
    },
}
RICH: dict[str, Any] = {
    **PLAIN,
    "now": {"beer": 1, "gold": 2},
    "players": {
        "A": {
            "hand": ["gold_card", "recipe_theft"],
            "missions": ["worship", "bier"],
            "village": {
                "brewery_1": {"beer": 1}, "beer_depot_1": {"beer": 2}, "gold_factory_1": {"gold": 1},
                "townhall": {"level": 2, "gold": 1},
            },
        },
        "B": {"hand": []},
        "C": {"hand": []},
    },
}  # fmt: skip
EXCEPTION: dict[str, Any] = {
    **PLAIN,
    "turn": "C",
    "now": {"exception": True},
    "players": {
        "A": {"hand": [], "attacked": True, "village": {"townhall": {"damage": True}, "brewery_1": {}}},
        "B": {"hand": [], "attacked": True, "village": {"brewery_1": {"attacked_by": ["A"]}, "gold_factory_1": {}}},
        "C": {"hand": ["viking_warrior", "pigator"]},
    },
}
STORING: dict[str, Any] = {
    **PLAIN,
    "phase": "store",
    "players": {
        "A": {
            "hand": [],
            "village": {
                "brewery_1": {"beer": 1},
                "beer_depot_1": {"beer": 2},
                "beer_depot_2": {"beer": 3},
                "gold_depot_1": {},
            },
        },
        "B": {"hand": []},
        "C": {"hand": []},
    },
}
HOLDING: dict[str, Any] = {
    **PLAIN,
    "phase": "discard",
    "players": {
        "A": {"hand": ["cannon", "cannon", "scroll"], "village": {"drakkar_1": {}, "drakkar_2": {}}},
        "B": {"hand": []},
        "C": {"hand": []},
    },
}
POSITIONS = {
    "fight": FIGHT, "heroes": HEROES, "rich": RICH, "exception": EXCEPTION, "storing": STORING, "holding": HOLDING,
}  # fmt: skip
# name: inputs of one act, and of two (where two are not too many)
COUNTS: dict[str, tuple[int, ...]] = {
    "fight": (19, 108, 439),
    "heroes": (133,),
    "rich": (33, 763),
    "exception": (15, 42, 68),
    "storing": (7, 31, 115),
    "holding": (5,),
}


def fast(s: State) -> set[str]:
    """All legal inputs of all seats, with everything open filled in."""
    return {text(c) for seat in s.world.seats for e in GAME.options_of(s, seat) for c in completions(e)}


def slow(s: State) -> set[str]:
    look = Slow(GAME.position(s), box()["cards"]["cards"], s.world.players)
    return {line for who in "ABCD"[: s.world.players] for line in look.legal(who)}


def leaves(s: State, depth: int) -> int:
    """How many chains of so many inputs there are; both enumerations must agree all the way."""
    lines = fast(s)
    if not any(isinstance(p, Choose) for p in GAME.pending(s)) or s.stack:
        return len(lines)
    assert lines == slow(s)
    if depth == 1:
        return len(lines)
    return sum(leaves(done(s, CODEC.parse(line))[0], depth - 1) for line in sorted(lines))


@pytest.mark.parametrize("name", POSITIONS)
def test_the_number_of_legal_inputs(name: str) -> None:
    s = state(POSITIONS[name])
    assert tuple(leaves(s, d + 1) for d in range(len(COUNTS[name]))) == COUNTS[name]


@pytest.mark.parametrize("seed", [1, 2])
def test_both_enumerations_agree_in_whole_games(seed: int) -> None:
    """With plain cards, every node of a game of purposeful players."""
    pick = random.Random(seed).randrange
    plain = {"scroll", "beer_mugs", "gold_bars", "sword", "odins_boost", "shaman", "bear_rider"}
    states = {"worship", "worker", "strategy", "shield", "brewer", "foundry", "captain", "innkeeper", "architect"}
    s = GAME.setup(table(2))
    looked = 0
    while (act := purposeful(s, pick)) is not None and looked < 120:
        cards = {s.world.ids[c] for p in s.players for c in p.hand}
        open_missions = {s.world.ids[m.card] for p in s.players for m in p.missions}
        odd = {c for c in cards if s.world.cards[s.world.index[c]].deck == "odin"} - plain
        heroes = {c for c in cards if s.world.cards[s.world.index[c]].deck == "favour"}
        asked = any(isinstance(p, Choose) for p in GAME.pending(s)[:1])
        if asked and not s.stack and not odd and not heroes and open_missions <= states | {"bier", "gold"}:
            assert fast(s) == slow(s)
            looked += 1
        s, _ = done(s, act)
    assert looked >= 40


def test_what_an_option_changes_is_counted_too() -> None:
    """VG-R8: with weak attacks every attacker may attack everything."""
    strong, weak = state(FIGHT), state(FIGHT, allow_weak_attacks=True)
    assert len(fast(weak)) > len(fast(strong))
    assert fast(strong) < fast(weak)


def test_an_owner_s_price_changes_what_can_be_bought() -> None:
    cheap = own_table({"cards": [{"id": "pigator", "cost": {"beer": 1}}]})
    assert "A buy card=pigator" in fast(GAME.from_position(cheap, RICH))
    assert "A buy card=pigator" not in fast(state(RICH))
