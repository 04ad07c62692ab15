"""A state from a plain mapping; every fault is listed at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.slotted import changed
from companion.engine.types import LETTERS
from companion.games.vikings_gone_wild.position import (
    building_name,
)
from companion.games.vikings_gone_wild.position.parts import Placer
from companion.games.vikings_gone_wild.rules.targets import target_card
from companion.games.vikings_gone_wild.state import PHASES, Phase, State, fresh
from companion.games.vikings_gone_wild.world import BONUSES, OPEN_FAVOURS, ROW, World
from companion.games.vikings_gone_wild.zones import owned, shuffled, size, without


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """Left out: the set-up's values; in a later phase the piles are what is seen nowhere, shuffled by hand."""
    r, at = Placer(world, doc), doc
    base = fresh(world)
    phase = r.word("phase", at.get("phase", Phase.TURN if at else Phase.SETUP), PHASES)
    raw = r.mapping("players", at.get("players", {}), tuple(LETTERS[: world.players]))
    early = phase == Phase.SETUP
    players = tuple(r.player(f"players.{LETTERS[i]}", raw.get(LETTERS[i])) for i in world.seats)
    starter = r.seat("starter", at.get("starter", "A"))
    passed = r.seats_of("passed")
    s = changed(
        base,
        phase=phase,
        round=r.number("round", at.get("round", 0 if early else 1)),
        starter=starter,
        turn=r.seat("turn", at.get("turn", LETTERS[starter]), nobody="-"),
        players=players,
        now=r.turn("now", at.get("now", {})),
        stack=r.listed("stack", at.get("stack", []), r.frame),
        due=r.listed("due", at.get("due"), r.seat),
        odin_out=r.cards("odin_discard", at.get("odin_discard", [])),
        revealed=r.card("revealed", at["revealed"]) if at.get("revealed") else -1,
        box=r.cards("box", at.get("box", [])),
        unshuffled=r.listed("unshuffled", at["unshuffled"], r.text) if "unshuffled" in at else base.unshuffled,
        passed=sum(1 << i for i in set(passed)),
        last=r.flag("last", at.get("last", False)),
        tied=r.seats_of("tied"),
        finals=r.listed("finals", at.get("finals", []), r.final),
        winners=r.seats_of("winners"),
    )
    if not early and "unshuffled" not in at:
        s = changed(s, unshuffled=("bonuses",) if phase == Phase.TIE else ())
    s = _laid_out(r, at, s, early)
    _buildings_once(r, s)
    _targets_stand(r, s)
    if s.round == 0 and not early:
        r.bad("round", "1 or more", 0)
    r.finish()
    return s


def _laid_out(r: Placer, at: Mapping[str, Any], s: State, early: bool) -> State:
    """Row, favours, bonuses, missions and supply."""
    world = s.world
    mine = tuple(c for p in s.players for c in owned(p))
    if "row" in at:
        row = r.listed("row", at["row"], lambda key, x: -1 if x == "" else r.card(key, x))
        if len(row) != ROW:
            r.bad("row", f"{ROW} slots, the one next to the stack first", at["row"])
            row = s.row
    else:
        left = without(world.pile("odin"), (*mine, *s.odin_out, *s.box))
        usual = [c for c in dict.fromkeys(left) if world.cards[c].sold]
        row = s.row if early else tuple(usual[:ROW])
    odin = without(world.pile("odin"), (*mine, *s.odin_out, *s.box, *row))
    taken = (*mine, *s.box, *(() if s.revealed < 0 else (s.revealed,)))
    plain = without(world.favours, taken)
    lie = r.cards("favour_open", at["favour_open"]) if "favour_open" in at else () if early else plain[:OPEN_FAVOURS]
    rest = without(plain, lie)
    n = max(0, 3 * world.players - len(lie) - sum(c in world.favours for c in taken))
    bonuses = (
        r.cards("bonuses", at["bonuses"])
        if "bonuses" in at
        else s.bonuses
        if early
        else tuple(sorted(world.index[x] for x in ("beer_tycoon", "conqueror", "builder", "defender")))
    )
    spare = without(world.pile("bonus"), (*bonuses, *(c for c, _ in s.finals)))
    seen = [m.card for p in s.players for m in p.missions] + [c for p in s.players for c in p.done]
    ones, more = without(world.one_vp, seen), without(world.more_vp, seen)
    stock = {world.ids[c]: k for c, k in zip(world.supply, s.supply, strict=True)}
    if "supply" in at:
        given = r.mapping("supply", at["supply"], tuple(stock))
        stock |= {k: r.number(f"supply.{k}", x) for k, x in given.items() if k in stock}
    else:
        gone = [*mine, *s.box, *(b.card for p in s.players for b in p.village)]
        stock = {name: max(0, k - gone.count(world.index[name])) for name, k in stock.items()}
    piles = "bonuses" in s.unshuffled and s.phase != Phase.TIE
    return changed(
        s,
        row=row,
        odin=r.pile("odin", at["odin"]) if "odin" in at else () if early else shuffled(odin),
        favour_open=lie,
        favours=r.pile("favours", at["favours"])
        if "favours" in at
        else ()
        if early
        else shuffled(rest, min(n, len(rest))),
        bonuses=bonuses,
        spare=r.pile("spare_bonuses", at["spare_bonuses"])
        if "spare_bonuses" in at
        else s.spare
        if early and (piles or bonuses == s.bonuses)
        else shuffled(spare, min(len(spare), BONUSES)),
        missions=r.pile("missions", at["missions"])
        if "missions" in at
        else ()
        if early
        else (*shuffled(ones), *shuffled(more)),
        supply=tuple(stock[world.ids[c]] for c in world.supply),
    )


def _targets_stand(r: Placer, s: State) -> None:
    if s.now.window and not s.now.strikes:
        r.bad("now.window", "0 where nothing is attacked", s.now.window)
    for i, strike in enumerate(s.now.strikes):
        if target_card(s, strike.target) < 0:
            r.bad(f"now.strikes.{i}.target", "what stands there", strike.target)


def _buildings_once(r: Placer, s: State) -> None:
    for seat, p in enumerate(s.players):
        for b in p.village[1:]:
            if sum(x.card == b.card and x.no == b.no for x in p.village) > 1:
                r.bad(f"players.{LETTERS[seat]}.village.{building_name(s.world, b)}", "a building once")
    if s.phase == Phase.SETUP and not s.unshuffled and size(s.missions) + sum(len(p.missions) for p in s.players) == 0:
        r.bad("missions", "a stack of missions once everything is shuffled")
