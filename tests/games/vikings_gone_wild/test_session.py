"""Anything may happen at a table of Vikings Gone Wild, in any order, and the session keeps its promises."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant

from companion.engine.journal import MemoryStore
from companion.engine.session import Accepted, Session
from companion.engine.types import Input, Ruling
from companion.games.vikings_gone_wild.game import GAME
from tests.conformance import next_act
from tests.games.machine import TableMachine, reopened, same

from .tables import either, limits, sit, sound, table


class VikingsMachine(TableMachine):
    game = GAME

    def chosen(self, seed: int) -> Input | None:
        return next_act(self.game, self.session.state, random.Random(seed).randrange, either)

    @invariant()
    def cards_and_points_add_up(self) -> None:
        if hasattr(self, "session"):
            sound(self.session.state)


TestVikings = VikingsMachine.TestCase
TestVikings.settings = settings(max_examples=8, stateful_step_count=25, deadline=None)


def played(players: int, seed: int, n: int) -> tuple[Session, MemoryStore]:  # type: ignore[type-arg]
    store = MemoryStore()
    session = Session(GAME, table(players), store=store)
    rng = random.Random(seed)
    for _ in range(n):
        act = next_act(GAME, session.state, rng.randrange, either)
        if act is None:
            break
        assert isinstance(session.submit([act], "tap"), Accepted)
    return session, store


def test_a_journal_opens_verifies_and_folds_to_the_same_states() -> None:
    for players in GAME.players:
        session, store = played(players, players, 220)
        same(reopened(session, store), session)
        assert session.verify() == []


def test_an_act_of_another_seat_between_is_not_stale() -> None:
    """VG-R25: a claim in another's turn does not refuse what that player was about to do."""
    session = sit(
        {
            "turn": "B",
            "players": {
                "A": {"missions": ["bier", "worker"], "hand": [], "village": {"beer_depot_1": {"beer": 4}}},
                "B": {"hand": ["beer_card"]},
                "C": {},
            },
        }
    )
    seen = session.length
    assert isinstance(session.submit([session.codec.parse("A claim mission=bier")], "tap", seen), Accepted)
    assert isinstance(session.submit([session.codec.parse("B play card=beer_card")], "tap", seen), Accepted)


def test_a_stale_act_is_refused() -> None:
    session = sit({"players": {"A": {"hand": ["beer_card"]}, "B": {"hand": []}, "C": {}}})
    seen = session.length
    for line in ("A end_turn", "B end_turn"):
        assert isinstance(session.submit([session.codec.parse(line)], "tap"), Accepted)
    ruling = session.submit([session.codec.parse("A play card=beer_card")], "tap", seen)
    assert isinstance(ruling, Ruling)
    assert ruling.rule in ("K-STALE", "VG-4.1")


def test_the_table_may_overrule_a_limit_and_points_still_add_up() -> None:
    """VG-4.4, VG-5.2, VG-R8: what is waived is not paid, and nothing becomes negative."""
    session = sit(
        {
            "now": {"gold": 1},
            "players": {
                "A": {"hand": ["viking_warrior"], "village": {"brewery_1": {}, "brewery_2": {}, "drakkar_1": {}}},
                "B": {"hand": []},
                "C": {},
            },
        }
    )
    for line in (
        "A buy card=pigator",
        "A build building=tavern",
        "A attack target=B_townhall attackers=viking_warrior:1",
        "A claim mission=worker",
    ):
        act = session.codec.parse(line)
        refused = session.submit([act], "tap")
        assert isinstance(refused, Ruling)
        session.overrule(act, "the table says so", consent=True)
        limits(session.state)


def test_a_chain_falls_as_a_whole_and_is_undone_as_a_whole() -> None:
    session = sit(
        {
            "players": {
                "A": {"hand": ["beer_card", "beer_card"], "village": {"brewery_1": {"beer": 1}}},
                "B": {},
                "C": {},
            }
        }
    )
    parse = session.codec.parse
    bad = [parse("A play card=beer_card"), parse("A buy card=elf_archer")]
    before = session.state
    assert isinstance(session.submit(bad, "tag"), Ruling)
    assert session.state == before
    good = [
        parse("A play card=beer_card"),
        parse("A play card=beer_card"),
        parse("A buy card=elf_archer beer=A_brewery_1:1"),
    ]
    assert isinstance(session.submit(good, "tag"), Accepted)
    assert session.retract() == before


@pytest.mark.parametrize(
    ("line", "shows"),
    [
        ("A play card=scroll", True),
        ("A play card=gift_unit", True),
        ("A play card=lokis_lens target=1", True),
        ("A buy card=scroll slot=odin_3", True),
        ("A attack target=odin_1 attackers=elf_archer:1", True),
        ("A swap mission=worker", True),
        ("A buy card=cannon", False),
        ("A build building=brewery", False),
        ("A play card=beer_card", False),
    ],
)
def test_what_showed_hidden_cards_is_taken_back_by_consent_only(line: str, shows: bool) -> None:
    mine = ["scroll", "gift_unit", "lokis_lens", "elf_archer", "beer_card"]
    anna = {"hand": mine, "deck": ["beer_card", "viking_warrior"], "missions": ["worker"]}
    players = {"A": anna, "B": {"hand": ["cannon"]}}
    row = ["undead_gold", "crystal", "scroll", "shaman", "bear_rider"]
    session = sit({"now": {"gold": 9}, "row": row, "odin": ["sword"], "missions": ["bier"], "players": players})
    act = session.codec.read(line)
    assert isinstance(act, Input)
    assert isinstance(session.submit([act], "tap"), Accepted)
    assert session.needs_consent(0) == shows


def test_what_is_attacked_is_not_taken_away_by_hand() -> None:
    defender = {"hand": ["cannon"], "village": {"brewery_1": {}}}
    session = sit({"players": {"A": {"hand": ["viking_warrior"]}, "B": defender}})
    act = session.codec.read("A attack target=B_brewery_1 attackers=viking_warrior:1")
    assert isinstance(act, Input)
    assert isinstance(session.submit([act], "tap"), Accepted)
    gone = session.amend({"players": {"B": {"village": {"brewery_1": None}}}}, "given back", consent=True)
    assert isinstance(gone, Ruling)
    assert gone.fact("problems") == ("now.strikes.0.target: expected what stands there, found 'B_brewery_1'",)
    called_off = session.amend({"now": {"strikes": []}}, "called off", consent=True)
    assert isinstance(called_off, Ruling)
    assert called_off.fact("problems") == ("now.window: expected 0 where nothing is attacked, found 1",)
