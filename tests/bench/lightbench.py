"""Towns read in light that changes, beside a plain reader on the same pictures; and how far what is stated holds."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.bench import Metrics, metric
from companion.demo.player import demo_camera
from companion.engine.boards import house_board
from companion.games import game
from companion.table.layout import covered_of, layout_of
from tests.bench.plain import PlainTowns
from vision.demo.script import Pace
from vision.observation import Reading
from vision.reader import Reader

SURE = 3.0  # nats
STEADY = Pace(hand_share=0.0, still_s=(1.4, 1.5), frame_s=(0.12, 0.14))
TOOLS = Path(__file__).resolve().parents[2] / "tools"
BOARD = house_board("brian_boru")
TOWNS = [s.id for s in BOARD.spaces if s.kind == "town"]
COLOURS = BOARD.colours[:3]
Frame = NDArray[np.uint8]
Tally = dict[str, int]


def bent(frame: Frame, gamma: float) -> Frame:
    """Levels as an automatic exposure or a picture profile bends them."""
    return np.asarray(np.round(255 * (frame / 255.0) ** gamma), np.uint8)


def edge(frame: Frame) -> Frame:
    """A shadow's edge across the board."""
    x = np.arange(frame.shape[1])[None] + 0.4 * np.arange(frame.shape[0])[:, None]
    dark = 1 - 0.45 / (1 + np.exp(-(x - 0.6 * frame.shape[1]) / 4.0))
    return np.asarray(frame * dark[..., None], np.uint8)


def glare(frame: Frame) -> Frame:
    """A lamp mirrored in the middle of the board."""
    h, w = frame.shape[:2]
    y, x = np.mgrid[:h, :w]
    light = 200 * np.exp(-(((x - 0.5 * w) / (0.06 * w)) ** 2) - ((y - 0.5 * h) / (0.06 * w)) ** 2)
    return np.asarray(np.clip(frame + light[..., None], 0, 255), np.uint8)


SPOILT: Mapping[str, Callable[[Frame], Frame]] = {
    "same": lambda f: f, "gamma_half": lambda f: bent(f, 0.5), "gamma_2": lambda f: bent(f, 2.0), "shadow": edge,
    "glare": glare,
}  # fmt: skip


def table(turn: int) -> dict[str, dict[str, int]]:
    """Discs on every third town, each colour several times; the next turn has them on others."""
    return {t: {f"disc:{COLOURS[i % 3]}": 1} for i, t in enumerate(TOWNS[turn::3])}


def pictures(seed: int) -> list[Frame]:
    """Two tables of one evening, from the same place in the same light."""
    out = []
    for turn in range(2):
        camera = demo_camera(BOARD, [(table(turn), "0")], seed=seed, pace=STEADY)
        got = [camera.read() for _ in range(3)][-1]
        if got is not None:
            out.append(got[0])
    return out


def tops(reading: Reading) -> list[tuple[str, float]]:
    """What may be on top, likeliest first; what lies beside a town is not asked for."""
    out: dict[str, float] = {}
    for stack, likelihood in reading.stacks:
        top = next((p for p in reversed(stack) if p != "monastery"), "")
        out[top] = max(out.get(top, likelihood), likelihood)
    return sorted(out.items(), key=lambda kv: -kv[1])


def read_towns(seed: int) -> dict[str, tuple[Tally, Tally]]:
    """Light -> right, wrong and unknown towns of our reader and of the plain one, one table learned."""
    layout = layout_of(BOARD, COLOURS, covered_of(game("brian_boru"), BOARD))
    first, second = pictures(seed)
    reader = Reader(layout)
    learned = reader.learn(first, table(0))
    view = reader.tracker.view
    if learned.refusal is not None or view is None:
        raise RuntimeError("the demo table was not learned")
    plain = PlainTowns(layout, first, view, table(0))
    out = {}
    for name, spoil in SPOILT.items():
        frame = spoil(second)
        seen = reader.read(frame, TOWNS)
        said = plain.read(frame, reader.tracker.view or view)
        ours, theirs = ({"right": 0, "wrong": 0, "unknown": 0} for _ in range(2))
        for town in TOWNS:
            truth = next(iter(table(1).get(town, {})), "")
            ranked = tops(seen.readings[town])
            sure = seen.readings[town].seen >= 0.35 and ranked[0][1] - ranked[1][1] >= SURE
            ours["unknown" if not sure else "right" if ranked[0][0] == truth else "wrong"] += 1
            guess = said.get(town)
            theirs["unknown" if guess is None else "right" if guess == truth else "wrong"] += 1
        out[name] = (ours, theirs)
    return out


def measure_light(quick: bool) -> Metrics:
    """Shares of towns right and certainly wrong by light, the plain reader's as baseline; Brier score, certain ones."""
    out: Metrics = {}
    seeds = (61,) if quick else (61, 62, 63)
    counted: dict[str, list[tuple[Tally, Tally]]] = {}
    for seed in seeds:
        for name, pair in read_towns(seed).items():
            counted.setdefault(name, []).append(pair)
    n = len(TOWNS) * len(seeds)
    for name, pairs in counted.items():
        for what in ("right", "wrong"):
            ours, theirs = (sum(p[i][what] for p in pairs) / n for i in range(2))
            out[f"vision.towns_{name}_{what}"] = metric(ours, "share", theirs)
    return out | _stated()


def _stated() -> Metrics:
    """On photoreal tables that the calibration was not fitted on; only in a source checkout, where the data lies."""
    if not (TOOLS / "towers.jsonl.gz").exists():
        return {}
    if str(TOOLS) not in sys.path:
        sys.path.append(str(TOOLS))
    tool = importlib.import_module("fit_reader")
    rows = tool.load()
    half = set(sorted({r.table for r in rows})[::2])
    fitted = tool.fit([r for r in rows if r.table in half])
    kept = [(r.stated(fitted), r) for r in rows if r.table not in half]
    kept = [(p, r) for p, r in kept if int(p.argmax()) not in r.unseen]
    sure = [int(p.argmax()) == r.truth for p, r in kept if p.max() >= 0.99]
    return {
        "vision.brier": metric(tool.brier([(p, r.truth) for p, r in kept]), "share"),
        "vision.certain_right": metric(float(np.mean(sure)), "share", 0.995),
    }
