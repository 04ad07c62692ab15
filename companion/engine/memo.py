"""Results of pure functions that are worth keeping, beside the state: never in it, so that values stay values."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

TABLES = 64  # whose results are kept; a world is one table's, and equal to itself alone


@lru_cache(maxsize=TABLES)
def memo_of(world: Hashable) -> dict[Any, Any]:
    """What was found out for a table, by key; the key holds all that the result depends on, beside the world."""
    return {}
