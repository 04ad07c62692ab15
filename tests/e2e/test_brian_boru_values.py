"""Lines of Brian Boru's cards that nobody has confirmed: one touch when a card first comes up, then never again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from companion import i18n
from companion.app.live.table import TablePainter
from companion.app.live.values import CardShelf, named
from companion.engine.game import ConfigError, configure
from companion.engine.session import Person, Session
from companion.engine.yamlfile import Document
from companion.games.brian_boru.box import box_of
from companion.games.brian_boru.game import GAME
from companion.games.brian_boru.inputs import Act
from companion.games.brian_boru.screen.pad import BrianPad
from companion.table.sight import Palette
from companion.table.speaker import Speaker
from tests.e2e.test_brian_boru_taps import begin
from tests.e2e.test_live import Screen
from tests.games.brian_boru.tables import board, data, given, table

PEOPLE = tuple(Person(n, c) for n, c in zip(("Anna", "Ben", "Clara"), ("blue", "purple", "orange"), strict=True))
TRICK: dict[str, Any] = {
    "phase": "act", "marker": "C", "active": "C4", "towns": {"S1": "A"}, "area": 6, "trick": ["A 5", "B 14", "C 25"],
}  # fmt: skip


def pad_of(path: Path, own: Any = None, **doc: Any) -> BrianPad:
    i18n.use("en")
    config = table(3)
    if own is not None:
        config = configure(GAME, 3, board(), None, {**data(), "own": own})
    session: Session[Any] = Session(GAME, config, start=given(config, **{**TRICK, **doc}), people=PEOPLE)
    speaker = Speaker("brian_boru", board(), PEOPLE)
    painter = TablePainter(session, Palette(dict(zip("ABC", board().colours, strict=False))), speaker)
    return BrianPad(painter, CardShelf(path))


def started(home: Path, own: dict[str, Any]) -> Screen:
    """A game begun by touch by somebody who has such a file."""
    (home / "cards").mkdir(parents=True)
    (home / "cards" / "brian_boru.yaml").write_text(yaml.safe_dump(own), encoding="utf-8")
    return begin(home)


def keys(pad: BrianPad) -> list[str]:
    panel = pad.panel()
    return [] if panel is None else [c.key for c in (*panel.pad, *panel.choices)]


def test_a_card_is_asked_once_and_then_kept(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    pad = pad_of(path)
    panel = pad.panel()
    assert panel is not None
    assert panel.title == "Is this what card 5 says?"
    assert [(r.title, r.second) for r in panel.rows][1] == ("Who loses, above", "Takes two coins and may expand")
    assert pad.touch("value:right") == ()
    told = {"id": "5", "primary": "T v v", "secondary1": "K K E", "secondary2": "v v"}
    assert Document.read(path).data == {"cards": [told]}
    assert pad.panel() is None, "not again in this game"
    assert pad_of(path).panel() is None, "nor in the next"
    assert pad.touch("act:secondary2:coins") == (Act(0, "secondary2", "coins"),)
    assert pad.corrected() is None


def test_a_card_that_several_sources_tell_is_never_asked(tmp_path: Path) -> None:
    assert pad_of(tmp_path / "cards.yaml", trick=["A 14", "B 18", "C 25"]).panel() is None


def test_the_order_of_a_first_action_is_asked_for_alone(tmp_path: Path) -> None:
    panel = pad_of(tmp_path / "cards.yaml", trick=["A 9", "B 14", "C 25"]).panel()
    assert panel is not None
    assert [r.title for r in panel.rows] == ["Who wins"]


def test_a_question_can_wait(tmp_path: Path) -> None:
    pad = pad_of(tmp_path / "cards.yaml")
    assert pad.touch("value:later") == ()
    assert pad.panel() is None
    assert not (tmp_path / "cards.yaml").exists()


def test_a_line_is_corrected_icon_by_icon_and_told_to_the_game(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    pad = pad_of(path)
    for key in ("wrong", "line:secondary1", "icon:K", "icon:K", "icon:K", "icon:E"):
        assert "value:" + key in keys(pad), key
        assert pad.touch("value:" + key) == ()
    pad.touch("value:done")
    own = pad.corrected()
    assert own == {"own": {"cards": [{"id": "5", "secondary1": "K K K E"}]}}
    assert pad.corrected() is None, "once"
    again = pad_of(path, own=own["own"])
    card = again.card()
    assert card is not None
    assert card.secondary1 == ("K", "K", "K", "E")
    assert card.doubt == ("primary", "secondary2"), "what was not corrected is still asked"
    session = again.painter.session
    session.submit([Act(0, "secondary1")], "tap")
    assert session.state.coins[0] == 3 + 3


def test_a_fault_in_the_owners_file_is_named() -> None:
    with pytest.raises(ConfigError) as told:
        box_of({**data(), "own": {"cards": [{"id": "5", "primary": "v v"}]}})
    assert "cards.5.primary" in str(told.value.faults)


def test_towns_are_named_in_the_same_file(tmp_path: Path) -> None:
    """The owner's names are told from then on; towns without one keep region, colour and place."""
    screen = started(tmp_path, {"towns": {"N1": "Inishowen"}})
    try:
        session: Any = screen.backend.sitting.session
        speaker = screen.backend.sitting.painter.speaker
        assert speaker.place("N1") == "Inishowen"
        assert speaker.place("N2") == Speaker("brian_boru", board(), ()).place("N2")
        assert session.config.board.space["N1"].neighbours == board().space["N1"].neighbours
    finally:
        screen.backend.close()
    assert named(board(), None) is board()
