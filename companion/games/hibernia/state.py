"""The state of a game of Hibernia, whole after every input."""

from __future__ import annotations

from companion.engine.slotted import constants, slotted
from companion.games.hibernia.world import World


@constants
class Phase:
    """Parts of the game, as positions name them."""

    FORTRESS, START, ROLL, ACT, OVER = "fortress", "start", "roll", "act", "over"


INKS = ("blue", "green", "red", "yellow", "joker")


@slotted
class State:
    """Tuples by seat or by county index. ``owner``: seat, -1 nobody, number of players = neutral colour."""

    world: World
    phase: str
    starter: int
    turn: int
    round: int
    owner: tuple[int, ...]
    heap: tuple[int, ...]  # soldiers
    own: tuple[int, ...]  # derived: bit mask of counties by side, the neutral one last
    supply: tuple[int, ...]
    shield: tuple[int, ...]
    total: tuple[int, ...]
    removed: int  # neutral soldiers out of the game
    die: str  # face rolled this turn, or ""
    die_left: bool  # the die action is still owed
    extra_left: bool
    trigger: int  # seat that reached the start space, or -1
    trigger_round: int
    extra_rounds: tuple[tuple[int, ...], ...]  # totals before each extra round
    playing: tuple[int, ...]  # seats of this round in turn order
    steps: tuple[tuple[int, ...], ...]  # by seat: steps by colour and by joker, as INKS
    turns: tuple[int, ...]
    winners: tuple[int, ...]


def masks(owner: tuple[int, ...], sides: int) -> tuple[int, ...]:
    """Bit masks of the counties of each side."""
    out = [0] * sides
    for i, side in enumerate(owner):
        if side >= 0:
            out[side] |= 1 << i
    return tuple(out)


def fresh(world: World) -> State:
    p, n = world.players, len(world.ids)
    return State(
        world=world,
        phase=Phase.FORTRESS,
        starter=0,
        turn=0,
        round=1,
        owner=(-1,) * n,
        heap=(0,) * n,
        own=(0,) * (p + 1),
        supply=(world.soldiers - 1,) * p,
        shield=(0,) * p,
        total=(0,) * p,
        removed=0,
        die="",
        die_left=False,
        extra_left=False,
        trigger=-1,
        trigger_round=0,
        extra_rounds=(),
        playing=tuple(range(p)),
        steps=((0,) * 5,) * p,
        turns=(0,) * p,
        winners=(),
    )


def laid(owner: tuple[int, ...], i: int, side: int) -> tuple[int, ...]:
    return (*owner[:i], side, *owner[i + 1 :])


def added(values: tuple[int, ...], i: int, n: int) -> tuple[int, ...]:
    return (*values[:i], values[i] + n, *values[i + 1 :])
