"""Missions and favours: accomplished, drawn, chosen (3.5, Divine Favour)."""

from __future__ import annotations

from companion.engine.guards import barred, malformed
from companion.engine.types import Choose, Decision, Event, Pending, Show, Shown, facts, refuse
from companion.games.vikings_gone_wild.counting import progress
from companion.games.vikings_gone_wild.events import FavourMissed, FavourRevealed, FavourTaken, MissionDone
from companion.games.vikings_gone_wild.inputs import Claim, Take
from companion.games.vikings_gone_wild.rules.common import favours_left, not_there, points, row_gap
from companion.games.vikings_gone_wild.rules.playing import answering
from companion.games.vikings_gone_wild.rules.rights import met
from companion.games.vikings_gone_wild.state import Phase, State
from companion.games.vikings_gone_wild.zones import may_be, top_card


# ---------------------------------------------------------------- missions
def quiet(s: State) -> bool:
    """Moments at which a mission may be claimed: nothing is being carried out (VG-R25)."""
    if s.stack or s.due or (s.row[0] < 0 and row_gap(s) >= 0):
        return False
    now = s.now
    if s.phase == Phase.TURN:
        return not now.closing and (not now.strikes or answering(s, now.strikes[0].seat) or now.together)
    return s.phase in (Phase.STORE, Phase.CLAIM)


def claim(s: State, act: Claim, waived: frozenset[str]) -> Decision:
    """VG-11.1, VG-11.2, VG-R25: at any time, also in another's turn, one a round."""
    if s.phase == Phase.OVER:
        return barred("VG-16.3", seat=act.seat)
    if act.seat is None or not 0 <= act.seat < s.world.players:
        return malformed("VG-11.1", seat=act.seat)
    p, card = s.players[act.seat], s.world.index.get(act.mission, -1)
    mine = [m for m in p.missions if m.card == card]
    if not mine:
        return malformed("VG-11.1", seat=act.seat, mission=act.mission)
    if not quiet(s):
        return barred("VG-R25", seat=act.seat, mission=act.mission)
    if p.claimed and "VG-11.2" not in waived:
        return refuse("VG-11.2", seat=act.seat, mission=act.mission)
    if not any(met(s, act.seat, m) for m in mine) and "VG-R26" not in waived:
        far = [x for m in mine if (x := progress(s.world, card, p, m.since)) is not None]
        known = {"has": max(far)[0], "needed": max(far)[1]} if far else {}
        return refuse("VG-R26", seat=act.seat, mission=act.mission, **known)
    done = MissionDone(act.seat, act.mission, rules=("VG-11.1", "VG-11.2", "VG-R25", "VG-R26"))
    n = s.world.cards[card].vp
    return (done, *points(s, act.seat, n, "missions", ("VG-11.1",), card=act.mission))


# ---------------------------------------------------------------- favours
def favour_steps(s: State) -> tuple[Event, ...]:
    """What happens by itself when a favour is due (VG-17.2, VG-17.4)."""
    seat = s.due[0]
    if not favours_left(s):
        return (FavourMissed(seat, rules=("VG-17.4", "VG-R20")),)
    if s.revealed >= 0 or not s.favours:
        return ()
    card = top_card(s.favours)
    return (FavourRevealed(seat, s.world.ids[card], rules=("VG-17.2",)),) if card >= 0 else ()


def favour_wanted(s: State) -> Pending:
    seat, ids = s.due[0], s.world.ids
    if s.revealed < 0 and s.favours:
        pool = tuple(ids[c] for c in dict.fromkeys(may_be(s.favours)))
        return Show("VG-17.2", "favour", None, pool, facts=facts(seat=seat))
    rule = "VG-17.2" if s.revealed >= 0 else "VG-R20"
    return Choose(rule, (seat,), ("take",), facts=facts(seat=seat, cards=tuple(ids[c] for c in favour_choices(s))))


def favour_choices(s: State) -> tuple[int, ...]:
    """The two open cards and the one turned up."""
    return tuple(sorted({*s.favour_open, *(() if s.revealed < 0 else (s.revealed,))}))


def take(s: State, act: Take, waived: frozenset[str]) -> Decision:
    if not s.due or act.seat != s.due[0]:
        if act.seat in s.due:
            return barred("VG-17.1", seat=act.seat, turn=s.due[0])
        return malformed("VG-17.1", seat=act.seat)
    if s.revealed < 0 and s.favours:
        return barred("VG-17.2", seat=act.seat, why="turn")
    card = s.world.index.get(act.favour, -1)
    if card not in favour_choices(s):
        return malformed("VG-17.2", seat=act.seat, card=act.favour)
    more = ("VG-R20",) if s.revealed < 0 else ()
    return (FavourTaken(s.due[0], act.favour, rules=("VG-17.2", "VG-17.3", "VG-R21", *more)),)


def favour_shown(s: State, act: Shown) -> Decision:
    """VG-17.2: the uppermost card of the stack, turned up by hand."""
    shown = (FavourRevealed(s.due[0], act.card, rules=("VG-17.2",)),)
    return not_there(s, act, may_be(s.favours), "VG-17.2", seat=s.due[0]) or shown
