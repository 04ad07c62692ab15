"""An evening at the demo table: pictures and serial bytes of a legal game, refereed by the real path.

The driver knows the game that is played. It lays pieces, throws the die, and answers when it is asked; it tells by
hand only what leaves no trace. Whatever the referee then has in its journal is compared with the truth.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field, frozen

from companion.demo.cardplay import CardPlay
from companion.demo.die import DemoDie
from companion.demo.mirrors import Mirrors
from companion.demo.player import demo_camera
from companion.demo.stickers import CardCamera
from companion.demo.tagreader import DemoReader, demo_tag
from companion.demo.truth import Real, Turn, in_view, is_die, pair_begun, play, prospect, together
from companion.engine.codec import text
from companion.engine.session import Session
from companion.engine.types import Evidence, Rolled
from companion.table.cards import deck, tagged_card
from companion.table.desk import Answer, Desk, Heard, Look, Message, Patience, Tapped
from companion.table.ears import Ears
from companion.table.eye import Eye
from companion.table.layout import covered_of, layout_of
from companion.table.layout import laid as lies
from companion.table.messages import Contents
from companion.table.reconcile import OutOfStep
from companion.table.sight import Palette
from companion.table.snapshot import Snapshot, Tally
from companion.table.stickers import stickers_of
from vision.demo.camera import Act as Shown
from vision.demo.camera import Event as Happening
from vision.readers import reader_of


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


@define
class Evening(CardPlay, Mirrors):
    """One evening. ``step`` is called after every picture, for a terminal or a screen that shows it."""

    session: Session[Any]
    seed: int
    palette: Palette
    picture: tuple[int, int] = (1920, 1080)
    die: bool = True
    tags: str = ""  # cards are shown to a reader on a "pty" or a "socket", or their "stickers" to the camera
    events: dict[int, Happening] = field(factory=dict)  # traced act number -> what happens to the table before it
    most: int = 100_000  # traced acts
    patience: int = 20  # pictures that an act is looked at before it is told by hand
    options: dict[str, Any] = field(factory=dict)
    step: Callable[[Snapshot, Any], None] = lambda _s, _f: None
    players: Callable[..., Iterator[Turn]] = play  # who plays the game
    desk: Desk = field(init=False)
    eye: Eye = field(init=False)
    _questions: int = field(init=False, default=0)
    _alike: int = field(init=False, default=0)
    _told: int = field(init=False, default=0)
    _taps: int = field(init=False, default=0)
    _wrong: int = field(init=False, default=0)
    _traced: int = field(init=False, default=0)
    _asked_here: bool = field(init=False, default=False)
    _stuck: list[str] = field(init=False, factory=list)
    _die: DemoDie | None = field(init=False, default=None)
    _ears: Ears | None = field(init=False, default=None)
    _left_over: bool = field(init=False, default=True)
    _now: float = field(init=False, default=0.0)  # by the camera's clock, whatever else this machine has to do
    _card_camera: CardCamera | None = field(init=False, default=None)
    _reader: DemoReader | None = field(init=False, default=None)
    _tag_of: dict[str, str] = field(init=False, factory=dict)
    _cards: int = field(init=False, default=0)
    _used: dict[str, int] = field(init=False, factory=dict)  # cards that were shown -> at which act last
    _late: int = field(init=False, default=0)  # mirrors that were not read as they lay

    def run(self) -> Report:
        """Play to the end (or to ``most`` traced acts) and report."""
        began = time.monotonic()
        board = self.session.config.board
        self.eye = self.look_on()
        self.desk = Desk(
            self.session,
            board,
            self.palette,
            agreed=self.eye.agree,
            patience=Patience(out_of_step_s=1.2),
            covered=covered_of(self.session.game, board),
        )
        self._throw_in()
        pictures, snapshot = 0, self.desk.snapshot()
        try:
            while not self.eye.ended:
                seen = self.eye.look()
                if seen is None:
                    break
                pictures += 1
                self._now = seen.at
                snapshot = self._tell(Look(seen))
                for shown in self.eye.cards():
                    snapshot = self._tell(shown)
                self.step(snapshot, self.eye.frame)
        finally:
            self._hang_up()
        tally = self.desk.snapshot().tally
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
            cards=self._cards,
            late=self._late,
            stuck=tuple(self._stuck),
        )

    def look_on(self) -> Eye:
        """The camera over this table and a reader that knows its board."""
        board = self.session.config.board
        colours = [c for c in board.colours if c in self.palette.colours.values()]
        camera = demo_camera(board, self._script(), seed=self.seed, picture=self.picture, **self.options)
        layout = layout_of(board, colours, covered_of(self.session.game, board), self.palette.alike)
        if self.tags != "stickers":
            return Eye(camera, reader_of(layout))
        self._card_camera = CardCamera(camera, self.seed)
        eye = Eye(self._card_camera, reader_of(layout))
        eye.stickers = stickers_of(self.session)
        return eye

    # ------------------------------------------------------------ the die
    def _throw_in(self) -> None:
        if self.tags:
            cards = deck(self.session.game, self.session.start)
            self._tag_of = {c: demo_tag(n) for n, c in enumerate(cards)}
        if self.tags in ("pty", "socket"):
            self._reader = DemoReader(pty=self.tags == "pty")
            game = self.session.game.id
            self._ears = Ears({t: tagged_card(game, c) for c, t in self._tag_of.items()})
            self._ears.listen(self._reader.url, (), "cards")
            self._ears.wait_live(5.0)
        if not self.die or not any(k.shape == "die" for k in self.session.config.board.pieces):
            return
        faces = next((k.faces for k in self.session.config.board.pieces if k.shape == "die"), ())
        self._die = DemoDie(faces, pty=False, tcp=0)
        self._ears = Ears()
        self._ears.listen(self._die.url, faces)
        self._ears.wait_live(5.0)

    def _hang_up(self) -> None:
        if self._ears is not None:
            self._ears.close()
        for device in (self._die, self._reader):
            if device is not None:
                device.close()

    def _hear(self, face: str, want: Any) -> bool:
        """Throw the die and listen until the desk has it."""
        assert self._die is not None
        self._die.throw(face)
        return self._listen(Heard) and self._same(want)

    def _listen(self, kind: type[Message]) -> bool:
        """Tell the desk what the ears say until such a message came; False when none does."""
        assert self._ears is not None
        until = time.monotonic() + 5.0
        while time.monotonic() < until:
            try:
                message = self._ears.messages.get(timeout=0.05)
            except queue.Empty:
                continue
            self._tell(message)
            if isinstance(message, kind):
                return True
        return False

    # ------------------------------------------------------------ the script of the table
    def _script(self) -> Iterator[Shown]:
        game, config = self.session.game, self.session.config
        untold: list[Turn] = []  # rolls that no die told: the table is asked for them
        state = self.session.start
        laid = False
        real = Real(self.palette.colours, board=config.board)  # the table knows its pieces apart, whatever it is called
        turns = self.players(game, config, real, self.seed, self.session.start)
        for group in together(game, self.session.start, turns, self._looked):
            turn = group[-1]
            before, state = state, turn.state
            traced = self._traces(game, before, turn)
            if not lies(game, before):
                self._by_hand(group)
                continue
            if not laid:
                laid = True
                table = {k: dict(self.palette.counts(v)) for k, v in game.tabletop(before).items()}
                self.eye.expect(table)
                table = {k: dict(real.counts(v)) for k, v in in_view(game, config, before).items()}
                yield self._shown(table), "set-up"
                while self.eye.learned is None:
                    yield None
            if isinstance(turn.act, Rolled) and is_die(game, before, turn.act):
                if self._die is None or not self._hear(turn.act.faces[0], turn.state):
                    untold.append(turn)
                continue
            card = self._card_of(before, turn.act)
            if card is not None:
                if self._card_camera is not None:
                    yield from self._lay(card, turn)
                elif self._reader is not None:
                    self._show(card, turn)
                self._used[card] = self._cards
                if not self._same(turn.state):
                    self._told += 1
                    self._questions += 1
                    self._stuck.append(f"card told by hand: {text(turn.act)}")
                    self._by_hand([turn])
                if not self.mirrors:
                    yield from self._follow(before, turn, real)
                    continue
            if self.mirrors:
                if card is None:
                    self._by_hand([turn])
                if traced and self._traced >= self.most:
                    return
                if traced:
                    yield from self.follow(turn)
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
            self._traced += 1
            if self._traced in self.events:
                yield self.events[self._traced]
            yield from self._begin(before, turn, real)
            if len(group) > 1 and self._traced % 2:  # what is bought is laid a while after the action
                yield self._shown(group[0].contents), text(group[0].act)
                yield from (None,) * 4
            yield self._shown(turn.contents), text(turn.act)
            yield from self._watch([*untold, *group])
            untold = []
        self._left_over = False

    def _follow(self, before: Any, turn: Turn, real: Palette) -> Iterator[Shown]:
        """The pieces follow what was told."""
        lay = {k: dict(real.counts(v)) for k, v in in_view(self.session.game, self.session.config, before).items()}
        if self.desk.covered is not None and self._shown(lay) != self._shown(turn.contents):
            yield self._shown(turn.contents), f"after {text(turn.act)}"
            yield from (None,) * 2

    def _shown(self, contents: Contents) -> Contents:
        """What is laid before the camera: the places it is asked about."""
        looked = self._looked()
        return contents if looked is None else {k: v for k, v in contents.items() if k in looked}

    def _looked(self) -> frozenset[str] | None:
        """Places the camera is asked about and can see; None: all."""
        covered, space = self.desk.covered, self.desk.board.space
        return None if covered is None else frozenset(p for p in covered if space[p].look != "none")

    def _traces(self, game: Any, before: Any, turn: Turn) -> bool:
        """Whether the act changes a place that the camera is asked about."""
        covered = self._looked()
        if covered is None:
            return turn.traced
        table = game.tabletop(before)
        return any(dict(self.palette.counts(table.get(p, ()))) != dict(turn.contents.get(p, {})) for p in covered)

    def _begin(self, before: Any, turn: Turn, real: Palette) -> Iterator[Shown]:
        """A pair that looks alike is laid one after the other, the first one a while before."""
        first = pair_begun(self.session.game, before, turn)
        if first is not None:
            table = in_view(self.session.game, self.session.config, before, first)
            yield {k: dict(real.counts(v)) for k, v in table.items()}, "begun"
            for _ in range(3):
                yield None

    def _watch(self, turns: list[Turn]) -> Iterator[Shown]:
        """Wait until the referee has what happened; answer what it asks; tell it by hand when it cannot read it."""
        self._asked_here = False
        for _ in range(self.patience):
            if self._same(turns[-1].state):
                return
            if self._answer(turns):
                continue
            yield None
        if not self._same(turns[-1].state):
            self._repair(turns)

    def _answer(self, turns: list[Turn]) -> bool:
        """Answer an open question from the truth; True if it was answered."""
        question = self.desk.snapshot().question
        if question is None:
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
        self._stuck.append(f"asked {question.kind}, answered {option}: {text(turns[-1].act)}")
        self._tell(Answer(question.key, option))
        return option >= 0

    def _repair(self, turns: list[Turn]) -> None:
        """The journal is not where the truth is: either nothing was read yet, or something else was."""
        snapshot = self.desk.snapshot()
        verdict = snapshot.verdict
        done = [t for t in turns if not self._reached(t)]
        if len(done) == len(turns) or self._same_before(turns, done):
            self._told += 1
            if not self._asked_here:
                self._questions += 1
            differs = ", ".join(f"{t.space} shows {dict(t.seen)}" for t in getattr(verdict, "todo", ())[:4])
            self._stuck.append(f"told by hand after {type(verdict).__name__} ({differs}): {text(turns[-1].act)}")
            self._by_hand(done, count=False)
            if self._same(turns[-1].state):
                return
        if not self._asked_here and not isinstance(verdict, OutOfStep):
            self._wrong += 1
        self._stuck.append(f"journal and truth differ, {verdict}: {text(turns[-1].act)}")
        position = self.session.game.position(turns[-1].state)
        self.session.amend(position, "the truth", consent=True)

    def _reached(self, turn: Turn) -> bool:
        return any(s.act == turn.act and self._equal(s.state, turn.state) for s in self.session.past[-4:])

    def _same_before(self, turns: list[Turn], left: list[Turn]) -> bool:
        reached = [t for t in turns if t not in left]
        return bool(reached) and self._same(reached[-1].state)

    def _by_hand(self, turns: list[Turn], count: bool = True) -> None:
        for turn in turns:
            self._tell(Tapped((turn.act,)))
            self._taps += count

    def _tell(self, message: Message) -> Snapshot:
        return self.desk.handle(message, self._now)

    def _same(self, state: Any) -> bool:
        return self._equal(self.session.state, state)

    def _equal(self, a: Any, b: Any) -> bool:
        return bool(a == b)
