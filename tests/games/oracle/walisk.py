"""What Walisk says, asked of the position and the map file (catalogue: chapters, rulings, options)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from companion.engine.types import Choose, Roll
from companion.games.walisk.maps import MapDraft, draft_of
from tests.games.oracle.table import Claim, Said, asked, bidden, wanted

LETTERS = "ABCDEFGHIJKLMNOP"
GOODS = ("man", "ship", "house")
PRICES = {"man": 1, "ship": 3, "house": 5}
FACES = {"1", "2", "3", "4", "5", "6"}
SETUP = ("order", "start", "seed")
WINTER_DICE = ("homes", "outbreak", "gate", "growth")
MOVES = {"Walk": ("men",), "Sail": ("men", "ships"), "Voyage": ("men", "ships"), "Return": ("return",)}
FIGHTING = ("battle", "storm", "siege", "foray")


def act(x: Said) -> Any:
    return x.act


def option(x: Said, name: str) -> Any:
    return x.s.world.config.option(name)


def me(x: Said) -> str:
    return LETTERS[x["seat"]]


def winter(x: Said) -> bool:
    return x.doc["round"] % 4 == 1


def phase(x: Said) -> str:
    return str(x.doc["phase"])


# ---------------------------------------------------------------- the map
def land(x: Said) -> MapDraft:
    return draft_of(x.s.world.config.board)


def kinds(x: Said) -> dict[str, str]:
    return {f.id: f.kind for f in land(x).fields}


def known(x: Said, *fields: str) -> bool:
    return set(fields) <= kinds(x).keys()


def near(x: Said, field: str) -> set[str]:
    return next((set(f.links) for f in land(x).fields if f.id == field), set())


def seas(x: Said, field: str) -> set[str]:
    return {o for o in near(x, field) if kinds(x)[o] == "sea"}


def steep(x: Said, a: str, b: str) -> bool:
    return tuple(sorted((a, b))) in land(x).steep


def flat(x: Said, field: str) -> set[str]:
    """Sea fields to which a district has a flat coast."""
    return {o for o in seas(x, field) if not steep(x, field, o)}


def rivers(x: Said, field: str) -> set[str]:
    """Rivers and lakes of a district."""
    found = {r.id for r in land(x).rivers if any(field in seg for seg in r.segments)}
    return found | {k.id for k in land(x).lakes if field in k.shore}


def across(x: Said, a: str, b: str) -> bool:
    return any(set(seg) == {a, b} for r in land(x).rivers for seg in r.segments)


def watery(x: Said, field: str) -> bool:
    return bool(flat(x, field) or rivers(x, field))


def here(x: Said) -> set[str]:
    """Rivers and lakes that meet where the ships lie."""
    world = x.s.world
    return set(world.bodies[world.station(world.index[x["field"]], act(x).water)]) & rivers(x, x["field"])


def waters(x: Said, field: str) -> set[str]:
    """How the waters of a field are named: not at all where it has one, else a coast, a river or a lake."""
    one = len(x.s.world.stations[x.s.world.index[field]]) == 1
    return {""} if one else rivers(x, field) | {"coast", "coast2"}


def reached(x: Said) -> set[str]:
    """Names of the waters of the goal to which a step leads from where the ships lie."""
    world = x.s.world
    steps = world.steps[world.station(world.index[x["field"]], act(x).water)]
    return {world.water(step.to) for step in steps if world.station_field[step.to] == world.index[x["to"]]}


def linked(x: Said, a: str, b: str) -> bool:
    """One step by water leads from a district or sea field to another (WA-4.9 to 4.11, R33, R34, R36)."""
    if kinds(x)[a] == kinds(x)[b] == "sea":
        return b in near(x, a)
    if "sea" in (kinds(x)[a], kinds(x)[b]):
        sea, shore = (a, b) if kinds(x)[a] == "sea" else (b, a)
        mouth = any(r.mouth == sea and shore in r.segments[0] for r in land(x).rivers)
        return sea in flat(x, shore) or mouth
    for r in land(x).rivers:
        for seg, after in zip(r.segments, (*r.segments[1:], ()), strict=True):
            if {a, b} <= {*seg, *after} and (a in seg or b in seg):
                return True
    shores = any({a, b} <= set(k.shore) for k in land(x).lakes)
    return shores or (b in near(x, a) and bool(flat(x, a) & flat(x, b)))


# ---------------------------------------------------------------- what stands where
def owner(x: Said, field: str) -> str:
    return str(x.doc["owner"].get(field, ""))


def houses(x: Said, field: str) -> int:
    return int(x.doc["houses"].get(field, 0))


def heap(x: Said, field: str, side: str) -> dict[str, int]:
    if side == "rukr":
        n = x.doc["rukr"].get(field, 0)
        return {"rukr": n} if n else {}
    return dict(x.doc["units"].get(field, {}).get(side, {}))


def units(x: Said, field: str, side: str, kind: str = "") -> int:
    return sum(n for name, n in heap(x, field, side).items() if name.startswith(kind))


def alike(x: Said) -> int:
    """Ships that lie on the water named and have used as many points, with or without the die of a voyage."""
    if act(x).water not in waters(x, x["field"]):
        return 0
    return such(x, x["field"], "ship", act(x).spent, water=act(x).water)


def such(x: Said, field: str, kind: str, spent: int, mark: int | None = None, water: str = "") -> int:
    """Units of the seat that are alike: so many points used, with or without the die of a voyage."""
    found = 0
    for name, n in heap(x, field, me(x)).items():
        used = re.search(r"\+(\d)", name)
        at = re.search(r"@(\w+)", name)
        if (
            name.startswith(kind)
            and int(used[1] if used else 0) == spent
            and mark in (None, int("*" in name))
            and (not water or (at and at[1] == water))
        ):
            found += n
    return found


def aboard(x: Said, mark: int) -> int:
    """Men who could sail with the ships named, with or without the die of a voyage: ashore, or aboard of them."""
    at = x.s.units[x.s.world.index[x["field"]]]
    men = [g for g in at if g.side == x["seat"] and g.kind == 0 and g.mark == mark]
    if act(x).spent:
        return sum(g.n for g in men if g.water >= 0 and g.spent == act(x).spent)
    return sum(g.n for g in men if g.water < 0 or not g.spent)


def left_over(x: Said) -> int:
    """Men for whom no ship would be left: each stays with the ships he is aboard of, once they have moved."""
    at = [g for g in x.s.units[x.s.world.index[x["field"]]] if g.side == x["seat"]]
    fleet = [g for g in at if g.spent == act(x).spent]
    rest = [g for g in at if g.spent != act(x).spent]
    men, ships = (sum(g.n for g in fleet if g.kind == kind) for kind in (0, 1))
    others = sum(g.n for g in rest if g.kind == 0) - 2 * sum(g.n for g in rest if g.kind == 1)
    return int(men - act(x).men - 2 * (ships - act(x).ships) + max(0, others))


def capital(x: Said, seat: str) -> str:
    return str(x.doc["capital"].get(seat, ""))


def permitted(x: Said, seat: str, field: str) -> bool:
    """The owner lets the seat through (WA-R32)."""
    for a in x.doc["agreements"]:
        pair = {a["by"], a["with"]} == {seat, owner(x, field)}
        if pair and a["kind"] == "alliance":
            return True
        if pair and a["kind"] == "passage" and a["with"] == seat and (not a["fields"] or field in a["fields"]):
            return True
    return False


def friends(x: Said, a: str, b: str, field: str) -> bool:
    """Side by side: at peace or allied, or one is the other's guest there (WA-R32, R48)."""
    pacts = [p for p in x.doc["agreements"] if {p["by"], p["with"]} == {a, b}]
    if any(p["kind"] in ("peace", "alliance") for p in pacts):
        return True
    return (owner(x, field) == a and permitted(x, b, field)) or (owner(x, field) == b and permitted(x, a, field))


def enemies(x: Said, seat: str, field: str) -> list[str]:
    found = [p for p in x.doc["units"].get(field, {}) if p != seat and not friends(x, seat, p, field)]
    return found + (["rukr"] if x.doc["rukr"].get(field) else [])


def fighting(x: Said, field: str, seat: str) -> bool:
    return any(b["field"] == field and seat in b["sides"] for b in x.doc["battles"])


def mine(x: Said, field: str) -> bool:
    return owner(x, field) == me(x)


# ---------------------------------------------------------------- what is asked
def dice(x: Said) -> bool:
    """Faces that do not answer the throw: none, too many, or no face; the number told is the number owed."""
    owed = next(p for p in x.owed if isinstance(p, Roll))
    faces = act(x).faces
    wrong = not faces or len(faces) > len(owed.slots) or not set(faces) <= FACES
    return x["n"] == len(owed.slots) and wrong


def turn(x: Said) -> str:
    return str(x.doc["due"][0]) if x.doc["due"] else ""


def waits(x: Said) -> bool:
    return turn(x) == LETTERS[x["turn"]] and x["turn"] in asked(x.owed) and x["seat"] != x["turn"]


def on_table(x: Said) -> str:
    """What the dice that lie are for: the step of the first fight, voyage or haul."""
    return str(x.doc["bouts"][0]["step"]) if x.doc["bouts"] else ""


def decides(x: Said, field: str) -> Iterator[tuple[str, int]]:
    """Who has to choose in a battle there, and by which rule."""
    for p in x.owed:
        if isinstance(p, Choose) and dict(p.facts).get("field") == field:
            yield p.rule, p.seats[0]


def retreating(x: Said) -> bool:
    """The seat decides about a retreat in that field."""
    return any(seat == x["seat"] and rule in ("WA-5.11", "WA-5.15") for rule, seat in decides(x, x["field"]))


def later_step(x: Said) -> bool:
    """WA-3.25: men, ships, voyagers, battles; the act belongs to another of them than the one that runs."""
    right = MOVES.get(type(act(x)).__name__, ("fight",))
    return phase(x) in ("men", "ships", "return", "fight") and phase(x) not in right


def ours(x: Said) -> dict[str, int]:
    return dict(x.doc["goods"].get(me(x), {}))


def goods(x: Said) -> bool:
    return bool(ours(x).get(x["kind"], 0) == x["have"] < x["n"])


def dear(x: Said) -> bool:
    cost = PRICES[act(x).kind] * act(x).n if type(act(x)).__name__ == "Buy" else act(x).silver
    return bool(x["cost"] == cost > x["have"] == x.doc["silver"][me(x)])


def step_cost(x: Said) -> int:
    """WA-4.3 to 4.6, R30 to R32 on foot; WA-4.9 to 4.11 by ship."""
    a, b = x["field"], x["to"]
    if type(act(x)).__name__ == "Sail":
        return 1 if kinds(x)[b] == "sea" else 2
    if across(x, a, b):
        return 1 if mine(x, a) and mine(x, b) else 2
    guest = option(x, "passage_cost") == 1 and permitted(x, me(x), b)
    return 1 if mine(x, b) or guest else 2


def too_far(x: Said) -> bool:
    most = 4 if type(act(x)).__name__ == "Sail" else 2
    return bool(x["cost"] == step_cost(x) > x["left"] == most - act(x).spent)


def taken(x: Said) -> set[str]:
    """Districts where somebody stands or has built."""
    return {f for f in (*x.doc["houses"], *x.doc["units"]) if kinds(x)[f] == "settle"}


def crowded(x: Said) -> bool:
    if "near" in x:
        return x["near"] in near(x, x["field"]) & taken(x)
    return x["field"] in taken(x)


def two_near(x: Said) -> bool:
    beside = near(x, x["field"])
    over = {g for f in beside for g in near(x, f)}
    return option(x, "start_distance") == 3 and not beside & taken(x) and x["near"] in over & taken(x)


def fleets(x: Said) -> bool:
    """WA-R18: a fleet there, or by the option in the neighbourhood of the sea field."""
    there = x["field"] in x.doc["units"]
    beside = any(f in x.doc["units"] for f in near(x, x["field"]))
    return bool(there or (option(x, "invader_field") == "distance" and beside))


def army_due(x: Said) -> bool:
    want = {"seat": me(x), "ships": act(x).ships, "men": act(x).men}
    return any(a["left"] <= 0 and want.items() <= a.items() for a in x.doc["voyages"])


def ready(x: Said, kind: str) -> int:
    """Units that may go on a voyage now (WA-R41, R46)."""
    found = 0
    for name, n in heap(x, x["field"], me(x)).items():
        fresh = "+" in name or option(x, "voyage_standing")
        found += n if name.startswith(kind) and fresh and ("*" not in name or option(x, "voyage_marked")) else 0
    return found


def came(x: Said, kind: str) -> int:
    """Units that have entered the field in this turn, or stand there where the table lets those leave too."""
    there = heap(x, x["field"], me(x)).items()
    return sum(n for name, n in there if name.startswith(kind) and ("+" in name or option(x, "voyage_standing")))


def overloaded(x: Said) -> bool:
    """WA-R81: more than two men a ship, men alone at sea, or men left without a ship at sea."""
    ships, men, at = act(x).ships, act(x).men, x["field"]
    if ships and men > 2 * ships:
        return True
    rest = units(x, at, me(x), "man") - men > 2 * (units(x, at, me(x), "ship") - ships)
    return kinds(x)[at] == "sea" and (not ships or rest)


def entered(x: Said, field: str) -> bool:
    return any("+" in name for name in heap(x, field, me(x)))


def origin(name: str) -> str:
    return re.split(r"[.]", name.partition("<")[2])[0]


def back(x: Said) -> list[str]:
    """Where each stack of the army came from, "" for one that came from nowhere."""
    return [origin(name) for name in heap(x, x["field"], me(x))]


def conflict(x: Said) -> bool:
    return x["field"] in x.doc["fought"]


def recorded(x: Said) -> bool:
    pair = {me(x), LETTERS[x["other"]]}
    return any(a["kind"] == act(x).kind and {a["by"], a["with"]} == pair for a in x.doc["agreements"])


def unclear(x: Said) -> bool:
    """An agreement of no kind, for no number of rounds, or about fields where it names none; a gift of nothing."""
    a = act(x)
    if type(a).__name__ == "Give":
        return bool(a.silver < 1)
    if type(a).__name__ == "Hand":
        return a.kind not in GOODS or a.n < 1
    order = list(kinds(x))
    at = [order.index(f) if f in order else -1 for f in a.fields]
    odd = -1 in at or at != sorted(set(at)) or bool(a.fields and a.kind != "passage")
    return a.kind not in ("passage", "peace", "alliance", "other") or odd or not 0 <= a.rounds <= 40


def losses(x: Said) -> bool:
    """WA-5.6: the units named are not those that stand there, or not as many as are lost."""
    bout = next(b for b in x.doc["bouts"] if b["field"] == x["field"] and b["step"] == "lose")
    there = heap(x, x["field"], me(x))
    named = [name for name, _ in act(x).lost]
    bad = len(set(named)) < len(named) or any(not 0 < n <= there.get(name, 0) for name, n in act(x).lost)
    return x["n"] == bout["n"] and (bad or sum(n for _, n in act(x).lost) != bout["n"])


def refuge(x: Said) -> bool:
    """WA-8.4: an own district beside, or for an army with ships a sea field beside without enemies."""
    to = act(x).to
    if to not in near(x, x["field"]):
        return False
    sea = kinds(x)[to] == "sea"
    return not enemies(x, me(x), to) and bool(units(x, x["field"], me(x), "ship")) if sea else mine(x, to)


def alone(x: Said) -> bool:
    return [p for p, life in x.doc["life"].items() if life == "in"] == [me(x)]


def town(x: Said) -> bool:
    """A settlement of somebody else."""
    return houses(x, x["field"]) > 0 and owner(x, x["field"]) not in ("", me(x))


def lost_realm(x: Said) -> bool:
    return x.doc["life"][me(x)] == "out"


def rim(x: Said) -> set[str]:
    return {f.id for f in land(x).fields if f.kind == "sea" and f.rim}


def fight(x: Said, step: str, seat: str = "") -> bool:
    """A fight stands at that step in the field that is named."""
    return any(b["step"] == step and (b["field"] == x["field"] or "field" not in x) for b in x.doc["bouts"])


def thrown(x: Said, *steps: str) -> bool:
    """A prompt for dice: so many in all are asked, and a fight, voyage or haul stands at that step."""
    owed = next(p for p in x.owed if isinstance(p, Roll))
    steps_there = {b["step"] for b in x.doc["bouts"]}
    armies = bool(steps_there & {"length", "landing", "cash"})
    said_so = x["count"] == 1 or armies == ("armies" in x.en) == ("Armeen" in x.de)
    hands = {hand(b) for b in x.doc["bouts"] if b["step"] not in ("lose", "after")}
    said_so = said_so and ("seat" not in x or hands == {me(x)})
    return bidden(x) and said_so and x["n"] == len(owed.slots) + len(x.doc["dice"]) and bool(steps_there & set(steps))


def hand(b: Any) -> Any:
    """Whose dice they are: strikers and savers take turns, the owner guards the houses, the rest is the attacker's."""
    sides = [b["attacker"], b["defender"]]
    strikes, saves = sides if b["half"] == 0 else sides[::-1]
    by = {"throw": strikes, "rethrow": strikes, "save": saves, "resave": saves, "guard": b["defender"]}
    return by.get(b["step"], b["attacker"])


def still(x: Said) -> bool:
    """What is said to be open among the battles is: towns to besiege or storm, somebody to attack, a house to place."""
    mine_here = [f for f, sides in x.doc["units"].items() if me(x) in sides and f not in x.doc["fought"]]
    foes = [f for f in mine_here if enemies(x, me(x), f)]
    towns = [f for f in mine_here if f not in foes and houses(x, f) and owner(x, f) not in ("", me(x))
             and not friends(x, me(x), owner(x, f), f)]  # fmt: skip
    spare, storm = x.doc["spare"].get(me(x), 0) > 0, bool(option(x, "storm"))
    met = foes or any(len(x.doc["units"][f]) > 1 for f in mine_here) or x.doc["agreements"]
    open_now = {"none": not (foes or towns), "siege": towns and not storm, "storm": towns and storm, "attack": met,
                "foray": option(x, "raids") == "foray", "found": spare, "several": met or towns or spare}  # fmt: skip
    return bool(open_now[x["still"]])


def plain(x: Said, name: str) -> bool:
    owed = next(p for p in x.owed if isinstance(p, Roll))
    return phase(x) == name and x["n"] == len(owed.slots) + len(x.doc["dice"])


def on_turn(x: Said, *phases: str) -> bool:
    season = ("winter", "spring", "summer", "autumn")[(x.doc["round"] - 1) % 4]
    year = (x.doc["round"] - 1) // 4 + 1
    return bidden(x) and turn(x) == me(x) and phase(x) in phases and (x["season"], x["year"]) == (season, year)


def to_fight(x: Said) -> set[str]:
    """WA-R48, 8.21: districts where the seat has still to fight, or to say whether it plunders."""
    found = set()
    for f, sides in x.doc["units"].items():
        if me(x) in sides and kinds(x)[f] != "sea" and f not in x.doc["fought"]:
            foray = option(x, "raids") == "foray" and kinds(x)[f] == "settle" and not mine(x, f) and entered(x, f)
            held = owner(x, f) != "" or option(x, "foray_unowned")
            if enemies(x, me(x), f) or (foray and held and not (owner(x, f) and friends(x, me(x), owner(x, f), f))):
                found.add(f)
    return found


CLAIMS: dict[str, Claim] = {
    "WA-0.2": lambda x: option(x, "raids") == "foray",
    "WA-1.6": lambda x: kinds(x)[x["to"]] == "home",
    "WA-1.9": lambda x: houses(x, x["field"]) >= 4 and capital(x, me(x)) != x["field"],
    "WA-1.9 capital": lambda x: houses(x, x["field"]) >= 5 and capital(x, me(x)) == x["field"],
    "WA-1.12": lambda x: x["near"] in near(x, x["field"]) and x["near"] in x.doc["houses"],
    "WA-1.13": lambda x: act(x).n > 1 or x["field"] in x.doc["grown"],
    "WA-2.2": lambda x: phase(x) == "start" and waits(x),
    "WA-2.2 now": lambda x: phase(x) in SETUP and x["seat"] not in asked(x.owed),
    "WA-2.2 setup": lambda x: phase(x) in SETUP,
    "WA-2.2!": dice,
    "WA-2.3": lambda x: kinds(x)[x["field"]] == "settle" and not seas(x, x["field"]),
    "WA-2.3 settle": lambda x: kinds(x)[x["field"]] != "settle",
    "WA-2.3!": lambda x: not known(x, x["field"]),
    "WA-2.4": crowded,
    "WA-2.7!": dice,
    "WA-2.11": lambda x: x["field"] not in rim(x),
    "WA-2.17": lambda x: phase(x) == "over",
    "WA-2.18": lambda x: option(x, "victory") == "endless",
    "WA-2.18 out": lambda x: x.doc["life"][me(x)] != "in",
    "WA-2.18 setup": lambda x: phase(x) in SETUP,
    "WA-3.2": lambda x: winter(x) and phase(x) == "muster",
    "WA-3.2 other": lambda x: phase(x) in ("men", "ships", "return", "fight", "next")
        or (phase(x) == "muster" and not winter(x) and not wanted(x)),
    "WA-3.3": lambda x: phase(x) in WINTER_DICE,
    "WA-3.4!": dice,
    "WA-3.5!": dice,
    "WA-3.6!": dice,
    "WA-3.7!": dice,
    "WA-3.14": dear,
    "WA-3.14!": lambda x: act(x).kind not in GOODS or act(x).n < 1,
    "WA-3.15": lambda x: not mine(x, x["field"]),
    "WA-3.15!": lambda x: not known(x, x["field"]),
    "WA-3.18": lambda x: not seas(x, x["field"]) and not rivers(x, x["field"]),
    "WA-3.20": lambda x: phase(x) == "rukr",
    "WA-3.20 none": lambda x: not any(isinstance(p, Roll) for p in x.owed),
    "WA-3.21!": dice,
    "WA-3.25": later_step,
    "WA-3.27": waits,
    "WA-4.1": lambda x: too_far(x) and (type(act(x)).__name__ == "Sail" or mine(x, x["to"])),
    "WA-4.1 apart": lambda x: x["to"] not in near(x, x["field"]),
    "WA-4.1 none": lambda x: units(x, x["field"], me(x), "man") == 0,
    "WA-4.1 such": lambda x: units(x, x["field"], me(x), "man") > 0
        and such(x, x["field"], "man", act(x).spent, int(act(x).marked)) == x["n"] < act(x).men,
    "WA-4.1!": lambda x: not known(x, act(x).field, act(x).to) or act(x).men < 1 or act(x).spent < 0,
    "WA-4.2": lambda x: "sea" in (kinds(x)[x["field"]], kinds(x)[x["to"]]),
    "WA-4.4": lambda x: too_far(x) and not mine(x, x["to"]),
    "WA-4.6": lambda x: across(x, x["field"], x["to"]) and units(x, x["field"], me(x), "ship") == 0
        and not (mine(x, x["field"]) and mine(x, x["to"])),
    "WA-4.7": lambda x: act(x).men > 2 * act(x).ships,
    "WA-4.7 men": lambda x: units(x, x["field"], me(x), "man") == x["n"] < act(x).men,
    "WA-4.7 such": lambda x: aboard(x, 1) < act(x).marked_men or aboard(x, 0) < act(x).men - act(x).marked_men,
    "WA-4.7 room": lambda x: kinds(x)[x["field"]] == "sea" and left_over(x) > 0,
    "WA-4.8": lambda x: any(name.startswith("ship") and "+" in name for name in heap(x, x["field"], me(x))),
    "WA-4.8 room": lambda x: act(x).spent > 0,
    "WA-4.9": lambda x: kinds(x)[x["field"]] == kinds(x)[x["to"]] == "sea" and x["to"] not in near(x, x["field"]),
    "WA-4.10 same": lambda x: act(x).field == act(x).to,
    "WA-4.10 water": lambda x: linked(x, x["field"], x["to"]) and act(x).to_water not in reached(x),
    "WA-4.10!": lambda x: not known(x, act(x).field, act(x).to) or act(x).ships < 1
        or min(act(x).men, act(x).spent, act(x).marked_ships, act(x).marked_men) < 0,
    "WA-4.12": lambda x: bool(rivers(x, x["field"]) | rivers(x, x["to"])) and not any(
        kinds(x)[f] != "sea" and (mine(x, f) or permitted(x, me(x), f)) for f in (x["field"], x["to"])),
    "WA-4.12 far": lambda x: bool(rivers(x, x["field"]) & rivers(x, x["to"])) and not linked(x, x["field"], x["to"]),
    "WA-4.14 none": lambda x: units(x, x["field"], me(x), "ship") == 0,
    "WA-4.14 such": lambda x: units(x, x["field"], me(x), "ship") > 0 and alike(x) == x["n"] < act(x).ships,
    "WA-4.14 marked": lambda x: alike(x) >= act(x).ships and (
        such(x, x["field"], "ship", act(x).spent, 1, act(x).water) < act(x).marked_ships
        or such(x, x["field"], "ship", act(x).spent, 0, act(x).water) < act(x).ships - act(x).marked_ships),
    "WA-4.15": lambda x: (act(x).to_water.startswith("coast") or not linked(x, x["field"], x["to"])) and any(
        steep(x, a, b) for a in (x["field"], x["to"]) for b in seas(x, a)) and x["to"] in near(x, x["field"]),
    "WA-4.18": lambda x: bool(here(x) and rivers(x, x["to"])) and not here(x) & rivers(x, x["to"]),
    "WA-4.19": lambda x: x["field"] == x["to"] and x["left"] == 4 - act(x).spent < x["cost"] == 4,
    "WA-4.20": lambda x: kinds(x)[x["to"]] == "home",
    "WA-4.31 sign": lambda x: not next(f.travel for f in land(x).fields if f.id == x["field"]),
    "WA-4.31 absent": lambda x: not any(units(x, x["field"], me(x), kind) for kind in ("ship", "man")),
    "WA-4.31 units": lambda x: (x["ships"] < act(x).ships or x["men"] < act(x).men)
        and (x["ships"], x["men"]) == tuple(units(x, x["field"], me(x), kind) for kind in ("ship", "man")),
    "WA-4.31!": lambda x: not known(x, x["field"]) or min(act(x).ships, act(x).men) < 0
        or act(x).ships + act(x).men < 1,
    "WA-4.32 wait": lambda x: on_table(x) == "length",
    "WA-4.32!": dice,
    "WA-4.34": lambda x: not next(f.travel for f in land(x).fields if f.id == x["field"]) if "field" in x
        else not army_due(x),
    "WA-4.34!": lambda x: not known(x, x["field"]),
    "WA-4.35": lambda x: (kinds(x)[x["field"]] == "sea") != (act(x).ships > 0) and x["ships"] == act(x).ships,
    "WA-4.36 wait": lambda x: on_table(x) == "landing",
    "WA-4.36!": dice,
    "WA-4.38!": lambda x: act(x).marked_ships > act(x).ships or act(x).marked_men > act(x).men,
    "WA-4.40 wait": lambda x: on_table(x) == "cash",
    "WA-4.40!": dice,
    "WA-5.1 away": lambda x: act(x).against == LETTERS[x["other"]] and not units(x, x["field"], LETTERS[x["other"]]),
    "WA-5.1 nobody": lambda x: act(x).against == "nobody" and (option(x, "raids") != "foray" or conflict(x)
        or owner(x, x["field"]) != "" or bool(enemies(x, me(x), x["field"])) or not entered(x, x["field"])
        or not option(x, "foray_unowned")),
    "WA-5.1 rukr": lambda x: act(x).against == "rukr" and not units(x, x["field"], "rukr"),
    "WA-5.1 self": lambda x: act(x).against == me(x),
    "WA-5.1 absent": lambda x: units(x, x["field"], me(x)) == 0,
    "WA-5.1 whom": lambda x: act(x).against not in (*x.doc["life"], "rukr", "nobody"),
    "WA-5.1!": lambda x: not known(x, x["field"]),
    "WA-5.2": lambda x: town(x) and (bool(enemies(x, me(x), x["field"]))
        if type(act(x)).__name__ in ("Siege", "Storm") else units(x, x["field"], act(x).against) == 0),
    "WA-5.4!": dice,
    "WA-5.5!": dice,
    "WA-5.6": lambda x: (("WA-5.6", x["seat"]) not in decides(x, x["field"])),
    "WA-5.6!": losses,
    "WA-5.7!": dice,
    "WA-5.9!": dice,
    "WA-5.11": lambda x: ("WA-5.11", x["seat"]) in decides(x, x["field"]) and {act(x).to} != set(back(x)),
    "WA-5.11 none": lambda x: not retreating(x),
    "WA-5.11 other": lambda x: not retreating(x) and any(p == x["other"] for _, p in decides(x, x["field"])),
    "WA-5.12": lambda x: any(kinds(x).get(f) == "sea" and enemies(x, me(x), f) for f in back(x)),
    "WA-5.14": lambda x: not retreating(x),
    "WA-5.15": lambda x: act(x).to not in near(x, x["field"]) or not mine(x, act(x).to)
        or bool(enemies(x, me(x), act(x).to)),
    "WA-5.15 water": lambda x: mine(x, x["to"]) and x["to"] in near(x, x["field"]) and (
        units(x, x["field"], me(x), "man") == 0 or kinds(x)[x["field"]] == "sea"),
    "WA-5.15 other": lambda x: not retreating(x) and any(p == x["other"] for _, p in decides(x, x["field"])),
    "WA-5.21": lambda x: not town(x),
    "WA-5.21!": dice,
    "WA-5.22!": dice,
    "WA-5.23!": dice,
    "WA-5.27!": dice,
    "WA-6.1 dice": lambda x: bool(x.doc["bouts"] or x.doc["dice"] or x.doc["wave"]) or phase(x) == "rukr",
    "WA-6.1 setup": lambda x: phase(x) in SETUP,
    "WA-6.2 goods": goods,
    "WA-6.2 out": lambda x: x.doc["life"][me(x)] != "in",
    "WA-6.2 out_other": lambda x: x.doc["life"][LETTERS[x["other"]]] != "in",
    "WA-6.2 self": lambda x: x["other"] == x["seat"],
    "WA-6.2 unknown": lambda x: not 0 <= getattr(act(x), "other", getattr(act(x), "to", -1)) < x.s.world.players,
    "WA-6.2!": unclear,
    "WA-6.3": lambda x: town(x) and friends(x, me(x), owner(x, x["field"]), x["field"]),
    "WA-8.1 free": lambda x: ("WA-8.1", x["seat"]) not in decides(x, x["field"]),
    "WA-8.1 must": lambda x: ("WA-8.1", x["seat"]) in decides(x, x["field"]),
    "WA-8.4": lambda x: not refuge(x),
    "WA-8.11 sieges": lambda x: not option(x, "storm") and type(act(x)).__name__ == "Storm",
    "WA-8.11 storms": lambda x: bool(option(x, "storm")) and type(act(x)).__name__ == "Siege",
    "WA-8.12": lambda x: x["n"] == units(x, x["field"], me(x)) and not 1 <= act(x).units <= x["n"],
    "WA-8.13!": dice,
    "WA-8.14!": dice,
    "WA-8.21": lambda x: option(x, "raids") == "foray" and not mine(x, x["field"]) and entered(x, x["field"])
        and not conflict(x),
    "WA-8.21 off": lambda x: option(x, "raids") != "foray",
    "WA-8.22!": dice,
    "WA-8.31 dice": lambda x: bool(x.doc["bouts"] or x.doc["dice"] or x.doc["wave"]),
    "WA-8.31 off": lambda x: option(x, "sessions") is False,
    "WA-8.31 records": lambda x: bool(x.doc["adjourned"]),
    "WA-8.31 unasked": lambda x: me(x) not in x.doc["adjourned"],
    "WA-8.41 foreign": lambda x: not mine(x, x["field"]),
    "WA-8.41 none": lambda x: not capital(x, me(x)),
    "WA-8.41 off": lambda x: not option(x, "move_capital"),
    "WA-8.41 same": lambda x: capital(x, me(x)) == x["field"],
    "WA-8.41 season": lambda x: not winter(x),
    "WA-8.41!": lambda x: not known(x, x["field"]),
    "WA-8.42": lambda x: ours(x).get("house", 0) == 0,
    "WA-8.43": lambda x: x["near"] in (x["field"], capital(x, me(x)))
        and (enemies(x, me(x), x["near"]) or fighting(x, x["near"], me(x))),
    "WA-8.52 wait": lambda x: phase(x) == "unrest",
    "WA-8.52!": dice,
    "WA-8.61 in": lambda x: not lost_realm(x),
    "WA-8.61 off": lambda x: not option(x, "invaders"),
    "WA-8.61 own": lambda x: phase(x) == "comeback" and turn(x) == me(x),
    "WA-8.61 place": lambda x: winter(x) and lost_realm(x) and all(
        f in x.doc["units"] or option(x, "invader_field") == "distance" for f in rim(x)),
    "WA-8.61 season": lambda x: not winter(x),
    "WA-8.61 turn": lambda x: x["seat"] not in asked(x.owed),
    "WA-8.61 wait": lambda x: phase(x) == "comeback" and waits(x),
    "WA-8.62 none": lambda x: not x.doc["spare"].get(me(x), 0),
    "WA-8.62 time": lambda x: x.doc["spare"].get(me(x), 0) > 0 and (
        phase(x) not in ("fight", "muster") or (me(x) not in x.doc["due"] if option(x, "winter_order") == "together"
                                                and winter(x) else turn(x) != me(x)) or bool(x.doc["bouts"])),
    "WA-8.62!": lambda x: not known(x, x["field"]),
    "WA-R14": two_near,
    "WA-R15 afloat": lambda x: bool(option(x, "start_steep")) and not flat(x, x["field"])
        and not rivers(x, x["field"]),
    "WA-R15": lambda x: kinds(x)[x["field"]] == "settle" and bool(seas(x, x["field"])) and not flat(x, x["field"]),
    "WA-R18": fleets,
    "WA-R26": goods,
    "WA-R26 done": lambda x: LETTERS[x["other"]] not in x.doc["due"],
    "WA-R26 time": lambda x: phase(x) != "muster" or not winter(x),
    "WA-R28": lambda x: option(x, "place_under_attack") is False and bool(enemies(x, me(x), x["field"])),
    "WA-R29 ashore": lambda x: act(x).kind != "ship" and act(x).water != "",
    "WA-R29 steep": lambda x: bool(seas(x, x["field"])) and not watery(x, x["field"]),
    "WA-R29!": lambda x: kinds(x)[x["field"]] == "sea" or watery(x, x["field"]),
    "WA-R32": lambda x: not mine(x, x["field"]) and x["field"] in act(x).fields,
    "WA-R36": lambda x: not linked(x, x["field"], x["to"]),
    "WA-R39": lambda x: option(x, "battle_lock") is True and fighting(x, x["field"], me(x)),
    "WA-R40": lambda x: owner(x, x["field"]) not in ("", me(x)) and not permitted(x, me(x), x["field"]),
    "WA-R40 nobody": lambda x: owner(x, x["field"]) == "",
    "WA-R41": lambda x: came(x, "ship") < act(x).ships or came(x, "man") < act(x).men if "field" in x else (
        phase(x) not in ("men", "ships") or bool(x.doc["bouts"]) or turn(x) != me(x)),
    "WA-R46": lambda x: any("*" in name for name in heap(x, x["field"], me(x))) and not option(x, "voyage_marked"),
    "WA-R48": lambda x: bool(enemies(x, me(x), x["field"])) and not conflict(x) and kinds(x)[x["field"]] != "sea",
    "WA-R50": conflict,
    "WA-R50 fight": lambda x: bool(x.doc["bouts"]) and x.doc["bouts"][0]["kind"] in (*FIGHTING, "loot")
        and x.doc["bouts"][0]["field"] == x["field"],
    "WA-R52!": dice,
    "WA-R53 enemies": lambda x: any(kinds(x).get(f) != "sea" and enemies(x, me(x), f) for f in back(x) if f),
    "WA-R53 origin": lambda x: any(f in ("", x["field"]) for f in back(x)),
    "WA-R53 ship": lambda x: any(kinds(x).get(f) == "sea" and not any(
        n.startswith("ship") and origin(n) == f for n in heap(x, x["field"], me(x))) for f in back(x)),
    "WA-R56": conflict,
    "WA-R63": lambda x: not mine(x, x["field"]),
    "WA-R63 capital": lambda x: option(x, "cede_capital") is False and capital(x, me(x)) == x["field"],
    "WA-R63!": lambda x: not act(x).fields or not known(x, *act(x).fields)
        or list(act(x).fields) != [f for f in kinds(x) if f in act(x).fields],
    "WA-R64 standing": recorded,
    "WA-R64 none": lambda x: not recorded(x),
    "WA-R70 nobody": lambda x: owner(x, x["field"]) == "" and not (
        option(x, "foray_unowned") and kinds(x)[x["field"]] == "settle"),
    "WA-R70 own": lambda x: mine(x, x["field"]),
    "WA-R70 friend": lambda x: friends(x, me(x), owner(x, x["field"]), x["field"]),
    "WA-R70 late": lambda x: not entered(x, x["field"]),
    "WA-R72": lambda x: houses(x, x["field"]) == x["houses"] and (
        x["houses"] != 4 or x["field"] in x.doc["grown"]),
    "WA-R76": lambda x: not mine(x, x["field"]) or houses(x, x["field"]) > 0,
    "WA-R78": waits,
    "WA-R78 done": lambda x: me(x) not in x.doc["due"],
    "WA-R78 back": lambda x: phase(x) == "comeback" and waits(x),
    "WA-R78 out": lambda x: x.doc["life"][me(x)] != "in",
    "WA-R81": overloaded,
    "WA-R82": lambda x: phase(x) == "return" and type(act(x)).__name__ == "Done" and any(
        a["seat"] == me(x) and a["left"] <= 0 for a in x.doc["voyages"]),
    "WA-R82 now": lambda x: phase(x) != "return" or bool(x.doc["bouts"]) or turn(x) != me(x),
    "WA-R84": lambda x: option(x, "victory") == "khan" and not alone(x),
    # prompts
    "duty WA-2.2": lambda x: bidden(x) and phase(x) == "start" and turn(x) == me(x) if "seat" in x
        else phase(x) == "order" and len(x["seats"]) == len(next(p for p in x.owed if isinstance(p, Roll)).slots) + len(
            x.doc["dice"]),
    "duty WA-2.7": lambda x: plain(x, "seed"),
    "duty WA-3.4": lambda x: plain(x, "homes"),
    "duty WA-3.5": lambda x: plain(x, "outbreak"),
    "duty WA-3.6": lambda x: plain(x, "gate"),
    "duty WA-3.7": lambda x: plain(x, "growth"),
    "duty WA-3.19": lambda x: winter(x) and all(x.doc["life"][LETTERS[p]] == "in" for p in asked(x.owed[:1])) and (
        on_turn(x, "muster") or (option(x, "winter_order") == "together" and me(x) in x.doc["due"])),
    "duty WA-3.21": lambda x: phase(x) == "rukr" and x["n"] == len(
        next(p for p in x.owed if isinstance(p, Roll)).slots) + len(x.doc["dice"]),
    "duty WA-3.25": lambda x: on_turn(x, "men", "ships") and x["step"] == phase(x),
    "duty WA-3.27": lambda x: on_turn(x, "fight") and x["left"] == 0 and not to_fight(x) and still(x),
    "duty WA-4.32": lambda x: thrown(x, "length"),
    "duty WA-4.34": lambda x: on_turn(x, "return") and any(
        a["seat"] == me(x) and a["left"] <= 0 for a in x.doc["voyages"]),
    "duty WA-4.36": lambda x: thrown(x, "landing"),
    "duty WA-4.40": lambda x: thrown(x, "cash"),
    "duty WA-5.4": lambda x: thrown(x, "throw"),
    "duty WA-5.5": lambda x: thrown(x, "save"),
    "duty WA-5.6": lambda x: bidden(x) and any(
        b["field"] == x["field"] and b["step"] == "lose" and b["n"] == x["n"] for b in x.doc["bouts"]),
    "duty WA-5.7": lambda x: thrown(x, "throw"),
    "duty WA-5.9": lambda x: thrown(x, "resave") and houses(x, x["field"]) > 0,
    "duty WA-5.11": lambda x: bidden(x) and fight(x, "after") and units(x, x["field"], me(x)) > 0,
    "duty WA-5.15": lambda x: bidden(x) and fight(x, "after") and any(
        mine(x, f) and not enemies(x, me(x), f) for f in near(x, x["field"])),
    "duty WA-5.21": lambda x: thrown(x, "siege", "again") and houses(x, x["field"]) > 0,
    "duty WA-5.22": lambda x: thrown(x, "guard") and ("seat" not in x or mine(x, x["field"])),
    "duty WA-5.23": lambda x: thrown(x, "plunder"),
    "duty WA-5.27": lambda x: thrown(x, "loot"),
    "duty WA-8.1": lambda x: bidden(x) and fight(x, "after") and option(x, "flight") is True,
    "duty WA-8.13": lambda x: thrown(x, "plunder") and option(x, "storm") is True,
    "duty WA-8.14": lambda x: thrown(x, "plunder") and option(x, "storm") is True,
    "duty WA-8.22": lambda x: thrown(x, "foray") and option(x, "raids") == "foray",
    "duty WA-8.31": lambda x: {LETTERS[p] for p in asked(x.owed)} == set(x.doc["adjourned"]),
    "duty WA-8.52": lambda x: plain(x, "unrest") and any(r["seat"] == me(x) for r in x.doc["revolts"]),
    "duty WA-8.54": lambda x: not winter(x) and on_turn(x, "muster"),
    "duty WA-8.61": lambda x: on_turn(x, "comeback", "muster") and lost_realm(x) and option(x, "invaders") is True,
    "duty WA-R48": lambda x: on_turn(x, "fight") and x["left"] == len(to_fight(x)) > 0,
    "duty WA-R52": lambda x: thrown(x, "rethrow") and option(x, "city_reroll") == "both",
    # remarks
    "notice breach": lambda x: x["seat"] != x["other"] and x["agreement"] in ("passage", "peace", "alliance"),
    "notice capital_ceded": lambda x: not mine(x, x["field"]) and owner(x, x["field"]) == LETTERS[x["other"]]
        and x.doc["life"][me(x)] == "out",
    "notice capital_unattended": lambda x: capital(x, me(x)) == x["field"] and not units(x, x["field"], me(x)),
    "notice goal_lost": lambda x: x["districts"] < x["goal"],
    "notice goal_reached": lambda x: x["districts"] >= x["goal"],
    "notice hint": lambda x: option(x, "hints") is True,
    "notice no_conqueror_left": lambda x: houses(x, x["field"]) == 0 and not units(x, x["field"], me(x)),
    "notice no_garrison": lambda x: not units(x, x["field"], me(x)) and any(
        x.doc["rukr"].get(f, 0) > 0 for f in near(x, x["field"])),
    "notice no_room": lambda x: x["men"] > 2 * x["ships"] > 0 and kinds(x)[x["field"]] == "sea",
    "notice not_after_autumn": lambda x: x.doc["round"] == 1 or not winter(x),
    "notice supply": lambda x: x["used"] > x["most"] == option(x, f"{x['kind']}_supply"),
}  # fmt: skip
