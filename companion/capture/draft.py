"""A board as far as it is captured: a fold over touches, each written to disk before anything else happens.

A line of the file is one touch: ``{"t": 12, "ops": [...]}``, or ``{"t": 13, "undo": 12}``. A torn last line is left
out, so whoever is stopped at any moment loses one touch at most.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from companion import i18n
from companion.engine.words import N_
from hardware.filing.reading import parse_json, read_bytes
from hardware.filing.whole import sync

Point = tuple[float, float]
Op = Mapping[str, Any]
Pair = tuple[str, str]
FORMAT = 1
MOST_MM = 1e6  # beyond that nothing is a place, on a board or on its picture
NO_DRAFT = N_("{file}: this is no draft of this program.")
NO_LINE = N_("{file}:{n}: this is no line of a draft.")
NO_TOUCH = N_("{file}: this is no touch of a draft.")
WRONG = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError)  # what a file of strangers can cause


class DraftError(ValueError):
    """A file that is no draft of this program: a sentence of the catalogue, filled with facts."""

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(i18n.gettext(message).format(**facts))


@frozen
class Spot:
    """A captured place in board mm. ``given``: its ink was chosen by a person; ``sure``: its outline was clear."""

    id: str
    kind: str
    at: Point
    polygon: tuple[Point, ...] = ()
    ink: str = ""
    given: bool = False
    tone: tuple[float, ...] = ()
    sure: bool = True
    tags: frozenset[str] = frozenset()
    name: str = ""


@frozen
class Row:
    """A track: touched corners, its spaces as followed, and the number a person counted (0: nobody did)."""

    touched: tuple[Point, ...] = ()
    cells: tuple[Spot, ...] = ()
    side_mm: float = 0.0
    count: int = 0


@frozen
class Drawn:
    """All that is known of a board. Corners are px of the picture, clockwise from the board's top left."""

    corners: tuple[Point, ...] = ()
    touched: int = 0  # corners a person put right
    firm: tuple[Point, ...] = ()  # those of them that lie where a finger was
    unsure: bool = False  # proposed, but something else in the picture may be the board
    fresh: bool = False  # another picture whose corners nobody has left yet: places stay as they are in mm
    size_mm: Point = (0.0, 0.0)
    tied: bool = True  # the second number follows the first until somebody told it
    spots: Mapping[str, Spot] = field(factory=dict)
    linked: frozenset[Pair] = frozenset()  # by a person
    parted: frozenset[Pair] = frozenset()  # by a person
    offered: Mapping[Pair, float] = field(factory=dict)  # mm of common border, proposed
    rows: Mapping[str, Row] = field(factory=dict)
    done: frozenset[str] = frozenset()  # steps that were left with "next"
    colours: tuple[str, ...] = ()

    def of(self, kind: str) -> tuple[Spot, ...]:
        return tuple(s for s in self.spots.values() if s.kind == kind)

    def links(self, least_mm: float = 5.0) -> frozenset[Pair]:
        """Pairs of places that are neighbours, as people said or as their borders show."""
        seen = {p for p, mm in self.offered.items() if mm >= least_mm}
        return frozenset(p for p in (seen | self.linked) - self.parted if p[0] in self.spots and p[1] in self.spots)


def pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def _point(value: Sequence[float]) -> Point:
    x, y = float(value[0]), float(value[1])
    if not (abs(x) <= MOST_MM and abs(y) <= MOST_MM):
        raise ValueError(f"a point is expected, found {x}, {y}")
    return (x, y)


def _spot(op: Op) -> Spot:
    return Spot(
        id=str(op["id"]),
        kind=str(op["kind"]),
        at=_point(op["at"]),
        polygon=tuple(_point(p) for p in op.get("polygon", ())),
        ink=str(op.get("ink", "")),
        given=bool(op.get("given", False)),
        tone=tuple(float(v) for v in op.get("tone", ())),
        sure=bool(op.get("sure", True)),
        tags=frozenset(op.get("tags", ())),
        name=str(op.get("name", "")),
    )


def written(points: Iterable[Sequence[float]]) -> list[list[float]]:
    """Places as they are written, to a tenth."""
    return [[round(x, 1), round(y, 1)] for x, y in points]


def plain_spot(s: Spot) -> dict[str, Any]:
    """A spot as the operation that makes it."""
    out: dict[str, Any] = {"do": "spot", "id": s.id, "kind": s.kind, "at": [round(v, 1) for v in s.at]}
    if s.polygon:
        out["polygon"] = written(s.polygon)
    if s.tone:
        out["tone"] = [round(v, 2) for v in s.tone]
    for key in ("ink", "name"):
        if getattr(s, key):
            out[key] = getattr(s, key)
    if s.given:
        out["given"] = True
    if not s.sure:
        out["sure"] = False
    if s.tags:
        out["tags"] = sorted(s.tags)
    return out


def apply(d: Drawn, op: Op) -> Drawn:
    """One operation; what is not known is left out, so that an older program opens a newer draft."""
    match op.get("do"):
        case "corners":
            at = tuple(_point(p) for p in op["at"])
            firm = tuple(p for p in (_point(q) for q in op.get("firm", ())) if p in at)
            unsure = bool(op.get("unsure", False))
            return evolve(d, corners=at, touched=int(op.get("touched", 0)), firm=firm, unsure=unsure)
        case "size":
            return evolve(d, size_mm=_point(op["mm"]), tied=bool(op.get("tied", False)))
        case "remap":
            return _remap(d, [float(v) for v in op["h"]])
        case "spot":
            spot = _spot(op)
            return evolve(d, spots={**d.spots, spot.id: spot})
        case "drop":
            gone = str(op["id"])
            return evolve(
                d,
                spots={k: s for k, s in d.spots.items() if k != gone},
                offered={p: mm for p, mm in d.offered.items() if gone not in p},
                linked=frozenset(p for p in d.linked if gone not in p),
                parted=frozenset(p for p in d.parted if gone not in p),
            )
        case "inks":
            inks: Mapping[str, str] = op["of"]
            return evolve(
                d, spots={k: evolve(s, ink=inks[k]) if k in inks and not s.given else s for k, s in d.spots.items()}
            )
        case "ink":
            return _change(d, str(op["id"]), ink=str(op["ink"]), given=True)
        case "tag":
            s = d.spots.get(str(op["id"]))
            if s is None:
                return d
            tag = {str(op["tag"])}
            return _change(d, s.id, tags=s.tags | tag if op.get("on", True) else s.tags - tag)
        case "name":
            return _change(d, str(op["id"]), name=str(op["name"]))
        case "borders":
            found = {pair(str(a), str(b)): float(mm) for a, b, mm in op["of"]}
            return evolve(d, offered=found)
        case "link":
            p = pair(str(op["a"]), str(op["b"]))
            if op.get("on", True):
                return evolve(d, linked=d.linked | {p}, parted=d.parted - {p})
            return evolve(d, linked=d.linked - {p}, parted=d.parted | {p})
        case "row":
            row = Row(
                tuple(_point(p) for p in op.get("touched", ())),
                tuple(_spot(c) for c in op.get("cells", ())),
                float(op.get("side_mm", 0.0)),
                int(op.get("count", 0)),
            )
            return evolve(d, rows={**d.rows, str(op["id"]): row})
        case "cell":
            return _cell(d, op)
        case "picture":
            return evolve(d, fresh=True)
        case "done":
            step = str(op["step"])
            return evolve(d, done=d.done | {step}, fresh=d.fresh and step != "corners")
        case "reopen":
            return evolve(d, done=d.done - set(op["steps"]))
        case "colours":
            return evolve(d, colours=tuple(str(c) for c in op["of"]))
    return d


def _remap(d: Drawn, h: Sequence[float]) -> Drawn:
    """Everything that is captured moved by a homography (3x3, row by row): corners or size were put right."""

    def go(p: Point) -> Point:
        w = h[6] * p[0] + h[7] * p[1] + h[8]
        return ((h[0] * p[0] + h[1] * p[1] + h[2]) / w, (h[3] * p[0] + h[4] * p[1] + h[5]) / w)

    def spot(s: Spot) -> Spot:
        return evolve(s, at=go(s.at), polygon=tuple(go(p) for p in s.polygon))

    rows = {
        k: evolve(r, touched=tuple(go(p) for p in r.touched), cells=tuple(spot(c) for c in r.cells))
        for k, r in d.rows.items()
    }
    return evolve(d, spots={k: spot(s) for k, s in d.spots.items()}, rows=rows)


def _change(d: Drawn, ident: str, **values: Any) -> Drawn:
    if ident not in d.spots:
        return d
    return evolve(d, spots={**d.spots, ident: evolve(d.spots[ident], **values)})


def _cell(d: Drawn, op: Op) -> Drawn:
    row = d.rows.get(str(op["row"]))
    if row is None or not 0 <= int(op["i"]) < len(row.cells):
        return d
    cells = list(row.cells)
    cells[int(op["i"])] = evolve(cells[int(op["i"])], ink=str(op["ink"]), given=True)
    return evolve(d, rows={**d.rows, str(op["row"]): evolve(row, cells=tuple(cells))})


def fold(touches: Iterable[Sequence[Op]], drawn: Drawn | None = None) -> Drawn:
    """All touches laid over a draft; raises one of ``WRONG`` for what is no touch."""
    d = drawn or Drawn()
    for ops in touches:
        for op in ops:
            d = apply(d, op)
    return d


class Draft:
    """A draft on disk, or in memory alone where ``path`` is None."""

    def __init__(self, path: Path | None = None, game: str = "") -> None:
        self.path, self.game = path, game
        self._touches: list[tuple[int, list[Op]]] = []
        self._number = 0
        if path is not None and path.exists():
            self._read(path)
        elif path is not None:
            self._write({"format": FORMAT, "game": game})
        try:
            self.drawn = fold(ops for _, ops in self._touches)
        except WRONG as e:
            raise DraftError(NO_DRAFT, file=path) from e

    def _read(self, path: Path) -> None:
        raw = read_bytes(path)
        whole = raw[: raw.rfind(b"\n") + 1]
        lines = whole.splitlines()
        for n, line in enumerate(lines, 1):
            try:
                value = parse_json(line)
            except ValueError as e:
                if n == len(lines):
                    whole = b"".join(x + b"\n" for x in lines[:-1])
                    break
                raise DraftError(NO_LINE, file=path, n=n) from e
            if n == 1:
                if not isinstance(value, dict) or value.get("format") != FORMAT:
                    raise DraftError(NO_DRAFT, file=path)
                self.game = str(value.get("game", self.game))
                continue
            try:
                self._take(value)
            except WRONG as e:
                raise DraftError(NO_LINE, file=path, n=n) from e
        if len(whole) < len(raw):  # the torn end is cut off, so that the next line stands on its own
            with path.open("r+b") as f:
                f.truncate(len(whole))
        if not lines:
            self._write({"format": FORMAT, "game": self.game})

    def _take(self, value: Mapping[str, Any]) -> None:
        self._number = max(self._number, int(value.get("t", 0)))
        if "undo" in value:
            self._touches = [t for t in self._touches if t[0] != value["undo"]]
        else:
            self._touches.append((int(value["t"]), list(value["ops"])))

    def _write(self, value: Mapping[str, Any]) -> None:
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self.path.open("ab", buffering=0) as f:
            before = f.tell()
            try:
                if f.write(line) != len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
                sync(f.fileno())
            except OSError:  # half a line would spoil the next one
                with contextlib.suppress(OSError):
                    f.truncate(before)
                raise

    def touch(self, *ops: Op) -> Drawn:
        """One touch: on the disk when this returns. Raises DraftError for what is none, and keeps nothing then."""
        try:
            drawn = fold([list(ops)], self.drawn)
        except WRONG as e:
            raise DraftError(NO_TOUCH, file=self.path or "draft") from e
        self._write({"t": self._number + 1, "ops": list(ops)})
        self._number += 1
        self._touches.append((self._number, list(ops)))
        self.drawn = drawn
        return self.drawn

    @property
    def last(self) -> Sequence[Op]:
        """What undo would take back; empty when there is nothing."""
        return self._touches[-1][1] if self._touches else ()

    @property
    def touches(self) -> int:
        return len(self._touches)

    def undo(self) -> bool:
        if not self._touches:
            return False
        number, _ = self._touches[-1]
        self._write({"t": self._number + 1, "undo": number})
        self._number += 1
        self._touches.pop()
        self.drawn = fold(ops for _, ops in self._touches)
        return True


def plain_drawn(d: Drawn, *, corners: bool = True) -> list[dict[str, Any]]:
    """A whole draft as operations; without ``corners`` it fits another picture of the same board."""
    ops: list[dict[str, Any]] = []
    if corners and d.corners:
        ops.append({"do": "corners", "at": written(d.corners), "touched": d.touched})
    if d.size_mm[0]:
        ops.append({"do": "size", "mm": list(d.size_mm), "tied": d.tied})
    ops += [plain_spot(s) for s in d.spots.values()]
    if d.offered:
        ops.append({"do": "borders", "of": [[a, b, mm] for (a, b), mm in sorted(d.offered.items())]})
    ops += [{"do": "link", "a": a, "b": b, "on": on} for on, pairs in ((True, d.linked), (False, d.parted))
            for a, b in sorted(pairs)]  # fmt: skip
    for name, row in d.rows.items():
        ops.append(
            {
                "do": "row", "id": name, "touched": [list(p) for p in row.touched],
                "cells": [plain_spot(c) for c in row.cells], "side_mm": row.side_mm, "count": row.count,
            }
        )  # fmt: skip
    ops += [{"do": "done", "step": s} for s in sorted(d.done) if corners or s != "corners"]
    if d.colours:
        ops.append({"do": "colours", "of": list(d.colours)})
    return ops
