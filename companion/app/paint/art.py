"""What the screens are drawn with: cards, badges, signs, dice, marks. Each is a cached stamp."""

from __future__ import annotations

from companion.app.paint import paths
from companion.app.paint.pen import Pen, Point
from companion.app.paint.stamps import stamp
from companion.app.theme import DICE, INK_SIGN, RADIUS, SANS_700, SEATS, badge_colours
from companion.app.viewmodel import Badge, Figure

SUIT_INK = {"swords": "red", "cross": "blue", "heart": "yellow", "crown": ""}


def parts(
    pen: Pen, figure: tuple[paths.Part, ...], x: float, y: float, size: float, colour: str, under: str = "ground"
) -> None:
    """A figure of ``paths`` in a square of ``size`` at (x, y), drawn at once (inside a stamp)."""
    k = size / 24

    def at(points: object) -> list[Point]:
        return [(x + px * k, y + py * k) for px, py in points]  # type: ignore[attr-defined]

    for part in figure:
        if part[0] == "fill":
            pen.polygon(at(part[1]), colour)
        elif part[0] == "cut":
            pen.polygon(at(part[1]), under)
        elif part[0] == "stroke":
            pen.line(at(part[1]), part[2] * k, colour, closed=bool(part[3]))  # type: ignore[operator]
        else:
            (c,) = at([part[1]])
            pen.disc(c[0], c[1], part[2] * k, colour if part[0] == "disc" else under)  # type: ignore[operator]


def sign(pen: Pen, name: str, cx: float, cy: float, size: float, colour: str) -> None:
    """A sign or small mark around its middle."""
    tex = stamp(
        ("sign", name, colour),
        size,
        size,
        pen.look,
        lambda p: parts(p, paths.sign(name), 0, 0, size, colour),
        pen.scale,
    )
    pen.image(tex, cx - size / 2, cy - size / 2, size, size)


def rounded(points_of: tuple[float, float, float, float], radius: float) -> list[Point]:
    """Outline of a rounded rectangle (x, y, w, h)."""
    x, y, w, h = points_of
    r = min(radius, w / 2, h / 2)
    corners = ((x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180))
    return [p for cx, cy, a in corners for p in paths.arc((cx, cy), r, a, a + 90, 8)]


def card(
    pen: Pen, x: float, y: float, w: float, h: float, fill: str | None, radius: float | None = None,
    edge: str | None = None, width: float = 3.0,
) -> None:  # fmt: skip
    """A flat rounded rectangle, with an outline inside its box when ``edge`` is given."""
    r = min(RADIUS["card"] if radius is None else radius, w / 2, h / 2)
    size = 2 * r + 8

    def draw(p: Pen) -> None:
        if edge:
            p.polygon(rounded((0, 0, size, size), r), edge)
            inner = rounded((width, width, size - 2 * width, size - 2 * width), max(1.0, r - width))
            if fill:
                p.polygon(inner, fill)
        elif fill:
            p.polygon(rounded((0, 0, size, size), r), fill)

    def hollow(p: Pen) -> None:
        i = width / 2
        p.line(rounded((i, i, size - width, size - width), r - i), width, edge or "line", closed=True)

    drawn = hollow if fill is None else draw
    tex = stamp(("card", r, fill, edge, width), size, size, pen.look, drawn, pen.scale)
    pen.nine(tex, (r + 2) * pen.scale, x, y, w, h)


def left_edge(pen: Pen, h: float, colour: str, width: float, radius: float = RADIUS["card"]) -> None:
    """A strip along a card's left side, rounded with the card."""
    top = [p for p in paths.arc((radius, radius), radius, 180, 270, 24) if p[0] <= width]
    bottom = [(px, h - py) for px, py in reversed(top)]
    cut = top[-1][1]
    outline = [*top, (width, cut), (width, h - cut), *bottom]
    tex = stamp(("edge", colour, radius), width, h, pen.look, lambda p: p.polygon(outline, colour), pen.scale)
    pen.image(tex, 0, 0, width, h)


def badge(
    pen: Pen, value: Badge, cx: float, cy: float, size: float, rim: str | None = None, rim_width: float = 2.0
) -> None:
    """A seat's badge around its middle. ``rim`` outlines the shape; on light every shape has one."""
    if rim is None and pen.look.light:
        rim, rim_width = "text", 3.0 if size >= 60 else 2.0
    if rim is None and value.colour == "black":
        rim, rim_width = "text", 2.0
    room = size + 8
    tex = stamp(
        ("badge", value.letter, value.colour, rim, rim_width, size), room, room, pen.look,
        lambda p: _badge(p, value, 4, size, rim, rim_width), pen.scale,
    )  # fmt: skip
    pen.image(tex, cx - room / 2, cy - room / 2, room, room)


def _badge(pen: Pen, value: Badge, pad: float, size: float, rim: str | None, rim_width: float) -> None:
    shape = SEATS[value.letter][0] if value.letter in SEATS else "square"
    fill, ink = badge_colours(value.letter, value.colour)
    k = size / 24
    pts = [(pad + px * k, pad + py * k) for px, py in paths.outline(shape)]
    if not value.letter:
        pts = [(pad + (4 + px * 16 / 24) * k, pad + (4 + py * 16 / 24) * k) for px, py in paths.outline(shape)]
    if rim:
        pen.polygon(pts, rim)
        pen.line(pts, 2 * rim_width, rim, closed=True)
    pen.polygon(pts, fill)
    cx, cy, letter = paths.LETTER_AT[shape]
    if shape == "ring":
        pen.disc(pad + 12 * k, pad + 12 * k, 8.6 * k, "surface")
        ink = pen.look.colour("text")
        if rim:
            pen.line([(pad + px * k, pad + py * k) for px, py in paths.arc((12, 12), 8.6, 0, 360, 48)], rim_width, rim)
    if value.letter:
        box = size * 0.8
        pen.text(
            value.letter, pad + cx * k - box / 2, pad + cy * k - box / 2, box, "tag", ink, h=box, align="centre",
            valign="middle", grow=False, face=SANS_700, size=letter * k,
        )  # fmt: skip


def dashed_badge(pen: Pen, value: Badge, cx: float, cy: float, size: float, colour: str) -> None:
    """Where a piece lies wrongly: the outline alone, dashed (inside a stamp)."""
    shape = SEATS[value.letter][0] if value.letter in SEATS else "square"
    k = size / 24
    pen.dashes([(cx + (px - 12) * k, cy + (py - 12) * k) for px, py in paths.outline(shape)], 2.4, colour, True, 5, 3.5)


def mark(pen: Pen, state: str, cx: float, cy: float, size: float) -> None:
    """The mark of a state: tick in a disc, triangle, disc with a bar, dashed ring, or a hollow ring (open, later)."""
    tex = stamp(("mark", state), size, size, pen.look, lambda p: _mark(p, state, size), pen.scale)
    pen.image(tex, cx - size / 2, cy - size / 2, size, size)


def _mark(pen: Pen, state: str, size: float) -> None:
    k = size / 24
    on = "ground" if not pen.look.light else "surface"
    m = size / 2
    if state in ("ok", "chosen"):
        pen.disc(m, m, 11.2 * k, "ok" if state == "ok" else "text")
        parts(pen, paths.sign("check"), 0, 0, size, on)
    elif state == "warn":
        pts = [(m, 1.8 * k), (23.2 * k, 21.6 * k), (0.8 * k, 21.6 * k)]
        pen.polygon(pts, "warn")
        pen.line([(m, 2.9 * k), (22.2 * k, 21.0 * k), (1.8 * k, 21.0 * k)], 1.6 * k, "warn", closed=True)
        pen.line([(m, 9.0 * k), (m, 14.4 * k)], 2.6 * k, on)
        pen.disc(m, 18.2 * k, 1.5 * k, on)
    elif state == "bad":
        pen.disc(m, m, 11.6 * k, "bad")
        pen.line([(6.6 * k, m), (17.4 * k, m)], 4.0 * k, on)
    elif state == "off":
        pen.dashes(
            paths.arc((m, m), 9.6 * k, -90, 270, 48), max(1.6, 2.0 * k), "quiet", closed=False, on=5.0 * k, off=3.2 * k
        )
    else:  # open, later: a hollow ring
        pen.line(
            paths.arc((m, m), 10 * k, 0, 360, 48), max(2.4, 3 * k), "text" if state == "open" else "quiet", closed=True
        )


def die(pen: Pen, face: str, x: float, y: float, size: float) -> None:
    """A die's face: body in its colour, white sign or a number; the rim is ivory, on light it is dark."""
    tex = stamp(("die", face), size, size, pen.look, lambda p: _die(p, face, size), pen.scale)
    pen.image(tex, x, y, size, size)


def _die(pen: Pen, face: str, size: float) -> None:
    body, name = DICE.get(face, ("#F2ECDF", ""))
    r = size * 0.19
    rim = 2.0 if pen.look.light else 3.0
    pen.polygon(rounded((0, 0, size, size), r), "text" if pen.look.light else "#F2ECDF")
    pen.polygon(rounded((rim, rim, size - 2 * rim, size - 2 * rim), r - rim), body)
    if name:
        s = size * 0.56
        parts(
            pen, paths.sign(name), (size - s) / 2, (size - s) / 2, s, "#241B05" if face == "yellow" else "#FFFFFF", body
        )
    elif face in _PIPS:
        for cx, cy in _PIPS[face]:
            pen.disc(size * cx, size * cy, size * 0.085, "#12171A")
    else:
        pen.text(
            face, 0, 0, size, "tag", "#12171A", h=size, align="centre", valign="middle", grow=False, size=size * 0.6
        )


_L, _M, _R = 0.27, 0.5, 0.73
_PIPS: dict[str, tuple[Point, ...]] = {
    "1": ((_M, _M),), "2": ((_L, _L), (_R, _R)), "3": ((_L, _L), (_M, _M), (_R, _R)),
    "4": ((_L, _L), (_R, _L), (_L, _R), (_R, _R)), "5": ((_L, _L), (_R, _L), (_M, _M), (_L, _R), (_R, _R)),
    "6": ((_L, _L), (_L, _M), (_L, _R), (_R, _L), (_R, _M), (_R, _R)),
}  # fmt: skip


def land(pen: Pen, ink: str, x: float, y: float, size: float) -> None:
    """A land's sign on its fill in a rounded square."""
    card(pen, x, y, size, size, ink, size * 0.22)
    sign(pen, INK_SIGN.get(ink, "crown"), x + size / 2, y + size / 2, size * 0.66, f"{ink}_sign")


def figure(pen: Pen, value: Figure, x: float, y: float, size: float) -> None:
    """Any figure of a view in a square."""
    if value.form == "die":
        die(pen, value.name, x, y, size)
    elif value.form == "disc":
        tex = stamp(("disc", value.name, value.ink), size, size, pen.look, lambda p: _town(p, value, size), pen.scale)
        pen.image(tex, x, y, size, size)
    elif value.form == "mark":
        mark(pen, value.name, x + size / 2, y + size / 2, size)
    elif value.ink:
        land(pen, value.ink, x, y, size)
    else:
        sign(pen, value.name, x + size / 2, y + size / 2, size * 0.62, "dim")


def _town(pen: Pen, value: Figure, size: float) -> None:
    m = size / 2
    edge = f"{value.ink}_sign" if value.ink in INK_SIGN else "text"
    pen.disc(m, m, m, edge)
    pen.disc(m, m, m - max(3, size * 0.06), value.ink if value.ink in INK_SIGN else "surface")
    s = size * 0.5
    parts(pen, paths.sign(value.name), m - s / 2, m - s / 2, s, edge)


def chip(pen: Pen, suit: str, ink: str, number: str, x: float, y: float, w: float = 104, h: float = 66) -> None:
    """A card: suit sign and number on the land colour."""
    edge = f"{ink}_sign" if ink in INK_SIGN else "text"
    k = h / 66
    card(pen, x, y, w, h, ink if ink in INK_SIGN else "surface", 10 * k, edge=edge, width=3 if k > 0.7 else 2)
    sign(pen, suit, x + 24 * k, y + h / 2, 26 * k, edge)
    left, size = 38 * k, 42 * k
    pen.text(
        number,
        x + left,
        y,
        w - left - 6 * k,
        "total",
        h=h,
        align="centre",
        valign="middle",
        grow=False,
        size=size,
        lines=1,
    )
