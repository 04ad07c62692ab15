"""Acre, a game of ten minutes for two: throw for a row, sow a stone in it, count neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import Config, Game, GameInfo, PositionError, PositionFault
from companion.engine.tablespec import DemoSpec
from companion.engine.types import ScoreLine, ScoreRow, ScoreSheet, Tabletop, letter
from tests.sixth.acre import rules, table
from tests.sixth.acre.inputs import Ended, RowThrown, Scored, Sow, Sown, TurnPassed
from tests.sixth.acre.state import FIELDS, NOBODY, ROWS, State
from tests.sixth.acre.words import WORDS


class Acre(Game[State]):
    info = GameInfo(
        id="acre", version=1, prefix="AC", players=(2,), options=(), inputs=(Sow,),
        events=(RowThrown, Sown, Scored, TurnPassed, Ended),
    )  # fmt: skip
    words = WORDS
    table = table.TABLE
    demo = DemoSpec(worth=lambda s, seat: float(s.points[seat]))

    pending = staticmethod(rules.pending)
    options_of = staticmethod(rules.options_of)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(rules.evolve)

    def setup(self, config: Config) -> State:
        return State(config.players)

    def tabletop(self, s: State) -> Tabletop:
        return table.tabletop(s)

    def score(self, s: State) -> ScoreSheet:
        rows = [
            ScoreRow(i, n, 1 + sum(x > n for x in s.points), (ScoreLine("stones", n, "AC-4"),) if n else ())
            for i, n in enumerate(s.points)
        ]
        return ScoreSheet(tuple(rows), s.full)

    def view(self, s: State, seat: int | None) -> Mapping[str, Any]:
        return self.position(s)

    def position(self, s: State) -> dict[str, Any]:
        stones = {f: letter(n) for f, n in zip(FIELDS, s.stones, strict=True) if n != NOBODY}
        return {"turn": letter(s.turn), "row": s.row, "stones": stones, "points": list(s.points)}

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        seats = [letter(i) for i in range(config.players)]
        expected = {
            "turn": (lambda v: v in seats, "a seat"),
            "row": (lambda v: v in ("", *ROWS), "a row"),
            "stones": (lambda v: isinstance(v, Mapping) and all(k in FIELDS and v[k] in seats for k in v), "stones"),
            "points": (lambda v: isinstance(v, list) and len(v) == config.players, "points of each seat"),
        }
        wrong = [k for k, (right, _) in expected.items() if k in doc and not right(doc[k])]
        faults = [PositionFault(k, expected[k][1], str(doc[k])) for k in wrong]
        faults += [PositionFault(k, "one of " + ", ".join(expected), k) for k in doc if k not in expected]
        if faults:
            raise PositionError(tuple(faults))
        stones = doc.get("stones", {})
        laid = tuple(seats.index(stones[f]) if f in stones else NOBODY for f in FIELDS)
        return State(
            config.players, seats.index(doc.get("turn", "A")), doc.get("row", ""), laid,
            tuple(doc.get("points", (0,) * config.players)),
        )  # fmt: skip


GAME = Acre()
