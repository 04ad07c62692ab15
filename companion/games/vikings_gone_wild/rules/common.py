"""What all rules share: whose act it may be, what must be finished first, and points with what they set off."""

from __future__ import annotations

from companion.engine.guards import barred, malformed
from companion.engine.types import DOUBTFUL, Event, Input, Ruling, Shown, facts
from companion.games.vikings_gone_wild.events import FavourEarned, LastRound, Scored
from companion.games.vikings_gone_wild.state import Phase, State
from companion.games.vikings_gone_wild.world import THRESHOLDS
from companion.games.vikings_gone_wild.zones import size


def not_there(s: State, act: Shown, cards: tuple[int, ...], rule: str, **known: object) -> Ruling | None:
    """A card that came to light and cannot be one of these is an earlier misreading rather than a wonder."""
    card = s.world.index.get(act.card, -1)
    if card in cards:
        return None
    return no_card(rule) if card < 0 else Ruling(DOUBTFUL, rule, facts(card=act.card, **known), waivable=False)


def no_card(rule: str, **known: object) -> Ruling:
    """The card that is named is none of the box."""
    return malformed(rule, why="card", **known)


def row_gap(s: State) -> int:
    """The slot of Odin's Path that is to be filled at once, or -1 (VG-4.7)."""
    if s.row[0] >= 0 or not (s.odin or s.odin_out):
        return -1
    return max(i for i, c in enumerate(s.row) if c < 0)


def unfinished(s: State) -> str:
    """The rule of what must be finished before anything else may be done, or ""."""
    now = s.now
    if s.due:
        return "VG-17.2"
    if row_gap(s) >= 0:
        return "VG-4.7"
    if s.stack:
        return "VG-R23"
    if now.together:
        return "VG-R13"
    if now.strikes:
        return "VG-9.2"
    return "VG-R10" if now.closing else ""


def on_turn(s: State, act: Input) -> Ruling | None:
    """VG-4.1: acts of the action phase are done in one's own turn, when nothing is left unfinished."""
    now = s.now
    if (
        s.phase == Phase.TURN
        and act.seat == s.turn
        and not (s.due or s.stack or now.strikes or now.closing or now.together)
        and (s.row[0] >= 0 or row_gap(s) < 0)
    ):
        return None
    return off_turn(s, act)


def off_turn(s: State, act: Input) -> Ruling | None:
    """Why an act of one's own turn is not possible now."""
    if s.phase == Phase.OVER:
        return barred("VG-16.3", seat=act.seat)
    if s.phase == Phase.SETUP:
        return barred("VG-1.13", seat=act.seat)
    if s.phase != Phase.TURN:
        return barred("VG-2.1", seat=act.seat, phase=s.phase)
    if act.seat is None or act.seat != s.turn:
        return barred("VG-4.1", seat=act.seat, turn=s.turn)
    return held(s, act) if unfinished(s) else None


def held(s: State, act: Input) -> Ruling:
    """What must be finished first, and by whom or of which card."""
    known: dict[str, object] = {}
    if s.due:
        known = {"turn": s.due[0]}
    elif s.stack:
        card = s.world.card_of.get(s.stack[-1].key, -1)
        known = {"card": s.world.ids[card]} if card >= 0 else {}
    elif s.now.strikes and s.now.window == 1 and not s.now.together:
        known = {"turn": s.now.strikes[0].seat}
    return barred(unfinished(s), seat=act.seat, **known)


def favours_left(s: State) -> bool:
    """Whether a favour can still be taken (VG-17.4, VG-R20)."""
    return s.revealed >= 0 or size(s.favours) > 0 or (s.world.take_open and bool(s.favour_open))


def points(
    s: State, seat: int, n: int, source: str, rules: tuple[str, ...], *, left: int = -1, card: str = ""
) -> tuple[Event, ...]:
    """VP at once, with the favours they earn and the last round they bring (VG-17.1, VG-15.2)."""
    p = s.players[seat]
    after = p.vp + n
    events: list[Event] = [Scored(seat, n, source, after, card, left=left, rules=rules)]
    reached = [at for at in THRESHOLDS[p.granted :] if at <= after]
    more = ("VG-R19",) if len(reached) > 1 else ()
    events += [FavourEarned(seat, at, rules=("VG-17.1", *more)) for at in reached]
    if after >= s.world.limit and not s.last and s.phase in (Phase.DRAW, Phase.TURN, Phase.STORE, Phase.CLAIM):
        chief = ("VG-15.3",) if s.world.long_game and s.world.players > 2 else ()
        events.append(LastRound(seat, s.round, rules=("VG-15.2", "VG-15.1", *chief, "VG-R34", "VG-R46")))
    return tuple(events)
