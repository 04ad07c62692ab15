"""The numbers of the rules that a table may edit: ``boards/walisk/box.yaml``, checked key by key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from companion.engine.boards import ROOT, canonical
from companion.engine.yamlfile import DataError, Document, Fault, Key

ORIGINS = ("known", "S1", "house")
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
    origins: Mapping[str, str]

    def settlement(self, houses: int) -> int:
        """Silver of a settlement with so many houses: 1, 3, 6, 10, 15 (WA-3.11)."""
        return sum(self.houses[:houses])


def read(doc: Document) -> Box:
    """A box file; DataError names file, line and key of all that is wrong."""
    faults: list[Fault] = []
    raw = doc.data if isinstance(doc.data, dict) else {}
    values: dict[tuple[str, str], Any] = {}
    origins: dict[str, str] = {}

    def bad(path: tuple[Key, ...], expected: str, found: object = "") -> None:
        faults.append(doc.fault(path, expected, found))

    for key in raw.keys() - {"schema", "game", *SHAPE}:
        bad((key,), "one of " + ", ".join(SHAPE), key)
    if raw.get("game") != "walisk":
        bad(("game",), "walisk", raw.get("game", ""))
    for part, names in SHAPE.items():
        section = raw.get(part)
        if not isinstance(section, dict):
            bad((part,), "a mapping with " + ", ".join(names))
            section = {}
        for name in section.keys() - set(names):
            bad((part, name), "one of " + ", ".join(names), name)
        for name in names:
            at = section.get(name)
            value = at.get("value") if isinstance(at, dict) else None
            listed = part == "income" and name == "houses"
            items = value if listed and isinstance(value, list) else [value]
            if not items or any(not isinstance(v, int) or isinstance(v, bool) or v < 0 for v in items):
                bad((part, name), "whole numbers" if listed else "a value that is a whole number", at)
                items = [1]
            if isinstance(at, dict) and at.get("origin") not in ORIGINS:
                bad((part, name, "origin"), "one of " + ", ".join(ORIGINS), at.get("origin", ""))
            values[part, name] = tuple(items) if listed else items[0]
            origins[f"{part}.{name}"] = at.get("origin", "") if isinstance(at, dict) else ""
    most = values["settlement", "capital"]
    if len(values["income", "houses"]) < most:
        bad(("income", "houses"), f"{most} numbers, one for each house of a capital")
    for name in ("man", "ship", "house"):
        if values["prices", name] < 1:
            bad(("prices", name), "a price of 1 or more", values["prices", name])
    if faults:
        raise DataError(faults)
    v = values
    return Box(
        (v["prices", "man"], v["prices", "ship"], v["prices", "house"]),
        v["income", "district"], v["income", "houses"], v["income", "tribe"],
        (v["start", "man"], v["start", "ship"], v["start", "house"]),
        (v["invader", "man"], v["invader", "ship"], v["invader", "silver"]),
        v["movement", "man"], v["movement", "ship"], v["movement", "sea"], v["movement", "coast"],
        v["movement", "river"],
        v["capacity", "men"], v["settlement", "houses"], most,
        (v["counts", "settle"], v["counts", "home"], v["counts", "void"], v["counts", "sea"], v["counts", "travel"]),
        origins,
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
