"""Rights that need no turn: to claim a mission, and to leave cards of taverns (VG-R25, VG-3.2)."""

from __future__ import annotations

from operator import attrgetter

from companion.games.vikings_gone_wild.counting import goal_met, meets
from companion.games.vikings_gone_wild.state import Mission, State
from companion.games.vikings_gone_wild.villages import taverns


def met(s: State, seat: int, m: Mission) -> bool:
    """VG-R26: a state goal is judged now, an event goal by what happened since the card was received."""
    simple = goal_met(s.world, m.card, s.players[seat], m.since)
    if simple is not None:
        return simple
    goal = s.world.cards[m.card].goal
    return goal is not None and meets(s, seat, goal, m.since)


Rights = tuple[tuple[int, ...], int]
_deciding = attrgetter("tally", "village", "missions", "vp", "done", "claimed")  # but for his cards


def rights(s: State, seat: int) -> Rights:
    """Missions that a seat may claim now (VG-11.1, VG-11.2), and cards that its taverns give in a draw phase."""
    p, kept = s.players[seat], s.world.last.rights
    before, mine, parts = kept[seat]
    if before is not p:
        now = p if s.world.missions_need else _deciding(p)
        if now != parts:
            mine = _rights(s, seat)
        kept[seat] = (p, mine, now)
    found: Rights = mine
    return found


def _rights(s: State, seat: int) -> Rights:
    p = s.players[seat]
    claims = [] if p.claimed else [m.card for m in p.missions if met(s, seat, m)]
    return tuple(sorted(set(claims))) if claims else (), taverns(s, seat)


def claimable(s: State, seat: int) -> tuple[int, ...]:
    """Missions that a seat may claim now; of two alike one is named."""
    return rights(s, seat)[0]


def tavern_cards(s: State, seat: int) -> int:
    """Further cards of a seat's next draw phase; what stands under construction is finished by then."""
    return rights(s, seat)[1]
