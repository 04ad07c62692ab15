"""Fit the reader's calibration from readings whose truth is known, and tell how far what it states holds.

    python tools/fit_reader.py            fit on one half of the tables, tell how it holds on the other
    python tools/fit_reader.py --write    fit on all of them and write vision/calibration.json

``towers.jsonl.gz``: one reading a line, of the photoreal sample board in eight lights: the best score of every piece,
in a shape of its own and in another, that of a thing of no known paint, how likely the top is in each paint, how much
is left unexplained, and what truly stood there. ``score_towers.py`` writes it.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from attrs import asdict, evolve, frozen
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from held import brier, reliability

from vision.calibration import FILE, SLOTS, Calibration, Scores
from vision.spots import NEVER

DATA = Path(__file__).with_name("towers.jsonl.gz")
SURE = 3.0  # nats, as ``Sight.sure``
COST = 0.3  # of an unknown, in nats
BINS = (0.5, 0.7, 0.9, 0.95, 0.99, 0.998)
GRID = {
    "slope": (0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.05),
    "shape": (0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0),
    "occupied": (0.0, 1.0, 1.5, 2.0, 3.0, 4.0),
    "foreign": (0.0, 1.0, 2.0, 3.0),
    "slip": (0.0005, 0.001, 0.002, 0.004),
}


@frozen(eq=False)
class Known:
    """One reading and its truth (index; 0: nothing)."""

    table: str
    light: str
    kind: str
    truth: int
    scores: Scores

    @property
    def unseen(self) -> frozenset[int]:
        return self.scores.unseen

    def stated(self, calibration: Calibration) -> NDArray[np.float64]:
        return calibration.posterior(self.scores)


def load(file: Path = DATA) -> list[Known]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [known(json.loads(line)) for line in lines]


def known(row: dict[str, Any]) -> Known:
    def scores(found: dict[str, float]) -> NDArray[np.float64]:
        out = np.full(row["n"], NEVER)
        for i, v in found.items():
            out[int(i)] = v
        return out

    stranger = NEVER if row["stranger"] is None else float(row["stranger"])
    tops = np.array([np.nan if v is None else v for v in row["tops"]])
    said = Scores(("",) * row["n"], scores(row["exact"]), scores(row["other"]), stranger, row["left"],
                  frozenset(row["unseen"]), np.array(row["paints"]), tops)  # fmt: skip
    return Known(row["table"], row["light"], row["kind"], row["truth"], said)


def loss(calibration: Calibration, rows: list[Known]) -> float:
    """Mean negative log-likelihood of the truth, and what the answers cost: a certain error as much as five unknowns.

    Lead is of one paint over all others: shapes of a paint are told apart by other means, too.
    """
    total = 0.0
    for r in rows:
        p = r.stated(calibration)
        total -= np.log(p[r.truth])
        paint = r.scores.paints
        best = int(p.argmax())
        lead = np.log(p[best] / p[paint != paint[best]].max(initial=1e-9))
        wrong = paint[best] != paint[r.truth]
        total += COST * (1.0 if lead < SURE else 5.0 if wrong else 0.0)
    return float(total / len(rows))


def fit(rows: list[Known], start: Calibration = SLOTS) -> Calibration:
    """Coordinate descent over a grid: the loss is flat, finer steps would fit noise.

    ``stranger`` stays: scores of paints that were never seen were made with it. So does ``odd``: the set holds
    next to no piece that nothing explains, so that it would be fitted away.
    """
    # Bare places teach nothing, nor do paints that were never seen: they are never certain whatever the numbers are.
    rows = [r for r in rows if r.truth not in r.unseen and (s := r.scores)
            and (s.left or max(s.exact.max(), s.other.max(), s.stranger) > NEVER)]  # fmt: skip
    best, least = start, loss(start, rows)
    for _ in range(2):
        for name, values in GRID.items():
            for v in values:
                trial = evolve(best, **{name: v})
                if (now := loss(trial, rows)) < least:
                    best, least = trial, now
    return best


def told(calibration: Calibration, rows: list[Known]) -> list[str]:
    """Reliability and Brier score, best guesses in a paint that was never seen left out: those are never certain."""
    stated = [r.stated(calibration) for r in rows]
    kept = [(p, r) for p, r in zip(stated, rows, strict=True) if int(p.argmax()) not in r.unseen]
    out = [f"{len(kept)} readings, Brier score {brier([(p, r.truth) for p, r in kept]):.4f}"]
    table = reliability([float(p.max()) for p, _ in kept], [int(p.argmax()) == r.truth for p, r in kept], BINS)
    return [*out, *(f"{n:6d}  stated {s:.4f}  right {ok:.4f}" for n, s, ok in table)]


def main(arguments: list[str]) -> None:
    rows = load()
    tables = sorted({r.table for r in rows})
    half = set(tables[::2])
    fitted = fit([r for r in rows if r.table in half])
    print("fitted on", *sorted(half), fitted)
    print("\n".join(told(fitted, [r for r in rows if r.table not in half])))
    if "--write" in arguments:
        FILE.write_text(json.dumps({"towers": asdict(fit(rows))}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
