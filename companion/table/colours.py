"""Colours that this light tells apart: which of them to play with, and which look alike. Values in, a proposal out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from attrs import frozen

Far = Mapping[tuple[str, str], float]  # how far two colours lie apart, in standard deviations; in either order
Pair = tuple[str, str, float]
EVER = float("inf")


@frozen
class Proposal:
    """``colours``: one for each of those in use, in their order; what could stay stays where it was.

    ``now`` and ``left``: pairs that look alike among those in use and among the proposed, the worst first.
    """

    used: tuple[str, ...]
    colours: tuple[str, ...]
    now: tuple[Pair, ...]
    left: tuple[Pair, ...]

    @property
    def swaps(self) -> tuple[tuple[int, str], ...]:
        """(place in use, colour to take there)."""
        pairs = enumerate(zip(self.used, self.colours, strict=True))
        return tuple((i, new) for i, (old, new) in pairs if old != new)


class _Colours:
    """All colours by number, with bit masks of those that lie far enough from each."""

    def __init__(self, names: Sequence[str], far: Far) -> None:
        self.names = names
        self.far = [[EVER if a == b else far.get((a, b), far.get((b, a), EVER)) for b in names] for a in names]

    def friends(self, least: float) -> list[int]:
        n = range(len(self.names))
        return [sum(1 << j for j in n if j != i and self.far[i][j] >= least) for i in n]

    def margin(self, chosen: Iterable[int]) -> float:
        """How far the two that are most alike lie apart."""
        return min((self.far[i][j] for i, j in combinations(chosen, 2)), default=EVER)


def group(friends: Sequence[int], among: int, size: int) -> tuple[int, ...] | None:
    """The first so many numbers of a mask that are all friends of each other."""
    if size == 0:
        return ()
    while among.bit_count() >= size:
        low = among & -among
        i = low.bit_length() - 1
        among ^= low
        rest = group(friends, among & friends[i], size - 1)
        if rest is not None:
            return (i, *rest)
    return None


def propose(used: Sequence[str], known: Sequence[str], far: Far, least: float) -> Proposal:
    """The set nearest to the one in use whose colours all lie ``least`` apart, among these those farthest apart.

    ``used``: a colour for each side and kind, the most needed first. ``known``: what else could be taken. Where light
    tells fewer apart than are needed, the first places get those it does, the others what is least like them.
    """
    space = _Colours(tuple(dict.fromkeys((*used, *known))), far)
    friends, n = space.friends(least), len(used)
    everything = (1 << len(space.names)) - 1
    size = next(k for k in range(n, -1, -1) if group(friends, everything, k) is not None)
    chosen = _nearest(space, friends, n, size, least)
    places = [i if i in chosen else -1 for i in range(n)]
    free = [i for i in chosen if i >= n]
    for at, i in enumerate(places):
        if i < 0 and free:
            places[at] = free.pop(0)
    for at, i in enumerate(places):
        if i < 0:
            places[at] = _least_like(space, places, at)
    return Proposal(
        tuple(used), tuple(space.names[i] for i in places), _alike(space, range(n), least), _alike(space, places, least)
    )


def _nearest(space: _Colours, friends: list[int], n: int, size: int, least: float) -> tuple[int, ...]:
    """So many colours that are told apart: as many of the first n as can be, then as far apart as can be."""
    others = (1 << len(space.names)) - (1 << n)
    for keep in range(size, -1, -1):
        best: tuple[float, tuple[int, ...]] | None = None
        for kept in combinations(range(n), keep):
            if space.margin(kept) < least:
                continue
            found = _farthest(space, kept, others, size - keep, least)
            if found is not None and (best is None or space.margin(found) > best[0]):
                best = (space.margin(found), found)
        if best is not None:
            return best[1]
    return ()


def _farthest(space: _Colours, kept: tuple[int, ...], others: int, more: int, least: float) -> tuple[int, ...] | None:
    """These and so many of the others, as far apart as can be; None where some must look alike."""
    steps = sorted({d for row in space.far for d in row if least <= d < EVER} | {least})
    found: tuple[int, ...] | None = None
    low, high = 0, len(steps)
    while low < high:
        middle = (low + high) // 2
        friends = space.friends(steps[middle])
        among = others
        for i in kept:
            among &= friends[i]
        tried = group(friends, among, more)
        if tried is None:
            high = middle
        else:
            found, low = (*kept, *tried), middle + 1
    return found


def _least_like(space: _Colours, places: Sequence[int], at: int) -> int:
    """For a place that no colour suits: its own where that is as good as any, else the one least like the others."""
    taken = [i for i in places if i >= 0]
    free = [at, *(i for i in range(len(places), len(space.names)) if i not in taken)]
    return max(free, key=lambda i: min((space.far[i][j] for j in taken), default=EVER))


def _alike(space: _Colours, chosen: Iterable[int], least: float) -> tuple[Pair, ...]:
    pairs = [(space.names[i], space.names[j], space.far[i][j]) for i, j in combinations(chosen, 2)]
    return tuple(sorted((p for p in pairs if p[2] < least), key=lambda p: p[2]))
