"""Every sentence met in play, legal and illegal, is true: a little of it here, scenarios and whole games as proof."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from itertools import chain

import pytest
from attrs import evolve

from companion.games import GAMES
from tests.games.oracle.table import Claim, Said, described, fault, rehearsed, told


def claims_of(name: str) -> dict[str, Claim]:
    found: dict[str, Claim] = import_module(f"tests.games.oracle.{name}").CLAIMS
    return found


def never_of(name: str) -> dict[str, str]:
    """Ids of sentences that no game here meets, each with the reason."""
    found: dict[str, str] = getattr(import_module(f"tests.games.oracle.{name}"), "NEVER", {})
    return found


def untrue(name: str, everything: Iterable[Said]) -> tuple[Counter[str], list[str]]:
    """How often each sentence was met, and those that are not true."""
    claims = claims_of(name)
    met: Counter[str] = Counter()
    wrong: dict[str, str] = {}
    for said in everything:
        met[said.key] += 1
        why = fault(said, claims)
        if why:
            wrong.setdefault(f"{why} {said.key}", f"{why}: {described(said)}")
    return met, list(wrong.values())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_is_true(name: str) -> None:
    games = (told(name, seed, 60) for seed in range(3))
    met, wrong = untrue(name, chain(rehearsed(name, every=12), *games))
    assert wrong == []
    assert len(met) >= 30


@pytest.mark.proof
@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_in_many_games_is_true(name: str) -> None:
    """Every scenario and 400 games a game; ids that are not met are listed, each with its reason."""
    games = (told(name, seed, 100) for seed in range(400))
    met, wrong = untrue(name, chain(rehearsed(name), *games))
    never = sorted(claims_of(name).keys() - met.keys())
    found = {"test": "true words", "game": name, "games": 400, "sentences": met.total(), "ids": len(met),
             "untrue": len(wrong), "never met": never}  # fmt: skip
    print(json.dumps(found), flush=True)
    assert wrong == []
    assert never == sorted(never_of(name))


@pytest.mark.parametrize("name", ["hibernia", "brian_boru", "walisk"])
def test_a_lie_about_a_number_is_caught(name: str) -> None:
    """Facts that a sentence tells, one off: the oracle must not believe them."""
    claims = claims_of(name)
    lies = caught = 0
    for seed in range(12):  # the first rounds of Walisk may pass without a word about silver or goods
        for said in told(name, seed, 60):
            for key in ("needed", "coins", "have", "short", "there"):
                if said.kind == "refusal" and said.key in claims and key in said.facts:
                    lies += 1
                    told_so = [evolve(said, facts={**said.facts, key: n}) for n in (said.facts[key] + 100, -1)]
                    caught += any(fault(wrong, claims) for wrong in told_so)
    assert lies >= 5
    assert caught == lies
