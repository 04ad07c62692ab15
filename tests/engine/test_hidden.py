"""Hidden information: zones, pools, doubts, claims, and what a seat is told of the past."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from companion.engine.hidden import Claim, Counted, Known, Told, Zone, broken, doubt, sees, told, unseen
from companion.engine.tablespec import Secrets
from companion.engine.types import DOUBTFUL, Event, Input
from tests.engine.toy import TOY, Toy


@frozen
class Took(Input):
    card: str


@frozen
class Taken(Event):
    card: str


@frozen
class Noted(Event):
    card: str


class Step:
    def __init__(self, line: int, act: Input | None, *events: Event) -> None:
        self.line, self.act, self.events = line, act, events


def faded(s: Any, e: Event) -> Event | None:
    """The card of ``Taken`` fades when the state says so."""
    return Taken("", rules=e.rules, audience=e.audience) if s and isinstance(e, Taken) else e


class Secretive(Toy):
    secrets = Secrets[Any](lambda s: s, faded)


def test_a_zone_counts_what_it_names_and_what_it_does_not() -> None:
    hand = Zone(Known(("a", "c"), (1,)), Counted(3, "deck"))
    assert hand.size == 5
    assert hand.seen_by(1) == ("a", "c")
    assert hand.seen_by(0) == hand.seen_by(None) == ()
    assert Zone(Known(("a",), None)).seen_by(None) == ("a",)


def test_a_card_comes_from_what_was_named_or_from_the_pool() -> None:
    hand = Zone(Known(("a",), (0,)), Counted(1, "deck"))
    assert hand.may_hold("a", ())
    assert hand.may_hold("x", ("x", "y"))
    assert not hand.may_hold("z", ("x", "y"))
    assert not Zone(Known(("a",), (0,))).may_hold("x", ("x",))
    assert hand.without("a") == Zone(Known((), (0,)), Counted(1, "deck"))
    assert hand.without("x") == Zone(Known(("a",), (0,)), Counted(0, "deck"))


def test_naming_and_no_longer_believing() -> None:
    hand = Zone(Known((), (0,)), Counted(1, "deck")).named(("c", "a"))
    assert hand.known.cards == ("a", "c")
    assert hand.blurred(("a", "q")) == Zone(Known(("c",), (0,)), Counted(2, "deck"))


def test_the_pool_counts_equal_cards() -> None:
    assert unseen("aabbc", ("ab", "b")) == ("a", "c")
    assert unseen((1, 2, 3), ((2,), (9,))) == (1, 3)


def test_a_doubt_is_asked_and_may_be_told_to_one_seat() -> None:
    ruling = doubt("BB-5.6", audience=(2,), card=7)
    assert (ruling.kind, ruling.rule, ruling.audience, ruling.fact("card")) == (DOUBTFUL, "BB-5.6", (2,), 7)
    assert ruling.waivable


def test_a_claim_breaks_on_what_it_denied() -> None:
    claims = (Claim(0, "R7", ("red", "white")), Claim(1, "R7", ("blue",)))
    assert broken(claims, 0, "white") == claims[:1]
    assert broken(claims, 0, "blue") == ()
    assert broken(claims, 1, "blue") == claims[1:]


def test_audiences() -> None:
    assert sees(None, None)
    assert sees((1, 2), 2)
    assert not sees((1, 2), 0)
    assert not sees((), 0)
    assert not sees((1,), None)


def test_a_step_is_told_by_audience_and_act_only_with_its_first_event() -> None:
    secret = Step(2, Took(0, "a"), Taken("a", rules=("X",), audience=(0,)), Noted("ready", rules=("X",)))
    public = Step(3, Took(1, "b"), Taken("b", rules=("X",)), Noted("psst", rules=("X",), audience=(1,)))
    game = Secretive()
    for seat, acts, events in ((0, ["a", "b"], [2, 1]), (1, [None, "b"], [1, 2]), (None, [None, "b"], [1, 1])):
        shown = list(told(game, False, (secret, public), seat))
        assert [t.act.card if isinstance(t.act, Took) else None for t in shown] == acts
        assert [len(t.events) for t in shown] == events
        assert [t.line for t in shown] == [2, 3]


def test_faded_facts_take_their_act_along() -> None:
    public = Step(3, Took(1, "b"), Taken("b", rules=("X",)))
    game = Secretive()
    assert list(told(game, True, (public,), 1)) == [Told(3, None, (Taken("", rules=("X",)),))]
    assert next(iter(told(TOY, True, (public,), 1))).act == Took(1, "b")
