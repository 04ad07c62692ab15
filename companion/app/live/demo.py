"""The demo table before the app's camera: a legal game in pictures and on a virtual serial die, at a human pace."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import SystemRandom
from typing import Any

from companion.app.live.sitting import Sitting
from companion.demo.die import DemoDie
from companion.demo.player import demo_camera
from companion.demo.terminal import NAMES, palette_for
from companion.demo.truth import is_die, play
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Person
from companion.engine.types import Rolled
from companion.games import game
from companion.table import saved
from companion.table.desk import Tapped
from vision.demo.camera import Act

PICTURE = (1280, 720)


class DemoTable:
    """Plays by itself; it answers no questions: whoever sits at the screen may."""

    def __init__(self, name: str, games: Path, seed: int | None = None) -> None:
        self.seed = SystemRandom().randrange(10_000) if seed is None else seed
        found, board = game(name), house_board(name)
        players = min(4, max(found.players))
        config = configure(found, players, board, None, load_data(found, board))
        people = [Person(NAMES[i], board.colours[i]) for i in range(players)]
        folder = saved.new_folder(games, name, datetime.now().isoformat())
        self.session = saved.create(folder, found, config, people, _clock)
        self.palette = palette_for(players, board.colours)
        faces = next((k.faces for k in board.pieces if k.shape == "die"), ())
        self.die = DemoDie(faces, pty=False, tcp=0)
        self.die_url = self.die.url
        self._sitting: Sitting | None = None
        self._stop = threading.Event()
        self.camera = demo_camera(board, self._script(), seed=self.seed, picture=PICTURE)

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
            if not found.ready(before):
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

    def _wait(self, state: Any, most: int) -> Iterator[Act]:
        """Leave the table alone until the referee has what happened, or somebody has put it right."""
        for _ in range(most):
            if self._stop.is_set() or self.session.state == state:
                return
            yield None


def _clock() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
