"""Two ways to read an area: where both have read it the mean of what they say answers."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from companion.art.raster import board_image
from companion.demo.player import keep_out
from companion.engine.boards import house_board
from companion.table.layout import layout_of
from vision.demo.arrange import Arrangement
from vision.demo.conditions import draw_conditions
from vision.demo.table import DemoTable
from vision.layout import Layout, Place
from vision.observation import lead
from vision.reader import Reader
from vision.reading import pooled

TWO, THREE = (-9.0, -4.0, 0.0, -2.0), (-9.0, -6.0, -5.0, 0.0)


def test_a_number_that_both_find_is_as_sure_as_they_are_on_average() -> None:
    both = pooled({"a": TWO, "b": THREE}, {"a": (-9.0, -8.0, 0.0, -8.0), "b": (-3.0, -2.0, -1.0, 0.0)})
    assert [int(np.argmax(row)) for row in both.values()] == [2, 3]
    assert lead([both["a"]]) == pytest.approx((2.0 + 8.0) / 2)
    assert lead([both["b"]]) == pytest.approx((5.0 + 1.0) / 2)


def test_numbers_that_differ_weaken_each_other() -> None:
    both = pooled({"a": TWO}, {"a": THREE})
    assert int(np.argmax(both["a"])) == 3
    assert lead(both.values()) == pytest.approx((5.0 - 2.0) / 2)


def one_area(layout: Layout) -> Layout:
    """The same sheet as a single area."""
    w, h = layout.size_mm
    sheet = ((2.0, 2.0), (w - 2, 2.0), (w - 2, h - 2), (2.0, h - 2))
    return evolve(layout, places=(Place("all", "area", sheet, (w / 2, h / 2), {"soldier": 16}),))


@pytest.mark.proof
def test_an_area_in_which_too_much_lies_is_left_open() -> None:
    board = house_board("hibernia")
    layout = one_area(layout_of(board))
    lying = Arrangement(layout, 3, keep_out=keep_out(board))
    table = DemoTable(board_image(board, 4.0), layout.size_mm, draw_conditions(3), picture=(1920, 1080))
    few, many = ({"all": {p.id: n for p in layout.pieces}} for n in (2, 15))
    reader = Reader(layout)
    table.lay(lying.update(few))
    assert reader.learn(table.shoot(), few).refusal is None
    table.lay(lying.update(many))
    picture = table.shoot()
    looks = [reader.look(picture, 0.4 * n) for n in range(4)]
    assert looks[-1].settled
    assert looks[-1].readings["all"].seen == reader.read(picture).readings["all"].seen == 0.0
