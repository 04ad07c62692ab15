"""The reckoning says what its columns hold, and why equal totals stand one before the other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import i18n
from companion.app.gamescreen import face_of
from companion.app.live.closing import apart
from companion.engine.boards import house_board
from companion.engine.session import Person
from companion.engine.types import ScoreRow, facts
from companion.games import GAMES, game
from companion.games.walisk.words.panel import ending_line
from companion.table import saved
from companion.table.speaker import Speaker
from tests.app.test_looking_back import played
from tests.games.vikings_gone_wild.tables import sit

NAMES = tuple(Person(n, c) for n, c in (("Anna", "red"), ("Ben", "blue"), ("Clara", "green")))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_each_column_has_its_word(name: str) -> None:
    face = face_of(name)
    legend = face.legend(Speaker(name, house_board(name), NAMES))
    assert len(legend) == len(face.columns())
    assert len(set(legend)) == len(legend)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_end_says_why_the_game_is_over(name: str, tmp_path: Path) -> None:
    session = saved.look_at(played(tmp_path, name, 3), game)
    speaker = Speaker(name, session.config.board, session.people)
    i18n.use("de")
    told = face_of(name).ending(session, speaker)
    assert told[-1:] == ".", told
    assert any(w in told for w in ("letzte Runde", "König", "Sieg", "Reich")), told


def test_a_khan_is_told_by_districts_and_rounds() -> None:
    i18n.use("de")
    speaker = Speaker("walisk", house_board("walisk"), NAMES)
    state = SimpleNamespace(winners=(1,), world=SimpleNamespace(victory=53, opt={"hold_rounds": 2}))
    told = speaker.tell(ending_line(state, "khan"))
    assert told == "Ben hat zwei weitere Runden lang mindestens 53 Bezirke gehalten und ist Khan."
    axis, when = face_of("walisk").axis(speaker), face_of("walisk").when(speaker, 33)
    assert (axis.unit, axis.per, when) == ("Jahr", 4, "Jahr 9, Winter")


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("loewenherz", ({"wealth": 9}, {"wealth": 4}, {"wealth": 4})),
        ("brian_boru", ({"claims": ("x",), "wives": ("a", "b")}, {"claims": ("y",), "wives": ("c",)}, {"claims": ()})),
        ("walisk", ({"treasure": 9}, {"treasure": 4}, {"treasure": 1})),
    ],
)
def test_a_tie_is_explained_by_the_first_number_that_differs(
    lang: str, name: str, told: tuple[dict[str, object], ...]
) -> None:
    i18n.use(lang)
    rows = [ScoreRow(k, 36 - 6 * (k == 2), k + 1, (), facts(**f)) for k, f in enumerate(told)]
    (sentence,) = told_apart(name, rows)
    n, m = (2, 1) if name == "brian_boru" else (9, 4)
    assert sentence.startswith("Anna ")
    assert f"{n} to {m}" in sentence or f"{n} zu {m}" in sentence
    i18n.use("de")


def test_a_tie_against_its_number_is_not_explained_by_it() -> None:
    """A war can be won by the one who has less silver."""
    rows = [ScoreRow(k, 10, k + 1, (), facts(treasure=n)) for k, n in enumerate((3, 9))]
    assert not told_apart("walisk", rows)


@pytest.mark.parametrize(("lang", "said"), [("en", "Anna alone meets the bonus card"), ("de", "erfüllt nur Anna")])
def test_a_tie_that_a_spare_bonus_card_broke_names_the_card(lang: str, said: str) -> None:
    i18n.use(lang)
    four = [[c, []] for c in ("beer_tycoon", "builder", "defender", "accomplisher")]
    session = sit(
        {
            "phase": "tie", "last": True, "tied": ["A", "B"], "unshuffled": [], "finals": four,
            "spare_bonuses": ["king_pig", "conqueror", "follower", "miner"],
            "players": {"A": {"vp": 31, "hand": [], "deck": ["pigator"]}, "B": {"vp": 31, "hand": []}, "C": {"vp": 9}},
        }
    )  # fmt: skip
    rows = sorted(session.game.score(session.state).rows, key=lambda r: r.rank)
    (sentence,) = told_apart("vikings_gone_wild", rows, session)
    assert said in sentence
    i18n.use("de")


def told_apart(name: str, rows: Sequence[ScoreRow], session: Any = None) -> list[str]:
    return list(apart(face_of(name), session, Speaker(name, house_board(name), NAMES), rows))
