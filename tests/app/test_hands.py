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
from tests.app.finger import Finger


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
