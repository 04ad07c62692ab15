"""Action cards that nobody has confirmed: one touch when a card is turned up, then never again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.app.live.table import TablePainter
from companion.app.live.values import CardShelf
from companion.app.viewmodel import TableView
from companion.engine.game import ConfigError, configure
from companion.engine.session import Person, Session
from companion.engine.types import Ruling, Shown
from companion.engine.yamlfile import Document
from companion.games.loewenherz.box import box_data, overlaid
from companion.games.loewenherz.game import GAME
from companion.games.loewenherz.inputs import Settle
from companion.games.loewenherz.screen.face import Keys
from companion.games.loewenherz.state import Phase
from companion.table.sight import Palette
from companion.table.speaker import Speaker
from tests.games.loewenherz.tables import board, given, table
from tests.owners.tablet import Tablet

PEOPLE = tuple(Person(n, c) for n, c in (("Anna", "gold"), ("Ben", "purple"), ("Clara", "rose"), ("David", "gray")))


def keys_of(path: Path | None, card: str, own: Any = None) -> Keys:
    """The keys at a table where this card has just been turned up."""
    i18n.use("en")
    config = configure(GAME, 4, board(), None, {} if own is None else {"own": own})
    drawn = [c.id for c in box_data({})[0].action if c.id[0] < card[0]]
    start = given(config, phase="card", castles={"s0_1": "A", "s9_0": "B"}, drawn=drawn)
    session: Session[Any] = Session(GAME, config, start=start, people=PEOPLE)
    assert not isinstance(session.submit([Shown(None, card)], "tap"), Ruling)
    palette = Palette(dict(zip("ABCD", board().colours, strict=False)), GAME.table.alike)
    painter = TablePainter(session, palette, Speaker("loewenherz", board(), PEOPLE))
    return Keys(painter, None if path is None else CardShelf(path))


def test_a_card_is_asked_once_and_then_kept(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    keys = keys_of(path, "a4")
    panel = keys.panel()
    assert panel is not None
    assert panel.title == "Is this what the card says?"
    assert [r.title for r in panel.rows] == ["1: 8 ducats", "2: 2 borders", "3: 3 borders"]
    assert [c.key for c in (*panel.choices, *panel.pad)] == ["value:later", "value:wrong", "value:right"]
    assert keys.touch("value:right") == ()
    assert Document.read(path).data == {"cards": [{"id": "a4", "actions": ["D8", "G2", "G3"]}]}
    assert keys.panel() is None, "not again in this game"
    assert keys_of(path, "a4").panel() is None, "nor in the next"
    assert keys_of(path, "a5").panel() is not None, "but each card is asked"
    assert keys.corrected() is None


def test_a_question_can_wait(tmp_path: Path) -> None:
    keys = keys_of(tmp_path / "cards.yaml", "a4")
    assert keys.touch("value:later") == ()
    assert keys.panel() is None
    assert not (tmp_path / "cards.yaml").exists()
    assert keys_of(None, "a4").panel() is None, "without a file nothing is asked"


def test_a_card_is_corrected_action_by_action_and_played_as_it_says(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    keys = keys_of(path, "a4")
    for key in ("wrong", "action:D4", "again", "action:D6", "action:G2", "action:K2", "done"):
        panel = keys.panel()
        assert panel is not None
        assert f"value:{key}" in {c.key for c in (*panel.pad, *panel.choices) if c.enabled}, key
        assert keys.touch(f"value:{key}") == ()
    own = keys.corrected()
    assert own == {"own": {"cards": [{"id": "a4", "actions": ["D6", "G2", "K2"]}]}}
    assert keys.corrected() is None, "once"
    again = keys_of(path, "a4", own["own"])
    assert again.panel() is None
    assert [str(a) for a in again.session.state.world.card["a4"].actions] == ["D6", "G2", "K2"]


def test_a_special_card_is_confirmed_as_well(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    keys = keys_of(path, "b7")
    panel = keys.panel()
    assert panel is not None
    assert [r.title for r in panel.rows] == ["A silver find"]
    assert [c.key for c in (*panel.choices, *panel.pad)] == ["value:later", "value:right"]
    keys.touch("value:right")
    assert keys_of(path, "b7").panel() is None


def test_all_31_cards_are_asked_for_one_by_one(tmp_path: Path) -> None:
    shelf, asked = tmp_path / "cards.yaml", 0
    for card in box_data({})[0].action:
        keys = keys_of(shelf, card.id)
        asked += keys.panel() is not None
        keys.touch("value:right")
    assert asked == 31
    assert len(Document.read(shelf).data["cards"]) == 31


def test_a_fault_in_the_owners_file_is_named() -> None:
    with pytest.raises(ConfigError, match="action_cards"):
        GAME.setup(table(4, {"own": {"cards": [{"id": "a1", "actions": ["D4", "X9", "K1"]}]}}))


def test_the_owners_file_changes_only_what_it_names() -> None:
    shipped = {"action_cards": [{"id": "a1", "actions": ["P"]}, {"id": "b7", "special": "silver"}], "stacks": []}
    assert overlaid(shipped, None) is shipped
    own = {"cards": [{"id": "a1", "actions": ["K1"]}, {"id": "b7", "actions": ["K2"]}, {"id": "z9", "actions": []}]}
    lines = [{"id": "a1", "actions": ["K1"]}, {"id": "b7", "special": "silver"}]
    assert overlaid(shipped, own) == {"action_cards": lines, "stacks": []}


def test_through_the_screens_a_corrected_card_is_played_on(tmp_path: Path) -> None:
    """The first card of a game by hand: one touch says that it is wrong, and the round goes on as the card says."""
    tablet = Tablet(tmp_path, "loewenherz")
    try:
        tablet.choose(tuple(v.Player(p.name, p.colour) for p in PEOPLE), "none")
        assert tablet.until(lambda: tablet.place == "guide")
        backend: Any = tablet.backend

        def phase() -> str:
            return str(backend.sitting.session.state.phase)

        assert tablet.until(lambda: phase() == Phase.TILES), "colours and who begins came from the set-up page"
        tablet.lots()
        assert tablet.until(lambda: phase() == Phase.SETTLE)
        session = backend.sitting.session
        while phase() == Phase.SETTLE:
            act = next(iter(session.legal(session.pending()[0].seats[0])))
            assert isinstance(act, Settle)
            before = session.length
            tablet.tap("space", act.castle)
            tablet.tap("space", act.knight)
            assert tablet.until(lambda n=before: session.length > n)
        while phase() != Phase.CARD:
            tablet.by_hand()
        tablet.by_hand()
        assert tablet.until(lambda: phase() == Phase.DECIDE)
        card = session.state.card
        assert tablet.until(lambda: tablet.view(TableView).prompt.tone == "question"), "the referee asks, not a heading"
        asked = tablet.view(TableView)
        assert asked.prompt.sentence == i18n.gettext("Is this what the card says?")
        assert asked.panel.title == ""
        assert [c.key for c in asked.strip.foot] == ["value:later", "value:wrong", "value:right"]
        tablet.tap("panel", "value:wrong")
        assert tablet.until(lambda: len(tablet.view(TableView).panel.pad) > 3)
        assert tablet.view(TableView).prompt.sentence == i18n.gettext("Touch the actions from top to bottom.")
        for action in ("D8", "K1", "P"):
            tablet.tap("panel", f"value:action:{action}")
        tablet.tap("panel", "value:done")
        assert tablet.until(lambda: backend.sitting is not None and backend.sitting.session is not session)
        now = backend.sitting.session.state
        assert (now.phase, now.card) == (Phase.DECIDE, card)
        assert [str(a) for a in now.world.card[card].actions] == ["D8", "K1", "P"]
        assert (now.keeps, now.ducats, now.regions) == (
            session.state.keeps,
            session.state.ducats,
            session.state.regions,
        )
        assert Document.read(tmp_path / "cards" / "loewenherz.yaml").data["cards"][0]["id"] == card
    finally:
        tablet.close()
