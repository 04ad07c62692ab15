"""A pad of numbers: every legal one at one touch, the likeliest first and set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.app.entry.strip import Acts, Key
from companion.app.viewmodel import Choice

NUMBER = "n:"
MOST = 24  # keys of one pad


def ordered(numbers: Iterable[int], likely: int) -> list[int]:
    """The likeliest, then the others from the least; a long list thins out towards its end."""
    rest = sorted(n for n in set(numbers) if n != likely)
    if len(rest) >= MOST:
        near = [n for n in rest if abs(n - likely) <= 2]
        tens = [n for n in rest if n > MOST // 2 and n % 5 == 0]
        rest = sorted({*rest[: MOST // 2], *near, *tens})[: MOST - 1]
    return [likely, *rest]


def number_keys(acts: Mapping[int, Acts | Any], likely: int, chosen: int | None = None) -> list[Key]:
    """Keys of the legal numbers with what each enters."""
    likely = likely if likely in acts else max(acts)
    shown = likely if chosen is None else chosen
    return [Key(Choice(f"{NUMBER}{n}", str(n), chosen=n == shown), acts[n]) for n in ordered(acts, likely)]
