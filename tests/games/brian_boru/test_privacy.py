"""Privacy by non-interference: what a seat cannot know may change, and nothing that it is told changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from companion.engine.codec import plain, tagged, text
from companion.engine.hidden import Breach, account, sees, told
from companion.engine.legal import complete
from companion.engine.session import Accepted, Session
from companion.engine.slotted import changed
from companion.engine.types import Choose, Input, Ruling, Shuffled
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.inputs import Build, Decline, Keep, NameTown, Play, Stuck
from companion.games.brian_boru.state import State
from companion.games.brian_boru.table import SECRETS
from tests.conformance import next_act

from .tables import done, given, picker, random_play, table


def known_to(s: State, seat: int | None) -> set[int]:
    """Cards that a seat knows or that lie open, or lay open this round."""
    cards = {*s.discard, *(c for _, c in s.trick)}
    if seat is not None:
        cards |= {*s.hands[seat].known.cards, *(s.seals[seat] or ()), *(s.packets[seat] if s.packets else ())}
    return cards


def permuted(s: State, seat: int | None, random: Random) -> State:
    """The same table for this seat: all cards that it cannot know are shuffled among their places."""
    hidden = [c for c in s.world.numbers if c not in known_to(s, seat)]
    other = dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))

    def moved(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(other.get(c, c) for c in cards))

    hands = tuple(z._replace(known=z.known._replace(cards=moved(z.known.cards))) for z in s.hands)
    return changed(
        s,
        hands=hands,
        packets=tuple(moved(p) for p in s.packets),
        seals=tuple(None if sealed is None else moved(sealed) for sealed in s.seals),
    )


def probes(s: State, seat: int) -> Iterator[Input]:
    """Acts that a seat might try, sensible or not."""
    for card in s.world.numbers:
        yield Play(seat, card)
    for town in s.world.ids[::6]:
        yield NameTown(seat, town)
        yield Build(seat, town)
    yield Stuck(seat)
    yield Decline(seat)
    yield Keep(seat)
    yield Keep(seat, (1, 2))
    yield Keep(seat, (24, 25))
    yield from (complete(e, lambda n: n - 1) for e in GAME.options_of(s, seat))


def answer(s: State, act: Input, seat: int) -> Any:
    """What a seat is told about an act: the ruling or the events that it may know."""
    decision = GAME.decide(s, act)
    if isinstance(decision, Ruling):
        return plain(decision) if sees(decision.audience, seat) else "refused"
    return [tagged(e) for e in decision if sees(e.audience, seat)]


def all_told(s: State, seat: int | None) -> str:
    """Everything that reaches a seat without an act, as bytes would."""
    legal = [] if seat is None else [text(e) for e in GAME.options_of(s, seat)]
    sheet = plain(GAME.score(s))
    table_now = {k: [plain(t) for t in v] for k, v in GAME.tabletop(s).items()}
    owed = [tagged(p) for p in GAME.pending(s)]
    return json.dumps([plain(GAME.view(s, seat)), owed, legal, sheet, table_now], sort_keys=True)


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3)])
def test_nothing_a_seat_is_told_depends_on_what_it_cannot_know(players: int, seed: int) -> None:
    random = Random(seed)
    checked = 0
    for n, (s, _) in enumerate(random_play(table(players, track_hands="on"), seed)):
        if s.phase not in ("draft", "lead", "play", "act") or n % 3:
            continue
        for seat in (None, *range(players)):
            twin = permuted(s, seat, random)
            checked += twin != s
            assert all_told(twin, seat) == all_told(s, seat)
            if seat is not None and n % 9 == 0:
                for act in probes(s, seat):
                    assert answer(twin, act, seat) == answer(s, act, seat), text(act)
    assert checked > 100


def test_the_view_of_others_does_not_show_cards() -> None:
    s = given(
        table(3, track_hands="on"), towns={"N1": "A"}, hands={"A": [1, 2], "B": [3, 4], "C": [5, 6]}, discard=[7, 9]
    )
    for seat in (None, 0, 1, 2):
        view = json.loads(json.dumps(plain(GAME.view(s, seat))))
        assert view["hand"] == ({} if seat is None else {"ABC"[seat]: [1 + 2 * seat, 2 + 2 * seat]})
        assert not {"hands", "discard", "packets", "seals", "stuck"} & set(view)


def test_cards_of_earlier_tricks_do_not_shape_the_view() -> None:
    """BB-6.8: the discard pile is nobody's to look at, its content changes nothing that is shown."""
    config = table(3)
    first = given(config, towns={"N1": "A"}, discard=[1, 2, 3], trick_no=2)
    second = given(config, towns={"N1": "A"}, discard=[20, 21, 22], trick_no=2)
    for seat in (None, 0, 1, 2):
        assert plain(GAME.view(first, seat)) == plain(GAME.view(second, seat))
    assert GAME.pending(first) == GAME.pending(second)


# ---------------------------------------------------------------- sealed picks
def sealed_game(picks: Mapping[int, tuple[int, ...]], order: tuple[int, ...]) -> Session[State]:
    start = given(table(3, track_hands="on"), phase="deal", round=1, towns={"N1": "A", "U1": "B", "B1": "C"})
    session = Session(GAME, start.world.config, start=start)
    assert isinstance(session.submit([Shuffled(None, "action")], "tap"), Accepted)
    for seat in order:
        assert isinstance(session.submit([Keep(seat, picks[seat])], "tap"), Accepted)
    return session


def test_journals_of_others_are_equal_byte_for_byte() -> None:
    """What B and the table are told stays the same whatever A and C keep; A's own account differs."""
    one = sealed_game({0: (1, 2), 1: (3, 4), 2: (5, 6)}, (0, 1, 2))
    other = sealed_game({0: (10, 11), 1: (3, 4), 2: (20, 21)}, (0, 1, 2))
    for seat in (None, 1):
        assert account(GAME, one.state, one.past, seat) == account(GAME, other.state, other.past, seat)
    assert account(GAME, one.state, one.past, 0) != account(GAME, other.state, other.past, 0)
    lines = account(GAME, one.state, one.past, None)
    assert [json.loads(line)["n"] for line in lines] == [s.line for s in one.past]


def test_the_order_of_sealing_does_not_matter() -> None:
    picks = {0: (1, 2), 1: (3, 4), 2: (5, 6)}
    states = {sealed_game(picks, order).state for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2))}
    assert len({GAME.position(s)["hands"].__repr__() for s in states}) == 1


def test_a_contradiction_is_told_to_those_it_concerns_alone() -> None:
    """Two seats name the same card: both are told, the third and the table are not."""
    session = sealed_game({0: (1, 2), 1: (3, 4), 2: (1, 6)}, (0, 1, 2))
    breaches = [e for e in session.past[-1].events if isinstance(e, Breach)]
    assert [(b.seat, b.audience) for b in breaches] == [(0, (0,)), (2, (2,))]
    for seat in (None, 1):
        shown = list(told(GAME, session.state, session.past, seat))
        assert not any(isinstance(e, Breach) for t in shown for e in t.events)


def test_a_replaced_seal_is_unseen() -> None:
    session = sealed_game({0: (1, 2), 1: (3, 4)}, (0, 1))
    assert isinstance(session.submit([Keep(0, (7, 8))], "tap"), Accepted)
    last = list(told(GAME, session.state, session.past, 1))[-1]
    assert last.act is None
    assert last.events == ()


# ---------------------------------------------------------------- fading
def test_cards_fade_after_their_trick_until_the_game_is_over() -> None:
    """BB-6.8: account and undo list keep cards of the current trick only; at the end all of them come back."""
    config = table(3)
    pick = picker(9)
    start = GAME.setup(config)
    session = Session(GAME, config, start=start)
    checked = 0
    while True:
        act = next_act(GAME, session.state, pick)
        if act is None:
            break
        assert isinstance(session.submit([act], "tap"), Accepted)
        if session.state.phase in ("lead", "upkeep") and session.length % 5 == 0:
            for t in told(GAME, session.state, session.past, None):
                for e in t.events:
                    if isinstance(e, ev.CardPlayed | ev.ActionEnded | ev.ActionTaken):
                        assert e.card == 0
                        checked += 1
                    if isinstance(e, ev.TrickDecided):
                        assert e.card == 0
                        assert e.fitting == ()
                assert not isinstance(t.act, Play)
    assert checked
    cards = [
        e.card for t in told(GAME, session.state, session.past, None) for e in t.events if isinstance(e, ev.CardPlayed)
    ]
    assert len(cards) == 3 * 3 * 7
    assert all(cards)


def test_cards_of_this_trick_are_told() -> None:
    s = given(table(3), towns={"D1": "A"})
    s, _ = done(s, NameTown(0, "N1"))
    s, events = done(s, Play(0, 2))
    assert SECRETS.faded(s, events[0]) == events[0]
    assert GAME.view(s, None)["trick_rows"] == [{"seat": "A", "card": 2, "suit": "red", "role": "fits", "acted": False}]


def test_pending_of_a_leader_does_not_betray_the_hand() -> None:
    """BB-R6, BB-R7: the same duty whether the leader can serve all colours or none."""
    config = table(3, track_hands="on")
    able = given(config, towns={"N1": "B"}, hands={"A": [2, 3, 20], "B": 3, "C": 3})
    unable = given(config, towns={"N1": "B"}, hands={"A": [2, 5, 8], "B": 3, "C": 3})
    assert GAME.pending(able) == GAME.pending(unable)
    assert isinstance(GAME.pending(able)[0], Choose)
    ruling = GAME.decide(unable, NameTown(0, "N2"))
    assert isinstance(ruling, Ruling)
    assert ruling.audience == (0,)
