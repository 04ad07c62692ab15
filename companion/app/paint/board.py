"""The board drawn from its data: lands, pieces, what the camera says, legal targets."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from companion.app import drawing as geo
from companion.app.paint import art, marks, paths
from companion.app.paint.frame import corners, names, within
from companion.app.paint.inks import Inks
from companion.app.paint.pen import Pen
from companion.app.theme import INK_SIGN, SANS_700, badge_colours
from companion.app.viewmodel import BoardView, Point, Shape, SpaceView

EMPTY = SpaceView("")
MOST_OF_SPACE = 0.88  # of its width for the pieces that lie there
TINT = 0.34  # how much of a player's colour lies over the ground of a region


def fit(view: BoardView, w: float, h: float) -> tuple[float, float, float]:
    """Left, top and design units a mm when the view's window is shown as large as it goes."""
    if view.window:
        x0, y0, x1, y1 = view.window
        k = (min if view.whole else max)(w / (x1 - x0), h / (y1 - y0))
        return (w - (x1 - x0) * k) / 2, (h - (y1 - y0) * k) / 2, k
    bw, bh = view.drawing.size_mm
    k = min(w / bw, h / bh)
    return (w - bw * k) / 2, (h - bh * k) / 2, k


def paint_board(pen: Pen, view: BoardView, w: float, h: float, inks: Inks | None = None, below: str = "ground") -> None:
    """The whole drawing in a box of w x h design units (inside a stamp). ``inks``: what was drawn there before;
    ``below``: the colour that it lies on."""
    left, top, k = fit(view, w, h)
    bw, bh = view.drawing.size_mm
    if view.window:
        pen.polygon(art.rounded((0, 0, w, h), 12), "sea")
        x0, y0 = view.window[:2]
        left, top = left - x0 * k, top - y0 * k
    else:
        pen.polygon(art.rounded((0, 0, w, h), 12), "board")
        track = [s for s in view.drawing.shapes if s.kind == "track"]
        if track:
            cell = min(track, key=lambda s: geo.border_distance((0, 0), s.points))
            x1, y1 = max(p[0] for p in cell.points) + 1.5, max(p[1] for p in cell.points) + 1.5
            pen.polygon(art.rounded((left + x1 * k, top + y1 * k, (bw - 2 * x1) * k, (bh - 2 * y1) * k), 3), "sea")
        elif view.drawing.links:
            pen.polygon(art.rounded((0, 0, w, h), 12), "sea")
    mm = Pen(pen.group, pen.x(left), pen.y(top), pen.scale * k, pen.look)
    inks = Inks() if inks is None else inks
    px = min(1 / k, view.drawing.unit_mm)
    inks.begin((mm.left, mm.top, mm.scale, pen.look, px, view.window))
    Painter(mm, view, px, k < 0.9, inks).paint()
    names(mm, within(view.drawing.names, view.window), min(1 / k, 1.0))
    if view.window:
        corners(pen, w, h, below)


class Painter:
    """Draws one view; ``px`` is a design unit in mm, so that sizes may be said as on the mockups."""

    def __init__(self, pen: Pen, view: BoardView, px: float, mini: bool, inks: Inks) -> None:
        self.pen = pen
        self.view = view
        self.px = px
        self.mini = mini
        self.inks = inks
        self.of = {s.id: s for s in view.spaces}
        self.taken: list[geo.Box] = []

    def paint(self) -> None:
        shapes = self.view.drawing.shapes
        for shape in shapes:
            if shape.tone:
                c = shape.points[0]
                self.pen.disc(c[0], c[1], shape.radius * 3.4, f"region_{shape.tone}")
        for a, b in self.view.drawing.links:
            self.pen.line([a, b], 4 * self.px, "line")
        self.each(self.ground)
        waters = (self.view.drawing.waters, self.view.drawing.lakes, self.view.drawing.size_mm)
        self.kept("waters", waters, lambda: marks.waters(self.pen, self.view.drawing, self.px))
        if self.view.drawing.centre:
            self.arrows(self.view.drawing.centre, self.view.drawing.centre_radius)
        self.each(self.outlines)
        self.each(self.things)
        for a, b in self.view.arrows:
            marks.arrow(self.pen, a, b, self.px, self.taken)
        for shape in shapes:
            self.tag(shape)

    def each(self, draw: Callable[[Shape], None]) -> None:
        """A layer, space by space: all of it follows from the space and what is to be shown there."""
        for shape in self.view.drawing.shapes:
            of = (shape, self.of.get(shape.id, EMPTY))
            self.kept((draw.__name__, shape.id), of, lambda shape=shape: draw(shape))  # type: ignore[misc]

    def kept(self, part: Hashable, of: Any, draw: Callable[[], None]) -> None:
        self.inks.draw(self.pen, part, of, draw, self.taken)

    # -- ground

    def ground(self, shape: Shape) -> None:
        pen, px = self.pen, self.px
        view = self.of.get(shape.id, EMPTY)
        if shape.form == "disc":
            c, edge = shape.points[0], f"{shape.ink}_sign" if shape.ink in INK_SIGN else "dim"
            if not view.pieces:
                pen.disc(c[0], c[1], shape.radius, edge)
                pen.disc(c[0], c[1], shape.radius - 3 * px, shape.ink if shape.ink in INK_SIGN else "surface")
                if shape.mark in art.SUIT_INK:
                    s = 1.15 * shape.radius
                    art.parts(pen, paths.sign(shape.mark), c[0] - s / 2, c[1] - s / 2, s, edge)
            return
        if shape.kind == "track":
            xs, ys = [p[0] for p in shape.points], [p[1] for p in shape.points]
            gap = 1.6 * px
            box = (min(xs) + gap, min(ys) + gap, max(xs) - min(xs) - 2 * gap, max(ys) - min(ys) - 2 * gap)
            pen.polygon(art.rounded(box, 3 * px), shape.ink or "surface")
            return
        if shape.kind == "edge":
            return
        if shape.kind == "shield":
            pen.polygon(shape.points, "sea" if not pen.look.light else "#E3DCCF")
            pen.line(shape.points, 3 * px, "line", closed=True)
            return
        pen.polygon(shape.points, shape.ink or "surface")
        if view.tint is not None:
            colour = badge_colours(view.tint.letter, view.tint.colour)[0]
            pen.polygon(shape.points, colour, TINT)
            marks.pattern(pen, shape.points, view.tint.letter, colour, px)
        if shape.ink == "sea":
            pen.line(geo.inset(shape.points, 2 * px), 1.5 * px, "line", closed=True)
        if view.camera == "unseen":
            marks.unseen(pen, shape.points, px)
        pen.line(shape.points, 3 * px, "sea" if shape.ink else "quiet", closed=True)

    def arrows(self, c: Point, radius: float) -> None:
        self.pen.disc(c[0], c[1], radius * 0.85, "sea")
        s = radius * 1.35
        art.parts(self.pen, paths.sign("arrows"), c[0] - s / 2, c[1] - s / 2, s, "dim")

    # -- outlines

    def outlines(self, shape: Shape) -> None:
        pen, px = self.pen, self.px
        view = self.of.get(shape.id, EMPTY)
        ring = (
            shape.points if shape.form == "polygon" else paths.arc(shape.points[0], shape.radius + 4 * px, 0, 360, 48)
        )
        if view.camera == "unseen" and shape.form == "polygon" and shape.kind != "track":
            pen.line(ring, 2 * px, "quiet", closed=True)
        if view.camera == "differs":
            pen.dashes(geo.inset(ring, 2 * px), 4 * px, "warn", closed=True, on=9 * px, off=6 * px)
        if view.changed and not view.chosen:
            marks.changed(pen, ring, px)
        if view.target is not None and shape.kind == "edge":
            marks.open_edge(pen, ring, px)
        elif view.target is not None:
            pen.line(geo.inset(ring, 1.5 * px), 4 * px, "text", closed=True)
        if view.chosen:
            marks.chosen(pen, ring, px)
        if view.refused:
            pen.polygon(ring, "text", 0.08)
            pen.line(geo.inset(ring, 1.5 * px), 4 * px, "bad", closed=True)
        if view.lit:
            pen.line(
                ring if shape.form == "polygon" else paths.arc(shape.points[0], shape.radius + 7 * px, 0, 360, 48),
                4 * px,
                "text",
                closed=True,
            )
        if view.step:
            xs, ys = [p[0] for p in shape.points], [p[1] for p in shape.points]
            g = 2.6 * px
            box = art.rounded((min(xs) + g, min(ys) + g, max(xs) - min(xs) - 2 * g, max(ys) - min(ys) - 2 * g), 3 * px)
            pen.dashes(box, 2.6 * px, "text", closed=True, on=5 * px, off=4 * px)

    # -- things on spaces

    def things(self, shape: Shape) -> None:
        view = self.of.get(shape.id, EMPTY)
        if self.cut_off(shape):
            return
        if shape.kind == "track":
            self.cell(shape, view)
        elif shape.kind == "shield":
            self.shield(shape, view)
        elif shape.kind == "edge":
            self.bars(shape, view)
        elif shape.form == "disc":
            for piece in view.pieces[:1]:
                self.badge(piece.badge, shape.points[0], max(20 * self.px, shape.radius * 2.3))
        else:
            self.county(shape, view)

    def bars(self, shape: Shape, view: SpaceView) -> None:
        """A bar along its edge, or across it where it is turned."""
        pen, px = self.pen, self.px
        for piece in view.pieces[:1]:
            c = shape.label_at or shape.points[0]
            points = [(c[0] + y - c[1], c[1] + x - c[0]) for x, y in shape.points] if piece.turned else shape.points
            pen.polygon(points, "warn" if piece.turned else "text")
            pen.line(points, 2 * px, "sea", closed=True)

    def cut_off(self, shape: Shape) -> bool:
        """Whether a cut-out leaves too little of a space for what lies on it."""
        if not self.view.window:
            return False
        x0, y0, x1, y1 = self.view.window
        if shape.kind == "shield":
            return not all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in shape.points)
        x, y = shape.label_at or shape.points[0]
        return not (x0 - 6 <= x <= x1 + 6 and y0 - 6 <= y <= y1 + 6)

    def badge(self, badge: Any, at: Point, size: float, rim: float = 2.0) -> None:
        pen, px = self.pen, self.px
        rim_colour = "text" if pen.look.light or badge.colour == "black" else "sea"
        inner = Pen(pen.group, pen.x(at[0]), pen.y(at[1]), pen.scale * px, pen.look)
        inner.origin = (-size / px / 2 - 4, -size / px / 2 - 4)
        art._badge(inner, badge, 4, size / px, rim_colour, rim)

    def number(self, text: str, x: float, y: float, size: float) -> None:
        self.pen.text(
            text, x, y - size, size * 3, "tag", "text", h=2 * size, valign="middle", grow=False, face=SANS_700,
            size=size,
        )  # fmt: skip

    def county(self, shape: Shape, view: SpaceView) -> None:
        pen, px = self.pen, self.px
        c = shape.label_at or shape.points[0]
        sign = INK_SIGN.get(shape.ink)
        sign_colour = f"{shape.ink}_sign"
        boxes: list[geo.Box] = []
        if view.versus and view.pieces:
            boxes = self.versus(c, view)
        elif view.pieces:
            boxes = self.heap(c, view, shape)
        if view.wrong:
            at, _ = geo.sign_point(shape.points, tuple(_round(b) for b in boxes), 8.0) if boxes else (c, 0.0)
            self.wrong(view.wrong, at)
            boxes.append((at[0] - 16 * px, at[1] - 16 * px, at[0] + 16 * px, at[1] + 16 * px))
        if shape.mark == "tower":
            at, clear = (
                geo.sign_point(shape.points, tuple(_round(b) for b in boxes)) if boxes else ((c[0], c[1] + 22 * px), 9)
            )
            s = 18 * px if clear > 5 else 14 * px
            pen.alpha = 0.7
            art.parts(pen, paths.sign("tower"), at[0] - s / 2, at[1] - s / 2, s, sign_colour)
            pen.alpha = 1.0
            boxes.append((at[0] - s / 2, at[1] - s / 2, at[0] + s / 2, at[1] + s / 2))
        if sign and view.pieces:
            at, clear = geo.sign_point(shape.points, tuple(_round(b) for b in boxes))
            s = min(18 * px, max(12 * px, 2 * clear))
            art.parts(pen, paths.sign(sign), at[0] - s / 2, at[1] - s / 2, s, sign_colour)
        elif sign:
            at, s = (shape.sign_at or c), (22 * px)
            if boxes:
                at, _ = geo.sign_point(shape.points, tuple(_round(b) for b in boxes))
            art.parts(pen, paths.sign(sign), at[0] - s / 2, at[1] - s / 2, s, sign_colour)
            boxes.append((at[0] - s / 2, at[1] - s / 2, at[0] + s / 2, at[1] + s / 2))
        if sign and view.pieces:
            boxes.append((at[0] - s / 2, at[1] - s / 2, at[0] + s / 2, at[1] + s / 2))
        if view.flag is not None:
            at, _ = geo.sign_point(shape.points, tuple(_round(b) for b in boxes)) if boxes else (c, 0.0)
            self.badge(view.flag, at, 22 * px, 1.0)
            boxes.append((at[0] - 11 * px, at[1] - 11 * px, at[0] + 11 * px, at[1] + 11 * px))
        self.taken += boxes

    def heap(self, c: Point, view: SpaceView, shape: Shape) -> list[geo.Box]:
        """Badges with numbers, from three on in two rows, no wider than the space; the camera's bar below."""
        px = self.px
        n = len(view.pieces)
        size = (40 if n == 1 else 30 if n == 2 else 24) * (0.7 if view.pieces[0].low else 1.0) * px
        half = n if n <= 2 else (n + 1) // 2
        rows = [r for r in (view.pieces[:half], view.pieces[half:]) if r]
        if shape.form == "polygon":
            room = MOST_OF_SPACE * (max(x for x, _ in shape.points) - min(x for x, _ in shape.points))
            taken = [(sum(self.widths(r, 0)), sum(self.widths(r, size)), 6 * px * (len(r) - 1)) for r in rows]
            size *= min(1.0, *((room - gaps - least) / (wide - least) for least, wide, gaps in taken))
        boxes = [
            self.heap_row(row, (c[0], c[1] - 3 * px + (1.2 * k - 0.6 * (len(rows) - 1)) * size), size)
            for k, row in enumerate(rows)
        ]
        if view.camera:
            wide = max(b[2] - b[0] for b in boxes)
            self.bar(view.camera, c[0], boxes[-1][3] - 2 * px, min(wide - 6 * px, 52 * px))
        return boxes

    def widths(self, pieces: Any, size: float) -> list[float]:
        """What each takes in a row: badge, kind and number."""
        return [
            size + kind_of(p) * size + (0.82 * size * 0.62 * len(str(p.count)) + 4 * self.px if p.count > 1 else 0)
            for p in pieces
        ]

    def heap_row(self, pieces: Any, c: Point, size: float) -> geo.Box:
        px = self.px
        number = 0.82 * size
        kinds = [kind_of(p) * size for p in pieces]
        widths = self.widths(pieces, size)
        total = sum(widths) + 6 * px * (len(widths) - 1)
        x, y = c[0] - total / 2, c[1]
        x0 = x
        for piece, width, kind in zip(pieces, widths, kinds, strict=True):
            if piece.sign and not piece.badge.letter:
                art.parts(self.pen, paths.sign(piece.sign), x, y - size / 2, size, "text")
            else:
                self.badge(piece.badge, (x + size / 2, y), size)
            if kind:
                art.parts(self.pen, paths.sign(piece.sign), x + size, y - kind / 2, kind, "text")
            if piece.count > 1:
                self.number(str(piece.count), x + size + kind + 5 * px, y + 3 * px, number)
            x += width + 6 * px
        return (x0, y - size / 2, x0 + total, y + size / 2 + 9 * px)

    def bar(self, camera: str, cx: float, y: float, w: float) -> None:
        pen, px = self.pen, self.px
        if camera == "agrees":
            pen.line([(cx - w / 2, y), (cx + w / 2, y)], 4 * px, "ok")
        elif camera == "differs":
            pen.dashes([(cx - w / 2, y), (cx + w / 2, y)], 4 * px, "warn", on=9 * px, off=5 * px)
        else:
            pen.line(art.rounded((cx - w / 2, y - 2.5 * px, w, 5 * px), 2.5 * px), 1.6 * px, "dim", closed=True)

    def versus(self, c: Point, view: SpaceView) -> list[geo.Box]:
        """Attacker : defender."""
        px = self.px
        size = 30 * px
        self.badge(view.versus, (c[0] - 19 * px, c[1]), size)
        self.pen.text(
            ":", c[0] - 6 * px, c[1] - 16 * px, 12 * px, "tag", "text", h=32 * px, align="centre", valign="middle",
            grow=False, size=26 * px,
        )  # fmt: skip
        self.badge(view.pieces[0].badge, (c[0] + 19 * px, c[1]), size)
        return [(c[0] - 36 * px, c[1] - 16 * px, c[0] + 36 * px, c[1] + 16 * px)]

    def wrong(self, badge: Any, at: Point) -> None:
        inner = Pen(self.pen.group, self.pen.x(at[0]), self.pen.y(at[1]), self.pen.scale * self.px, self.pen.look)
        art.dashed_badge(inner, badge, 0, 0, 32, "warn" if self.pen.look.light else "#E69F00")

    def cell(self, shape: Shape, view: SpaceView) -> None:
        pen, px = self.pen, self.px
        xs, ys = [p[0] for p in shape.points], [p[1] for p in shape.points]
        c = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        colour = f"{shape.ink}_sign" if shape.ink else "dim"
        if shape.ink in INK_SIGN and not self.mini:
            s = 14 * px
            art.parts(pen, paths.sign(INK_SIGN[shape.ink]), max(xs) - 3 * px - s, min(ys) + 3 * px, s, colour)
        if shape.mark == "sword" and not view.pieces:
            s = 26 * px
            art.parts(pen, paths.sign("sword"), c[0] - s / 2 - px, c[1] - s / 2 + px, s, colour)
        n = len(view.pieces)
        room = min(max(xs) - min(xs), max(ys) - min(ys))
        size = (0.7 if n == 1 else 0.46) * room
        spots = [(0.0, 0.0)] if n == 1 else [(-0.23, -0.2), (0.23, 0.2), (0.23, -0.2), (-0.23, 0.2)]
        for piece, (dx, dy) in zip(view.pieces[:4], spots, strict=False):
            off = -2 * px if n == 1 else 0.0
            self.badge(piece.badge, (c[0] + dx * room + off, c[1] + dy * room + (2 * px if n == 1 else 0)), size, 1.5)

    def shield(self, shape: Shape, view: SpaceView) -> None:
        """Pieces in two columns in the wide part."""
        px = self.px
        xs, ys = [p[0] for p in shape.points], [p[1] for p in shape.points]
        w = max(xs) - min(xs)
        for k, piece in enumerate(view.pieces):
            x = min(xs) + w * (0.25 + 0.39 * (k % 2))
            y = min(ys) + (30 + 40 * (k // 2)) * px
            if len(view.pieces) > 4:
                y = min(ys) + (22 + 28 * (k // 2)) * px
            self.badge(piece.badge, (x, y), 25 * px, 1.0)
            self.number(str(piece.count), x + 17 * px, y + 0.5 * px, 23 * px)

    # -- tags

    def tag(self, shape: Shape) -> None:
        view = self.of.get(shape.id, EMPTY)
        if not view.target:
            return
        pen, px = self.pen, self.px
        w, h = (24 + 12.5 * (len(view.target) - 1)) * px, 28 * px
        bw, bh = self.view.drawing.size_mm
        ring = shape.points if shape.form == "polygon" else paths.arc(shape.points[0], shape.radius, 0, 360, 24)
        middle = self.view.drawing.centre or (bw / 2, bh / 2)
        at = geo.tag_point(ring, self.taken, middle, (w, h), (bw, bh))
        self.taken.append((at[0] - w / 2, at[1] - h / 2, at[0] + w / 2, at[1] + h / 2))
        pen.polygon(art.rounded((at[0] - w / 2, at[1] - h / 2, w, h), h / 2), "text")
        pen.text(
            view.target, at[0] - w / 2, at[1] - h / 2, w, "tag", "ground", h=h, align="centre", valign="middle",
            grow=False, size=23 * px,
        )  # fmt: skip


def kind_of(piece: Any) -> float:
    """How wide the sign of its kind is beside a badge, of the badge's size."""
    return 0.7 if piece.sign and piece.badge.letter else 0.0


def _round(box: geo.Box) -> geo.Box:
    return (round(box[0], 1), round(box[1], 1), round(box[2], 1), round(box[3], 1))
