"""Capturing one board: picture, plan and draft together. Touches come in picture coordinates (0 to 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve

from companion import i18n
from companion.capture import corners, frame
from companion.capture.draft import Draft, Drawn, Op, Point, Spot, fold, written
from companion.capture.eyes import Eyes
from companion.capture.geometry import around, ring
from companion.capture.planned import plan_of
from companion.capture.plans import Plan
from companion.capture.seeing import PictureEyes
from companion.capture.stage import Change, Dot, Patch, Scene, Stage, Step, Stroke
from companion.engine.boards import Board, board_from_mapping
from companion.engine.words import N_
from hardware.filing.reading import read_json
from vision.camera import apply
from vision.capture.corners import Quad, propose_quads
from vision.capture.fit import Fit, fit_corners
from vision.capture.parts import field_corners, part_signatures, parts_seen
from vision.capture.pictures import lies, read_reference, write_reference
from vision.capture.signature import Signature, corners_by, plain, signature_of
from vision.capture.signature import signature as read_signature

DRAFT, PICTURE, PRINT, PARTS = "draft.jsonl", "reference.jpg", "print.json", "parts.json"
PART_MM = 100.0  # a loose part's side in its own picture
PROPOSED = 6  # quads looked at for a board that is known already
SHEET_PX = (1200, 840)  # an empty sheet to draw on


class Workshop:
    """``folder``: where draft and picture are kept; None: in memory alone."""

    def __init__(self, game: str, folder: Path | None = None, *, ident: str = "") -> None:
        self.plan: Plan = plan_of(game)
        self.folder = folder
        self.ident = ident or f"own_{game}"
        self.draft = Draft(folder / DRAFT if folder else None, game)
        self.picture: Any = None
        self.chosen: dict[str, str] = {}
        self.said = ""  # what the last touch could not do
        self.touches = 0
        self._eyes: tuple[Any, Eyes] | None = None
        if folder is not None:
            self.picture = read_reference(folder / PICTURE)

    # ------------------------------------------------------------ the picture
    def take_picture(self, picture: Any) -> None:
        """The empty board; its corners are proposed. What was captured on an earlier picture stays in mm."""
        known = None if self.plan.loose else self.signature()
        self.picture = np.asarray(picture, np.uint8)
        self._eyes = None
        if self.folder is not None:
            write_reference(self.folder / PICTURE, self.picture)
        unsure = False
        at: Sequence[Point] = corners_by(known, self.picture, self.size_mm) if known is not None else ()
        seen = parts_seen(self.picture, self.parts(), PART_MM) if self.plan.loose else {}
        if seen:
            at = field_corners(seen)
        whole = bool(seen and at) and len(seen) == len(self.drawn.of("part"))  # so the corners are known too
        if not at:
            found = propose_quads(self.picture, PROPOSED)
            found = [q for q in found if not corners.fault(q.corners, self.size, self.plan.longest)]
            at, unsure = self._recognised(found) if found else ((), False)
        again = ["corners", "parts"] if self.plan.loose else ["corners"]
        self.draft.touch({"do": "picture"}, {**_corners_op(at, 0), "unsure": unsure}, {"do": "reopen", "steps": again})
        if whole:
            self._leave([])

    def parts(self) -> dict[str, Signature]:
        """Loose parts by their own pictures, as they were told before."""
        file = self.folder / PARTS if self.folder is not None else None
        if file is None or not file.exists():
            return {}
        try:
            return {n: read_signature(data) for n, data in read_json(file).items()}
        except (OSError, ValueError, AttributeError):
            return {}

    def part_pictures(self) -> dict[str, Any]:
        """Each loose part's own picture as plain data, from the lie that was told."""
        h = self.homography()
        if not self.plan.loose or self.picture is None or h is None or not self.finished:
            return {}
        spots = self.drawn.of("part")
        rings = {x.name[:-1]: [tuple(p) for p in apply(h, _from(x))] for x in spots}
        return {n: plain(s) for n, s in part_signatures(self.picture, rings, PART_MM).items()}

    def signature(self) -> Signature | None:
        """What the board's print is known by: its picture, or what came with a board file; else None."""
        d = self.drawn
        if self.picture is not None and len(d.corners) == 4 and "corners" in d.done:
            return signature_of(self.picture, d.corners, self.size_mm)
        file = self.folder / PRINT if self.folder is not None else None
        if file is None or not file.exists():
            return None
        try:
            return read_signature(read_json(file))
        except (OSError, ValueError, AttributeError):
            return None  # the board is found by its places then

    def put_corners(self, at: Sequence[Point]) -> None:
        """Four corners that were touched while the camera was placed, in px of the picture."""
        ring = self._turned(corners.clockwise(at))
        self.draft.touch({**_corners_op(ring, 4), "firm": written(ring)})

    def _outlines(self) -> list[Sequence[Point]]:
        """Everything whose edge is printed, as far as it is captured: lands, areas, spaces of tracks, circles."""
        d = self.drawn
        radius = d.rows["radius"].side_mm if "radius" in d.rows else 0.0
        out: list[Sequence[Point]] = [s.polygon for s in d.spots.values() if s.polygon]
        out += [ring(s.at, radius) for s in d.of("town") if radius]
        return out + [around(c.at, r.side_mm, r.side_mm) for r in d.rows.values() for c in r.cells]

    def _fit(self, quads: Sequence[Sequence[Point]], move: bool) -> Fit | None:
        """How a board that is known already lies there; None when nothing is known of it."""
        known = self._outlines()
        if len(known) < 8 or self.picture is None:
            return None
        tones = [(s.at, s.tone) for s in self.drawn.spots.values() if s.tone]
        return fit_corners(self.picture, quads, self.size_mm, known, tones, move)

    def _recognised(self, found: Sequence[Quad]) -> tuple[Sequence[Point], bool]:
        """Proposed corners, and whether they are unsure; those of a board that is known are drawn to its print."""
        fit = self._fit([q.corners for q in found], move=True)
        return (found[0].corners, not found[0].sure) if fit is None else (fit.corners, False)

    def _turned(self, at: Sequence[Point]) -> Sequence[Point]:
        """Touched corners in the order of a board that is known: people do not say which one is its top left."""
        fit = self._fit([at], move=False) if self.drawn.fresh else None
        return at if fit is None else fit.corners

    def empty_sheet(self, size_mm: Point) -> None:
        """No picture: a sheet to draw the map on."""
        self.picture = None
        w, h = SHEET_PX[0], SHEET_PX[0] * size_mm[1] / size_mm[0]
        self.draft.touch(
            {"do": "corners", "at": [[0, 0], [w, 0], [w, h], [0, h]], "touched": 4},
            {"do": "size", "mm": list(size_mm)},
            {"do": "done", "step": "corners"},
            {"do": "done", "step": "size"},
        )

    @property
    def on_sheet(self) -> bool:
        """Whether it is drawn on an empty sheet, without a picture."""
        return self.picture is None and len(self.drawn.corners) == 4 and "corners" in self.drawn.done

    def blank(self) -> Any:
        """The empty sheet as a picture."""
        w, h = self.size
        return np.full((h, w, 3), (196, 208, 212), np.uint8)

    @property
    def drawn(self) -> Drawn:
        return self.draft.drawn

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in px; of the sheet where there is none."""
        if self.picture is not None:
            return (int(self.picture.shape[1]), int(self.picture.shape[0]))
        w, h = frame.size_of(self.drawn, (0, 0)) if self.drawn.size_mm[0] else (500.0, 350.0)
        return (SHEET_PX[0], round(SHEET_PX[0] * h / w))

    @property
    def size_mm(self) -> Point:
        return frame.size_of(self.drawn, self.size)

    def homography(self, drawn: Drawn | None = None) -> Any:
        """Board mm -> px of the picture, or None before there are four corners."""
        d = drawn or self.drawn
        return lies(d.corners, frame.size_of(d, self.size)) if len(d.corners) == 4 else None

    def _scene(self) -> Scene:
        return Scene(self.drawn, self.eyes(), self.size if self.picture is not None else (0, 0), dict(self.chosen))

    def eyes(self) -> Eyes:
        h = self.homography()
        if self.picture is None or h is None:
            return Eyes()
        key = (self.drawn.corners, self.size_mm)
        if self._eyes is None or self._eyes[0] != key:
            self._eyes = (key, PictureEyes(self.picture, h, self.size_mm, self.parts()))
        return self._eyes[1]

    # ------------------------------------------------------------ where we are
    @property
    def step(self) -> Step:
        """The first step that is not done; the last one when all are."""
        return next((s for s in self.plan.steps if s.id not in self.drawn.done), self.plan.steps[-1])

    @property
    def finished(self) -> bool:
        return all(s.id in self.drawn.done for s in self.plan.steps)

    def stage(self) -> Stage:
        """What to show, in picture coordinates from 0 to 1."""
        step = self.step
        shown = step.stage(self._scene())
        number = [s.id for s in self.plan.steps].index(step.id) + 1
        play = self.plan.playable(self.drawn) if len(self.drawn.corners) == 4 else i18n.gettext(N_("Corners first."))
        shown = evolve(shown, number=number, of=len(self.plan.steps), play=play)
        if self.said:
            shown = evolve(shown, sentence=self.said)
        return self._in_picture(shown)

    def _in_picture(self, s: Stage) -> Stage:
        w, h = self.size
        m = np.eye(3) if s.in_picture else self.homography()
        if m is None:
            m = np.eye(3)

        (a, b, c), (d, e, f), (g, k, n) = m.tolist()

        def go(p: Point) -> Point:
            z = g * p[0] + k * p[1] + n
            return (round((a * p[0] + b * p[1] + c) / z / w, 4), round((d * p[0] + e * p[1] + f) / z / h, 4))

        def all_of(points: Sequence[Point]) -> tuple[Point, ...]:
            return tuple(go(p) for p in points)

        return evolve(
            s,
            patches=tuple(Patch(all_of(p.polygon), p.ink, go(p.at), p.pending) for p in s.patches),
            dots=tuple(Dot(go(d.at), d.mark, d.ink, d.label, d.lit) for d in s.dots),
            strokes=tuple(Stroke(all_of(k.points), k.look) for k in s.strokes),
            focus=go(s.focus) if s.focus is not None else None,
        )

    def _place(self, at: Point) -> Point:
        """A touch as the step wants it: px of the picture for corners, board mm for all else."""
        w, h = self.size
        px = (at[0] * w, at[1] * h)
        m = self.homography()
        if self.step.id in ("corners", "size") or m is None:
            return (round(px[0], 1), round(px[1], 1))
        x, y, z = np.linalg.inv(m) @ np.array([px[0], px[1], 1.0])
        return (round(float(x / z), 1), round(float(y / z), 1))

    # ------------------------------------------------------------ touches
    def tap(self, at: Point) -> None:
        self._take(self.step.tap(self._scene(), self._place(at)))

    def drag(self, *way: Point) -> None:
        """A finger that went along a way of two or more places."""
        self._take(self.step.trace(self._scene(), tuple(self._place(p) for p in way)))

    def choose(self, key: str) -> None:
        self._take(self.step.choose(self._scene(), key))

    def count(self, key: str, by: int) -> None:
        self._take(self.step.count(self._scene(), key, by))

    def name(self, text: str) -> None:
        self._take(self.step.name(self._scene(), text))

    def next(self) -> None:
        """Leave a step; the next one makes its proposals with the same touch."""
        self.touches += 1
        self.said = ""
        if not self.step.stage(self._scene()).ready:
            return
        self.chosen = {}
        self._leave([])

    def undo(self) -> None:
        self.touches += 1
        self.said = ""
        if any(self.chosen.get(k) for k in ("spot", "from", "first", "town", "draw", "place")):
            self.chosen = {k: v for k, v in self.chosen.items() if k == "brush"}
        elif self.undoable() is not None:
            before = self.step
            self.draft.undo()
            if self.step is not before:
                self.chosen = {}

    def _take(self, change: Change) -> None:
        self.touches += 1
        self.said = change.said
        if change.chosen is not None:
            self.chosen = dict(change.chosen)
        if not change.ops:
            return
        before = self.step
        ops = [self._in_order(op) for op in change.ops]
        ops += self._moved(ops)
        after = fold([ops], self.drawn)
        if before.full(evolve(self._scene(), drawn=after)) and before.id not in after.done:
            self._leave(ops)
            return
        self.draft.touch(*ops)

    def _in_order(self, op: Op) -> Op:
        fourth = op["do"] == "corners" and len(op["at"]) == 4 and len(self.drawn.corners) < 4
        return {**op, "at": written(self._turned([(x, y) for x, y in op["at"]]))} if fourth else op

    def _leave(self, ops: Sequence[Op]) -> None:
        step = self.step
        done: list[Op] = [*ops, {"do": "done", "step": step.id}]
        drawn = fold([done], self.drawn)
        following = next((s for s in self.plan.steps if s.id not in drawn.done), None)
        if following is not None:
            done += following.begin(
                Scene(drawn, self._eyes_for(drawn), self.size if self.picture is not None else (0, 0))
            )
        self.draft.touch(*done)

    def _eyes_for(self, drawn: Drawn) -> Eyes:
        return self.eyes() if drawn.corners == self.drawn.corners and drawn.size_mm == self.drawn.size_mm else Eyes()

    def _moved(self, ops: Sequence[Op]) -> list[Op]:
        """When corners or size are put right later, what is captured already moves with the picture."""
        nothing = self.drawn.fresh or not (self.drawn.spots or self.drawn.rows)
        if nothing or not any(op["do"] in ("corners", "size") for op in ops):
            return []
        old, new = self.homography(), self.homography(fold([ops], self.drawn))
        if old is None or new is None:
            return []
        m = np.linalg.inv(new) @ old
        return [{"do": "remap", "h": [round(float(v), 9) for v in (m / m[2, 2]).ravel()]}]

    # ------------------------------------------------------------ what comes of it
    def undoable(self) -> str | None:
        """What undo takes back, in a few words; None when there is nothing."""
        if not self.draft.last or any(op["do"] == "picture" for op in self.draft.last):
            return None
        kinds = {str(op["do"]) for op in self.draft.last if not str(op.get("id", "")).startswith(WATERS)}
        for kind, text in UNDO:
            if kind in kinds:
                return i18n.gettext(text)
        return i18n.gettext(N_("the last touch"))

    def document(self) -> dict[str, Any]:
        return self.plan.document(self.drawn, self.size_mm, self.ident)

    def board(self) -> Board:
        """The board as far as it is captured; raises DataError where it is none."""
        return board_from_mapping(self.document(), self.ident)

    def reference(self) -> Mapping[str, Any]:
        """What goes beside the board file: how the board lies in its picture."""
        ring, (w, h) = self.drawn.corners, self.size_mm
        m, around = self.homography(), self.plan.rim * w
        if around and m is not None:
            w, h = w + 2 * around, h + 2 * around
            rim = [(-around, -around), (w - around, -around), (w - around, h - around), (-around, h - around)]
            ring = tuple((float(x), float(y)) for x, y in apply(m, rim))
        return {"corners": [list(p) for p in ring], "size": list(self.size), "size_mm": [w, h]}


def _from(spot: Spot) -> tuple[Point, ...]:
    """A part's corners in mm, clockwise from its own top left."""
    q = int(spot.name[-1])
    return (*spot.polygon[q:], *spot.polygon[:q])


WATERS = ("river_", "lake_")  # rows that are no tracks
UNDO = (
    ("done", N_("the step")), ("drop", N_("taking it away")), ("row", N_("the track")), ("cell", N_("the colour")),
    ("ink", N_("the colour")), ("name", N_("the name")), ("link", N_("the link")), ("tag", N_("the mark")),
    ("corners", N_("the corner")), ("size", N_("the size")), ("spot", N_("the last place")),
)  # fmt: skip


def _corners_op(at: Sequence[Point], touched: int) -> Op:
    return {"do": "corners", "at": written(at), "touched": touched}


