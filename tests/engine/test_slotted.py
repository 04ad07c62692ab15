"""States as slotted classes: the next one by what changes, and nothing else."""

from __future__ import annotations

import pytest

from companion.engine.slotted import changed, setter, slotted


@slotted
class Heap:
    men: int
    ships: int = 0
    mark: str = ""


def test_what_changes_is_changed_in_another_one() -> None:
    old = Heap(3, 1, "x")
    assert changed(old, men=4, mark="") == Heap(4, 1, "") == setter(Heap, "men", "mark")(old, 4, "")
    assert old == Heap(3, 1, "x")


def test_a_field_that_is_none_is_an_error() -> None:
    with pytest.raises(AttributeError):
        changed(Heap(3), crew=2)
