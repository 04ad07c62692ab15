"""A space that was agreed to lie otherwise than it looks: what a camera misreads, it misreads the next time as well."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from companion.engine.types import Token

Tokens = tuple[Token, ...]
Counts = Mapping[str, int]


@frozen
class Standing:
    """How a space should lie (``tokens``) and how it looked (``seen``); ``off``: pieces seen too many, or too few.

    ``spoken``: somebody told that it lies so, whatever the camera sees. ``heap``: many pieces, easily misread.
    """

    tokens: Tokens
    seen: Counts
    off: Counts
    spoken: bool
    heap: bool = False

    def looks(self, seen: Counts) -> bool:
        """Whether the space still looks as it did."""
        return all(self.seen.get(p, 0) == seen.get(p, 0) for p in {*self.seen, *seen})

    def held(self, seen: Counts) -> Counts:
        """What it is off by still: all while it looks as it did, then what is seen more like then than as it should.

        Without anybody's word a space that has changed since is off by nothing, unless it is a heap.
        """
        if not (self.spoken or self.heap):
            return self.off if self.looks(seen) else {}
        now = {p: seen.get(p, 0) - self.seen.get(p, 0) for p in self.off}
        return {p: n for p, n in self.off.items() if abs(now[p]) <= abs(now[p] + n)}

    def corrected(self, seen: Counts) -> Counts:
        """The pieces that lie there if the camera is still as wrong as it was."""
        off = self.held(seen)
        return {p: max(0, seen.get(p, 0) - off.get(p, 0)) for p in {*seen, *off}}
