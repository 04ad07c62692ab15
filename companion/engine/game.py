"""What a game is to the kernel: its facts, pure functions, options, and the configuration of one table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from attrs import field, frozen

from companion.engine.balance import Balance
from companion.engine.boards import Board
from companion.engine.tablespec import Cards, DemoSpec, Secrets, TableSpec
from companion.engine.types import (
    Decision,
    Event,
    Evidence,
    Facts,
    Input,
    Outcome,
    Pending,
    Ruling,
    ScoreSheet,
    Seat,
    Tabletop,
    facts,
    word,
)
from companion.engine.words import N_, Say, Words
from companion.engine.yamlfile import Document

Cells = tuple[Say | str | int, ...]


@frozen
class Grid:
    """A table: heads, rows (a Say, a text or a number a cell, "" to write in), and how wide the columns are."""

    heads: tuple[Say | str, ...]
    rows: tuple[Cells, ...]
    widths: tuple[float, ...]  # shares of the page


@frozen
class Paper:
    """One page, or more if its tables are long: a title, sentences, tables."""

    title: Say
    lines: tuple[Say, ...] = ()
    grids: tuple[Grid, ...] = ()


S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


NUMBER = N_("it takes a whole number, 0 or more")
NUMBERS = N_("it takes whole numbers, 0 or more, with commas between them")


@frozen
class Option:
    """A choice of the table before the game. ``values``: all that may be chosen; empty: a whole number, or a list of
    them where the default is one."""

    name: str
    default: Any
    values: tuple[Any, ...]
    rule: str

    @property
    def takes(self) -> tuple[Any, ...] | str:
        """All values it may have, or a message that says what numbers it takes."""
        return self.values or (NUMBERS if isinstance(self.default, tuple) else NUMBER)


@frozen
class ConfigFault:
    """Why a table cannot be set up like this: rule and facts of the sentence."""

    rule: str
    facts: Facts


class ConfigError(ValueError):
    """A configuration that cannot be played; ``faults`` lists every reason."""

    def __init__(self, *faults: ConfigFault) -> None:
        self.faults = faults
        super().__init__("; ".join(f"{f.rule} {dict(f.facts)}" for f in faults))


@frozen
class Config:
    """One table: number of seats, options, board, and the owner's data files by name."""

    game: str
    players: int
    options: Mapping[str, Any]
    board: Board
    data: Mapping[str, Any] = field(factory=dict)

    def option(self, name: str) -> Any:
        return self.options[name]


def chosen(option: str, *values: Any) -> cached_property[bool]:
    """Of a game's world: whether its table has chosen one of these values of an option; of a switch, that it is on."""
    return cached_property(lambda world: world.config.option(option) in (values or (True,)))


@frozen
class GameInfo:
    """What stands about a game before anybody sits down: facts only."""

    id: str
    version: int
    prefix: str  # of its rule ids
    players: tuple[int, ...]
    options: tuple[Option, ...]
    inputs: tuple[type[Input], ...]
    events: tuple[type[Event], ...]
    presets: Mapping[str, Mapping[Any, Mapping[str, Any]]] = field(factory=dict)  # option -> value -> options it sets
    boards: tuple[str, ...] = ()  # maps to choose from, where there are several
    data_files: Mapping[str, str] = field(factory=dict)  # name in ``Config.data`` -> file beside the board
    printables: tuple[str, ...] = ()  # what ``Game.papers`` prints beside the board
    own_maps: bool = False  # whether people may bring a map file, read by ``Game.read_map``
    shelf: int = 99  # its place on the start page
    told: frozenset[str] = field(init=False)  # names of inputs that leave no trace of their own

    def __attrs_post_init__(self) -> None:
        told = frozenset(word(kind) for kind in self.inputs if kind.evidence is Evidence.TOLD)
        object.__setattr__(self, "told", told)


class Decide(Protocol[S_contra]):
    """Events of an act, or the Ruling that refuses it; guards named in ``waived`` are passed over."""

    def __call__(self, s: S_contra, act: Input, waived: frozenset[str] = frozenset(), /) -> Decision: ...


@frozen
class Assent:
    """Who has to say yes before an act that is told counts: it binds others, or nothing brings it back."""

    rule: str
    seats: tuple[Seat, ...]


class Game(ABC, Generic[S]):
    """Every game has this shape. All functions are pure; ``evolve`` is total on events that ``decide`` gave."""

    info: ClassVar[GameInfo]
    words: ClassVar[Words]
    table: TableSpec[S] = TableSpec()
    cards: Cards[S] | None = None
    secrets: Secrets[S] | None = None
    demo: DemoSpec[S] = DemoSpec()

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def version(self) -> int:
        return self.info.version

    @property
    def prefix(self) -> str:
        return self.info.prefix

    @property
    def players(self) -> tuple[int, ...]:
        return self.info.players

    @property
    def options(self) -> tuple[Option, ...]:
        return self.info.options

    @property
    def inputs(self) -> tuple[type[Input], ...]:
        return self.info.inputs

    @property
    def events(self) -> tuple[type[Event], ...]:
        return self.info.events

    @abstractmethod
    def setup(self, config: Config) -> S:
        """The state before the first input; raises ConfigError."""

    # A game sets plain functions here or methods.
    pending: Callable[[S], tuple[Pending, ...]]  # all that the table owes now, the most urgent first
    options_of: Callable[[S, Seat | None], Iterator[Input]]  # legal inputs of a seat, lazily (``engine.legal``)
    decide: Decide[S]
    evolve: Callable[[S, Event], S]  # the state after an event
    view: Callable[[S, Seat | None], Mapping[str, Any]]  # what a seat may know (None: everybody), as plain JSON values
    tabletop: Callable[[S], Tabletop]  # what should lie on each space, bottom to top
    score: Callable[[S], ScoreSheet]  # with its reasons, live and final
    position: Callable[[S], dict[str, Any]]  # the state as a plain mapping that reads back as the same state

    @abstractmethod
    def from_position(self, config: Config, doc: Mapping[str, Any]) -> S:
        """A state from such a mapping; keys left out take the set-up's values. Raises PositionError."""

    def balances(self, s: S) -> Iterable[Balance]:
        """Sums of pieces and money that the rules always keep, broken or not."""
        return ()

    def assent(self, s: S, act: Input) -> Assent | None:
        """Whose yes people are asked for before an act is entered by hand; None: its own seat's word is enough."""
        return None

    def following(self, patch: Mapping[str, Any]) -> tuple[str, ...]:
        """Keys of the position that ``from_position`` reckons from those set by hand."""
        return ()

    def papers(self, s: S, part: str) -> tuple[Paper, ...]:
        """A part named in ``info.printables``: lists and forms to be printed."""
        return ()

    def read_map(self, doc: Document) -> object:
        """The map of a board file of one's own; DataError names file, line and key of what cannot be read."""
        raise NotImplementedError(f"{self.info.id} has no maps of one's own")


def fold(game: Game[S], state: S, events: Iterable[Event]) -> S:
    """The state after these events of a decision about ``state``; an Outcome may know it already."""
    if isinstance(events, Outcome) and events.state is not None:
        known: S = events.state
        return known
    for event in events:
        state = game.evolve(state, event)
    return state


def after(game: Game[S], state: S, acts: Iterable[Input]) -> S | None:
    """The state after these acts; None where one of them is not legal."""
    for act in acts:
        decision = game.decide(state, act)
        if isinstance(decision, Ruling):
            return None
        state = fold(game, state, decision)
    return state


@frozen
class PositionFault:
    key: str
    expected: str
    found: str = ""

    def __str__(self) -> str:
        return f"{self.key}: expected {self.expected}" + (f", found {self.found}" if self.found else "")


class PositionError(ValueError):
    """A position document that is none; ``faults`` lists everything at once."""

    def __init__(self, faults: tuple[PositionFault, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(str(f) for f in faults))


K_PLAYERS, K_OPTION = "K-PLAYERS", "K-OPTION"


def configure(
    game: Game[Any],
    players: int,
    board: Board,
    options: Mapping[str, Any] | None = None,
    data: Mapping[str, Any] | None = None,
) -> Config:
    """A checked configuration with every option filled in; raises ConfigError with all faults."""
    faults = [] if players in game.players else [ConfigFault(K_PLAYERS, facts(players=players, allowed=game.players))]
    try:
        chosen = choose(game, options)
    except ConfigError as e:
        raise ConfigError(*faults, *e.faults) from None
    if faults:
        raise ConfigError(*faults)
    return Config(game.id, players, chosen, board, data or {})


def choose(game: Game[Any], options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Every option of a game, those chosen among them; raises ConfigError with all faults."""
    faults: list[ConfigFault] = []
    known = {o.name: o for o in game.options}
    chosen = {o.name: o.default for o in game.options}
    for name, value in (options or {}).items():
        option = known.get(name)
        if option is None:
            faults.append(ConfigFault(K_OPTION, facts(option=name, allowed=tuple(known))))
            continue
        value = meant(option, value)
        if not allowed(option, value):
            faults.append(ConfigFault(K_OPTION, facts(option=name, value=value, allowed=option.takes)))
        chosen[name] = value
    if faults:
        raise ConfigError(*faults)
    for name, sets in game.info.presets.items():  # an option that sets others, where they were not chosen themselves
        chosen |= {k: v for k, v in sets.get(chosen[name], {}).items() if k not in (options or {})}
    return chosen


def meant(option: Option, value: Any) -> Any:
    """A value as the option lists it, where it was typed or read from YAML: ``on`` comes as True, lists as text."""
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, bool) and not allowed(option, value):
        words = ("on", "yes") if value else ("off", "no")
        return next((v for v in option.values if v in words), value)
    if not isinstance(value, str | int) or allowed(option, value):
        return value
    if not option.values:
        parts = str(value).strip("[]()").replace(",", " ").split()
        return tuple(int(p) for p in parts) if parts and all(p.isdecimal() for p in parts) else value
    return next((v for v in option.values if str(v).lower() == str(value).lower()), value)


def allowed(option: Option, value: Any) -> bool:
    """Whether an option may take a value; a bool never passes for a number."""
    if not option.values:
        same = isinstance(value, tuple) == isinstance(option.default, tuple)
        items = value if isinstance(value, tuple) else (value,)
        return same and all(isinstance(v, int) and not isinstance(v, bool) and v >= 0 for v in items)
    return any(value == v and type(value) is type(v) for v in option.values)
