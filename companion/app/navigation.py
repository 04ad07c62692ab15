"""Which screen is open: a small state machine over taps. Plain values, no kivy.

Places stand on a stack: the lowest is where the evening is (start, set-up, table, end), above it what was opened from
the menu. An overlay lies over the open place: the menu, or the question for a reason.
"""

from __future__ import annotations

from attrs import evolve, frozen

from companion.app.taps import Tap
from companion.app.viewmodel import TableView

ROOTS = ("start", "new_game", "camera", "capture", "guide", "table", "end")
SIDES = ("hand", "history", "rules", "resume", "settings", "enrol", "about", "replay", "evenings", "shared", "workshop",
         "howto")  # fmt: skip
BEFORE = {"new_game": "start", "camera": "new_game", "capture": "camera", "guide": "new_game"}
LOCAL = frozenset({"menu", "ask_reason", "dismiss"})  # never leave the app


@frozen
class Nav:
    """``stack``: open places, the last one shown. ``over``: "", menu, overrule or table_right."""

    stack: tuple[str, ...] = ("start",)
    over: str = ""
    origin: str = ""  # where the way to camera and capture began, if not at a new game

    @property
    def place(self) -> str:
        return self.stack[-1]


def open_place(nav: Nav, place: str) -> Nav:
    """Open a place: a root replaces everything, another is put on top (or found again below)."""
    if place in ("camera", "capture"):
        return Nav((place,), origin="workshop" if "workshop" in nav.stack else nav.origin)
    if place in ROOTS:
        return Nav((place,))
    if place == nav.origin:
        return Nav(("start", place))
    if place in nav.stack:
        return evolve(nav, stack=nav.stack[: nav.stack.index(place) + 1], over="")
    return evolve(nav, stack=(*nav.stack, place), over="")


def back(nav: Nav) -> Nav:
    """One step back: shut the overlay, leave the side place, or the step before in the set-up."""
    if nav.over:
        return evolve(nav, over="")
    if len(nav.stack) > 1:
        return Nav(nav.stack[:-1], origin=nav.origin)
    if nav.place == "camera" and nav.origin:
        return Nav(("start", nav.origin))
    if nav.place == "capture":
        return evolve(nav, stack=("camera",))
    return Nav((BEFORE.get(nav.place, nav.place),))


def reached(nav: Nav) -> tuple[str, ...]:
    """Every place that steps back lead to, the open one first."""
    found: list[str] = []
    while nav.place not in found:
        found.append(nav.place)
        nav = back(evolve(nav, over=""))
    return tuple(found)


def step(nav: Nav, tap: Tap) -> Nav:
    """What a tap opens or shuts. Taps that mean nothing here leave everything as it is."""
    match tap.kind:
        case "go":
            return open_place(nav, str(tap.payload))
        case "back":
            return back(nav)
        case "menu":
            return evolve(nav, over="" if nav.over == "menu" else "menu")
        case "ask_reason":
            return evolve(nav, over=str(tap.payload))
        case "dismiss":
            return evolve(nav, over="")
        case "rule":
            return open_place(nav, "rules")
        case "lamp":
            return open_place(nav, "settings")
        case "begin":
            return open_place(nav, "new_game")
        case "overrule" | "table_right":
            return evolve(nav, over="")
        case "hand_enter" | "jump":
            return back(evolve(nav, over="")) if nav.place in ("hand", "history") else nav
        case _:
            return nav


def face(nav: Nav, table: TableView | None) -> str:
    """The screen that shows the open place: the table has two other faces, the curtain and the way back to agreement.

    A curtain goes before everything: what it hides must not be read in a side place either. What may be entered by
    hand meanwhile is only what everybody may know.
    """
    if table is not None and nav.stack[0] == "table":
        if table.curtain is not None and nav.place != "hand":
            return "curtain"
        if nav.place == "table" and table.out_of_step is not None:
            return "steps"
    return nav.place
