"""Fits how often numbers of small cubes are right, by readings whose truth is known.

    python tools/fit_counts.py            fits on half of the tables, tells how whole places hold on the other
    python tools/fit_counts.py --write    fits on all of them and writes vision/counts.json

A row of ``tools/counts.jsonl.gz``: the table, its light, the place, whether pieces of the kind were found, what speaks
for their number (``vision.tallies.features``), whether it was right; what touches and what nothing explains there.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from attrs import asdict, evolve

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from held import logistic, reliability

from vision.odds import FILE, Counts
from vision.tallies import Tally, whole

DATA = Path(__file__).with_name("counts.jsonl.gz")
BINS = (0.6, 0.8, 0.9, 0.95, 0.99)
Row = dict[str, Any]


def read() -> list[Row]:
    with gzip.open(DATA, "rt", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def areas(rows: list[Row], counts: Counts) -> list[tuple[Any, bool]]:
    """What speaks for all numbers of each place, and whether they were right."""
    places: dict[tuple[str, str, str], list[Row]] = {}
    for r in rows:
        places.setdefault((r["table"], r["light"], r["place"]), []).append(r)
    out = []
    for own in places.values():
        tally = Tally("", near=own[0]["near"], left=own[0]["left"])
        rights = [counts.right(r["found"], np.array(r["f"])) for r in own]
        out.append((whole(tally, rights), all(r["right"] for r in own)))
    return out


def fit(rows: list[Row]) -> Counts:
    pairs = {k: [(np.array(r["f"]), bool(r["right"])) for r in rows if r["found"] == k] for k in (True, False)}
    counts = Counts(logistic(pairs[True]), logistic(pairs[False]))
    return evolve(counts, whole=logistic(areas(rows, counts), 5.0))


def held(fitted_on: list[Row], rows: list[Row]) -> list[tuple[float, bool]]:
    counts = fit(fitted_on)
    return [(counts.all_right(f), ok) for f, ok in areas(rows, counts)]


def main() -> None:
    rows = read()
    tables = sorted({r["table"] for r in rows})
    halves = [[r for r in rows if tables.index(r["table"]) % 2 == k] for k in (0, 1)]
    told = held(halves[0], halves[1]) + held(halves[1], halves[0])
    for n, stated, right in reliability([p for p, _ in told], [ok for _, ok in told], BINS):
        print(f"{n:6d} stated {stated:.3f} right {right:.3f}")
    if "--write" in sys.argv:
        counts = fit(rows)
        FILE.write_text(json.dumps(asdict(counts)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
