"""What strangers found in the referee of Brian Boru, each with its kind."""

from __future__ import annotations

import random

from companion.engine.session import Accepted, Session
from companion.engine.types import Ruling
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.inputs import Act, Keep
from companion.table.speaker import Speaker
from tests.conformance import walk
from tests.games.brian_boru.tables import board, table


def known_draft() -> Session[object]:
    """A draft of three with hands that the app knows, after the first look."""
    config = table(3, track_hands="on")
    pick = random.Random(5).randrange
    for s, _ in walk(GAME, config, pick):
        if s.phase == "draft" and s.look == 1 and all(zone.known.cards for zone in s.hands):
            return Session(GAME, config, start=s)
    raise AssertionError("no draft was met")


def test_a_card_kept_twice_by_overruling_leaves_a_position_that_reads_back() -> None:
    session = known_draft()
    seat = next(i for i, seal in enumerate(session.state.seals) if seal is None)
    before = session.state.hands[seat].known.cards[0]
    other = next(c for c in range(1, 26) if all(c not in z.known.cards for z in session.state.hands))
    act = Keep(seat, tuple(sorted((before, other))))
    assert isinstance(session.check(act), Ruling)
    assert isinstance(session.overrule(act, "it was another card", consent=True), Accepted)
    doc = GAME.position(session.state)
    assert GAME.position(GAME.from_position(session.config, doc)) == doc
    assert isinstance(session.amend({"coins": {"A": 4}}, "counted", consent=True), Accepted)


def test_who_has_acted_is_told_so_and_not_to_wait() -> None:
    config = table(3)
    met = 0
    for s, _ in walk(GAME, config, random.Random(3).randrange, most=600):
        if s.phase != "act" or s.stack:
            continue
        for seat in range(3):
            ruling = GAME.decide(s, Act(seat, "primary", "coins"))
            if seat not in s.queue:
                met += 1
                assert isinstance(ruling, Ruling)
                said = Speaker("brian_boru", board(), (), "en").ruling(ruling)
                assert "has carried out the card" in said
                assert dict(ruling.facts)["turn"] == s.queue[0]
    assert met > 3
