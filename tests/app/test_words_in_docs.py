"""What the handbook sets in italics is said so by the app: nobody looks for a key that is called otherwise."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from companion import i18n
from companion.games import GAMES, game

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "docs/cards.md", "docs/own-board.md", "docs/vikings-gone-wild.md", "docs/walisk.md")
STRESSED = {"Menu", "why", "stills", "second camera", "Advice"}  # three lines; words of the text, and of a rulebook


@cache
def said_by_the_app() -> frozenset[str]:
    """Its messages without fields and stops; names of games and of menu entries are said by themselves."""
    found = {game(g).words.title for g in GAMES}
    for domain in i18n.domains("de"):
        for key in i18n.catalogue("de", domain)._catalog:  # type: ignore[attr-defined]
            found.add(key[0] if isinstance(key, tuple) else key)
    return frozenset(plain(text) for text in found)


def plain(text: str) -> str:
    return re.sub(r",? ?\{\w+\}", "", text).strip(" .:?").lower()


def italics(text: str) -> list[str]:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    return [" ".join(m.split()) for m in re.findall(r"(?<![*\w])\*([^*\s][^*]*?)\*(?!\*)", prose)]


@pytest.mark.parametrize("page", PAGES)
def test_keys_and_questions_are_called_as_in_the_app(page: str) -> None:
    named = [part for t in italics((ROOT / page).read_text(encoding="utf-8")) for part in re.split(r"(?<=^Menu), ", t)]
    assert len(named) >= 3
    assert [t for t in named if t not in STRESSED and plain(t) not in said_by_the_app()] == []
