"""A map of Walisk as its board file tells it: fields, coasts, rivers, lakes, the tow place; nothing is judged here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any

from attrs import field, frozen

from companion.engine.boards import Board
from companion.engine.checked import As, Faults, fitting
from companion.engine.yamlfile import Document

SETTLE, HOME, VOID, SEA = "settle", "home", "void", "sea"
KINDS = (SETTLE, HOME, VOID, SEA)
RUKR = "rukr"  # the side that has no seat, in texts
TRIBES = ("atlier", "gauten", "heden", "bognaren")


def _ids(least: int, most: int) -> As:
    def read(value: Any) -> tuple[str, ...]:
        return tuple(map(str, fitting(value, isinstance(value, list) and least <= len(value) <= most)))

    return As(f"a list of {least} to {most} ids" if least != most else f"a list of {least} ids", read, ["-"] * least)


Pair = Annotated[tuple[str, str], _ids(2, 2)]
Ids = Annotated[tuple[str, ...], _ids(1, 99)]


@frozen
class Field:
    """A district or sea field (WA-1.3); ``links`` are all fields that touch it, in map order."""

    id: str
    kind: str
    links: tuple[str, ...]
    name: str = ""
    tribe: str = ""
    travel: bool = False
    rim: bool = False


@frozen
class River:
    """A river from mouth to source; each segment lists its banks: two districts, or one where it runs inside it."""

    id: str = ""
    name: str = ""
    segments: tuple[Annotated[tuple[str, ...], _ids(1, 2)], ...] = ()
    mouth: str = ""
    mouth_lake: str = ""
    source_lake: str = ""


@frozen
class Lake:
    id: str
    shore: Ids
    name: str = ""


@frozen
class Tow:
    """The place where ships change between two rivers (WA-1.7)."""

    district: str
    rivers: Pair
    cost: int = 4


@frozen
class _Data:
    """What a map keeps beside its spaces, under ``data``."""

    steep: tuple[Pair, ...] = ()
    rivers: tuple[River, ...] = ()
    lakes: tuple[Lake, ...] = ()
    tow: Any = ()  # one or several
    shores: Mapping[str, tuple[Ids, ...]] = field(factory=dict)
    victory: int = 0
    waligoi: bool = False
    title: Any = None  # this and the next ones are read by others
    players: Any = None
    grid: Any = None
    own_colours: Any = None


@frozen
class MapDraft:
    """A map as entered: perhaps unfinished, perhaps wrong. ``steep`` holds pairs in sorted order."""

    id: str
    fields: tuple[Field, ...]
    steep: frozenset[tuple[str, str]] = frozenset()
    rivers: tuple[River, ...] = ()
    lakes: tuple[Lake, ...] = ()
    tows: tuple[Tow, ...] = ()
    shores: Mapping[str, tuple[tuple[str, ...], ...]] = field(factory=dict)
    victory: int = 0  # 0: more than half of the settleable districts (WA-R22)
    waligoi: bool = False  # claims to be the map of Waligoi itself, whose counts are known


def pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a <= b else (b, a)


def read(doc: Document) -> MapDraft:
    """The map of a board file; DataError names file, line and key of everything that cannot be read."""
    r = Faults(doc)
    fields = []
    for i, space in enumerate(doc.data.get("spaces") or []):
        kind = space.get("kind")
        if kind not in KINDS:
            if space.get("look", "area") == "area" and kind not in ("track_space", "tray"):
                r.bad(("spaces", i, "kind"), "one of " + ", ".join(KINDS), kind)
            continue
        tags = space.get("tags") or {}
        tribe = tags.get("tribe", "") or ""
        if tribe and tribe not in TRIBES:
            r.bad(("spaces", i, "tags", "tribe"), "one of " + ", ".join(TRIBES), tribe)
        links = tuple(str(n) for n in space.get("neighbours") or ())
        fields.append(
            Field(
                str(space.get("id", "")), kind, links, space.get("name", ""), tribe,
                bool(tags.get("travel")), bool(tags.get("rim")),
            )
        )  # fmt: skip
    data: _Data = r.read(_Data, "data", default=_Data())
    for i, river in enumerate(data.rivers):
        if not river.segments:
            r.bad(("data", "rivers", i, "segments"), "at least one segment with its banks")
    for name, parts in data.shores.items():
        if len(parts) < 2:
            r.bad(("data", "shores", name), "two or more lists of sea fields", list(parts))
    kind = Tow if isinstance(data.tow, dict) else tuple[Tow, ...]
    tows = r.read(kind, "data", "tow") if data.tow else ()
    r.done()
    return MapDraft(
        id=str(doc.data.get("id", "")),
        fields=tuple(fields),
        steep=frozenset(pair(*ids) for ids in data.steep),
        rivers=data.rivers,
        lakes=data.lakes,
        tows=(tows,) if isinstance(tows, Tow) else tows,
        shores=data.shores,
        victory=data.victory,
        waligoi=data.waligoi,
    )


@lru_cache(maxsize=16)
def draft_of(board: Board) -> MapDraft:
    """The map of a board that was read already."""
    return read(Document.of(board.doc, board.id))
