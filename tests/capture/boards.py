"""Stranger boards captured as an owner would, and evenings played on them. Only tests know the generator."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import cv2
import numpy as np
from attrs import define, field

from companion.app.live.owntable import OwnEye
from companion.capture.learning import Learning, Unplaced
from companion.capture.workshop import Workshop
from companion.demo.live import LiveCamera
from companion.demo.pace import QUICK
from companion.engine.boards import Board, board_from_mapping
from companion.table.eye import Eye
from companion.table.layout import covered_of, layout_of
from companion.table.messages import BoardGrown, Contents
from tests.bench.evening import Evening
from tests.owners.bench import placed, truth_of
from tests.owners.kinds import printed
from tests.owners.person import Person, Truth
from tests.strangers import Stranger
from vision.camera import apply
from vision.capture.known import KnownReader
from vision.capture.placement import judge
from vision.demo.arrange import Arrangement
from vision.demo.camera import DemoCamera
from vision.demo.table import DemoTable
from vision.layout import Layout, Place

COLOURS = ("white", "purple", "orange", "black")


def cornered(art: np.ndarray, size_mm: tuple[float, float]) -> Workshop:
    """A workshop over a print of Hibernia (BGR) that fills its picture: corners and size are known."""
    shop = Workshop("hibernia")
    shop.picture = art
    w, h = art.shape[1], art.shape[0]
    shop.draft.touch(
        {"do": "corners", "at": [[0, 0], [w - 1, 0], [w - 1, h - 1], [0, h - 1]], "touched": 4},
        {"do": "size", "mm": list(size_mm)}, {"do": "done", "step": "corners"}, {"do": "done", "step": "size"},
    )  # fmt: skip
    return shop


@cache
def stranger(game: str, seed: int, hand: str = "first") -> Stranger:
    board: Stranger = printed(game, hand, seed)
    return board


@cache
def photographed(game: str, seed: int) -> tuple[Any, Truth]:
    """A picture of a stranger board as somebody places the camera, and what a person sees there."""
    board = stranger(game, seed)
    _conditions, table = placed(board, seed)
    return table.shoot(), truth_of(board, table.truth().homography)


def other_light(table: DemoTable) -> int:
    """A seed of other lamps over the same table that are not mirrored on the board."""
    w, h = table.size_mm
    for seed in range(500, 540):
        again = DemoTable(table.art, table.size_mm, table.conditions, picture=(960, 540))
        again.relight(seed=seed)
        px = apply(again.truth().homography, [(0, 0), (w, 0), (w, h), (0, h)])
        corners = tuple((float(x), float(y)) for x, y in px)
        if judge(again.shoot(), corners, max(w, h), 8.0, 3.0).light:
            return seed
    raise RuntimeError("every other light is mirrored on this board")


def captured(game: str, seed: int, folder: Any = None, hand: str = "first") -> tuple[Workshop, Person, DemoTable]:
    """A stranger board captured in full by somebody at the workshop; pieces can be laid on the table it lies on."""
    board = stranger(game, seed, hand)
    _conditions, table = placed(board, seed)
    shop = Workshop(game, folder)
    shop.take_picture(table.shoot())
    rng = random.Random(seed)
    person = Person(truth_of(board, table.truth().homography), shop, lambda: rng.uniform(-1, 1))
    person.run()
    return shop, person, table


def names_of(board: Board, real: Stranger, to_captured: np.ndarray) -> dict[str, str]:
    """Captured space -> printed one. ``to_captured``: printed mm -> captured mm."""
    out = {s.id: s.id for s in real.spaces if s.kind == "town"}  # towns are named by the catalogue
    for s in [s for s in board.spaces if s.id not in out]:
        kinds = {"county": "county", "shield": "shield", "town": "town"}
        wanted = "field" if s.kind.endswith("_space") else kinds.get(s.kind, "")
        spots = [x for x in real.spaces if x.kind == wanted]
        if spots:
            at = apply(to_captured, [x.centre for x in spots])
            out[s.id] = spots[int(np.argmin(np.linalg.norm(at - np.array(s.centre), axis=1)))].id
    return out


def real_layout(board: Board, real: Stranger, names: Mapping[str, str]) -> Layout:
    """The printed places under the names of the captured board: where people really lay pieces."""
    known = {s.id: s for s in real.spaces}
    captured_layout = layout_of(board)
    places = []
    for s in board.spaces:
        spot = known.get(names.get(s.id, ""))
        if spot is not None:
            polygon = tuple((float(x), float(y)) for x, y in spot.polygon)
            places.append(
                Place(s.id, "slot" if s.kind == "town" else "area", polygon, spot.centre, dict(s.holds), s.ink)
            )
    return Layout(board.id, real.size_mm, tuple(places), captured_layout.pieces, None, (), captured_layout.die_faces)


@define(slots=False)
class OwnEvening(Evening):
    """An evening on a board that somebody captured. ``real``: what is printed; ``shop``: what was captured of it."""

    real: Stranger = field(kw_only=True)
    shop: Workshop = field(kw_only=True)
    table: DemoTable = field(kw_only=True)
    pieces_first: bool = field(kw_only=True, default=True)
    learned: int = field(init=False, default=0)
    close: tuple[Any, ...] = field(init=False, default=())
    asking: bool = field(init=False, default=False)
    learning: Learning = field(init=False)

    def cameras(self) -> list[Any]:
        board = self.session.config.board
        colours = [c for c in board.colours if c in self.palette.colours.values()]
        h = self.shop.homography()
        self._to_captured = np.linalg.inv(h) @ self.table.truth().homography
        self.layout = real_layout(board, self.real, names_of(board, self.real, self._to_captured))
        self.learning = Learning(board, self.shop.picture, h)
        paints = self._pieces(colours) if self.pieces_first else {}
        covered = covered_of(self.session.game, board)

        def make() -> KnownReader:
            reader = KnownReader(layout_of(self.learning.board, colours, covered), self.shop.picture, h)
            assert reader.refusal is None, reader.refusal
            reader.know(paints)
            return reader

        self._make = make
        camera = DemoCamera(
            self.layout, self.real.art, self._script(), seed=self.seed, conditions=self.table.conditions,
            picture=self.picture, pace=QUICK,
        )  # fmt: skip
        return [LiveCamera(camera, self.clock)]

    def look_on(self, cameras: Any) -> Eye:
        return OwnEye(cameras[0], self._make, self._settled)

    def reads(self) -> bool:
        return not self.asking

    def _pieces(self, colours: list[str]) -> dict[str, Any]:
        """Four of each colour are laid on roomy counties once, as the guide asks; what the camera learns of them."""
        reader = KnownReader(layout_of(self.learning.board, colours), self.shop.picture, self.shop.homography())
        roomy = sorted(
            (p for p in reader.layout.places if p.look == "area" and p.id.startswith("county")),
            key=lambda p: -cv2.contourArea(np.array(p.polygon, np.float32)),
        )
        contents = {p.id: {f"soldier:{c}": 4} for p, c in zip(roomy, colours, strict=False)}
        self.table.lay(Arrangement(self.layout, 77).update(contents))
        learned = reader.learn(self.table.shoot(), contents)
        self.table.lay(())
        assert learned.refusal is None, learned.refusal
        self.close = learned.close
        return dict(reader.learned_paints())

    # ------------------------------------------------------------ places learned in play
    def _settled(self, frame: Any, seen: Any) -> bool:
        self.asking = False
        if not self.learning.open:
            return True
        if seen.pose is None or "covered" in seen.notes:
            return False
        lying = self.session.game.tabletop(self.session.state)
        wanted = [n for n in self.learning.bare if lying.get(n)]
        patch = self.learning.look(frame, np.array(seen.pose.homography).reshape(3, 3), wanted)
        if patch is not None:
            self.asking = True
            self._answer_where(patch)
        return self.learning.calm

    def _answer_where(self, patch: Unplaced) -> None:
        """The person says once where the new piece lies; the reader goes on with the place it has learned."""
        name = ""
        for place in self.layout.places:
            line = apply(self._to_captured, place.polygon).astype(np.float32)
            if cv2.pointPolygonTest(line, patch.at, False) >= 0:
                name = place.id
        if name not in self.learning.bare:
            self.learning.ignore(patch)
            return
        self.learned += 1
        self.tell(BoardGrown(self.learning.learn(patch, name)))
        assert isinstance(self.eye, OwnEye)
        self.eye.rebuild(self._make)

    def shown(self, contents: Contents) -> Contents:
        """Pieces lie on every printed place, whether the camera knows it or not."""
        printed = {p.id for p in self.layout.places}
        return {k: v for k, v in contents.items() if k in printed}


def without(doc: Mapping[str, Any], share: float, seed: int) -> dict[str, Any]:
    """A board file some of whose counties have lost their outlines."""
    rng = random.Random(seed)
    counties = [s["id"] for s in doc["spaces"] if s["kind"] == "county"]
    bare = set(rng.sample(counties, round(share * len(counties))))
    spaces = []
    for s in doc["spaces"]:
        spaces.append({k: v for k, v in {**s, "look": "none"}.items() if k != "polygon"} if s["id"] in bare else s)
    return {**doc, "spaces": spaces}


def board_of(shop: Workshop, bare: float = 0.0) -> Board:
    doc = {**shop.document(), "colours": list(COLOURS)}
    return board_from_mapping(without(doc, bare, 3) if bare else doc, "own")
