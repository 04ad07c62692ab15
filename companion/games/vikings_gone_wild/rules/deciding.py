"""Deciding an input: its guards, then what it causes, then all that follows by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from companion.engine.guards import barred, guarded, seat_of
from companion.engine.types import (
    MALFORMED,
    Decision,
    Event,
    Input,
    Notice,
    Rolled,
    Ruling,
    Shown,
    Shuffled,
    facts,
)
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.events import Gathered, TurnEnded
from companion.games.vikings_gone_wild.rules import (
    answering,
    attacking,
    buying,
    flow,
    missions,
    playing,
    setup,
    storing,
)
from companion.games.vikings_gone_wild.rules.common import held, off_turn, on_turn, points
from companion.games.vikings_gone_wild.rules.rights import claimable
from companion.games.vikings_gone_wild.state import Phase, State

NONE: frozenset[str] = frozenset()


def decide(s: State, act: Input, waived: frozenset[str] = NONE) -> Decision:
    """Events of an act with everything that follows, or the Ruling that refuses it."""
    handler = _HANDLERS.get(type(act))
    if handler is None:
        return Ruling(MALFORMED, "K-MALFORMED", facts(problems=("no input of this game",)), waivable=False)
    decision = handler(s, act, waived)
    return decision if isinstance(decision, Ruling) else flow.settle(s, decision)


def _pass(s: State, act: acts.Pass, waived: frozenset[str]) -> Decision:
    """Nothing more: of defence, of storing, of missions."""
    if playing.answering(s, act.seat):
        return playing.close_window(s, act)
    if s.phase in (Phase.STORE, Phase.CLAIM) and s.due:
        return held(s, act)
    if s.phase == Phase.STORE and act.seat is not None:
        return storing.storage_done(s, act) if act.seat == s.turn else barred("VG-R18", seat=act.seat, turn=s.turn)
    if s.phase == Phase.CLAIM and act.seat is not None:
        waits = act.seat in flow.waiting(s)
        return flow.claims_closed(s, act.seat) if waits else barred("VG-2.1", seat=act.seat, why="claims")
    if attacking.thinking_better(s, act.seat):
        return (Gathered(seat_of(act), over=True, rules=("VG-R13",)),)
    if s.now.window == 1:
        return held(s, act)
    return off_turn(s, act) or barred("VG-4.2", seat=act.seat)


@guarded(on_turn)
def _end_turn(s: State, act: acts.EndTurn) -> Decision:
    """VG-7.12, VG-R10, VG-R11: the turn's successes are scored; what is unspent is lost."""
    seat, now = seat_of(act), s.now
    events: list[Event] = []
    if now.beer or now.gold:
        events.append(_unspent(seat, now.beer, now.gold))
    for card in claimable(s, seat):
        known = facts(seat=seat, card=s.world.ids[card])
        events.append(Notice("unclaimed", known, rules=("VG-R25", "VG-11.1")))
    events.append(_ended(seat, now.beer, now.gold))
    if now.hits:
        more = ("VG-R11",) if now.hits > 7 else ()
        events += points(s, seat, s.world.attack_vp(now.hits), "attack", ("VG-7.12", "VG-R10", *more))
    return tuple(events)


@cache
def _unspent(seat: int, beer: int, gold: int) -> Event:
    return Notice("unspent", facts(seat=seat, beer=beer, gold=gold), rules=("VG-R33",))


@cache
def _ended(seat: int, beer: int, gold: int) -> Event:
    return TurnEnded(seat, beer, gold, rules=("VG-4.1", "VG-R33"))


_HANDLERS: dict[type, Callable[[State, Any, frozenset[str]], Decision]] = {
    acts.Play: playing.play,
    acts.Use: playing.use,
    acts.Exchange: buying.exchange,
    acts.Buy: buying.buy,
    acts.Build: buying.build,
    acts.Upgrade: buying.upgrade,
    acts.GiveBack: buying.give_back,
    acts.Attack: attacking.attack,
    acts.Together: attacking.together,
    acts.Declared: attacking.declared,
    acts.Defend: playing.defend,
    acts.Claim: missions.claim,
    acts.Swap: buying.swap,
    acts.Take: missions.take,
    acts.Pick: answering.answer,
    acts.PayFor: answering.answer,
    acts.Book: answering.answer,
    acts.Decline: answering.answer,
    acts.Store: storing.store,
    acts.Drop: storing.drop,
    acts.Forgo: buying.forgo,
    acts.Pass: _pass,
    acts.EndTurn: _end_turn,
    Rolled: lambda s, act, _: setup.rolled(s, act),
    Shown: lambda s, act, _: setup.shown(s, act),
    Shuffled: lambda s, act, _: setup.shuffled(s, act),
}
