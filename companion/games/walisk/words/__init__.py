"""What Walisk's duties, acts and sheets say, in English; catalogues hold the other languages."""

from __future__ import annotations

from typing import Any

from companion.engine.boards import Board, Space
from companion.engine.types import Choose, Input, May, Over, Pending, Rolled, ScoreLine
from companion.engine.words import N_, Figure, Say, Term, Where, Who, Words, count, people, say, victory
from companion.games.walisk import inputs as acts
from companion.games.walisk.words.events import event_line
from companion.games.walisk.words.maps import map_line
from companion.games.walisk.words.names import (
    COUNTED,
    PIECES,
    SIDES,
    TRIBE_NAMES,
    army,
    group_line,
    side,
    things,
    units_line,
    value_line,
)
from companion.games.walisk.words.options import GROUPS, OPTIONS, VALUES
from companion.games.walisk.words.panel import rule_notes
from companion.games.walisk.words.rulings import ruling_line

TITLE = N_("Walisk")
PLACES = {"tray": N_("the dice tray")}
MAPS = {
    "house": N_("the large map: 105 districts"), "small": N_("the small map: 20 districts, two to four players"),
}  # fmt: skip
INPUTS = {
    "start": N_("Start"), "buy": N_("Buy"), "place": N_("Place"), "move_capital": N_("Move the capital"),
    "walk": N_("Men walk"), "sail": N_("Ships sail"), "voyage": N_("Leave on a voyage"), "return": N_("Come back"),
    "attack": N_("Attack"), "siege": N_("Besiege"), "storm": N_("Storm"), "foray": N_("Foray"),
    "found": N_("Place the house"), "lose": N_("Lose"), "retreat": N_("Retreat"), "stay": N_("Stay"),
    "flee": N_("Flee"), "done": N_("Done"), "agree": N_("Agree"), "revoke": N_("End an agreement"),
    "give": N_("Give silver"), "hand": N_("Give goods"), "cede": N_("Cede districts"),
    "crown": N_("Declare the winner"), "adjourn": N_("End the evening"), "confirm": N_("Confirm the records"),
}  # fmt: skip
FIELDS = {
    "field": N_("from or in"), "to": N_("to"), "men": N_("men"), "ships": N_("ships"), "kind": N_("kind"),
    "n": N_("how many"), "water": N_("on which water"), "to_water": N_("to which water"), "spent": N_("points used"),
    "marked": N_("with a voyage die"), "marked_ships": N_("ships with a voyage die"),
    "marked_men": N_("men with a voyage die"), "against": N_("against"), "units": N_("units"), "lost": N_("lost"),
    "other": N_("with whom"), "fields": N_("districts"), "rounds": N_("rounds"), "silver": N_("silver"),
}  # fmt: skip
PURPOSES = {
    "order": N_("order"), "rukr": N_("first Rukr"), "home": N_("home"), "outbreak": N_("outbreak"),
    "gate": N_("growth"), "growth": N_("how much"), "target": N_("where the horde goes"), "throw": N_("attack"),
    "rethrow": N_("attack again"), "save": N_("save"), "resave": N_("save again"), "siege": N_("siege"),
    "again": N_("hit on one's own side"), "guard": N_("defence of the houses"), "plunder": N_("plunder"),
    "loot": N_("loot"), "cash": N_("silver"), "length": N_("length of the voyage"), "ship": N_("ship"),
    "man": N_("man"), "foray": N_("foray"), "foray_ship": N_("foray, ship"), "unrest": N_("unrest"),
}  # fmt: skip


# ---------------------------------------------------------------- duties
def pending_line(p: Pending) -> Say:
    f = dict(p.facts)
    if isinstance(p, Over):
        return victory(p) if p.winners else say(N_("Nobody is left: the Rukr keep the land."))
    if isinstance(p, Choose):
        return _choose(p, f)
    if isinstance(p, May):
        return say(N_("Talks and agreements are open to all."))
    if "step" in f:
        return _dice(f)
    return _throw(p.rule, f)


def _choose(p: Choose, f: dict[str, Any]) -> Say:
    seat = Who(p.seats[0])
    if p.rule == "WA-8.31":
        return say(N_("{seats}: confirm the records of the evening."), seats=people(p.seats))
    if p.rule == "WA-3.19":
        if len(p.seats) > 1:
            return say(N_("{seats} muster: buy, place, and say when done."), seats=people(p.seats))
        return say(N_("{seat} musters: buy, place, and say when done."), seat=seat)
    if p.rule == "WA-5.6":
        return count(
            f["n"], N_("{seat} chooses one lost unit in {field}."), N_("{seat} chooses {n} lost units in {field}."),
            seat=seat, field=Where(f["field"]),
        )  # fmt: skip
    if p.rule == "WA-R48":
        return count(
            f["left"], N_("{seat} has one battle to fight."), N_("{seat} has {n} battles to fight."), seat=seat
        )
    if p.rule == "WA-3.25":
        if f["step"] == "men":
            return say(N_("{seat} moves men, then ships."), seat=seat)
        return say(N_("{seat} moves ships: the men have moved."), seat=seat)
    if "field" in f:
        lines = {
            "WA-8.1": N_("{seat} must flee from {field}: where to?"),
            "WA-5.11": N_("{seat} stays in {field} or goes back."),
            "WA-5.15": N_("{seat} stays in {field} or retreats into a district of their own."),
        }
        return say(lines[p.rule], seat=seat, field=Where(f["field"]))
    if p.rule == "WA-4.34" and "done" in p.what:
        return say(N_("{seat} puts an army back on a travel field, or lets it wait."), seat=seat)
    return say(STILL[f["still"]] if p.rule == "WA-3.27" else CHOICES[p.rule], seat=seat)


CHOICES = {
    "WA-2.2": N_("{seat} chooses where to start."),
    "WA-8.61": N_("{seat} may come back as an invader."),
    "WA-8.54": N_("{seat} musters out of turn: the revolt has begun."),
    "WA-4.34": N_("{seat} puts an army back on a travel field."),
}
STILL = {
    "none": N_("{seat} ends the turn."), "several": N_("{seat} can still act, or ends the turn."),
    "attack": N_("{seat} attacks, or ends the turn."), "siege": N_("{seat} besieges, or ends the turn."),
    "storm": N_("{seat} storms, or ends the turn."), "foray": N_("{seat} plunders, or ends the turn."),
    "found": N_("{seat} places the house, or ends the turn."),
}  # fmt: skip


def _throw(rule: str, f: dict[str, Any]) -> Say:
    if rule == "WA-2.2":
        return say(N_("{seats} throw for the order of starting."), seats=people(f["seats"]))
    one, many = {
        "WA-2.7": (N_("Throw one die for the Rukr in the free district."),
                   N_("Throw {n} dice for the Rukr in the free districts.")),
        "WA-3.4": (N_("Throw the die of the one home."), N_("Throw the dice of the {n} homes.")),
        "WA-3.5": (N_("The Rukr break out: throw again in one home."),
                   N_("The Rukr break out: throw again in {n} homes.")),
        "WA-3.6": (N_("Throw one die for the district with Rukr."), N_("Throw {n} dice for the districts with Rukr.")),
        "WA-3.7": (N_("The Rukr grow: throw one die."), N_("The Rukr grow: throw {n} dice.")),
        "WA-3.21": (N_("Throw one die for where the horde goes."),
                    N_("Throw {n} dice for where the horde goes.") if f.get("hordes") == 1 else
                    N_("Throw {n} dice for where the hordes go.")),
        "WA-8.52": (N_("{seat} throws one die for unrest."), N_("{seat} throws {n} dice for unrest.")),
    }[rule]  # fmt: skip
    return count(f["n"], one, many, seat=Who(f.get("seat")))


DICE = {
    "throw": (N_("{seat} strikes in {field} with one die."), N_("{seat} strikes in {field} with {n} dice.")),
    "rethrow": (N_("{seat} strikes in {field} again: one die."), N_("{seat} strikes in {field} again: {n} dice.")),
    "save": (N_("{seat} saves in {field} with one die."), N_("{seat} saves in {field} with {n} dice.")),
    "resave": (N_("{seat} saves again in {field} with one die."), N_("{seat} saves again in {field} with {n} dice.")),
    "siege": (N_("{seat} besieges {field} with one die."), N_("{seat} besieges {field} with {n} dice.")),
    "again": (
        N_("{seat} throws the die that shows a 1 again in {field}."),
        N_("{seat} throws {n} dice that show a 1 again in {field}."),
    ),
    "guard": (N_("{seat} saves the houses of {field}: one die."), N_("{seat} saves the houses of {field}: {n} dice.")),
    "plunder": (N_("{seat} plunders {field}: one die."), N_("{seat} plunders {field}: {n} dice.")),
    "loot": (N_("{seat} loots the dead in {field}: one die."), N_("{seat} loots the dead in {field}: {n} dice.")),
    "cash": (N_("{seat} brings silver to {field}: one die."), N_("{seat} brings silver to {field}: {n} dice.")),
    "landing": (N_("{seat} throws one die for losses."), N_("{seat} throws {n} dice for losses.")),
    "foray": (N_("{seat} plunders {field} in passing: one die."), N_("{seat} plunders {field} in passing: {n} dice.")),
}  # fmt: skip
RUKR_DICE = {
    "throw": (N_("The Rukr strike in {field} with one die."), N_("The Rukr strike in {field} with {n} dice.")),
    "save": (N_("The Rukr save in {field} with one die."), N_("The Rukr save in {field} with {n} dice.")),
    "siege": (N_("The Rukr besiege {field} with one die."), N_("The Rukr besiege {field} with {n} dice.")),
    "again": (
        N_("The Rukr throw the die that shows a 1 again in {field}."),
        N_("The Rukr throw {n} dice that show a 1 again in {field}."),
    ),
}


def _dice(f: dict[str, Any]) -> Say:
    """A throw of a fight; several fights at once are told by their number."""
    if f["count"] > 1 and f["step"] in ("length", "landing", "cash"):
        return say(N_("Throw {n} dice for {armies} armies, in the order shown."), n=f["n"], armies=f["count"])
    if f["count"] > 1:
        return say(N_("Throw {n} dice for {fights} fights, in the order shown."), n=f["n"], fights=f["count"])
    who = f.get("seat")
    if f["step"] == "length":
        return say(N_("{seat} throws for the length of the voyage."), seat=Who(who))
    one, many = RUKR_DICE[f["step"]] if who is None else DICE[f["step"]]
    return count(f["n"], one, many, seat=Who(who), field=Where(f.get("field", "")))


# ---------------------------------------------------------------- acts
def act_line(act: Input) -> Say:
    """An act as a candidate is named."""
    if isinstance(act, acts.Walk):
        return count(
            act.men, N_("{n} man from {field} to {to}"), N_("{n} men from {field} to {to}"),
            field=Where(act.field), to=Where(act.to),
        )  # fmt: skip
    if isinstance(act, acts.Sail):
        return _sail(act)
    if isinstance(act, acts.Voyage):
        return say(N_("a voyage from {field}: {army}"), field=Where(act.field), army=army(act.ships, act.men))
    if isinstance(act, acts.Return):
        return say(N_("back on {field}: {army}"), field=Where(act.field), army=army(act.ships, act.men))
    if isinstance(act, acts.Buy | acts.Place):
        line = N_("buy {things}") if isinstance(act, acts.Buy) else N_("place {things} in {field}")
        return say(line, things=things(act.kind, act.n), field=Where(getattr(act, "field", "")))
    if isinstance(act, acts.Attack):
        return say(N_("attack {side} in {field}"), side=side(act.against), field=Where(act.field))
    if isinstance(act, acts.Lose):
        return say(
            N_("lose {groups} in {field}"), groups=tuple(group_line(g, n) for g, n in act.lost), field=Where(act.field)
        )
    if isinstance(act, acts.Retreat | acts.Flee) and act.to:
        return say(N_("from {field} to {to}"), field=Where(act.field), to=Where(act.to))
    if isinstance(act, Rolled):
        return say(N_("dice: {faces}"), faces=" ".join(act.faces))
    return _other_act(act)


def _sail(act: acts.Sail) -> Say:
    line = N_("tow in {field}: {army}") if act.field == act.to else N_("{army} from {field} to {to}")
    return say(line, army=army(act.ships, act.men), field=Where(act.field), to=Where(act.to))


OTHER_ACTS: dict[type[Input], str] = {
    acts.Start: N_("start in {field}"), acts.MoveCapital: N_("move the capital to {field}"),
    acts.Siege: N_("besiege {field}"), acts.Storm: N_("storm {field}: {units}"),
    acts.Foray: N_("a foray in {field}"), acts.Found: N_("the house in {field}"),
    acts.Retreat: N_("retreat from {field}"), acts.Stay: N_("stay in {field}"), acts.Flee: N_("flee from {field}"),
    acts.Done: N_("done"), acts.Agree: N_("an agreement with {other}: {kind}"),
    acts.Revoke: N_("the end of an agreement with {other}: {kind}"), acts.Give: N_("{silver} silver for {to}"),
    acts.Hand: N_("goods for {to}"), acts.Cede: N_("{fields} for {to}"), acts.Crown: N_("{seat} is the winner"),
    acts.Adjourn: N_("the end of the evening"), acts.Confirm: N_("the records are right"),
}  # fmt: skip


def _other_act(act: Input) -> Say:
    known: dict[str, Any] = {"seat": Who(act.seat)}
    for name in ("other", "to"):
        value = getattr(act, name, None)
        if isinstance(value, int):
            known[name] = Who(value)
    if hasattr(act, "field"):
        known["field"] = Where(act.field)
    if isinstance(act, acts.Agree | acts.Revoke):
        known["kind"] = Term(VALUES.get(act.kind, act.kind))
    if isinstance(act, acts.Cede):
        known["fields"] = tuple(Where(f) for f in act.fields)
    if isinstance(act, acts.Storm):
        known["units"] = units_line(act.units)
    if isinstance(act, acts.Give):
        known["silver"] = Figure(act.silver)
    return say(OTHER_ACTS[type(act)], **known)


# ---------------------------------------------------------------- the sheet and the map
def score_line(line: ScoreLine) -> Say:
    f = dict(line.facts)
    if line.label in SIZES:
        return say(SIZES[line.label], field=Where(f["field"]), n=Figure(f["houses"]))
    return say(
        N_("{tribe}: {n} of {all} districts"),
        tribe=Term(TRIBE_NAMES[line.label]),
        n=Figure(f["n"]),
        all=Figure(f["of"]),
    )


SIZES = {
    "village": N_("{field}: a village"), "small_town": N_("{field}: a small town of {n} houses"),
    "town": N_("{field}: a town of {n} houses"), "city": N_("{field}: a city of {n} houses"),
    "capital": N_("{field}: the capital, houses: {n}"),
}  # fmt: skip


def place_line(space: Space, board: Board) -> Say:
    """A sea field by its number; whatever else has no name by its kind."""
    if space.id in PLACES:
        return say(PLACES[space.id])
    if space.kind == "sea":
        seas = [s.id for s in board.spaces if s.kind == "sea"]
        return say(N_("sea field {n}"), n=Figure(seas.index(space.id) + 1))
    return say(N_("a district without a name"))


WORDS = Words(
    title=TITLE,
    pending=pending_line,
    event=event_line,
    ruling=ruling_line,
    score=score_line,
    act=act_line,
    place=place_line,
    map_line=map_line,
    value=value_line,
    notes=rule_notes,
    options=OPTIONS,
    groups=GROUPS,
    values=VALUES,
    inputs=INPUTS,
    fields=FIELDS,
    purposes=PURPOSES,
    pieces=PIECES,
    counted=COUNTED,
    sides=SIDES,
    places=PLACES,
    maps=MAPS,
)
