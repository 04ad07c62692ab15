"""The demo table before the app's camera: whether a game has one, and laying it with a saved game of its own."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import SystemRandom

from babel.lists import format_list

from companion import i18n
from companion.demo.table import DemoTable, seated
from companion.engine.boards import house_board
from companion.engine.tablespec import Demo
from companion.games import game, in_order
from companion.table import saved
from companion.table.clock import RealClock

PLAYERS = 4
PATIENCE = 200  # pictures that people are given before the table tells an act by itself


def has_demo(name: str) -> bool:
    """Whether the demo table plays a game: one with a die that acts are decided by, or a campaign."""
    return game(name).demo.kind is Demo.CAMPAIGN or any(k.shape == "die" for k in house_board(name).pieces)


def with_demo() -> str:
    """The titles of the games that the demo table plays, as a list in the language in use."""
    titles = [game(name).words.title for name in in_order() if has_demo(name)]
    return str(format_list(titles, locale=i18n.language()))


def demo_table(name: str, games: Path) -> DemoTable:
    """A new game in the folder of saved ones, which plays by itself; it answers no questions: whoever looks on may."""
    config, people = seated(name, min(PLAYERS, max(game(name).players)))
    folder = saved.new_folder(games, name, datetime.now().isoformat())
    session = saved.create(folder, game(name), config, people, _clock)
    return DemoTable(session, SystemRandom().randrange(10_000), clock=RealClock(), patience=PATIENCE, whole=True)


def _clock() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
