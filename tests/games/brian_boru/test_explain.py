"""Acts told from the table alone: what a trick's pieces say, what goes unsaid, what must be asked."""

from __future__ import annotations

import pytest

from companion.engine.legal import Legal
from companion.engine.tablespec import Chain
from companion.engine.types import Evidence, Input
from companion.games.brian_boru.explain import explains
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.inputs import (
    Act,
    Build,
    Buy,
    Decline,
    Expand,
    GiveUp,
    Liberate,
    NameTown,
    Occupy,
)
from companion.games.brian_boru.state import State
from companion.table.reconcile import further

from .tables import done, given, table

TRICK = {"phase": "act", "marker": "C", "active": "C4", "towns": {"S1": "A"}, "area": 6}


def after(s: State, *acts: Input) -> State:
    for act in acts:
        s, _ = done(s, act)
    return s


def told(s: State, *acts: Input) -> list[Chain]:
    """Chains that lead to just the table that these acts leave."""
    then = GAME.tabletop(after(s, *acts))
    now = GAME.tabletop(s)
    diff = {k: v for k, v in then.items() if v != now[k] and not k.startswith("score")}
    lead = [k for k in then if not k.startswith(("score", "claim"))]
    chains = explains(s, diff)
    return [c for c in chains if all(GAME.tabletop(after(s, *c))[k] == then[k] for k in lead)]


@pytest.mark.parametrize(
    ("doc", "acts"),
    [
        # church discs with what was bought for them; nobody says that nothing was
        ({"trick": ["A 3", "B 23", "C 25"], "coins": {"A": 4}}, (Act(0, "secondary2"), Buy(0, 0))),
        ({"trick": ["A 3", "B 23", "C 25"], "coins": {"A": 4}}, (Act(0, "secondary2"), Buy(0, 2))),
        # raiders, and too poor for more
        ({"trick": ["A 5", "B 23", "C 25"], "coins": {"A": 1}}, (Act(0, "secondary2"),)),
        # coins leave no trace, the expansion does
        ({"trick": ["A 16", "B 23", "C 25"], "coins": {"A": 4}}, (Act(0, "secondary1"), Expand(0, "S6"))),
        # a freed town; white cards with one action need not be told once the next player's pieces lie
        (
            {"trick": ["A 13", "B 18", "C 25"], "towns": {"D1": "A", "S1": "B vikings"}, "coins": {"A": 0}},
            (Act(0, "secondary2", "points"), Liberate(0, "S1")),
        ),
        ({"trick": ["A 20", "B 24", "C 25"], "coins": {"A": 0, "B": 0}}, (Act(0, "secondary1"), Act(1, "secondary2"))),
        # the only action of a winner, laid along with the next player's and all that was bought for it
        (
            {"trick": ["A 9", "B 18", "C 23"], "coins": {"A": 0, "B": 4}},
            (Act(0, "primary"), Act(1, "secondary2"), Buy(1, 2)),
        ),
        # the same with steps of the marriage track that are bumped back
        (
            {"trick": ["A 9", "B 14", "C 23"], "coins": {"A": 0, "B": 4, "C": 4}, "track": {"A": 3, "B": 0, "C": 0}},
            (Act(0, "primary"), Act(1, "secondary2"), Buy(1, 0)),
        ),
        # steps of the marriage track that are bumped back
        ({"trick": ["A 7", "B 8", "C 25"], "track": {"A": 0, "B": 2}, "coins": {"A": 0}}, (Act(0, "secondary2"),)),
    ],
)
def test_pieces_tell_an_action(doc: dict[str, object], acts: tuple[Input, ...]) -> None:
    s = given(table(3), **{**TRICK, **doc})
    assert told(s, *acts) == [acts]


def test_an_expansion_left_goes_unsaid_with_the_next_act() -> None:
    s = given(table(3), **TRICK, trick=["A 16", "B 18", "C 25"], coins={"A": 4, "B": 0})
    s, _ = done(s, Act(0, "secondary1"))
    assert s.stack[0][0] == "E"
    assert GAME.table.evidence(s, Decline(0)) is Evidence.IMPLIED
    assert told(s, Decline(0), Act(1, "secondary2")) == [(Decline(0), Act(1, "secondary2"))]


def test_what_is_bought_where_nobody_looks_is_not_guessed() -> None:
    """On a board whose church area was not captured the town tells the action; the extras are asked by hand."""
    s = given(table(3), **TRICK, trick=["A 2", "B 5", "C 9"], coins={"A": 0, "B": 0, "C": 5})
    s = after(s, Act(0, "secondary1"), Act(1, "secondary1"))
    taken = GAME.tabletop(after(s, Act(2, "primary")))
    assert explains(s, {"C4": taken["C4"]}) == ((Act(2, "primary"),),)
    s = after(s, Act(2, "primary"))
    assert s.stack[0][0] == "+c"
    then = GAME.tabletop(after(s, Buy(2, 0), NameTown(2, "N1")))
    assert explains(s, {"N1": then["N1"]}) == ()


def test_bought_steps_that_end_alike_are_asked_the_cheaper_first() -> None:
    """The disc rests on space 1 with no step bought and with one: only people know (BB-7.11)."""
    s = given(table(3), **TRICK, trick=["A 7", "B 8", "C 25"], track={"A": 0, "B": 2, "C": 3}, coins={"A": 2})
    bought = [c[-1] for c in told(s, Act(0, "secondary2"), Buy(0, 0))]
    assert bought == [Buy(0, 0), Buy(0, 1)]


def test_a_step_bought_in_vain_is_asked_for() -> None:
    """Two steps end on space 2; a third one would, too, since 3 is taken."""
    s = given(table(3), **TRICK, trick=["A 7", "B 8", "C 25"], track={"A": 0, "B": 3, "C": 0}, coins={"A": 2})
    assert [c[-1] for c in told(s, Act(0, "secondary2"), Buy(0, 1))] == [Buy(0, 0), Buy(0, 1)]


def test_nothing_is_told_beyond_what_shows() -> None:
    """A doubtful pile on the track is no reason to let the next player have acted as well."""
    s = given(
        table(3), **{**TRICK, "towns": {"S1": "A", "M1": "B"}}, trick=["A 16", "B 23", "C 25"], coins={"A": 5, "B": 5}
    )
    s = after(s, Act(0, "secondary1"))
    then = GAME.tabletop(after(s, Expand(0, "S6")))
    chains = explains(s, {"S6": then["S6"], "marriage_0": ()})
    beyond = [c for c in chains if c[0] == Expand(0, "S6") and isinstance(c[-1], Act) and c[-1].action == "secondary1"]
    assert (Expand(0, "S6"),) in chains
    assert not beyond


def test_coins_taken_without_an_expansion_must_be_told() -> None:
    """BB-7.9: whoever took coins and left the expansion is not passed over for the next player's discs."""
    s = given(table(3), **TRICK, trick=["A 18", "B 24", "C 25"], coins={"A": 6, "B": 0})
    then, now = GAME.tabletop(after(s, Act(0, "secondary2"), Buy(0, 0))), GAME.tabletop(s)
    chains = explains(s, {k: v for k, v in then.items() if v != now[k]})
    assert (Act(0, "secondary2"), Buy(0, 0)) in chains
    assert all(chain[0] != Act(0, "secondary1") for chain in chains)


def test_a_choice_that_leaves_no_trace_is_never_guessed() -> None:
    """BB-6.6: who acts out of turn is not helped along by an action that nobody told."""
    s = given(table(3), **TRICK, trick=["A 6", "B 18", "C 25"], coins={"A": 0, "B": 0})
    first = after(s, Act(0, "secondary1"))
    then, now = GAME.tabletop(after(first, Act(1, "secondary2"))), GAME.tabletop(s)
    assert explains(s, {k: v for k, v in then.items() if v != now[k]}) == ()
    assert GAME.table.evidence(s, Act(0, "secondary1")) is not Evidence.IMPLIED


@pytest.mark.parametrize(
    ("doc", "act"),
    [
        ({"stack": ["lose B A", "clear - 0"], "towns": {"S1": "A", "S2": "B"}, "area": 3}, GiveUp(0, "S2")),
        ({"stack": ["build A 1", "bless A 0"], "towns": {"S1": "A", "S2": "A"}}, Build(0, "S2")),
        ({"stack": ["town A C"], "towns": {"S1": "A"}}, Occupy(0, "C2")),
    ],
)
def test_the_upkeep_is_told_by_its_pieces(doc: dict[str, object], act: Input) -> None:
    s = given(table(3), phase="upkeep", marker="A", **doc)
    assert told(s, act) == [(act,)]


def test_a_monastery_left_is_never_seen() -> None:
    """The church is cleared once nobody builds any more; cleared early, the picture says nothing of who builds."""
    doc = {"stack": ["build A 1", "bless A 0"], "towns": {"S1": "A", "S2": "A"}, "church": {"A": 2}}
    s = given(table(3), phase="upkeep", marker="A", **doc)
    assert Decline(0) in Legal(GAME, s, 0)
    assert told(s, Decline(0)) == []
    assert GAME.table.evidence(s, Decline(0)) is Evidence.TOLD
    town, cleared = GAME.tabletop(after(s, Build(0, "S2"))), {"church_area": ()}
    assert GAME.tabletop(s)["church_area"] != town["church_area"] == (), "both come of one act"
    assert all(isinstance(c[0], Build) for c in explains(s, {**cleared, "S2": town["S2"]}))
    assert explains(s, cleared) == ()


def test_what_goes_unsaid_is_no_act_more() -> None:
    """An expansion left goes unsaid, and what is bought is joined to its action: all that is one act of hands."""
    s = given(table(3), **TRICK, trick=["A 16", "B 18", "C 25"], coins={"A": 5, "B": 4})
    s = after(s, Act(0, "secondary1"))
    chain = (Decline(0), Act(1, "secondary2"), Buy(1, 1))
    assert further(GAME, s, chain) == 0
    assert further(GAME, after(s, Decline(0)), chain[1:]) == 0
    assert further(GAME, s, chain[:1]) == 0
