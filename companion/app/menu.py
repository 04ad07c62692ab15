"""The app's own questions: what the menu opens, and the reason for going against the referee. Plain values."""

from __future__ import annotations

from companion.app.viewmodel import Choice, Question
from companion.games import GAMES, game
from companion.i18n import _


def over_question(over: str, root: str, name: str) -> Question | None:
    """The sheet of an overlay, None for no overlay. ``name``: the game at the table, or chosen for it."""
    if over == "menu":
        return _menu(root, name in GAMES and game(name).cards is not None)
    if over == "overrule":
        return _asked_why(over, _("Why does it stand anyway?"), _reasons())
    if over == "table_right":
        return _asked_why(over, _("Why is the table right?"), _slips())
    return None


def _asked_why(key: str, title: str, choices: tuple[Choice, ...]) -> Question:
    why = _("The log keeps the reason.")
    return Question(key, title, why=why, choices=choices, other=False, later=False, text=True)


def _menu(root: str, cards: bool) -> Question:
    """``cards``: the game has some that may bear tags."""
    playing = root in ("table", "end")
    choices = []
    if playing:
        choices.append(Choice("history", _("History"), _("every act, and back to it")))
    choices += [
        Choice("howto", _("How to play"), _("six cards for a first game")),
        Choice("rules", _("Rules"), _("the full text by sections")),
        Choice("settings", _("Settings"), _("language, text size, devices")),
        *((Choice("enrol", _("Cards and tags"), _("give each card its tag")),) if cards else ()),
        Choice("resume", _("Saved games"), _("go on where you stopped")),
        Choice("evenings", _("Evenings"), _("who won, and games to replay")),
        Choice("about", _("About"), _("boards, data, licences")),
    ]
    if root != "start":
        choices.append(Choice("start", _("To the start page"), _("the game is kept")))
    return Question("menu", _("What do you want to see?"), choices=tuple(choices), other=False, later=False)


def _reasons() -> tuple[Choice, ...]:
    return (
        Choice("house_rule", _("House rule"), _("we play it that way")),
        Choice("agreed", _("All agree"), _("this once")),
        Choice("misread", _("Seen wrong"), _("it was another move")),
        Choice("data", _("The board is entered wrong"), _("a space or a border")),
    )


def _slips() -> tuple[Choice, ...]:
    return (
        Choice("forgotten", _("A move was not entered"), _("it was made at the table")),
        Choice("misread", _("Seen wrong"), _("it was another move")),
        Choice("agreed", _("All agree"), _("this once")),
        Choice("bumped", _("The table was bumped"), _("nobody knows any more")),
    )
