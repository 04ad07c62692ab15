"""Ours beside a baseline, measured in one run on the same machine. Numbers live here, never in timed tests."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.engine.boards import house_board
from companion.engine.conformance import deal
from companion.engine.game import Config, configure, fold
from companion.engine.legal import complete
from companion.engine.scenario import load_data
from companion.engine.types import Choose, Over, Ruling
from companion.games import GAMES, game, in_order, part

FIRST = in_order()[0]  # the game on which the table is measured
Metric = dict[str, Any]
YARDSTICK = 20_000.0  # moves a second of python-chess on the machine that goals are for
OWNERS = Path(__file__).resolve().parents[1] / "tests" / "owners"  # boards and people; not part of the wheel
Metrics = dict[str, Metric]


def metric(value: float, unit: str, baseline: float | None = None) -> Metric:
    return {"value": value, "unit": unit, "baseline": baseline, "ratio": value / baseline if baseline else None}


def measure(what: str, quick: bool) -> Metrics:
    """All metrics of a part: engine, vision, table, app, capture or all."""
    parts: dict[str, Callable[[bool], Metrics]] = {
        "engine": engine, "table": table, "vision": vision, "app": app, "capture": capture, "touches": touches,
    }  # fmt: skip
    out: Metrics = {}
    for name, measured in parts.items():
        if what == name or (what == "all" and (name != "capture" or OWNERS.is_dir())):
            out |= measured(quick)
    return out


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
        config, chess = _config(name), _chess_games()
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
    for name in GAMES:  # what a game measures of its own
        module = part(name, "bench")
        for metric_name, (value, unit, aim) in (module.measure(quick) if module else {}).items():
            out[metric_name] = metric(value, unit, aim or None)
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


def _chess_games() -> Iterator[int] | None:
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


# ---------------------------------------------------------------- table
def table(quick: bool) -> Metrics:
    """Reconciling a settled look with the game, seen without error: median and 99th percentile."""
    from companion.demo.terminal import palette_for
    from companion.demo.truth import play
    from companion.engine.session import Session
    from companion.table.reconcile import reconcile
    from companion.table.sight import Sight

    found, board = game(FIRST), house_board(FIRST)
    palette = palette_for(4, board.colours)
    times: list[float] = []
    for seed in range(1 if quick else 4):
        session: Session[Any] = Session(found, configure(found, 4, board))
        for turn in play(found, session.config, palette, seed, session.start):
            if turn.traced and found.table.ready(session.state):
                seen = _exact(turn.contents, board)
                began = time.perf_counter()
                reconcile(session, Sight(seen, board, palette))
                times.append(time.perf_counter() - began)
            session.submit([turn.act], "tap")
    times.sort()
    return {
        **_people(quick),
        "table.reconcile.p50": metric(1e3 * times[len(times) // 2], "ms"),
        "table.reconcile.p99": metric(1e3 * times[int(0.99 * len(times))], "ms"),
        **_replay(quick),
    }


def _people(quick: bool) -> Metrics:
    """What people feel of the table, beside goals that are as much slower as this machine is by python-chess."""
    from companion.demo.tablebench import measure_people

    rate, chess = 0.0, _chess_games()
    if chess is not None:
        next(chess)
        moves, began = 0, time.process_time()
        while (spent := time.process_time() - began) < 1.0:
            moves += next(chess)
        rate = moves / spent
    scale = YARDSTICK / rate if rate else 1.0
    measured = measure_people(quick, scale)
    told = {name: metric(value, unit, goal) for name, (value, unit, goal) in measured.items()}
    return {"table.python_chess": metric(rate, "moves/s", YARDSTICK), **told}


def _exact(contents: Any, board: Any) -> Any:
    from vision.observation import Observation, Reading

    readings = {}
    for s in board.spaces:
        if s.look in ("area", "slot"):
            here = contents.get(s.id, {})
            counts = {
                f"soldier:{c}": tuple(-9.0 * abs(k - here.get(f"soldier:{c}", 0)) for k in range(16))
                for c in board.colours
            }
            readings[s.id] = Reading(s.id, 1.0, counts)
    return Observation(0.0, 0, True, "still", None, readings)


def _replay(quick: bool) -> Metrics:
    """Writing and reopening a saved game: inputs a second, fsync included."""
    from companion.engine.session import Person
    from companion.table import saved

    found, board = game(FIRST), house_board(FIRST)
    rng = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game"
        session = saved.create(path, found, configure(found, 4, board), [Person("A")], lambda: "")
        n, began = 0, time.perf_counter()
        for act in _acts(session, rng, 100 if quick else 400):
            session.submit([act], "tap")
            n += 1
        written = time.perf_counter() - began
        session.close()
        began = time.perf_counter()
        saved.open_game(path, game, lambda: "").close()
        opened = time.perf_counter() - began
    return {"table.submit": metric(n / written, "inputs/s"), "table.reopen": metric(n / opened, "inputs/s")}


def _acts(session: Any, rng: random.Random, most: int) -> Iterator[Any]:
    from companion.engine.conformance import next_act

    for _ in range(most):
        act = next_act(session.game, session.state, rng.randrange)
        if act is None:
            return
        yield act


# ---------------------------------------------------------------- vision
def vision(quick: bool) -> Metrics:
    """The frame loop and readings at 1920 x 1080 on one core, beside a plain reader on the same pictures."""
    from companion.demo.lightbench import measure_light
    from companion.demo.readbench import measure_reading

    return measure_reading(quick) | measure_light(quick)


# ---------------------------------------------------------------- app
def app(quick: bool) -> Metrics:
    """From process start to the first drawn frame and out again, and the memory then (a virtual screen will do)."""
    runs = 1 if quick else 3
    seconds, memory = [], []
    with tempfile.TemporaryDirectory() as home:
        for _ in range(runs + 1):  # the first run fills the caches and is not counted
            t, m = _start_app(home)
            seconds.append(t)
            memory.append(m)
    out = {"app.start": metric(min(seconds[1:]), "s", 3.0)}
    if max(memory):
        out["app.memory"] = metric(max(memory) / 1024, "MB")
    return out


# ---------------------------------------------------------------- capture
def capture(quick: bool) -> Metrics:
    """Touches from the start screen to the first legal act on boards nobody has seen, beside their aims.

    Those boards, their camera and the owner who touches them lie with the tests, so that no product code knows them.
    """
    import importlib

    if not OWNERS.is_dir():
        raise FileNotFoundError("companion bench capture needs a source checkout: its boards and owners lie in tests/")
    if str(OWNERS.parents[1]) not in sys.path:
        sys.path.append(str(OWNERS.parents[1]))
    found: Metrics = importlib.import_module("tests.owners.bench").measure_capture(quick)
    return found


# ---------------------------------------------------------------- touches
def touches(quick: bool) -> Metrics:
    """Touches of whole games by hand through the live pages, beside those of a plain entry form.

    The finger and the players lie with the tests, since they need a window and a source checkout.
    """
    import importlib

    if not OWNERS.is_dir():
        raise FileNotFoundError("companion bench touches needs a source checkout: its players lie in tests/")
    if str(OWNERS.parents[1]) not in sys.path:
        sys.path.append(str(OWNERS.parents[1]))
    found: dict[str, tuple[float, str, float]] = importlib.import_module("tests.app.touchbench").measure_touches(quick)
    return {name: metric(value, unit, form or None) for name, (value, unit, form) in found.items()}


def _start_app(home: str) -> tuple[float, float]:
    env = {**os.environ, "SDL_AUDIODRIVER": "dummy", "KIVY_NO_ARGS": "1"}
    if not env.get("DISPLAY"):
        env["SDL_VIDEODRIVER"] = "offscreen"
    code = (
        "import resource\nfrom companion.cli import main\ntry:\n    main()\nfinally:\n"
        "    print('RSS', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    began = time.perf_counter()
    run = subprocess.run(
        [sys.executable, "-c", code, "--frames", "1", "--home", home],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    spent = time.perf_counter() - began
    if run.returncode != 0:
        raise RuntimeError(run.stderr[-2000:])
    rss = next((line.split()[1] for line in run.stdout.splitlines() if line.startswith("RSS")), "0")
    return spent, float(rss)
