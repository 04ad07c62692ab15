"""What the table tells the referee of Hibernia."""

from __future__ import annotations

from attrs import field

from companion.engine.types import Input
from companion.engine.values import frozen

DIE, EXTRA = "die", "extra"
Sources = tuple[tuple[str, int], ...]


def _sorted(sources: Sources) -> Sources:
    return tuple(sorted((str(c), n) for c, n in sources)) if sources else ()


@frozen
class Move(Input):
    """Soldiers enter one county, from the supply and, where that is short, from ``sources``."""

    county: str
    by: str  # die | extra
    sources: Sources = field(default=(), converter=_sorted)


@frozen
class Muster(Input):
    """Soldiers come back from the shield."""

    by: str  # die | extra


@frozen
class Rest(Input):
    """The extra action is left unused (option ``extra_action`` optional)."""
