"""Walisk by touch alone: a whole war entered through the sheet and the dice pad, as two people would."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.hand import BATCH, PAD, HandEntry
from companion.app.live.table import TablePainter
from companion.app.side_views import EndView, Field
from companion.engine.session import Session
from companion.engine.types import Input, Over, Roll, Rolled, word
from companion.games import game
from companion.games.walisk.state import labels
from companion.table import saved
from companion.table.palettes import palette_of
from companion.table.speaker import Speaker
from tests.e2e.test_live import Screen
from tests.games.walisk.players import Warrior
from tests.games.walisk.tables import SMALL, state

PEOPLE = tuple(v.Player(n, c) for n, c in (("Anna", "red"), ("Ben", "blue"), ("Clara", "green")))


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    i18n.use("en")
    made = Screen(tmp_path)
    yield made
    made.backend.close()


def begin(screen: Screen, on: str = "small", people: int = 2, **options: str) -> Any:
    screen.tap("begin", ("walisk", "none"))
    screen.tap("set_up", v.Draft("walisk", "none", PEOPLE[:people], None, {"map": on, **options}, ()))
    screen.tap("guide_start")
    assert screen.shown[-1] == "table"
    assert screen.backend.sitting is not None
    return screen.backend.sitting.session


def throw(screen: Screen, session: Any, rng: random.Random) -> int:
    """Tap whole throws on the pad until no more dice are owed; how many batches it took."""
    batches = 0
    screen.tap("go", "hand")
    while isinstance(owed := session.pending()[0], Roll):
        if screen.hand.chosen != "rolled":
            screen.tap("hand_kind", "rolled")
        (field,) = screen.hand.fields
        assert (field.id, field.kind, field.total) == (PAD, "dice", min(BATCH, len(owed.slots)))
        length = session.length
        for k in range(field.total):
            assert len(screen.hand.values.get(PAD, ())) == k
            screen.tap("hand_value", (PAD, (*screen.hand.values.get(PAD, ()), rng.choice(field.options).key)))
        screen.until(lambda n=length: session.length > n and settled(screen, session))
        screen.take()
        batches += 1
    assert screen.shown[-1] in ("table", "end")
    return batches


def settled(screen: Screen, session: Any) -> bool:
    """The desk has spoken and the screens have followed."""
    return screen.backend.sitting.latest.at == session.length and screen.backend.ctx.play.following is None


def enter(screen: Screen, session: Any, act: Input) -> None:
    """An act, field by field, from what the sheet offers."""
    length = session.length
    screen.tap("go", "hand")
    if screen.hand.chosen != word(type(act)):
        assert word(type(act)) in [k.key for k in screen.hand.kinds]
        screen.tap("hand_kind", word(type(act)))
    told: set[str] = set()  # a field may start filled with what is likely: the truth is told anyway
    for _ in range(12):
        field = next((f for f in screen.hand.fields if f.id not in told), None)
        if field is None:
            break
        told.add(field.id)
        screen.tap("hand_value", (field.id, wanted(field, getattr(act, field.id))))
    assert screen.hand.ready, (act, screen.hand.ruling, screen.hand.fields, screen.hand.values)
    assert screen.backend.ctx.play.hand is not None
    assert screen.backend.ctx.play.hand.act() == act
    screen.tap("hand_enter")
    screen.until(lambda: session.length > length and screen.backend.sitting.latest.at == session.length)


def wanted(field: Field, value: Any) -> Any:
    if field.kind == "counts":
        return dict(value) if value and isinstance(value[0], tuple) else dict.fromkeys(value, 1)
    if field.kind == "number":
        assert field.low <= value <= field.high
        return value
    assert str(value) in [o.key for o in field.options], (field, value)
    return str(value)


def play(screen: Screen, session: Any, seed: int, most: int) -> set[str]:
    """Two warriors, every act by touch; the kinds of acts that were entered."""
    player, kinds = Warrior(seed), set[str]()
    for _ in range(most):
        owed = session.pending()[0]
        if isinstance(owed, Over):
            break
        if isinstance(owed, Roll):
            throw(screen, session, player.r)
            continue
        act = player.act(session.state)
        assert act is not None
        assert not isinstance(act, Rolled)
        enter(screen, session, act)
        kinds.add(word(type(act)))
    return kinds


def test_from_a_new_game_to_victory(screen: Screen) -> None:
    session = begin(screen, hold_rounds="0")
    kinds = play(screen, session, 17, 600)
    screen.until(lambda: EndView in screen.views)
    end: EndView = screen.views[EndView]
    assert (end.rows[0].rank, end.rows[0].total) == ("1", str(max(m.bit_count() for m in session.state.own)))
    assert int(end.rows[0].total) >= 11
    assert {"start", "buy", "place", "walk", "done"} <= kinds
    screen.backend.close()
    (listed,) = saved.listing(screen.backend.ctx.games)
    assert listed.over
    assert saved.look_at(listed.folder, game).verify() == []


def test_no_raw_label_is_ever_shown(screen: Screen) -> None:
    """Everything that a choice says is a word or a number: no label of a group, no id of a river."""
    session, seen = begin(screen, people=3), set[str]()
    player, rng = Warrior(2), random.Random(2)
    assert screen.backend.ctx.play.hand is not None
    for _ in range(160):
        if isinstance(session.pending()[0], Roll):
            throw(screen, session, rng)
            continue
        hand = screen.backend.ctx.play.hand
        for kind in hand.kinds():
            hand.choose_kind(kind.key)
            for _ in range(5):
                fields = hand.fields()
                seen |= {o.text for f in fields for o in f.options} | {f.label for f in fields}
                field = next((f for f in fields if f.id not in hand.values), None)
                if field is None or field.kind not in ("space", "choice"):
                    break
                hand.set(field.id, rng.choice(field.options).key)
        act = player.act(session.state)
        assert act is not None
        enter(screen, session, act)
    assert {t for t in seen if any(c in t for c in "@*<+_") or t in session.config.board.space} == set()


UNITS = {"ship@F2": 2, "man": 3, "man*<MY": 1, "man+1": 1}
TOLD = {"ships on the river Skoera", "men", "men with a voyage die from Myrheim", "men, points used: 1"}


def test_groups_and_waters_are_told_in_words() -> None:
    i18n.use("en")
    owner = dict.fromkeys(("HY", "MY", "SK", "KA"), "A")
    s = state({**SMALL, "owner": {**SMALL["owner"], **owner}, "units": {"HY": {"A": UNITS, "B": {"man": 1}}}})
    board = s.world.config.board
    session: Any = Session(game("walisk"), s.world.config, start=s)
    hand = HandEntry(TablePainter(session, palette_of((), board.colours), Speaker("walisk", board, ())))
    assert {hand.named.told(label) for label, _ in labels(s, s.world.index["HY"], 0)} == TOLD
    assert [hand.named.told(x) for x in ("coast", "F1", "L1", "rukr")] == [
        "the coast", "the river Fljotsa", "the lake Isvatnet", "the Rukr",
    ]  # fmt: skip


def test_a_mistyped_die_is_taken_back_before_the_throw_is_full(screen: Screen) -> None:
    session = begin(screen)
    length = session.length
    screen.tap("go", "hand")
    screen.tap("hand_value", (PAD, ("3",)))
    screen.tap("hand_value", (PAD, ()))
    screen.tap("hand_value", (PAD, ("6",)))
    screen.tap("hand_value", (PAD, ("6", "2")))
    screen.until(lambda: session.length > length and settled(screen, session))
    assert session.past[-1].act == Rolled(None, ("6", "2"))


def test_the_rukr_of_a_full_map_come_in_batches_and_go_on_after_a_crash(screen: Screen, tmp_path: Path) -> None:
    """The first Rukr of the large map: over a hundred dice, twelve at a time, the place of each shown on the board."""
    session = begin(screen, on="house")
    rng = random.Random(1)
    throw(screen, session, rng)
    player = Warrior(1)
    while not isinstance(session.pending()[0], Roll):
        act = player.act(session.state)
        assert act is not None
        enter(screen, session, act)
    owed = len(session.pending()[0].slots)
    assert owed > 100
    screen.tap("go", "hand")
    assert screen.hand.board is not None
    marked = [s for s in screen.hand.board.spaces if s.target]
    assert sorted(int(s.target or "") for s in marked) == list(range(1, BATCH + 1))
    assert f"die 1 of {owed}" in screen.hand.fields[0].label
    for k in range(BATCH):
        screen.tap("hand_value", (PAD, ("1",) * (k + 1)))
    screen.until(lambda: len(session.state.dice) == BATCH and settled(screen, session))
    screen.take()
    assert f"die {BATCH + 1} of {owed}" in screen.hand.fields[0].label
    screen.backend.close()
    again = Screen(tmp_path)
    start: v.StartView = again.views[v.StartView]
    assert start.resume is not None
    again.tap("continue", start.resume.id)
    assert again.backend.sitting is not None
    session = again.backend.sitting.session
    again.until(lambda: again.backend.sitting.latest.at == session.length)
    assert len(session.pending()[0].slots) == owed - BATCH
    batches = throw(again, session, rng)
    assert batches >= (owed - BATCH) / BATCH
    again.backend.close()
