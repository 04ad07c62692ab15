"""The desk's judgement of looks: what lies there is reconciled with the session, and entered, asked or waited for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve

from companion.engine.game import after
from companion.engine.session import Accepted
from companion.engine.types import Input, Rolled, Ruling
from companion.table.desk.core import Core, Questions
from companion.table.desk.differences import Differences
from companion.table.desk.feedback import ReaderFeedback
from companion.table.desk.takenback import TakenBack
from companion.table.fit import late_spaces, todo, wrong
from companion.table.laying import still_to_enter
from companion.table.objections import told_by_markers
from companion.table.reconcile import Context, camera_run, reconcile
from companion.table.sight import Sight
from companion.table.snapshot import ALL_LAID, DIE_FACE, OTHER_READING, WENT_BACK, WHICH_MOVE
from companion.table.verdicts import (
    Ahead,
    Choice,
    InHand,
    Lagging,
    Moved,
    OutOfStep,
    Resettled,
    Todo,
    Unchanged,
    Verdict,
    WentBack,
    leading,
    same,
    signature,
)
from vision.observation import Observation


class Judge:
    """``again`` is called when another picture must be read before anything can be done."""

    def __init__(
        self,
        core: Core,
        questions: Questions,
        feedback: ReaderFeedback,
        differences: Differences,
        again: Callable[[], None],
    ) -> None:
        self.core, self.questions, self.feedback, self.differences = core, questions, feedback, differences
        self._again = again
        self._key: Any = None  # what the verdict was found from
        self._since = 0.0  # camera time since which this verdict stands
        self._pictures: set[float] = set()  # pictures, each read for itself, that led to it
        self._hands_at = -1e9  # camera time when something moved last
        self._begun: frozenset[str] = frozenset()  # spaces that had changed when hands were seen on the way
        self._doubted: frozenset[str] = frozenset()  # and those that may have changed as well
        self._taken: TakenBack | None = None  # nothing is read in while this lies there still
        self._silent: tuple[Input, ...] = ()  # acts that left no trace: entered when the hands are gone for a while
        self._silent_at = 0
        self._passed: frozenset[Any] = frozenset()  # differences that were named, and people went on with them
        self._marked: tuple[Any, float, str] = (None, 0.0, "")  # markers that lie otherwise, since when, the question

    # ------------------------------------------------------------ looks
    def stir(self, at: float) -> None:
        """Something moved at the table, or hands were over it; ``at`` in s of the camera's clock."""
        if self._hands_at <= self.core.seen_at:
            self.feedback.hands()
        self._hands_at = at

    def look(self, seen: Observation) -> None:
        """One settled look. Of a reading that was judged before only time is judged."""
        core = self.core
        core.seen_at = seen.at
        key = (seen.reading, core.session.length, len(core.throws.waiting), self._begun)
        if seen.reading is None or key != self._key or core.sight is None:
            core.sight = self._sight_of(seen)
            self.judge()
            self._key = (seen.reading, core.session.length, len(core.throws.waiting), self._begun)
        else:
            self._act()
        self._enter_silent()

    def judge(self) -> None:
        """Reconcile the last look with the session, and act on the verdict."""
        core = self.core
        if core.sight is None:
            return
        seen = core.sight.observation
        picture = seen.at if seen.read_at is None else seen.read_at
        best = leading(core.verdict) if self._pictures - {picture} else ()
        verdict = reconcile(core.session, core.sight, evolve(self._context(), agreed=best))
        agrees = best and best == leading(verdict)  # another picture reads the same, more or less clearly
        if not same(verdict, core.verdict) and not agrees:
            self._since, self._pictures = core.seen_at, set()
        self._pictures.add(picture)
        core.verdict = verdict
        if isinstance(verdict, InHand) or (isinstance(verdict, Choice | OutOfStep) and not self._begun):
            lead = core.sight.spaces("lead")
            self._begun = frozenset(t.space for t in todo(core.sight, core.table(), lead, core.margins.space))
            self._doubted = frozenset(s for s in lead if not core.sight.sure(s, core.margins.clear)) - self._begun
        elif isinstance(verdict, Unchanged | Lagging):
            self._begun = self._doubted = frozenset()
            self._agree()
        self._act()

    def _act(self) -> None:
        """What the verdict calls for by now."""
        core, policy, verdict = self.core, self.core.policy, self.core.verdict
        stood = core.seen_at - self._since
        if isinstance(verdict, Lagging):
            self.differences.wonder(verdict.todo)
            self._ask_marker(verdict)
        if verdict is None or isinstance(verdict, Unchanged | Lagging):
            return
        if self.questions.declined and self.proposed() in self.questions.declined:
            return
        rested = core.seen_at - max(self._since, self._hands_at)
        if self._taken is not None:
            if self._still_lies(self._taken, rested):
                return
            self._taken = None
        if self._silent and not self._add_to_silent(verdict):
            return
        if not self._clear(verdict) and len(self._pictures) < policy.looks:
            self._again()
            return
        if isinstance(verdict, Choice | Ahead | WentBack):
            core.paused = None  # this look is explained: the way back from an earlier one is no longer asked for
        if isinstance(verdict, Moved):
            self._commit(verdict.acts)
        elif isinstance(verdict, Resettled):
            self._resettle(verdict)
        elif isinstance(verdict, Choice):
            if core.seen_at - self._hands_at >= policy.asks_s:
                self.questions.ask(WHICH_MOVE, verdict.candidates)
        elif isinstance(verdict, Ahead):
            self._ask_die(verdict)
        elif isinstance(verdict, WentBack):
            if stood >= policy.went_back_s:
                self.questions.ask(WENT_BACK, (), keep=verdict.keep)
        elif isinstance(verdict, OutOfStep):
            if stood >= policy.out_of_step_s or (verdict.ruling is not None and stood > 0):
                self._pause(verdict)
        elif isinstance(verdict, InHand) and rested >= policy.in_hand_s:
            self._left_so(verdict)

    def _clear(self, verdict: Verdict) -> bool:
        """Whether one picture is enough. What is miscounted in an area is miscounted in the next picture as well."""
        policy = self.core.policy
        if not isinstance(verdict, Moved) or verdict.against > policy.against_nats:
            return False
        return verdict.margin >= (policy.counted_nats if verdict.counted else policy.clear_nats)

    def proposed(self) -> Any:
        """What people say no to: what the verdict makes of what lies there now. Of another table it is asked anew."""
        core = self.core
        if core.sight is None:
            return signature(core.verdict)
        off = wrong(core.sight, core.table(), core.sight.spaces("lead"), core.margins.quiet / 2)
        return signature(core.verdict), frozenset(map(_difference, off))

    def _sight_of(self, seen: Observation) -> Sight:
        core = self.core
        piles = core.session.game.table.piles
        late = late_spaces(core.session)
        sight = Sight(seen, core.board, core.palette, core.covered, piles, late, self.feedback.standing)
        self.feedback.followed(sight)
        return sight

    def _context(self) -> Context:
        return Context(tuple(t.face for t in self.core.throws.waiting), self.core.margins, self._begun, self._doubted)

    def _left_so(self, verdict: InHand) -> None:
        """An act begun and left: its pieces are named. It may be done all the same, where a piece of it is read
        amiss or lies in a heap, which is easily miscounted: that is asked."""
        off, heaped = self._off()
        if verdict.towards and (heaped or verdict.against <= self.core.margins.fits):
            self.questions.ask(WHICH_MOVE, (verdict.towards,))
        else:
            self._pause(OutOfStep(off, verdict.towards))

    def _off(self) -> tuple[tuple[Todo, ...], bool]:
        """Spaces that lie otherwise than they should, and whether all of them are heaps."""
        sight, m = self.core.sight, self.core.margins
        assert sight is not None
        off = wrong(sight, self.core.table(), sight.spaces("lead"), m.space, m.quiet / 2)
        return off, all(sight.board.space[t.space].kind in sight.piles for t in off)

    def declined(self) -> None:
        """People say that it was none of this: pieces of an act that was begun, or taken back, are named then."""
        self.questions.declined.add(self.proposed())
        verdict = self.core.verdict
        if self._taken is not None or isinstance(verdict, InHand):
            off, heaped = self._off()
            if not heaped:
                self._pause(OutOfStep(off, verdict.towards if isinstance(verdict, InHand) else ()))

    # ------------------------------------------------------------ what it leads to
    def _agree(self) -> None:
        """The table lies as it should: whatever was asked or held is settled, and the reader may learn."""
        self._taken = None
        verdict, self.core.paused = self.core.verdict, None
        lagging = verdict.todo if isinstance(verdict, Lagging) else ()
        self._passed &= frozenset(map(_difference, lagging))
        self.core.late = tuple(t for t in lagging if t.echo)
        self.questions.declined.clear()
        question = self.questions.open
        if question is None or question.key != self._marked[2] or self._marks() != self._marked[0]:
            self.questions.close(WHICH_MOVE, WENT_BACK, OTHER_READING)
        if self.core.refusal is not None and (self.core.seen_refusal or self.core.refusal[1] is not None):
            self.core.refusal = None
        self.feedback.tell()

    def _commit(self, acts: Sequence[Input]) -> None:
        """Enter acts that were seen; the last ones, if they left no trace, only once nothing more is laid."""
        shown, paused = self._shown(acts), self.core.paused
        result = self.core.submit(acts[:shown], "camera")
        if isinstance(result, Accepted):
            self._passed |= frozenset(map(_difference, paused.todo if paused is not None else ()))
            self.core.count(seen=shown)
            self.questions.close(ALL_LAID)  # it was not all
            self._silent, self._silent_at = tuple(acts[shown:]), self.core.session.length
            self.anew()

    def _shown(self, acts: Sequence[Input]) -> int:
        """How many of these acts there are up to the last one that shows on the table."""
        core = self.core
        if core.sight is None:
            return len(acts)
        lead, state, shown = core.sight.spaces("lead"), core.session.state, 0
        before = core.session.game.tabletop(state)
        for n, act in enumerate(acts, 1):
            state = after(core.session.game, state, (act,))
            if state is None:
                return len(acts)
            table = core.session.game.tabletop(state)
            if isinstance(act, Rolled) or any(table.get(s) != before.get(s) for s in lead):
                shown = n
            before = table
        return shown or len(acts)

    def _enter_silent(self) -> None:
        """Nothing more was laid while hands could have: what left no trace is entered."""
        core = self.core
        if self._silent and core.session.length != self._silent_at:
            self._silent = ()
        if self._silent and core.quiet and core.seen_at - max(self._hands_at, self._since) >= core.policy.adds_s:
            self._say_silent()

    def _say_silent(self) -> None:
        acts, self._silent = self._silent, ()
        if isinstance(self.core.submit(acts, "camera"), Accepted):
            self.core.count(seen=len(acts))
            self.anew()

    def _add_to_silent(self, verdict: Verdict) -> bool:
        """Hands came again before nothing was added: more was, or it is the next act. Whether the verdict stands."""
        if self.core.session.length != self._silent_at:
            self._silent = ()
            return True
        if isinstance(verdict, Moved | Choice):
            self._silent = ()
            return True
        self._say_silent()
        if not self.core.quiet:
            self.judge()
        return False

    def anew(self) -> None:
        """After an act the same look is judged once more: it should be quiet now, and shows what is late."""
        core = self.core
        if core.sight is None:
            return
        core.sight = self._sight_of(core.sight.observation)
        self.feedback.leave_open()
        verdict = reconcile(core.session, core.sight, self._context())
        core.verdict, self._since = verdict, core.seen_at
        seen = core.sight.observation
        self._pictures = {seen.at if seen.read_at is None else seen.read_at}
        if isinstance(verdict, Unchanged | Lagging):
            self._agree()
        else:
            self.feedback.let_stand(kinds=core.sight.piles)

    def released(self) -> None:
        """People have put something right: what lies there is read in again."""
        self._taken = None
        self.anew()

    def taken_back(self, acts: tuple[Input, ...]) -> None:
        """Acts were retracted: the pieces follow, and until they do nothing is read into them."""
        self._taken = None
        if not self.lies_as_it_should():
            self._taken = TakenBack(acts, self._off()[0])

    def _still_lies(self, taken: TakenBack, rested: float) -> bool:
        """Whether the pieces of acts that were taken back lie there still; left so, they are named."""
        core = self.core
        if core.sight is None or core.verdict is None or not taken.lies(core.sight, core.verdict):
            return False
        if rested >= core.policy.in_hand_s and self.questions.open is None:
            self._pause(OutOfStep(self._off()[0]))
        return True

    def lies_as_it_should(self) -> bool:
        """Whether the last look, if there was one, shows the table of the session as it is now."""
        core = self.core
        if core.sight is None:
            return True
        self.core.sight = sight = self._sight_of(core.sight.observation)
        return sight.total(core.table(), sight.spaces("lead")) <= core.margins.quiet

    def _resettle(self, verdict: Resettled) -> None:
        session = self.core.session
        taken = session.chains()[verdict.chain :]
        session.retract(verdict.chain, consent=True)
        result = self.core.submit(verdict.acts, "camera")
        if isinstance(result, Ruling):  # cannot be: it was decided just now; the old reading stands again
            session.redo()
            return
        self.core.count(corrected=len(taken))
        self.anew()

    def reread(self, acts: Sequence[Input]) -> None:
        """The answer re-aims what the camera had read in this run."""
        session = self.core.session
        self._resettle(Resettled(len(session.chains()) - camera_run(session), tuple(acts), 0.0))

    def _pause(self, verdict: OutOfStep) -> None:
        """Show the way back; not again where people have gone on with what differs."""
        if self.core.paused is None:
            if verdict.todo and self._passed.issuperset(map(_difference, verdict.todo)):
                return
            self.core.count(questions=1)
        self.core.paused = verdict
        if verdict.ruling is not None:
            self.core.refuse(verdict.ruling, verdict.act, seen=True)

    def _ask_die(self, verdict: Ahead) -> None:
        faces = tuple(f[0] for f in verdict.faces)
        if not self.questions.asks(DIE_FACE):
            self.questions.ask(DIE_FACE, tuple((Rolled(None, f),) for f in verdict.faces), faces=faces)

    def _ask_marker(self, verdict: Lagging) -> None:
        """A score marker went on though no act was seen: it speaks for one that the camera has missed."""
        core = self.core
        key = self._marks()
        if key != self._marked[0]:
            self._marked = (key, core.seen_at, "")
        asked, stood = self._marked[2], core.seen_at - self._marked[1]
        if core.sight is None or self.questions.open is not None or asked or stood < core.policy.marker_s:
            return
        found = told_by_markers(core.session, core.sight, verdict.todo)
        self._marked = (key, self._marked[1], self.questions.ask(WHICH_MOVE, found) if found else "none")

    def _marks(self) -> Any:
        """What makes a difference of markers the same one."""
        verdict = self.core.verdict
        todo = verdict.todo if isinstance(verdict, Lagging) else ()
        return (self.core.session.length, frozenset(_difference(t) for t in todo if t.echo))

    def play_on(self) -> None:
        """Later: what lies otherwise than it should is let stand, and nobody is asked about this difference again."""
        paused, self.core.paused = self.core.paused, None
        if paused is not None:
            self.feedback.let_stand(frozenset(t.space for t in paused.todo))
        self.questions.declined.add(self.proposed())

    def laid(self, acts: Sequence[Input]) -> bool:
        """Acts are told that may end the laying of pieces: what surely lies there beside what was entered is entered.
        False where people are asked first what it is."""
        core = self.core
        if core.sight is None:
            return True
        chains = still_to_enter(core.session, core.sight, core.margins, acts)
        if len(chains) > 1:
            self.questions.ask(ALL_LAID, tuple((*c, *acts) for c in chains), told=tuple(acts))
        elif chains[0] and isinstance(core.submit(chains[0], "camera"), Accepted):
            core.count(seen=len(chains[0]))
        return len(chains) == 1

    def tell_by_hand(self, before: Any) -> None:
        """Acts were told: what lies there may be theirs."""
        self._taken = None
        self.anew()
        self.feedback.vouch(before)


def _difference(t: Todo) -> Any:
    """A space and how it looks."""
    return t.space, tuple(sorted(t.seen.items()))
