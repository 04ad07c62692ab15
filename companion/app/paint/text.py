"""Text as textures: own line breaking with soft hyphens, exact line heights, one cached white texture a line."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy.core.text import Label as CoreLabel

FONTS = Path(__file__).resolve().parent.parent / "fonts"
SOFT = "\u00ad"
BEHIND_SLASH = re.compile(r"(?<=[/\\])(?=.)")
WORD = 40  # letters; what is longer and has no joints was typed, and is broken where the line ends
LINES = 300  # that are kept: a page has a hundred at most, and one takes 40 kB


@lru_cache(maxsize=256)
def _measure(face: str, size: int) -> CoreLabel:
    label = CoreLabel(text="x", font_name=str(FONTS / f"{face}.ttf"), font_size=size)
    label.resolve_font_name()
    return label


@lru_cache(maxsize=8192)
def width(text: str, face: str, size: int) -> float:
    """Width in px of one line."""
    return _measure(face, size).get_extents(text)[0] if text else 0


@lru_cache(maxsize=LINES)
def texture(text: str, face: str, size: int) -> Any:
    """A white texture of one line, as high as the face's ascent and descent."""
    label = CoreLabel(text=text, font_name=str(FONTS / f"{face}.ttf"), font_size=size)
    label.refresh()
    return label.texture


def wrap(text: str, face: str, size: int, room: float) -> list[str]:
    """Break into lines no wider than ``room`` px, between words or at soft hyphens; a longer word stands alone,
    but for one that is none."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            trial = f"{line} {word}" if line else word
            if width(trial.replace(SOFT, ""), face, size) <= room:
                line = trial
                continue
            head, tail = _hyphenate(line, word, face, size, room)
            if head or line:
                lines.append((head or line).replace(SOFT, ""))
            while width(tail.replace(SOFT, ""), face, size) > room:  # a word longer than two lines
                head, tail = _hyphenate("", tail, face, size, room)
                if not head and len(word) > WORD:
                    head, tail = _cut(tail, face, size, room)
                if not head:
                    break
                lines.append(head.replace(SOFT, ""))
            line = tail
        lines.append(line.replace(SOFT, ""))
    return lines


def _cut(word: str, face: str, size: int, room: float) -> tuple[str, str]:
    """As many letters as fit into a line, one at least, and those that are left."""
    n = next((n for n in range(len(word), 1, -1) if width(word[:n], face, size) <= room), 1)
    return word[:n], word[n:]


def _hyphenate(line: str, word: str, face: str, size: int, room: float) -> tuple[str, str]:
    """The line filled up with the longest part of the word that fits, and what is left of it; a path that is longer
    than a line is parted behind its slashes."""
    parts, end, joint = word.split(SOFT), "-", SOFT
    if len(parts) == 1 and width(word, face, size) > room:
        parts, end, joint = BEHIND_SLASH.split(word), "", ""
    for k in range(len(parts) - 1, 0, -1):
        head = "".join(parts[:k]) + end
        trial = f"{line} {head}" if line else head
        if width(trial.replace(SOFT, ""), face, size) <= room:
            return trial, joint.join(parts[k:])
    return "", word
