"""What Vikings Gone Wild says, asked of the position and the cards of the box (catalogue: chapters and rulings)."""

from __future__ import annotations

from typing import Any

from companion.engine.legal import Legal
from companion.engine.types import Roll, Show, Shown, Shuffle, Shuffled
from tests.games.oracle.table import Claim, Said, asked, bidden, wanted

SLOTS = ("odin_1", "odin_2", "odin_3", "odin_4", "odin_5", "odin_6")
SIDES = ("A", "B", "C", "D")


def act(x: Said) -> Any:
    return x.act


def option(x: Said, name: str) -> Any:
    return x.s.world.config.option(name)


def player(x: Said, seat: str = "") -> dict[str, Any]:
    found: dict[str, Any] = x.doc["players"][seat or SIDES[x["seat"]]]
    return found


def now(x: Said) -> dict[str, Any]:
    found: dict[str, Any] = x.doc["now"]
    return found


def box(x: Said, card: str) -> Any:
    """A card as the file of the box tells it, or nothing."""
    return next((c for c in x.s.world.cards if c.id == card), None)


def tags(x: Said, card: str) -> set[str]:
    return set(box(x, card).tags)


# ---------------------------------------------------------------- whose turn, and what is owed
def turn(x: Said) -> bool:
    """It is the turn of the one who is named, and not of the one who tried."""
    return x.doc["phase"] == "turn" and x.doc["turn"] == SIDES[x["turn"]] and x["turn"] != x["seat"]


def phase(x: Said, *names: str) -> bool:
    return x.doc["phase"] in names


def uncalled(x: Said) -> bool:
    """Nothing of the kind is owed: no such card or pile, or by nobody who did it."""
    a = act(x)
    if isinstance(a, Shuffled):
        return a.pile not in [p.pile for p in x.owed if isinstance(p, Shuffle)]
    if isinstance(a, Shown):
        return not any(isinstance(p, Show) and p.by == a.seat for p in x.owed)
    return not wanted(x)


def other_pile(x: Said) -> bool:
    return act(x).pile not in [p.pile for p in x.owed if isinstance(p, Shuffle)]


def other_cards(x: Said) -> bool:
    """The order names other cards than the pile holds."""
    pile = next(p for p in x.owed if isinstance(p, Shuffle) and p.pile == act(x).pile)
    return sorted(act(x).order) != sorted(pile.cards)


def elsewhere(x: Said) -> bool:
    """A card of the box that cannot be the one that is turned up."""
    return box(x, x["card"]) is not None and not any(isinstance(p, Show) and x["card"] in p.pool for p in x.owed)


def no_card(x: Said) -> bool:
    named = getattr(act(x), "card", "")
    return box(x, named) is None


def attacked(x: Said) -> bool:
    """Attacks are declared, or being declared, that are not answered yet."""
    return bool(now(x)["strikes"])


def defends(x: Said) -> bool:
    """The one who tried is answering an attack, or busy with what an answer has set off."""
    return now(x)["window"] == 1 and bool(now(x)["strikes"][0]["seat"] == SIDES[x["seat"]])


def gap(x: Said) -> bool:
    """The space of Odin's Path next to the stack is empty and can be filled."""
    return not x.doc["row"][0] and bool(x.doc["odin"] or x.doc["odin_discard"])


# ---------------------------------------------------------------- cards, tokens, buildings
def tokens(x: Said, seat: str, kind: str) -> dict[str, int]:
    """Barrels or bars on the cards of a village, by space."""
    return {f"{seat}_{name}": b[kind] for name, b in player(x, seat)["village"].items() if b.get(kind)}


def purse(x: Said, kind: str) -> int:
    me = SIDES[x["seat"]]
    pool = now(x)[kind] if x.doc["turn"] == me else 0
    return int(pool + sum(tokens(x, me, kind).values()))


def price(x: Said) -> int:
    """What the act costs of that kind, without discounts."""
    a, kind = act(x), x["kind"]
    name = type(a).__name__
    if name == "Buy":
        return int(getattr(box(x, a.card), kind))
    if name == "Build":
        return int(getattr(box(x, a.building), kind))
    if name == "Upgrade":
        return int(box(x, hall(x, SIDES[x["seat"]])).upgrade[kind == "gold"])
    return 1 if name == "Swap" else 2


def given(x: Said) -> int:
    a = act(x)
    named = getattr(a, x["kind"], ()) or getattr(a, "tokens", ())
    return int(sum(n for _, n in named))


def short(x: Said) -> bool:
    """VG-4.4: the pool and the barrels or bars that are given do not make up the price; enough or not is there."""
    discounts = bool(now(x)["discounts"]) or type(act(x)).__name__ == "PayFor"
    needed = x["needed"] == price(x) or (discounts and x["needed"] > 0)
    paid = x["given"] == now(x)[x["kind"]] + given(x) < x["needed"]
    return bool(needed and paid and x["has"] == purse(x, x["kind"]))


def foreign_tokens(x: Said) -> bool:
    """VG-4.5: more barrels or bars of a place than lie there, or a place named twice, or none of it."""
    named = getattr(act(x), x["kind"], ()) or getattr(act(x), "tokens", ())
    lie = tokens(x, SIDES[x["seat"]], x["kind"])
    return len({k for k, _ in named}) < len(named) or any(n < 1 or lie.get(k, 0) < n for k, n in named)


def hall(x: Said, seat: str) -> str:
    return f"townhall_{player(x, seat)['village']['townhall']['level']}"


def building(x: Said, space: str = "") -> dict[str, Any]:
    """What stands on a space that is named, by its owner's letter and its name."""
    seat, _, name = (space or x["target"]).partition("_")
    found: dict[str, Any] = x.doc["players"].get(seat, {"village": {}})["village"].get(name, {})
    return found


def stands(x: Said, space: str) -> bool:
    seat, _, name = space.partition("_")
    return name in x.doc["players"].get(seat, {"village": {}})["village"]


def mine(x: Said, space: str) -> bool:
    return space.partition("_")[0] == SIDES[x["seat"]] and stands(x, space)


def owned(x: Said) -> bool:
    """The target belongs to the one who is named."""
    return bool(x["target"].partition("_")[0] == SIDES[x["owner"]])


def fighter(x: Said, card: str) -> bool:
    return bool(tags(x, card) & {"unit", "hero"})


def held(x: Said) -> list[str]:
    """Cards that may lie in the hand of the one who is named: known ones, and the unseen where some are."""
    p = player(x)
    return [*p["hand"], *(p["unseen"] if p["blind"] else [])]


def missing(x: Said) -> bool:
    """A card that cannot lie in the hand, or not as often as it is named; no card: fewer unseen ones than named."""
    if not x["card"]:
        return bool(player(x)["blind"] < sum(n for _, n in getattr(act(x), "attackers", ())) + len(act(x).boosts) + len(
            act(x).carried))
    p = player(x)
    seen = p["hand"].count(x["card"]) + min(p["blind"], p["unseen"].count(x["card"]))
    return bool(seen < times(x))


def times(x: Said) -> int:
    """How often an act names the card from the hand."""
    a = act(x)
    named = [*getattr(a, "attackers", ()), *getattr(a, "cards", ())]
    n = sum(n for card, n in named if card == x["card"])
    n += sum(item == x["card"] for item, _, _ in getattr(a, "carried", ()))
    return n + sum(b == x["card"] for b in getattr(a, "boosts", ())) or 1


def helper(x: Said, card: str) -> bool:
    """A card that adds to the strength of others in an attack."""
    return bool(x.s.world.boosts[x.s.world.index[card]])


def helps_here(x: Said) -> bool:
    """A fighter among the attackers, or a helper of somebody who attacks."""
    return fighter(x, x["card"]) or (x["card"] in act(x).boosts and helper(x, x["card"]) and not act(x).attackers)


def bought(x: Said) -> bool:
    return x["card"] in player(x)["tally"].get("bought", []) and x["card"] in player(x)["play"]


def lots(x: Said) -> bool:
    """VG-7.4: every opponent has been attacked in this round."""
    return bool(now(x)["exception"])


def misfit(x: Said) -> bool:
    """VG-7.5: an attacker that is no card or named twice; an item that nobody of the attack carries; no helper."""
    a = act(x)
    names = [name for name, _ in a.attackers]
    if any(box(x, n) is None or k < 1 or names.count(n) > 1 for n, k in a.attackers):
        return True
    counts = dict(a.attackers)
    loads: dict[str, list[int]] = {}
    for item, who, no in a.carried:
        loads.setdefault(who, []).append(no)
        if box(x, item) is None or not x.s.world.carried[x.s.world.index[item]] or not 1 <= no <= counts.get(who, 0):
            return True
    gaps = any(set(range(1, max(nos) + 1)) - set(nos) for nos in loads.values())  # the first of its kind carries first
    return gaps or any(
        box(x, b) is None or not helper(x, b) or x.s.world.carried[x.s.world.index[b]] for b in a.boosts)


def open_favours(x: Said) -> set[str]:
    return {*x.doc["favour_open"], *([x.doc["revealed"]] if x.doc["revealed"] else [])}


def missions(x: Said) -> list[str]:
    return [m if isinstance(m, str) else m["card"] for m in player(x)["missions"]]


def least(x: Said) -> Any:
    """What the goal of the mission named asks for, as its card says."""
    return box(x, x["mission"]).goal.right


def effect(x: Said) -> bool:
    return bool(x.doc["stack"])


def tavern(x: Said) -> int:
    """VG-3.2: further cards in the next draw phase."""
    return sum(box(x, name.rpartition("_")[0]).draw_bonus for name in player(x)["village"] if name != "townhall")


def damageable(x: Said, seat: str, name: str) -> bool:
    """A finished, sound building of somebody else whom the turn still lets attack."""
    b, victim = player(x, seat)["village"][name], now(x)["victim"]
    free = victim == seat or (victim == "-" and (not player(x, seat)["attacked"] or lots(x)))
    return seat != SIDES[x["seat"]] and free and b.get("ready", True) and not b.get("damage")


def defence(x: Said) -> int:
    """VG-R8, 9.5: what is printed and what lies there."""
    target = x["target"]
    if target == "draco":
        return int(box(x, "draco").defence)
    if target in SLOTS:
        return int(box(x, x.doc["row"][SLOTS.index(target)]).defence)
    seat, _, name = target.partition("_")
    card = hall(x, seat) if name == "townhall" else name.rpartition("_")[0]
    return int(box(x, card).defence) + int(building(x).get("guard", 0))


def depot(x: Said, space: str) -> bool:
    """A depot of that kind that is no longer under construction."""
    name = space.partition("_")[2]
    card = box(x, name.rpartition("_")[0]) if name != "townhall" else None
    return bool(card and card.holds == act(x).kind and building(x, space).get("ready", True))


def loose(x: Said, kind: str) -> int:
    """Barrels or bars that lie outside the depots; on the hall where the table stores those."""
    found = 0
    for space, n in tokens(x, SIDES[x["seat"]], kind).items():
        name = space.partition("_")[2]
        kept = name == "townhall" and not option(x, "overflow_storable")
        found += 0 if kept or (name != "townhall" and box(x, name.rpartition("_")[0]).holds) else n
    return found


def stored(x: Said, kind: str) -> dict[str, int]:
    return {
        space: n for space, n in tokens(x, SIDES[x["seat"]], kind).items()
        if not space.endswith("_townhall") and box(x, space.partition("_")[2].rpartition("_")[0]).holds
    }  # fmt: skip


def ill_stored(x: Said) -> bool:
    """VG-13.1: no such kind or depot, a depot twice, fewer than lie there already, or as they lie."""
    a = act(x)
    if a.kind not in ("beer", "gold"):
        return True
    names = [name for name, _ in a.depots]
    if len(set(names)) < len(names) or any(n < 1 or not mine(x, name) for name, n in a.depots):
        return True
    lie = stored(x, a.kind)
    return dict(a.depots) == lie or sum(n for _, n in a.depots) < sum(lie.values())


def answers(x: Said) -> bool:
    """The one who is named is asked now, and the one who tried is not."""
    return x["turn"] in asked(x.owed) and x["seat"] not in asked(x.owed)


def answering(x: Said) -> bool:
    return bidden(x) and x.doc["turn"] == SIDES[x["attacker"]] and set(x["targets"]) == {
        k["target"] for k in now(x)["strikes"]}


def mission_asked(x: Said) -> bool:
    return any(isinstance(p, Show) and p.what == "mission" for p in x.owed)


def shuffle(x: Said, pile: str) -> bool:
    return any(isinstance(p, Shuffle) and p.pile == pile for p in x.owed)


def purse_told(x: Said) -> bool:
    return bidden(x) and x.doc["turn"] == SIDES[x["seat"]] and {k: x[k] for k in ("beer", "gold", "hits")} == {
        k: now(x)[k] for k in ("beer", "gold", "hits")}


def deck_out(x: Said) -> bool:
    """A deck is empty, and its discard pile is not."""
    return bool(player(x)["discard"]) and not player(x)["deck"]


UNASKED = {f"{rule} unasked": uncalled for rule in (
    "VG-1.5", "VG-1.9", "VG-1.13", "VG-2.1", "VG-3.4", "VG-4.2", "VG-4.7", "VG-8.5", "VG-9.2", "VG-11.3", "VG-11.4",
    "VG-14.4", "VG-17.2", "VG-18.1", "VG-R10", "VG-R13", "VG-R23", "VG-R31")}  # fmt: skip
NO_CARD = {f"{rule} card": no_card for rule in (
    "VG-1.5", "VG-1.9", "VG-1.10", "VG-1.11", "VG-4.2", "VG-4.7", "VG-9.2", "VG-11.3", "VG-14.4", "VG-16.4", "VG-17.2",
    "VG-R23")}  # fmt: skip
PILES = {f"{rule} pile": other_pile for rule in (
    "VG-1.4", "VG-1.6", "VG-1.7", "VG-1.9", "VG-1.10", "VG-1.11", "VG-16.4", "VG-R31")}  # fmt: skip
ORDERS = {f"{rule}!": other_cards for rule in (
    "VG-1.4", "VG-1.6", "VG-1.7", "VG-1.9", "VG-1.10", "VG-1.11", "VG-16.4", "VG-R31", "VG-18.1")}  # fmt: skip
ELSEWHERE = {f"{rule}?": elsewhere for rule in (
    "VG-1.5", "VG-1.9", "VG-1.10", "VG-1.11", "VG-4.7", "VG-11.3", "VG-14.4", "VG-16.4", "VG-17.2")}  # fmt: skip
CLAIMS: dict[str, Claim] = {
    **UNASKED, **NO_CARD, **PILES, **ORDERS, **ELSEWHERE,
    "VG-1.5!": lambda x: phase(x, "setup") and not any(isinstance(p, Roll) for p in x.owed),
    "VG-1.13": lambda x: phase(x, "setup"),
    "VG-1.13!": lambda x: phase(x, "setup") and (
        len(act(x).faces) != 1 or act(x).faces[0] not in SIDES[: x.s.world.players]),
    "VG-2.1": lambda x: phase(x, x["phase"]) and not phase(x, "turn", "setup", "over") and not wanted(x),
    "VG-2.1 claims": lambda x: phase(x, "claim") and x["seat"] not in asked(x.owed) and not x.doc["due"],
    "VG-3.2 same": lambda x: player(x)["forgo"] == act(x).n,
    "VG-3.2 time": lambda x: phase(x, "setup", "over"),
    "VG-3.2!": lambda x: x["most"] == tavern(x) and not 0 <= act(x).n <= x["most"],
    "VG-4.1": lambda x: turn(x) and not (type(act(x)).__name__ in ("Defend", "Use", "Pass") and defends(x)),
    "VG-4.2": lambda x: not (tags(x, x["card"]) & {"unit", "hero"}) if "card" in x else (
        phase(x, "turn") and x.doc["turn"] == SIDES[x["seat"]] and not wanted(x)),
    "VG-4.3": lambda x: box(x, x["card"]).deck not in ("unit", "defence"),
    "VG-4.3!": lambda x: box(x, x["card"]) is None or (type(act(x)).__name__ == "Build" and box(
        x, x["card"]).deck != "building") or (type(act(x)).__name__ == "Buy" and act(x).slot != "" and (
        act(x).slot not in SLOTS or x.doc["row"][SLOTS.index(act(x).slot)] != x["card"])),
    "VG-4.4": short,
    "VG-4.5!": foreign_tokens,
    "VG-4.5?": missing,
    "VG-4.6": bought,
    "VG-4.7": gap,
    "VG-4.7 first": gap,
    "VG-4.9": lambda x: "undead" in tags(x, x["card"]),
    "VG-4.11": lambda x: x.doc["supply"][x["card"]] == 0,
    "VG-5.2": lambda x: box(x, hall(x, SIDES[x["seat"]])).limit == x["limit"] == len(player(x)["village"]) - 1,
    "VG-5.3": lambda x: sum(name.rpartition("_")[0] == x["card"] for name in player(x)["village"]) == 3,
    "VG-5.5": lambda x: owned(x) and building(x).get("ready") is False,
    "VG-5.6": lambda x: player(x)["returned"],
    "VG-5.6!": lambda x: not mine(x, x["building"]),
    "VG-6.1": lambda x: player(x)["village"]["townhall"]["level"] == max(
        c.level for c in x.s.world.cards if c.deck == "townhall"),
    "VG-6.3": lambda x: owned(x) and building(x).get("ready") is False and x["target"].endswith("_townhall"),
    "VG-7.1": lambda x: mine(x, x["target"]),
    "VG-7.1!": lambda x: not stands(x, x["target"]) and x["target"] not in (*SLOTS, "draco"),
    "VG-7.2": lambda x: now(x)["victim"] == SIDES[x["victim"]] and not x["target"].startswith(SIDES[x["victim"]]),
    "VG-7.3": lambda x: owned(x) and player(x, SIDES[x["owner"]])["attacked"] and not lots(x)
        and list(x.facts["others"]) == [i for i in x.s.world.seats if i != x["seat"] and not player(
            x, SIDES[i])["attacked"]],
    "VG-7.4": lambda x: owned(x) and lots(x) and bool(
        set(building(x).get("attacked_by", [])) - {SIDES[x["seat"]]}),
    "VG-7.5": lambda x: not helps_here(x),
    "VG-7.5 joins": lambda x: fighter(x, x["card"]) or helper(x, x["card"]),
    "VG-7.5 nobody": lambda x: not act(x).attackers,
    "VG-7.5!": misfit,
    "VG-7.5?": missing,
    "VG-7.6": lambda x: x["card"] in player(x)["play"],
    "VG-7.9": lambda x: not any(fighter(x, c) for c in held(x)) or not any(
        damageable(x, seat, name) for seat in x.doc["players"] for name in player(x, seat)["village"]) or not any(
        type(a).__name__ == "Attack" and a.target[1] == "_" for a in Legal(x.game, x.s, x["seat"])),  # type: ignore
    "VG-7.10": lambda x: owned(x) and building(x).get("damage") is True,
    "VG-9.1": lambda x: not defends(x),
    "VG-9.1?": missing,
    "VG-9.2": lambda x: "defence" not in tags(x, x["card"]) if "card" in x else attacked(x) and not effect(x) and (
        "turn" not in x or x["turn"] in asked(x.owed)),
    "VG-9.2 first": attacked,
    "VG-9.2 target": lambda x: x["target"] not in [k["target"] for k in now(x)["strikes"]],
    "VG-10.1!": lambda x: x["target"] in SLOTS and (not x.doc["row"][SLOTS.index(x["target"])] or "undead" not in tags(
        x, x.doc["row"][SLOTS.index(x["target"])])),
    "VG-10.2": lambda x: now(x)["draco"] and act(x).target == "draco",
    "VG-11.1!": lambda x: x["mission"] not in missions(x),
    "VG-11.2": lambda x: player(x)["claimed"],
    "VG-11.4": lambda x: player(x)["swapped"],
    "VG-11.4!": lambda x: x["mission"] not in missions(x),
    "VG-12.1": lambda x: purse(x, x["kind"]) == x["has"] < 2 if "has" in x else purse(x, x["kind"]) >= 2 > now(x)[
        x["kind"]] + sum(n for _, n in act(x).tokens),
    "VG-12.1!": lambda x: act(x).give not in ("beer", "gold"),
    "VG-13.1": lambda x: not phase(x, "store") if "room" not in x else x["room"] < dict(act(x).depots)[x["space"]],
    "VG-13.1!": ill_stored,
    "VG-13.2": lambda x: x["has"] == loose(x, x["kind"]) < sum(n for _, n in act(x).depots) - sum(
        stored(x, x["kind"]).values()),
    "VG-14.2": lambda x: not phase(x, "discard"),
    "VG-14.2!": lambda x: box(x, x["card"]) is None or [c for c, _ in act(x).cards].count(x["card"]) > 1
        or dict(act(x).cards)[x["card"]] < 1,
    "VG-14.2?": lambda x: missing(x) or player(x)["blind"] > 0,
    "VG-16.3": lambda x: phase(x, "over"),
    "VG-17.1": lambda x: x.doc["due"][0] == SIDES[x["turn"]] != SIDES[x["seat"]] and SIDES[x["seat"]] in x.doc["due"],
    "VG-17.1!": lambda x: SIDES[x["seat"]] not in x.doc["due"],
    "VG-17.2": lambda x: x.doc["due"][0] == SIDES[x["turn"]],
    "VG-17.2 first": lambda x: bool(x.doc["due"]),
    "VG-17.2 turn": lambda x: bool(x.doc["due"]) and any(isinstance(p, Show) and p.what == "favour" for p in x.owed),
    "VG-17.2!": lambda x: x["card"] not in open_favours(x),
    "VG-18.3!": lambda x: [x["card"], act(x).part] not in [
        [o[0].partition(":")[0], o[1] + 1] for o in now(x)["offers"] if o[2] == SIDES[x["seat"]]],
    "VG-R7": lambda x: owned(x) and x["target"].endswith("_townhall") and building(x).get("damage") is True
        and player(x, SIDES[x["owner"]])["tally"].get("complete", 0) > 0,
    "VG-R8": lambda x: x["defence"] == defence(x) > x["strength"] >= 0,
    "VG-R9": lambda x: any(k["target"] == x["target"] for k in now(x)["strikes"]),
    "VG-R10": lambda x: now(x)["closing"] > 0,
    "VG-R13": lambda x: now(x)["together"] and x.doc["turn"] == SIDES[x["seat"]],
    "VG-R13 first": lambda x: now(x)["together"],
    "VG-R13 beast": lambda x: now(x)["together"] and not stands(x, x["target"]),
    "VG-R13 none": lambda x: now(x)["together"] and not now(x)["strikes"],
    "VG-R13 single": lambda x: not now(x)["together"],
    "VG-R13 twice": lambda x: x["target"] in [k["target"] for k in now(x)["strikes"]],
    "VG-R14": lambda x: "hero" in tags(x, x["carrier"]) and not option(x, "hero_may_carry"),
    "VG-R18": lambda x: answers(x) and x.doc["turn"] == SIDES[x["turn"]] and phase(x, "store", "discard"),
    "VG-R21": lambda x: x["card"] in player(x)["tally"].get("favours", []) and x["card"] in player(x)["play"],
    "VG-R23": lambda x: effect(x) and ("card" not in x or any(x["card"] in f["key"] for f in x.doc["stack"])),
    "VG-R23 no_opponent": lambda x: act(x).target is not None,
    "VG-R23 nothing": lambda x: not wanted(x),
    "VG-R23 opponent": lambda x: act(x).target in (None, x["seat"]) or not 0 <= act(x).target < x.s.world.players,
    "VG-R23 other": answers,
    "VG-R23 place": lambda x: any(isinstance(p, Roll) for p in x.owed) and (len(act(x).faces) != 1 or act(x).faces[
        0] not in [str(i + 1) for i in range(len(player(x)["hand"]))]),
    "VG-R23!": effect,
    "VG-R23?": effect,
    "VG-R25": lambda x: effect(x) or gap(x) or bool(x.doc["due"]) or attacked(x) or not phase(
        x, "turn", "store", "claim") or now(x)["closing"] > 0,
    "VG-R26": lambda x: x["mission"] in missions(x) and ("has" not in x or 0 <= x["has"] < x["needed"] == least(x)),
    "VG-R28 rises": lambda x: player(x)["village"]["townhall"].get("ready") is False,
    "VG-R28 stays": lambda x: act(x).building.endswith("_townhall"),
    "VG-R33 over": lambda x: given(x) > max(0, x["needed"] - x["pool"]) and x["pool"] == now(x)[x["kind"]],
    "VG-R33!": lambda x: x["pool"] == now(x)[x["kind"]] > 0 and given(x) > max(0, x["needed"] - x["pool"]),
    "VG-R39": lambda x: x["held"] > x["most"] and x["held"] == len(player(x)["hand"]) + player(x)["blind"] - sum(
        n for _, n in act(x).cards),
    "VG-R40!": lambda x: not (mine(x, x["space"]) and depot(x, x["space"])) and x["kind"] == act(x).kind,
    "VG-R48": lambda x: lots(x) and option(x, "exception_count") == "one" and now(x)["sole"] not in ("", x["target"]),
    # prompts
    "duty VG-1.4": lambda x: shuffle(x, x["pile"]) and x["pile"] == "missions_1",
    "duty VG-1.5": lambda x: phase(x, "setup") and mission_asked(x) and len(missions(x)) < 3,
    "duty VG-1.6": lambda x: shuffle(x, x["pile"]) and x["pile"] == "missions_2",
    "duty VG-1.7": lambda x: shuffle(x, x["pile"]) and x["pile"].startswith("deck_"),
    "duty VG-1.9": lambda x: shuffle(x, "odin") if "pile" in x else "" in x.doc["row"],
    "duty VG-1.10": lambda x: shuffle(x, "favours") if "pile" in x else len(x.doc["favour_open"]) < 2,
    "duty VG-1.11": lambda x: shuffle(x, "bonuses") if "pile" in x else phase(x, "setup"),
    "duty VG-1.13": lambda x: phase(x, "setup") and x.doc["unshuffled"] == [],
    "duty VG-3.4": deck_out,
    "duty VG-4.2": purse_told,
    "duty VG-4.7": lambda x: not x.doc["row"][0],
    "duty VG-8.5": lambda x: bidden(x) and effect(x) and x["kind"] in ("beer", "gold"),
    "duty VG-9.2": answering,
    "duty VG-11.3": lambda x: mission_asked(x) and not phase(x, "turn"),
    "duty VG-11.4": lambda x: mission_asked(x) and player(x)["swapped"],
    "duty VG-13.1": lambda x: bidden(x) and phase(x, "store") and x.doc["turn"] == SIDES[x["seat"]],
    "duty VG-14.2": lambda x: bidden(x) and phase(x, "discard") and x["held"] >= 0,
    "duty VG-14.4": lambda x: "" in x.doc["row"],
    "duty VG-16.4": lambda x: phase(x, "tie") and len(x.doc["tied"]) > 1,
    "duty VG-17.2": lambda x: x.doc["due"][0] == SIDES[x["seat"]] and (
        "cards" not in x or (set(x["cards"]) == open_favours(x) and len(x["cards"]) in (1, 3))),
    "duty VG-18.1": deck_out,
    "duty VG-R13": lambda x: purse_told(x) and now(x)["together"],
    "duty VG-R20": lambda x: bidden(x) and set(x["cards"]) == set(x.doc["favour_open"]) and option(
        x, "favour_take_open") is True,
    "duty VG-R23": lambda x: effect(x) and (bidden(x) or any(isinstance(p, Roll | Show) for p in x.owed)),
    "duty VG-R25": lambda x: phase(x, "claim"),
    "duty VG-R31": lambda x: not x.doc["odin"] and bool(x.doc["odin_discard"]),
    # remarks
    "notice same_mission": lambda x: x["card"] in missions(x),
    "notice unclaimed": lambda x: x["card"] in missions(x) and not player(x)["claimed"],
    "notice unspent": lambda x: x["beer"] + x["gold"] > 0,
}  # fmt: skip

NEVER = {
    "VG-1.5 unasked": "in the set-up missions are dealt with nothing else begun",
    "VG-R10": "a turn that closes is reckoned by itself; a favour that it brings has a rule of its own",
    "VG-R10 unasked": "a turn that closes is reckoned by itself; a favour that it brings has a rule of its own",
}
