"""What a settled look at the table means for the game: a verdict, and nothing is done.

The rules are the prior: what was seen is held against the table as it should lie and against every table that legal
acts lead to. Only what is unique by a margin is said to have happened; whatever else is asked, or waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from companion.engine.game import Game, fold
from companion.engine.game import after as chained
from companion.engine.session import Session
from companion.engine.types import CHANCE, Evidence, Input, Roll, Rolled, Ruling, Tabletop
from companion.table.candidates import Candidate, cancelled, candidates, in_order
from companion.table.fit import Look, Margins, every, markers, misread, untidy, wrong
from companion.table.laying import adds, open_places
from companion.table.marks import marks
from companion.table.objections import out_of_step
from companion.table.sight import Sight
from companion.table.verdicts import (
    Ahead,
    AtLeast,
    Choice,
    InHand,
    Lagging,
    Moved,
    OutOfStep,
    Resettled,
    Todo,
    Unchanged,
    Verdict,
    WentBack,
)

NO_ACT_MORE = Evidence.IMPLIED, Evidence.JOINED
FAINT = 1.0  # nats by which a place speaks for a piece that has come, though it may be misread
FULL = 0.9  # share of a place that must be in view to say that nothing has changed there


@frozen
class Context:
    """What the desk knows beside the session: how far back a reading may be re-aimed, which dice wait."""

    thrown: tuple[str, ...] = ()  # dice that lie before they are owed
    margins: Margins = field(factory=Margins)
    begun: frozenset[str] = frozenset()  # spaces that had changed when hands were last seen on the way
    doubted: frozenset[str] = frozenset()  # and spaces that may have changed as well
    agreed: tuple[Input, ...] = ()  # what another picture, read for itself, was explained best by


def reconcile(session: Session[Any], sight: Sight, context: Context | None = None) -> Verdict:
    """The verdict on one settled look. Pure: the session is read, never changed."""
    context = context or Context()
    m = context.margins
    game, state = session.game, session.state
    look = Look(game, state, sight, m, frozenset(o.space for o in open_places(session, sight, m)))
    news = _news(look)
    if news <= m.quiet:
        return _as_it_should(look)
    behind = _behind(look, session)
    if behind is not None:
        return behind
    found = candidates(game, state, sight, look.lead, m.depth, m.fits / 2, context.thrown)
    if look.open:
        found = [c for c in found if look.open.isdisjoint(look.changed(c.table))]
    ordered = in_order(game, state, found, context.begun, context.doubted)
    verdict = _forward(look, ordered, lambda c: further(game, state, c.acts), context)
    if verdict is not None:
        return verdict
    back = _went_back(look, session)
    if back is not None:
        return back
    anew, doubtful = _resettled(look, session) if not look.more else (None, None)
    return (
        anew
        or _ahead(look)
        or _miscounted(look)
        or (_faint(look, news) if doubtful is None else None)
        or _in_hand(look, found)
        or doubtful
        or out_of_step(look, found)
    )


def _as_it_should(look: Look) -> Verdict:
    """Nothing has happened; what is still to be tidied, or marked, is a reminder."""
    faint = [x for x in look.todo(look.now, look.m.quiet) if look.sight.as_agreed(x.space, x.expected)]
    late = (*_untidy(look), *faint, *_markers(look))
    return Lagging(late) if late else Unchanged()


def _untidy(look: Look) -> tuple[Todo, ...]:
    return (*untidy(look.sight, look.m.space), *misread(look.sight, look.now, look.m.space))


def _markers(look: Look) -> tuple[Todo, ...]:
    """Markers and dice that lie otherwise than they should."""
    sight, now = look.sight, look.now
    throw = any(isinstance(p, Roll) for p in look.game.pending(look.state))  # dice may be in the hand
    return (*markers(sight, now, look.m.space), *(() if throw else marks(sight, now, look.lead)))


def _news(look: Look) -> float:
    """Nats by which the look speaks against the table, but for pieces that hardly showed before already, and for those
    that are being laid and may lie there beside what was entered."""
    total = 0.0
    for s in look.lead:
        lay = look.now.get(s, ())
        nats = look.sight.misfit(s, lay)
        if s in look.open:
            continue
        faint = nats < look.m.clear and look.sight.as_agreed(s, lay)
        if not (faint and _only_fewer(look.sight, Todo(s, lay, look.sight.best(s) or {}))):
            total += nats
    return total


def further(game: Game[Any], state: Any, acts: Sequence[Input]) -> int:
    """How many acts of one look there are beyond the first; what goes unsaid, or is joined to another, is none."""
    n, s = 0, state
    for act in acts:
        n += not isinstance(act, CHANCE) and game.table.evidence(s, act) not in NO_ACT_MORE
        s = chained(game, s, (act,))
    return max(0, n - 1)


def _forward(
    look: Look, found: Sequence[Candidate], more: Callable[[Candidate], int], context: Context
) -> Verdict | None:
    sight, now, m = look.sight, look.now, look.m
    good = [c for c in found if look.lies(c.table, moved=True)]
    if not good:
        return None
    best = good[0]
    rival = min((c.misfit for c in found if c is not best), default=99.0) - best.misfit
    stirred = look.misfit - best.misfit
    changed = [sight.board.space[s] for s in look.changed(best.table)]
    counted = not more(best) and all(s.look == "area" for s in changed)
    moved = Moved(best.acts, min(rival, stirred), best.misfit, counted)
    clear = m.clear + m.rarer * more(best) - m.again * (best.acts == context.agreed and not counted)
    if more(best) and all(s.kind in sight.piles for s in changed):
        clear += m.heaped
    summed = _summed(look, found, clear) if rival < clear + m.summed and stirred >= m.stirred else None
    if summed is not None:
        least, lead, close = summed
        counted = len(least.acts) == 1 and all(sight.board.space[s].look == "area" for s in look.changed(least.table))
        return AtLeast(least.acts, lead, best.misfit, counted, tuple(c.acts for c in close))
    if rival >= clear and stirred >= m.stirred:
        half = _half(look, best)
        if (half and not _come_since(half, context)) or _stray(look, best):
            return Choice((best.acts,))  # a piece may be still to come, or have gone elsewhere: asked if none does
        begun = _begun(look, best, found) if more(best) else None
        if begun is not None:
            return Choice((best.acts, begun.acts))
        if cancelled(look.game, look.state, best, sight, look.lead):
            return Choice((best.acts,))
        # What hardly shows is believed of two pictures alone.
        return evolve(moved, margin=min(moved.margin, m.clear), counted=False) if half else moved
    if stirred < m.stirred and every(sight, now, look.lead, m.fits):  # nothing moved may be true as well
        return InHand(best.acts, best.misfit) if stirred > m.quiet / 2 else None  # another look will tell
    close = _close(look, found, clear) or [best]
    return Choice(tuple(c.acts for c in close[:3]))


def _close(look: Look, found: Sequence[Candidate], clear: float) -> list[Candidate]:
    """The readings that the best one does not lead by ``clear`` nats."""
    near = (c for c in found if c.misfit - found[0].misfit < clear)
    return [c for c in near if every(look.sight, c.table, look.lead, look.m.fits)]


def _summed(look: Look, found: Sequence[Candidate], clear: float) -> tuple[Candidate, float, list[Candidate]] | None:
    """Of close readings the one whose pieces all the others have as well, where these only add to what is being laid,
    and by how many nats so much is sure: what is left to lay will tell which it was, so that more are held to be close
    than elsewhere."""
    laying = frozenset(look.game.table.laying(look.state))
    for nats in (clear + look.m.summed, clear) if laying else ():
        close = _close(look, found, nats)
        for c in close:
            if len(close) > 1 and all(adds(c.table, o.table, laying) for o in close) and not _stray(look, c):
                return c, nats, close
    return None


def _half(look: Look, c: Candidate) -> dict[str, float]:
    """Places for single pieces, in full view, that an act changes and that look about as well as before, each with the
    nats by which they speak for the act."""
    out = {}
    for s in look.lead:
        before, then = look.now.get(s, ()), c.table.get(s, ())
        reading = look.sight.reading(s) if before != then else None
        if reading is None or not reading.stacks or reading.seen < FULL:
            continue
        nats = look.sight.misfit(s, before) - look.sight.misfit(s, then)
        if nats < look.m.stirred:
            out[s] = nats
    return out


def _come_since(half: Mapping[str, float], context: Context) -> bool:
    """Whether all of these places, which speak for the act, were surely as before when hands were last seen on the way:
    what was in the hand then has been laid, however faintly it shows."""
    early = context.begun | context.doubted
    return bool(context.begun) and early.isdisjoint(half) and all(nats >= FAINT for nats in half.values())


def _stray(look: Look, c: Candidate) -> bool:
    """Whether a space that an act leaves alone has come to look as it should not: more than this act may have been
    done. What looked so before, and was let stand, tells of nothing new."""
    sight, now = look.sight, look.now
    alone = [s for s in look.lead if (lay := now.get(s, ())) == c.table.get(s, ()) and not sight.as_agreed(s, lay)]
    return not every(sight, now, alone, look.m.stray)


def _begun(look: Look, c: Candidate, found: Sequence[Candidate]) -> Candidate | None:
    """The chain without its last acts, where those are told only by pieces that should have come and do not show: they
    may be to come yet, or be hard to see."""
    chains = (x for x in found if len(x.acts) < len(c.acts) and x.acts == c.acts[: len(x.acts)])
    return next((x for x in chains if _fewer_came(look, x.table, c.table)), None)


def _fewer_came(look: Look, first: Tabletop, last: Tabletop) -> bool:
    """Whether the second table differs from the first only in areas, by fewer of the pieces that have come there."""
    for s in look.lead:
        came, then = first.get(s, ()), last.get(s, ())
        if came == then:
            continue
        before, more, fewer = (look.sight.palette.counts(t) for t in (look.now.get(s, ()), came, then))
        if look.sight.board.space[s].look != "area" or not fewer <= more:
            return False
        if any(fewer[p] < before[p] for p in more - fewer):
            return False
    return True


def _behind(look: Look, session: Session[Any]) -> Verdict | None:
    """Where the pieces follow what was told (``TableSpec.follows``): the table is on its way from there to here."""
    if not look.game.table.follows:
        return None
    sight, now, quiet = look.sight, look.now, look.m.quiet / 2
    chains = session.chains()
    stirred = [s for s in look.lead if sight.misfit(s, lay := now.get(s, ())) > quiet and not sight.as_agreed(s, lay)]
    for keep in range(len(chains) - 1, max(-1, len(chains) - 5), -1):
        if chains[keep][0].source == "camera":
            return None
        table = look.game.tabletop(chains[keep - 1][-1].state if keep else session.start)
        moved = {s for s in look.lead if table.get(s) != now.get(s)}
        if moved and moved.issuperset(stirred) and _between(look, table, now):
            return Lagging(look.todo(now, look.m.space))
    return None


def _went_back(look: Look, session: Session[Any]) -> Verdict | None:
    """A table the camera had left, plainer to see than the one it should show. Only acts that left a trace can be
    gone back on."""
    chains = session.chains()
    for keep in range(len(chains) - 1, max(-1, len(chains) - 9), -1):
        table = look.game.tabletop(chains[keep - 1][-1].state if keep else session.start)
        if all(table.get(s) == look.now.get(s) for s in look.lead):
            continue
        if look.lies(table):
            return WentBack(keep) if look.misfit - look.total(table) >= look.m.clear else None
    return None


def camera_run(session: Session[Any]) -> int:
    """How many of the last chains the camera read in one go: nobody tapped, rolled or moved on in between."""
    chains = session.chains()
    n, seat = 0, None
    for chain in reversed(chains):
        if any(s.source != "camera" or isinstance(s.act, CHANCE) for s in chain):
            break
        who = chain[0].act.seat if chain[0].act else None
        if n and who != seat:
            break
        seat, n = who, n + 1
    return n


def _resettled(look: Look, session: Session[Any]) -> tuple[Verdict | None, Verdict | None]:
    """What the camera read last, read otherwise; and the one other reading to be asked where nothing else explains."""
    run = camera_run(session)
    if not run:
        return None, None
    chains, m = session.chains(), look.m
    chain = len(chains) - run
    base = evolve(look, state=chains[chain - 1][-1].state if chain else session.start)
    found = candidates(base.game, base.state, base.sight, base.lead, m.depth, m.fits / 2)
    good = [c for c in found if base.lies(c.table, moved=True)]
    if not good:
        return None, None
    best = good[0]
    margin = min([look.misfit, *(c.misfit for c in found if c is not best)]) - best.misfit
    clear = m.clear + m.rarer * len(best.acts)  # what was agreed once is not given up lightly
    if margin >= clear:
        return Resettled(chain, best.acts, margin), None
    close = [c for c in good if c.misfit - best.misfit < clear]
    choice = Choice(tuple(c.acts for c in close[:3]))
    if len(close) > 1:
        return choice, None
    return None, choice if best.state != look.state else None  # else it is what was read: nothing to ask


def _ahead(look: Look) -> Verdict | None:
    """An act that the die must allow first: try every outcome of the roll that is owed."""
    game, state, m = look.game, look.state, look.m
    owed = next((p for p in game.pending(state) if isinstance(p, Roll) and not p.distinct), None)
    if owed is None or len(owed.slots) != 1:
        return None
    found: list[tuple[tuple[str, ...], Candidate]] = []
    for face in owed.slots[0].faces:
        decision = game.decide(state, Rolled(None, (face,)))
        if isinstance(decision, Ruling):
            continue
        then = fold(game, state, decision)
        near = candidates(game, then, look.sight, look.lead, m.depth, m.fits / 2)
        good = [c for c in near if look.lies(c.table, moved=True)]
        if good and look.misfit - good[0].misfit >= m.clear:
            found.append(((face,), good[0]))
    if not found:
        return None
    return Ahead(owed, tuple(f for f, _ in found), tuple(c.acts for _, c in found))


def _miscounted(look: Look) -> Verdict | None:
    """Nothing but a pile differs, by no more than piles are miscounted, and no act explains it: a reminder will do."""
    sight, now, m = look.sight, look.now, look.m
    piles = [s for s in look.lead if sight.board.space[s].kind in sight.piles]
    rest = [s for s in look.lead if s not in piles]
    if sight.total(now, rest) > m.quiet or any(sight.misfit(s, now.get(s, ())) > m.space for s in piles):
        return None
    off = wrong(sight, now, piles, m.quiet / 2)  # people look for a piece that did not get to where it belongs
    return Lagging((*(t for t in off if sight.counts(t.expected) != t.seen), *_markers(look)))


def _faint(look: Look, news: float) -> Verdict | None:
    """Nothing is off but what may be misread, a reminder will do: pieces of areas that do not show, and that so faintly
    that no act would be believed for it, or what has looked just so since it was let stand."""
    sight, m = look.sight, look.m
    off = look.todo(look.now, m.quiet / 2)
    hidden = news < m.clear and all(_only_fewer(sight, t) for t in off)
    stands = all(sight.nothing_new(t.space, t.expected) and sight.misfit(t.space, t.expected) <= m.space for t in off)
    return Lagging((*off, *_markers(look))) if hidden or (stands and news <= m.fits) else None


def _only_fewer(sight: Sight, off: Todo) -> bool:
    """Whether an area shows nothing that should not lie there."""
    expected = sight.palette.counts(off.expected)
    return sight.board.space[off.space].look == "area" and all(n <= expected[p] for p, n in off.seen.items())


def _in_hand(look: Look, found: Sequence[Candidate]) -> Verdict | None:
    """Whether what is seen lies between now and a legal table, or is one of the tables on the way to it."""
    for c in found[:200]:
        if _between(look, look.now, c.table):
            return InHand(c.acts, c.misfit)
        if len(c.acts) == 1 and any(look.lies(table) for table in look.game.table.steps(look.state, c.acts[0])):
            return InHand(c.acts, c.misfit)
    return None


def _between(look: Look, first: Tabletop, last: Tabletop) -> bool:
    """Every space shows a count between the two tables (and some space has left the first)."""
    sight = look.sight
    for s in look.lead:
        a, b = first.get(s, ()), last.get(s, ())
        if min(sight.misfit(s, a), sight.misfit(s, b)) <= look.m.space:
            continue
        seen = sight.shown(s)
        if seen is None:
            continue
        before, then = sight.palette.counts(a), sight.palette.counts(b)
        for piece in {*before, *then, *seen}:
            low, high = sorted((before[piece], then[piece]))
            if not low <= seen.get(piece, 0) <= high:
                return False
    return True


__all__ = [
    "Ahead",
    "AtLeast",
    "Choice",
    "Context",
    "InHand",
    "Lagging",
    "Margins",
    "Moved",
    "OutOfStep",
    "Resettled",
    "Todo",
    "Unchanged",
    "Verdict",
    "WentBack",
    "camera_run",
    "reconcile",
]
