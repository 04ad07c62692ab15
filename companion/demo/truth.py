"""A legal game played for the demo table: states, acts and what then lies where. The referee never sees any of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from attrs import evolve, frozen

from companion.engine.boards import Board
from companion.engine.dealing import deal
from companion.engine.game import Config, Game, after, fold
from companion.engine.legal import Legal, complete
from companion.engine.session import Session
from companion.engine.types import Choose, Input, Over, Roll, Rolled, Ruling, Show, Shuffle, Tabletop, Token
from companion.table.reconcile import camera_run
from companion.table.sight import Palette

LOOKS_AT = 8  # acts a purposeful player thinks about


@frozen
class Real(Palette):
    """Pieces as they are: one with a colour of its own has it whoever owns it, and lies as it is printed."""

    board: Board | None = None

    def piece(self, token: Token) -> str:
        kind = None if self.board is None else next((k for k in self.board.pieces if k.kind == token.kind), None)
        if kind is None or not kind.colour or kind.faces or (kind.turns and not token.side):
            return super().piece(token)
        return token.kind


@frozen
class Turn:
    """One input of the truth: the act, the state and table after it, and whether it left a trace on the table."""

    act: Input
    state: Any
    contents: Mapping[str, Mapping[str, int]]
    traced: bool


def play(game: Game[Any], config: Config, palette: Palette, seed: int, start: Any = None) -> Iterator[Turn]:
    """A whole game by players who look at a few acts and take the one that is worth most to them just then."""
    rng = Random(seed)
    s = game.setup(config) if start is None else start
    table = in_view(game, config, s)
    while True:
        act = choose(game, s, rng)
        if act is None:
            return
        decision = game.decide(s, act)
        assert not isinstance(decision, Ruling), decision
        s = fold(game, s, decision)
        after = in_view(game, config, s)
        yield Turn(act, s, {k: dict(palette.counts(v)) for k, v in after.items()}, after != table)
        table = after


def in_view(game: Game[Any], config: Config, s: Any, table: Tabletop | None = None) -> Tabletop:
    """What lies where a camera could see it: on places, and on land whose outline nobody has captured yet."""
    space = config.board.space
    seen = {k for k, s in space.items() if s.look != "none" or s.neighbours}
    return {k: v for k, v in (game.tabletop(s) if table is None else table).items() if k in seen}


def choose(game: Game[Any], s: Any, rng: Random) -> Input | None:
    """The next act, or what chance answers; None when the game is over."""
    owed = game.pending(s)[0]
    if isinstance(owed, Over):
        return None
    if isinstance(owed, Roll | Show | Shuffle):
        return deal(owed, rng.randrange)
    assert isinstance(owed, Choose)
    seat = None if owed.joint else owed.seats[0]
    entries = list(Legal(game, s, seat))
    worth = game.demo.worth
    best, most = None, float("-inf")
    for entry in rng.sample(entries, min(LOOKS_AT, len(entries))):
        act = plainest(game, s, complete(entry, rng.randrange))
        value = rng.random()
        if worth is not None and seat is not None:
            value += worth(_after(game, s, act), seat)
        if value > most:
            best, most = act, value
    return best


def plainest(game: Game[Any], s: Any, act: Input) -> Input:
    """Where a move may count as either of two actions, the one that the table would take it for."""
    if getattr(act, "by", "") == "extra":
        other: Any = act
        other = evolve(other, by="die")
        if not isinstance(game.decide(s, other), Ruling):
            named: Input = other
            return named
    return act


def pair_begun(game: Game[Any], before: Any, act: Input, state: Any) -> Tabletop | None:
    """The first step of laying two pieces that a camera cannot tell apart; None for other acts."""
    now, then, alike = game.tabletop(before), game.tabletop(state), game.table.alike
    laid = [s for s, tokens in then.items() if len(tokens) > len(now.get(s, ()))]
    kinds = {alike.get(t.kind) for s in laid for t in then[s]}
    return next(iter(game.table.steps(before, act)), None) if len(laid) == 2 and len(kinds - {None}) == 1 else None


def prospect(session: Session[Any], acts: tuple[Input, ...]) -> Any:
    """The state after an offered reading: of what comes next, or in place of what the camera read last."""
    game, state = session.game, session.state
    if isinstance(session.check(*acts), Ruling):
        chains = session.chains()
        first = len(chains) - camera_run(session)
        state = chains[first - 1][-1].state if first else session.start
    return after(game, state, acts)


def _after(game: Game[Any], s: Any, act: Input) -> Any:
    decision = game.decide(s, act)
    assert not isinstance(decision, Ruling), decision
    return fold(game, s, decision)


def is_die(game: Game[Any], s: Any, act: Input) -> bool:
    """Whether this roll is thrown with the die at the table (a lot is drawn otherwise)."""
    owed = game.pending(s)[0]
    return isinstance(act, Rolled) and isinstance(owed, Roll) and not owed.distinct and owed.by is not None
