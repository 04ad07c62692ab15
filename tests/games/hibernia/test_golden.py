"""Goldens of Hibernia: three and four players, standard and advanced; replayed by the walk of all games."""

from __future__ import annotations

import pytest

from companion.engine.yamlfile import Document
from tests.games import golden

DOCS = {p.stem: Document.read(p).data for p in golden.goldens("hibernia")}


def test_both_numbers_of_players_are_played_standard_and_advanced() -> None:
    assert {(d["players"], d["options"].get("advanced", False)) for d in DOCS.values()} == {
        (3, False), (4, False), (3, True), (4, True),
    }  # fmt: skip


@pytest.mark.parametrize("name", DOCS)
def test_the_winner_of_a_golden_got_furthest(name: str) -> None:
    totals, winners = DOCS[name]["totals"], DOCS[name]["winners"]
    assert winners == [max(totals, key=totals.get)]
    assert totals[winners[0]] >= 48
    assert DOCS[name]["inputs"].count("rolled") >= 2 + 8 * DOCS[name]["players"]


def test_a_golden_with_one_input_changed_is_found_out() -> None:
    doc = dict(DOCS["players4"])
    lines = doc["inputs"].splitlines()
    doc["inputs"] = "\n".join([*lines[:5], *lines[6:]])
    with pytest.raises(AssertionError, match="input 6"):
        golden.replay(doc)
