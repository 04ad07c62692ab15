"""Golden playthroughs: one whole game for each number of players, as a text of inputs and the final sheet.

``python -m tests.games.brian_boru.test_golden`` writes them anew, after a change of the rules that is meant.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.codec import Codec, text
from companion.engine.types import CHANCE, letter
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.state import State

from .player import greedy_play
from .tables import done, picker, table

FOLDER = Path(__file__).with_name("golden")
GAMES = {
    "three": (3, 31, {}),
    "four": (4, 41, {"track_hands": "on"}),
    "five": (5, 51, {}),
    "five_english": (5, 52, {"rules_profile": "en"}),
}


def final(s: State) -> list[str]:
    """The final sheet in short lines."""
    sheet = GAME.score(s)
    assert sheet.final
    return [
        f"# {letter(r.seat)} rank {r.rank}: {r.total} = " + " ".join(f"{x.label}:{x.points}" for x in r.lines)
        for r in sheet.rows
    ]


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (players, seed, options) in GAMES.items():
        *_, (s, last) = played = list(greedy_play(table(players, **options), picker(seed)))
        lines = [text(act) for _, act in played]
        s, _ = done(s, last)
        (FOLDER / f"{name}.txt").write_text("\n".join([*lines, *final(s)]) + "\n", encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str) -> None:
    players, _, options = GAMES[name]
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    codec = Codec((*GAME.inputs, *CHANCE), GAME.events)
    s = GAME.setup(table(players, **options))
    for line in lines:
        if not line.startswith("#"):
            s, _ = done(s, codec.parse(line))
    assert final(s) == [line for line in lines if line.startswith("#")]


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_purposeful_games_end_and_score(players: int, seed: int) -> None:
    *_, (s, last) = greedy_play(table(players), picker(seed))
    s, _ = done(s, last)
    sheet = GAME.score(s)
    assert sheet.final
    assert max(r.total for r in sheet.rows) > 15
    assert s.winners


if __name__ == "__main__":
    write()
