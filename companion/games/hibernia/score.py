"""The score of Hibernia: steps by what paid for them, and the seats in their order."""

from __future__ import annotations

from companion.engine.masks import bits
from companion.engine.types import ScoreLine, ScoreRow, ScoreSheet, facts
from companion.games.hibernia.state import INKS, Phase, State


def score(s: State) -> ScoreSheet:
    rows = []
    for p in range(s.world.players):
        lines = [
            ScoreLine(ink, n, "HI-6.5" if ink == "joker" else "HI-6.2")
            for ink, n in zip(INKS, s.steps[p], strict=True)
            if n
        ]
        by_hand = s.total[p] - sum(s.steps[p])
        lines += [ScoreLine("by hand", by_hand, "HI-6.8")] if by_hand else []
        known = facts(
            turns=s.turns[p],
            counties=s.own[p].bit_count(),
            soldiers=sum(s.heap[i] for i in bits(s.own[p])),
            supply=s.supply[p],
            shield=s.shield[p],
            space=s.total[p] % len(s.world.track),
            lap=s.total[p] // len(s.world.track),
        )
        rank = 1 + sum(t > s.total[p] for t in s.total)
        rows.append(ScoreRow(p, s.total[p], rank, tuple(lines), known))
    sheet = facts(
        trigger=s.trigger,
        trigger_round=s.trigger_round,
        extra_rounds=s.extra_rounds,
        winners=s.winners,
        round=s.round,
    )
    return ScoreSheet(tuple(rows), s.phase == Phase.OVER, sheet)
