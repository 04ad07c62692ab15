"""What the rules say is always true of pieces and money: sums that no act, correction or overruling may change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from companion.engine.types import Event, Notice, facts

if TYPE_CHECKING:
    from companion.engine.game import Game

BALANCE = "balance"  # code of the notice that tells of a broken one
# How a sum is held: always just so many; no more than there are; no more than the box holds, then substitutes.
EXACT, MOST, STOCK = "exact", "most", "stock"


@frozen
class Balance:
    """A sum: ``piece`` names what is counted, ``side`` whose it is ("" for nobody's), ``rule`` says so."""

    rule: str
    piece: str
    side: str
    wanted: int
    found: int
    kind: str = EXACT

    @property
    def broken(self) -> bool:
        return self.found != self.wanted if self.kind == EXACT else self.found > self.wanted


def broken(game: Game[Any], s: Any) -> tuple[Balance, ...]:
    """Sums that are not as the rules keep them."""
    return tuple(b for b in game.balances(s) if b.broken)


def warnings(game: Game[Any], before: Any, after: Any) -> tuple[Event, ...]:
    """A notice for each broken sum, for the table to mend; of substitutes only those that are new."""
    known = {b for b in game.balances(before) if b.kind == STOCK}
    return tuple(
        Notice(
            BALANCE,
            facts(piece=b.piece, side=b.side, wanted=b.wanted, found=b.found, kind=b.kind),
            rules=(b.rule,),
        )
        for b in broken(game, after)
        if b not in known
    )


def is_warning(event: Event) -> bool:
    return isinstance(event, Notice) and event.code == BALANCE
