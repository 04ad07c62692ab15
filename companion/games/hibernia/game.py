"""Hibernia (Eric B. Vogel), 3-4 players: duties, view, table and score of a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.game import Config, Option
from companion.engine.types import (
    LETTERS,
    Choose,
    Decision,
    Die,
    Event,
    Input,
    Notice,
    Over,
    Pending,
    Roll,
    Ruling,
    ScoreLine,
    ScoreRow,
    ScoreSheet,
    Tabletop,
    Token,
    facts,
    letter,
)
from companion.games.hibernia import effects, guards, rules, scoring, sightings
from companion.games.hibernia import inputs as acts
from companion.games.hibernia import position as positions
from companion.games.hibernia.inputs import DIE, EXTRA
from companion.games.hibernia.state import ACT, FORTRESS, INKS, OVER, ROLL, START, State, fresh
from companion.games.hibernia.world import COLOURS, bits, build

OPTIONS = (
    Option("soldiers_per_player", 16, (16, 14), "HI-R1"),
    Option("shield_start", (3, 2, 1, 0), (), "HI-R3"),
    Option("extra_action", "mandatory", ("mandatory", "optional"), "HI-R4"),
    Option("roll_first", True, (True, False), "HI-R5"),
    Option("pair_rule", "strict", ("strict", "outcome"), "HI-R8"),
    Option("extra_round_players", "all", ("all", "tied"), "HI-R22"),
    Option("shared_win_after", 0, (0, 1, 2, 3), "HI-R36"),
    Option("joker_face", "purple", ("purple", "white"), "HI-R33"),
    Option("advanced", False, (False, True), "HI-9.1"),
    Option("hints", False, (False, True), "HI-11.2"),
)


class Hibernia:
    """The game as the kernel knows it; every method is a pure function of its arguments."""

    id = "hibernia"
    version = 1
    prefix = "HI"
    players = (3, 4)
    piles = ("shield",)
    eyes = True  # the camera may referee it
    options = OPTIONS
    inputs: tuple[type[Input], ...] = (acts.Move, acts.Muster, acts.Rest)
    events: tuple[type[Event], ...] = (
        acts.FortressesDrawn, acts.StarterDrawn, acts.DieRolled, acts.Moved, acts.Mustered, acts.Rested,
        acts.Scored, acts.TurnPassed, acts.LastRound, acts.ExtraRound, acts.Ended, Notice,
    )  # fmt: skip

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

    def options_of(self, s: State, seat: int | None) -> Iterator[Input]:
        return rules.options_of(s, seat)

    def decide(self, s: State, act: Input, waived: frozenset[str] = frozenset()) -> Decision:
        return rules.decide(s, act, waived)

    def evolve(self, s: State, event: Event) -> State:
        return effects.evolve(s, event)

    def tabletop(self, s: State) -> Tabletop:
        world = s.world
        table: dict[str, tuple[Token, ...]] = {}
        for i, name in enumerate(world.ids):
            who = positions.side(s, s.owner[i]) if s.owner[i] >= 0 else ""
            table[name] = (Token("soldier", who),) * s.heap[i]
        table["shield"] = tuple(t for p, n in enumerate(s.shield) for t in (Token("soldier", letter(p)),) * n)
        length = len(world.track)
        for k in range(length):
            table[f"track_{k}"] = ()
        for p, total in enumerate(s.total):
            table[f"track_{total % length}"] += (Token("soldier", letter(p)),)
        return table

    def position(self, s: State) -> dict[str, Any]:
        return positions.position(s)

    def from_position(self, config: Config, doc: Mapping[str, Any]) -> State:
        return positions.from_position(build(config), doc)

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

    def ready(self, s: State) -> bool:
        """Whether the set-up is done, so that the table lies as the game expects it."""
        return s.phase not in (FORTRESS, START)

    def worth(self, s: State, seat: int) -> float:
        """How well a seat stands, for players of the demo table: steps made and to come, land, soldiers at hand."""
        coming = len(scoring.advance(s, seat, False))
        return s.total[seat] + 0.7 * coming + 0.4 * s.own[seat].bit_count() + 0.05 * s.supply[seat]

    def patch(self, s: State, seen: Mapping[str, Mapping[str, int]]) -> Mapping[str, Any]:
        """Keys of the position that take over what lies on some spaces; empty where two sides share a county."""
        return sightings.patch(s, seen)

    def dominates(self, a: State, b: State) -> bool:
        return sightings.dominates(a, b)

    def traces(self, s: State, act: Input) -> Iterator[Tabletop]:
        return sightings.traces(s, act, self.tabletop(s))

    def attempts(
        self,
        s: State,
        before: Mapping[str, Counter[str]],
        after: Mapping[str, Mapping[str, int]],
        sides: Mapping[str, Token],
    ) -> Iterator[Input]:
        return sightings.attempts(s, before, after, sides)

    def objection(
        self,
        s: State,
        act: Input,
        before: Mapping[str, Counter[str]],
        after: Mapping[str, Mapping[str, int]],
        sides: Mapping[str, Token],
    ) -> Ruling | None:
        return sightings.objection(s, act, before, after, sides)

    def score(self, s: State) -> ScoreSheet:
        rows = []
        for p in range(s.world.players):
            lines = [
                ScoreLine(ink, n, "HI-6.5" if ink == "joker" else "HI-6.2")
                for ink, n in zip(INKS, s.steps[p], strict=True)
                if n
            ]
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
