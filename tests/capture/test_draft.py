"""A draft is a fold over touches on disk: nothing but the last touch can be lost, and undo never deletes."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from companion.capture.draft import Draft, DraftError, Drawn, Spot, fold, plain_drawn, plain_spot

SPOT = Spot("county_1", "county", (10.0, 20.0), ((0.0, 0.0), (20.0, 0.0), (20.0, 40.0)), "red", tone=(1.0, 2.0, 3.0))


def touches() -> list[list[dict[str, object]]]:
    other = Spot("county_2", "county", (60.0, 20.0), ink="blue")
    cells = [plain_spot(Spot(f"track_{i}", "space", (float(i), 0.0), ink="yellow")) for i in range(3)]
    return [
        [{"do": "corners", "at": [[0, 0], [9, 0], [9, 9], [0, 9]], "touched": 4}],
        [{"do": "size", "mm": [400.0, 300.0], "tied": False}],
        [plain_spot(SPOT), {"do": "inks", "of": {"county_1": "green"}}],
        [plain_spot(other)],
        [{"do": "borders", "of": [["county_1", "county_2", 12.5]]}],
        [{"do": "ink", "id": "county_1", "ink": "yellow"}],
        [{"do": "link", "a": "county_2", "b": "county_1", "on": False}],
        [{"do": "tag", "id": "county_2", "tag": "fortress"}],
        [{"do": "row", "id": "track", "touched": [[0, 0], [9, 0]], "cells": cells, "side_mm": 8}],
        [{"do": "cell", "row": "track", "i": 1, "ink": "blue"}],
        [{"do": "name", "id": "county_1", "name": "Laigin"}],
        [{"do": "done", "step": "corners"}],
        [{"do": "colours", "of": ["white", "black"]}],
        [{"do": "a later version knows this"}],
    ]


def written(path: Path) -> Draft:
    draft = Draft(path, "hibernia")
    for ops in touches():
        draft.touch(*ops)
    return draft


def test_what_was_touched_is_there_again(tmp_path: Path) -> None:
    draft = written(tmp_path / "draft.jsonl")
    again = Draft(tmp_path / "draft.jsonl")
    assert again.game == "hibernia"
    assert again.drawn == draft.drawn
    d = again.drawn
    assert d.spots["county_1"].ink == "yellow"
    assert d.spots["county_1"].name == "Laigin"
    assert d.links() == frozenset()
    assert d.rows["track"].cells[1].ink == "blue"
    assert d.spots["county_2"].tags == {"fortress"}


def test_a_person_is_not_overruled_by_a_proposal() -> None:
    d = fold([[plain_spot(SPOT)], [{"do": "ink", "id": "county_1", "ink": "blue"}]])
    assert fold([[plain_spot(SPOT)], [{"do": "inks", "of": {"county_1": "green"}}]]).spots["county_1"].ink == "green"
    draft = Draft()
    draft.touch(*plain_drawn(d))
    draft.touch({"do": "inks", "of": {"county_1": "green"}})
    assert draft.drawn.spots["county_1"].ink == "blue"


def test_undo_takes_back_one_touch_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "draft.jsonl"
    draft = written(path)
    states: list[Drawn] = [fold(touches()[:n]) for n in range(len(touches()) + 1)]
    for n in range(len(touches()), 0, -1):
        assert draft.drawn == states[n]
        assert draft.undo()
    assert not draft.undo()
    assert draft.drawn == Drawn()
    assert Draft(path).drawn == Drawn()
    draft.touch(*touches()[0])
    assert Draft(path).drawn == states[1]
    assert len(path.read_bytes().splitlines()) == 1 + 2 * len(touches()) + 1  # nothing was deleted


def test_killed_at_any_byte_one_touch_at_most_is_lost(tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    written(whole)
    raw = whole.read_bytes()
    ends = [i for i, b in enumerate(raw) if b == ord("\n")]
    rng = random.Random(1)
    for cut in sorted({*rng.sample(range(ends[0] + 1, len(raw)), 60), *ends[1:4]}):
        path = tmp_path / "torn.jsonl"
        path.write_bytes(raw[:cut])
        complete = sum(e < cut for e in ends) - 1
        draft = Draft(path)
        assert draft.drawn == fold(touches()[:complete])
        draft.touch({"do": "size", "mm": [1.0, 1.0]})  # it goes on on a line of its own
        assert Draft(path).drawn.size_mm == (1.0, 1.0)


def test_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "draft.jsonl"
    path.write_text('{"format": 99}\n', encoding="utf-8")
    with pytest.raises(DraftError):
        Draft(path)
    path.write_text(json.dumps({"format": 1}) + "\nnonsense\n" + json.dumps({"t": 1, "ops": []}) + "\n")
    with pytest.raises(DraftError, match=":2"):
        Draft(path)


def test_a_snapshot_is_the_same_draft() -> None:
    d = fold(touches())
    assert fold([plain_drawn(d)]) == d
    moved = fold([plain_drawn(d, corners=False)])
    assert moved.corners == ()
    assert moved.spots == d.spots


def test_everything_moves_when_the_corners_are_put_right() -> None:
    d = fold([*touches(), [{"do": "remap", "h": [2, 0, 5, 0, 2, 0, 0, 0, 1]}]])
    assert d.spots["county_1"].at == (25.0, 40.0)
    assert d.rows["track"].cells[2].at == (9.0, 0.0)
