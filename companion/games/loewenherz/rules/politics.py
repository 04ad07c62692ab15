"""Politics cards: taking one, alliances, renegades, the end of an alliance (chapters 10 and 11)."""

from __future__ import annotations

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.types import DOUBTFUL, Decision, Event, Notice, Ruling, facts, refuse
from companion.games.loewenherz import events as ev
from companion.games.loewenherz.box import ALLIANCE, POLITICS
from companion.games.loewenherz.derive import linked
from companion.games.loewenherz.effects import evolve, evolve_all
from companion.games.loewenherz.inputs import Ally, EndAlliance, Look, Renegade, Take
from companion.games.loewenherz.rules.common import (
    ACTING,
    action_of,
    barred_to,
    breaches,
    may_hold,
    one_treasure,
    payable,
    pool,
    price,
    timely,
    treasures_fit,
)
from companion.games.loewenherz.rules.expansion import region_at
from companion.games.loewenherz.rules.knights import SQUARE_GUARDS
from companion.games.loewenherz.rules.rounds import after_politics, onward
from companion.games.loewenherz.rules.targets import (
    has_target,
    mark_of,
    neighbours,
    renegade_cost,
    renegade_due,
    renegade_price,
    turned_edges,
)
from companion.games.loewenherz.rules.use import allied
from companion.games.loewenherz.state import SETUP, UNKNOWN, Phase, State, castle_at, knight_on, reserve


# ---------------------------------------------------------------- taking a card (chapter 10)
def pile_due(s: State, act: Look | Take) -> Ruling | None:
    if action_of(s).kind != POLITICS:
        return barred("LH-10.1", seat=act.seat, why="action")
    if bool(s.looking) == isinstance(act, Look):
        return barred("LH-10.1", seat=act.seat, pile=s.looking, why="looking" if s.looking else "first")
    return None


@guarded(*ACTING, pile_due)
def look(s: State, act: Look) -> Decision:
    """LH-10.1, LH-R34: one of the two piles, not both; which one is public."""
    if not 1 <= act.pile <= len(s.piles):
        return malformed("LH-10.1", seat=act.seat, pile=act.pile, why="pile")
    if not s.piles[act.pile - 1]:
        return barred("LH-R34", seat=act.seat, pile=act.pile)
    looked = ev.PileLooked(seat_of(act), act.pile, rules=("LH-10.1", "LH-R34"))
    if all(s.piles):
        return (looked,)
    return (looked, Notice("one_pile", facts(seat=act.seat), rules=("LH-R34",)))


@guarded(*ACTING, pile_due)
def take(s: State, act: Take) -> Decision:
    """LH-10.1, LH-10.2: one card, unseen by the others; real cards need not be told."""
    seat, world = seat_of(act), s.world
    pile = s.piles[s.looking - 1]
    if act.card and act.card not in world.politics:
        return malformed("LH-10.1", seat=seat, card=act.card, why="card")
    if world.app_politics:
        if act.card not in pile:
            return barred_to(seat, "LH-10.1", seat=seat, card=act.card, why="gone")
    elif act.card and not may_take(s, seat, act.card):
        gone = facts(seat=seat, card=act.card, why="gone")
        return Ruling(DOUBTFUL, "LH-10.1", gone, audience=(seat,), waivable=False)
    taken = ev.PoliticsTaken(seat, s.looking, rules=("LH-10.1", "LH-11.1"))
    kept = ev.CardKept(seat, act.card or UNKNOWN, rules=("LH-10.2",), audience=(seat,))
    return (kept, taken, *onward(evolve(s, kept), s.step + 1))


def may_take(s: State, seat: int, card: str) -> bool:
    """Whether a real card can be what a seat says it took: not played, and not one that it holds already."""
    return pool(s)[card] > s.hands[seat].count(card)


# ---------------------------------------------------------------- cards played along with a decision
def politics_due(s: State, act: Ally | Renegade) -> Ruling | None:
    """LH-11.2, LH-3.7: only with a decision card, each carried out at once."""
    if act.seat != s.turn:
        return barred("LH-11.3", seat=act.seat, turn=s.turn)
    kind = s.world.politics[s.played[0]].kind
    if (kind == ALLIANCE) != isinstance(act, Ally):
        return barred("LH-11.3", seat=act.seat, why="order")
    return None


ALONG = (timely("LH-11.2", Phase.POLITICS), politics_due)

def ally_regions(s: State, act: Ally) -> Ruling | None:
    """LH-11.4, LH-R30: an own and an enemy region that share an edge."""
    index = s.world.square_index
    if act.own not in index or act.other not in index or (act.edge and act.edge not in s.world.edge_index):
        return malformed("LH-11.4", seat=act.seat)
    i, j = castle_at(s, act.own), castle_at(s, act.other)
    if i < 0 or j < 0 or s.keeps[i][1] != s.turn or s.keeps[j][1] == s.turn or not s.regions[i] or not s.regions[j]:
        return barred("LH-11.4", seat=act.seat, own=act.own, other=act.other)
    if not s.world.grid.between(s.regions[i], s.regions[j]):
        return barred("LH-R30", seat=act.seat, own=act.own, other=act.other)
    return None


def ally_once(s: State, act: Ally) -> Ruling | None:
    """LH-R30: option ``second_alliance`` refuse."""
    if not s.world.second_alliance and allied(s, castle_at(s, act.own), castle_at(s, act.other)):
        return barred("LH-R30", seat=act.seat, own=act.own, other=act.other, why="twice")
    return None


def ally_edge(s: State, act: Ally) -> Ruling | None:
    """LH-11.5: one common border is turned, if one is left and the option says so."""
    i, j = castle_at(s, act.own), castle_at(s, act.other)
    left = s.world.grid.between(s.regions[i], s.regions[j]) & s.walls & ~turned_edges(s) if s.world.marks else 0
    if act.edge and not left:
        return barred("LH-11.5", seat=act.seat, why="none" if s.world.marks else "unmarked")
    if bool(left) != bool(act.edge) or (act.edge and not left >> s.world.edge_index[act.edge] & 1):
        return barred("LH-11.5", seat=act.seat, edge=act.edge)
    return None


@guarded(*ALONG, ally_regions, ally_once, ally_edge)
def ally(s: State, act: Ally) -> Decision:
    i, j = castle_at(s, act.own), castle_at(s, act.other)
    rules = ("LH-11.4", "LH-11.6", "LH-11.3", "LH-R30", *(("LH-11.5",) if act.edge else ()))
    if s.keeps[j][1] == s.world.players:
        rules = (*rules, "LH-R12", "LH-14.7")
    events: list[Event] = [ev.AllianceMade(seat_of(act), act.own, act.other, act.edge, rules=rules)]
    if allied(s, i, j):
        known = facts(seat=act.seat, own=act.own, other=act.other)
        events.append(Notice("second_alliance", known, rules=("LH-R30",)))
    events += breaches(s, (s.played[0],))
    return _carried_out(s, events)


def renegade_knight(s: State, act: Renegade) -> Ruling | None:
    """LH-11.9, LH-11.10: an enemy knight in an enemy region beside an own one."""
    index = s.world.square_index
    if act.remove not in index or (act.place and act.place not in index):
        return malformed("LH-11.10", seat=act.seat)
    q = index[act.remove]
    j = region_at(s, q)
    owner = knight_on(s, q)
    if owner in (-1, s.turn) or j < 0 or s.keeps[j][1] == s.turn:
        return barred("LH-11.10", seat=act.seat, square=act.remove)
    if not any(b == j for _, b, _ in neighbours(s, s.turn)):
        return barred("LH-11.9", seat=act.seat, square=act.remove)
    return None


def renegade_link(s: State, act: Renegade) -> Ruling | None:
    """LH-11.12, LH-R33: not the only link of its colour."""
    q = s.world.square_index[act.remove]
    owner = knight_on(s, q)
    if not linked(s.world, s.castles[owner] | s.knights[owner], s.walls, q):
        return refuse("LH-11.12", seat=act.seat, square=act.remove, side=s.world.names[owner])
    return None


def renegade_sets(s: State, act: Renegade) -> Ruling | None:
    """LH-11.14: never a removal alone."""
    if not act.place:
        return barred("LH-11.14", seat=act.seat)
    if reserve(s, s.turn) <= 0:
        return barred("LH-7.6", seat=act.seat)
    return None


def renegade_square(s: State, act: Renegade) -> Ruling | None:
    """LH-11.11: into the own region beside, by the rules for setting knights."""
    q = s.world.square_index[act.place]
    j = region_at(s, s.world.square_index[act.remove])
    if not any(s.regions[a] >> q & 1 for a, b, _ in neighbours(s, s.turn) if b == j):
        return barred("LH-11.11", seat=act.seat, square=act.place)
    return None


def renegade_stands(s: State, act: Renegade) -> Ruling | None:
    q = s.world.square_index[act.place]
    return next((r for guard in SQUARE_GUARDS if (r := guard(s, s.turn, q)) is not None), None)


def renegade_paid(s: State, act: Renegade) -> Ruling | None:
    """LH-11.13, LH-R27, LH-R32: the price of forest, by ducats and treasures."""
    index = s.world.square_index
    cost = renegade_cost(s, index[act.remove], index[act.place])
    ruling = treasures_fit(s, s.turn, act.treasures, "LH-11.19")
    if ruling is not None:
        return ruling
    if not sum(cost) and act.treasures:
        return refuse("LH-11.19", seat=act.seat, cards=act.treasures)
    if act.treasures and not s.world.removal_treasure and not cost[1]:
        return barred("LH-R27", seat=act.seat, cards=act.treasures)
    if renegade_due(s, s.turn, cost, act.treasures) is None:
        rule = "LH-11.13" if cost[0] else "LH-7.3"
        due, has = renegade_price(s, cost, act.treasures), s.ducats[s.turn]
        return barred_to(s.turn, rule, seat=act.seat, cost=due, has=has, beside=bool(act.treasures))
    return None


@guarded(
    *ALONG, renegade_knight, renegade_link, renegade_sets, renegade_square, renegade_stands, one_treasure,
    renegade_paid,
)  # fmt: skip
def renegade(s: State, act: Renegade) -> Decision:
    seat, index = seat_of(act), s.world.square_index
    q, k = index[act.remove], index[act.place]
    owner = knight_on(s, q)
    cost = renegade_cost(s, q, k)
    due = renegade_due(s, seat, cost, act.treasures)
    rules = ["LH-11.9", "LH-11.10", "LH-11.11", "LH-11.14", "LH-11.3", "LH-R33"]
    rules += ["LH-11.13"] if cost[0] else []
    rules += ["LH-7.3", "LH-R32"] if cost[1] else []
    rules += ["LH-11.19", "LH-R27"] if act.treasures else []
    rules += ["LH-R12"] if owner == s.world.players else []
    region = s.regions[region_at(s, q)]
    rules += ["LH-11.15"] if not s.knights[owner] & region & ~(1 << q) else []
    events: list[Event] = [
        ev.Defected(seat, s.world.names[owner], act.remove, act.place, due or 0, act.treasures, rules=tuple(rules)),
        *breaches(s, (*act.treasures, s.played[0])),
    ]
    return _carried_out(s, events)


def _carried_out(s: State, events: list[Event]) -> tuple[Event, ...]:
    """What follows a card: the next one played along, or the next player, or the actions."""
    gone, after = untargeted(evolve_all(s, events))
    return (*events, *gone, *after_politics(after))


def untargeted(s: State) -> tuple[tuple[Event, ...], State]:
    """Cards played along that have no target any more go back to the hand (LH-R29)."""
    out: list[Event] = []
    while s.phase == Phase.POLITICS and not has_target(s, s.turn, s.played[0]):
        left = ev.PoliticsLeft(s.turn, s.played[0], rules=("LH-R29",))
        out.append(left)
        s = evolve(s, left)
    return tuple(out), s


# ---------------------------------------------------------------- the end of an alliance
def end_time(s: State, act: EndAlliance) -> Ruling | None:
    """LH-11.8, LH-R31: at any time, also out of turn."""
    if s.phase == Phase.OVER or s.phase == Phase.REVEAL:
        return barred("LH-13.1", seat=act.seat)
    return barred("LH-1.3", seat=act.seat, phase=s.phase) if s.phase in SETUP else None


def end_known(s: State, act: EndAlliance) -> Ruling | None:
    """LH-11.8: one of its two players ends it."""
    i, j = castle_at(s, act.own), castle_at(s, act.other)
    if i < 0 or j < 0 or not allied(s, i, j):
        return barred("LH-11.8", seat=act.seat, own=act.own, other=act.other, why="none")
    if act.seat not in (s.keeps[i][1], s.keeps[j][1]):
        return barred("LH-11.8", seat=act.seat, own=act.own, other=act.other)
    return None


def end_paid(s: State, act: EndAlliance) -> Ruling | None:
    return payable(s, seat_of(act), s.world.tables.alliance_end, act.treasures, "LH-11.8")


def bid_stays_payable(s: State, act: EndAlliance) -> Ruling | None:
    """LH-R31, LH-15.4: not while that would make a sealed bid unpayable, or its treasure the second in the action."""
    seat = seat_of(act)
    if seat not in s.bidders or (bid := s.bids[s.bidders.index(seat)]) is None:
        return None
    if s.world.one_treasure and bid[1] and act.treasures:
        return barred_to(seat, "LH-15.4", seat=seat, cards=act.treasures, why="bid")
    due = price(s.world, s.world.tables.alliance_end, act.treasures)
    if s.ducats[seat] - due < bid[0] or may_hold(s, seat, (*bid[1], *act.treasures)):
        return barred_to(seat, "LH-R31", seat=seat)
    return None


@guarded(end_time, end_known, one_treasure, end_paid, bid_stays_payable)
def end_alliance(s: State, act: EndAlliance) -> Decision:
    edge = mark_of(s, castle_at(s, act.own), castle_at(s, act.other))
    due = price(s.world, s.world.tables.alliance_end, act.treasures)
    rules = ["LH-11.8", "LH-R31"]
    rules += ["LH-11.19", "LH-R27"] if act.treasures else []
    name = s.world.edges[edge] if edge >= 0 else ""
    ended = ev.AllianceEnded(seat_of(act), act.own, act.other, name, due, act.treasures, rules=tuple(rules))
    events: list[Event] = [ended, *breaches(s, act.treasures)]
    gone, after = untargeted(evolve_all(s, events))
    return (*events, *gone, *after_politics(after)) if gone else tuple(events)
