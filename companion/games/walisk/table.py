"""What camera and people tell in Walisk; what dice on the map tell of a lost realm (WA-8.52)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from companion.engine.tablespec import Counts, Demo, DemoSpec, TableSpec
from companion.engine.types import Input, Rolled, Token, letter
from companion.games.walisk.position import position
from companion.games.walisk.rules.revolts import ENOUGH
from companion.games.walisk.state import MAN, SHIP, UNIT, Phase, State, together

DIE = "die:"  # and its face, as the camera names it
GONE, STAYS, RISES = "1", "3", "6"  # what a throw of a die in unrest comes to


def instead(s: State, act: Input) -> Iterator[Input]:
    """Throws for unrest that may have been meant, the fewest dice misheard first."""
    if s.phase != Phase.UNREST or not isinstance(act, Rolled):
        return
    kinds = tuple(f if f in (GONE, RISES) else STAYS for f in act.faces)
    others = (faces for faces in product((GONE, STAYS, RISES), repeat=len(kinds)) if faces != kinds)
    for faces in sorted(others, key=lambda o: sum(a != b for a, b in zip(o, kinds, strict=True))):
        told = zip(act.faces, kinds, faces, strict=True)
        yield Rolled(None, tuple(face if kind == new else new for face, kind, new in told))


def patch(s: State, seen: Counts) -> Mapping[str, Any]:
    """Keys of the position by which districts are in unrest where a die shows a six, and in none where it does not.

    Empty where a throw is owed, which tells it itself, and where so many would rise that a throw must have been missed.
    """
    if s.phase == Phase.UNREST:
        return {}
    rows: list[dict[str, Any]] = [dict(r) for r in position(s)["revolts"]]
    changed = False
    for row in rows:
        hopes, unrest = list(row["hopes"]), list(row["unrest"])
        for field, pieces in seen.items():
            faces = {p.removeprefix(DIE) for p in pieces if p.startswith(DIE)}
            if field in hopes and RISES in faces:
                hopes.remove(field)
                unrest.append(field)
            elif field in unrest and faces and RISES not in faces:
                unrest.remove(field)
                hopes.append(field)
        if len(unrest) >= ENOUGH:
            return {}
        changed |= unrest != row["unrest"]
        row |= {"hopes": hopes, "unrest": unrest}
    return {"revolts": rows} if changed else {}


def laying(s: State) -> tuple[Token, ...]:
    """Men and ships that were bought and have no district yet: none is bought to be given back (WA-R26)."""
    if s.phase != Phase.MUSTER:
        return ()
    seats = s.due if together(s) else s.due[:1]
    return tuple(Token(UNIT[k], letter(p)) for p in seats for k in (MAN, SHIP) for _ in range(s.goods[p][k]))


UNLAID = ("order", "start", "seed")


def _laid(s: State) -> bool:
    """Whether capitals, first units and Rukr lie, from which the camera learns."""
    return s.phase not in UNLAID


TABLE = TableSpec(
    follows=True,  # dice and choices are told, then the pieces follow
    laid=_laid,
    instead=instead,
    patch=patch,
    laying=laying,
)
DEMO: DemoSpec[State] = DemoSpec(Demo.CAMPAIGN, board="small")
