"""Anything may happen at a table of Walisk: wrong acts, undo, redo, corrections, overruling, and reloading."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import initialize, rule

from companion.engine.journal import MemoryStore
from companion.engine.scenario import _Run
from companion.engine.session import Accepted, Session
from companion.engine.types import STALE, Input, May, Ruling
from companion.engine.yamlfile import Document
from companion.games.walisk.game import GAME
from companion.games.walisk.inputs import Agree
from companion.games.walisk.state import OTHER, State
from tests.conformance import next_act as any_act
from tests.games.machine import SEED, TableMachine
from tests.games.walisk import invariants
from tests.games.walisk.tables import SMALL, mixed, next_act, state, table
from tests.games.walisk.test_scenarios import FILES

SETTINGS = settings(max_examples=40, stateful_step_count=25, deadline=None)


class WaliskMachine(TableMachine):
    """The small map, options by lot, sometimes in the middle of a game."""

    game: Any = GAME

    @initialize(seed=SEED)
    def open(self, seed: int) -> None:
        rng = random.Random(seed)
        options = mixed(seed)
        players = rng.choice((2, 3, 4))
        config = table(players, **options)
        start = None
        if rng.random() < 0.6:
            start = GAME.from_position(config, {**SMALL, "rukr": {"FL": 2, "MY": 3, "OS": 1}, "round": 2})
        self.store = MemoryStore()
        self.session = Session(GAME, config, store=self.store, start=start)
        for _ in range(rng.randrange(8)):
            self.act(rng.randrange(2**16))

    def chosen(self, seed: int) -> Input | None:
        rng = random.Random(seed)
        if rng.random() < 0.1:
            return any_act(GAME, self.session.state, rng.randrange)
        return next_act(self.session.state, rng, talks=0.1)

    @rule(seed=SEED)
    def talk_meanwhile(self, seed: int) -> None:
        """An agreement noted between a look and its act does not make the act stale, if nothing else is owed now."""
        rng = random.Random(seed)
        act, at = self.chosen(seed), self.session.length
        rights = [p for p in self.session.pending() if isinstance(p, May)]
        if act is None or not rights:
            return
        talks = list(GAME.options_of(self.session.state, rng.choice(rights[0].seats)))
        talk = next((e for e in talks if isinstance(e, Agree) and e.kind == OTHER), None)
        if talk is None:
            return
        from companion.engine.legal import complete

        assert isinstance(self.session.submit([complete(talk, rng.randrange)], "tap"), Accepted)
        result = self.session.submit([act], "tap", at)
        assert not isinstance(result, Ruling) or result.kind != STALE


WaliskMachine.TestCase.settings = SETTINGS
TestWalisk = WaliskMachine.TestCase


def test_an_act_that_answers_an_older_throw_is_stale() -> None:
    from companion.engine.types import Rolled

    s = state({**SMALL, "phase": "homes", "round": 5})
    session = Session(GAME, s.world.config, start=s)
    at = session.length
    assert isinstance(session.submit([Rolled(None, ("6", "1"))], "die", at), Accepted)
    late = session.submit([Rolled(None, ("6", "1"))], "die", at)
    assert isinstance(late, Ruling)
    assert late.kind == STALE


def test_overruling_what_a_table_may_overrule_leaves_a_sound_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every refusal of the scenarios that may be waived: the table decides otherwise, and the game goes on."""
    refused: list[tuple[State, Input, str]] = []
    decide = GAME.decide

    def listening(s: State, act: Input, waived: frozenset[str] = frozenset()) -> Any:
        decision = decide(s, act, waived)
        if isinstance(decision, Ruling) and decision.waivable:
            refused.append((s, act, decision.rule))
        return decision

    monkeypatch.setattr(GAME, "decide", listening)
    for path in FILES:
        doc = Document.read(path)
        run = _Run(GAME, doc)
        for i, case in enumerate(doc.data["cases"]):
            if (case.get("with") or {}).get("house") == "small":
                run.case(i, case)
    monkeypatch.undo()
    waived = set()
    for s, act, which in refused:
        session = Session(GAME, s.world.config, start=s)
        result = session.overrule(act, "the table says so", consent=True)
        if isinstance(result, Accepted):
            waived.add(which)
            invariants.check(session.state)
            assert GAME.pending(session.state)
            assert GAME.from_position(s.world.config, GAME.position(session.state)) == session.state
        else:
            assert result.rule == "K-WAIVE"
    assert len(waived) > 15, waived
