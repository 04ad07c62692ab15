"""Walisk's entry by touch, without a screen: ways over several steps, gathering, musters, dice of the app, refusals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion import i18n
from companion.app.entry.strip import Throw
from companion.app.entry.throwing import sources, thrown
from companion.app.live.hand import HandEntry
from companion.app.live.table import TablePainter
from companion.engine.legal import Some, fits, open_fields
from companion.engine.session import Accepted, Session
from companion.engine.types import Input, Rolled, Ruling
from companion.engine.words import Where
from companion.games import game
from companion.games.walisk import inputs as acts
from companion.games.walisk.demo import Warrior
from companion.games.walisk.screen.losses import Losing, apart, many
from companion.games.walisk.screen.touches import WaliskTouches
from companion.games.walisk.state import units_of
from companion.table.palettes import palette_of
from companion.table.speaker import Speaker
from tests.games.walisk.tables import SMALL, state

ORDER = {"order": ["A", "B"], "due": ["A", "B"], "life": {"A": "in", "B": "in"}, "round": 2}
OWNED = {"KA": "A", "HY": "A", "UL": "A", "LA": "A", "HA": "B"}
MARCH = {
    **SMALL, **ORDER, "phase": "men", "owner": OWNED,
    "units": {
        "KA": {"A": {"man": 5}}, "LA": {"A": {"man": 4, "ship": 2}}, "HY": {"A": {"man": 2}}, "HA": {"B": {"man": 3}},
    },
    "rukr": {"UL": 2},
}  # fmt: skip
WINTER = {**SMALL, **ORDER, "phase": "muster", "round": 1, "owner": OWNED, "silver": {"A": 14, "B": 3}}


@pytest.fixture(autouse=True)
def english() -> Any:
    i18n.use("en")
    yield
    i18n.use("en")


def hands(doc: dict[str, Any], **options: Any) -> tuple[Session[Any], WaliskTouches]:
    s = state(doc, **options)
    session: Session[Any] = Session(game("walisk"), s.world.config, start=s)
    board = s.world.config.board
    form = HandEntry(TablePainter(session, palette_of((), board.colours), Speaker("walisk", board, ())))
    return session, WaliskTouches(form.named, form.entries)


def enter(session: Session[Any], chain: tuple[Input, ...], source: str = "tap") -> None:
    assert chain
    assert isinstance(session.submit(chain, source), Accepted)


def test_two_touches_take_a_whole_stack_over_two_steps() -> None:
    session, hand = hands({**MARCH, "owner": {**OWNED, "UL": "B"}, "rukr": {}})
    assert hand.space("KA") == ()
    assert hand.chosen() == ("KA",)
    assert set(hand.targets() or ()) == {"IS", "UL", "HY"}
    chain = hand.space("HY")
    assert chain == (acts.Walk(0, "KA", "HY", 5),)
    mine = dict.fromkeys(("KA", "HY", "UL", "IS", "SK", "MY", "LA"), "A")
    session, hand = hands({**MARCH, "owner": {**mine, "HA": "B"}, "rukr": {}, "units": {"UL": {"A": {"man": 2}}}})
    hand.space("UL")
    routes = hand.moves.reached(hand.moves.taken()[0])
    far = next(f for f, r in routes.items() if len(r[0].acts) == 2)
    chain = hand.space(far)
    assert chain == routes[far][0].acts
    assert [(a.men, a.spent) for a in chain if isinstance(a, acts.Walk)] == [(2, 0), (2, 1)]
    enter(session, chain)
    assert units_of(session.state, session.state.world.index[far], 0) == 2


def test_a_chain_is_what_was_entered_step_by_step_and_one_undo_takes_it_back() -> None:
    doc = {**MARCH, "rukr": {}, "units": {"LA": {"A": {"man": 4, "ship": 2}}}}
    session, hand = hands(doc)
    single, _ = hands(doc)
    hand.space("LA")
    hand.touch("ship")
    chain = hand.space("S1")
    assert len(chain) == 3
    enter(session, chain)
    for act in chain:
        enter(single, (act,))
    assert [x.act for x in session.past] == [x.act for x in single.past]
    assert [x.events for x in session.past] == [x.events for x in single.past]
    assert session.state == single.state
    session.retract(consent=True)
    assert session.state == session.start


def test_a_long_touch_takes_one_and_the_same_goes_on_to_the_next_place() -> None:
    session, hand = hands({**MARCH, "rukr": {}})
    hand.space("KA", one=True)
    first = hand.space("IS")
    assert first == (acts.Walk(0, "KA", "IS", 1),)
    enter(session, first)
    again = hand.space("UL")
    assert again == (acts.Walk(0, "KA", "UL", 1),)
    enter(session, again)
    assert hand.space("KA") == ()
    assert hand.chosen() == ()  # touched again: let go


def test_a_number_is_one_touch_and_the_likeliest_is_set() -> None:
    _, hand = hands({**MARCH, "rukr": {}})
    hand.space("KA")
    numbers = [(k.choice.text, k.choice.chosen) for k in hand.keys().keys]
    assert numbers == [*((str(n), False) for n in (1, 2, 3, 4)), ("5", True)]
    assert hand.touch("n:3") == ()
    assert hand.space("UL") == (acts.Walk(0, "KA", "UL", 3),)


def test_several_stacks_gather_in_one_place() -> None:
    session, hand = hands({**MARCH, "owner": {**OWNED, "UL": "B"}})
    assert hand.space("UL") == ()
    assert hand.targets() == {"KA": "5", "HY": "2"}
    (all_of, *_), moved = hand.keys().keys, hand.space("HY")
    assert moved == (acts.Walk(0, "HY", "UL", 2),)
    enter(session, moved)
    _, both = hands({**MARCH, "owner": {**OWNED, "UL": "B"}})
    both.space("UL")
    assert (
        both.touch(all_of.choice.key) == (acts.Walk(0, "KA", "UL", 5), acts.Walk(0, "HY", "UL", 2))
        or len(
            both.touch(all_of.choice.key)  # type: ignore[arg-type]
        )
        == 2
    )


def test_an_illegal_touch_is_the_act_that_the_rules_refuse() -> None:
    session, hand = hands(MARCH)
    hand.space("KA")
    chain = hand.space("HA")
    assert len(chain) == 1
    ruling = session.check(*chain)
    assert isinstance(ruling, Ruling)
    assert ruling.rule in ("WA-4.1", "WA-4.2", "WA-4.4")
    assert session.past == []


def test_dragging_is_both_touches_at_once() -> None:
    _, hand = hands({**MARCH, "rukr": {}})
    assert hand.loose() >= {"KA", "LA", "HY"}
    assert hand.carry("KA", "UL") == (acts.Walk(0, "KA", "UL", 5),)


def test_the_odds_of_the_fight_stand_at_its_place() -> None:
    _, hand = hands(MARCH)
    hand.space("KA")
    tags = hand.targets() or {}
    assert tags["UL"].endswith("%")
    assert tags["HY"] == ""


def test_buying_is_placing_and_the_list_is_confirmed_at_once() -> None:
    session, hand = hands(WINTER)
    assert hand.space("LA") == ()  # a house first: that is what the capital needs
    assert (hand.muster.now().items[0].kind, hand.muster.now().silver(session.state)) == ("house", 9)
    hand.touch("n:4")
    hand.space("KA")
    hand.touch("n:5")
    hand.space("UL")
    keys = hand.keys()
    done = next(k for k in keys.foot if k.choice.key == "muster")
    assert done.choice.second == "1 house, 9 men"
    enter(session, done.sends)  # type: ignore[arg-type]
    assert [type(x.act).__name__ for x in session.past] == ["Buy", "Place", "Buy", "Place", "Place", "Done"]
    assert session.past[2].act == acts.Buy(0, "man", 9)
    single, _ = hands(WINTER)
    for x in session.past:
        assert isinstance(single.submit((x.act,), "tap"), Accepted)
    assert single.state == session.state


def test_a_foreign_district_gets_nothing_and_the_rule_says_so() -> None:
    session, hand = hands(WINTER)
    chain = hand.space("HA")
    ruling = session.check(*chain)
    assert isinstance(ruling, Ruling)
    assert ruling.rule == "WA-3.15"
    assert hand.muster.plan is None


def given(hand: WaliskTouches) -> dict[str, str]:
    """Places with a tag."""
    return {f: tag for f, tag in (hand.targets() or {}).items() if tag}


def test_what_was_planned_last_is_taken_back() -> None:
    _, hand = hands(WINTER)
    hand.space("LA")
    hand.space("KA", one=True)
    assert given(hand) == {"LA": "+H", "KA": "+1"}
    hand.touch("less")
    assert given(hand) == {"LA": "+H"}


THREAT = {**WINTER, "silver": {"A": 60, "B": 3}, "units": {"HY": {"B": {"man": 4}}, "LA": {"A": {"man": 1}}}}


def test_what_is_threatened_is_strengthened_at_one_touch_and_that_touch_is_taken_back() -> None:
    session, hand = hands(THREAT)
    s = session.state
    lacks = {}
    for f in (i for i, owner in enumerate(s.owner) if owner == 0):
        foes = max((units_of(s, g, 1) + s.rukr[g] for g in s.world.links[f]), default=0) - units_of(s, f, 0)
        lacks |= {s.world.ids[f]: foes} if foes > 0 else {}
    assert lacks
    assert given(hand) == {f: f"{n}?" for f, n in lacks.items()}
    key = next(k for k in hand.keys().keys if k.choice.key == "relief")
    assert key.choice.second == f"{sum(lacks.values())} men"
    hand.touch("relief")
    assert {i.field: i.n for i in hand.muster.now().items} == lacks
    assert "relief" not in [k.choice.key for k in hand.keys().keys]
    hand.touch("less")
    assert hand.muster.now().items == ()
    hand.touch("kind:man")
    field, n = next(iter(lacks.items()))
    hand.space(field)  # what it lacks, then all that is left
    assert hand.muster.now().items[0].n == n
    hand.space(field)
    assert hand.muster.now().silver(s) == 0


def test_every_number_of_a_long_pad_is_two_touches_away() -> None:
    _, hand = hands({**THREAT, "silver": {"A": 53, "B": 3}})
    hand.touch("kind:man")
    offered = {k.choice.text for k in hand.keys().keys}
    assert {"53", "1", "9", "10…", "50…"} <= offered
    assert "24" not in offered
    hand.touch("tens:2")
    hand.touch("n:24")
    assert next(k for k in hand.keys().keys if k.choice.chosen and k.choice.text.isdigit()).choice.text == "24"
    hand.space("UL")
    assert hand.muster.now().items[-1].n == 24


FIGHT = {
    **SMALL, **ORDER, "phase": "fight", "owner": {**OWNED, "UL": "B"}, "rukr": {"KA": 2},
    "units": {"KA": {"A": {"man": 5}}, "UL": {"A": {"man": 3}, "B": {"man": 2}}, "LA": {"A": {"man": 4}}},
}  # fmt: skip


def test_a_fight_is_one_touch_with_its_odds_and_the_app_throws_only_when_asked() -> None:
    session, hand = hands(FIGHT)
    fights = hand.keys().keys
    assert len(fights) == 2
    assert all("%" in k.choice.second for k in fights)
    sends = hand.touch(fights[0].choice.key)
    assert not isinstance(sends, Throw)
    enter(session, sends)
    keys = hand.keys()
    assert [k.choice.text for k in keys.keys] == ["1", "2", "3", "4", "5", "6"]
    assert {k.choice.key for k in keys.foot} == {"app", "app_on"}
    ask = hand.touch("app_on")
    assert isinstance(ask, Throw)
    chain = thrown(session, ask, random.Random(3))
    assert all(isinstance(a, Rolled) for a in chain)
    assert set(sources(chain)) == {"app"}
    assert isinstance(session.submit(chain, sources(chain)), Accepted)
    assert {x.source for x in session.past[1:]} == {"app"}
    assert session.past[0].source == "tap"


def test_the_app_throws_in_every_fight_while_that_is_switched_on() -> None:
    session, hand = hands(FIGHT)
    fight = hand.keys().keys[0].choice.key
    switch = next(k for k in hand.keys().foot if k.choice.key == "app_fights")
    assert not switch.choice.chosen
    assert hand.touch("app_fights") == ()
    ask = hand.touch(fight)
    assert isinstance(ask, Throw)
    chain = thrown(session, ask, random.Random(3))
    assert sources(chain)[:2] == ("tap", "app")
    assert isinstance(session.submit(chain, sources(chain)), Accepted)
    session.retract(consent=True)
    assert session.state == session.start  # one touch, one undo
    hand.touch("app_fights")
    assert hand.touch(fight) == chain[:1]


def test_a_table_that_throws_for_itself_is_not_offered_the_app() -> None:
    session, hand = hands(FIGHT, app_dice=False)
    assert "app_fights" not in [k.choice.key for k in hand.keys().foot]
    hand.always = True
    assert not isinstance(hand.touch(hand.keys().keys[0].choice.key), Throw)
    enter(session, hand.touch(hand.keys().keys[0].choice.key))  # type: ignore[arg-type]
    assert hand.keys().foot == ()


def test_every_die_of_a_throw_is_one_touch() -> None:
    session, hand = hands(FIGHT)
    sends = hand.touch(hand.keys().keys[0].choice.key)
    enter(session, sends)  # type: ignore[arg-type]
    n = hand.keys().owed
    for k in range(n):
        assert hand.keys().dice == ("4",) * k
        chain = hand.touch("die:4")
    assert chain == (Rolled(None, ("4",) * n),)


def test_a_loss_says_how_many_of_what_and_where() -> None:
    """Every open loss has keys of its own, in the singular where it is one, and no two keys read alike."""
    met: set[str] = set()
    units = {"LA": {"A": {"man": 2, "ship": 2}}, "KA": {"A": {"man": 2, "ship": 1}}, "HA": {"B": {"man": 9}}}
    for seed in (3, 4, 6, 7):
        people = Warrior(seed)
        session, hand = hands({**MARCH, "owner": {**OWNED, "UL": "B"}, "units": units})
        for _ in range(200):
            act = people.act(session.state)
            if act is None:
                break
            open_losses = [e for e in hand.entries() if isinstance(e, acts.Lose) and open_fields(e)]
            if open_losses:
                shown = hand.keys()
                keys = [k.choice for k in shown.keys if k.sends and isinstance(k.sends[0], acts.Lose)]
                assert len({(k.text, k.second) for k in keys}) == len(keys)
                fields = {hand.painter.speaker.field(Where(e.field)) for e in open_losses}
                told = {k.second for k in keys} if len(open_losses) > 1 else {shown.title.partition(":")[0]}
                assert {t.split(", ")[1] for t in told} == fields
                met |= {k.text for k in keys}
            enter(session, (act,))
    assert {"1 man", "1 ship"} <= met
    assert not [m for m in met if m.startswith(("1 men", "1 ships")) or m == "1 man, 1 man"]


def test_what_can_be_touched_first_is_outlined() -> None:
    """Stacks that can move; districts that can be given what is open, and none without silver."""
    _, hand = hands(MARCH)
    assert hand.targets() == {"KA": "", "LA": "", "HY": ""}
    _, hand = hands(WINTER)
    own = {f for f, owner in OWNED.items() if owner == "A"}
    assert set(hand.targets() or ()) == own
    hand.touch("kind:ship")
    assert set(hand.targets() or ()) < own
    _, hand = hands({**WINTER, "silver": {"A": 0, "B": 3}})
    assert given(hand) == {}
    assert hand.targets() == {}


def test_losses_from_several_places_are_told_by_what_differs() -> None:
    """What is lost is said once; the points that were used only where men of one place have used more or fewer."""
    _, hand = hands(MARCH)
    labels = {"man", "man+1<HY", "man+2<HY", "man+1<KA"}
    lost = (("man", 3), ("man+1<HY", 1), ("man+1<KA", 1))
    board = hand.session.config.board
    names = {f: board.space[f].name for f in ("HY", "KA")}
    told = apart(hand.painter, lost, labels)
    assert told == f"3 from here, 1 from {names['HY']} after 1 point, 1 from {names['KA']}"
    assert apart(hand.painter, lost[:1], {*labels, "ship"}) == "3 men from here"


def test_losses_in_many_ways_are_told_group_by_group() -> None:
    """Whatever is touched: a number of each group where there is a choice, and always a loss that is owed."""
    _, hand = hands(MARCH)
    rng = random.Random(3)
    labels = ("man", "man+1<HY", "man+1<KA", "man+2<HY", "ship@W1", "ship@W2")
    for _ in range(200):
        of = tuple((label, rng.randint(1, 14)) for label in labels[: rng.randint(2, 6)])
        entry = acts.Lose(0, "BI", ())
        entry.lost = Some(of, rng.randint(1, sum(most for _, most in of) - 1))  # type: ignore[misc,assignment]
        losing, chain, touches = Losing(), (), 0
        while not chain:
            shown = losing.keys(hand.painter, entry, None, ())
            numbers = [k for k in shown.keys if k.choice.key.startswith("n:")]
            assert len(numbers) > 1, "nobody is asked what follows"
            key = rng.choice(numbers)
            touches += 1
            chain = key.sends  # type: ignore[assignment]
            assert chain or losing.touch(key.choice.key)
        assert touches < len(of)
        assert fits(entry, chain[0])


def test_a_loss_in_many_ways_is_entered_at_the_table() -> None:
    units = {
        "LA": {"A": {"man": 6, "ship": 2}}, "KA": {"A": {"man": 6, "ship": 1}}, "HY": {"A": {"man": 6}},
        "HA": {"B": {"man": 19}}, "UL": {"B": {"man": 9}},
    }  # fmt: skip
    session, hand = hands({**MARCH, "owner": {**OWNED, "UL": "B"}, "units": units})
    people = Warrior(11)
    while not (wide := [e for e in hand.entries() if isinstance(e, acts.Lose) and open_fields(e) and many(e)]):
        enter(session, (people.act(session.state),))
    title, first = hand.keys().title, [k.choice.key for k in hand.keys().keys]
    assert title.endswith("How many of these: 2 from Hymring?")
    assert hand.touch("n:9") == (), "that many do not stand there"
    assert hand.keys().title == title
    assert hand.touch(first[1]) == ()
    assert hand.busy
    assert hand.keys().title != title
    assert hand.touch("none") == ()
    assert (hand.keys().title, hand.busy) == (title, False)
    chain = hand.touch(first[-1])
    assert chain[0].lost == (("man+1<HY", 2),)  # type: ignore[index,union-attr]
    assert fits(wide[0], chain[0])  # type: ignore[index]
    enter(session, chain)  # type: ignore[arg-type]
