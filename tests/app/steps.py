"""Steps that stories share: from the start page to a table, and to an entry of the menu."""

from __future__ import annotations

from collections.abc import Callable

from tests.app.finger import Finger, Stuck


def choose(f: Finger, game: str, plan: str = "none") -> None:
    """On the start page: the game's tile and the kind of board."""
    f.tap(next(p for p in f.parts("GameTile") if p.value[0].id == game))
    f.rest()
    f.tap(next(p for p in f.parts("PlanTile") if p.value[0].id == plan))
    f.rest()


def forward(f: Finger) -> None:
    """The one filled button of the page."""
    (go,) = [c.part for c in f.controls() if getattr(c.part, "primary", False) and c.enabled]
    f.tap(go)
    f.rest()


def new_game(f: Finger, game: str, plan: str = "none") -> None:
    choose(f, game, plan)
    forward(f)
    f.until(lambda: f.place == "new_game", "the page of a new game")


def to_table(f: Finger, game: str, players: int = 0, options: Callable[[Finger], None] | None = None) -> None:
    """A new game played by hand, lots drawn by the app; ``options`` sets what is to be played otherwise."""
    new_game(f, game)
    if options is not None:
        options(f)
    while players and len(f.shell.draft.players) < players:
        if _has(f, str(players)):
            f.press(str(players))
        else:
            f.tap(next(p for p in f.parts("PushButton") if p.icon == "plus"))
        f.rest()
    forward(f)
    through_guide(f)


def through_guide(f: Finger, drawn: Callable[[], None] = lambda: None) -> None:
    """From the set-up guide to the table; ``drawn`` is called after a lot was drawn, or a map was found right."""
    for _ in range(12):
        f.rest()
        if f.place == "table":
            return
        if any(getattr(c.part, "primary", False) and c.enabled for c in f.controls()):
            forward(f)
        else:
            f.press_one("Draw lots here", "The app shuffles", "It lies right")
            f.rest()
            drawn()
    raise Stuck(f"no way to the table from {f.place}: {f.words()}")


def menu(f: Finger, entry: str) -> None:
    f.press("menu") if _has(f, "menu") else f.tap(f.shell.screen.ids.menu)
    f.rest()
    f.press(entry)
    f.rest()


def _has(f: Finger, text: str) -> bool:
    return any(getattr(c.part, "text", "") == text for c in f.controls())
