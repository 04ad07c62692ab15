"""A pad of numbers: every legal one, the likeliest first and set; a long range opens ten by ten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.app.entry.strip import Acts, Key
from companion.app.viewmodel import Choice

NUMBER, TENS = "n:", "tens:"
MOST = 24  # keys of one pad; of a longer range one ten is open


def ordered(numbers: Iterable[int], likely: int, ten: int | None = None) -> list[int]:
    """The likeliest, then the others from the least; of a long range those of one ten (None: the first)."""
    known = sorted(set(numbers))
    if len(known) > MOST:
        ten = known[0] // 10 if ten is None else ten
        known = [n for n in known if n // 10 == ten]
    return [likely, *(n for n in known if n != likely)]


def tens(numbers: Iterable[int], ten: int | None = None) -> list[int]:
    """The tens of a long range that are not open; none of a short one."""
    known = sorted(set(numbers))
    if len(known) <= MOST:
        return []
    ten = known[0] // 10 if ten is None else ten
    return sorted({n // 10 for n in known} - {ten})


def ten_choices(numbers: Iterable[int], ten: int | None = None, prefix: str = "") -> list[Choice]:
    """Keys that open another ten."""
    known = sorted(set(numbers))
    return [Choice(f"{prefix}{TENS}{t}", f"{next(n for n in known if n // 10 == t)}…") for t in tens(known, ten)]


def number_keys(
    acts: Mapping[int, Acts | Any], likely: int, chosen: int | None = None, ten: int | None = None
) -> list[Key]:
    """Keys of the legal numbers with what each enters, and keys that open another ten."""
    likely = likely if likely in acts else max(acts)
    shown = likely if chosen is None else chosen
    told = [n for n in dict.fromkeys((*ordered(acts, likely, ten), shown)) if n in acts]
    keys = [Key(Choice(f"{NUMBER}{n}", str(n), chosen=n == shown), acts[n]) for n in told]
    return [*keys, *(Key(c) for c in ten_choices(acts, ten))]
