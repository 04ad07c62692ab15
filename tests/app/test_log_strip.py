"""The strip of what happened last: never in type that nobody can read, and what it leaves out is in the history."""

from __future__ import annotations

from typing import Any

import pytest

from companion.app.theme import FLOOR
from companion.app.viewmodel import LogLine
from companion.app.widgets.log import LogStrip
from tests.app.finger import inked

LONG = "Festungen: Anna hat Brega, Ben hat Iarchonnacht, Clara hat Tír Chonaill und David hat Déisi"
SHORT = "Anna beginnt"


@pytest.mark.parametrize("wide", [400, 480, 640, 900])
@pytest.mark.parametrize("text", [LONG, SHORT])
def test_what_happened_last_can_be_read(stage: Any, wide: int, text: str) -> None:
    strip = LogStrip(box=[0, 0, wide, 72])
    strip.show((LogLine(1, None, text),))
    strip._redraw()
    (said,) = strip.said
    assert said.size >= FLOOR - 0.5
    kept = said.text.removesuffix(" …")
    assert text.startswith(kept)
    assert kept == text or (text == LONG and wide < 900)


def test_what_stands_in_brackets_is_left_out_as_a_whole(stage: Any) -> None:
    told = "Die Wikinger landen und treffen Anna (Anna 0, Ben 12, Clara 11, Dora 10, Emil 9)"
    strip = LogStrip(box=[0, 0, 360, 72])
    strip.show((LogLine(1, None, told),))
    strip._redraw()
    assert strip.said[0].text == "Die Wikinger landen und treffen Anna …"


def test_before_anything_has_happened_there_is_no_empty_box_to_touch(stage: Any) -> None:
    strip = LogStrip(box=[0, 0, 400, 72])
    strip.show(())
    strip._redraw()
    assert not list(inked(strip._ink))
    assert not strip.reaches(*strip.center)
    strip.show((LogLine(1, None, SHORT),))
    strip._redraw()
    assert list(inked(strip._ink))
    assert strip.reaches(*strip.center)
