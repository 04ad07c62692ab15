"""A camera made of numbers: observations of a tabletop with hidden places and honest noise, seeded by the caller."""

from __future__ import annotations

import random
from collections.abc import Collection

from companion.engine.boards import Board
from companion.engine.types import Tabletop
from companion.table.sight import Palette
from vision.observation import Observation, Reading

MOST = 14


def observe(
    table: Tabletop,
    board: Board,
    palette: Palette,
    colours: Collection[str],
    at: float,
    *,
    rng: random.Random | None = None,
    spread: float = 9.0,
    hidden: Collection[str] = (),
    slip: float = 0.0,
) -> Observation:
    """Counts with a likelihood that falls by ``spread`` nats a piece; ``slip``: share of places read one off.

    A slip is honest: its likelihoods still leave the truth within about 3 nats.
    """
    readings = {}
    for space in board.spaces:
        if space.look in ("none", "tray"):
            continue
        counts = palette.counts(table.get(space.id, ()))
        likelihoods = {}
        for colour in colours:
            n = counts.get(f"soldier:{colour}", 0)
            peak, slope = float(n), spread
            if rng is not None and n and rng.random() < slip:
                peak, slope = n + rng.choice([-0.6, 0.6]), 3.0
            ls = [-slope * abs(k - peak) for k in range(MOST)]
            best = max(ls)
            likelihoods[f"soldier:{colour}"] = tuple(v - best for v in ls)
        seen = 0.0 if space.id in hidden else 1.0
        readings[space.id] = Reading(space.id, seen, likelihoods)
    return Observation(at, int(at * 10), True, "still", None, readings)
