"""What passes for a hand: an arm is waited for, and what does not leave is looked at anew or read around."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera import View
from vision.layout import Layout
from vision.settle import HAND_S, STILL_S, Glance, Settle

SIZE = (480, 360)
STEP = 0.1
SHEET = Layout("sheet", (440.0, 320.0), (), ())


@pytest.fixture
def print_() -> NDArray[np.uint8]:
    rng = np.random.default_rng(3)
    coarse = rng.integers(60, 200, (36, 48, 3), np.uint8)
    return np.ascontiguousarray(np.kron(coarse, np.ones((10, 10, 1), np.uint8)))


def settle(calm: NDArray[np.uint8]) -> Settle:
    """One that has read this picture; a millimetre is a pixel."""
    h = np.array([[1.0, 0, 20], [0, 1.0, 20], [0, 0, 1]])
    view = View(h, np.eye(3), np.eye(3), np.array([0.0, 0, 1]), SIZE, 0.0, "marks")
    s = Settle(SHEET)
    s.aim(view, SIZE)
    run(s, calm, 0.0, 1.0)
    s.accept()
    return s


def run(s: Settle, picture: NDArray[np.uint8], start: float, seconds: float) -> list[Glance]:
    return [s.update(picture.copy(), start + STEP * n) for n in range(round(seconds / STEP))]


def waited(looks: list[Glance]) -> float:
    return STEP * next(n for n, x in enumerate(looks) if x.settled)


def test_an_arm_is_waited_for_and_then_read_around(print_: NDArray[np.uint8]) -> None:
    s = settle(print_)
    arm = print_.copy()
    arm[100:160, :300] = (90, 120, 170)
    looks = run(s, arm, 1.0, HAND_S + 1)
    assert waited(looks) == pytest.approx(HAND_S, abs=0.3)
    assert looks[-1].cover is not None
    assert not any(x.anew for x in looks)


def test_a_thing_that_stays_delays_no_later_look(print_: NDArray[np.uint8]) -> None:
    s = settle(print_)
    box = print_.copy()
    box[100:200, :200] = (40, 60, 40)
    run(s, box, 1.0, HAND_S + 1)
    s2 = box.copy()
    s2[250:262, 300:312] = (20, 20, 220)  # somebody lays a piece elsewhere
    looks = run(s, s2, 6.0, 3.0)
    assert waited(looks) == pytest.approx(STILL_S, abs=0.2)
    assert looks[-1].cover is not None, "and it is still read around"


def test_a_shadow_is_no_hand(print_: NDArray[np.uint8]) -> None:
    s = settle(print_)
    shaded = print_.copy()
    shaded[:, :200] = (shaded[:, :200] * 0.6).astype(np.uint8)
    looks = run(s, shaded, 1.0, 1.0)
    assert waited(looks) < 2 * STILL_S
    assert looks[-1].cover is None, "the print shows in it"


def test_another_exposure_is_no_hand(print_: NDArray[np.uint8]) -> None:
    s = settle(print_)
    bent = (255 * (print_ / 255.0) ** 0.5).astype(np.uint8)
    bent[:, 200:] = (bent[:, 200:] * 0.5).astype(np.uint8)
    looks = run(s, bent, 1.0, 1.0)
    assert waited(looks) < 2 * STILL_S
    assert looks[-1].cover is None


def test_an_arm_in_a_shadow_hides_only_what_is_behind_it(print_: NDArray[np.uint8]) -> None:
    s = settle(print_)
    both = (print_ * 0.6).astype(np.uint8)
    both[100:160, :300] = (54, 72, 102)
    cover = run(s, both, 1.0, HAND_S + 1)[-1].cover
    assert cover is not None
    assert (cover[105:155, 30:290] > 0).mean() > 0.95
    assert (cover[200:, :] > 0).mean() < 0.02


def test_pieces_side_by_side_along_the_edge_are_looked_at_anew(print_: NDArray[np.uint8]) -> None:
    s = settle(print_)
    pieces = print_.copy()
    for n in range(14):
        pieces[24:38, 24 + 20 * n : 38 + 20 * n] = (20, 20, 230)
    looks = run(s, pieces, 1.0, HAND_S + 1)
    assert looks[-1].settled
    assert looks[-1].cover is None
