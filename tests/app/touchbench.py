"""Touches of whole games by hand: a thumb on the live pages, counted by act, turn and year.

Beside each number stands what a plain entry form would take: a touch for the kind, one a field, one to enter.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

from companion.bench import Metrics, metrics
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.scenes import to_table
from tests.app.stage import Stage
from tests.app.thumb import Thumb

GAMES = {"hibernia": 0, "brian_boru": 0, "loewenherz": 0, "vikings_gone_wild": 0, "walisk": 5}  # players; 0: the least
WHOLE = 4000  # acts of the longest game
QUICK = 60
YEARS = 5  # of Walisk
Numbers = dict[str, tuple[float, str, float | None]]  # name -> value, unit, the same of a plain form


def measure(quick: bool) -> Metrics:
    stage, out = Stage(), Numbers()
    for name, players in GAMES.items():
        with tempfile.TemporaryDirectory() as home:
            finger = Finger(stage, Path(home), "en")
            try:
                to_table(finger, name, players)
                out |= counted(name, play(finger, name, quick))
            finally:
                finger.close()
    return metrics(out)


def play(finger: Finger, name: str, quick: bool) -> Thumb:
    """A game, or in Walisk some years of one."""
    walisk = name == "walisk"
    thumb = Thumb(finger, PEOPLE[name](3))
    rounds = 4 * (1 if quick else YEARS)
    thumb.go(WHOLE if walisk or not quick else QUICK, until=lambda s: walisk and s.round > rounds)
    return thumb


def counted(name: str, thumb: Thumb) -> Numbers:
    """Numbers of one game: median and most touches of an act, median of a turn, all of a year."""
    acts = [n for _, _, n in thumb.acts]
    turns = [sum(n for _, n in t) for t in turns_of(thumb)]
    out: Numbers = {
        f"touches.{name}.act": (median(acts), "touches", thumb.forms / max(1, len(acts))),
        f"touches.{name}.act_most": (max(acts), "touches", 0.0),
        f"touches.{name}.turn": (median(turns), "touches", thumb.forms / max(1, len(turns))),
        f"touches.{name}.all": (sum(acts), "touches", thumb.forms),
    }
    if name == "walisk":
        year = (thumb.session.state.round - 1) / 4
        musters = [n for kind, _, n in thumb.acts if kind == "Buy"]
        out[f"touches.{name}.year"] = (sum(acts) / year, "touches", thumb.forms / year)
        out[f"touches.{name}.muster_most"] = (max(musters, default=0), "touches", 0.0)
    return out


def turns_of(thumb: Thumb) -> Iterator[list[tuple[str, int]]]:
    """Acts of one seat in a row; throws belong to whoever acts then."""
    last: list[Any] = [None]

    def seat(entry: tuple[str, int | None, int]) -> Any:
        if entry[1] is not None:
            last[0] = entry[1]
        return last[0]

    ahead = [(k, s, n) for k, s, n in reversed(thumb.acts)]
    for _, group in groupby(ahead, key=seat):
        yield [(k, n) for k, _, n in group]
