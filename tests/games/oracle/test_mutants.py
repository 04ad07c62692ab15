"""Guards that refuse what they should let pass are caught by their own sentences: ten and more in every game."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import FunctionType, ModuleType
from typing import Any

import pytest
from attrs import evolve

from companion.engine.types import Input, Ruling
from companion.games import GAMES
from companion.games import game as find
from tests.games.oracle.table import Said, Table, config_of, fault
from tests.games.oracle.test_truth import claims_of

Guard = Callable[..., Ruling | None]
NAMED = ("seat", "field", "to", "town", "county")  # what a sentence takes from the act


def modules(name: str) -> list[ModuleType]:
    """The modules of a game's rules."""
    package = import_module(f"companion.games.{name}.rules")
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(found.name)
    return [m for key, m in sys.modules.items() if key.startswith(package.__name__)]


def rows(name: str) -> list[tuple[Any, str, tuple[Guard, ...]]]:
    """Every row of guards that the rules of a game run through, and what holds it by which name."""
    found: list[tuple[Any, str, tuple[Guard, ...]]] = []
    for module in modules(name):
        for key, value in vars(module).items():
            if isinstance(value, FunctionType) and "guards" in value.__code__.co_freevars:
                cell = (value.__closure__ or ())[value.__code__.co_freevars.index("guards")]
                found.append((cell, "cell_contents", cell.cell_contents))
            elif isinstance(value, tuple) and len(value) > 1 and all(isinstance(g, FunctionType) for g in value):
                found.append((module, key, value))
    return found


class Strict:
    """A guard that, once it has refused, refuses every act in the same words: with what the act names, else as then."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.told: Ruling | None = None
        self.armed, self.false = False, 0

    def __call__(self, s: Any, act: Any, *more: Any) -> Ruling | None:
        right = self.guard(s, act, *more)
        if right is not None:
            self.told = right
        if right is not None or not self.armed or self.told is None or not isinstance(act, Input):
            return right
        self.false += 1
        named = {k: getattr(act, k, v) if k in NAMED else v for k, v in self.told.facts}
        return evolve(self.told, facts=tuple(sorted(named.items())))


def sentences(name: str, strict: Strict, seed: int, most: int) -> Iterator[Said]:
    """What a table hears of the mutant, which speaks only while acts are tried."""
    rng = random.Random(seed)
    game, config = find(name), config_of(name, rng)
    table, s = Table(game, config, rng), game.setup(config)
    for _ in range(most):
        act = table.following(s)
        if act is None:
            return
        table.tries.learn(act)
        for wrong in table.tries.around(act):
            list(table.tried(s, wrong))  # so that the guard has refused rightly before
        strict.armed = True
        for tried in (act, *list(table.tries.around(act))[:6]):
            before = strict.false
            for said in table.tried(s, tried):
                if strict.false > before:
                    yield said
        strict.armed = False
        s, _ = table.done(s, act)


def caught(name: str, guard: Guard, monkeypatch: pytest.MonkeyPatch) -> bool:
    claims, strict = claims_of(name), Strict(guard)
    with monkeypatch.context() as patch:
        for holder, key, row in rows(name):
            if guard in row:
                patch.setattr(holder, key, tuple(strict if g is guard else g for g in row))
        return any(fault(said, claims) for seed in range(12) for said in sentences(name, strict, seed, 80))


@pytest.mark.proof
@pytest.mark.parametrize("name", GAMES)
def test_guards_that_refuse_too_much_are_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    guards = {g.__name__: g for _, _, row in rows(name) for g in row}
    found = [key for key, guard in sorted(guards.items()) if caught(name, guard, monkeypatch)]
    assert len(found) >= 10, (found, sorted(guards.keys() - set(found)))
