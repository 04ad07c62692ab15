"""What the rules say is always true of pieces and money: sums that no act, correction or overruling may change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from companion.engine.types import Event, Notice, facts

if TYPE_CHECKING:
    from companion.engine.game import Game

BALANCE = "balance"  # code of the notice that tells of a broken one


@frozen
class Balance:
    """A sum: ``piece`` names what is counted, ``side`` whose it is ("" for nobody's), ``rule`` says so."""

    rule: str
    piece: str
    side: str
    wanted: int
    found: int
    most: bool = False  # ``wanted`` is the most there can be, fewer are right as well

    @property
    def broken(self) -> bool:
        return self.found > self.wanted if self.most else self.found != self.wanted


def broken(game: Game[Any], s: Any) -> tuple[Balance, ...]:
    """Sums that are not as the rules keep them."""
    return tuple(b for b in game.balances(s) if b.broken)


def warnings(game: Game[Any], s: Any) -> tuple[Event, ...]:
    """A notice for each broken sum, for the table to mend."""
    return tuple(
        Notice(
            BALANCE,
            facts(piece=b.piece, side=b.side, wanted=b.wanted, found=b.found, most=b.most),
            rules=(b.rule,),
        )
        for b in broken(game, s)
    )


def is_warning(event: Event) -> bool:
    return isinstance(event, Notice) and event.code == BALANCE
