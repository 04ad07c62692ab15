"""Selections that must weigh enough, entered by hand: attackers, layouts of stores, cards to be discarded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.legal import Weighed

Counts = tuple[tuple[str, int], ...]


def limits(open_to: Sequence[Weighed]) -> dict[str, int]:
    """What may be chosen in any of several entries, and how many of it."""
    most: dict[str, int] = {}
    for w in open_to:
        for item, n in w.of:
            most[item] = max(n, most.get(item, 0))
    return most


def selected(w: Weighed, value: Any) -> Counts | None:
    """A value as a selection of these items; None if it holds others, or more of them."""
    if not isinstance(value, Mapping | tuple):
        return None
    counts = {str(k): n for k, n in dict(value).items() if n}
    most = {str(k): n for k, n in w.of}
    if any(n > most.get(k, 0) for k, n in counts.items()):
        return None
    return tuple((k, counts[str(k)]) for k, _ in w.of if str(k) in counts)


def enough(w: Weighed, value: Any) -> bool:
    """Whether a value is such a selection and weighs what is needed."""
    found = selected(w, value)
    return found is not None and w.weigh(found) >= w.need


def balance(open_to: Sequence[Weighed], value: Any) -> tuple[int, int]:
    """Weight so far and weight needed, in the entry where least is lacking."""
    weights = [(max(0, w.weigh(found)), w.need) for w in open_to if (found := selected(w, value)) is not None]
    return max(weights, key=lambda x: x[0] - x[1], default=(0, min((w.need for w in open_to), default=0)))
