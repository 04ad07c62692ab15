"""A village in one line, and what a turn has in hand: for the rows and blocks of the table screen."""

from __future__ import annotations

from companion.engine.words import N_, Figure, Say, count, say
from companion.games.vikings_gone_wild.rules.paying import amount
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.villages import tokens
from companion.games.vikings_gone_wild.words_events import amounts
from companion.games.vikings_gone_wild.world import THRESHOLDS


def village_line(s: State, seat: int) -> Say:
    """Level of the hall, buildings against the limit, tokens."""
    p = s.players[seat]
    hall = s.world.cards[p.village[0].card]
    beer, gold = tokens(s, seat)
    known = {
        "level": Figure(hall.level),
        "n": Figure(len(p.village) - 1),
        "tokens": amounts(amount(beer), amount(gold)),
    }
    if hall.limit is None:
        return say(N_("Hall {level}, {n} buildings, {tokens}"), **known)
    return say(N_("Hall {level}, {n} of {limit} buildings, {tokens}"), limit=Figure(hall.limit), **known)


def next_line(s: State, seat: int) -> Say:
    """The next threshold of the track: a favour, or the end."""
    p = s.players[seat]
    ahead = [at for at in THRESHOLDS[p.granted :] if at > p.vp]
    if ahead:
        return say(N_("favour at {n}"), n=Figure(ahead[0]))
    return say(N_("end at {n}"), n=Figure(s.world.limit))


def purse_lines(s: State) -> tuple[Say, ...]:
    """Resources of played cards, and successes of this turn."""
    now = s.now
    out = [say(N_("in hand: {amounts}"), amounts=amounts(now.beer, now.gold))]
    if now.hits:
        points = min(2 * now.hits - 1, s.world.cap) if s.world.cap else 2 * now.hits - 1
        out.append(
            count(Figure(now.hits), N_("{n} success: {points}"), N_("{n} successes: {points}"), points=Figure(points))
        )
    return tuple(out)
