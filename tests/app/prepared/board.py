"""Positions for the fixtures: Hibernia in mid-game on the house board, and a sketch of towns for the trick screen."""

from __future__ import annotations

from functools import cache

from attrs import evolve

from companion.app.drawing import drawing_of
from companion.app.viewmodel import Badge, BoardView, Drawing, Pieces, Shape, SpaceView
from companion.engine.boards import house_board

A, B, C, D = (Badge(letter) for letter in "ABCD")
OF = {"A": A, "B": B, "C": C, "D": D}
COUNTIES = {
    "tir_chonaill": "A1", "cairbre": "A1", "tir_eoghain": "A2", "airgialla": "A1", "breifne": "A2", "brega": "B1",
    "mide": "B1", "laigin": "B2", "ui_cheinnselaig": "B1", "eile": "C1", "caisel": "C2", "osraige": "C1",
    "desmumu": "C1", "deisi": "C1", "mag_nai": "D1", "ui_maine": "D1", "iarchonnacht": "D1", "tuadmumu": "D2",
    "umall": "", "ulaid": "",
}  # fmt: skip
SHIELD = (Pieces(A, 2), Pieces(B, 2), Pieces(C, 2), Pieces(D, 3))


@cache
def hibernia_drawing() -> Drawing:
    return drawing_of(house_board("hibernia"))


@cache
def county_name(space: str) -> str:
    return house_board("hibernia").space[space].name


def pieces(text: str) -> tuple[Pieces, ...]:
    return (Pieces(OF[text[0]], int(text[1:])),) if text else ()


def hibernia_board(
    targets: dict[str, str] | None = None, unseen: tuple[str, ...] = (), differs: tuple[str, ...] = (),
    steps: tuple[int, ...] = (), camera: bool = True, change: dict[str, SpaceView] | None = None,
    window: tuple[float, float, float, float] | None = None, total: dict[str, int] | None = None,
) -> BoardView:  # fmt: skip
    """The mid-game position with what a screen adds to it."""
    spaces = {}
    for county, text in COUNTIES.items():
        state = (
            "unseen" if county in unseen else "differs" if county in differs else "agrees" if text and camera else ""
        )
        spaces[county] = SpaceView(county, pieces(text), state, (targets or {}).get(county))
    spaces["shield"] = SpaceView("shield", SHIELD)
    for letter, at in (total or {"A": 21, "B": 24, "C": 18, "D": 22}).items():
        ident = f"track_{at % 48}"
        old = spaces.get(ident, SpaceView(ident))
        spaces[ident] = evolve(old, pieces=(*old.pieces, Pieces(OF[letter])))
    for at in steps:
        ident = f"track_{at % 48}"
        spaces[ident] = evolve(spaces.get(ident, SpaceView(ident)), step=True)
    spaces.update(change or {})
    return BoardView(hibernia_drawing(), tuple(spaces.values()), window)


# x, y, ink, who holds it ("-": nobody)
TOWNS = tuple(
    (int(x), int(y), ink, who.strip("-"))
    for x, y, ink, who in (
        town.split(",")
        for town in """
    150,36,r,A 116,52,b,D 165,52,b,A 112,76,b,- 170,80,y,- 58,88,b,C 202,86,r,A 220,88,b,B
    124,106,y,- 160,106,r,- 104,118,b,C 178,118,r,- 238,118,b,- 62,148,r,- 94,144,b,- 126,144,r,A
    144,139,y,A 166,156,b,- 229,144,r,- 70,186,r,- 93,186,y,- 112,178,b,- 50,208,r,- 102,212,y,-
    134,204,r,- 156,204,y,B 192,196,b,B 50,240,r,D 102,240,y,C 134,240,y,- 156,244,b,- 188,236,r,-
    201,256,b,- 60,266,r,- 78,266,y,- 95,262,b,- 113,282,b,- 160,278,y,B 178,278,b,C 60,299,y,B
    77,308,r,D 91,296,y,- 121,303,r,- 166,303,y,- 46,321,y,- 99,318,y,- 134,321,y,- 152,321,b,-
    46,343,r,- 103,338,b,- 59,364,b,D 99,361,r,- 82,374,b,-
    """.split()
    )
)
LINKS = (
    (3, 1), (2, 4), (5, 3), (5, 13), (8, 10), (9, 11), (12, 18), (14, 15), (17, 26),
    (20, 19), (24, 25), (30, 31), (30, 29), (37, 43), (39, 33), (41, 40), (50, 48), (42, 36),
)  # fmt: skip
INKS = {"r": "red", "b": "blue", "y": "yellow"}


@cache
def towns_drawing() -> Drawing:
    shapes = tuple(
        Shape(
            f"town_{i}",
            "disc",
            ((float(x), float(y)),),
            INKS[ink],
            "town",
            8.4,
            tone=1 + (y > 200) + (x > 150) if y < 270 else 3,
        )
        for i, (x, y, ink, _) in enumerate(TOWNS)
    )
    spots = [(float(x), float(y)) for x, y, _, _ in TOWNS]
    return Drawing((250.0, 411.0), shapes, tuple((spots[a], spots[b]) for a, b in LINKS))


def towns_board() -> BoardView:
    spaces = tuple(SpaceView(f"town_{i}", pieces(f"{who}1")) for i, (_, _, _, who) in enumerate(TOWNS) if who)
    return BoardView(towns_drawing(), (*spaces, SpaceView("town_19", lit=True)))
