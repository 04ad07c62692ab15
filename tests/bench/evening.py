"""An evening at the demo table: pictures and serial bytes of a legal game, refereed by the real path.

The driver knows the game that is played. It lays pieces, throws the die, and answers when it is asked; it tells by
hand only what leaves no trace. Whatever the referee then has in its journal is compared with the truth.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field, frozen

from companion.demo.live import LiveCamera
from companion.demo.player import demo_camera
from companion.demo.truth import Real, Turn, in_view, is_die, pair_begun, play, prospect
from companion.engine.codec import text
from companion.engine.session import Session
from companion.engine.types import Evidence, Rolled
from companion.table.clock import WorkClock
from companion.table.desk import Answer, Desk, Heard, Message, Tapped
from companion.table.eye import Eye
from companion.table.messages import Contents
from companion.table.reconcile import OutOfStep
from companion.table.runtime import TableRuntime, usual_eye
from companion.table.sight import Palette
from companion.table.snapshot import Snapshot, Tally
from tests.bench.cardplay import CardPlay
from tests.bench.felt import Felt
from tests.bench.grouping import together
from tests.bench.heard import HeardLinks
from tests.bench.mirrors import Mirrors
from tests.bench.slipplay import READS_S, SlipPlay
from tests.bench.stickers import CardCamera
from vision.demo.camera import Act as Shown
from vision.demo.camera import Event as Happening


@frozen
class Report:
    """What came of an evening. ``wrong``: acts after which journal and truth differed and nobody was asked."""

    acts: int
    traced: int
    questions: int
    taps: int  # acts told by hand because they leave no trace
    told: int  # acts told by hand because the camera could not read them
    wrong: int
    pictures: int
    seconds: float
    finished: bool
    tally: Tally
    cards: int = 0  # shown to a reader or to the camera
    alike: int = 0  # questions among acts that leave the same table: no trace could tell them apart
    late: int = 0  # mirrors that were not read as they lay
    stuck: tuple[str, ...] = ()  # what was asked or told, and at which act
    felt: Felt | None = None


@define
class Evening:
    """One evening. ``step`` is called after every picture, for a terminal or a screen that shows it."""

    session: Session[Any]
    seed: int
    palette: Palette
    picture: tuple[int, int] = (1920, 1080)
    die: bool = True
    tags: str = ""  # cards are shown to a reader on a "pty" or a "socket", or their "stickers" to the camera
    events: dict[int, Happening] = field(factory=dict)  # traced act number -> what happens to the table before it
    most: int = 100_000  # traced acts
    patience_s: float = 10.0  # an act is looked at for so long before it is told by hand
    human: bool = False  # people think between acts, and sometimes do not
    slips: float = 0.0  # share of acts before which something slips
    options: dict[str, Any] = field(factory=dict)
    step: Callable[[Snapshot, Any], None] = lambda _s, _f: None
    players: Callable[..., Iterator[Turn]] = play  # who plays the game
    clock: WorkClock = field(factory=WorkClock, kw_only=True)
    runtime: TableRuntime = field(init=False)
    _questions: int = field(init=False, default=0)
    _alike: int = field(init=False, default=0)
    _told: int = field(init=False, default=0)
    _taps: int = field(init=False, default=0)
    _wrong: int = field(init=False, default=0)
    _traced: int = field(init=False, default=0)
    _asked_here: bool = field(init=False, default=False)
    notes: list[str] = field(init=False, factory=list)
    links: HeardLinks = field(init=False)
    felt: Felt = field(init=False)
    _slips: SlipPlay = field(init=False)
    _asked_at: tuple[str, float] = field(init=False, default=("", 0.0))  # the open question, and since when
    _left_over: bool = field(init=False, default=True)
    cards: CardPlay = field(init=False)
    mirrors: Mirrors = field(init=False)

    def run(self) -> Report:
        """Play to the end (or to ``most`` traced acts) and report."""
        began = time.monotonic()
        self.felt = Felt(self.clock, self.session.game.tabletop)
        self._slips = SlipPlay(self)
        self.links = links = HeardLinks(self.session, self.tags, self.die)
        self.cards, self.mirrors = CardPlay(self), Mirrors(self)
        self.runtime = TableRuntime(
            self.session,
            self.cameras(),
            links.links,
            told=self._told_screen,
            palette=self.palette,
            tags=links.tags,
            clock=self.clock,
            eye=self.look_on,
        )
        self.runtime.reads = self.reads
        pictures = 0
        try:
            links.join(self.runtime)
            while not self.runtime.ended and self.runtime.step():
                pictures += 1
                self.step(self.runtime.latest, self.eye.frame)
        finally:
            self.runtime.close()
            links.close()
        tally = self.runtime.latest.tally
        return Report(
            acts=len(self.session.past),
            traced=self._traced,
            questions=self._questions,
            alike=self._alike,
            taps=self._taps,
            told=self._told,
            wrong=self._wrong,
            pictures=pictures,
            seconds=time.monotonic() - began,
            finished=not self._left_over,
            tally=tally,
            cards=self.cards.shown,
            late=self.mirrors.late,
            stuck=tuple(self.notes),
            felt=self.felt,
        )

    @property
    def desk(self) -> Desk:
        return self.runtime.desk

    @property
    def eye(self) -> Eye:
        assert self.runtime.eye is not None
        return self.runtime.eye

    def look_on(self, cameras: Any) -> Eye:
        """The eye of this table over its cameras."""
        return usual_eye(self.session, self.session.config.board, self.palette)(cameras)

    def reads(self) -> bool:
        """Whether a look may be judged just now."""
        return True

    def cameras(self) -> list[Any]:
        """The cameras over this table."""
        board = self.session.config.board
        camera: Any = demo_camera(board, self._script(), seed=self.seed, picture=self.picture, **self.options)
        if self.tags == "stickers":
            camera = self.cards.camera = CardCamera(camera, self.seed)
        return [LiveCamera(camera, self.clock)]

    def _hear(self, face: str, want: Any) -> bool:
        """Throw the die and listen until the desk has it."""
        assert self.links.die is not None
        self.links.die.throw(face)
        return self.links.listen(Heard) and self.same(want)

    # ------------------------------------------------------------ the script of the table
    def _script(self) -> Iterator[Shown]:
        game, config = self.session.game, self.session.config
        untold: list[Turn] = []  # rolls that no die told: the table is asked for them
        state = self.session.start
        laid = False
        real = self.real_palette()
        turns = self.players(game, config, real, self.seed, self.session.start)
        for group in together(game, self.session.start, turns, self.looked):
            turn = group[-1]
            before, state = state, turn.state
            traced = self._traces(game, before, turn)
            if not game.table.learnable(before):
                self._by_hand(group)
                continue
            if not laid:
                laid = True
                table = {k: dict(real.counts(v)) for k, v in in_view(game, config, before).items()}
                yield self.shown(table), "set-up"
                while self.eye.learned is None:
                    yield None
            if isinstance(turn.act, Rolled) and is_die(game, before, turn.act):
                if self.links.die is None or not self._hear(turn.act.faces[0], turn.state):
                    untold.append(turn)
                continue
            card = self.links.card_of(before, turn.act)
            if card is not None:
                yield from self.cards.show(card, turn)
                if not self.same(turn.state):
                    self._told += 1
                    self._questions += 1
                    self.notes.append(f"card told by hand: {text(turn.act)}")
                    self._by_hand([turn])
                if not self.mirrors.all:
                    yield from self._follow(before, turn, real)
                    continue
            if self.mirrors.all:
                if card is None:
                    self._by_hand([turn])
                if traced and self._traced >= self.most:
                    return
                if traced:
                    yield from self.mirrors.follow(turn)
                continue
            if len(group) == 1 and game.table.evidence(before, turn.act) is Evidence.IMPLIED:
                untold.append(turn)
                continue
            if not traced or game.table.evidence(before, turn.act) is Evidence.TOLD:
                self._by_hand([*untold, *group])
                untold = []
                yield from self._follow(before, turn, real)
                continue
            if self._traced >= self.most:
                return
            yield from self.next_act()
            if self.human:
                yield from self._slips.think()
            if self.slips and not untold and self._slips.due(self.slips):
                yield from self._slips.play(before, turn)
            yield from self._begin(before, turn, real)
            if len(group) > 1 and self._traced % 2:  # what is bought is laid a while after the action
                yield self.shown(group[0].contents), text(group[0].act)
                yield from self.wait(0.8)
            yield self.shown(turn.contents), text(turn.act)
            yield from self.watch([*untold, *group])
            self.felt.slipping = False
            untold = []
        self._left_over = False

    def real_palette(self) -> Real:
        """The table knows its pieces apart, whatever the camera calls them."""
        return Real(self.palette.colours, board=self.session.config.board)

    def wait(self, seconds: float) -> Iterator[None]:
        """So many pictures of a table that is left alone."""
        until = self.eye.at + seconds
        while self.eye.at < until:
            yield None

    def next_act(self) -> Iterator[Shown]:
        """One more act that leaves a trace, and what happens to the table before it."""
        self._traced += 1
        if self._traced in self.events:
            yield self.events[self._traced]

    def asked(self, note: str) -> None:
        """The table was asked something about an act."""
        self._questions += 1
        self.notes.append(note)

    def went_wrong(self, note: str, state: Any) -> None:
        """What is in the journal is not the truth, which is put there."""
        self._wrong += 1
        self.notes.append(note)
        self.session.amend(self.session.game.position(state), "the truth", consent=True)

    def _told_screen(self, snapshot: Snapshot) -> None:
        source: Any = self.eye.source
        live = isinstance(source, LiveCamera)
        self.felt.told(snapshot, *((source.gone_at, source.hands) if live else (self.eye.at, self.eye.at)))

    def _follow(self, before: Any, turn: Turn, real: Palette) -> Iterator[Shown]:
        """The pieces follow what was told."""
        lay = {k: dict(real.counts(v)) for k, v in in_view(self.session.game, self.session.config, before).items()}
        if self.desk.covered is not None and self.shown(lay) != self.shown(turn.contents):
            yield self.shown(turn.contents), f"after {text(turn.act)}"
            yield from self.wait(0.4)

    def shown(self, contents: Contents) -> Contents:
        """What is laid before the camera: the places it is asked about."""
        looked = self.looked()
        return contents if looked is None else {k: v for k, v in contents.items() if k in looked}

    def looked(self) -> frozenset[str] | None:
        """Places the camera is asked about and can see; None: all."""
        covered, space = self.desk.covered, self.desk.board.space
        return None if covered is None else frozenset(p for p in covered if space[p].look != "none")

    def _traces(self, game: Any, before: Any, turn: Turn) -> bool:
        """Whether the act changes a place that the camera is asked about."""
        covered = self.looked()
        if covered is None:
            return turn.traced
        table = game.tabletop(before)
        return any(dict(self.palette.counts(table.get(p, ()))) != dict(turn.contents.get(p, {})) for p in covered)

    def _begin(self, before: Any, turn: Turn, real: Palette) -> Iterator[Shown]:
        """A pair that looks alike is laid one after the other, the first one a while before."""
        first = pair_begun(self.session.game, before, turn.act, turn.state)
        if first is not None:
            table = in_view(self.session.game, self.session.config, before, first)
            yield {k: dict(real.counts(v)) for k, v in table.items()}, "begun"
            for _ in range(3):
                yield None

    def watch(self, turns: list[Turn]) -> Iterator[Shown]:
        """Wait until the referee has what happened; answer what it asks; tell it by hand when it cannot read it."""
        self._asked_here = False
        for _ in self.wait(self.patience_s):
            if self.same(turns[-1].state):
                return
            if self.answer(turns):
                continue
            yield None
        if not self.same(turns[-1].state):
            self._repair(turns)

    def answer(self, turns: list[Turn]) -> bool:
        """Answer an open question from the truth; True if it was answered."""
        question = self.runtime.latest.question
        if question is None:
            return False
        if self._asked_at[0] != question.key:
            self._asked_at = (question.key, self.eye.at)
        if self.human and self.eye.at - self._asked_at[1] < READS_S:
            return False
        self._questions += 1
        self._asked_here = True
        ends = [prospect(self.session, acts) for acts in question.options]
        tables = [self.session.game.tabletop(s) for s in ends]
        self._alike += len(tables) > 1 and all(t == tables[0] for t in tables)
        truths = [turns[0].state, turns[-1].state, *(t.state for t in turns)]
        option = -1
        for i, end in enumerate(ends):
            if any(self._equal(end, s) for s in truths):
                option = i
        options = [" + ".join(text(a) for a in acts) for acts in question.options]
        self.notes.append(f"asked {question.kind} {options}, answered {option}: {text(turns[-1].act)}")
        self.tell(Answer(question.key, option))
        return option >= 0

    def _repair(self, turns: list[Turn]) -> None:
        """The journal is not where the truth is: either nothing was read yet, or something else was."""
        snapshot = self.runtime.latest
        verdict = snapshot.verdict
        done = [t for t in turns if not self._reached(t)]
        if len(done) == len(turns) or self._same_before(turns, done):
            self._told += 1
            if not self._asked_here:
                self._questions += 1
            differs = ", ".join(f"{t.space} shows {dict(t.seen)}" for t in getattr(verdict, "todo", ())[:4])
            self.notes.append(f"told by hand after {type(verdict).__name__} ({differs}): {text(turns[-1].act)}")
            self._by_hand(done, count=False)
            if self.same(turns[-1].state):
                return
        if not self._asked_here and not isinstance(verdict, OutOfStep):
            self._wrong += 1
        self.notes.append(f"journal and truth differ, {verdict}: {text(turns[-1].act)}")
        position = self.session.game.position(turns[-1].state)
        self.session.amend(position, "the truth", consent=True)

    def _reached(self, turn: Turn) -> bool:
        return any(s.act == turn.act and self._equal(s.state, turn.state) for s in self.session.past[-4:])

    def _same_before(self, turns: list[Turn], left: list[Turn]) -> bool:
        reached = [t for t in turns if t not in left]
        return bool(reached) and self.same(reached[-1].state)

    def _by_hand(self, turns: list[Turn], count: bool = True) -> None:
        for turn in turns:
            self.tell(Tapped((turn.act,)))
            self._taps += count

    def tell(self, message: Message) -> Snapshot:
        self.runtime.post(message)
        return self.runtime.latest

    def same(self, state: Any) -> bool:
        return self._equal(self.session.state, state)

    def _equal(self, a: Any, b: Any) -> bool:
        return bool(a == b)
