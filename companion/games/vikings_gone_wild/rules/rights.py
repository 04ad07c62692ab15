"""Rights that need no turn: to claim a mission, and to leave cards of taverns (VG-R25, VG-3.2)."""

from __future__ import annotations

from companion.games.vikings_gone_wild.counting import meets, simple_goal
from companion.games.vikings_gone_wild.last import Last
from companion.games.vikings_gone_wild.state import Mission, Player, State
from companion.games.vikings_gone_wild.villages import taverns


def met(s: State, seat: int, m: Mission) -> bool:
    """VG-R26: a state goal is judged now, an event goal by what happened since the card was received."""
    world = s.world
    goals = world.last.goals
    if not goals:
        goals = world.last.goals = tuple([simple_goal(card.goal) for card in world.cards])
    simple = goals[m.card]
    if simple is not None:
        find, n, least = simple
        return bool(find(world, s.players[seat], n, m.since) >= least)
    goal = world.cards[m.card].goal
    return goal is not None and meets(s, seat, goal, m.since)


def rights(s: State) -> Last:
    """Rights of all seats, found anew for whoever has changed.

    Missions that they may claim now (VG-11.1, VG-11.2), and cards that their taverns give in a draw phase.
    """
    last, players = s.world.last, s.players
    before = last.players
    if before is not players:
        for i, p in enumerate(players):
            q = before[i]
            if p is not q and (q is None or s.world.missions_need or not _alike(p, q)):
                _renew(s, i, p, q, last)
        last.players = players
    return last


def _alike(p: Player, q: Player) -> bool:
    """Whether a player has all that decides about rights as before; his cards do not, where no mission counts them."""
    return (
        p.tally is q.tally and p.village is q.village and p.vp == q.vp and p.missions is q.missions
        and p.done is q.done and p.claimed == q.claimed
    )  # fmt: skip


def _renew(s: State, seat: int, p: Player, before: Player | None, last: Last) -> None:
    if before is None or p.village is not before.village:
        last.taverns[seat] = taverns(s, seat)
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
