"""Evenings of Löwenherz through rendered pictures: parts of unknown print, figures, bars, an empty board at first."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import cv2
import pytest

from companion.demo.live import LiveCamera
from companion.demo.pace import QUICK
from companion.demo.truth import Turn, in_view
from companion.engine.boards import Board, board_from_mapping
from companion.engine.session import Session
from companion.games.loewenherz.game import GAME
from companion.table.eye import Eye
from companion.table.layout import layout_of
from companion.table.sight import Palette
from tests.bench.evening import Evening, Report
from tests.games.loewenherz.players import next_act
from tests.games.loewenherz.tables import done, table
from tests.owners.bench import placed
from tests.strangers import Stranger
from tests.strangers.tiles import stranger_tiles
from vision.camera import apply
from vision.demo.arrange import Arrangement
from vision.demo.camera import DemoCamera
from vision.demo.table import DemoTable
from vision.gridreader import GridReader
from vision.layout import Layout
from vision.reference import ReferencePose

COLOURS = ("gold", "purple", "rose", "gray")


def purposeful(game: Any, config: Any, palette: Palette, seed: int, start: Any) -> Iterator[Turn]:
    """Players who fence in their castles and grow: random ones would hardly ever found a region."""
    s, pick = start, random.Random(seed).randrange
    before = in_view(game, config, s)
    while (act := next_act(s, pick)) is not None:
        s = done(s, act)[1]
        after = in_view(game, config, s)
        yield Turn(act, s, {k: dict(palette.counts(v)) for k, v in after.items()}, after != before)
        before = after


LISTED = ("treasures=", "end_alliance")  # how a price was paid: the catalogue says that it must be asked


def table_of(players: int) -> tuple[Session[Any], Palette]:
    session = Session(GAME, table(players))
    sides = dict(zip("ABCD", COLOURS[:players], strict=False))
    if players < 4:
        sides["neutral"] = COLOURS[players]
    return session, Palette(sides, GAME.table.alike)


def evening(players: int, seed: int, most: int, kind: type[Evening] = Evening, **options: Any) -> Report:
    session, palette = table_of(players)
    told = kind(session, seed, palette, die=False, most=most, players=purposeful, options={"pace": QUICK}, **options)
    report = told.run()
    print(json.dumps({
        "test": f"Löwenherz before the camera{', strange parts' if kind is not Evening else ''}", "seed": seed,
        "players": players, "acts": report.acts, "seen": report.traced, "questions": report.questions,
        "of these listed": report.questions - asked(report), "told": report.told, "taps": report.taps,
        "wrong": report.wrong, "seconds": round(report.seconds),
    }, ensure_ascii=False))  # fmt: skip
    for line in report.stuck:
        print("  ", line)
    return report


def asked(report: Report) -> int:
    """Questions and acts told by hand, without those that nobody could tell from the board."""
    listed = [x for x in report.stuck if x.startswith("asked which_move") and any(word in x for word in LISTED)]
    return report.questions - len(listed)


@pytest.mark.proof
def test_castles_are_set_before_the_camera() -> None:
    report = evening(4, 1, 6)
    assert report.wrong == 0
    assert report.traced == 6
    assert report.questions <= 1


@pytest.mark.proof
@pytest.mark.parametrize(("players", "seed"), [(2, 3), (3, 4), (4, 5), (2, 13), (3, 14), (4, 15)])
def test_whole_games_before_the_camera(players: int, seed: int) -> None:
    report = evening(players, seed, 400)
    assert report.wrong == 0
    assert report.finished
    assert report.traced > 60
    assert asked(report) <= report.traced / 20


# ---------------------------------------------------------------- parts of unknown print
class OnStrangeParts(Evening):
    """The same on parts from a box nobody has seen: no marks, found and read by a picture of the empty board."""

    def cameras(self) -> list[Any]:
        board, rng = self.session.config.board, random.Random(self.seed)
        grid = board.doc["grids"][0]
        box = stranger_tiles(self.seed, lands_of(grid))
        art = box.laid([(p, rng.randrange(4)) for p in rng.sample(grid["parts"]["ids"], 6)])
        own = moved(board, box.frame_mm, box.cell_mm, box.size_mm)
        colours = [c for c in board.colours if c in self.palette.colours.values()]
        print_ = Stranger(self.seed, "loewenherz", art, box.size_mm, (), frozenset(), (), (), False)
        conditions, table = placed(print_, self.seed, self.picture)  # as the lamps of the capture ask for
        empty, h = table.shoot(), table.truth().homography
        layout = layout_of(own, colours, None, self.palette.alike)
        reader = GridReader(layout, ReferencePose(layout, cv2.cvtColor(empty, cv2.COLOR_BGR2GRAY), h))
        w, tall = box.size_mm
        corners = apply(h, [(0, 0), (w, 0), (w, tall), (0, tall)]) + rng.uniform(-1, 1)  # nobody touches exactly
        reader.tracker.touch(corners, self.picture)
        assert reader.blank(empty) is None
        self.show_paints(reader, table, layout_of(own), colours)
        camera = DemoCamera(
            layout_of(own), art, self._script(), seed=self.seed, conditions=conditions, picture=self.picture,
            pace=QUICK,
        )  # fmt: skip
        self.reader = reader
        return [LiveCamera(camera, self.clock)]

    def look_on(self, cameras: Any) -> Eye:
        return Eye(cameras[0], self.reader)

    def show_paints(self, reader: GridReader, table: DemoTable, layout: Layout, colours: list[str]) -> None:
        """Two knights of each colour and two bars are laid once, as on every board from a box, to show their paint."""
        free = random.Random(self.seed).sample([p for p in layout.places if p.look == "area"], 2 * len(colours))
        lie = {p.id: colours[i // 2] for i, p in enumerate(free)}
        bars = {e: {"border": 1} for e in ("v2_2", "h11_6")}
        table.lay(Arrangement(layout, 77).update({**{p: {f"knight:{c}": 1} for p, c in lie.items()}, **bars}))
        seen = {p: {f"{self.palette.alike['knight']}:{c}": 1} for p, c in lie.items()}
        learned = reader.learn(table.shoot(), {**seen, **bars})
        assert learned.refusal is None
        table.lay(())


def lands_of(grid: dict[str, Any]) -> dict[str, list[str]]:
    rows = grid["inks"]
    ids = grid["parts"]["ids"]
    return {p: [r[5 * (i % 3) :][:5] for r in rows[5 * (i // 3) :][:5]] for i, p in enumerate(ids)}


def moved(board: Board, corner: tuple[float, float], cell: float, size: tuple[float, float]) -> Board:
    """The same squares elsewhere on a sheet without marks."""
    doc = copy.deepcopy(dict(board.doc))
    for key in ("fiducials", "patches", "cuts_mm", "title"):
        doc.pop(key, None)
    share = cell / doc["grids"][0]["cell_mm"]
    edge = doc["grids"][0]["edge"]
    doc["grids"][0] |= {
        "corner": list(corner), "cell_mm": cell, "edge": {**edge, "size_mm": [v * share for v in edge["size_mm"]]},
    }  # fmt: skip
    return board_from_mapping({**doc, "size_mm": list(size), "source": "own"}, "own")


@pytest.mark.proof
def test_castles_on_strange_parts() -> None:
    report = evening(4, 7, 4, OnStrangeParts)
    assert report.traced == 4
    assert report.wrong == 0, report.stuck
    assert report.questions <= 1


@pytest.mark.proof
@pytest.mark.parametrize("seed", [5, 7])
def test_thirty_acts_on_strange_parts(seed: int) -> None:
    report = evening(4, seed, 30, OnStrangeParts)
    assert report.traced == 30
    assert report.wrong == 0, report.stuck
    assert asked(report) <= 2, report.stuck
