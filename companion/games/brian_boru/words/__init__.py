"""What Brian Boru's duties and acts say, in English; catalogues hold the other languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engine.types import LETTERS, Choose, Input, Over, Pending, Roll, Rolled, ScoreLine, Shown, Shuffled
from companion.engine.words import N_, Figure, Say, Where, Who, Words, count, say, victory
from companion.games.brian_boru import inputs as acts
from companion.games.brian_boru.box import runs
from companion.games.brian_boru.words.events import event_line
from companion.games.brian_boru.words.names import (
    BRIDES,
    COUNTED,
    FIELDS,
    INPUTS,
    OPTIONS,
    PIECES,
    SIDES,
    TITLE,
    VALUES,
    card,
    figures,
    place_line,
    region,
    tell,
)
from companion.games.brian_boru.words.rulings import map_line, ruling_line

LINES = {
    "start": N_("at the start"),
    "marriage": N_("by marriages"),
    "spurned": N_("for spurning the princess"),
    "spoils1": N_("by great spoils"),
    "spoils2": N_("by small spoils"),
    "church": N_("from the church"),
    "paid": N_("paid instead of coins"),
    "by hand": N_("set by hand"),
    "track": N_("on the score track"),
    "coins": N_("for most coins"),
    "marker": N_("for the town marker"),
    "renown": N_("for renown"),
}


def score_line(line: ScoreLine) -> Say:
    f = dict(line.facts)
    if line.label == "claim":
        return say(N_("for {region}"), region=region(f["region"]))
    if line.label == "half":
        return say(N_("half value of {region}"), region=region(f["region"]))
    if line.label == "regions":
        return count(f["n"], N_("for one region"), N_("for {n} regions"))
    return say(LINES[line.label])


LEADS = {
    "red": N_("{seat} plays a red or a white card."),
    "blue": N_("{seat} plays a blue or a white card."),
    "yellow": N_("{seat} plays a yellow or a white card."),
}
STEPS = {
    "marriage": N_("The marriage comes next."),
    "battle": N_("The battle comes next."),
    "church": N_("The church comes next."),
    "claim": N_("The regions come next."),
}
EXTRAS = {
    "m": (
        N_("{seat} may buy one more step for {price} coins."),
        N_("{seat} may buy up to {n} steps for {price} coins each."),
    ),
    "v": (
        N_("{seat} may buy one more raider for {price} coins."),
        N_("{seat} may buy up to {n} raiders for {price} coins each."),
    ),
    "c": (
        N_("{seat} may buy one more disc for {price} coins."),
        N_("{seat} may buy up to {n} discs for {price} coins each."),
    ),
}
ICON_RUNS = {
    "K": (N_("takes a coin"), N_("takes {n} coins")),
    "P": (N_("pays a coin"), N_("pays {n} coins")),
    "A": (N_("takes one renown"), N_("takes {n} renown")),
    "m": (N_("courts one step"), N_("courts {n} steps")),
    "v": (N_("takes a raider"), N_("takes {n} raiders")),
    "c": (N_("sends a disc to the church"), N_("sends {n} discs to the church")),
    "E": (N_("may expand"), N_("may expand")),
    "X": (N_("frees a town"), N_("frees {n} towns")),
    "T": (N_("takes town and marker"), N_("takes town and marker")),
}


def pending_line(p: Pending) -> Say:
    f = dict(p.facts)
    if isinstance(p, Over):
        return victory(p)
    if isinstance(p, Roll):
        return say(N_("Draw lots for who begins."))
    if p.rule in PLAIN:
        more = {"n": f["each"]} if "each" in f else {}
        return say(PLAIN[p.rule], **more)
    if p.rule in ("BB-5.3", "BB-5.5"):
        return _draft(f["n"], f["size"], f["told"])
    if isinstance(p, Choose) and "step" in f:
        return say(STEPS[f["step"]])
    return _seat_line(p)


PLAIN = {
    "BB-2.7": N_("Whoever wants to begin takes the town marker."),
    "BB-4.1": N_("Turn up the top Viking card."),
    "BB-4.2": N_("Turn up the top marriage card."),
    "BB-5.1": N_("Shuffle the action cards and deal {n} to everybody."),
}


def _draft(n: int, size: int, told: int) -> Say:
    if n == size:
        return count(n, N_("Everybody tells the last card."), N_("Everybody tells the last {n} cards."))
    if told:
        return say(N_("Everybody tells the {n} cards that are kept."), n=n)
    return say(N_("Keep {n} cards and pass the rest to the left."), n=n)


def _seat_line(p: Pending) -> Say:
    f = dict(p.facts)
    seat = Who(f["seat"])
    if p.rule == "BB-6.3":
        return say(LEADS[f["colour"]], seat=seat)
    if p.rule == "BB-6.7":
        told = tuple(action(icons) for _, icons in f["actions"])
        if len(told) == 1:
            return say(N_("{seat} {first}."), seat=seat, first=told[0])
        return say(N_("{seat} {first} or {second}."), seat=seat, first=told[0], second=told[1])
    if "kind" in f:
        one, many = EXTRAS[f["kind"]]
        return count(f["most"], one, many, seat=seat, price=f["price"])
    if p.rule == "BB-7.9":
        return say(N_("{seat} may expand for {price} coins."), seat=seat, price=f["price"])
    if p.rule == "BB-8.5":
        return say(N_("{seat} takes a free town in {region}."), seat=seat, region=Where(f"region_{f['region']}"))
    if p.rule == "BB-8.7":
        return say(N_("{seat} chooses: pact, trade or {points} points."), seat=seat, points=f["points"])
    if p.rule == "BB-9.3":
        if f["loser"] == f["seat"]:
            return say(N_("{seat} chooses which town of their own is lost to the Vikings."), seat=seat)
        return say(N_("{seat} chooses which town of {loser} the Vikings take."), seat=seat, loser=Who(f["loser"]))
    if p.rule in ("BB-10.1", "BB-10.3"):
        return say(N_("{seat} builds a monastery.") if f["must"] else N_("{seat} may build a monastery."), seat=seat)
    if p.rule == "BB-6.2" and isinstance(p, Choose) and "stuck" not in p.what:
        return say(N_("{seat} puts the marker on any free town and may play any card."), seat=seat)
    return say(SEATED[p.rule], seat=seat)


SEATED = {
    "BB-2.8": N_("{seat} puts a disc into a region where none lies yet."),
    "BB-6.2": N_("{seat} puts the town marker on a free town."),
    "BB-6.4": N_("{seat} plays a card."),
    "BB-7.12": N_("{seat} removes a Viking control token."),
    "BB-8.6": N_("{seat} takes any free town."),
    "BB-R7": N_("{seat} plays any card."),
}


def action(icons: Sequence[str]) -> Say:
    """An action as a list of what it does, from left to right."""
    told = tuple(count(n, *ICON_RUNS[icon]) for icon, n in runs(icons))
    return told[0] if len(told) == 1 else say(N_("{list}"), list=told)


# ---------------------------------------------------------------- acts as candidates
ACTIONS = {
    "primary": N_("the primary action"),
    "secondary1": N_("the upper secondary action"),
    "secondary2": N_("the lower secondary action"),
}
ALLIANCES = {"pact": N_("the pact"), "trade": N_("the trade"), "spurn": N_("spurn the princess")}

def _action(act: acts.Act) -> Say:
    told = say(ACTIONS.get(act.action, ACTIONS["primary"]))
    return say(N_("{action}, paid with points"), action=told) if act.pay == acts.POINTS else told


def _kept(act: acts.Keep) -> Say:
    return say(N_("keep {cards}"), cards=figures(act.cards)) if act.cards else say(N_("cards are chosen"))


def _shown(act: Shown) -> Say:
    if act.card in BRIDES:
        return say(BRIDES[act.card])
    return say(N_("a fleet of {n}"), n=Figure(int(act.card)) if act.card.isdecimal() else act.card)


def _begins(act: Rolled) -> Say:
    at = LETTERS.index(act.faces[0]) if act.faces and act.faces[0] in tuple(LETTERS) else None
    return say(N_("{seat} begins"), seat=Who(at))


ACTS: dict[type[Input], Callable[[Any], Say]] = {
    acts.Begin: tell(N_("take the marker and begin")),
    acts.Settle: tell(N_("a first disc: {town}")),
    acts.Keep: _kept,
    acts.NameTown: tell(N_("the marker on {town}")),
    acts.Stuck: tell(N_("no card fits")),
    acts.Play: lambda a: card(a.card, None),
    acts.Act: _action,
    acts.Buy: lambda a: say(N_("buy {n} more"), n=a.n) if a.n else say(N_("buy nothing")),
    acts.Expand: tell(N_("expand into {town}")),
    acts.Liberate: tell(N_("free {town} from the Vikings")),
    acts.Decline: tell(N_("leave it")),
    acts.Occupy: tell(N_("take {town}")),
    acts.Ally: lambda a: say(ALLIANCES.get(a.choice, ALLIANCES["spurn"])),
    acts.GiveUp: tell(N_("lose {town} to the Vikings")),
    acts.Build: tell(N_("a monastery in {town}")),
    acts.Proceed: tell(N_("go on")),
    Shown: _shown,
    Rolled: _begins,
    Shuffled: tell(N_("shuffled by hand")),
}


def act_line(act: Input) -> Say:
    """An act as a candidate or a button names it."""
    return ACTS.get(type(act), ACTS[acts.Proceed])(act)


def card_line(tagged: str) -> Say:
    """A card that bears a tag: as ``tags.deck`` names it."""
    kind, _, name = tagged.partition("_")
    if kind == "action":
        return card(int(name), None)
    if kind == "marriage":
        return say(BRIDES[name])
    return say(N_("a fleet of {n}"), n=Figure(int(name.partition("_")[0])))


WORDS = Words(
    title=TITLE,
    pending=pending_line,
    event=event_line,
    ruling=ruling_line,
    score=score_line,
    act=act_line,
    place=place_line,
    card=card_line,
    map_line=map_line,
    inputs=INPUTS,
    fields=FIELDS,
    options=OPTIONS,
    values=VALUES,
    actions=ACTIONS,
    pieces=PIECES,
    counted=COUNTED,
    sides=SIDES,
)
