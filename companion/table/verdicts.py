"""What a look at the table can mean. Plain values; ``reconcile`` finds them, the desk acts on them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import frozen

from companion.engine.types import Input, Roll, Ruling, Token
from companion.table.sight import Counts, Tokens


@frozen
class Todo:
    """Something to lay out: a space, what should lie there, what lies there."""

    space: str
    expected: Tokens
    seen: Counts
    echo: bool = False  # a mirror of the engine: a reminder that can wait


@frozen
class More:
    """A space where more of what is being laid may lie than was entered.

    ``seen``: as many as the look shows; ``full``: what was entered is as many as it counts, and more may lie there.
    """

    space: str
    piece: Token
    entered: int
    seen: int
    full: bool = False

    @property
    def told(self) -> bool:
        """Whether people are told of it: the look shows more than was entered, or could not show it."""
        return self.full or self.seen > self.entered


@frozen
class Knock:
    """A piece, by the camera's name, that slipped from the place where it belongs to one next door."""

    piece: str
    source: str
    target: str


@frozen
class Unchanged:
    pass


@frozen
class Lagging:
    """What is decided is not laid out yet; the next act may come all the same."""

    todo: tuple[Todo, ...]


@frozen
class Moved:
    """``margin``: nats by which the acts lead all else; ``against``: by which the look speaks against them still.

    ``counted``: one act that changed nothing but numbers in areas.
    """

    acts: tuple[Input, ...]
    margin: float
    against: float = 0.0
    counted: bool = False


@frozen
class Resettled:
    """The acts read since the last tap, roll, reveal or other seat, read anew in place of chains from ``chain`` on."""

    chain: int
    acts: tuple[Input, ...]
    margin: float


@frozen
class Choice:
    """Several legal readings too close to each other: one tap decides."""

    candidates: tuple[tuple[Input, ...], ...]


@frozen
class AtLeast(Moved):
    """Of pieces that are being laid these surely lie there: all ``candidates``, likeliest first, have what the acts
    lay. What is still left to lay will tell whether more do."""

    candidates: tuple[tuple[Input, ...], ...] = ()


@frozen
class Ahead:
    """The table shows an act that something untold must precede: the missing part is asked for, the act is held."""

    missing: Roll
    faces: tuple[tuple[str, ...], ...]  # outcomes that would make it legal
    acts: tuple[tuple[Input, ...], ...]  # the act, for each of these


@frozen
class WentBack:
    """The table lies as after the first ``keep`` chains: offer to take the rest back."""

    keep: int


@frozen
class InHand:
    """On the way to a legal table: wait. ``against``: nats by which the look speaks against that table."""

    towards: tuple[Input, ...]
    against: float = 0.0


@frozen
class OutOfStep:
    """No legal reading. ``todo``: the way back to the table as it should lie, or as it would after the legal acts
    ``nearest`` that are plain to see beside what is wrong; ``ruling``: why, if that is plain."""

    todo: tuple[Todo, ...]
    nearest: tuple[Input, ...] = ()
    ruling: Ruling | None = None
    act: Input | None = None
    knocked: tuple[Knock, ...] = ()  # nobody did anything: these pieces slipped


Verdict = Unchanged | Lagging | Moved | Resettled | Choice | Ahead | WentBack | InHand | OutOfStep


def signature(verdict: Verdict | None) -> Any:
    """What makes two verdicts the same to people: their kind and what they propose, not their margins."""
    if isinstance(verdict, Moved | InHand | Resettled):
        return (type(verdict), verdict.acts if not isinstance(verdict, InHand) else ())
    if isinstance(verdict, Choice):
        return (Choice, frozenset(verdict.candidates))
    if isinstance(verdict, OutOfStep):
        return (OutOfStep, frozenset((t.space, tuple(sorted(Counter(t.seen).items()))) for t in verdict.todo))
    return (type(verdict), getattr(verdict, "keep", None))


def leading(verdict: Verdict | None) -> tuple[Input, ...]:
    """The acts that explain a look best, whether they lead clearly or not."""
    if isinstance(verdict, Choice | AtLeast):
        return verdict.candidates[0]
    return verdict.acts if isinstance(verdict, Moved) else ()


def same(a: Verdict, b: Verdict | None) -> bool:
    return b is not None and signature(a) == signature(b)
