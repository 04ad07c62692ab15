"""Hidden information: what a zone holds as far as somebody knows, what was claimed about it, and what fades.

The engine is a referee who may not know the hands. A *pool* is the multiset of cards that lie unseen in a group of
zones (all hands and the undealt card): a card that comes to light must be in it, else an earlier misreading is the
likelier fault and the ruling is doubtful. What cannot be checked is a claim; a later contradiction breaks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from companion.engine.codec import tagged
from companion.engine.game import Game
from companion.engine.journal import seal
from companion.engine.types import DOUBTFUL, Audience, Event, Facts, Input, Over, Ruling, Seat, facts
from companion.engine.values import frozen

Card = str | int


# ---------------------------------------------------------------- zones and pools
class Known(NamedTuple):
    """Cards that somebody named, and who may be told (None: everybody, (): nobody)."""

    cards: tuple[Any, ...] = ()
    audience: Audience = ()


class Counted(NamedTuple):
    """Further cards of which only the number is known; they come out of a pool."""

    n: int = 0
    pool: str = ""


class Zone(NamedTuple):
    """A place where cards lie that no camera sees: a hand, a deck, a discard pile."""

    known: Known = Known()
    counted: Counted = Counted()

    @property
    def size(self) -> int:
        return len(self.known.cards) + self.counted.n

    def seen_by(self, seat: Seat | None) -> tuple[Any, ...]:
        """The cards that a seat may be told (None: what everybody may be told)."""
        return self.known.cards if sees(self.known.audience, seat) else ()

    def may_hold(self, card: Card, unseen: Iterable[Card]) -> bool:
        """Whether a card can come from here: it was named, or something unnamed is here and the pool has it."""
        return card in self.known.cards or (self.counted.n > 0 and card in unseen)

    def without(self, card: Card) -> Zone:
        """One card less: the named one if it was named, else one of the unnamed."""
        (cards, audience), (n, pool) = self
        if card in cards:
            i = cards.index(card)
            return Zone(Known(cards[:i] + cards[i + 1 :], audience), self.counted)
        return Zone(self.known, Counted(max(0, n - 1), pool))

    def grown(self, n: int) -> Zone:
        """More cards that nobody named."""
        return Zone(self.known, Counted(self.counted.n + n, self.counted.pool)) if n else self

    def named(self, cards: Iterable[Any]) -> Zone:
        """More named cards, kept in order."""
        more = tuple(cards)
        return (
            Zone(Known(tuple(sorted((*self.known.cards, *more))), self.known.audience), self.counted) if more else self
        )

    def blurred(self, cards: Iterable[Card]) -> Zone:
        """Named cards that are no longer believed: only their number stays known."""
        doubted = set(cards) & set(self.known.cards)
        kept = tuple(c for c in self.known.cards if c not in doubted)
        n = self.counted.n + len(self.known.cards) - len(kept)
        return Zone(Known(kept, self.known.audience), Counted(n, self.counted.pool))


def sees(audience: Audience, seat: Seat | None) -> bool:
    """Whether a seat (None: the table as a whole) may know something with this audience."""
    return audience is None or (seat is not None and seat in audience)


def unseen(cards: Iterable[Card], named: Iterable[Iterable[Card]]) -> tuple[Any, ...]:
    """The pool: all cards of a group of zones less those that came to light, equal cards counted."""
    left = list(cards)
    for group in named:
        for card in group:
            if card in left:
                left.remove(card)
    return tuple(left)


def doubt(rule: str, audience: Audience = None, **known: Any) -> Ruling:
    """What was told contradicts what we believe: the table is asked rather than refused."""
    return Ruling(DOUBTFUL, rule, facts(**known), audience=audience)


# ---------------------------------------------------------------- claims
class Claim(NamedTuple):
    """A statement that nobody could check: this seat held none of these kinds of cards."""

    seat: Seat
    rule: str
    none_of: tuple[str, ...]


@frozen
class Breach(Event):
    """Something that came to light contradicts an earlier claim; the first rule names what was broken."""

    seat: Seat
    code: str
    facts: Facts = ()


def broken(claims: Sequence[Claim], seat: Seat, kind: str) -> tuple[Claim, ...]:
    """The claims of a seat that a card of this kind contradicts."""
    return tuple(c for c in claims if c.seat == seat and kind in c.none_of)


# ---------------------------------------------------------------- what may be told, and what has faded
def keeps(game: Game[Any], s: Any) -> bool:
    """Whether something is hidden at this table now; at the end all lies open."""
    secrets = game.secrets
    return secrets is not None and secrets.kept(s) and not isinstance(game.pending(s)[0], Over)


class TakenStep(Protocol):
    @property
    def line(self) -> int: ...
    @property
    def act(self) -> Input | None: ...
    @property
    def events(self) -> tuple[Event, ...]: ...


@frozen
class Told:
    """A step as one seat may be told it; ``act`` None: it happened, but what was chosen is not for this seat."""

    line: int
    act: Input | None
    events: tuple[Event, ...]


def told(game: Game[Any], s: Any, steps: Iterable[TakenStep], seat: Seat | None) -> Iterator[Told]:
    """Log and undo list for one seat (None: a screen that all can see): filtered by audience, faded facts gone.

    The first event of a step is the outcome of its act: whoever may not know it is not told the act either.
    """
    fade = game.secrets.faded if game.secrets else None
    for step in steps:
        shown = []
        act = step.act
        for i, event in enumerate(step.events):
            now = event if fade is None else fade(s, event)
            if not sees(event.audience, seat) or now is None:
                now = None
            else:
                shown.append(now)
            if i == 0 and now != event:
                act = None
        yield Told(step.line, act, tuple(shown))


def account(game: Game[Any], s: Any, steps: Iterable[TakenStep], seat: Seat | None) -> list[bytes]:
    """The journal as one seat may have it: the same line numbers, but a running hash of its own."""
    lines: list[bytes] = []
    before = ""
    for t in told(game, s, steps, seat):
        line = {
            "n": t.line,
            "input": None if t.act is None else tagged(t.act),
            "events": [tagged(e) for e in t.events],
        }
        body, before = seal(line, before)
        lines.append(body)
    return lines
