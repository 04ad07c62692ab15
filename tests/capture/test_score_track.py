"""The score board of Vikings Gone Wild: captured by the numbers where its track turns; the camera reads it then."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from click.testing import CliRunner

from companion import i18n
from companion.capture.workshop import Workshop
from companion.cli import main
from companion.demo.player import palette_for
from companion.engine.boards import board_from_mapping
from companion.engine.game import configure
from companion.engine.scenario import load_data
from companion.engine.session import Session
from companion.games import game
from companion.games.vikings_gone_wild.capture import spaces
from companion.table.layout import layout_of
from tests.capture.boards import OwnEvening, captured, names_of, photographed, real_layout, stranger
from tests.owners.bench import PLAYERS, evening, line, placed, truth_of
from tests.owners.person import Person
from tests.owners.tablet import CaptureHands, Tablet
from tests.strangers.score import draw_score
from vision.camera import apply
from vision.capture.known import KnownReader
from vision.capture.pictures import write_reference
from vision.demo.arrange import Arrangement

GAME = "vikings_gone_wild"
MARKERS = ("red", "blue", "green", "yellow")
FIRST, SECOND, IMPORTED = 24, 5, 8  # touches: three of each are the lots, the way to the table and a card played there
DARK, SURE = 3, 5.0  # a board that is dark all over; nats from which nothing is asked
SHEET = ((0, 0.1, 0.3), (1, 0.14, 0.3), (30, 0.9, 0.3), (31, 0.9, 0.4), (60, 0.14, 0.4))


def mm_off(shop: Workshop, table: Any, board: Any) -> float:
    """By how much the worst space lies beside where it is printed."""
    to = np.linalg.inv(shop.homography()) @ table.truth().homography
    printed = apply(to, [board.space(n).centre for n in board.track])
    return float(np.linalg.norm(printed - np.array(spaces(shop.drawn)), axis=1).max())


def test_through_the_screens_to_the_first_act(tmp_path: Path) -> None:
    picture, truth = photographed(GAME, 1)
    write_reference(tmp_path / "table.jpg", picture)
    tablet = Tablet(tmp_path / "home", GAME, str(tmp_path / "table.jpg"))
    try:
        tablet.choose(PLAYERS)
        tablet.place_camera()
        rng = random.Random(1)
        Person(truth, CaptureHands(tablet), lambda: rng.uniform(-1, 1)).run()
        tablet.first_act()
        (owned,) = tablet.backend.ctx.shelf.boards(GAME)
        assert owned.ready
        assert owned.finished
        assert len(tablet.backend.sitting.session.config.board.tracks[0].spaces) == 61
        assert sum(tablet.taps.values()) <= FIRST
    finally:
        tablet.close()


@pytest.mark.proof
def test_through_the_screens_again_and_to_others(tmp_path: Path) -> None:
    owner = evening(GAME, 1, tmp_path)
    print(line(owner))
    assert owner.right, line(owner)
    assert owner.all <= FIRST, line(owner)
    assert owner.second <= SECOND, line(owner)
    assert owner.imported <= IMPORTED, line(owner)


def test_a_track_that_turns_elsewhere_is_told_by_its_numbers() -> None:
    board = draw_score(6, 4.0, turns=(20, 41))
    _conditions, table = placed(board, 6)
    shop = Workshop(GAME)
    shop.take_picture(table.shoot())
    rng = random.Random(6)
    person = Person(truth_of(board, table.truth().homography), shop, lambda: rng.uniform(-1, 1))
    person.run()
    assert shop.finished
    assert len(spaces(shop.drawn)) == 61
    assert mm_off(shop, table, board) < 4.5
    own = shop.board()
    assert own.tracks[0].spaces == tuple(f"vp_{n}" for n in range(61))
    assert {s.id for s in own.spaces if s.look != "none"} == set(own.tracks[0].spaces)  # nothing but the track


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_number_touched_twice_an_end_forgotten_and_a_number_moved(lang: str) -> None:
    i18n.use(lang)
    shop = Workshop(GAME)
    shop.empty_sheet((600.0, 120.0))
    assert shop.stage().sentence == {
        "en": "Touch the start space of the track.", "de": "Tippt das Startfeld der Leiste an.",
    }[lang]  # fmt: skip
    assert shop.stage().play == {
        "en": "Touch both ends of the track first.", "de": "Tippt zuerst beide Enden der Leiste an.",
    }[lang]  # fmt: skip
    shop.tap(SHEET[0][1:])
    shop.tap(SHEET[0][1:])
    assert shop.said == {
        "en": "Space 0 lies there already: touch space 1.", "de": "Dort liegt schon Feld 0: Tippt Feld 1 an.",
    }[lang]  # fmt: skip
    shop.next()
    assert shop.step.id == "score"  # the end is missing
    assert shop.stage().missing == {"en": "1 end to go", "de": "noch 1 Ende"}[lang]
    for n, x, y in SHEET[1:]:
        assert shop.stage().sentence.split()[2].strip(".") == str(n)
        shop.tap((x, y))
    assert shop.stage().ready
    assert shop.stage().play == ""
    before = spaces(shop.drawn)
    shop.tap((0.905, 0.32))  # 30 was touched a little beside
    after = spaces(shop.drawn)
    assert before[30] != after[30]
    assert before[31] == after[31]
    shop.undo()
    assert spaces(shop.drawn) == before
    shop.tap((0.5, 0.9))
    assert shop.said
    shop.choose("more")  # a bow: one number more, in the middle of a row
    assert "15" in shop.stage().sentence
    shop.tap((0.52, 0.2))
    assert spaces(shop.drawn)[15][1] < before[15][1]
    assert shop.stage().ready


@frozen
class Read:
    """Markers moved on a captured track: readings that are right, surely wrong, and all; none: no board was found."""

    right: int = 0
    wrong: int = 0
    all_of: int = 0
    taught: frozenset[str] = frozenset()  # colours the set-up was learned from


def dusk(picture: Any, light: float) -> Any:
    """The same picture in so much of its light."""
    if light == 1.0:
        return picture
    grain = np.random.default_rng(1).normal(0, 2.0, picture.shape)
    return np.clip(np.round(picture * light ** (1 / 2.2) + grain), 0, 255).astype(np.uint8)


def looks(own: Any, seed: int, many: int, light: float = 1.0) -> Read:
    found, (shop, _person, table) = game(GAME), own
    board = board_from_mapping({**shop.document(), "colours": list(MARKERS)}, "own")
    to = np.linalg.inv(shop.homography()) @ table.truth().homography
    layout = real_layout(board, stranger(GAME, seed), names_of(board, stranger(GAME, seed), to))
    reader = KnownReader(layout_of(board, list(MARKERS), None, found.table.alike), shop.picture, shop.homography())
    lying, at = Arrangement(layout, 5), dict.fromkeys(MARKERS, 0)

    def contents() -> dict[str, dict[str, int]]:
        own: dict[str, dict[str, int]] = {f"vp_{n}": {} for n in range(61)}
        for colour, n in at.items():
            own[f"vp_{n}"][f"small_marker:{colour}"] = 1
        return own

    table.lay(lying.update(contents()))
    learned = reader.learn(dusk(table.shoot(), light), contents())
    if learned.refusal is not None:
        return Read()
    rng, right, wrong, all_of = random.Random(seed), 0, 0, 0
    for _n in range(many):
        colour = rng.choice(MARKERS)
        at[colour] = min(60, at[colour] + rng.randint(1, 9))
        table.lay(lying.update(contents()))
        seen = reader.read(dusk(table.shoot(), light))
        for place, lies in contents().items():
            counts = seen.readings[place].counts if place in seen.readings else {}
            for piece in (f"small_marker:{c}" for c in MARKERS):
                odds, n = counts.get(piece, ()), lies.get(piece, 0)
                all_of += 1
                right += bool(odds) and int(np.argmax(odds)) == n
                wrong += bool(odds) and max(odds) - odds[n] > SURE
        reader.confirm(contents())
    table.lay(())
    return Read(right, wrong, all_of, frozenset(learned.pieces))


def test_score_markers_are_read_from_a_captured_track() -> None:
    read = looks(captured(GAME, 1), 1, 4)
    assert (read.right, read.all_of) == (976, 976)


def test_markers_on_a_dark_print_are_read_and_refused_in_the_dark() -> None:
    """What little is pale tells what white is, or known pieces where the print does not; in the dark all is refused."""
    own = captured(GAME, DARK)
    assert stranger(GAME, DARK).art.mean() < 70
    read = looks(own, DARK, 1)
    assert (read.right, read.all_of, len(read.taught)) == (244, 244, 4)
    read = looks(own, DARK, 1, light=0.05)
    assert (read.right, read.wrong) == (244, 0)
    assert looks(own, DARK, 1, light=0.02).all_of == 0


@pytest.mark.proof
@pytest.mark.parametrize("seeds", [tuple(range(1, 9)), (12, 15, 24, 25, 29)], ids=["any", "dark"])
def test_score_markers_on_many_boards(seeds: tuple[int, ...]) -> None:
    """All of them are read without a fault, those whose print is dark all over as well."""
    counted = {seed: looks(captured(GAME, seed), seed, 6) for seed in seeds}
    missed = {seed: r.all_of - r.right for seed, r in counted.items() if r.all_of}
    print(json.dumps({"test": "score markers on own boards", "boards": len(counted), "found": len(missed),
                      "missed by board": missed, "surely wrong": sum(r.wrong for r in counted.values()),
                      "read": sum(r.all_of for r in counted.values())}))  # fmt: skip
    assert len(missed) == len(seeds)
    assert not any(missed.values())


@pytest.mark.proof
def test_what_players_score_is_seen_on_a_captured_track() -> None:
    """A game told by hand and by cards; whenever a marker moves the camera says so, and it never says anything else."""
    found, (shop, _person, table) = game(GAME), captured(GAME, 1)
    board = board_from_mapping({**shop.document(), "colours": list(MARKERS)}, "own")
    session: Session[Any] = Session(found, configure(found, 3, board, None, load_data(found, board)))
    palette = evolve(palette_for(3, board.colours), alike=found.table.alike)
    report = OwnEvening(
        session, 1, palette, most=6, tags="socket", real=stranger(GAME, 1), shop=shop, table=table, pieces_first=False
    ).run()
    print(json.dumps({"test": "scores on an own track", "acts": report.acts, "seen": report.traced,
                      "late": report.late, "wrong": report.wrong}))  # fmt: skip
    assert report.traced == 6
    assert report.wrong == 0, report.stuck
    assert report.late <= 1, report.stuck


def test_the_same_from_a_photograph_without_a_screen(tmp_path: Path) -> None:
    board = stranger(GAME, 2)
    _conditions, table = placed(board, 2)
    write_reference(tmp_path / "board.jpg", table.shoot())
    w, h = board.size_mm
    px = apply(table.truth().homography, [(0, 0), (w, 0), (w, h), (0, h)])
    at = apply(table.truth().homography, [board.space(board.track[n]).centre for n, _x, _y in SHEET])
    taps = [f"tap {x:.0f} {y:.0f}" for x, y in px] + ["next"]
    taps += [f"count width {round(w / 10) - 50}", "next", *(f"tap {x:.0f} {y:.0f}" for x, y in at), "next"]
    (tmp_path / "touches.txt").write_text("\n".join(taps))
    told = CliRunner().invoke(
        main, ["capture", "photo", GAME, str(tmp_path / "board.jpg"), "--touches", str(tmp_path / "touches.txt"),
               "--home", str(tmp_path / "home")],
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    assert "Captured in full." in told.output
    assert "On the shelf as own-vikings_gone_wild-1." in told.output
