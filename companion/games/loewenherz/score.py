"""The score of Löwenherz with its reasons, and how equal points are told apart."""

from __future__ import annotations

from typing import Any

from companion.engine.types import ScoreLine, ScoreRow, ScoreSheet, facts
from companion.games.loewenherz.rules.rounds import worth
from companion.games.loewenherz.rules.use import mountains
from companion.games.loewenherz.state import TALLY, Phase, State, held, reserve, supply

LINE_RULES = {
    "founding_squares": "LH-12.2", "founding_towns": "LH-12.3", "expansion_squares": "LH-12.7",
    "expansion_towns": "LH-12.7", "lost_squares": "LH-12.8", "lost_towns": "LH-12.8", "zone_squares": "LH-12.9",
    "zone_towns": "LH-12.9", "start": "LH-15.2", "floor": "LH-R26", "mountains": "LH-13.2", "fiefs": "LH-13.3",
    "by_hand": "K-AMEND",
}  # fmt: skip


def score(s: State) -> ScoreSheet:
    world = s.world
    rows = []
    for p in range(world.players):
        lines = [ScoreLine(label, n, LINE_RULES[label]) for label, n in zip(TALLY, s.tally[p], strict=True) if n]
        lines += [ScoreLine("silver", points[p], "LH-3.3", facts(n=i + 1)) for i, points in enumerate(s.silver)]
        lines.sort(key=_place)
        over = s.phase == Phase.OVER
        known = facts(
            regions=held(s, p),
            knights=reserve(s, p),
            cards=len(s.hands[p]),
            if_king_died=s.power[p] + (0 if over or s.phase == Phase.REVEAL else mountains(s, p)),
            **({"wealth": s.ducats[p] + worth(s, p), "ducats": s.ducats[p]} if over else {}),
        )
        rows.append(ScoreRow(p, s.power[p], _rank(s, p), tuple(lines), known))
    sheet = facts(supply=supply(s), round=s.round, winners=s.winners, tied=len(_tied(s)) > 1)
    return ScoreSheet(tuple(rows), s.phase == Phase.OVER, sheet)


ORDER = ("start", *TALLY[:8], "silver", "by_hand", "floor", "mountains", "fiefs")


def _place(line: ScoreLine) -> tuple[int, Any]:
    return ORDER.index(line.label), line.facts


def _tied(s: State) -> tuple[int, ...]:
    """Seats that share the most points."""
    return tuple(p for p, n in enumerate(s.power) if n == max(s.power))


def _rank(s: State, seat: int) -> int:
    """1 is best; at the end equal points are told apart by ducats and treasures (LH-13.5)."""

    def key(p: int) -> tuple[int, int]:
        return (s.power[p], s.ducats[p] + worth(s, p) if s.phase == Phase.OVER else 0)

    return 1 + sum(key(p) > key(seat) for p in range(s.world.players))
