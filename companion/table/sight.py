"""One look at the table, held against tables that the rules allow: how badly does each of them fit?

Misfit is measured in nats: the negative log-likelihood of what was seen, 0 where a table explains it perfectly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import define, field, frozen

from companion.engine.boards import Board
from companion.engine.types import Tabletop, Token
from companion.table.layout import DIE, piece_id
from vision.observation import MOST_COUNT, Observation, Reading

Tokens = tuple[Token, ...]
Counts = Mapping[str, int]


@frozen
class Standing:
    """How a space should lie (``tokens``) and how it looked (``seen``); ``off``: pieces seen too many, or too few.

    ``spoken``: somebody told that it lies so, whatever the camera sees. ``heap``: many pieces, easily misread.
    ``nats``: by which it spoke against lying so.
    """

    tokens: Tokens
    seen: Counts
    off: Counts
    spoken: bool
    heap: bool = False
    nats: float = 0.0

    def looks(self, seen: Counts) -> bool:
        """Whether the space still looks as it did."""
        return all(self.seen.get(p, 0) == seen.get(p, 0) for p in {*self.seen, *seen})

    def held(self, seen: Counts) -> Counts:
        """What it is off by still: all while it looks as it did, then what is seen more like then than as it should.

        Without anybody's word a space that has changed since is off by nothing, unless it is a heap.
        """
        if not (self.spoken or self.heap):
            return self.off if self.looks(seen) else {}
        now = {p: seen.get(p, 0) - self.seen.get(p, 0) for p in self.off}
        return {p: n for p, n in self.off.items() if abs(now[p]) <= abs(now[p] + n)}

    def corrected(self, seen: Counts) -> Counts:
        """The pieces that lie there if the camera is still as wrong as it was."""
        off = self.held(seen)
        return {p: max(0, seen.get(p, 0) - off.get(p, 0)) for p in {*seen, *off}}


UNSEEN_BELOW = 0.35  # a place seen less than this says nothing
FLOOR = 14.0  # nats for something that no reading allows for
PILE = 1.5  # nats that a colour of a heap may say against a table: it may simply have been miscounted ...
PILE_EACH = 1.5  # ... and for each piece that it is off
SAME = 0.5  # nats by which two looks at the same pieces differ
FEW = 6  # pieces of a colour that are counted as surely in a heap as alone
NONE_OFF: Mapping[str, int] = {}


@frozen
class Palette:
    """Which colour of pieces each side plays: side (seat letter or 'neutral') -> colour label of the camera.

    A kind that has a colour of its own is named after its side, ``A:ship``, or alone if it has none, ``rukr``.
    ``alike``: kinds of piece that the camera knows under one name, since it does not tell them apart; "": it reads
    none of them.
    """

    colours: Mapping[str, str]
    alike: Mapping[str, str] = field(factory=dict)
    _names: dict[Token, str] = field(factory=dict, init=False, eq=False, repr=False)

    def piece(self, token: Token) -> str:
        """The camera's name of a piece; a table has hundreds of a few kinds."""
        known = self._names.get(token)
        if known is None:
            known = self._names[token] = self._named(token)
        return known

    def _named(self, token: Token) -> str:
        own = f"{token.side}:{token.kind}" if token.side else token.kind
        if own in self.colours:
            return piece_id(token.kind, self.colours[own])
        kind = self.alike.get(token.kind, token.kind)
        return piece_id(kind, self.colours.get(token.side, token.side), token.turn if not token.side else "")

    def owned(self, piece: str) -> tuple[str, str]:
        """Kind and side of a piece by the camera's name; the side is "" where it belongs to nobody."""
        kind, _, colour = piece.partition(":")
        key = next((k for k, c in self.colours.items() if c == colour), kind)
        return kind, "" if key == kind else key.partition(":")[0]

    def counts(self, tokens: Tokens) -> Counter[str]:
        """Pieces by the camera's names; dice that mark something are read by nobody."""
        return Counter(self.piece(t) for t in tokens if t.kind != DIE and self.alike.get(t.kind, t.kind))


@define
class Sight:
    """An observation with the board and the palette that give it meaning. Values are remembered while it lives."""

    observation: Observation
    board: Board
    palette: Palette
    covered: frozenset[str] | None = None  # spaces the camera is asked about; None: all it can see
    piles: frozenset[str] = frozenset()  # kinds of space where pieces lie in heaps that are easily misread
    late: Mapping[str, tuple[Tokens, Tokens]] = field(factory=dict)  # not tidied yet: as it should lie, as it lay
    standing: Mapping[str, Standing] = field(factory=dict)  # agreed to lie otherwise than they look
    _memo: dict[tuple[str, Tokens], float] = field(factory=dict)
    _counted: dict[Tokens, Counter[str]] = field(factory=dict)
    _likeliest: dict[str, Counts | None] = field(factory=dict)

    def spaces(self, role: str) -> list[str]:
        """Spaces of a role that this camera covers at all."""
        return [
            s.id
            for s in self.board.spaces
            if s.role == role and s.look not in ("none", "tray") and (self.covered is None or s.id in self.covered)
        ]

    def reading(self, space: str) -> Reading | None:
        reading = self.observation.readings.get(space)
        return reading if reading is not None and reading.seen >= UNSEEN_BELOW else None

    def misfit(self, space: str, tokens: Tokens) -> float:
        """Nats by which a space speaks against ``tokens``, or what lay there before if that is to be tidied yet."""
        late = self.late.get(space)
        if late is not None and late[0] == tokens:
            return min(self.plain(space, tokens), self.plain(space, late[1]))
        stands = self.standing.get(space)
        return self.plain(space, tokens) if stands is None else self._since(stands, space, tokens)

    def plain(self, space: str, tokens: Tokens) -> float:
        """Nats by which a space speaks against ``tokens`` lying there; 0 for one that was not seen."""
        key = (space, tokens)
        known = self._memo.get(key)
        if known is None:
            reading = self.reading(space)
            heap = self.board.space[space].kind in self.piles
            known = 0.0 if reading is None else self._misfit(reading, tokens, heap)
            self._memo[key] = known
        return known

    def _since(self, stands: Standing, space: str, tokens: Tokens) -> float:
        """Nats against ``tokens`` where a space was agreed to look otherwise: what it misreads speaks for no act."""
        reading = self.reading(space)
        if reading is None:
            return 0.0
        seen = self.best(space) or {}
        plain = self.plain(space, tokens)
        if reading.stacks:
            still = stands.looks(seen)
            as_then = FLOOR if still and tokens != stands.tokens else plain
            return 0.0 if still and tokens == stands.tokens and stands.spoken else as_then
        held = stands.held(seen)
        shifted = self._misfit(reading, tokens, stands.heap, held)
        if (stands.spoken or stands.heap) and held != stands.off:  # as wrong as then, or right again
            shifted = min(shifted, self._misfit(reading, tokens, stands.heap, stands.off))
        if tokens == stands.tokens:
            return min(plain, shifted) if stands.spoken else plain
        return shifted

    def _misfit(self, reading: Reading, tokens: Tokens, heap: bool = False, off: Mapping[str, int] = NONE_OFF) -> float:
        """``off``: by how many pieces the camera sees too many of each."""
        if reading.stacks:
            stack = tuple(self.palette.piece(t) for t in tokens)
            for seen, likelihood in reading.stacks:
                if seen == stack:
                    return -float(likelihood)
            return FLOOR
        counts = self.counts(tokens)
        total = 0.0
        for piece, likelihoods in reading.counts.items():
            n = counts.get(piece, 0)
            if off:
                n = max(0, n + off.get(piece, 0))
            if likelihoods:
                if n < len(likelihoods):
                    nats = -likelihoods[n]
                else:
                    nats = (0 if len(likelihoods) > MOST_COUNT else n - len(likelihoods) + 1) - likelihoods[-1]
                total += min(nats, miscounting(n, likelihoods)) if heap else nats
        if reading.together and not heap:  # a piece that may be of two kinds is not two, nor none
            most = len(reading.together) - 1
            total = max(total, -reading.together[max(0, min(most, sum(counts.values()) + sum(off.values())))])
        return total + FLOOR * len(counts.keys() - reading.counts.keys()) if reading.counts else 0.0

    def counts(self, tokens: Tokens) -> Counter[str]:
        """Pieces by the camera's names; the same few heaps are asked about at many places."""
        known = self._counted.get(tokens)
        if known is None:
            known = self._counted[tokens] = self.palette.counts(tokens)
        return known

    def as_agreed(self, space: str, tokens: Tokens) -> bool:
        """Whether a space looks as it did when it was let stand that ``tokens`` lie there."""
        stands = self.standing.get(space)
        return stands is not None and stands.tokens == tokens and stands.looks(self.best(space) or {})

    def nothing_new(self, space: str, tokens: Tokens) -> bool:
        """Whether it speaks no more clearly against ``tokens`` either than it did then."""
        return self.as_agreed(space, tokens) and self.misfit(space, tokens) <= self.standing[space].nats + SAME

    def total(self, table: Tabletop, spaces: Iterable[str]) -> float:
        return sum(self.misfit(s, table.get(s, ())) for s in spaces)

    def best(self, space: str) -> Counts | None:
        """The likeliest counts of a space, for people; None when it was not seen."""
        if space not in self._likeliest:
            self._likeliest[space] = self._best(space)
        return self._likeliest[space]

    def _best(self, space: str) -> Counts | None:
        reading = self.reading(space)
        if reading is None:
            return None
        if reading.stacks:
            stack = max(reading.stacks, key=lambda sl: sl[1])[0]
            return Counter(stack)
        return {p: n for p, ls in reading.counts.items() if ls and (n := max(range(len(ls)), key=ls.__getitem__))}

    def full(self, space: str, token: Token, n: int) -> bool:
        """Whether ``n`` of a piece are as many as the look counts there, so that it tells nothing of more."""
        reading = self.reading(space)
        likelihoods = reading.counts.get(self.palette.piece(token), ()) if reading is not None else ()
        return MOST_COUNT < len(likelihoods) <= n + 1

    def shown(self, space: str) -> Counts | None:
        """The likeliest counts of a space, put right by what was agreed to be misread there."""
        seen, stands = self.best(space), self.standing.get(space)
        return seen if seen is None or stands is None else stands.corrected(seen)

    def sure(self, space: str, gap: float = 3.0) -> bool:
        """Whether a space was seen and its likeliest content stands ``gap`` nats clear of the next."""
        reading = self.reading(space)
        if reading is None:
            return False
        if reading.stacks:
            ranked = sorted((x for _, x in reading.stacks), reverse=True)
            return len(ranked) < 2 or ranked[0] - ranked[1] >= gap
        return all(len(ls) < 2 or (r := sorted(ls, reverse=True))[0] - r[1] >= gap for ls in reading.counts.values())


def miscounting(n: int, likelihoods: Sequence[float]) -> float:
    """The most nats that a heap's colour may say against ``n`` pieces. A colour that came or vanished says it all."""
    seen = max(range(len(likelihoods)), key=likelihoods.__getitem__)
    if max(n, seen) < FEW or not min(n, seen):
        return FLOOR
    return PILE + PILE_EACH * abs(n - seen)
