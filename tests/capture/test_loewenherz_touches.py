"""Touches from the start page to the first castle of Löwenherz on loose parts nobody has seen, and a game later."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2

from companion.games.loewenherz.inputs import Settle
from companion.games.loewenherz.state import Phase
from tests.capture.test_parts import PLAYERS, picture_of, touch_corners
from tests.owners.tablet import CaptureHands, Tablet

FIRST, LATER = 24, 6


def castle(tablet: Tablet, lies: tuple[tuple[str, int], ...]) -> None:
    """The table stands as the parts lie; a castle and its knight are touched."""
    sitting: Any = tablet.backend.sitting
    session = sitting.session
    tablet.counting = "castle"
    assert tablet.until(lambda: session.state.phase == Phase.SETTLE and tablet.place == "table"), tablet.place
    assert session.state.layout == tuple(f"{p}{q}" for p, q in lies)
    assert session.state.colours[:3] == tuple(p.colour for p in PLAYERS)
    act = next(iter(session.legal(session.pending()[0].seats[0])))
    assert isinstance(act, Settle)
    tablet.tap("space", act.castle)
    tablet.tap("space", act.knight)
    assert tablet.until(lambda: sitting.latest.verdict is not None), "the camera looks on"
    kinds = {p.id for p in sitting.eye.reader.layout.pieces if not p.id.startswith("border")}
    assert kinds == {f"figure:{c}" for c in session.state.colours}, "castles and knights are figures to it"
    assert tablet.until(lambda: any(isinstance(step.act, Settle) for step in session.past))


def counted(name: str, tablet: Tablet) -> int:
    touches = sum(tablet.taps.values())
    print(json.dumps({"test": f"touches to the first castle, {name}", "touches": touches, "by": tablet.taps}))
    return touches


def test_the_first_castle_stands_after_few_touches(tmp_path: Path) -> None:
    file = tmp_path / "table.png"
    lies, picture, corners = picture_of(2, 0)
    cv2.imwrite(str(file), picture)
    first = Tablet(tmp_path / "mine", "loewenherz", str(file))
    try:
        first.choose(PLAYERS)
        first.place_camera()
        hands = CaptureHands(first)
        touch_corners(hands, corners, (picture.shape[1], picture.shape[0]))
        while first.place == "capture":
            hands.next()
        castle(first, lies)
        assert counted("first game", first) <= FIRST
    finally:
        first.close()
    lies, picture, _ = picture_of(2, 1)
    cv2.imwrite(str(file), picture)
    later = Tablet(tmp_path / "mine", "loewenherz", str(file))
    try:
        later.choose(PLAYERS)
        later.place_camera()
        hands = CaptureHands(later)
        while later.place == "capture":
            hands.next()
        castle(later, lies)
        assert counted("later game", later) <= LATER
    finally:
        later.close()
