"""The sentences that people have read are said; ``python -m tests.games.oracle.sentences`` writes them anew."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from tests.games.oracle.sentences import kept, speaker, spoken
from tests.games.oracle.table import BAD


@pytest.mark.parametrize("name", GAMES)
def test_sentences_are_said_as_they_were_read(name: str) -> None:
    en, de, rows = speaker(name, "en"), speaker(name, "de"), kept(name)
    assert len({row["id"] for row in rows}) >= 30
    assert [(spoken(en, row), spoken(de, row)) for row in rows] == [(row["en"], row["de"]) for row in rows]


@pytest.mark.parametrize("name", GAMES)
def test_sentences_begin_large_end_with_a_mark_and_hold_no_code(name: str) -> None:
    for row in kept(name):
        for line in (row["en"], row["de"]):
            assert line[:1] == line[:1].upper(), line
            assert not BAD.search(line.replace("no_such_thing", "")), line
            assert row["id"].startswith("notice ") or line[-1] in ".?", line
