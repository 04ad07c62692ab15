"""What is to be seen of a state: the view of a seat, and the pieces on the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.engine.masks import bits
from companion.engine.slotted import changed
from companion.engine.types import Tabletop, Token, letter
from companion.games.walisk import position as positions
from companion.games.walisk.accord import besieged, enemies
from companion.games.walisk.rules import battles, muster
from companion.games.walisk.state import UNIT, Group, Phase, State, season, year

MOST_SILVER = 999  # nobody has more: what a treasure counts as where it is secret


# ---------------------------------------------------------------- view
def hidden(s: State) -> bool:
    """Whether treasures are their owners' secret: option ``silver_hidden``, until the game is over."""
    return bool(s.world.opt["silver_hidden"]) and s.phase != Phase.OVER


def veiled(s: State) -> State:
    """The state as everybody may know it: secret treasures without a limit that would tell them."""
    return changed(s, silver=(MOST_SILVER,) * s.world.players) if hidden(s) else s


def view(s: State, seat: int | None) -> Mapping[str, Any]:
    """Everything is open in Walisk, but for treasures where the table keeps them hidden."""
    world = s.world
    doc = positions.position(s)
    if hidden(s):
        doc["silver"] = {letter(seat): s.silver[seat]} if seat is not None and 0 <= seat < world.players else {}
    doc["season"], doc["year"] = season(s.round), year(s.round)
    doc["victory"] = world.victory
    doc["districts"] = {letter(p): mask.bit_count() for p, mask in enumerate(s.own)}
    doc["besieged"] = [world.ids[f] for f in bits(s.built) if besieged(s, f)]
    doc["income"] = {
        letter(p): income.silver - income.carried for p in range(world.players) for income in (muster.income(s, p),)
    }
    doc["contested"] = {
        world.ids[f]: list(map(world.side_name, enemies(s, s.owner[f], f)))
        for mask in s.own
        for f in bits(mask)
        if enemies(s, s.owner[f], f)
    }
    doc["must_fight"] = (
        [world.ids[f] for f in bits(battles.must_fight(s, s.due[0]))] if s.phase == Phase.FIGHT and s.due else []
    )
    return doc


# ---------------------------------------------------------------- the table
@lru_cache(maxsize=4096)
def _lying(dice: int, houses: int, rukr: int, groups: tuple[Group, ...]) -> tuple[Token, ...]:
    """What lies in one field; ``dice``: those that mark it for good."""
    tokens = [Token("die")] * dice + [Token("house")] * houses + [Token("rukr")] * rukr
    for p in sorted({g.side for g in groups}):
        for kind, name in enumerate(UNIT):
            tokens += [Token(name, letter(p))] * sum(g.n for g in groups if g.side == p and g.kind == kind)
    tokens += [Token("die", letter(p)) for p in sorted({g.side for g in groups if g.mark})]
    return tuple(tokens)


def tabletop(s: State) -> Tabletop:
    """Houses, Rukr, men and ships by seat, and the dice that mark homes, voyages and revolts."""
    world = s.world
    dice = world.home_dice if s.phase != Phase.ORDER else (0,) * len(world.ids)
    table = dict(zip(world.ids, map(_lying, dice, s.houses, s.rukr, s.units), strict=True))
    for r in s.revolts:
        for f in bits(r.hopes | r.unrest):
            turn = "6" if r.unrest >> f & 1 else "1-5"
            table[world.ids[f]] += (Token("die", letter(r.seat), turn),)
    return table
