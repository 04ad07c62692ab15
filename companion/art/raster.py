"""Marks to pixels: Pillow draws them several times too large, then averages down."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from companion.art.board import board_marks
from companion.art.fonts import cap_height, pixel_font
from companion.art.marks import Group, Mark, Point, Rgb, Shape, Text
from companion.engine.boards import Board

DRAWN_PX_PER_MM = 15.0  # edges are drawn at least this fine before averaging ...
MOST_PIXELS = 40e6  # ... as long as a large sheet does not take too much memory


class _Canvas:
    """An image of ``scale`` px/mm whose top-left pixel corner lies at ``origin`` (px)."""

    def __init__(self, image: Image.Image, scale: float, origin: tuple[int, int] = (0, 0)) -> None:
        self.image = image
        self.scale = scale
        self.origin = origin
        self.pen = ImageDraw.Draw(image)

    def px(self, points: Sequence[Point]) -> list[Point]:
        # Pillow names pixels by their centres, our millimetres are edges: hence the half pixel.
        (ox, oy), k = self.origin, self.scale
        return [(x * k - ox - 0.5, y * k - oy - 0.5) for x, y in points]

    def paint(self, marks: Sequence[Mark]) -> None:
        for mark in marks:
            if isinstance(mark, Shape):
                self.shape(mark)
            elif isinstance(mark, Text):
                self.text(mark)
            else:
                self.group(mark)

    def shape(self, mark: Shape) -> None:
        for curve in mark.curves:
            points = self.px(curve.flat(0.4 / self.scale))
            if mark.fill is not None and curve.closed:
                if mark.crisp:
                    self.crisp(points, mark.fill)
                else:
                    self.pen.polygon(points, fill=mark.fill)
            if mark.stroke is not None and mark.width_mm > 0:
                self.stroke(points, curve.closed, mark.stroke, mark.width_mm * self.scale)

    def crisp(self, points: Sequence[Point], fill: Rgb) -> None:
        """An upright box by whole pixels; Pillow's boxes include both ends."""
        xs, ys = [p[0] + 0.5 for p in points], [p[1] + 0.5 for p in points]
        self.pen.rectangle((round(min(xs)), round(min(ys)), round(max(xs)) - 1, round(max(ys)) - 1), fill=fill)

    def stroke(self, points: list[Point], closed: bool, colour: Rgb, width: float) -> None:
        w = max(1, round(width))
        if closed:
            points = [*points, points[0]]
        self.pen.line(points, fill=colour, width=w)
        if w >= 4:  # round ends, and round joins wherever the turn would leave a gap
            r = w / 2 - 0.5
            for x, y in _gaps(points, w, closed):
                self.pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def text(self, mark: Text) -> None:
        px = max(4, round(mark.size_mm * self.scale))
        font = pixel_font(mark.font, px)
        track = mark.tracking_mm * self.scale
        advances = [font.getlength(mark.text[: i + 1]) + track * i for i in range(len(mark.text))]
        width = advances[-1] if advances else 0.0
        offset = {"start": 0.0, "middle": -width / 2, "end": -width}[mark.align]
        drop = cap_height(mark.font) * px / 2
        (x, y) = self.px([mark.at])[0]
        if mark.angle:
            self.turned(mark, font, width, offset, drop, (x, y))
            return
        if not track:
            self.pen.text((x + offset, y + drop), mark.text, font=font, fill=mark.colour, anchor="ls")
            return
        for letter, end in zip(mark.text, advances, strict=True):
            self.pen.text(
                (x + offset + end - font.getlength(letter), y + drop), letter, font=font, fill=mark.colour, anchor="ls"
            )

    def turned(self, mark: Text, font: object, width: float, offset: float, drop: float, at: Point) -> None:
        half = math.ceil(max(abs(offset), abs(offset + width)) + drop * 4 + 4)
        stamp = Image.new("L", (2 * half, 2 * half), 0)
        ImageDraw.Draw(stamp).text((half + offset, half + drop), mark.text, font=font, fill=255, anchor="ls")  # type: ignore[arg-type]
        stamp = stamp.rotate(-mark.angle, resample=Image.Resampling.BICUBIC)
        self.image.paste(mark.colour, (round(at[0] - half), round(at[1] - half)), stamp)

    def group(self, mark: Group) -> None:
        points = self.px(mark.clip.flat(0.4 / self.scale))
        left, top = math.floor(min(p[0] for p in points)), math.floor(min(p[1] for p in points))
        right, bottom = math.ceil(max(p[0] for p in points)) + 1, math.ceil(max(p[1] for p in points)) + 1
        left, top = max(0, left), max(0, top)
        right, bottom = min(self.image.width, right), min(self.image.height, bottom)
        if right <= left or bottom <= top:
            return
        part = self.image.crop((left, top, right, bottom))
        _Canvas(part, self.scale, (self.origin[0] + left, self.origin[1] + top)).paint(mark.marks)
        mask = Image.new("L", part.size, 0)
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in points], fill=255)
        self.image.paste(part, (left, top), mask)


def _gaps(points: list[Point], width: float, closed: bool) -> list[Point]:
    """Where pieces of a wide line part by more than a pixel on their outer side; both ends of an open line."""
    found = [points[0]] if closed else [points[0], points[-1]]
    for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:], points[2:], strict=False):
        ux, uy, vx, vy = bx - ax, by - ay, cx - bx, cy - by
        dot, turn = ux * vx + uy * vy, abs(ux * vy - uy * vx)
        if dot <= 0 or turn * width > 1.1 * dot:
            found.append((bx, by))
    return found


def marks_image(
    marks: Sequence[Mark], size_mm: tuple[float, float], px_per_mm: float, ground: Rgb = (255, 255, 255)
) -> np.ndarray:
    """RGB uint8 array of the sheet; pixel (0, 0) has its centre at half a pixel from the sheet's corner."""
    w, h = round(size_mm[0] * px_per_mm), round(size_mm[1] * px_per_mm)
    over = max(1, min(math.ceil(DRAWN_PX_PER_MM / px_per_mm), int(math.sqrt(MOST_PIXELS / (w * h)))))
    image = Image.new("RGB", (w * over, h * over), ground)
    _Canvas(image, px_per_mm * over).paint(marks)
    return np.asarray(image.reduce(over) if over > 1 else image)


def board_image(board: Board, px_per_mm: float) -> np.ndarray:
    """The printed board from above as RGB uint8, (height, width, 3)."""
    return marks_image(board_marks(board), board.size_mm, px_per_mm)
