"""The state of Brian Boru as a plain mapping, and back. Keys left out take what the set-up would have."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.engine.hidden import Claim, Zone
from companion.engine.plain import (
    BIT,
    NUMBER,
    SEAT,
    SEATS,
    Plain,
    as_it_is,
    by_place,
    by_seat,
    key,
    listed,
    named,
    number,
    record,
    seat_or,
    word,
)
from companion.engine.positions import PositionReader
from companion.engine.slotted import changed
from companion.engine.types import letter
from companion.games.brian_boru.box import COLOURS, PRINCESS, WHITE
from companion.games.brian_boru.effects.upkeep import PLACES, place_text
from companion.games.brian_boru.rules.flow import settle
from companion.games.brian_boru.rules.opening import brides_unseen
from companion.games.brian_boru.state import (
    DOWN,
    ICON_TASKS,
    NO_CARDS,
    NOBODY,
    PHASES,
    STEPS,
    TALLY,
    UPKEEP_TASKS,
    Phase,
    State,
    Task,
    fresh,
    hand,
)
from companion.games.brian_boru.world import World

TRICKS = (Phase.LEAD, Phase.PLAY, Phase.ACT)
WITH_CARDS = (Phase.DRAFT, *TRICKS)
VIKINGS, MONASTERY = "vikings", "monastery"
NONE = "-"
Held = tuple[tuple[int, ...], int]  # cards of a hand that are named, and the number of the others
Trick = tuple[tuple[int, int], ...]
Discs = tuple[tuple[int, ...], int, int]  # masks of towns: with a disc of each seat, under Vikings, with a monastery


class Reader(PositionReader):
    """One position being read."""

    world: World

    def card(self, key: str, value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value in self.world.numbers:
            return value
        self.bad(key, "a card from 1 to 25", value)
        return 1

    def cards(self, key: str, value: Any) -> tuple[int, ...]:
        if not isinstance(value, list | tuple):
            self.bad(key, "a list of cards", value)
            return ()
        found = tuple(sorted(self.card(key, c) for c in value))
        if len(set(found)) != len(found):
            self.bad(key, "each card once", list(value))
        return found

    def town(self, key: str, value: Any) -> int:
        return NOBODY if value == NONE else self.place(key, value, self.world.index, "a town of the board")

    # ------------------------------------------------------------ the board
    def towns(self, key: str, value: Any) -> Discs:
        discs, vikings, monasteries = [0] * self.world.players, 0, 0
        for name, text in self.mapping(key, value).items():
            at = f"{key}.{name}"
            words = text.split() if isinstance(text, str) else [text]
            if name not in self.world.index:
                self.bad(at, "a town of the board", name)
                continue
            bit = 1 << self.world.index[name]
            discs[self.seat(at, words[0] if words else "")] |= bit
            for said in words[1:]:
                if said not in (VIKINGS, MONASTERY):
                    self.bad(at, f"{VIKINGS} or {MONASTERY}", said)
            vikings |= bit if VIKINGS in words else 0
            monasteries |= bit if MONASTERY in words else 0
        return tuple(discs), vikings, monasteries

    def region(self, key: str, value: Any) -> int:
        return self.place(key, value, self.world.region_index, "a region of the board")

    def claim(self, key: str, value: Any) -> int:
        return PLACES[value] if isinstance(value, str) and value in PLACES else self.seat(key, value)

    # ------------------------------------------------------------ cards
    def hand(self, key: str, value: Any) -> Held:
        if isinstance(value, list | tuple):
            return self.cards(key, value), 0
        if isinstance(value, Mapping):
            for k in value.keys() - {"named", "others"}:
                self.bad(f"{key}.{k}", "named or others", k)
            cards = self.cards(f"{key}.named", value.get("named", []))
            return cards, self.number(f"{key}.others", value.get("others", 0), most=25)
        return (), self.number(key, value, most=25)

    def brides(self, key: str, value: Any) -> tuple[str, ...]:
        return tuple(self.bride(key, c) for c in (value if isinstance(value, list | tuple) else [value]))

    def bride(self, key: str, value: Any) -> str:
        if isinstance(value, str) and (value == PRINCESS or value in self.world.box.brides):
            return value
        self.bad(key, "a marriage card: " + ", ".join((PRINCESS, *self.world.box.brides)), value)
        return PRINCESS

    def trick(self, key: str, value: Any) -> Trick:
        found = []
        for text in self.items(key, value):
            words = text.split() if isinstance(text, str) else []
            if len(words) != 2 or not words[1].isdecimal():
                self.bad(key, "a seat and its card, as 'A 11'", text)
                continue
            found.append((self.seat(key, words[0]), self.card(key, int(words[1]))))
        if len({p for p, _ in found}) != len(found):
            self.bad(key, "one card of each seat", value)
        return tuple(found)

    def stack(self, key: str, value: Any) -> tuple[Task, ...]:
        return tuple(t for text in self.items(key, value) if (t := self.task(key, text)) is not None)

    def task(self, key: str, text: Any) -> Task | None:
        words = text.split() if isinstance(text, str) else []
        if len(words) != 3 or words[0] not in (*ICON_TASKS, *UPKEEP_TASKS):
            self.bad(key, "tasks as 'kind seat argument'", text)
            return None
        kind, seat = words[0], self.seat(key, words[1], NONE)
        if kind == "town":
            if words[2] != "any" and words[2] not in self.world.region_index:
                self.bad(key, "a region of the board or any", words[2])
                return None
            return kind, seat, NOBODY if words[2] == "any" else self.world.region_index[words[2]]
        if kind == "lose":
            return kind, seat, self.seat(key, words[2])
        if not words[2].isdecimal():
            self.bad(key, "a whole number", words[2])
            return None
        return kind, seat, int(words[2])

    def stuck(self, key: str, value: Any) -> tuple[Claim, ...]:
        found = []
        for text in self.items(key, value):
            words = text.split() if isinstance(text, str) else [""]
            if any(w not in (*COLOURS, WHITE) for w in words[1:]):
                self.bad(key, "a seat and colours, as 'A red white'", text)
            found.append(Claim(self.seat(key, words[0]), "BB-R7", tuple(words[1:])))
        return tuple(found)


# ---------------------------------------------------------------- what is written
def _towns(world: World, towns: Discs) -> dict[str, str]:
    """Towns with what lies on them: ``A``, ``A monastery``, ``B vikings``, ``B vikings monastery``."""
    discs, vikings, monasteries = towns
    found = {}
    for i, name in enumerate(world.ids):
        who = next((letter(p) for p, mask in enumerate(discs) if mask >> i & 1), "")
        if who:
            lies = (who, VIKINGS if vikings >> i & 1 else "", MONASTERY if monasteries >> i & 1 else "")
            found[name] = " ".join(filter(None, lies))
    return found


def _hand(_world: World, zone: Zone) -> int | dict[str, Any]:
    """A hand: its number of cards, and the named ones where there are any."""
    if not zone.known.cards:
        return zone.counted.n
    return {"named": list(zone.known.cards), "others": zone.counted.n}


def _task(world: World, task: Task) -> str:
    """A task as ``kind seat argument``; towns name their region, losses their chooser."""
    kind, seat, arg = task
    told = str(arg)
    if kind == "town":
        told = "any" if arg == NOBODY else world.regions[arg]
    elif kind == "lose":
        told = ANYBODY.write(world, arg)
    return f"{kind} {ANYBODY.write(world, seat)} {told}"


# ---------------------------------------------------------------- kinds
def up_to(most: Any) -> Plain:
    """A number up to what the world says."""
    return Plain(as_it_is, lambda reader, key, value: reader.number(key, value, most=most(reader.world)))


ANYBODY = seat_or(NONE)
CARDS = Plain(lambda _world, cards: list(cards), Reader.cards)
BRIDE = Plain(as_it_is, Reader.bride)
BRIDES = Plain(lambda _world, cards: list(cards), Reader.brides)
REGION = Plain(lambda world, region: world.regions[region], Reader.region)
CLAIM = Plain(lambda _world, place: place_text(place), Reader.claim)
NO_POINTS = (0,) * len(TALLY)
PACKETS = by_seat(CARDS, (), every=True)
each = partial(by_seat, every=True)

STATE = record(
    State,
    key("phase", word(*PHASES)),
    key("round", up_to(lambda world: world.rounds)),
    key("marker", ANYBODY),
    key("turn", ANYBODY),
    key("towns", Plain(_towns, Reader.towns), "discs", "vikings", "monasteries"),
    *(key(name, each(NUMBER, lambda world, name=name: getattr(world.box, name))) for name in ("coins", "renown", "vp")),
    key("tally", each(named(TALLY, number(None)), NO_POINTS)),
    *(key(name, each(NUMBER, 0)) for name in ("raiders", "recruited", "church")),
    key("track", each(up_to(lambda world: len(world.box.track) - 1), 0)),
    key("area", NUMBER),
    key("claims", by_place(REGION, lambda world: len(world.regions), CLAIM, DOWN, every=True)),
    key("pile", up_to(lambda world: world.rounds)),
    key("bride", Plain(as_it_is, lambda reader, key, value: reader.bride(key, value) if value else "")),
    key("wives", each(BRIDES, ())),
    key("gone", listed(BRIDE, sorted)),
    key("alliance", Plain(as_it_is, lambda _reader, _key, value: str(value))),
    key("fleets", listed(number(most=99), sorted)),
    key("look", up_to(lambda world: len(world.looks))),
    key("seals", by_seat(CARDS, None)),
    key("packets", Plain(PACKETS.write, lambda reader, key, value: PACKETS.read(reader, key, value) if value else ())),
    key("hands", each(Plain(_hand, Reader.hand), None)),
    key("discard", CARDS),
    key("trick_no", NUMBER),
    key("active", Plain(lambda world, town: NONE if town < 0 else world.ids[town], Reader.town)),
    key("marker_out", BIT, "out"),
    key("free_lead", BIT),
    key("declared", SEATS),
    key("stuck", Plain(lambda _w, told: [f"{letter(c.seat)} {' '.join(c.none_of)}" for c in told], Reader.stuck)),
    key("trick", Plain(lambda _world, trick: [f"{letter(p)} {card}" for p, card in trick], Reader.trick)),
    key("queue", listed(SEAT)),
    key("winner", ANYBODY),
    key("stack", Plain(lambda world, tasks: [_task(world, t) for t in tasks], Reader.stack)),
    key("winners", SEATS),
)


# ---------------------------------------------------------------- a whole position
def position(s: State) -> dict[str, Any]:
    return STATE.write(s.world, s)


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """The state of such a mapping, with everything done that needs nobody; raises PositionError with every fault."""
    r = Reader(world, doc, STATE.names)
    told = STATE.told(r, "", doc)
    phase = told.get("phase", Phase.LEAD if "towns" in doc else Phase.BEGIN)
    usual = {
        "phase": phase,
        "round": 0 if phase in (Phase.BEGIN, Phase.HOME) else 1,
        "marker": NOBODY if phase == Phase.BEGIN else 0,
        "trick_no": int(phase in TRICKS),
        "stack": STEPS if phase == Phase.UPKEEP else (),
    }
    told = {**usual, **told}
    if phase == Phase.UPKEEP and told["stack"] and told["stack"][-1] != STEPS[-1]:
        told["stack"] = (*told["stack"], STEPS[-1])  # an upkeep always ends with the close of its round (BB-12.1)
    told["hands"] = _hands(world, phase, told["round"], told.get("trick", ()), told.get("hands", ()))
    s = _cards_on_table(r, _turns(STATE.laid(fresh(world), told), told), told)
    _check(r, s)
    r.finish()
    return settle(s)


def _hands(world: World, phase: str, round_: int, trick: Trick, told: tuple[Held | None, ...]) -> tuple[Zone, ...]:
    """Where nothing is told of a hand, it holds what was dealt and not played."""
    if phase not in WITH_CARDS:
        return (NO_CARDS,) * world.players
    full = 0 if phase == Phase.DRAFT else world.deal
    played = {p for p, _ in trick}
    usual = ((), full), ((), max(0, full - 1))
    held = (h or usual[p in played] for p, h in enumerate(told or (None,) * world.players))
    return tuple(hand(p, named, others, round_) for p, (named, others) in enumerate(held))


def _turns(s: State, told: Mapping[str, Any]) -> State:
    """Whose turn it is, who acts next, who wins: what the cards on the table say where nothing else is told."""
    leader = s.trick[0][0] if s.trick else s.marker
    turns = {Phase.LEAD: s.marker, Phase.HOME: s.marker, Phase.PLAY: (leader + len(s.trick)) % s.world.players}
    winner = NOBODY
    if s.phase == Phase.ACT and s.active >= 0:
        suit, colour = s.world.suit, s.world.colour[s.active]
        fitting = [(card, seat) for seat, card in s.trick if suit[card] in (colour, WHITE)]
        winner = max(fitting)[1] if fitting else NOBODY
    winner = told.get("winner", winner)
    queue = told.get("queue", tuple(seat for seat, _ in sorted(s.trick, key=lambda pc: pc[1])))
    out = s.phase == Phase.PLAY or (s.phase == Phase.ACT and (winner in queue or winner == NOBODY))
    return changed(
        s, turn=told.get("turn", turns.get(s.phase, NOBODY)), winner=winner, out=told.get("out", int(out)),
        queue=queue if s.phase == Phase.ACT else (),
    )  # fmt: skip


def _cards_on_table(r: Reader, s: State, told: Mapping[str, Any]) -> State:
    """The open marriage card and how many lie below it."""
    left = s.world.rounds - (0 if s.phase in (Phase.BEGIN, Phase.HOME) else s.round)
    s = changed(s, pile=told.get("pile", left + (s.phase in (Phase.FLEET, Phase.BRIDE))))
    waits = s.phase in (Phase.DEAL, *WITH_CARDS) or any(t[0] in ("marriage", "wedding") for t in s.stack)
    bride = "" if not waits else PRINCESS if not s.pile else next(iter(brides_unseen(s)), PRINCESS)
    bride = told.get("bride", bride)
    if waits and not bride:
        r.bad("bride", "an open marriage card", bride)
    return changed(s, bride=bride)


def _check(r: Reader, s: State) -> None:
    """What no table can show, whatever was played."""
    resting = not any(t[0] in ICON_TASKS for t in s.stack)
    for space in range(1, len(s.world.box.track)):
        if resting and s.track.count(space) > 1:
            r.bad("track", f"one disc on space {space} (BB-7.10)", s.track.count(space))
    named = [c for zone in s.hands for c in zone.known.cards] if s.packets else []
    if len(set(named)) != len(named):
        r.bad("hands", "each card once (BB-5.1)")
    if s.phase == Phase.PLAY and {c for _, c in s.trick} & set(s.discard):
        r.bad("discard", "no card of the trick (BB-5.1)", list(s.discard))
    if s.alliance not in ("", "pact", "trade", "spurn"):
        r.bad("alliance", "pact, trade or spurn", s.alliance)
    if s.phase in (Phase.PLAY, Phase.ACT) and s.active < 0:
        r.bad("active", "the active town (BB-6.2)")
    if s.phase == Phase.ACT and len(s.trick) != s.world.players:
        r.bad("trick", "a card of every seat (BB-6.4)", len(s.trick))
    if s.phase == Phase.PLAY and len(s.trick) >= s.world.players:
        r.bad("trick", "a seat that has not played yet", len(s.trick))
    played = {p for p, _ in s.trick}
    for p, zone in enumerate(s.hands) if s.phase == Phase.PLAY else ():
        if p not in played and not zone.size:
            r.bad(f"hands.{letter(p)}", "a card to play (BB-6.4)", 0)
    if s.phase not in (Phase.BEGIN,) and s.marker < 0:
        r.bad("marker", "who holds the town marker (BB-2.7)")
    if s.phase == Phase.HOME and s.discs[max(s.turn, 0)]:
        r.bad("turn", "a seat without a disc on a town (BB-2.8)", letter(max(s.turn, 0)))
    if s.phase == Phase.UPKEEP and not s.stack:
        r.bad("stack", f"a task, since the phase is {s.phase}")
    for kind, seat, arg in s.stack:
        if s.phase != (Phase.ACT if kind in ICON_TASKS else Phase.UPKEEP):
            r.bad("stack", f"tasks of the phase {s.phase}", kind)
        if kind in ICON_TASKS and seat < 0:
            r.bad("stack", "a seat that acts", kind)
        if kind == "end" and (seat, arg) not in s.trick:
            r.bad("stack", "the card that was played", arg)
        if kind == "reward" and arg >= len(s.world.box.track):
            r.bad("stack", "a space of the marriage track", arg)

