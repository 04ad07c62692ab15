"""Ours beside a baseline, measured in one run on the same machine. Numbers live here, never in timed tests."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from companion.engine.boards import house_board
from companion.engine.dealing import deal
from companion.engine.game import Config, configure, fold
from companion.engine.legal import complete
from companion.engine.scenario import load_data
from companion.engine.types import Choose, Over, Ruling
from companion.games import GAMES, game

Metric = dict[str, Any]
Metrics = dict[str, Metric]
START_S = 1.5  # to the first frame, at most
YARDSTICK = 20_000.0  # moves a second of python-chess on the machine that goals are for
SOURCES = Path(__file__).resolve().parents[1]
# Parts whose players, boards and plain readers lie with the tests, so that no product code knows them.
DRIVERS = {
    "table": "tests.bench.tablebench", "vision": "tests.bench.visionbench", "capture": "tests.owners.bench",
    "touches": "tests.app.touchbench",
}  # fmt: skip
PARTS = ("engine", "table", "vision", "app", "capture", "touches")


class NoDrivers(Exception):
    """The named part is measured from a source checkout only."""


def metric(value: float, unit: str, baseline: float | None = None) -> Metric:
    return {"value": value, "unit": unit, "baseline": baseline, "ratio": value / baseline if baseline else None}


def metrics(numbers: Mapping[str, tuple[float, str, float | None]]) -> Metrics:
    """Metrics by name from value, unit and baseline (none where it is 0 or None)."""
    return {name: metric(value, unit, baseline or None) for name, (value, unit, baseline) in numbers.items()}


def measure(what: str, quick: bool) -> Metrics:
    """All metrics of one of ``PARTS``, or of all that there is; raises NoDrivers."""
    own = {"engine": engine, "app": app}
    out: Metrics = {}
    for name in PARTS if what == "all" else (what,):
        if name in own:
            out |= own[name](quick)
        elif (module := driver(DRIVERS[name])) is not None:
            out |= module.measure(quick)
        elif what != "all":
            raise NoDrivers(name)
    return out


def driver(module: str) -> ModuleType | None:
    """A module of the tests, where this runs from a source checkout."""
    if not SOURCES.joinpath(*module.split(".")).with_suffix(".py").is_file():
        return None
    if str(SOURCES) not in sys.path:
        sys.path.append(str(SOURCES))
    return import_module(module)


# ---------------------------------------------------------------- engine
def engine(quick: bool) -> Metrics:
    """Random play: list all legal entries, choose, complete, decide, evolve; python-chess does the same beside it.

    Both play in turn, a quarter of their time each, so that a machine that is slower for a while is slower for both.
    A first game of each is not counted: ours builds in it the tables that python-chess builds when it is imported.
    """
    seconds = 1.0 if quick else 4.0
    out: Metrics = {}
    rates = []
    for name in GAMES:
        inputs, games, turns, moves, spent, theirs = 0, 0, 0, 0, 0.0, 0.0
        config, chess = _config(name), chess_games()
        _, seed = _random_game(config, 0), 1
        if chess is not None:
            next(chess)
        for until in (seconds * quarter / 4 for quarter in range(1, 5)):
            while chess is not None and theirs < until:
                began = time.process_time()
                moves += next(chess)
                theirs += time.process_time() - began
            while spent < until:
                began = time.process_time()
                n, t, over = _random_game(config, seed)
                spent += time.process_time() - began
                inputs, turns, games, seed = inputs + n, turns + t, games + over, seed + 1
        rates.append(moves / theirs if theirs else 0.0)
        out[f"engine.{name}.inputs"] = metric(inputs / spent, "inputs/s", rates[-1])
        out[f"engine.{name}.turns"] = metric(turns / spent, "turns/s")
        out[f"engine.{name}.games"] = metric(games / spent, "games/s")
    out = {"engine.python_chess": metric(sum(rates) / len(rates), "moves/s"), **out}
    for name in GAMES:  # what is measured of one game alone
        module = driver(f"tests.games.{name}.bench")
        out |= module.measure(quick) if module is not None else {}
    return out


def _config(name: str) -> Config:
    found = game(name)
    board = house_board(name)
    players = max(p for p in found.players if p <= 4)
    return configure(found, players, board, None, load_data(found, board))


def _random_game(config: Config, seed: int, most: int = 4000) -> tuple[int, int, bool]:
    """One game, or its first inputs: (inputs, turns, whether it ended)."""
    found = game(config.game)
    rng = random.Random(seed)
    draw = rng.random

    def pick(n: int) -> int:
        """An index below n, at the least cost: dice are thrown by the table, not by the engine."""
        return int(draw() * n)

    s = found.setup(config)
    asked, turns = None, 0
    for n in range(most):
        owed = found.pending(s)[0]
        if isinstance(owed, Over):
            return n, turns, True
        if not isinstance(owed, Choose):
            act = deal(owed, pick)
        else:
            seat = None if owed.joint else owed.seats[0]
            turns += seat != asked
            asked = seat
            act = complete(rng.choice(list(found.options_of(s, seat))), pick)
        decision = found.decide(s, act)
        assert not isinstance(decision, Ruling), decision
        s = fold(found, s, decision)
    return most, turns, False


def chess_games() -> Iterator[int] | None:
    """Games of python-chess, each with its number of moves: list all legal moves, choose one, push it."""
    try:
        import chess
    except ImportError:
        return None

    def games() -> Iterator[int]:
        rng = random.Random(1)
        while True:
            board, moves = chess.Board(), 0
            while not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
                moves += 1
            yield moves

    return games()


# ---------------------------------------------------------------- app
def app(quick: bool) -> Metrics:
    """From process start to the first drawn frame and out again, and the memory then (a virtual screen will do).

    Time is that of the processor: others at work on the machine do not count.
    """
    runs = 1 if quick else 3
    seconds, memory = [], []
    with tempfile.TemporaryDirectory() as home:
        for _ in range(runs + 1):  # the first run fills the caches and is not counted
            t, m = _start_app(home)
            seconds.append(t)
            memory.append(m)
    out = {"app.start": metric(min(seconds[1:]), "s", START_S)}
    if max(memory):
        out["app.memory"] = metric(max(memory) / 1024, "MB")
    return out


def _start_app(home: str) -> tuple[float, float]:
    env = {**os.environ, "SDL_AUDIODRIVER": "dummy", "KIVY_NO_ARGS": "1"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # an app that is installed is compiled once
    if not env.get("DISPLAY"):
        env["SDL_VIDEODRIVER"] = "offscreen"
    code = (
        "import resource\nfrom companion.cli import main\ntry:\n    main()\nfinally:\n"
        "    print('RSS', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    before = os.times()
    run = subprocess.run(
        [sys.executable, "-c", code, "--frames", "1", "--home", home],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    if run.returncode != 0:
        raise RuntimeError(run.stderr[-2000:])
    rss = next((line.split()[1] for line in run.stdout.splitlines() if line.startswith("RSS")), "0")
    return spent, float(rss)
