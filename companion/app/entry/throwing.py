"""Dice that the app throws where the table asks it to. ``rng`` is handed in by the edge: nothing here is random."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.app.entry.strip import Acts, Throw
from companion.engine.dealing import deal
from companion.engine.game import after, fold
from companion.engine.types import CHANCE, Input, Roll, Ruling, Shuffle

MOST = 200  # throws of one touch
APP = "app"


def thrown(session: Any, ask: Throw, rng: Random) -> Acts:
    """The acts of one touch: what was entered before, then throws as long as dice are owed (``on``), else one throw."""
    game = session.game
    state = after(game, session.state, ask.first) if ask.first else session.state
    acts: list[Input] = list(ask.first)
    for _ in range(MOST if ask.on else 1):
        owed = game.pending(state)[0] if state is not None else None
        if not isinstance(owed, Roll | Shuffle):
            break
        act = deal(owed, rng.randrange)
        decision = game.decide(state, act)
        if isinstance(decision, Ruling):
            break
        acts.append(act)
        state = fold(game, state, decision)
    return tuple(acts)


def sources(acts: Acts, told: str = "tap") -> tuple[str, ...]:
    """Where each act comes from, for the journal: throws from the app, what people chose from them."""
    return tuple(APP if isinstance(a, CHANCE) else told for a in acts)
