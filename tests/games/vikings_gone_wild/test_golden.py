"""Golden playthroughs of two, three and four players: whole games that must replay to the same points."""

from __future__ import annotations

import hashlib

import pytest

from companion.engine.boards import canonical
from companion.engine.codec import Codec, tagged
from companion.engine.types import CHANCE, Over, letter
from companion.engine.yamlfile import Document
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.state import State

from .record import HERE
from .tables import done, sound, table

DOCS = {p.stem: Document.read(p).data for p in sorted(HERE.glob("*.yaml"))}
CODEC = Codec((*GAME.inputs, *CHANCE), GAME.events)


def test_every_number_of_players_is_played() -> None:
    assert {d["players"] for d in DOCS.values()} == set(GAME.players)


@pytest.mark.parametrize("name", DOCS)
def test_a_golden_game_replays_to_its_points(name: str) -> None:
    doc = DOCS[name]
    s: State = GAME.setup(table(doc["players"], **doc["options"]))
    digest = hashlib.sha256()
    for line in doc["inputs"].splitlines():
        s, events = done(s, CODEC.parse(line))
        sound(s)
        for e in events:
            digest.update(canonical(tagged(e)))
    over = GAME.pending(s)[0]
    assert isinstance(over, Over)
    assert [letter(w) for w in over.winners] == doc["winners"]
    assert {letter(r.seat): r.total for r in GAME.score(s).rows} == doc["totals"]
    assert digest.hexdigest() == doc["events"]


@pytest.mark.parametrize("name", DOCS)
def test_points_of_a_golden_game_have_their_reasons(name: str) -> None:
    doc = DOCS[name]
    s: State = GAME.setup(table(doc["players"], **doc["options"]))
    for line in doc["inputs"].splitlines():
        s, _ = done(s, CODEC.parse(line))
    for row in GAME.score(s).rows:
        assert sum(line.points for line in row.lines) == row.total
    best = max(doc["totals"].values())
    assert all(doc["totals"][w] == best for w in doc["winners"])
    assert best >= (40 if doc["players"] == 2 or doc["options"].get("long_game") else 30)
