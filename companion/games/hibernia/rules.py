"""The rules of Hibernia: what is legal, what an act causes. One guard a rule, named for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.engine.legal import Some
from companion.engine.types import MALFORMED, Decision, Event, Input, Notice, Rolled, Ruling, facts, refuse
from companion.games.hibernia.effects import evolve
from companion.games.hibernia.inputs import (
    DIE,
    EXTRA,
    DieRolled,
    Ended,
    ExtraRound,
    FortressesDrawn,
    LastRound,
    Move,
    Moved,
    Muster,
    Mustered,
    Rest,
    Rested,
    Scored,
    Sources,
    StarterDrawn,
    Stride,
    TurnPassed,
)
from companion.games.hibernia.state import ACT, FORTRESS, OVER, ROLL, START, State
from companion.games.hibernia.world import bits

Guard = Callable[[State, Move], Ruling | None]
LETTERS = "ABCD"


# ---------------------------------------------------------------- counting
def strength(s: State, seat: int, county: int) -> int:
    """n: neighbours of the target that the player owns (HI-3.2)."""
    return (s.world.links[county] & s.own[seat]).bit_count()


def spare(s: State, seat: int, county: int) -> list[tuple[str, int]]:
    """What own counties other than the target can give, each keeping one soldier (HI-3.6, HI-3.7)."""
    ids, count = s.world.ids, s.heap
    return sorted((ids[i], count[i] - 1) for i in bits(s.own[seat] & ~(1 << county)) if count[i] > 1)


def protected(s: State, county: int) -> str:
    """The rule that protects an opponent's county whatever the numbers, or "" (HI-4.2, 4.3, 4.5)."""
    owner = s.owner[county]
    if owner < 0 or owner == s.world.players:
        return ""
    mine = s.own[owner]
    if s.world.advanced and s.round == 1:
        return ""
    if s.world.has_pair(mine & ~(1 << county)):
        return ""
    if not s.world.has_pair(mine):
        return "HI-4.5"
    return "HI-4.3" if mine.bit_count() == 2 else "HI-4.2"


def forbidden(s: State, county: int, n: int) -> str:
    """The protection rule that bars this very attack, or "": option ``pair_rule`` and the advanced first round."""
    owner = s.owner[county]
    if owner < 0 or owner == s.world.players:
        return ""
    wins = n >= s.heap[county]
    if s.world.advanced and s.round == 1:
        rest = s.own[owner] & ~(1 << county)
        return "HI-9.4" if wins and not (s.world.has_pair(rest) or s.world.has_loose_pair(rest)) else ""
    if not s.world.strict and not wins:
        return ""
    rule = protected(s, county)
    return "HI-9.5" if rule == "HI-4.5" and s.world.advanced and s.round == 2 else rule


# ---------------------------------------------------------------- guards of a move
def target_known(s: State, m: Move) -> Ruling | None:
    if m.county not in s.world.index:
        return Ruling(MALFORMED, "HI-3.1", facts(county=m.county), waivable=False)
    return None


def colour_fits(s: State, m: Move) -> Ruling | None:
    """HI-2.3: the die action moves in a county of the colour rolled."""
    if m.by == DIE and s.die in s.world.of_colour and s.world.colour[s.world.index[m.county]] != s.die:
        return refuse("HI-2.3", seat=m.seat, county=m.county, face=s.die)
    return None


def neighbour_owned(s: State, m: Move) -> Ruling | None:
    """HI-3.3: without an own neighbour there is no move."""
    if strength(s, _seat(m), s.world.index[m.county]) == 0:
        return refuse("HI-3.3", seat=m.seat, county=m.county)
    return None


def not_protected(s: State, m: Move) -> Ruling | None:
    """Chapter 4, and HI-9.4 in the first round of the advanced game."""
    c = s.world.index[m.county]
    owner = s.owner[c]
    if owner in (-1, m.seat, s.world.players):
        return None
    rule = forbidden(s, c, strength(s, _seat(m), c))
    return refuse(rule, seat=m.seat, county=m.county, owner=owner) if rule else None


def reachable(s: State, m: Move) -> Ruling | None:
    """HI-3.8: supply and spare soldiers together must suffice."""
    seat, c = _seat(m), s.world.index[m.county]
    n = strength(s, seat, c)
    free = s.supply[seat] + sum(k for _, k in spare(s, seat, c))
    if free < n:
        return refuse("HI-3.8", seat=m.seat, county=m.county, needed=n, free=free)
    return None


def sources_fit(s: State, m: Move) -> Ruling | None:
    """HI-3.4 to HI-3.7: exactly n soldiers, supply first, the missing ones from other own counties."""
    seat, c = _seat(m), s.world.index[m.county]
    n = strength(s, seat, c)
    need = max(0, n - s.supply[seat])
    names = [k for k, _ in m.sources]
    if len(set(names)) != len(names) or any(k not in s.world.index or v < 1 for k, v in m.sources):
        return Ruling(MALFORMED, "HI-3.6", facts(seat=m.seat, county=m.county), waivable=False)
    total = sum(v for _, v in m.sources)
    if m.county in names:
        return refuse("HI-3.7", seat=m.seat, county=m.county)
    for name, v in m.sources:
        i = s.world.index[name]
        if s.owner[i] != seat or s.heap[i] - 1 < v:
            return refuse("HI-3.6", seat=m.seat, county=m.county, source=name)
    if total > need:
        return refuse("HI-3.5", seat=m.seat, county=m.county, supply=s.supply[seat], needed=n)
    if total < need:
        return refuse("HI-3.4", seat=m.seat, county=m.county, needed=n, given=total + min(n, s.supply[seat]))
    return None


MOVE_GUARDS: tuple[Guard, ...] = (target_known, colour_fits, neighbour_owned, not_protected, reachable, sources_fit)


def _seat(act: Input) -> int:
    assert act.seat is not None  # the guard of the turn has seen to it
    return act.seat


def act_owed(s: State, act: Move | Muster | Rest) -> Ruling | None:
    """Whose turn it is, and whether this action is still to be done (chapter 2)."""
    if s.phase == OVER:
        return Ruling("illegal", "HI-7.2", facts(seat=act.seat), waivable=False)
    if s.phase in (FORTRESS, START):
        return Ruling("illegal", "HI-1.4", facts(seat=act.seat), waivable=False)
    if act.seat != s.turn:
        return Ruling("illegal", "HI-2.1", facts(seat=act.seat, turn=s.turn), waivable=False)
    by = EXTRA if isinstance(act, Rest) else act.by
    if by not in (DIE, EXTRA):
        return Ruling(MALFORMED, "HI-2.8", facts(by=by), waivable=False)
    if s.phase == ROLL and (by == DIE or s.world.roll_first or not s.extra_left):
        return Ruling("illegal", "HI-2.2", facts(seat=act.seat), waivable=False)
    if isinstance(act, Rest):
        if s.world.must_extra:
            return refuse("HI-2.10", seat=act.seat)
        if s.phase == ROLL:
            return Ruling("illegal", "HI-2.2", facts(seat=act.seat), waivable=False)
    if by == DIE and s.die == s.world.joker:
        return Ruling("illegal", "HI-2.5", facts(seat=act.seat), waivable=False)
    if (by == DIE and not s.die_left) or (by == EXTRA and not s.extra_left):
        rule = "HI-2.8" if by == DIE else "HI-2.6"
        return Ruling("illegal", rule, facts(seat=act.seat, by=by), waivable=False)
    return None


# ---------------------------------------------------------------- the advance (chapter 6)
def advance(s: State, seat: int, joker: bool) -> tuple[Stride, ...]:
    """The greatest advance with the counties owned now, and with the joker of this turn (HI-6.6)."""
    track, world = s.world.track, s.world
    left = {c: (m & s.own[seat]).bit_count() for c, m in world.colour_mask.items() if c}
    jokers, at, strides = int(joker), s.total[seat], []
    while True:
        space = (at + 1) % len(track)
        ink = track[space]
        if left[ink]:
            left[ink] -= 1
            strides.append(Stride(space, ink, "county"))
        elif jokers:
            jokers -= 1
            strides.append(Stride(space, ink, "joker"))
        else:
            return tuple(strides)
        at += 1


# ---------------------------------------------------------------- deciding
def decide(s: State, act: Input, waived: frozenset[str]) -> Decision:
    if isinstance(act, Move | Muster | Rest):
        owed = act_owed(s, act)
        if owed is not None and owed.rule not in waived:
            return owed
        if isinstance(act, Move):
            for guard in MOVE_GUARDS:
                ruling = guard(s, act)
                if ruling is not None and ruling.rule not in waived:
                    return ruling
            return _after_action(s, _moved(s, act))
        if isinstance(act, Muster):
            return _after_action(s, _mustered(s, act))
        return _after_action(s, Rested(_seat(act), rules=("HI-2.10",)))
    if isinstance(act, Rolled):
        return _rolled(s, act)
    return Ruling(MALFORMED, "K-MALFORMED", facts(problems=("no input of this game",)), waivable=False)


def _rolled(s: State, act: Rolled) -> Decision:
    if s.phase == FORTRESS:
        ids = [s.world.ids[i] for i in s.world.fortresses]
        if len(act.faces) != s.world.players or len(set(act.faces)) != len(act.faces) or set(act.faces) - set(ids):
            return Ruling(MALFORMED, "HI-1.4", facts(faces=act.faces, allowed=tuple(ids)), waivable=False)
        return (_fortresses(s, act.faces),)
    if s.phase == START:
        allowed = tuple(LETTERS[: s.world.players])
        if len(act.faces) != 1 or act.faces[0] not in allowed:
            return Ruling(MALFORMED, "HI-1.5", facts(faces=act.faces, allowed=allowed), waivable=False)
        rules = ["HI-1.5", "HI-1.6", "HI-1.7"]
        rules += ["HI-8.5"] if s.world.players == 3 else []
        rules += ["HI-9.6"] if s.world.advanced else []
        drawn = StarterDrawn(allowed.index(act.faces[0]), rules=tuple(rules))
        return (drawn, *_hints(s, "HI-11.2"))
    if s.phase != ROLL:
        rule = "HI-7.2" if s.phase == OVER else "HI-2.2"
        return Ruling("illegal", rule, facts(seat=s.turn), waivable=False)
    if len(act.faces) != 1 or act.faces[0] not in s.world.die_faces:
        return Ruling(MALFORMED, "HI-2.2", facts(faces=act.faces, allowed=s.world.die_faces), waivable=False)
    face = act.faces[0]
    kind = "HI-2.5" if face == s.world.joker else "HI-2.4" if face == "black" else "HI-2.3"
    rolled = DieRolled(s.turn, face, rules=("HI-2.2", kind, "HI-2.9"))
    events: tuple[Event, ...] = (rolled,)
    if face == s.world.joker and not s.extra_left:
        return _finish(s._replace(die=face, phase=ACT, die_left=False), events)
    return events


def _hints(s: State, rule: str) -> tuple[Event, ...]:
    return (Notice("advice", rules=(rule,)),) if s.world.config.option("hints") else ()


def _fortresses(s: State, faces: tuple[str, ...]) -> FortressesDrawn:
    three, advanced = s.world.players == 3, s.world.advanced
    neutral = next((s.world.ids[i] for i in s.world.fortresses if s.world.ids[i] not in faces), "") if three else ""
    rules = ["HI-1.4", "HI-1.3"]
    rules += ["HI-8.1", "HI-8.2"] if three else []
    rules += ["HI-9.1"] if advanced else []
    rules += ["HI-9.2"] if three and advanced else []
    return FortressesDrawn(faces, neutral, rules=tuple(rules))


def _action_rules(s: State, by: str) -> tuple[str, ...]:
    kind = "HI-2.6" if by == EXTRA else "HI-2.4" if s.die == "black" else "HI-2.3"
    second = not (s.die_left and s.extra_left) and s.die != s.world.joker
    return (kind, "HI-2.7") if second else (kind,)


def _moved(s: State, m: Move) -> Moved:
    seat, c = _seat(m), s.world.index[m.county]
    sources: Sources = m.sources
    given = sum(v for _, v in sources)
    n = strength(s, seat, c)
    from_supply = min(n, s.supply[seat])
    n = from_supply + given  # differs from the strength only when the table overruled the number
    was, d = s.owner[c], s.heap[c]
    rules = list(_action_rules(s, m.by))
    if was == -1:
        owner, count, loss, chief = (seat, n, 0, "HI-3.10") if n else (-1, 0, 0, "HI-3.10")
    elif was == seat:
        owner, count, loss, chief = seat, d + n, 0, "HI-3.11"
    else:
        loss = min(n, d)
        owner, count = (seat, n - d) if n > d else (-1, 0) if n == d else (was, d - n)
        chief = "HI-3.13"
        rules += ["HI-3.12", "HI-3.14"]
        rules += ["HI-3.17"] if n <= d else []
        rules += ["HI-3.18"] if sources else []
        rules += ["HI-8.3", "HI-8.4", "HI-8.6"] if was == s.world.players else []
        rules += ["HI-9.3"] if s.world.advanced and s.round == 1 else []
    rules += ["HI-3.1", "HI-3.2", "HI-3.4", "HI-3.5"]
    rules += ["HI-3.6"] if sources else []
    rules += ["HI-3.7"] if sources and was == seat else []
    if s.world.central >> c & 1 and s.world.central & s.own[seat] & s.world.links[c]:
        rules.append("HI-3.9")
    return Moved(
        seat, m.county, m.by, n, from_supply, sources, was, d if was not in (-1, seat) else 0, loss, owner, count,
        rules=(chief, *rules),
    )  # fmt: skip


def _mustered(s: State, m: Muster) -> Mustered:
    seat = _seat(m)
    returned = tuple(k if i == seat else k // 2 for i, k in enumerate(s.shield))
    rules = ["HI-5.1", "HI-5.2", *_action_rules(s, m.by), "HI-2.9", "HI-2.11"]
    rules += ["HI-5.3"] if s.shield[seat] == 0 else []
    rules += ["HI-5.6"] if s.world.players == 3 else []
    return Mustered(seat, m.by, returned, rules=tuple(rules))


def _after_action(s: State, event: Event) -> tuple[Event, ...]:
    after = evolve(s, event)
    events = (event, *_reminders(s, after, event))
    if after.phase == ACT and not after.die_left and not after.extra_left:
        return _finish(after, events)
    return events


def _reminders(before: State, after: State, event: Event) -> tuple[Event, ...]:
    if not before.world.config.option("hints") or not isinstance(event, Moved):
        return ()
    return (Notice("help_is_fair", rules=("HI-11.1",)),) if event.was not in (-1, event.seat) and event.loss else ()


def _finish(s: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Scoring, and then whatever follows a turn: next seat, next round, last round, extra round, end."""
    seat = s.turn
    strides = advance(s, seat, s.die == s.world.joker)
    before = s.total[seat]
    after = before + len(strides)
    rules = ["HI-6.1", "HI-2.12", "HI-6.2", "HI-6.3", "HI-6.4", "HI-6.6", "HI-6.7"]
    rules += ["HI-6.5"] if any(t.paid == "joker" for t in strides) else []
    length = len(s.world.track)
    rules += ["HI-6.8", "HI-6.9"] if before < length <= after else ["HI-6.8"] if after > length else []
    out = [*events, Scored(seat, strides, before, after, rules=tuple(rules))]
    trigger = s.trigger
    if trigger < 0 and after >= length:
        trigger = seat
        out.append(LastRound(seat, s.round, rules=("HI-7.1",)))
    total = (*s.total[:seat], after, *s.total[seat + 1 :])
    at = s.playing.index(seat)
    if at + 1 < len(s.playing):
        out.append(TurnPassed(s.playing[at + 1], s.round, rules=("HI-2.1", "HI-2.12")))
        return tuple(out)
    return (*out, *_round_end(s, total, trigger))


def _round_end(s: State, total: tuple[int, ...], trigger: int) -> tuple[Event, ...]:
    world, best = s.world, max(total)
    if trigger < 0:
        passed = TurnPassed(s.playing[0], s.round + 1, rules=("HI-2.1",))
        return (passed, *_pair_notices(s, total))
    top = tuple(i for i, t in enumerate(total) if t == best)
    limit = world.config.option("shared_win_after")
    if len(top) == 1 or (limit and len(s.extra_rounds) >= limit):
        last = ("HI-7.3",) if trigger == s.playing[-1] and s.trigger < 0 else ()
        return (Ended(top, rules=("HI-7.4", "HI-7.2", *last, *(("HI-7.5",) if len(top) > 1 else ()))),)
    order = tuple((s.starter + i) % world.players for i in range(world.players))
    seats = order if world.config.option("extra_round_players") == "all" else tuple(i for i in order if i in top)
    extra = ExtraRound(s.round + 1, seats, rules=("HI-7.5", "HI-7.6"))
    return (Notice("tie", facts(seats=top), rules=("HI-7.5",)), extra)


def _pair_notices(s: State, total: tuple[int, ...]) -> tuple[Event, ...]:
    """HI-R28: from round 2 of the advanced game a player without a pair is reminded, never forced."""
    if not (s.world.advanced and s.round == 1):
        return ()
    lone = [i for i in range(s.world.players) if not s.world.has_pair(s.own[i])]
    return tuple(Notice("no_pair", facts(seat=i), rules=("HI-9.5", "HI-4.5")) for i in lone)


# ---------------------------------------------------------------- what is legal
def options_of(s: State, seat: int | None) -> Iterator[Input]:
    """Legal inputs of a seat; a shortage leaves the sources open."""
    if seat is None or seat != s.turn or s.phase not in (ROLL, ACT):
        return
    if s.phase == ROLL and (s.world.roll_first or not s.extra_left):
        return
    if s.die_left and s.phase == ACT:
        yield from _moves(s, seat, DIE, "" if s.die == "black" else s.die)
        yield Muster(seat, DIE)
    if s.extra_left:
        yield from _moves(s, seat, EXTRA, "")
        yield Muster(seat, EXTRA)
        if not s.world.must_extra and s.phase == ACT:
            yield Rest(seat)


def _moves(s: State, seat: int, by: str, colour: str) -> Iterator[Move]:
    world, mine, supply, owner = s.world, s.own[seat], s.supply[seat], s.owner
    links, ids, neutral = world.links, world.ids, world.players
    surplus = -1
    for c in world.of_colour[colour]:
        n = (links[c] & mine).bit_count()
        if not n:
            continue
        has = owner[c]
        if has >= 0 and has != seat and has != neutral and forbidden(s, c, n):
            continue
        short = n - supply
        if short <= 0:
            yield Move(seat, ids[c], by)
            continue
        if surplus < 0:
            surplus = sum(s.heap[i] - 1 for i in bits(mine))
        if surplus - (s.heap[c] - 1 if has == seat else 0) < short:
            continue
        yield _short_move(s, seat, c, by, short)


def _short_move(s: State, seat: int, c: int, by: str, short: int) -> Move:
    room = spare(s, seat, c)
    if sum(n for _, n in room) == short:
        return Move(seat, s.world.ids[c], by, tuple(room))
    entry = Move(seat, s.world.ids[c], by)
    object.__setattr__(entry, "sources", Some(tuple((k, min(n, short)) for k, n in room), short))
    return entry
