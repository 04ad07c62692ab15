"""What must hold of every state of Walisk, computed anew and slowly."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.engine.types import Event
from companion.games.walisk import events as ev
from companion.games.walisk.state import IN, MAN, OUT, SHIP, WAITING, State


def check(s: State) -> None:
    """Derived values, limits, and that nothing stands where it cannot."""
    w = s.world
    fields = range(len(w.ids))
    for p in range(w.players):
        assert s.own[p] == sum(1 << f for f in fields if s.owner[f] == p), "own"
        assert s.here[p] == sum(1 << f for f in fields if any(g.side == p for g in s.units[f])), "here"
        if s.capital[p] >= 0:
            assert s.owner[s.capital[p]] == p, f"capital of {p} is not its own"
            assert s.life[p] == IN
        if s.life[p] in (OUT, WAITING):
            assert not s.own[p], p
            assert not s.here[p], p
            assert not s.silver[p], p
            assert not any(a.seat == p for a in s.armies), p
        assert s.silver[p] >= 0
        assert min(s.goods[p]) >= 0
    assert s.wild == sum(1 << f for f in fields if s.rukr[f])
    assert s.built == sum(1 << f for f in fields if s.houses[f])
    for f in fields:
        assert s.rukr[f] >= 0
        assert 0 <= s.houses[f] <= w.box.most_capital
        assert not s.houses[f] or s.owner[f] >= 0, f"ownerless houses in {w.ids[f]}"
        assert s.owner[f] < 0 or w.settle >> f & 1
        assert not s.rukr[f] or not w.sea >> f & 1
        groups = s.units[f]
        assert list(groups) == sorted(groups)
        assert len({g[:6] for g in groups}) == len(groups)
        for g in groups:
            assert g.n > 0
            assert not w.home >> f & 1
            assert 0 <= g.spent <= (w.box.man_bp if g.kind == MAN and g.water < 0 else w.box.ship_bp)
            if g.kind == SHIP:
                assert g.water in w.stations[f], f"a ship without water in {w.ids[f]}"
            elif w.sea >> f & 1:
                assert g.water in w.stations[f], f"a man in the water of {w.ids[f]}"
        if w.sea >> f & 1 and not s.bouts:
            for p in range(w.players):
                men = sum(g.n for g in groups if g.side == p and g.kind == MAN)
                ships = sum(g.n for g in groups if g.side == p and g.kind == SHIP)
                fighting = any(b.field == f and p in (b.one, b.two) for b in s.battles)
                assert fighting or men <= w.box.capacity * ships, f"no room in {w.ids[f]}"
    if not s.bouts:
        for b in s.battles:
            for side in (b.one, b.two):
                n = s.rukr[b.field] if side == w.players else sum(g.n for g in s.units[b.field] if g.side == side)
                assert n, f"a battle without {side} in {w.ids[b.field]}"
    for p in s.purses:
        assert p.silver > 0
        assert s.here[p.seat] >> p.field & 1, "a purse without an army"


def pieces(s: State) -> Counter[Any]:
    """All pieces of the game by side and kind, wherever they are."""
    out: Counter[Any] = Counter()
    for groups in s.units:
        for g in groups:
            out[g.side, g.kind] += g.n
    for a in s.armies:
        out[a.seat, SHIP] += a.ships
        out[a.seat, MAN] += a.men
    for b in s.bouts:
        if b.kind == "voyage":
            out[b.att, SHIP] += b.size_a
            out[b.att, MAN] += b.size_d
    out["rukr"] = sum(s.rukr)
    out["house"] = sum(s.houses) + sum(s.spare) + sum(g[2] for g in s.goods)
    for p, g in enumerate(s.goods):
        out[p, MAN] += g[0]
        out[p, SHIP] += g[1]
    return out


def wealth(s: State) -> int:
    """Silver at the table, goods at their price, and what armies carry."""
    prices = s.world.box.prices
    goods = sum(n * price for g in s.goods for n, price in zip(g, prices, strict=True))
    return sum(s.silver) + goods + sum(p.silver for p in s.purses)


def lost(e: Any) -> int:
    """How many pieces of players an event takes off the table."""
    names = ("lost", "lost_a", "lost_d", "surplus")
    if isinstance(e, ev.Thrown | ev.LossChosen):
        return 0
    return sum(n for name in names for label, n in getattr(e, name, ()) if label != "rukr")


def unit_change(before: State, e: Event) -> int:
    """By how many an event may change the number of the players' men and ships."""
    if isinstance(e, ev.Started):
        return e.men + e.ships
    if isinstance(e, ev.Bought):
        return e.n if e.kind != "house" else 0
    if isinstance(e, ev.Refunded):
        return -sum(before.goods[e.seat][:2])
    if isinstance(e, ev.VoyageLosses):
        return -e.ships - e.men
    if (isinstance(e, ev.RealmFallen) and e.by < 0) or isinstance(e, ev.SeatOut):
        n = sum(g.n for groups in before.units for g in groups if g.side == e.seat)
        return -n - sum(a.ships + a.men for a in before.armies if a.seat == e.seat) - sum(before.goods[e.seat][:2])
    return -lost(e)


def silver_change(before: State, e: Event) -> int:
    """By how much an event may change the wealth of the table."""
    prices = before.world.box.prices
    if isinstance(e, ev.Income):
        return e.silver - e.carried
    if isinstance(e, ev.Started | ev.Looted | ev.Plundered | ev.Cashed):
        return e.silver
    if isinstance(e, ev.Forayed):
        return e.silver + (e.paid if e.owner >= 0 else 0)
    if isinstance(e, ev.PurseTaken):
        return 0 if e.winner >= 0 else -e.silver
    if isinstance(e, ev.Placed):
        return -e.n * prices[("man", "ship", "house").index(e.kind)]
    if isinstance(e, ev.CapitalMoved):
        return -prices[2]
    if isinstance(e, ev.Displaced):
        return prices[2]
    if (isinstance(e, ev.RealmFallen) and e.by < 0) or isinstance(e, ev.SeatOut):
        goods = sum(n * price for n, price in zip(before.goods[e.seat], prices, strict=True))
        return -before.silver[e.seat] - goods - sum(p.silver for p in before.purses if p.seat == e.seat)
    if isinstance(e, ev.Revolted):
        inside = {before.world.index[f] for f in e.fields}
        return -sum(p.silver for p in before.purses if p.field in inside)
    return 0


def conserve(before: State, e: Event, after: State) -> None:
    """Pieces and silver come and go only as the event says."""
    a, b = pieces(before), pieces(after)
    units = [sum(n for k, n in c.items() if isinstance(k, tuple)) for c in (a, b)]
    assert units[1] - units[0] == unit_change(before, e), f"units after {e}"
    assert wealth(after) - wealth(before) == silver_change(before, e), f"silver after {e}"
