"""The desk: owns the session and alone submits. Readings and taps come in, snapshots go out.

``Desk`` is plain and synchronous: one message in, the snapshot changes. ``DeskThread`` gives it a thread and a queue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve

from companion.engine.boards import Board
from companion.engine.session import Accepted, Session
from companion.engine.types import CHANCE, ILLEGAL, Event, Input, Notice, Rolled, Ruling, facts
from companion.table.agreeing import Agreeing
from companion.table.dice import DiceDesk, Disagreement, owed_roll
from companion.table.differing import Differing
from companion.table.explained import late_spaces
from companion.table.mending import Mending
from companion.table.messages import (
    Amend,
    Answer,
    Contents,
    Correct,
    DeviceChanged,
    Dismiss,
    Heard,
    Look,
    Message,
    Overrule,
    Patience,
    Redo,
    Sit,
    Tapped,
    Undo,
)
from companion.table.reconcile import Context, Margins, camera_run, reconcile, todo
from companion.table.showing import Showing, Taken
from companion.table.sight import Palette, Sight
from companion.table.snapshot import (
    CARD_DOUBT,
    DICE_DIFFER,
    DIE_FACE,
    DIFFERENCES,
    OTHER_READING,
    WENT_BACK,
    WHICH_CARD,
    WHICH_MOVE,
    Device,
    Question,
    Snapshot,
    Tally,
    log_of,
)
from companion.table.standing import Standing
from companion.table.throwing import Throwing
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
    same,
    signature,
)
from vision.observation import Observation


class Desk(Agreeing, Mending, Throwing, Showing, Differing):
    """One game at one table. ``agreed`` is told what certainly lies where, so that the reader can learn from it."""

    def __init__(
        self,
        session: Session[Any],
        board: Board,
        palette: Palette,
        *,
        patience: Patience = Patience(),  # noqa: B008 - frozen
        margins: Margins = Margins(),  # noqa: B008 - frozen
        agreed: Callable[[Contents], None] = lambda _: None,
        covered: frozenset[str] | None = None,
    ) -> None:
        self.session, self.board, self.palette = session, board, palette
        self.patience, self.margins, self.covered = patience, margins, covered
        self._agreed = agreed
        self._dice = DiceDesk()
        self._sight: Sight | None = None
        self._standing: dict[str, Standing] = {}
        self._verdict: Verdict | None = None
        self._since = 0.0  # camera time since which this verdict stands
        self._times = 0  # settled looks in a row with it
        self._begun: frozenset[str] = frozenset()  # spaces that had changed when hands were seen on the way
        self._hold = False  # after a retract: nothing is read in before the earlier table was seen
        self._question: Question | None = None
        self._dispute: Disagreement | None = None
        self._refusal: tuple[Ruling, Input | None] | None = None
        self._out = False
        self._declined: set[Any] = set()  # verdicts that people answered with "something else"
        self._tally = Tally()
        self._devices: dict[str, Device] = {}
        self._notes: tuple[Event, ...] = ()
        self._asked = 0
        self._now = 0.0
        self._last_acts: tuple[Input, ...] = ()
        self._differs: tuple[Any, float] = (None, 0.0)
        self._let_be: Any = None
        self._cards: dict[str, Taken] = {}  # what each shown card was taken for

    # ------------------------------------------------------------ the one way in
    def handle(self, message: Message, now: float) -> Snapshot:
        """Take one message; ``now`` in s. Whatever is submitted is in the journal when this returns."""
        self._now = now
        self._notes = ()
        handler = getattr(self, "_on_" + type(message).__name__.lower())
        try:
            handler(message)
            self._settle_dice()
        except OSError as e:  # the journal could not be written: nothing was entered, and the table is told
            self._refusal = (Ruling(ILLEGAL, "K-DISK", facts(fault=e.strerror or str(e)), waivable=False), None)
        return self.snapshot()

    def snapshot(self) -> Snapshot:
        s = self.session
        chains = s.chains()
        return Snapshot(
            at=s.length,
            state=s.state,
            people=s.people,
            pending=s.pending(),
            score=s.game.score(s.state),
            log=log_of(chains),
            verdict=self._verdict,
            todo=self._todo(),
            question=self._question,
            refusal=self._refusal,
            out_of_step=self._out,
            devices=tuple(self._devices.values()),
            waiting=tuple(t.face for t in self._dice.waiting),
            can_undo=bool(chains),
            can_redo=bool(s.redoable),
            consent=bool(chains) and s.needs_consent(len(chains) - 1),
            tally=evolve(self._tally, acts=len(s.past)),
            unseen=self._unseen(),
            notes=self._notes,
        )

    def _todo(self) -> tuple[Todo, ...]:
        v = self._verdict
        return v.todo if isinstance(v, Lagging | OutOfStep | Moved) else ()

    def _unseen(self) -> tuple[str, ...]:
        if self._sight is None:
            return ()
        return tuple(s for s in self._sight.spaces("lead") if self._sight.reading(s) is None)

    # ------------------------------------------------------------ camera
    def _on_look(self, message: Look) -> None:
        seen = message.observation
        if not seen.settled:
            return
        self._look_at_dice(seen.dice)
        self._settle_dice()
        self._sight = self._sight_of(seen)
        self._judge()

    def _judge(self) -> None:
        """Reconcile the last look with the session, and act on the verdict."""
        if self._sight is None:
            return
        seen = self._sight.observation
        verdict = reconcile(self.session, self._sight, self._context())
        unchanged = same(verdict, self._verdict)
        self._times = self._times + 1 if unchanged else 1
        if not unchanged:
            self._since = seen.at
        self._verdict = verdict
        if isinstance(verdict, Unchanged | Lagging):
            self._begun = frozenset()
            self._agree()
            self._wonder(self._todo())
            return
        if isinstance(verdict, InHand):
            lead = self._sight.spaces("lead")
            self._begun = frozenset(t.space for t in todo(self._sight, self._table(), lead, self.margins.space))
        if self._hold or self._times < self.patience.looks or signature(verdict) in self._declined:
            return
        stood = seen.at - self._since
        if isinstance(verdict, Moved):
            self._commit(verdict.acts)
        elif isinstance(verdict, Resettled):
            self._resettle(verdict)
        elif isinstance(verdict, Choice):
            self._ask(WHICH_MOVE, verdict.candidates)
        elif isinstance(verdict, Ahead):
            self._ask_die(verdict)
        elif isinstance(verdict, WentBack):
            if stood >= self.patience.went_back_s:
                self._ask(WENT_BACK, (), keep=verdict.keep)
        elif isinstance(verdict, OutOfStep):
            if stood >= self.patience.out_of_step_s or (verdict.ruling is not None and stood > 0):
                self._pause(verdict)
        elif isinstance(verdict, InHand) and stood >= self.patience.in_hand_s:
            self._pause(OutOfStep(todo(self._sight, self._table(), self._sight.spaces("lead"), self.margins.space)))

    def _sight_of(self, seen: Observation) -> Sight:
        piles = self.session.game.table.piles
        return Sight(seen, self.board, self.palette, self.covered, piles, late_spaces(self.session), self._standing)

    def _context(self) -> Context:
        return Context(tuple(t.face for t in self._dice.waiting), self.margins, self._begun)

    def _table(self) -> Mapping[str, Any]:
        return self.session.game.tabletop(self.session.state)

    def _agree(self) -> None:
        """The table lies as it should: whatever was asked or held is settled, and the reader may learn."""
        self._hold = self._out = False
        self._declined.clear()
        if self._question is not None and self._question.kind in (WHICH_MOVE, WENT_BACK, OTHER_READING):
            self._question = None
        if self._refusal is not None and self._refusal[1] is not None:
            self._refusal = None
        self.tell_reader()

    def _commit(self, acts: Sequence[Input]) -> None:
        result = self._submit(acts, "camera")
        if isinstance(result, Accepted):
            self._tally = evolve(self._tally, seen=self._tally.seen + len(acts))
            self._judge_again()

    def _judge_again(self) -> None:
        """After an act the same look is judged once more: it should be quiet now, and shows what is late."""
        if self._sight is None:
            return
        self._sight = self._sight_of(self._sight.observation)
        verdict = reconcile(self.session, self._sight, self._context())
        self._verdict, self._times, self._since = verdict, 1, self._sight.observation.at
        if isinstance(verdict, Unchanged | Lagging):
            self._agree()
        else:
            self._stand(kinds=self._sight.piles)

    def _resettle(self, verdict: Resettled) -> None:
        taken = self.session.chains()[verdict.chain :]
        self.session.retract(verdict.chain, consent=True)
        result = self._submit(verdict.acts, "camera")
        if isinstance(result, Ruling):  # cannot be: it was decided just now; the old reading stands again
            self.session.redo()
            return
        self._tally = evolve(self._tally, corrected=self._tally.corrected + len(taken))
        self._judge_again()

    def _pause(self, verdict: OutOfStep) -> None:
        if not self._out:
            self._out = True
            self._tally = evolve(self._tally, questions=self._tally.questions + 1)
        if verdict.ruling is not None:
            self._refusal = (verdict.ruling, verdict.act)

    # ------------------------------------------------------------ questions
    def _ask(
        self,
        kind: str,
        options: tuple[tuple[Input, ...], ...],
        keep: int = 0,
        faces: tuple[str, ...] = (),
        ruling: Ruling | None = None,
        todo: tuple[Todo, ...] = (),
    ) -> None:
        if self._question is not None and self._question.kind == kind and self._question.options == options:
            return
        self._asked += 1
        seat = next((a.seat for o in options for a in o if a.seat is not None), None)
        self._question = Question(f"q{self._asked}", kind, seat, options, faces, keep, ruling, todo)
        self._tally = evolve(self._tally, questions=self._tally.questions + 1)

    def _ask_die(self, verdict: Ahead) -> None:
        faces = tuple(f[0] for f in verdict.faces)
        options: tuple[tuple[Input, ...], ...] = tuple((Rolled(None, f),) for f in verdict.faces)
        if self._question is None or self._question.kind != DIE_FACE:
            self._ask(DIE_FACE, options, faces=faces)

    def _on_answer(self, message: Answer) -> None:
        q = self._question
        if q is None or q.key != message.key or message.option >= max(1, len(q.options)):
            return
        if q.kind in (CARD_DOUBT, *DIFFERENCES):
            (self._answer_card if q.kind == CARD_DOUBT else self._answer_difference)(q, message.option)
            return
        self._question = None
        if message.option < 0:
            self._declined.add(signature(self._verdict))
            if q.kind == DICE_DIFFER:
                self._dice.waiting.clear()
            return
        if q.kind == WENT_BACK:
            self._take_back(q.keep, consent=True)
            return
        if q.kind == DICE_DIFFER:
            self._settle_dispute(q.faces[message.option])
            return
        acts = q.options[message.option]
        before = self._table()
        if q.kind == OTHER_READING or isinstance(self._verdict, Choice):
            run = self._verdict
            if isinstance(run, Choice) and isinstance(self.session.check(*acts), Ruling):
                self._replace_run(acts)
                return
        source = "tap" if q.kind == WHICH_CARD or any(isinstance(a, CHANCE) for a in acts) else "camera"
        result = self._submit(acts, source)
        if isinstance(result, Accepted):
            self._hold = False
            self._judge_again()
            if not isinstance(self._verdict, Unchanged | Lagging):
                self._vouch(before)
                self._judge()

    def _replace_run(self, acts: Sequence[Input]) -> None:
        """The answer re-aims what the camera had read in this run."""
        chain = len(self.session.chains()) - camera_run(self.session)
        self._resettle(Resettled(chain, tuple(acts), 0.0))

    # ------------------------------------------------------------ hands
    def _on_tapped(self, message: Tapped) -> None:
        before = self._table()
        result = self._submit(message.acts, message.sources, message.at)
        if isinstance(result, Accepted):
            self._tally = evolve(self._tally, taps=self._tally.taps + len(message.acts))
            self._question = None
            self._hold = False
            self._judge_again()
            self._vouch(before)
        else:
            self._refusal = (result, message.acts[0] if message.acts else None)

    def _submit(
        self, acts: Sequence[Input], source: str | Sequence[str], at: int | None = None
    ) -> Accepted[Any] | Ruling:
        result = self.session.submit(acts, source, at)
        if isinstance(result, Accepted):
            self._refusal, self._out = None, False
            self._notes += tuple(e for e in result.events if isinstance(e, Notice))
            self._last_acts = tuple(acts)
            if source == "camera":
                self._dice.use(sum(len(a.faces) for a in acts if isinstance(a, Rolled)))
            if not isinstance(acts[-1], Rolled):
                self._dice.acted(owed_roll(self.session.pending()))
        return result

    def play_on(self) -> None:
        """Later: the table stays as it is for now, and nobody is asked about this difference again."""
        self._out = False
        self._declined.add(signature(self._verdict))

    def _on_sit(self, message: Sit) -> None:
        self.session.seat(message.people)

    def _on_devicechanged(self, message: DeviceChanged) -> None:
        self._devices[message.device.name] = message.device

    def _on_dismiss(self, _: Dismiss) -> None:
        self._refusal = None


__all__ = [
    "Amend",
    "Answer",
    "Contents",
    "Correct",
    "Desk",
    "Device",
    "DeviceChanged",
    "Dismiss",
    "Heard",
    "Look",
    "Message",
    "Overrule",
    "Patience",
    "Redo",
    "Sit",
    "Tapped",
    "Undo",
]
