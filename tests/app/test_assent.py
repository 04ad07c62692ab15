"""What binds two players is entered by both: an agreement and a ceded district are asked about first."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app.taps import Tap
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.session import Person
from companion.games import game
from companion.table import saved
from tests.app.finger import Finger
from tests.games.walisk.tables import next_act


def begun(home: Path) -> Path:
    """A saved game of Walisk in its first year."""
    found, board = game("walisk"), house_board("walisk", "small")
    folder = saved.new_folder(home / "games", "walisk", "2026-11-28T20:00:00")
    people = [Person(n, board.colours[k]) for k, n in enumerate(("Anna", "Ben"))]
    config = configure(found, 2, board, {}, None)
    session = saved.create(folder, found, config, people, lambda: "2026-11-28T20:00:00")
    rng = random.Random(5)
    while session.state.phase != "men":
        act = next_act(session.state, rng, talks=0.0)
        assert act is not None
        session.submit((act,), "tap")
    session.close()
    return folder


WORDS = {
    "en": ("By hand", "Agree", "Anna", "peace", "Ben: is that agreed?", "Yes, agreed", "Not agreed"),
    "de": ("Von Hand", "Vereinbaren", "Anna", "Frieden", "Ben: Ist das abgemacht?", "Ja, abgemacht", "Nicht abgemacht"),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_agreement_counts_when_both_have_said_yes(stage: Any, tmp_path: Path, language: str) -> None:
    hand, agree, anna, peace, asked, yes, no = WORDS[language]
    f = Finger(stage, tmp_path, language)
    try:
        f.shell.post(Tap("continue", str(begun(tmp_path))))
        f.until(lambda: f.place == "table")
        session = f.backend.sitting.session
        for answer in (no, yes):
            f.rest()
            f.press(hand)
            f.rest()
            f.press(agree)
            for part in (anna, peace):
                f.rest()
                f.press(part)
            f.rest()
            f.tap(f.shell.screen.ids.enter)
            f.until(lambda: asked in f.words())
            assert not any(a.kind == "peace" for a in session.state.agreements)
            f.press(answer)
            f.until(lambda: asked not in f.words())
        f.until(lambda: ("peace", 0, 1) in [(a.kind, a.one, a.two) for a in session.state.agreements])
    finally:
        f.close()
        i18n.use("en")
