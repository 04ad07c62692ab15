"""What the keys of the table screen say: prices, strength against defence, points won."""

from __future__ import annotations

from typing import Any

from companion.engine.types import Input
from companion.engine.words import N_, Figure, Say, Term, count, say
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.rules.buying import bought, hall_price
from companion.games.vikings_gone_wild.rules.paying import amount, price
from companion.games.vikings_gone_wild.rules.running import step_at
from companion.games.vikings_gone_wild.rules.strength import sent, strength
from companion.games.vikings_gone_wild.rules.targets import defence_of, target_card
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.words.events import amounts
from companion.games.vikings_gone_wild.words.values import step_line

KEYS = {
    "again": N_("Choose anew"),
    "more": N_("More"),
    "back": N_("Back"),
    "look": N_("Villages"),
    "buy": N_("Buy and build"),
    "hand": N_("To the hand"),
    "page": N_("Next page"),
    "village": N_("{name}'s village"),
    "drop": N_("Discard these, hold the rest"),
    "no_defence": N_("No defence"),
    "no_unit": N_("A unit attacks: touch one first."),
    "more_go": N_("More cards must go: touch them first."),
}


def part_line(s: State, act: acts.Use) -> Say | None:
    """What an open part of a card does."""
    mine = (o for o in s.now.offers if o.seat == act.seat and o.part + 1 == act.part)
    found = (s.world.programs[o.key][o.part] for o in mine if s.world.name_of[o.key] == act.card)
    return next((step_line(step) for step in found), None)


def way_line(s: State, act: acts.Pick) -> Say | None:
    """What the parts of a card do that are chosen; None where no part is."""
    step = step_at(s, s.stack[-1]) if s.stack else None
    if isinstance(step, v.Optional):
        steps = step.steps
    elif isinstance(step, v.Choice):
        steps = tuple(x for i in act.what.split("+") if i.isdecimal() for x in step.of[int(i) - 1])
    else:
        return None
    return say(N_("{parts}"), parts=tuple(step_line(x) for x in steps) or (Term(N_("nothing")),))


def price_line(s: State, act: Input) -> Say | None:
    """What an act costs, and how many tokens of the village pay for it; of a part of a card what it does."""
    tokens: acts.Counts
    if isinstance(act, acts.Use):
        return part_line(s, act)
    if isinstance(act, acts.Buy | acts.Build):
        (beer, gold), tokens = price(s, s.world.index[bought(act)]), (*act.beer, *act.gold)
    elif isinstance(act, acts.Upgrade) and act.seat is not None:
        (beer, gold), tokens = hall_price(s, act.seat), (*act.beer, *act.gold)
    elif isinstance(act, acts.Swap):
        (beer, gold), tokens = (0, 1), act.gold
    else:
        return None
    paid = amount(tokens)
    parts = amounts(beer, gold)
    cost: Any = parts
    if isinstance(parts, tuple) and len(parts) == 2:
        cost = say(N_("{beer} + {gold}"), beer=parts[0], gold=parts[1])
    if not paid:
        return say(N_("{cost}"), cost=cost)
    return say(N_("{cost}, village {n}"), n=Figure(paid), cost=cost)


def total_strength(s: State, seat: int, attack: acts.Attack) -> int:
    """The strength of an attack before it is declared."""
    return strength(s.world, sent(s, seat, attack), [s.world.index[b] for b in attack.boosts])


def points_won(s: State, target: str) -> int:
    """Points of one more success: the damage bonus and what the attack table gives more; or a reward."""
    card = s.world.cards[target_card(s, target)]
    if target not in s.world.spaces:
        return sum(step.n for step in card.reward if isinstance(step, v.Vp) and isinstance(step.n, int))
    more = s.world.attack_vp(s.now.hits + 1) - s.world.attack_vp(s.now.hits)
    return more + sum(b.n for b in card.damage_bonus if b.what == "vp")


def attack_line(s: State, target: str, attack: acts.Attack | None) -> Say:
    """Strength against defence, and what a success is worth."""
    has = 0 if attack is None else total_strength(s, s.turn, attack)
    won = points_won(s, target)
    known = {"strength": Figure(has), "defence": Figure(defence_of(s, target))}
    if not won:
        return say(N_("{strength} : {defence}"), **known)
    return count(
        Figure(won), N_("{strength} : {defence}, {n} point"), N_("{strength} : {defence}, {n} points"), **known
    )


def window_line(s: State, target: str, card: str = "") -> Say | None:
    """A declared attack: its strength against the defence, with what a card of fixed value would add."""
    strike = next(k for k in s.now.strikes if k.target == target)
    has = strength(s.world, strike.fighters, list(strike.boosts))
    added = s.world.cards[s.world.index[card]].guard if card else 0
    if not isinstance(added, int):
        return None  # it depends on what is chosen
    defence = defence_of(s, target) + added
    return say(N_("{strength} : {defence}"), strength=Figure(has), defence=Figure(defence))


def hand_line(picked: int, most: int, own: int | None) -> Say | None:
    """How many of a card were touched, else how strong it is."""
    if picked:
        return say(N_("{n} of {most}"), n=Figure(picked), most=Figure(most))
    return None if own is None else say(N_("strength {n}"), n=Figure(own))
