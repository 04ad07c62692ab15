"""Buying cards and buildings, the town hall, giving back, exchanging, swapping a mission (3.1 - 3.3, 3.5, 3.6)."""

from __future__ import annotations

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.types import Decision, Ruling, facts, refuse
from companion.engine.types import Notice as Warned
from companion.games.vikings_gone_wild import events as ev
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.inputs import Build, Buy, Exchange, Forgo, GiveBack, Swap, Upgrade
from companion.games.vikings_gone_wild.rules.common import on_turn
from companion.games.vikings_gone_wild.rules.paying import amount, paid, price, token_rules, tokens_of, unpaid
from companion.games.vikings_gone_wild.rules.rights import tavern_cards
from companion.games.vikings_gone_wild.rules.targets import SLOTS
from companion.games.vikings_gone_wild.state import Phase, State, find
from companion.games.vikings_gone_wild.world import SAME_NAME, program_key


# ---------------------------------------------------------------- cards
def card_for_sale(s: State, act: Buy) -> Ruling | None:
    """VG-4.3, VG-4.9: units, defence cards and face-up cards of Odin's Path, but no undead."""
    world = s.world
    card = world.index.get(act.card)
    if card is None:
        return malformed("VG-4.3", seat=act.seat, card=act.card)
    if act.slot:
        if act.slot not in SLOTS or s.row[SLOTS.index(act.slot)] != card:
            return malformed("VG-4.3", seat=act.seat, card=act.card, slot=act.slot)
        if world.undead[card]:
            return barred("VG-4.9", seat=act.seat, card=act.card)
    elif world.cards[card].deck not in ("unit", "defence"):
        rule = "VG-4.9" if world.undead[card] else "VG-4.3"
        return barred(rule, seat=act.seat, card=act.card)
    return None


def bought(act: Buy | Build) -> str:
    """The card that is paid for."""
    return act.card if isinstance(act, Buy) else act.building


def pile_not_empty(s: State, act: Buy | Build) -> Ruling | None:
    """VG-4.11."""
    card, from_row = bought(act), isinstance(act, Buy) and act.slot
    if not from_row and s.supply[s.world.pile_of[s.world.index[card]]] == 0:
        return barred("VG-4.11", seat=act.seat, card=card)
    return None


def price_paid(s: State, act: Buy | Build) -> Ruling | None:
    beer, gold = price(s, s.world.index[bought(act)])
    return unpaid(s, seat_of(act), beer, gold, act.beer, act.gold)


@guarded(on_turn, card_for_sale, pile_not_empty, price_paid)
def buy(s: State, act: Buy) -> Decision:
    beer, gold = price(s, s.world.index[act.card])
    rules = ("VG-4.3", "VG-4.4", "VG-4.6", *token_rules(s, act.beer, act.gold))
    if act.slot:
        rules = (*rules, "VG-4.8")
    return (ev.Bought(seat_of(act), act.card, act.slot, paid(s, beer, gold, act.beer, act.gold), rules=rules),)


# ---------------------------------------------------------------- buildings
def building_known(s: State, act: Build) -> Ruling | None:
    card = s.world.index.get(act.building)
    if card is None or s.world.cards[card].deck != "building":
        return malformed("VG-4.3", seat=act.seat, card=act.building)
    return None


def village_has_room(s: State, act: Build) -> Ruling | None:
    """VG-5.2: the active hall limits the village; halls and defence cards are not counted."""
    p = s.players[seat_of(act)]
    limit = s.world.cards[p.village[0].card].limit
    if limit is not None and len(p.village) > limit:
        return refuse("VG-5.2", seat=act.seat, card=act.building, limit=limit)
    return None


def name_has_room(s: State, act: Build) -> Ruling | None:
    """VG-5.3: three of one name, those under construction too."""
    card = s.world.index[act.building]
    if not free_number(s, seat_of(act), card):
        return barred("VG-5.3", seat=act.seat, card=act.building)
    return None


def free_number(s: State, seat: int, card: int) -> int:
    """The lowest number that is free for a building of this name, or 0."""
    taken = [b.no for b in s.players[seat].village if b.card == card]
    return next((no for no in range(1, SAME_NAME + 1) if no not in taken), 0)


@guarded(on_turn, building_known, village_has_room, name_has_room, pile_not_empty, price_paid)
def build(s: State, act: Build) -> Decision:
    seat, card = seat_of(act), s.world.index[act.building]
    beer, gold = price(s, card)
    space = s.world.names[seat][card][free_number(s, seat, card)]
    rules = ("VG-5.4", "VG-5.1", "VG-5.5", *token_rules(s, act.beer, act.gold))
    return (ev.Built(seat, space, act.building, paid(s, beer, gold, act.beer, act.gold), rules=rules),)


def hall_can_rise(s: State, act: Upgrade) -> Ruling | None:
    """VG-6.1, VG-R28: one level at a time, and not while it is under construction."""
    hall = s.players[seat_of(act)].village[0]
    if not hall.ready:
        return barred("VG-R28", seat=act.seat, why="rises")
    if s.world.cards[hall.card].upgrade is None:
        return barred("VG-6.1", seat=act.seat)
    return None


def hall_paid(s: State, act: Upgrade) -> Ruling | None:
    beer, gold = hall_price(s, seat_of(act))
    return unpaid(s, seat_of(act), beer, gold, act.beer, act.gold)


def hall_price(s: State, seat: int) -> tuple[int, int]:
    return s.world.cards[s.players[seat].village[0].card].upgrade or (0, 0)


@guarded(on_turn, hall_can_rise, hall_paid)
def upgrade(s: State, act: Upgrade) -> Decision:
    seat = seat_of(act)
    beer, gold = hall_price(s, seat)
    level = s.world.cards[s.players[seat].village[0].card].level + 1
    rules = ("VG-6.1", "VG-6.2", *token_rules(s, act.beer, act.gold))
    if program_key(s.world.ids[s.world.hall[level]], "built") in s.world.programs:
        rules = (*rules, "VG-6.4", "VG-R42")
    return (ev.Upgraded(seat, level, paid(s, beer, gold, act.beer, act.gold), rules=rules),)


def own_building(s: State, act: GiveBack) -> Ruling | None:
    """VG-5.6, VG-R28: an own building, never the hall."""
    found = s.world.spaces.get(act.building)
    if found is None or found[0] != act.seat or find(s.players[found[0]], found[1], found[2]) < 0:
        return malformed("VG-5.6", seat=act.seat, building=act.building)
    if found[2] == 0:
        return barred("VG-R28", seat=act.seat, why="stays")
    return None


def once_a_round(s: State, act: GiveBack) -> Ruling | None:
    if s.players[seat_of(act)].returned:
        return refuse("VG-5.6", seat=act.seat, building=act.building)
    return None


@guarded(on_turn, own_building, once_a_round)
def give_back(s: State, act: GiveBack) -> Decision:
    return (ev.GivenBack(seat_of(act), act.building, rules=("VG-5.6", "VG-R29")),)


# ---------------------------------------------------------------- exchange
def kind_known(s: State, act: Exchange) -> Ruling | None:
    return None if act.give in v.KINDS else malformed("VG-12.1", seat=act.seat, kind=act.give)


def two_given(s: State, act: Exchange) -> Ruling | None:
    """VG-12.1: two of a kind."""
    beer = act.give == v.BEER
    tokens = (act.tokens, ()) if beer else ((), act.tokens)
    ruling = unpaid(s, seat_of(act), 2 if beer else 0, 0 if beer else 2, *tokens)
    if ruling is not None and ruling.rule == "VG-4.4":
        has = (s.now.beer if beer else s.now.gold) + amount(tokens_of(s, seat_of(act), act.give))
        few = {"has": has} if has < 2 else {}  # enough is there, but it was not all named
        return refuse("VG-12.1", seat=act.seat, kind=act.give, **few)
    return ruling


@guarded(on_turn, kind_known, two_given)
def exchange(s: State, act: Exchange) -> Decision:
    pool = s.now.beer if act.give == v.BEER else s.now.gold
    mixed = ("VG-R33",) if act.tokens and pool else ()
    given = max(0, min(pool, 2 - amount(act.tokens)))
    rules = ("VG-12.1", "VG-12.2", "VG-4.10", *mixed)
    return (ev.Exchanged(seat_of(act), act.give, given, act.tokens, rules=rules),)


# ---------------------------------------------------------------- missions
def mission_open(s: State, act: Swap) -> Ruling | None:
    card = s.world.index.get(act.mission, -1)
    if all(m.card != card for m in s.players[seat_of(act)].missions):
        return malformed("VG-11.4", seat=act.seat, mission=act.mission)
    return None


def one_swap(s: State, act: Swap) -> Ruling | None:
    if s.players[seat_of(act)].swapped:
        return refuse("VG-11.4", seat=act.seat, mission=act.mission)
    return None


def swap_paid(s: State, act: Swap) -> Ruling | None:
    return unpaid(s, seat_of(act), 0, 1, (), act.gold)


@guarded(on_turn, mission_open, one_swap, swap_paid)
def swap(s: State, act: Swap) -> Decision:
    seat = seat_of(act)
    rules = ("VG-11.4", "VG-11.5", "VG-R27", *token_rules(s, (), act.gold))
    swapped = ev.MissionSwapped(seat, act.mission, paid(s, 0, 1, (), act.gold), rules=rules)
    if s.missions:
        return (swapped,)
    warning = Warned("same_mission", facts(seat=seat, card=act.mission), rules=("VG-R27",))
    return (swapped, warning)


# ---------------------------------------------------------------- taverns
def may_forgo(s: State, act: Forgo) -> Ruling | None:
    """VG-3.2: cards of taverns may be left; which ones is said before the next draw phase."""
    if s.phase in (Phase.SETUP, Phase.OVER) or act.seat is None or not 0 <= act.seat < s.world.players:
        return malformed("VG-3.2", seat=act.seat, why="time")
    most = tavern_cards(s, act.seat)
    if not 0 <= act.n <= most:
        return malformed("VG-3.2", seat=act.seat, most=most)
    if s.players[act.seat].forgo == act.n:
        return malformed("VG-3.2", seat=act.seat, most=most, why="same")
    return None


def forgo(s: State, act: Forgo, waived: frozenset[str]) -> Decision:
    ruling = may_forgo(s, act)
    return ruling if ruling is not None else (ev.Forgone(seat_of(act), act.n, rules=("VG-3.2",)),)
