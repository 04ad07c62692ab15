"""A campaign at the demo table, by players that the game brings: steps in pictures, dice from a tower, choices told.

The driver knows the truth; it answers when it is asked, tells by hand what could not be read, and puts
right what was read wrongly, so that every mistake is counted once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import Any

from attrs import define, field

from companion.art.raster import board_image
from companion.demo.die import DemoDie
from companion.demo.live import LiveCamera
from companion.demo.pace import LED
from companion.demo.player import ART_PX_PER_MM, PICTURE, players_of
from companion.demo.table import left_open, lying
from companion.demo.truth import Turn
from companion.engine.game import after
from companion.engine.session import Session
from companion.engine.types import Input, Over, Roll, Ruling
from companion.table.clock import WorkClock
from companion.table.desk import Answer, Desk, Heard, Message, PlayOn, Tapped
from companion.table.dice import BATCH
from companion.table.eye import Eye, Pictures
from companion.table.layout import seen_layout
from companion.table.messages import Contents
from companion.table.palettes import palette_at
from companion.table.runtime import TableRuntime, die_links, usual_eye
from companion.table.sight import Palette
from companion.table.snapshot import Snapshot
from companion.table.verdicts import Lagging, Unchanged
from tests.bench.evening import Report
from tests.bench.felt import Felt
from tests.bench.slipplay import READS_S, SlipPlay
from vision.demo.camera import Act, DemoCamera
from vision.demo.script import Pace
from vision.layout import Layout

PATIENCE = 40  # pictures that an act is looked at before it is told by hand
PATIENCE_S = 10.0  # and people's patience
GLANCE_S = 3.0  # after which they go on where the app says that so many may lie there
NUMBERS = ("acts", "read", "tables", "questions", "told", "taps", "wrong")


@define
class Campaign:
    """``read``: acts shown to the camera, ``told`` of them by hand; ``tables``: that followed what was told."""

    session: Session[Any]
    seed: int
    most: int = 100_000  # acts that the camera is to read
    picture: tuple[int, int] = PICTURE
    until: Callable[[Any], bool] = lambda _: False  # when to stop whatever was read
    die: bool = True  # a tower gives the dice; else they are told
    pace: Pace = LED
    human: bool = False  # people think between acts, and sometimes do not
    slips: float = 0.0  # share of acts before which something slips
    step: Callable[[Snapshot], None] = lambda _: None
    read: int = 0
    taps: int = 0
    acts: int = 0
    questions: int = 0
    told: int = 0
    wrong: int = 0
    tables: int = 0
    pictures: int = 0
    clock: WorkClock = field(factory=WorkClock)
    notes: list[str] = field(factory=list)
    runtime: TableRuntime = field(init=False)
    felt: Felt = field(init=False)
    _slips: SlipPlay = field(init=False)
    _asked_at: tuple[str, float] = field(init=False, default=("", 0.0))  # the open question, and since when
    tower: DemoDie | None = field(init=False, default=None)
    heard: list[Heard] = field(init=False, factory=list)
    real: Any = field(init=False, default=None)  # what play has come to
    start: Any = field(init=False, default=None)  # what the referee had when hands began an act

    def run(self) -> None:
        """Play; the tower is a serial one: every face goes over a line of its own."""
        faces = next(k.faces for k in self.session.config.board.pieces if k.shape == "die")
        try:
            if self.die:
                self.tower = DemoDie(faces, pty=False, tcp=0)
            self.play()
        finally:
            if self.tower is not None:
                self.tower.close()

    def report(self, seconds: float) -> Report:
        """What came of it. ``traced``: tables shown to the camera, whether it read acts in them or followed."""
        return Report(
            acts=self.acts, traced=self.read + self.tables, questions=self.questions + self.told, taps=self.taps,
            told=self.told, wrong=self.wrong, pictures=self.pictures, seconds=seconds, finished=True,
            tally=self.runtime.latest.tally, stuck=tuple(self.notes), felt=self.felt,
        )  # fmt: skip

    def play(self) -> None:
        board = self.session.config.board
        layout = seen_layout(self.session.game, board, palette_at(self.session))
        links = die_links(board, (self.tower.url,) if self.tower is not None else ())
        live = LiveCamera(self.camera(layout), self.clock)
        self.felt = Felt(self.clock, self.session.game.tabletop)
        self._slips = SlipPlay(self)

        def told(snapshot: Snapshot) -> None:
            self.felt.told(snapshot, live.gone_at, live.hands)
            self.step(snapshot)

        self.runtime = TableRuntime(self.session, [live], links, told=told, clock=self.clock, eye=self.look_on)
        self.runtime.taken = self._passing
        try:
            self.runtime.open_links()
            if self.runtime.ears is not None and not self.runtime.ears.wait_live(10.0):
                raise RuntimeError("the virtual tower is silent")
            while not self.runtime.ended and self.runtime.step():
                self.pictures += 1
        finally:
            self.runtime.close()

    def camera(self, layout: Layout) -> DemoCamera:
        """The camera over this table."""
        art = board_image(self.session.config.board, ART_PX_PER_MM)
        return DemoCamera(layout, art, self.script(), seed=self.seed, picture=self.picture, pace=self.pace)

    def look_on(self, cameras: Sequence[Pictures]) -> Eye:
        """The eye of this table over its camera."""
        return usual_eye(self.session, self.session.config.board, palette_at(self.session))(cameras)

    @property
    def eye(self) -> Eye:
        assert self.runtime.eye is not None
        return self.runtime.eye

    @property
    def palette(self) -> Palette:
        return self.runtime.palette

    @property
    def desk(self) -> Desk:
        return self.runtime.desk

    def _passing(self, message: Message) -> bool:
        if isinstance(message, Heard):
            self.heard.append(message)
        return False

    def tell(self, message: Message) -> Snapshot:
        self.runtime.post(message)
        return self.runtime.latest

    def real_palette(self) -> Palette:
        return palette_at(self.session)

    def looked(self) -> frozenset[str] | None:
        return self.desk.covered

    def shown(self, contents: Contents) -> Contents:
        return contents

    def same(self, state: Any) -> bool:
        return bool(self.session.state == state)

    def wait(self, seconds: float) -> Iterator[None]:
        """So many pictures of a table that is left alone."""
        until = self.eye.at + seconds
        while self.eye.at < until:
            yield None

    def lies(self, state: Any) -> Any:
        return lying(self.session.game.tabletop(state), self.palette)

    def script(self) -> Iterator[Act]:
        players, session, ready = players_of(self.session.game.id), self.session, False
        player = players.player(self.seed)
        while not isinstance(owed := session.pending()[0], Over) and self.read < self.most:
            if self.real is not None and session.state != self.real and not self.left_open():
                self.went_wrong(f"{session.past[-1].act} was entered meanwhile", self.real)
            before = self.real = self.real if self.left_open() else session.state
            if self.until(before):
                return
            self.acts += 1
            act: Any = player.act(before)
            truth = self.real = after(session.game, before, (act,))
            if isinstance(owed, Roll) and self.tower is not None:
                self.throw(act)
                if session.state != truth:
                    raise RuntimeError(f"{act} was heard otherwise")
            elif ready and isinstance(act, players.seen):
                turn = Turn(act, truth, self.lies(truth), True)
                if self.human:
                    yield from self._slips.think()
                self.start = session.state
                if self.slips and self._slips.due(self.slips) and before == session.state:
                    yield from self._slips.play(before, turn)
                self.start = session.state
                yield turn.contents, type(act).__name__
                yield from self.watch([turn])
                self.felt.slipping = False
                continue
            else:
                yield from self.told_by_hand(act, truth)
            if not ready and session.game.table.learnable(session.state):
                ready = True
                yield self.lies(session.state), "set-up"
                while self.runtime.eye is not None and self.runtime.eye.learned is None:
                    yield None
            elif ready and self.lies(session.state) != self.lies(before):
                self.tables += 1
                yield self.lies(session.state), "told"
                yield from self.agree(session.state)

    def told_by_hand(self, act: Input, truth: Any) -> Iterator[Act]:
        """What the camera cannot see is told. What it asks about it is answered."""
        self.tell(Tapped((act,)))
        self.taps += 1
        asked = False
        for _ in self.wait(PATIENCE_S):
            if self.runtime.latest.question is None:
                break
            if self.answer(act, truth):
                asked = True
            else:
                yield None
        if asked and self.session.state != truth:
            self.told += 1
            self.notes.append(f"told what was asked before {act}")
            self.session.amend(self.session.game.position(truth), "the truth", consent=True)
        if self.session.state != truth and not self.left_open():
            self.went_wrong(f"{self.session.past[-1].act} was entered, it was {act}", truth)

    def left_open(self, seen: bool = False) -> bool:
        """Whether the journal has less than lies there, and the app says at which places it may be so; ``seen``: and
        that as many may lie there as do."""
        if self.real is None or self.session.state == self.real:
            return False
        then, more = self.lies(self.real), self.runtime.latest.more
        if seen:
            more = tuple(o for o in more if then[o.space].get(self.palette.piece(o.piece), 0) == o.seen or o.full)
        return left_open(self.lies(self.session.state), then, more)

    def throw(self, act: Any) -> None:
        """The tower gives all dice; long throws are noted a batch at a time."""
        assert self.tower is not None
        for i, face in enumerate(act.faces):
            self.heard.clear()
            self.tower.throw(face)
            until = time.monotonic() + 10.0
            while not self.heard:
                self.runtime.listen(wait=0.05)
                if time.monotonic() > until:
                    raise RuntimeError("the virtual tower is silent")
            last = i + 1 == len(act.faces)
            if not last and (i + 1) % BATCH == 0 and not self.session.state.dice:
                raise RuntimeError("a batch was heard and not noted")

    def agree(self, state: Any) -> Iterator[Act]:
        """Pieces follow what was told: nothing may be read into it."""
        for _ in range(PATIENCE):
            yield None
            if self.session.state != state:
                self.went_wrong(f"read {self.session.past[-1].act}", state)
                return
            if isinstance(self.runtime.latest.verdict, Unchanged | Lagging):
                return
            if self._objected():
                return
        self.questions += 1
        self.notes.append(f"not agreed: {self.runtime.latest.verdict}")

    def _objected(self) -> bool:
        """Whether the app objected to a table that lies right, and was told to play on."""
        shown = self.runtime.latest
        if not shown.out_of_step or self.felt.slipping or not self._have_read(f"out of step {self.acts}"):
            return False
        self.questions += 1
        self.notes.append(f"objected: {[(t.space, dict(t.seen)) for t in shown.todo]}")
        self.tell(PlayOn())
        return True

    def watch(self, turns: list[Turn]) -> Iterator[Act]:
        """An act of the hand: the camera reads it, asks, or is told."""
        self.read += 1
        act, truth, start = turns[-1].act, turns[-1].state, self.start
        eye = self.eye
        since = eye.at
        for _ in self.wait(PATIENCE_S) if self.human else repeat(None, PATIENCE):
            if self.session.state == truth:
                return
            if self.answer(act, truth):
                continue
            if self._objected():
                continue
            if self.session.state != start:
                break
            if eye.at - since >= GLANCE_S and self.left_open(seen=True):
                break
            yield None
        if self.left_open(seen=self.session.state == start):
            return
        if self.session.state == start:
            self.told += 1
            self.notes.append(f"told {act}: {type(self.runtime.latest.verdict).__name__}")
            self.tell(Tapped((act,)))
        elif self.session.state != truth:
            self.went_wrong(f"read {self.session.past[-1].act}, was {act}", truth)

    def answer(self, act: Input, truth: Any) -> bool:
        """Answer an open question that people have read; True if there was one."""
        question = self.runtime.latest.question
        if question is None or not self._have_read(question.key):
            return False
        self.questions += 1
        fits = [(o, round(f, 1)) for o, f in self.fits(question.options)]
        self.notes.append(f"asked {question.kind}: {act} of {fits}")
        options = [i for i, o in enumerate(question.options) if self.leads(o, truth)]
        self.tell(Answer(question.key, options[0] if options else -1))
        return True

    def _have_read(self, key: str) -> bool:
        """Whether people have read the question that is open."""
        if self._asked_at[0] != key:
            self._asked_at = (key, self.eye.at)
        return not self.human or self.eye.at - self._asked_at[1] >= READS_S

    def went_wrong(self, note: str, state: Any) -> None:
        self.wrong += 1
        self.notes.append(note)
        self.session.amend(self.session.game.position(state), "the truth", consent=True)

    def fits(self, options: Any) -> Iterator[tuple[Any, float]]:
        """How badly each option fits what was seen, for the notes."""
        sight = self.desk.core.sight
        assert sight is not None
        for option in options:
            prospect = self.session.check(*option)
            if not isinstance(prospect, Ruling):
                yield option, sight.total(self.session.game.tabletop(prospect.state), sight.spaces("lead"))

    def leads(self, option: Any, truth: Any) -> bool:
        prospect = self.session.check(*option)
        return not isinstance(prospect, Ruling) and bool(prospect.state == truth)
