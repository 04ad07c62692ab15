"""One game at one table: what was submitted, what was refused and why, and every way back.

Nothing is ever deleted. The *past* is the list of steps in force; the journal also holds what was taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from attrs import evolve, field, frozen

from companion.engine.codec import Codec, CodecError, plain, structure, tagged
from companion.engine.game import Config, Game, PositionError
from companion.engine.journal import FORMAT, Line, MemoryStore, Store, seal
from companion.engine.legal import Legal
from companion.engine.types import (
    AMBIGUOUS,
    CHANCE,
    ILLEGAL,
    MALFORMED,
    STALE,
    Choose,
    Event,
    Input,
    May,
    Pending,
    Rolled,
    Ruling,
    Seat,
    Shown,
    answers,
    duty,
    facts,
)

S = TypeVar("S")
POSITION_EVERY = 64

K_STALE, K_CONSENT, K_NOTHING, K_CORRECT, K_AMEND = "K-STALE", "K-CONSENT", "K-NOTHING", "K-CORRECT", "K-AMEND"
K_WAIVE, K_EMPTY, K_SOURCE = "K-WAIVE", "K-EMPTY", "K-SOURCE"


@frozen
class Step(Generic[S]):
    """One input in force, with its journal line, what it caused and the state after it."""

    line: int
    chain: int  # line of the first input of its chain
    act: Input | None  # None: the table was set by hand
    events: tuple[Event, ...]
    source: str  # camera | die | tag | tap | app | implied
    state: S
    waived: frozenset[str] = frozenset()


@frozen
class Accepted(Generic[S]):
    """A chain that stands: its events in order, and the journal length after it."""

    events: tuple[Event, ...]
    state: S
    at: int


@frozen
class Person:
    """Who sits at a seat, and the colour of the pieces there."""

    name: str
    colour: str = ""


@frozen
class Prospect(Generic[S]):
    """What inputs would cause; nothing was done."""

    events: tuple[Event, ...]
    state: S


Clock = Callable[[], str]


@frozen
class _Mended(Generic[S]):
    steps: tuple[Step[S], ...]
    failing: Step[S] | None = None
    ruling: Ruling | None = None


class Session(Generic[S]):
    """Submits, checks, takes back and corrects; alone writes the journal.

    ``clock`` gives the wall time as text; ``people`` says who sits where. Submitting is not thread safe: one owner.
    """

    def __init__(
        self,
        game: Game[S],
        config: Config,
        *,
        store: Store | None = None,
        clock: Clock = lambda: "",
        people: Sequence[Person] = (),
        start: S | None = None,
        _opening: bool = False,
    ) -> None:
        self.game, self.config = game, config
        self.codec = Codec((*game.inputs, *CHANCE), game.events)
        self.people = tuple(people)
        self.start: S = game.setup(config) if start is None else start
        self.past: list[Step[S]] = []
        self.redoable: list[list[Step[S]]] = []
        self._store = store if store is not None else MemoryStore()
        self._clock = clock
        self._hash = ""
        self._after: list[S] = [self.start]  # state after each journal line; index 0: the first line
        if not _opening:
            header: Line = {
                "format": FORMAT,
                "kind": "open",
                "game": game.id,
                "rules": game.version,
                "players": config.players,
                "options": plain(dict(config.options)),
                "board": {"id": config.board.id, "sha256": config.board.digest},
                "data": {name: _digest(value) for name, value in config.data.items()},
                "people": plain(self.people),
                "time": clock(),
            }
            if start is not None:
                header["position"] = game.position(start)
            self._write([header])

    # ------------------------------------------------------------ reading
    @property
    def state(self) -> S:
        return self.past[-1].state if self.past else self.start

    @property
    def length(self) -> int:
        """Journal length: what a submitter has seen."""
        return len(self._after)

    def pending(self) -> tuple[Pending, ...]:
        return self.game.pending(self.state)

    def legal(self, seat: Seat | None) -> Legal:
        return Legal(self.game, self.state, seat)

    def check(self, *acts: Input) -> Prospect[S] | Ruling:
        """Ask without doing: the Ruling, or the events that a chain would cause and the state after it."""
        steps = self._decide(acts, self.state)
        if isinstance(steps, Ruling):
            return steps
        return Prospect(tuple(e for s in steps for e in s.events), steps[-1].state)

    # ------------------------------------------------------------ submitting
    def submit(self, acts: Sequence[Input], source: str, at: int | None = None) -> Accepted[S] | Ruling:
        """A chain stands or falls as a whole. ``at``: the journal length that the submitter had seen."""
        if not acts:
            return Ruling(MALFORMED, K_EMPTY, waivable=False)
        if at is not None and at < self.length:
            stale = self._stale(acts[0], at)
            if stale:
                return stale
        steps = self._decide(acts, self.state, source)
        if isinstance(steps, Ruling):
            return steps
        self.redoable.clear()
        return self._stand(steps, "act")

    def _stale(self, act: Input, at: int) -> Ruling | None:
        """Stale only if the duty it answers has changed since: sealing side by side never is."""
        then = {duty(p) for p in self.game.pending(self._after[max(at, 1) - 1]) if answers(p, act)}
        now = {duty(p) for p in self.pending() if answers(p, act)}
        if then == now:
            return None
        return Ruling(STALE, K_STALE, facts(seen=at, now=self.length), waivable=False)

    def _decide(self, acts: Sequence[Input], state: S, source: str = "") -> tuple[Step[S], ...] | Ruling:
        steps: list[Step[S]] = []
        first = self.length + 1
        for i, act in enumerate(acts):
            decision = self.game.decide(state, act)
            if isinstance(decision, Ruling):
                return decision
            for event in decision:
                state = self.game.evolve(state, event)
            steps.append(Step(first + i, first, act, decision, source, state))
        return tuple(steps)

    def _stand(self, steps: Sequence[Step[S]], kind: str, **more: Any) -> Accepted[S]:
        lines: list[Line] = []
        for i, s in enumerate(steps):
            line: Line = {
                "n": s.line,
                "kind": kind,
                "chain": [i + 1, len(steps)],
                "input": None if s.act is None else tagged(s.act),
                "events": [tagged(e) for e in s.events],
                "source": s.source,
                "time": self._clock(),
                **more,
            }
            if s.line % POSITION_EVERY == 0:
                line["position"] = self.game.position(s.state)
            lines.append(line)
        self._write(lines)
        self.past += steps
        self._after += [s.state for s in steps]
        return Accepted(tuple(e for s in steps for e in s.events), self.state, self.length)

    def _note(self, line: Line) -> None:
        """A line that is no input: the state after it is whatever is in force now."""
        self._write([{"n": self.length + 1, **line, "time": self._clock()}])
        self._after.append(self.state)

    def _write(self, lines: Sequence[Line]) -> None:
        sealed = []
        for line in lines:
            body, self._hash = seal(line, self._hash)
            sealed.append(body)
        self._store.write(sealed)

    # ------------------------------------------------------------ ways back
    def chains(self) -> list[list[Step[S]]]:
        """The past in chains, oldest first: what one undo takes back together."""
        groups: list[list[Step[S]]] = []
        for s in self.past:
            if groups and groups[-1][0].chain == s.chain:
                groups[-1].append(s)
            else:
                groups.append([s])
        return groups

    def needs_consent(self, keep: int) -> bool:
        """Whether taking back to the first ``keep`` chains goes beyond one's own turn: a roll, reveal or other seat."""
        gone = [s for group in self.chains()[keep:] for s in group]
        if any(isinstance(s.act, Rolled | Shown) or s.act is None for s in gone):
            return True
        seats = {s.act.seat for s in gone if s.act is not None}
        return len(seats) > 1 or self._turn_passed(gone)

    def _turn_passed(self, gone: Sequence[Step[S]]) -> bool:
        """Whether somebody else is asked now than before the first of these steps."""
        before = self._before(gone[0]) if gone else self.state
        return _asked(self.game.pending(before)) != _asked(self.pending()) if gone else False

    def _before(self, step: Step[S]) -> S:
        i = next(i for i, s in enumerate(self.past) if s is step)
        return self.past[i - 1].state if i else self.start

    def retract(self, keep: int | None = None, *, consent: bool = False) -> Ruling | S:
        """Take back the last chain, or all but the first ``keep`` chains; returns the state now in force."""
        chains = self.chains()
        keep = len(chains) - 1 if keep is None else keep
        if not chains or not 0 <= keep < len(chains):
            return Ruling(ILLEGAL, K_NOTHING, waivable=False)
        if not consent and self.needs_consent(keep):
            return Ruling(ILLEGAL, K_CONSENT, facts(chains=len(chains) - keep), waivable=False)
        gone = [s for group in chains[keep:] for s in group]
        self.past = self.past[: len(self.past) - len(gone)]
        self.redoable.append(gone)
        self._note({"kind": "retract", "to": self.past[-1].line if self.past else 1})
        return self.state

    def redo(self) -> Accepted[S] | Ruling:
        """Submit again what the last Retract took."""
        if not self.redoable:
            return Ruling(ILLEGAL, K_NOTHING, waivable=False)
        gone = self.redoable[-1]
        steps = self._decide([s.act for s in gone if s.act is not None], self.state, gone[0].source)
        if isinstance(steps, Ruling):
            return steps
        self.redoable.pop()
        return self._stand(steps, "act")

    def correct(
        self,
        chain: int,
        acts: Sequence[Input],
        reason: str,
        *,
        source: str = "tap",
        consent: bool = False,
        cut: bool = False,
    ) -> Accepted[S] | Ruling:
        """What we recorded as chain number ``chain`` is not what happened: put ``acts`` in its place.

        Free for the last chain; later by consent. Later inputs are decided again on the mended past; the first that
        no longer stands is named in the Ruling (K-CORRECT), and with ``cut`` the table goes back to it.
        """
        chains = self.chains()
        if not 0 <= chain < len(chains):
            return Ruling(ILLEGAL, K_NOTHING, waivable=False)
        if chain < len(chains) - 1 and not consent:
            return Ruling(ILLEGAL, K_CONSENT, facts(chains=len(chains) - chain), waivable=False)
        kept = [s for group in chains[:chain] for s in group]
        later = [s for group in chains[chain + 1 :] for s in group]
        state = kept[-1].state if kept else self.start
        mended = self._mend(state, acts, source, later)
        if mended.ruling is not None and (mended.failing is None or not cut):
            line = mended.failing.line if mended.failing else chains[chain][0].line
            if mended.failing is None:
                return mended.ruling
            return Ruling(ILLEGAL, K_CORRECT, facts(line=line, rule=mended.ruling.rule), waivable=False)
        self.redoable.clear()
        n = self.length + 1
        steps = [evolve(s, line=n) for s in mended.steps]
        self.past = kept
        line_doc: Line = {
            "kind": "correct",
            "from": chains[chain][0].line,
            "reason": reason,
            "steps": [
                {
                    "chain": s.chain,
                    "input": None if s.act is None else tagged(s.act),
                    "events": [tagged(e) for e in s.events],
                    "source": s.source,
                    "waived": sorted(s.waived),
                    **({} if s.act is not None else {"position": self.game.position(s.state)}),
                }
                for s in steps
            ],
        }
        self.past += steps
        self._note(line_doc)
        return Accepted(tuple(e for s in steps for e in s.events), self.state, self.length)

    def _mend(self, state: S, acts: Sequence[Input], source: str, later: Sequence[Step[S]]) -> _Mended[S]:
        n = self.length + 1
        steps: list[Step[S]] = []
        if acts:
            first = self._decide(acts, state, source)
            if isinstance(first, Ruling):
                return _Mended((), None, first)
            steps += [evolve(s, line=n, chain=n) for s in first]
            state = steps[-1].state
        for s in later:
            if s.act is None:
                return _Mended(tuple(steps), s, Ruling(ILLEGAL, K_AMEND, waivable=False))
            decision = self.game.decide(state, s.act, s.waived)
            if isinstance(decision, Ruling):
                return _Mended(tuple(steps), s, decision)
            for event in decision:
                state = self.game.evolve(state, event)
            steps.append(evolve(s, events=decision, state=state))
        return _Mended(tuple(steps))

    def overrule(self, act: Input, reason: str, *, consent: bool = False) -> Accepted[S] | Ruling:
        """The table decided otherwise: the guards that refuse are waived, one after the other."""
        if not consent:
            return Ruling(ILLEGAL, K_CONSENT, facts(chains=0), waivable=False)
        waived: frozenset[str] = frozenset()
        while True:
            decision = self.game.decide(self.state, act, waived)
            if not isinstance(decision, Ruling):
                break
            if not decision.waivable or decision.rule in waived or decision.kind in (MALFORMED, AMBIGUOUS):
                return Ruling(ILLEGAL, K_WAIVE, facts(rule=decision.rule), waivable=False)
            waived |= {decision.rule}
        state = self.state
        for event in decision:
            state = self.game.evolve(state, event)
        n = self.length + 1
        self.redoable.clear()
        step = Step(n, n, act, decision, "tap", state, waived)
        return self._stand([step], "overrule", waived=sorted(waived), reason=reason)

    def amend(self, patch: Mapping[str, Any], reason: str, *, consent: bool = False) -> Accepted[S] | Ruling:
        """Set keys of the position by hand; always works if the result is a position at all."""
        if not consent:
            return Ruling(ILLEGAL, K_CONSENT, facts(chains=0), waivable=False)
        doc = merge(self.game.position(self.state), patch)
        try:
            state = self.game.from_position(self.config, doc)
        except PositionError as e:
            return Ruling(MALFORMED, K_AMEND, facts(problems=tuple(str(f) for f in e.faults)), waivable=False)
        n = self.length + 1
        self.redoable.clear()
        step: Step[S] = Step(n, n, None, (), "tap", state)
        return self._stand([step], "amend", position=self.game.position(state), patch=dict(patch), reason=reason)

    def seat(self, people: Sequence[Person]) -> None:
        """Who sits where; changeable at any time, and never part of the state."""
        self.people = tuple(people)
        self._note({"kind": "seated", "people": plain(self.people)})

    # ------------------------------------------------------------ opening
    @classmethod
    def reopen(
        cls,
        game: Game[S],
        config: Config,
        header: Line,
        lines: Sequence[Line],
        last_hash: str,
        store: Store,
        clock: Clock,
    ) -> Session[S]:
        """A session from its journal: events are folded, nothing is decided again."""
        start = game.from_position(config, header["position"]) if "position" in header else None
        people = tuple(structure(p, Person) for p in header.get("people", []))
        me = cls(game, config, store=store, clock=clock, people=people, start=start, _opening=True)
        for line in lines:
            me._fold(line)
        me._hash = last_hash
        return me

    def _fold(self, line: Line) -> None:
        kind, n = line["kind"], self.length + 1
        if kind == "seated":
            self.people = tuple(structure(p, Person) for p in line["people"])
        elif kind == "retract":
            kept = [s for s in self.past if s.line <= line["to"]]
            if len(kept) < len(self.past):
                self.redoable.append(self.past[len(kept) :])
            self.past = kept
        elif kind == "correct":
            self.past = [s for s in self.past if s.line < line["from"]]
            self.past += []
            for item in line["steps"]:
                self.past.append(self._step(item, n, item["chain"]))
        else:
            at = line["chain"][0] if "chain" in line else 1
            if at == 1 and not self._redone(line):
                self.redoable.clear()
            self.past.append(self._step(line, n, n - at + 1))
        self._after.append(self.state)

    def _redone(self, line: Line) -> bool:
        """Whether this line submits again what the last Retract took."""
        if not self.redoable or line.get("kind") != "act":
            return False
        first = self.redoable[-1][0].act
        if first is not None and line["input"] == tagged(first) and line["chain"][1] == len(self.redoable[-1]):
            self.redoable.pop()
            return True
        return False

    def _step(self, item: Line, n: int, chain: int) -> Step[S]:
        state = self.state
        if item["input"] is None:
            return Step(n, chain, None, (), item["source"], self.game.from_position(self.config, item["position"]))
        events = tuple(self.codec.event_from(e) for e in item["events"])
        for event in events:
            state = self.game.evolve(state, event)
        act = self.codec.input_from(item["input"])
        return Step(n, chain, act, events, item["source"], state, frozenset(item.get("waived", ())))

    def verify(self) -> list[str]:
        """Decide everything in force again; each difference in one sentence (empty: all the same)."""
        faults = []
        state = self.start
        for s in self.past:
            if s.act is not None:
                decision = self.game.decide(state, s.act, s.waived)
                if isinstance(decision, Ruling):
                    faults.append(f"line {s.line}: refused now by {decision.rule}")
                elif decision != s.events:
                    faults.append(f"line {s.line}: causes other events now")
            state = s.state
        return faults


def _asked(pending: tuple[Pending, ...]) -> frozenset[Seat]:
    return frozenset(seat for p in pending if isinstance(p, Choose) and not isinstance(p, May) for seat in p.seats)


def merge(doc: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """A position with a patch laid over it: mappings are merged key by key, everything else is replaced."""
    out = dict(doc)
    for key, value in patch.items():
        old = out.get(key)
        out[key] = merge(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return out


def _digest(value: Any) -> str:
    from hashlib import sha256

    from companion.engine.boards import canonical

    return sha256(canonical(plain(value))).hexdigest()


__all__ = ["Accepted", "CodecError", "Person", "Prospect", "Session", "Step", "field", "merge"]
