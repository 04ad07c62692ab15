"""Whole games that were played once and must end the same way ever after: one for each number of players.

``python -m tests.games.loewenherz.test_golden`` writes the files anew after a rule was changed on purpose.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.codec import text
from companion.engine.types import letter
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.state import State
from tests.games.loewenherz.players import play
from tests.games.loewenherz.tables import act, done, picker, table

FOLDER = Path(__file__).resolve().parent / "golden"
GAMES: dict[str, tuple[int, int, dict[str, Any]]] = {
    "two": (2, 21, {}),
    "three": (3, 22, {"politics_source": "app"}),
    "four": (4, 23, {"deck_source": "app", "politics_source": "app"}),
    "four_basic": (4, 24, {"setup": "basic", "zone_sum": "summed", "alliance_mark": "app_only"}),
}


def ending(s: State) -> list[str]:
    """The final score sheet, one line a seat."""
    out = []
    for row in GAME.score(s).rows:
        reasons = " ".join(f"{line.label}:{line.points}" for line in row.lines)
        out.append(f"# {letter(row.seat)} rank {row.rank} total {row.total} {reasons}")
    return out


def played(name: str) -> str:
    players, seed, options = GAMES[name]
    s = GAME.setup(table(players, **options))
    lines = []
    for at, one in play(s, picker(seed)):
        lines.append(text(one))
        s = done(at, one)[1]
    return "\n".join([*lines, *ending(s)]) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str) -> None:
    players, _, options = GAMES[name]
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    s = GAME.setup(table(players, **options))
    for line in lines:
        if not line.startswith("#"):
            s = done(s, act(line))[1]
    assert s.phase == "over"
    assert ending(s) == [line for line in lines if line.startswith("#")]


def test_there_is_one_for_each_number_of_players() -> None:
    assert {GAMES[p.stem][0] for p in FOLDER.glob("*.txt")} == set(GAME.players)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(played(game), encoding="utf-8")
