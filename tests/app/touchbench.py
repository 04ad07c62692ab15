"""Touches of whole games by hand: a thumb on the live pages, counted by act, turn and year.

Beside each number stands what a plain entry form would take: a touch for the kind, one a field, one to enter.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from typing import Any

from companion.bench import Metrics, metrics
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.scenes import to_table
from tests.app.stage import Stage
from tests.app.thumb import Entered, Thumb
from tests.e2e.vikings import price

GAMES = {"hibernia": 0, "brian_boru": 0, "loewenherz": 0, "vikings_gone_wild": 0, "walisk": 5}  # players; 0: the least
WHOLE = 4000  # acts of the longest game
QUICK = 60
YEARS = 5  # of Walisk
Numbers = dict[str, tuple[float, str, float | None]]  # name -> value, unit, the same of a plain form


def measure(quick: bool) -> Metrics:
    stage, out, frames = Stage(), Numbers(), list[float]()
    for name, players in GAMES.items():
        with tempfile.TemporaryDirectory() as home:
            finger = Finger(stage, Path(home), "en")
            try:
                to_table(finger, name, players)
                out |= counted(name, play(finger, name, quick, frames))
            finally:
                finger.close()
    out["app.frame_p95"] = (sorted(frames)[int(0.95 * len(frames))], "ms", None)
    out["app.memory_played"] = (getrusage(RUSAGE_SELF).ru_maxrss / 1024, "MB", None)
    return metrics(out)


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


def play(finger: Finger, name: str, quick: bool, frames: list[float] | None = None) -> Thumb:
    """A game, or in Walisk some years of one; ``frames`` takes the ms of the frame that shows each act."""

    def over(s: Any) -> bool:
        if frames is not None:
            finger.settle()
            began = time.perf_counter()
            finger.stage.frames(1)
            frames.append(1000 * (time.perf_counter() - began))
        return bool(walisk and s.round > rounds)

    walisk = name == "walisk"
    thumb = Thumb(finger, PEOPLE[name](3))
    rounds = 4 * (1 if quick else YEARS)
    thumb.go(WHOLE if walisk or not quick else QUICK, until=over)
    return thumb


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
        year = (thumb.session.state.round - 1) / 4
        musters = [a.touches for a in thumb.acts if muster(a)]
        out[f"touches.{name}.year"] = (sum(acts) / year, "touches", thumb.forms / year)
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
