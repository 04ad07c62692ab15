"""What Löwenherz says, asked of the position, the board and the box (catalogue, chapters 1 to 15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.engine.types import Shuffle
from tests.games.oracle.table import Claim, Said, asked, bidden, idle, waits, wanted

SIDES = ("A", "B", "C", "D", "neutral")
SETUP = ("colours", "begin", "tiles", "turns", "layout", "settle", "shuffle")


def act(x: Said) -> Any:
    return x.act


def letter(seat: int) -> str:
    return "ABCD"[seat]


def option(x: Said, name: str) -> Any:
    return x.s.world.config.option(name)


# ---------------------------------------------------------------- the board
def squares(x: Said) -> set[str]:
    return set(x.s.world.squares)


def at(square: str) -> tuple[int, int]:
    column, row = square[1:].split("_")
    return int(column), int(row)


def around(x: Said, square: str) -> list[str]:
    """Squares that share an edge with one."""
    (c, r), known = at(square), squares(x)
    return [s for s in (f"s{c - 1}_{r}", f"s{c + 1}_{r}", f"s{c}_{r - 1}", f"s{c}_{r + 1}") if s in known]


def edge(a: str, b: str) -> str:
    (c, r), (d, _) = min(at(a), at(b)), max(at(a), at(b))
    return f"v{c}_{r}" if c != d else f"h{c}_{r}"


def ends(name: str) -> tuple[str, str]:
    c, r = at(name)
    return (f"s{c}_{r}", f"s{c + 1}_{r}") if name[0] == "v" else (f"s{c}_{r}", f"s{c}_{r + 1}")


def terrain(x: Said, square: str, *kinds: str) -> bool:
    i = x.s.world.squares.index(square)
    return any(getattr(x.s.land, kind) >> i & 1 for kind in kinds)


def figures(x: Said) -> dict[str, tuple[str, str]]:
    """Square -> what stands there and whose it is."""
    found = {q: ("castle", side) for q, side in x.doc["castles"].items()}
    return found | {q: ("knight", side) for side, men in x.doc["knights"].items() for q in men}


def area(x: Said, square: str) -> set[str]:
    """What hangs together with a square, no border between."""
    borders, found, new = set(x.doc["borders"]), {square}, [square]
    while new:
        here = new.pop()
        for there in around(x, here):
            if there not in found and edge(here, there) not in borders:
                found.add(there)
                new.append(there)
    return found


def regions(x: Said) -> dict[str, set[str]]:
    """Castle -> its region: closed land with this castle alone (LH-2.1)."""
    castles = x.doc["castles"]
    found = {q: area(x, q) for q in castles}
    return {q: land for q, land in found.items() if sum(c in land for c in castles) == 1
        and len(land) < len(squares(x))}


def region_of(x: Said, square: str) -> str:
    """The castle in whose region a square lies, "" for none."""
    return next((q for q, land in regions(x).items() if square in land), "")


def own(x: Said, side: str) -> dict[str, set[str]]:
    return {q: land for q, land in regions(x).items() if x.doc["castles"][q] == side}


def touch(x: Said, a: str, b: str) -> bool:
    """Whether the regions of two castles share an edge."""
    known = regions(x)
    return any(there in known[b] for here in known[a] for there in around(x, here))


def linked(x: Said, square: str, side: str) -> Iterator[str]:
    """Own figures beside a square with no border between."""
    borders, men = x.doc["borders"], figures(x)
    return (q for q in around(x, square) if men.get(q, ("", ""))[1] == side and edge(square, q) not in borders)


def beside(x: Said, square: str, side: str) -> bool:
    return any(figures(x).get(q, ("", ""))[1] == side for q in around(x, square))


def count(x: Said, land: Iterable[str]) -> int:
    men = figures(x)
    return sum(men.get(q, ("", ""))[0] == "knight" for q in land)


def alliances(x: Said) -> list[set[str]]:
    return [set(a["regions"]) for a in x.doc["alliances"]]


def majority(x: Said) -> bool:
    """LH-8.7: all knights that stand in the region that grows, and in the one that loses the square."""
    known, other = regions(x), region_of(x, x["square"])
    mine, theirs = count(x, known[act(x).region]), count(x, known[other])
    return x.doc["castles"][other] == x["side"] and x["mine"] == mine <= theirs == x["theirs"]


def apart(x: Said) -> bool:
    """LH-1.7, LH-R1: steps to the nearest castle of this colour, and what is needed."""
    c, r = at(x["square"])
    steps: dict[str, list[int]] = {}
    for q, whose in x.doc["castles"].items():
        steps.setdefault(whose, []).append(abs(c - at(q)[0]) + abs(r - at(q)[1]))
    sides = [dict(x.owed[0].facts).get("side")] if "settle" in getattr(x.owed[0], "what", ()) else list(steps)
    return any(x["distance"] == min(steps[s]) < x["needed"] <= option(x, "castle_distance") for s in sides
        if s in steps)


def crowded(x: Said) -> bool:
    """LH-R5: no free farmland beside a square."""
    return not any(terrain(x, q, "farm") and q not in figures(x) for q in around(x, x["square"]))


def inside(x: Said) -> bool:
    a, b = ends(x["edge"])
    castle = region_of(x, a)
    return bool(castle) and castle == region_of(x, b) and x.doc["castles"][castle] == x["side"]


def between(x: Said) -> bool:
    """LH-6.3: figures of one colour on both sides, at least one of them a knight."""
    men = figures(x)
    pair = [men.get(q, ("", "")) for q in ends(x["edge"])]
    return all(whose == x["side"] for _, whose in pair) and any(kind == "knight" for kind, _ in pair)


def only_link(x: Said) -> bool:
    """LH-11.12: without this knight the figures of its colour hang together less."""
    men = figures(x)
    side = men[x["square"]][1]
    mine = [q for q, (_, whose) in men.items() if whose == side and q != x["square"]]
    near = list(linked(x, x["square"], side))
    if len(near) < 2:
        return False
    found, new = {near[0]}, [near[0]]
    while new:
        here = new.pop()
        for q in linked(x, here, side):
            if q in mine and q not in found:
                found.add(q)
                new.append(q)
    return side == x["side"] and not set(near) <= found


# ---------------------------------------------------------------- cards and money
def kind(x: Said, card: str) -> str:
    known = x.s.world.politics.get(card)
    return known.kind if known else ""


def worth(x: Said, cards: Iterable[str]) -> int:
    return sum(x.s.world.politics[c].value for c in cards)


def hand(x: Said) -> list[str]:
    return list(x.doc["hands"][letter(x["seat"])])


def lacking(x: Said) -> list[str]:
    """Cards of the act that are not known to be in the hand."""
    left, out = hand(x), []
    for card in getattr(act(x), "politics", ()) or getattr(act(x), "treasures", ()):
        if card in left:
            left.remove(card)
        else:
            out.append(card)
    return out


def not_held(x: Said) -> bool:
    """More of the cards than the hand may hold unknown ones; only those that it lacks are named."""
    return len(lacking(x)) > hand(x).count("?") and sorted(x["cards"]) == sorted(lacking(x))


def too_often(x: Said) -> bool:
    """More copies are named than the hand is known to hold, and of some it holds one."""
    named = [*getattr(act(x), "politics", ()), *getattr(act(x), "treasures", ())]
    more = all(named.count(card) > hand(x).count(card) for card in x["cards"])
    return more and bool(set(x["cards"]) & set(hand(x)))


def opens(x: Said) -> bool:
    return bool(option(x, "setup_first") == "choose" and option(x, "setup") != "basic")


def all_played(x: Said) -> bool:
    """Of a card that is named no copy is left but those that the hand is known to hold."""
    box = list(x.s.world.politics_box)
    left = {c: box.count(c) - x.doc["discard"].count(c) - hand(x).count(c) for c in box}
    missing = lacking(x)
    return any(missing.count(c) > left.get(c, 0) for c in missing)


def dear(x: Said) -> bool:
    """What an act costs beside treasures is more than what is there."""
    put = worth(x, act(x).treasures)
    left = {free + max(0, price - put) for free in (0, 5) for price in (0, 5, 10)}
    return x["has"] == x.doc["ducats"][letter(x["seat"])] < x["cost"] in left and x["beside"] == bool(put)


def action(x: Said) -> str:
    """The action that is carried out, as "G2", "K1", "P"."""
    return str(x.s.world.card[x.doc["card"]].actions[x.doc["action"] - 1])


def right(x: Said) -> dict[str, Any]:
    return dict(x.doc["right"])


def decides(x: Said) -> int:
    """LH-3.6: decision cards that a seat lays."""
    return 2 if x.doc["first"] == letter(x["seat"]) and x.s.world.players < 4 else 1


def bidders(x: Said) -> tuple[int, ...]:
    return tuple("ABCD".index(p) for p in x.doc["bidders"])


def outside(x: Said) -> bool:
    return x["seat"] not in bidders(x)


def left_over(x: Said) -> int:
    return int(x.s.world.tables.box["borders"]) - len(x.doc["borders"])


def reserve(x: Said) -> int:
    return int(x.s.world.tables.box["knights"]) - len(x.doc["knights"].get(letter(x["seat"]), ()))


def top_left(x: Said, card: str) -> bool:
    """LH-1.8: whether a card is among those left of the topmost stack that has any."""
    for stack in x.s.world.stack_cards.values():
        left = [c for c in stack if c not in x.doc["drawn"]]
        if left:
            return card in left
    return False


def acting(x: Said) -> bool:
    """A prompt about an action names the one who carries it out, and what is left of it."""
    have, borders = right(x), max(left_over(x), 0)
    units = min(have["units"], borders)
    if action(x)[0] == "K":
        units = min(have["units"], reserve(x)) if places(x) else 0
        if x["expand"] != bool(have["expand"] and have["units"] and own(x, letter(x["seat"]))):
            return False
    return bidden(x) and x["action"] == action(x) and x["left"] == units and x["squares"] == have["squares"]


def places(x: Said) -> bool:
    """LH-7.2, 7.4, 7.5: whether a knight finds farmland or forest beside an own figure."""
    me = letter(x["seat"])
    free = (q for q in squares(x) if terrain(x, q, "farm", "forest") and q not in figures(x))
    return any(any(linked(x, q, me)) for q in free)


def named_pile(x: Said) -> list[Shuffle]:
    return [p for p in x.owed if isinstance(p, Shuffle) and p.pile == act(x).pile]


def forbidden_order(x: Said) -> bool:
    return len(act(x).order) > 0 and sorted(act(x).order) != sorted(named_pile(x)[0].cards)


def parts_wrong(x: Said) -> bool:
    """LH-1.2: a place or a part that is none, or that is used already; a lot that does not fit."""
    used = [lie[:-1] for lie in x.doc["layout"] if lie]
    here = x.doc["layout"][x["place"] - 1] if 1 <= x["place"] <= len(x.doc["layout"]) else "none"
    return bool(here) or x["tile"] in used or x["tile"] not in x.s.world.part_ids or x["turn"] not in range(4)


def colour_gone(x: Said) -> bool:
    return x["colour"] in x.doc["colours"].values()


def over(x: Said) -> bool:
    return x.doc["phase"] in ("over", "reveal")


CLAIMS: dict[str, Claim] = {
    "LH-1.1": colour_gone,
    "LH-1.1!": lambda x: x["colour"] not in x.s.world.tables.colours,
    "LH-1.1 has": lambda x: letter(x["seat"]) in x.doc["colours"],
    "LH-1.1 each": lambda x: any("take_colour" in p.what and not p.joint for p in x.owed),
    "LH-1.1 time": idle,
    "LH-1.2": parts_wrong,
    "LH-1.2!": parts_wrong,
    "LH-1.2 lot": lambda x: sorted(act(x).faces) != sorted(x.s.world.part_ids),
    "LH-1.2 turns": lambda x: len(act(x).faces) != len(x.s.world.part_ids) or not set(act(x).faces) <= set("0123"),
    "LH-1.2 time": idle,
    "LH-1.3": lambda x: waits(x) if "turn" in x else x.doc["phase"] in SETUP and idle(x),
    "LH-1.3 time": idle,
    "LH-1.4 occupied": lambda x: x["square"] in figures(x),
    "LH-1.5 occupied": lambda x: x["square"] in figures(x),
    "LH-1.5 apart": lambda x: act(x).knight not in around(x, act(x).castle),
    "LH-1.5!": lambda x: act(x).castle == act(x).knight or not {act(x).castle, act(x).knight} <= squares(x),
    "LH-1.6": lambda x: terrain(x, x["square"], "town", "mountain", *(["forest"] if x["piece"] == "knight" else [])),
    "LH-1.7": apart,
    "LH-1.8 time": idle,
    "LH-1.8 pile": lambda x: not named_pile(x),
    "LH-1.8 order": forbidden_order,
    "LH-1.8 app": lambda x: not act(x).order and len(named_pile(x)[0].cards) > 0,
    "LH-1.8?": lambda x: not top_left(x, x["card"]),
    "LH-1.14 time": idle,
    "LH-1.14 pile": lambda x: not named_pile(x),
    "LH-1.14 order": forbidden_order,
    "LH-1.14 app": lambda x: not act(x).order and len(named_pile(x)[0].cards) > 0,
    "LH-1.18 colours": lambda x: x.doc["phase"] == "colours",
    "LH-1.18 time": lambda x: idle(x) and bool(x.doc["first"]),
    "LH-1.18!": lambda x: not {act(x).first, act(x).opener} <= {*"ABCD"[: x.s.world.players], ""} or not act(x).first,
    "LH-R2": lambda x: any("settle" in p.what for p in x.owed),
    "LH-R2 time": idle,
    "LH-R2 stuck": lambda x: any("restart" in p.what for p in x.owed),
    "LH-R3": lambda x: bool(act(x).opener) and not opens(x),
    "LH-R3 asked": lambda x: not act(x).opener and opens(x),
    "LH-R4": lambda x: not terrain(x, x["square"], "farm"),
    "LH-R5": crowded,
    "LH-3.1": lambda x: x["turn"] in asked(x.owed) and x["seat"] != x["turn"] and x.doc["phase"] == "card",
    "LH-3.1 app": lambda x: option(x, "deck_source") == "app" and not wanted(x),
    "LH-3.1 real": lambda x: option(x, "deck_source") == "physical",
    "LH-3.1 time": idle,
    "LH-3.2!": lambda x: x["card"] not in x.s.world.card,
    "LH-3.5": waits,
    "LH-3.5 number": lambda x: not act(x).numbers or not set(act(x).numbers) <= {1, 2, 3},
    "LH-3.5 one": lambda x: decides(x) == 1 == x["n"] < len(act(x).numbers),
    "LH-3.5 time": idle,
    "LH-3.8 time": idle,
    "LH-3.9": lambda x: x["turn"] in asked(x.owed) and x["seat"] not in asked(x.owed) and x.doc["phase"] == "act",
    "LH-4.2": lambda x: wanted(x) and x["seats"] == bidders(x) and SIDES.index(x["payer"]) not in x["seats"],
    "LH-4.2 both": lambda x: act(x).seat is not None or x["payer"] not in x.s.world.names or act(x).ducats < 0,
    "LH-4.2 time": idle,
    "LH-4.4": lambda x: act(x).divided and x["seats"] == bidders(x),
    "LH-4.5": lambda x: len(act(x).cards) > 0 and x["seats"] == bidders(x),
    "LH-4.6": lambda x: idle(x) and x.doc["phase"] == "bid" and x["seats"] == bidders(x) and len(bidders(x)) == 2,
    "LH-4.6 both": lambda x: wanted(x) and act(x).seat is not None and x["seats"] == bidders(x),
    "LH-4.7": lambda x: idle(x) and x.doc["phase"] == "bid" and x["n"] == len(bidders(x)) > 2,
    "LH-4.8": lambda x: wanted(x) and x["seats"] == bidders(x) and outside(x),
    "LH-4.8 means": lambda x: x["ducats"] == act(x).ducats > x["has"] == x.doc["ducats"][letter(x["seat"])],
    "LH-4.8 negative": lambda x: act(x).ducats < 0,
    "LH-4.8 time": idle,
    "LH-4.10": lambda x: x.doc["duel"] == 2 and x["seats"] == bidders(x) and ("seat" not in x or outside(x)),
    "LH-R17": lambda x: act(x).ducats == x["ducats"] > x.doc["ducats"][letter(x["payer"])],
    "LH-6.1": lambda x: action(x)[0] != "G",
    "LH-6.2!": lambda x: act(x).edge not in x.s.world.edge_index,
    "LH-6.3": between,
    "LH-6.4": inside,
    "LH-6.6": lambda x: x["n"] == len(own(x, letter(x["seat"]))) >= 3,
    "LH-6.8": lambda x: x["edge"] in x.doc["borders"],
    "LH-7.1": lambda x: right(x)["units"] == 0 and right(x)["squares"] == 0,
    "LH-7.1 square": lambda x: right(x)["units"] == 0 and right(x)["squares"] > 0,
    "LH-7.1 action": lambda x: action(x)[0] != "K",
    "LH-7.2 occupied": lambda x: x["square"] in figures(x),
    "LH-7.2 ground": lambda x: not terrain(x, x["square"], "farm", "forest"),
    "LH-7.2!": lambda x: act(x).square not in squares(x),
    "LH-7.3 price": dear,
    "LH-7.3": dear,
    "LH-7.4": lambda x: not beside(x, x["square"], letter(x["seat"])),
    "LH-7.5": lambda x: beside(x, x["square"], letter(x["seat"]))
        and not list(linked(x, x["square"], letter(x["seat"]))),
    "LH-7.6": lambda x: reserve(x) <= 0,
    "LH-8.1!": lambda x: not {act(x).region, act(x).square} <= squares(x),
    "LH-8.1 none": lambda x: x["region"] not in own(x, letter(x["seat"])),
    "LH-8.1 other": lambda x: right(x)["squares"] > 0 and right(x)["region"] != x["region"],
    "LH-8.2": lambda x: not set(around(x, x["square"])) & regions(x)[act(x).region],
    "LH-8.2 inside": lambda x: x["square"] in regions(x)[act(x).region],
    "LH-8.3": lambda x: not set(around(x, x["square"])) & regions(x)[act(x).region] and right(x)["squares"] > 0,
    "LH-8.4": lambda x: figures(x)[x["square"]][1] == x["side"] != letter(x["seat"]),
    "LH-8.6": lambda x: region_of(x, x["square"]) in own(x, letter(x["seat"])),
    "LH-8.7": majority,
    "LH-8.8": lambda x: {region_of(x, x["square"]), act(x).region} in alliances(x) and x.doc["castles"][
        region_of(x, x["square"])] == x["side"],
    "LH-8.12": lambda x: action(x)[0] != "K",
    "LH-8.14": lambda x: figures(x)[x["square"]] == ("castle", letter(x["seat"])),
    "LH-9.1": lambda x: action(x) == "K2" and right(x)["units"] == 0,
    "LH-9.2": lambda x: action(x) == "K2" and not right(x)["expand"],
    "LH-R14": lambda x: left_over(x) <= 0,
    "LH-R20": lambda x: figures(x)[x["square"]] == ("knight", letter(x["seat"])) and option(
        x, "own_knight_takeover") == "refuse",
    "LH-R20 parted": lambda x: figures(x)[x["square"]] == ("knight", letter(x["seat"])) and any(
        q not in regions(x)[act(x).region] for q in linked(x, x["square"], letter(x["seat"]))),
    "LH-R7 time": idle,
    "LH-10.1 action": lambda x: action(x)[0] != "P",
    "LH-10.1 first": lambda x: not x.doc["looking"],
    "LH-10.1 looking": lambda x: x.doc["looking"] > 0,
    "LH-10.1 pile": lambda x: not 1 <= act(x).pile <= len(x.doc["piles"]),
    "LH-10.1 card": lambda x: not kind(x, act(x).card),
    "LH-10.1 gone": lambda x: x["card"] not in x.doc["piles"][x.doc["looking"] - 1],
    "LH-R34": lambda x: not x.doc["piles"][x["pile"] - 1],
    "LH-11.2 time": idle,
    "LH-11.2 unknown": lambda x: any(not kind(x, c) for c in x["cards"]),
    "LH-11.2 kind": lambda x: any(kind(x, c) not in ("alliance", "renegade") for c in x["cards"]),
    "LH-11.2 not_held": not_held,
    "LH-11.2 often": too_often,
    "LH-11.2 gone": all_played,
    "LH-11.3": lambda x: x["turn"] in asked(x.owed) and x["seat"] not in asked(x.owed),
    "LH-11.3 order": lambda x: kind(x, x.doc["played"][0]) != (
        "alliance" if type(act(x)).__name__ == "Ally" else "renegade"),
    "LH-11.4": lambda x: x["own"] not in own(x, letter(x["seat"])) or x["other"] in own(
        x, letter(x["seat"])) or x["other"] not in regions(x),
    "LH-11.4!": lambda x: not {act(x).own, act(x).other} <= squares(x)
        or act(x).edge not in ("", *x.s.world.edge_index),
    "LH-11.5": lambda x: act(x).edge not in {
        edge(a, b) for a in regions(x)[act(x).own] for b in around(x, a) if b in regions(x)[act(x).other]
    } - {a["edge"] for a in x.doc["alliances"]} or option(x, "alliance_mark") == "app_only",
    "LH-11.5 unmarked": lambda x: option(x, "alliance_mark") == "app_only" and act(x).edge != "",
    "LH-11.5 none": lambda x: act(x).edge != "" and not {
        edge(a, b) for a in regions(x)[act(x).own] for b in around(x, a) if b in regions(x)[act(x).other]
    } & set(x.doc["borders"]) - {a["edge"] for a in x.doc["alliances"]},
    "LH-11.8": lambda x: {x["own"], x["other"]} in alliances(x) and letter(x["seat"]) not in (
        x.doc["castles"][x["own"]], x.doc["castles"][x["other"]]),
    "LH-11.8 none": lambda x: {x["own"], x["other"]} not in alliances(x),
    "LH-11.8 price": dear,
    "LH-11.9": lambda x: not any(touch(x, q, region_of(x, x["square"])) for q in own(x, letter(x["seat"]))),
    "LH-11.10": lambda x: figures(x).get(x["square"], ("", ""))[0] != "knight" or letter(x["seat"]) in (
        figures(x)[x["square"]][1], x.doc["castles"].get(region_of(x, x["square"]), letter(x["seat"]))),
    "LH-11.10!": lambda x: not {act(x).remove, act(x).place} <= squares(x) | {""},
    "LH-11.11": lambda x: not any(x["square"] in land and touch(x, q, region_of(x, act(x).remove))
                                  for q, land in own(x, letter(x["seat"])).items()),
    "LH-11.12": only_link,
    "LH-11.13": dear,
    "LH-11.14": lambda x: not act(x).place,
    "LH-11.16!": lambda x: len(set(x["cards"])) < len(x["cards"]) or any(kind(x, c) != "treasure" for c in x["cards"]),
    "LH-11.18 not_held": not_held,
    "LH-11.18 often": too_often,
    "LH-11.18 gone": all_played,
    "LH-11.19": lambda x: len(x["cards"]) > 0,
    "LH-11.19 not_held": not_held,
    "LH-11.19 often": too_often,
    "LH-11.19 gone": all_played,
    "LH-R27": lambda x: option(x, "treasure_for_renegade_removal") == "refuse" and len(x["cards"]) > 0,
    "LH-R28": lambda x: option(x, "politics_per_decision") == 1 and len(act(x).politics) > len(act(x).numbers),
    "LH-R29": lambda x: x["card"] in act(x).politics,
    "LH-R29 laid": lambda x: len(x.doc["laid"][letter(x["seat"])]) > 0,
    "LH-R30": lambda x: not touch(x, x["own"], x["other"]),
    "LH-R30 twice": lambda x: {x["own"], x["other"]} in alliances(x) and option(x, "second_alliance") == "refuse",
    "LH-R31": lambda x: letter(x["seat"]) in x.doc["bids"],
    "LH-R6": lambda x: len(set(act(x).numbers)) < len(act(x).numbers),
    "LH-13.1": over,
    "LH-13.3": lambda x: "?" not in hand(x),
    "LH-13.3 time": idle,
    "LH-13.3 number": lambda x: x["n"] == hand(x).count("?") and (
        sum(n for _, n in act(x).cards) != x["n"] or any(n < 1 for _, n in act(x).cards)
        or [c for c, _ in act(x).cards] != sorted({c for c, _ in act(x).cards})),
    "LH-13.3 gone": lambda x: any(
        n > x.s.world.politics_box.count(c) - x.doc["discard"].count(c)
        - sum(cards.count(c) for cards in x.doc["hands"].values()) for c, n in act(x).cards),
    "LH-14.1": lambda x: decides(x) == 1 < len(act(x).numbers),
    "LH-14.3": lambda x: x.s.world.players == 3 and decides(x) == 2 != len(act(x).numbers),
    "LH-14.6": lambda x: x.s.world.players == 2 and decides(x) == 2 != len(act(x).numbers),
    "LH-15.4": lambda x: option(x, "treasure_limit") == "one" and len(x["cards"]) > 1,
    "LH-15.4 again": lambda x: option(x, "treasure_limit") == "one" and x.doc["action"] > 0
        and letter(x["seat"]) in x.doc["spent"],
    "LH-15.4 bid": lambda x: option(x, "treasure_limit") == "one" and bool(act(x).treasures)
        and x.doc["bids"][letter(x["seat"])]["treasures"] != [],
    "LH-15.6": lambda x: idle(x) and option(x, "negotiation") is False and x.doc["phase"] == "bid",
    # prompts
    "duty LH-1.1": lambda x: len(x.doc["colours"]) < x.s.world.players,
    "duty LH-1.14": lambda x: "politics" in x.doc["unshuffled"],
    "duty LH-1.18": lambda x: not x.doc["first"],
    "duty LH-1.2": lambda x: x["left"] == x.doc["layout"].count("") if "left" in x else x["what"] in ("parts", "turns"),
    "duty LH-1.3": lambda x: bidden(x) and x["side"] == letter(x["seat"]) and x["n"] == len(x.doc["castles"]),
    "duty LH-1.8": lambda x: len(x.doc["unshuffled"]) > 0,
    "duty LH-14.2": lambda x: bidden(x) and x["side"] == "neutral" and x.s.world.players == 3,
    "duty LH-14.4": lambda x: x.s.world.players == 2 and "neutral" not in x.doc["colours"] if "side" not in x else (
        bidden(x) and x["side"] == "neutral"),
    "duty LH-3.1": lambda x: bidden(x) and x.doc["first"] == letter(x["seat"]) and x["round"] == x.doc["round"],
    "duty LH-3.5": lambda x: bidden(x) and x["n"] == decides(x) == 1,
    "duty LH-3.6": lambda x: bidden(x) and x["n"] == decides(x) == 2,
    "duty LH-4.2": lambda x: bidden(x) and x["seats"] == bidders(x) and len(bidders(x)) == 2
        and x["action"] == action(x),
    "duty LH-4.8": lambda x: x["seats"] == bidders(x) and x["action"] == action(x) and asked(x.owed) == {
        p for p in bidders(x) if letter(p) not in x.doc["bids"]},
    "duty LH-4.10": lambda x: x.doc["duel"] == 2 and x["action"] == action(x) and asked(x.owed) <= set(bidders(x)),
    "duty LH-6.1": lambda x: acting(x) and action(x)[0] == "G",
    "duty LH-7.1": lambda x: acting(x) and action(x) == "K1",
    "duty LH-8.1": lambda x: acting(x) and x["squares"] == 1,
    "duty LH-9.1": lambda x: acting(x) and action(x) == "K2",
    "duty LH-10.1": lambda x: acting(x) and action(x)[0] == "P" and x["pile"] == x.doc["looking"],
    "duty LH-11.4": lambda x: bidden(x) and kind(x, x.doc["played"][0]) == "alliance",
    "duty LH-11.9": lambda x: bidden(x) and kind(x, x.doc["played"][0]) == "renegade",
    "duty LH-13.3": lambda x: all(x.doc["hands"][letter(p)].count("?") for p in asked(x.owed)),
    "duty LH-R2": lambda x: option(x, "castle_distance_relax") is False,
    # remarks
    "notice below_lion": lambda x: x["points"] < 0 and x["stopped"] == (option(x, "score_floor") == 0),
    "notice breach": lambda x: all(x.doc["discard"].count(c) > x.s.world.politics_box.count(c) for c in x["cards"]),
    "notice cap_reached": lambda x: len(own(x, letter(x["seat"]))) >= 3 and x["n"] > 0,
    "notice few_borders": lambda x: x["n"] == left_over(x),
    "notice founded_for": lambda x: x["side"] != letter(x["seat"]) and len(own(x, x["side"])) > 0,
    "notice just_apart": lambda x: x["distance"] == 6,
    "notice nearer": lambda x: x["distance"] < option(x, "castle_distance"),
    "notice lapses": lambda x: str(x.s.world.card[x.doc["drawn"][-1]].actions[x["number"] - 1]) == x["action"],
    "notice no_use": lambda x: x["number"] in x.doc["laid"][letter(x["seat"])] or x.doc["phase"] != "decide",
    "notice one_pile": lambda x: sum(not pile for pile in x.doc["piles"]) >= 1,
    "notice reserve_empty": lambda x: reserve(x) == 0,
    "notice second_alliance": lambda x: alliances(x).count({x["own"], x["other"]}) > 1,
    "notice stranded": lambda x: all(figures(x)[q] == ("knight", letter(x["seat"])) and region_of(x, q) not in own(
        x, letter(x["seat"])) for q in x["squares"]),
    "notice substitutes": lambda x: x["n"] == -left_over(x) > 0,
    "notice useless_border": lambda x: not any(q in area(x, c) for q in ends(x["edge"]) for c in x.doc["castles"]),
}  # fmt: skip

NEVER = {
    "LH-7.1": "an action with one knight is over as soon as neither knight nor square is left",
}
