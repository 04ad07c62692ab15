"""Walisk's waters on the drawing: rivers along the borders between their banks, lakes where their shores meet."""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve

from companion.app.viewmodel import Drawing, Point
from companion.engine.boards import Board
from companion.games.walisk.maps import MapDraft, draft_of

NEAR = 2.5  # mm that two corners may lie apart and be the same


@lru_cache(maxsize=8)
def watered(board: Board, drawing: Drawing) -> Drawing:
    """A board's drawing with the waters of its map."""
    if drawing.waters or drawing.lakes:
        return drawing
    draft = draft_of(board)
    shapes = {s.id: s.points for s in drawing.shapes if s.form == "polygon"}
    rivers = tuple(line for r in draft.rivers if len(line := course(draft, shapes, r.id)) > 1)
    lakes = tuple(p for k in draft.lakes if (p := meeting([shapes[f] for f in k.shore if f in shapes])) is not None)
    return evolve(drawing, waters=rivers, lakes=lakes)


def course(draft: MapDraft, shapes: dict[str, tuple[Point, ...]], river: str) -> tuple[Point, ...]:
    """A river from its mouth to its source, along the edge that the banks of each segment share."""
    found = next(r for r in draft.rivers if r.id == river)
    line: list[Point] = []
    start = middle(shapes[found.mouth]) if found.mouth in shapes else None
    if found.mouth_lake:
        shore = next((k.shore for k in draft.lakes if k.id == found.mouth_lake), ())
        start = meeting([shapes[f] for f in shore if f in shapes])
    for banks in found.segments:
        sides = [shapes[b] for b in banks if b in shapes]
        edge = shared(*sides) if len(sides) == 2 else [middle(s) for s in sides]
        last = line[-1] if line else start
        if last is not None and len(edge) > 1 and _far(last, edge[0]) > _far(last, edge[-1]):
            edge = edge[::-1]
        line += [p for p in edge if not line or _far(line[-1], p) > NEAR]
    if found.source_lake:
        shore = next((k.shore for k in draft.lakes if k.id == found.source_lake), ())
        end = meeting([shapes[f] for f in shore if f in shapes])
        line += [end] if end is not None else []
    return tuple(([start] if start is not None and found.mouth_lake else []) + line)


def shared(one: tuple[Point, ...], two: tuple[Point, ...]) -> list[Point]:
    """Corners that two outlines have in common."""
    return [p for p in one if any(_far(p, q) < NEAR for q in two)]


def meeting(shapes: list[tuple[Point, ...]]) -> Point | None:
    """The corner where most outlines meet, else the middle of theirs."""
    if not shapes:
        return None
    corners = [p for s in shapes for p in s]
    best = max(corners, key=lambda p: sum(any(_far(p, q) < NEAR for q in s) for s in shapes))
    if sum(any(_far(best, q) < NEAR for q in s) for s in shapes) > 1:
        return best
    return middle(tuple(middle(s) for s in shapes))


def middle(points: tuple[Point, ...]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def _far(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
