"""Boards nobody has seen before, drawn from a seed: own places, shapes, colours, ornament and letters.

They stand for boards that people own when the capture of such a board is tested: no fiducials, nothing of our print.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from attrs import frozen

from vision.layout import Layout, Piece, Place

Link = tuple[str, str]


@frozen(eq=False)
class StrangerSpace:
    """A printed place: outline and centre in mm, the colour word of its print ("" for none)."""

    id: str
    kind: str  # county | town | field | shield | area
    polygon: np.ndarray
    centre: tuple[float, float]
    colour: str = ""
    region: str = ""
    fortress: bool = False
    central: bool = False


@frozen(eq=False)
class Stranger:
    """A board and the truth about it. ``art`` is RGB uint8, all of it ``size_mm``; ids mean nothing to a reader."""

    seed: int
    game: str
    art: np.ndarray
    size_mm: tuple[float, float]
    spaces: tuple[StrangerSpace, ...]
    links: frozenset[Link]  # sorted pairs of ids
    track: tuple[str, ...]  # ids of its fields in order, the start first
    track_colours: tuple[str, ...]
    loop: bool

    def space(self, ident: str) -> StrangerSpace:
        return next(s for s in self.spaces if s.id == ident)

    def layout(self, pieces: Sequence[Piece], tray: Sequence[tuple[float, float]] = ()) -> Layout:
        """The true layout, as a perfect capture would give it: to lay pieces on the stranger, and to compare."""
        places = [
            Place(
                s.id,
                "slot" if s.kind == "town" else "area",
                tuple((float(x), float(y)) for x, y in s.polygon),
                s.centre,
                {},
                s.colour,
            )
            for s in self.spaces
        ]
        if tray:
            xs, ys = [p[0] for p in tray], [p[1] for p in tray]
            middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
            places.append(Place("tray", "tray", tuple(tray), middle))
        return Layout(f"stranger-{self.game}-{self.seed}", self.size_mm, tuple(places), tuple(pieces))


def stranger_board(game: str, seed: int, px_per_mm: float = 4.0) -> Stranger:
    """A stranger ``hibernia`` (20 counties, track of 40-56 fields), ``brian_boru`` (53 towns) or score board of
    ``vikings_gone_wild`` (a start space and 60 more)."""
    if game == "hibernia":
        from tests.strangers.map import draw_map

        return draw_map(seed, px_per_mm)
    if game == "brian_boru":
        from tests.strangers.towns import draw_towns

        return draw_towns(seed, px_per_mm)
    if game == "vikings_gone_wild":
        from tests.strangers.score import draw_score

        return draw_score(seed, px_per_mm)
    raise ValueError(f"no stranger board for {game!r}: hibernia, brian_boru or vikings_gone_wild")
