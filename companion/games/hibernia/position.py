"""The state of Hibernia as a plain mapping, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.positions import PositionReader
from companion.engine.slotted import changed
from companion.engine.types import letter
from companion.games.hibernia.state import INKS, Phase, State, fresh, masks
from companion.games.hibernia.world import COLOURS, World

NEUTRAL = "neutral"
Counts = tuple[int, ...]
KEYS = (
    "phase", "round", "turn", "starter", "die", "owed", "counties", "supply", "shield", "total", "removed", "trigger",
    "extra_rounds", "playing", "steps", "turns", "winners",
)  # fmt: skip


def position(s: State) -> dict[str, Any]:
    seats = range(s.world.players)
    doc: dict[str, Any] = {
        "phase": s.phase,
        "round": s.round,
        "turn": letter(s.turn),
        "starter": letter(s.starter),
        "die": s.die,
        "owed": [w for w, left in (("die", s.die_left), ("extra", s.extra_left)) if left],
        "counties": {s.world.ids[i]: {side(s, s.owner[i]): s.heap[i]} for i in range(len(s.owner)) if s.owner[i] >= 0},
        "removed": s.removed,
        "trigger": {} if s.trigger < 0 else {"seat": letter(s.trigger), "round": s.trigger_round},
        "extra_rounds": [list(t) for t in s.extra_rounds],
        "playing": [letter(i) for i in s.playing],
        "winners": [letter(i) for i in s.winners],
    }
    for key, values in (("supply", s.supply), ("shield", s.shield), ("total", s.total), ("turns", s.turns)):
        doc[key] = {letter(i): values[i] for i in seats}
    doc["steps"] = {letter(i): dict(zip(INKS, s.steps[i], strict=True)) for i in seats}
    return doc


def side(s: State, owner: int) -> str:
    return NEUTRAL if owner == s.world.players else letter(owner)


class _Reader(PositionReader):
    def __init__(self, world: World, doc: Mapping[str, Any]) -> None:
        super().__init__(doc, world.players, KEYS)
        self.world = world

    def counties(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        owner, count = [-1] * len(self.world.ids), [0] * len(self.world.ids)
        raw = self.doc.get("counties", {})
        if not isinstance(raw, Mapping):
            self.bad("counties", "a mapping of counties to soldiers", raw)
            return tuple(owner), tuple(count)
        for name, held in raw.items():
            key = f"counties.{name}"
            if name not in self.world.index:
                self.bad(key, "a county of the map", name)
                continue
            if isinstance(held, Mapping):
                held = {who: n for who, n in held.items() if n != 0}
                if not held:
                    continue
            if not isinstance(held, Mapping) or len(held) != 1:
                self.bad(key, "one side with its number of soldiers, as {A: 2}", held)
                continue
            (who, n) = next(iter(held.items()))
            i = self.world.index[name]
            owner[i] = self.world.players if who == NEUTRAL else self.seat(key, who)
            count[i] = self.number(key, n)
            if count[i] == 0:
                owner[i] = -1
        return tuple(owner), tuple(count)


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """Left out: an empty board, nothing on the shield, the rest of the soldiers in the supply, first turn of A."""
    r = _Reader(world, doc)
    base = fresh(world)
    owner, count = r.counties()
    supply, shield = _soldiers(r, owner, count)
    starter = r.seat("starter", doc.get("starter", "A"))
    order = tuple((starter + i) % world.players for i in range(world.players))
    playing = r.seats_of("playing") or order
    turn = r.seat("turn", doc.get("turn", letter(playing[0])))
    phase, die, owed = _phase(r)
    trigger = r.mapping("trigger", known=("seat", "round"))
    s = changed(
        base,
        phase=phase,
        round=r.number("round", doc.get("round", 1)),
        turn=turn,
        starter=starter,
        die=die,
        die_left="die" in owed,
        extra_left="extra" in owed,
        owner=owner,
        heap=count,
        own=masks(owner, world.players + 1),
        supply=supply,
        shield=shield,
        total=r.by_seat("total", r.number, base.total),
        removed=r.number("removed", doc.get("removed", 0)),
        trigger=r.seat("trigger.seat", trigger["seat"]) if trigger.get("seat") else -1,
        trigger_round=r.number("trigger.round", trigger.get("round", 0)),
        extra_rounds=tuple(
            tuple(r.number("extra_rounds", n) for n in r.items("extra_rounds", t))
            for t in r.items("extra_rounds")
        ),
        playing=playing,
        steps=_steps(r),
        turns=r.by_seat("turns", r.number, base.turns),
        winners=r.seats_of("winners"),
    )
    if turn not in playing:
        r.bad("turn", "a seat that plays this round", letter(turn))
    if phase == Phase.OVER and not s.winners:
        r.bad("winners", "one seat or more, since the game is over")
    if any(len(t) != world.players for t in s.extra_rounds):
        r.bad("extra_rounds", f"{world.players} totals for each extra round")
    r.finish()
    return s


def balances(s: State) -> Iterator[Balance]:
    """HI-1.2 and HI-1.3: on counties, in supply and on the shield lie all soldiers but the marker."""
    for p in range(s.world.players):
        board = sum(n for o, n in zip(s.owner, s.heap, strict=True) if o == p)
        found = board + s.supply[p] + s.shield[p] + 1
        yield Balance("HI-1.2", "soldier", letter(p), s.world.soldiers, found)
    neutrals = sum(n for o, n in zip(s.owner, s.heap, strict=True) if o == s.world.players)
    if s.world.players == 3 and s.phase not in (Phase.FORTRESS, Phase.START):
        colours = {s.world.colour[i] for i, o in enumerate(s.owner) if o == s.world.players}
        wanted = max(len(s.world.of_colour[c]) for c in (colours or COLOURS))
        yield Balance("HI-8.2", "soldier", NEUTRAL, wanted, neutrals + s.removed)


def _soldiers(r: _Reader, owner: Counts, count: Counts) -> tuple[Counts, Counts]:
    """Supply and shield by seat: what is left out is the rest of the soldiers, and nothing."""
    world = r.world
    on_board = [sum(n for o, n in zip(owner, count, strict=True) if o == p) for p in range(world.players)]
    spare = tuple(max(0, world.soldiers - 1 - n) for n in on_board)
    shield = r.by_seat("shield", r.number, (0,) * world.players)
    return r.by_seat("supply", r.number, tuple(max(0, a - b) for a, b in zip(spare, shield, strict=True))), shield


def _phase(r: _Reader) -> tuple[str, str, list[Any]]:
    """Phase, die and what is owed; they must fit each other."""
    doc, world = r.doc, r.world
    die = doc.get("die", "")
    if die not in ("", *world.die_faces):
        r.bad("die", "a face of the die: " + ", ".join(world.die_faces), die)
        die = ""
    phase = doc.get("phase", Phase.FORTRESS if "counties" not in doc else Phase.ACT if die else Phase.ROLL)
    if phase not in (Phase.FORTRESS, Phase.START, Phase.ROLL, Phase.ACT, Phase.OVER):
        r.bad("phase", "fortress, start, roll, act or over", phase)
        return Phase.FORTRESS, die, []
    if "owed" not in doc:
        both = phase == Phase.ACT and die != world.joker
        none = phase in (Phase.FORTRESS, Phase.START, Phase.OVER)
        return phase, die, [] if none else ["die", "extra"] if both else ["extra"]
    owed = r.items("owed")
    for word in owed:
        if word not in ("die", "extra"):
            r.bad("owed", "die or extra", word)
    if phase == Phase.ACT and not die:
        r.bad("die", "the face that was rolled, since the phase is act")
    if phase == Phase.ACT and not owed:
        r.bad("owed", "die or extra, since the phase is act")
    if "die" in owed and (phase != Phase.ACT or die == world.joker):
        r.bad("owed", "no die action before a roll, nor with the joker", "die")
    return phase, die, owed


def _steps(r: _Reader) -> tuple[Counts, ...]:
    every = r.mapping("steps", known=r.seats)
    out = []
    for who in r.seats:
        mine = r.mapping(f"steps.{who}", every.get(who), INKS)
        out.append(tuple(r.number(f"steps.{who}.{k}", mine.get(k, 0)) for k in INKS))
    return tuple(out)
