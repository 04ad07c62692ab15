"""The state of Vikings Gone Wild as a plain mapping."""

from __future__ import annotations

from typing import Any

from companion.engine.slotted import names_of
from companion.engine.types import letter
from companion.games.vikings_gone_wild.state import Building, Frame, Mission, Offer, Pile, Player, State, Strike, Tally
from companion.games.vikings_gone_wild.world import SOURCES, World

KEYS = (
    "phase", "round", "starter", "turn", "players", "row", "odin", "odin_discard", "favours", "favour_open", "revealed",
    "due", "missions", "bonuses", "spare_bonuses", "supply", "box", "unshuffled", "now", "stack", "passed", "last",
    "tied", "finals", "winners",
)  # fmt: skip
PLAYER_KEYS = (
    "vp", "gains", "favours_granted", "hand", "blind", "unseen", "deck", "play", "discard", "village", "missions",
    "done", "claimed", "swapped", "returned", "attacked", "damaged", "tally", "hold", "forgo",
)  # fmt: skip
BUILDING_KEYS = ("level", "ready", "damage", "beer", "gold", "cards", "guard", "attacked_by")
TALLY_KEYS = names_of(Tally)
TURN_KEYS = (
    "beer", "gold", "victim", "exception", "sole", "hits", "draco", "offers", "discounts", "together", "window",
    "strikes", "closing",
)  # fmt: skip


def seat_name(seat: int) -> str:
    return "-" if seat < 0 else letter(seat)


def names(world: World, cards: tuple[int, ...]) -> list[str]:
    return [world.ids[c] for c in cards]


def pile(world: World, p: Pile) -> list[Any]:
    """Known cards by name, layers that are shuffled as {n, of}."""
    return [world.ids[cards[0]] if n == len(cards) == 1 else {"n": n, "of": names(world, cards)} for n, cards in p]


def tally(world: World, t: Tally) -> dict[str, Any]:
    """Only what is not zero."""
    doc: dict[str, Any] = {}
    for key in TALLY_KEYS:
        if value := getattr(t, key):
            doc[key] = names(world, value) if isinstance(value, tuple) else value
    return doc


def mission(world: World, m: Mission) -> Any:
    since = tally(world, m.since)
    return {"card": world.ids[m.card], "since": since} if since else world.ids[m.card]


def building(world: World, b: Building) -> dict[str, Any]:
    doc: dict[str, Any] = {"level": world.cards[b.card].level} if b.no == 0 else {}
    if not b.ready:
        doc["ready"] = False
    if b.hurt:
        doc["damage"] = True
    for key, n in (("beer", b.beer), ("gold", b.gold), ("guard", b.guard)):
        if n:
            doc[key] = n
    if b.guards:
        doc["cards"] = names(world, b.guards)
    if b.foes:
        doc["attacked_by"] = [letter(i) for i in world.seats if b.foes >> i & 1]
    return doc


def building_name(world: World, b: Building) -> str:
    return "townhall" if b.no == 0 else f"{world.ids[b.card]}_{b.no}"


def village(world: World, p: Player) -> dict[str, Any]:
    return {building_name(world, b): building(world, b) for b in p.village}


def player(world: World, p: Player) -> dict[str, Any]:
    return {
        "vp": p.vp,
        "gains": dict(zip(SOURCES, p.gains, strict=True)),
        "favours_granted": p.granted,
        "hand": names(world, p.hand),
        "blind": p.blind,
        "unseen": names(world, p.pool),
        "deck": names(world, p.top),
        "play": names(world, p.play),
        "discard": names(world, p.discard),
        "village": village(world, p),
        "missions": [mission(world, m) for m in p.missions],
        "done": names(world, p.done),
        "claimed": p.claimed,
        "swapped": p.swapped,
        "returned": p.returned,
        "attacked": p.attacked,
        "damaged": p.damaged,
        "tally": tally(world, p.tally),
        "hold": p.hold,
        "forgo": p.forgo,
    }


def strike(world: World, k: Strike) -> dict[str, Any]:
    def each(fighters: Any) -> list[Any]:
        return [[world.ids[f.card], f.strength, *names(world, f.loads)] for f in fighters]

    return {
        "target": k.target,
        "seat": seat_name(k.seat),
        "fighters": each(k.fighters),
        "boosts": names(world, k.boosts),
        "gone": each(k.gone),
    }


def frame(f: Frame) -> dict[str, Any]:
    return {
        "kind": f.kind,
        "key": f.key,
        "at": f.at,
        "seat": letter(f.seat),
        "who": f.who,
        "left": f.n,
        "shuffled": f.memo,
    }


def offer(o: Offer) -> list[Any]:
    return [o.key, o.part, letter(o.seat), o.who]


def turn(s: State) -> dict[str, Any]:
    now = s.now
    return {
        "beer": now.beer,
        "gold": now.gold,
        "victim": seat_name(now.victim),
        "exception": now.exception,
        "sole": now.sole,
        "hits": now.hits,
        "draco": now.draco,
        "offers": [offer(o) for o in now.offers],
        "discounts": [list(d) for d in now.discounts],
        "together": now.together,
        "window": now.window,
        "strikes": [strike(s.world, k) for k in now.strikes],
        "closing": now.closing,
    }


def position(s: State) -> dict[str, Any]:
    world = s.world
    return {
        "phase": s.phase,
        "round": s.round,
        "starter": letter(s.starter),
        "turn": seat_name(s.turn),
        "players": {letter(i): player(world, p) for i, p in enumerate(s.players)},
        "row": [world.ids[c] if c >= 0 else "" for c in s.row],
        "odin": pile(world, s.odin),
        "odin_discard": names(world, s.odin_out),
        "favours": pile(world, s.favours),
        "favour_open": names(world, s.favour_open),
        "revealed": world.ids[s.revealed] if s.revealed >= 0 else "",
        "due": [letter(i) for i in s.due],
        "missions": pile(world, s.missions),
        "bonuses": names(world, s.bonuses),
        "spare_bonuses": pile(world, s.spare),
        "supply": {world.ids[c]: n for c, n in zip(world.supply, s.supply, strict=True)},
        "box": names(world, s.box),
        "unshuffled": list(s.unshuffled),
        "now": turn(s),
        "stack": [frame(f) for f in s.stack],
        "passed": [letter(i) for i in world.seats if s.passed >> i & 1],
        "last": s.last,
        "tied": [letter(i) for i in s.tied],
        "finals": [[world.ids[c], [letter(i) for i in seats]] for c, seats in s.finals],
        "winners": [letter(i) for i in s.winners],
    }
