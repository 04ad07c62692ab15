"""Words in the table's language: gettext catalogues, one domain for the app and one for each game, chained.

English is the source and stands in the code; ``locale/<language>/LC_MESSAGES/<domain>.po`` holds the others.
A compiled ``.mo`` beside the ``.po`` is used when it is not older; otherwise the ``.po`` is compiled in memory,
so that a fresh checkout speaks German too.
"""

from __future__ import annotations

import gettext as _gettext
import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

LOCALE = Path(__file__).resolve().parent / "locale"
LANGUAGES = ("de", "en")
SOURCE = "en"
APP = "companion"  # the domain of the screens

_NUMBERS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "de": ("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
}

LISTS = {"de": "de", "en": "en_GB"}  # British lists: no comma before "and"
ARTICLES = frozenset("The A An New Open Nobody Der Die Das Den Ein Eine Einen Neu Offene Niemand".split())
_current = SOURCE


_elsewhere: dict[str, Path] = {}


def keep_catalogue(domain: str, folder: Path) -> None:
    """Let a game that does not ship with the project bring its catalogues (``<folder>/<language>/...``)."""
    _elsewhere[domain] = folder
    domains_cached.cache_clear()
    catalogue.cache_clear()


def domains(lang: str) -> tuple[str, ...]:
    """Domains that have a catalogue in this language, the app's own first."""
    found = {p.stem for p in (LOCALE / lang / "LC_MESSAGES").glob("*.[pm]o")}
    return tuple(sorted({*found, *_elsewhere}, key=lambda d: (d != APP, d)))


def po_path(lang: str, domain: str) -> Path:
    return _elsewhere.get(domain, LOCALE) / lang / "LC_MESSAGES" / f"{domain}.po"


def capital(text: str) -> str:
    """A sentence or key from words that begin small."""
    return text[:1].upper() + text[1:]


def run_on(sentences: Sequence[str]) -> str:
    """Sentences as one: after a semicolon an article begins small, names and nouns stay as they are."""
    small = [s[:1].lower() + s[1:] if s.partition(" ")[0] in ARTICLES else s for s in sentences[1:]]
    return "; ".join([*sentences[:1], *small])


@cache
def catalogue(lang: str, domain: str) -> _gettext.NullTranslations:
    """One domain alone; an empty one (English stays English) when there is no file."""
    po = po_path(lang, domain)
    mo = po.with_suffix(".mo")
    if mo.is_file() and (not po.is_file() or mo.stat().st_mtime >= po.stat().st_mtime):
        with mo.open("rb") as f:
            return _gettext.GNUTranslations(f)
    if not po.is_file():
        return _gettext.NullTranslations()
    return _gettext.GNUTranslations(io.BytesIO(compile_po(po)))


def compile_po(po: Path) -> bytes:
    """The bytes of the .mo file for a .po file."""
    from babel.messages.mofile import write_mo  # late: only a fresh checkout needs babel at run time
    from babel.messages.pofile import read_po

    out = io.BytesIO()
    with po.open("rb") as f:
        write_mo(out, read_po(f, locale=po.parent.parent.name))
    return out.getvalue()


def compile_all() -> list[Path]:
    """Compile every catalogue on disk beside its source; called at set-up. Returns what was written."""
    written = []
    for po in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        po.with_suffix(".mo").write_bytes(compile_po(po))
        written.append(po.with_suffix(".mo"))
    return written


def has(lang: str, domain: str, message: str) -> bool:
    """Whether this domain has a text for the message (English has all)."""
    return lang == SOURCE or message in getattr(catalogue(lang, domain), "_catalog", {})


def language() -> str:
    """The language in use."""
    return _current


def use(lang: str) -> None:
    """Change the language of all later lookups; an unknown one falls back to English."""
    global _current
    _current = lang if lang in LANGUAGES else SOURCE


def _order(lang: str, domain: str | None) -> tuple[str, ...]:
    return (domain, *(d for d in domains_cached(lang) if d != domain)) if domain else domains_cached(lang)


@cache
def domains_cached(lang: str) -> tuple[str, ...]:
    return domains(lang)


def gettext(message: str, domain: str | None = None, lang: str | None = None) -> str:
    """The message in the language in use; ``domain`` is looked at first, then all others in order."""
    lang = lang or _current
    if lang == SOURCE or not message:
        return message
    for d in _order(lang, domain):
        found = catalogue(lang, d).gettext(message)
        if found != message or has(lang, d, message):
            return found
    return message


def ngettext(one: str, many: str, n: int, domain: str | None = None, lang: str | None = None) -> str:
    """The form for ``n``, not yet filled in."""
    lang = lang or _current
    if lang != SOURCE:
        for d in _order(lang, domain):
            found = catalogue(lang, d).ngettext(one, many, n)
            if found not in (one, many):
                return found
    return one if n == 1 else many


def number_word(n: int, lang: str | None = None) -> str:
    """Two to twelve in words as sentences want them, other numbers in figures."""
    words = _NUMBERS[lang or _current]
    return words[n] if 2 <= n < len(words) else str(n)


def listed(items: Sequence[str], style: Literal["standard", "or"] = "standard", lang: str | None = None) -> str:
    """ "a, b and c", or "a, b or c", as the language joins them."""
    from babel.lists import format_list  # late: a screen that says no list need not wait for it

    return str(format_list(items, style, locale=LISTS[lang or _current]))


def mark(message: str) -> str:
    """Marks a constant for extraction; it is looked up where it is shown."""
    return message


_ = gettext


if __name__ == "__main__":  # at set-up
    for path in compile_all():
        print(path)
