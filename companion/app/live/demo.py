"""The demo table before the app's camera: a legal game in pictures and on a virtual serial die, at a human pace."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime
from itertools import repeat
from pathlib import Path
from random import SystemRandom
from typing import Any

from companion.app.live.sitting import Sitting
from companion.art.raster import board_image
from companion.demo.campaign import PACE
from companion.demo.die import DemoDie
from companion.demo.live import LiveCamera
from companion.demo.lying import lying
from companion.demo.pace import HUMAN
from companion.demo.player import ART_PX_PER_MM, demo_camera
from companion.demo.players import players_of
from companion.demo.terminal import LARGE, NAMES, palette_for
from companion.demo.truth import Turn, is_die, play
from companion.engine.boards import Board, house_board
from companion.engine.game import after, configure
from companion.engine.scenario import load_data
from companion.engine.session import Person
from companion.engine.tablespec import Demo
from companion.engine.types import Over, Roll, Rolled
from companion.games import game
from companion.table import saved
from companion.table.clock import RealClock
from companion.table.desk import Tapped
from companion.table.layout import laid, seen_layout
from companion.table.palettes import palette_on
from vision.demo.camera import Act, DemoCamera

PICTURE = (1280, 720)
LONG, REST = 60, 14  # pictures that an act is waited for, and that the table is left alone before the first one


def demo_board(name: str) -> Board:
    """The board that the demo table plays a game on."""
    return house_board(name, game(name).demo.board)


def has_demo(name: str) -> bool:
    """Whether the demo table plays a game: one with a die that acts are decided by, or a campaign."""
    return game(name).demo.kind is Demo.CAMPAIGN or any(k.shape == "die" for k in house_board(name).pieces)


class DemoTable:
    """Plays by itself; it answers no questions: whoever sits at the screen may."""

    def __init__(self, name: str, games: Path, seed: int | None = None) -> None:
        self.seed = SystemRandom().randrange(10_000) if seed is None else seed
        found, board = game(name), demo_board(name)
        players = min(4, max(found.players))
        config = configure(found, players, board, None, load_data(found, board))
        people = [Person(NAMES[i], board.colours[i]) for i in range(players)]
        folder = saved.new_folder(games, name, datetime.now().isoformat())
        self.session = saved.create(folder, found, config, people, _clock)
        led = board.data.get("own_colours") is not None  # pieces that colours alone tell apart: a campaign
        self.palette = palette_on(people, board, players) if led else palette_for(players, board.colours)
        faces = next((k.faces for k in board.pieces if k.shape == "die"), ())
        self.die = DemoDie(faces, pty=False, tcp=0)
        self.die_url = self.die.url
        self._sitting: Sitting | None = None
        self._stop = threading.Event()
        if led:
            layout, art = seen_layout(found, board, self.palette), board_image(board, ART_PX_PER_MM)
            camera = DemoCamera(layout, art, self._campaign(), seed=self.seed, picture=LARGE, pace=PACE)
        else:
            camera = demo_camera(board, self._script(), seed=self.seed, picture=PICTURE, pace=HUMAN)
        self.camera = LiveCamera(camera, RealClock())

    def play(self, sitting: Sitting) -> None:
        """The referee sits down; the script waits for it from now on."""
        self._sitting = sitting

    def close(self) -> None:
        self._stop.set()
        self.die.close()

    def _script(self) -> Iterator[Act]:
        """A game played before; where people took something back or entered an act, another one from there."""
        while self._sitting is None:
            yield None
        seed, shown = self.seed, False
        while not self._stop.is_set() and not isinstance(self.session.pending()[0], Over):
            start = self.session.state
            if shown:
                yield self._seen(start), "put back"
            for turn in play(self.session.game, self.session.config, self.palette, seed, start):
                if self._stop.is_set() or self.session.state != start:
                    break
                if not shown and self.session.game.table.ready(start):
                    shown = True
                    yield self._seen(start), "set-up"
                yield from self._act(turn, start)
                if shown and not self.session.game.table.ready(start):
                    yield self._seen(turn.state), "set-up"
                start = turn.state
            seed += 1
            yield from self._rest()

    def _act(self, turn: Turn, before: Any) -> Iterator[Act]:
        """One act as hands do it: thrown, laid, or told."""
        found, sitting = self.session.game, self._sitting
        assert sitting is not None
        ready = found.table.ready(before)
        if ready and isinstance(turn.act, Rolled) and is_die(found, before, turn.act):
            self.die.throw(turn.act.faces[0])
            yield from self._wait(turn.state, LONG, before)
        elif ready and turn.traced:
            yield turn.contents, ""
            yield from self._wait(turn.state, 2000, before)
        else:
            sitting.post(Tapped((turn.act,)))
            yield from self._wait(turn.state, 40, before)

    def _rest(self) -> Iterator[Act]:
        """Until nobody at the screen does anything any more, and nothing is asked."""
        assert self._sitting is not None
        seen, calm = self.session.state, 0
        while calm < REST and not self._stop.is_set():
            yield None
            asked = self._sitting.latest.question is not None
            calm = calm + 1 if self.session.state == seen and not asked else 0
            seen = self.session.state

    def _seen(self, state: Any) -> dict[str, dict[str, int]]:
        return {k: dict(self.palette.counts(x)) for k, x in self.session.game.tabletop(state).items()}

    def _campaign(self) -> Iterator[Act]:
        """Its players go on from whatever the referee has: walks and new pieces are seen, choices told, dice thrown."""
        while self._sitting is None:
            yield None
        sitting, session, ready = self._sitting, self.session, False
        players = players_of(session.game.id)
        player = players.player(self.seed)
        while not self._stop.is_set() and not isinstance(owed := session.pending()[0], Over):
            before = session.state
            act: Any = player.act(before)
            truth = after(session.game, before, (act,))
            if ready and isinstance(owed, Roll):
                for face in act.faces:
                    self.die.throw(face)
                    yield None
                yield from self._wait(truth, LONG)
            elif ready and isinstance(act, players.seen):
                yield self._lies(truth), ""
                yield from self._wait(truth, LONG)
                while session.state == before and sitting.latest.question is not None and not self._stop.is_set():
                    yield None
            if session.state == before:
                sitting.post(Tapped((act,)))
                yield from self._wait(truth, LONG)
            if not ready and laid(session.game, session.state):
                ready = True
                yield self._lies(session.state), "set-up"
                yield from repeat(None, REST)
            elif ready and self._lies(session.state) != self._lies(before):
                yield self._lies(session.state), "told"

    def _lies(self, state: Any) -> dict[str, dict[str, int]]:
        return lying(self.session.game.tabletop(state), self.palette)

    def _wait(self, state: Any, most: int, before: Any = None) -> Iterator[Act]:
        """Leave the table alone until the referee has what happened, or somebody has done something else."""
        for _ in range(most):
            now = self.session.state
            if self._stop.is_set() or now == state or (before is not None and now != before):
                return
            yield None


def _clock() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
