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
from companion.demo.truth import is_die, play
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
        while self._sitting is None:
            yield None
        sitting, session = self._sitting, self.session
        found = session.game
        state, laid = session.start, False
        for turn in play(found, session.config, self.palette, self.seed, session.start):
            before, state = state, turn.state
            if self._stop.is_set():
                return
            if not found.table.ready(before):
                sitting.post(Tapped((turn.act,)))
                yield from self._wait(turn.state, 40)
                continue
            if not laid:
                laid = True
                yield {k: dict(self.palette.counts(x)) for k, x in found.tabletop(before).items()}, "set-up"
            if isinstance(turn.act, Rolled) and is_die(found, before, turn.act):
                self.die.throw(turn.act.faces[0])
                yield from self._wait(turn.state, 60)
            elif turn.traced:
                yield turn.contents, ""
                yield from self._wait(turn.state, 2000)
            else:
                sitting.post(Tapped((turn.act,)))
                yield from self._wait(turn.state, 40)

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

    def _wait(self, state: Any, most: int) -> Iterator[Act]:
        """Leave the table alone until the referee has what happened, or somebody has put it right."""
        for _ in range(most):
            if self._stop.is_set() or self.session.state == state:
                return
            yield None


def _clock() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
