"""What Hibernia's duties, events and refusals say, in English; catalogues hold the other languages."""

from __future__ import annotations

from typing import Any

from companion.engine.boards import Board, Space
from companion.engine.types import (
    LETTERS,
    MALFORMED,
    Event,
    Input,
    Notice,
    Over,
    Pending,
    Roll,
    Rolled,
    Ruling,
    ScoreLine,
)
from companion.engine.words import DIRECTIONS, N_, Figure, Say, Term, Where, Who, Words, count, people, say, victory
from companion.games.hibernia import events as ev
from companion.games.hibernia import inputs as acts
from companion.games.hibernia.words.maps import FACES, map_line

TITLE = N_("Hibernia")
PIECES = {"soldier": N_("soldier")}
COUNTED = {"soldier": N_("soldiers")}  # what balances count
SIDES = {"neutral": N_("neutral")}
PLACES = {"shield": N_("the shield"), "tray": N_("the dice tray")}
UNNAMED = {
    "blue": N_("a blue county"),
    "green": N_("a green county"),
    "red": N_("a red county"),
    "yellow": N_("a yellow county"),
}
NAMED_BY_PLACE = {  # counties of a captured board, until somebody types their names
    "blue": N_("the blue county {where}"),
    "green": N_("the green county {where}"),
    "red": N_("the red county {where}"),
    "yellow": N_("the yellow county {where}"),
}
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
    "app_dice": N_("The app throws dice on request"),
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
        return victory(p)
    if p.rule == "HI-1.4":
        return say(N_("Draw lots: one soldier of each player goes on a fortress."))
    if p.rule == "HI-1.5":
        return say(N_("Draw lots for the start player."))
    if isinstance(p, Roll):
        if f["early"]:
            return say(N_("{seat} rolls the die, or uses the extra action first."), seat=Who(f["seat"]))
        return say(N_("{seat} rolls the die."), seat=Who(f["seat"]))
    seat, owed, what = Who(f["seat"]), f["owed"], getattr(p, "what", ())
    if "move" not in what:
        if "rest" in what:
            return say(N_("{seat} can enter no county: muster, or leave the extra action."), seat=seat)
        return say(N_("{seat} can enter no county and must muster."), seat=seat)
    if f["stuck"]:
        return say(N_("{seat} can enter no county by the die now: the extra action first, or muster."), seat=seat)
    if "die" in owed:
        return say(INTO[f["die"]], seat=seat)
    if "rest" in what:
        return say(N_("{seat} has the extra action: move anywhere, muster, or leave it."), seat=seat)
    return say(N_("{seat} has the extra action: move anywhere or muster."), seat=seat)


def event_line(e: Event) -> Say | None:
    """One line of the log, with numbers in figures; None for what needs no line of its own."""
    if isinstance(e, ev.Moved):
        return _moved(e)
    if isinstance(e, ev.Mustered):
        return _mustered(e)
    if isinstance(e, ev.Scored):
        return _scored(e)
    if isinstance(e, ev.DieRolled):
        return say(N_("{seat} rolls {face}"), seat=Who(e.seat), face=Term(FACES[e.face]))
    if isinstance(e, ev.FortressesDrawn):
        return say(N_("Fortresses: {pairs}"), pairs=_homes(e.counties))
    if isinstance(e, ev.StarterDrawn):
        return say(N_("{seat} begins"), seat=Who(e.seat))
    if isinstance(e, ev.Rested):
        return say(N_("{seat} leaves the extra action"), seat=Who(e.seat))
    if isinstance(e, ev.LastRound):
        return say(N_("{seat} reaches the start space and triggers the last round"), seat=Who(e.seat))
    if isinstance(e, ev.ExtraRound):
        return say(N_("The top is shared: an extra round"))
    if isinstance(e, ev.Ended):
        winners = people(e.winners)
        return count(len(winners), N_("{seats} wins"), N_("{seats} win together"), seats=winners)
    if isinstance(e, Notice):
        return notice_line(e)
    return None


def _homes(counties: tuple[str, ...]) -> tuple[Say, ...]:
    return tuple(say(N_("{seat} in {county}"), seat=Who(i), county=Where(c)) for i, c in enumerate(counties))


def _moved(e: ev.Moved) -> Say:
    known = {"seat": Who(e.seat), "county": Where(e.county)}
    n, a, d = Figure(e.n), Figure(e.n), Figure(e.defenders)
    if e.was == e.seat:
        one, many = N_("{seat} adds {n} soldier in {county}"), N_("{seat} adds {n} soldiers in {county}")
        return count(n, one, many, **known)
    if e.was == -1:
        one, many = N_("{seat} enters {county} with {n} soldier"), N_("{seat} enters {county} with {n} soldiers")
        return count(n, one, many, **known)
    if e.owner == e.seat:
        return say(N_("{seat} takes {county}, {a} against {d}"), a=a, d=d, **known)
    if e.owner == -1:
        return say(N_("{seat} clears {county}, {a} against {d}"), a=a, d=d, **known)
    return say(N_("{seat} weakens {county}, {a} against {d}"), a=a, d=d, **known)


def _mustered(e: ev.Mustered) -> Say:
    back = Figure(e.returned[e.seat])
    others = tuple(
        say(N_("{seat} {n}"), seat=Who(i), n=Figure(n)) for i, n in enumerate(e.returned) if n and i != e.seat
    )
    if others:
        one, many = (
            N_("{seat} musters {n} soldier; halves: {others}"),
            N_("{seat} musters {n} soldiers; halves: {others}"),
        )
        return count(back, one, many, seat=Who(e.seat), others=others)
    return count(back, N_("{seat} musters {n} soldier"), N_("{seat} musters {n} soldiers"), seat=Who(e.seat))


def _scored(e: ev.Scored) -> Say:
    seat, total = Who(e.seat), Figure(e.after)
    if e.after == e.before:
        return say(N_("{seat} stays at {total}"), seat=seat, total=total)
    one, many = N_("{seat}: {n} step to {total}"), N_("{seat}: {n} steps to {total}")
    return count(Figure(e.after - e.before), one, many, seat=seat, total=total)


def act_line(act: Input) -> Say:
    """An act as a candidate is named."""
    if isinstance(act, acts.Move):
        return _candidate(act)
    if isinstance(act, acts.Muster):
        return say(N_("muster with the die") if act.by == acts.DIE else N_("muster as the extra action"))
    if isinstance(act, Rolled):
        return _lot(act.faces)
    return say(N_("leave the extra action"))


def _candidate(m: acts.Move) -> Say:
    county = Where(m.county)
    if not m.sources:
        by = N_("enter {county}, with the die") if m.by == acts.DIE else N_("enter {county}, as the extra action")
        return say(by, county=county)
    given = tuple(say(N_("{n} from {county}"), n=Figure(n), county=Where(c)) for c, n in m.sources)
    if m.by == acts.DIE:
        return say(N_("enter {county}, with the die, {sources}"), county=county, sources=given)
    return say(N_("enter {county}, as the extra action, {sources}"), county=county, sources=given)


def _lot(faces: tuple[str, ...]) -> Say:
    """A roll or lot: a face of the die, the start player, or the fortresses in seat order."""
    if len(faces) > 1:
        return say(N_("Fortresses: {pairs}"), pairs=_homes(faces))
    if faces and faces[0] in FACES:
        return say(FACES[faces[0]])
    return say(N_("{seat} begins"), seat=Who(LETTERS.index(faces[0]) if faces and faces[0] in tuple(LETTERS) else None))


def place_line(space: Space, board: Board) -> Say:
    """A space without a name of its own."""
    if space.id in PLACES:
        return say(PLACES[space.id])
    for track in board.tracks:
        if space.id in track.spaces[1:]:
            return say(N_("space {n} of the track"), n=Figure(track.spaces.index(space.id)))
        if space.id in track.spaces:
            return say(N_("the start space"))
    where = DIRECTIONS.get(str(space.tags.get("where", "")))
    if where is not None and space.ink in NAMED_BY_PLACE:
        return say(NAMED_BY_PLACE[space.ink], where=Term(where))
    return say(UNNAMED.get(space.ink, N_("a county without a name")))


def notice_line(e: Notice) -> Say:
    f = dict(e.facts)
    if e.code == "no_pair":
        return say(N_("{seat} owns no two neighbouring counties yet: all of them are protected."), seat=Who(f["seat"]))
    if e.code == "tie":
        return say(N_("{seats} share the top."), seats=people(f["seats"]))
    if e.code == "help_is_fair":
        return say(N_("Helping somebody to catch up with the leader is fair play."))
    return say(N_("A strong place can be worth more than steps now, and a tie at the end means another round."))


def ruling_line(r: Ruling) -> Say:
    """Why an act is refused: what is not possible, and the reason."""
    f = dict(r.facts)
    if r.kind == MALFORMED and r.rule in SENSELESS:
        return say(SENSELESS[r.rule])
    known: dict[str, Any] = {k: f[k] for k in ("free", "supply", "given", "there") if k in f}
    known |= {k: Who(f[k]) for k in ("seat", "owner", "turn") if k in f}
    known |= {k: Where(f[k]) for k in ("county", "source") if k in f}
    known |= {"face": Term(FACES[f["face"]])} if "face" in f else {}
    if r.rule == "HI-2.2":
        return say(ROLLED if f.get("rolled") else REFUSALS[r.rule], **known)
    if r.rule == "HI-3.5":
        one, many = LACKING
        return count(f["short"], one, many, **known) if f["short"] else say(ENOUGH, **known)
    if r.rule == "HI-3.6" and "there" in f:
        one, many = FEW
        return count(f["there"], one, many, **known) if f["there"] else say(STRANGE, **known)
    if r.rule == "HI-3.8":
        return _short(f["needed"], f["free"], known)
    if r.rule == "HI-3.4":
        return count(f["needed"], *EXACT, **known)
    return say(REFUSALS[r.rule], **known)


def _short(needed: int, free: int, known: dict[str, Any]) -> Say:
    if free:
        able = count(free, N_("only one can be used"), N_("only {n} can be used"))
        return say(N_("{seat} cannot move into {county}: it takes {needed} soldiers, and {able}."),
                   **{**known, "needed": needed, "able": able})  # fmt: skip
    one, many = NONE_FREE
    return count(needed, one, many, **known)


REFUSALS = {
    "HI-1.4": N_("The set-up is not finished: the lots come first."),
    "HI-2.1": N_("{seat} is not on turn: now {turn} acts."),
    "HI-2.2": N_("The die comes first: {seat} has not rolled yet."),
    "HI-2.3": N_("{seat} cannot move into {county} with the die: it shows {face}."),
    "HI-2.5": N_("{seat} has no die action: the joker gives a step instead."),
    "HI-2.6": N_("{seat} has used the extra action already."),
    "HI-2.8": N_("{seat} has used the die action already."),
    "HI-2.10": N_("{seat} may not pass: the extra action must be used."),
    "HI-3.3": N_("{seat} cannot move into {county}: {seat} owns no neighbour of it."),
    "HI-3.6": N_("{seat} cannot take these soldiers from {source}: every county must keep one."),
    "HI-3.7": N_("{seat} cannot take soldiers from {county} for a move into it."),
    "HI-4.2": N_("{seat} cannot move into {county}: no two of {owner}'s other counties are neighbours."),
    "HI-4.3": N_("{seat} cannot move into {county}: it belongs to the last two neighbouring counties of {owner}."),
    "HI-4.5": N_("{seat} cannot move into {county}: {owner} owns no two neighbouring counties."),
    "HI-7.2": N_("The game is over."),
    "HI-9.4": N_(
        "{seat} cannot take {county}: {owner} would keep no two counties next to each other or with only one "
        "county between them."
    ),
    "HI-9.5": N_("{seat} cannot move into {county}: from round two on a player without a pair is protected."),
}
ROLLED = N_("{seat} has rolled in this turn already.")
ENOUGH = N_("{seat} takes no soldiers from counties for {county}: the supply has enough of them.")
LACKING = (
    N_("The supply comes first: for {county} {seat} takes one soldier from other counties, not more."),
    N_("The supply comes first: for {county} {seat} takes {n} soldiers from other counties, not more."),
)
STRANGE = N_("{seat} cannot take soldiers from {source}: {seat} has none there.")
FEW = (
    N_("{seat} cannot take so many soldiers from {source}: only one stands there."),
    N_("{seat} cannot take so many soldiers from {source}: only {n} stand there."),
)
EXACT = (
    N_("{seat} must place exactly one soldier in {county}, not {given}."),
    N_("{seat} must place exactly {n} soldiers in {county}, not {given}."),
)
NONE_FREE = (
    N_("{seat} cannot move into {county}: it takes one soldier, and none can be used."),
    N_("{seat} cannot move into {county}: it takes {n} soldiers, and none can be used."),
)
SENSELESS = {
    "HI-1.4": N_("Each soldier of the lot goes on a fortress of its own."),
    "HI-1.5": N_("The lot names one of the players."),
    "HI-2.2": N_("The die has no such face."),
    "HI-2.8": N_("An action is done with the die or as the extra action."),
    "HI-3.1": N_("There is no such county on this map."),
    "HI-3.6": N_("Each county that gives soldiers is named once, with one soldier or more."),
}


def score_line(line: ScoreLine) -> Say:
    if line.label == "by hand":
        return count(Figure(line.points), N_("{n} step set by hand"), N_("{n} steps set by hand"))
    one, many = STEPS[line.label]
    return count(Figure(line.points), one, many)


STEPS = {
    "blue": (N_("{n} step on blue"), N_("{n} steps on blue")),
    "green": (N_("{n} step on green"), N_("{n} steps on green")),
    "red": (N_("{n} step on red"), N_("{n} steps on red")),
    "yellow": (N_("{n} step on yellow"), N_("{n} steps on yellow")),
    "joker": (N_("{n} step by joker"), N_("{n} steps by joker")),
}

INPUTS = {"move": N_("Move into a county"), "muster": N_("Muster"), "rest": N_("Leave the extra action")}
FIELDS = {"county": N_("County"), "by": N_("With"), "sources": N_("From your counties")}
PURPOSES = {"action": N_("The die shows"), "fortress": N_("Fortress of"), "start player": N_("Start player")}
ACTIONS = {"die": N_("the die action"), "extra": N_("the extra action")}

WORDS = Words(
    title=TITLE,
    pending=pending_line,
    event=event_line,
    ruling=ruling_line,
    score=score_line,
    act=act_line,
    place=place_line,
    options=OPTIONS,
    values=VALUES,
    inputs=INPUTS,
    fields=FIELDS,
    purposes=PURPOSES,
    faces=FACES,
    actions=ACTIONS,
    pieces=PIECES,
    counted=COUNTED,
    map_line=map_line,
    sides=SIDES,
    places=PLACES,
)
