"""What the panel beside the map says: seasons, odds, the sweep of the Rukr, treasures, fights that go on."""

from __future__ import annotations

from companion.engine.types import Input
from companion.engine.words import N_, Figure, Say, Term, Where, Who, count, say
from companion.games.walisk import odds
from companion.games.walisk.prospects import Fight, Foray, Leaving, Melee, Prospect, Siege, Storm, chance_of, of_act
from companion.games.walisk.state import State, sides_in, units_of
from companion.games.walisk.words.names import TRIBE_NAMES, side, things

ODDS = N_("Odds to the end")
SWEEP = N_("The Rukr")
YEAR = N_("Year {n}")
YEARS = N_("Year")
STANDING = N_("Standing after each season")
SECOND = N_("{silver} silver · {units} units")
SECOND_SHORT = N_("{silver} silver")
SECRET = N_("{units} units")
MISSING = N_("{n} to go")
HELD = N_("held {n} of {all}")
STAGES = {
    "homes": N_("Homes"), "outbreak": N_("Outbreak"), "gate": N_("Who grows"), "growth": N_("How much"),
    "seed": N_("First Rukr"), "target": N_("Hordes"), "fight": N_("Fights"),
}  # fmt: skip
DICE = N_("{n} of {total} dice")
ROUNDS_LEFT = N_("{n} rounds")
GOAL = N_("Goal: {n} districts")
LEFT = {"house": N_("Settlements"), "swords": N_("Men"), "waves": N_("Ships"), "coin": N_("Silver")}  # at the end


def ending_line(s: State, how: str) -> Say:
    """Why the game is over. ``how``: as the event of the end tells it."""
    seats = tuple(map(Who, s.winners))
    if how == "khan":
        n, rounds = Figure(s.world.victory), s.world.opt["hold_rounds"]
        one = N_("{seats} has held {m} districts or more through one more round and is Khan.")
        many = N_("{seats} has held {m} districts or more through {n} more rounds and is Khan.")
        return count(rounds, one, many, seats=seats, m=n)
    if how == "crowned":
        return say(N_("The table has given the victory to {seats}."), seats=seats)
    if seats:
        return say(N_("Only {seats} still has a realm."), seats=seats)
    return say(N_("Nobody has a realm any more."))


def percent(p: float) -> str:
    """A chance in whole percent; only what is certain is 0 or 100."""
    n = round(100 * p)
    if n == 0 and p > 0:
        return "<1"
    if n == 100 and p < 1 - 1e-9:
        return ">99"
    return str(n)


def tenth(x: float) -> float:
    return round(x, 1)


TRIBE_OF = N_("{field}, {tribe}")
OF_SEAT = N_("{place}: {seat}'s")
OF_NOBODY = N_("{place}: nobody's")


def place_facts(s: State, name: str) -> Say | None:
    """A field in a line: its tribe and owner, houses and who stands there; None for a field with nothing to say."""
    world = s.world
    if name not in world.index:
        return None
    f = world.index[name]
    tribe = next((t for t, mask in world.tribes if mask >> f & 1), "none")
    place = say(TRIBE_OF, field=Where(name), tribe=Term(TRIBE_NAMES[tribe])) if world.settle >> f & 1 else Where(name)
    here: list[Say] = [things("house", s.houses[f])] if s.houses[f] else []
    for p in (*sides_in(s, f), world.players):
        n = units_of(s, f, p)
        if n:
            here.append(say(N_("{n} of {side}"), n=Figure(n), side=side(world.side_name(p))))
    told = (
        place
        if not world.settle >> f & 1
        else say(OF_SEAT if s.owner[f] >= 0 else OF_NOBODY, place=place, seat=Who(max(0, s.owner[f])))
    )
    return say(N_("{place}; {here}"), place=told, here=tuple(here)) if here else say(N_("{place}"), place=told)


# ---------------------------------------------------------------- the odds panel
def fight_title(p: Fight) -> Say:
    foes = sum(p.foes) if isinstance(p, Melee) else p.foes if isinstance(p, Prospect) else getattr(p, "houses", 0)
    return say(N_("{field} {units}:{foes}"), field=Where(p.field), units=Figure(p.units), foes=Figure(foes))


def fight_row(p: Fight) -> Say:
    """Chance to win, and what it costs on average."""
    if isinstance(p, Siege):
        return say(N_("falls {p} % · {n} throws"), p=percent(p.chance.falls), n=tenth(p.chance.throws))
    if isinstance(p, Storm | Foray):
        return short_odds(p)
    b = p.city
    return say(N_("won {p} % · about {own} lost"), p=percent(b.attacker), own=tenth(b.lost_attacker))


def short_odds(p: Fight | Leaving) -> Say:
    """A fight in a few letters: strengths, and how likely it is won."""
    if isinstance(p, Leaving):
        return say(N_("all come home: {p} %"), p=percent(p.safe))
    if isinstance(p, Foray):
        return say(N_("about −{own}, {silver} silver"), own=tenth(p.chance.lost), silver=tenth(p.chance.silver))
    if isinstance(p, Storm):
        return say(N_("taken {p} %, razed {q} %"), p=percent(p.chance.taken), q=percent(p.chance.razed))
    if isinstance(p, Siege):
        return say(N_("{units} against {houses}: falls {p} %"), units=Figure(p.units), houses=things("house", p.houses),
                   p=percent(p.chance.falls))  # fmt: skip
    foes = sum(p.foes) if isinstance(p, Melee) else p.foes
    return say(N_("{units} against {foes}: won {p} %"), units=Figure(p.units), foes=Figure(foes),
               p=percent(chance_of(p)))  # fmt: skip


def plain_row(p: Prospect) -> Say:
    """The same without the houses, where they help."""
    return say(N_("{p} % without the houses"), p=percent(p.plain.attacker))


# ---------------------------------------------------------------- advice before an act
def advice_line(s: State, act: Input) -> Say | None:
    """Odds of what an act lets in for; None where nothing is at stake."""
    p = of_act(s, act)
    if isinstance(p, Prospect):
        return _battle(s, p)
    if isinstance(p, Siege):
        return say(
            N_("{n} units besiege {houses}: all houses fall in {p} of 100, decided after {throws} throws."),
            n=Figure(p.units), houses=things("house", p.houses), p=percent(p.chance.falls),
            throws=tenth(p.chance.throws),
        )  # fmt: skip
    if isinstance(p, Melee):
        return say(
            N_("{n} against {foes} of several sides, one after the other: all beaten in {p} of 100, {own} lost."),
            n=Figure(p.units), foes=Figure(sum(p.foes)), p=percent(p.city.attacker), own=tenth(p.city.lost_attacker),
        )  # fmt: skip
    if isinstance(p, Storm):
        return say(
            N_("{n} units storm {houses}: taken in {p} of 100, razed in {q}, held in {r}."),
            n=Figure(p.units), houses=things("house", p.houses), p=percent(p.chance.taken), q=percent(p.chance.razed),
            r=percent(p.chance.held),
        )  # fmt: skip
    if isinstance(p, Foray):
        return say(
            N_("A foray of {n} units loses {own} and brings {silver} silver on average."),
            n=Figure(p.units), own=tenth(p.chance.lost), silver=tenth(p.chance.silver),
        )  # fmt: skip
    if isinstance(p, Leaving):
        return say(
            N_("All come home in {safe} of 100, with {silver} silver on average; within four rounds only in {four}."),
            safe=percent(p.safe), silver=tenth(p.silver), four=percent(p.four),
        )  # fmt: skip
    return None


def _battle(s: State, p: Prospect) -> Say:
    known = {
        "n": Figure(p.units), "foes": Figure(p.foes), "side": side(s.world.side_name(p.side)),
        "p": percent(p.city.attacker), "q": percent(p.city.nobody), "rounds": tenth(p.city.exchanges),
        "own": tenth(p.city.lost_attacker),
        "theirs": tenth(p.city.lost_defender), "plain": percent(p.plain.attacker), "houses": things("house", p.houses),
    }  # fmt: skip
    if not p.helped:
        return say(
            N_("{n} against {foes} of {side}: won in {p} of 100, both gone in {q}; {rounds} exchanges, {own} lost for "
               "{theirs}."), **known,
        )  # fmt: skip
    return say(
        N_("{n} against {foes} of {side} and {houses}: won in {p} of 100 ({plain} without them), both gone in {q}; "
           "{rounds} exchanges, {own} lost for {theirs}."), **known,
    )  # fmt: skip


# ---------------------------------------------------------------- the rule of thumb
def rule_notes(rule: str) -> tuple[Say, ...]:
    """What chapter 7 promises of voyages and battles, with the true figures (WA-7.1)."""
    return _thumb() if rule == "WA-7.1" else ()


def _thumb() -> tuple[Say, ...]:
    length = odds.voyage_length()
    equal = odds.kills(4)[4] ** 2
    return (
        say(N_("A unit comes home in {p} of 100 voyages."), p=tenth(100 * (1 - odds.VOYAGE_LOSS))),
        say(N_("It brings {n} silver if it does, {m} if every loss is counted."), n=tenth(odds.PLUNDER),
            m=odds.PLUNDER * (1 - odds.VOYAGE_LOSS)),
        say(N_("Back within four rounds: {p} of 100, not more; {n} rounds on average."), p=tenth(100 * sum(length[:4])),
            n=round(sum(k * p for k, p in enumerate(length, 1)), 2)),
        say(N_("Four against four end in one exchange in {p} of 100."), p=tenth(100 * ending(4, 4, equal))),
        say(N_("Rukr in a district grow by {n} a winter."), n=tenth(odds.horde_growth())),
    )  # fmt: skip


def ending(attackers: int, defenders: int, both: float) -> float:
    """How likely one exchange makes an end of one side at least; ``both``: of both."""
    one = odds.capped(odds.kills(attackers), defenders)[defenders]
    two = odds.capped(odds.kills(defenders), attackers)[attackers]
    return one + two - both
