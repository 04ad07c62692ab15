"""What must hold on every page: nothing cut or overlapping, everything a finger can hit, one language, a way out."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import Any

from companion import i18n
from tests.app.finger import receiver

OWN_NAMES = ("English", "Deutsch")  # a language is called by its own name
APART = 4.0  # design units between two texts of one line, which would be read as one
FLOOR = 22.0  # design units of the smallest text
SMALLEST = 48.0  # design units of the smallest target
SLACK = 2.0


def drawn(shell: Any) -> list[Any]:
    return [w for w in shell.walk() if hasattr(w, "said") and shown(w)]


def shown(part: Any) -> bool:
    """Whether it and all it stands in can be seen."""
    while part is not None and hasattr(part, "opacity"):
        if part.opacity <= 0:
            return False
        part = part.parent if part.parent is not part else None
    return True


def targets(shell: Any) -> list[Any]:
    return [p for p in drawn(shell) if hasattr(p, "target") and p.w > 0 and p.h > 0]


def clipped(shell: Any) -> list[str]:
    """Texts that leave their part or the window, or are smaller than the floor."""
    found = []
    wide, tall = shell.screen.dw, shell.screen.dh
    for part in drawn(shell):
        for said in part.said:
            x, y, w, _h = said.box
            left, top = part.box[0] + x, part.box[1] + y
            taken_w, taken_h = said.taken
            who = f"{type(part).__name__}: {said.text!r}"
            if 0 < said.size < FLOOR - 0.5 and len(said.text) > 3:
                found.append(f"{who} is set at {said.size:.0f}")
            if taken_w > w + SLACK or left < -SLACK or left + taken_w > wide + SLACK:
                found.append(f"{who} is {taken_w:.0f} wide in {w:.0f}")
            if top < -14 or top + taken_h > tall + 14:
                found.append(f"{who} leaves the window")
            if part.h and (y < -14 or y + taken_h > part.h + 16):
                found.append(f"{who} leaves its part ({y:.0f}, {taken_h:.0f}, {part.h:.0f})")
    return found


def touching(shell: Any) -> list[str]:
    """Texts of one part and line with next to nothing between them: a 6 and "4 more" would be "64 more"."""
    found = []
    for part in drawn(shell):
        for a, b in combinations([s for s in part.said if s.text.strip()], 2):
            if a.left > b.left:
                a, b = b, a
            (top_a, high_a), (top_b, high_b) = ((s.box[1], s.taken[1]) for s in (a, b))
            share = min(top_a + high_a, top_b + high_b) - max(top_a, top_b)
            if share > 0.4 * min(high_a, high_b) and b.left - a.left - a.taken[0] < APART:
                found.append(f"{type(part).__name__}: {a.text!r} touches {b.text!r}")
    return found


def small(shell: Any) -> list[str]:
    """Targets that a finger cannot hit."""
    return [
        f"{type(p).__name__} {getattr(p, 'text', '')!r} is {p.target}"
        for p in targets(shell)
        if min(p.target) < SMALLEST - 0.01
    ]


def overlapping(shell: Any) -> list[str]:
    """Targets of one container that lie over each other, or leave the window."""
    found = []
    parts = targets(shell)
    for k, a in enumerate(parts):
        ax, ay, aw, ah = a.box
        if not (ax >= -1 and ax + aw <= shell.screen.dw + 1 and ay >= -1 and ay + ah <= shell.screen.dh + 1):
            found.append(f"{type(a).__name__} {list(a.box)} leaves the window")
        for b in parts[k + 1 :]:
            bx, by, bw, bh = b.box
            dx, dy = max(bx - ax - aw, ax - bx - bw), max(by - ay - ah, ay - by - bh)
            if a.parent is b.parent and max(dx, dy) < -SLACK:
                found.append(f"{type(a).__name__} {list(a.box)} lies over {type(b).__name__} {list(b.box)}")
    return found


def strayed(shell: Any) -> list[str]:
    """Rows that lie beside the list they belong to: it has moved and they have not."""
    found = []
    for pages in (p for p in drawn(shell) if type(p).__name__ == "Pages" and p.w > 0):
        x, y, w, _h = pages.box
        for row in pages.children:
            if row.box[0] < x - SLACK or row.box[0] + row.w > x + w + SLACK or row.box[1] < y - SLACK:
                found.append(f"{type(row).__name__} {list(row.box)} lies outside its list {list(pages.box)}")
    return found


def foreign(shell: Any) -> list[str]:
    """Texts that are a message of the catalogue in the other language."""
    lang = i18n.language()
    texts = {s.text for p in drawn(shell) for s in p.said} - {*OWN_NAMES}
    other = "en" if lang == "de" else "de"
    return [f"{t!r} is not {lang}" for t in sorted(texts) if message_of(t, other) and not message_of(t, lang)]


def unfilled(shell: Any) -> list[str]:
    """Texts in which the name of a field stands instead of what belongs there."""
    texts = {s.text for p in drawn(shell) for s in p.said}
    return [f"{t!r} is not filled in" for t in sorted(texts) if re.search(r"\{\w*\}", t)]


def no_way_out(shell: Any) -> list[str]:
    """Undo or back lies bottom left, always; on the start page nothing does."""
    found = [list(p.box) for p in drawn(shell) if type(p).__name__ == "Undo"]
    if shell.shown == "start":
        return [f"something lies where undo does: {found}"] if found else []
    spot = [20, shell.screen.dh - 88, 272, 76]
    return [] if spot in found else [f"no undo or back at {spot}: {found}"]


def filled(shell: Any) -> list[str]:
    """More than one filled button."""
    found = [p.text for p in targets(shell) if getattr(p, "primary", False) and receiver(shell, *p.center) is p]
    return [f"filled: {found}"] if len(found) > 1 else []


def faults(shell: Any) -> list[str]:
    """All that is wrong with the page that is shown."""
    checks = (clipped, touching, small, overlapping, strayed, foreign, unfilled, filled)
    found = [f for check in checks for f in check(shell)]
    return found + (no_way_out(shell) if len(shell.children) == 1 else [])


# ------------------------------------------------------------ words


@cache
def catalogue_of(lang: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """Messages as they read in a language: whole texts, and patterns of those with fields (three words at least)."""
    whole, patterns = set(), []
    for domain in i18n.domains_cached("de"):
        for key, german in i18n.catalogue("de", domain)._catalog.items():  # type: ignore[attr-defined]
            english = key[0] if isinstance(key, tuple) else key
            if not english or english == german:
                continue
            text = english if lang == "en" else german
            if "{" in text:
                fixed = re.split(r"\{[^}]*\}", text)
                if len(re.findall(r"[^\W\d_]{3,}", " ".join(fixed))) >= 3:
                    patterns.append(re.compile(".+?".join(re.escape(p) for p in fixed)))
            else:
                whole |= {text, i18n.capital(text)}
    return frozenset(whole), tuple(patterns)


@cache
def message_of(text: str, lang: str) -> bool:
    """Whether a text is a message of the catalogue as it reads in a language; most pages show the same ones again."""
    whole, patterns = catalogue_of(lang)
    return text in whole or any(p.fullmatch(text) for p in patterns)
