"""Card values that nobody has confirmed: one touch when they are first needed, never again, and corrected by touch."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import i18n
from companion.app import setup_views as v
from companion.engine.boards import house_board
from companion.engine.session import Session
from companion.engine.types import Ruling
from companion.engine.yamlfile import Document
from companion.games.vikings_gone_wild.box import SURE
from companion.games.vikings_gone_wild.origins import Value, unconfirmed
from companion.games.vikings_gone_wild.screen.pad import VikingPad
from companion.games.vikings_gone_wild.screen.values import Asking, CardShelf
from companion.games.vikings_gone_wild.words.values import told_value
from tests.e2e.test_live import Screen
from tests.e2e.test_weighing import entry_of, player
from tests.e2e.vikings import begin
from tests.games.vikings_gone_wild.tables import own_table, sit, table
from tests.games.vikings_gone_wild.test_words import CODEC


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    i18n.use("en")
    monkeypatch.setattr("companion.app.controllers.guide.SystemRandom", lambda: random.Random(5))
    made = Screen(tmp_path)
    yield made
    made.backend.close()


def rich(gold: int = 5, **more: Any) -> Session[Any]:
    doc = {"phase": "turn", "round": 1, "starter": "A", "turn": "A", "now": {"gold": gold}}
    return sit({**doc, "players": {"A": player(**more), "B": player(), "C": player()}})


def pad_of(session: Session[Any], path: Path) -> VikingPad:
    pad = VikingPad(entry_of(session).painter, Asking(CardShelf(path)))
    pad.touch("buy")
    return pad


def keys(pad: VikingPad) -> list[str]:
    panel = pad.panel()
    assert panel is not None
    return [c.key for c in (*panel.pad, *panel.choices)]


BUY = "A buy card=cannon"


def test_a_price_is_asked_once_and_then_kept(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    pad = pad_of(rich(), path)
    assert pad.touch(BUY) == (), "the price of a cannon was never confirmed"
    panel = pad.panel()
    assert panel is not None
    assert [(r.title, r.second) for r in panel.rows] == [("What does this card cost: Cannon?", "2 gold")]
    (act,) = pad.touch("value:right")
    assert (type(act).__name__, act.card) == ("Buy", "cannon")
    assert Document.read(path).data == {"cards": [{"id": "cannon", "cost": {"gold": 2}}]}
    assert len(pad.touch(BUY)) == 1, "not again in this game"
    assert len(pad_of(rich(), path).touch(BUY)) == 1, "nor in the next"


def test_a_question_can_wait(tmp_path: Path) -> None:
    pad = pad_of(rich(), tmp_path / "cards.yaml")
    pad.touch(BUY)
    assert len(pad.touch("value:later")) == 1
    assert not (tmp_path / "cards.yaml").exists()


def test_a_correction_is_kept_and_told_to_the_game(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    pad = pad_of(rich(), path)
    pad.touch(BUY)
    pad.touch("value:wrong")
    assert "value:0+3" in keys(pad)
    assert pad.touch("value:0+3") == ()
    assert pad.corrected() == {"own": {"cards": [{"id": "cannon", "cost": {"beer": 0, "gold": 3}}]}}
    assert pad.corrected() is None, "told once"
    config = own_table(Document.read(path).data)
    world = sit(players=3).game.setup(config).world
    cannon = world.cards[world.index["cannon"]]
    assert (cannon.gold, cannon.source("cost") in SURE) == (3, True)


def test_the_walk_through_all_values_ends_with_a_file_that_leaves_nothing_open(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    session = rich()
    pad = pad_of(session, path)
    pad.touch("more")
    assert "walk" in keys(pad)
    pad.touch("walk")
    touches = 0
    while "value:right" in keys(pad):
        pad.touch("value:right")
        touches += 1
    assert touches == len(unconfirmed(session.state.world)) > 50
    world = session.game.setup(own_table(Document.read(path).data)).world
    assert unconfirmed(world) == ()


def test_what_is_asked_depends_on_no_hand(tmp_path: Path) -> None:
    """The window of a defence asks about a card only once it is touched, whoever holds it."""
    shown = []
    for hand, deck in ((["cannon"], ["hero_trap"]), (["hero_trap"], ["cannon"])):
        ben = player(hand=hand, deck=deck, village={"townhall": {"level": 1}, "brewery_1": {}})
        doc = {"phase": "turn", "round": 1, "starter": "A", "turn": "A"}
        session = sit({**doc, "players": {"A": player(hand=["elf_archer"]), "B": ben, "C": player()}})
        pad = pad_of(session, tmp_path / f"{hand[0]}.yaml")
        pad.touch("card:elf_archer")
        assert pad.touch("target:B_brewery_1") == ()
        acts = pad.touch("value:right")
        session.submit(acts, "tap")
        shown.append(pad.panel())
    assert shown[0] == shown[1]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_value_has_words(lang: str) -> None:
    speaker = entry_of(rich()).painter.speaker
    speaker.language = lang
    world = sit(players=3).game.setup(table(3)).world
    values: tuple[Value, ...] = unconfirmed(world)
    told = {speaker.tell(told_value(world.cards[world.index[v.card]], v.field)) for v in values}
    assert all(told)
    assert len(told) > 30


def test_a_correction_in_the_middle_of_a_game_takes_effect_at_once(screen: Screen) -> None:
    begin(screen, 2)
    backend = screen.backend
    assert backend.sitting is not None
    before = backend.sitting.session
    pad = backend.ctx.play.pad
    assert isinstance(pad, VikingPad)
    screen.tap("panel", "more")
    screen.tap("panel", "walk")
    assert pad.asking is not None
    while pad.asking.values[0].field != "strength":
        screen.tap("panel", "value:right")
    card = pad.asking.values[0].card
    screen.tap("panel", "value:wrong")
    screen.tap("panel", "value:7")
    after = backend.sitting.session
    assert after is not before
    world = after.state.world
    assert world.cards[world.index[card]].strength == 7
    old, new = before.game.position(before.state), after.game.position(after.state)
    assert old == new, "the table is as it was"
    assert (backend.ctx.home / "cards" / "vikings_gone_wild.yaml").exists()
    assert screen.table.prompt.sentence == "Anna plays cards, buys, builds or attacks."


@pytest.mark.parametrize("game", ["vikings_gone_wild", "brian_boru", "loewenherz"])
@pytest.mark.parametrize(
    ("text", "line"),
    [("nonsense", 1), ("[1, 2]", 1), ("cards: 5", 1), ("cards:\n- 7", 2), ("cards:\n- {cost: 3}", 2), ("towns: 1", 1)],
)
def test_a_file_that_is_none_is_named_with_its_line_and_starts_no_game(
    game: str, text: str, line: int, tmp_path: Path
) -> None:
    i18n.use("en")
    file = tmp_path / "cards" / f"{game}.yaml"
    screen = Screen(tmp_path)
    try:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text + "\n", encoding="utf-8")
        people = tuple(v.Player(n, c) for n, c in zip("ABC", house_board(game).colours, strict=False))
        screen.tap("begin", (game, "none"))
        screen.tap("set_up", v.Draft(game, "none", people, 0, {}, ()))
        assert screen.backend.sitting is None
        assert screen.views[v.NewGameView].fault.startswith(f"{file}:{line}:")
        file.unlink()
        screen.tap("set_up", v.Draft(game, "none", people, 0, {}, ()))
        assert screen.backend.sitting is not None
    finally:
        screen.backend.close()


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("vikings_gone_wild", "{id: cannon, cost: {silver: 3}}", "cards.cannon.cost.silver: expected one of beer"),
        ("vikings_gone_wild", "{id: nosuch, guard: 3}", "cards.nosuch"),
        ("vikings_gone_wild", "{id: scroll, abilities: [{when: play, steps: [{fly: 3}]}]}", "cards.scroll.abilities"),
        ("brian_boru", '{id: "5", secondary1: "Q"}', "cards.5.secondary1: expected icons of"),
        ("brian_boru", '{id: "99", secondary1: "K"}', "cards.99: expected one of 1, 2, 3"),
        ("brian_boru", '{id: "5", second: "K"}', "cards.5: expected one of primary"),
    ],
)
def test_a_wrong_value_of_the_owner_is_told_by_card_and_field(game: str, text: str, said: str, tmp_path: Path) -> None:
    i18n.use("en")
    screen = Screen(tmp_path)
    try:
        (tmp_path / "cards").mkdir(exist_ok=True)
        (tmp_path / "cards" / f"{game}.yaml").write_text(f"cards:\n- {text}\n", encoding="utf-8")
        people = tuple(v.Player(n, c) for n, c in zip("ABC", house_board(game).colours, strict=False))
        screen.tap("begin", (game, "none"))
        screen.tap("set_up", v.Draft(game, "none", people, 0, {}, ()))
        assert screen.backend.sitting is None
        told = screen.views[v.NewGameView].fault
        assert said in told
        assert "K-DATA" not in told
        assert "VG-1.8" not in told
    finally:
        screen.backend.close()


def test_a_choice_of_a_card_says_what_each_of_its_effects_does(tmp_path: Path) -> None:
    now = {"phase": "turn", "round": 1, "starter": "A", "turn": "A"}
    hands = {"A": player(hand=["alviss", "elf_archer"]), "B": player(hand=["hero_trap", "beer_card"]), "C": player()}
    session = sit({**now, "players": hands})
    for line in (
        "A attack target=B_townhall attackers=alviss:1,elf_archer:1",
        "B defend card=hero_trap target=B_townhall",
    ):
        assert not isinstance(session.submit([CODEC.parse(line)], "tap"), Ruling), line
    effects = {"en": ["Removes 1 attacker", "Defence +1"], "de": ["Entfernt 1 Angreifer", "Verteidigung +1"]}
    for language, told in effects.items():
        i18n.use(language)
        pad = VikingPad(entry_of(session).painter, None)
        pad.painter.speaker.language = language
        panel = pad.panel()
        assert panel is not None
        assert [c.text for c in panel.pad] == told


def test_a_long_list_of_cards_has_no_key_of_its_own_to_turn_it(tmp_path: Path) -> None:
    """The panel turns its pages by arrows; what an opponent's village has is another page, and keeps its key."""
    doc = {"phase": "turn", "round": 1, "starter": "A", "turn": "A", "now": {"gold": 9, "beer": 9}}
    session = sit({**doc, "players": {"A": player(), "B": player(), "C": player()}})
    pad = pad_of(session, tmp_path / "cards.yaml")
    panel = pad.panel()
    assert panel is not None
    assert len(panel.pad) > 15
    assert "page" not in keys(pad)
