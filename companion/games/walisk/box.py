"""The numbers of the rules that a table may edit: ``boards/walisk/box.yaml``, checked key by key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from attrs import frozen

from companion.engine.boards import ROOT, canonical
from companion.engine.checked import Count, Faults, Some, Sourced
from companion.engine.yamlfile import Document

SHAPE: Mapping[str, tuple[str, ...]] = {
    "prices": ("man", "ship", "house"),
    "income": ("district", "houses", "tribe"),
    "start": ("man", "ship", "house"),
    "invader": ("man", "ship", "silver"),
    "movement": ("man", "ship", "sea", "coast", "river"),
    "capacity": ("men",),
    "settlement": ("houses", "capital"),
    "counts": ("settle", "home", "void", "sea", "travel"),
}


@frozen
class Box:
    """Prices, income, start kits, movement and capacity (WA-3.14, 3.11, 2.1, 2.10, 4.1, 4.7)."""

    prices: tuple[int, int, int]  # man, ship, house
    district: int
    houses: tuple[int, ...]  # silver for the first, second ... house
    tribe: int
    start: tuple[int, int, int]  # men, ships, houses
    invader: tuple[int, int, int]  # men, ships, silver
    man_bp: int
    ship_bp: int
    sea: int
    coast: int
    river: int
    capacity: int
    most: int
    most_capital: int
    counts: tuple[int, int, int, int, int]

    def settlement(self, houses: int) -> int:
        """Silver of a settlement with so many houses: 1, 3, 6, 10, 15 (WA-3.11)."""
        return sum(self.houses[:houses])


KINDS: Mapping[tuple[str, str], Any] = {
    **{("prices", name): Some for name in SHAPE["prices"]},
    ("income", "houses"): tuple[Count, ...],
}


def read(doc: Document) -> Box:
    """A box file; DataError names file, line and key of all that is wrong."""
    r = Faults(doc)
    r.only(("schema", "game", *SHAPE))
    r.read(Literal["walisk"], "game")
    v: dict[str, tuple[Any, ...]] = {}
    for part, names in SHAPE.items():
        r.only(names, part)
        v[part] = tuple(r.read(Sourced[KINDS.get((part, n), Count)], part, n).value for n in names)  # type: ignore[misc]
    district, houses, tribe = v["income"]
    most, most_capital = v["settlement"]
    if len(houses) < most_capital:
        r.bad(("income", "houses"), f"{most_capital} numbers, one for each house of a capital")
    r.done()
    prices, start, invader, counts = (v[part] for part in ("prices", "start", "invader", "counts"))
    man_bp, ship_bp, sea, coast, river = v["movement"]
    (capacity,) = v["capacity"]
    return Box(
        prices, district, houses, tribe, start, invader, man_bp, ship_bp, sea, coast, river, capacity, most,
        most_capital, counts,
    )  # fmt: skip


@lru_cache(maxsize=1)
def shipped() -> Box:
    """The box file that ships with the project."""
    return read(Document.read(ROOT / "walisk" / "box.yaml"))


_KEPT: dict[bytes, Box] = {}


def box_of(data: Mapping[str, Any] | None) -> Box:
    """The box of one table: its own copy of the file, or the shipped one."""
    if not data:
        return shipped()
    key = canonical(data)
    known = _KEPT.get(key)
    if known is None:
        known = _KEPT[key] = read(Document.of(data, "box"))
    return known
