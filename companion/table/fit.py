"""How well a table explains a look: margins, what speaks against it, and what is still to be tidied. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import compress, repeat
from operator import is_not
from typing import Any

from attrs import define, frozen

from companion.engine.game import Game
from companion.engine.session import Session
from companion.engine.types import Tabletop
from companion.table.sight import Sight, Tokens
from companion.table.verdicts import Todo

LOOKED_BACK = 6  # chains whose tidying may still be under way


@frozen
class Margins:
    """All in nats. A table explains a look when its misfit is at most ``fits`` and no space exceeds ``space``."""

    quiet: float = 4.0  # the table as it should lie needs no explanation
    fits: float = 8.0
    space: float = 6.5
    clear: float = 5.0  # by so much the best must lead every other act to be taken without asking
    again: float = 0.7  # less where two pictures, read apart, agree: half of what misleads is of one picture, but of
    # numbers in areas next to nothing: of 17 that were miscounted the next picture miscounted 16 as well
    rarer: float = 1.5  # and by so much more for each further act of the same look: people play one after the other
    heaped: float = 4.0  # and by so much if several acts have left no trace but in heaps, which are easily misread
    summed: float = 1.0  # and by so much where what is left to lay will tell the number
    stirred: float = 4.0  # and by so much the table as it lay
    doubt: float = 4.0  # a space that an act leaves alone may be misread by so much, as it may when nothing happens
    stray: float = 2.5  # by more, a space that an act leaves alone tells of something else done: one act in 12 is so
    unlaid: float = 6.0  # for what was told to be laid and is left in the hand: it happens once in 400 times
    depth: int = 2


@define(eq=False, frozen=True, slots=False)
class Look:
    """A settled look, to be held against tables that the rules allow. ``state``: what play has come to; ``more``: where
    more of what is being laid may lie than was entered."""

    game: Game[Any]
    state: Any
    sight: Sight
    m: Margins
    more: frozenset[str] = frozenset()

    @cached_property
    def lead(self) -> Sequence[str]:
        """The spaces that tell of acts."""
        return self.sight.spaces("lead")

    @cached_property
    def now(self) -> Tabletop:
        """The table as it should lie."""
        return self.game.tabletop(self.state)

    @cached_property
    def open(self) -> frozenset[str]:
        """Of the spaces where more may lie those that look as they did then: they tell of no act."""
        return frozenset(s for s in self.more if self.sight.as_agreed(s, self.now.get(s, ())))

    @cached_property
    def misfit(self) -> float:
        """Nats by which the look speaks against it."""
        return self.total(self.now)

    def total(self, table: Tabletop) -> float:
        """Nats by which the look speaks against a table."""
        return self.sight.total(table, self.lead)

    def todo(self, table: Tabletop, limit: float) -> tuple[Todo, ...]:
        """Spaces that speak against a table by more than ``limit`` nats, what heaps may be misread by left out."""
        changed, off = self.changed(table), []
        for s, (lay, nats, _) in self.rest.items():
            tokens = changed.get(s, lay)
            if (nats if tokens is lay else self._against(s, tokens)) > limit:
                off.append(Todo(s, tokens, self.sight.best(s) or {}))
        return tuple(off)

    @cached_property
    def lay(self) -> list[Tokens]:
        """What should lie on each of these spaces."""
        return [self.now.get(s, ()) for s in self.lead]

    def changed(self, table: Tabletop) -> dict[str, Tokens]:
        """The spaces where a table is another one, with what lies there; all others share what lies on them."""
        lead, lay, then = self.lead, self.lay, [*map(table.get, self.lead, repeat(()))]
        others = compress(zip(lead, then, lay, strict=True), map(is_not, then, lay))
        return {s: tokens for s, tokens, before in others if tokens != before}

    @cached_property
    def rest(self) -> Mapping[str, tuple[Tokens, float, bool]]:
        """Each of these spaces as it should lie, how it speaks against that (nats), and whether it was let stand so."""
        lie = zip(self.lead, self.lay, strict=True)
        return {s: (lay, self._against(s, lay), self.sight.as_agreed(s, lay)) for s, lay in lie}

    @cached_property
    def loud(self) -> Mapping[str, tuple[float, bool]]:
        """Of these spaces those that speak at all against the table as it should lie: nats, and whether it was let
        stand so."""
        return {s: (nats, agreed) for s, (_, nats, agreed) in self.rest.items() if nats > 0}

    def _against(self, space: str, tokens: Tokens) -> float:
        """Nats by which a space speaks against what lies there, what a heap may be misread by left out."""
        return self.sight.misfit(space, tokens) - heap(tokens)

    def lies(self, table: Tabletop, *, moved: bool = False) -> bool:
        """Whether a table explains the look, what heaps may be misread by left out.

        ``moved``: the table that an act leads to; spaces that it leaves alone may be in doubt, and those that look as
        they did when they were let stand, as where pieces have not followed what was told, say nothing of it.
        """
        total, doubt, most = 0.0, self.m.doubt if moved else 0.0, self.m.space
        changed = self.changed(table)
        for s, tokens in changed.items():
            misfit = self._against(s, tokens)
            if misfit > most:
                return False
            total += max(0.0, misfit)
        for s, (nats, agreed) in self.loud.items():
            if s in changed or (moved and agreed):
                continue
            if nats > most:
                return False
            total += max(0.0, nats - doubt)
        return total <= self.m.fits


def todo(sight: Sight, table: Tabletop, spaces: Sequence[str], limit: float, *, echo: bool = False) -> tuple[Todo, ...]:
    """Spaces that speak against a table by more than ``limit`` nats."""
    return tuple(
        Todo(s, tokens, sight.best(s) or {}, echo)
        for s in spaces
        for tokens in (table.get(s, ()),)
        if (nats := sight.misfit(s, tokens)) > limit and nats > limit + heap(tokens)
    )


def markers(sight: Sight, table: Tabletop, limit: float) -> tuple[Todo, ...]:
    """Spaces that follow what is told and speak against a table by more than ``limit`` nats, but for markers that are
    seen twice on a track: one of each lies there, so the other one is misread."""
    off = todo(sight, table, sight.spaces("echo"), limit, echo=True)
    return tuple(t for t in off if not twice(sight, table, t))


def twice(sight: Sight, table: Tabletop, off: Todo) -> bool:
    """Whether a space of a track shows nothing wrong but more of markers that are seen where they should lie."""
    track = next((t.spaces for t in sight.board.tracks if off.space in t.spaces), ())
    expected = sight.counts(off.expected)
    more = Counter(off.seen) - expected
    if not more or not expected <= Counter(off.seen):
        return False
    for piece in more:
        home = {s: n for s in track if (n := sight.counts(table.get(s, ()))[piece])}
        if not home or any((sight.best(s) or {}).get(piece, 0) < n for s, n in home.items()):
            return False
    return True


def wrong(sight: Sight, table: Tabletop, spaces: Sequence[str], *limits: float) -> tuple[Todo, ...]:
    """What is to be put right of a table that does not lie as it should: spaces beyond the first of ``limits`` (nats)
    that names any, else the one that speaks loudest, as a piece that left a heap may; none of no spaces."""
    for limit in limits:
        found = todo(sight, table, spaces, limit)
        if found:
            return found
    loudest = max(spaces, key=lambda s: sight.misfit(s, table.get(s, ())), default=None)
    return () if loudest is None else (Todo(loudest, table.get(loudest, ()), sight.best(loudest) or {}),)


def late_spaces(session: Session[Any]) -> Mapping[str, tuple[Tokens, Tokens]]:
    """Spaces that an act just entered leaves to be tidied: as they should lie, and as they lay before it."""
    explainer = session.game.table.explainer
    if explainer is None:
        return {}
    found: dict[str, tuple[Tokens, Tokens]] = {}
    now = session.game.tabletop(session.state)
    chains = session.chains()
    for n in range(max(0, len(chains) - LOOKED_BACK), len(chains)):
        spaces = explainer.tidies(tuple(e for step in chains[n] for e in step.events))
        if spaces:
            before = session.game.tabletop(chains[n - 1][-1].state if n else session.start)
            for space in spaces:
                old = found[space][1] if space in found else before.get(space, ())
                if old != now.get(space, ()):
                    found[space] = (now.get(space, ()), old)
    return found


def untidy(sight: Sight, limit: float) -> tuple[Todo, ...]:
    """Spaces that an act entered before leaves to be tidied, and that do not lie so yet."""
    return tuple(Todo(s, now, sight.best(s) or {}) for s, (now, _) in sight.late.items() if sight.plain(s, now) > limit)


def misread(sight: Sight, table: Tabletop, limit: float) -> tuple[Todo, ...]:
    """Spaces that people spoke for though they look quite otherwise: a reminder, as it may be the table that is off."""
    spoken = [(s, table.get(s, ())) for s, stands in sight.standing.items() if stands.spoken]
    return tuple(Todo(s, t, sight.best(s) or {}) for s, t in spoken if sight.plain(s, t) > limit + heap(t))


def heap(tokens: Tokens) -> float:
    """Nats that a heap may be misread by beyond a single piece: many pieces are counted less surely than few."""
    return min(4.0, 0.4 * max(0, len(tokens) - 2))


def every(sight: Sight, table: Tabletop, spaces: Sequence[str], limit: float) -> bool:
    return all(
        (nats := sight.misfit(s, tokens)) <= limit or nats <= limit + heap(tokens)
        for s in spaces
        for tokens in (table.get(s, ()),)
    )
