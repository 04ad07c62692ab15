"""What Brian Boru says, asked of the position and the board."""

from __future__ import annotations

from typing import Any

from companion.engine.types import Roll, Show
from tests.games.oracle.table import Claim, Said, asked, bidden, idle, waits, wanted

WHITE = "white"


# ---------------------------------------------------------------- the board
def ids(x: Said) -> tuple[str, ...]:
    return tuple(s.id for s in x.s.world.config.board.spaces if s.kind == "town")


def on(x: Said, town: str) -> list[str]:
    """What lies on a town: whose disc, and "vikings" and "monastery" where they lie there."""
    return str(x.doc["towns"].get(town, "")).split()


def letter(seat: int) -> str:
    return "ABCDE"[seat]


def disc(x: Said) -> bool:
    return bool(on(x, x["town"]))


def holds(x: Said, seat: int, town: str) -> bool:
    """BB-1.3: an own disc without a Viking control token."""
    return on(x, town)[:1] == [letter(seat)] and "vikings" not in on(x, town)


def roads(x: Said, town: str) -> tuple[str, ...]:
    return tuple(x.s.world.config.board.space[town].neighbours)


def region(x: Said, town: str) -> str:
    return str(x.s.world.config.board.space[town].tags["region"])


def colour(x: Said, town: str) -> str:
    return str(x.s.world.config.board.space[town].ink)


def beside(x: Said) -> bool:
    """BB-7.9: a road from a controlled town leads there."""
    return any(holds(x, x["seat"], near) for near in roads(x, x["town"]))


def lost_base(x: Said) -> bool:
    lost = [on(x, near) for near in roads(x, x["town"])]
    return not beside(x) and any(pieces[:1] == [letter(x["seat"])] and "vikings" in pieces for pieces in lost)


def two_away(x: Said) -> bool:
    over = {far for near in roads(x, x["town"]) for far in roads(x, near)}
    return not beside(x) and any(holds(x, x["seat"], far) for far in over)


# ---------------------------------------------------------------- cards and money
def suit(x: Said, card: int) -> str:
    return str(x.s.world.box.actions[card - 1].colour)


def named(x: Said) -> list[int]:
    """Cards that a seat told of its hand."""
    hand = x.doc["hands"][letter(x["seat"])]
    return list(hand["named"]) if isinstance(hand, dict) else []


def all_told(x: Said) -> bool:
    hand = x.doc["hands"][letter(x["seat"])]
    return hand["others"] == 0 if isinstance(hand, dict) else hand == 0


def lying(x: Said) -> list[int]:
    """Cards that came to light this round."""
    return [*x.doc["discard"], *(int(played.split()[1]) for played in x.doc["trick"])]


def fits(x: Said, cards: list[int], town: str) -> bool:
    return any(suit(x, card) in (colour(x, town), WHITE) for card in cards)


def coins(x: Said) -> bool:
    return bool(x["coins"] == x.doc["coins"][letter(x["seat"])] < x["needed"])


def extras(x: Said) -> bool:
    return coins(x) and x["needed"] == 2 * x.act.n  # type: ignore[union-attr]


def means(x: Said) -> tuple[bool, int]:
    """BB-7.4: whether the action that is tried has a P icon, and the coins there are when it comes."""
    card = next(int(played.split()[1]) for played in x.doc["trick"] if played[0] == letter(x["seat"]))
    have = int(x.doc["coins"][letter(x["seat"])])
    for icon in x.s.world.box.actions[card - 1].icons(x.act.action):  # type: ignore[union-attr]
        if icon == "P":
            return True, have
        have += icon == "K"
    return False, have


def may_buy(x: Said) -> bool:
    seat = letter(x["seat"])
    room = {"v": x.doc["area"], "m": len(x.s.world.box.track) - 1 - x.doc["track"][seat]}.get(x["kind"], 99)
    have = x.doc["coins"][seat]
    return bidden(x) and x["price"] == 2 and x["coins"] == have and x["most"] == min(have // 2, room)


def stock(x: Said) -> bool:
    held = {
        "coin": sum(x.doc["coins"].values()),
        "renown": sum(x.doc["renown"].values()),
        "raider": x.doc["area"] + sum(x.doc["raiders"].values()),
        "viking_control": sum("vikings" in on(x, t) for t in ids(x)),
        "monastery": sum("monastery" in on(x, t) for t in ids(x)),
    }
    if x["kind"] == "disc":
        seat = letter(x["seat"])
        return x["n"] == sum(on(x, t)[:1] == [seat] for t in ids(x)) + x.doc["church"][seat] + 2 > x["box"]
    return x["n"] > x["box"] and x["n"] <= held[x["kind"]] + 40  # pieces may go back to the box in the same act


def bride_seen(x: Said) -> bool:
    return x["card"] in (x.doc["bride"], *x.doc["gone"], *(c for wives in x.doc["wives"].values() for c in wives))


def acts_of(x: Said) -> set[str]:
    """What the one who tried is asked for."""
    return {what for p in x.owed if x["seat"] in getattr(p, "seats", ()) for what in p.what}  # type: ignore[union-attr]


def trick(x: Said) -> list[str]:
    return [str(played.split()[0]) for played in x.doc["trick"]]


def lower(x: Said) -> bool:
    """Both have still to act, and the one who is on turn played the lower card."""
    card = {played.split()[0]: int(played.split()[1]) for played in x.doc["trick"]}
    me, other = letter(x["seat"]), letter(x["turn"])
    return waits(x) and {me, other} <= set(x.doc["queue"]) and card[other] < card[me]


def later(x: Said) -> bool:
    """BB-R17: a town of a loser who comes after the one who loses now."""
    losers = [task.split()[1] for task in x.doc["stack"] if task.startswith("lose ")]
    whose = on(x, x["town"])[0]
    return losers[0] == letter(x["loser"]) and whose in losers[1:] and "vikings" not in on(x, x["town"])


def program(x: Said) -> bool:
    """BB-6.7: the actions of the card that was played, the winner's primary or the secondary ones."""
    card = x.s.world.box.actions[x["card"] - 1]
    won = x.doc["winner"] == letter(x["seat"])
    names = ("primary",) if won else ("secondary1", "secondary2")
    return bidden(x) and [a for a, _ in x["actions"]] == [a for a in names if card.icons(a)]


def act(x: Said) -> Any:
    return x.act


CLAIMS: dict[str, Claim] = {
    "BB-1.2 no_town": lambda x: act(x).town not in ids(x),
    "BB-1.2 has_disc": disc,
    "BB-1.4 has_monastery": lambda x: "monastery" in on(x, x["town"]),
    "BB-2.5 princess_below": lambda x: x["card"] == "princess" and x.doc["pile"] > 1,
    "BB-2.5 bride_seen": bride_seen,
    "BB-2.7 begun": lambda x: x.doc["marker"] == letter(x["owner"]),
    "BB-2.7 by_lot": lambda x: any(isinstance(p, Roll) for p in x.owed),
    "BB-2.7 no_die": lambda x: not any(isinstance(p, Roll) for p in x.owed),
    "BB-2.7 no_lot": lambda x: len(act(x).faces) != 1 or act(x).faces[0] not in "ABCDE"[: x.s.world.players],
    "BB-2.8 settled": idle,
    "BB-2.8 other_seat": waits,
    "BB-2.8 region_used": lambda x: letter(x["owner"]) in [
        on(x, t)[:1][0] for t in ids(x) if on(x, t) and region(x, t) == region(x, x["town"])],
    "BB-4.1 no_card_owed": lambda x: not any(isinstance(p, Show) for p in x.owed),
    "BB-4.1 no_fleet": lambda x: not x["card"].isdecimal() or not 0 < int(x["card"]) < 100,
    "BB-4.2 no_bride": lambda x: x["card"] not in (*x.s.world.box.brides, "princess"),
    "BB-5.1 no_shuffle": idle,
    "BB-5.1 no_pile": lambda x: wanted(x) and act(x).pile != "action",
    "BB-5.1 no_order": lambda x: sorted(act(x).order) != sorted(str(c.no) for c in x.s.world.box.actions),
    "BB-5.1 used": lambda x: x["card"] in lying(x),
    "BB-5.3 no_draft": idle,
    "BB-5.3 how_many": lambda x: len(act(x).cards) != x["n"] > 0 and x["n"] in [
        dict(p.facts)["n"] for p in x.owed],
    "BB-5.3 untold": lambda x: x.s.world.config.option("track_hands") == "off" and len(act(x).cards) > 0,
    "BB-5.3 no_card": lambda x: len(set(act(x).cards)) < len(act(x).cards)
        or not set(act(x).cards) <= set(range(1, 26)),
    "BB-5.3 other_packet": lambda x: not set(act(x).cards) <= set(x.doc["packets"][letter(x["seat"])]),
    "BB-5.5 ready": lambda x: letter(x["seat"]) in x.doc["seals"],
    "BB-5.5 kept": lambda x: x["card"] in named(x) and x["card"] in act(x).cards,
    "BB-5.6 not_in_hand": lambda x: all_told(x) and x["card"] not in named(x),
    "BB-6.2 not_now": idle,
    "BB-6.2 other_seat": lambda x: x["seat"] not in asked(x.owed) and x["turn"] in asked(x.owed) and x.doc[
        "turn"] == letter(x["turn"]),
    "BB-6.2 has_disc": lambda x: disc(x) and "vikings" not in on(x, x["town"]),
    "BB-6.2 under_vikings": lambda x: disc(x) and "vikings" in on(x, x["town"]),
    "BB-6.3 off_colour": lambda x: not trick(x) and x["colour"] == colour(x, x.doc["active"]) and suit(
        x, x["card"]) not in (x["colour"], WHITE),
    "BB-6.4 no_town": lambda x: idle(x) and x.doc["active"] == "-" and x.doc["phase"] == "lead",
    "BB-6.4 not_now": lambda x: idle(x) and x.doc["phase"] != "lead",
    "BB-6.4 other_seat": waits,
    "BB-6.4 no_card": lambda x: not 1 <= act(x).card <= 25,
    "BB-6.6 not_now": lambda x: idle(x) and x.doc["phase"] != "act",
    "BB-6.6 unfinished": idle,
    "BB-6.6 acted": lambda x: letter(x["seat"]) not in x.doc["queue"] and letter(x["seat"]) in trick(x) and waits(x),
    "BB-6.6 other_seat": lower,
    "BB-6.7 no_action": lambda x: act(x).action not in ("primary", "secondary1", "secondary2"),
    "BB-7.4 no_pay": lambda x: act(x).pay not in ("coins", "points"),
    "BB-6.7 winner": lambda x: letter(x["seat"]) == x.doc["winner"] and act(x).action != "primary",
    "BB-6.7 loser": lambda x: letter(x["seat"]) != x.doc["winner"] and act(x).action == "primary",
    "BB-6.7 no_second": lambda x: act(x).action == "secondary2" and not means(x)[0],
    "BB-7.1 no_extras": idle,
    "BB-7.1 negative": lambda x: act(x).n < 0,
    "BB-7.1 other_seat": lambda x: x["turn"] in asked(x.owed) and x["seat"] not in asked(x.owed),
    "BB-7.1 nothing_open": lambda x: idle(x),
    "BB-7.1 must_finish": lambda x: acts_of(x) == {"liberate"},
    "BB-7.4 coins_first": lambda x: means(x)[0] and means(x)[1] > 0,
    "BB-7.4 no_coin": lambda x: means(x) == (True, 0) and x.doc["vp"][letter(x["seat"])] > 0,
    "BB-7.4 nothing_to_pay": lambda x: not means(x)[0],
    "BB-7.4 bare": lambda x: means(x) == (True, 0) and x.doc["vp"][letter(x["seat"])] == 0,
    "BB-7.6 coins": extras,
    "BB-7.1 buy_none": lambda x: acts_of(x) == {"buy"},
    "BB-8.7 must_choose": lambda x: acts_of(x) == {"ally"},
    "BB-9.3 must_lose": lambda x: acts_of(x) == {"give_up"},
    "BB-7.7 coins": extras,
    "BB-7.7 area": lambda x: act(x).n > x.doc["area"] == x["n"],
    "BB-7.8 coins": extras,
    "BB-7.8 top": lambda x: act(x).n > x["n"] == len(x.s.world.box.track) - 1 - x.doc["track"][letter(x["seat"])],
    "BB-7.9 not_owed": idle,
    "BB-7.9 coins": lambda x: coins(x) and x["needed"] == 5,
    "BB-7.9 other_seat": waits,
    "BB-7.9 has_disc": disc,
    "BB-7.9 no_road": lambda x: not beside(x) and not lost_base(x) and not two_away(x),
    "BB-7.12 not_owed": idle,
    "BB-7.12 other_seat": waits,
    "BB-7.12 no_token": lambda x: "vikings" not in on(x, x["town"]),
    "BB-8.1 not_now": idle,
    "BB-8.5 not_owed": idle,
    "BB-8.5 other_seat": waits,
    "BB-8.5 other_region": lambda x: x["region"] not in [
        s.name for s in x.s.world.config.board.spaces
        if s.kind == "region" and s.tags["region"] == region(x, x["town"])],
    "BB-8.7 not_owed": idle,
    "BB-8.7 other_seat": lambda x: waits(x) and x.doc["stack"][0].startswith(f"princess {letter(x['turn'])}"),
    "BB-8.7 no_choice": lambda x: act(x).choice not in ("pact", "trade", "spurn"),
    "BB-9.3 not_owed": idle,
    "BB-9.3 other_seat": waits,
    "BB-9.4 not_controlled": lambda x: not holds(x, x["loser"], x["town"]),
    "BB-10.1 not_owed": idle,
    "BB-10.1 other_seat": waits,
    "BB-10.5 free": lambda x: not on(x, x["town"]),
    "BB-10.5 foreign": lambda x: disc(x) and on(x, x["town"])[0] == letter(x["owner"]) != letter(x["seat"]),
    "BB-12.1 over": lambda x: x.doc["phase"] == "over",
    "BB-R6 no_card": lambda x: all_told(x) and not fits(x, named(x), x["town"]),
    "BB-R6 none_left": lambda x: not all_told(x) and not fits(
        x, [c for c in range(1, 26) if c not in lying(x)], x["town"]),
    "BB-R7 can_lead": lambda x: any(fits(x, named(x), t) for t in ids(x) if not on(x, t)),
    "BB-R7 declared": lambda x: x.doc["free_lead"],
    "BB-R9 active": lambda x: x["town"] == x.doc["active"],
    "BB-R17 later": later,
    "BB-R19 must_build": lambda x: "build" in acts_of(x) and x.s.world.config.option("monastery_build") == "mandatory",
    "BB-R30 lost": lost_base,
    "BB-R33 two_roads": two_away,
    "BB-R35 must_place": lambda x: "occupy" in acts_of(x),
    "BB-R37 must_act": lambda x: "act" in acts_of(x),
    "BB-R39 lost": lambda x: on(x, x["town"])[0] == letter(x["seat"]) and "vikings" in on(x, x["town"]),
    # prompts
    "duty BB-2.7": lambda x: x.doc["marker"] == "-",
    "duty BB-2.8": lambda x: bidden(x) and not any(on(x, t)[:1] == [letter(x["seat"])] for t in ids(x)),
    "duty BB-4.1": lambda x: x["round"] == x.doc["round"] and any(isinstance(p, Show) for p in x.owed),
    "duty BB-4.2": lambda x: x.doc["pile"] > 1,
    "duty BB-5.1": lambda x: x["each"] == {3: 8, 4: 6, 5: 5}[x.s.world.players],
    "duty BB-5.3": lambda x: len(x.doc["seals"]) < x.s.world.players and x["n"] == min(2, x["size"]),
    "duty BB-6.2": lambda x: bidden(x) and x.doc["turn"] == letter(x["seat"]),
    "duty BB-6.3": lambda x: bidden(x) and not trick(x) and x["colour"] == colour(x, x.doc["active"])
        and not x.doc["free_lead"],
    "duty BB-R7": lambda x: bidden(x) and not trick(x) and x.doc["free_lead"],
    "duty BB-6.4": lambda x: bidden(x) and 0 < len(trick(x)) < x.s.world.players,
    "duty BB-6.7": program,
    "duty BB-7.6": may_buy,
    "duty BB-7.7": may_buy,
    "duty BB-7.8": may_buy,
    "duty BB-7.9": lambda x: bidden(x) and x["price"] == 5 <= x.doc["coins"][letter(x["seat"])],
    "duty BB-7.12": lambda x: bidden(x) and any("vikings" in on(x, t) for t in ids(x)),
    "duty BB-8.2": lambda x: x["step"] == "marriage" and x.doc["bride"] != "",
    "duty BB-9.1": lambda x: x["step"] == "battle",
    "duty BB-10.1": lambda x: "step" in x or (bidden(x) and x["stage"] == 1),
    "duty BB-10.3": lambda x: bidden(x) and x["must"] == (x.s.world.config.option("monastery_build") == "mandatory"),
    "duty BB-11.1": lambda x: x["step"] == "claim",
    "duty BB-8.5": lambda x: bidden(x) and any(not on(x, t) and region(x, t) == x["region"] for t in ids(x)),
    "duty BB-8.6": lambda x: bidden(x) and any(not on(x, t) for t in ids(x)),
    "duty BB-8.7": lambda x: bidden(x) and x.doc["stack"][0].startswith("princess") and x["points"] == 4,
    "duty BB-9.3": lambda x: bidden(x) and any(holds(x, x["loser"], t) for t in ids(x)),
    # remarks
    "notice odd_fleet": lambda x: x["n"] == x.doc["fleets"][-1] and not x["least"] <= x["n"] <= x["most"],
    "notice stock": stock,
    "notice wasted": lambda x: 0 <= x["fewer"] < x["n"],
}  # fmt: skip
