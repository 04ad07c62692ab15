"""Claim tokens: which regions turn up, who takes them (chapter 11)."""

from __future__ import annotations

from companion.games.brian_boru import events as ev
from companion.games.brian_boru.effects.upkeep import place_text
from companion.games.brian_boru.score import weights
from companion.games.brian_boru.state import ABOVE, DOWN, NOBODY, State, princess


def thresholds(s: State) -> ev.ThresholdsChecked:
    """Part A: all towns controlled by anybody, the Vikings too, a monastery counts twice (BB-11.1, BB-1.5, BB-R1)."""
    rows = []
    above = s.world.is_set("threshold_rule", "more_than")
    for r, place in enumerate(s.claims):
        if place == DOWN:
            by_seat, vikings = weights(s, r)
            n, needed = sum(by_seat) + vikings, s.world.threshold[r]
            rows.append(ev.RegionSum(s.world.regions[r], n, needed, n > needed if above else n >= needed))
    return ev.ThresholdsChecked(tuple(rows), rules=("BB-11.1", "BB-1.5", "BB-R1"))


def awards(s: State) -> ev.ClaimsAwarded:
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
    return ev.ClaimsAwarded(tuple(rows), rules=tuple(rules))


def allied(s: State, region: int) -> tuple[tuple[int, ...], int]:
    """Weights by seat and of the Vikings; with a pact theirs are its holder's and they are no party (BB-8.8)."""
    by_seat, vikings = weights(s, region)
    holder = princess(s)
    if s.alliance == "pact" and holder >= 0:
        return tuple(w + vikings if p == holder else w for p, w in enumerate(by_seat)), 0
    return by_seat, vikings


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
