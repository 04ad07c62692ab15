"""Which card values an act relies on that nobody has confirmed yet, so that they are asked when first needed.

Only an act that names a card openly asks about it, and only about what lies open to everybody: what is asked depends
on the act and the table, never on a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from companion.engine.types import Input
from companion.games.vikings_gone_wild import inputs as acts
from companion.games.vikings_gone_wild.box import SURE, overlay
from companion.games.vikings_gone_wild.box import vocabulary as v
from companion.games.vikings_gone_wild.last import keep
from companion.games.vikings_gone_wild.rules.targets import target_card
from companion.games.vikings_gone_wild.state import State
from companion.games.vikings_gone_wild.world import BONUSES, World

PLAYED = (
    "cost", "strength", "guard", "defence", "damage_bonus", "abilities", "reward", "upgrade", "built", "goal", "vp",
    "value",
)  # fmt: skip


@frozen
class Value:
    """One value of a card with where it comes from; ``value`` as it stands in the card file."""

    card: str
    field: str
    origin: str
    value: Any = None


def relies_on(s: State, act: Input) -> tuple[Value, ...]:
    """Unconfirmed values that an act of the table relies on, each once."""
    found = dict.fromkeys(_fields(s, act))
    return tuple(_value(s.world, card, field) for card, field in found if _open_question(s.world, card, field))


def relies_on_at_the_end(s: State) -> tuple[Value, ...]:
    """The same for the end bonus cards that lie open."""
    cards = s.bonuses[:BONUSES]
    return tuple(_value(s.world, c, "value") for c in cards if _open_question(s.world, c, "value"))


def unconfirmed(world: World) -> tuple[Value, ...]:
    """Every value of the card file that the rules do not tell and nobody has entered."""
    return tuple(
        _value(world, c, field) for c in range(len(world.cards)) for field in PLAYED if _open_question(world, c, field)
    )


def confirmed(values: Iterable[Value]) -> dict[str, Any]:
    """An owner's card file that confirms these values, to be laid over the other one."""
    cards: dict[str, dict[str, Any]] = {}
    for x in values:
        cards.setdefault(x.card, {"id": x.card})[x.field] = x.value
    return {"cards": list(cards.values())}


# ---------------------------------------------------------------- what acts need
# The field of an act that names a card, and the values of that card that it needs.
NEEDED: Mapping[type[Input], tuple[str, tuple[str, ...]]] = {
    acts.Play: ("card", ("abilities",)), acts.Use: ("card", ("abilities",)), acts.Buy: ("card", ("cost",)),
    acts.Build: ("building", ("cost",)), acts.Defend: ("card", ("guard", "abilities")),
    acts.Claim: ("mission", ("goal", "vp")),
}  # fmt: skip


def _fields(s: State, act: Input) -> Iterator[tuple[int, str]]:
    world = s.world
    if type(act) in NEEDED:
        name, fields = NEEDED[type(act)]
        card = world.index.get(getattr(act, name))
        yield from () if card is None else ((card, field) for field in fields)
    elif isinstance(act, acts.Upgrade) and act.seat is not None:
        hall = s.players[act.seat].village[0].card
        yield hall, "upgrade"
        yield world.hall[min(3, world.cards[hall].level + 1)], "built"
    elif isinstance(act, acts.Attack):
        yield from _attack(s, act)


def _attack(s: State, act: acts.Attack) -> Iterator[tuple[int, str]]:
    index = s.world.index
    for name, _ in act.attackers:
        if name in index:
            yield index[name], "strength"
    for name in (*(n for n, _ in act.attackers), *(i for i, _, _ in act.carried), *act.boosts):
        if name in index and s.world.cards[index[name]].of(v.ATTACK):
            yield index[name], "abilities"
    card = target_card(s, act.target)
    if card >= 0:
        yield card, "defence"
        yield card, "damage_bonus" if act.target in s.world.spaces else "reward"


def _open_question(world: World, card: int, field: str) -> bool:
    return _has(world, card, field) and world.cards[card].source(field) not in SURE


def _has(world: World, card: int, field: str) -> bool:
    """Whether a card has this value at all."""
    c = world.cards[card]
    if field == "cost":
        return c.sold
    if field == "abilities":
        return bool(c.abilities) and c.guard is None
    if field == "vp":
        return c.deck == "mission"
    if field == "damage_bonus":
        return c.deck in ("building", "townhall")
    if field == "defence":
        return c.deck in ("building", "townhall", "board") or "undead" in c.tags
    if field == "value":
        return c.rule == "most"
    return getattr(c, field) not in (None, (), "")


def _value(world: World, card: int, field: str) -> Value:
    c = world.cards[card]
    return Value(c.id, field, c.source(field), _raw(world).get(c.id, {}).get(field))


def _raw(world: World) -> dict[str, Any]:
    """The card file as it was given, by card."""
    known: dict[str, Any] | None = world.memo.get("raw")
    if known is None:
        data, own = world.config.data["cards"], world.config.data.get("own")
        cards = (data if own is None else overlay(data, own))["cards"]
        known = keep(world.memo, "raw", {c["id"]: c for c in cards})
    return known
