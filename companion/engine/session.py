"""One game at one table: what is submitted, what is refused and why, and every way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from attrs import evolve, frozen

from companion.engine import balance, opening
from companion.engine.codec import CodecError, plain, structure
from companion.engine.game import Config, Game, PositionError, fold
from companion.engine.journal import JournalError, Line, Store
from companion.engine.record import Accepted, Clock, Person, Prospect, Record, Step, numbered
from companion.engine.types import (
    AMBIGUOUS,
    ILLEGAL,
    MALFORMED,
    STALE,
    Choose,
    Input,
    Pending,
    Rolled,
    Ruling,
    Seat,
    Shown,
    answers,
    duty,
    facts,
    unseated,
)

S = TypeVar("S")

K_STALE, K_CONSENT, K_NOTHING, K_CORRECT, K_AMEND = "K-STALE", "K-CONSENT", "K-NOTHING", "K-CORRECT", "K-AMEND"
K_WAIVE, K_EMPTY, K_APP = "K-WAIVE", "K-EMPTY", "K-APP"
APP_DICE = "app_dice"  # the option that lets the app be asked to throw


@frozen
class _Mended:
    steps: tuple[Step[Any], ...]
    failing: Step[Any] | None = None
    ruling: Ruling | None = None


class Session(Record[S]):
    """Submits, checks, takes back and corrects; alone writes the journal.

    ``clock`` gives the wall time as text; ``people`` says who sits where. Submitting is not thread safe: one owner.
    """

    def check(self, *acts: Input) -> Prospect[S] | Ruling:
        """Ask without doing: the Ruling, or the events that a chain would cause and the state after it."""
        if not acts:
            return Ruling(MALFORMED, K_EMPTY, waivable=False)
        steps = self._decide(acts, self.state)
        if isinstance(steps, Ruling):
            return steps
        return Prospect(tuple(e for s in steps for e in s.events), steps[-1].state)

    # ------------------------------------------------------------ submitting
    def submit(self, acts: Sequence[Input], source: str | Sequence[str], at: int | None = None) -> Accepted[S] | Ruling:
        """A chain stands or falls as a whole. ``source``: of all of it, or one an act; ``at``: the journal length that
        the submitter had seen."""
        if not acts:
            return Ruling(MALFORMED, K_EMPTY, waivable=False)
        if at is not None and at < self.length:
            stale = self._stale(acts[0], at)
            if stale:
                return stale
        sources = [source] * len(acts) if isinstance(source, str) else source
        if not self.config.options.get(APP_DICE, True) and any(
            isinstance(a, Rolled) and told == "app" for a, told in zip(acts, sources, strict=True)
        ):
            return Ruling(ILLEGAL, K_APP, waivable=False)
        steps = self._decide(acts, self.state, sources)
        return steps if isinstance(steps, Ruling) else self._new(steps)

    def _new(self, steps: Sequence[Step[S]], **more: Any) -> Accepted[S]:
        """What happens anew ends all redoing."""
        accepted = self.stand(steps, **more)
        self.redoable.clear()
        return accepted

    def _stale(self, act: Input, at: int) -> Ruling | None:
        """Stale only if the duty it answers has changed since: sealing side by side never is."""
        then = {duty(p) for p in self.game.pending(self.after[max(at, 1) - 1]) if answers(p, act)}
        now = {duty(p) for p in self.pending() if answers(p, act)}
        if then == now:
            return None
        return Ruling(STALE, K_STALE, facts(seen=at, now=self.length), waivable=False)

    def _decide(
        self, acts: Sequence[Input], state: S, source: str | Sequence[str] = ""
    ) -> tuple[Step[S], ...] | Ruling:
        steps: list[Step[S]] = []
        first = self.length + 1
        sources = [source] * len(acts) if isinstance(source, str) else source
        for i, act in enumerate(acts):
            decision = unseated(act, self.config.players) or self.game.decide(state, act)
            if isinstance(decision, Ruling):
                return decision
            state = fold(self.game, state, decision)
            steps.append(Step(first + i, first, act, tuple(decision), sources[i], state))
        return tuple(steps)

    def close(self) -> None:
        """Let go of the journal's file; nothing can be submitted after this."""
        self.store.close()

    # ------------------------------------------------------------ ways back
    def needs_consent(self, keep: int) -> bool:
        """Whether taking back to the first ``keep`` chains goes beyond one's own turn: a roll, reveal or other seat."""
        gone = [s for group in self.chains()[keep:] for s in group]
        if any(isinstance(s.act, Rolled) for s in gone) or _agreed_or_seen(gone):
            return True
        seats = {s.act.seat for s in gone if s.act is not None}
        return len(seats) > 1 or (bool(gone) and self._turn_passed(keep))

    def _turn_passed(self, keep: int) -> bool:
        """Whether somebody else is asked now than before the first of the chains that go."""
        return _asked(self.game.pending(self.state_before(keep))) != _asked(self.pending())

    def retract(self, keep: int | None = None, *, consent: bool = False) -> Ruling | S:
        """Take back the last chain, or all but the first ``keep`` chains; returns the state now in force."""
        chains = self.chains()
        keep = len(chains) - 1 if keep is None else keep
        if not chains or not 0 <= keep < len(chains):
            return Ruling(ILLEGAL, K_NOTHING, waivable=False)
        if not consent and self.needs_consent(keep):
            return Ruling(ILLEGAL, K_CONSENT, facts(chains=len(chains) - keep), waivable=False)
        stays = sum(len(group) for group in chains[:keep])
        self.note({"kind": "retract", "keep": stays})
        self.redoable.append(self.past[stays:])
        self.past = self.past[:stays]
        self.after.append(self.state)
        return self.state

    def redo(self) -> Accepted[S] | Ruling:
        """Submit again what the last Retract took: nothing came between, so it stands as it stood."""
        if not self.redoable:
            return Ruling(ILLEGAL, K_NOTHING, waivable=False)
        accepted = self.stand(numbered(self.redoable[-1], self.length + 1), redo=True)
        self.redoable.pop()
        return accepted

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

        Free for the last chain, unless it revealed something or was set by hand; else by consent. Later inputs are
        decided again on the mended past; the first that no longer stands is named in the Ruling (K-CORRECT), and with
        ``cut`` the table goes back to it.
        """
        chains = self.chains()
        if not 0 <= chain < len(chains):
            return Ruling(ILLEGAL, K_NOTHING, waivable=False)
        if (chain < len(chains) - 1 or _agreed_or_seen(chains[chain])) and not consent:
            return Ruling(ILLEGAL, K_CONSENT, facts(chains=len(chains) - chain), waivable=False)
        keep = sum(len(group) for group in chains[:chain])
        later = [s for group in chains[chain + 1 :] for s in group]
        mended = self._mend(self.state_before(chain), acts, source, later)
        if mended.ruling is not None and mended.failing is None:
            return mended.ruling
        if mended.ruling is not None and mended.failing is not None and not cut:
            known = facts(line=mended.failing.line, rule=mended.ruling.rule)
            return Ruling(ILLEGAL, K_CORRECT, known, waivable=False)
        n = self.length + 1
        steps = [evolve(s, line=n) for s in mended.steps]
        told = [{**self.told(s), "chain": s.chain} for s in steps]
        self.note({"kind": "correct", "keep": keep, "reason": reason, "steps": told})
        self.redoable.clear()
        self.past = [*self.past[:keep], *steps]
        self.after.append(self.state)
        return Accepted(tuple(e for s in steps for e in s.events), self.state, self.length)

    def _mend(self, state: S, acts: Sequence[Input], source: str, later: Sequence[Step[S]]) -> _Mended:
        """The new acts, then the later chains as far as they stand: a chain falls as a whole."""
        steps: list[Step[S]] = []
        if acts:
            first = self._decide(acts, state, source)
            if isinstance(first, Ruling):
                return _Mended((), None, first)
            steps += first
            state = steps[-1].state
        for s in later:
            decision = self.game.decide(state, s.act, s.waived) if s.act is not None else Ruling(ILLEGAL, K_AMEND)
            if isinstance(decision, Ruling):
                return _Mended(tuple(t for t in steps if t.chain != s.chain), s, decision)
            state = fold(self.game, state, decision)
            steps.append(evolve(s, events=tuple(decision), state=state))
        return _Mended(tuple(steps))

    def overrule(self, act: Input, reason: str, *, consent: bool = False) -> Accepted[S] | Ruling:
        """The table decided otherwise: the guards that refuse are waived, one after the other."""
        if not consent:
            return Ruling(ILLEGAL, K_CONSENT, facts(chains=0), waivable=False)
        waived: frozenset[str] = frozenset()
        while True:
            decision = unseated(act, self.config.players) or self.game.decide(self.state, act, waived)
            if not isinstance(decision, Ruling):
                break
            if not decision.waivable or decision.rule in waived or decision.kind in (MALFORMED, AMBIGUOUS):
                return Ruling(ILLEGAL, K_WAIVE, facts(rule=decision.rule), waivable=False)
            waived |= {decision.rule}
        state = fold(self.game, self.state, decision)
        n = self.length + 1
        told = (*decision, *balance.warnings(self.game, self.state, state))
        return self._new([Step(n, n, act, told, "tap", state, waived)], reason=reason)

    def amend(self, patch: Mapping[str, Any], reason: str, *, consent: bool = False) -> Accepted[S] | Ruling:
        """Set keys of the position by hand; always works if the result is a position at all.

        What is null in the patch is taken out; a patch that has every key is a whole position.
        """
        if not consent:
            return Ruling(ILLEGAL, K_CONSENT, facts(chains=0), waivable=False)
        now = self.game.position(self.state)
        doc = dict(patch)
        if not patch.keys() >= now.keys():
            follows = self.game.following(patch)
            doc = {k: v for k, v in patched(now, patch).items() if k not in follows}
        try:
            state = self.game.from_position(self.config, doc)
        except PositionError as e:
            return Ruling(MALFORMED, K_AMEND, facts(problems=tuple(str(f) for f in e.faults)), waivable=False)
        n = self.length + 1
        told = balance.warnings(self.game, self.state, state)
        return self._new([Step(n, n, None, told, "tap", state)], patch=dict(patch), reason=reason)

    def seat(self, people: Sequence[Person]) -> None:
        """Who sits where; changeable at any time, and never part of the state."""
        self.note({"kind": "seated", "people": plain(tuple(people))})
        self.people = tuple(people)
        self.after.append(self.state)

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
        name: str = "journal",
    ) -> Session[S]:
        """A session from its journal: events are folded, nothing is decided again. Raises JournalError."""
        start = game.from_position(config, header["position"]) if "position" in header else None
        try:
            people = tuple(structure(p, Person) for p in header.get("people", []))
        except (CodecError, TypeError) as e:
            raise JournalError(name, 1, "lacks people") from e
        me = cls(game, config, store=store, clock=clock, people=people, start=start, _opening=True)
        opening.fold_all(me, lines, name)
        me.last_hash = last_hash
        return me

    def verify(self) -> list[str]:
        """Decide everything in force again; each difference in one sentence (empty: all the same)."""
        return opening.verify(self)


def _agreed_or_seen(steps: Sequence[Step[Any]]) -> bool:
    """Whether all had to agree to it, or somebody saw what was hidden before."""
    return any(s.act is None or isinstance(s.act, Shown) or any(e.reveals for e in s.events) for s in steps)


def _asked(pending: tuple[Pending, ...]) -> frozenset[Seat]:
    return frozenset(seat for p in pending if isinstance(p, Choose) for seat in p.seats)


def merge(doc: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """A position with a patch laid over it: mappings are merged key by key, everything else is replaced."""
    out = dict(doc)
    for key, value in patch.items():
        old = out.get(key)
        out[key] = merge(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return out


def patched(doc: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The same, but what is None in the patch is taken out."""
    out = dict(doc)
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        elif isinstance(value, Mapping):
            old = out.get(key)
            out[key] = patched(old if isinstance(old, Mapping) else {}, value)
        else:
            out[key] = value
    return out


__all__ = ["Accepted", "CodecError", "Person", "Prospect", "Session", "Step", "merge"]
