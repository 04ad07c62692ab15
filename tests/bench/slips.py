"""Slips as people make them at a table: pieces knocked, laid wrong, forgotten, and put right after the app's word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from attrs import evolve

from companion.demo.table import lying
from companion.demo.truth import Turn, in_view
from companion.engine.boards import Board
from companion.engine.game import after, fold
from companion.engine.session import Session
from companion.engine.types import LETTERS, Choose, Input, May, Ruling, Token
from companion.table.candidates import traced_acts
from companion.table.objections import next_door
from companion.table.sight import Palette
from tests.conformance import next_act

MOST = 6000  # acts that a slip must not look like
WAYS, LATER, TRIED = 6, 12, 40  # how a game may go on, for so many acts, and of those there the ones done too early
KNOCK, OFF, WRONG, MARKER = "knocked next door", "knocked over the border", "laid wrong", "marker forgotten"
FORBIDDEN = "illegal act taken back"
KINDS = (KNOCK, OFF, WRONG, MARKER, FORBIDDEN)
Lying = dict[str, tuple[Token, ...]]


class Slips:
    """Tables that no legal acts lead to; ``seen``: places that the camera is asked about, None for all."""

    def __init__(self, session: Session[Any], real: Palette, seed: int) -> None:
        self.session, self.real = session, real
        self._told_apart = Palette(real.colours, session.game.table.alike)
        self._rng = Random(f"slips {seed}")

    @property
    def board(self) -> Board:
        return self.session.config.board

    def due(self, share: float) -> bool:
        return self._rng.random() < share

    def table(self, kind: str, before: Any, turn: Turn, seen: frozenset[str] | None) -> Mapping[str, Any] | None:
        """What lies there after such a slip; None where none can be made now."""
        now = dict(in_view(self.session.game, self.session.config, before))
        then = dict(in_view(self.session.game, self.session.config, turn.state))
        space = self.board.space
        lead = [p for p in space if space[p].role == "lead" and space[p].look in ("area", "slot")]
        lead = [p for p in lead if seen is None or p in seen]
        if kind == FORBIDDEN:
            return next(map(self.lying, islice(self._forbidden(before, turn, now, seen), 1)), None)
        if kind == MARKER:
            behind = {p: now.get(p, ()) if space[p].role == "echo" else x for p, x in then.items()}
            return self.lying(behind) if behind != then else None
        made = {KNOCK: self._knocked, OFF: self._off, WRONG: self._wrong}[kind](now, then, lead)
        for table in islice(made, 12):
            if not self._legal(before, table, lead) and not self._explained(before, table, lead):
                return self.lying(table)
        return None

    def _knocked(self, now: Lying, _then: Lying, lead: list[str]) -> Iterator[Lying]:
        asked = {LETTERS[s] for p in self.session.pending() if isinstance(p, Choose | May) for s in p.seats}
        held = [(p, t) for p in lead for t in now.get(p, ())[-1:] if t.side and t.side not in asked]
        self._rng.shuffle(held)
        for p, token in held:
            for q in self._fitting(token, lead):
                if q != p and next_door(self.board, p, q) and self._free(now, q):
                    yield self._moved(now, token, p, q)

    def _off(self, now: Lying, _then: Lying, lead: list[str]) -> Iterator[Lying]:
        held = [(p, t) for p in lead for t in now.get(p, ())[-1:] if t.side]
        self._rng.shuffle(held)
        for p, token in held:
            yield self._moved(now, token, p, "")

    def _wrong(self, now: Lying, then: Lying, lead: list[str]) -> Iterator[Lying]:
        more = ((p, Counter(then.get(p, ())) - Counter(now.get(p, ()))) for p in lead)
        laid = [(p, token) for p, tokens in more for token in tokens]
        self._rng.shuffle(laid)
        for p, token in laid:
            others = self._fitting(token, lead)
            self._rng.shuffle(others)
            for q in others:
                if q != p and self._free(then, q) and then.get(q) == now.get(q):
                    yield self._moved(then, token, p, q)

    def _forbidden(self, before: Any, turn: Turn, now: Lying, seen: frozenset[str] | None) -> Iterator[Lying]:
        """Tables after acts that will be legal later, or for somebody else, and are not now."""
        game, space = self.session.game, self.board.space
        looked = [p for p in space if space[p].role == "lead" and space[p].look not in ("none", "tray")]
        looked = [p for p in looked if seen is None or p in seen]
        for act in self._too_early(before, turn):
            waived: frozenset[str] = frozenset()
            while isinstance(done := game.decide(before, act, waived), Ruling):
                if not done.waivable or done.rule in waived:
                    break
                waived |= {done.rule}
            if isinstance(done, Ruling) or not waived:
                continue
            table = dict(in_view(game, self.session.config, fold(game, before, done)))
            if any(t.side not in ("", *self.real.colours) for held in table.values() for t in held):
                continue  # of pieces that are not in the box of this table
            moved = any(not self._same(table.get(p, ()), now.get(p, ())) for p in looked)
            if moved and not self._legal(before, table, looked) and not self._explained(before, table, looked):
                yield table

    def _too_early(self, before: Any, turn: Turn) -> Iterator[Input]:
        for s in (s for _ in range(WAYS) for s in self._later(before)):
            tried = list(islice(traced_acts(self.session.game, s), TRIED))
            self._rng.shuffle(tried)
            for act in tried:
                yield act
                if None not in (act.seat, turn.act.seat):
                    yield evolve(act, seat=turn.act.seat)

    def _later(self, s: Any) -> Iterator[Any]:
        """States to which chance and players may lead from here."""
        for _ in range(LATER):
            act = next_act(self.session.game, s, self._rng.randrange)
            s = None if act is None else after(self.session.game, s, (act,))
            if s is None:
                return
            yield s

    def _explained(self, before: Any, table: Lying, looked: list[str]) -> bool:
        """Whether several legal acts leave this table; two, where the game cannot tell which acts made a difference."""
        game = self.session.game
        explainer = game.table.explainer
        if explainer is None:
            return self._two_acts(before, table, looked)
        now = game.tabletop(before)
        diff = {p: table.get(p, ()) for p in looked if table.get(p, ()) != now.get(p, ())}
        ends = (after(game, before, chain) for chain in explainer.explains(before, diff))
        return any(
            all(self._same(game.tabletop(end).get(p, ()), table.get(p, ())) for p in looked)
            for end in ends
            if end is not None
        )

    def _two_acts(self, before: Any, table: Lying, looked: list[str]) -> bool:
        """Whether two acts leave this table, the first of which moves pieces only from where they left to where they
        came."""
        game = self.session.game
        now = game.tabletop(before)
        changes = {p: self._change(now, table, p) for p in looked}
        for act in islice(traced_acts(game, before), MOST):
            then = after(game, before, (act,))
            if then is None:
                continue
            lies = game.tabletop(then)
            first = {p: self._change(now, lies, p) for p in looked if lies.get(p, ()) != now.get(p, ())}
            steps = [(n, changes[p][k]) for p, change in first.items() for k, n in change.items()]
            partly = all(n * whole >= 0 and abs(n) <= abs(whole) for n, whole in steps)
            if steps and partly and self._legal(then, table, looked):
                return True
        return False

    def _change(self, now: Mapping[str, Any], then: Mapping[str, Any], place: str) -> Counter[str]:
        """By how many pieces of each name a place differs."""
        found = Counter(self.real.counts(then.get(place, ())))
        found.subtract(self.real.counts(now.get(place, ())))
        return Counter({k: n for k, n in found.items() if n})

    def _fitting(self, token: Token, lead: list[str]) -> list[str]:
        return [q for q in lead if token.kind in self.board.space[q].holds or not self.board.space[q].holds]

    def _free(self, table: Lying, place: str) -> bool:
        return self.board.space[place].look == "area" or not table.get(place)

    def _moved(self, table: Lying, token: Token, source: str, target: str) -> Lying:
        left = list(table[source])
        left.remove(token)
        out = {**table, source: tuple(left)}
        return {**out, target: (*out.get(target, ()), token)} if target else out

    def _legal(self, before: Any, table: Lying, lead: list[str]) -> bool:
        game = self.session.game
        for act in islice(traced_acts(game, before), MOST):
            then = after(game, before, (act,))
            if then is not None:
                lies = game.tabletop(then)
                if all(self._same(lies.get(p, ()), table.get(p, ())) for p in lead):
                    return True
        return False

    def _same(self, a: tuple[Token, ...], b: tuple[Token, ...]) -> bool:
        """Whether the same lies there for all that a camera tells apart."""
        return self._told_apart.counts(a) == self._told_apart.counts(b)

    def lying(self, table: Mapping[str, tuple[Token, ...]]) -> dict[str, dict[str, int]]:
        return lying(table, self.real)
