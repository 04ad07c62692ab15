"""The curtain under real fingers: held before it opens, covered by itself, cards one touch each."""

from __future__ import annotations

import time
from typing import Any

from attrs import evolve

from companion.app.setup_views import Show
from tests.app.prepared import more as more


def opened(table: Any, view: Any) -> Any:
    table.inbox.put(view)
    table.inbox.put(Show("table"))
    table.settle()
    return table.screen.ids.curtain


def hold(table: Any, part: Any, seconds: float) -> None:
    from kivy.clock import Clock

    touch = table.touch(part.hold)
    touch.touch_down()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.02)
        Clock.tick()
    touch.touch_up()
    table.settle()


def test_a_stray_finger_does_not_open_it(table: Any) -> None:
    part = opened(table, more.choosing("de"))
    table.tap(part.hold)
    assert not part.open
    assert table.shell.screen.ids.curtain is part
    assert not [t for t in table.backend.taps if t.kind == "reveal"]


def test_holding_opens_and_each_card_is_one_touch(table: Any) -> None:
    view = more.choosing("de")
    part = opened(table, evolve(view, curtain=evolve(view.curtain, secret=None)))
    hold(table, part, 0.6)
    assert part.open
    assert table.last().kind == "reveal"
    assert not table.parts("CardKey"), "nothing lies behind it before the backend was asked"
    opened(table, view)
    keys = table.parts("CardKey")
    assert len(keys) == len(view.curtain.secret.pad)
    assert all(min(k.target) >= 48 for k in keys)
    for key in keys[:2]:
        table.tap(key)
    assert [t.payload for t in table.backend.taps[-2:]] == [c.key for c in view.curtain.secret.pad[:2]]
    table.tap(part.hold)
    assert not part.open
    assert table.last().kind == "cover"
    assert not table.parts("CardKey")


def test_another_hand_over_is_covered(table: Any) -> None:
    view = more.choosing("de")
    part = opened(table, view)
    hold(table, part, 0.6)
    assert table.parts("CardKey")
    opened(table, evolve(view, curtain=evolve(view.curtain, turn=view.curtain.turn + 1)))
    assert not part.open
    assert not table.parts("CardKey")
