"""A camera over the demo table: pictures of a script of tables, with hands between them, on a clock of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from vision.demo.arrange import Arrangement, Contents, gap
from vision.demo.conditions import Conditions
from vision.demo.hand import HandPose
from vision.demo.script import Pace, drawn
from vision.demo.shapes import LaidPiece
from vision.demo.table import DemoTable, Truth
from vision.layout import Layout


class Event(NamedTuple):
    """Something that happens to the whole table.

    ``bump``: dx, dy mm, degrees; ``camera``: tilt, azimuth, roll in degrees, margin; ``light``: seed of other lamps;
    ``exposure``: stops.
    """

    what: str
    values: tuple[float, ...] = ()


class _Shot(NamedTuple):
    """One picture to take: what lies there and where the hand is."""

    pieces: tuple[LaidPiece, ...] | None
    hand: HandPose | None
    phase: str
    event: Event | None = None
    idle: bool = False


Act = tuple[Contents, str] | Event | None
"""What comes next: a table with a note, an event, or None: nothing yet, the camera goes on looking."""


class DemoCamera:
    """Yields (BGR uint8 picture, seconds) by ``read()`` until its script is told; ``None`` then.

    ``acts`` is asked for its next element only after the last one has been shown long enough, so whoever feeds it may
    wait for what was read. The clock advances by 1/15 .. 1/5 s a picture, however long drawing takes.
    """

    def __init__(
        self,
        layout: Layout,
        art: np.ndarray,
        acts: Iterable[Act],
        *,
        seed: int = 0,
        conditions: Conditions | None = None,
        picture: tuple[int, int] = (1920, 1080),
        pace: Pace | None = None,
        keep_out: Sequence[tuple[float, float, float]] = (),
        touching: float = 0.55,
    ) -> None:
        tray = next((p.polygon for p in layout.places if p.look == "tray"), ())
        self.layout = layout
        self.table = DemoTable(art, layout.size_mm, conditions or seed, picture=picture, tray=tray)
        self.arrangement = Arrangement(layout, seed, keep_out=keep_out, touching=touching)
        self.pace = pace or Pace()
        self.note = ""  # of the table that is shown or being made
        self.phase = "still"  # still | enter | act | rest | leave
        self.hand: HandPose | None = None  # in the last picture
        self.contents: Contents = {}  # what lies on the table in the last picture's script, for tests
        self._acts: Iterator[Act] = iter(acts)
        self._shots: deque[_Shot] = deque()
        self._rng = np.random.default_rng([seed, 81])
        self._time = 0.0
        self._first = True
        self._hands = 0
        self._source = self._edge()
        self._done = False

    # -- what a source of pictures offers

    @property
    def ended(self) -> bool:
        """True after the script's last picture; the next ``read`` gives None."""
        while not self._shots and not self._done:
            self._plan()
        return not self._shots

    @property
    def at(self) -> float:
        """Time of the last picture in s."""
        return self._time

    @property
    def fault(self) -> None:
        """A demo table never fails."""
        return

    def read(self) -> tuple[np.ndarray, float] | None:
        """The next picture (BGR uint8) and its time in s, or None when the script is over."""
        return (self.shoot(), self._time) if self.turn() else None

    def shoot(self) -> np.ndarray:
        """The picture (BGR uint8) of the table as it is now."""
        return self.table.shoot(self.hand)

    def turn(self) -> bool:
        """Go on by one picture without taking it; False when the script is over."""
        if self.ended:
            return False
        shot = self._shots.popleft()
        if shot.event is not None:
            self._happen(shot.event)
        if shot.pieces is not None:
            self.table.lay(shot.pieces)
        self.phase, self.hand = shot.phase, shot.hand
        self._time += drawn(self._rng, self.pace.idle_s if shot.idle and self.pace.idle_s else self.pace.frame_s)
        return True

    def truth(self) -> Truth:
        """The truth about the picture read last; for tests only."""
        return self.table.truth()

    def close(self) -> None:
        """Ends the script."""
        self._done = True
        self._shots.clear()

    # -- inside

    def _plan(self) -> None:
        try:
            act = next(self._acts)
        except StopIteration:
            self._done = True
            return
        if act is None:
            self._shots.append(_Shot(None, None, "still", idle=True))
        elif isinstance(act, Event):
            self._shots.append(_Shot(None, None, "still", act))
            self._still()
        else:
            contents, self.note = act
            self._change(contents)
            self.contents = contents
            self._still()

    def _frames(self, span: tuple[float, float]) -> int:
        return max(1, round(drawn(self._rng, span) / (sum(self.pace.frame_s) / 2)))

    def _still(self) -> None:
        self._shots.extend([_Shot(None, None, "still")] * self._frames(self.pace.still_s))

    def _happen(self, event: Event) -> None:
        v = event.values
        if event.what == "bump":
            self.table.bump(v[0], v[1], v[2] if len(v) > 2 else 0.0)
        elif event.what == "camera":
            names = ("tilt_deg", "azimuth_deg", "roll_deg", "margin")
            self.table.move_camera(**dict(zip(names, v, strict=False)))
        elif event.what == "light":
            self.table.relight(seed=int(v[0]))
        elif event.what == "exposure":
            self.table.relight(exposure=v[0])
        else:
            raise ValueError(f"unknown event {event.what!r}: bump, camera, light or exposure")

    def _change(self, contents: Contents) -> None:
        """Plans the pictures from the table as it lies to its new contents."""
        if self._first:  # the game is set up before the camera starts
            self._first = False
            self._shots.append(_Shot(self.arrangement.update(contents), None, "still"))
            return
        places = self.arrangement.changed(contents)
        if not places:
            return
        before = self.arrangement.pieces
        after = self.arrangement.update(contents)
        if self._rng.random() >= self.pace.hand_share:
            self._shots.append(_Shot(after, None, "still"))
            return
        self._hand_over(before, after)

    def _edge(self) -> tuple[float, float]:
        """Where an arm comes from: far outside, mostly the sides where people sit."""
        w, h = self.layout.size_mm
        a = self._rng.uniform(0, 2 * np.pi)
        return (float(w / 2 + 700 * np.cos(a)), float(h / 2 + 600 * np.sin(a)))

    def _hand_over(self, before: tuple[LaidPiece, ...], after: tuple[LaidPiece, ...]) -> None:
        """A hand comes, changes the table in some steps, perhaps rests, and leaves."""
        pace, rng = self.pace, self._rng
        if rng.random() < 0.3:
            self._source = self._edge()
        self._hands += 1
        look = int(rng.integers(4)) + 10 * (self._hands % 3)
        gone = [p for p in before if p not in after]
        come = [p for p in after if p not in before]
        steps = max(1, min(pace.steps, max(len(gone), len(come)), int(rng.integers(1, pace.steps + 1))))
        tables = [before]
        for i in range(1, steps + 1):
            lost = set(gone[: round(len(gone) * i / steps)])
            won = set(come[: round(len(come) * i / steps)])
            lost |= {g for g in gone if any(gap(g, c) < 0 for c in won)}  # nothing is put where something still lies
            tables.append(tuple(p for p in (*before, *come) if p not in lost and (p in won or p in before)))
        tables[-1] = after
        moved = come or gone
        hit = [moved[min(len(moved) - 1, len(moved) * i // steps)] for i in range(steps)]
        spots = [(p.x, p.y) for p in hit]
        source = np.array(self._source)

        def pose(at: tuple[float, float], way: float) -> HandPose:
            tip = source + (np.array(at) - source) * way + rng.normal(0, 1.5, 2)
            return HandPose((float(tip[0]), float(tip[1])), self._source, look)

        n = self._frames(pace.enter_s)
        for i in range(n):
            self._shots.append(_Shot(before if i == 0 else None, pose(spots[0], 0.25 + 0.7 * (i + 1) / n), "enter"))
        for spot, table in zip(spots, tables[1:], strict=True):
            count = self._frames(pace.act_s)
            for i in range(count):
                self._shots.append(_Shot(table if i == count // 2 else None, pose(spot, 1.0), "act"))
        if rng.random() < pace.rest_share:
            still = pose(spots[-1], float(rng.uniform(0.75, 1.0)))
            self._shots.extend([_Shot(None, still, "rest")] * self._frames(pace.rest_s))
        n = self._frames(pace.leave_s)
        for i in range(n):
            self._shots.append(_Shot(None, pose(spots[-1], 0.95 - 0.75 * (i + 1) / n), "leave"))
