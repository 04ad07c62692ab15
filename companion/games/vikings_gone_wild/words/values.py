"""A value of a card in words, as it is asked before it is first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.words import N_, Figure, Say, Term, count, say
from companion.games.vikings_gone_wild.box import Card
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.words.events import amounts
from companion.games.vikings_gone_wild.words.names import COUNTED as TOKENS
from companion.games.vikings_gone_wild.words.names import kind

ASKING = {
    "title": N_("Is this what the cards say?"),
    "right": N_("Yes, that is what it says"),
    "wrong": N_("Correct it"),
    "later": N_("Not now"),
    "walk": N_("Check the cards"),
    "manual": N_("Something else: you enter it"),
    "file": N_("Correct it in {file}"),
}


def _n(n: v.Num) -> Any:
    return Figure(n) if isinstance(n, int) else say(N_("as many as are counted"))


def _gain(s: v.Gain) -> Say:
    if isinstance(s.beer, int) and isinstance(s.gold, int) and not s.any:
        return say(N_("gain {amounts}"), amounts=amounts(s.beer, s.gold))
    if s.any:
        return say(N_("gain {n} of choice"), n=_n(s.any))
    kinds = tuple(kind(k) for k, n in (("beer", s.beer), ("gold", s.gold)) if n)
    return say(N_("gain {kinds} for each of its buildings"), kinds=kinds)


def _parts(steps: tuple[v.Step, ...]) -> tuple[Say, ...]:
    return tuple(step_line(s) for s in steps)


def _draw(s: v.Draw) -> Say:
    if isinstance(s.n, int):
        return count(Figure(s.n), N_("draw {n} card"), N_("draw {n} cards"))
    return say(N_("draw {n}"), n=_n(s.n))


BOOSTED = {
    "others": N_("the others in the attack +{n}"), "all": N_("all in the attack +{n}"),
    "carrier": N_("whoever carries it +{n}"),
}  # fmt: skip


def _boost(s: v.Boost) -> Say:
    return say(BOOSTED.get(s.to, N_("strength +{n}")), n=Figure(s.n))


def _discard(s: v.Discard) -> Say:
    """Whose hand it leaves."""
    if s.who == v.TARGET:
        return say(N_("the one who was named discards {n}"), n=_n(s.n))
    return say(N_("each of the others discards {n}") if s.who == v.EACH else N_("discard {n}"), n=_n(s.n))


def _steal(s: v.Steal) -> Say:
    told = N_("steal {amounts} from each") if s.source == v.EACH else N_("steal {amounts}")
    return say(told, amounts=amounts(s.beer, s.gold))


def _fetch(s: v.Fetch) -> Say:
    """What kind of card, and from where."""
    kinds, named = NARROW.get(s.filter.tag), _n(s.n)
    if s.zone == v.DISCARD and kinds is not None:
        return say(N_("take up to {n} from the discard pile: {kinds}"), n=named, kinds=Term(kinds))
    return say(N_("take up to {n}"), n=named)


_STEPS: dict[type[v.Step], Callable[[Any], Say]] = {
    v.Draw: _draw,
    v.Gain: _gain,
    v.Join: lambda s: say(N_("joins an attack")),
    v.Boost: _boost,
    v.Guard: lambda s: say(N_("defence +{n}"), n=_n(s.n)),
    v.Cancel: lambda s: say(N_("removes {n} attacker"), n=Figure(s.n)),
    v.Discard: _discard,
    v.Trash: lambda s: say(N_("{n} into the box"), n=_n(s.n)),
    v.Fetch: _fetch,
    v.Dig: lambda s: say(N_("turn up cards until {n} fits"), n=_n(s.n)),
    v.Steal: _steal,
    v.Peek: lambda s: say(N_("look at a hand")),
    v.Hold: lambda s: say(N_("hold {n}"), n=_n(s.n)),
    v.Vp: lambda s: say(N_("{n} VP"), n=_n(s.n)),
    v.Favour: lambda s: say(N_("a favour")),
    v.Discount: lambda s: say(N_("{amounts} cheaper"), amounts=amounts(s.beer, s.gold)),
    v.Choice: lambda s: say(
        N_("choose {n}: {parts}"), n=Figure(s.k), parts=tuple(p for of in s.of for p in _parts(of))
    ),
    v.Optional: lambda s: say(N_("if you like: {parts}"), parts=_parts(s.steps)),
    v.If: lambda s: say(N_("under a condition: {parts}"), parts=_parts(s.then)),
    v.Pay: lambda s: say(N_("for {amounts}: {parts}"), amounts=amounts(s.beer, s.gold), parts=_parts(s.then)),
    v.Manual: lambda s: say(N_("you enter it")),
}


def step_line(step: v.Step) -> Say:
    return _STEPS[type(step)](step)


def _bonus(what: str, n: int) -> Say:
    if what == "vp":
        return say(N_("{n} VP"), n=Figure(n))
    return say(N_("a favour")) if what == "favour" else say(N_("plunder {kind}"), kind=kind(what))


def bonus_lines(bonuses: tuple[tuple[str, int], ...]) -> tuple[Say, ...]:
    """Symbols below a defence value, in words."""
    return tuple(_bonus(what, n) for what, n in bonuses) or (say(N_("nothing")),)


def told_value(card: Card, field: str) -> Say:
    """What the card file believes; conditions are only named, they stand in the rule book of the box."""
    nothing = (say(N_("nothing")),)
    if field == "cost":
        return say(N_("{cost}"), cost=amounts(card.beer, card.gold))
    if field == "upgrade":
        return say(N_("{cost}"), cost=amounts(*(card.upgrade or (0, 0))))
    if field == "damage_bonus":
        return say(N_("{parts}"), parts=bonus_lines(tuple((b.what, b.n) for b in card.damage_bonus)))
    if field in ("abilities", "reward", "built"):
        steps = card.reward if field == "reward" else card.built
        if field == "abilities":
            steps = tuple(s for a in card.abilities for s in a.steps)
        return say(N_("{parts}"), parts=_parts(steps) or nothing)
    if field == "goal" and card.goal is not None:
        return _goal(card.goal)
    if field == "value":
        return _counted(card.value)
    n = getattr(card, field)
    return say(N_("{n}"), n=Figure(n)) if isinstance(n, int) else _counted(n)


def effect_lines(card: Card) -> tuple[Say, ...]:
    """What a card is and does, as the card file believes it."""
    told: list[Say] = []
    if card.strength is not None:
        told.append(say(N_("strength {n}"), n=_strength(card.strength)))
    if card.guard is not None:
        told.append(say(N_("defence +{n}"), n=_n(card.guard)))
    if card.defence:
        told.append(say(N_("defence {n}"), n=Figure(card.defence)))
    for one in card.abilities:
        parts = _parts(one.steps)
        told += [say(N_("on success: {parts}"), parts=parts)] if one.when == v.SUCCESS else parts
    if card.reward:
        told.append(say(N_("whoever defeats it: {parts}"), parts=_parts(card.reward)))
    if card.goal is not None:
        told.append(_goal(card.goal))
    elif card.rule:
        told.append(say(N_("most of all: {what}"), what=_counted(card.value)))
    return tuple(told)


def _strength(n: v.Num) -> Any:
    """A number, or what it grows with."""
    if isinstance(n, v.Count) and n.plus:
        return say(N_("{n} and one for each: {what}"), n=Figure(n.plus), what=_counted(n))
    return Figure(n) if isinstance(n, int) else _counted(n)


COUNTED = {
    "buildings": N_("buildings"), "townhall_level": N_("level of the hall"), "tokens": N_("barrels and bars"),
    "full_depots": N_("full depots"), "cards": N_("cards"), "missions_done": N_("missions accomplished"),
    "vp": N_("points"), "turn.bought": N_("bought in a turn"), "turn.spent": N_("spent in a turn"),
    "turn.successes": N_("successes in a turn"), "turn.attackers": N_("attackers in a turn"),
    "turn.undead": N_("undead in a turn"), "turn.plundered": N_("plundered in a turn"),
    "round.repelled": N_("repelled in a round"), "round.complete_defences": N_("complete defences in a round"),
}  # fmt: skip


def _counted(n: Any) -> Say:
    if isinstance(n, int):
        return say(N_("{n}"), n=Figure(n))
    if n.counter == "tokens" and n.kind:
        return say(N_("{what}"), what=Term(TOKENS[n.kind]))
    what = Term(COUNTED[n.counter])
    of = n.id or n.kind or n.filter.tag or n.filter.deck or n.filter.id or n.target
    named = NARROW.get(of)
    if named is not None and n.counter == "cards":
        return say(N_("{what}"), what=Term(named))
    return say(N_("{what}"), what=what) if named is None else say(N_("{what}: {of}"), what=what, of=Term(named))


NARROW = {
    "brewery": N_("Brewery"), "gold_factory": N_("Gold Factory"), "drakkar": N_("Drakkar"), "tavern": N_("Tavern"),
    "beer": N_("beer"), "gold": N_("gold"), "unit": N_("units"), "defence": N_("defence cards"),
    "odin": N_("Odin's Path"), "building": N_("buildings"), "pigator": N_("Pigator"), "townhall": N_("Town Hall"),
}  # fmt: skip


def _goal(p: v.Pred) -> Say:
    if p.op == "ge" and isinstance(p.right, int):
        return say(N_("{what}, at least {n}"), what=_counted(p.left), n=Figure(p.right))
    return say(N_("a condition of the card file"))
