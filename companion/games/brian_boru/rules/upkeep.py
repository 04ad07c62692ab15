"""The upkeep as a guided sequence: marriage, battle, church, claims (chapters 8 to 11, BB-12.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.guards import Waived
from companion.engine.types import Event
from companion.games.brian_boru import events as ev
from companion.games.brian_boru.box import PRINCESS
from companion.games.brian_boru.effects.upkeep import place_text
from companion.games.brian_boru.inputs import Proceed
from companion.games.brian_boru.rules.guards import Outcome, impossible, turn
from companion.games.brian_boru.score import allied, final_totals, weights, winners_of
from companion.games.brian_boru.state import (
    ABOVE,
    DOWN,
    NOBODY,
    UPKEEP_STEPS,
    State,
    Task,
    clockwise,
    controlled,
    free,
    princess,
    sites,
)

Auto = Callable[[State, Task], Sequence[Event]]
STEP_RULES = dict(zip(UPKEEP_STEPS, ("BB-8.2", "BB-9.1", "BB-10.1", "BB-11.1"), strict=True))


def proceed(s: State, act: Proceed, waived: Waived) -> Outcome:
    """BB-8.1: the next of the four steps, when the table is ready for it."""
    if not s.stack or s.stack[0][0] not in UPKEEP_STEPS or act.seat is not None:
        return impossible("BB-8.1", "not_now", **turn(s))
    step = s.stack[0][0]
    return [ev.StepBegun(step, rules=("BB-8.1", STEP_RULES[step]))]


def most(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Seats with the highest number."""
    top = max(counts)
    return tuple(p for p, n in enumerate(counts) if n == top)


# ---------------------------------------------------------------- marriage
def _wedding(s: State, t: Task) -> Sequence[Event]:
    top = max(s.track)
    if top == 0:
        return (ev.BrideLeft(s.bride, rules=("BB-8.4",)),)
    seat = s.track.index(top)  # above the first space nobody shares a space (BB-7.10)
    if s.bride == PRINCESS:
        return (ev.Wedded(seat, PRINCESS, top, 0, 0, rules=("BB-8.2", "BB-8.7")),)
    bride = s.world.box.brides[s.bride]
    rules = ("BB-8.2", "BB-7.5", "BB-8.5") if bride.town else ("BB-8.2", "BB-7.5")
    return (ev.Wedded(seat, s.bride, top, bride.vp, bride.renown, rules=rules),)


def region_free(s: State, region: int) -> int:
    """Free towns of a region; -1 stands for the whole board, a region that is not on the board has none."""
    if region == NOBODY:
        return free(s)
    return free(s) & s.world.region_mask[region] if region < len(s.world.regions) else 0


def _town(s: State, t: Task) -> Sequence[Event]:
    _, seat, region = t
    if region_free(s, region):
        return ()
    name = s.world.regions[region] if 0 <= region < len(s.world.regions) else ""
    return (ev.RewardVoid(seat, name, rules=("BB-8.6",) if region == NOBODY else ("BB-8.5",)),)


def _reward(s: State, t: Task) -> Sequence[Event]:
    _, seat, space = t
    icons = s.world.box.track[space]
    return (ev.Rewarded(seat, space, icons.count("K"), icons.count("A"), rules=("BB-8.3", "BB-R14")),)


# ---------------------------------------------------------------- battle
def _landing(s: State, t: Task) -> Sequence[Event]:
    """BB-9.1 to 9.3; equal numbers are fewest and most at once (BB-R16)."""
    counts = s.recruited if s.world.this_round else s.raiders
    if not s.area:
        return (ev.VikingsBeaten(counts, rules=("BB-9.1",)),)
    fewest = min(counts)
    losing = [p for p in clockwise(s, max(s.marker, 0)) if counts[p] == fewest]
    strongest = most(counts)
    chooser = strongest[0] if len(strongest) == 1 else NOBODY
    rules = ["BB-9.2", "BB-9.3", "BB-R15"]
    rules += ["BB-R16"] if len(losing) == len(counts) else []
    rules += ["BB-R17"] if len(losing) > 1 else []
    return (ev.VikingsLanded(s.area, counts, tuple(losing), chooser, rules=tuple(rules)),)


def _lose(s: State, t: Task) -> Sequence[Event]:
    return () if controlled(s, t[1]) else (ev.NothingLost(t[1], rules=("BB-9.4", "BB-R38")),)



def _spoils1(s: State, t: Task) -> Sequence[Event]:
    counts, best = s.raiders, most(s.raiders)
    if len(best) > 1:
        return (ev.SpoilsSkipped(1, counts, rules=("BB-9.6",) if max(counts) else ("BB-9.8",)),)
    renown = s.renown[best[0]] + 1
    return (ev.GreatSpoils(best[0], counts, renown, renown, rules=("BB-9.6", "BB-R20", "BB-9.5")),)


def _spoils2(s: State, t: Task) -> Sequence[Event]:
    counts = s.raiders
    if not max(counts):
        return (ev.SpoilsSkipped(2, counts, rules=("BB-9.8",)),)
    return (ev.SmallSpoils(most(counts), counts, rules=("BB-9.7", "BB-9.9", "BB-R41")),)


# ---------------------------------------------------------------- church
def _church1(s: State, t: Task) -> Sequence[Event]:
    counts, best = s.church, most(s.church)
    if not max(counts):
        return (ev.ChurchSkipped(1, counts, rules=("BB-10.1", "BB-R18")),)
    if len(best) > 1:
        return (ev.ChurchSkipped(1, counts, rules=("BB-10.1",)),)
    return (ev.ChurchLed(best[0], counts, rules=("BB-10.1",)),)


def _church2(s: State, t: Task) -> Sequence[Event]:
    counts = s.church
    if not max(counts):
        return (ev.ChurchSkipped(2, counts, rules=("BB-10.2", "BB-R18")),)
    return (ev.ChurchFavoured(most(counts), counts, rules=("BB-10.2", "BB-10.5")),)


def _church3(s: State, t: Task) -> Sequence[Event]:
    able = tuple(p for p in clockwise(s, max(s.marker, 0)) if s.church[p] >= 4)
    if not able:
        return (ev.ChurchSkipped(3, s.church, rules=("BB-10.3",)),)
    rules = ("BB-10.3", "BB-10.4") if len(able) > 1 else ("BB-10.3",)
    return (ev.ChurchBuilders(able, s.church, rules=rules),)


def _build(s: State, t: Task) -> Sequence[Event]:
    return () if sites(s, t[1]) else (ev.NoSite(t[1], t[2], rules=("BB-10.5", "BB-1.4")),)



# ---------------------------------------------------------------- claims and what comes after
def _open(s: State, t: Task) -> Sequence[Event]:
    """Part A: all towns controlled by anybody, the Vikings too, a monastery counts twice (BB-11.1, BB-1.5, BB-R1)."""
    rows = []
    for r, place in enumerate(s.claims):
        if place == DOWN:
            by_seat, vikings = weights(s, r)
            n, needed = sum(by_seat) + vikings, s.world.threshold[r]
            rows.append(ev.RegionSum(s.world.regions[r], n, needed, n >= needed + s.world.more_than))
    return (ev.ThresholdsChecked(tuple(rows), rules=("BB-11.1", "BB-1.5", "BB-R1")),)


def _award(s: State, t: Task) -> Sequence[Event]:
    """Part B, after part A is done for all (BB-11.2 to 11.6)."""
    rows, rules = [], ["BB-11.2"]
    for r, place in enumerate(s.claims):
        if place == DOWN:
            continue
        by_seat, vikings = allied(s, r)
        now, why = awarded(place, by_seat, vikings)
        rows.append(ev.RegionVote(s.world.regions[r], by_seat, vikings, place_text(place), place_text(now)))
        rules += [rule for rule in why if rule not in rules]
    if s.alliance == "pact" and princess(s) >= 0:
        rules.append("BB-8.8")
    return (ev.ClaimsAwarded(tuple(rows), rules=tuple(rules)),)


def awarded(place: int, by_seat: tuple[int, ...], vikings: int) -> tuple[int, tuple[str, ...]]:
    """Where a token lies after the vote, and the rules that say so."""
    best = max(by_seat)
    top = [p for p, w in enumerate(by_seat) if w == best]
    if vikings > best:
        return ABOVE, ("BB-11.5", "BB-R22") if place > NOBODY else ("BB-11.5",)
    if best == 0:
        return place, ("BB-11.4",)
    if len(top) > 1 or vikings == best:
        return place, ("BB-11.4", *(("BB-R24",) if vikings == best else ()), *(("BB-R23",) if place >= 0 else ()))
    return top[0], ("BB-11.3", "BB-11.6")


def _close(s: State, t: Task) -> Sequence[Event]:
    """BB-12.1: the round of the princess was the last."""
    if s.pile:
        return (ev.RoundBegun(s.round + 1, rules=("BB-12.1", "BB-3.1")),)
    totals = final_totals(s)
    won = winners_of(s, totals)
    tie = ("BB-R32",) if sum(t == max(totals) for t in totals) > 1 else ()
    return (ev.Ended(won, totals, rules=("BB-12.8", "BB-12.1", "BB-3.3", *tie)),)


AUTO: dict[str, Auto] = {
    "wedding": _wedding,
    "town": _town,
    "home": lambda _s, t: (ev.DiscReturned(t[1], rules=("BB-8.2", "BB-8.3")),),
    "reward": _reward,
    "landing": _landing,
    "lose": _lose,
    "clear": lambda s, _t: (ev.AreaCleared(s.area, rules=("BB-9.5", "BB-R21")),),
    "spoils1": _spoils1,
    "spoils2": _spoils2,
    "church1": _church1,
    "church2": _church2,
    "church3": _church3,
    "build": _build,
    "bless": lambda s, t: (ev.ChurchBlessed(t[1], s.church[t[1]], rules=("BB-10.1", "BB-6.9")),),
    "open": _open,
    "award": _award,
    "close": _close,
}
