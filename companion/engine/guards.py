"""How an act is judged: guards in order, one a rule, before anything is done; and the refusals that no table waives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

from companion.engine.types import ILLEGAL, MALFORMED, Input, Ruling, Seat, facts

S = TypeVar("S")
A = TypeVar("A", bound=Input)
D = TypeVar("D")
Waived = frozenset[str]


def first_refusal(
    guards: Iterable[Callable[[S, Any], Ruling | None]], s: S, act: Input, waived: Waived
) -> Ruling | None:
    """The first refusal that the table has not waived; one that no table can waive comes before all that it may.

    So nobody is asked to decide otherwise about an act that cannot be done anyway. A guard must bear that earlier ones
    which may be waived have refused.
    """
    found = None
    for guard in guards:
        ruling = guard(s, act)
        if ruling is not None:
            if not ruling.waivable:
                return ruling
            if found is None and ruling.rule not in waived:
                found = ruling
    return found


def guarded(
    *guards: Callable[[S, Any], Ruling | None],
) -> Callable[[Callable[[S, A], D]], Callable[[S, A, Waived], D | Ruling]]:
    """Declares the guards of an act: what it causes is asked for only where none of them refuses."""

    def declare(causes: Callable[[S, A], D]) -> Callable[[S, A, Waived], D | Ruling]:
        @wraps(causes)
        def judged(s: S, act: A, waived: Waived) -> D | Ruling:
            for guard in guards:
                if guard(s, act) is not None:
                    ruling = first_refusal(guards, s, act, waived)
                    return causes(s, act) if ruling is None else ruling
            return causes(s, act)

        return judged

    return declare


def barred(rule: str, **known: Any) -> Ruling:
    """A refusal that no table can waive: there is nothing the act could mean now."""
    return Ruling(ILLEGAL, rule, facts(**known), waivable=False)


def malformed(rule: str, **known: Any) -> Ruling:
    """A refusal of what makes no sense at any time."""
    return Ruling(MALFORMED, rule, facts(**known), waivable=False)


def seat_of(act: Input) -> Seat:
    """Who acts, once a guard has seen to it that somebody does."""
    assert act.seat is not None
    return act.seat
