"""A village in one line, and what a turn has in hand: for the rows and blocks of the table screen."""

from __future__ import annotations

from collections import Counter

from companion.engine.words import N_, Figure, Say, Term, Who, count, say
from companion.games.vikings_gone_wild.rules.paying import amount
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.villages import tokens
from companion.games.vikings_gone_wild.words.events import amounts
from companion.games.vikings_gone_wild.words.names import numbered
from companion.games.vikings_gone_wild.world import THRESHOLDS

OPEN = {  # cards that lie open, a page each
    "path": N_("Odin's Path"), "favours": N_("Favours"), "bonuses": N_("End bonuses"), "missions": N_("Missions"),
}  # fmt: skip


def village_line(s: State, seat: int) -> Say:
    """Level of the hall, buildings against the limit, tokens."""
    p = s.players[seat]
    hall = s.world.cards[p.village[0].card]
    beer, gold = tokens(s, seat)
    known = {
        "level": Figure(hall.level),
        "n": Figure(len(p.village) - 1),
        "tokens": amounts(amount(beer), amount(gold)) if beer or gold else Term(N_("nothing in store")),
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
    out = [say(N_("to spend: {amounts}"), amounts=amounts(now.beer, now.gold))]
    if now.hits:
        one, many = N_("{n} success: {points} VP"), N_("{n} successes: {points} VP")
        out.append(count(Figure(now.hits), one, many, points=Figure(s.world.attack_vp(now.hits))))
    return tuple(out)


def missions_line(s: State, seat: int) -> Say:
    """What stands beside the open missions."""
    return say(N_("Missions: {n} done"), n=Figure(len(s.players[seat].done)))


def laid_lines(s: State) -> tuple[tuple[Say, Say], ...]:
    """Cards that lie open at the start, and where; the rest of each pile is shuffled."""

    def these(cards: tuple[int, ...]) -> Say:
        return say(N_("{cards}"), cards=numbered(Counter(s.world.ids[c] for c in cards).items()))

    common = (
        (these(tuple(c for c in s.row if c >= 0)), say(N_("in Odin's Path, from the stack on"))),
        (these(s.favour_open), say(N_("open beside the favours"))),
        (these(s.bonuses), say(N_("open as end bonuses"))),
    )
    missions = tuple(
        (these(tuple(m.card for m in p.missions)), say(N_("missions of {seat}"), seat=Who(i)))
        for i, p in enumerate(s.players)
    )
    return (*common, *missions)
