"""Vikings Gone Wild - The Board Game (Julien Vergonjeanne), 2-4 players: the game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Config, Option
from companion.engine.types import (
    Choose,
    Event,
    Input,
    May,
    Over,
    Pending,
    ScoreSheet,
    Tabletop,
    facts,
)
from companion.games.vikings_gone_wild import events, inputs, placing, position, scoring, sightings, tags, views
from companion.games.vikings_gone_wild.effects import evolve
from companion.games.vikings_gone_wild.rules import answering, deciding, ending, flow, listing, missions, setup, storing
from companion.games.vikings_gone_wild.rules.common import row_gap
from companion.games.vikings_gone_wild.rules.rights import rights
from companion.games.vikings_gone_wild.state import CLAIM, DISCARD, OVER, SETUP, STORE, TIE, TURN, State, fresh
from companion.games.vikings_gone_wild.world import OPTIONS, build

ACTS = (
    "play", "use", "buy", "build", "upgrade", "attack", "together", "exchange", "give_back", "swap", "end_turn",
)  # fmt: skip


class VikingsGoneWild:
    """Every method is a pure function of its arguments."""

    id = "vikings_gone_wild"
    version = 1
    prefix = "VG"
    players = (2, 3, 4)
    options: tuple[Option, ...] = OPTIONS
    inputs: tuple[type[Input], ...] = inputs.INPUTS
    events: tuple[type[Event], ...] = events.EVENTS
    data_files: Mapping[str, str] = {"cards": "cards.yaml"}
    eyes = ("vp_space", "hall", "building")  # discs on the track, tokens in the villages: they follow what is told
    alike: Mapping[str, str] = {"card": "", "marker": ""}  # printed faces are read by nobody

    def setup(self, config: Config) -> State:
        return fresh(build(config))

    def pending(self, s: State) -> tuple[Pending, ...]:
        """What is owed first; rights to claim a mission and to leave taverns stand beside it."""
        owed, beside = self._owed(s), _rights(s)
        return (*owed, *beside) if beside else owed

    def _owed(self, s: State) -> tuple[Pending, ...]:
        if s.due:
            return (missions.favour_wanted(s),)
        if s.row[0] < 0 and row_gap(s) >= 0 and not s.unshuffled:
            return (setup.row_wanted(s),)
        if s.stack:
            return (answering.wanted(s, s.stack[-1]),)
        phase = s.phase
        if phase == TURN:
            return (self._turn(s),)
        if phase == SETUP:
            return setup.setup_wanted(s)
        if phase == OVER:
            return (Over("VG-16.3" if len(s.winners) == 1 else "VG-16.5", s.winners),)
        if phase == TIE:
            return (ending.tie_wanted(s),)
        if phase == CLAIM:
            return (Choose("VG-R25", flow.waiting(s), ("claim", "pass")),)
        if phase == STORE:
            return (Choose("VG-13.1", (s.turn,), ("store", "pass"), facts=facts(seat=s.turn)),)
        if phase == DISCARD:
            most = storing.allowed_to_hold(s, s.turn)
            return (Choose("VG-14.2", (s.turn,), ("drop",), facts=facts(seat=s.turn, held=most)),)
        return (self._turn(s),)

    def _turn(self, s: State) -> Pending:
        now = s.now
        if now.window == 1:
            who = now.strikes[0].seat
            attack = facts(seat=who, attacker=s.turn, targets=tuple(k.target for k in now.strikes))
            return Choose("VG-9.2", (who,), ("defend", "use", "pass"), facts=attack)
        key = ("turn", s.turn, now.beer, now.gold, now.hits, now.together)
        duty: Choose | None = s.world.memo.get(key)
        if duty is None:
            purse = facts(seat=s.turn, beer=now.beer, gold=now.gold, hits=now.hits)
            rule, what = ("VG-R13", ("attack", "declared")) if now.together else ("VG-4.2", ACTS)
            duty = s.world.keep(key, Choose(rule, (s.turn,), what, facts=purse))
        return duty

    options_of = staticmethod(listing.options_of)
    decide = staticmethod(deciding.decide)
    evolve = staticmethod(evolve)
    led = staticmethod(flow.led)

    def view(self, s: State, seat: int | None) -> Mapping[str, Any]:
        return views.view(s, seat)

    def deck(self, s: State) -> tuple[str, ...]:
        """Cards that may bear a tag or sticker."""
        return tags.deck(s)

    def markers(self, s: State) -> tuple[str, ...]:
        """Markers that may bear a tag as well."""
        return tags.markers()

    def card_acts(self, s: State, card: str) -> tuple[Input, ...]:
        """What a shown card may mean now, as everybody may know it."""
        return tags.card_acts(views.veiled(s), card, self.pending(s))

    def instead(self, s: State, act: Input) -> Iterator[Input]:
        """What an act may have been instead, by the tokens that left."""
        return sightings.instead(s, act)

    def patch(self, s: State, seen: Mapping[str, Mapping[str, int]]) -> Mapping[str, Any]:
        return sightings.patch(s, seen)

    def veiled(self, s: State) -> State:
        return views.veiled(s)

    def ready(self, s: State) -> bool:
        """Set-up is done."""
        return s.phase != SETUP

    def tabletop(self, s: State) -> Tabletop:
        return views.tabletop(s)

    def score(self, s: State) -> ScoreSheet:
        return scoring.score(s)

    def position(self, s: State) -> dict[str, Any]:
        return position.position(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        """What is set by hand goes on by itself until somebody is asked."""
        return flow.settled_state(placing.from_position(build(config), doc))


def _rights(s: State) -> tuple[Pending, ...]:
    """VG-R25, VG-3.2: nothing hidden is asked for, so nothing is betrayed."""
    if s.phase in (SETUP, OVER):
        return ()
    last = rights(s)
    claimers, drinkers = last.claimers, last.drinkers
    if claimers and (s.phase == CLAIM or not missions.quiet(s)):
        claimers = ()
    if not claimers and not drinkers:
        return ()
    key = ("may", claimers, drinkers)
    known: tuple[Pending, ...] | None = s.world.memo.get(key)
    return s.world.keep(key, _mays(claimers, drinkers)) if known is None else known


def _mays(claimers: tuple[int, ...], drinkers: tuple[int, ...]) -> tuple[Pending, ...]:
    claim = (May("VG-11.1", claimers, ("claim",)),) if claimers else ()
    return (*claim, May("VG-3.2", drinkers, ("forgo",))) if drinkers else claim


GAME = VikingsGoneWild()
