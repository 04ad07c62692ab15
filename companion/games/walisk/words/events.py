"""What happened in Walisk, one line of the log each."""

from __future__ import annotations

import re
from typing import Any

from companion.engine.dispatch import handlers
from companion.engine.types import Event, Notice
from companion.engine.words import N_, Figure, Line, Say, Telling, Term, Where, Who, by_kind, count, people, say
from companion.games.walisk import events as ev
from companion.games.walisk.state import season, year
from companion.games.walisk.words.names import SEASON_NAMES, TRIBE_NAMES, army, group_line, things, units_line


def _places(ids: tuple[str, ...]) -> tuple[Where, ...]:
    return tuple(Where(i) for i in ids)


def _groups(lost: ev.Lost) -> tuple[Say, ...]:
    return tuple(group_line(name, n) for name, n in lost)


def _by_piece(lost: ev.Lost) -> ev.Lost:
    """The same by kind of piece, wherever the units came from."""
    told: dict[str, int] = {}
    for name, n in lost:
        kind = re.split("[@+<]", name)[0]
        told[kind] = told.get(kind, 0) + n
    return tuple(told.items())


def _to(whom: int | str) -> Who | Where:
    """Whom something goes to, or which field."""
    return Who(whom) if isinstance(whom, int) else Where(whom)


tell = Telling(
    seat=Who, by=Who, other=Who, to=_to, field=Where, old=Where, new=Where, fields=_places, lost=_groups, n=Figure,
)  # fmt: skip


# ---------------------------------------------------------------- set-up and rounds
def _order(e: ev.OrderSettled) -> Say:
    starts = people((*e.choosing, *e.invaders))
    return say(N_("Starts: {choosing}; rounds: {turns}"), choosing=starts, turns=people(e.turns))


def _started(e: ev.Started) -> Say:
    if e.invader:
        return say(N_("{seat} appears as an invader on {field}"), seat=Who(e.seat), field=Where(e.field))
    return say(N_("{seat} starts in {field}"), seat=Who(e.seat), field=Where(e.field))


def _seeded(e: ev.Seeded) -> Say:
    n = sum(e.counts)
    return count(Figure(n), N_("{n} Rukr in the free district"), N_("{n} Rukr in the free districts"))


def _round(e: ev.RoundBegan) -> Say:
    return say(N_("{season} of year {n}"), season=Term(SEASON_NAMES[season(e.round)]), n=Figure(year(e.round)))


def _round_ended(e: ev.RoundEnded) -> Say | None:
    held = tuple(
        say(N_("{seat} ({n} in a row)"), seat=Who(p), n=Figure(h)) for p, h in enumerate(e.hold) if h
    )  # fmt: skip
    return say(N_("Enough districts at the end of the round: {held}"), held=held) if held else None


def _ended(e: ev.Ended) -> Say:
    if not e.winners:
        return say(N_("Nobody is left"))
    if e.how == "khan":
        return say(N_("{seats} is Khan"), seats=people(e.winners))
    return say(N_("{seats} wins"), seats=people(e.winners))


# ---------------------------------------------------------------- the Rukr
def _homes(e: ev.HomesThrown) -> Say:
    if e.todo and 6 in e.faces:
        return say(N_("The Rukr break out of {fields}"), fields=_places(e.todo))
    return say(N_("All homes stay quiet"))


def _outbreak(e: ev.Outbreak) -> Say:
    return say(N_("{n} Rukr more in {fields}"), n=Figure(sum(e.faces)), fields=_places(e.fields))


def _grew(e: ev.Grew) -> Say:
    return count(Figure(sum(e.added)), N_("{n} more Rukr"), N_("{n} more Rukr"))


# ---------------------------------------------------------------- musters
def _income(e: ev.Income) -> Say:
    if e.tribes:
        names = tuple(Term(TRIBE_NAMES[t]) for t in e.tribes)
        return say(N_("{seat} has {n} silver, Werir of {tribes}"), seat=Who(e.seat), n=Figure(e.silver), tribes=names)
    return say(N_("{seat} has {n} silver"), seat=Who(e.seat), n=Figure(e.silver))


def _bought(e: ev.Bought) -> Say:
    return say(N_("{seat} buys {things}"), seat=Who(e.seat), things=things(e.kind, e.n))


def _placed(e: ev.Placed) -> Say:
    return say(
        N_("{seat} places {things} in {field}"), seat=Who(e.seat), things=things(e.kind, e.n), field=Where(e.field)
    )


# ---------------------------------------------------------------- movement
def _sailed(e: ev.Sailed) -> Say:
    line = N_("{seat} tows {army} in {field}") if e.field == e.to else N_("{seat}: {army} from {field} to {to}")
    return say(line, seat=Who(e.seat), army=army(e.ships, e.men), field=Where(e.field), to=Where(e.to))


def _voyage(e: ev.VoyageBegan) -> Say:
    return say(
        N_("{seat}: {army} on voyage, length {n}"), seat=Who(e.seat), army=army(e.ships, e.men), n=Figure(e.length)
    )


def _returned(e: ev.Returned) -> Say:
    return say(N_("{seat}: {army} back on {field}"), seat=Who(e.seat), army=army(e.ships, e.men), field=Where(e.field))


def _voyage_losses(e: ev.VoyageLosses) -> Say:
    if not e.ships + e.men:
        return say(N_("{seat} loses nobody on the voyage"), seat=Who(e.seat))
    return say(N_("{seat} loses {army} on the voyage"), seat=Who(e.seat), army=army(e.ships, e.men))


def _purse_taken(e: ev.PurseTaken) -> Say:
    if e.winner < 0:
        return say(N_("{n} silver of {loser} is gone"), n=Figure(e.silver), loser=Who(e.loser))
    return say(N_("{winner} takes {n} silver of {loser}"), n=Figure(e.silver), loser=Who(e.loser), winner=Who(e.winner))


# ---------------------------------------------------------------- battles
def _bout(e: ev.BoutBegan) -> Say | None:
    if e.kind == "battle":
        line = N_("Battle in {field}: {a} against {d}")
        return say(line, field=Where(e.field), a=Figure(e.size_a), d=Figure(e.size_d))
    if e.kind not in BOUTS:
        return None
    return say(BOUTS[e.kind], field=Where(e.field), a=units_line(e.size_a), d=things("house", e.size_d))


BOUTS = {
    "siege": N_("Siege of {field}: {a}"), "storm": N_("Storm of {field}: {a} against {d}"),
    "foray": N_("Foray in {field}: {a}"),
}


def _exchanged(e: ev.Exchanged) -> Say:
    sides = ((e.att, e.lost_a), (e.dfd, e.lost_d))
    lost = tuple(_fallen_of(side, groups) for side, groups in sides if groups)
    if not lost:
        return say(N_("Nobody falls in {field}"), field=Where(e.field))
    return say(N_("Slain in {field}: {lost}"), field=Where(e.field), lost=lost)


def _fallen_of(side: int, groups: ev.Lost) -> Say:
    """What a side has lost, whose it is; dead Rukr are named by themselves."""
    lost = _groups(_by_piece(groups))
    if groups[0][0].startswith("rukr"):
        return lost[0]
    return say(N_("{lost} of {seat}"), lost=lost, seat=Who(side))


def _withdrew(e: ev.Withdrew) -> Say:
    if not e.moves:
        return say(N_("{seat}'s army in {field} has no refuge and is lost"), seat=Who(e.seat), field=Where(e.field))
    where = tuple(Where(i) for i in dict.fromkeys(w.rpartition(".")[0] or w for _, _, w in e.moves))
    line = N_("{seat} flees from {field} to {to}") if e.how == "flight" else N_("{seat} goes back from {field} to {to}")
    return say(line, seat=Who(e.seat), field=Where(e.field), to=where)


def _battle_ended(e: ev.BattleEnded) -> Say:
    if e.winner < 0 and "WA-R48" in e.rules:
        return say(N_("The battle in {field} is over, without a winner"), field=Where(e.field))
    if e.winner < 0:
        return say(N_("Nobody is left in {field}"), field=Where(e.field))
    return say(N_("The battle in {field} is over"), field=Where(e.field))


def _besieged(e: ev.Besieged) -> Say:
    if not e.houses:
        return say(N_("The houses of {field} stand"), field=Where(e.field))
    return count(
        Figure(e.houses), N_("{n} house of {field} falls"), N_("{n} houses of {field} fall"), field=Where(e.field)
    )


def _stormed(e: ev.Stormed) -> Say:
    lines = {
        "razed": N_("{field} is destroyed"), "taken": N_("{field} is taken by storm"),
        "held": N_("{field} holds out"),
    }  # fmt: skip
    return say(lines[e.result], field=Where(e.field))


def _forayed(e: ev.Forayed) -> Say:
    known = {"seat": Who(e.seat), "field": Where(e.field)}
    took = say(N_("{seat}'s army carries nothing off from {field}"), **known)
    if e.silver:
        took = say(N_("{seat}'s army carries {n} silver off from {field}"), n=Figure(e.silver), **known)
    if not e.paid:
        return took
    return say(N_("{took}; {owner} gets {n} silver for what fell"), took=took, owner=Who(e.owner), n=Figure(e.paid))


def _taken(e: ev.Taken) -> Say:
    if e.seat < 0:
        return say(N_("{field} belongs to nobody now"), field=Where(e.field))
    return say(N_("{seat} owns {field}"), seat=Who(e.seat), field=Where(e.field))


def _fallen(e: ev.RealmFallen) -> Say:
    if e.by < 0:
        return say(N_("{seat}'s capital falls to the Rukr, the realm is gone"), seat=Who(e.seat))
    return say(N_("{seat}'s capital falls, all that is left goes to {by}"), seat=Who(e.seat), by=Who(e.by))


def _unrest(e: ev.UnrestThrown) -> Say:
    n = e.faces.count(6)
    if not n:
        return say(N_("{seat}: no die shows unrest"), seat=Who(e.seat))
    return count(Figure(n), N_("{seat}: {n} die shows unrest"), N_("{seat}: {n} dice show unrest"), seat=Who(e.seat))


# ---------------------------------------------------------------- diplomacy and records
AGREED = {
    "passage": N_("{one} lets {two} pass"), "peace": N_("{one} and {two} make peace"),
    "alliance": N_("{one} and {two} are allies"), "other": N_("{one} and {two} have an agreement"),
}  # fmt: skip
UNAGREED = {
    "revoked": N_("An agreement of {one} and {two} is revoked"),
    "expired": N_("An agreement of {one} and {two} runs out"),
    "broken": N_("An agreement of {one} and {two} is broken"), "fallen": N_("An agreement of {one} and {two} is void"),
}  # fmt: skip


def _agreed(e: ev.Agreed) -> Say:
    return say(AGREED[e.kind], one=Who(e.one), two=Who(e.two))


def _unagreed(e: ev.AgreementEnded) -> Say:
    return say(UNAGREED[e.why], one=Who(e.one), two=Who(e.two))


def _handed(e: ev.Handed) -> Say:
    return say(N_("{seat} gives {to} {things}"), seat=Who(e.seat), to=Who(e.to), things=things(e.kind, e.n))


def _recorded(e: ev.Recorded) -> Say:
    when = Term(SEASON_NAMES[e.season])
    return say(N_("Recorded: {season} of year {n}"), season=when, n=Figure(e.year))


# ---------------------------------------------------------------- warnings
HINT_LINES = {
    "settlements": N_("Many and large settlements bring silver year after year, and they help in battle."),
    "voyages": N_("A unit on voyage comes back with 4.5 silver on average, five times out of six."),
    "loot": N_("Loot the dead after a won battle."),
    "long_battles": N_("A battle of more than three against three rarely ends in one round."),
    "reserves": N_("Keep reserves where many borders are one round away."),
    "rukr": N_("Watch the Rukr: they grow every winter."),
    "capital": N_("Guard the capital: who loses it has lost."),
}
NOTICES = {
    "breach": N_("{seat} breaks the word given to {other}."),
    "no_room": N_("{seat} has more men on {field} than the ships carry."),
    "no_conqueror_left": N_("The last house of {field} is gone, but nobody is left to take it."),
    "capital_unattended": N_("{seat}'s capital {field} stands without a unit."),
    "no_garrison": N_("{field} stands empty beside a horde."),
    "capital_ceded": N_("{seat} gives the capital away and has lost the game with it."),
    "not_after_autumn": N_("An evening ends best after autumn."),
}
GOALS = {
    "goal_reached": (N_("{seat} owns one district: enough for victory, if it is held."),
                     N_("{seat} owns {n} districts: enough for victory, if they are held.")),
    "goal_lost": (N_("{seat} owns one district: no longer enough for victory."),
                  N_("{seat} owns {n} districts: no longer enough for victory.")),
}  # fmt: skip
SUPPLIES = {
    "man": N_("{seat} has used up the men of the colour."), "ship": N_("{seat} has used up the ships of the colour."),
    "house": N_("The houses are used up."), "rukr": N_("The Rukr pieces are used up."),
}  # fmt: skip


def notice_line(e: Notice) -> Say:
    f: dict[str, Any] = dict(e.facts)
    if e.code == "hint":
        return say(HINT_LINES[f["hint"]])
    known = tell.known(f)
    if "districts" in f:
        return count(f["districts"], *GOALS[e.code], seat=known["seat"])
    if e.code == "supply":
        return say(SUPPLIES[f["kind"]], **known)
    return say(NOTICES[e.code], **known)


# ---------------------------------------------------------------- the log
# One line of it an event; none for what needs no line of its own.
LINES: dict[type[Event], Line] = {
    **handlers(Event, Say, globals()),
    ev.HordeMoved: tell(N_("A horde of {n} goes from {field} to {to}")),
    ev.HoldLost: tell(N_("{seat} no longer holds enough districts")),
    ev.Displaced: tell(N_("{seat} takes the house in {field} back: it is too near now")),
    ev.Refunded: tell(N_("{seat} gets {n} silver back for what was not placed"), n="silver"),
    ev.CapitalMoved: tell(N_("{seat} moves the capital from {old} to {new}")),
    ev.CapitalSet: tell(N_("{field} is {seat}'s capital")),
    ev.Founded: tell(N_("{seat} builds the first house in {field}")),
    ev.Shrunk: tell(N_("{field}: a house is taken down, only a capital has five")),
    ev.Walked: tell(N_("{seat}: {n} man from {field} to {to}"), N_("{seat}: {n} men from {field} to {to}"), n="men"),
    ev.Cashed: tell(N_("{seat} brings {n} silver home to {field}"), n="silver"),
    ev.PurseEmptied: tell(N_("{seat} brings {n} silver home to {field}"), n="silver"),
    ev.Looted: tell(N_("{seat} loots {n} silver in {field}"), n="silver"),
    ev.Drowned: tell(N_("{seat} loses {lost} on {field}: no room on the ships")),
    ev.Plundered: tell(N_("{seat} plunders {n} silver in {field}"), n="silver"),
    ev.SeatOut: tell(N_("{seat} has nothing left and is out")),
    ev.Inherited: tell(N_("{by} takes {seat}'s treasure: {n} silver"), n="silver"),
    ev.Revolted: tell(N_("{seat} rises in {fields}")),
    ev.Gifted: tell(N_("{seat} gives {to} {n} silver"), n="silver"),
    ev.Ceded: tell(N_("{seat} cedes {fields} to {to}")),
    ev.Adjourned: tell(N_("{seat} ends the evening")),
}
event_line = by_kind(LINES)
