"""Views before and around a game: start, new game, camera, capture, guide, settings, about. Plain values, no kivy."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from companion.app.viewmodel import Badge, BoardView, Choice, Lamp, LogLine, Point, Step
from companion.capture.stage import Count, Dot, Name, Note, Patch, Pick, Stroke, Tally


@frozen
class GameCard:
    """A game on the start screen; ``players`` in words: "3 bis 4 Personen"."""

    id: str
    title: str
    players: str
    begin: str  # the main button: "Set up Acre"
    ready: bool = True


@frozen
class Plan:
    """Which board lies on the table: box, print or none, with honest minutes in ``second``."""

    id: str
    title: str
    second: str


@frozen
class SavedGame:
    id: str
    title: str  # "Go on with Acre"
    state: str  # "Runde 6, Anna ist dran"
    scores: tuple[tuple[Badge, str], ...] = ()
    when: str = ""
    board: BoardView | None = None
    brief: str = ""  # where there is no room for ``state``: the round
    line: int = 0  # of a damaged game: the last sound line, from which it can be gone on with; -1: not at all
    game: str = ""  # its name alone, as far as it is known


@frozen
class StartView:
    """``resume`` is the newest unfinished game; ``game`` and ``plan`` are chosen now."""

    greeting: str
    lamps: tuple[Lamp, ...]
    games: tuple[GameCard, ...]
    game: str
    plans: tuple[Plan, ...]
    plan: str
    resume: SavedGame | None = None


@frozen
class ResumeView:
    games: tuple[SavedGame, ...]


@frozen
class OptionView:
    """An option of a game: ``rule`` names the rule it changes, ``explain`` says what that rule is, in a line.

    Options are listed by ``group``, a section of the rulebook. Without ``values`` numbers are written. ``presets``:
    what a value sets in other options, as long as those are not chosen themselves.
    """

    id: str
    title: str
    rule: str
    values: tuple[Choice, ...]  # key = the value as text
    default: str
    explain: str = ""
    group: str = ""
    presets: Mapping[str, Mapping[str, str]] = field(factory=dict)


@frozen
class ColourView:
    """A colour of the pieces: ``key`` as in Badge.colour, ``text`` its word."""

    key: str
    text: str


@frozen
class NewGameView:
    """What a new game may be; the players' wishes are kept in a Draft by the app."""

    game: str
    title: str
    low: int
    high: int
    colours: tuple[ColourView, ...]
    options: tuple[OptionView, ...]
    devices: tuple[Lamp, ...]
    names: tuple[str, ...] = ()  # names used before, most recent first
    plan: str = "none"
    fault: str = ""  # why the table could not be set up as wished
    starter: bool = True  # whether it is asked who begins


@frozen
class Player:
    name: str
    colour: str


@frozen
class Draft:
    """A new game as wished: players in seat order; ``first`` is a seat number or None for a lot."""

    game: str
    plan: str
    players: tuple[Player, ...]
    first: int | None = None
    options: Mapping[str, str] = field(factory=dict)
    devices: tuple[str, ...] = ()


@frozen
class Check:
    """``state`` ok, warn or off; ``second`` says what to do."""

    state: str
    title: str
    second: str


@frozen
class Photograph:
    """``path`` is what choosing it posts (``camera_address``); ``preview`` a small picture's file."""

    path: str
    name: str
    when: str
    preview: str


@frozen
class CameraView:
    """Camera placement: ``corners`` in picture coordinates, clockwise from the board's top left (None or outside
    0 to 1: not in view); ``checks``: four of them."""

    title: str
    step: str
    lamps: tuple[Lamp, ...]
    sentence: str
    checks: tuple[Check, ...]
    corners: tuple[Point | None, ...] = ()
    source: str = "webcam"
    back: str = ""  # second line of the back button
    ready: bool = False
    address: str | None = None  # typed for a phone or a photograph; None: nothing to type
    ask: str = ""  # what is typed there
    more: tuple[Choice, ...] = ()  # boards from files: post ``camera_more``
    photos: tuple[Photograph, ...] = ()  # to choose from while none is open


@frozen
class WorkRow:
    """A row of the workshop; ``mark`` ok warn bad off or "". Its choices post ``work`` with their key."""

    title: str
    second: str
    mark: str = ""
    choices: tuple[Choice, ...] = ()


@frozen
class WorkshopView:
    """``lines``: what a device says, the newest first; ``checks``: those of a camera that is looked through."""

    tabs: tuple[Choice, ...]
    sentence: str
    rows: tuple[WorkRow, ...]
    lines: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()


@frozen
class CaptureView:
    title: str
    step: str
    lamps: tuple[Lamp, ...]
    sentence: str
    regions: tuple[Patch, ...]
    tallies: tuple[Tally, ...]
    finger: Point | None = None
    found: str = ""  # "Blaue Grafschaft im Osten"
    fact: str = ""
    undo: str | None = None
    missing: str = ""  # second line of the disabled main button
    ready: bool = False
    dots: tuple[Dot, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    picks: tuple[Pick, ...] = ()  # buttons beside the picture: post ``capture_choose``
    counts: tuple[Count, ...] = ()  # numbers with more and less: post ``capture_count``
    notes: tuple[Note, ...] = ()
    name: Name | None = None  # a line on which a name is typed: posts ``capture_name``
    play: str = ""  # why it cannot be played yet; "" when it can
    window: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)  # of the picture: where the board lies, near
    drag: bool = False  # a finger that moves takes something along: posts ``capture_drag``


@frozen
class GuideView:
    """Set-up guide with a live check of the start position. Steps as in the way back to agreement."""

    title: str
    step: str
    lamps: tuple[Lamp, ...]
    sentence: str
    steps: tuple[Step, ...]
    board: BoardView | None = None
    live: bool = False  # a camera picture is there
    start: str = ""  # main button: "Anna beginnt"
    ready: bool = False
    back: str = ""
    lot: str = ""  # button that draws a lot, empty = none
    own: str = ""  # button that enters what was drawn at the table, empty = none
    shuffles: bool = False  # whether that is piles of cards: one touch says so of all
    choices: tuple[Choice, ...] = ()  # what is to be chosen, where it is few: a key each
    log: tuple[LogLine, ...] = ()


@frozen
class Device:
    """A device in the settings: what may be chosen and what it says now."""

    id: str
    word: str
    state: str
    text: str
    choices: tuple[Choice, ...] = ()
    chosen: str = ""


@frozen
class SettingsView:
    devices: tuple[Device, ...] = ()


@frozen
class AboutView:
    """``data``: (what, house or known, of which games)."""

    version: str
    data: tuple[tuple[str, str, str], ...]
    licences: tuple[tuple[str, str], ...] = ()


@frozen
class Show:
    """Backend to app: open this place."""

    place: str


@frozen
class Notice:
    """Backend to app: a sentence over the bottom row, wherever the app is; ``mark`` ok, warn or bad."""

    mark: str
    text: str


@frozen
class Sound:
    """Backend to app: refusal, question, out_of_step, solved, lost, last_round or end."""

    name: str
