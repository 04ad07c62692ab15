"""Forays on a map without travel signs (chapter 8.3, option ``raids`` = foray)."""

from __future__ import annotations

from companion.engine.masks import bits
from companion.games.walisk import events as ev
from companion.games.walisk.accord import friends
from companion.games.walisk.rules.course import Course
from companion.games.walisk.state import SHIP, Bout, Lost, State, label


def open_entries(s: State, seat: int) -> int:
    """Foreign districts that a seat has entered this turn and not yet declared battle or foray in (WA-8.21, R70)."""
    world = s.world
    mask = s.here[seat] & world.settle & ~s.own[seat] & ~s.fought
    if not world.opt["foray_unowned"]:
        owned = 0
        for p, own in enumerate(s.own):
            if p != seat:
                owned |= own
        mask &= owned
    out = 0
    for f in bits(mask):
        owner = s.owner[f]
        if owner >= 0 and friends(s, seat, owner, f):
            continue
        if any(g.side == seat and g.spent for g in s.units[f]):
            out |= 1 << f
    return out


def foray(c: Course, f: int, seat: int) -> None:
    n = sum(g.n for g in c.s.units[f] if g.side == seat and g.spent)
    owner = c.s.owner[f]
    c.do(ev.BoutBegan("foray", c.s.world.ids[f], seat, owner, n, 0, "foray", n, rules=("WA-8.21", "WA-R70")))


def over(c: Course, b: Bout) -> None:
    """Losses, men without room on the ships they came with, silver for the army and for the owner (WA-8.22 to 8.24)."""
    s, world = c.s, c.s.world
    gone = dict(b.lost_a)
    ships = men = 0
    crew: list[tuple[str, int]] = []
    for g in s.units[b.field]:
        if g.side == b.att and g.spent and g.water >= 0:
            name = label(world, g, b.field)
            n = g.n - gone.get(name, 0)
            if g.kind == SHIP:
                ships += n
            else:
                men += n
                crew.append((name, n))
    over_n = max(0, men - world.box.capacity * ships)
    surplus: list[tuple[str, int]] = []
    for name, n in crew:
        k = min(n, over_n)
        over_n -= k
        if k:
            surplus.append((name, k))
    lost = sum(n for _, n in b.lost_a) + sum(n for _, n in surplus)
    alive = sum(g.n for g in s.units[b.field] if g.side == b.att and g.spent) - lost
    rules = ["WA-8.22"] + (["WA-8.23"] if surplus else []) + (["WA-R70"] if b.hits and not alive else [])
    silver = b.hits if alive else 0  # what an army takes that dies by its own dice is void (WA-R70)
    merged: Lost = tuple(sorted(surplus))
    c.do(
        ev.Forayed(b.att, world.ids[b.field], b.dfd, b.lost_a, merged, silver, lost if b.dfd >= 0 else 0,
                   rules=tuple(rules))
    )  # fmt: skip
