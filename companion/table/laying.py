"""Pieces that were told and are being laid (``TableSpec.laying``): where a heap is hard to count, their number tells.

What surely lies there is entered; what may lie there beside it stays open until all are laid, or people say that this
is over. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from attrs import evolve

from companion.engine.game import after
from companion.engine.session import Session
from companion.engine.types import Input, Tabletop, Token
from companion.table.candidates import search
from companion.table.fit import Margins
from companion.table.sight import Sight
from companion.table.verdicts import More

MOST_OPEN = 3  # places where more may lie that are held against each other
OPTIONS = 3  # readings that people are asked about


def in_hand(session: Session[Any], state: Any) -> Counter[Token]:
    """What was told and is still to be laid."""
    return Counter(session.game.table.laying(state))


def open_places(session: Session[Any], sight: Sight, m: Margins) -> tuple[More, ...]:
    """Where one more of the pieces that are being laid may lie than was entered: the look does not say that these are
    all, and they were laid there since the first of them was told, or as many lie there as the look counts: it would
    not show whether more were laid."""
    left = in_hand(session, session.state)
    if not left:
        return ()
    game, chains = session.game, session.chains()
    now = game.tabletop(session.state)
    laid: dict[str, set[Token]] = {}
    later = now
    for keep in range(len(chains) - 1, -1, -1):
        before = chains[keep - 1][-1].state if keep else session.start
        if not game.table.laying(before):
            break
        table = game.tabletop(before)
        for space, tokens in later.items():
            if tokens != table.get(space, ()):
                laid.setdefault(space, set()).update(Counter(tokens) - Counter(table.get(space, ())))
        later = table
    out = []
    for s in sight.spaces("lead"):
        tokens, seen = now.get(s, ()), sight.best(s) or {}
        for token in sorted(left, key=str):
            n = tokens.count(token)
            full = sight.full(s, token, n)
            if (full or token in laid.get(s, ())) and more_against(sight, s, tokens, token) < m.clear:
                out.append(More(s, token, n, seen.get(sight.palette.piece(token), 0), full))
    return tuple(out)


def more_against(sight: Sight, space: str, tokens: tuple[Token, ...], token: Token) -> float:
    """Nats by which a space speaks against one piece more; it says nothing where it is not seen."""
    return sight.plain(space, (*tokens, token)) - sight.plain(space, tokens)


def adds(fewer: Tabletop, more: Tabletop, pieces: Collection[Token]) -> bool:
    """Whether a table differs from another one only by more of these pieces."""
    for space in {*fewer, *more}:
        a, b = fewer.get(space, ()), more.get(space, ())
        if a != b:
            here, there = Counter(a), Counter(b)
            if not here <= there or not set(there - here) <= set(pieces):
                return False
    return True


def still_to_enter(
    session: Session[Any], sight: Sight, m: Margins, acts: Sequence[Input]
) -> tuple[tuple[Input, ...], ...]:
    """What lies there beside what was entered, to be entered before ``acts`` that end the laying, likeliest first:
    several chains where people must say, as where a look cannot tell at all, () where nothing is missing."""
    game, state = session.game, session.state
    then, open_now = after(game, state, acts), open_places(session, sight, m)
    if then is None or not open_now:
        return ((),)
    gone = in_hand(session, state) - in_hand(session, then)
    now = game.tabletop(state)
    gone -= _came(now, game.tabletop(then))
    if not gone:
        return ((),)
    spaces, full = sorted({o.space for o in open_now}), {o.space for o in open_now if o.full}
    sight = evolve(sight, standing={s: x for s, x in sight.standing.items() if x.spoken})
    found: list[tuple[float, tuple[Input, ...]]] = [(sight.total(now, spaces) + m.unlaid, ())]
    unseen = set()  # chains that lay pieces where the look would not show them
    for c in search(game, state, sight, spaces, min(len(spaces), MOST_OPEN), -1.0):
        if adds(now, c.table, gone) and after(game, c.state, acts) is not None:
            whole = not gone - _came(now, c.table)
            found.append((c.misfit + (0.0 if whole else m.unlaid), c.acts))
            if any(now.get(s) != c.table.get(s) for s in full):
                unseen.add(c.acts)
    found.sort(key=lambda x: (x[0], len(x[1])))
    close = [chain for nats, chain in found if nats - found[0][0] < m.clear][:OPTIONS]
    asked = len(close) > 1 or close[0] in unseen
    return (*close, ()) if asked and () not in close else tuple(close)


def _came(first: Tabletop, last: Tabletop) -> Counter[Token]:
    """The pieces that a table has more than another."""
    before, then = (Counter(t for tokens in x.values() for t in tokens) for x in (first, last))
    return then - before
