"""The rules of Löwenherz: what is legal, what an act causes. One guard a rule, named for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.guards import malformed
from companion.engine.types import Decision, Input, Rolled, Shown, Shuffled
from companion.games.loewenherz import inputs as acts
from companion.games.loewenherz.rules import borders, contests, expansion, knights, politics, rounds, setup
from companion.games.loewenherz.rules.legal import options_of as options_of
from companion.games.loewenherz.state import State

Decider = Callable[[State, Any, frozenset[str]], Decision]

DECIDERS: dict[type[Input], Decider] = {
    acts.TakeColour: setup.take_colour,
    acts.Begin: setup.begin,
    acts.LayTile: setup.lay_tile,
    acts.Settle: setup.settle,
    acts.Restart: setup.restart,
    acts.TurnCard: rounds.turn_card,
    acts.LayDecision: rounds.lay_decision,
    acts.Ally: politics.ally,
    acts.EndAlliance: politics.end_alliance,
    acts.Renegade: politics.renegade,
    acts.Deal: contests.deal,
    acts.NoDeal: contests.no_deal,
    acts.Bid: contests.bid,
    acts.LayBorder: borders.lay_border,
    acts.SetKnight: knights.set_knight,
    acts.Expand: expansion.expand,
    acts.Look: politics.look,
    acts.Take: politics.take,
    acts.Done: rounds.done,
    acts.Reveal: rounds.reveal,
    Rolled: setup.rolled,
    Shown: rounds.shown,
    Shuffled: setup.shuffled,
}


def decide(s: State, act: Input, waived: frozenset[str] = frozenset()) -> Decision:
    """Events of an act, or the Ruling that refuses it."""
    decider = DECIDERS.get(type(act))
    if decider is None or (act.seat is not None and not 0 <= act.seat < s.world.players):
        return malformed("K-MALFORMED", problems=("no input of this table",))
    return decider(s, act, waived)
