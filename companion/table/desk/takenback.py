"""Acts that were taken back while their pieces lay there: until hands have put that right nothing is read into it."""

from __future__ import annotations

from collections import Counter

from attrs import frozen

from companion.engine.types import Input
from companion.table.sight import Sight
from companion.table.verdicts import Todo, Verdict, leading

RIGHT = 2.0  # nats by which a space that lies as it should may speak against that


@frozen
class TakenBack:
    """``off``: spaces that lay otherwise than they should without these acts."""

    acts: tuple[Input, ...]
    off: tuple[Todo, ...]

    def lies(self, sight: Sight, verdict: Verdict) -> bool:
        """Whether their pieces lie there still. Hands have done something else as soon as one space lies as it should
        and no piece too many lies on any other: what has left its place may go elsewhere in the same go."""
        if any(act in self.acts for act in leading(verdict)):
            return True
        left = [t for t in self.off if sight.plain(t.space, t.expected) > RIGHT]
        return len(left) == len(self.off) or any(_too_many(sight, t) for t in left)


def _too_many(sight: Sight, off: Todo) -> bool:
    return bool(Counter(sight.best(off.space) or {}) - sight.palette.counts(off.expected))
