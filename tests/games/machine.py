"""A table on which anything may happen: legal and illegal acts, every way back, and reloading from bytes."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.engine.boards import house_board
from companion.engine.game import ConfigError, Game, configure
from companion.engine.journal import MemoryStore, parse
from companion.engine.scenario import load_data
from companion.engine.session import Accepted, Person, Session
from companion.engine.types import Input, Ruling
from tests.conformance import mutants, next_act

SEED = st.integers(0, 2**16)
SETTINGS = settings(max_examples=20, stateful_step_count=40, deadline=None)


def as_bytes(store: MemoryStore) -> bytes:
    return b"".join(line + b"\n" for line in store.lines)


def reopened(session: Session[Any], store: MemoryStore) -> Session[Any]:
    """The same table, from the bytes of its journal."""
    opened = parse(as_bytes(store))
    assert not opened.torn
    again = MemoryStore()
    again.lines = list(store.lines)
    return Session.reopen(
        session.game, session.config, opened.header, opened.lines, opened.last_hash, again, lambda: ""
    )


def same(a: Session[Any], b: Session[Any]) -> None:
    """Two sessions that will go on alike."""
    assert a.past == b.past
    assert a.redoable == b.redoable
    assert a.after == b.after
    assert a.people == b.people
    assert a.last_hash == b.last_hash
    assert (a.state, a.length) == (b.state, b.length)


class TableMachine(RuleBasedStateMachine):
    """One session of ``game``; the model is the list of states that were in force."""

    game: Game[Any]

    @initialize(seed=SEED)
    def open(self, seed: int) -> None:
        rng = random.Random(seed)
        board = house_board(self.game.id)
        options = {o.name: rng.choice(o.values) for o in self.game.options if o.values and rng.random() < 0.3}
        players = rng.choice(self.game.players)
        config = configure(self.game, players, board, options, load_data(self.game, board))
        self.store = MemoryStore()
        try:
            self.session = Session(self.game, config, store=self.store)
        except ConfigError:  # options that do not go together, or not with this number of players
            config = configure(self.game, players, board, {}, load_data(self.game, board))
            self.session = Session(self.game, config, store=self.store)
        for _ in range(rng.randrange(8)):
            self.act(rng.randrange(2**16))

    def chosen(self, seed: int) -> Input | None:
        return next_act(self.game, self.session.state, random.Random(seed).randrange)

    @rule(seed=SEED)
    def act(self, seed: int) -> None:
        act = self.chosen(seed)
        if act is None:
            return
        at = self.session.length
        foreseen = self.session.check(act)
        result = self.session.submit([act], "tap", at)
        assert isinstance(result, Accepted)
        assert not isinstance(foreseen, Ruling)
        assert (foreseen.events, foreseen.state) == (result.events, self.session.state)
        assert self.session.redoable == []

    @rule(seed=SEED)
    def chain(self, seed: int) -> None:
        """Two acts told as one: they stand together."""
        first = self.chosen(seed)
        if first is None:
            return
        foreseen = self.session.check(first)
        assert not isinstance(foreseen, Ruling)
        second = next_act(self.game, foreseen.state, random.Random(seed + 1).randrange)
        if second is not None:
            before = len(self.session.chains())
            assert isinstance(self.session.submit([first, second], "camera"), Accepted)
            assert len(self.session.chains()) == before + 1

    @rule(seed=SEED)
    def refused(self, seed: int) -> None:
        """A wrong act changes nothing, nor does a chain with it; after another one the session tells whether it is."""
        act = self.chosen(seed)
        if act is None:
            return
        before, length = self.session.state, self.session.length
        for bad in mutants(act, self.session.config):
            ruling = self.session.check(bad)
            if isinstance(ruling, Ruling):
                assert self.session.submit([bad], "tap") == ruling
                assert isinstance(self.session.submit([bad, act], "tap"), Ruling)
            if isinstance(self.session.check(act, bad), Ruling):
                assert isinstance(self.session.submit([act, bad], "tap"), Ruling)  # a chain falls as a whole
        assert (self.session.state, self.session.length) == (before, length)

    @precondition(lambda self: self.session.past)
    @rule(seed=SEED)
    def undo(self, seed: int) -> None:
        chains = self.session.chains()
        keep = random.Random(seed).randrange(max(0, len(chains) - 4), len(chains))
        before = self.session.state_before(keep)
        if self.session.needs_consent(keep):
            refused = self.session.retract(keep)
            assert isinstance(refused, Ruling)
            assert refused.rule == "K-CONSENT"
        self.session.retract(keep, consent=True)
        assert self.session.state == before
        assert len(self.session.chains()) == keep

    @precondition(lambda self: self.session.redoable)
    @rule()
    def redo(self) -> None:
        gone = self.session.redoable[-1]
        assert isinstance(self.session.redo(), Accepted)
        back = self.session.past[-len(gone) :]
        assert [(s.act, s.events, s.state, s.waived) for s in back] == [
            (s.act, s.events, s.state, s.waived) for s in gone
        ]

    @precondition(lambda self: self.session.past)
    @rule(seed=SEED, cut=st.booleans())
    def correct(self, seed: int, cut: bool) -> None:
        rng = random.Random(seed)
        chains = self.session.chains()
        at = rng.randrange(max(0, len(chains) - 4), len(chains))
        instead = next_act(self.game, self.session.state_before(at), rng.randrange)
        before, length = self.session.past, self.session.length
        result = self.session.correct(at, [instead] if instead else [], "misread", consent=True, cut=cut)
        if isinstance(result, Ruling):
            assert (self.session.past, self.session.length) == (before, length)
            assert result.rule == "K-CORRECT"
            assert not cut
        else:
            kept = self.session.chains()
            assert [[s.act for s in c] for c in kept[:at]] == [[s.act for s in c] for c in chains[:at]]
            if instead is not None:
                assert [s.act for s in kept[at]] == [instead]
            later = [[s.act for s in c] for c in kept[at + (instead is not None) :]]
            assert later == [[s.act for s in c] for c in chains[at + 1 :]][: len(later)]  # whole chains, in order

    @rule(seed=SEED)
    def overrule(self, seed: int) -> None:
        rng = random.Random(seed)
        act = self.chosen(seed)
        if act is None:
            return
        bad = [m for m in mutants(act, self.session.config) if isinstance(self.session.check(m), Ruling)]
        if bad:
            result = self.session.overrule(rng.choice(bad), "the table says so", consent=True)
            assert not isinstance(result, Ruling) or result.rule == "K-WAIVE"

    @rule(seed=SEED)
    def amend(self, seed: int) -> None:
        """The table is set as it stood at some earlier time."""
        then = random.Random(seed).choice(self.session.after)
        assert isinstance(self.session.amend(self.game.position(then), "lost count", consent=True), Accepted)
        assert self.session.state == then

    @rule(name=st.sampled_from(["Anna", "Ben"]))
    def sit(self, name: str) -> None:
        self.session.seat([Person(name, "white")])

    @rule()
    def reload(self) -> None:
        again = reopened(self.session, self.store)
        same(again, self.session)
        self.session = again
        self.store = again.store  # type: ignore[assignment]

    @invariant()
    def reopens_as_it_is(self) -> None:
        if hasattr(self, "session"):
            same(reopened(self.session, self.store), self.session)
            assert self.session.verify() == []

