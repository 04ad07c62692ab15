"""Evenings before a camera made of numbers: an hour of play in seconds, for what the desk makes of readings.

Nothing is drawn and nothing seen. The reader is told what lies there, misreads numbers about as often as the counter of
areas does, and states what it reads as surely as that allows. What a camera really reads is measured by the evenings
before pictures; here many more can be played, and nothing wrong may ever be entered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from random import Random
from typing import Any

import numpy as np
from attrs import frozen

from companion.demo.live import LiveCamera
from companion.demo.pace import HUMAN
from companion.demo.player import keep_out
from companion.table.clock import WorkClock
from companion.table.eye import Contents, Eye, Pictures
from companion.table.layout import layout_of, seen_layout
from companion.table.palettes import palette_at
from companion.table.sight import Palette
from tests.bench.campaign import Campaign
from tests.bench.evening import Evening
from vision.demo.camera import Act, DemoCamera
from vision.demo.shapes import LaidPiece
from vision.layout import Layout
from vision.observation import DOUBTFUL, MOST_COUNT, Observation, Reading

SETTLES_S, READ_S = 0.3, 0.4  # until a table is said to be still, and what reading it takes
AGREED, SPOT = 7.0, 9.0  # nats: a place that looks as agreed, a stack
FAILS, FAILS_EACH = 0.0015, 0.006  # chance that a number is one off, and more for each fresh piece beside others
# Measured before pictures of Walisk's demo table: of 21 numbers with one fresh piece none was wrong, 1 of 36 with two
# or three, 4 of 38 with four to six, 6 of 22 with more; one piece too few in most.
TOO_FEW = 0.7
FAINT, FAINT_NATS = 0.1, (1.0, 6.0)  # share of fresh pieces that hardly show, and how surely they are there still


@frozen
class Picture:
    """What a camera made of numbers sees: all pieces, and whether a hand is there."""

    pieces: tuple[LaidPiece, ...]
    hand: bool


class NumberCamera(DemoCamera):
    """The demo camera's script and pace; pictures are not drawn."""

    def __init__(self, layout: Layout, acts: Iterable[Act], **options: Any) -> None:
        super().__init__(layout, np.zeros((8, 8, 3), np.uint8), acts, **options)

    def shoot(self) -> Any:
        return Picture(self.table.pieces, self.hand is not None)


class NumberEye(Eye):
    def cards(self) -> list[Any]:
        """No stickers are seen."""
        return []


class NumberReader:
    """Counts what lies there, with errors that it owns up to: of 17 that were measured the next picture made 16 again,
    so the same pieces are misread in the same way until one of them moves."""

    def __init__(self, layout: Layout, seed: int, clock: WorkClock, alike: Mapping[str, str]) -> None:
        """``alike``: kinds of piece that are read as one."""
        self.layout, self.seed, self.clock, self.alike = layout, seed, clock, alike
        self._rng = Random()
        self._pieces = sorted({p.id for p in layout.pieces})
        self._agreed: Contents = {}
        self._readings: dict[str, Reading] = {}
        self._fresh = True
        self._lying: tuple[LaidPiece, ...] = ()
        self._moved_at = self._read_at = 0.0
        self._reading = self._seq = 0

    def learn(self, _frame: Any, contents: Contents) -> object:
        self._agreed = contents
        return True

    def watch(self, frame: Picture, t: float) -> Observation:
        self._seq += 1
        moving = "hand" if frame.hand else "motion" if frame.pieces != self._lying else ""
        if moving:
            self._moved_at, self._lying, self._fresh = t, frame.pieces, True
        state = moving or ("settling" if t - self._moved_at < SETTLES_S else "still")
        return Observation(t, self._seq, state == "still", state)

    def again(self) -> None:
        self._fresh = True

    def look(self, frame: Picture, t: float) -> Observation:
        seen = self.watch(frame, t)
        if not seen.settled:
            return seen
        if self._fresh:
            self._readings = {p.place: p for p in self._read(frame)}
            self._fresh, self._read_at = False, t
            self._reading += 1
            self.clock.wait_until(self.clock() + READ_S)
        read = (self._read_at, self._reading)
        return Observation(t, self._seq, True, "still", None, dict(self._readings), (), (), *read)

    def confirm(self, contents: Contents) -> None:
        told = {k: v for k, v in contents.items() if DOUBTFUL not in v}
        self._agreed = {**self._agreed, **told}
        for place, held in told.items():
            reading = self._readings.get(place)
            if reading is not None and reading.counts:
                self._readings[place] = Reading(place, 1.0, {p: _known(held.get(p, 0)) for p in self._pieces})
        self._reading += 1

    def _read(self, frame: Picture) -> Iterable[Reading]:
        lying: dict[str, list[LaidPiece]] = {}
        for piece in frame.pieces:
            lying.setdefault(piece.place, []).append(piece)
        for place in self.layout.places:
            there = lying.get(place.id, [])
            held = [self._name(p.id) for p in there]
            self._rng.seed(f"{self.seed} {place.id} {sorted(p.key for p in there)}")
            if place.look == "slot":
                others = {(), *((p,) for p in self._pieces)} - {tuple(held)}
                stated = ((tuple(held), 0.0), *((x, -SPOT) for x in sorted(others)))
                yield Reading(place.id, 1.0, stacks=stated)
            elif place.look not in ("none", "tray"):
                yield Reading(place.id, 1.0, self._counts(Counter(held), self._agreed.get(place.id, {})))

    def _name(self, piece: str) -> str:
        kind, colon, rest = piece.partition(":")
        return self.alike.get(kind, kind) + colon + rest

    def _counts(self, here: Mapping[str, int], agreed: Mapping[str, int]) -> dict[str, tuple[float, ...]]:
        """Numbers that are as they were agreed are known; the others are read anew."""
        there = [(p, here.get(p, 0), agreed.get(p, 0)) for p in self._pieces]
        return {p: _known(n) if n == was else self._count(n, abs(n - was)) for p, n, was in there}

    def _count(self, n: int, fresh: int) -> tuple[float, ...]:
        """Log likelihoods of a number, with so many ``fresh`` pieces among them."""
        n, crowd = min(n, MOST_COUNT), fresh if n > 1 else 0
        fails = FAILS + FAILS_EACH * crowd
        shares = {n: 1 - fails, n - 1: fails * TOO_FEW, n + 1: fails * (1 - TOO_FEW)}
        if fresh and self._rng.random() < min(1.0, FAINT * fresh):
            faint = exp(-self._rng.uniform(*FAINT_NATS))
            shares[n - 1] += faint * shares[n]
            shares[n] *= 1 - faint
        shares = {k: x for k, x in shares.items() if 0 <= k <= MOST_COUNT}
        read = self._rng.choices(list(shares), list(shares.values()))[0]
        best = max(shares.values())
        stated = {read + n - k: log(x / best) for k, x in shares.items()}  # as surely, around what was read
        return tuple(max(-12.0, stated.get(k, -9.0 - abs(k - read))) for k in range(MOST_COUNT + 1))


def _known(n: int) -> tuple[float, ...]:
    n = min(n, MOST_COUNT)
    return tuple(0.0 if k == n else max(-12.0, -AGREED - 1.5 * (abs(n - k) - 1)) for k in range(MOST_COUNT + 1))


def number_eye(camera: Pictures, table: Evening | Campaign, palette: Palette) -> Eye:
    """The eye over such a camera."""
    layout = seen_layout(table.session.game, table.session.config.board, palette)
    return NumberEye(camera, NumberReader(layout, table.seed, table.clock, palette.alike))


class NumberEvening(Evening):
    """An evening by script before such a camera."""

    def cameras(self) -> list[Any]:
        board = self.session.config.board
        camera = NumberCamera(layout_of(board), self._script(), seed=self.seed, pace=HUMAN, keep_out=keep_out(board))
        return [LiveCamera(camera, self.clock)]

    def look_on(self, cameras: Sequence[Pictures]) -> Eye:
        return number_eye(cameras[0], self, self.palette)


class NumberCampaign(Campaign):
    """A campaign before such a camera."""

    def camera(self, layout: Layout) -> DemoCamera:
        return NumberCamera(layout, self.script(), seed=self.seed, pace=self.pace)

    def look_on(self, cameras: Sequence[Pictures]) -> Eye:
        return number_eye(cameras[0], self, palette_at(self.session))
