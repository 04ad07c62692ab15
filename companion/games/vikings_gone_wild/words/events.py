"""What the log of Vikings Gone Wild says, one line an event."""

from __future__ import annotations

from typing import Any

from companion.engine.dispatch import handlers
from companion.engine.types import Event, Notice
from companion.engine.words import N_, Figure, Line, Say, Term, Where, Who, by_kind, count, people, say
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.words.names import card, cards, kind, numbered, tell

SOURCES = {
    "attack": N_("attacks"),
    "damage": N_("damage bonus"),
    "repelled": N_("repelled cards"),
    "complete": N_("complete defence"),
    "undead": N_("undead"),
    "depots": N_("full depots"),
    "hall": N_("town hall"),
    "missions": N_("mission"),
    "effects": N_("effect of a card"),
    "manual": N_("entered by you"),
}
PILES = {
    "missions_1": N_("The missions for 1 point are shuffled"),
    "missions_2": N_("The missions for 2 and 3 points are shuffled"),
    "odin": N_("Odin's Path is shuffled"),
    "favours": N_("The favours are shuffled"),
    "bonuses": N_("The bonus cards are shuffled"),
}
MOVES = {
    ("hand", "discard"): N_("{seat} discards: {card}"),
    ("deck", "discard"): N_("{seat} turns up and discards: {card}"),
    ("deck", "hand"): N_("{seat} takes from the deck: {card}"),
    ("deck", "deck_top"): N_("{seat} lays on top of the deck: {card}"),
    ("discard", "hand"): N_("{seat} takes back: {card}"),
    ("hand", "box"): N_("{seat} puts in the box: {card}"),
}


def _who(e: Any) -> Who:
    return Who(e.seat)


def _price(paid: ev.Paid) -> tuple[int, int]:
    """Beer and gold paid in all."""
    return (paid.beer + sum(n for _, n in paid.beer_tokens), paid.gold + sum(n for _, n in paid.gold_tokens))


def amounts(beer: int, gold: int) -> Say | tuple[Say, ...]:
    """Resources in figures: 3 beer, 2 gold, or both."""
    parts = tuple(say(N_("{n} {kind}"), n=Figure(n), kind=kind(k)) for k, n in (("beer", beer), ("gold", gold)) if n)
    return parts or (say(N_("nothing")),)


def _piles(e: ev.PileShuffled) -> Say:
    if e.pile in PILES:
        return say(PILES[e.pile])
    return say(N_("The deck of {seat} is shuffled"), seat=Who("ABCD".index(e.pile[-1])))


def _scored(e: ev.Scored) -> Say:
    known = {"seat": _who(e), "total": Figure(e.after), "source": Term(SOURCES[e.source])}
    one, many = N_("{seat}: {n} point, now {total} ({source})"), N_("{seat}: {n} points, now {total} ({source})")
    return count(Figure(e.n), one, many, **known)


def _drew(e: ev.Drew) -> Say | None:
    if e.n == 0:
        return say(N_("{seat} has nothing left to draw"), seat=_who(e))
    return count(Figure(e.n), N_("{seat} draws {n} card"), N_("{seat} draws {n} cards"), seat=_who(e))


def _mission_drawn(e: ev.MissionDrawn) -> Say:
    if not e.card:
        return say(N_("No mission is left for {seat}"), seat=_who(e))
    return say(N_("{seat} has a new mission: {card}"), seat=_who(e), card=card(e.card))


def _round(e: ev.RoundBegan) -> Say:
    known = {"n": Figure(e.round), "seat": Who(e.starter)}
    if not e.sites:
        return say(N_("Round {n}: {seat} begins"), **known)
    sites = tuple(Where(x) for x in e.sites)
    return say(N_("Round {n}: {seat} begins; produced on {sites}"), sites=sites, **known)


def _turn(e: ev.TurnBegan) -> Say:
    if e.exception:
        return say(N_("{seat} is on turn and may attack those who were attacked already"), seat=_who(e))
    return say(N_("{seat} is on turn"), seat=_who(e))


def _ended_turn(e: ev.TurnEnded) -> Say:
    if e.beer or e.gold:
        return say(N_("{seat} ends the turn and loses {amounts}"), seat=_who(e), amounts=amounts(e.beer, e.gold))
    return say(N_("{seat} ends the turn"), seat=_who(e))


def _dropped(e: ev.HandDropped) -> Say:
    known = {"seat": _who(e), "cards": cards(e.cards)}
    if not e.cards:
        return count(Figure(e.held), N_("{seat} holds {n} card"), N_("{seat} holds {n} cards"), seat=_who(e))
    if e.held:
        one = N_("{seat} discards {cards} and holds {n} card")
        return count(Figure(e.held), one, N_("{seat} discards {cards} and holds {n} cards"), **known)
    return say(N_("{seat} discards {cards}"), **known)


def _lost(e: ev.TokensLost) -> Say | None:
    if not any((*e.beer, *e.gold)):
        return None
    lost = tuple(
        say(N_("{seat} {amounts}"), seat=Who(i), amounts=amounts(b, g))
        for i, (b, g) in enumerate(zip(e.beer, e.gold, strict=True))
        if b or g
    )
    return say(N_("Not stored and lost: {lost}"), lost=lost)


def _markers(e: ev.MarkersRemoved) -> Say | None:
    if e.built:
        return say(N_("Finished: {places}"), places=tuple(Where(x) for x in e.built))
    return say(N_("All damage markers are removed")) if e.damaged else None


def _bought(e: ev.Bought) -> Say:
    return say(
        N_("{seat} buys for {amounts}: {card}"), seat=_who(e), card=card(e.card), amounts=amounts(*_price(e.paid))
    )


def _built(e: ev.Built) -> Say:
    known = {"seat": _who(e), "card": card(e.card)}
    return say(N_("{seat} builds for {amounts}: {card}"), amounts=amounts(*_price(e.paid)), **known)


def _exchanged(e: ev.Exchanged) -> Say:
    if e.give == "beer":
        return say(N_("{seat} exchanges 2 beer for 1 gold"), seat=_who(e))
    return say(N_("{seat} exchanges 2 gold for 1 beer"), seat=_who(e))


def _played(e: ev.Played) -> Say:
    known = {"seat": _who(e), "card": card(e.card)}
    if e.target >= 0:
        return say(N_("{seat} plays on {target}: {card}"), target=Who(e.target), **known)
    return say(N_("{seat} plays: {card}"), **known)


def _attacked(e: ev.Attacked) -> Say:
    with_them = numbered(e.attackers)
    helpers = cards((*(i for i, _, _ in e.carried), *e.boosts))
    known = {"seat": _who(e), "target": Where(e.target), "strength": Figure(e.strength), "defence": Figure(e.defence)}
    if helpers:
        line = N_("{seat} attacks, {strength} against {defence}: {target}; with {attackers}, along with {helpers}")
        return say(line, attackers=with_them, helpers=helpers, **known)
    return say(
        N_("{seat} attacks, {strength} against {defence}: {target}; with {attackers}"), attackers=with_them, **known
    )


def _placed(e: ev.Placed) -> Say:
    known = {"kind": kind(e.kind), "space": Where(e.space)}
    if e.origin:
        return say(N_("1 {kind} goes from {origin} to {space}"), origin=Where(e.origin), **known)
    return say(N_("1 {kind} comes to {space}"), **known)


def _cancelled(e: ev.Cancelled) -> Say:
    return say(N_("{seat} removes from the attack: {cards}"), seat=_who(e), cards=cards(tuple(e.what.split("+"))))


def _moved(e: ev.Moved) -> Say:
    line = MOVES.get((e.origin, e.to), N_("{seat} moves: {card}"))
    return say(line, seat=_who(e), card=card(e.card))


def _shared(e: ev.BonusShared) -> Say:
    if not e.seats:
        return say(N_("Nobody meets the bonus card: {card}"), card=card(e.card))
    seats = people(e.seats)
    if len(seats) == 1:
        one, many = N_("Bonus card {card}: {seats}, {n} point"), N_("Bonus card {card}: {seats}, {n} points")
    else:
        one, many = N_("Bonus card {card}: {seats}, {n} point each"), N_("Bonus card {card}: {seats}, {n} points each")
    return count(Figure(e.each), one, many, card=card(e.card), seats=seats)


def _tie_drawn(e: ev.TieDrawn) -> Say:
    if not e.met:
        return say(N_("Nobody meets the bonus card: {card}"), card=card(e.card))
    return say(N_("The bonus card {card} is met by {seats}"), card=card(e.card), seats=people(e.met))


def _favour_earned(e: ev.FavourEarned) -> Say:
    if e.at:
        return say(N_("{seat} reaches {n} points and earns a favour"), seat=_who(e), n=Figure(e.at))
    return say(N_("{seat} earns a favour"), seat=_who(e))


def _booked(e: ev.Booked) -> Say:
    what = {"vp": N_("points"), "beer": N_("beer"), "gold": N_("gold"), "draw": N_("cards to draw")}[e.what]
    return say(N_("Entered for {seat}: {n} {what}"), seat=Who(e.whom), n=Figure(e.n), what=Term(what))


def _ended(e: ev.Ended) -> Say:
    winners = people(e.winners)
    return count(len(winners), N_("{seats} wins"), N_("{seats} win together"), seats=winners)


# ---------------------------------------------------------------- warnings
def notice_line(e: Notice) -> Say:
    f = dict(e.facts)
    seat = Who(f["seat"])
    if e.code == "unspent":
        return say(N_("{seat} leaves {amounts} unspent"), seat=seat, amounts=amounts(f["beer"], f["gold"]))
    if e.code == "unclaimed":
        return say(N_("{seat} can still claim a mission: {card}"), seat=seat, card=card(f["card"]))
    return say(N_("The stack of missions is empty: {seat} gets the same card back"), seat=seat)


# ---------------------------------------------------------------- the log
# One line of it an event, with numbers in figures; none for what needs no line of its own.
LINES: dict[type[Event], Line] = {
    **handlers(Event, Say, globals()),
    ev.BonusOpened: tell(N_("Bonus card: {card}")),
    ev.FavourOpened: tell(N_("Open favour: {card}")),
    ev.RowFilled: tell(N_("New on Odin's Path: {card}")),
    ev.StarterDrawn: tell(N_("{seat} is the first start player")),
    ev.CompleteDefence: tell(N_("Complete defence by {seat}")),
    ev.Stored: tell(N_("{seat} lays {kind} in the depots")),
    ev.RowAged: lambda e: say(N_("Leaves Odin's Path: {card}"), card=card(e.card)) if e.card else None,
    ev.PartUsed: tell(N_("{seat} uses effect {n}: {card}"), n="part"),
    ev.Gained: lambda e: say(N_("{seat} gains {amounts}"), seat=_who(e), amounts=amounts(e.beer, e.gold)),
    ev.GivenBack: tell(N_("{seat} gives back: {space}"), space="building"),
    ev.Forgone: tell(N_("{seat} will leave {n} tavern card"), N_("{seat} will leave {n} tavern cards")),
    ev.Gathered: lambda e: say(
        N_("{seat} declares no attack after all") if e.over else N_("{seat} declares several attacks at once"),
        seat=_who(e),
    ),
    ev.Defended: tell(N_("{seat} defends {target} with: {card}")),
    ev.Guarded: tell(N_("The defence grows by {n}: {target}")),
    ev.Repelled: tell(N_("Repelled, {strength} against {defence}: {target}")),
    ev.Damaged: tell(N_("Damaged, {strength} against {defence}: {target}")),
    ev.Beaten: tell(N_("{seat} defeats: {card}")),
    ev.Withstood: tell(N_("{seat} attacks in vain: {target}")),
    ev.NothingThere: tell(N_("Nothing is there for {seat}")),
    ev.FavourRevealed: tell(N_("{seat} turns up the favour: {card}")),
    ev.FavourTaken: tell(N_("{seat} takes the favour: {card}")),
    ev.FavourMissed: tell(N_("The stack of favours is empty, {seat} gets none")),
    ev.LastRound: tell(N_("{seat} has the points to end the game and triggers the last round")),
    ev.MissionDone: tell(N_("{seat} accomplishes: {card}")),
    ev.MissionSwapped: tell(N_("{seat} swaps for 1 gold: {card}")),
    ev.HandShown: tell(N_("{seat} looks at the hand of {of}")),
    ev.HandSeen: lambda e: say(N_("In the hand of {of}: {cards}"), of=Who(e.of), cards=cards(e.cards))
    if e.cards
    else None,
    ev.HoldGranted: tell(N_("{seat} may hold {n} more card"), N_("{seat} may hold {n} more cards")),
    ev.DiscountGranted: tell(N_("{seat} buys for less this turn")),
    ev.PricePaid: lambda e: say(N_("{seat} pays {amounts}"), seat=_who(e), amounts=amounts(*_price(e.paid))),
    ev.TieBegan: tell(N_("{seats} are tied")),
    ev.Upgraded: tell(N_("{seat} upgrades the town hall to level {level}")),
}
event_line = by_kind(LINES)
