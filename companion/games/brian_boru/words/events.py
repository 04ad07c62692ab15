"""What the log says of Brian Boru's events: one line each, figures as figures."""

from __future__ import annotations

from companion.engine.dispatch import handlers
from companion.engine.hidden import Breach
from companion.engine.types import LETTERS, Event, Notice
from companion.engine.words import N_, Figure, Line, Say, Term, Who, by_kind, count, depending, numbers, say
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.words.names import COUNTED, bride, card, region, tell


def _cards(played: ev.Played) -> tuple[Say, ...]:
    return tuple(say(N_("{seat} {n}"), seat=Who(p), n=Figure(c)) for p, c in played)


def _passed(e: ev.PacketsPassed) -> Say | None:
    if not e.size:
        return None
    return count(Figure(e.size), N_("One card goes to the left"), N_("{n} cards go to the left"))


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


def _wedded(e: ev.Wedded) -> Say:
    gains = [count(Figure(e.points), N_("one point"), N_("{n} points"))] if e.points else []
    gains += [count(Figure(e.renown), N_("one renown"), N_("{n} renown"))] if e.renown else []
    text = N_("{seat} marries {bride}: {gains}") if gains else N_("{seat} marries {bride}")
    return say(text, seat=Who(e.seat), bride=bride(e.card), gains=tuple(gains))


def _church_skipped(e: ev.ChurchSkipped) -> Say | None:
    """Stages without a comparison to explain need no line."""
    if not max(e.counts):
        return say(N_("No disc lies in the church")) if e.stage == 1 else None
    none = N_("Nobody has four discs left: {counts}")
    return say(N_("Nobody alone leads in the church: {counts}") if e.stage == 1 else none, counts=numbers(e.counts))


def _thresholds(e: ev.ThresholdsChecked) -> Say:
    text = N_("{region} {n} (needed {needed})")
    rows = [
        say(text, region=region(r.region), n=Figure(r.towns), needed=Figure(r.threshold)) for r in e.rows if r.opened
    ]
    return say(N_("Claim tokens turn up: {regions}") if rows else N_("No claim token turns up"), regions=tuple(rows))


def _claims(e: ev.ClaimsAwarded) -> Say:
    told = tuple(_vote(r) for r in e.rows if r.now != r.was)
    return say(N_("Claim tokens: {regions}") if told else N_("No claim token changes hands"), regions=told)


def _vote(r: ev.RegionVote) -> Say:
    """A token that moves, with the weight that moves it; all weights stand in the event."""
    if r.now == "above":
        return say(N_("{region} to nobody, the Vikings have {n}"), region=region(r.region), n=Figure(r.vikings))
    seat = LETTERS.index(r.now)
    return say(N_("{region} to {seat} with {n}"), region=region(r.region), seat=Who(seat), n=Figure(r.weights[seat]))


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


# ---------------------------------------------------------------- the log
# One line of it an event; none for what needs no line of its own.
LINES: dict[type[Event], Line] = {
    **handlers(Event, Say, globals()),
    ev.Begun: tell(N_("{seat} takes the town marker and begins")),
    ev.Settled: tell(N_("{seat} puts the first disc on {town}")),
    ev.RoundBegun: tell(N_("Round {n} begins"), n="round"),
    ev.FleetSighted: tell(N_("A fleet of {n}: {area} raiders in the battle area"), n="strength"),
    ev.BrideShown: tell(N_("The marriage card is {bride}"), bride="card"),
    ev.LastRound: tell(N_("The princess triggers the last round")),
    ev.CardsShuffled: tell(N_("{n} action cards for everybody"), n="each"),
    ev.PickSealed: tell(N_("{seat} keeps {cards}")),
    ev.PickReady: tell(N_("{seat} has chosen")),
    ev.TownNamed: tell(N_("{seat} chooses {town}")),
    ev.StuckDeclared: tell(N_("{seat} has no card for any free town")),
    ev.MarkerPassed: tell(N_("{seat} passes the town marker to {to}")),
    ev.TownTaken: depending(lambda e: e.disc, {
        True: tell(N_("{seat} takes {town} and the town marker")),
        False: tell(N_("{seat} takes the town marker, {town} is taken")),
    }),
    ev.CoinsTaken: tell(N_("{seat} takes one coin"), N_("{seat} takes {n} coins")),
    ev.Paid: depending(lambda e: (e.coins > 0, e.points > 0), {
        (True, True): tell(
            N_("{seat} pays one coin, points lost: {points}"), N_("{seat} pays {n} coins, points lost: {points}"),
            n="coins",
        ),
        (True, False): tell(N_("{seat} pays one coin"), N_("{seat} pays {n} coins"), n="coins"),
        (False, True): tell(
            N_("{seat} has no coin and loses one point"), N_("{seat} has no coin and loses {n} points"), n="points"
        ),
        (False, False): tell(N_("{seat} has nothing to pay with")),
    }),
    ev.RenownTaken: tell(N_("{seat} takes one renown"), N_("{seat} takes {n} renown")),
    ev.DiscsSent: tell(N_("{seat} sends one disc to the church"), N_("{seat} sends {n} discs to the church")),
    ev.RaidersTaken: tell(N_("{seat} takes one raider"), N_("{seat} takes {n} raiders")),
    ev.StepsMade: tell(
        N_("{seat} courts one step to space {at}"), N_("{seat} courts {n} steps to space {at}"), at="to"
    ),
    ev.Bought: depending(lambda e: e.kind if e.n else "", {
        "m": tell(N_("{seat} buys one step for {coins} coins"), N_("{seat} buys {n} steps for {coins} coins")),
        "v": tell(N_("{seat} buys one raider for {coins} coins"), N_("{seat} buys {n} raiders for {coins} coins")),
        "c": tell(N_("{seat} buys one disc for {coins} coins"), N_("{seat} buys {n} discs for {coins} coins")),
    }),
    ev.IconVoid: depending(lambda e: e.icon, {
        "v": tell(N_("{seat} finds the battle area empty")),
        "m": tell(N_("{seat} is at the top of the track")),
        "X": tell(N_("{seat} finds no Viking control token")),
    }),
    ev.Declined: depending(lambda e: e.what, {
        "expansion": tell(N_("{seat} does not expand")),
        "monastery": tell(N_("{seat} builds no monastery")),
    }),
    ev.DiscSettled: depending(lambda e: e.rests > 0, {
        True: tell(N_("{seat} finds space {reached} taken and goes back to space {rests}")),
        False: tell(N_("{seat} finds space {reached} taken and goes back to the first space")),
    }),
    ev.Expanded: tell(N_("{seat} expands into {town}")),
    ev.Liberated: tell(N_("{seat} frees {town} from the Vikings for {owner}")),
    ev.TrickEnded: tell(N_("The trick is over, {seat} has the town marker"), seat="leader"),
    ev.HandsDiscarded: tell(N_("The tricks are over, the upkeep begins")),
    ev.BrideLeft: tell(N_("{bride} leaves the game: nobody courts"), bride="card"),
    ev.Allied: depending(lambda e: e.choice, {
        "pact": tell(N_("{seat} makes a pact with the Vikings")),
        "trade": tell(N_("{seat} trades with the Vikings")),
        "spurn": tell(N_("{seat} spurns the princess for {points} points")),
    }),
    ev.Rewarded: depending(lambda e: e.renown > 0, {
        True: tell(
            N_("{seat} gets one renown from the track"), N_("{seat} gets {n} renown from the track"), n="renown"
        ),
        False: tell(N_("{seat} gets one coin from the track"), N_("{seat} gets {n} coins from the track"), n="coins"),
    }),
    ev.TownGained: tell(N_("{seat} gets {town}")),
    ev.RewardVoid: tell(N_("{seat} gets no town: none is free there")),
    ev.VikingsBeaten: tell(N_("The Vikings are beaten off")),
    ev.VikingsLanded: depending(lambda e: e.chooser < 0, {
        True: tell(N_("The Vikings land and hit {losers}; everybody hit chooses the town ({counts})")),
        False: tell(N_("The Vikings land and hit {losers}; {chooser} chooses what they take ({counts})")),
    }),
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
    ev.Ended: depending(lambda e: len(e.winners) == 1, {
        True: tell(N_("{seats} wins: {totals}"), seats="winners"),
        False: tell(N_("{seats} share the victory: {totals}"), seats="winners"),
    }),
}  # fmt: skip
event_line = by_kind(LINES)
