"""Why an act is refused in Löwenherz: what is not possible, and the reason."""

from __future__ import annotations

from typing import Any

from companion.engine.types import MALFORMED, Facts, Ruling
from companion.engine.words import N_, Say, Term, Where, Who, count, people, say
from companion.games.loewenherz.words.names import COLOURS, action, card, cards, who

SPACES = ("square", "edge", "castle", "knight", "region", "own", "other")
NUMBERS = ("n", "cost", "has", "mine", "theirs", "distance", "needed")


def ruling_line(r: Ruling) -> Say:
    f = dict(r.facts)
    if r.rule == "LH-1.1" and r.kind == MALFORMED:
        return say(N_("There is no such colour."))
    text = REASONS.get((r.rule, str(f.get("why", "")))) or REFUSALS.get(r.rule)
    if f.get("why") == "time":
        text = UNTIMELY.get(r.rule, text)
    if r.rule == "LH-1.3" and "turn" in f:
        text = SETTLES
    if (r.rule, f.get("why")) == ("LH-13.3", "number"):
        return count(f["n"], *REVEAL, **_fields({"seat": f["seat"]}))
    if r.rule == "LH-8.7":
        return _few(f["mine"], f["theirs"], f)
    if r.rule in DEAR and "cost" in f:
        text = DEAR[r.rule][bool(f["beside"])]
    if r.rule == "LH-1.7":
        return count(f["distance"], *NEAR, **_fields(f))
    return say(text or N_("That is not possible now."), **_fields(f))


def _few(mine: int, theirs: int, f: dict[str, Any]) -> Say:
    """Knights against knights: none, one or many of them."""
    none = say(N_("no knight of their own"))
    own = count(mine, N_("one knight of their own"), N_("{n} knights of their own")) if mine else none
    other = count(theirs, N_("one"), N_("{n}")) if theirs else say(N_("none"))
    fields = {**_fields(f), "own": own, "other": other}
    line = N_("{seat} cannot take {square}: that takes a majority, and it is {own} against {other} of {side}.")
    return say(line, **fields)


def _there(n: int) -> Say:
    """How many ducats there are to pay with."""
    return count(n, N_("only one is there"), N_("only {n} are there")) if n else say(N_("none is there"))


FOREST = (
    N_("{seat} cannot pay the forest: it costs {cost} ducats, and {there}."),
    N_("{seat} cannot pay the forest: beside the treasures it costs {cost} ducats, and {there}."),
)
ALLIANCE = (
    N_("{seat} cannot end the alliance: it costs {cost} ducats, and {there}."),
    N_("{seat} cannot end the alliance: beside the treasures it costs {cost} ducats, and {there}."),
)
DEAR = {"LH-7.3": FOREST, "LH-11.13": FOREST, "LH-11.8": ALLIANCE}
SETTLES = N_("{seat} does not set a castle now: {turn} does.")
REVEAL = N_("{seat} must reveal exactly one card."), N_("{seat} must reveal exactly {n} cards.")
NEAR = (
    N_("{square} is only one square from a castle of this colour: {needed} are needed."),
    N_("{square} is only {n} squares from a castle of this colour: {needed} are needed."),
)


def _fields(f: dict[str, Any]) -> dict[str, Any]:
    known: dict[str, Any] = {"seat": Who(f.get("seat"))}
    known |= {k: Where(str(f[k])) for k in SPACES if k in f}
    known |= {k: f[k] for k in NUMBERS if k in f}
    if "has" in f:
        known["there"] = _there(f["has"])
    if "ducats" in f:
        known["money"] = count(f["ducats"], N_("one ducat"), N_("{n} ducats"))
    for key, build in (("side", who), ("card", card), ("cards", cards), ("seats", people), ("action", action)):
        if key in f:
            known[key] = build(f[key])
    if "payer" in f:
        known["payer"] = Who(f["payer"]) if isinstance(f["payer"], int) else who(str(f["payer"]))
    if isinstance(f.get("turn"), int) and f["turn"] >= 0:
        known["turn"] = Who(f["turn"])
    if "colour" in f:
        known["colour"] = Term(COLOURS.get(f["colour"], str(f["colour"])))
    return known


UNTIMELY = {
    "LH-1.1": N_("The colours are taken already."),
    "LH-1.2": N_("The parts are not laid now."),
    "LH-1.3": N_("No castles are set now."),
    "LH-1.8": N_("No pile is shuffled now."),
    "LH-1.14": N_("No pile is shuffled now."),
    "LH-1.18": N_("Who begins is known already."),
    "LH-R2": N_("The set-up does not begin anew now."),
    "LH-3.1": N_("No action card is turned up now."),
    "LH-3.5": N_("No decision cards are laid now."),
    "LH-3.8": N_("{seat} carries out no action now."),
    "LH-4.2": N_("There is nothing to negotiate now."),
    "LH-4.8": N_("There is no duel now."),
    "LH-11.2": N_("Alliances and renegades are played with a decision card only."),
    "LH-13.3": N_("There is nothing to reveal now."),
    "LH-R7": N_("There is no action to end now."),
}
HELD = {  # why a hand cannot show these cards
    "not_held": N_("{seat} does not hold {cards}."),
    "often": N_("{seat} does not hold {cards} so often."),
    "gone": N_("{seat} can hardly hold {cards}: all of them have been played."),
}
REASONS = {
    ("LH-1.1", "has"): N_("{seat} has a colour already."),
    ("LH-1.1", "each"): N_("The players take their colours first."),
    ("LH-1.2", "lot"): N_("The lot names each part once."),
    ("LH-1.2", "turns"): N_("The lot says of each part by how many quarters it is turned: 0 to 3."),
    ("LH-1.8", "pile"): N_("This pile is not to be shuffled now."),
    ("LH-1.8", "order"): N_("The order must name each card of this pile once."),
    ("LH-1.8", "app"): N_("The app shuffles this pile: it needs an order of the cards."),
    ("LH-1.14", "pile"): N_("This pile is not to be shuffled now."),
    ("LH-1.14", "order"): N_("The order must name each card of this pile once."),
    ("LH-1.14", "app"): N_("The app shuffles this pile: it needs an order of the cards."),
    ("LH-1.18", "colours"): N_("The players take their colours first."),
    ("LH-R3", "asked"): N_("This table names who sets first: that is missing."),
    ("LH-R2", "stuck"): N_("There is no room for a castle: the set-up begins anew."),
    ("LH-1.4", "occupied"): N_("A castle cannot stand on {square}: a figure stands there."),
    ("LH-1.5", "occupied"): N_("A knight cannot stand on {square}: a figure stands there."),
    ("LH-1.5", "apart"): N_("The knight cannot stand on {square}: that is not beside its castle."),
    ("LH-3.1", "app"): N_("The app holds the action cards: none is shown to it."),
    ("LH-3.1", "real"): N_("The app does not hold the action cards: tell it which one lies there."),
    ("LH-3.5", "number"): N_("{seat} has the decision cards one, two and three only."),
    ("LH-7.2", "occupied"): N_("{seat} cannot set a knight on {square}: a figure stands there."),
    ("LH-7.2", "ground"): N_("{seat} cannot set a knight on {square}: knights stand on farmland or forest only."),
    ("LH-11.2", "unknown"): N_("There is no such politics card."),
    ("LH-11.2", "kind"): N_("{seat} cannot play {cards} with a decision: only alliance and renegade go along."),
    **{(rule, why): text for rule in ("LH-11.2", "LH-11.18", "LH-11.19") for why, text in HELD.items()},
    ("LH-3.5", "one"): N_("{seat} lays exactly one decision card."),
    ("LH-4.2", "both"): N_("A deal is entered for both of them: who pays the other, and how many ducats."),
    ("LH-4.6", "both"): N_("That {seats} do not agree is entered for both of them."),
    ("LH-4.8", "negative"): N_("A bid names no negative number of ducats."),
    ("LH-4.8", "means"): N_("{seat} cannot bid {money}: {there}."),
    ("LH-7.1", "square"): N_("{seat} has no knight left to set: only a second square is open."),
    ("LH-7.1", "action"): N_("{seat} sets no knight now: this action has none."),
    ("LH-8.1", "none"): N_("{seat} has no region with such a castle: exactly one of their regions grows."),
    ("LH-8.1", "other"): N_("{seat} has to go on with the region that has begun to grow: exactly one does."),
    ("LH-8.2", "inside"): N_("{seat} cannot take {square}: it belongs to the region already."),
    ("LH-10.1", "action"): N_("{seat} takes no politics card now: this action has none."),
    ("LH-10.1", "first"): N_("{seat} looks through a pile first, and then takes a card."),
    ("LH-10.1", "looking"): N_("{seat} has looked through a pile already and takes a card out of it."),
    ("LH-10.1", "pile"): N_("There is no such pile of politics cards."),
    ("LH-10.1", "card"): N_("There is no such politics card."),
    ("LH-10.1", "gone"): N_("{seat} can hardly take {card}: it cannot be in this pile."),
    ("LH-11.5", "none"): N_("No border between these regions is left to turn."),
    ("LH-11.5", "unmarked"): N_("At this table no border is turned for an alliance."),
    ("LH-11.8", "none"): N_("{seat} cannot end this alliance: there is none between these regions."),
    ("LH-15.4", "again"): N_("{seat} has put down a treasure in this action already."),
    ("LH-15.4", "bid"): N_("A treasure of {seat} lies in the bid, and no other goes into this action."),
    ("LH-R20", "parted"): N_("{seat} cannot take {square}: it would part the knight there from their other figures."),
    ("LH-11.3", "order"): N_("Another card comes first: cards are carried out in the order they were laid."),
    ("LH-R29", "laid"): N_("{seat} cannot lay another decision: what has been laid stays."),
    ("LH-R30", "twice"): N_("{seat} cannot join these regions: they are allied already."),
    ("LH-13.3", "gone"): N_("{seat} can hardly hold these cards: others hold them or they have been played."),
}
REFUSALS = {
    "LH-1.1": N_("{colour} is not free: each colour belongs to one player."),
    "LH-1.2": N_("This part cannot lie there: each part and each place is used once."),
    "LH-1.3": N_("The set-up is not finished yet."),
    "LH-1.5": N_("A castle and its knight need two different squares."),
    "LH-1.6": N_("{square} cannot be used: nobody stands on towns or mountains, in the set-up not on forest either."),
    "LH-1.8": N_("This card cannot lie on top: it is not among the cards left of this stack."),
    "LH-1.18": N_("The first player must sit at this table."),
    "LH-3.1": N_("{turn} turns up the card: the first player does."),
    "LH-3.2": N_("There is no such action card."),
    "LH-3.5": N_("{seat} does not lay now: it is {turn}'s turn."),
    "LH-3.9": N_("{seat} does not act now: the action is {turn}'s."),
    "LH-4.2": N_("Only {seats} may agree on this action: they chose it."),
    "LH-4.4": N_("{seats} cannot share the action: one carries it out alone."),
    "LH-4.5": N_("{seats} cannot trade politics cards: only ducats."),
    "LH-4.6": N_("{seats} have not agreed: the duel decides now."),
    "LH-4.7": N_("Of {n} players who want the action none negotiates: the duel decides."),
    "LH-4.8": N_("{seat} cannot bid: only {seats} do, who chose the action."),
    "LH-4.10": N_("After the tie only {seats} bid once more, without negotiation."),
    "LH-6.1": N_("{seat} has no borders to lay with this action."),
    "LH-6.2": N_("A border lies between two squares of the board."),
    "LH-6.3": N_("No border goes on {edge}: it would part figures of {side}."),
    "LH-6.4": N_("No border goes on {edge}: it is inside a region of {side}."),
    "LH-6.6": N_("{seat} lays no more borders: {seat} has {n} regions."),
    "LH-6.8": N_("There is a border on {edge} already."),
    "LH-7.1": N_("{seat} has no knight left to set and no region to expand in this action."),
    "LH-7.2": N_("There is no such square."),
    "LH-7.4": N_("{seat} cannot set a knight on {square}: none of their figures stands beside it."),
    "LH-7.5": N_("{seat} cannot set a knight on {square}: a border parts it from their figures."),
    "LH-7.6": N_("{seat} has no knight in reserve."),
    "LH-8.1": N_("There is no such square."),
    "LH-8.2": N_("{seat} cannot take {square}: it is not beside the region."),
    "LH-8.3": N_("{seat} cannot take {square}: it is beside neither the region nor the first square."),
    "LH-8.4": N_("{seat} cannot take {square}: a figure of {side} stands there."),
    "LH-8.6": N_("{seat} cannot take {square}: it belongs to another of their regions."),
    "LH-8.8": N_("{seat} cannot take {square}: the region is allied with one of {side}."),
    "LH-8.12": N_("{seat} cannot expand: the action has no knights."),
    "LH-8.14": N_("{seat} cannot take {square}: a castle of their own stands there."),
    "LH-9.1": N_("{seat} has no knight left to set in this action."),
    "LH-9.2": N_("{seat} cannot expand twice."),
    "LH-11.3": N_("This card is not carried out now: it is {turn}'s turn."),
    "LH-11.4": N_("{seat} needs a region of their own and an enemy region for an alliance."),
    "LH-11.5": N_("{seat} has to turn exactly one border that both regions share."),
    "LH-11.8": N_("{seat} cannot end this alliance: only its two players can."),
    "LH-11.9": N_("{seat} cannot remove the knight on {square}: none of their regions lies beside it."),
    "LH-11.10": N_("{seat} can only remove an enemy knight in an enemy region."),
    "LH-11.11": N_("{seat} must set the knight in their own region beside it, not on {square}."),
    "LH-11.12": N_("{seat} cannot remove the knight on {square}: it links figures of {side}."),
    "LH-11.14": N_("{seat} cannot remove a knight without setting one of their own."),
    "LH-11.16": N_("Only treasures, each of them once, are put down as money."),
    "LH-11.19": N_("There is nothing to pay: the treasures stay in the hand."),
    "LH-13.1": N_("The game is over."),
    "LH-13.3": N_("{seat} has nothing to reveal."),
    "LH-14.1": N_("{seat} lays exactly one decision card."),
    "LH-14.3": N_("{seat} is first player and lays two decision cards."),
    "LH-14.6": N_("{seat} is first player and lays two decision cards."),
    "LH-15.4": N_("{seat} may put down one treasure at most."),
    "LH-15.6": N_("This table plays without negotiation."),
    "LH-R2": N_("The set-up goes on: there is room for a castle."),
    "LH-R3": N_("The first player sets first, unless the table chose to name somebody."),
    "LH-R4": N_("A castle cannot stand on {square}: castles are set on farmland."),
    "LH-R5": N_("A castle cannot stand on {square}: no farmland is free beside it for the knight."),
    "LH-R6": N_("{seat} cannot lay the same number twice."),
    "LH-R14": N_("{seat} cannot lay a border: the supply is empty."),
    "LH-R17": N_("{payer} cannot pay {money}: {there}."),
    "LH-R20": N_("{seat} cannot take {square}: a knight of their own stands there."),
    "LH-R27": N_("{seat} cannot pay the removal with a treasure."),
    "LH-R28": N_("{seat} may play one politics card with each decision card."),
    "LH-R29": N_("{seat} cannot play {card}: there is no target for it."),
    "LH-R30": N_("{seat} cannot join these regions: they share no edge."),
    "LH-R31": N_("{seat} cannot end the alliance now: the sealed bid would be uncovered."),
    "LH-R34": N_("This pile of politics cards is empty."),
}


def map_line(rule: str, known: Facts) -> Say | None:
    """Why a table cannot be set up like this; None for what the kernel tells."""
    return say(N_("The basic set-up is for three or four players.")) if rule == "LH-15.1" else None
