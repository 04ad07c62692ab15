"""What happens by itself: every phase, turn and round, one event after the other (chapters 2, 3, 13 to 16)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from companion.engine.types import Event, Outcome
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.effects import EVOLVE, evolve
from companion.games.vikings_gone_wild.rules import attacking, ending, missions, running, setup, storing
from companion.games.vikings_gone_wild.rules.common import points, row_gap
from companion.games.vikings_gone_wild.rules.rights import claimable
from companion.games.vikings_gone_wild.rules.setup import round_begins
from companion.games.vikings_gone_wild.rules.targets import exception_for
from companion.games.vikings_gone_wild.state import NOBODY, Phase, State

Events = tuple[Event, ...]


def automatic(s: State) -> Events:
    """The next events that nobody decides; () when the table is asked or the game is over."""
    if s.due:
        return missions.favour_steps(s)
    if s.row[0] < 0 and row_gap(s) >= 0 and not s.unshuffled:
        return setup.row_steps(s)
    if s.stack:
        return running.carry_on(s)
    phase = s.phase
    if phase == Phase.TURN:
        now = s.now
        if now.strikes and not now.together:
            return attacking.resolve(s)
        return turn_end(s) if now.closing else ()
    return _PHASES[phase](s)


def settle(s: State, events: Events) -> Outcome:
    """Events of an act with all that follows by itself, and the state they lead to."""
    done, more = events, events
    while more:
        for e in more:
            s = EVOLVE[type(e)](s, e)
        more = automatic(s)
        done += more
    return Outcome.of(done, s)


def settled_state(s: State) -> State:
    """A state in which nothing happens by itself any more."""
    while more := automatic(s):
        for e in more:
            s = evolve(s, e)
    return s


# ---------------------------------------------------------------- rounds
def _draw(s: State) -> Events:
    return (_turn(s, s.starter),)


def _turn(s: State, seat: int) -> Event:
    return _began(seat, exception_for(s, seat))


@cache
def _began(seat: int, exception: bool) -> Event:
    rules = ("VG-4.1", "VG-7.4", "VG-R3") if exception else ("VG-4.1",)
    return ev.TurnBegan(seat, exception, rules=rules)


def turn_end(s: State) -> Events:
    """VG-R10: after the table VP the complete defence, then the next seat."""
    now = s.now
    if now.closing == 1 and now.victim != NOBODY and now.hits == 0:
        p = s.players[now.victim]
        if not (s.world.defence_of_round and p.damaged):
            marker = not p.village[0].hurt
            scope = ("VG-R6",) if p.attacked or s.world.defence_of_round else ()
            done = ev.CompleteDefence(now.victim, s.turn, marker, rules=("VG-9.7", "VG-9.8", "VG-R5", "VG-R7", *scope))
            return (done, *points(s, now.victim, 1, "complete", ("VG-9.7",)))
    order = s.world.order(s.starter)
    at = order.index(s.turn)
    if at + 1 < len(order):
        return (_turn(s, order[at + 1]),)
    return (ev.StorageBegan(storing.next_storer(s, None), rules=("VG-2.1", "VG-13.1")),)


def _store(s: State) -> Events:
    return storing.storage_reckoned(s) if s.turn == NOBODY else ()


def _claim(s: State) -> Events:
    """VG-R25: whoever may still claim a mission this round is asked before it ends."""
    if waiting(s):
        return ()
    return CLOSED


CLOSED = (ev.RoundClosed(rules=("VG-14.1",)),)


def waiting(s: State) -> tuple[int, ...]:
    """Seats that may claim a mission and have not said that they do not."""
    return tuple(i for i in s.world.seats if not s.passed >> i & 1 and claimable(s, i))


def claims_closed(s: State, seat: int) -> Events:
    return (ev.ClaimsClosed(seat, rules=("VG-R25",)),)


def _discard(s: State) -> Events:
    return storing.hand_by_itself(s)


def _age(s: State) -> Events:
    """VG-14.3, VG-14.4: markers leave, and the last card of Odin's Path."""
    world = s.world
    built, damaged = [], []
    for names, p in zip(world.names, s.players, strict=True):
        for b in p.village:
            if b.hurt:
                damaged.append(names[b.card][b.no])
            if not b.ready:
                built.append(names[b.card][b.no])
    last = world.ids[s.row[-1]] if s.row[-1] >= 0 else ""
    markers = ev.MarkersRemoved(tuple(built), tuple(damaged), rules=("VG-14.3", "VG-5.5", "VG-6.2", "VG-R5"))
    return (markers, ev.RowAged(last, rules=("VG-14.4",)))


def _dawn(s: State) -> Events:
    """VG-14.5, VG-15.2: the next round, or after the last one the end."""
    return ending.last_steps(s) if s.last else round_begins(s, (s.starter + 1) % s.world.players)


_PHASES: dict[str, Callable[[State], Events]] = {
    Phase.SETUP: setup.setup_steps,
    Phase.DRAW: _draw,
    Phase.STORE: _store,
    Phase.CLAIM: _claim,
    Phase.DISCARD: _discard,
    Phase.AGE: _age,
    Phase.DAWN: _dawn,
    Phase.BONUS: ending.last_steps,
    Phase.TIE: ending.last_steps,
    Phase.OVER: lambda s: (),
}
