"""Write what ``fit_counts.py`` fits on: what speaks for numbers of small cubes on the photoreal sample, and truth.

    python tools/score_counts.py            twelve tables in four lights -> tools/counts.jsonl.gz

Needs the sample beside the project (``RENDER`` names its folder). A table's set-up is learned once; nothing is agreed
after it, so each light is read as if it were the first.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench import sample
from tests.bench.samplebench import learned, settled
from vision.rectify import belongs
from vision.tallies import features

DATA = Path(__file__).with_name("counts.jsonl.gz")


def rows(table: sample.SampleTable) -> Iterator[dict[str, Any]]:
    """One kind of cube of one place each: what speaks for its number, and whether that was right."""
    told = sample.layout(table.truth)
    set_up = np.asarray(cv2.imread(str(table.set_up)), np.uint8)
    reader = sample.reader(table.truth, told)
    known = learned(reader, table, set_up)
    for n, (light, picture) in enumerate(table.pictures.items(), 1):
        if not known or settled(reader, picture.frame(), 20.0 * n) is None:
            print(table.seed, light, "was not read", file=sys.stderr)
            continue
        want = {s.id: s for s in picture.shown}
        for place, tally in reader.tallies().items():
            if place not in want or tally.large:
                continue
            area = reader.sight.place[place]
            for i, solid in enumerate(reader.sight.solids):
                if not reader.sight.most(area, solid):
                    continue
                found, speaks = features(tally, i)
                here = [b for b in tally.bodies if b.solid == i and belongs((area,), b.x, b.y).get(place, 0.0) > 0.5]
                number = tally.kept.get(i, 0) + len(here)
                yield {
                    "table": table.seed, "light": light, "place": place, "piece": solid.piece, "found": found,
                    "f": np.round(speaks, 3).tolist(), "near": tally.near, "left": round(tally.left, 1),
                    "right": number == want[place].counts.get(sample.colour_of(solid.piece), 0),
                }  # fmt: skip


def main() -> None:
    told = Counter[bool]()
    with gzip.open(DATA, "wt", encoding="utf-8") as out:
        for table in sample.tables():
            for row in rows(table):
                told[row["right"]] += 1
                out.write(json.dumps(row, separators=(",", ":")) + "\n")
    print(f"{told.total()} numbers, {told[True]} right")


if __name__ == "__main__":
    main()
