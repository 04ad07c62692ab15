"""What follows by itself: icons one by one, the end of an action, a trick, the action phase (chapters 6, 7)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.types import Event
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.effects import evolve
from companion.games.brian_boru.rules import opening, upkeep
from companion.games.brian_boru.state import Phase, State, Task, free, offered, resting, taken

NONE: tuple[Event, ...] = ()


def carried_on(s: State, events: list[Event]) -> tuple[list[Event], State]:
    """The events of an act and all that follows from them without anybody being asked."""
    more: Sequence[Event] = tuple(events) or following(s)
    events += () if events else more
    while more:
        for e in more:
            s = evolve(s, e)
        more = following(s)
        events += more
    return events, s


def settle(s: State) -> State:
    """A state in which somebody is asked for what can be done: used for positions that were set by hand."""
    return carried_on(offered(s), [])[1]


def following(s: State) -> Sequence[Event]:
    if s.stack:
        auto = AUTO.get(s.stack[0][0])
        return auto(s, s.stack[0]) if auto else NONE
    if s.phase == Phase.ACT:
        return _trick_ended(s) if not s.queue else NONE
    if s.phase == Phase.LEAD:
        return _phase_ended(s)
    if s.phase == Phase.HOME:
        return (ev.RoundBegun(1, rules=("BB-3.1", "BB-3.2")),) if all(s.discs) else NONE
    if s.phase == Phase.BRIDE:
        return opening.last_bride(s) if s.pile == 1 else NONE
    return NONE


def _trick_ended(s: State) -> Sequence[Event]:
    rules = ("BB-6.9",) if s.winner >= 0 else ("BB-6.9", "BB-R7")
    return (ev.TrickEnded(s.trick_no, s.marker, rules=rules),)


def _phase_ended(s: State) -> Sequence[Event]:
    """BB-6.1, or no town is left to play for (BB-R8)."""
    each = min(zone.size for zone in s.hands)
    if each <= s.world.rest:
        rules = ("BB-6.1", "BB-3.1", "BB-R34") if each else ("BB-6.1", "BB-3.1", "BB-R4")
        return (ev.HandsDiscarded(each, rules=rules),)
    if not free(s):
        return (ev.HandsDiscarded(each, rules=("BB-R8", "BB-3.1")),)
    return NONE


# ---------------------------------------------------------------- icons
def _town(s: State, t: Task) -> Sequence[Event]:
    """T: BB-7.2; the marker changes hands only now (BB-6.10)."""
    seat, bare = t[1], not taken(s) >> s.active & 1
    rules = ("BB-7.2", "BB-6.10", "BB-R35") if bare else ("BB-7.2", "BB-R9", "BB-1.2")
    return (ev.TownTaken(seat, s.world.ids[s.active], bare, rules=rules),)



def _pay(s: State, t: Task) -> Sequence[Event]:
    """P: each settled by itself; a coin, else points, else nothing (BB-7.4, BB-R10)."""
    _, seat, n = t
    coins = min(n, s.coins[seat])
    points, ignored, left = 0, 0, s.vp[seat]
    for _ in range(n - coins):
        lost = min(s.world.box.debt_vp, left)
        left -= lost
        points += lost
        ignored += lost == 0
    rules = ["BB-7.4"]
    rules += ["BB-1.7", "BB-R10"] if points and not left else []
    return (ev.Paid(seat, coins, points, ignored, rules=tuple(rules)),)



def _raiders(s: State, t: Task) -> Sequence[Event]:
    _, seat, n = t
    got = min(n, s.area)
    if not got:
        return (ev.IconVoid(seat, "v", n, rules=("BB-7.7",)),)
    return (ev.RaidersTaken(seat, got, n - got, rules=("BB-7.7",)),)


def _steps(s: State, t: Task) -> Sequence[Event]:
    _, seat, n = t
    steps = min(n, len(s.world.box.track) - 1 - s.track[seat])
    if not steps:
        return (ev.IconVoid(seat, "m", n, rules=("BB-7.8",)),)
    return (ev.StepsMade(seat, steps, n - steps, s.track[seat] + steps, rules=("BB-7.8", "BB-7.10")),)


def _liberation(s: State, t: Task) -> Sequence[Event]:
    """X without any control token on the board is void (BB-R11)."""
    return NONE if s.vikings else (ev.IconVoid(t[1], "X", t[2], rules=("BB-R11", "BB-7.12")),)


def _end(s: State, t: Task) -> Sequence[Event]:
    """The disc comes to rest (BB-7.11), the card goes to the discard pile (BB-6.8)."""
    _, seat, card = t
    ended = ev.ActionEnded(seat, card, s.round, s.trick_no, rules=("BB-6.8",))
    reached = s.track[seat]
    if reached and s.track.count(reached) > 1:
        rests = resting(s.track, seat, reached)
        return (ev.DiscSettled(seat, reached, rests, rules=("BB-7.11", "BB-7.10", "BB-R13")), ended)
    return (ended,)


AUTO: dict[str, upkeep.Auto] = {
    "T": _town,
    "K": lambda _s, t: (ev.CoinsTaken(t[1], t[2], rules=("BB-7.3",)),),
    "P": _pay,
    "A": lambda _s, t: (ev.RenownTaken(t[1], t[2], rules=("BB-7.5",)),),
    "c": lambda _s, t: (ev.DiscsSent(t[1], t[2], rules=("BB-7.6",)),),
    "v": _raiders,
    "m": _steps,
    "X": _liberation,
    "end": _end,
    **upkeep.AUTO,
}
