"""What may be attacked, and with what defence (VG-7.1 to VG-7.4, VG-7.10, chapter 10)."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.guards import barred, malformed
from companion.engine.types import Ruling, refuse
from companion.games.vikings_gone_wild.last import keep
from companion.games.vikings_gone_wild.state import NOBODY, State, find
from companion.games.vikings_gone_wild.villages import Value, standing
from companion.games.vikings_gone_wild.world import ROW

SLOTS = tuple(f"odin_{i}" for i in range(1, ROW + 1))
DRACO = "draco"


def building_at(s: State, space: str) -> tuple[int, int]:
    """Seat and place in its village of a building space, or (-1, -1)."""
    found = s.world.spaces.get(space)
    if found is None:
        return (NOBODY, -1)
    seat, card, no = found
    return (seat, find(s.players[seat], card, no))


def target_card(s: State, space: str) -> int:
    """The card that is attacked there, or -1."""
    if space == DRACO:
        return s.world.index[DRACO]
    if space in SLOTS:
        card = s.row[SLOTS.index(space)]
        return card if card >= 0 and s.world.undead[card] else -1
    seat, at = building_at(s, space)
    return s.players[seat].village[at].card if at >= 0 else -1


def defence_of(s: State, space: str) -> int:
    """The value to be reached now: printed and lying there (VG-9.5, VG-R8)."""
    seat, at = building_at(s, space)
    if at < 0:
        return s.world.cards[target_card(s, space)].defence
    b = s.players[seat].village[at]
    return s.world.cards[b.card].defence + b.guard


def strike_on(s: State, target: str) -> int:
    """The number of the declared attack on a space, or -1; Draco and undead are not defended."""
    if target == DRACO:
        return -1
    return next((i for i, k in enumerate(s.now.strikes) if k.target == target), -1)


class Target(NamedTuple):
    """A space with what is attacked there; ``owner`` and ``at`` are -1 for undead and Draco, ``card`` for nothing."""

    space: str
    owner: int
    at: int
    card: int


def target_at(s: State, space: str) -> Target:
    owner, at = building_at(s, space)
    return Target(space, owner, at, s.players[owner].village[at].card if at >= 0 else target_card(s, space))


def target_known(s: State, seat: int, t: Target) -> Ruling | None:
    if t.card < 0:
        rule = "VG-10.1" if t.space in SLOTS else "VG-7.1"
        return malformed(rule, seat=seat, target=t.space)
    return barred("VG-7.1", seat=seat, target=t.space) if t.owner == seat else None


def draco_once(s: State, seat: int, t: Target) -> Ruling | None:
    """VG-10.2."""
    return refuse("VG-10.2", seat=seat) if t.space == DRACO and s.now.draco else None


def one_victim(s: State, seat: int, t: Target) -> Ruling | None:
    """VG-7.2, VG-R2: one player per turn, repelled attacks included."""
    if t.owner >= 0 and s.now.victim not in (NOBODY, t.owner):
        return refuse("VG-7.2", seat=seat, target=t.space, victim=s.now.victim)
    return None


def not_attacked_yet(s: State, seat: int, t: Target) -> Ruling | None:
    """VG-7.3: only players whom nobody else has attacked this round, unless all have been."""
    if t.owner < 0 or s.now.victim == t.owner or s.now.exception or not s.players[t.owner].attacked:
        return None
    others = tuple(i for i, p in enumerate(s.players) if i != seat and not p.attacked)
    return refuse("VG-7.3", seat=seat, target=t.space, owner=t.owner, others=others)


def finished(s: State, seat: int, t: Target) -> Ruling | None:
    """VG-5.5, VG-6.3: nothing under construction."""
    if t.at >= 0 and not s.players[t.owner].village[t.at].ready:
        return refuse("VG-6.3" if t.at == 0 else "VG-5.5", seat=seat, target=t.space, owner=t.owner)
    return None


def undamaged(s: State, seat: int, t: Target) -> Ruling | None:
    """VG-7.10, VG-R7: no second attack on what bears a damage marker."""
    if t.at >= 0 and s.players[t.owner].village[t.at].hurt:
        p = s.players[t.owner]
        hall = p.village[0]
        struck = any(hall.foes >> i & 1 and hall.card in q.tally.successes for i, q in enumerate(s.players))
        rule = "VG-R7" if t.at == 0 and p.tally.complete and not struck else "VG-7.10"
        return refuse(rule, seat=seat, target=t.space, owner=t.owner)
    return None


def new_for_others(s: State, seat: int, t: Target) -> Ruling | None:
    """VG-7.4, VG-R48: under the exception only what no other player has attacked this round."""
    if t.at < 0 or not s.now.exception or s.world.any_exception_target:
        return None
    if s.players[t.owner].village[t.at].foes & ~(1 << seat):
        return refuse("VG-7.4", seat=seat, target=t.space, owner=t.owner)
    return None


def one_building(s: State, seat: int, t: Target) -> Ruling | None:
    """VG-R48, option ``exception_count``: a single building under the exception."""
    if t.at >= 0 and s.world.one_exception_target and s.now.exception and s.now.sole not in ("", t.space):
        return refuse("VG-R48", seat=seat, target=t.space)
    return None


def not_declared(s: State, seat: int, t: Target) -> Ruling | None:
    """VG-R13: at once, each building is named once, and only buildings are."""
    if s.now.together and (t.at < 0 or any(k.target == t.space for k in s.now.strikes)):
        return barred("VG-R13", seat=seat, target=t.space, why="beast" if t.at < 0 else "twice")
    return None


TARGET = (
    target_known,
    not_declared,
    draco_once,
    one_victim,
    not_attacked_yet,
    finished,
    undamaged,
    new_for_others,
    one_building,
)


def plainly_open(s: State, seat: int, t: Target) -> bool:
    """The usual cases of all guards at once: undead, or a sound building of somebody whom nobody has attacked."""
    now = s.now
    if t.owner < 0:
        return t.card >= 0 and not now.together and not (now.draco and t.space == DRACO)
    if t.at < 0 or t.owner == seat or now.exception or now.together:
        return False
    q = s.players[t.owner]
    b = q.village[t.at]
    return b.ready and not b.hurt and (now.victim == t.owner or (now.victim == NOBODY and not q.attacked))


def exception_for(s: State, seat: int) -> bool:
    """VG-7.4, VG-R3: every opponent counts as attacked when the turn begins.

    VG-R4: one of whom nothing can be attacked does not, unless the table plays so.
    """
    if s.world.players == 2:
        return False
    for i, p in enumerate(s.players):
        if i != seat and not p.attacked and not (s.world.unattackable_counts and not standing(s, i).values):
            return False
    return True


def open_targets(s: State, seat: int) -> tuple[Value, ...]:
    """All that may be attacked now, with its defence: the same as the guards, without asking each.

    Buildings come last.
    """
    now, last = s.now, s.world.last
    others = s.players[:seat] + s.players[seat + 1 :]
    key = (seat, others, s.row, now.draco, now.victim, now.exception, now.sole, now.together and now.strikes)
    before, found = last.targets
    if key != before:
        found = tuple(_open_targets(s, seat))
        last.targets = (key, found)
    there: tuple[Value, ...] = found
    return there


def _open_targets(s: State, seat: int) -> list[Value]:
    now = s.now
    victim, exception = now.victim, now.exception
    found = [] if now.together else [*_beasts(s)]
    for owner, p in enumerate(s.players):
        if owner == seat or (victim != owner and (victim != NOBODY or (p.attacked and not exception))):
            continue
        there = standing(s, owner)
        if exception:
            found += [x for x, foes in zip(*there, strict=True) if _excepted(s, seat, x[0], foes)]
        else:
            found += there.values
    if not now.together:
        return found
    declared = {k.target for k in now.strikes}
    return [x for x in found if x[0] not in declared]


def _beasts(s: State) -> tuple[Value, ...]:
    """Draco, once a turn, and the undead of Odin's Path."""
    world, key = s.world, ("beasts", s.row, s.now.draco)
    found: tuple[Value, ...] | None = world.memo.get(key)
    if found is None:
        undead = [
            (slot, world.cards[c].defence) for slot, c in zip(SLOTS, s.row, strict=True) if c >= 0 and world.undead[c]
        ]
        draco = [] if s.now.draco else [(DRACO, world.cards[world.index[DRACO]].defence)]
        found = keep(world.memo, key, (*draco, *undead))
    return found


def _excepted(s: State, seat: int, space: str, foes: int) -> bool:
    """VG-7.4, VG-R48: what may be attacked under the exception."""
    world = s.world
    if foes & ~(1 << seat) and not world.any_exception_target:
        return False
    return not world.one_exception_target or s.now.sole in ("", space)
