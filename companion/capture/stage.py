"""What a step of the capture shows: plain values in board mm (corners: px of the picture). No kivy, no vision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from attrs import field, frozen

from companion.capture.draft import Drawn, Op, Point
from companion.capture.eyes import Eyes

DOUBT_MM = (1.5, 5.0, 9.0)  # borders: none, proposed, sure


@frozen
class Patch:
    """An outlined land."""

    polygon: tuple[Point, ...]
    ink: str
    at: Point
    pending: bool = False  # chosen just now


@frozen
class Dot:
    """A point. ``mark``: corner, place, ring, start, tower, star, warn; ``label``: a few letters beside it."""

    at: Point
    mark: str = "place"
    ink: str = ""
    label: str = ""
    lit: bool = False


@frozen
class Stroke:
    """A line. ``look``: link, doubt (dashed), asked (no link yet, in dots) or path."""

    points: tuple[Point, ...]
    look: str = "link"


@frozen
class Pick:
    """A button in the list beside the picture."""

    key: str
    text: str
    second: str = ""
    ink: str = ""
    chosen: bool = False


@frozen
class Count:
    """A number with buttons for more and less; ``steps`` are the differences they post."""

    key: str
    text: str
    value: str
    steps: tuple[int, ...] = (-1, 1)


@frozen
class Name:
    """A line of text for what a place is called; ``hint`` stands there while it is empty."""

    text: str
    hint: str


@frozen
class Note:
    """A finding. ``state``: ok, warn or bad; ``step``: where it is put right."""

    state: str
    text: str
    second: str = ""
    step: str = ""


@frozen
class Tally:
    ink: str
    word: str
    found: int
    of: int


@frozen
class Stage:
    """One step. ``play``: why the board cannot be played on yet, "" when it can."""

    step: str
    number: int
    of: int
    sentence: str
    in_picture: bool = False  # points are px of the picture
    patches: tuple[Patch, ...] = ()
    dots: tuple[Dot, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    tallies: tuple[Tally, ...] = ()
    picks: tuple[Pick, ...] = ()
    counts: tuple[Count, ...] = ()
    notes: tuple[Note, ...] = ()
    name: Name | None = None
    found: str = ""
    fact: str = ""
    focus: Point | None = None
    missing: str = ""
    ready: bool = False
    play: str = ""


@frozen
class Scene:
    """What a step may look at: the draft, the picture's proposals, what is chosen on the screen."""

    drawn: Drawn
    eyes: Eyes
    picture: tuple[int, int]  # px; (0, 0) without a picture
    chosen: Mapping[str, str] = field(factory=dict)


@frozen
class Change:
    """What a touch does: operations that are saved as one touch, and what is chosen afterwards."""

    ops: tuple[Op, ...] = ()
    chosen: Mapping[str, str] | None = None
    said: str = ""  # a sentence when the touch could not be what was meant


class Step(Protocol):
    """One step of a plan."""

    id: str

    def stage(self, s: Scene) -> Stage: ...
    def tap(self, s: Scene, at: Point) -> Change: ...
    def drag(self, s: Scene, start: Point, end: Point) -> Change: ...
    def trace(self, s: Scene, way: tuple[Point, ...]) -> Change: ...
    def choose(self, s: Scene, key: str) -> Change: ...
    def count(self, s: Scene, key: str, by: int) -> Change: ...
    def name(self, s: Scene, text: str) -> Change: ...
    def begin(self, s: Scene) -> tuple[Op, ...]: ...
    def full(self, s: Scene) -> bool: ...


class Plain:
    """A step that does nothing by itself; others say what they do."""

    id = ""

    def tap(self, s: Scene, at: Point) -> Change:
        return Change()

    def drag(self, s: Scene, start: Point, end: Point) -> Change:
        return self.tap(s, end)

    def trace(self, s: Scene, way: tuple[Point, ...]) -> Change:
        """A finger's whole way; most steps ask for its ends alone."""
        return self.drag(s, way[0], way[-1])

    def choose(self, s: Scene, key: str) -> Change:
        return Change()

    def count(self, s: Scene, key: str, by: int) -> Change:
        return Change()

    def name(self, s: Scene, text: str) -> Change:
        return Change()

    def begin(self, s: Scene) -> tuple[Op, ...]:
        """Operations of the step itself when it is entered (proposals)."""
        return ()

    def full(self, s: Scene) -> bool:
        """True when the last touch has completed the step: the next one opens by itself."""
        return False
