"""The state of Vikings Gone Wild as a plain mapping, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.types import LETTERS
from companion.games.vikings_gone_wild.position.keys import STATE, Reader
from companion.games.vikings_gone_wild.position.keys import building_name as building_name
from companion.games.vikings_gone_wild.position.keys import names as names
from companion.games.vikings_gone_wild.rules.targets import target_card
from companion.games.vikings_gone_wild.state import Phase, State, fresh
from companion.games.vikings_gone_wild.world import BONUSES, OPEN_FAVOURS, ROW, World
from companion.games.vikings_gone_wild.zones import owned, shuffled, size, without

FOUR = ("beer_tycoon", "conqueror", "builder", "defender")  # bonus cards that lie open where nothing else is told


def position(s: State) -> dict[str, Any]:
    return STATE.write(s.world, s)


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """Left out: the set-up's values; in a later phase the piles are what is seen nowhere, shuffled by hand.

    Raises PositionError with every fault.
    """
    r = Reader(world, doc, STATE.names)
    told = STATE.told(r, "", doc)
    base, phase = fresh(world), told.get("phase", Phase.TURN if doc else Phase.SETUP)
    usual: dict[str, Any] = {"phase": phase, "turn": told.get("starter", base.starter)}
    if phase != Phase.SETUP:
        usual |= {"round": 1, "unshuffled": ("bonuses",) if phase == Phase.TIE else ()}
    if len(told.get("row", base.row)) != ROW:
        r.bad("row", f"{ROW} slots, the one next to the stack first", doc["row"])
        told["row"] = base.row
    s = _laid_out(STATE.laid(base, {**usual, **told}), told)
    _buildings_once(r, s)
    _targets_stand(r, s)
    if s.round == 0 and phase != Phase.SETUP:
        r.bad("round", "1 or more", 0)
    r.finish()
    return s


def _laid_out(s: State, told: Mapping[str, Any]) -> State:
    """Row, favours, bonuses, missions and supply, as far as they were not told."""
    world, early = s.world, s.phase == Phase.SETUP
    mine = tuple(c for p in s.players for c in owned(p))
    usual: dict[str, Any] = {}
    if not early:
        left = without(world.pile("odin"), (*mine, *s.odin_out, *s.box))
        row = told.get("row", tuple(c for c in dict.fromkeys(left) if world.cards[c].sold)[:ROW])
        taken = (*mine, *s.box, *(() if s.revealed < 0 else (s.revealed,)))
        favours = without(world.piles["favours"], taken)
        lie = told.get("favour_open", favours[:OPEN_FAVOURS])
        rest = without(favours, lie)
        n = max(0, 3 * world.players - len(lie) - sum(c in world.piles["favours"] for c in taken))
        seen = [m.card for p in s.players for m in p.missions] + [c for p in s.players for c in p.done]
        usual = {
            "row": row,
            "odin": shuffled(without(world.pile("odin"), (*mine, *s.odin_out, *s.box, *row))),
            "favour_open": lie,
            "favours": shuffled(rest, min(n, len(rest))),
            "bonuses": tuple(sorted(world.index[x] for x in FOUR)),
            "missions": tuple(
                layer for pile in ("missions_1", "missions_2") for layer in shuffled(without(world.piles[pile], seen))
            ),
        }
    bonuses = told.get("bonuses", usual.get("bonuses", s.bonuses))
    if not early or ("bonuses" not in s.unshuffled and bonuses != fresh(world).bonuses):
        spare = without(world.pile("bonus"), (*bonuses, *(c for c, _ in s.finals)))
        usual["spare"] = shuffled(spare, min(len(spare), BONUSES))
    gone = [*mine, *s.box, *(b.card for p in s.players for b in p.village)]
    usual["supply"] = tuple(max(0, n - gone.count(c)) for c, n in zip(world.supply, s.supply, strict=True))
    return STATE.laid(s, {**usual, **told})


def _targets_stand(r: Reader, s: State) -> None:
    if s.now.window and not s.now.strikes:
        r.bad("now.window", "0 where nothing is attacked", s.now.window)
    for i, strike in enumerate(s.now.strikes):
        if target_card(s, strike.target) < 0:
            r.bad(f"now.strikes.{i}.target", "what stands there", strike.target)


def _buildings_once(r: Reader, s: State) -> None:
    for seat, p in enumerate(s.players):
        for b in p.village[1:]:
            if sum(x.card == b.card and x.no == b.no for x in p.village) > 1:
                r.bad(f"players.{LETTERS[seat]}.village.{building_name(s.world, b)}", "a building once")
    if s.phase == Phase.SETUP and not s.unshuffled and size(s.missions) + sum(len(p.missions) for p in s.players) == 0:
        r.bad("missions", "a stack of missions once everything is shuffled")
