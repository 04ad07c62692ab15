"""What the desk agrees with the reader: what lies where, and which spaces are let stand though they look otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from companion.engine.types import Tabletop
from companion.table.desk.core import Core
from companion.table.messages import Contents
from companion.table.sight import Palette, Sight, Standing, Tokens
from vision.observation import DOUBTFUL

DOUBT = 1.5  # nats by which a place may look like something else and still be learned as it should be
ROUGHLY = 0.6  # share of a number by which pieces of an unknown paint may be miscounted
VOUCHED = 13.0  # nats: a reading may differ by so much from what people tell and still be the same table


class ReaderFeedback:
    """What was agreed with the reader. ``standing``: spaces that look otherwise than they were agreed to lie."""

    def __init__(self, core: Core, agreed: Callable[[Contents], None]) -> None:
        self.core = core
        self.standing: dict[str, Standing] = {}
        self._agreed = agreed
        self._open: frozenset[str] = frozenset()  # where more was left open

    def tell(self, vouched: frozenset[str] = frozenset(), spoken: frozenset[str] = frozenset()) -> None:
        """What lies where: as it should, or as it was seen where that differs.

        ``vouched``: spaces that people spoke for and that may be seen like that; ``spoken``: spoken for at all.
        """
        core = self.core
        places = [s.id for s in core.board.spaces if s.look not in ("none", "tray")]
        self.let_stand(vouched | spoken)
        contents = agreed_contents(places, core.table(), core.palette, core.sight, core.margins.space, vouched)
        self._agreed({**contents, **{t.space: {DOUBTFUL: 1} for t in core.more() if t.space not in vouched}})

    def let_stand(
        self,
        spoken: frozenset[str] = frozenset(),
        kinds: frozenset[str] | None = None,
        only: frozenset[str] | None = None,
    ) -> None:
        """Take what lies otherwise than it looks for granted: as it looks now, it speaks for no act."""
        sight = self.core.sight
        if sight is not None:
            self.standing = let_stand(sight, self.core.table(), self.standing, spoken, kinds, only)
            sight.standing = self.standing

    def followed(self, sight: Sight) -> None:
        """What was told of a space since it was let stand may have come true: where it looks just as it should by now,
        it is wrong no longer."""
        now = self.core.table()
        for space, stands in tuple(self.standing.items()):
            if stands.tokens != (tokens := now.get(space, ())) and _as_told(sight, space, tokens):
                del self.standing[space]

    def leave_open(self) -> None:
        """Where more of what is being laid may lie nothing is read into it, until hands come or its number is told."""
        now = frozenset(o.space for o in self.core.more())
        if now | self._open:
            self.let_stand(only=now | self._open)
        self._open = now

    def hands(self) -> None:
        """Hands have come: where pieces are being laid, more that surely lies there than was entered is news again."""
        core = self.core
        for t in core.more():
            stands = self.standing.get(t.space)
            if core.sight is None or stands is None or stands.spoken:
                continue
            if core.sight.plain(t.space, core.table().get(t.space, ())) >= core.margins.clear:
                del self.standing[t.space]

    def vouch(self, before: Mapping[str, Any]) -> None:
        """Somebody told what happened: where that changed the table, a reading that could be it is taken for it.

        Where pieces follow what is told, a place that looks as it did before has not followed yet: nothing is agreed.
        Heaps are not doubted again, whatever they were counted to be: only what changes in them from here on counts.
        Where pieces are still being laid nobody spoke of all that lie there.
        """
        sight = self.core.sight
        if sight is None or self.core.quiet:
            return
        now, lead = self.core.table(), sight.spaces("lead")
        heaps = frozenset(p for p in lead if self.core.board.space[p].kind in sight.piles)
        close = frozenset(p for p in lead if sight.plain(p, now.get(p, ())) <= VOUCHED)
        told = {p for p in lead if now.get(p) != before.get(p)}
        if self.core.session.game.table.follows and any(_as_before(sight, p, before, now) for p in told):
            return
        if told and told <= close | heaps:
            self.tell(close - {t.space for t in self.core.more()}, heaps)
        elif told:
            self.let_stand(heaps, sight.piles)


def _as_before(sight: Sight, place: str, before: Tabletop, now: Tabletop) -> bool:
    """Whether a place looks as it lay before rather than as it should lie now."""
    return sight.plain(place, before.get(place, ())) <= DOUBT < sight.plain(place, now.get(place, ()))


def agreed_contents(
    places: Iterable[str],
    table: Tabletop,
    palette: Palette,
    sight: Sight | None,
    limit: float,
    vouched: Collection[str] = (),
) -> dict[str, dict[str, int]]:
    """What is agreed to lie on each place: as it should, or as plainly seen where that differs by more than ``limit``.

    An area that looks more like something else, though not surely, or that may hold a piece too many, is not learned:
    it would look as it should for good, whatever somebody has laid there. But pieces of a paint never seen before are
    counted by guess till they are learned: where they lie in about the number that was told, that number is agreed.
    ``limit`` in nats.
    """
    contents = {}
    for place in places:
        tokens = table.get(place, ())
        contents[place] = dict(palette.counts(tokens))
        if sight is None or place in vouched or _first_of_a_paint(sight, place, tokens):
            continue
        misfit, area = sight.plain(place, tokens), sight.board.space[place].look == "area"
        if misfit > limit and (sight.sure(place) or not area):
            contents[place] = dict(sight.best(place) or {})
        elif area and (misfit > DOUBT or (misfit > 0 and _too_many(sight, place, tokens))):
            contents[place] = {DOUBTFUL: 1}
    return contents


def _too_many(sight: Sight, place: str, tokens: Tokens) -> bool:
    """Whether a place looks more as if some piece lay there that should not."""
    expected = sight.palette.counts(tokens)
    return any(n > expected[piece] for piece, n in (sight.best(place) or {}).items())


def _first_of_a_paint(sight: Sight, place: str, tokens: Tokens) -> bool:
    """Whether a place holds pieces of one kind, the first of their paint, in about the number that should lie there."""
    reading, expected = sight.reading(place), sight.palette.counts(tokens)
    if reading is None or len(expected) != 1 or not reading.guessed.issuperset(expected):
        return False
    seen = sight.best(place) or {}
    ((piece, n),) = expected.items()
    return set(seen) == {piece} and ROUGHLY * n <= seen[piece] <= n / ROUGHLY


def _as_told(sight: Sight, space: str, tokens: Tokens) -> bool:
    """Whether a space was seen and shows the pieces that should lie there."""
    seen = sight.best(space)
    return seen is not None and sight.palette.counts(tokens) == Counter(seen)


def _waits(old: Standing, tokens: Tokens, seen: Mapping[str, int]) -> bool:
    """Whether something was told of a space that was spoken for, and its pieces lie there as before."""
    return old.spoken and old.tokens != tokens and old.looks(seen)


def let_stand(
    sight: Sight,
    table: Tabletop,
    before: Mapping[str, Standing],
    spoken: Collection[str] = (),
    kinds: Collection[str] | None = None,
    only: Collection[str] | None = None,
) -> dict[str, Standing]:
    """Spaces that lie otherwise than they look, and are let be.

    ``spoken``: spaces that somebody spoke for; the word holds while the look is ``off`` by as much as then. Spaces that
    are not seen now, are of none of ``kinds`` or not among ``only`` stay as they were ``before``; so do those that were
    spoken for while their pieces have not followed yet what was told since.
    """
    out: dict[str, Standing] = {}
    for space in sight.spaces("lead"):
        tokens, old, seen = table.get(space, ()), before.get(space), sight.best(space)
        other = kinds is not None and sight.board.space[space].kind not in kinds
        other = other or (only is not None and space not in only)
        if seen is None or other or (space not in spoken and old is not None and _waits(old, tokens, seen)):
            if old is not None:
                out[space] = old
            continue
        expected = sight.palette.counts(tokens)
        off = {p: n for p in {*seen, *expected} if (n := seen.get(p, 0) - expected[p])}
        nats = sight.plain(space, tokens)
        if off and nats > DOUBT:
            said = space in spoken or (old is not None and old.spoken and old.off == off)
            if old is not None and old.tokens == tokens and old.looks(seen):
                nats = min(nats, old.nats)
            out[space] = Standing(tokens, seen, off, said, sight.board.space[space].kind in sight.piles, nats)
    return out
