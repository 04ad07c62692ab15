"""No name of a class is shown: every act and field that people enter by hand has its words in both languages."""

from __future__ import annotations

import attrs
import pytest

from companion import i18n
from companion.engine.types import word
from companion.games import GAMES, game


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_act_and_field_has_a_title_in_both_languages(name: str) -> None:
    words, inputs = game(name).words, game(name).inputs
    assert [word(t) for t in inputs if word(t) not in words.inputs] == []
    fields = {a.name for t in inputs for a in attrs.fields(t)} - {"seat"}
    assert sorted(fields - set(words.fields)) == []
    told = (*words.inputs.values(), *words.fields.values())
    assert [m for m in told if not i18n.has("de", name, m)] == []
