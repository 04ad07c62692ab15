"""Cards with stickers before the demo camera: each picture gets the card that lies beside the board just now."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.art.marks import Mark, Shape, box
from companion.art.raster import marks_image
from companion.art.stickers import SIDE_MM, sticker
from tests.bench.card import lay_card

CARD_MM = (44.0, 63.0)


@cache
def card_face(number: int) -> NDArray[np.uint8]:
    """A plain card with its sticker in a corner, RGB, 8 px a mm."""
    marks: list[Mark] = [Shape((box(0, 0, *CARD_MM),), fill=(226, 221, 208), crisp=True)]
    marks += sticker(number, (4.0 + SIDE_MM / 2, 4.0 + SIDE_MM / 2))
    return np.asarray(marks_image(marks, CARD_MM, 8.0, ground=(226, 221, 208)))


class CardCamera:
    """A demo camera; ``card`` is the number of the sticker that lies in sight, None for no card."""

    def __init__(self, camera: Any, seed: int) -> None:
        self._camera = camera
        self._rng = np.random.default_rng([seed, 91])
        self._card: int | None = None
        self._at = (0.0, 0.0, 0.0)

    @property
    def card(self) -> int | None:
        return self._card

    @card.setter
    def card(self, number: int | None) -> None:
        """Another card comes to lie somewhere in the sea, at any angle."""
        self._card = number
        x, y = ((48.0, 62.0), (225.0, 325.0))[int(self._rng.integers(2))]
        dx, dy = self._rng.normal(0, 5, 2)
        self._at = (x + dx, y + dy, float(self._rng.uniform(0, 360)))

    @property
    def ended(self) -> bool:
        return bool(self._camera.ended)

    def close(self) -> None:
        self._camera.close()

    @property
    def at(self) -> float:
        return float(self._camera.at)

    @property
    def hand(self) -> Any:
        return self._camera.hand

    def turn(self) -> bool:
        return bool(self._camera.turn())

    def shoot(self) -> Any:
        frame = self._camera.shoot()
        if self._card is None:
            return frame
        homography = np.asarray(self._camera.truth().homography, np.float64)
        return lay_card(frame, homography, card_face(self._card), CARD_MM, self._at, self._rng)

    def read(self) -> tuple[Any, float] | None:
        return (self.shoot(), self.at) if self.turn() else None
