"""A village in one line, and what a turn has in hand: for the rows and blocks of the table screen."""

from __future__ import annotations

from companion.engine.words import N_, Figure, Say, Who, count, say
from companion.games.vikings_gone_wild.rules.paying import amount
from companion.games.vikings_gone_wild.state import Building, State
from companion.games.vikings_gone_wild.villages import tokens
from companion.games.vikings_gone_wild.words.events import amounts
from companion.games.vikings_gone_wild.words.names import card
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
            count(
                Figure(now.hits),
                N_("{n} success: {points} VP"),
                N_("{n} successes: {points} VP"),
                points=Figure(points),
            )
        )
    return tuple(out)


def buildings_line(s: State, seat: int) -> Say:
    """Every building with what it holds of what it can hold, and its marker."""
    village = s.players[seat].village
    parts = tuple(_building(s, b) for b in village if b.no or b.hurt or not b.ready or b.beer + b.gold)
    return say(N_("{buildings}"), buildings=parts or (say(N_("none")),))


def _building(s: State, b: Building) -> Say:
    found = s.world.cards[b.card]
    known = {"card": card(found.id), "n": Figure(b.beer + b.gold)}
    if not b.ready:
        return say(N_("{card} (being built)"), **known)
    if b.hurt:
        return say(N_("{card} (damaged)"), **known)
    if found.holds:
        return say(N_("{card} {n} of {room}"), room=Figure(found.room), **known)
    return say(N_("{card} with {n}"), **known) if b.beer + b.gold else say(N_("{card}"), **known)


def missions_line(s: State, seat: int) -> Say:
    """Open missions with their points, and how many are done."""
    p, cards = s.players[seat], s.world.cards
    open_ones = tuple(
        say(N_("{card} ({n})"), card=card(cards[m.card].id), n=Figure(cards[m.card].vp)) for m in p.missions
    )
    return say(N_("Missions: {open}; {n} done"), open=open_ones or (say(N_("none")),), n=Figure(len(p.done)))


def favours_line(s: State) -> Say:
    names = tuple(card(s.world.ids[c]) for c in s.favour_open)
    return say(N_("Open favours: {cards}"), cards=names or (say(N_("none")),))


def bonuses_lines(s: State) -> tuple[Say, Say]:
    names = tuple(card(s.world.ids[c]) for c in s.bonuses)
    return say(N_("End bonuses")), say(N_("{cards}"), cards=names or (say(N_("none")),))


def laid_lines(s: State) -> tuple[tuple[Say, Say], ...]:
    """Cards that lie open at the start, and where; the rest of each pile is shuffled."""

    def these(cards: tuple[int, ...]) -> Say:
        return say(N_("{cards}"), cards=tuple(card(s.world.ids[c]) for c in cards))

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
