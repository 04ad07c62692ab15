"""The state of Walisk as a plain mapping, and back: left out is what an early spring on an empty map would have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.balance import STOCK, Balance
from companion.engine.slotted import changed
from companion.engine.types import LETTERS, letter
from companion.games.walisk.maps import RUKR
from companion.games.walisk.position.keys import STATE, Reader
from companion.games.walisk.rules.dice import choosing, throwing
from companion.games.walisk.rules.revolts import thrown_for
from companion.games.walisk.rules.voyages import can_return
from companion.games.walisk.state import (
    GOODS,
    IN,
    MAN,
    SETUP,
    SHIP,
    TURNS,
    WAITING,
    Phase,
    State,
    figures_of,
    fresh,
    here_masks,
    own_masks,
    some,
)
from companion.games.walisk.world import World


def position(s: State) -> dict[str, Any]:
    """Every key of a position; what is empty is left in, so that an amendment sees what there is."""
    return STATE.write(s.world, s)


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """Left out: an empty map in the first spring, all in the game, A on turn (or the set-up, if no piece lies).

    Raises PositionError with every fault.
    """
    r = Reader(world, doc, STATE.names)
    told = STATE.told(r, "", doc)
    early = not any(doc.get(k) for k in ("units", "owner", "rukr", "houses", "round", "life"))
    phase = told.get("phase", Phase.ORDER if early else Phase.MEN)
    setup, seats = phase in SETUP, tuple(range(world.players))
    order = told.get("order", () if phase == Phase.ORDER else seats)
    if phase != Phase.ORDER and len(set(order)) != world.players:
        r.bad("order", "each seat once", doc["order"])
        order = seats
    usual = {
        "phase": phase,
        "round": 1 if setup or phase == Phase.MUSTER else 2,
        "due": () if phase in (Phase.ORDER, Phase.SEED, Phase.OVER) else order,
        "life": (WAITING if setup else IN,) * world.players,
    }
    s = STATE.laid(fresh(world), {**usual, **told, "order": order})
    s = changed(
        s, own=own_masks(s.owner, world.players), here=here_masks(s.units, world.players), wild=some(s.rukr),
        built=some(s.houses),
    )  # fmt: skip
    _consistent(r, s)
    if not r.faults:
        _owing(r, s)
    r.finish()
    return s


def _consistent(r: Reader, s: State) -> None:
    """Nobody owns what cannot be settled, and nothing stands where it cannot."""
    world = r.world
    for f, name in enumerate(world.ids):
        bit = 1 << f
        if s.owner[f] >= 0 and not world.settle & bit:
            r.bad(f"owner.{name}", "a settleable district")
        if s.houses[f] and s.owner[f] < 0:
            r.bad(f"houses.{name}", "an owner of these houses")
        if s.rukr[f] and world.sea & bit:
            r.bad(f"rukr.{name}", "a district, not a sea field")
        if s.units[f] and world.home & bit:
            r.bad(f"units.{name}", "no units in a home of the Rukr")
    for p, f in enumerate(s.capital):
        if f >= 0 and s.owner[f] != p:
            r.bad(f"capital.{LETTERS[p]}", "a district that the seat owns", world.ids[f])


ACTING = (Phase.START, Phase.MUSTER, Phase.COMEBACK, Phase.UNREST, *TURNS)


def _owing(r: Reader, s: State) -> None:
    """Something must be owed: nobody could go on from a position between two throws."""
    if s.bouts:
        if not throwing(s) and not any(choosing(s, b) for b in s.bouts):
            r.bad("bouts", "dice or a choice that is owed")
        return
    phase = s.phase
    if phase in ACTING and (not s.due or (phase in TURNS and s.life[s.due[0]] != IN)):
        r.bad("due", f"a seat that acts in the phase {phase}, the first one in the game")
    elif phase in (Phase.SEED, Phase.OUTBREAK, Phase.GATE, Phase.GROWTH) and not s.agenda:
        r.bad("agenda", f"fields to throw for in the phase {phase}")
    elif phase == Phase.RUKR and not any(h.to < 0 for h in s.wave):
        r.bad("wave", "hordes whose throw is owed, or bouts")
    elif phase == Phase.RETURN and not can_return(s, s.due[0]):
        r.bad("voyages", f"an army of {LETTERS[s.due[0]]} that is due")
    elif phase == Phase.UNREST and not thrown_for(s, s.due[0]):
        r.bad("revolts", f"dice that {LETTERS[s.due[0]]} throws")


def balances(s: State) -> Iterator[Balance]:
    """WA-1.2: figures on the table, where the table set how many there are."""
    most = {kind: s.world.opt[f"{kind}_supply"] for kind in (*GOODS, RUKR)}
    for kind, number in (("man", MAN), ("ship", SHIP)):
        if most[kind]:
            for p in range(s.world.players):
                yield Balance("WA-1.2", kind, letter(p), most[kind], figures_of(s, p, number), STOCK)
    for kind, used in (("house", s.houses), (RUKR, s.rukr)):
        if most[kind]:
            yield Balance("WA-1.2", kind, "", most[kind], sum(used), STOCK)
