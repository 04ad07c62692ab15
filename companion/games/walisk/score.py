"""The score of Walisk with its reasons: districts by tribe, settlements, and what the ranking needs."""

from __future__ import annotations

from typing import Any

from companion.engine.masks import bits
from companion.engine.types import ScoreLine, ScoreRow, ScoreSheet, facts
from companion.games.walisk.state import IN, MAN, SHIP, Phase, State, count_of, season, year
from companion.games.walisk.view import hidden

SIZES = ("", "village", "small_town", "town", "city", "capital")


def score(s: State) -> ScoreSheet:
    """Districts of each seat by tribe, its settlements, and what the ranking of the others needs (WA-2.17)."""
    secret = hidden(s)
    order = sorted(range(s.world.players), key=lambda p: _strength(s, p, secret), reverse=True)
    rows = []
    for p in range(s.world.players):
        rank = 1 + min(i for i, q in enumerate(order) if _strength(s, q, secret) == _strength(s, p, secret))
        rows.append(ScoreRow(p, s.own[p].bit_count(), rank, tuple(_lines(s, p)), _facts(s, p, secret)))
    final = s.phase == Phase.OVER
    sheet = facts(
        year=year(s.round), season=season(s.round), winners=s.winners, victory=s.world.victory,
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
