"""The state of Brian Boru as a plain mapping, and back. Keys left out take what the set-up would have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.hidden import Zone
from companion.engine.slotted import changed
from companion.engine.types import letter
from companion.games.brian_boru.box import PRINCESS, WHITE
from companion.games.brian_boru.position.keys import STATE, Held, Reader, Trick
from companion.games.brian_boru.rules.flow import settle
from companion.games.brian_boru.rules.opening import brides_unseen
from companion.games.brian_boru.state import ICON_TASKS, NO_CARDS, NOBODY, STEPS, Phase, State, fresh, hand
from companion.games.brian_boru.world import World

TRICKS = (Phase.LEAD, Phase.PLAY, Phase.ACT)
WITH_CARDS = (Phase.DRAFT, *TRICKS)


def position(s: State) -> dict[str, Any]:
    return STATE.write(s.world, s)


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """The state of such a mapping, with everything done that needs nobody; raises PositionError with every fault."""
    r = Reader(world, doc, STATE.names)
    told = STATE.told(r, "", doc)
    phase = told.get("phase", Phase.LEAD if "towns" in doc else Phase.BEGIN)
    usual = {
        "phase": phase,
        "round": 0 if phase in (Phase.BEGIN, Phase.HOME) else 1,
        "marker": NOBODY if phase == Phase.BEGIN else 0,
        "trick_no": int(phase in TRICKS),
        "stack": STEPS if phase == Phase.UPKEEP else (),
    }
    told = {**usual, **told}
    if phase == Phase.UPKEEP and told["stack"] and told["stack"][-1] != STEPS[-1]:
        told["stack"] = (*told["stack"], STEPS[-1])  # an upkeep always ends with the close of its round (BB-12.1)
    told["hands"] = _hands(world, phase, told["round"], told.get("trick", ()), told.get("hands", ()))
    s = _cards_on_table(r, _turns(STATE.laid(fresh(world), told), told), told)
    _check(r, s)
    r.finish()
    return settle(s)


def _hands(world: World, phase: str, round_: int, trick: Trick, told: tuple[Held | None, ...]) -> tuple[Zone, ...]:
    """Where nothing is told of a hand, it holds what was dealt and not played."""
    if phase not in WITH_CARDS:
        return (NO_CARDS,) * world.players
    full = 0 if phase == Phase.DRAFT else world.deal
    played = {p for p, _ in trick}
    usual = ((), full), ((), max(0, full - 1))
    held = (h or usual[p in played] for p, h in enumerate(told or (None,) * world.players))
    return tuple(hand(p, named, others, round_) for p, (named, others) in enumerate(held))


def _turns(s: State, told: Mapping[str, Any]) -> State:
    """Whose turn it is, who acts next, who wins: what the cards on the table say where nothing else is told."""
    leader = s.trick[0][0] if s.trick else s.marker
    turns = {Phase.LEAD: s.marker, Phase.HOME: s.marker, Phase.PLAY: (leader + len(s.trick)) % s.world.players}
    winner = NOBODY
    if s.phase == Phase.ACT and s.active >= 0:
        suit, colour = s.world.suit, s.world.colour[s.active]
        fitting = [(card, seat) for seat, card in s.trick if suit[card] in (colour, WHITE)]
        winner = max(fitting)[1] if fitting else NOBODY
    winner = told.get("winner", winner)
    queue = told.get("queue", tuple(seat for seat, _ in sorted(s.trick, key=lambda pc: pc[1])))
    out = s.phase == Phase.PLAY or (s.phase == Phase.ACT and (winner in queue or winner == NOBODY))
    return changed(
        s, turn=told.get("turn", turns.get(s.phase, NOBODY)), winner=winner, out=told.get("out", int(out)),
        queue=queue if s.phase == Phase.ACT else (),
    )  # fmt: skip


def _cards_on_table(r: Reader, s: State, told: Mapping[str, Any]) -> State:
    """The open marriage card and how many lie below it."""
    left = s.world.rounds - (0 if s.phase in (Phase.BEGIN, Phase.HOME) else s.round)
    s = changed(s, pile=told.get("pile", left + (s.phase in (Phase.FLEET, Phase.BRIDE))))
    waits = s.phase in (Phase.DEAL, *WITH_CARDS) or any(t[0] in ("marriage", "wedding") for t in s.stack)
    bride = "" if not waits else PRINCESS if not s.pile else next(iter(brides_unseen(s)), PRINCESS)
    bride = told.get("bride", bride)
    if waits and not bride:
        r.bad("bride", "an open marriage card", bride)
    return changed(s, bride=bride)


def _check(r: Reader, s: State) -> None:
    """What no table can show, whatever was played."""
    resting = not any(t[0] in ICON_TASKS for t in s.stack)
    for space in range(1, len(s.world.box.track)):
        if resting and s.track.count(space) > 1:
            r.bad("track", f"one disc on space {space} (BB-7.10)", s.track.count(space))
    named = [c for zone in s.hands for c in zone.known.cards] if s.packets else []
    if len(set(named)) != len(named):
        r.bad("hands", "each card once (BB-5.1)")
    if s.phase == Phase.PLAY and {c for _, c in s.trick} & set(s.discard):
        r.bad("discard", "no card of the trick (BB-5.1)", list(s.discard))
    if s.alliance not in ("", "pact", "trade", "spurn"):
        r.bad("alliance", "pact, trade or spurn", s.alliance)
    if s.phase in (Phase.PLAY, Phase.ACT) and s.active < 0:
        r.bad("active", "the active town (BB-6.2)")
    if s.phase == Phase.ACT and len(s.trick) != s.world.players:
        r.bad("trick", "a card of every seat (BB-6.4)", len(s.trick))
    if s.phase == Phase.PLAY and len(s.trick) >= s.world.players:
        r.bad("trick", "a seat that has not played yet", len(s.trick))
    played = {p for p, _ in s.trick}
    for p, zone in enumerate(s.hands) if s.phase == Phase.PLAY else ():
        if p not in played and not zone.size:
            r.bad(f"hands.{letter(p)}", "a card to play (BB-6.4)", 0)
    if s.phase not in (Phase.BEGIN,) and s.marker < 0:
        r.bad("marker", "who holds the town marker (BB-2.7)")
    if s.phase == Phase.HOME and s.discs[max(s.turn, 0)]:
        r.bad("turn", "a seat without a disc on a town (BB-2.8)", letter(max(s.turn, 0)))
    if s.phase == Phase.UPKEEP and not s.stack:
        r.bad("stack", f"a task, since the phase is {s.phase}")
    for kind, seat, arg in s.stack:
        if s.phase != (Phase.ACT if kind in ICON_TASKS else Phase.UPKEEP):
            r.bad("stack", f"tasks of the phase {s.phase}", kind)
        if kind in ICON_TASKS and seat < 0:
            r.bad("stack", "a seat that acts", kind)
        if kind == "end" and (seat, arg) not in s.trick:
            r.bad("stack", "the card that was played", arg)
        if kind == "reward" and arg >= len(s.world.box.track):
            r.bad("stack", "a space of the marriage track", arg)

