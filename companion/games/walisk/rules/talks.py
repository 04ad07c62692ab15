"""Diplomacy: agreements, gifts, ceded districts; the table's own acts (chapter 6, WA-2.18, 8.31)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from companion.engine.game import Assent
from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.legal import Between, Pool
from companion.engine.types import Input, May, Ruling
from companion.games.walisk import events as ev
from companion.games.walisk.accord import bound
from companion.games.walisk.inputs import Adjourn, Agree, Cede, Confirm, Crown, Give, Hand, Revoke
from companion.games.walisk.records import record
from companion.games.walisk.rules import bouts
from companion.games.walisk.rules.ceding import partner, talking, truce
from companion.games.walisk.rules.course import Course, Outcome, caused
from companion.games.walisk.rules.hands import secret, too_dear
from companion.games.walisk.state import AGREEMENTS, GOODS, IN, OTHER, PASSAGE, SETUP, Phase, State, living, winter
from companion.games.walisk.world import World, named

MOST_ROUNDS = 40
ROUNDS: Any = Between(0, MOST_ROUNDS)
NOTHING = (0, 0, 0)
SILENT = (*SETUP, Phase.OVER)


# ---------------------------------------------------------------- agreements
def agreement_known(s: State, act: Agree) -> Ruling | None:
    if act.kind not in AGREEMENTS or not 0 <= act.rounds <= MOST_ROUNDS:
        return malformed("WA-6.2", seat=act.seat, kind=act.kind)
    if act.fields:
        return _fields_known(s, act)
    if act.kind != PASSAGE and act.kind in bound(s, seat_of(act))[act.other]:  # a new passage replaces the old one
        return barred("WA-R64", seat=act.seat, other=act.other, why="standing")
    return None


def _fields_known(s: State, act: Agree) -> Ruling | None:
    """Passage may name own districts, each once; nothing else names any."""
    fields = [s.world.index.get(f, -1) for f in act.fields]
    if act.kind != PASSAGE or -1 in fields or len(set(fields)) < len(fields):
        return malformed("WA-6.2", seat=act.seat, kind=act.kind)
    foreign = [s.world.ids[f] for f in fields if s.owner[f] != act.seat]
    return barred("WA-R32", seat=act.seat, field=foreign[0]) if foreign else None


def assent(s: State, act: Input) -> Assent | None:
    """Agreements and ceded districts change who must fight: both say yes; a capital is asked about twice (WA-R63)."""
    if isinstance(act, Agree):
        return Assent("WA-6.2", (act.other,))
    if isinstance(act, Cede) and act.seat is not None:
        crowned = s.capital[act.seat] >= 0 and s.world.ids[s.capital[act.seat]] in act.fields
        return Assent("WA-R63", (act.seat, act.to) if crowned else (act.to,))
    return None


def _parties(act: Agree | Revoke) -> tuple[int, int]:
    seat = seat_of(act)
    if act.kind == PASSAGE or seat < act.other:
        return seat, act.other
    return act.other, seat


def fought(s: State, seat: int) -> list[int]:
    """The seats that a seat fights with dice on the table."""
    sides = [(b.att, b.dfd) for b in s.bouts if (b.att == seat or b.dfd == seat) and b.kind in bouts.FIGHTS]
    return [b if a == seat else a for a, b in sides if s.world.rukr not in (a, b)]


def dice_lie(s: State, act: Agree) -> Ruling | None:
    """What is being fought with dice on the table is finished before the two agree (WA-6.1)."""
    if s.bouts and act.kind != OTHER and act.other in fought(s, seat_of(act)):
        return barred("WA-6.1", seat=act.seat, why="dice")
    return None


@guarded(talking, partner, agreement_known, dice_lie)
def agree(s: State, act: Agree) -> Outcome:
    one, two = _parties(act)
    until = s.round + act.rounds if act.rounds else 0
    rules = ["WA-6.2", "WA-6.1", "WA-R64"] + (["WA-R32"] if act.kind == PASSAGE else [])
    c = caused(s, ev.Agreed(act.kind, one, two, act.fields, until, rules=tuple(rules)))
    truce(c)
    return c


def of_kind(s: State, act: Revoke) -> list[ev.AgreementEnded]:
    """The agreements of a kind that a seat can end: those it gives, and those that bind both."""
    out = []
    for a in s.agreements:
        if a.kind == act.kind and {a.one, a.two} == {seat_of(act), act.other}:
            ids = named(s.world, a.fields)
            out.append(ev.AgreementEnded(a.kind, a.one, a.two, ids, "revoked", rules=("WA-6.3", "WA-R64")))
    return out


@guarded(talking, partner)
def revoke(s: State, act: Revoke) -> Outcome:
    ended = of_kind(s, act)
    if not ended:
        return barred("WA-R64", seat=act.seat, other=act.other, why="none")
    return caused(s, *ended)


# ---------------------------------------------------------------- gifts
def has_silver(s: State, act: Give) -> Ruling | None:
    seat = seat_of(act)
    if act.silver < 1:
        return malformed("WA-6.2", seat=seat)
    return too_dear(s, seat, act.silver)


@guarded(talking, partner, has_silver)
def give(s: State, act: Give) -> Outcome:
    seat = seat_of(act)
    return caused(s, ev.Gifted(seat, act.to, act.silver, rules=("WA-6.2",), audience=secret(s, seat, act.to)))


def goods_free(s: State, act: Hand) -> Ruling | None:
    """Only goods that are bought and not yet placed change hands (WA-6.2, R26)."""
    if act.kind not in GOODS or act.n < 1:
        return malformed("WA-6.2", seat=act.seat)
    have = s.goods[seat_of(act)][GOODS.index(act.kind)]
    if act.n > have:
        return barred("WA-6.2", seat=act.seat, kind=act.kind, n=act.n, have=have, why="goods")
    return None


def receiver_musters(s: State, act: Hand) -> Ruling | None:
    """Who gets goods must still be able to place them this winter (WA-R26)."""
    if s.phase != Phase.MUSTER or not winter(s):
        return barred("WA-R26", seat=act.seat, other=act.to, why="time")
    if act.to not in s.due:
        return barred("WA-R26", seat=act.seat, other=act.to, why="done")
    return None


@guarded(talking, partner, goods_free, receiver_musters)
def hand(s: State, act: Hand) -> Outcome:
    return caused(s, ev.Handed(seat_of(act), act.to, act.kind, act.n, rules=("WA-6.2", "WA-R26")))


# ---------------------------------------------------------------- the table's own acts
def may_crown(s: State) -> tuple[int, ...]:
    """Whom the table may declare the winner: anybody under own conditions, or the last one left (WA-2.18, R84)."""
    return () if s.phase in SILENT else _by_life(s.world, s.life)[1]


def crown(s: State, act: Crown, waived: frozenset[str]) -> Outcome:
    if s.phase == Phase.OVER:
        return barred("WA-2.17", seat=act.seat)
    if act.seat is None or act.seat not in may_crown(s):
        if s.phase in SETUP or act.seat is None or act.seat not in living(s):
            return barred("WA-2.18", seat=act.seat, why="setup" if s.phase in SETUP else "out")
        return barred("WA-2.18" if s.world.opt["victory"] == "endless" else "WA-R84", seat=act.seat)
    rule = "WA-2.18" if s.world.opt["victory"] == "custom" else "WA-R84"
    return caused(s, ev.Ended((act.seat,), "crowned", rules=(rule,)))


def may_adjourn(s: State, act: Adjourn) -> Ruling | None:
    if not s.world.opt["sessions"]:
        return barred("WA-8.31", seat=act.seat, why="off")
    return barred("WA-8.31", seat=act.seat, why="dice") if s.bouts or s.dice or s.wave else None


@guarded(talking, may_adjourn)
def adjourn(s: State, act: Adjourn) -> Outcome:
    c = Course(s)
    if s.round == 1 or not winter(s):
        c.note("not_after_autumn", "WA-8.31", season=(s.round - 1) % 4)
    c.do(ev.Adjourned(seat_of(act), tuple(living(s)), rules=("WA-8.31",)))
    return c


def confirm(s: State, act: Confirm, waived: frozenset[str]) -> Outcome:
    if act.seat is None or not 0 <= act.seat < s.world.players or not s.adjourned >> act.seat & 1:
        return barred("WA-8.31", seat=act.seat, why="unasked")
    c = Course(s)
    c.do(ev.Confirmed(act.seat, rules=("WA-8.31",)))
    if not c.s.adjourned:
        c.do(record(c.s))
    return c


# ---------------------------------------------------------------- what is legal
def rights(s: State) -> tuple[May, ...]:
    """What may be done at any time and by anybody in the game; the last one left may end it (WA-6.1, R84)."""
    return () if s.phase in SILENT or s.adjourned else _by_life(s.world, s.life)[0]


@lru_cache(maxsize=1 << 10)
def _by_life(world: World, life: tuple[str, ...]) -> tuple[tuple[May, ...], tuple[int, ...]]:
    """Rights, and whom the table may declare the winner: both hang on who is in the game."""
    left, ends = tuple([p for p, lives in enumerate(life) if lives == IN]), world.opt["victory"]
    winners = left if ends == "custom" or (len(left) == 1 and ends != "endless") else ()
    out = ["agree", "revoke", "give", "hand", "cede"] if len(left) > 1 else []
    out += ["crown"] if winners else []
    out += ["adjourn"] if world.opt["sessions"] else []
    return ((May("WA-R84" if len(left) == 1 else "WA-6.1", left, tuple(out)),) if out else ()), winners


def options(s: State, seat: int) -> list[Input]:
    """Rights of a seat; what hangs on the same facts is made once."""
    world, life, phase = s.world, s.life, s.phase
    if life[seat] != IN or phase in SILENT or s.adjourned:
        return []
    own = s.own[seat]
    dice = s.bouts or s.dice or s.wave
    free = 0 if dice or phase == Phase.RUKR else own
    if free and s.capital[seat] >= 0 and not world.opt["cede_capital"]:
        free &= ~(1 << s.capital[seat])
    out: list[Input] = []
    for other, terms in enumerate(bound(s, seat)):
        if other != seat and life[other] == IN:
            out += _deals(world, seat, other, terms, own, free)
    if s.silver[seat]:
        out += _gifts(seat, life, s.silver[seat])
    if s.bouts and fought(s, seat):
        out = [act for act in out if not isinstance(act, Agree) or dice_lie(s, act) is None]
    if phase == Phase.MUSTER and s.goods[seat] != NOTHING and winter(s):
        for other in s.due:
            if other != seat and life[other] == IN:
                out += _hands(seat, other, s.goods[seat])
    if seat in _by_life(world, life)[1]:
        out.append(Crown(seat))
    if not dice and world.opt["sessions"]:
        out.append(Adjourn(seat))
    return out


@lru_cache(maxsize=1 << 14)
def _deals(world: World, seat: int, other: int, terms: tuple[str, ...], own: int, free: int) -> tuple[Input, ...]:
    """With a partner: passage through own districts, pacts for any number of rounds, the end of those that bind both,
    and the districts of those that are free to be ceded."""
    passage = Agree(seat, PASSAGE, other, _pool(world, own, 0), ROUNDS)
    gifts = (Cede(seat, other, _pool(world, free, 1)),) if free else ()
    return (passage, *_pacts(seat, other, terms), *gifts)


@lru_cache(maxsize=1 << 10)
def _pool(world: World, fields: int, least: int) -> Any:
    """Districts that a deal may name, as they stand open in it."""
    return Pool(named(world, fields), least, fields.bit_count())


@lru_cache(maxsize=1 << 12)
def _hands(seat: int, other: int, goods: tuple[int, int, int]) -> tuple[Input, ...]:
    """Goods of each kind that one seat may hand another."""
    return tuple(Hand(seat, other, k, _up_to(n)) for k, n in zip(GOODS, goods, strict=True) if n)


@cache
def _pacts(seat: int, other: int, bound: tuple[str, ...]) -> tuple[Input, ...]:
    made = [Agree(seat, kind, other, rounds=ROUNDS) for kind in AGREEMENTS if kind != PASSAGE and kind not in bound]
    return (*made, *[Revoke(seat, kind, other) for kind in AGREEMENTS if kind in bound])


@lru_cache(maxsize=1 << 12)
def _gifts(seat: int, life: tuple[str, ...], silver: int) -> tuple[Input, ...]:
    return tuple(Give(seat, p, _up_to(silver)) for p, lives in enumerate(life) if lives == IN and p != seat)


def _up_to(most: int) -> Any:
    """A number from one on, as it stands open in a deal."""
    return Between(1, most)
