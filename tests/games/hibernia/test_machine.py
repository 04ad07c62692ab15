"""Anything may happen at a table of Hibernia, in any order, and the session keeps its promises."""

from __future__ import annotations

from hypothesis.stateful import invariant

from companion.games.hibernia.game import GAME
from tests.games.hibernia.tables import soldiers, sound
from tests.games.machine import SETTINGS, TableMachine


class HiberniaMachine(TableMachine):
    game = GAME

    @invariant()
    def soldiers_add_up(self) -> None:
        if hasattr(self, "session"):
            s = self.session.state
            sound(s)
            held = soldiers(s)
            assert held.pop("neutral") in (0, 5)
            assert set(held.values()) == {s.world.soldiers}


TestHibernia = HiberniaMachine.TestCase
TestHibernia.settings = SETTINGS
