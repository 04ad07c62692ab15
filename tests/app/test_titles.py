"""No name of a class is shown: every act and field that people enter by hand has its words in both languages."""

from __future__ import annotations

from types import SimpleNamespace

import attrs
import pytest

from companion import i18n
from companion.app.entry.named import Named
from companion.engine.boards import house_board
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Accepted, Session
from companion.engine.types import Roll, word
from companion.games import GAMES, game
from companion.table.speaker import Speaker
from tests.app.people import PEOPLE


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_act_and_field_has_a_title_in_both_languages(name: str) -> None:
    words, inputs = game(name).words, game(name).inputs
    assert [word(t) for t in inputs if word(t) not in words.inputs] == []
    fields = {a.name for t in inputs for a in attrs.fields(t)} - {"seat"}
    assert sorted(fields - set(words.fields)) == []
    told = (*words.inputs.values(), *words.fields.values())
    assert [m for m in told if not i18n.has("de", name, m)] == []


@pytest.mark.parametrize(
    ("lang", "part", "place"),
    [("de", "Teil A", "Platz oben links"), ("en", "Board part A", "place at the top left")],
)
def test_board_parts_are_drawn_by_their_letters_and_are_no_players(lang: str, part: str, place: str) -> None:
    i18n.use(lang)
    found, board = game("loewenherz"), house_board("loewenherz")
    session = Session(found, configure(found, 4, board, None, load_data(found, board)))
    person = PEOPLE["loewenherz"](3)
    while not isinstance(owed := session.pending()[0], Roll):
        act = person(session)
        assert act is not None
        assert isinstance(session.submit((act,), "tap"), Accepted)
    named = Named(SimpleNamespace(session=session, speaker=Speaker("loewenherz", board, ())))
    assert named.purpose(owed.slots[0]) == place
    assert named.die_face(owed.slots[0], "A").text == part
    i18n.use("de")
