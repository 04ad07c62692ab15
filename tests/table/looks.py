"""Looks at a table of Hibernia, by the camera made of numbers: the table as it should lie, with some places changed."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from typing import Any

from attrs import evolve

from companion.engine.session import Session
from companion.engine.types import Input, Tabletop, Token
from companion.games.hibernia.game import GAME
from companion.table.desk import Desk
from companion.table.desk.core import Policy
from companion.table.sight import Palette, Sight
from tests.games.hibernia.tables import board, sit
from tests.table.eyes import observe
from vision.observation import DieReading, Observation

PALETTE = Palette({"A": "white", "B": "purple", "C": "orange", "D": "black"})
PALETTE3 = Palette({"A": "white", "B": "purple", "C": "orange", "neutral": "black"})
COLOURS = ("white", "purple", "orange", "black")


def palette(session: Session[Any]) -> Palette:
    return PALETTE if session.config.players == 4 else PALETTE3


def lying(table: Tabletop, **places: Mapping[str, int]) -> Tabletop:
    """A table with some places laid anew: ``ulaid={"A": 2}``."""
    laid = {
        place: tuple(Token("soldier", side) for side, n in held.items() for _ in range(n))
        for place, held in places.items()
    }
    return {**table, **laid}


def look(
    session: Session[Any],
    at: float = 0.0,
    *,
    table: Tabletop | None = None,
    hidden: Collection[str] = (),
    slip: float = 0.0,
    rng: random.Random | None = None,
    die: str = "",
    die_at: tuple[float, float] = (400.0, 100.0),
    **places: Mapping[str, int],
) -> Observation:
    """What the camera sees: the table of the session (or ``table``) with ``places`` laid otherwise."""
    base = table if table is not None else GAME.tabletop(session.state)
    seen = observe(
        lying(base, **places), board(), palette(session), COLOURS, at, hidden=hidden, slip=slip, rng=rng, spread=9.0
    )
    if die:
        faces = tuple((f, 0.0 if f == die else -9.0) for f in ("blue", "green", "red", "yellow", "black", "purple"))
        seen = evolve(seen, dice=(DieReading("tray", faces, die_at),))
    return seen


def sight(session: Session[Any], observation: Observation) -> Sight:
    return Sight(observation, board(), palette(session))


def told(
    given: Mapping[str, Any] | None, *chains: tuple[str, ...], source: str = "tap", **options: Any
) -> Session[Any]:
    """A session at a position after these chains."""
    session = sit(given, **options)
    for chain in chains:
        result = session.submit(acts(session, *chain), source)
        assert not hasattr(result, "rule"), result
    return session


def acts(session: Session[Any], *lines: str) -> tuple[Input, ...]:
    return tuple(session.codec.parse(line) for line in lines)


def desk_at(session: Session[Any], **patience: Any) -> Desk:
    return Desk(session, board(), palette(session), policy=Policy(**{"looks": 1, **patience}))
