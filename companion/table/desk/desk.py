"""The desk: owns the session and alone submits. Readings and taps come in, snapshots go out.

``Desk`` is plain and synchronous: one message in, the snapshot changes. ``DeskThread`` gives it a thread and a queue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve

from companion.engine.boards import Board
from companion.engine.journal import JournalError
from companion.engine.session import Accepted, Session
from companion.engine.types import CHANCE, ILLEGAL, STALE, Ruling, facts
from companion.table.desk.cards import CardInput
from companion.table.desk.core import Core, Policy, Questions
from companion.table.desk.corrections import Corrections
from companion.table.desk.dice import DiceInput
from companion.table.desk.differences import Differences
from companion.table.desk.feedback import ReaderFeedback
from companion.table.desk.judge import Judge
from companion.table.faults import JOURNALS, phrase
from companion.table.messages import (
    Amend,
    Answer,
    BoardGrown,
    CardShown,
    Contents,
    Correct,
    DeviceChanged,
    Dismiss,
    Follow,
    Heard,
    Look,
    Message,
    Overrule,
    PlayOn,
    Redo,
    Sit,
    StrangeTag,
    Tapped,
    Undo,
)
from companion.table.reconcile import Margins
from companion.table.saved import follow
from companion.table.sight import Palette
from companion.table.snapshot import (
    CARD_DOUBT,
    DICE_DIFFER,
    DIFFERENCES,
    WENT_BACK,
    WHICH_CARD,
    Device,
    LogEntry,
    Question,
    Snapshot,
    log_of,
)
from companion.table.verdicts import Choice, Lagging, OutOfStep, Todo


class Desk:
    """One game at one table. ``agreed`` is told what certainly lies where, so that the reader can learn from it;
    ``again`` when the reader is to read one more picture."""

    def __init__(
        self,
        session: Session[Any],
        board: Board,
        palette: Palette,
        *,
        policy: Policy = Policy(),  # noqa: B008 - frozen
        margins: Margins = Margins(),  # noqa: B008 - frozen
        agreed: Callable[[Contents], None] = lambda _: None,
        again: Callable[[], None] = lambda: None,
        covered: frozenset[str] | None = None,
    ) -> None:
        self.core = core = Core(session, board, palette, policy, margins, covered)
        self.questions = Questions(core)
        self.feedback = ReaderFeedback(core, agreed)
        self.differences = Differences(core, self.questions)
        self.judge = Judge(core, self.questions, self.feedback, self.differences, again)
        self.corrections = Corrections(core, self.questions, self.judge)
        self.dice = DiceInput(core, self.questions, self.judge, self.corrections)
        self.cards = CardInput(core, self.questions, self.judge, self.corrections)
        self._devices: dict[str, Device] = {}
        self._shown: Snapshot | None = None
        self._told: tuple[Any, tuple[LogEntry, ...]] = ((), ())  # chains as they were logged
        self._lost = ""  # why what another window plays cannot be read
        self._handlers: dict[type, Callable[[Any], None]] = {
            Look: self._look,
            Heard: self.dice.heard,
            CardShown: self.cards.shown,
            StrangeTag: self.cards.strange,
            Tapped: self._tapped,
            Answer: self._answer,
            Undo: self.corrections.undo,
            Redo: self.corrections.redo,
            Overrule: self.corrections.overrule,
            Amend: self.corrections.amend,
            Correct: self.corrections.correct,
            Sit: self._sit,
            DeviceChanged: self._device_changed,
            Dismiss: self._dismiss,
            PlayOn: self._play_on,
            BoardGrown: self._grow,
            Follow: self._follow,
        }

    @property
    def session(self) -> Session[Any]:
        return self.core.session

    @property
    def board(self) -> Board:
        """The board as the camera reads it."""
        return self.core.board

    @property
    def covered(self) -> frozenset[str] | None:
        return self.core.covered

    # ------------------------------------------------------------ the one way in
    def handle(self, message: Message, now: float) -> Snapshot:
        """Take one message; ``now`` in s. Whatever is submitted is in the journal when this returns.

        A look, here or at another window's game, that changes nothing gives the very snapshot that was given before.
        """
        core = self.core
        core.now, core.notes = now, ()
        before = self._watched() if isinstance(message, Look | Follow) else None
        try:
            self._handlers[type(message)](message)
            self.dice.settle()
        except OSError as e:  # the journal could not be written: nothing was entered, and the table is told
            core.refuse(Ruling(ILLEGAL, "K-DISK", facts(fault=e.strerror or str(e)), waivable=False))
        if before is None or self._shown is None or before != self._watched():
            self._shown = self.snapshot()
        return self._shown

    def _watched(self) -> tuple[Any, ...]:
        """What a look may change of a snapshot."""
        core = self.core
        waiting = tuple(t.face for t in core.throws.waiting)
        sight = id(core.sight.observation.readings) if core.sight is not None else 0
        refusal, paused, verdict = core.refusal, core.paused, core.verdict
        return (core.session.length, refusal, paused, verdict, self.questions.open, waiting, core.tally, sight)

    def snapshot(self) -> Snapshot:
        core, s = self.core, self.core.session
        chains = s.chains()
        return Snapshot(
            at=s.length,
            state=s.state,
            people=s.people,
            pending=s.pending(),
            score=s.game.score(s.state),
            log=self._log(chains),
            verdict=core.verdict,
            todo=self._todo(),
            question=self.questions.open,
            refusal=core.refusal,
            out_of_step=core.paused is not None,
            devices=tuple(self._devices.values()),
            waiting=tuple(t.face for t in core.throws.waiting),
            can_undo=bool(chains),
            can_redo=bool(s.redoable),
            consent=bool(chains) and s.needs_consent(len(chains) - 1),
            tally=evolve(core.tally, acts=len(s.past)),
            unseen=self._unseen(),
            notes=core.notes,
            more=core.more(),
        )

    def _log(self, chains: Sequence[Any]) -> tuple[LogEntry, ...]:
        """The past as entries; those of chains that stand are kept."""
        before, log = self._told
        n = len(before)
        if n > len(chains) or (n and chains[n - 1] is not before[-1]):
            n = 0
        self._told = (chains, (*log[:n], *log_of(chains[n:])))
        return self._told[1]

    def _todo(self) -> tuple[Todo, ...]:
        if self.core.paused is not None:
            return self.core.paused.todo
        v = self.core.verdict
        return v.todo if isinstance(v, Lagging | OutOfStep) else self.core.late

    def _unseen(self) -> tuple[str, ...]:
        sight = self.core.sight
        return () if sight is None else tuple(s for s in sight.spaces("lead") if sight.reading(s) is None)

    # ------------------------------------------------------------ camera
    def _look(self, message: Look) -> None:
        seen = message.observation
        if not seen.settled:
            if seen.state in ("hand", "motion"):
                self.judge.stir(seen.at)
            return
        self.dice.look(seen.dice)
        self.dice.settle()
        self.judge.look(seen)

    # ------------------------------------------------------------ hands
    def _tapped(self, message: Tapped) -> None:
        core, before = self.core, self.core.table()
        if not self.judge.laid(message.acts):
            return
        result = core.submit(message.acts, message.sources, message.at)
        if isinstance(result, Accepted):
            core.count(taps=len(message.acts))
            self.questions.close()
            self.judge.tell_by_hand(before)
        elif result.kind != STALE or not self._twice(message):
            core.refuse(result, message.acts[0] if message.acts else None)

    def _twice(self, message: Tapped) -> bool:
        """Whether a finger came down twice on the same key: it has been entered, and nothing is to be said."""
        last = self.core.last_acts
        return [type(a) for a in message.acts] == [type(a) for a in last] if message.thrown else message.acts == last

    def _answer(self, message: Answer) -> None:
        q = self.questions.open
        if q is None or q.key != message.key or message.option >= max(1, len(q.options)):
            return
        self.questions.close()
        if q.kind == CARD_DOUBT:
            self.cards.answer(q, message.option)
        elif q.kind in DIFFERENCES:
            mend = self.differences.answer(q, message.option)
            if mend is not None:
                self._handlers[type(mend)](mend)
        elif message.option < 0:
            self.judge.declined()
            if q.kind == DICE_DIFFER:
                self.core.throws.waiting.clear()
        elif q.kind == WENT_BACK:
            self.corrections.take_back(q.keep, consent=True)
        elif q.kind == DICE_DIFFER:
            self.dice.settle_dispute(q.faces[message.option])
        else:
            self._play(q, message.option)

    def _play(self, q: Question, option: int) -> None:
        """The acts that were chosen were played."""
        core, acts = self.core, q.options[option]
        before = core.table()
        if isinstance(core.verdict, Choice) and isinstance(core.session.check(*acts), Ruling):
            self.judge.reread(acts)
            return
        source = "tap" if q.kind == WHICH_CARD or any(isinstance(a, CHANCE) for a in acts) else "camera"
        sources = ["tap" if a in q.told else source for a in acts] if q.told else source
        if isinstance(core.submit(acts, sources), Accepted):
            self.judge.released()
            if not core.quiet:
                self.feedback.vouch(before)
                self.judge.judge()

    def _play_on(self, _: PlayOn) -> None:
        self.core.refusal = None
        self.judge.play_on()

    def _grow(self, message: BoardGrown) -> None:
        self.core.board = message.board

    def _sit(self, message: Sit) -> None:
        self.core.session.seat(message.people)

    def _device_changed(self, message: DeviceChanged) -> None:
        self._devices[message.device.name] = message.device

    def _follow(self, _: Follow) -> None:
        """Go on with what another window wrote; that it cannot be read is said once."""
        core, fault = self.core, ""
        try:
            if follow(core.session):
                core.settle()
        except OSError as e:
            fault = e.strerror or str(e)
        except JournalError as e:
            fault = phrase(e.reason, JOURNALS)
        if fault and fault != self._lost:
            core.refuse(Ruling(ILLEGAL, "K-DISK", facts(fault=fault), waivable=False))
        self._lost = fault

    def _dismiss(self, _: Dismiss) -> None:
        self.core.refusal = None
