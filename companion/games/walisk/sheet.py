"""What is to be seen of a state: the view of a seat, the pieces on the table, the score with its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.engine.types import ScoreLine, ScoreRow, ScoreSheet, Tabletop, Token, facts, letter
from companion.games.walisk import position as positions
from companion.games.walisk.accord import besieged, enemies
from companion.games.walisk.rules import battles, muster
from companion.games.walisk.state import (
    FIGHT,
    IN,
    MAN,
    ORDER,
    OVER,
    SEASONS,
    SHIP,
    UNIT,
    Group,
    State,
    count_of,
    season,
    year,
)
from companion.games.walisk.world import bits

MOST_SILVER = 999  # nobody has more: what a treasure counts as where it is secret
SIZES = ("", "village", "small_town", "town", "city", "capital")


# ---------------------------------------------------------------- view
def hidden(s: State) -> bool:
    """Whether treasures are their owners' secret: option ``silver_hidden``, until the game is over."""
    return bool(s.world.opt["silver_hidden"]) and s.phase != OVER


def veiled(s: State) -> State:
    """The state as everybody may know it: secret treasures without a limit that would tell them."""
    return s.to(silver=(MOST_SILVER,) * s.world.players) if hidden(s) else s


def view(s: State, seat: int | None) -> Mapping[str, Any]:
    """Everything is open in Walisk, but for treasures where the table keeps them hidden."""
    world = s.world
    doc = positions.position(s)
    if hidden(s):
        doc["silver"] = {letter(seat): s.silver[seat]} if seat is not None and 0 <= seat < world.players else {}
    doc["season"], doc["year"] = SEASONS[season(s)], year(s)
    doc["victory"] = world.victory
    doc["districts"] = {letter(p): mask.bit_count() for p, mask in enumerate(s.own)}
    doc["besieged"] = [world.ids[f] for f in bits(s.built) if besieged(s, f)]
    doc["income"] = {
        letter(p): income.silver - income.carried for p in range(world.players) for income in (muster.income(s, p),)
    }
    doc["contested"] = {
        world.ids[f]: [battles_name(s, p) for p in enemies(s, s.owner[f], f)]
        for mask in s.own
        for f in bits(mask)
        if enemies(s, s.owner[f], f)
    }
    doc["must_fight"] = (
        [world.ids[f] for f in bits(battles.must_fight(s, s.due[0]))] if s.phase == FIGHT and s.due else []
    )
    return doc


def battles_name(s: State, side: int) -> str:
    return "rukr" if side == s.world.players else letter(side)


# ---------------------------------------------------------------- the table
@lru_cache(maxsize=4096)
def _lying(houses: int, rukr: int, groups: tuple[Group, ...]) -> tuple[Token, ...]:
    """What lies in one field."""
    tokens = [Token("house")] * houses + [Token("rukr")] * rukr
    for p in sorted({g.side for g in groups}):
        for kind, name in enumerate(UNIT):
            tokens += [Token(name, letter(p))] * sum(g.n for g in groups if g.side == p and g.kind == kind)
    tokens += [Token("die", letter(p)) for p in sorted({g.side for g in groups if g.mark})]
    return tuple(tokens)


def tabletop(s: State) -> Tabletop:
    """Houses, Rukr, men and ships by seat, and the dice that mark homes, voyages and revolts."""
    world = s.world
    table = dict(zip(world.ids, map(_lying, s.houses, s.rukr, s.units), strict=True))
    if s.phase != ORDER:
        for f in bits(world.home):
            table[world.ids[f]] = (Token("die"), *table[world.ids[f]])
    for r in s.revolts:
        for f in bits(r.hopes | r.unrest):
            turn = "6" if r.unrest >> f & 1 else "1-5"
            table[world.ids[f]] += (Token("die", letter(r.seat), turn),)
    return table


# ---------------------------------------------------------------- score
def score(s: State) -> ScoreSheet:
    """Districts of each seat by tribe, its settlements, and what the ranking of the others needs (WA-2.17)."""
    secret = hidden(s)
    order = sorted(range(s.world.players), key=lambda p: _strength(s, p, secret), reverse=True)
    rows = []
    for p in range(s.world.players):
        rank = 1 + min(i for i, q in enumerate(order) if _strength(s, q, secret) == _strength(s, p, secret))
        rows.append(ScoreRow(p, s.own[p].bit_count(), rank, tuple(_lines(s, p)), _facts(s, p, secret)))
    final = s.phase == OVER
    sheet = facts(
        year=year(s), season=SEASONS[season(s)], winners=s.winners, victory=s.world.victory,
        hold_rounds=s.world.opt["hold_rounds"], house_map=s.world.config.board.source != "known",
    )  # fmt: skip
    return ScoreSheet(tuple(rows), final, sheet)


def _strength(s: State, p: int, secret: bool) -> tuple[int, ...]:
    return (p in s.winners, s.own[p].bit_count(), 0 if secret else s.silver[p])


def _lines(s: State, p: int) -> list[ScoreLine]:
    """One line for each tribe with districts, one for each settlement (WA-1.5, 1.8, 1.10)."""
    world, lines = s.world, []
    named = 0
    for tribe, mask in world.tribes:
        named |= mask
        n, m = (s.own[p] & mask).bit_count(), mask.bit_count()
        if n:
            whole = ("WA-3.13",) if n == m else ()
            lines.append(ScoreLine(tribe, n, "WA-1.5", facts(n=n, of=m, werir=bool(whole))))
    rest = (s.own[p] & ~named).bit_count()
    if rest:
        lines.append(ScoreLine("none", rest, "WA-1.5", facts(n=rest, of=(world.settle & ~named).bit_count())))
    for f in bits(s.own[p] & s.built):
        size = "capital" if s.capital[p] == f else SIZES[min(s.houses[f], 5)]
        rule = "WA-1.9" if size == "capital" else "WA-1.8"
        lines.append(ScoreLine(size, 0, rule, facts(field=world.ids[f], houses=s.houses[f])))
    return lines


def _facts(s: State, p: int, secret: bool) -> tuple[tuple[str, Any], ...]:
    world = s.world
    armies = [a for a in s.armies if a.seat == p]
    f = s.capital[p]
    state = "revolt" if any(r.seat == p for r in s.revolts) else s.life[p]
    if s.life[p] == IN and f < 0:
        state = "invader"
    known: dict[str, Any] = {
        "capital": world.ids[f] if f >= 0 else "", "capital_houses": s.houses[f] if f >= 0 else 0,
        "missing": max(0, world.victory - s.own[p].bit_count()),
        "men": sum(count_of(s, g, p, MAN) for g in bits(s.here[p])),
        "ships": sum(count_of(s, g, p, SHIP) for g in bits(s.here[p])),
        "voyages": tuple((a.ships, a.men, a.left) for a in armies),
        "marked": sum(g.n for h in bits(s.here[p]) for g in s.units[h] if g.side == p and g.mark),
        "hold": s.hold[p], "state": state,
        "agreements": tuple((a.kind, a.one, a.two) for a in s.agreements if p in (a.one, a.two)),
        "realms": tuple(q for q, by in enumerate(s.beaten) if by >> p & 1),
    }  # fmt: skip
    if not secret:
        known["treasure"] = s.silver[p]
    return facts(**known)
