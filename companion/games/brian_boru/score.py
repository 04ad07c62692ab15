"""The score: weights of regions, the projected and the final reckoning, the tie-break (chapter 12)."""

from __future__ import annotations

from typing import Any

from companion.engine.types import ScoreLine, ScoreRow, ScoreSheet, facts
from companion.games.brian_boru.state import ABOVE, NOBODY, SLOT, TALLY, Phase, State, added, controlled, princess

TALLY_RULES = {
    "marriage": "BB-8.2",
    "spurned": "BB-8.7",
    "spoils1": "BB-9.6",
    "spoils2": "BB-9.7",
    "church": "BB-10.2",
    "paid": "BB-7.4",
}


def weights(s: State, region: int, double: bool = True) -> tuple[tuple[int, ...], int]:
    """Towns controlled in a region by each seat and by the Vikings; a monastery counts twice (BB-1.5)."""
    mask = s.world.region_mask[region]
    twice = s.monasteries if double else 0

    def weight(towns: int) -> int:
        return towns.bit_count() + (towns & twice).bit_count()

    return tuple(weight(m & mask & ~s.vikings) for m in s.discs), weight(s.vikings & mask)


def allied(s: State, region: int, double: bool = True) -> tuple[tuple[int, ...], int]:
    """The same, but with a pact the Vikings' weight is its holder's and they are no party (BB-8.8)."""
    by_seat, vikings = weights(s, region, double)
    holder = princess(s)
    if s.alliance == "pact" and holder >= 0:
        return added(by_seat, holder, vikings), 0
    return by_seat, vikings


def richest(s: State) -> int:
    """BB-12.2: a single player with most coins."""
    top = max(s.coins)
    return s.coins.index(top) if s.coins.count(top) == 1 else NOBODY


def half_values(s: State) -> list[tuple[int, tuple[int, ...], int, tuple[int, ...], int]]:
    """BB-12.6: region, weights, Vikings, who scores, points; for each face-up token that nobody holds."""
    found = []
    for r, place in enumerate(s.claims):
        if place != ABOVE and (place != SLOT or s.world.half_above):
            continue
        by_seat, vikings = allied(s, r, s.world.half_doubled)
        best = max(by_seat)
        lost = best == 0 or (s.world.half_blocked and vikings > best)
        scoring = () if lost else tuple(p for p, w in enumerate(by_seat) if w == best)
        found.append((r, by_seat, vikings, scoring, s.world.value[r] // 2))
    return found


def regions_of(s: State, seat: int) -> tuple[int, ...]:
    """BB-12.7: regions with at least one controlled town; Viking towns count for the trade's holder (BB-8.9)."""
    towns = controlled(s, seat)
    if s.alliance == "trade" and princess(s) == seat:
        towns |= s.vikings
    return tuple(r for r, m in enumerate(s.world.region_mask) if m & towns)


def bonus_lines(s: State, seat: int) -> list[ScoreLine]:
    """The lines of the final reckoning beside the score track, as things lie now (BB-12.2 to 12.7)."""
    world = s.world
    lines = [
        ScoreLine("coins", int(richest(s) == seat), "BB-12.2", facts(coins=s.coins)),
        ScoreLine("marker", int(s.marker == seat), "BB-12.3"),
        ScoreLine("renown", s.renown[seat], "BB-12.4"),
    ]
    for r, place in enumerate(s.claims):
        if place == seat:
            lines.append(ScoreLine("claim", world.value[r], "BB-12.5", facts(region=world.regions[r])))
    for r, by_seat, vikings, scoring, points in half_values(s):
        if seat in scoring:
            known = facts(region=world.regions[r], weights=by_seat, vikings=vikings)
            lines.append(ScoreLine("half", points, "BB-12.6", known))
    regions = regions_of(s, seat)
    known = facts(regions=tuple(world.regions[r] for r in regions), n=len(regions))
    lines.append(ScoreLine("regions", world.box.region_vp[len(regions)], "BB-12.7", known))
    return lines


def total_of(s: State, seat: int) -> int:
    """BB-12.8: the score track and all bonuses."""
    return s.vp[seat] + sum(line.points for line in bonus_lines(s, seat))


def final_totals(s: State) -> tuple[int, ...]:
    return tuple(total_of(s, p) for p in range(s.world.players))


def standing(s: State, totals: tuple[int, ...], seat: int) -> tuple[int, int, int]:
    """What ranks a seat: total, then number of claim tokens, then marriage cards (BB-12.8)."""
    return totals[seat], s.claims.count(seat), len(s.wives[seat])


def winners_of(s: State, totals: tuple[int, ...]) -> tuple[int, ...]:
    ranks = [standing(s, totals, p) for p in range(s.world.players)]
    return tuple(p for p, r in enumerate(ranks) if r == max(ranks))


def score(s: State) -> ScoreSheet:
    """Live: the score track by source, with the projected bonus beside it; final: the seven lines (BB-12.8)."""
    totals = final_totals(s)
    final = s.phase == Phase.OVER
    ranks = [standing(s, totals, p) for p in range(s.world.players)]
    rows = []
    for p in range(s.world.players):
        bonus = bonus_lines(s, p)
        track = ScoreLine("track", s.vp[p], "BB-12.8")
        lines = (track, *bonus) if final else tuple(_sources(s, p))
        total = totals[p] if final else s.vp[p]
        rank = 1 + sum(r > ranks[p] for r in ranks) if final else 1 + sum(v > s.vp[p] for v in s.vp)
        rows.append(ScoreRow(p, total, rank, lines, _known(s, p, bonus, totals[p])))
    options = tuple(sorted((k, v) for k, v in s.world.config.options.items()))
    return ScoreSheet(tuple(rows), final, facts(options=options, winners=s.winners, round=s.round))


def _sources(s: State, seat: int) -> list[ScoreLine]:
    start = s.world.box.vp
    by_hand = s.vp[seat] - start - sum(s.tally[seat])
    lines = [ScoreLine("start", start, "BB-2.2")]
    for source, n in zip(TALLY, s.tally[seat], strict=True):
        if n:
            lines.append(ScoreLine(source, n, TALLY_RULES[source]))
    return [*lines, ScoreLine("by hand", by_hand, "K-AMEND")] if by_hand else lines


def _known(s: State, seat: int, bonus: list[ScoreLine], projected: int) -> tuple[tuple[str, Any], ...]:
    return facts(
        coins=s.coins[seat],
        renown=s.renown[seat],
        raiders=s.raiders[seat],
        church=s.church[seat],
        space=s.track[seat],
        towns=controlled(s, seat).bit_count(),
        monasteries=(s.monasteries & controlled(s, seat)).bit_count(),
        regions=len(regions_of(s, seat)),
        claims=tuple(s.world.regions[r] for r, place in enumerate(s.claims) if place == seat),
        wives=s.wives[seat],
        projected=projected,
        projected_lines=tuple((line.label, line.points) for line in bonus),
    )
