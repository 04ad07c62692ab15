"""Brian Boru by fingers alone: a whole game from what the table screen offers, and how many touches it takes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion import i18n
from companion.app import setup_views as v
from companion.app.side_views import EndView
from companion.engine.boards import house_board
from companion.engine.scenario import load_data
from companion.engine.types import Over
from companion.games import game
from companion.games.brian_boru.box import box_of
from companion.games.brian_boru.inputs import NameTown, Play
from companion.table import saved
from tests.e2e.keys import keys_of
from tests.e2e.test_live import Screen

NAMES, COLOURS = ("Anna", "Ben", "Clara"), ("blue", "purple", "orange")


def confirmed() -> list[dict[str, str]]:
    """Every line of the cards that is asked once in a box's life."""
    board = house_board("brian_boru")
    box = box_of(load_data(game("brian_boru"), board))
    return [{"id": str(c.no), **{x: " ".join(c.icons(x)) for x in c.doubt}} for c in box.actions if c.doubt]


def start(home: Path, **options: str) -> Screen:
    (home / "cards").mkdir(parents=True, exist_ok=True)
    (home / "cards" / "brian_boru.yaml").write_text(yaml.safe_dump({"cards": confirmed()}), encoding="utf-8")
    return begin(home, **options)


def begin(home: Path, **options: str) -> Screen:
    i18n.use("en")
    screen = Screen(home)
    players = tuple(v.Player(n, c) for n, c in zip(NAMES, COLOURS, strict=True))
    screen.tap("begin", ("brian_boru", "none"))
    screen.tap("set_up", v.Draft("brian_boru", "none", players, None, options, ()))
    screen.tap("guide_start")
    return screen


def touch_something(screen: Screen, rng: random.Random, loupe: bool = False) -> None:
    """One act: a key of the panel, or a town on the sketch, under the ``loupe`` or after a closer look."""
    sitting = screen.backend.sitting
    assert sitting is not None
    length = sitting.session.length
    table = screen.table
    gone = {f"play:{c}" for c in sitting.session.state.discard}  # nobody holds what was played; no key tells so
    keys = [c for c in keys_of(table) if c.enabled and not c.key.startswith("side:")]
    keys = [c for c in keys if c.key not in gone]
    towns = [s.id for s in table.board.spaces if s.target is not None]
    if towns and len(towns) > 10:
        town = rng.choice(towns)
        screen.tap("picked" if loupe else "space", town)
        screen.take()
        if sitting.painter.window is not None:
            screen.tap("space", town)
    else:
        assert keys, table.panel
        screen.tap("panel", rng.choice(keys).key)
    screen.until(lambda: sitting.session.length > length or screen.table.refusal is not None)
    screen.until(lambda: sitting.latest.at == sitting.session.length)
    screen.until(lambda: screen.table.log[:1] != table.log[:1] or screen.table.prompt != table.prompt
                 or screen.table.panel != table.panel)  # fmt: skip


def test_a_whole_game_by_fingers(tmp_path: Path) -> None:
    screen, rng = start(tmp_path), random.Random(4)
    try:
        session: Any = screen.backend.sitting.session
        acts = 0
        while not isinstance(session.pending()[0], Over):
            if screen.table.refusal is not None:  # a card of the wrong colour for a leader whose hand is unknown
                screen.tap("where")
            touch_something(screen, rng)
            acts += 1
            assert acts < 700
        screen.until(lambda: EndView in screen.views)
    finally:
        screen.backend.close()
    (listed,) = saved.listing(screen.backend.ctx.games)
    assert listed.over


@pytest.mark.parametrize("seed", [1, 2])
def test_touches_of_a_trick(tmp_path: Path, seed: int) -> None:
    """A touch a card, a touch a choice, and no more: a town that lies close to others is picked under the loupe."""
    screen, rng = start(tmp_path), random.Random(seed)
    try:
        session: Any = screen.backend.sitting.session
        while session.state.phase != "lead":
            touch_something(screen, rng)
        before, taps = len(session.past), screen.taps
        while session.state.trick_no == 1:
            touch_something(screen, rng, loupe=True)
        acts = session.past[before:]
        assert sum(isinstance(s.act, NameTown) for s in acts) == 1
        assert sum(isinstance(s.act, Play) for s in acts) == len(NAMES)
        assert screen.taps - taps <= len(acts)
    finally:
        screen.backend.close()
