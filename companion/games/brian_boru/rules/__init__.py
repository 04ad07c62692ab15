"""The rules of Brian Boru: what an act causes or why it is refused, and what is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.engine.balance import STOCK, Balance
from companion.engine.guards import Waived
from companion.engine.legal import Between
from companion.engine.masks import bits
from companion.engine.types import (
    MALFORMED,
    Decision,
    Event,
    Input,
    Notice,
    Rolled,
    Ruling,
    Shown,
    Shuffled,
    facts,
    letter,
)
from companion.engine.types import Outcome as Decided
from companion.games.brian_boru import inputs as acts
from companion.games.brian_boru.rules import draft, finishing, flow, opening, trick, upkeep
from companion.games.brian_boru.rules.guards import Outcome, impossible
from companion.games.brian_boru.state import (
    NOBODY,
    UPKEEP_STEPS,
    Phase,
    State,
    asked,
    controlled,
    expansions,
    room,
    sites,
)

JUDGES: dict[type[Input], Callable[[State, Any, Waived], Outcome]] = {
    acts.Begin: opening.begin,
    acts.Settle: opening.settle,
    Rolled: opening.rolled,
    Shown: opening.shown,
    Shuffled: opening.shuffled,
    acts.Keep: draft.keep,
    acts.NameTown: trick.name_town,
    acts.Stuck: trick.stuck,
    acts.Play: trick.play,
    acts.Act: trick.take_action,
    acts.Buy: finishing.buy,
    acts.Expand: finishing.expand,
    acts.Liberate: finishing.liberate,
    acts.Decline: finishing.decline,
    acts.Occupy: finishing.occupy,
    acts.Ally: finishing.ally,
    acts.GiveUp: finishing.give_up,
    acts.Build: finishing.build,
    acts.Proceed: upkeep.proceed,
}
ALONE = frozenset((acts.Begin, acts.NameTown, acts.Play))
"""Acts after which nothing follows by itself and no piece is short."""


def decide(s: State, act: Input, waived: Waived = frozenset()) -> Decision:
    judge = JUDGES.get(type(act))
    if judge is None:
        return Ruling(MALFORMED, "K-MALFORMED", facts(problems=("no input of this game",)), waivable=False)
    if s.phase == Phase.OVER:
        return impossible("BB-12.1", "over", seat=act.seat)
    events = judge(s, act, waived)
    if isinstance(events, Ruling):
        return events
    if type(act) in ALONE:
        return tuple(events)
    events, after = flow.carried_on(s, events)
    events += short(s, after)
    return Decided.of(events, after)


def in_use(s: State) -> dict[tuple[str, int], int]:
    """Pieces that lie anywhere, by kind and seat; discs of a colour in towns, church area and one on each track."""
    discs = zip(s.discs, s.church, strict=True)
    return {
        ("coin", NOBODY): sum(s.coins),
        ("renown", NOBODY): sum(s.renown),
        ("raider", NOBODY): s.area + sum(s.raiders),
        ("viking_control", NOBODY): s.vikings.bit_count(),
        ("monastery", NOBODY): s.monasteries.bit_count(),
        **{("disc", p): towns.bit_count() + church + 2 for p, (towns, church) in enumerate(discs)},
    }


def short(before: State, after: State) -> list[Event]:
    """BB-1.1: pieces are never limited; who needs more than the box holds is told to take substitutes."""
    stock = before.world.box.stock
    over = [(kind, side, n) for (kind, side), n in in_use(after).items() if n > stock[kind]]
    was = in_use(before) if over else {}
    return [
        Notice("stock", facts(kind=kind, seat=side, n=n, box=stock[kind]), rules=("BB-1.1",))
        for kind, side, n in over
        if was[kind, side] <= stock[kind]
    ]


def balances(s: State) -> Iterator[Balance]:
    """BB-1.1: what is in use of each kind, beside what the box holds."""
    for (kind, side), n in in_use(s).items():
        yield Balance("BB-1.1", kind, "" if side == NOBODY else letter(side), s.world.box.stock[kind], n, STOCK)


# ---------------------------------------------------------------- what is legal
def options_of(s: State, seat: int | None) -> Iterator[Input]:
    return iter(_options(s, seat))


def _options(s: State, seat: int | None) -> Iterable[Input]:
    if seat is None:
        waits = s.stack and s.stack[0][0] in UPKEEP_STEPS
        return (acts.Proceed(None),) if waits else ()
    if s.stack:
        return _finishing(s, seat)
    if s.phase == Phase.ACT:
        return trick.act_options(s, seat)
    if s.phase == Phase.DRAFT:
        return draft.keep_options(s, seat)
    if s.phase == Phase.BEGIN:
        return () if s.world.by_lot else (acts.Begin(seat),)
    if seat != s.turn:
        return ()
    if s.phase == Phase.PLAY:
        return trick.play_options(s, seat)
    if s.phase == Phase.LEAD:
        stuck = () if s.free_lead or trick.able(s, seat) else (acts.Stuck(seat),)
        return (*trick.name_options(s, seat), *stuck)
    return opening.settle_options(s, seat) if s.phase == Phase.HOME else ()


def _finishing(s: State, seat: int) -> Iterator[Input]:
    if seat != asked(s):
        return
    kind, who, arg = s.stack[0]
    ids = s.world.ids
    if kind in finishing.WINDOW_RULES:
        n: Any = Between(0, room(s, s.stack[0]))
        yield acts.Buy(seat, n)
    elif kind == "E":
        yield acts.Decline(seat)
        yield from (acts.Expand(seat, ids[i]) for i in bits(expansions(s, seat)))
    elif kind == "X":
        yield from (acts.Liberate(seat, ids[i]) for i in bits(s.vikings))
    elif kind == "town":
        yield from (acts.Occupy(seat, ids[i]) for i in bits(upkeep.region_free(s, arg)))
    elif kind == "princess":
        yield from (acts.Ally(seat, choice) for choice in (acts.PACT, acts.TRADE, acts.SPURN))
    elif kind == "lose":
        yield from (acts.GiveUp(seat, ids[i]) for i in bits(controlled(s, who)))
    elif kind == "build":
        if not s.world.must_build:
            yield acts.Decline(seat)
        yield from (acts.Build(seat, ids[i]) for i in bits(sites(s, seat)))
