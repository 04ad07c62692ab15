"""What each event of Brian Boru does to the state. Total on events that the rules gave.

An event that settles the top of the stack takes it off; one that opens further work puts that on top.
"""

from __future__ import annotations

from typing import Any

from companion.engine.dispatch import handlers
from companion.engine.hidden import Claim
from companion.engine.slotted import changed
from companion.engine.types import Event
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.box import WHITE
from companion.games.brian_boru.effects import hands, upkeep
from companion.games.brian_boru.state import (
    NO_CARDS,
    NOBODY,
    PAID,
    STEPS,
    Phase,
    State,
    Task,
    added,
    near_free,
    put,
    room,
    scored,
)

RIGHTS = ("+m", "+v", "+c", "E")


def evolve(s: State, e: Event) -> State:
    effect = EFFECTS.get(type(e))
    return s if effect is None else effect(s, e)


def settled(s: State, **fields: Any) -> State:
    """The top of the stack is done."""
    return offered(changed(s, stack=s.stack[1:], **fields))


def offered(s: State) -> State:
    """Rights that could not be used now are never offered (BB-7.6 to 7.9)."""
    while s.stack and s.stack[0][0] in RIGHTS and not usable(s, s.stack[0]):
        s = changed(s, stack=s.stack[1:])
    return s


def usable(s: State, task: Task) -> bool:
    """Whether something can be bought in a window, or an expansion paid for that has a town to go to."""
    kind, seat, _ = task
    if kind == "E":
        return s.coins[seat] >= s.world.box.expansion and near_free(s, seat) != 0
    return room(s, task) > 0


# ---------------------------------------------------------------- set-up and preparation
def _begun(s: State, e: ev.Begun) -> State:
    return changed(s, phase=Phase.HOME, marker=e.seat, turn=e.seat)


def _settled(s: State, e: ev.Settled) -> State:
    s = changed(s, discs=added(s.discs, e.seat, 1 << s.world.index[e.town]))
    return changed(s, turn=(e.seat + 1) % s.world.players)


def _round_begun(s: State, e: ev.RoundBegun) -> State:
    return changed(
        s, phase=Phase.FLEET, round=e.round, turn=NOBODY, stack=(), recruited=(0,) * s.world.players, trick_no=0, look=0
    )


def _fleet_sighted(s: State, e: ev.FleetSighted) -> State:
    return changed(s, phase=Phase.BRIDE, area=e.area, fleets=tuple(sorted((*s.fleets, e.strength))))


def _bride_shown(s: State, e: ev.BrideShown) -> State:
    return changed(s, phase=Phase.DEAL, bride=e.card, pile=e.left)


# ---------------------------------------------------------------- tricks
def _town_named(s: State, e: ev.TownNamed) -> State:
    return changed(s, phase=Phase.PLAY, active=s.world.index[e.town], out=1, turn=e.seat)


def _stuck_declared(s: State, e: ev.StuckDeclared) -> State:
    """What nobody can check is kept as a claim until the hands are gone (BB-R7)."""
    declared = (*s.declared, e.seat)
    claim = Claim(e.seat, "BB-R7", (*e.colours, WHITE))
    if s.hands[e.seat].counted.n and claim not in s.stuck:
        s = changed(s, stuck=(*s.stuck, claim))
    if not e.free:
        return changed(s, declared=declared)
    return changed(s, declared=declared, free_lead=1, marker=declared[0], turn=declared[0])


def _marker_passed(s: State, e: ev.MarkerPassed) -> State:
    return changed(s, marker=e.to, turn=e.to)


def _trick_decided(s: State, e: ev.TrickDecided) -> State:
    return changed(s, phase=Phase.ACT, winner=e.winner, queue=e.order, turn=NOBODY)


def _action_taken(s: State, e: ev.ActionTaken) -> State:
    memo, key = s.world.memo, ("tasks", e.seat, e.card, e.action)
    tasks: tuple[Task, ...] | None = memo.get(key)
    if tasks is None:
        runs = s.world.programs[e.card, e.action]
        tasks = memo[key] = (*((kind, e.seat, n) for kind, n in runs), ("end", e.seat, e.card))
    return offered(changed(s, stack=tasks))


def _action_ended(s: State, e: ev.ActionEnded) -> State:
    return changed(
        s,
        stack=s.stack[1:], queue=tuple([p for p in s.queue if p != e.seat]), discard=tuple(sorted({*s.discard, e.card}))
    )


def _trick_ended(s: State, e: ev.TrickEnded) -> State:
    return changed(
        s, phase=Phase.LEAD, turn=e.leader, out=0, active=NOBODY, winner=NOBODY, trick=(), queue=(), free_lead=0,
        declared=(), trick_no=e.trick + 1,
    )  # fmt: skip


def _hands_discarded(s: State, e: ev.HandsDiscarded) -> State:
    return changed(
        s, phase=Phase.UPKEEP, turn=NOBODY, trick_no=0, hands=(NO_CARDS,) * s.world.players, discard=(), stuck=(),
        declared=(), free_lead=0, packets=(), stack=STEPS,
    )  # fmt: skip


# ---------------------------------------------------------------- icons
def _town_taken(s: State, e: ev.TownTaken) -> State:
    discs = added(s.discs, e.seat, 1 << s.world.index[e.town]) if e.disc else s.discs
    return settled(s, discs=discs, marker=e.seat, out=0)


def _coins_taken(s: State, e: ev.CoinsTaken) -> State:
    return settled(s, coins=added(s.coins, e.seat, e.n))


def _paid(s: State, e: ev.Paid) -> State:
    return settled(scored(s, e.seat, PAID, -e.points), coins=added(s.coins, e.seat, -e.coins))


def _renown_taken(s: State, e: ev.RenownTaken) -> State:
    return settled(s, renown=added(s.renown, e.seat, e.n))


def _discs_sent(s: State, e: ev.DiscsSent) -> State:
    return settled(s, church=added(s.church, e.seat, e.n))


def _raiders_taken(s: State, e: ev.RaidersTaken) -> State:
    return settled(_recruited(s, e.seat, e.n))


def _recruited(s: State, seat: int, n: int) -> State:
    return changed(s, area=s.area - n, raiders=added(s.raiders, seat, n), recruited=added(s.recruited, seat, n))


def _steps_made(s: State, e: ev.StepsMade) -> State:
    return settled(s, track=put(s.track, e.seat, e.to))


def _bought(s: State, e: ev.Bought) -> State:
    s = changed(s, coins=added(s.coins, e.seat, -e.coins))
    if e.kind == "m":
        s = changed(s, track=added(s.track, e.seat, e.n))
    elif e.kind == "v":
        s = _recruited(s, e.seat, e.n)
    else:
        s = changed(s, church=added(s.church, e.seat, e.n))
    return settled(s)


def _expanded(s: State, e: ev.Expanded) -> State:
    discs = added(s.discs, e.seat, 1 << s.world.index[e.town])
    return _one_less(changed(s, discs=discs, coins=added(s.coins, e.seat, -e.coins)))


def _liberated(s: State, e: ev.Liberated) -> State:
    return _one_less(changed(s, vikings=s.vikings & ~(1 << s.world.index[e.town])))


def _one_less(s: State) -> State:
    """One of several equal icons is done."""
    kind, seat, n = s.stack[0]
    if n > 1:
        return changed(s, stack=((kind, seat, n - 1), *s.stack[1:]))
    return settled(s)


def _icon_void(s: State, e: ev.IconVoid) -> State:
    return settled(s)


def _declined(s: State, e: ev.Declined) -> State:
    return _one_less(s) if e.what == "expansion" else settled(s)


def _disc_settled(s: State, e: ev.DiscSettled) -> State:
    return changed(s, track=put(s.track, e.seat, e.rests))


def _ended(s: State, e: ev.Ended) -> State:
    return changed(s, phase=Phase.OVER, winners=e.winners, stack=(), turn=NOBODY)


EFFECTS = handlers(Event, State, globals(), vars(hands), vars(upkeep))
