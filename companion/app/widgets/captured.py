"""What is drawn over the picture of a board that is captured: what was found on it, and the finger's way."""

from __future__ import annotations

from typing import Any

from companion.app.paint import art, paths
from companion.app.paint.pen import Pen, Point
from companion.app.setup_views import CaptureView
from companion.app.theme import INK_SIGN
from companion.app.widgets.part import Part
from companion.app.widgets.picture import Overlay, Picture
from companion.capture.stage import Dot


class Regions(Overlay):
    """``show(CaptureView)``: captured lands with their signs, links, tracks, touched places; the finger."""

    def paint(self, pen: Pen) -> None:
        assert self.picture is not None
        view: CaptureView = self.value
        for region in view.regions:
            if len(region.polygon) > 2:
                ring = [self.picture.place_of(p) for p in region.polygon]
                pen.polygon(ring, _deep(region.ink), 0.0 if region.pending else 0.5)
        for region in view.regions:
            ring = [self.picture.place_of(p) for p in region.polygon]
            if len(ring) < 3:
                continue
            if region.pending:
                pen.dashes(ring, 3.2, "#F2ECDF", closed=True, on=9, off=6)
            else:
                pen.line(ring, 3, "#F2ECDF", closed=True)
        for stroke in view.strokes:
            line = [self.picture.place_of(p) for p in stroke.points]
            if stroke.look == "asked":
                pen.dashes(line, 2.4, "#F3BC55", on=3, off=9)
                continue
            pen.line(line, 6, "#12171A")
            if stroke.look == "doubt":
                pen.dashes(line, 3.4, "#F3BC55", on=10, off=7)
            else:
                pen.line(line, 3.4 if stroke.look == "link" else 2.4, "#F2ECDF")
        for region in view.regions:
            if region.ink and not region.pending:
                self.sign(pen, self.picture.place_of(region.at), region.ink)
        for dot in view.dots:
            self.dot(pen, dot)
        if view.finger:
            f = self.picture.place_of(view.finger)
            pen.line(paths.arc(f, 20, 0, 360, 40), 3, "#F2ECDF", closed=True)

    def sign(self, pen: Pen, at: Point, ink: str) -> None:
        pen.disc(at[0], at[1], 15, "#12171A", 0.85)
        if ink in INK_SIGN:
            inner = Pen(pen.group, pen.x(at[0] - 10), pen.y(at[1] - 10), pen.scale, pen.look)
            art.parts(inner, paths.sign(INK_SIGN[ink]), 0, 0, 20, _bright(ink))

    def dot(self, pen: Pen, dot: Dot) -> None:
        assert self.picture is not None
        x, y = self.picture.place_of(dot.at)
        if dot.mark == "corner":
            pen.disc(x, y, 14, "#12171A", 0.55)
            pen.line(paths.arc((x, y), 12, 0, 360, 40), 3.4, "#F2ECDF", closed=True)
            if dot.lit:
                pen.line(paths.arc((x, y), 22, 0, 360, 40), 3.4, "#F2ECDF", closed=True)
            return
        if dot.mark in ("star", "tower"):
            pen.disc(x, y, 19, "#12171A", 0.9)
            inner = Pen(pen.group, pen.x(x - 13), pen.y(y - 13), pen.scale, pen.look)
            art.parts(inner, paths.sign(dot.mark), 0, 0, 26, "#F2ECDF")
            return
        r, bright = 13.0 if dot.mark == "start" else 9.0, _bright(dot.ink) if dot.ink else "#F2ECDF"
        if dot.mark in ("ring", "warn"):  # what is printed there is seen through it
            r = 11.0
            pen.line(paths.arc((x, y), r, 0, 360, 40), 8, "#12171A", closed=True)
            pen.line(paths.arc((x, y), r, 0, 360, 40), 4, bright, closed=True)
        else:
            pen.disc(x, y, r + 3, "#12171A", 0.85)
            pen.disc(x, y, r, bright)
        if dot.mark == "warn":
            pen.dashes(paths.arc((x, y), r + 8, 0, 360, 40), 3.4, "#F3BC55", closed=True, on=7, off=5)
        if dot.lit:
            pen.line(paths.arc((x, y), r + 8, 0, 360, 40), 3.4, "#F2ECDF", closed=True)


def _deep(ink: str) -> str:
    return {"blue": "#2B4557", "green": "#2E4A38", "red": "#573531", "yellow": "#57492A"}.get(ink, "#2A3439")


def _bright(ink: str) -> str:
    return {"blue": "#9CC3DC", "green": "#9CCBA4", "red": "#E3A498", "yellow": "#E2CB8C"}.get(ink, "#F2ECDF")


class Trail(Part):
    """``show(places)``: the way of a finger over the picture, with a ring where it is; drawn anew as it goes."""

    def __init__(self, **kwargs: Any) -> None:
        self.picture: Picture | None = None
        super().__init__(**kwargs)

    def draw(self, pen: Pen) -> None:
        if not self.value or self.picture is None:
            return
        way = [self.picture.place_of(p) for p in self.value]
        ring = paths.arc(way[-1], 20, 0, 360, 40)
        for wide, colour in ((6, "#12171A"), (3, "#F2ECDF")):
            pen.line(way, wide, colour)
            pen.line(ring, wide, colour, closed=True)
