"""Touches of whole games by hand: a thumb on the live pages, counted by act, turn and year.

Beside each number stands what a plain entry form would take: a touch for the kind, one a field, one to enter. Dice and
lots of the app come from a seed, so that a game that was counted can be counted again.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from typing import Any

from companion.bench import Metrics, metrics
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.stage import Stage
from tests.app.steps import to_table
from tests.app.thumb import Entered, Thumb
from tests.e2e.vikings import price

GAMES = {"hibernia": 0, "brian_boru": 0, "loewenherz": 0, "vikings_gone_wild": 0, "walisk": 5}  # players; 0: the least
SEEDS = {"vikings_gone_wild": 3, "loewenherz": 9, "walisk": 5}  # of the people; others 3
WHOLE = 40_000  # acts of the longest game
QUICK, A_YEAR = 60, 4  # acts of a short look at a game; rounds of one at Walisk, where winters are what counts
YEARS = 6  # at most, as the table has agreed (WA-2.18): whoever wants the khan's title may need forty
FRAME_MS, MEMORY_MB = 33.0, 260.0  # at most
Numbers = dict[str, tuple[float, str, float | None]]  # name -> value, unit, the same of a plain form


def measure(quick: bool) -> Metrics:
    """Each game's numbers are printed as soon as they are there; then the frames of the games' first acts."""
    stage, out, frames = Stage(), Numbers(), list[tuple[float, float]]()
    for name in GAMES:
        with at_table(stage, name) as begin:
            found = counted(name, play(begin, name, quick))
        for what, (value, unit, form) in found.items():
            plain = f", a plain form {form:g}" if form else ""
            print(f"{what}: {value:g} {unit}{plain}", file=sys.stderr, flush=True)
        out |= found
    out["app.memory_unpainted"] = (most_memory(), "MB", MEMORY_MB)  # drawing by software takes as much again and more
    for name in GAMES:
        with at_table(stage, name) as begin:
            frames += framed(begin(), name)
    own, all_threads = (sorted(times)[int(0.95 * len(times))] for times in zip(*frames, strict=True))
    out["app.frame_p95"] = (own, "ms", FRAME_MS)
    out["app.frame_all_threads_p95"] = (all_threads, "ms", None)
    out["app.memory_played"] = (most_memory(), "MB", None)
    return metrics(out)


def most_memory() -> float:
    """MB that this process has taken at most so far."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


@contextmanager
def at_table(stage: Stage, name: str) -> Iterator[Callable[[], Finger]]:
    """Comes to the table of a new game in a house of its own."""
    with tempfile.TemporaryDirectory() as home:
        finger = Finger(stage, Path(home), "en")

        def begin() -> Finger:
            to_table(finger, name, GAMES[name])
            return finger

        try:
            yield begin
        finally:
            finger.close()


@contextmanager
def unpainted() -> Iterator[None]:
    """Boards without their pixels: a whole game draws thousands of them, and nobody looks. All else stays as it is."""
    from kivy.graphics import Fbo

    from companion.app.widgets import board

    plain, blank = board.canvas, Fbo(size=(1, 1))
    board.canvas = lambda *_: blank
    try:
        yield
    finally:
        board.canvas = plain


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """The app throws and draws lots from a seed."""
    from companion.app.controllers import guide
    from companion.app.live import bytouch

    rng = random.Random(seed)
    plain = (guide.SystemRandom, bytouch.SystemRandom)
    guide.SystemRandom = bytouch.SystemRandom = lambda: rng  # type: ignore[assignment, misc]
    try:
        yield
    finally:
        guide.SystemRandom, bytouch.SystemRandom = plain  # type: ignore[misc]


def play(begin: Callable[[], Finger], name: str, quick: bool, seed: int = 0) -> Thumb:
    """A game, in which nobody waits for pixels; ``begin`` comes to its table. Walisk ends after so many years."""
    seed = seed or SEEDS.get(name, 3)
    with seeded(seed), unpainted():
        thumb = Thumb(begin(), PEOPLE[name](seed))
        short, last = quick and name != "walisk", A_YEAR if quick else YEARS * A_YEAR
        thumb.go(QUICK if short else WHOLE, until=lambda s: name == "walisk" and s.round > last)
    return thumb


def framed(finger: Finger, name: str) -> list[tuple[float, float]]:
    """ms of the processor for the frame that shows each act, with all its pixels, in the first acts of a game: what
    the thread of the window takes, and all threads, those of a graphics card in software among them."""
    frames: list[tuple[float, float]] = []

    def shown(_: Any) -> bool:
        finger.settle()
        own, every = time.thread_time(), time.process_time()
        finger.stage.frames(1)
        frames.append((1000 * (time.thread_time() - own), 1000 * (time.process_time() - every)))
        return False

    Thumb(finger, PEOPLE[name](3)).go(QUICK, until=shown)
    return frames


def counted(name: str, thumb: Thumb) -> Numbers:
    """Numbers of one game: median and most touches of an act, median of a turn, all of a year."""
    acts = [a.touches for a in thumb.acts]
    turns = [sum(a.touches for a in turn) for turn in turns_of(thumb)]
    out: Numbers = {
        f"touches.{name}.act": (median(acts), "touches", thumb.forms / max(1, len(acts))),
        f"touches.{name}.act_most": (max(a.touches for a in thumb.acts if not muster(a)), "touches", 0.0),
        f"touches.{name}.turn": (median(turns), "touches", thumb.forms / max(1, len(turns))),
        f"touches.{name}.all": (sum(acts), "touches", thumb.forms),
    }
    if name == "vikings_gone_wild":
        beyond = [sum(a.touches - sum(map(price, a.done)) for a in turn) for turn in turns_of(thumb)]
        out[f"touches.{name}.beyond_cards_and_choices_most"] = (max(beyond), "touches", 0.0)
    if name == "walisk":
        year, years = (thumb.session.state.round - 1) / A_YEAR, Counter[int]()
        for a in thumb.acts:
            years[(a.round - 1) // A_YEAR] += a.touches
        musters = [a.touches for a in thumb.acts if muster(a)]
        out[f"touches.{name}.year"] = (sum(acts) / year, "touches", thumb.forms / year)
        out[f"touches.{name}.year_most"] = (max(years.values()), "touches", 0.0)
        out[f"touches.{name}.muster_most"] = (max(musters, default=0), "touches", 0.0)
    return out


def muster(entry: Entered) -> bool:
    """Whether it is a whole winter's list of Walisk."""
    return entry.kind in ("Buy", "Place") and len(entry.done) > 1


def turns_of(thumb: Thumb) -> Iterator[list[Entered]]:
    """Acts of one seat in a row; throws belong to whoever acts then."""
    last: list[int | None] = [None]

    def seat(entry: Entered) -> int | None:
        if entry.seat is not None:
            last[0] = entry.seat
        return last[0]

    for _, group in groupby(reversed(thumb.acts), key=seat):
        yield list(group)
