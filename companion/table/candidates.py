"""What could have happened: chains of legal acts that leave a trace on the table, searched towards what was seen.

A game that can tell which acts made a difference (``Explainer``) is asked instead; nothing else is tried then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, permutations, product
from math import perm, prod
from operator import is_not
from typing import Any

from attrs import evolve, frozen

from companion.engine.game import Game, after, fold
from companion.engine.legal import Legal, completions
from companion.engine.types import Choose, Evidence, Input, May, Pending, Roll, Rolled, Ruling, Tabletop, Token
from companion.table.sight import Sight, Tokens

MOST_COMPLETIONS = 400  # of one open entry
MOST_LOTS = 720  # arrangements of a lot that the table itself may show
BEAM = 48
DIFFERS = 2.0  # nats above which a space is taken as it was seen


@frozen
class Candidate:
    """A chain of acts with the state and table it leads to, and how badly that table fits what was seen."""

    acts: tuple[Input, ...]
    state: Any
    table: Tabletop
    misfit: float


def candidates(
    game: Game[Any],
    state: Any,
    sight: Sight,
    lead: Sequence[str],
    depth: int,
    enough: float,
    thrown: tuple[str, ...] = (),
) -> list[Candidate]:
    """Chains of acts towards what was seen: told by the game where it can, else searched."""
    explainer = game.table.explainer
    if explainer is None:
        return search(game, state, sight, lead, depth, enough, thrown)
    now = game.tabletop(state)
    diff = {
        s: seen for s in lead if sight.misfit(s, now.get(s, ())) > DIFFERS and (seen := as_seen(sight, s)) is not None
    }
    found = []
    chains = explainer.explains(state, diff) if diff else ()
    for chain in chains or (explainer.begins(state, diff) if diff else ()):
        then = after(game, state, chain)
        if then is not None:
            table = game.tabletop(then)
            found.append(Candidate(tuple(chain), then, table, sight.total(table, lead)))
    return distinct(found)


def as_seen(sight: Sight, space: str) -> Tokens | None:
    """The likeliest content of a space as tokens; None where it was not seen."""
    seen = sight.shown(space)
    if seen is None:
        return None
    sides = {colour: side for side, colour in sight.palette.colours.items()}
    tokens = []
    for piece, n in seen.items():
        kind, _, colour = piece.partition(":")
        token = Token(kind, sides[colour]) if colour in sides else Token(kind, turn=colour)
        tokens += [token] * n
    return tuple(tokens)


def traced_acts(game: Game[Any], s: Any) -> Iterator[Input]:
    """Legal acts of everybody who is asked now; rolls only where the table shows their outcome (lots)."""
    for owed in game.pending(s):
        if isinstance(owed, Roll):
            yield from _lots(owed)
        elif isinstance(owed, Choose | May):
            yield from _choices(game, s, owed)


def _lots(owed: Roll) -> Iterator[Input]:
    """Every way lots may have been drawn. Dice with pips are never read off the pieces they moved: they are told."""
    faces, n = [d.faces for d in owed.slots], len(owed.slots)
    if any(f.isdigit() for row in faces for f in row):
        return
    ways = perm(len(faces[0]), n) if owed.distinct else prod(map(len, faces))
    if ways <= MOST_LOTS:
        for drawn in permutations(faces[0], n) if owed.distinct else product(*faces):
            yield Rolled(None, drawn)


def _choices(game: Game[Any], s: Any, owed: Pending) -> Iterator[Input]:
    assert isinstance(owed, Choose | May)
    if isinstance(owed, Choose) and owed.sealed:
        return  # a sealed choice leaves no trace by its nature
    told = game.info.told
    if all(what in told for what in owed.what):
        return
    seats: tuple[int | None, ...] = (None,) if isinstance(owed, Choose) and owed.joint else owed.seats
    for seat in seats:
        for entry in Legal(game, s, seat):
            if type(entry).evidence is Evidence.TOLD:
                continue
            for n, act in enumerate(completions(entry)):
                if n >= MOST_COMPLETIONS:
                    break
                yield act


def search(
    game: Game[Any],
    state: Any,
    sight: Sight,
    lead: Sequence[str],
    depth: int,
    enough: float,
    thrown: tuple[str, ...] = (),
) -> list[Candidate]:
    """Chains up to ``depth`` acts, best fit first; stops deepening once one fits within ``enough`` nats.

    ``thrown``: faces of dice that wait at the desk; a chain takes them up where they are owed.
    """
    base = game.tabletop(state)
    start = Candidate((), state, base, sight.total(base, lead))
    found: list[Candidate] = []
    beam = [start]
    for _ in range(depth):
        grown: list[Candidate] = []
        for c in beam:
            grown += _grow(game, _rolled(game, c, thrown), sight, lead)
        found += grown
        if not grown or min(c.misfit for c in grown) <= enough:
            break
        beam = sorted(grown, key=lambda c: c.misfit)[:BEAM]
    return undominated(game, distinct(found))


def _rolled(game: Game[Any], c: Candidate, thrown: tuple[str, ...]) -> Candidate:
    """A chain that has come to a roll goes on with the dice that wait."""
    used = sum(len(a.faces) for a in c.acts if isinstance(a, Rolled))
    owed = game.pending(c.state)[0] if c.acts and used < len(thrown) else None
    if not isinstance(owed, Roll) or owed.distinct or len(thrown) - used < len(owed.slots):
        return c
    act = Rolled(None, thrown[used : used + len(owed.slots)])
    decision = game.decide(c.state, act)
    if isinstance(decision, Ruling):
        return c
    state = fold(game, c.state, decision)
    return evolve(c, acts=(*c.acts, act), state=state)


def _grow(game: Game[Any], c: Candidate, sight: Sight, lead: Sequence[str]) -> Iterator[Candidate]:
    was: dict[str, float] = {}  # misfit of spaces as they lay before
    lay = [c.table.get(space, ()) for space in lead]
    for act in traced_acts(game, c.state):
        decision = game.decide(c.state, act)
        if isinstance(decision, Ruling):
            continue
        state = fold(game, c.state, decision)
        table = game.tabletop(state)
        misfit, traced = c.misfit, False
        lies = [*map(table.get, lead, lay)]
        for space, tokens, before in compress(zip(lead, lies, lay, strict=True), map(is_not, lies, lay)):
            if tokens != before:
                traced = True
                if space not in was:
                    was[space] = sight.misfit(space, before)
                misfit += sight.misfit(space, tokens) - was[space]
        if traced:
            yield Candidate((*c.acts, act), state, table, misfit)


def distinct(found: Iterable[Candidate]) -> list[Candidate]:
    """Best fit first; of chains that end in the same state only the shortest is kept."""
    kept: dict[Any, Candidate] = {}
    for c in sorted(found, key=lambda c: (len(c.acts), c.misfit)):
        kept.setdefault(c.state, c)
    return sorted(kept.values(), key=lambda c: (c.misfit, len(c.acts)))


def undominated(game: Game[Any], found: Sequence[Candidate]) -> list[Candidate]:
    """Of chains that leave the same table, those are dropped whose every continuation another one allows as well.

    A game says so in ``TableSpec.dominates(a, b)``: whatever may follow b may follow a, with the same results.
    """
    dominates = game.table.dominates
    if dominates is None:
        return list(found)
    kept: list[Candidate] = []
    for c in found:
        if any(_as_well(k, c) and dominates(k.state, c.state) for k in kept):
            continue
        kept = [k for k in kept if not (_as_well(c, k) and dominates(c.state, k.state))]
        kept.append(c)
    return kept


def _as_well(a: Candidate, b: Candidate) -> bool:
    """Whether two tables may be the same one, by how well they fit."""
    return abs(a.misfit - b.misfit) < 1e-6


def cancelled(game: Game[Any], state: Any, c: Candidate, sight: Sight, lead: Sequence[str]) -> bool:
    """Whether all that one of several acts did on the table was undone by the others: nothing shows it."""
    first = before = game.tabletop(state)
    for act in c.acts if len(c.acts) > 1 else ():
        state = after(game, state, (act,))
        table = game.tabletop(state)
        changed = [s for s in lead if table.get(s, ()) != before.get(s, ())]
        tables = (first, before, table, c.table)
        if changed and not any(_stays(sight, *(t.get(s, ()) for t in tables)) for s in changed):
            return True
        before = table
    return False


def _stays(sight: Sight, first: Tokens, before: Tokens, then: Tokens, last: Tokens) -> bool:
    """Whether a space has in the end more of a piece that an act has laid there, or fewer of one that it has taken."""
    was, old, new, end = map(sight.palette.counts, (first, before, then, last))
    return any((new[p] - old[p]) * (end[p] - was[p]) > 0 for p in {*old, *new})


def in_order(
    game: Game[Any], state: Any, found: Sequence[Candidate], begun: frozenset[str], doubted: frozenset[str]
) -> Sequence[Candidate]:
    """Without acts that would have begun elsewhere: where several fill the same spaces, the first one laid tells,
    unless another of them was ``doubted`` then: it may have been laid before and not have shown."""
    if not begun or len(found) < 2:
        return found
    now = game.tabletop(state)
    places = [frozenset(s for s, tokens in c.table.items() if tokens != now.get(s, ())) for c in found]
    shared = Counter(places)
    kept = [
        c
        for c, p in zip(found, places, strict=True)
        if shared[p] < 2 or p & doubted or _begun(now, game.table.steps(state, c.acts[0]), begun)
    ]
    return kept or found


def _begun(now: Tabletop, steps: Iterable[Tabletop], begun: frozenset[str]) -> bool:
    """Whether the first of an act's steps changes a space that had changed; acts without may have begun anywhere."""
    first = next(iter(steps), None)
    return first is None or any(tokens != now.get(s, ()) for s, tokens in first.items() if s in begun)
