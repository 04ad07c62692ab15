"""Dice that lie in districts, from the picture to the question: a throw that was told otherwise than it lies."""

from __future__ import annotations

import pytest

from companion.art.raster import board_image
from companion.games.walisk.game import GAME
from companion.table.desk import Answer, Desk, Look
from companion.table.layout import seen_layout
from companion.table.snapshot import INSTEAD
from tests.table.test_marks import BOARD, FACES, PALETTE, revolt, table
from vision.demo.arrange import Arrangement
from vision.demo.conditions import draw_conditions
from vision.demo.table import DemoTable
from vision.reader import Reader

STEP = 0.5  # s between two pictures


@pytest.mark.proof
def test_a_throw_that_lies_otherwise_is_asked_and_mended_from_the_picture() -> None:
    session = table("4,4,2")  # a die that shows a six was told as a four
    layout = seen_layout(GAME, BOARD, PALETTE)
    conditions = draw_conditions(1, mode="lamp", margin=0.01, tilt_deg=12.0, azimuth_deg=0.0)
    scene = DemoTable(board_image(BOARD, 4.0), layout.size_mm, conditions, picture=(1920, 1080))
    lying, reader, at = Arrangement(layout, 1), Reader(layout), 0.0
    desk = Desk(session, BOARD, PALETTE, agreed=reader.confirm)
    pieces = {k: dict(PALETTE.counts(v)) for k, v in GAME.tabletop(session.state).items()}
    scene.lay(lying.update(pieces))
    assert reader.learn(scene.shoot(), pieces).refusal is None

    def watch(seconds: float) -> None:
        nonlocal at
        for _ in range(round(seconds / STEP)):
            desk.handle(Look(reader.look(scene.shoot(), at)), at)
            at += STEP

    watch(2.0)
    assert desk.snapshot().question is None
    scene.lay(lying.update({k: {**v, f"die:{FACES[k]}": 1} if k in FACES else v for k, v in pieces.items()}))
    watch(9.0)
    question = desk.snapshot().question
    assert revolt(desk.session)["unrest"] == [], "nothing is believed silently"
    assert question is not None
    assert question.kind == INSTEAD
    desk.handle(Answer(question.key, 0), at)
    assert (revolt(desk.session)["hopes"], revolt(desk.session)["unrest"]) == (["FL", "LA"], ["TU"])
    watch(8.0)
    assert desk.snapshot().question is None
    assert desk.snapshot().todo == ()
