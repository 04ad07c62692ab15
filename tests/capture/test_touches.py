"""From the start screen to the first legal act by touch alone, through the real backend, on boards nobody has seen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import i18n
from companion.capture.bench import AIMS, Told, evening, line

OWNERS = 10


def kept(owner: Told, game: str) -> None:
    """The aims, and a shelf that is as the board is printed."""
    assert owner.all <= AIMS[game], line(owner)
    assert owner.second <= AIMS["second"], line(owner)
    assert owner.imported <= AIMS["imported"], line(owner)
    assert owner.right, line(owner)


def test_an_owner_captures_plays_plays_again_and_hands_the_file_on(tmp_path: Path) -> None:
    owner = evening("brian_boru", 3, tmp_path)
    kept(owner, "brian_boru")


@pytest.mark.proof
@pytest.mark.parametrize("game", ["hibernia", "brian_boru"])
def test_ten_owners(game: str, tmp_path: Path) -> None:
    owners = []
    for seed in range(1, OWNERS + 1):
        (tmp_path / str(seed)).mkdir()
        owners.append(evening(game, seed, tmp_path / str(seed)))
        print(line(owners[-1]))
    i18n.use("en")
    numbers = {
        "test": f"touches on {OWNERS} boards of {game}", "first": [o.all for o in owners],
        "second": [o.second for o in owners], "imported": [o.imported for o in owners],
        "right": sum(o.right for o in owners),
    }  # fmt: skip
    print(json.dumps(numbers))
    for owner in owners:
        kept(owner, game)
