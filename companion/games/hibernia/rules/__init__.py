"""The rules of Hibernia: what an act causes, and what is legal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.engine.guards import barred, first_refusal, malformed, seat_of
from companion.engine.legal import Some
from companion.engine.slotted import changed
from companion.engine.types import LETTERS, Decision, Event, Input, Notice, Outcome, Rolled
from companion.games.hibernia.effects import evolve
from companion.games.hibernia.events import DieRolled, FortressesDrawn, Moved, Mustered, Rested, StarterDrawn
from companion.games.hibernia.inputs import DIE, EXTRA, Move, Muster, Rest, Sources
from companion.games.hibernia.rules.advance import finish
from companion.games.hibernia.rules.guards import MOVE_GUARDS, act_owed, forbidden, spare, strength
from companion.games.hibernia.state import Phase, State


# ---------------------------------------------------------------- deciding
def decide(s: State, act: Input, waived: frozenset[str] = frozenset()) -> Decision:
    if isinstance(act, Move | Muster | Rest):
        ruling = first_refusal(MOVE_GUARDS if isinstance(act, Move) else (act_owed,), s, act, waived)
        if ruling is not None:
            return ruling
        if isinstance(act, Move):
            return _after_action(s, _moved(s, act))
        if isinstance(act, Muster):
            return _after_action(s, _mustered(s, act))
        return _after_action(s, Rested(seat_of(act), rules=("HI-2.10",)))
    if isinstance(act, Rolled):
        return _rolled(s, act)
    return malformed("K-MALFORMED", problems=("no input of this game",))


def _rolled(s: State, act: Rolled) -> Decision:
    if s.phase == Phase.FORTRESS:
        ids = [s.world.ids[i] for i in s.world.fortresses]
        if len(act.faces) != s.world.players or len(set(act.faces)) != len(act.faces) or set(act.faces) - set(ids):
            return malformed("HI-1.4", faces=act.faces, allowed=tuple(ids))
        return (_fortresses(s, act.faces),)
    if s.phase == Phase.START:
        allowed = tuple(LETTERS[: s.world.players])
        if len(act.faces) != 1 or act.faces[0] not in allowed:
            return malformed("HI-1.5", faces=act.faces, allowed=allowed)
        rules = ["HI-1.5", "HI-1.6", "HI-1.7"]
        rules += ["HI-8.5"] if s.world.players == 3 else []
        rules += ["HI-9.6"] if s.world.advanced else []
        drawn = StarterDrawn(allowed.index(act.faces[0]), rules=tuple(rules))
        return (drawn, *_hints(s, "HI-11.2"))
    if s.phase != Phase.ROLL:
        if s.phase == Phase.OVER:
            return barred("HI-7.2", seat=s.turn)
        return barred("HI-2.2", seat=s.turn, rolled=True)
    if len(act.faces) != 1 or act.faces[0] not in s.world.die_faces:
        return malformed("HI-2.2", faces=act.faces, allowed=s.world.die_faces)
    face = act.faces[0]
    kind = "HI-2.5" if face == s.world.joker else "HI-2.4" if face == "black" else "HI-2.3"
    rolled = DieRolled(s.turn, face, rules=("HI-2.2", kind, "HI-2.9"))
    events: tuple[Event, ...] = (rolled,)
    if face == s.world.joker and not s.extra_left:
        return finish(changed(s, die=face, phase=Phase.ACT, die_left=False), events)
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
    """A move with its combat. Guards that the table overruled leave other numbers than the rules would."""
    seat, c = seat_of(m), s.world.index[m.county]
    sources: Sources = m.sources
    given = sum(v for _, v in sources)
    from_supply = min(s.supply[seat], max(0, strength(s, seat, c) - given))
    n = from_supply + given
    was, d = s.owner[c], s.heap[c] - dict(sources).get(m.county, 0)
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
    seat = seat_of(m)
    returned = tuple(k if i == seat else k // 2 for i, k in enumerate(s.shield))
    rules = ["HI-5.1", "HI-5.2", *_action_rules(s, m.by), "HI-2.9", "HI-2.11"]
    rules += ["HI-5.3"] if s.shield[seat] == 0 else []
    rules += ["HI-5.6"] if s.world.players == 3 else []
    return Mustered(seat, m.by, returned, rules=tuple(rules))


def _after_action(s: State, event: Event) -> Outcome:
    after = evolve(s, event)
    events: tuple[Event, ...] = (event, *_reminders(s, event))
    if after.phase == Phase.ACT and not after.die_left and not after.extra_left:
        turn = finish(after, ())
        for follows in turn:
            after = evolve(after, follows)
        events = (*events, *turn)
    return Outcome.of(events, after)


def _reminders(before: State, event: Event) -> tuple[Event, ...]:
    if not before.world.config.option("hints") or not isinstance(event, Moved):
        return ()
    return (Notice("help_is_fair", rules=("HI-11.1",)),) if event.was not in (-1, event.seat) and event.loss else ()


# ---------------------------------------------------------------- what is legal
def options_of(s: State, seat: int | None) -> Iterator[Input]:
    """Legal inputs of a seat; a shortage leaves the sources open."""
    if seat is None or seat != s.turn or s.phase not in (Phase.ROLL, Phase.ACT):
        return
    if s.phase == Phase.ROLL and (s.world.roll_first or not s.extra_left):
        return
    if s.die_left and s.phase == Phase.ACT:
        yield from _moves(s, seat, DIE, "" if s.die == "black" else s.die)
        yield Muster(seat, DIE)
    if s.extra_left:
        yield from _moves(s, seat, EXTRA, "")
        yield Muster(seat, EXTRA)
        if not s.world.must_extra and s.phase == Phase.ACT:
            yield Rest(seat)


def can_move(s: State, by: str) -> bool:
    """Whether the seat on turn can enter any county by die or by extra action."""
    colour = "" if by == EXTRA or s.die == "black" else s.die
    return next(_moves(s, s.turn, by, colour), None) is not None


def _moves(s: State, seat: int, by: str, colour: str) -> Iterator[Move]:
    world, mine, supply, owner = s.world, s.own[seat], s.supply[seat], s.owner
    links, ids, neutral = world.links, world.ids, world.players
    room: list[tuple[str, int]] | None = None  # what all own counties can give
    surplus = 0
    for c in world.of_colour[colour]:
        n = (links[c] & mine).bit_count()
        if not n:
            continue
        has = owner[c]
        if has >= 0 and has != seat and has != neutral and forbidden(s, c, n):
            continue
        short = n - supply
        if short <= 0:
            yield _plain_move(seat, ids[c], by)
            continue
        if room is None:
            room = spare(s, seat, -1)
            surplus = sum([k for _, k in room])
        left = surplus - (s.heap[c] - 1 if has == seat else 0)
        if left >= short:
            yield _short_move(seat, ids[c], by, short, left, room)


@lru_cache(maxsize=1024)
def _plain_move(seat: int, county: str, by: str) -> Move:
    """A move from the supply alone: values are shared, a list of options makes none anew."""
    return Move(seat, county, by)


def _short_move(seat: int, county: str, by: str, short: int, left: int, room: list[tuple[str, int]]) -> Move:
    """A move whose sources are forced, or stand open in the entry."""
    others = [k for k in room if k[0] != county]
    if left == short:
        return Move(seat, county, by, tuple(others))
    entry = Move(seat, county, by)
    object.__setattr__(entry, "sources", Some(tuple([(k, n if n < short else short) for k, n in others]), short))
    return entry
