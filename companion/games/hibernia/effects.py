"""What each event of Hibernia does to the state. Total on events that the rules gave."""

from __future__ import annotations

from companion.engine.slotted import changed, setter
from companion.engine.types import Event
from companion.games.hibernia import events as ev
from companion.games.hibernia.inputs import DIE
from companion.games.hibernia.state import INKS, Phase, State, added, laid, masks

with_die = setter(State, "die", "phase", "die_left")
with_turn = setter(State, "phase", "turn", "round", "die", "die_left", "extra_left")
with_total, with_heaps = setter(State, "total", "steps", "turns"), setter(State, "supply", "shield")
with_move = setter(State, "owner", "heap", "own", "supply", "shield", "removed", "die_left", "extra_left")
with_die_left, with_extra = setter(State, "die_left"), setter(State, "extra_left")


def evolve(s: State, e: Event) -> State:
    if isinstance(e, ev.Moved):
        return _moved(s, e)
    if isinstance(e, ev.DieRolled):
        return with_die(s, e.face, Phase.ACT, e.face != s.world.joker)
    if isinstance(e, ev.Mustered):
        supply = tuple(a + b for a, b in zip(s.supply, e.returned, strict=True))
        shield = tuple(a - b for a, b in zip(s.shield, e.returned, strict=True))
        return with_heaps(_spent(s, e.by), supply, shield)
    if isinstance(e, ev.Scored):
        return _scored(s, e)
    if isinstance(e, ev.TurnPassed):
        return with_turn(s, Phase.ROLL, e.seat, e.round, "", False, True)
    if isinstance(e, ev.Rested):
        return with_extra(s, False)
    if isinstance(e, ev.LastRound):
        return changed(s, trigger=e.seat, trigger_round=e.round)
    if isinstance(e, ev.ExtraRound):
        return changed(
            s,
            phase=Phase.ROLL, turn=e.seats[0], round=e.round, playing=e.seats, die="", die_left=False, extra_left=True,
            extra_rounds=(*s.extra_rounds, s.total),
        )  # fmt: skip
    if isinstance(e, ev.Ended):
        return changed(s, phase=Phase.OVER, winners=e.winners, die="", die_left=False, extra_left=False)
    if isinstance(e, ev.FortressesDrawn):
        return _fortresses(s, e)
    if isinstance(e, ev.StarterDrawn):
        return _started(s, e)
    return s  # notices change nothing


def _spent(s: State, by: str) -> State:
    return with_die_left(s, False) if by == DIE else with_extra(s, False)


def _moved(s: State, e: ev.Moved) -> State:
    world, seat, c = s.world, e.seat, s.world.index[e.county]
    count, bit, own = list(s.heap), 1 << c, s.own
    for name, n in e.sources:
        count[world.index[name]] -= n
    count[c] = e.count
    owner = s.owner
    left = [i for name, _ in e.sources if not count[i := world.index[name]]]
    if left:  # only when the table overruled that a county keeps one soldier
        owner = tuple(-1 if i in left else side for i, side in enumerate(owner))
        own = masks(owner, world.players + 1)
    if e.owner != e.was:
        owner = laid(owner, c, e.owner)
        sides = list(own)
        if e.was >= 0:
            sides[e.was] &= ~bit
        if e.owner >= 0:
            sides[e.owner] |= bit
        own = tuple(sides)
    shield, removed = s.shield, s.removed
    if e.loss:
        shield = added(shield, seat, e.loss)
        if e.was == world.players:
            removed += e.loss
        else:
            shield = added(shield, e.was, e.loss)
    supply = added(s.supply, seat, -e.from_supply) if e.from_supply else s.supply
    die, extra = s.die_left and e.by != DIE, s.extra_left and e.by == DIE
    return with_move(s, owner, tuple(count), own, supply, shield, removed, die, extra)


def _scored(s: State, e: ev.Scored) -> State:
    steps = list(s.steps[e.seat])
    for stride in e.strides:
        steps[INKS.index("joker" if stride.paid == "joker" else stride.ink)] += 1
    all_steps = (*s.steps[: e.seat], tuple(steps), *s.steps[e.seat + 1 :])
    return with_total(s, laid(s.total, e.seat, e.after), all_steps, added(s.turns, e.seat, 1))


def _fortresses(s: State, e: ev.FortressesDrawn) -> State:
    world = s.world
    owner, count, supply = list(s.owner), list(s.heap), list(s.supply)

    def put(c: int, side: int) -> None:
        owner[c], count[c] = side, 1
        if side < world.players:
            supply[side] -= 1

    for seat, name in enumerate(e.counties):
        home = world.index[name]
        for c in world.of_colour[world.colour[home]] if world.advanced else (home,):
            put(c, seat)
    if e.neutral:
        for c in world.of_colour[world.colour[world.index[e.neutral]]]:
            put(c, world.players)
    owners = tuple(owner)
    return changed(
        s,
        phase=Phase.START, owner=owners, heap=tuple(count), own=masks(owners, world.players + 1), supply=tuple(supply)
    )


def _started(s: State, e: ev.StarterDrawn) -> State:
    p = s.world.players
    order = tuple((e.seat + i) % p for i in range(p))
    start = s.world.config.option("shield_start")
    shield, supply = list(s.shield), list(s.supply)
    for place, seat in enumerate(order):
        shield[seat] += start[place]
        supply[seat] -= start[place]
    return changed(
        s, phase=Phase.ROLL, starter=e.seat, turn=e.seat, playing=order, shield=tuple(shield), supply=tuple(supply),
        extra_left=True,
    )  # fmt: skip
