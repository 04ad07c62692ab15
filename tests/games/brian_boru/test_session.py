"""A table as people use it: acts, wrong acts, ways back, corrections, a crash and a fresh start, in any order."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.engine import journal
from companion.engine.journal import MemoryStore
from companion.engine.session import Accepted, Person, Session
from companion.engine.types import STALE, Choose, Input, Over, Ruling
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.inputs import (
    Act,
    Build,
    Decline,
    Expand,
    GiveUp,
    Liberate,
    NameTown,
    Occupy,
    Play,
    Settle,
    Stuck,
)
from companion.games.brian_boru.state import State
from tests.conformance import mutants, next_act

from .tables import MIXES, given, picker, table


class Table(RuleBasedStateMachine):
    """Whatever happens, the journal folds to the same state and deciding again gives the same events."""

    @initialize(players=st.sampled_from([3, 4, 5]), mix=st.sampled_from(MIXES), late=st.booleans())
    def sit_down(self, players: int, mix: dict[str, Any], late: bool) -> None:
        self.config = table(players, **mix)
        start = None
        if late:  # from the middle of a round, so that upkeep and end come within reach
            towns = {"N1": "A", "N2": "B", "U1": "C vikings", "S1": "A monastery", "S2": "B", "L1": "C"}
            hands = {"ABCDE"[i]: 2 for i in range(players)}
            rounds = 3 if players == 3 else 4
            start = given(
                self.config, towns=towns, hands=hands, round=rounds, area=2, track={"A": 3, "B": 5}, church={"C": 5}
            )
        self.store = MemoryStore()
        self.session: Session[State] = Session(GAME, self.config, store=self.store, start=start)

    def act(self, seed: int) -> Input | None:
        return next_act(GAME, self.session.state, picker(seed))

    @rule(seeds=st.lists(st.integers(0, 2**16), min_size=1, max_size=12))
    def play_on(self, seeds: list[int]) -> None:
        for seed in seeds:
            act = self.act(seed)
            if act is None:
                return
            result = self.session.submit([act], "tap", at=self.session.length)
            assert isinstance(result, Accepted), result

    @rule(seed=st.integers(0, 2**16))
    def act_wrongly(self, seed: int) -> None:
        """Another seat, another town, another number: refused with a rule, or legal after all; never a crash."""
        act = self.act(seed)
        if act is None:
            return
        before = self.session.state
        for mutant in mutants(act, self.config):
            result = self.session.check(mutant)
            assert not isinstance(result, Ruling) or result.rule
        assert self.session.state is before

    @rule(seat=st.integers(0, 4), card=st.integers(-1, 30))
    def act_out_of_turn(self, seat: int, card: int) -> None:
        owed = self.session.pending()[0]
        for act in (Play(seat, card), NameTown(seat, "N1"), Act(seat, "primary")):
            result = self.session.check(act)
            if isinstance(owed, Choose) and seat not in owed.seats:
                assert isinstance(result, Ruling)

    @rule(seed=st.integers(0, 2**16))
    def answer_too_late(self, seed: int) -> None:
        """An act that was meant for an earlier duty is stale."""
        act = self.act(seed)
        if act is None:
            return
        seen = self.session.length
        if isinstance(self.session.submit([act], "tap", at=seen), Accepted):
            again = self.session.submit([act], "tap", at=seen)
            if isinstance(again, Ruling):
                assert again.kind == STALE or again.rule
            else:
                self.session.retract(consent=True)

    @precondition(lambda self: self.session.past)
    @rule()
    def take_back_and_again(self) -> None:
        state, length = self.session.state, len(self.session.past)
        assert not isinstance(self.session.retract(consent=True), Ruling)
        result = self.session.redo()
        assert isinstance(result, Accepted), result
        assert self.session.state == state
        assert len(self.session.past) == length

    @precondition(lambda self: len(self.session.past) > 3)
    @rule(back=st.integers(1, 3))
    def take_back(self, back: int) -> None:
        keep = len(self.session.chains()) - back
        self.session.retract(keep, consent=True)
        assert len(self.session.chains()) == keep

    @precondition(lambda self: self.session.past)
    @rule(back=st.integers(1, 4), seed=st.integers(0, 2**16))
    def correct(self, back: int, seed: int) -> None:
        """What was recorded was something else: later acts are decided again, or the table goes back."""
        chains = self.session.chains()
        at = max(0, len(chains) - back)
        step = chains[at][0]
        i = self.session.past.index(step)
        before = self.session.past[i - 1].state if i else self.session.start
        act = next_act(GAME, before, picker(seed))
        if act is not None:
            self.session.correct(at, [act], "misread", consent=True, cut=True)

    @rule(seat=st.sampled_from("ABC"), coins=st.integers(0, 12))
    def set_by_hand(self, seat: str, coins: int) -> None:
        if isinstance(self.session.pending()[0], Over):
            return
        stack = self.session.state.stack
        result = self.session.amend({"coins": {seat: coins}}, "a coin had rolled away", consent=True)
        assert isinstance(result, Accepted)
        if self.session.state.stack == stack:  # else nothing could be bought any more, and the rest happened by itself
            assert self.session.state.coins["ABC".index(seat)] == coins

    @rule(card=st.integers(1, 25), town=st.sampled_from(["N1", "N4", "L3", "M9"]))
    def overrule(self, card: int, town: str) -> None:
        """The table decided otherwise: whatever is waived, the state stays sound."""
        owed = self.session.pending()[0]
        if isinstance(owed, Choose) and owed.seats:
            seat = owed.seats[0]
            tries = (Settle, NameTown, Expand, Occupy, Build, Liberate, GiveUp)
            for act in (Play(seat, card), *(kind(seat, town) for kind in tries), Stuck(seat), Decline(seat)):
                self.session.overrule(act, "agreed", consent=True)

    @rule()
    def change_seats(self) -> None:
        self.session.seat([Person("Anna"), Person("Ben")])

    @rule()
    def crash_and_open_again(self) -> None:
        opened = journal.parse(b"".join(line + b"\n" for line in self.store.lines))
        again: Session[State] = Session.reopen(
            GAME, self.config, opened.header, opened.lines, opened.last_hash, self.store, lambda: ""
        )
        assert again.state == self.session.state
        assert [s.act for s in again.past] == [s.act for s in self.session.past]
        self.session = again

    @invariant()
    def somebody_is_asked(self) -> None:
        assert self.session.pending()

    def teardown(self) -> None:
        if hasattr(self, "session"):
            assert self.session.verify() == []


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=100, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
