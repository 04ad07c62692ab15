"""Names of things in Walisk: pieces, sides, tribes, seasons, groups of units."""

from __future__ import annotations

from companion.engine.types import LETTERS
from companion.engine.words import N_, Figure, Say, Who, count

PIECES = {"man": N_("man"), "ship": N_("ship"), "rukr": N_("Rukr"), "house": N_("house"), "die": N_("die")}
SIDES = {"rukr": N_("the Rukr")}
TRIBE_NAMES = {
    "atlier": N_("Atlier"), "gauten": N_("Gauten"), "heden": N_("Heden"), "bognaren": N_("Bognaren"),
    "none": N_("Without tribe"),
}  # fmt: skip
SEASON_NAMES = {"winter": N_("Winter"), "spring": N_("Spring"), "summer": N_("Summer"), "autumn": N_("Autumn")}


def side(name: str) -> Who:
    """A side by its word in texts: a seat's letter, or ``rukr``."""
    return Who(None, "rukr") if name == "rukr" or name not in tuple(LETTERS) else Who(LETTERS.index(name))


def group_line(label: str, n: int) -> Say:
    """A group of units by its label, as the owner of losses sees it."""
    marked = "*" in label
    if label.startswith("rukr"):
        return count(Figure(n), N_("{n} Rukr"), N_("{n} Rukr together"))
    if label.startswith("ship"):
        if marked:
            return count(Figure(n), N_("{n} ship with a voyage die"), N_("{n} ships with a voyage die"))
        return count(Figure(n), N_("{n} ship"), N_("{n} ships"))
    if marked:
        return count(Figure(n), N_("{n} man with a voyage die"), N_("{n} men with a voyage die"))
    if "@" in label:
        return count(Figure(n), N_("{n} man aboard"), N_("{n} men aboard"))
    return count(Figure(n), N_("{n} man"), N_("{n} men"))
