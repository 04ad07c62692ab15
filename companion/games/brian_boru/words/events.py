"""What the log says of Brian Boru's events: one line each, figures as figures."""

from __future__ import annotations

from companion.engine.dispatch import handlers
from companion.engine.hidden import Breach
from companion.engine.types import Event, Notice
from companion.engine.words import N_, Figure, Line, Say, Term, Where, Who, by_kind, count, numbers, people, say
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.words.names import BRIDES, COUNTED, card, counted, region, tell


def _cards(played: ev.Played) -> tuple[Say, ...]:
    return tuple(say(N_("{seat} {n}"), seat=Who(p), n=Figure(c)) for p, c in played)


# ---------------------------------------------------------------- set-up and draft
def _bride(e: ev.BrideShown) -> Say:
    return say(N_("The marriage card is {bride}"), bride=Term(BRIDES[e.card]))


def _sealed(e: ev.PickSealed) -> Say:
    return say(N_("{seat} keeps {cards}"), seat=Who(e.seat), cards=tuple(Figure(c) for c in e.cards))


def _passed(e: ev.PacketsPassed) -> Say | None:
    if not e.size:
        return None
    return count(Figure(e.size), N_("One card goes to the left"), N_("{n} cards go to the left"))


# ---------------------------------------------------------------- tricks and icons
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


# ---------------------------------------------------------------- upkeep and the end
def _wedded(e: ev.Wedded) -> Say:
    gains = [count(Figure(e.points), N_("one point"), N_("{n} points"))] if e.points else []
    gains += [count(Figure(e.renown), N_("one renown"), N_("{n} renown"))] if e.renown else []
    bride = Term(BRIDES[e.card])
    if not gains:
        return say(N_("{seat} marries {bride}"), seat=Who(e.seat), bride=bride)
    return say(N_("{seat} marries {bride}: {gains}"), seat=Who(e.seat), bride=bride, gains=tuple(gains))


def _bride_left(e: ev.BrideLeft) -> Say:
    return say(N_("{bride} leaves the game: nobody courts"), bride=Term(BRIDES[e.card]))


ALLIED = {
    "pact": N_("{seat} makes a pact with the Vikings"),
    "trade": N_("{seat} trades with the Vikings"),
    "spurn": N_("{seat} spurns the princess for {points} points"),
}


def _allied(e: ev.Allied) -> Say:
    return say(ALLIED[e.choice], seat=Who(e.seat), points=Figure(e.points))


def _rewarded(e: ev.Rewarded) -> Say:
    if e.renown:
        return counted(
            e.renown, N_("{seat} gets one renown from the track"), N_("{seat} gets {n} renown from the track"), e.seat
        )
    return counted(
        e.coins, N_("{seat} gets one coin from the track"), N_("{seat} gets {n} coins from the track"), e.seat
    )


def _landed(e: ev.VikingsLanded) -> Say:
    counts, losers = numbers(e.counts), people(e.losers)
    if e.chooser < 0:
        text = N_("The Vikings land and hit {losers}; everybody hit chooses the town ({counts})")
        return say(text, counts=counts, losers=losers)
    text = N_("The Vikings land and hit {losers}; {chooser} chooses what they take ({counts})")
    return say(text, counts=counts, losers=losers, chooser=Who(e.chooser))


def _church_skipped(e: ev.ChurchSkipped) -> Say | None:
    """Stages without a comparison to explain need no line."""
    if not max(e.counts):
        return say(N_("No disc lies in the church")) if e.stage == 1 else None
    text = (
        N_("Nobody alone leads in the church: {counts}") if e.stage == 1 else N_("Nobody has four discs left: {counts}")
    )
    return say(text, counts=numbers(e.counts))


def _thresholds(e: ev.ThresholdsChecked) -> Say:
    text = N_("{region} {n} (needed {needed})")
    rows = [
        say(text, region=region(r.region), n=Figure(r.towns), needed=Figure(r.threshold)) for r in e.rows if r.opened
    ]
    if not rows:
        return say(N_("No claim token turns up"))
    return say(N_("Claim tokens turn up: {regions}"), regions=tuple(rows))


def _claims(e: ev.ClaimsAwarded) -> Say:
    told = [_vote(r) for r in e.rows if r.now != r.was]
    return (
        say(N_("No claim token changes hands")) if not told else say(N_("Claim tokens: {regions}"), regions=tuple(told))
    )


def _vote(r: ev.RegionVote) -> Say:
    """A token that moves, with the weight that moves it; all weights stand in the event."""
    if r.now == "above":
        return say(N_("{region} to nobody, the Vikings have {n}"), region=region(r.region), n=Figure(r.vikings))
    seat = ord(r.now) - ord("A")
    return say(N_("{region} to {seat} with {n}"), region=region(r.region), seat=Who(seat), n=Figure(r.weights[seat]))


def _ended(e: ev.Ended) -> Say:
    text = N_("{seats} wins: {totals}") if len(e.winners) == 1 else N_("{seats} share the victory: {totals}")
    return say(text, seats=people(e.winners), totals=numbers(e.totals))


# ---------------------------------------------------------------- warnings
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
        text = N_("The Viking card shows {n}, usually it is {least} to {most}: is that right?")
        return say(text, n=Figure(f["n"]), least=Figure(f["least"]), most=Figure(f["most"]))
    if e.code == "wasted":
        if not f.get("fewer"):
            return say(N_("{seat} would end on the same space without buying."), seat=Who(f["seat"]))
        one, many = (
            N_("{seat} would end on the same space with {n} step."),
            N_("{seat} would end on the same space with {n} steps."),
        )
        return count(Figure(f["fewer"]), one, many, seat=Who(f["seat"]))
    text = N_("The box holds only {box} {pieces}: use substitutes, there is no limit.")
    return say(text, box=Figure(f["box"]), pieces=Term(STOCK[f["kind"]]))


STOCK = {**COUNTED, "renown": N_("renown tokens")}


def _put_back(e: ev.DiscSettled) -> Say:
    known = {"seat": Who(e.seat), "reached": Figure(e.reached)}
    if not e.rests:
        return say(N_("{seat} finds space {reached} taken and goes back to the first space"), **known)
    return say(N_("{seat} finds space {reached} taken and goes back to space {rests}"), rests=Figure(e.rests), **known)


# ---------------------------------------------------------------- the log
# One line of it an event; none for what needs no line of its own.
LINES: dict[type[Event], Line] = {
    **handlers(Event, Say, globals()),
    ev.Begun: tell(N_("{seat} takes the town marker and begins")),
    ev.Settled: tell(N_("{seat} puts the first disc on {town}")),
    ev.RoundBegun: tell(N_("Round {n} begins"), n="round"),
    ev.FleetSighted: tell(N_("A fleet of {n}: {area} raiders in the battle area"), n="strength"),
    ev.LastRound: tell(N_("The princess triggers the last round")),
    ev.CardsShuffled: tell(N_("{n} action cards for everybody"), n="each"),
    ev.PickReady: tell(N_("{seat} has chosen")),
    ev.TownNamed: tell(N_("{seat} chooses {town}")),
    ev.StuckDeclared: tell(N_("{seat} has no card for any free town")),
    ev.MarkerPassed: tell(N_("{seat} passes the town marker to {to}")),
    ev.CoinsTaken: tell(N_("{seat} takes one coin"), N_("{seat} takes {n} coins")),
    ev.RenownTaken: tell(N_("{seat} takes one renown"), N_("{seat} takes {n} renown")),
    ev.DiscsSent: tell(N_("{seat} sends one disc to the church"), N_("{seat} sends {n} discs to the church")),
    ev.RaidersTaken: tell(N_("{seat} takes one raider"), N_("{seat} takes {n} raiders")),
    ev.Expanded: tell(N_("{seat} expands into {town}")),
    ev.Liberated: tell(N_("{seat} frees {town} from the Vikings for {owner}")),
    ev.TrickEnded: tell(N_("The trick is over, {seat} has the town marker"), seat="leader"),
    ev.HandsDiscarded: tell(N_("The tricks are over, the upkeep begins")),
    ev.TownGained: tell(N_("{seat} gets {town}")),
    ev.RewardVoid: tell(N_("{seat} gets no town: none is free there")),
    ev.VikingsBeaten: tell(N_("The Vikings are beaten off")),
    ev.TownLost: tell(N_("{loser} loses {town} to the Vikings")),
    ev.NothingLost: tell(N_("{loser} controls no town and loses nothing")),
    ev.GreatSpoils: tell(
        N_("{seat} gets one renown and one point for most raiders ({counts})"),
        N_("{seat} gets one renown and {n} points for most raiders ({counts})"),
        n="points",
    ),
    ev.SmallSpoils: tell(N_("One point for most raiders ({counts}): {seats}")),
    ev.SpoilsSkipped: tell(N_("No spoils for most raiders: {counts}")),
    ev.ChurchLed: tell(N_("{seat} leads in the church: {counts}")),
    ev.ChurchBlessed: tell(
        N_("{seat} takes the town marker and one disc back"), N_("{seat} takes the town marker and {n} discs back")
    ),
    ev.ChurchFavoured: tell(N_("One point for most discs ({counts}): {seats}")),
    ev.ChurchBuilders: tell(N_("Four discs or more ({counts}): {seats}")),
    ev.MonasteryBuilt: tell(N_("{seat} builds a monastery: {town}")),
    ev.NoSite: tell(N_("{seat} has no town for a monastery")),
}
event_line = by_kind(LINES)
