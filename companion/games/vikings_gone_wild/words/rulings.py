"""Why something is refused in Vikings Gone Wild: what is not possible, and the reason."""

from __future__ import annotations

from typing import Any

from companion.engine.types import DOUBTFUL, MALFORMED, Ruling
from companion.engine.words import N_, NAMED, Figure, Say, Term, Where, Who, count, people, say
from companion.games.vikings_gone_wild.words.names import card, kind

PEOPLE = ("seat", "owner", "turn", "victim")
CARDS = ("card", "mission", "carrier")
SPACES = ("target", "space", "building", "slot")
NUMBERS = ("needed", "given", "has", "limit", "most", "strength", "defence", "pool", "held", "room")

# Of several sentences the first is said for which all fields are known.
REFUSALS: dict[str, tuple[str, ...]] = {
    "VG-1.13": (N_("Nobody begins yet: the start player is still to be named."),),
    "VG-2.1": (N_("That belongs to another phase of the round: now it is {phase}."),),
    "VG-4.1": (N_("{seat} is not on turn: it is {turn}'s turn."), N_("That is not possible in this turn.")),
    "VG-4.2": (
        N_("This card is not played like that: {card}."),
        N_("It is {seat}'s turn: that is not asked now."),
    ),
    "VG-4.3": (N_("This card is not for sale there: {card}."),),
    "VG-4.6": (N_("{seat} bought this card this round, so it is of no use yet: {card}."),),
    "VG-4.7": (N_("The gap on Odin's Path is filled first."),),
    "VG-4.9": (N_("Undead are never bought, only attacked."),),
    "VG-4.11": (N_("This pile is empty: {card}."),),
    "VG-5.2": (N_("The village of {seat} is full: the town hall allows {limit} buildings."),),
    "VG-5.3": (N_("{seat} owns three of these already: {card}."),),
    "VG-5.5": (N_("This is still under construction: {target}."),),
    "VG-5.6": (N_("{seat} has given a building back this round already."),),
    "VG-6.1": (N_("The town hall of {seat} stands at the highest level."),),
    "VG-6.3": (N_("A town hall under construction cannot be attacked."),),
    "VG-7.1": (N_("{seat} cannot attack a building of their own village."),),
    "VG-7.2": (N_("{seat} has chosen already: only {victim} may be attacked this turn."),),
    "VG-7.3": (
        N_("{owner} was attacked this round already, {others} not yet."),
        N_("{owner} was attacked this round already."),
    ),
    "VG-7.4": (N_("Somebody attacked this building this round already: {target}."),),
    "VG-7.5": (N_("This card cannot attack like that: {card}."), N_("Only units and heroes attack.")),
    "VG-7.6": (N_("This card has been used this round: {card}."),),
    "VG-7.9": (N_("{seat} has nobody who could damage a building."),),
    "VG-7.10": (N_("This building was damaged this round already: {target}."),),
    "VG-9.1": (N_("Defence cards are laid only while a building of one's own is attacked."),),
    "VG-9.2": (
        N_("This card does not defend: {card}."),
        N_("{turn} answers the attack first."),
        N_("The attacks that are declared are answered first."),
    ),
    "VG-10.1": (N_("No undead lies there: {target}."),),
    "VG-10.2": (N_("{seat} has attacked Draco this turn already."),),
    "VG-11.2": (N_("{seat} has accomplished a mission this round already."),),
    "VG-11.4": (N_("{seat} has swapped a mission this round already."),),
    "VG-12.1": (N_("Two of a kind are exchanged for one."),),
    "VG-13.1": (N_("There is room for {room} only: {space}."), N_("Storing belongs to the storage phase.")),
    "VG-14.2": (N_("Hands are discarded at the round's end."),),
    "VG-16.3": (N_("The game is over."),),
    "VG-17.1": (N_("{seat} has to wait: {turn} chooses a favour first."),),
    "VG-17.2": (N_("{turn} chooses a favour first."), N_("A favour is chosen first.")),
    "VG-R7": (N_("The hall of {owner} was defended completely this round, so it is not attacked again: {target}."),),
    "VG-R8": (N_("{strength} against {defence} is too little: {target}."),),
    "VG-R9": (N_("There is nobody whom this card could remove: {card}."),),
    "VG-R10": (N_("The turn is being reckoned."),),
    "VG-R13": (N_("{seat} is declaring several attacks at once: that comes to an end first."),),
    "VG-R14": (N_("Only a unit can carry this: {card}."),),
    "VG-R18": (N_("It is {turn} who is asked now, not {seat}."),),
    "VG-R21": (N_("{seat} received this favour this round, so it is of no use yet: {card}."),),
    "VG-R23": (
        N_("The effect of this card is carried out first: {card}."),
        N_("The effect of a card is carried out first."),
    ),
    "VG-R25": (N_("A mission is claimed when nothing is being carried out."),),
    "VG-R26": (
        N_("{seat} has not reached the goal, {has} of {needed} so far: {mission}."),
        N_("{seat} has not reached the goal: {mission}."),
    ),
    "VG-R48": (N_("Only one building may be attacked this turn."),),
}
SENSELESS: dict[str, tuple[str, ...]] = {
    "VG-1.5": (N_("Nobody begins yet: the set-up comes first."),),
    "VG-1.13": (N_("The start player is one of those who play."),),
    "VG-3.2": (N_("{seat} cannot leave so many tavern cards: {most} at most."),),
    "VG-4.3": (N_("There is no such card to buy there."),),
    "VG-4.5": (N_("{seat} does not have that many barrels or bars there."),),
    "VG-5.6": (N_("{seat} owns no such building."),),
    "VG-7.1": (N_("There is nothing of the kind to attack."),),
    "VG-7.5": (N_("The attackers and what they carry do not fit together."),),
    "VG-10.1": (N_("No undead lies there."),),
    "VG-11.1": (N_("{seat} has no such mission."), N_("There is no such mission.")),
    "VG-11.4": (N_("{seat} has no such mission."),),
    "VG-12.1": (N_("Two of a kind are exchanged for one."),),
    "VG-13.1": (N_("The barrels and bars do not come to lie like that."),),
    "VG-14.2": (N_("Cards of the hand are named once each, with their number."),),
    "VG-17.1": (N_("No favour is due to {seat}."),),
    "VG-17.2": (N_("This favour does not lie there."),),
    "VG-18.3": (N_("No such part of a played card is open: {card}."),),
    "VG-R23": (N_("That does not answer the effect of the card."),),
    "VG-R33": (N_("Played cards pay first: {seat} gives too many barrels or bars."),),
    "VG-R40": (N_("No {kind} can be stored there: {space}."),),
}
DOUBTS: dict[str, tuple[str, ...]] = {
    "VG-4.5": (N_("This card should not be in the hand of {seat}: {card}."),),
    "VG-7.5": (
        N_("{seat} should not have so many of these in hand: {card}."),
        N_("The hand of {seat} should hold fewer cards."),
    ),
    "VG-9.1": (N_("This card should not be in the hand of {seat}: {card}."),),
    "VG-14.2": (N_("These cards should not be in the hand of {seat}: {card}."),),
    "VG-17.2": (N_("This favour should not be in the stack: {card}."),),
    "VG-R23": (N_("This does not agree with what was seen: {card}."), N_("This does not agree with what was seen.")),
}
WHY: dict[str, str] = {  # where one rule has several reasons: "RULE reason" -> sentence
    "VG-2.1 claims": N_("{seat} is not asked now."),
    "VG-7.5 joins": N_("This card joins an attack and is not played by itself: {card}."),
    "VG-7.5 nobody": N_("{seat} has to name at least one unit or hero who attacks."),
    "VG-R13 beast": N_("Among attacks that are declared at once only buildings are named."),
    "VG-R13 twice": N_("This building has been named already: {target}."),
    "VG-R13 single": N_("{seat} is not declaring several attacks at once."),
    "VG-R13 none": N_("{seat} has declared no attack yet."),
    "VG-R23 place": N_("The hand of {seat} has no such place."),
    "VG-R23 nothing": N_("That is not asked now."),
    "VG-17.2 first": N_("A favour is chosen first."),
    "VG-17.2 turn": N_("The uppermost favour is turned up first."),
    "VG-R23 other": N_("It is {turn} who is asked now, not {seat}."),
    "VG-R23 opponent": N_("An opponent has to be named for this card: {card}."),
    "VG-R23 no_opponent": N_("No opponent is named for this card: {card}."),
    "VG-9.2 target": N_("This is not attacked now: {target}."),
    "VG-R28 rises": N_("The town hall of {seat} is still under construction and rises once at a time."),
    "VG-R28 stays": N_("A town hall is never given back."),
    "VG-3.2 time": N_("Tavern cards are left only while the game is played."),
    "VG-3.2 same": N_("That is what {seat} leaves already."),
    "VG-R33 over": N_("{seat} gives more {kind} than the price takes."),
}
ANY_WHY: dict[str, str] = {  # whatever the rule is
    "unasked": N_("That is not asked now."),
    "pile": N_("This pile is not to be shuffled now."),
    "card": N_("There is no such card."),
}
PHASES = {"draw": N_("the draw phase"), "store": N_("the storage phase")}
ROUND_END = N_("the round's end")
ELSE_DOUBT = N_("This card should not lie there: {card}.")
ELSE_MALFORMED = N_("The cards of this pile do not add up.")
ELSE = N_("That is not possible now.")


def _unpaid(f: dict[str, Any], known: dict[str, Any]) -> Say:
    """A price that is not paid: there is not so much, or not so much is given."""
    if f["has"] < f["needed"]:
        line = N_("{seat} cannot pay that: it costs {needed} {kind}, and {there}.")
        there = count(f["has"], N_("only one can be paid"), N_("only {n} can be paid"))
        return say(line, there=there if f["has"] else say(N_("none can be paid")), **known)
    line = N_("{seat} has not paid that: it costs {needed} {kind}, and {there}.")
    there = count(f["given"], N_("only one is given"), N_("only {n} are given"))
    return say(line, there=there if f["given"] else say(N_("none is given")), **known)


FEW = {
    "VG-12.1": (N_("{seat} needs two {kind} for an exchange and has none."),
                N_("{seat} needs two {kind} for an exchange and has only one."),
                N_("{seat} needs two {kind} for an exchange and has only {n}.")),
    "VG-13.2": (N_("{seat} has no {kind} to store."), N_("{seat} has only one {kind} to store."),
                N_("{seat} has only {n} {kind} to store.")),
}  # fmt: skip


def ruling_line(r: Ruling) -> Say:
    """The first sentence for the rule of which every field is known."""
    f = dict(r.facts)
    known: dict[str, Any] = {k: f[k] for k in NUMBERS if k in f}
    known |= {k: Figure(f[k]) for k in ("strength", "defence") if k in f}
    if r.rule == "VG-R26":
        known |= {k: Figure(f[k]) for k in ("has", "needed") if k in f}
    known |= {k: Who(f[k]) for k in PEOPLE if k in f}
    known |= {"others": people(f["others"])} if f.get("others") else {}
    known |= {k: card(f[k]) for k in CARDS if f.get(k)}
    known |= {k: Where(f[k]) for k in SPACES if f.get(k)}
    if "phase" in f:
        known["phase"] = Term(PHASES.get(f["phase"], ROUND_END))
    if f.get("kind") in ("beer", "gold"):
        known["kind"] = kind(f["kind"])
    why = WHY.get(f"{r.rule} {f.get('why')}") or ANY_WHY.get(str(f.get("why")))
    if why is not None:
        return say(why, **known)
    if r.rule == "VG-R39":
        if not f["most"]:
            return say(N_("{seat} may hold no card: all are discarded."), **known)
        one, many = N_("{seat} may hold one card, not {held}."), N_("{seat} may hold {n} cards, not {held}.")
        return count(f["most"], one, many, **known)
    if r.rule == "VG-4.4":
        return _unpaid(f, known)
    if r.rule in FEW and "has" in f:
        none, one, many = FEW[r.rule]
        return count(f["has"], one, many, **known) if f["has"] else say(none, **known)
    tables = {DOUBTFUL: (DOUBTS,), MALFORMED: (SENSELESS, REFUSALS)}.get(r.kind, (REFUSALS,))
    for table in tables:
        for sentence in table.get(r.rule, ()):
            if set(NAMED.findall(sentence)) <= known.keys():
                return say(sentence, **known)
    last = {DOUBTFUL: ELSE_DOUBT, MALFORMED: ELSE_MALFORMED}.get(r.kind, ELSE)
    return say(last if r.kind != DOUBTFUL or "card" in known else ELSE, **known)
