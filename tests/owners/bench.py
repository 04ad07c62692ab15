"""Touches from the start screen to the first legal act, on boards that nobody has seen, through the real backend.

The only module of the capture that knows the generator of stranger boards: it photographs them, and tells the person
at the tablet what a person would see.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve, field, frozen

from companion.app.setup_views import Player
from companion.bench import Metrics, metric
from companion.capture.geometry import inside
from companion.capture.planned import plan_of
from companion.capture.shelf import SUFFIX
from tests.owners import kinds
from tests.owners.person import Person, Spot, Truth, told
from tests.owners.tablet import CaptureHands, Tablet
from tests.strangers import Stranger, stranger_board
from vision.camera import Array, apply
from vision.capture.pictures import lies, write_reference
from vision.capture.placement import judge
from vision.demo.conditions import Conditions, draw_conditions
from vision.demo.table import DemoTable

Places = Callable[[Array], Array]
PICTURE = (1920, 1080)
TILTS = (10.0, 18.0, 26.0, 34.0, 40.0)
FIELDS_OF_VIEW = (58.0, 70.0)  # high above the table, and low over it
ELSEWHERE = 50  # another owner's table and camera: this much added to the seed
LIGHTS = ("lamp", "window", "mixed", "overcast", "bulb")
PLAYERS = tuple(
    Player(n, c) for n, c in zip(("Anna", "Ben", "Clara"), ("white", "purple", "orange"), strict=True)
)  # fmt: skip
AIMS = {**kinds.AIMS, "second": 6, "imported": 10}  # the capture itself; the whole way to a later first act
BESIDE = ("start", "camera", "first act")  # steps of the way that are no capture


def placed(board: Stranger, seed: int, picture: tuple[int, int] = PICTURE) -> tuple[Conditions, DemoTable]:
    """A camera as somebody places it who minds the four lamps: tilted, warm or cold light, low or high."""
    for attempt in range(12):
        n = seed + attempt
        drawn = draw_conditions(
            1000 * attempt + seed, mode=LIGHTS[n % 5], tilt_deg=TILTS[n % 5], hfov_deg=FIELDS_OF_VIEW[n % 2]
        )
        if abs(drawn.azimuth_deg) > 60:
            drawn = evolve(drawn, azimuth_deg=drawn.azimuth_deg % 30)
        table = DemoTable(board.art, board.size_mm, drawn, picture=picture)
        seen = judge(table.shoot(), _corners(table), max(board.size_mm), plan_of(board.game).piece_mm, 3.0)
        if seen.whole and seen.light and seen.piece_px > 13.0 * picture[0] / 1920:
            return drawn, table
    raise RuntimeError(f"no good place for the camera over board {board.seed}")


def _corners(table: DemoTable) -> tuple[tuple[float, float], ...]:
    w, h = table.size_mm
    px = apply(table.truth().homography, [(0, 0), (w, 0), (w, h), (0, h)])
    return tuple((float(x), float(y)) for x, y in px)


def truth_of(board: Stranger, lies: Array | Places, picture: tuple[int, int] = PICTURE) -> Truth:
    """What a person sees who looks at the board. ``lies``: board mm -> px of the picture, as 3x3 or as a function."""
    go_px: Places = lies if callable(lies) else lambda mm: np.asarray(apply(lies, mm))
    spots = tuple(
        Spot(s.id, s.kind, s.centre, tuple((float(x), float(y)) for x, y in s.polygon), s.colour, s.fortress, s.central)
        for s in board.spaces
    )
    known = {s.id: s for s in spots}

    def go(p: tuple[float, float]) -> tuple[float, float]:
        x, y = go_px(np.array([p]))[0]
        return (float(x) / picture[0], float(y) / picture[1])

    return Truth(board.size_mm, spots, board.links, tuple(known[t] for t in board.track), go, picture, board.seed)


@frozen
class Told:
    """Touches by step of the first game on a board, of a second one, and of one on an imported file."""

    seed: int
    first: Mapping[str, int]
    again: Mapping[str, int] = field(factory=dict)
    file: Mapping[str, int] = field(factory=dict)
    notes: tuple[str, ...] = ()
    right: bool = True  # what is on the shelf is what is printed

    @property
    def capture(self) -> Mapping[str, int]:
        return {k: n for k, n in self.first.items() if k not in BESIDE}

    @property
    def all(self) -> int:
        return sum(self.first.values())

    @property
    def second(self) -> int:
        return sum(self.again.values())

    @property
    def imported(self) -> int:
        return sum(self.file.values())


def evening(game: str, seed: int, home: Path, tablet: Callable[[Path, str, str], Tablet] = Tablet) -> Told:
    """One owner's evenings: capture and play, play again; then somebody else at another table with the file.

    ``tablet``: what is touched, the app behind its screens or with them.
    """
    board = stranger_board(game, seed, 4.0)
    _conditions, table = placed(board, seed)
    picture = home / "table.jpg"
    write_reference(picture, table.shoot())
    truth = truth_of(board, table.truth().homography)
    rng = random.Random(seed)

    first = tablet(home / "mine", game, str(picture))
    try:
        first.choose(PLAYERS)
        person = _capture(first, truth, rng)
        first.first_act()
        spent = {**{k: n for k, n in first.taps.items() if k != "capture"}, **person.spent}
        (owned,) = first.backend.ctx.shelf.boards(game)
        reference = first.backend.ctx.shelf.reference(owned.id)
        assert reference is not None
        to = np.linalg.inv(lies(reference.corners, reference.size_mm)) @ table.truth().homography
        whole = right(first.backend.ctx.shelf.board(owned.id), board, to)
    finally:
        first.close()
    second = tablet(home / "mine", game, str(picture))
    try:
        second.choose(PLAYERS)
        second.first_act()
        file = second.backend.ctx.shelf.export(owned.id, home)
    finally:
        second.close()
    (home / "theirs" / "import").mkdir(parents=True)
    shutil.copy(file, home / "theirs" / "import" / f"box{SUFFIX}")
    _conditions, other_table = placed(board, seed + ELSEWHERE)
    there = home / "their table.jpg"
    write_reference(there, other_table.shoot())
    third = tablet(home / "theirs", game, str(there))
    try:
        third.choose(PLAYERS, from_file=True)
        helper = _capture(third, truth_of(board, other_table.truth().homography), rng)
        third.first_act()
    finally:
        third.close()
    other = {**{k: n for k, n in third.taps.items() if k != "capture"}, **helper.spent}
    return Told(seed, spent, dict(second.taps), other, tuple(person.notes), whole)


def _capture(tablet: Tablet, truth: Truth, rng: random.Random) -> Person:
    tablet.place_camera()
    tablet.counting = "capture"
    person = Person(truth, CaptureHands(tablet), lambda: rng.uniform(-1, 1))
    person.run()
    return person


def right(own: Any, printed: Stranger, to: Array) -> bool:
    """Whether the captured board has the links, inks and places that are printed. ``to``: printed -> captured mm."""
    spots = {s.id: apply(to, [s.centre])[0] for s in printed.spaces}
    if printed.game == "vikings_gone_wild":
        track = np.array([own.space[n].centre for n in own.tracks[0].spaces])
        true = np.array([spots[n] for n in printed.track])
        return len(track) == len(true) and bool((np.linalg.norm(track - true, axis=1) < 4.5).all())
    if printed.game == "brian_boru":
        towns = {s.id: np.array(s.centre) for s in own.spaces if s.kind == "town"}
        return all(np.linalg.norm(towns[n] - at) < 4.5 for n, at in spots.items() if n in towns)
    counties = [s for s in own.spaces if s.kind == "county"]
    known = {s.id: s for s in printed.spaces}
    rings = {n: [(float(x), float(y)) for x, y in apply(to, s.polygon)] for n, s in known.items() if s.kind == "county"}
    name = {
        s.id: min(rings, key=lambda n: (not inside(rings[n], s.centre), float(np.linalg.norm(spots[n] - s.centre))))
        for s in counties
    }
    links = {(min(name[s.id], name[n]), max(name[s.id], name[n])) for s in counties for n in s.neighbours}
    inks = all(known[name[s.id]].colour == s.ink for s in counties)
    marks = all(known[name[s.id]].fortress == bool(s.tags.get("fortress")) for s in counties)
    return links == set(printed.links) and inks and marks and own.tracks[0].inks == printed.track_colours


def measure(quick: bool) -> Metrics:
    """Touches of the capture beside their aims (the baseline): the mean, the most, the steps that cost most; what
    missed its aim; and the whole way from the start screen to the first act."""
    out: dict[str, Any] = {}
    everybody: list[Told] = []
    for game in ("hibernia", "brian_boru"):
        told_of = []
        for seed in range(1, 3 if quick else 11):
            with tempfile.TemporaryDirectory() as home:
                told_of.append(evening(game, seed, Path(home)))
            kinds.say(f"{game}, {line(told_of[-1])}")
        everybody += told_of
        counts = [sum(t.capture.values()) for t in told_of]
        out[f"capture.{game}.touches"] = metric(sum(counts) / len(counts), "touches", AIMS[game])
        out[f"capture.{game}.to_first_act"] = metric(max(t.all for t in told_of), "touches")
        out |= _held(game, [t.capture for t in told_of])
        out[f"capture.{game}.right"] = metric(sum(t.right for t in told_of), "boards", len(told_of))
        steps: dict[str, float] = {}
        for t in told_of:
            for step, n in t.first.items():
                steps[step] = steps.get(step, 0.0) + n / len(told_of)
        for step, mean in sorted(steps.items(), key=lambda kv: -kv[1])[:3]:
            out[f"capture.{game}.step.{step.replace(' ', '_')}"] = metric(mean, "touches")
    out |= _held("second", [t.again for t in everybody])
    out |= _held("imported", [t.file for t in everybody])
    return out | kinds.told(kinds.both_hands(quick))


def _held(name: str, spent: Sequence[Mapping[str, int]]) -> dict[str, Any]:
    """The most touches beside their aim; where it is missed, on how many boards, and the dearest step of the worst."""
    worst = max(spent, key=lambda steps: sum(steps.values()))
    most, aim = sum(worst.values()), AIMS[name]
    out = {f"capture.{name}.most": metric(most, "touches", aim)}
    if most > aim:
        step, touches = max(worst.items(), key=lambda kv: kv[1])
        out[f"capture.{name}.missed"] = metric(sum(sum(s.values()) > aim for s in spent), "boards", len(spent))
        out[f"capture.{name}.missed.{step.replace(' ', '_')}"] = metric(touches, "touches")
    return out


def line(t: Told) -> str:
    """One owner in a line."""
    return (
        f"board {t.seed}: {t.all} touches ({told(t.first)}), second game {t.second}, imported {t.imported}"
        + ("" if t.right else ", not as printed")
        + (f"; put right: {', '.join(t.notes)}" if t.notes else "")
    )
