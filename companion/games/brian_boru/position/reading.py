"""A state of Brian Boru from a plain mapping; lists every fault. Keys left out take what the set-up would have."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.engine.hidden import Claim, Zone
from companion.engine.positions import PositionReader
from companion.engine.slotted import changed
from companion.engine.types import letter
from companion.games.brian_boru.box import COLOURS, PRINCESS, WHITE
from companion.games.brian_boru.effects.upkeep import PLACES
from companion.games.brian_boru.position import KEYS, MONASTERY, NONE, VIKINGS
from companion.games.brian_boru.rules.flow import settle
from companion.games.brian_boru.rules.opening import brides_unseen
from companion.games.brian_boru.state import (
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

WITH_CARDS = (Phase.DRAFT, Phase.LEAD, Phase.PLAY, Phase.ACT)
SEATED = ("coins", "renown", "vp", "raiders", "recruited", "church")


class _Reader(PositionReader):
    def __init__(self, world: World, doc: Mapping[str, Any]) -> None:
        super().__init__(doc, world.players, KEYS)
        self.world = world

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
    def towns(self) -> tuple[tuple[int, ...], int, int]:
        discs, vikings, monasteries = [0] * self.world.players, 0, 0
        for name, text in self.mapping("towns").items():
            key = f"towns.{name}"
            words = text.split() if isinstance(text, str) else [text]
            if name not in self.world.index:
                self.bad(key, "a town of the board", name)
                continue
            bit = 1 << self.world.index[name]
            discs[self.seat(key, words[0] if words else "")] |= bit
            for word in words[1:]:
                if word not in (VIKINGS, MONASTERY):
                    self.bad(key, f"{VIKINGS} or {MONASTERY}", word)
            vikings |= bit if VIKINGS in words else 0
            monasteries |= bit if MONASTERY in words else 0
        return tuple(discs), vikings, monasteries

    def claims(self, default: tuple[int, ...]) -> tuple[int, ...]:
        out = list(default)
        for name, value in self.mapping("claims").items():
            key = f"claims.{name}"
            if name not in self.world.region_index:
                self.bad(key, "a region of the board", name)
                continue
            place = PLACES[value] if isinstance(value, str) and value in PLACES else self.seat(key, value)
            out[self.world.region_index[name]] = place
        return tuple(out)

    # ------------------------------------------------------------ cards
    def zone(self, seat: int, value: Any, round: int) -> Zone:
        key = f"hands.{letter(seat)}"
        if isinstance(value, list | tuple):
            return hand(seat, self.cards(key, value), 0, round)
        if isinstance(value, Mapping):
            for k in value.keys() - {"named", "others"}:
                self.bad(f"{key}.{k}", "named or others", k)
            named = self.cards(f"{key}.named", value.get("named", []))
            return hand(seat, named, self.number(f"{key}.others", value.get("others", 0), most=25), round)
        return hand(seat, (), self.number(key, value, most=25), round)

    def wives(self) -> tuple[tuple[str, ...], ...]:
        out: list[tuple[str, ...]] = [()] * self.world.players
        for k, v in self.mapping("wives").items():
            cards = v if isinstance(v, list | tuple) else [v]
            out[self.seat(f"wives.{k}", k)] = tuple(self.bride(f"wives.{k}", c) for c in cards)
        return tuple(out)

    def bride(self, key: str, value: Any) -> str:
        if isinstance(value, str) and (value == PRINCESS or value in self.world.box.brides):
            return value
        self.bad(key, "a marriage card: " + ", ".join((PRINCESS, *self.world.box.brides)), value)
        return PRINCESS

    def trick(self) -> tuple[tuple[int, int], ...]:
        found = []
        for text in self.items("trick"):
            words = text.split() if isinstance(text, str) else []
            if len(words) != 2 or not words[1].isdecimal():
                self.bad("trick", "a seat and its card, as 'A 11'", text)
                continue
            found.append((self.seat("trick", words[0]), self.card("trick", int(words[1]))))
        if len({p for p, _ in found}) != len(found):
            self.bad("trick", "one card of each seat", self.doc["trick"])
        return tuple(found)

    def stack(self) -> tuple[Task, ...]:
        return tuple(t for text in self.items("stack") if (t := self.task(text)) is not None)

    def task(self, text: Any) -> Task | None:
        words = text.split() if isinstance(text, str) else []
        if len(words) != 3 or words[0] not in (*ICON_TASKS, *UPKEEP_TASKS):
            self.bad("stack", "tasks as 'kind seat argument'", text)
            return None
        kind, seat = words[0], self.seat("stack", words[1], NONE)
        if kind == "town":
            if words[2] != "any" and words[2] not in self.world.region_index:
                self.bad("stack", "a region of the board or any", words[2])
                return None
            return kind, seat, NOBODY if words[2] == "any" else self.world.region_index[words[2]]
        if kind == "lose":
            return kind, seat, self.seat("stack", words[2])
        if not words[2].isdecimal():
            self.bad("stack", "a whole number", words[2])
            return None
        return kind, seat, int(words[2])

    def claimed_stuck(self) -> tuple[Claim, ...]:
        found = []
        for text in self.items("stuck"):
            words = text.split() if isinstance(text, str) else [""]
            if any(w not in (*COLOURS, WHITE) for w in words[1:]):
                self.bad("stuck", "a seat and colours, as 'A red white'", text)
            found.append(Claim(self.seat("stuck", words[0]), "BB-R7", tuple(words[1:])))
        return tuple(found)


def from_position(world: World, doc: Mapping[str, Any]) -> State:
    """The state of such a mapping, with everything done that needs nobody; raises PositionError."""
    r = _Reader(world, doc)
    base = fresh(world)
    phase = r.word("phase", doc.get("phase", Phase.LEAD if "towns" in doc else Phase.BEGIN), PHASES)
    early = phase in (Phase.BEGIN, Phase.HOME)
    round_ = r.number("round", doc.get("round", 0 if early else 1), most=world.rounds)
    marker = r.seat("marker", doc.get("marker", NONE if phase == Phase.BEGIN else "A"), NONE)
    discs, vikings, monasteries = r.towns()
    trick = r.trick()
    tally = []
    for p in range(world.players):
        mine = r.mapping(f"tally.{letter(p)}", r.mapping("tally").get(letter(p)))
        tally.append(tuple(r.number(f"tally.{letter(p)}.{k}", mine.get(k, 0), None) for k in TALLY))
    seated: dict[str, Any] = {key: r.by_seat(key, r.number, getattr(base, key)) for key in SEATED}
    seals: list[tuple[int, ...] | None] = [None] * world.players
    for k, v in r.mapping("seals").items():
        seals[r.seat(f"seals.{k}", k)] = r.cards(f"seals.{k}", v)
    packets: list[tuple[int, ...]] = [()] * world.players if r.mapping("packets") else []
    for k, v in r.mapping("packets").items():
        packets[r.seat(f"packets.{k}", k)] = r.cards(f"packets.{k}", v)
    s = changed(
        base,
        phase=phase,
        round=round_,
        marker=marker,
        discs=discs,
        vikings=vikings,
        monasteries=monasteries,
        **seated,
        track=r.by_seat("track", partial(r.number, most=len(world.box.track) - 1), base.track),
        tally=tuple(tally),
        area=r.number("area", doc.get("area", 0)),
        claims=r.claims(base.claims),
        wives=r.wives(),
        gone=tuple(sorted(r.bride("gone", c) for c in r.items("gone"))),
        alliance=str(doc.get("alliance", "")),
        fleets=tuple(sorted(r.number("fleets", n, most=99) for n in r.items("fleets"))),
        look=r.number("look", doc.get("look", 0), most=len(world.looks)),
        seals=tuple(seals),
        packets=tuple(packets),
        hands=_hands(r, phase, round_, trick),
        discard=r.cards("discard", r.items("discard")),
        trick_no=r.number("trick_no", doc.get("trick_no", 1 if phase in (Phase.LEAD, Phase.PLAY, Phase.ACT) else 0)),
        active=r.town("active", doc.get("active", NONE)),
        free_lead=int(r.flag("free_lead", doc.get("free_lead", False))),
        declared=r.seats_of("declared"),
        stuck=r.claimed_stuck(),
        trick=trick,
        stack=_tasks(r, phase),
        winners=r.seats_of("winners"),
    )
    s = _cards_on_table(r, _turns(r, s))
    _check(r, s)
    r.finish()
    return settle(s)


def _tasks(r: _Reader, phase: str) -> tuple[Task, ...]:
    """What is still to be done; an upkeep always ends with the close of its round (BB-12.1)."""
    if "stack" not in r.doc:
        return STEPS if phase == Phase.UPKEEP else ()
    stack = r.stack()
    return (*stack, STEPS[-1]) if phase == Phase.UPKEEP and stack and stack[-1] != STEPS[-1] else stack


def _hands(r: _Reader, phase: str, round_: int, trick: tuple[tuple[int, int], ...]) -> tuple[Zone, ...]:
    if phase not in WITH_CARDS:
        return (NO_CARDS,) * r.world.players
    full = 0 if phase == Phase.DRAFT else r.world.deal
    played = {p for p, _ in trick}
    hands = [hand(p, (), max(0, full - (p in played)), round_) for p in range(r.world.players)]
    for k, v in r.mapping("hands").items():
        seat = r.seat(f"hands.{k}", k)
        hands[seat] = r.zone(seat, v, round_)
    return tuple(hands)


def _turns(r: _Reader, s: State) -> State:
    """Whose turn it is, who acts next, who wins: what the cards on the table say where nothing else is told."""
    p = s.world.players
    doc = r.doc
    leader = s.trick[0][0] if s.trick else s.marker
    turn = {Phase.LEAD: s.marker, Phase.HOME: s.marker, Phase.PLAY: (leader + len(s.trick)) % p}.get(s.phase, NOBODY)
    turn = r.seat("turn", doc["turn"], NONE) if "turn" in doc else turn
    winner, queue = NOBODY, tuple(seat for seat, _ in sorted(s.trick, key=lambda pc: pc[1]))
    if s.phase == Phase.ACT and s.active >= 0:
        suit, colour = s.world.suit, s.world.colour[s.active]
        fitting = [(card, seat) for seat, card in s.trick if suit[card] in (colour, WHITE)]
        winner = max(fitting)[1] if fitting else NOBODY
    winner = r.seat("winner", doc["winner"], NONE) if "winner" in doc else winner
    queue = tuple(r.seat("queue", v) for v in r.items("queue")) if "queue" in doc else queue
    out = s.phase == Phase.PLAY or (s.phase == Phase.ACT and (winner in queue or winner == NOBODY))
    out = r.flag("marker_out", doc.get("marker_out", out))
    return changed(s, turn=turn, winner=winner, queue=queue if s.phase == Phase.ACT else (), out=int(out))


def _cards_on_table(r: _Reader, s: State) -> State:
    """The open marriage card and how many lie below it."""
    left = s.world.rounds - s.round
    if s.phase in (Phase.BEGIN, Phase.HOME):
        left = s.world.rounds
    pile = left + 1 if s.phase in (Phase.FLEET, Phase.BRIDE) else left
    s = changed(s, pile=r.number("pile", r.doc.get("pile", pile), most=s.world.rounds))
    waits = s.phase in (Phase.DEAL, *WITH_CARDS) or any(t[0] in ("marriage", "wedding") for t in s.stack)
    if "bride" in r.doc:
        bride = r.bride("bride", r.doc["bride"]) if r.doc["bride"] else ""
    else:
        bride = "" if not waits else PRINCESS if not s.pile else next(iter(brides_unseen(s)), PRINCESS)
    if waits and not bride:
        r.bad("bride", "an open marriage card", bride)
    return changed(s, bride=bride)


def _check(r: _Reader, s: State) -> None:
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

