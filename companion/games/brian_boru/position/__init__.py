"""The state of Brian Boru as a plain mapping."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.hidden import Zone
from companion.engine.types import letter
from companion.games.brian_boru.effects.upkeep import place_text
from companion.games.brian_boru.state import NOBODY, TALLY, State, Task, owner

KEYS = (
    "phase", "round", "marker", "turn", "towns", "coins", "renown", "vp", "tally", "raiders", "recruited", "church",
    "track", "area", "claims", "pile", "bride", "wives", "gone", "alliance", "fleets", "look", "seals", "packets",
    "hands", "discard", "trick_no", "active", "marker_out", "free_lead", "declared", "stuck", "trick", "queue",
    "winner", "stack", "winners",
)  # fmt: skip
VIKINGS, MONASTERY = "vikings", "monastery"
NONE = "-"


def seat_text(seat: int) -> str:
    return NONE if seat < 0 else letter(seat)


def position(s: State) -> dict[str, Any]:
    seats = range(s.world.players)
    doc: dict[str, Any] = {
        "phase": s.phase,
        "round": s.round,
        "marker": seat_text(s.marker),
        "turn": seat_text(s.turn),
        "towns": towns(s),
        "tally": {letter(p): dict(zip(TALLY, s.tally[p], strict=True)) for p in seats},
        "area": s.area,
        "claims": {s.world.regions[r]: place_text(place) for r, place in enumerate(s.claims)},
        "pile": s.pile,
        "bride": s.bride,
        "wives": {letter(p): list(s.wives[p]) for p in seats},
        "gone": list(s.gone),
        "alliance": s.alliance,
        "fleets": list(s.fleets),
        "look": s.look,
        "seals": {letter(p): list(cards) for p, cards in enumerate(s.seals) if cards is not None},
        "packets": {letter(p): list(cards) for p, cards in enumerate(s.packets)},
        "hands": {letter(p): cards_text(s.hands[p]) for p in seats},
        "discard": list(s.discard),
        "trick_no": s.trick_no,
        "active": NONE if s.active < 0 else s.world.ids[s.active],
        "marker_out": s.out == 1,
        "free_lead": s.free_lead == 1,
        "declared": [letter(p) for p in s.declared],
        "stuck": [f"{letter(c.seat)} {' '.join(c.none_of)}" for c in s.stuck],
        "trick": [f"{letter(p)} {card}" for p, card in s.trick],
        "queue": [letter(p) for p in s.queue],
        "winner": seat_text(s.winner),
        "stack": [task_text(s, t) for t in s.stack],
        "winners": [letter(p) for p in s.winners],
    }
    for key in ("coins", "renown", "vp", "raiders", "recruited", "church", "track"):
        values: Iterable[int] = getattr(s, key)
        doc[key] = {letter(p): n for p, n in enumerate(values)}
    return doc


def towns(s: State) -> dict[str, str]:
    """Towns with what lies on them: ``A``, ``A monastery``, ``B vikings``, ``B vikings monastery``."""
    found = {}
    for i in range(len(s.world.ids)):
        who = owner(s, i)
        if who >= 0:
            words = [letter(who)]
            words += [VIKINGS] if s.vikings >> i & 1 else []
            words += [MONASTERY] if s.monasteries >> i & 1 else []
            found[s.world.ids[i]] = " ".join(words)
    return found


def cards_text(zone: Zone) -> int | dict[str, Any]:
    """A hand: its number of cards, and the named ones where there are any."""
    if not zone.known.cards:
        return zone.counted.n
    return {"named": list(zone.known.cards), "others": zone.counted.n}


def task_text(s: State, t: Task) -> str:
    """A task as ``kind seat argument``; towns name their region, losses their chooser."""
    kind, seat, arg = t
    if kind == "town":
        return f"{kind} {seat_text(seat)} {'any' if arg == NOBODY else s.world.regions[arg]}"
    if kind == "lose":
        return f"{kind} {seat_text(seat)} {seat_text(arg)}"
    return f"{kind} {seat_text(seat)} {arg}"
