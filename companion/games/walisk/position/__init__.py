"""The state of Walisk as a plain mapping. ``reading`` reads it back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.balance import STOCK, Balance
from companion.engine.masks import bits
from companion.engine.types import letter
from companion.games.walisk.position.reading import read
from companion.games.walisk.state import MAN, SHIP, Bout, Heap, State, figures_of, labels
from companion.games.walisk.world import World

RUKR = "rukr"
GOODS = ("man", "ship", "house")


def side(world: World, p: int) -> str:
    return RUKR if p == world.players else letter(p) if p >= 0 else ""


def _heap(h: Heap) -> dict[str, int]:
    return {k: n for k, n in (("man", h.men), ("ship", h.ships), ("marked", h.marked)) if n}


def _bout(s: State, b: Bout) -> dict[str, Any]:
    world = s.world
    doc: dict[str, Any] = {
        "kind": b.kind, "field": world.ids[b.field] if b.field >= 0 else "", "attacker": side(world, b.att),
        "defender": side(world, b.dfd), "sizes": [b.size_a, b.size_d], "step": b.step, "n": b.n, "half": b.half,
        "hits": b.hits, "extra": b.extra,
    }  # fmt: skip
    for key, lost in (("lost_attacker", b.lost_a), ("lost_defender", b.lost_d)):
        if lost:
            doc[key] = dict(lost)
    return doc


def position(s: State) -> dict[str, Any]:
    """Every key of a position; what is empty is left in, so that an amendment sees what there is."""
    world, seats = s.world, range(s.world.players)
    ids = world.ids

    def names(mask: int) -> list[str]:
        return [ids[f] for f in bits(mask)]

    return {
        "phase": s.phase,
        "round": s.round,
        "order": [letter(p) for p in s.order],
        "due": [letter(p) for p in s.due],
        "throws": {letter(p): list(t) for p, t in enumerate(s.throws) if t},
        "life": {letter(p): s.life[p] for p in seats},
        "owner": {ids[f]: letter(p) for f, p in enumerate(s.owner) if p >= 0},
        "houses": {ids[f]: s.houses[f] for f in bits(s.built)},
        "rukr": {ids[f]: s.rukr[f] for f in bits(s.wild)},
        "units": {
            ids[f]: {letter(p): dict(labels(s, f, p)) for p in seats if s.here[p] >> f & 1}
            for f, groups in enumerate(s.units)
            if groups
        },
        "capital": {letter(p): ids[f] for p, f in enumerate(s.capital) if f >= 0},
        "silver": {letter(p): s.silver[p] for p in seats},
        "goods": {letter(p): dict(zip(GOODS, g, strict=True)) for p, g in enumerate(s.goods) if any(g)},
        "spare": {letter(p): n for p, n in enumerate(s.spare) if n},
        "grown": names(s.grown),
        "founded": {letter(p): names(m) for p, m in enumerate(s.founded) if m},
        "voyages": [
            {"seat": letter(a.seat), "ships": a.ships, "men": a.men, "left": a.left, "proven": bool(a.proven)}
            for a in s.armies
        ],
        "battles": [
            {"field": ids[b.field], "sides": [side(world, b.one), side(world, b.two)],
             "dead": {side(world, b.one): _heap(b.dead_one), side(world, b.two): _heap(b.dead_two)}}
            for b in s.battles
        ],
        "agreements": [
            {"kind": a.kind, "by": letter(a.one), "with": letter(a.two), "fields": names(a.fields), "until": a.until}
            for a in s.agreements
        ],
        "purses": [{"field": ids[p.field], "seat": letter(p.seat), "silver": p.silver} for p in s.purses],
        "fought": names(s.fought),
        "bouts": [_bout(s, b) for b in s.bouts],
        "dice": list(s.dice),
        "agenda": [[ids[f], m] for f, m in s.agenda],
        "wave": [
            {"field": ids[h.field], "targets": [ids[t] for t in h.targets], "to": ids[h.to] if h.to >= 0 else ""}
            for h in s.wave
        ],
        "revolts": [
            {"seat": letter(r.seat), "by": letter(r.by), "round": r.round, "capital": ids[r.capital],
             "hopes": names(r.hopes), "unrest": names(r.unrest)}
            for r in s.revolts
        ],
        "beaten": {letter(p): [letter(q) for q in bits(m)] for p, m in enumerate(s.beaten) if m},
        "hold": {letter(p): n for p, n in enumerate(s.hold) if n},
        "held": {letter(p): names(m) for p, m in enumerate(s.held) if m},
        "adjourned": [letter(p) for p in bits(s.adjourned)],
        "winners": [letter(p) for p in s.winners],
    }  # fmt: skip


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """A state from such a mapping; raises PositionError with every fault."""
    return read(world, doc)


def balances(s: State) -> Iterator[Balance]:
    """WA-1.2: figures on the table, where the table set how many there are."""
    most = {kind: s.world.opt[f"{kind}_supply"] for kind in ("man", "ship", "house", RUKR)}
    for kind, number in (("man", MAN), ("ship", SHIP)):
        if most[kind]:
            for p in range(s.world.players):
                yield Balance("WA-1.2", kind, letter(p), most[kind], figures_of(s, p, number), STOCK)
    for kind, used in (("house", s.houses), (RUKR, s.rukr)):
        if most[kind]:
            yield Balance("WA-1.2", kind, "", most[kind], sum(used), STOCK)
