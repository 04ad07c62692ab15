"""Rights that need no turn: to claim a mission, and to leave cards of taverns (VG-R25, VG-3.2)."""

from __future__ import annotations

from operator import attrgetter, is_

from companion.games.vikings_gone_wild.counting import goal_met, meets
from companion.games.vikings_gone_wild.last import Last
from companion.games.vikings_gone_wild.state import Mission, Player, State
from companion.games.vikings_gone_wild.villages import taverns


def met(s: State, seat: int, m: Mission) -> bool:
    """VG-R26: a state goal is judged now, an event goal by what happened since the card was received."""
    simple = goal_met(s.world, m.card, s.players[seat], m.since)
    if simple is not None:
        return simple
    goal = s.world.cards[m.card].goal
    return goal is not None and meets(s, seat, goal, m.since)


_deciding = attrgetter("tally", "village", "missions", "vp", "done", "claimed")  # but for his cards


def rights(s: State) -> Last:
    """Rights of all seats, found anew for whoever has changed.

    Missions that they may claim now (VG-11.1, VG-11.2), and cards that their taverns give in a draw phase.
    """
    last, players = s.world.last, s.players
    before = last.players
    if before is not players:
        for i, p in enumerate(players):
            if p is not before[i]:
                _renew(s, i, p, last)
        last.players = players
    return last


def _renew(s: State, seat: int, p: Player, last: Last) -> None:
    now = (p,) if s.world.missions_need else _deciding(p)
    if all(map(is_, now, last.deciding[seat])):
        return
    last.deciding[seat] = now
    drinks = taverns(s, seat)
    if drinks != last.taverns[seat]:
        last.taverns[seat] = drinks
        last.drinkers = tuple([i for i in s.world.seats if last.taverns[i]])
    found = [] if p.claimed else [m.card for m in p.missions if met(s, seat, m)]
    claims = tuple(sorted(set(found))) if found else ()
    if claims != last.claims[seat]:
        last.claims[seat] = claims
        last.claimers = tuple([i for i in s.world.seats if last.claims[i]])


def claimable(s: State, seat: int) -> tuple[int, ...]:
    """Missions that a seat may claim now; of two alike one is named."""
    return rights(s).claims[seat]


def tavern_cards(s: State, seat: int) -> int:
    """Further cards of a seat's next draw phase; what stands under construction is finished by then."""
    return rights(s).taverns[seat]
