"""What follows from one village as it stands, found in a single look and remembered until it changes."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.vikings_gone_wild.inputs import Counts
from companion.games.vikings_gone_wild.known import known
from companion.games.vikings_gone_wild.state import State


class Village(NamedTuple):
    beer: Counts  # tokens by space
    gold: Counts
    loose_beer: int  # tokens outside of depots
    loose_gold: int
    empty_sites: tuple[tuple[str, str], ...]  # active sites without a token: space, kind
    standing: tuple[tuple[str, int, int], ...]  # what can be attacked: space, defence, who attacked it
    built: tuple[str, ...]  # under construction
    hurt: tuple[str, ...]  # with a damage marker
    marked: bool  # anything that the round's end removes
    guarded: bool  # cards lie on buildings
    draw: int  # further cards in the draw phase, by active taverns
    taverns: int  # the same with those under construction
    keep: int  # cards held, by active drakkars
    full_vp: int  # VP for full depots
    depots: tuple[str, ...]  # kinds that active depots hold


def village(s: State, seat: int) -> Village:
    return known(s, seat, "village", (s.players[seat].village,), _look)


def _look(s: State, seat: int) -> Village:
    cards, names = s.world.cards, s.world.names[seat]
    beer, gold, sites, standing, built, hurt = [], [], [], [], [], []
    loose_beer = loose_gold = draw = taverns = keep = full_vp = 0
    marked = guarded = False
    depots = set()
    for b in s.players[seat].village:
        card, name = cards[b.card], names[b.card][b.no]
        if b.beer:
            beer.append((name, b.beer))
        if b.gold:
            gold.append((name, b.gold))
        if card.holds:
            if b.ready:
                depots.add(card.holds)
                full_vp += card.full_vp if b.beer + b.gold >= card.room else 0
        else:
            loose_beer += b.beer
            loose_gold += b.gold
        taverns += card.draw_bonus
        if b.ready:
            draw += card.draw_bonus
            keep += card.keep_bonus
            if card.produces and not (b.beer or b.gold):
                sites.append((name, card.produces))
            if not b.hurt:
                standing.append((name, card.defence + b.guard, b.foes))
        else:
            built.append(name)
        if b.hurt:
            hurt.append(name)
        marked = marked or b.foes != 0
        guarded = guarded or bool(b.guards)
    return Village(
        tuple(sorted(beer)),
        tuple(sorted(gold)),
        loose_beer,
        loose_gold,
        tuple(sites),
        tuple(standing),
        tuple(built),
        tuple(hurt),
        marked or bool(built or hurt),
        guarded,
        draw,
        taverns,
        keep,
        full_vp,
        tuple(sorted(depots)),
    )
