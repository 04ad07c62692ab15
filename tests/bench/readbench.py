"""Reading measured on pictures of the demo table at 1920 x 1080, one core, beside a plain reader on the same."""

from __future__ import annotations

import time
from typing import Any

from companion.bench import Metrics, metric
from companion.demo.player import demo_camera, palette_for
from companion.demo.truth import play
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.games import game, in_order
from companion.table.layout import layout_of
from tests.bench.cores import one_core
from tests.bench.plain import read_plain
from vision.demo.camera import Act
from vision.demo.script import Pace
from vision.reader import Reader

FIRST = in_order()[0]  # the game that is looked at
SURE = 3.0  # nats
STEADY = Pace(hand_share=0.0, still_s=(1.4, 1.5), frame_s=(0.12, 0.14))


def measure_reading(quick: bool) -> Metrics:
    """Milliseconds and shares; ``baseline`` is the plain reader where it does the same job, else the aim."""
    with one_core():
        return _measure(1 if quick else 4, 4 if quick else 12)


def _tables(seed: int, most: int) -> list[dict[str, dict[str, int]]]:
    found, board = game(FIRST), house_board(FIRST)
    config = configure(found, 4, board)
    palette = palette_for(4, board.colours)
    out: list[dict[str, dict[str, int]]] = []
    for turn in play(found, config, palette, seed, found.setup(config)):
        if not found.table.ready(turn.state) or (out and turn.contents == out[-1]):
            continue
        out.append({k: dict(v) for k, v in turn.contents.items()})
        if len(out) > most:
            break
    return out


def _measure(seeds: int, acts: int) -> Metrics:
    board = house_board(FIRST)
    layout = layout_of(board)
    loop: list[float] = []
    changed: list[float] = []
    full: list[float] = []
    plain_ms: list[float] = []
    tally = {k: 0 for k in ("asked", "right", "wrong", "full_right", "full_wrong", "plain_right", "plain_wrong")}
    for seed in range(seeds):
        tables = _tables(seed, acts)
        script: list[Act] = [(t, str(i)) for i, t in enumerate(tables)]
        camera = demo_camera(board, script, seed=50 + seed, pace=STEADY)
        reader, at, still = Reader(layout), -1, 0
        while (got := camera.read()) is not None:
            frame, t = got
            number = int(camera.note or 0)
            began = time.process_time()
            seen = reader.look(frame, t)
            spent = 1e3 * (time.process_time() - began)
            if not seen.settled:
                loop.append(spent)
                continue
            if number == at:
                still += 1
                loop.append(spent)
                continue
            at = number
            if number == 0:
                reader.learn(frame, tables[0])
                continue
            changed.append(spent)
            _count(tally, tables[number], {p: r.counts for p, r in seen.readings.items()}, tables[number - 1])
            began = time.process_time()
            whole = reader.read(frame)
            full.append(1e3 * (time.process_time() - began))
            _count(tally, tables[number], {p: r.counts for p, r in whole.readings.items()}, None)
            view = reader.tracker.view
            if view is not None:
                began = time.process_time()
                plain = read_plain(frame, view, layout)
                plain_ms.append(1e3 * (time.process_time() - began))
                for place, want in tables[number].items():
                    key = "plain_right" if plain.get(place, {}) == want else "plain_wrong"
                    tally[key] += bool(want or plain.get(place))
            reader.confirm(tables[number])
    occupied = max(1, tally["full_right"] + tally["full_wrong"])
    plain_all = max(1, tally["plain_right"] + tally["plain_wrong"])
    plain_right, plain_wrong = tally["plain_right"] / plain_all, tally["plain_wrong"] / plain_all
    return {
        "vision.loop": metric(_median(loop), "ms", 25.0),
        "vision.read_changed": metric(_median(changed), "ms", 300.0),
        "vision.read_full": metric(_median(full), "ms", _median(plain_ms)),
        "vision.changes_right": metric(tally["right"] / max(1, tally["asked"]), "share"),
        "vision.changes_wrong": metric(tally["wrong"] / max(1, tally["asked"]), "share"),
        "vision.full_right": metric(tally["full_right"] / occupied, "share", plain_right),
        "vision.full_wrong": metric(_wrong(tally) / occupied, "share", plain_wrong),
    }


def _wrong(tally: dict[str, int]) -> int:
    return tally["full_wrong"] - tally.get("full_unknown", 0)


def _count(
    tally: dict[str, int],
    want: dict[str, dict[str, int]],
    got: Any,
    before: dict[str, dict[str, int]] | None,
) -> None:
    """Right, confidently wrong or unknown: changed places (``before`` given) or all that hold something."""
    for place, contents in want.items():
        if (before is not None and before.get(place, {}) == contents) or (before is None and not contents):
            continue
        sure, best = True, {}
        for piece, likelihoods in got.get(place, {}).items():
            order = sorted(range(len(likelihoods)), key=lambda n: -likelihoods[n])
            if order[0]:
                best[piece] = order[0]
            sure &= len(order) < 2 or likelihoods[order[0]] - likelihoods[order[1]] >= SURE
        right = best == contents
        if before is not None:
            tally["asked"] += 1
            tally["right"] += right
            tally["wrong"] += not right and sure
        else:
            tally["full_right"] += right
            tally["full_wrong"] += not right
            tally["full_unknown"] = tally.get("full_unknown", 0) + (not right and not sure)


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2] if values else 0.0
