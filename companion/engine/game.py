"""What a game is to the kernel: a protocol of pure functions, its options, and the configuration of one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from attrs import field, frozen

from companion.engine.boards import Board
from companion.engine.types import Decision, Event, Facts, Input, Pending, Ruling, ScoreSheet, Seat, Tabletop, facts

S = TypeVar("S")


@frozen
class Option:
    """A choice of the table before the game. ``values``: all that may be chosen; empty: a list of whole numbers."""

    name: str
    default: Any
    values: tuple[Any, ...]
    rule: str


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


class Game(Protocol[S]):
    """Five games, one shape. Every function is pure; ``evolve`` is total on events that ``decide`` gave."""

    id: str
    version: int
    prefix: str  # of its rule ids
    players: tuple[int, ...]
    options: tuple[Option, ...]
    inputs: tuple[type[Input], ...]
    events: tuple[type[Event], ...]

    def setup(self, config: Config) -> S:
        """The state before the first input; raises ConfigError."""

    def pending(self, s: S) -> tuple[Pending, ...]:
        """All that the table owes now, the most urgent first."""

    def options_of(self, s: S, seat: Seat | None) -> Iterator[Input]:
        """Legal inputs of a seat, lazily; fields may stand open (see ``companion.engine.legal``)."""

    def decide(self, s: S, act: Input, waived: frozenset[str] = frozenset()) -> Decision:
        """Events of an act, or the Ruling that refuses it; guards named in ``waived`` are passed over."""

    def evolve(self, s: S, event: Event) -> S:
        """The state after an event."""

    def view(self, s: S, seat: Seat | None) -> Mapping[str, Any]:
        """What a seat may know (None: everybody at the table), as plain JSON values."""

    def tabletop(self, s: S) -> Tabletop:
        """What should lie on each space, bottom to top."""

    def score(self, s: S) -> ScoreSheet:
        """The score with its reasons, live and final."""

    def position(self, s: S) -> dict[str, Any]:
        """The state as a plain mapping that reads back as the same state."""

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> S:
        """A state from such a mapping; keys left out take the set-up's values. Raises PositionError."""


def fold(game: Game[S], state: S, events: Iterable[Event]) -> S:
    """The state after these events. A game may know where its last decision ``led``: nothing is folded twice."""
    led: Callable[[S, Iterable[Event]], S | None] | None = getattr(game, "led", None)
    if led is not None and (known := led(state, events)) is not None:
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
    faults: list[ConfigFault] = []
    if players not in game.players:
        faults.append(ConfigFault(K_PLAYERS, facts(players=players, allowed=game.players)))
    known = {o.name: o for o in game.options}
    chosen = {o.name: o.default for o in game.options}
    for name, value in (options or {}).items():
        option = known.get(name)
        if option is None:
            faults.append(ConfigFault(K_OPTION, facts(option=name, value=value, allowed=tuple(known))))
            continue
        if isinstance(value, list):
            value = tuple(value)
        if not allowed(option, value):
            faults.append(ConfigFault(K_OPTION, facts(option=name, value=value, allowed=option.values)))
        chosen[name] = value
    if faults:
        raise ConfigError(*faults)
    presets: Mapping[str, Mapping[Any, Mapping[str, Any]]] = getattr(game, "presets", {})
    for name, sets in presets.items():  # an option that sets others, where they were not chosen themselves
        chosen |= {k: v for k, v in sets.get(chosen[name], {}).items() if k not in (options or {})}
    return Config(game.id, players, chosen, board, data or {})


def allowed(option: Option, value: Any) -> bool:
    """Whether an option may take a value; a bool never passes for a number."""
    if not option.values:
        same = isinstance(value, tuple) == isinstance(option.default, tuple)
        items = value if isinstance(value, tuple) else (value,)
        return same and all(isinstance(v, int) and not isinstance(v, bool) and v >= 0 for v in items)
    return any(value == v and type(value) is type(v) for v in option.values)
