"""How long things take at the demo table: hands that come, rest and leave, in seconds of the camera's clock."""

from __future__ import annotations

import numpy as np
from attrs import frozen


@frozen
class Pace:
    """Durations in s; pairs are drawn between. ``hand_share``: how often a change is made by a hand that is seen."""

    frame_s: tuple[float, float] = (1 / 15, 1 / 5)
    enter_s: tuple[float, float] = (0.3, 0.8)
    act_s: tuple[float, float] = (0.3, 1.0)
    leave_s: tuple[float, float] = (0.3, 0.7)
    still_s: tuple[float, float] = (1.8, 2.6)
    rest_share: float = 0.25  # how often a hand rests over the board without moving
    rest_s: tuple[float, float] = (1.0, 2.5)
    hand_share: float = 1.0
    steps: int = 3  # a change is done in at most so many steps under one hand
    idle_s: tuple[float, float] | None = None  # between pictures while nothing is done; None: as always


def drawn(rng: np.random.Generator, span: tuple[float, float]) -> float:
    return float(rng.uniform(*span))
