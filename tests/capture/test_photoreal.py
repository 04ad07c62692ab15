"""Stranger boards photographed by a path tracer that knows nothing of this project, where it lies beside the project.

It has an environment of its own: ``RENDER_PYTHON`` names its Python, else ``venv`` in its folder is taken. Pictures are
kept in ``build`` and rendered once.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from attrs import define

from companion.capture.workshop import Workshop
from companion.engine.boards import board_from_mapping
from companion.table.layout import layout_of
from tests.capture.boards import COLOURS, stranger
from tests.capture.test_pose import CUBES, gray
from tests.owners.bench import right, truth_of
from tests.owners.person import Person, told
from tests.strangers import Stranger
from tests.vision.test_photographs import ROOT
from vision.camera import Refusal, View, apply, board_grid
from vision.demo.arrange import Arrangement
from vision.reference import ReferencePose

RENDER = Path(os.environ.get("RENDER", ROOT.parent / "shared" / "render"))
PYTHON = Path(os.environ.get("RENDER_PYTHON", RENDER / "venv" / "bin" / "python"))
SIZE = (1920, 1080)
BOARDS = (("hibernia", 1), ("hibernia", 2), ("brian_boru", 3))
LIGHTS = ("window", "lamp", "overcast")

pytestmark = [
    pytest.mark.shared,
    pytest.mark.proof,
    pytest.mark.skipif(
        not (RENDER / "shoot.py").exists() or not PYTHON.exists(), reason="no renderer is beside the project"
    ),
]


@define
class Shot:
    """A board and two pictures of it: empty as it is captured, and later with pieces, moved, in other light."""

    board: Stranger
    empty: Any
    later: Any
    homographies: tuple[Any, Any]  # printed mm -> px


def pieces_on(board: Stranger) -> list[dict[str, Any]]:
    rng = random.Random(board.seed)
    contents = {
        s.id: {f"soldier:{rng.choice(COLOURS)}": rng.randint(1, 3)}
        for s in board.spaces if s.kind in ("county", "town") and rng.random() < 0.6
    }  # fmt: skip
    return [
        {"id": f"c{p.key}", "kind": "cube", "colour": p.colour, "x_mm": round(p.x, 2), "y_mm": round(p.y, 2),
         "z_mm": round(p.z, 2), "yaw_deg": round(p.yaw, 1), "size_mm": p.size_mm[0]}
        for p in Arrangement(board.layout(CUBES), board.seed).update(contents)
    ]  # fmt: skip


def height_over(board: Stranger) -> float:
    """A camera as the lamps want it: near, with the whole board in view (a lens of 65 degrees, a picture of 16:9)."""
    w, h = board.size_mm
    return round(max(1.3 * w / 1.274, 1.35 * h / 0.716), 0)


def scenes_of(board: Stranger, number: int) -> list[dict[str, Any]]:
    sheet = {"art": "board.png", "width_mm": board.size_mm[0], "height_mm": board.size_mm[1]}
    high = height_over(board)
    empty = {
        "name": "empty", "board": sheet, "pieces": [], "hand": False, "seed": 40 + number,
        "camera": {"tilt_deg": 12 + 8 * number, "azimuth_deg": 3 * number, "distance_mm": high},
        "light": {"mode": LIGHTS[number % 3]},
    }  # fmt: skip
    later = {
        "name": "later", "board": sheet, "pieces": pieces_on(board), "hand": False, "seed": 60 + number,
        "camera": {"tilt_deg": 30 - 6 * number, "azimuth_deg": 8, "distance_mm": 1.1 * high},
        "light": {"mode": LIGHTS[(number + 1) % 3]},
        "bump": {"dx_mm": 9, "dy_mm": -6, "rot_deg": 3},
    }  # fmt: skip
    return [empty, later]


def shot(number: int) -> Shot:
    board = stranger(*BOARDS[number])
    scenes = scenes_of(board, number)
    key = hashlib.sha256(board.art.tobytes() + json.dumps(scenes).encode()).hexdigest()[:12]
    folder = ROOT / "build" / "photoreal" / key
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "board.png"), cv2.cvtColor(board.art, cv2.COLOR_RGB2BGR))
    (folder / "scenes.jsonl").write_text("".join(json.dumps(s) + "\n" for s in scenes), encoding="utf-8")
    command = [
        str(PYTHON),
        "shoot.py",
        str(folder / "scenes.jsonl"),
        "-o",
        str(folder),
        "--size",
        "1920x1080",
        "--skip",
    ]
    subprocess.run(command, cwd=RENDER, check=True, capture_output=True)
    pictures = [cv2.imread(str(folder / f"{s['name']}.jpg")) for s in scenes]
    truths = [json.loads((folder / f"{s['name']}.json").read_text(encoding="utf-8")) for s in scenes]
    return Shot(board, *pictures, tuple(np.array(t["homography_mm_to_px"]) for t in truths))


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    return [shot(n) for n in range(len(BOARDS))]


def test_captured_from_a_path_traced_picture_and_found_again(shots: list[Shot]) -> None:
    rows, poses = [], []
    for s in shots:
        board, there = s.board, s.homographies[0]
        shop = Workshop(board.game)
        shop.take_picture(s.empty)
        rng = random.Random(board.seed)
        person = Person(truth_of(board, there, SIZE), shop, lambda rng=rng: rng.uniform(-1, 1))
        person.run()
        row = {"game": board.game, "board": board.seed, "touches": sum(person.spent.values()),
               "dearest": told(person.spent).partition(",")[0], "put_right": len(person.notes)}  # fmt: skip
        row["finished"] = shop.finished
        own = board_from_mapping({**shop.document(), "colours": list(COLOURS)}, "own")
        to = np.linalg.inv(shop.homography()) @ there
        row["right"] = right(own, board, to)
        pose = ReferencePose(layout_of(own), gray(shop.picture), shop.homography())
        poses.append(pose)
        view = pose.find(gray(s.later))
        row["found_mm"] = -1.0
        if isinstance(view, View):
            grid = board_grid(shop.size_mm)
            px = apply(s.homographies[1], apply(np.linalg.inv(to), grid))
            off = np.linalg.norm(apply(np.linalg.inv(view.h0), px) - grid, axis=1)
            row["found_mm"] = round(float(off.mean()), 2)
        rows.append(row)
        print(json.dumps({"test": "a stranger board, path traced", **row}))
    refused = [
        isinstance(pose.find(gray(s.later)), Refusal)
        for i, pose in enumerate(poses)
        for k, s in enumerate(shots)
        if i != k
    ]
    print(json.dumps({"test": "other boards, path traced", "refused": sum(refused), "of": len(refused)}))
    for row in rows:
        assert row["finished"], row
        assert row["right"], row
        assert 0 <= row["found_mm"] <= 2.0, row
    assert all(refused)
