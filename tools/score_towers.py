"""Write what ``fit_reader.py`` fits on: scores of readings of the photoreal sample board, beside their truth.

    python tools/score_towers.py            twelve tables in eight lights -> tools/towers.jsonl.gz

Needs the sample beside the project (``RENDER`` names its folder). Each table's set-up is learned anew for each light.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench import sample
from tests.bench.samplebench import learned, lights, settled
from vision.spots import NEVER

DATA = Path(__file__).with_name("towers.jsonl.gz")


def rows(table: sample.SampleTable) -> Iterator[dict[str, Any]]:
    """One reading each: the best score of every piece in its own shape and in another, of a stranger, and the truth."""
    told = sample.layout(table.truth, counties=False)
    set_up = np.asarray(cv2.imread(str(table.set_up)), np.uint8)
    for light, of, frame in lights(table):
        reader = sample.reader(table.truth, told)
        if not learned(reader, table, set_up) or settled(reader, frame, 20.0) is None:
            print(table.seed, light, "was not read", file=sys.stderr)
            continue
        want = {s.id: s for s in table.pictures[of].shown}
        for place, kind, scores in reader.scores():
            if place not in want or (truth := _truth(want[place], scores.names)) is None:
                continue
            yield {
                "table": table.seed, "light": light, "kind": kind, "n": len(scores.names), "truth": truth,
                "exact": {str(i): round(float(v)) for i, v in enumerate(scores.exact) if v > NEVER},
                "other": {str(i): round(float(v)) for i, v in enumerate(scores.other) if v > NEVER},
                "stranger": None if scores.stranger <= NEVER else round(float(scores.stranger)),
                "left": round(scores.left, 3), "unseen": sorted(scores.unseen),
                "paints": scores.paints.tolist(),
                "tops": [None if np.isnan(v) else round(float(v), 2) for v in scores.tops],
            }  # fmt: skip


def _truth(want: sample.Shown, names: tuple[str, ...]) -> int | None:
    """The index of what truly is on top; None where it has none."""
    top = [""] if not want.top else ["card"] if want.top == "card" else [f"disc:{want.top}"]
    if want.cube:
        top = [f"cube_{want.top}"]
    elif want.top == "black":
        top.append(sample.DARK)
    return next((i for i, n in enumerate(names) if n in top), None)


def main() -> None:
    with gzip.open(DATA, "wt", encoding="utf-8") as out:
        for table in sample.tables():
            for row in rows(table):
                out.write(json.dumps(row, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
