"""Anything may happen at a table of Löwenherz, in any order, and the session keeps its promises."""

from __future__ import annotations

import random

import pytest
from hypothesis.stateful import initialize, invariant, rule

from companion.engine.journal import FileStore, MemoryStore, read
from companion.engine.session import Accepted, Session
from companion.engine.types import STALE, Choose, Input, May, Ruling
from companion.games.loewenherz.derive import derived
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.state import State, supply
from tests.games.loewenherz.players import next_act, play
from tests.games.loewenherz.tables import act, given, mixed_options, picker, table
from tests.games.machine import SEED, SETTINGS, TableMachine, reopened, same


class LoewenherzMachine(TableMachine):
    game = GAME

    @initialize(seed=SEED)
    def open(self, seed: int) -> None:
        """A table somewhere in a purposeful game, with mixed options."""
        players = 2 + seed % 3
        options = mixed_options(seed) if seed % 4 else {}
        options |= {"setup": "variable"} if players == 2 else {}
        config, pick = table(players, **options), picker(seed)
        states = [s for s, _ in play(GAME.setup(config), pick)]
        s = states[min(seed % 250, len(states) - 130)]  # far enough from the end for what follows
        self.store = MemoryStore()
        self.session = Session(GAME, config, store=self.store, start=s if seed % 3 else None)
        for _ in range(seed % 8):
            self.act(seed)

    def chosen(self, seed: int) -> Input | None:
        return next_act(self.session.state, random.Random(seed).randrange)

    @rule(seed=SEED)
    def out_of_turn(self, seed: int) -> None:
        """The end of an alliance comes at any time and leaves what is owed as it was."""
        rights = [p for p in self.session.pending() if isinstance(p, May)]
        for right in rights:
            seat = right.seats[seed % len(right.seats)]
            ends = [e for e in self.session.legal(seat) if type(e).__name__ == "EndAlliance"]
            if ends:
                before = self.session.pending()[0]
                result = self.session.submit([ends[seed % len(ends)]], "tap")
                assert isinstance(result, Accepted)
                assert type(self.session.pending()[0]) is type(before)

    @rule(seed=SEED)
    def stale(self, seed: int) -> None:
        """An act that answers a duty which has changed meanwhile is refused as stale, sealing side by side is not."""
        one = self.chosen(seed)
        seen = self.session.length - 3
        if one is None or seen < 1:
            return
        sealing = any(isinstance(p, Choose) and p.sealed for p in self.session.pending())
        before = self.session.length
        result = self.session.submit([one], "tap", seen)
        assert isinstance(result, Accepted) or result.kind == STALE
        assert isinstance(result, Accepted) or self.session.length == before
        assert sealing or isinstance(result, Accepted | Ruling)

    @invariant()
    def all_is_sound(self) -> None:
        if hasattr(self, "session"):
            s: State = self.session.state
            sound(s)
            assert GAME.from_position(self.session.config, GAME.position(s)) == s


def sound(s: State) -> None:
    """Derived values are right, pieces and cards add up, whatever the table overruled."""
    fresh = derived(s)
    assert (s.castles, s.regions, s.zones, s.free) == (fresh.castles, fresh.regions, fresh.zones, fresh.free)
    assert supply(s) + s.walls.bit_count() == s.world.tables.box["borders"]
    assert len([*s.piles[0], *s.piles[1], *s.discard, *(c for h in s.hands for c in h)]) == 13
    assert min(s.ducats) >= 0
    for p, power in enumerate(s.power):
        assert power == sum(s.tally[p]) + sum(points[p] for points in s.silver)


TestLoewenherz = LoewenherzMachine.TestCase
TestLoewenherz.settings = SETTINGS


# ---------------------------------------------------------------- overruled by the table
START = {
    "card": "a2", "castles": {"s0_1": "A", "s5_3": "B", "s12_3": "C", "s9_0": "D"},
    "knights": {"A": ["s0_2", "s1_2"], "B": ["s4_3", "s5_2"]},
    "fences": [{"rect": [0, 2, 0, 3]}, {"rect": [3, 5, 0, 3]}], "power": {"A": 12, "B": 12},
}  # fmt: skip


@pytest.mark.parametrize(
    ("action", "text", "waived"),
    [
        (2, "A lay_border edge=v0_0", "LH-6.4"),
        (2, "A lay_border edge=v4_3", "LH-6.4"),
        (3, "A set_knight square=s1_1", "LH-7.2"),
        (3, "A set_knight square=s2_3", "LH-7.4"),
        (3, "A expand region=s0_1 square=s3_2", "LH-8.7"),
    ],
)
def test_the_table_may_overrule(action: int, text: str, waived: str) -> None:
    config = table(4)
    s = given(config, **START, action=action, laid={"A": [action]})
    session = Session(GAME, config, start=s)
    ruling = session.check(act(text))
    assert isinstance(ruling, Ruling)
    assert ruling.rule == waived
    assert isinstance(session.overrule(act(text), "agreed", consent=True), Accepted)
    sound(session.state)
    assert GAME.from_position(config, GAME.position(session.state)) == session.state


def test_a_second_treasure_that_the_table_allows_has_to_be_held() -> None:
    config = table(4, treasure_limit="one")
    s = given(config, **START, action=3, laid={"A": [3]}, hands={"A": ["treasure_8"]}, spent=["A"])
    session = Session(GAME, config, start=s)
    foreign = act("A set_knight square=s0_3 treasures=treasure_10")
    ruling = session.check(foreign)
    assert isinstance(ruling, Ruling)
    assert ruling.rule == "LH-11.19"  # before the limit, which the table may waive
    refused = session.overrule(foreign, "agreed", consent=True)
    assert isinstance(refused, Ruling)
    own = act("A set_knight square=s0_3 treasures=treasure_8")
    assert isinstance(session.overrule(own, "agreed", consent=True), Accepted)
    assert session.state.hands[0] == ()


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (2, "A lay_border edge=v2_0"),
        (2, "B lay_border edge=v7_7"),
        (3, "A set_knight square=s0_1"),
        (3, "A expand region=s0_1 square=s8_8"),
        (3, "A expand region=s5_3 square=s6_3"),
        (3, "A take card=fief_3"),
    ],
)
def test_what_makes_no_sense_cannot_be_overruled(action: int, text: str) -> None:
    config = table(4)
    session = Session(GAME, config, start=given(config, **START, action=action, laid={"A": [action]}))
    result = session.overrule(act(text), "agreed", consent=True)
    assert isinstance(result, Ruling)
    assert result.rule == "K-WAIVE"


# ---------------------------------------------------------------- taking back
def test_what_was_looked_at_is_taken_back_by_consent_only() -> None:
    config = table(4, deck_source="app")
    s = given(config, castles={"s0_1": "A", "s5_3": "B", "s12_3": "C", "s9_0": "D"})
    session = Session(GAME, config, start=s)
    session.submit([act("A turn_card")], "app")
    refused = session.retract()
    assert isinstance(refused, Ruling)
    assert refused.rule == "K-CONSENT"
    s = given(table(4), **START | {"card": "a5"}, action=1, laid={"A": [1]})
    session = Session(GAME, table(4), start=s)
    session.submit([act("A look pile=1")], "tap")
    assert isinstance(session.retract(), Ruling)


def test_a_border_is_taken_back_freely_within_the_own_action() -> None:
    s = given(table(4), **START | {"card": "c6"}, action=3, laid={"A": [3]})
    session = Session(GAME, table(4), start=s)
    session.submit([act("A lay_border edge=v7_7")], "tap")
    assert session.retract() == s
    assert isinstance(session.redo(), Accepted)


def test_loss_below_the_lion_is_undone_exactly() -> None:
    """LH-R26: the full loss stands in the events, so the points before come back."""
    doc = {**START, "knights": {"A": ["s0_2", "s1_2"], "B": ["s4_3"]}, "power": {"A": 12, "B": 3}}
    s = given(table(4), **doc, action=3, laid={"A": [3]})
    session = Session(GAME, table(4), start=s)
    session.submit([act("A expand region=s0_1 square=s3_1")], "tap")
    assert session.state.power[1] == 0
    assert session.retract() == s


def test_a_journal_on_the_disk_opens_as_the_same_table(tmp_path: object) -> None:
    from pathlib import Path

    file = Path(str(tmp_path)) / "game.jsonl"
    config = table(3, deck_source="app", politics_source="app")
    store = FileStore(file)
    session = Session(GAME, config, store=store)
    pick = picker(9)
    for _ in range(150):
        one = next_act(session.state, pick)
        assert one is not None
        assert isinstance(session.submit([one], "tap"), Accepted)
    store.close()
    opened = read(file)
    again = Session.reopen(GAME, config, opened.header, opened.lines, opened.last_hash, MemoryStore(), lambda: "")
    assert again.state == session.state
    assert again.verify() == []
    memory = MemoryStore()
    other = Session(GAME, config, store=memory)
    for step in session.past[:60]:
        assert step.act is not None
        other.submit([step.act], "tap")
    same(reopened(other, memory), other)
