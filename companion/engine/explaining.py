"""Reading acts from a changed table: what a game may offer beside its rules (``Game`` itself needs none of it)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from companion.engine.types import Input, Tabletop, Token

Diff = Mapping[str, tuple[Token, ...]]  # space -> what lies there now, where it is not what ``tabletop`` says
Chain = tuple[Input, ...]

S_contra = TypeVar("S_contra", contravariant=True)


class Explainer(Protocol[S_contra]):
    """A game that tells which acts could have made a difference, without trying all of them."""

    def explains(self, s: S_contra, diff: Diff) -> tuple[Chain, ...]:
        """Chains of acts after which the table looks like this, the shortest first.

        Every act of a chain shows on the table. One chain stands for all that end in the same state, so several
        come back only where the results differ and the players must be asked.
        """

    def traces(self, s: S_contra, act: Input) -> tuple[Tabletop, ...]:
        """Tables on the way from here to the table after an act: begun, or done but for what follows from it."""
