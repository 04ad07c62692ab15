"""Dice of exchanges, sieges, storms and forays: what each throw means, and what is owed after it.

An exchange has two halves. In each a side throws, the other saves, and what is not saved is lost; the slain of the
first half still strike in the second (WA-5.4 to 5.8).
"""

from __future__ import annotations

from collections import Counter

from companion.games.walisk import events as ev
from companion.games.walisk.rules.course import Course
from companion.games.walisk.state import Bout, Lost, State, labelled, labels

DICE = frozenset(("throw", "rethrow", "save", "resave", "siege", "again", "guard", "foray", "plunder", "loot", "cash",
                  "length", "landing"))  # fmt: skip
FIGHTS = ("battle", "storm", "siege", "foray")
STRIKES = (0, 0, 0, 0, 1, 1, 1).__getitem__  # by face
FAILS = (0, 1, 1, 1, 1, 0, 0).__getitem__


def success(faces: tuple[int, ...]) -> int:
    """4 to 6 strike (WA-5.4)."""
    return sum(map(STRIKES, faces))


def failed(faces: tuple[int, ...]) -> int:
    """1 to 4 do not save (WA-5.5)."""
    return sum(map(FAILS, faces))


def striker(b: Bout) -> int:
    return b.att if b.half == 0 else b.dfd


def hit(b: Bout) -> int:
    """The side that loses in this half; besiegers and raiders are hit by their own dice."""
    if b.kind in ("siege", "foray"):
        return b.att
    return b.dfd if b.half == 0 else b.att


def thrower(b: Bout) -> int:
    """Who throws the dice that are owed: a seat, or the side of the Rukr (then the table throws)."""
    if b.step in ("save", "resave"):
        return hit(b)
    if b.step == "guard":
        return b.dfd
    return striker(b) if b.step in ("throw", "rethrow") else b.att


def virtual(b: Bout) -> bool:
    """Whether the houses themselves fight in this half: the virtual men of a storm (WA-8.12)."""
    return b.kind == "storm" and b.half == 0


def rerolls(s: State, b: Bout, side: int) -> int:
    """How many failed dice a side may throw again: one a house of its own settlement (WA-5.9, R52, R69)."""
    if b.kind == "storm":
        return s.houses[b.field] if side == b.dfd and s.world.opt["storm_reroll"] else 0
    return s.houses[b.field] if s.owner[b.field] == side else 0


def exposed(s: State, b: Bout) -> tuple[tuple[str, int], ...]:
    """The groups among which losses may be chosen (WA-5.6); in a foray those that entered this turn."""
    side = hit(b)
    if b.kind != "foray":
        return labels(s, b.field, side)
    return labelled(s.world, b.field, [g for g in s.units[b.field] if g.side == side and g.spent])


def raiders(s: State, b: Bout) -> tuple[tuple[str, int], ...]:
    """The units of a foray in the order in which their dice are thrown: ships first."""
    return tuple(sorted(exposed(s, b), key=lambda group: (not group[0].startswith("ship"), group[0])))


def awaits(s: State, b: Bout) -> bool:
    """Whether a fight before this one may still win its defender a district to withdraw into (WA-R8, R54)."""
    if b.dfd >= s.world.players:
        return False
    at = s.bouts.index(b)
    return any(
        (i < at or other.step == "loot")
        and b.dfd in (other.att, other.dfd)
        and other.field >= 0
        and s.world.near[b.field] >> other.field & 1
        for i, other in enumerate(s.bouts)
    )


def resolve(c: Course, b: Bout, faces: tuple[int, ...]) -> None:
    """What the dice of one fight mean (WA-5.4 to 5.10, 5.21, 5.22, 8.22)."""
    step, s = b.step, c.s
    if step == "throw":
        hits = success(faces)
        rules = ["WA-5.4" if b.half == 0 else "WA-5.7"]
        if b.kind == "storm":
            rules += ["WA-8.12"]
        k = min(len(faces) - hits, rerolls(s, b, striker(b))) if s.world.opt["city_reroll"] == "both" else 0
        if k:
            _thrown(c, b, faces, hits, "rethrow", k, (*rules, "WA-R52"))
        else:
            _saves(c, b, faces, hits, tuple(rules))
    elif step == "rethrow":
        _saves(c, b, faces, b.hits + success(faces), ("WA-R52", "WA-5.9"))
    elif step == "save":
        fails = failed(faces)
        k = min(fails, rerolls(s, b, hit(b)))
        if k:
            _thrown(c, b, faces, fails - k, "resave", k, ("WA-5.5", "WA-5.9"))
        else:
            _losses(c, b, faces, fails, ("WA-5.5",))
    elif step == "resave":
        own_turn = ("WA-5.10",) if b.half == 1 and b.kind == "battle" else ()
        rule = "WA-R69" if b.kind == "storm" else "WA-R52"
        _losses(c, b, faces, b.hits + failed(faces), ("WA-5.9", rule, *own_turn))
    elif step == "siege":
        _siege(c, b, faces)
    elif step == "again":
        _losses(c, b, faces, failed(faces), ("WA-5.21",))
    elif step == "guard":
        broken = min(failed(faces), s.houses[b.field])
        rules = ["WA-5.22"]
        if failed(faces) > broken:
            rules.append("WA-R62")
        _thrown(c, b, faces, broken, "close", 0, tuple(rules))
    elif step == "foray":
        _foray(c, b, faces)


def _thrown(
    c: Course, b: Bout, faces: tuple[int, ...], hits: int, then: str, n: int, rules: tuple[str, ...], lost: Lost = ()
) -> None:  # fmt: skip
    then, half, n = _onward(b, then, n)
    name = c.s.world.ids[b.field]
    c.do(ev.Thrown(name, thrower(b), b.step, faces, hits, then, half, n, lost, rules=rules))


def _onward(b: Bout, then: str, n: int) -> tuple[str, int, int]:
    """The step that follows, its half and its dice: to strike back is to throw in the second half."""
    return ("throw", 1, b.size_d) if then == "strike" else (then, b.half, n)


def _saves(c: Course, b: Bout, faces: tuple[int, ...], hits: int, rules: tuple[str, ...]) -> None:
    if hits:
        _thrown(c, b, faces, hits, "save", hits, rules)
    else:
        _losses(c, b, faces, 0, rules)


def _siege(c: Course, b: Bout, faces: tuple[int, ...]) -> None:
    """6 strikes for now, 1 is thrown again, all else does nothing (WA-5.21, R62)."""
    sixes, ones = faces.count(6), faces.count(1)
    then, n = ("again", ones) if ones else ("guard" if sixes else "close", sixes)
    _thrown(c, b, faces, sixes, then, n, ("WA-5.21", "WA-R62"))


def _foray(c: Course, b: Bout, faces: tuple[int, ...]) -> None:
    """5 and 6 take silver; a unit whose own die shows 1 is lost (WA-8.22): dice lie in the order of ``raiders``."""
    units = [name for name, n in raiders(c.s, b) for _ in range(n)]
    lost = Counter(name for name, face in zip(units, faces, strict=True) if face == 1)
    silver = faces.count(5) + 2 * faces.count(6)
    _thrown(c, b, faces, silver, "close", 0, ("WA-8.22",), tuple(sorted(lost.items())))


def after_losses(b: Bout) -> str:
    if b.kind == "siege":
        return "guard" if b.hits else "close"
    if b.kind == "foray":
        return "close"
    return "strike" if b.half == 0 else "close"


def _losses(c: Course, b: Bout, faces: tuple[int, ...], fails: int, rules: tuple[str, ...]) -> None:
    """As many losses as failed saves, but no more than there are units (WA-R51); which, the owner chooses (WA-5.6)."""
    size = b.size_d if virtual(b) or (b.half == 0 and b.kind == "battle") else b.size_a
    n = min(fails, size)
    if fails > n:
        rules = (*rules, "WA-R51")
    kept = b.hits if b.kind in ("siege", "foray") else 0
    then = after_losses(b)
    owed = b.hits if then == "guard" else 0
    if virtual(b):
        lost: Lost = (("man", n),) if n else ()
        _thrown(c, b, faces, kept, then, owed, rules, lost)
        return
    sure: Lost = ()
    if n:
        groups = exposed(c.s, b)
        total = sum(k for _, k in groups)
        if n < total and len(groups) > 1:
            _thrown(c, b, faces, kept, "lose", n, (*rules, "WA-5.6"))
            return
        sure = groups if n >= total else ((groups[0][0], n),)
    _thrown(c, b, faces, kept, then, owed, rules, sure)


def choose(c: Course, b: Bout, lost: Lost) -> None:
    """The owner has named his losses (WA-5.6)."""
    then = after_losses(b)
    then, half, n = _onward(b, then, b.hits if then == "guard" else 0)
    c.do(ev.LossChosen(c.s.world.ids[b.field], hit(b), lost, then, half, n, rules=("WA-5.6",)))
