"""What everybody at the table may know: what is sealed, what is legal, and what an act would cause."""

from __future__ import annotations

from typing import Any

import attrs

from companion.engine.hidden import keeps
from companion.engine.legal import Legal
from companion.engine.record import Prospect
from companion.engine.session import Session
from companion.engine.types import Choose, Event, Input, Rolled, Ruling, Shown, Shuffled, answers

MOST = 3000  # entries looked at


def secretly(session: Session[Any]) -> tuple[Choose, ...]:
    """Duties that are answered unseen: the sealed ones.

    A sealed duty without anything to choose (cards lie face down, nobody tells which) needs no curtain.
    """
    owed = [p for p in session.pending() if isinstance(p, Choose) and p.sealed]
    return tuple(p for p in owed if any(choosing(session, p, seat) for seat in p.seats))


def choosing(session: Session[Any], owed: Choose, seat: int) -> bool:
    """Whether a seat has a real choice to make: something to tell, or more than one thing to do."""
    entries = [e for e in session.legal(seat).first(MOST) if answers(owed, e)][:2]
    return len(entries) > 1 or any(_tells(e) for e in entries)


def _tells(entry: Input) -> bool:
    """Whether an entry says anything beside that it happened."""
    values = [getattr(entry, a.name) for a in attrs.fields(type(entry)) if a.name != "seat"]
    return any(v not in ((), "", None) for v in values)


def openly(session: Session[Any], seat: int | None) -> list[Input]:
    """Legal inputs as everybody may know them: from the game's ``veiled`` state, if it keeps secrets."""
    secrets = session.game.secrets
    if secrets is None:
        return session.legal(seat).first(MOST)
    return Legal(session.game, secrets.veiled(session.state), seat).first(MOST)


def against(session: Session[Any], speaker: Any, act: Input) -> str:
    """Why an act would be refused now, with the rule's name; "" where it stands."""
    found = session.check(act)
    return str(speaker.ruled(found)) if isinstance(found, Ruling) else ""


def foreseen(session: Session[Any], *acts: Input) -> Prospect[Any] | Ruling:
    """What acts would cause as everybody may foresee it; whoever enters them learns what the whole state says.

    A page that tried them on what is hidden would tell it, one number after the other, and leave no trace.
    """
    game, s = session.game, session.state
    if game.secrets is None or not keeps(game, s):
        return session.check(*acts)
    if any(isinstance(a, Rolled | Shown | Shuffled) for a in acts):
        found = session.check(*acts)  # what was thrown or shown lies open; what it causes may not
        return found if isinstance(found, Ruling) else Prospect(found.events[:1], found.state)
    s, events = game.secrets.veiled(s), list[Event]()
    for act in acts:
        decision = game.decide(s, act)
        if isinstance(decision, Ruling):
            return decision
        for event in decision:
            s = game.evolve(s, event)
        events += decision
    return Prospect(tuple(events), s)
