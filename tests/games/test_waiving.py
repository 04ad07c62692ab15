"""What the table may decide otherwise: nobody is asked to about an act that cannot be done in any case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.scenario import _Run
from companion.engine.types import Input, Ruling
from companion.engine.yamlfile import Document
from companion.games import GAMES, game
from tests.games.machine import mutants

SCENARIOS = Path(__file__).parents[1] / "scenarios"


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_that_may_be_waived_is_the_last_thing_against_an_act(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every refusal of the scenarios, and of acts that differ a little from those told there."""
    found = game(name)
    told: list[tuple[Any, Input]] = []
    decide = found.decide

    def listening(s: Any, act: Input, waived: frozenset[str] = frozenset()) -> Any:
        told.append((s, act))
        return decide(s, act, waived)

    monkeypatch.setattr(found, "decide", listening)
    for path in sorted((SCENARIOS / name).glob("*.yaml")):
        doc = Document.read(path)
        run = _Run(found, doc)
        for i, case in enumerate(doc.data["cases"]):
            run.case(i, case)
    monkeypatch.undo()
    met = set()
    for n, (s, told_act) in enumerate(told):
        for act in (told_act, *(mutants(told_act, s.world.config) if n % 8 == 0 else ())):
            waived: frozenset[str] = frozenset()
            ruling = decide(s, act)
            while isinstance(ruling, Ruling) and ruling.waivable and ruling.rule not in waived:
                waived |= {ruling.rule}
                ruling = decide(s, act, waived)
            assert not waived or not isinstance(ruling, Ruling), f"{act}: {waived} may be waived, but not {ruling}"
            met |= waived
    assert len(met) > 4, met
