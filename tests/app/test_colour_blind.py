"""Nobody has to tell colours apart: ground has its owner's lines, lands their signs, regions their borders."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.app.paint import marks
from companion.app.theme import INK_SIGN
from companion.app.widgets.curve import CurvePart
from companion.engine.types import LETTERS
from tests.app import loewenherz_views as views
from tests.app.finger import Finger
from tests.app.test_looking_back import played

SQUARE = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
BESIDE = ((20.0, 0.0), (40.0, 0.0), (40.0, 20.0), (20.0, 20.0))


class Strokes:
    """Stands for a pen and keeps the lines."""

    def __init__(self) -> None:
        self.lines: set[tuple[tuple[float, float], ...]] = set()

    def line(self, points: Any, *_: Any, **__: Any) -> None:
        self.lines.add(tuple((round(x, 3), round(y, 3)) for x, y in points))


def lines(letter: str, ring: Any = SQUARE) -> frozenset[Any]:
    pen = Strokes()
    marks.pattern(pen, ring, letter, "#000000", 0.5)  # type: ignore[arg-type]
    return frozenset(pen.lines)


def test_each_seat_has_lines_of_its_own_and_nobodys_ground_has_none() -> None:
    found = [lines(letter) for letter in LETTERS[:16]]
    assert all(found)
    assert len(set(found)) == len(found)
    assert lines("") == frozenset()


def test_lines_run_on_from_one_space_to_the_next() -> None:
    ends = {p for line in lines("C") for p in line if p[0] == 20.0}
    assert ends
    assert ends <= {p for line in lines("C", BESIDE) for p in line}


def test_every_land_has_a_sign_of_its_own() -> None:
    lands = ("red", "green", "blue", "yellow")
    assert len({INK_SIGN[land] for land in lands}) == len(lands)


def test_owned_ground_is_drawn_with_its_owner(stage: Any, tmp_path: Path) -> None:
    folder = played(tmp_path, "walisk", 3, 60)
    f = Finger(stage, tmp_path, "en")
    try:
        f.backend.seating.open(folder)
        f.until(lambda: f.place == "table", "the table")
        owners = {s.tint.letter for s in f.parts("BoardPart")[0].value.spaces if s.tint is not None}
        assert owners
        assert all(lines(letter) for letter in owners)
    finally:
        f.close()


def test_each_curve_of_the_end_page_bears_its_badge() -> None:
    """On its own line, each at another round, so that no two lie over each other where the lines part."""
    view = views.reckoning("en")
    marked = CurvePart.marked(view, lambda r, v: (float(r), float(v)))
    assert [b for b, _, _ in marked] == [c.badge for c in view.curves]
    assert all(c.values[int(r)] == v for c, (_, r, v) in zip(view.curves, marked, strict=True))
    assert len({r for _, r, _ in marked}) == len(view.curves)
