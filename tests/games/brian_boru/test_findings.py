"""What strangers found in the referee of Brian Boru, each with its kind."""

from __future__ import annotations

import random

import pytest

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


@pytest.mark.parametrize("seed", range(4))
def test_cards_said_to_be_kept_from_a_packet_that_comes_later_are_not_offered_again(seed: int) -> None:
    config = table(3, track_hands="on")
    dealt = next(s for s, _ in walk(GAME, config, random.Random(seed).randrange) if s.packets and s.seals[0] is None)
    session = Session(GAME, config, start=dealt)
    taken = tuple(sorted(dealt.packets[1][:2]))
    assert isinstance(session.check(Keep(0, taken)), Ruling)
    assert isinstance(session.overrule(Keep(0, taken), "the table says so", consent=True), Accepted)
    later = [act for _, act in walk(GAME, config, random.Random(seed).randrange, most=12, start=session.state)]
    kept = [c for act in later if isinstance(act, Keep) and act.seat == 0 for c in act.cards]
    assert kept
    assert not set(kept) & set(taken)


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


@pytest.mark.parametrize(
    ("card", "action", "patch"),
    [
        (3, "secondary2", {"coins": {"A": 1}}),
        (2, "secondary2", {"area": 0}),
        (1, "secondary2", {"track": {"A": 9}}),
        (16, "secondary1", {"coins": {"A": 4}}),
        (16, "secondary1", {"towns": {"S2": "B", "S6": "B"}}),
    ],
)
def test_a_right_that_a_table_set_by_hand_takes_away_is_not_offered(
    card: int, action: str, patch: dict[str, object]
) -> None:
    """BB-7.6 to 7.9: no extra, and no expansion, without coins or where nothing is left."""
    trick = {"trick": ["C 25", f"A {card}", "B 19"], "coins": {"A": 5}, "area": 5, "towns": {"S1": "A"}}
    start = GAME.from_position(table(3), {"phase": "act", "marker": "C", "active": "L4", **trick})
    session = Session(GAME, table(3), start=start)
    assert isinstance(session.submit([Act(0, action)], "tap"), Accepted)
    assert [seat for _, seat, _ in session.state.stack[:1]] == [0]
    assert isinstance(session.amend(patch, "counted", consent=True), Accepted)
    assert session.state.queue[0] == 1
    assert not session.state.stack


def test_a_trick_is_led_only_while_everybody_holds_a_card_for_it() -> None:
    """Hands that were set by hand may differ: the shortest one ends the tricks (BB-6.1)."""
    s = GAME.from_position(table(3), {"marker": "A", "towns": {"N1": "A"}, "hands": {"A": 1, "B": 5, "C": 5}})
    assert s.phase == "upkeep"
