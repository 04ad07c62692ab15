"""A pad of numbers: every legal one from the least, the likeliest set; a long range opens part by part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.app.entry.strip import Acts, Key
from companion.app.viewmodel import Choice

NUMBER, TENS = "n:", "tens:"
MOST = 24  # keys of one pad; of a longer range one part is open
TEN = 10  # numbers of such a part


def ordered(numbers: Iterable[int], likely: int, part: int | None = None, size: int = TEN) -> list[int]:
    """From the least to the most; of a long range those of one part (None: the first) and the likeliest."""
    known = sorted(set(numbers))
    if len(known) > MOST:
        part = known[0] // size if part is None else part
        known = [n for n in known if n // size == part]
    return sorted({likely, *known})


def parts_left(numbers: Iterable[int], part: int | None = None, size: int = TEN) -> list[int]:
    """The parts of a long range that are not open; none of a short one."""
    known = sorted(set(numbers))
    if len(known) <= MOST:
        return []
    part = known[0] // size if part is None else part
    return sorted({n // size for n in known} - {part})


def part_choices(numbers: Iterable[int], part: int | None = None, prefix: str = "", size: int = TEN) -> list[Choice]:
    """Keys that open another part."""
    known = sorted(set(numbers))
    return [
        Choice(f"{prefix}{TENS}{t}", f"{next(n for n in known if n // size == t)}…")
        for t in parts_left(known, part, size)
    ]


def number_keys(
    acts: Mapping[int, Acts | Any], likely: int, chosen: int | None = None, ten: int | None = None
) -> list[Key]:
    """Keys of the legal numbers with what each enters, and keys that open another ten."""
    likely = likely if likely in acts else max(acts)
    shown = likely if chosen is None else chosen
    told = [n for n in sorted({*ordered(acts, likely, ten), shown}) if n in acts]
    keys = [Key(Choice(f"{NUMBER}{n}", str(n), chosen=n == shown), acts[n]) for n in told]
    return [*keys, *(Key(c) for c in part_choices(acts, ten))]
