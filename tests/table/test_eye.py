"""The eye: nothing is read before something was learned, and what was agreed is confirmed once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from companion.table.eye import CameraLamp, Eye
from companion.table.lampwords import lamp_words
from companion.table.snapshot import Device
from vision.camera import Refusal
from vision.observation import UNLAID, Observation, Reading

STEP = 0.2


class Pictures:
    """Empty pictures, a fifth of a second apart."""

    ended, fault = False, None

    def __init__(self) -> None:
        self.at = 0.0

    def read(self) -> tuple[Any, float]:
        self.at += STEP
        return None, self.at

    def close(self) -> None:
        self.ended = True


class Reads:
    """Counts what it is asked; ``states`` are those of the pictures to come, ``laid``: whether the pieces lie there."""

    def __init__(self, *states: str, laid: bool = True, notes: tuple[str, ...] = ()) -> None:
        self.states, self.laid, self.notes = list(states), laid, notes
        self.read = self.learned = self.confirmed = self.asked = 0

    def _state(self) -> str:
        return self.states.pop(0) if self.states else "still"

    def watch(self, frame: Any, t: float) -> Observation:
        return Observation(t, 0, False, self._state(), notes=self.notes)

    def look(self, frame: Any, t: float) -> Observation:
        self.read += 1
        state = self._state()
        readings = {"a": Reading("a", 1.0, {"soldier:white": (0.0, -9.0)})}
        return Observation(t, 0, state == "still", state, None, readings, read_at=1.0, reading=1)

    def again(self) -> None:
        self.asked += 1

    def learn(self, frame: Any, contents: Any) -> Any:
        self.learned += 1
        return SimpleNamespace(refusal=None if self.laid else Refusal(UNLAID))

    def confirm(self, contents: Any) -> None:
        self.confirmed += 1


def test_nothing_is_read_or_judged_before_something_was_learned() -> None:
    reader = Reads()
    eye = Eye(Pictures(), reader)
    seen = [eye.look() for _ in range(20)]
    assert reader.read == reader.learned == 0, "nobody has said what lies there"
    assert not any(s is not None and s.settled for s in seen)
    eye.expect({"a": {"soldier:white": 0}})
    first = eye.look()
    assert (reader.learned, reader.read) == (1, 1)
    assert first is not None
    assert first.settled


def test_the_lamp_claims_to_see_only_once_a_set_up_is_known() -> None:
    told: list[Device] = []
    pictures = Pictures()
    eye = Eye(pictures, Reads())
    lamp = CameraLamp(eye, told.append)
    for n in range(20):
        if n == 10:
            assert [lamp_words(d) for d in told] == ["waits for the set-up"]
            eye.expect({"a": {"soldier:white": 0}})
        lamp.look(eye.look(), pictures.at)
    assert [(d.state, lamp_words(d)) for d in told] == [("ok", "waits for the set-up"), ("ok", "sees all")]


def test_a_set_up_that_moves_is_learned_from_as_soon_as_it_is_still() -> None:
    reader = Reads(*["motion"] * 5, *["settling"] * 2)
    eye = Eye(Pictures(), reader)
    eye.expect({"a": {}})
    for _ in range(7):
        eye.look()
    assert reader.learned == 0
    eye.look()
    assert eye.learned is not None


def test_where_the_pieces_do_not_lie_yet_it_is_tried_again_once_something_moved() -> None:
    reader = Reads(laid=False)
    eye = Eye(Pictures(), reader)
    eye.expect({"a": {}})
    seen = [eye.look() for _ in range(5)]
    assert reader.learned == 1
    assert all(s is not None and not s.settled and UNLAID in s.notes for s in seen)
    reader.states, reader.laid = ["motion"], True
    eye.look()
    eye.look()
    assert eye.learned is not None


def test_what_covers_the_board_is_not_learned_from() -> None:
    reader = Reads(notes=("covered",))
    eye = Eye(Pictures(), reader)
    eye.expect({"a": {}})
    for _ in range(30):
        eye.look()
    assert reader.learned == 0
    reader.notes = ()
    for _ in range(round(3 / STEP) + 2):
        eye.look()
    assert eye.learned is not None


def test_what_is_agreed_of_one_reading_is_confirmed_once() -> None:
    reader = Reads()
    eye = Eye(Pictures(), reader)
    eye.expect({"a": {}})
    for _ in range(20):
        eye.look()
        eye.agree({"a": {}})
    assert reader.confirmed == 1
    eye.agree({"a": {"soldier:white": 1}})
    eye.look()
    assert reader.confirmed == 2


def test_another_picture_is_read_when_one_is_not_enough() -> None:
    reader = Reads()
    eye = Eye(Pictures(), reader)
    eye.expect({"a": {}})
    eye.look()
    eye.again()
    eye.look()
    eye.look()
    assert reader.asked == 1
