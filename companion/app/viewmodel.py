"""What a screen shows and what a finger says: plain values between the desk and the screens, no kivy.

A backend (see ``backend.py``) puts views into an inbox, the screens render the newest of each kind and
post a ``Tap`` (``taps.py``) for every touch. All texts in a view are ready sentences in the chosen language; the
fixed words of the screens (button labels and the like) come from ``companion.i18n``. This module has the table;
``side_views.py`` by-hand entry, history, rules and the end, ``setup_views.py`` start, set-up and settings.
Board coordinates: mm of the board frame, y down; picture coordinates: 0 to 1 of width and height from the top left.
"""

from __future__ import annotations

from typing import Any

from attrs import Attribute, field, frozen

from companion.app.sketch import Card as Card
from companion.app.taps import TAPS as TAPS
from companion.app.taps import Tap as Tap

Point = tuple[float, float]

LAMP_STATES = ("ok", "warn", "bad", "off")
TONES = ("ok", "refusal", "question", "notice")
CAMERA = ("", "agrees", "differs", "unseen")  # what the camera says of a space; "" = nothing to say
STAGES = ("board", "sketch", "square", "panel", "plan")  # alone; 292 + panel; 480 + panel; no board; panel by scores
OWED = ("open", "later", "done", "")


def one_of(*words: str) -> Any:
    """An attrs validator: the value is one of these words."""

    def check(instance: object, attribute: Attribute[str], value: str) -> None:
        if value not in words:
            raise ValueError(f"{type(instance).__name__}.{attribute.name} is one of {words}, not {value!r}")

    return check


# ---------------------------------------------------------------- small parts


@frozen
class Badge:
    """A seat: ``letter`` A to J fixes the shape, ``colour`` replaces the seat's own once the pieces are known.

    ``colour``: "" (the seat's), a piece colour (red purple brown grey black white orange ...) or "#rrggbb".
    An empty letter is a piece of nobody (neutral soldiers): a plain square.
    """

    letter: str
    colour: str = ""


@frozen
class Figure:
    """A drawn mark: ``die`` with a face (blue green red yellow black purple, or a number), ``disc`` (a town in its ink
    with a suit sign), ``sign`` (waves leaf flame sun star crown swords cross heart) or ``mark`` (ok warn bad off)."""

    form: str = field(validator=one_of("die", "disc", "sign", "mark"))
    name: str
    ink: str = ""


@frozen
class Lamp:
    """One device: camera, die or cards. ``word`` and ``text`` are both shown."""

    device: str
    word: str
    state: str = field(validator=one_of(*LAMP_STATES))
    text: str


@frozen
class Owed:
    """A line of the prompt's right block; ``state`` open = owed now, later, done, or "" for a plain line."""

    text: str
    state: str = field(default="", validator=one_of(*OWED))


@frozen
class Prompt:
    """The referee's sentence. ``tone`` refusal gives the coral edge and the bar mark instead of the badge."""

    sentence: str
    badge: Badge | None = None
    tone: str = field(default="ok", validator=one_of(*TONES))
    figure: Figure | None = None
    title: str = ""  # beside the figure: "Grün", "Rote Stadt"
    owed: tuple[Owed, ...] = ()


# ---------------------------------------------------------------- board


@frozen
class Shape:
    """One space as it is drawn. ``form`` polygon (points) or disc (points = (centre,), radius)."""

    id: str
    form: str = field(validator=one_of("polygon", "disc"))
    points: tuple[Point, ...]
    ink: str = ""
    kind: str = "area"  # area, track, shield, town, region, slot
    radius: float = 0.0
    mark: str = ""  # sword, tower
    sign_at: Point | None = None  # where the sign stands while the space is empty
    label_at: Point | None = None  # where pieces stand
    tone: int = 0  # 1 to 3: a region tone under towns


@frozen(eq=False)
class Drawing:
    """A board's geometry, made once per board by ``drawing.drawing_of``; compared by identity."""

    size_mm: Point
    shapes: tuple[Shape, ...]
    links: tuple[tuple[Point, Point], ...] = ()
    centre: Point | None = None  # of the arrows
    centre_radius: float = 0.0
    names: tuple[tuple[str, Point], ...] = ()  # of columns and rows, and where they stand
    waters: tuple[tuple[Point, ...], ...] = ()  # rivers from mouth to source
    lakes: tuple[Point, ...] = ()
    unit_mm: float = 1.0  # a piece is at most 40 of these wide, however small the drawing


@frozen
class Pieces:
    """Equal pieces of one seat on a space; the number is shown from 2 on.

    ``sign``: their kind, where it matters. ``turned``: a bar lies across its edge. ``low``: a lesser figure, smaller.
    """

    badge: Badge
    count: int = 1
    sign: str = ""
    turned: bool = False
    low: bool = False


@frozen
class SpaceView:
    """What lies on a space and what is to be said about it. Only spaces with something to say need one."""

    id: str
    pieces: tuple[Pieces, ...] = ()
    camera: str = field(default="", validator=one_of(*CAMERA))
    target: str | None = None  # legal target: its tag ("+1", "2:1"), "" for an outline alone
    refused: bool = False  # coral outline
    wrong: Badge | None = None  # a piece wrongly there: dashed
    step: bool = False  # a track space that would be entered now: dashed cell
    lit: bool = False  # named in the sentence
    flag: Badge | None = None  # whose it is, where no piece says so
    tint: Badge | None = None  # whose region it belongs to: the ground in that colour
    chosen: bool = False  # touched, and meant by the next touch
    changed: bool = False  # by the last act
    versus: Badge | None = None  # an attack drawn in a candidate: attacker : first of pieces


@frozen
class BoardView:
    """``window`` (x0, y0, x1, y1 in mm) shows a part of the board, as in a candidate card."""

    drawing: Drawing
    spaces: tuple[SpaceView, ...] = ()
    window: tuple[float, float, float, float] | None = None
    whole: bool = False  # all of the window is to be seen, whatever the box
    arrows: tuple[tuple[Point, Point], ...] = ()  # what the last act moved
    loose: frozenset[str] = frozenset()  # spaces whose pieces may be dragged
    zooms: bool = False  # may be enlarged and moved


# ---------------------------------------------------------------- table screen


@frozen
class ScoreRow:
    badge: Badge
    name: str
    second: str
    numeral: str
    extra: str = ""  # "jetzt +2"
    active: bool = False
    spent: tuple[float, float | None] | None = None  # s thought so far, and since when (monotonic) the seat thinks now


@frozen
class LogLine:
    """``line`` is the journal line that a tap jumps to."""

    line: int
    badge: Badge | None
    text: str
    round: str = ""


@frozen
class Choice:
    """One thing to press: posts what its owner says with ``key`` as payload."""

    key: str
    text: str
    second: str = ""
    figure: Figure | None = None
    badge: Badge | None = None
    chip: tuple[str, str, str] | None = None  # a card to touch: (suit sign, ink, number)
    card: Card | None = None  # its picture beside the words
    chosen: bool = False
    enabled: bool = True
    why: str = ""  # said when it is touched while it is off


@frozen
class PanelRow:
    """A row of a game panel; ``chip`` is a card: (suit sign, ink, number)."""

    title: str
    second: str = ""
    badge: Badge | None = None
    chip: tuple[str, str, str] | None = None
    active: bool = False
    strong: bool = False  # the second line in text colour
    mark: str = ""  # ok warn bad off
    bar: tuple[float, float, float] | None = None  # shares of one: won, nobody, lost
    cards: tuple[Card, ...] = ()  # pictures instead of words


@frozen
class Panel:
    """A game's own panel beside or instead of the board; a choice posts ``panel`` with its key. ``pad``: keys in a grid
    between rows and choices: cards, numbers. ``asks``: its title comes before what is owed, and the referee says it."""

    title: str
    rows: tuple[PanelRow, ...] = ()
    choices: tuple[Choice, ...] = ()
    pad: tuple[Choice, ...] = ()
    asks: bool = False


@frozen
class Strip:
    """Keys under the scores, one touch each: choices, numbers or faces, and below them what ends a step (``foot``),
    always at the same place. ``dice``: faces tapped so far of ``owed``, or what the app threw (``owed`` 0)."""

    title: str = ""
    keys: tuple[Choice, ...] = ()
    foot: tuple[Choice, ...] = ()
    dice: tuple[str, ...] = ()
    owed: int = 0
    tap: str = "key"  # what its keys post


@frozen
class Candidate:
    """A reading of the table, drawn: ``board`` shows it, ``title`` names the act, ``fact`` adds one fact."""

    key: str
    title: str
    fact: str = ""
    board: BoardView | None = None


@frozen
class Number:
    """A number asked for, ``low`` to ``high``."""

    low: int
    high: int
    value: int
    unit: str = ""


@frozen
class Question:
    """A sheet: two or three candidates, or choices, or a number. Closed by the backend when a look settles it."""

    key: str
    title: str
    badge: Badge | None = None
    why: str = ""
    candidates: tuple[Candidate, ...] = ()
    choices: tuple[Choice, ...] = ()
    number: Number | None = None
    hint: str = ""
    other: bool = True  # "Etwas anderes"
    later: bool = True  # "Später fragen"
    text: bool = False  # a free line of text may be given with the choice (a reason)


@frozen
class Refusal:
    """The rule card over the scores while the prompt refuses."""

    rule: str  # id, never shown
    section: str
    text: str
    badge: Badge | None = None
    way_back: str = ""
    hint: str = ""
    where: str = ""  # the way on: "Wo darf Anna hin?"; empty = no such button
    overrule: bool = True


@frozen
class Ghost:
    """A piece where it should lie, over the live picture, in picture coordinates. ``start``: where it lies now,
    ringed when it lies there alone (``ring``; a supply is not)."""

    number: int
    badge: Badge
    at: Point
    start: Point | None = None
    ring: bool = True


@frozen
class Step:
    """A row of the way back to agreement; ``state`` todo, done or wait (a reminder)."""

    state: str = field(validator=one_of("todo", "done", "wait"))
    badge: Badge | None
    piece: str  # "Annas Stein"
    way: str  # "vom Vorrat nach Umall"
    number: int = 0


@frozen
class OutOfStep:
    sentence: str
    steps: tuple[Step, ...]
    ghosts: tuple[Ghost, ...] = ()
    window: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)  # of the picture: the board with room around


@frozen
class Snack:
    """Six seconds over the log; ``choice`` is its one button (posts ``snack``)."""

    key: str
    mark: str
    text: str
    choice: Choice | None = None


@frozen
class Waiting:
    badge: Badge
    name: str
    state: str = field(validator=one_of("chosen", "now", "waits"))


@frozen
class Curtain:
    """Hand-over: only ``badge``'s player may press. ``secret`` is shown until it is covered, sent once it was held."""

    badge: Badge
    sentence: str
    text: str
    players: tuple[Waiting, ...] = ()
    secret: Panel | None = None
    footer: str = ""
    turn: int = 0  # another number: another hand-over, so it is covered


@frozen
class Reasons:
    """Each point of a seat with its reason, newest first: (round, reason, points)."""

    badge: Badge
    title: str
    lines: tuple[tuple[str, str, str], ...]


@frozen
class TableView:
    """The one frame of all games. Overlays are shown in this order: curtain, question, out of step, refusal."""

    game: str
    title: str
    round: str
    lamps: tuple[Lamp, ...]
    prompt: Prompt
    scores: tuple[ScoreRow, ...]
    stage: str = field(default="board", validator=one_of(*STAGES))
    board: BoardView | None = None
    panel: Panel | None = None
    log: tuple[LogLine, ...] = ()
    undo: str | None = None  # what it undoes
    back: tuple[str, str] | None = None  # what lies in its place: the tap, and where it leads
    redo: str | None = None
    question: Question | None = None
    refusal: Refusal | None = None
    out_of_step: OutOfStep | None = None
    snack: Snack | None = None
    curtain: Curtain | None = None
    reasons: Reasons | None = None
    by_hand: bool = True
    strip: Strip | None = None
    at: int = 0  # where the game stands
