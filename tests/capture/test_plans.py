"""Steps of a capture: what is proposed, what touches do, and everything that can be wrong said in a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from companion import i18n
from companion.capture import planned
from companion.capture.compass import directions
from companion.capture.draft import Drawn, Spot, fold, plain_drawn, plain_spot
from companion.capture.eyes import Eyes
from companion.capture.lands import land_name
from companion.capture.planned import plan_of
from companion.capture.stage import Scene
from companion.capture.tracks import FIXED, Track
from companion.capture.workshop import Workshop
from companion.engine.boards import board_from_mapping, house_board
from companion.engine.game import configure
from companion.games import game
from companion.games.hibernia.capture import findings
from companion.games.hibernia.world import ERROR


def house_drawn(**change: Any) -> Drawn:
    """The house map as if it had been captured; ``change``: county -> a changed spot, or None to leave it out."""
    board = house_board("hibernia")
    ops: list[Any] = [{"do": "size", "mm": list(board.size_mm)}]
    borders = []
    for s in board.spaces:
        if s.kind == "county":
            tags = frozenset(t for t in ("fortress", "central") if t in s.tags)
            spot: Spot | None = Spot(s.id, "county", s.centre, s.polygon, s.ink, tags=tags)
            spot = change.get(s.id, spot)
            if spot is not None:
                ops.append(plain_spot(spot))
            borders += [[s.id, n, 20.0] for n in s.neighbours if s.id < n]
    track = [board.space[x] for x in board.tracks[0].spaces]
    cells = [plain_spot(Spot(x.id, "space", x.centre, ink=x.ink)) for x in track]
    ops += [{"do": "borders", "of": borders}, {"do": "row", "id": "track", "cells": cells, "side_mm": 22}]
    return fold([ops])


def codes(d: Drawn) -> set[str]:
    return {n.code for n in findings.findings(d)}


def test_the_house_map_has_nothing_to_say_against_it() -> None:
    d = house_drawn()
    assert codes(d) == set()
    assert findings.playable(d) == ""
    doc = plan_of("hibernia").document(d, d.size_mm, "own")
    board = board_from_mapping(doc, "own")
    assert board.source == "own"
    assert board.fiducials is None
    found = game("hibernia")
    state = found.setup(configure(found, 4, board))
    assert found.pending(state)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_forgotten_county_and_its_way_back(lang: str) -> None:
    i18n.use(lang)
    d = house_drawn(laigin=None)
    assert {"county_count", "colour_count"} <= codes(d)
    notes = findings.notes(d)
    assert all(n.text and not n.text[0].islower() for n in notes)
    assert {n.step for n in notes if n.state != "ok"} <= {"counties", "links"}
    assert not any("laigin" in n.text or "_" in n.text for n in notes)


def test_a_link_left_out_a_colour_given_twice_and_a_track_of_two_colours() -> None:
    board = house_board("hibernia")
    d = house_drawn()
    parted = [{"do": "link", "a": "deisi", "b": n, "on": False} for n in board.space["deisi"].neighbours]
    cut = fold([plain_drawn(d), parted])
    assert "not_connected" in codes(cut)
    assert findings.playable(cut)
    same = fold([plain_drawn(d), [{"do": "ink", "id": "brega", "ink": "red"}]])
    assert {"fortress_colour", "colour_count"} <= codes(same)
    two = fold([plain_drawn(d), [{"do": "cell", "row": "track", "i": i, "ink": "red"} for i in range(48)]])
    assert {"start_not_yellow", "track_lacks"} <= codes(two)
    bare = fold([plain_drawn(d), [{"do": "tag", "id": "mide", "tag": "central", "on": False}]])
    assert "central_count" in codes(bare)
    texts = [n.text for n in (*findings.notes(cut), *findings.notes(same), *findings.notes(two), *findings.notes(bare))]
    assert "Two fortresses are red: the red county in the north and the red county in the east." in texts
    assert "The track must start on yellow, with the sword." in texts


def test_every_finding_of_the_rules_has_words() -> None:
    for code, (sentence, _todo, step) in findings.TEXTS.items():
        assert sentence
        assert step in {s.id for s in plan_of("hibernia").steps}, code
    errors = {n.code for n in findings.findings(Drawn()) if n.level == ERROR}
    assert errors <= set(findings.TEXTS)


def test_names_by_colour_and_direction_are_unique() -> None:
    d = house_drawn()
    names = [land_name(d, s.id) for s in d.of("county")]
    assert len(set(names)) == 20
    assert "blue county in the middle" in names or "blue county in the north" in names
    assert directions({"a": (0, 0), "b": (1, 0)}, {"x": (-10, -10), "y": (10, 10)})["a"] != ""


def test_drawn_on_an_empty_sheet() -> None:
    """Without a photograph: colours are chosen, neighbours guessed, everything said by touch; the map can be played."""
    board = house_board("hibernia")
    shop = Workshop("hibernia")
    shop.empty_sheet(board.size_mm)
    w, h = board.size_mm

    def at(name: str) -> tuple[float, float]:
        x, y = board.space[name].centre
        return (x / w, y / h)

    counties = sorted((s for s in board.spaces if s.kind == "county"), key=lambda s: s.ink)
    for s in counties:
        if shop.chosen.get("brush", "blue") != s.ink:
            shop.choose(f"brush:{s.ink}")
        shop.tap(at(s.id))
    shop.next()
    names = {x.at: x.id for x in shop.drawn.of("county")}
    mine = {s.id: min(names, key=lambda p: abs(p[0] - s.centre[0]) + abs(p[1] - s.centre[1])) for s in counties}
    true = {tuple(sorted((names[mine[s.id]], names[mine[n]]))) for s in counties for n in s.neighbours}
    for a, b in sorted(true ^ {tuple(sorted(p)) for p in shop.drawn.links()}):
        pa, pb = shop.drawn.spots[a].at, shop.drawn.spots[b].at
        shop.drag((pa[0] / w, pa[1] / h), (pb[0] / w, pb[1] / h))
    shop.next()
    for tag in ("central", "fortress"):
        for s in counties:
            if tag in s.tags:
                shop.tap(at(s.id))
    shop.drag((32 / w, 31 / h), (100 / w, 104 / h))
    shop.next()
    track = board.tracks[0].spaces
    for i in (0, 14, 24, 38, 47):
        shop.tap(at(track[i]))
    shop.count("count", 48 - len(shop.drawn.rows["track"].cells))
    for ink in ("blue", "green", "red"):
        shop.choose(f"brush:{ink}")
        for i, name in enumerate(track):
            if board.space[name].ink == ink and i:
                shop.tap(at(name))
        shop.choose(f"brush:{ink}")
    shop.choose("brush:yellow")
    for name in track[1:]:
        if board.space[name].ink == "yellow":
            shop.tap(at(name))
    shop.next()
    assert shop.stage().ready, [n.text for n in shop.stage().notes]
    shop.next()
    assert shop.finished
    own = shop.board()
    assert own.tracks[0].inks == board.tracks[0].inks
    assert all(s.look == "none" for s in own.spaces if s.kind == "county")
    found = game("hibernia")
    found.setup(configure(found, 3, own))


@pytest.mark.parametrize("name", ["loewenherz", "walisk", "brian_boru"])
def test_the_other_boards_are_stretched_to_the_box(name: str) -> None:
    house = house_board(name)
    size = (house.size_mm[0] * 1.1, house.size_mm[1] * 0.9)
    board = board_from_mapping(planned.stretched(name, Drawn(), size, "own"), "own")
    assert board.source == "own"
    assert {s.id for s in board.spaces} == {s.id for s in house.spaces}


def test_where_many_spaces_are_unsure_a_space_half_way_is_asked_for() -> None:
    d = house_drawn()
    row = d.rows["track"]
    tags = {0: frozenset({FIXED}), 6: frozenset({FIXED})}
    step = Track()
    for unsure, words in ((2, False), (3, True)):
        cells = tuple(
            evolve(c, tags=tags.get(i, frozenset()), sure=not 0 < i <= unsure) for i, c in enumerate(row.cells[:7])
        )
        drawn = evolve(d, rows={"track": evolve(row, touched=(cells[0].at, cells[6].at), cells=cells)})
        for lang, said in (("en", "half way first"), ("de", "auf halbem Weg")):
            i18n.use(lang)
            sentence = step.stage(Scene(drawn, Eyes(), (1920, 1080))).sentence
            assert (said in sentence) == words, sentence
