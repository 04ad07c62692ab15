"""What a finger says: a kind and its payload. Plain values, no kivy."""

from __future__ import annotations

from typing import Any

from attrs import Attribute, field, frozen

TAPS: dict[str, str] = {
    # everywhere
    "go": "place to open: settings, history, rules, about, resume, enrol, menu, hand, start",
    "back": "",
    "menu": "the app opens it",
    "dismiss": "shut the menu or the question for a reason",
    "ask_reason": "overrule or table_right: the app asks for the reason, then posts that tap",
    "lamp": "device",
    "setting": "(name, value): language, text, theme, sound, motion, speech, clock, turned, camera, die, cards",
    # table
    "undo": "",
    "redo": "",
    "space": "space id tapped on the board drawing",
    "one": "space id held for long: one piece of it",
    "carry": "(space id, space id): a piece dragged from one to the other",
    "key": "key of the strip under the scores",
    "picked": "the same under the loupe: no other can have been meant",
    "score": "letter of the row: show each point with its reason",
    "close": "shuts reasons",
    "choose": "(question key, choice or candidate key)",
    "number": "(question key, n)",
    "other": "question key: something else",
    "later": "question key: ask later",
    "where": "show the legal targets while refused",
    "whole": "the whole board instead of a part of it",
    "rule": "rule id (full text)",
    "overrule": "reason in words",
    "table_right": "reason in words: take the table as it lies",
    "play_on": "out of step: later, play on",
    "snack": "snack key",
    "panel": "choice key of the game panel",
    "reveal": "letter: the curtain is held",
    "cover": "letter: released, timed out or focus lost",
    "jump_ask": "journal line",
    "jump": "journal line: go back to it",
    # by hand
    "hand_kind": "key of the kind of input, '' for the list",
    "hand_value": "(field id, value)",
    "hand_enter": "",
    # cards and tags
    "enrol": "skip, back, anew, or the card that comes next",
    # end
    "replay": "None: the game at the table; the id of a saved game",
    "replay_to": "first, last, back, on, round_back, round_on, or a position",
    "lesson": "number of a card of how to play",
    "rule_search": "words of a rule",
    "share": "",
    "again": "",
    # start and set-up (setup_views.py)
    "continue": "id of the saved game",
    "rescue": "id of a damaged game: a copy up to its last sound line",
    "forget": "id of the saved game",
    "game": "game id",
    "plan": "box, print or none",
    "begin": "(game id, plan)",
    "demo": "game id",
    "work": "key of a button of the workshop",
    "set_up": "Draft",
    "camera_source": "webcam, phone or photo",
    "camera_address": "address or file as typed",
    "camera_more": "key of a board file",
    "corner": "(0 to 3, point in the picture)",
    "camera_keep": "",
    "capture_tap": "point in the picture",
    "capture_drag": "the way of a finger: points in the picture, two or more",
    "capture_choose": "key of a button beside the picture",
    "capture_count": "(key, difference)",
    "capture_name": "what a place is called",
    "capture_later": "",
    "capture_play": "",
    "capture_next": "",
    "guide_lot": "draw the lot in the app",
    "guide_pick": "key of one of few things to choose in the set-up",
    "guide_shuffled": "every pile was shuffled at the table",
    "guide_start": "play from here",
}


def _known(instance: object, attribute: Attribute[str], value: str) -> None:
    if value not in TAPS:
        raise ValueError(f"no tap {value!r}")


@frozen
class Tap:
    """What a finger said: a kind of ``TAPS`` and its payload. ``page``: the kind of view that was touched, and its
    moment; None: not known.
    """

    kind: str = field(validator=_known)
    payload: Any = None
    page: Any = field(default=None, eq=False)
