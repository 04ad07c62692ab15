"""Finding a rule by the words people remember of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

TITLE, SECTION, TEXT = 4, 2, 1  # what a word counts for, by where it stands


def plain(text: str) -> str:
    """Small letters without accents: "König" is found by "konig" and, as Germans type it, by "koenig"."""
    text = text.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def found(book: Mapping[str, Mapping[str, Any]], query: str, lang: str, most: int = 20) -> tuple[str, ...]:
    """Ids of the rules that hold every word of the query (or its beginning), the best first, then in book order.

    ``book``: rule id -> title, section and text by language. An id that is typed is found as well.
    """
    words = _words(plain(query))
    if not words:
        return ()
    scored = [(-_score(n, entry, words, lang), k, n) for k, (n, entry) in enumerate(book.items())]
    return tuple(n for points, _, n in sorted(scored) if points)[:most]


def _score(number: str, entry: Mapping[str, Any], words: list[str], lang: str) -> int:
    """0 where a word is missing."""
    total = 0
    for word in words:
        best = max((points for points, text in _places(number, entry, lang) if _holds(text, word)), default=0)
        if not best:
            return 0
        total += best
    return total


def _places(number: str, entry: Mapping[str, Any], lang: str) -> Iterator[tuple[int, str]]:
    yield TITLE, number
    yield TITLE, str(entry["title"][lang])
    yield SECTION, str(entry["section"][lang])
    yield TEXT, str(entry["text"][lang])


def _words(text: str) -> list[str]:
    """Words and numbers; a rule id such as "hi-3.3" is one."""
    parts = "".join(c if c.isalnum() or c in "-." else " " for c in text).split()
    return [w for p in parts if (w := p.strip("-."))]


@lru_cache(maxsize=1000)  # all of a book: it is looked through at every letter that is typed
def _spelled(text: str) -> tuple[tuple[str, str], ...]:
    """The words of a text, each in plain letters and as it is typed without the dots of its umlauts."""
    return tuple((w, _bare(w)) for w in _words(plain(text)))


def _holds(text: str, word: str) -> bool:
    """Whether a word of the text begins like this; umlauts may be typed without their dots too."""
    bare = _bare(word)
    return any(plainly.startswith(word) or dotless.startswith(bare) for plainly, dotless in _spelled(text))


def _bare(word: str) -> str:
    return word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
