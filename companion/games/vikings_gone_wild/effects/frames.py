"""The stack of things begun: entering programs, finishing steps, parts that stay open."""

from __future__ import annotations

from companion.engine.slotted import changed
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.state import (
    Frame,
    Offer,
    State,
    find,
    with_left,
    with_stack,
    with_step,
    with_turn,
)


def entered(s: State, f: Frame, at: int) -> State:
    """A program goes on at a step; boosts count by themselves, an attack becomes open for the turn."""
    steps = s.world.programs[f.key]
    while at < len(steps):
        step = steps[at]
        if isinstance(step, v.Join):
            s = offered(s, (Offer(f.key, at, f.seat, f.who),))
        elif not isinstance(step, v.Boost):
            break
        at += 1
    if at == len(steps):
        return s
    return with_stack(s, (*s.stack, Frame(f.kind, f.key, at, f.seat, f.who)))


def offered(s: State, offers: tuple[Offer, ...]) -> State:
    return with_turn(s, changed(s.now, offers=tuple(sorted((*s.now.offers, *offers)))))


def begun(s: State, key: str, seat: int, who: int, *, but_join: bool = False) -> State:
    """A program begins: its first step is next, or its parts are open in any order (VG-18.3)."""
    if key not in s.world.programs:
        return s
    if key not in s.world.plus:
        return entered(s, Frame(Frame.RUN, key, 0, seat, who), 0)
    steps = s.world.programs[key]
    parts = tuple(
        Offer(key, i, seat, who)
        for i, step in enumerate(steps)
        if not isinstance(step, v.Boost) and not (but_join and isinstance(step, v.Join))
    )
    return offered(s, parts)


def stepped(s: State, left: int) -> State:
    """The step at hand is done (0), or asks for ``left`` more."""
    f, below = s.stack[-1], s.stack[:-1]
    if left > 0:
        return with_stack(s, (*below, with_left(f, left)))
    s = with_stack(s, below)
    if f.kind == Frame.RUN:
        return entered(s, f, f.at + 1)
    if f.kind == Frame.SPOILS and f.at + 1 < len(spoils_of(s, f.key)):
        return with_stack(s, (*below, with_step(f, f.at + 1, -1)))
    return s


def spoils_of(s: State, space: str) -> tuple[object, ...]:
    """Damage bonuses of the building on a space."""
    seat, card, no = s.world.spaces[space]
    at = find(s.players[seat], card, no)
    return () if at < 0 else s.world.cards[s.players[seat].village[at].card].damage_bonus


def split(s: State) -> State:
    """The step at hand goes to each opponent of its player, clockwise."""
    f = s.stack[-1]
    s = stepped(s, 0)
    others = s.world.order(f.seat)[1:]
    return with_stack(s, (*s.stack, *(Frame(Frame.EACH, f.key, f.at, f.seat, who) for who in reversed(others))))


def part_begun(s: State, key: str, part: int, seat: int, who: int) -> State:
    return with_stack(s, (*s.stack, Frame(Frame.PART, key, part, seat, who)))


def all_begun(s: State, cards: tuple[int, ...], when: str, seat: int) -> State:
    """Programs of several cards for one occasion; the first card's is carried out first."""
    keys = s.world.occasions[when]
    for card in reversed(cards):
        if keys[card]:
            s = begun(s, keys[card], seat, -1)
    return s
