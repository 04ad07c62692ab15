"""The state of a game of Brian Boru, whole after every input."""

from __future__ import annotations

from typing import Any, TypeVar

from companion.engine.hidden import Claim, Counted, Known, Zone
from companion.engine.slotted import changed, constants, slotted, values_of
from companion.games.brian_boru.world import KEPT, WINDOWS, World

T = TypeVar("T")


@constants
class Phase:
    """Parts of the game, as positions name them."""

    BEGIN, HOME, FLEET, BRIDE, DEAL, DRAFT = "begin", "home", "fleet", "bride", "deal", "draft"
    LEAD, PLAY, ACT, UPKEEP, OVER = "lead", "play", "act", "upkeep", "over"


PHASES = values_of(Phase)
DOWN, SLOT, ABOVE = -3, -2, -1  # claim tokens: face down, face up in the slot, face up above the board; else a seat
NOBODY = -1
TALLY = ("marriage", "spurned", "spoils1", "spoils2", "church", "paid")
MARRIED, SPURNED, SPOILS1, SPOILS2, CHURCH, PAID = range(6)

Task = tuple[str, int, int]
"""What must be finished first: an icon with its number, a window for extras, a step of the upkeep; seat; argument."""

RIGHTS = (*WINDOWS.values(), "E")
ICON_TASKS = (*RIGHTS, "T", "K", "P", "m", "v", "c", "X", "A", "end")
UPKEEP_STEPS = ("marriage", "battle", "church", "claim")
UPKEEP_TASKS = (
    *UPKEEP_STEPS, "close", "wedding", "town", "princess", "home", "reward", "landing", "lose", "clear", "spoils1",
    "spoils2", "church1", "church2", "church3", "build", "bless", "open", "award",
)  # fmt: skip
STEPS: tuple[Task, ...] = tuple((step, NOBODY, 0) for step in (*UPKEEP_STEPS, "close"))
NO_CARDS = Zone()


@slotted
class State:
    """Tuples by seat unless said otherwise; masks over the towns of the world. Defaults are what a game begins with."""

    world: World
    discs: tuple[int, ...]  # masks
    coins: tuple[int, ...]
    renown: tuple[int, ...]
    vp: tuple[int, ...]
    tally: tuple[tuple[int, ...], ...]  # points of the score track by source, as TALLY
    raiders: tuple[int, ...]
    recruited: tuple[int, ...]  # of these, taken this round
    church: tuple[int, ...]
    track: tuple[int, ...]
    claims: tuple[int, ...]  # by region
    pile: int  # marriage cards still face down, the princess included
    wives: tuple[tuple[str, ...], ...]
    seals: tuple[tuple[int, ...] | None, ...]
    hands: tuple[Zone, ...]
    phase: str = Phase.BEGIN
    round: int = 0
    marker: int = NOBODY  # who holds the town marker, or will get it back
    out: int = 0  # 1: it lies on the active town
    turn: int = NOBODY  # who settles, leads or plays
    vikings: int = 0  # mask of towns under a control token
    monasteries: int = 0  # mask
    area: int = 0  # raiders in the battle area
    bride: str = ""  # the card that lies open
    gone: tuple[str, ...] = ()  # marriage cards that left the game open
    alliance: str = ""  # pact | trade | spurn, once the princess is married
    fleets: tuple[int, ...] = ()  # Viking cards turned up
    look: int = 0
    packets: tuple[tuple[int, ...], ...] = ()  # known only when the app shuffled
    discard: tuple[int, ...] = ()  # in order of value
    trick_no: int = 0
    active: int = NOBODY  # town, or -1
    free_lead: int = 0  # 1: the leader may play any card to any town
    declared: tuple[int, ...] = ()  # leaders who were stuck this trick
    stuck: tuple[Claim, ...] = ()
    trick: tuple[tuple[int, int], ...] = ()  # seat and card in order of playing
    queue: tuple[int, ...] = ()  # seats that have not acted yet
    winner: int = NOBODY
    stack: tuple[Task, ...] = ()
    winners: tuple[int, ...] = ()


def fresh(world: World) -> State:
    p = world.players
    return State(
        world=world,
        discs=(0,) * p,
        coins=(world.box.coins,) * p,
        renown=(world.box.renown,) * p,
        vp=(world.box.vp,) * p,
        tally=((0,) * len(TALLY),) * p,
        raiders=(0,) * p,
        recruited=(0,) * p,
        church=(0,) * p,
        track=(0,) * p,
        claims=(DOWN,) * len(world.regions),
        pile=world.rounds,
        wives=((),) * p,
        seals=(None,) * p,
        hands=(NO_CARDS,) * p,
    )


def hand(seat: int, named: tuple[int, ...], n: int, round: int) -> Zone:
    """A hand: cards that its owner named, and others of which only the number is known."""
    return Zone(Known(named, (seat,)), Counted(n, f"action cards of round {round}"))


def added(values: tuple[int, ...], i: int, n: int) -> tuple[int, ...]:
    return (*values[:i], values[i] + n, *values[i + 1 :])


def put(values: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    return (*values[:i], value, *values[i + 1 :])


def scored(s: State, seat: int, source: int, n: int) -> State:
    """Points on the score track with their source; the track never drops below 0 (BB-1.7)."""
    n = max(n, -s.vp[seat])
    return changed(s, vp=added(s.vp, seat, n), tally=put(s.tally, seat, added(s.tally[seat], source, n)))


def done(s: State, *first: Task, **fields: Any) -> State:
    """The top of the stack is done; ``first`` comes before all that is left."""
    return offered(changed(s, stack=(*first, *s.stack[1:]), **fields))


def offered(s: State) -> State:
    """Rights that could not be used now are never offered (BB-7.6 to 7.9)."""
    while s.stack and s.stack[0][0] in RIGHTS and not usable(s, s.stack[0]):
        s = changed(s, stack=s.stack[1:])
    return s


def usable(s: State, task: Task) -> bool:
    """Whether something can be bought in a window, or an expansion paid for that has a town to go to."""
    kind, seat, _ = task
    if kind == "E":
        return s.coins[seat] >= s.world.box.expansion and near_free(s, seat) != 0
    return room(s, task) > 0


# ---------------------------------------------------------------- what the rules ask of a state
def taken(s: State) -> int:
    """Towns with any disc."""
    mask = 0
    for m in s.discs:
        mask |= m
    return mask


def free(s: State) -> int:
    """Towns without a disc (BB-1.3)."""
    return s.world.every & ~taken(s)


def controlled(s: State, seat: int) -> int:
    """Towns where the own disc lies without a Viking control token (BB-1.3)."""
    return s.discs[seat] & ~s.vikings


def owner(s: State, town: int) -> int:
    return next((p for p, m in enumerate(s.discs) if m >> town & 1), NOBODY)


def princess(s: State) -> int:
    """Who is married to the Princess of Denmark, or nobody."""
    return next((p for p, cards in enumerate(s.wives) if "princess" in cards), NOBODY)


def sites(s: State, seat: int) -> int:
    """Towns where this seat may build a monastery (BB-1.4, BB-10.5)."""
    return controlled(s, seat) & ~s.monasteries


def clockwise(s: State, first: int) -> tuple[int, ...]:
    p = s.world.players
    return tuple((first + i) % p for i in range(p))


def expansions(s: State, seat: int) -> int:
    """Free towns that one road joins to a controlled one (BB-7.9), the active town left out unless BB-R9 allows it."""
    mask = near_free(s, seat)
    if not s.world.allow_active and s.active >= 0:
        mask &= ~(1 << s.active)
    return mask


def near_free(s: State, seat: int) -> int:
    """The same with the active town: while it lies near, the question is asked (BB-R9)."""
    return s.world.reach(controlled(s, seat)) & ~taken(s)


def asked(s: State) -> int:
    """The seat that has to act now; nobody where all are asked, or none."""
    if s.stack:
        kind, seat, chooser = s.stack[0]
        return chooser if kind == "lose" else seat
    if s.phase == Phase.ACT and s.queue:
        return s.queue[0]
    return s.turn if s.phase in (Phase.HOME, Phase.LEAD, Phase.PLAY) else NOBODY


def keeping(s: State) -> int:
    """How many cards a seat keeps at this look."""
    return KEPT if s.look < len(s.world.looks) else s.world.whole


def packet_size(s: State) -> int:
    return s.world.looks[s.look] if s.look < len(s.world.looks) else s.world.whole


def room(s: State, task: Task) -> int:
    """How many extras a window has room for (BB-7.6 to 7.8)."""
    kind, seat, _ = task
    n = s.coins[seat] // s.world.box.extra
    if kind == "+v":
        return min(n, s.area)
    if kind == "+m":
        return min(n, len(s.world.box.track) - 1 - s.track[seat])
    return n


def resting(track: tuple[int, ...], seat: int, reached: int) -> int:
    """Where a disc that reached a space comes to rest (BB-7.10, 7.11, BB-R13)."""
    others = {at for p, at in enumerate(track) if p != seat}
    while reached > 0 and reached in others:
        reached -= 1
    return reached
