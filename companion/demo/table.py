"""A table that plays a game by itself: pieces laid before a camera, a die thrown, cards held to a reader.

It goes on from whatever the referee has, so whoever sits at the screen may take back, enter and answer.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any, Protocol
from zlib import crc32

from companion.art.raster import board_image
from companion.demo.links import DemoLinks
from companion.demo.live import LiveCamera
from companion.demo.pace import HUMAN, LED
from companion.demo.player import ART_PX_PER_MM, LARGE, NAMES, PICTURE, Player, demo_camera, players_of
from companion.demo.truth import Real, in_view, is_die, pair_begun
from companion.engine.boards import Board, house_board
from companion.engine.game import Config, after, configure
from companion.engine.scenario import load_data
from companion.engine.session import Person, Session
from companion.engine.types import Evidence, Input, Over, Rolled, Tabletop, Token
from companion.games import game
from companion.table.cards import deck
from companion.table.clock import RealClock, WorkClock
from companion.table.eye import Eye
from companion.table.layout import DIE, covered_of, seen_layout
from companion.table.messages import Message, Tapped
from companion.table.palettes import palette_at
from companion.table.sight import Palette
from companion.table.snapshot import Snapshot
from companion.table.verdicts import More
from vision.demo.camera import Act, DemoCamera
from vision.demo.script import Pace

LONG, REST, LEARNS = 60, 14, 600  # pictures: that an act is waited for, of a table left alone, until it is learned
Lying = dict[str, dict[str, int]]


def lying(table: Tabletop, palette: Palette) -> dict[str, dict[str, int]]:
    """Place -> piece -> number. A die that may show several numbers shows one of them, always the same in a place."""
    out = {}
    for place, tokens in table.items():
        counts = palette.counts(tokens)
        for n, token in enumerate(t for t in tokens if t.kind == DIE):
            counts[f"{DIE}:{face(token, f'{place} {n}')}"] += 1
        out[place] = dict(counts)
    return out


def left_open(now: Lying, then: Lying, more: Iterable[More]) -> bool:
    """Whether a referee who has ``now`` where ``then`` lies has fewer pieces, and says of each place that more may lie
    there."""
    differs = {place for place in {*now, *then} if now.get(place, {}) != then.get(place, {})}
    fewer = all(Counter(now.get(place, {})) <= Counter(then.get(place, {})) for place in differs)
    return bool(differs) and fewer and differs <= {o.space for o in more}


def face(token: Token, where: str) -> int:
    """A number that a die may show."""
    low, _, high = (token.turn or "1-6").partition("-")
    return int(low) + crc32(where.encode()) % (int(high or low) - int(low) + 1)


class Referee(Protocol):
    """Who looks at the table and hears it: a running ``TableRuntime``, or a sitting of the app."""

    @property
    def latest(self) -> Snapshot: ...
    @property
    def eye(self) -> Eye | None: ...
    def post(self, message: Message) -> None: ...


def demo_board(name: str) -> Board:
    """The board that the demo table plays a game on."""
    return house_board(name, game(name).demo.board)


def seated(name: str, players: int) -> tuple[Config, list[Person]]:
    """A game of so many people at the demo table; raises ConfigError where it is for others."""
    found, board = game(name), demo_board(name)
    config = configure(found, players, board, None, load_data(found, board))
    return config, [Person(NAMES[i], board.colours[i]) for i in range(players)]


class DemoTable:
    """``patience``: pictures that an act is shown before it is told; ``most``: acts shown to the camera, all acts where
    it only follows what is told.
    ``whole``: to the end, however early its players would stop.

    ``truth``: the state that hands have just played to. ``followed``: tables laid after what was told. ``wrong``: acts
    after which the referee had another table.
    """

    def __init__(
        self,
        session: Session[Any],
        seed: int,
        *,
        clock: RealClock | WorkClock,
        pace: Pace | None = None,
        die: bool = True,
        cards: bool = False,
        patience: int = LONG,
        most: int = 100_000,
        whole: bool = False,
    ) -> None:
        found, board = session.game, session.config.board
        self.session, self.seed, self.patience, self.most = session, seed, patience, most
        self.whole, self.truth = whole, session.state
        self.acts = self.traced = self.followed = self.taps = self.told = self.cards = self.wrong = 0
        cards = cards and bool(deck(found, session.start))
        self.links = DemoLinks(session, "socket" if cards else "", die)
        self._players, self._looked = players_of(found.id), covered_of(found, board)
        self._stop = threading.Event()
        self._referee: Referee | None = None
        self._way: list[Any] = []  # states up to what hands have just played to
        self._begun: Any = None  # what the referee had then: less, where it leaves open how many pieces lie there
        self._shown: Lying | None = None  # what lies on the table
        palette = palette_at(session)
        if board.data.get("own_colours") is not None:  # pieces that colours alone tell apart
            self._real: Palette = palette
            layout, art = seen_layout(found, board, palette), board_image(board, ART_PX_PER_MM)
            camera = DemoCamera(layout, art, self._script(), seed=seed, picture=LARGE, pace=pace or LED)
        else:
            self._real = Real(palette.colours, board=board)
            size = LARGE if cards else PICTURE
            camera = demo_camera(board, self._script(), seed=seed, picture=size, pace=pace or HUMAN)
        self.camera = LiveCamera(camera, clock)

    def play(self, referee: Referee) -> None:
        """The referee sits down; the script waits for it from now on."""
        self._referee = referee

    def close(self) -> None:
        self._stop.set()
        self.links.close()

    @property
    def finished(self) -> bool:
        enough = not self.whole and self._players.until(self.session.state)
        return enough or isinstance(self.session.pending()[0], Over)

    @property
    def enough(self) -> bool:
        return (self.acts if self._follows else self.traced) >= self.most

    # ------------------------------------------------------------ the script before the camera
    def _script(self) -> Iterator[Act]:
        while self._referee is None:
            yield None
        player = self._players.player(self.seed)
        while not (self._stop.is_set() or self.finished or self.enough):
            before = self.truth if self._left_open() else self.session.state
            if self.session.game.table.learnable(before) and self._lies(before) != self._shown:
                yield from self._lay(self._lies(before))
                continue
            acts = self._next(player, before)
            self.acts += len(acts)
            yield from self._do(acts[-1])
            yield from self._tell(acts)
            if self.session.state != self.truth and not self._left_open():
                self.wrong += self._shown is not None and self._lies(self.session.state) != self._shown
                yield from self._rest()

    def _lay(self, table: Lying) -> Iterator[Act]:
        """The set-up until it is learned; later what follows from what was told, or was put back."""
        assert self._referee is not None
        first, self._shown = self._shown is None, table
        self.followed += not first
        yield table, "set-up" if first else "told"
        yield from repeat(None, 2)
        for _ in range(LEARNS if first else 0):
            if self._stop.is_set() or self._referee.eye is None or self._referee.eye.learned is not None:
                return
            yield None

    def _next(self, player: Player, before: Any) -> list[Input]:
        """The next act, behind those that nothing tells."""
        acts: list[Input] = []
        self.truth, self._way, self._begun = before, [], self.session.state
        while not acts or (self._silent(acts[-1]) and not self._over()):
            act = player.act(self.truth)
            assert act is not None
            self._way.append(self.truth)
            self.truth = after(self.session.game, self.truth, (act,))
            acts.append(act)
        return acts

    def _over(self) -> bool:
        return isinstance(self.session.game.pending(self.truth)[0], Over)

    def _silent(self, act: Input) -> bool:
        """Whether nobody says so: a roll without a die, and what needs no telling."""
        if self._shown is None:
            return False
        rolled = self.links.die is None and is_die(self.session.game, self._way[-1], act)
        return rolled or self.session.game.table.evidence(self._way[-1], act) is Evidence.IMPLIED

    def _do(self, act: Input) -> Iterator[Act]:
        """One act as hands do it: thrown, shown on a card, or laid."""
        links, before = self.links, self._way[-1]
        card = links.card_of(before, act)
        if self._shown is not None and links.die is not None and isinstance(act, Rolled):
            if is_die(self.session.game, before, act):
                for face in act.faces:
                    links.die.throw(face)
                    yield None
                yield from self._wait(LONG, thrown=True)
        elif card is not None and links.reader is not None:
            links.reader.lay(links.tag_of[card])
            self.cards += 1
            yield from self._wait(LONG)
        elif self._shown is not None and self._seen(before, act):
            self.traced += 1
            self._shown = self._lies(self.truth)
            begun = pair_begun(self.session.game, before, act, self.truth)
            if begun is not None:
                yield self._counted(begun), ""
                yield from repeat(None, 3)
            yield self._shown, ""
            yield from self._wait(self.patience)
            self.told += self._untold

    def _tell(self, acts: list[Input]) -> Iterator[Act]:
        """What the referee has not got is told by hand."""
        if not self._untold or self._stop.is_set():
            return
        assert self._referee is not None
        self.taps += len(acts)
        for act in acts:
            self._referee.post(Tapped((act,)))
        yield from self._wait(LONG)

    @property
    def _untold(self) -> bool:
        return bool(self.session.state == self._begun)

    def _left_open(self) -> bool:
        """Whether the referee leaves open if all lies there that does: the sum will tell."""
        now, then = self.session.state, self.truth
        more = () if self._referee is None or now == then else self._referee.latest.more
        return bool(more) and left_open(self._lies(now), self._lies(then), more)

    def _seen(self, before: Any, act: Input) -> bool:
        """Whether the camera is to read this act."""
        if self._players.seen is not None:
            return isinstance(act, self._players.seen)
        told = self.session.game.table.evidence(before, act) in (Evidence.TOLD, Evidence.IMPLIED)
        return not told and not self._follows and self._lies(self.truth) != self._lies(before)

    @property
    def _follows(self) -> bool:
        """Whether all that the camera is asked about follows what is told."""
        space = self.session.config.board.space
        return self._looked is not None and all(space[s].role == "echo" for s in self._looked)

    def _lies(self, state: Any) -> Lying:
        """What lies where the camera looks."""
        return self._counted(self.session.game.tabletop(state))

    def _counted(self, tabletop: Tabletop) -> Lying:
        table = lying(in_view(self.session.game, self.session.config, None, tabletop), self._real)
        return table if self._looked is None else {k: v for k, v in table.items() if k in self._looked}

    def _wait(self, most: int, thrown: bool = False) -> Iterator[Act]:
        """Leave the table alone until the referee has what happened or somebody has done something else, and as long
        as it asks; of dice that were ``thrown`` it may have some."""
        assert self._referee is not None
        for _ in range(most):
            now = self.session.state
            if self._stop.is_set() or now == self.truth or not (thrown or now == self._begun or now in self._way):
                return
            yield None
        while self._untold and self._referee.latest.question is not None and not self._stop.is_set():
            yield None

    def _rest(self) -> Iterator[Act]:
        """Until nobody at the screen does anything any more, and nothing is asked."""
        assert self._referee is not None
        seen, calm = self.session.state, 0
        while calm < REST and not self._stop.is_set():
            yield None
            asked = self._referee.latest.question is not None
            calm = calm + 1 if self.session.state == seen and not asked else 0
            seen = self.session.state
