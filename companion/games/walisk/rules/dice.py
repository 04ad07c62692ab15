"""Dice that are owed: which throw, for what, by whom; and what a throw means once it is complete."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from companion.engine.guards import barred, malformed
from companion.engine.masks import bits
from companion.engine.types import Die, Roll, Rolled, facts, letter
from companion.games.walisk import events as ev
from companion.games.walisk.rules import battles, bouts, revolts, rukr, setup, voyages
from companion.games.walisk.rules.course import Course, Outcome, caused
from companion.games.walisk.state import Bout, Phase, State
from companion.games.walisk.world import listed

FACES = ("1", "2", "3", "4", "5", "6")
VALUES: dict[str, int] = {face: int(face) for face in FACES}
PLAIN = {Phase.SEED: ("WA-2.7", "rukr"), Phase.OUTBREAK: ("WA-3.5", "outbreak"), Phase.GATE: ("WA-3.6", "gate"),
         Phase.GROWTH: ("WA-3.7", "growth")}  # fmt: skip
BOUT_RULES = {
    "throw": "WA-5.4", "rethrow": "WA-R52", "save": "WA-5.5", "resave": "WA-5.9", "siege": "WA-5.21",
    "again": "WA-5.21", "guard": "WA-5.22", "plunder": "WA-5.23", "loot": "WA-5.27", "cash": "WA-4.40",
    "length": "WA-4.32", "landing": "WA-4.36", "foray": "WA-8.22",
}  # fmt: skip


@cache
def die(purpose: str, space: str = "") -> Die:
    """One die, made once for each purpose and space."""
    return Die(FACES, purpose, space)


def owed(s: State) -> Roll | None:
    """The throw that is owed now, whole; ``State.dice`` holds what of it lies there already."""
    if not s.bouts and s.phase not in _THROWN:
        return None
    memo = s.world.memo
    known = memo.get("owed")
    if known is None or known[0] is not s:
        known = memo["owed"] = (s, _owed(s))
    found: Roll | None = known[1]
    return found


def _owed(s: State) -> Roll | None:
    if s.bouts:
        return _bouts(s)
    world, phase = s.world, s.phase
    ids = world.ids
    if phase == Phase.RUKR:
        return _targets(s)
    if phase == Phase.ORDER:
        seats = setup.tied(s)
        return Roll("WA-2.2", tuple(die(f"order {letter(p)}") for p in seats), None, facts=facts(seats=tuple(seats)))
    if phase == Phase.HOMES:
        homes = bits(world.home)
        return Roll("WA-3.4", tuple(die("home", ids[f]) for f in homes), None, facts=facts(n=len(homes)))
    plain = PLAIN.get(phase)
    if plain is not None:
        rule, purpose = plain
        row = listed(world, ("dice", purpose), lambda: (die(purpose, name) for name in ids))
        return Roll(rule, tuple([row[f] for f, _ in s.agenda]), None, facts=(("n", len(s.agenda)),))
    if phase == Phase.UNREST:
        seat = s.due[0]
        slots = tuple(die("unrest", ids[f]) for f in bits(revolts.thrown_for(s, seat)))
        return Roll("WA-8.52", slots, seat, facts=facts(seat=seat, n=len(slots)))
    return None


def _targets(s: State) -> Roll | None:
    aiming = [h for h in s.wave if h.to < 0]
    slots: list[Die] = []
    for h in aiming:
        slots += [die("target", s.world.ids[h.field])] * rukr.dice_for(len(h.targets))
    return Roll("WA-3.21", tuple(slots), None, facts=facts(n=len(slots), hordes=len(aiming))) if slots else None


def throwing(s: State) -> list[Bout]:
    """Bouts that owe dice; none while somebody has to choose, so that noted dice keep their places."""
    out = []
    for b in s.bouts:
        if b.step in bouts.DICE:
            out.append(b)
        elif choosing(s, b):
            return []
    return out


def choosing(s: State, b: Bout) -> bool:
    step = b.step
    return step == "lose" or (step == "after" and battles.choice(s, b)[1] >= 0)


def _bouts(s: State) -> Roll | None:
    waiting = throwing(s)
    if not waiting:
        return None
    slots: tuple[Die, ...] = ()
    hands = set()
    for b in waiting:
        space = s.world.ids[b.field] if b.field >= 0 else ""
        if b.step == "landing":
            slots += (die("ship", space),) * b.size_a + (die("man", space),) * b.size_d
        elif b.step == "loot":
            slots += (die("loot", space),) * b.size_a + (die("cash", space),) * b.size_d
        elif b.step == "foray":  # a die for each unit, ships first: who throws a 1 is lost
            for name, n in bouts.raiders(s, b):
                slots += (die("foray_ship" if name.startswith("ship") else "foray", space),) * n
        else:
            slots += (die(b.step, space),) * b.n
        hands.add(bouts.thrower(b))
    by = hands.pop() if len(hands) == 1 else None
    b = waiting[0]
    known: list[tuple[str, Any]] = [("count", len(waiting))]
    if b.field >= 0:
        known.append(("field", s.world.ids[b.field]))
    known += [("kind", b.kind), ("n", len(slots))]
    if by is not None and by < s.world.players:
        known.append(("seat", by))
    known.append(("step", b.step))
    who = by if by is not None and by < s.world.players else None
    return Roll(_rule(b), slots, who, facts=tuple(known))


def _rule(b: Bout) -> str:
    if b.step == "throw" and b.half == 1:
        return "WA-5.7"
    if b.step == "plunder" and b.kind == "storm":
        return "WA-8.13" if b.hits == 2 else "WA-8.14"
    return BOUT_RULES[b.step]


# ---------------------------------------------------------------- thrown
def _values(faces: tuple[str, ...]) -> tuple[int, ...]:
    """Faces as numbers; none where one of them is no face."""
    try:
        return tuple(map(VALUES.__getitem__, faces))
    except KeyError:
        return ()


def rolled(s: State, act: Rolled, waived: frozenset[str]) -> Outcome:
    """Faces fill the first slots that are still owed; a complete throw has its consequences."""
    throw = owed(s)
    if throw is None:
        return barred("WA-2.17") if s.phase == Phase.OVER else barred("WA-3.20", why="none")
    left = len(throw.slots) - len(s.dice)
    faces = _values(act.faces)
    if not faces or len(faces) > left:
        return malformed(throw.rule, faces=act.faces, n=left)
    if len(faces) < left:
        return caused(s, ev.DiceNoted(faces, rules=(throw.rule,)))
    c = Course(s)
    thrown = _bouts_thrown if s.bouts else _THROWN[s.phase]
    thrown(c, (*s.dice, *faces))
    return c


_THROWN: dict[str, Callable[[Course, tuple[int, ...]], None]] = {
    Phase.ORDER: setup.order_thrown, Phase.SEED: setup.seeded, Phase.HOMES: rukr.homes_thrown,
    Phase.OUTBREAK: rukr.outbreak, Phase.GATE: rukr.gate_thrown, Phase.GROWTH: rukr.grew,
    Phase.RUKR: rukr.aimed, Phase.UNREST: revolts.unrest,
}  # fmt: skip


def _bouts_thrown(c: Course, faces: tuple[int, ...]) -> None:
    """Each bout gets its dice; what changes hands follows when all have been counted."""
    at, done = 0, []
    for b in throwing(c.s):
        own = faces[at : at + b.n]
        at += b.n
        if b.step == "loot":
            battles.loot(c, b, own)
            done.append(b)
        elif b.step == "plunder":
            battles.plundered(c, b, own)
            done.append(b)
        elif b.step == "cash":
            voyages.cashed(c, b, own)
        elif b.step == "length":
            voyages.begun(c, b, own)
        elif b.step == "landing":
            voyages.landed(c, b, own)
        else:
            bouts.resolve(c, b, own)
    for b in done:
        if b.step == "loot":
            battles.held(c, b.field, b.att)
        else:
            battles.conquest(c, b.field, b.att, b.dfd, b.kind, whole=b.kind == "storm" and b.hits == 1)
