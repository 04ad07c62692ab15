"""What a reader sees of a script of tables, the first settled look at each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vision.observation import Observation


def settled(camera: Any, reader: Any, start: Any) -> Iterator[tuple[int, Observation]]:
    """Number of the table and its first settled look; of table 0 the reader learns that ``start`` lies there."""
    at = -1
    while (got := camera.read()) is not None:
        frame, t = got
        seen, number = reader.look(frame, t), int(camera.note or 0)
        if not seen.settled or number == at:
            continue
        at = number
        if number == 0:
            assert reader.learn(frame, start).refusal is None
        else:
            yield number, seen
