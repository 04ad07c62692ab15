"""Brian Boru's towns: four touches where each of the others is seen by then, up to six where one is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.capture.draft import Drawn, Point, Spot
from companion.capture.eyes import Eyes
from companion.capture.stage import Scene
from companion.games.brian_boru.capture import FEW, Six, sketch


class Seeing(Eyes):
    """A picture that shows the circles of all towns but some."""

    def __init__(self, hidden: frozenset[str] = frozenset()) -> None:
        self.hidden = hidden

    def towns(
        self, sketch: Mapping[str, Point], words: Mapping[str, str], anchors: Mapping[str, Point]
    ) -> Mapping[str, Any]:
        return {"places": {n: (p, n not in self.hidden) for n, p in sketch.items()}, "radius_mm": 8.0}


@pytest.mark.parametrize(("hidden", "touches"), [((), FEW), (("D2",), 6), (("M7",), 6)])
def test_as_many_towns_as_it_takes(hidden: tuple[str, ...], touches: int) -> None:
    eyes = Seeing(frozenset(hidden))
    spots = {n: Spot(n, "town", sketch.towns()[n][1], tags=frozenset({"fixed"})) for n in sketch.SIX}

    def enough(n: int) -> bool:
        drawn = Drawn(spots={name: spots[name] for name in sketch.SIX[:n]})
        return Six().full(Scene(drawn, eyes, (1920, 1080)))

    assert next(n for n in range(1, 7) if enough(n)) == touches


def test_the_first_four_show_all_colours_and_a_blind_sheet_asks_for_all() -> None:
    assert {sketch.colours()[n] for n in sketch.SIX[:FEW]} == set(sketch.colours().values())
    four = {n: Spot(n, "town", sketch.towns()[n][1]) for n in sketch.SIX[:FEW]}
    assert not Six().full(Scene(Drawn(spots=four), Eyes(), (0, 0)))
