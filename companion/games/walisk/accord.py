"""Who may pass whom and who is whose enemy: agreements as the rules use them (chapter 6, WA-R32, R48)."""

from __future__ import annotations

from companion.games.walisk.state import ALLIANCE, PASSAGE, PEACE, Agreement, State

Accord = tuple[tuple[int, ...], tuple[tuple[tuple[int, int], ...], ...]]


def _accord(agreements: tuple[Agreement, ...], players: int) -> Accord:
    """By seat: seats at peace with it as a mask, and who lets it through which fields (mask, -1: all)."""
    peace = [0] * players
    ways: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    for a in agreements:
        if a.kind in (PEACE, ALLIANCE):
            peace[a.one] |= 1 << a.two
            peace[a.two] |= 1 << a.one
        if a.kind == ALLIANCE:
            ways[a.one].append((a.two, -1))
            ways[a.two].append((a.one, -1))
        elif a.kind == PASSAGE:
            ways[a.two].append((a.one, a.fields or -1))
    return tuple(peace), tuple(tuple(w) for w in ways)


def accord(s: State) -> Accord:
    memo = s.world.memo
    known = memo.get("accord")
    if known is not None and known[0] is s.agreements:
        found: Accord = known[1]
        return found
    made = _accord(s.agreements, s.world.players)
    memo["accord"] = (s.agreements, made)
    return made


def bound(s: State, seat: int) -> list[tuple[str, ...]]:
    """By the other: the kinds of what a seat has agreed with it, in the order in which it is recorded."""
    kinds: list[tuple[str, ...]] = [()] * s.world.players
    for kind, one, two, _, _ in s.agreements:
        if one == seat:
            kinds[two] = (*kinds[two], kind)
        elif two == seat:
            kinds[one] = (*kinds[one], kind)
    return kinds


def permitted(s: State, seat: int, f: int) -> bool:
    """Whether the owner of a district lets a seat through it."""
    owner = s.owner[f]
    if owner < 0 or not s.agreements:
        return False
    return any(giver == owner and fields >> f & 1 for giver, fields in accord(s)[1][seat])


def ways(s: State, seat: int) -> int:
    """All districts that their owners let a seat through, as a mask."""
    if not s.agreements:
        return 0
    mask = 0
    for giver, fields in accord(s)[1][seat]:
        mask |= s.own[giver] & fields
    return mask


def friends(s: State, a: int, b: int, f: int) -> bool:
    """Whether two seats stand side by side in a field: peace, or one is the other's guest there."""
    if a == b:
        return True
    if not s.agreements or a == s.world.players or b == s.world.players:
        return False
    if accord(s)[0][a] >> b & 1:
        return True
    owner = s.owner[f]
    return (owner == a and permitted(s, b, f)) or (owner == b and permitted(s, a, f))


def enemies(s: State, seat: int, f: int) -> list[int]:
    """Sides with units in a field that are not friends of a seat; the Rukr last (WA-3.9)."""
    bit = 1 << f
    out = [p for p, mask in enumerate(s.here) if mask & bit and p != seat and not friends(s, seat, p, f)]
    if s.wild & bit:
        out.append(s.world.players)
    return out


def hostile(s: State, seat: int) -> int:
    """Fields with units of enemies of a seat, as a mask."""
    mask = s.wild
    if not s.agreements:
        for p, here in enumerate(s.here):
            if p != seat:
                mask |= here
        return mask
    for p, here in enumerate(s.here):
        if p != seat and here:
            if accord(s)[0][seat] >> p & 1:
                continue
            mask |= here & ~(s.own[p] & ways(s, seat)) & ~(s.own[seat] & ways(s, p))
    return mask


def besieged(s: State, f: int) -> bool:
    """A settlement with enemies and without a unit of its owner or of his guests (WA-3.10, R24)."""
    owner = s.owner[f]
    if owner < 0 or not s.houses[f] or not enemies(s, owner, f):
        return False
    bit = 1 << f
    return not s.here[owner] & bit and not any(
        mask & bit and p != owner and friends(s, owner, p, f) for p, mask in enumerate(s.here)
    )


def breakable(s: State, seat: int, other: int) -> tuple[Agreement, ...]:
    """Agreements that an attack of one seat on the other breaks (WA-6.3)."""
    return tuple(a for a in s.agreements if {a.one, a.two} == {seat, other} and a.kind in (PASSAGE, PEACE, ALLIANCE))
