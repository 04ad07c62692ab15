"""What a seat cannot know makes no difference to it: hidden cards, money and bids are dealt anew, its side stays."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion.engine.codec import plain, tagged
from companion.engine.hidden import account
from companion.engine.legal import complete, fits
from companion.engine.session import Session
from companion.engine.slotted import changed
from companion.engine.types import Choose, Input, Ruling
from companion.games.loewenherz.events import BidSealed, CardKept, OrderKept
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.state import SETUP, UNKNOWN, Phase, State
from tests.conformance import mutants
from tests.games.loewenherz.players import play
from tests.games.loewenherz.tables import act, done, given, picker, table


def twin(s: State, seat: int, r: random.Random) -> State:
    """The same table as far as this seat can tell, with everything else dealt anew."""
    others = [p for p in range(s.world.players) if p != seat]
    ducats, hands, bids = list(s.ducats), list(s.hands), list(s.bids)
    if not s.world.open_money:
        for p in others:
            ducats[p] = r.randrange(0, 30)
    loose = [c for p in others for c in hands[p]] + [c for pile in s.piles for c in pile]
    r.shuffle(loose)
    piles = s.piles
    if s.world.app_politics:
        for p in others:
            hands[p] = tuple(sorted(loose.pop() for _ in hands[p]))
        if not (s.looking and seat == s.turn):
            piles = tuple(tuple(sorted(loose.pop() for _ in pile)) for pile in s.piles)
        else:
            hands = list(s.hands)
    else:
        for p in others:
            hands[p] = tuple(sorted(r.choice((UNKNOWN, *s.world.politics_box)) for _ in hands[p]))
    if s.world.sealed:
        for i, p in enumerate(s.bidders):
            if p != seat and bids[i] is not None:
                bids[i] = (r.randrange(0, ducats[p] + 1), ())
    decks = tuple(tuple(r.sample(d, len(d))) for d in s.decks)
    return changed(s, ducats=tuple(ducats), hands=tuple(hands), piles=piles, bids=tuple(bids), decks=decks)


def told(s: State, seat: int) -> bytes:
    """All that this seat is shown without acting."""
    seen = {
        "view": GAME.view(s, seat),
        "pending": [tagged(p) for p in GAME.pending(s)],
        "score": plain(GAME.score(s)),
        "table": {k: plain(v) for k, v in GAME.tabletop(s).items()},
    }
    return json.dumps(plain(seen), sort_keys=True).encode()


def reason(s: State, one: Input, seat: int) -> Any:
    """The ruling on an act as this seat may have it; None where it may know of none."""
    decision = GAME.decide(s, one)
    if isinstance(decision, Ruling) and (decision.audience is None or seat in decision.audience):
        return decision
    return None


SETTINGS: list[tuple[int, int, dict[str, Any]]] = [
    (4, 1, {}),
    (3, 2, {"politics_source": "app", "deck_source": "app"}),
    (2, 3, {"politics_source": "app"}),
    (3, 4, {"money_visible": "open", "bid_entry": "reveal_and_enter"}),
    (4, 5, {"setup": "basic", "politics_source": "app", "deck_source": "app", "treasure_limit": "one"}),
]


@pytest.mark.parametrize(("players", "seed", "options"), SETTINGS)
def test_what_is_hidden_changes_nothing_for_a_seat(players: int, seed: int, options: dict[str, Any]) -> None:
    config, r = table(players, **options), random.Random(seed)
    differ = 0
    for n, (s, one) in enumerate(play(GAME.setup(config), picker(seed))):
        if s.phase in SETUP or s.phase == Phase.OVER or n % 3:
            continue
        seat = r.randrange(players)
        other = twin(s, seat, r)
        differ += other != s
        assert told(other, seat) == told(s, seat)
        for tried in (one, *mutants(one, config)):
            first, second = reason(s, tried, seat), reason(other, tried, seat)
            if tried.seat == seat or (first is not None and second is not None):
                assert first == second, tried
            else:  # a reason that everybody is told never rests on what is hidden from somebody
                assert first is None or first.audience is not None or second is not None, tried
    assert differ > 20


@pytest.mark.parametrize(("players", "seed", "options"), SETTINGS)
def test_what_a_seat_may_do_does_not_depend_on_others(players: int, seed: int, options: dict[str, Any]) -> None:
    """The list of legal inputs of a seat is its own: others' hidden cards and money leave it alone."""
    config, r = table(players, **options), random.Random(seed)
    for n, (s, _) in enumerate(play(GAME.setup(config), picker(seed))):
        if s.phase in SETUP or n % 4:
            continue
        seat = r.randrange(players)
        assert list(GAME.options_of(twin(s, seat, r), seat)) == list(GAME.options_of(s, seat))


def test_the_table_does_not_list_how_much_a_payer_has() -> None:
    """A deal is listed for the whole table: the amount may not end where somebody's hidden money ends (LH-R38)."""

    def negotiation(ducats: dict[str, int], **options: Any) -> State:
        return given(
            table(4, **options), card="a2", action=2, phase="deal", laid={"A": [2], "B": [2], "C": [1], "D": [1]},
            ducats=ducats, castles={"s0_1": "A", "s5_3": "B", "s12_3": "C", "s9_0": "D"},
        )  # fmt: skip

    poor, rich = {"A": 1, "B": 12}, {"A": 30, "B": 2}
    hidden = negotiation(poor), negotiation(rich)
    listed = [list(GAME.options_of(s, None)) for s in hidden]
    assert listed[0] == listed[1]
    assert len(listed[0]) == 3
    for s in hidden:
        for entry in listed[0]:
            assert isinstance(GAME.decide(s, complete(entry, lambda n: n - 1)), tuple)
    offer = act("- deal payer=A ducats=30")
    assert fits(listed[0][0], offer)
    ruling = GAME.decide(hidden[0], offer)
    assert isinstance(ruling, Ruling)
    assert ruling.audience == (0,)
    assert isinstance(GAME.decide(hidden[1], offer), tuple)
    shown = [list(GAME.options_of(negotiation(d, money_visible="open"), None)) for d in (poor, rich)]
    assert shown[0] != shown[1]


def test_the_next_to_see_a_pile_sees_no_more_than_its_pile() -> None:
    s = given(
        table(4, politics_source="app"), card="a5", action=1, laid={"A": [1]}, piles=[["fief_3"], ["alliance"]],
        castles={"s0_1": "A", "s5_3": "B", "s12_3": "C", "s9_0": "D"},
    )  # fmt: skip
    s = done(s, act("A look pile=1"))[1]
    assert GAME.view(s, 0)["pile"] == ["fief_3"]
    for seat in (None, 1, 2, 3):
        assert "pile" not in GAME.view(s, seat)
        assert "fief_3" not in json.dumps(plain(GAME.view(s, seat)))


def test_hidden_events_come_first_so_that_their_act_is_not_told() -> None:
    """A bid, a card taken, the order of a pile: whoever may not know the outcome is not told the act."""
    seen = 0
    for seed in (5, 6):
        options = {"politics_source": "app", "deck_source": "app"} if seed == 6 else {}
        for s, one in play(GAME.setup(table(3, **options)), picker(seed)):
            events = GAME.decide(s, one)
            assert isinstance(events, tuple)
            for i, e in enumerate(events):
                if isinstance(e, BidSealed | CardKept | OrderKept):
                    assert i == 0
                    assert e.audience is not None
                    seen += 1
                else:
                    assert e.audience is None
    assert seen > 20


def duel(*bids: str) -> Session[State]:
    s = given(
        table(4), card="a2", action=2, phase="bid", laid={"A": [2], "B": [2], "C": [2], "D": [1]},
        castles={"s0_1": "A", "s5_3": "B", "s12_3": "C", "s9_0": "D"},
    )  # fmt: skip
    session = Session(GAME, table(4), start=s)
    for text in bids:
        assert not isinstance(session.submit([act(text)], "tap"), Ruling)
    return session


def test_the_journal_of_a_seat_does_not_tell_the_bids_of_others() -> None:
    one, two = duel("A bid ducats=3", "B bid ducats=7"), duel("A bid ducats=3", "B bid ducats=1")
    assert account(GAME, one.state, one.past, 0) == account(GAME, two.state, two.past, 0)
    assert account(GAME, one.state, one.past, None) == account(GAME, two.state, two.past, None)
    assert account(GAME, one.state, one.past, 1) != account(GAME, two.state, two.past, 1)


def test_a_bid_that_the_ducats_no_longer_cover_is_asked_for_anew() -> None:
    session = duel("A bid ducats=3", "B bid ducats=7")
    assert not isinstance(session.amend({"ducats": {"B": 6}}, "counted", consent=True), Ruling)
    assert [p.seats for p in session.pending() if isinstance(p, Choose)] == [(1, 2)]
    assert not isinstance(session.submit([act("C bid ducats=0"), act("B bid ducats=6")], "tap"), Ruling)
    assert session.state.ducats[1] == 0


def test_the_last_bid_is_not_taken_back_freely_once_all_are_shown() -> None:
    session = duel("A bid ducats=3", "B bid ducats=1", "C bid ducats=9")
    assert session.needs_consent(len(session.chains()) - 1)
    assert not duel("A bid ducats=3", "A bid ducats=5").needs_consent(1)


def test_a_seat_may_replace_its_bid_unseen() -> None:
    """The order of sealing, and what was sealed before, leave no trace in what the others are told."""
    one = duel("A bid ducats=3", "A bid ducats=5", "B bid ducats=7")
    two = duel("B bid ducats=2", "A bid ducats=5")
    assert told(one.state, 2) == told(two.state, 2)
    assert told(one.state, 0) == told(two.state, 0)
    assert done(one.state, act("C bid ducats=0"))[0][-1] != ()
    end_one, end_two = done(one.state, act("C bid ducats=9"))[1], done(two.state, act("C bid ducats=9"))[1]
    assert end_one.ducats == end_two.ducats
