"""The state of Hibernia as a plain mapping, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.game import PositionError, PositionFault
from companion.engine.types import LETTERS, letter
from companion.games.hibernia.state import ACT, FORTRESS, INKS, OVER, ROLL, START, State, fresh, masks
from companion.games.hibernia.world import World

NEUTRAL = "neutral"
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


class _Reader:
    def __init__(self, world: World, doc: Mapping[str, Any]) -> None:
        self.world, self.doc = world, doc
        self.faults: list[PositionFault] = []
        self.seats = LETTERS[: world.players]

    def bad(self, key: str, expected: str, found: object = "") -> None:
        self.faults.append(PositionFault(key, expected, "" if found == "" else repr(found)))

    def seat(self, key: str, value: Any, default: int = 0) -> int:
        if isinstance(value, str) and len(value) == 1 and value in self.seats:
            return self.seats.index(value)
        self.bad(key, f"a seat of {' '.join(self.seats)}", value)
        return default

    def number(self, key: str, value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        self.bad(key, "a whole number, 0 or more", value)
        return 0

    def by_seat(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        raw = self.doc.get(key)
        if raw is None:
            return default
        if not isinstance(raw, Mapping):
            self.bad(key, "a mapping of seats to numbers", raw)
            return default
        out = list(default)
        for k, v in raw.items():
            out[self.seat(f"{key}.{k}", k)] = self.number(f"{key}.{k}", v)
        return tuple(out)

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
    for key in doc:
        if key not in KEYS:
            r.bad(str(key), "one of " + ", ".join(KEYS))
    phase = doc.get("phase", FORTRESS if "counties" not in doc else ROLL)
    if phase not in (FORTRESS, START, ROLL, ACT, OVER):
        r.bad("phase", "fortress, start, roll, act or over", phase)
    owner, count = r.counties()
    own = masks(owner, world.players + 1)
    on_board = tuple(sum(n for o, n in zip(owner, count, strict=True) if o == p) for p in range(world.players))
    spare = tuple(max(0, world.soldiers - 1 - n) for n in on_board)
    if "supply" in doc and "shield" not in doc:
        supply = r.by_seat("supply", spare)
        shield = (0,) * world.players
    else:
        shield = r.by_seat("shield", base.shield)
        supply = r.by_seat("supply", tuple(max(0, a - b) for a, b in zip(spare, shield, strict=True)))
    starter = r.seat("starter", doc.get("starter", "A"))
    order = tuple((starter + i) % world.players for i in range(world.players))
    playing = tuple(r.seat("playing", v) for v in doc["playing"]) if doc.get("playing") else order
    die = doc.get("die", "")
    if die not in ("", *world.die_faces):
        r.bad("die", "a face of the die: " + ", ".join(world.die_faces), die)
    if "phase" not in doc and die:
        phase = ACT
    owed = doc.get("owed")
    if owed is None:
        owed = (
            [] if phase in (FORTRESS, START, OVER) else ["extra"] if not die or die == world.joker else ["die", "extra"]
        )
    for word in owed:
        if word not in ("die", "extra"):
            r.bad("owed", "die or extra", word)
    trigger = doc.get("trigger") or {}
    steps = []
    raw_steps = doc.get("steps") or {}
    for i in range(world.players):
        mine = raw_steps.get(letter(i), {}) if isinstance(raw_steps, Mapping) else {}
        steps.append(tuple(r.number(f"steps.{letter(i)}.{k}", mine.get(k, 0)) for k in INKS))
    s = base._replace(
        phase=phase,
        round=r.number("round", doc.get("round", 1)),
        turn=r.seat("turn", doc.get("turn", letter(starter))),
        starter=starter,
        die=die,
        die_left="die" in owed,
        extra_left="extra" in owed,
        owner=owner,
        heap=count,
        own=own,
        supply=supply,
        shield=shield,
        total=r.by_seat("total", base.total),
        removed=r.number("removed", doc.get("removed", 0)),
        trigger=r.seat("trigger.seat", trigger["seat"]) if trigger.get("seat") else -1,
        trigger_round=r.number("trigger.round", trigger.get("round", 0)),
        extra_rounds=tuple(tuple(r.number("extra_rounds", n) for n in t) for t in doc.get("extra_rounds", [])),
        playing=playing,
        steps=tuple(steps),
        turns=r.by_seat("turns", base.turns),
        winners=tuple(r.seat("winners", v) for v in doc.get("winners", [])),
    )
    if r.faults:
        raise PositionError(tuple(r.faults))
    return s
