"""The paints of what stands on spots: those of solids, the looks of tokens, and how each is shifted in this light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from attrs import define, evolve, field

from vision.camera import Array
from vision.drift import far, told
from vision.forms import shape_of
from vision.layout import Piece
from vision.paints import Paint, PaintTables
from vision.sight import Sight

MIRRORED = 0.04  # of white: what glossy tops mirror here and not there
LOOKS = 6  # of a token that are kept


@define(eq=False)
class Palette:
    """``keys``: colours of solids, ids of tokens; a paint's index is its place there."""

    pieces: Mapping[str, Piece]
    keys: tuple[str, ...]
    _textures: dict[str, list[Array]] = field(factory=dict)  # token -> pixels (N, 3) it showed
    _tables: dict[bool, tuple[object, PaintTables]] = field(factory=dict)  # with gleams and without
    _shifts: dict[str, Array] = field(factory=dict)  # of paints, in this light, as they are looked for

    @staticmethod
    def key(piece: Piece) -> str:
        return piece.id if shape_of(piece).kind == "flat" else piece.colour

    def index(self, piece: Piece) -> int:
        return self.keys.index(self.key(piece))

    def seen(self, key: str, sight: Sight) -> bool:
        """Whether any piece of it was."""
        return key in self._textures or (key in sight.paints and sight.paints[key].pieces > 0)

    def tables(self, sight: Sight, gleams: bool) -> PaintTables:
        """Log densities of all paints here; made anew only when something was learned."""
        paints = tuple(sight.paints[self.pieces[k].colour if k in self.pieces else k] for k in self.keys)
        moved = tuple(self._shifts[k].tobytes() if k in self._shifts else b"" for k in self.keys)
        known = (paints, moved, tuple(len(self._textures.get(k, ())) for k in self.keys))
        if gleams not in self._tables or self._tables[gleams][0] != known:
            shifted = tuple(
                evolve(p, mean=p.mean + self._shifts[k]) if k in self._shifts else p
                for k, p in zip(self.keys, paints, strict=True)
            )
            tables = PaintTables(shifted, MIRRORED, gleams)
            for i, k in enumerate(self.keys):
                if k in self._textures:
                    tables.textured(i, np.vstack(self._textures[k]))
            self._tables[gleams] = (known, tables)
        return self._tables[gleams][1]

    def teach(self, sight: Sight, samples: Mapping[str, Sequence[Array]], before: Mapping[str, Paint]) -> None:
        """Paints as they were ``before`` with these samples; the looks of tokens."""
        for key, found in samples.items():
            if key in self.pieces:
                self._textures[key] = list(found)
            else:
                sight.teach(before[key].learn(found))

    def confirm(self, sight: Sight, samples: Mapping[str, Sequence[Array]]) -> None:
        """Further samples of pieces that were agreed."""
        for key, found in samples.items():
            if key in self.pieces:
                self._textures[key] = [*self._textures.get(key, ()), *found][-LOOKS:]
            else:
                sight.teach(sight.paints[key].learn(found, 1.0 if sight.paints[key].pieces < 8 else 0.4))

    def explain(self, tops: Sequence[Array], sight: Sight) -> tuple[Array, Mapping[str, Array]]:
        """Log densities (N, keys + 1) of tops (3,) in each paint and in none, and shifts of paints in this light.

        The looks of tokens say nothing here.
        """
        at = [i for i, k in enumerate(self.keys) if k not in self.pieces]
        found = told(np.array(tops).reshape(-1, 3), [sight.paints[self.keys[i]] for i in at])
        likes = np.full((len(tops), len(self.keys) + 1), np.nan)
        likes[:, [*at, -1]] = found.likes
        return likes, {self.keys[i]: v for i, v in zip(at, found.shifts, strict=True)}

    def follow(self, shifts: Mapping[str, Array], sight: Sight) -> set[int]:
        """Paints that look otherwise in this light than they are looked for; from now on they are looked for so."""
        zero = np.zeros(3)
        anew = {k: v for k, v in shifts.items() if self.seen(k, sight) and far(v - self._shifts.get(k, zero))}
        self._shifts |= anew
        return {i for i, k in enumerate(self.keys) if k in anew}
