"""Privacy by non-interference: what a seat cannot know may change, and nothing that it is told changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.engine.codec import Codec, plain, tagged, text
from companion.engine.dealing import deal
from companion.engine.hidden import account, sees
from companion.engine.legal import complete
from companion.engine.session import Accepted, Session
from companion.engine.slotted import changed
from companion.engine.types import CHANCE, Input, Ruling
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.game import GAME
from companion.games.vikings_gone_wild.state import Pile, State
from companion.games.vikings_gone_wild.zones import hand_size, hand_zone, holds

from .tables import by_hand, random_play, state, table

CODEC = Codec((*GAME.inputs, *CHANCE), GAME.events)


def shuffled(cards: tuple[int, ...], random: Random) -> tuple[int, ...]:
    return tuple(random.sample(cards, len(cards)))


def permuted(s: State, seat: int | None, random: Random) -> State:
    """The same table for this seat: decks, others' hands and stacks hold other cards, as far as it cannot know."""
    players = []
    for i, p in enumerate(s.players):
        if i == seat:
            players.append(changed(p, top=shuffled(p.top, random)))
            continue
        cards = shuffled((*p.hand, *p.top), random)
        n = len(p.hand)
        players.append(changed(p, hand=tuple(sorted(cards[:n])), top=cards[n:]))
    return changed(
        s,
        players=tuple(players),
        odin=layers(s.odin, random),
        favours=layers(s.favours, random),
        spare=layers(s.spare, random),
        missions=by_points(s, random),
    )


def layers(pile: Pile, random: Random) -> Pile:
    """Known cards in another order; what is shuffled stays as it is."""
    known = shuffled(tuple(c[0] for n, c in pile if n == len(c) == 1), random)
    left = iter(known)
    return tuple((1, (next(left),)) if n == len(c) == 1 else (n, c) for n, c in pile)


def by_points(s: State, random: Random) -> Pile:
    """Missions for 1 VP stay above the others."""
    one = [c[0] for n, c in s.missions if n == len(c) == 1 and s.world.cards[c[0]].vp == 1]
    cut = len(one)
    return (*layers(s.missions[:cut], random), *layers(s.missions[cut:], random))


def all_told(s: State, seat: int | None) -> str:
    """Everything that reaches a seat without an act, as bytes would."""
    legal = [] if seat is None else [text(complete(e, lambda n: n - 1)) for e in GAME.options_of(s, seat)]
    lie = {k: [plain(t) for t in v] for k, v in GAME.tabletop(s).items()}
    owed = [tagged(p) for p in GAME.pending(s)]
    return json.dumps([plain(GAME.view(s, seat)), owed, legal, plain(GAME.score(s)), lie], sort_keys=True)


def probes(s: State, seat: int) -> Iterator[Input]:
    """Acts that a seat might try, sensible or not."""
    ids = s.world.ids
    for card in ids[::3]:
        yield acts.Play(seat, card)
        yield acts.Buy(seat, card)
        yield acts.Pick(seat, card)
        yield acts.Take(seat, card)
        yield acts.Claim(seat, card)
        for other in s.world.seats:
            yield acts.Defend(seat, card, f"{'ABCD'[other]}_townhall")
            yield acts.Attack(seat, f"{'ABCD'[other]}_townhall", ((card, 1),))
        yield acts.Drop(seat, ((card, 1),))
    yield from (acts.Pass(seat), acts.EndTurn(seat), acts.Together(seat), acts.Decline(seat), acts.Upgrade(seat))


def answer(s: State, act: Input, seat: int) -> Any:
    """What a seat is told about an act: the ruling, or the outcome of the act itself as far as it may know it."""
    decision = GAME.decide(s, act)
    if isinstance(decision, Ruling):
        return plain(decision) if sees(decision.audience, seat) else "refused"
    return tagged(decision[0]) if sees(decision[0].audience, seat) else "done"


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_nothing_a_seat_is_told_depends_on_what_it_cannot_know(players: int, seed: int) -> None:
    random = Random(seed)
    checked = 0
    for n, (s, _, _) in enumerate(random_play(table(players), seed, deal, most=600)):
        if s.unshuffled or n % 6:
            continue
        for seat in (None, *s.world.seats):
            twin = permuted(s, seat, random)
            checked += twin != s
            assert all_told(twin, seat) == all_told(s, seat)
            if seat is not None and n % 60 == 0:
                for act in probes(s, seat):
                    assert answer(twin, act, seat) == answer(s, act, seat), text(act)
    assert checked > 100


def test_the_view_of_others_shows_no_hand_and_nobody_s_shows_a_deck() -> None:
    for s, _, _ in random_play(table(3), 5, by_hand, most=200):
        for seat in (None, 0, 1, 2):
            view = json.loads(json.dumps(plain(GAME.view(s, seat))))
            assert not {"odin", "favours", "missions", "spare_bonuses"} & set(view)
            for who, mine in view["players"].items():
                assert not {"deck", "unseen", "blind"} & set(mine)
                assert ("hand" in mine) == (seat is not None and who == "ABC"[seat])
                assert isinstance(mine["done"], int)


WINDOW: dict[str, Any] = {
    "row": ["scroll", "crystal", "sword", "shaman", "bear_rider"],
    "odin": ["assassin"],
    "supply": {},
    "players": {"A": {"hand": ["viking_warrior"]}, "B": {"village": {"brewery_1": {}}}, "C": {}},
}


def with_hand(*hand: str) -> State:
    players = {**WINDOW["players"], "B": {"hand": list(hand), "village": {"brewery_1": {}}}}
    return state({**WINDOW, "players": players})


def attacked(start: State, *lines: str) -> Session[State]:
    session = Session(GAME, start.world.config, start=start)
    for line in ("A attack target=B_brewery_1 attackers=viking_warrior:1", *lines):
        assert isinstance(session.submit([CODEC.parse(line)], "tap"), Accepted), line
    return session


def test_the_defence_window_does_not_betray_whether_a_card_is_held() -> None:
    """VG-9.2: the same duty, view and account for everybody else, whether the defender holds a cannon or not."""
    armed, bare = attacked(with_hand("cannon", "beer_card")), attacked(with_hand("beer_card", "gold_card"))
    assert armed.pending() == bare.pending()
    for seat in (None, 0, 2):
        assert plain(GAME.view(armed.state, seat)) == plain(GAME.view(bare.state, seat))
        assert list(GAME.options_of(armed.state, seat)) == list(GAME.options_of(bare.state, seat))
        assert account(GAME, armed.state, armed.past, seat) == account(GAME, bare.state, bare.past, seat)
    passed = (
        attacked(with_hand("cannon", "beer_card"), "B pass"),
        attacked(with_hand("beer_card", "gold_card"), "B pass"),
    )
    for seat in (None, 0, 2):
        assert account(GAME, passed[0].state, passed[0].past, seat) == account(
            GAME, passed[1].state, passed[1].past, seat
        )


def test_an_unknown_hand_is_asked_like_a_known_one() -> None:
    """With real cards the window opens just the same."""
    players = {**WINDOW["players"], "B": {"unseen": ["beer_card"] * 5, "blind": 2, "village": {"brewery_1": {}}}}
    assert (
        attacked(state({**WINDOW, "players": players})).pending() == attacked(with_hand("cannon", "scroll")).pending()
    )


def test_a_refusal_that_rests_on_a_hand_is_told_to_its_owner_only() -> None:
    b = {"hand": ["beer_card", "gold_card"], "deck": ["cannon"], "village": {"brewery_1": {}}}
    session = attacked(state({**WINDOW, "players": {**WINDOW["players"], "B": b}}))
    for card, told in (("cannon", (1,)), ("sheep_cannon", None)):  # everybody knows that B owns no sheep cannon
        ruling = session.submit([CODEC.parse(f"B defend card={card} target=B_brewery_1")], "tap")
        assert isinstance(ruling, Ruling)
        assert (ruling.kind, ruling.rule, ruling.audience) == ("doubtful", "VG-9.1", told)


def test_the_account_of_others_is_the_same_whatever_is_drawn() -> None:
    """Deck orders are told to nobody, draws by their number only."""

    def session(order: list[str]) -> Session[State]:
        players = {
            "A": {"hand": ["scroll"], "deck": order},
            "B": {"hand": [], "deck": ["beer_card"] * 5},
            "C": {"hand": []},
        }
        start = state({**WINDOW, "players": players})
        made = Session(GAME, start.world.config, start=start)
        assert isinstance(made.submit([CODEC.parse("A play card=scroll")], "tap"), Accepted)
        return made

    one, other = session(["cannon", "pigator", "beer_card"]), session(["beer_card", "cannon", "pigator"])
    for seat in (None, 1, 2):
        assert account(GAME, one.state, one.past, seat) == account(GAME, other.state, other.past, seat)
        assert all_told(one.state, seat) == all_told(other.state, seat)
    assert all_told(one.state, 0) != all_told(other.state, 0)


def test_an_app_s_shuffle_is_in_nobody_s_account() -> None:
    start = GAME.setup(table(2))
    sessions = []
    for order in (
        ["beer_card"] * 6 + ["gold_card"] * 2 + ["viking_warrior"] * 2,
        ["gold_card"] * 2 + ["viking_warrior"] * 2 + ["beer_card"] * 6,
    ):
        made = Session(GAME, start.world.config)
        assert isinstance(
            made.submit([CODEC.parse(f"- shuffled pile=deck_A order={','.join(order)}")], "app"), Accepted
        )
        sessions.append(made)
    for seat in (None, 0, 1):
        one, other = (account(GAME, x.state, x.past, seat) for x in sessions)
        assert one == other
        assert b"gold_card" not in b"".join(one)
    assert sessions[0].state != sessions[1].state


def test_loki_s_lens_shows_a_hand_to_the_actor_alone() -> None:
    players = {"A": {"hand": ["lokis_lens"]}, "B": {"hand": ["cannon", "pigator"]}, "C": {}}
    start = state({**WINDOW, "players": players})
    session = Session(GAME, start.world.config, start=start)
    assert isinstance(session.submit([CODEC.parse("A play card=lokis_lens target=1")], "tap"), Accepted)
    told = {seat: b"".join(account(GAME, session.state, session.past, seat)) for seat in (None, 0, 1, 2)}
    assert {seat for seat, lines in told.items() if b"pigator" in lines} == {0, 1}


def test_a_hand_is_a_zone_of_the_kernel() -> None:
    """Whether a card may be held is the same question there, whatever is known of the hand."""
    for s, _, _ in random_play(table(2), 9, by_hand, most=150):
        for seat, p in enumerate(s.players):
            zone = hand_zone(p, seat)
            assert zone.size == hand_size(p)
            assert all(zone.may_hold(c, p.pool) == holds(p, c) for c in range(len(s.world.cards)))
