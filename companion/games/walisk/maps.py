"""A map of Walisk as its board file tells it: fields, coasts, rivers, lakes, the tow place; nothing is judged here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from attrs import field, frozen

from companion.engine.boards import Board
from companion.engine.yamlfile import DataError, Document, Fault, Key

SETTLE, HOME, VOID, SEA = "settle", "home", "void", "sea"
KINDS = (SETTLE, HOME, VOID, SEA)
TRIBES = ("atlier", "gauten", "heden", "bognaren")


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

    id: str
    name: str
    segments: tuple[tuple[str, ...], ...]
    mouth: str = ""
    mouth_lake: str = ""
    source_lake: str = ""


@frozen
class Lake:
    id: str
    name: str
    shore: tuple[str, ...]


@frozen
class Tow:
    """The place where ships change between two rivers (WA-1.7)."""

    district: str
    rivers: tuple[str, str]
    cost: int


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


class _Reader:
    """Reads the ``data`` key of a board file and collects every fault."""

    def __init__(self, doc: Document) -> None:
        self.doc = doc
        self.faults: list[Fault] = []

    def bad(self, path: tuple[Key, ...], expected: str, found: object = "") -> None:
        self.faults.append(self.doc.fault(path, expected, found))

    def get(self, at: Any, path: tuple[Key, ...], key: str, kind: type, default: Any, word: str) -> Any:
        value = at.get(key, default) if isinstance(at, dict) else default
        if value is None and default is None:
            return None
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.bad((*path, key), word, value)
            return default
        return value

    def ids(self, value: Any, path: tuple[Key, ...], least: int, most: int) -> tuple[str, ...]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            self.bad(path, f"a list of {least} to {most} ids" if least != most else f"a list of {least} ids", value)
            return ()
        return tuple(str(v) for v in value)

    def rows(self, at: Any, path: tuple[Key, ...], key: str) -> list[tuple[tuple[Key, ...], Any]]:
        rows = self.get(at, path, key, list, [], "a list")
        return [((*path, key, i), row) for i, row in enumerate(rows)]

    def river(self, path: tuple[Key, ...], raw: Any) -> River:
        segments = tuple(self.ids(row, p, 1, 2) for p, row in self.rows(raw, path, "segments"))
        if not segments:
            self.bad((*path, "segments"), "at least one segment with its banks")
        return River(
            self.get(raw, path, "id", str, "", "a text"),
            self.get(raw, path, "name", str, "", "a text"),
            segments,
            str(self.get(raw, path, "mouth", str, None, "the id of a sea field") or ""),
            str(self.get(raw, path, "mouth_lake", str, None, "the id of a lake") or ""),
            str(self.get(raw, path, "source_lake", str, None, "the id of a lake") or ""),
        )

    def tow(self, path: tuple[Key, ...], raw: Any) -> Tow:
        rivers = self.ids(raw.get("rivers") if isinstance(raw, dict) else None, (*path, "rivers"), 2, 2)
        district = str(raw.get("district", "")) if isinstance(raw, dict) else ""
        cost = self.get(raw, path, "cost", int, 4, "a whole number")
        return Tow(district, (rivers[0], rivers[1]) if len(rivers) == 2 else ("", ""), cost)


DATA_KEYS = {
    "title", "steep", "rivers", "lakes", "tow", "shores", "victory", "waligoi", "players", "grid", "own_colours",
}  # fmt: skip


def read(doc: Document) -> MapDraft:
    """The map of a board file; DataError names file, line and key of everything that cannot be read."""
    r = _Reader(doc)
    raw = doc.data if isinstance(doc.data, dict) else {}
    data = r.get(raw, (), "data", dict, {}, "a mapping")
    for key in data.keys() - DATA_KEYS:
        r.bad(("data", key), "one of " + ", ".join(sorted(DATA_KEYS)), key)
    fields = []
    for i, space in enumerate(raw.get("spaces") or []):
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
    top: tuple[Key, ...] = ("data",)
    steep = frozenset(pair(*ids) for p, row in r.rows(data, top, "steep") if len(ids := r.ids(row, p, 2, 2)) == 2)
    lakes = []
    for p, row in r.rows(data, top, "lakes"):
        shore = r.ids(row.get("shore") if isinstance(row, dict) else None, (*p, "shore"), 1, 99)
        lakes.append(Lake(r.get(row, p, "id", str, "", "a text"), r.get(row, p, "name", str, "", "a text"), shore))
    tow = data.get("tow") or []
    tows = [tow] if isinstance(tow, dict) else tow
    shores = {}
    for name, parts in r.get(data, top, "shores", dict, {}, "a mapping").items():
        at: tuple[Key, ...] = (*top, "shores", name)
        rows = parts if isinstance(parts, list) else []
        if len(rows) < 2:
            r.bad(at, "two or more lists of sea fields", parts)
        shores[str(name)] = tuple(r.ids(part, (*at, i), 1, 99) for i, part in enumerate(rows))
    draft = MapDraft(
        id=str(raw.get("id", "")),
        fields=tuple(fields),
        steep=steep,
        rivers=tuple(r.river(p, row) for p, row in r.rows(data, top, "rivers")),
        lakes=tuple(lakes),
        tows=tuple(r.tow((*top, "tow"), t) for t in tows),
        shores=shores,
        victory=r.get(data, top, "victory", int, 0, "a whole number"),
        waligoi=r.get(data, top, "waligoi", bool, False, "true or false"),
    )
    if r.faults:
        raise DataError(r.faults)
    return draft


@lru_cache(maxsize=16)
def draft_of(board: Board) -> MapDraft:
    """The map of a board that was read already."""
    return read(Document.of(board.doc, board.id))
