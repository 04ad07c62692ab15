"""What one table has told so far, and the only hand that writes its journal.

Nothing is ever deleted. The *past* is the list of steps in force; the journal also holds what was taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from itertools import groupby
from typing import Any, Generic, Self, TypeVar
from unicodedata import category

from attrs import evolve, field, frozen

from companion.engine.codec import Codec, plain, tagged
from companion.engine.game import Config, Game
from companion.engine.journal import FORMAT, Line, MemoryStore, Store, seal
from companion.engine.legal import Legal
from companion.engine.spaces import digest
from companion.engine.types import CHANCE, Event, Input, Pending, Seat

S = TypeVar("S")
POSITION_EVERY = 64
LONGEST_NAME = 24  # letters
JOINS = "\u200c\u200d"  # make one letter, or one picture, of several

Clock = Callable[[], str]
Chains = tuple[tuple["Step[S]", ...], ...]


@frozen
class Step(Generic[S]):
    """One input in force, with its journal line, what it caused and the state after it."""

    line: int
    chain: int  # line of the first input of its chain
    act: Input | None  # None: the table was set by hand
    events: tuple[Event, ...]
    source: str  # camera | die | tag | tap | app | implied
    state: S
    waived: frozenset[str] = frozenset()


@frozen
class Accepted(Generic[S]):
    """A chain that stands: its events in order, and the journal length after it."""

    events: tuple[Event, ...]
    state: S
    at: int


def one_line(name: str) -> str:
    """A name as it can stand in a sentence: no breaks, no letters that turn the others round, and not without end."""
    told = " ".join("".join(c if c in JOINS or category(c)[0] != "C" else " " for c in name).split())
    return told if len(told) <= LONGEST_NAME else told[: LONGEST_NAME - 1] + "…"


@frozen
class Person:
    """Who sits at a seat, and the colour of the pieces there."""

    name: str = field(converter=one_line)
    colour: str = ""


@frozen
class Prospect(Generic[S]):
    """What inputs would cause; nothing was done."""

    events: tuple[Event, ...]
    state: S


class Record(Generic[S]):
    """The past of one game, its journal and who sits where."""

    def __init__(
        self,
        game: Game[S],
        config: Config,
        *,
        store: Store | None = None,
        clock: Clock = lambda: "",
        people: Sequence[Person] = (),
        start: S | None = None,
        _opening: bool = False,
    ) -> None:
        self.game, self.config = game, config
        self.codec = Codec((*game.inputs, *CHANCE), game.events)
        self.people = tuple(people)
        self.start: S = game.setup(config) if start is None else start
        self.past: list[Step[S]] = []
        self.redoable: list[list[Step[S]]] = []
        self.after: list[S] = [self.start]  # state after each journal line; index 0: the first line
        self.last_hash = ""
        self.store: Store = store if store is not None else MemoryStore()
        self._clock = clock
        self._grouped: tuple[int, Chains[S]] = (0, ())  # the chains of so many steps of the past
        if not _opening:
            self._write([self._header(start)])

    def _header(self, start: S | None) -> Line:
        header: Line = {
            "format": FORMAT,
            "kind": "open",
            "game": self.game.id,
            "rules": self.game.version,
            "players": self.config.players,
            "options": plain(dict(self.config.options)),
            "board": {"id": self.config.board.id, "sha256": self.config.board.digest},
            "data": {name: digest(plain(value)) for name, value in self.config.data.items()},
            "people": plain(self.people),
            "time": self._clock(),
        }
        if start is not None:
            header["position"] = self.game.position(start)
        return header

    # ------------------------------------------------------------ reading
    @property
    def state(self) -> S:
        return self.past[-1].state if self.past else self.start

    @property
    def length(self) -> int:
        """Journal length: what a submitter has seen."""
        return len(self.after)

    def pending(self) -> tuple[Pending, ...]:
        return self.game.pending(self.state)

    def legal(self, seat: Seat | None) -> Legal:
        return Legal(self.game, self.state, seat)

    def chains(self) -> Chains[S]:
        """The past in chains, oldest first: what one undo takes back together. A chain that stands stays the same."""
        past, (done, known) = self.past, self._grouped
        n, kept = len(past), len(known)
        while kept and (done > n or past[done - 1] is not known[kept - 1][-1]):
            kept, done = kept - 1, done - len(known[kept - 1])
        if kept and done < n and past[done].chain == known[kept - 1][0].chain:  # it has gone on
            kept, done = kept - 1, done - len(known[kept - 1])
        if kept < len(known) or done < n:
            known = (*known[:kept], *(tuple(group) for _, group in groupby(past[done:n], key=lambda s: s.chain)))
            self._grouped = (n, known)
        return known

    def state_before(self, chain: int) -> S:
        """The state that chain number ``chain`` met."""
        chains = self.chains()[:chain]
        return chains[-1][-1].state if chains else self.start

    def still(self) -> Self:
        """The game as it stands, for those who read while it goes on. What is submitted to it reaches no journal."""
        found = copy(self)
        found.past, found.after, found.redoable = [*self.past], [*self.after], [*self.redoable]
        found.store = MemoryStore()
        return found

    # ------------------------------------------------------------ writing
    def stand(self, steps: Sequence[Step[S]], **more: Any) -> Accepted[S]:
        """Steps join the past, once their lines are safe. ``more`` goes into each line."""
        size = {s.chain: sum(t.chain == s.chain for t in steps) for s in steps}
        self._write([self._line(s, [s.line - s.chain + 1, size[s.chain]], more) for s in steps])
        self.past += steps
        self.after += [s.state for s in steps]
        return Accepted(tuple(e for s in steps for e in s.events), self.state, self.length)

    def _line(self, s: Step[S], chain: list[int], more: Mapping[str, Any]) -> Line:
        line = {"n": s.line, "chain": chain, "time": self._clock(), **self.told(s), **more}
        if s.line % POSITION_EVERY == 0:
            line["position"] = self.game.position(s.state)
        return line

    def told(self, s: Step[S]) -> Line:
        """A step as a line tells it."""
        line: Line = {"kind": "amend" if s.act is None else "overrule" if s.waived else "act", "source": s.source}
        if s.act is None:
            told = [tagged(e) for e in s.events]
            return {**line, "input": None, "events": told, "position": self.game.position(s.state)}
        if s.waived:
            line["waived"] = sorted(s.waived)
        return {**line, "input": tagged(s.act), "events": [tagged(e) for e in s.events]}

    def note(self, line: Line) -> None:
        """A line that is no input: the state after it is whatever is in force once it is written."""
        self._write([{"n": self.length + 1, **line, "time": self._clock()}])

    def _write(self, lines: Sequence[Line]) -> None:
        sealed, last = [], self.last_hash
        for line in lines:
            body, last = seal(line, last)
            sealed.append(body)
        self.store.write(sealed)
        self.last_hash = last


def numbered(steps: Sequence[Step[S]], first: int) -> list[Step[S]]:
    """Steps with journal lines from ``first`` on; the chains stay as they were grouped."""
    out: list[Step[S]] = []
    for i, s in enumerate(steps):
        same = i > 0 and steps[i - 1].chain == s.chain
        out.append(evolve(s, line=first + i, chain=out[-1].chain if same else first + i))
    return out
