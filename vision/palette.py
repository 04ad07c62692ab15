"""The paints of what stands on spots: those of solids, the looks of tokens, and how each is shifted in this light.

Lamps of another colour, a bent curve and clipped channels move each paint by a shift that all its pieces share; a top
strays from that, and may mirror a lamp. Expectation maximisation over paints, gleams and shifts (Student densities, a
normal prior on each shift, which is wide for a paint that is only a word); in the end each top is held against what the
others tell of a paint, never against what it told itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from attrs import define, evolve, field, frozen

from vision.camera import Array
from vision.forms import shape_of
from vision.layout import Piece
from vision.paints import GREY, Paint, PaintTables
from vision.sight import Sight

MIRRORED = 0.04  # of white: what glossy tops mirror here and not there
LOOKS = 6  # of a token that are kept
SHIFT = 0.02 * np.eye(3) + 0.06 * GREY  # variance (log light) of a paint's shift from one picture to another
STRAY = 0.006 * np.eye(3) + 0.02 * GREY  # variance of tops of one paint in one picture
DARK = 0.004  # light by white that strays besides: much in the log light of what is dark
GLEAMS = ((0.0, 0.7), (0.02, 0.09), (0.05, 0.075), (0.1, 0.06), (0.2, 0.045), (0.4, 0.03))  # light by white, how often
GLEAMING = 0.006 * np.eye(3) + 0.01 * GREY  # variance between one gleam and the next
TAIL = 4.0  # degrees of freedom
ANYTHING = -6.0  # log density of a top in no paint that is known
SAME = 0.25  # log light; a paint that is shifted by less is looked for where it was
ROUNDS = 4


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

    def words(self, sight: Sight) -> tuple[int, ...]:
        """Paints of which no piece was seen."""
        return tuple(i for i, k in enumerate(self.keys) if not self.seen(k, sight))

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


# ---------------------------------------------------------------- which paint each top is in
@frozen(eq=False)
class Told:
    """``likes`` (N, paints + 1): log density of each top in each paint, the last in none that is known.

    ``shifts`` (paints, 3): log light by which paints look otherwise than they were learned.
    """

    likes: Array
    shifts: Array


def told(tops: Array, paints: Sequence[Paint]) -> Told:
    """What tops (N, 3), log light by white, are of these paints."""
    n, k = len(tops), len(paints)
    none = np.full((n, 1), ANYTHING)
    if not n or not k:
        return Told(none.repeat(k + 1, axis=1), np.zeros((k, 3)))
    learned, wide = np.stack([p.mean for p in paints]), np.stack([p.spread + SHIFT for p in paints])
    gleams, often = (np.array(x) for x in zip(*GLEAMS, strict=True))
    dark = np.minimum(DARK / np.exp(learned), 1.0)
    stray = STRAY + 0.7 * dark[:, :, None] * dark[:, None, :] + 0.3 * (dark**2)[:, :, None] * np.eye(3)
    stray = stray[:, None] + np.where(gleams[:, None, None] > 0, GLEAMING, 0.0)  # (paints, gleams, 3, 3)
    still, hold = np.linalg.inv(stray), np.linalg.inv(wide)
    shift, vague = np.zeros((k, 3)), wide
    for _ in range(ROUNDS):
        off, slope = _miss(tops[:, None, None], learned + shift, gleams)
        like, far = _student(off, stray + slope[..., None] * vague[:, None] * slope[..., None, :])
        like += np.log(often)
        highest = like.max(axis=(1, 2), keepdims=True)
        share = np.exp(like - highest)
        share /= share.sum(axis=(1, 2), keepdims=True) + np.exp(ANYTHING - highest)
        share *= (TAIL + 3) / (TAIL + far)
        gain = slope[..., None] * still * slope[..., None, :]
        pull = slope * np.einsum("kgij,nkgj->nkgi", still, off + slope * shift[:, None])
        known, drawn = np.einsum("nkg,kgij->nkij", share, gain), np.einsum("nkg,nkgi->nki", share, pull)
        vague = np.linalg.inv(hold + known.sum(axis=0))
        shift = np.einsum("kij,kj->ki", vague, drawn.sum(axis=0))
    vaguer = np.linalg.inv(hold + known.sum(axis=0) - known)
    others = np.einsum("nkij,nkj->nki", vaguer, drawn.sum(axis=0) - drawn)
    off, slope = _miss(tops[:, None, None], learned + others, gleams)
    like, _ = _student(off, stray + slope[..., None] * vaguer[:, :, None] * slope[..., None, :])
    return Told(np.column_stack([np.logaddexp.reduce(like + np.log(often), axis=2), none]), shift)


def far(shift: Array) -> bool:
    """Whether a paint that is shifted so (3,) must be looked for anew."""
    return float(np.abs(shift).max()) > SAME


def _miss(tops: Array, paints: Array, gleams: Array) -> tuple[Array, Array]:
    """How far tops are from paints (..., 3) in each gleam, and how much of a paint's shift shows in it."""
    light = np.exp(paints)[..., None, :]
    lit = light + gleams[:, None]
    return tops - np.log(lit), light / lit


def _student(off: Array, cov: Array) -> tuple[Array, Array]:
    """Log density of a three-dimensional Student distribution, up to a constant near 0; squared deviations."""
    q = (off[..., None, :] @ np.linalg.inv(cov) @ off[..., None])[..., 0, 0]
    return np.asarray(-0.5 * (TAIL + 3) * np.log1p(q / TAIL) - 0.5 * np.linalg.slogdet(cov)[1] - 2.3), q
