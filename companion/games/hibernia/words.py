"""What Hibernia's duties, events and refusals say, in English; catalogues hold the other languages."""

from __future__ import annotations

from companion.engine.types import Event, Notice, Over, Pending, Roll, Ruling, ScoreLine
from companion.engine.words import N_, Say, Term, Where, Who, count, say
from companion.games.hibernia import inputs as acts

TITLE = N_("Hibernia")
FACES = {
    "blue": N_("blue"),
    "green": N_("green"),
    "red": N_("red"),
    "yellow": N_("yellow"),
    "black": N_("black"),
    "purple": N_("purple"),
    "white": N_("white"),
}
PIECES = {"soldier": N_("soldier")}
SIDES = {"neutral": N_("neutral")}
INTO = {
    "blue": N_("{seat} moves into a blue county or musters."),
    "green": N_("{seat} moves into a green county or musters."),
    "red": N_("{seat} moves into a red county or musters."),
    "yellow": N_("{seat} moves into a yellow county or musters."),
    "black": N_("{seat} moves into any county or musters."),
}
OPTIONS = {
    "soldiers_per_player": N_("Soldiers of each colour"),
    "shield_start": N_("Soldiers on the shield at the start, in turn order"),
    "extra_action": N_("The extra action"),
    "roll_first": N_("The die comes before both actions"),
    "pair_rule": N_("Attacks on the last pair"),
    "extra_round_players": N_("Who plays an extra round"),
    "shared_win_after": N_("Extra rounds before the victory is shared (0: no limit)"),
    "joker_face": N_("Sixth face of the die"),
    "advanced": N_("Advanced game"),
    "hints": N_("Advice between the turns"),
}
VALUES = {
    "mandatory": N_("must be used"),
    "optional": N_("may be left"),
    "strict": N_("never, whatever the numbers"),
    "outcome": N_("unless the county would be lost"),
    "all": N_("everybody"),
    "tied": N_("only those who share the top"),
}


def pending_line(p: Pending) -> Say:
    f = dict(p.facts)
    if isinstance(p, Over):
        if len(p.winners) == 1:
            return say(N_("{seat} wins."), seat=Who(p.winners[0]))
        return say(N_("{seats} share the victory."), seats=tuple(Who(w) for w in p.winners))
    if p.rule == "HI-1.4":
        return say(N_("Draw lots: one soldier of each player goes on a fortress."))
    if p.rule == "HI-1.5":
        return say(N_("Draw lots for the start player."))
    if isinstance(p, Roll):
        return say(N_("{seat} rolls the die."), seat=Who(f["seat"]))
    seat, owed = Who(f["seat"]), f["owed"]
    if "die" in owed:
        return say(INTO[f["die"]], seat=seat)
    return say(N_("{seat} has the extra action: into any county, or muster."), seat=seat)


def event_line(e: Event) -> Say | None:
    """One line of the log; None for what needs no line of its own."""
    if isinstance(e, acts.Moved):
        return _moved(e)
    if isinstance(e, acts.Mustered):
        back = e.returned[e.seat]
        return count(back, N_("{seat} musters {n} soldier"), N_("{seat} musters {n} soldiers"), seat=Who(e.seat))
    if isinstance(e, acts.Scored):
        n = e.after - e.before
        return count(
            n,
            N_("{seat}: {n} step to {total}"),
            N_("{seat}: {n} steps to {total}"),
            seat=Who(e.seat),
            total=Term(str(e.after)),
        )
    if isinstance(e, acts.DieRolled):
        return say(N_("{seat} rolls {face}"), seat=Who(e.seat), face=Term(FACES[e.face]))
    if isinstance(e, acts.FortressesDrawn):
        pairs = tuple(say(N_("{seat} in {county}"), seat=Who(i), county=Where(c)) for i, c in enumerate(e.counties))
        return say(N_("Fortresses: {pairs}"), pairs=pairs)
    if isinstance(e, acts.StarterDrawn):
        return say(N_("{seat} begins"), seat=Who(e.seat))
    if isinstance(e, acts.Rested):
        return say(N_("{seat} leaves the extra action"), seat=Who(e.seat))
    if isinstance(e, acts.LastRound):
        return say(N_("{seat} reaches the start space: last round"), seat=Who(e.seat))
    if isinstance(e, acts.ExtraRound):
        return say(N_("The top is shared: an extra round"))
    if isinstance(e, acts.Ended):
        return say(N_("{seats} wins"), seats=tuple(Who(w) for w in e.winners))
    if isinstance(e, Notice):
        return notice_line(e)
    return None


def _moved(e: acts.Moved) -> Say:
    seat, county = Who(e.seat), Where(e.county)
    if e.was == e.seat:
        return count(
            e.n,
            N_("{seat} adds {n} soldier in {county}"),
            N_("{seat} adds {n} soldiers in {county}"),
            seat=seat,
            county=county,
        )
    if e.was == -1:
        return count(
            e.n,
            N_("{seat} enters {county} with {n} soldier"),
            N_("{seat} enters {county} with {n} soldiers"),
            seat=seat,
            county=county,
        )
    if e.owner == e.seat:
        return say(N_("{seat} takes {county}, {a} against {d}"), seat=seat, county=county, a=e.n, d=e.defenders)
    if e.owner == -1:
        return say(N_("{seat} clears {county}, {a} against {d}"), seat=seat, county=county, a=e.n, d=e.defenders)
    return say(N_("{seat} weakens {county}, {a} against {d}"), seat=seat, county=county, a=e.n, d=e.defenders)


def notice_line(e: Notice) -> Say:
    f = dict(e.facts)
    if e.code == "no_pair":
        return say(N_("{seat} owns no two neighbouring counties yet: all of them are protected."), seat=Who(f["seat"]))
    if e.code == "tie":
        return say(N_("{seats} share the top."), seats=tuple(Who(i) for i in f["seats"]))
    if e.code == "help_is_fair":
        return say(N_("Helping somebody to catch up with the leader is fair play."))
    return say(N_("A strong place can be worth more than steps now, and a tie at the end means another round."))


def ruling_line(r: Ruling) -> Say:
    """Why an act is refused: what is not possible, and the reason."""
    f = dict(r.facts)
    seat, county = Who(f.get("seat")), Where(f.get("county", ""))
    if r.rule in REFUSALS:
        more = {k: v for k, v in f.items() if k in ("needed", "free", "supply", "given")}
        extra = {"owner": Who(f["owner"])} if "owner" in f else {}
        source = {"source": Where(f["source"])} if "source" in f else {}
        turn = {"turn": Who(f["turn"])} if "turn" in f else {}
        return say(REFUSALS[r.rule], seat=seat, county=county, **more, **extra, **source, **turn)
    return say(N_("That is not possible now."))


REFUSALS = {
    "HI-1.4": N_("The set-up is not finished: the lots come first."),
    "HI-1.5": N_("Nobody begins yet: the start player is drawn by lot."),
    "HI-2.1": N_("{seat} is not on turn: it is {turn}'s turn."),
    "HI-2.2": N_("The die comes first, and once in a turn."),
    "HI-2.3": N_("{seat} cannot move into {county} with the die: it shows another colour."),
    "HI-2.5": N_("{seat} has no die action: the joker gives a step instead."),
    "HI-2.6": N_("{seat} has used the extra action already."),
    "HI-2.8": N_("{seat} has used the die action already."),
    "HI-2.10": N_("{seat} may not pass: the extra action must be used."),
    "HI-3.1": N_("There is no such county."),
    "HI-3.3": N_("{seat} cannot move into {county}: {seat} owns no neighbour of it."),
    "HI-3.4": N_("{seat} must place exactly {needed} in {county}, not {given}."),
    "HI-3.5": N_("{seat} takes soldiers from counties only when the supply is short: it holds {supply}."),
    "HI-3.6": N_("{seat} cannot take these soldiers: every county must keep one."),
    "HI-3.7": N_("{seat} cannot take soldiers from {county} for a move into it."),
    "HI-3.8": N_("{seat} cannot move into {county}: {needed} are needed, {free} are free."),
    "HI-4.2": N_("{seat} cannot move into {county}: {owner} would lose the last two neighbouring counties."),
    "HI-4.3": N_("{seat} cannot move into {county}: it is one of {owner}'s last two neighbouring counties."),
    "HI-4.5": N_("{seat} cannot move into {county}: {owner} owns no two neighbouring counties."),
    "HI-7.2": N_("The game is over."),
    "HI-9.4": N_("{seat} cannot take {county}: {owner} would keep no two counties near each other."),
    "HI-9.5": N_("{seat} cannot move into {county}: from the second round on {owner}'s counties are protected."),
}


def score_line(line: ScoreLine) -> Say:
    if line.label == "joker":
        return count(line.points, N_("{n} step by joker"), N_("{n} steps by joker"))
    return count(line.points, N_("{n} step on {colour}"), N_("{n} steps on {colour}"), colour=Term(FACES[line.label]))
