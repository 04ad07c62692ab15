"""What is set by hand against a sum of the rules is told in words, and every score still adds up."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.session import Accepted, Session
from companion.engine.types import Notice, Ruling
from companion.table.speaker import Speaker
from tests.conformance import next_act
from tests.games.golden import table

CASES: list[tuple[str, Mapping[str, Any], Mapping[str, Any], str, str, str]] = [
    ("brian_boru", {}, {"raiders": {"A": 40}}, "BB-1.1",
     "raiders: 40, and the box holds 30. Count them; if they are so many, use substitutes.",
     "Wikinger: 40, und in der Schachtel sind 30. Zählt nach; sind es wirklich so viele, nehmt Ersatz."),
    ("brian_boru", {}, {"church": {"B": 30}}, "BB-1.1",
     "B, discs: 32, and the box holds 25. Count them; if they are so many, use substitutes.",
     "B, Scheiben: 32, und in der Schachtel sind 25. Zählt nach; sind es wirklich so viele, nehmt Ersatz."),
    ("loewenherz", {"setup": "basic"}, {"castles": {"s0_0": None}}, "LH-1.3",
     "A, castles: 2 instead of 3 in all. Count them and set them right by hand.",
     "A, Burgen: zusammen 2 statt 3. Zählt nach und stellt es von Hand richtig."),
    ("vikings_gone_wild", {}, {"players": {"A": {"village": {"townhall": {"beer": 40}}}}}, "VG-R37",
     "beer barrels: 40, and the box holds 25. Count them; if they are so many, use substitutes.",
     "Bierfässer: 40, und in der Schachtel sind 25. Zählt nach; sind es wirklich so viele, nehmt Ersatz."),
    ("vikings_gone_wild", {"tokens_limited": True}, {"players": {"A": {"village": {"townhall": {"gold": 26}}}}},
     "VG-R37", "gold bars: 26, and there are only 25. Count them and set them right by hand.",
     "Goldbarren: 26, und es gibt nur 25. Zählt nach und stellt es von Hand richtig."),
    ("walisk", {"rukr_supply": 9}, {"rukr": {"1": 12}}, "WA-1.2",
     "Rukr: {found}, and the box holds 9. Count them; if they are so many, use substitutes.",
     "Rukr: {found}, und in der Schachtel sind 9. Zählt nach; sind es wirklich so viele, nehmt Ersatz."),
]  # fmt: skip


ACTS = {"loewenherz": 12}  # till the game has begun


def play(session: Session[Any], acts: int) -> None:
    rng = random.Random(1)
    for _ in range(acts):
        act = next_act(session.game, session.state, rng.randrange)
        assert act is not None
        assert isinstance(session.submit([act], "tap"), Accepted)


@pytest.mark.parametrize(("name", "options", "patch", "rule", "english", "german"), CASES)
def test_a_sum_broken_by_hand_is_said(
    name: str, options: Mapping[str, Any], patch: Mapping[str, Any], rule: str, english: str, german: str
) -> None:
    session = table(name, 4, options)
    play(session, ACTS.get(name, 0))
    result = session.amend(patch, "as it lies", consent=True)
    assert isinstance(result, Accepted), result
    told = [e for e in result.events if isinstance(e, Notice) and e.rules == (rule,)]
    assert len(told) == 1, result.events
    found = dict(told[0].facts)["found"]
    for language, text in (("en", english), ("de", german)):
        speaker = Speaker(name, session.config.board, session.people, language)
        assert speaker.event(told[0]) == text.format(found=found)
    again = session.amend(patch, "the same", consent=True)
    if dict(told[0].facts)["kind"] == "stock" and isinstance(again, Accepted):
        assert again.events == (), "substitutes are told once"


@pytest.mark.parametrize(
    ("name", "patch"),
    [
        ("brian_boru", {"vp": {"A": 23}}),
        ("hibernia", {"total": {"A": 23}}),
        ("loewenherz", {"power": {"A": 23}}),
        ("vikings_gone_wild", {"players": {"A": {"vp": 23}}}),
    ],
)
def test_a_score_set_by_hand_adds_up_and_says_so(name: str, patch: Mapping[str, Any]) -> None:
    session = table(name, 3, {})
    before = [row.total for row in session.game.score(session.state).rows]
    result = session.amend(patch, "as the track shows", consent=True)
    assert not isinstance(result, Ruling)
    rows = session.game.score(session.state).rows
    assert rows[0].total == 23
    assert [row.total for row in rows[1:]] == before[1:]
    for row in rows:
        assert sum(line.points for line in row.lines) == row.total
    said = {
        language: [Speaker(name, session.config.board, session.people, language).score(line) for line in rows[0].lines]
        for language in ("en", "de")
    }
    assert any("set by" in text or "by you" in text for text in said["en"]), said
    assert any("von Hand" in text or "von euch" in text for text in said["de"]), said
