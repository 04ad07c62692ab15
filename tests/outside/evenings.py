"""Games for the tests of the world outside: as people play them, with names that have umlauts."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from companion.app.live.sitting import Sitting
from companion.app.side_views import Postcard
from companion.engine.session import Person, Session
from companion.games.hibernia.game import GAME
from companion.table import saved
from tests.games.hibernia.tables import play, table

PAINTED = Postcard((540, 400), bytes(4 * 540 * 400))  # what a page without graphics might have painted
PEOPLE = [Person("Änne", "white"), Person("Jörg", "purple"), Person("Clara", "orange"), Person("David", "black")]


def evening(folder: Path, inputs: int = 12, time: str = "2024-05-01T20:00:00+02:00") -> Session[Any]:
    """A game of Hibernia with so many inputs, in its own folder and open."""
    session = saved.create(folder, GAME, table(), PEOPLE, lambda: time)
    for _ in play(session, 1, inputs):
        pass
    return session


def finished(folder: Path) -> Sitting:
    """A game that is over, at a table without devices."""
    sitting = Sitting(evening(folder, 10_000), lambda _: None, lambda _: None)
    sitting.start()
    return sitting


def handed_over(file: Path) -> dict[str, Any]:
    """The play that a page for BG Stats hands over, as its link names it."""
    (link,) = re.findall(r'<a href="([^"]+)"', file.read_text(encoding="utf-8"))
    return play_in(unescape(link))


def play_in(link: str) -> dict[str, Any]:
    """The play that an address for BG Stats tells."""
    address, _, query = link.partition("?")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    ((name, data),) = parse_qsl(query, strict_parsing=True)
    assert name == "data"
    play: dict[str, Any] = json.loads(data)
    return play
