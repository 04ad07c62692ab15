"""The Rukr: outbreaks and growth in winter, hordes and their fights in the other seasons (WA-3.4 to 3.7, 3.20 to 3.24).

Hordes act one after the other in map order (WA-R8). Those whose throws cannot touch each other act in one wave, so
that their dice are asked for at once; the outcome is the same as one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from companion.engine.masks import bits
from companion.games.walisk import events as ev
from companion.games.walisk.rules import battles
from companion.games.walisk.rules.course import Course
from companion.games.walisk.rules.hands import supply, take
from companion.games.walisk.state import Phase, State, occupied, on_agenda
from companion.games.walisk.world import named

# ---------------------------------------------------------------- winter
MORE = (0, 1, 1, 1, 2, 2, 3).__getitem__  # Rukr that a die of growth brings, by face


def _showing(fields: tuple[str, ...], faces: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[str, ...]:
    """The fields whose die shows one of these faces."""
    return tuple(compress(fields, map(wanted.__contains__, faces)))


def gate_fields(s: State) -> tuple[str, ...]:
    """Districts outside the homes where Rukr stand (WA-3.6)."""
    return named(s.world, s.wild & ~s.world.home)


def to_gate(s: State) -> tuple[str, tuple[str, ...]]:
    todo = gate_fields(s)
    return (Phase.GATE, todo) if todo else (Phase.NEXT, ())


def homes_thrown(c: Course, faces: tuple[int, ...]) -> None:
    """Each home's die: a 6 is an outbreak (WA-3.4)."""
    world = c.s.world
    fields = named(world, world.home)
    sixes = _showing(fields, faces, (6,))
    then, todo = (Phase.OUTBREAK, sixes) if sixes else to_gate(c.s)
    rules = ("WA-3.4", "WA-R4", *(("WA-3.5",) if sixes else ()))
    c.do(ev.HomesThrown(fields, faces, then, todo, rules=rules))


def outbreak(c: Course, faces: tuple[int, ...]) -> None:
    """So many Rukr, and again on a 6 (WA-3.5)."""
    fields = on_agenda(c.s)
    again = _showing(fields, faces, (6,))
    then, todo = (Phase.OUTBREAK, again) if again else (Phase.GATE, ())
    if not again:
        then, todo = to_gate(c.s)
    c.do(ev.Outbreak(fields, faces, then, todo, rules=("WA-3.5", "WA-R4")))


def gate_thrown(c: Course, faces: tuple[int, ...]) -> None:
    """1 to 3 nothing, 4 to 6 the table (WA-3.6, R1)."""
    fields = on_agenda(c.s)
    todo = _showing(fields, faces, (4, 5, 6) if c.s.world.opt["growth_on"] == "4-6" else (4, 6))
    c.do(ev.GateThrown(fields, faces, Phase.GROWTH if todo else Phase.NEXT, todo, rules=("WA-3.6", "WA-R1")))


def grew(c: Course, faces: tuple[int, ...]) -> None:
    """1-3: one more, 4-5: two, 6: three and again (WA-3.7, R2)."""
    fields = on_agenda(c.s)
    more = tuple(map(MORE, faces))
    again = _showing(fields, faces, (6,))
    phase = Phase.GROWTH if c.s.world.opt["growth_again"] == "table" else Phase.GATE
    rules = ("WA-3.7", *(("WA-R2",) if again else ()))
    c.do(ev.Grew(fields, faces, more, phase if again else Phase.NEXT, again, rules=rules))
    supply(c, "rukr")


# ---------------------------------------------------------------- the Rukr turn
def agenda(s: State) -> tuple[tuple[int, int], ...]:
    """Who acts, as it stands when the Rukr turn begins (WA-R8, R10): (field, 1 moves | 0 stays and fights)."""
    met, rukr = occupied(s) | s.built, s.rukr
    return tuple([(f, 0 if met >> f & 1 else 1) for f in bits(s.wild) if rukr[f] > 1 or met >> f & 1])


def dice_for(n: int) -> int:
    """One die for up to six targets, two for more (WA-R7)."""
    return 1 if n <= 6 else 2


def aim(options: tuple[int, ...], faces: tuple[int, ...]) -> int:
    """The target that the dice name, or -1: throw again (WA-R7)."""
    n = len(options)
    value, most = faces[0], 6
    if len(faces) == 2:
        value, most = 6 * (faces[0] - 1) + faces[1], 36
    share = most // n
    if value > share * n:
        return -1
    return options[(value - 1) % n] if len(faces) == 2 else options[(value - 1) // share]


def fights_here(s: State, f: int) -> str:
    """What Rukr do who do not move: an exchange, a siege throw, or nothing (WA-R10, R11)."""
    for here in s.here:
        if here >> f & 1:
            return "battle"
    return "siege" if s.houses[f] and s.world.opt["rukr_siege"] and s.owner[f] >= 0 else ""


def _touches(s: State, fields: int) -> tuple[int, bool]:
    """What Rukr who may come to these fields can set off: men retreat from there, an undefended capital may fall."""
    world = s.world
    retreats = 0
    capital = False
    for x in bits(fields):
        undefended = True
        for p, here in enumerate(s.here):
            if here >> x & 1:
                retreats |= world.near[x] & s.own[p]
                undefended = False
        owner = s.owner[x]
        capital = capital or (owner >= 0 and s.capital[owner] == x and undefended)
    return retreats, capital


def wave(s: State, agenda: Sequence[tuple[int, int]] | None = None) -> list[tuple[int, int]]:
    """The next acts whose dice do not depend on each other, in map order; none after a capital that may fall."""
    chosen: list[tuple[int, int]] = []
    seen, kept = 0, 0  # kept: where others before may retreat to, and what hordes that do not act yet will look at
    met, near_to, tame = occupied(s) | s.built, s.world.settle_near, ~s.wild
    for act in s.agenda if agenda is None else agenda:
        f, moves = act
        near = near_to[f] if moves else 0
        fields = near & (tame | seen) if moves else 1 << f  # where it may fight
        free = not (near & seen or fields & kept)  # where it may go does not hang on anybody before it
        retreats, capital = _touches(s, fields & met) if fields & met else _NOTHING
        if free and not (seen & retreats or (capital and chosen)):
            chosen.append(act)
        else:
            kept |= near
        if capital:
            break
        seen, kept = seen | fields, kept | retreats
    return chosen


_NOTHING = (0, False)


def next_wave(c: Course) -> None:
    s, world = c.s, c.s.world
    ids, hordes, aims, standing = world.ids, [], [], []
    left: Sequence[tuple[int, int]] = s.agenda
    acting, moving = False, 0
    while left and not acting:  # hordes that have nowhere to go change nothing: the next wave follows at once
        chosen = wave(s, left)
        for f, moves in chosen:
            if moves or not fights_here(s, f):
                goals = world.settle_near[f] & ~s.wild if moves else 0  # what the Rukr do not hold yet (WA-3.21, R6)
                hordes.append(ids[f])
                aims.append(named(world, goals))
                acting = acting or goals > 0
                moving |= 1 << f
            else:
                standing.append(ids[f])
                acting = True
        if not acting:
            gone = set(chosen)
            left = [entry for entry in left if entry not in gone]
    rules = ["WA-3.20", "WA-R8"]
    rules += ["WA-3.21", "WA-R6", "WA-R7"] if hordes else []
    if moving & world.by_home:
        rules.append("WA-R5")  # a home beside a horde is no target
    rules += ["WA-R10"] if standing else []
    c.do(ev.WaveBegan(tuple(hordes), tuple(aims), tuple(standing), rules=tuple(rules)))


def aimed(c: Course, faces: tuple[int, ...]) -> None:
    """Throws for targets; faces beyond the shares are thrown again (WA-3.21, R7)."""
    s, world, at = c.s, c.s.world, 0
    fields, thrown, found = [], [], []
    for h in s.wave:
        if h.to < 0:
            k = dice_for(len(h.targets))
            own = faces[at : at + k]
            at += k
            to = aim(h.targets, own)
            fields.append(world.ids[h.field])
            thrown.append(own)
            found.append(world.ids[to] if to >= 0 else "")
    c.do(ev.HordesAimed(tuple(fields), tuple(thrown), tuple(found), rules=("WA-3.21", "WA-R7")))


def act(c: Course) -> None:
    """The Rukr of the wave go where the dice sent them, and fight there (WA-3.22, 3.23, R9 to R12)."""
    for h in c.s.wave:
        if h.field == h.to:
            _fight(c, h.field, "WA-R10")
            continue
        s, world = c.s, c.s.world
        n = s.rukr[h.field]
        rules = ["WA-3.21", "WA-3.22"]
        if world.home >> h.field & 1:
            going, left = n, 0
        elif world.opt["leave_one"] == "new":
            going, left = n, 1
            rules.append("WA-R9")
        else:
            going, left = n - 1, 1
            rules.append("WA-R9")
        c.do(ev.HordeMoved(world.ids[h.field], world.ids[h.to], going, left, rules=tuple(rules)))
        supply(c, "rukr")
        _fight(c, h.to, "WA-3.23")


def _fight(c: Course, f: int, rule: str) -> None:
    s, world = c.s, c.s.world
    what = fights_here(s, f)
    if what == "battle":
        battles.exchange(c, f, world.players, opponent(s, f), rule, "WA-3.24")
    elif what == "siege":
        battles.besiege(c, f, world.players, "WA-R11", rule)
    elif s.owner[f] >= 0 and not s.houses[f] and world.opt["rukr_take_empty"]:
        take(c, f, -1, "rukr", "WA-R12")


def opponent(s: State, f: int) -> int:
    """Whom the Rukr fight where several stand: the owner, else the first in turn order."""
    inside = [p for p, here in enumerate(s.here) if here >> f & 1]
    owner = s.owner[f]
    if owner in inside:
        return owner
    return min(inside, key=lambda p: s.order.index(p) if p in s.order else p)
