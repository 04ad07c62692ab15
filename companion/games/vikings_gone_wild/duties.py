"""What the table owes in Vikings Gone Wild: the duty first asked, and rights that stand beside it."""

from __future__ import annotations

from functools import cache

from companion.engine.types import Choose, May, Over, Pending, facts
from companion.games.vikings_gone_wild.rules import answering, ending, flow, missions, setup, storing
from companion.games.vikings_gone_wild.rules.common import row_gap
from companion.games.vikings_gone_wild.rules.rights import rights
from companion.games.vikings_gone_wild.rules.targets import SLOTS, target_card
from companion.games.vikings_gone_wild.state import APART, Phase, State

ACTS = (
    "play", "use", "buy", "build", "upgrade", "attack", "together", "exchange", "give_back", "swap", "end_turn",
)  # fmt: skip


TOGETHER, BEFORE = ("attack", "declared"), ("attack", "pass")  # attacks at once, before the first one was declared


def pending(s: State) -> tuple[Pending, ...]:
    """What is owed first; rights to claim a mission and to leave taverns stand beside it."""
    owed, beside = _owed(s), _rights(s)
    return (*owed, *beside) if beside else owed


def _owed(s: State) -> tuple[Pending, ...]:
    if s.due:
        return (missions.favour_wanted(s),)
    if s.row[0] < 0 and row_gap(s) >= 0 and not s.unshuffled:
        return (setup.row_wanted(s),)
    if s.stack:
        return (answering.wanted(s, s.stack[-1]),)
    phase = s.phase
    if phase == Phase.TURN:
        return (_turn(s),)
    if phase == Phase.SETUP:
        return setup.setup_wanted(s)
    if phase == Phase.OVER:
        return (Over("VG-16.3" if len(s.winners) == 1 else "VG-16.5", s.winners),)
    if phase == Phase.TIE:
        return (ending.tie_wanted(s),)
    if phase == Phase.CLAIM:
        return (Choose("VG-R25", flow.waiting(s), ("claim", "pass")),)
    if phase == Phase.STORE:
        return (Choose("VG-13.1", (s.turn,), ("store", "pass"), facts=facts(seat=s.turn)),)
    if phase == Phase.DISCARD:
        most = storing.allowed_to_hold(s, s.turn)
        return (Choose("VG-14.2", (s.turn,), ("drop",), facts=facts(seat=s.turn, held=most)),)
    return (_turn(s),)


def _turn(s: State) -> Pending:
    now = s.now
    if now.window == 1:
        who = now.strikes[0].seat
        targets = tuple(k.target for k in now.strikes)
        cards = tuple(s.world.ids[target_card(s, t)] if t in SLOTS else "" for t in targets)
        attack = facts(seat=who, attacker=s.turn, targets=targets, undead=cards)
        return Choose("VG-9.2", (who,), ("defend", "use", "pass"), facts=attack)
    what = ACTS if not now.together else TOGETHER if now.strikes else BEFORE
    return _acting(s.turn, what, now.beer, now.gold, now.hits)


@cache
def _acting(seat: int, what: tuple[str, ...], beer: int, gold: int, hits: int) -> Choose:
    purse = facts(seat=seat, beer=beer, gold=gold, hits=hits)
    return Choose("VG-4.2" if what is ACTS else "VG-R13", (seat,), what, facts=purse)


def _rights(s: State) -> tuple[Pending, ...]:
    """VG-R25, VG-3.2: nothing hidden is asked for, so nothing is betrayed."""
    if s.phase in APART:
        return ()
    last = rights(s)
    claimers = last.claimers
    if claimers and (s.phase == Phase.CLAIM or not missions.quiet(s)):
        claimers = ()
    return _mays(claimers, last.drinkers)


@cache
def _mays(claimers: tuple[int, ...], drinkers: tuple[int, ...]) -> tuple[Pending, ...]:
    claim = (May("VG-11.1", claimers, ("claim",)),) if claimers else ()
    return (*claim, May("VG-3.2", drinkers, ("forgo",))) if drinkers else claim
