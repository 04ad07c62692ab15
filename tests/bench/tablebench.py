"""What people feel of the table, measured through its runtime with its policy: waits, load at rest, ages of pictures.

Time is a work clock's: the CPU time of one core, and what is waited for without waiting.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import define, evolve, field

from companion.bench import YARDSTICK, Metrics, metric, metrics
from companion.demo.live import LiveCamera
from companion.demo.pace import HUMAN
from companion.demo.player import demo_camera, palette_for
from companion.demo.truth import Real, in_view, play
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.engine.tablespec import Demo
from companion.games import game, in_order
from companion.table import saved
from companion.table.cards import deck
from companion.table.clock import WorkClock
from companion.table.layout import covered_of
from companion.table.palettes import neutral_in, palette_at
from companion.table.reconcile import reconcile
from companion.table.runtime import TableRuntime
from companion.table.sight import Sight
from tests.bench.cores import moves_a_second, one_core
from tests.bench.evening import Evening
from tests.conformance import next_act
from vision.demo.script import Pace
from vision.observation import Observation, Reading

FIRST = in_order()[0]  # the game on which reconciling is measured
PICTURE = (1280, 720)
PLAYERS, SEED = 4, 3
NAMES = ("Anna", "Ben", "Clara", "David")
CAMERA = Pace(frame_s=(1 / 18, 1 / 17), still_s=(0.5, 0.6))  # as fast as it is to be looked at
REST_S = 6.0
# s that reading should take on a machine on which python-chess makes 20,000 moves a second
SHOWN_P50_S, SHOWN_P95_S, LEARNED_S, REST, AGE_S = 0.8, 1.5, 3.0, 0.10, 0.2
RATE = 15.0  # pictures a second


def scripted() -> list[str]:
    """Games whose demo table is a script before the camera."""
    return [name for name in in_order() if game(name).demo.kind is Demo.SCRIPT]


def measure(quick: bool) -> Metrics:
    """What people feel, how long reconciling takes, and saved games."""
    return {**_people(quick), **_reconciled(quick), **_replay(quick)}


def _people(quick: bool) -> Metrics:
    """What people feel of the table, beside goals that are as much slower as this machine is by python-chess."""
    rate = moves_a_second()
    measured = _measure_people(quick, YARDSTICK / rate if rate else 1.0)
    return {"table.python_chess": metric(rate, "moves/s", YARDSTICK), **metrics(measured)}


def _reconciled(quick: bool) -> Metrics:
    """Reconciling a settled look with the game, seen without error: median and 99th percentile."""
    found, board = game(FIRST), house_board(FIRST)
    palette = palette_for(4, board.colours)
    times: list[float] = []
    for seed in range(1 if quick else 4):
        session: Session[Any] = Session(found, configure(found, 4, board))
        for turn in play(found, session.config, palette, seed, session.start):
            if turn.traced and found.table.ready(session.state):
                seen = _exact(turn.contents, board)
                began = time.process_time()
                reconcile(session, Sight(seen, board, palette))
                times.append(time.process_time() - began)
            session.submit([turn.act], "tap")
    times.sort()
    return {
        "table.reconcile.p50": metric(1e3 * times[len(times) // 2], "ms"),
        "table.reconcile.p99": metric(1e3 * times[int(0.99 * len(times))], "ms"),
    }


def _measure_people(quick: bool, scale: float) -> dict[str, tuple[float, str, float | None]]:
    """Metric -> (value, unit, goal). ``scale``: how much slower this machine is than the one the goals are for."""
    out: dict[str, tuple[float, str, float | None]] = {}
    with one_core():
        for name in scripted()[: 1 if quick else None]:
            out |= {f"table.{name}.{k}": v for k, v in _rest(name, scale).items()}
            out |= {f"table.{name}.{k}": v for k, v in _evening(name, 3 if quick else 10, scale).items()}
    return out


def _session(name: str) -> Session[Any]:
    found, board = game(name), house_board(name)
    players = min(PLAYERS, max(found.players))
    people = tuple(Person(n, c) for n, c in zip(NAMES[:players], board.colours, strict=False))
    return Session(found, configure(found, players, board, None, load_data(found, board)), people=people)


@define
class _Watched:
    """Pictures of a runtime: when each was taken and how old it was when it was dealt with."""

    clock: WorkClock
    at: list[float] = field(factory=list)
    ages: list[float] = field(factory=list)
    learned_at: float = 0.0
    runtime: TableRuntime | None = None

    def __call__(self, _frame: Any, seen: Any) -> None:
        eye = self.runtime.eye if self.runtime is not None else None
        if not self.learned_at and eye is not None and eye.learned is not None:
            self.learned_at = self.clock()
        self.at.append(seen.at)
        self.ages.append(self.clock() - seen.at)


def _rest(name: str, scale: float) -> dict[str, tuple[float, str, float | None]]:
    """A set-up that is laid before the running camera, learned, read, and then left alone."""
    session, clock = _session(name), WorkClock()
    for turn in play(session.game, session.config, palette_at(session), SEED, session.start):
        if session.game.table.learnable(session.state):
            break
        session.submit([turn.act], "tap")
    real = Real(palette_at(session).colours, board=session.config.board)
    seen = covered_of(session.game, session.config.board)
    lying = in_view(session.game, session.config, session.state).items()
    table = {k: dict(real.counts(v)) for k, v in lying if seen is None or k in seen}
    watched = _Watched(clock)
    learned_s = 0.0

    def script() -> Any:
        nonlocal learned_s
        yield {}, "empty"
        yield from _for(camera, 1.5)
        yield table, "set-up"
        while runtime.eye is not None and not watched.learned_at and camera.at < 60.0:
            yield None
        learned_s = watched.learned_at - live.gone_at
        yield from _for(camera, 2.0)
        marks.append((clock.busy, camera.at, len(watched.at)))
        yield from _for(camera, REST_S)
        marks.append((clock.busy, camera.at, len(watched.at)))

    marks: list[tuple[float, float, int]] = []
    camera = demo_camera(session.config.board, script(), seed=SEED, picture=PICTURE, pace=CAMERA)
    live = LiveCamera(camera, clock)
    runtime = TableRuntime(session, [live], clock=clock, pictured=watched)
    watched.runtime = runtime
    runtime.expect()
    while not runtime.ended and runtime.step():
        pass
    runtime.close()
    (busy, at, n), (busy2, at2, n2) = marks
    ages = sorted(watched.ages[n:n2])
    return {
        "learned": (max(0.0, learned_s), "s", LEARNED_S * scale),
        "rest_load": ((busy2 - busy) / (at2 - at), "of a core", REST * scale),
        "rest_pictures": ((n2 - n) / (at2 - at), "pictures/s", RATE),
        "picture_age_p95": (ages[int(0.95 * len(ages))], "s", AGE_S),
    }


def _for(camera: Any, seconds: float) -> Any:
    until = camera.at + seconds
    while camera.at < until:
        yield None


def _evening(name: str, acts: int, scale: float) -> dict[str, tuple[float, str, float | None]]:
    """Some acts of people who think, hurry and slip."""
    session = _session(name)
    players = session.config.players
    palette = palette_for(players, session.config.board.colours, neutral_in(session.game, players))
    evening = Evening(
        session,
        SEED,
        evolve(palette, alike=session.game.table.alike),
        picture=PICTURE,
        tags="socket" if deck(session.game, session.start) else "",
        most=acts,
        options={"pace": HUMAN},
        human=True,
        slips=0.25,
    )
    report = evening.run()
    felt = evening.felt
    return {
        "shown_p50": (felt.quantile(0.5), "s", SHOWN_P50_S * scale),
        "shown_p95": (felt.quantile(0.95), "s", SHOWN_P95_S * scale),
        "questions": (report.questions / max(1, report.traced), "an act", 1 / 30),
        "false_alarms": (float(felt.false_alarms), "an evening", 1.0),
        "wrong": (float(report.wrong), "acts", None),
    }


def _exact(contents: Any, board: Any) -> Any:

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

    for _ in range(most):
        act = next_act(session.game, session.state, rng.randrange)
        if act is None:
            return
        yield act
