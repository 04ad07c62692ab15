"""Hibernia (Eric B. Vogel), 3-4 players: duties, view, table and score of a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.balance import Balance
from companion.engine.game import Config, Game
from companion.engine.types import (
    LETTERS,
    Choose,
    Die,
    Over,
    Pending,
    Roll,
    ScoreLine,
    ScoreRow,
    ScoreSheet,
    Tabletop,
    facts,
    letter,
)
from companion.games.hibernia import effects, guards, rules, scoring
from companion.games.hibernia import position as positions
from companion.games.hibernia.info import INFO
from companion.games.hibernia.inputs import DIE, EXTRA
from companion.games.hibernia.state import ACT, FORTRESS, INKS, OVER, ROLL, START, State, fresh
from companion.games.hibernia.table import DEMO, TABLE, tabletop
from companion.games.hibernia.words import WORDS
from companion.games.hibernia.world import COLOURS, bits, build


class Hibernia(Game[State]):
    """The game as the kernel knows it; every method is a pure function of its arguments."""

    info = INFO
    words = WORDS
    table = TABLE
    demo = DEMO

    def setup(self, config: Config) -> State:
        return fresh(build(config))

    def pending(self, s: State) -> tuple[Pending, ...]:
        world = s.world
        if s.phase == FORTRESS:
            ids = tuple(world.ids[i] for i in world.fortresses)
            slots = tuple(Die(ids, f"fortress {letter(i)}") for i in range(world.players))
            return (Roll("HI-1.4", slots, None, distinct=True),)
        if s.phase == START:
            return (Roll("HI-1.5", (Die(tuple(LETTERS[: world.players]), "start player"),), None),)
        if s.phase == ROLL:
            roll = Roll("HI-2.2", (Die(world.die_faces, "action"),), s.turn, facts=facts(seat=s.turn))
            if world.roll_first or not s.extra_left:
                return (roll,)
            return (roll, Choose("HI-2.6", (s.turn,), ("move", "muster"), facts=self._owed(s)))
        if s.phase == OVER:
            return (Over("HI-7.4", s.winners),)
        what = ("move", "muster") if world.must_extra or not s.extra_left else ("move", "muster", "rest")
        rule = "HI-2.5" if s.die == world.joker else "HI-2.3" if s.die_left and s.die != "black" else "HI-2.6"
        return (Choose(rule, (s.turn,), what, facts=self._owed(s)),)

    def _owed(self, s: State) -> tuple[tuple[str, Any], ...]:
        return facts(seat=s.turn, die=s.die, owed=tuple(w for w, x in ((DIE, s.die_left), (EXTRA, s.extra_left)) if x))

    options_of = staticmethod(rules.options_of)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(effects.evolve)

    def tabletop(self, s: State) -> Tabletop:
        return tabletop(s)

    def position(self, s: State) -> dict[str, Any]:
        return positions.position(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return positions.from_position(build(config), doc)

    def balances(self, s: State) -> Iterator[Balance]:
        return positions.balances(s)

    def following(self, patch: Mapping[str, Any]) -> tuple[str, ...]:
        """The supply is what lies neither on counties nor on the shield, where nobody counted it."""
        return ("supply",) if {"counties", "shield"} & patch.keys() and "supply" not in patch else ()

    def view(self, s: State, seat: int | None) -> Mapping[str, Any]:
        """Nothing is hidden in Hibernia, so every seat sees the same."""
        world, seats = s.world, range(s.world.players)
        acting = s.phase in (ROLL, ACT)
        walk = scoring.advance(s, s.turn, s.die == world.joker) if acting else ()
        return {
            **positions.position(s),
            "protected": {
                world.ids[i]: rule
                for i in range(len(world.ids))
                if s.owner[i] >= 0 and (rule := guards.protected(s, i))
            },
            "would_score": {letter(p): len(scoring.advance(s, p, p == s.turn and s.die == world.joker)) for p in seats},
            "walk": [{"space": t.space, "ink": t.ink, "paid": t.paid} for t in walk],
            "owned": {letter(p): {c: (world.colour_mask[c] & s.own[p]).bit_count() for c in COLOURS} for p in seats},
            "lap": {letter(p): s.total[p] // len(world.track) for p in seats},
            "last_round": s.trigger >= 0,
            "pairs": {letter(p): world.has_pair(s.own[p]) for p in seats},
            "track_length": len(world.track),
        }

    def score(self, s: State) -> ScoreSheet:
        rows = []
        for p in range(s.world.players):
            lines = [
                ScoreLine(ink, n, "HI-6.5" if ink == "joker" else "HI-6.2")
                for ink, n in zip(INKS, s.steps[p], strict=True)
                if n
            ]
            by_hand = s.total[p] - sum(s.steps[p])
            lines += [ScoreLine("by hand", by_hand, "HI-6.8")] if by_hand else []
            known = facts(
                turns=s.turns[p],
                counties=s.own[p].bit_count(),
                soldiers=sum(s.heap[i] for i in bits(s.own[p])),
                supply=s.supply[p],
                shield=s.shield[p],
                space=s.total[p] % len(s.world.track),
                lap=s.total[p] // len(s.world.track),
            )
            rank = 1 + sum(t > s.total[p] for t in s.total)
            rows.append(ScoreRow(p, s.total[p], rank, tuple(lines), known))
        sheet = facts(
            trigger=s.trigger,
            trigger_round=s.trigger_round,
            extra_rounds=s.extra_rounds,
            winners=s.winners,
            round=s.round,
        )
        return ScoreSheet(tuple(rows), s.phase == OVER, sheet)


GAME = Hibernia()
