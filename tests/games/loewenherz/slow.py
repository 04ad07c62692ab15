"""The board of Löwenherz once more, slowly: sets of squares and pairs of squares, every region found by its definition.

Nothing here knows the masks of the engine. Used to count what is legal and what comes of it on small boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Square = tuple[int, int]
Edge = frozenset[Square]

FOUNDING = ((4, 3), (10, 5), (20, 7), (30, 9), (10_000, 12))


class Board(NamedTuple):
    """One table: terrain by square, figures by square, borders as pairs of squares, points by side.

    ``cut``: squares cut off in the expansion going on and not yet paid for, by side.
    """

    terrain: Mapping[Square, str]
    castles: Mapping[Square, str]
    knights: Mapping[Square, str]
    borders: frozenset[Edge]
    points: Mapping[str, int]
    cut: Mapping[str, frozenset[Square]] = {}


def square(name: str) -> Square:
    c, r = name[1:].split("_")
    return int(c), int(r)


def edge(name: str) -> Edge:
    c, r = square(name)
    return frozenset({(c, r), (c + 1, r) if name[0] == "v" else (c, r + 1)})


def edge_name(e: Edge) -> str:
    (a, b), (c, _) = sorted(e)
    return f"{'v' if c != a else 'h'}{a}_{b}"


def board_of(position: Mapping[str, Any], terrain: list[str]) -> Board:
    kinds = {".": "farm", "F": "forest", "M": "mountain", "S": "town"}
    ground = {(c, r): kinds[k] for r, row in enumerate(terrain) for c, k in enumerate(row)}
    knights = {square(q): side for side, held in position["knights"].items() for q in held}
    return Board(
        ground,
        {square(q): side for q, side in position["castles"].items()},
        knights,
        frozenset(edge(e) for e in position["borders"]),
        dict(position["power"]),
        {side: frozenset(map(square, squares)) for side, squares in position["cut"].items()},
    )


def around(b: Board, q: Square) -> Iterator[Square]:
    for step in ((0, -1), (-1, 0), (1, 0), (0, 1)):
        other = (q[0] + step[0], q[1] + step[1])
        if other in b.terrain:
            yield other


def areas(b: Board) -> list[frozenset[Square]]:
    """Sets of squares that hang together, by walking from square to square."""
    left, found = set(b.terrain), []
    while left:
        todo, area = [min(left)], set()
        while todo:
            q = todo.pop()
            if q in area:
                continue
            area.add(q)
            todo += [o for o in around(b, q) if frozenset({q, o}) not in b.borders]
        found.append(frozenset(area))
        left -= area
    return found


def regions(b: Board) -> dict[Square, frozenset[Square]]:
    """By castle: areas with exactly one castle."""
    out = {}
    for area in areas(b):
        homes = [q for q in area if q in b.castles]
        if len(homes) == 1:
            out[homes[0]] = area
    return out


def zones(b: Board) -> set[frozenset[Square]]:
    """Closed areas without a castle."""
    return {a for a in areas(b) if not any(q in b.castles for q in a)}


def worth(b: Board, area: frozenset[Square] | set[Square]) -> int:
    table = next(points for most, points in FOUNDING if len(area) <= most)
    return table + 5 * sum(b.terrain[q] == "town" for q in area)


def add(b: Board, side: str, n: int) -> Board:
    """Points, never below zero."""
    if side not in b.points:
        return b
    return b._replace(points={**b.points, side: max(0, b.points[side] + n)})


# ---------------------------------------------------------------- borders
def border_edges(b: Board, seat: str, cap: int = 3) -> set[Edge]:
    found = regions(b)
    if sum(b.castles[home] == seat for home in found) >= cap:
        return set()
    out = set()
    for q in b.terrain:
        for o in around(b, q):
            e = frozenset({q, o})
            if e in b.borders or any(q in a and o in a for a in found.values()):
                continue
            here, there = figure(b, q), figure(b, o)
            if here and there and here[1] == there[1] and "knight" in (here[0], there[0]):
                continue
            out.add(e)
    return out


def figure(b: Board, q: Square) -> tuple[str, str] | None:
    if q in b.castles:
        return ("castle", b.castles[q])
    return ("knight", b.knights[q]) if q in b.knights else None


def lay(b: Board, e: Edge) -> Board:
    return settle(b, b._replace(borders=b.borders | {e}))


def settle(before: Board, b: Board) -> Board:
    """Regions that are new score; borders inside regions go back."""
    old = regions(before)
    new = regions(b)
    for home, area in sorted(new.items()):
        if home not in old:
            b = add(b, b.castles[home], worth(b, area))
    inner = {e for e in b.borders for area in new.values() if all(q in area for q in e)}
    return b._replace(borders=b.borders - inner)


# ---------------------------------------------------------------- knights
def knight_squares(b: Board, seat: str) -> set[Square]:
    out = set()
    for q, ground in b.terrain.items():
        if ground in ("farm", "forest") and not figure(b, q):
            for o in around(b, q):
                f = figure(b, o)
                if f and f[1] == seat and frozenset({q, o}) not in b.borders:
                    out.add(q)
    return out


def set_knight(b: Board, seat: str, q: Square) -> Board:
    return b._replace(knights={**b.knights, q: seat})


# ---------------------------------------------------------------- expansion
def squares_to_take(b: Board, home: Square) -> set[Square]:
    found = regions(b)
    mine, seat = found[home], b.castles[home]
    army = sum(q in mine for q in b.knights)
    out = set()
    for q in mine:
        for o in around(b, q):
            if o in mine or o in b.castles or b.knights.get(o, seat) != seat:
                continue
            there = next((h for h, a in found.items() if o in a), None)
            if there is not None and (b.castles[there] == seat or sum(k in found[there] for k in b.knights) >= army):
                continue
            out.add(o)
    return out


def take(b: Board, home: Square, q: Square, summed: bool = True) -> Board:
    """One square more; what it cuts off is paid for zone by zone at once, or left to ``reckon``."""
    before = regions(b)
    seat, mine = b.castles[home], before[home] | {q}
    victim = next((h for h, a in before.items() if q in a), None)
    borders = set(b.borders)
    for o in around(b, q):
        e = frozenset({q, o})
        borders = borders - {e} if o in mine else borders | {e}
    after = b._replace(borders=frozenset(borders))
    value = 1 + 5 * (b.terrain[q] == "town")
    after = add(after, seat, value)
    if victim is not None:
        loser = b.castles[victim]
        after = add(after, loser, -value)
        lost = before[victim] - regions(after)[victim] - {q}
        if not summed:
            for part in areas(after):
                if part <= lost:
                    after = add(after, loser, -worth(after, part))
        elif lost and loser in b.points:
            after = after._replace(cut={**b.cut, loser: b.cut.get(loser, frozenset()) | lost})
    return settle(b, after)


def reckon(b: Board) -> Board:
    """All that the expansion cut off from one side, by one look-up."""
    for side, lost in b.cut.items():
        b = add(b, side, -worth(b, lost))
    return b._replace(cut={})


def acts(b: Board, seat: str, kind: str) -> Iterator[tuple[str, Board]]:
    """Everything of one kind that may be done now, written as the engine writes it, with what comes of it."""
    if kind == "border":
        for e in border_edges(b, seat):
            yield f"{seat} lay_border edge={edge_name(e)}", lay(b, e)
    elif kind == "knight":
        for q in knight_squares(b, seat):
            yield f"{seat} set_knight square=s{q[0]}_{q[1]}", set_knight(b, seat, q)
    else:
        for home in regions(b):
            if b.castles[home] == seat:
                for q in squares_to_take(b, home):
                    text = f"{seat} expand region=s{home[0]}_{home[1]} square=s{q[0]}_{q[1]}"
                    yield text, take(b, home, q)
