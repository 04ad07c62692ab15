"""What the log says of the upkeep of Brian Boru and of its end."""

from __future__ import annotations

from companion.engine.words import N_, Figure, Say, Term, Where, Who, count, say
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.words.names import BRIDES, counted, counts_of, region, who


def _wedded(e: ev.Wedded) -> Say:
    gains = [count(Figure(e.points), N_("one point"), N_("{n} points"))] if e.points else []
    gains += [count(Figure(e.renown), N_("one renown"), N_("{n} renown"))] if e.renown else []
    bride = Term(BRIDES[e.card])
    if not gains:
        return say(N_("{seat} marries {bride}"), seat=Who(e.seat), bride=bride)
    return say(N_("{seat} marries {bride}: {gains}"), seat=Who(e.seat), bride=bride, gains=tuple(gains))


def _bride_left(e: ev.BrideLeft) -> Say:
    return say(N_("Nobody courts: {bride} leaves the game"), bride=Term(BRIDES[e.card]))


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


def _town_gained(e: ev.TownGained) -> Say:
    return say(N_("{seat} gets {town}"), seat=Who(e.seat), town=Where(e.town))


def _reward_void(e: ev.RewardVoid) -> Say:
    return say(N_("{seat} gets no town: none is free there"), seat=Who(e.seat))


def _beaten(e: ev.VikingsBeaten) -> Say:
    return say(N_("The Vikings are beaten off"))


def _landed(e: ev.VikingsLanded) -> Say:
    counts, losers = counts_of(e.counts), who(e.losers)
    if e.chooser < 0:
        text = N_("The Vikings land and hit {losers}; everybody hit chooses the town ({counts})")
        return say(text, counts=counts, losers=losers)
    text = N_("The Vikings land and hit {losers}; {chooser} chooses what they take ({counts})")
    return say(text, counts=counts, losers=losers, chooser=Who(e.chooser))


def _lost(e: ev.TownLost) -> Say:
    return say(N_("{loser} loses {town} to the Vikings"), loser=Who(e.loser), town=Where(e.town))


def _nothing_lost(e: ev.NothingLost) -> Say:
    return say(N_("{loser} controls no town and loses nothing"), loser=Who(e.loser))


def _great(e: ev.GreatSpoils) -> Say:
    text = N_("{seat} gets one renown and {points} points for most raiders ({counts})")
    return say(text, seat=Who(e.seat), counts=counts_of(e.counts), points=Figure(e.points))


def _small(e: ev.SmallSpoils) -> Say:
    text = N_("One point for most raiders ({counts}): {seats}")
    return say(text, seats=who(e.seats), counts=counts_of(e.counts))


def _no_spoils(e: ev.SpoilsSkipped) -> Say:
    return say(N_("No spoils for most raiders: {counts}"), counts=counts_of(e.counts))


def _church_led(e: ev.ChurchLed) -> Say:
    return say(N_("{seat} leads in the church: {counts}"), seat=Who(e.seat), counts=counts_of(e.counts))


def _blessed(e: ev.ChurchBlessed) -> Say:
    return counted(
        e.n,
        N_("{seat} takes the town marker and one disc back"),
        N_("{seat} takes the town marker and {n} discs back"),
        e.seat,
    )


def _favoured(e: ev.ChurchFavoured) -> Say:
    return say(N_("One point for most discs ({counts}): {seats}"), seats=who(e.seats), counts=counts_of(e.counts))


def _builders(e: ev.ChurchBuilders) -> Say:
    return say(N_("Four discs or more ({counts}): {seats}"), seats=who(e.seats), counts=counts_of(e.counts))


def _church_skipped(e: ev.ChurchSkipped) -> Say | None:
    """Stages without a comparison to explain need no line."""
    if not max(e.counts):
        return say(N_("No disc lies in the church")) if e.stage == 1 else None
    text = (
        N_("Nobody alone leads in the church: {counts}") if e.stage == 1 else N_("Nobody has four discs left: {counts}")
    )
    return say(text, counts=counts_of(e.counts))


def _built(e: ev.MonasteryBuilt) -> Say:
    return say(N_("{seat} builds a monastery: {town}"), seat=Who(e.seat), town=Where(e.town))


def _no_site(e: ev.NoSite) -> Say:
    return say(N_("{seat} has no town for a monastery"), seat=Who(e.seat))


def _thresholds(e: ev.ThresholdsChecked) -> Say:
    text = N_("{region} {n} of {needed}")
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
    return say(text, seats=who(e.winners), totals=counts_of(e.totals))
