"""Why Walisk refuses an act: what is not possible, and the reason; then, where it helps, what to do."""

from __future__ import annotations

from typing import Any

from companion.engine.types import MALFORMED, Ruling
from companion.engine.words import N_, Figure, Say, Where, Who, count, first_known, say

WHY: dict[str, str | tuple[str, str, str]] = {  # three texts: of none, of one and of many
    "WA-1.9 capital": N_("{seat} cannot build in {field}: the capital has all its five houses."),
    "WA-2.3 settle": N_("{seat} cannot start in {field}: nobody can settle there."),
    "WA-2.2 setup": N_("{seat} has to wait: the set-up comes first."),
    "WA-2.2 now": N_("{seat} does not choose a start now."),
    "WA-2.18 setup": N_("Nobody can be declared the winner during the set-up."),
    "WA-2.18 out": N_("{seat} cannot be declared the winner: {seat} is not in the game."),
    "WA-3.2 other": N_("{seat} cannot do that now: it belongs to another part of the round."),
    "WA-3.20 none": N_("No dice are owed now."),
    "WA-4.1 apart": N_("{seat}'s men cannot go from {field} to {to}: the two do not touch."),
    "WA-4.1 none": N_("{seat} has no men in {field}."),
    "WA-4.1 such": (
        N_("No man of {seat} in {field} can still go like this."),
        N_("Only one man of {seat} in {field} can still go like this."),
        N_("Only {n} men of {seat} in {field} can still go like this."),
    ),
    "WA-4.7 men": (
        N_("{seat} has no men in {field} for the ships."),
        N_("{seat} has only one man in {field} for the ships."),
        N_("{seat} has only {n} men in {field} for the ships."),
    ),
    "WA-4.7 such": N_("{seat} does not have that many of these men in {field}, with or without the die of a voyage."),
    "WA-4.7 room": N_("{seat} cannot sail like this from {field}: men who stay would have no room on the other ships."),
    "WA-4.8 room": N_("{seat} cannot sail like this from {field}: nobody leaves a ship that has moved this turn."),
    "WA-4.10 same": N_("{seat} has to name another field than {field} to sail to."),
    "WA-4.10 water": N_("{seat} cannot sail to {to} like this: another of its waters has to be named."),
    "WA-4.12 far": N_("{seat} cannot sail from {field} to {to} in one step: the river leads there over other "
                      "districts."),
    "WA-4.14 none": N_("{seat} has no ships in {field}."),
    "WA-4.14 such": (
        N_("No ship of {seat} in {field} lies and has moved like this."),
        N_("Only one ship of {seat} in {field} lies and has moved like this."),
        N_("Only {n} ships of {seat} in {field} lie and have moved like this."),
    ),
    "WA-4.14 marked": N_(
        "{seat} does not have that many of these ships in {field}, with or without the die of a voyage."
    ),
    "WA-4.31 sign": N_("{seat} cannot leave from {field}: it bears no travel sign."),
    "WA-4.31 absent": N_("{seat} has no units in {field}."),
    "WA-4.31 units": N_("{seat} cannot send so many units on a voyage from {field}: {ships} and {men} are there."),
    "WA-4.32 wait": N_("{seat} has to wait: the dice for the length of a voyage come first."),
    "WA-4.36 wait": N_("{seat} has to wait: the dice for the losses of a voyage come first."),
    "WA-4.40 wait": N_("{seat} has to wait: the dice for silver come first."),
    "WA-5.1 absent": N_("{seat} has no units in {field}."),
    "WA-5.1 self": N_("{seat} cannot fight {seat}."),
    "WA-5.1 whom": N_("{seat} has to name an enemy in {field}: a player or the Rukr."),
    "WA-5.1 away": N_("{seat} cannot fight {other} in {field}: {other} has no units there."),
    "WA-5.1 rukr": N_("{seat} cannot fight Rukr in {field}: none are there."),
    "WA-5.1 nobody": N_("{seat} cannot take {field} by declaring a battle against nobody."),
    "WA-5.11 none": N_("{seat} has no retreat to decide in {field} now."),
    "WA-5.11 other": N_("{seat} has no retreat to decide in {field} now."),
    "WA-5.15 water": N_("{seat} cannot leave {field} for {to}: no water leads the ships there."),
    "WA-5.15 other": N_("{seat} cannot leave {field} now: {other} decides there."),
    "WA-6.1 setup": N_("{seat} cannot agree on anything yet: the set-up comes first."),
    "WA-6.1 dice": N_("{seat} cannot do that now: the dice that are owed are thrown first."),
    "WA-6.2 out": N_("{seat} is not in the game and has nothing to agree on or to give."),
    "WA-6.2 out_other": N_("{seat} cannot agree on that: {other} is not in the game."),
    "WA-6.2 self": N_("{seat} has to name somebody else."),
    "WA-6.2 unknown": N_("{seat} has to name somebody who plays."),
    "WA-8.1 must": N_("{seat}'s army in {field} has to flee: it has lost half or more."),
    "WA-8.1 free": N_("{seat}'s army in {field} has no flight to make now."),
    "WA-8.11 storms": N_("{seat} cannot besiege {field}: this table plays storms, not sieges."),
    "WA-8.11 sieges": N_("{seat} cannot storm {field}: this table plays sieges, not storms."),
    "WA-8.21 off": N_("{seat} cannot plunder {field} like this: this table plays voyages, not forays."),
    "WA-8.31 records": N_("{seat} cannot do that now: everybody confirms the records first."),
    "WA-8.31 off": N_("{seat} cannot end the evening like this: this table keeps no records of evenings."),
    "WA-8.31 dice": N_("{seat} cannot end the evening now: the dice that are owed are thrown first."),
    "WA-8.31 unasked": N_("{seat} has no records to confirm now."),
    "WA-8.41 off": N_("{seat} cannot move the capital: this table plays without it."),
    "WA-8.41 season": N_("{seat} cannot move the capital now: that is done in winter."),
    "WA-8.41 foreign": N_("{seat} cannot move the capital to {field}: it is not {seat}'s district."),
    "WA-8.41 same": N_("{seat}'s capital is {field} already."),
    "WA-8.41 none": N_("{seat} has no capital that could be moved."),
    "WA-8.52 wait": N_("{seat} has to wait: the dice for unrest come first."),
    "WA-8.61 off": N_("{seat} cannot come back: this table plays without invaders."),
    "WA-8.61 in": N_("{seat} cannot come back: {seat} has not lost the realm."),
    "WA-8.61 season": N_("{seat} cannot come back now: invaders appear in winter."),
    "WA-8.61 place": N_("{seat} cannot come back now: no sea field at the rim is free."),
    "WA-8.61 turn": N_("{seat} cannot come back now: others are asked first."),
    "WA-8.61 own": N_("{seat} has to come back first, or say not to."),
    "WA-8.61 wait": N_("{seat} has to wait: {who} may come back first."),
    "WA-8.62 none": N_("{seat} has no house of an invader to place."),
    "WA-8.62 time": N_("{seat} cannot place the house now: that is done in the muster and among the battles."),
    "WA-R15 afloat": N_("{seat} cannot start in {field}: no ship can lie there."),
    "WA-R26 time": N_("{seat} cannot hand goods over now: that is done in the winter's muster."),
    "WA-R26 done": N_("{seat} cannot hand {other} goods: {other} does not muster any more this winter."),
    "WA-R29 steep": N_("{seat} cannot place a ship in {field}: its coast is steep, and no river or lake is there."),
    "WA-R29 ashore": N_("Only ships are placed on a water."),
    "WA-R40 nobody": N_("{seat} cannot tow in {field}: the district belongs to nobody."),
    "WA-R50 fight": N_("{seat} has to wait: a fight in {field} is to be finished first."),
    "WA-R53 origin": N_("{seat} cannot retreat from {field}: units of the army came from nowhere else."),
    "WA-R53 enemies": N_("{seat} cannot retreat from {field}: enemies stand where the army came from."),
    "WA-R53 ship": N_("{seat} cannot retreat from {field}: the army came from the sea and has no ship left."),
    "WA-R63 capital": N_("{seat} cannot cede {field}: this table does not allow a capital to be ceded."),
    "WA-R64 standing": N_("{seat} and {other} have recorded that already."),
    "WA-R64 none": N_("{seat} and {other} have recorded no such agreement."),
    "WA-R70 nobody": N_("{seat} cannot plunder {field}: it belongs to nobody."),
    "WA-R70 own": N_("{seat} cannot plunder {field}: it is {seat}'s own."),
    "WA-R70 friend": N_("{seat} cannot plunder {field} as a guest."),
    "WA-R70 late": N_("{seat} cannot plunder {field}: a foray takes units that have just entered."),
    "WA-R82 now": N_("{seat} can put no army back now: that is done in one's own turn, between ships and battles."),
    "WA-R78 done": N_("{seat} does not muster any more this winter."),
    "WA-R78 back": N_("{seat} has to wait: {who} may come back first."),
    "WA-R78 out": N_("{seat} is not in the game and musters nothing."),
}


# Several sentences for one rule: the first whose fields are all known is told.
REFUSALS: dict[str, tuple[str, ...]] = {
    "WA-0.2": (N_("{seat} cannot send units off the map: this table plays forays instead."),),
    "WA-1.6": (N_("{seat} cannot sail to {to}: nobody enters a home of the Rukr."),),
    "WA-1.9": (N_("{seat} cannot build in {field}: no settlement but the capital gets more than four houses."),),
    "WA-1.12": (N_("{seat} cannot found a settlement in {field}: that of {near} lies next to it."),),
    "WA-1.13": (N_("{seat} cannot build in {field}: a settlement grows by one house a year."),),
    "WA-2.2": (N_("{seat} does not choose a start now: {turn} does."),
               N_("The dice for the order show 1 to 6, one for each who throws."),),
    "WA-2.3": (N_("{seat} cannot start in {field}: it has no coast."),),
    "WA-2.4": (N_("{seat} cannot start in {field}: {near} is taken and too near."),
               N_("{seat} cannot start in {field}: it is taken."),),
    "WA-2.7": (N_("The dice for the first Rukr show 1 to 6, one for each district."),),
    "WA-2.11": (N_("{seat} cannot start on {field}: invaders appear on a sea field at the rim."),),
    "WA-2.17": (N_("The game is over."),),
    "WA-2.18": (N_("{seat} cannot be declared the winner: this game has no end."),),
    "WA-3.2": (N_("{seat} cannot do that now: winter is for the muster, the rest for moves and battles."),),
    "WA-3.3": (N_("{seat} has to wait: the dice of the winter come first."),),
    "WA-3.4": (N_("The dice of the homes show 1 to 6, one for each home."),),
    "WA-3.5": (N_("The dice of an outbreak show 1 to 6, one for each home."),),
    "WA-3.6": (N_("The dice for growth show 1 to 6, one for each district with Rukr."),),
    "WA-3.7": (N_("The dice for growth show 1 to 6, one for each district that grows."),),
    "WA-3.14": (N_("{seat} cannot spend {cost} silver: {seat} has only {have}."),
                N_("{seat} can buy men, ships or houses, one or more."),),
    "WA-3.15": (N_("{seat} cannot place anything in {field}: it is not {seat}'s district."),),
    "WA-3.18": (N_("{seat} cannot place a ship in {field}: it has no coast, river or lake."),),
    "WA-3.20": (N_("{seat} has to wait: the Rukr move first."),),
    "WA-3.21": (N_("The dice for hordes show 1 to 6, one or two for each horde."),),
    "WA-3.25": (N_("{seat} cannot do that now: men move, then ships, then voyagers land, then battles."),),
    "WA-3.27": (N_("{seat} is not on turn: it is {who}'s turn."), N_("{seat} is not on turn."),),
    "WA-4.1": (N_("{seat} cannot go from {field} to {to}."),),
    "WA-4.2": (N_("{seat}'s men cannot go from {field} to {to}: men cross no water."),),
    "WA-4.6": (N_("{seat} cannot cross the river from {field} to {to}: a ship is needed in {field}."),),
    "WA-4.7": (N_("{seat} cannot sail like this from {field}: a ship takes two men."),),
    "WA-4.8": (N_("{seat}'s men in {field} cannot board or leave: the ship has moved this turn."),),
    "WA-4.9": (N_("{seat} cannot sail from {field} to {to}: these sea fields do not touch."),),
    "WA-4.10": (N_("There is no such way for ships."),),
    "WA-4.12": (N_("{seat} cannot sail from {field} to {to}: the river takes a bank of one's own or permission."),),
    "WA-4.15": (N_("{seat} cannot sail from {field} to {to}: the coast is steep."),),
    "WA-4.18": (N_("{seat} cannot sail from {field} to {to}: these rivers do not join."),),
    "WA-4.19": (N_("{seat} cannot tow now: it takes the whole movement of a ship."),),
    "WA-4.20": (N_("{seat} cannot go to {to}: nobody enters a home of the Rukr."),),
    "WA-4.32": (N_("A voyage takes three dice that show 1 to 6."),),
    "WA-4.34": (N_("{seat} cannot come back on {field}: armies land on travel signs."),
                N_("{seat} has no such army that is due."),),
    "WA-4.35": (N_("{seat} cannot come back on {field}: fleets land at sea, men alone on land."),),
    "WA-4.36": (N_("The dice for losses show 1 to 6, one for each unit."),),
    "WA-4.38": (N_("No more units can carry a voyage die than move."),),
    "WA-4.40": (N_("The dice for silver show 1 to 6, one for each unit."),),
    "WA-5.2": (N_("{seat} cannot do that in {field}: units are fought, lone settlements besieged."),),
    "WA-5.4": (N_("The dice of an attack show 1 to 6, one for each unit."),),
    "WA-5.5": (N_("The saving dice show 1 to 6, one for each success."),),
    "WA-5.6": (N_("{seat} has no losses to name in {field}."),),
    "WA-5.7": (N_("The dice of the defender show 1 to 6, one for each unit."),),
    "WA-5.9": (N_("Only failed dice are thrown again, one for each house."),),
    "WA-5.11": (N_("{seat} cannot retreat from {field} to {to}: all units go back to where they came from."),),
    "WA-5.12": (N_("{seat} cannot retreat from {field}: an enemy fleet lies where the army came from."),),
    "WA-5.14": (N_("{seat} has nothing to decide in {field}."),),
    "WA-5.15": (N_("{seat} cannot leave {field} like this: it takes a district of their own without enemies beside "
                   "it."),),
    "WA-5.21": (N_("{seat} cannot besiege {field}: no foreign settlement is there."),
                N_("The dice of a siege show 1 to 6."),),
    "WA-5.22": (N_("The dice of the houses show 1 to 6, one for each success."),),
    "WA-5.23": (N_("The dice for plunder show 1 to 6, one for each house."),),
    "WA-5.27": (N_("The dice for loot show 1 to 6, one for each slain unit."),),
    "WA-6.2": (N_("{seat} can agree on passage, peace, alliance or trade, and give what there is."),),
    "WA-6.3": (N_("{seat} cannot besiege {field} as a guest: an attack breaks the agreement first."),),
    "WA-8.4": (N_("{seat} cannot flee from {field} to {to}: it takes a district of their own beside it that the army "
                  "can reach, or with ships a free sea."),),
    "WA-8.13": (N_("The dice for plunder show 1 to 6, one for each house."),),
    "WA-8.14": (N_("The dice for plunder show 1 to 6, one for each house."),),
    "WA-8.21": (N_("{seat} has to declare battle or foray in {field}."),),
    "WA-8.22": (N_("The dice of a foray show 1 to 6, one for each unit."),),
    "WA-8.42": (N_("{seat} cannot move the capital to {field}: a house of this muster is needed."),),
    "WA-8.43": (N_("{seat} cannot move the capital to {field}: enemies stand in {near}."),),
    "WA-8.52": (N_("The dice for unrest show 1 to 6, one for each district."),),
    "WA-R14": (N_("{seat} cannot start in {field}: {near} is taken and too near."),),
    "WA-R15": (N_("{seat} cannot start in {field}: its coast is steep."),),
    "WA-R18": (N_("{seat} cannot start on {field}: another fleet is there or too near."),),
    "WA-R28": (N_("{seat} cannot place anything in {field}: enemies stand there."),),
    "WA-R29": (N_("{seat} cannot lay a ship in {field} like this: of several waters one is named, a single one is "
                  "not."),),
    "WA-R32": (N_("{seat} cannot grant passage through {field}: it is not {seat}'s district."),),
    "WA-R36": (N_("{seat} cannot sail from {field} to {to}: no water leads there directly."),),
    "WA-R39": (N_("{seat}'s units in {field} are in a battle: they leave it by a retreat."),),
    "WA-R40": (N_("{seat} cannot tow in {field}: the district belongs to somebody else, who has not let {seat} "
                  "pass."),),
    "WA-R41": (N_("{seat} cannot leave from {field} now: a voyage begins in the turn of entry."),
               N_("{seat} cannot leave on a voyage now: it is declared during one's own movement."),),
    "WA-R46": (N_("{seat} cannot leave from {field}: units with silver aboard bring it home first."),),
    "WA-R48": (N_("{seat} cannot end the turn: a battle is still to be fought in {field}."),),
    "WA-R50": (N_("{seat} cannot fight in {field} again: one exchange a turn."),),
    "WA-R52": (N_("Only failed dice are thrown again, one for each house."),),
    "WA-R56": (N_("{seat} cannot besiege {field} now: it has been fought for this turn."),),
    "WA-R63": (N_("{seat} cannot cede {field}: it is not {seat}'s to give."),
               N_("{seat} has to name districts of their own."),),
    "WA-R72": (N_("{seat} cannot move the capital to {field}: it takes four houses, none of this year."),),
    "WA-R76": (N_("{seat} cannot place the house in {field}: it takes a district of one's own without houses."),),
    "WA-R78": (N_("{seat} has to wait: {who} musters first."), N_("{seat} does not muster now."),),
    "WA-R81": (N_("{seat} cannot leave from {field} like this: two men a ship, the others alone."),),
    "WA-R82": (N_("{seat} has to put the armies back that are due before the battles begin."),),
    "WA-R84": (N_("{seat} cannot be declared the winner: others are still in the game."),),
}  # fmt: skip
POINTS = {
    "WA-4.1": N_("{seat} cannot go from {field} to {to}: {points}."),
    "WA-4.4": N_("{seat} cannot go from {field} to the foreign district {to}: {points}."),
}


def _points(rule: str, cost: int, left: int, known: dict[str, Any]) -> Say:
    """What a step costs, and what is left of the movement."""
    needed = count(cost, N_("it takes one point"), N_("it takes {n} points"))
    if left > 0:
        points = count(left, N_("{needed}, and one is left"), N_("{needed}, and {n} are left"), needed=needed)
    else:
        points = say(N_("{needed}, and none is left"), needed=needed)
    return say(POINTS[rule], points=points, **{k: known[k] for k in ("seat", "field", "to")})


NO_SUCH = ("WA-2.3", "WA-3.15", "WA-4.1", "WA-4.31", "WA-4.34", "WA-5.1", "WA-8.41", "WA-8.62")


GOODS = {
    "man": (N_("one man"), N_("{n} men")), "ship": (N_("one ship"), N_("{n} ships")),
    "house": (N_("one house"), N_("{n} houses")),
}  # fmt: skip


def _goods(rule: str, f: dict[str, Any], seat: Who) -> Say:
    """Bought goods that are placed or handed over, and how many there are."""
    goods = count(f["n"], *GOODS[f["kind"]])
    place, give = N_("{seat} cannot place {goods}: {there}."), N_("{seat} cannot give {goods}: {there}.")
    line = place if rule == "WA-R26" else give
    there = count(f["have"], N_("only one of those is bought and not placed"),
                  N_("only {n} of those are bought and not placed"))
    return say(line, seat=seat, goods=goods, there=there if f["have"] else say(N_("none of those is left to place")))


def ruling_line(r: Ruling) -> Say:
    """Why an act is refused: what is not possible, and the reason."""
    f: dict[str, Any] = dict(r.facts)
    known: dict[str, Any] = {}
    for name in ("field", "to", "near"):
        if isinstance(f.get(name), str) and f[name]:
            known[name] = Where(f[name])
    for name in ("seat", "other", "turn"):
        if isinstance(f.get(name), int) and f[name] >= 0:
            known[name] = Who(f[name])
    if "turn" in known:
        known["who"] = known["turn"]
    for name in ("n", "cost", "have", "most"):
        if isinstance(f.get(name), int):
            known[name] = Figure(f[name])
    known.setdefault("seat", Who(None))
    if r.rule in ("WA-R26", "WA-6.2") and "have" in f:
        return _goods(r.rule, f, known["seat"])
    if "ships" in f and f.get("why") == "units":
        known["ships"] = count(Figure(f["ships"]), N_("{n} ship"), N_("{n} ships"))
        known["men"] = count(Figure(f["men"]), N_("{n} man"), N_("{n} men"))
    if "why" in f:
        text = WHY[f"{r.rule} {f['why']}"]
        if isinstance(text, str):
            return say(text, **known)
        none, one, many = text
        known.pop("n")
        return count(f["n"], one, many, **known) if f["n"] else say(none, **known)
    if r.rule in POINTS and "left" in f:
        return _points(r.rule, f["cost"], f["left"], known)
    if r.kind == MALFORMED and r.rule in NO_SUCH:
        return say(N_("There is no such field, or no such number."))
    if r.rule == "WA-8.12":
        return count(f["n"], N_("{seat} storms {field} with the one unit that is there."),
                     N_("{seat} storms {field} with one to {n} units."), seat=known["seat"], field=known["field"])
    if r.rule == "WA-5.6" and "n" in known:
        return count(f["n"], N_("{seat} has to name one lost unit in {field}."),
                     N_("{seat} has to name {n} lost units in {field}."), seat=known["seat"], field=known["field"])
    told = first_known(REFUSALS.get(r.rule, ()), known)
    if told is None:
        return say(N_("That is not possible now."))
    if "faces" not in f:
        return told
    owed = count(f["n"], N_("Still to be thrown: one die."), N_("Still to be thrown: {n} dice."))
    return say(N_("{told} {owed}"), told=told, owed=owed)
