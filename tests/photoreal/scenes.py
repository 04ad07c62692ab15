"""Scenes of a legal game for a photoreal renderer beside the project, with the acts that made them as truth.

The renderer is a stranger: it gets the printed art and pieces in millimetres; nothing of it comes back but pictures.
Usage: ``python -m tests.photoreal.scenes OUT --seed 11 --acts 30 --light window``
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from PIL import Image

from companion.art.raster import board_image
from companion.demo.player import keep_out, palette_for
from companion.demo.truth import play
from companion.engine.boards import house_board
from companion.engine.codec import text
from companion.engine.game import configure
from companion.games import game
from companion.table.layout import layout_of
from vision.demo.arrange import Arrangement


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
    Image.fromarray(board_image(board, 8)).save(a.out / "board.png")
    arrangement = Arrangement(layout, a.seed, keep_out=keep_out(board))
    scenes: list[dict[str, Any]] = []
    truth: list[dict[str, Any]] = []
    since: list[str] = []
    hibernia = game("hibernia")
    config = configure(hibernia, a.players, board)
    palette = palette_for(a.players, board.colours)
    state = hibernia.setup(config)
    for turn in play(hibernia, config, palette, a.seed, state):
        since.append(text(turn.act))
        state, contents = turn.state, turn.contents
        if not hibernia.ready(state) or (truth and contents == truth[-1]["contents"]):
            continue
        if len(truth) > a.acts:
            break
        pieces = arrangement.update(contents)
        scenes.append(
            {
                "name": f"{len(scenes):04d}",
                "board": {"art": "board.png", "width_mm": board.size_mm[0], "height_mm": board.size_mm[1]},
                "pieces": [
                    {
                        "id": f"c{p.key}", "kind": "cube", "colour": p.colour, "x_mm": round(p.x, 2),
                        "y_mm": round(p.y, 2), "yaw_deg": round(p.yaw, 1), "size_mm": p.size_mm[0], "space": p.place,
                    }
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
