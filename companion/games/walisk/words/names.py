"""Names of things in Walisk: pieces, sides, tribes, seasons, groups of units."""

from __future__ import annotations

import re

from companion.engine.boards import Board
from companion.engine.types import LETTERS
from companion.engine.words import N_, Figure, Say, Where, Who, count, say

PIECES = {"man": N_("man"), "ship": N_("ship"), "rukr": N_("Rukr"), "house": N_("house"), "die": N_("die")}
COUNTED = {"man": N_("men"), "ship": N_("ships"), "house": N_("houses"), "rukr": N_("Rukr")}
SIDES = {"rukr": N_("the Rukr"), "nobody": N_("nobody")}
TRIBE_NAMES = {
    "atlier": N_("Atlier"), "gauten": N_("Gauten"), "heden": N_("Heden"), "bognaren": N_("Bognaren"),
    "none": N_("Without tribe"),
}  # fmt: skip
SEASON_NAMES = {"winter": N_("Winter"), "spring": N_("Spring"), "summer": N_("Summer"), "autumn": N_("Autumn")}


def side(name: str) -> Who:
    """A side by its word in texts: a seat's letter, or ``rukr``."""
    if name == "nobody":
        return Who(None, name)
    return Who(None, "rukr") if name == "rukr" or name not in tuple(LETTERS) else Who(LETTERS.index(name))


def group_line(label: str, n: int) -> Say:
    """A group of units by its label, as the owner of losses sees it."""
    marked = "*" in label
    if label.startswith("rukr"):
        return count(Figure(n), N_("{n} Rukr"), N_("{n} Rukr"))
    if label.startswith("ship"):
        if marked:
            return count(Figure(n), N_("{n} ship with a voyage die"), N_("{n} ships with a voyage die"))
        return count(Figure(n), N_("{n} ship"), N_("{n} ships"))
    if marked:
        return count(Figure(n), N_("{n} man with a voyage die"), N_("{n} men with a voyage die"))
    if "@" in label:
        return count(Figure(n), N_("{n} man aboard"), N_("{n} men aboard"))
    return count(Figure(n), N_("{n} man"), N_("{n} men"))


THINGS = {
    "man": (N_("{n} man"), N_("{n} men")), "ship": (N_("{n} ship"), N_("{n} ships")),
    "house": (N_("{n} house"), N_("{n} houses")),
}  # fmt: skip


def things(kind: str, n: int) -> Say:
    """So many of one kind of goods."""
    return count(Figure(n), *THINGS[kind]) if kind in THINGS else say(N_("nothing"))


def army(ships: int, men: int) -> tuple[Say, ...]:
    """Ships and men, as far as there are any."""
    return tuple(things(kind, n) for kind, n in (("ship", ships), ("man", men)) if n)


def units_line(n: int) -> Say:
    """So many units, of whatever kind."""
    return count(Figure(n), N_("{n} unit"), N_("{n} units"))


# ---------------------------------------------------------------- values of inputs
LABEL = re.compile(r"(man|ship)(\*?)(?:@([^+<]+))?(?:\+(\d+))?(?:<([^.]+)(?:\.(.+))?)?")


def value_line(value: str, board: Board) -> Say | None:
    """A value of an input that is no place: a group of units by its label, a water, a side."""
    found = LABEL.fullmatch(value)
    if found is not None:
        return _units(found, board)
    if value in tuple(LETTERS) or value == "rukr":
        return say(N_("{side}"), side=side(value))
    return water_line(value, board)


def water_line(value: str, board: Board) -> Say | None:
    """Where a ship lies in a field: the coast, a river, a lake."""
    if value == "coast":
        return say(N_("the coast"))
    for part, line in (("rivers", N_("the river {name}")), ("lakes", N_("the lake {name}"))):
        for water in board.data.get(part, ()):
            if water["id"] == value:
                return say(line, name=water.get("name") or value)
    return None


def _units(found: re.Match[str], board: Board) -> Say:
    kind, marked, water, spent, origin, _ = found.groups()
    if kind == "man":
        line = N_("men with a voyage die") if marked else N_("men aboard") if water else N_("men")
    else:
        line = N_("ships with a voyage die") if marked else N_("ships")
    told = say(line)
    where = water_line(water, board) if water else None
    if where is not None:
        told = say(N_("{units} on {water}"), units=told, water=where)
    if origin:
        told = say(N_("{units} from {field}"), units=told, field=Where(origin))
    if spent:
        told = say(N_("{units}, points used: {n}"), units=told, n=Figure(spent))
    return told


def whence_line(label: str, n: int, board: Board, *, named: bool, used: bool, by: bool) -> Say:
    """So many of a group by where they stand or came from; ``named``: what they are, ``used``: the points they have
    used, ``by``: the water they came on."""
    found = LABEL.fullmatch(label)
    assert found is not None
    _, _, water, spent, origin, way = found.groups()
    told = group_line(label, n) if named else say("{n}", n=Figure(n))
    where, came = (water_line(w, board) if w else None for w in (water, way if by else ""))
    if where is not None:
        told = say(N_("{units} on {water}"), units=told, water=where)
    if origin:
        told = say(N_("{units} from {field}"), units=told, field=Where(origin))
    elif where is None:
        told = say(N_("{units} from here"), units=told)
    if came is not None:
        told = say(N_("{units} on {water}"), units=told, water=came)
    if used and spent:
        return count(Figure(int(spent)), N_("{units} after {n} point"), N_("{units} after {n} points"), units=told)
    return told
