"""Games on photoreal pictures of our own board: a window's light at a tilt of 16 degrees, a lamp's at 23."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.photoreal.play import referee

PICTURES = Path(__file__).resolve().parents[1] / "images" / "photoreal"


def test_the_first_turns() -> None:
    result = referee(PICTURES / "lamp", most=9)
    assert result.pictures == 9
    assert result.acts >= 8
    assert result.wrong == 0, result.notes
    assert result.questions <= 1, result.notes


@pytest.mark.proof
@pytest.mark.parametrize("light", ["window", "lamp"])
def test_every_picture(light: str) -> None:
    """No wrong commit, and at most one question in ten acts."""
    result = referee(PICTURES / light)
    assert result.pictures >= 30
    assert result.wrong == 0, result.notes
    assert result.questions <= result.acts / 10, result.notes
