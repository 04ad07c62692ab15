"""What the desk agrees with the reader: what lies where, and which spaces are let stand though they look otherwise."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from companion.engine.boards import Board
from companion.engine.types import Tabletop
from companion.table.messages import Contents
from companion.table.reconcile import Margins
from companion.table.sight import Palette, Sight
from companion.table.standing import Standing, Tokens
from companion.table.verdicts import Lagging, Unchanged, Verdict
from vision.observation import DOUBTFUL

DOUBT = 1.5  # nats by which a place may look like something else and still be learned as it should be
ROUGHLY = 0.6  # share of a number by which pieces of an unknown paint may be miscounted
VOUCHED = 13.0  # nats: a reading may differ by so much from what people tell and still be the same table


class Agreeing(ABC):
    """What the desk keeps of agreements with its reader, and how it comes to them."""

    board: Board
    palette: Palette
    margins: Margins
    _agreed: Callable[[Contents], None]
    _sight: Sight | None
    _standing: dict[str, Standing]  # spaces that look otherwise than they were agreed to lie
    _verdict: Verdict | None

    @abstractmethod
    def _table(self) -> Mapping[str, Any]:
        """The table as it should lie."""

    def tell_reader(self, vouched: frozenset[str] = frozenset(), spoken: frozenset[str] = frozenset()) -> None:
        """What lies where: as it should, or as it was seen where that differs.

        ``vouched``: spaces that people spoke for and that may be seen like that; ``spoken``: spoken for at all.
        """
        places = [s.id for s in self.board.spaces if s.look not in ("none", "tray")]
        table = self._table()
        self._stand(vouched | spoken)
        self._agreed(agreed_contents(places, table, self.palette, self._sight, self.margins.space, vouched))

    def _stand(self, spoken: frozenset[str] = frozenset(), kinds: frozenset[str] | None = None) -> None:
        """Let be what lies otherwise than it looks: as it looks now, it speaks for no act."""
        if self._sight is not None:
            self._standing = let_stand(self._sight, self._table(), self._standing, spoken, kinds)
            self._sight.standing = self._standing

    def _vouch(self, before: Mapping[str, Any]) -> None:
        """Somebody told what happened: where that changed the table, a reading that could be it is taken for it.

        Heaps are not doubted again, whatever they were counted to be: only what changes in them from here on counts.
        """
        sight = self._sight
        if sight is None or isinstance(self._verdict, Unchanged | Lagging):
            return
        now, lead = self._table(), sight.spaces("lead")
        heaps = frozenset(p for p in lead if self.board.space[p].kind in sight.piles)
        close = frozenset(p for p in lead if sight.plain(p, now.get(p, ())) <= VOUCHED)
        told = {p for p in lead if now.get(p) != before.get(p)}
        if told and told <= close | heaps:
            self.tell_reader(close, heaps)
        elif told:
            self._stand(heaps, sight.piles)


def agreed_contents(
    places: Iterable[str],
    table: Tabletop,
    palette: Palette,
    sight: Sight | None,
    limit: float,
    vouched: Collection[str] = (),
) -> dict[str, dict[str, int]]:
    """What is agreed to lie on each place: as it should, or as seen where that differs by more than ``limit`` nats.

    An area that looks more like something else, though not surely, is not learned: it would look as it should for
    good, whatever somebody has laid there. But pieces of a paint never seen before are counted by guess till they are
    learned: where they lie in about the number that was told, that number is agreed.
    """
    contents = {}
    for place in places:
        tokens = table.get(place, ())
        contents[place] = dict(palette.counts(tokens))
        told = sight is None or place in vouched or _first_of_a_paint(sight, place, tokens)
        misfit = 0.0 if sight is None or told else sight.plain(place, tokens)
        if sight is not None and misfit > limit:
            contents[place] = dict(sight.best(place) or {})
        elif sight is not None and misfit > DOUBT and sight.board.space[place].look == "area":
            contents[place] = {DOUBTFUL: 1}
    return contents


def _first_of_a_paint(sight: Sight, place: str, tokens: Tokens) -> bool:
    """Whether a place holds pieces of one kind, the first of their paint, in about the number that should lie there."""
    reading, expected = sight.reading(place), sight.palette.counts(tokens)
    if reading is None or len(expected) != 1 or not reading.guessed.issuperset(expected):
        return False
    seen = sight.best(place) or {}
    ((piece, n),) = expected.items()
    return set(seen) == {piece} and ROUGHLY * n <= seen[piece] <= n / ROUGHLY


def let_stand(
    sight: Sight,
    table: Tabletop,
    before: Mapping[str, Standing],
    spoken: Collection[str] = (),
    kinds: Collection[str] | None = None,
) -> dict[str, Standing]:
    """Spaces that lie otherwise than they look, and are let be.

    ``spoken``: spaces that somebody spoke for; the word holds while the look is ``off`` by as much as then. Spaces that
    are not seen now, or are of none of ``kinds``, stay as they were ``before``.
    """
    out: dict[str, Standing] = {}
    for space in sight.spaces("lead"):
        tokens, old, seen = table.get(space, ()), before.get(space), sight.best(space)
        if seen is None or (kinds is not None and sight.board.space[space].kind not in kinds):
            if old is not None:
                out[space] = old
            continue
        expected = sight.palette.counts(tokens)
        off = {p: n for p in {*seen, *expected} if (n := seen.get(p, 0) - expected[p])}
        if off and sight.plain(space, tokens) > DOUBT:
            said = space in spoken or (old is not None and old.spoken and old.off == off)
            out[space] = Standing(tokens, seen, off, said, sight.board.space[space].kind in sight.piles)
    return out
