"""The pictures of the games on the start screen, drawn from simple shapes (and Hibernia's from its board)."""

from __future__ import annotations

from companion.app.paint import art, paths
from companion.app.paint.pen import Pen, Point
from companion.app.theme import GAME_ART, INK_SIGN

LIGHT_ART = {"blue": "#8FB2C8", "green": "#94BC97", "red": "#D19A8F", "yellow": "#D9BE74"}


def _ink(pen: Pen, name: str) -> str:
    return (LIGHT_ART if pen.look.light else GAME_ART)[name]


def _sign_ink(pen: Pen, name: str) -> str:
    return pen.look.colour(f"{name}_sign")


def hibernia(pen: Pen) -> None:
    """The counties of the house map."""
    from companion.app.drawing import drawing_of
    from companion.engine.boards import house_board

    counties = [s for s in drawing_of(house_board("hibernia")).shapes if s.ink and s.kind != "track"]
    xs = [p[0] for s in counties for p in s.points]
    ys = [p[1] for s in counties for p in s.points]
    k = min(160 / (max(xs) - min(xs)), 130 / (max(ys) - min(ys)))
    left, top = 100 - k * (max(xs) + min(xs)) / 2, 68 - k * (max(ys) + min(ys)) / 2
    for s in counties:
        ring = [(left + x * k, top + y * k) for x, y in s.points]
        pen.polygon(ring, _ink(pen, s.ink))
        pen.line(ring, 2, "surface", closed=True)


def brian_boru(pen: Pen) -> None:
    """Towns and roads."""
    towns = [
        (24, 84, "red"),
        (57, 50, "blue"),
        (99, 69, "yellow"),
        (137, 42, "yellow"),
        (174, 63, "red"),
        (142, 90, "red"),
        (95, 106, "blue"),
    ]
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 4), (2, 6), (6, 5)):
        pen.line([towns[a][:2], towns[b][:2]], 4, "quiet")
    for x, y, ink in towns:
        pen.disc(x, y, 17, _sign_ink(pen, ink))
        pen.disc(x, y, 13.5, _ink(pen, ink))


def loewenherz(pen: Pen) -> None:
    """Squares, a castle, a border."""
    rows = ("ygggy", "gyggg", "ggyyg", "ggggg")
    for r, row in enumerate(rows):
        for c, ink in enumerate(row):
            box = (26 + 30 * c, 10 + 30 * r, 27, 27)
            pen.polygon(art.rounded(box, 3), _ink(pen, "yellow" if ink == "y" else "green"))
    pen.line([(85, 8), (85, 68), (115, 68), (115, 98), (174, 98)], 6, "text")
    art.parts(pen, paths.sign("tower"), 24, 38, 34, _sign_ink(pen, "yellow"))
    pen.disc(129, 53, 8, _sign_ink(pen, "blue"))
    pen.disc(159, 113, 8, _sign_ink(pen, "red"))


def walisk(pen: Pen) -> None:
    """Hexagons with a house and water."""
    inks = (("", "green", "blue", "green"), ("green", "green", "blue", ""), ("blue", "yellow", "red", "green"))
    r = 25.0
    for row, line in enumerate(inks):
        for c, ink in enumerate(line):
            if not ink:
                continue
            x = 31 + 46 * c + (0 if row % 2 == 0 else 23)
            y = 28 + 41 * row
            pen.polygon(paths.regular(6, r - 1, -90, (x, y)), _ink(pen, ink))
    art.parts(pen, paths.sign("house"), 88, 56, 24, _sign_ink(pen, "yellow"))
    art.parts(pen, paths.sign("waves"), 135, 58, 22, _sign_ink(pen, "blue"))


def vikings(pen: Pen) -> None:
    """A ship under sail."""
    pen.line([(100, 12), (100, 92)], 5, _sign_ink(pen, "yellow"), cap="none")
    sail: list[Point] = paths.flatten("M60 17 Q100 13 144 17 Q148 44 140 64 Q100 60 62 64 Q56 40 60 17 Z", 8)[0]
    pen.polygon(sail, _ink(pen, "red"))
    pen.line(sail, 3.4, _sign_ink(pen, "red"), closed=True)
    pen.line([(87, 16), (87, 62)], 3.4, _sign_ink(pen, "red"))
    pen.line([(115, 16), (115, 62)], 3.4, _sign_ink(pen, "red"))
    hull = paths.flatten(
        "M31 66 Q36 82 62 82 L142 82 Q164 82 168 66 Q172 96 140 108 Q100 118 62 108 Q28 96 31 66 Z", 8
    )[0]
    pen.polygon(hull, _ink(pen, "yellow"))
    pen.line(hull, 3.6, _sign_ink(pen, "yellow"), closed=True)


def other(pen: Pen) -> None:
    """A game without a picture of its own: its four lands."""
    for k, (ink, name) in enumerate(INK_SIGN.items()):
        x, y = 62 + 44 * (k % 2), 26 + 44 * (k // 2)
        pen.polygon(art.rounded((x, y, 40, 40), 8), _ink(pen, ink))
        art.parts(pen, paths.sign(name), x + 8, y + 8, 24, _sign_ink(pen, ink))


ART = {
    "hibernia": hibernia,
    "brian_boru": brian_boru,
    "loewenherz": loewenherz,
    "walisk": walisk,
    "vikings": vikings,
    "vikings_gone_wild": vikings,
}


def paint(pen: Pen, game: str) -> None:
    """A game's picture in a box of 200 x 136."""
    ART.get(game, other)(pen)
