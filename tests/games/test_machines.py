"""Anything may happen at a table of any registered game: legal, illegal, undone, corrected, overruled, reloaded."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from companion.games import GAMES, game
from tests.games.machine import SETTINGS, LenientMachine, TableMachine

REPEATS = {"vikings_gone_wild": 3}  # a player may have two turns in a row when the start player changes
LENIENT = ("walisk",)  # talks may be noted for ever


@pytest.mark.parametrize("name", [g for g in GAMES if g != "hibernia"])  # which has a machine of its own
def test_a_table_keeps_its_promises_whatever_happens(name: str) -> None:
    base = LenientMachine if name in LENIENT else TableMachine
    machine = type(f"{name}Machine", (base,), {"game": game(name), "repeats": REPEATS.get(name, base.repeats)})
    run_state_machine_as_test(machine, settings=settings(SETTINGS, max_examples=6))
