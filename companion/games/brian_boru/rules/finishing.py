"""Acts that finish an icon or a step of the upkeep: extras, expansion, towns, the princess, losses, monasteries."""

from __future__ import annotations

from companion.engine.guards import Waived, guarded, seat_of
from companion.engine.types import Event, Notice, Ruling, facts
from companion.games.brian_boru import events as ev
from companion.games.brian_boru import inputs as acts
from companion.games.brian_boru.rules.guards import (
    Outcome,
    impossible,
    malformed,
    on_top,
    refused,
    town_known,
    turn,
    without_disc,
)
from companion.games.brian_boru.rules.upkeep import region_free
from companion.games.brian_boru.state import NOBODY, Phase, State, asked, controlled, owner, resting, room, sites

WINDOW_RULES = {"+m": "BB-7.8", "+v": "BB-7.7", "+c": "BB-7.6"}


# ---------------------------------------------------------------- extras
def not_negative(s: State, act: acts.Buy) -> Ruling | None:
    return malformed("BB-7.1", "negative", seat=act.seat) if act.n < 0 else None


def affordable(s: State, act: acts.Buy) -> Ruling | None:
    """BB-7.6 to 7.8, BB-1.7: two coins each, as many as there is room for; raiders come only from the battle area."""
    window, seat, _ = s.stack[0]
    rule, coins, needed = WINDOW_RULES[window], s.coins[seat], act.n * s.world.box.extra
    if needed > coins:
        return impossible(rule, "coins", seat=seat, coins=coins, needed=needed)
    if act.n > room(s, s.stack[0]):
        return impossible(rule, "area" if window == "+v" else "top", seat=seat, n=room(s, s.stack[0]))
    return None


@guarded(on_top("BB-7.1", *WINDOW_RULES, why="no_extras"), not_negative, affordable)
def buy(s: State, act: acts.Buy) -> Outcome:
    window, seat, _ = s.stack[0]
    rules = (WINDOW_RULES[window], "BB-7.1", "BB-R12")
    events: list[Event] = [ev.Bought(seat, window[1], act.n, act.n * s.world.box.extra, rules=rules)]
    if window == "+m" and enough(s, seat, act.n) < act.n:
        events.append(Notice("wasted", facts(seat=seat, n=act.n, fewer=enough(s, seat, act.n)), rules=("BB-7.11",)))
    return events


def enough(s: State, seat: int, n: int) -> int:
    """The fewest steps that end on the same space as ``n`` (BB-7.11)."""
    at = s.track[seat]
    goal = resting(s.track, seat, at + n)
    return next(k for k in range(n + 1) if resting(s.track, seat, at + k) == goal)


# ---------------------------------------------------------------- expansion
def expanding(s: State, act: acts.Expand) -> Ruling | None:
    """Why nobody expands now, beside that no such icon is left: too few coins, a base that is lost."""
    if s.stack and s.stack[0][0] == "E":
        return None
    if s.phase in (Phase.ACT, Phase.LEAD, Phase.PLAY) and act.seat is not None and act.town in s.world.index:
        needed, coins = s.world.box.expansion, s.coins[act.seat]
        if coins < needed:
            return impossible("BB-7.9", "coins", seat=act.seat, needed=needed, coins=coins)
        ruling = one_road(s, act)
        if ruling is not None and ruling.rule == "BB-R30":
            return impossible("BB-R30", "lost", seat=act.seat, town=act.town)
    return None


def not_active(s: State, act: acts.Expand) -> Ruling | None:
    """BB-R9: not the active town."""
    if s.world.index[act.town] == s.active and not s.world.allow_active:
        return refused("BB-R9", "active", seat=act.seat, town=act.town)
    return None


def one_road(s: State, act: acts.Expand) -> Ruling | None:
    """BB-7.9: one direct road from a controlled town; not over a town (BB-R33), not from a lost one (BB-R30)."""
    seat, i, world = seat_of(act), s.world.index[act.town], s.world
    if world.roads[i] & controlled(s, seat):
        return None
    if world.roads[i] & s.discs[seat]:
        return refused("BB-R30", "lost", seat=seat, town=act.town)
    if world.two_away[i] & controlled(s, seat):
        return refused("BB-R33", "two_roads", seat=seat, town=act.town)
    return refused("BB-7.9", "no_road", seat=seat, town=act.town)


@guarded(expanding, on_top("BB-7.9", "E"), town_known, without_disc("BB-7.9"), not_active, one_road)
def expand(s: State, act: acts.Expand) -> Outcome:
    coins = min(s.world.box.expansion, s.coins[seat_of(act)])
    return [ev.Expanded(seat_of(act), act.town, coins, rules=("BB-7.9", "BB-1.3"))]


# ---------------------------------------------------------------- Viking control tokens
def under_token(s: State, act: acts.Liberate) -> Ruling | None:
    """BB-7.12: there must be a token to remove."""
    if not s.vikings >> s.world.index[act.town] & 1:
        return impossible("BB-7.12", "no_token", seat=act.seat, town=act.town)
    return None


@guarded(on_top("BB-7.12", "X"), town_known, under_token)
def liberate(s: State, act: acts.Liberate) -> Outcome:
    whose = owner(s, s.world.index[act.town])
    return [ev.Liberated(seat_of(act), act.town, whose, rules=("BB-7.12", "BB-1.3"))]


# ---------------------------------------------------------------- leaving a right unused
KEPT_OPEN = {
    "town": ("BB-R35", "must_place"),
    "lose": ("BB-9.3", "must_lose"),
    "princess": ("BB-8.7", "must_choose"),
    **dict.fromkeys(WINDOW_RULES, ("BB-7.1", "buy_none")),
}


def decline(s: State, act: acts.Decline, waived: Waived) -> Outcome:
    """Only expansions and monasteries may be left (BB-7.1, BB-R35, BB-R37, BB-R19)."""
    if not s.stack:
        if s.phase == Phase.ACT and act.seat == s.queue[0]:
            return impossible("BB-R37", "must_act", seat=act.seat)
        return impossible("BB-7.1", "nothing_open", seat=act.seat, **turn(s))
    kind, seat, _ = s.stack[0]
    if seat == NOBODY:
        return impossible("BB-7.1", "nothing_open", seat=act.seat)
    if asked(s) != act.seat:
        return impossible("BB-7.1", "other_seat", seat=act.seat, turn=asked(s))
    if kind == "E":
        return [ev.Declined(seat, "expansion", rules=("BB-7.9", "BB-7.1"))]
    if kind == "build":
        if s.world.must_build and "BB-R19" not in waived:
            return refused("BB-R19", "must_build", seat=act.seat)
        return [ev.Declined(seat, "monastery", rules=("BB-R19", "BB-10.3"))]
    rule, why = KEPT_OPEN.get(kind, ("BB-7.1", "must_finish"))
    return impossible(rule, why, seat=act.seat)


# ---------------------------------------------------------------- towns as a reward

def reward_region(s: State, act: acts.Occupy) -> Ruling | None:
    """BB-8.5: a marriage names its region; the track leaves it open (BB-8.6)."""
    if not region_free(s, s.stack[0][2]) >> s.world.index[act.town] & 1:
        region = s.world.names[s.stack[0][2]]
        return refused("BB-8.5", "other_region", seat=act.seat, town=act.town, region=region)
    return None


@guarded(on_top("BB-8.5", "town"), town_known, without_disc("BB-1.2"), reward_region)
def occupy(s: State, act: acts.Occupy) -> Outcome:
    region = s.stack[0][2]
    letter = "" if region == NOBODY else s.world.regions[region]
    rules = ("BB-8.6", "BB-R31", "BB-R35") if region == NOBODY else ("BB-8.5", "BB-R31", "BB-R35")
    return [ev.TownGained(seat_of(act), act.town, letter, rules=rules)]


# ---------------------------------------------------------------- the princess
def choice_known(s: State, act: acts.Ally) -> Ruling | None:
    if act.choice not in (acts.PACT, acts.TRADE, acts.SPURN):
        return malformed("BB-8.7", "no_choice", seat=act.seat)
    return None


@guarded(on_top("BB-8.7", "princess"), choice_known)
def ally(s: State, act: acts.Ally) -> Outcome:
    points = s.world.box.spurned_vp if act.choice == acts.SPURN else 0
    rules = {
        acts.PACT: ("BB-8.7", "BB-8.8", "BB-R29"),
        acts.TRADE: ("BB-8.7", "BB-8.9", "BB-R28"),
        acts.SPURN: ("BB-8.7", "BB-R32"),
    }
    return [ev.Allied(seat_of(act), act.choice, points, rules=rules[act.choice])]


# ---------------------------------------------------------------- losses

def loser_controls(s: State, act: acts.GiveUp) -> Ruling | None:
    """BB-9.4: only a town that this loser controls; several losers go in their order (BB-R17)."""
    i, loser = s.world.index[act.town], s.stack[0][1]
    if controlled(s, loser) >> i & 1:
        return None
    later = any(t[0] == "lose" and controlled(s, t[1]) >> i & 1 for t in s.stack[1:])
    rule = "BB-R17" if later else "BB-9.4"
    return impossible(rule, "later" if later else "not_controlled", seat=act.seat, town=act.town, loser=loser)


@guarded(on_top("BB-9.3", "lose"), town_known, loser_controls)
def give_up(s: State, act: acts.GiveUp) -> Outcome:
    """BB-9.3: the single player with most raiders chooses, else each loser."""
    loser = s.stack[0][1]
    return [ev.TownLost(loser, act.town, seat_of(act), rules=("BB-9.3", "BB-9.4", "BB-R3", "BB-1.3"))]


# ---------------------------------------------------------------- monasteries
def no_second(s: State, act: acts.Build) -> Ruling | None:
    """BB-1.4."""
    if s.monasteries >> s.world.index[act.town] & 1:
        return impossible("BB-1.4", "has_monastery", seat=act.seat, town=act.town)
    return None


def own_town(s: State, act: acts.Build) -> Ruling | None:
    """BB-10.5, BB-R39: a controlled town, not one under a Viking control token."""
    seat, i = seat_of(act), s.world.index[act.town]
    if sites(s, seat) >> i & 1:
        return None
    if s.discs[seat] >> i & 1:
        return refused("BB-R39", "lost", seat=seat, town=act.town)
    if owner(s, i) == NOBODY:
        return impossible("BB-10.5", "free", seat=seat, town=act.town)
    return refused("BB-10.5", "foreign", seat=seat, town=act.town, owner=owner(s, i))


@guarded(on_top("BB-10.1", "build"), town_known, no_second, own_town)
def build(s: State, act: acts.Build) -> Outcome:
    """BB-10.1 and BB-10.3: in stage 3 the builder's discs go; in stage 1 they go anyway."""
    _, seat, stage = s.stack[0]
    rules = ("BB-10.1", "BB-10.5", "BB-R19") if stage == 1 else ("BB-10.3", "BB-10.5", "BB-R19")
    return [ev.MonasteryBuilt(seat, act.town, stage, s.church[seat] if stage == 3 else 0, rules=rules)]
