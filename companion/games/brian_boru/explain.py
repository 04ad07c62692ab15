"""Which acts could have made a difference on the table: tricks acted out piece by piece, upkeep, what goes unsaid.

An action and what is bought for it are told together where both can be seen, so nobody says that nothing more was
bought. Where the table
shows the act of the next player, what nobody needs to say before it is taken as done: the only action that a card has,
and an expansion that was left.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.legal import completions
from companion.engine.tablespec import Chain, Diff
from companion.engine.types import Evidence, Input, Outcome, Ruling
from companion.games.brian_boru.effects import evolve
from companion.games.brian_boru.inputs import (
    Act,
    Build,
    Buy,
    Decline,
    Expand,
    GiveUp,
    Liberate,
    NameTown,
    Occupy,
    Settle,
)
from companion.games.brian_boru.rules import decide, options_of
from companion.games.brian_boru.rules.finishing import WINDOW_RULES
from companion.games.brian_boru.state import NOBODY, State, asked
from companion.games.brian_boru.view import tabletop

SHOWN = (Settle, NameTown, Act, Buy, Expand, Liberate, Occupy, GiveUp, Build)

LONGEST = 6  # acts in a chain
STEPS = 2  # acts of one look that each show on the table


def explains(s: State, diff: Diff) -> tuple[Chain, ...]:
    """Chains of legal acts that change places which look different, and none that need not be told."""
    return tuple(_chains(s, (), frozenset(diff), frozenset(), 0))


def evidence(s: State, act: Input) -> Evidence:
    """How an act is known: that no more is bought or built is told, unless it is all that can happen."""
    if unsaid(s, act):
        return Evidence.IMPLIED
    return Evidence.TOLD if isinstance(act, Decline) else act.evidence


def unsaid(s: State, act: Input) -> bool:
    """Whether nobody needs to tell this act: it is taken as done once the next one shows."""
    if isinstance(act, Decline):
        return bool(s.stack) and s.stack[0][0] == "E"
    return isinstance(act, Act) and len(list(options_of(s, act.seat))) == 1


def _chains(
    s: State,
    chain: Chain,
    touched: frozenset[str],
    changed: frozenset[str],
    steps: int,
    silent: bool = False,
    owing: bool = False,
) -> Iterator[Chain]:
    """Every chain from here on; ``changed``: touched places that it has changed so far.

    ``silent``: its last act did not show, so that it ends here for nobody; ``owing``: nor would that act go unsaid, so
    that what comes next must show it.
    """
    window = bool(s.stack) and s.stack[0][0] in WINDOW_RULES
    if steps and window and not _watched(s.stack[0][0], touched, changed):
        yield chain  # what was bought lies where nobody looks: it must be told
        return
    if steps and not window and not silent:
        yield chain
    if len(chain) >= LONGEST or (steps and not touched - changed and not window):
        return
    before = tabletop(s)
    for act in _acts(s, touched):
        after = _after(s, act)
        if after is None:
            continue
        table = tabletop(after)
        moved = frozenset(place for place in touched if table.get(place, ()) != before.get(place, ()))
        bought = isinstance(act, Buy) and steps > 0  # in one go with the action: no step of its own
        if moved and (bought or steps < STEPS):
            yield from _chains(after, (*chain, act), touched, changed | moved, steps + (not bought))
        elif not moved:
            # Steps bought that end where fewer do leave no trace beside the action's own (BB-7.11): people must say.
            quiet = bought or unsaid(s, act)
            if (quiet and not owing) or (isinstance(act, Act) and _goes_on(after, act)):
                yield from _chains(after, (*chain, act), touched, changed, steps, not bought, not quiet)


def _watched(window: str, touched: frozenset[str], changed: frozenset[str]) -> bool:
    """Whether what is bought for an action would show where something looks different.

    A disc on the marriage track comes to rest only then (BB-7.11).
    """
    if window == "+m":
        return any(place.startswith("marriage_") for place in touched)
    return ("church_area" if window == "+c" else "battle_area") in changed


def _goes_on(s: State, act: Act) -> bool:
    """Whether an action has come to something that may still show: a window, an expansion, a freed town."""
    return bool(s.stack) and s.stack[0][0] in (*WINDOW_RULES, "E", "X") and s.stack[0][1] == act.seat


def _acts(s: State, touched: frozenset[str]) -> Iterator[Input]:
    """Acts of whoever is asked: towns only where something has changed.

    That no monastery is built (BB-10.1) is never seen: the church may just have been cleared before one is laid.
    """
    for act in options_of(s, asked(s)) if asked(s) != NOBODY else ():
        if isinstance(act, Buy):
            yield from completions(act)
        elif isinstance(act, Act) or unsaid(s, act) or (isinstance(act, SHOWN) and getattr(act, "town", "") in touched):
            yield act



def _after(s: State, act: Input) -> State | None:
    decision = decide(s, act, frozenset())
    if isinstance(decision, Ruling):
        return None
    if isinstance(decision, Outcome):
        known: State = decision.state
        return known
    for event in decision:
        s = evolve(s, event)
    return s
