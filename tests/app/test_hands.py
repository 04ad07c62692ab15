"""Touches while something takes long: it is said, and nothing that was aimed at the page before falls on the next."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.hands import Hands
from companion.app.setup_views import Show
from companion.app.taps import Tap
from companion.app.viewmodel import TableView
from tests.app.finger import Finger
from tests.app.people import PEOPLE
from tests.app.steps import to_table
from tests.app.thumb import Thumb


@pytest.fixture
def slow(stage: Any, tmp_path: Path) -> Iterator[tuple[Finger, threading.Event, list[Tap]]]:
    """The live app, its touches answered as in the app itself; going to the settings waits for the event."""
    finger, go, answered = Finger(stage, tmp_path), threading.Event(), []

    def answer(tap: Tap) -> None:
        answered.append(tap)
        if tap.kind == "demo":
            go.wait(10)
            finger.shell.inbox.put(Show("rules"))
            return
        finger.backend.post(tap)

    hands = Hands(answer, finger.shell.inbox)
    finger.shell.out, finger.shell.calm, finger.shell.turned = hands.post, True, -1e9
    yield finger, go, answered
    go.set()
    hands.close()
    finger.shell.calm = False
    finger.close()


def test_what_takes_long_is_said_and_touches_wait(slow: tuple[Finger, threading.Event, list[Tap]]) -> None:
    finger, go, answered = slow
    finger.press("Demo table")
    finger.until(lambda: "Der Demotisch wird aufgebaut." in finger.words())
    finger.touch_at(finger.shell.screen.ids.begin.center)
    go.set()
    finger.until(lambda: finger.place == "rules")
    finger.until(lambda: not finger.parts("Busy"))
    assert [t.kind for t in answered] == ["demo"]


def test_the_second_of_two_quick_touches_never_falls_on_the_next_page(
    slow: tuple[Finger, threading.Event, list[Tap]],
) -> None:
    finger, go, answered = slow
    go.set()
    at = finger.button("Demo table").center
    finger.touch_at(at)
    finger.touch_at(at)  # while the first is answered, or on the page that has just come
    finger.until(lambda: finger.place == "rules")
    finger.shell.turned = time.monotonic()
    for part in [c.part for c in finger.controls()]:
        finger.shell.last = part.center
        finger.shell.turned = time.monotonic()
        finger.touch_at(part.center)
    finger.settle()
    assert finger.place == "rules"
    assert {t.kind for t in answered} == {"demo"}


def cards(finger: Finger) -> list[Any]:
    """Keys that play a card at a touch."""
    keys = [p for p in finger.parts() if isinstance(getattr(p, "tap", None), Tap) and p.w > 0 and p.enabled]
    return [p for p in keys if p.tap.kind in ("panel", "key")]


def test_the_second_of_two_quick_touches_never_plays_for_the_next_player(
    slow: tuple[Finger, threading.Event, list[Tap]],
) -> None:
    finger, _, _ = slow
    hands, finger.shell.out, finger.shell.calm = finger.shell.out, finger.backend.post, False
    to_table(finger, "brian_boru")
    thumb = Thumb(finger, PEOPLE["brian_boru"](3))
    thumb.go(60, until=lambda _: len(cards(finger)) > 3)
    finger.rest()
    finger.shell.out, finger.shell.calm, finger.shell.moved = hands, True, -1e9
    session = finger.backend.ctx.play.session
    before = session.length
    at = cards(finger)[0].center
    finger.touch_at(at)
    finger.touch_at(at)  # the page is that of the first player still
    finger.until(lambda: session.length > before)
    finger.until(lambda: finger.shell.views[TableView].at == session.length)
    finger.touch_at(at)  # it has just become that of the next one
    finger.rest()
    assert session.length == before + 1
    assert finger.backend.ctx.play.sitting.latest.refusal is None
    finger.shell.moved = -1e9  # who waits for a moment is the next player
    finger.touch_at(at)
    finger.until(lambda: session.length > before + 1)


def test_a_fault_nobody_foresaw_is_told_and_the_next_touch_is_answered(stage: Any, tmp_path: Path) -> None:
    finger = Finger(stage, tmp_path)

    def answer(tap: Tap) -> None:
        if tap.kind == "plan":
            raise KeyError("what nobody thought of")
        finger.backend.post(tap)

    hands = Hands(answer, finger.shell.inbox)
    try:
        hands.post(Tap("plan", "box"))
        hands.wait()
        finger.until(lambda: "Das ging nicht. Sonst hat sich nichts geändert." in finger.words())
        hands.post(Tap("go", "rules"))
        finger.until(lambda: finger.place == "rules")
    finally:
        hands.close()
        finger.close()
