"""What may come with an act is a key beside the act alone, once its place was touched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.app.entry.strip import Key
from companion.app.entry.touches import FEW, ONWARD, Touches
from companion.app.live.openly import openly
from companion.app.viewmodel import Choice
from companion.engine.legal import open_fields
from companion.engine.session import Session
from companion.games import game
from companion.games.loewenherz.inputs import SetKnight
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.stories import SEED, begun, config_of, go_on


def before_a_knight() -> tuple[list[Any], SetKnight]:
    """What people did till somebody sets a knight with whom, for all that is known, a treasure may be returned."""
    session, person = Session(game("loewenherz"), config_of("loewenherz")), PEOPLE["loewenherz"](SEED)
    while True:
        act = person(session)
        assert act is not None, "nobody sets a knight"
        if isinstance(act, SetKnight) and act.seat is not None:
            knights = (e for e in openly(session, act.seat) if isinstance(e, SetKnight))
            if any(e.square == act.square and open_fields(e) for e in knights):
                return [s.act for s in session.past], act
        session.submit((act,), "tap")


def test_a_knight_is_set_though_a_treasure_might_be_returned(stage: Any, tmp_path: Path) -> None:
    acts, knight = before_a_knight()
    begun(tmp_path, "loewenherz", acts)
    f = Finger(stage, tmp_path, "en")
    try:
        thumb = go_on(f)
        n = thumb.session.length
        thumb.board(knight.square)
        f.rest()
        keys = thumb.play.finger.touches.keys().keys
        assert len(keys) >= 2, "the knight alone, and with a treasure"
        assert len({k.choice.text for k in keys}) == len(keys)
        f.press(keys[0].choice.text)
        f.until(lambda: thumb.session.length > n, "the knight")
        assert thumb.session.past[-1].act == SetKnight(knight.seat, knight.square)
    finally:
        f.close()


def test_of_many_ways_none_is_left_out() -> None:
    """More ways than there is room for: a key at the foot turns to the next of them, and in the end to the first."""
    touches, back, few = Touches(None, list), Key(Choice("none", "Not this")), FEW[0][1]
    ways = tuple(Key(Choice(f"enter:{n}", f"way {n}")) for n in range(2 * few + 3))
    seen: list[Key] = []
    for page in range(3):
        touches.turned = page
        shown = touches.paged("", ways, (back,))
        assert [k.choice.key for k in shown.foot] == ["none", ONWARD]
        assert shown.foot[-1].choice.second == f"{page + 1}/3"
        seen += shown.keys
    assert tuple(seen) == ways
    touches.turned = 3
    assert touches.paged("", ways, ()).keys == ways[:few]
    assert touches.paged("", ways[:few], (back,)).foot == (back,)
