"""The score sheet: every VP with its reason, the end bonuses, and how a tie was broken."""

from __future__ import annotations

from companion.engine.types import ScoreLine, ScoreRow, ScoreSheet, facts
from companion.games.vikings_gone_wild.counting import full
from companion.games.vikings_gone_wild.rules.ending import bonus_values
from companion.games.vikings_gone_wild.state import Phase, State
from companion.games.vikings_gone_wild.world import BONUSES, SOURCES, THRESHOLDS

RULE_OF = {
    "attack": "VG-7.12", "damage": "VG-8.2", "repelled": "VG-9.4", "complete": "VG-9.7", "undead": "VG-10.1",
    "depots": "VG-13.3", "hall": "VG-6.4", "missions": "VG-11.1", "effects": "VG-R23", "manual": "VG-R23",
}  # fmt: skip


def score(s: State) -> ScoreSheet:
    """VP as they stand; at the end the bonus cards too."""
    world = s.world
    rows = []
    bonuses = s.finals[:BONUSES]
    for i, p in enumerate(s.players):
        lines = [ScoreLine(k, n, RULE_OF[k]) for k, n in zip(SOURCES, p.gains, strict=True) if n and k != "missions"]
        listed = sum(world.cards[c].vp for c in p.done)
        if p.gains[SOURCES.index("missions")] == listed:
            lines += [ScoreLine("missions", world.cards[c].vp, "VG-11.1", facts(card=world.ids[c])) for c in p.done]
        elif p.gains[SOURCES.index("missions")]:
            lines.append(ScoreLine("missions", p.gains[SOURCES.index("missions")], "VG-11.1"))
        before = sum(p.gains)
        if p.vp - _bonus(s, i) != before:
            lines.append(ScoreLine("manual", p.vp - _bonus(s, i) - before, "VG-R23"))
        for card, met in bonuses:
            if i in met:
                each = world.cards[card].vp // len(met)
                lines.append(ScoreLine("bonus", each, "VG-16.1", facts(card=world.ids[card])))
        known = facts(
            before_bonus=p.vp - _bonus(s, i),
            next_favour=THRESHOLDS[p.granted] if p.granted < len(THRESHOLDS) else 0,
            to_limit=max(0, world.limit - p.vp),
            full_depots=sum(full(world, b) for b in p.village),
            missions=len(p.done),
        )
        rows.append(ScoreRow(i, p.vp, _rank(s, i), tuple(lines), known))
    log = tuple(
        facts(card=world.ids[c], met=met, values=bonus_values(s, c), tie=n >= BONUSES)
        for n, (c, met) in enumerate(s.finals)
    )
    sheet = facts(
        round=s.round,
        last=s.last,
        limit=world.limit,
        hits=s.now.hits,
        bonuses=log,
        winners=s.winners,
    )
    return ScoreSheet(tuple(rows), s.phase == Phase.OVER, sheet)


def _bonus(s: State, seat: int) -> int:
    return sum(s.world.cards[c].vp // len(met) for c, met in s.finals[:BONUSES] if seat in met)


def _rank(s: State, seat: int) -> int:
    """1 is best; at the end a tie is broken as the bonus cards of the box decide."""
    if s.winners:
        best = s.players[s.winners[0]].vp
        if seat in s.winners:
            return 1
        if s.players[seat].vp == best:
            return 1 + len(s.winners)
    return 1 + sum(p.vp > s.players[seat].vp for p in s.players)
