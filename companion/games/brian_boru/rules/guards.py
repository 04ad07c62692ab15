"""How acts are judged: guards in order, the first refusal counts, waived ones are passed over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.types import ILLEGAL, MALFORMED, Audience, Event, Input, Ruling, facts
from companion.games.brian_boru.state import State, asked, taken

Guard = Callable[[State, Any], Ruling | None]
Outcome = list[Event] | Ruling


def refused(rule: str, why: str, audience: Audience = None, **known: Any) -> Ruling:
    """Illegal, and the table may decide otherwise; ``why`` chooses the sentence."""
    return Ruling(ILLEGAL, rule, facts(why=why, **known), audience=audience)


def impossible(rule: str, why: str, **known: Any) -> Ruling:
    """Not owed now, or nothing it could mean: cannot be overruled."""
    return Ruling(ILLEGAL, rule, facts(why=why, **known), waivable=False)


def malformed(rule: str, why: str, **known: Any) -> Ruling:
    return Ruling(MALFORMED, rule, facts(why=why, **known), waivable=False)


def turn(s: State) -> dict[str, int]:
    """The seat that has to act now, as a fact of a sentence; nothing where nobody or everybody is asked."""
    who = asked(s)
    return {"turn": who} if 0 <= who < s.world.players else {}


def town_known(s: State, act: Any) -> Ruling | None:
    if act.town not in s.world.index:
        return malformed("BB-1.2", "no_town", seat=act.seat)
    return None


def without_disc(rule: str) -> Guard:
    """Whether a town is free of discs, whatever the table decides (BB-1.2)."""

    def bare(s: State, act: Any) -> Ruling | None:
        if taken(s) >> s.world.index[act.town] & 1:
            return impossible(rule, "has_disc", seat=act.seat, town=act.town)
        return None

    return bare


def on_top(rule: str, *kinds: str, why: str = "not_owed") -> Guard:
    """Whether a task of one of these kinds is what this seat must do now; ``why`` it need not."""

    def owed(s: State, act: Input) -> Ruling | None:
        if not s.stack or s.stack[0][0] not in kinds:
            return impossible(rule, why, seat=act.seat, **turn(s))
        if asked(s) != act.seat:
            return impossible(rule, "other_seat", seat=act.seat, turn=asked(s))
        return None

    return owed
