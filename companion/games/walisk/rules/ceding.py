"""Districts that are ceded, and who may talk with whom (chapter 6, WA-R63)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.guards import barred, guarded, malformed, seat_of
from companion.engine.types import Ruling, refuse
from companion.games.walisk import events as ev
from companion.games.walisk.accord import friends
from companion.games.walisk.inputs import Agree, Cede, Revoke
from companion.games.walisk.rules.course import Course, Outcome
from companion.games.walisk.rules.hands import count, fall, received
from companion.games.walisk.state import IN, PASSAGE, SETUP, Phase, State
from companion.games.walisk.world import named


# ---------------------------------------------------------------- who may talk
def talking(s: State, act: Any) -> Ruling | None:
    """Players talk at any time (WA-6.1); those who are out have nothing to give."""
    if s.phase == Phase.OVER:
        return barred("WA-2.17", seat=act.seat)
    if s.phase in SETUP or act.seat is None or not 0 <= act.seat < s.world.players or s.life[act.seat] != IN:
        setup = s.phase in SETUP
        return barred("WA-6.1" if setup else "WA-6.2", seat=act.seat, why="setup" if setup else "out")
    return None


def partner(s: State, act: Any) -> Ruling | None:
    other = act.other if isinstance(act, Agree | Revoke) else act.to
    if not 0 <= other < s.world.players or other == act.seat or s.life[other] != IN:
        known = 0 <= other < s.world.players
        why = "self" if other == act.seat else "out_other" if known else "unknown"
        return barred("WA-6.2", seat=act.seat, other=other if known else -1, why=why)
    return None


def truce(c: Course) -> None:
    """A battle between two who stand side by side now is over without a winner: nobody is to be fought (WA-R48)."""
    rukr = c.s.world.players
    for b in c.s.battles:
        if rukr not in (b.one, b.two) and friends(c.s, b.one, b.two, b.field):
            name = c.s.world.ids[b.field]
            c.do(ev.BattleEnded(name, b.one, b.two, -1, False, 0, 0, rules=("WA-6.2", "WA-R48", "WA-R39")))


# ---------------------------------------------------------------- ceded districts
def no_fight_open(s: State, act: Cede) -> Ruling | None:
    """Dice that lie are finished first: talks never delay a round (WA-6.1)."""
    return barred("WA-6.1", seat=act.seat, why="dice") if s.bouts or s.dice or s.wave or s.phase == Phase.RUKR else None


def own_fields(s: State, act: Cede) -> Ruling | None:
    fields = [s.world.index.get(f, -1) for f in act.fields]
    if not fields or -1 in fields or len(set(fields)) < len(fields):
        return malformed("WA-R63", seat=act.seat)
    seat = seat_of(act)
    foreign = next((f for f in fields if s.owner[f] != seat), -1)
    if foreign >= 0:
        return barred("WA-R63", seat=seat, field=s.world.ids[foreign])
    home = s.capital[seat]
    if home in fields and not s.world.opt["cede_capital"]:
        return refuse("WA-R63", seat=seat, field=s.world.ids[home], why="capital")
    return None


@guarded(talking, partner, no_fight_open, own_fields)
def cede(s: State, act: Cede) -> Outcome:
    """Houses go along, units stay as guests; who cedes his capital has lost it (WA-R63)."""
    seat, to = seat_of(act), act.to
    c = Course(s)
    fields = [s.world.index[f] for f in act.fields]
    home = s.capital[seat] if s.capital[seat] in fields else -1
    before = [m.bit_count() for m in s.own]
    if home >= 0:
        c.note("capital_ceded", "WA-R63", seat=seat, other=to, field=s.world.ids[home])
    c.do(ev.Ceded(seat, to, act.fields, rules=("WA-6.2", "WA-R63")))
    if home >= 0:
        fall(c, seat, to, home)
    else:
        _guests(c, seat, to, sum(1 << f for f in fields if s.here[seat] >> f & 1))
    received(c, to, fields)
    _shrunk(c, to, fields)
    truce(c)
    count(c, before)
    return c


def _shrunk(c: Course, to: int, fields: Sequence[int]) -> None:
    """A capital of five houses that is nobody's capital any more keeps four (WA-1.9)."""
    s = c.s
    for f in fields:
        if s.houses[f] > s.world.box.most and s.capital[to] != f:
            c.do(ev.Shrunk(s.world.ids[f], s.world.box.most, rules=("WA-1.9", "WA-R63")))


def _guests(c: Course, seat: int, to: int, fields: int) -> None:
    """Units in ceded districts may stay there: the receiver lets them through (WA-R63)."""
    old = next((a.fields for a in c.s.agreements if a[:3] == (PASSAGE, to, seat)), -1)
    if fields and old:
        mask = fields | (old if old > 0 else 0)
        c.do(ev.Agreed(PASSAGE, to, seat, named(c.s.world, mask), 0, rules=("WA-R63", "WA-R32")))
