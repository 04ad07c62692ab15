"""What the log says of Brian Boru's events: one line each, figures as figures."""

from __future__ import annotations

from companion.engine.dispatch import handlers
from companion.engine.hidden import Breach
from companion.engine.types import Event, Notice
from companion.engine.words import N_, Figure, Say, Term, Where, Who, count, say
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.words import upkeep
from companion.games.brian_boru.words.names import BRIDES, PIECES, card, counted


def _cards(played: ev.Played) -> tuple[Say, ...]:
    return tuple(say(N_("{seat} {n}"), seat=Who(p), n=Figure(c)) for p, c in played)


def event_line(e: Event) -> Say | None:
    """One line of the log; None for what needs no line of its own."""
    line = LINES.get(type(e))
    return None if line is None else line(e)


# ---------------------------------------------------------------- set-up and draft
def _begun(e: ev.Begun) -> Say:
    return say(N_("{seat} takes the town marker and begins"), seat=Who(e.seat))


def _settled(e: ev.Settled) -> Say:
    return say(N_("{seat} puts the first disc on {town}"), seat=Who(e.seat), town=Where(e.town))


def _round(e: ev.RoundBegun) -> Say:
    return say(N_("Round {n} begins"), n=Figure(e.round))


def _fleet(e: ev.FleetSighted) -> Say:
    return say(N_("A fleet of {n}: {area} raiders in the battle area"), n=Figure(e.strength), area=Figure(e.area))


def _bride(e: ev.BrideShown) -> Say:
    return say(N_("The marriage card is {bride}"), bride=Term(BRIDES[e.card]))


def _last(e: ev.LastRound) -> Say:
    return say(N_("The princess is here: this is the last round"))


def _shuffled(e: ev.CardsShuffled) -> Say:
    return say(N_("{n} action cards for everybody"), n=Figure(e.each))


def _sealed(e: ev.PickSealed) -> Say:
    return say(N_("{seat} keeps {cards}"), seat=Who(e.seat), cards=tuple(Figure(c) for c in e.cards))


def _ready(e: ev.PickReady) -> Say:
    return say(N_("{seat} has chosen"), seat=Who(e.seat))


def _passed(e: ev.PacketsPassed) -> Say | None:
    if not e.size:
        return None
    return count(Figure(e.size), N_("One card goes to the left"), N_("{n} cards go to the left"))


# ---------------------------------------------------------------- tricks and icons
def _named(e: ev.TownNamed) -> Say:
    return say(N_("{seat} chooses {town}"), seat=Who(e.seat), town=Where(e.town))


def _stuck(e: ev.StuckDeclared) -> Say:
    return say(N_("{seat} has no card for any free town"), seat=Who(e.seat))


def _marker(e: ev.MarkerPassed) -> Say:
    return say(N_("{seat} passes the town marker to {to}"), seat=Who(e.seat), to=Who(e.to))


def _played(e: ev.CardPlayed) -> Say:
    if not e.card:
        return say(N_("{seat} played a card"), seat=Who(e.seat))
    return say(N_("{seat} plays {card}"), seat=Who(e.seat), card=card(e.card, e.suit))


def _decided(e: ev.TrickDecided) -> Say:
    if e.winner < 0:
        return say(N_("Nobody wins the town: no card fits it"))
    if not e.fitting:
        return say(N_("{seat} won the trick"), seat=Who(e.winner))
    fitting, others = _cards(e.fitting), _cards(e.others)
    if not others:
        return say(N_("{seat} wins the trick, all cards fit: {cards}"), seat=Who(e.winner), cards=fitting)
    text = N_("{seat} wins the trick, fitting: {cards}; of another colour: {others}")
    return say(text, seat=Who(e.winner), cards=fitting, others=others)


def _town_taken(e: ev.TownTaken) -> Say:
    if not e.disc:
        return say(N_("{seat} takes the town marker, {town} is taken"), seat=Who(e.seat), town=Where(e.town))
    return say(N_("{seat} takes {town} and the town marker"), seat=Who(e.seat), town=Where(e.town))


def _coins(e: ev.CoinsTaken) -> Say:
    return counted(e.n, N_("{seat} takes one coin"), N_("{seat} takes {n} coins"), e.seat)


def _paid(e: ev.Paid) -> Say:
    if e.points and e.coins:
        one, many = (
            N_("{seat} pays one coin, points lost: {points}"),
            N_("{seat} pays {n} coins, points lost: {points}"),
        )
        return counted(e.coins, one, many, e.seat, points=Figure(e.points))
    if e.points:
        return counted(
            e.points,
            N_("{seat} has no coin and loses one point"),
            N_("{seat} has no coin and loses {n} points"),
            e.seat,
        )
    if e.coins:
        return counted(e.coins, N_("{seat} pays one coin"), N_("{seat} pays {n} coins"), e.seat)
    return say(N_("{seat} has nothing to pay with"), seat=Who(e.seat))


def _renown(e: ev.RenownTaken) -> Say:
    return counted(e.n, N_("{seat} takes one renown"), N_("{seat} takes {n} renown"), e.seat)


def _discs(e: ev.DiscsSent) -> Say:
    return counted(e.n, N_("{seat} sends one disc to the church"), N_("{seat} sends {n} discs to the church"), e.seat)


def _raiders(e: ev.RaidersTaken) -> Say:
    return counted(e.n, N_("{seat} takes one raider"), N_("{seat} takes {n} raiders"), e.seat)


def _steps(e: ev.StepsMade) -> Say:
    at = Figure(e.to)
    return counted(
        e.n, N_("{seat} courts one step to space {at}"), N_("{seat} courts {n} steps to space {at}"), e.seat, at=at
    )


BOUGHT = {
    "m": (N_("{seat} buys one step for {coins} coins"), N_("{seat} buys {n} steps for {coins} coins")),
    "v": (N_("{seat} buys one raider for {coins} coins"), N_("{seat} buys {n} raiders for {coins} coins")),
    "c": (N_("{seat} buys one disc for {coins} coins"), N_("{seat} buys {n} discs for {coins} coins")),
}


def _bought(e: ev.Bought) -> Say | None:
    if not e.n:
        return None
    return counted(e.n, *BOUGHT[e.kind], e.seat, coins=Figure(e.coins))


def _expanded(e: ev.Expanded) -> Say:
    return say(N_("{seat} expands into {town}"), seat=Who(e.seat), town=Where(e.town))


def _liberated(e: ev.Liberated) -> Say:
    text = N_("{seat} frees {town} from the Vikings for {owner}")
    return say(text, seat=Who(e.seat), town=Where(e.town), owner=Who(e.owner))


VOID = {
    "v": N_("{seat} finds the battle area empty"),
    "m": N_("{seat} is at the top of the track"),
    "X": N_("{seat} finds no Viking control token"),
}


def _void(e: ev.IconVoid) -> Say | None:
    return say(VOID[e.icon], seat=Who(e.seat)) if e.icon in VOID else None


DECLINED = {"expansion": N_("{seat} does not expand"), "monastery": N_("{seat} builds no monastery")}


def _declined(e: ev.Declined) -> Say:
    return say(DECLINED[e.what], seat=Who(e.seat))


def _bumped(e: ev.DiscSettled) -> Say:
    text = N_("{seat} finds space {reached} taken and goes back to space {rests}")
    return say(text, seat=Who(e.seat), reached=Figure(e.reached), rests=Figure(e.rests))


def _trick_ended(e: ev.TrickEnded) -> Say:
    return say(N_("{seat} leads the next trick"), seat=Who(e.leader))


def _discarded(e: ev.HandsDiscarded) -> Say:
    return say(N_("The tricks are over, the upkeep begins"))


def _breach(e: Breach) -> Say:
    f = dict(e.facts)
    if e.code == "not_stuck":
        return say(N_("{seat} said that no card fits, but one did"), seat=Who(e.seat))
    if "card" not in f:
        return say(N_("{seat} named a card that lies elsewhere"), seat=Who(e.seat))
    text = N_("{seat} named card {card}, but it lies elsewhere")
    return say(text, seat=Who(e.seat), card=Figure(f["card"]))


def notice_line(e: Notice) -> Say:
    f = dict(e.facts)
    if e.code == "odd_fleet":
        text = N_("A Viking card shows {n}: is it so, it usually is {least} to {most}?")
        return say(text, n=Figure(f["n"]), least=Figure(f["least"]), most=Figure(f["most"]))
    if e.code == "wasted":
        if not f.get("fewer"):
            return say(N_("{seat} would end on the same space without buying."), seat=Who(f["seat"]))
        one, many = (
            N_("{seat} would end on the same space with {n} step."),
            N_("{seat} would end on the same space with {n} steps."),
        )
        return count(Figure(f["fewer"]), one, many, seat=Who(f["seat"]))
    text = N_("The box holds {box} of these ({piece}): use substitutes, there is no limit.")
    return say(text, box=Figure(f["box"]), piece=Term(PIECES.get(f["kind"], f["kind"])))


LINES = handlers(Event, Say, globals(), vars(upkeep))
