"""The end of a turn of Hibernia: the advance, and whatever follows it."""

from __future__ import annotations

from companion.engine.types import Event, Notice, facts
from companion.games.hibernia.events import Ended, ExtraRound, LastRound, Scored, Stride, TurnPassed
from companion.games.hibernia.state import State


def advance(s: State, seat: int, joker: bool) -> tuple[Stride, ...]:
    """The greatest advance with the counties owned now, and with the joker of this turn (HI-6.6)."""
    track, world = s.world.track, s.world
    left = {c: (m & s.own[seat]).bit_count() for c, m in world.colour_mask.items() if c}
    jokers, at, strides = int(joker), s.total[seat], []
    while True:
        space = (at + 1) % len(track)
        ink = track[space]
        if left[ink]:
            left[ink] -= 1
            strides.append(Stride(space, ink, "county"))
        elif jokers:
            jokers -= 1
            strides.append(Stride(space, ink, "joker"))
        else:
            return tuple(strides)
        at += 1


def finish(s: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Scoring, and then whatever follows a turn: next seat, next round, last round, extra round, end."""
    seat = s.turn
    strides = advance(s, seat, s.die == s.world.joker)
    before = s.total[seat]
    after = before + len(strides)
    rules = ["HI-6.1", "HI-2.12", "HI-6.2", "HI-6.3", "HI-6.4", "HI-6.6", "HI-6.7"]
    rules += ["HI-6.5"] if any(t.paid == "joker" for t in strides) else []
    length = len(s.world.track)
    rules += ["HI-6.8", "HI-6.9"] if before < length <= after else ["HI-6.8"] if after > length else []
    out = [*events, Scored(seat, strides, before, after, rules=tuple(rules))]
    trigger = s.trigger
    if trigger < 0 and after >= length:
        trigger = seat
        out.append(LastRound(seat, s.round, rules=("HI-7.1",)))
    total = (*s.total[:seat], after, *s.total[seat + 1 :])
    at = s.playing.index(seat)
    if at + 1 < len(s.playing):
        out.append(TurnPassed(s.playing[at + 1], s.round, rules=("HI-2.1", "HI-2.12")))
        return tuple(out)
    return (*out, *_round_end(s, total, trigger))


def _round_end(s: State, total: tuple[int, ...], trigger: int) -> tuple[Event, ...]:
    world, best = s.world, max(total)
    if trigger < 0:
        passed = TurnPassed(s.playing[0], s.round + 1, rules=("HI-2.1",))
        return (passed, *_pair_notices(s, total))
    top = tuple(i for i, t in enumerate(total) if t == best)
    limit = world.config.option("shared_win_after")
    if len(top) == 1 or (limit and len(s.extra_rounds) >= limit):
        last = ("HI-7.3",) if trigger == s.playing[-1] and s.trigger < 0 else ()
        return (Ended(top, rules=("HI-7.4", "HI-7.2", *last, *(("HI-7.5",) if len(top) > 1 else ()))),)
    order = tuple((s.starter + i) % world.players for i in range(world.players))
    seats = order if world.config.option("extra_round_players") == "all" else tuple(i for i in order if i in top)
    extra = ExtraRound(s.round + 1, seats, rules=("HI-7.5", "HI-7.6"))
    return (Notice("tie", facts(seats=top), rules=("HI-7.5",)), extra)


def _pair_notices(s: State, total: tuple[int, ...]) -> tuple[Event, ...]:
    """HI-R28: from round 2 of the advanced game a player without a pair is reminded, never forced."""
    if not (s.world.advanced and s.round == 1):
        return ()
    lone = [i for i in range(s.world.players) if not s.world.has_pair(s.own[i])]
    return tuple(Notice("no_pair", facts(seat=i), rules=("HI-9.5", "HI-4.5")) for i in lone)
