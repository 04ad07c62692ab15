"""Walisk before the camera: each kind a cube in its own colour; rendered pictures of the small map, nothing wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import define, evolve, field

from companion.art.raster import board_image
from companion.demo.die import DemoDie
from companion.demo.player import ART_PX_PER_MM
from companion.demo.terminal import QUICK
from companion.engine.session import Session
from companion.engine.types import Input, Over, Roll, Ruling, Token
from companion.games.walisk import inputs as acts
from companion.games.walisk.game import GAME
from companion.table.candidates import traced_acts
from companion.table.desk import Answer, Desk, Heard, Look, Patience, Tapped
from companion.table.dice import BATCH
from companion.table.ears import Ears
from companion.table.eye import Eye
from companion.table.layout import layout_for, too_small
from companion.table.sight import Palette
from companion.table.verdicts import Lagging, Unchanged
from companion.table.watch import enough_colours, palette_on
from tests.games.walisk.players import Warrior
from tests.games.walisk.tables import table
from vision.demo.camera import DemoCamera
from vision.reader import Reader

PACE = evolve(QUICK, hand_share=1.0)  # a hand lays every piece: without one, a few far pixels may go unnoticed
SEEN = (acts.Walk, acts.Sail, acts.Place)  # what the camera reads; all else is told


@define
class Round:
    """Warriors play; what moves pieces is shown to the camera, dice come from a tower, choices are tapped."""

    session: Session[Any]
    seed: int
    most: int  # acts that the camera is to read
    picture: tuple[int, int] = (1280, 720)
    until: Callable[[Any], bool] = lambda _: False  # when to stop whatever was read
    read: int = 0
    taps: int = 0
    acts: int = 0
    questions: int = 0
    told: int = 0
    wrong: int = 0
    tables: int = 0
    clock: float = 0.0
    notes: list[str] = field(factory=list)
    palette: Palette = field(init=False)
    eye: Eye = field(init=False)
    desk: Desk = field(init=False)
    die: DemoDie = field(init=False)
    ears: Ears = field(init=False)

    def run(self) -> None:
        """The tower is a serial one: every face goes over a line of its own."""
        faces = next(k.faces for k in self.session.config.board.pieces if k.shape == "die")
        self.die, self.ears = DemoDie(faces, pty=False, tcp=0), Ears()
        try:
            self.ears.listen(self.die.url, faces)
            assert self.ears.wait_live(10.0)
            self.play()
        finally:
            self.ears.close()
            self.die.close()

    def play(self) -> None:
        board = self.session.config.board
        self.palette = palette_on((), board, self.session.config.players)
        layout = layout_for(board, self.palette)
        art = board_image(board, ART_PX_PER_MM)
        camera = DemoCamera(layout, art, self.script(), seed=self.seed, picture=self.picture, pace=PACE)
        self.eye = Eye(camera, Reader(layout))
        self.desk = Desk(
            self.session, board, self.palette, agreed=self.eye.agree, patience=Patience(looks=2, out_of_step_s=1.2)
        )
        while not self.eye.ended:
            seen = self.eye.look()
            if seen is None:
                break
            self.clock = seen.at
            self.desk.handle(Look(seen), self.clock)

    def lies(self, state: Any) -> Any:
        return {k: dict(self.palette.counts(v)) for k, v in GAME.tabletop(state).items()}

    def script(self) -> Iterator[Any]:
        player, session, laid = Warrior(self.seed), self.session, False
        while not isinstance(owed := session.pending()[0], Over) and self.read < self.most:
            before = session.state
            if self.until(before):
                return
            self.acts += 1
            act = player.act(before)
            assert act is not None
            truth = after(before, act)
            if isinstance(owed, Roll):
                self.throw(act)
                assert session.state == truth
            elif laid and isinstance(act, SEEN):
                yield self.lies(truth), type(act).__name__
                yield from self.watch(act, truth)
                continue
            else:
                self.desk.handle(Tapped((act,)), self.clock)
                self.taps += 1
            ready = session.state.phase not in ("order", "start", "seed")
            if ready and not laid:
                laid = True
                self.eye.expect(self.lies(session.state))
                yield self.lies(session.state), "set-up"
                while self.eye.learned is None:
                    yield None
            elif laid and self.lies(session.state) != self.lies(before):
                self.tables += 1
                yield self.lies(session.state), "told"
                yield from self.agree(session.state)

    def throw(self, act: Any) -> None:
        """The tower gives all dice, a batch at a time."""
        for i, face in enumerate(act.faces):
            self.die.throw(face)
            while not isinstance(message := self.ears.messages.get(timeout=10), Heard):
                self.desk.handle(message, self.clock)
            self.desk.handle(message, self.clock)
            assert i + 1 == len(act.faces) or (i + 1) % BATCH or self.session.state.dice

    def agree(self, state: Any) -> Iterator[Any]:
        """Pieces follow what was told: nothing may be read into it."""
        for _ in range(12):
            yield None
            if self.session.state != state:
                self.wrong += 1
                self.notes.append(f"read {self.session.past[-1].act}")
                self.session.amend(GAME.position(state), "the truth", consent=True)
                return
            if isinstance(self.desk.snapshot().verdict, Unchanged | Lagging):
                return
        self.questions += 1
        self.notes.append(f"not agreed: {self.desk.snapshot().verdict}")

    def watch(self, act: Input, truth: Any) -> Iterator[Any]:
        """An act of the hand: the camera reads it, asks, or is told."""
        self.read += 1
        start = self.session.state
        for _ in range(12):
            if self.session.state == truth:
                return
            question = self.desk.snapshot().question
            if question is not None:
                self.questions += 1
                fits = [(o, round(f, 1)) for o, f in self.fits(question.options)]
                self.notes.append(f"asked {question.kind}: {act} of {fits}")
                options = [i for i, o in enumerate(question.options) if self.leads(o, truth)]
                self.desk.handle(Answer(question.key, options[0] if options else -1), self.clock)
                continue
            if self.session.state != start:
                break
            yield None
        if self.session.state == start:
            self.told += 1
            self.notes.append(f"told {act}: {type(self.desk.snapshot().verdict).__name__}")
            self.desk.handle(Tapped((act,)), self.clock)
        elif self.session.state != truth:
            self.wrong += 1
            self.notes.append(f"read {self.session.past[-1].act}, was {act}")
            self.session.amend(GAME.position(truth), "the truth", consent=True)

    def fits(self, options: Any) -> Iterator[tuple[Any, float]]:
        """How badly each option fits what was seen, for the notes."""
        sight = self.desk._sight
        assert sight is not None
        for option in options:
            prospect = self.session.check(*option)
            if not isinstance(prospect, Ruling):
                yield option, sight.total(GAME.tabletop(prospect.state), sight.spaces("lead"))

    def leads(self, option: Any, truth: Any) -> bool:
        prospect = self.session.check(*option)
        return not isinstance(prospect, Ruling) and bool(prospect.state == truth)


def after(s: Any, act: Input) -> Any:
    decision = GAME.decide(s, act)
    assert isinstance(decision, tuple)
    for event in decision:
        s = GAME.evolve(s, event)
    return s


def play(players: int, seed: int, most: int, board: str = "small", **more: Any) -> Round:
    game = Round(Session(GAME, table(players, board)), seed, most, **more)
    game.run()
    numbers = {k: getattr(game, k) for k in ("acts", "read", "tables", "questions", "told", "taps", "wrong")}
    print(json.dumps(numbers), *game.notes, sep="\n")
    return game


def test_every_kind_has_a_colour_of_its_own_while_there_are_any() -> None:
    board = table(4, "small").board
    palette = palette_on((), board, 4)
    assert len(set(palette.colours.values())) == len(palette.colours) == 4 + 2 + 4
    layout = layout_for(board, palette)
    assert sorted(p.id.partition(":")[0] for p in layout.pieces) == ["house", *["man"] * 4, "rukr", *["ship"] * 4]
    assert len({p.colour for p in layout.pieces}) == len(layout.pieces)
    assert layout.die_faces == ()  # pips
    crowded = palette_on((), board, 8)
    assert {"rukr", "house"} <= crowded.colours.keys()
    assert len(set(crowded.colours.values())) == len(crowded.colours)


def test_where_colours_run_out_ships_are_counted_with_men_and_beyond_that_nothing_is_read() -> None:
    board = table(4, "small").board
    many = palette_on((), board, 14)
    assert enough_colours(many, board)
    assert many.alike == {"ship": "man"}
    ship, man = Token("ship", "A"), Token("man", "A")
    assert many.counts((ship, man)) == {f"man:{many.colours['A']}": 2}
    assert many.counts((ship,)).keys() <= {p.id for p in layout_for(board, many).pieces}
    assert not enough_colours(palette_on((), board, 15), board)


def test_marks_and_kinds_are_counted_by_colour() -> None:
    palette = palette_on((), table(2, "small").board, 2)
    mine = (Token("die", "A"), Token("man", "A"), Token("man", "A"), Token("ship", "A"))
    tokens = (*mine, Token("rukr"), Token("house"))
    colour = palette.colours
    assert palette.counts(tokens) == {
        f"man:{colour['A']}": 2, f"ship:{colour['A:ship']}": 1, f"rukr:{colour['rukr']}": 1,
        f"house:{colour['house']}": 1,
    }  # fmt: skip


def test_talks_are_no_candidates_for_the_eye() -> None:
    s = after_setup()
    kinds = {type(act) for act in traced_acts(GAME, s)}
    assert kinds <= {acts.Walk, acts.Sail, acts.Voyage, acts.Return, acts.Retreat, acts.Lose, acts.Flee, acts.Place}
    assert acts.Walk in kinds


def after_setup() -> Any:
    player, s = Warrior(17), GAME.setup(table(2, "small"))
    while not (s.due and any(isinstance(e, acts.Walk) for e in GAME.options_of(s, s.due[0]))):
        act = player.act(s)
        assert act is not None
        s = after(s, act)
    return s


def test_pieces_that_show_too_small_are_told_to_be() -> None:
    small, large = (layout_for(b, palette_on((), b, 4)) for b in (table(4, "small").board, table(4, "house").board))
    assert not too_small(small, 1280 / 620)
    assert too_small(large, 1920 / 1700)
    assert not too_small(large, 2560 / 1700)


def test_pieces_added_to_a_full_district_are_read() -> None:
    """Two men join four, two houses and a ship: read or asked about, never overlooked."""
    game = play(2, 17, 1, picture=(1920, 1080))
    assert (game.read, game.told, game.wrong) == (1, 0, 0), game.notes


@pytest.mark.proof
def test_a_year_of_four_players_on_the_small_map() -> None:
    game = play(4, 5, 1000, picture=(1920, 1080), until=lambda s: s.round > 4)
    assert game.read + game.tables >= 30
    assert game.wrong == 0, game.notes
    assert game.questions + game.told <= game.acts / 20, game.notes


@pytest.mark.proof
def test_a_winter_with_its_sweep_on_the_large_map() -> None:
    game = play(4, 6, 1000, "house", picture=(2560, 1440), until=lambda s: s.phase == "muster")
    assert game.tables >= 1
    assert game.wrong == 0, game.notes
    assert game.questions <= max(1, game.acts / 20), game.notes
