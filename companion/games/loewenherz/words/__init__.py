"""What Löwenherz's duties and acts say, in English; catalogues hold the other languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.types import (
    Choose,
    Input,
    May,
    Over,
    Pending,
    Roll,
    Rolled,
    ScoreLine,
    Show,
    Shown,
    Shuffle,
    Shuffled,
)
from companion.engine.words import N_, Figure, Say, Term, Where, Who, Words, count, people, say, victory
from companion.games.loewenherz import inputs as acts
from companion.games.loewenherz.words.events import event_line
from companion.games.loewenherz.words.names import (
    COLOURS,
    COUNTED,
    FIELDS,
    INPUTS,
    OPTIONS,
    PIECES,
    PILES,
    PLACES,
    SIDES,
    TITLE,
    TURNS,
    VALUES,
    action,
    card_line,
    cards,
    label,
    lot_line,
    place_line,
    tell,
    who,
)
from companion.games.loewenherz.words.rulings import map_line, ruling_line

LINES = {
    "founding_squares": N_("{n} for squares of regions founded"),
    "founding_towns": N_("{n} for towns of regions founded"),
    "expansion_squares": N_("{n} for squares taken"),
    "expansion_towns": N_("{n} for towns taken"),
    "lost_squares": N_("{n} for squares lost"),
    "lost_towns": N_("{n} for towns lost"),
    "zone_squares": N_("{n} for zones cut off"),
    "zone_towns": N_("{n} for towns in zones cut off"),
    "silver": N_("{n} by a silver find"),
    "start": N_("{n} for the start region"),
    "floor": N_("{n} since the marker stopped on the lion"),
    "mountains": N_("{n} for mountains at the end"),
    "fiefs": N_("{n} by fiefs"),
    "by_hand": N_("{n} set by hand"),
}


def score_line(line: ScoreLine) -> Say:
    return say(LINES[line.label], n=Figure(line.points))


def pending_line(p: Pending) -> Say:
    f = dict(p.facts)
    if isinstance(p, Over):
        return victory(p)
    if isinstance(p, Roll):
        return say(PARTS[f["what"]])
    if isinstance(p, Shuffle):
        if p.rule == "LH-1.14":
            return say(N_("Shuffle the politics cards and split them into two piles."))
        return say(N_("Shuffle the action cards of stack {pile}."), pile=Term(p.pile))
    if isinstance(p, Show):
        return say(N_("{seat} turns up the top action card."), seat=Who(p.by))
    if isinstance(p, May):
        return count(
            len(p.seats),
            N_("{seats} may end an alliance at any time."),
            N_("{seats} may each end an alliance at any time."),
            seats=people(p.seats),
        )
    assert isinstance(p, Choose)
    if p.what[0] in ("set_knight", "expand", "done"):
        return _knights(p, f)
    return CHOICES[p.what[0]](p, f)


PARTS = {
    "parts": N_("Draw which part lies at which place."),
    "turns": N_("Draw how each part is turned."),
}


def _colour(p: Choose, f: Mapping[str, Any]) -> Say:
    return say(N_("Name the neutral colour.") if p.joint else N_("Everybody takes a colour."))


def _begin(p: Choose, f: Mapping[str, Any]) -> Say:
    if f["opener"]:
        return say(N_("Name the youngest player, who goes first, and who sets first."))
    return say(N_("Name the youngest player: they go first."))


def _lay_tile(p: Choose, f: Mapping[str, Any]) -> Say:
    if f["source"] == "camera":
        return count(
            f["left"],
            N_("Lay the parts into the frame for the camera: one is missing."),
            N_("Lay the parts into the frame for the camera: {n} are missing."),
        )
    return count(
        f["left"],
        N_("Enter the parts as they lie in the frame: one is missing."),
        N_("Enter the parts as they lie in the frame: {n} are missing."),
    )


def _settle(p: Choose, f: Mapping[str, Any]) -> Say:
    if f["side"] == "neutral":
        return say(N_("{seat} sets a neutral castle with its knight."), seat=Who(f["seat"]))
    return say(N_("{seat} sets a castle with its knight."), seat=Who(f["seat"]))


def _decision(p: Choose, f: Mapping[str, Any]) -> Say:
    return count(f["n"], N_("{seat} lays a decision card."), N_("{seat} lays {n} decision cards."), seat=Who(f["seat"]))


def _deal(p: Choose, f: Mapping[str, Any]) -> Say:
    return say(N_("{seats} may negotiate: who gets {action}?"), seats=people(f["seats"]), action=action(f["action"]))


def _bid(p: Choose, f: Mapping[str, Any]) -> Say:
    n, known = len(p.seats), {"seats": people(p.seats), "action": action(f["action"])}
    if f["duel"] > 1:
        one, many = N_("A tie: {seats} bids once more for {action}."), N_("A tie: {seats} bid once more for {action}.")
    elif p.sealed:
        one, many = N_("{seats} bids in secret for {action}."), N_("{seats} bid in secret for {action}.")
    else:
        one, many = N_("{seats} shows the bid for {action}."), N_("{seats} show their bids for {action}.")
    return count(n, one, many, **known)


def _borders(p: Choose, f: Mapping[str, Any]) -> Say:
    if not f["left"]:
        return say(N_("{seat} can lay no border: none is left."), seat=Who(f["seat"]))
    return count(
        f["left"], N_("{seat} may lay one border."), N_("{seat} may lay up to {n} borders."), seat=Who(f["seat"])
    )


def _knights(p: Choose, f: Mapping[str, Any]) -> Say:
    """What is left of a single or double knight."""
    if f["squares"]:
        text = N_("{seat} may take a second square.")
        if f["left"]:
            text = N_("{seat} may take a second square or set a knight.")
    elif f["expand"] and not f["left"]:
        text = N_("{seat} may expand a region.")
    elif f["expand"] and f["left"] == 2:
        text = N_("{seat} sets two knights, or one and expands a region.")
    elif f["expand"]:
        text = N_("{seat} sets a knight or expands a region.")
    elif f["left"] == 2:
        text = N_("{seat} may set two knights.")
    else:
        text = N_("{seat} may set a knight.")
    return say(text, seat=Who(f["seat"]))


def _plain(text: str) -> Callable[[Choose, Mapping[str, Any]], Say]:
    def line(p: Choose, f: Mapping[str, Any]) -> Say:
        return say(text, seat=Who(f.get("seat", p.seats[0])), seats=people(p.seats))

    return line


CHOICES: dict[str, Callable[[Choose, Mapping[str, Any]], Say]] = {
    "take_colour": _colour,
    "begin": _begin,
    "lay_tile": _lay_tile,
    "settle": _settle,
    "restart": _plain(N_("There is no room for a castle: the set-up begins anew.")),
    "turn_card": _plain(N_("{seat} turns up the top action card.")),
    "lay_decision": _decision,
    "ally": _plain(N_("{seat} allies one of their regions with an enemy region.")),
    "renegade": _plain(N_("{seat} removes an enemy knight and sets one of their own.")),
    "deal": _deal,
    "bid": _bid,
    "lay_border": _borders,
    "look": _plain(N_("{seat} looks through one pile of politics cards.")),
    "take": _plain(N_("{seat} takes one card from this pile.")),
    "reveal": lambda p, f: count(
        len(p.seats),
        N_("{seats} reveals the politics cards."),
        N_("{seats} reveal the politics cards."),
        seats=people(p.seats),
    ),
}


# ---------------------------------------------------------------- acts
def act_line(act: Input) -> Say:
    """An act as a candidate or an undo names it."""
    line = ACTS.get(type(act))
    return say(N_("another act")) if line is None else line(act)


def _paid(text: str, treasures: tuple[str, ...], **known: Any) -> Say:
    base = say(text, **known)
    if not treasures:
        return base
    return say(N_("{act} for {cards}"), act=base, cards=cards(treasures))


def _decided(act: acts.LayDecision) -> Say:
    numbers = tuple(Figure(n) for n in act.numbers)
    if act.politics:
        return say(N_("decision {numbers} along with {cards}"), numbers=numbers, cards=cards(act.politics))
    return say(N_("decision {numbers}"), numbers=numbers)


def _bidding(act: acts.Bid) -> Say:
    return _paid(N_("a bid of {n}"), act.treasures, n=Figure(act.ducats))


def _dealing(act: acts.Deal) -> Say:
    if act.divided or act.cards:
        return say(N_("a deal about more than ducats"))
    return say(N_("{seat} pays {n}"), seat=who(act.payer), n=Figure(act.ducats))


ACTS: dict[type[Input], Callable[[Any], Say]] = {
    acts.TakeColour: lambda a: say(N_("the colour {colour}"), colour=Term(COLOURS.get(a.colour, a.colour))),
    acts.Begin: lambda a: say(N_("{seat} is first player"), seat=who(a.first)),
    acts.LayTile: lambda a: say(
        N_("part {part}, {turn}"), part=Term(a.tile), turn=Term(TURNS[a.turn]), place=Where(f"place_{a.place}")
    ),
    acts.Settle: tell(N_("castle on {castle}, knight on {knight}")),
    acts.Restart: tell(N_("the set-up begins anew")),
    acts.TurnCard: tell(N_("the top action card")),
    acts.LayDecision: _decided,
    acts.Ally: tell(N_("alliance between {own} and {other}")),
    acts.EndAlliance: lambda a: _paid(
        N_("end of the alliance between {own} and {other}"), a.treasures, own=Where(a.own), other=Where(a.other)
    ),
    acts.Renegade: lambda a: _paid(
        N_("knight on {square} gives way to one on {place}"),
        a.treasures,
        square=Where(a.remove),
        place=Where(a.place),
    ),
    acts.Deal: _dealing,
    acts.NoDeal: tell(N_("no agreement")),
    acts.Bid: _bidding,
    acts.LayBorder: tell(N_("border {edge}")),
    acts.SetKnight: lambda a: _paid(N_("knight on {square}"), a.treasures, square=Where(a.square)),
    acts.Expand: tell(N_("the region of {region} takes {square}")),
    acts.Look: lambda a: say(PILES.get(a.pile, N_("another pile"))),
    acts.Take: lambda a: say(N_("a politics card")) if not a.card else say(N_("{card}"), card=label(a.card)),
    acts.Done: tell(N_("nothing more")),
    acts.Reveal: lambda a: say(N_("these cards: {cards}"), cards=cards(c for c, n in a.cards for _ in range(n))),
    Rolled: lambda a: say(N_("the lot {faces}"), faces=tuple(Term(x) for x in a.faces)),
    Shown: tell(N_("this card")),
    Shuffled: tell(N_("shuffled")),
}

WORDS = Words(
    title=TITLE,
    pending=pending_line,
    event=event_line,
    ruling=ruling_line,
    map_line=map_line,
    score=score_line,
    act=act_line,
    place=place_line,
    lot=lot_line,
    inputs=INPUTS,
    fields=FIELDS,
    options=OPTIONS,
    value=card_line,
    values=VALUES | COLOURS,
    pieces=PIECES,
    counted=COUNTED,
    sides=SIDES,
    places=PLACES,
)
