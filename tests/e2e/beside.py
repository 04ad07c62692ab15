"""More cameras over one demo table: another place, another size; the same pieces, paints, lamps and hands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from attrs import evolve

from vision.demo.camera import DemoCamera
from vision.demo.table import DemoTable
from vision.demo.view import Point, look

AIMED = ("tilt_deg", "azimuth_deg", "roll_deg", "hfov_deg", "margin")


class Beside:
    """A source of pictures of what ``first`` films, each taken right after one of ``first``.

    ``see``: points (mm) it is aimed at, all that ``first`` sees if there are none; ``aim``: values of ``Conditions``
    that say where it stands, as for ``first`` where nothing is said.
    """

    def __init__(
        self, first: DemoCamera, picture: tuple[int, int], see: Sequence[Point] = (), **aim: float
    ) -> None:
        self.first, table = first, first.table
        here = evolve(table.conditions, **aim)
        self.table = DemoTable(table.art, table.size_mm, here, picture=picture, tray=table.tray)
        if see:
            self.table.view = look(picture, see, **{k: getattr(here, k) for k in AIMED})
            self.table.relight()
        self.fault = None
        self._at = -1.0

    @property
    def ended(self) -> bool:
        return self.first.ended

    def still(self) -> np.ndarray:
        """What it would see now."""
        self.table.lay(self.first.table.pieces)
        return self.table.shoot(self.first.hand)

    def read(self) -> tuple[np.ndarray, float] | None:
        if self._at == self.first.at:
            return None
        self._at = self.first.at
        return self.still(), self._at

    def close(self) -> None:
        """Nothing of its own."""
