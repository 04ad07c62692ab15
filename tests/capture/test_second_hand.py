"""Boards by a second hand, through another camera: oblong and uneven tracks, rivers, bands, a fold and a lens."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from companion.capture.geometry import inside
from companion.capture.workshop import Workshop
from tests.owners import kinds
from tests.owners.bench import truth_of
from tests.owners.person import Person
from tests.strangers.folio import draw_folio
from tests.strangers.lens import Shot, shoot
from vision.camera import apply

TRACK = 15  # touches at most


@cache
def owned(seed: int) -> tuple[Workshop, Person, Any, Shot]:
    """A board of the second hand, captured by somebody who looks closely."""
    board = draw_folio(seed)
    shot = shoot(board.art, board.size_mm, seed)
    shop = Workshop("hibernia")
    shop.take_picture(shot.picture)
    rng = random.Random(seed)
    person = Person(truth_of(board, shot.go), shop, lambda: rng.uniform(-1, 1))
    person.run()
    return shop, person, board, shot


def misplaced(shop: Workshop, board: Any, shot: Shot) -> list[str]:
    """Spaces of the print that do not hold exactly their own captured one, or in another colour."""
    back = np.linalg.inv(shop.homography())
    cells = shop.drawn.rows["track"].cells
    out = []
    for i, name in enumerate(board.track):
        ring = apply(back, shot.go(board.space(name).polygon)).tolist()
        held = [k for k, c in enumerate(cells) if inside([tuple(p) for p in ring], c.at)]
        if held != [i] or cells[i].ink != board.space(name).colour:
            out.append(name)
    return out if len(cells) == len(board.track) else [*out, f"{len(cells)} spaces"]


@pytest.mark.proof
def test_an_oblong_track_with_pictures_between_is_captured_in_fifteen_touches() -> None:
    shop, person, board, shot = owned(2)
    assert misplaced(shop, board, shot) == []
    assert person.spent["track"] <= TRACK, person.notes
    assert shop.finished


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(1, 11))
def test_tracks_of_the_second_hand(seed: int) -> None:
    shop, person, board, shot = owned(seed)
    print(json.dumps({"test": "a track of the second hand", "board": seed, "touches": person.spent.get("track"),
                      "spaces": len(shop.drawn.rows["track"].cells)}))  # fmt: skip
    assert misplaced(shop, board, shot) == []
    assert person.spent["track"] <= TRACK, person.notes


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(1, 11))
def test_towns_of_the_second_hand(seed: int) -> None:
    owner = kinds.owner("brian_boru", "second", seed)
    print(json.dumps({"test": "towns of the second hand", "board": seed, "touches": owner.touches,
                      "right at once": sum(r for r, _s in owner.seen["town"]), "right": owner.right}))  # fmt: skip
    assert owner.right, owner.notes
    assert owner.touches <= kinds.AIMS["brian_boru"], owner.notes
    assert all(right for right, sure in owner.seen["town"] if sure)
