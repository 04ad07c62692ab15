"""The rules of Walisk: what an act causes or why it is refused, and what is legal. One guard a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from companion.engine.guards import barred
from companion.engine.legal import between
from companion.engine.masks import bits
from companion.engine.types import MALFORMED, Decision, Input, Rolled, Ruling, facts
from companion.engine.types import Outcome as Decided
from companion.games.walisk import inputs as acts
from companion.games.walisk.rules import (
    battles,
    ceding,
    dice,
    fights,
    moves,
    muster,
    sailing,
    setup,
    talks,
    turns,
    voyages,
)
from companion.games.walisk.rules.course import Outcome
from companion.games.walisk.state import IN, Phase, State, kept, together
from companion.games.walisk.world import World, listed

Handler = Callable[[State, Any, frozenset[str]], Outcome]


HANDLERS: dict[type[Input], Handler] = {
    Rolled: dice.rolled, acts.Start: setup.start, acts.Buy: muster.buy, acts.Place: muster.place,
    acts.MoveCapital: muster.move_capital, acts.Walk: moves.walk, acts.Sail: sailing.sail,
    acts.Voyage: voyages.declare, acts.Return: voyages.come_back, acts.Attack: fights.attack,
    acts.Siege: fights.siege, acts.Storm: fights.storm, acts.Foray: fights.foray, acts.Found: fights.found,
    acts.Lose: fights.lose, acts.Retreat: fights.retreat, acts.Stay: fights.stay, acts.Flee: fights.flee,
    acts.Done: turns.done, acts.Agree: talks.agree, acts.Revoke: talks.revoke, acts.Give: talks.give,
    acts.Hand: talks.hand, acts.Cede: ceding.cede, acts.Crown: talks.crown, acts.Adjourn: talks.adjourn,
    acts.Confirm: talks.confirm,
}  # fmt: skip


def decide(s: State, act: Input, waived: frozenset[str] = frozenset()) -> Decision:
    handler = HANDLERS.get(type(act))
    if handler is None:
        return Ruling(MALFORMED, "K-MALFORMED", facts(problems=("no input of this game",)), waivable=False)
    if s.adjourned and type(act) is not acts.Confirm:
        return barred("WA-8.31", seat=act.seat, why="records")
    c = handler(s, act, waived)
    if isinstance(c, Ruling):
        return c
    turns.proceed(c)
    return Decided.of(c.events, c.s)


# ---------------------------------------------------------------- what is legal
def options_of(s: State, seat: int | None) -> Iterator[Input]:
    """Legal inputs of a seat, lazily: what it owes first, then what it may do at any time."""
    if seat is None or not 0 <= seat < s.world.players:
        return iter(())
    if s.adjourned:
        return iter((acts.Confirm(seat),) if s.adjourned >> seat & 1 else ())
    owed: list[Input] = []
    if s.bouts:
        owed += fights.choices(s, seat)
    elif seat in s.due:
        owed += _on_turn(s, seat)
    return iter(owed + talks.options(s, seat))


def _on_turn(s: State, seat: int) -> list[Input]:
    phase, first = s.phase, seat == s.due[0]
    out: list[Input] = []
    if phase == Phase.MUSTER:
        mine = first or together(s)
        if s.life[seat] != IN:
            out += starts(s, seat) if mine else []
        elif mine:
            out += muster.options(s, seat)
            if s.spare[seat]:
                out += fights.founding(s, seat)
        if mine:
            out.append(_done(seat))
    elif not first:
        return out
    elif phase in (Phase.MEN, Phase.SHIPS):
        if phase == Phase.MEN:
            out += moves.steps(s, seat)
        out += sailing.steps(s, seat)
        if s.world.opt["raids"] == "voyage":
            out += _voyages(s, seat)
        out.append(_done(seat))
    elif phase == Phase.RETURN:
        out += _returns(s, seat)
    elif phase == Phase.FIGHT:
        out += fights.options(s, seat)
        if not battles.must_fight(s, seat):
            out.append(_done(seat))
    elif phase in (Phase.START, Phase.COMEBACK):
        out += starts(s, seat)
        if phase == Phase.COMEBACK:
            out.append(_done(seat))
    return out


@cache
def _done(seat: int) -> acts.Done:
    return acts.Done(seat)


def starts(s: State, seat: int) -> list[Input]:
    world = s.world
    if s.phase != Phase.START and not setup.comeback(s, seat):
        return []
    free = setup.rim_free(s) if setup.invades(s) else setup.land_free(s)
    everywhere = listed(world, ("starts", seat), partial(_starts, world, seat))
    return [start for f in bits(free) for start in everywhere[f]]


def _starts(world: World, seat: int) -> Iterator[tuple[acts.Start, ...]]:
    """For each field the ways to start there: on every water of it."""
    for f, name in enumerate(world.ids):
        yield tuple(acts.Start(seat, name, water) for water in world.waters_of(f))


def _voyages(s: State, seat: int) -> Iterator[acts.Voyage]:
    world = s.world
    for f in bits(s.here[seat] & world.travel):
        if kept(s, f, seat):
            continue
        ships, men, _, _ = voyages.leaving(s, f, seat)
        for n in range(ships + 1):
            least, most = voyages.men_range(s, f, seat, n)
            if least <= most and n + most:
                yield acts.Voyage(seat, world.ids[f], n, between(least, most))


def _returns(s: State, seat: int) -> Iterator[Input]:
    for ships, men in dict.fromkeys((a.ships, a.men) for a in voyages.due(s, seat)):
        for f in bits(voyages.landings(s.world, ships)):
            yield acts.Return(seat, ships, men, s.world.ids[f])
    if s.world.opt["voyage_wait"]:
        yield acts.Done(seat)
