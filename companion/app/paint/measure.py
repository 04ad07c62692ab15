"""How much room a text takes, in design units, before anything is drawn."""

from __future__ import annotations

from math import inf

from companion.app.paint import text as words
from companion.app.theme import FLOOR, ROLES, Look

CLOSE = 1.03  # type on whole px may be so much wider than the same type at another size would tell


def font_px(look: Look, role: str, grow: bool = True, size: float | None = None) -> int:
    """Font size in px of a type role."""
    return max(6, round((size or ROLES[role][0]) * (look.text if grow else 1.0) * look.u))


def wide(look: Look, text: str, role: str, grow: bool = True) -> float:
    """Width of one line."""
    return words.width(text, ROLES[role][2], font_px(look, role, grow)) / look.u


def lines(look: Look, text: str, w: float, role: str) -> int:
    """Lines the text breaks into in a column ``w`` wide."""
    return len(words.wrap(text, ROLES[role][2], font_px(look, role), w * look.u + 1)) if text else 0


def shortened(look: Look, text: str, w: float, role: str) -> str:
    """The text without its last parts, as many as it takes to be set in ``w`` no smaller than can be read."""
    least = min(1.0, FLOOR / (ROLES[role][0] * look.text))
    while wide(look, text, role) * least > w and (less := without_last(text)):
        text = less
    return text


def without_last(text: str) -> str:
    """An enumeration without its last part, "" where it has but one. What stands in brackets goes as a whole."""
    if text.endswith(")"):
        return text[: max(text.rfind(" ("), 0)]
    text = text[: max(text.rfind(", "), text.rfind(" · "), 0)]
    return text[: text.rfind(" (")] if text.count("(") > text.count(")") else text


def least(look: Look, text: str, role: str) -> float:
    """Width of one line in the smallest type that can be read."""
    return wide(look, text, role) * min(1.0, FLOOR / (ROLES[role][0] * look.text)) * CLOSE


def least_lines(look: Look, text: str, w: float, role: str) -> int:
    """Lines in the smallest type that can be read; 0 where a word is wider than the column."""
    size = min(FLOOR, ROLES[role][0] * look.text)
    face, px = ROLES[role][2], font_px(look, role, grow=False, size=size)
    broken = words.wrap(text, face, px, w * look.u + 1)
    return len(broken) if all(words.width(part, face, px) <= (w + 1) * look.u for part in broken) else 0


def least_height(look: Look, text: str, w: float, role: str) -> float:
    """Height of a column in the smallest type that can be read; infinite where a word is wider than the column."""
    if not text:
        return 0.0
    size, line = ROLES[role][:2]
    found = least_lines(look, text, w, role)
    return found * line * min(look.text, FLOOR / size) if found else inf


def height(look: Look, text: str, w: float, role: str) -> float:
    """Height of that column."""
    return lines(look, text, w, role) * look.line(role)
