"""Scenes of a legal game for a photoreal renderer beside the project, with the acts that made them as truth.

The renderer is a stranger: it gets the printed art and pieces in millimetres, and nothing of it comes back but pictures.
Usage: ``python -m tests.photoreal.scenes OUT --seed 11 --acts 30 --light window``
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

from attrs import evolve

from companion.art.raster import board_image
from companion.demo.player import keep_out
from companion.engine.boards import house_board
from companion.engine.codec import text
from companion.engine.conformance import deal, next_act
from companion.engine.game import configure
from companion.engine.legal import Legal, complete
from companion.engine.types import Roll, Rolled, Ruling
from companion.games import game
from companion.table.layout import layout_of
from companion.table.sight import Palette
from vision.demo.arrange import Arrangement

COLOURS = ("white", "purple", "orange", "black")


def play(players: int, seed: int, acts: int) -> list[tuple[Any, str | None, dict[str, dict[str, int]]]]:
    """(state, act as text, contents of the table) for every input of a purposeful game, until ``acts`` traced acts."""
    hibernia, board, rng = game("hibernia"), house_board("hibernia"), random.Random(seed)
    palette = Palette(dict(zip(["ABCD"[i] for i in range(players)] + ["neutral"] * (players < 4), COLOURS, strict=True)))
    s = hibernia.setup(configure(hibernia, players, board))
    out: list[tuple[Any, str | None, dict[str, dict[str, int]]]] = [(s, None, {})]
    traced = 0
    while traced < acts:
        act = purposeful(hibernia, s, rng)
        if act is None:
            break
        decision = hibernia.decide(s, act)
        assert not isinstance(decision, Ruling)
        before = hibernia.tabletop(s)
        for event in decision:
            s = hibernia.evolve(s, event)
        table = hibernia.tabletop(s)
        traced += not isinstance(act, Rolled) and table != before
        out.append((s, text(act), {k: dict(palette.counts(v)) for k, v in table.items()}))
    return out


def purposeful(hibernia: Any, s: Any, rng: random.Random) -> Any:
    """The act that would score most now, of a few drawn at random; the die action is named wherever it fits."""
    owed = hibernia.pending(s)
    if not owed:
        return None
    if isinstance(owed[0], Roll):
        return deal(owed[0], rng.randrange)
    if not hasattr(owed[0], "seats"):
        return None
    seat = owed[0].seats[0]
    entries = list(Legal(hibernia, s, seat))
    best, most = None, -1.0
    for entry in rng.sample(entries, min(8, len(entries))):
        act = complete(entry, rng.randrange)
        if getattr(act, "by", "") == "extra" and not isinstance(hibernia.decide(s, evolve(act, by="die")), Ruling):
            act = evolve(act, by="die")
        after = s
        for event in hibernia.decide(s, act):
            after = hibernia.evolve(after, event)
        worth = sum(x == seat for x in after.owner) + after.total[seat] + rng.random()
        if worth > most:
            best, most = act, worth
    return best


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--acts", type=int, default=30)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--light", default="window")
    parser.add_argument("--tilt", type=float, default=18.0)
    parser.add_argument("--distance", type=float, default=540.0, help="mm; near enough for 8 mm cubes, as the app asks")
    parser.add_argument("--roll", type=float, default=4.0)
    a = parser.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    board = house_board("hibernia")
    layout = layout_of(board)
    from PIL import Image

    Image.fromarray(board_image(board, 8)).save(a.out / "board.png")
    arrangement = Arrangement(layout, a.seed, keep_out=keep_out(board))
    scenes, truth, since = [], [], []
    for s, act, contents in play(a.players, a.seed, a.acts):
        if act is not None:
            since.append(act)
        if s.phase in ("fortress", "start"):
            continue
        if truth and contents == truth[-1]["contents"]:
            continue
        pieces = arrangement.update(contents)
        scenes.append(
            {
                "name": f"{len(scenes):04d}",
                "board": {"art": "board.png", "width_mm": board.size_mm[0], "height_mm": board.size_mm[1]},
                "pieces": [
                    {"id": f"c{p.key}", "kind": "cube", "colour": p.colour, "x_mm": round(p.x, 2), "y_mm": round(p.y, 2),
                     "yaw_deg": round(p.yaw, 1), "size_mm": p.size_mm[0], "space": p.place}
                    for p in pieces
                ],
                "camera": {"tilt_deg": a.tilt, "distance_mm": a.distance, "roll_deg": a.roll, "offset_mm": [6, -4]},
                "light": {"mode": a.light},
                **({"hand": False} if not scenes else {}),
            }
        )  # fmt: skip
        truth.append({"acts": since, "contents": contents})
        since = []
    (a.out / "scenes.jsonl").write_text("".join(json.dumps(s) + "\n" for s in scenes))
    (a.out / "truth.json").write_text(json.dumps({"players": a.players, "seed": a.seed, "pictures": truth}))
    print(len(scenes), "scenes")


if __name__ == "__main__":
    main()


__all__ = ["next_act", "play", "purposeful"]
