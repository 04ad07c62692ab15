"""Anything may happen at a table of any registered game: legal, illegal, undone, corrected, overruled, reloaded."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from companion.games import GAMES, game
from tests.games.machine import SETTINGS, TableMachine


@pytest.mark.parametrize("name", [g for g in GAMES if g != "hibernia"])  # which has a machine of its own
def test_a_table_keeps_its_promises_whatever_happens(name: str) -> None:
    machine = type(f"{name}Machine", (TableMachine,), {"game": game(name)})
    run_state_machine_as_test(machine, settings=settings(SETTINGS, max_examples=6))
