"""What the camera tells in Löwenherz: what somebody seems to have tried, and the position taken over as it lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from companion.engine.tablespec import Counts, Difference, Explainer, Secrets, TableSpec
from companion.engine.types import Input, Token, letter
from companion.games.loewenherz import explain
from companion.games.loewenherz.box import KNIGHT
from companion.games.loewenherz.inputs import LayBorder, SetKnight, Settle
from companion.games.loewenherz.position import position
from companion.games.loewenherz.rules.common import action_of
from companion.games.loewenherz.rules.setup import settling
from companion.games.loewenherz.state import SETUP, Phase, State
from companion.games.loewenherz.view import veiled


def attempts(s: State, seen: Difference) -> Iterator[Input]:
    """Acts that would look like this difference, legal or not: a border, a knight, a castle with its knight."""
    grown = {space: Counter(there) - seen.before[space] for space, there in seen.after.items()}
    gained = {space: more for space, more in grown.items() if more}
    squares = [q for q in gained if q in s.world.square_index]
    if s.phase == Phase.SETTLE:
        yield from (Settle(settling(s)[0], castle, knight) for castle, knight in permutations(squares, 2))
        return
    turn = max(s.turn, 0)
    knights = [SetKnight(_seat(s, gained[q], seen.sides, turn), q) for q in squares]
    borders = [LayBorder(turn, e) for e in gained if e in s.world.edges.values()]
    first: bool = s.phase == Phase.ACT and action_of(s).kind == KNIGHT  # a border more may be the knight's fence
    yield from (*knights, *borders) if first else (*borders, *knights)


def _seat(s: State, seen: Counter[str], sides: Mapping[str, Token], turn: int) -> int:
    """Whose figure it is; of a colour that does not lie anywhere yet, or plays for nobody: who is on turn."""
    names = [letter(p) for p in range(s.world.players)]
    found = (names.index(sides[p].side) for p in seen if p in sides and sides[p].side in names)
    return next(found, turn)


def patch(s: State, seen: Counts) -> Mapping[str, Any]:
    """The position's keys for squares and edges that lie otherwise; {} where that cannot be told from the board.

    A new figure is a knight, since castles come in the set-up alone; a turned border belongs to two regions.
    """
    edges, squares = frozenset(s.world.edges.values()), s.world.square_index
    doc = position(s)
    castles: dict[str, str | None] = {}
    knights = {side: set(held) for side, held in doc["knights"].items()}
    borders = set(doc["borders"])
    for space, there in seen.items():
        side = next((name for name, n in there.items() if n), "")
        if space in edges and not any(a["edge"] == space for a in doc["alliances"]):
            (borders.add if side else borders.discard)(space)
        elif space in squares and side in ("", *knights):
            for held in knights.values():
                held.discard(space)
            if side and doc["castles"].get(space) != side:
                knights[side].add(space)
            if space in doc["castles"] and doc["castles"][space] != side:
                castles[space] = None
        else:
            return {}
    told = {side: sorted(held, key=squares.__getitem__) for side, held in knights.items()}
    found: dict[str, Any] = {"castles": castles, "knights": {k: v for k, v in told.items() if v != doc["knights"][k]}}
    if borders != set(doc["borders"]):
        found["borders"] = sorted(borders)
    return {key: value for key, value in found.items() if value}


TABLE = TableSpec(
    alike={"castle": explain.FIGURE, "knight": explain.FIGURE},  # they differ by the rules only
    ready=lambda s: s.phase == Phase.SETTLE or s.phase not in SETUP,  # the parts lie, before the first castle
    steps=explain.steps,
    attempts=attempts,
    patch=patch,
    explainer=Explainer(explain.explains, explain.begins, explain.tidies),
    neutral=(2, 3),  # with four every figure is a player's
)
SECRETS = Secrets(veiled, recalled=True)
