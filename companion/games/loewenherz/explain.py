"""Acts read from a changed table, and the tables on the way to an act.

A chain explains a table when every act in it is legal in its turn and shows there (a border lies, a knight stands, a
fence is open, a border is turned), and the table after it is the one seen. Borders that a founding made needless may
still lie: they are the next thing to tidy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.legal import completions
from companion.engine.slotted import changed
from companion.engine.tablespec import Chain, Diff
from companion.engine.types import Choose, Event, Input, May, Ruling, Tabletop, Token
from companion.games.loewenherz import events as ev
from companion.games.loewenherz import inputs as acts
from companion.games.loewenherz.duties import pending
from companion.games.loewenherz.effects import evolve_all
from companion.games.loewenherz.rules import decide
from companion.games.loewenherz.rules.expansion import fence
from companion.games.loewenherz.rules.legal import options_of
from companion.games.loewenherz.rules.targets import mark_of, turned_edges
from companion.games.loewenherz.state import Phase, State, castle_at, union, with_at
from companion.games.loewenherz.view import tabletop
from companion.games.loewenherz.world import World

VISIBLE = (
    acts.LayTile,
    acts.Settle,
    acts.LayBorder,
    acts.SetKnight,
    acts.Expand,
    acts.Ally,
    acts.EndAlliance,
    acts.Renegade,
)
LONGEST = 8  # acts in a chain
FIGURE = "figure"  # a castle or a knight: who looks cannot tell which


class Seen(NamedTuple):
    """A table as masks: figures by side, borders, turned borders, parts by place.

    ``figures``: castles and knights were not told apart; all new ones stand among the knights.
    """

    castles: tuple[int, ...]
    knights: tuple[int, ...]
    walls: int
    across: int
    layout: tuple[str, ...]
    figures: bool = False

    def merged(self) -> Seen:
        """The same with all figures among the knights."""
        every = tuple(a | b for a, b in zip(self.castles, self.knights, strict=True))
        return self._replace(castles=(0,) * len(every), knights=every, figures=True)


def as_it_lies(s: State) -> Seen:
    """What should lie on the table in a state."""
    return Seen(s.castles, s.knights, s.walls, turned_edges(s), s.layout)


def seen(s: State, diff: Diff) -> Seen | None:
    """The table that a difference describes; None when nothing in this game can lie like that."""
    world = s.world
    castles, knights = list(s.castles), list(s.knights)
    walls, across, unknown = s.walls, turned_edges(s), False
    layout = list(s.layout)
    for space, tokens in diff.items():
        known = world.config.board.space.get(space)
        if known is None:
            return None
        if known.role == "echo":
            continue
        if len(tokens) > 1:
            return None
        token = tokens[0] if tokens else Token("")
        if space in world.square_index:
            bit = 1 << world.square_index[space]
            castles = [m & ~bit for m in castles]
            knights = [m & ~bit for m in knights]
            if tokens:
                if token.side not in world.side_index or token.kind not in ("castle", "knight", FIGURE):
                    return None
                unknown = unknown or token.kind == FIGURE
                figures = castles if token.kind == "castle" else knights
                figures[world.side_index[token.side]] |= bit
        elif space in world.edge_index:
            bit = 1 << world.edge_index[space]
            walls, across = walls & ~bit, across & ~bit
            if tokens:
                if token.kind != "border":
                    return None
                walls |= bit
                across |= bit if token.turn else 0
        elif space.startswith("place_"):
            layout[int(space[6:]) - 1] = token.side + token.turn
    found = Seen(tuple(castles), tuple(knights), walls, across, tuple(layout))
    return found.merged() if unknown else found


class Path(NamedTuple):
    """A chain so far: the state after it and borders that it made needless."""

    s: State
    chain: Chain
    spare: int


def explains(s: State, diff: Diff) -> tuple[Chain, ...]:
    """Chains that could have made a difference; one for each state they end in, the shortest first."""
    goal = seen(s, diff)
    if goal is None:
        return ()
    found: dict[State, Chain] = {}
    reached = {(s, 0)}
    paths = [Path(s, (), 0)]
    for _ in range(LONGEST):
        after: dict[tuple[State, int], Path] = {}
        for path in paths:
            for act in _candidates(path.s, goal):
                step = _step(path, act)
                if step is not None and (step.s, step.spare) not in reached:
                    after.setdefault((step.s, step.spare), step)
        for step in after.values():
            if step.s != s and fits(step.s, goal, step.spare):
                found.setdefault(step.s, step.chain)
        reached |= after.keys()
        paths = list(after.values())
        if not paths:
            break
    return tuple(found.values())


def begins(s: State, diff: Diff) -> tuple[Chain, ...]:
    """Single acts of which a part is done: a castle or its knight stands, a border of a fence is moved."""
    goal = seen(s, diff)
    if goal is None:
        return ()
    touched = frozenset(diff)
    return tuple((act,) for act in _acts(s) if touched & _touches(s, act))


def _touches(s: State, act: Input) -> frozenset[str]:
    """Spaces that change by an act, as far as they tell it from others; a single piece has no parts."""
    if isinstance(act, acts.Settle):
        return frozenset((act.castle, act.knight))
    if isinstance(act, acts.Renegade):
        return frozenset((act.remove, act.place))
    if isinstance(act, acts.Expand):
        index = s.world.square_index[act.square]
        return frozenset(s.world.edges[e] for e, _ in s.world.grid.sides[index])
    return frozenset()


def _step(path: Path, act: Input) -> Path | None:
    decision = decide(path.s, act)
    if isinstance(decision, Ruling):
        return None
    needless = (path.s.world.edge_mask(e.take) for e in decision if isinstance(e, ev.Founded))
    return Path(evolve_all(path.s, decision), (*path.chain, act), path.spare | union(needless))


def fits(s: State, goal: Seen, spare: int) -> bool:
    """Whether a state looks like the table seen, needless borders aside."""
    here = as_it_lies(s).merged() if goal.figures else as_it_lies(s)
    spare &= ~here.walls
    return here == goal._replace(walls=goal.walls & ~spare, across=goal.across & ~spare)


def _candidates(s: State, goal: Seen) -> Iterator[Input]:
    """Visible acts that are legal now and show on the table seen."""
    for entry in _acts(s):
        if shows(s, entry, goal):
            yield from completions(entry)


def _acts(s: State) -> Iterator[Input]:
    """Entries of visible acts that are legal now; an alliance may be ended at any time (LH-11.8)."""
    for duty in pending(s):
        if isinstance(duty, May):
            for seat in duty.seats:
                yield from (e for e in options_of(s, seat) if isinstance(e, acts.EndAlliance))
        elif isinstance(duty, Choose) and s.phase in (Phase.ACT, Phase.SETTLE, Phase.LAYOUT, Phase.POLITICS):
            for entry in options_of(s, None if duty.joint else duty.seats[0]):
                if isinstance(entry, VISIBLE) and not isinstance(entry, acts.EndAlliance):
                    yield entry


def shows(s: State, act: Input, goal: Seen) -> bool:
    """Whether an act has left its own mark on the table seen."""
    world = s.world
    squares, edges = world.square_index, world.edge_index
    if isinstance(act, acts.LayBorder):
        return bool(goal.walls >> edges[act.edge] & 1)
    if isinstance(act, acts.SetKnight):
        return bool(goal.knights[s.turn] >> squares[act.square] & 1)
    if isinstance(act, acts.Expand):
        take, _ = fence(s, castle_at(s, act.region), squares[act.square])
        return bool(take & ~goal.walls)
    if isinstance(act, acts.Settle):
        return any(
            (men if goal.figures else home) >> squares[act.castle] & men >> squares[act.knight] & 1
            for home, men in zip(goal.castles, goal.knights, strict=True)
        )
    if isinstance(act, acts.Ally):
        return bool(act.edge) and bool(goal.across >> edges[act.edge] & 1)
    if isinstance(act, acts.EndAlliance):
        e = mark_of(s, castle_at(s, act.own), castle_at(s, act.other))
        return e >= 0 and not goal.across >> e & 1 and bool(goal.walls >> e & 1)
    if isinstance(act, acts.Renegade):
        left = not any(men >> squares[act.remove] & 1 for men in goal.knights)
        return left and bool(goal.knights[s.turn] >> squares[act.place] & 1)
    assert isinstance(act, acts.LayTile)
    return goal.layout[act.place - 1] == f"{act.tile}{act.turn}"


def tidies(events: tuple[Event, ...]) -> tuple[str, ...]:
    """Edges where hands have to take or lay a border after these events, beside those that made them."""
    edges: list[str] = []
    for e in events:
        if isinstance(e, ev.Founded | ev.Expanded):
            edges += e.take
        if isinstance(e, ev.Expanded):
            edges += [*e.lay, *(x for _, _, x in e.turned if x)]
        elif isinstance(e, ev.AllianceMade | ev.AllianceEnded) and e.edge:
            edges.append(e.edge)
    return tuple(dict.fromkeys(edges))


# ---------------------------------------------------------------- tables on the way
def steps(s: State, act: Input) -> tuple[Tabletop, ...]:
    """Tables that the hands pass on the way: figures one by one, needless borders and turned ones not yet tidied."""
    decision = decide(s, act)
    if isinstance(decision, Ruling):
        return ()
    ends = (tabletop(s), tabletop(evolve_all(s, decision)))
    found: list[Tabletop] = []
    for middle in _on_the_way(s, decision[0]):
        table = tabletop(middle)
        if table not in ends and table not in found:
            found.append(table)
    return tuple(found)


def _on_the_way(s: State, event: Event) -> Iterator[State]:
    """States on the way to what an act does first."""
    world, squares = s.world, s.world.square_index
    if isinstance(event, ev.Settled):
        side = world.side_index[event.side]
        yield changed(s, keeps=tuple(sorted((*s.keeps, (squares[event.castle], side)))))
        yield changed(s, knights=with_at(s.knights, side, s.knights[side] | 1 << squares[event.knight]))
    elif isinstance(event, ev.Defected):
        gone, come, side = squares[event.removed], squares[event.placed], world.side_index[event.side]
        yield changed(s, knights=with_at(s.knights, side, s.knights[side] & ~(1 << gone)))
        yield changed(s, knights=with_at(s.knights, event.seat, s.knights[event.seat] | 1 << come))
    elif isinstance(event, ev.BorderLaid):
        yield changed(s, walls=s.walls | 1 << world.edge_index[event.edge])
    elif isinstance(event, ev.Expanded):
        yield from _fence_moves(s, world, event)


def _fence_moves(s: State, world: World, event: ev.Expanded) -> Iterator[State]:
    """The fence of one square: old borders gone, new ones set, both; turned borders wait for the end."""
    take, lay = world.edge_mask(event.take), world.edge_mask(event.lay)
    kept = tuple((a, b, e if e >= 0 and not take >> e & 1 else -1) for a, b, e in s.alliances)
    yield changed(s, walls=s.walls & ~take, alliances=kept)
    yield changed(s, walls=s.walls | lay)
    yield changed(s, walls=s.walls & ~take | lay, alliances=kept)
