"""Legal inputs as a lazy view: ask ``in``, iterate, count. A number or a selection may stand open in an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from operator import attrgetter
from typing import Any

import attrs

from companion.engine.game import Game
from companion.engine.types import Input, Ruling, Seat
from companion.engine.values import frozen

Pick = Callable[[int], int]  # n -> an index below n


@frozen
class Between:
    """An open number: any from ``low`` to ``high``.

    Where the true limit is hidden, ``high`` is what everybody knows and only numbers up to ``sure`` are certain to be
    legal: whoever completes an entry without knowing the secret stays below it.
    """

    low: int
    high: int
    sure: int | None = None


@lru_cache(maxsize=1 << 10)
def between(low: int, high: int) -> Any:
    """What stands in an entry for any number from ``low`` to ``high``: the number itself where there is one alone."""
    return low if low == high else Between(low, high)


@frozen
class Some:
    """An open selection: ``n`` in all, of each item at most so many; values are ((item, count), ...) in this order."""

    of: tuple[tuple[str, int], ...]
    n: int


@frozen
class Pool:
    """An open subset: from ``low`` to ``high`` different items. Its values are tuples of items in this order."""

    of: tuple[str, ...]
    low: int
    high: int


@frozen
class Weighed:
    """An open selection that must weigh enough: of each item at most so many, together ``need`` or more by ``weigh``.

    Values are ((item, count), ...) in this order; ``such`` is one that does.
    """

    of: tuple[tuple[str, int], ...]
    weigh: Callable[[tuple[tuple[str, int], ...]], int]
    need: int
    such: tuple[tuple[str, int], ...]


OPEN = (Between, Some, Pool, Weighed)
_OPEN: frozenset[type] = frozenset(OPEN)


Read = Callable[[Input], tuple[Any, ...]]
_FIELDS: dict[type, tuple[tuple[str, ...], Read]] = {}


def _fields(kind: type) -> tuple[tuple[str, ...], Read]:
    """The fields of an input that may stand open, and a function that reads them."""
    known = _FIELDS.get(kind)
    if known is None:
        names = tuple(a.name for a in attrs.fields(kind) if a.name != "seat")
        known = _FIELDS[kind] = (names, _reader(names))
    return known


def _reader(names: tuple[str, ...]) -> Read:
    if not names:
        return lambda entry: ()
    if len(names) == 1:
        return lambda entry: (getattr(entry, names[0]),)
    return attrgetter(*names)


def open_fields(entry: Input) -> list[tuple[str, Any]]:
    names, read = _fields(type(entry))
    return [(n, v) for n, v in zip(names, read(entry), strict=True) if type(v) in OPEN]


def fits(entry: Input, act: Input) -> bool:
    """Whether an input is one of the completions of an entry."""
    kind = type(entry)
    if kind is not type(act) or entry.seat != act.seat:
        return False
    read = _fields(kind)[1]
    for want, has in zip(read(entry), read(act), strict=True):
        if not (_completes(want, has) if type(want) in _OPEN else want == has):
            return False
    return True


def _completes(want: Any, has: Any) -> bool:
    """Whether a value is one of those that an open field stands for."""
    if isinstance(want, Between):
        return isinstance(has, int) and want.low <= has <= want.high
    if isinstance(want, Pool):
        return want.low <= len(has) <= want.high and [i for i in want.of if i in has] == list(has)
    if isinstance(want, Weighed):
        return _counted(want.of, has) and bool(want.weigh(has) >= want.need)
    most = dict(want.of)
    if sum(n for _, n in has) != want.n or any(not 0 < n <= most.get(k, 0) for k, n in has):
        return False
    return list(has) == sorted(has, key=lambda kn: list(most).index(kn[0])) and len({k for k, _ in has}) == len(has)


def _counted(of: Sequence[tuple[str, int]], has: Any) -> bool:
    """Whether a value is a selection of these items in their order, of each at most so many."""
    places = {k: (i, most) for i, (k, most) in enumerate(of)}
    last = -1
    for item in has if isinstance(has, tuple) else ((None, 0),):
        i, most = places.get(item[0], (-1, 0))
        if not last < i or not isinstance(item[1], int) or not 0 < item[1] <= most:
            return False
        last = i
    return True


def complete(entry: Input, pick: Pick) -> Input:
    """One completion of an entry, chosen by ``pick``."""
    kind = type(entry)
    values = (_FIELDS.get(kind) or _fields(kind))[1](entry)
    if _OPEN.isdisjoint(map(type, values)):
        return entry
    return kind(entry.seat, *[_choose(v, pick) if type(v) in _OPEN else v for v in values])


def _choose(value: Any, pick: Pick) -> Any:
    if isinstance(value, Between):
        high = value.high if value.sure is None else value.sure
        return value.low + pick(high - value.low + 1)
    if isinstance(value, Pool):
        left, chosen = list(value.of), set()
        for _ in range(value.low + pick(value.high - value.low + 1)):
            chosen.add(left.pop(pick(len(left))))
        return tuple(i for i in value.of if i in chosen)
    if isinstance(value, Weighed):
        return _weighed(value, pick)
    counts = dict.fromkeys((k for k, _ in value.of), 0)
    for _ in range(value.n):
        room = [k for k, most in value.of if counts[k] < most]
        counts[room[pick(len(room))]] += 1
    return tuple((k, n) for k, n in counts.items() if n)


def _weighed(value: Weighed, pick: Pick) -> tuple[tuple[str, int], ...]:
    """From the one that is known to weigh enough, item by item to any number that still does."""
    chosen = dict.fromkeys((k for k, _ in value.of), 0) | dict(value.such)
    for k, most in value.of:
        before, chosen[k] = chosen[k], pick(most + 1)
        if value.weigh(_some(chosen)) < value.need:
            chosen[k] = before
    return _some(chosen)


def _some(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((k, n) for k, n in counts.items() if n)


def completions(entry: Input) -> Iterator[Input]:
    """Every completion of an entry, lazily: for small boards and for questions."""
    kind = type(entry)
    values = _fields(kind)[1](entry)
    if _OPEN.isdisjoint(map(type, values)):
        yield entry
        return
    for chosen in product(*[_all(v) if type(v) in _OPEN else (v,) for v in values]):
        yield kind(entry.seat, *chosen)


def _all(value: Any) -> Iterator[Any]:
    if isinstance(value, Between):
        yield from range(value.low, (value.high if value.sure is None else value.sure) + 1)
    elif isinstance(value, Pool):
        for bits in product((False, True), repeat=len(value.of)):
            if value.low <= sum(bits) <= value.high:
                yield tuple(i for i, b in zip(value.of, bits, strict=True) if b)
    elif isinstance(value, Weighed):
        for counts in product(*(range(most + 1) for _, most in value.of)):
            chosen = tuple((k, n) for (k, _), n in zip(value.of, counts, strict=True) if n)
            if value.weigh(chosen) >= value.need:
                yield chosen
    else:
        yield from _splits(value.of, value.n)


def _splits(of: Sequence[tuple[str, int]], n: int) -> Iterator[tuple[tuple[str, int], ...]]:
    if not of:
        if n == 0:
            yield ()
        return
    (item, most), rest = of[0], of[1:]
    least = max(0, n - sum(many for _, many in rest))  # fewer, and the others were not enough
    for k in range(min(most, n), least - 1, -1):
        for tail in _splits(rest, n - k):
            yield ((item, k), *tail) if k else tail


class Legal:
    """The legal inputs of one seat in one state. Nothing is computed before it is asked for."""

    def __init__(self, game: Game[Any], state: Any, seat: Seat | None) -> None:
        self._game, self._state, self.seat = game, state, seat

    def __iter__(self) -> Iterator[Input]:
        return self._game.options_of(self._state, self.seat)

    def __contains__(self, act: object) -> bool:
        if not isinstance(act, Input) or act.seat != self.seat:
            return False
        return not isinstance(self._game.decide(self._state, act), Ruling)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def first(self, n: int) -> list[Input]:
        return list(islice(self, n))
