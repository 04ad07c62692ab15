"""What a move or another action of Hibernia must respect: one guard a rule, named for it."""

from __future__ import annotations

from companion.engine.guards import barred, malformed, seat_of
from companion.engine.types import Ruling, refuse
from companion.games.hibernia.inputs import DIE, EXTRA, Move, Muster, Rest
from companion.games.hibernia.state import Phase, State


# ---------------------------------------------------------------- counting
def strength(s: State, seat: int, county: int) -> int:
    """n: neighbours of the target that the player owns (HI-3.2)."""
    return (s.world.links[county] & s.own[seat]).bit_count()


def spare(s: State, seat: int, county: int) -> list[tuple[str, int]]:
    """What own counties other than the target can give, each keeping one soldier (HI-3.6, HI-3.7)."""
    mine, count = s.own[seat], s.heap
    return [(name, count[i] - 1) for i, name in s.world.by_name if mine >> i & 1 and count[i] > 1 and i != county]


def protected(s: State, county: int) -> str:
    """The rule that protects an opponent's county whatever the numbers, or "" (HI-4.2, 4.3, 4.5)."""
    owner = s.owner[county]
    if owner < 0 or owner == s.world.players:
        return ""
    mine = s.own[owner]
    if s.world.advanced and s.round == 1:
        return ""
    if s.world.has_pair(mine & ~(1 << county)):
        return ""
    if not s.world.has_pair(mine):
        return "HI-4.5"
    return "HI-4.3" if mine.bit_count() == 2 else "HI-4.2"


def forbidden(s: State, county: int, n: int) -> str:
    """The protection rule that bars this very attack, or "": option ``pair_rule`` and the advanced first round."""
    owner = s.owner[county]
    if owner < 0 or owner == s.world.players:
        return ""
    wins = n >= s.heap[county]
    if s.world.advanced and s.round == 1:
        rest = s.own[owner] & ~(1 << county)
        return "HI-9.4" if wins and not (s.world.has_pair(rest) or s.world.has_loose_pair(rest)) else ""
    if not s.world.strict and not wins:
        return ""
    rule = protected(s, county)
    return "HI-9.5" if rule == "HI-4.5" and s.world.advanced and s.round == 2 else rule


# ---------------------------------------------------------------- guards of a move
def target_known(s: State, m: Move) -> Ruling | None:
    if m.county not in s.world.index:
        return malformed("HI-3.1", county=m.county)
    return None


def colour_fits(s: State, m: Move) -> Ruling | None:
    """HI-2.3: the die action moves in a county of the colour rolled."""
    if m.by == DIE and s.die in s.world.of_colour and s.world.colour[s.world.index[m.county]] != s.die:
        return refuse("HI-2.3", seat=m.seat, county=m.county, face=s.die)
    return None


def neighbour_owned(s: State, m: Move) -> Ruling | None:
    """HI-3.3: without an own neighbour there is no move."""
    if strength(s, seat_of(m), s.world.index[m.county]) == 0:
        return refuse("HI-3.3", seat=m.seat, county=m.county)
    return None


def not_protected(s: State, m: Move) -> Ruling | None:
    """Chapter 4, and HI-9.4 in the first round of the advanced game."""
    c = s.world.index[m.county]
    owner = s.owner[c]
    if owner in (-1, m.seat, s.world.players):
        return None
    rule = forbidden(s, c, strength(s, seat_of(m), c))
    return refuse(rule, seat=m.seat, county=m.county, owner=owner) if rule else None


def reachable(s: State, m: Move) -> Ruling | None:
    """HI-3.8: supply and spare soldiers together must suffice."""
    seat, c = seat_of(m), s.world.index[m.county]
    n = strength(s, seat, c)
    free = s.supply[seat] + sum(k for _, k in spare(s, seat, c))
    if free < n:
        return refuse("HI-3.8", seat=m.seat, county=m.county, needed=n, free=free)
    return None


def sources_named(s: State, m: Move) -> Ruling | None:
    """HI-3.6: sources are counties of the map, each named once with one soldier or more."""
    names = [k for k, _ in m.sources]
    if len(set(names)) != len(names) or any(k not in s.world.index or v < 1 for k, v in m.sources):
        return malformed("HI-3.6", seat=m.seat, county=m.county)
    return None


def target_no_source(s: State, m: Move) -> Ruling | None:
    """HI-3.7: soldiers do not go back to the county they were just taken from."""
    if m.county in [k for k, _ in m.sources]:
        return refuse("HI-3.7", seat=m.seat, county=m.county)
    return None


def source_held(s: State, m: Move) -> Ruling | None:
    """HI-3.6: only own soldiers that are there can be taken; nothing else could be meant."""
    for name, v in m.sources:
        i = s.world.index[name]
        there = s.heap[i] if s.owner[i] == m.seat else 0
        if there < v:
            return barred("HI-3.6", seat=m.seat, county=m.county, source=name, there=there, asked=v)
    return None


def source_keeps_one(s: State, m: Move) -> Ruling | None:
    """HI-3.6: every source keeps at least one soldier."""
    for name, v in m.sources:
        if s.heap[s.world.index[name]] == v:
            return refuse("HI-3.6", seat=m.seat, county=m.county, source=name)
    return None


def supply_first(s: State, m: Move) -> Ruling | None:
    """HI-3.5: counties give only what the supply lacks."""
    seat = seat_of(m)
    n = strength(s, seat, s.world.index[m.county])
    short = max(0, n - s.supply[seat])
    if sum(v for _, v in m.sources) > short:
        return refuse("HI-3.5", seat=m.seat, county=m.county, supply=s.supply[seat], short=short)
    return None


def exact_number(s: State, m: Move) -> Ruling | None:
    """HI-3.4: exactly n soldiers, so the sources make up all that the supply lacks."""
    seat = seat_of(m)
    n = strength(s, seat, s.world.index[m.county])
    total = sum(v for _, v in m.sources)
    if total < n - s.supply[seat]:
        return refuse("HI-3.4", seat=m.seat, county=m.county, needed=n, given=total + min(n, s.supply[seat]))
    return None


def act_owed(s: State, act: Move | Muster | Rest) -> Ruling | None:
    """Whose turn it is, and whether this action is still to be done (chapter 2)."""
    if s.phase == Phase.OVER:
        return barred("HI-7.2", seat=act.seat)
    if s.phase in (Phase.FORTRESS, Phase.START):
        return barred("HI-1.4", seat=act.seat)
    if act.seat != s.turn:
        return barred("HI-2.1", seat=act.seat, turn=s.turn)
    by = EXTRA if isinstance(act, Rest) else act.by
    if by not in (DIE, EXTRA):
        return malformed("HI-2.8", by=by)
    if s.phase == Phase.ROLL and by == EXTRA and not s.extra_left:
        return barred("HI-2.6", seat=act.seat, by=by)
    if s.phase == Phase.ROLL and (by == DIE or s.world.roll_first or isinstance(act, Rest)):
        return barred("HI-2.2", seat=act.seat, rolled=False)
    if by == DIE and s.die == s.world.joker:
        return barred("HI-2.5", seat=act.seat)
    if (by == DIE and not s.die_left) or (by == EXTRA and not s.extra_left):
        rule = "HI-2.8" if by == DIE else "HI-2.6"
        return barred(rule, seat=act.seat, by=by)
    if isinstance(act, Rest) and s.world.must_extra:
        return refuse("HI-2.10", seat=act.seat)
    return None


MOVE_GUARDS = (
    act_owed, target_known, colour_fits, neighbour_owned, not_protected, reachable, sources_named,
    target_no_source, source_held, source_keeps_one, supply_first, exact_number,
)  # fmt: skip
