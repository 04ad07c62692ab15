"""The log of Löwenherz: one line an event, and the sentences of notices."""

from __future__ import annotations

from typing import Any

from companion.engine.dispatch import handlers
from companion.engine.types import Event, Notice
from companion.engine.words import N_, Figure, Line, Say, Telling, Term, Where, Who, by_kind, count, people, say
from companion.games.loewenherz import events as ev
from companion.games.loewenherz.words.names import COLOURS, PILES, action, card, cards, label, tell, who


def _money(ducats: int, treasures: tuple[str, ...]) -> Say | None:
    """What was paid to the bank, or nothing."""
    if treasures and ducats:
        one, many = N_("{cards} and {n} ducat"), N_("{cards} and {n} ducats")
        return count(Figure(ducats), one, many, cards=cards(treasures))
    if treasures:
        return say(N_("{cards}"), cards=cards(treasures))
    return count(Figure(ducats), N_("{n} ducat"), N_("{n} ducats")) if ducats else None


def _with_price(text: str, paying: str, ducats: int, treasures: tuple[str, ...], **known: Any) -> Say:
    money = _money(ducats, treasures)
    return say(text, **known) if money is None else say(paying, money=money, **known)


def _settled(e: ev.Settled) -> Say:
    own = N_("{seat} sets a castle on {castle}, its knight on {knight}")
    neutral = N_("{seat} sets a neutral castle on {castle}, its knight on {knight}")
    return tell(neutral if e.side == "neutral" else own)(e)


def _named(e: ev.BeginnersNamed) -> Say:
    both = N_("{seat} is first player, {opener} sets first")
    text = N_("{seat} is first player") if e.first == e.opener else both
    return say(text, seat=Who(e.first), opener=Who(e.opener))


def _decision(e: ev.DecisionLaid) -> Say:
    one, both = N_("{seat} lays decision card {numbers}"), N_("{seat} lays decision cards {numbers}")
    if e.politics:
        one = N_("{seat} lays decision card {numbers} along with {cards}")
        both = N_("{seat} lays decision cards {numbers} along with {cards}")
    numbers = tuple(map(Figure, e.numbers))
    return say(both if len(numbers) > 1 else one, seat=Who(e.seat), numbers=numbers, cards=cards(e.politics))


def _opened(e: ev.ActionOpened) -> Say:
    return say(OPENED[e.how], n=Figure(e.number), action=action(e.action), seats=people(e.seats))


OPENED = {
    "act": N_("Action {n}: {seats} gets {action}"),
    "deal": N_("Action {n}: {seats} want {action}"),
    "duel": N_("Action {n}: duel of {seats} for {action}"),
}


def _shared(e: ev.DucatsShared) -> Say:
    alone = N_("{seats} gets one ducat"), N_("{seats} gets {n} ducats")
    several = N_("{seats} get one ducat each"), N_("{seats} get {n} ducats each")
    return count(e.each, *(alone if len(e.seats) == 1 else several), seats=people(e.seats))


def _dealt(e: ev.Dealt) -> Say:
    known = {"payer": Who(e.payer), "payee": Who(e.payee)}
    if not e.ducats:
        return say(N_("{payer} pays {payee} nothing"), **known)
    return count(e.ducats, N_("{payer} pays {payee} one ducat"), N_("{payer} pays {payee} {n} ducats"), **known)


def _bids(e: ev.BidsShown) -> Say:
    told = tuple(say(N_("{seat} {n}"), seat=Who(p), n=Figure(n)) for p, n in zip(e.seats, e.worth, strict=True))
    return say(N_("Bids: {bids}"), bids=told)


def _won(e: ev.DuelWon) -> Say:
    return _with_price(
        N_("{seat} wins the duel for nothing"), N_("{seat} wins the duel and pays {money}"), e.ducats, e.treasures,
        seat=Who(e.seat),
    )  # fmt: skip


def _tied(e: ev.DuelTied) -> Say:
    return tell(N_("Tie: {seats} bid once more") if e.again else N_("Second tie of {seats}: nobody acts"))(e)


def _squares(n: int) -> Say:
    return count(Figure(n), N_("{n} square"), N_("{n} squares"))


def _founded(e: ev.Founded) -> Say:
    known = {"side": who(e.side), "castle": Where(e.castle), "squares": _squares(e.squares)}
    points = e.for_squares + e.for_towns
    if not points:
        return say(N_("{side} has a region at {castle} ({squares})"), **known)
    return count(
        Figure(points),
        N_("{side} gets a region at {castle} ({squares}): {n} point"),
        N_("{side} gets a region at {castle} ({squares}): {n} points"),
        **known,
    )


def _knight(e: ev.KnightSet) -> Say:
    return _with_price(
        N_("{seat} sets a knight on {square}"), N_("{seat} sets a knight on {square} for {money}"), e.ducats,
        e.treasures, seat=Who(e.seat), square=Where(e.square),
    )  # fmt: skip


def _expanded(e: ev.Expanded) -> Say:
    known: dict[str, Any] = {"seat": Who(e.seat), "square": Where(e.square)}
    if e.loser:
        text = N_("{seat} takes the town {square} from {loser}") if e.town else N_("{seat} takes {square} from {loser}")
        return say(text, loser=who(e.loser), **known)
    return say(N_("{seat} takes the town {square}") if e.town else N_("{seat} takes {square}"), **known)


def _zone(e: ev.ZoneLost) -> Say:
    return count(
        Figure(e.for_squares + e.for_towns),
        N_("{side} loses {squares} that were cut off: {n} point"),
        N_("{side} loses {squares} that were cut off: {n} points"),
        side=who(e.side),
        squares=_squares(e.squares),
    )


def _ended_alliance(e: ev.AllianceEnded) -> Say:
    return say(
        N_("{seat} ends the alliance of {own} and {other} for {money}"), seat=Who(e.seat), own=Where(e.own),
        other=Where(e.other), money=_money(e.ducats, e.treasures) or say(N_("nothing")),
    )  # fmt: skip


def _defected(e: ev.Defected) -> Say:
    return _with_price(
        N_("{seat} removes a knight of {side} from {square} and sets one on {place}"),
        N_("{seat} removes a knight of {side} from {square} and sets one on {place} for {money}"),
        e.ducats, e.treasures, seat=Who(e.seat), side=who(e.side), square=Where(e.removed), place=Where(e.placed),
    )  # fmt: skip


def _kept(e: ev.CardKept) -> Say | None:
    """Told to its owner only."""
    return None if e.card == "?" else say(N_("{seat} keeps {card}"), seat=Who(e.seat), card=card(e.card))


def _over(e: ev.Ended) -> Say:
    return say(N_("{seats} wins") if len(e.winners) == 1 else N_("{seats} share the victory"), seats=people(e.winners))


# ---------------------------------------------------------------- notices
NOTED = Telling(
    seat=Who, square=Where, edge=Where, action=action, side=who, points=Figure,
    squares=lambda names: tuple(map(Where, names)), cards=lambda names: tuple(map(label, dict.fromkeys(names))),
)  # fmt: skip


def notice_line(e: Notice) -> Say:
    known = NOTED.known(dict(e.facts))
    if e.code in COUNTED:
        return count(known.pop("n"), *COUNTED[e.code], **known)
    if e.code == "below_lion" and not known["stopped"]:
        return say(N_("{seat} falls to {points} points."), **known)
    return say(NOTICES[e.code], **known)


NOTICES = {
    "just_apart": N_("{square} is exactly {distance} squares from the next castle of this colour."),
    "nearer": N_("There is no room for a castle otherwise: a distance of {distance} squares is enough here."),
    "no_use": N_("{seat} chooses {action}, which is of no use as things stand."),
    "lapses": N_("{seat} gets {action} and can do nothing with it: the action lapses."),
    "useless_border": N_("Border {edge} lies in a neutral zone and is of no use."),
    "founded_for": N_("This region belongs to {side}, not to {seat}."),
    "reserve_empty": N_("{seat} has set the last knight: only expansion is left."),
    "stranded": N_("{seat} cuts off knights of their own: {squares}."),
    "below_lion": N_("{seat} would fall to {points} points."),
    "one_pile": N_("The other pile of politics cards is empty."),
    "second_alliance": N_("These regions are allied twice now: each alliance is ended by itself."),
    "breach": N_("More of these cards were played than there are: {cards}."),
}
COUNTED = {
    "few_borders": (N_("One border is left in the supply."), N_("{n} borders are left in the supply.")),
    "cap_reached": (
        N_("{seat} has enough regions: one border is not laid."),
        N_("{seat} has enough regions: {n} borders are not laid."),
    ),
    "substitutes": (
        N_("One border is missing: mark its place with something else."),
        N_("{n} borders are missing: mark their places with something else."),
    ),
}


# ---------------------------------------------------------------- the log
# One line of it an event; none for what needs no line of its own.
LINES: dict[type[Event], Line] = {
    **handlers(Event, Say, globals()),
    ev.ColourTaken: lambda e: say(N_("{side}: {colour}"), side=who(e.side), colour=Term(COLOURS[e.colour])),
    ev.PartsTurned: tell(N_("The parts are drawn")),
    ev.SetupRestarted: tell(N_("The set-up begins anew")),
    ev.BasicLaid: tell(N_("Basic set-up, power points: {points}")),
    ev.SilverScored: tell(N_("Silver find, power points: {points}")),
    ev.PoliticsLeft: tell(N_("{seat} takes {card} back: no target is left")),
    ev.ActionLapsed: tell(N_("Action {n} lapses"), n="number"),
    ev.NotAgreed: tell(N_("{seats} do not agree")),
    ev.BidPlaced: tell(N_("{seat} has bid")),
    ev.BorderLaid: tell(N_("{seat} lays border {edge}")),
    ev.ZoneClosed: lambda e: count(
        Figure(len(e.squares)), N_("A neutral zone of {n} square"), N_("A neutral zone of {n} squares")
    ),
    ev.PileLooked: lambda e: say(N_("{seat} looks through {pile}"), seat=Who(e.seat), pile=Term(PILES[e.pile])),
    ev.PoliticsTaken: tell(N_("{seat} takes a politics card")),
    ev.ActionLeft: tell(N_("{seat} does nothing more")),
    ev.RoundEnded: tell(N_("Round {n}: {seat} is first player"), seat="first", n="round"),
    ev.KingDied: tell(N_("The king is dead, power points: {points}")),
    ev.Revealed: tell(N_("{seat} reveals {cards}")),
    ev.CardTurned: tell(N_("{seat} turns up an action card")),
    ev.AllianceMade: tell(N_("{seat} joins the regions of {own} and {other}")),
    ev.FiefsShown: tell(N_("{seat} shows {cards}: {n} points"), n="points"),
}
event_line = by_kind(LINES)
