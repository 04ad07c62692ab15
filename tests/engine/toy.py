"""A game of a minute: three seats bid under cover, two dice are thrown, and whoever likes may peek first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from attrs import evolve, frozen

from companion.engine.boards import Board
from companion.engine.game import Config, Game, GameInfo, configure
from companion.engine.legal import Between
from companion.engine.types import (
    MALFORMED,
    Choose,
    Decision,
    Die,
    Event,
    Input,
    May,
    Over,
    Pending,
    Roll,
    Rolled,
    Ruling,
    ScoreRow,
    ScoreSheet,
    Tabletop,
    Token,
    facts,
    refuse,
)  # fmt: skip
from companion.engine.words import Say, Words, say


@frozen
class Bid(Input):
    coins: int


@frozen
class Peek(Input):
    pass


@frozen
class Bidden(Event):
    seat: int
    coins: int


@frozen
class Thrown(Event):
    pips: tuple[str, ...]


@frozen
class Peeked(Event):
    reveals = True

    seat: int


class ToyState(NamedTuple):
    world: None
    bids: tuple[int, ...]  # -1: not yet
    peeked: tuple[int, ...]
    pips: tuple[str, ...]


def _silent(*_: Any) -> Say:
    return say("")


class Toy(Game[ToyState]):
    info = GameInfo("toy", 1, "T", (3,), (), (Bid, Peek), (Bidden, Thrown, Peeked))
    words = Words("Toy", _silent, _silent, _silent, _silent, _silent)

    def setup(self, config: Config) -> ToyState:
        return ToyState(None, (-1,) * config.players, (), ())

    def pending(self, s: ToyState) -> tuple[Pending, ...]:
        left = tuple(i for i, b in enumerate(s.bids) if b < 0)
        if left:
            return (Choose("T-1", left, ("bid",), sealed=True), May("T-3", (0, 1, 2), ("peek",)))
        if not s.pips:
            return (Roll("T-2", (Die(("1", "2"), "luck"), Die(("1", "2"), "luck")), None),)
        return (Over("T-4", (s.bids.index(max(s.bids)),)),)

    def options_of(self, s: ToyState, seat: int | None) -> Iterator[Input]:
        if seat is not None and s.bids[seat] < 0:
            entry = Bid(seat, 0)
            object.__setattr__(entry, "coins", Between(0, 3))
            yield entry
        if seat is not None and min(s.bids) < 0 and seat not in s.peeked:
            yield Peek(seat)

    def decide(self, s: ToyState, act: Input, waived: frozenset[str] = frozenset()) -> Decision:
        if isinstance(act, Rolled):
            if min(s.bids) < 0 or s.pips or len(act.faces) != 2 or set(act.faces) - {"1", "2"}:
                return Ruling(MALFORMED, "T-2", waivable=False)
            return (Thrown(act.faces, rules=("T-2",)),)
        if act.seat is None or not 0 <= act.seat < len(s.bids):
            return Ruling(MALFORMED, "T-1", waivable=False)
        if isinstance(act, Peek):
            taken = act.seat in s.peeked or min(s.bids) >= 0
            return refuse("T-3") if taken and "T-3" not in waived else (Peeked(act.seat, rules=("T-3",)),)
        assert isinstance(act, Bid)
        if s.bids[act.seat] >= 0 and "T-1" not in waived:
            return refuse("T-1", seat=act.seat)
        if not 0 <= act.coins <= 3 and "T-5" not in waived:
            return refuse("T-5", coins=act.coins)
        return (Bidden(act.seat, act.coins, rules=("T-1",), audience=(act.seat,)),)

    def evolve(self, s: ToyState, event: Event) -> ToyState:
        if isinstance(event, Bidden):
            return s._replace(bids=(*s.bids[: event.seat], event.coins, *s.bids[event.seat + 1 :]))
        if isinstance(event, Peeked):
            return s._replace(peeked=tuple(sorted({*s.peeked, event.seat})))
        assert isinstance(event, Thrown)
        return s._replace(pips=event.pips)

    def view(self, s: ToyState, seat: int | None) -> Mapping[str, Any]:
        return {"bids": [b if i == seat else None for i, b in enumerate(s.bids)]}

    def tabletop(self, s: ToyState) -> Tabletop:
        return {"cloth": tuple(Token("coin", "ABC"[i]) for i, b in enumerate(s.bids) if b >= 0)}

    def score(self, s: ToyState) -> ScoreSheet:
        return ScoreSheet(tuple(ScoreRow(i, b, 1) for i, b in enumerate(s.bids)), bool(s.pips), facts())

    def position(self, s: ToyState) -> dict[str, Any]:
        return {"bids": list(s.bids), "peeked": list(s.peeked), "pips": list(s.pips)}

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> ToyState:
        return ToyState(None, tuple(doc["bids"]), tuple(doc["peeked"]), tuple(doc["pips"]))


TOY = Toy()


def table(board: Board) -> Config:
    return configure(TOY, 3, evolve(board, game="toy"))
