"""Löwenherz from the box: which part lies at which place and how turned; told once, known by its picture later on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from companion import i18n
from companion.capture import frame
from companion.capture.draft import Drawn, Op, Point, Spot, plain_spot
from companion.capture.geometry import box, inside
from companion.capture.plans import Plan, owned
from companion.capture.stage import Change, Patch, Pick, Plain, Scene, Stage
from companion.engine.boards import Board, house_board
from companion.engine.words import N_
from companion.games.loewenherz.world import turned

COLUMNS, ROWS, SIDE = 15, 10, 5
PLACES = tuple(f"place_{n}" for n in range(1, 7))
RIM = 0.4  # of a square: so much of the frame is looked at as well


def _(text: str) -> str:
    return i18n.gettext(text)


@cache
def part_squares() -> Mapping[str, tuple[str, ...]]:
    """Terrain of each part upright, row by row, as the rules know it."""
    found: dict[str, list[tuple[int, int, str]]] = {}
    for s in house_board("loewenherz").spaces:
        if s.kind == "square":
            c, r = s.tags["at"]
            found.setdefault(str(s.tags["part"]), []).append((r, c, s.ink))
    return {p: tuple(ink for _r, _c, ink in sorted(squares)) for p, squares in found.items()}


def lie_of(spot: Spot) -> tuple[str, int]:
    """("C", 3): the part at a place and its quarters clockwise."""
    return (spot.name[:-1], int(spot.name[-1]))


def lies(board: Board) -> tuple[tuple[str, int], ...]:
    """How the parts of a captured board lie, left to right and top to bottom; () when nobody has told it."""
    told = board.data.get("lies", ())
    return tuple((str(p), int(q)) for p, q in told) if isinstance(told, list | tuple) else ()


def place_box(number: int, size_mm: Point) -> tuple[Point, ...]:
    """Outline of a place, clockwise from its top left."""
    w, h = size_mm[0] / 3, size_mm[1] / 2
    r, c = divmod(number, 3)
    return box((c * w, r * h), ((c + 1) * w, (r + 1) * h))


def _told(part: str) -> str:
    """ "1 town, 4 mountains, 8 forests": how a part is told from the others."""
    squares = part_squares()[part]
    towns, mountains, forests = (squares.count(k) for k in ("town", "mountain", "forest"))
    return ", ".join((
        i18n.ngettext("{n} town", "{n} towns", towns).format(n=towns),
        i18n.ngettext("{n} mountain", "{n} mountains", mountains).format(n=mountains),
        i18n.ngettext("{n} forest", "{n} forests", forests).format(n=forests),
    ))  # fmt: skip


class Parts(Plain):
    """Six places with the part that lies there; touching a place again turns its part by a quarter."""

    id = "parts"

    def begin(self, s: Scene) -> tuple[Op, ...]:
        found = s.eyes.parts(part_squares(), SIDE)
        ops = []
        for i, name in enumerate(PLACES):
            part, turn, sure = found[i] if found else (list(part_squares())[i], 0, False)
            ops.append(plain_spot(_spot(name, i, part, turn, frame.size_of(s.drawn, s.picture), bool(sure))))
        return tuple(ops)

    def stage(self, s: Scene) -> Stage:
        d, chosen = s.drawn, s.chosen.get("place", "")
        spots = [d.spots[n] for n in PLACES if n in d.spots]
        unsure = [x for x in spots if not x.sure and not x.given]
        sentence = _(N_("Do the signs lie on their print? Touch a part where they do not."))
        if chosen in d.spots:
            sentence = _(N_("Touch the part again to turn it, or choose the one that lies there."))
        elif unsure:
            sentence = i18n.ngettext(
                "{n} part is not sure: do its signs lie on their print?",
                "{n} parts are not sure: do their signs lie on their print?", len(unsure),
            ).format(n=i18n.number_word(len(unsure)))  # fmt: skip
        places = tuple(Patch(x.polygon, "", x.at, x.id == chosen) for x in spots)
        picks: tuple[Pick, ...] = ()
        if chosen in d.spots:
            now = lie_of(d.spots[chosen])[0]
            picks = tuple(
                Pick(f"part:{p}", _told(p), _(N_("lies there")) if p == now else "", chosen=p == now)
                for p in part_squares()
            )
        return Stage(
            self.id, 0, 0, sentence, patches=(*places, *(q for x in spots for q in _signs(x))), picks=picks,
            found=_(N_("Leaf is forest, peak mountain, house town.")),
            fact=_(N_("Each part is known by its picture next time.")),
            focus=d.spots[chosen].at if chosen in d.spots else None, ready=len(spots) == len(PLACES),
        )  # fmt: skip

    def tap(self, s: Scene, at: Point) -> Change:
        name = next((n for n in PLACES if n in s.drawn.spots and inside(s.drawn.spots[n].polygon, at)), "")
        if not name:
            return Change(chosen={}, said=_(N_("No part lies there.")))
        if s.chosen.get("place") != name:
            return Change(chosen={"place": name})
        spot = s.drawn.spots[name]
        part, turn = lie_of(spot)
        return Change((_changed(spot, part, (turn + 1) % 4),), chosen={"place": name})

    def choose(self, s: Scene, key: str) -> Change:
        """Another part lies there: both places change, each part stays there once."""
        chosen = s.drawn.spots.get(s.chosen.get("place", ""))
        if chosen is None or not key.startswith("part:"):
            return Change()
        part, mine = key.removeprefix("part:"), lie_of(chosen)[0]
        other = next((x for n in PLACES if lie_of(x := s.drawn.spots[n])[0] == part), None)
        if other is None or part == mine:
            return Change()
        ops = [self._best(s, chosen, part), self._best(s, other, mine)]
        return Change(tuple(ops), chosen={"place": chosen.id})

    def _best(self, s: Scene, spot: Spot, part: str) -> Op:
        told = tuple(lie_of(s.drawn.spots[n]) for n in PLACES)
        return _changed(spot, part, s.eyes.turn(part_squares(), SIDE, PLACES.index(spot.id), part, told))


def _spot(name: str, number: int, part: str, turn: int, size_mm: Point, sure: bool) -> Spot:
    ring = place_box(number, size_mm)
    middle = ((ring[0][0] + ring[2][0]) / 2, (ring[0][1] + ring[2][1]) / 2)
    return Spot(name, "part", middle, ring, sure=sure, name=f"{part}{turn}")


def _changed(spot: Spot, part: str, turn: int) -> Op:
    return plain_spot(Spot(spot.id, spot.kind, spot.at, spot.polygon, given=True, name=f"{part}{turn}"))


def _signs(spot: Spot) -> list[Patch]:
    """Signs of forest, mountain and town where the rules have them; farmland stays bare."""
    part, turn = lie_of(spot)
    (x0, y0), _b, (x1, y1), _d = spot.polygon
    out = []
    for i, ink in enumerate(turned(part_squares()[part], turn)):
        r, c = divmod(i, SIDE)
        if ink != "farm":
            out.append(Patch((), ink, (x0 + (c + 0.5) * (x1 - x0) / SIDE, y0 + (r + 0.5) * (y1 - y0) / SIDE)))
    return out


def plan() -> Plan:
    corners = frame.Corners(N_("Touch the four corners of the field of squares, inside the frame, in any order."))
    steps: tuple[Any, ...] = (corners, frame.Size(COLUMNS / ROWS), Parts())
    return Plan("loewenherz", steps, document, lambda d: "", minutes=2, piece_mm=10.0, loose=True, rim=RIM / COLUMNS)


def document(drawn: Drawn, size_mm: Point, ident: str) -> dict[str, Any]:
    """The house board's rules on the owner's squares and a rim of the frame; ``data.lies``: how the parts lie."""
    house = house_board("loewenherz")
    rim = size_mm[0] * RIM / COLUMNS
    doc = owned(house, drawn, (size_mm[0] + 2 * rim, size_mm[1] + 2 * rim), ident)
    (grid,) = doc["grids"]
    cell = size_mm[0] / COLUMNS
    share = cell / grid["cell_mm"]
    grid["edge"]["size_mm"] = [round(v * share, 1) for v in grid["edge"]["size_mm"]]
    grid |= {"corner": [round(rim, 2), round(rim, 2)], "cell_mm": round(cell, 3)}
    spots = [drawn.spots[n] for n in PLACES if n in drawn.spots]
    if len(spots) == len(PLACES):
        doc["data"] = {**doc.get("data", {}), "lies": [list(lie_of(x)) for x in spots]}
    return doc
