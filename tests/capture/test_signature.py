"""A board's file knows its print by some features: under another camera it is found, another board is not."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.capture.boards import stranger
from tests.owners.bench import placed
from vision.camera import apply
from vision.capture.signature import corners_by, plain, signature, signature_of


def ring(table: object) -> list[tuple[float, float]]:
    w, h = table.size_mm  # type: ignore[attr-defined]
    return [(float(x), float(y)) for x, y in apply(table.truth().homography, [(0, 0), (w, 0), (w, h), (0, h)])]  # type: ignore[attr-defined]


def test_the_print_is_known_again_and_another_one_is_not() -> None:
    board = stranger("brian_boru", 4)
    _conditions, mine = placed(board, 4, (1280, 720))
    known = plain(signature_of(mine.shoot(), ring(mine), board.size_mm))
    assert len(json.dumps(known)) < 50_000
    again = signature(json.loads(json.dumps(known)))
    _conditions, theirs = placed(board, 54, (1280, 720))
    found = corners_by(again, theirs.shoot(), board.size_mm)
    assert len(found) == 4
    assert np.abs(np.array(found) - ring(theirs)).max() < 5.0
    _conditions, other = placed(stranger("hibernia", 6), 6, (1280, 720))
    assert corners_by(again, other.shoot(), board.size_mm) == ()


@pytest.mark.parametrize(
    "data", [{}, {"n": 2}, {"n": 1, "places": "!", "words": ""}, {"n": 3, "places": "", "words": ""}]
)
def test_what_is_no_signature_is_said(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no signature"):
        signature(data)
