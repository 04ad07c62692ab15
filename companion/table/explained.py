"""Candidates from games that can tell which acts made a difference, and what hands have yet to tidy after an act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.game import Game, after
from companion.engine.session import Session
from companion.engine.types import Input, Token
from companion.table.candidates import Candidate, distinct, search
from companion.table.sight import Sight
from companion.table.standing import Tokens

DIFFERS = 2.0  # nats above which a space is taken as it was seen
LOOKED_BACK = 6  # chains whose tidying may still be under way


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


def in_order(game: Game[Any], state: Any, found: Sequence[Candidate], begun: frozenset[str]) -> Sequence[Candidate]:
    """Without acts that would have begun elsewhere: where several fill the same spaces, the first one laid tells."""
    if not begun or len(found) < 2:
        return found
    now = game.tabletop(state)
    places = [frozenset(s for s, tokens in c.table.items() if tokens != now.get(s, ())) for c in found]
    shared = Counter(places)
    kept = [c for c, p in zip(found, places, strict=True) if shared[p] < 2 or _begun(game, state, c.acts[0], begun)]
    return kept or found


def _begun(game: Game[Any], state: Any, act: Input, begun: frozenset[str]) -> bool:
    """Whether the first step of an act changes a space that had changed; acts without steps may have begun anywhere."""
    now = game.tabletop(state)
    first = next(iter(game.table.steps(state, act)), None)
    return first is None or any(tokens != now.get(s, ()) for s, tokens in first.items() if s in begun)


def late_spaces(session: Session[Any]) -> Mapping[str, tuple[Tokens, Tokens]]:
    """Spaces that an act just entered leaves to be tidied: as they should lie, and as they lay before it."""
    explainer = session.game.table.explainer
    if explainer is None:
        return {}
    found: dict[str, tuple[Tokens, Tokens]] = {}
    now = session.game.tabletop(session.state)
    chains = session.chains()
    for n in range(max(0, len(chains) - LOOKED_BACK), len(chains)):
        spaces = explainer.tidies(tuple(e for step in chains[n] for e in step.events))
        if spaces:
            before = session.game.tabletop(chains[n - 1][-1].state if n else session.start)
            for space in spaces:
                old = found[space][1] if space in found else before.get(space, ())
                if old != now.get(space, ()):
                    found[space] = (now.get(space, ()), old)
    return found
