"""How acts are judged: guards in order, the first refusal counts, waived ones are passed over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.types import ILLEGAL, MALFORMED, Audience, Event, Input, Ruling, facts
from companion.games.brian_boru.state import Phase, State

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


def asked(s: State) -> dict[str, int]:
    """The seat that has to act now, as a fact of a sentence; nothing where nobody or everybody is asked."""
    if s.stack:
        kind, seat, also = s.stack[0]
        who = also if kind == "lose" else seat
    elif s.phase == Phase.ACT:
        who = s.queue[0]
    else:
        who = s.turn if s.phase in (Phase.HOME, Phase.LEAD, Phase.PLAY) else -1
    return {"turn": who} if 0 <= who < s.world.players else {}


def town_known(s: State, act: Any) -> Ruling | None:
    if act.town not in s.world.index:
        return malformed("BB-1.2", "no_town", seat=act.seat)
    return None


def on_top(kind: str, rule: str) -> Guard:
    """Whether a task of this kind is what this seat must do now."""

    def owed(s: State, act: Input) -> Ruling | None:
        if not s.stack or s.stack[0][0] != kind:
            return impossible(rule, "not_owed", seat=act.seat, **asked(s))
        if s.stack[0][1] != act.seat:
            return impossible(rule, "other_seat", seat=act.seat, turn=s.stack[0][1])
        return None

    return owed
