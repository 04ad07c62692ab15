"""The state of Hibernia as a plain mapping, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.plain import NUMBER, SEAT, SEATS, Plain, as_it_is, by_seat, key, listed, named, record
from companion.engine.positions import PositionReader
from companion.engine.slotted import changed
from companion.engine.types import letter
from companion.games.hibernia.state import INKS, Phase, State, fresh, masks
from companion.games.hibernia.world import COLOURS, World

NEUTRAL = "neutral"
Counts = tuple[int, ...]
ACTIONS = ("die", "extra")  # what may be owed of a turn
ASKING = (Phase.FORTRESS, Phase.START, Phase.ROLL, Phase.ACT, Phase.OVER)


class Reader(PositionReader):
    """One position being read."""

    world: World

    def face(self, key: str, value: Any) -> str:
        if value in ("", *self.world.die_faces):
            return str(value)
        self.bad(key, "a face of the die: " + ", ".join(self.world.die_faces), value)
        return ""

    def phase(self, key: str, value: Any) -> str:
        if value in ASKING:
            return str(value)
        self.bad(key, "fortress, start, roll, act or over", value)
        return Phase.FORTRESS

    def owed(self, key: str, value: Any) -> tuple[bool, ...]:
        words = self.items(key, value)
        for word in words:
            if word not in ACTIONS:
                self.bad(key, "die or extra", word)
        return tuple(word in words for word in ACTIONS)

    def trigger(self, key: str, value: Any) -> tuple[int, int]:
        """Seat and round; nobody where it did not happen."""
        at = self.mapping(key, value, ("seat", "round"))
        seat = self.seat(f"{key}.seat", at["seat"]) if at.get("seat") else -1
        return seat, self.number(f"{key}.round", at.get("round", 0))

    def counties(self, key: str, value: Any) -> tuple[Counts, Counts]:
        """Whose each county is, and how many soldiers stand there."""
        owner, count = [-1] * len(self.world.ids), [0] * len(self.world.ids)
        if not isinstance(value, Mapping):
            self.bad(key, "a mapping of counties to soldiers", value)
            return tuple(owner), tuple(count)
        for name, held in value.items():
            at = f"{key}.{name}"
            if name not in self.world.index:
                self.bad(at, "a county of the map", name)
                continue
            if isinstance(held, Mapping):
                held = {who: n for who, n in held.items() if n != 0}
                if not held:
                    continue
            if not isinstance(held, Mapping) or len(held) != 1:
                self.bad(at, "one side with its number of soldiers, as {A: 2}", held)
                continue
            (who, n) = next(iter(held.items()))
            i = self.world.index[name]
            owner[i] = self.world.players if who == NEUTRAL else self.seat(at, who)
            count[i] = self.number(at, n)
            if count[i] == 0:
                owner[i] = -1
        return tuple(owner), tuple(count)


def side(world: World, owner: int) -> str:
    return NEUTRAL if owner == world.players else letter(owner)


def _counties(world: World, counties: tuple[Counts, Counts]) -> dict[str, dict[str, int]]:
    held = zip(world.ids, *counties, strict=True)
    return {name: {side(world, owner): n} for name, owner, n in held if owner >= 0}


def _trigger(_world: World, trigger: tuple[int, int]) -> dict[str, Any]:
    seat, round_ = trigger
    return {"seat": letter(seat), "round": round_} if seat >= 0 else {}


STATE = record(
    State,
    key("phase", Plain(as_it_is, Reader.phase)),
    key("round", NUMBER),
    key("turn", SEAT),
    key("starter", SEAT),
    key("die", Plain(as_it_is, Reader.face)),
    key("owed", Plain(lambda _world, left: [a for a, n in zip(ACTIONS, left, strict=True) if n], Reader.owed),
        "die_left", "extra_left"),
    key("counties", Plain(_counties, Reader.counties), "owner", "heap"),
    key("supply", by_seat(NUMBER, None, every=True)),
    key("shield", by_seat(NUMBER, 0, every=True)),
    key("total", by_seat(NUMBER, 0, every=True)),
    key("removed", NUMBER),
    key("trigger", Plain(_trigger, Reader.trigger), "trigger", "trigger_round"),
    key("extra_rounds", listed(listed(NUMBER))),
    key("playing", SEATS),
    key("steps", by_seat(named(INKS), (0,) * len(INKS), every=True)),
    key("turns", by_seat(NUMBER, 0, every=True)),
    key("winners", SEATS),
)  # fmt: skip


def position(s: State) -> dict[str, Any]:
    return STATE.write(s.world, s)


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """Left out: an empty board, nothing on the shield, the rest of the soldiers in the supply, first turn of A."""
    r = Reader(world, doc, STATE.names)
    told = STATE.told(r, "", doc)
    starter = told.get("starter", 0)
    playing = told.get("playing") or tuple((starter + i) % world.players for i in range(world.players))
    s = STATE.laid(fresh(world), {"round": 1, "turn": playing[0], **told, "starter": starter, "playing": playing})
    s = _soldiers(_phase(r, s, told), told)
    if s.turn not in playing:
        r.bad("turn", "a seat that plays this round", letter(s.turn))
    if s.phase == Phase.OVER and not s.winners:
        r.bad("winners", "one seat or more, since the game is over")
    if any(len(t) != world.players for t in s.extra_rounds):
        r.bad("extra_rounds", f"{world.players} totals for each extra round")
    r.finish()
    return changed(s, own=masks(s.owner, world.players + 1))


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


def _soldiers(s: State, told: Mapping[str, Any]) -> State:
    """In the supply lies the rest of the soldiers, where it is not told."""
    board = (sum(n for o, n in zip(s.owner, s.heap, strict=True) if o == p) for p in range(s.world.players))
    shield = told.get("shield", (0,) * s.world.players)
    rest = (max(0, s.world.soldiers - 1 - n - m) for n, m in zip(board, shield, strict=True))
    supply = told.get("supply", (None,) * s.world.players)
    return changed(s, supply=tuple(n if k is None else k for k, n in zip(supply, rest, strict=True)))


def _phase(r: Reader, s: State, told: Mapping[str, Any]) -> State:
    """Phase, die and what is owed; they must fit each other."""
    die, joker = s.die, s.world.joker
    phase = told.get("phase", Phase.FORTRESS if "counties" not in r.doc else Phase.ACT if die else Phase.ROLL)
    if r.doc.get("phase", phase) != phase:
        return s  # what fits no phase has been said
    if "owed" not in r.doc:
        extra = phase in (Phase.ROLL, Phase.ACT)
        return changed(s, phase=phase, die_left=phase == Phase.ACT and die != joker, extra_left=extra)
    if phase == Phase.ACT and not die:
        r.bad("die", "the face that was rolled, since the phase is act")
    if phase == Phase.ACT and not (s.die_left or s.extra_left):
        r.bad("owed", "die or extra, since the phase is act")
    if s.die_left and (phase != Phase.ACT or die == joker):
        r.bad("owed", "no die action before a roll, nor with the joker", "die")
    return changed(s, phase=phase)
